"""The currency of a session, and the stakes of its points."""

from __future__ import annotations

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.problem import Place, Problem
from ofcscore.log.amounts import NO_LABEL, is_same
from ofcscore.scoring.admission import deal_place
from ofcscore.scoring.deal import Currency, Deal, Table
from ofcscore.scoring.deals import DealScore
from ofcscore.session.result import DealStakes
from ofcscore.session.rounding import decimals


class Unit:
    """The one currency of a session, and the stakes in it, log by log; what is wrong goes to the problems.

    `digits` are the decimals that the stakes need, None without any stake. `mixed` is whether the log that
    is being read has money of another currency: what is played there counts for nothing, since no sum is
    made over two of them.
    """

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self.currency: Currency | None = None
        self.digits: int | None = None
        self.deal_stakes = DealStakes()
        self.worthless: tuple[Place, str] | None = None
        """The place and name of the first point exchanged that nobody has a stake for."""
        self.mixed = False
        self._table: Table | None = None
        self._has_money = False
        self._names_currency = False
        self._nameless: list[Place] = []
        """The logs with money that name no currency."""

    @property
    def in_money(self) -> bool:
        """True if the session has money, and not only points."""
        return self.currency is not None or self.digits is not None

    def begin_log(self, table: Table) -> bool:
        """Return the table of the next log; whether its money is in the session's currency."""
        self._table = table
        self.mixed = self._has_money = self._names_currency = False
        self._take_stakes(table)
        return self._agrees(table, Place(table.file))

    def end_log(self) -> None:
        """Note a log with money that never names their currency."""
        if self._table is not None and self._has_money and not self._names_currency:
            self._nameless.append(Place(self._table.file))
        self._table = None

    def is_of(self, deal: Deal) -> bool:
        """Return True if a deal's money is in the session's currency; its log's table was asked before."""
        if self._table is not None and deal.table is self._table:
            return not self.mixed
        return self._agrees(deal.table, deal_place(deal))

    def _agrees(self, table: Table, place: Place) -> bool:
        """Return True if a table's money is in the session's currency; report it once a log if not."""
        if self.mixed:
            return False
        rake = table.rake.currency if table.rake is not None else None
        agrees = self.take(table.currency, place) and self.take(rake, place)
        self.mixed = self._table is not None and not agrees
        return agrees

    def take(self, currency: Currency | None, place: Place) -> bool:
        """Return True if a currency is that of the session; report a problem if it is another."""
        if currency is None:
            return True
        if currency == NO_LABEL:
            self.digits = max(self.digits or 0, currency.digits)
            self._has_money = True
            return True
        self._names_currency = True
        if self.currency is None:
            self.currency = currency
        if is_same(currency, self.currency):
            return True
        self._problems.refuse(
            "currency-mixed",
            place,
            f"{currency.label} here cannot be added to {self.currency.label} before it",
            "score the logs of each currency by themselves",
        )
        return False

    def add(self, score: DealScore) -> None:
        """Note the stakes of a deal that was played for others than its log, or for none."""
        table = score.deal.table
        if self._has_own_stakes(table):
            self._take_stakes(table)
            self.deal_stakes = self.deal_stakes.with_deal(table)
        if self.worthless is None and table.stake is None:
            self.worthless = _without_stake(score)

    def _has_own_stakes(self, table: Table) -> bool:
        if self._table is None:
            return table.stake is not None or bool(table.pair_stakes)
        log = self._table
        return table is not log and (table.stake, table.pair_stakes) != (log.stake, log.pair_stakes)

    def _take_stakes(self, table: Table) -> None:
        """Keep how many decimals the stakes of a table need."""
        for stake in (table.stake, *table.pair_stakes.values()):
            if stake is not None:
                self.digits = max(self.digits or 0, decimals(stake))
                self._has_money = True

    def missing_stake(self) -> list[Problem]:
        """Return the problem that there is money here, and there are points that nobody has a stake for."""
        if self.worthless is None or not self.in_money:
            return []
        place, points = self.worthless
        unit = f" {self.currency.label}" if self.currency is not None else ""
        return [
            Problem(
                "stake-missing",
                place,
                f"there is money in this session, and nobody says what {points} is worth",
                f"write `stake: 1{unit}` there if it is worth that much, or settle points and money apart",
            )
        ]

    def finish(self) -> None:
        """Report what only the end shows: points without a stake beside money, stakes without a currency."""
        self._problems.extend(self.missing_stake())
        if self.currency is not None:
            unit = self.currency.label
            for place in self._nameless:
                message = f"this log names no currency, and its money is counted in {unit}, as in other logs"
                self._problems.warn("currency-assumed", place, message, f"write `currency: {unit}` in it")


def _without_stake(score: DealScore) -> tuple[Place, str] | None:
    """Return place and name of a point exchanged without a stake; None if the deal has none."""
    deal, stakes = score.deal, score.deal.table.pair_stakes
    for first, second, points, _ in score.between_people:
        if points and frozenset((first, second)) not in stakes:
            between = f" between {first} and {second}" if stakes else ""
            return deal_place(deal), f"a point{between} in deal {deal.name}"
    return None
