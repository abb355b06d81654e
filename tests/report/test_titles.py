"""Titles of logs and deals in reports; `tests/golden/score-title.txt` has the pages."""

from __future__ import annotations

from pathlib import Path

import ofcscore
from ofcscore.log.read.sources import is_report
from ofcscore.report.chart import render_chart_svg
from ofcscore.report.wording import FILE_STYLE, log_words
from ofcscore.rules.loading import load_rules
from ofcscore.scoring.deal import Table
from tests.command import run

LOG = """\
title: <Friday> at "Ana's"
date: 2026-11-20
deal 1
title: the <first>
Ana: JJ5 / AA762 / 9TJQK
Ben: 663 / KK943 / 88844
"""


def test_a_page_is_called_as_its_log() -> None:
    page = ofcscore.score(ofcscore.read_text(LOG)).to_html()
    assert "<h1><bdi>&lt;Friday&gt; at &#34;Ana&#39;s&#34;</bdi></h1>" in page
    assert "<bdi>1</bdi>, <bdi>the &lt;first&gt;</bdi>" in page


def test_what_a_header_notes_stands_on_the_page() -> None:
    page = ofcscore.score(ofcscore.read_text(f"note: <wine> again\n{LOG}")).to_html()
    assert '<p class="note">Note: &lt;wine&gt; again</p>' in page
    assert (
        ofcscore.score(ofcscore.read_text(f"note: wine\n{LOG}note: cards")).rows()[0]["note"] == "wine; cards"
    )


def test_a_chart_is_called_as_its_log() -> None:
    chart = render_chart_svg(ofcscore.score(ofcscore.read_text(LOG)).session)
    assert ">&lt;Friday&gt; at &quot;Ana&#x27;s&quot;, 2026-11-20: running totals by deal</title>" in chart


def test_many_logs_are_called_by_the_first() -> None:
    rules = load_rules("ofc", base="", place=None)[0]
    assert rules is not None
    tables = [Table(rules, title=f"Night {i}", date=f"2026-11-0{9 - i}") for i in range(1, 6)]
    assert log_words(tables[:3], FILE_STYLE) == "Night 1, Night 2 and Night 3, 2026-11-06 to 2026-11-08"
    assert log_words(tables, FILE_STYLE) == "Night 1 and 4 others, 2026-11-04 to 2026-11-08"
    assert log_words([Table(rules), *tables[:1]], FILE_STYLE) == "Night 1, 2026-11-08"
    assert log_words([Table(rules)], FILE_STYLE) == ""


def test_a_report_with_titles_is_known_as_a_report() -> None:
    for form in ("json", "jsonl", "csv"):
        assert is_report(run("score", "-", "--format", form, stdin=LOG).out.encode())


def test_a_season_names_each_night_with_its_title(tmp_path: Path) -> None:
    deals = LOG.split("\n", 2)[2].split("title", 1)[0] + LOG.split("<first>\n")[1]
    (tmp_path / "2026-10.ofc").write_text(f"title: Friday\n{deals}")
    (tmp_path / "2026-11.ofc").write_text(deals)
    shown = {form: run("score", tmp_path, "--format", form).out for form in ("table", "markdown", "chat")}
    for said in shown.values():
        assert any(
            line.strip(" |").startswith(("2026-10, Friday", "night 2026-10, Friday"))
            for line in said.splitlines()
        )
        assert "2026-11, " not in said
    page = run("score", tmp_path, "--format", "html").out
    assert "<h3><bdi>2026-10</bdi> <bdi>Friday</bdi></h3>" in page
    assert "<h3><bdi>2026-11</bdi></h3>" in page
