"""Scoring Parquet files: the command, threads, atomic outputs, row counts and clusters."""

from __future__ import annotations

import errno
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from tests.loops import each

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import ofcscore
from ofcscore.bulk import files
from ofcscore.bulk.arrow import score_batch
from ofcscore.bulk.files import BrokenFileError, score_file, score_files
from ofcscore.bulk.layouts import schema
from ofcscore.cli import parquet as command
from ofcscore.cli.options import Options
from ofcscore.diagnostics.problem import ProblemsError
from tests.bulk.deals import coded, damage, nested, picked, random_codes, rows_of, rule_set
from tests.command import run
from tests.daily import some
from tests.memory import most_memory

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
    from ofcscore.rules.loading import load_rules

    rules, _ = load_rules("chinese", sets=("points.scoop=5",))
    assert rules is not None
    assert pq.read_table(target).to_pylist() == score_batch(coded(codes), rules).to_pylist()


def test_errors_are_counted_and_said_and_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deals_file(Path("deals.parquet"), bad=(30, 77))
    done = run("score", "deals.parquet", "-o", "scored.parquet")
    assert done.status == 1
    assert done.err == (
        "98 of 100 deals scored\n  2 row-size\n"
        "  to see the first error, run: ofcscore explain deals.parquet:31\n"
    )
    found = pq.read_table("scored.parquet").to_pylist()
    assert [row["deal"] for row in found] == list(range(1, 101))
    assert [i for i, row in enumerate(found) if row["error"]] == [30, 77]
    assert found[30]["points"] is None
    words = run("explain", "deals.parquet:31")
    assert words.status == 1
    assert "Hero's top row has 2 cards but needs 3" in words.err
    assert words.err.startswith("deals.parquet:31:")
    well = run("explain", "deals.parquet:30")
    assert well.status == 0
    assert "Hero vs Gus" in well.out
    for row in ("0", "101"):
        beyond = run("explain", f"deals.parquet:{row}")
        assert (beyond.status, beyond.out) == (3, "")
        assert "has only the rows 1 to 100" in beyond.err
    unsaid = run("explain", "deals.parquet")
    assert (unsaid.status, unsaid.out) == (2, "")
    assert "deals.parquet:31" in unsaid.err
    data = json.loads(run("explain", "deals.parquet:30", "--format", "json").out)
    assert data == json.loads(run("explain", "deals.parquet:30", "--format", "json", "--rules", "ofc").out)


