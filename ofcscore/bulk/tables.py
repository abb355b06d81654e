"""The tables that the kernel looks rows and pairs up in, all of them filled by the plain scorer.

Cards, rows and what a pair exchanges are numbers here; which number stands for what is said nowhere else.
"""

from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcscore.bulk.pays import pay_table, won_royalty
from ofcscore.bulk.ranks import FLUSH, Flags, Int64, Ranked, numbers_of, ranked
from ofcscore.game.board import ROWS, Row
from ofcscore.game.cards import RANKS, SUITS, WEIGHTS
from ofcscore.game.ranks import Category
from ofcscore.game.spelling import read_cards
from ofcscore.rules.model import Rules

Int16 = NDArray[np.int16]
Int32 = NDArray[np.int32]
Words = NDArray[np.uint64]

SUM_BITS: Final = 19
"""A row's number is the sum of its cards': rank weights in these bits, above them a count of each suit."""
SUM_MASK: Final = (1 << SUM_BITS) - 1
NOT_THERE: Final = -1
"""Cards of a fantasyland deal of somebody who is not there."""
Cards = Int64
"""The numbers that cards add to their row (column 0) and to the deck (column 1); both 0 for no card.

One array, so that a card is looked up and added once: what is called seldom is not waited for by threads.
"""


def _add(cards: Cards, at: int, code: str) -> None:
    suit = SUITS.index(code[1])
    cards[at, 0] = WEIGHTS[code[0]] | 1 << (SUM_BITS + 3 * suit)
    cards[at, 1] = 1 << (RANKS.index(code[0]) * 4 + suit)


@cache
def cards_by_code() -> Cards:
    """By card code: rank * 4 + suit, ranks from the deuce, suits in the order of `SUITS` (256 entries)."""
    cards = np.zeros((256, 2), np.int64)
    for r, rank in enumerate(RANKS):
        for s, suit in enumerate(SUITS):
            _add(cards, r * 4 + s, rank + suit)
    return cards


@cache
def cards_by_text(*, joined: bool) -> Cards:
    """By the two bytes of a card, low byte first (65,536 entries): every pair that the notation reads as one.

    In a row without blanks (`joined`) the rank comes first; a word may also begin with its suit.
    """
    cards = np.zeros((1 << 16, 2), np.int64)
    letters = sorted({*RANKS, *RANKS.lower(), *SUITS, *SUITS.upper()})
    for first, second in product(letters, repeat=2):
        read = read_cards(first + second)
        if read.faults or len(read.cards) != 1 or len(read.text) != 2:
            continue
        if joined and read.text[0] != first.upper():
            continue
        _add(cards, ord(first) | ord(second) << 8, read.text)
    return cards


NO_CARD: Final = 255
"""The code of what is no card."""


@cache
def codes_by_letters() -> NDArray[np.uint8]:
    """Card codes by the two bytes of a canonical card, low byte first (65,536 entries)."""
    codes = np.full(1 << 16, NO_CARD, np.uint8)
    for r, rank in enumerate(RANKS):
        for s, suit in enumerate(SUITS):
            codes[ord(rank) | ord(suit) << 8] = r * 4 + s
    return codes


@cache
def row_index(size: int) -> Int16:
    """Return the index of each row in the tables of its row, by its key in `ranked`."""
    keys = ranked(size, False, "low").keys
    index = np.zeros(FLUSH if size == Row.TOP.size else 2 * FLUSH, np.int16)
    index[keys] = np.arange(len(keys))
    return index


@cache
def flush_shift() -> Int32:
    """Return `FLUSH` for each count of suits that is a flush, else 0 (4,096 entries)."""
    shift = np.zeros(1 << 12, np.int32)
    for suit in range(len(SUITS)):
        shift[5 << 3 * suit] = FLUSH
    return shift


class RowTable(NamedTuple):
    """The rows of one place by their number in `row_index`.

    `order` compares as the plain strengths do, in all three rows. `royalty` is None where no row earns one.
    `won` is what it adds to the row's price for the winner of the row, None where it counts for both.
    `enter` (fantasyland cards, 0 for a row that does not qualify) and `stay` (extra ones, `NOT_THERE`) are
    None where none qualifies; `faulty` marks low middles that do not stand, None where all do.
    """

    places: Int16
    order: Int16
    royalty: Int64 | None
    won: Int64 | None
    enter: Int64 | None
    stay: Int64 | None
    faulty: Flags | None


class Tables(NamedTuple):
    """One rule set as tables.

    `pays`, `scoops`, `foul_royalties`, `sweeps`, `scoop_all` and `ahead` are as in the pay table: what a pair
    exchanges by its state; the last two are None where nothing is paid for it.
    """

    rules: Rules
    rows: tuple[RowTable, RowTable, RowTable]
    pays: Int64
    scoops: Int64
    foul_royalties: int
    sweeps: Int64
    scoop_all: Int64 | None
    ahead: Int64 | None


@lru_cache(maxsize=32)
def tables_of(rules: Rules) -> Tables:
    """Return the tables of a rule set, made once a process (rule sets hash by their digest)."""
    pays = pay_table(rules)
    rows = [ranked(row.size, row is Row.MIDDLE and rules.middle.low, rules.ranks.wheel) for row in ROWS]
    # numpy.unique would import a seventh of numpy more.
    strengths = np.sort(np.concatenate([row.strength for row in rows]))
    strengths = strengths[np.flatnonzero(np.diff(strengths, prepend=strengths[0] - 1))]
    top, middle, bottom = (
        _row_table(row, ranks, strengths, rules) for row, ranks in zip(ROWS, rows, strict=True)
    )
    return Tables(
        rules,
        (top, middle, bottom),
        np.array(pays.points, np.int64),
        np.array(pays.scoops, np.int64),
        pays.foul_royalties,
        np.array(pays.sweeps, np.int64),
        np.array(pays.scoop_all, np.int64) if any(pays.scoop_all) else None,
        np.array(pays.ahead, np.int64) if any(pays.ahead) else None,
    )


def _row_table(row: Row, rows: Ranked, strengths: Int64, rules: Rules) -> RowTable:
    royalty, _ = numbers_of(rules.royalties.tables[row], rows)
    won = faulty = None
    if rules.royalties.count != "both":
        extra = {n: won_royalty(rules, row, n) for n in set(royalty.tolist())}
        won = np.array([extra[n] for n in royalty.tolist()], np.int64)
    if row is Row.MIDDLE and rules.middle.worst:
        faulty = (rows.category != Category.HIGH_CARD) | (rows.ranks[0] > rules.middle.worst)
    enter, stay = _fantasyland(row, rows, royalty, rules)
    return RowTable(
        row_index(row.size),
        np.searchsorted(strengths, rows.strength).astype(np.int16),
        royalty if royalty.any() else None,
        won,
        enter,
        stay,
        faulty,
    )


def _fantasyland(row: Row, rows: Ranked, royalty: Int64, rules: Rules) -> tuple[Int64 | None, Int64 | None]:
    """Return `enter` and `stay` of a row."""
    land = rules.fantasyland
    if land is None:
        return None, None
    extra, enters = numbers_of(land.enter[row], rows)
    more, stays = numbers_of(land.stay[row], rows)
    if land.stay_royalty:
        stays |= royalty >= land.stay_royalty
    enter = np.where(enters, land.cards + extra, 0)
    return enter if enters.any() else None, np.where(stays, more, NOT_THERE) if stays.any() else None
