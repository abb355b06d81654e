"""`check`: report problems in logs, fix them, and show how unusual lines are read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from difflib import unified_diff

from ofcscore.cli import console
from ofcscore.cli.console import STDIN, Progress, UsageError
from ofcscore.cli.convert import rewriting
from ofcscore.cli.logs import Logs, check_ignored, ignored_columns, logs_named
from ofcscore.cli.options import ANSWERS, Options
from ofcscore.cli.reporting import check_session, recorded
from ofcscore.diagnostics.problem import Exit, Problem, codes, exit_status, show
from ofcscore.files.output import keep_original
from ofcscore.log.read.sources import Source, guess_form, is_packed, peek
from ofcscore.log.write.rewriting import fix_text, unusual_lines
from ofcscore.report.data import diagnostics_json
from ofcscore.session.session import Session


def check_logs(files: Sequence[str], options: Options) -> int:
    """Check logs, all of them as one session or each by itself, and return the exit status."""
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
