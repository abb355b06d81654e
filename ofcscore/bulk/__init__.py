"""The vectorized path: score many deals at once, from Arrow data or the bytes of a log.

Its results are those of the reference path, which scores the deals that the vectorized path does not support.
The public names are those of `__all__`. They need the extra `ofcscore[bulk]` (numpy and pyarrow) and raise
ImportError without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ofcscore.bulk.arrow import score_batch, score_batches, whole_deals
    from ofcscore.bulk.files import score_file, score_files
    from ofcscore.bulk.layouts import schema
    from ofcscore.bulk.supported import reach

LONG: Final = 1 << 20
"""The size in bytes from which a log is worth importing numpy."""
__all__ = ["reach", "schema", "score_batch", "score_batches", "score_file", "score_files", "whole_deals"]


def __getattr__(name: str) -> Any:
    """Import a public name on first use, because numpy and pyarrow load slowly."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        modules = (import_module(f"{__name__}.{module}") for module in ("supported", "arrow", "files"))
        return next(getattr(module, name) for module in modules if hasattr(module, name))
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in ("numpy", "pyarrow"):
            raise
        message = "ofcscore.bulk needs numpy and pyarrow; run `pip install 'ofcscore[bulk]'`"
        raise ImportError(message, name=error.name) from error
