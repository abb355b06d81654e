"""Scoring: the royalty tables row by row, fouls in words, score lines, and the laws of every mechanism.

What each setting pays is proved sentence by sentence in `cases/*.yaml`; here is what those logs cannot say.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ofcscore.game.cards import RANKS, ROWS, SUITS, Board, Row, Stated
from ofcscore.game.jokers import Jokers
from ofcscore.game.ranks import RankOrder
from ofcscore.game.spelling import read_cards
from ofcscore.rules.loading import load_rules
from ofcscore.rules.model import Bonus, FoulPrice, PointValues, Rules
from ofcscore.scoring.boards import NO_FANTASYLAND, Scales, Status, Stay, scales_of, score_board
from ofcscore.scoring.deal import Deal, Points, Table
from ofcscore.scoring.score import DealScore, apply_limits, score_deal
from ofcscore.scoring.score_lines import PairScore, whole
from tests.loops import each, table
from tests.transcripts import TESTS

PLAYERS: Final = ("A", "B", "C", "D")
LINES: Final = tomllib.loads((TESTS / "cases" / "lines.toml").read_text(encoding="utf-8"))
SETS: Final = re.compile(r"\S+=(?:\{[^}]*\}|\S+)")


@cache
def rules_of(text: str, *sets: str) -> Rules:
    rules, problems = load_rules(text, sets=sets)
    assert rules is not None, problems
    return rules


def board(player: str, text: str) -> Board:
    """A board from `top / middle / bottom` in any spelling of cards."""
    top, middle, bottom = (read_cards(row).text for row in text.split("/"))
    return Board.of(player, top, middle, bottom)


def score(rules: Rules, boards: Sequence[Board], *, bank: str | None = None) -> DealScore:
    scales = scales_of(rules) if rules.jokers.number else Scales(rules)
    return score_deal(Deal("1", tuple(boards), Table(rules, bank=bank)), scales)


def pair(rules: Rules, first: str, second: str) -> PairScore:
    return score(rules, [board("A", first), board("B", second)]).pairs[0]


# What each row is worth. ------------------------------------------------------------------

TOPS = {
    "66A": 1, "77A": 2, "88A": 3, "99A": 4, "TTA": 5, "JJA": 6, "QQA": 7, "KKA": 8, "AAK": 9,
    "222": 10, "333": 11, "444": 12, "555": 13, "666": 14, "777": 15, "888": 16, "999": 17,
    "TTT": 18, "JJJ": 19, "QQQ": 20, "KKK": 21, "AAA": 22,
    "22A": 0, "33A": 0, "44A": 0, "55A": 0, "AKQ": 0,
}  # fmt: skip
PAIR: Final = "KK972"
TWO_PAIR: Final = "KKQQ9"
TRIPS: Final = "22234"
STRAIGHT: Final = "23456"
WHEEL: Final = "A2345"
FLUSH: Final = "Ah Th 8h 5h 2h"
FULL: Final = "22233"
QUADS: Final = "22223"
STRAIGHT_FLUSH: Final = "2h 3h 4h 5h 6h"
STEEL_WHEEL: Final = "Ah 2h 3h 4h 5h"
ROYAL: Final = "Ah Kh Qh Jh Th"

OPEN_FACE_MIDDLE = {
    PAIR: 0, TWO_PAIR: 0, TRIPS: 2, STRAIGHT: 4, WHEEL: 4, FLUSH: 8, FULL: 12, QUADS: 20,
    STRAIGHT_FLUSH: 30, STEEL_WHEEL: 30, ROYAL: 50,
}  # fmt: skip
OPEN_FACE_BOTTOM = {
    PAIR: 0, TWO_PAIR: 0, TRIPS: 0, STRAIGHT: 2, WHEEL: 2, FLUSH: 4, FULL: 6, QUADS: 10,
    STRAIGHT_FLUSH: 15, STEEL_WHEEL: 15, ROYAL: 25,
}  # fmt: skip
LOW_MIDDLE = {
    "75432": 8, "76432": 4, "76542": 4, "86432": 2, "87652": 2, "96432": 1, "98762": 1, "T5432": 0,
    "T9876": 0, "J5432": 0, "22345": 0,
}  # fmt: skip


OPEN_FACE = {Row.TOP: TOPS, Row.MIDDLE: OPEN_FACE_MIDDLE, Row.BOTTOM: OPEN_FACE_BOTTOM}
ROYALTIES: dict[str, dict[Row, dict[str, int]]] = {
    "ofc": OPEN_FACE,
    "ofc-27": OPEN_FACE | {Row.MIDDLE: LOW_MIDDLE},
    "chinese": {
        Row.TOP: {"222": 3, "AAA": 3, "AAK": 0},
        Row.MIDDLE: {TRIPS: 0, STRAIGHT: 0, FLUSH: 0, FULL: 2, QUADS: 6, STRAIGHT_FLUSH: 10, ROYAL: 20},
        Row.BOTTOM: {TRIPS: 0, STRAIGHT: 0, FLUSH: 0, FULL: 0, QUADS: 4, STRAIGHT_FLUSH: 5, ROYAL: 10},
    },
}


@each(
    ("rules", "row", "cards", "points"),
    [
        pytest.param(name, row, cards, points, id=f"{name}: {cards} {row.label} {points}")
        for name, table in ROYALTIES.items()
        for row, ranks in table.items()
        for cards, points in ranks.items()
    ],
)
def test_royalty(rules: str, row: Row, cards: str, points: int) -> None:
    """Each row of a table of royalties, and what it leaves out; `test_presets.py` has the tables of all."""
    sums = [board("A", "234 / 22345 / 22345").sums, board("A", f"{cards} / {cards} / {cards}").sums]
    assert sums[0] is not None
    assert sums[1] is not None
    three = [sums[0][i] for i in ROWS]
    three[row] = sums[1][row]
    assert Scales(rules_of(rules)).values((three[0], three[1], three[2]))[row].royalty == points


# Fouls in words. ---------------------------------------------------------------------------


@each(("rules", "cards", "reason"), table("foul_reason"))
def test_foul_reason(rules: str, cards: str, reason: str) -> None:
    name, _, sets = rules.partition(" | ")
    found = score_board(board("A", cards), Scales(rules_of(name, *SETS.findall(sets))))
    assert (found.status, found.foul, found.royalties) == (Status.FOUL, reason, 0)


SCOOPER, SCOOPED, ALSO_SCOOPED = "KK7 / AAQ94 / JJJ55", "Q83 / 66542 / 99KT7", "T43 / 33976 / TT862"
ON_THE_MOON, ALSO_ON_THE_MOON = "532 / 97642 / J8643", "432 / 86532 / T9854"


@each(
    ("boards", "scooping"),
    [
        ((SCOOPER, SCOOPED, ALSO_SCOOPED), "A"),
        ((SCOOPER, SCOOPED, "foul"), "A"),
        # Paid instead of compared: nobody is kept from a scoop of everybody, and nobody helped to one.
        ((SCOOPER, SCOOPED, ALSO_SCOOPED, ON_THE_MOON), "A"),
        ((SCOOPER, SCOOPED, "foul", ON_THE_MOON), "A"),
        ((SCOOPER, SCOOPED, ON_THE_MOON), ""),
        ((SCOOPER, "foul", ON_THE_MOON), ""),
        ((ON_THE_MOON, "foul", "foul"), ""),
        ((SCOOPER, SCOOPED, ON_THE_MOON, ALSO_ON_THE_MOON), ""),
    ],
)
def test_a_board_on_the_moon_is_not_scooped(boards: tuple[str, ...], scooping: str) -> None:
    """`scoop_all` counts who is compared."""
    rules = rules_of("ofc + moon", "points.scoop_all=3")
    made = [
        Board(name, None, None, Stated.FOUL) if text == "foul" else board(name, text)
        for name, text in zip("ABCD", boards, strict=False)
    ]
    for order in permutations(made):
        found = score(rules, order)
        paid = {(one.first, one.second): one.kind("scoop-all") for one in found.pairs}
        moon = {(one.first, one.second) for one in found.pairs if any(x.kind == "moon" for x in one.lines)}
        for (first, second), points in paid.items():
            side = (first == scooping) - (second == scooping)
            assert points == (0 if (first, second) in moon else 3 * side)


def test_who_fouls_before_the_moon_is_asked_is_scooped_by_it() -> None:
    """`decides` may ask for fouls first; then a board on the moon is compared with them."""
    rules = rules_of("ofc + moon", "points.scoop_all=3", "decides=[foul, moon, rows]")
    fouls = [Board(name, None, None, Stated.FOUL) for name in "BC"]
    found = score(rules, [board("A", ON_THE_MOON), *fouls])
    assert [one.kind("scoop-all") for one in found.pairs] == [3, 3, 0]


def test_fouls_without_rows_and_by_the_table() -> None:
    scales = Scales(rules_of("ofc"))
    mucked = score_board(Board("A", None, None, Stated.FOUL), scales)
    ruled = score_board(board("A", "432 / 55678 / 99QKA")._replace(stated=Stated.FOUL), scales)
    assert mucked.foul == "fouled (cards not shown)"
    assert ruled.foul == "ruled a foul at the table"


# Score lines have reasons, and a total is nothing but their sum. ----------------------------


def person(player: str, text: str) -> Board:
    """A board, or what a log says of one: `foul`, `foul: CARDS`, `surrender`, `NATURAL: CARDS`."""
    said, _, cards = text.partition(": ")
    if not cards and "/" not in said:
        return Board(player, None, None, Stated(said))
    if said in ("foul", "surrender"):
        return board(player, cards)._replace(stated=Stated(said))
    if cards:
        return Board(player, None, None, Stated.CLAIM, claim=said, cards=read_cards(cards).text)
    return board(player, text)


WEAK: Final = "QT5 / TT754 / JJ973"
GOOD: Final = "AK7 / QQ943 / KK862"


def scooped(one: PairScore) -> bool:
    """Whether one of a pair wins three rows."""
    signs = {(line.points > 0) - (line.points < 0) for line in one.lines if line.kind == "row"}
    return len(signs) == 1 and 0 not in signs and sum(line.kind == "row" for line in one.lines) == len(ROWS)


@each(
    ("rules", "boards", "lines"),
    [(rules, boards, lines) for rules, rows in LINES.items() for boards, lines in rows.items()],
)
def test_the_lines_of_every_pair(rules: str, boards: str, lines: list[str]) -> None:
    """Kind, row, points and reason of every line, in order, and the same sums without lines.

    B is the bank where there is one.
    """
    name, _, sets = rules.partition(" | ")
    given_boards = [person(player, text) for player, text in zip("ABC", boards.split(" | "), strict=False)]
    found = score(rules_of(name, *SETS.findall(sets)), given_boards, bank="B" if "bank" in name else None)
    assert [
        f"{one.first}{one.second} {line.kind}{f' {line.row.label}' if line.row is not None else ''}"
        f" {'' if line.points < 0 else '+'}{line.points}: {line.note}"
        for one in found.pairs
        for line in one.lines
    ] == lines
    assert [(e.points, e.scoop) for e in found.exchanges] == [
        (one.points, (one.kind("row") > 0) - (one.kind("row") < 0) if scooped(one) else 0)
        for one in found.pairs
    ]
    assert sum(found.totals.values()) == 0


def test_absent_players_have_no_part_in_the_deal() -> None:
    boards = [
        board("A", "AK7 / QQ943 / KK862"),
        Board("C", None, None, Stated.ABSENT),
        board("B", "QT5 / TT754 / JJ973"),
    ]
    found = score(rules_of("ofc"), boards)
    assert found.totals == {"A": 6, "B": -6}
    assert [(p.first, p.second) for p in found.pairs] == [("A", "B")]


# Laws. --------------------------------------------------------------------------------------------

DECK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
Cards = Sequence[str]


def by_groups(cards: Cards) -> list[str]:
    """Pairs, triplets and quads first, the high ones before the low ones."""
    ranks = [card[0] for card in cards]
    return sorted(cards, key=lambda card: (-ranks.count(card[0]), -RANKS.index(card[0])))


def by_suits(cards: Cards) -> list[str]:
    suits = [card[1] for card in cards]
    return sorted(cards, key=lambda card: (-suits.count(card[1]), card[1], -RANKS.index(card[0])))


def arranged(cards: Cards, chance: random.Random) -> str:
    """Thirteen cards as rows: well, by suits, or in any order; a few of them fouls, all of them possible."""
    way = chance.random()
    if way < 0.6:
        cards = by_groups(cards)
    elif way < 0.8:
        cards = by_suits(cards)
    bottom, middle, top = cards[:5], cards[5:10], cards[10:]
    return " / ".join(" ".join(row) for row in (top, middle, bottom))


def dealt(chance: random.Random, players: int) -> list[Board]:
    deck = list(DECK)
    chance.shuffle(deck)
    boards = [board(p, arranged(deck[i * 13 : i * 13 + 13], chance)) for i, p in enumerate(PLAYERS[:players])]
    for i, one in enumerate(boards):
        if chance.random() < 0.06:
            boards[i] = one._replace(stated=Stated.FOUL)
    return boards


NAMES: Final = (
    "ofc", "ofc-27", "ofc-headshot", "ofc-2013", "ofc-flat-trips", "chinese", "chinese-simple",
    "chinese-pagat", "chinese-vietnamese", "chinese-singapore", "chinese-hawaiian", "chinese-eastern",
    "ofc + two-four", "ofc + moon", "ofc + aces-bet", "chinese-pagat + overall-point + sweep-3",
    "chinese-pagat + higher-middle + losing-hands-count", "chinese-vietnamese + double-triple",
    "chinese-singapore + double-all + aces-bet", "mau-binh", "mau-binh-double", "capsa-susun", "shisanshui",
    "shisanshui-fujian", "pusoy", "ofc-kkpoker-joker", "ofc-27 + jokers", "chinese-pagat + jokers",
)  # fmt: skip
OTHERS: Final = (
    "chinese-malayan",
    "chinese-hawaiian + bank",
    "chinese-simple + single-winner",
    "chinese-simple + pool",
)


@st.composite
def rule_sets(draw: st.DrawFn, names: Sequence[str] = NAMES) -> Rules:
    """A shipped rule set, half of the time with other prices, order, wheel, naturals, ties and jokers."""
    rules = rules_of(draw(st.sampled_from(names)))
    if draw(st.booleans()):
        return rules
    bonuses = st.sampled_from([Bonus(), Bonus(1), Bonus(3), Bonus(0, 2), Bonus(0, 3)])
    prices = [FoulPrice("lost-rows", True), FoulPrice("lost-rows", False), FoulPrice("nothing", False)]
    prices += [FoulPrice(6, True), FoulPrice(8, False), FoulPrice("lost-rows", True, 1)]
    return rules._replace(
        points=PointValues(
            draw(st.integers(1, 3)),
            draw(bonuses),
            draw(bonuses)._replace(opponents=draw(st.integers(2, 3))),
            draw(st.integers(0, 2)),
            draw(st.sampled_from(["rows", "points"])),
        ),
        foul=draw(st.sampled_from([*prices, FoulPrice("lost-rows", True, 3)])),
        royalties=rules.royalties._replace(
            count=draw(st.sampled_from(["both", "winner-replaces", "winner-adds"]))
        ),
        order=draw(st.sampled_from(["at-least", "strict"])),
        ranks=RankOrder(draw(st.sampled_from(["low", "second"])), draw(st.booleans())),
        naturals=rules.naturals._replace(
            declared=draw(st.booleans()),
            between=draw(st.sampled_from(["higher", "difference", "equal-cancel"])),
        ),
        false_claim=draw(st.sampled_from([None, 0, 6])),
        absent=draw(st.sampled_from([0, 3])),
        ties=draw(st.sampled_from(["", "shcd", "dchs"])),
        suits_first=draw(st.booleans()),
        double=draw(st.sampled_from([None, "5h", "As"])),
        aces=draw(st.sampled_from([(), (0, 1, 2, 3, 4), (0, 1, 2, 6, 8)])),
        aces_pooled=draw(st.booleans()),
        jokers=draw(
            st.sampled_from([Jokers(), Jokers(2), Jokers(2, "any"), Jokers(2, "any", "above-royal")])
        ),
    )


ALL_RULES: Final = rule_sets((*NAMES, *OTHERS))
chances: Final = st.integers(0, 2**32).map(random.Random)
tables: Final = st.tuples(chances, st.integers(2, 4)).map(lambda drawn: dealt(*drawn))


class Game(NamedTuple):
    """Boards of one deal, and the rules by which they are played."""

    boards: list[Board]
    rules: Rules

    def score(self, boards: Sequence[Board] | None = None) -> DealScore:
        """These boards, or others, with B as the bank where there is one."""
        return score(self.rules, self.boards if boards is None else boards, bank="B")


def games(rules: SearchStrategy[Rules]) -> SearchStrategy[Game]:
    """A deal with what its rules allow: jokers, false claims, and behind two who play the absent."""
    return st.builds(_played, tables, rules, chances)


def _played(boards: list[Board], rules: Rules, chance: random.Random) -> Game:
    for i, one in enumerate(boards):
        rows = " / ".join(one.rows or ())
        if i > 1 and chance.random() < 0.1:
            boards[i] = Board(one.player, None, None, Stated.ABSENT)
        elif rules.false_claim is not None and rules.naturals.hands and chance.random() < 0.1:
            kind = chance.choice(rules.naturals.hands).kind
            cards = rows.replace("/ ", "")
            boards[i] = Board(one.player, None, None, Stated.CLAIM, claim=kind, cards=cards)
        elif rules.jokers.number and i < 2 and chance.random() < 0.5:
            boards[i] = board(one.player, rows.replace(chance.choice(rows.split(" ")[::2]), "*"))
    return Game(boards, rules)


@given(games(ALL_RULES))
def test_totals_sum_to_zero_and_are_the_sums_of_the_pairs(game: Game) -> None:
    found = game.score()
    totals: dict[str, Points] = dict.fromkeys(found.totals, 0)
    for one in found.pairs:
        assert one.points == sum(line.points for line in one.lines)
        totals[one.first] += one.points
        totals[one.second] -= one.points
    assert found.totals == totals
    assert sum(totals.values()) == 0
    assert [(e.first, e.second, e.points) for e in found.exchanges] == [
        (p.first, p.second, p.points) for p in found.pairs
    ]
    for exchange, one in zip(found.exchanges, found.pairs, strict=True):
        rows = [line.points for line in one.lines if line.kind == "row"]
        won = len(rows) == 3 and all(n > 0 for n in rows)
        lost = len(rows) == 3 and all(n < 0 for n in rows)
        assert exchange.scoop == (one.swept or won - lost)


def test_royalties_are_counted_by_row_and_a_foul_in_fantasyland_as_played_there() -> None:
    boards = (board("A", "66A / 22234 / 34567"), board("B", "QQ5 / 22346 / 9TJQK"), board("C", GOOD))
    found = score_deal(Deal("1", boards, Table(rules_of("ofc"))), Scales(rules_of("ofc")), {"B": 13})
    assert [(b.player, b.status, b.earned, b.fantasyland) for b in found.boards] == [
        ("A", Status.SET, (1, 2, 2), NO_FANTASYLAND),
        ("B", Status.FOUL, (0, 0, 0), Stay(was=True)),
        ("C", Status.SET, (0, 0, 0), NO_FANTASYLAND),
    ]


@each(("points", "kind"), [(Fraction(4, 2), int), (Fraction(-3), int), (Fraction(1, 2), Fraction), (7, int)])
def test_points_that_are_whole_are_whole_numbers(points: Points, kind: type) -> None:
    """So that they are printed as such, and add up as fast."""
    assert type(whole(points)) is kind
    assert whole(points) == points


@given(games(ALL_RULES), chances)
def test_seat_order_changes_nothing(game: Game, chance: random.Random) -> None:
    other = list(game.boards)
    chance.shuffle(other)
    assert game.score(other).totals == game.score().totals


@given(games(ALL_RULES))
def test_a_pair_is_the_same_from_the_other_side(game: Game) -> None:
    there, back = game.score(game.boards[:2]), game.score(game.boards[1::-1])
    assert [p.points for p in there.pairs] == [-p.points for p in back.pairs]
    for mine, theirs in zip(there.pairs, back.pairs, strict=True):
        assert sorted((x.kind, str(x.row), x.points) for x in mine.lines) == sorted(
            (x.kind, str(x.row), -x.points) for x in theirs.lines
        )


@given(
    games(ALL_RULES.map(lambda rules: rules._replace(ties="", double=None))), st.permutations(SUITS), chances
)
def test_card_order_and_suit_names_change_nothing(
    game: Game, suits: list[str], chance: random.Random
) -> None:
    """But for rules in which suits are one better than another, or a card is named."""

    def other(one: Board) -> Board:
        rows = []
        for row in one.rows or ():
            cards = [card[0] + "".join(suits[SUITS.index(suit)] for suit in card[1:]) for card in row.split()]
            chance.shuffle(cards)
            rows.append(" ".join(cards))
        return Board.of(one.player, *rows)._replace(stated=one.stated) if rows else one

    assert game.score([other(b) for b in game.boards]).totals == game.score().totals


@given(games(rule_sets()))
def test_a_third_player_does_not_change_a_pair(game: Game) -> None:
    """But for the scoop of everybody, which is about the others, and aces that all have a share of."""
    points = game.rules.points._replace(scoop_all=Bonus())
    rules = game.rules._replace(points=points, aces_pooled=False)
    together = {(p.first, p.second): p.lines for p in score(rules, game.boards).pairs}
    for two in combinations(game.boards, 2):
        if not rules.absent and any(one.stated is Stated.ABSENT for one in two):
            continue
        alone = score(rules, two).pairs[0]
        assert together[alone.first, alone.second] == alone.lines


@given(games(rule_sets()))
def test_a_foul_never_wins_and_gets_no_royalty(game: Game) -> None:
    """But against a natural that is claimed, which may be a false one."""
    rules = game.rules._replace(aces=(), naturals=game.rules.naturals._replace(declared=True))
    found = score(rules, [one for one in game.boards if one.stated is not Stated.CLAIM])
    status = {b.player: b.status for b in found.boards}
    assert all(b.royalties == 0 for b in found.boards if b.status is Status.FOUL)
    for one in found.pairs:
        sides = (status[one.first], status[one.second])
        if sides == (Status.FOUL, Status.FOUL):
            assert one.points == 0
        elif sides == (Status.FOUL, Status.SET):
            assert one.points <= 0
        elif sides == (Status.SET, Status.FOUL):
            assert one.points >= 0


@given(games(rule_sets()))
def test_royalties_are_the_differences_of_the_rows_own(game: Game) -> None:
    """A royalty depends on its row alone, and `both` pays the difference, won or lost."""
    boards, rules = game
    boards = [one for one in boards if one.stated in (Stated.CARDS, Stated.FOUL)]
    rules = rules._replace(
        royalties=rules.royalties._replace(count="both"),
        naturals=rules.naturals._replace(declared=True),
        moon=None,
        foul=FoulPrice("lost-rows", True),
    )
    scales = scales_of(rules)
    worth = {b.player: score_board(b, scales).royalties for b in boards}
    found = score(rules, boards)
    status = {b.player: b.status for b in found.boards}
    for one in found.pairs:
        both = status[one.first] is status[one.second] is Status.FOUL
        assert one.kind("royalty") == (0 if both else worth[one.first] - worth[one.second])


@given(chances, st.sampled_from(["ofc", "chinese-simple + sweep-3", "chinese-hawaiian", "ofc + two-four"]))
def test_raising_a_row_never_lowers_the_base_result(chance: random.Random, name: str) -> None:
    rules = rules_of(name)
    deck = list(DECK)
    chance.shuffle(deck)
    mine, other = (board(p, arranged(deck[i : i + 13], chance)) for p, i in (("A", 0), ("B", 13)))
    scales = Scales(rules)
    assume(score_board(mine, scales).status is Status.SET)
    before = score(rules, [mine, other])
    row = chance.choice(ROWS)
    rows = list(mine.rows or ())
    for _ in range(20):
        rows[row] = " ".join(chance.sample(deck[26:], row.size))
        better = Board.of("A", *rows)
        found = score(rules, [better, other])
        a, b = before.boards[0].values, found.boards[0].values
        assert a is not None
        assert b is not None
        if found.boards[0].status is Status.SET and b[row].strength > a[row].strength:
            base = ("row", "scoop", "overall")
            assert found.pairs[0].kind(*base) >= before.pairs[0].kind(*base)


@given(chances, st.sampled_from(["chinese-pagat", "chinese-hawaiian", "chinese-vietnamese"]), st.booleans())
def test_naturals_beat_boards_and_are_paid_flat(chance: random.Random, name: str, fouled: bool) -> None:
    rules = rules_of(name)
    deck = [card for card in DECK if card[0] not in "57"]
    chance.shuffle(deck)
    text = arranged(deck[:13], chance)
    pairs = "3s 3h 9s 9h Ts Th Js Jh Qs Qh As Ah 5s"
    natural = Board("A", None, None, Stated.CLAIM, claim="six-pairs", cards=pairs)
    other = board("B", text)._replace(stated=Stated.FOUL if fouled else Stated.CARDS)
    points = next(hand.points for hand in rules.naturals.hands if hand.kind == "six-pairs")
    found = score(rules, [natural, other]).pairs[0]
    assert [(line.kind, line.points) for line in found.lines] == [("natural", points)]


@given(tables)
def test_pool_shares_sum_to_the_pool(boards: list[Board]) -> None:
    """Each puts in 3, each best row collects a point from everybody's stake, and ties split it exactly."""
    rules = rules_of("chinese-simple + pool", "pool.sweep=none")
    found = score(rules, boards)
    stood = [b for b in found.boards if b.status is Status.SET]
    collected: dict[str, Fraction] = {b.player: Fraction(0) for b in boards}
    for row in ROWS:
        best = max((b.values[row].strength for b in stood if b.values), default=None)
        winners = [b.player for b in stood if b.values and b.values[row].strength == best]
        for player in winners:
            collected[player] += Fraction(len(boards), len(winners))
    if stood:
        assert sum(collected.values()) == 3 * len(boards)
        assert {p: total + 3 for p, total in found.totals.items()} == collected
    else:
        assert set(found.totals.values()) == {0}


