"""The rows of a Parquet file in batches that stay small, however much a small file says.

A text that stands in a file once may be in each of a million rows, and a list of any length takes a few
bytes. So texts are read as they lie in the file, and written out for as many rows at a time as have room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofcscore.bulk.arrow import BATCH
from ofcscore.bulk.ranks import Int64
from ofcscore.bulk.schemas import is_any, is_list, is_text

MOST_BYTES: Final = 1 << 26
"""Bytes that the texts of a batch may come to, or its values of one column; of one row they may be more."""
MOST_VALUES: Final = 1 << 22
"""Values that a column of a batch may have: sixty-four boards a deal."""
MOST_NAMED: Final = 1 << 22
"""Bytes that a column may have in a row group whose texts are read as names."""
PIECE: Final = 1 << 20
"""Bytes that are read of a column at once; else all of it in a row group would be."""


def rows_of(
    source: str,
    metadata: Any,
    columns: Any,
    groups: Iterable[int],
    only: Sequence[str] | None = None,
    *,
    threads: bool = False,
) -> Iterator[Any]:
    """Yield the rows of these row groups of a file in batches, as its schema `columns` says.

    With `only` these columns are read. With `threads` columns are read beside each other.
    """
    named = _named(metadata, columns)
    with pq.ParquetFile(
        source, metadata=metadata, read_dictionary=named, pre_buffer=False, buffer_size=PIECE
    ) as file:
        # Each row group by itself: what lists have in dictionaries cannot be joined from one to the next.
        for group in groups:
            size = _at_once(metadata, group)
            batches = file.iter_batches(size, row_groups=[group], columns=only, use_threads=threads)
            for batch in batches:
                yield from _written_out(batch, columns) if named else [batch]


def _named(metadata: Any, columns: Any) -> list[str]:
    """Return the texts that stand in a dictionary of the file, by their paths.

    Not those that fill a large part of a row group: they are different, and their names would all be kept.
    """
    found = []
    for at in range(metadata.num_columns):
        column = metadata.schema.column(at)
        if column.physical_type == "BYTE_ARRAY" and _may_be_named(columns, column.path):
            chunks = [metadata.row_group(group).column(at) for group in range(metadata.num_row_groups)]
            most = max((chunk.total_uncompressed_size for chunk in chunks), default=0)
            if most <= MOST_NAMED and any(chunk.has_dictionary_page for chunk in chunks):
                found.append(column.path)
    return found


def _may_be_named(columns: Any, path: str) -> bool:
    """Return True if the column at a path of a file can be read as names and written out again."""
    at = columns.get_field_index(path)
    if at < 0:
        at = columns.get_field_index(path.partition(".")[0])
    return at >= 0 and _can_be_written_out(columns.field(at).type)


def _can_be_written_out(kind: Any) -> bool:
    if pa.types.is_struct(kind):
        return all(_can_be_written_out(field.type) for field in kind)
    if is_any(kind, "list large_list fixed_size_list"):
        return _can_be_written_out(kind.value_type)
    return is_text(kind) or is_any(kind, "primitive dictionary")


def _at_once(metadata: Any, group: int) -> int:
    """Return how many rows of a row group are read at once, so that lists and wide values stay in bounds."""
    chunks = metadata.row_group(group)
    most = BATCH
    for at in range(metadata.num_columns):
        values = max(chunks.column(at).num_values, 1)
        width = max(metadata.schema.column(at).length, 1)
        most = min(most, min(MOST_VALUES, MOST_BYTES // width) * chunks.num_rows // values)
    return max(most, 1)


def _written_out(batch: Any, columns: Any) -> Iterator[Any]:
    """Yield a batch in the types of its file, in as many pieces as its texts need."""
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
    """Return how many bytes the texts of each row come to, of those that are read as names."""
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
