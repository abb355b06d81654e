"""Points to exact money, pair by pair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction

from ofcscore.scoring.deal import Points, Table
from ofcscore.scoring.lines import whole


class Ledger:
    """Points to exact money, table by table, in memory that does not grow with the deals.

    Points that nobody has a stake for are no money.
    """

    def __init__(self) -> None:
        self._table: Table | None = None
        self._points: defaultdict[tuple[str, str], Points] = defaultdict(int)
        self._pairs: dict[tuple[str, str], tuple[Points, Fraction]] = {}
        self._money: dict[str, Fraction] = {}

    def of(self, table: Table) -> defaultdict[tuple[str, str], Points]:
        """Return points by pair of people at this table, to be added to."""
        if table is not self._table:
            self._flush()
            self._table = table
        return self._points

    def add_money(self, person: str, money: Fraction) -> None:
        self._money[person] = self._money.get(person, Fraction(0)) + money

    def _flush(self) -> None:
        if self._table is None:
            return
        table = self._table
        for (first, second), points in self._points.items():
            money = _worth(points, stake_between(table, (first, second)))
            self.add_money(first, money)
            self.add_money(second, -money)
            self.add_pair(first, second, points, money)
        self._points.clear()

    def add_pair(self, first: str, second: str, points: Points, money: Fraction) -> None:
        """Add what the first of two won from the second to what they have between them."""
        key, sign = ((first, second), 1)
        if (second, first) in self._pairs:
            key, sign = (second, first), -1
        before = self._pairs.get(key, (0, Fraction(0)))
        self._pairs[key] = (whole(before[0] + sign * points), before[1] + sign * money)

    def money(self) -> dict[str, Fraction]:
        """Exact money by person."""
        self._flush()
        return dict(self._money)

    def pairs(self, *, in_money: bool = True) -> dict[tuple[str, str], tuple[Points, Fraction]]:
        """Return points and exact money (or points for it) by pair of people, from the first one's side."""
        self._flush()
        return {pair: (won[0], won[1] if in_money else Fraction(won[0])) for pair, won in self._pairs.items()}


def stake_between(table: Table, people: Collection[str]) -> Fraction | None:
    """Money per point between these people: two may have a stake of their own; None without any."""
    return table.pair_stakes.get(frozenset(people), table.stake) if table.pair_stakes else table.stake


def _worth(points: Points, stake: Fraction | None) -> Fraction:
    """Return points in money; 0 without a stake."""
    return Fraction(0) if stake is None else points * stake
