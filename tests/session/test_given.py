"""Deals that state points instead of boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.command import run
from tests.loops import each

BOARDS = "deal 1\nAnn: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n"
NIGHT = f"stake: 0.50 EUR\n{BOARDS}deal 2\nAnn: +4\nBen: -1\nCid: -3\ndeal 3\nAnn -2, Ben +2\n"


def scored(text: str, *options: str, form: str = "text") -> dict[str, Any]:
    ran = run("score", "-", "--from", form, "--format", "json", *options, stdin=text)
    assert ran.status == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_points_by_hand_count_as_others_do() -> None:
    boards = scored(f"stake: 0.50 EUR\n{BOARDS}")["totals"]
    data = scored(NIGHT)
    assert data["totals"] == {"Ann": boards["Ann"] + 2, "Ben": boards["Ben"] + 1, "Cid": -3}
    assert data["deals"][1]["side"] == [
        {"kind": "given", "player": "Ann", "points": 4},
        {"kind": "given", "player": "Ben", "points": -1},
        {"kind": "given", "player": "Cid", "points": -3},
    ]
    assert data["deals"][1]["totals"] == {"Ann": 4, "Ben": -1, "Cid": -3}
    assert sum(map(float, data["money"].values())) == 0


@each(
    ("form", "text"),
    [
        ("yaml", "- deal: 1\n  Ann: +4\n  Ben: -1\n  Cid: -3\n"),
        ("yaml", "- deal: 1\n  points: {Ann: 4, Ben: -1, Cid: -3}\n"),
        ("json", '[{"deal": "1", "scores": {"Ann": 4, "Ben": -1, "Cid": -3}}]'),
        ("json", '[{"deal": "1", "Ann": 4, "Ben": -1, "Cid": -3}]'),
        ("jsonl", '{"deal": "1", "scores": {"Ann": 4, "Ben": -1, "Cid": -3}}\n'),
        ("csv", "Round,Ann,Ben,Cid\n1,4,-1,-3\n"),
        ("csv", "Round,Ann,Ben,Cid,Total\n1,4,-1,-3,0\nTotal,4,-1,-3,0\n"),
        ("csv", "Date;Ann;Ben;Cid\n20.11.2026;4;-1;-3\n"),
        ("csv", "Deal,Player,Points\n1,Ann,4\n1,Ben,-1\n1,Cid,-3\n"),
        ("text", "| Deal | Ann | Ben | Cid |\n|---|---|---|---|\n| 1 | +4 | -1 | -3 |\n"),
        ("text", "deal 1\nAnn: +4\nBen: -1\nCid: -3\n"),
        ("text", "deal 1: Ann +4, Ben -1, Cid -3\n"),
    ],
)
def test_points_by_hand_in_every_form(form: str, text: str) -> None:
    data = scored(text, form=form)
    assert (data["totals"], len(data["deals"])) == ({"Ann": 4, "Ben": -1, "Cid": -3}, 1)


def test_a_sheet_with_a_row_for_each_player() -> None:
    data = scored("Player,R1,R2,Total\nAnn,5,-1,4\nBen,-1,,-1\nCid,-4,1,-3\n", form="csv")
    assert data["totals"] == {"Ann": 4, "Ben": -1, "Cid": -3}
    assert [deal["name"] for deal in data["deals"]] == ["R1", "R2"]
    ran = run("score", "-", "--from", "csv", stdin="Player,R1,R2,Total\nAnn,5,-1,5\nBen,-5,1,-4\n")
    assert ran.status == 1
    assert "Ann: expected +5, but has -1 in this deal and +4 so far" in ran.err


@each("form", ["yaml", "json", "jsonl", "csv", "text"])
def test_points_by_hand_go_through_every_form(form: str, tmp_path: Path) -> None:
    (tmp_path / "night.ofc").write_text(NIGHT)
    written = run("convert", tmp_path / "night.ofc", "--to", form)
    assert (written.status, scored(written.out, form=form)) == (0, scored(NIGHT))


def test_who_is_missing_is_offered() -> None:
    log = "players: Ann, Ben, Cid\ndeal 1\nAnn: +4\nBen: -1\n"
    told = json.loads(run("check", "-", "--from", "text", "--format", "json", stdin=log).out)
    ((problem,),) = [[one for one in told["diagnostics"] if one["severity"] == "error"]]
    (fix,) = problem["fixes"]
    (edit,) = fix["edits"]
    assert (problem["code"], edit["text"]) == ("points-unbalanced", "\nCid: -3")
    assert scored(f"{log}Cid: -3\n")["totals"] == {"Ann": 4, "Ben": -1, "Cid": -3}


@each("form", ["table", "chat", "markdown", "html", "csv", "jsonl"])
def test_every_report_has_points_by_hand(form: str) -> None:
    ran = run("score", "-", "--from", "text", "--format", form, stdin=NIGHT)
    assert ran.status == 0, ran.err
    assert "Everyone fouled" not in ran.out


def test_statistics_have_points_by_hand() -> None:
    ran = run("stats", "-", "--from", "text", "--format", "json", stdin=NIGHT)
    players = {player["player"]: player for player in json.loads(ran.out)["players"]}
    assert [players["Cid"][key] for key in ("deals", "points", "money", "deals_lost")] == [1, -3, "-1.50", 1]
    assert players["Ann"]["deals"] == 3


def test_points_by_hand_end_what_was_due_in_fantasyland() -> None:
    queens = BOARDS.replace("JJ5", "QQ5").replace("9TJQK", "9TJ8K flush")
    ran = run("check", "-", "--from", "text", stdin=f"{queens}deal 2\nAnn +2, Ben -2\n")
    assert "fantasyland-due" not in ran.err
