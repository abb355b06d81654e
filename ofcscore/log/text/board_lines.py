"""Parse lines that have a board and a result, a mark or words after it, several boards, or a status."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Final

from ofcscore.diagnostics.problem import Edit, letters_apart, near
from ofcscore.game.cards import BOARD_SIZE, JOKER, Row
from ofcscore.game.spelling import ANY_CARD, read_cards
from ofcscore.log.syntax import (
    BoardSyntax,
    DealLine,
    Entry,
    LineSyntax,
    Part,
    Text,
    Unread,
    entry,
    expected,
    note,
    spans,
)
from ofcscore.log.text.log_state import LogContext, person, shaped
from ofcscore.log.text.neighboring_lines import ROYALTY, Items, begins_boards, first_filled, is_single_row
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.relevance import count_cards, laughs
from ofcscore.log.text.remarks import (
    adds_points,
    is_of_cards,
    is_reason,
    is_talk,
    may_be_remark,
    words_behind,
)
from ofcscore.log.text.repairs import WORDS
from ofcscore.log.text.syntax_builder import is_whole, parse
from ofcscore.log.vocabulary import CARDS, CROSS, ENGLISH, NAME, Vocabulary, compiled, folded, is_nobodys_name
from ofcscore.log.words import tables

_TALK: Final = tables()["talk"]
_BETWEEN_BOARDS: Final = r" @talk.versus@\.? |~;~|~\|\|?~"
_COMMAS: Final = r", (?=[^\W\d_])"


def named_board(log: LogContext, source: Normalized, *, whole: bool = False) -> BoardSyntax | None:
    """Return the named board in a text, None for anything else.

    If `whole` is True, a status without rows does not count as a board.
    """
    parsed = parse(source, log.vocabulary)
    board = parsed.value
    if not parsed.sound or not isinstance(board, BoardSyntax) or board.name is None:
        return None
    return board if is_whole(board) or (board.status is not None and not whole) else None


def several_boards(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the boards of a line with several: `Ana Q82 88Q62 99944 vs Ben ...`."""
    for separator in (_BETWEEN_BOARDS, _COMMAS):
        found = _whole_boards(log, split_at(source, ENGLISH.shape(separator)))
        if len(found) > 1:
            return found
    return None