@given(games(rule_sets()), st.lists(st.integers(0, 40), min_size=4, max_size=4), st.integers(0, 3))
def test_table_stakes_never_take_more_than_the_chips(game: Game, chips: list[int], first: int) -> None:
    boards = [one for one in game.boards if one.stated is not Stated.ABSENT]
    found = score(game.rules, boards)
    stacks: dict[str, Points] = dict(zip(PLAYERS, chips, strict=True))
    seats = [b.player for b in boards]
    limited = apply_limits(found, stacks, seats[first % len(seats) :] + seats[: first % len(seats)])
    for one, two in zip(found.pairs, limited.pairs, strict=True):
        assert 0 <= two.points <= one.points or one.points <= two.points <= 0
        assert two.lines[: len(one.lines)] == one.lines
    for player, total in limited.totals.items():
        assert abs(Fraction(total)) <= stacks[player]
        moved = sum(abs(Fraction(p.points)) for p in limited.pairs if player in (p.first, p.second))
        assert moved <= stacks[player], "what is won cannot be lost again"
    assert sum(limited.totals.values()) == 0


@given(tables)
def test_the_bank_is_like_anybody_but_for_ties(boards: list[Board]) -> None:
    rules = rules_of("chinese-pagat + bank")
    two = boards[:2]
    values = [score_board(b, Scales(rules)).values for b in two]
    assert values[0] is not None
    assert values[1] is not None
    a, b = (Fraction(score(rules, two, bank=bank).pairs[0].points) for bank in ("A", "B"))
    tied = any(x.strength == y.strength for x, y in zip(values[0], values[1], strict=True))
    assert a == b or (tied and a > b)


