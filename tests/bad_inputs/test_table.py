"""The table of bad inputs: logs, and the places and codes that a command gives for each."""

from __future__ import annotations

import re
import time
import tomllib
from typing import Final

from tests.loops import each
from tests.transcripts import SOON, TESTS, warm_up
from tests.trials import Trial

TABLE: Final = tomllib.loads((TESTS / "cases" / "bad_inputs.toml").read_text(encoding="utf-8"))
PROBLEM: Final = re.compile(r"^\S+?(?::([0-9:]+))?: ((?:error|warning|note)\[[a-z0-9-]+\])", re.MULTILINE)


@each(
    ("command", "text", "expected"),
    [(command, text, expected) for command, rows in TABLE.items() for text, expected in rows.items()],
)
def test_log_has_the_problems_of_the_table(
    command: str, text: str, expected: list[str], trial: Trial
) -> None:
    word, name = command.split()
    warm_up()
    start = time.process_time()
    ran = trial.ran(text, name=name, command=(word,))
    assert time.process_time() - start < SOON
    assert [" ".join(found).strip() for found in PROBLEM.findall(ran.err)] == expected
    wrong = any("error" in problem for problem in expected)
    assert ran.status == (wrong or (word == "check" and bool(expected)))
    assert not (wrong and ran.out)
