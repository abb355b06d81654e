"""Boards as a log states them, row by row."""

from enum import Enum, IntEnum
from typing import Final, NamedTuple

from ofcscore.game.cards import weigh


class Row(IntEnum):
    """The three rows of a board, in the order in which they are written."""

    TOP = 0
    MIDDLE = 1
    BOTTOM = 2

    @property
    def label(self) -> str:
        return self.name.lower()

    @property
    def where(self) -> str:
        """The row's place in a sentence: `on top`."""
        return ("on top", "in the middle", "at the bottom")[self]

    @property
    def size(self) -> int:
        """How many cards the row has."""
        return 3 if self is Row.TOP else 5


ROWS: Final = (Row.TOP, Row.MIDDLE, Row.BOTTOM)
BOARD_SIZE: Final = 13


class Stated(Enum):
    """The kind of statement that a log makes about a player in a deal."""

    CARDS = "cards"
    FOUL = "foul"
    SURRENDER = "surrender"
    ABSENT = "absent"
    CLAIM = "claim"


class Board(NamedTuple):
    """One player's board as the log states it.

    `rows` are the canonical texts of top, middle and bottom and `sums` their `cards.weigh` sums, both
    None without rows. `stated` is FOUL for a board that the table ruled a foul (with or without
    rows); `aces` is how many aces a fouled board without cards had. `dealt` is how many cards the mark
    says that the player got in `fantasyland`, 0 where it does not. A claim has its natural's kind in
    `claim` and its thirteen cards, canonical, in `cards` (its rows too when they were set out).
    `line` and `source` are where the board begins in its log and that whole line, for messages.
    """

    player: str
    rows: tuple[str, str, str] | None
    sums: tuple[int, int, int] | None
    stated: Stated = Stated.CARDS
    fantasyland: bool = False
    aces: int | None = None
    claim: str | None = None
    cards: str | None = None
    line: int = 0
    source: str | None = None
    dealt: int = 0

    @classmethod
    def of(
        cls, player: str, top: str, middle: str, bottom: str, *, line: int = 0, source: str | None = None
    ) -> "Board":
        """Return a board from three rows in canonical text."""
        sums = weigh(top), weigh(middle), weigh(bottom)
        return cls(player, (top, middle, bottom), sums, line=line, source=source)


def cards_told(board: Board) -> list[str]:
    """Return the cards of a board as far as they are told, of some the rank alone."""
    return " ".join(board.rows or (board.cards or "",)).split()
