"""CSV to located syntax: lines of a spreadsheet split into cells, each in its place, for the table model."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Problem, Problems
from ofcscore.diagnostics.words import ASCII_LOWER
from ofcscore.log.read.table_columns import Row
from ofcscore.log.read.tables import TableReading
from ofcscore.log.syntax import QUOTED, Item, Line, Text, unquote

FORMULA: Final = re.compile("'*[=+@\t\r\uff1d\uff0b\uff20\uff0d-]")
"""The begin of a cell that a spreadsheet takes for a formula, or that got an apostrophe against that."""
_GUARDED: Final = re.compile(f"'{FORMULA.pattern}")
_DELIMITERS: Final = ";\t,|"
_LOOKED_AT: Final = 20
_SEPARATOR_LINE: Final = re.compile("sep=(.)", re.DOTALL)
CSV_LINE_LIMIT: Final = 1 << 16


class _Split(NamedTuple):
    """The cells of a line, as far as they can be told; `open` says that the last one goes on below."""

    cells: list[Text]
    fault: Problem | None = None
    open: bool = False


def split_cells(line: Line, delimiter: str) -> _Split:
    """Return the cells of one line (RFC 4180: quotes may hold delimiters, and quotes written twice)."""
    text = line.text
    whole = Text(text, line, 1, len(text))
    cells: list[Text] = []
    at = 0

    def fault(message: str, hint: str) -> Problem:
        return Problem("csv-quote", whole.part(at, at + 1).place, message, hint)

    while True:
        quoted = QUOTED.match(text, at)
        if quoted is not None:
            cells.append(unquote(whole.part(*quoted.span())))
            at = quoted.end()
            if text[at : at + 1] not in ("", delimiter):
                message = "something follows the closing quote of this cell"
                return _Split(cells, fault(message, "a quote inside a cell in quotes is written twice"))
        elif text[at : at + 1] == '"':
            message = "the quote that begins this cell is not closed on this line"
            hint = "a cell holds one line of text: take the line break out of it"
            return _Split(cells, fault(message, hint), open=True)
        else:
            end = text.find(delimiter, at)
            end = len(text) if end < 0 else end
            cells.append(whole.part(at, end))
            at = end
        if at >= len(text):
            return _Split(cells)
        at += 1


def trimmed_cell(cell: Text) -> Text | None:
    """Return a cell without the blanks around it and the apostrophe against formulas, None if it is empty."""
    words = cell.text.strip(" \t")
    if not words:
        return None
    if words != cell.text:
        cell = cell.trimmed()
    return cell.part(1) if _GUARDED.match(cell.text) else cell


def read_csv(table: TableReading, lines: Iterable[Line | None], problems: Problems) -> Iterator[Item]:
    """Yield the header of a file, and then its deals, one at a time."""
    source = iter(lines)
    first = first_line(source)
    if first is None:
        return table.read(())
    line, table.comma, below = first
    return table.read(_rows(table, chain((line,), below, source), problems))


def _rows(table: TableReading, source: Iterator[Line | None], problems: Problems) -> Iterator[Row]:
    inside = False
    for line in source:
        if not isinstance(line, Line):
            yield Row(_NOWHERE, (), whole=False)
            continue
        split = split_cells(line, table.comma)
        if inside and (split.fault is not None or len(split.cells) != table.width):
            # The rest of a cell with a line break in it: one slip is one diagnostic.
            inside = line.text.count('"') % 2 == 0
            continue
        inside = split.open
        if split.fault is not None:
            problems.add(split.fault)
        yield Row(line, [trimmed_cell(cell) for cell in split.cells], whole=split.fault is None)


_NOWHERE: Final = Line("", 0, "")


def first_line(source: Iterator[Line | None]) -> tuple[Line, str, list[Line | None]] | None:
    """Return the first line with anything in it, the delimiter, and the lines read below it.

    None if there is no such line, or if it could not be read.
    """
    delimiter = ""
    for line in source:
        if not isinstance(line, Line):
            return None
        match = _SEPARATOR_LINE.fullmatch(line.text.translate(ASCII_LOWER))
        if match is not None and not delimiter:
            # A line of Excel's that says what parts the cells.
            delimiter = match.group(1)
        elif line.text.strip(" \t,;"):
            below = list(islice(source, 0 if delimiter else _LOOKED_AT))
            texts = [line.text, *(other.text for other in below if isinstance(other, Line))]
            most = max(_DELIMITERS, key=lambda sign: sum(sign in text for text in texts))
            return line, delimiter or most, below
    return None
