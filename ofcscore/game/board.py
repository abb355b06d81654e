"""Rows and boards, as a log states them."""

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
        """The row's place in a sentence, for example `on top`."""
        return ("on top", "in the middle", "at the bottom")[self]

    @property
    def size(self) -> int:
        return 3 if self is Row.TOP else 5


ROWS: Final = (Row.TOP, Row.MIDDLE, Row.BOTTOM)
BOARD_SIZE: Final = 13


class Stated(Enum):
    """A state of a player in a deal as logged: cards, a foul, a claim and so on."""

    CARDS = "cards"
    FOUL = "foul"
    SURRENDER = "surrender"
    ABSENT = "absent"
    CLAIM = "claim"


class Board(NamedTuple):
    """One player's board as the log states it.

    `rows` are the canonical texts of top, middle and bottom, and `sums` their `cards.weigh` sums. Both are
    None without rows. `stated` is FOUL if the log declares a foul, with or without rows. `aces` is the number
    of aces on a fouled board without cards. `dealt` is the number of fantasyland cards in the mark, or 0 if
    the mark has no number. A claim has the kind of its natural in `claim` and its thirteen canonical cards in
    `cards`. It also has rows if they were set. For messages, `line` is the line number where the board begins
    in its log, and `source` is that line.
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
        """Build a board from three rows of canonical text."""
        sums = weigh(top), weigh(middle), weigh(bottom)
        return cls(player, (top, middle, bottom), sums, line=line, source=source)


def cards_told(board: Board) -> list[str]:
    """Return the stated cards of a board. A card may have a rank but no suit."""
    return " ".join(board.rows or (board.cards or "",)).split()
