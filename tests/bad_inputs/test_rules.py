"""Bad inputs 91 to 98, rules and arithmetic, and the list of all numbers."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

from ofcscore import report
from ofcscore.cli import score_run as reporting
from ofcscore.cli import settle as settling
from ofcscore.rules.model import Rules
from ofcscore.scoring import deals as scoring
from ofcscore.scoring.boards import BoardScore, Scales
from ofcscore.scoring.deal import Deal, Payment
from ofcscore.scoring.deals import DealScore
from ofcscore.scoring.lines import PairScore
from ofcscore.scoring.score import score_pairs
from ofcscore.session import money as outcomes
from ofcscore.session import session
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult
from ofcscore.session.session import Session
from tests.bad_inputs.test_files import PROGRAM
from tests.command import run
from tests.refusals import BOTH, DEAL, NUMBER, PAGES, Letter
from tests.sessions import NIGHT
from tests.transcripts import environment

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


def _one_balance_more(outcome: Outcome) -> Outcome:
    name, money = next(iter(outcome.balances.items()))
    return _changed(outcome, balances={**outcome.balances, name: money + 1})


def _no_payments(outcome: Outcome) -> Outcome:
    return _changed(outcome, payments=())


def _payment_too_many(outcome: Outcome) -> Outcome:
    first = outcome.payments[0]
    return _changed(outcome, payments=(*outcome.payments, first))


def _other_payee(outcome: Outcome) -> Outcome:
    first = outcome.payments[0]
    other = next(n for n in outcome.balances if n not in (first.payer, first.payee))
    return _changed(outcome, payments=(Payment(first.payer, other, first.amount), *outcome.payments[1:]))


def _wrong_totals(outcome: Outcome) -> Outcome:
    session = outcome.session
    a, b, *_ = session.totals
    totals = {**session.totals, a: session.totals[a] + 1, b: session.totals[b] - 1}
    return _changed(outcome, session=_changed(session, totals=totals))


def _wrong_pairs(outcome: Outcome) -> Outcome:
    session = outcome.session
    pair, (points, money) = next(iter(session.pairs.items()))
    pairs = {**session.pairs, pair: (points + 1, money)}
    return _changed(outcome, session=_changed(session, pairs=pairs))


@pytest.mark.parametrize("format_", ["table", "json"])
@pytest.mark.parametrize(
    "wrong",
    [
        _one_more,
        _one_balance_more,
        _no_payments,
        _payment_too_many,
        _other_payee,
        _wrong_totals,
        _wrong_pairs,
    ],
)
def test_091_sums_of_a_session_that_are_wrong(
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
            "ofcscore: this is a fault of the program, not of your log: UnbalancedError"
        )
        assert "Nothing was scored. Please report this line" in ran.err
    assert target.read_text(encoding="utf-8") == "old"
    ran = run("score", log, "--compare", "ofc,ofc-27")
    assert (ran.status, ran.out) == (70, "")


def _wrong_deal(change: Callable[[DealResult], DealResult]) -> Callable[[Session, Deal], DealResult | None]:
    made = Session.deal

    def wrong(session: Session, deal: Deal) -> DealResult | None:
        result = made(session, deal)
        return result if result is None else change(result)

    return wrong


def _deal_total(result: DealResult) -> DealResult:
    totals = dict(result.score.totals)
    name = next(iter(totals))
    totals[name] += 1
    return _changed(result, score=_changed(result.score, totals=totals))


@pytest.mark.parametrize("format_", FORMATS)
def test_091_sums_of_a_deal_that_are_wrong(
    format_: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "x.ofc"
    log.write_text(NIGHT, encoding="utf-8")
    monkeypatch.setattr(Session, "deal", _wrong_deal(_deal_total))
    ran = run("score", log, "--format", format_)
    assert (ran.status, ran.out) == (70, "")
    assert "UnbalancedError: deal 1" in ran.err


@pytest.mark.parametrize("wrong_deal", range(4))
@pytest.mark.parametrize("wrong", ["total", "pair"])
@pytest.mark.parametrize("format_", FORMATS)
def test_091_sums_of_a_deal_that_is_not_shown_are_wrong(
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
    ran = run("score", log, "--format", format_, "--deals", "none")
    assert (ran.status, ran.out) == (70, "")
    assert "UnbalancedError: " in ran.err


def test_091_a_pair_that_is_not_its_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One score line more than what the pair exchanges."""
    log = tmp_path / "x.ofc"
    log.write_text(NIGHT, encoding="utf-8")
    made = score_pairs

    def wrong(deal: Deal, boards: Sequence[BoardScore], rules: Rules) -> tuple[PairScore, ...]:
        first, *others = made(deal, boards, rules)
        return (_changed(first, lines=(*first.lines, first.lines[0])), *others)

    monkeypatch.setattr(scoring, "score_pairs", wrong)
    ran = run("score", log, "--deals", "all")
    assert (ran.status, ran.out) == (70, "")
    assert "the lines of a pair do not add up to what it exchanges" in ran.err


