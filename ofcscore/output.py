"""Writing: reports held back until they are known to be good, and files written whole or not at all."""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import IO, Final, Self

_HELD: Final = 1 << 18
_PIECE: Final = 1 << 16
_TEMPORARY: Final = ".tmp"
_UNFINISHED: Final[set[str]] = set()
"""The temporary files there are."""
_ELSEWHERE: Final[dict[str, set[str]]] = {}
"""Marks under which other processes write files for this one, and the folders that they write to."""


class Spool:
    """Text that is held back: in memory at first, in a temporary file when it grows long."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._held = 0
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, text: str) -> None:
        if not text:
            # Of a million deals, in a report without a line for them.
            return
        self._pieces.append(text)
        self._held += len(text)
        if self._held > _HELD:
            self._put_away()

    def _put_away(self) -> None:
        if self._file is None:
            from tempfile import TemporaryFile

            self._file = TemporaryFile(  # noqa: SIM115 - closed by __exit__
                "w+", encoding="utf-8", errors="surrogatepass", newline=""
            )
        self._file.write("".join(self._pieces))
        self._pieces = []
        self._held = 0

    def chunks(self) -> Iterator[str]:
        """All that was written, piece by piece."""
        if self._file is not None:
            self._file.seek(0)
            while piece := self._file.read(_PIECE):
                yield piece
        yield from self._pieces


@contextmanager
def undisturbed() -> Iterator[None]:
    """Holds back Ctrl-C and the like while a file is written."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def write_whole(path: str, chunks: Iterable[str | bytes], *, spare_links: bool = False) -> None:
    """Writes a file so that it has either its old content or all of the new one, whatever happens.

    A symbolic link keeps pointing at its target, which is replaced and keeps its mode. What is no
    regular file (a pipe, a device) is written to directly. Raises OSError with the system's reason;
    with `spare_links` also where the file has another name (a hard link) that would keep the old content.
    """
    target = os.path.realpath(path)
    try:
        status = os.stat(target)
    except FileNotFoundError:
        status = None
    if status is not None and not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
        with open(target, "wb") as file:
            file.writelines(map(_bytes, chunks))
        return
    if status is not None:
        _may_replace(path, target, status, spare_links)
    _replace(target, chunks, _new_mode() if status is None else stat.S_IMODE(status.st_mode))


def _may_replace(path: str, target: str, status: os.stat_result, spare_links: bool) -> None:
    import errno

    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    # Who may write everything (the superuser) is still told that the file is not meant to be written.
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    if spare_links and status.st_nlink > 1:
        raise OSError(errno.EMLINK, "it has another name (a hard link), which would keep the old text", path)


def _new_mode() -> int:
    """The mode of a new file."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _bytes(chunk: str | bytes) -> bytes:
    return chunk.encode("utf-8") if isinstance(chunk, str) else chunk


def _replace(target: str, chunks: Iterable[str | bytes], mode: int) -> None:
    with _replacing(target, mode) as temporary, open(temporary, "wb") as file:
        file.writelines(map(_bytes, chunks))


@contextmanager
def whole_file(path: str, mark: str = "") -> Iterator[str]:
    """The name of a temporary file that takes the place of a file at the end, if nothing is raised.

    A symbolic link keeps pointing at its target. `mark` is in the temporary name. Raises OSError with the
    system's reason.
    """
    target = os.path.realpath(path)
    try:
        status = os.stat(target)
    except FileNotFoundError:
        mode = _new_mode()
    else:
        _may_replace(path, target, status, spare_links=False)
        if not stat.S_ISREG(status.st_mode):
            import errno

            raise OSError(errno.EINVAL, "it is no regular file", path)
        mode = stat.S_IMODE(status.st_mode)
    with _replacing(target, mode, mark) as temporary:
        yield temporary


@contextmanager
def written_elsewhere(targets: Iterable[str], mark: str) -> Iterator[None]:
    """Other processes write these files with `whole_file` and this mark, which no other run has.

    At the end nothing is left of those that died over it.
    """
    _ELSEWHERE[mark] = {os.path.dirname(os.path.realpath(target)) for target in targets}
    try:
        yield
    finally:
        _delete_marked(mark)
        del _ELSEWHERE[mark]


def _delete_marked(mark: str) -> None:
    for folder in _ELSEWHERE[mark]:
        with suppress(OSError):
            for name in os.listdir(folder or "."):
                if mark in name and name.endswith(_TEMPORARY):
                    _delete(os.path.join(folder, name))


def _delete(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)


@contextmanager
def _replacing(target: str, mode: int, mark: str = "") -> Iterator[str]:
    from tempfile import mkstemp

    folder = os.path.dirname(target)
    prefix = f".{os.path.basename(target)[:20]}.{mark}"
    with undisturbed():
        handle, temporary = mkstemp(prefix=prefix, suffix=_TEMPORARY, dir=folder or ".")
        _UNFINISHED.add(temporary)
    try:
        os.close(handle)
        yield temporary
        with open(temporary, "rb") as file:
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        _delete(temporary)
        raise
    finally:
        _UNFINISHED.discard(temporary)
    _sync_folder(folder)


def leave_nothing() -> None:
    """Deletes the temporary files of what is being written, when the program has to end at once."""
    for temporary in tuple(_UNFINISHED):
        _delete(temporary)
    for mark in tuple(_ELSEWHERE):
        _delete_marked(mark)


def _sync_folder(folder: str) -> None:
    """Makes the new name last through a power loss, where the system has a way to say so."""
    try:
        handle = os.open(folder or ".", os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def same_file(path: str, other: str) -> bool:
    """Whether two names are one file: the same name, a symbolic or a hard link."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return os.path.realpath(path) == os.path.realpath(other)
