"""The chart of running totals as SVG, on the page and alone, and as a picture.

Lines differ by colour, by dash and by the shape of their marks, and each has its name at its end, so
that no reader depends on one of them. Colours are safe for the common kinds of colour blindness.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from typing import Any, Final

from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.screen import text_width
from ofcscore.report.base import Report
from ofcscore.report.chart import (
    TotalLine,
    chart_words,
    counts,
    extent,
    moments,
    night_at,
    running_totals,
    side_by_side,
    ticks,
)
from ofcscore.report.wording import FILE_STYLE, count, isolated, log_words, real_minus
from ofcscore.scoring.deal import Points
from ofcscore.scoring.lines import signed
from ofcscore.session.money import Outcome
from ofcscore.session.result import NightMark, SessionResult

# After Okabe and Ito, darkened for paper and lightened for a dark page until each has three to one.
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
"""So much is free around the chart in a file of its own."""
_LETTER: Final = 0.64
"""How wide a letter is in a wide font, of its height."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a drawing, in its own units, and of its letters."""

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
    """Return the chart alone as an SVG file, light or dark as its reader's screen is."""
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
    """Return the chart as an `<svg>` element: for a page, or `alone` for a file, with a title and margins."""
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
    parts += at.axes()
    parts += at.night_marks()
    parts += at.bands()
    for i in range(len(lines)):
        parts += at.line(i)
    parts += at.labels()
    parts.append("</svg>")
    return "".join(parts)


def _style(people: int) -> str:
    """Return the CSS for hovering and for dark screens; the drawing is complete without it."""
    dark = "".join(
        f".s{i}{{stroke:{c}}}.m{i}{{fill:{c}}}" for i, c in enumerate(_DARK) if i < min(people, len(_DARK))
    )
    return (
        ".chart .b{fill-opacity:0}.chart .b:hover{fill-opacity:.09}"
        "@media screen and (prefers-color-scheme:dark){"
        ".chart .bg{fill:#1c1f25}.chart text{fill:#ece9e3}.chart .y{fill:#b3aea4}"
        f".chart .g{{stroke:#343942}}.chart .z{{stroke:#8b877f}}.chart .k{{stroke:#1c1f25}}"
        f".chart .b{{fill:#fff}}{dark}}}"
    )


class _Plot:
    """The geometry of a chart in one frame, and its parts as SVG."""

    def __init__(self, lines: Sequence[TotalLine], frame: Frame, nights: Sequence[NightMark]) -> None:
        self.lines = lines
        self.frame = frame
        self.nights = nights if len(nights) > 1 else ()
        em = frame.letters
        self.ends = [
            isolated(FILE_STYLE.fit(line.person, frame.name_width))
            + " "
            + real_minus(signed(line.totals[-1]))
            for line in lines
        ]
        self.low, self.high = extent(lines)
        self.ticks = ticks(self.low, self.high, frame.ticks)
        self.first = min((line.deals[0] for line in lines), default=0)
        self.last = max((line.deals[-1] for line in lines), default=1)
        self.label_height = em + 4
        self.width = frame.width
        self.height = max(frame.height, self.label_height * len(lines) + 60)
        self.left = em * 0.7 * max(len(signed(t)) for t in self.ticks) + 10
        self.right = self.width - em * _LETTER * max(map(text_width, self.ends), default=0) - em * 1.9
        self.top, self.bottom = em * (2.4 if self.nights else 1), self.height - em * 2.9

    def x(self, deals: int) -> float:
        span = max(self.last - self.first, 1)
        return self.left + (self.right - self.left) * (deals - self.first) / span

    def y(self, total: Points) -> float:
        share = float(total - self.low) / (self.high - self.low)
        return self.bottom - (self.bottom - self.top) * share

    def axes(self) -> list[str]:
        """Horizontal lines with their points, the numbers of deals, and what they count."""
        em = self.frame.letters
        parts = []
        for tick in self.ticks:
            y = self.y(tick)
            ink = 'class="z" stroke="#77736b"' if tick == 0 else 'class="g" stroke="#e4dfd6"'
            parts.append(f'<path {ink} d="M{_n(self.left)} {_n(y)}H{_n(self.right)}"/>')
            parts.append(_axis_text(self.left - 7, y + em * 0.35, real_minus(signed(tick)), "end"))
        told = counts(self.first, self.last, self.frame.ticks)
        parts += [_axis_text(self.x(deals), self.bottom + em * 1.45, str(deals)) for deals in told]
        middle = (self.left + self.right) / 2
        return [*parts, _axis_text(middle, self.bottom + em * 2.65, "deals played")]

    def night_marks(self) -> list[str]:
        """Draw a line where each night but the first begins, unless too near another, and its name."""
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
        parts += [
            _axis_text(x, em * 1.2, escape(isolated(name)), "start")
            for x, name in zip(places, names, strict=True)
            if x is not None
        ]
        return parts

    def bands(self) -> list[str]:
        """Invisible bands that tell all totals of a moment to whoever points at one."""
        at = moments(self.lines)
        centres = [self.x(deals) for deals in at]
        parts = []
        for i, deals in enumerate(at):
            start = (centres[i - 1] + centres[i]) / 2 if i else max(self.left, self.x(self.first))
            end = (centres[i] + centres[i + 1]) / 2 if i + 1 < len(at) else self.right
            night = night_at(self.nights, deals)
            when = count(deals, "deal") + (f", {show(night)}" if night is not None else "")
            words = ", ".join(
                f"{show(line.person)} {real_minus(signed(total))}"
                for line in self.lines
                if (total := line.after(deals)) is not None
            )
            parts.append(
                f'<rect class="b" fill-opacity="0" x="{_n(start)}" y="{_n(self.top)}"'
                f' width="{_n(end - start)}" height="{_n(self.bottom - self.top)}">'
                f"<title>After {escape(when)}: {escape(words)}</title></rect>"
            )
        return parts

    def line(self, i: int) -> list[str]:
        """Return one person's line and its marks; neither catches the pointer."""
        line = self.lines[i]
        dash = _DASHES[i % len(_DASHES)]
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        colour = i % len(_LIGHT)
        points = [(self.x(d), self.y(t)) for d, t in zip(line.deals, line.totals, strict=True)]
        looks: Iterable[int] = range(line.looks)
        if line.looks > 42:
            looks = (*range(0, line.looks, ceil(line.looks / 12)), line.looks - 1)
        marked = [(self.x(d), self.y(t)) for d, t in map(line.look, looks)]
        return [
            f'<path class="s{colour}" pointer-events="none" fill="none" stroke="{_LIGHT[colour]}"'
            f' stroke-width="2.2" stroke-linejoin="round" stroke-linecap="butt"{dashes}'
            f' d="{_path(points)}"/>',
            f'<path class="k m{colour}" pointer-events="none" fill="{_LIGHT[colour]}" stroke="#fff"'
            f' d="{"".join(_mark(i, x, y) for x, y in marked[1:])}"/>',
        ]

    def labels(self) -> list[str]:
        """Return the names at the ends of the lines, moved apart where they would overlap."""
        em = self.frame.letters
        ends = {i: self.y(line.totals[-1]) for i, line in enumerate(self.lines)}
        order = sorted(ends, key=lambda i: (ends[i], i))
        places = _apart([ends[i] for i in order], self.label_height, em, self.height - em)
        parts = []
        for i, y in zip(order, places, strict=True):
            colour = i % len(_LIGHT)
            x = self.right + em * 1.25
            if abs(y - ends[i]) > 1:
                parts.append(
                    f'<path class="s{colour}" fill="none" stroke="{_LIGHT[colour]}"'
                    f' d="M{_n(self.right)} {_n(ends[i])}L{_n(x - em * 0.4)} {_n(y)}"/>'
                )
            parts.append(
                f'<path class="m{colour}" fill="{_LIGHT[colour]}" d="{_mark(i, x, y)}"/>'
                f'<text fill="#1f1d1a" x="{_n(x + em * 0.6)}" y="{_n(y + em * 0.35)}">'
                f"{escape(self.ends[i])}</text>"
            )
        return parts


