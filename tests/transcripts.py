"""Commands and what they print, as plain text: pages of cases, and the console blocks of README and `docs/`.

A page has one case or more. A case is what is said about it (lines that begin with `#`), the files that it
needs, a command and what came of it; what is empty is left out:

    # A wrong card: file, line, column and a hint, nothing on standard output.
    <file night.ofc>
    | Hero: JJ5 / AA762 / 9TJQK
    | Gus: 66Z / KK943 / 88844
    $ ofcscore score night.ofc
    [stderr]
    night.ofc:2:8: error[card-unreadable]: ...
    [exit 1]

Where no command stands behind a file, it is `ofcscore check` of the first one, and the status is 1.

A `| ` line is a line of a file or, behind a command, of its standard input. What no such line can hold is
a `= ` line, an expression of Python: `= b"\\xff"`, `= "note: x\\n" * 1000`. A file stays for the cases behind
it. Printed text that ends without a newline ends in `\\`.

To add a case is to add a page: to `golden/` (what the program shows), to `errors/` (each code of a problem,
`CODE.txt`) or to `bad_inputs/` (of what these print only places, codes and the status are kept).
A bad log alone is a row of `cases/bad_inputs.toml`.
`UPDATE=1 pytest tests/test_pages.py` writes what came of each instead; read the change before keeping it.
The cases of a page run one after the other in one folder, in 80 columns, without color, inside the process
and soon. Those of `golden/` have a copy of `examples/` and may write files and what only a shell understands:
they run in one then, with nothing of the user's environment but the path of the program. The others leave the
files of their folder as they are.

On a page of Markdown every ```console block runs, in order, in one such folder: `$ ` lines are commands (`> `
lines go on with the one above), all else is what the terminal then shows. Two comments on the line
before a fence mark what is meant otherwise:

    <!-- file night.ofc -->    the block is that file, and is written to the folder
    <!-- fresh -->             the block makes an environment; the packaging test and `.ci/run` run it
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TESTS: Final = ROOT / "tests"
GOLDEN: Final = TESTS / "golden"
PAGES: Final = sorted(
    path for name in ("golden", "errors", "bad_inputs") for path in (TESTS / name).glob("*.txt")
)
EXAMPLES: Final = ROOT / "examples"
SECONDS: Final = 60
_SHELL: Final = re.compile(r"^(?!ofcscore )|[|&;<>$`*?~]")
"""Signs outside quotes that only a shell understands."""
_QUOTED: Final = re.compile(r"""'[^']*'|"[^"$`]*\"""")
SOON: Final = 1.0
"""Seconds of the processor that a case has inside the process, all modules and patterns being there."""


@dataclass(frozen=True, slots=True)
class Case:
    """One command line, the lines of the page before it and behind it, and what came of it."""

    line: str
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    stdout: str = ""
    stderr: str = ""
    status: int = 0
    short: bool = False
    """Whether the page leaves out the command, a check of its first file, and the status."""

    @property
    def files(self) -> dict[str, bytes]:
        """The files that stand before the command."""
        lines: dict[str, list[str]] = {}
        name = ""
        for line in self.before:
            if match := _FILE.fullmatch(line):
                name = match[1]
                lines[name] = []
            elif not line.startswith("#"):
                lines[name].append(line)
        return {name: _content(held) for name, held in lines.items()}

    @property
    def stdin(self) -> bytes:
        """Return the arguments of the command."""
        return _content(self.behind)


def _content(lines: Sequence[str]) -> bytes:
    """Return the contents of lines of a page: text behind a bar, or a Python expression."""
    content = b""
    for line in lines:
        value = eval(line[2:], {}) if line.startswith("= ") else f"{line[2:]}\n"
        content += value.encode() if isinstance(value, str) else value
    return content


# -- running ------------------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    """An environment with the program on its path and nothing else that could change a byte."""
    return {
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))),
        "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "TZ": "UTC",
        "PYTHONWARNINGS": "error",
        # Where a copy of the package is tried out.
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }


def folder(path: Path) -> Path:
    """`path` with a copy of the examples in it."""
    shutil.copytree(EXAMPLES, path / "examples")
    return path


def run_all(cases: Sequence[Case], cwd: Path, *, shell: bool) -> list[Case]:
    """The cases with what came of each, in order, their files written to `cwd`.

    With `shell` they may need one, and write files.
    """
    return [_run(case, cwd, shell=shell) for case in cases]


def _run(case: Case, cwd: Path, *, shell: bool) -> Case:
    _write_files(case, cwd)
    if shell:
        return (
            _run_in_shell(case, cwd) if _SHELL.search(_QUOTED.sub("", case.line)) else _run_inside(case, cwd)
        )
    before = contents(cwd)
    ran = _run_inside(case, cwd)
    assert contents(cwd) == before, "files were changed"
    return ran


def _write_files(case: Case, cwd: Path) -> None:
    for name, content in case.files.items():
        path = cwd / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _run_in_shell(case: Case, cwd: Path) -> Case:
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", case.line],
        cwd=cwd,
        env=environment(),
        input=case.stdin,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    return replace(case, stdout=out, stderr=err, status=done.returncode)


