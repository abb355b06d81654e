"""Try one input of a run on a reader and on the steps after it."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, cast

# Imported here and not where they are first needed, so that the fuzzer sees their branches.
from ofcscore.diagnostics.problem import Problem, format_problem, format_problems
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import Form, Source, text_source
from ofcscore.rules.loading import check_file
from ofcscore.scoring.deal import Deal
from ofcscore.session.money import Proof, outcome_of
from ofcscore.session.session import score_session

_EXAMPLES: Final = str(Path(__file__).resolve().parents[2] / "examples")
_DEAL: Final = """rules: ./house.yaml
Ann: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc
Bob: 6h 6d 2c / Kh Kd 9s 4c 3c / As Ts 8s 5s 2s
"""


def read_log(data: bytes, form: Form) -> tuple[Problem, ...]:
    """A log read, and as far as it has no problems scored, settled and proved; the problems printed."""
    return _score(Source("night", lambda: io.BytesIO(data), form, _EXAMPLES))


def read_rules(data: bytes, folder: Path) -> None:
    """A rule set read, alone and from a log, and a deal scored by it."""
    house = folder / "house.yaml"
    house.write_bytes(data)
    loaded, problems = check_file(str(house))
    format_problems(problems)
    if loaded is not None:
        _score(text_source(_DEAL, "text", base=str(folder)))


def _score(source: Source) -> tuple[Problem, ...]:
    items, found = read_session([source])
    assert found or any(isinstance(item, Deal) for item in items)
    for problem in found:
        assert format_problem(problem)
    if any(not problem.warning for problem in found):
        return found
    deals, session, problems = score_session(items)
    format_problems(problems)
    if any(not problem.warning for problem in problems):
        return found
    proof = Proof()
    for deal in deals:
        proof.deal(deal)
    proof.outcome(outcome_of(session))
    return found


def on_reader(reader: str) -> Callable[[bytes], object]:
    """Try one input on a reader; raise an error if the result is wrong."""
    if reader == "rules":
        folder = Path(tempfile.mkdtemp(prefix="rules-"))
        return lambda data: read_rules(data, folder)
    return lambda data: read_log(data, cast(Form, reader))