@given(tables)
def test_only_the_bank_compares(boards: list[Board]) -> None:
    found = score(rules_of("chinese-malayan"), boards, bank="B")
    assert all("B" in (p.first, p.second) for p in found.pairs)
    assert len(found.pairs) == len(boards) - 1


@given(tables)
def test_a_single_winner_takes_the_same_from_everybody(boards: list[Board]) -> None:
    totals = sorted(score(rules_of("chinese-simple + single-winner"), boards).totals.values())
    assert totals in ([0] * len(boards), [-1] * (len(boards) - 1) + [len(boards) - 1])


@given(tables, st.sampled_from(["ofc", "ofc-27", "ofc-27-progressive", "ofc-progressive", "ofc-ultimate"]))
def test_fantasyland_never_changes_a_score(boards: list[Board], name: str) -> None:
    """A board has thirteen cards, however many were dealt."""
    rules = rules_of(name)
    deal = Deal("1", tuple(boards), Table(rules))
    scales = Scales(rules)
    there = score_deal(deal, scales, {b.player: 14 for b in boards})
    assert there.totals == score_deal(deal, scales).totals
    assert all(b.fantasyland.was for b in there.boards)


# What mutants of the module taught. -----------------------------------------------------------------


def test_without_fantasyland_no_row_enters_and_a_mark_is_only_kept() -> None:
    scales = Scales(rules_of("ofc + no-fantasyland"))
    found = score_board(board("A", "QQ7 / KK982 / AA543"), scales, 0)
    assert found.values is not None
    assert [(value.enter, value.stay) for value in found.values] == [(None, None)] * 3
    assert found.fantasyland == Stay(was=True)


