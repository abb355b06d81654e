"""Parse lines that begin a deal or void one, and the numbers of deals in words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from functools import cache, lru_cache, partial
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import listed
from ofcscore.game.cards import Row
from ofcscore.log.syntax import BoardSyntax, DealLine, Entry, LineSyntax, Part, Unread, entry, note
from ofcscore.log.text.board_lines import (
    board_with_tail,
    in_fantasyland,
    named_board,
    several_boards,
    status_after_reason,
    status_of_known,
)
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.game_terms import ask_about_order, stated_order
from ofcscore.log.text.log_state import LogContext, first_read, shaped
from ofcscore.log.text.money_lines import totals
from ofcscore.log.text.neighboring_lines import Item
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.relevance import count_cards
from ofcscore.log.text.remarks import (
    is_unlike_money,
    may_be_remark,
    people_in,
    without_asides,
    words_behind,
)
from ofcscore.log.text.syntax_builder import parse
from ofcscore.log.vocabulary import CARDS, all_words, folded, one_of
from ofcscore.log.words import tables

_ROMAN: Final = {"II": "2", "III": "3", "IV": "4", "VI": "6", "VII": "7", "VIII": "8", "IX": "9"}
"""Roman numerals of two or more letters; a single letter may be a deal's name."""
_DIGITS: Final = "〇一二三四五六七八九"
_CHINESE: Final = re.compile(
    f"^[ \\t]*第?([{_DIGITS[1:]}])(?:局目|局|把|手|副|盘|盤|回)?(?=$|[\\s,，、:：(（])"
)
"""A Chinese number that names a deal: `第二局`."""
_ORDINAL: Final = r"(?:(?:st|nd|rd|th|ère|er|ème|eme|ste|-[яйа])(?![^\W_])|[.ºª])"
_IS: Final = "(?ai:both|is|are|was|were|void|mis-?deal)"


class NamedDeals(NamedTuple):
    """The deals that a text names, and the text after the names.

    `also` is True if they add to other deals that are not named.
    """

    names: tuple[str, ...]
    why: str
    also: bool


@lru_cache(8)
def _patterns(phrases: tuple[str, ...] = ()) -> tuple[re.Pattern[str], ...]:
    """Return the patterns that `named_deals` applies, in order.

    They match the words before a deal, a deal, the words after its number, those between deals, and the rest.
    `phrases` are the deal names that a text may only name as a whole: `night one`.
    """
    talk = tables()["talk"]
    deals = one_of((*all_words("deals", "deal-lists"), *talk["deals"]))
    number = "(?ai:number|nummer|no|nr)"
    also = one_of(talk["also"])
    before = one_of((*talk["before_number"], *all_words("money.void"), *talk["also"]))
    word = rf"(?:{deals}|{number}(?=[ \t.#]*[0-9]))(?:[ \t]+{number})?"
    end = r"(?=[ \t]|[.,;:&+()\[\]!–—]*(?:[ \t]|$)|[,;:&+()\[\]–—])"
    joins = rf"(?:{one_of((*talk['and'], *talk['also']))}[ \t]+)*"
    return (
        re.compile(rf"[ \t]*(?P<words>(?:{before}[ \t,:]+)*)"),
        re.compile(
            rf"[(\[]?(?:(?P<word>{word})[ \t.]*(?:#[ \t]*)?|#[ \t]*)?"
            rf'(?:"?(?P<phrase>{one_of(phrases)})"?(?![^\W_])|"(?P<quoted>[^"]+)"|(?P<figures>[0-9]{{1,4}})(?P<ordinal>{_ORDINAL}?){end}'
            r'|(?P<name>[^\W_][^ \t"#:,;()\[\]]*))[)\]]?'
        ),
        re.compile(rf"[ \t]*(?:{deals}|(?ai:one)(?![^\W_]))"),
        re.compile(
            rf"[ \t]*(?:[,;&+]|{one_of(talk['and'])}(?=[ \t]))[ \t]*(?P<words>{joins})"
            rf"|[ \t]+(?=(?:{deals}[ \t]*)?#?[0-9])(?=[^0-9])"
        ),
        re.compile(
            rf"(?P<words>(?:[ \t,]*{also})*)"
            rf"(?:[.!]*[ \t]*(?:[,;:([–—-]|(?={_IS})|$)[ \t]*(?P<why>.*))"
        ),
    )


