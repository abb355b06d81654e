"""Files scored by the workers of a Dask cluster: a task a file. Needs the extra `ofcscore[dask]`."""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from glob import escape, glob
from pathlib import Path
from typing import Any
from uuid import uuid4

from ofcscore.bulk.files import BrokenFileError, Counted, score_file
from ofcscore.output import temporary_start
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
            cluster = LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
            client = stack.enter_context(Client(stack.enter_context(cluster)))
        else:
            try:
                client = stack.enter_context(Client(scheduler))
            except (OSError, ValueError) as error:
                raise BrokenFileError(scheduler, "no scheduler of Dask answers there") from error
            _ship(client)
        stack.callback(_clean, [target for _, target in pairs], mark)
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


def _ship(client: Any) -> None:
    """Sends this package to workers that have none; numpy and pyarrow must be there."""

    def has_package() -> bool:
        # Made here, and so sent as it is: workers cannot look it up in a package that they have not.
        from importlib.util import find_spec

        return find_spec("ofcscore") is not None

    if all(client.run(has_package).values()):
        return
    package = Path(__file__).parent.parent
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder, "ofcscore.zip")
        with zipfile.ZipFile(archive, "w") as zipped:
            for path in sorted(package.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    zipped.write(path, path.relative_to(package.parent))
        client.upload_file(str(archive))


def _clean(targets: Sequence[str], mark: str) -> None:
    """Takes away what workers that died left behind."""
    for target in targets:
        for left in glob(escape(temporary_start(os.path.realpath(target), mark)) + "*"):
            os.unlink(left)
