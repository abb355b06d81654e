"""Parse the text after a board or a status: a result, fantasyland, harmless words."""

from __future__ import annotations

import re
from typing import Final

from ofcscore.diagnostics.suggestions import near
from ofcscore.game.board import BOARD_SIZE
from ofcscore.game.spelling import ANY_CARD
from ofcscore.log.syntax import BoardSyntax, Entry, LineSyntax, Part, entry
from ofcscore.log.text.board_lines import named_board, status_of_known
from ofcscore.log.text.log_state import LogContext
from ofcscore.log.text.neighboring_lines import Items, begins_boards, first_filled
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.relevance import CROSSES, count_cards, laughs
from ofcscore.log.text.remarks import is_reason, is_talk
from ofcscore.log.text.syntax_builder import is_whole
from ofcscore.log.vocabulary import ENGLISH, NAME, Vocabulary, compiled, folded
from ofcscore.log.words import tables

_TALK: Final = tables()["talk"]
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
    rf"(?P<points>[+–-][0-9]{{1,4}}|{_SUM}|(?(lead)[0-9]{{1,4}}|(?(royal)[0-9]{{1,4}}|[0-9]{{1,4}}(?={_UNIT}))))"
    rf"(?P<unit>{_UNIT})?~[)\]]?(?![^\W_]|[€$£¥%]|[.,:/][0-9]|~@CURRENCY@)"
)
"""Points after a board, perhaps a sum by row: `(4 + 2 + 6 = 12)`."""
_TO_FANTASYLAND: Final = (
    r"(?:@talk.ranks_of|talk.up_on|rows|ranks|cards@~)*(?:[-=–—]*>|=+|→|[*]+)~(?:@talk.goes_to@ )?@IN_FL@(?:~\([^()0-9]*\))?[ \t.!*]*"
    r"|@IN_FL@ (?ai:next(?: (?:deal|hand|round))?)[ \t.!]*"
)
"""Words that send a player to fantasyland: `-> FL!`, `aces up top = fantasy`."""
_CROSS_BEFORE_STATUS: Final = re.compile(r"(?<=[^ \t])[ \t]*(?:[✗✘❌❎☠💀]\ufe0f?)+(?=[ \t]*[^\W\d_]+)")
_X_BEFORE_FOUL: Final = r"(?<=[^ \t])[ \t,;–—-]+[xX](?= [(]?@FOUL@)"
_MARK_OF_FOUL: Final = r"[ \t,;:=<(\[–—-]*(?P<mark>[✗✘❌❎☠💀]|@talk.foul_marks|talk.null@)\ufe0f?[ \t.!]*(?:[,;:–-]~(?P<why>[^0-9()]*[^0-9()\s.!]))?[ \t.!)\]]*"
"""A mark after a board that says that it is foul, which the score confirms."""
_INTRODUCED: Final = r"(?<=[^ \t])~[,(–—-]*~(?<=[ \t,(])(?:(?:@talk.introduces@ )+(?:@talk.articles@ )?|@talk.articles@ )(?=@FOUL@)"
"""Words before a status: `9TJQK, which is a foul`."""
_REASON: Final = re.compile(r"[ \t.!]*[,;:(\[–—-]")
"""A sign before the reason of a foul."""
_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_DASHED: Final = rf"^(?P<name>{NAME}(?:[ \t]+{NAME}){{1,3}})[ \t]+(?:[-–—=]+>?|→)[ \t]+(?={ANY_CARD})"
"""A name of several words, and an arrow or a dash before its board."""


