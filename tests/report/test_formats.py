"""Plain, Markdown, CSV, chat and comparisons: complete, stable, and safe against any name."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest

import ofcscore
from ofcscore.report import FORMATS
from ofcscore.report.data import COLUMNS
from ofcscore.report.text import escape
from tests.command import run
from tests.loops import each
from tests.sessions import ADJUSTED, FOULS, LONG, NIGHT
from tests.transcripts import EXAMPLES


def rows(text: str, *options: str) -> list[dict[str, str]]:
    out = run("score", "-", "--format", "csv", *options, stdin=text).out
    return list(csv.DictReader(io.StringIO(out, newline="")))


def test_csv_has_a_row_for_each_deal_and_player_and_its_points_add_up() -> None:
    found = rows(NIGHT)
    assert tuple(found[0]) == COLUMNS
    assert [(row["deal"], row["player"], row["status"]) for row in found] == [
        *(("1", "Hero", "set"), ("1", "Gus", "set"), ("1", "Phil H.", "foul")),
        *(("2", "Hero", "set"), ("2", "Gus", "set"), ("2", "Phil H.", "set")),
        *(("2", "Gus", "adjust"), ("2", "Hero", "adjust")),
    ]
    for name, total in {"Hero": 8, "Gus": 17, "Phil H.": -25}.items():
        assert sum(int(row["points"]) for row in found if row["player"] == name) == total


MONEY: Final = {
    "adjustments": ADJUSTED,
    "a night": NIGHT,
    "rake that splits unevenly": NIGHT.replace("P\n", "P\nrake: 1 EUR\n", 1),
    "stakes of two": NIGHT.replace("P\n", "P\nstake Hero/P: 0.333 EUR\n", 1),
    "a deal of its own stake": NIGHT.replace("deal 2\n", "deal 2\nstake: 2 EUR\n"),
    "stakes without a currency": NIGHT.replace(" EUR", ""),
    "a pool that is shared": "rules: chinese + pool\nstake: 0.25 EUR\n"
    "Ann: QQ5 / AA762 / 9TJQK\nBob: 772 / KK943 / 9TJQK\nCem: 663 / 88522 / JJTT4\n",
    "two boards of one": "stake: 1 EUR\nplayers: Ann, Bob = B1 + B2\n"
    "Ann: QQ5 / AA762 / 9TJQK\nB1: 772 / KK943 / 88844\nB2: foul\n",
    "chips that run out": "rules: ofc + table-stakes\nstake: 0.50 EUR\nchips: 3\nplayers: Ann, Bob, Cem\n"
    "Ann: QQ5 / AA762 / 9TJQK\nBob: 772 / KK943 / 88844\nCem: foul\n",
}


@each("log", MONEY.values())
def test_the_money_of_all_rows_of_a_csv_is_what_everybody_has_before_rounding(log: str) -> None:
    result = ofcscore.score(ofcscore.read_text(log))
    sums = dict.fromkeys(result.outcome.exact, Fraction(0))
    for row in rows(log):
        person = result.deals[0].deal.table.person(row["player"])
        sums[person] += Fraction(row["money"])
    assert sums == result.outcome.exact
    assert any(sums.values())


def test_without_a_stake_there_is_no_money_in_a_csv() -> None:
    assert {row["money"] for row in rows(FOULS.replace("deal 1\n", "deal 1\nadjust: Ann +1, Bob -1\n"))} == {
        ""
    }


def test_two_adjustments_before_the_deals_are_worth_their_sum() -> None:
    found = rows(ADJUSTED.replace("house +5\n", "house +5\nadjust: Ann -1, Cat +1\n"))
    assert [(row["player"], row["points"], row["money"]) for row in found[:5]] == [
        *(("Ann", "-6", "-12.00"), ("house", "5", "10.00"), ("Cat", "1", "2.00")),
        *(("Cat", "", "1.50"), ("Bob", "", "-1.50")),
    ]


BEFORE: Final = "Adjusted before the deals: Ann -5, the house +5, Cat +1.50 EUR, Bob -1.50 EUR."
IN_DEALS: Final = ("djusted: Cat -2, Bob +2\n", "djusted: Cat -1, the house +1\n")


@each("format_", ["table", "markdown", "chat", "html"])
def test_adjustments_of_the_header_are_in_every_report(format_: str) -> None:
    out = run("score", "-", "--format", format_, stdin=ADJUSTED).out
    assert BEFORE in out
    for words in IN_DEALS if format_ in ("table", "markdown") else ():
        assert words in out


@pytest.mark.parametrize("format_", ["table", "markdown"])
def test_adjustments_of_the_header_are_in_every_comparison(format_: str) -> None:
    out = run("score", "-", "--compare", "ofc,ofc-27", "--format", format_, stdin=ADJUSTED).out
    assert out.replace("\n    ", " ").count(BEFORE) == 2


@pytest.mark.parametrize("options", [(), ("--deals", "none"), ("--deals", "1")])
def test_adjustments_of_the_header_are_in_json(options: tuple[str, ...]) -> None:
    """In the shape that those of a deal have; points and adjustments are the totals."""
    data = json.loads(run("score", "-", "--format", "json", *options, stdin=ADJUSTED).out)
    assert data["side"] == [
        {"kind": "adjust", "player": "Ann", "points": -5},
        {"kind": "adjust", "player": "house", "points": 5},
        {"kind": "adjust", "player": "Cat", "money": "1.5"},
        {"kind": "adjust", "player": "Bob", "money": "-1.5"},
    ]
    last = run("score", "-", "--format", "jsonl", *options, stdin=ADJUSTED).out.splitlines()[-1]
    assert json.loads(last)["side"] == data["side"]
    [first, _] = json.loads(
        run("score", "-", "--compare", "ofc,ofc-27", "--format", "json", stdin=ADJUSTED).out
    )["compare"]
    assert first["side"] == data["side"]
    if options == ():
        sums = dict.fromkeys(data["totals"], 0)
        for deal in data["deals"]:
            for pair in deal["pairs"]:
                sums[pair["players"][0]] += pair["points"]
                sums[pair["players"][1]] -= pair["points"]
        for line in [*data["side"], *(line for deal in data["deals"] for line in deal["side"])]:
            sums[line["player"]] += line.get("points", 0)
        assert sums == data["totals"] == {"Ann": 7, "Bob": -10, "Cat": -3, "house": 6}
    assert "side" not in json.loads(run("score", "-", "--format", "json", stdin=NIGHT).out)


def test_the_points_of_all_rows_of_a_csv_are_the_totals() -> None:
    found = rows(ADJUSTED)
    assert [(row["deal"], row["player"], row["status"]) for row in found[:4]] == [
        *(("", "Ann", "adjust"), ("", "house", "adjust"), ("", "Cat", "adjust"), ("", "Bob", "adjust"))
    ]
    assert [row["money"] for row in found[:4]] == ["-10.00", "10.00", "1.50", "-1.50"]
    for name, total in {"Ann": 7, "Bob": -10, "Cat": -3, "house": 6}.items():
        assert sum(int(row["points"] or 0) for row in found if row["player"] == name) == total


def test_adjustments_of_headers_are_in_running_totals() -> None:
    out = run("score", "-", "--running", stdin=ADJUSTED).out
    assert "o far: Ann +1, the house +5, Bob -4, Cat -2\n" in out
    assert "o far: Ann +7, the house +6, Bob -10, Cat -3\n" in out


def test_lines_of_many_deals_sum_to_zero_whoever_is_adjusted() -> None:
    """An absent player has a column, the house is named behind, and both in every line."""
    head, _, deals = ADJUSTED.partition("deal 1")
    present = "deal 0\n" + "".join(f"{name}: foul\n" for name in ("Ann", "Bob", "Cat"))
    many = "".join(f"deal {n}{deals.replace('deal 2', f'deal {n + 1}')}" for n in range(1, 21, 2))
    out = run("score", "-", "--running", stdin=head + present + many).out
    lines = [line.split() for line in out.splitlines()]
    assert ["Deal", "Ann", "Bob", "Cat"] in lines
    assert ["1", "+6", "-4", "-2", "scoops:", "Ann", "1;", "adjusted"] in lines
    for deal in ("2", "20"):
        assert [deal, "+6", "-6", "-1", "the", "house", "+1;", "scoops:", "Ann", "1;", "adjusted"] in lines
    assert ["+115", "-100", "-30", "so", "far"] in lines
    html = run("score", "-", "--format", "html", stdin=head + present + many).out
    assert "adjusted" in html


@each(
    ("text", "escaped"),
    [
        ("Ann", "Ann"),
        ("Phil H.", "Phil H."),
        ("1. Ann", "1\\. Ann"),
        ("- x", "\\- x"),
        ("# x", "\\# x"),
        ("x_y_", "x\\_y\\_"),
        ("http://x.y", "http\\://x.y"),
        ("www.x.y", "www\\.x.y"),
        ("a@b.c", "a&#64;b.c"),
        ("a\\b", "a\\\\b"),
    ],
)
def test_markdown_escapes(text: str, escaped: str) -> None:
    assert escape(text) == escaped


def test_chat_is_a_few_lines_with_result_payments_and_highlights() -> None:
    out = run("score", "-", "--format", "chat", stdin=LONG).out
    lines = out.splitlines()
    assert len(lines) <= 12
    assert lines[0] == "14 deals, ofc, 1.00 EUR a point"
    assert "pays" in lines[1]
    assert any(line.startswith("Best deal: ") for line in lines)
    assert any(line.startswith("Best row: ") for line in lines)


def test_names_written_from_right_to_left_leave_figures_where_they_are_in_a_chat_and_on_a_page() -> None:
    log = NIGHT.replace("Gus", "שרה")
    out = run("score", "-", "--format", "chat", stdin=log).out
    isolated = "\u2068שרה\u2069"
    assert f"{isolated} +17 (+8.50 EUR), Hero +8" in out
    assert f"Phil H. pays {isolated} 8.50 EUR.\n" in out
    page = run("score", "-", "--format", "html", stdin=log).out
    assert out in page
    assert f'data-copy="Phil H. pays {isolated} 8.50 EUR"' in page
    assert f"Adjusted: {isolated} +5, Hero -5" in page
    assert f"<td>{isolated}&#39;s ace-high flush at the bottom</td>" in page
    assert "\u2068" not in run("score", "-", "--format", "csv", stdin=log).out


def test_marks_that_reorder_are_seen_on_a_page_but_for_a_pair_around_a_name() -> None:
    page = run("score", "-", "--format", "html", stdin=NIGHT + "note: a\u2068b \u2067c\u2069 \u202ed\n").out
    assert r"a\u{2068}b \u{2067}c\u{2069} \u{202e}d" in page


def test_the_same_bytes_come_out_twice() -> None:
    for form in FORMATS[:-2]:
        first = run("score", "-", "--format", form, stdin=NIGHT)
        assert first == run("score", "-", "--format", form, stdin=NIGHT)


# -- comparisons ---------------------------------------------------------------------------------------


def test_comparisons_as_data() -> None:
    out = run("score", "-", "--compare", "ofc,chinese", "--format", "json", stdin=NIGHT).out
    compared = json.loads(out)["compare"]
    assert [one["rules"]["name"] for one in compared] == ["ofc", "chinese"]
    assert all(sum(one["totals"].values()) == 0 for one in compared)
    table = run("score", "-", "--compare", "ofc,chinese", "--format", "csv", stdin=NIGHT).out
    found = list(csv.DictReader(io.StringIO(table, newline="")))
    assert [(row["rules"], row["player"]) for row in found[:3]] == [
        *(("ofc", "Hero"), ("ofc", "Gus"), ("ofc", "Phil H."))
    ]


@each("format_", ["table", "markdown", "html", "chat"])
def test_a_player_called_house_is_there_once(format_: str) -> None:
    """Without a bank, nobody is listed as the house."""
    ran = run(
        "score", "--format", format_, "-", stdin="house: JJ5 / AA762 / 9TJQK\nAnn: 663 / KK943 / 88844\n"
    )
    other = run(
        "score", "--format", format_, "-", stdin="Hause: JJ5 / AA762 / 9TJQK\nAnn: 663 / KK943 / 88844\n"
    )
    assert (ran.status, ran.err) == (0, "")
    assert len(ran.out.splitlines()) == len(other.out.splitlines())


NOTED: Final = NIGHT.replace("deal 2\n", 'deal 2\nnote: "=first in fantasyland"\nnote: late | tired\n')


@each(
    ("format_", "said"),
    [
        ("table", "Deal 2\nNote: =first in fantasyland\nNote: late | tired\n\n"),
        ("markdown", "## Deal 2\n\nNote: \\=first in fantasyland\n\nNote: late \\| tired\n\n"),
        ("csv", ",'=first in fantasyland; late | tired,,\n"),
        ("json", '"name": "2", "rules": "ofc-pineapple", "notes": ["=first in fantasyland", "late | tired"]'),
        ("html", "late | tired"),
    ],
)
def test_what_a_log_notes_on_a_deal_is_in_every_format(format_: str, said: str) -> None:
    assert said in run("score", "-", "--format", format_, stdin=NOTED).out


def test_what_a_log_notes_on_a_deal_is_explained_with_it(tmp_path: Path) -> None:
    (tmp_path / "night.ofc").write_text(NOTED, encoding="utf-8")
    out = run("explain", f"{tmp_path / 'night.ofc'}:2").out
    assert "\nNote: =first in fantasyland\nNote: late | tired\n\n" in out


SEASON = EXAMPLES / "season"


@each("format_", ["table", "markdown", "chat", "json", "csv", "html", "svg"])
def test_a_season_names_its_nights_and_no_path(format_: str) -> None:
    """Deals of several logs are told apart by the log's name; where it lies is nobody else's business."""
    out = run("score", SEASON, "--format", format_).out
    assert str(EXAMPLES) not in out
    if format_ not in ("svg", "csv"):
        assert "2026-10" in out


def test_nights_add_up_to_the_totals() -> None:
    said = json.loads(run("score", SEASON, "--format", "json").out)
    for name, points in said["totals"].items():
        assert sum(night["totals"].get(name, 0) for night in said["nights"]) == points
    for night in said["nights"]:
        deals = [deal for deal in said["deals"] if deal["night"] == night["name"]]
        assert len(deals) == night["deals"]
        for name, points in night["totals"].items():
            assert sum(deal["totals"].get(name, 0) for deal in deals) == points
