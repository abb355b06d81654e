"""`score` writes the page and the chart."""

from __future__ import annotations

from pathlib import Path

from tests.browser import reader
from tests.command import run

NIGHT = str(Path(__file__).resolve().parent.parent.parent / "examples" / "night.ofc")


def test_the_page_on_standard_output() -> None:
    ran = run("score", NIGHT, "--format", "html")
    assert (ran.status, ran.err) == (0, "")
    root = reader.parse(ran.out)
    assert root.one("h1").text == "night"
    assert [p["amount"] for p in reader.payments(root)] == ["3.00 EUR", "10.00 EUR"]


def test_only_the_deals_that_are_asked_for() -> None:
    root = reader.parse(run("score", NIGHT, "--format", "html", "--deals", "3,last").out)
    assert [deal["name"] for deal in reader.deals(root)] == ["3", "6"]


def test_the_deals_that_are_asked_for_stand_below_their_nights() -> None:
    season = [str(Path(NIGHT).parent / "season" / f"2026-{month}.ofc") for month in ("09", "10", "11")]
    root = reader.parse(run("score", *season, "--format", "html", "--deals", "2026-10/3,2026-11/2-4").out)
    heads = root.by_id("deal-list").find("div", "night")
    assert [(head.attributes["id"], head.attributes["data-first"]) for head in heads] == [
        ("night-2", "1"),
        ("night-3", "2"),
    ]


def test_a_page_without_deals() -> None:
    root = reader.parse(run("score", NIGHT, "--format", "html", "--deals", "none").out)
    assert not root.find("details", "deal")
    assert "#deals" not in [a.attributes["href"] for a in root.find("a")]


def test_the_chart_stands_before_the_tables() -> None:
    out = run("score", NIGHT, "--chart", "--deals", "none").out
    chart, tables = out.partition("Points per row")[::2]
    last = chart.splitlines()[-4:-1]
    assert [line.split()[1] for line in last] == ["Ana", "Ben", "Phil"]
    assert last[0].endswith("+26")
    assert tables.endswith("Phil H. pays Ana 10.00 EUR.\n")
