"""The money of a session: whole coins, payments made already, and payments to be made.

All sums that a report prints and a session does not have are made here, exactly.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from ofcscore.diagnostics.problem import Problem
from ofcscore.log.amounts import is_currency
from ofcscore.log.check.people import name_key
from ofcscore.scoring.deal import Payment, Points
from ofcscore.session.result import SessionResult
from ofcscore.session.settlement import after_paying, settle_pairs, settle_through, settlement
from ofcscore.session.unit import decimals, round_money

Way = Literal["fewest", "pairs", "bank", "none"]
WAYS: Final[tuple[Way, ...]] = ("fewest", "pairs", "bank", "none")
CENTS: Final = 2
"""Decimals of money where a stake is no whole number and no currency says how many there are."""


class SettleWay(NamedTuple):
    """How people settle: by the fewest payments, pair by pair, all through one person, or not at all.

    `coin` is the smallest coin that is paid, None for the smallest of the currency.
    """

    way: Way = "fewest"
    bank: str | None = None
    coin: Fraction | None = None


FEWEST: Final = SettleWay()


class Outcome(NamedTuple):
    """A scored session as reports print it.

    `money` is in whole coins of the currency (`cent`; None where nothing is rounded) and sums to zero;
    `exact` is what it was before, and `odd` names those who got an odd coin by it. `digits` are the
    decimals that money is printed with.
    `balances` are money less what was `paid` already, with the debts `carried` over from earlier evenings, in
    whole coins of the way of settling, and `rounding` is what that gave or took, by person. `payments` settle
    the balances; `minimal` is whether fewer payments are proved impossible. `left_out` is how many deals have
    problems and were not scored. `stake` is the first log's, None where it has none.
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
    """Return the outcome of a session settled in one way; `stake` is for a session without tables.

    `carried` are debts of earlier evenings, each as the payment that would clear it. Raises ValueError where
    the money does not sum to zero.
    """
    if way.bank is not None:
        # The bank is named on the command line, in any case.
        same = [name for name in session.totals if name_key(name) == name_key(way.bank)]
        if way.bank not in session.totals and len(same) == 1:
            way = way._replace(bank=same[0])
    if session.tables:
        stake = session.tables[0].stake
    digits, cent = _cent(session, stake)
    if cent is not None and way.coin is not None and way.coin < cent:
        # Money that is whole in coins of either kind stays as it is.
        digits = max(digits, decimals(way.coin))
        cent = Fraction(1, 10**digits)
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
        digits = max(digits, decimals(way.coin))
        whole, _ = round_money(balances, way.coin, tuple(balances))
        rounding = {name: whole[name] - balances[name] for name in whole if whole[name] != balances[name]}
        balances = whole
    payments, minimal = _payments(session, way, way.coin or cent, (*paid, *owed), balances)
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


def _payments(
    session: SessionResult,
    way: SettleWay,
    coin: Fraction | None,
    paid: Iterable[Payment],
    balances: Mapping[str, Fraction],
) -> tuple[Sequence[Payment], bool]:
    """Return the payments of one way of settling, and whether fewer are proved impossible."""
    match way.way:
        case "none":
            return (), False
        case "pairs":
            return _pair_payments(session, coin, paid, balances), False
        case "bank" if way.bank is not None:
            return settle_through(balances, way.bank), False
        case _:
            found = settlement(balances)
            return found.payments, found.minimal


def _cent(session: SessionResult, stake: Fraction | None) -> tuple[int, Fraction | None]:
    """Return decimals to print money with, and its smallest coin: the currency's, or what the stakes need.

    What is no country's money (`0.0001 BTC`, chips) has coins as small as its stakes need. The coin is None
    where nothing is rounded: points for points.
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
    """Return a payment for each two people who are not even.

    What is outside the pairs by the fewest payments.

    Adjustments of more than two, rake and odd coins belong to no pair: what they leave open is settled as a
    whole and added to the pairs.
    """
    won: dict[tuple[str, str], Points] = {pair: money for pair, (_, money) in session.pairs.items()}
    beside = [(pair, money) for pair, (_, money) in session.bets.items()]
    for (first, second), amount in (*beside, *(((p.payer, p.payee), p.amount) for p in paid)):
        pair, sign = ((first, second), 1) if (first, second) in won else ((second, first), -1)
        won[pair] = won.get(pair, 0) + sign * amount
    if coin is not None:
        won = {pair: int(money / coin) * coin for pair, money in won.items()}  # toward zero
    open_: dict[str, Points] = dict(balances)
    for (first, second), amount in won.items():
        open_[first] = open_.get(first, 0) - amount
        open_[second] = open_.get(second, 0) + amount
    for payment in settlement(open_).payments:
        won[payment.payee, payment.payer] = won.get((payment.payee, payment.payer), 0) + payment.amount
    return settle_pairs(won)
