"""Ranks of rows: tables that quote the rule, and the counts of all rows there are."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import combinations, combinations_with_replacement, pairwise
from operator import gt, lt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.game.cards import RANK_MASK, RANKS, SUITS, WEIGHTS, is_flush, weigh
from ofcscore.game.ranks import (
    CATEGORY_BY_KEY,
    USUAL,
    Category,
    Rank,
    RankOrder,
    rank_high,
    rank_low,
    rank_of_sum,
    rank_text,
    rank_word,
    ranks_of_sum,
)
from ofcscore.game.spelling import rank, read_cards
from tests.loops import each

DECK = tuple(r + s for r in RANKS for s in SUITS)


# -- Five cards, high ------------------------------------------------------------------------

LADDER = [
    *("royal flush | Ah Kh Qh Jh Th", "straight flush to the king | Kh Qh Jh Th 9h"),
    *("straight flush to the five | Ah 2h 3h 4h 5h", "four aces | A A A A K", "four deuces | 2 2 2 2 3"),
    *("aces full of kings | A A A K K", "deuces full of threes | 2 2 2 3 3"),
    *("ace-high flush | A K Q J 9 flush", "seven-high flush | 7 5 4 3 2 flush"),
    *("straight to the ace | A K Q J T", "straight to the six | 6 5 4 3 2"),
    *("straight to the five | A 2 3 4 5", "three aces | A A A K Q", "three deuces | 2 2 2 4 3"),
    *("two pair, aces and kings | A A K K Q", "two pair, threes and deuces | 3 3 2 2 4"),
    *("pair of aces | A A K Q J", "pair of deuces | 2 2 5 4 3", "ace high | A K Q J 9"),
    "seven high | 7 5 4 3 2",
]


def test_five_cards_from_high_to_low() -> None:
    """ "royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind,
    two pair, pair, high card": one row for each, the best and the worst where there are two, best first.
    """
    rows = [line.split(" | ") for line in LADDER]
    ranks = [rank(row) for _, row in rows]
    assert [r.name for r in ranks] == [name for name, _ in rows]
    assert all(better > worse for better, worse in pairwise(ranks))


@each(
    ("better", "worse"),
    [
        ("AKQJT", "JT987"),
        ("JT987", "T9876"),
        ("TT652", "99AKQ"),
        ("AA662", "JJ773"),
        ("T9876", "5432A"),
        ("33322", "222AA"),
        ("666TT", "66622"),
        ("33334", "2222A"),
        pytest.param("A K Q J 9", "A K Q J 8", id="the last card of five"),
        pytest.param("A K Q J 9 flush", "A K Q J 8 flush", id="the last card of a flush"),
        pytest.param("K K 3 2 A", "K K Q J T", id="kickers high to low, not added up"),
        pytest.param("8 8 3 3 K", "8 8 3 3 Q", id="the kicker of two pair"),
        pytest.param("8 8 4 4 2", "8 8 3 3 A", id="the lower pair before the kicker"),
        pytest.param("9 9 9 A 2", "9 9 9 K Q", id="kickers of trips"),
        pytest.param("9 9 9 9 3", "9 9 9 9 2", id="the kicker of quads"),
        pytest.param("6h 5h 4h 3h 2h", "Ah 5h 4h 3h 2h", id="straight flush to the six over the steel wheel"),
    ],
)
def test_ties_go_by_groups_and_then_kickers(better: str, worse: str) -> None:
    """001, "Hand Rankings": "In ties, you compare ..."; by the ranks, grouped first and then kickers."""
    assert rank(better) > rank(worse)
    assert rank(worse) < rank(better)
    assert rank(better) != rank(worse)


@each(
    ("row", "same"),
    [
        ("Ah Kh Qh Jh Th", "As Ks Qs Js Ts"),
        ("Ah Kh 5h 3h 2h", "A K 5 3 2 flush"),
        ("Ah Kh 5h 3h 2h", "A K 5 3 2 spades"),
        ("Qh Qd 5c", "5 Q Q"),
        ("Qh Jh Th", "Q J T"),
        ("10h 9d 8s 7c 6h", "6 7 8 9 T"),
        ("QQ5", "5QQ"),
    ],
)
def test_suits_never_break_a_tie(row: str, same: str) -> None:
    """ "suits never break a tie"."""
    assert rank(row) == rank(same)
    assert hash(rank(row)) == hash(rank(same))
    assert not rank(row) < rank(same)
    assert not rank(row) > rank(same)


# -- the wheel ----------------------------------------------------------------------------------------


@each(
    ("row", "low", "second"),
    [("A K Q J T", 10, 10), ("A 2 3 4 5", 1, 9), ("K Q J T 9", 9, 8), ("6 5 4 3 2", 2, 1)],
)
def test_place_of_the_wheel(row: str, low: int, second: int) -> None:
    """ "A-2-3-4-5 is the lowest straight (setting `wheel: low`; ... `second`: just below
    A-K-Q-J-10)".

    The numbers are the row's place among the ten straights, the lowest first, under either setting.
    """
    straights = ["A 2 3 4 5", *(" ".join(RANKS[i : i + 5]) for i in range(9))]
    for wheel, place in (("low", low), ("second", second)):
        for suits in ("", " flush"):
            order = sorted(rank(s + suits, wheel=wheel) for s in straights)
            assert len(set(order)) == 10
            assert order.index(rank(row + suits, wheel=wheel)) == place - 1


def test_another_place_of_the_wheel_is_refused() -> None:
    with pytest.raises(ValueError, match="wheel must be 'low' or 'second', not 'high'"):
        rank("A 2 3 4 5", wheel="high")


@pytest.mark.parametrize("wheel", ["low", "second"])
def test_the_wheel_keeps_its_name_and_category(wheel: str) -> None:
    assert rank("A 2 3 4 5", wheel=wheel).name == "straight to the five"
    assert rank("A 2 3 4 5", wheel=wheel).category is Category.STRAIGHT
    assert rank("A 2 3 4 5 hearts", wheel=wheel).category is Category.STRAIGHT_FLUSH
    assert rank("A K Q J 9 flush", wheel=wheel) > rank("A 2 3 4 5", wheel=wheel)


@each("row", ["Q K A 2 3", "K A 2 3 4", "J Q K A 2", "T J Q K 2"])
def test_a_straight_does_not_wrap(row: str) -> None:
    """Q-K-A-2-3 is high card."""
    assert rank(row).category is Category.HIGH_CARD
    assert rank(row + " flush").category is Category.FLUSH


# -- three cards --------------------------------------------------------------------------------------


@each(
    ("row", "name"),
    [
        ("Q Q Q", "three queens"),
        ("Qh Qd 5c", "pair of queens"),
        ("5 Q Q", "pair of queens"),
        ("A 2 3", "ace high"),
        ("Q K A", "ace high"),
        ("Ah Kh Qh", "ace high"),
        ("2h 4h 9h", "nine high"),
        ("2 2 2", "three deuces"),
    ],
)
def test_three_cards_have_no_straights_and_no_flushes(row: str, name: str) -> None:
    """ "Three cards: three of a kind, pair, high card. No straights and no flushes"."""
    assert rank(row).name == name
    assert (rank(row).size, rank(row).low) == (3, False)


@each(
    ("top", "row", "legal"),
    [
        ("Q Q 7", "Q Q 9 8 2", True),
        ("Q Q 7", "Q Q 6 5 4", False),
        ("Q Q 7", "Q Q 7 3 2", True),  # all three ranks tie
        ("Q Q 7", "J J 7 7 2", True),  # category first
        ("A K Q", "A K Q 3 2", True),  # all three ranks tie
        ("A K Q", "A K J T 9", False),
        ("A K 2", "A Q J T 8", False),
        ("A 3 2", "A 4 3 2 K", True),
        ("2 2 2", "A A K K Q", False),
        ("2 2 2", "2 3 4 5 6", True),
        ("A A A", "2 3 4 5 7 flush", True),
        ("K K K", "A A A 3 2", True),
        ("A A A", "K K K A Q", False),
    ],
)
def test_three_cards_against_five(top: str, row: str, legal: bool) -> None:
    """ "category first, then ranks in order; if all three ranks tie, the five-card row is the
    stronger. Q-Q-7 over Q-Q-9-8-2 is legal, Q-Q-7 over Q-Q-6-5-4 is a foul."
    """
    assert (rank(top) < rank(row)) is legal
    assert (rank(top) > rank(row)) is not legal
    assert rank(top) != rank(row)


# -- deuce-to-seven -----------------------------------------------------------------------------------

LOW_LADDER = [
    *("7 5 4 3 2", "7 6 4 3 2", "7 6 5 3 2", "7 6 5 4 2", "8 5 4 3 2", "8 7 6 5 3", "9 5 4 3 2", "T 5 4 3 2"),
    *("T 9 8 7 5", "J 5 4 3 2", "A 5 4 3 2", "A K Q J 9", "2 2 5 4 3", "A A K Q J", "3 3 2 2 4", "2 2 2 4 3"),
    *("6 5 4 3 2", "A K Q J T", "7 5 4 3 2 flush", "A 5 4 3 2 flush", "A K Q J 9 flush", "2 2 2 3 3"),
    *("2 2 2 2 3", "6 5 4 3 2 flush", "A K Q J T flush"),
]


def test_deuce_to_seven_from_best_to_worst() -> None:
    """ "aces high, straights and flushes count against, lowest wins; best 7-5-4-3-2"."""
    ranks = [rank(row, low=True) for row in LOW_LADDER]
    assert all(better > worse for better, worse in pairwise(ranks))


@each(
    ("row", "category", "ranks"),
    [
        ("7 5 4 3 2", Category.HIGH_CARD, (7, 5, 4, 3, 2)),
        ("A 5 4 3 2", Category.HIGH_CARD, (14, 5, 4, 3, 2)),
        ("6 5 4 3 2", Category.STRAIGHT, (6, 5, 4, 3, 2)),
        ("A K Q J T", Category.STRAIGHT, (14, 13, 12, 11, 10)),
        ("A 5 4 3 2 flush", Category.FLUSH, (14, 5, 4, 3, 2)),
        ("6 5 4 3 2 flush", Category.STRAIGHT_FLUSH, (6, 5, 4, 3, 2)),
        ("Ah Kh Qh Jh Th", Category.ROYAL_FLUSH, (14, 13, 12, 11, 10)),
        ("4 4 3 3 2", Category.TWO_PAIR, (4, 3, 2)),
    ],
)
def test_aces_are_high_in_deuce_to_seven(row: str, category: Category, ranks: tuple[int, ...]) -> None:
    """ "aces high": A-5-4-3-2 is ace high and no straight; 6-5-4-3-2 is one."""
    found = rank(row, low=True)
    assert (found.category, found.ranks, found.low) == (category, ranks, True)


def test_high_and_low_rows_do_not_compare() -> None:
    high, low = rank("7 5 4 3 2"), rank("7 5 4 3 2", low=True)
    assert high != low
    assert low != high
    assert len({high, low}) == 2
    assert low == rank("2 3 4 5 7", low=True)
    for compare in (lt, gt):
        with pytest.raises(TypeError, match=r"^a high row and a low row do not compare$"):
            compare(high, low)


def test_a_rank_compares_with_ranks_only() -> None:
    assert rank("7 5 4 3 2") != "7 5 4 3 2"
    assert (rank("7 5 4 3 2") == 480306) is False


# -- names --------------------------------------------------------------------------------------------


@each(
    ("a", "b", "a_name", "b_name"),
    [
        # 000: "top pair of queens with a 7 beats middle pair of queens with a 6"
        ("Q Q 7", "Q Q 6 5 4", "pair of queens with a 7", "pair of queens with a 6"),
        ("Q Q 7", "Q Q 7 3 2", "pair of queens with a 7", "pair of queens with a 7-3"),
        ("Q Q 8", "Q Q A", "pair of queens with an 8", "pair of queens with an A"),
        ("Q Q 7", "K K 2", "pair of queens", "pair of kings"),
        ("Q Q 7", "Q Q Q", "pair of queens", "three queens"),
        ("A K Q", "A K J T 9", "ace high with a K-Q", "ace high with a K-J"),
        ("A K Q J 9", "A K Q J 8", "ace high with a K-Q-J-9", "ace high with a K-Q-J-8"),
        (
            "8 8 3 3 K",
            "8 8 3 3 Q",
            "two pair, eights and threes with a K",
            "two pair, eights and threes with a Q",
        ),
        ("8 8 4 4 K", "8 8 3 3 Q", "two pair, eights and fours", "two pair, eights and threes"),
        ("9 9 9 9 3", "9 9 9 9 2", "four nines with a 3", "four nines with a 2"),
        ("A 9 5 3 2 flush", "A 9 5 4 2 flush", "ace-high flush with a 9-5-3", "ace-high flush with a 9-5-4"),
        ("9 9 9 A 2", "9 9 9 A 3", "three nines with an A-2", "three nines with an A-3"),
        ("6 6 6 T T", "6 6 6 2 2", "sixes full of tens", "sixes full of deuces"),
        ("A 2 3 4 5", "6 5 4 3 2", "straight to the five", "straight to the six"),
        ("Ah Kh Qh Jh Th", "Kd Qd Jd Td 9d", "royal flush", "straight flush to the king"),
    ],
)
def test_names_against_each_other(a: str, b: str, a_name: str, b_name: str) -> None:
    """Kickers are named down to the first that differs, and only where they decide."""
    assert rank(a).name_against(rank(b)) == a_name
    assert rank(b).name_against(rank(a)) == b_name


def test_rows_that_tie_are_named_with_all_their_kickers_or_none() -> None:
    a, b = rank("Qh Qd 7c 5s 2h"), rank("Qs Qc 7d 5d 2s")
    assert a.name_against(b) == b.name_against(a)


def test_the_name_of_a_low_row_has_its_cards() -> None:
    assert "7-5-4-3-2" in rank("7 5 4 3 2", low=True).name
    assert "T-9-8-7-5" in rank("T 9 8 7 5", low=True).name
    a, b = rank("7 5 4 3 2", low=True), rank("7 6 4 3 2", low=True)
    assert a.name_against(b) == a.name
    assert rank("6 5 4 3 2", low=True).name == "straight to the six"


def test_category_keys_are_the_words_of_rule_sets() -> None:
    assert list(CATEGORY_BY_KEY) == [
        *("high-card", "pair", "two-pair", "trips", "straight", "flush", "full-house", "quads"),
        *("straight-flush", "royal-flush", "five-of-a-kind"),
    ]
    assert all(category.key == key for key, category in CATEGORY_BY_KEY.items())
    assert [int(category) for category in CATEGORY_BY_KEY.values()] == list(range(11))


# -- what is no row -----------------------------------------------------------------------------------


@each(
    ("row", "words"),
    [
        ("", "a row has 3 or 5 cards, but this one has 0"),
        ("Q Q", "a row has 3 or 5 cards, but this one has 2"),
        ("Q Q 7 5", "a row has 3 or 5 cards, but this one has 4"),
        ("Q Q 7 5 4 3", "a row has 3 or 5 cards, but this one has 6"),
        ("Qh Qh 5c", "^a card is repeated$"),
        ("Qh Q♥ 5c", "repeated"),
        ("10h Th 5c", "repeated"),
        ("Q Q Q Q Q", "repeated"),
        ("Qh Q Q Q Qd", "repeated"),
        ("Q Q ?", "unknown"),
        ("* X K K Jk", "two jokers"),
        ("1h Qd 5c", "1h"),
        ("Aſ Qd 5c", r"U\+017F"),
        (
            "Ah Kh 5h 3h 2",
            "^only some of the five cards have suits; write the suits of all cards or of none$",
        ),
        ("Ah Kh 5h 3 2 flush", "suits"),
        ("A A 8 5 2 flush", "^the row is called a flush, but two of its cards have the same rank$"),
        ("2h 3d 5s 7c 9h flush", "^the row is called a flush, but its cards have different suits$"),
        ("Ah Td 8h 5h 2h hearts", "different suits"),
    ],
)
def test_what_is_no_row_is_refused_in_words(row: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rank(row)
    with pytest.raises(ValueError, match=r"^only a row of 5 cards can be ranked low$"):
        rank("QQ5", low=True)


@given(st.text(max_size=30))
def test_any_text_is_a_rank_or_a_value_error(text: str) -> None:
    with suppress(ValueError):
        assert rank(text).size in (3, 5)


# -- sums ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "count"), [(3, 455), (5, 6_175)])
def test_the_sum_of_a_row_says_its_ranks(size: int, count: int) -> None:
    """Every multiset of ranks that a deck has is found again from its sum, and no two sums clash."""
    rows = [
        row for row in combinations_with_replacement(reversed(RANKS), size) if max(Counter(row).values()) <= 4
    ]
    sums = {weigh(" ".join(row)): row for row in rows}
    assert len(rows) == len(sums) == count
    assert max(sums) <= RANK_MASK
    for total, row in sums.items():
        assert ranks_of_sum(total, size) == tuple(RANKS.index(r) + 2 for r in row)


@each(
    ("total", "size"),
    [
        (14, 5),
        (-1, 3),
        (RANK_MASK, 5),
        (weigh("A A A A") + weigh("A"), 5),
        (weigh("2 2 2 2") + weigh("2"), 5),
    ],
)
def test_what_is_no_sum_is_refused(total: int, size: int) -> None:
    """Five of a rank are no row either."""
    with pytest.raises(ValueError, match=f"not the sum of {size} cards"):
        ranks_of_sum(total, size)


@given(
    st.sampled_from([3, 5]).flatmap(
        lambda n: st.lists(st.sampled_from(DECK), min_size=n, max_size=n, unique=True)
    )
)
def test_order_of_cards_and_letters_of_suits_change_nothing(cards: list[str]) -> None:
    """Laws: card order in a row and suit relabelling change nothing."""
    other = str.maketrans(SUITS, "hdcs")
    relabelled = [card[0] + card[1].translate(other) for card in reversed(cards)]
    assert rank(" ".join(cards)) == rank(" ".join(relabelled))
    assert rank_text(" ".join(cards)) == rank_text(" ".join(relabelled))
    if len(cards) == 5:
        assert rank_text(" ".join(cards), low=True) == rank_text(" ".join(relabelled), low=True)


# -- the counts: our perft ----------------------------------------------------------------------------

# Of all 52-choose-5 and 52-choose-3 rows: how many of each category, and of how many strengths in it
# (1,277 high cards are 13-choose-5 less the ten straights, and so on; 7,462 and 455 in all).
FIVE = {
    Category.ROYAL_FLUSH: (4, 1),
    Category.STRAIGHT_FLUSH: (36, 9),
    Category.QUADS: (624, 156),
    Category.FULL_HOUSE: (3_744, 156),
    Category.FLUSH: (5_108, 1_277),
    Category.STRAIGHT: (10_200, 10),
    Category.TRIPS: (54_912, 858),
    Category.TWO_PAIR: (123_552, 858),
    Category.PAIR: (1_098_240, 2_860),
    Category.HIGH_CARD: (1_302_540, 1_277),
}
THREE = {Category.TRIPS: (52, 13), Category.PAIR: (3_744, 156), Category.HIGH_CARD: (18_304, 286)}


def _count(rows: Counter[Rank]) -> dict[Category, tuple[int, int]]:
    counts: dict[Category, tuple[int, int]] = {}
    for found, n in rows.items():
        cards, strengths = counts.get(found.category, (0, 0))
        counts[found.category] = (cards + n, strengths + 1)
    return counts


def test_all_22_100_rows_of_three_cards() -> None:
    """Trips 52, pairs 3,744, high 18,304, in 455 strengths."""
    rows = Counter(rank_text(" ".join(row)) for row in combinations(DECK, 3))
    assert sum(rows.values()) == 22_100
    assert len(rows) == 455
    assert _count(rows) == THREE


@pytest.mark.long
def test_all_2_598_960_rows_of_five_cards() -> None:
    """Each category's count, in 7,462 strengths, high and low alike.

    Rows are told apart as scoring does: by the sum of their cards' weights and whether it is a flush.
    """
    weights = [WEIGHTS[card] for card in DECK]
    keys = Counter((t & RANK_MASK, is_flush(t)) for t in map(sum, combinations(weights, 5)))
    assert sum(keys.values()) == 2_598_960
    high: Counter[Rank] = Counter()
    low: Counter[Rank] = Counter()
    for (total, flush), n in keys.items():
        ranks = ranks_of_sum(total, 5)
        high[rank_high(ranks, flush=flush)] += n
        low[rank_low(ranks, flush=flush)] += n
    assert len(keys) == len(high) == len(low) == 7_462
    assert _count(high) == FIVE
    # Aces are high in deuce-to-seven, so the four wheels' 1,024 rows are high cards and flushes there.
    assert _count(low) == FIVE | {
        Category.STRAIGHT_FLUSH: (32, 8),
        Category.FLUSH: (5_112, 1_278),
        Category.STRAIGHT: (9_180, 9),
        Category.HIGH_CARD: (1_303_560, 1_278),
    }


def test_ranking_by_sum_is_the_plain_evaluator() -> None:
    """`rank_of_sum` is `rank_high` and `rank_low` of the ranks that the sum has, for every rank there is."""
    for ranks in combinations_with_replacement(range(14, 1, -1), 5):
        if max(Counter(ranks).values()) > 4:
            continue
        text = " ".join(RANKS[r - 2] for r in ranks)
        flushes = (False, True) if len(set(ranks)) == 5 else (False,)
        for flush in flushes:
            total = weigh(text + " flush" if flush else text)
            assert rank_of_sum(total, 5).strength == rank_high(ranks, flush=flush).strength
            assert rank_of_sum(total, 5, low=True).strength == rank_low(ranks, flush=flush).strength
            second = rank_high(ranks, flush=flush, order=RankOrder("second"))
            assert rank_of_sum(total, 5, order=RankOrder("second")).strength == second.strength


# What mutants of the module taught. -----------------------------------------------------------------


def test_every_rank_has_its_word_and_its_plural() -> None:
    """As players say them, from the deuce up."""
    assert " ".join(map(rank_word, range(2, 15))) == (
        "deuce three four five six seven eight nine ten jack queen king ace"
    )
    assert " ".join(rank(letter * 3).name.removeprefix("three ") for letter in RANKS) == (
        "deuces threes fours fives sixes sevens eights nines tens jacks queens kings aces"
    )


def test_equal_rows_need_not_be_one_object() -> None:
    """Most ranks are worked out once and shared, so that `is` would hide an `==` that never says yes."""
    for one, other in [
        (rank("QQ5"), rank_high((12, 12, 5))),
        (rank("75432", low=True), rank_low((7, 5, 4, 3, 2))),
        (rank("QQ543"), rank("QQ543", wheel="second")),
    ]:
        assert one == other
    assert rank("QQ5") is not rank_high((12, 12, 5))


@pytest.mark.parametrize("row", ["A2345", "QQQ55", "75432 flush"])
def test_the_wheel_is_low_where_nobody_says(row: str) -> None:
    """ "A-2-3-4-5 is the lowest straight (setting `wheel: low`"."""
    text = read_cards(row).text
    assert rank(row) == rank(row, wheel="low")
    assert rank_text(text) == rank_text(text, order=USUAL)
    assert rank_of_sum(weigh(text), 5) == rank_of_sum(weigh(text), 5, order=USUAL)


@each(
    ("row", "strength"),
    [
        pytest.param("7 5 4 3 2", 0x0_75432, id="all ranks, high to low"),
        pytest.param("Q Q 5", 0x1_C5000, id="grouped first, nothing after the last"),
        pytest.param("Q Q 5 4 3", 0x1_C5430, id="three cards below five that begin alike"),
        pytest.param("4 4 3 3 2", 0x2_43200, id="the higher pair first"),
        pytest.param("A 2 3 4 5", 0x4_50000, id="a straight by its highest card"),
        pytest.param("A K Q J 9 flush", 0x5_EDCB9, id="a flush by all"),
        pytest.param("6 6 6 T T", 0x6_6A000, id="the three before the pair"),
        pytest.param("Ah Kh Qh Jh Th", 0x9_E0000, id="the greatest of all"),
    ],
)
def test_a_strength_is_the_category_and_then_the_ranks(row: str, strength: int) -> None:
    """ "category first, then ranks in order": a hexadecimal digit for each."""
    assert rank(row).strength == strength


def test_strengths_of_a_low_row_and_of_a_wheel_that_is_second() -> None:
    """ "lowest wins"; "just below A-K-Q-J-10": below 0x4_E0000 and above the king's 0x4_D0000."""
    assert rank("7 5 4 3 2", low=True).strength == -0x0_75432
    assert rank("A 2 3 4 5", wheel="second").strength == 0x4_D1000
    assert rank("A 2 3 4 5 flush", wheel="second").strength == 0x8_D1000


@each("row", ["A2345", "QQQ55", "AsKsQsJsTs", "9s8s7s6s5s"])
def test_a_row_that_its_name_tells_whole_has_no_kickers(row: str) -> None:
    assert rank(row).kickers == ()
    assert rank(row).name_against(rank(row)) == rank(row).name
    low = rank("97542", low=True)
    assert (low.kickers, low.name_against(low)) == ((), "9-low 9-7-5-4-2")


def test_a_rank_says_what_it_is() -> None:
    assert repr(rank("QQ5")) == "Rank(PAIR, (12, 5), size=3, low=False)"
