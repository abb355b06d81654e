"""Deals scored column by column with numpy: a block of deals that have equally many boards at a time.

Every number comes from `tables`, which the plain scorer fills; here they are only looked up and added.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcscore.board import BOARD_SIZE, ROWS
from ofcscore.bulk.tables import (
    FLUSH,
    NOT_THERE,
    SIGNS,
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


def seat_of_codes(columns: NDArray[np.uint8], cards: Cards) -> Seat:
    """One seat from the codes of its thirteen cards, of shape (13, deals): three on top, five and five."""
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
    whole: Flags = np.bitwise_count(deck) == BOARD_SIZE * len(seats)
    return whole


class _Board(NamedTuple):
    """One seat's boards; `fouls` is 1 for a foul, else 0; `won` what rows add for their winner alone."""

    order: tuple[Int16, Int16, Int16]
    fouls: Int16
    royalties: Int64
    next: Int64
    won: Sequence[Int64] = ()


def score_block(seats: Sequence[Seat], tables: Tables, dealt: Sequence[Int64 | None] | None = None) -> Scored:
    """A block of deals, a seat each of its boards, whose cards are known to be of one deck.

    `dealt` has for each seat how many cards it got in fantasyland: `NOT_THERE`, or 0 where nobody knows.
    """
    boards = [_rate(seat.rows, tables, dealt[i] if dealt else None) for i, seat in enumerate(seats)]
    points = np.zeros((len(boards), len(boards[0].fouls)), np.int64)
    for i, j in combinations(range(len(boards)), 2):
        paid = _exchange(boards[i], boards[j], tables)
        points[i] += paid
        points[j] -= paid
    return Scored(
        points,
        np.stack([board.royalties for board in boards]),
        np.stack([board.fouls for board in boards]).astype(np.bool_),
        np.stack([board.next for board in boards]),
    )


def _exchange(a: _Board, b: _Board, tables: Tables) -> Int64:
    """What the second board of each pair pays the first."""
    state = a.fouls + 2 * b.fouls
    signs = []
    for mine, other in zip(a.order, b.order, strict=True):
        sign = np.sign(mine - other)
        signs.append(sign)
        state *= 3
        state += sign
    state += SIGNS // 2
    paid = tables.pays.take(state.astype(np.intp))
    fouls = a.fouls | b.fouls
    if a.won:
        # Royalties are the row's winner's alone; a set board wins all rows of a fouled one.
        foul = (b.fouls - a.fouls) * tables.foul_royalties
        for sign, first, second in zip(signs, a.won, b.won, strict=True):
            winner = np.where(fouls > 0, foul, sign)
            paid += np.where(winner > 0, first, 0) - np.where(winner < 0, second, 0)
        return paid
    royalties = a.royalties - b.royalties
    if not tables.foul_royalties:
        royalties *= 1 - fouls
    paid += royalties
    return paid


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
    royalties: Int64 | int = 0
    for at, table in zip(places, tables.rows, strict=True):
        if table.royalty is not None:
            royalties = royalties + table.royalty.take(at)
    stands = ~foul
    return _Board(
        (top, middle, bottom),
        foul.astype(np.int16),
        royalties * stands,
        _next(places, tables, dealt) * stands,
        [t.won.take(at) for at, t in zip(places, tables.rows, strict=True) if t.won is not None],
    )


def _place(sums: Int32, table: RowTable) -> NDArray[np.intp]:
    """Where rows stand in their table."""
    at = (sums & SUM_MASK).astype(np.intp)
    if table.places.size > FLUSH:
        at += flush_shift().take(sums >> SUM_BITS)
    return table.places.take(at).astype(np.intp)


def _next(places: Sequence[NDArray[np.intp]], tables: Tables, dealt: Int64 | None) -> Int64:
    """The cards of the fantasyland deal that boards bring that are no foul (rules 8), 0 for none."""
    size = len(places[0])
    land = tables.rules.fantasyland
    if land is None:
        return np.zeros(size, np.int64)
    enter = [None if t.enter is None else t.enter.take(at) for at, t in zip(places, tables.rows, strict=True)]
    cards = _most(enter, 0, size)
    if land.together and enter[0] is not None and enter[1] is not None:
        cards = cards + land.together * ((enter[0] > 0) & (enter[1] > 0))
    if dealt is None:
        return cards
    stay = [None if t.stay is None else t.stay.take(at) for at, t in zip(places, tables.rows, strict=True)]
    extra = _most(stay, NOT_THERE, size)
    base: Int64 | int = land.cards
    if land.stay_cards == "same":
        base = np.where(dealt > 0, dealt, land.cards)
    return np.where(dealt == NOT_THERE, cards, np.where(extra == NOT_THERE, 0, extra + base))


def _most(numbers: Sequence[Int64 | None], none: int, size: int) -> Int64:
    """The largest number of the three rows."""
    there = [number for number in numbers if number is not None]
    return reduce(np.maximum, there) if there else np.full(size, none, np.int64)
