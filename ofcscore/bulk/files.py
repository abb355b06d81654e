"""Score Parquet files into Parquet files with threads; each output is written completely or not at all."""

from __future__ import annotations

import errno
import os
import sys
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofcscore.bulk.arrow import BATCH, layout_of, score_batch, whole_deals
from ofcscore.bulk.deal_by_deal import explain_cells
from ofcscore.bulk.layouts import BANK, BOARDS, CARDS, PLAYERS, SEAT_COLUMNS, is_any, is_list, is_text, schema
from ofcscore.bulk.tables import Int64
from ofcscore.diagnostics.problem import Place, Problem
from ofcscore.files.disk import open_plain, whole_file
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import scales_of
from ofcscore.scoring.score import DealScore

Tick = Callable[[int], None]
"""A callback for progress: it gets the number of newly scored deals, from any thread."""
AHEAD: Final = 2
"""The number of batches that are read ahead of the threads."""
TURN: Final = 0.0005
"""The seconds after which a thread must release the interpreter lock."""


class Counted(NamedTuple):
    """The result of one file: counts of deals and errors, and the row of the first error (from 1)."""

    source: str
    deals: int
    errors: Mapping[str, int]
    first: int = 0


class BrokenFileError(Exception):
    """Raised for an unusable file; `reason` is one line of text."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(file, reason)
        self.file = file
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.file}: {self.reason}"


class Layout(NamedTuple):
    """The layout of a Parquet file: each row is a deal if it is `nested`, else a board."""

    metadata: Any
    columns: Any
    nested: bool
    scored: Any


def look(source: str, rules: Rules) -> Layout:
    """Return the layout of a file and the columns of its output, without reading rows.

    Raise BrokenFileError if the file is unreadable or its columns do not describe deals.
    """
    with _reading(source), open_plain(source) as opened:
        try:
            file = pq.ParquetFile(opened)
        except pa.ArrowInvalid as error:
            raise BrokenFileError(source, "this is not a complete Parquet file") from error
        columns = file.schema_arrow
        nested = BOARDS in columns.names or "top" not in columns.names
        given = columns if nested else whole_deals(columns.empty_table()).schema
        return Layout(file.metadata, columns, nested, schema(rules, given))


@contextmanager
def _reading(source: str) -> Iterator[None]:
    """Turn all errors in reading a file into a BrokenFileError with its name."""
    try:
        yield
    except OSError as error:
        what = "cannot be read" if error.errno else "the file is damaged"
        raise BrokenFileError(source, f"{what}: {_said(error)}") from error
    except (pa.ArrowException, ValueError) as error:
        raise BrokenFileError(source, _said(error)) from error


def _said(error: Exception) -> str:
    """Return the reason of an error: the system's message, or else the first line of its text."""
    if isinstance(error, OSError) and error.errno:
        reason = str(error.strerror) if error.filename else os.strerror(error.errno)
        return reason[:1].lower() + reason[1:]
    return (str(error).splitlines() or [type(error).__name__])[0]


def score_file(
    source: str, target: str, rules: Rules, jobs: int = 1, tick: Tick | None = None, mark: str = ""
) -> Counted:
    """Score one Parquet file into another, row group by row group, in order.

    A file with one row per board becomes one with one row per deal. The target has its old content or the
    complete new content. `mark` is part of the name of the temporary file. Raise OSError with the name of a
    target that cannot be written. Raise BrokenFileError if the source is unreadable, if its columns are not
    those of deals, or if the number of written rows is wrong.
    """
    layout = look(source, rules)
    batches = _scored(source, layout, rules, jobs)
    try:
        with whole_file(target, mark) as temporary:
            return _write(source, target, temporary, layout, batches, tick)
    except OSError as error:
        raise OSError(error.errno or errno.EIO, _said(error), target) from error


def _write(
    source: str, target: str, temporary: str, layout: Layout, batches: Iterator[Any], tick: Tick | None
) -> Counted:
    """Write the scored batches, and count rows read, rows written and errors."""
    errors: Counter[str] = Counter()
    deals = first = 0
    with pq.ParquetWriter(temporary, layout.scored, compression="zstd") as writer:
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
    rows = layout.metadata.num_rows
    if written != deals or (layout.nested and deals != rows):
        raise BrokenFileError(
            source, f"has {rows} rows, but only {written} of {deals} deals were written to {target}"
        )
    return Counted(source, deals, dict(errors), first)


