"""The twenty-deal night comes to the same in every form, in and out."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ofcscore
from ofcscore.report import make_report
from tests.command import run
from tests.loops import each

NIGHT = Path(__file__).parent.parent.parent / "examples" / "twenty-deals.ofc"
FORMS = ("text", "yaml", "json", "jsonl", "csv")


def result(log: Path, form: str) -> Any:
    ran = run("score", str(log), "--from", form, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    return json.loads(ran.out)


@cache
def night() -> ofcscore.Result:
    return ofcscore.score(ofcscore.read(NIGHT))


def shown(form: str) -> str:
    report = make_report(form)
    deals = [report.deal(deal) for deal in night().deals]
    head, tail = report.frame(night().outcome)
    return "".join([head, *deals, tail])


@cache
def wanted() -> Any:
    return json.loads(shown("json"))


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_the_night_read_from_every_form(form: str, tmp_path: Path) -> None:
    """Each form is written from the one before it in a chain that begins and ends with text."""
    log, was = NIGHT, "text"
    for step, to in enumerate(("yaml", "json", "csv", "jsonl", form)):
        ran = run("convert", str(log), "--from", was, "--to", to)
        assert ran.status == 0
        log, was = tmp_path / f"{step}.{to}", to
        log.write_text(ran.out, encoding="utf-8")
    assert result(log, form) == wanted()


@each("form", ["table", "markdown", "chat", "html"])
def test_every_report_has_the_totals_and_the_payments(form: str) -> None:
    text = shown(form).replace("\N{MINUS SIGN}", "-")
    for points in wanted()["totals"].values():
        assert f"{points:+}" in text
    for payment in wanted()["payments"]:
        assert payment["amount"] in text


def test_the_tables_for_machines_add_up_to_the_same() -> None:
    rows = csv.DictReader(io.StringIO(shown("csv")))
    totals: dict[str, Fraction] = {}
    for row in rows:
        if row["status"] == "void":
            continue
        totals[row["player"]] = totals.get(row["player"], Fraction(0)) + Fraction(row["points"])
    assert totals == wanted()["totals"]
    lines = [json.loads(line) for line in shown("jsonl").splitlines()]
    assert [deal["totals"] for deal in lines[:-1]] == [deal["totals"] for deal in wanted()["deals"]]
    assert lines[-1]["payments"] == wanted()["payments"]
    assert sum(map(Fraction, wanted()["money"].values())) == 0