def board_with_tail(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a board or a status and its tail: `Ana: QQ5 / AA762 / 9TJQK (+6) lucky`."""
    introduced = log.vocabulary.shape(_INTRODUCED)
    source = source.sub(log.vocabulary.shape(_X_BEFORE_FOUL), "")
    if _count(log.vocabulary, source.text) >= BOARD_SIZE:
        # `what a foul` is no player.
        source = source.sub(introduced, lambda match: " (" if "(" in match[0] else " - ")
    source = _with_foul_last(log, source)
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
        named = source.sub(compiled(_DASHED), r'"\g<name>": ')
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
    results = [*log.vocabulary.shape(_RESULT).finditer(source.text)]
    if len({_kind(match) for match in results}) < len(results):
        return None
    found: list[Entry] = []
    at = 0
    for match in [*results, None]:
        words = _words(log, source, at, match.start() if match else len(source.text), board)
        if words is None:
            return None
        found += words
        if match is not None:
            found.append(_expected(source, match, board))
            at = match.end()
    return found


def _expected(source: Normalized, match: re.Match[str], board: BoardSyntax) -> Entry:
    assert board.name is not None
    points = re.sub("[ \t]", "", match["points"]).replace("–", "-")
    figures = re.findall("[+-]?[0-9]+", points)
    number = source.at(*match.span("points"), str(sum(map(int, figures))) if len(figures) > 1 else points)
    word = number.with_text(_kind(match))
    return entry("expect", Part(words=(word,), number=number), names=(board.name,))


def _kind(match: re.Match[str]) -> str:
    beside = f"{match['royal'] or ''}{match['unit'] or ''}"
    return "royalties" if ENGLISH.says("talk.royalties", beside) else "result"


def _words(
    log: LogContext, source: Normalized, start: int, end: int, board: BoardSyntax
) -> list[Entry] | None:
    """Parse words of a tail: empty, fantasyland or a note; None if they may matter."""
    assert board.name is not None
    text = source.text[start:end]
    left = len(text) - len(text.lstrip(_BETWEEN))
    words = text.strip(_BETWEEN)
    statuses = (*board.marks, *((board.status,) if board.status is not None else ()))
    fouls = any(word.text == "foul" for word in statuses)
    mark = log.vocabulary.shape(_MARK_OF_FOUL).fullmatch(text)
    if mark is not None and is_whole(board) and not statuses and not log.is_chat:
        word = source.at(start + mark.start("mark"), start + mark.end("mark"), "foul")
        why = [source.at(start + mark.start("why"), start + mark.end("why"))] if mark["why"] else []
        notes = [entry("note", Part(words=(words,))) for words in why]
        return [entry("expect", Part(words=(word,)), names=(board.name,)), *notes]
    if CROSSES.search(text) and not fouls:
        return None
    if not _WORD.search(words):
        # The text has only signs and pictures.
        return None if re.search(r"[0-9€$£¥+?<*]", text) else []
    piece = source.cut(start + left, start + left + len(words))
    goes = log.vocabulary.shape(_TO_FANTASYLAND).fullmatch(source.text[start:end].strip(" \t.!()[]"))
    if goes is not None and is_whole(board):
        word = piece.at(0, len(piece.text), "fantasyland")
        return [entry("expect", Part(words=(word,)), names=(board.name,))]
    if board.status is not None and (log.is_chat or _REASON.match(source.text, start) is None):
        # `Ben dead last` is not a foul, and `Ben out of luck` did not sit out.
        talks = all(folded(word) in _LAUGHS or laughs(word) for word in _WORD.findall(words))
    else:
        # `(foul, sorry Ben)` names nobody else.
        others = re.sub(rf"(?i)(?<![^\W_]){re.escape(board.name.text)}(?![^\W_])", "", words)
        sorry = fouls and folded(others.strip(_BETWEEN)) in _TALK["apologies"]
        talks = sorry or (is_reason(log, others) if fouls else _is_talk(log, words))
    return [entry("note", Part(words=(piece.at(0, len(piece.text)),)))] if talks else None


_LAUGHS: Final = frozenset((*_TALK["openers"], *_TALK["oneself"], *_TALK["behind_foul"], *_TALK["again"]))


def _is_talk(log: LogContext, words: str) -> bool:
    """Return True for words after a board that are not about cards, money or rules."""
    known = {*log.vocabulary.suits, *log.vocabulary.ranks, *log.vocabulary.cards}
    if log.vocabulary.says("suits|ranks|cards", words) or not is_talk(log, words, whole=False):
        return False
    for word in _WORD.findall(words):
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
