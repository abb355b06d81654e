"""What commands print, to the letter: each file of `golden/` runs and must come out as it stands.

`UPDATE=1 pytest tests/test_golden.py` writes what came out instead; read the change before keeping it.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.transcripts import GOLDEN, Command, Transcript, folder, parse, render, run, run_all

CASES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_golden(path: Path, tmp_path: Path) -> None:
    wanted = path.read_text(encoding="utf-8")
    transcript = parse(wanted)
    assert transcript.title, "a golden file begins with a line that says what it shows"
    assert transcript.commands
    found = render(run_all(transcript, folder(tmp_path)))
    assert str(tmp_path) not in found
    assert "Traceback" not in found
    assert "fault of the program" not in found
    if os.environ.get("UPDATE"):
        path.write_text(found, encoding="utf-8")
    else:
        assert found == wanted


def test_a_transcript_is_read_as_it_is_written() -> None:
    transcript = Transcript(
        "Two commands.",
        (
            Command("ofcscore score -", "Ann: QQ5\n\nBob: KK5\n", "a table\n\n  of two lines\n", "", 0),
            Command("ofcscore check x | head", "", "no newline", "x: error\n\n", 3),
            Command("true"),
        ),
    )
    text = render(transcript)
    assert parse(text) == transcript
    assert render(parse(text)) == text
    assert text.splitlines()[:9] == [
        "# Two commands.",
        "$ ofcscore score -",
        "| Ann: QQ5",
        "|",
        "| Bob: KK5",
        "[stdout]",
        "a table",
        "",
        "  of two lines",
    ]


def test_what_belongs_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="line 3 stands outside"):
        parse("# A title.\n$ true\nwhat is this\n")


@pytest.mark.skipif(find_spec("ofcscore.cli.main") is None, reason="no command line yet")
def test_every_example_holds_what_it_expects(tmp_path: Path) -> None:
    """`check` is silent and ends with 0 when all is well (design 5), for the whole folder at once."""
    done = run(Command("ofcscore check examples"), folder(tmp_path))
    assert (done.stdout, done.stderr, done.status) == ("", "", 0)
