"""Score Arrow batches and streams of deals.

Each row is one deal. Invalid data raises no exception: a deal that cannot be scored has the code of its
problem in `error` and no points.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofcscore.bulk.deal_by_deal import CELLS, SeatScore, score_cells
from ofcscore.bulk.layouts import (
    BANK,
    BOARDS,
    CARDS,
    PLAYERS,
    SEAT_COLUMNS,
    Coded,
    Nested,
    boards_at,
    check_once,
    is_any,
    schema,
    usual,
    usual_type,
)
from ofcscore.bulk.supported import in_tables
from ofcscore.bulk.tables import BLOCK, Flags, Int32, Int64, Scored, one_deck, score_block, tables_of
from ofcscore.log.check.people import MOST_BOARDS
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import scales_of

BATCH: Final = 65_536
"""The number of deals in a batch that this module creates."""
KEPT: Final = 1 << 25
"""The bytes of freed memory that are kept for the next block of deals."""
LONGEST: Final = 4_096
"""The most rows of one deal that are collected before its end; a longer deal is invalid."""
FAULT: Final = "program-fault"

# -- one batch ----------------------------------------------------------------------------------------


def score_batch(batch: Any, rules: Rules) -> Any:
    """Score a batch of deals; return a pyarrow.RecordBatch with one row per deal, in order.

    `schema` lists its columns. Raise ValueError if the columns are not those of deals, TypeError if
    `batch` is not a batch. Values in the columns raise no exception.
    """
    if not isinstance(batch, pa.RecordBatch):
        kind = type(batch).__name__
        raise TypeError(
            f"score_batch takes a pyarrow.RecordBatch; use score_batches for a {kind} or a stream"
        )
    _keep_memory()
    wanted = schema(rules, batch.schema)
    source = layout_of(batch)
    seats = int(source.offsets[-1])
    scored = _Flat(seats, batch.num_rows, shared=rules.shares)
    left: Sequence[int] = range(batch.num_rows)
    try:
        left = _from_tables(source, rules, scored) if in_tables(rules) else left
    except Exception:
        # Score the batch deal by deal, so that a fault in one deal affects no other deal.
        scored = _Flat(seats, batch.num_rows, shared=rules.shares)
    _one_by_one(source, left, rules, scored)
    offsets = source.offsets.astype(np.int32)
    made = scored.columns(offsets)
    if "player" in wanted.names and isinstance(source, Nested):
        players = usual(batch.column(BOARDS)).values.slice(source.base, seats).field("player")
        names = _lists(offsets, players, source.missing)
        kind = wanted.field("player").type
        made["player"] = names if names.type == kind else names.cast(kind)
    return pa.RecordBatch.from_arrays(
        [made[f.name] if f.name in made else batch.column(f.name) for f in wanted], schema=wanted
    )


_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3


@cache
def _keep_memory() -> None:
    """Make glibc keep freed memory instead of returning it to the system.

    Otherwise each column of each block would be allocated by the system, where threads wait for each other.
    In a Dask worker (`MALLOC_TRIM_THRESHOLD_`) that takes longer than scoring.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(_TRIM_THRESHOLD, KEPT)
        mallopt(_MMAP_THRESHOLD, KEPT)


def layout_of(batch: Any) -> Nested | Coded:
    names = batch.schema.names
    players, bank = (usual(batch.column(name)) if name in names else None for name in (PLAYERS, BANK))
    if BOARDS in names:
        return Nested(usual(batch.column(BOARDS)), players, bank)
    cards = batch.column(CARDS)
    if pa.types.is_null(cards.type):
        cards = cards.cast(pa.binary())
    return Coded(usual(cards), players, bank)


def _lists(offsets: Int32, values: Any, missing: Flags | None) -> Any:
    """Return lists of values; `missing` lists are NULL and have no values."""
    if missing is None or not missing.any():
        return pa.ListArray.from_arrays(pa.array(offsets), values)
    lengths = np.diff(offsets)
    values = values.filter(pa.array(np.repeat(~missing, lengths)))
    ends = np.cumsum(np.where(missing, 0, lengths), dtype=np.int32)
    starts = pa.array(np.concatenate([np.zeros(1, np.int32), ends]))
    return pa.ListArray.from_arrays(starts, values, mask=pa.array(missing))


