"""The score of a pair of boards from all that it depends on, by the reference scorer."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from ofcscore.game.board import ROWS, Board, Row
from ofcscore.game.naturals import Naturals
from ofcscore.game.ranks import rank_text
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import BoardScore, RowValue, Status
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.score import score_pairs
from ofcscore.scoring.score_lines import PairScore

_NONE: Final = (0, 0, 0)


class PairState(NamedTuple):
    """A pair of boards under supported rules.

    `fouls` is 1 if the first board is a foul, plus 2 if the second is. `signs` are the winners of the rows: 1
    for the first board, -1 for the second, 0 for a tie. `first` and `second` are their royalties by row.
    """

    fouls: int
    signs: tuple[int, ...]
    first: tuple[int, ...] = _NONE
    second: tuple[int, ...] = _NONE

    @property
    def sweep(self) -> int:
        """The winner of all rows or against a foul: 1 (first), -1 (second) or 0 (none)."""
        if self.fouls:
            return (self.fouls == 2) - (self.fouls == 1)
        return self.signs[0] if len(set(self.signs)) == 1 else 0

    def with_royalty(self, row: Row, royalty: int) -> Self:
        """Return the state with a royalty of the first board in one row."""
        return self._replace(first=tuple(royalty if one is row else 0 for one in ROWS))

    def pair(self, rules: Rules, others: int = 1) -> PairScore:
        """Score the pair as two made-up boards, with `others` opponents."""
        first = _board("1", self.signs, bool(self.fouls & 1), self.first)
        second = _board("2", _NONE, bool(self.fouls & 2), self.second)
        loser = first if self.sweep < 0 else second
        more = [loser._replace(board=Board(f"other {n}", None, None)) for n in range(1, others)]
        # Deals with declared naturals are not scored from states.
        rules = rules._replace(naturals=Naturals())
        return score_pairs(Deal("", (), Table(rules)), (first, second, *more), rules)[0]


def _board(player: str, strengths: Sequence[int], foul: bool, royalties: Sequence[int]) -> BoardScore:
    """Return a board with these row strengths and royalties."""
    rank = rank_text("4 3 2")
    top, middle, bottom = (
        RowValue(rank, strength, royalty, None, None)
        for strength, royalty in zip(strengths, royalties, strict=True)
    )
    status = Status.FOUL if foul else Status.SET
    return BoardScore(Board(player, None, None), status, (top, middle, bottom), sum(royalties))
