"""Each option changes the output of each format and command, or it is a usage error."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from ofcscore.cli.options import OPTIONS, STATS
from ofcscore.report import FORMATS
from tests.command import Ran, run
from tests.loops import each, table
from tests.sessions import NIGHT
from tests.transcripts import EXAMPLES

LOG: Final = NIGHT.replace("expect:", "note:").replace("Gus", '"=Gus"')
"""A session with a name that a spreadsheet would run as a formula."""
BAD: Final = f"{LOG}deal 3\nHero: QQ5 / AA762 / 9TJQ\n"
LONG: Final = "rules: ofc\n" + "".join(
    f"deal {n}\nAnn: 662 / KK943 / JJJ44\nBob: 885 / AAQ32 / T9876\n" for n in range(1, 251)
)

WORDS: Final = "rules: mau-binh\ndeal 1\nAnn: A97 / QQQ44 / KKKK2\nBob: QT5 / TT754 / JJ973\n"

VALUES: Final = {
    "rules": "ofc-27",
    "sets": "points.scoop=0",
    "stake": "2 EUR",
    "currency": "JPY",
    "form": "yaml",
    "settle": "pairs",
    "coin": "5",
    "deals": "2",
    "full": None,
    "running": None,
    "why": None,
    "compare": "ofc,ofc-headshot",
    "words": None,
    "csv_raw": None,
    "chart": None,
    "keep_going": None,
    "engine": "dask",
    "scheduler": "tcp://localhost:1",
}
"""A value of each option that changes the output if the option has an effect; None for a flag."""


def _given(field: str) -> list[str]:
    value = VALUES[field]
    return [OPTIONS[field].names[-1], *([] if value is None else [value])]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("night").write_text(LOG, encoding="utf-8")
    Path("words").write_text(WORDS, encoding="utf-8")
    Path("bad").write_text(BAD, encoding="utf-8")
    return "night"


@cache
def _without(*arguments: str) -> Ran:
    """A run on one of the logs, which are the same in every test."""
    return run(*arguments)


def _has_effect_or_is_refused(log: str, field: str, *beside: str, command: str = "score") -> None:
    """Check that the option changes the output, or that one line on standard error names it."""
    log = {"keep_going": "bad", "words": "words"}.get(field, log)
    without, with_ = _without(command, log, *beside), run(command, log, *beside, *_given(field))
    if with_.status == 2:
        assert with_.out == ""
        assert OPTIONS[field].names[-1] in with_.err
        assert with_.err.count("\n") == 1
    else:
        assert with_ != without


@pytest.mark.long
@each("field", VALUES)
@each("chosen", [name for name in FORMATS if name != "png"])
def test_with_a_format(field: str, chosen: str, log: str) -> None:
    _has_effect_or_is_refused(log, field, "--format", chosen)


@pytest.mark.long
@each("field", [field for field in VALUES if field != "compare"])
@each("chosen", ["table", "markdown", "csv", "json", "jsonl"])
def test_with_a_comparison(field: str, chosen: str, log: str) -> None:
    _has_effect_or_is_refused(log, field, "--compare", "ofc,chinese", "--format", chosen)


@each("field", [field for field in VALUES if field not in ("deals", "compare")])
def test_where_no_deal_is_shown(field: str, log: str) -> None:
    for chosen in ("table", "markdown", "json"):
        _has_effect_or_is_refused(log, field, "--format", chosen, "--deals", "none")


SEASON: Final = EXAMPLES / "season"


@each(
    ("deals", "shown"),
    [
        ("2026-10/7", ["2026-10/7"]),
        ("2026-10/3-4,2026-11/2", ["2026-10/3", "2026-10/4", "2026-11/2"]),
        ("2026-09/6-", ["2026-09/6", "2026-09/7"]),
        ("2026-10-20/7,2026-11.ofc/1", ["2026-10/7", "2026-11/1"]),
        ("season/2026-09/1", ["2026-09/1"]),
        ("7", ["2026-09/7", "2026-10/7", "2026-11/7"]),
        ("1-2", ["2026-09/1", "2026-09/2", "2026-10/1", "2026-10/2", "2026-11/1", "2026-11/2"]),
        ("2026-11/", [f"2026-11/{number}" for number in range(1, 8)]),
        ("last-2,2026-09/1", ["2026-09/1", "2026-11/6", "2026-11/7"]),
    ],
    few=5,
)
def test_deals_of_a_season(deals: str, shown: list[str]) -> None:
    said = json.loads(run("score", SEASON, "--deals", deals, "--format", "json").out)
    assert [f"{deal['night']}/{deal['name']}" for deal in said["deals"]] == shown


@each(
    ("deals", "words"),
    [
        ("2026-12/1", "--deals: there is no deal 2026-12/1; did you mean 2026-11/7?"),
        ("2026-10/8-9", "--deals: there are no deals 2026-10/8-9"),
        ("2026-10/-3", "--deals 2026-10/-3: write 2026-10/1-3 for deals 1 to 3, or last-3 for the last 3"),
        ("2026-10/5-3", "--deals: 2026-10/5-3 runs backwards"),
    ],
)
def test_deals_that_a_season_does_not_have(deals: str, words: str) -> None:
    ran = run("score", SEASON, "--deals", deals)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err


STATISTICS: Final = ("rules", "sets", "stake", "currency", "form", "deals", "csv_raw", "keep_going")


@each("field", STATISTICS)
@each("chosen", STATS)
def test_of_stats(field: str, chosen: str, log: str) -> None:
    _has_effect_or_is_refused(log, field, "--format", chosen, command="stats")


@each(("arguments", "words"), table("what_would_do_is_said"))
def test_what_would_do_is_said(arguments: list[str], words: str, log: str) -> None:
    ran = run("score", log, *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_a_stake_that_chips_are_bought_at_has_an_effect_where_points_are_shown() -> None:
    log = (EXAMPLES / "options" / "table-stakes.ofc").read_text(encoding="utf-8")
    assert run("score", "-", "--stake", "2", "--format", "csv", stdin=log).status != 2


@each(
    ("asked", "shown"),
    [
        ("last", "14"),
        ("last-2", "13 14"),
        ("last 2", "13 14"),
        ("last-99", " ".join(map(str, range(1, 15)))),
        ("12-", "12 13 14"),
        ("2,last-2,13", "2 13 14"),
        ("13,2,last", "2 13 14"),
        ("3,9-10", "3 9 10"),
    ],
)
@each("chosen", ["table", "csv", "json"])
def test_deals_that_are_asked_for(asked: str, shown: str, chosen: str) -> None:
    """The deals are shown once each, in the order of the log."""
    log = LONG[: LONG.index("deal 15")]
    out = run("score", "-", "--deals", asked, "--format", chosen, stdin=log).out
    if chosen == "json":
        found = [deal["name"] for deal in json.loads(out)["deals"]]
    elif chosen == "csv":
        found = list(dict.fromkeys(line.split(",")[0] for line in out.splitlines()[1:]))
    else:
        found = [line.removeprefix("Deal ") for line in out.splitlines() if line[5:].isdecimal()]
    assert " ".join(found) == shown


def test_a_deal_that_has_problems_or_is_void_is_a_deal_of_the_log(log: str) -> None:
    ran = run("score", "bad", "--keep-going", "--deals", "3")
    assert ran.status == 1
    assert "1 deal is left out because of problems." in ran.out
    assert run("score", "-", "--deals", "2", stdin=f"{LOG}void\n").status == 0


def test_why_of_many_deals_needs_to_know_which() -> None:
    ran = run("score", "-", "--why", stdin=LONG)
    assert (ran.status, ran.out) == (2, "")
    assert "--why has no effect, because none of the 250 deals is shown in full" in ran.err
    assert "jacks full of fours beats straight" not in run("score", "-", "--deals", "3", stdin=LONG).out
    out = run("score", "-", "--why", "--deals", "3", stdin=LONG).out
    assert "jacks full of fours beats straight to the ten" in out


@pytest.mark.parametrize("chosen", ["json", "jsonl"])
def test_running_totals_as_data_are_those_in_words(chosen: str, log: str) -> None:
    out = run("score", log, "--running", "--format", chosen).out
    deals = (
        json.loads(out)["deals"] if chosen == "json" else [json.loads(line) for line in out.splitlines()[:-1]]
    )
    assert [deal["running"] for deal in deals][-1] == {"Hero": 8, "=Gus": 17, "Phil H.": -25}
    skipped = json.loads(run("score", log, "--running", "--deals", "last", "--format", "json").out)["deals"]
    assert skipped == deals[-1:]
    assert (
        "\nSo far: Hero +8, \\=Gus +17, Phil H. -25\n"
        in run("score", log, "--running", "--format", "markdown").out
    )


@pytest.mark.parametrize(("alias", "name"), [("md", "markdown"), ("txt", "table"), ("htm", "html")])
def test_a_format_goes_by_its_suffix_too(alias: str, name: str, log: str) -> None:
    assert run("score", log, "--format", alias) == run("score", log, "--format", name)


@pytest.mark.parametrize("chosen", ["table", "markdown"])
def test_why_says_every_line_under_its_pair(chosen: str, log: str) -> None:
    """The score lines of each pair add up to its points."""
    data = json.loads(run("score", log, "--format", "json").out)
    out = run("score", log, "--why", "--format", chosen).out
    at = 0
    for pair in (pair for deal in data["deals"] for pair in deal["pairs"]):
        for line in pair["lines"]:
            note = line["note"].partition(" ")[0]
            at = out.index(note, at)


# -- other commands


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check", "night", "--together"], "--together needs several files"),
        (["explain", "row-size", "--rules", "ofc"], "--rules has no effect on the explanation of a message"),
        (["explain", "codes", "--format", "json"], "--format has no effect on the explanation of a message"),
        (["settle", "A=1", "B=-1", "--settle", "none"], "has nothing to show with --settle none"),
        (["fmt", "night", "--check", "--diff"], None),
    ],
)
def test_options_of_other_commands(arguments: list[str], words: str | None, log: str) -> None:
    ran = run(*arguments)
    if words is not None:
        assert (ran.status, ran.out) == (2, "")
        assert words in ran.err


@each(
    "arguments",
    [
        ["check", "night", "--rules", "no-such"],
        ["check", "night", "--set", "players.max=2"],
        ["check", "night", "--from", "yaml"],
        ["explain", "QQ5 / AA762 / 9TJQK", "--rules", "chinese"],
        ["explain", "QQ5 / AA762 / 9TJQK", "--set", "fantasyland=none"],
        ["explain", "QQ5 / AA762 / 9TJQK", "--format", "json"],
        ["explain", "night:1", "--rules", "chinese"],
        ["explain", "night:1", "--set", "points.scoop=0"],
        ["explain", "night:1", "--format", "json"],
        ["settle", "A=1", "B=-1", "--stake", "2"],
        ["settle", "A=1", "B=-1", "--currency", "EUR"],
        ["settle", "A=3", "B=-1", "C=-2", "--settle", "bank=B"],
        ["settle", "A=1", "B=-1", "--round", "5"],
        ["settle", "A=1", "B=-1", "--format", "json"],
        ["rules", "show", "ofc", "--set", "points.scoop=0"],
        ["rules", "show", "ofc", "--yaml"],
        ["fmt", "night", "--check"],
        ["fmt", "night", "--diff"],
    ],
)
def test_options_of_other_commands_have_an_effect(arguments: list[str], log: str) -> None:
    *before, _, _ = arguments if not arguments[-1].startswith("--") else [*arguments, ""]
    assert run(*arguments) != run(*before)
