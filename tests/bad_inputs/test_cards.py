"""Bad inputs 1 to 24, cards and rows: what the command line must not call wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.command import Ran
from tests.trials import GUS, Trial


def deal_of(ran: Ran) -> dict[str, Any]:
    """The first deal of a report in JSON."""
    deal: dict[str, Any] = json.loads(ran.out)["deals"][0]
    return deal


def test_012_rows_with_and_without_suits(trial: Trial) -> None:
    suited = "Hero: JJ5 / 9TJQK / Ah 8h 6h 4h 2h\n"
    deal = deal_of(trial.accepted(suited + GUS, "--format", "json"))
    assert deal["boards"][0]["rows"]["bottom"]["category"] == "flush"
    assert deal["boards"][0]["rows"]["middle"]["category"] == "straight"


def test_014_signs_of_suits(trial: Trial) -> None:
    for queen in ("Q\u2665\ufe0f", "Q\u2665\ufe0e", "Q\u2661", "\u2665Q", "QH"):
        deal = deal_of(trial.accepted(f"Hero: {queen} Jd 5c / AA762 / 9TJ8K\n{GUS}", "--format", "json"))
        assert deal["boards"][0]["rows"]["top"]["cards"] == "Qh Jd 5c"


@pytest.mark.parametrize(
    ("rows", "ranks"),
    [
        ("2 3 4 / Q K A 2 3 / A 2 3 4 5", ["high card", "high card", "straight"]),
        ("Ah Kh Qh / A 9 5 2 2 / K K 3 3 2", ["high card", "pair", "two-pair"]),
    ],
)
def test_018_wheel_wrap_and_small_rows(rows: str, ranks: list[str], trial: Trial) -> None:
    """The wheel is a straight to the five, a wrap is nothing, and three cards make no straight or flush."""
    gus = "Gus: 6 6 7 / T T 9 7 8 / J J J 8 8\n"
    board = deal_of(trial.accepted(f"Hero: {rows}\n{gus}", "--format", "json"))["boards"][0]
    found = [board["rows"][row]["category"].replace("-", " ") for row in ("top", "middle", "bottom")]
    assert found == [rank.replace("-", " ") for rank in ranks]
    if "straight" in ranks:
        assert board["rows"]["bottom"]["rank"] == "straight to the five"


def test_019_kickers_across_rows(trial: Trial) -> None:
    foul = trial.accepted(None, "QQ7 / QQ654 / AAA22", command=("explain",))
    assert "foul: top pair of queens with a 7 beats middle pair of queens with a 6" in foul.out
    legal = trial.accepted(None, "QQ7 / QQ982 / AAA22", command=("explain",))
    assert "No foul." in legal.out


def test_020_equal_middle_and_bottom(trial: Trial) -> None:
    assert "No foul." in trial.accepted(None, "JJ7 / AA982 / AA982", command=("explain",)).out
    strict = trial.accepted(None, "JJ7 / AA982 / AA982", "--rules", "chinese", command=("explain",))
    assert "foul" in strict.out.splitlines()[4]


def test_021_everyone_fouls(trial: Trial) -> None:
    boards = "Hero: AAA / KK943 / 55423\nGus: QQ5 / 77642 / 9TJQ8\n"
    ran = trial.accepted(boards)
    assert "Everyone fouled: no points change hands.\n" in ran.out
    assert "Total: Hero 0, Gus 0\n" in ran.out
    assert "Nobody owes anybody anything.\n" in ran.out


@pytest.mark.parametrize(
    ("middle", "reason"),
    [
        ("J 9 7 6 2", "the middle is jack high"),
        ("5 5 7 6 2", "the middle is a pair of fives"),
        ("2 3 4 5 6", "the middle is a straight to the six"),
        ("A 2 3 4 5", "the middle is ace high"),
        ("Th 8h 6h 4h 2h", "the middle is a ten-high flush"),
    ],
)
def test_022_low_middles_that_are_none(middle: str, reason: str, trial: Trial) -> None:
    gus = "Gus: 3 3 6 / 9 7 4 3 2 / K K 8 8 9\n"
    ran = trial.accepted(
        f"Hero: Q Q 5 / {middle} / A A K T 7\n{gus}", "--rules", "ofc-27", "--format", "json"
    )
    foul = deal_of(ran)["boards"][0]["foul"]
    assert foul is not None
    assert reason in foul["reason"]


def test_023_royal_flush_over_straight_flush(trial: Trial) -> None:
    boards = "Hero: AAK / AhKhQhJhTh / 9s8s7s6s5s\nGus: 663 / KK943 / 8 8 4 4 2\n"
    deal = deal_of(trial.accepted(boards, "--format", "json"))
    hero = deal["boards"][0]
    assert hero["foul"]["reason"] == "middle royal flush beats bottom straight flush to the nine"
    assert hero["royalties"] == 0
    assert deal["totals"]["Hero"] < 0
