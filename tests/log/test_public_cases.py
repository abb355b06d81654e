"""Logs and ledgers of other programs and of rule books, with their right values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.command import run
from tests.loops import each

_FILE: Final = Path(__file__).parents[1] / "cases" / "public.jsonl"
CASES: Final[dict[str, dict[str, Any]]] = {
    case["id"]: case
    for case in map(json.loads, _FILE.read_text(encoding="utf-8").splitlines())
    if not case["today"].startswith("not expressible")
}
"""Without rules that no rule set can express."""


@each("name", CASES)
def test_public_case(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = CASES[name]
    for file, text in case["input"].items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ran, expected = run(*case["args"]), case["expect"]
    if "error" in expected or "message" in expected:
        assert ran.status == 1
        assert expected.get("error", "[") in ran.err
        return
    found = json.loads(ran.out)
    if "payments" in expected:
        paid = [[one["from"], one["to"], str(one["amount"])] for one in found["payments"]]
        assert paid == expected["payments"]
    if "totals" in expected:
        assert found["totals"] == expected["totals"]
    if "fantasyland_next" in expected:
        boards = found["deals"][-1]["boards"]
        cards = {board["player"]: board["fantasyland"]["cards"] for board in boards}
        assert {name: count for name, count in cards.items() if count} == expected["fantasyland_next"]
