"""Table stakes: nobody wins or loses more in a deal than the chips in front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ofcscore.scoring.deal import Amount, Points, Table
from ofcscore.scoring.deals import DealScore, with_pairs
from ofcscore.scoring.lines import PairScore, ScoreLine, whole


def points_of_chips(amount: Amount, table: Table) -> Points | None:
    """How many points chips are: their number, or with a currency beside it what that buys at the stake.

    None where the table has no stake that holds between all its players.
    """
    if amount.currency is None:
        return whole(amount.value)
    if not table.stake or table.pair_stakes:
        return None
    return whole(amount.value / table.stake)


def apply_limits(score: DealScore, stacks: Mapping[str, Points], seats: Sequence[str]) -> DealScore:
    """Return the deal with a `limit` line wherever a payment is more than the chips allow.

    Naturals are paid first, then the pairs in the order of `seats`, the one that settles first ahead, and of
    the boards of one person. Each payment is the least of the amount due and what is left of either one's
    limit, and takes that much off both; under `limits.by: running` the limit is what either one has by then.
    """
    people, person = score.deal.table.people, score.deal.table.person
    left = dict(stacks)
    running = score.rules.limits_by == "running"
    place = {person: i for i, person in enumerate(seats)}
    own = {board: i for i, board in enumerate(people, 1)}

    def order(item: tuple[int, PairScore]) -> tuple[bool, tuple[int, ...], tuple[int, ...]]:
        _, pair = item
        ends = sorted((place[person(name)], own.get(name, 0)) for name in (pair.first, pair.second))
        natural = any(line.kind == "natural" for line in pair.lines)
        seats_, boards = zip(*ends, strict=True)
        return not natural, seats_, boards

    limited = list(score.pairs)
    for i, pair in sorted(enumerate(score.pairs), key=order):
        first, second = person(pair.first), person(pair.second)
        due: Points = max(pair.points, -pair.points)
        paid: Points = min((due, left[first], left[second]))
        short = first if left[first] == paid else second
        loser, winner = (first, second) if pair.points < 0 else (second, first)
        left[loser] = whole(left[loser] - paid)
        left[winner] = whole(left[winner] + paid if running else left[winner] - paid)
        if paid != due:
            over = due - paid if pair.points < 0 else paid - due
            why = f" has {paid} chips by then" if running else f"'s {stacks[short]} chips are used up"
            note = f"{short}{why}: {paid} of {due} paid"
            limited[i] = pair._replace(lines=(*pair.lines, ScoreLine("limit", None, over, note)))
    return with_pairs(score.deal, score.rules, score.boards, tuple(limited))
