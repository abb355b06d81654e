"""Jokers make the best board without a foul: worked cases, all substitutions of random boards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import pytest

from ofcscore.game.cards import ROWS, Board, Row, Stated
from ofcscore.game.game_words import tell
from ofcscore.game.ranks import Category, below_royal, rank_high, rank_low
from ofcscore.game.spelling import read_cards
from ofcscore.rules.loading import load_rules
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import (
    BoardScore,
    RowValue,
    Scales,
    Status,
    row_value,
    scales_of,
    score_board,
    unreached,
)
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.deal_checks import check_deal
from tests.daily import some
from tests.loops import each
from tests.strategies import DECK


@cache
def rules_of(text: str, *sets: str) -> Rules:
    rules, problems = load_rules(text, sets=sets)
    assert rules is not None, problems
    return rules


def board(text: str) -> Board:
    top, middle, bottom = (read_cards(row).text for row in text.split("/"))
    return Board.of("Ann", top, middle, bottom)


def scored(text: str, rules: str = "ofc-progressive + jokers", *sets: str) -> BoardScore:
    return score_board(board(text), scales_of(rules_of(rules, *sets)))


def shown(score: BoardScore, row: Row) -> str:
    """The ranks of a row in the order in which they are compared, of a flush or a straight with its name."""
    assert score.values is not None
    rank = score.values[row].rank
    return f"{rank.name}: {' '.join('23456789TJQKA'[r - 2] for r in rank.ranks)}"


# Sources: DeepOFC's tests, morip0126's `scoreWild.test.ts`, and what all engines agree on.
@each(
    ("text", "copies", "row", "rank"),
    [
        # "AAAA + JK | quads of aces, king kicker, all sources without five of a kind"
        ("234 / 23457 / AAAA*", "row any board", Row.BOTTOM, "four aces: A K"),
        # "AAA + JK JK | AAAA K: second joker is the king"
        ("234 / 23457 / AAA**", "row any board", Row.BOTTOM, "four aces: A K"),
        # "As 9s 7s 2s + JK | any: flush A A 9 7 2; row: flush A K 9 7 2"
        ("2c 3c 4d / 2h 3d 4s 5s 7d / As 9s 7s 2s *", "any", Row.BOTTOM, "ace-high flush: A A 9 7 2"),
        ("2c 3c 4d / 2h 3d 4s 5s 7d / As 9s 7s 2s *", "row board", Row.BOTTOM, "ace-high flush: A K 9 7 2"),
        ("2c 3c 4d / 2h 3d 4s 5s Ks / As 9s 7s 2s *", "board", Row.BOTTOM, "ace-high flush: A Q 9 7 2"),
        # "As 9s 2s + JK JK | any: A A A 9 2; row: A K Q 9 2"
        ("2c 3c 4d / 2h 3d 4s 5s 7d / As 9s 2s **", "any", Row.BOTTOM, "ace-high flush: A A A 9 2"),
        ("2c 3c 4d / 2h 3d 4s 5s 7d / As 9s 2s **", "row board", Row.BOTTOM, "ace-high flush: A K Q 9 2"),
        # "middle A A A 2 JK under bottom K K K K A | AAAA would foul, becomes AAA22"
        ("432 / AAA2* / KKKKA", "row any", Row.MIDDLE, "aces full of deuces: A 2"),
        # "top A A JK over middle K K Q Q 2 | trips foul, pair AA with K (AA = 9 points, fantasyland 16)"
        ("AA* / KKQQ2 / 34567", "row any board", Row.TOP, "pair of aces: A K"),
        # "top Ks X Kc / middle Kd Kh 6h Ad 4d / bottom 6d 5h 3h 3s 5c (two pair) | pair KK with an ace,
        # fantasyland 15": no ace is above the kings of the middle with an ace, and equal rows are legal.
        ("Ks X Kc / Kd Kh 6h Ad 4d / 6d 5h 3h 3s 5c", "row any board", Row.TOP, "pair of kings: K A"),
        # "middle 7s 7h X 4c 3c under bottom 9 9 8 8 K | 777 fouls, becomes 7744"
        (
            "Q J T / 7s 7h X 4c 3c / 9 9 8 8 K",
            "row any board",
            Row.MIDDLE,
            "two pair, sevens and fours: 7 4 3",
        ),
        # "bottom 9 9 8 8 X | full house 99988"
        ("Q J T / 7 7 4 3 2 / 9 9 8 8 X", "row any board", Row.BOTTOM, "nines full of eights: 9 8"),
        # "5c 6c 7c 8c JK | straight flush to the 9, not a flush"
        ("234 / 22345 / 5c6c7c8c*", "row any board", Row.BOTTOM, "straight flush to the nine: 9"),
        # "2 3 4 5 JK | straight 6-high, not the wheel"
        ("Q J T / 2 2 3 4 8 / 2 3 4 5 *", "row any board", Row.BOTTOM, "straight to the six: 6"),
        # "JK JK + 2 7 9 of three suits | trips, 9 9 9 7 2"
        ("234 / 23457 / 2h 7d 9s **", "row any board", Row.BOTTOM, "three nines: 9 7 2"),
        # "JK JK A on top over quads in the middle and a better bottom | AAA, 22 points, fantasyland 17"
        ("**A / 66662 / 77773", "row any board", Row.TOP, "three aces: A"),
        # "two jokers in one row take two cards of a straight flush (T of spades and 8 of spades, to the
        # jack)"
        ("234 / 22345 / Js 9s 7s * *", "row any board", Row.BOTTOM, "straight flush to the jack: J"),
    ],
)
def test_worked_cases(text: str, copies: str, row: Row, rank: str) -> None:
    """Games 1.3, in the words of its table."""
    for word in copies.split():
        score = scored(text, "ofc-progressive + jokers", f"joker.copies={word}")
        assert shown(score, row) == rank
        assert score.status is Status.SET


@each(
    "text",
    [
        # "top A A JK over middle K K Q J 9 | fouled whatever it is"
        "AA* / KKQJ9 / 34567",
        # "top As X Ac over middle K K Q 6 4 | fouled (AA + anything beats KK)"
        "As X Ac / KKQ64 / 99887",
    ],
)
@each("copies", ["row", "any", "board"])
def test_fouled_whatever_it_is(text: str, copies: str) -> None:
    score = scored(text, "ofc-progressive + jokers", f"joker.copies={copies}")
    assert score.foul == "top pair of aces beats middle pair of kings"
    assert score.royalties == 0


@each(
    ("text", "royalty", "cards", "with_16_for_trips"),
    [
        # "(AA = 9 points, fantasyland 16)"
        ("AA* / KKQQ2 / 34567", 9, 16, 16),
        # "pair KK with an ace, fantasyland 15"
        ("Ks X Kc / Kd Kh 6h Ad 4d / 6d 5h 3h 3s 5c", 8, 15, 15),
        # "AAA, 22 points, fantasyland 17 (16 where trips deal 16)"
        ("**A / 66662 / 77773", 22, 17, 16),
        # "`Kc X1 Ac` and `Kd X1 As`, deal 15: that program counts them as kings there, against its own row
        # name. A good trap for a test."
        ("Kc X1 Ac / KKQQ2 / 34567", 9, 16, 16),
        ("Kd X1 As / KKQQ2 / 34567", 9, 16, 16),
    ],
)
def test_fantasyland_is_judged_after_substitution(
    text: str, royalty: int, cards: int, with_16_for_trips: int
) -> None:
    score = scored(text)
    assert score.values is not None
    assert score.values[Row.TOP].royalty == royalty
    assert score.fantasyland.cards == cards
    fewer = "fantasyland.enter.top.trips=2"
    assert scored(text, "ofc-progressive + jokers", fewer).fantasyland.cards == with_16_for_trips


@pytest.mark.parametrize(
    ("place", "rank"),
    [("below-royal", "five aces: A"), ("above-royal", "five aces: A"), ("none", "four aces: A K")],
)
def test_five_of_a_kind(place: str, rank: str) -> None:
    """Games 1.1, vg1414: "yes: between straight flush and royal, 20 bottom, 40 middle"."""
    sets = ["joker.copies=any", f"joker.five-of-a-kind={place}"]
    if place != "none":
        sets += ["royalties.bottom.five-of-a-kind=20", "royalties.middle.five-of-a-kind=40"]
    score = scored("234 / 23457 / AAAA*", "ofc-progressive + jokers", *sets)
    assert shown(score, Row.BOTTOM) == rank
    assert score.royalties == (10 if place == "none" else 20)
    royal = rank_high((14, 13, 12, 11, 10), flush=True)
    straight_flush = rank_high((13, 12, 11, 10, 9), flush=True)
    five, least = rank_high((14,) * 5), rank_high((2,) * 5)
    if place == "below-royal":
        five, least = below_royal(five), below_royal(least)
    assert (five > royal) == (place != "below-royal")
    assert five > straight_flush
    assert five > least > straight_flush
    under_royal = scored("234 / AAAA* / Ks Qs Js Ts *", "ofc-progressive + jokers", *sets)
    assert shown(under_royal, Row.MIDDLE) == (rank if place == "below-royal" else "four aces: A K")
    assert shown(under_royal, Row.BOTTOM) == "royal flush: A"


def test_rows_without_suits_decide_everything_but_flushes() -> None:
    """ "With suits not given (`KK*`) everything but flushes is decided"."""
    assert shown(scored("234 / 22345 / A952*"), Row.BOTTOM) == "pair of aces: A 9 5 2"
    flush = scored("234 / 22345 / A952* flush")
    assert shown(flush, Row.BOTTOM) == "ace-high flush: A K 9 5 2"
    assert flush.jokers == ("K",)
    assert scored("234 / 22345 / A952* hearts").jokers == ("Kh",)
    assert shown(scored("432 / 23467 / 9 T J * * flush"), Row.BOTTOM) == "straight flush to the king: K"


def test_a_low_middle_is_the_best_legal_low() -> None:
    """ "A 2-7 middle with jokers was seen nowhere; the same rule (best legal low)"."""
    score = scored("AA* / 7543* / KKQQA", "ofc-27 + jokers")
    assert shown(score, Row.MIDDLE) == "7-low 7-5-4-3-2: 7 5 4 3 2"
    # Around a low middle the bottom alone is above the top's limit.
    assert shown(score, Row.TOP) == "pair of aces: A K"
    fault = scored("QJT / KQ54* / 99887", "ofc-27 + jokers")
    assert fault.foul == "the middle is king high, but the worst allowed is ten high"
    suited = scored("QJT / 8h 5h 4h 3h * / 99887", "ofc-27 + jokers")
    assert shown(suited, Row.MIDDLE) == "8-low 8-5-4-3-2: 8 5 4 3 2"


def test_equal_rows_and_the_wheel_are_as_the_rule_set_has_them() -> None:
    equal = "Ks X Kc / Kd Kh 6h Ad 4d / 6d 5h 3h 3s 5c"
    assert shown(scored(equal, "ofc + jokers", "order=strict"), Row.TOP) == "pair of kings: K A"
    assert scored("KK* / AA432 / AA43*", "ofc + jokers", "order=strict").status is Status.SET
    # The joker would make the rows equal: by a strict order it is the next weaker card.
    same = "234 / AK953 / AK95*"
    assert shown(scored("234 / AK95* / AK953", "ofc + jokers"), Row.MIDDLE) == "ace high: A K 9 5 3"
    assert shown(scored("234 / AK95* / AK953", "ofc + jokers", "order=strict"), Row.MIDDLE) == (
        "ace high: A K 9 5 2"
    )
    assert shown(scored(same), Row.BOTTOM) == "pair of aces: A K 9 5"
    assert shown(scored("234 / 22345 / 2345*", "ofc + jokers", "wheel=second"), Row.BOTTOM) == (
        "straight to the five: 5"
    )


@each(
    ("text", "sets", "row", "name", "because"),
    [
        ("AA* / KKQQ2 / 34567", (), Row.TOP, "three aces", "would be above the middle"),
        ("432 / AAA2* / KKKKA", (), Row.MIDDLE, "four aces", "would be above the bottom"),
        ("234 / AK95* / AK953", ("order=strict",), Row.MIDDLE, "pair of aces", "would be above the bottom"),
        (
            "2c 3c 4d / 2h 3d 4s 5s Ks / As 9s 7s 2s *",
            ("joker.copies=board",),
            Row.BOTTOM,
            "ace-high flush",
            "needs a card that is on the board",
        ),
    ],
)
def test_what_kept_a_joker_from_more(
    text: str, sets: Sequence[str], row: Row, name: str, because: str
) -> None:
    """ "what stopped it from more ("AA would be above the middle")"."""
    scales = scales_of(rules_of("ofc + jokers", *sets))
    one = board(text)
    score = score_board(one, scales)
    assert score.values is not None
    assert one.sums is not None
    held = [unreached(score.values, one.sums, place, scales) for place in ROWS]
    found = held[row]
    assert found is not None
    assert (found.value.rank.name, tell(found.because)) == (name, because)
    assert [place for place in ROWS if held[place] is not None] == [row]


def test_aces_are_counted_after_substitution() -> None:
    assert scored("AA* / KKQQ2 / 3456*").aces == 2
    assert scored("KQ2 / AA432 / AA98*").aces == 5
    assert scored("KQ2 / 33224 / A998*").aces == 1


def test_naturals_are_judged_after_substitution() -> None:
    rules, auto = "chinese-pagat + jokers", "naturals.declared=auto"
    flushes = scored("Kd Qd 9d / Ah 9h 7h 3h * / As Ts 8s 5s *", rules, auto)
    assert flushes.natural is not None
    assert flushes.natural.kind == "three-flushes"
    assert scored("Kd Qd 9d / Ah 9h 7h 3h * / As Ts 8s 5s *", rules).natural is None
    # The joker on top makes a pair of kings, and no straight.
    assert scored("QK* / 34567 / 56789", rules, auto).natural is None


@each(
    ("kind", "cards", "jokers"),
    [
        ("dragon", "A 2 3 4 5 6 7 8 9 T J Q *", ("K",)),
        ("dragon", "A 2 * 4 5 6 7 * 9 T J Q K", ("3", "8")),
        ("six-pairs", "A A K K Q Q J J T T 9 * *", ("A", "A")),
        ("three-straights", "Q K A 3 4 5 6 * 8 9 T J *", ("7", "T")),
        ("six-pairs", "A K Q J T 9 8 7 6 5 4 3 *", None),
        ("dragon", "A A 3 4 5 6 7 8 9 T J Q *", None),
    ],
)
def test_a_claim_may_be_shown_with_any_card_for_a_joker(
    kind: str, cards: str, jokers: tuple[str, ...] | None
) -> None:
    rules = rules_of("chinese-pagat + jokers", "naturals.three-straights=3")
    claim = Board("Ann", None, None, Stated.CLAIM, claim=kind, cards=cards)
    found = score_board(claim, scales_of(rules))
    other = Board.of("Bob", "2 3 4", "2 3 4 5 7", "A A K K Q")
    told = [problem.message for problem in check_deal(Deal("1", (claim, other), Table(rules)))]
    if jokers is None:
        assert found.natural is None
        words = {"dragon": "a dragon"}.get(kind, kind.replace("-", " "))
        assert told == [f"Ann's claim is false: the cards do not make {words}, whatever the jokers are"]
    else:
        assert found.natural is not None
        assert sorted(card[0] for card in found.jokers) == sorted(jokers)
        assert told == []


# -- every substitution ----------------------------------------------------------------------------------

VARIANTS = {
    "ofc": ("ofc-progressive + jokers", ()),
    "strict": ("ofc-progressive + jokers", ("order=strict",)),
    "second": ("ofc-progressive + jokers", ("wheel=second",)),
    "low": ("ofc-27 + jokers", ()),
}


def _deal(rng: random.Random, jokers: int, low: bool) -> tuple[str, str, str]:
    """A random board that is often near the limits: sorted so that its rows are roughly in order."""
    cards = rng.sample([c for c in DECK if rng.random() < 0.6 or c[0] in "AKQ2"], 13 - jokers)
    if rng.random() < 0.7:
        cards.sort(key=lambda card: (sum(c[0] == card[0] for c in cards), rng.random()))
    places = sorted(rng.sample(range(13), jokers))
    for place in places:
        cards.insert(place, "*")
    if low:
        cards = [*cards[:3], *sorted(cards[3:], key=lambda card: "23456789TJQKA*".index(card[0]))]
    return " ".join(cards[:3]), " ".join(cards[3:8]), " ".join(cards[8:])


def _substituted(rows: Sequence[str], copies: str) -> Iterator[tuple[str, str, str]]:
    """Every board that its jokers can make: any two cards of the deck that they may be."""
    places = [at for at, row in enumerate(rows) for code in row.split() if code == "*"]
    own = [row.split() for row in rows]
    whole = [code for row in own for code in row]
    for cards in product(DECK, repeat=len(places)):
        placed = [*zip(cards, places, strict=True)]
        if copies == "row" and (
            any(card in own[at] for card, at in placed) or len(set(placed)) < len(placed)
        ):
            continue
        if copies == "board" and (any(card in whole for card in cards) or len(set(cards)) < len(cards)):
            continue
        left = iter(cards)
        made = [" ".join(next(left) if code == "*" else code for code in row) for row in own]
        yield made[0], made[1], made[2]


class Plain:
    """Rank rows by their cards alone; five of a kind is not a row."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[tuple[str, Row], RowValue | None] = {}

    def value(self, text: str, row: Row) -> RowValue | None:
        if (text, row) not in self.known:
            self.known[text, row] = self._value(text, row)
        return self.known[text, row]

    def _value(self, text: str, row: Row) -> RowValue | None:
        codes = text.split()
        ranks = tuple("23456789TJQKA".index(code[0]) + 2 for code in codes)
        flush = row is not Row.TOP and len({code[1] for code in codes}) == 1
        if len(set(ranks)) == 1 and len(ranks) == 5:
            return None
        low = row is Row.MIDDLE and self.rules.middle.low
        rank = rank_low(ranks, flush=flush) if low else rank_high(ranks, flush=flush, order=self.rules.ranks)
        return row_value(rank, row, self.rules)

    def key(self, rows: Sequence[str]) -> tuple[int, ...] | None:
        """Royalties, then bottom, middle and top of a legal board; None of a foul."""
        values = [self.value(text, row) for text, row in zip(rows, ROWS, strict=True)]
        if any(value is None for value in values):
            return None
        top, middle, bottom = (value for value in values if value is not None)
        least = 1 if self.rules.order == "strict" else 0
        if middle.fault is not None:
            return None
        pairs = ((top, bottom),) if self.rules.middle.low else ((top, middle), (middle, bottom))
        if any(lower.strength - upper.strength < least for upper, lower in pairs):
            return None
        royalties = top.royalty + middle.royalty + bottom.royalty
        return royalties, bottom.strength, middle.strength, top.strength


