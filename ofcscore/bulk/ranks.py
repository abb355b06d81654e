"""Every row that there is, ranked as an array: what the plain evaluator says of one row at a time."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcscore.game.cards import RANK_WEIGHTS
from ofcscore.game.ranks import ACE, SHAPES, WHEEL, WHEEL_SECOND, Category
from ofcscore.rules.model import RowTable

Int64 = NDArray[np.int64]
Flags = NDArray[np.bool_]

FLUSH: Final = RANK_WEIGHTS[-1] * 5 + 1
"""The number that a flush adds to the sum of its ranks; it is above all of those sums."""
_LONGEST: Final = 5
"""Ranks that are compared."""


class Ranked(NamedTuple):
    """Rows by their number.

    `keys` are the sums of their ranks, a flush's `FLUSH` higher; `category`, `ranks` (shape (5, rows), 0
    behind the last) and `strength` are those of a `Rank`.
    """

    keys: Int64
    category: Int64
    ranks: Int64
    strength: Int64


@cache
def ranked(size: int, low: bool, wheel: Literal["low", "second"]) -> Ranked:
    """Return every row of three or five cards, those without a flush before the flushes."""
    keys, category, ranks = _grouped(size)
    if size < len(WHEEL):
        return Ranked(keys, category, ranks, _strength(category, ranks))
    distinct = np.flatnonzero(category == Category.HIGH_CARD)
    plain, flush = len(keys), len(distinct)
    keys = np.concatenate([keys, keys[distinct] + FLUSH])
    ranks = np.concatenate([ranks, ranks[:, distinct]], axis=1)
    category = np.concatenate([category, np.full(flush, Category.FLUSH)])
    is_flush = np.arange(plain + flush) >= plain
    is_wheel = (ranks == np.array(WHEEL)[:, None]).all(axis=0) & (not low)
    straight = (ranks[-1] > 0) & (ranks[0] - ranks[-1] == len(WHEEL) - 1) | is_wheel
    royal = straight & (ranks[0] == ACE) & ~is_wheel
    category[straight & ~is_flush] = Category.STRAIGHT
    category[straight & is_flush] = Category.STRAIGHT_FLUSH
    category[royal & is_flush] = Category.ROYAL_FLUSH
    if low:
        return Ranked(keys, category, ranks, -_strength(category, ranks))
    ranks[0, is_wheel] = WHEEL[1]
    ranks[1:, straight] = 0
    compared = ranks.copy()
    if wheel == "second":
        compared[: len(WHEEL_SECOND), is_wheel] = np.array(WHEEL_SECOND)[:, None]
    return Ranked(keys, category, ranks, _strength(category, compared))


def _grouped(size: int) -> tuple[Int64, Int64, Int64]:
    """Return the sums of every few ranks, what equal ones make, and the order in which they compare."""
    some = np.array(list(combinations_with_replacement(range(len(RANK_WEIGHTS)), size)), np.int64)
    # There are four suits of each rank.
    some = some[(some[:, 0] != some[:, -1]) | (size < _LONGEST)]
    times = (some[:, :, None] == some[:, None, :]).sum(axis=2)
    by_times = -np.sort(-(times * (ACE + 1) + some + 2), axis=1)
    times, in_order = np.divmod(by_times, ACE + 1)
    category = np.zeros(len(some), np.int64)
    ranks = np.zeros((_LONGEST, len(some)), np.int64)
    for shape, of_shape in SHAPES.items():
        if sum(shape) == size:
            rows = np.flatnonzero((times == np.repeat(shape, shape)).all(axis=1))
            category[rows] = of_shape
            starts = np.cumsum((0, *shape[:-1]))
            ranks[: len(shape), rows] = in_order[np.ix_(rows, starts)].T
    return np.array(RANK_WEIGHTS)[some].sum(axis=1), category, ranks


def _strength(category: Int64, ranks: Sequence[Any] | Int64) -> Int64:
    """As in `Rank`: the category and five ranks, four bits each."""
    strength = category.copy()
    for rank in ranks:
        strength = strength << 4 | rank
    return strength


def numbers_of(table: RowTable, rows: Ranked) -> tuple[Int64, Flags]:
    """Return the numbers that a table of a rule set has for rows, and which rows it lists.

    0 for the others.
    """
    numbers = np.zeros(len(rows.keys), np.int64)
    lists = np.zeros(len(rows.keys), np.bool_)
    # The first entry of a category holds, and of its ranks the longest.
    for category, number in reversed(table.entries):
        of_category = rows.category == category
        lists &= ~of_category
        by_ranks = (((), number),) if isinstance(number, int) else sorted(number, key=lambda one: len(one[0]))
        for ranks, value in by_ranks:
            at = of_category.copy()
            for place, rank in enumerate(ranks):
                at &= rows.ranks[place] == rank
            numbers[at] = value
            lists |= at
    return np.where(lists, numbers, 0), lists
