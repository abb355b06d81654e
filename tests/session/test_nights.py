"""The deals of a night, and the names of nights."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import ofcscore
from ofcscore.scoring.deal import Deal, Table
from ofcscore.session.result import Nights
from tests.command import run
from tests.loops import each

BOARDS = "Ann: 662 / KK943 / JJJ44\nBob: 885 / AAQ32 / T9876\n"
RULES = ofcscore.load_rules("ofc")


@each(
    ("deals", "places", "names"),
    [
        ([("x/a.ofc", None), ("x/a.ofc", None)], [0, 0], ["a"]),
        ([("a.ofc", "11-20"), ("a.ofc", None)], [0, 0], ["a"]),
        # The first date of a log says when it began.
        ([("a.ofc", None), ("a.ofc", "11-20"), ("a.ofc", None)], [0, 0, 0], ["a"]),
        ([("a.ofc", "11-20"), ("a.ofc", None), ("a.ofc", "11-27")], [0, 0, 1], ["11-20", "11-27"]),
        ([("a.ofc", "11-20"), ("b.ofc", "11-20"), ("b.ofc", None)], [0, 1, 1], ["a", "b"]),
        (
            [("a.ofc", None), ("b.ofc", "11-20"), ("b.ofc", "11-27"), ("b.ofc", "11-20")],
            [0, 1, 2, 1],
            ["a", "b 11-20", "b 11-27"],
        ),
        ([("<stdin>", None)], [0], ["stdin"]),
    ],
)
def test_a_night_is_a_log_or_one_of_its_dates(
    deals: Sequence[tuple[str, str | None]], places: Sequence[int], names: Sequence[str]
) -> None:
    nights = Nights()
    found = [nights.of(Deal("1", (), Table(RULES, file), date=date), 0) for file, date in deals]
    assert (found, nights.names()) == (places, names)


@pytest.mark.parametrize("why", ["void\n", "Cid: 662 / KK943 / JJJ4\n"])
def test_the_date_of_a_deal_that_does_not_count_is_that_of_the_next(why: str) -> None:
    log = "".join(
        f"deal {name}\n{BOARDS}{more}"
        for name, more in (("1 2026-11-20", ""), ("2 2026-11-27", why), ("3", why), ("4", ""), ("5", ""))
    )
    ran = run("stats", "-", "--keep-going", "--format", "json", stdin=f"{log}deal 6 2026-11-20\n{BOARDS}")
    nights = [(night["name"], night["first"], night["deals"]) for night in json.loads(ran.out)["nights"]]
    assert nights == [("2026-11-20", 1, 2), ("2026-11-27", 2, 2)]


def test_the_date_of_a_void_deal_is_not_that_of_the_next_log(tmp_path: Path) -> None:
    (tmp_path / "a.ofc").write_text(f"deal 1 2026-11-20\n{BOARDS}deal 2 2026-11-27\n{BOARDS}void\n")
    (tmp_path / "b.ofc").write_text(f"deal 1\n{BOARDS}")
    said = json.loads(run("stats", tmp_path, "--format", "json").out)
    assert [(night["name"], night["date"]) for night in said["nights"]] == [("a", "2026-11-20"), ("b", None)]
