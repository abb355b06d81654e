"""Logs as people type or paste them score like their canonical twins, without any changes."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest

from tests.command import Ran, run
from tests.daily import some

CASES: Final[list[dict[str, Any]]] = [
    json.loads(line)
    for name in ("first_try", "typed")
    for line in (Path(__file__).parents[2] / "cases" / f"{name}.jsonl").read_text("utf-8").splitlines()
]
ASKED: Final = frozenset(
    (
        *("a-money-A30", "b-l-fr-haut", "b-l-tr", "c-mails-c06", "c-mails-c20", "d-german-04"),
        *("d-leeds-02", "d-leeds-06", "d-leeds-07", "d-manila-04", "d-manila-09", "e-aunt-E02"),
        *("e-casal-E06", "e-dealer-E03", "e-dealer-E06", "e-office-E07", "e-stream-E04", "e-stream-E05"),
        *("e-stream-E06", "e-stream-E07", "e-stream-E09", "e-stream-E12", "e-teen-E02", "e1-03", "e2-07"),
        *("e3-02", "e3-03", "e3-11", "e4-02", "e4-03", "e4-06", "e4-09", "e5-10", "e5-11", "e5-19", "e6-01"),
        *("e6-03", "e7-02", "e7-03", "e7-10", "e7-16", "e7-17", "e7-18", "e7-19"),
    )
)
"""Logs that still get an error instead of a score. This list may only shrink."""
CENTS: Final = frozenset(("c", "ct", "cent", "cents", "p", "pence", "centavos", "centimes"))
Summary = tuple[dict[str, Fraction], list[tuple[str, str, Fraction]], Fraction | None]


def summary(ran: Ran) -> Summary:
    """Return the totals in points, the payments and the stake of a JSON report."""
    report = json.loads(ran.out)
    unit = Fraction(1, 100) if str(report.get("currency")).casefold() in CENTS else Fraction(1)
    totals = {plain(name): Fraction(str(points)) for name, points in report["totals"].items()}
    payments = sorted(
        (plain(p["from"]), plain(p["to"]), Fraction(str(p["amount"])) * unit) for p in report["payments"]
    )
    stake = report.get("stake")
    return totals, payments, None if stake is None else Fraction(str(stake)) * unit


def plain(name: str) -> str:
    return "".join(unicodedata.normalize("NFC", name).casefold().split()).strip('"*')


def twin_names(found: Mapping[str, Fraction], wanted: Mapping[str, Fraction]) -> dict[str, str]:
    """Map each player to a player of the twin, whose name may lack a nickname or a sign."""
    names: dict[str, str] = {}
    for name in found:
        alike = [
            other for other in wanted if other not in names.values() and (name in other or other in name)
        ]
        names[name] = name if name in wanted else alike[0] if len(alike) == 1 else name
    return names


def score(name: str, text: str, *arguments: str) -> Ran:
    Path(name).write_text(text, encoding="utf-8", newline="")
    return run("score", name, "--format", "json", *arguments)


@pytest.mark.parametrize("case", some(8, of=CASES), ids=[case["id"] for case in CASES])
def test_log_scores_like_its_twin(
    case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = score(case["filename"], case["text"], *case["args"])
    assert "Traceback" not in ran.err
    codes = {code for _, code in re.findall(r"(error|warning)\[([a-z0-9-]+)\]", ran.err)}
    if case["trap"]:
        assert codes - {"fantasyland-due", "chat-lines"} or ran.status, (
            "an ambiguous log is scored without a warning"
        )
        return
    right = ran.out.startswith("{") and "error[" not in ran.err
    assert right != (case["id"] in ASKED), ran.err
    if not right:
        return
    totals, payments, stake = summary(ran)
    twin = score("twin.ofc", case["twin"])
    wanted, wanted_payments, wanted_stake = summary(twin)
    names = twin_names(totals, wanted)
    found = {names[name]: points for name, points in totals.items() if points or names[name] in wanted}
    assert found == {name: points for name, points in wanted.items() if points or name in found}
    assert sorted((names[a], names[b], sum_) for a, b, sum_ in payments) == wanted_payments
    assert stake == wanted_stake
