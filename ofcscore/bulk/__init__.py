"""Deals by the million from Arrow and Parquet, for other programs: as arrays, or deal by deal if need be.

Needs the extra `ofcscore[bulk]` (numpy and pyarrow), and raises ImportError without it.
"""

from ofcscore.columns.pays import reach

try:
    from ofcscore.columns.arrow import score_batch, score_batches, whole_deals
    from ofcscore.columns.files import score_file, score_files
    from ofcscore.columns.schemas import schema
except ImportError as error:
    if error.name is None or error.name.partition(".")[0] not in ("numpy", "pyarrow"):
        raise
    message = "ofcscore.bulk needs numpy and pyarrow: pip install 'ofcscore[bulk]'"
    raise ImportError(message, name=error.name) from error

__all__ = [
    "reach",
    "schema",
    "score_batch",
    "score_batches",
    "score_file",
    "score_files",
    "whole_deals",
]
