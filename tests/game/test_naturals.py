"""Naturals kind by kind: what is one, what just is none and why, and who is ahead of whom."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.game.cards import RANKS, SUITS, Board, Stated
from ofcscore.game.naturals import (
    KINDS,
    Natural,
    NaturalHand,
    Naturals,
    Thirteen,
    best_natural,
    refuse_claim,
    suits_may_help,
)
from ofcscore.game.ranks import USUAL, RankOrder, rank_high
from tests.loops import each, table

DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
ALL = Naturals(tuple(NaturalHand(kind, 3, highest=8) for kind in KINDS))


SUITED = ("three-flushes", "three-straight-flushes", "one-suit", "one-colour", "twelve-of-one-colour")
"""The kinds that depend on suits."""


def board(cards: str, kind: str | None = None) -> Board:
    """A board from `top / middle / bottom`, or a claim of thirteen cards that are not set out."""
    rows = [" ".join(row.split()) for row in cards.split("/")]
    if len(rows) == 3:
        made = Board.of("Ann", *rows)
        return Board("Ann", made.rows, made.sums, Stated.CLAIM, claim=kind)
    return Board("Ann", None, None, Stated.CLAIM, claim=kind, cards=rows[0])


def tie_of(kind: str, cards: str, highest: int = 8) -> tuple[int, ...] | None:
    found = best_natural(board(cards, kind), Naturals((NaturalHand(kind, 3, highest),)))
    return found.tie if found is not None else None


def why_not(kind: str, cards: str, highest: int = 8) -> str | None:
    return refuse_claim(board(cards, kind), Naturals((NaturalHand(kind, 3, highest),)))


def natural(kind: str, cards: str) -> Natural:
    found = best_natural(board(cards, kind), ALL)
    assert found is not None
    return found


# Source 002 names each kind: "Six pairs: a hand with six pairs and one odd card", "Three straights: the
# back and middle hands are five card straights and the front hand is a three card straight (i.e. three
# cards of consecutive rank)", "Three flushes: ... and the front hand is a three-card flush", "Complete
# straight: the hand has one card of each rank ... Suits can be mixed", and of the Malayan game "Five
# pairs and one three of a kind", "Four threes of a kind and an odd card", "Three fours of a kind and one
# odd card", "All cards are the same colour", "Small: all cards are 2, 3, 4, 5, 6, 7, 8", "Big: all cards
# are 8, 9, 10, J, Q, K, A", "Three straight flushes", "All 12 picture cards plus any 13th card", "All
# thirteen cards of one suit"; of Hawaiian Gardens "12 red cards and 1 black or 12 black and 1 red".
IS_ONE = [
    ("six-pairs", "A A K K 9 9 7 7 5 5 2 2 3", (14, 13, 9, 7, 5, 2)),
    ("six-pairs", "A A A A 9 9 7 7 5 5 2 2 3", (14, 14, 9, 7, 5, 2)),
    ("six-pairs", "A A A K K 9 9 7 7 5 5 2 2", (14, 13, 9, 7, 5, 2)),
    ("six-pairs", "A A K / K 9 9 7 7 / 5 5 2 2 3", (14, 13, 9, 7, 5, 2)),
    ("five-consecutive-pairs", "T T J J Q Q K K A A 2 4 6", (14,)),
    ("five-consecutive-pairs", "2 2 3 3 4 4 5 5 6 6 7 7 9", (7,)),
    ("five-consecutive-pairs", "2 2 3 / 3 3 3 4 4 / 5 5 6 6 A", (6,)),
    ("five-pairs-triplet", "A A A K K 9 9 7 7 5 5 2 2", ()),
    ("five-pairs-triplet", "A A A K K K K 7 7 5 5 2 2", ()),
    ("four-triplets", "A A A K K K 9 9 9 5 5 5 2", ()),
    ("four-triplets", "A A A K K K 9 9 9 5 5 5 5", ()),
    ("three-quads", "A A A A K K K K 9 9 9 9 2", ()),
    ("three-straights", "4 2 3 / 9 8 7 6 5 / T J Q K A", (14, 9, 4)),
    ("three-straights", "A 2 3 / A 2 3 4 5 / 5 4 3 2 A", (5, 5, 3)),
    ("three-straights", "Q K A / 2 3 4 5 6 / 3 4 5 6 7", (7, 6, 14)),
    ("three-straights", "Q K A 2 3 4 5 6 3 4 5 6 7", (7, 6, 14)),
    ("three-straights", "2h 3h 4h / Ah Kh Qh Jh Th / 9s 8s 7s 6s 5s", (9, 14, 4)),
    ("three-straights", "2 4 6 / 3 5 7 9 J / 8 T Q K A", (14, 9, 4)),
    ("three-straights", "A 2 3 4 5 6 7 8 9 T J Q K", (14, 9, 4)),
    ("three-flushes", "Ah 7h 2h / Ks Qs 9s 4s 3s / Kd Qd 9d 5d 2d", ("KQ952", "KQ943", "A72")),
    ("three-flushes", "Ah 7h 2h / Kd Qd 9d 5d 2d / Ks Qs 9s 4s 3s", ("KQ943", "KQ952", "A72")),
    ("three-flushes", "Ah 7h 2h Ks Qs 9s 4s 3s Kd Qd 9d 5d 2d", ("KQ952", "KQ943", "A72")),
    ("three-flushes", "Ah 7h 2h Kh Qh 9h 4h 3h Kd Qd 9d 5d 2d", ("AKQ97", "KQ952", "432")),
    ("three-flushes", "Ah 7h 2h Kh Qh 9h 4h 3h 8h Jh Td 5d 2d", ("AKQJ9", "87432", "T52")),
    ("three-flushes", "Ah 7h 2h 3h 4h 5h Kh Qh Kd Jd 9d 5d 2d", ("A2345", "KJ952", "KQ7")),
    ("three-flushes", "Ah 7h 2h / K Q 9 4 3 flush / Kd Qd 9d 5d 2d", ("KQ952", "KQ943", "A72")),
    ("three-flushes", "Ah 7h 2h / K Q 9 4 3 flush / K Q 9 5 2 flush", ("KQ952", "KQ943", "A72")),
    ("three-flushes", "A 7 2 flush / K Q 9 4 3 flush / K Q 9 5 2 flush", ("KQ952", "KQ943", "A72")),
    ("three-flushes", "Ah 7h Kd / K Q 9 4 3 flush / 2h Qd 9d 5d 2d", ("KQ952", "KQ943", "A72")),
    ("three-straight-flushes", "Ah 2h 3h / 4s 5s 6s 7s 8s / 4d 5d 6d 7d 8d", ()),
    ("three-straight-flushes", "Ah 2h 3h / 4 5 6 7 8 flush / 4 5 6 7 8 flush", ()),
    ("three-straight-flushes", "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", ()),
    ("three-straight-flushes", "2h 3h 4h 5h 6h 7h 8h 9s Ts Js Qs Ks 9h", ()),
    ("three-straight-flushes", "2h 3h 4h 5h 6h Th Jh Qh 9s Ts Js Qs Ks", ()),
    ("dragon", "2 3 4 5 6 7 8 9 T J Q K A", ()),
    ("dragon", "2h 3s 4c 5d 6h 7h 8h 9h Th Jh Qh Kh Ah", ()),
    ("dragon", "A K Q / J T 9 8 7 flush / 6h 5s 4h 3h 2h", ()),
    ("one-suit", "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", ()),
    ("one-colour", "2h 3h 4h 5h 6h 7h 8h 9d Td Jd Qd Kd Ad", ()),
    ("one-colour", "2s 2c 4s 4c 6s 6c 8s 8c Ts Tc Qs Qc As", ()),
    ("twelve-of-one-colour", "2h 3h 4h 5h 6h 7h 8h 9d Td Jd Qd Kd As", ()),
    ("twelve-of-one-colour", "2s 2c 4s 4c 6s 6c 8s 8c Ts Tc Qs Qc Ah", ()),
    ("twelve-of-one-colour", "2s 2c 4s 4c 6s 6c 8s 8c Ts Tc Qs Qc As", ()),
    ("twelve-of-one-colour", "2h 3h A / 4h 5h 6h 7h 8h / 9d Td Jd Qd Kd", ()),
    ("small", "2 2 2 2 3 3 3 3 8 8 7 7 7", ()),
    ("big", "8 8 8 8 9 9 9 T T J Q K A", ()),
    ("twelve-pictures", "J J J J Q Q Q Q K K K K 2", ()),
    ("twelve-royals", "J J J J Q Q Q Q K K K A 2", ()),
    ("twelve-royals", "J J J J Q Q Q Q K A A A A", ()),
    ("no-pictures", "A A A A T T T T 9 9 9 9 2", ()),
]
IS_NONE = [
    ("six-pairs", "A A K K 9 9 5 5 2 2 3 4 6", "the cards have only five pairs: AA KK 99 55 22"),
    ("six-pairs", "A A A A 9 9 9 9 2 3 4 5 6", "the cards have only four pairs: AA AA 99 99"),
    ("six-pairs", "A A 2 3 4 5 6 7 8 9 T J Q", "the cards have only one pair: AA"),
    ("six-pairs", "A 2 3 4 5 6 7 8 9 T J Q K", "the cards have no pairs"),
    ("five-pairs-triplet", "A A K K 9 9 7 7 5 5 2 2 3", "the cards have no triplet beside the pairs"),
    (
        "five-consecutive-pairs",
        "A A 2 2 3 3 4 4 5 5 9 T J",
        "no five of the pairs are in sequence: AA 55 44 33 22",
    ),
    (
        "five-consecutive-pairs",
        "2 2 3 3 4 4 5 5 6 8 9 T J",
        "the cards have only four pairs of different ranks: 55 44 33 22",
    ),
    (
        "five-pairs-triplet",
        "A A A K K 9 9 7 7 5 5 2 3",
        "the cards have only four pairs beside the triplet AAA: KK 99 77 55",
    ),
    (
        "five-pairs-triplet",
        "A A A K K K 9 9 9 7 7 7 2",
        "the cards have only three pairs beside the triplet AAA: KK 99 77",
    ),
    ("four-triplets", "A A A K K K 9 9 9 5 5 2 2", "the cards have only three triplets: AAA KKK 999"),
    ("four-triplets", "A A A K K 9 9 5 5 2 2 3 4", "the cards have only one triplet: AAA"),
    ("three-quads", "A A A A K K K K 9 9 9 2 2", "the cards have only two quads: AAAA KKKK"),
    ("three-quads", "A A A K K K 9 9 9 5 5 5 2", "the cards have no quads"),
    ("three-straights", "A A A A 2 3 4 5 2 3 4 5 6", "the cards cannot be set as three straights"),
    (
        "three-straights",
        "2 3 4 / 5 6 7 8 T / 9 T J Q K",
        "the middle row is not a straight, and the cards cannot be set as three straights",
    ),
    (
        "three-straights",
        "K A 2 / 5 6 7 8 9 / J Q K A 2",
        "the top and bottom rows are not straights, and the cards cannot be set as three straights",
    ),
    (
        "three-straights",
        "K A 3 / 5 6 7 8 T / J Q K A 2",
        "the top, middle and bottom rows are not straights, and the cards cannot be set as three straights",
    ),
    ("three-flushes", "Ah 7h 2s Ks Qs 9s 4s 3s Kd Qd 9d 5d 2d", "the cards cannot be set as three flushes"),
    (
        "three-flushes",
        "Ah 7h 2s / Ks Qs 9s 4s 3s / Kd Qd 9d 5d 2d",
        "the top row is not a flush, and the cards cannot be set as three flushes",
    ),
    (
        "three-flushes",
        "A 7 2 K Q 9 4 3 K Q 9 5 2",
        "the suits are missing, and without them three flushes cannot be checked",
    ),
    (
        "three-flushes",
        "A 7 2 / K Q 9 4 3 flush / K Q 9 5 2",
        "the suits of the top and bottom rows are missing, and without them three flushes cannot be checked",
    ),
    (
        "three-flushes",
        "A 7 2 / K Q 9 4 3 flush / Ks Qs 9s 5s 2h",
        "the suits of the top row are missing, and without them three flushes cannot be checked",
    ),
    (
        "three-flushes",
        "A 7 2 / K Q 9 4 3 / Ks Qh 9d 5c 2h",
        "the cards do not make three flushes, whatever the suits are",
    ),
    (
        "three-straight-flushes",
        "Ah 2h 3h / 4s 5s 6s 7s 9s / 4d 5d 6d 7d 8d",
        "the middle row is not a straight flush, and the cards cannot be set as three straight flushes",
    ),
    (
        "three-straight-flushes",
        "2h 3h 4h 5h 6h Th Jh Kh 9s Ts Js Qs Ks",
        "the cards cannot be set as three straight flushes",
    ),
    (
        "three-straight-flushes",
        "A 2 3 / 4s 5s 6s 7s 8s / 4d 5d 6d 7d 8d",
        "the suits of the top row are missing, and without them three straight flushes cannot be checked",
    ),
    (
        "dragon",
        "2 3 4 5 6 6 8 9 T J Q K A",
        "a dragon has one card of each rank, but these cards have no seven",
    ),
    (
        "dragon",
        "2 2 2 5 6 6 8 9 T J Q K A",
        "a dragon has one card of each rank, but these cards have no three, four or seven",
    ),
    ("one-suit", "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh As", "the cards have two suits: 1 spade and 12 hearts"),
    (
        "one-suit",
        "2 3 4 5 6 7 8 9 T J Q K A",
        "the suits are missing, and without them thirteen of one suit cannot be checked",
    ),
    ("one-colour", "2h 3h 4h 5h 6h 7h 8h 9d Td Jd Qd Kd As", "the cards are 1 black and 12 red"),
    (
        "one-colour",
        "2h 3h A / 4h 5h 6h 7h 8h / 9d Td Jd Qd Kd",
        "the suits of the top row are missing, and without them thirteen of one colour cannot be checked",
    ),
    ("twelve-of-one-colour", "2h 3h 4h 5h 6h 7h 8h 9d Td Jd Qd Ks As", "the cards are 2 black and 11 red"),
    (
        "twelve-of-one-colour",
        "2h 3 A / 4h 5h 6h 7h 8h / 9d Td Jd Qd Ks",
        "the suits of the top row are missing, and without them twelve of one colour cannot be checked",
    ),
    ("small", "2 2 2 2 3 3 3 3 8 8 7 7 9", "small cards are 2 to 8, but these include 9"),
    (
        "small",
        "2 2 2 2 3 3 3 3 K 8 7 7 A",
        "small cards are 2 to 8, but these include K and A (the ace is high)",
    ),
    ("big", "8 8 8 8 9 9 7 T T J Q K A", "big cards are 8 to A, but these include 7"),
    ("twelve-pictures", "J J J J Q Q Q Q K K K A A", "only 11 of the cards are pictures (J, Q, K)"),
    ("twelve-royals", "J J J J Q Q Q Q K K K 2 3", "only 11 of the cards are J, Q, K or A"),
    ("no-pictures", "J A A A T T T T 9 9 9 K 2", "the cards include pictures: J and K"),
]


def flush_key(*rows: str) -> tuple[int, ...]:
    return tuple(rank_high(tuple(RANKS.index(r) + 2 for r in row), flush=True).strength for row in rows)


@each(("kind", "cards", "tie"), IS_ONE)
def test_a_natural_and_its_tie_key(kind: str, cards: str, tie: tuple[int, ...] | tuple[str, ...]) -> None:
    expected = flush_key(*map(str, tie)) if kind == "three-flushes" else tie
    assert tie_of(kind, cards) == expected
    assert why_not(kind, cards) is None


@each(("kind", "cards", "reason"), IS_NONE)
def test_a_false_claim_and_its_reason(kind: str, cards: str, reason: str) -> None:
    assert why_not(kind, cards) == reason
    assert tie_of(kind, cards) is None


def test_every_kind_has_a_case_of_each() -> None:
    assert {kind for kind, _, _ in IS_ONE} == {kind for kind, _, _ in IS_NONE} == set(KINDS)


# Singapore: "all 13 cards must be in the range 2 to 9 (or according to some players 2 to 10)".
@pytest.mark.parametrize(("highest", "small"), [(8, False), (9, False), (10, True)])
def test_how_high_small_cards_go_is_a_setting(highest: int, small: bool) -> None:
    assert (tie_of("small", "2 2 2 3 3 3 4 4 4 9 9 T T", highest) == ()) is small


@each(("kind", "ahead", "behind"), table("ties_within_a_kind"))
def test_ties_within_a_kind(kind: str, ahead: str, behind: str) -> None:
    a, b = natural(kind, ahead), natural(kind, behind)
    assert a.tie > b.tie


@each(("kind", "high", "wheel", "low"), table("the_wheel_has_its_place_in_ties_of_naturals"))
def test_the_wheel_has_its_place_in_ties_of_naturals(kind: str, high: str, wheel: str, low: str) -> None:
    """A-2-3-4-5 is just below A-K-Q-J-T with `wheel: second`, and else the lowest."""

    def order(by: RankOrder) -> list[str]:
        naturals = Naturals((NaturalHand(kind, 3),))
        ties = {}
        for cards in (high, wheel, low):
            claimed = best_natural(board(cards, kind), naturals, by)
            found = best_natural(board(cards), naturals, by)
            assert found is not None
            assert found == claimed
            ties[cards] = found.tie
        return sorted(ties, key=lambda cards: ties[cards], reverse=True)

    assert order(RankOrder("second")) == [high, wheel, low]
    assert order(USUAL) == [high, low, wheel]


def test_cards_not_set_out_make_the_best_straights_wherever_the_wheel_is() -> None:
    cards = "A 2 3 4 5 2 3 4 5 6 7 8 9"
    naturals = Naturals((NaturalHand("three-straights", 3),))
    orders = (USUAL, RankOrder("second"))
    low, second = (best_natural(board(cards, "three-straights"), naturals, order) for order in orders)
    assert low is not None
    assert second is not None
    # The wheel, 5-6-7-8-9 and 2-3-4: with the wheel second it is the bottom row, and places move down.
    assert (low.tie, second.tie) == ((9, 5, 4), (13, 8, 4))


def test_dragons_tie_whatever_their_suits() -> None:
    """002: "If two players have this, they are tied"."""
    a = natural("dragon", "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah")
    b = natural("dragon", "2 3 4 5 6 7 8 9 T J Q K A")
    assert a.tie == b.tie


# What a rule set pays.

PAGAT = Naturals(
    (
        NaturalHand("six-pairs", 3),
        NaturalHand("three-straights", 3),
        NaturalHand("three-flushes", 3),
        NaturalHand("dragon", 13),
    )
)
DRAGON = "2 3 4 5 6 7 8 9 T J Q K A"
SUIT = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"


def test_a_claim_has_its_points_and_its_place_in_the_list() -> None:
    found = best_natural(board(DRAGON, "dragon"), PAGAT)
    assert found == Natural("dragon", 13, 3, ())
    assert found.name == "dragon"


def test_a_claim_is_for_what_was_claimed_and_no_more() -> None:
    found = best_natural(board(DRAGON, "three-straights"), PAGAT)
    assert found == Natural("three-straights", 3, 1, (14, 9, 4))


def test_a_false_or_unpaid_claim_is_no_natural() -> None:
    assert best_natural(board(DRAGON, "six-pairs"), PAGAT) is None
    assert best_natural(board(SUIT, "one-suit"), PAGAT) is None
    assert best_natural(board("Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc"), PAGAT) is None
    assert best_natural(Board("Ann", None, None), ALL) is None


@each("kind", SUITED)
def test_suits_are_asked_for_where_some_make_a_claim_true(kind: str) -> None:
    """Against every way to give the cards that leave their suits out some, no card twice."""
    chance = Random(kind)
    ones = [cards.split() for one, cards, _ in IS_ONE if one == kind and "/" not in cards]
    found = set()
    for number in range(60):
        cards = list(chance.choice(ones or [list(DECK[:13])]))
        if number % 2:
            cards[chance.randrange(13)] = chance.choice([card for card in DECK if card not in cards])
        bare = chance.sample(range(13), 3)
        shown = [card[0] if at in bare else card for at, card in enumerate(cards)]
        ways = product(SUITS, repeat=len(bare))
        filled = [
            [card + next(left) if len(card) == 1 else card for card in shown] for left in map(iter, ways)
        ]
        possible = any(len({*way}) == 13 and tie_of(kind, " ".join(way)) is not None for way in filled)
        claim = " ".join(shown)
        true = tie_of(kind, claim) is not None
        assert possible == (true or suits_may_help(Thirteen(board(claim, kind)), kind, ALL)), claim
        found.add(possible)
    assert found == {True, False}


@each(
    ("claim", "naturals", "reason"),
    [
        (
            board(SUIT, "one-suit"),
            PAGAT,
            "this rule set does not pay thirteen of one suit "
            "(it pays six pairs, three straights, three flushes and dragon)",
        ),
        (
            board(DRAGON, "dragon"),
            Naturals((NaturalHand("six-pairs", 3),)),
            "this rule set does not pay a dragon (it pays six pairs)",
        ),
        (board(DRAGON, "dragon"), Naturals(), "this rule set does not pay naturals"),
        (board("2 3 4", "dragon"), PAGAT, "a natural has 13 cards, but this claim has 3"),
        (Board("Ann", None, None, Stated.CLAIM, claim="dragon"), PAGAT, "a claim of a dragon needs 13 cards"),
        (board(DRAGON, "seven-pairs"), PAGAT, "there is no natural called seven-pairs"),
    ],
)
def test_claims_that_cannot_be_paid(claim: Board, naturals: Naturals, reason: str) -> None:
    assert refuse_claim(claim, naturals) == reason
    assert best_natural(claim, naturals) is None


def test_a_kind_that_is_listed_twice_pays_the_better() -> None:
    twice = Naturals((NaturalHand("small", 3, 10), NaturalHand("small", 10, 8)))
    claim = board("2 2 2 2 3 3 3 3 8 8 7 7 7", "small")
    assert best_natural(claim, twice) == Natural("small", 10, 1, ())
    assert refuse_claim(board("2 2 2 2 3 3 3 3 8 8 7 7 T", "small"), twice) is None


def test_the_best_natural_is_the_highest_in_the_order() -> None:
    upside_down = Naturals((NaturalHand("dragon", 13), NaturalHand("three-straights", 3)))
    found = best_natural(board(DRAGON), upside_down)
    assert found is not None
    assert found.kind == "three-straights"


@pytest.mark.parametrize("between", ["difference", "equal-cancel"])
def test_the_best_natural_has_the_most_points_where_points_decide(between: str) -> None:
    hands = (NaturalHand("dragon", 13), NaturalHand("three-straights", 3), NaturalHand("six-pairs", 4))
    found = best_natural(board(DRAGON), Naturals(hands, between))  # type: ignore[arg-type]
    assert found is not None
    assert found.kind == "dragon"


def test_of_equal_points_the_later_is_the_best() -> None:
    hands = (NaturalHand("three-straights", 3), NaturalHand("dragon", 3))
    found = best_natural(board(DRAGON), Naturals(hands, "difference"))
    assert found is not None
    assert found.kind == "dragon"


# Laws.

hands = st.permutations(DECK).map(lambda deck: tuple(deck[:13]))


def likely(rng: Random) -> tuple[str, ...]:
    """Thirteen cards of which some natural is likely: three rows that are runs or of one suit."""
    while True:
        cards: list[str] = []
        for size in (5, 5, 3):
            suit = rng.choice(SUITS)
            high = rng.randint(size - 2, 12)
            if rng.random() < 0.6:
                ranks = [RANKS[(high - k) % 13] for k in range(size)]
                suits = rng.choice([[suit] * size, rng.choices(SUITS, k=size)])
            else:
                ranks, suits = rng.sample(RANKS, size), [suit] * size
            cards += [rank + s for rank, s in zip(ranks, suits, strict=True)]
        if len(set(cards)) == 13:
            rng.shuffle(cards)
            return tuple(cards)


likely_hands = st.integers(0, 10**9).map(lambda seed: likely(Random(seed)))


def ties(cards: tuple[str, ...]) -> dict[str, tuple[int, ...] | None]:
    return {kind: tie_of(kind, " ".join(cards)) for kind in KINDS}


@given(hands | likely_hands, st.randoms(use_true_random=False), st.permutations(SUITS))
def test_the_order_of_cards_and_the_names_of_suits_do_not_matter(
    cards: tuple[str, ...], rng: Random, suits: list[str]
) -> None:
    renamed = dict(zip(SUITS, suits, strict=True))
    shuffled = [card[0] + renamed[card[1]] for card in cards]
    rng.shuffle(shuffled)
    found, again = ties(cards), ties(tuple(shuffled))
    recoloured = ("one-colour", "twelve-of-one-colour")
    if {renamed["s"], renamed["c"]} not in ({"s", "c"}, {"h", "d"}):
        found, again = ({k: t for k, t in d.items() if k not in recoloured} for d in (found, again))
    assert found == again


@given(hands | likely_hands)
def test_a_claim_is_refused_exactly_when_it_is_no_natural(cards: tuple[str, ...]) -> None:
    text = " ".join(cards)
    for kind in KINDS:
        assert (tie_of(kind, text) is None) is (why_not(kind, text) is not None)


@given(hands | likely_hands)
def test_rows_as_set_are_found_whatever_else_could_be_set(cards: tuple[str, ...]) -> None:
    """Setting the cards out never loses a natural; the tie key may be that of a lower setting."""
    rows = f"{' '.join(cards[:3])} / {' '.join(cards[3:8])} / {' '.join(cards[8:])}"
    for kind, best in ties(cards).items():
        as_set = tie_of(kind, rows)
        assert (as_set is None) is (best is None)
        assert best is None or as_set is None or as_set <= best


@given(hands | likely_hands)
def test_without_suits_only_what_ranks_show_is_left(cards: tuple[str, ...]) -> None:
    bare = ties(tuple(card[0] for card in cards))
    assert bare == {kind: None if kind in SUITED else tie for kind, tie in ties(cards).items()}


# Brute force: all 72,072 ways to set thirteen cards as 5, 5 and 3.


def straight_value(ranks: list[int]) -> int | None:
    for low in (ranks, [1 if rank == 14 else rank for rank in ranks]):
        if sorted(low) == list(range(min(low), min(low) + len(low))):
            return max(low)
    return None


def brute_force(cards: tuple[str, ...]) -> dict[str, tuple[int, ...] | None]:
    best: dict[str, tuple[int, ...] | None] = {
        "three-straights": None,
        "three-flushes": None,
        "three-straight-flushes": None,
    }
    memo: dict[frozenset[str], dict[str, int | None]] = {}

    def values(row: frozenset[str]) -> dict[str, int | None]:
        if row not in memo:
            ranks = [RANKS.index(card[0]) + 2 for card in row]
            one_suit = len({card[1] for card in row}) == 1
            straight = straight_value(ranks)
            memo[row] = {
                "three-straights": straight,
                "three-flushes": rank_high(tuple(ranks), flush=True).strength if one_suit else None,
                "three-straight-flushes": straight if one_suit else None,
            }
        return memo[row]

    every = frozenset(cards)
    for top in map(frozenset, combinations(cards, 3)):
        if not any(value is not None for value in values(top).values()):
            continue
        rest = sorted(every - top)
        for bottom in map(frozenset, combinations(rest, 5)):
            middle = every - top - bottom
            for kind, old in best.items():
                key = tuple(v for row in (bottom, middle, top) if (v := values(row)[kind]) is not None)
                if len(key) == 3 and (old is None or key > old):
                    best[kind] = key
    if best["three-straight-flushes"] is not None:
        best["three-straight-flushes"] = ()
    return best


def agrees(cards: tuple[str, ...]) -> None:
    found = ties(cards)
    assert {kind: found[kind] for kind in brute_force(cards)} == brute_force(cards), " ".join(cards)


CHOSEN = [
    "Ah 7h 2h Kh Qh 9h 4h 3h Kd Qd 9d 5d 2d",
    "Ah 7h 2h 3h 4h 5h Kh Qh Kd Jd 9d 5d 2d",
    "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th 2s 3s 4s",
    "2h 3h 4h 5h 6h Th Jh Kh 9s Ts Js Qs Ks",
    "Ah Ad As 2h 2d 2s 3h 3d 3s 4h 4d 5h 5d",
]


@each("cards", [*CHOSEN, SUIT], few=1)
def test_all_ways_to_set_thirteen_cards(cards: str) -> None:
    agrees(tuple(cards.split()))


@pytest.mark.long
def test_all_ways_to_set_random_cards() -> None:
    rng = Random(72072)
    for _ in range(60):
        agrees(likely(rng))
        agrees(tuple(rng.sample(DECK, 13)))


def test_three_card_runs_and_five_card_runs_are_all_found() -> None:
    """Every choice of two straights and a run of three that one deck allows is three straights."""
    for fives in product(range(5, 15), repeat=2):
        for top in range(3, 15):
            runs = [(fives[0], 5), (fives[1], 5), (top, 3)]
            cards = " ".join(RANKS[(high - 2 - k) % 13] for high, size in runs for k in range(size))
            best = tie_of("three-straights", cards)
            assert best is not None
            assert best >= (max(fives), min(fives), top)
