"""Find tables among the lines of a text: Markdown, org, boxes, and columns aligned by blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from ofcscore.log.syntax import Line, Text
from ofcscore.log.vocabulary import Vocabulary, folded

_BAR: Final = "[|│┃║]"
_BARRED: Final = re.compile(rf"[ \t]*{_BAR}.*{_BAR}[ \t]*")
_BORDER: Final = re.compile(r"[ \t]*(?=.*[-─━═])[-+|:=\u2500-\u257f \t]+")
_GAP: Final = re.compile(r"[ \t]{2,}|\t")
_BETWEEN_BARS: Final = re.compile(_BAR)
_LEAST: Final = 2


class Grid(NamedTuple):
    """A table: the index of the line behind it, and the cells of each of its rows, None for empty ones."""

    end: int
    rows: list[tuple[Line, list[Text | None]]]


def find_grids(lines: Sequence[Line | None], vocabulary: Vocabulary) -> dict[int, Grid]:
    """Return the tables among lines, by the index of the first line of each."""
    found: dict[int, Grid] = {}
    at = 0
    while at < len(lines):
        grid = _barred(lines, at) or _with_tabs(lines, at, vocabulary) or _aligned(lines, at, vocabulary)
        if grid is None:
            at += 1
        else:
            found[at] = grid
            at = grid.end
    return found


def _barred(lines: Sequence[Line | None], start: int) -> Grid | None:
    """Return the table of lines between bars that begins here; one of its lines is a border of dashes."""
    rows = []
    border = False
    end = start
    for line in lines[start:]:
        if line is None:
            break
        if _BORDER.fullmatch(line.text):
            border = True
        elif _BARRED.fullmatch(line.text):
            rows.append((line, _split(line, _BETWEEN_BARS)[1:-1]))
        else:
            break
        end += 1
    return Grid(end, rows) if border and len(rows) >= _LEAST else None


def _with_tabs(lines: Sequence[Line | None], start: int, vocabulary: Vocabulary) -> Grid | None:
    """Return the table, as it is pasted from a spreadsheet, that begins here: titles of rows between tabs."""
    first = lines[start]
    if first is None or first.text.count("\t") < _LEAST:
        return None
    titles = _split(first, _TAB)
    words = [folded(cell.text) for cell in titles if cell is not None]
    if len({vocabulary.rows[word] for word in words if word in vocabulary.rows}) < _LEAST:
        return None
    there = takewhile(lambda line: line is not None and "\t" in line.text, lines[start + 1 :])
    rows = [(line, _split(line, _TAB)) for line in there if line is not None]
    return Grid(start + 1 + len(rows), [(first, titles), *rows]) if rows else None


def _aligned(lines: Sequence[Line | None], start: int, vocabulary: Vocabulary) -> Grid | None:
    """Return the table of columns aligned by blanks that begins here: its words are titles or labels of rows."""
    first = lines[start]
    if first is None or _GAP.search(first.text.strip()) is None:
        return None
    titles = _split_at_gaps(first)
    if len(titles) < _LEAST or re.search("[:/|]", first.text):
        return None
    rows: list[tuple[Line, list[Text | None]]] = []
    end = start + 1
    for line in lines[start + 1 :]:
        if line is None or not line.text.strip() or line.text.lstrip().startswith("#"):
            break
        if not _BORDER.fullmatch(line.text):
            cells = _split_at_gaps(line)
            if len(cells) not in (len(titles), len(titles) + 1):
                break
            rows.append((line, cells))
        end += 1
    if not rows or len({len(cells) for _, cells in rows}) != 1:
        return None
    labels = [vocabulary.rows.get(folded(cells[0].text.strip(" :"))) for _, cells in rows[:3] if cells[0]]
    words = [folded(cell.text) for cell in titles if cell is not None]
    by_labels = (
        len(rows[0][1]) > len(titles) and len(rows) % 3 == 0 and len({*labels} - {None}) == len(labels) == 3
    )
    by_titles = sum(word in vocabulary.rows for word in words) == 3 and len(rows[0][1]) == len(titles)
    if not (by_labels or by_titles):
        return None
    if len(rows[0][1]) > len(titles):
        titles = [None, *titles]
    return Grid(end, [(first, titles), *rows])


_TAB: Final = re.compile("\t")


def _split(line: Line, between: re.Pattern[str]) -> list[Text | None]:
    whole = Text(line.text, line, 1, len(line.text))
    return [_trimmed(whole.part(start, end)) for start, end in spans(line.text, between)]


def _split_at_gaps(line: Line) -> list[Text | None]:
    return [cell for cell in _split(line, _GAP) if cell is not None]


def spans(text: str, between: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the starts and ends of the pieces of a text between matches of a pattern."""
    at = 0
    for match in between.finditer(text):
        yield at, match.start()
        at = match.end()
    yield at, len(text)


def _trimmed(cell: Text) -> Text | None:
    """Return a cell without blanks and signs for bold letters around it, None if it is empty."""
    cell = cell.trimmed()
    match = re.fullmatch(r"(\*{1,2}|_{1,2}|`)(\S.*\S|\S)\1", cell.text)
    cell = cell.part(*match.span(2)) if match is not None else cell
    return cell if cell.text.strip(" \t") else None
