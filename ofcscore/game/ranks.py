"""The rank of a row of three or five cards, high and deuce-to-seven low, in one total order.

The plain evaluator (`rank_high`, `rank_low`) is the definition. `rank_of_sum` undoes the sum that
`cards.weigh` makes of a row, so that tables keyed by sums are filled by the same plain evaluator.
"""

from __future__ import annotations

from enum import IntEnum
from functools import total_ordering
from itertools import takewhile, zip_longest
from typing import Final, Literal, NamedTuple

from ofcscore.game.cards import RANK_MASK, RANK_WEIGHTS, RANKS, is_flush, weigh


class Category(IntEnum):
    """Kinds of rows from low to high."""

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
        """The name that rule sets and JSON use: `full-house`."""
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
"""The category of a row that is no straight or flush, by how often each rank occurs."""
WHEEL: Final = (14, 5, 4, 3, 2)
WHEEL_SECOND: Final = (13, 1)
"""The ranks that the wheel compares as if it is second: below A-K-Q-J-T, above K-Q-J-T-9."""
_WORDS: Final = (
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_PLURALS: Final = tuple([f"{word}es" if word.endswith("x") else f"{word}s" for word in _WORDS])
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
"""The name of each category with its first and second rank, and how many ranks the name settles."""


class RankOrder(NamedTuple):
    """How cards and straights stand: the place of A-2-3-4-5, and whether the deuce is the highest card.

    `wheel` is `low` for the lowest straight, `second` for one just below A-K-Q-J-T. A high deuce is above
    the ace in every comparison but that of straights, whose ranks stay in their sequence.
    """

    wheel: Literal["low", "second"] = "low"
    deuce_high: bool = False

    @property
    def letters(self) -> str:
        return RANKS[1:] + RANKS[0] if self.deuce_high else RANKS

    def place(self, rank: int) -> int:
        """Return what a rank of 2 to 14 counts in a comparison: a high deuce 15, others themselves."""
        return ACE + 1 if self.deuce_high and rank == DEUCE else rank


STRAIGHTS: Final = (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
USUAL: Final = RankOrder()
"""Aces high, and A-2-3-4-5 the lowest straight."""


def rank_letter(rank: int) -> str:
    """Return `Q` for 12."""
    return RANKS[rank - 2]


def rank_word(rank: int) -> str:
    """Return `queen` for 12."""
    return _WORDS[rank - 2]


@total_ordering
class Rank:
    """The rank of one row.

    `ranks` are 2 to 14 in the order in which they are compared (grouped ranks first, then kickers; of
    a straight its highest card). Ranks compare by `strength`: between rows of one size as the rows
    compare, between three and five cards as the foul rule does. A low rank (`low`) compares
    with other low ranks only, and the better one is the greater.
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
        """True if the row is A-2-3-4-5, ranked as the lowest straight."""
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
        """The rank in words, without kickers: `pair of queens`."""
        first, *others = self.ranks
        if self.low and self.category is Category.HIGH_CARD:
            return f"{rank_letter(first)}-low " + "-".join(map(rank_letter, self.ranks))
        words, _ = _NAMES[self.category]
        second = _PLURALS[others[0] - 2] if others else ""
        return words.format(one=rank_word(first), many=_PLURALS[first - 2], others=second)

    @property
    def kickers(self) -> tuple[int, ...]:
        """The ranks that decide after those in the name."""
        return self.ranks[self._named :]

    @property
    def _named(self) -> int:
        """How many ranks the name settles; a low hand without a pair is called by all of them."""
        if self.low and self.category is Category.HIGH_CARD:
            return len(self.ranks)
        return _NAMES[self.category][1]

    def name_against(self, other: Rank) -> str:
        """Return the rank in words, with kickers down to the first that differs from `other`'s.

        >>> rank_text("Q Q 7").name_against(rank_text("Q Q 6 5 4"))
        'pair of queens with a 7'
        """
        shown = [*map(rank_letter, self.kickers_against(other))]
        if not shown:
            return self.name
        article = "an" if shown[0] in ("A", "8") else "a"
        return f"{self.name} with {article} {'-'.join(shown)}"

    def kickers_against(self, other: Rank) -> tuple[int, ...]:
        """Return the kickers down to the first that differs from `other`'s, none if the names differ."""
        named, kickers = self._named, self.kickers
        if self.category is not other.category or self.ranks[:named] != other.ranks[:named]:
            return ()
        pairs = zip_longest(kickers, other.kickers[: len(kickers)])
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return kickers[: same + 1]


def _strength(category: Category, ranks: tuple[int, ...]) -> int:
    """Return the category and five ranks in four bits each: 0x1C5000 for a pair of queens with a 5."""
    strength = int(category)
    for i in range(5):
        strength = strength << 4 | (ranks[i] if i < len(ranks) else 0)
    return strength


def _grouped(ranks: tuple[int, ...], order: RankOrder = USUAL) -> tuple[Category, tuple[int, ...]]:
    """Return the category that equal ranks make, and the ranks in the order of comparison."""
    groups = sorted([(ranks.count(r), order.place(r), r) for r in set(ranks)], reverse=True)
    return SHAPES[tuple([n for n, _, _ in groups])], tuple([r for _, _, r in groups])


def rank_high(ranks: tuple[int, ...], *, flush: bool = False, order: RankOrder = USUAL) -> Rank:
    """Return the rank of three or five cards of these ranks (2 to 14), high.

    Three cards make no straight and no flush. Only jokers make a flush with two cards of one rank,
    or five of a kind, the highest row of all.
    """
    category, compared = _grouped(ranks, order)
    size = len(ranks)
    if size == 5 and category is Category.HIGH_CARD:
        falling = tuple(sorted(ranks, reverse=True))
        straight = falling == WHEEL or falling[0] - falling[4] == 4
        if straight:
            compared = (5,) if falling == WHEEL else falling[:1]
            if not flush:
                category = Category.STRAIGHT
            elif compared == (ACE,):
                category = Category.ROYAL_FLUSH
            else:
                category = Category.STRAIGHT_FLUSH
        elif flush:
            category = Category.FLUSH
    elif flush and size == 5:
        category, compared = Category.FLUSH, tuple(sorted(ranks, key=order.place, reverse=True))
    strength = _strength(category, compared if category in STRAIGHTS else tuple(map(order.place, compared)))
    if order.wheel == "second" and compared == (5,) and category in STRAIGHTS:
        strength = _strength(category, WHEEL_SECOND)
    return Rank(category, compared, size, strength)


def below_royal(five: Rank) -> Rank:
    """Five of a kind as it is where the royal flush alone is above it."""
    return Rank(five.category, five.ranks, five.size, _strength(Category.STRAIGHT_FLUSH, (ACE, *five.ranks)))


def rank_low(ranks: tuple[int, ...], *, flush: bool = False) -> Rank:
    """Return the deuce-to-seven rank of five cards, aces high; 7-5-4-3-2 is the greatest of all."""
    category, compared = _grouped(ranks)
    if category is Category.HIGH_CARD:
        straight = compared[0] - compared[4] == 4
        if straight and flush:
            category = Category.ROYAL_FLUSH if compared[0] == ACE else Category.STRAIGHT_FLUSH
        elif straight:
            category = Category.STRAIGHT
        elif flush:
            category = Category.FLUSH
    return Rank(category, compared, 5, -_strength(category, compared), low=True)


def ranks_of_sum(total: int, size: int) -> tuple[int, ...]:
    """Return the ranks (2 to 14, high to low) of a row of `size` cards from the sum of its weights."""
    found = _undo(total & RANK_MASK, size, len(RANK_WEIGHTS) - 1)
    if found is None:
        raise ValueError(f"{total} is not the sum of {size} cards")
    return found


def _undo(rest: int, size: int, highest: int) -> tuple[int, ...] | None:
    # One card has its weight and nothing more, so that nothing is left where no card is.
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
    """Return the rank of the row whose cards' weights add up to `total`."""
    ranks, flush = ranks_of_sum(total, size), size == 5 and is_flush(total)
    return rank_low(ranks, flush=flush) if low else rank_high(ranks, flush=flush, order=order)


def rank_text(text: str, *, low: bool = False, order: RankOrder = USUAL) -> Rank:
    size = len(text.removesuffix(" flush").split())
    return rank_of_sum(weigh(text), size, low=low, order=order)
