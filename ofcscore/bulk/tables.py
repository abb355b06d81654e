"""Score blocks of deals with numpy, by lookup tables for rows and pairs that the reference scorer fills.

This module alone defines how cards, rows and payoffs are encoded as numbers. All deals of a block have the
same number of boards.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, reduce
from itertools import combinations, combinations_with_replacement, product
from operator import iadd
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcscore.bulk.supported import PairState
from ofcscore.game.cards import BOARD_SIZE, RANK_WEIGHTS, RANKS, ROWS, SUITS, WEIGHTS, Row
from ofcscore.game.ranks import Category, RankOrder, rank_high, rank_low
from ofcscore.game.spelling import read_cards
from ofcscore.rules import model
from ofcscore.rules.model import Rules

Int64 = NDArray[np.int64]
Flags = NDArray[np.bool_]
Int16 = NDArray[np.int16]
Int32 = NDArray[np.int32]
Words = NDArray[np.uint64]

SUM_BITS: Final = 19
"""The bits of a row's sum that hold rank weights; the bits above hold a count per suit."""
SUM_MASK: Final = (1 << SUM_BITS) - 1
NOT_THERE: Final = -1
"""The fantasyland cards of a player who is not in fantasyland."""
Cards = Int64
"""The numbers that cards add to their row (column 0) and to the deck (column 1); 0 for no card.

Both are in one array, because fewer numpy calls mean less waiting between threads.
"""

