"""Cards, boards and rows; the canonical text and the weight sum of a row.

The program stores a row as its canonical text (`Qh Qd 5c`, `A T 8 5 2 flush`) and the sum of its cards'
weights. The sum determines the ranks of the row, whether it is a flush, and which cards of the deck it uses.
Therefore a row can be ranked, and a repeated card found, without parsing the text again.
"""

from enum import Enum, IntEnum
from typing import Final, NamedTuple

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
OF_A_RANK: Final = len(SUITS)
SUIT_NAMES: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
DECK: Final = tuple(rank + suit for rank in reversed(RANKS) for suit in SUITS)
JOKER: Final = "*"
"""The canonical joker. It has neither rank nor suit."""
SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

RANK_TYPED: Final = "10|[2-9TtJjQqKkAa]"
SUIT_TYPED: Final = "(?:[shdcSHDC]|[♠-♧][\ufe0e\ufe0f]?)"
"""The pattern of a suit; one set of letters and symbols compiles ten times slower."""
CARD: Final = f"(?:{RANK_TYPED})(?:{SUIT_TYPED})?"
"""The pattern of a card in the usual notation, rank first."""
_PLAIN: Final = f"(?:{RANK_TYPED})[shdcSHDC♠♥♦♣]?"
_ROW: Final = f"{_PLAIN}(?:(?:, ?| *){_PLAIN}){{0,4}}"
CARDS_OF_ROWS: Final = f"({_ROW}) */ *({_ROW}) */ *({_ROW})"
"""The pattern of a board that consists only of such cards."""

# Every multiset of three ranks has a different sum, and so has every multiset of five. A three-card sum may
# equal a five-card sum. 52 cards weigh at most 4,129,580, so 24 bits hold any deal without a carry.
RANK_WEIGHTS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
RANK_BITS: Final = 24
RANK_MASK: Final = (1 << RANK_BITS) - 1
DECK_MASK: Final = ((1 << 52) - 1) << RANK_BITS
SUIT_SHIFT: Final = RANK_BITS + 52
FLUSH_COUNT: Final = 5
# Above the deck bits, three bits per suit count its cards in a row. A fifth "suit" is for a row that is
# called a flush but has no suits.
UNNAMED_FLUSH: Final = FLUSH_COUNT << (SUIT_SHIFT + 12)
# Above these, the number of jokers. The sum of a row with a joker is never that of a flush.
JOKER_SHIFT: Final = SUIT_SHIFT + 15
FLUSHES: Final = frozenset(FLUSH_COUNT << shift for shift in (0, 3, 6, 9, 12))


def _weights() -> dict[str, int]:
    weights = {}
    for r, rank in enumerate(RANKS):
        weights[rank] = RANK_WEIGHTS[r]
        for s, suit in enumerate(SUITS):
            one_hot = 1 << (RANK_BITS + r * 4 + s)
            weights[rank + suit] = RANK_WEIGHTS[r] | one_hot | 1 << (SUIT_SHIFT + 3 * s)
    weights["flush"] = UNNAMED_FLUSH
    weights[JOKER] = 1 << JOKER_SHIFT
    return weights


WEIGHTS: Final = _weights()
"""The weight of each canonical card (`Qh`, `Q`, `*`) and of the word `flush`."""


def weigh(text: str) -> int:
    """Return the sum of the weights of a row in canonical text.

    >>> weigh("Qh Qd 5c") & RANK_MASK == weigh("5 Q Q")
    True
    """
    return sum(map(WEIGHTS.__getitem__, text.split()))


def suit_order(text: str, suits: str, ranks: str = RANKS) -> tuple[int, ...] | None:
    """Return the suits of a row as indexes in `suits`, in order of comparison.

    Return None if a suit is missing. Groups come before single cards, high ranks before low ones (`ranks` is
    in ascending order), and within a rank the better suit comes first. If two rows have equal ranks, the row
    with the smaller value has the better suits.

    >>> suit_order("7h Ks 7d", "shcd") < suit_order("7s 7c Kd", "shcd")
    False
    """
    cards = text.split()
    if any(len(card) != 2 for card in cards):
        return None
    held = [card[0] for card in cards]
    ordered = sorted((-held.count(c[0]), -ranks.index(c[0]), suits.index(c[1])) for c in cards)
    return tuple([suit for _, _, suit in ordered])


def is_flush(total: int) -> bool:
    """Return True if a five-card row with this sum is a flush."""
    return total >> SUIT_SHIFT in FLUSHES


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
