"""`score` writes the page, the chart and the picture: formats, suffixes, and what goes with what."""

from __future__ import annotations

from pathlib import Path

import pytest

from ofcscore.cli.main import main
from tests.browser import reader

NIGHT = str(Path(__file__).resolve().parent.parent.parent / "examples" / "night.ofc")


@pytest.mark.parametrize(
    ("name", "begins"), [("n.html", b"<!doctype html>"), ("n.svg", b"<svg "), ("n.png", b"\x89PNG")]
)
def test_the_suffix_says_what_is_written(tmp_path: Path, name: str, begins: bytes) -> None:
    if name.endswith("png"):
        pytest.importorskip("resvg_py")
    out = tmp_path / name
    assert main(["score", NIGHT, "-o", str(out)]) == 0
    assert out.read_bytes().lstrip().startswith(begins)
    assert [p.name for p in tmp_path.iterdir()] == [name]


def test_the_page_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", NIGHT, "--format", "html"]) == 0
    out = capsys.readouterr()
    assert out.err == ""
    root = reader.parse(out.out)
    assert root.one("h1").text == "night"
    assert [p["amount"] for p in reader.payments(root)] == ["3.00 EUR", "10.00 EUR"]


def test_only_the_deals_that_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", NIGHT, "--format", "html", "--deals", "3,last"]) == 0
    root = reader.parse(capsys.readouterr().out)
    assert [deal["name"] for deal in reader.deals(root)] == ["3", "6"]


def test_the_deals_that_are_asked_for_stand_below_their_nights(capsys: pytest.CaptureFixture[str]) -> None:
    season = [str(Path(NIGHT).parent / "season" / f"2026-{month}.ofc") for month in ("09", "10", "11")]
    assert main(["score", *season, "--format", "html", "--deals", "2026-10/3,2026-11/2-4"]) == 0
    root = reader.parse(capsys.readouterr().out)
    heads = root.by_id("deal-list").find("div", "night")
    assert [(head.attributes["id"], head.attributes["data-first"]) for head in heads] == [
        ("night-2", "1"),
        ("night-3", "2"),
    ]


def test_a_page_without_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", NIGHT, "--format", "html", "--deals", "none"]) == 0
    root = reader.parse(capsys.readouterr().out)
    assert not root.find("details", "deal")
    assert "#deals" not in [a.attributes["href"] for a in root.find("a")]


def test_the_chart_stands_before_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", NIGHT, "--chart", "--deals", "none"]) == 0
    out = capsys.readouterr().out
    chart, tables = out.partition("Points per row")[::2]
    last = chart.splitlines()[-4:-1]
    assert [line.split()[1] for line in last] == ["Ana", "Ben", "Phil"]
    assert last[0].endswith("+26")
    assert tables.endswith("Phil H. pays Ana 10.00 EUR.\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--chart", "--format", "json"], "--chart is for --format table or chat, not json"),
        (["--format", "svg", "--compare", "ofc,chinese"], "--compare cannot write svg"),
        (["--format", "html", "--compare", "ofc,chinese"], "--compare cannot write html"),
    ],
)
def test_options_that_do_not_go_together(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", NIGHT, *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert message in said.err
