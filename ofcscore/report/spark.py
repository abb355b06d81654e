"""A running total as one word of block characters: `▁▂▅█▆▃`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ofcscore.scoring.deal import Points

BLOCKS: Final = "▁▂▃▄▅▆▇█"
PLAIN_BLOCKS: Final = "_.-~=+*#"
"""For screens without block characters."""


def evenly(count: int, most: int) -> list[int]:
    """At most so many of `count` numbers from 0 on, evenly spaced, the last one always there."""
    columns = min(most, count)
    return [(count - 1) * i // (columns - 1) for i in range(columns)] if columns > 1 else [count - 1]


def sparkline(
    totals: Sequence[Points],
    width: int = 24,
    low: Points | None = None,
    high: Points | None = None,
    *,
    signs: bool = True,
) -> str:
    """Totals as at most `width` blocks, the last one always the last total.

    `low` and `high` are what the lowest and the highest block stand for, so that several people share
    one scale; without them a line takes its own. A line that never moves stands in the middle.

    >>> sparkline([0, 1, 2, 3, 4, 5, 6, 7])
    '▁▂▃▄▅▆▇█'
    >>> sparkline([0, 5, 10], signs=False), sparkline([3, 3])
    ('_=#', '▅▅')
    """
    if not totals or width < 1:
        return ""
    blocks = BLOCKS if signs else PLAIN_BLOCKS
    shown = [totals[i] for i in evenly(len(totals), width)]
    bottom = min(totals) if low is None else low
    top = max(totals) if high is None else high
    span = top - bottom
    if span <= 0:
        return blocks[len(blocks) // 2] * len(shown)
    steps = len(blocks) - 1
    return "".join(blocks[int((2 * steps * (total - bottom) + span) // (2 * span))] for total in shown)
