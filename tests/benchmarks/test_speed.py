"""Check imports and constant memory; `python -m tests.benchmarks` measures times."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.__main__ import (
    ROOT,
    columns,
    deal_by_deal,
    measured,
    memory,
    parquet,
    settlements,
    start_up,
)
from tests.benchmarks.logs import write_log
from tests.loops import each

MOST_MODULES = 125
"""Modules of a run on one canonical deal, above those of Python's own start."""


def _modules(*arguments: str) -> set[str]:
    script = (
        f"import sys; own = {{*sys.modules}}; import json; sys.path.insert(0, {str(ROOT)!r})\n"
        f"from ofcscore.cli.main import main; status = main({list(arguments)!r})\n"
        f"print(json.dumps(sorted({{*sys.modules}} - own)), file=sys.stderr)"
    )
    environment = {k: v for k, v in os.environ.items() if not k.startswith("COV")}
    ran = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    return set(json.loads(ran.stderr.splitlines()[-1]))


def test_a_canonical_deal_imports_little(tmp_path: Path) -> None:
    found = _modules("score", "--format", "markdown", str(write_log(tmp_path / "one.ofc", 1)))
    heavy = {"lark", "rich", "pydantic", "jinja2", "tabulate", "prompt_toolkit", "multiprocessing", "numpy"}
    heavy.add("tomllib")  # The catalogue of codes.
    # `dataclasses` reads half of Python's own tools for reading programs; `tempfile` reads all compressors.
    assert not (heavy | {"dataclasses", "inspect", "tempfile"}) & found
    # What people type otherwise is not looked at, and no column is scored.
    rare = ("log.text.grammar", "log.check.rows", "game.spelling")
    assert not {f"ofcscore.{module}" for module in rare} & found
    assert len(found) <= MOST_MODULES, f"{len(found)} modules"


HEAVY = ("rich", "pydantic", "jinja2", "lark")
APART = ("numpy", "pyarrow", "distributed", "starlette", "uvicorn", "segno", "asyncio", "http")
ROOMS = ("game", "log", "rules", "scoring", "session", "report")


@each(
    ("arguments", "absent"),
    [
        ("score", (*HEAVY, *APART, "prompt_toolkit", "ofcscore.host", "ofcscore.live")),
        ("score --format json", (*HEAVY, *APART, "tabulate")),
        ("--help", (*HEAVY, "tabulate", "yaml", *(f"ofcscore.{room}" for room in ROOMS))),
        ("--version", ("rich", "pydantic", "lark", "yaml", "importlib.metadata")),
    ],
)
def test_a_run_imports_only_what_it_needs(arguments: str, absent: tuple[str, ...], tmp_path: Path) -> None:
    logs = [str(write_log(tmp_path / "one.ofc", 1))] if arguments.startswith("score") else []
    packages = tuple(f"{name}." for name in absent)
    assert [name for name in _modules(*arguments.split(), *logs) if f"{name}.".startswith(packages)] == []


def _anything(name: str) -> str:
    """The name of a row without how many deals it is of."""
    return re.sub("[0-9][0-9.,]*M?", "N", name)


@pytest.mark.long
def test_every_figure_is_measured(tmp_path: Path) -> None:
    """Check the output of `python -m tests.benchmarks` for a few deals; docs/speed.md has the same rows."""
    pytest.importorskip("pyarrow")
    rows = [*start_up(tmp_path, 1), *deal_by_deal(tmp_path, 50, 1), *columns(tmp_path, 50, 1)]
    rows += [*memory(tmp_path, 100), *parquet(tmp_path, 12800, 1), *settlements(1)]
    assert len({row.what for row in rows}) == len(rows)
    page = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    shown = [line.split(" | ")[0][2:] for line in page.splitlines() if line.startswith("| ")]
    assert [_anything(name) for name in shown[2:]] == [_anything(row.what) for row in rows]
    for row in rows:
        assert row.line().split()[-1] in ("ok", "must", "MISSED")


@pytest.mark.long
@pytest.mark.parametrize("numpy", [True, False])
def test_very_many_deals_take_no_more_memory_than_ten_thousand(tmp_path: Path, numpy: bool) -> None:
    log = write_log(tmp_path / "long.ofc", 100_000)
    assert measured("score", str(log), numpy=numpy)[1] - measured(numpy=numpy)[1] < 40
