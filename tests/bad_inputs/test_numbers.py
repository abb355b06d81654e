"""Bad inputs 41 to 51, numbers and money: nothing that is no plain number gets into a sum."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from tests.refusals import DEAL, YAML, Letter

THREE: Final = DEAL + "P: foul\n"
"""Hero +13, Gus +13, P -26, or as the rules say: three that owe each other."""
HOUSE: Final = "name: house\ntitle: House\nsource: ours\nextends: ofc\n"


def report(letter: Letter, log: str, *arguments: str) -> dict[str, Any]:
    """The report of a log in JSON."""
    data: dict[str, Any] = json.loads(letter.accepted(log, *arguments, "--format", "json").out)
    return data


def memory_of(action: Callable[[], object]) -> int:
    """The most bytes that an action had in use at one time."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


NO_NUMBERS: Final = (
    *("1e999999999", "1e5", "NaN", "sNaN", "inf", "-Infinity", "-0", "0x10", "1_000", "1__0"),
    *("1.", ".5", "1/2", "1:30", "--1", "+-1", "\u22121", "0b1", "1e-3", "\u00bd", "\u2160", "1\u00a0000"),
)


def test_041_stake_that_is_no_amount(letter: Letter) -> None:
    letter.accepted("stake: 1\n" + DEAL)  # so that nothing is timed for the first time
    for number in NO_NUMBERS:
        ran = letter.refused(f"stake: {number}\n{DEAL}", within=0.5)
        assert ran.err.startswith("x.ofc:1:")
        # An option goes through the same parser (design 9).
        letter.refused(DEAL, f"--stake={number}", status=2, within=0.5)
        letter.refused(f'stake: "{number}"\n{YAML}', name="x.yaml", within=0.5)
    for number in ("NaN", "1e999999999", "-Infinity"):
        data = f'{{"stake": {number}, "boards": {{"Hero": "JJ5 / AA762 / 9TJQK", "Gus": "foul"}}}}\n'
        letter.refused(data, name="x.json")
        letter.refused(data, name="x.jsonl")
        letter.refused(f"deal,player,top,mid,bot,key,value\n,,,,,stake,{number}\n1,A,foul\n", name="x.csv")
    log = "stake: 1e999999999\n" + DEAL
    assert memory_of(lambda: letter.refused(log)) < 2_000_000


def test_042_numbers_of_other_countries(letter: Letter) -> None:
    hints = {
        "1,50": "write 1.50",
        "1'000": "write 1000",
        "5,000.00": "write 5000.00",
        "1.234,50": "write 1234.50",
        "1,234,567": "write 1234567",
        # Nobody can tell, and one of the two is wrong by a thousand.
        "5,000": "write 5000, or 5.000 where the comma is a decimal point",
        "\uff11\uff12": "write digits 0 to 9",
        "\u0663": "write digits 0 to 9",
    }
    for number, hint in hints.items():
        assert f"  hint: {hint}\n" in letter.refused(f"stake: {number}\n{DEAL}").err
        assert f"  hint: {hint}\n" in letter.refused(DEAL, "--stake", number, status=2).err
    for written in ("1.50 EUR", "EUR 1.50", "\u20ac1.50", "1.50\u20ac", "\u20ac 1.50", "1.50 eur"):
        assert report(letter, f"stake: {written}\n{DEAL}")["stake"] == "1.50"


def test_043_stake_of_nothing_or_less(letter: Letter) -> None:
    ran = letter.accepted("stake: 0\n" + DEAL)
    assert "warning[stake-zero]: at a stake of 0 nobody owes anything" in ran.err
    for number in ("-1", "-0.01", "-0"):
        assert "a stake is never negative" in letter.refused(f"stake: {number}\n{DEAL}").err
        letter.refused(DEAL, f"--stake={number}", status=2)


def test_044_numbers_too_long(letter: Letter) -> None:
    for number in ("9" * 5000, "9" * 3000, "1234567890", "0" * 10):
        ran = letter.refused(f"stake: {number}\n{DEAL}", within=0.5)
        assert len(ran.err) < 500
    letter.refused(DEAL, "--stake", "9" * 5000, status=2, within=0.5)
    letter.refused(f'{{"stake": {"9" * 5000}, "boards": {{"A": "foul", "B": "foul"}}}}', name="x.json")
    for number in ("0.0000001", "0.00001 EUR"):
        assert "at most 4 are read" in letter.refused(f"stake: {number}\n{DEAL}").err


