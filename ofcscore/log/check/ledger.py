"""Ledgers of a table: a spreadsheet of who bought in for how much, and left with what."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ofcscore.log.amounts import read_number
from ofcscore.log.check.names import name_problem, normal_name
from ofcscore.log.read.from_csv import first_row, split_cells, trimmed_cell
from ofcscore.log.syntax import Line, Text
from ofcscore.problems.collected import Problems
from ofcscore.problems.words import ASCII_LOWER, listed
from ofcscore.scoring.deal import Points
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


def read_ledger(lines: Iterable[Line | None], problems: Problems) -> dict[str, Points]:
    """What each player of a ledger won; the rows of one player are added up."""
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
    ledger = _Ledger(problems)
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
            ledger.take(line, {name: cell for name, cell in named if name is not None and cell is not None})
    return ledger.totals()


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


class _Ledger:
    """What each player won so far, by name and id; people of one name are told apart by their ids."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._won: dict[tuple[str, str], Fraction] = {}

    def take(self, line: Line, row: dict[str, Text]) -> None:
        """Takes in the cells of a row that are not empty."""
        if not row:
            return
        name = row.pop("player", None)
        id_ = row.pop("id", None)
        if name is None:
            at = next(iter(row.values()), id_)
            assert at is not None
            self._problems.refuse("ledger-unreadable", at.place, "this row names no player", _EXAMPLE)
            return
        wrong = name_problem(name)
        if wrong is not None:
            self._problems.add(wrong)
            return
        before = self._problems.errors
        numbers = {column: self._number(cell) for column, cell in row.items()}
        if self._problems.errors > before:
            return
        won = sum((sign * numbers.get(column, Fraction(0)) for column, sign in _SUMMED.items()), Fraction(0))
        net = numbers.get("net", won)
        if net != won and _SUMMED.keys() & numbers.keys():
            there = listed([column for column in _SUMMED if column in numbers], "and")
            message = f"{name.text} is {_amount(net)} by `net`, and {_amount(won)} by {there}"
            self._problems.refuse("ledger-unreadable", row["net"].place, message, "one of them is wrong")
            return
        key = (normal_name(name.text), id_.text if id_ is not None else "")
        self._won[key] = self._won.get(key, Fraction(0)) + net

    def _number(self, cell: Text) -> Fraction:
        value, problem = read_number(cell)
        if problem is not None:
            self._problems.add(problem)
        return value if value is not None else Fraction(0)

    def totals(self) -> dict[str, Points]:
        names = [name for name, _ in self._won]
        return {
            name if names.count(name) == 1 else f"{name} ({id_ or names.count(name)})": whole(won)
            for (name, id_), won in self._won.items()
        }
