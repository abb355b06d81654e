"""Pieces of a source put together anew, every character in the place where it was typed."""

import re
from collections.abc import Callable, Iterable
from itertools import chain, pairwise

from ofcscore.log.syntax import Line, Text
from ofcscore.problems.words import ASCII_LOWER

Piece = Text | tuple[str, Text]
"""A piece as it stands, or another text in the place of one."""


def joined(pieces: Iterable[Piece]) -> Text:
    """Pieces of a source as one; a text in the place of a piece lies where that piece does."""
    texts: list[str] = []
    cells: list[tuple[Line, int]] = []
    at: Text | None = None
    for piece in pieces:
        text, place = (piece.text, piece) if isinstance(piece, Text) else piece
        where = _cells(place)
        texts.append(text)
        cells += (where[min(index, len(where) - 1)] for index in range(len(text)))
        at = at or place
    assert at is not None
    line, column = cells[0] if cells else (at.line, at.column)
    return Text("".join(texts), line, column, at.width, tuple(cells) or None)


def _cells(text: Text) -> tuple[tuple[Line, int], ...]:
    return text.cells or tuple((text.line, text.column + i) for i in range(max(len(text.text), 1)))


def replaced(source: Text, changes: Iterable[tuple[int, int, str]]) -> Text:
    """The piece with other texts in some places of it, given in their order."""
    pieces: list[Piece] = []
    at = 0
    for start, end, new in changes:
        pieces += (source.part(at, start), (new, source.part(start, end)))
        at = end
    return joined((*pieces, source.part(at))) if pieces else source


def split(pattern: re.Pattern[str], source: Text) -> list[Text]:
    """A piece cut at a pattern: by turns what stands between, which may be nothing, and what it finds."""
    ends = chain.from_iterable(match.span() for match in pattern.finditer(source.text))
    return [source.part(start, end) for start, end in pairwise((0, *ends, len(source.text)))]


def sub(pattern: str, by: Callable[[re.Match[str]], str], source: Text) -> Text:
    """As `re.sub`, of a piece; what is the same afterwards is left alone."""
    found = ((*match.span(), match.group(), by(match)) for match in re.finditer(pattern, source.text))
    return replaced(source, [(start, end, new) for start, end, old, new in found if new != old])


def lower(source: Text) -> str:
    """The text of a piece without capitals of ASCII, every letter in its place."""
    return source.text.translate(ASCII_LOWER)
