"""`rules new`: create a rule file from answers; it has only the differences."""

from __future__ import annotations

from pathlib import Path

import pytest

from ofcscore.rules.describe import QUESTIONS, answer_of, asked, setting_of
from ofcscore.rules.files import shipped_names
from ofcscore.rules.loading import load_layers, load_rules
from tests.command import run
from tests.loops import each

PRESETS, _ = shipped_names()
LONG = "\n" * len(QUESTIONS) * 2


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_what_differs_is_written_and_nothing_else(tmp_path: Path) -> None:
    answers = [
        *("pineapple", "", "4", "", "yes", "6", "no", "winner", "20", "15", "KK", "bank", "2"),
        "Friday at Ana's",
    ]
    ran = run("rules", "new", "friday.yaml", stdin="\n".join(answers) + "\n")
    assert (ran.status, ran.err) == (0, "")
    assert (tmp_path / "friday.yaml").read_text("utf-8").splitlines() == [
        "name: friday",
        'title: "Friday at Ana\'s"',
        "source: agreed at the table",
        "extends: ofc-pineapple",
        "points: {scoop: 4}",
        "order: strict",
        "foul: {pays: 6, royalties: unpaid}",
        "royalties: {count: winner-adds, top: {trips: 20}}",
        "fantasyland: {cards: 15, enter: {top: {pair: {K: 0, A: 0}}}}",
        "compare: bank",
        "surrender: 2",
    ]
    assert run("rules", "check", "friday.yaml").err == ""


@each("name", PRESETS)
def test_enter_keeps_all_that_a_rule_set_says(name: str) -> None:
    ran = run("rules", "new", "--force", "house.yaml", stdin=f"{name}{LONG}")
    assert (ran.status, ran.err) == (0, "")
    found, problems = load_rules("./house.yaml")
    wanted, _ = load_rules(name)
    assert found is not None
    assert wanted is not None
    assert not [problem for problem in problems if not problem.warning]
    assert found.digest == wanted.digest


@each("name", PRESETS)
def test_what_a_rule_set_answers_means_its_own_setting(name: str) -> None:
    loaded, _ = load_layers(name)
    assert loaded is not None
    for question in asked(loaded):
        answer = answer_of(question, loaded)
        if " to " not in answer:
            value = setting_of(question, answer, loaded)
            again, problems = load_layers(name, sets=[f"{question.path}={value}"])
            assert not problems, (question.path, answer)
            assert again is not None
            assert again.rules.digest == loaded.rules.digest, question.path


def test_an_answer_that_cannot_be_read_is_asked_again() -> None:
    ran = run("rules", "new", "house.yaml", stdin=f"nonsense\nofc\n\nfour\n4{LONG}")
    assert ran.status == 0
    assert "there is no rule set `nonsense`" in ran.out + ran.err
    assert "points.scoop must be none or a whole number, not `four`" in ran.out + ran.err
    assert load_rules("./house.yaml")[0] is not None


def test_a_sum_is_extended_as_it_stands(tmp_path: Path) -> None:
    assert run("rules", "new", "house.yaml", stdin=f"chinese + sweep-1{LONG}").status == 0
    assert "extends: chinese + sweep-1\n" in (tmp_path / "house.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("file", "stdin", "says"),
    [
        ("house.txt", LONG, "must end in .yaml"),
        ("there.yaml", LONG, "there.yaml already exists"),
        ("house.yaml", "ofc\n\n", "no file was written"),
        ("nowhere/house.yaml", LONG, "nowhere"),
    ],
)
def test_no_file_is_made_or_replaced(file: str, stdin: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "there.yaml").write_text("mine")
    ran = run("rules", "new", file, stdin=stdin)
    assert ran.status in (2, 3)
    assert says in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["there.yaml"]
    assert (tmp_path / "there.yaml").read_text() == "mine"
