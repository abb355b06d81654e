"""The ranks of rows of three or five cards: high, and deuce-to-seven low.

`rank_high` and `rank_low` define the ranks. `rank_of_sum` gets the cards back from a sum of `cards.weigh`,
so that tables with sums as keys use the same definition.
"""

from __future__ import annotations

from enum import IntEnum
from functools import total_ordering
from itertools import takewhile, zip_longest
from typing import Final, Literal, NamedTuple

from ofcscore.game.cards import RANK_MASK, RANK_WEIGHTS, RANKS, is_flush, weigh


class Category(IntEnum):
    """The categories of rows, from low to high."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_OF_A_KIND = 10

    @property
    def key(self) -> str:
        """The name in rule sets and JSON, for example `full-house`."""
        return self.name.lower().replace("_", "-")


CATEGORY_BY_KEY: Final = {category.key: category for category in Category}

DEUCE: Final = 2
ACE: Final = 14
SHAPES: Final = {
    (1, 1, 1): Category.HIGH_CARD,
    (2, 1): Category.PAIR,
    (3,): Category.TRIPS,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.TRIPS,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.QUADS,
    (5,): Category.FIVE_OF_A_KIND,
}
"""The category by the counts of the ranks, ignoring straights and flushes."""
WHEEL: Final = (14, 5, 4, 3, 2)
WHEEL_SECOND: Final = (13, 1)
"""The compared ranks of a wheel between A-K-Q-J-T and K-Q-J-T-9."""
RANK_WORDS: Final = (
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_PLURALS: Final = tuple([f"{word}es" if word.endswith("x") else f"{word}s" for word in RANK_WORDS])
_NAMES: Final = {
    Category.HIGH_CARD: ("{one} high", 1),
    Category.PAIR: ("pair of {many}", 1),
    Category.TWO_PAIR: ("two pair, {many} and {others}", 2),
    Category.TRIPS: ("three {many}", 1),
    Category.STRAIGHT: ("straight to the {one}", 5),
    Category.FLUSH: ("{one}-high flush", 1),
    Category.FULL_HOUSE: ("{many} full of {others}", 2),
    Category.QUADS: ("four {many}", 1),
    Category.STRAIGHT_FLUSH: ("straight flush to the {one}", 5),
    Category.ROYAL_FLUSH: ("royal flush", 5),
    Category.FIVE_OF_A_KIND: ("five {many}", 1),
}
"""The name of each category, and the number of ranks that the name determines."""


class RankOrder(NamedTuple):
    """The order of ranks: the place of A-2-3-4-5 and of the deuce.

    `wheel` is `low` if A-2-3-4-5 is the lowest straight, or `second` if it comes just below A-K-Q-J-T. A high
    deuce beats the ace in every comparison except that of straights, which keep their sequence.
    """

    wheel: Literal["low", "second"] = "low"
    deuce_high: bool = False

    @property
    def letters(self) -> str:
        return RANKS[1:] + RANKS[0] if self.deuce_high else RANKS

    def place(self, rank: int) -> int:
        """Return the rank's value in comparisons: 15 for a high deuce, else the rank."""
        return ACE + 1 if self.deuce_high and rank == DEUCE else rank


STRAIGHTS: Final = (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
USUAL: Final = RankOrder()
"""The usual order: aces are high, and A-2-3-4-5 is the lowest straight."""


def rank_letter(rank: int) -> str:
    return RANKS[rank - 2]


def rank_word(rank: int) -> str:
    return RANK_WORDS[rank - 2]


@total_ordering
class Rank:
    """The rank of one row.

    `ranks` are numbers from 2 to 14 in the order of comparison: grouped ranks first, then kickers. A straight
    has only its highest card. Ranks compare by `strength`, also between three and five cards, as the foul
    rule needs. A `low` rank compares only with other low ranks, and the better one is greater.
    """

    __slots__ = ("category", "low", "ranks", "size", "strength")

    def __init__(
        self, category: Category, ranks: tuple[int, ...], size: int, strength: int, low: bool = False
    ) -> None:
        self.category: Final = category
        self.ranks: Final = ranks
        self.size: Final = size
        self.strength: Final = strength
        self.low: Final = low

    @property
    def is_wheel(self) -> bool:
        return self.category in STRAIGHTS and self.ranks == (5,)

    def __repr__(self) -> str:
        return f"Rank({self.category.name}, {self.ranks}, size={self.size}, low={self.low})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rank) or other.low is not self.low:
            return NotImplemented
        return self.strength == other.strength

    def __hash__(self) -> int:
        return hash((self.low, self.strength))

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Rank):
            return NotImplemented
        if other.low is not self.low:
            raise TypeError("a high row and a low row do not compare")
        return self.strength < other.strength

    @property
    def name(self) -> str:
        """The rank in words, without kickers, for example `pair of queens`."""
        first, *others = self.ranks
        if self.low and self.category is Category.HIGH_CARD:
            return f"{rank_letter(first)}-low " + "-".join(map(rank_letter, self.ranks))
        words, _ = _NAMES[self.category]
        second = _PLURALS[others[0] - 2] if others else ""
        return words.format(one=rank_word(first), many=_PLURALS[first - 2], others=second)

    @property
    def kickers(self) -> tuple[int, ...]:
        """The ranks that break a tie between two rows with the same name."""
        return self.ranks[self._named :]

    @property
    def _named(self) -> int:
        if self.low and self.category is Category.HIGH_CARD:
            return len(self.ranks)
        return _NAMES[self.category][1]

    def name_against(self, other: Rank) -> str:
        """Return the rank in words, with kickers up to the first difference to `other`.

        >>> rank_text("Q Q 7").name_against(rank_text("Q Q 6 5 4"))
        'pair of queens with a 7'
        """
        shown = [*map(rank_letter, self.kickers_against(other))]
        if not shown:
            return self.name
        article = "an" if shown[0] in ("A", "8") else "a"
        return f"{self.name} with {article} {'-'.join(shown)}"

    def kickers_against(self, other: Rank) -> tuple[int, ...]:
        """Return the kickers up to the first difference; none if the names differ."""
        named, kickers = self._named, self.kickers
        if self.category is not other.category or self.ranks[:named] != other.ranks[:named]:
            return ()
        pairs = zip_longest(kickers, other.kickers[: len(kickers)])
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return kickers[: same + 1]


