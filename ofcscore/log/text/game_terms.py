"""Parse free words above the boards: rules, stake, place and players, perhaps misspelled."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import letters_apart, listed
from ofcscore.game.cards import BOARD_SIZE, Board, Row
from ofcscore.game.spelling import ANY_CARD
from ofcscore.log.card_alphabets import before_legend
from ofcscore.log.syntax import (
    INITIALS,
    BoardSyntax,
    DealLine,
    Entry,
    LineSyntax,
    Part,
    Text,
    Unread,
    entry,
    note,
)
from ofcscore.log.text.board_lines import BETWEEN_NAMES, split_at
from ofcscore.log.text.game_headings import JOINED, METHODS, PLAIN, USUAL, heading_reader, joined_methods
from ofcscore.log.text.log_state import LogContext, person, shortens
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.relevance import count_cards
from ofcscore.log.text.remarks import (
    MATTERS_BESIDE_NAME,
    doubtful_note,
    is_harmless_beside_day,
    is_harmless_beside_terms,
    may_be_remark,
    moves_terms,
    people_in,
)
from ofcscore.log.text.repairs import MORE_THAN_WORDS, WORDS
from ofcscore.log.vocabulary import Vocabulary, all_words, compiled, folded, one_of
from ofcscore.log.words import tables
from ofcscore.rules.files import default_name, most_special, rule_set_names

_TERMS: Final = tables()["terms"]
_PAIR: Final = re.compile(r"[ \t]*([^=–—-]+?)[ \t]*(?:=|[–—-](?=[ \t]))[ \t]*([^=]+?)[ \t.]*")


def terms(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the entries in free words, and a note: `Pineapple with Al, 10c a point`."""
    source = undecorated(source)
    if log.begun or re.search('[?"]', source.text) or source.text[-1:] in (":", "="):
        return None
    text = f" {' '.join(folded(word) for word in WORDS.findall(source.text))} "
    is_limited = any(f" {phrase} " in text for phrase in _limiting_phrases(log.vocabulary))
    if is_limited or log.vocabulary.shape(_ABOUT_AN_AMOUNT).search(source.text):
        return None
    reader = heading_reader(log.vocabulary)
    found, players = reader.read(source, loose=True), _players(log, source)
    talk = None
    if players is not None:
        beside = reader.read(source.edited([(*players.span(), ",")]), loose=True)
        if beside is not None and beside.certain and not (beside.left or beside.unclear):
            found, talk = beside, note(source.at(*players.span("names")))
    if found is None or not (found.certain or (found.places and not log.is_chat)):
        return None
    head = re.match(r"([^:=]*)[:=](?![0-9])", source.text)
    if head is not None and any(word in head[1] for word in found.left):
        # `rulez: ofc` is a misspelled key.
        return None
    if not found.certain and not found.unclear:
        if moves_terms(log, source.text) or not is_harmless_beside_day(log, found.left):
            return None
    elif not is_harmless_beside_terms(log, found.left, narrowing(log.vocabulary), source.text):
        return None
    if found.unclear:
        return [ask_about_terms(log, source, found.unclear)]
    asked = ask_if_open_face(log, source, found.entries)
    if asked is not None:
        return [asked]
    whole = note(source.whole)
    usual = [one.key.text for one in found.entries if one.key.text != "title"] == ["rules"]
    usual = usual and found.entries[0].parts[0].words[0].text == default_name()
    if not found.certain or (usual and found.left and not log.is_chat):
        # `Protocol of our OFC evening` is a title; the rules may be on a line below.
        dated = [one for one in found.entries if one.key.text == "date"]
        return [*dated, whole if log.titled else entry("title", *whole.parts)]
    if log.is_chat and len(found.left) > 3:
        # A longer message may be talk.
        return None
    keys = ("rules", "stake")
    entries = [one for one in found.entries if not log.is_chat or one.key.text in keys]
    if found.left:
        talk = note(source.at(0, len(source.text), found.talk))
    return [*entries, *([talk] if talk is not None and (found.left or not log.is_chat) else [])]


