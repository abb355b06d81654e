"""Lines of text as this program writes them, which are nearly all of a long log, recognised by one pattern.

They give the very values that the grammar gives for them; the grammar, and with it all that people type
otherwise, is imported when the first other line is met.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.game.board import Board
from ofcscore.game.cards import CARDS_OF_ROWS, RANKS, SUITS
from ofcscore.log.keys import RESERVED
from ofcscore.log.read.lines import NumberedLine
from ofcscore.log.syntax import (
    UNLABELLED,
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
_RANKS_OF_FIVE: Final = f"([{RANKS}]{{5}})((?: flush)?)"
_BOARD_LINE: Final = re.compile(
    f"({_NAME}): (?:({_THREE}) / ({_FIVE}) / ({_FIVE})"
    f"|([{RANKS}]{{3}}) / {_RANKS_OF_FIVE} / {_RANKS_OF_FIVE})"
)
_DEAL_LINE: Final = re.compile("([Dd]eal|[Hh]and) ([A-Za-z0-9_.-]*[A-Za-z0-9_-])(?: ([0-9][0-9-]*))?")
_CANONICAL: Final = re.compile(
    f"({_NAME}): *{CARDS_OF_ROWS}"
    "|(rules): ([a-z0-9./-]+(?: [+] [a-z0-9./-]+)*)"
    "|(stake): ([0-9.]+)(?: ([A-Z]+))?"
)


def read_text(lines: Iterable[NumberedLine], file: str, problems: Problems) -> Iterator[LineSyntax]:
    """Yield what each line of a file says; a line that cannot be read gives a problem and an `Unread`.

    A line that begins with `#` is a comment, unless it names a deal and a board or a name follows.
    """
    heading: Line | None = None
    for number, text in lines:
        if text is None:
            yield Unread()
        elif text:
            value: LineSyntax = read_canonical(file, number, text)
            if value is None:
                line = Line(file, number, text)
                value = _read_by_grammar(line, problems)
                if value is None and text.strip():
                    heading = line if _HEADING.match(text) else None
                    continue
            if heading is not None:
                if isinstance(value, Board) or isinstance(value, BoardSyntax):  # noqa: SIM101 - most are of the first
                    yield _read_heading(heading)
                heading = None
            yield value


_HEADING: Final = re.compile("#+[ \t]*(?=(?ai:deal|hand|round|game)[^A-Za-z])|#(?=[0-9])")


def _read_heading(line: Line) -> LineSyntax:
    """Return the deal that a comment begins, None for other comments."""
    from ofcscore.log.read.from_text import read_heading

    return read_heading(line)


def _read_by_grammar(line: Line, problems: Problems) -> LineSyntax:
    from ofcscore.log.read.from_text import read_by_grammar

    return read_by_grammar(line, problems)


def read_canonical(file: str, number: int, text: str) -> Board | BoardSyntax | DealLine | Entry | None:
    """What a canonical line of a file says, None for any other line."""
    match = _BOARD_LINE.fullmatch(text)
    if match is not None:
        name, top, middle, bottom = match.group(1, 2, 3, 4)
        if name.lower() in RESERVED:
            return None
        if top is None:
            top, middle, word, bottom, last = match.group(5, 6, 7, 8, 9)
            top, middle, bottom = " ".join(top), " ".join(middle) + word, " ".join(bottom) + last
        return Board.of(name, top, middle, bottom, line=number, source=text)
    line = Line(file, number, text)
    match = _DEAL_LINE.fullmatch(text)
    if match is not None:
        word, name, date = match.groups()
        at, called = Text(word, line, 1, len(word)), Text(name, line, len(word) + 2, len(name))
        return DealLine(at, called, _piece(line, match, 3) if date else None)
    match = _CANONICAL.fullmatch(text)
    if match is None or (match[1] and match[1].lower() in RESERVED):
        return None
    if match[1]:
        name, *rows = [_piece(line, match, group) for group in (1, 2, 3, 4)]
        return BoardSyntax(name, name, UNLABELLED, tuple(rows))
    if match[5]:
        return Entry(_piece(line, match, 5), (), (Part(words=(_piece(line, match, 6),)),))
    unit = _piece(line, match, 9) if match[9] else None
    return Entry(_piece(line, match, 7), (), (Part(number=_piece(line, match, 8), unit=unit),))


def _piece(line: Line, match: re.Match[str], group: int) -> Text:
    """What a group of a pattern has found in a line."""
    start, end = match.span(group)
    return Text(match[group], line, start + 1, end - start)
