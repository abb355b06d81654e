"""The files that a run reads beside its logs (rule sets, templates), so that none is written over."""

from contextvars import ContextVar
from typing import Final

_READ: Final[ContextVar[set[str] | None]] = ContextVar("read", default=None)


def watch() -> None:
    """From here on files are noted as they are read; before, and for those who score by import, none is."""
    _READ.set(set())


def note(path: str) -> None:
    """A file is read."""
    noted = _READ.get()
    if noted is not None:
        noted.add(path)


def noted() -> tuple[str, ...]:
    """The files read since `watch`, by the names they were read by."""
    return tuple(sorted(_READ.get() or ()))
