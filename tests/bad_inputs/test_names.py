"""Players and names: refused where they hide something, kept to the letter elsewhere."""

from __future__ import annotations

import csv
import html.parser
import io
import json
import re
from collections.abc import Iterable
from typing import Final
from xml.etree import ElementTree

import pytest

from ofcscore import report
from ofcscore.diagnostics.terminal import text_width
from tests.loops import each
from tests.trials import YAML, Trial

BOARDS: Final = ("JJ5 / AA762 / 9TJQK", "663 / KK943 / 88844", "foul")
FORMATS: Final = tuple(name for name in report.FORMATS if name != "png")


def log_of(names: Iterable[str], note: str = "") -> str:
    """A log with these players, their names in quotes."""
    quoted = ('"' + name.replace('"', '""') + '"' for name in names)
    boards = "".join(f"{name}: {board}\n" for name, board in zip(quoted, BOARDS, strict=False))
    return "deal 1\n" + (f"note: {note}\n" if note else "") + boards


class Page(html.parser.HTMLParser):
    """The text of a page, and every tag and attribute in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(key, value or "") for key, value in attrs]

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


@each("format_", FORMATS)
def test_what_a_note_says_is_cleaned_in_every_format(format_: str, trial: Trial) -> None:
    """A note may hold what it likes in YAML; nothing of it reaches a terminal as it is."""
    note = 'note: "\\e[2J\\x9b1m\\u202e\\u2066\\u200b\\a\\b"\n'
    ran = trial.accepted(note + YAML, "--format", format_, name="x.yaml")
    assert not set(ran.out + ran.err) & set("\x1b\x9b\x07\x08\u202e\u2066\u200b")


ODD_NAMES: Final = ("007", "1e5", "nan", "True", "80,443", "No", "On", "Null", "~", "0x1F", "1_0", "-0.0")
FORMULAS: Final = ("=cmd|'/c calc'!A1", "+1", "-2", "@x", "=1+2", "\uff1d1")
MARKUP: Final = (
    *("<script>alert(1)</script>", "a & b", 'it\'s "so"', "javascript:alert(1)", "a|b", "*x*", "`x`"),
    *("[x](javascript:1)", "![x](y)", "# x", "- x", "1. x", "a\\b", "$x$", "{{ 7*7 }}", "{% x %}"),
    *("[red]x[/red]", "[link=https://x.test]x[/link]", "&lt;b&gt;", "__x__", "~~x~~", "</svg><script>"),
    "]]>",
)


def names_in_markdown(text: str) -> list[str]:
    """The first cells of the standings, with what Markdown escapes undone."""
    table = text.partition("| Standings |")[2].partition("\n\n")[0]
    return [
        plain_markdown(line.split(" | ")[0].removeprefix("| ").removesuffix(" |"))
        for line in table.splitlines()[2:]
    ]


def plain_markdown(text: str) -> str:
    """Return the text that Markdown shows for a piece of text without markup."""
    return html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text))


@pytest.mark.long
@each("name", [*ODD_NAMES, *FORMULAS, *MARKUP])
def test_names_in_every_format(name: str, trial: Trial) -> None:
    """Each format is read back by its own rules and must have the name as it was written."""
    log = log_of(["Ann", name, "Bob"])
    out = {f: trial.accepted(log, "--format", f).out for f in FORMATS}
    for format_ in ("table", "chat"):
        assert name in out[format_]
    data = json.loads(out["json"])
    assert list(data["totals"]) == ["Ann", name, "Bob"]
    assert [board["player"] for board in data["deals"][0]["boards"]] == ["Ann", name, "Bob"]
    lines = [json.loads(line) for line in out["jsonl"].splitlines()]
    assert list(lines[-1]["totals"]) == ["Ann", name, "Bob"]
    assert name in names_in_markdown(out["markdown"])
    page = Page(out["html"])
    assert " ".join(name.split()) in page.text
    assert {"table", "html"} <= set(page.tags)
    drawing = "".join(ElementTree.fromstring(out["svg"]).itertext())
    assert name in drawing


@each("name", FORMULAS)
def test_formulas_in_csv(name: str, trial: Trial) -> None:
    log = log_of(["Ann", name])
    spreadsheet = list(csv.DictReader(io.StringIO(trial.accepted(log, "--format", "csv").out)))
    assert [row["player"] for row in spreadsheet] == ["Ann", f"'{name}"]
    raw = list(csv.DictReader(io.StringIO(trial.accepted(log, "--format", "csv", "--csv-raw").out)))
    assert [row["player"] for row in raw] == ["Ann", name]
    assert {row["points"] for row in spreadsheet} == {row["points"] for row in raw}
    assert all(re.fullmatch("-?[0-9]+", row["points"]) for row in spreadsheet), "numbers stay numbers"
    assert name in json.loads(trial.accepted(log, "--format", "json").out)["totals"]


@pytest.mark.long
@each("name", [*FORMULAS, "'=1", "'", *ODD_NAMES, *MARKUP])
def test_names_through_every_form_of_log(name: str, trial: Trial) -> None:
    """Text to YAML to JSON to JSON Lines to CSV to text: the same players, and the same scores."""
    text, form = log_of(["Ann", name]), "text"
    before = json.loads(trial.accepted(text, "--format", "json").out)
    for other in ("yaml", "json", "jsonl", "csv", "text"):
        suffix = {"text": "ofc"}
        ran = trial.accepted(text, "--to", other, name=f"x.{suffix.get(form, form)}", command=("convert",))
        text, form = ran.out, other
        report = trial.accepted(text, "--format", "json", name=f"x.{suffix.get(form, form)}")
        after = json.loads(report.out)
        assert list(after["totals"]) == ["Ann", name]
        assert after["totals"] == before["totals"]


def test_markup_in_markdown(trial: Trial) -> None:
    for name in MARKUP:
        text = trial.accepted(log_of(["Ann", name]), "--format", "markdown", "--deals", "all").out
        assert names_in_markdown(text).count(name) == 1
        tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
        for table in tables:
            assert len({re.sub(r"\\.", "", line).count("|") for line in table.splitlines()}) == 1


def test_long_wide_and_stacked_names(trial: Trial) -> None:
    for name in (
        "x" * 64,
        "\u65e5\u672c\u8a9e\u306e\u540d\u524d",
        "\u0e17\u0e35\u0e48",
        "\U0001f468",
        "e\u0308\u0304",
    ):
        lines = trial.accepted(log_of([name, "Ann"])).out.splitlines()
        start = next(i for i, line in enumerate(lines) if line.startswith("Standings"))
        widths = {text_width(line) for line in lines[start : start + 3]}
        assert len(widths) == 1, "columns stay aligned by display width"
        assert max(widths) <= 80