@pytest.mark.parametrize(("royalty", "stays"), [("11", True), ("12", True), ("13", False)])
def test_staying_by_a_royalty_takes_that_royalty_or_more(royalty: str, stays: bool) -> None:
    """An alternative rule, here with a full house in the middle, which pays 12."""
    rules = rules_of("ofc + stay-without-middle", f"fantasyland.stay.royalty={royalty}")
    found = score_board(board("A", "532 / 66677 / 88899"), Scales(rules), 13)
    assert found.fantasyland.next is stays


def test_a_foul_by_the_table_is_explained_as_strictly_as_any() -> None:
    ruled = board("A", "T42 / AK953 / AK953")._replace(stated=Stated.FOUL)
    strict, lenient = (score_board(ruled, Scales(rules_of(name))) for name in ("chinese-simple", "ofc"))
    assert strict.foul == "middle and bottom are equal, but the bottom must be better"
    assert lenient.foul == "ruled a foul at the table"


def test_a_board_without_a_natural_is_set_where_naturals_are_looked_for() -> None:
    """An undeclared one is scored as an ordinary board; `auto` takes the best one found."""
    found = score_board(board("A", WEAK), Scales(rules_of("chinese-pagat", "naturals.declared=auto")))
    assert (found.status, found.natural) == (Status.SET, None)


