"""Debts carried over from evening to evening, and payment links."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.command import run

FRIDAY = "stake: 0.50 EUR\ntitle: Friday\ndeal 1\nAnn +4, Ben -4\n"
SATURDAY = "stake: 0.50 EUR\ndeal 1\nAnn -2, Ben -3, Cid +5\n"


@pytest.fixture
def nights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friday.ofc").write_text(FRIDAY)
    (tmp_path / "saturday.ofc").write_text(SATURDAY)
    return tmp_path


def rows(path: Path) -> list[list[str]]:
    """Return the rows of a balances file without their dates."""
    return [row[1:] for row in csv.reader(path.read_text().splitlines())][1:]


def test_debts_go_from_evening_to_evening(nights: Path) -> None:
    file = nights / "balances.csv"
    assert run("score", "friday.ofc", "--carry", file).status == 0
    assert rows(file) == [["Ben", "Ann", "2.00 EUR", "friday.ofc"]]
    ran = run("score", "saturday.ofc", "--carry", file, "--format", "json")
    data = json.loads(ran.out)
    assert data["carried"] == [{"from": "Ben", "to": "Ann", "amount": "2.00"}]
    assert {(p["from"], p["to"], p["amount"]) for p in data["payments"]} == {
        ("Ben", "Ann", "1.00"),
        ("Ben", "Cid", "2.50"),
    }
    assert sorted(rows(file)) == [
        ["Ben", "Ann", "1.00 EUR", "friday.ofc; saturday.ofc"],
        ["Ben", "Cid", "2.50 EUR", "friday.ofc; saturday.ofc"],
    ]


def test_an_evening_counts_once(nights: Path) -> None:
    file = nights / "balances.csv"
    run("score", "friday.ofc", "--carry", file)
    before = file.read_bytes()
    ran = run("score", "friday.ofc", "--carry", file)
    assert (ran.status, "already include friday.ofc" in ran.err) == (3, True)
    assert file.read_bytes() == before


def test_an_evening_counts_once_from_another_folder(nights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (nights / "nov").mkdir()
    (nights / "friday.ofc").rename(nights / "nov" / "friday.ofc")
    assert run("score", "nov/friday.ofc", "--carry", "balances.csv").status == 0
    assert run("score", "./nov/friday.ofc", "--carry", "balances.csv").status == 3
    monkeypatch.chdir(nights / "nov")
    assert run("score", "friday.ofc", "--carry", "../balances.csv").status == 3


def test_a_near_name_of_the_balances_is_warned_of(nights: Path) -> None:
    file = nights / "balances.csv"
    file.write_text("date,from,to,amount,why\n2026-11-20,Benn,Ann,5 EUR,x.ofc\n")
    ran = run("score", "friday.ofc", "--carry", file)
    assert (ran.status, "warning[name-near]: Ben is new and Benn" in ran.err) == (0, True)


@pytest.mark.parametrize(
    "why",
    [
        *("settled", "payback", "Venmo", "cash", "betald", "maksettu", "paid?", "paid half", "paid by Ben"),
        *(
            "paid for pizza",
            "void",
            "cancelled",
            "forgiven",
            "repaid",
            "unpaid",
            "not paid",
            "void night.ofc",
        ),
    ],
)
def test_a_reason_that_is_no_evening_and_no_full_payment_is_asked_about(nights: Path, why: str) -> None:
    (nights / "balances.csv").write_text(f"date,from,to,amount,why\n2026-11-21,Ben,Ann,2.00 EUR,{why}\n")
    ran = run("score", "friday.ofc", "--carry", "balances.csv")
    assert (ran.status, "error[balance-unreadable]" in ran.err) == (1, True)


@pytest.mark.parametrize(
    "why", ["", "night.ofc", "nov/night 2.txt; b.csv", "Friday 20.11.", "OFC night", "plain"]
)
def test_a_debt_of_an_evening_is_carried_over(nights: Path, why: str) -> None:
    (nights / "plain").touch()
    (nights / "balances.csv").write_text(f"date,from,to,amount,why\n2026-11-21,Ben,Ann,2.00 EUR,{why}\n")
    assert "Ben pays Ann 4.00 EUR." in run("score", "friday.ofc", "--carry", "balances.csv").out


@pytest.mark.parametrize("why", ["paid", "Paid in cash", "bezahlt", "paid by PayPal", "paid (Venmo)"])
def test_a_payment_made_since_is_a_row_of_its_own(nights: Path, why: str) -> None:
    file = nights / "balances.csv"
    run("score", "friday.ofc", "--carry", file)
    with file.open("a") as added:
        added.write(f"2026-11-21,ben,ann,2.00,{why}\n")
    ran = run("score", "saturday.ofc", "--carry", file)
    assert "Already paid: Ben to Ann, 2.00 EUR." in ran.out
    assert sorted(row[:3] for row in rows(file)) == [
        ["Ann", "Cid", "1.00 EUR"],
        ["Ben", "Cid", "1.50 EUR"],
    ]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("x,y\n", 1),
        ("date,from,to,amount,why\n2026-11-20,Ben,Ben,5,x.ofc\n", 1),
        ("date,from,to,amount,why\n2026-11-20,Ben,Ann,five,x.ofc\n", 1),
        ("date,from,to,amount,why\n2026-11-20,Ben,Ann,-5,x.ofc\n", 1),
        ("date,from,to,amount,why\n2026-11-20,Ben,Ann,5,x,y\n", 1),
        ("date,from,to,amount,why\n2026-11-20,Ben,Ann,5 USD,x.ofc\n", 2),
        ("date,from,to,amount,why\n2026-11-20,Ben,Ann,5,x.ofc\n", 2),
        ("date,from,to,amount,why\n2026-11-20,Ben,Ann,5 EUR,Ben paid\n", 1),
        ("date,from,to,amount,why\n2026-11-20,Ben,Ann,5 USD,x.ofc\n2026-11-20,Ben,Ann,5 EUR,y.ofc\n", 1),
    ],
)
def test_bad_balances_touch_nothing(nights: Path, text: str, status: int) -> None:
    file = nights / "balances.csv"
    file.write_text(text)
    ran = run("score", "friday.ofc", "--carry", file)
    assert (ran.status, ran.out, file.read_text()) == (status, "", text)


def test_a_log_with_errors_touches_nothing(nights: Path) -> None:
    (nights / "bad.ofc").write_text("deal 1\nAnn: QQ5\n")
    assert run("score", "bad.ofc", "--carry", "balances.csv").status == 1
    assert not (nights / "balances.csv").exists()


@pytest.mark.parametrize("option", [("--settle", "none"), ("--compare", "ofc,ofc-pineapple")])
def test_what_leaves_payments_open_carries_nothing(nights: Path, option: tuple[str, str]) -> None:
    assert run("score", "friday.ofc", "--carry", "balances.csv", *option).status == 2


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.integers(-500, 500), min_size=3, max_size=3), min_size=2, max_size=4))
def test_evenings_carried_over_are_evenings_together(nights: Path, evenings: list[list[int]]) -> None:
    file = nights / "balances.csv"
    file.unlink(missing_ok=True)
    names, total = ("Ann", "Ben", "Cid", "Dan"), [0, 0, 0, 0]
    for points in evenings:
        all_points = [*points, -sum(points)]
        total = [a + b for a, b in zip(total, all_points, strict=True)]
        said = [f"{name}={won}" for name, won in zip(names, all_points, strict=True)]
        ran = run("settle", *said, "--stake", "0.05 EUR", "--carry", file, "--format", "json")
        assert ran.status == 0, ran.err
    paid = dict.fromkeys(names, Fraction(0))
    for payment in json.loads(ran.out)["payments"]:
        paid[payment["from"]] -= Fraction(payment["amount"])
        paid[payment["to"]] += Fraction(payment["amount"])
    assert paid == {name: Fraction(won, 20) for name, won in zip(names, total, strict=True)}


HANDLES = "name,handle\nann,https://pay.example/a/{amount}?for={note}\nCid,@cid\n"


def test_each_payment_names_how_it_is_paid(nights: Path) -> None:
    (nights / "handles.csv").write_text(HANDLES)
    for form in ("table", "chat"):
        ran = run("score", "friday.ofc", "--handles", "handles.csv", "--format", form)
        assert "Ben pays Ann 2.00 EUR. https://pay.example/a/2.00?for=Friday" in ran.out
    page = run("score", "friday.ofc", "--handles", "handles.csv", "--format", "html").out
    assert 'href="https://pay.example/a/2.00?for=Friday"' in page
    ran = run("settle", "Ann=-1", "Cid=1", "--handles", "handles.csv")
    assert ran.out == "Ann pays Cid 1 point. @cid\n"
    assert run("score", "friday.ofc", "--handles", "nowhere.csv").status == 3
