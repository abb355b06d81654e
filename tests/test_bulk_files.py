"""Parquet to Parquet: the command, threads, whole files or none, rows counted, a cluster losing a worker."""

from __future__ import annotations

import os
import signal
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

import pyarrow as pa
import pyarrow.parquet as pq

from ofcscore.bulk.arrow import score_batch
from ofcscore.bulk.files import BrokenFileError, score_file, score_files
from tests.bulk_deals import coded, nested, picked, random_codes, rows_of, rule_set
from tests.command import run

OFC = rule_set("ofc")


def deals_file(
    path: Path, deals: int = 100, seed: int = 1, group: int = 20, bad: tuple[int, ...] = ()
) -> Path:
    rows = rows_of(random_codes(deals, 3, seed))
    for row in bad:
        rows[row]["boards"][0]["top"] = "Qh Qd"
    pq.write_table(pa.Table.from_batches([nested(rows)]), path, row_group_size=group)
    return path


def in_memory(path: Path) -> Any:
    batches = [score_batch(batch, OFC) for batch in pq.read_table(path).to_batches()]
    return pa.Table.from_batches(batches)


@pytest.mark.parametrize("jobs", ["1", "2", "5"])
def test_a_file_is_scored_into_another(tmp_path: Path, jobs: str) -> None:
    source = deals_file(tmp_path / "deals.parquet")
    done = run("score", source, "-o", tmp_path / "scored.parquet", "--jobs", jobs)
    assert (done.out, done.err, done.status) == ("", "100 of 100 deals scored\n", 0)
    assert pq.read_table(tmp_path / "scored.parquet").equals(in_memory(source))
    metadata = pq.read_schema(tmp_path / "scored.parquet").metadata
    assert metadata[b"ofcscore.digest"] == OFC.digest.encode()
    assert sorted(os.listdir(tmp_path)) == ["deals.parquet", "scored.parquet"]


def test_card_codes_and_rules_of_the_command_line(tmp_path: Path) -> None:
    codes = random_codes(50, 4, 2)
    pq.write_table(pa.Table.from_batches([coded(codes)]), tmp_path / "cards.parquet")
    target = tmp_path / "scored.parquet"
    done = run(
        "score", tmp_path / "cards.parquet", "-o", target, "--rules", "chinese", "--set", "points.scoop=5"
    )
    assert (done.err, done.status) == ("50 of 50 deals scored\n", 0)
    from ofcscore.rules.loader import load_rules

    rules, _ = load_rules("chinese", sets=("points.scoop=5",))
    assert rules is not None
    assert pq.read_table(target).to_pylist() == score_batch(coded(codes), rules).to_pylist()


def test_errors_are_counted_and_said_and_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deals_file(Path("deals.parquet"), bad=(30, 77))
    done = run("score", "deals.parquet", "-o", "scored.parquet")
    assert done.status == 1
    assert done.err == (
        "98 of 100 deals scored\n  2 row-size\n  what is wrong with one: ofcscore explain deals.parquet:31\n"
    )
    found = pq.read_table("scored.parquet").to_pylist()
    assert [row["deal"] for row in found] == list(range(1, 101))
    assert [i for i, row in enumerate(found) if row["error"]] == [30, 77]
    assert found[30]["points"] is None
    words = run("explain", "deals.parquet:31")
    assert words.status == 1
    assert "Hero's top row has 2 cards, needs 3" in words.err
    assert words.err.startswith("deals.parquet:31:")
    well = run("explain", "deals.parquet:30")
    assert well.status == 0
    assert "Hero from Gus" in well.out
    beyond = run("explain", "deals.parquet:101")
    assert (beyond.status, beyond.out) == (3, "")
    assert "has 100 rows" in beyond.err


def test_several_files_go_to_a_folder(tmp_path: Path) -> None:
    sources = [deals_file(tmp_path / f"{n}.parquet", 30, n) for n in range(4)]
    done = run("score", *sources, "-o", tmp_path / "out", "--jobs", "2")
    assert (done.err, done.status) == ("120 of 120 deals scored\n", 0)
    for source in sources:
        assert pq.read_table(tmp_path / "out" / source.name).equals(in_memory(source))


def test_a_row_a_board(tmp_path: Path) -> None:
    codes = random_codes(40, 3, 5)
    rows = [{"deal": row["deal"], "players": 3, **board} for row in rows_of(codes) for board in row["boards"]]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "boards.parquet", row_group_size=7)
    done = run("score", tmp_path / "boards.parquet", "-o", tmp_path / "scored.parquet")
    assert (done.err, done.status) == ("40 of 40 deals scored\n", 0)
    expected = score_batch(nested(rows_of(codes)), OFC).to_pylist()
    found = pq.read_table(tmp_path / "scored.parquet").to_pylist()
    assert [picked(row) for row in found] == [picked(row) for row in expected]
    assert "Hero from Gus" in run("explain", f"{tmp_path}/boards.parquet:3").out


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = deals_file(tmp_path / "deals.parquet")
    target = tmp_path / "scored.parquet"
    target.write_bytes(b"what was there before")
    files: Any = import_module("ofcscore.bulk.files")
    scored = files.score_batch

    def broken(batch: Any, rules: Any) -> Any:
        if batch.column("deal")[-1].as_py() == 100:
            raise OSError(28, "No space left on device")
        return scored(batch, rules)

    monkeypatch.setattr(files, "score_batch", broken)
    for jobs in ("1", "2"):
        done = run("score", source, "-o", target, "--jobs", jobs)
        assert done.status == 3
        assert "No space left" in done.err
        assert target.read_bytes() == b"what was there before"
    assert sorted(os.listdir(tmp_path)) == ["deals.parquet", "scored.parquet"]


