"""The vectorized path: deals by the thousand as arrays, from Arrow or the bytes of a log, to scores and sums.

It gives what the reference path gives, or hands deals back to it. Other programs import the names of
`__all__`, which need the extra `ofcscore[bulk]` (numpy and pyarrow) and raise ImportError without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ofcscore.bulk.arrow import score_batch, score_batches, whole_deals
    from ofcscore.bulk.files import score_file, score_files
    from ofcscore.bulk.layouts import schema
    from ofcscore.bulk.one_by_one import reach

LONG: Final = 1 << 20
"""A log of so many bytes is worth the time that it takes to import numpy."""
_MODULES: Final = {
    "reach": "one_by_one",
    "schema": "layouts",
    "score_batch": "arrow",
    "score_batches": "arrow",
    "score_file": "files",
    "score_files": "files",
    "whole_deals": "arrow",
}
__all__ = ["reach", "schema", "score_batch", "score_batches", "score_file", "score_files", "whole_deals"]


def __getattr__(name: str) -> Any:
    """Return what other programs import, whose packages take their time to load."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in ("numpy", "pyarrow"):
            raise
        message = "ofcscore.bulk needs numpy and pyarrow: pip install 'ofcscore[bulk]'"
        raise ImportError(message, name=error.name) from error
