"""The file of a log at the table: locked, appended to or replaced, never half written."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from ofcscore.files.written import atomic_write, opened_file, undisturbed

_Stamp = tuple[int, int, int, int]


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
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | _NO_WAIT)
        except FileNotFoundError:
            if os.path.islink(self.path):
                raise
            _check_folder(self.path)
            self.close()
            self.text = self._stamp = None
            return ""
        try:
            if opened_file(self.path) is not None or not stat.S_ISREG(os.fstat(handle).st_mode):
                raise OSError(errno.EINVAL, "it is no ordinary file", self.path)
            if self._handle is None or not os.path.sameopenfile(handle, self._handle):
                _lock(handle)
            # Taken before the file is read: whatever happens to it from here on is a change.
            stamp = _stamp(os.fstat(handle))
            with open(handle, "rb", closefd=False) as file:
                data = file.read()
        except BaseException:
            os.close(handle)
            raise
        if self._handle is not None and os.path.sameopenfile(handle, self._handle):
            # The lock belongs to the handle that took it.
            os.close(handle)
        else:
            self.close()
            self._handle = handle
        self._stamp = stamp
        self.text = data.decode("utf-8", "surrogateescape")
        return self.text

    def hold(self) -> None:
        """Lock the file without reading it. Raise `InUseError`."""
        self.close()
        self._handle = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | _NO_WAIT)
        _lock(self._handle)
        self._stamp = _stamp(os.fstat(self._handle))

    def distrust(self) -> None:
        """Take the file for changed until it is read again."""
        self._stamp = None if self._handle is not None else (0, 0, 0, 0)

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def save(self, text: str) -> None:
        """Make the file hold a text, on disk when this returns: append if possible, else replace it.

        Raise `ChangedError` if another program wrote to the file, before this or at the same time.
        """
        with undisturbed():
            if self.changed():
                raise ChangedError
            if self.text is not None and self._handle is not None and text.startswith(self.text):
                self._append(as_bytes(text[len(self.text) :]))
            else:
                atomic_write(self.path, [as_bytes(text)])
                if self.open() != text:
                    raise ChangedError
            self.text = text

    def replace(self, chunks: Iterable[str]) -> None:
        """Put a text in the place of a file that is held. Raise `ChangedError` if it was written to since."""
        if self.changed():
            raise ChangedError
        atomic_write(self.path, chunks)

    def changed(self) -> bool:
        """Return True if the file is another one, or was written to, since it was last read or written."""
        try:
            return self._stamp != _stamp(os.stat(self.path))
        except FileNotFoundError:
            return self._stamp is not None

    def _append(self, data: bytes) -> None:
        assert self._handle is not None
        size = os.fstat(self._handle).st_size
        try:
            left = data
            while left:
                left = left[os.write(self._handle, left) :]
            os.fsync(self._handle)
        except BaseException:
            with suppress(OSError):
                os.ftruncate(self._handle, size)
            self._stamp = _stamp(os.fstat(self._handle))
            raise
        status = os.fstat(self._handle)
        self._stamp = _stamp(status)
        if status.st_size != size + len(data) or self.changed():
            # The text may be in a file that has no name any more.
            self.distrust()
            raise ChangedError


_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)


def _check_folder(path: str) -> None:
    folder = os.path.dirname(path) or "."
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