def test_what_explains_an_error_can_be_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is quoted for a shell and names the rules of the run."""
    monkeypatch.chdir(tmp_path)
    rows = rows_of(random_codes(3, 4, 2))
    pq.write_table(pa.Table.from_batches([nested(rows)]), "my DEALS.PARQUET")
    rules = ("--rules", "ofc-27 + surrender", "--set", "players.max=3", "--set", "players.more=problem")
    done = run("score", "my DEALS.PARQUET", "-o", "scored.parquet", *rules)
    assert done.status == 1
    command = shlex.split(done.err.rpartition("ofcscore ")[2])
    assert command == ["explain", "my DEALS.PARQUET:1", *rules]
    words = run(*command)
    assert (words.status, words.out) == (1, "")
    assert "error[players-number]" in words.err


def test_every_damaged_deal_is_explained_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [{**row, "players": 3, "deal": row["deal"] + 4_000} for row in rows_of(random_codes(9, 3, 5))]
    damage(rows)
    rows[7].update(boards=[], players=0)
    table = pa.Table.from_batches([nested(rows, players=pa.int8())])
    pq.write_table(table, "deals.parquet", row_group_size=4)
    assert run("score", "deals.parquet", "-o", "scored.parquet").status == 1
    words = (
        "3 players, but it has 0 boards", "3 players, but it has 0 boards",
        "Hero's top row has 2 cards but needs 3",
        "already in Hero's top row", "z is not a card", "3 players, but it has 2 boards",
        "Carol's board has no cards", "deal 4008 has no boards",
    )  # fmt: skip
    found = pq.read_table("scored.parquet").to_pylist()
    for row, (scored, said) in enumerate(zip(found, (*words, None), strict=True), 1):
        told = run("explain", f"deals.parquet:{row}")
        if said is None:
            assert (scored["error"], told.err, told.status) == (None, "", 0)
            continue
        assert told.err.startswith(f"deals.parquet:{row}:"), told.err
        assert f"error[{scored['error']}]" in told.err
        assert said in told.err
        assert (scored["points"], told.out, told.status) == (None, "", 1)


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
    assert "Hero vs Gus" in run("explain", f"{tmp_path}/boards.parquet:3").out


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = deals_file(tmp_path / "deals.parquet")
    target = tmp_path / "scored.parquet"
    target.write_bytes(b"what was there before")
    write = pq.ParquetWriter.write_batch

    def full(writer: Any, batch: Any) -> None:
        if batch.column("deal")[-1].as_py() == 100:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(writer, batch)

    monkeypatch.setattr(pq.ParquetWriter, "write_batch", full)
    for jobs in ("1", "2"):
        done = run("score", source, "-o", target, "--jobs", jobs)
        assert done.status == 3
        assert done.err == f"ofcscore: cannot use {target}: no space left on device\n"
        assert target.read_bytes() == b"what was there before"
    assert sorted(os.listdir(tmp_path)) == ["deals.parquet", "scored.parquet"]


def test_rows_that_got_lost_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = deals_file(tmp_path / "deals.parquet")
    files: Any = import_module("ofcscore.bulk.files")
    scored = files.score_batch
    monkeypatch.setattr(files, "score_batch", lambda batch, rules: scored(batch, rules).slice(1))
    with pytest.raises(BrokenFileError, match="has 100 rows, but only 9"):
        score_file(str(source), str(tmp_path / "out.parquet"), OFC)
    assert not (tmp_path / "out.parquet").exists()


def test_boards_that_got_lost_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        {"deal": r["deal"], "players": 3, **b} for r in rows_of(random_codes(9, 3, 5)) for b in r["boards"]
    ]
    source = str(tmp_path / "boards.parquet")
    pq.write_table(pa.Table.from_pylist(rows), source)
    files: Any = import_module("ofcscore.bulk.files")
    whole = files.whole_deals
    found = files.look(source, OFC)
    monkeypatch.setattr(files, "look", lambda *_: found)
    monkeypatch.setattr(files, "whole_deals", lambda stream: whole(stream.read_all().slice(0, 24)))
    with pytest.raises(BrokenFileError, match="has 27 boards, but the deals have 24"):
        score_file(source, str(tmp_path / "out.parquet"), OFC)
    assert os.listdir(tmp_path) == ["boards.parquet"]


def test_a_file_that_is_damaged_inside_is_named(tmp_path: Path) -> None:
    """The end of the file is valid, so the damage is found only during scoring."""
    source = deals_file(tmp_path / "deals.parquet", 2_000, group=500)
    data = bytearray(source.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 4_000] = bytes(4_000)
    source.write_bytes(data)
    for jobs in ("1", "2"):
        done = run("score", source, "-o", tmp_path / "out.parquet", "--jobs", jobs)
        assert (done.out, done.status) == ("", 3)
        assert done.err.startswith(f"{source}: error[file-unreadable]: ")
    assert os.listdir(tmp_path) == ["deals.parquet"]


def test_files_without_deals_make_files_without_deals(tmp_path: Path) -> None:
    boards = {name: pa.array([], pa.string()) for name in ("deal", "player", "top", "mid", "bot")}
    for table in (
        pa.Table.from_batches([nested([])]),
        pa.Table.from_batches([coded(random_codes(1, 2, 1)).slice(1)]),
        pa.table({**boards, "players": pa.array([], pa.int8())}),
    ):
        pq.write_table(table, tmp_path / "deals.parquet")
        for jobs in ("1", "2"):
            done = run("score", tmp_path / "deals.parquet", "-o", tmp_path / "out.parquet", "--jobs", jobs)
            assert (done.err, done.status) == ("0 of 0 deals scored\n", 0)
            assert "points" in pq.read_schema(tmp_path / "out.parquet").names


def test_all_files_are_looked_at_before_the_first_is_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    deals_file(Path("deals.parquet"), 3)
    pq.write_table(pa.table({"deal": [1], "winner": ["Ann"]}), "other.parquet")
    Path("text.parquet").write_text("QQ5 / AA762 / 9TJQK\n")
    Path("folder.parquet").mkdir()
    wrong = ("other.parquet", "nowhere.parquet", "text.parquet", "folder.parquet")
    done = run("score", "deals.parquet", *wrong, "-o", "out")
    assert (done.out, done.status) == ("", 3)
    for line in (
        "other.parquet: error[file-unreadable]: deals need a column `boards`, or columns",
        "nowhere.parquet: error[file-unreadable]: cannot be read: no such file or directory",
        "text.parquet: error[file-unreadable]: this is not a complete Parquet file",
        "folder.parquet: error[file-unreadable]: cannot be read: it is a folder",
        "4 problems",
    ):
        assert line in done.err
    assert not Path("out").exists()


@pytest.mark.parametrize(("files", "jobs"), [(2, 5), (3, 2), (5, 5)])
def test_threads_are_shared_out_over_files_and_row_groups(tmp_path: Path, files: int, jobs: int) -> None:
    sources = [deals_file(tmp_path / f"{n}.parquet", 60, n, group=7) for n in range(files)]
    pairs = [(str(source), str(tmp_path / f"out-{source.name}")) for source in sources]
    counted = {one.source: one.deals for one in score_files(pairs, OFC, jobs)}
    assert counted == {str(source): 60 for source in sources}
    for source, target in pairs:
        assert pq.read_table(target).equals(in_memory(Path(source)))


@each(
    ("arguments", "words", "status"),
    [
        (["deals.parquet"], "add -o with the Parquet file", 2),
        (
            ["deals.parquet", "night.ofc", "-o", "x.parquet"],
            "cannot score logs and Parquet files together",
            2,
        ),
        (["deals.parquet", "-o", "deals.parquet"], "would overwrite the log deals.parquet", 2),
        (["deals.parquet", "-o", "x.parquet", "--jobs", "0"], "at least 1", 2),
        (["deals.parquet", "-o", "x.parquet", "--engine", "dusk"], "did you mean dask?", 2),
        (["deals.parquet", "-o", "x.parquet", "--stake", "1"], "--stake is for logs", 2),
        (["night.ofc", "--engine", "dask"], "are for Parquet files", 2),
        (["night.ofc", "--jobs", "2"], "are for Parquet files", 2),
        (["nowhere.parquet", "-o", "x.parquet"], "nowhere.parquet", 3),
        (["text.parquet", "-o", "x.parquet"], "text.parquet", 3),
        (["other.parquet", "-o", "x.parquet"], "a column `boards`, or columns `players` and `cards`", 3),
        (["deals.parquet", "-o", "nowhere/x.parquet"], "cannot use nowhere/x.parquet: no such file", 3),
        (["deals.parquet", "-o", "x.parquet", "--rules", "oofc"], "oofc", 2),
        (["deals.parquet", "-o", "."], "the output would overwrite the input deals.parquet", 2),
        (["deals.parquet", "-o", "x.csv"], "the score of a Parquet file is a Parquet file", 2),
        (["deals.parquet", "-o", "x.htm"], "the score of a Parquet file is a Parquet file", 2),
        (["deals.parquet", "again/deals.parquet", "-o", "out"], "two of the files", 2),
        (["deals.parquet", "other.parquet", "-o", "x.parquet"], "-o must be a folder", 2),
        (["deals.parquet", "other.parquet", "-o", "x.html"], "-o must be a folder", 2),
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
    source = deals_file(tmp_path / "deals.parquet", 3)
    monkeypatch.setitem(sys.modules, "ofcscore.cli.parquet", None)
    done = run("score", source, "-o", tmp_path / "x.parquet")
    assert done.status == 2
    assert "pip install 'ofcscore[bulk]'" in done.err
    assert "pip install 'ofcscore[bulk]'" in run("explain", f"{source}:1").err


def test_a_device_is_no_parquet_file_and_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    done = run("score", deals_file(tmp_path / "deals.parquet", 3), "-o", os.devnull)
    assert done.status == 3
    assert "it is not a regular file" in done.err
    assert Path(os.devnull).is_char_device()
    os.mkfifo(tmp_path / "pipe.parquet")
    done = run("score", str(tmp_path / "pipe.parquet"), "-o", str(tmp_path / "scored.parquet"))
    assert (done.status, "it is not a plain file" in done.err) == (3, True), done.err


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


class _Cluster:
    """A fake cluster whose only worker reports this version of the package."""

    def __init__(self, version: str | None) -> None:
        self.version = version
        self.sent: list[list[str]] = []

    def run(self, _: Any) -> dict[str, str | None]:
        return {"tcp://worker": self.version}

    def upload_file(self, path: str) -> None:
        with zipfile.ZipFile(path) as archive:
            self.sent.append(archive.namelist())


def test_workers_without_the_package_get_it() -> None:
    from ofcscore.bulk.dask_cluster import _ship

    bare = _Cluster(None)
    _ship(bare, "tcp://there")
    (names,) = bare.sent
    assert {"ofcscore/__init__.py", "ofcscore/bulk/files.py", "ofcscore/rules/presets/ofc.yaml"} <= {*names}
    assert not [name for name in names if name.endswith(".pyc")]
    same = _Cluster(ofcscore.__version__)
    _ship(same, "tcp://there")
    assert not same.sent
    with pytest.raises(BrokenFileError, match=r"tcp://there: its workers have ofcscore 0\.0\.1, but this"):
        _ship(_Cluster("0.0.1"), "tcp://there")


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    """If a worker dies, another scores its files again; no row is lost and no temporary file stays."""
    distributed = pytest.importorskip("distributed")
    from ofcscore.bulk.dask_cluster import score_on_cluster

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


@contextmanager
def dask(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a scheduler or a worker as a process that can be killed."""
    command = [sys.executable, "-m", "dask", *arguments, "--host", "127.0.0.1", "--no-dashboard"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("dies", "words"),
    [("scheduler", "the scheduler no longer answers"), ("worker", "the cluster has had no workers for")],
)
def test_a_cluster_that_dies_is_told_with_the_files_that_are_finished(
    dies: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    # A worker may take long to connect on a busy machine.
    monkeypatch.setattr("ofcscore.bulk.dask_cluster.PATIENCE", 60.0)
    big = pa.Table.from_batches([coded(random_codes(1_000, 3, 9))] * 300)
    sources = [str(tmp_path / f"{n}.parquet") for n in range(12)]
    pq.write_table(big, sources[0])
    for source in sources[1:]:
        os.link(sources[0], source)
    said = tmp_path / "scheduler.json"
    with dask("scheduler", "--port", "0", "--scheduler-file", str(said)) as scheduler:
        deadline = time.monotonic() + 60
        while not said.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        address = json.loads(said.read_text())["address"]
        with dask("worker", address, "--nthreads", "1", "--no-nanny") as worker:
            killed = []

            def tick(progress: object, deals: int) -> None:
                monkeypatch.setattr("ofcscore.bulk.dask_cluster.PATIENCE", 4.0)
                (scheduler if dies == "scheduler" else worker).kill()
                killed.append(time.monotonic())

            monkeypatch.setattr("ofcscore.cli.parquet.Progress.tick", tick)
            options = Options(jobs=1, scheduler=address, output=f"{tmp_path / 'out'}/")
            with pytest.raises(ProblemsError) as caught:
                command.score_tables(sources, options)
            assert time.monotonic() - killed[0] < 15
    (problem,) = caught.value.problems
    assert (problem.code, problem.status, problem.place.file) == ("file-unreadable", 3, address)
    assert problem.message.startswith(words)
    finished = sorted((tmp_path / "out").iterdir())
    assert problem.hint is not None
    assert problem.hint.startswith(f"{len(killed)} of 12 files were finished and are kept: ")
    assert len(killed) <= len(finished) < 12
    assert {Path(name) for name in problem.hint.partition(": ")[2].split(", ")} <= {*finished}
    assert all(pq.read_metadata(path).num_rows == big.num_rows for path in finished)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("answer", [None, b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0"])
def test_a_server_that_is_no_scheduler_is_told_in_time(
    answer: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server sends nothing, closes the connection, sends another protocol, or stops in a message."""
    pytest.importorskip("distributed")
    monkeypatch.setattr("ofcscore.bulk.dask_cluster.PATIENCE", 1.0)
    source = deals_file(tmp_path / "deals.parquet")
    with socket.create_server(("127.0.0.1", 0)) as server:
        where = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        kept = []

        def serve() -> None:
            with suppress(OSError):
                while True:
                    there, _ = server.accept()
                    kept.append(there)
                    if answer is not None:
                        there.sendall(answer)
                    if answer == b"":
                        there.close()

        threading.Thread(target=serve, daemon=True).start()
        began = time.monotonic()
        done = run("score", source, "-o", tmp_path / "x.parquet", "--scheduler", where)
        assert time.monotonic() - began < 15
        server.shutdown(socket.SHUT_RDWR)
    for there in kept:
        there.close()
    assert done.status == 3
    assert done.err == f"{where}: error[file-unreadable]: there is no Dask scheduler at this address\n"


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_no_workers_another_server_of_dask_or_none_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr("ofcscore.bulk.dask_cluster.PATIENCE", 1.0)
    source = deals_file(tmp_path / "deals.parquet")

    def said(where: str) -> str:
        done = run("score", source, "-o", tmp_path / "x.parquet", "--scheduler", where)
        assert done.status == 3
        return done.err.removeprefix(f"{where}: error[file-unreadable]: ").rstrip("\n")

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address=None
    ) as cluster:
        (at,) = cluster.scheduler.workers
        assert said(at) == "this is a Dask worker, not a Dask scheduler"
        cluster.scale(0)
        while cluster.scheduler.workers:
            time.sleep(0.05)
        assert said(cluster.scheduler_address).startswith("the cluster has had no workers for")
    assert said("tcp://127.0.0.1:9") == "there is no Dask scheduler at this address"
    assert said("nonsense") == "there is no Dask scheduler at this address"
    assert not (tmp_path / "x.parquet").exists()


def test_threads_say_which_files_are_finished_too(tmp_path: Path) -> None:
    good, other = (deals_file(tmp_path / f"{n}.parquet", 30) for n in (1, 2))
    broken = bytearray(other.read_bytes())
    broken[4:400] = b"\xff" * 396
    other.write_bytes(broken)
    done = run("score", good, other, "-o", tmp_path / "out", "--jobs", "1")
    assert done.status == 3
    assert f"  help: 1 of 2 files were finished and are kept: {tmp_path / 'out' / good.name}\n" in done.err
    done = run("score", other, good, "-o", tmp_path / "none", "--jobs", "1")
    assert "  help: none of the 2 files was finished\n" in done.err


@contextmanager
def _taken(port: int) -> Iterator[None]:
    """Occupy the dashboard port of a cluster, as a second run would."""
    with socket.socket() as other:
        with suppress(OSError):
            other.bind(("127.0.0.1", port))
            other.listen()
        yield


@pytest.mark.long
@pytest.mark.parametrize("engine", ["threads", "dask"])
def test_a_run_that_is_stopped_leaves_whole_files_alone(tmp_path: Path, engine: str) -> None:
    """Temporary files of its workers are removed too, and there is no output."""
    if engine == "dask":
        pytest.importorskip("distributed")
    big = pa.Table.from_batches([coded(random_codes(1_000, 3, 9))] * 400)
    sources = [tmp_path / f"{n}.parquet" for n in range(12)]
    pq.write_table(big, sources[0], row_group_size=50_000)
    for source in sources[1:]:
        os.link(sources[0], source)
    out = tmp_path / "out"
    command = [sys.executable, "-m", "ofcscore", "score", *map(str, sources), "-o", str(out)]
    with (
        _taken(8787),
        subprocess.Popen([*command, "--engine", engine], stdout=PIPE, stderr=PIPE, text=True) as running,
    ):
        deadline = time.monotonic() + 60
        while not list(out.glob(".*.tmp")) and time.monotonic() < deadline:
            time.sleep(0.01)
        running.terminate()
        said = running.communicate(timeout=60)
    assert (said, running.returncode) == (("", ""), 128 + signal.SIGTERM)
    left = sorted(os.listdir(out))
    assert len(left) < len(sources)
    for name in left:
        assert pq.read_metadata(out / name).num_rows == big.num_rows


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


def test_threads_take_turns_more_often_while_they_are_there_alone() -> None:
    before = sys.getswitchinterval()
    with files._threads(2) as pool:
        assert pool.submit(sys.getswitchinterval).result() == pytest.approx(files.TURN)
    assert sys.getswitchinterval() == before


# -- small files with large content ---------------------------------------------------------------------

LONG = "x" * (1 << 16)
NAMED = pa.dictionary(pa.int32(), pa.string())


def _repeated(values: list[Any], times: int, kind: Any = None) -> Any:
    """Return repeated values; texts take the memory of one copy."""
    return pa.array(values, kind).take(pa.array(np.tile(np.arange(len(values)), times)))


def _boards_file(path: Path, deals: int, **columns: Any) -> Path:
    """Write two deals repeatedly, with other columns of deals or (`board_NAME`) of boards."""
    rows = rows_of(random_codes(2, 2, 1))
    seats = [board for row in rows for board in row["boards"]]
    made = {name: [seat[name] for seat in seats] for name in ("player", "top", "mid", "bot")}
    cells = {name: _repeated(values, deals // 2) for name, values in made.items()}
    cells |= {name.removeprefix("board_"): c for name, c in columns.items() if name.startswith("board_")}
    boards = pa.ListArray.from_arrays(
        pa.array(np.arange(0, 2 * deals + 1, 2), pa.int32()),
        pa.StructArray.from_arrays(list(cells.values()), list(cells)),
    )
    others = {name: column for name, column in columns.items() if not name.startswith("board_")}
    pq.write_table(pa.table({"deal": np.arange(deals), "boards": boards, **others}), path)
    return path


def _once(text: str | bytes, times: int) -> Any:
    """Return a column that repeats one text, which a file stores once."""
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(times, np.int32)), pa.array([text]))


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_text_that_a_file_has_once_is_not_a_million_in_memory(tmp_path: Path, jobs: str) -> None:
    """A text of 1.8 kB in a copied column once took 1 to 4 GB."""
    deals = 16_384
    source = tmp_path / "deals.parquet"
    note = _once(LONG, deals).dictionary_decode() if jobs == "1" else _once(LONG.encode(), deals)
    note = note if jobs == "1" else note.cast(pa.binary())
    _boards_file(source, deals, note=note)
    del note
    assert source.stat().st_size < 300_000
    target = tmp_path / "scored.parquet"
    assert most_memory("score", source, "-o", target, "--jobs", jobs) < 700 << 20
    assert most_memory("explain", f"{source}:{deals}") < 250 << 20
    notes = pq.ParquetFile(target, read_dictionary=["note"]).read_row_group(0, ["note"]).column("note")
    assert pq.read_metadata(target).num_rows == deals
    assert notes[0].as_py() == (LONG if jobs == "1" else LONG.encode())


@pytest.mark.long
def test_nor_is_one_in_a_cell_of_the_boards(tmp_path: Path) -> None:
    deals = 8_192
    top = _once(LONG, 2 * deals).dictionary_decode()
    source = _boards_file(tmp_path / "deals.parquet", deals, board_top=top)
    del top
    layout = files.look(str(source), OFC)
    sizes = [(batch.num_rows, batch.nbytes) for batch in files.rows_of(str(source), layout, [0])]
    assert sum(count for count, _ in sizes) == deals
    assert max(size for _, size in sizes) < 2 * files.MOST_BYTES


_KINDS = [
    pa.string(),
    pa.large_string(),
    pa.binary(),
    pa.large_binary(),
    pa.string_view(),
    NAMED,
    pa.list_(pa.string()),
    pa.large_list(NAMED),
    pa.list_(pa.string(), 2),
    pa.struct([("a", pa.string()), ("b", pa.list_(pa.struct([("c", pa.large_string())])))]),
    pa.map_(pa.string(), pa.string()),
    pa.decimal128(9, 2),
    pa.timestamp("us"),
]


def _values(kind: Any, deals: int) -> list[Any]:
    types = pa.types
    if types.is_struct(kind):
        return [None if n % 7 == 0 else {"a": f"a{n % 3}", "b": [{"c": "c" * (n % 5)}]} for n in range(deals)]
    if types.is_map(kind):
        return [[(f"k{n % 3}", "v")] for n in range(deals)]
    if types.is_fixed_size_list(kind):
        return [None if n % 5 == 0 else ["x", f"{n % 3}"] for n in range(deals)]
    if types.is_list(kind) or types.is_large_list(kind):
        return [None if n % 5 == 0 else [f"{n % 3}"] * (n % 4) for n in range(deals)]
    if types.is_decimal(kind) or types.is_timestamp(kind):
        return [None if n % 5 == 0 else n % 3 for n in range(deals)]
    if types.is_binary(kind) or types.is_large_binary(kind):
        return [b"x" * (n % 4) for n in range(deals)]
    return [None if n % 5 == 0 else "x" * (n % 4) for n in range(deals)]


@pytest.mark.long
@each("kind", some(6, of=_KINDS))
@each("bytes_", some(1, of=[40, 1, files.MOST_BYTES]))
def test_what_is_carried_comes_out_as_it_went_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Any, bytes_: int
) -> None:
    """Copied columns keep their values and types, in any number of pieces."""
    monkeypatch.setattr(files, "MOST_BYTES", bytes_)
    monkeypatch.setattr(files, "MOST_VALUES", 1 << 22 if bytes_ > 40 else 30)
    note = pa.array(_values(kind, 60), kind)
    given = rows_of(random_codes(60, 3, 5))
    table = pa.Table.from_batches([nested(given)]).append_column("note", note)
    try:
        pq.write_table(table, tmp_path / "deals.parquet", row_group_size=25)
    except pa.ArrowNotImplementedError as reason:
        pytest.skip(f"pyarrow {pa.__version__} writes no such file: {reason}")
    for jobs in ("1", "3"):
        done = run("score", tmp_path / "deals.parquet", "-o", tmp_path / "out.parquet", "--jobs", jobs)
        assert (done.err, done.status) == ("60 of 60 deals scored\n", 0)
        found = pq.read_table(tmp_path / "out.parquet")
        plain = in_memory(tmp_path / "deals.parquet")
        assert found.column("note").to_pylist() == note.to_pylist()
        assert found.schema.field("note").type == plain.schema.field("note").type
        assert found.drop_columns("note").to_pylist() == plain.drop_columns("note").to_pylist()


@pytest.mark.parametrize("jobs", ["1", "2", "3"])
def test_names_in_dictionaries_go_over_row_groups(tmp_path: Path, jobs: str) -> None:
    """One thread and `explain` once failed to read such files."""
    given = rows_of(random_codes(30, 3, 5))
    batch = nested(given)
    seats = batch.column("boards").flatten()
    cells = {field.name: seats.field(field.name) for field in seats.type}
    cells |= {name: cells[name].cast(pa.string()).dictionary_encode() for name in ("player", "top", "mid")}
    boards = pa.ListArray.from_arrays(
        batch.column("boards").offsets, pa.StructArray.from_arrays(list(cells.values()), list(cells))
    )
    at = batch.schema.get_field_index("boards")
    table = pa.Table.from_batches([batch]).set_column(at, "boards", boards)
    pq.write_table(table, tmp_path / "deals.parquet", row_group_size=4)
    done = run("score", tmp_path / "deals.parquet", "-o", tmp_path / "out.parquet", "--jobs", jobs)
    assert (done.err, done.status) == ("30 of 30 deals scored\n", 0)
    plain = score_batch(batch, OFC)
    assert pq.read_table(tmp_path / "out.parquet").to_pylist() == plain.to_pylist()
    for row in (1, 4, 5, 30):
        assert run("explain", f"{tmp_path}/deals.parquet:{row}").status == 0


@pytest.mark.long
def test_a_list_of_very_many_boards_is_no_deal_and_small(tmp_path: Path) -> None:
    """400,000 boards in one row once took 650 MB, and minutes with different names."""
    board = {"player": "Ann", "top": "Qh Qd 5c", "mid": "Ah Ad 7c 6s 2d", "bot": "9h Td Js Qc Kd"}
    other = {"player": "Bob", "top": "6h 6d 2c", "mid": "Kh Ks 9s 4c 3c", "bot": "Ac Th 8h 5h 2h"}
    kind = pa.list_(pa.struct([(name, pa.string()) for name in board]))
    boards = pa.array([[board] * 400_000, [board, other]], kind)
    pq.write_table(pa.table({"deal": [1, 2], "boards": boards}), tmp_path / "deals.parquet")
    target = tmp_path / "scored.parquet"
    assert most_memory("score", tmp_path / "deals.parquet", "-o", target, status=1) < 300 << 20
    assert pq.read_table(target, columns=["error"]).to_pylist() == [
        {"error": "deal-players"},
        {"error": None},
    ]
    told = run("explain", f"{tmp_path}/deals.parquet:1").err
    assert "the row has 400,000 boards, but a deck has cards for only 4" in told
    codes = pa.RecordBatch.from_pydict({"players": [400_000], "cards": [bytes(13 * 400_000)]})
    assert score_batch(codes, OFC).column("error").to_pylist() == ["deal-players"]
    wrong = pa.RecordBatch.from_pydict({"players": [3], "cards": [bytes(13 * 400_000)]})
    assert score_batch(wrong, OFC).column("error").to_pylist() == ["boards-number"]


@pytest.mark.long
def test_very_many_columns_take_the_time_of_as_many(tmp_path: Path) -> None:
    """20,000 columns once took 47 s, because each name was compared with all others."""
    given = nested(rows_of(random_codes(2, 2, 1)))
    carried = {f"c{n}": [1, 2] for n in range(20_000)}
    table = pa.table({**{name: given.column(name) for name in given.schema.names}, **carried})
    start = time.process_time()
    made = schema(OFC, table.schema)
    assert time.process_time() - start < 2
    assert len(made) == 20_000 + len(schema(OFC, given.schema))


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "3"])
@pytest.mark.parametrize("flat", [False, True])
def test_memory_does_not_grow_with_a_row_group(tmp_path: Path, jobs: str, flat: bool) -> None:
    most = []
    for deals in (500_000, 2_000_000):
        source = tmp_path / "deals.parquet"
        if flat:
            rows_ = nested(rows_of(random_codes(2, 2, 1))).column("boards").flatten()
            cells = {field.name: rows_.field(field.name).to_pylist() for field in rows_.type}
            made = {name: _repeated(values, deals // 2) for name, values in cells.items()}
            numbers = np.repeat(np.arange(deals), 2)
            table = pa.table({"deal": numbers, "players": np.full(2 * deals, 2), **made})
            pq.write_table(table, source, row_group_size=2 * deals)
        else:
            note = pa.array(np.char.add("table ", np.arange(deals).astype(str)))
            _boards_file(source, deals, note=note)
            pq.write_table(pq.read_table(source), source, row_group_size=deals)
        assert pq.read_metadata(source).num_row_groups == 1
        most.append(most_memory("score", source, "-o", tmp_path / "out.parquet", "--jobs", jobs))
    assert most[1] - most[0] < 60 << 20


@pytest.mark.parametrize("command", [("check",), ("convert", "--to", "yaml"), ("fmt",)])
def test_who_checks_a_parquet_file_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    deals_file(Path("deals.parquet"))
    found = run(command[0], "deals.parquet", *command[1:])
    assert (found.out, found.status) == ("", 1)
    assert found.err == (
        "deals.parquet: error[not-text]: this is not text: it looks like a Parquet file\n"
        "  help: `ofcscore score deals.parquet -o SCORED.parquet` scores it and reports errors in its "
        "deals\n"
    )
    unnamed = run("check", "-", stdin=Path("deals.parquet").read_bytes())
    assert "`ofcscore score NAME.parquet -o SCORED.parquet`" in unnamed.err
