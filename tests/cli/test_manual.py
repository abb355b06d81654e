"""The manual page has every command with all of its options, and troff reads it without a word."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from ofcscore.cli.manual import _escaped
from ofcscore.cli.score_options import OPTIONS
from ofcscore.report.schemas import outputs
from tests.command import run

COMMANDS = ("score", "check", "fmt", "convert", "explain", "settle", "live", "schema", "man", "rules show")


def test_the_manual_has_all_commands_and_options() -> None:
    ran = run("man")
    assert (ran.status, ran.err) == (0, "")
    for command in COMMANDS:
        assert re.search(rf"^\.SS ofcscore {command}\b", ran.out, re.MULTILINE)
    plain = ran.out.replace("\\", "")
    for option in OPTIONS.values():
        assert f".B {', '.join(option.names)}" in plain
    assert plain.count("Show this message and exit") == 1
    assert all(
        line.split()[0] in (".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I")
        for line in plain.splitlines()
        if line[:1] == "."
    )


@pytest.mark.parametrize("command", [("man",), *(("schema", output) for output in outputs())])
def test_what_other_programs_read_is_the_same_at_any_width(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A schema of a narrow screen had line breaks in its strings, and was no JSON."""
    whole = run(*command).out
    monkeypatch.setenv("COLUMNS", "40")
    assert run(*command).out == whole


@pytest.mark.parametrize(
    ("text", "escaped"), [("a-b", "a\\-b"), (".x", "\\&.x"), ("'x", "\\&'x"), ("\\n", "\\en")]
)
def test_text_is_shown_as_it_stands(text: str, escaped: str) -> None:
    assert _escaped(text) == escaped


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not here")
def test_troff_reads_the_manual_without_a_word() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tascii", "-ww"], input=run("man").out, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert "--set KEY=VALUE" in re.sub("\x1b\\[[0-9;]*m|.\x08", "", done.stdout)
