"""Writing: reports held back until they are known to be good, and files written whole or not at all."""

import errno
import os
import re
import signal
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from itertools import count
from time import sleep
from typing import IO, Final, Self

_HELD: Final = 1 << 18
_PIECE: Final = 1 << 16
_TEMPORARY: Final = ".tmp"
_LOOKS: Final = 5
"""How often unfinished files are looked for at the end."""
_A_LOOK: Final = 0.001
"""Seconds in which another thread has its turn."""
_UNFINISHED: Final[set[str]] = set()
"""The temporary files there are."""
_ELSEWHERE: Final[dict[str, set[str]]] = {}
"""Marks under which other processes write files for this one, and the folders that they write to."""


class Spool:
    """Text that is held back: in memory at first, in a temporary file when it grows long."""

    def __init__(self) -> None:
        self._held = StringIO(newline="")
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, text: str) -> None:
        self._held.write(text)
        if self._held.tell() > _HELD:
            self._put_away()

    def _put_away(self) -> None:
        if self._file is None:
            from tempfile import TemporaryFile

            self._file = TemporaryFile(  # noqa: SIM115 - closed by __exit__
                "w+", encoding="utf-8", errors="surrogatepass", newline=""
            )
        self._file.write(self._held.getvalue())
        self._held = StringIO(newline="")

    def chunks(self) -> Iterator[str]:
        """Yield all that was written, piece by piece."""
        if self._file is not None:
            self._file.seek(0)
            while piece := self._file.read(_PIECE):
                yield piece
        yield self._held.getvalue()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold back Ctrl-C and the like while a file is written."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def atomic_write(path: str, chunks: Iterable[str | bytes], check: Callable[[], None] | None = None) -> None:
    """Write a file so that it has either its old content or all of the new one, whatever happens.

    A symbolic link keeps pointing at its target, which is replaced and keeps its owner and mode. What is no
    regular file (a pipe, a device), and what is open already (`/dev/fd/3`), is written to directly. Raise
    OSError for a target that is read-only or has another name (a hard link), which would keep the old text.
    `check` is called last, and leaves the target as it is if it raises.
    """
    data = (chunk.encode("utf-8") if isinstance(chunk, str) else chunk for chunk in chunks)
    opened = opened_file(path)
    if opened is not None:
        # At its end: another program may have written to it before.
        with open(os.dup(opened), "ab") as file:
            file.writelines(data)
    elif is_place(path) or os.path.isdir(path):
        with whole_file(path, check=check) as temporary, open(temporary, "wb") as file:
            file.writelines(data)
    else:
        with open(path, "wb") as file:
            file.writelines(data)


_STREAMS: Final = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}


def opened_file(path: str) -> int | None:
    """Return the number of the open file that a name such as `/dev/fd/3` stands for, else None.

    The file behind standard output or standard error is that stream, whatever it is called.
    """
    found = re.fullmatch("/dev/fd/([0-9]+)", path)
    if found is not None:
        return int(found[1])
    if path in _STREAMS:
        return _STREAMS[path]
    return next((stream for stream in (1, 2) if same_file(path, stream)), None)


def is_place(path: str) -> bool:
    """Return True for the name of a file that can be replaced: no pipe, no device, no open file."""
    return opened_file(path) is None and (not os.path.exists(path) or os.path.isfile(path))