def test_rows_that_got_lost_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = deals_file(tmp_path / "deals.parquet")
    files: Any = import_module("ofcscore.bulk.files")
    scored = files.score_batch
    monkeypatch.setattr(files, "score_batch", lambda batch, rules: scored(batch, rules).slice(1))
    with pytest.raises(BrokenFileError, match="has 100 rows, and 9"):
        score_file(str(source), str(tmp_path / "out.parquet"), OFC)
    assert not (tmp_path / "out.parquet").exists()


@pytest.mark.parametrize(
    ("arguments", "words", "status"),
    [
        (["deals.parquet"], "-o names the Parquet file", 2),
        (["deals.parquet", "night.ofc", "-o", "x.parquet"], "apart from each other", 2),
        (["deals.parquet", "-o", "deals.parquet"], "is the log deals.parquet itself", 2),
        (["deals.parquet", "-o", "x.parquet", "--jobs", "0"], "at least 1", 2),
        (["deals.parquet", "-o", "x.parquet", "--engine", "dusk"], "did you mean dask?", 2),
        (["deals.parquet", "-o", "x.parquet", "--stake", "1"], "--stake is for logs", 2),
        (["night.ofc", "--engine", "dask"], "are for Parquet files", 2),
        (["nowhere.parquet", "-o", "x.parquet"], "nowhere.parquet", 3),
        (["text.parquet", "-o", "x.parquet"], "text.parquet", 3),
        (["other.parquet", "-o", "x.parquet"], "a column `boards`, or `players` and `cards`", 3),
        (["deals.parquet", "-o", "/nowhere/x.parquet"], "/nowhere", 3),
        (["deals.parquet", "-o", "x.parquet", "--rules", "oofc"], "oofc", 2),
    ],
)
def test_slips_of_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str, status: int
) -> None:
    monkeypatch.chdir(tmp_path)
    deals_file(Path("deals.parquet"), 3)
    Path("text.parquet").write_text("QQ5 / AA762 / 9TJQK\n")
    pq.write_table(pa.table({"deal": [1], "winner": ["Ann"]}), "other.parquet")
    before = sorted(os.listdir())
    done = run("score", *arguments)
    assert done.status == status, done.err
    assert words in done.err
    assert "Traceback" not in done.err
    assert sorted(os.listdir()) == before


def test_without_the_extra_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    source = deals_file(tmp_path / "deals.parquet", 3)
    monkeypatch.setitem(sys.modules, "ofcscore.bulk.command", None)
    done = run("score", source, "-o", tmp_path / "x.parquet")
    assert done.status == 2
    assert "pip install ofcscore[bulk]" in done.err
    assert "pip install ofcscore[bulk]" in run("explain", f"{source}:1").err


def test_a_device_is_no_parquet_file(tmp_path: Path) -> None:
    done = run("score", deals_file(tmp_path / "deals.parquet", 3), "-o", os.devnull)
    assert done.status == 3
    assert Path(os.devnull).is_char_device()


# -- a cluster ----------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_dask_scores_as_threads_do(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    sources = [deals_file(tmp_path / f"{n}.parquet", 30, n) for n in range(3)]
    done = run("score", *sources, "-o", tmp_path / "out", "--engine", "dask", "--jobs", "2")
    assert done.err.endswith("90 of 90 deals scored\n")
    assert done.status == 0
    for source in sources:
        assert pq.read_table(tmp_path / "out" / source.name).equals(in_memory(source))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    """A worker dies while it scores; another does its files again, and no row and no litter is left."""
    distributed = pytest.importorskip("distributed")
    from ofcscore.bulk.cluster import score_on_cluster

    codes = random_codes(1_000, 3, 9)
    batch = coded(codes)
    big = pa.Table.from_batches([batch] * 400)
    sources = []
    for n in range(6):
        sources.append(str(tmp_path / f"{n}.parquet"))
        pq.write_table(big, sources[-1], row_group_size=50_000)
    out = tmp_path / "out"
    out.mkdir()
    pairs = [(source, str(out / os.path.basename(source))) for source in sources]
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        workers = client.run(os.getpid)
        done = score_on_cluster(pairs, OFC, scheduler=cluster.scheduler_address)
        first = next(done)
        deadline = time.monotonic() + 60
        while not list(out.glob(".*.tmp")) and time.monotonic() < deadline:
            time.sleep(0.01)
        os.kill(next(iter(workers.values())), signal.SIGKILL)
        counted = [first, *done]
    assert sum(one.deals for one in counted) == 6 * big.num_rows
    assert sorted(os.listdir(out)) == [f"{n}.parquet" for n in range(6)]
    expected = in_memory(Path(sources[0]))
    for _, target in pairs:
        assert pq.read_table(target).equals(expected)


def test_files_that_are_done_stay_when_another_breaks(tmp_path: Path) -> None:
    good = deals_file(tmp_path / "good.parquet", 30)
    (tmp_path / "bad.parquet").write_bytes(b"PAR1nothing")
    pairs = [(str(tmp_path / n), str(tmp_path / f"out-{n}")) for n in (good.name, "bad.parquet")]
    with pytest.raises(BrokenFileError, match=r"bad\.parquet"):
        list(score_files(pairs, OFC, 2))
    deadline = time.monotonic() + 10
    while not (tmp_path / "out-good.parquet").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert pq.read_table(tmp_path / "out-good.parquet").num_rows == 30
    assert not (tmp_path / "out-bad.parquet").exists()