def _axis_text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text class="y" fill="#5f5a52" text-anchor="{anchor}" x="{_n(x)}" y="{_n(y)}">{text}</text>'


def _path(points: Sequence[tuple[float, float]]) -> str:
    """Return a polyline as short as SVG can say it: tenths of a unit, each step from the one before."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    (x0, y0), parts = tenths[0], []
    for x, y in tenths[1:]:
        parts.append(f"{_tenths(x - x0)} {_tenths(y - y0)}")
        x0, y0 = x, y
    return f"M{_tenths(tenths[0][0])} {_tenths(tenths[0][1])}l{' '.join(parts)}".replace(" -", "-")


def _tenths(n: int) -> str:
    return str(n // 10) if n % 10 == 0 else f"{n / 10:.1f}"


def _n(value: float) -> str:
    return _tenths(round(value * 10))


def _mark(i: int, x: float, y: float) -> str:
    """Return a mark of the person's shape around a point, as a piece of a path."""
    number = i % len(_MARKS)
    r, d = (3.4, 6.8) if number < 2 else (3, 4.2)
    named = {"r": r, "d": d, "t": round(d * 1.75, 2), "q": d * 2, "h": round(d * 0.64, 2)}
    return f"M{_n(x)} {_n(y)}" + _MARKS[number].format(**named)


def _apart(ends: Sequence[float], room: float, top: float, bottom: float) -> list[float]:
    """Return the places in their order, at least so much apart, inside the drawing."""
    places: list[float] = []
    for y in ends:
        places.append(max(y, top, places[-1] + room if places else top))
    limit = bottom
    for i in range(len(places) - 1, -1, -1):
        places[i] = min(places[i], limit)
        limit = places[i] - room
    return places


class MissingExtraError(Exception):
    """A package that only an extra brings is not here; the text says how to get it."""


class ChartReport(Report):
    """`svg`: the chart of running totals alone."""

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        return render_chart_svg(outcome.session), ""


def picture(svg: str) -> bytes:
    """Return a chart as a png. Raises MissingExtraError without the extra."""
    resvg = need_picture()
    # Many fonts have no real minus sign, and another font's would stand out here.
    return bytes(resvg.svg_to_bytes(svg_string=svg.replace("−", "-"), zoom=_PICTURE_ZOOM))


def need_picture() -> Any:
    """Return the package that draws pictures. Raises MissingExtraError without the extra."""
    try:
        import resvg_py
    except ImportError:
        raise MissingExtraError("a png needs one more package: pip install 'ofcscore[png]'") from None
    return resvg_py
