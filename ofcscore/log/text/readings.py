"""Readings of single lines that the grammar alone does not read: headings, results, payments, corrections."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ofcscore.game.board import Row
from ofcscore.game.spelling import read_cards
from ofcscore.log.syntax import (
    BoardSyntax,
    Correction,
    DealLine,
    Entry,
    LineSyntax,
    Part,
    Text,
    Unread,
    entry,
)
from ofcscore.log.text.context import PERSON, LogContext, person
from ofcscore.log.text.headings import NUMBER, MoneyReader, heading_reader
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.parser import is_whole, parse
from ofcscore.log.text.remarks import is_talk, tells_why
from ofcscore.log.text.repairs import Diagnostic
from ofcscore.log.vocabulary import CARDS, NAME, folded, one_of, tables

_TALK: Final = tables()["talk"]
_CHINESE_DEAL: Final = re.compile(
    r"[ \t]*第[ \t]*(?P<number>[0-9]{1,4}|[一二三四五六七八九十]{1,3})[ \t]*(?:局|把|轮|盘|手|輪|盤)[ \t]*[:.]?[ \t]*(?P<rest>.*)"
)
_RESULT: Final = re.compile(
    r"(?P<board>.*?[^ \t=(+-])[ \t]*[/|,;]?[ \t]*(?:=>?[ \t]*)?[(\[]?[ \t]*(?P<royal>(?i:royalt(?:y|ies)|bonus|roy|роялти)[ \t:=]*)?"
    r"(?:(?:[0-9]{1,3}[ \t]*[+][ \t]*)+[0-9]{1,3}[ \t]*=[ \t]*)?"
    r"(?P<points>[+-]?[0-9]{1,4}|[0-9]{1,3}(?:[ \t]*[+][ \t]*[0-9]{1,3}){1,2})"
    r"[ \t]*(?i:points?|pts?|p|royalt(?:y|ies)|roy|bonus|роялти)?[ \t]*[)\]]?[ \t]*"
)
"""Points behind a board, perhaps as a sum of those of its rows: `(4 + 2 + 6 = 12)`."""
_COMMAS: Final = re.compile(r",[ \t]+(?=[^\W\d_])")
_BETWEEN_BOARDS: Final = re.compile(
    r"[ \t]+(?ai:vs|versus|v|gegen|contra|contre)\.?[ \t]+|[ \t]*;[ \t]*|[ \t]*\|\|?[ \t]*"
)


def _board(log: LogContext, source: Normalized, *, whole: bool = False) -> BoardSyntax | None:
    """Return the named board that a text is, None for anything else; `whole`: it has all its rows."""
    parsed = parse(source, log.vocabulary)
    board = parsed.value
    if not parsed.sound or not isinstance(board, BoardSyntax) or board.name is None:
        return None
    return board if is_whole(board) or (board.status is not None and not whole) else None


def _heading(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the keys that a heading stands for: `Pineapple, 50c a point`."""
    if source.text.rstrip()[-1:] in (":", "="):
        return None
    found = heading_reader(log.vocabulary).read(source)
    if found is None:
        return None
    if found.twice is not None:
        note = "write it once, as in `stake: 0.50 EUR`"
        span = source.span(*found.twice)
        log.problems.add(Diagnostic("currency", source.line, span, found.unclear, (), note).problem())
        return [Unread(key=True)]
    if found.unclear:
        span = source.span(0, len(source.text))
        note = "write `rules: NAME` and `stake: AMOUNT` on lines of their own"
        log.problems.add(Diagnostic("line-unreadable", source.line, span, found.unclear, (), note).problem())
        return [Unread(key=True)]
    if not found.entries or (log.begun and not found.certain):
        return None if log.begun else []
    return [*found.entries]