@cache
def _numbers(table: str) -> Mapping[str, str]:
    return {
        word: number
        for number, words in tables()["talk"][table].items()
        for word in words
        if number.isdecimal()
    }


def named_deals(
    text: str, names: Collection[str] = (), *, bare: bool = True, in_order: bool = True
) -> NamedDeals | None:
    """Return the deals that a text names, None if it names none or says more.

    `names` are the log's deal names that are not numbers. A number in words alone names a deal only
    if `bare`, and `2nd` only if the log's deals are numbered `in_order`.

    >>> named_deals("the 2nd and deal 3, a card was seen")[0]
    ('2', '3')
    """
    text = _CHINESE.sub(lambda match: str(_DIGITS.index(match[1])), text, count=1)
    phrases = tuple(name for name in names if re.search(r'[ \t"#:,;()\[\]]', name))
    of_lead, of_deal, of_unit, of_join, of_tail = _patterns(phrases)
    known = {folded(name): name for name in names}
    lead = of_lead.match(text)
    assert lead is not None
    joins, found, at, end = lead["words"], [], lead.end(), 0
    while match := of_deal.match(text, at):
        name, ordinal = _name_of(match, known, bare=bare)
        if name is None or (ordinal and not in_order):
            break
        found.append(name)
        counts = ordinal or match["ordinal"]
        after = of_unit.match(text, match.end()) if counts else None
        end = after.end() if after else match.end()
        between = of_join.match(text, end)
        if between is None:
            break
        joins += between["words"] or ""
        at = between.end()
    tail = of_tail.fullmatch(text, end) if found else None
    if tail is None:
        return None
    also = re.search(one_of(tables()["talk"]["also"]), joins + tail["words"]) is not None
    return NamedDeals(tuple(found), tail["why"], also)


def number_named(name: str) -> int | None:
    """Return the number of the only deal that a text names, or None.

    None is returned too if the text says more than that.

    >>> number_named("Deal 2"), number_named("two"), number_named("２."), number_named("2b")
    (2, 2, 2, None)
    """
    plain = "".join(str(unicodedata.digit(sign, sign)) for sign in name.strip(" \t.!:"))
    found = named_deals(plain.removesuffix(".0"))
    number = found.names[0] if found is not None and len(found.names) == 1 and not found.why else ""
    return int(number) if number.isdecimal() else None


def _name_of(match: re.Match[str], known: Mapping[str, str], *, bare: bool) -> tuple[str | None, bool]:
    """Return the deal's name in a match, or None, and True for an ordinal: `2nd`."""
    word = (match["phrase"] or match["quoted"] or match["name"] or match["figures"]).rstrip(".")
    small = folded(word)
    if small in known:
        return known[small], False
    if match["figures"]:
        return match["figures"].lstrip("0") or "0", match["ordinal"] not in ("", ".")
    if match["quoted"]:
        return word if match["word"] or word.isdecimal() else None, False
    ordinal = _numbers("ordinals").get(small)
    if ordinal is not None:
        return ordinal, True
    number = _ROMAN.get(word) or (_numbers("cardinals").get(small) if bare or match["word"] else None)
    return number or (word if match["word"] else None), False


_TALK: Final = tables()["talk"]

