"""Read the files of the program, and small plain files such as rule sets.

The files of the program are found in a wheel, a zipped wheel, an editable install or a checkout. They are
never looked for in the current folder, temporary folders or caches. The command line records which other
files it reads, so that no output overwrites them.
"""

import errno
import os
import stat
from contextlib import suppress
from contextvars import ContextVar
from importlib import import_module
from typing import Any, BinaryIO, Final

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