def test_091_settle_proves_its_payments_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in (_no_payments, _payment_too_many):
        with monkeypatch.context() as patch:
            patch.setattr(settling, "outcome_of", _outcome(wrong))
            ran = run("settle", "A=1", "B=-1")
        assert (ran.status, ran.out) == (70, "")


# -- rule sets --------------------------------------------------------------------------------------------


def test_092_rule_sets_that_go_round_or_nowhere(letter: Letter) -> None:
    def house(name: str, extends: str) -> str:
        return f"name: {name}\ntitle: T\nsource: s\nextends: {extends}\n"

    others: dict[str, str | bytes] = {
        "a.yaml": house("a", "./b.yaml"),
        "b.yaml": house("b", "./a.yaml"),
        "self.yaml": house("self", "./self.yaml"),
        "lost.yaml": house("lost", "ocf"),
        "far.yaml": house("far", "./lost.yaml"),
    }
    for rules, words in (
        ("ofc + ofc", "ofc is named twice"),
        ("ofc + moon + moon", "moon is named twice"),
        ("./a.yaml", "extends itself (./a.yaml -> ./b.yaml -> ./a.yaml)"),
        ("./self.yaml", "extends itself (./self.yaml -> ./self.yaml)"),
        ("./lost.yaml", "there is no rule set `ocf` (./lost.yaml -> ocf)"),
        ("./far.yaml", "there is no rule set `ocf` (./far.yaml -> ./lost.yaml -> ocf)"),
        ("ocf", "there is no rule set `ocf`"),
        ("ofc +", "ofc +"),
    ):
        assert words in letter.refused(DEAL, "--rules", rules, others=others, status=2).err
    letter.refused(None, "show", "./a.yaml", command=("rules",), others=others, status=2)


def test_093_deals_under_several_rule_sets(letter: Letter) -> None:
    """Only when the file says so, and then the report lists both."""
    log = DEAL.replace("deal 1", "deal 1\nrules: chinese") + DEAL.replace("deal 1", "deal 2")
    ran = letter.accepted(log)
    assert "Rules: chinese" in ran.out
    assert "Rules: ofc" in ran.out
    data = json.loads(letter.accepted(log, "--format", "json").out)
    assert [used["name"] for used in data["rule_sets"]] == ["chinese", "ofc"]
    assert [deal["rules"] for deal in data["deals"]] == ["chinese", "ofc"]
    # The command line replaces every `rules:` (design 4).
    data = json.loads(letter.accepted(log, "--rules", "ofc", "--format", "json").out)
    assert {deal["rules"] for deal in data["deals"]} == {"ofc"}


def test_094_fantasyland_without_cause(letter: Letter) -> None:
    second = BOTH.replace("762", "763").replace("9TJQK", "9TJQK (fantasyland)")
    log = f"{DEAL}deal 2\n{second}"
    warned = letter.accepted(log)
    assert "warning[fantasyland-uncaused]: Hero is marked for fantasyland" in warned.err
    assert letter.ran(log, command=("check",)).status == 1
    # A board has 13 cards however many were dealt, so 15 discards cannot be written down (rules 8).
    letter.refused(log.replace("(fantasyland)", "(fantasyland 15)"))
    letter.refused(log.replace("9TJQK (f", "9TJQK 2 3 (f"))
    due = DEAL.replace("JJ5", "QQ5")
    assert letter.ran(due, command=("check",)).status == 1
    # Where a deal between was left out, nobody knows who was due.
    broken = f"{due}deal 2\n{second.replace('663', '66Z')}"
    ran = letter.refused(broken, command=("check",))
    assert "fantasyland-due" not in ran.err


