"""Score blocks of deals with numpy; all deals of a block have the same number of boards.

All points come from `tables`, which the reference scorer fills. This module only looks them up and adds them.
"""

from collections.abc import Iterable, Sequence
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
    Words,
    flush_shift,
)
from ofcscore.game.board import BOARD_SIZE, ROWS

BLOCK: Final = 24_576
"""The number of boards that are scored at once.

Large enough that threads seldom wait for each other, small enough that the columns fit in the CPU cache.
"""


class Boards(NamedTuple):
    """The boards of a block of deals, with the boards of each deal next to each other.

    `rows` has the sums of the cards in top, middle and bottom, one per board. `deck` has a bit mask of each
    board's cards.
    """

    rows: Sequence[Int64]
    deck: Int64


NO_BOARDS: Final = Boards((), np.zeros(0, np.int64))
Scored = tuple[Int64, Int64, Flags, Int64]
"""The points, royalties, fouls and next fantasyland cards (0 for none) of a block, one number per board."""


def boards_of_sums(sums: Sequence[Cards]) -> Boards:
    """Return boards from the sums of their cards in top, middle and bottom."""
    top, middle, bottom = sums
    return Boards((top[:, 0], middle[:, 0], bottom[:, 0]), top[:, 1] + middle[:, 1] + bottom[:, 1])


WORDS: Final = {3: ((0, (0, 3, 6)),), 5: ((0, (0, 3, 6)), (6, (3, 6)))}
"""By row size, the byte offsets of 8-byte words in a row, each with the offsets of its cards in the word."""


def sums_of_words(words: Iterable[tuple[Words, tuple[int, ...]]], cards: Cards) -> Cards:
    """Return the sums of the cards of rows, given words of their text with the offsets of cards in a word."""
    pairs = (np.ndarray((len(word),), "<u2", word, place, (8,)) for word, places in words for place in places)
    total = cards.take(next(pairs), axis=0)
    for pair in pairs:
        total += cards.take(pair, axis=0)
    return total


def boards_of_codes(columns: NDArray[np.uint8], cards: Cards) -> Boards:
    """Return boards from card codes of shape (13, boards), in the order top, middle, bottom."""
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
    """Return which deals have 13 different cards per board, all from one deck.

    Each card is a power of two, so the sum has as many set bits as cards only if all differ. Invalid cards
    add 0.
    """
    deck = reduce(np.add, [boards.deck[seat::players] for seat in range(players)])
    whole: Flags = np.bitwise_count(deck) == BOARD_SIZE * players
    return whole


class Rated(NamedTuple):
    """The ratings of boards, one number per board.

    `places` are the indices of top, middle and bottom in their tables, `order` their strengths. `won` are the
    points that only the winner of a row gets.
    """

    places: Sequence[NDArray[np.intp]]
    order: tuple[Int16, Int16, Int16]
    fouls: Flags
    royalties: Int64
    won: Sequence[Int64] = ()


class Exchanged(NamedTuple):
    """The points that pairs of seats exchange, of shape (pairs, deals).

    `paid` is what the second board pays the first. `state` is the pair's index in the payoff table. `points`
    is each seat's total, of shape (players, deals).
    """

    paid: Int64
    state: Int16
    points: Int64


def score_block(boards: Boards, players: int, tables: Tables, dealt: Int64 | None = None) -> Scored:
    """Score a block of deals with `players` boards each, whose cards are already validated.

    `dealt` is the number of fantasyland cards per board, `NOT_THERE` outside fantasyland, 0 if unknown.
    """
    rated = rate(boards.rows, tables)
    points = exchange(rated, players, tables).points.T.reshape(-1)
    return points, rated.royalties, rated.fouls, _next(rated, tables, dealt)


def exchange(boards: Rated, players: int, tables: Tables) -> Exchanged:
    """Return the points that each pair of seats exchanges per deal, and the total per seat."""
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
        # Only the winner of a row gets royalties; a valid board wins all rows against a foul.
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
    """Return which pairs have a winner of all rows who wins all rows in all other pairs too."""
    scoops_all = np.ones((players, sweeps.shape[1]), np.bool_)
    for (first, second), sweep in zip(pairs, sweeps, strict=True):
        scoops_all[first] &= sweep > 0
        scoops_all[second] &= sweep < 0
    firsts, seconds = zip(*pairs, strict=True)
    return np.where(sweeps > 0, scoops_all.take(firsts, axis=0), scoops_all.take(seconds, axis=0))


def rate(rows: Sequence[Int64], tables: Tables) -> Rated:
    """Return the strengths, fouls and royalties of boards."""
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
    """Return the cards in the next fantasyland deal per board, 0 for none and for fouls."""
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
    """Return the fantasyland cards earned by players who are not in fantasyland, 0 for none."""
    land, (top, middle, _) = tables.rules.fantasyland, tables.rows
    cards = _most(rated, [table.enter for table in tables.rows], 0)
    if land is not None and land.together and top.enter is not None and middle.enter is not None:
        both = (top.enter.take(rated.places[0]) > 0) & (middle.enter.take(rated.places[1]) > 0)
        cards = cards + land.together * both
    return cards * ~rated.fouls


def staying(rated: Rated, tables: Tables) -> Int64:
    """Return the extra cards of players who stay in fantasyland, `NOT_THERE` for the others."""
    stay = _most(rated, [table.stay for table in tables.rows], NOT_THERE)
    return np.where(rated.fouls, NOT_THERE, stay)


def _most(rated: Rated, tables: Sequence[Int64 | None], none: int) -> Int64:
    """Return the largest number of the three rows per board, `none` without tables."""
    found = [of.take(at) for at, of in zip(rated.places, tables, strict=True) if of is not None]
    return reduce(np.maximum, found) if found else np.full(len(rated.fouls), none, np.int64)
