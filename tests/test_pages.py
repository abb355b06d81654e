"""Run each page of cases: it must come out as it stands, to the letter or, for bad inputs, in short."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.transcripts import GOLDEN, PAGES, Case, folder, parse, render, run_all


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_page(path: Path, tmp_path: Path) -> None:
    wanted = path.read_text(encoding="utf-8")
    cases = parse(wanted)
    assert cases
    golden = path.parent == GOLDEN
    named = path.parent.name == "errors"
    assert wanted.startswith("# ") or named, "a page begins with a line that says what it shows"
    ran = run_all(cases, folder(tmp_path) if golden else tmp_path, shell=golden)
    printed = render(ran)
    assert str(tmp_path) not in printed
    assert "Traceback" not in printed
    assert "this is a bug in ofcscore" not in printed
    found = render(map(_shorten, ran)) if path.parent.name == "bad_inputs" else printed
    if os.environ.get("UPDATE"):
        path.write_text(found, encoding="utf-8")
    else:
        assert found == wanted


_PROBLEM = re.compile(r"^\S.*?: (?:error|warning|note)\[[a-z0-9-]+\]", re.MULTILINE)


def _shorten(case: Case) -> Case:
    """Keep of a case about a bad input the places, codes and status; a refused log has no result."""
    if case.line.startswith("ofcscore score") and "--keep-going" not in case.line and case.status:
        assert not case.stdout
    problems = "".join(f"{found}\n" for found in _PROBLEM.findall(case.stderr))
    return replace(case, stdout="", stderr=problems)


def test_a_page_is_read_as_it_is_written() -> None:
    night = ("<file x.ofc>", "| Ann: QQ5", "|", '= b"\\xff" * 2', "<file empty.ofc>")
    cases = [
        Case(
            "ofcscore score -",
            ("# Two commands.",),
            ("| Ann: QQ5", "|", '= "Bob"'),
            "$ a table\n\n# of two lines\n",
        ),
        Case("ofcscore check x.ofc | head", night, (), "no newline", "x: error\n\n", 3),
        Case("true"),
    ]
    text = render(cases)
    assert parse(text) == cases
    assert render(parse(text)) == text
    assert cases[0].stdin == b"Ann: QQ5\n\nBob"
    assert cases[1].files == {"x.ofc": b"Ann: QQ5\n\n\xff\xff", "empty.ofc": b""}
    assert text.splitlines()[:9] == [
        *("# Two commands.", "$ ofcscore score -", "| Ann: QQ5", "|", '= "Bob"', "[stdout]", "$ a table", ""),
        "# of two lines",
    ]


@pytest.mark.parametrize("page", ["# A title.\n$ true\nwhat is this\n", "# A title.\n\nwhat is this\n"])
def test_what_belongs_nowhere_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match="line 3 stands outside"):
        parse(page)


@pytest.mark.parametrize("page", ["$ true\n[stdout]\nwhat is this\n", "$ true\n[exit 0]\n\n# And then?\n"])
def test_every_case_has_an_end(page: str) -> None:
    with pytest.raises(ValueError, match="has no"):
        parse(page)
