"""Plain, Markdown, CSV, chat and comparisons: complete, stable, and safe against any name."""

from __future__ import annotations

import csv
import io
import json

import pytest

from ofcscore.report import FORMATS
from ofcscore.report.markdown import escape
from ofcscore.report.spreadsheet import COLUMNS, safe_cell
from tests.command import run
from tests.sessions import FOULS, LONG, NIGHT

HOSTILE = ("=cmd|'/c calc'!A1", "+1", "-2", "@x", "<script>alert(1)</script>", "a|b", "*x* `y` [z](u)")


def test_plain_says_all_that_the_table_says_a_line_each() -> None:
    out = run("score", "-", "--format", "plain", stdin=NIGHT).out
    assert "deal 1, Hero, top: Q Q 5, pair of queens, royalty 7\n" in out
    assert "deal 1, Phil H.: fouled, cards not shown\n" in out
    assert (
        "deal 1, Hero from Gus: top +7, middle +1, bottom -3; "
        "rows +1, scoop 0, royalties +4, other 0; total +5\n"
    ) in out
    assert "deal 2: adjusted: Gus +5, Hero -5\n" in out
    assert "standing, Gus: +17, +8.50 EUR, 2 deals, 2 wins, 0 fouls, 1 scoop, royalties 12" in out
    assert out.endswith("Phil H. pays Gus 8.50 EUR.\nPhil H. pays Hero 4.00 EUR.\n")


def test_plain_says_that_everyone_fouled() -> None:
    out = run("score", "-", "--format", "plain", stdin=FOULS).out
    assert "deal 1: everyone fouled, no points change hands\n" in out


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


@pytest.mark.parametrize("name", HOSTILE[:4])
def test_a_cell_that_a_spreadsheet_takes_for_a_formula_is_text(name: str) -> None:
    text = FOULS.replace("Ann", f'"{name}"')
    assert {row["player"] for row in rows(text)} == {f"'{name}", "Bob"}
    assert {row["player"] for row in rows(text, "--csv-raw")} == {name, "Bob"}


def test_negative_numbers_stay_numbers_in_csv() -> None:
    assert rows(NIGHT)[2]["points"] == "-26"
    assert safe_cell("-26") == "'-26"


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("form", FORMATS[:-3])
def test_any_name_goes_through_every_format(form: str, name: str) -> None:
    ran = run("score", "-", "--format", form, stdin=FOULS.replace("Ann", f'"{name}"'))
    assert ran.status == 0
    assert "\x1b" not in ran.out


def test_markdown_shows_names_as_they_are_written() -> None:
    out = run("score", "-", "--format", "markdown", stdin=FOULS.replace("Ann", '"a|b *x* <i>"')).out
    table = [line for line in out.splitlines() if line.startswith("|")]
    assert "| a\\|b \\*x\\* &lt;i&gt; |" in table[2]
    assert len({line.replace("\\|", "").count("|") for line in table[:4]}) == 1


@pytest.mark.parametrize(
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
    assert lines[0].startswith("14 deals, ofc (")
    assert any("pays" in line and line.endswith("EUR.") for line in lines)
    assert any(line.startswith("Best deal: ") for line in lines)
    assert any(line.startswith("Best row: ") for line in lines)


def test_the_same_bytes_come_out_twice() -> None:
    for form in FORMATS[:-2]:
        first = run("score", "-", "--format", form, stdin=NIGHT)
        assert first == run("score", "-", "--format", form, stdin=NIGHT)


# -- comparisons ---------------------------------------------------------------------------------------


def test_the_same_boards_under_several_rule_sets_side_by_side() -> None:
    ran = run("score", "-", "--compare", "ofc,ofc-pineapple,chinese", stdin=NIGHT)
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("The same 2 deals under 3 rule sets.")
    at = next(i for i, line in enumerate(lines) if line.startswith("Points"))
    assert lines[at].split() == ["Points", "ofc", "ofc-pineapple", "chinese"]
    assert lines[at + 1].split()[:3] == ["Hero", "+8", "+8"]
    assert sum("Phil H. pays" in line for line in lines) >= 3


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


@pytest.mark.parametrize("form", ["plain", "markdown", "jsonl", "chat"])
def test_comparisons_in_every_other_format(form: str) -> None:
    ran = run("score", "-", "--compare", "ofc,chinese", "--format", form, stdin=NIGHT)
    assert ran.status == 0
    assert "chinese" in ran.out


def test_a_comparison_needs_two_rule_sets() -> None:
    ran = run("score", "-", "--compare", "ofc", stdin=NIGHT)
    assert (ran.status, ran.out) == (2, "")
    ran = run("score", "-", "--compare", "ofc,nonsense", stdin=NIGHT)
    assert (ran.status, ran.out) == (2, "")
    assert "rules-unknown" in ran.err


@pytest.mark.parametrize("format_", ["table", "plain", "markdown", "html", "chat"])
def test_fault_06_a_player_called_house_is_there_once(format_: str) -> None:
    """Where the house takes no part, nobody is listed as the house beside the player."""
    ran = run(
        "score", "--format", format_, "-", stdin="house: JJ5 / AA762 / 9TJQK\nAnn: 663 / KK943 / 88844\n"
    )
    other = run(
        "score", "--format", format_, "-", stdin="Hause: JJ5 / AA762 / 9TJQK\nAnn: 663 / KK943 / 88844\n"
    )
    assert (ran.status, ran.err) == (0, "")
    assert len(ran.out.splitlines()) == len(other.out.splitlines())
