"""Cells in columns: a name, then figures; and what becomes of them where the screen is too narrow.

The last columns of a table go below the first then. None is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ofcscore.diagnostics.screen import text_width

Rows = Sequence[Sequence[str]]
"""A heading, then a row for each thing; the first cell names it."""


def layout(rows: Rows) -> list[str]:
    """Return formatted cells as lines, columns two blanks apart: names left, and figures right."""
    from tabulate import tabulate

    sides = ["left", *["right"] * (len(rows[0]) - 1)]
    text = tabulate(rows, tablefmt="plain", colalign=sides, disable_numparse=True)
    return [line.rstrip() for line in text.splitlines()]


def figures_width(rows: Rows) -> int:
    """Return the columns of all but the first cells, and of the blanks before each."""
    return sum(2 + max(map(text_width, column)) for column in list(zip(*rows, strict=True))[1:])


def fits(rows: Rows, width: int) -> bool:
    """Return True if the rows, laid out, take at most `width` columns."""
    return max(text_width(row[0]) for row in rows) + figures_width(rows) <= width


def in_tables(rows: Rows, width: int) -> Iterator[Rows]:
    """Yield the rows as one table or, where they are too wide, several: each with as many columns as fit.

    The title stands above the first of them alone.
    """
    begun, at = 1, 1
    for at in range(2, len(rows[0])):
        if not fits([[row[0], *row[begun : at + 1]] for row in rows], width):
            yield [[row[0], *row[begun:at]] for row in rows]
            begun = at
            rows = [["", *rows[0][1:]], *rows[1:]]
    yield [[row[0], *row[begun:]] for row in rows]
