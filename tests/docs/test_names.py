"""Whatever has a name is found in `docs/`."""

from __future__ import annotations

import re
from functools import cache

import pytest
import typer.main

import ofcscore
from ofcscore import load_rules
from ofcscore.cli.app import app
from ofcscore.columns.schemas import schema
from ofcscore.log.keys import KEYS
from ofcscore.log.read.sources import FORMS, RECORDS
from ofcscore.problems.catalogue import codes
from ofcscore.report import FORMATS
from ofcscore.report.csv import COLUMNS
from ofcscore.report.schemas import outputs
from ofcscore.rules.settings import SETTINGS
from tests.docs.made import DOCS, OPTIONS, PRESETS, command_names
from tests.test_readme import WRITTEN
from tests.transcripts import EXAMPLES


@cache
def _text(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def _headings(name: str) -> list[str]:
    return re.findall(r"^#+ (.+)$", _text(name), re.MULTILINE)


def test_every_page_is_plain_text() -> None:
    """A control character, that of a log that is shown, makes a page bytes for `git diff` and `grep`."""
    pages = {page.name: page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md")}
    controls = {name: re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]", pages[name]) for name in pages}
    assert {name: found for name, found in controls.items() if found} == {}


def test_every_key_has_a_heading_and_a_log() -> None:
    text = _text("notation.md")
    assert set(KEYS) - set(_headings("notation.md")) == set()
    assert [key for key in KEYS if f"<!-- file {key}.ofc -->" not in text] == []


def test_every_form_is_told_of() -> None:
    assert [form for form in FORMS if f"`{form}`" not in _text("formats.md")] == []
    assert [form for form in RECORDS if f"- `{form}`: " not in _text("records.md")] == []


def test_every_format_has_a_heading() -> None:
    assert set(FORMATS) - set(_headings("reports.md")) == set()


@pytest.mark.parametrize(
    ("page", "section", "columns"),
    [
        ("reports.md", "csv", COLUMNS),
        ("million.md", "What comes out", tuple(schema(load_rules("ofc")).names)),
    ],
)
def test_every_column_is_told_of(page: str, section: str, columns: tuple[str, ...]) -> None:
    text = _text(page).partition(f"## {section}\n")[2].partition("\n## ")[0]
    cells = "".join(re.findall(r"^\| (`[^|]+)", text, re.MULTILINE))
    told = set(re.findall("`(.+?)`", cells))
    assert told == set(columns)


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("settings.md", tuple(SETTINGS)),
        ("messages.md", tuple(codes())),
        ("json.md", tuple(outputs())),
        ("reference.md", tuple(ofcscore._HOME_OF)),
        ("rules/options.md", OPTIONS),
        ("commands.md", tuple(" ".join(("ofcscore", *words)) for words in command_names())),
    ],
)
def test_every_name_has_a_heading(page: str, names: tuple[str, ...]) -> None:
    assert set(names) - set(_headings(page)) == set()


def test_every_rule_set_has_a_page() -> None:
    assert [name for name in PRESETS if not (DOCS / "rules" / f"{name}.md").exists()] == []


def test_every_worked_example_of_the_sources_is_run_on_their_page() -> None:
    names = {path.name for path in (EXAMPLES / "worked").iterdir()}
    assert names - set(re.findall(r"worked/(\S+\.ofc)", _text("checked.md"))) == set()


def test_every_command_is_in_a_page_that_is_written() -> None:
    """Not only among all commands, but where it is told what it is for."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in WRITTEN)
    names = (" ".join(("ofcscore", *words)) for words in command_names() if words != ("rules",))
    assert [name for name in names if name not in text] == []


@pytest.mark.parametrize("words", command_names(), ids=" ".join)
def test_every_option_is_among_the_commands(words: tuple[str, ...]) -> None:
    command = typer.main.get_command(app)
    for word in words:
        command = command.commands[word]  # type: ignore[attr-defined]
    section = _text("commands.md").partition(f"## ofcscore {' '.join(words)}\n")[2].partition("\n## ")[0]
    options = (option for parameter in command.params for option in parameter.opts if option.startswith("--"))
    assert [option for option in options if option not in section] == []