_FRAME: Final = " \t()[]>:.,;–—=*_~-"
_FRAME_END: Final = " \t]>:.,;–—=*_~-!"
"""Signs around the words of a heading."""
_NUMBERED: Final = (
    r"~第~(?P<number>[0-9]{1,4}|[一二三四五六七八九十]{1,3})~@deals@~[:.]?~(?P<rest>.*)",
    r"[-=*_~–—<\[( \t]*(?:@talk.relative@~[,:–—-]+~)?@deals@~(?:(?ai:no|nr|num|n)[.°º]?~|[#№:]~)?(?P<number>[0-9]{1,4})(?![0-9.][0-9])[.]?"
    r"(?P<rest>(?:[^\w].*)?)",
    r"[-=*_~–—<\[( \t]*(?P<number>[0-9]{1,4})"
    r"(?:(?:st|nd|rd|th|re|ère|er|e|ème|eme|me|de|da|a|o|ste|[-–]?[яйа])(?![^\W_])|\.|º|ª)?~@deals@(?P<rest>(?:[^\w].*)?)",
    # Exclude `last` and `next`: which deal they mean is not known here.
    # `First hand was brutal` is talk.
    r"[-=*_~–—<\[( \t#]*(?:(?ai:the) )?(?P<number>(?!@talk.relative@[ \t])@talk.ordinals@) @deals@(?P<rest>(?:~[^\w \t].*)?)",
    r"[-=*_~–—<\[( \t#]*@deals@ (?P<number>@talk.cardinals@|[A-Z](?![^\W_]))(?P<rest>(?:~[^\w \t].*)?)",
)
"""The shapes of lines that begin with a numbered deal."""


def match_of_deal(log: LogContext, source: Normalized) -> re.Match[str] | None:
    """Match a line that begins with a numbered deal: groups `number` and `rest`."""
    found = (log.vocabulary.shape(shape).fullmatch(source.text) for shape in _NUMBERED)
    return next(filter(None, found), None)


def number_in(log: LogContext, match: re.Match[str]) -> int:
    """Return a deal's number; the next one if it is written in words."""
    return int(match["number"]) if match["number"].isdecimal() else log.deals + 1


