"""Where deals begin in the bytes of a text log."""

from __future__ import annotations

import re
from typing import Final

DEAL: Final = re.compile(rb"\n(?=(?:[Dd]eal|[Hh]and) [A-Za-z0-9_.-]+(?: [0-9-]+)?\n)")
"""The end of a line behind which a deal begins, whatever stands before it."""
_MOST_OF_A_DEAL: Final = 2048


def first_deal_ends(start: bytes) -> int | None:
    """Where the first deal of a log has ended for certain, None where no other begins."""
    found = DEAL.finditer(start)
    next(found, None)
    second = next(found, None)
    return None if second is None else second.end()


def last_deal(data: bytes) -> int:
    """Where the last deal begins, 0 where none begins behind the first."""
    looked_at = _MOST_OF_A_DEAL
    while True:
        start = max(0, len(data) - looked_at)
        ends = [found.end() for found in DEAL.finditer(data, start)]
        if ends or not start:
            return ends[-1] if ends else 0
        looked_at *= 16
