"""`check`, `fmt` and `convert`: report problems in logs, and rewrite logs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from difflib import unified_diff
from hashlib import sha256
from typing import Any, BinaryIO, cast

from ofcscore.cli import console
from ofcscore.cli.console import NAME, STDIN, FileError, Progress, UsageError
from ofcscore.cli.logs import Logs, check_ignored, ignored_columns, logs_named, may_write, read_form
from ofcscore.cli.options import ANSWERS, Options
from ofcscore.diagnostics.problem import (
    Exit,
    Problem,
    Problems,
    codes,
    exit_status,
    listed,
    reason,
    show,
    show_lines,
)
from ofcscore.files.disk import ChangedError, InUseError, LogFile, Spool, keep_original
from ofcscore.log.keys import FREE_KEYS
from ofcscore.log.read.logs import read_syntax, rereading
from ofcscore.log.read.sources import (
    FORM_NAMES,
    FORMS,
    Form,
    Source,
    file_source,
    guess_form,
    is_packed,
    peek,
    suffix_form,
    unreadable,
)
from ofcscore.log.read.voids import find_voids
from ofcscore.log.write.formats import WRITERS
from ofcscore.log.write.rewriting import checked, fix_text, format_text, split_remark, unusual_lines


@contextmanager
def rewriting(file: str) -> Iterator[LogFile]:
    """Yield a log file to replace, and close it at the end.

    Raise `FileError` if `live` or `host` has it open, if it changed meanwhile, or if it cannot be written.
    """
    log = LogFile(file)
    try:
        yield log
    except InUseError:
        raise FileError(f"{show(file)} is in use by `live` or `host`; quit that first") from None
    except ChangedError:
        raise FileError(f"another program changed {show(file)} meanwhile; run this command again") from None
    except OSError as error:
        raise FileError(f"cannot write {show(file)}: {reason(error)}") from error
    finally:
        log.close()


def convert_log(source: Source, form: Form, spool: Spool, problems: Problems) -> bool:
    """Write a log in a format to the spool; return True if that drops comments.

    With errors in `problems` the content of the spool is invalid.
    """
    read_as = source.form or form_of(source.name)
    remarks = False

    def look(line: bytes) -> None:
        nonlocal remarks
        remarks = remarks or (b"#" in line and _has_remark(line.decode("utf-8", "replace"), read_as))

    def tapped() -> BinaryIO:
        return cast(BinaryIO, _Tapped(source.open(), look))

    source, voids = find_voids(source)
    watched = source._replace(open=tapped) if read_as in (None, "text", "yaml") else source
    items = checked(read_syntax(watched, problems), problems, rereading(source), voids)
    for piece in WRITERS[form](items, problems):
        spool.write(piece)
    return remarks


def format_log(source: Source, spool: Spool, problems: Problems, *, diff: bool = False) -> bool:
    """Write a text log in the standard notation to the spool; return True if that changes it.

    With `diff`, write a unified diff instead. With errors in `problems` the content of the spool is invalid.
    Raise `UsageError` if the log is in another format.
    """
    before, after = sha256(), sha256()
    old: list[str] = []
    new: list[str] = []

    def look(line: bytes) -> None:
        before.update(line)
        if diff and line:
            old.append(line.decode("utf-8", "replace"))

    source, voids = find_voids(source)
    try:
        with source.opened() as raw:
            start, stream = peek(raw)
            guess = guess_form(source, start)
            if guess.form != "text":
                file = show(STDIN if source.name == "<stdin>" else source.name)
                raise UsageError(
                    f"fmt needs a text log, but {file} is {FORM_NAMES[guess.form]}; "
                    f"run `{NAME} convert {file} --to text`"
                )
            tapped = cast(BinaryIO, _Tapped(stream, look))
            add = new.append if diff else spool.write
            read_again = rereading(source)
            for line in format_text(tapped, source.name, source.base, problems, read_again, voids):
                after.update(line.encode("utf-8"))
                add(line)
    except OSError as error:
        problems.add(unreadable(source, error))
    if diff:
        name = show(source.name)
        for line in unified_diff(old, new, name, f"{name} (formatted)"):
            spool.write(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return before.digest() != after.digest()


def form_of(output: str) -> Form | None:
    form, _ = suffix_form(output)
    return form if form in FORMS else None


def format_file(file: str, options: Options) -> int:
    problems = Problems()
    log_file: AbstractContextManager[LogFile | None] = rewriting(file) if options.in_place else nullcontext()
    with log_file as log, Spool() as spool:
        if log is not None:
            # Reading the log reports a missing file.
            with suppress(FileNotFoundError):
                log.hold()
        changed = format_log(file_source(file), spool, problems, diff=options.diff)
        if problems.errors:
            console.print_problems(problems.kept)
            return problems.status
        if options.check and changed and not options.diff:
            console.write(None, [f"{show(file)}\n"])
        if log is not None and changed:
            log.replace(spool.chunks())
        if options.diff or not (options.check or options.in_place):
            _write_log(None, spool.chunks())
    return Exit.INPUT if options.check and changed else Exit.OK


def _write_log(output: str | None, chunks: Iterable[str]) -> None:
    """Write a log to a file or to standard output; escape control characters on a terminal."""
    console.write_file(output, map(show_lines, chunks) if output is None and sys.stdout.isatty() else chunks)


def convert_file(file: str, options: Options) -> int:
    output = console.named_output(options.output, [file])
    may_write(output, force=options.force)
    if options.to is not None:
        wanted: str | None = console.choice("--to", options.to, FORMS)
    elif output is None:
        raise UsageError(f"add --to with the format to write: {listed(FORMS)}")
    elif (wanted := form_of(output)) is None:
        ending = f"the name {show(output)} does not show the format to write"
        raise UsageError(f"{ending}; add --to with {listed(FORMS)}")
    source = file_source(file, read_form(options))._replace(ignored=ignored_columns(options))
    problems = Problems()
    with Spool() as spool:
        remarks = convert_log(source, cast("Form", wanted), spool, problems)
        if problems.errors:
            console.print_problems(problems.kept)
            return problems.status
        check_ignored(source.ignored)
        _write_log(output, spool.chunks())
    if remarks:
        console.print_message(
            f"{NAME}: the comments of {show(file)} were dropped; `convert` does not keep comments"
        )
    return Exit.OK


class _Tapped:
    """A stream that passes each line it reads to a callback."""

    def __init__(self, stream: BinaryIO, tap: Callable[[bytes], object]) -> None:
        self._stream = stream
        self._tap = tap

    def readline(self, limit: int = -1) -> bytes:
        line = self._stream.readline(limit)
        self._tap(line)
        return line

    def read1(self, size: int = -1) -> bytes:
        """Return one line, so that readers that use `read1` call the callback too."""
        return self.readline(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _has_remark(line: str, form: Form | None) -> bool:
    """Return True if a line has a comment; comments after a value count only in text logs."""
    text = line.strip(" \t\r\n")
    if form != "text":
        return text.startswith("#")
    key = text.partition(":")[0].strip(" \t").lower()
    return bool(split_remark(text, free=key in FREE_KEYS)[1])


# -- check -----------------------------------------------------------------------------------------------


def check_logs(files: Sequence[str], options: Options) -> int:
    """Check logs, all of them as one session or each by itself, and return the exit status."""
    from ofcscore.cli.reporting import check_session, recorded
    from ofcscore.report.data import diagnostics_json
    from ofcscore.session.session import Session

    as_json = console.choice("--format", options.format_ or "table", ANSWERS) == "json"
    if as_json and (options.fix or options.verbose):
        raise UsageError(f"{'--fix' if options.fix else '--verbose'} prints text; remove --format json")
    named = logs_named(files)
    if options.together and len(files) == 1 and named == files:
        raise UsageError("--together needs several files or a folder, to check them as one session")
    for file in named if options.fix else ():
        _fix(file, options)
    for file in named if options.verbose else ():
        if _is_read_once(file):
            raise UsageError("--verbose needs a file, because it reads the log twice")
        source = _text_source(file, options)
        lines = unusual_lines(source) if source is not None else ()
        console.print_lines(f"{show(file)}:{number}: read as `{show(text)}`" for number, text in lines)
    groups = [named] if options.together else [[file] for file in named]
    problems: list[Problem] = []
    records: list[str] = []
    status = Exit.OK
    ignored = ignored_columns(options)
    for group in groups:
        logs = Logs(group, options, ignored)
        progress = Progress(logs.share_read)
        session = Session()
        found = check_session(logs.items(), session, logs.reading, progress.tick)
        progress.clear()
        problems += (*logs.reading.kept, *found)
        if record := recorded(logs.reading, session):
            records.append(record if len(groups) == 1 else f"{show(group[0])}: {record}")
        status = max(status, logs.reading.status, exit_status(found))
    if status == Exit.OK:
        check_ignored(ignored)
    if as_json:
        console.write_file(None, [diagnostics_json(problems)])
    else:
        console.print_problems(problems)
    for record in records:
        console.print_message(record)
    if any(codes()[problem.code].fails_check for problem in problems):
        status = max(status, Exit.INPUT)
    return status


def _is_read_once(file: str) -> bool:
    return file == STDIN or (os.path.exists(file) and not os.path.isfile(file))


def _text_source(file: str, options: Options) -> Source | None:
    """Return the source of a text log, None for other formats and unreadable files."""
    (source,) = Logs([file], options).sources()
    try:
        with source.opened() as stream:
            start, _ = peek(stream)
    except OSError:
        return None
    return source if guess_form(source, start).form == "text" else None


def _fix(file: str, options: Options) -> None:
    if _is_read_once(file):
        raise UsageError("--fix needs a file, because it cannot write to standard input or a pipe")
    if is_packed(file):
        raise UsageError(f"--fix cannot change a workbook or an archive: {show(file)}")
    if _text_source(file, options) is None:
        return
    with rewriting(file) as log:
        before = log.open().encode("utf-8", "surrogateescape")
        after = fix_text(before, file, os.path.dirname(file))
        if after == before:
            return
        old, new = (data.decode("utf-8", "replace").splitlines() for data in (before, after))
        console.print_lines(map(show, unified_diff(old, new, file, f"{file} (fixed)", lineterm="")))
        kept = keep_original(file, before)
        log.save(after.decode("utf-8", "surrogateescape"))
        console.print_message(f"{show(file)} was fixed; the original was saved as {show(kept)}")
