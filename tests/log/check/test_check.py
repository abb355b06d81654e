"""Checks of a deal and a session: cards of one deck, players, names and keys."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ofcscore
from ofcscore.diagnostics.problem import Problem, Problems
from ofcscore.game.cards import RANKS, SUITS, Row
from ofcscore.game.spelling import read_cards
from ofcscore.log.check.checker import ranks_fit, read_session, read_stream
from ofcscore.log.check.rows import RowRead, check_deck
from ofcscore.log.read.sources import Form, text_source
from ofcscore.log.syntax import Line, Text
from ofcscore.scoring.deal import Deal
from tests.daily import some
from tests.loops import each, table


def problems_of(*texts: str) -> list[Problem]:
    sources = [text_source(text, name=f"{i}.ofc") for i, text in enumerate(texts, start=1)]
    return list(read_session(sources)[1])


def codes(*texts: str) -> list[str]:
    return [problem.code for problem in problems_of(*texts)]


HERO = "Hero: Jh Jc 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n"
GUS = "Gus: 6h 6d 2c / Kh Kd 9s 4c 3c / As Th 8h 5h 2h\n"


class TestRepeatedCards:
    """A card repeated anywhere in a deal is reported with both places."""

    @each(("text", "message", "line", "column"), table("said_once_with_both_places"))
    def test_said_once_with_both_places(self, text: str, message: str, line: int, column: int) -> None:
        problems = problems_of(text)
        assert [p.message for p in problems] == [message]
        assert (problems[0].place.line, problems[0].place.column) == (line, column)

    def test_in_two_deals_it_is_fine(self) -> None:
        assert codes("deal 1\n" + HERO + GUS + "deal 2\n" + GUS + HERO) == []


def row(text: str, which: Row = Row.MIDDLE, player: str = "Ann") -> RowRead:
    return RowRead(player, which, Text(text, Line("x", 1, text), 1, len(text)), read_cards(text))


class TestImpossibleDecks:
    """The check whether one deck can have a deal is exact."""

    @each(
        ("rows", "message"),
        [
            (["7 7 7 2 3", "7 7 4 5 6"], "this deal has 5 sevens, but a deck has four"),
            (["A K Q J 9 flush", "Ah As Ad 3c 2c"], None),
            (["A K Q J 9 flush", "Ah As Ad Kc Qc"], "Ann's middle row cannot be a flush"),
            (["A K Q J 9 flush"] * 4, None),
            (["A K Q J 9 flush"] * 4 + ["8 7 6 5 3 flush"] * 4, None),
            (["A K Q J 9 flush", "2h 3h 4h 5h Ah", "2s 3s 4s 5s Ks", "2d 3d 4d 5d Qd"], None),
            (
                ["A K Q J 9 flush", "2h 3h 4h 5h Ah", "2s 3s 4s 5s Ks", "2d 3d 4d 5d Qd", "2c 3c 4c 5c Jc"],
                "cannot be a flush",
            ),
            # Only one suit is left for each of the five cards, and it is hearts.
            (
                ["A K Q J 9", "As Ad Ac Ks Kd", "Kc Qs Qd Qc Js", "Jd Jc 9s 9d 9c"],
                "Ann's middle row must be a flush",
            ),
            (["A K Q J 9", "As Ad Ac Ks Kd", "Kc Qs Qd Qc Js", "Jd Jc 9s 9d 8c"], None),
            (["A A Q J 9", "As Ad Ks Kd Kc", "Qs Qd Qc Js Jd", "Jc 9s 9d 9c 8c"], None),
            # The top row of a claim of three flushes is of one suit as well.
            (["A K Q flush", "Ah 2c 3c 4s 5d", "Ks 6c 7c 8s 9d", "Qd 6d 7d 8h 9h"], None),
            (["A K Q flush", "Ah 2c 3c 4s 5d", "Ks 6c 7c 8s 9d", "Qd Qc 7d 8h 9h"], "cannot be a flush"),
            # Two rows, and the one card that could save either is the same.
            (["A K Q J 9", "A K Q J 8", "As Ad Ks Kd Qs", "Qd Js Jd 9d 9c", "9s 8s 8d 8c 7s"], None),
        ],
    )
    def test_exactly(self, rows: list[str], message: str | None) -> None:
        found = check_deck([row(text) for text in rows])
        if message is None:
            assert found == []
        else:
            assert [message in p.message for p in found] == [True]

    @each(
        ("rows", "told"),
        [
            # The first flush has a suit, and the second has none.
            (["A K Q J 9 flush", "8 7 6 5 3 flush", "8h 7s 6d 5c 2c"], "B's middle row cannot be a flush"),
            # Without a flush, the first has suits and the second has one alone.
            (
                ["8 7 6 5 3", "A K Q J 9", "As Ad Ac Ks Kd", "Kc Qs Qd Qc Js", "Jd Jc 9s 9d 9c"],
                "B's middle row must be a flush",
            ),
            # It is the flush that leaves one suit to the others; both flushes have theirs.
            (
                ["A K Q J 9 flush", "8 7 6 5 3", "A K Q J 9", "As Ks Qs Js 9s", "Ad Kd Qd Jd 9d"],
                "C's middle row must be a flush",
            ),
            (
                ["8 7 6 5 3 flush", "A K Q J 9", "As Ad Ac Ks Kd", "Kc Qs Qd Qc Js", "Jd Jc 9s 9d 9c"],
                "B's middle row must be a flush",
            ),
            # A word says nothing more of cards that state their suits.
            (["Ah 8h 6h 4h 2h flush", "As 8d 6c Kh Qh"], None),
            # What is wrong in a row by itself is told there, and nothing else of the deal.
            (["A A 8 6 2 flush", "8s 8d 6c 6h 2h"], None),
            (["7 7 7 2 ?", "7 7 4 5 6"], None),
            # A rank that is there six times is one slip.
            (["7 7 7 2 3", "7 7 7 5 6"], "this deal has 6 sevens, but a deck has four"),
        ],
    )
    def test_the_row_that_is_wrong_is_told_and_no_other(self, rows: list[str], told: str | None) -> None:
        found = check_deck([row(text, player=name) for text, name in zip(rows, "ABCDE", strict=False)])
        assert [problem.message.partition(":")[0] for problem in found] == ([told] if told else [])

    @pytest.mark.parametrize(("again", "told"), [(10, True), (9, False)])
    def test_a_board_of_which_ten_cards_are_there_is_a_copy(self, again: int, told: bool) -> None:
        cards = [rank + suit for suit in SUITS for rank in RANKS]
        boards = {"Ann": cards[:13], "Bob": [*cards[:again], *cards[13 : 26 - again]]}
        rows = [
            row(" ".join(board[start:end]), which, name)
            for name, board in boards.items()
            for which, start, end in ((Row.TOP, 0, 3), (Row.MIDDLE, 3, 8), (Row.BOTTOM, 8, 13))
        ]
        found = check_deck(rows)
        assert ("Bob's board has the same cards as Ann's board" in found[0].message) is told
        assert len(found) == (1 if told else 3)

    def test_a_board_of_one_card_is_no_copy_of_itself(self) -> None:
        found = check_deck(
            [row("Ah Ah Ah", Row.TOP), row("Ah Ah Ah Ah Ah"), row("Ah Ah Ah Ah Ah", Row.BOTTOM)]
        )
        assert [problem.message.partition(" (")[0] for problem in found] == [
            "Ah is already in Ann's top row"
        ] * 3

    @pytest.mark.parametrize(
        ("other", "told"),
        [
            # Hearts are left for all of the row, and no other suit is.
            ("Ks 8d 6c", []),
            ("Kd 8h 6c", ["8h is already in Hero's top row"]),
        ],
    )
    def test_a_card_that_states_its_suit_states_that_of_its_flush(self, other: str, told: list[str]) -> None:
        hero = "Hero: claim three flushes: Kh 8 6 flush / As Ts 9s 4s 3s / Ad Td 9d 4d 3d\n"
        found = problems_of(f"rules: chinese\n{hero}Gus: {other} / 7c 7s 7d 2c 2d / Jc Jd Js 5c 5d\n")
        assert [problem.message.partition(" (")[0] for problem in found] == told

    @each(
        ("ann", "bob", "told"),
        [
            ("JK1 JK1 3", "Q53", ["JK1 is already in Ann's top row"]),
            ("X2 A 3", "*2 5 3", ["*2 is already in Ann's top row"]),
            ("JK1 JK2 3", "Q53", []),
            ("JK1 * 3", "Q53", []),
            ("* * 3", "Q53", []),
        ],
    )
    def test_a_joker_of_one_number_is_one_joker(self, ann: str, bob: str, told: list[str]) -> None:
        boards = f"Ann: {ann} / TT842 / KKJ76\nBob: {bob} / 99742 / QQJT3\n"
        found = problems_of(f"rules: ofc + jokers\n{boards}")
        assert [problem.message.partition(" (")[0] for problem in found] == told

    def test_a_deal_with_an_unreadable_line_may_be_two(self) -> None:
        first = "deal 1\nAna: QQ4 / KK772 / AAJJ3\nBen: 669 / AAJ54 / 9TJQK\n"
        second = "Cid: QQ6 / KK229 / 55544\nDan: JJ8 / TT954 / 88873\n"
        assert codes(first + "next hand, phil wins it 3-2 !!\n" + second) == ["line-unreadable"]
        assert set(codes(first + second)) == {"deck-impossible"}

    def test_hidden_aces_count(self) -> None:
        assert "4 of them" not in str(check_deck([row("A A A 2 3")], 1))
        (problem,) = check_deck([row("A A A 2 3")], 2)
        assert (
            problem.message == "this deal has 5 aces (2 of them in boards without cards), but a deck has four"
        )


def _by_rank(rows: list[RowRead]) -> bool:
    """Return True if suits can be distributed, by brute force, rank by rank.

    All possible states of the rows without suits are kept, so this is slow for many such rows.
    """
    bare = [
        read for read in rows if len(read.ranks) == len(read.cards.cards) and not read.cards.cards[0].suit
    ]
    stated = {code for read in rows for code in read.cards.codes if len(code) == 2}
    states = {("",) * len(bare)}
    for rank in RANKS:
        holders = [index for index, read in enumerate(bare) if rank in read.ranks]
        free = [suit for suit in SUITS if rank + suit not in stated]
        states = {
            tuple(
                own if suit is None or own == suit else own + suit
                for own, suit in zip(
                    state, map(dict(zip(holders, suits, strict=True)).get, range(len(bare))), strict=True
                )
            )
            for state, suits in product(states, permutations(free, len(holders)))
        }
        states = {
            tuple("mixed" if len(own) > 1 else own for own in state)
            for state in states
            if not any(len(own) > 1 and read.cards.word for own, read in zip(state, bare, strict=True))
        }
    return any(
        all((own == "mixed") is (read.cards.word is None) for own, read in zip(state, bare, strict=True))
        for state in states
    )


def _tight(rng: random.Random) -> list[str]:
    """Generate rows without suits that share few ranks, with most other cards stated.

    Usually only hearts are left, so there is often one solution or none.
    """
    count: Counter[str] = Counter()
    rows: list[str] = []
    ranks = RANKS[: rng.randint(5, 13)]
    for _ in range(rng.randint(1, 4)):
        room = sorted((r for r in ranks if count[r] < 4), key=lambda r: (count[r] > 0) + rng.random())
        again = [r for r in room if count[r]]
        five = list(dict.fromkeys(rng.sample(again, min(len(again), rng.randint(0, 2))) + room))[:5]
        if len(five) == 5:
            count.update(five)
            rng.shuffle(five)
            rows.append(" ".join([*five, "flush"] if rng.random() < 0.3 else five))
    slack, hearts = rng.choice([0, 0, 0.02, 0.1]), rng.choice([0.5, 0.9, 1])
    left = {r: sorted(SUITS, key=lambda s: (s != "h" or rng.random() > hearts) + rng.random()) for r in ranks}
    stated = [r + s for r in ranks for s in left[r][count[r] :] if rng.random() >= slack]
    return [*rows, *(" ".join(stated[at : at + 5]) for at in range(0, len(stated), 5))]


def _dealt(rng: random.Random) -> list[str]:
    """Generate a whole deck in four boards, roughly sorted by suit; some rows lose their suits.

    Some of these are wrongly called a flush, or wrongly not.
    """
    sorted_by = rng.choice([0, 0.3, 1])
    deck = sorted(
        (r + s for r in RANKS for s in SUITS), key=lambda c: SUITS.index(c[1]) * sorted_by + rng.random()
    )
    bare = rng.sample(range(8), rng.randint(1, 4))
    rows = []
    for index in range(8):
        cards = deck[5 * index : 5 * index + 5]
        if index in bare:
            flush = len({card[1] for card in cards}) == 1
            cards = [card[0] for card in cards]
            if len(set(cards)) == 5 and flush is not (rng.random() < 0.15):
                cards.append("flush")
        rows.append(" ".join(cards))
    return [*rows, *(" ".join(deck[at : at + 3]) for at in range(40, 52, 3) if rng.random() < 0.9)]


@pytest.mark.parametrize("number", some(1, of=[200, 3000]))
@pytest.mark.parametrize("dealt", [_tight, _dealt])
def test_suits_left_out_are_checked_exactly(dealt: Callable[[random.Random], list[str]], number: int) -> None:
    """Compare small and whole decks with every distribution of suits."""
    rng = random.Random(10)
    answers: Counter[bool] = Counter()
    for _ in range(number):
        rows = [row(text) for text in dealt(rng)]
        possible = _by_rank(rows)
        assert (check_deck(rows) == []) is possible, [read.text.text for read in rows]
        answers[possible] += 1
    assert min(answers[True], answers[False]) > number // 10, "both answers are tried"


@given(st.integers(0, 2**32))
def test_rows_of_ranks_that_surely_fit_do_fit(seed: int) -> None:
    """Generate rows from nearly used up decks, some called a flush, some impossible."""
    rng = random.Random(seed)
    ranks = rng.sample(RANKS, rng.choice([6, 8, 13]))
    deck = sorted(
        (r + s for r in ranks for s in SUITS), key=lambda c: rng.choice([0, 10]) * ord(c[1]) + rng.random()
    )
    size = min(len(deck) // 5, 8)
    rows = []
    for index in range(size):
        cards = [card[0] for card in deck[5 * index : 5 * index + 5]]
        if rng.random() < 0.02:
            cards[0] = rng.choice(ranks)
        rows.append(" ".join([*cards, "flush"] if rng.random() < 0.3 and len(set(cards)) == 5 else cards))
    if ranks_fit(rows):
        assert check_deck([row(text) for text in rows]) == []


def test_rows_of_ranks_that_may_not_fit() -> None:
    assert ranks_fit(["Q Q 5", "A A 7 6 2", "9 T J Q K", "A 8 6 4 3 flush"])
    assert not ranks_fit(["Q Q Q", "Q A 7 6 2", "9 T J Q K"]), "five queens"
    assert not ranks_fit(["A 8 6 4 2 flush", "K 8 6 4 2 flush"] * 2 + ["J T 9 7 5 flush"]), "five flushes"
    assert not ranks_fit(["A A 6 4 2 flush", "K 8 6 4 2"]), "a flush with a pair"
    assert not ranks_fit(["A K Q J T"] * 4), "one of them has to be a flush, or none"


SLOWEST = (
    # Four players without suits.
    "2 J Q/K 9 5 4 7/T 6 3 A 8/9h 3 6/T 2 K J A/Q 7 4 5 8/"
    "9s 8 Qc/A 4 2 T 5/6 3 K J 7/Q 4 6/T 5 2 9 K/7 8 J A 3",
    "/".join(["A K Q J 9", "8 7 6 5 4", "T 3 2"] * 4),
    # Flushes alone, possible and not, of which many ways of giving out the suits have to be tried.
    "T 5 J 8 2 flush/8 3 2 9 J flush/J 8 9 2 7 flush/6 5 T flush/4 K A flush/Q 3 A K 9 flush/7 6 4 flush/"
    "K 9 6 5 4 flush/T J 8 3 2 flush/3 K A Q T flush/6h 4d Qs",
    "Q T 5 flush/J 4 9 flush/6 A 2 flush/Q T A 5 2 flush/9 4 J 7 K flush/5 Q T flush/K 9 4 3 J flush/"
    "J 6 4 9 K flush/3 A 8 7 Q flush/T 2 6 7 K flush/8h 7d 3c",
    "6 A T flush/J 3 Q flush/4 7 8 flush/A T 6 K 5 flush/4 7 8 flush/5 Q 4 8 7 flush/6 3 9 J A flush/"
    "Q T 5 K 2 flush/3 T 7 4 A flush/3 5 9 2 8 flush/9h 2d Ks",
    "/".join(["A K Q J 9 flush"] * 5 + ["8 7 6 5 3 flush"] * 4).removeprefix("A K Q J 9 flush/"),
)
"""The slowest deals among many that were built to be slow, rows separated by slashes."""


@each("deal", SLOWEST, few=2)
def test_no_deal_without_suits_takes_long(deal: str) -> None:
    """Takes less than a loop of a million steps, about a twentieth of a second."""
    rows = [row(text) for text in deal.split("/")]

    def seconds(work: Callable[[], object]) -> float:
        taken = []
        for _ in range(3):
            start = time.process_time()
            work()
            taken.append(time.process_time() - start)
        return min(taken)

    assert seconds(lambda: check_deck(rows)) < seconds(lambda: sum(1 for _ in range(1_000_000)))


class TestPlayers:
    @each(
        ("text", "expected"),
        [
            (HERO, ["deal-players"]),
            ("deal 1\n" + HERO + "Gus: absent\n", ["deal-players"]),
            ("deal 1\ndeal 2\n" + HERO + GUS, ["deal-players"]),
            ("".join(f"P{n}: foul\n" for n in range(5)), ["deal-players"]),
            (HERO + HERO, ["player-repeated"]),
            ("José: foul\nJose\u0301: foul\n", ["player-repeated"]),
            ('Ann: foul\n" Ann ": foul\n', ["player-repeated"]),
            ("ann: foul\nAnn: foul\n", ["name-case"]),
            ("\u0410nn: foul\nAnn: foul\n", ["name-look-alike"]),
            ('"a\u202eb": foul\nAnn: foul\n', ["name-character"]),
            ('"a\u200bb": foul\nAnn: foul\n', []),
            ('"a\u00adb": foul\nAnn: foul\n', []),
            ('"a\ufeffb": foul\nAnn: foul\n', []),
            ('"a\u00a0b": foul\nAnn: foul\n', []),
            ("a\u202eb: foul\nAnn: foul\n", ["name-character"]),
            ('"👨\u200d👩\u200d👧": foul\nAnn: foul\n', []),
            ('"": foul\nAnn: foul\n', ["name-empty"]),
            ("x" * 65 + ": foul\nAnn: foul\n", ["name-too-long"]),
            ("x" * 64 + ": foul\nAnn: foul\n", []),
            ("Hero: foul\nQQ5 / AA762 / 9TJQK\n", ["name-missing"]),
            ("players: Hero, Gus\nHero: foul\nGuss: foul\n", ["name-unknown"]),
            (f"{HERO}{GUS}Guss: foul\n", ["name-unknown"]),
            (f"{HERO}{GUS}Guss: absent\n", []),
            ("players: Hero = H, Gus = H\nHero: foul\nGus: foul\n", ["short-name-taken"]),
            ("players: Hero = Gus, Gus\nHero: foul\nGus: foul\n", ["short-name-taken"]),
            ("players: Hero = H, Gus\nHero: foul\nH: foul\nGus: foul\n", ["player-repeated"]),
        ],
    )
    def test_players(self, text: str, expected: list[str]) -> None:
        assert codes(text) == expected

    @each("absent", range(6))
    def test_who_is_absent_takes_no_cards_from_those_who_play(self, absent: int) -> None:
        """A deal of four players at a table of six is scored for any two absent seats."""
        four = [HERO, GUS, "Cid: foul\n", "Dan: foul\n"]
        six = [*four, "Eve: absent\n"]
        six.insert(absent, "Fay: absent\n")
        assert codes("".join(six)) == []
        totals = [ofcscore.score(ofcscore.read_text("".join(lines))).totals for lines in (four, six)]
        assert totals[0] == totals[1] != {}

    @each(
        "other",
        [
            *("Ann\u200d", "A\u200cnn", "Ann\u3164", "A\u3164nn", "\u2800Ann", "Ann\ufe0f", "Ann\ufe0e"),
            *("A\U000e0101nn", "\u115fAnn", "An\u1160n", "An\uffa0n", "An\u17b4n", "An\u180bn"),
            *("An\U0001d159n", "\uff21\uff4e\uff4e", "\U0001d400\U0001d427\U0001d427", "\u0410nn"),
            *("\u0410n\u200dn\u3164", "\uff41\uff4e\uff4e"),
        ],
        few=7,
    )
    def test_names_that_look_the_same_are_told(self, other: str) -> None:
        """Names match in any order, on boards and in lists, in each format."""
        for first, second in (("Ann", other), (other, "Ann")):
            assert codes(f'"{first}": foul\n"{second}": foul\n') == ["name-look-alike"]
            listed = f'players: "{first}", "{second}"\n'
            assert codes(f'{listed}"{first}": foul\n"{second}": foul\n') == ["name-look-alike"]
            session = ofcscore.read_text(json.dumps({"boards": {first: "foul", second: "foul"}}), form="json")
            assert [w.code for w in session.warnings] == ["name-look-alike"]

    @each(
        ("first", "second", "why"),
        [
            ("Ann B", "Ann\u2800B", "\u2800 (U+2800 BRAILLE PATTERN BLANK)"),
            ("AnnB", "Ann\u3164B", "\u3164 (U+3164 HANGUL FILLER)"),
            ("Ann B", "Ann\u3164B", "\u3164 (U+3164 HANGUL FILLER)"),
            ("\u2764", "\u2764\ufe0f", "\ufe0f (U+FE0F VARIATION SELECTOR-16)"),
            ("fi", "\ufb01", "\ufb01 (U+FB01 LATIN SMALL LIGATURE FI)"),
            ("\u30d1", "\uff8a\uff9f", "\uff8a (U+FF8A HALFWIDTH KATAKANA LETTER HA), \uff9f (U+FF9F "),
        ],
    )
    def test_what_is_not_seen_in_a_name_is_said(self, first: str, second: str, why: str) -> None:
        (problem,) = problems_of(f'"{first}": foul\n"{second}": foul\n')
        assert problem.message.startswith(f"{second} and {first} look alike but count as two players: the ")
        assert f" name has {why}" in problem.message

    def test_a_filler_may_look_like_a_blank_or_like_nothing(self) -> None:
        assert codes('"Ann B": foul\n"AnnB": foul\n') == []
        for names in (("Ann B", "AnnB", "Ann\u3164B"), ("Ann\u3164B", "AnnB", "Ann B")):
            assert "name-look-alike" in codes("".join(f'"{name}": foul\n' for name in names))

    @each(
        ("first", "second"),
        [
            ("Ann", "Anna"),
            ("Ann 2", "Ann \u00b2"),
            ("Jose", "Jos\u00e9"),
            ("\u0e19\u0e33", "\u0e19\u0e32"),
            ("\u0627\u0628", "\u0627\u062a"),
            ("\U0001f468", "\U0001f469"),
            ("\ud55c", "\ud55c\uae00"),
        ],
    )
    def test_names_that_do_not_look_the_same_are_not(self, first: str, second: str) -> None:
        assert codes(f'"{first}": foul\n"{second}": foul\n') == []

    @each(
        "name",
        [
            *("\u3164", "\u2800\u2800", "\u200d", "\u200c\u200d", "\ufe0f", "\u115f \u1160", "\uffa0"),
            *("\U000e0100", "\u17b4"),
        ],
    )
    def test_a_name_of_which_nothing_is_seen_is_none(self, name: str) -> None:
        assert codes(f'"{name}": foul\nAnn: foul\n') == ["name-empty"]
        (problem,) = problems_of(f'"{name}": foul\nAnn: foul\n')
        assert problem.message.startswith("this name has only invisible characters: ")
        assert f"U+{ord(name[0]):04X}" in problem.message
        for form, text in (
            ("json", json.dumps({"boards": {name: "foul", "Ann": "foul"}})),
            ("csv", f"player,top,mid,bot,status\n{name},,,,foul\nAnn,,,,foul\n"),
        ):
            with pytest.raises(ofcscore.ProblemsError, match="this name has only invisible characters"):
                ofcscore.read_text(text, form=form)  # type: ignore[arg-type]

    @each(
        "line",
        [
            *("stake Hero/Guss: 2", "chips: Guss 100", "paid: Guss -> Hero 5", "adjust: Guss 5, Hero -5"),
            *("expect: Guss 5", "bank: Guss", "dealer: Guss"),
        ],
    )
    def test_names_without_a_board(self, line: str) -> None:
        """An unknown name gets a similar one as help; without `players:`, at the end."""
        for start in ("", "players: Hero, Gus\n"):
            (problem,) = problems_of(f"{start}{line}\nHero: foul\nGus: foul\n")
            assert (problem.code, problem.hint) == ("name-unknown", "did you mean Gus?")
            assert problem.place.text == line

    def test_a_name_with_a_board_later_is_known(self) -> None:
        assert (
            codes("paid: Zoe -> Hero 5\ndeal 1\nHero: foul\nGus: foul\n", "deal 1\nZoe: foul\nHero: foul\n")
            == []
        )

    def test_an_unknown_player_is_told_once_and_every_deal_left_out(self) -> None:
        problems = Problems()
        text = "players: Hero, Gus\n" + "".join(f"deal {n}\nHero: foul\nGuss: foul\n" for n in range(3))
        items = list(read_stream([text_source(text)], problems))
        assert [p.code for p in problems.kept] == ["name-unknown"]
        assert not any(isinstance(item, Deal) for item in items)
        assert problems.left_out == 3

    def test_the_players_of_a_log_get_no_chips_in_the_next(self) -> None:
        """`chips: 100` applies to the players of the same log, not of the log before."""
        deal = "deal 1\nHero: foul\nGus: foul\n"
        assert codes("players: Hero, Gus\n" + deal, "chips: 100\n" + deal) == ["key-unreadable"]
        assert codes("players: Hero, Gus\n" + deal, "players: Gus, Hero\nchips: 100\n" + deal) == []

    def test_short_names_stay_for_the_next_log(self) -> None:
        sources = [
            text_source('players: Hero, "Phil H." = P\nHero: foul\nP: foul\n'),
            text_source("Hero: foul\nP: foul\n"),
        ]
        items, problems = read_session(sources)
        assert problems == ()
        assert [b.player for item in items if isinstance(item, Deal) for b in item.boards] == [
            "Hero",
            "Phil H.",
        ] * 2

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            (
                'players: Hero, "Phil H." = P\nHero: foul\nP: foul\n',
                "players: Hero, P\nHero: foul\nP: foul\n",
            ),
            ("players: Hero, Ann = P + Q\nHero: foul\nP: foul\n", "players: Hero, P\nHero: foul\nP: foul\n"),
            (
                'players: Hero, Gus, "Phil H." = P\nHero: foul\nGus: foul\n',
                "players: P, Gus\nP: foul\nGus: foul\n",
            ),
        ],
    )
    def test_a_short_name_that_is_a_player_of_another_log_is_told(self, first: str, second: str) -> None:
        """The place in the other log is named, in either order of the logs."""
        for texts in ((first, second), (second, first)):
            (problem,) = problems_of(*texts)
            assert (problem.code, problem.warning) == ("short-name-taken", False)
            assert (problem.place.file, problem.place.line) == ("2.ofc", 1)
            assert "(line 1 of 1.ofc)" in problem.message

    def test_a_player_who_had_boards_is_no_short_name_later(self) -> None:
        (problem,) = problems_of(
            "Hero: foul\nP: foul\n", 'players: Hero, "Phil H." = P\nHero: foul\nP: foul\n'
        )
        assert (problem.code, problem.message) == (
            "short-name-taken",
            "P is already another player's name (line 2 of 1.ofc)",
        )
        assert problem.hint is not None
        assert "another name in one of them" in problem.hint

    @each(
        ("texts", "people"),
        [
            (["players: Hero, Phil = P\nHero: foul\nP: foul\n"] * 2, ["Hero", "Phil"] * 2),
            (["players: Hero, Ann = A + B\nHero: foul\nA: foul\n"] * 2, ["Hero", "Ann"] * 2),
            (
                [
                    "players: Hero, Ann = A\nHero: foul\nA: foul\n",
                    "players: Hero, Bob = A + B\nHero: foul\nA: foul\n",
                ],
                ["Hero", "Ann", "Hero", "Bob"],
            ),
            (
                [
                    "players: Hero, Bob = A + B\nHero: foul\nA: foul\n",
                    "players: Hero, Ann = A\nHero: foul\nA: foul\n",
                ],
                ["Hero", "Bob", "Hero", "Ann"],
            ),
        ],
    )
    def test_a_short_name_stands_for_whom_its_own_log_says(self, texts: list[str], people: list[str]) -> None:
        items, problems = read_session([text_source(text) for text in texts])
        assert problems == ()
        assert [
            item.table.people.get(board.player, board.player)
            for item in items
            if isinstance(item, Deal)
            for board in item.boards
        ] == people

    @each(
        ("text", "form", "line"),
        [
            ("rake: 1\nHero: foul\nhouse: foul\n", "text", 3),
            ("deal 1\nHero: foul\nhouse: foul\ndeal 2\nrake: 1 EUR\nHero: foul\nhouse: foul\n", "text", 5),
            ("rake: 1\nplayers: Hero, house\ndeal 1\nHero: foul\nhouse: foul\n", "text", 1),
            ("players: Hero, Ann = house\nrake: 1\ndeal 1\nHero: foul\nAnn: foul\n", "text", 2),
            ("rake: 1\nplayers: Hero, Ann = house + A\ndeal 1\nHero: foul\nA: foul\n", "text", 1),
            ("rake: 1\ndeals:\n- deal: 1\n  boards: {Hero: foul, house: foul}\n", "yaml", 4),
            ('{"rake": "1"}\n{"deal": "1", "boards": {"Hero": "foul", "house": "foul"}}\n', "jsonl", 2),
            ("deal,player,status,key,value\n,,,rake,1\n1,Hero,foul,,\n1,house,foul,,\n", "csv", 4),
            ("Hero: foul\nhouse: foul\nadjust: house +1, Hero -1\n", "text", 2),
            ("paid: Hero -> house 5\ndeal 1\nHero: foul\nhouse: foul\n", "text", 4),
            (f"rake: 1\ndeal 1\n{HERO}{GUS}deal 2\n{HERO}{GUS}".replace("Gus", "house"), "text", 4),
        ],
    )
    def test_nobody_is_called_like_the_house_that_takes_part(self, text: str, form: Form, line: int) -> None:
        """It is reported once in every format."""
        problems = read_session([text_source(text, form)])[1]
        assert [(p.code, p.place.line) for p in problems if not p.warning] == [("name-house", line)]

    def test_a_rake_of_one_log_and_a_player_of_another_called_house(self) -> None:
        raked, plays = "rake: 1\nHero: foul\nGus: foul\n", "Hero: foul\nhouse: foul\n"
        assert [(p.code, p.place.file) for p in problems_of(raked, plays)] == [("name-house", "2.ofc")]
        assert [(p.code, p.place.file) for p in problems_of(plays, raked)] == [("name-house", "2.ofc")]

    @pytest.mark.parametrize("rake", ["", "rake: 0\n"])
    def test_where_the_house_takes_no_part_a_player_may_be_called_house(self, rake: str) -> None:
        assert codes(f"{rake}Hero: foul\nhouse: foul\nexpect: house 0\n") == []

    def test_the_house_itself_takes_part(self) -> None:
        keys = "rake: 1\nplayers: Hero, House\nadjust: Hero -1, house +1\npaid: Hero -> house 2\n"
        assert codes(f"{keys}Hero: foul\nHouse: foul\n") == []


class TestDeals:
    @each(
        ("text", "expected"),
        [
            ("deal 1\n" + HERO + GUS + "deal 2\n" + HERO + GUS, ["deal-repeated"]),
            ("deal 1\n" + HERO + GUS + "deal 2\nvoid\n" + HERO + GUS, []),
            ("deal 1\nHero: foul\nGus: foul\ndeal 2\nHero: foul\nGus: foul\n", []),
            ("deal 1\nHero: foul\nGus: foul\ndeal 1\nHero: foul\nGus: foul\n", ["deal-name-repeated"]),
            ("deal 1\nHero: foul\nGus: foul\ndeal one\nHero: foul\nGus: foul\n", ["deal-name-repeated"]),
            ("deal II\nHero: foul\nGus: foul\ndeal 2\nHero: foul\nGus: foul\n", ["deal-name-repeated"]),
            ("deal 1 2026-11-20\nHero: foul\nGus: foul\ndeal 1 2026-11-21\nHero: foul\nGus: foul\n", []),
            ("Hero: foul\nGus: foul\ndeal 1\nHero: foul\nGus: foul\n", ["board-before-deal"]),
            ("Hero: foul\nGus: foul\n" * 3, ["player-repeated"]),
            ("".join(f"P{n}: foul\n" for n in range(1001)), ["deal-endless"]),
            ("note: x\n" * 1001 + "Hero: foul\nGus: foul\n", ["deal-endless"]),
            ("deal 1\n" + HERO + GUS + "note: x\n" * 1001, ["deal-endless"]),
            ("rules: nonsense\nHero: foul\nGus: foul\n", ["rules-unknown"]),
            ('deal "a\u202eb"\nHero: foul\nGus: foul\n', ["name-character"]),
        ],
        few=4,
    )
    def test_deals(self, text: str, expected: list[str]) -> None:
        assert codes(text) == expected

    @each(
        ("first", "second", "expected"),
        [
            (
                "claim dragon: 2 3 4 5 6 7 8 9 T J Q K A",
                "claim dragon: 2 3 4 5 6 7 8 9 T J Q K A",
                ["deal-repeated"],
            ),
            ("claim dragon: 2 3 4 5 6 7 8 9 T J Q K A", "claim six pairs: 2 2 3 3 4 4 5 5 6 6 7 7 A", []),
            ("claim dragon: 234 / 56789 / TJQKA", "claim dragon: 234 / 56789 / TJQKA", ["deal-repeated"]),
            ("claim dragon: 234 / 56789 / TJQKA", "claim three straights: 234 / 56789 / TJQKA", []),
            ("foul (1 ace)", "foul (2 aces)", []),
        ],
    )
    def test_claims_are_the_same_by_their_kind_and_cards(
        self, first: str, second: str, expected: list[str]
    ) -> None:
        """Beside an identical board and beside a foul."""
        for other in ("Gus: foul", "Gus: 99T / QQ3J4 / KK852"):
            text = f"deal 1\nHero: {first}\n{other}\ndeal 2\nHero: {second}\n{other}\n"
            wanted = [] if "ace" in first and "/" not in other else expected
            assert codes(text) == wanted
            assert codes(text.replace(f"Hero: {first}\n{other}", f"{other}\nHero: {first}", 1)) == []

    @pytest.mark.parametrize(
        "key", ["paid: Hero -> Gus 20", "adjust: Hero +5, Gus -5", "chips: Hero 100, Gus 80"]
    )
    def test_payments_in_a_void_deal_are_said_to_count_for_nothing(self, key: str) -> None:
        boards = HERO + GUS + "deal 2\n" + GUS + HERO
        word = key.split(":")[0]
        for void in ("void", "void: wrong deck"):
            (problem,) = problems_of(f"deal 1\n{void}\n{key}\n{boards}")
            assert (problem.code, problem.warning, problem.place.line) == ("void-payment", True, 3)
            assert problem.message == f"deal 1 is void, so its `{word}` does not count"
        assert codes(f"{key}\ndeal 1\nvoid\n{boards}") == []
        assert codes(f"deal 1\nvoid: no\n{key}\n{boards}") == []
        assert codes(f"deal 1\nvoid\nnote: x\nexpect: Hero +1\n{boards}") == []

    @pytest.mark.parametrize("number", some(1, of=[1001, 1000]))
    @each(
        ("form", "start", "again", "end"),
        [
            ("text", "deal 1\n", "note: x\n", ""),
            ("text", "", "note: x\n", "deal 1\nA: foul\nB: foul\n"),
            ("yaml", "deals:\n- deal: 1\n  boards:\n", "    P{n}: foul\n", ""),
            ("yaml", "deals:\n- deal: 1\n  note:\n", "  - x\n", ""),
            ("yaml", "note:\n", "- x\n", "deals:\n- deal: 1\n  boards: {A: foul, B: foul}\n"),
            ("yaml", "note:\n", "- x\n", "deal: 1\nboards: {A: foul, B: foul}\n"),
            ("json", '{"deals": [{"deal": 1, "boards": {', '"P{n}": "foul",\n', '"B": "foul"}}]}\n'),
            ("jsonl", '{"deal": 1, "boards": {', '"P{n}": "foul",', '"B": "foul"}}\n'),
            ("jsonl", '{"note": [', '"x",', '"x"]}\n{"deal": 1, "boards": {"A": "foul", "B": "foul"}}\n'),
            ("csv", "deal,player,status\n", "1,P{n},foul\n", ""),
            ("csv", "deal,key,value\n", "1,note,x\n", ""),
            ("csv", "deal,player,status,key,value\n", ",,,note,x\n", "1,A,foul,,\n1,B,foul,,\n"),
        ],
        few=4,
    )
    def test_a_deal_or_header_without_end_is_one_in_every_form(
        self, form: Form, start: str, again: str, end: str, number: int
    ) -> None:
        """A deal with more than a thousand boards and keys has only that one error."""
        number -= form.startswith("json")  # The last one, which has no comma behind it, is in `end`.
        text = start + "".join(again.replace("{n}", str(n)) for n in range(number)) + end
        found = [p.code for p in read_session([text_source(text, form=form)])[1]]
        if number + form.startswith("json") > 1000:
            assert found == ["deal-endless"]
        else:
            assert "deal-endless" not in found

    @given(st.lists(st.integers(0, 30), max_size=60))
    def test_repeated_names_are_found_exactly(self, names: list[int]) -> None:
        text = "".join(f"deal {name}\nHero: foul\nGus: foul\n" for name in names)
        expected = len(names) - len(set(names))
        assert codes(text or "Hero: foul\nGus: foul\n").count("deal-name-repeated") == expected
