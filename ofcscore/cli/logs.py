"""Find and open the logs of a command line, and protect them from being overwritten."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, Final, NoReturn, cast

from ofcscore.cli.console import NAME, FileError, UsageError, choice, print_message
from ofcscore.cli.options import Options
from ofcscore.diagnostics.problem import Problems, reason, show
from ofcscore.log.check.checker import Overrides, read_stream
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import (
    LOG_SUFFIXES,
    READ_FORMS,
    Form,
    IgnoredColumns,
    Source,
    file_sources,
    is_report,
)
from ofcscore.log.syntax import BoardSyntax, DealSyntax
from ofcscore.rules.settings import SETTINGS
from ofcscore.scoring.deal import Deal, Header

if TYPE_CHECKING:
    from ofcscore.cli.reporting import Scoring


_LOOKED_AT: Final = 1 << 16
"""The number of bytes that are read to guess a file's type."""
_RULES: Final = (".yaml", ".yml")


class Logs:
    """The logs of one session, and the problems found in reading them."""

    def __init__(self, files: Sequence[str], options: Options, ignored: IgnoredColumns | None = None) -> None:
        self.files = files
        self.form = read_form(options)
        self._shares_ignored = ignored is not None
        self.ignored = ignored or ignored_columns(options)
        self.overrides = Overrides(options.rules, tuple(options.sets or ()), options.stake, options.currency)
        self.reading = Problems()
        self.opened: list[BinaryIO] = []

    def items(self, scoring: Scoring | None = None) -> Iterator[Header | Deal]:
        """Yield headers and deals as they are read.

        Pass runs of deals in long logs to `scoring` as sums instead.
        """
        sources = [self._watched(source) for source in self.sources()]
        if scoring is not None and self._may_be_long():
            from ofcscore.bulk.blocks import long_session

            yield from long_session(sources, self.reading, self.overrides, scoring)
        else:
            yield from read_stream(sources, self.reading, self.overrides)
        if not self.reading.errors and not self._shares_ignored:
            check_ignored(self.ignored)

    def sources(self) -> list[Source]:
        sources = file_sources(self.files, self.form, self.reading)
        return [source._replace(ignored=self.ignored) for source in sources]

    def _may_be_long(self) -> bool:
        """Return True if a log is long."""
        from ofcscore.bulk import LONG

        def size(file: str) -> int:
            return os.path.getsize(file) if os.path.isfile(file) else LONG

        return any(size(file) >= LONG for file in self.files)

    def _watched(self, source: Source) -> Source:
        def opened() -> BinaryIO:
            stream = source.open()
            # A log with a list of void deals is opened twice.
            self.opened = [*(other for other in self.opened if other.name != stream.name), stream]
            return stream

        return source._replace(open=opened) if sys.stderr is not None and sys.stderr.isatty() else source

    def share_read(self) -> float | None:
        """Return the share of the logs read so far, from 0 to 1; None if it is unknown."""
        try:
            total = sum(os.path.getsize(file) for file in self.files)
            done = sum(
                os.path.getsize(stream.name) if stream.closed else stream.tell() for stream in self.opened
            )
        except (OSError, ValueError, AttributeError):
            return None
        return min(done / total, 1.0) if total and self.opened else None


def read_form(options: Options) -> Form | None:
    return None if options.form is None else cast("Form", choice("--from", options.form, READ_FORMS))


def ignored_columns(options: Options) -> IgnoredColumns | None:
    return IgnoredColumns(options.ignored) if options.ignored else None


def check_ignored(ignored: IgnoredColumns | None) -> None:
    """Raise `UsageError` if no table has one of the ignored columns."""
    if ignored is not None and ignored.unused:
        raise UsageError(f"--ignore-column: no table has a column {show(ignored.unused[0])}")


def logs_named(names: Sequence[str], output: str | None = None) -> list[str]:
    """Return the files that match patterns, and the logs in folders, except `output`."""
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
            raise FileError(f"there are no logs in {show(name)}; file names of logs end in {endings}")
        found += logs
    return found