_STRAIGHTS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


def _ranks(value: RowValue) -> list[int]:
    """The ranks of the cards of a row that is no straight."""
    rank = value.rank
    if rank.category in (Category.HIGH_CARD, Category.FLUSH):
        return [*rank.ranks]
    pairs = {Category.PAIR: (2,), Category.TWO_PAIR: (2, 2), Category.TRIPS: (3,), Category.QUADS: (4,)}
    many = {**pairs, Category.FULL_HOUSE: (3, 2)}.get(rank.category, ())
    return [r for at, r in enumerate(rank.ranks) for _ in range(many[at] if at < len(many) else 1)]


def _agree(variant: str, copies: str, jokers: int, boards: int) -> None:
    """The boards found are those of brute force: "most royalties, then strongest rows" (games 1.2)."""
    text, sets = VARIANTS[variant]
    rules = rules_of(text, *sets, f"joker.copies={copies}")
    scales, plain = scales_of(rules), Plain(rules)
    rng = random.Random(f"{variant} {copies} {jokers}")
    fouls = 0
    for _ in range(boards):
        rows = _deal(rng, jokers, rules.middle.low)
        keys = [key for made in _substituted(rows, copies) if (key := plain.key(made)) is not None]
        score = score_board(Board.of("Ann", *rows), scales)
        assert score.values is not None
        best = max(keys, default=None)
        fouls += best is None
        if best is None:
            assert score.status is Status.FOUL, rows
            continue
        top, middle, bottom = score.values
        assert score.status is Status.SET, rows
        assert (score.royalties, bottom.strength, middle.strength, top.strength) == best, rows
        for row, one in zip(rows, (top, middle, bottom), strict=True):
            assert row.count("*") == len(one.jokers)
            left = iter(one.jokers)
            codes = [next(left) if code == "*" else code for code in row.split()]
            said = sorted("23456789TJQKA".index(code[0]) + 2 for code in codes)
            assert sorted(_ranks(one)) == said or one.rank.category in _STRAIGHTS
    assert 0 < fouls < boards


