"""The file of a log that is written at the table: locked, appended to, replaced, never half written."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from itertools import count
from typing import Final

from ofcscore.files.written import atomic_write, opened_file, take_away, undisturbed
from ofcscore.live.log import as_bytes

_Stamp = tuple[int, int, int, int]


class InUseError(Exception):
    """Somebody else has the file open for the same purpose."""


class ChangedError(Exception):
    """The file is no longer what it was when it was last read or written here."""


class OvertakenError(ChangedError):
    """The file became another in the very moment of writing, and may have what was written or not."""


class LogFile:
    """Keeps one file: what was written last is known, and nothing that others wrote is written over.

    `text` is what the file holds, as far as is known here; None while there is no file. Methods raise
    OSError with the system's reason.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.text: str | None = None
        self._handle: int | None = None
        self._stamp: _Stamp | None = None

    def open(self) -> str:
        """Locks the file as it is now and reads it; empty where there is none. Raises `InUseError`."""
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
            # Of this very file and before it is read: what happens to it from here on is a change.
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

    def distrust(self) -> None:
        """Takes the file for changed until it is read again."""
        self._stamp = None if self._handle is not None else (0, 0, 0, 0)

    def close(self) -> None:
        """Lets the file go."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def save(self, text: str) -> None:
        """Makes the file hold a text, on disk when this returns: appended to where that does, else replaced.

        Raises `ChangedError` where another program has written to the file, and then writes nothing;
        `OvertakenError` where one does so at the same time.
        """
        with undisturbed():
            if self.changed():
                raise ChangedError
            if self.text is not None and self._handle is not None and text.startswith(self.text):
                self._append(as_bytes(text[len(self.text) :]))
            else:
                atomic_write(self.path, [text])
                if self.open() != text:
                    raise OvertakenError
            self.text = text

    def changed(self) -> bool:
        """Whether the file is another one, or holds something else, than when it was last read or written."""
        return self._stamp != _stamp_of(self.path)

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
            # What was written may be in a file that has no name any more.
            self.distrust()
            raise OvertakenError


class DraftFile:
    """The file beside a log that keeps what is entered of a deal until that is written.

    Methods raise OSError with the system's reason.
    """

    def __init__(self, log: str) -> None:
        self.path = f"{os.path.realpath(log) if os.path.islink(log) else log}.draft"

    def read(self) -> str | None:
        """What is in it, None where there is none."""
        if not os.path.lexists(self.path):
            return None
        if not os.path.isfile(self.path):
            raise OSError(errno.EINVAL, "it is no ordinary file", self.path)
        with open(self.path, "rb") as file:
            return file.read(_MOST).decode("utf-8", "surrogateescape")

    def write(self, text: str) -> None:
        """Makes it hold a text, on disk when this returns."""
        with undisturbed():
            atomic_write(self.path, [as_bytes(text)])

    def remove(self) -> None:
        """Takes it away where there is one."""
        with suppress(FileNotFoundError), undisturbed():
            take_away(self.path)

    def set_aside(self) -> str:
        """Gives it a name under which it stays, whatever is written later."""
        names = (f"{self.path}.old{number}" for number in count(1))
        free = next(name for name in names if not os.path.lexists(name))
        os.rename(self.path, free)
        return free


_MOST: Final = 1 << 20
"""No draft is longer, in bytes."""
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)


def _check_folder(path: str) -> None:
    """Raises where a file that does not exist yet could not be made."""
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, "its folder does not exist", path)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)


def _stamp_of(path: str) -> _Stamp | None:
    """What tells one content of a file from another without reading it; None where there is none."""
    try:
        return _stamp(os.stat(path))
    except FileNotFoundError:
        return None


def _stamp(status: os.stat_result) -> _Stamp:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _lock(handle: int) -> None:
    """Takes the lock of a file, where the system has such locks. Raises `InUseError`."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUseError from None
    except OSError:
        # Some network file systems have none; the stamp is looked at before each write all the same.
        return
