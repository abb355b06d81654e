"""What the command line does with Parquet files: where results go, what is told of them, exit statuses."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

from ofcscore.bulk.files import BrokenFileError, Counted, Tick, explain_row, score_files, targets
from ofcscore.problems import Exit, Place, Problem, ProblemsError, show
from ofcscore.rules.model import Rules
from ofcscore.scoring import DealScore


def run(
    files: Sequence[str],
    output: str,
    rules: Rules,
    jobs: int,
    cluster: bool,
    scheduler: str | None,
    tick: Tick | None = None,
) -> tuple[list[str], Exit]:
    """Scores Parquet files into `output`; what to tell, and the exit status: 1 where deals have errors.

    Raises ProblemsError for files that cannot be read or written, OSError likewise, and ImportError where a
    package is missing.
    """
    pairs = targets(files, output)
    _check(pairs)
    counted: list[Counted] = []
    try:
        if cluster:
            from ofcscore.bulk.cluster import score_on_cluster

            for done in score_on_cluster(pairs, rules, jobs, scheduler):
                counted.append(done)
                if tick is not None:
                    tick(done.deals)
        else:
            counted += score_files(pairs, rules, jobs, tick)
    except BrokenFileError as error:
        raise _unreadable(str(error)) from error
    return _summary(counted), Exit.INPUT if any(one.errors for one in counted) else Exit.OK


def _check(pairs: Sequence[tuple[str, str]]) -> None:
    """Raises ProblemsError where two files would become one, or a file itself be written over."""
    twice = [target for target, n in Counter(target for _, target in pairs).items() if n > 1]
    for target in twice:
        raise _unreadable(f"two of the files would be written to {target}")
    for source, target in pairs:
        if os.path.exists(target) and os.path.samefile(source, target):
            raise _unreadable(f"{target} would be written over itself")


def _unreadable(message: str) -> ProblemsError:
    return ProblemsError([Problem("file-unreadable", Place(""), message, status=Exit.FILES)])


def _summary(counted: Sequence[Counted]) -> list[str]:
    """How many deals were scored, and which errors the others have."""
    deals = sum(one.deals for one in counted)
    errors: Counter[str] = Counter()
    for one in counted:
        errors.update(one.errors)
    failed = sum(errors.values())
    lines = [f"{deals - failed:,} of {deals:,} deals scored"]
    if failed:
        lines += [f"  {n:,} {code}" for code, n in errors.most_common()]
        bad = next(one for one in counted if one.errors)
        lines.append(f"  what is wrong with one: ofcscore explain {show(bad.source)}:{bad.first}")
    return lines


def explain(file: str, row: int, rules: Rules) -> tuple[DealScore | None, tuple[Problem, ...]]:
    """The deal in a row of a Parquet file scored with all its lines, or its problems in words.

    Raises ProblemsError for a file that cannot be read, and OSError.
    """
    try:
        return explain_row(file, row, rules)
    except BrokenFileError as error:
        raise _unreadable(str(error)) from error
