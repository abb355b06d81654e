"""Deals scored column by column with numpy: a block of deals that have equally many boards at a time.

Every number comes from `tables`, which the plain scorer fills; here they are only looked up and added.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcscore.board import BOARD_SIZE, ROWS
from ofcscore.bulk.tables import (
    BOTH_FOUL,
    FIRST_FOUL,
    FLUSH,
    NOT_THERE,
    SECOND_FOUL,
    SUM_BITS,
    SUM_MASK,
    Cards,
    Flags,
    Int16,
    Int32,
    Int64,
    RowTable,
    Tables,
    Words,
    flush_shift,
)

BLOCK: Final = 8_192
"""Deals that are scored at once: their columns stay in a processor's nearest memory."""

Rows = tuple[Int32, Int32, Int32]
"""Top, middle and bottom of one seat as the sums of their cards, a number for each deal."""


class Seat(NamedTuple):
    """One seat of a block of deals: its rows, and the cards it takes from the deck (one bit each, added)."""

    rows: Rows
    deck: Words


class Scored(NamedTuple):
    """A block of deals scored, seat by seat: arrays of shape (seats, deals).

    `next` is the number of cards of the fantasyland deal that is due, 0 for none.
    """

    points: Int64
    royalties: Int64
    fouled: Flags
    next: Int64


def seat_of_codes(columns: Sequence[NDArray[np.uint8]], cards: Cards) -> Seat:
    """One seat from its thirteen cards, a column of codes each: three on top, five and five."""
    sums: list[Int32] = []
    deck: Words | None = None
    start = 0
    for row in ROWS:
        total: Int32 | None = None
        for column in columns[start : start + row.size]:
            at = column.astype(np.intp)
            card = cards.row.take(at)
            total = card if total is None else np.add(total, card, out=total)
            bit = cards.deck.take(at)
            deck = bit if deck is None else np.add(deck, bit, out=deck)
        assert total is not None
        sums.append(total)
        start += row.size
    assert deck is not None
    return Seat((sums[0], sums[1], sums[2]), deck)


def one_deck(seats: Sequence[Seat]) -> Flags:
    """Whether each deal has thirteen cards a seat and none of them twice.

    Powers of two add up to as many ones only where no two are equal; what is no card adds nothing.
    """
    deck = seats[0].deck.copy()
    for seat in seats[1:]:
        deck += seat.deck
    return np.bitwise_count(deck) == BOARD_SIZE * len(seats)


class _Board(NamedTuple):
    order: tuple[Int16, Int16, Int16]
    foul: Flags
    royalties: Int64
    next: Int64


def score_block(seats: Sequence[Seat], tables: Tables, dealt: Sequence[Int64 | None] | None = None) -> Scored:
    """A block of deals, a seat each of its boards, whose cards are known to be of one deck.

    `dealt` has for each seat how many cards it got in fantasyland: `NOT_THERE`, or 0 where nobody knows.
    """
    boards = [_rate(seat.rows, tables, dealt[i] if dealt else None) for i, seat in enumerate(seats)]
    shape = (len(boards), len(boards[0].foul))
    points = np.zeros(shape, np.int64)
    for i, j in combinations(range(len(boards)), 2):
        paid = _exchange(boards[i], boards[j], tables)
        points[i] += paid
        points[j] -= paid
    return Scored(
        points,
        np.stack([board.royalties for board in boards]),
        np.stack([board.foul for board in boards]),
        np.stack([board.next for board in boards]),
    )


def _exchange(a: _Board, b: _Board, tables: Tables) -> Int64:
    """What the second board of each pair pays the first."""
    state = np.zeros(len(a.foul), np.intp)
    for mine, other in zip(a.order, b.order, strict=True):
        state *= 3
        state += np.sign(mine - other)
        state += 1
    state[a.foul] = FIRST_FOUL
    state[b.foul] = SECOND_FOUL
    state[a.foul & b.foul] = BOTH_FOUL
    royalties = a.royalties - b.royalties
    if tables.counts is not None:
        royalties *= tables.counts.take(state)
    royalties += tables.pays.take(state)
    return royalties


def _rate(rows: Rows, tables: Tables, dealt: Int64 | None) -> _Board:
    """One seat's boards: how their rows compare, fouls, royalties, fantasyland."""
    places = [_place(sums, table) for sums, table in zip(rows, tables.rows, strict=True)]
    top, middle, bottom = (table.order.take(at) for at, table in zip(places, tables.rows, strict=True))
    if tables.rules.middle.low:
        foul = top > bottom
        faulty = tables.rows[1].faulty
        if faulty is not None:
            foul |= faulty.take(places[1])
    elif tables.rules.order == "strict":
        foul = (top >= middle) | (middle >= bottom)
    else:
        foul = (top > middle) | (middle > bottom)
    royalties = np.zeros(len(foul), np.int64)
    for at, table in zip(places, tables.rows, strict=True):
        if table.royalty is not None:
            royalties += table.royalty.take(at)
    royalties[foul] = 0
    return _Board((top, middle, bottom), foul, royalties, _next(places, foul, tables, dealt))


def _place(sums: Int32, table: RowTable) -> NDArray[np.intp]:
    """Where rows stand in their table."""
    at = (sums & SUM_MASK).astype(np.intp)
    if table.index.size > FLUSH:
        at += flush_shift().take(sums >> SUM_BITS)
    return table.index.take(at).astype(np.intp)


def _next(places: Sequence[NDArray[np.intp]], foul: Flags, tables: Tables, dealt: Int64 | None) -> Int64:
    """The cards of the fantasyland deal that is due (rules 8), 0 for none."""
    land = tables.rules.fantasyland
    if land is None:
        return np.zeros(len(foul), np.int64)
    enter = [None if t.enter is None else t.enter.take(at) for at, t in zip(places, tables.rows, strict=True)]
    extra = _most(enter, len(foul))
    cards = np.where(extra == NOT_THERE, 0, extra + land.cards)
    if land.together and enter[0] is not None and enter[1] is not None:
        cards[(enter[0] != NOT_THERE) & (enter[1] != NOT_THERE)] += land.together
    if dealt is not None:
        stay = [
            None if t.stay is None else t.stay.take(at) for at, t in zip(places, tables.rows, strict=True)
        ]
        extra = _most(stay, len(foul))
        base: Int64 | int = land.cards
        if land.stay_cards == "same":
            base = np.where(dealt > 0, dealt, land.cards)
        cards = np.where(dealt == NOT_THERE, cards, np.where(extra == NOT_THERE, 0, extra + base))
    cards[foul] = 0
    return cards


def _most(extras: Sequence[Int64 | None], size: int) -> Int64:
    """The most extra cards that a row brings."""
    most = np.full(size, NOT_THERE, np.int64)
    for extra in extras:
        if extra is not None:
            np.maximum(most, extra, out=most)
    return most
