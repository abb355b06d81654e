"""The logs that a command line names: found, opened, and not replaced unasked."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, BinaryIO, Final, NoReturn, cast

from ofcscore.cli.console import NAME, FileError, UsageError, choice, say
from ofcscore.cli.options import ScoreOptions
from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.words import reason

if TYPE_CHECKING:
    from ofcscore.cli.reporting import Scoring
    from ofcscore.live.log_file import LogFile
    from ofcscore.log.read.sources import Form, IgnoredColumns, Source
    from ofcscore.log.syntax import BoardSyntax
    from ofcscore.scoring.deal import Deal, Header


class Logs:
    """The logs of one session as the command line names them, and the problems of reading them."""

    def __init__(
        self, files: Sequence[str], options: ScoreOptions, ignored: IgnoredColumns | None = None
    ) -> None:
        from ofcscore.diagnostics.problem import Problems
        from ofcscore.log.check.checker import Overrides
        from ofcscore.log.read.sources import READ_FORMS

        self.files = files
        form = options.form
        self.form = None if form is None else cast("Form", choice("--from", form, READ_FORMS))
        self._shares_ignored = ignored is not None
        self.ignored = ignored or ignored_columns(options)
        self.overrides = Overrides(options.rules, tuple(options.sets or ()), options.stake, options.currency)
        self.reading = Problems()
        self.opened: list[BinaryIO] = []
        self.lacks_numpy = False
        """True if these logs would be scored sooner with numpy, which is not installed."""

    def items(self, scoring: Scoring | None = None) -> Iterator[Header | Deal]:
        """Yield headers and deals as they are read; `scoring` may take many at once."""
        yield from self._items(scoring)
        if not self.reading.errors and not self._shares_ignored:
            check_ignored(self.ignored)

    def _items(self, scoring: Scoring | None) -> Iterator[Header | Deal]:
        sources = [self._watched(source) for source in self.sources()]
        if scoring is not None and scoring.takes_many and self._may_be_long():
            from ofcscore.bulk.blocks import long_session

            return long_session(sources, self.reading, self.overrides, scoring)
        from ofcscore.log.check.checker import read_stream

        return read_stream(sources, self.reading, self.overrides)

    def sources(self) -> list[Source]:
        """Return the logs, each once."""
        from ofcscore.log.read.sources import file_sources

        sources = file_sources(self.files, self.form, self.reading)
        return [source._replace(ignored=self.ignored) for source in sources]

    def _may_be_long(self) -> bool:
        """Return True if the deals are so many that they are worth columns, and numpy is installed."""
        from ofcscore.bulk import LONG

        def size(file: str) -> int:
            return os.path.getsize(file) if os.path.isfile(file) else LONG

        if all(size(file) < LONG for file in self.files):
            return False
        self.lacks_numpy = find_spec("numpy") is None
        return not self.lacks_numpy

    def _watched(self, source: Source) -> Source:
        """Return the source, whose stream is known when it is opened."""

        def opened() -> BinaryIO:
            stream = source.open()
            # A log that names void deals is read twice.
            self.opened = [*(other for other in self.opened if other.name != stream.name), stream]
            return stream

        return source._replace(open=opened) if sys.stderr is not None and sys.stderr.isatty() else source

    def share_read(self) -> float | None:
        """Return how much of the logs has been read, from 0 to 1; None where that is not known."""
        try:
            total = sum(os.path.getsize(file) for file in self.files)
            done = sum(
                os.path.getsize(stream.name) if stream.closed else stream.tell() for stream in self.opened
            )
        except (OSError, ValueError, AttributeError):
            return None
        return min(done / total, 1.0) if total and self.opened else None


def ignored_columns(options: ScoreOptions) -> IgnoredColumns | None:
    """Return the columns that a command line leaves out, None without any."""
    from ofcscore.log.read.sources import IgnoredColumns

    return IgnoredColumns(options.ignored) if options.ignored else None


def check_ignored(ignored: IgnoredColumns | None) -> None:
    """Raise `UsageError` for a column to leave out that no table has."""
    if ignored is not None and ignored.unused:
        raise UsageError(f"--ignore-column: no table has a column {show(ignored.unused[0])}")


def logs_named(names: Sequence[str], output: str | None = None) -> list[str]:
    """Return the files named: those that fit a pattern (`season/*.ofc`), the logs in a folder and below.

    `output` is a file that is going to be written, and no log of a folder.
    """
    from ofcscore.log.read.sources import LOG_SUFFIXES

    found: list[str] = []
    for name in names:
        if not os.path.isdir(name):
            found += _fitting(name)
            continue
        logs = sorted(file for file in _files_in(name) if not _is_rule_file(file))
        if output is not None and os.path.exists(output):
            logs = [file for file in logs if not os.path.samefile(file, output)]
        if not logs:
            endings = ", ".join(sorted(LOG_SUFFIXES))
            raise FileError(f"there are no logs in {show(name)}; the names of logs end in {endings}")
        found += logs
    return found


def _fitting(name: str) -> list[str]:
    """Return the files that fit a pattern which no shell has taken apart.

    What is no pattern stands for itself.
    """
    if not any(sign in name for sign in _OF_PATTERNS) or os.path.lexists(name):
        return [name]
    from glob import glob

    found = sorted(file for file in glob(name, recursive=True) if not os.path.isdir(file))
    if not found:
        raise FileError(f"there are no logs that fit {show(name)}")
    return found


_OF_PATTERNS: Final = "*?["


def _files_in(folder: str) -> Iterator[str]:
    """Yield the files in a folder and below it that are named like logs; hidden ones are somebody else's."""
    from ofcscore.log.read.sources import LOG_SUFFIXES

    for above, folders, files in os.walk(folder, onerror=_unreadable_folder):
        # Some belong to a program: `.git`, `.venv`, and Python's by any name.
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and not os.path.exists(os.path.join(above, name, "pyvenv.cfg"))
        ]
        for file in files:
            path = os.path.join(above, file)
            if file.startswith(".") or os.path.splitext(file)[1].lower() not in LOG_SUFFIXES:
                continue
            if os.path.exists(path) and not os.path.isfile(path):
                # It would be waited for, without end.
                say(f"{NAME}: {show(path)} is left out: it is a pipe or a device, and no file")
                continue
            yield path


def _unreadable_folder(error: OSError) -> NoReturn:
    raise FileError(f"cannot read {show(os.fsdecode(error.filename))}: {reason(error)}") from error


def _is_rule_file(path: str) -> bool:
    """Return True if a YAML file has no deals: a rule set, which stands beside the logs that use it."""
    if os.path.splitext(path)[1].lower() not in (".yaml", ".yml"):
        return False
    try:
        with open(path, "rb") as file:
            start = file.read(1 << 16)
    except OSError:
        return False
    return not re.search(rb"""(?m)^(- )?["']?(deals|deal|hand|boards)["']?[ \t]*:""", start)


# -- files to write ------------------------------------------------------------------------------------

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
