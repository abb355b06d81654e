"""Every report proves its own sums before a byte of it is printed.

The sums are made a second time here, from the score lines up, and held against what would be printed.
What does not come out is a fault of the program, never of the input.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from ofcscore.scoring.deal import HOUSE, Points
from ofcscore.scoring.lines import PairTotals
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult
from ofcscore.session.settlement import after_paying


class UnbalancedError(Exception):
    """A sum of the program's own that does not come out; the text says which, in words."""


class Proof:
    """Takes every deal of a session, then its outcome; raises `UnbalancedError`.

    `won` is what each person won from the others.
    """

    def __init__(self) -> None:
        self.won: defaultdict[str, Points] = defaultdict(int)

    def deal(self, result: DealResult) -> None:
        """Prove that lines add up to pairs, and pairs to totals."""
        score = result.score
        name = score.deal.name
        made = [sum([line.points for line in pair.lines]) for pair in score.pairs]
        if made != [points for _, _, points, _ in score.exchanges]:
            raise UnbalancedError(f"deal {name}: the lines of a pair do not add up to what it exchanges")
        totals = result.totals
        sums: dict[str, Points] = dict.fromkeys(totals, 0)
        for first, second, points, _ in score.between_people:
            sums[first] += points
            sums[second] -= points
        for person, points in sums.items():
            self.won[person] += points
        if result.side:
            for line in result.side:
                if line.points is not None:
                    sums[line.person] = sums.get(line.person, 0) + line.points
            _zero(sums, "the totals of deal", name)
        if totals == sums:
            return
        for person, points in totals.items():
            if points != sums[person]:
                raise UnbalancedError(f"deal {name}: {person}'s pairs add up to {sums[person]}, not {points}")

    def add(self, exchanged: Mapping[tuple[str, str], PairTotals]) -> None:
        """Take what two people exchanged each in many deals."""
        for (first, second), won in exchanged.items():
            self.won[first] += won.points
            self.won[second] -= won.points

    def outcome(self, outcome: Outcome) -> None:
        """Deals to the session's totals, totals and money to zero, payments to balances."""
        session = outcome.session
        standings = {standing.person: standing.points for standing in session.standings}
        for name, points in session.totals.items():
            stands = standings.get(name, points)
            if stands != points:
                raise UnbalancedError(f"{name} has {points} in the totals and {stands} in the standings")
        self._totals(outcome)
        _zero(session.totals, "the totals")
        _zero(outcome.money, "the money")
        _zero(outcome.balances, "the balances")
        coin = Fraction(1, 10**outcome.digits)
        for name, money in outcome.money.items():
            if abs(money - outcome.exact[name]) >= coin and outcome.in_money:
                raise UnbalancedError(f"{name}'s money is rounded by a coin or more")
        payments_settle(outcome)

    def _totals(self, outcome: Outcome) -> None:
        """Prove that the deals add up to the pairs of the session, and with adjustments to the totals."""
        session = outcome.session
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
                raise UnbalancedError(f"{name}'s pairs add up to {points}, the deals to something else")
        for line in session.adjusted:
            if line.points is not None:
                sums[line.person] += line.points
        for name, points in session.totals.items():
            if sums[name] != points:
                raise UnbalancedError(f"{name}'s pairs and adjustments add up to {sums[name]}, not {points}")


def payments_settle(outcome: Outcome) -> None:
    """Prove that the payments leave nobody with anything to pay or get; else raise `UnbalancedError`."""
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
        raise UnbalancedError(f"{what} {name}".rstrip() + f" sum to {off}, not to 0, with {HOUSE} in")
