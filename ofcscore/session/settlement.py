"""Totals to payments: who owes whom, in the fewest payments.

Totals say what each person has won (negative: lost) and sum to zero. Everything is whole numbers or
`Fraction`; nothing passes through a float.
"""

import heapq
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from ofcscore.scoring.deal import Payment, Points
from ofcscore.scoring.lines import oriented, whole

EXACT_AT_MOST: Final = 20
"""Up to so many people, those with exactly opposite totals not counted, the fewest payments are proved."""


class Settlement(NamedTuple):
    """Payments that settle totals, and whether fewer are proved impossible."""

    payments: tuple[Payment, ...]
    minimal: bool


def settle(totals: Mapping[str, Points]) -> list[Payment]:
    """Return the fewest payments that settle totals, as `settlement` finds them.

    >>> for p in settle({"A": -25, "B": -31, "C": 45, "D": 11}):
    ...     print(p.payer, "pays", p.payee, p.amount)
    A pays C 14
    A pays D 11
    B pays C 31
    """
    return list(settlement(totals).payments)


def settlement(totals: Mapping[str, Points]) -> Settlement:
    """Return the payments that settle totals, and whether they are provably the fewest.

    A group whose totals sum to zero settles within itself by one payment less than it has people, so
    the fewest payments come from the most groups. Past EXACT_AT_MOST people the payments are valid but
    may not be the fewest. Nobody both pays and receives. In a group the largest loser pays the largest
    winner first, and of equals the earlier in `totals`; the payments come in the order of their payers
    in `totals`, the larger first.

    Raises ValueError where the totals do not sum to zero, TypeError where one is neither int nor
    Fraction.
    """
    units, scale = _whole_units(totals)
    groups, proved = _zero_sum_groups(units)
    seat = {name: i for i, name in enumerate(totals)}
    paid = [payment for group in groups for payment in _pay_largest_first(group, units, seat)]
    paid.sort(key=lambda p: (seat[p[0]], -p[2], seat[p[1]]))
    payers, payees = {payer for payer, _, _ in paid}, {payee for _, payee, _ in paid}
    # Every loser pays at least once and every winner receives at least once.
    minimal = proved or len(paid) == max(len(payers), len(payees))
    return Settlement(tuple(Payment(a, b, _amount(n, scale)) for a, b, n in paid), minimal)


def settle_through(totals: Mapping[str, Points], person: str) -> list[Payment]:
    """Return payments that all go through one person, who alone may both pay and receive.

    First everyone who lost pays, then everyone who won is paid, each in the order of `totals`. The
    person need not be in `totals`. Raises as `settlement` does.
    """
    units, scale = _whole_units(totals)
    others = {name: amount for name, amount in units.items() if name != person}
    collected = [Payment(name, person, _amount(-n, scale)) for name, n in others.items() if n < 0]
    return collected + [Payment(person, name, _amount(n, scale)) for name, n in others.items() if n > 0]


def settle_pairs(pair_totals: Mapping[tuple[str, str], Points]) -> list[Payment]:
    """One payment for each two people who are not even, in the order in which the pairs are first named.

    An amount is what the first of the pair has won from the second; a pair named both ways round
    counts once, with the difference.
    """
    net: dict[tuple[str, str], Points] = {}
    for (first, second), amount in pair_totals.items():
        if first == second:
            raise ValueError(f"{first} cannot owe themselves")
        pair, side = oriented(first, second, net)
        net[pair] = net.get(pair, 0) + side * amount
    owed = [(b, a, won) if won > 0 else (a, b, -won) for (a, b), won in net.items() if won]
    return [Payment(payer, payee, whole(amount)) for payer, payee, amount in owed]


def after_paying(totals: Mapping[str, Points], payments: Iterable[Payment]) -> dict[str, Points]:
    """Return what is left of totals after payments; all zero if the payments settle them.

    >>> after_paying({"Ann": 5, "Bob": -5}, [Payment("Bob", "Ann", 2)])
    {'Ann': 3, 'Bob': -3}
    """
    left: dict[str, Points] = dict(totals)
    for payment in payments:
        left[payment.payer] = left.get(payment.payer, 0) + payment.amount
        left[payment.payee] = left.get(payment.payee, 0) - payment.amount
    return left


