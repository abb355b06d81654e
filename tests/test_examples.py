"""Everything under `examples/` scores without a problem, and all that it expects holds."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from ofcscore.diagnostics.problem import codes, format_problem
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import file_source
from ofcscore.rules.files import shipped_names
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.session import score_session
from ofcscore.session.settlement import settle
from tests.loops import each

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
RULE_FILES = {EXAMPLES / "house-rules.yaml", EXAMPLES / "options" / "no-pictures.yaml"}
RECIPES = sorted((EXAMPLES / "recipes").glob("*.py"))
"""Programs, which `bulk/test_recipes.py` runs."""
LOGS = sorted(
    path
    for path in EXAMPLES.rglob("*")
    if path.is_file() and path.suffix not in (".md", ".py", ".pyc") and path not in RULE_FILES
)
EXPECTS_NOTHING = {EXAMPLES / "smallest.ofc"}
WITHOUT_SUITS = {EXAMPLES / "smallest.ofc", EXAMPLES / "no-suits.ofc", EXAMPLES / "worked" / "001-ties.ofc"}


def name(path: Path) -> str:
    return path.relative_to(EXAMPLES).as_posix()


@each("path", LOGS)
def test_example(path: Path) -> None:
    items, problems = read_session([file_source(path)])
    assert [format_problem(p) for p in problems if codes()[p.code].fails_check] == []
    results, session, running = score_session(items)
    assert [format_problem(p) for p in running] == []
    assert sum(session.totals.values()) == 0
    assert sum(session.money.values()) == 0
    for result in results:
        assert sum(result.totals.values()) == 0
        for board in result.deal.boards:
            if board.rows is not None and path not in WITHOUT_SUITS:
                cards = " ".join(board.rows).replace("*", "").split()
                assert all(len(card) == 2 for card in cards), "suits are stated"
    facts = [item.facts.expect for item in items if isinstance(item, Deal | Header)]
    assert any(facts) is (path not in EXPECTS_NOTHING)


@each("path", sorted((EXAMPLES / "worked").glob("*.ofc")))
def test_a_worked_example_quotes_its_source(path: Path) -> None:
    head = path.read_text("utf-8").split("rules:")[0]
    assert f"({path.name[:3]})" in head or f"{path.name[:3]}-" in head
    assert head.count('"') >= 2


PRESETS, OPTIONS = shipped_names()


def test_every_rule_set_has_an_example_that_names_it() -> None:
    for folder, rules in [("presets", name) for name in PRESETS] + [("options", name) for name in OPTIONS]:
        text = (EXAMPLES / folder / f"{rules}.ofc").read_text("utf-8")
        named = re.findall(r"^rules: (.*)$", text, re.MULTILINE)
        if named[0].startswith("./"):
            house = (EXAMPLES / folder / named[0]).read_text("utf-8")
            named += re.findall(r"^extends: (.*)$", house, re.MULTILINE)
        assert any(rules in text.split(" + ") for text in named), rules
        assert re.search("^expect", text, re.MULTILINE), rules


def test_the_same_deal_in_every_form() -> None:
    paths = sorted(EXAMPLES.glob("same-deal.*"))
    assert [path.suffix for path in paths] == [".csv", ".json", ".jsonl", ".ofc", ".yaml"]
    scored = [score_session(read_session([file_source(path)])[0]) for path in paths]
    assert len({tuple(session.money.items()) for _, session, _ in scored}) == 1
    for one, two in combinations(scored, 2):
        assert [p.lines for p in one[0][0].score.pairs] == [p.lines for p in two[0][0].score.pairs]
        assert (one[0][0].deal.name, one[0][0].deal.date) == (two[0][0].deal.name, two[0][0].deal.date)
        assert one[0][0].deal.facts.notes == two[0][0].deal.facts.notes


def test_the_settlement_of_000() -> None:
    """000: "Player 1 owes 25 and Player 2 owes 31, for a total of 56. Player 3 and 4 take their winnings"."""
    items, _ = read_session([file_source(EXAMPLES / "worked" / "000-settlement.ofc")])
    _, session, _ = score_session(items)
    assert session.totals == {"Player 1": -25, "Player 2": -31, "Player 3": 45, "Player 4": 11}
    payments = settle(session.totals)
    assert len(payments) == 3
    assert sum(p.amount for p in payments) == 56
    paid = dict.fromkeys(session.totals, 0)
    for payment in payments:
        paid[payment.payer] -= int(payment.amount)
        paid[payment.payee] += int(payment.amount)
    assert paid == session.totals


def test_the_readme_lists_every_example() -> None:
    text = (EXAMPLES / "README.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `([^`]+)`", text, re.MULTILINE))
    assert listed == {name(path) for path in [*LOGS, *RULE_FILES, *RECIPES]}


@pytest.mark.long
def test_check_passes_on_the_folder() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ofcscore", "check", "examples"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert "examples/chat.txt: warning[chat-lines]: 7 chat lines were skipped as talk" in done.stderr
    told = ["chat-lines", "record-rake", "record-capped", "record-hands"]
    assert sorted(re.findall(r"\[([a-z-]+)\]", done.stderr)) == sorted(told)
    assert done.stderr.splitlines()[-3:] == [
        "examples/records/arena.jsonl: 3 of 3 results match the room's record",
        "examples/records/captured.db3: 2 of 2 results match the room's record",
        "examples/records/evening.hh: 4 of 4 results match the room's record",
    ]
