"""Sheets of rounds: the points of each player in a column, or in a row."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.amounts import read_number
from ofcscore.log.check.ledger_rows import (
    LedgerRow,
    Row,
    check_sums,
    is_remark,
    is_unclear_round,
    may_matter,
    refuse_sum_or_round,
    refuse_unbalanced,
)
from ofcscore.log.check.names import is_name, name_key, normal_name
from ofcscore.log.syntax import Text
from ofcscore.log.text.titles import (
    another_figure,
    has_number_of_round,
    is_date,
    is_round,
    is_sum,
    is_sum_of_one,
    title_of,
)
from ofcscore.log.vocabulary import ENGLISH, folded, tables


class _Rounds(NamedTuple):
    """A sheet of rounds: the title of the rounds and those of the players, and rows of the same columns."""

    head: list[Text]
    rows: list[Row]
    dated: bool
    """True if a round has a date beside its number."""


def rounds_of(
    head: Sequence[Text], kinds: Sequence[str | None], rows: Sequence[Row], problems: Problems
) -> _Rounds | None:
    """Return a sheet of rounds beside columns of players, which have numbers alone; None for other tables.

    Columns of texts alone are no players'; add a problem for a text that may be about points.
    """
    titles = [title_of(cell) for cell in head]
    first = next((at for at, title in enumerate(titles) if title not in tables()["ledger"]["round"]), 0)
    label = next((at for at in range(first) if titles[at] not in tables()["ledger"]["date"]), 0)
    filled = [at for at in range(first, len(head)) if any(_at(row, at)[0] is not None for row in rows)]
    notes = [at for at in filled if all(_at(row, at)[1] is None for row in rows)]
    columns = [at for at in range(first, len(head)) if at not in notes]
    players = [at for at in columns if not is_sum(head[at])]
    numeric = all(_at(row, at)[0] is None or _at(row, at)[1] is not None for row in rows for at in columns)
    if (
        not first
        or len(players) < 2
        or {kinds[at] for at in columns} - {None, "net"}
        or any(titles[at] in tables()["ledger"]["no_money"] for at in players)
        or not rows
        or not numeric
    ):
        return None
    for cell in (cell for row in rows for at in notes if (cell := _at(row, at)[0]) is not None):
        is_unclear_round(cell, problems)
    kept = [label, *columns]
    chosen = [Row(*zip(*(_at(row, at) for at in kept), strict=True)) for row in rows]
    return _Rounds([head[at] for at in kept], chosen, first > 1)


def _at(row: Row, column: int) -> tuple[Text | None, Text | None, str]:
    """Return a cell of a row, its number and its currency; nothing for one of somebody who sat out."""
    cell = row.cells[column] if column < len(row.cells) else None
    word = "" if cell is None else folded(cell.text)
    if word in _NO_POINTS or ENGLISH.statuses.get(word) == "absent":
        return _EMPTY
    return cell, row.amounts[column], row.units[column]


_NO_POINTS: Final = ("", "-", "–", "—", "n/a", "na")


def has_points_below(rows: Sequence[Row]) -> bool:
    """Return True for rows of names with numbers alone behind them."""
    return len(rows) > 1 and all(
        row.cells[0] is not None
        and all(
            amount is not None
            for cell, amount in zip(row.cells[1:], row.amounts[1:], strict=True)
            if cell is not None
        )
        for row in rows
    )


def names_of(rows: Sequence[Row]) -> Iterator[Text]:
    """Yield the first cells of rows, the names of players."""
    yield from (cell for row in rows if (cell := row.cells[0]) is not None)


_EMPTY: Final = (None, None, "")
"""A cell that a row ends before."""


def turned(head: Sequence[Text], rows: Sequence[Row]) -> list[Row]:
    """Return the columns behind the first as rows below the players."""
    turned = []
    for at, title in enumerate(head[1:], 1):
        there = [
            (row.cells[at], row.amounts[at], row.units[at]) if at < len(row.cells) else _EMPTY for row in rows
        ]
        cells, amounts, units = zip(*there, strict=True)
        turned.append(Row([title, *cells], [None, *amounts], ["", *units]))
    return turned


class RoundSheet:
    """Reads rounds with the points of each player in a column."""

    def __init__(
        self, head: Sequence[Text], decimal: str | None, problems: Problems, *, dated: bool = False
    ) -> None:
        self._head, self._decimal, self._problems, self._dated = head, decimal, problems, dated

    def read(self, rows: Sequence[Row]) -> list[LedgerRow]:
        """Return what each player won in each round; a round has to sum to 0."""
        won: list[LedgerRow] = []
        columns = [at for at in range(1, len(self._head)) if not is_sum(self._head[at])]
        names = {at: self._head[at]._replace(text=normal_name(self._head[at].text.strip())) for at in columns}
        checked = [is_name(name, self._problems) for name in names.values()]
        if not all(checked):
            return []
        totals = next((name for name in names.values() if is_sum_of_one(name)), None)
        if totals is not None:
            message = f"are the numbers below `{totals.text}` running totals?"
            hint = (
                "if they are, write the last row alone, below the names alone;"
                " if each row is one round, write the names alone"
            )
            self._problems.refuse("ledger-unreadable", totals.place, message, hint)
            return []
        figure = another_figure(names, [self._points(row, Problems()) for row in rows])
        if figure is not None:
            message = f"is `{figure[0].text}` a player, or another figure of {figure[1].text}?"
            hint = "leave its column out; if it is a player, write another name"
            self._problems.refuse("ledger-unreadable", figure[0].place, message, hint)
            return []
        keys = [name_key(name.text) for name in names.values()]
        twice = next((name for at, name in enumerate(names.values()) if keys.index(keys[at]) < at), None)
        if twice is not None:
            hint = "add the two up if they are one player; else write the names apart"
            self._problems.refuse("ledger-unreadable", twice.place, f"{twice.text} stands here twice", hint)
            return []
        sums = dict.fromkeys(columns, Fraction(0))
        labelled = any(row.cells[0] is not None for row in rows)
        numbered = any(row.cells[0] is not None and is_round(row.cells[0]) for row in rows)
        rounds: set[str] = set()
        labels = [row.cells[0] for row in rows if row.cells[0] is not None]
        by_number = sum(map(has_number_of_round, labels)) > sum(is_date(label.text) for label in labels)
        held: list[dict[int, Fraction]] = []
        """Rows of sums above the rounds."""
        for row in rows:
            before = self._problems.errors
            points = {at: value for at, value in self._points(row, self._problems).items() if at in sums}
            if not points and row.cells[0] is not None and self._problems.errors == before:
                is_remark(row.cells[0], points, self._problems)
            if self._problems.errors > before or not points:
                continue
            if is_sum(row.cells[0]):
                if won:
                    self._check_sums(names, points, sums)
                else:
                    held.append(points)
                continue
            label = row.cells[0]
            if label is not None and by_number and has_number_of_round(label):
                if folded(label.text) in rounds and not self._dated:
                    message = f"round {label.text} stands here twice"
                    hint = "if both were played, call one of them otherwise; else leave one out"
                    self._problems.refuse("ledger-unreadable", label.place, message, hint)
                    continue
                same = points == {at: sums[at] for at in points} and any(points.values())
                if rounds and same and not self._is_next(label, rounds):
                    refuse_sum_or_round(label, self._problems)
                    continue
                rounds.add(folded(label.text))
            elif numbered and not self._is_label(label, by_number) and not self._says_void(label):
                first = label or next(cell for cell in row.cells if cell is not None)
                refuse_sum_or_round(first, self._problems)
                continue
            elif label is None or not re.search("[0-9]", label.text):
                same = points == {at: value for at, value in sums.items() if at in points}
                same = same and (labelled or len(won) > len(points))
                money = label is not None and re.fullmatch(ENGLISH.currency, label.text) is not None
                if money or (same and any(points.values())):
                    first = label or next(cell for cell in row.cells if cell is not None)
                    refuse_sum_or_round(first, self._problems)
                    continue
            if label is not None and is_unclear_round(label, self._problems):
                continue
            off = sum(points.values(), Fraction(0))
            if off:
                first = next(cell for cell in row.cells if cell is not None)
                called = f"round {first.text}" if first is row.cells[0] else "this round"
                refuse_unbalanced(first, called, off, self._problems)
            unit = row.unit(points, self._problems)
            for at, value in points.items():
                sums[at] += value
                won.append(LedgerRow(names[at], "", value, unit, is_round=True))
        for points in held:
            self._check_sums(names, points, sums)
        return won

    def _check_sums(
        self, names: dict[int, Text], points: dict[int, Fraction], sums: dict[int, Fraction]
    ) -> None:
        for at, value in points.items():
            check_sums(names[at].text, names[at], value, sums[at], self._problems)

    @staticmethod
    def _is_next(label: Text, rounds: set[str]) -> bool:
        """Return True for the number behind the highest one so far."""
        numbers = [int(number) for said in (*rounds, label.text) for number in re.findall("[0-9]+", said)]
        return len(numbers) > 1 and numbers[-1] == max(numbers[:-1]) + 1

    @staticmethod
    def _is_label(label: Text | None, by_number: bool) -> bool:
        """Return True for what a round is called here: by its number, or by a date."""
        if label is None:
            return False
        return has_number_of_round(label) if by_number else is_date(label.text)

    @staticmethod
    def _says_void(label: Text | None) -> bool:
        return label is not None and re.match("[0-9]", label.text) is not None and may_matter(label.text, "")

    def _points(self, row: Row, problems: Problems) -> dict[int, Fraction]:
        """Return the numbers of a row by their columns; add a problem for each that cannot be read."""
        read = {
            at: read_number(cell, problems, self._decimal)
            for at, cell in enumerate(row.amounts)
            if at and cell is not None
        }
        return {at: value for at, value in read.items() if value is not None}
