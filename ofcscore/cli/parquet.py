"""Parquet files on the command line: where results go, what is reported of them, exit statuses."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ofcscore.bulk.files import BrokenFileError, Counted, Tick, explain_row, look, score_files
from ofcscore.cli.console import Progress, UsageError, choice, lacking, named_output, say
from ofcscore.cli.options import OPTIONS, Options, is_given
from ofcscore.cli.rules import rules_named
from ofcscore.diagnostics.problem import Exit, Place, Problem, ProblemsError, show
from ofcscore.log.read.sources import LOG_SUFFIXES
from ofcscore.report import SUFFIXES
from ofcscore.rules.model import Rules
from ofcscore.scoring.score import DealScore

_OPTIONS: Final = frozenset(("output", "rules", "sets", "jobs", "engine", "scheduler"))


def score_tables(files: Sequence[str], options: Options) -> int:
    """Score Parquet files into others; say how many deals they have, and which errors.

    All files are looked at before the first is scored.
    """
    for field in Options._fields:
        if field not in _OPTIONS and is_given(options, field):
            name = OPTIONS[field].names[-1]
            raise UsageError(f"{name} is for logs; Parquet files take --rules, --set, --jobs and -o")
    output = named_output(options.output, files)
    if output is None:
        raise UsageError("-o names the Parquet file to write, or a folder for several")
    if options.jobs is not None and options.jobs < 1:
        raise UsageError(f"--jobs is how many at once, and at least 1, not {options.jobs}")
    options = options._replace(engine=choice("--engine", options.engine, ("threads", "dask")))
    rules = rules_named(options.rules, options.sets)
    folder = output if _is_folder(files, output) else None
    pairs = [
        (file, output if folder is None else os.path.join(folder, os.path.basename(file))) for file in files
    ]
    _check(pairs)
    progress = Progress()
    counted: list[Counted] = []
    try:
        _look(files, rules)
        counted.extend(_scored(pairs, folder, rules, options, progress.tick))
    except BrokenFileError as error:
        raise ProblemsError([_unreadable(error)._replace(hint=_finished(counted, pairs))]) from error
    except ImportError as error:
        raise lacking("dask" if error.name in ("distributed", "dask") else "bulk") from error
    finally:
        progress.clear()
    # They come as they are done, and are told of in the order of the command line.
    order = {file: at for at, file in enumerate(files)}
    counted.sort(key=lambda one: order[one.source])
    for line in _summary(counted, options):
        say(line)
    return Exit.INPUT if any(one.errors for one in counted) else Exit.OK


def _scored(
    pairs: Sequence[tuple[str, str]], folder: str | None, rules: Rules, options: Options, tick: Tick
) -> Iterator[Counted]:
    jobs = options.jobs or os.cpu_count() or 1
    on_cluster = options.engine == "dask" or options.scheduler is not None
    if on_cluster:
        from ofcscore.bulk.cluster import score_on_cluster
    if folder is not None:
        os.makedirs(folder, exist_ok=True)
    if not on_cluster:
        yield from score_files(pairs, rules, jobs, tick)
        return
    for one in score_on_cluster(pairs, rules, jobs, options.scheduler):
        tick(one.deals)
        yield one


_OTHERS: Final = LOG_SUFFIXES.union(SUFFIXES)
"""How the names of logs and of reports end."""


def _is_folder(sources: Sequence[str], output: str) -> bool:
    """Return True if `output` is a folder. Raises UsageError if it does not fit these files."""
    if os.path.isdir(output) or output.endswith(os.sep):
        return True
    ending = os.path.splitext(output)[1].lower()
    if len(sources) == 1 and ending in _OTHERS:
        raise UsageError(f"Parquet files are scored into Parquet files, and -o {show(output)} is none")
    if len(sources) > 1 and (ending == ".parquet" or ending in _OTHERS):
        raise UsageError(f"-o {show(output)} is one file; for several name a folder")
    return len(sources) > 1


def _check(pairs: Sequence[tuple[str, str]]) -> None:
    """Raise UsageError if two files would become one, or one of them be written over."""
    for target, n in Counter(target for _, target in pairs).items():
        if n > 1:
            raise UsageError(f"two of the files would be written to {show(target)}")
    sources = {_identity(source): source for source, _ in pairs if os.path.exists(source)}
    for _, target in pairs:
        if os.path.exists(target) and _identity(target) in sources:
            raise UsageError(f"{show(sources[_identity(target)])} would be written over itself")


def _identity(path: str) -> tuple[int, int]:
    """Return the device and inode, which all names of one file have in common."""
    status = os.stat(path)
    return status.st_dev, status.st_ino


def _look(files: Sequence[str], rules: Rules) -> None:
    problems = []
    for file in files:
        try:
            look(file, rules)
        except BrokenFileError as error:
            problems.append(_unreadable(error))
    if problems:
        raise ProblemsError(problems)


def _unreadable(error: BrokenFileError) -> Problem:
    return Problem("file-unreadable", Place(error.file), error.reason, status=Exit.FILES)


def _finished(counted: Sequence[Counted], pairs: Sequence[tuple[str, str]]) -> str | None:
    """Which of several files are finished where a run breaks off; None where there is but one."""
    if len(pairs) == 1:
        return None
    scored = {one.source for one in counted}
    finished = [target for source, target in pairs if source in scored]
    if not finished:
        return f"none of the {len(pairs):,} files is finished"
    return f"{len(finished):,} of {len(pairs):,} files are finished, and stay: {', '.join(finished)}"


def _summary(counted: Sequence[Counted], options: Options) -> list[str]:
    deals = sum(one.deals for one in counted)
    errors: Counter[str] = Counter()
    for one in counted:
        errors.update(one.errors)
    failed = sum(errors.values())
    lines = [f"{deals - failed:,} of {deals:,} deals scored"]
    if failed:
        lines += [f"  {n:,} {code}" for code, n in errors.most_common()]
        bad = next(one for one in counted if one.errors)
        words = ["ofcscore", "explain", f"{bad.source}:{bad.first}"]
        words += [] if options.rules is None else ["--rules", options.rules]
        words += [word for one in options.sets or () for word in ("--set", one)]
        lines.append(f"  what is wrong with one: {show(shlex.join(words))}")
    return lines


def explain(file: str, row: int, rules: Rules) -> tuple[DealScore | None, tuple[Problem, ...]]:
    """Return the deal in a row of a Parquet file scored, or its problems in words. Raises ProblemsError."""
    try:
        return explain_row(file, row, rules)
    except BrokenFileError as error:
        raise ProblemsError([_unreadable(error)]) from error
