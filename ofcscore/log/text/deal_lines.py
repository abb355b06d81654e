"""Lines that begin a deal, with what stands behind its name, and lines that say that one is void."""

from __future__ import annotations

import re
from typing import Final

from ofcscore.log.syntax import DealLine, Entry, LineSyntax, Part, Text, entry
from ofcscore.log.text.board_lines import in_fantasyland, named_board, several_boards, status_of_known
from ofcscore.log.text.context import LogContext
from ofcscore.log.text.headings import heading_reader
from ofcscore.log.text.money_lines import totals
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.parser import parse
from ofcscore.log.vocabulary import CARDS, folded, one_of, tables

_TALK: Final = tables()["talk"]


_CHINESE_DEAL: Final = re.compile(
    r"[ \t]*第[ \t]*(?P<number>[0-9]{1,4}|[一二三四五六七八九十]{1,3})[ \t]*(?:局|把|轮|盘|手|輪|盤)[ \t]*[:.]?[ \t]*(?P<rest>.*)"
)


def match_of_deal(log: LogContext, source: Normalized) -> re.Match[str] | None:
    """Return the `number` of the deal that a line begins with, and the `rest` of the line."""
    words = one_of(log.vocabulary.deals)
    text = source.text
    return (
        _CHINESE_DEAL.fullmatch(text)
        or re.fullmatch(
            rf"[-=*_~–—<\[( \t]*{words}[ \t]*(?:(?ai:no|nr|num|n)[.°º]?[ \t]*|[#№:][ \t]*)?(?P<number>[0-9]{{1,4}})(?![0-9.][0-9])[.]?(?P<rest>(?:[^\w].*)?)",
            text,
        )
        or re.fullmatch(
            rf"[-=*_~–—<\[( \t]*(?P<number>[0-9]{{1,4}})(?:st|nd|rd|th|\.|º|ª|-я|-й)?[ \t]*{words}(?P<rest>(?:[^\w].*)?)",
            text,
        )
    )


