"""Many deals of a session at once, scored and added up elsewhere."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ofcscore.problems.problem import Place
from ofcscore.scoring.deal import Deal, Points, Table
from ofcscore.scoring.deals import DealScore
from ofcscore.scoring.lines import PairTotals
from ofcscore.session.estimates import Play
from ofcscore.session.result import Standing


class Course(NamedTuple):
    """How many deals went for a player: `inside` are those played in fantasyland, `outside` the others."""

    inside: Play
    outside: Play
    lost: int
    royalties_lost: int
    """What fouled boards would have earned."""


class Meeting(NamedTuple):
    """What the second of two players paid the first, and how often they stood where in the pay table."""

    paid: Play
    states: Sequence[int]


class Details(NamedTuple):
    """What statistics ask for: how the deals went for each player, and for each pair, in board order."""

    courses: Sequence[Course]
    meetings: Mapping[tuple[str, str], Meeting]


class ManyDeals(NamedTuple):
    """Deals of one table, one behind the other, with the same players, who are the people too.

    Where a deal is a number, they count from 0.
    """

    table: Table
    players: tuple[str, ...]
    deals: int
    first: int
    """The name of the first deal, from which the others count up."""
    standings: Sequence[Standing]
    """What each player did, without points and running totals."""
    exchanged: Mapping[tuple[str, str], PairTotals]
    """What the second of each pair paid the first."""
    totals_after: Callable[[Sequence[int]], Iterable[Sequence[Points]]]
    """What each player has after each of these numbers of deals: a player's totals one behind the other."""
    dealt: Mapping[int, Mapping[str, int]]
    """Who was in fantasyland in which deal, with how many cards; at `deals` stands who is due next."""
    place: Callable[[int, str], Place]
    """Where the board of a player in a deal begins in its log."""
    score: Callable[[int], DealScore]
    """One of the deals in full."""
    lines: Callable[[], Iterable[tuple[Sequence[int], int]]]
    """The points of each deal by player, and a number: equal for equal fouls, scoops, fantasylands next."""
    highest_royalty: tuple[int, int]
    """The highest royalty of a row, and the first deal that has it."""

    details: Callable[[], Details]

    def deal(self, number: int) -> Deal:
        """What one of the deals is called, and its table."""
        return Deal(str(self.first + number), (), self.table)

    @property
    def played(self) -> int:
        """How many of them were no fantasyland deals."""
        return self.deals - sum(deal < self.deals for deal in self.dealt)