def check_target(path: str, target: str, status: os.stat_result) -> None:
    """Raise OSError for a file that cannot be replaced: read-only, a folder, or with another name."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    # Who may write everything (the superuser) is still told that the file is not meant to be written.
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    if status.st_nlink > 1:
        raise OSError(errno.EMLINK, "it has another name (a hard link), which would keep the old text", path)


@contextmanager
def whole_file(path: str, mark: str = "", check: Callable[[], None] | None = None) -> Iterator[str]:
    """Yield the name of a temporary file that takes the place of a file at the end, if nothing is raised.

    A symbolic link keeps pointing at its target. `mark` is in the temporary name. `check` is called just
    before the file is replaced. Raises OSError as `atomic_write` does.
    """
    from tempfile import mkstemp

    target = os.path.realpath(path)
    try:
        status = os.stat(target)
    except FileNotFoundError:
        status = None
    if status is not None:
        check_target(path, target, status)
    if not is_place(path):
        raise OSError(errno.EINVAL, "it is no regular file", path)
    folder = os.path.dirname(target)
    prefix = f".{os.path.basename(target)[:20]}.{mark}"
    with undisturbed():
        handle, temporary = mkstemp(prefix=prefix, suffix=_TEMPORARY, dir=folder or ".")
        _UNFINISHED.add(temporary)
    try:
        os.close(handle)
        yield temporary
        with open(temporary, "rb") as file:
            if status is None:
                mask = os.umask(0)
                os.umask(mask)
                os.fchmod(file.fileno(), 0o666 & ~mask)
            else:
                _take_after(file.fileno(), status)
            os.fsync(file.fileno())
        if check is not None:
            check()
        os.replace(temporary, target)
    except BaseException:
        _delete(temporary)
        raise
    finally:
        _UNFINISHED.discard(temporary)
    _sync_folder(folder)


@contextmanager
def written_elsewhere(targets: Iterable[str], mark: str) -> Iterator[None]:
    """Other processes write these files by `whole_file` with this mark; nothing stays of those that die."""
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


def _take_after(handle: int, status: os.stat_result) -> None:
    """Give a new file the owner and permissions of the one it replaces, where the system allows it."""
    mode = stat.S_IMODE(status.st_mode) & _PERMISSIONS
    new = os.fstat(handle)
    if new.st_gid != status.st_gid:
        try:
            os.fchown(handle, -1, status.st_gid)
        except OSError:
            # Another group may do no more than everybody.
            mode = mode & ~stat.S_IRWXG | (mode & stat.S_IRWXO) << 3
    if new.st_uid != status.st_uid:
        with suppress(OSError):
            os.fchown(handle, status.st_uid, -1)
    os.fchmod(handle, mode)


_PERMISSIONS: Final = stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO


def leave_nothing() -> None:
    """Delete the temporary files of what is being written, when the program has to end at once.

    Another thread may be about to make one, or to open again what was deleted, so they are looked for more
    than once.
    """
    for _ in range(_LOOKS):
        for temporary in tuple(_UNFINISHED):
            _delete(temporary)
        for mark in tuple(_ELSEWHERE):
            _delete_marked(mark)
        sleep(_A_LOOK)


def keep_original(path: str, data: bytes) -> str:
    """Write data to a new file beside a log, on disk when this returns, and return its name.

    It is `NAME.orig`, or where that is there `NAME.orig.1` and so on: none is overwritten. Raise OSError.
    """
    for number in count():
        name = f"{path}.orig{f'.{number}' if number else ''}"
        try:
            handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, os.stat(path).st_mode & 0o777)
        except FileExistsError:
            continue
        try:
            with open(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            _delete(name)
            raise
        _sync_folder(os.path.dirname(path))
        return name
    raise AssertionError


def take_away(path: str) -> None:
    """Delete a file, so that it stays deleted through a power loss. Raises OSError."""
    os.unlink(path)
    _sync_folder(os.path.dirname(path))


def _sync_folder(folder: str) -> None:
    """Make the new name last through a power loss, where the system has a way to say so."""
    with suppress(OSError):
        handle = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def same_file(path: str, other: str | int) -> bool:
    """Return True if two names are one file: the same name, a symbolic or a hard link.

    `other` may be the number of an open file. A terminal is not meant: what is written to it does not
    change what is read from it.
    """
    try:
        status, others = os.stat(path), os.stat(other)
    except OSError:
        return isinstance(other, str) and os.path.realpath(path) == os.path.realpath(other)
    return os.path.samestat(status, others) and not stat.S_ISCHR(status.st_mode)