def deal_heading(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a deal's line with words behind it that can be read, or that say nothing about money."""
    match = match_of_deal(log, source)
    if match is None:
        return None
    number = int(match["number"]) if match["number"].isdecimal() else log.deals + 1
    if log.is_chat and match["rest"].strip(" \t.:!)]") and number <= log.deals:
        return None
    return _named_deal(log, source, match)


def ordinal_heading(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a deal's line with its place in words: `First hand:`."""
    # Which deal is the last one, or the next, is not known here.
    ordinals = one_of(word for word in _TALK["ordinals"] if word not in _TALK["relative"])
    deals, cardinals = one_of(log.vocabulary.deals), one_of(_TALK["cardinals"])
    before, behind = r"[-=*_~–—<\[( \t#]*", r"[ \t.:=*–—-]*"
    match = re.fullmatch(
        rf"{before}(?:(?ai:the)[ \t]+)?(?P<number>{ordinals})[ \t]+{deals}{behind}", source.text
    ) or re.fullmatch(rf"{before}{deals}[ \t]+(?P<number>{cardinals}){behind}", source.text)
    return None if match is None or log.is_chat else [numbered_deal(source, match.span("number"))]


def _named_deal(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the deal whose `number` a heading has, and what the `rest` of it says."""
    text, deal = source.text, numbered_deal(source, match.span("number"))
    start, end = match.span("rest")
    rest = text[start:end]
    left = len(rest) - len(rest.lstrip(" \t()[]>:.,;–—=*_~-"))
    said = rest[left:].rstrip(" \t]>:.,;–—=*_~-!")
    while said.count(")") > said.count("(") and said.endswith(")"):
        said = said[:-1].rstrip(" \t]>:.,;–—=*_~-!")
    if not said:
        return [deal]
    behind = _behind_deal(log, source, start + left, start + left + len(said))
    return None if behind is None else [deal, *behind]


def _behind_deal(log: LogContext, source: Normalized, start: int, end: int) -> list[LineSyntax] | None:
    """Return what words behind a deal's name say: a date, a stake, a status, that it is void, or a note."""
    text = source.text[start:end]
    vocabulary, money = log.vocabulary, log.vocabulary.money
    void = re.fullmatch(
        rf"(?:[(\[]?[ \t]*)?(?ai:it |was |is |a )*(?P<void>{one_of(money['void'])})[ \t]*(?:[(\[,:–—-][ \t]*(?P<why>.*?)[)\]]?)?",
        text,
        re.DOTALL,
    )
    void = void or re.fullmatch(
        rf"(?P<why>[^()\[\],;:]*[^()\[\],;: \t])[ \t]*[,;:][ \t]*(?P<void>{one_of(money['void'])})[)\]]?",
        text,
    )
    if void is not None:
        first, last = void.span("why" if void["why"] else "void")
        return [_void_entry(source, start + first, start + last)]
    multiple = re.fullmatch(
        rf"(?:(?P<x2>{one_of(money['double'])})|(?P<x3>{one_of(money['triple'])})|(?P<x4>{one_of(money['quadruple'])}))"
        r"(?:[ \t]+(?ai:stakes?|for this one|this one|this deal|for this deal|this round|points?|only|einsatz|für diese))*",
        text,
    )
    factor = re.fullmatch(
        r"(?ai:stakes?|einsatz|points?)?[ \t:]*(?:[x×*][ \t]*([2-9]|10)|([2-9]|10)[ \t]*[x×])(?:[ \t]+(?ai:stakes?))?",
        text,
    )
    if multiple is not None or factor is not None:
        said = multiple.lastgroup if multiple is not None else f"x{factor[1] or factor[2]}"  # type: ignore[index]
        return [entry("stake", Part(words=(source.at(start, end, said),)))]
    if re.fullmatch(rf"{one_of(_TALK['of'])}[ \t]*[0-9]{{1,3}}", text):
        return []
    dated = re.fullmatch(rf"(?P<date>.*[0-9])[ \t,]+{_CLOCK}", text)
    day = (
        None
        if dated is None
        else heading_reader(vocabulary).read(source.cut(start, start + dated.end("date")))
    )
    if day is not None and [one.key.text for one in day.entries] == ["date"]:
        return [*day.entries]
    if re.fullmatch(_CLOCK, text):
        return [entry("note", Part(words=(source.at(start, end),)))]
    piece = source.cut(start, end)
    found = heading_reader(vocabulary).read(piece)
    if found is not None and not found.unclear:
        entries = [e for e in found.entries if e.key.text != "title"]
        if entries:
            return [*entries]
        unsure = one_of(_TALK["not_counted"])
        return (
            None
            if re.search(rf"(?<![^\W_]){unsure}", text)
            else [entry("note", Part(words=(source.at(start, end),)))]
        )
    marked = _marked_in_heading(log, piece)
    if marked is not None:
        return marked
    named = status_of_known(log, piece) or totals(log, piece, of_deal=True)
    if named is not None:
        return named
    board = named_board(log, piece)
    if board is not None:
        return [board]
    parsed = parse(piece, vocabulary)
    if parsed.sound and isinstance(parsed.value, Entry):
        return [parsed.value]
    boards = several_boards(log, piece)
    if boards is not None:
        return boards
    matters = one_of(
        (
            *vocabulary.statuses,
            *(word for name in ("paid", "owes", "void", "double", "point") for word in money[name]),
            *("stake", "stakes"),
            *_TALK["house_rules"],
            *_TALK["not_counted"],
        )
    )
    if (
        re.search("[0-9]", text)
        or re.search(rf"(?<![^\W_]){matters}", text)
        or re.search(CARDS + "[ \t]*[/|;]", text)
    ):
        return None
    return [entry("note", Part(words=(source.at(start, end),)))]


_CLOCK: Final = r"(?:(?ai:at|um|@|à|a las|alle)[ \t]*)?[0-9]{1,2}(?:[:.h][0-9]{2}(?:[ \t]*(?ai:[ap]\.?m\.?|uhr|h))?|[ \t]*(?ai:[ap]\.?m\.?|uhr))"
"""A time of the day, which says nothing of a deal."""


def _void_entry(source: Normalized, start: int, end: int) -> Entry:
    """Return the key that makes a deal void, with the words that say why."""
    words = source.at(start, end)
    return Entry(source.at(start, end)._replace(text="void", cells=None), (), (Part(words=(words,)),))


def void_line(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the deals that a line says are void: `misdeal!`, `void deal 1`, `deals 1 and 2 void`."""
    void = one_of(log.vocabulary.money["void"])
    deals = one_of(word for deal in log.vocabulary.deals for word in (deal, f"{deal}s"))
    further = rf"[ \t]*(?:[,;&+]|(?i:and|und|et|y|e|en|и)(?![^\W\d_]))[ \t]*(?:{deals}[ \t]*)?#?[0-9]{{1,4}}"
    text = source.text
    match = re.fullmatch(
        rf"(?ai:this |that |the )?{void}[ \t:,–—-]*(?:(?ai:in|of)[ \t]+)?(?:{deals}[ \t]*)?"
        rf"(?P<names>#?[0-9]{{1,4}}(?:{further})*)[ \t.!]*(?P<why>[(\[].*)?",
        text,
    ) or re.fullmatch(
        rf"{deals}[ \t]*(?P<names>#?[0-9]{{1,4}}(?:{further})+)[ \t:,–—-]*(?ai:(?:both|is|are|was|were)[ \t]+)*"
        rf"{void}[ \t.!]*(?P<why>[(\[].*)?",
        text,
    )
    if match is None:
        return None
    why = f" {match['why']}" if match["why"] else ""
    start = match.start("names")
    spans = [(start + one.start(), start + one.end()) for one in re.finditer("[0-9]+", match["names"])]
    return [
        Entry(source.at(*span)._replace(text="void", cells=None), (), (Part(words=(name,)),))
        for span in spans
        for name in [source.at(*span, f"deal {text[slice(*span)]}{why}")]
    ]


def numbered_item(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a deal in a numbered list, with its boards or only its points: `3. Ana +4, Ben -4`."""
    number = re.match(r"[ \t]*#?(?P<number>[0-9]{1,3})[.):][ \t]+", source.line.text)
    if number is None or int(number["number"]) != log.deals + 1 or log.is_chat:
        return None
    whole = Text(source.line.text, source.line, 1, len(source.line.text))
    deal = DealLine(whole, whole.part(*number.span("number")))
    boards = several_boards(log, source)
    if boards is not None:
        return [deal, *boards]
    if log.in_deal:
        return None
    if folded(source.text.rstrip(".! ")) in log.vocabulary.money["void"]:
        return [deal, _void_entry(source, 0, len(source.text))]
    points = totals(log, source, of_deal=True)
    return None if points is None else [deal, *points]


def _marked_in_heading(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return what a deal's heading says of fantasyland, for the boards of that deal."""
    in_deal, log.in_deal = log.in_deal, set()
    found = in_fantasyland(log, source)
    log.in_deal = in_deal
    return found


def numbered_deal(source: Normalized, span: tuple[int, int]) -> DealLine:
    """Return the deal whose name stands there."""
    name = source.at(*span)
    return DealLine(source.at(0, len(source.text)), name)
