"""Each code of a problem has a page of `errors/` that raises exactly it, and `explain` says what it means.

The pages run with all others, in `test_pages.py`; here is what holds for those of problems.
"""

from __future__ import annotations

import re

import pytest

from ofcscore.diagnostics.problem import codes
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import FORMS, Form, text_source
from ofcscore.scoring.deal import Header
from ofcscore.session.session import Session
from tests.command import run
from tests.loops import each
from tests.transcripts import TESTS, parse

CODES = codes()
PAGES = {path.stem: parse(path.read_text(encoding="utf-8")) for path in (TESTS / "errors").iterdir()}
ELSEWHERE = {
    "form-assumed": "stands beside another problem only; cases/bad_inputs.toml",
    "file-changed": "needs somebody who writes to the log meanwhile; tests/bulk/test_logs.py",
    "broken-installation": "needs an installation that is broken; tests/rules/test_building.py",
    "live-in-use": "needs two at one log; tests/live/test_file.py",
    "host-port": "needs a port that is taken; tests/host",
    "program-fault": "needs a program that is broken; the tests of bulk",
    "boards-number": "needs a Parquet file; the tests of bulk",
}
"""Codes that no small text file causes, and where they are tested."""
NO_EXAMPLE = {
    *ELSEWHERE,
    *("name-character", "control-character", "line-break", "yaml-character"),  # cannot be seen
    *("line-too-long", "yaml-long", "deal-endless"),  # too long to be shown
    *("not-text", "not-utf8", "form-mismatch"),  # about a file as a whole
    *(code for code in CODES if code.startswith("record-")),  # of records, which nobody writes by hand
}
CODE = re.compile(r"(?:error|warning)\[([a-z0-9-]+)\]")


def codes_of(log: str, form: Form) -> set[str]:
    """The codes of all problems of reading and scoring a log."""
    items, problems = read_session([text_source(log, form)])
    session = Session()
    for item in items:
        if isinstance(item, Header):
            session.header(item)
        else:
            session.deal(item)
    session.finish()
    return {problem.code for problem in (*problems, *session.problems.kept)}


@each("name", sorted(PAGES))
def test_a_page_raises_exactly_its_code(name: str) -> None:
    (case,) = PAGES[name]
    if not case.line.startswith("ofcscore settle"):  # which settles in spite of warnings
        assert bool(case.status) == CODES[name].fails_check
        assert case.stdout == ""
    assert CODE.findall(case.stderr) == [name]


def test_every_code_has_its_page() -> None:
    assert set(CODES) - set(PAGES) == set(ELSEWHERE)
    assert set(PAGES) <= set(CODES)


@each("name", sorted(PAGES))
def test_messages_speak_to_players(name: str) -> None:
    """No word of programs, no word of grammars (style 8)."""
    (case,) = PAGES[name]
    for word in ("token", "terminal", "index", "lark", "python", "production"):
        assert word not in case.stderr.lower()


# -- what `explain` says of each -------------------------------------------------------------------------


def test_every_code_has_an_example_that_can_have_one() -> None:
    assert {name for name, code in CODES.items() if not code.example} == NO_EXAMPLE


def test_examples_raise_their_codes() -> None:
    assert [name for name in sorted(set(CODES) - NO_EXAMPLE) if not _example_raises(name)] == []


def _example_raises(name: str) -> bool:
    """Return True if the example of a code raises it: a piece of a log, a rule file or a command line."""
    example = CODES[name].example
    (case,) = PAGES[name]
    rules = case.files.get(f"rules/{name}.yaml")
    if example.startswith("$ "):
        return example == f"$ {case.line}"
    if rules is not None:
        return example == rules.decode().rstrip("\n")
    return any(name in codes_of(example + "\n", form) for form in FORMS)


@each("name", sorted(CODES))
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


@each("name", sorted(CODES)[::24])
def test_a_mistyped_code_gets_a_near_match(name: str) -> None:
    """One letter less, or two swapped, of some codes."""
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
