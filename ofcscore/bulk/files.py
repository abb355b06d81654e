"""Parquet in, Parquet out: files scored by threads, each written whole or not at all, rows counted after."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from ofcscore.bulk.arrow import BATCH, BOARDS, cells_of, schema, score_batch, whole_deals
from ofcscore.bulk.plain import explain_cells
from ofcscore.output import whole_file
from ofcscore.problems import Place, Problem
from ofcscore.rules.model import Rules
from ofcscore.scoring import DealScore, Scales

Tick = Callable[[int], None]
"""Told how many more deals were scored; from any thread."""
TOGETHER: Final = 2
"""Row groups read ahead by each thread."""


class Counted(NamedTuple):
    """What became of one file: its deals, and how many have each error; the row of the first (from 1)."""

    source: str
    deals: int
    errors: Mapping[str, int]
    first: int = 0


class BrokenFileError(Exception):
    """A file that is not what it should be; the text is one line for the user."""


def score_file(
    source: str, target: str, rules: Rules, jobs: int = 1, tick: Tick | None = None, mark: str = ""
) -> Counted:
    """Scores one Parquet file into another, row group by row group, in order.

    A file with a row a board becomes one with a row a deal. The target has its old content or all of the
    new one. `mark` is in the name of the temporary file. Raises OSError, and BrokenFileError where a file
    cannot be read or has not the columns of deals.
    """
    try:
        return _score_file(source, target, rules, jobs, tick, mark)
    except pa.ArrowException as error:
        raise BrokenFileError(f"{source}: {_first_line(error)}") from error
    except ValueError as error:
        raise BrokenFileError(f"{source}: {error}") from error


def _has_rows_of_deals(columns: Any) -> bool:
    """Whether each row is a deal; else each is a board, as in a spreadsheet."""
    return BOARDS in columns.names or "top" not in columns.names


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or ["cannot be read"])[0]


def _score_file(source: str, target: str, rules: Rules, jobs: int, tick: Tick | None, mark: str) -> Counted:
    with pq.ParquetFile(source) as file:
        metadata, columns = file.metadata, file.schema_arrow
    nested = _has_rows_of_deals(columns)
    given = columns if nested else whole_deals(columns.empty_table()).schema
    wanted = schema(rules, given)
    errors: Counter[str] = Counter()
    deals = first = 0
    batches = (
        _in_threads(source, metadata, rules, jobs)
        if nested and jobs > 1
        else _in_order(source, rules, nested)
    )
    with whole_file(target, mark) as temporary:
        with pq.ParquetWriter(temporary, wanted, compression="zstd") as writer:
            for batch in batches:
                writer.write_batch(batch)
                error = batch.column("error")
                if error.null_count < len(error):
                    codes = error.to_pylist()
                    errors.update(code for code in codes if code is not None)
                    first = first or deals + 1 + next(i for i, code in enumerate(codes) if code is not None)
                deals += batch.num_rows
                if tick is not None:
                    tick(batch.num_rows)
        written = pq.read_metadata(temporary).num_rows
        if written != deals or (nested and deals != metadata.num_rows):
            raise BrokenFileError(
                f"{source} has {metadata.num_rows} rows, and {written} of {deals} scored came to {target}"
            )
    return Counted(source, deals, dict(errors), first)


def _in_order(source: str, rules: Rules, nested: bool) -> Iterator[Any]:
    with pq.ParquetFile(source) as file:
        if nested:
            for batch in file.iter_batches(BATCH, use_threads=False):
                yield score_batch(batch, rules)
            return
        rows = pa.RecordBatchReader.from_batches(
            file.schema_arrow, file.iter_batches(BATCH, use_threads=False)
        )
        for batch in whole_deals(rows):
            yield score_batch(batch, rules)


def _in_threads(source: str, metadata: Any, rules: Rules, jobs: int) -> Iterator[Any]:
    """The batches of a file in order, row groups read and scored by threads a little ahead."""

    def group(number: int) -> list[Any]:
        with pq.ParquetFile(source, metadata=metadata) as file:
            batches = file.iter_batches(BATCH, row_groups=[number], use_threads=False)
            return [score_batch(batch, rules) for batch in batches]

    ahead: deque[Any] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for number in range(metadata.num_row_groups):
                ahead.append(pool.submit(group, number))
                if len(ahead) >= TOGETHER * jobs:
                    yield from ahead.popleft().result()
            while ahead:
                yield from ahead.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def score_files(
    pairs: Sequence[tuple[str, str]], rules: Rules, jobs: int = 1, tick: Tick | None = None
) -> Iterator[Counted]:
    """Scores (source, target) files, as many at once as there are jobs; each comes out when it is done.

    Raises as `score_file` does; files that are done by then are whole and stay.
    """
    if jobs < 2 or len(pairs) < jobs:
        for source, target in pairs:
            yield score_file(source, target, rules, jobs, tick)
        return
    with ThreadPoolExecutor(jobs) as pool:
        try:
            tasks = [pool.submit(score_file, source, target, rules, 1, tick) for source, target in pairs]
            for task in as_completed(tasks):
                yield task.result()
        finally:
            pool.shutdown(cancel_futures=True)


def targets(sources: Sequence[str], output: str) -> list[tuple[str, str]]:
    """Where each file goes: `output` itself, or for several (or a folder) a file of its name there."""
    if len(sources) == 1 and not os.path.isdir(output) and not output.endswith(os.sep):
        return [(sources[0], output)]
    os.makedirs(output, exist_ok=True)
    return [(source, os.path.join(output, os.path.basename(source))) for source in sources]


def explain_row(source: str, row: int, rules: Rules) -> tuple[DealScore | None, tuple[Problem, ...]]:
    """The deal in a row (from 1) of a Parquet file scored with all its lines, or its problems in words.

    Raises as `score_file` does.
    """
    try:
        with pq.ParquetFile(source) as file:
            nested = _has_rows_of_deals(file.schema_arrow)
            reader = pa.RecordBatchReader.from_batches(file.schema_arrow, file.iter_batches(BATCH))
            before = 0
            for batch in reader if nested else whole_deals(reader):
                if row <= before + batch.num_rows:
                    cells = cells_of(batch, row - before - 1)
                    return explain_cells(cells, Scales(rules), Place(f"{source}:{row}"))
                before += batch.num_rows
    except pa.ArrowException as error:
        raise BrokenFileError(f"{source}: {_first_line(error)}") from error
    except ValueError as error:
        raise BrokenFileError(f"{source}: {error}") from error
    raise BrokenFileError(f"{source} has {before} rows, and no row {row}")
