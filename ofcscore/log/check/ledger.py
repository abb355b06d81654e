"""Ledgers of a table: a spreadsheet of who bought in for how much, and left with what."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Final, NamedTuple

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.words import ASCII_LOWER, listed
from ofcscore.log.amounts import decimal_signs, read_number, shown_decimal
from ofcscore.log.check.names import is_name, normal_name
from ofcscore.log.read.from_csv import first_row, split_cells, trimmed_cell
from ofcscore.log.syntax import Line, Text

_WORDS: Final = {
    "player": ("player_nickname", "player", "nickname", "name"),
    "id": ("player_id", "id"),
    "buy_in": ("buy_in", "buyin", "in"),
    "buy_out": ("buy_out", "buyout", "cash_out", "cashout", "out"),
    "stack": ("stack",),
    "net": ("net", "result", "total", "points"),
}
"""The columns of a ledger, and what rooms call them."""
_NAMED: Final = {word: column for column, words in _WORDS.items() for word in words}
_SUMMED: Final = {"buy_in": -1, "buy_out": 1, "stack": 1}
"""The signs of the columns that sum to what was won: buy-outs and stacks, less buy-ins."""
_NO_MONEY: Final = frozenset(
    (
        *(
            "at",
            "date",
            "day",
            "year",
            "time",
            "start",
            "end",
            "session",
            "duration",
            "minutes",
            "hours",
            "timestamp",
        ),
        *("id", "no", "nr", "number", "seat", "position", "place", "rank", "phone"),
        *("hand", "hands", "deals", "games", "rounds", "rebuys", "count"),
    )
)
"""Words in the heads of columns whose numbers are no amounts."""
_EXAMPLE: Final = "as in `player_nickname,buy_in,buy_out,stack,net`"
_UNIT: Final = "(?:[^0-9A-Za-z]{0,2}|[ ]?[A-Z]{3}[ ]?)"
_NUMERIC: Final = re.compile(f"[+-]?{_UNIT}[+-]?[0-9][0-9.,'’]*{_UNIT}")


class LedgerRow(NamedTuple):
    """A row of a ledger: the name, the player's id ("" without one) and the amount that was won."""

    name: Text
    id: str
    net: Fraction


class _Head(NamedTuple):
    """The columns of a ledger: those it shares with others, by position, and the names of the rest."""

    known: list[str | None]
    others: list[str]


def read_ledger(lines: Iterable[Line | None], problems: Problems) -> list[LedgerRow]:
    """Return the rows of a ledger."""
    source = iter(lines)
    first = first_row(source, problems)
    if first is None:
        return []
    header, delimiter, cells, below = first
    names = [_column(cell) for cell in cells]
    if _repeated(names, cells, problems):
        return []
    if "player" not in names or not ({"buy_in", "net"} & {*names}):
        lacking = "player" if "player" not in names else "net"
        message = f"there is no column `{lacking}`, or another word for it"
        problems.refuse(
            "ledger-unreadable", cells[0]._replace(width=len(header.text)).place, message, _EXAMPLE
        )
        return []
    head = _Head(names, ["" if _has_no_money(cell) else cell.text for cell in cells])
    unknown: dict[str, tuple[Text, str]] = {}
    rows: list[list[Text | None]] = []
    for line in chain(below, source):
        if isinstance(line, Line):
            split = split_cells(line, delimiter)
            if split.fault is not None:
                problems.add(split.fault)
                continue
            row = [trimmed_cell(cell) for cell in split.cells]
            stray = next((cell for cell in row[len(names) :] if cell is not None), None)
            if stray is not None:
                comma = "a comma parts cells here: write an amount with a point, such as 11.5"
                hint = comma if delimiter == "," else None
                message = "this cell has no column: nothing stands above it in the first line"
                problems.refuse("ledger-unreadable", stray.place, message, hint)
                continue
            if any(row):
                rows.append(row)
    amounts = (cell.text for row in rows for cell in _known(head, row).values() if cell is not None)
    decimal = shown_decimal(map(decimal_signs, amounts))
    read = [_row(row, head, decimal, problems, unknown) for row in rows]
    for column, (cell, sums) in unknown.items():
        message = f"`{column}` is an unknown column with amounts, and `net` counts: {sums}"
        hint = f"if `{column}` belongs to what was won, add it to `net`"
        problems.warn("ledger-column", cell.place, message, hint)
    return [row for row in read if row is not None]


