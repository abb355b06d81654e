"""Double counting in a session: one file by two paths, and deals in two logs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import ofcscore
from ofcscore.diagnostics.problem import Exit, Problem
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import text_source
from tests.command import run
from tests.loops import each

BOARDS = (
    "Ann: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n",
    "Ann: Jh Jd 5c / Ah Ad 7s 6c 2d / 9h Ts Jc Qs Kc\nBen: 6h 6d 3c / Kh Kd 9s 4c 3h / 8h 8s 8d 4d 4h\n",
    "Ann: foul\nBen: 663 / KK943 / 88844\n",
    "Ann: foul\nBen: surrender\n",
)


def log(*deals: tuple[str, int]) -> str:
    return "rules: ofc + surrender\n" + "".join(f"deal {name}\n{BOARDS[which]}" for name, which in deals)


def warnings(*texts: str) -> list[Problem]:
    sources = [text_source(text, name=f"{i}.ofc") for i, text in enumerate(texts, start=1)]
    return [p for p in read_session(sources)[1] if p.code == "deal-in-two-logs"]


NIGHT = log(("1", 0), ("2", 1), ("3", 2))


@each(
    ("other", "message"),
    [
        (NIGHT, "deals 1 to 3 of this log are also in 1.ofc"),
        (log(("7", 1)), "deal 7 of this log is also in 1.ofc as 2"),
        (log(("x", 2), ("y", 0)), "deals x and y of this log are also in 1.ofc as 3 and 1"),
        (
            "deal 9\nben: 663 / KK943 / 88844\nAnn: foul\n"
            "deal 10\nBen: 6 3 6 / K,9 K 43 / 44888\nAnn: foul\n",
            "deals 9 and 10 of this log are also in 1.ofc as 3 and 3",
        ),
    ],
)
def test_the_same_deals_in_two_logs(other: str, message: str) -> None:
    """Names of deals, order of boards and order of cards do not matter."""
    (warning,) = warnings(NIGHT, other)
    assert warning.message == message
    assert warning.place.file == "2.ofc"
    assert warning.hint is not None
    assert "omit one of the two logs" in warning.hint


@each(
    "other",
    [
        log(("1", 3), ("2", 3)),
        NIGHT.replace("Ann", "Gus"),
        NIGHT.replace("JJ5", "JJ4")
        .replace("5c", "2c")
        .replace("88844\nd", "88855\nd")
        .replace("foul", "absent"),
        NIGHT.replace("deal 1", "deal 1\nvoid")
        .replace("deal 2", "deal 2\nvoid")
        .replace("deal 3", "deal 3\nvoid"),
    ],
)
def test_other_deals(other: str) -> None:
    """Deals without cards, of others, with another card or void do not count twice."""
    assert warnings(log(("1", 0), ("2", 1), ("3", 3)), other) == []


def test_one_warning_for_each_two_logs() -> None:
    found = [(w.place.file, w.message.partition(" are also in ")[2]) for w in warnings(NIGHT, NIGHT, NIGHT)]
    assert found == [("2.ofc", "1.ofc"), ("3.ofc", "1.ofc")]


def test_many_deals_are_told_by_the_first() -> None:
    deck = [f"Ann: {a}{a}5 / AA762 / 9T{b}QK\nBen: foul\n" for a in "6789" for b in "J82"]
    one = "".join(f"deal {i}\n{boards}" for i, boards in enumerate(deck, 1))
    two = "".join(f"deal {i}y\n{boards}" for i, boards in enumerate(deck, 1))
    (warning,) = warnings(one, two)
    assert warning.message == ("deals 1y, 2y, 3y, 4y, 5y and 7 more of this log are also in 1.ofc as 1 to 12")


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "night.ofc"
    path.write_text(NIGHT, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "again", ["night.ofc", "./night.ofc", "link.ofc", "hard.ofc", "../{folder}/night.ofc"]
)
def test_one_file_named_twice(night: Path, again: str) -> None:
    os.symlink("night.ofc", "link.ofc")
    os.link("night.ofc", "hard.ofc")
    again = again.format(folder=night.parent.name)
    ran = run("score", "night.ofc", again)
    assert (ran.status, ran.out) == (Exit.FILES, "")
    assert f"{again}: error[file-twice]: this " in ran.err
    with pytest.raises(ofcscore.ProblemsError, match="is "):
        ofcscore.read("night.ofc", again)


def test_standard_input_named_twice() -> None:
    ran = run("score", "-", "-", stdin=NIGHT.encode())
    assert ran.status == Exit.FILES
    assert "error[file-twice]" in ran.err


def test_a_folder_and_a_file_in_it(night: Path) -> None:
    """`check` reads each log separately."""
    assert run("check", "night.ofc", "night.ofc").status == Exit.OK
    assert run("check", "--together", "night.ofc", ".").status == Exit.FILES
