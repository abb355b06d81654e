"""Small tables and lines of text, which is what is said of rule sets in."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from ofcscore.problems.screen import USUAL, left, text_width, wrap


class Table(NamedTuple):
    """A small table as data: a heading (empty for none), the names of its columns, rows of cells."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self, width: int = USUAL) -> list[str]:
        """The table as lines of at most `width` columns: the widest are wrapped, or each row is stacked."""
        grid = [row for row in (self.header, *self.rows) if any(row)]
        columns = range(len(self.header))
        widths = [max((text_width(row[i]) for row in grid), default=0) for i in columns]
        # No narrower than its longest word, so that keys and names stay whole.
        least = [max((len(word) for row in grid for word in row[i].split()), default=0) for i in columns]
        while sum(widths) + 2 * (len(widths) - 1) > width:
            shrinks = [i for i in columns if widths[i] > max(least[i] + INDENT, LEAST_COLUMN)]
            if not shrinks:
                return self._stacked(width)
            widths[max(shrinks, key=widths.__getitem__)] -= 1
        lines = [self.title] if self.title else []
        for row in grid:
            cells = [wrap(cell, w, _indent(cell)) for cell, w in zip(row, widths, strict=True)]
            parts = zip_longest(*cells, fillvalue="")
            lines += ["  ".join(map(left, part, widths)).rstrip() for part in parts]
        return lines

    def _stacked(self, width: int) -> list[str]:
        lines = [self.title] if self.title else []
        for first, *others in self.rows:
            lines += wrap(first, width, _indent(first))
            indent = _indent(first) + " " * INDENT
            for name, cell in zip(self.header[1:], others, strict=True):
                said = f"{name}: {cell}" if name else cell
                lines += wrap(indent + said, width, indent + " " * INDENT) if cell else ()
        return lines


def pairs(rows: Iterable[tuple[str, ...]], title: str = "") -> Table:
    """A table without heads of columns: what a thing is called, indented, and what is said of it."""
    indented = tuple((f"  {name}", *said) for name, *said in rows)
    return Table(title, ("", ""), indented)


INDENT: Final = 2
LEAST_COLUMN: Final = 18
"""No column of a table is made narrower than that."""


def _indent(cell: str) -> str:
    return cell[: len(cell) - len(cell.lstrip())]


Part = str | Table


def as_lines(parts: Sequence[Part], width: int = USUAL) -> list[str]:
    """Lines and tables as plain lines of text of at most so many columns."""
    lines = []
    for part in parts:
        lines += part.lines(width) if isinstance(part, Table) else wrap(part, width, "    ")
    return lines
