"""The thirteen-card games of Asia say what the tables of games 3 say, each row of each table by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ofcscore
from ofcscore.game.cards import Board, Row
from ofcscore.game.naturals import best_natural
from ofcscore.game.spelling import rank
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import FORMS, text_source
from ofcscore.rules.loading import check_file, load_layers
from ofcscore.rules.model import Bonus, FoulPrice, Rules
from ofcscore.session.session import score_session
from tests.command import run
from tests.loops import each

TOP, MIDDLE, BOTTOM = Row.TOP, Row.MIDDLE, Row.BOTTOM
TRIPS, ACES = "7 7 7", "A A A"
FULL, QUADS, QUAD_ACES = "7 7 7 A A", "7 7 7 7 2", "A A A A 2"
WHEEL, FLUSH, ROYAL = "Ah 2h 3h 4h 5h", "9h Th Jh Qh Kh", "Ah Kh Qh Jh Th"


def rules(text: str) -> Rules:
    found, problems = load_layers(text)
    assert found is not None
    assert not problems, problems
    return found.rules


# A game, a row, its cards, and what they pay by the table.
VALUES = [
    # 3.1, column B: trips on top 3, of aces 12.
    ("mau-binh", TOP, TRIPS, 3),
    ("mau-binh", TOP, ACES, 12),
    # Full house / quads / straight flush 2 / 8 / 10, quads of aces 32, steel wheel 14, royal 20.
    ("mau-binh", MIDDLE, FULL, 2),
    ("mau-binh", MIDDLE, QUADS, 8),
    ("mau-binh", MIDDLE, QUAD_ACES, 32),
    ("mau-binh", MIDDLE, FLUSH, 10),
    ("mau-binh", MIDDLE, WHEEL, 14),
    ("mau-binh", MIDDLE, ROYAL, 20),
    # Bottom quads / straight flush 4 / 5, quads of aces 16, steel wheel 7, royal 10.
    ("mau-binh", BOTTOM, FULL, None),
    ("mau-binh", BOTTOM, QUADS, 4),
    ("mau-binh", BOTTOM, QUAD_ACES, 16),
    ("mau-binh", BOTTOM, FLUSH, 5),
    ("mau-binh", BOTTOM, WHEEL, 7),
    ("mau-binh", BOTTOM, ROYAL, 10),
    # 3.1, column C: trips on top 6; 4 / 16 / 20; 8 / 10.
    *(
        (name, row, cards, points)
        for name in ("mau-binh-double", "capsa-susun")
        for row, cards, points in (
            (TOP, TRIPS, 6),
            (TOP, ACES, 6),
            (MIDDLE, FULL, 4),
            (MIDDLE, QUADS, 16),
            (MIDDLE, FLUSH, 20),
            (BOTTOM, FULL, None),
            (BOTTOM, QUADS, 8),
            (BOTTOM, FLUSH, 10),
        )
    ),
    # 3.2: top trips 3, middle full house 2, quads 8, straight flush 10, bottom quads 4, straight flush 5.
    # Fujian: quads 4, straight flush 5 in any row, and extra by place: top trips +2, middle full house +1,
    # quads +4, straight flush +5.
    *(
        (name, row, cards, points)
        for name in ("shisanshui", "shisanshui-fujian")
        for row, cards, points in (
            (TOP, TRIPS, 1 + 2),
            (MIDDLE, FULL, 1 + 1),
            (MIDDLE, QUADS, 4 + 4),
            (MIDDLE, FLUSH, 5 + 5),
            (BOTTOM, FULL, None),
            (BOTTOM, QUADS, 4),
            (BOTTOM, FLUSH, 5),
        )
    ),
    # 3.3: top trips 3; middle full house 2, quads 8, straight flush 10, royal 20; bottom 4, 5, 10.
    ("pusoy", TOP, TRIPS, 3),
    ("pusoy", MIDDLE, FULL, 2),
    ("pusoy", MIDDLE, QUADS, 8),
    ("pusoy", MIDDLE, FLUSH, 10),
    ("pusoy", MIDDLE, ROYAL, 20),
    ("pusoy", BOTTOM, QUADS, 4),
    ("pusoy", BOTTOM, FLUSH, 5),
    ("pusoy", BOTTOM, ROYAL, 10),
]


@each(("name", "row", "cards", "points"), VALUES)
def test_what_a_row_pays(name: str, row: Row, cards: str, points: int | None) -> None:
    found = rules(name)
    assert found.royalties.tables[row].value(rank(cards, wheel=found.ranks.wheel)) == points
    assert found.royalties.count == ("both" if name == "pusoy" else "winner-replaces")


# 3.1 (column B), 3.2 (Taiwan and the Fujian rooms) and 3.3: ascending, with units.
NATURALS = {
    "mau-binh": (
        "difference, declared",
        "three-straights 6, three-flushes 6, five-consecutive-pairs 6, six-pairs 6, five-pairs-triplet 6,"
        " dragon 12, one-suit 24",
    ),
    "mau-binh-double": ("higher, declared", ""),
    "capsa-susun": ("higher, declared", ""),
    "shisanshui": (
        "equal-cancel, auto",
        "three-flushes 3, three-straights 3, six-pairs 4, five-pairs-triplet 5, four-triplets 6,"
        " one-colour 10,"
        " small-8 12, big 15, three-quads 20, three-straight-flushes 22, twelve-royals 24, dragon 36,"
        " one-suit 108",
    ),
    "shisanshui-fujian": (
        "equal-cancel, auto",
        "three-flushes 6, three-straights 6, six-pairs 6, five-pairs-triplet 6, one-colour 6, small-8 6,"
        " big 6, twelve-royals 26, three-straight-flushes 26, four-triplets 52, three-quads 52, dragon 52,"
        " one-suit 104",
    ),
    "pusoy": ("higher, auto", "six-pairs 3, three-straights 3, three-flushes 3, dragon 13"),
}


@each("name", list(NATURALS))
def test_naturals(name: str) -> None:
    naturals = rules(name).naturals
    way, listed = NATURALS[name]
    assert f"{naturals.between}, {'declared' if naturals.declared else 'auto'}" == way
    hands = [f"{h.kind}{f'-{h.highest}' if h.highest else ''} {h.points}" for h in naturals.hands]
    assert ", ".join(hands) == listed


# Winning all three rows; beating all players; a foul.
SCOOPS = {
    "mau-binh": (Bonus(factor=2), Bonus(factor=4), FoulPrice("lost-rows", True)),
    "mau-binh-double": (Bonus(factor=2), Bonus(factor=3), FoulPrice("lost-rows", True)),
    "capsa-susun": (Bonus(factor=2), Bonus(factor=4), FoulPrice("lost-rows", True, factor=3)),
    "shisanshui": (
        Bonus(factor=2),
        Bonus(factor=4, opponents=3),
        FoulPrice("lost-rows", True),
    ),
    "shisanshui-fujian": (Bonus(factor=2), Bonus(factor=4), FoulPrice("lost-rows", True)),
    "pusoy": (Bonus(3), Bonus(), FoulPrice("lost-rows", True)),
}


@each("name", list(SCOOPS))
def test_scoops_and_fouls(name: str) -> None:
    """3.1: x2 and x4 (x3 in the code of C), the foul 3 times on the Indonesian page; 3.2: home run only with
    four players in Fujian; 3.3: scoop 6 in all."""
    found = rules(name)
    assert (found.points.scoop, found.points.scoop_all, found.foul) == SCOOPS[name]
    assert found.points.row == 1


def test_what_mau_binh_has_besides() -> None:
    """3.1, column B: aces 1 each, pooled; false claim of a natural: fine 6."""
    found = rules("mau-binh")
    assert (found.aces, found.aces_pooled) == ((0, 1, 2, 3, 4), True)
    assert found.false_claim == 6


@pytest.mark.parametrize("other", ["foul", "6h 5d 2c / Td 9d 8d 4h 4d / Ac Jc Tc 5c 4c"])
def test_a_false_claim_is_fined_where_pairs_go_by_table_too(other: str) -> None:
    """The fine is instead of everything else, whatever a set board and a foul, or two fouls, exchange."""
    boards = f"A: claim three straights: 2s 3c Jd 2h Js 9s 5s 3s Ah Kh Qh Th 3h\nB: {other}\n"
    log = "rules: chinese-pagat\n" + "".join(f"deal {number}\n{boards}" for number in range(1, 51))
    ran = run(
        "score",
        "-",
        "--set",
        "naturals.false-claim=6",
        "--set",
        "royalties.count=both",
        "--format",
        "json",
        stdin=log,
    )
    assert (json.loads(ran.out)["totals"], ran.status) == ({"A": -300, "B": 300}, 0)


@pytest.mark.parametrize("rules", ["chinese-pagat", "mau-binh", "mau-binh + jokers"])
def test_suits_left_out_of_a_claim_are_asked_for_and_never_fined(rules: str) -> None:
    """Some suits make this claim true, so it is not known to be false."""
    king = "*" if "jokers" in rules else "K"
    claim = f"A: claim three-flushes: 2 3 4 / 5 7 9 T J / 6 8 T J {king}"
    ran = run("score", "-", stdin=f"rules: {rules}\n{claim}\nB: AK7 / QQ943 / KK862\n")
    assert (ran.out, ran.status) == ("", 1)
    assert "error[claim-false]: A's claim is false: the suits of the top, middle and bottom rows" in ran.err


@pytest.mark.parametrize(
    ("other", "swept"),
    [("553 / KKJJ6 / TTT22", 1), ("foul (0 aces)", 0), ("claim six-pairs: 2 2 3 3 4 4 5 5 6 6 7 7 8", 0)],
)
def test_a_false_claim_counts_as_swept_by_a_set_board(other: str, swept: int) -> None:
    """As it does where somebody sweeps everybody; two fouls sweep nobody, and neither does a natural."""
    log = f"rules: mau-binh\nA: claim dragon: A 2 3 4 5 6 7 8 9 T J Q Q\nB: {other}\n"
    items, _ = read_session([text_source(log)])
    standings = {standing.person: standing for standing in score_session(items)[1].standings}
    assert (standings["B"].scoops, standings["A"].scooped) == (swept, swept)
    assert (standings["A"].scoops, standings["B"].scooped) == (0, 0)


@each("name", list(SCOOPS))
def test_common_core(name: str) -> None:
    """3.1: A-2-3-4-5 is the second best straight, equal rows legal, royalty replaces the row's 1 point."""
    found = rules(name)
    assert found.order == "at-least"
    assert found.ranks.wheel == ("low" if name == "pusoy" else "second")
    assert found.fantasyland is None


