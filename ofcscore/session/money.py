"""Money of a session: rounding to whole coins, payments made, payments to make.

All arithmetic is exact.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from ofcscore.diagnostics.problem import Problem
from ofcscore.log.amounts import is_currency
from ofcscore.log.check.people import name_key
from ofcscore.scoring.deal import HOUSE, Payment, Points
from ofcscore.scoring.score_lines import PairTotals
from ofcscore.session.result import DealResult, SessionResult
from ofcscore.session.settlement import after_paying, settle_pairs, settle_through, settlement

Way = Literal["fewest", "pairs", "bank", "none"]
WAYS: Final[tuple[Way, ...]] = ("fewest", "pairs", "bank", "none")
CENTS: Final = 2
"""Decimals of money without a currency if an amount is not a whole number."""


class SettleWay(NamedTuple):
    """A way to settle, with the banker (or None) and the smallest coin paid."""

    way: Way = "fewest"
    bank: str | None = None
    coin: Fraction | None = None


FEWEST: Final = SettleWay()


class Outcome(NamedTuple):
    """A scored session with its settlement, as reports print it.

    `money` is in whole coins of the currency and sums to zero. `cent` is that coin, or None if nothing is
    rounded. `exact` is the money before rounding, and `odd` are the people who received an odd coin.
    `digits` is the number of decimals to print.
    `balances` are the money minus payments already `paid`, plus debts `carried` over from earlier evenings.
    They are rounded to the coin of `way`, and `rounding` is the change by person.
    `payments` settle the balances. `minimal` is True if fewer payments are proved impossible.
    `left_out` is the number of deals with errors, which were not scored. `stake` is the first log's, or None.
    """

    session: SessionResult
    way: SettleWay
    stake: Fraction | None
    digits: int
    cent: Fraction | None
    money: Mapping[str, Fraction]
    odd: tuple[str, ...]
    paid: tuple[Payment, ...]
    carried: tuple[Payment, ...]
    balances: Mapping[str, Fraction]
    rounding: Mapping[str, Fraction]
    payments: tuple[Payment, ...]
    minimal: bool
    problems: tuple[Problem, ...] = ()
    left_out: int = 0

    def __repr__(self) -> str:
        return f"<Outcome: {len(self.payments)} payments of {self.session!r}>"

    @property
    def exact(self) -> Mapping[str, Fraction]:
        return self.session.money

    @property
    def in_money(self) -> bool:
        """True if points are worth money, and not only points."""
        return self.stake is not None or self.session.in_money

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return tuple(p for p in self.problems if p.warning)


def outcome_of(
    session: SessionResult,
    way: SettleWay = FEWEST,
    problems: Iterable[Problem] = (),
    left_out: int = 0,
    stake: Fraction | None = None,
    carried: Sequence[Payment] = (),
) -> Outcome:
    """Return the outcome of a session settled in one way.

    `stake` is only used for a session without tables. `carried` are debts of earlier evenings, each as the
    payment that would clear it. Raises ValueError if the money does not sum to zero.
    """
    if way.bank is not None:
        # On the command line the bank's name may have different capitals.
        same = [name for name in session.totals if name_key(name) == name_key(way.bank)]
        if way.bank not in session.totals and len(same) == 1:
            way = way._replace(bank=same[0])
    if session.tables:
        stake = session.tables[0].stake
    digits, cent = _cent(session, stake)
    if way.coin is not None:
        # A coin smaller than the currency's needs more decimals.
        digits = max(digits, decimals(way.coin))
        cent = Fraction(1, 10**digits) if cent is not None and way.coin < cent else cent
    seats = tuple(session.totals)
    money: Mapping[str, Fraction] = session.money
    odd: tuple[str, ...] = ()
    if cent is not None:
        money, odd = round_money(session.money, cent, seats)
    paid = tuple(Payment(p.payer, p.payee, p.amount.value) for p in session.paid)
    owed = tuple(Payment(p.payee, p.payer, p.amount) for p in carried)
    balances = {name: Fraction(amount) for name, amount in after_paying(money, (*paid, *owed)).items()}
    digits = max((digits, *(decimals(Fraction(p.amount)) for p in carried)))
    rounding: dict[str, Fraction] = {}
    if way.coin is not None:
        whole, _ = round_money(balances, way.coin, tuple(balances))
        rounding = {name: whole[name] - balances[name] for name in whole if whole[name] != balances[name]}
        balances = whole
    payments: Sequence[Payment] = ()
    minimal = False
    if way.way == "pairs":
        payments = _pair_payments(session, way.coin or cent, (*paid, *owed), balances)
    elif way.way == "bank" and way.bank is not None:
        payments = settle_through(balances, way.bank)
    elif way.way != "none":
        payments, minimal = settlement(balances)
    return Outcome(
        session=session,
        way=way,
        stake=stake,
        digits=digits,
        cent=cent,
        money=money,
        odd=odd,
        paid=paid,
        carried=tuple(carried),
        balances=balances,
        rounding=rounding,
        payments=tuple(payments),
        minimal=minimal,
        problems=tuple(problems),
        left_out=left_out,
    )


def _cent(session: SessionResult, stake: Fraction | None) -> tuple[int, Fraction | None]:
    """Return the number of decimals of money, and its smallest coin.

    A national currency has its own decimals. Other units (`0.0001 BTC`, chips) have as many as the stakes
    need. The coin is None if nothing is rounded, because only points are played for.
    """
    needed = [session.stake_digits, None if stake is None else decimals(stake)]
    digits = max((number for number in needed if number is not None), default=None)
    own = session.currency
    if own is not None:
        coins = own.digits if is_currency(own.label) else max(own.digits, digits or 0)
        return coins, Fraction(1, 10**coins)
    if digits is None:
        return 0, None
    if digits or any(amount.denominator != 1 for amount in session.money.values()):
        digits = max(CENTS, digits)
    return digits, Fraction(1, 10**digits)


def _pair_payments(
    session: SessionResult, coin: Fraction | None, paid: Iterable[Payment], balances: Mapping[str, Fraction]
) -> list[Payment]:
    """Return a payment for each pair of people who are not even.

    Adjustments of more than two people, rake and odd coins do not belong to a pair. They are settled by the
    fewest payments, which are added to those of the pairs.
    """
    won: dict[tuple[str, str], Points] = {pair: money for pair, (_, money) in session.pairs.items()}
    beside = [(pair, money) for pair, (_, money) in session.bets.items()]
    for (first, second), amount in (*beside, *(((p.payer, p.payee), p.amount) for p in paid)):
        pair, sign = ((first, second), 1) if (first, second) in won else ((second, first), -1)
        won[pair] = won.get(pair, 0) + sign * amount
    if coin is not None:
        won = {pair: int(money / coin) * coin for pair, money in won.items()}  # toward zero
    by_pair = [Payment(second, first, amount) for (first, second), amount in won.items()]
    for payment in settlement(after_paying(balances, by_pair)).payments:
        won[payment.payee, payment.payer] = won.get((payment.payee, payment.payer), 0) + payment.amount
    return settle_pairs(won)


class UnbalancedError(Exception):
    """An internal error: two computations of the same sum differ."""


class Proof:
    """Check the sums of a session; raise `UnbalancedError` if one is wrong.

    All sums are computed again from the score lines and compared with the values of the reports. A difference
    is a bug in the program, never a mistake in the input. `won` is what each person won from the others.
    """

    def __init__(self) -> None:
        self.won: defaultdict[str, Points] = defaultdict(int)

    def deal(self, result: DealResult) -> None:
        """Check that the score lines add up to the pairs, and the pairs to the totals."""
        score = result.score
        name = score.deal.name
        made = [sum([line.points for line in pair.lines]) for pair in score.pairs]
        if made != [points for _, _, points, _ in score.exchanges]:
            raise UnbalancedError(f"deal {name}: the lines of a pair do not add up to its points")
        totals = result.all_totals
        sums: dict[str, Points] = dict.fromkeys(totals, 0)
        for first, second, points, _ in score.between_people:
            sums[first] += points
            sums[second] -= points
        for person, points in sums.items():
            self.won[person] += points
        if result.side:
            for line in result.side:
                if line.points is not None:
                    sums[line.person] += line.points
            _zero(sums, "the totals of deal", name)
        if sums != totals:
            person = next(person for person in totals if sums[person] != totals[person])
            off = f"{person}'s pairs add up to {sums[person]}, not {totals[person]}"
            raise UnbalancedError(f"deal {name}: {off}")

    def add(self, exchanged: Mapping[tuple[str, str], PairTotals]) -> None:
        for (first, second), won in exchanged.items():
            self.won[first] += won.points
            self.won[second] -= won.points

    def outcome(self, outcome: Outcome) -> None:
        """Check that totals and money sum to zero and that the payments settle them."""
        session = outcome.session
        for standing in session.standings:
            name, stands = standing.person, standing.points
            points = session.totals.get(name)
            if stands != points:
                raise UnbalancedError(f"{name} has {points} in the totals and {stands} in the standings")
        self._totals(session)
        _zero(session.totals, "the totals")
        _zero(outcome.money, "the money")
        _zero(outcome.balances, "the balances")
        coin = Fraction(1, 10**outcome.digits)
        for name, money in outcome.money.items():
            if abs(money - outcome.exact[name]) >= coin and outcome.in_money:
                raise UnbalancedError(f"{name}'s money is rounded by a coin or more")
        payments_settle(outcome)

    def _totals(self, session: SessionResult) -> None:
        sums: dict[str, Points] = dict.fromkeys(session.totals, 0)
        for (first, second), (points, _) in session.pairs.items():
            sums[first] += points
            sums[second] -= points
        for pair, won in session.pair_totals.items():
            by_row = won.top + won.middle + won.bottom + won.scoops + won.other
            points, _ = session.pairs.get(pair, (0, 0))
            if not won.points == points == by_row:
                raise UnbalancedError(f"the rows of {' and '.join(pair)} do not add up to their points")
        for name, points in sums.items():
            if points != self.won.get(name, 0):
                raise UnbalancedError(f"{name}'s pairs add up to {points}, but the deals do not")
        for line in session.adjusted:
            if line.points is not None:
                sums[line.person] += line.points
        for name, points in session.totals.items():
            if sums[name] != points:
                raise UnbalancedError(f"{name}'s pairs and adjustments add up to {sums[name]}, not {points}")


def payments_settle(outcome: Outcome) -> None:
    if outcome.way.way == "none":
        return
    for payment in outcome.payments:
        if payment.amount <= 0:
            raise UnbalancedError(f"a payment of {payment.amount} from {payment.payer}")
    for name, amount in after_paying(outcome.balances, outcome.payments).items():
        if amount:
            raise UnbalancedError(f"after all payments {name} is still {amount} off")
    both = {p.payer for p in outcome.payments} & {p.payee for p in outcome.payments}
    if outcome.way.way == "fewest" and both:
        raise UnbalancedError(f"{min(both)} both pays and receives")


def _zero(sums: Mapping[str, Points | Fraction], what: str, name: str = "") -> None:
    off = sum(sums.values())
    if off:
        raise UnbalancedError(f"{what} {name}".rstrip() + f" sum to {off}, not to 0, {HOUSE} included")


def round_money(
    exact: Mapping[str, Points], unit: Fraction, order: Sequence[str] = ()
) -> tuple[dict[str, Fraction], tuple[str, ...]]:
    """Round money to units that sum to zero; return also who received odd units.

    The unit is the smallest coin: a cent, or the coin that the table rounds cash to. Every amount is rounded
    down. Each missing unit then goes to one of the people with the largest remainders. Ties go to the earlier
    in `order` (the seats), then in the order of `exact`. So each error is less than one unit.
    Raises ValueError if `exact` does not sum to zero or the unit is not positive.

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
    """Return an amount's number of decimals: 2 for 1/4, 0 for 1/3 (no decimal)."""
    denominator = amount.denominator
    # A finite decimal has at most as many places as the denominator has bits.
    return next((n for n in range(denominator.bit_length() + 1) if 10**n % denominator == 0), 0)


def is_decimal(amount: Fraction) -> bool:
    return bool(10 ** decimals(amount) % amount.denominator == 0)


def format_money(amount: Points, digits: int) -> str:
    """Format an amount exactly, with at least `digits` decimals: `-4.50`.

    More decimals are written if the amount needs them. An amount without a finite decimal is written as a
    fraction.

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
