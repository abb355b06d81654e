"""Read files of the program and small plain files, write files atomically, and lock a log that stays open.

The files of the program are found in a wheel, a zipped wheel, an editable install or a checkout. They are
never looked for in the current folder, temporary folders or caches. The command line records which other
files it reads, so that no output overwrites them.
"""

from __future__ import annotations

import errno
import os
import re
import signal
import stat
from _thread import RLock
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from importlib import import_module
from io import StringIO
from itertools import count
from time import sleep
from typing import IO, Any, BinaryIO, Final, Self

# -- files of the program ------------------------------------------------------------------------------


class BrokenInstallation(Exception):  # noqa: N818 - it names a state of the installation
    """Raised if a file that belongs to the program is missing. The message names the file."""


def package_text(package: str, name: str) -> str:
    """Return the text of a file in a package. Raises `BrokenInstallation` if it is missing."""
    data = package_data(package, name)
    if data is None:
        raise BrokenInstallation(f"the file {name} is missing")
    return data.decode("utf-8")


def package_data(package: str, name: str) -> bytes | None:
    """Return the bytes of a file in a package, or None if it is missing."""
    # `importlib.resources` and `pkgutil` take longer to import.
    module: Any = import_module(package)
    with suppress(OSError):
        data: bytes = module.__loader__.get_data(os.path.join(module.__path__[0], *name.split("/")))
        return data
    return None


def grammar_data(name: str) -> bytes | None:
    """Return a file of `grammars/` in or beside the package; None if it is missing."""
    data = package_data("ofcscore", f"grammars/{name}")
    if data is not None:
        return data
    here = os.path.dirname(os.path.realpath(__file__))
    beside = os.path.join(here, os.pardir, os.pardir, "grammars", name)
    with suppress(OSError), open(beside, "rb") as file:
        return file.read()
    return None


# -- plain files ---------------------------------------------------------------------------------------

_READ: Final[ContextVar[set[str] | None]] = ContextVar("read", default=None)
# With these flags, opening or reading a pipe does not block, and a terminal does not become the program's
# controlling terminal. A system that lacks a flag does not have its problem.
_OPEN: Final = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)


def watch() -> None:
    """Start to record the files that are read (command line only)."""
    _READ.set(set())


def noted() -> tuple[str, ...]:
    """Return the names of the files that were read since `watch`."""
    return tuple(sorted(_READ.get() or ()))