def test_045_cents_that_cannot_be_split(letter: Letter) -> None:
    stakes = "stake: 0.01 EUR\nstake Hero/Gus: 0.0033\nstake Hero/P: 0.0051\n"
    first = letter.accepted(stakes + THREE)
    assert "that could not be split" in first.out
    assert first.out == letter.accepted(stakes + THREE).out
    money = report(letter, stakes + THREE)["money"]
    assert sum(map(Fraction, money.values())) == 0


def test_046_adjustments_that_do_not_balance(letter: Letter) -> None:
    ran = letter.refused(DEAL + "adjust: Gus +5, Hero -4.9999\n")
    assert "these shares do not cancel out: -0.0001 is missing" in ran.err
    ran = letter.refused(DEAL + "adjust: Gus +5.0001 EUR, Hero -5 EUR\n")
    assert "-0.0001 EUR is missing" in ran.err
    ran = letter.refused(DEAL + "adjust: Gus +5, Hero -5 EUR\n")
    assert "-5 and +5 EUR are missing" in ran.err
    assert "`house -5, house +5 EUR`" in ran.err
    letter.accepted(DEAL + "adjust: Gus +5, house -5\n")


def test_047_chips_less_than_what_is_owed(letter: Letter) -> None:
    """Table stakes (rules 9): paid in the stated order, what stays unpaid is said, and the sum is 0."""
    chips = "rules: ofc + table-stakes\nchips: Hero 3, Gus 2, P 8\n"
    ran = letter.accepted(chips + THREE)
    assert "chips are used up" in ran.out
    totals = report(letter, chips + THREE)["totals"]
    assert sum(totals.values()) == 0
    assert totals["Hero"] <= 3
    assert totals["P"] >= -8
    letter.refused("rules: ofc + table-stakes\n" + THREE)


def test_048_no_float_in_large_sums(letter: Letter) -> None:
    """The largest stake that is read, over many deals: exact to the last digit."""
    deals = "".join(DEAL.replace("deal 1", f"deal {n}").replace("762", f"76{2 + n % 2}") for n in range(60))
    log = "stake: 999999999.9999\n" + deals
    data = report(letter, log)
    points = data["totals"]["Gus"]
    assert Fraction(data["money"]["Gus"]) == points * Fraction("999999999.9999")
    assert "e" not in data["money"]["Gus"]


def test_049_royalties_that_are_none(letter: Letter) -> None:
    for table, message in (
        ("top: {trips: -2}", "royalties.top.trips is none or at least 0, not -2"),
        ("top: {trips: 1.5}", "royalties.top.trips is none or a whole number, not 1.5"),
        ("top: {trips: 1/2}", "royalties.top.trips is none or a whole number, not `1/2`"),
        ("top: {trips: }", "royalties.top.trips is none or a whole number, not nothing"),
        ("top: {trips: nan}", "royalties.top.trips is none or a whole number, not `nan`"),
        ("topp: {trips: 3}", "`topp` is no setting of royalties"),
    ):
        house = {"house.yaml": f"{HOUSE}royalties:\n  {table}\n"}
        ran = letter.refused(DEAL, "--rules", "./house.yaml", others=house, status=2)
        assert message in ran.err
        assert "house.yaml:6:" in ran.err
    falling = {"house.yaml": f"{HOUSE}royalties:\n  bottom: {{flush: 9}}\n"}
    ran = letter.ran(None, "house.yaml", command=("rules", "check"), others=falling)
    assert (ran.status, "warning[rules-doubt]" in ran.err) == (0, True)
    letter.accepted(DEAL, "--rules", "./house.yaml", others=falling)


def test_050_currencies_without_cents_or_with_three(letter: Letter) -> None:
    def money(stake: str) -> set[str]:
        data = report(letter, f"stake: {stake}\n{DEAL}")
        return {amount.lstrip("-") for amount in data["money"].values()}

    assert money("100 JPY") == {str(100 * points(letter))}
    assert money("0.0015 KWD") == {f"0.{15 * points(letter) // 10:03}"}
    assert all(len(amount.partition(".")[2]) == 2 for amount in money("1 EUR"))


def points(letter: Letter) -> int:
    """What the deal of two exchanges."""
    return abs(int(report(letter, DEAL)["totals"]["Hero"]))


def test_051_thirty_players_to_settle(letter: Letter) -> None:
    values = [(-1) ** n * (7919 * (n + 1) % 10_007) for n in range(29)]
    totals = [f"P{n}={value}" for n, value in enumerate(values)] + [f"Last={-sum(values)}"]
    ran = letter.accepted(None, *totals, command=("settle",), within=1)
    assert "may not be the fewest" in ran.out
    letter.refused(None, "A=1", "B=2", command=("settle",))
    letter.refused(None, "A=1e5", "B=-1", command=("settle",), status=2)
    letter.refused(None, "A=1", "A=-1", command=("settle",), status=2)