def test_095_reports_read_back(letter: Letter) -> None:
    """Reports are not read: one says its schema and the digest of its rules, and is told apart from a log."""
    data = json.loads(letter.accepted(DEAL, "--format", "json").out)
    assert data["schema"] == 1
    assert re.fullmatch("[0-9a-f]{12}", data["rules"]["digest"])
    for format_ in ("json", "jsonl", "csv"):
        report = letter.accepted(DEAL, "--format", format_).out
        ran = letter.refused(report, name=f"report.{format_}")
        assert "this is a report of ofcscore, and no log" in ran.err
        letter.refused(report.replace('"schema": 1', '"schema": 99'), name=f"report.{format_}")


def test_096_options_that_are_none(letter: Letter) -> None:
    for arguments, words in (
        (["--form", "json"], "there is no option --form; did you mean --format?"),
        (["--sett", "none"], "there is no option --sett"),
        (["--keep"], "did you mean --keep-going?"),
        (["--format", "xml"], "--format is table, plain, markdown, csv, json"),
        (["--format", "jsn"], "not jsn; did you mean json?"),
        (["--settle", "fewset"], "did you mean fewest?"),
        (["--deals", "7-3"], "did you mean 3-7?"),
        (["--set", "points.scop=1"], "did you mean `scoop`?"),
        (["--set", "points.scoop"], "a setting is written KEY=VALUE"),
        (["--rules", "ofc-pinapple"], "did you mean `ofc-pineapple`?"),
    ):
        assert words in letter.refused(DEAL, *arguments, status=2).err
    assert "did you mean score?" in letter.refused(None, "x", command=("scroe",), status=2).err
    assert "did you mean card-repeated?" in (
        letter.refused(None, "card-repeted", command=("explain",), status=2).err
    )


HEROS: Final = (
    "Jh Jd 5c / Ah Ad 7s 6c 2d / 9h Ts Jc Qs Kc",
    "Jh Jd 5c / Ah Ad 7s 6s 2d / 9h Ts Jc Qs Kc",
)


def peak_of(deals: int, folder: Path) -> int:
    """The memory, in kB, of a run on a log of so many deals."""
    log = folder / f"{deals}.ofc"
    with log.open("w", encoding="utf-8") as file:
        for n in range(deals):
            file.write(f"deal {n}\nHero: {HEROS[n % 2]}\nGus: 6h 6d 2c / Kh Kd 9s 4c 3c / As Th 8h 5h 2h\n")
    with (folder / "out").open("w") as out, (folder / "err").open("w") as err:
        process = subprocess.Popen([*PROGRAM, "score", log], stdout=out, stderr=err, env=environment())
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    assert (folder / "err").read_text(encoding="utf-8") == "", "no progress where nobody looks"
    return used.ru_maxrss


def test_097_memory_does_not_grow_with_the_log(tmp_path: Path) -> None:
    """A smaller and a larger log; a hundred thousand deals and a million are measured in CI."""
    small, large = peak_of(400, tmp_path), peak_of(8_000, tmp_path)
    assert large < small + 2_000


def test_098_a_deal_pasted_twice(letter: Letter) -> None:
    log = DEAL.replace("deal 1", "deal 12") + DEAL.replace("deal 1", "deal 13")
    ran = letter.accepted(log)
    assert "warning[deal-repeated]: deals 12 and 13 are identical" in ran.err
    assert letter.ran(log, command=("check",)).status == 1
    other = DEAL.replace("deal 1", "deal 13").replace("762", "763")
    assert letter.accepted(DEAL + other, command=("check",)).err == ""


# -- the whole list ---------------------------------------------------------------------------------------


def test_every_number_has_its_test() -> None:
    """The 98 cases, in seven files by section; and every page has its test."""
    found = set()
    names = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if match := NUMBER.match(line.removeprefix("def ")):
                found.add(int(match[1]))
                found.update(int(n) for n in re.findall("and_([0-9]{3})", line))
                names.add(line.removeprefix("def test_").partition("(")[0].replace("_", "-"))
    assert found == set(range(1, 99))
    assert {page.stem for page in PAGES.glob("*.txt")} <= names
