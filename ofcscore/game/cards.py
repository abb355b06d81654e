"""Cards: one canonical spelling and one integer for each row.

A row travels through the program as its canonical text (`Qh Qd 5c`, `A T 8 5 2 flush`) and the sum of
its cards' weights. The sum alone says which ranks the row has, whether it is a flush, and which cards
of the deck it uses, so that ranking a row and finding a repeated card need no look at the text again.
"""

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
OF_A_RANK: Final = len(SUITS)
SUIT_NAMES: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
DECK: Final = tuple(rank + suit for rank in reversed(RANKS) for suit in SUITS)
JOKER: Final = "*"
"""A joker as it is written and printed; it has neither rank nor suit."""
SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

RANK_TYPED: Final = "10|[2-9TtJjQqKkAa]"
SUIT_TYPED: Final = "(?:[shdcSHDC]|[♠-♧][\ufe0e\ufe0f]?)"
"""Letters and signs stand apart, as a set of both takes ten times as long to compile."""
CARD: Final = f"(?:{RANK_TYPED})(?:{SUIT_TYPED})?"
"""The pattern of a card as nearly everybody writes it, its rank first."""
_PLAIN: Final = f"(?:{RANK_TYPED})[shdcSHDC♠♥♦♣]?"
_ROW: Final = f"{_PLAIN}(?:(?:, ?| *){_PLAIN}){{0,4}}"
CARDS_OF_ROWS: Final = f"({_ROW}) */ *({_ROW}) */ *({_ROW})"
"""The pattern of a board of such cards alone."""

# Each multiset of three ranks, and each of five, has a sum of its own (a three-card sum may equal a
# five-card one). 52 cards weigh at most 4,129,580, so 24 bits hold any deal without a carry.
RANK_WEIGHTS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
RANK_BITS: Final = 24
RANK_MASK: Final = (1 << RANK_BITS) - 1
DECK_MASK: Final = ((1 << 52) - 1) << RANK_BITS
SUIT_SHIFT: Final = RANK_BITS + 52
FLUSH_COUNT: Final = 5
# Above the deck: three bits a suit that count its cards in a row, and a fifth "suit" for a row that is
# called a flush without saying of which suit.
UNNAMED_FLUSH: Final = FLUSH_COUNT << (SUIT_SHIFT + 12)
# Above those, how many jokers there are: a row with one is no flush by its sum.
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
"""Canonical card (`Qh`, `Q`, a joker's `*`) or the word `flush` -> its weight in a row's sum."""


def weigh(text: str) -> int:
    """Return the sum of the weights of a row in canonical text.

    >>> weigh("Qh Qd 5c") & RANK_MASK == weigh("5 Q Q")
    True
    """
    return sum(map(WEIGHTS.__getitem__, text.split()))


def suit_order(text: str, suits: str, ranks: str = RANKS) -> tuple[int, ...] | None:
    """Return the suits of a row in the order in which its ranks compare, as places in `suits`.

    None where one is left out.
    Groups come before single cards, high ranks before low ones (`ranks` are in ascending order), and of one
    rank the better suit before the others. Of two rows of equal ranks the lesser value has the better suits.

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
    """Return True if a five-card row of this sum is all of one suit."""
    return total >> SUIT_SHIFT in FLUSHES