def _fitting(name: str) -> list[str]:
    """Return the files that match a pattern that the shell did not expand, or the name itself."""
    if not re.search(r"[*?[]", name) or os.path.lexists(name):
        return [name]
    from glob import glob

    found = sorted(file for file in glob(name, recursive=True) if not os.path.isdir(file))
    if not found:
        raise FileError(f"no files match {show(name)}")
    return found


def _files_in(folder: str) -> Iterator[str]:
    """Yield the files in a folder and its subfolders with names of logs, except hidden files."""
    for above, folders, files in os.walk(folder, onerror=_unreadable_folder):
        # Skip folders of other programs: `.git`, `.venv`, and virtual environments of any name.
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
                # Reading a pipe could block forever.
                print_message(
                    f"{NAME}: skipping {show(path)}, because it is a pipe or a device and not a file"
                )
                continue
            yield path


def _unreadable_folder(error: OSError) -> NoReturn:
    raise FileError(f"cannot read {show(os.fsdecode(error.filename))}: {reason(error)}") from error


def _is_rule_file(path: str) -> bool:
    """Return True if a YAML file has no deals, so that it is a rule set and not a log."""
    if os.path.splitext(path)[1].lower() not in _RULES:
        return False
    start = _start_of(path)
    return start is not None and not re.search(
        rb"""(?m)^(- )?["']?(deals|deal|hand|boards)["']?[ \t]*:""", start
    )


def _start_of(path: str) -> bytes | None:
    """Return the first bytes of a file, None if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(_LOOKED_AT)
    except OSError:
        return None


# -- files to write ------------------------------------------------------------------------------------

_MARKUP: Final = (b"<!doc", b"<html", b"<svg", b"<?xml")
"""The first characters of web pages and images, which are not logs."""


def may_write(output: str | None, *, force: bool) -> None:
    """Raise `FileError` if the output file is a log or a rule set, unless `force` is set."""
    if output is None and force:
        raise UsageError("--force needs -o with the file to replace")
    if output is None or force or not os.path.isfile(output):
        return
    found = _reads_as(output)
    if found is not None:
        what = f"{show(output)} is {found}, and this would replace it"
        raise FileError(f"{what}; choose another name, or add --force")


def _reads_as(path: str) -> str | None:
    """Return `a log` or `a rule set` from the start of a file, None for other files."""
    start = _start_of(path)
    if start is None or is_report(start) or start.lstrip()[:5].lower().startswith(_MARKUP):
        return None
    if len(start) == _LOOKED_AT:
        start = start[: start.rfind(b"\n") + 1] or start
    if os.path.splitext(path)[1].lower() in _RULES and _has_settings(start):
        return "a rule set"
    return "a log" if _has_deals(path, start) else None


def _has_settings(start: bytes) -> bool:
    """Return True if top-level YAML keys include a rule setting but not deals or boards."""
    keys = {name.partition(".")[0] for name in SETTINGS} - {"title"} | {"extends"}
    lines = re.findall(rb"(?m)^([a-z_]+)[ \t]*:", start)
    return any(line.decode() in keys for line in lines) and not {b"deals", b"boards"} & set(lines)


def _has_deals(path: str, start: bytes) -> bool:
    """Return True if the start of a file has a readable deal, or only the header of a log."""
    problems = Problems()
    keys = False
    for item in read_syntax(Source(path, partial(io.BytesIO, start)), problems):
        if not isinstance(item, DealSyntax):
            keys = bool(item.entries)
        elif sum(map(_is_sound, item.boards)) > 1:
            return True
    return keys and {problem.code for problem in problems.kept} == {"no-deals"}


def _is_sound(board: BoardSyntax) -> bool:
    """Return True if a board has three rows of valid cards or a word such as `foul`."""
    from ofcscore.game.spelling import read_cards

    reads = [read_cards(row.text) for row in board.rows]
    return board.status is not None or (len(reads) == 3 and all(r.cards and not r.faults for r in reads))
