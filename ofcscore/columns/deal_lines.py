"""Where deals begin in the bytes of a text log."""

from __future__ import annotations

import re
from typing import Final

DEAL: Final = re.compile(rb"\n(?=(?:[Dd]eal|[Hh]and) [A-Za-z0-9_.-]+(?: [0-9-]+)?\n)")
"""The end of a line behind which a deal begins, whatever stands before it."""
_MARKS: Final = (b"\ndeal ", b"\nhand ", b"\nDeal ", b"\nHand ")


def first_deal_ends(start: bytes) -> int | None:
    """Where the first deal of a log has ended for certain, None where no other begins."""
    found = DEAL.finditer(start)
    next(found, None)
    second = next(found, None)
    return None if second is None else second.end()


def last_deal(data: bytes) -> int:
    """Where the last deal begins, 0 where none begins behind the first."""
    end = len(data)
    while True:
        end = max(data.rfind(mark, 0, end) for mark in _MARKS)
        if end < 0:
            return 0
        if DEAL.match(data, end):
            return end + 1
