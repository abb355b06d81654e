"""`title` and `date`: what a log and a deal say of themselves, read, kept and written in every form."""

from __future__ import annotations

import re

import pytest

from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import FORMS, Form, text_source
from ofcscore.scoring.deal import Deal, Header
from tests.log.write.test_fmt import fmt
from tests.log.write.test_round import convert, quote, read
from tests.loops import each, table

BOARDS = "Ann: 22J / AA763 / 99845\nBob: 33J / KKQ54 / 8TTQ6\n"
NIGHT = f"""\
title: Friday at Ana's
date: 2026-11-20
rules: ofc

deal 1 2026-11-21
title: the big one
{BOARDS}
deal 2
{BOARDS.replace("A", "Q")}"""


@each("form", FORMS)
def test_they_are_kept_in_every_form(form: Form) -> None:
    header, first, second = read(convert(NIGHT, "text", form), form)
    assert isinstance(header, Header)
    assert isinstance(first, Deal)
    assert isinstance(second, Deal)
    assert (header.table.title, header.table.date) == ("Friday at Ana's", "2026-11-20")
    assert (first.facts.title, first.date) == ("the big one", "2026-11-21")
    assert (second.facts.title, second.date) == ("", None)
    assert convert(convert(NIGHT, "text", form), form, "text") == fmt(NIGHT)


@each("form", FORMS)
def test_the_key_of_a_deal_is_its_date_whatever_the_form(form: Form) -> None:
    by_key = f"deal 1\ndate: 2026-11-21\n{BOARDS}"
    assert convert(by_key, "text", form) == convert(f"deal 1 2026-11-21\n{BOARDS}", "text", form)


def test_fmt_writes_it_beside_the_name() -> None:
    canonical = fmt(f"deal 1 2026-11-21\n# late\n{BOARDS}\ndeal 2\n{BOARDS}")
    assert fmt(f"deal 1\ndate: 2026-11-21  # late\n{BOARDS}\ndeal 2\n{BOARDS}") == canonical
    assert fmt(canonical) == canonical


def test_a_deal_without_a_name_has_no_line_for_it() -> None:
    assert fmt(f"{BOARDS}date: 2026-11-21").endswith("date: 2026-11-21\n")


@pytest.mark.parametrize("key", ["Title: Friday", "TITLE : Friday", "title:Friday"])
def test_a_title_is_typed_in_any_way(key: str) -> None:
    header = read(f"{key}\n{BOARDS}", "text")[0]
    assert isinstance(header, Header)
    assert header.table.title == "Friday"


@each(("log", "expected"), table("what_is_wrong_with_them"))
def test_what_is_wrong_with_them(log: str, expected: list[str]) -> None:
    found = read_session([text_source(log)])[1]
    assert [f"{p.place.line}:{p.place.column} {p.message}" for p in found] == expected


@each("title", ["{}", "[a", "|", '"so"', "x: {", "a / b / c"])
def test_a_title_is_no_sign_of_another_form(title: str) -> None:
    written = convert(f"title: {quote(title)}\n{BOARDS}", "text", "text")
    header = read_session([text_source(written, None, "<stdin>")])[0][0]
    assert isinstance(header, Header)
    assert header.table.title == title


@each(
    ("line", "days"),
    [
        ("date: 11/12/26", ["date: 2026-12-11", "date: 2026-11-12"]),
        ("date: 26-11-20", ["date: 2020-11-26", "date: 2026-11-20"]),
        ("deal 8 11/12/26", ["deal 8 2026-12-11", "deal 8 2026-11-12"]),
        ("deal last one", ["#"]),
        ("deal 8 2026-02-30", ['deal "8 2026-02-30"']),
        ("date: yesterday", []),
        ("date: 31.2.2026", []),
        ("date: 2026", []),
    ],
)
def test_the_hint_is_the_line_with_each_day_that_may_be_meant(line: str, days: list[str]) -> None:
    """Each of them, written, is read."""
    (problem,) = [p for p in read_session([text_source(f"{line}\n{BOARDS}")])[1] if not p.warning]
    assert re.findall("`(.*?)`", problem.hint or "") == days
    assert ("could be" in problem.message) == (len(days) > 1)
    for day in days if days != ["#"] else ():
        found = read_session([text_source(f"{day}\n{BOARDS}")])[1]
        assert [problem for problem in found if not problem.warning] == []


@each(
    ("line", "day"),
    [
        ("date: 20.11.2026", "2026-11-20"),
        ("date: 2026/11/5  # late", "2026-11-05"),
        ("Date: Nov 20th, 2026", "2026-11-20"),
        ("date: 20 november 2026", "2026-11-20"),
        ("deal 8 20.11.2026", "2026-11-20"),
        ("deal 8. (20.11.26)", "2026-11-20"),
    ],
)
def test_a_day_typed_another_way_is_read_if_it_means_one(line: str, day: str) -> None:
    header, deal = read(f"{line}\n{BOARDS}", "text")
    assert isinstance(header, Header)
    assert isinstance(deal, Deal)
    assert (header.table.date or deal.date) == day


@pytest.mark.parametrize("form", ["yaml", "jsonl"])
def test_days_in_other_forms(form: Form) -> None:
    log = convert(f"deal 1 2026-11-20\n{BOARDS}", "text", form)
    _, deal = read_session([text_source(log.replace("2026-11-20", "20.11.2026"), form)])[0]
    assert isinstance(deal, Deal)
    assert deal.date == "2026-11-20"
    _, deal = read_session([text_source(log.replace("2026-11-20", "11/12/2026"), form)])[0]
    assert isinstance(deal, Deal)
    # A date with a year has the day first.
    assert deal.date == "2026-12-11"
    _, problems = read_session([text_source(log.replace("2026-11-20", "11/12/26"), form)])
    problem = next(p for p in problems if not p.warning)
    assert problem.hint is not None
    assert "2026-12-11" in problem.hint
    assert "quotes" not in problem.hint