def boards_of_a_deal(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a line's boards, with a deal line first if they begin a deal.

    They do at the start of a log, and if the line above has other boards of the same players.
    """
    boards = several_boards(log, source)
    if boards is None or log.is_chat:
        return boards
    above = log.last_at.line.number if log.last_at is not None else 0
    named = [one for one in boards if isinstance(one, BoardSyntax) and one.name is not None]
    names = {folded(one.name.text) for one in named if one.name is not None}
    rows = {tuple(row.text for row in one.rows) for one in named if one.rows}
    before = log.boards_of_line.get(above, set())
    log.boards_of_line = {above: before, source.line.number: rows}
    # A board that is on the line above too may be a repetition, not a new deal.
    again = above == log.deal_at and names == {*log.in_deal} and rows.isdisjoint(before)
    if log.begun and not again:
        return boards
    return [DealLine(source.whole, source.at(0, 0, str(log.deals + 1))), *boards]


def _whole_boards(log: LogContext, pieces: list[Normalized]) -> list[LineSyntax]:
    """Return the boards in the pieces of a line, empty if a piece is not a board."""
    boards: list[LineSyntax] = []
    for piece in pieces:
        board = named_board(log, piece)
        found = [board] if board is not None else status_of_known(log, piece) if boards else None
        if found is None:
            return []
        boards += found
    return boards


def split_at(source: Normalized, separator: re.Pattern[str]) -> list[Normalized]:
    """Split a text at a separator, without empty pieces."""
    pieces = (source.cut(*span) for span in spans(source.text, separator))
    return [piece for piece in pieces if piece.text.strip()]


@shaped(r"@talk.seats@~(?P<seat>[0-9]{1,2})~[:.)(–—-]*~(?P<board>(?s:.*))")
def seated(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the board after a seat number: `Seat 1: Ana - QQ5 / AA762 / 9TJQK`."""
    board = named_board(log, source.cut(*match.span("board")))
    if board is None:
        return None
    seat = int(match["seat"])
    if log.in_deal and seat < log.seat:
        what = "these seat numbers are ignored, because players sit in the order of their lines"
        order = "write `players: NAME, NAME, ...` in seat order above the deals"
        help = f"if it matters who is paid first, {order}"
        log.problems.warn("note-unread", source.at(*match.span("seat")).place, what, help)
    log.seat = seat
    return [board]


BETWEEN_NAMES: Final = ENGLISH.shape(r"~[,/&+;]~(?:@talk.joins@ )?| (?:@talk.joins@|(?ai:vs\.?)) ")


@shaped(r"(?P<name>(?!@CARDS@[ \t])@NAME@) (?P<row>@rows@(?:~[:=–—-]| (?=@EITHER_CARD@))(?s:.*))")
def named_row(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return one row after its player's name: `Ana top: QQ5`, `Ana top QQ5`."""
    parsed = parse(source.cut(*match.span("row")), log.vocabulary)
    row = parsed.value
    if not parsed.sound or not is_single_row(row):
        return None
    name = source.at(*match.span("name"))
    return [row] if log.last_name == folded(name.text) else [row._replace(at=name, name=name)]


@shaped(r"(?P<name>@NAME@(?: @NAME@){1,2}?) (?=@EITHER_CARD@|@rows@)(?s:.*)")
def board_after_words(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the board after a name of several words: `Mary Ann QQ5 / AA762 / 9TJQK`.

    The name is a known player's, or several lines begin with it.
    """
    name, words = match["name"], match["name"].split()
    if any(re.fullmatch(CARDS, word) or not may_be_new(log, word) for word in words):
        return None
    if folded(name) not in log.names:
        heads = re.findall(rf"(?im)^[^\w\n]*{re.escape(name)}(?![^\W_])", log.text)
        if len(heads) < len(words):
            return None
    board = named_board(log, source.edited([(0, len(name), f'"{name}":')]), whole=True)
    return None if board is None else [board]


def board_with_row_results(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a board and the royalties after its rows: `Ana: QQ5 (7) / AA762 / 9TJQK`."""
    shape = log.vocabulary.shape(ROYALTY)
    found = [*shape.finditer(source.text)]
    if not found or source.text.count("/") != 2:
        return None
    rows = [source.text.count("/", 0, match.start()) for match in found]
    board = named_board(log, source.sub(shape, ""), whole=True)
    if board is None or board.name is None or any(board.labels) or rows == [2]:
        return None
    numbers = [source.at(*match.span("points" if match["points"] else "bracketed")) for match in found]
    parts = (
        Part(words=(number.with_text(Row(row).label),), number=number)
        for row, number in zip(rows, numbers, strict=True)
    )
    return [board, entry("expect", *parts, names=(board.name,))]


DEALER: Final = r"^(?P<name>[^:/()]+?)~[(\[](?:@key.dealer@|(?ai:d))[)\]]"
"""A name with the mark of the dealer: `Ana (D)`."""


def board_of_dealer(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the board of a player marked as the dealer: `Ana (dealer): QQ5 / ...`."""
    marked = source.sub(log.vocabulary.shape(DEALER), r"\g<name>")
    board = None if marked is source else named_board(log, marked)
    if board is None or board.name is None:
        return None
    return [entry("dealer", Part(names=(board.name,))), board]


@shaped(
    r"[(\[]?~(?P<name>[^:=<>()\[\]]*?[^:=<>()\[\] \t,–—-])(?: @talk.all_of@)?(?: @talk.is@)?"
    r"(?:~(?:[:=,–—-]+>?|<-+)~| |~(?=[(\[]))[(\[]?(?:(?ai:an?) )?(?P<status>@statuses@)s?"
    r"(?: (?ai:(?:his|her|their|the) (?:hand|board|set|cards|bottom|middle|top)))?"
    r"[^\w]*(?:@talk.again|talk.behind_foul|talk.openers@)?[^\w]*",
    r"[(\[]?~(?P<name>@PERSON@)(?: @talk.is@)?(?:~[:=,–—-]+~| )(?P<status>@ABSENT@|@FOUL@)~[(\[](?P<why>[^0-9()\[\]]*)[)\]][^\w]*",
    # `umuwi na si Bong`: a Tagalog particle comes between the status and the name.
    r"[(\[]?(?P<status>@statuses@) @talk.person_marks@ (?P<name>[^:=<>()\[\]0-9]*?)[ \t)\].!]*",
    r"(?P<status>@FOUL@)(?ai:s)?~[:=–-]+~(?P<name>@talk.nobody@|0|-)[ \t.!]*",
)
def status_of_known(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the status of a known player: `Cid fouled`, `Cid not here yet`."""
    why = match.groupdict().get("why")
    if "?" in source.text[match.end("status") :] or (why and not is_reason(log, why)):
        return None
    if why and folded(match["name"].strip('" ')) in log.in_deal and not is_of_cards(log, why):
        # `Ben fouled (waived)` below Ben's board
        return None
    status, named = log.vocabulary.statuses[folded(match["status"])], match["name"].strip('" ')
    # `Tom and Jerry` may be one player, and `No` may be a name.
    known = folded(named) in log.names
    whole = source.cut(*match.span("name"))
    pieces = [whole] if known else split_at(whole, BETWEEN_NAMES)
    people = [person(piece, 0, len(piece.text.rstrip())) for piece in pieces]
    new = [one.text for one in people if folded(one.text) not in log.names]
    words = (word for one in people for word in one.text.split() if re.fullmatch(CARDS, word))
    if len(people) > 1 and any(len(read_cards(word).cards) > 2 for word in words):
        return None
    # `Sadly, Ben fouled`: a word in a list with commas may not be a name.
    if len(people) > 1 and all(may_be_new(log, name) for name in new) and not (new and "," in named):
        stated = source.at(*match.span("status"), status)
        asks = status == "fantasyland" or log.is_chat
        in_heading = source.line.text[: source.columns[0]].strip(" \t(*[-") != ""
        return None if asks else [_status_of(log, one, stated, below=not in_heading) for one in people]
    if known and folded(named) in _TALK["nobody"] and ":" not in source.text:
        return None
    if status == "foul" and not known and (folded(named) in _TALK["nobody"] or named == "-"):
        return [note(source.whole)]
    is_clear = status == "foul" or (status == "absent" and log.begun)
    # In a chat, an unknown name may refer to anybody.
    fouled = (
        is_clear
        and not log.is_chat
        and re.fullmatch(r"[^\W\d_a-z][\w'’-]*", named)
        and folded(named) not in log.vocabulary.fillers
        and not is_nobodys_name(named)
    )
    if status == "fantasyland" or not (known or fouled):
        return None
    name = person(source, *match.span("name"))
    similar = (one for key, one in log.names.items() if letters_apart(folded(named), key, 1))
    if not known and (other := next(similar, None)) is not None:
        whole_line = Edit(*name.line[:2], 0, len(name.line.text), f"{name.text}: {status}")
        what = f"`{name.text}` is a new name: is it a misspelling of {other}?"
        fixes = (Edit(*name.line[:2], *name.span, other), whole_line)
        log.report("name-unknown", name.line, name.span, what, fixes=fixes)
        return [Unread()]
    return [BoardSyntax(name, name, status=source.at(*match.span("status"), status))]


def ask_if_legend(log: LogContext, board: BoardSyntax) -> Unread | None:
    """Ask whether a foul of a new name explains a mark: `X is foul`, `Star = foul`.

    With `=`, any name may be a mark; with other words, one letter or a lowercase word among capitalized names.
    """
    name, line = board.name, board.at.line
    if name is None or name.is_quoted or board.status is None or board.status.text != "foul" or board.rows:
        return None
    between = line.text[name.span[1] : board.status.column - 1]
    typed = (re.search(rf"(?m)^{re.escape(one)}(?![^\W_])", log.text) for one in log.known)
    is_word = name.text.islower() and not any(typed)
    is_mark = "=" in between or (":" not in between and (len(name.text) == 1 or is_word))
    if log.is_chat or not is_mark or folded(name.text) in {*log.known, *log.short_names}:
        return None
    lines = re.findall(rf"(?im)^[^\w\n]*{re.escape(name.text)}(?![^\W_]).*$", log.text)
    if any(not log.vocabulary.says("FOUL", one) for one in lines):
        return None
    fixes = (f"# {line.text.strip()}", f"{name.text}: foul")
    edits = tuple(Edit(line.file, line.number, 0, len(line.text), fix) for fix in fixes)
    log.report(
        "name-unknown", line, name.span, f"is `{name.text}` a mark of fouls, or a player?", fixes=edits
    )
    return Unread()


def _status_of(log: LogContext, name: Text, status: Text, *, below: bool) -> BoardSyntax | Entry:
    """Return a player's status; for a foul `below` the player's board, an `expect` entry."""
    called = log.called.get(folded(name.text), (folded(name.text),))
    if below and status.text == "foul" and not log.in_deal.keys().isdisjoint(called):
        return expected(name, status)
    return BoardSyntax(name, name, status=status)


@shaped(r"(?P<name>[^:=<>()\[\]]*?[^:=<>()\[\] \t,–—-])(?: @talk.is@)?(?:~[:=,–—-]+~| )@FOUL@s?[^\w]*")
def foul_without_name(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Ask who fouled if a line does not name one player: `Both: foul`, `He fouled`."""
    if log.is_chat or not is_nobodys_name(match["name"]) or folded(match["name"]) in log.names:
        return None
    span = source.span(*match.span("name"))
    note = "write one line per player, for example `Ann: foul`"
    log.report("name-unknown", source.line, span, f"`{match['name']}` is not a player's name", note)
    return [Unread()]


@shaped(
    r"[(\[]?(?P<name>@PERSON@) (?P<why>[^0-9:=,;()]*?)~[,;–—-]+~(?:@talk.somebody@ )?(?P<status>@FOUL@|@ABSENT@)[^\w]*"
)
def status_after_reason(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return a known player's status after its reason: `Ana makes coffee, sits out`."""
    if log.is_chat or folded(match["name"]) not in log.names or not is_reason(log, match["why"]):
        return None
    name, status = person(source, *match.span("name")), log.vocabulary.statuses[folded(match["status"])]
    return [BoardSyntax(name, name, status=source.at(*match.span("status"), status))]


def may_be_new(log: LogContext, name: str) -> bool:
    """Return True if an unknown name may be a new player's.

    It has no other meaning, and is one word or has a capital letter in each word.
    """
    vocabulary, words = log.vocabulary, name.split()
    meaning = {*vocabulary.keys, *vocabulary.rows, *vocabulary.statuses, *vocabulary.fillers}
    talk = ("house_rules", "may", "moves", "nobody", "somebody", "exclaims", "oneself")
    meaning.update(*(_TALK[kind] for kind in talk))
    return folded(name) not in meaning and (len(words) == 1 or all(word[0].isupper() for word in words))


@shaped(
    r"[(\[]?(?P<mark>@FANTASYLAND@)~[:=–—-]+~(?P<name>@PERSON@)[)\].! \t]*",
    r"[(\[]?(?P<name>@PERSON@) (?:@talk.plays@ )?(?P<mark>@FANTASYLAND@)[)\].! \t]*",
)
def in_fantasyland(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Note the player of a fantasyland deal named above its boards: `FL: Ben`."""
    named = folded(match["name"].strip('"'))
    if named not in log.names or named in log.in_deal or log.is_chat:
        return None
    number = re.search("[0-9]+", match["mark"])
    text = f"fantasyland {number[0]}" if number else "fantasyland"
    log.marks[named] = source.at(*match.span("mark"), text)
    return []


# --- words after a board


_MOST: Final = 24
"""The number of positions tried as the start of the tail."""
_SHORT: Final = 3
_NAMED: Final = 4
"""The most words before a status: a name and an introduction."""
_BETWEEN: Final = " \t,;:.!/|()[]=>→<*–—-"
"""Characters between a board, its result and words."""
_PLACE: Final = re.compile(r"(?<=[^ \t])(?=[ \t]*[ \t(\[=→])")
_STATUS: Final = r"(?<![^\W_])@statuses@[)\]]?"
_SUM: Final = "[0-9]{1,3}(?:~[+]~[0-9]{1,3}){1,2}"
_UNIT: Final = "~(?:@money.point@|(?ai:p)(?![^\\W_])|@talk.royalties@)"
_RESULT: Final = (
    r"(?:^|(?<=[ \t,;(\[=→]))~(?:(?P<lead>(?:=+>?|[-–—]+>|→|[(\[])[ \t(\[]*|\t~)|[/|,;:]?~)"
    rf"(?P<royal>@talk.royalties@[ \t:=]*)?(?:{_SUM}~=~)?"
    rf"(?P<points>[+–-][0-9]{{1,4}}|0|{_SUM}|(?(lead)[0-9]{{1,4}}|(?(royal)[0-9]{{1,4}}|[0-9]{{1,4}}(?={_UNIT}))))"
    rf"(?P<unit>{_UNIT})?~[)\]]?(?![^\W_]|[€$£¥%]|[.,:/][0-9]|~@CURRENCY@)"
)
"""Points after a board, perhaps a sum by row: `(4 + 2 + 6 = 12)`."""
TO_FANTASYLAND: Final = (
    r"(?:@talk.ranks_of|talk.up_on|rows|ranks|cards@[ \t,]*)*"
    r"(?:(?:[-=–—]*>|=+|→|[*]+)~(?:@talk.goes_to@ )?|@talk.goes_to@ |[-–—,]*~(?=@IN_FL@ (?ai:next)))"
    r"(?P<mark>@IN_FL@)(?: (?ai:next|again)(?: (?ai:time|deal|hand|round))?)?(?:~\([^()0-9]*\))?[ \t.!*★)\]]*"
)
"""Words that send a player to fantasyland: `-> FL!`, `aces up top = fantasy`, `quads, stays in FL`."""
_CROSS_BEFORE_STATUS: Final = re.compile(rf"(?<=[^ \t])[ \t]*(?:{CROSS}\ufe0f?)+(?=[ \t]*[^\W\d_]+)")
_X_BEFORE_FOUL: Final = r"(?<=[^ \t])[ \t,;–—-]+[xX](?= [(]?@FOUL@)"
_MARK_OF_FOUL: Final = r"[ \t,;:=<(\[–—-]*(?P<mark>@CROSS@|@talk.foul_marks|talk.null@)\ufe0f?[ \t.!]*(?:[,;:–-]~(?P<why>[^0-9()]*[^0-9()\s.!]))?[ \t.!)\]]*"
"""A mark after a board that says that it is foul, which the score confirms."""
_FOUL_BEHIND_RESULT: Final = _MARK_OF_FOUL.replace("@CROSS@", "@FOUL@|@CROSS@")
_INTRODUCED: Final = r"(?<=[^ \t])~[,(–—-]*~(?<=[ \t,(])(?:(?:@talk.introduces@ )+(?:@talk.articles@ )?|@talk.articles@ )(?=@FOUL@)"
"""Words before a status: `9TJQK, which is a foul`."""
_REASON: Final = re.compile(r"[ \t.!]*[,;:(\[–—-]")
"""A sign before the reason of a foul."""
_DASHED: Final = rf"^(?P<name>{NAME}(?:[ \t]+{NAME}){{1,3}})[ \t]+(?:[-–—=]+>?|→)[ \t]+(?={ANY_CARD})"
"""A name of several words, and an arrow or a dash before its board."""


def board_with_tail(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a board or a status and its tail: `Ana: QQ5 / AA762 / 9TJQK (+6) lucky`."""
    if log.vocabulary.shape(_NO_FLUSH).search(source.text) is not None:
        return None
    introduced = log.vocabulary.shape(_INTRODUCED)
    source = source.sub(log.vocabulary.shape(_X_BEFORE_FOUL), "")
    if _count(log.vocabulary, source.text) >= BOARD_SIZE:
        # `what a foul` is no player.
        source = source.sub(introduced, lambda match: " (" if "(" in match[0] else " - ")
    source = _with_asides_last(log, _with_foul_last(log, source))
    text = source.text

    def has_board(end: int) -> bool:
        return _count(log.vocabulary, text[:end]) >= BOARD_SIZE

    statuses = log.vocabulary.shape(_STATUS).finditer(text)
    after = {
        one.end() for one in statuses if len(text[: one.start()].split()) <= _NAMED or has_board(one.start())
    }
    places = after
    if has_board(len(text)):
        ends = (len(text), *(match.start() for match in _PLACE.finditer(text)))
        places = {at for at in ends if has_board(at) or at in after}
    for at in sorted(places, reverse=True)[:_MOST]:
        board = _board(log, source.cut(0, len(text[:at].rstrip(" \t,;"))))
        if board is None or board.name is None:
            continue
        if at == len(text):
            return [board]
        tail = _tail(log, source.cut(at, len(text)), board)
        if tail is not None:
            return [board, *(one for one in tail if not (log.is_chat and one.key.text == "note"))]
    return None


def _with_foul_last(log: LogContext, source: Normalized) -> Normalized:
    """Move a foul from before a board to after it: `Ana fouled QQ5 AA762 9TJQK`."""
    match = log.vocabulary.shape(_FOUL_FIRST).match(source.text)
    end = len(source.text.rstrip(" \t.!"))
    if match is None or _count(log.vocabulary, source.text[match.end() :]) != BOARD_SIZE:
        return source
    if not match["colon"] and folded(match["name"].strip('"')) not in log.names:
        return source
    return source.edited([(match.end("name"), match.end(), ": "), (end, end, " (foul)")])


def _with_asides_last(log: LogContext, source: Normalized) -> Normalized:
    """Move words in brackets from behind a row to after the board: `KK9 (fantasy!) / AAK84 / 333T6`."""
    asides = [*log.vocabulary.shape(_ASIDE).finditer(source.text)]
    if not asides or any(count_cards(source.text[: aside.start()]) < Row.TOP.size for aside in asides):
        return source
    words = " ".join(f"→ {aside['won']}" if aside["won"] else f"({aside['words']})" for aside in asides)
    end = len(source.text)
    return source.edited([*((*aside.span(), "") for aside in asides), (end, end, f" {words}")])


_ASIDE: Final = r"~[(\[](?:(?P<won>@IN_FL@)(?: (?ai:next|again))?[ \t!.*]*|(?P<words>[^()\[\]0-9]*[^\W\d_][^()\[\]0-9]*))[)\]](?=~[/|;])"
_NO_FLUSH: Final = r"(?<![^\W_])@all.ranks.flush|suits@[ \t,;–—-]+@talk.not_a_flush@(?![^\W_])"
"""Words after a row that may take its flush back: `AT852 flush draw`."""
_FOUL_FIRST: Final = (
    r"(?P<name>@PERSON@)(?:(?P<colon>~:~)| )[(]?(?P<foul>@FOUL@)[)]?[ \t:,;–—-]+(?=[0-9AKQJTakqjt\[♠♥♦♣])"
)


def _count(vocabulary: Vocabulary, text: str) -> int:
    """Count the cards of a text, including the log's own words and letters for ranks."""
    ranks = vocabulary.cards
    codes = vocabulary.shape(r"(?<![^\W_])@cards@").sub(lambda match: ranks[folded(match[0])], text)
    return count_cards(codes)


def _board(log: LogContext, source: Normalized) -> BoardSyntax | None:
    """Return a whole board or a status with its player, whose name may have spaces."""
    board = named_board(log, source)
    if board is None:
        # `Mary Ann Front - QQ5 / ...` has a row's label after the name.
        labels = log.vocabulary.rows
        named = source.sub(
            compiled(_DASHED),
            lambda m: m[0] if folded(m["name"].split()[-1]) in labels else f'"{m["name"]}": ',
        )
        names = (name for name in log.names.values() if " " in name)
        known = next((one for one in names if folded(source.text[: len(one)]) == folded(one)), None)
        if known is not None and named is source:
            named = source.sub(re.compile(rf"^.{{{len(known)}}}(?=[ \t])"), f'"{known}":')
        board = named_board(log, named) if named is not source else None
    if board is None and _count(log.vocabulary, source.text) < BOARD_SIZE:
        values = status_of_known(log, source.sub(_CROSS_BEFORE_STATUS, ""))
        first = values[0] if values is not None and len(values) == 1 else None
        board = first if isinstance(first, BoardSyntax) else None
    return board


def _tail(log: LogContext, source: Normalized, board: BoardSyntax) -> list[Entry] | None:
    """Parse the tail of a board: results, fantasyland, notes; None if unclear."""
    assert board.name is not None
    result = log.vocabulary.shape(_RESULT)
    found: list[Entry] = []
    kinds: set[str] = set()
    for span, match in zip_longest(spans(source.text, result), result.finditer(source.text)):
        words = _words(log, source.cut(*span), board, behind_result=bool(kinds))
        if words is None:
            return None
        found += words
        if match is None:
            continue
        beside = f"{match['royal'] or ''}{match['unit'] or ''}"
        kind = "royalties" if ENGLISH.says("talk.royalties", beside) else "result"
        if kind in kinds:
            return None
        kinds.add(kind)
        points = re.sub("[ \t]", "", match["points"]).replace("–", "-")
        figures = re.findall("[+-]?[0-9]+", points)
        points = str(sum(map(int, figures))) if len(figures) > 1 else points
        number = source.at(match.start("points"), match.end("points"), points)
        found.append(expected(board.name, number.with_text(kind), number))
    return found


def _words(
    log: LogContext, source: Normalized, board: BoardSyntax, *, behind_result: bool
) -> list[Entry] | None:
    """Parse words of a tail: empty, fantasyland or a note; None if they may matter.

    Fantasyland behind a result is what the board has won: `Ana: QQ5 / AA762 / 9TJQK +12 FL`.
    """
    assert board.name is not None
    text = source.text
    statuses = [*board.marks, *([board.status] if board.status is not None else [])]
    fouls = any(word.text == "foul" for word in statuses)
    mark = log.vocabulary.shape(_FOUL_BEHIND_RESULT if behind_result else _MARK_OF_FOUL).fullmatch(text)
    if mark is not None and is_whole(board) and not statuses and not log.is_chat:
        why = [note(source.at(*mark.span("why")))] if mark["why"] else []
        return [expected(board.name, source.at(*mark.span("mark"), "foul")), *why]
    if re.search(CROSS, text) and not fouls:
        return None
    piece = source.stripped(_BETWEEN)
    words = piece.text
    if not WORDS.search(words):
        # The text has only signs and pictures.
        return None if re.search(r"[0-9€$£¥+?<*]", text) else []
    won = (
        f"(?!(?ai:in|im|en|em|w|dans|au) )@FANTASYLAND@[ \\t.!*]*|{TO_FANTASYLAND}"
        if behind_result and not board.marks
        else TO_FANTASYLAND
    )
    goes = log.vocabulary.shape(won).fullmatch(text.strip(" \t.!()[]"))
    if goes is not None and is_whole(board):
        return [expected(board.name, piece.at(0, len(words), "fantasyland"))]
    if board.status is not None and (log.is_chat or _REASON.match(text) is None):
        # `Ben dead last` is not a foul, and `Ben out of luck` did not sit out.
        talks = all(folded(word) in _LAUGHS or laughs(word) for word in WORDS.findall(words))
    else:
        # `(foul, sorry Ben)` names nobody else.
        others = re.sub(rf"(?i)(?<![^\W_]){re.escape(board.name.text)}(?![^\W_])", "", words)
        if (
            fouls
            and not board.rows
            and folded(board.name.text) in log.in_deal
            and not is_of_cards(log, others)
        ):
            # `Ben fouled, we forgave it` below Ben's board
            return None
        sorry = fouls and folded(others.strip(_BETWEEN)) in _TALK["apologies"]
        talks = sorry or (is_reason(log, others) if fouls else _is_talk(log, words, board))
    if talks and behind_result and adds_points(log.vocabulary, words):
        return None
    if not talks and is_whole(board) and len(WORDS.findall(words)) > 1 and may_be_remark(log, words):
        return [words_behind(piece, "this board")]
    return [note(piece.whole)] if talks else None


_LAUGHS: Final = frozenset((*_TALK["openers"], *_TALK["oneself"], *_TALK["behind_foul"], *_TALK["again"]))


_OF_HANDS: Final = r"(?<![^\W_])(?:@ranks|cards|rows|talk.ranks_of@)(?![^\W_])"


def _is_talk(log: LogContext, words: str, board: BoardSyntax) -> bool:
    """Return True for words after a board that are not about cards, money or rules.

    A board whose cards all have suits says itself what its rows are: `(aces on top)`.
    """
    cards = [card for row in board.rows for card in read_cards(row.text).cards]
    if is_whole(board) and all(card.suit or card.code == JOKER for card in cards):
        rest = log.vocabulary.shape(_OF_HANDS).sub(" ", words)
        if not WORDS.search(rest):
            # The name of a kind alone contradicts the cards, or the reader of rows would have taken it.
            return log.vocabulary.says("rows", words)
        words = rest
    known = {*log.vocabulary.suits, *log.vocabulary.ranks, *log.vocabulary.cards}
    if log.vocabulary.says("suits|ranks|cards", words) or not is_talk(log, words, whole=False):
        return False
    for word in WORDS.findall(words):
        if len(word) > _SHORT:
            matters = near(folded(word), known, 0.85) is not None
        else:
            # `SF` may be a straight flush, and one or two characters may be a status: `爆`.
            is_code = word.isupper() and folded(word) not in _TALK["openers"]
            matters = is_code or word[-1] >= "\u2e80"
        if matters:
            return False
    return True


def is_above_boards(log: LogContext, items: Items, at: int) -> bool:
    """Return True if the next nonblank line starts a board or is a player's name."""
    below = first_filled(items[at:])
    tailed = below is not None and below.source is not None and board_with_tail(log, below.source)
    return bool(tailed) or begins_boards(items, at, log.vocabulary)
