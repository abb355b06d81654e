"""Score files on a Dask cluster, one task per file. Needs the extra `ofcscore[dask]`."""

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
from ofcscore.files.disk import written_elsewhere
from ofcscore.rules.model import Rules

PATIENCE: Final = 8.0
"""The seconds to wait for an answer of the scheduler, or for a worker."""
_LOOK_AROUND: Final = 1.0
_TURN: Final = 0.02
_GONE: Final = "the scheduler no longer answers"
_EMPTY: Final = f"the cluster has had no workers for {PATIENCE:.0f} seconds"


def score_on_cluster(
    pairs: Sequence[tuple[str, str]], rules: Rules, jobs: int = 2, scheduler: str | None = None
) -> Iterator[Counted]:
    """Score (source, target) files, one task each; yield results in the order of completion.

    If `scheduler` is None, start `jobs` worker processes and stop them at the end. If a worker dies, another
    one repeats its task. All workers must see the same files under the same paths. Raise the errors of
    `score_file`, and BrokenFileError if the cluster is unreachable or loses its scheduler or all workers.
    Files that are finished by then are complete and stay.
    """
    from distributed import Client, KilledWorker, LocalCluster
    from distributed.client import CancelledError

    mark = uuid4().hex
    where = scheduler or "--engine dask"
    with ExitStack() as stack:
        stack.enter_context(_without_log())
        if scheduler is None:
            with _quiet_at_the_end():
                # The default dashboard port causes a warning if it is in use.
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
                raise BrokenFileError(source, "all workers that tried to score this file died") from error
            except BrokenFileError as error:
                raise BrokenFileError(source, error.reason) from error


def _connected(stack: ExitStack, scheduler: str) -> Any:
    """Return a client of a scheduler whose workers have this package.

    Raise BrokenFileError if there is no scheduler or no worker.
    """
    from distributed import Client

    with ThreadPoolExecutor(1) as thread:
        try:
            kind = thread.submit(asyncio.run, _kind(scheduler)).result()
        except Exception as error:
            # Another kind of server may send anything, and Dask raises many different exceptions.
            raise BrokenFileError(scheduler, "there is no Dask scheduler at this address") from error
    if kind != "Scheduler":
        raise BrokenFileError(scheduler, f"this is a Dask {kind.lower()}, not a Dask scheduler")
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
    """Return the type of a Dask server, `Scheduler` or `Worker`; a client of a worker would hang."""
    from distributed import Security, rpc

    there = rpc(address, connection_args=Security().get_connection_args("client"))
    try:
        said = await asyncio.wait_for(there.identity(), PATIENCE)
        return str(said["type"])
    finally:
        await there.close_rpc()


def _close(client: Any) -> None:
    """Close a client even if its scheduler no longer answers."""
    with suppress(OSError):
        client.close(timeout=1)


def _as_done(client: Any, tasks: Collection[Any], where: str) -> Iterator[Any]:
    """Yield the tasks in the order of completion.

    Raise BrokenFileError if the scheduler does not answer, or has no workers, for `PATIENCE` seconds.
    """
    from distributed import as_completed

    # Without its own loop, Dask would use another client of the calling program.
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
    """Silence Dask's log, because its errors are raised as exceptions here."""
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
    """Send this package to workers without it; they need numpy and pyarrow.

    Raise BrokenFileError if a worker has another version, which might score differently.
    """

    def version() -> str | None:
        # A local function is sent by value, so workers without this package can run it.
        from importlib import import_module
        from importlib.util import find_spec

        if find_spec("ofcscore") is None:
            return None
        found: str = import_module("ofcscore").__version__
        return found

    found = set(client.run(version).values())
    if found - {version(), None}:
        other = ", ".join(sorted(found - {version(), None}))
        raise BrokenFileError(
            scheduler, f"its workers have ofcscore {other}, but this is version {version()}"
        )
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
    """Suppress warnings of child processes when they clean up after a stopped one."""
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
