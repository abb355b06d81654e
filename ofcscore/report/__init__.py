"""Scored deals and what a session comes to come in; text in every format goes out.

No format does a sum of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ofcscore.report.wording import FILE_STYLE, Style

if TYPE_CHECKING:
    from ofcscore.report.views import Report

FORMATS: Final = ("table", "markdown", "csv", "json", "jsonl", "chat", "html", "svg", "png")
SUFFIXES: Final = {
    ".txt": "table",
    ".md": "markdown",
    ".markdown": "markdown",
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".html": "html",
    ".htm": "html",
    ".svg": "svg",
    ".png": "png",
}
"""The report format for each suffix of an output file."""


def make_report(
    name: str,
    style: Style = FILE_STYLE,
    *,
    in_full: bool = False,
    running: bool = False,
    why: bool = False,
    chart: bool = False,
    csv_raw: bool = False,
) -> Report:
    """Return a new report of a format.

    `in_full` shows every deal in full however many there are, `running` adds running totals, `why`
    every score line under its pair, `chart` a drawing of the running totals. `csv_raw` leaves cells that a
    spreadsheet takes for formulas as they are.
    """
    match name:
        case "table":
            from ofcscore.report.table import TableReport

            return TableReport(style, in_full=in_full, running=running, why=why, chart=chart)
        case "markdown":
            from ofcscore.report.markdown import STYLE, MarkdownReport

            return MarkdownReport(
                STYLE._replace(own=style.own, handles=style.handles), running=running, why=why
            )
        case "csv":
            from ofcscore.report.csv import CsvReport

            return CsvReport(raw=csv_raw)
        case "json" | "jsonl":
            from ofcscore.report.json import JsonLinesReport, JsonReport

            made = JsonReport if name == "json" else JsonLinesReport
            return made(running=running)
        case "html":
            from ofcscore.report.html import HtmlReport

            return HtmlReport(style, in_full=in_full)
        case "svg" | "png":
            # A png is made of the same chart when that is written.
            from ofcscore.report.chart import ChartReport

            return ChartReport()
        case "chat":
            from ofcscore.report.chat import ChatReport

            return ChatReport(style, chart=chart)
        case _:
            raise ValueError(f"{name} is no format; there are {', '.join(FORMATS)}")
