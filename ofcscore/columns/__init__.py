"""Deals by the thousand come in as arrays, from Arrow or the bytes of a log; scores and sums go out.

They are those of the plain way, or the deals are handed back to it. Other programs know this package as
`ofcscore.bulk`. Needs the extra `ofcscore[bulk]` (numpy and pyarrow), which nothing else imports.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ofcscore.columns.arrow import score_batch, score_batches, whole_deals
    from ofcscore.columns.files import score_file, score_files
    from ofcscore.columns.pays import reach
    from ofcscore.columns.schemas import schema

__all__ = [
    "reach",
    "schema",
    "score_batch",
    "score_batches",
    "score_file",
    "score_files",
    "whole_deals",
]

LONG: Final = 1 << 20
"""A log of so many bytes is worth the time that it takes to import numpy."""

_HOMES = {
    "columns.arrow": ("score_batch", "score_batches", "whole_deals"),
    "columns.files": ("score_file", "score_files"),
    "columns.schemas": ("schema",),
    "columns.pays": ("reach",),
}
_EXTRA = ("numpy", "pyarrow")
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """A public name, from its module when it is first asked for: the package alone imports nothing.

    Raises ImportError where numpy or pyarrow is missing, and says what to install.
    """
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = import_module(f"ofcscore.{home}")
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in _EXTRA:
            raise
        words = f"ofcscore.bulk needs {' and '.join(_EXTRA)}: pip install 'ofcscore[bulk]'"
        raise ImportError(words, name=error.name) from error
    value = globals()[name] = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
