"""Jokers: what a row that has some can be, best first, and what a whole board can be."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final, Literal, NamedTuple

from ofcscore.game.board import ROWS, Row
from ofcscore.game.cards import (
    DECK,
    DECK_MASK,
    FLUSH_COUNT,
    JOKER_SHIFT,
    OF_A_RANK,
    RANKS,
    SUIT_SHIFT,
    SUITS,
    WEIGHTS,
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
    """How many jokers the deck has, and what they may be.

    `copies` are the cards that a joker may not repeat: those of its `row`, of its whole `board`, or none
    (`any`). `five` is the place of five of a kind, `none` where five cards of a rank are no row.
    """

    number: int = 0
    copies: Literal["row", "any", "board"] = "row"
    five: Literal["none", "below-royal", "above-royal"] = "none"


class Filling(NamedTuple):
    """A row with its jokers as cards: its rank, and what they are: `K`, or `Kh` in a row of one suit."""

    rank: Rank
    cards: tuple[str, ...] = ()


class Order(NamedTuple):
    """How rows of one place compare: low, or high by the order of ranks and the place of five of a kind."""

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

    `suit` is empty for a row that is only called a flush, and None if the cards are of several suits, or too
    few for a flush.
    """

    jokers: int
    ranks: tuple[int, ...]
    suit: str | None


def has_jokers(sums: Sequence[int]) -> bool:
    """Return True if one of the rows that add up to these sums has a joker."""
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
    """Every row that the one of this sum can be, best first, where its jokers may repeat cards of other rows.

    A joker is a card that its row does not have yet, with copies `any` one that it has too.
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
    """Return every row that cards of these ranks make with jokers, best first.

    Of each its rank, if it is of one suit (as the cards are with `one_suit`), and the ranks of the jokers.
    """
    found = []
    for cards in combinations_with_replacement(range(len(RANKS) + 1, 1, -1), jokers):
        row = ranks + cards
        most = max(map(row.count, row))
        # Without a joker of another suit, cards of one suit are a flush.
        if (jokers or not one_suit) and (most <= OF_A_RANK or (copies and order.five != "none")):
            found.append((order.rank(row, flush=False), False, cards))
        if one_suit and (copies or most == 1):
            found.append((order.rank(row, flush=True), True, cards))
    return sorted(found, key=lambda one: one[0].strength, reverse=True)


def fill_board(sums: Sequence[int], orders: Sequence[Order]) -> Iterator[tuple[Filling, ...]]:
    """Yield every board that the jokers of one can make, each a card not on it, four of a rank at most."""
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
