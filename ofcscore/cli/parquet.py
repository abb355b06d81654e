"""`score` and `explain` for Parquet files: outputs, summary and exit status."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ofcscore.bulk.files import BrokenFileError, Counted, Tick, explain_row, look, score_files
from ofcscore.cli.console import Progress, UsageError, choice, missing_package, named_output, print_message
from ofcscore.cli.options import OPTIONS, Options, is_given
from ofcscore.cli.rules import rules_named
from ofcscore.diagnostics.problem import Exit, Place, Problem, ProblemsError, show
from ofcscore.log.read.sources import LOG_SUFFIXES
from ofcscore.report import SUFFIXES
from ofcscore.rules.model import Rules
from ofcscore.scoring.score import DealScore

_OPTIONS: Final = frozenset(("output", "rules", "sets", "jobs", "engine", "scheduler"))


def score_tables(files: Sequence[str], options: Options) -> int:
    """Score Parquet files into other Parquet files; print the counts of deals and errors.

    All files are validated before the first one is scored.
    """
    for field, option in OPTIONS.items():
        if field not in _OPTIONS and is_given(options, field):
            raise UsageError(
                f"{option.names[-1]} is for logs; Parquet files take --rules, --set, --jobs and -o"
            )
    output = named_output(options.output, files)
    if output is None:
        raise UsageError("add -o with the Parquet file to write, or with a folder for several files")
    if options.jobs is not None and options.jobs < 1:
        raise UsageError(f"--jobs must be at least 1, not {options.jobs}")
    options = options.replaced(engine=choice("--engine", options.engine, ("threads", "dask")))
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
        raise missing_package("dask" if error.name in ("distributed", "dask") else "bulk") from error
    finally:
        progress.clear()
    # Files finish in any order; report them in the order of the command line.
    order = {file: at for at, file in enumerate(files)}
    counted.sort(key=lambda one: order[one.source])
    for line in _summary(counted, options):
        print_message(line)
    return Exit.INPUT if any(one.errors for one in counted) else Exit.OK


def _scored(
    pairs: Sequence[tuple[str, str]], folder: str | None, rules: Rules, options: Options, tick: Tick
) -> Iterator[Counted]:
    jobs = options.jobs or os.cpu_count() or 1
    on_cluster = options.engine == "dask" or options.scheduler is not None
    if on_cluster:
        from ofcscore.bulk.dask_cluster import score_on_cluster
    if folder is not None:
        os.makedirs(folder, exist_ok=True)
    if not on_cluster:
        yield from score_files(pairs, rules, jobs, tick)
        return
    for one in score_on_cluster(pairs, rules, jobs, options.scheduler):
        tick(one.deals)
        yield one


_OTHERS: Final = LOG_SUFFIXES.union(SUFFIXES)
"""Suffixes of logs and reports, which are not Parquet files."""


def _is_folder(sources: Sequence[str], output: str) -> bool:
    """Return True if `output` is a folder. Raise UsageError if it does not suit `sources`."""
    if os.path.isdir(output) or output.endswith(os.sep):
        return True
    ending = os.path.splitext(output)[1].lower()
    if len(sources) == 1 and ending in _OTHERS:
        raise UsageError(f"the score of a Parquet file is a Parquet file, but -o {show(output)} is not one")
    if len(sources) > 1 and (ending == ".parquet" or ending in _OTHERS):
        raise UsageError(f"-o {show(output)} is one file; with several files, -o must be a folder")
    return len(sources) > 1


def _check(pairs: Sequence[tuple[str, str]]) -> None:
    """Raise UsageError if two files have the same output, or an output is an input."""
    for target, n in Counter(target for _, target in pairs).items():
        if n > 1:
            raise UsageError(f"two of the files would both be written to {show(target)}")
    sources = {_identity(source): source for source, _ in pairs if os.path.exists(source)}
    for _, target in pairs:
        if os.path.exists(target) and _identity(target) in sources:
            raise UsageError(f"the output would overwrite the input {show(sources[_identity(target)])}")


def _identity(path: str) -> tuple[int, int]:
    """Return the device and inode, which identify a file under any name."""
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
    """Return a sentence on the files that were finished before a failure; None for one file."""
    if len(pairs) == 1:
        return None
    scored = {one.source for one in counted}
    finished = [target for source, target in pairs if source in scored]
    if not finished:
        return f"none of the {len(pairs):,} files was finished"
    return f"{len(finished):,} of {len(pairs):,} files were finished and are kept: {', '.join(finished)}"


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
        lines.append(f"  to see the first error, run: {show(shlex.join(words))}")
    return lines


def explain(file: str, row: int, rules: Rules) -> tuple[DealScore | None, tuple[Problem, ...]]:
    """Score the deal in a row of a Parquet file; return its score (None if invalid) and problems.

    Raise `ProblemsError` if the file is unreadable.
    """
    try:
        return explain_row(file, row, rules)
    except BrokenFileError as error:
        raise ProblemsError([_unreadable(error)]) from error