def _strength(category: Category, ranks: tuple[int, ...]) -> int:
    """Return category and ranks with four bits each: 0x1C5000 for a pair of queens, 5."""
    strength = int(category)
    for rank in (*ranks, 0, 0, 0, 0, 0)[:5]:
        strength = strength << 4 | rank
    return strength


def _grouped(ranks: tuple[int, ...], order: RankOrder = USUAL) -> tuple[Category, tuple[int, ...]]:
    groups = sorted([(ranks.count(r), order.place(r), r) for r in set(ranks)], reverse=True)
    return SHAPES[tuple([n for n, _, _ in groups])], tuple([r for _, _, r in groups])


def _of_five(highest: int, straight: bool, flush: bool) -> Category:
    """Return the category of five cards of different ranks."""
    if straight and flush:
        return Category.ROYAL_FLUSH if highest == ACE else Category.STRAIGHT_FLUSH
    if straight:
        return Category.STRAIGHT
    return Category.FLUSH if flush else Category.HIGH_CARD


def rank_high(ranks: tuple[int, ...], *, flush: bool = False, order: RankOrder = USUAL) -> Rank:
    """Return the high rank of three or five cards with these ranks (2 to 14).

    Three cards never make a straight or a flush. Five of a kind, the highest row, and a flush with two cards
    of one rank are possible only with jokers.
    """
    category, compared = _grouped(ranks, order)
    size = len(ranks)
    if size == 5 and category is Category.HIGH_CARD:
        falling = tuple(sorted(ranks, reverse=True))
        straight = falling == WHEEL or falling[0] - falling[4] == 4
        if straight:
            compared = (5,) if falling == WHEEL else falling[:1]
        category = _of_five(compared[0], straight, flush)
    elif flush and size == 5:
        category, compared = Category.FLUSH, tuple(sorted(ranks, key=order.place, reverse=True))
    strength = _strength(category, compared if category in STRAIGHTS else tuple(map(order.place, compared)))
    if order.wheel == "second" and compared == (5,) and category in STRAIGHTS:
        strength = _strength(category, WHEEL_SECOND)
    return Rank(category, compared, size, strength)


def below_royal(five: Rank) -> Rank:
    """Return the rank of five of a kind where it comes just below the royal flush."""
    return Rank(five.category, five.ranks, five.size, _strength(Category.STRAIGHT_FLUSH, (ACE, *five.ranks)))


def rank_low(ranks: tuple[int, ...], *, flush: bool = False) -> Rank:
    """Return the deuce-to-seven rank of five cards: aces are high, 7-5-4-3-2 is best."""
    category, compared = _grouped(ranks)
    if category is Category.HIGH_CARD:
        category = _of_five(compared[0], compared[0] - compared[4] == 4, flush)
    return Rank(category, compared, 5, -_strength(category, compared), low=True)


def ranks_of_sum(total: int, size: int) -> tuple[int, ...]:
    """Return the ranks (2 to 14, high to low) of a row from its weight sum."""
    found = _undo(total & RANK_MASK, size, len(RANK_WEIGHTS) - 1)
    if found is None:
        raise ValueError(f"{total} is not the sum of {size} cards")
    return found


def _undo(rest: int, size: int, highest: int) -> tuple[int, ...] | None:
    # The last card has exactly the remaining weight, so `rest` is 0 after it.
    if size == 0:
        return ()
    for r in reversed(range(highest + 1)):
        weight = RANK_WEIGHTS[r]
        if weight <= rest <= weight * size:
            found = _undo(rest - weight, size - 1, r)
            if found is not None and found.count(r + 2) < 4:
                return (r + 2, *found)
    return None


def rank_of_sum(total: int, size: int, *, low: bool = False, order: RankOrder = USUAL) -> Rank:
    ranks, flush = ranks_of_sum(total, size), size == 5 and is_flush(total)
    return rank_low(ranks, flush=flush) if low else rank_high(ranks, flush=flush, order=order)


def rank_text(text: str, *, low: bool = False, order: RankOrder = USUAL) -> Rank:
    size = len(text.removesuffix(" flush").split())
    return rank_of_sum(weigh(text), size, low=low, order=order)
