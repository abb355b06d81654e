"""Fantasyland from deal to deal: who is due, and what is odd about the marks of a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ofcscore.diagnostics.problem import Place, Problem, Problems
from ofcscore.game.board import Board, Stated
from ofcscore.scoring.admission import board_place, deal_place
from ofcscore.scoring.deal import Deal
from ofcscore.scoring.deals import NOBODY_DEALT

if TYPE_CHECKING:
    from ofcscore.session.sums import ManyDeals

PENDING: Final = 50
"""So many boards without a mark are told of, once a log is known to use marks."""


class Fantasyland:
    """The players `due` in the next deal, with their cards; reports odd marks to the session's problems."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self.due: dict[str, int] = {}
        self._qualified: frozenset[str] = frozenset()
        self._met: set[str] = set()
        self._missed: dict[str, int] = {}
        self._marks_used = False
        self._unmarked: list[Problem] = []

    def begin_log(self) -> None:
        """One log may use marks and another none."""
        self._marks_used = False
        self._unmarked.clear()

    def before(self, deal: Deal) -> Mapping[str, int]:
        """Return who is in fantasyland in this deal, with how many cards; warn about odd marks."""
        marked = [board for board in deal.boards if board.fantasyland]
        if deal.table.rules.fantasyland is None:
            for board in marked:
                self._problems.warn(
                    "fantasyland-unknown",
                    board_place(deal, board),
                    f"{board.player} is marked for fantasyland, and these rules have none",
                )
            return NOBODY_DEALT
        due, present = self.due, _present(deal)
        if not due and not marked:
            self._meet(present)
            return NOBODY_DEALT
        dealt: dict[str, int] = {}
        for board in deal.boards:
            player = board.player
            if player not in present:
                continue
            cards = due.get(player)
            if board.fantasyland:
                self._marks_used = True
                cards = self._missed.get(player) if cards is None else cards
                dealt[player] = cards or board.dealt
                if board.dealt not in (0, cards):
                    self._check_cards(deal, board, cards)
                if cards is None and player in self._met:
                    self._problems.warn(
                        "fantasyland-uncaused",
                        board_place(deal, board),
                        f"{player} is marked for fantasyland without having made it in the deal before",
                    )
            elif cards is not None:
                dealt[player] = cards
                if len(self._unmarked) < PENDING:
                    self._unmarked.append(_not_marked(board_place(deal, board), player, cards))
        if self._marks_used:
            self._problems.extend(self._unmarked)
            self._unmarked.clear()
        for player in sorted((self._qualified | due.keys()) - present):
            there = ", ".join(sorted(due))
            self._problems.warn(
                "fantasyland-missed",
                deal_place(deal),
                f"{player} misses the fantasyland deal of {there}"
                if player not in due
                else f"{player} was due in fantasyland and is not in deal {deal.name}",
            )
        self._meet(present)
        # Who missed the deal may be marked in a later one without another cause, like somebody new.
        self._missed |= {player: cards for player, cards in due.items() if player not in present}
        self._met -= self._missed.keys()
        return dealt

    def _check_cards(self, deal: Deal, board: Board, due: int | None) -> None:
        """Warn of a mark with another number of cards than was due, or than the rules ever deal."""
        land = deal.table.rules.fantasyland
        assert land is not None
        if due is not None:
            said, hint = f"{due} were due", f"`(fantasyland {due})`, if the board that made it is right"
        elif not land.cards <= board.dealt <= land.most:
            several = f" to {land.most}" if land.most > land.cards else ""
            said, hint = f"these rules deal {land.cards}{several}", "was another rule set played?"
        else:
            return
        got = f"{board.player} got {board.dealt} fantasyland cards in deal {deal.name}"
        self._problems.warn("fantasyland-cards", board_place(deal, board), f"{got}, and {said}", hint)

    def _meet(self, players: frozenset[str]) -> None:
        self._met |= players
        if self._missed:
            for player in players & self._missed.keys():
                del self._missed[player]

    def after(self, deal: Deal, due: dict[str, int]) -> None:
        """Set who is due next; a deal under rules without fantasyland changes nothing."""
        if deal.table.rules.fantasyland is None:
            return
        self.due = due
        self._qualified = _present(deal) if due else frozenset()

    def lets_play_on(self, players: Sequence[str]) -> bool:
        """Return True if the log has no marks yet and nobody else is awaited in the next fantasyland deal."""
        return not self._marks_used and (self._qualified | self.due.keys()).issubset(players)

    def pass_many(self, many: ManyDeals) -> None:
        """Many deals of the same players, none of them marked."""
        self._meet(frozenset(many.players))
        for deal, dealt in many.dealt.items():
            if deal == many.deals or len(self._unmarked) >= PENDING:
                break
            for player, cards in dealt.items():
                if len(self._unmarked) < PENDING:
                    self._unmarked.append(_not_marked(many.place(deal, player), player, cards))
        self.due = dict(many.dealt.get(many.deals, {}))
        self._qualified = frozenset(many.players) if self.due else frozenset()

    def end(self, place: Place) -> None:
        """Tell, at the end of the session, who is still due."""
        for player, cards in self.due.items():
            self._problems.warn(
                "fantasyland-due",
                place,
                f"{player} is still due a fantasyland deal with {cards} cards",
                "play it, or ignore this if you stopped early",
            )


def _not_marked(place: Place, player: str, cards: int) -> Problem:
    return Problem(
        "fantasyland-unmarked",
        place,
        f"{player} is in fantasyland with {cards} cards, and this log marks others",
        "add `(fantasyland)` behind the board",
        warning=True,
    )


def _present(deal: Deal) -> frozenset[str]:
    """Return the players of a deal who are not absent."""
    return frozenset([board.player for board in deal.boards if board.stated is not Stated.ABSENT])