def _scored(source: str, layout: Layout, rules: Rules, jobs: int) -> Iterator[Any]:
    """Yield the scored batches of a file in order; with several jobs, use threads that work ahead.

    Errors in reading are raised with the name of the file.
    """
    with _reading(source):
        deals = _deals(source, layout, range(layout.metadata.num_row_groups), jobs=jobs)
        if jobs < 2:
            for batch in deals:
                yield score_batch(batch, rules)
            return
        ahead: deque[Any] = deque()
        with _threads(jobs) as pool:
            for batch in deals:
                ahead.append(pool.submit(score_batch, batch, rules))
                if len(ahead) > jobs + AHEAD:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()


def _deals(
    source: str, layout: Layout, groups: Iterable[int], only: Sequence[str] | None = None, jobs: int = 1
) -> Iterator[Any]:
    """Yield the deals of row groups in batches; group rows of boards into deals and count them."""
    batches = rows_of(source, layout, groups, only, jobs)
    if layout.nested:
        yield from batches
        return
    names = layout.columns.names if only is None else only
    columns = pa.schema([layout.columns.field(name) for name in names])
    boards = 0
    for batch in whole_deals(pa.RecordBatchReader.from_batches(columns, batches)):
        boards += len(batch.column(BOARDS).flatten())
        yield batch
    if boards != layout.metadata.num_rows:
        raise BrokenFileError(source, f"has {layout.metadata.num_rows} boards, but the deals have {boards}")


