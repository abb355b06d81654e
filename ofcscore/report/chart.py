"""Charts of running totals: as text for a terminal, as SVG and as PNG.

In SVG each line has its own color, dashes and marks, and a name at its end. A reader needs only one of them.
The colors suit the common kinds of color blindness.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import ceil
from string import ascii_uppercase
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.terminal import (
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
from ofcscore.report.views import Report
from ofcscore.report.wording import FILE_STYLE, NAME_WIDTH, Style, count, isolated, log_words, real_minus
from ofcscore.scoring.deal import Points
from ofcscore.scoring.score_lines import signed
from ofcscore.session.money import Outcome
from ofcscore.session.result import NightMark, SessionResult

ROWS_AT_MOST: Final = 60
"""The most deal counts whose totals are listed beside the chart."""


class TotalLine(NamedTuple):
    """One person's running total: `totals[i]` is the total after `deals[i]` deals.

    `deals` starts at 0. The total is sampled every `step` deals. Only bends of its line are stored.
    """

    person: str
    deals: tuple[int, ...]
    totals: tuple[Points, ...]
    step: int = 1

    def after(self, deals: int) -> Points:
        """Return the latest stored total after at most `deals` deals."""
        return self.totals[bisect_right(self.deals, deals) - 1]

    @property
    def looks(self) -> list[int]:
        """The deal counts at which the total was sampled, the last one included."""
        return [*range(0, self.deals[-1], self.step), self.deals[-1]]


def running_totals(session: SessionResult) -> tuple[TotalLine, ...]:
    lines = []
    for standing in session.standings:
        deals, totals = zip(*standing.running.points(), strict=True)
        lines.append(TotalLine(standing.person, deals, totals, standing.running.step))
    return tuple(lines)


def moments(lines: Sequence[TotalLine]) -> list[int]:
    """Return the deal counts to list totals for: all, or some, evenly spaced."""
    last = max((line.deals[-1] for line in lines), default=0)
    kept = max((line.step for line in lines), default=1)
    step = max(1, ceil(last / ROWS_AT_MOST / kept)) * kept
    return [*range(step, last, step), last]


def chart_words(lines: Sequence[TotalLine]) -> str:
    """Return the chart in words for readers who cannot see it."""
    words = []
    for line in lines:
        last = line.totals[-1]
        words.append(f"{show(line.person)} ends at {signed(last)}")
        for word, most in (("highest", max), ("lowest", min)):
            total = most(line.totals)
            if total != most(last, 0):
                deals = line.deals[line.totals.index(total)]
                words[-1] += f", {word} {signed(total)} after {count(deals, 'deal')}"
    return "; ".join(words) + "."


def side_by_side(labels: Iterable[tuple[float, float]], end: float, gap: float) -> list[float | None]:
    """Return the starts of labels so that none overlaps another or passes `end`.

    Each label is given as its wanted start and its width. The start is None if the label does not fit.

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
    """Return the ends of the points axis: the lowest and highest total, or zero."""
    totals = [total for line in lines for total in line.totals]
    low, high = min([*totals, 0]), max([*totals, 0])
    return (low, high) if high > low else (0, 1)