FACTORS = """extends: pusoy
points: {scoop: 6}
royalties:
  top: {trips: 6}
  middle: {full-house: 4, quads: 16, straight-flush: 20, royal-flush: 40}
  bottom: {quads: 8, straight-flush: 10, royal-flush: 20}
naturals: {six-pairs: 6, three-straights: 6, three-flushes: 6, dragon: 26}
"""


def test_factors_are_what_the_table_would_write_out(tmp_path: Path) -> None:
    """3.3, Pusoy in apps: factors for royalty, scoop, naturals set by the table."""
    path = tmp_path / "house.yaml"
    path.write_text(FACTORS, encoding="utf-8")
    written, _ = check_file(str(path))
    sets = [f"factors.{name}=2" for name in ("royalties", "scoop", "naturals")]
    found, problems = load_layers("pusoy", sets=sets)
    assert found is not None
    assert written is not None
    assert not problems
    for part in ("points", "royalties", "naturals"):
        assert getattr(found.rules, part) == getattr(written.rules, part)
    assert found.rules.digest != rules("pusoy").digest


def test_royalties_that_count_twice_keep_nobody_longer_in_fantasyland() -> None:
    found, _ = load_layers("ofc", sets=["fantasyland.stay.royalty=10", "factors.royalties=2"])
    assert found is not None
    assert found.rules.fantasyland is not None
    assert found.rules.fantasyland.stay_royalty == 20


