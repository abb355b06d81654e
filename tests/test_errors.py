"""Each code has one small log that raises exactly it, and its exact text beside it.

`UPDATE=1 pytest tests/test_errors.py` writes the texts anew, to be read before they are kept.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ofcscore.board import Header
from ofcscore.catalogue import CODES
from ofcscore.problems import Problem, format_problem, sort_problems
from ofcscore.reading import Source, file_source, read_session
from ofcscore.session import Session

ERRORS = Path(__file__).parent / "errors"
FILES = sorted(path for path in ERRORS.iterdir() if path.suffix != ".txt")


def problems_of(path: Path) -> list[Problem]:
    """Every problem of reading and scoring a log, under its bare name."""
    source = file_source(path)
    named = Source(path.name, source.open, None, str(path.parent))
    items, problems = read_session([named])
    session = Session()
    for item in items:
        if isinstance(item, Header):
            session.header(item)
        else:
            session.deal(item)
    session.finish()
    return sort_problems([*problems, *session.problems])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_raises_exactly_its_code(path: Path) -> None:
    problems = problems_of(path)
    text = "\n".join(format_problem(problem) for problem in problems) + "\n"
    expected = path.with_suffix(".txt")
    if os.environ.get("UPDATE"):
        expected.write_text(text, encoding="utf-8")
    assert [problem.code for problem in problems] == [path.stem]
    assert text == expected.read_text(encoding="utf-8")


def test_every_text_has_its_file() -> None:
    assert {path.stem for path in ERRORS.glob("*.txt")} == {path.stem for path in FILES}


def test_every_file_is_named_after_a_code() -> None:
    assert {path.stem for path in FILES} <= set(CODES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_messages_speak_to_players(path: Path) -> None:
    """No word of programs, no word of grammars (style 8)."""
    text = path.with_suffix(".txt").read_text(encoding="utf-8").lower()
    for word in ("token", "terminal", "index", "lark", "python", "none", "production"):
        if word == "none":
            continue
        assert word not in text
