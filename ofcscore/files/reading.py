"""Files read: those that come with the program, and plain files of modest size that somebody's text names.

The program's own are found in a wheel, a zipped wheel, an editable install or a bare checkout; the current
folder, temporary folders and caches are never looked at for them. A run notes which other files it has read
beside its logs (rule sets), so that none is written over.
"""

import errno
import os
import stat
from contextlib import suppress
from contextvars import ContextVar
from typing import BinaryIO, Final

# -- files of the program ------------------------------------------------------------------------------


class BrokenInstallation(Exception):  # noqa: N818 - it names a state of the installation
    """A file that belongs to the program is missing; the message says which."""


def package_text(package: str, name: str) -> str:
    """Return the text of a file beside the modules of a package; raises `BrokenInstallation` without it."""
    data = package_data(package, name)
    if data is None:
        raise BrokenInstallation(f"the file {name} is missing")
    return data.decode("utf-8")


def package_data(package: str, name: str) -> bytes | None:
    """Return a file beside a package's modules, None without it; `importlib.resources` starts more slowly."""
    import pkgutil

    with suppress(OSError):
        return pkgutil.get_data(package, name)
    return None


def grammar_data(name: str) -> bytes | None:
    """Return a file of `grammars/`, inside the package or (in a checkout) beside it, None without it."""
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
# To open a pipe does not wait for its other end, to read what has nothing yet does not wait either, and a
# terminal does not become the program's own. Where a system lacks one of them there is nothing to ward off.
_OPEN: Final = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)


def watch() -> None:
    """From here on files are noted as they are read; before, and for those who score by import, none is."""
    _READ.set(set())


def noted() -> tuple[str, ...]:
    """Return the files read since `watch`, by the names they were read by."""
    return tuple(sorted(_READ.get() or ()))


def read_plain(path: str | os.PathLike[str], most: int) -> bytes:
    """Return all bytes of a plain file of at most `most` bytes.

    Raises OSError, with the reason in words, for anything else: a folder, a device, a pipe, a longer file.
    It never waits, and never has more than one byte too many in memory.
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
    """Return a plain file, open; raises OSError as `read_plain` does, and does not wait either."""
    try:
        # Not even opened, where that is known before: a tape winds back, a watchdog begins to count.
        _must_be_plain(os.stat(path), path)
        handle = os.open(path, _OPEN)
    except ValueError:
        raise FileNotFoundError(errno.ENOENT, "no such name", path) from None
    file = os.fdopen(handle, "rb")
    try:
        # Another file may have taken the name since.
        _must_be_plain(os.fstat(handle), path)
    except OSError:
        file.close()
        raise
    return file


def _must_be_plain(status: os.stat_result, path: str | os.PathLike[str]) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", path)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is no plain file", path)
