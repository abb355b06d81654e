"""Find where deals begin in a chat that names none: one board per player and deal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from ofcscore.game.board import BOARD_SIZE, Row
from ofcscore.game.spelling import read_cards
from ofcscore.log.syntax import BoardSyntax, DealLine, LineSyntax, Text
from ofcscore.log.text.syntax_builder import is_whole
from ofcscore.log.vocabulary import folded

if TYPE_CHECKING:
    from ofcscore.log.text.line_reader import LineReader

_ALIKE: Final = 10
"""The number of shared cards that makes a second board a possible correction."""


class Borders:
    """The boards of the open deal, and the players of the deals before it."""

    def __init__(self) -> None:
        self._boards: dict[str, list[str]] = {}
        """The cards of each player in the open deal, by lowercase name."""
        self._players: dict[str, Text] = {}
        """The players of the first deal, filled when the second one begins."""
        self._last = ""
        self._number = 1
        self.is_over = False
        self._at: dict[str, Text] = {}

    def stop(self) -> None:
        """Stop looking for deals, because the messages name them."""
        self.is_over = True

    def is_next(self, sender: str | None, value: LineSyntax | None) -> bool:
        """Return True for a top row from a sender whose board is complete."""
        cards = self._boards.get(folded(sender or ""), ())
        return isinstance(value, BoardSyntax) and len(cards) == BOARD_SIZE and _is_top(value)

    def before(self, board: BoardSyntax, log: LineReader) -> list[DealLine]:
        """Record a board; return the deal line to insert before it, or an empty list."""
        # A comment such as `#1` may also name a deal.
        if self.is_over or log.deals != (self._number if self._players else 0):
            return []
        cards = [card.code for row in board.rows for card in read_cards(row.text).cards]
        if board.name is None:
            self._boards.setdefault(self._last, []).extend(cards)
            return []
        name = folded(board.name.text)
        begun: list[DealLine] = []
        begins = is_whole(board) or board.status is not None
        is_first = _is_top(board) or not board.rows
        begins = begins or (is_first and len(self._boards.get(name, ())) == BOARD_SIZE)
        if name in self._boards and begins and len(self._boards) > 1:
            if sum((Counter(self._boards[name]) & Counter(cards)).values()) >= _ALIKE:
                what = f"does this board correct {board.name.text}'s board above?"
                self._ask(board.at, what, "delete the board that does not count", log)
                return []
            if not self._is_complete(board.at, log):
                return []
            self._number += 1
            self._players = self._players or dict(self._at)
            self._boards, self._at = {}, {}
            begun = [DealLine(board.at, board.at.with_text(str(self._number)), None)]
        elif self._players and name not in self._players:
            what = f"{board.name.text} had no board in the previous deal"
            self._ask(board.at, what, self._hint(), log)
            return []
        self._last = name
        self._boards.setdefault(name, []).extend(cards)
        self._at.setdefault(name, board.name)
        return begun

    def end(self, log: LineReader) -> None:
        """Ask about players without a board in the last deal."""
        if not self.is_over and self._players and self._at:
            self._is_complete([*self._at.values()][-1], log)

    def _is_complete(self, at: Text, log: LineReader) -> bool:
        missing = [who.text for name, who in self._players.items() if name not in self._boards]
        if missing:
            what = f"{missing[0]} has no board in the deal above, but had one before"
            self._ask(at, what, self._hint(), log)
        return not missing

    def _hint(self) -> str:
        return f"write a line such as `deal {self._number + 1}` before the first board of each deal"

    def _ask(self, at: Text, what: str, hint: str, log: LineReader) -> None:
        self.is_over = True
        log.problems.refuse("deal-line", at.place, what, hint)


def _is_top(board: BoardSyntax) -> bool:
    """Return True for a single row of three cards."""
    return len(board.rows) == 1 and len(read_cards(board.rows[0].text).cards) == Row.TOP.size