def test_a_natural_keeps_its_rows_and_pays_no_royalty() -> None:
    six_pairs = board("A", "22A / 33447 / 55667")
    found, undeclared = (
        score_board(six_pairs, Scales(rules_of("chinese-pagat", f"naturals.declared={word}")))
        for word in ("auto", "declared")
    )
    assert undeclared.status is Status.SET
    assert (found.status, found.royalties, found.strict) == (Status.NATURAL, 0, True)
    assert found.values == undeclared.values


def test_fantasyland_is_entered_by_a_row_and_by_two_together() -> None:
    """Progressive adds by the row, and one card for a high pair with 7-5-4-3-2."""
    scales = Scales(rules_of("ofc-27-progressive"))
    by_low = score_board(board("A", "982 / 75432 / QQ543"), scales).fantasyland
    by_both = score_board(board("A", "KK2 / 75432 / AA543"), scales).fantasyland
    by_top = score_board(board("A", "KK2 / 86432 / AA543"), scales).fantasyland
    assert [(stay.was, stay.next) for stay in (by_low, by_both, by_top)] == [(False, True)] * 3
    assert by_both.cards is not None
    assert by_top.cards is not None
    assert by_low.cards is not None
    assert by_both.cards == max(by_top.cards, by_low.cards) + 1


