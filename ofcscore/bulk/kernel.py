"""Deals scored column by column with numpy: a block of deals that have equally many boards at a time.

Every number comes from `tables`, which the plain scorer fills; here they are only looked up and added.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcscore.bulk.tables import (
    FLUSH,
    NOT_THERE,
    SIGNS,
    SUM_BITS,
    SUM_MASK,
    Cards,
    Flags,
    Int16,
    Int64,
    RowTable,
    Tables,
    flush_shift,
)
from ofcscore.game.board import BOARD_SIZE, ROWS

BLOCK: Final = 24_576
"""Boards that are scored at once.

Enough that threads, which wait for each other between two steps, seldom do; few enough that the columns stay
in a processor's near memory.
"""


class Boards(NamedTuple):
    """The boards of a block of deals, those of each deal side by side.

    `rows` has top, middle and bottom as the sums of their cards, `deck` the cards that a board takes from the
    deck (one bit each, added): a number for each board.
    """

    rows: tuple[Int64, Int64, Int64]
    deck: Int64


class Scored(NamedTuple):
    """A block of deals scored, a number for each board.

    `next` is the number of cards of the fantasyland deal that is due, 0 for none.
    """

    points: Int64
    royalties: Int64
    fouled: Flags
    next: Int64


def boards_of_sums(sums: Sequence[Cards]) -> Boards:
    """Return boards from what the cards of top, middle and bottom add up to."""
    top, middle, bottom = sums
    return Boards((top[:, 0], middle[:, 0], bottom[:, 0]), top[:, 1] + middle[:, 1] + bottom[:, 1])


def boards_of_codes(columns: NDArray[np.uint8], cards: Cards) -> Boards:
    """Return boards from the codes of their cards, of shape (13, boards): three on top, five and five."""
    sums = []
    start = 0
    for row in ROWS:
        total = cards.take(columns[start], axis=0)
        for column in columns[start + 1 : start + row.size]:
            total += cards.take(column, axis=0)
        sums.append(total)
        start += row.size
    return boards_of_sums(sums)


def one_deck(boards: Boards, players: int) -> Flags:
    """Return for each deal whether it has thirteen cards a board, none of them twice.

    Powers of two add up to as many ones only where no two are equal; what is no card adds nothing.
    """
    deck = reduce(np.add, [boards.deck[seat::players] for seat in range(players)])
    whole: Flags = np.bitwise_count(deck) == BOARD_SIZE * players
    return whole


class Rated(NamedTuple):
    """Boards rated, a number for each board.

    `places` is where top, middle and bottom stand in their tables, `order` how they compare; `won` is what
    rows add for their winner alone.
    """

    places: Sequence[NDArray[np.intp]]
    order: tuple[Int16, Int16, Int16]
    fouls: Flags
    royalties: Int64
    won: Sequence[Int64] = ()


class Exchanged(NamedTuple):
    """The exchange of each pair of seats, of shape (pairs, deals).

    `paid` is what the second board pays the first; `state` is where the two stand in the pay table.
    `points` are what each seat has of all its pairs, of shape (players, deals).
    """

    paid: Int64
    state: Int16
    points: Int64


def score_block(boards: Boards, players: int, tables: Tables, dealt: Int64 | None = None) -> Scored:
    """Return a block of deals of so many players, whose cards are known to be of one deck.

    `dealt` has how many cards each board got in fantasyland: `NOT_THERE`, or 0 where nobody knows.
    """
    rated = rate(boards.rows, tables)
    points = exchange(rated, players, tables).points.T.reshape(-1)
    return Scored(points, rated.royalties, rated.fouls, _next(rated, tables, dealt))


def exchange(boards: Rated, players: int, tables: Tables) -> Exchanged:
    """Return what each pair of seats exchanges in each deal, and the points of each seat."""
    pairs = list(combinations(range(players), 2))
    firsts, seconds = zip(*pairs, strict=True)

    def both(numbers: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        seats = np.ascontiguousarray(numbers.reshape(-1, players).T)
        return seats.take(firsts, axis=0), seats.take(seconds, axis=0)

    a_fouls, b_fouls = both(boards.fouls.astype(np.int16))
    state = b_fouls * 2
    state += a_fouls
    signs = []
    for order in boards.order:
        mine, other = both(order)
        mine -= other
        sign = np.sign(mine, out=mine)
        signs.append(sign)
        state *= 3
        state += sign
    state += SIGNS // 2
    pays = tables.pays
    paid: Int64 = pays.points.take(state)
    stand = state < SIGNS
    if boards.won:
        # Royalties are the row's winner's alone; a set board wins all rows of a fouled one.
        foul = (b_fouls - a_fouls) * pays.foul_royalties
        for sign, won in zip(signs, boards.won, strict=True):
            winner = np.where(stand, sign, foul)
            mine, other = both(won)
            paid += np.where(winner > 0, mine, 0) - np.where(winner < 0, other, 0)
    else:
        royalties, others = both(boards.royalties)
        royalties -= others
        if not pays.foul_royalties:
            royalties *= stand
        paid += royalties
    if pays.scoop_all is not None and players > tables.rules.points.scoop_all.opponents:
        paid += pays.scoop_all.take(state) * _against_all(pays.sweeps.take(state), pairs, players)
    if pays.ahead is not None:
        paid += pays.ahead.take(state) * np.sign(paid)
    points = np.zeros((players, paid.shape[1]), np.int64)
    for (first, second), of_pair in zip(pairs, paid, strict=True):
        points[first] += of_pair
        points[second] -= of_pair
    return Exchanged(paid, state, points)


def _against_all(sweeps: Int64, pairs: Sequence[tuple[int, int]], players: int) -> Flags:
    """Return for each pair and deal whether the one who sweeps does so in all of their pairs."""
    scoops_all = np.ones((players, sweeps.shape[1]), np.bool_)
    for (first, second), sweep in zip(pairs, sweeps, strict=True):
        scoops_all[first] &= sweep > 0
        scoops_all[second] &= sweep < 0
    firsts, seconds = zip(*pairs, strict=True)
    return np.where(sweeps > 0, scoops_all.take(firsts, axis=0), scoops_all.take(seconds, axis=0))


def rate(rows: Sequence[Int64], tables: Tables) -> Rated:
    """Return how the rows of boards compare, fouls, royalties."""
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
    return Rated(
        places,
        (top, middle, bottom),
        foul,
        royalties * ~foul,
        [t.won.take(at) for at, t in zip(places, tables.rows, strict=True) if t.won is not None],
    )


def _place(sums: Int64, table: RowTable) -> NDArray[np.intp]:
    """Return the index of each row in the arrays of its table."""
    at = sums & SUM_MASK
    if table.places.size > FLUSH:
        at += flush_shift().take(sums >> SUM_BITS)
    return table.places.take(at).astype(np.intp)


def _next(rated: Rated, tables: Tables, dealt: Int64 | None) -> Int64:
    """Return the cards of the fantasyland deal that boards bring that are no foul, 0 for none."""
    cards = entering(rated, tables)
    land = tables.rules.fantasyland
    if land is None or dealt is None:
        return cards
    extra = staying(rated, tables)
    base: Int64 | int = land.cards
    if land.stay_cards == "same":
        base = np.where(dealt > 0, dealt, land.cards)
    return np.where(dealt == NOT_THERE, cards, np.where(extra == NOT_THERE, 0, extra + base))


def entering(rated: Rated, tables: Tables) -> Int64:
    """Return the cards of the fantasyland deal that boards bring whose players are not there, 0 for none."""
    size = len(rated.fouls)
    land = tables.rules.fantasyland
    if land is None:
        return np.zeros(size, np.int64)
    enter = _of_rows(rated, [table.enter for table in tables.rows])
    cards = _most(enter, 0, size)
    if land.together and enter[0] is not None and enter[1] is not None:
        cards = cards + land.together * ((enter[0] > 0) & (enter[1] > 0))
    return cards * ~rated.fouls


def staying(rated: Rated, tables: Tables) -> Int64:
    """Return how many cards more boards bring whose players stay in fantasyland, else `NOT_THERE`."""
    stay = _of_rows(rated, [table.stay for table in tables.rows])
    return np.where(rated.fouls, NOT_THERE, _most(stay, NOT_THERE, len(rated.fouls)))


def _of_rows(rated: Rated, numbers: Sequence[Int64 | None]) -> list[Int64 | None]:
    """Return the numbers that the rows of each place have in its table, None where it has none."""
    return [None if of is None else of.take(at) for at, of in zip(rated.places, numbers, strict=True)]


def _most(numbers: Sequence[Int64 | None], none: int, size: int) -> Int64:
    """Return the largest number of the three rows."""
    there = [number for number in numbers if number is not None]
    return reduce(np.maximum, there) if there else np.full(size, none, np.int64)
