"""The cases of `cases/*.yaml`: one rule sentence each, with boards and what they must exchange.

Every case is a log in the notation, so that anybody who plays can read it and add one. `rules` and `set`
choose the rule set; the `expect` lines in the log are what is proved.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from ofcscore.diagnostics.problem import format_problem
from ofcscore.log.check.checker import Overrides, read_session
from ofcscore.log.read.sources import text_source
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.session import score_session
from tests.loops import each

_DOUBTS = ("fantasyland-due", "flush-forgotten")
"""A case ends where its rule is proved, so somebody may well be due a fantasyland deal; fouls are meant."""
CASES = Path(__file__).parent.parent / "cases"


def _cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}: {case['rule']}")
        for path in sorted(CASES.glob("*.yaml"))
        for case in yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    ]


@each("case", _cases())
def test_case(case: dict[str, Any]) -> None:
    overrides = Overrides(case["rules"], tuple(case.get("set", ())))
    items, problems = read_session([text_source(case["log"])], overrides)
    assert [format_problem(p) for p in problems] == []
    results, _, running = score_session(items)
    assert [format_problem(p) for p in running if p.code not in _DOUBTS] == []
    assert all(sum(result.totals.values()) == 0 for result in results)
    assert any(isinstance(item, Deal | Header) and item.facts.expect for item in items), "proves nothing"


def test_every_case_has_its_own_sentence() -> None:
    names = [param.id for param in _cases()]
    assert len(set(names)) == len(names)
