"""The command line run inside the test's own process: fast, and with both outputs kept apart."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pytest
import typer.main

from ofcscore.cli.main import main

_COMMANDS: Final[Callable[[typer.Typer], Any]] = cache(typer.main.get_command)
"""The command of typer, built once because that takes longer than most runs."""


@dataclass(frozen=True, slots=True)
class Ran:
    """The output and the exit status of a command."""

    out: str
    err: str
    status: int


class _Standard(io.TextIOWrapper):
    """A standard stream in memory; `terminal` is what it says of itself."""

    def __init__(self, data: bytes = b"", encoding: str = "utf-8", *, terminal: bool = False) -> None:
        self.memory = io.BytesIO(data)
        self.terminal = terminal
        super().__init__(self.memory, encoding=encoding, newline="", write_through=True)

    def isatty(self) -> bool:
        return self.terminal

    @property
    def text(self) -> str:
        self.flush()
        return self.memory.getvalue().decode(self.encoding)


def run(
    *arguments: str | os.PathLike[str],
    stdin: str | bytes = b"",
    encoding: str = "utf-8",
    terminal: bool = False,
    together: bool = False,
) -> Ran:
    """Runs a command; with `terminal` standard input and output are one, with `together` both outputs."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out = _Standard(encoding=encoding, terminal=terminal)
    err = out if together else _Standard(encoding=encoding)
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", _Standard(data, terminal=terminal))
        patch.setattr(typer.main, "get_command", _COMMANDS)
        status = main([os.fspath(argument) for argument in arguments])
    return Ran(out.text, "" if together else err.text, int(status))


def answer(*arguments: str, stdin: str | bytes = b"") -> tuple[int, str, str]:
    """The exit status of a command, and what it printed on both outputs."""
    ran = run(*arguments, stdin=stdin)
    return ran.status, ran.out, ran.err
