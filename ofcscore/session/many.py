"""Many deals of a session at once, scored and added up elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ofcscore.problems.problem import Place
from ofcscore.scoring.deal import Points, Table
from ofcscore.session.result import Standing


class ManyDeals(NamedTuple):
    """Deals of one table, one behind the other, with the same players, who are the people too.

    `standings` are what each player did, without points and running totals, in the order of the boards.
    `exchanged` is what the second of each pair paid the first. `totals_after` says what each player has after
    so many of the deals. `dealt` is who was in fantasyland in which deal, from 0, with how many cards; at
    `deals` stands who is due next. `place` is where the board of a player in a deal begins in its log.
    """

    table: Table
    players: tuple[str, ...]
    deals: int
    standings: Sequence[Standing]
    exchanged: Mapping[tuple[str, str], Points]
    totals_after: Callable[[int], Sequence[Points]]
    dealt: Mapping[int, Mapping[str, int]]
    place: Callable[[int, str], Place]

    @property
    def played(self) -> int:
        """How many of them were no fantasyland deals."""
        return self.deals - sum(deal < self.deals for deal in self.dealt)