@pytest.mark.parametrize(
    ("rules", "sets", "cards"),
    [("ofc-pineapple", (), 14), ("ofc-ultimate", (), 16), ("ofc", ("fantasyland.stay.top.trips=2",), 15)],
)
def test_cards_of_who_stays(rules: str, sets: tuple[str, ...], cards: int) -> None:
    """The base number again, the same number again, or more of them."""
    found = score_board(board("A", "222 / 66674 / 88899"), Scales(rules_of(rules, *sets)), 16)
    assert found.fantasyland == Stay(was=True, next=True, cards=cards)


def test_a_deal_with_less_chips_keeps_its_boards() -> None:
    scales = Scales(rules_of("ofc + moon"))
    found = score_deal(
        Deal("1", (board("A", GOOD), board("B", WEAK)), Table(scales.rules)), scales, {"A": 14}
    )
    limited = apply_limits(found, {"A": 1, "B": 1}, ("A", "B"))
    assert limited.totals != found.totals
    assert limited.boards is found.boards


def test_who_surrenders_is_nobody_to_be_beaten_by_the_single_winner() -> None:
    gone = Board("C", None, None, Stated.SURRENDER)
    rules = rules_of("chinese-simple + single-winner + surrender")
    boards = [board("A", "KQ2 / 44773 / QQQ98"), board("B", "JT2 / 33552 / JJJ98"), gone]
    assert score(rules, boards).totals["C"] < 0
    assert score(rules, boards).totals["A"] > score(rules, boards).totals["B"]