@shaped(*_NUMBERED)
def deal_heading(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return a deal line and the words after it, None if their meaning is unclear."""
    in_words = log.vocabulary.says("talk.ordinals|talk.cardinals", match["number"])
    again = match["rest"].strip(" \t.:!)]") and number_in(log, match) <= log.deals
    if log.is_chat and (in_words or again):
        return None
    start, rest, deal = match.start("rest"), match["rest"], numbered_deal(source, match.span("number"))
    left = len(rest) - len(rest.lstrip(_FRAME))
    words = rest[left:].rstrip(_FRAME_END)
    while words.count(")") > words.count("(") and words.endswith(")"):
        words = words[:-1].rstrip(_FRAME_END)
    if not words:
        return [deal]
    piece = source.cut(start + left, start + left + len(words))
    after = first_read((*_AFTER_DEAL, _with_multiple), log, piece)
    if after is None:
        # `Last one, double stakes (his idea!!)`
        said = log.vocabulary.shape(r"[ \t,;.(–-]*@talk.multiplied@[).!]*$")
        plain = without_asides(log, piece) or piece
        if plain.text != (shorter := plain.sub(said, "")).text or plain is not piece:
            after = first_read((*_AFTER_DEAL, _with_multiple), log, shorter)
    is_comment = source.line.text.lstrip().startswith("#")
    is_clear = match["number"].isdecimal() and not is_comment
    after = _multiple_in_words(log, piece) if after is None and is_clear else after
    if after is None and is_clear and may_be_remark(log, words, is_heading=True):
        after = [_words_behind(piece)]
    return None if after is None else [deal, *after]


_SHORT_HEADING: Final = r"(?:[DdHhRrGgРр][0-9]{1,3}|[0-9]{1,3}(?:st|nd|rd|th))(?=~[,;:(–-]| @all.money.void@)"
"""A short heading before other words: `R3 misdeal`, `2nd, Ted went home`."""
_LIST_NUMBER: Final = re.compile(r"[ \t]*([0-9]{1,3})[.)][ \t]+(?=[^\W\d_])")
_FEWEST_CARDS: Final = 3
Read = Callable[[Normalized], list[LineSyntax] | None]


def numbered_words(log: LogContext, item: Item, read: Read) -> list[LineSyntax] | None:
    """Return the next deal and the words behind its number: `R3, misdeal`, `4. Dave is back`."""
    source, number = item.source, log.deals + 1
    assert source is not None
    short = log.vocabulary.shape(_SHORT_HEADING).match(source.text)
    listed = _LIST_NUMBER.match(item.line.text)
    if short is not None and re.findall("[0-9]+", short[0]) == [str(number)]:
        return read(source.edited([(*short.span(), f"deal {number}")])) or None
    if listed is None or int(listed[1]) != number or count_cards(source.text) >= _FEWEST_CARDS:
        return None
    if log.vocabulary.deal_line.match(f"{source.text} "):
        # `1. Runde`
        return None
    # The number of a list is not in the source any more.
    found = read(source.edited([(0, 0, f"deal {number} ")])) or []
    notes = [one for one in found if isinstance(one, Entry) and one.key.text == "note" and not one.doubt]
    is_silent = bool(notes) or len(found) == 1
    if not found or (is_silent and not may_be_remark(log, source.text, is_heading=True)):
        return None
    return [*(one for one in found if one not in notes), *([_words_behind(source)] if is_silent else [])]


def _words_behind(piece: Normalized) -> Entry:
    """Return a note with the error about words behind a deal's number."""
    return words_behind(piece, "the number of this deal", "deal-line")


def _with_multiple(log: LogContext, piece: Normalized) -> list[LineSyntax] | None:
    """Return the values of words and a multiple of the stake: `(Marek deals), double`."""
    match = re.fullmatch(
        r"[(\[]?(?P<words>[^()\[\],;]+)[)\]]?[ \t]*[,;–—-]?[ \t]*(?P<last>[^()\[\],;]+)", piece.text
    )
    if match is None or log.vocabulary.says("talk.denies|talk.for|terms.narrows", match["words"]):
        return None
    multiple = _multiple(log, piece.cut(*match.span("last")))
    words = first_read(_AFTER_DEAL, log, piece.cut(*match.span("words"))) if multiple else None
    return None if words is None or multiple is None else [*words, *multiple]


def _multiple_in_words(log: LogContext, piece: Normalized) -> list[LineSyntax] | None:
    """Return a multiple of the stake among words that do not limit it: `last one, double, Theo's birthday`."""
    shape, says = log.vocabulary.shape, log.vocabulary.says
    plain = piece.sub(
        shape("@talk.multiplied@|@talk.relative@ (?:@deals@|(?ai:one))"), lambda m: " " * len(m[0])
    )
    found = [*shape(_MULTIPLE).finditer(plain.text)]
    if len(found) != 1:
        return None
    start, end = found[0].span()
    before, after = piece.cut(0, start).stripped(_FRAME), piece.cut(end, len(piece.text)).stripped(_FRAME)
    rest = f"{plain.text[:start]} {plain.text[end:]}"
    limits = "?" in rest or says("talk.denies|talk.conditions|talk.for|talk.again|terms.narrows", rest)
    # `Ben asked for double, Ana refused`, but not `Ben's birthday`
    limits = limits or bool(people_in(log.names) & {*map(folded, re.findall(r"[\w'’]+", rest))})
    if limits or not is_unlike_money(log.vocabulary, rest):
        return None
    figure = plain.at(start, end, found[0].lastgroup)
    return [
        entry("stake", Part(words=(figure,))),
        *(_words_behind(side) for side in (before, after) if side.text),
    ]


_MULTIPLE: Final = r"(?<![^\W_])(?:@talk.for@ )?(?:(?P<x2>@money.double@)|(?P<x3>@money.triple@)|(?P<x4>@money.quadruple@))(?![^\W_])"


@shaped(
    r"(?s:(?:[(\[]?~)?(?ai:it |was |is |a )*(?P<void>@money.void@)~(?:[(\[,:–—-]~(?P<why>.*?)[)\]]?)?)",
    r"(?P<why>[^()\[\],;:]*[^()\[\],;: \t])~[,;:]~(?P<void>@money.void@)[)\]]?",
)
def _void_after_deal(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    why = match["why"] or ""
    if why.count("(") < why.count(")"):
        # `misdeal (card face up) doesn't count`
        return [_void_entry(source, match.start("void"), len(source.text))]
    return [_void_entry(source, *match.span("why" if why else "void"))]


@shaped(
    r"(?:(?P<x2>@money.double@)|(?P<x3>@money.triple@)|(?P<x4>@money.quadruple@))"
    r"(?: @talk.for_this_deal@)*",
    r"(?ai:stakes?|einsatz|points?)?[ \t:]*(?:[x×*]~(?P<x>[2-9]|10)|(?P<times>[2-9]|10)~[x×])(?: (?ai:stakes?))?",
)
def _multiple(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    figures = match.groupdict()
    figure = figures.get("x") or figures.get("times")
    multiple = source.at(0, len(source.text), f"x{figure}" if figure else match.lastgroup)
    return [entry("stake", Part(words=(multiple,)))]


@shaped("@talk.of@~[0-9]{1,3}")
def _number_of_deals(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    return []


_CLOCK: Final = (
    r"(?:(?:\@|@talk.at@)~)?(?:(?:1[3-9]|2[0-3])\.[0-5][0-9]|[0-9]{1,2}(?:[:h][0-9]{2}"
    r"|(?:[:.h][0-9]{2})?~(?:(?ai:[ap]\.?m\.?)|@talk.oclock@|(?ai:uhr))))"
)
"""A time of day, which has no meaning for a deal; `2.50` may be an amount."""


@shaped(rf"(?P<date>.*[0-9])[ \t,]+{_CLOCK}")
def _day_and_time(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    day = heading_reader(log.vocabulary).read(source.cut(0, match.end("date")))
    return [*day.entries] if day and [one.key.text for one in day.entries] == ["date"] else None


@shaped(_CLOCK)
def _time(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    return [note(source.whole)]


_MATTERS: Final = (
    r"[0-9]|@CARDS@~[/|;]|(?<![^\W_])(?:(?ai:stakes?)(?![^\W0-9_])|"
    "@statuses|money.paid|money.owes|money.void|money.double|money.point|talk.house_rules|talk.not_counted|"
    "talk.redeals|talk.void_sentences|terms.turned@)"
)
"""Figures, cards, and words about money, boards, rules or deals that do not count."""


def _words(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the settings in words, or a note if no word matters."""
    text, vocabulary = source.text, log.vocabulary
    found = heading_reader(vocabulary).read(source)
    if found is not None and not found.unclear:
        entries = [one for one in found.entries if one.key.text != "title"]
        if entries:
            return [*entries]
        return None if vocabulary.says("talk.not_counted", text) else [note(source.whole)]
    values = first_read(_WORDS_AFTER_DEAL, log, source)
    if values is not None:
        return values
    return None if vocabulary.shape(_MATTERS).search(text) else [note(source.whole)]


def _board_or_key(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    if (board := named_board(log, source)) is not None:
        return [board]
    parsed = parse(source, log.vocabulary)
    return [parsed.value] if parsed.sound and isinstance(parsed.value, Entry) else None


def _marked_in_heading(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Note the players whom a deal's heading puts in fantasyland."""
    before = log.in_deal, log.is_chat
    log.in_deal, log.is_chat = {}, False
    found = in_fantasyland(log, source)
    log.in_deal, log.is_chat = before
    return found


@shaped(
    r"[(\[]?~(?:@talk.pronouns|talk.somebody@ )(?:@talk.plays@ )?@IN_FL@~[)\].!]*(?: (?ai:ha(?:ha)+|lol))?"
)
def somebody_in_fantasyland(
    log: LogContext, source: Normalized, match: re.Match[str]
) -> list[LineSyntax] | None:
    """Note who is in fantasyland without a name: `you were in fantasyland`."""
    return None if log.is_chat else [note(source.whole)]


def _rows_in_order(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Accept a heading for the rows of the boards below: `top | middle | bottom`."""
    order = stated_order(log.vocabulary, source.text)
    if order is None:
        return None
    return [] if order == [*Row] else [ask_about_order(log, source)]


_AFTER_DEAL: Final = (
    _rows_in_order,
    _void_after_deal,
    _multiple,
    _number_of_deals,
    _day_and_time,
    _time,
    _words,
)
"""The readings of words after a deal's name, in the order in which they are tried."""
_WORDS_AFTER_DEAL: Final = (
    _marked_in_heading,
    somebody_in_fantasyland,
    status_of_known,
    status_after_reason,
    partial(totals, of_deal=True),
    _board_or_key,
    several_boards,
    board_with_tail,
)


def _void_entry(source: Normalized, start: int, end: int) -> Entry:
    reason = source.text[start:end]
    if reason.count("(") > reason.count(")") and source.text[end : end + 1] == ")":
        end += 1
    return entry("void", Part(words=(source.at(start, end),)))


@shaped(
    r"(?ai:this |that |the )?@money.void@[ \t:,–—-]*(?:(?ai:in|of) )?(?P<names>[^(\[]*[^(\[ \t.!])[ \t.!]*(?P<why>[(\[].*)?",
    r"(?P<names>@deals|talk.deals@~[^(\[]+?)[ \t:,–—-]*(?:(?ai:both|is|are|was|were) )*"
    r"@money.void@[ \t.!]*(?P<why>[(\[].*)?",
)
def void_line(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the deals voided by a line: `void deal 1`, `misdeal 3 (wrong deck)`."""
    named = named_deals(match["names"], bare=False)
    if named is None or named.why or named.also or (len(named.names) == 1 and match.start("names") == 0):
        return None
    if not all(map(str.isdecimal, named.names)):
        return None
    why = f" {match['why']}" if match["why"] else ""
    names = listed([f"deal {name}" for name in named.names], "and") + why
    return [entry("void", Part(words=(source.at(*match.span("names"), names),)))]


@shaped(r"(?P<void>@money.void@)(?:[.!]+ | ?[–—-]+ )(?P<why>[^\W_][^|]*)")
def void_sentence(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return a void deal and its reason in sentences: `VOID - the deck was short. Doesn't count`."""
    if re.search("[0-9]", match["why"]) or log.vocabulary.says(_MORE_THAN_WHY, match["why"]):
        return None
    parsed = parse(source.edited([(match.end("void"), match.start("why"), ": ")]), log.vocabulary)
    is_void = parsed.sound and isinstance(parsed.value, Entry) and parsed.value.key.text == "void"
    return [parsed.value] if is_void and log.begun and not log.is_chat else None


_MORE_THAN_WHY: Final = (
    "currencies|money.paid|money.owes|money.point|talk.wins|talk.loses|talk.moves|talk.fees|talk.sums|deals"
)


@shaped(r"(?P<fee>@talk.fees@)~[:=]~@CURRENCY@?~@NUMBER@[^/|]*")
def fee(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Ask about an amount apart from the boards: `ante: 5`."""
    what = f"who pays this {folded(match['fee'])}, and who gets it?"
    return _ask(log, source, "key-unknown", what, "write points or money as `adjust: Ann +5 EUR, Bob -5 EUR`")


@shaped(r"[^/|0-9]*[^\W\d_]{2}[^/|0-9]*")
def cancelling(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Ask about a line that may cancel something: `crossed out`."""
    if not log.vocabulary.consists_of("talk.undoes|talk.not_counted|talk.not_for_money", match[0]):
        return None
    what = "does this line cancel the deal or the line above?"
    return _ask(log, source, "void-unclear", what, "write `void` if the deal is void")


def _ask(log: LogContext, source: Normalized, code: str, what: str, hint: str) -> list[LineSyntax] | None:
    if log.is_chat or not log.begun or source.line.text.lstrip().startswith("#"):
        return None
    hint += "; to keep this line as a comment, start it with `#`"
    log.report(code, source.line, source.span(0, len(source.text)), what, hint)
    return [Unread()]


def void_deal(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return `void` for a deal without boards, from its heading or a line below it."""
    heading = match_of_deal(log, source)
    if log.is_chat or not log.begun or (heading is None and log.in_deal):
        return None
    deal = [] if heading is None else [numbered_deal(source, heading.span("number"))]
    piece = source if heading is None else source.cut(*heading.span("rest"))
    text = piece.text
    rest = log.vocabulary.shape(rf"(?<![^\W_])@{VOIDS}@").sub(" ", text)
    words = {folded(word) for word in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", rest)}
    money = (word for name in ("paid", "owes", "double", "point") for word in log.vocabulary.money[name])
    unsure = {*money, *_TALK["denies"], *_TALK["not_a_deal"], *_TALK["relative"], *log.vocabulary.deals}
    if rest == text or not words.isdisjoint(unsure):
        return None
    if re.search(rf"[:=+€$£?]|-[0-9]|{CARDS}[ \t]*[/|]", text.lstrip(" \t:")):
        return None
    left = len(text) - len(text.lstrip(_FRAME))
    return [*deal, _void_entry(piece, left, len(text.rstrip(f"{_FRAME}!")))]


VOIDS: Final = "all.money.void|talk.redeals|talk.void_sentences"
"""Words in any language that void a deal."""


_LISTED: Final = re.compile(r"[ \t]*#?[0-9]{1,3}[.):][ \t]")


def numbered_item(log: LogContext, source: Normalized, below: Item | None) -> list[LineSyntax] | None:
    """Return a deal in a numbered list, with boards or points: `3. Ana +4, Ben -4`.

    If `below` is a board without a number, the deal's first board may follow the number.
    """
    number = re.match(r"[ \t]*#?(?P<number>[0-9]{1,3})[.):][ \t]+", source.line.text)
    if number is None or int(number["number"]) != log.deals + 1 or log.is_chat:
        return None
    whole = source.line.whole
    deal = DealLine(whole, whole.part(*number.span("number")))
    if (void := _numbered_void(log, source, number["number"])) is not None:
        return void
    if (boards := several_boards(log, source)) is not None:
        return [deal, *boards]
    first = named_board(log, source, whole=True)
    listed = below is None or not isinstance(below.value, BoardSyntax) or _LISTED.match(below.line.text)
    is_name = first is not None and first.name is not None and first.name.text == number["number"]
    if first is not None and not listed and not is_name:
        return [deal, first]
    if log.in_deal:
        return None
    points = totals(log, source, of_deal=True)
    return None if points is None else [deal, *points]


def _numbered_void(log: LogContext, source: Normalized, number: str) -> list[LineSyntax] | None:
    """Return a numbered void deal: `3) misdeal, doesn't count`. Ask if boards have numbers too."""
    if not log.vocabulary.says(VOIDS, source.text):
        return None
    found = deal_heading(log, source.edited([(0, 0, f"deal {number} ")])) or []
    if not any(isinstance(one, Entry) and one.key.text == "void" for one in found):
        return None
    if log.in_deal and log.last_at is not None and _LISTED.match(log.last_at.line.text):
        what, note = f"is deal {number} void, or the deal above?", "write `void` alone below the void deal"
        log.report("void-unclear", source.line, source.span(0, len(source.text)), what, note)
        return [Unread()]
    return found


def numbered_deal(source: Normalized, span: tuple[int, int]) -> DealLine:
    """Return the deal whose name is at a span; `first` is 1."""
    name = source.at(*span)
    number = None if name.text.isdecimal() else number_named(name.text)
    return DealLine(source.whole, name.with_text(str(number)) if number else name)
