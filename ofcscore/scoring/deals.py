"""One deal scored: its boards, what every pair exchanged, and the totals."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from ofcscore.game.board import Stated
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import BoardScore, score_board
from ofcscore.scoring.deal import Deal, Points, Table
from ofcscore.scoring.lines import Exchange, PairScore, signed
from ofcscore.scoring.row_values import Scales
from ofcscore.scoring.score import score_pairs

NOBODY_DEALT: Final[Mapping[str, int]] = MappingProxyType({})


class DealScore(NamedTuple):
    """One deal scored: boards in the order of the log, and every pair that compared with its score lines.

    `exchanges` are the sums of the pairs. `totals` are points of each person of the deal from its pairs, in
    board order (adjustments not in).
    """

    deal: Deal
    rules: Rules
    boards: tuple[BoardScore, ...]
    pairs: tuple[PairScore, ...]
    exchanges: tuple[Exchange, ...]
    totals: dict[str, Points]

    def __repr__(self) -> str:
        return f"<DealScore {self.deal.name}: {totals_words(self.totals)}>"

    @property
    def between_people(self) -> tuple[Exchange, ...]:
        """The exchanges between people: `exchanges` with persons in place of their boards."""
        return _between_people(self.deal.table, self.exchanges) if self.deal.table.people else self.exchanges


def totals_words(totals: Mapping[str, Points]) -> str:
    """Return everybody's points in the order given: `Ann +4, Bob -4`."""
    return ", ".join(f"{name} {signed(points)}" for name, points in totals.items())


def score_deal(deal: Deal, scales: Scales, dealt: Mapping[str, int] = NOBODY_DEALT) -> DealScore:
    """Score one deal by one rule set.

    `dealt` has the boards that are in fantasyland and their number of cards (0: not known).
    """
    rules = scales.rules
    boards = tuple([score_board(board, scales, dealt.get(board.player)) for board in deal.boards])
    return with_pairs(deal, rules, boards, score_pairs(deal, boards, rules))


def with_pairs(
    deal: Deal, rules: Rules, boards: tuple[BoardScore, ...], pairs: tuple[PairScore, ...]
) -> DealScore:
    """Return a deal scored as these pairs say."""
    table, exchanges = deal.table, tuple([pair.exchange for pair in pairs])
    pay = [board.player for board in deal.boards if table.rules.absent or board.stated is not Stated.ABSENT]
    totals = _totals(table.persons(pay), _between_people(table, exchanges))
    return DealScore(deal, rules, boards, pairs, exchanges, totals)


def _totals(people: Sequence[str], exchanges: Iterable[Exchange]) -> dict[str, Points]:
    """Return the points of each person, summed over the exchanges."""
    totals: dict[str, Points] = dict.fromkeys(people, 0)
    for first, second, points, _ in exchanges:
        totals[first] += points
        totals[second] -= points
    return totals


def _between_people(table: Table, exchanges: tuple[Exchange, ...]) -> tuple[Exchange, ...]:
    person = table.person
    return tuple([Exchange(person(a), person(b), points, scoop) for a, b, points, scoop in exchanges])
