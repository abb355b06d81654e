"""Settle totals: compute who pays whom, in the fewest payments.

A total is what a person has won (negative: lost), and all totals sum to zero. All arithmetic is exact, with
`int` and `Fraction`.
"""

import heapq
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from ofcscore.scoring.deal import Payment, Points
from ofcscore.scoring.score_lines import oriented, whole

EXACT_AT_MOST: Final = 20
"""The most people, without exact opposites, for a proof of the fewest payments."""


class Settlement(NamedTuple):
    """Payments that settle totals; `minimal` is True if fewer are proved impossible."""

    payments: tuple[Payment, ...]
    minimal: bool


def settle(totals: Mapping[str, Points]) -> list[Payment]:
    """Return the fewest payments that settle totals, like `settlement`.

    >>> for p in settle({"A": -25, "B": -31, "C": 45, "D": 11}):
    ...     print(p.payer, "pays", p.payee, p.amount)
    A pays C 14
    A pays D 11
    B pays C 31
    """
    return list(settlement(totals).payments)


def settlement(totals: Mapping[str, Points]) -> Settlement:
    """Return payments that settle totals, and whether they are proved the fewest.

    A group of n people whose totals sum to zero needs at most n - 1 payments, so the most groups need the
    fewest payments. With more than EXACT_AT_MOST people the payments are valid but may not be the fewest.
    Nobody both pays and receives. In a group the largest loser pays the largest winner first; ties go to the
    earlier in `totals`. Payments are in the order of their payers in `totals`, the larger first.

    Raises ValueError if the totals do not sum to zero, and TypeError if one is neither int nor Fraction.
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
    """Return payments that all go to or from one person, the bank.

    First everyone who lost pays, then everyone who won is paid, each in the order of `totals`. The bank need
    not be in `totals`. Raises the same errors as `settlement`.
    """
    units, scale = _whole_units(totals)
    others = {name: amount for name, amount in units.items() if name != person}
    collected = [Payment(name, person, _amount(-n, scale)) for name, n in others.items() if n < 0]
    return collected + [Payment(person, name, _amount(n, scale)) for name, n in others.items() if n > 0]


def settle_pairs(pair_totals: Mapping[tuple[str, str], Points]) -> list[Payment]:
    """Return one payment per pair of people who are not even, in pair order.

    An amount is what the first of the pair has won from the second. If a pair occurs in both orders, its
    amounts are offset.
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
    """Return the totals after payments; all are zero if the payments settle them.

    >>> after_paying({"Ann": 5, "Bob": -5}, [Payment("Bob", "Ann", 2)])
    {'Ann': 3, 'Bob': -3}
    """
    left: dict[str, Points] = dict(totals)
    for payment in payments:
        left[payment.payer] = left.get(payment.payer, 0) + payment.amount
        left[payment.payee] = left.get(payment.payee, 0) - payment.amount
    return left


def _whole_units(totals: Mapping[str, Points]) -> tuple[dict[str, int], int]:
    """Return the nonzero totals in whole units, and the number of units per point."""
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
    """Split people into zero-sum groups; return True too if these are the most."""
    queues: dict[int, list[str]] = {}
    for name, amount in units.items():
        queues.setdefault(amount, []).append(name)
    groups = []
    # Exact opposites can always be a group: the rest of their two groups sums to zero too.
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


# A multiset of totals is one integer with a field for each distinct total, which holds its count. The highest
# bit of a field is a guard against borrowing when one multiset is subtracted from another.
_FIELD: Final = 6
_GUARD: Final = 1 << (_FIELD - 1)
_COUNT: Final = _GUARD - 1


def _most_groups(counts: Mapping[int, int]) -> list[dict[int, int]]:
    """Split a multiset of totals into as many zero-sum multisets as possible.

    All zero-sum parts are found by meet in the middle: sums of one half of the totals are matched with sums
    of the other. The smallest parts are then packed depth first, with a memo of the remaining totals.
    """
    fields = sorted(counts.items())
    one = [1 << _FIELD * i for i in range(len(fields))]
    guards = _GUARD * sum(one)

    halves = [_parts(fields[half::2], one[half::2]) for half in (0, 1)]
    by_sum: dict[int, list[int]] = {-total: [] for total, _ in halves[1]}
    for total, part in halves[0]:
        if total in by_sum:
            by_sum[total].append(part)
    # The first remaining total is always in some group, so parts are indexed by their first total. A part
    # that contains another comes after it and is skipped, because it is two groups. (The empty part is in
    # the index too, but is never used.)
    filed: dict[int, list[int]] = {}
    for total, part in halves[1]:
        for other in by_sum[-total]:
            whole = part + other
            same, guarded = filed.setdefault(_first(whole), []), whole | guards
            for smaller in same:
                if guarded - smaller & guards == guards:
                    break
            else:
                same.append(whole)
    best: dict[int, list[int]] = {0: []}

    def pack(state: int) -> list[int]:
        """Return the largest number of parts that the remaining totals can be split into."""
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
    """Return each choice of these totals: its sum and multiset, the empty one first."""
    found = [(0, 0)]
    for i, (amount, n) in enumerate(fields):
        more = [(k * amount, k * one[i]) for k in range(1, n + 1)]
        found += [(s + amounts, p + counts) for amounts, counts in more for s, p in found]
    return found


def _first(state: int) -> int:
    return ((state & -state).bit_length() - 1) // _FIELD


def _pay_largest_first(
    group: Sequence[str], units: Mapping[str, int], seat: Mapping[str, int]
) -> list[tuple[str, str, int]]:
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