@each("rules", ["ofc", "ofc-pineapple"])
@each(
    ("middle", "bottom"),
    [
        ("A K 9 5 3", "A K 9 5 3"),
        ("K K 9 5 3", "K K 9 5 3"),
        ("A A K K 5", "A A K K 5"),
        ("9 T J Q K", "9 T J Q K"),
        ("Ah Th 8h 5h 2h", "As Ts 8s 5s 2s"),
        ("5h 6h 7h 8h 9h", "5s 6s 7s 8s 9s"),
        ("Ah Kh Qh Jh Th", "As Ks Qs Js Ts"),
    ],
)
@each("dearer", [Row.MIDDLE, Row.BOTTOM])
def test_equal_middle_and_bottom_rows_are_no_foul_whatever_they_earn(
    rules: str, middle: str, bottom: str, dearer: Row
) -> None:
    """By rows and by codes, whichever of the two has the larger royalty."""
    pays = "{pair: 9, two-pair: 9, straight: 9, flush: 9, straight-flush: 9, royal-flush: 9}"
    name = "middle" if dearer is Row.MIDDLE else "bottom"
    scales = Scales(rules_of(rules, f"royalties.{name}={pays}"))
    boards = (board("A", f"4 3 2 / {middle} / {bottom}"), board("B", "8 7 3 / Q J 9 8 6 / 8 8 7 6 4"))
    assert score_board(boards[0], scales).status is Status.SET
    assert score_board(boards[0], scales).foul is None
    deal = Deal("1", boards, Table(scales.rules))
    assert Status.FOUL not in [board.status for board in score_deal(deal, scales).boards]
