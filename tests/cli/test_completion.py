"""What a shell is told that completes a word."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ofcscore.cli import completion
from ofcscore.cli.main import main
from ofcscore.cli.score_options import OPTIONS
from tests.sessions import NIGHT


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("night.ofc").write_text(NIGHT, encoding="utf-8")
    Path("house.yaml").write_text("base: ofc\n", encoding="utf-8")
    Path("bad.ofc").write_text(NIGHT.replace("QQ5", "QQX"), encoding="utf-8")


class Shell:
    """A shell that asks the program, and takes what it says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def ask(self, **environment: str) -> list[str]:
        for name, value in environment.items():
            self.monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            main([])
        assert ended.value.code in (None, 0)
        return self.capsys.readouterr().out.strip("\n").splitlines()

    def complete(self, line: str) -> list[str]:
        """The words for the last one of a line."""
        at = len(line.split(" ")) - 1
        return self.ask(_OFCSCORE_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(at))


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


@pytest.mark.parametrize("finder", sorted({o.words for o in OPTIONS.values() if isinstance(o.words, str)}))
def test_an_option_names_what_finds_its_words(finder: str) -> None:
    assert list(getattr(completion, finder)([], ""))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ofcscore sc", ["score", "schema"]),
        ("ofcscore score --rules ofc-27-", ["ofc-27-progressive"]),
        ("ofcscore score --rules ofc+jo", ["ofc+jokers"]),
        ("ofcscore score night.ofc --compare ofc,ofc-27-", ["ofc,ofc-27-progressive"]),
        ("ofcscore rules show mau-binh-", ["mau-binh-double"]),
        ("ofcscore score --set points.sc", ["points.scoop=", "points.scoop_all="]),
        (
            "ofcscore score --set compare=",
            ["compare=bank", "compare=everyone", "compare=pool", "compare=single-winner"],
        ),
        ("ofcscore score --set middle=h", ["middle=high"]),
        ("ofcscore score --set nonsense=", []),
        ("ofcscore explain scoop-", []),
        ("ofcscore explain scoo", ["scoop", "scoops", "scooped"]),
        ("ofcscore explain csv-h", ["csv-header"]),
        ("ofcscore explain night.ofc:", ["night.ofc:1", "night.ofc:2"]),
        ("ofcscore explain night.ofc:2 Gus/", ["Gus/Hero", "Gus/Phil H."]),
        ("ofcscore explain nothing.ofc:", []),
        ("ofcscore explain --rules house.yaml night.ofc:", ["night.ofc:1", "night.ofc:2"]),
        ("ofcscore score night.ofc --deals ", ["all", "none", "last", "1", "2"]),
        ("ofcscore score night.ofc --deals 1,", ["1,all", "1,none", "1,last", "1,1", "1,2"]),
        ("ofcscore score bad.ofc --deals 2", ["2"]),
        ("ofcscore score night.ofc --settle bank=", ["bank=Hero", "bank=Gus", "bank=Phil H."]),
        ("ofcscore score --settle b", ["bank="]),
        ("ofcscore score --settle '", ["fewest", "pairs", "none", "bank="]),
        ("ofcscore schema conv", ["convert", "convert-jsonl"]),
        ("ofcscore convert night.ofc --to j", ["json", "jsonl"]),
        ("ofcscore settle A=1 B=-1 --format p", ["plain"]),
    ],
)
def test_words_that_complete_one(line: str, words: list[str], night: None, shell: Shell) -> None:
    assert shell.complete(line) == words


def test_a_long_log_is_not_read_while_somebody_waits(
    night: None, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(completion, "LONGEST_READ", 10)
    assert shell.complete("ofcscore explain night.ofc:") == []


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_ask(name: str, shell: Shell) -> None:
    assert "_OFCSCORE_COMPLETE=complete_" in "".join(shell.ask(_OFCSCORE_COMPLETE=f"source_{name}"))


IN_BASH = """
eval "$SCRIPT"
compopt() { echo "no blank behind it"; }
COMP_LINE=$1 COMP_POINT=${#1}
_ofcscore_completion "$PROGRAM" "$2"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("line", "last", "words"),
    [
        # What bash takes for the last word begins behind `=` and `:`, and is one of them where it ends there.
        ("ofcscore score --set middle=h", "h", ["high"]),
        ("ofcscore score --set middle=", "=", ["high"]),
        ("ofcscore score --set points.ro", "points.ro", ["no blank behind it", "points.row="]),
        ("ofcscore score --rules=ofc-27-", "ofc-27-", ["ofc-27-progressive"]),
        ("ofcscore explain night.ofc:", ":", ["1", "2"]),
        ("ofcscore explain night.ofc:2 Ph", "Ph", ["Phil\\ H./Hero", "Phil\\ H./Gus"]),
        ("ofcscore score night.ofc --settle bank=Ph", "Ph", ["Phil\\ H."]),
        ('ofcscore score night.ofc --settle "bank=Ph', "bank=Ph", ["bank=Phil H."]),
        ("ofcscore score night.ofc --deals 1,la", "1,la", ["1,last"]),
        ("ofcscore score n", "n", [""]),
    ],
)
def test_words_in_bash(
    line: str, last: str, words: list[str], night: None, shell: Shell, tmp_path: Path
) -> None:
    script = "\n".join(shell.ask(_OFCSCORE_COMPLETE="source_bash"))
    program = tmp_path / "ofcscore"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ofcscore\n')
    program.chmod(0o755)
    done = subprocess.run(
        ["bash", "--norc", "-c", IN_BASH, "bash", line, last],
        env={**os.environ, "SCRIPT": script, "PROGRAM": str(program)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout.splitlines(), done.stderr) == (words, "")


def test_the_script_of_bash_is_what_is_shown_and_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    with pytest.raises(SystemExit):
        main(["--show-completion", "bash"])
    assert "COMP_POINT" in capsys.readouterr().out
