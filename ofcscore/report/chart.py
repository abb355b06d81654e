"""The running totals of a session: what its charts draw, in the terminal, as SVG and as a picture."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from ofcscore.diagnostics.problem import show
from ofcscore.report.wording import count
from ofcscore.scoring.deal import Points
from ofcscore.scoring.lines import signed
from ofcscore.session.nights import NightMark
from ofcscore.session.result import SessionResult

ROWS_AT_MOST: Final = 60
"""So many moments of a session are listed beside the chart, evenly spaced when there were more deals."""


@dataclass(frozen=True, slots=True)
class TotalLine:
    """One person's total, `totals[i]` after `deals[i]` deals of the session; the last one is the end.

    It was looked at every `step` deals, and is told where it turns: what lies between lies on a line.
    """

    person: str
    deals: tuple[int, ...]
    totals: tuple[Points, ...]
    step: int = 1

    def after(self, deals: int) -> Points | None:
        """Return the latest total known after so many deals, None before the person came."""
        at = bisect_right(self.deals, deals)
        return self.totals[at - 1] if at else None

    @property
    def looks(self) -> int:
        """How often it was looked at."""
        return ceil((self.deals[-1] - self.deals[0]) / self.step) + 1

    def look(self, number: int) -> tuple[int, Points]:
        """Return how many deals had been played when it was looked at, from 0 on, and the total then."""
        deals = min(self.deals[0] + number * self.step, self.deals[-1])
        return deals, self.totals[bisect_right(self.deals, deals) - 1]


def running_totals(session: SessionResult) -> tuple[TotalLine, ...]:
    """Return the running totals that a session kept, in the order of its seats."""
    lines = []
    for standing in session.standings:
        deals, totals = zip(*standing.running.points(), strict=True)
        lines.append(TotalLine(standing.person, deals, totals, standing.running.step))
    return tuple(lines)


def moments(lines: Sequence[TotalLine]) -> list[int]:
    """Return the numbers of deals after which totals are listed: all of them, or some, evenly spaced."""
    first = min((line.deals[0] for line in lines), default=0)
    last = max((line.deals[-1] for line in lines), default=0)
    kept = max((line.step for line in lines), default=1)
    step = max(1, ceil((last - first) / ROWS_AT_MOST / kept)) * kept
    return [*range(first + step, last, step), last] if last > first else [last]


def chart_words(lines: Sequence[TotalLine]) -> str:
    """Return the chart in words, for those who do not see it."""
    words = []
    for line in lines:
        best, worst = max(line.totals), min(line.totals)
        parts = [f"{show(line.person)} ends at {signed(line.totals[-1])}"]
        if best > max(line.totals[-1], 0):
            parts.append(f"highest {signed(best)} after {count(_when(line, best), 'deal')}")
        if worst < min(line.totals[-1], 0):
            parts.append(f"lowest {signed(worst)} after {count(_when(line, worst), 'deal')}")
        words.append(", ".join(parts))
    return "; ".join(words) + "."


def _when(line: TotalLine, total: Points) -> int:
    return line.deals[line.totals.index(total)]


def night_at(nights: Sequence[NightMark], deals: int) -> str | None:
    """Return the night of the last of so many deals; None where all are one night."""
    begun = [night.name for night in nights if night.before < deals]
    return begun[-1] if begun and len(nights) > 1 else None


def side_by_side(labels: Iterable[tuple[float, float]], end: float, gap: float) -> list[float | None]:
    """Return where labels begin so that none overlaps the next or passes `end`.

    A label is its wanted place and its width. None stands for one that finds no room.

    >>> side_by_side([(0, 7), (5, 7), (12, 7), (30, 7)], 34, 1)
    [0, None, 12, 27]
    """
    places: list[float | None] = []
    free: float = 0
    for at, width in labels:
        start = min(at, end - width)
        places.append(start if start >= free else None)
        free = start + width + gap if start >= free else free
    return places


def extent(lines: Iterable[TotalLine]) -> tuple[Points, Points]:
    """Return the lowest and the highest total, zero included; the axis of points ends there."""
    totals = [total for line in lines for total in line.totals]
    low, high = min([*totals, 0]), max([*totals, 0])
    return (low, high) if high > low else (0, 1)


def ticks(low: Points, high: Points, most: int) -> list[int]:
    """Return round numbers of points between two others, zero among them."""
    step = _round_step(ceil(high - low), most)
    return list(range(-int(-low // step) * step, int(high // step) * step + 1, step))


def counts(first: int, last: int, most: int) -> list[int]:
    step = _round_step(max(last - first, 1), most)
    return list(range(-(-first // step) * step, last + 1, step))


def _round_step(span: int, most: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 ... that goes into a span at most so many times."""
    steps: Iterator[int] = (digit * 10**zeros for zeros in itertools.count() for digit in (1, 2, 5))
    return next(step for step in steps if span <= step * most)