@each(
    ("name", "setting", "message"),
    [
        (
            "chinese-simple",
            "factors.royalties=2",
            "factors.royalties multiplies royalties, but there are none",
        ),
        ("mau-binh", "factors.scoop=2", "factors.scoop multiplies scoops in points, but there are none"),
        ("ofc", "factors.naturals=2", "factors.naturals multiplies naturals, but there are none"),
        ("pusoy", "factors.scoop=0", "factors.scoop must be at least 1, not 0"),
    ],
)
def test_factors_of_nothing(name: str, setting: str, message: str) -> None:
    _, problems = load_layers(name, sets=[setting])
    assert [problem.message for problem in problems] == [message]


# The extra points of a place are what the file adds to those of any row.
BY_PLACE = """extends: shisanshui-fujian
royalties:
  top: {trips: 1}
  middle: {full-house: 1, quads: 4, straight-flush: 5, royal-flush: 5}
"""
EXTRA = """add:
  royalties: {top: {trips: 2}, middle: {full-house: 1, quads: 4, straight-flush: 5, royal-flush: 5}}
"""


def test_extra_points_by_place_are_an_addition(tmp_path: Path) -> None:
    """3.2, Fujian: extra by place, over what the row pays anywhere."""
    (tmp_path / "any.yaml").write_text(BY_PLACE, encoding="utf-8")
    (tmp_path / "place.yaml").write_text(EXTRA, encoding="utf-8")
    found, problems = load_layers("./any.yaml + ./place.yaml", base=tmp_path)
    assert found is not None
    assert not problems
    assert found.rules.digest == rules("shisanshui-fujian").digest


