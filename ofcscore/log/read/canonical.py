"""Lines of text as this program writes them, which are nearly all of a long log, recognised by one pattern.

They give the very values that the grammar gives for them; the grammar, and with it all that people type
otherwise, is imported when the first other line is met.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.game.cards import CARDS_OF_ROWS, RANKS, SUITS
from ofcscore.log.keys import RESERVED
from ofcscore.log.read.lines import BadLine
from ofcscore.log.syntax import (
    UNLABELLED,
    BoardLine,
    BoardSyntax,
    DealLine,
    Entry,
    Line,
    LineSyntax,
    Part,
    Text,
    Unread,
)
from ofcscore.problems.collected import Problems

_NAME: Final = "(?!_[^:]*_:)[A-Za-z0-9_][A-Za-z0-9_.-]*"
_WHOLE_CARD: Final = f"[{RANKS}][{SUITS}]"
_THREE: Final = " ".join([_WHOLE_CARD] * 3)
_FIVE: Final = " ".join([_WHOLE_CARD] * 5)
_RANKS_OF_FIVE: Final = f"[{RANKS}]{{5}}(?: flush)?"
_BOARD_LINE: Final = re.compile(
    f"({_NAME}): (?:({_THREE}) / ({_FIVE}) / ({_FIVE})"
    f"|([{RANKS}]{{3}}) / ({_RANKS_OF_FIVE}) / ({_RANKS_OF_FIVE}))"
)
_CANONICAL: Final = re.compile(
    f"({_NAME}): *{CARDS_OF_ROWS}"
    "|([Dd]eal|[Hh]and) ([A-Za-z0-9_.-]*[A-Za-z0-9_-])(?: ([0-9][0-9-]*))?"
    "|(rules): ([a-z0-9./-]+(?: [+] [a-z0-9./-]+)*)"
    "|(stake): ([0-9.]+)(?: ([A-Z]+))?"
)


def read_text(lines: Iterable[Line | BadLine], problems: Problems) -> Iterator[LineSyntax]:
    """What each line says; a line that cannot be read gives a problem and an `Unread`."""
    for line in lines:
        if isinstance(line, Line):
            yield (read_canonical(line) or _read_by_grammar(line, problems)) if line.text else None
        else:
            yield Unread()


def _read_by_grammar(line: Line, problems: Problems) -> LineSyntax:
    from ofcscore.log.read.from_text import read_by_grammar

    return read_by_grammar(line, problems)


def read_canonical(line: Line) -> BoardLine | BoardSyntax | DealLine | Entry | None:
    """What a canonical line says, None for any other line."""
    match = _BOARD_LINE.fullmatch(line.text)
    if match is not None:
        name, top, middle, bottom = match.group(1, 2, 3, 4) if match[2] else match.group(1, 5, 6, 7)
        return None if name.lower() in RESERVED else BoardLine(line, name, (top, middle, bottom))
    match = _CANONICAL.fullmatch(line.text)
    if match is None:
        return None

    def piece(group: int) -> Text:
        start, end = match.span(group)
        return Text(match[group], line, start + 1, end - start)

    if match[1]:
        if match[1].lower() in RESERVED:
            return None
        at = piece(1)
        return BoardSyntax(at, at, UNLABELLED, (piece(2), piece(3), piece(4)))
    if match[5]:
        return DealLine(piece(5), piece(6), piece(7) if match[7] else None)
    if match[8]:
        return Entry(piece(8), (), (Part(words=(piece(9),)),))
    return Entry(piece(10), (), (Part(number=piece(11), unit=piece(12) if match[12] else None),))