def ticks(low: Points, high: Points, most: int) -> list[int]:
    """Return ticks from `low` to `high` in at most `most` steps (1, 2, 5, 10 ...)."""
    span = max(ceil(high - low), 1)
    steps: Iterator[int] = (digit * 10**zeros for zeros in itertools.count() for digit in (1, 2, 5))
    step = next(step for step in steps if span <= step * most)
    return list(range(int(-(-low // step)) * step, int(high // step) * step + 1, step))


BLOCKS: Final = "▁▂▃▄▅▆▇█"
ASCII_BLOCKS: Final = "_.-~=+*#"


def render_chart_text(session: SessionResult, style: Style) -> list[str]:
    """Return lines for a terminal: the chart, then a legend with sparklines."""
    lines = running_totals(session)
    marks = [f"{mark(person, style)} " for person in range(len(lines))]
    small = spark_lines(lines, style._replace(width=style.width - 2))
    return [*drawing(lines, session.nights, style), "", *map(str.__add__, marks, small)]


def spark_lines(lines: Sequence[TotalLine], style: Style) -> list[str]:
    """Return one line per person: name, sparkline, final total."""
    names = [style.fit(line.person, NAME_WIDTH) for line in lines]
    ends = [signed(line.totals[-1]) for line in lines]
    name_width = max(map(text_width, names), default=0)
    end_width = max(map(len, ends), default=0)
    room = max(8, min(style.width - name_width - end_width - 4, 60))
    low = min((min(line.totals) for line in lines), default=0)
    high = max((max(line.totals) for line in lines), default=0)
    shown = []
    for line, name, end in zip(lines, names, ends, strict=True):
        looks = line.looks
        totals = [line.after(looks[i]) for i in evenly(len(looks), room)]
        drawn = sparkline(totals, low, high, signs=style.signs)
        shown.append(f"{left(name, name_width)}  {drawn}  {right(end, end_width)}")
    return shown


def sparkline(totals: Sequence[Points], low: Points, high: Points, *, signs: bool = True) -> str:
    """Return one block per total, from the lowest (`low`) to the highest (`high`).

    If `low` equals `high`, all blocks have middle height.

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
    """Return at most `most` evenly spaced indices below `count`, with the last one."""
    columns = min(most, count)
    return [(count - 1) * i // (columns - 1) for i in range(columns)] if columns > 1 else [count - 1]


# -- the drawing ---------------------------------------------------------------------------------------

_ROWS: Final = 16
_TICKS: Final = 5
_LETTERS: Final = f"ox+*#@%&{ascii_uppercase}"
_INKS: Final = (BLUE, YELLOW, MAGENTA, CYAN, GREEN, RED)
_BOX: Final = "│┤└─┬┈┊"
_ASCII: Final = "|++-+.:"
"""Left axis, its tick, corner, bottom axis, its tick, zero line, night start."""


def mark(person: int, style: Style) -> str:
    """Return the character for the line of a person (by index), colored if possible."""
    letter = _LETTERS[person % len(_LETTERS)]
    return inked(letter, _INKS[person % len(_INKS)]) if style.color else letter


def drawing(lines: Sequence[TotalLine], nights: Sequence[NightMark], style: Style) -> list[str]:
    """Draw the chart in characters as wide as the screen, one character per person."""
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
    below = {column(deals): str(deals) for deals in ticks(0, last, _TICKS)}
    bottom = "".join(tick if i in below else axis for i in range(room))
    names = [(indent + 1 + column(night.before), style.fit(night.name, NAME_WIDTH)) for night in nights]
    return [
        *([_beside(names, style.width)] if len(nights) > 1 else []),
        *(
            f"{said.get(i, ''):>{indent}}{left_tick if i in said else left_axis}{''.join(row).rstrip()}"
            for i, row in enumerate(cells)
        ),
        " " * indent + corner + bottom,
        _beside(((at + indent + 1 - len(text) // 2, text) for at, text in below.items()), style.width),
        f"{'deals played':^{style.width}}".rstrip(),
    ]


def _row(total: float | Points, low: Points, high: Points) -> int:
    """Return the row of a total in the drawing, counted from the top."""
    return round((high - total) * (_ROWS - 1) / (high - low))


def _between(line: TotalLine, deals: float) -> float:
    """Return the total after `deals` deals, interpolated between stored totals."""
    at = bisect_right(line.deals, deals)
    if at == len(line.deals):
        return float(line.totals[-1])
    (begin, end), (before, after) = line.deals[at - 1 : at + 1], map(float, line.totals[at - 1 : at + 1])
    return before + (after - before) * (deals - begin) / (end - begin)


def _beside(texts: Iterable[tuple[int, str]], width: int) -> str:
    """Return one line with each text at its column, without texts that do not fit."""
    texts = list(texts)
    places = side_by_side([(at, text_width(text)) for at, text in texts], width, 1)
    line = ""
    for place, (_, text) in zip(places, texts, strict=True):
        if place is not None:
            line = left(line, int(place)) + text
    return line


# -- SVG and PNG ---------------------------------------------------------------------------------------

# After Okabe and Ito, darkened for light pages and lightened for dark ones to a contrast of 3:1.
_LIGHT: Final = ("#0072b2", "#c04a00", "#00805c", "#a8457f", "#8a6200", "#5b4fc4", "#3f3f3f", "#7a3b12")
_DARK: Final = ("#56b4e9", "#f0884a", "#2fc79c", "#e79cc6", "#e6b93f", "#aaa0ff", "#dddddd", "#d9a27c")
_DASHES: Final = ("", "9 5", "2.5 4.5", "12 4 2.5 4", "6 3", "14 4", "2.5 3 9 3", "4 7")
_MARKS: Final = (
    "m-{r} 0a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z",
    "m-{r}-{r}h{d}v{d}h-{d}z",
    "m0-{d}l{d} {d}-{d} {d}-{d}-{d}z",
    "m0-{d}l{d} {t}h-{q}z",
    "m0 {d}l{d}-{t}h-{q}z",
    "m-{h}-{d}h{r}v{h}h{h}v{r}h-{h}v{h}h-{r}v-{h}h-{h}v-{r}h{h}z",
)
_FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"
_PICTURE_ZOOM: Final = 2
MARGIN: Final = 24
"""The margin around the chart in a file of its own, in SVG units."""
_LETTER: Final = 0.64
"""The width of a letter in a wide font, as a fraction of the font size."""


class Frame(NamedTuple):
    """A chart size: width, least height and font size in SVG units, label limits."""

    key: str
    width: int
    height: int
    letters: int
    name_width: int
    ticks: int


WIDE: Final = Frame("w", 960, 400, 14, 16, 6)
MIDDLE: Final = Frame("m", 640, 340, 13, 14, 6)
NARROW: Final = Frame("n", 320, 300, 12, 9, 5)


def render_chart_svg(session: SessionResult) -> str:
    """Return the chart as an SVG file for light and dark screens."""
    said = log_words(session.tables, FILE_STYLE)
    return chart_svg(running_totals(session), WIDE, session.nights, alone=True, title=said) + "\n"


def chart_svg(
    lines: Sequence[TotalLine],
    frame: Frame,
    nights: Sequence[NightMark] = (),
    *,
    alone: bool = False,
    title: str = "",
) -> str:
    """Return the chart as `<svg>`; `alone` adds margins and a background for a file."""
    at = _Plot(lines, frame, nights)
    ids = f"chart-{frame.key}"
    margin = MARGIN if alone else 0
    width, height = at.width + 2 * margin, at.height + 2 * margin
    size = f' width="{width}" height="{height}"' if alone else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart {frame.key}"{size}'
        f' viewBox="{-margin} {-margin} {width} {height}" role="img" aria-labelledby="{ids}-t {ids}-d"'
        f' font-family="{_FONT}" font-size="{frame.letters}">',
        f'<title id="{ids}-t">{escape(f"{title}: running" if title else "Running")} totals by deal</title>',
        f'<desc id="{ids}-d">{escape(chart_words(lines))}</desc>',
        f"<style>{_style(len(lines))}</style>",
    ]
    if alone:
        parts.append(
            f'<rect class="bg" x="{-margin}" y="{-margin}" width="{width}" height="{height}" fill="#fff"/>'
        )
    drawn = (part for i in range(len(lines)) for part in at.line(i))
    return "".join([*parts, *at.axes(), *at.night_marks(), *at.bands(), *drawn, *at.labels(), "</svg>"])


def _style(people: int) -> str:
    """Return CSS for hovering and dark screens. The chart is complete without it."""
    dark = "".join(f".s{i}{{stroke:{c}}}.m{i}{{fill:{c}}}" for i, c in enumerate(_DARK[:people]))
    return (
        ".chart .b{fill-opacity:0}.chart .b:hover{fill-opacity:.09}"
        "@media screen and (prefers-color-scheme:dark){"
        ".chart .bg{fill:#1c1f25}.chart text{fill:#ece9e3}.chart .y{fill:#b3aea4}"
        f".chart .g{{stroke:#343942}}.chart .z{{stroke:#8b877f}}.chart .k{{stroke:#1c1f25}}"
        f".chart .b{{fill:#fff}}{dark}}}"
    )


class _Plot:
    """The geometry of a chart in a frame, with methods that return its SVG parts."""

    def __init__(self, lines: Sequence[TotalLine], frame: Frame, nights: Sequence[NightMark]) -> None:
        self.lines = lines
        self.frame = frame
        self.nights = nights if len(nights) > 1 else ()
        em = frame.letters
        names = [isolated(FILE_STYLE.fit(line.person, frame.name_width)) for line in lines]
        self.ends = [
            f"{name} {real_minus(signed(line.totals[-1]))}" for name, line in zip(names, lines, strict=True)
        ]
        self.low, self.high = extent(lines)
        self.ticks = ticks(self.low, self.high, frame.ticks)
        self.last = max((line.deals[-1] for line in lines), default=1)
        self.label_height = em + 4
        self.width = frame.width
        self.height = max(frame.height, self.label_height * len(lines) + 60)
        self.left = em * 0.7 * max(len(signed(t)) for t in self.ticks) + 10
        self.right = self.width - em * _LETTER * max(map(text_width, self.ends), default=0) - em * 1.9
        self.top, self.bottom = em * (2.4 if self.nights else 1), self.height - em * 2.9

    def x(self, deals: int) -> float:
        return self.left + (self.right - self.left) * deals / max(self.last, 1)

    def y(self, total: Points) -> float:
        share = float(total - self.low) / (self.high - self.low)
        return self.bottom - (self.bottom - self.top) * share

    def axes(self) -> list[str]:
        """Return grid lines, the labels of both axes, and the title of the bottom axis."""
        em = self.frame.letters
        parts = []
        for tick in self.ticks:
            y = self.y(tick)
            ink = 'class="z" stroke="#77736b"' if tick == 0 else 'class="g" stroke="#e4dfd6"'
            parts.append(f'<path {ink} d="M{_n(self.left)} {_n(y)}H{_n(self.right)}"/>')
            parts.append(_axis_text(self.left - 7, y + em * 0.35, real_minus(signed(tick)), "end"))
        told = ticks(0, self.last, self.frame.ticks)
        parts += [_axis_text(self.x(deals), self.bottom + em * 1.45, str(deals)) for deals in told]
        middle = (self.left + self.right) / 2
        return [*parts, _axis_text(middle, self.bottom + em * 2.65, "deals played")]

    def night_marks(self) -> list[str]:
        """Return lines where later nights begin, unless too close, and names that fit."""
        em = self.frame.letters
        at = [self.x(night.before) for night in self.nights]
        parts = []
        last = self.left
        for x in at[1:]:
            if x - last >= em * 0.4:
                parts.append(
                    f'<path class="g" stroke="#cfc8ba" stroke-dasharray="3 3"'
                    f' d="M{_n(x)} {_n(em * 0.4)}V{_n(self.bottom)}"/>'
                )
                last = x
        names = [FILE_STYLE.fit(night.name, self.frame.name_width) for night in self.nights]
        wanted = [(x + em * 0.3, em * _LETTER * text_width(name)) for x, name in zip(at, names, strict=True)]
        places = side_by_side(wanted, self.right, em * 0.6)
        named = [(x, name) for x, name in zip(places, names, strict=True) if x is not None]
        return [*parts, *(_axis_text(x, em * 1.2, escape(isolated(name)), "start") for x, name in named)]

    def bands(self) -> list[str]:
        """Return invisible bands whose tooltips show all totals after a deal count."""
        at = moments(self.lines)
        centres = [self.x(deals) for deals in at]
        parts = []
        for i, deals in enumerate(at):
            start = (centres[i - 1] + centres[i]) / 2 if i else self.left
            end = (centres[i] + centres[i + 1]) / 2 if i + 1 < len(at) else self.right
            begun = [night.name for night in self.nights if night.before < deals]
            when = ", ".join([count(deals, "deal"), *map(show, begun[-1:])])
            totals = [f"{show(line.person)} {real_minus(signed(line.after(deals)))}" for line in self.lines]
            parts.append(
                f'<rect class="b" fill-opacity="0" x="{_n(start)}" y="{_n(self.top)}"'
                f' width="{_n(end - start)}" height="{_n(self.bottom - self.top)}">'
                f"<title>After {escape(when)}: {escape(', '.join(totals))}</title></rect>"
            )
        return parts

    def line(self, i: int) -> list[str]:
        """Return a person's line and marks, which let pointer events reach the bands."""
        line = self.lines[i]
        dash = _DASHES[i % len(_DASHES)]
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        color = i % len(_LIGHT)
        points = [(self.x(d), self.y(t)) for d, t in zip(line.deals, line.totals, strict=True)]
        looks = line.looks
        if len(looks) > 42:
            looks = [*looks[:: ceil(len(looks) / 12)], looks[-1]]
        marked = [(self.x(deals), self.y(line.after(deals))) for deals in looks]
        return [
            f'<path class="s{color}" pointer-events="none" fill="none" stroke="{_LIGHT[color]}"'
            f' stroke-width="2.2" stroke-linejoin="round" stroke-linecap="butt"{dashes}'
            f' d="{_path(points)}"/>',
            f'<path class="k m{color}" pointer-events="none" fill="{_LIGHT[color]}" stroke="#fff"'
            f' d="{"".join(_mark(i, x, y) for x, y in marked[1:])}"/>',
        ]

    def labels(self) -> list[str]:
        """Return the labels at the line ends, moved apart so that none overlap."""
        em = self.frame.letters
        ends = {i: self.y(line.totals[-1]) for i, line in enumerate(self.lines)}
        order = sorted(ends, key=lambda i: (ends[i], i))
        places = _apart([ends[i] for i in order], self.label_height, em, self.height - em)
        parts = []
        for i, y in zip(order, places, strict=True):
            color = i % len(_LIGHT)
            x = self.right + em * 1.25
            if abs(y - ends[i]) > 1:
                parts.append(
                    f'<path class="s{color}" fill="none" stroke="{_LIGHT[color]}"'
                    f' d="M{_n(self.right)} {_n(ends[i])}L{_n(x - em * 0.4)} {_n(y)}"/>'
                )
            parts.append(
                f'<path class="m{color}" fill="{_LIGHT[color]}" d="{_mark(i, x, y)}"/>'
                f'<text fill="#1f1d1a" x="{_n(x + em * 0.6)}" y="{_n(y + em * 0.35)}">'
                f"{escape(self.ends[i])}</text>"
            )
        return parts


def _axis_text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text class="y" fill="#5f5a52" text-anchor="{anchor}" x="{_n(x)}" y="{_n(y)}">{text}</text>'


def _path(points: Sequence[tuple[float, float]]) -> str:
    """Return a polyline as a short SVG path: relative steps in tenths of a unit."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = (f"{_tenths(x - x0)} {_tenths(y - y0)}" for (x0, y0), (x, y) in itertools.pairwise(tenths))
    return f"M{_tenths(tenths[0][0])} {_tenths(tenths[0][1])}l{' '.join(steps)}".replace(" -", "-")


def _tenths(n: int) -> str:
    return str(n // 10) if n % 10 == 0 else f"{n / 10:.1f}"


def _n(value: float) -> str:
    return _tenths(round(value * 10))


def _mark(i: int, x: float, y: float) -> str:
    """Return the mark of person number `i` at a point, as part of an SVG path."""
    number = i % len(_MARKS)
    r, d = (3.4, 6.8) if number < 2 else (3, 4.2)
    named = {"r": r, "d": d, "t": round(d * 1.75, 2), "q": d * 2, "h": round(d * 0.64, 2)}
    return f"M{_n(x)} {_n(y)}" + _MARKS[number].format(**named)


def _apart(ends: Sequence[float], room: float, top: float, bottom: float) -> list[float]:
    """Move ascending positions at least `room` apart, between `top` and `bottom`."""
    places: list[float] = []
    for y in ends:
        places.append(max(y, top, places[-1] + room if places else top))
    limit = bottom
    for i in reversed(range(len(places))):
        places[i] = min(places[i], limit)
        limit = places[i] - room
    return places


class ChartReport(Report):
    """The `svg` report: only the chart of running totals."""

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        return render_chart_svg(outcome.session), ""


def picture(svg: str) -> bytes:
    """Render an SVG chart as PNG bytes. This needs the extra `png`."""
    import resvg_py

    # Many fonts lack the minus sign, and a sign from another font would stand out.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg.replace("−", "-"), zoom=_PICTURE_ZOOM))
