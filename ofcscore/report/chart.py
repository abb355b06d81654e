"""The running totals of a session: what its charts draw, in the terminal, as SVG and as a picture."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from string import ascii_uppercase
from typing import Final

from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.screen import (
    BLUE,
    CYAN,
    GREEN,
    MAGENTA,
    RED,
    YELLOW,
    inked,
    left,
    right,
    text_width,
)
from ofcscore.report.wording import NAME_WIDTH, Style, count
from ofcscore.scoring.deal import Points
from ofcscore.scoring.lines import signed
from ofcscore.session.result import NightMark, SessionResult

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


BLOCKS: Final = "▁▂▃▄▅▆▇█"
ASCII_BLOCKS: Final = "_.-~=+*#"
"""For screens without block characters."""


def render_chart_text(session: SessionResult, style: Style) -> list[str]:
    """Return the running totals as lines for a terminal: a drawing, and whose character is which."""
    lines = running_totals(session)
    marks = [f"{mark(person, style)} " for person in range(len(lines))]
    small = spark_lines(lines, style._replace(width=style.width - 2))
    return [*drawing(lines, session.nights, style), "", *map(str.__add__, marks, small)]


def spark_lines(lines: Sequence[TotalLine], style: Style) -> list[str]:
    """Return a line a person: name, a small chart of the running total, the total."""
    names = [style.fit(line.person, NAME_WIDTH) for line in lines]
    ends = [signed(line.totals[-1]) for line in lines]
    name_width = max(map(text_width, names), default=0)
    end_width = max(map(len, ends), default=0)
    room = max(8, min(style.width - name_width - end_width - 4, 60))
    low = min((min(line.totals) for line in lines), default=0)
    high = max((max(line.totals) for line in lines), default=0)
    shown = [[line.look(i)[1] for i in evenly(line.looks, room)] for line in lines]
    return [
        f"{left(name, name_width)}  {sparkline(totals, low, high, signs=style.signs)}"
        f"  {right(end, end_width)}"
        for name, totals, end in zip(names, shown, ends, strict=True)
    ]


def sparkline(totals: Sequence[Points], low: Points, high: Points, *, signs: bool = True) -> str:
    """Return a block for each total; the lowest block stands for `low`, the highest for `high`.

    A line that never moves stands in the middle.

    >>> sparkline([0, 1, 2, 3, 4, 5, 6, 7], 0, 7)
    '▁▂▃▄▅▆▇█'
    >>> sparkline([0, 5, 10], 0, 10, signs=False), sparkline([3, 3], 3, 3)
    ('_=#', '▅▅')
    """
    blocks = BLOCKS if signs else ASCII_BLOCKS
    span = high - low
    if span <= 0:
        return blocks[len(blocks) // 2] * len(totals)
    steps = len(blocks) - 1
    return "".join(blocks[int((2 * steps * (total - low) + span) // (2 * span))] for total in totals)


def evenly(count: int, most: int) -> list[int]:
    """At most so many of `count` numbers from 0 on, evenly spaced, the last one always there."""
    columns = min(most, count)
    return [(count - 1) * i // (columns - 1) for i in range(columns)] if columns > 1 else [count - 1]


# -- the drawing ---------------------------------------------------------------------------------------

_ROWS: Final = 16
_TICKS: Final = 5
_LETTERS: Final = f"ox+*#@%&{ascii_uppercase}"
_INKS: Final = (BLUE, YELLOW, MAGENTA, CYAN, GREEN, RED)
_BOX: Final = "│┤└─┬┈┊"
_ASCII: Final = "|++-+.:"
"""Axis, tick, corner, axis below, tick below, the line of no points, the beginning of a night."""


def mark(person: int, style: Style) -> str:
    """Return the character that a person's line is drawn with, by the place among all, in its colour."""
    letter = _LETTERS[person % len(_LETTERS)]
    return inked(letter, _INKS[person % len(_INKS)]) if style.colour else letter


def drawing(lines: Sequence[TotalLine], nights: Sequence[NightMark], style: Style) -> list[str]:
    """Draw the chart in characters, as wide as the screen, each person's line in one of its own."""
    low, high = extent(lines)
    said = {_row(total, low, high): signed(total) for total in ticks(low, high, _TICKS)}
    indent = max(map(len, said.values()))
    room = style.width - indent - 1
    last = max((line.deals[-1] for line in lines), default=0) or 1

    def column(deals: int) -> int:
        return round(deals * (room - 1) / last)

    left_axis, left_tick, corner, axis, tick, zero, begins = _BOX if style.signs else _ASCII
    cells = [[" "] * room for _ in range(_ROWS)]
    cells[_row(0, low, high)] = [zero] * room
    for night in nights[1:]:
        for row in cells:
            row[column(night.before)] = begins
    for person, line in enumerate(lines):
        before = _row(0, low, high)
        for i in range(room):
            now = _row(_between(line, i * last / (room - 1)), low, high)
            step = 1 if now > before else -1
            for passed in range(before + step, now + step, step) if now != before else [now]:
                cells[passed][i] = mark(person, style)
            before = now
    below = {column(deals): str(deals) for deals in counts(0, last, _TICKS)}
    bottom = "".join(tick if i in below else axis for i in range(room))
    return [
        *_night_names(nights, column, indent + 1, style),
        *(
            f"{said.get(i, ''):>{indent}}{left_tick if i in said else left_axis}{''.join(row).rstrip()}"
            for i, row in enumerate(cells)
        ),
        " " * indent + corner + bottom,
        _beside(((at + indent + 1 - len(text) // 2, text) for at, text in below.items()), style.width),
        f"{'deals played':^{style.width}}".rstrip(),
    ]


def _row(total: float | Points, low: Points, high: Points) -> int:
    """Return the row of the drawing, from above, that a total stands in."""
    return round((high - total) * (_ROWS - 1) / (high - low))


def _between(line: TotalLine, deals: float) -> float:
    """Return the total on the straight line between two that are known."""
    at = bisect_right(line.deals, deals)
    if at == len(line.deals):
        return float(line.totals[-1])
    (begin, end), (before, after) = line.deals[at - 1 : at + 1], map(float, line.totals[at - 1 : at + 1])
    return before + (after - before) * (deals - begin) / (end - begin)


def _night_names(
    nights: Sequence[NightMark], column: Callable[[int], int], indent: int, style: Style
) -> list[str]:
    """Return a line with the names of the nights above where they begin; nothing of one night."""
    if len(nights) < 2:
        return []
    names = [(indent + column(night.before), style.fit(night.name, NAME_WIDTH)) for night in nights]
    return [_beside(names, style.width)]


def _beside(texts: Iterable[tuple[int, str]], width: int) -> str:
    """Return texts in one line, each at its column, but for those that find no room."""
    texts = list(texts)
    places = side_by_side([(at, text_width(text)) for at, text in texts], width, 1)
    line = ""
    for place, (_, text) in zip(places, texts, strict=True):
        if place is not None:
            line = left(line, int(place)) + text
    return line
