"""Commands and what they print, as plain text: `golden/*.txt` and the README's console blocks.

A golden file holds a line or more that say what it shows (beginning with `#`), then commands, each with
what came of it; what is empty is left out, and a line that ends without a newline ends in `\\` here:

    # A wrong card: file, line, column and a hint, nothing on standard output.
    $ ofcscore score night.ofc
    [stderr]
    night.ofc:3:7: error[card-unreadable]: ...
    [exit 1]

A `| ` line behind a command is a line of its standard input. Commands run in a shell, in a folder of
their own that has a copy of `examples/`, in 80 columns, without colour, and with nothing of the user's
environment but the path of the program.

In the README every ```console block runs, in order, in one such folder: `$ ` lines are commands (`> `
lines go on with the one above), all else is what the terminal then shows. Two comments on the line
before a fence mark what is meant otherwise:

    <!-- file night.ofc -->    the block is that file, and is written to the folder
    <!-- fresh -->             the block makes an environment; the packaging test and `.ci/run` run it
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
GOLDEN: Final = ROOT / "tests" / "golden"
EXAMPLES: Final = ROOT / "examples"
SECONDS: Final = 60


@dataclass(frozen=True, slots=True)
class Command:
    """One command line with what it is given and what came of it; `terminal` is both outputs as one."""

    line: str
    stdin: str = ""
    stdout: str = ""
    stderr: str = ""
    status: int = 0


@dataclass(frozen=True, slots=True)
class Transcript:
    """Commands that run one after the other in one folder, and what the file says about them."""

    title: str
    commands: tuple[Command, ...]


# -- running ------------------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    """An environment with the program on its path and nothing else that could change a byte."""
    return {
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "TZ": "UTC",
        "PYTHONWARNINGS": "error",
    }


def folder(path: Path) -> Path:
    """`path` with a copy of the examples in it."""
    shutil.copytree(EXAMPLES, path / "examples")
    return path


def run(command: Command, cwd: Path) -> Command:
    """The command with what came of running it in `cwd`."""
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command.line],
        cwd=cwd,
        env=environment(),
        input=command.stdin.encode(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    return replace(
        command,
        stdout=done.stdout.decode("utf-8"),
        stderr=done.stderr.decode("utf-8"),
        status=done.returncode,
    )


def run_all(transcript: Transcript, cwd: Path) -> Transcript:
    """The transcript with what came of running its commands, one after the other."""
    return replace(transcript, commands=tuple(run(command, cwd) for command in transcript.commands))


def shown(line: str, cwd: Path) -> str:
    """What a terminal shows of a command: both outputs in the order in which they were written."""
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


# -- golden files -------------------------------------------------------------------------------------

_EXIT = re.compile(r"\[exit ([0-9]+)\]")


def parse(text: str) -> Transcript:
    """A golden file. Raises ValueError with the line that does not belong."""
    title: list[str] = []
    commands: list[Command] = []
    section: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("$ "):
            commands.append(Command(line[2:]))
            section = None
        elif not commands and (line.startswith("#") or not line):
            title.append(line.removeprefix("#").strip())
        elif section is None and commands and line.startswith("|"):
            last = commands[-1]
            commands[-1] = replace(last, stdin=last.stdin + line[2:] + "\n")
        elif line in ("[stdout]", "[stderr]") and commands:
            section = line[1:-1]
        elif (match := _EXIT.fullmatch(line)) and commands:
            commands[-1] = replace(commands[-1], status=int(match[1]))
            section = None
        elif section is not None:
            last = commands[-1]
            kept = line[:-1] if line.endswith("\\") else line + "\n"
            if section == "stdout":
                commands[-1] = replace(last, stdout=last.stdout + kept)
            else:
                commands[-1] = replace(last, stderr=last.stderr + kept)
        elif line:
            raise ValueError(f"line {number} stands outside of every section: {line}")
    return Transcript(" ".join(title).strip(), tuple(commands))


def render(transcript: Transcript) -> str:
    """The golden file of a transcript; `parse` reads it back."""
    lines = [f"# {transcript.title}"]
    for command in transcript.commands:
        lines += ["", f"$ {command.line}"] if len(lines) > 1 else [f"$ {command.line}"]
        lines += [f"| {line}".rstrip() for line in command.stdin.splitlines()]
        for name, text in (("stdout", command.stdout), ("stderr", command.stderr)):
            if text:
                lines += [f"[{name}]", *_lines(text)]
        lines.append(f"[exit {command.status}]")
    return "\n".join(lines) + "\n"


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else [*lines[:-1], lines[-1] + "\\"]


# -- the README ---------------------------------------------------------------------------------------

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
