"""Files scored by the workers of a Dask cluster: a task a file. Needs the extra `ofcscore[dask]`."""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
import time
import zipfile
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from ofcscore.bulk.files import BrokenFileError, Counted, score_file
from ofcscore.files.written import written_elsewhere
from ofcscore.rules.model import Rules

PATIENCE: Final = 8.0
"""Seconds that a scheduler may take to answer, and that a cluster may be without a worker."""
_LOOK_AROUND: Final = 1.0
_TURN: Final = 0.02
_GONE: Final = "the scheduler is gone"
_EMPTY: Final = f"the cluster has no workers, and none came in {PATIENCE:.0f} seconds"


def score_on_cluster(
    pairs: Sequence[tuple[str, str]], rules: Rules, jobs: int = 2, scheduler: str | None = None
) -> Iterator[Counted]:
    """Score (source, target) files, each in one task; they come out as they are done.

    Without the address of a scheduler, `jobs` worker processes are started here and ended after. A task
    whose worker dies is done again by another. Paths must mean the same to every worker, and here.
    Raises what `score_file` raises, and BrokenFileError where no cluster is there, where its scheduler goes,
    or where its workers die and no others come; files that are done by then are whole and stay.
    """
    from distributed import Client, KilledWorker, LocalCluster
    from distributed.client import CancelledError

    mark = uuid4().hex
    where = scheduler or "--engine dask"
    with ExitStack() as stack:
        stack.enter_context(_without_log())
        if scheduler is None:
            with _quiet_at_the_end():
                # Without an address its pages take port 8787, with a warning where that is taken already.
                cluster = LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address="127.0.0.1:0")
            client = stack.enter_context(Client(stack.enter_context(cluster)))
        else:
            client = _connected(stack, scheduler)
        stack.enter_context(written_elsewhere([target for _, target in pairs], mark))
        tasks = {
            client.submit(
                score_file, os.path.abspath(source), os.path.abspath(target), rules, mark=mark, pure=False
            ): source
            for source, target in pairs
        }
        for task in _as_done(client, tasks, where):
            source = tasks[task]
            try:
                yield task.result()._replace(source=source)
            except CancelledError as error:
                raise BrokenFileError(where, _GONE) from error
            except KilledWorker as error:
                raise BrokenFileError(source, "every worker that tried it died of it") from error
            except BrokenFileError as error:
                raise BrokenFileError(source, error.reason) from error


def _connected(stack: ExitStack, scheduler: str) -> Any:
    """Return a client of a scheduler that has workers, with this package.

    Raises BrokenFileError where none is.
    """
    from distributed import Client

    with ThreadPoolExecutor(1) as thread:
        try:
            kind = thread.submit(asyncio.run, _kind(scheduler)).result()
        except Exception as error:
            # What is no scheduler may answer anything, and Dask fails at it in as many ways.
            raise BrokenFileError(scheduler, "no scheduler of Dask answers there") from error
    if kind != "Scheduler":
        raise BrokenFileError(scheduler, f"no scheduler of Dask answers there, but a {kind.lower()}")
    try:
        client = Client(scheduler, timeout=PATIENCE)
        stack.callback(_close, client)
        client.wait_for_workers(1, timeout=PATIENCE)
        _ship(client, scheduler)
    except TimeoutError as error:
        raise BrokenFileError(scheduler, _EMPTY) from error
    except OSError as error:
        raise BrokenFileError(scheduler, _GONE) from error
    return client


async def _kind(address: str) -> str:
    """Return the type of a Dask server, `Scheduler` or `Worker`, for which a client would wait for ever."""
    from distributed import Security, rpc

    there = rpc(address, connection_args=Security().get_connection_args("client"))
    try:
        said = await asyncio.wait_for(there.identity(), PATIENCE)
        return str(said["type"])
    finally:
        await there.close_rpc()


def _close(client: Any) -> None:
    """End a client, whose scheduler may not answer any more."""
    with suppress(OSError):
        client.close(timeout=1)


def _as_done(client: Any, tasks: Collection[Any], where: str) -> Iterator[Any]:
    """Yield the tasks as they are done.

    Raises BrokenFileError where the scheduler does not answer in time, or has been without workers so long.
    """
    from distributed import as_completed

    # Its own client's loop: the caller may have a client too, which Dask would take.
    done = as_completed(tasks, loop=client.loop)
    looked = peopled = time.monotonic()
    while not done.is_empty():
        if done.has_ready():
            yield next(done)
            continue
        time.sleep(_TURN)
        now = time.monotonic()
        if now - looked < _LOOK_AROUND:
            continue
        try:
            workers = client.sync(client.scheduler.ncores, callback_timeout=PATIENCE)
        except OSError as error:
            raise BrokenFileError(where, _GONE) from error
        looked = time.monotonic()
        if workers:
            peopled = looked
        elif looked - peopled >= PATIENCE:
            raise BrokenFileError(where, _EMPTY)


@contextmanager
def _without_log() -> Iterator[None]:
    """Dask logs what becomes an exception here, with its traceback: none of it is for the user."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]
    levels = {logger: logger.level for logger in map(logging.getLogger, names)}
    for logger in levels:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)


def _ship(client: Any, scheduler: str) -> None:
    """Send this package to workers that have none; numpy and pyarrow must be there.

    Raises BrokenFileError where one has another version, which might score otherwise.
    """

    def version() -> str | None:
        # Made here, and so sent as it is: workers cannot look it up in a package that they have not.
        from importlib import import_module
        from importlib.util import find_spec

        if find_spec("ofcscore") is None:
            return None
        found: str = import_module("ofcscore").__version__
        return found

    found = set(client.run(version).values())
    if found - {version(), None}:
        other = ", ".join(sorted(found - {version(), None}))
        raise BrokenFileError(scheduler, f"workers there have ofcscore {other}, and this is {version()}")
    if None not in found:
        return
    package = Path(__file__).parent.parent
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder, "ofcscore.zip")
        with zipfile.ZipFile(archive, "w") as zipped:
            for path in sorted(package.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    zipped.write(path, path.relative_to(package.parent))
        client.upload_file(str(archive))


@contextmanager
def _quiet_at_the_end() -> Iterator[None]:
    """Have processes that are begun here clean up after one that was stopped, without a word."""
    name = "PYTHONWARNINGS"
    before = os.environ.get(name)
    os.environ[name] = ",".join(filter(None, [before, "ignore:resource_tracker"]))
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