# Other tables of games 3, as files on top of the preset that is nearest: what they change, and what they pay.
OTHER_TABLES = {
    # 3.2: "wen95266/sx `src/components/RulesBook.tsx`".
    "wen95266": (
        """extends: shisanshui
naturals: {declared: auto, between: equal-cancel, hands: [{kind: six-pairs, points: 4},
  {kind: five-pairs-triplet, points: 6}, {kind: four-triplets, points: 8}, {kind: one-colour, points: 10},
  {kind: small, points: 10, to: 8}, {kind: big, points: 10}, {kind: three-quads, points: 20},
  {kind: twelve-royals, points: 24}, {kind: dragon, points: 36}, {kind: one-suit, points: 108}]}
""",
        {
            "2 2 3 3 4 4 5 5 6 6 7 7 9": 4,
            "2 2 3 3 4 4 5 5 6 6 9 9 9": 6,
            "2 2 2 3 3 3 4 4 4 5 5 5 K": 8,
            "J J J J Q Q Q Q K K K A 2": 24,
            "A A A A J J J J Q Q Q K 2": 24,
            "9 9 9 9 T T T T K K K K 2": 20,
        },
    ),
    # 3.2: "linguohua/shisanshui `server/tables/scorecalcurator.go`"; "30 (one card short: 24)".
    "linguohua": (
        """extends: shisanshui
naturals: {declared: auto, between: equal-cancel, hands: [{kind: three-flushes, points: 9},
  {kind: three-straights, points: 9}, {kind: six-pairs, points: 9}, {kind: five-pairs-triplet, points: 18},
  {kind: twelve-of-one-colour, points: 24}, {kind: one-colour, points: 30}, {kind: dragon, points: 39},
  {kind: one-suit, points: 78}]}
""",
        {
            "2 2 3 3 4 4 5 5 6 6 7 7 9": 9,
            "2 2 3 3 4 4 5 5 6 6 9 9 9": 18,
            "2h 3h 5h 7h 9h Jh Kh 2d 4d 6d 8d Td Qd": 30,
            "2h 3h 5h 7h 9h Jh Kh 2d 4d 6d 8d Td Qs": 24,
            "2 3 4 5 6 7 8 9 T J Q K A": 39,
            "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah": 78,
        },
    ),
    # 3.1: "Another list has eight naturals in this order: dragon one suit, dragon, 13 of a colour, 12 of a
    # colour, five pairs + trips, six pairs, three flushes, three straights."
    "eight naturals": (
        """extends: mau-binh
naturals: {between: higher, declared: auto, false-claim: none, hands: [{kind: three-straights, points: 3},
  {kind: three-flushes, points: 4}, {kind: six-pairs, points: 5}, {kind: five-pairs-triplet, points: 6},
  {kind: twelve-of-one-colour, points: 7}, {kind: one-colour, points: 8}, {kind: dragon, points: 9},
  {kind: one-suit, points: 10}]}
""",
        {
            "2h 2d 3h 3d 4h 4d 5h 5d 6h 6d 7h 7d 9s": 7,
            "2h 2d 3h 3d 4h 4d 5h 5d 6h 6d 7h 7d 9d": 8,
            "2 3 4 5 6 7 8 9 T J Q K A": 9,
        },
    ),
}


@pytest.mark.parametrize("name", list(OTHER_TABLES))
def test_naturals_of_other_tables(name: str, tmp_path: Path) -> None:
    text, paid = OTHER_TABLES[name]
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    found, problems = check_file(str(path))
    assert found is not None
    assert not problems
    for cards, points in paid.items():
        natural = best_natural(Board("An", None, None, cards=cards), found.rules.naturals)
        assert natural is not None, cards
        assert natural.points == points