@contextmanager
def _threads(jobs: int) -> Iterator[ThreadPoolExecutor]:
    """Yield a pool of threads, and switch between threads ten times as often meanwhile.

    The threads need the interpreter only for microseconds between numpy calls, but would wait much longer.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(TURN)
    pool = ThreadPoolExecutor(jobs)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
        sys.setswitchinterval(before)


def score_files(
    pairs: Sequence[tuple[str, str]], rules: Rules, jobs: int = 1, tick: Tick | None = None
) -> Iterator[Counted]:
    """Score (source, target) files, `jobs` at a time; yield results in the order of completion.

    Raise the errors of `score_file`. Files that are finished by then are complete and stay.
    """
    if jobs < 2 or len(pairs) < 2:
        for source, target in pairs:
            yield score_file(source, target, rules, jobs, tick)
        return
    at_once = min(jobs, len(pairs))
    with _threads(at_once) as pool:
        tasks = [
            pool.submit(score_file, source, target, rules, jobs // at_once, tick) for source, target in pairs
        ]
        for task in as_completed(tasks):
            yield task.result()


_FOR_A_DEAL: Final = frozenset(("deal", BOARDS, PLAYERS, CARDS, BANK, *SEAT_COLUMNS))
"""The columns that describe a deal; other columns are copied."""


def explain_row(source: str, row: int, rules: Rules) -> tuple[DealScore | None, tuple[Problem, ...]]:
    """Score the deal in a row (from 1) of a Parquet file; return its score and problems.

    The score is None if the deal is invalid. If each row of the file is a board, `row` is the number of the
    deal. Raise BrokenFileError if the file is unreadable or has no such row.
    """
    layout = look(source, rules)
    metadata = layout.metadata
    with _reading(source):
        ends = [0, *accumulate(metadata.row_group(at).num_rows for at in range(metadata.num_row_groups))]
        group = max(bisect_left(ends, row) - 1, 0) if layout.nested else 0
        count = ends[group]
        needed = [name for name in layout.columns.names if name in _FOR_A_DEAL]
        for batch in _deals(source, layout, range(group, metadata.num_row_groups), needed):
            if 0 < row <= count + batch.num_rows:
                deal = batch.slice(row - count - 1, 1)
                cells = layout_of(deal).cells(0)
                name = str(deal.column("deal")[0]) if "deal" in deal.schema.names else str(row)
                return explain_cells(cells, scales_of(rules), Place(f"{source}:{row}"), name)
            count += batch.num_rows
    what = "rows" if layout.nested else "deals"
    raise BrokenFileError(source, f"has only the {what} 1 to {count:,}, not {row:,}")


# Compressed text may expand to a huge size: one value can be repeated in a million rows. So texts are read as
# dictionaries and expanded only for as many rows at a time as fit the limits.

MOST_BYTES: Final = 1 << 26
"""The most bytes of the texts, or of one column, in a batch; a single row may exceed it."""
MOST_VALUES: Final = 1 << 22
"""The most values of a column in a batch, enough for 64 boards per deal."""
MOST_NAMED: Final = 1 << 22
"""The most bytes of a column in a row group for its texts to be read as a dictionary."""
PIECE: Final = 1 << 20
"""The number of bytes of a column that are read at once, instead of a whole row group."""


def rows_of(
    source: str, layout: Layout, groups: Iterable[int], only: Sequence[str] | None = None, jobs: int = 1
) -> Iterator[Any]:
    """Yield the rows of row groups in batches, in the types of the file.

    `only` limits the columns. With several `jobs` columns are read in parallel.
    """
    metadata, columns = layout.metadata, layout.columns
    named = _named(metadata, columns)
    with pq.ParquetFile(
        source, metadata=metadata, read_dictionary=named, pre_buffer=False, buffer_size=PIECE
    ) as file:
        # Read each row group separately, because dictionaries within lists cannot be joined.
        for group in groups:
            size = _batch_rows(metadata, group)
            for batch in file.iter_batches(size, row_groups=[group], columns=only, use_threads=jobs > 1):
                yield from _written_out(batch, columns) if named else [batch]


def _named(metadata: Any, columns: Any) -> list[str]:
    """Return the paths of text columns to read as dictionaries.

    Large columns are excluded, because a dictionary of mostly different texts saves no memory.
    """
    found = []
    for at in range(metadata.num_columns):
        column = metadata.schema.column(at)
        whole = columns.get_field_index(column.path)
        field = whole if whole >= 0 else columns.get_field_index(column.path.partition(".")[0])
        if (
            column.physical_type != "BYTE_ARRAY"
            or field < 0
            or not _can_be_written_out(columns.field(field).type)
        ):
            continue
        chunks = [metadata.row_group(group).column(at) for group in range(metadata.num_row_groups)]
        most = max((chunk.total_uncompressed_size for chunk in chunks), default=0)
        if most <= MOST_NAMED and any(chunk.has_dictionary_page for chunk in chunks):
            found.append(column.path)
    return found


def _can_be_written_out(kind: Any) -> bool:
    """Return True if a column can be read as a dictionary and expanded again."""
    if pa.types.is_struct(kind):
        return all(_can_be_written_out(field.type) for field in kind)
    if is_any(kind, "list large_list fixed_size_list"):
        return _can_be_written_out(kind.value_type)
    return is_text(kind) or is_any(kind, "primitive dictionary")


def _batch_rows(metadata: Any, group: int) -> int:
    """Return the most rows per batch that keep each column within the limits.

    `MOST_VALUES` limits long lists, and `MOST_BYTES` limits wide values.
    """
    chunks = metadata.row_group(group)
    most = BATCH
    for at in range(metadata.num_columns):
        values = max(chunks.column(at).num_values, 1)
        width = max(metadata.schema.column(at).length, 1)
        most = min(most, min(MOST_VALUES, MOST_BYTES // width) * chunks.num_rows // values)
    return max(most, 1)


def _written_out(batch: Any, columns: Any) -> Iterator[Any]:
    """Yield a batch with its dictionaries expanded, split so that its texts fit the limits."""
    wanted = pa.schema([columns.field(name) for name in batch.schema.names])
    sizes = np.zeros(batch.num_rows, np.int64)
    for column, field in zip(batch.columns, wanted, strict=True):
        if column.type != field.type:
            sizes += _text_sizes(column)
    cuts = np.flatnonzero(np.diff(np.cumsum(sizes) // MOST_BYTES)) + 1
    for start, stop in pairwise([0, *cuts.tolist(), batch.num_rows]):
        rows = batch.slice(start, stop - start)
        written = [
            column if column.type == field.type else pc.cast(column, field.type)
            for column, field in zip(rows.columns, wanted, strict=True)
        ]
        yield pa.RecordBatch.from_arrays(written, schema=wanted)


def _text_sizes(column: Any) -> Int64:
    """Return the size in bytes of each row's texts that are read as dictionaries."""
    kind = column.type
    sizes: Int64 = np.zeros(len(column), np.int64)
    if pa.types.is_dictionary(kind) and is_text(kind.value_type):
        lengths = pc.take(pc.binary_length(column.dictionary), column.indices)
        sizes = np.asarray(pc.fill_null(lengths, 0), np.int64)
    elif pa.types.is_struct(kind):
        for field in column.flatten():
            sizes += _text_sizes(field)
    elif is_list(kind):
        before = np.concatenate([np.zeros(1, np.int64), np.cumsum(_text_sizes(column.flatten()))])
        lengths = np.asarray(pc.fill_null(pc.list_value_length(column), 0), np.int64)
        ends = np.cumsum(lengths)
        sizes = before[ends] - before[ends - lengths]
    return sizes
