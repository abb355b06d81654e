"""Files that `-o` names and that are there already: a log or a rule set is not replaced unasked."""

from __future__ import annotations

import io
import os
import re
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from ofcscore.cli.console import FileError, UsageError
from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.words import reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofcscore.live.log_file import LogFile
    from ofcscore.log.syntax import BoardSyntax

_LOOKED_AT: Final = 1 << 16
_RULES: Final = (".yaml", ".yml")
_MARKUP: Final = (b"<!doc", b"<html", b"<svg", b"<?xml")
"""The first characters of pages and drawings, which are no logs."""


def may_write(output: str | None, *, force: bool) -> None:
    """Raise `FileError` if the file to be written reads as a log or a rule set; not with `force`."""
    if output is None and force:
        raise UsageError("--force is for -o, which names the file that may be replaced")
    if output is None or force or not os.path.isfile(output):
        return
    found = _reads_as(output)
    if found is not None:
        raise FileError(f"{show(output)} is {found}, which this would replace; give another name, or --force")


@contextmanager
def rewriting(file: str) -> Iterator[LogFile]:
    """Yield a log that is to be replaced, and close it at the end.

    Raise `FileError` if another program has it open, writes to it meanwhile, or it cannot be written.
    """
    from ofcscore.live.log_file import ChangedError, InUseError, LogFile

    log = LogFile(file)
    try:
        yield log
    except InUseError:
        raise FileError(f"{show(file)} is open in `live` or on the phones; quit there first") from None
    except ChangedError:
        raise FileError(f"another program has written to {show(file)} just now; run this again") from None
    except OSError as error:
        raise FileError(f"cannot write {show(file)}: {reason(error)}") from error
    finally:
        log.close()


def _reads_as(path: str) -> str | None:
    """Return `a log` or `a rule set`, by the beginning of a file; None for all else."""
    from ofcscore.log.read.sources import is_report

    try:
        with open(path, "rb") as file:
            start = file.read(_LOOKED_AT)
    except OSError:
        return None
    if is_report(start) or start.lstrip()[:5].lower().startswith(_MARKUP):
        return None
    if len(start) == _LOOKED_AT:
        start = start[: start.rfind(b"\n") + 1] or start
    if os.path.splitext(path)[1].lower() in _RULES and _has_settings(start):
        return "a rule set"
    return "a log" if _has_deals(path, start) else None


def _has_settings(start: bytes) -> bool:
    """Return True if lines of YAML begin with settings of rules, and none with deals."""
    from ofcscore.rules.settings import SETTINGS

    keys = {name.partition(".")[0] for name in SETTINGS} - {"title"} | {"extends"}
    lines = re.findall(rb"(?m)^([a-z_]+)[ \t]*:", start)
    return any(line.decode() in keys for line in lines) and not {b"deals", b"boards"} & set(lines)


def _has_deals(path: str, start: bytes) -> bool:
    """Return True if the beginning of a file has a deal that can be read, or is nothing but a header."""
    from ofcscore.diagnostics.problem import Problems
    from ofcscore.log.read.logs import read_syntax
    from ofcscore.log.read.sources import Source
    from ofcscore.log.syntax import DealSyntax

    problems = Problems()
    keys = False
    for item in read_syntax(Source(path, partial(io.BytesIO, start)), problems):
        if not isinstance(item, DealSyntax):
            keys = bool(item.entries)
        elif sum(map(_is_sound, item.boards)) > 1:
            return True
    return keys and {problem.code for problem in problems.kept} == {"no-deals"}


def _is_sound(board: BoardSyntax) -> bool:
    """Return True if a board is one of cards, or of a word such as `foul`."""
    from ofcscore.game.spelling import read_cards

    reads = [read_cards(row.text) for row in board.rows]
    return board.status is not None or (len(reads) == 3 and all(r.cards and not r.faults for r in reads))
