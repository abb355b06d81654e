"""Why somebody is in fantasyland: a session is gone through deal by deal, and what brings them is kept."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ofcscore.game.board import ROWS, Row, Stated
from ofcscore.game.ranks import Rank
from ofcscore.game.speech import ENGLISH, Speech
from ofcscore.scoring.boards import BoardScore
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.result import DealResult
from ofcscore.session.session import Session


class Cause(NamedTuple):
    """The cause of a fantasyland: the name of the deal, the rows of the board, the number of cards."""

    deal: str
    rows: tuple[tuple[Rank, Row], ...]
    cards: int

    def had(self, speech: Speech = ENGLISH) -> list[str]:
        """Return the rows in words: `pair of queens on top`."""
        return [f"{speech.rank(rank)} {speech.where(row)}" for rank, row in self.rows]


class Told(NamedTuple):
    """A deal of a session with what led to it and what it leads to.

    `was` has the boards that are in fantasyland in it, None for one that is marked and nothing before says
    why; `due` who is next, `dealer` who deals next, None where nobody says. `result` is None for a deal that
    is void or has problems.
    """

    deal: Deal
    result: DealResult | None
    was: Mapping[str, Cause | None]
    due: Mapping[str, Cause]
    dealer: str | None


def tell_deals(session: Session, items: Iterable[Header | Deal]) -> Iterator[Told]:
    """Feed items to a session; every deal comes out as it is scored."""
    causes: dict[str, Cause] = {}
    for item in items:
        if isinstance(item, Header):
            session.header(item)
            continue
        result = session.deal(item)
        was: dict[str, Cause | None] = {}
        if result is not None and item.table.rules.fantasyland is not None:
            boards = [board for board in result.score.boards if board.board.stated is not Stated.ABSENT]
            was = {board.player: causes.get(board.player) for board in boards if board.fantasyland.was}
            for board in boards:
                causes.pop(board.player, None)
                cause = _cause(item.name, board)
                if cause is not None:
                    causes[board.player] = cause
        due = {player: causes[player] for player in session.fantasyland.due}
        yield Told(item, result, was, due, session.running.dealer)


def _cause(deal: str, board: BoardScore) -> Cause | None:
    """Why a board brings its player to fantasyland, None where it does not."""
    stay = board.fantasyland
    if not stay.next or board.values is None:
        return None
    had = [
        (value.rank, row)
        for row, value in zip(ROWS, board.values, strict=True)
        if (value.stay if stay.was else value.enter) is not None
    ]
    return Cause(deal, tuple(had), stay.cards or 0)
