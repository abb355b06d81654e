"""Color is used on a terminal or on request, never in a file, and never carries information alone."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from ofcscore.diagnostics.terminal import BOLD, GREEN, RED, YELLOW, ColorWhen, has_color, inked
from ofcscore.report.wording import Style
from tests.command import run
from tests.loops import each
from tests.transcripts import EXAMPLES, environment

NIGHT = EXAMPLES / "night.ofc"
INK = re.compile("\x1b\\[[0-9]*m")


def on_a_terminal(*arguments: str, **settings: str) -> str:
    """Return what a command prints on a terminal, with standard error."""
    environ = {**environment(), "TERM": "xterm-256color", **settings}
    environ = {name: value for name, value in environ.items() if name != "NO_COLOR" or name in settings}
    main, other = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-m", "ofcscore", *arguments],
        stdin=other,
        stdout=other,
        stderr=other,
        env=environ,
    )
    os.close(other)
    text = b""
    while True:
        try:
            piece = os.read(main, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        text += piece
    done.wait()
    os.close(main)
    return text.decode().replace("\r\n", "\n")


def test_a_terminal_has_color_and_the_same_words() -> None:
    shown = on_a_terminal("score", str(NIGHT), "--deals", "4", COLUMNS="80")
    assert inked("Q♦", RED) in shown
    assert "Q♦" in INK.sub("", shown)
    assert inked("+26", GREEN) in shown
    assert inked("-10.00", RED) in shown
    assert inked("foul: top pair of jacks beats middle pair of sixes", RED) in shown
    assert f"Phil H. pays Ana {inked('10.00 EUR', BOLD)}." in shown
    assert INK.sub("", shown) == run("score", NIGHT, "--deals", "4").out


@pytest.mark.long
def test_messages_are_in_color_on_a_terminal(tmp_path: Path) -> None:
    shown = on_a_terminal("check", str(NIGHT), "--rules", "chinese")
    assert inked(inked("error", RED), BOLD) in shown
    log = tmp_path / "twice.ofc"
    boards = "Ann: JJ5 / AA762 / 9TJQK\nBob: foul\n"
    log.write_text(f"deal 1\n{boards}deal 2\n{boards}", encoding="utf-8")
    assert inked(inked("warning", YELLOW), BOLD) in on_a_terminal("check", str(log))
    assert f"{inked(inked('ofcscore:', RED), BOLD)} there is no" in on_a_terminal("scroe")


@pytest.mark.long
@pytest.mark.parametrize("settings", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_a_terminal_that_wants_none(settings: Mapping[str, str]) -> None:
    assert "\x1b" not in on_a_terminal("score", str(NIGHT), **settings)


COMMANDS = (
    ("score", str(NIGHT)),
    ("score", str(NIGHT), "--format", "chat"),
    ("score", str(NIGHT), "--compare", "ofc,chinese"),
    ("explain", "QhQd5c / AhAd762 / 9hTJQK", "663 / KK943 / 88844"),
    ("explain", f"{NIGHT}:4"),
    ("settle", "Ann=-5", "Bob=5"),
    ("check", str(NIGHT), "--rules", "chinese"),
)


@each("command", COMMANDS)
def test_what_is_asked_for_holds_everywhere(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, always = run(*command), run(*command, "--color", "always")
    assert "\x1b" not in plain.out + plain.err
    assert INK.search(always.out + always.err)
    assert INK.sub("", always.out) == plain.out
    assert INK.sub("", always.err) == plain.err
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run(*command) == always
    assert run(*command, "--color", "never") == plain


@each("form", ["csv", "json", "jsonl", "markdown", "html", "svg"])
def test_formats_for_programs_have_none(form: str) -> None:
    assert "\x1b" not in run("score", NIGHT, "--format", form, "--color", "always").out


@pytest.mark.parametrize("name", ["night.txt", "night.md", "night.html"])
def test_a_file_has_none(name: str, tmp_path: Path) -> None:
    assert run("score", NIGHT, "-o", tmp_path / name, "--color", "always").status == 0
    assert "\x1b" not in (tmp_path / name).read_text(encoding="utf-8")


@each("command", ["check", "fmt", "convert", "explain", "stats", "settle", "live", "score"])
def test_every_command_takes_it(command: str) -> None:
    assert "--color WHEN" in run(command, "--help").out
    ran = run(command, "x", "--color", "sometimes")
    assert ran.status == 2
    assert ran.err == "ofcscore: --color must be auto, always or never, not sometimes\n"


@each("command", ["list", "show", "diff", "check"])
def test_every_command_of_rules_takes_it(command: str) -> None:
    assert "--color WHEN" in run("rules", command, "--help").out


@each(
    ("when", "settings", "colored"),
    [
        ("auto", {}, False),
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("auto", {"FORCE_COLOR": "0"}, False),
        ("auto", {"CLICOLOR_FORCE": "1"}, True),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
    ],
)
def test_who_decides(
    when: ColorWhen, settings: Mapping[str, str], colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR")
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert has_color(None, when) is colored


@each(
    ("text", "painted"),
    [
        ("Q♥ Q♦ 5♣", "<Q♥> <Q♦> 5♣"),
        ("Ana +20, Ben -20", "Ana {+20}, Ben <-20>"),
        ("(-$4.50) +23/4", "(<-$4.50>) {+23/4}"),
        (
            "deal 2026-11-20, last-2, Jean-5, 1-6 scoring, -x",
            "deal 2026-11-20, last-2, Jean-5, 1-6 scoring, -x",
        ),
    ],
)
def test_what_is_painted(text: str, painted: str) -> None:
    shown = Style(color=True).painted(text)
    for sign, end, (begin, stop) in (("<", ">", RED), ("{", "}", GREEN)):
        shown = re.sub(f"\x1b\\[{begin}m(.*?)\x1b\\[{stop}m", rf"{sign}\1{end}", shown)
    assert shown == painted
    assert Style().painted(text) == text
