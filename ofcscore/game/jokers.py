"""Jokers: what a row that has some can be, best first, what a board can be, and what a claim can show."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final, Literal, NamedTuple

from ofcscore.game.board import ROWS, Board, Row
from ofcscore.game.cards import (
    DECK_MASK,
    FLUSH_COUNT,
    JOKER,
    JOKER_SHIFT,
    OF_A_RANK,
    RANKS,
    SUIT_SHIFT,
    SUITS,
    WEIGHTS,
)
from ofcscore.game.naturals import (
    Natural,
    Naturals,
    Thirteen,
    best_natural,
    kind_words,
    left_out,
    refuse_claim,
    suits_may_help,
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
"""A deck has no more."""


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
    """Yield every board that the jokers of one can make, each a card that is not on it.

    Of cards without suits only the ranks are known: no more than four of each.
    """
    rows = [_known(total, row.size) for total, row in zip(sums, ROWS, strict=True)]
    held = Counter(rank for row in rows for rank in row.ranks)
    used = sum(sums) & DECK_MASK
    free = [card for card in _DECK if not used & WEIGHTS[card] & DECK_MASK]
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


_DECK: Final = tuple(rank + suit for rank in reversed(RANKS) for suit in SUITS)


def _rank(card: str) -> int:
    return RANKS.index(card[0]) + 2


def filled(board: Board, cards: Sequence[str]) -> Board:
    """Return the board with these cards for its jokers, in their order."""
    if not cards:
        return board
    left = iter(cards)

    def text(row: str) -> str:
        return " ".join(next(left) if code == JOKER else code for code in row.split())

    if board.rows is None:
        return board._replace(cards=text(board.cards or ""))
    top, middle, bottom = map(text, board.rows)
    return board._replace(rows=(top, middle, bottom), cards=board.cards and f"{top} {middle} {bottom}")


def claimed_natural(
    board: Board, naturals: Naturals, order: RankOrder, copies: str, ranks: Sequence[Rank] = ()
) -> Natural | None:
    """Return the best natural of the kind that a board claims, whatever cards its jokers are for it."""
    rows = [row.split() for row in board.rows or (board.cards or "",)]
    kept = [[] if copies == "any" else row for row in rows]
    places = [at for at, row in enumerate(rows) for code in row if code == JOKER]
    if not places or board.claim in naturals.own:
        # A natural by rows takes jokers as what they became for their rows.
        return best_natural(board, naturals, order, ranks)
    best: Natural | None = None
    for cards in product((*RANKS, *_DECK), repeat=len(places)):
        dealt = [*zip(cards, places, strict=True)]
        if copies != "any" and (len(set(dealt)) < len(dealt) or any(card in kept[at] for card, at in dealt)):
            continue
        natural = best_natural(filled(board, cards), naturals, order)
        if natural is not None and (best is None or natural.tie > best.tie):
            best = natural._replace(jokers=cards)
    return best


def refuse_any_claim(
    board: Board, naturals: Naturals, order: RankOrder, copies: str, ranks: Sequence[Rank] = ()
) -> str | None:
    """Why a claim is false, as `refuse_claim` says; a joker may be any card that makes it true."""
    reason = refuse_claim(board, naturals, ranks)
    if reason is None or JOKER not in (board.cards or ""):
        return reason
    if not any(hand.kind == board.claim for hand in naturals.hands):
        return reason
    if claimed_natural(board, naturals, order, copies, ranks) is not None:
        return None
    cards = Thirteen(board)
    if suits_may_help(cards, board.claim, naturals):
        return left_out(kind_words(board.claim or ""), cards)
    return f"whatever its jokers are, the cards are no {(board.claim or '').replace('-', ' ')}"
