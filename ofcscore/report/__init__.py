"""Reports of scored deals and sessions, in every format.

Reports do not apply the rules of the game.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from ofcscore.report.wording import FILE_STYLE, Style

if TYPE_CHECKING:
    from ofcscore.report.views import Report

_REPORTS: Final = {
    "table": "text.TableReport",
    "markdown": "text.MarkdownReport",
    "csv": "data.CsvReport",
    "json": "data.JsonReport",
    "jsonl": "data.JsonLinesReport",
    "chat": "text.ChatReport",
    "html": "html.HtmlReport",
    "svg": "chart.ChartReport",
    "png": "chart.ChartReport",
}
"""The module and class of each format. A PNG is made from the SVG."""
FORMATS: Final = tuple(_REPORTS)
SUFFIXES: Final = {
    **{f".{name}": name for name in FORMATS[2:] if name != "chat"},
    ".txt": "table",
    ".md": "markdown",
    ".markdown": "markdown",
    ".ndjson": "jsonl",
    ".htm": "html",
}


def make_report(name: str, style: Style = FILE_STYLE, **options: bool) -> Report:
    """Return a new report in the format `name`, with the options of `Report`."""
    if name not in _REPORTS:
        raise ValueError(f"{name} is not a format; the formats are {', '.join(FORMATS)}")
    module, _, made = _REPORTS[name].partition(".")
    report: Report = getattr(import_module(f"{__name__}.{module}"), made)(style, **options)
    return report
