"""The chart of running totals: as SVG, as a picture, and in the terminal."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.api import Result
from ofcscore.diagnostics.terminal import text_width
from ofcscore.report.chart import (
    BLOCKS,
    MARGIN,
    MIDDLE,
    NARROW,
    ROWS_AT_MOST,
    WIDE,
    TotalLine,
    chart_svg,
    chart_words,
    drawing,
    evenly,
    moments,
    picture,
    render_chart_svg,
    render_chart_text,
    running_totals,
    sparkline,
)
from ofcscore.report.wording import Style
from ofcscore.session.result import SAMPLES, NightMark
from tests.browser.pages import log, result, score
from tests.command import run
from tests.loops import each
from tests.transcripts import EXAMPLES

SVG = "{http://www.w3.org/2000/svg}"
totals = st.lists(st.integers(-5000, 5000), min_size=1, max_size=60)


def _running(name: str, *values: int) -> TotalLine:
    return TotalLine(name, tuple(range(len(values))), tuple(values))


# -- values --------------------------------------------------------------------------------------------


def test_running_totals_end_at_the_sessions_totals() -> None:
    session = result().session
    lines = running_totals(session)
    assert {line.person: line.totals[-1] for line in lines} == dict(session.totals)
    for line in lines:
        assert line.deals[0] == 0
        assert line.deals[-1] == session.deals


def test_who_comes_later_begins_at_nothing() -> None:
    text = (
        log(2, ("Hero", "Gus")) + "deal 3\nHero: QQ5 / AA762 / 9TJQK\nGus: 663 / KK943 / JJJ44\nZoe: foul\n"
    )
    lines = {
        line.person: line for line in running_totals(score(text.replace("players: Hero, Gus\n", "")).session)
    }
    assert lines["Zoe"].deals == (0, 2, 3)
    assert lines["Zoe"].after(2) == 0
    assert lines["Zoe"].after(3) == lines["Zoe"].totals[-1] < 0


@each("deals", [1, 2, 59, 60, 61, 500])
def test_at_most_so_many_moments_are_listed_and_the_last_always(deals: int) -> None:
    found = moments([_running("Ann", *range(deals + 1))])
    assert len(found) <= ROWS_AT_MOST + 1
    assert found[-1] == deals
    assert found == sorted(set(found))


@pytest.mark.long
def test_a_long_session_has_no_more_points_than_are_kept() -> None:
    session = result(5_020).session
    lines = running_totals(session)
    assert all(len(line.totals) <= SAMPLES + 1 for line in lines)
    for line in lines:
        assert line.after(session.deals) == session.totals[line.person]
    sums = dict.fromkeys(session.totals, 0)
    exact = []
    for number, deal in enumerate(result(5_020).deals, 1):
        for name, points in deal.totals.items():
            assert isinstance(points, int)
            sums[name] += points
        if number in moments(lines):
            exact.append(list(sums.values()))
    assert exact == [[line.after(number) for line in lines] for number in moments(lines)]
    assert len(chart_svg(lines, WIDE)) < 100_000


def test_the_chart_in_words() -> None:
    lines = [_running("Ann", 0, 8, 3), _running("Bob", 0, -8, -3), _running("Cem", 0, 0, 0)]
    assert chart_words(lines) == (
        "Ann ends at +3, highest +8 after 1 deal; Bob ends at -3, lowest -8 after 1 deal; Cem ends at 0."
    )


# -- SVG -----------------------------------------------------------------------------------------------


def test_the_svg_stands_alone() -> None:
    root = ElementTree.fromstring(render_chart_svg(result().session))
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    ids = {e.attrib["id"] for e in root.iter() if "id" in e.attrib}
    assert set(root.attrib["aria-labelledby"].split()) <= ids
    assert "ends at" in (root.findtext(f"{SVG}desc") or "")
    assert not [e for e in root.iter() if e.tag in (f"{SVG}script", f"{SVG}image", f"{SVG}a")]


@each("frame", [WIDE, MIDDLE, NARROW])
@each("people", [2, 3, 4])
def test_every_moment_is_told_to_whoever_points_at_it(frame: Any, people: int) -> None:
    lines = running_totals(result(20, people).session)
    root = ElementTree.fromstring(chart_svg(lines, frame))
    bands = [rect.findtext(f"{SVG}title") or "" for rect in root.iter(f"{SVG}rect")]
    assert len(bands) == 20
    assert bands[0].startswith("After 1 deal: Hero ")
    for band, deals in zip(bands, moments(lines), strict=True):
        for line in lines:
            total = str(line.after(deals)).replace("-", "−")
            assert re.search(rf"{re.escape(line.person)} \+?{total}(,|$)", band)


def test_everything_is_inside_and_no_two_names_overlap() -> None:
    people = [_running(f"Player {i}", 0, i % 3, i % 2) for i in range(25)]
    root = ElementTree.fromstring(chart_svg(people, WIDE))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    texts = [(float(t.attrib["x"]), float(t.attrib["y"]), t.text or "") for t in root.iter(f"{SVG}text")]
    assert all(0 <= x <= width and 0 <= y <= height for x, y, _ in texts)
    names = sorted(y for _, y, text in texts if text.startswith("Player"))
    assert len(names) == 25
    assert all(b - a >= WIDE.letters for a, b in pairwise(names))


def test_lines_differ_by_more_than_color() -> None:
    lines = [_running(f"P{i}", 0, i) for i in range(8)]
    root = ElementTree.fromstring(chart_svg(lines, WIDE))
    dashes = [p.get("stroke-dasharray", "") for p in root.iter(f"{SVG}path") if "stroke-width" in p.attrib]
    assert len(set(dashes)) == 8


def _light(color: str) -> float:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def _contrast(a: str, b: str) -> float:
    high, low = sorted((_light(a), _light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_lines_stand_out_from_the_paper_light_and_dark() -> None:
    """WCAG 1.4.11: graphics need three to one."""
    from ofcscore.report import chart as drawn

    assert all(_contrast(color, "#ffffff") >= 3 for color in drawn._LIGHT)
    assert all(_contrast(color, "#1c1f25") >= 3 for color in drawn._DARK)


def test_names_are_text() -> None:
    lines = [_running('</text><script>"&\x1b]', 0, 4), _running("\ud800", 0, -4)]
    root = ElementTree.fromstring(chart_svg(lines, WIDE))
    assert not [e for e in root.iter() if e.tag.endswith("script")]


@given(st.lists(totals, min_size=1, max_size=6))
def test_any_totals_can_be_drawn(values: list[list[int]]) -> None:
    lines = [_running(f"P{i}", *v) for i, v in enumerate(values)]
    for frame in (WIDE, NARROW):
        svg = chart_svg(lines, frame)
        ElementTree.fromstring(svg)
        assert "nan" not in svg
        assert "inf" not in svg


def test_fractions_of_points_can_be_drawn() -> None:
    line = TotalLine("Ann", (0, 1), (0, Fraction(3, 2)))
    assert "Ann +1.5" in chart_svg([line], WIDE)


# -- picture and terminal ------------------------------------------------------------------------------


def test_a_picture() -> None:
    pytest.importorskip("resvg_py")
    png = picture(render_chart_svg(result().session))
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20]) == 2 * (WIDE.width + 2 * MARGIN)


def test_a_picture_without_the_extra_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    ran = run("score", "--format", "png", str(EXAMPLES / "night.ofc"))
    assert (ran.status, ran.out) == (2, "")
    assert "pip install 'ofcscore[png]'" in ran.err


def test_the_terminal_has_a_drawing_and_sparklines() -> None:
    lines = render_chart_text(result().session, Style("utf-8"))
    assert all(len(line) <= 80 for line in lines)
    assert "\x1b" not in "".join(lines)
    assert "deals played" in "".join(lines)
    assert [line.split()[:2] for line in lines[-3:]] == [["o", "Hero"], ["x", "Gus"], ["+", "Phil"]]
    assert "\x1b" in "".join(render_chart_text(result().session, Style("utf-8", True)))


def test_every_total_stands_in_the_drawing_at_its_moment() -> None:
    lines = [_running("Ann", 0, 50, -50), _running("Bob", 0, -25, 25)]
    rows = drawing(lines, (), Style("ascii", width=26))
    assert rows == [
        *("   |          o", "   |         o o", "+40+        o   o", "   |      oo     o"),
        *("+20+     o       o      xx", "   |   oo         o    x", "   |  o            o  x"),
        *("   | o              xx", "  0+xxx............xo.....", "   |   xxx       xx  o"),
        *("-20+      xxx   x     o", "   |         xxx      o", "   |                   o"),
        *("   |                    o", "-40+                    o", "   |                     o"),
        *("   ++---------+----------+", "    0         1          2", "       deals played"),
    ]


@given(st.lists(totals, min_size=1, max_size=9), st.integers(24, 200), st.booleans())
def test_any_totals_are_drawn_within_the_screen(values: list[list[int]], width: int, plain: bool) -> None:
    lines = [_running(f"P{i}", *v) for i, v in enumerate(values)]
    nights = [NightMark(f"2026-{i}", i) for i in range(min(map(len, values)))]
    rows = drawing(lines, nights, Style("ascii" if plain else "utf-8", width=width))
    assert all(text_width(row) <= width for row in rows)
    assert "".join(rows).isascii() or not plain


# -- nights --------------------------------------------------------------------------------------------


def _season(*nights: tuple[str, int]) -> Result:
    """A log with so many deals on each of these dates."""
    deals = iter(log(sum(count for _, count in nights)).replace(" 2026-11-20", "").split("\n\n"))
    text = [next(deals)]
    for date, count in nights:
        text += [next(deals).replace("\n", f" {date}\n", 1) for _ in range(count)]
    return score("\n\n".join(text))


def test_a_session_says_where_its_nights_begin() -> None:
    session = _season(("2026-09-04", 3), ("2026-10-02", 2), ("2026-11-06", 4)).session
    assert session.nights == (("2026-09-04", 0), ("2026-10-02", 3), ("2026-11-06", 5))
    assert [night.before for night in result().session.nights] == [0]


def test_nights_are_marked_in_the_svg() -> None:
    session = _season(("2026-09-04", 3), ("2026-10-02", 2), ("2026-11-06", 4)).session
    root = ElementTree.fromstring(render_chart_svg(session))
    texts = {t.text: float(t.attrib["x"]) for t in root.iter(f"{SVG}text")}
    begins = [float(p.attrib["d"][1:].split()[0]) for p in root.iter(f"{SVG}path") if p.get("class") == "g"]
    marks = [p for p in root.iter(f"{SVG}path") if p.get("stroke-dasharray") == "3 3"]
    assert len(marks) == 2
    assert all(
        0 < texts[date] - x < 10 for date, x in zip(["2026-10-02", "2026-11-06"], begins[-2:], strict=True)
    )
    assert "2026-09-04" in texts
    bands = [rect.findtext(f"{SVG}title") or "" for rect in root.iter(f"{SVG}rect")]
    assert [band.split(":")[0] for band in bands[3:5]] == [
        "After 3 deals, 2026-09-04",
        "After 4 deals, 2026-10-02",
    ]
    one = ElementTree.fromstring(render_chart_svg(result().session))
    assert not [p for p in one.iter(f"{SVG}path") if p.get("stroke-dasharray") == "3 3"]


@each("frame", [WIDE, MIDDLE, NARROW])
@each("nights", [2, 7, 60, 400])
def test_names_of_nights_do_not_run_into_each_other(frame: Any, nights: int) -> None:
    marks = [NightMark(f"night {i:03}", i) for i in range(nights)]
    root = ElementTree.fromstring(chart_svg([_running("Ann", *range(nights + 1))], frame, marks))
    _, _, width, _ = map(float, root.attrib["viewBox"].split())
    named = [float(t.attrib["x"]) for t in root.iter(f"{SVG}text") if (t.text or "").startswith("night")]
    wide = 0.6 * frame.letters * len("night 000")
    assert named
    assert all(b - a > wide for a, b in pairwise(named))
    assert named[-1] + wide < width
    lines = [p.attrib["d"] for p in root.iter(f"{SVG}path") if p.get("stroke-dasharray") == "3 3"]
    places = [float(line[1:].split()[0]) for line in lines]
    assert all(b - a > 4 for a, b in pairwise(places))


def test_nights_are_marked_in_the_terminal() -> None:
    session = _season(("2026-09-04", 3), ("2026-10-02", 2), ("2026-11-06", 4)).session
    rows = render_chart_text(session, Style("utf-8"))
    assert rows[0].split() == ["2026-09-04", "2026-10-02", "2026-11-06"]
    for date in ("2026-10-02", "2026-11-06"):
        assert sum(row[rows[0].index(date) : rows[0].index(date) + 1] == "┊" for row in rows) > 8


@each(
    ("values", "expected"),
    [([], ""), ([5], "▅"), ([0, 7], "▁█"), ([7, 0], "█▁"), ([0, 0, 0], "▅▅▅"), ([-4, 0, 3], "▁▅█")],
)
def test_sparkline(values: list[int], expected: str) -> None:
    assert sparkline(values, min(values, default=0), max(values, default=0)) == expected


@given(totals, st.integers(1, 40))
def test_a_sparkline_fits_and_keeps_the_order(values: list[int], width: int) -> None:
    shown = [values[i] for i in evenly(len(values), width)]
    line = sparkline(shown, min(values), max(values))
    assert len(line) == min(width, len(values))
    if width >= len(values) and max(values) > min(values):
        heights = [BLOCKS.index(c) for c in line]
        assert min(heights) == 0
        assert max(heights) == len(BLOCKS) - 1
        for (a, x), (b, y) in zip(
            zip(values, heights, strict=True), zip(values[1:], heights[1:], strict=True), strict=False
        ):
            assert (a <= b) <= (x <= y)
