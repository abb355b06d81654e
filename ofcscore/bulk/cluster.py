"""Files scored by the workers of a Dask cluster: a task a file. Needs the extra `ofcscore[dask]`."""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from ofcscore.bulk.files import BrokenFileError, Counted, score_file
from ofcscore.output import written_elsewhere
from ofcscore.rules.model import Rules


def score_on_cluster(
    pairs: Sequence[tuple[str, str]], rules: Rules, jobs: int = 2, scheduler: str | None = None
) -> Iterator[Counted]:
    """Scores (source, target) files, each in one task; they come out as they are done.

    Without the address of a scheduler, `jobs` worker processes are started here and ended after. A task
    whose worker dies is done again by another. Paths must mean the same to every worker, and here.
    Raises what `score_file` raises, and BrokenFileError where no cluster is there or its workers die; files
    that are done by then are whole and stay.
    """
    from distributed import Client, KilledWorker, LocalCluster, as_completed

    mark = uuid4().hex
    with ExitStack() as stack:
        if scheduler is None:
            with _quiet_at_the_end():
                cluster = LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
            client = stack.enter_context(Client(stack.enter_context(cluster)))
        else:
            try:
                client = stack.enter_context(Client(scheduler))
            except (OSError, ValueError) as error:
                raise BrokenFileError(scheduler, "no scheduler of Dask answers there") from error
            _ship(client, scheduler)
        stack.enter_context(written_elsewhere([target for _, target in pairs], mark))
        tasks = {
            client.submit(
                score_file, os.path.abspath(source), os.path.abspath(target), rules, mark=mark, pure=False
            ): source
            for source, target in pairs
        }
        for task in as_completed(tasks):
            source = tasks[task]
            try:
                yield task.result()._replace(source=source)
            except KilledWorker as error:
                raise BrokenFileError(source, "every worker that tried it died of it") from error
            except BrokenFileError as error:
                raise BrokenFileError(source, error.reason) from error


def _ship(client: Any, scheduler: str) -> None:
    """Sends this package to workers that have none; numpy and pyarrow must be there.

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
    """Processes that are begun here clean up after one that was stopped, and do not talk about it."""
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
