"""A report never replaces a log or a rule set without `--force`."""

from __future__ import annotations

from pathlib import Path

import pytest

from ofcscore.diagnostics.problem import Exit
from ofcscore.log.read.sources import FORMS
from ofcscore.report import FORMATS
from tests.command import run

LOG = "stake: 0.50 EUR\ndeal 1\nAnn: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n"
SUFFIXES = {"text": ".ofc", "yaml": ".yaml", "json": ".json", "jsonl": ".jsonl", "csv": ".csv"}
RULES = "extends: ofc\ntitle: At Ana's\nfoul: {pays: 6}\n"


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "night.ofc"
    path.write_text(LOG, encoding="utf-8")
    return path


def refused(path: Path, what: str, *command: str) -> None:
    """Check that a file is not changed and that only `--force` replaces it."""
    before = path.read_bytes()
    ran = run(*command, "-o", path)
    assert (ran.status, ran.out) == (Exit.FILES, "")
    assert f"{path} is {what}, and this would replace it; choose another name, or add --force" in ran.err
    assert path.read_bytes() == before
    assert run(*command, "-o", path, "--force").status == Exit.OK
    assert path.read_bytes() != before


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["other{}", "other", "other.txt"])
def test_a_log_of_any_form_stays(night: Path, form: str, name: str) -> None:
    other = night.with_name(name.format(SUFFIXES[form]))
    if other.suffix == ".txt" and form != "text":
        pytest.skip("no log has that name")
    other.write_text(LOG.replace("JJ5", "QQ5"), encoding="utf-8")
    if form != "text":
        other.write_text(run("convert", night, "--to", form).out, encoding="utf-8")
    refused(other, "a log", "score", "night.ofc", "--format", "markdown")


@pytest.mark.parametrize(
    "text",
    [
        "rules: ofc\nplayers: Ann, Ben\n",
        LOG + "deal 2\nAnn: JJ5 / AA762\nBen: 663 / KK943 / 888\n",
        LOG + "deal 2\nAnn: foul\nBen: foul\n" * 9000,
        "Ann: JJ5 / AA762 / 9TJQK\nBen: foul\n",
    ],
)
def test_a_log_begun_faulty_long_or_without_a_header(night: Path, text: str) -> None:
    other = night.with_name("other.txt")
    other.write_text(text, encoding="utf-8")
    refused(other, "a log", "score", "night.ofc")


@pytest.mark.parametrize("command", [("score", "night.ofc", "--format", "json"), ("convert", "night.ofc")])
def test_a_rule_set_stays(night: Path, command: tuple[str, ...]) -> None:
    house = night.with_name("house.yaml")
    house.write_text(RULES, encoding="utf-8")
    refused(house, "a rule set", *command)


def test_a_log_is_not_replaced_by_another(night: Path) -> None:
    season = night.with_name("season.ofc")
    season.write_text(LOG * 2, encoding="utf-8")
    refused(season, "a log", "convert", "night.ofc")


@pytest.mark.parametrize("chosen", [name for name in FORMATS if name != "png"])
def test_a_report_is_replaced(night: Path, chosen: str) -> None:
    """A later report may replace a report of any name."""
    for name in ("report", "report", "report.txt", "report.html"):
        assert run("score", night, "--format", chosen, "-o", name).status == Exit.OK


@pytest.mark.parametrize("text", ["", "\n", "milk\neggs\n", "title: x\nname: y\n", "\0\1\2", "{}", "a: b\n"])
def test_other_files_are_replaced(night: Path, text: str) -> None:
    for name in ("notes.txt", "notes.yaml", "notes"):
        Path(name).write_text(text, encoding="utf-8")
        assert run("score", night, "--format", "table", "-o", name).status == Exit.OK


@pytest.mark.parametrize("name", ["x.pdf", "x.xlsx", "x.ofc", "x.yaml", "x.v2", "x.HTMLX"])
def test_a_name_of_no_format(night: Path, name: str) -> None:
    ran = run("score", night, "-o", name)
    assert ran.status == Exit.USAGE
    assert f"-o {name}: .{name[2:].lower()} is not the ending of a format; use .txt, " in ran.err
    assert not Path(name).exists()
    assert run("score", night, "-o", name, "--format", "markdown").status == Exit.OK


def test_a_log_is_safe_before_its_suffix_is_looked_at(night: Path) -> None:
    other = night.with_name("other.ofc")
    other.write_text(LOG, encoding="utf-8")
    refused(other, "a log", "score", "night.ofc")


def test_force_is_for_a_file(night: Path) -> None:
    for command in (("score", night), ("convert", night, "--to", "yaml")):
        ran = run(*command, "--force")
        assert ran.status == Exit.USAGE
        assert "--force needs -o" in ran.err
