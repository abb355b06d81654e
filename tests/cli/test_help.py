"""Help fits the screen, is complete, and its examples work."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
import typer.main

from ofcscore.cli.app import app
from tests.command import run
from tests.loops import each
from tests.transcripts import EXAMPLES

_ROOT: Any = typer.main.get_command(app)
_RULES: Any = _ROOT.commands["rules"]
COMMANDS = ((), *((name,) for name in _ROOT.commands), *(("rules", name) for name in _RULES.commands))


def _help(*command: str) -> list[str]:
    ran = run(*command, "-h")
    assert (ran.status, ran.err) == (0, "")
    assert ran == run(*command, "--help")
    return ran.out.splitlines()


def _section(lines: list[str], title: str) -> list[str]:
    start = lines.index(f"{title}:") + 1
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    return lines[start:end]


@each("width", [40, 80])
@each("command", COMMANDS)
def test_no_line_is_cut(command: tuple[str, ...], width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = _help(*command)
    assert max(map(len, lines)) <= width
    assert not [
        line for line in lines if line.endswith("...") and "Usage" not in line and line != line.upper()
    ]


@pytest.mark.parametrize("command", [(), ("rules",)])
def test_a_command_has_one_line(command: tuple[str, ...]) -> None:
    group = _RULES if command else _ROOT
    listed = _section(_help(*command), "Commands")
    assert [line.split()[0] for line in listed] == list(group.commands)


def test_a_long_help_has_groups() -> None:
    titles = [line[:-1] for line in _help("score") if line.endswith(":") and line[0].isalpha()]
    assert titles == ["Rules", "Money", "Report", "Output", "Options", "Long logs and clusters", "Examples"]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Create the files that the examples name."""
    shutil.copy(EXAMPLES / "night.ofc", tmp_path)
    shutil.copy(EXAMPLES / "house-rules.yaml", tmp_path / "house.yaml")
    shutil.copytree(EXAMPLES / "season", tmp_path / "season")
    (tmp_path / "ledger.csv").write_text("player,buy-in,cash-out\nAnn,20,45\nBob,40,15\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@each("command", [one for one in COMMANDS if one not in ((), ("rules",))])
def test_examples_work(command: tuple[str, ...], shelf: None) -> None:
    examples = _section(_help(*command), "Examples")
    assert examples
    for line in examples:
        name, *arguments = shlex.split(line.partition("|")[0])
        assert (name, tuple(arguments[: len(command)])) == ("ofcscore", command)
        if command not in (("live",), ("host",)):
            ran = run(*arguments, stdin="\n" * 40)
            assert ran.status == 0, ran.err
