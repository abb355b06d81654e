"""Jokers: the rows and boards that jokers can make, best row first."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final, Literal, NamedTuple

from ofcscore.game.cards import (
    DECK,
    DECK_MASK,
    FLUSH_COUNT,
    JOKER_SHIFT,
    OF_A_RANK,
    RANKS,
    ROWS,
    SUIT_SHIFT,
    SUITS,
    WEIGHTS,
    Row,
)
from ofcscore.game.ranks import (
    Category,
    Rank,
    RankOrder,
    below_royal,
    rank_high,
    rank_letter,
    rank_low,
    ranks_of_sum,
)

MOST_JOKERS: Final = 2


class Jokers(NamedTuple):
    """The number of jokers in the deck, and the cards that they may represent.

    A joker may not repeat a card of its row (`copies` is `row`) or of its whole board (`board`); with `any`
    it may be any card. `five` is the place of five of a kind, or `none` if the rules do not have it.
    """

    number: int = 0
    copies: Literal["row", "any", "board"] = "row"
    five: Literal["none", "below-royal", "above-royal"] = "none"


class Filling(NamedTuple):
    """The rank of a row with jokers, and the cards that its jokers represent (`K` or `Kh`)."""

    rank: Rank
    cards: tuple[str, ...] = ()


class Order(NamedTuple):
    """The ranking of a row: low, or high with an order of ranks."""

    low: bool
    ranks: RankOrder
    five: str = "none"

    def rank(self, ranks: tuple[int, ...], *, flush: bool) -> Rank:
        if self.low:
            return rank_low(ranks, flush=flush)
        rank = rank_high(ranks, flush=flush, order=self.ranks)
        below = self.five == "below-royal" and rank.category is Category.FIVE_OF_A_KIND
        return below_royal(rank) if below else rank


class _Known(NamedTuple):
    """The number of jokers in a row, and the ranks and the suit of its other cards.

    `suit` is empty for a row that is called a flush but has no suits. It is None if the cards have several
    suits or are too few for a flush.
    """

    jokers: int
    ranks: tuple[int, ...]
    suit: str | None


def has_jokers(sums: Sequence[int]) -> bool:
    return any(total >> JOKER_SHIFT for total in sums)


def _known(total: int, size: int) -> _Known:
    jokers = total >> JOKER_SHIFT
    ranks = ranks_of_sum(total, size - jokers)
    counts = total >> SUIT_SHIFT & ((1 << JOKER_SHIFT - SUIT_SHIFT) - 1)
    suit = None
    if size == FLUSH_COUNT:
        whole = {len(ranks) << 3 * place: letter for place, letter in enumerate(SUITS)}
        suit = {**whole, FLUSH_COUNT << 3 * len(SUITS): ""}.get(counts)
    return _Known(jokers, ranks, suit)


def fillings(total: int, row: Row, copies: str, order: Order) -> list[Filling]:
    """Return every row that a row with this sum can make with its jokers, best first.

    A joker may repeat a card of another row. It may repeat a card of its own row only if `copies` is `any`.
    """
    known = _known(total, row.size)
    ranked = _ranked(known.ranks, known.jokers, known.suit is not None, copies == "any", order)
    return [
        Filling(rank, tuple(rank_letter(r) + (known.suit or "" if of_suit else "") for r in ranks))
        for rank, of_suit, ranks in ranked
    ]


@cache
def _ranked(
    ranks: tuple[int, ...], jokers: int, one_suit: bool, copies: bool, order: Order
) -> list[tuple[Rank, bool, tuple[int, ...]]]:
    """Return every row that cards of these ranks can make with jokers, best first.

    `one_suit` is True if the cards have one suit. Each row is a tuple of its rank, whether it has one suit,
    and the ranks of the jokers.
    """
    found = []
    for cards in combinations_with_replacement(range(len(RANKS) + 1, 1, -1), jokers):
        row = ranks + cards
        most = max(map(row.count, row))
        # Cards of one suit are a flush unless a joker has another suit.
        if (jokers or not one_suit) and (most <= OF_A_RANK or (copies and order.five != "none")):
            found.append((order.rank(row, flush=False), False, cards))
        if one_suit and (copies or most == 1):
            found.append((order.rank(row, flush=True), True, cards))
    return sorted(found, key=lambda one: one[0].strength, reverse=True)


def fill_board(sums: Sequence[int], orders: Sequence[Order]) -> Iterator[tuple[Filling, ...]]:
    """Yield every board that jokers can make without repeating a card."""
    rows = [_known(total, row.size) for total, row in zip(sums, ROWS, strict=True)]
    held = Counter(rank for row in rows for rank in row.ranks)
    used = sum(sums) & DECK_MASK
    free = [card for card in DECK if not used & WEIGHTS[card] & DECK_MASK]
    cards_for = [free if row.suit != "" else [*RANKS, *free] for row in rows]
    places = [at for at, row in enumerate(rows) for _ in range(row.jokers)]
    seen = set()
    for cards in product(*(cards_for[at] for at in places)):
        now = held + Counter(_rank(card) for card in cards)
        if len(set(cards)) < len(cards) or max(now.values()) > OF_A_RANK:
            continue
        dealt = [sorted(card for card, at in zip(cards, places, strict=True) if at == row) for row in ROWS]
        of_suit = [
            row.suit is not None and all(card[1:] == row.suit for card in own)
            for row, own in zip(rows, dealt, strict=True)
        ]
        same = tuple((flush, *map(_rank, own)) for flush, own in zip(of_suit, dealt, strict=True))
        if same not in seen:
            seen.add(same)
            yield tuple(
                Filling(
                    order.rank(row.ranks + tuple(map(_rank, own)), flush=flush),
                    tuple(own) if flush else tuple(card[0] for card in own),
                )
                for order, row, own, flush in zip(orders, rows, dealt, of_suit, strict=True)
            )


def _rank(card: str) -> int:
    return RANKS.index(card[0]) + 2