@lru_cache(maxsize=8)
def _limiting_phrases(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the phrases of several words that limit terms or share a result: `settle with`, `to start with`."""
    return frozenset(word for word in vocabulary.words_of("talk.moves|terms.narrows") if " " in word)


_ABOUT_AN_AMOUNT: Final = r"(?<![^\W_])@terms.rough@\.? @CURRENCY@?~[0-9]"


def _players(log: LogContext, source: Normalized) -> re.Match[str] | None:
    """Match a list of all players in the log: `Ana, Ben and Cid`, or `Ana vs Ben`."""
    names = [name for name in log.names.values() if re.search(r"\W", name.replace(" ", "")) is None]
    if len(names) != len(log.names) or len(names) < 2:
        return None
    between = "[,&]| @talk.joins@ | " if len(names) > 2 else "[,&+/]| (?:@talk.joins@|@talk.versus@) | "
    name = one_of(names)
    shape = log.vocabulary.shape(
        rf"(?<![^\W_])[(]?(?P<names>{name}(?:~(?:{between})~(?:@talk.joins@ )?{name})+)(?![^\W_])[)]?"
    )
    match = shape.search(source.text)
    listed = folded(match["names"]) if match is not None else ""
    return match if all(re.search(rf"\b{re.escape(name)}\b", listed) for name in log.names) else None


def ask_if_open_face(log: LogContext, source: Normalized, entries: Iterable[Entry]) -> LineSyntax | None:
    """Ask which Chinese poker a heading means if another line speaks of fantasyland."""
    rules = [one.parts[0].words[0] for one in entries if one.key.text == "rules"]
    if not any(name.text.startswith(USUAL) for name in rules):
        return None
    if re.search("(?i)fantas|фантаз", log.text.replace(source.line.text, "", 1)) is None:
        return None
    what = "is this open-face Chinese poker? Another line speaks of fantasyland, which the closed game lacks"
    hint = f"write `rules: {default_name()}` for open-face, `rules: {rules[0].text}` for the closed game"
    log.report("line-unreadable", source.line, source.span(0, len(source.text)), what, hint)
    return Unread(key=True)


def without_note(values: list[LineSyntax]) -> list[LineSyntax]:
    """Keep only the rule set and the stake of terms; return other lines unchanged."""
    keys = ("rules", "stake")
    kept: list[LineSyntax] = [one for one in values if isinstance(one, Entry) and one.key.text in keys]
    return kept if kept[:1] == values[:1] else values


def undecorated(source: Normalized) -> Normalized:
    """Return a line without decoration around it: `== Mon 17 Nov ==`."""
    match = re.fullmatch(r"[=*_~–— -]*(.*[^=*_~–— -])[ ]?(?:([=*_~–—-])\2+)?", source.text)
    return source if match is None else source.cut(*match.span(1))


@lru_cache(maxsize=8)
def narrowing(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that may change the meaning of other words in terms."""
    unsure = "talk.not_counted|talk.undoes|talk.meant|talk.corrects|ranks|terms.narrows"
    counts = (word for figure, words in tables()["numbers"].items() if figure != "1" for word in words)
    return vocabulary.words_of(unsure).union(counts)


def _parts_of_terms(log: LogContext, source: Normalized) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each rule set, way to score and stake in a line, with its log line or ""."""
    money, text, names = heading_reader(log.vocabulary).money, source.text, rule_set_names()
    named = [*re.finditer(rf"(?<![^\W_]){one_of(names)}", text)]
    special = most_special(names[folded(match[0])] for match in named)
    for match in named:
        meant = names[folded(match[0])]
        yield match, f"rules: {meant}" if meant in special else ""
    for match in re.finditer(rf"(?<![^\W_])(?:{METHODS})", text):
        yield match, ""
    for match in money.pattern.finditer(text):
        amount = money.of_match(match)
        if amount is not None and (amount.of_a_point or amount.unit):
            stake = f"stake: {amount.number} {amount.unit or ''}".rstrip()
            yield match, stake if amount.of_a_point else ""


def lines_of_terms(log: LogContext, source: Normalized) -> list[str]:
    """Return the log lines for the parts of a line."""
    return [*dict.fromkeys(line for _, line in _parts_of_terms(log, source) if line)]


def terms_in_sentence(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the terms in a sentence above the deals, and a note that results in the log must confirm.

    `Pineapple tonight (Dave's been nagging), only 25p a point while we learn`
    """
    if log.begun:
        return None
    found: list[LineSyntax] = []
    rest, names = source.text, rule_set_names()
    only = log.vocabulary.shape(r"(?<![^\W_])@terms.only@~$")
    for match, line in _parts_of_terms(log, source):
        terms = heading_reader(log.vocabulary).read(source.cut(*match.span()))
        if terms is None or terms.unclear or not (line or folded(match[0]) in names):
            return None
        found += terms.entries if line else []
        # `only 10p a point` does not limit the stake.
        before = only.sub(lambda word: " " * len(word[0]), rest[: match.start()])
        rest = before + " " * len(match[0]) + rest[match.end() :]
    keys = [one.key.text for one in found if isinstance(one, Entry)]
    limits = log.vocabulary.says("terms.narrows|terms.rough|terms.with", rest)
    if not found or len({*keys}) < len(keys) or limits or not may_be_remark(log, rest, is_heading=True):
        return None
    return [*found, doubtful_note("line-unreadable", source, *_doubt_about_terms(log, source))]


def ask_about_terms(log: LogContext, source: Normalized, why: str = "") -> LineSyntax:
    """Report an unclear line of terms, with the log lines for what it names."""
    message, hint = _doubt_about_terms(log, source)
    log.report("line-unreadable", source.line, source.span(0, len(source.text)), why or message, hint)
    log.problems.miss("terms")
    return Unread(key=True)


def _doubt_about_terms(log: LogContext, source: Normalized) -> tuple[str, str]:
    """Return the message and the help for a line that names terms and may say more."""
    parts = [(match[0].strip(), line) for match, line in _parts_of_terms(log, source)]
    money = heading_reader(log.vocabulary).money
    named = listed([f"`{name}`" for name in dict(parts)], "and")
    shown = listed([f"`{line}`" for line in lines_of_terms(log, source)], "and")
    hint = "write `rules: NAME` and `stake: AMOUNT` on separate lines"
    if shown:
        hint = f"write what applies, each on a line of its own: {shown}"
        rest = [name for name, line in parts if not line]
        amounts = {one[0].strip() for one in money.pattern.finditer(source.text)}
        if amounts & {*rest} and "stake:" not in shown:
            hint += "; write `stake: AMOUNT` if the amount is for each point"
        if not amounts.issuperset(rest):
            hint += "; see `ofcscore explain settings` for other rules"
    return f"this line names {named}, but may say more", hint


def with_methods(
    log: LogContext, values: Iterator[LineSyntax | Board], rules: Iterable[str]
) -> Iterator[LineSyntax]:
    """Yield a log's lines, with ways to score joined to a rule set on another line.

    `rules` are the rule sets of lines read before.
    """
    header: list[LineSyntax] = []
    for value in values:
        header.append(value)
        if isinstance(value, DealLine | BoardSyntax | Board | Unread) or len(header) > 1000:
            break
    entries = ((at, value) for at, value in enumerate(header) if isinstance(value, Entry))
    stated = {at: value for at, value in entries if _states_rules(value)}
    alone = [at for at, one in stated.items() if _rules_in(one).text.startswith(JOINED)]
    named = [at for at in stated if at not in alone]
    # The rule sets in headings without a key.
    names = {at: _rules_in(stated[at]) for at in named}
    headed = {at: name for at, name in names.items() if name.place == stated[at].key.place}
    # `OFC at Tom's` and `old school OFC` on the next line are the same.
    once = {played.text: at for at, played in reversed(headed.items())}
    header = [None if at in headed and at not in once.values() else one for at, one in enumerate(header)]
    # `OFC at Dave's` is less specific than `Pineapple` on the next line.
    special = most_special(played.text for played in headed.values())
    is_open_face = any(played.text.startswith(default_name()) for played in headed.values())
    # Open-face games have royalties.
    is_closed = any("no_royalties" in _rules_in(stated[at]).text for at in alone)
    for at, played in headed.items():
        # `Pineapple` below `Chinese poker` is open-face.
        is_usual = played.text == default_name() and default_name() not in special
        if is_usual or (played.text == USUAL and is_open_face):
            header[at] = None
        elif played.text.startswith(USUAL) and not (is_closed or played.text.startswith(PLAIN)):
            help = f"if it is open-face Chinese poker, write `rules: {default_name()}`; if not, write `rules: {played.text}`"
            what = "read as closed Chinese poker, not as open-face"
            log.problems.warn("game-unclear", played.place, what, help)
    named = [at for at in named if header[at] is not None]
    base = stated[named[0]] if named else None
    for at in alone:
        methods = _rules_in(stated[at])
        above = _rules_in(base).text if base is not None else next(iter(rules), "")
        is_usual = joined_methods(default_name(), methods.text) == (default_name(), "")
        if not above and is_usual and re.search("fantasyland|(?<!no_)royalties", methods.text):
            # The log is scored in this way without the line too; without royalties, it may be closed.
            header[at] = None
            continue
        # Only open-face games have fantasyland.
        is_open = base is None and "no_fantasyland" in methods.text
        joined, unclear = joined_methods(above or (default_name() if is_open else USUAL), methods.text)
        if is_open and joined and len(alone) == 1:
            header[at] = stated[at]._replace(parts=(Part(words=(methods.with_text(joined),)),))
            continue
        if base is not None and joined and len(named) == 1 == len(alone):
            name = _rules_in(base).with_text(joined)
            header[named[0]] = base._replace(parts=(Part(words=(name,)),))
            header[at] = None
            continue
        hint = f"write `rules: {joined}`" if joined else "write `rules: NAME` with its options"
        if joined and not above:
            hint = f"if it is Chinese poker, write `rules: {joined}`"
        what = unclear or "no line names the rule set for this way to score"
        log.problems.refuse("line-unreadable", methods.place, what, hint)
        log.problems.miss("terms")
        header[at] = Unread(key=True)
    yield from header
    for value in values:
        if isinstance(value, Entry) and _states_rules(value) and _rules_in(value).text.startswith(JOINED):
            what = "no line above names the rule set for this way to score"
            place = _rules_in(value).place
            log.problems.refuse("line-unreadable", place, what, "write `rules: NAME` above it")
            value = Unread(key=True)
        yield value


def _states_rules(value: Entry) -> bool:
    return value.key.text == "rules" and bool(value.parts[0].words)


def _rules_in(value: Entry) -> Text:
    """Return the rule set, or only the ways to score, of a `rules` entry."""
    return value.parts[0].words[0]


# --- legends and lists


def legend_of_players(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the players of a line that explains initials: `JL = Jean-Luc, M = Marc`."""
    if log.begun:
        return None
    source = _without_brackets(log, source)
    head = re.match(rf"{one_of(_TERMS['legends'])}[ \t]*:[ \t]*", source.text)
    legend = source.cut(head.end() if head else 0, len(source.text))
    sign = r"[ \t]*[,;|][ \t]*" if re.search("[,;|]", legend.text) else r"[ \t]+(?=[^= \t]+[ \t]*=)"
    unsure = log.vocabulary.words_of("statuses|cards|terms.aces")
    parts: list[Part] = []
    for piece in split_at(legend, re.compile(sign)):
        match = _PAIR.fullmatch(piece.text)
        if match is None:
            return None
        short, name = sorted((1, 2), key=lambda group: len(match[group]))
        is_short = match[short].isalpha() and len(match[short]) < len(match[name])
        is_name = re.fullmatch(r"[^\W\d_][\w .'’-]*", match[name]) is not None
        is_name = is_name and unsure.isdisjoint(map(folded, match.groups()))
        if not (is_short and is_name and shortens(match[short], match[name])):
            return None
        if not (log.begins_a_line(match[short]) or log.begins_a_line(match[name])):
            return None
        parts.append(Part(names=(person(piece, *match.span(name)), person(piece, *match.span(short)))))
    names = [folded(name.text) for part in parts for name in part.names]
    return [entry("players", *parts)] if len(parts) > 1 and len(set(names)) == len(names) else None


_LISTS: Final = re.compile(
    r"(?P<first>[^=()\[\]]+?)[ \t]*(?:=[ \t]*(?P<second>[^=()\[\]]+)$|[(\[](?P<enclosed>[^()\[\]]+)[)\]])"
)
_NAMES_IN_LIST: Final = re.compile(r"[^\W\d_][\w'’-]*")


class Lists(NamedTuple):
    """Players from a list of names and one of short names, and the text of the line beside the lists."""

    before: Normalized
    players: Entry
    after: Normalized


def lists_of_players(log: LogContext, source: Normalized) -> Lists | None:
    """Return the players of a line with their names and short names: `Jamie Aoife Cian (J A C)`.

    Boards must begin with the short names.
    """
    match = None if log.begun else _LISTS.search(source.text)
    if match is None:
        return None
    inside = "second" if match["second"] else "enclosed"
    others = [*_NAMES_IN_LIST.finditer(source.text, *match.span(inside))]
    names = [*_NAMES_IN_LIST.finditer(source.text, *match.span("first"))][-len(others) :]
    if not 1 < len(names) == len(others):
        return None
    gaps = [
        source.text[left.end() : right.start()]
        for found in (names, others)
        for left, right in pairwise(found)
    ]
    more = _NAMES_IN_LIST.sub("", match[inside]).strip(" \t,/&+;.")
    if more or not all(BETWEEN_NAMES.fullmatch(gap) or not gap.strip() for gap in gaps):
        return None
    parts: list[Part] = []
    for one, other in zip(names, others, strict=True):
        short, name = sorted((one, other), key=lambda found: len(found[0]))
        if len(short[0]) == len(name[0]) or not shortens(short[0], name[0]):
            return None
        if not log.begins_a_line(short[0]):
            return None
        parts.append(Part(names=(person(source, *name.span()), person(source, *short.span()))))
    shorts = {folded(part.names[1].text) for part in parts}
    if len(shorts) < len(parts):
        return None
    before, after = source.cut(0, names[0].start()), source.cut(match.end(), len(source.text))
    return Lists(before, entry("players", *parts), after)


_SIGN: Final = "(?:(?:~[/|,、;>→–—-]+~)+| )"
_SIZE: Final = r"(?:~\([35][^()]*\))?"
_ROW: Final = "(@rows@|(?<![^\\W_])(?ai:[tfmb])(?![^\\W_]))"
_STATED_ORDER: Final = (
    r"[ \t>*(\[-]*(?:@terms.orders@[ \t:=]*)*"
    rf"(?:{_ROW}{_SIZE}{_SIGN}{_ROW}{_SIZE}{_SIGN}{_ROW}{_SIZE}|(@rows@) @terms.up_to@ (@rows@))"
    r"(?:~[,–—-]?~@terms.orders|terms.as_usual@)?[)\]. \t]*"
)


def stated_order(vocabulary: Vocabulary, text: str) -> list[Row] | None:
    """Return the stated order of rows, or None: `back - middle - front`."""
    match = vocabulary.shape(_STATED_ORDER).fullmatch(text)
    words = [folded(word) for word in match.groups() if word] if match else []
    found = [vocabulary.rows.get(word, INITIALS.get(word, Row.TOP)) for word in words]
    order = [found[0], Row.MIDDLE, found[1]] if len(found) == 2 else found
    return order if sorted(order) == [*Row] else None


def common_order(vocabulary: Vocabulary, text: str) -> list[Row] | None:
    """Return a stated order that all boards follow, None for top to bottom."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    # `**1**` is a heading, not a number between jokers.
    cards = [count_cards(line.replace("**", "")) for line in lines]
    # `10k a point` above the boards has no cards.
    are_boards = (
        count >= BOARD_SIZE or _CARDS_ALONE.fullmatch(line) for count, line in zip(cards, lines, strict=True)
    )
    first = next((at for at, is_board in enumerate(are_boards) if is_board), 0)
    # Below the heading of a deal, an order may be that deal's only.
    above = [*takewhile(lambda line: vocabulary.deal_line.match(line) is None, lines[:first])]
    sentences = [piece for line in above for piece in re.split(r"(?<=[.;!])[ \t]+", before_legend(line))]
    stated = {piece: order for piece in sentences if (order := stated_order(vocabulary, piece)) is not None}
    order = next(iter(stated.values()), [*Row])
    if order == [*Row] or any(other != order for other in stated.values()):
        return None
    # `deal 234` has no cards.
    boards = [
        line
        for line, count in zip(lines[first:], cards[first:], strict=True)
        if count >= Row.TOP.size and vocabulary.deal_line.match(line) is None
    ]
    rows = [_rows_of(order).search(line) for line in boards]
    # `T, B, M` may be the players.
    heads = {
        folded(line[: row.start()]).strip(" \t:=*-") for line, row in zip(boards, rows, strict=True) if row
    }
    by_initials = any(folded(word) in INITIALS for piece in stated for word in WORDS.findall(piece))
    may_be_players = by_initials and not heads.isdisjoint({"", *INITIALS})
    return order if all(rows) and not may_be_players else None


_CARDS_ALONE: Final = re.compile(rf"[ \t]*(?:{ANY_CARD}[ \t,]*){{3,5}}")
"""A row on a line of its own."""


def _rows_of(order: Sequence[Row]) -> re.Pattern[str]:
    """Return the pattern of a board with rows in this order."""
    # `AK542 flush` is a row, too.
    rows = (
        rf"({ANY_CARD}(?:[ \t,]*{ANY_CARD}){{{row.size - 1}}}(?:[ \t]+[^\W\d_]{{2,}}){{0,2}})"
        for row in order
    )
    return compiled(
        r"(?<![^\s:=(>|,–—-])" + r"(?:[ \t]*[/|;,–—-]+[ \t]*|[ \t]+)".join(rows) + r"(?![^\s,.;)(])"
    )


def in_order(source: Normalized, order: Sequence[Row]) -> Normalized:
    """Put a label before each row of a board in this order."""
    match = _rows_of(order).search(source.text) or _rows_of([*Row]).search(source.text)
    if match is None:
        return source
    spans = [(match.start(), match.start()), *((match.end(at), match.start(at + 1)) for at in (1, 2))]
    signs = ("", " / ", " / ")
    labels = (f"{sign}{row.label}: " for sign, row in zip(signs, order, strict=True))
    return source.edited((*span, label) for span, label in zip(spans, labels, strict=True))


def order_of_rows(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Accept a stated order of rows if the boards follow it, otherwise report it."""
    order = stated_order(log.vocabulary, source.text)
    turned = (
        log.vocabulary.says("terms.turned", source.text) and re.search(MORE_THAN_WORDS, source.text) is None
    )
    if source.line.text.lstrip().startswith("#") or not (order or (turned and not log.is_chat)):
        return None
    if log.names.keys() & {*map(folded, WORDS.findall(source.text))}:
        return None
    if order is not None and not log.begun and order in ([*Row], log.order):
        return []
    if order == [*Row]:
        return None
    return [ask_about_order(log, source)]


def ask_about_order(log: LogContext, source: Normalized) -> Unread:
    """Report an order of rows that the boards do not follow, or that is only one deal's."""
    hint = "write every board as TOP / MIDDLE / BOTTOM"
    message = "boards are read from the top to the bottom, not in this order"
    log.report("line-unreadable", source.line, source.span(0, len(source.text)), message, hint)
    return Unread()


def _without_brackets(log: LogContext, source: Normalized) -> Normalized:
    """Return a line of names without words in brackets that do not matter: `K = Karen (me)`."""
    asides = [*re.finditer(r"[ \t]*\(([^()0-9]*)\)", source.text)]
    with_others = log.vocabulary.shape("~@talk.beside|talk.for|talk.joins@ ")
    harmless = all(
        folded(aside[1]) in log.vocabulary.words_of("talk.writer")
        or not (
            log.vocabulary.says(MATTERS_BESIDE_NAME, aside[1])
            or with_others.match(aside[1])
            or people_in(log.names) & {*folded(aside[1]).split()[1:]}
        )
        for aside in asides
    )
    return source.edited((*aside.span(), "") for aside in asides) if asides and harmless else source


_BETWEEN_SEATS: Final = compiled(rf"{BETWEEN_NAMES.pattern}|[ \t]+[–—-]+[ \t]+")


def names_alone(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the players on a line above the deals: `Ana, Ben & Cid`.

    All of them must have a board.
    """
    head = None if log.begun else log.vocabulary.shape("@key.players@(?:~:~| )").match(source.text)
    between = BETWEEN_NAMES if head is None else _BETWEEN_SEATS
    if log.begun or between.search(source.text) is None or re.search(r",[ \t]*,", source.text):
        return None
    source = _without_brackets(log, source.cut(head.end() if head else 0, len(source.text)))
    pieces = split_at(source, between)
    people = [person(piece, 0, len(piece.text.rstrip(" \t."))) for piece in pieces]
    oneself = log.vocabulary.words_of("talk.writer") if log.writer else ()
    parts = [
        Part(names=(one.with_text(log.writer) if folded(one.text) in oneself else one,)) for one in people
    ]
    names = [one.text for one in people]
    if len(names) < 2 or len({*map(folded, names)}) < len(names):
        return None
    if not all(folded(name) in log.names or log.begins_a_line(name) for name in names):
        return None
    return [entry("players", *parts)]


_LONG: Final = 6
_WORD: Final = re.compile(r"(?<![^\W_])[A-Za-z]{5,}(?![^\W_]|['’])")
"""A word that is long enough for one wrong letter not to make it another word."""
_Words = frozenset[tuple[str, object]]
"""Words with their meanings."""


def corrected(source: Normalized, vocabulary: Vocabulary, names: Collection[str]) -> Normalized | None:
    """Return a line with row labels and statuses for words that are one letter away, None without any.

    `names` are lowercase words of players' names, which stay.
    """
    return _with_words(source, _of_boards(vocabulary), vocabulary, names)


def corrected_terms(source: Normalized, vocabulary: Vocabulary, names: Collection[str]) -> Normalized | None:
    """Return a heading with fillers and words for royalties for words that are one letter away.

    A word before a colon may be a misspelled key.
    """
    if re.search("[:=]", source.text):
        return None
    return _with_words(source, _of_headings(vocabulary), vocabulary, names, _LONG)


@lru_cache(maxsize=8)
def _of_boards(vocabulary: Vocabulary) -> _Words:
    return frozenset((*vocabulary.rows.items(), *vocabulary.statuses.items()))


@lru_cache(maxsize=8)
def _of_headings(vocabulary: Vocabulary) -> _Words:
    royalties = dict.fromkeys(all_words("talk.royalties", "terms.royalties"), "royalties")
    return frozenset((*dict.fromkeys(vocabulary.fillers, "filler").items(), *royalties.items()))


def _with_words(
    source: Normalized, words: _Words, vocabulary: Vocabulary, names: Collection[str], fewest: int = 0
) -> Normalized | None:
    known = _known(vocabulary)
    typed = [(match, folded(match[0])) for match in _WORD.finditer(source.text)]
    long = [(match, word) for match, word in typed if len(word) >= fewest]
    unknown = [(match, word) for match, word in long if word not in known and word not in names]
    edits = [(*match.span(), meant) for match, word in unknown if (meant := _meant(word, words))]
    return source.edited(edits) if edits else None


@lru_cache(maxsize=8)
def _known(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that have a meaning of their own: `contre` is no `centre`."""
    tables = (vocabulary.keys, vocabulary.rows, vocabulary.statuses, vocabulary.deals, vocabulary.fillers)
    words = (word for table in (*tables, vocabulary.ranks, vocabulary.suits) for word in table)
    return frozenset((*words, *all_words("talk", "terms", "money")))


@lru_cache(maxsize=4096)
def _meant(typed: str, words: _Words) -> str | None:
    """Return the word of one meaning that is one letter away and begins alike, None without exactly one."""
    near = {
        word: meaning
        for word, meaning in words
        if word[0] == typed[0]
        and " " not in word
        and letters_apart(typed, word, 1) == 1
        # `fools` and `least` are words of their own.
        and (len(typed) >= _LONG or len(typed) != len(word))
    }
    return min(near) if len({*near.values()}) == 1 else None
