"""Numbers and money: nothing that is no plain number gets into a sum."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.trials import DEAL, Trial


def report(trial: Trial, log: str, *arguments: str) -> dict[str, Any]:
    """The report of a log in JSON."""
    data: dict[str, Any] = json.loads(trial.accepted(log, *arguments, "--format", "json").out)
    return data


def memory_of(action: Callable[[], object]) -> int:
    """The most bytes that an action had in use at one time."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_number_of_a_billion_digits_takes_no_memory(trial: Trial) -> None:
    trial.refused("stake: 1e99\n" + DEAL)  # so that nothing is read for the first time
    assert memory_of(lambda: trial.refused("stake: 1e999999999\n" + DEAL)) < 2_000_000


def test_no_float_in_large_sums(trial: Trial) -> None:
    """The largest stake that is read, over many deals: exact to the last digit."""
    deals = "".join(DEAL.replace("deal 1", f"deal {n}").replace("762", f"76{2 + n % 2}") for n in range(60))
    log = "stake: 999999999.9999\n" + deals
    data = report(trial, log)
    points = data["totals"]["Gus"]
    assert Fraction(data["money"]["Gus"]) == points * Fraction("999999999.9999")
    assert "e" not in data["money"]["Gus"]


def test_currencies_without_cents_or_with_three(trial: Trial) -> None:
    def money(stake: str) -> set[str]:
        data = report(trial, f"stake: {stake}\n{DEAL}")
        return {amount.lstrip("-") for amount in data["money"].values()}

    assert money("100 JPY") == {str(100 * points(trial))}
    assert money("0.0015 KWD") == {f"0.{15 * points(trial) // 10:03}"}
    assert all(len(amount.partition(".")[2]) == 2 for amount in money("1 EUR"))


def points(trial: Trial) -> int:
    """Return the points of a deal of two players."""
    return abs(int(report(trial, DEAL)["totals"]["Hero"]))