def _legend(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return nothing for a line that explains a mark: `(f) = fantasyland`."""
    match = re.fullmatch(
        r"[(\[]?([^\s=:()\[\]]{1,12})[)\]]?[ \t]*(?:=|:|(?ai:means))[ \t]*(.+?)[ \t.!]*", source.text
    )
    if match is None or folded(match[2].strip("()")) not in log.vocabulary.statuses:
        return None
    explained = match[1] in log.legend or match[1] in ("foul", "fantasyland")
    return [] if explained else None


def legend_pattern(mark: str) -> re.Pattern[str]:
    if not mark[0].isalnum():
        # A sign stands right behind the name: `Ana*`.
        return re.compile(rf"(?<=[\w)\]])(?P<open>)[ \t]*{re.escape(mark)}(?P<close>)(?=[ \t:]|$)")
    return re.compile(
        rf"(?<![^\s:,/|;(\[])(?P<open>[(\[]?)[ \t]*{re.escape(mark)}[ \t]*(?P<close>[)\]]?)(?![^\s:,/|;)\].!])"
    )


def legend_word(status: str) -> Callable[[re.Match[str]], str]:
    def word(match: re.Match[str]) -> str:
        marked = bool(match["open"]) == bool(match["close"]) and (
            match["open"]
            or not match[0].strip()[:1].isalnum()
            or re.search(CARDS + r"[ \t]*[/|;]", match.string)
        )
        explains = re.match(r"[ \t]*(?:=|(?ai:means))", match.string[match.end() :])
        space = "" if match["open"] or match.start() == 0 or match.string[match.start() - 1] in " \t" else " "
        return match[0] if explains else f"{space}({status})" if marked else status

    return word


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


def _deal_heading(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a deal's line with words behind it that can be read, or that say nothing about money."""
    match = match_of_deal(log, source)
    if match is None:
        return None
    number = int(match["number"]) if match["number"].isdecimal() else log.deals + 1
    if log.is_chat and match["rest"].strip(" \t.:!)]") and number <= log.deals:
        return None
    return _named_deal(log, source, match)


def _ordinal_heading(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
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
        return [_void(source, start + first, start + last)]
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
    if re.fullmatch(r"(?:(?ai:of|von|de|di|из|/)[ \t]*)[0-9]{1,3}", text):
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
    named = _status_of_known(log, piece) or _totals(log, piece, of_deal=True)
    if named is not None:
        return named
    board = _board(log, piece)
    if board is not None:
        return [board]
    parsed = parse(piece, vocabulary)
    if parsed.sound and isinstance(parsed.value, Entry):
        return [parsed.value]
    boards = _several_boards(log, piece)
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


def _void(source: Normalized, start: int, end: int) -> Entry:
    """Return the key that makes a deal void, with the words that say why."""
    words = source.at(start, end)
    return Entry(source.at(start, end)._replace(text="void", cells=None), (), (Part(words=(words,)),))


def _void_line(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the deal that a line says is void: `misdeal!`, `void deal 1`, `deal 3 void (misdeal)`."""
    void = one_of(log.vocabulary.money["void"])
    deals = one_of(log.vocabulary.deals)
    text = source.text
    match = re.fullmatch(
        rf"(?ai:this |that |the )?{void}[ \t:,–—-]*(?:{deals}[ \t]*)?#?([0-9]{{1,4}})[ \t.!]*(?:[(\[].*)?",
        text,
    )
    if match is not None:
        name = source.at(match.start(1), len(text), f"deal {text[match.start(1) :]}")
        return [
            Entry(source.at(0, match.start(1))._replace(text="void", cells=None), (), (Part(words=(name,)),))
        ]
    return None


def _several_boards(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the boards of a line that has several: `Ana Q82 88Q62 99944 vs Ben K65 TT337 A2345`."""
    for separator in (_BETWEEN_BOARDS, _COMMAS):
        found = _whole_boards(log, _pieces(source, separator))
        if len(found) > 1:
            return found
    return None


def _whole_boards(log: LogContext, pieces: list[Normalized]) -> list[LineSyntax]:
    """Return the boards that pieces of a line are, none if one of them is anything else."""
    boards: list[LineSyntax] = []
    for piece in pieces:
        board = _board(log, piece)
        said = [board] if board is not None else _status_of_known(log, piece) if boards else None
        if said is None:
            return []
        boards += said
    return boards


def _pieces(source: Normalized, separator: re.Pattern[str]) -> list[Normalized]:
    """Return the pieces of a text between separators."""
    found, at = [], 0
    for match in [*separator.finditer(source.text), None]:
        end = match.start() if match else len(source.text)
        if source.text[at:end].strip():
            found.append(source.cut(at, end))
        at = match.end() if match else at
    return found


def _board_with_result(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a board, and what is expected of it: `Ana: QQ5 / AA762 / 9TJQK (+6)`."""
    match = _RESULT.fullmatch(source.text)
    if match is None or not re.search(r"[+(=-]|(?i:roy|роялти)", source.text[match.end("board") :]):
        return None
    board = _board(log, source.cut(0, match.end("board")))
    if board is None or board.name is None:
        return None
    figures = re.findall("[+-]?[0-9]+", re.sub("[ \t]", "", match["points"]))
    total = str(sum(map(int, figures))) if len(figures) > 1 else None
    number = source.at(*match.span("points"), total)
    behind = source.text[match.end("points") :].lower()
    kind = "royalties" if match["royal"] or re.search("roy|bonus|роялти", behind) else "result"
    word = number._replace(text=kind, cells=None)
    return [board, entry("expect", Part(words=(word,), number=number), names=(board.name,))]


def _seated(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the board behind the number of a seat: `Seat 1: Ana - QQ5 / AA762 / 9TJQK`."""
    match = re.match(rf"{one_of(_TALK['seats'])}[ \t]*[0-9]{{1,2}}[ \t]*[:.)(–—-]*[ \t]*", source.text)
    board = None if match is None else _board(log, source.cut(match.end(), len(source.text)))
    return None if board is None else [board]


def _frame_of_mail(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return nothing for the head of a mail, and for a line that begins one inside another."""
    head = rf"{one_of(_TALK['mail'])}[ \t]*:[^/|]*"
    quotes = rf"[^/|]*(?<![^\W_]){one_of(_TALK['wrote'])}(?:[ \t]+[^:/|]{{1,60}})?[ \t]*:"
    begins = rf"[ \t-]*{one_of(_TALK['forwarded'])}[ \t:-]*"
    above = not log.begun and re.fullmatch(head, source.text)
    return [] if above or re.fullmatch(f"{quotes}|{begins}", source.text) else None


def _sentences(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the settings of a line of several sentences, of which the others are talk."""
    pieces = _pieces(source, re.compile(r"(?<=[^\W\d_])(?:[.!?]+|:[)-]+)[ \t]+"))
    if log.begun or len(pieces) < 2:
        return None
    found: list[LineSyntax] = []
    for piece in pieces:
        heading = heading_reader(log.vocabulary).read(piece)
        if heading is not None and not heading.unclear:
            found += heading.entries
        elif not is_talk(log, piece.text, whole=False):
            return None
    return found or None


def _names_alone(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the players whom a line above the deals names, and who all have a board: `Ana, Ben & Cid`."""
    if log.begun or _BETWEEN_NAMES.search(source.text) is None:
        return None
    parts = [
        Part(names=(person(piece, 0, len(piece.text.rstrip())),)) for piece in _pieces(source, _BETWEEN_NAMES)
    ]
    names = [folded(part.names[0].text) for part in parts]
    if len(names) < 2 or len(set(names)) < len(names) or any(name not in log.names for name in names):
        return None
    return [entry("players", *parts)]


_BETWEEN_NAMES: Final = re.compile(
    r"[ \t]*[,/&+;][ \t]*(?:(?ai:and|und|et|y|e)[ \t]+)?|[ \t]+(?ai:and|und|et|y|e|vs\.?)[ \t]+"
)


def _named_row(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return one row behind its player's name: `Ana top: QQ5`."""
    match = re.match(rf"(?P<name>{NAME})[ \t]+(?={one_of(log.vocabulary.rows)}[ \t]*[:=–—-])", source.text)
    if match is None or re.fullmatch(CARDS, match["name"]):
        return None
    parsed = parse(source.cut(match.end(), len(source.text)), log.vocabulary)
    row = parsed.value
    if not parsed.sound or not isinstance(row, BoardSyntax) or row.name is not None or len(row.rows) != 1:
        return None
    name = source.at(*match.span("name"))
    if log.last_name == folded(name.text):
        return [row]
    return [row._replace(at=name, name=name)]


def _board_with_row_results(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a board, and the royalties that stand beside its rows: `Ana: QQ5 (7) / AA762 / 9TJQK (2)`."""
    found = [*_ROW_RESULT.finditer(source.text)]
    if not found or source.text.count("/") != 2:
        return None
    rows = [source.text.count("/", 0, match.start()) for match in found]
    board = _board(log, source.sub(_ROW_RESULT, ""), whole=True)
    if board is None or board.name is None or any(board.labels) or rows == [2]:
        return None
    parts = []
    for row, match in zip(rows, found, strict=True):
        number = source.at(*match.span("points" if match["points"] else "bracketed"))
        parts.append(Part(words=(number._replace(text=Row(row).label, cells=None),), number=number))
    return [board, entry("expect", *parts, names=(board.name,))]


_ROYALTIES: Final = r"(?:[ \t]*(?ai:points?|pts?|royalt(?:y|ies)|roy|bonus))?"
_ROW_RESULT: Final = re.compile(
    rf"[ \t]+[(\[]?(?:[+](?P<points>[0-9]{{1,3}}){_ROYALTIES}[)\]]?"
    rf"|(?<=[(\[])(?P<bracketed>[0-9]{{1,3}}){_ROYALTIES}[)\]])(?=[ \t]*(?:/|$))"
)
"""The royalty of a row behind its cards."""


def _board_with_remark(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a board, and what is said of it in brackets: `Ana: 33A / ... (ran so good)`, `Cid: foul (top too big)`."""
    match = re.fullmatch(
        r"(?P<board>.*?[^ \t(\[-])[ \t]*(?:[(\[](?P<said>[^()\[\]]+)[)\]]|(?:[-–—]|<-+)[ \t]+(?P<dashed>[^()\[\]/|]+))[ \t.!]*",
        source.text,
    )
    if match is None:
        return None
    board = _board(log, source.cut(0, match.end("board")))
    kind = "said" if match["said"] else "dashed"
    fouls = board is not None and board.status is not None and board.status.text == "foul"
    if board is None or not (tells_why(match[kind]) if fouls else is_talk(log, match[kind], whole=False)):
        return None
    note = entry("note", Part(words=(source.at(*match.span(kind)),)))
    return [board] if log.is_chat else [board, note]


def _next_fantasyland(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a board whose player is said to go to fantasyland: `Ana QQ5 AA762 9TJQK -> FL!`."""
    match = re.fullmatch(
        rf"(?P<board>.*?)[ \t]*(?:[-=–—]*>|→|[*]+)[ \t]*(?:(?ai:going to|goes to|to|next)[ \t]+)?(?P<mark>{log.vocabulary.patterns['IN_FL']})(?:[ \t]*\([^()0-9]*\))?[ \t.!*]*"
        rf"|(?P<plain>.*?)[ \t]+(?P<said>{log.vocabulary.patterns['IN_FL']})[ \t]+(?ai:next(?:[ \t]+(?:deal|hand|round))?)[ \t.!]*",
        source.text,
    )
    if match is None:
        return None
    board = _board(log, source.cut(0, match.end("board" if match["mark"] else "plain")), whole=True)
    if board is None or board.name is None:
        return None
    word = source.at(*match.span("mark" if match["mark"] else "said"), "fantasyland")
    return [board, entry("expect", Part(words=(word,)), names=(board.name,))]


def _board_of_dealer(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a board whose player is marked as the dealer: `Ana (dealer): QQ5 / AA762 / 9TJQK`."""
    words = one_of((*(word for word, key in log.vocabulary.keys.items() if key == "dealer"), "d"))
    mark = re.compile(rf"^(?P<name>[^:/()]+?)[ \t]*[(\[]{words}[)\]]")
    match = mark.match(source.text)
    if match is None:
        return None
    board = _board(log, source.sub(mark, r"\g<name>"))
    if board is None or board.name is None:
        return None
    return [entry("dealer", Part(names=(board.name,))), board]


def _keys_in_one_line(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the keys of a line whose first key is `rules`: `rules: pineapple, stake 1 EUR`."""
    keys = one_of(word for word, key in log.vocabulary.keys.items() if key in ("rules", "stake"))
    match = re.match(rf"{keys}[ \t]*[:=][ \t]*", source.text)
    if match is None:
        return None
    text = re.sub(rf"(?<![^\W_]){keys}[ \t]*[:=]?[ \t]*", lambda m: " " * len(m[0]), source.text)
    found = heading_reader(log.vocabulary).read(source._replace(text=text))
    if found is None or found.unclear or len(found.entries) < 2:
        return None
    return [*found.entries]


def _status_of_known(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return what is said of a player who is known: `Cid fouled`, `Cid not here yet`."""
    statuses = log.vocabulary.statuses
    match = re.fullmatch(
        rf"[(\[]?[ \t]*(?P<name>[^:=<>()\[\]]*?[^:=<>()\[\] \t,–—-])(?:[ \t]+(?ai:has|is|was|had|hat|ist|just))?"
        rf"(?:[ \t]*(?:[:=,–—-]+>?|<-+)[ \t]*|[ \t]+|[ \t]*(?=[(\[]))[(\[]?(?:(?ai:an?)[ \t]+)?(?P<status>{one_of(statuses)})"
        rf"(?:[ \t]+(?ai:(?:his|her|their|the)[ \t]+(?:hand|board|set|cards|bottom|middle|top)))?"
        r"(?P<rest>[^\w]*(?:(?ai:again|too|as well|wieder|auch|yet|that one|this one|here))?"
        r"[^\w]*(?:(?<=,)[^0-9:]*|(?<=, )[^0-9:]*)?)",
        source.text,
    )
    if match is None:
        return None
    status, named = statuses[folded(match["status"])], match["name"].strip('" ')
    pieces = _pieces(source.cut(*match.span("name")), _BETWEEN_NAMES)
    people = [person(piece, 0, len(piece.text.rstrip())) for piece in pieces]
    new = [one.text for one in people if folded(one.text) not in log.names]
    if len(people) > 1 and any(_holds_cards(one.text) for one in people):
        return None
    if len(people) > 1 and all(_may_be_new(log, name) for name in new):
        said = source.at(*match.span("status"), status)
        asks = status == "fantasyland" or log.is_chat
        return None if asks else [BoardSyntax(one, one, status=said) for one in people]
    if log.is_chat and "," in match["rest"]:
        return None
    if status == "foul" and folded(named) in _TALK["nobody"]:
        return [entry("note", Part(words=(source.at(0, len(source.text)),)))]
    told = status == "foul" or (status == "absent" and log.begun)
    # In a chat a name that nobody has may be anybody's.
    fouled = (
        told
        and not log.is_chat
        and re.fullmatch(r"[^\W\d_a-z][\w'’-]*", named)
        and folded(named) not in (*log.vocabulary.fillers, *_TALK["somebody"])
    )
    if status == "fantasyland" or not (folded(named) in log.names or fouled):
        return None
    name = person(source, *match.span("name"))
    return [BoardSyntax(name, name, status=source.at(*match.span("status"), status))]


def _totals(log: LogContext, source: Normalized, *, of_deal: bool = False) -> list[LineSyntax] | None:
    """Return the totals of a deal without a key: `Ana +18, Ben -7, Cid -11`, below its boards or alone.

    `of_deal`: they stand behind the name of their deal.
    """
    opened = re.match(r"[ \t]*(?:=>|->|→)[ \t]*|[(\[](?=[^()\[\]]*[)\]]$)", source.text)
    offset = opened.end() if opened is not None else 0
    source = source.sub(_UP_OR_DOWN, _signed)
    text = source.text[offset:].rstrip(")]")
    below = bool(log.in_deal) and not of_deal
    if not below and not log.begun and not of_deal:
        return None
    sign = "[+-]" if below else "[+-]?"
    share = rf"(?P<name>{PERSON})[ \t]*[:=]?[ \t]*(?P<points>{sign}[0-9]{{1,5}}(?:[.,/][0-9]+)?|(?<![0-9])0(?![0-9]))(?:[ \t]*(?ai:points?|pts?|p)(?![A-Za-z]))?"
    shares = [*re.finditer(share, text)]
    between = re.sub(share, "", text)
    # Of a deal without boards each player's points may stand on a line.
    if len(shares) < (2 if below else 1) or re.sub(r"(?ai:and|und|et|y)|[ \t,;/|&.!]", "", between):
        return None
    names = [match["name"].strip('" ') for match in shares]
    if not all(name[:1].isalpha() for name in names):
        return None
    if any(folded(name) not in log.names and (below or not _may_be_new(log, name)) for name in names):
        return None
    signed = all(match["points"][0] in "+-0" for match in shares)
    total = sum([int(re.sub("[.,/].*", "", match["points"])) for match in shares])
    if (below or not signed) and total:
        return None
    parts = []
    for match in shares:
        start, end = match.span("name")
        parts.append(
            Part(
                names=(person(source, offset + start, offset + end),),
                number=source.at(offset + match.start("points"), offset + match.end("points")),
            )
        )
    return [entry("expect", *parts)]


_UP_OR_DOWN: Final = re.compile(
    r"(?<=[^\W\d_])[ \t]+(?:is[ \t]+)?(?:(?P<up>(?ai:up|plus))|(?ai:down|minus))[ \t]+(?=[0-9])"
)


def _signed(match: re.Match[str]) -> str:
    return " +" if match["up"] else " -"


def _holds_cards(name: str) -> bool:
    """Return True if a word of a name is a row of cards: `Ana K74`."""
    return any(re.fullmatch(CARDS, word) and len(read_cards(word).cards) > 2 for word in name.split())


def _may_be_new(log: LogContext, name: str) -> bool:
    """Return True for a name that nobody had so far, and that says nothing else: one word, or capitals."""
    vocabulary, words = log.vocabulary, name.split()
    meaning = {*vocabulary.keys, *vocabulary.rows, *vocabulary.statuses, *vocabulary.fillers}
    meaning.update(
        *(_TALK[kind] for kind in ("house_rules", "may", "moves", "nobody", "somebody", "oneself"))
    )
    return folded(name) not in meaning and (len(words) == 1 or all(word[0].isupper() for word in words))


def numbered_item(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a deal in a numbered list, with its boards or only its points: `3. Ana +4, Ben -4`."""
    number = re.match(r"[ \t]*#?(?P<number>[0-9]{1,3})[.):][ \t]+", source.line.text)
    if number is None or int(number["number"]) != log.deals + 1 or log.is_chat:
        return None
    whole = Text(source.line.text, source.line, 1, len(source.line.text))
    deal = DealLine(whole, whole.part(*number.span("number")))
    boards = _several_boards(log, source)
    if boards is not None:
        return [deal, *boards]
    if log.in_deal:
        return None
    if folded(source.text.rstrip(".! ")) in log.vocabulary.money["void"]:
        return [deal, _void(source, 0, len(source.text))]
    points = _totals(log, source, of_deal=True)
    return None if points is None else [deal, *points]


def _wins(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return what is expected where a line says who wins how much: `=> Ana wins 5`."""
    match = re.fullmatch(
        r"[=–—>→-]*[ \t]*(?P<name>[^:=<>()\[\]0-9]+?)[ \t]+(?ai:wins?|won|gewinnt|gana|gagne)[ \t]+(?:(?ai:by|with)[ \t]+)?[+]?(?P<points>[0-9]{1,4})[ \t]*(?ai:points?|pts?|p)?[ \t.!]*",
        source.text,
    )
    if match is None or not log.begun or folded(match["name"].strip('" ')) not in log.names:
        return None
    name = source.at(*match.span("name"))
    return [entry("expect", Part(names=(name,), number=source.at(*match.span("points"))))]


def _payment(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a payment that a line says was made: `Ben paid Ana 5`, `Ben hat Ana 5 EUR gezahlt`."""
    money = log.vocabulary.money
    amount = rf"(?P<sign>{log.vocabulary.currency})?[ \t]*(?P<number>{NUMBER})(?:[ \t]*(?P<unit>{log.vocabulary.currency}|{one_of((*money['cents'], *money['pence']))}))?"
    payer, payee = (f"(?P<{who}>{PERSON})" for who in ("payer", "payee"))
    paid = one_of(money["paid"])
    late = (
        r"(?:[ \t]+(?ai:already|cash|in cash|back|bar|schon|zurück|en efectivo|en liquide))*"
        r"(?:[ \t]+(?ai:for|por|per|für|pour|con|via|by|with|mit|avec)[ \t][^0-9]*)?(?P<late>(?:[ \t]+[^0-9]*)?)[ \t.!]*"
    )
    to = rf"(?:{one_of(_TALK['to'])}[ \t]+)?"
    keys = (word for word, key in log.vocabulary.keys.items() if key == "paid")
    settled = one_of((*tables()["ledger"]["settled"], *keys))
    for shape in (
        rf"(?:{settled}[ \t]*:[ \t]*)?{payer}[ \t]+{paid}[ \t]+{to}{payee}[ \t]+{amount}{late}",
        rf"(?:{settled}[ \t]*:[ \t]*)?{payer}[ \t]+{paid}[ \t]+{amount}[ \t]+{one_of(_TALK['to'])}[ \t]+{payee}{late}",
        rf"{payee}[ \t]+{one_of(_TALK['received'])}[ \t]+{amount}[ \t]+(?ai:from|von|de|da|van|od|от)[ \t]+{payer}{late}",
        rf"{payer}[ \t]+(?ai:hat|ha|a)[ \t]+{payee}[ \t]+{amount}[ \t]+(?ai:gezahlt|bezahlt|gegeben|überwiesen)[ \t.!]*",
    ):
        match = re.fullmatch(shape, source.text)
        if match is None:
            continue
        found = MoneyReader(log.vocabulary).read(
            source.text, match.start("sign") if match["sign"] else match.start("number")
        )[0]
        people = [match[who].strip('"') for who in ("payer", "payee")]
        if found is None or any(folded(person) not in log.names for person in people):
            return None
        more = match.groupdict().get("late")
        if more and more.strip(" \t()") and not is_talk(log, more.strip(" \t()"), whole=False):
            return None
        texts = tuple(person(source, *match.span(who)) for who in ("payer", "payee"))
        unit = None if found.unit is None else source.at(*found.unit_at, found.unit)
        return [entry("paid", Part(names=texts, number=source.at(*found.number_at, found.number), unit=unit))]
    return None


def _side_bet(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the points that a bet beside the deals moves: `side bet: Cid owes Ana 10 points`."""
    keys = [word for word, key in log.vocabulary.keys.items() if key == "adjust"]
    owes = one_of((*log.vocabulary.money["owes"], *log.vocabulary.money["paid"]))
    point = one_of(log.vocabulary.money["point"])
    match = re.fullmatch(
        rf"{one_of(keys)}[ \t]*[:=][ \t]*(?P<payer>{PERSON})[ \t]+{owes}[ \t]+(?P<payee>{PERSON})[ \t]+"
        rf"(?P<before>{log.vocabulary.currency})?(?P<number>[0-9]{{1,5}}(?:[.][0-9]{{1,2}})?)"
        rf"(?:[ \t]*(?:{point}|(?P<behind>{log.vocabulary.currency})))?[ \t.!]*",
        source.text,
    )
    unit = "before" if match is not None and match["before"] else "behind"
    of_points = match is not None and not match["before"] and not match["behind"]
    if of_points and re.search(rf"[0-9][ \t]*{point}[ \t.!]*$", source.text) is None:
        return None
    if match is None or any(folded(match[who].strip('"')) not in log.names for who in ("payer", "payee")):
        return None
    number = match.span("number")
    parts = [
        Part(
            names=(person(source, *match.span(who)),),
            number=source.at(*number, f"{sign}{match['number']}"),
            unit=None if of_points else source.at(*match.span(unit)),
        )
        for who, sign in (("payee", "+"), ("payer", "-"))
    ]
    return [entry("adjust", *parts)]


def _stake_of_pair(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the stake of two players without its colon: `stake Ana/Ben 2 EUR`."""
    keys = one_of(word for word, key in log.vocabulary.keys.items() if key == "stake")
    match = re.match(
        rf"{keys}[ \t]+({PERSON})[ \t]*/[ \t]*({PERSON})(?P<blank>[ \t]+)(?=[^A-Za-z]*[0-9])", source.text
    )
    if match is None:
        return None
    at = match.start("blank")
    colon = re.compile(rf"(?<=^.{{{at}}})[ \t]+")
    parsed = parse(source.sub(colon, ": ", once=True), log.vocabulary)
    return [parsed.value] if parsed.sound and isinstance(parsed.value, Entry) else None


def _running(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the totals up to this deal: `After 2: Ana -2, Ben +2`."""
    match = re.match(
        rf"{one_of(_TALK['after'])}[ \t]+(?:{one_of(log.vocabulary.deals)}[ \t]*)?#?(?P<number>[0-9]{{1,4}})[ \t]*[:–—=-]+[ \t]*",
        source.text,
    )
    if match is None or int(match["number"]) != log.deals:
        return None
    parsed = parse(source.sub(re.compile(r"^[^:–—=-]*[:–—=-]+"), "running:", once=True), log.vocabulary)
    return [parsed.value] if parsed.sound and isinstance(parsed.value, Entry) else None


def _row_with_result(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return one row of the board above with its royalty: `Bot 6789T +2`."""
    match = _ROW_RESULT.search(source.text)
    if (
        match is None
        or log.last_at is None
        or re.match(rf"{one_of(log.vocabulary.rows)}", source.text) is None
    ):
        return None
    parsed = parse(source.cut(0, match.start()), log.vocabulary)
    row = parsed.value
    if not parsed.sound or not isinstance(row, BoardSyntax) or row.name is not None or len(row.rows) != 1:
        return None
    label = row.labels[0]
    number = source.at(*match.span("points" if match["points"] else "bracketed"))
    assert label is not None
    part = Part(words=(number._replace(text=label.label, cells=None),), number=number)
    return [row, entry("expect", part, names=(log.last_at,))]


def _keys_between_bars(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the keys of a line that has several: `Game: OFC | Stake: $1 | Date: 20 Nov 2026`."""
    pieces = _pieces(source, re.compile(r"[ \t]+(?:\||[-–—]|·|•)[ \t]+|[ \t]*;[ \t]+"))
    if len(pieces) < 2 or log.begun:
        return None
    found: list[LineSyntax] = []
    for piece in pieces:
        parsed = parse(piece.cut(0, len(piece.text.rstrip())), log.vocabulary)
        if not parsed.sound or not isinstance(parsed.value, Entry) or ":" not in piece.text:
            return None
        found.append(parsed.value)
    return found


def _in_fantasyland(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Note who plays a fantasyland deal, as a line above the boards says: `FL: Ben`, `Ben in fantasyland`."""
    mark = log.vocabulary.patterns["FANTASYLAND"]
    match = re.fullmatch(
        rf"[(\[]?(?:(?P<first>{mark})[ \t]*[:=–—-]+[ \t]*(?P<name>{PERSON})|(?P<other>{PERSON})[ \t]+(?:(?ai:is|plays)[ \t]+)?(?P<last>{mark}))[)\].! \t]*",
        source.text,
    )
    if match is None:
        return None
    name, said = ("name", "first") if match["first"] else ("other", "last")
    named = folded(match[name].strip('"'))
    if named not in log.names or named in log.in_deal or log.is_chat:
        return None
    number = re.search("[0-9]+", match[said])
    text = f"fantasyland {number[0]}" if number else "fantasyland"
    log.marks[named] = source.at(*match.span(said), text)
    return []


def _marked_in_heading(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return what a deal's heading says of fantasyland, for the boards of that deal."""
    in_deal, log.in_deal = log.in_deal, set()
    found = _in_fantasyland(log, source)
    log.in_deal = in_deal
    return found


def _rake(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the rake of a line such as `rake 0.60 € per deal`."""
    keys = one_of(word for word, key in log.vocabulary.keys.items() if key == "rake")
    match = re.fullmatch(
        rf"{keys}[ \t]*[:=]?[ \t]*(?P<amount>.*?)[ \t]*(?:(?ai:per|a|each|pro|je|por|par)|/)[ \t]*{one_of(log.vocabulary.deals)}[ \t.!]*",
        source.text,
    )
    if match is None:
        return None
    found, end = MoneyReader(log.vocabulary).read(source.text, match.start("amount"))
    if found is None or end != match.end("amount") or found.of_a_point:
        return None
    unit = None if found.unit is None else source.at(*found.unit_at, found.unit)
    return [entry("rake", Part(number=source.at(*found.number_at, found.number), unit=unit))]


def _correction(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a correction that adds a flush to one row: `correction: Ben's bottom was a flush`."""
    keys = one_of(word for word, key in log.vocabulary.keys.items() if key == "correction")
    labels = one_of(log.vocabulary.rows)
    match = re.fullmatch(
        rf"{keys}[ \t]*[:,-][ \t]*(?P<name>[^:]+?)(?:['’]s?)?[ \t]+(?:(?ai:had an?|had)[ \t]+)?(?P<row>{labels})[ \t]+(?:(?ai:row|was|is|should be|should have been|really|actually|a|all)[ \t]+)*"
        rf"(?P<word>{log.vocabulary.patterns['SUIT_WORD']})[ \t.!]*",
        source.text,
    )
    if match is None or folded(match["name"].strip('" ')) not in log.names:
        return None
    row = log.vocabulary.rows[folded(match["row"])]
    return [Correction(source.at(*match.span("name")), row, source.at(*match.span("word")))]


READINGS: Final = (
    _correction,
    _legend,
    _heading,
    _deal_heading,
    _ordinal_heading,
    _void_line,
    _several_boards,
    _seated,
    _frame_of_mail,
    _sentences,
    _names_alone,
    _named_row,
    _board_with_row_results,
    _board_with_result,
    _next_fantasyland,
    _board_with_remark,
    _board_of_dealer,
    _keys_between_bars,
    _keys_in_one_line,
    _in_fantasyland,
    _status_of_known,
    _totals,
    _wins,
    _payment,
    _side_bet,
    _rake,
    _stake_of_pair,
    _running,
    _row_with_result,
)
"""The readings of lines that the grammar alone does not read, in the order in which they are tried."""


def numbered_deal(source: Normalized, span: tuple[int, int]) -> DealLine:
    """Return the deal whose name stands there."""
    name = source.at(*span)
    return DealLine(source.at(0, len(source.text)), name)
