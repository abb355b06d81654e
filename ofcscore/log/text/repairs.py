"""Diagnose a line that does not parse, by the edits that would make it parse.

Each repair proposes edits of the normalized text, with a message about one slip. An edit counts only
if the edited line parses and is sound, so every fix works. Repairs are tried in the order of `REPAIRS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

from ofcscore.diagnostics.problem import Edit, Fix, Problem, keeps_all, letters_apart, listed, near
from ofcscore.game.cards import BOARD_SIZE
from ofcscore.game.spelling import rank, read_cards, with_letters
from ofcscore.log.amounts import not_a_number, plain_number
from ofcscore.log.keys import KEYS, key_form
from ofcscore.log.syntax import (
    BOARD_FORM,
    ROW_LABELS,
    BoardSyntax,
    DealLine,
    Entry,
    Line,
)
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.syntax_builder import SIZES, Parsed, is_whole, size
from ofcscore.log.vocabulary import CARDS, ENGLISH, NAME, Vocabulary, all_words, folded, one_of
from ofcscore.log.words import tables
from ofcscore.rules.files import rule_set_names, shipped_names
from ofcscore.rules.loading import suggest


class Diagnostic(NamedTuple):
    """An error on a line and its fixes; several fixes are alternatives to choose from."""

    code: str
    line: Line
    span: tuple[int, int]
    message: str
    fixes: tuple[Edit, ...] = ()
    note: str | None = None
    reads: tuple[DealLine | Entry | BoardSyntax | None, ...] = ()
    """The first parsed line of each fix."""

    def problem(self) -> Problem:
        reads = (*self.reads, *(None for _ in self.fixes))
        fixes = tuple(map(self._fix, self.fixes, reads))
        hint = listed((fix.title for fix in fixes), "or") or self.note
        return Problem(self.code, self.line.whole.part(*self.span).place, self.message, hint, fixes=fixes)

    def _fix(self, edit: Edit, read: DealLine | Entry | BoardSyntax | None) -> Fix:
        fixed = edit.applied(self.line.text)
        shown = "`, then `".join(" ".join(text.split()) for text in fixed.split("\n"))
        # An unknown key may be about money, which a note would hide.
        drops = (
            self.code == "key-unknown"
            and isinstance(read, Entry)
            and read.key.text in ("note", "title")
            and any(map(str.isdigit, fixed))
        )
        # Quotes make a name of any words.
        names = '"' in fixed and '"' not in self.line.text
        return Fix(f"write `{shown}`", (edit,), keeps_all(self.line.text, fixed) and not (drops or names))


class Proposed(NamedTuple):
    """An edit of the normalized text, and the message if it repairs the line."""

    start: int
    end: int
    text: str
    message: str
    at: tuple[int, int] | None = None
    """The wrong span, if it is not the whole edit."""


Read = Callable[[Line], tuple[Normalized, Parsed]]
"""Parses a line with changed text."""
Repair = Callable[[str, Parsed], Iterator[Proposed]]
Proposing = Callable[[Any, Parsed], Iterator[Proposed]]
"""Takes a text, or a match in a text."""
REPAIRS: Final[list[tuple[str, Repair]]] = []
"""The diagnostic code and the function of each repair, in order."""


def repair(code: str, *shapes: str) -> Callable[[Proposing], Repair]:
    """Register a repair for a whole text, or for each match of shapes.

    See `Vocabulary.shape` for the syntax of shapes.
    """

    def add(function: Proposing) -> Repair:
        def propose(text: str, parsed: Parsed) -> Iterator[Proposed]:
            for shape in shapes:
                for match in ENGLISH.shape(shape).finditer(text):
                    yield from function(match, parsed)

        REPAIRS.append((code, propose if shapes else function))
        return propose

    return add


def _rewrite(code: str, by: str, message: str, *shapes: str) -> None:
    """Register a repair that replaces each match of shapes, or its group `edit`, by a template.

    In the message, `{0}` is the match.
    """

    @repair(code, *shapes)
    def _(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
        span = match.span("edit" if "edit" in match.re.groupindex else 0)
        yield Proposed(*span, match.expand(by), message.format(match[0]))


_TALK: Final = tables()["talk"]
# `-14 foul` is a result and a foul, of nobody called -14.
_FIGURE: Final = re.compile(r"[\W\d_]*[0-9][\W\d_]*")
_ROW_SEPARATOR: Final = re.compile(r"(?:(?<![ \t])[ \t]+)?[/:|;\\,–—-]+[ \t]*")
_REST: Final = r"[ \t(\[,;:–—-]*(.*?(?:\([^()]*\))?)[ \t)\].!]*$"


@repair("quote-unclosed")
def _close_quote(text: str, parsed: Parsed) -> Iterator[Proposed]:
    if text.count('"') % 2:
        at = text.index('"')
        message = "this quote is not closed"
        if text.replace('"', "").partition(":")[0].strip().lower() in KEYS or ":" in text[:at]:
            yield Proposed(at, at + 1, "", message)
        elif (colon := text.find(":", at)) > 0 and at == 0:
            yield Proposed(colon, colon, '"', message, (at, at + 1))
        else:
            yield Proposed(0, 0, '"', message, (at, at + 1))


@repair("key-unknown", r"^~([^\W_]+)([^\w\s]?~[:=])?(?P<number>(?= [#0-9]))?")
def _mistyped_key(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    if folded(match[1]) in _words_of_their_own():
        return
    if not match[2] and match[1][0].isupper() and match["number"] is None:
        # `Dave folded` starts with a name, not a misspelling of `date`.
        return
    meant = near(match[1], ENGLISH.keys if match[2] else (*KEYS, "deal", "hand"))
    if meant is not None and folded(match[1]) == f"un{meant}":
        # `unpaid` is the contrary.
        return
    if meant is None or (len(match[1]) < 4 and letters_apart(match[1].lower(), meant, 1) is None):
        return
    key = ENGLISH.keys.get(meant, meant)
    far = letters_apart(folded(match[1]), meant, 1) is None
    if far and key in ("note", "title") and re.search("[0-9]", match.string[match.end() :]):
        # A remark would hide money: `ante: 5`.
        return
    colon = "" if match[2] or key in ("deal", "hand") else ":"
    yield Proposed(*match.span(1), f"{key}{colon}", f"unknown key `{match[1]}`; did you mean `{key}`?")


@lru_cache(maxsize=1)
def _words_of_their_own() -> frozenset[str]:
    """Return the words that are no misspelled keys: `not` is no `note`."""
    return frozenset((*ENGLISH.keys, "deal", "hand", *all_words("talk", "terms", "money")))


@repair("rules-unknown", r"[^\W\d_]{5,}")
def _mistyped_rules(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    meant = near(match[0], rule_set_names(), 0.8)
    if meant is not None and folded(match[0]) not in rule_set_names():
        yield Proposed(*match.span(), meant, f"unknown rule set `{match[0]}`; did you mean `{meant}`?")


@repair("label-unknown", r"(?<![^ \t/|;,:])([^\W0-9_]+)~:")
def _mistyped_label(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    meant = near(match[1], ROW_LABELS)
    if meant is not None and match[1].lower() not in ROW_LABELS:
        yield Proposed(*match.span(1), meant, f"unknown row `{match[1]}`; did you mean `{meant}`?")


_rewrite(
    "label-unknown", r":\n", "write the name on a line above its rows", "^@NAME@(?P<edit> )(?=@LABELS@~:)"
)


@repair("colon-missing", r'^~("[^"]*"|@NAME@)~(?:[-–—=;,]~)?(?=[ \t]|[^\w\s]|$)~')
def _colon_after_word(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    text = match.string
    if ":" not in match[0] and text[match.end() :][:1] not in ("", "|", ":"):
        word, read = match[1], read_cards(match[1])
        if _FIGURE.fullmatch(word):
            return
        is_key = word.lower() in ENGLISH.keys or word.lower() in ROW_LABELS
        if word.lower() not in ("deal", "hand") and (is_key or read.faults or not read.cards):
            yield Proposed(match.end(1), match.end(), ": ", f"there is no colon after `{word}`")


_rewrite("colon-twice", "", "this colon has nothing before it", r"^~:[ \t:]*")
_rewrite("row-empty", "/ ", "there is no row between these slashes", r"[/|;\\]~(?:[/|;\\]~)+")


@repair("card-unreadable")
def _rows_with_other_separators(text: str, parsed: Parsed) -> Iterator[Proposed]:
    """Separate 13 cards, or rows of 3, 5 and 5 cards, by slashes."""
    for head in {0, *(m.end() for m in re.finditer(":[ \t:]*", text)), *_after_name(text)}:
        tail = re.search(r"(?:[ \t]*\([^()]*\))+$|(?ai:[ \t]+foul(?:ed)?)$|$", text)
        assert tail is not None
        body = text[head : tail.start()]
        foul = re.match(r"(?ai:foul(?:ed)?)[ \t,;]+", body)
        start = foul.end() if foul else 0
        rows = three_rows(body[start:])
        marks = tail[0].strip()
        marks = "(foul)" if marks.lower().startswith("foul") else marks
        marks = f"{marks} (foul)" if foul and "foul" not in marks.lower() else marks
        message = "write slashes between rows of 3, 5 and 5 cards"
        if len(rows) > 1:
            message = "are the rows swapped? Write the top, then the middle, then the bottom"
        elif foul:
            message = "write a foul after the cards of the board"
        before = " " if head and text[head - 1] == ":" else ""
        for row in rows:
            yield Proposed(head, len(text), f"{before}{row} {marks}".rstrip(), message)


def _after_name(text: str) -> Iterator[int]:
    match = re.match(rf"({NAME})[ \t]*[:=/–—-]+[ \t]*", text)
    if match is not None and not re.fullmatch(CARDS, match[1]):
        yield match.end()


def three_rows(text: str) -> list[str]:
    """Return thirteen cards in rows, empty if typed groups would be split.

    Groups of 3, 5 and 5 in another order give two results: the rows of five may be swapped.
    """
    text = text.strip(" \t/|;:\\")
    groups = [row for row in _ROW_SEPARATOR.split(text) if row]
    by_blanks = [_ROW_SEPARATOR.sub(" ", group) for group in text.split()]
    if len(groups) < 2 or sorted(map(size, by_blanks)) == sorted(SIZES):
        groups = by_blanks
    counts = [*map(size, groups)]
    if tuple(counts) == SIZES:
        return [_in_rows(groups)]
    if sorted(counts) == sorted(SIZES):
        top = groups.pop(counts.index(SIZES[0]))
        # List the order that is not a foul first.
        return [_in_rows(rows) for rows in sorted(([top, *groups], [top, *reversed(groups)]), key=_is_foul)]
    whole = _ROW_SEPARATOR.sub(lambda sign: " " * len(sign[0]), text)
    read = read_cards(whole)
    if read.faults or read.word or len(read.cards) != BOARD_SIZE:
        return []
    ends = {*accumulate(counts)}
    if max(counts) > 1 and len(groups) > 1 and not {3, 8} <= ends:
        return []

    def cut(*sizes: int) -> list[str]:
        ends = pairwise((0, *accumulate(sizes)))
        return [whole[read.cards[a].start : read.cards[b - 1].end] for a, b in ends]

    rows, upwards = cut(*SIZES), cut(*reversed(SIZES))[::-1]
    if not _is_foul(rows) or _is_foul(upwards):
        return [_in_rows(rows)]
    # Without groups, the rows may be written from the bottom up.
    return [_in_rows(upwards), _in_rows(rows)]


def _is_foul(rows: Sequence[str]) -> bool:
    try:
        top, middle, bottom = map(rank, rows)
    except ValueError:
        return False
    return top > middle or middle > bottom


def _in_rows(rows: list[str]) -> str:
    return " / ".join(" ".join(row.split()) for row in rows)


@repair("card-unreadable", "(?<=[ \t])(?ai:fl)$")
def _flush_or_fantasyland(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    for said in ("flush", "(FL)"):
        yield Proposed(*match.span(), said, f"does `{match[0]}` mean a flush or fantasyland?")


_LIKE_DIGITS: Final = r"(?<![A-Za-z0-9])(?:[1lI|][0oO]|[oO0])(?=[shdcSHDC]?(?![A-Za-z0-9]))"


@repair("card-unreadable", _LIKE_DIGITS)
def _misread_ten(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    """Propose a ten for `lO`, `1o` and `0`."""
    if not _is_amount(match, parsed):
        yield Proposed(*match.span(), "10", f"{with_letters(match[0])} is not a card; did you mean 10?")


@repair("number-unreadable", _LIKE_DIGITS)
def _misread_digits(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    """Propose the digits for letters in an amount: `O.50` -> `0.50`."""
    digits = re.sub("[lI|]", "1", re.sub("[oO]", "0", match[0]))
    if digits != match[0] and _is_amount(match, parsed):
        yield Proposed(*match.span(), digits, f"`{match[0]}` is not a number; did you mean {digits}?")


def _is_amount(match: re.Match[str], parsed: Parsed) -> bool:
    return parsed.key not in (None, "cards") or match.string[: match.start()].endswith(("+", "-", "."))


@repair("name-quotes", r'^~([^":/|;()\[\]]*[^": \t/|;()\[\]])~(?=[:(])')
def _quote_name(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    empty_key = parsed.key is not None and not match.string[match.end() :].strip(" \t:")
    if not (empty_key or _FIGURE.fullmatch(match[1])):
        yield Proposed(*match.span(1), f'"{match[1]}"', f"the name `{match[1]}` needs quotes")


@repair("suit-word")
def _words_in_rows(text: str, parsed: Parsed) -> Iterator[Proposed]:
    """Remove brackets around a suit word, and ranks in words: `K J 5 High Card`."""
    plain = ENGLISH.shape(r"\((?:all )?(@SUIT_WORD@)\)").sub(r"\1", text)
    rank = r"(?ai:high card|(?:one |two )?pairs?|trips|set|straight(?! flush)|full(?: house)?|boat|quads|(?:three|four) of a kind)"
    plain = re.sub(
        rf"(?<=[^/|:])[ \t(]+{rank}[ \t)]*(?=([/|;,])|$)", lambda found: "" if found[1] == "," else " ", plain
    ).rstrip()
    if plain != text:
        message = "a row has only cards, and perhaps a word for their suit"
        if parsed.wrong_rank is not None:
            stated, found = (_RANKS.get(word, word.replace("-", " ")) for word in parsed.wrong_rank)
            message = f"the cards of this row are {found}, not {stated}"
        yield Proposed(0, len(text), plain, message)


_RANKS: Final = {
    "pair": "a pair", "straight": "a straight", "flush": "a flush", "full-house": "a full house",
    "straight-flush": "a straight flush", "royal-flush": "a royal flush",
}  # fmt: skip


@repair("mark-unknown", r"[(\[]([^()\[\]]*)([)\]]|$)")
def _mark(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    inner = match[1].strip()
    word = re.fullmatch(r"([^\W\d]+)[ x]*[0-9]*(?:[ ]cards?)?", inner)
    meant = near(word[1], ("foul", "fantasyland")) if word else None
    if meant is not None:
        yield Proposed(*match.span(), f"({meant})", f"unknown mark {match[0]}; did you mean `({meant})`?")
    if not match[2]:
        yield Proposed(match.end(), match.end(), ")", "this bracket is not closed", match.span())
    name, _, status = inner.partition(" ")
    if ENGLISH.shape("@NAME@ @STATUS@").fullmatch(inner) and folded(name) not in _TALK["denies"]:
        yield Proposed(0, len(match.string), f"{name}: {status}", f"{match[0]} is not a mark of a board")


_rewrite(
    "card-unreadable",
    "",
    "these points cannot be read; write `expect:` to check the points of a deal",
    r"~[/|,;:=]?~(?<![0-9A-Za-z])[+-][0-9]{1,4}~$",
)
_rewrite(
    "line-unreadable",
    "void: ",
    "if this deal does not count, the key `void:` is missing",
    r"^(?P<edit>)(?ai:(?:this |the )?(?:deal |hand )?(?:is |was )?(?:a )?"
    r"(?:mis-?deal(?:t|ed)?|cancel+ed|void(?:ed)?)(?:[ \t,.:!-].*)?)$",
)


@repair("deal-line")
def _after_deal(text: str, parsed: Parsed) -> Iterator[Proposed]:
    match = re.match(
        r"(?ai:(deal|hand|round|game)(?![a-z])[ \t]*[#:-]?[ \t]*)(?!(?:of|at|for|to|with|the|and|in|on|is)[ \t])"
        r"([0-9]+|[a-z0-9.-]+)[.)]?(?=[^\w.-]|$)",
        text,
    )
    if match is None:
        ordinal = re.fullmatch(
            r"(?:([^\W0-9_]+)[ \t]+)?(?:(?ai:nr|no|num|số)[.]?[ \t]*|[#№(])?[ \t]*([0-9]{1,4})[ \t]*[)\].:]?|第[ \t]*([0-9]{1,4})[ \t]*[^\W0-9_]{1,2}:?",
            text,
        )
        if ordinal and (ordinal[1] is None or near(ordinal[1], ENGLISH.deals) is not None):
            number = ordinal[2] or ordinal[3]
            yield Proposed(0, len(text), f"deal {number}", f"`{text}` is not a `deal` line")
        return
    found = re.match(_REST, text[match.end() :])
    rest = found[1] if found else ""

    def lines(
        *following: str, message: str = "a `deal` line has only a name, and perhaps a date"
    ) -> Proposed:
        return Proposed(
            0, len(text), "\n".join((f"deal {match[2]}", *following)), message, (match.end(), len(text))
        )

    if not rest:
        yield lines()
        return
    if re.search(rf"(?<![^\W_])(?:{one_of((*_TALK['for'], 'only'))}[ \t]+[^\W\d_])", rest):
        # No log line applies to one player only.
        return
    voided = re.search(
        r"(?ai:(?<!not )\b(?:void(?:ed)?|mis-?deal\w*|cancel+ed)\b|not count|n['’]t count)", rest
    )
    if voided and not match[2].isdigit():
        return
    doubted = re.search(rf"[?]|(?<![^\W_]){one_of((*_TALK['denies'], *_TALK['conditions']))}(?![^\W_])", rest)
    unclear = "does this deal count, or is it void?"
    if voided and (doubted or voided.start()):
        yield lines(f"note: {rest}", message=unclear)
        is_bare = not rest[voided.end() :].strip("? ") and not voided.start()
        yield lines(*([] if is_bare else [f"note: {rest}"]), "void", message=unclear)
        return
    if voided:
        yield lines("void" if re.fullmatch("(?ai:void(?:ed)?)", rest.rstrip()) else f"void: {rest.rstrip()}")
    stake = re.match(
        r"((?ai:stakes?|@)[ \t:=]*)?([€$£]?[0-9][0-9.,]*[ \t]?(?:¢|ct?|cents?|[€$£]|[A-Z]{3})?)$", rest
    )
    if stake and (stake[1] or not rest.isdigit()):
        yield lines(f"stake: {stake[2]}")
    not_counted = one_of(all_words("talk.not_counted", "talk.redeals", "talk.void_sentences"))
    if re.search(rf"(?<![^\W_]){not_counted}(?![^\W_])", rest):
        yield lines(f"note: {rest}", message=unclear)
        yield lines(f"void: {rest}", message=unclear)
    else:
        yield lines(rest)


@repair("key-unreadable")
def _names_in_list(text: str, parsed: Parsed) -> Iterator[Proposed]:
    match = re.match(r"([^:]*:[ \t]*)(.*)", text)
    if match is None or parsed.key not in ("players", "adjust", "chips", "paid", "expect"):
        return
    if parsed.key == "players":
        names = [name.strip() for name in re.split("[,;]", match[2]) if name.strip()]
        plain = re.compile(f'{NAME}|"[^"]*"|[^" ]+[ ]*=.*')
        quoted = [name if plain.fullmatch(name) else f'"{name}"' for name in names]
        message = "a name of several words needs quotes"
        for listing in (quoted, re.findall(NAME, match[2])):
            yield Proposed(match.end(1), len(text), ", ".join(listing), message)
    else:
        signed = re.sub(r"(?<=[^\W0-9_])(?=[+-][0-9])", " ", match[2])
        if signed != match[2]:
            message = "a space is missing between a name and its points"
            yield Proposed(match.end(1), len(text), signed, message)
        commas = re.sub(r"[;|]|[ \t]+(?:and|und|vs)[ \t]+", ", ", match[2]).rstrip(" .,")
        yield Proposed(match.end(1), len(text), commas, "write commas between the players")


@repair("number-unreadable", r"(?<=[0-9]) @money.point@(?![^\W_])\.?")
def _points_for_money(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    """For example `paid: Ben -> Ana 2 points`."""
    if parsed.key in ("stake", "rake", "paid"):
        message = f"`{parsed.key}` is in money, but these are points; if it is money, remove the word"
        yield Proposed(*match.span(), "", message)


@repair(
    "number-unreadable",
    r"(?<![0-9.,])(?P<plain>(?P<grouped>[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{1,2})|[0-9]{1,3}(?:[,' ][0-9]{3})+"
    r"|[0-9]+,[0-9]+|(?P<whole>[0-9]+)[.,][-–—]+)(?![0-9])",
)
def _number(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    plain = match["whole"] or (match["grouped"] or "").replace(".", "") or match["plain"]
    plain = re.sub("[,' ](?=[0-9]{3}(?![0-9]))", "", plain).replace(",", ".")
    yield Proposed(*match.span(), plain, f"the number {match[0]} cannot be read")


@repair("line-unreadable")
def _rules_alone(text: str, parsed: Parsed) -> Iterator[Proposed]:
    presets, _ = shipped_names()
    parts = re.findall("[a-z0-9]+", text.lower().replace("2-7", "27"))
    if text.lower().strip() in ENGLISH.money["double"]:
        return
    if parts and {word for name in presets for word in name.split("-")}.issuperset(parts):
        for name in suggest(text, presets)[:2]:
            yield Proposed(0, len(text), f"rules: {name}", "these rules need the key `rules:`")


_rewrite(
    "line-unreadable",
    r"stake: \1",
    "the value of a point needs the key `stake:`",
    r"^(?ai:([^ \t]*[0-9][^ \t]*(?: [^ \t]+)?)~(?:\b(?:a|per) |/~)(?:points?|pts?|units?))$",
)


@repair("line-unreadable")
def _sums_alone(text: str, parsed: Parsed) -> Iterator[Proposed]:
    """Propose keys for names with points, or for a payment."""
    trimmed = text.rstrip(" .!")
    head = re.match(r"[^:+\-0-9]*:[ \t]*(?=[^:]*[+-][0-9])", trimmed) if "," in trimmed else None
    for start in (0, head.end()) if head is not None else (0,):
        body = trimmed[start:]
        if re.fullmatch(rf"(?:{NAME}[ \t:=]*[+-][0-9.]+[ \t,;/]*){{2,}}", body):
            points = re.findall(rf"({_WORD})[ \t:=]*([+-][0-9.]*[0-9])", body)
            message = (
                "these points need a key: `expect:` checks the result of the deal, `adjust:` adds points"
            )
            for key in ("expect", "adjust"):
                yield Proposed(0, len(text), f"{key}: {', '.join(map(' '.join, points))}", message)
    match = re.fullmatch(rf"({_WORD})[ \t,;:=]*([+-][0-9]{{1,4}})", trimmed)
    if match is not None and match[1].lower() not in ENGLISH.keys:
        yield Proposed(0, len(text), f"expect: {match[1]} {match[2]}", "these points need a key")
    if re.match(rf'(?:"[^"]*"|{_WORD})[ \t]*(?:->|→|=>|(?ai:paid|pays|gave|gives|owes)[ \t]|[0-9])', trimmed):
        debt = re.fullmatch(
            rf'("[^"]*"|{_WORD})[ \t]+[^\W\d_]+[ \t]+("[^"]*"|{_WORD})[ \t]+([0-9][^ \t]*)(|[ \t]*{ENGLISH.currency})[ \t.!]*',
            trimmed,
        )
        owes = debt is not None and re.search(rf"(?<![^\W_]){one_of(tables()['money']['debts'])}", trimmed)
        paid = f"{debt[1]} -> {debt[2]} {debt[3]}{debt[4]}" if debt is not None and owes else trimmed
        # `gave Ana 2 sixes` is not a payment.
        if debt is not None or re.search(rf"[0-9](?:[ \t]*{ENGLISH.currency})?[ \t.!]*$", trimmed):
            yield Proposed(0, len(text), f"paid: {paid}", _PAYMENT)
        if debt is not None:
            line = f"adjust: {debt[2]} +{debt[3]}{debt[4]}, {debt[1]} -{debt[3]}{debt[4]}"
            yield Proposed(0, len(text), line, _PAYMENT)


_PAYMENT: Final = "is this a payment or a debt? `adjust` counts points unless a currency follows"
_WORD: Final = r"[^\W0-9_][^\s,:;=/+-]*"


@repair("key-unknown", "^(@STATUS@)~[:=-]+~(.+)")
def _status_first(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    """Repair a line with the status before the names, such as `fouled: Cid and Dan`."""
    between = ENGLISH.shape("~[,;&/+]~| (?:and|und) ")
    names = [name.strip(" .!") for name in between.split(match[2])]
    if all(ENGLISH.shape("(?!@CARDS@$)@NAME@").fullmatch(name) for name in names):
        lines = "\n".join(f"{name}: {match[1].lower()}" for name in names)
        yield Proposed(0, len(match.string), lines, f"write `{match[1]}` after a name, not before it")


@repair(
    "claim-unreadable",
    '^(@NAME@|"[^"]*")~:~(?:(?ai:claim) )?([a-z][a-z -]*?)~[:,;]? (?=@CARDS@)',
)
def _claim(match: re.Match[str], parsed: Parsed) -> Iterator[Proposed]:
    if match[2] not in ROW_LABELS:
        message = "write the kind of a claim, a colon and its cards"
        yield Proposed(0, match.end(), f"{match[1]}: claim {match[2]}: ", message)


_rewrite(
    "comment",
    "  #",
    "`#` is in the middle of a word; a comment begins after a space",
    "(?<=[^ \t#])#",
)


@repair("mark-unknown")
def _closing_bracket(text: str, parsed: Parsed) -> Iterator[Proposed]:
    if text.count(")") > text.count("("):
        at = text.rindex(")")
        yield Proposed(at, at + 1, "", "this bracket was never opened")


_rewrite("comment", "# ", "a comment begins with `#`", "^(?://+~|%+~|--+~(?=[A-Za-z]))")


# --- diagnosis


_LONGEST: Final = 200
"""The longest line that gets repairs."""
_DEPTH: Final = 2
"""The number of slips in one line that are repaired together."""
_MOST: Final = 60
"""The number of candidates tried per line."""


def diagnose(source: Normalized, parsed: Parsed, read: Read) -> Diagnostic | None:
    """Return the diagnostic of the first repair that works, None if none does."""
    if len(source.text) > _LONGEST:
        return None
    tried: set[str] = set()
    layer: list[tuple[str, Normalized, Parsed, Any]] = [(source.line.text, source, parsed, None)]
    for _ in range(_DEPTH):
        following = []
        for text, normal, reading, first in layer:
            for code, function in REPAIRS:
                found: list[tuple[Edit, Proposed, Any]] = []
                for proposed in function(normal.text, reading):
                    start, end = normal.span(proposed.start, proposed.end)
                    if proposed.start == 0 and proposed.end == len(normal.text):
                        start, end = normal.columns[0], normal.columns[len(normal.text) - 1] + 1
                    edit = Edit(*source.line[:2], start, end, proposed.text)
                    edited = edit.applied(text)
                    if edited in tried or len(tried) > _MOST:
                        continue
                    tried.add(edited)
                    results = [read(source.line._replace(text=one)) for one in edited.split("\n")]
                    remark = edited.lstrip(" \t").startswith("#")
                    sure = first is None or all(_is_sure(result) for _, result in results)
                    if sure and all(
                        result.sound and (result.value is not None or remark) for _, result in results
                    ):
                        found.append((edit, proposed, results[0][1].value))
                    elif len(results) == 1:
                        following.append((edited, *results[0], first or (code, proposed, normal)))
                if found:
                    return _chosen_diagnostic(source, text, code, found, first, normal)
        layer = following
    return None


def _is_sure(parsed: Parsed) -> bool:
    """Return True for a value that justifies two edits: a whole board, or an entry."""
    value = parsed.value
    if isinstance(value, BoardSyntax):
        return is_whole(value)
    return isinstance(value, Entry) and KEYS[value.key.text].value != "words"


def _chosen_diagnostic(source, text, code, found, first, normal) -> Diagnostic:  # type: ignore[no-untyped-def]
    """Return the diagnostic of a line; of two slips, it reports the first."""
    edits = [edit for edit, _, _ in found]
    reads = tuple(value for _, _, value in found)
    proposed = found[0][1]
    if first is not None:
        code, proposed, normal = first
        edits = [edit._replace(start=0, end=len(source.line.text), text=edit.applied(text)) for edit in edits]
    span = normal.span(*(proposed.at or (proposed.start, proposed.end)))
    return Diagnostic(code, source.line, span, proposed.message, tuple(dict.fromkeys(edits)), None, reads)


WORDS: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
MORE_THAN_WORDS: Final = "[0-9:=/+|;#?]"


def has_cards(board: BoardSyntax) -> bool:
    """Return True for a board with a name, or with more cards than other words."""
    if board.name is not None or board.status is not None or board.marks:
        return True
    words = [word for row in board.rows for word in row.text.split()]
    readable = sum(not read_cards(word).faults for word in words)
    return any(read_cards(row.text).cards for row in board.rows) and 2 * readable >= len(words)


def house_rule(source: Normalized) -> Diagnostic | None:
    """Diagnose plain words that may change the rules: `triple royalties tonight`."""
    words = WORDS.findall(source.text)
    if re.search(MORE_THAN_WORDS, source.text) or {*map(folded, words)}.isdisjoint(_TALK["house_rules"]):
        return None
    message = "this line may change the rules, but is not the name of a rule set"
    note = "`ofcscore explain settings` lists all settings of rules; write a title as `title: ...`, and a comment after `#`"
    return Diagnostic("line-unreadable", source.line, source.span(0, len(source.text)), message, (), note)


def unreadable(source: Normalized, parsed: Parsed, vocabulary: Vocabulary) -> Diagnostic:
    """Diagnose a line that no repair fixes, at the position where parsing fails."""

    def because(code: str, message: str, note: str | None, span: tuple[int, int] | None = None) -> Diagnostic:
        return Diagnostic(code, source.line, span or source.span(0, len(source.text)), message, (), note)

    if parsed.key is not None:
        key = parsed.key if parsed.key in KEYS else "expect"
        span = source.span(*parsed.at) if parsed.at != (0, 0) else None
        example = f"write, for example, {key_form(key)}"
        ends = isinstance(parsed.value, Entry) or parsed.at[0] >= len(source.text.rstrip())
        if ends and re.fullmatch(r"[^:]*[:=]?[ \t]*", source.text):
            return because("key-empty", f"`{key}:` has no value", example, span)
        negative = re.search(r"[:=][ \t]*(-[0-9].*)", source.text) if key in ("stake", "rake") else None
        if negative is not None:
            message, span = f"a {key} cannot be negative", source.span(*negative.span(1))
            return because("number-negative", message, "remove the minus sign", span)
        of_names = parsed.expected & {"LIST_NAME", "SHARE_NAME"}
        if parsed.expected & {"MONEY", "FIGURES", "FIGURE"} and not of_names:
            return because("number-missing", "a number is missing here", example, span)
        number = (
            parsed.value.parts[0].number if isinstance(parsed.value, Entry) and parsed.value.parts else None
        )
        if number is not None and plain_number(number.text) is None:
            problem = not_a_number(number)
            return because(problem.code, problem.message, problem.hint, number.span)
        return because("key-unreadable", f"the value of `{key}` cannot be read from here on", example, span)
    if re.fullmatch("(?ai:deal|hand)[: \t]*", source.text):
        return because("deal-line", "this deal has no name", "write its number, for example `deal 1`")
    if vocabulary.deal_line.match(source.text):
        unsure = one_of((*_TALK["not_counted"], *_TALK["denials"], *tables()["money"]["void"]))
        note = "remove the rest, or put `#` before it to make it a comment"
        if re.search(rf"(?<![^\W_]){unsure}(?![^\W_])", source.text[parsed.at[0] :]):
            note = "remove these words; if the deal does not count, write `void` on the next line"
        message = "a `deal` line has only a name, and perhaps a date"
        return because("deal-line", message, note, source.span(*parsed.at))
    forms = (form for words, form in _FORMS if vocabulary.says(words, source.text))
    # A line with a number may be about money, so do not suggest a comment.
    remark = "" if re.search("[0-9]", source.text) else "; to keep this line as a comment, start it with `#`"
    message = "can't read this line: it is not a board, a setting or a deal heading"
    span = source.span(*parsed.at) if parsed.at[0] else None
    return because("line-unreadable", message, next(forms, f"{BOARD_FORM}{remark}"), span)


_FORMS: Final = (
    ("status.foul", "write a foul as `Ann: foul` on a line of its own, or as `(foul)` after the cards"),
    (
        "money.paid|money.owes",
        "write a payment as `paid: Ann -> Bob 5`, and what is still owed as a comment after `#`",
    ),
    ("key.running|key.expect", "write results as `expect: Ann +5, Bob -5`, below the boards of their deal"),
    ("money.point", "write a stake as `stake: 0.50 EUR`, on a line of its own"),
)
"""How a line is written that has one of these words, if it has no reading."""