class _Flat:
    """The scores of a batch: one array per field of `SeatScore`, one entry per seat; errors by row."""

    def __init__(self, seats: int, rows: int, *, shared: bool) -> None:
        points: Any = np.full(seats, None, object) if shared else np.zeros(seats, np.int64)
        royalties, fouled, next_ = (np.zeros(seats, kind) for kind in (np.int64, np.bool_, np.int32))
        self.arrays = (points, royalties, fouled, next_)
        self.absent = np.zeros(seats, np.bool_)
        self.errors: dict[int, str] = {}
        self.rows = rows

    def put(self, at: Int64 | int, scores: Scored | SeatScore) -> None:
        """Store the scores of a block of boards, or of one board."""
        for array, found in zip(self.arrays, scores, strict=True):
            array[at] = found

    def columns(self, offsets: Int32) -> dict[str, Any]:
        """Return the scores as Arrow columns; lists of rows with an error are NULL."""
        failed = None
        error = pa.nulls(self.rows, pa.string())
        if self.errors:
            error = pa.array([self.errors.get(row) for row in range(self.rows)], pa.string())
            failed = np.asarray(error.is_valid(), np.bool_)
        points, *others = self.arrays
        kind = pa.string() if points.dtype == object else pa.int64()
        values = [pa.array(points, kind, mask=self.absent if self.absent.any() else None)]
        values += map(pa.array, others)
        names = ("points", "royalties", "fouled", "fantasyland_next")
        lists = {name: _lists(offsets, of, failed) for name, of in zip(names, values, strict=True)}
        return lists | {"error": error}


