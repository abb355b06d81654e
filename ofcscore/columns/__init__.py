"""The vectorized path: deals by the thousand as arrays, from Arrow or the bytes of a log, to scores and sums.

It gives what the reference path gives, or hands deals back to it. Other programs import `ofcscore.bulk`.
Needs the extra `ofcscore[bulk]` (numpy and pyarrow), which nothing else imports.
"""

from typing import Final

LONG: Final = 1 << 20
"""A log of so many bytes is worth the time that it takes to import numpy."""
