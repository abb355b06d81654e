"""Typical uses of `score`, `check`, `explain`, `settle` and `rules`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import run
from tests.loops import each
from tests.sessions import LONG, NIGHT

BAD = "deal 1\nHero: QQ5 / AA762 / 9TJQ\nGus: 663 / KK943 / JJJ44\n"
BOARD = "QQ5 / AA762 / 9TJQK"


@pytest.fixture
def night(tmp_path: Path) -> Path:
    path = tmp_path / "night.ofc"
    path.write_text(NIGHT, encoding="utf-8")
    return path


# -- score ---------------------------------------------------------------------------------------------


def test_several_files_are_one_session(tmp_path: Path) -> None:
    names = []
    for i in (1, 2):
        names.append(tmp_path / f"{i}.ofc")
        names[-1].write_text(LONG, encoding="utf-8")
    one = json.loads(run("score", names[0], "--format", "json").out)
    two = json.loads(run("score", *names, "--format", "json").out)
    assert two["totals"] == {name: 2 * points for name, points in one["totals"].items()}
    assert len(two["deals"]) == 28


def test_standard_input_is_a_dash_or_nothing(night: Path) -> None:
    out = run("score", night).out
    assert run("score", "-", stdin=NIGHT).out == out
    assert run("score", stdin=NIGHT).out == out


def test_a_terminal_is_no_log_and_gets_the_help() -> None:
    ran = run("score", terminal=True)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Usage: ofcscore score")


def test_nothing_is_printed_where_nothing_could_be_scored() -> None:
    ran = run("score", "-", "--keep-going", stdin=BAD)
    assert (ran.status, ran.out) == (1, "")


def test_options_replace_what_the_log_says(night: Path) -> None:
    out = run("score", night, "--stake", "2 USD", "--currency", "GBP").out
    assert "Phil H. pays Gus 34.00 GBP." in out
    text = NIGHT.replace("expect: Hero +20, Gus +6, P -26\n", "")
    data = json.loads(
        run("score", "-", "--rules", "ofc", "--set", "points.scoop=0", "--format", "json", stdin=text).out
    )
    assert data["totals"] == {"Hero": 5, "Gus": 14, "Phil H.": -19}


@each("stake", ["nan", "1_0", "1e5", "1,500", "-1", "x", "１２", "0x10", "inf", "1e999999999", "9" * 3000])
def test_numbers_of_options_are_read_as_those_of_logs(night: Path, stake: str) -> None:
    ran = run("score", night, f"--stake={stake}")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("--stake: error[")


@pytest.mark.parametrize(
    ("way", "payments"),
    [
        ("fewest", ["Phil H. pays Gus 8.50 EUR.", "Phil H. pays Hero 4.00 EUR."]),
        ("bank=Hero", ["Phil H. pays Hero 12.50 EUR.", "Hero pays Gus 8.50 EUR."]),
        ("pairs", ["Hero pays Gus 2.00 EUR.", "Phil H. pays Hero 6.00 EUR.", "Phil H. pays Gus 6.50 EUR."]),
        ("none", []),
    ],
)
def test_ways_of_settling(night: Path, way: str, payments: list[str]) -> None:
    out = run("score", night, "--settle", way).out
    assert [line for line in out.splitlines() if " pays " in line] == payments


def test_payments_already_made_count() -> None:
    text = NIGHT + "paid: P -> Gus 8.50 EUR\n"
    out = run("score", "-", stdin=text).out
    assert "Already paid: Phil H. to Gus, 8.50 EUR." in out
    assert out.endswith("Phil H. pays Hero 4.00 EUR.\n")


def test_cash_is_rounded_to_a_coin_and_the_rest_is_named(night: Path) -> None:
    out = run("score", night, "--stake", "0.07 EUR", "--round", "0.50").out
    paid = [line for line in out.splitlines() if " pays " in line]
    assert paid
    assert all(line.split()[-2].endswith(("0.50", ".00", ".50")) for line in paid)
    assert "by rounding." in out


def test_odd_cents_are_named() -> None:
    text = NIGHT.replace("stake: 0.50 EUR", "stake: 0.50 EUR\nrake: 1 EUR")
    out = run("score", "-", stdin=text).out
    assert "got the odd 0.01 EUR that could not be split." in out


def test_a_stake_of_nothing_owes_nothing() -> None:
    out = run("score", "-", "--stake", "0 EUR", stdin=NIGHT).out
    assert "Nobody owes anybody anything." in out


# -- check ---------------------------------------------------------------------------------------------


def test_check_takes_each_file_by_itself_and_folders(tmp_path: Path, night: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "b.ofc").write_text(BAD, encoding="utf-8")
    (tmp_path / "more" / "a.yaml").write_text("extends: ofc\npoints: {scoop: 0}\n", encoding="utf-8")
    (tmp_path / "more" / "notes.md").write_text("nothing", encoding="utf-8")
    assert run("check", night, night).status == 0
    ran = run("check", tmp_path)
    assert ran.status == 1
    assert "b.ofc:2:" in ran.err
    assert "a.yaml" not in ran.err
    assert run("check", tmp_path / "more" / "none").status == 3


# -- explain -------------------------------------------------------------------------------------------


def test_explain_labels_rules_and_marks() -> None:
    assert "pair of queens" in run("explain", "bot: 9TJQK / top: QQ5 / mid: AA762").out
    out = run("explain", f"{BOARD} (fantasyland)", "--rules", "ofc-pineapple").out
    assert "was in fantasyland and leaves it" in out
    assert "No fantasyland" not in out


@each(
    ("boards", "code"),
    [
        (["QQ5 / AA762 / 9TJQ"], "row-size"),
        (["QQ5 / AA762"], "row-missing"),
        ([BOARD, "QhQd2 / QcQsQQ3 / 9TJQK"], "deck-impossible"),
        (["Ann: surrender"], "surrender-unknown"),
    ],
)
def test_explain_tells_what_is_wrong_with_a_board(boards: list[str], code: str) -> None:
    ran = run("explain", *boards)
    assert (ran.status, ran.out) == (1, "")
    assert f"error[{code}]" in ran.err


# -- settle --------------------------------------------------------------------------------------------


@each(
    ("arguments", "out"),
    [
        (["Ann=-2", "Bob=2", "--stake", "0.50 EUR"], "Ann pays Bob 1.00 EUR.\n"),
        (["Ann=-2.5", "Bob=2.5"], "Ann pays Bob 2.50.\n"),
        (["Ann=-2.5", "Bob=+2.5", "--currency", "$"], "Ann pays Bob $2.50.\n"),
        (["Ann=0", "Bob=0"], "Nobody owes anybody anything.\n"),
        (["Ann=-3", "Bob=3", "--stake", "10", "--currency", "JPY"], "Ann pays Bob 30 JPY.\n"),
        (["A=-1", "B=-1", "C=2", "--settle", "bank=A"], "B pays A 1 point.\nA pays C 2 points.\n"),
        (["Phil H.=-1", "Bob=1"], "Phil H. pays Bob 1 point.\n"),
    ],
)
def test_settle(arguments: list[str], out: str) -> None:
    ran = run("settle", *arguments)
    assert (ran.out, ran.err, ran.status) == (out, "", 0)


@each(
    ("arguments", "status", "words"),
    [
        (["A=-1", "B=2"], 1, "sum to +1, not to 0"),
        (["A=-1.25", "B=1"], 1, "sum to -0.25, not to 0"),
        (["A"], 2, "is not a name and points"),
        (["A=1", "A=-1"], 2, "A has two totals"),
        (["A=x", "B=1"], 2, "x is not a valid number"),
        (["=1", "B=-1"], 2, "is not a name and points"),
        (["A=1", "B=-1", "--settle", "bank=Zoe"], 2, "no player has this name; the players are A, B"),
        (["A=1", "B=-1", "--settle", "pairs"], 2, "--settle pairs needs a log"),
        (["A=1", "B=-1", "--settle", "none"], 2, "has nothing to show with --settle none"),
        (["A=1", "B=-1", "--stake", "-2"], 2, "stake"),
        (["A=-25,B=-5", "C=30"], 2, "help: write A=-25 B=-5\n"),
        (["A=-25 B=-5", "C=5"], 2, "A=-25 B=-5 is more than one total"),
        (["A=-7", "B=7", "--stake", "0.25 EUR", "--round", "5 USD"], 2, "the stake is in EUR"),
        (["A=-7", "B=7", "--round", "0.50 EUR"], 2, "the stake has no currency"),
    ],
)
def test_settle_refuses(arguments: list[str], status: int, words: str) -> None:
    ran = run("settle", *arguments)
    assert (ran.out, ran.status) == ("", status)
    assert words in ran.err


@each(
    ("arguments", "doubts"),
    [
        (["A=-25.000", "B=25.000", "--currency", "IDR"], 2),
        (["A=-25", "B=25", "--stake", "1.000 IDR"], 1),
        (["A=-25", "B=25", "--stake", "1.000", "--currency", "KWD"], 1),
        (["A=-25.500", "B=25", "C=0.500"], 0),
        (["A=-2.5", "B=2.5"], 0),
    ],
)
def test_a_point_that_may_mark_thousands_asks(arguments: list[str], doubts: int) -> None:
    ran = run("settle", *arguments)
    assert (ran.status, ran.err.count("error[number-thousands]")) == (2 if doubts else 0, doubts)


@pytest.mark.parametrize("coin", ["5 XAU", "0.50 USD", "1 USD"])
def test_the_smallest_coin_is_of_the_money(night: Path, coin: str) -> None:
    ran = run("score", night, "--stake", "0.50 EUR", "--round", coin)
    assert (ran.out, ran.status) == ("", 2)
    assert "the stake is in EUR; write only the number" in ran.err
    assert run("score", night, "--stake", "0.50 EUR", "--round", "0.5 €").status == 0


# -- rules ---------------------------------------------------------------------------------------------


def test_a_bank_is_found_by_its_name_in_decomposed_letters() -> None:
    log = "Jos\u00e9: JJ5 / AA762 / 9TJQK\nAnn: 663 / KK943 / 88844\n"
    composed = run("score", "-", "--settle", "bank=Jos\u00e9", stdin=log)
    assert run("score", "-", "--settle", "bank=Jose\u0301", stdin=log) == composed
    assert composed.status == 0
