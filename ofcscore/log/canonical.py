"""Recognize lines in canonical notation, most of a long log, by one pattern.

The values are the same as those of the grammar.
"""

import re
from typing import Final

from ofcscore.game.cards import CARDS_OF_ROWS, RANKS, SUITS, Board, weigh
from ofcscore.log.keys import RESERVED
from ofcscore.log.syntax import (
    UNLABELLED,
    BoardSyntax,
    DealLine,
    Entry,
    Line,
    Part,
    Text,
    located,
)

_NAME: Final = "(?!_[^:]*_:)[A-Za-z0-9_][A-Za-z0-9_.-]*"
_WHOLE_CARD: Final = f"[{RANKS}][{SUITS}]"
_THREE: Final = " ".join([_WHOLE_CARD] * 3)
_FIVE: Final = " ".join([_WHOLE_CARD] * 5)
_RANKS_OF_FIVE: Final = f"([{RANKS}]{{5}})((?: flush)?)"
_BOARD_LINE: Final = re.compile(
    f"({_NAME}): (?:({_THREE}) / ({_FIVE}) / ({_FIVE})"
    f"|([{RANKS}]{{3}}) / {_RANKS_OF_FIVE} / {_RANKS_OF_FIVE})"
)
_DEAL_LINE: Final = re.compile("([Dd]eal|[Hh]and) ([A-Za-z0-9_.-]*[A-Za-z0-9_-])(?: ([0-9][0-9-]*))?")
_CANONICAL: Final = (
    f"({_NAME}): *{CARDS_OF_ROWS}"
    "|(rules): ([a-z0-9./-]+(?: [+] [a-z0-9./-]+)*)"
    "|(stake): ([0-9]+(?:[.][0-9]+)?)(?: ([A-Z]+))?"
)


def read_canonical(file: str, number: int, text: str) -> Board | BoardSyntax | DealLine | Entry | None:
    """Return the value of a canonical line, None for any other line."""
    match = _BOARD_LINE.fullmatch(text)
    if match is not None:
        name, top, middle, bottom = match.group(1, 2, 3, 4)
        if name.lower() in RESERVED:
            return None
        if top is None:
            top, middle, word, bottom, last = match.group(5, 6, 7, 8, 9)
            top, middle, bottom = " ".join(top), " ".join(middle) + word, " ".join(bottom) + last
        sums = weigh(top), weigh(middle), weigh(bottom)
        return Board(name, (top, middle, bottom), sums, line=number, source=text)
    line = Line(file, number, text)
    match = _DEAL_LINE.fullmatch(text)
    if match is not None:
        word, name, date = match.groups()
        at, called = Text(word, line, 1, len(word)), Text(name, line, len(word) + 2, len(name))
        return DealLine(at, called, _piece(line, match, 3) if date else None)
    match = re.fullmatch(_CANONICAL, text)
    if match is None or (match[1] and match[1].lower() in RESERVED):
        return None
    if match[1]:
        name, *rows = [_piece(line, match, group) for group in (1, 2, 3, 4)]
        return BoardSyntax(name, name, UNLABELLED, tuple(rows))
    if match[5]:
        return Entry(_piece(line, match, 5), (), (Part(words=(_piece(line, match, 6),)),))
    unit = _piece(line, match, 9) if match[9] else None
    return Entry(_piece(line, match, 7), (), (Part(number=_piece(line, match, 8), unit=unit),))


def read_board(line: Line) -> tuple[Board, BoardSyntax] | None:
    """Return the board of a canonical line and its syntax; None for any other line."""
    is_board = _BOARD_LINE.fullmatch(line.text) is not None
    board = read_canonical(line.file, line.number, line.text) if is_board else None
    return (board, located(board, line.file)) if isinstance(board, Board) else None


def _piece(line: Line, match: re.Match[str], group: int) -> Text:
    start, end = match.span(group)
    return Text(match[group], line, start + 1, end - start)
