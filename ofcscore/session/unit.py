"""The currency of a session, and the stakes of its points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ofcscore.diagnostics.problem import Place, Problem, Problems
from ofcscore.log.amounts import NO_LABEL, is_same
from ofcscore.scoring.admission import deal_place
from ofcscore.scoring.deal import Currency, Deal, Points, Table
from ofcscore.scoring.deals import DealScore
from ofcscore.session.result import DealStakes


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


def round_money(
    exact: Mapping[str, Points], unit: Fraction, order: Sequence[str] = ()
) -> tuple[dict[str, Fraction], tuple[str, ...]]:
    """Money in whole units that still sums to zero, and who received the odd units.

    The unit is the smallest coin: a cent, or what the table rounds cash to. Everyone is rounded down,
    and the units that are then missing go one each to the largest remainders, of equals to the earlier
    in `order` (seats; whoever is not in it comes after, in the order of `exact`). So nobody is off by a
    unit or more. Raises ValueError where `exact` does not sum to zero or the unit is not positive.

    >>> round_money({"Ann": Fraction(1, 8), "Bob": Fraction(-1, 8)}, Fraction(1, 100))[0]
    {'Ann': Fraction(13, 100), 'Bob': Fraction(-13, 100)}
    """
    if unit <= 0:
        raise ValueError(f"the smallest coin must be more than 0, not {unit}")
    off = sum(exact.values())
    if off:
        raise ValueError(f"money must sum to 0, this sums to {off}")
    counts: dict[str, int] = {}
    remainders: dict[str, Fraction] = {}
    for name, amount in exact.items():
        counts[name], remainders[name] = divmod(Fraction(amount), unit)
    seat = {name: i for i, name in reversed(list(enumerate([*order, *exact])))}
    odd = sum(remainders.values()) / unit
    receivers = sorted(exact, key=lambda name: (-remainders[name], seat[name]))[: int(odd)]
    for name in receivers:
        counts[name] += 1
    return {name: n * unit for name, n in counts.items()}, tuple(receivers)


def decimals(amount: Fraction) -> int:
    """Return how many decimals an amount needs: 2 for 1/4, and 0 for 1/3, which no decimal says."""
    denominator = amount.denominator
    # Decimals end after as many places as the denominator has bits, or never.
    return next((n for n in range(denominator.bit_length() + 1) if 10**n % denominator == 0), 0)


def is_decimal(amount: Fraction) -> bool:
    """Return True if decimals express an amount exactly: 1/4, but not 1/3."""
    return bool(10 ** decimals(amount) % amount.denominator == 0)


def format_money(amount: Points, digits: int) -> str:
    """Exact decimal text with at least so many decimals: `-4.50`.

    More decimals are written where the amount has them, and what no decimal can say is a fraction in
    lowest terms, so that no text is ever off.

    >>> format_money(Fraction(-9, 2), 2), format_money(Fraction(1, 1000), 2), format_money(Fraction(1, 3), 2)
    ('-4.50', '0.001', '1/3')
    """
    exact = Fraction(amount)
    if not is_decimal(exact):
        return str(exact)
    places = max(digits, decimals(exact))
    sign = "-" if exact < 0 else ""
    whole, part = divmod(abs(exact.numerator) * 10**places // exact.denominator, 10**places)
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"