def read_plain(path: str | os.PathLike[str], most: int) -> bytes:
    """Return all bytes of a plain file of at most `most` bytes, without blocking.

    Raises OSError with the reason in words for a folder, a device, a pipe or a longer file. Never reads more
    than one byte too many.
    """
    with open_plain(path) as file:
        data = bytearray()
        while len(data) <= most and (piece := os.read(file.fileno(), most + 1 - len(data))):
            data += piece
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is longer than {most // 1024} kB", path)
    kept = _READ.get()
    if kept is not None:
        kept.add(os.fspath(path))
    return bytes(data)


def open_plain(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a plain file without blocking. Raises OSError like `read_plain`."""
    try:
        # Opening a device can have effects: a tape rewinds, a watchdog timer starts. So check first.
        _must_be_plain(os.stat(path), path)
        handle = os.open(path, _OPEN)
    except ValueError:
        raise FileNotFoundError(errno.ENOENT, "no such name", path) from None
    file = os.fdopen(handle, "rb")
    try:
        # Another file may have this name by now.
        _must_be_plain(os.fstat(handle), path)
    except OSError:
        file.close()
        raise
    return file


def _must_be_plain(status: os.stat_result, path: str | os.PathLike[str]) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", path)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a plain file", path)


# -- writing -------------------------------------------------------------------------------------------

_HELD: Final = 1 << 16
"""The most characters of a text that are kept in memory."""
_PIECE: Final = 1 << 16
_TEMPORARY: Final = ".tmp"
_CREATE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
_UNFINISHED: Final[set[str]] = set()
_CREATING: Final = RLock()
"""Held by the thread that creates a temporary file. A signal may come to that thread, too."""
_ELSEWHERE: Final[dict[str, set[str]]] = {}
"""The marks of temporary files of other processes, and their folders."""


class Spool:
    """A buffer for text: in memory, or in a temporary file if the text is long."""

    def __init__(self) -> None:
        self._file: IO[str] = StringIO(newline="")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def write(self, text: str) -> None:
        with _named("a temporary file"):
            if isinstance(self._file, StringIO) and self._file.tell() > _HELD:
                from tempfile import TemporaryFile

                held = self._file.getvalue()
                self._file = TemporaryFile("w+", encoding="utf-8", errors="surrogatepass", newline="")  # noqa: SIM115
                self._file.write(held)
            self._file.write(text)

    def chunks(self) -> Iterator[str]:
        self._file.seek(0)
        yield from iter(partial(self._file.read, _PIECE), "")


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Name the file in an OSError."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), name) from error


@contextmanager
def undisturbed() -> Iterator[None]:
    """Block Ctrl-C and similar signals while a file is written."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def atomic_write(path: str, chunks: Iterable[str | bytes], check: Callable[[], None] | None = None) -> None:
    """Write a file atomically: it keeps its old content or gets all of the new.

    A symbolic link stays, and its target is replaced with the same owner and mode. A pipe, a device or an
    open file (`/dev/fd/3`) is written to directly. Raise OSError if the target is read-only or has another
    hard link, which would keep the old text. `check` is called last; if it raises, the target is unchanged.
    """
    data = (chunk.encode("utf-8") if isinstance(chunk, str) else chunk for chunk in chunks)
    opened = opened_file(path)
    if opened is not None:
        # Append, because another program may have written to the file before.
        with open(os.dup(opened), "ab") as file:
            file.writelines(data)
    elif is_replaceable(path) or os.path.isdir(path):
        with whole_file(path, check=check) as temporary, open(temporary, "wb") as file:
            file.writelines(data)
    else:
        with open(path, "wb") as file:
            file.writelines(data)


_STREAMS: Final = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}


def opened_file(path: str) -> int | None:
    """Return the file descriptor for a name such as `/dev/fd/3`, else None.

    A file that standard output or standard error is redirected to counts as that stream.
    """
    if found := re.fullmatch("/dev/fd/([0-9]+)", path):
        return int(found[1])
    if path in _STREAMS:
        return _STREAMS[path]
    return next((stream for stream in (1, 2) if same_file(path, stream)), None)


def is_replaceable(path: str) -> bool:
    """Return True for a regular or new file, not for a pipe, device or open file."""
    return opened_file(path) is None and (not os.path.exists(path) or os.path.isfile(path))


def check_target(path: str, target: str, status: os.stat_result) -> None:
    """Raise OSError for a read-only file, a folder, or a file with hard links."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    # The mode is checked too, because the superuser has access to a read-only file.
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    if status.st_nlink > 1:
        raise OSError(errno.EMLINK, "it has another hard link, which would keep the old text", path)


@contextmanager
def whole_file(path: str, mark: str = "", check: Callable[[], None] | None = None) -> Iterator[str]:
    """Yield the name of a temporary file that replaces `path` at the end.

    If an error is raised, `path` is unchanged. A symbolic link stays, and its target is replaced. The
    temporary name contains `mark`. `check` is called just before the file is replaced. Raises OSError like
    `atomic_write`.
    """
    target = os.path.realpath(path)
    try:
        status = os.stat(target)
    except FileNotFoundError:
        status = None
    if status is not None:
        check_target(path, target, status)
    if not is_replaceable(path):
        raise OSError(errno.EINVAL, "it is not a regular file", path)
    folder = os.path.dirname(target)
    name = f".{os.path.basename(target)[:20]}.{mark}{os.urandom(8).hex()}{_TEMPORARY}"
    temporary = os.path.join(folder, name)
    try:
        with _CREATING:
            # Before it is created, because a signal may come at any time.
            _UNFINISHED.add(temporary)
            os.close(os.open(temporary, _CREATE, _OWNER))
        yield temporary
        with open(temporary, "r+b") as file:
            if status is None:
                mask = os.umask(0)
                os.umask(mask)
                os.chmod(temporary, 0o666 & ~mask)
            else:
                _copy_owner_and_mode(temporary, status)
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
    """Delete the temporary files of other processes at the end.

    The processes write `targets` by `whole_file` with this `mark`, and may be killed.
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


def _copy_owner_and_mode(path: str, status: os.stat_result) -> None:
    """Give a new file the owner and permissions of the old file, if possible."""
    mode = stat.S_IMODE(status.st_mode) & _PERMISSIONS
    new = os.stat(path)
    if new.st_gid != status.st_gid:
        try:
            os.chown(path, -1, status.st_gid)
        except OSError:
            # The file keeps another group, which gets the permissions of everybody.
            mode = mode & ~stat.S_IRWXG | (mode & stat.S_IRWXO) << 3
    if new.st_uid != status.st_uid:
        with suppress(OSError):
            os.chown(path, status.st_uid, -1)
    os.chmod(path, mode)


_OWNER: Final = stat.S_IRUSR | stat.S_IWUSR
_PERMISSIONS: Final = stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO


def delete_unfinished() -> None:
    """Delete all unfinished temporary files when the program has to end at once.

    No other thread creates a file from now on. One may reopen a deleted file, so this is repeated.
    """
    _CREATING.acquire(timeout=1)
    for _ in range(5):
        for temporary in tuple(_UNFINISHED):
            _delete(temporary)
        for mark in tuple(_ELSEWHERE):
            _delete_marked(mark)
        sleep(0.001)


def keep_original(path: str, data: bytes) -> str:
    """Write data to a new file `NAME.orig`, `NAME.orig.1` ..., and return its name."""
    mode = os.stat(path).st_mode & 0o777
    for number in count():
        name = f"{path}.orig{f'.{number}' if number else ''}"
        with suppress(FileExistsError):
            handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            break
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


def delete_durably(path: str) -> None:
    """Delete a file so that it stays deleted after a power loss. Raises OSError."""
    os.unlink(path)
    _sync_folder(os.path.dirname(path))


def _sync_folder(folder: str) -> None:
    """Sync a folder if possible, so that newly created files survive a power loss."""
    with suppress(OSError):
        handle = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def same_file(path: str, other: str | int) -> bool:
    """Return True if two paths refer to the same file, perhaps through a link.

    `other` may be a file descriptor. Return False for a terminal, because writing to it does not change its
    input.
    """
    try:
        status, others = os.stat(path), os.stat(other)
    except OSError:
        return isinstance(other, str) and os.path.realpath(path) == os.path.realpath(other)
    return os.path.samestat(status, others) and not stat.S_ISCHR(status.st_mode)


# -- a log that stays open --------------------------------------------------------------------------------

_Stamp = tuple[int, int, int, int]
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)


