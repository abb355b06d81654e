"""What `stats` says of long logs: by columns and by the plain way the same, to the letter."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

from ofcscore import columns
from ofcscore.cli.score_options import STATS
from ofcscore.cli.score_run import report_session
from ofcscore.cli.selection import Shown
from ofcscore.columns.blocks import long_session
from ofcscore.files.written import Spool
from ofcscore.log.check.checker import NO_OVERRIDES, Overrides
from ofcscore.log.check.stream import read_stream
from ofcscore.problems.collected import Problems
from ofcscore.report.stats import StatsReport
from ofcscore.report.wording import Style
from tests.columns.test_logs import (
    LINES,
    OTHERS,
    PRESETS,
    SETS,
    Counting,
    both,
    canonical,
    changed_logs,
    sources_of,
)
from tests.columns.test_logs import small as small
from tests.command import run
from tests.daily import some
from tests.transcripts import EXAMPLES


def check(*texts: str | bytes, overrides: Overrides = NO_OVERRIDES) -> int:
    """Holds the statistics of a session by both ways side by side; how many deals went as columns."""
    data = [text.encode() if isinstance(text, str) else text for text in texts]
    told, taken = [], []
    for quick in (False, True):
        reading, sources = Problems(), sources_of(data, "text")
        with Spool() as spool:
            scoring = Counting(Shown(StatsReport("json", Style()), spool))
            items = (
                long_session(sources, reading, overrides, scoring)
                if quick
                else read_stream(sources, reading, overrides)
            )
            told.append(report_session(items, scoring, reading, keep_going=True)[0])
        taken.append(scoring.columns)
    assert told[0] == told[1]
    return taken[1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deals_of_a_long_log_go_as_columns(players: int) -> None:
    for seed in range(4):
        assert check("stake: 2 EUR\n" + "".join(canonical(120, seed, players))) > 100


@pytest.mark.parametrize("name", some(5, of=[*PRESETS, *(f"ofc + {name}" for name in OTHERS)]))
def test_rule_sets(name: str) -> None:
    check(f"rules: {name}\nchips: Hero 10000, Gus 10000\nplayers: Hero, Gus\n" + "".join(canonical(90, 3, 2)))


@pytest.mark.parametrize("seed", some(4, of=range(20)))
def test_what_pairs_exchange(seed: int) -> None:
    dice = random.Random(seed)
    overrides = Overrides(rules=dice.choice(("ofc", "chinese", "ofc-27")), sets=tuple(map(dice.choice, SETS)))
    check("".join(canonical(60, seed, 2 + seed % 3)), overrides=overrides)


@pytest.mark.parametrize("seed", some(1, of=range(5)))
def test_changed_logs(seed: int) -> None:
    for each in range(10):
        check(*changed_logs(70_000 + seed * 1000 + each))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_many_changed_logs(seed: int) -> None:
    for each in range(100):
        check(*changed_logs(9_000_000 + seed * 1000 + each))


@pytest.mark.parametrize("line", some(3, of=LINES), ids=lambda line: line[:20].strip() or "blank")
def test_lines_in_between(line: str) -> None:
    deals = canonical(60, 17)
    deals[30] = deals[30].replace("\n", f"\n{line}", 1)
    check("".join(deals))


def test_the_date_of_a_void_deal_begins_a_night() -> None:
    deals = canonical(60, 19)
    deals[20] = deals[20].replace("deal 21\n", "deal 21 2026-11-27\nvoid\n")
    assert check("deal 0 2026-11-20\nHero: foul\nGus: foul\nCarol: foul\n\n" + "".join(deals)) > 40


def test_seats_that_change() -> None:
    """Pairs of players are met from either side, and a night has some of the players."""
    first, later = "".join(canonical(40, 5, 3)), "".join(canonical(40, 6, 3, first=41))
    swapped = later.replace("Gus", "x").replace("Hero", "Gus").replace("x", "Hero")
    assert check(first + swapped) > 60
    assert check(first, swapped, "".join(canonical(40, 7, 2)), "".join(canonical(60, 8, 4))) > 140


def test_fantasyland_runs_on() -> None:
    for name in ("ofc", "ofc-pineapple", "ofc-progressive", "ofc-ultimate", "ofc-27-progressive"):
        for seed in range(3):
            assert check(f"rules: {name}\n" + "".join(canonical(80, seed, 2 + seed % 2))) > 10


@pytest.fixture
def long(tmp_path: Path) -> Path:
    path = tmp_path / "long.ofc"
    path.write_text("stake: 1 EUR\nplayers: Hero, Gus, Carol\n\n" + "".join(canonical(90, 29)))
    return path


@pytest.mark.parametrize("form", STATS)
def test_commands(form: str, long: Path) -> None:
    season = sorted((EXAMPLES / "season").iterdir())
    for files in ([*season, long], [EXAMPLES / "twenty-deals.ofc"], [long]):
        assert both("stats", *map(str, files), "--format", form).status == 0


@pytest.mark.parametrize("name", [path.name for path in EXAMPLES.glob("*.ofc")])
def test_examples_before_a_long_log(name: str, long: Path) -> None:
    ran = both("stats", str(EXAMPLES / name), str(long), "--stake", "1 EUR", "--format", "json")
    assert ran.status == 0, ran.err


def test_statistics_of_a_long_log_are_of_all_deals(tmp_path: Path) -> None:
    log = tmp_path / "long.ofc"
    log.write_text("".join(canonical(columns.LONG // 10, 31)))
    assert f"{columns.LONG // 10} deals, 3 players" in run("stats", log).out
