"""`python -m tests.benchmarks.bulk`: every figure of the bulk kernel as a ratio, all of them in one run.

Files are 16 of row groups of 65,536 deals of three players; the large set reads the same files four times.
Two cores at least must be free: what two threads are worth is not seen where somebody else has one of them.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
import time
import tracemalloc
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from ofcscore.bulk.arrow import BATCH, score_batch
from ofcscore.bulk.files import Counted, score_files
from ofcscore.bulk.kernel import BLOCK, boards_of_codes, one_deck, score_block
from ofcscore.bulk.tables import cards_by_code, tables_of
from ofcscore.game.board import Board
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import Scales
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.score import score_deal
from tests.benchmarks.__main__ import measured
from tests.benchmarks.logs import NAMES, deals
from tests.bulk.deals import CARDS, plain_scores, random_codes, rows_of, rule_set

PLAYERS: Final = 3
FILES: Final = 16
LAYOUTS: Final = ("nested", "cards")


class Row(NamedTuple):
    """One target: what was measured, its two limits, and our figure; `most` says that smaller is better."""

    what: str
    excellent: float
    must: float
    figure: float
    most: bool = False

    def line(self) -> str:
        sign = -1 if self.most else 1
        good = [sign * self.figure >= sign * limit for limit in (self.excellent, self.must)]
        verdict = "ok" if good[0] else "must" if good[1] else "MISSED"
        return f"{self.what:<58} {self.figure:8.2f} {self.excellent:8g} {self.must:8g}  {verdict}"


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


def write_files(folder: Path, codes: NDArray[np.uint8], count: int) -> dict[str, list[str]]:
    """Files of both layouts, `count` deals in each set."""
    made: dict[str, list[str]] = {layout: [] for layout in LAYOUTS}
    each = count // FILES
    for number in range(FILES):
        some = many_codes(codes, each, number)
        for layout, make in (("nested", nested_batch), ("cards", cards_batch)):
            path = folder / f"{layout}-{number:02}.parquet"
            table = pa.Table.from_batches([make(some, number * each)])
            pq.write_table(table, path, row_group_size=BATCH, compression="zstd")
            made[layout].append(str(path))
    return made


# -- measures ------------------------------------------------------------------------------------------


def rates(tasks: dict[str, tuple[Callable[[], object], int]], rounds: int) -> dict[str, list[float]]:
    """Deals a second of each task in each round, in which all take their turn."""
    for task, _ in tasks.values():
        task()
    found: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, (task, count) in tasks.items():
            gc.collect()
            start = time.perf_counter()
            task()
            found[name].append(count / (time.perf_counter() - start))
    for name, rate in found.items():
        print(f"{name}: {statistics.median(rate) / 1e6:.3f} M deals/s", file=sys.stderr)
    return found


def ratio(rate: dict[str, list[float]], one: str, other: str) -> float:
    """The median of the ratios within each round."""
    return statistics.median(a / b for a, b in zip(rate[one], rate[other], strict=True))


def in_memory(codes: NDArray[np.uint8], rules: Rules, rounds: int) -> list[Row]:
    """One process, one thread: the kernel, Arrow around it, and deals one by one."""
    count = 4 * BATCH
    some = many_codes(codes, count, 99)
    columns = np.ascontiguousarray(some.reshape(-1, 13).T)
    block = BLOCK - BLOCK % PLAYERS
    tables, cards = tables_of(rules), cards_by_code()
    parts = range(0, count, BATCH)
    nested = [nested_batch(some[at : at + BATCH]) for at in parts]
    coded = [cards_batch(some[at : at + BATCH]) for at in parts]
    few = 20_000
    texts = [
        [(board["player"], board["top"], board["mid"], board["bot"]) for board in row["boards"]]
        for row in rows_of(some[:few])
    ]
    scales, table = Scales(rules), Table(rules)

    def kernel() -> None:
        for at in range(0, count * PLAYERS, block):
            boards = boards_of_codes(columns[:, at : at + block], cards)
            one_deck(boards, PLAYERS)
            score_block(boards, PLAYERS, tables)

    def one_by_one() -> None:
        for deal in texts:
            boards = tuple([Board.of(*board) for board in deal])
            assert score_deal(Deal("1", boards, table), scales).totals

    rate = rates(
        {
            "one by one": (one_by_one, few),
            "kernel": (kernel, count),
            "nested": (lambda: [score_batch(batch, rules) for batch in nested], count),
            "cards": (lambda: [score_batch(batch, rules) for batch in coded], count),
        },
        rounds,
    )
    return [
        Row("nested strings / deal by deal, 1 thread", 100, 60, ratio(rate, "nested", "one by one")),
        Row("cards / deal by deal", 120, 70, ratio(rate, "cards", "one by one")),
        Row("nested / kernel alone", 0.55, 0.4, ratio(rate, "nested", "kernel")),
        Row("cards / kernel alone", 0.7, 0.5, ratio(rate, "cards", "kernel")),
        Row("memory over the batch, 65,536 deals, MB", 16, 32, _memory(nested[0], rules), most=True),
    ]


def _memory(batch: Any, rules: Rules) -> float:
    """MB that scoring a batch takes at most besides the batch, its result in."""
    pool = pa.default_memory_pool()
    before = pool.bytes_allocated()
    tracemalloc.start()
    scored = score_batch(batch, rules)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del scored
    return (peak + max(pool.max_memory() - before, 0)) / 1e6 if pool.max_memory() > before else peak / 1e6


def files(folder: Path, made: dict[str, list[str]], count: int, rounds: int, clusters: bool) -> list[Row]:
    """Parquet to Parquet, by threads and by the workers of a cluster."""
    rules = rule_set("ofc")
    times = {f"{count / 1e6:g}M": 1, f"{4 * count / 1e6:g}M": 4}
    rows: list[Row] = []
    wrong = 0

    def run(sources: Sequence[str], jobs: int) -> int:
        return _total(score_files(_pairs(folder, sources), rules, jobs))

    for layout in LAYOUTS:
        for size, again in times.items():
            sources = made[layout] * again
            rate: dict[str, list[float]] = {"1": [], "2": []}
            for _ in range(rounds if again == 1 else max(1, rounds // 3)):
                for jobs in rate:
                    start = time.perf_counter()
                    wrong += run(sources, int(jobs)) != count * again
                    rate[jobs].append(count * again / (time.perf_counter() - start))
            _tell(f"threads, {layout}, {size}", rate)
            rows.append(
                Row(f"file to file, 1 -> 2 threads, {layout}, {size}", 1.7, 1.4, ratio(rate, "2", "1"))
            )
    if clusters:
        rows += _clusters(folder, made, count, times, rounds)
    rows.append(Row("runs whose rows out are not their rows in", 0, 0, wrong, most=True))
    return rows


def _tell(what: str, rate: dict[str, list[float]]) -> None:
    figures = ", ".join(f"{name}: {statistics.median(one) / 1e6:.2f}" for name, one in rate.items())
    print(f"{what}: M deals/s with {figures}", file=sys.stderr)


def _pairs(folder: Path, sources: Sequence[str]) -> list[tuple[str, str]]:
    """Each source to a file of its own."""
    out = folder / "out"
    out.mkdir(exist_ok=True)
    return [(source, str(out / f"{number}.parquet")) for number, source in enumerate(sources)]


def _total(counted: Any) -> int:
    done: list[Counted] = list(counted)
    return sum(one.deals - sum(one.errors.values()) for one in done)


def _clusters(
    folder: Path, made: dict[str, list[str]], count: int, times: dict[str, int], rounds: int
) -> list[Row]:
    rules = rule_set("ofc")
    rows = []
    for layout in LAYOUTS:
        for size, again in times.items():
            pairs = _pairs(folder, made[layout] * again)
            rate: dict[str, list[float]] = {"1": [], "2": [], "threads": []}
            for _ in range(rounds if again == 1 else max(1, rounds // 3)):
                for name in rate:
                    by = _by_threads(pairs, rules) if name == "threads" else _by(int(name), pairs, rules)
                    scored, seconds = by
                    assert scored == count * again
                    rate[name].append(scored / seconds)
            _tell(f"Dask, {layout}, {size}", rate)
            rows.append(Row(f"Dask, 1 -> 2 workers, {layout}, {size}", 1.7, 1.4, ratio(rate, "2", "1")))
            if again == 1:
                what = f"Dask / threads, 2 workers, {layout}, {size}"
                rows.append(Row(what, 0.55, 0.4, ratio(rate, "2", "threads")))
    return rows


def _by_threads(pairs: Sequence[tuple[str, str]], rules: Rules) -> tuple[int, float]:
    """How many deals two threads score, and in how many seconds."""
    start = time.perf_counter()
    return _total(score_files(pairs, rules, 2)), time.perf_counter() - start


def _by(workers: int, pairs: Sequence[tuple[str, str]], rules: Rules) -> tuple[int, float]:
    """How many deals the workers of a cluster score that have scored before, and in how many seconds.

    The cluster is the only one: one that idles takes a sixth of a core.
    """
    from distributed import LocalCluster

    from ofcscore.bulk.cluster import score_on_cluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        _total(score_on_cluster(pairs[: 2 * workers], rules, scheduler=cluster.scheduler_address))
        start = time.perf_counter()
        scored = _total(score_on_cluster(pairs, rules, scheduler=cluster.scheduler_address))
        return scored, time.perf_counter() - start


def peaks(folder: Path, made: dict[str, list[str]]) -> list[Row]:
    """Memory of a run of the command, from file to file and from one set to four times as much."""
    peak = []
    for again in (1, 4):
        links = folder / f"links{again}"
        links.mkdir()
        for number, source in enumerate(made["nested"] * again):
            os.link(source, links / f"{number}.parquet")
        out = str(folder / f"out{again}")
        sources = [str(path) for path in sorted(links.iterdir())]
        peak.append(measured("score", *sources, "-o", out, "--jobs", "2")[1])
    print(f"peak MB: {peak[0]:.0f}, four times as much: {peak[1]:.0f}", file=sys.stderr)
    return [Row("peak at four times as many deals / peak, threads", 1.05, 1.2, peak[1] / peak[0], most=True)]


def differences(count: int) -> Row:
    """Deals that the kernel scores other than the command line would (the tests hold a million and more)."""
    codes = random_codes(count, PLAYERS, 123)
    rows = rows_of(codes)
    found = score_batch(nested_batch(codes), rule_set("ofc")).to_pylist()
    wrong = 0
    for row, scored in zip(rows, found, strict=True):
        plain = plain_scores(row, "ofc")
        wrong += any(plain[name] != scored[name] for name in plain if name != "codes")
    return Row(f"differences from the plain way in {count:,} deals", 0, 0, wrong, most=True)


def start_up(folder: Path) -> Row:
    """How many of the packages of the extra a run of one deal imports."""
    import subprocess

    log = folder / "one.ofc"
    log.write_text("Hero: QQ5 / AA762 / 9TJQK\nGus: 663 / KK943 / JJJ44\n")
    script = (
        "import sys; from ofcscore.cli.main import main; main(['score', sys.argv[1]]);"
        "print(len({'numpy', 'pyarrow', 'distributed'} & sys.modules.keys()), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", script, str(log)], check=True, capture_output=True, text=True)
    figure = float(ran.stderr.split()[-1])
    return Row("packages of the extra that one deal imports", 0, 0, figure, most=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bulk", description=__doc__)
    parser.add_argument("--deals", type=int, default=4_000_000, help="deals of the smaller set of files")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--no-dask", action="store_true")
    parser.add_argument("--folder", help="where the files are: one in memory leaves out how fast the disk is")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    codes = log_codes(100_000 if given.deals >= 1_000_000 else 10_000)
    with TemporaryDirectory(dir=given.folder) as name:
        folder = Path(name)
        rows = in_memory(codes, rule_set("ofc"), given.rounds)
        made = write_files(folder, codes, given.deals)
        rows += files(folder, made, given.deals, max(1, given.rounds // 3), not given.no_dask)
        rows += peaks(folder, made)
        rows += [differences(1_000), start_up(folder)]
    print(f"{'':<58} {'figure':>8} {'excellent':>8} {'must':>8}")
    for row in rows:
        print(row.line())


if __name__ == "__main__":
    main()
