"""Each code has one small log that raises exactly it, and its exact text beside it.

`errors/CODE.ofc` (or `.yaml`, `.csv`, `.jsonl`) is read and scored; `errors/CODE.command` is a command line,
for what a log alone cannot cause, and what it prints on standard error is its text; `errors/rules/` has rule
files, `errors/log/` logs for the commands. `UPDATE=1 pytest tests/problems/test_errors.py` writes the texts
anew, to be read before they are kept.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
from pathlib import Path

import pytest

from ofcscore.log.check.stream import read_session
from ofcscore.log.read.sources import FORMS, Source, file_source, text_source
from ofcscore.problems.catalogue import codes
from ofcscore.problems.problem import Problem, format_problem, sort_problems
from ofcscore.report.codes import markdown_lines
from ofcscore.scoring.deal import Header
from ofcscore.session.session import Session
from tests.command import run
from tests.transcripts import ROOT

CODES = codes()
ERRORS = Path(__file__).parent.parent / "errors"
FILES = sorted(path for path in ERRORS.iterdir() if path.is_file() and path.suffix != ".txt")
LOGS = [path for path in FILES if path.suffix != ".command"]
COMMANDS = [path for path in FILES if path.suffix == ".command"]
ELSEWHERE = {
    "form-assumed": "stands beside another problem only; test_064",
    "broken-installation": "needs an installation that is broken; test_073",
    "live-in-use": "needs two at one log; test_live_file",
    "program-fault": "needs a program that is broken; the tests of bulk",
    "boards-number": "needs a Parquet file; the tests of bulk",
}
"""Codes that no small text file causes, and where they are tested."""
NO_EXAMPLE = {
    *ELSEWHERE,
    *("name-character", "control-character", "line-break", "yaml-character"),  # cannot be seen
    *("line-too-long", "yaml-long", "deal-endless"),  # too long to be shown
    *("not-text", "not-utf8", "form-mismatch"),  # about a file as a whole
}
CODE = re.compile(r"(?:error|warning)\[([a-z0-9-]+)\]")


def problems_of(path: Path) -> list[Problem]:
    """Every problem of reading and scoring a log, under its bare name."""
    source = file_source(path)
    return problems_in(Source(path.name, source.open, None, str(path.parent)))


def problems_in(source: Source) -> list[Problem]:
    """Every problem of reading and scoring a log."""
    items, problems = read_session([source])
    session = Session()
    for item in items:
        if isinstance(item, Header):
            session.header(item)
        else:
            session.deal(item)
    session.finish()
    return sort_problems([*problems, *session.problems])


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_a_file_raises_exactly_its_code(path: Path) -> None:
    problems = problems_of(path)
    text = "\n".join(format_problem(problem) for problem in problems) + "\n"
    text = text.replace(f"{ERRORS}{os.sep}", "")
    expected = path.with_suffix(".txt")
    if os.environ.get("UPDATE"):
        expected.write_text(text, encoding="utf-8")
    assert [problem.code for problem in problems] == [path.stem]
    assert text == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.name)
def test_a_command_raises_exactly_its_code(path: Path) -> None:
    with contextlib.chdir(ERRORS):
        ran = run(*shlex.split(path.read_text(encoding="utf-8")))
    expected = path.with_suffix(".txt")
    if os.environ.get("UPDATE"):
        expected.write_text(ran.err, encoding="utf-8")
    assert ran.status
    assert ran.out == ""
    assert CODE.findall(ran.err) == [path.stem]
    assert ran.err == expected.read_text(encoding="utf-8")


def test_every_code_has_its_file() -> None:
    assert set(CODES) - {path.stem for path in FILES} == set(ELSEWHERE)


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


# -- what `explain` says of each -------------------------------------------------------------------------


def test_every_code_has_an_example_that_can_have_one() -> None:
    assert {name for name, code in CODES.items() if not code.example} == NO_EXAMPLE


@pytest.mark.parametrize("name", sorted(set(CODES) - NO_EXAMPLE))
def test_an_example_raises_its_code(name: str) -> None:
    """A piece of a log in some form, a rule file, or a command line."""
    example = CODES[name].example
    if example.startswith("$ ofcscore "):
        command = (ERRORS / f"{name}.command").read_text(encoding="utf-8")
        assert example == f"$ ofcscore {command}".rstrip("\n")
        return
    rules = ERRORS / "rules" / f"{name}.yaml"
    if rules.exists():
        assert example == rules.read_text(encoding="utf-8").rstrip("\n")
        return
    found = {p.code for form in FORMS for p in problems_in(text_source(example + "\n", form))}
    assert name in found


@pytest.mark.parametrize("name", sorted(CODES))
def test_explain_says_what_a_code_means_and_what_to_do(name: str) -> None:
    ran = run("explain", name)
    assert (ran.status, ran.err) == (0, "")
    words = " ".join(ran.out.split())
    code = CODES[name]
    for part in (code.meaning, code.remedy, code.example):
        assert " ".join(part.split()) in words
    assert max(len(line) for line in ran.out.splitlines() if line.strip() not in code.example) <= 80


@pytest.mark.parametrize("written", ["CARD-REPEATED", "error[card-repeated]", "warning[card-repeated]:"])
def test_a_code_is_known_however_it_was_copied(written: str) -> None:
    assert run("explain", written).out == run("explain", "card-repeated").out


@pytest.mark.parametrize("name", sorted(CODES))
def test_a_mistyped_code_gets_a_near_match(name: str) -> None:
    """One letter less, or two swapped, of any code."""
    middle = len(name) // 2
    for mistyped in (name[:middle] + name[middle + 1 :], name[:-2] + name[-1] + name[-2]):
        ran = run("explain", mistyped)
        assert (ran.status, ran.out) in ((2, ""), (0, run("explain", mistyped.lower()).out))
        if ran.status:
            assert "did you mean " in ran.err


def test_all_codes_are_listed() -> None:
    ran = run("explain", "codes")
    assert [line.split()[0] for line in ran.out.splitlines() if line[0] != " "] == sorted(CODES)
    assert max(map(len, ran.out.splitlines())) <= 80


def test_the_readme_lists_the_codes() -> None:
    """`UPDATE=1` writes the table anew."""
    readme = ROOT / "README.md"
    before, _, rest = readme.read_text(encoding="utf-8").partition("<!-- codes -->\n")
    table, mark, after = rest.partition("<!-- /codes -->\n")
    wanted = "".join(f"{line}\n" for line in markdown_lines(CODES))
    if os.environ.get("UPDATE"):
        readme.write_text(f"{before}<!-- codes -->\n{wanted}{mark}{after}", encoding="utf-8")
        return
    assert table == wanted
