"""Ranks against evaluators that other people wrote: phevaluator and PokerKit, and a brute definition."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement, pairwise

import pytest
from phevaluator import evaluate_cards

from ofcscore.game.cards import RANKS, SUITS
from ofcscore.game.ranks import Category, Rank, rank_high, rank_low
from ofcscore.game.spelling import rank

DECK = tuple(r + s for r in RANKS for s in SUITS)
Ranks = tuple[int, ...]


def _all_rows(size: int) -> list[Ranks]:
    rows = combinations_with_replacement(range(14, 1, -1), size)
    return [row for row in rows if max(Counter(row).values()) <= 4]


def _cards(ranks: Ranks, *, flush: bool) -> list[str]:
    """Cards of these ranks: all hearts, or surely no flush."""
    suits = "hhhhh" if flush else "shdcs"
    return [RANKS[r - 2] + suits[i] for i, r in enumerate(ranks)]


FIVE = [(row, flush) for row in _all_rows(5) for flush in (False, True) if not flush or len(set(row)) == 5]


def test_every_rank_of_five_cards_is_where_phevaluator_has_it() -> None:
    """All 7,462 in one order; phevaluator counts from 1, the royal flush."""
    assert len(FIVE) == 7_462
    ours = sorted(FIVE, key=lambda row: rank_high(row[0], flush=row[1]), reverse=True)
    theirs = [evaluate_cards(*_cards(ranks, flush=flush)) for ranks, flush in ours]
    assert theirs == list(range(1, 7_463))


@pytest.mark.long
@pytest.mark.parametrize("low", [False, True])
def test_every_rank_of_five_cards_is_where_pokerkit_has_it(low: bool) -> None:
    """All 7,462 in one order, high and deuce-to-seven low."""
    from pokerkit import StandardHighHand, StandardLowHand

    rank_of, hands = (rank_low, StandardLowHand) if low else (rank_high, StandardHighHand)
    ours = sorted(FIVE, key=lambda row: rank_of(row[0], flush=row[1]))
    theirs = [hands("".join(_cards(ranks, flush=flush))) for ranks, flush in ours]
    assert all(a < b for a, b in pairwise(theirs))


def _order(a: Rank, b: Rank) -> int:
    return (a > b) - (a < b)


@pytest.mark.parametrize("pairs", [300, pytest.param(20_000, marks=pytest.mark.long)])
def test_random_rows_as_text_agree_with_both(pairs: int) -> None:
    """Two rows off one shuffled deck, written as cards, compare as both oracles say."""
    from pokerkit import StandardHighHand, StandardLowHand

    source = random.Random(20_261_120)
    for _ in range(pairs):
        cards = source.sample(DECK, 10)
        a, b = cards[:5], cards[5:]
        high = _order(rank(" ".join(a)), rank(" ".join(b)))
        x, y = evaluate_cards(*a), evaluate_cards(*b)
        assert high == (x < y) - (x > y), (a, b)
        p, q = StandardHighHand("".join(a)), StandardHighHand("".join(b))
        assert high == (p > q) - (p < q), (a, b)
        low = _order(rank(" ".join(a), low=True), rank(" ".join(b), low=True))
        r, s = StandardLowHand("".join(a)), StandardLowHand("".join(b))
        assert low == (r > s) - (r < s), (a, b)


# The order of categories, written down a second time.
_WORST_FIRST = [
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.TRIPS,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.QUADS,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
]


def _brute(ranks: Ranks, *, flush: bool = False) -> tuple[int, Ranks]:
    """Place of the category, then the ranks as they are compared.

    Python puts a tuple before any longer one that begins with it, which is the rule for three cards
    against five: "category first, then ranks in order; if all three ranks tie, the five-card row is
    the stronger".
    """
    compared = tuple(sorted(set(ranks), key=lambda r: (-ranks.count(r), -r)))
    counts = [ranks.count(r) for r in compared]
    run = len(ranks) == 5 and len(compared) == 5 and max(ranks) - min(ranks) == 4
    if sorted(ranks) == [2, 3, 4, 5, 14]:
        run, compared = True, (5, 4, 3, 2, 1)
    if run and flush:
        category = Category.ROYAL_FLUSH if compared[0] == 14 else Category.STRAIGHT_FLUSH
    elif flush:
        category = Category.FLUSH
    elif run:
        category = Category.STRAIGHT
    elif counts[0] == 4:
        category = Category.QUADS
    elif counts[0] == 3:
        category = Category.FULL_HOUSE if counts[1:] == [2] else Category.TRIPS
    elif counts[0] == 2:
        category = Category.TWO_PAIR if counts[1] == 2 else Category.PAIR
    else:
        category = Category.HIGH_CARD
    return _WORST_FIRST.index(category), compared


def test_all_rows_of_three_and_five_cards_are_in_the_brute_order() -> None:
    """455 and 7,462 ranks in one total order, as the foul rule compares across sizes."""
    rows = FIVE + [(row, False) for row in _all_rows(3)]
    assert len(rows) == 7_462 + 455
    brute = sorted(rows, key=lambda row: _brute(row[0], flush=row[1]))
    ours = [rank_high(ranks, flush=flush) for ranks, flush in brute]
    assert all(a < b for a, b in pairwise(ours))