def test_a_banker_with_stakes_of_his_own() -> None:
    """3.2: "banker with stakes of his own: `compare: bank`, stakes per player"."""
    log = """rules: shisanshui + bank
bank: An
stake An/Binh: 2 EUR
stake An/Chi: 5 EUR
deal 1
An:   Ad Ah 6s / 9d 9c 5d 5h Js / Qs Qc Qh 9h 8s
Binh: 2d 2h Qd / 3s 3c Ac 7s 4d / 6c 6h Kh Jc 5c
Chi:  Th Tc As / 7c 7d 4h 4s Jd / 8c 8d 8h 5s 4c
"""
    result = ofcscore.score(ofcscore.read_text(log))
    # The home run asks for three opponents.
    assert result.totals == {"An": 12, "Binh": -6, "Chi": -6}
    assert result.money == {"An": 42, "Binh": -12, "Chi": -30}


# The next such game: its rows, its prices and its words, and nothing else.
NEXT_GAME = """name: chinchon
title: A thirteen-card game of nobody yet
source: made up
extends: shisanshui
points: {scoop: {factor: 3}}
royalties: {top: {trips: 9}}
naturals: {declared: declared, hands: [{kind: six-pairs, points: 7}, {kind: dragon, points: 30}]}
words: {top: cabeza, middle: pecho, bottom: pies, foul: quemado, scoop: barrida, dragon: escalera real}
"""
EVENING = """rules: ./chinchon.yaml
deal 1
Ana:  Ad Ah 6s / 9d 9c 5d 5h Js / Qs Qc Qh 9h 8s
Beto: 2d 2h Td / 3s 3c Ac 7s 4d / 6c 6h Kh Jc 5c
Caro: claim Escalera Real: A 2 3 4 5 6 7 8 9 T J Q K
Dani: foul
expect Caro: natural escalera real
expect Ana/Beto: +9, rows +3, scoop +6
"""


def test_the_next_game_is_a_yaml_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening of four is settled in the words of its players, and every printer has them."""
    monkeypatch.chdir(tmp_path)
    Path("chinchon.yaml").write_text(NEXT_GAME, encoding="utf-8")
    Path("night.ofc").write_text(EVENING, encoding="utf-8")
    assert run("check", "night.ofc").status == 0
    words = {"cabeza", "quemado", "barrida", "escalera real"}
    for arguments in (
        ("score", "night.ofc", "--words", "--why"),
        ("score", "night.ofc", "--words", "--format", "markdown"),
        ("score", "night.ofc", "--words", "--format", "markdown"),
        ("score", "night.ofc", "--words", "--format", "html"),
        ("explain", "night.ofc:1", "--words"),
        ("rules", "show", "./chinchon.yaml", "--words"),
    ):
        ran = run(*arguments)
        assert ran.status == 0, ran.err
        missing = {word for word in words if word not in ran.out.lower()}
        assert not missing, (arguments, missing)
    for form in ("table", "markdown"):
        told = run("stats", "night.ofc", "--words", "--format", form).out
        assert all(word in told for word in ("cabeza", "pecho a deal", "pies", "quemado", "barrida"))
        assert "top rows" not in told
    own = EVENING.replace("Dani: foul", "Dani: Quemado!")
    assert own != EVENING
    for form in FORMS:
        Path(f"own.{form}").write_text(run("convert", "-", "--to", form, stdin=own).out, encoding="utf-8")
        assert ofcscore.score(ofcscore.read(f"own.{form}", form=form)).totals["Dani"] == -48, form
    result = ofcscore.score(ofcscore.read("night.ofc"))
    assert result.totals == {"Ana": -12, "Beto": -30, "Caro": 90, "Dani": -48}


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("shisanshui-fujian", "joker.two-on-top is set, but the deck has no jokers"),
        ("shisanshui-fujian + jokers", "joker.two-on-top is set, but the deck has only one joker"),
        ("ofc-kkpoker-joker", None),
    ],
)
def test_two_jokers_on_top_ask_for_two(named: str, told: str | None) -> None:
    """3.2, Fujian: "two jokers on top +19"."""
    sets = ["joker.two-on-top=20", *(["jokers=1"] if "jokers" in named else [])]
    found, problems = load_layers(named, sets=sets)
    assert [problem.message for problem in problems] == ([] if told is None else [told])
    assert told is not None or (found is not None and found.rules.royalties.two_jokers == 20)
