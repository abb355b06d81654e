"""Ledgers of a table: a spreadsheet of who bought in for how much, and left with what."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ofcscore.log.amounts import add_doubt, read_number
from ofcscore.log.check.names import is_name, normal_name
from ofcscore.log.read.from_csv import first_row, split_cells, trimmed_cell
from ofcscore.log.syntax import Line, Text
from ofcscore.problems.collected import Problems
from ofcscore.problems.words import ASCII_LOWER, listed
from ofcscore.scoring.deal import Currency, Points
from ofcscore.scoring.lines import whole

_WORDS: Final = {
    "player": ("player_nickname", "player", "nickname", "name"),
    "id": ("player_id", "id"),
    "buy_in": ("buy_in", "buyin", "in"),
    "buy_out": ("buy_out", "buyout", "cash_out", "cashout", "out"),
    "stack": ("stack",),
    "net": ("net", "result", "total", "points"),
}
"""The columns of a ledger, and what rooms call them; others say nothing of what was won."""
_NAMED: Final = {word: column for column, words in _WORDS.items() for word in words}
_SUMMED: Final = {"buy_in": -1, "buy_out": 1, "stack": 1}
"""What a player won is what he left with and what lies before him, less what he bought in for."""
_EXAMPLE: Final = "as in `player_nickname,buy_in,buy_out,stack,net`"


def read_ledger(
    lines: Iterable[Line | None], currency: Currency | None, problems: Problems
) -> dict[str, Points]:
    """What each player of a ledger in a currency won; the rows of one player are added up."""
    source = iter(lines)
    first = first_row(source, problems)
    if first is None:
        return {}
    header, delimiter, cells = first
    names = [_column(cell) for cell in cells]
    if _repeated(names, cells, problems):
        return {}
    if "player" not in names or not ({"buy_in", "net"} & {*names}):
        lacking = "player" if "player" not in names else "net"
        message = f"there is no column `{lacking}`, or another word for it"
        problems.refuse(
            "ledger-unreadable", cells[0]._replace(width=len(header.text)).place, message, _EXAMPLE
        )
        return {}
    won: dict[tuple[str, str], Fraction] = {}
    for line in source:
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
            named = zip(names, row, strict=False)
            cells_of = {name: cell for name, cell in named if name is not None and cell is not None}
            found = _row(cells_of, currency, problems) if cells_of else None
            if found is not None:
                player, net = found
                won[player] = won.get(player, Fraction(0)) + net
    people = [name for name, _ in won]
    return {
        name if people.count(name) == 1 else f"{name} ({id_ or people.count(name)})": whole(net)
        for (name, id_), net in won.items()
    }


def _column(cell: Text) -> str | None:
    """The column that the head of one names."""
    return _NAMED.get("_".join(cell.text.translate(ASCII_LOWER).replace("-", " ").split()))


def _repeated(names: list[str | None], cells: list[Text], problems: Problems) -> bool:
    """Whether two columns say the same thing, and nobody knows which of them counts."""
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
    row: dict[str, Text], currency: Currency | None, problems: Problems
) -> tuple[tuple[str, str], Fraction] | None:
    """The name and the id of a row, and what was won; None (and a problem) where that cannot be told."""
    name = row.pop("player", None)
    id_ = row.pop("id", None)
    if name is None:
        at = next(iter(row.values()), id_)
        assert at is not None
        problems.refuse("ledger-unreadable", at.place, "this row names no player", _EXAMPLE)
        return None
    if not is_name(name, problems):
        return None
    before = problems.errors
    for cell in row.values():
        add_doubt(cell, currency, problems)
    numbers = {column: read_number(cell, problems) or Fraction(0) for column, cell in row.items()}
    if problems.errors > before:
        return None
    won = sum((sign * numbers.get(column, Fraction(0)) for column, sign in _SUMMED.items()), Fraction(0))
    net = numbers.get("net", won)
    if net != won and _SUMMED.keys() & numbers.keys():
        there = listed([column for column in _SUMMED if column in numbers], "and")
        message = f"{name.text} is {_amount(net)} by `net`, and {_amount(won)} by {there}"
        problems.refuse("ledger-unreadable", row["net"].place, message, "one of them is wrong")
        return None
    return (normal_name(name.text), id_.text if id_ is not None else ""), net
