"""Rules and arithmetic, and the list of all numbers."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

from ofcscore import report
from ofcscore.cli import reporting
from ofcscore.cli import settle as settling
from ofcscore.cli.options import REPORTS
from ofcscore.scoring import score as scoring
from ofcscore.scoring.boards import Scales
from ofcscore.scoring.deal import Deal
from ofcscore.scoring.score import DealScore
from ofcscore.session import money as outcomes
from ofcscore.session import session
from ofcscore.session.money import Outcome
from tests.command import run
from tests.loops import each
from tests.sessions import NIGHT
from tests.trials import DEAL, Trial

T = TypeVar("T")
FORMATS: Final = tuple(name for name in report.FORMATS if name not in ("svg", "png"))


# -- 91: each sum that is wrong is seen before a byte of it is printed ------------------------------------


def _changed(value: T, **changes: Any) -> T:
    """A named tuple or a dataclass with other fields."""
    made: Any = value
    changed: T = made._replace(**changes) if hasattr(made, "_replace") else replace(made, **changes)
    return changed


def _outcome(change: Callable[[Outcome], Outcome]) -> Callable[..., Outcome]:
    made = outcomes.outcome_of

    def wrong(*arguments: Any, **named: Any) -> Outcome:
        return change(made(*arguments, **named))

    return wrong


def _one_more(outcome: Outcome) -> Outcome:
    name, money = next(iter(outcome.money.items()))
    return _changed(outcome, money={**outcome.money, name: money + 1})


def _no_payments(outcome: Outcome) -> Outcome:
    return _changed(outcome, payments=())


def _payment_too_many(outcome: Outcome) -> Outcome:
    first = outcome.payments[0]
    return _changed(outcome, payments=(*outcome.payments, first))


@each("format_", ["table", "json"])
@each("wrong", [_one_more, _no_payments, _payment_too_many])
def test_sums_of_a_session_that_are_wrong(
    wrong: Callable[[Outcome], Outcome], format_: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, target = tmp_path / "x.ofc", tmp_path / "out.json"
    log.write_text(NIGHT, encoding="utf-8")
    target.write_text("old", encoding="utf-8")
    monkeypatch.setattr(reporting, "outcome_of", _outcome(wrong))
    for arguments in ((), ("-o", target)):
        ran = run("score", log, "--format", format_, *arguments)
        assert (ran.status, ran.out) == (70, "")
        assert ran.err.startswith(
            "ofcscore: this is a bug in ofcscore, not an error in your log: UnbalancedError"
        )
        assert "Nothing was scored. Please report this message" in ran.err
    assert target.read_text(encoding="utf-8") == "old"
    ran = run("score", log, "--compare", "ofc,ofc-27")
    assert (ran.status, ran.out) == (70, "")


@each("wrong_deal", range(4))
@each("wrong", ["total", "pair"])
@each("format_", FORMATS)
def test_sums_of_a_deal_that_is_not_shown_are_wrong(
    format_: str, wrong: str, wrong_deal: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "x.ofc"
    boards = "Ann: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\nBo: 6h 6d 3c / Kh Kd 9s 4c 3d / Jc Js 2h 4d 4h"
    deals = [f"deal {n}\n{boards}\n" for n in range(1, 5)]
    log.write_text("\n".join(deals))
    made, calls = scoring.score_deal, itertools.count()

    def spoiled(deal: Deal, scales: Scales, dealt: Mapping[str, int]) -> DealScore:
        score = made(deal, scales, dealt)
        if next(calls) != wrong_deal:
            return score
        if wrong == "total":
            return score._replace(totals={**score.totals, "Ann": score.totals["Ann"] + 1})
        first, *others = score.exchanges
        return score._replace(exchanges=(first._replace(points=first.points + 1), *others))

    monkeypatch.setattr(session, "score_deal", spoiled)
    ran = run(
        "score", log, "--format", format_, *(["--deals", "none"] if format_ in REPORTS["deals"] else [])
    )
    assert (ran.status, ran.out) == (70, "")
    assert "UnbalancedError: " in ran.err


def test_settle_proves_its_payments_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in (_no_payments, _payment_too_many):
        with monkeypatch.context() as patch:
            patch.setattr(settling, "outcome_of", _outcome(wrong))
            ran = run("settle", "A=1", "B=-1")
        assert (ran.status, ran.out) == (70, "")


# -- rule sets --------------------------------------------------------------------------------------------


def test_deals_under_several_rule_sets(trial: Trial) -> None:
    """Only when the file says so, and then the report lists both."""
    log = DEAL.replace("deal 1", "deal 1\nrules: chinese") + DEAL.replace("deal 1", "deal 2")
    data = json.loads(trial.accepted(log, "--format", "json").out)
    assert [used["name"] for used in data["rule_sets"]] == ["chinese", "ofc"]
    assert [deal["rules"] for deal in data["deals"]] == ["chinese", "ofc"]
    # The command line replaces every `rules:`.
    data = json.loads(trial.accepted(log, "--rules", "ofc", "--format", "json").out)
    assert {deal["rules"] for deal in data["deals"]} == {"ofc"}


def test_reports_read_back(trial: Trial) -> None:
    """Reports are not read: one says its schema and the digest of its rules, and is told apart from a log."""
    data = json.loads(trial.accepted(DEAL, "--format", "json").out)
    assert data["schema"] == 1
    assert re.fullmatch("[0-9a-f]{12}", data["rules"]["digest"])
    for format_ in ("json", "jsonl", "csv"):
        report = trial.accepted(DEAL, "--format", format_).out
        ran = trial.refused(report, name=f"report.{format_}")
        assert ran.err == (
            f"report.{format_}: error[form-mismatch]: this is a report of ofcscore, not a log\n"
            "  help: use the log that the report was made from\n"
        )
        other = report.replace('"schema": 1', '"schema": 99')
        assert trial.refused(other, name=f"report.{format_}").err == ran.err


# -- the whole list ---------------------------------------------------------------------------------------
