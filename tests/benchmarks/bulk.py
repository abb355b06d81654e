"""Parquet files for `python -m tests.benchmarks`: 16 of row groups of 65,536 deals of three players.

Two cores at least must be free: what two threads are worth is not seen where somebody else has one of them.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from ofcscore.bulk.arrow import BATCH, score_batch
from ofcscore.bulk.files import score_files
from ofcscore.game.cards import Board
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import Scales
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.score import score_deal
from tests.benchmarks.logs import NAMES, deals
from tests.bulk.deals import CARDS, rows_of, rule_set

PLAYERS: Final = 3
FILES: Final = 16

# -- deals ---------------------------------------------------------------------------------------------


def log_codes(count: int) -> NDArray[np.uint8]:
    """Card codes of the deals of a log, of shape (count, 39)."""
    code = {card: number for number, card in enumerate(CARDS)}
    return np.array(
        [
            [code[card] for _, rows in deal for row in rows for card in row.split()]
            for deal in deals(count, players=PLAYERS)
        ],
        np.uint8,
    )


def many_codes(codes: NDArray[np.uint8], count: int, seed: int) -> NDArray[np.uint8]:
    """As many deals as are wanted: those given, in other suits and other seats."""
    rng = np.random.default_rng(seed)
    picked = codes[rng.integers(0, len(codes), count)]
    suits = rng.permuted(np.tile(np.arange(4, dtype=np.uint8), (count, 1)), axis=1)
    seats = rng.permuted(np.tile(np.arange(PLAYERS), (count, 1)), axis=1)
    picked = picked // 4 * 4 + np.take_along_axis(suits, picked.astype(np.int64) % 4, axis=1)
    boards = picked.reshape(count, PLAYERS, 13)
    return np.ascontiguousarray(np.take_along_axis(boards, seats[:, :, None], axis=1).reshape(count, -1))


_TWO: Final = np.array([list(card.encode()) for card in CARDS], np.uint8)


def _texts(codes: NDArray[np.uint8]) -> Any:
    """Rows of cards as a column of text, a blank between two cards."""
    rows, size = codes.shape
    text = np.full((rows, size, 3), ord(" "), np.uint8)
    text[:, :, :2] = _TWO[codes]
    length = 3 * size - 1
    data = np.ascontiguousarray(text.reshape(rows, -1)[:, :length])
    offsets = np.arange(rows + 1, dtype=np.int32) * length
    return pa.StringArray.from_buffers(rows, pa.py_buffer(offsets), pa.py_buffer(data))


def nested_batch(codes: NDArray[np.uint8], first: int = 0) -> Any:
    """Deals as lists of boards."""
    count = len(codes)
    boards = codes.reshape(-1, 13)
    columns = [
        pa.array(list(NAMES[:PLAYERS]) * count),
        _texts(boards[:, :3]),
        _texts(boards[:, 3:8]),
        _texts(boards[:, 8:]),
    ]
    seats = pa.StructArray.from_arrays(columns, names=["player", "top", "mid", "bot"])
    offsets = pa.array(np.arange(count + 1, dtype=np.int32) * PLAYERS)
    return pa.RecordBatch.from_pydict(
        {
            "deal": pa.array(np.arange(first, first + count)),
            "boards": pa.ListArray.from_arrays(offsets, seats),
        }
    )


def cards_batch(codes: NDArray[np.uint8], first: int = 0) -> Any:
    """Deals as card codes."""
    count, size = codes.shape
    offsets = np.arange(count + 1, dtype=np.int32) * size
    cards = pa.Array.from_buffers(pa.binary(), count, [None, pa.py_buffer(offsets), pa.py_buffer(codes)])
    return pa.RecordBatch.from_pydict(
        {
            "deal": pa.array(np.arange(first, first + count)),
            "players": pa.array(np.full(count, PLAYERS, np.int8)),
            "cards": cards,
        }
    )


LAYOUTS: Final = {"nested": nested_batch, "cards": cards_batch}


def write_files(folder: Path, codes: NDArray[np.uint8], count: int) -> dict[str, list[str]]:
    """Files of both layouts, `count` deals in each set."""
    made: dict[str, list[str]] = {layout: [] for layout in LAYOUTS}
    each = count // FILES
    for number in range(FILES):
        some = many_codes(codes, each, number)
        for layout, make in LAYOUTS.items():
            path = folder / f"{layout}-{number:02}.parquet"
            table = pa.Table.from_batches([make(some, number * each)])
            pq.write_table(table, path, row_group_size=BATCH, compression="zstd")
            made[layout].append(str(path))
    return made


# -- measures ------------------------------------------------------------------------------------------


def ratio(tasks: Sequence[tuple[Callable[[], object], int]], rounds: int) -> float:
    """Return the speed of the second task as a multiple of the first: the median of several rounds."""
    for task, _ in tasks:
        task()
    found = []
    for _ in range(rounds):
        rates = []
        for task, count in tasks:
            gc.collect()
            start = time.perf_counter()
            task()
            rates.append(count / (time.perf_counter() - start))
        found.append(rates[1] / rates[0])
    return statistics.median(found)


def in_memory(codes: NDArray[np.uint8], rules: Rules, rounds: int) -> dict[str, float]:
    """In each layout, how many times as fast as deal by deal, in one thread."""
    count, few = 4 * BATCH, 20_000
    some = many_codes(codes, count, 99)
    parts = range(0, count, BATCH)
    texts = [
        [(board["player"], board["top"], board["mid"], board["bot"]) for board in row["boards"]]
        for row in rows_of(some[:few])
    ]
    scales, table = Scales(rules), Table(rules)

    def one_by_one() -> None:
        for deal in texts:
            boards = tuple([Board.of(*board) for board in deal])
            assert score_deal(Deal("1", boards, table), scales).totals

    found = {}
    for layout, make in LAYOUTS.items():
        batches = [make(some[at : at + BATCH]) for at in parts]

        def as_columns(batches: list[Any] = batches) -> None:
            for batch in batches:
                score_batch(batch, rules)

        found[layout] = ratio([(one_by_one, few), (as_columns, count)], rounds)
    return found


def threads(folder: Path, made: dict[str, list[str]], count: int, rounds: int) -> dict[str, float]:
    """In each layout, how many times as fast two threads are as one, from file to file."""
    rules = rule_set("ofc")
    out = folder / "out"
    out.mkdir()

    def score(sources: Sequence[str], jobs: int) -> None:
        pairs = [(source, str(out / f"{number}.parquet")) for number, source in enumerate(sources)]
        done = list(score_files(pairs, rules, jobs))
        assert sum(one.deals - sum(one.errors.values()) for one in done) == count

    return {
        layout: ratio([(partial(score, made[layout], jobs), count) for jobs in (1, 2)], rounds)
        for layout in LAYOUTS
    }