class InUseError(Exception):
    """Raised if another program has the log open and locked."""


class ChangedError(Exception):
    """Raised if another program has changed the file since it was last read."""


class LogFile:
    """The file of an open log. `text` is its last known text, None without a file.

    Methods raise OSError.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.text: str | None = None
        self._handle: int | None = None
        self._stamp: _Stamp | None = None

    def open(self) -> str:
        """Lock and read the file, as an empty text if there is none. Raise `InUseError`."""
        _check_folder(self.path)
        try:
            self.hold(os.O_RDWR)
        except FileNotFoundError:
            if os.path.islink(self.path):
                raise
            self.close()
            self.text = self._stamp = None
            return ""
        assert self._handle is not None
        check_target(self.path, os.path.realpath(self.path), os.fstat(self._handle))
        with open(self._handle, "rb", closefd=False) as file:
            file.seek(0)
            self.text = file.read().decode("utf-8", "surrogateescape")
        return self.text

    def hold(self, mode: int = os.O_RDONLY) -> None:
        """Lock the file without reading it, so that later changes are detected. Raise `InUseError`."""
        handle = os.open(self.path, mode | getattr(os, "O_BINARY", 0) | _NO_WAIT)
        spare: int | None = handle
        try:
            status = os.fstat(handle)
            if opened_file(self.path) is not None or not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, "it is not an ordinary file", self.path)
            if self._handle is None or not os.path.sameopenfile(handle, self._handle):
                _lock(handle)
                # The lock belongs to this handle, so keep it and close the other one.
                spare, self._handle = self._handle, handle
            self._stamp = _stamp(status)
        finally:
            if spare is not None:
                os.close(spare)

    def distrust(self) -> None:
        """Treat the file as changed until it is read again."""
        self._stamp = (0, 0, 0, 0)

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def save(self, text: str) -> None:
        """Write and sync a text. Raise `ChangedError` if another program wrote to the file meanwhile."""
        with undisturbed():
            self.replace([as_bytes(text)])
            if self.open() != text:
                raise ChangedError

    def replace(self, chunks: Iterable[str | bytes]) -> None:
        """Replace the content of the file. Raise `ChangedError` if another program has changed it."""
        atomic_write(self.path, chunks, self._check)

    def changed(self) -> bool:
        """Return True if the file was replaced or changed by another program."""
        try:
            return self._stamp != _stamp(os.stat(self.path))
        except FileNotFoundError:
            return self._stamp is not None

    def _check(self) -> None:
        if self.changed():
            raise ChangedError


def _check_folder(path: str) -> None:
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, "its folder does not exist", path)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)


def _stamp(status: os.stat_result) -> _Stamp:
    """Return the metadata that shows whether a file has changed, without reading it."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _lock(handle: int) -> None:
    """Lock a file if the system can. Raise `InUseError` if another program has the lock."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUseError from None
    except OSError:
        # Some network file systems have no locks. Changes by others are still detected.
        return


def as_bytes(text: str) -> bytes:
    """Encode a text that was decoded with `surrogateescape`."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")
