"""The file of a log at the table: locked, and replaced as a whole."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from typing import Final

from ofcscore.files.written import atomic_write, check_target, opened_file, undisturbed

_Stamp = tuple[int, int, int, int]
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)


class InUseError(Exception):
    """Another program has the file open for the same purpose."""


class ChangedError(Exception):
    """The file is no longer what it was when it was last read or written here."""


class LogFile:
    """The file of a log. Methods raise OSError.

    `text` is what was read or written last, None while there is no file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.text: str | None = None
        self._handle: int | None = None
        self._stamp: _Stamp | None = None

    def open(self) -> str:
        """Lock and read the file; return an empty text if there is none. Raise `InUseError`."""
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
        """Lock the file without reading it: from here on, whatever happens to it is a change.

        Raise `InUseError`.
        """
        handle = os.open(self.path, mode | getattr(os, "O_BINARY", 0) | _NO_WAIT)
        spare: int | None = handle
        try:
            status = os.fstat(handle)
            if opened_file(self.path) is not None or not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, "it is no ordinary file", self.path)
            if self._handle is None or not os.path.sameopenfile(handle, self._handle):
                _lock(handle)
                # The lock belongs to the handle that took it.
                spare, self._handle = self._handle, handle
            self._stamp = _stamp(status)
        finally:
            if spare is not None:
                os.close(spare)

    def distrust(self) -> None:
        """Take the file for changed until it is read again."""
        self._stamp = (0, 0, 0, 0)

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def save(self, text: str) -> None:
        """Make the file hold a text, on disk when this returns.

        Raise `ChangedError` if another program wrote to the file, before this or at the same time.
        """
        with undisturbed():
            self.replace([as_bytes(text)])
            if self.open() != text:
                raise ChangedError

    def replace(self, chunks: Iterable[str | bytes]) -> None:
        """Put a text in the place of the file. Raise `ChangedError` if it was written to since."""
        atomic_write(self.path, chunks, self._check)

    def changed(self) -> bool:
        """Return True if the file is another one, or was written to, since it was last read or written."""
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
    """Return what tells one content of a file from another without reading it."""
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
        # Some network file systems have no locks; changes by others are noticed all the same.
        return


def as_bytes(text: str) -> bytes:
    """Encode a text that was decoded with `surrogateescape`."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")