def _run_inside(case: Case, cwd: Path) -> Case:
    from tests.command import run

    program, *arguments = shlex.split(case.line)
    assert program == "ofcscore"
    warm_up()
    start = time.process_time()
    with contextlib.chdir(cwd):
        ran = run(*arguments, stdin=case.stdin)
    took = time.process_time() - start
    assert took < SOON, f"{case.line} took {took:.2f} s"
    return replace(case, stdout=ran.out, stderr=ran.err, status=ran.status)


@cache
def warm_up() -> None:
    """Import modules and compile patterns, which takes the first command of a process longest.

    On a busy machine that alone took more than a second.
    """
    from tests.command import run

    for command in (("explain", f"{EXAMPLES / 'twenty-deals.ofc'}:1"), ("stats", EXAMPLES / "night.ofc")):
        assert run(*command).status == 0


def contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of the files of a folder."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def shown(line: str, cwd: Path) -> str:
    """Return both outputs of a command in the order of writing, as a terminal shows them."""
    if not _SHELL.search(_QUOTED.sub("", line)):
        from tests.command import run

        with contextlib.chdir(cwd):
            return run(*shlex.split(line)[1:], together=True).out
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        cwd=cwd,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS,
        check=False,
    )
    return done.stdout.decode("utf-8")


# -- pages --------------------------------------------------------------------------------------------

_EXIT = re.compile(r"\[exit ([0-9]+)\]")
_FILE = re.compile("<file ([^ ]+)>")


def parse(text: str) -> list[Case]:
    """The cases of a page. Raises ValueError with the line that does not belong."""
    cases: list[Case] = []
    before: list[str] = []
    case: Case | None = None
    section = ""
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        if case is None:
            if line.startswith("$ "):
                case = Case(line[2:], tuple(before))
            elif line.startswith(("#", "|", "= ")) or _FILE.fullmatch(line):
                before.append(line)
            elif line == "[stderr]" and (named := next(filter(None, map(_FILE.fullmatch, before)), None)):
                case = Case(f"ofcscore check {named[1]}", tuple(before), status=1, short=True)
                section = "stderr"
            elif line:
                raise ValueError(f"line {number} stands outside of every section: {line}")
        elif match := _EXIT.fullmatch(line):
            cases.append(replace(case, status=int(match[1])))
            case, before, section = None, [], ""
        elif line in ("[stdout]", "[stderr]"):
            section = line[1:-1]
        elif section:
            kept = line[:-1] if line.endswith("\\") else f"{line}\n"
            case = replace(case, **{section: getattr(case, section) + kept})
        elif line.startswith(("|", "= ")):
            case = replace(case, behind=(*case.behind, line))
        else:
            raise ValueError(f"line {number} stands outside of every section: {line}")
    if case is not None and case.short:
        return [*cases, case]
    if case is not None or before:
        raise ValueError("the last case has no [exit ...]")
    return cases


def files_of_pages() -> Iterator[tuple[Path, bytes]]:
    """The name and the content of every file that stands on a page or in the table of bad inputs."""
    for page in PAGES:
        for case in parse(page.read_text(encoding="utf-8")):
            yield from ((Path(name), content) for name, content in case.files.items())
    table = tomllib.loads((TESTS / "cases" / "bad_inputs.toml").read_text(encoding="utf-8"))
    for command, texts in table.items():
        yield from ((Path(command.split()[1]), text.encode()) for text in texts)


def render(cases: Iterable[Case]) -> str:
    """The page of the cases; `parse` reads it back."""
    return "\n".join(f"{line}\n" for line in map(_render, cases))


def _render(case: Case) -> str:
    lines = [*case.before, *([] if case.short else [f"$ {case.line}"]), *case.behind]
    for name, text in (("stdout", case.stdout), ("stderr", case.stderr)):
        if text:
            lines += [f"[{name}]", *_lines(text)]
    return "\n".join(lines if case.short and case.status == 1 else [*lines, f"[exit {case.status}]"])


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else [*lines[:-1], lines[-1] + "\\"]


# -- Markdown -------------------------------------------------------------------------------------------

_FENCE = re.compile(
    r"(?:^<!-- *(?P<mark>[^>]*?) *-->\n)?^```(?P<language>[a-z]*)[^\n]*\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a Markdown page: its language, the comment before it, its text and line."""

    language: str
    mark: str
    text: str
    line: int

    @property
    def is_fresh(self) -> bool:
        return self.mark == "fresh"

    @property
    def file(self) -> str | None:
        """The name of the file that the block is, None where it is none."""
        return self.mark.removeprefix("file ").strip() if self.mark.startswith("file ") else None

    def commands(self) -> Iterator[tuple[str, str]]:
        """Each command line of a console block, and what the page says it shows."""
        command: list[str] = []
        output: list[str] = []
        for line in self.text.splitlines():
            if line.startswith("$ "):
                if command:
                    yield "\n".join(command), "".join(f"{text}\n" for text in output)
                command, output = [line[2:]], []
            elif line.startswith("> ") and command and not output:
                command.append(line[2:])
            elif command:
                output.append(line)
        if command:
            yield "\n".join(command), "".join(f"{text}\n" for text in output)


def blocks(markdown: str) -> list[Block]:
    """The fenced blocks of a Markdown page, in order."""
    return [
        Block(
            match["language"],
            match["mark"] or "",
            match["text"],
            markdown.count("\n", 0, match.start("language")) + 1,
        )
        for match in _FENCE.finditer(markdown)
    ]