def _whole_units(totals: Mapping[str, Points]) -> tuple[dict[str, int], int]:
    """Return totals other than zero in whole units, and how many units make 1."""
    if not isinstance(totals, Mapping):
        raise TypeError(f"totals are a mapping of names to points, not a {type(totals).__name__}")
    for name, amount in totals.items():
        if not isinstance(amount, int | Fraction):
            raise TypeError(f"{name}'s total is a {type(amount).__name__}; totals are int or Fraction")
    scale = lcm(*(amount.denominator for amount in totals.values()))
    units = {name: amount.numerator * (scale // amount.denominator) for name, amount in totals.items()}
    off = Fraction(sum(units.values()), scale)
    if off:
        raise ValueError(f"totals must sum to 0, these sum to {off}")
    return {name: amount for name, amount in units.items() if amount}, scale


def _amount(units: int, scale: int) -> Points:
    return Fraction(units, scale) if units % scale else units // scale


def _zero_sum_groups(units: Mapping[str, int]) -> tuple[list[list[str]], bool]:
    """Part people into groups that sum to zero; return also if there cannot be more groups."""
    queues: dict[int, list[str]] = {}
    for name, amount in units.items():
        queues.setdefault(amount, []).append(name)
    groups = []
    # Two exact opposites may always be a group: whatever they leave of their two groups is one again.
    for amount in [amount for amount in queues if amount > 0 and -amount in queues]:
        winners, losers = queues[amount], queues[-amount]
        n = min(len(winners), len(losers))
        groups += [[winners[i], losers[i]] for i in range(n)]
        queues[amount], queues[-amount] = winners[n:], losers[n:]
    counts = {amount: len(names) for amount, names in queues.items() if names}
    rest = sum(counts.values())
    proved = rest <= EXACT_AT_MOST
    parts = _most_groups(counts) if proved else [counts]
    for part in parts:
        group = []
        for amount, n in part.items():
            group += queues[amount][:n]
            queues[amount] = queues[amount][n:]
        groups.append(group)
    return groups, proved


# A multiset of totals is one integer: a field for each distinct total, with how many of it there are. The
# highest bit of a field is a guard that stops borrowing when one multiset is taken from another.
_FIELD: Final = 6
_GUARD: Final = 1 << (_FIELD - 1)
_COUNT: Final = _GUARD - 1


def _most_groups(counts: Mapping[int, int]) -> list[dict[int, int]]:
    """Return a multiset of totals that sums to zero, parted into as many such multisets as possible.

    All zero-sum parts are listed (the sums of one half of the totals met with those of the other) and
    the smallest packed, depth first with a memo on what is left.
    """
    fields = sorted(counts.items())
    one = [1 << _FIELD * i for i in range(len(fields))]
    guards = _GUARD * sum(one)

    by_sum: dict[int, list[int]] = {}
    for total, part in _parts(fields[::2], one[::2]):
        by_sum.setdefault(total, []).append(part)
    # What is left always has the first of its totals in some group: parts are filed under their first.
    # A part that holds another comes after it, and is left out: it is two groups. (Nobody at all, who
    # has no first, is filed as well, and never asked for.)
    filed: dict[int, list[int]] = {}
    for total, part in _parts(fields[1::2], one[1::2]):
        for other in by_sum.get(-total, ()):
            whole = part + other
            same, guarded = filed.setdefault(_first(whole), []), whole | guards
            if not any(guarded - smaller & guards == guards for smaller in same):
                same.append(whole)
    best: dict[int, list[int]] = {0: []}

    def pack(state: int) -> list[int]:
        """Return the parts that make the most groups of what is left."""
        if state not in best:
            guarded = state | guards
            parts = [part for part in filed[_first(state)] if guarded - part & guards == guards]
            best[state] = max(([part, *pack(state - part)] for part in parts), key=len)
        return best[state]

    everyone = sum(n * one[i] for i, (_, n) in enumerate(fields))
    return [
        {amount: n for i, (amount, _) in enumerate(fields) if (n := part >> _FIELD * i & _COUNT)}
        for part in pack(everyone)
    ]


def _parts(fields: Sequence[tuple[int, int]], one: Sequence[int]) -> list[tuple[int, int]]:
    """Every choice from some of the totals: its sum, and itself as a multiset, counting up from none."""
    found = [(0, 0)]
    for i, (amount, n) in enumerate(fields):
        found += [(s + k * amount, p + k * one[i]) for k in range(1, n + 1) for s, p in found]
    return found


def _first(state: int) -> int:
    """Return the field of the first total that a multiset has."""
    return ((state & -state).bit_length() - 1) // _FIELD


def _pay_largest_first(
    group: Sequence[str], units: Mapping[str, int], seat: Mapping[str, int]
) -> list[tuple[str, str, int]]:
    """Return payments within a group that sums to zero: the largest loser pays the largest winner."""
    losers = [(units[name], seat[name], name) for name in group if units[name] < 0]
    winners = [(-units[name], seat[name], name) for name in group if units[name] > 0]
    heapq.heapify(losers)
    heapq.heapify(winners)
    payments = []
    while losers:
        owed, payer_seat, payer = heapq.heappop(losers)
        due, payee_seat, payee = heapq.heappop(winners)
        amount = min(-owed, -due)
        payments.append((payer, payee, amount))
        if owed + amount:
            heapq.heappush(losers, (owed + amount, payer_seat, payer))
        if due + amount:
            heapq.heappush(winners, (due + amount, payee_seat, payee))
    return payments