def _has_no_money(cell: Text) -> bool:
    """Return True if the numbers below this head are surely no amounts."""
    return bool(_NO_MONEY & {*re.split("[^a-z]+", cell.text.translate(ASCII_LOWER))}) or not cell.text.strip()


def _column(cell: Text) -> str | None:
    """The column that the head of one names."""
    return _NAMED.get("_".join(cell.text.translate(ASCII_LOWER).replace("-", " ").split()))


def _repeated(names: list[str | None], cells: list[Text], problems: Problems) -> bool:
    """Return True (and add a problem) if two columns say the same thing: which of them counts?"""
    again = [at for at, name in enumerate(names) if name is not None and name in names[:at]]
    for at in again:
        first = cells[names.index(names[at])]
        message = f"`{cells[at].text}` and `{first.text}` are the same column"
        problems.refuse("ledger-unreadable", cells[at].place, message, "leave one of the two out")
    return bool(again)


def _amount(value: Fraction) -> str:
    """A sum of amounts as they are written: `11.5`."""
    return f"{Decimal(value.numerator) / value.denominator:f}"


def _row(
    cells: Sequence[Text | None],
    head: _Head,
    decimal: str | None,
    problems: Problems,
    unknown: dict[str, tuple[Text, str]],
) -> LedgerRow | None:
    """Return a row, None (and a problem) if it cannot be read.

    `unknown` collects the unknown columns with amounts: the first such cell, and the sums of its row.
    """
    row = _known(head, cells)
    others = {
        column: cell
        for name, column, cell in zip(head.known, head.others, cells, strict=False)
        if name is None and column and cell is not None and _may_be_money(cell)
    }
    name, id_ = _cell_of(head, cells, "player"), _cell_of(head, cells, "id")
    if name is None:
        at = next((cell for cell in cells if cell is not None), None)
        assert at is not None
        if row or id_ is not None or others:
            problems.refuse("ledger-unreadable", at.place, "this row names no player", _EXAMPLE)
        return None
    if not is_name(name, problems):
        return None
    before = problems.errors
    numbers = {column: read_number(cell, problems, decimal) or Fraction(0) for column, cell in row.items()}
    if problems.errors > before:
        return None
    won = sum((sign * numbers.get(column, Fraction(0)) for column, sign in _SUMMED.items()), Fraction(0))
    net = numbers.get("net", won)
    there = listed([column for column in _SUMMED if column in numbers], "and")
    differs = f"{name.text} is {_amount(net)} by `net`, and {_amount(won)} by {there}"
    for column, cell in others.items():
        if "net" not in numbers:
            message = f"`{column}` is an unknown column, and nobody knows if {cell.text} was won or lost"
            hint = f"add a column `net` with what each player won, or leave `{column}` out"
            problems.refuse("ledger-column", cell.place, message, hint)
            return None
        beside = f"{name.text} is {_amount(net)} by `net`, beside {cell.text} by `{column}`"
        unknown.setdefault(column, (cell, differs if there and net != won else beside))
    if net != won and there and not others:
        problems.refuse("ledger-unreadable", row["net"].place, differs, "one of them is wrong")
        return None
    return LedgerRow(name._replace(text=normal_name(name.text)), id_.text if id_ is not None else "", net)


def _known(head: _Head, cells: Sequence[Text | None]) -> dict[str, Text]:
    """Return the amounts of a row by their known columns."""
    named = zip(head.known, cells, strict=False)
    return {name: cell for name, cell in named if name not in (None, "player", "id") and name and cell}


def _cell_of(head: _Head, cells: Sequence[Text | None], column: str) -> Text | None:
    return next((cell for name, cell in zip(head.known, cells, strict=False) if name == column), None)


def _may_be_money(cell: Text) -> bool:
    """Return True if a cell of an unknown column has an amount other than zero."""
    return bool(_NUMERIC.fullmatch(cell.text) and re.search("[1-9]", cell.text))
