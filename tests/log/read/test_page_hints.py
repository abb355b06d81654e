"""No hint of any page of the tests, applied, changes rules, names or cards, and its problem goes away.

What stands behind `write` is the line, mended; what stands behind `did you mean` is what is marked, or the
line where it begins with a key.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

import pytest

from ofcscore.log.check.stream import read_session
from ofcscore.log.keys import KEYS
from ofcscore.log.read.sources import BY_SUFFIX, FORMS, Form, file_source, text_source
from ofcscore.log.read.typed_rows import is_row
from ofcscore.problems.problem import Problem
from ofcscore.session.session import score_session
from tests.transcripts import PAGES, Case, parse

WRITE = re.compile(
    r"[Ww]rite `([^`]+)`(?! (?:above|and below|there|in it|in the deal|behind|for) )(?:, or `([^`]+)`)?"
)
MEANT = re.compile(r"did you mean `([^`]+)`")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
STATED = {"foul", "absent", "flush", "deal", "1"}
"""What a hint may add of its own: the user is asked whether it is so."""


def logs_of(case: Case) -> Iterator[tuple[str, str]]:
    """The logs of a case, by the name of their file, `-` for standard input."""
    for name, content in {**case.files, "-": case.stdin}.items():
        if name == "-" or os.path.splitext(name)[1].lower() in BY_SUFFIX:
            with contextlib.suppress(UnicodeDecodeError):
                yield name, content.decode()


def problems_of(name: str, text: str, form: Form | None) -> list[Problem]:
    if name != "-":
        Path(name).write_text(text, encoding="utf-8", newline="")
    items, problems = read_session([text_source(text, form) if name == "-" else file_source(name, form)])
    return [*problems, *score_session(items)[2]]


def lines_written(problem: Problem) -> Iterator[str]:
    """What stands in place of a problem's line when its hint is followed, for each way that it names."""
    hint, whole = problem.hint or "", problem.place.text or ""
    for match in WRITE.finditer(hint):
        yield from filter(None, match.groups())
    said = MEANT.search(hint) if not WRITE.search(hint) else None
    if said is not None:
        meant = said[1]
        start = problem.place.column - 1
        end = start + problem.place.width
        if meant.split(":")[0] in KEYS and ": " in meant:
            yield meant
        elif meant.endswith(":") and whole[end : end + 1] == ":":
            yield whole[:start] + meant[:-1] + whole[end:]
        else:
            yield whole[:start] + meant + whole[end:]


def same_words(before: str, after: str) -> bool:
    """Whether a line says the same but for signs, and for a word that is nearly the same and no cards."""
    if _DAY.search(after):
        # Of a date only the order of its figures may change.
        return sorted(re.sub(r"\D", "", before)) == sorted(re.sub(r"\D", "", after))
    # A fourth decimal says that three digits are decimals.
    after = re.sub(r"(\.[0-9]{3})0\b", r"\1", after)
    plain = [re.sub(r"[\W_]", "", text).lower() for text in (before, after)]
    if plain[0] == plain[1]:
        return True
    lost, gained = (set(re.findall(r"[^\s/:,()\"]+", text.lower())) for text in (before, after))
    lost, gained = lost - gained, gained - lost
    near = [get_close_matches(word, gained, 1, 0.5) for word in lost]
    kept = all(
        meant and (meant[0] in KEYS or not is_row(word)) for word, meant in zip(lost, near, strict=True)
    )
    return kept and all(word in STATED or get_close_matches(word, lost, 1, 0.5) for word in gained)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_hints_of_a_page(page: Path, tmp_path: Path) -> None:
    with contextlib.chdir(tmp_path):
        for case in parse(page.read_text(encoding="utf-8")):
            for name, content in case.files.items():
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_bytes(content)
            said = re.search("--from ([a-z]+)", case.line)
            form = next((form for form in FORMS if said and form == said[1]), None)
            for name, text in logs_of(case):
                check_hints(name, text, form)


def check_hints(name: str, text: str, form: Form | None) -> None:
    problems = problems_of(name, text, form)
    codes = [problem.code for problem in problems]
    for problem in problems:
        if problem.place.text is None or "(fantasyland 15)" in problem.place.text:
            continue
        if not 0 < problem.place.line <= text.count("\n") + 1:
            continue
        for line in lines_written(problem):
            lines = text.split("\n")
            lines[problem.place.line - 1] = line
            left = [p.code for p in problems_of(name, "\n".join(lines), form)]
            assert left.count(problem.code) < codes.count(problem.code), (problem, line)
            assert same_words(problem.place.text, line), (problem, line)