def _from_tables(source: Nested | Coded, rules: Rules, scored: _Flat) -> list[int]:
    """Score the deals that the vectorized path supports; return the other rows, in order."""
    tables = tables_of(rules)
    counts = source.counts
    taken = np.zeros(len(counts), np.bool_)
    most = min(MOST_BOARDS, rules.players.max) if rules.players.more == "problem" else MOST_BOARDS
    most = min(most, int(counts.max(initial=0)))
    for players in range(max(2, rules.players.min), most + 1):
        rows = np.flatnonzero(counts == players)
        for some in np.array_split(rows, max(1, -(-len(rows) * players // BLOCK))):
            if not len(some):
                continue
            at = boards_at(source.offsets, some, players)
            boards, sound = source.boards(some, players)
            good = one_deck(boards, players)
            taken[some] = good if sound is None else good & sound
            dealt = None if source.dealt_in is None else source.dealt_in[at]
            scored.put(at, score_block(boards, players, tables, dealt))
    return list(np.flatnonzero(~taken).tolist())


def _one_by_one(source: Nested | Coded, rows: Sequence[int], rules: Rules, scored: _Flat) -> None:
    scales = scales_of(rules)
    for row in rows:
        try:
            found = score_cells(source.cells(row), scales)
            if isinstance(found, str):
                scored.errors[row] = found
                continue
            for at, seat in enumerate(found, int(source.offsets[row])):
                scored.absent[at] = seat.points is None
                scored.put(at, seat._replace(points=0) if seat.points is None else seat)
        except Exception:
            scored.errors[row] = FAULT


# -- streams ------------------------------------------------------------------------------------------


def score_batches(stream: Any, rules: Rules) -> Any:
    """Score a stream of deals lazily; return a pyarrow.RecordBatchReader with the columns of `schema`.

    `stream` is any object with `__arrow_c_stream__`: a reader, a table, a data frame or a query result.
    """
    reader = _reader(stream)
    wanted = schema(rules, reader.schema)
    parts = (batch.slice(start, BATCH) for batch in reader for start in range(0, batch.num_rows, BATCH))
    return pa.RecordBatchReader.from_batches(wanted, (score_batch(part, rules) for part in parts))


def _reader(stream: Any) -> Any:
    # Objects of pyarrow bypass the C interface, which breaks old versions.
    if isinstance(stream, pa.RecordBatchReader):
        return stream
    return stream.to_reader() if isinstance(stream, pa.Table) else pa.RecordBatchReader.from_stream(stream)


def whole_deals(stream: Any) -> Any:
    """Group a stream with one row per board into deals; return a pyarrow.RecordBatchReader.

    The rows of a deal have the same `deal` and follow each other, also across batches. `players` is the
    stated number of boards: it is kept, so that an incomplete deal gets an error and no score. Other columns
    have the value of the deal's first row. Raise ValueError if columns are missing.
    """
    reader = _without_views(_reader(stream))
    names = reader.schema.names
    check_once(names, "the rows have two columns")
    missing = [name for name in ("deal", PLAYERS, *CELLS[1:4]) if name not in names]
    if missing:
        raise ValueError(f"rows of boards have no column {' and no '.join(missing)}")
    kind = reader.schema.field("deal").type
    try:
        _starts(pa.nulls(2, kind))
    except pa.ArrowNotImplementedError:
        raise ValueError(f"`deal` must be a name or a number, not {kind}") from None
    seat = pa.struct([reader.schema.field(name) for name in SEAT_COLUMNS if name in names])
    others = [name for name in names if name not in SEAT_COLUMNS]
    nested = pa.schema([*(reader.schema.field(name) for name in others), (BOARDS, pa.list_(seat))])
    return pa.RecordBatchReader.from_batches(nested, _nested(reader, nested))


def _without_views(reader: Any) -> Any:
    """Return a stream without `string_view` columns, from which pyarrow cannot take rows yet."""
    wanted = pa.schema(f.with_type(usual_type(f.type)) if _has_views(f.type) else f for f in reader.schema)
    if wanted == reader.schema:
        return reader
    batches = ([usual(one) if _has_views(one.type) else one for one in batch.columns] for batch in reader)
    made = (pa.RecordBatch.from_arrays(columns, schema=wanted) for columns in batches)
    return pa.RecordBatchReader.from_batches(wanted, made)


def _has_views(kind: Any) -> bool:
    if pa.types.is_dictionary(kind):
        return _has_views(kind.value_type)
    inner = (kind.field(at).type for at in range(kind.num_fields))
    return is_any(kind, "string_view binary_view") or any(map(_has_views, inner))


def _nested(reader: Any, nested: Any) -> Iterator[Any]:
    held: Any = None
    for batch in reader:
        if not batch.num_rows:
            continue
        rows = batch
        if held is not None:
            (rows,) = pa.Table.from_batches([held, batch]).combine_chunks().to_batches()
        starts = _starts(rows.column("deal"))
        last = int(starts[-1])
        if rows.num_rows - last > LONGEST:
            last = rows.num_rows
        if last:
            yield _nest(rows.slice(0, last), starts[starts < last], nested)
        held = rows.slice(last) if last < rows.num_rows else None
    if held is not None:
        yield _nest(held, _starts(held.column("deal")), nested)


def _starts(deals: Any) -> Int64:
    """Return the rows that begin a deal; a row without a deal name is a deal by itself."""
    deals = usual(deals)
    if len(deals) == 1:
        return np.zeros(1, np.int64)
    if pa.types.is_null(deals.type):
        return np.arange(len(deals))
    changed = pc.fill_null(pc.not_equal(deals.slice(1), deals.slice(0, len(deals) - 1)), True)
    return np.concatenate([np.zeros(1, np.int64), np.flatnonzero(np.asarray(changed)) + 1])


def _nest(rows: Any, starts: Int64, nested: Any) -> Any:
    """Combine rows of boards into rows of deals, which begin at `starts`."""
    kind = nested.field(BOARDS).type
    names = [field.name for field in kind.value_type]
    seats = pa.StructArray.from_arrays([rows.column(name) for name in names], fields=list(kind.value_type))
    offsets = pa.array(np.concatenate([starts, [rows.num_rows]]), pa.int32())
    first = pa.array(starts)
    columns = [rows.column(field.name).take(first) for field in nested if field.name != BOARDS]
    return pa.RecordBatch.from_arrays([*columns, pa.ListArray.from_arrays(offsets, seats)], schema=nested)
