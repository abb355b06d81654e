"""The JSON reports keep to the letter of their contract: keys, their order, their types."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import ofcscore
from ofcscore.report import make_report
from tests.command import run
from tests.sessions import FOULS, NIGHT


def report(text: str, *options: str) -> Any:
    ran = run("score", "-", "--format", "json", *options, stdin=text)
    assert ran.status == 0, ran.err
    assert ran.out.isascii()
    return json.loads(ran.out, parse_constant=pytest.fail)


def test_a_foul_without_cards_has_no_rows_and_one_with_cards_no_royalties() -> None:
    board = report(NIGHT)["deals"][0]["boards"][2]
    assert (board["status"], board["rows"], board["royalties"]) == ("foul", None, 0)
    assert board["foul"] == {"reason": "fouled (cards not shown)"}
    fouled = report(FOULS)["deals"][0]["boards"][0]
    assert fouled["royalties"] == sum(row["royalty"] for row in fouled["rows"].values()) == 0
    assert fouled["foul"]["reason"].startswith("top three aces beats middle pair of kings")
    assert fouled["fantasyland"] == {"was": False, "next": False, "cards": None}


def test_a_pair_is_from_the_first_ones_side_and_its_lines_are_its_sum() -> None:
    for deal in report(NIGHT)["deals"]:
        for pair in deal["pairs"]:
            assert list(pair) == ["players", "points", "rows", "lines"]
            assert pair["points"] == sum(line["points"] for line in pair["lines"])
            for row, points in pair["rows"].items():
                assert points == sum(line["points"] for line in pair["lines"] if line["row"] == row)
    first = report(NIGHT)["deals"][0]["pairs"][0]
    assert first["players"] == ["Hero", "Gus"]
    assert (first["points"], first["rows"]) == (5, {"top": 7, "middle": 1, "bottom": -3})
    assert first["lines"][0] == {
        "kind": "row",
        "row": "top",
        "points": 1,
        "note": "pair of queens beats pair of sixes",
    }


def test_without_a_stake_money_is_points() -> None:
    data = report("AAQ / KK943 / JJJ44\n663 / 77842 / 9TJQK")
    assert (data["stake"], data["currency"]) == ("1", None)
    assert data["money"] == {name: str(points) for name, points in data["totals"].items()}


def test_shares_of_a_pool_that_are_not_whole_are_text() -> None:
    data = report(
        "rules: chinese + pool\n"
        "Ann: QQ5 / AA762 / 9TJQK\nBob: 772 / KK943 / 9TJQK\nCem: 663 / 88522 / JJTT4\n"
    )
    points = [line["points"] for pair in data["deals"][0]["pairs"] for line in pair["lines"]]
    assert "1/2" in points
    assert all(isinstance(p, int) or "/" in p for p in points)


def test_several_rule_sets_are_all_named_and_the_first_is_the_first() -> None:
    data = report(NIGHT.replace("deal 2\n", "deal 2\nrules: ofc\n"))
    assert data["rules"]["name"] == "ofc-pineapple"
    assert [use["name"] for use in data["rule_sets"]] == ["ofc-pineapple", "ofc"]
    assert [deal["rules"] for deal in data["deals"]] == ["ofc-pineapple", "ofc"]


def test_the_house_appears_only_where_it_took_part() -> None:
    assert "house" not in report(NIGHT)["totals"]
    raked = report(NIGHT.replace("stake: 0.50 EUR", "stake: 0.50 EUR\nrake: 3 EUR"))
    assert raked["money"]["house"] == "6.00"
    assert {"kind": "rake", "player": "Hero", "money": "-1"} in raked["deals"][0]["side"]


def test_json_lines_are_one_object_a_deal_and_one_for_the_session() -> None:
    ran = run("score", "-", "--format", "jsonl", stdin=NIGHT)
    *deals, session = map(json.loads, ran.out.splitlines())
    whole = report(NIGHT)
    assert deals == whole["deals"]
    assert session == {key: value for key, value in whole.items() if key != "deals"}


def test_no_deals_make_an_empty_list() -> None:
    outcome = ofcscore.score(ofcscore.read_text(NIGHT)).outcome
    head, tail = make_report("json").frame(outcome)
    assert json.loads(head + tail)["deals"] == []


SPLIT = NIGHT.replace("0.50 EUR", "0.25 EUR").replace("P\n", "P\nrake: 1 EUR\n", 1)
"""A rake that three cannot share in whole cents."""


def test_rounding_says_its_coin_and_what_it_moved() -> None:
    data = report(SPLIT, "--round", "0.50")
    assert list(data)[list(data).index("money") + 1 :] == ["rounding", "payments", "warnings"]
    for step, unit in {"money": "0.01", "payments": "0.50"}.items():
        rounding = data["rounding"][step]
        assert list(rounding) == ["mode", "unit", "moved"]
        assert (rounding["mode"], rounding["unit"]) == ("largest-remainder", unit)
        assert sum(map(Fraction, rounding["moved"].values())) == 0
    exact = ofcscore.score(ofcscore.read_text(SPLIT)).outcome.exact
    moved = data["rounding"]["money"]["moved"]
    assert moved == {"Hero": "1/150", "Gus": "-1/300", "Phil H.": "-1/300"}
    assert {
        name: Fraction(amount) - Fraction(moved.get(name, 0)) for name, amount in data["money"].items()
    } == exact
    paid = dict.fromkeys(data["money"], Fraction(0))
    for payment in data["payments"]:
        paid[payment["from"]] -= Fraction(payment["amount"])
        paid[payment["to"]] += Fraction(payment["amount"])
    moved = data["rounding"]["payments"]["moved"]
    for name, amount in data["money"].items():
        assert paid[name] == Fraction(amount) + Fraction(moved.get(name, 0))


def test_what_moves_nothing_is_no_rounding() -> None:
    assert "rounding" not in report(NIGHT, "--round", "0.50")
    assert "rounding" not in report(FOULS)


def test_totals_that_are_settled_say_their_rounding_too() -> None:
    ran = run("settle", "Ann=3", "Bob=-3", "--stake", "0.50 EUR", "--round", "1", "--format", "json")
    assert json.loads(ran.out)["rounding"] == {
        "payments": {"mode": "largest-remainder", "unit": "1.00", "moved": {"Ann": "0.50", "Bob": "-0.50"}}
    }


def test_the_jokers_of_a_natural_are_the_cards_that_they_are_for_it() -> None:
    """They were those that the rows alone would have: an ace, where six pairs had a six."""
    log = (
        "rules: shisanshui + jokers\n"
        "A: claim six pairs: 2h 2d * / 9h 9d 7h 7d 4d / Jh Jd Ts Td 6h\n"
        "B: Kc Qs 5s / 7c 7s 8s 4c 8h / Ac As 9s 6s 3c\n"
    )
    told = json.loads(run("score", "-", "--format", "json", stdin=log + "\n").out)
    rows = told["deals"][0]["boards"][0]["rows"]
    assert [rows[row].get("jokers") for row in ("top", "middle", "bottom")] == [["6"], None, None]
