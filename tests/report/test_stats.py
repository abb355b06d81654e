"""What `stats` takes and refuses; its figures are on pages of `golden/`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ofcscore.report.stats import PLAYERS
from tests.command import run
from tests.loops import each
from tests.sessions import NIGHT
from tests.transcripts import EXAMPLES


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_every_figure_is_defined(form: str) -> None:
    """Of a night in fantasyland with naturals and adjustments nothing rare is left out."""
    ran = run("stats", EXAMPLES / "night.ofc", "--format", form, "--definitions")
    for section in PLAYERS:
        for one in section.figures:
            assert one.definition
    without = run("stats", EXAMPLES / "night.ofc", "--format", form)
    assert len(without.out) < len(ran.out)


def test_json_defines_every_number() -> None:
    said = json.loads(run("stats", EXAMPLES / "night.ofc", "--format", "json").out)
    assert said["definitions"].keys() == said["players"][0].keys() - {"player"}


@each("name", ["", "=Ana", "Ana|<b>", "A" * 60])
def test_names_are_text(name: str, tmp_path: Path) -> None:
    log = tmp_path / "night.ofc"
    log.write_text(NIGHT.replace("Gus", f'"{name}"' if name else "Gus"), encoding="utf-8")
    for form in ("table", "markdown", "csv"):
        ran = run("stats", log, "--format", form)
        assert ran.status == 0
        assert "<b>" not in ran.out or form != "markdown"
        if form == "table":
            assert max(map(len, ran.out.splitlines())) <= 80
        if form == "csv":
            assert ",=Ana" not in ran.out


def test_figures_of_some_deals_and_players() -> None:
    files = sorted((EXAMPLES / "season").glob("*.ofc"))
    said = json.loads(run("stats", *files, "--deals", "last-7", "--format", "json").out)
    alone = json.loads(run("stats", files[-1], "--format", "json").out)
    for key in ("deals", "points", "deals_won", "scoops", "top_royalties_a_deal"):
        assert {one["player"]: one[key] for one in said["players"]} == {
            one["player"]: one[key] for one in alone["players"]
        }
    some = json.loads(run("stats", *files, "--player", "ana", "--player", "Ben", "--format", "json").out)
    assert [one["player"] for one in some["players"]] == ["Ana", "Ben"]
    assert ["Cid", "Dora"] not in [one["players"] for one in some["pairs"]]


@each(
    ("arguments", "words"),
    [
        (["--player", "Anna"], "--player: no player has the name Anna; did you mean Ana?"),
        (
            ["--player", "Xavier"],
            "--player: no player has the name Xavier; the players are Ana, Ben, Phil H.",
        ),
        (["--deals", "99"], "--deals: there is no deal 99"),
        (["--format", "html"], "--format must be table, markdown, csv or json, not html"),
        (["-o", "stats.html"], "-o stats.html: stats are written as table, markdown, csv or json"),
        (["--csv-raw"], "--csv-raw is for --format csv, not table"),
        (["--definitions", "--format", "json"], "--definitions is for --format table or markdown, not json"),
        (["--definitions", "--format", "csv"], "--definitions is for --format table or markdown, not csv"),
        (["--currency", "USD", "--format", "csv"], "--currency is for --format table, markdown or json"),
    ],
)
def test_what_has_no_effect_is_refused(arguments: list[str], words: str) -> None:
    ran = run("stats", EXAMPLES / "night.ofc", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1