_CODES: Final = {rank + suit: r * 4 + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
"""The code of each card by its text; ranks start at the deuce, suits are in the order of `SUITS`."""


def _cards(size: int, cards: Iterable[tuple[int, str]]) -> Cards:
    """Return the numbers of cards with `size` entries, from the index and the text of each card."""
    numbers = np.zeros((size, 2), np.int64)
    for at, card in cards:
        numbers[at] = WEIGHTS[card[0]] | 1 << (SUM_BITS + 3 * SUITS.index(card[1])), 1 << _CODES[card]
    return numbers


@cache
def cards_by_code() -> Cards:
    """Return the numbers of cards by code, rank * 4 + suit (256 entries)."""
    return _cards(256, ((code, card) for card, code in _CODES.items()))


@cache
def cards_by_text(*, joined: bool) -> Cards:
    """Return the numbers of cards by their two bytes, low byte first (65,536 entries).

    Without spaces between cards (`joined`) the rank comes first; otherwise the suit may come first.
    """
    letters = sorted({*RANKS, *RANKS.lower(), *SUITS, *SUITS.upper()})
    cards = []
    for first, second in product(letters, repeat=2):
        read = read_cards(first + second)
        is_card = not read.faults and len(read.cards) == 1 and len(read.text) == 2
        if is_card and not (joined and read.text[0] != first.upper()):
            cards.append((ord(first) | ord(second) << 8, read.text))
    return _cards(1 << 16, cards)


@cache
def cards_by_letters() -> Cards:
    """Return the numbers of canonical cards by their two bytes, low byte first (65,536 entries)."""
    return _cards(1 << 16, ((ord(card[0]) | ord(card[1]) << 8, card) for card in _CODES))


# -- every row that there is ---------------------------------------------------------------------------

FLUSH: Final = RANK_WEIGHTS[-1] * 5 + 1
"""The number that a flush adds to the sum of its ranks, larger than all these sums."""


class Ranked(NamedTuple):
    """All possible rows, by index.

    `keys` are the sums of their ranks, plus `FLUSH` for a flush. `category`, `ranks` (shape (5, rows), padded
    with 0) and `strength` are those of a `Rank`.
    """

    keys: Int64
    category: Int64
    ranks: Int64
    strength: Int64


@cache
def ranked(size: int, low: bool, wheel: Literal["low", "second"]) -> Ranked:
    """Return all rows of three or five cards, each ranked by the reference evaluator."""
    keys, found, order = [], [], RankOrder(wheel)
    for places in combinations_with_replacement(range(len(RANKS)), size):
        ranks, different = tuple([place + 2 for place in places]), len({*places})
        if size == 5 and different == 1:
            # There are four suits of each rank.
            continue
        key = sum([RANK_WEIGHTS[place] for place in places])
        for flush in (False, True) if different == 5 else (False,):
            keys.append(key + FLUSH * flush)
            rank = rank_low(ranks, flush=flush) if low else rank_high(ranks, flush=flush, order=order)
            found.append((rank.category, rank.strength, *rank.ranks, *[0] * (5 - len(rank.ranks))))
    category, strength, *compared = np.array(found).T
    return Ranked(np.array(keys), category, np.array(compared), strength)


def numbers_of(table: model.RowTable, rows: Ranked) -> tuple[Int64, Flags]:
    """Return the numbers of rows in a table of a rule set (0 if not listed), and the listed rows."""
    numbers = np.zeros(len(rows.keys), np.int64)
    lists = np.zeros(len(rows.keys), np.bool_)
    # The longest matching ranks apply.
    for (category, ranks), value in sorted(table.entries.items(), key=lambda entry: len(entry[0][1])):
        at = rows.category == category
        for place, rank in enumerate(ranks):
            at &= rows.ranks[place] == rank
        numbers[at] = value
        lists |= at
    return numbers, lists


@cache
def row_index(size: int) -> Int16:
    """Return the index of each row in the tables of its row, by its key in `ranked`."""
    keys = ranked(size, False, "low").keys
    index = np.zeros(FLUSH if size == Row.TOP.size else 2 * FLUSH, np.int16)
    index[keys] = np.arange(len(keys))
    return index


@cache
def flush_shift() -> Int32:
    """Return `FLUSH` for each suit count that is a flush, otherwise 0 (4,096 entries)."""
    shift = np.zeros(1 << 12, np.int32)
    for suit in range(len(SUITS)):
        shift[5 << 3 * suit] = FLUSH
    return shift


# -- what pairs exchange -------------------------------------------------------------------------------

SIGNS: Final = 27
"""The number of combinations of three rows lost, tied or won: 9 * top + 3 * middle + bottom."""
_MUCH: Final = 1 << 20
"""A number of points larger than any other payment."""


class Pays(NamedTuple):
    """The payoff table: points that the second board pays the first for each state of a pair.

    A state is `SIGNS` times the fouls (1: first board, 2: second board) plus the row results. Royalties are
    not included. `scoops` is 1 if the first board scoops, -1 if the second does, otherwise 0. `sweeps` is the
    winner of all rows in the same way, even if a foul pays no scoop. `foul_royalties` is 1 if a fouled board
    pays royalties to a valid one, otherwise 0. `totals` sums the score lines of each state, as `PairTotals`.
    `scoop_all` is paid in addition for winning all rows against all opponents, `ahead` for having more points
    in the pair. Both are None if the rules do not pay them.
    """

    points: Int64
    scoops: Int64
    foul_royalties: int
    sweeps: Int64
    scoop_all: Int64 | None
    ahead: Int64 | None
    totals: Int64


@lru_cache(maxsize=32)
def pay_table(rules: Rules) -> Pays:
    """Return the payoff table of a supported rule set, from the score lines of made-up boards."""
    by_points = rules.points.overall and rules.points.overall_by == "points"
    counted = rules._replace(points=rules.points._replace(overall=0)) if by_points else rules
    states = [PairState(f, signs) for f, signs in product(range(4), product((-1, 0, 1), repeat=len(ROWS)))]
    pairs = [state.pair(counted) for state in states]
    points = np.array([int(pair.points) for pair in pairs], np.int64)
    scoop_all = np.zeros(len(states), np.int64)
    if rules.points.scoop_all:
        for at, state in enumerate(states):
            if state.sweep:
                all_others = state.pair(counted, others=rules.points.scoop_all.opponents)
                scoop_all[at] = int(all_others.points) - points[at]
    fouled = PairState(2, (0,) * len(ROWS))
    # The royalty must differ from the price of a row, because it may replace that price.
    with_royalty = fouled.with_royalty(Row.TOP, rules.points.row + 1).pair(counted)
    ahead = None
    if by_points:
        # With very expensive rows, the winner of the rows is always ahead.
        much = rules._replace(points=rules.points._replace(row=_MUCH))
        after_foul = any(line.kind == "overall" for line in fouled.pair(much).lines)
        decided = (True, after_foul, after_foul, False)
        ahead = np.array([rules.points.overall * decided[state.fouls] for state in states], np.int64)
    return Pays(
        points,
        np.array([pair.exchange.scoop for pair in pairs], np.int64),
        int(with_royalty.points != fouled.pair(counted).points),
        np.array([state.sweep for state in states], np.int64),
        scoop_all if scoop_all.any() else None,
        ahead,
        np.array([pair.totals for pair in pairs], np.int64),
    )


def _won_royalty(rules: Rules, row: Row, royalty: int) -> int:
    """Return the points that a royalty gives the winner of its row, without the overall point."""
    rules = rules._replace(points=rules.points._replace(overall=0))
    state = PairState(0, tuple(int(one is row) for one in ROWS))
    return int(state.with_royalty(row, royalty).pair(rules).points - state.pair(rules).points)


# -- a rule set -----------------------------------------------------------------------------------------


class RowTable(NamedTuple):
    """The tables of one row (top, middle or bottom), by index in `row_index`.

    `order` is the strength, comparable between all rows. `royalty` is None if the row has no royalties. `won`
    are the points that a royalty adds for the winner of the row, None if both players get royalties. `enter`
    are fantasyland cards (0: not qualified) and `stay` extra cards (`NOT_THERE`: not qualified); both are
    None if the row never qualifies. `faulty` marks invalid low middles, None if all are valid.
    """

    places: Int16
    order: Int16
    royalty: Int64 | None
    won: Int64 | None
    enter: Int64 | None
    stay: Int64 | None
    faulty: Flags | None


class Tables(NamedTuple):
    rules: Rules
    rows: Sequence[RowTable]
    pays: Pays


@lru_cache(maxsize=32)
def tables_of(rules: Rules) -> Tables:
    """Return the tables of a rule set, cached by the digest of the rule set."""
    rows = [ranked(row.size, row is Row.MIDDLE and rules.middle.low, rules.ranks.wheel) for row in ROWS]
    # numpy.unique would load further numpy modules.
    strengths = np.sort(np.concatenate([row.strength for row in rows]))
    strengths = strengths[np.flatnonzero(np.diff(strengths, prepend=strengths[0] - 1))]
    tables = [_row_table(row, ranks, strengths, rules) for row, ranks in zip(ROWS, rows, strict=True)]
    return Tables(rules, tables, pay_table(rules))


def _row_table(row: Row, rows: Ranked, strengths: Int64, rules: Rules) -> RowTable:
    royalty, _ = numbers_of(rules.royalties.tables[row], rows)
    order = np.searchsorted(strengths, rows.strength).astype(np.int16)
    won = faulty = enter = stay = None
    if rules.royalties.count != "both":
        extra = {n: _won_royalty(rules, row, n) for n in set(royalty.tolist())}
        won = np.array([extra[n] for n in royalty.tolist()], np.int64)
    if row is Row.MIDDLE and rules.middle.worst:
        faulty = (rows.category != Category.HIGH_CARD) | (rows.ranks[0] > rules.middle.worst)
    land = rules.fantasyland
    if land is not None:
        cards, enters = numbers_of(land.enter[row], rows)
        more, stays = numbers_of(land.stay[row], rows)
        if land.stay_royalty:
            stays |= royalty >= land.stay_royalty
        enter = np.where(enters, land.cards + cards, 0) if enters.any() else None
        stay = np.where(stays, more, NOT_THERE) if stays.any() else None
    royalties = royalty if royalty.any() else None
    return RowTable(row_index(row.size), order, royalties, won, enter, stay, faulty)


# -- blocks of deals -------------------------------------------------------------------------------------

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


Scored = tuple[Int64, Int64, Flags, Int64]
"""The points, royalties, fouls and next fantasyland cards (0 for none) of a block, one number per board."""


def boards_of_sums(sums: Sequence[Cards]) -> Boards:
    """Return boards from the sums of their cards in top, middle and bottom."""
    top, middle, bottom = sums
    return Boards((top[:, 0], middle[:, 0], bottom[:, 0]), top[:, 1] + middle[:, 1] + bottom[:, 1])


WORD: Final = 8
"""The bytes of a word."""
WORDS: Final = {3: ((0, (0, 3, 6)),), 5: ((0, (0, 3, 6)), (6, (3, 6)))}
"""By row size, the byte offsets of 8-byte words in a row, each with the offsets of its cards in the word."""


def sums_of_words(words: Iterable[tuple[Words, tuple[int, ...]]], cards: Cards) -> Cards:
    """Return the sums of the cards of rows, given words of their text with the offsets of cards in a word."""
    pairs = (np.ndarray((len(word),), "<u2", word, place, (8,)) for word, places in words for place in places)
    return reduce(iadd, (cards.take(pair, axis=0) for pair in pairs))


def boards_of_codes(columns: NDArray[np.uint8]) -> Boards:
    """Return boards from card codes of shape (13, boards), in the order top, middle, bottom."""
    cards, rows = cards_by_code(), np.split(columns, np.cumsum([row.size for row in ROWS])[:-1])
    return boards_of_sums([reduce(iadd, (cards.take(column, axis=0) for column in row)) for row in rows])


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