@each("way", some(6, of=[*product(VARIANTS, ["row", "any", "board"])]))
def test_one_joker_is_what_brute_force_finds(way: tuple[str, str]) -> None:
    variant, copies = way
    _agree(variant, copies, 1, 25)


@pytest.mark.long
@pytest.mark.parametrize("copies", ["row", "any", "board"])
def test_two_jokers_are_what_brute_force_finds(copies: str) -> None:
    _agree("ofc", copies, 2, 20)


def test_a_flush_without_a_joker_is_a_flush_beside_a_row_with_one() -> None:
    board = Board.of("Ann", "Th 7d *", "2c 6c Kc Jc 7c", "2h Ah Kd 6s Jd")
    score = score_board(board, scales_of(rules_of("ofc + jokers")))
    assert score.status is Status.FOUL
    assert score.foul == "middle king-high flush beats bottom ace high"


def test_a_joker_that_may_be_no_card_of_the_board_cannot_save_it_with_one() -> None:
    """All four aces lie on the board, so that the joker at the bottom is a queen at best."""
    board = Board.of("Ann", "Qd 4s As", "Ac 3h 8d Qh Ah", "Qs * Ad 7h Td")
    assert score_board(board, scales_of(rules_of("ofc + jokers"))).status is Status.SET
    score = score_board(board, scales_of(rules_of("ofc + jokers", "joker.copies=board")))
    assert score.foul == "middle pair of aces beats bottom pair of queens"


@pytest.mark.long
@pytest.mark.timeout(3600, method="signal")
@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("copies", ["row", "any", "board"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_thousands_of_boards_are_what_brute_force_finds(variant: str, copies: str, jokers: int) -> None:
    _agree(variant, copies, jokers, 400 if jokers == 1 else 50)


def test_a_board_without_jokers_is_worth_what_it_is_without_them() -> None:
    rng = random.Random(5)
    plain, jokers = rules_of("ofc"), rules_of("ofc + jokers")
    for _ in range(200):
        cards = rng.sample(DECK, 13)
        one = Board.of("Ann", " ".join(cards[:3]), " ".join(cards[3:8]), " ".join(cards[8:]))
        assert score_board(one, scales_of(jokers)) == score_board(one, Scales(plain))
