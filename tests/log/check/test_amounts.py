"""Amounts as people write them: separators, hundredths and decimal signs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import run
from tests.loops import each

DEAL = "Ana: QQ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n"
"""Ana wins 3 points."""


def money(tmp_path: Path, text: str, *options: str) -> tuple[str | None, str]:
    """The payment to Ana with its currency (None if the program asks), and the messages."""
    (tmp_path / "night.ofc").write_text(text, encoding="utf-8")
    ran = run("score", tmp_path / "night.ofc", "--format", "json", *options)
    if ran.status:
        return None, ran.err
    said = json.loads(ran.out)
    assert all(payment["from"] == "Ben" for payment in said["payments"])
    return " ".join(filter(None, (sum_of(said["payments"]), said["currency"]))), ran.err


def sum_of(payments: list[dict[str, str]]) -> str:
    return payments[0]["amount"] if payments else "0"


@each(
    ("head", "paid"),
    [
        ("stake: 0,50", "1.50"),
        ("stake: 0,5 EUR", "1.50 EUR"),
        ("stake: 1.000,50 EUR", "3001.50 EUR"),
        ("stake: $1,300.00", "3900.00 $"),
        ("stake: 1.234.567 VND", "3703701 VND"),
        ("stake: 0.125 KWD", "0.375 KWD"),
        ("stake: 1.0000 KWD", "3.000 KWD"),
        ("stake: 50c", "1.50"),
        ("stake: 50c a point", "1.50"),
        ("stake: 50 ct/pt\ncurrency: EUR", "1.50 EUR"),
        ("currency: EUR\nstake: 50 cents", "1.50 EUR"),
        ("stake: 2,5 cents", "0.075"),
        ("stake: 50¢", "1.50"),
        ("stake: 20p", "0.60 GBP"),
        ("stake: 20p a point\ncurrency: £", "0.60 GBP"),
        ("stake: 20 pence", "0.60 GBP"),
        # Another amount shows which sign is which, above or below.
        ("stake: 1.000 VND\nadjust: Ana +12.500.000 VND, Ben -12.500.000 VND", "12503000 VND"),
        ("stake: 1.000 EUR\nadjust: Ana +0.50 EUR, Ben -0.50 EUR", "3.50 EUR"),
        ("stake: 1,000 EUR\nadjust: Ana +0,50 EUR, Ben -0,50 EUR", "3.50 EUR"),
        ("stake: 1.000 EUR\nadjust: Ana +0,50 EUR, Ben -0,50 EUR", "3000.50 EUR"),
        # Hundredths are money wherever they stand.
        ("adjust: Ana +50c, Ben -50c\nstake: 2 EUR", "6.50 EUR"),
        ("adjust: Ana +50c, Ben -50c\nstake: 2", "6.50"),
        ("paid: Ben -> Ana 50 cents\nstake: 2", "5.50"),
        ("paid: Ben -> Ana 50 öre\nstake: 2 SEK", "5.50 SEK"),
        ("adjust: Ana +1,5, Ben -1,5\nstake: 2", "9"),
    ],
    few=8,
)
def test_amounts_with_one_reading(tmp_path: Path, head: str, paid: str) -> None:
    log = f"players: Ana, Ben\n{head}\n{DEAL}"
    assert money(tmp_path, log)[0] == paid
    again = run("fmt", tmp_path / "night.ofc").out
    assert "," not in again.replace(", ", "")
    assert money(tmp_path, again)[0] == paid


def test_an_amount_of_a_later_deal_shows_the_sign(tmp_path: Path) -> None:
    log = f"stake: 1.000 VND\ndeal 1\n{DEAL}deal 2\n{DEAL}paid: Ben -> Ana 1.000.000 VND\n"
    # Standard input is read once, so that nothing below is known.
    assert "error[number-thousands]" in run("score", "-", stdin=log).err
    (tmp_path / "night.ofc").write_text(log)
    assert "Ana pays Ben 994000 VND." in run("score", tmp_path / "night.ofc").out


@each(
    ("head", "code"),
    [
        ("stake: 1.000 VND", "number-thousands"),
        ("stake: 1,000", "number-thousands"),
        ("stake: 2,500 EUR", "number-thousands"),
        ("stake: 1.000 KWD", "number-thousands"),
        ("adjust: Ana +1.000, Ben -1.000", "number-thousands"),
        ("stake: 1.000\nadjust: Ana +0,5, Ben -0,5\npaid: Ben -> Ana 0.5", "number-thousands"),
        ("rake: 20p", "currency"),
        ("adjust: Ana +20p, Ben -20p", "currency"),
        ("currency: c", "currency"),
        ("currency: JPY\nstake: 50c", "currency"),
        ("currency: EUR\nstake: 20p", "currency-differs"),
        ("stake: 1O", "number-unreadable"),
        ("stake: 1 EUR\nadjust: Ana +1O, Ben -1O", "number-unreadable"),
    ],
)
def test_amounts_that_ask(tmp_path: Path, head: str, code: str) -> None:
    paid, told = money(tmp_path, f"players: Ana, Ben\n{head}\n{DEAL}")
    assert paid is None
    assert f"error[{code}]" in told


@each(
    ("typed", "fixed"),
    [
        ("stake: O.50 EUR", "stake: 0.50 EUR"),
        ("stake: 1O EUR", "stake: 10 EUR"),
        ("stake: 5.O EUR", "stake: 5.0 EUR"),
        ("rake: O.5", "rake: 0.5"),
        ("stake: 1O", "10"),
    ],
)
def test_letters_for_digits_are_never_a_ten_of_cards(tmp_path: Path, typed: str, fixed: str) -> None:
    told = money(tmp_path, f"{typed}\n{DEAL}")[1]
    assert "error[number-unreadable]" in told
    assert f"write `{fixed}`" in told


def test_both_readings_of_three_digits_can_be_pasted(tmp_path: Path) -> None:
    told = money(tmp_path, f"stake: 2,500 EUR\n{DEAL}")[1]
    assert "help: write `stake: 2500 EUR`, or write `stake: 2.5000 EUR`" in told


@each(
    ("stake", "paid"),
    [
        ("50c", "1.50"),
        ("50 ct", "1.50"),
        ("50 groszy", "1.50"),
        ("50 centesimi", "1.50"),
        ("50c a point", "1.50"),
        ("0,50 €", "1.50 €"),
        ("20p", "0.60 GBP"),
        ("1.000", None),
        ("1,000 EUR", None),
        ("0.125", "0.375"),
    ],
)
def test_amounts_of_options(tmp_path: Path, stake: str, paid: str | None) -> None:
    assert money(tmp_path, DEAL, "--stake", stake)[0] == paid


@pytest.mark.parametrize("form", ["yaml", "csv", "json"])
def test_amounts_in_other_forms(tmp_path: Path, form: str) -> None:
    log = tmp_path / "a.ofc"
    log.write_text(f"players: Ana, Ben\nstake: 0,50 EUR\nadjust: Ana +25c, Ben -25c\n{DEAL}")
    ran = run("convert", log, "--to", form)
    (tmp_path / f"b.{form}").write_text(ran.out)
    assert "Ben pays Ana 1.75 EUR." in run("score", tmp_path / f"b.{form}").out
