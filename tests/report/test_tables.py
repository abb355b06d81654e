"""The table report: what it says, and that it stays in 80 columns, aligned, whatever the names."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import ofcscore
from ofcscore.diagnostics.problem import listed
from ofcscore.diagnostics.terminal import text_width, wrap
from ofcscore.game.cards import ROWS as PLACES
from ofcscore.report.text import layout
from ofcscore.report.wording import Style, average, count, with_currency
from ofcscore.scoring.score_lines import PairTotals, signed
from tests.command import run
from tests.loops import each
from tests.sessions import LONG, NIGHT
from tests.transcripts import EXAMPLES

ORDINARY = (
    ("Hero", "Gus", "Phil H.", "Bartholomew"),
    ("Ann", "Bob", "Cem", "Dan"),
    ("日本太郎", "王小明", "김", "José"),
)
ROWS = (
    "Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc",
    "6h 6d 2c / Kh Kd 9s 4c 3c / As Ac Tc 8s 8d",
    "7h 8c 2h / Th Td 9d 4h 3d / Jh Jc Js 4s 4d",
    "foul",
)


def four(names: tuple[str, ...]) -> str:
    boards = "".join(f'"{name}": {row}\n' for name, row in zip(names, ROWS, strict=True))
    return f"stake: 12.50 EUR\ndeal 1\n{boards}deal 2\n{boards.replace('Qh', 'Qc')}"


@pytest.mark.parametrize("names", ORDINARY, ids=lambda names: names[0])
def test_four_players_with_ordinary_names_fit_into_80_columns(names: tuple[str, ...]) -> None:
    out = run("score", "-", stdin=four(names)).out
    assert max(map(text_width, out.splitlines())) <= 80


@pytest.mark.parametrize("names", ORDINARY, ids=lambda names: names[0])
def test_columns_are_aligned_by_what_names_take_on_a_screen(names: tuple[str, ...]) -> None:
    lines = run("score", "-", stdin=four(names)).out.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Standings"))
    ends = {text_width(line) for line in lines[start : start + 5]}
    assert len(ends) == 1


def test_long_names_are_cut_in_tables_and_whole_in_sentences() -> None:
    name = "Bartholomew von und zu Hohenzollern-Sigmaringen"
    lines = run("score", "-", stdin=four((name, "Gus", "Cem", "Dan"))).out.splitlines()
    assert max(map(text_width, lines)) <= 80
    assert any(line.startswith("Bartholomew von…") for line in lines)
    assert any(name in line and "pays" in line for line in lines)


def test_every_report_names_the_rule_set_and_data_its_digest() -> None:
    for form in ("table", "markdown", "json", "jsonl", "chat", "html"):
        out = run("score", "-", "--format", form, stdin=NIGHT).out
        assert "ofc-pineapple" in out, form
        digest = re.search("ofc-pineapple.{0,40}[0-9a-f]{12}", out)
        assert (digest is not None) is (form in ("json", "jsonl", "html")), form


def test_names_that_the_screen_cannot_show_keep_their_columns() -> None:
    out = run("score", "-", stdin=four(ORDINARY[2]), encoding="ascii").out
    lines = out.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Standings"))
    assert len({len(line) for line in lines[start : start + 5]}) == 1


def test_more_than_three_deals_are_a_line_each() -> None:
    lines = run("score", "-", stdin=LONG).out.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Deal "))
    assert lines[start].split() == ["Deal", "Ann", "Bob"]
    assert [line.split()[0] for line in lines[start + 1 : start + 15]] == [str(n) for n in range(1, 15)]
    assert lines.count("Deal 1") == 0
    full = run("score", "-", "--full", stdin=LONG).out
    assert full.count("\nDeal ") == 14
    assert "Deal 3\n" in run("score", "-", stdin=LONG.partition("deal 4")[0]).out
    assert "Deal 3\n" not in run("score", "-", stdin=LONG.partition("deal 5")[0]).out


@each(("log", "width"), [("night.ofc", 40), ("twenty-deals.ofc", 80), ("night.ofc", 200)])
def test_a_terminal_of_40_lines_ends_with_the_three_tables_and_the_payments(
    log: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = run("score", EXAMPLES / log).out.splitlines()
    assert max(map(text_width, lines)) <= width
    last = "\n".join(lines[-40:])
    titles = "Points per row", "Points per pair", "Standings", "pays"
    assert [last.find(title) for title in titles] == sorted(map(last.find, titles))
    assert last.startswith(titles[0]) or "\nPoints per row" in last
    assert "pays" in lines[-1]


def test_three_tables_of_four_players_and_their_payments_take_40_lines() -> None:
    lines = run("score", "-", "--deals", "none", stdin=four(ORDINARY[0])).out.splitlines()
    assert len(lines) <= 40


@each("log", [EXAMPLES / "night.ofc", *sorted((EXAMPLES / "presets").glob("*.ofc"))], few=10)
def test_tables_of_a_session_are_the_sums_of_its_deals(log: Path) -> None:
    """Several stakes, adjustments, a bank, a pool and people with two boards are added up alike."""
    result = ofcscore.score(ofcscore.read(str(log)))
    sums: dict[tuple[str, str], PairTotals] = {}
    for deal in result.deals:
        for pair in deal.score.pairs:
            a, b = (deal.deal.table.person(name) for name in (pair.first, pair.second))
            key, side = ((a, b), 1) if (b, a) not in sums else ((b, a), -1)
            top, middle, bottom = map(pair.row, PLACES)
            rows, scoops = pair.kind("row"), pair.kind("scoop", "scoop-all")
            won = PairTotals(top, middle, bottom, rows, scoops, pair.kind("royalty"), pair.points)
            sums[key] = sums.get(key, PairTotals()).plus(won, side)
    assert result.session.pair_totals == sums


def test_warnings_come_before_the_report() -> None:
    command = [sys.executable, "-m", "ofcscore", "score", "-"]
    ran = subprocess.run(
        command,
        input=f"{NIGHT}note: Gus fouled\n".encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=True,
    )
    both = ran.stdout.decode()
    assert both.index("warning[note-foul]") < both.index("Rules: ")
    assert both.endswith("EUR.\n")


def test_people_who_come_later_are_named_behind_the_columns() -> None:
    late = (
        LONG.replace("players: Ann, Bob\n", "")
        + "deal 15\nAnn: 662 / KK943 / JJJ44\nZoe: 885 / AAQ32 / TT998\n"
    )
    lines = run("score", "-", stdin=late).out.splitlines()
    assert any(line.startswith("15 ") and "Zoe " in line for line in lines)


@pytest.mark.parametrize(("points", "text"), [(3, "+3"), (0, "0"), (-3, "-3")])
def test_points_have_a_sign(points: int, text: str) -> None:
    assert signed(points) == text


@each(
    ("points", "deals", "text"),
    [
        (5, 2, "+2.50"),
        (-1, 3, "-0.33"),
        (0, 3, "0.00"),
        (1, 400, "0.00"),
        (1, 200, "+0.01"),
        (-1, 200, "-0.01"),
    ],
)
def test_averages_have_two_decimals(points: int, deals: int, text: str) -> None:
    assert average(Fraction(points, deals)) == text


def test_words() -> None:
    from ofcscore.scoring.deal import Currency

    assert [count(n, "deal") for n in (0, 1, 2)] == ["0 deals", "1 deal", "2 deals"]
    assert listed([], "and") == ""
    assert listed(["A", "B", "C"], "and") == "A, B and C"
    assert with_currency("-4.50", Currency("$", 2)) == "-$4.50"
    assert with_currency("4.50", Currency("€", 2)) == "€4.50"
    assert with_currency("4.50", Currency("EUR", 2)) == "4.50 EUR"


def test_wrapping_keeps_the_indent_and_the_words() -> None:
    text = "  " + "word " * 30
    lines = wrap(text, 40, "    ")
    assert all(text_width(line) <= 40 for line in lines)
    assert lines[0].startswith("  word")
    assert all(line.startswith("    word") for line in lines[1:])
    assert " ".join(lines).split() == text.split()


def test_numbers_in_cells_stay_as_they_are_written() -> None:
    assert layout([["007", "1e5"], ["True", "80,443"]]) == ["007      1e5", "True  80,443"]


@each("width", range(3, 20))
def test_cut_names_never_take_more_than_their_columns(width: int) -> None:
    for style in (Style(), Style("ascii")):
        for name in ("Bartholomew", "日本太郎と花子", "José Ωμέγα", "a\x1b[2Jb"):
            assert text_width(style.fit(name, width)) <= width
