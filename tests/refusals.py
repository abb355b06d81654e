"""What bad input gets, to the letter: the `letter` fixture of the `test_bad_inputs_*.py` files.

A test whose name begins with the number of a case hands its inputs to `letter`, which runs the command line
on each in a folder of its own. What came of them all is compared with `bad_inputs/NNN.txt`, a page that
can be read: command, log, standard error, exit status. `UPDATE=1 pytest tests/bad_inputs` writes
the pages anew, to be read before they are kept.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from ofcscore.problems.problem import show
from tests.command import Ran, run

PAGES: Final = Path(__file__).parent / "bad_inputs"
NUMBER: Final = re.compile("test_([0-9]{3})_")
HERO: Final = "Hero: JJ5 / AA762 / 9TJQK\n"
GUS: Final = "Gus: 663 / KK943 / 88844\n"
BOTH: Final = HERO + GUS
DEAL: Final = "deal 1\n" + BOTH
YAML: Final = "boards:\n  Hero: JJ5 / AA762 / 9TJQK\n  Gus: 663 / KK943 / 88844\n"
"""A deal that is all right and leaves nobody due in fantasyland, in text and in YAML."""
_SHOWN: Final = 160
Content = str | bytes


class Letter:
    """Runs commands on logs that are written to fresh folders, and keeps what is worth a page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.page: list[str] = []
        self._count = 0

    def refused(
        self,
        content: Content | None,
        *arguments: str,
        name: str = "x.ofc",
        command: Sequence[str] = ("score",),
        status: int = 1,
        others: Mapping[str, Content] | None = None,
        within: float | None = None,
    ) -> Ran:
        """The run of a command on a log (None for none); it must say why, print no result, write nothing."""
        ran = self.ran(content, *arguments, name=name, command=command, others=others, within=within)
        assert ran.status == status, ran.err
        assert ran.out == ""
        assert ran.err
        return ran

    def accepted(
        self,
        content: Content | None,
        *arguments: str,
        name: str = "x.ofc",
        command: Sequence[str] = ("score",),
        others: Mapping[str, Content] | None = None,
        within: float | None = None,
    ) -> Ran:
        """The run of a command on a log that has nothing wrong; warnings are on the page."""
        ran = self.ran(content, *arguments, name=name, command=command, others=others, within=within)
        assert ran.status == 0, ran.err
        return ran

    def ran(
        self,
        content: Content | None,
        *arguments: str,
        name: str = "x.ofc",
        command: Sequence[str] = ("score",),
        others: Mapping[str, Content] | None = None,
        within: float | None = None,
    ) -> Ran:
        """The run of a command on a log; the files it is given are as before it, and nothing is added."""
        self._count += 1
        folder = self.folder / str(self._count)
        folder.mkdir()
        files: dict[str, Content] = {**(others or {}), **({} if content is None else {name: content})}
        for file, data in files.items():
            path = folder / file
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
        before = _contents(folder)
        line = [*command, *([name] if content is not None else []), *arguments]
        with contextlib.chdir(folder):
            start = time.perf_counter()
            ran = run(*line)
            took = time.perf_counter() - start
        assert _contents(folder) == before, "files were changed"
        assert "Traceback" not in ran.err
        assert "fault of the program" not in ran.err, ran.err
        assert str(self.folder) not in ran.err
        if within is not None:
            assert took < within, f"took {took:.2f} s"
        self.keep(line, files, ran)
        return ran

    def keep(self, line: Sequence[str], files: Mapping[str, Content], ran: Ran) -> None:
        """Writes a run down for the page, unless nothing was said."""
        if not ran.err:
            return
        self.page.append("$ ofcscore " + " ".join(map(_word, line)))
        for file, data in files.items():
            self.page += [f"<{_word(file)}>", *(f"| {text}".rstrip() for text in _lines(data))]
        self.page += ["[stderr]", ran.err.rstrip("\n"), f"[exit {ran.status}]", ""]


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def _word(text: str) -> str:
    shown = _cut(show(text))
    return f"'{shown}'" if not shown or set(shown) & set(" '\"\\") else shown


def _lines(data: Content) -> list[str]:
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    lines = [_cut(show(line)) for line in text.split("\n")]
    lines = lines[:-1] if lines[-1] == "" else [*lines[:-1], lines[-1] + "\\"]
    return lines if len(lines) < 20 else [*lines[:8], f"... ({len(lines)} lines)"]


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:40]}... ({len(text)} characters)"


@pytest.fixture
def letter(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Letter]:
    """Runs commands; at the end of the test the page of its number must be what came of them."""
    match = NUMBER.match(request.node.name)
    assert match is not None, "the test's name begins with the number of its case"
    kept = Letter(tmp_path)
    failed = request.session.testsfailed
    yield kept
    if not kept.page or request.session.testsfailed != failed:
        return
    path = PAGES / f"{request.node.name.removeprefix('test_').replace('_', '-')}.txt"
    page = "\n".join(kept.page)
    if os.environ.get("UPDATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(page, encoding="utf-8")
    assert page == path.read_text(encoding="utf-8")
