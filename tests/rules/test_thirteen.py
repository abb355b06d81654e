"""The thirteen-card games of Asia say what the tables of games 3 say, each row of each table by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from ofcscore.game.board import Row
from ofcscore.game.spelling import rank
from ofcscore.rules.loading import check_file, load_layers
from ofcscore.rules.model import Bonus, FoulPrice, Rules

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


@pytest.mark.parametrize(("name", "row", "cards", "points"), VALUES)
def test_what_a_row_pays(name: str, row: Row, cards: str, points: int | None) -> None:
    found = rules(name)
    assert found.royalties.tables[row].value(rank(cards, wheel=found.wheel)) == points
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


@pytest.mark.parametrize("name", list(NATURALS))
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
    "shisanshui": (Bonus(factor=2), Bonus(factor=4), FoulPrice("lost-rows", True)),
    "shisanshui-fujian": (
        Bonus(factor=2),
        Bonus(factor=4, opponents=3),
        FoulPrice("lost-rows", True),
    ),
    "pusoy": (Bonus(3), Bonus(), FoulPrice("lost-rows", True)),
}


@pytest.mark.parametrize("name", list(SCOOPS))
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


@pytest.mark.parametrize("name", list(SCOOPS))
def test_common_core(name: str) -> None:
    """3.1: A-2-3-4-5 is the second best straight, equal rows legal, royalty replaces the row's 1 point."""
    found = rules(name)
    assert found.order == "at-least"
    assert found.wheel == ("low" if name == "pusoy" else "second")
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


@pytest.mark.parametrize(
    ("name", "setting", "message"),
    [
        (
            "chinese-simple",
            "factors.royalties=2",
            "factors.royalties multiplies royalties, and there are none",
        ),
        ("mau-binh", "factors.scoop=2", "factors.scoop multiplies scoops in points, and there are none"),
        ("ofc", "factors.naturals=2", "factors.naturals multiplies naturals, and there are none"),
        ("pusoy", "factors.scoop=0", "factors.scoop is at least 1, not 0"),
    ],
)
def test_factors_of_nothing(name: str, setting: str, message: str) -> None:
    _, problems = load_layers(name, sets=[setting])
    assert [problem.message for problem in problems] == [message]


COLUMN_A = """extends: chinese-vietnamese
wheel: second
order: at-least
points: {row: 1, scoop: {factor: 2}, scoop_all: {factor: 4}}
royalties:
  count: winner-replaces
  top: {trips: 3}
  middle: {full-house: 2, quads: 8, straight-flush: 10, royal-flush: 10}
  bottom: {quads: 4, straight-flush: 5, royal-flush: 5}
naturals: {between: higher, declared: declared, hands: [{kind: three-straights, points: 6},
  {kind: three-flushes, points: 6}, {kind: six-pairs, points: 6}, {kind: five-pairs-triplet, points: 6},
  {kind: dragon, points: 12}, {kind: one-suit, points: 24}]}
"""
# The extra points of a place are what the file adds to those of any row.
BY_PLACE = """extends: shisanshui-fujian
royalties:
  top: {trips: 1}
  middle: {full-house: 1, quads: 4, straight-flush: 5, royal-flush: 5}
"""
EXTRA = """add:
  royalties: {top: {trips: 2}, middle: {full-house: 1, quads: 4, straight-flush: 5, royal-flush: 5}}
"""


def test_the_file_of_games_loads(tmp_path: Path) -> None:
    """3.1: "This file (rows of A, naturals of B) loads and scores today"."""
    path = tmp_path / "house.yaml"
    path.write_text(COLUMN_A, encoding="utf-8")
    found, problems = check_file(str(path))
    assert found is not None
    assert not problems


def test_extra_points_by_place_are_an_addition(tmp_path: Path) -> None:
    """3.2, Fujian: extra by place, over what the row pays anywhere."""
    (tmp_path / "any.yaml").write_text(BY_PLACE, encoding="utf-8")
    (tmp_path / "place.yaml").write_text(EXTRA, encoding="utf-8")
    found, problems = load_layers("./any.yaml + ./place.yaml", base=tmp_path)
    assert found is not None
    assert not problems
    assert found.rules.digest == rules("shisanshui-fujian").digest
