"""Every JSON output is what its schema says, and nothing more."""

from __future__ import annotations

import json
import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofcscore.game.cards import ROWS
from ofcscore.game.ranks import CATEGORY_BY_KEY
from ofcscore.log.check.key_values import PAIR_KINDS
from ofcscore.report.data import outputs, schema
from ofcscore.scoring.boards import Status
from tests.command import run
from tests.daily import some
from tests.log.write.test_round import logs
from tests.loops import each
from tests.report.test_formats import MONEY, NOTED
from tests.sessions import ADJUSTED, FOULS, LONG, NIGHT
from tests.transcripts import EXAMPLES, PAGES, parse

jsonschema = pytest.importorskip("jsonschema")

LOGS: Final = tuple(sorted(EXAMPLES.rglob("*.ofc")))


def closed(made: Any) -> Any:
    """A schema in which an object has the keys that are named, and no other: so a new one is noticed."""
    if isinstance(made, list):
        return [closed(one) for one in made]
    if not isinstance(made, dict):
        return made
    inside = {key: value if key in ("enum", "const") else closed(value) for key, value in made.items()}
    return {"additionalProperties": False, **inside} if isinstance(made.get("required"), list) else inside


CHECKERS: Final = {name: jsonschema.Draft202012Validator(closed(schema(name))) for name in outputs()}


def holds(name: str, text: str) -> None:
    """Check the output, or each of its lines for JSON Lines, against its schema."""
    for document in text.splitlines() if name.endswith("jsonl") else [text]:
        wrong = jsonschema.exceptions.best_match(CHECKERS[name].iter_errors(json.loads(document)))
        assert wrong is None, f"{name}, {wrong.json_path}: {wrong.message}"


@each("name", outputs())
def test_a_schema_is_one_of_draft_2020_12_and_stands_alone(name: str) -> None:
    made = schema(name)
    jsonschema.Draft202012Validator.check_schema(made)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    text = json.dumps({key: value for key, value in made.items() if key != "$defs"} | {"in": made["$defs"]})
    assert all(f'"#/$defs/{part}"' in text for part in made["$defs"])


def test_what_a_figure_can_be_is_all_there() -> None:
    parts = schema("score")["$defs"]
    assert parts["category"]["enum"] == list(CATEGORY_BY_KEY)
    assert parts["board"]["properties"]["status"]["enum"] == [status.value for status in Status]


def test_the_kinds_of_lines_are_those_that_can_be_expected() -> None:
    said = schema("score")["$defs"]["line"]["description"].partition("Kinds are ")[2].rstrip(".")
    sums = {"total", "rows", *(row.label for row in ROWS)}
    kinds = {"row", *PAIR_KINDS} - sums
    assert set(re.split(", | and ", said)) == {"royalty" if kind == "royalties" else kind for kind in kinds}


@pytest.mark.long
@each("log", some(15, of=LOGS))
def test_outputs_of_the_examples(log: Path) -> None:
    for form in ("json", "jsonl"):
        lines = "-jsonl" if form == "jsonl" else ""
        holds(f"score{lines}", run("score", log, "--format", form, "--running", "--deals", "all").out)
        compared = run("score", log, "--compare", "ofc,chinese", "--format", form)
        if compared.status == 0:
            holds(f"compare{lines}", compared.out)
        holds(f"convert{lines}", run("convert", log, "--to", form).out)
    holds("stats", run("stats", log, "--format", "json").out)
    holds("check", run("check", log, "--format", "json").out)
    for deal in json.loads(run("score", log, "--format", "json").out)["deals"][:2]:
        holds("explain", run("explain", f"{log}:{deal['name']}", "--format", "json").out)


def test_outputs_of_a_check_with_fixes() -> None:
    holds(
        "check",
        run("check", "-", "--format", "json", stdin="dael 1\nAna: JJ5 // AA762 / 9TJQK\nBen: foul\n").out,
    )


def test_outputs_of_a_season() -> None:
    season = [EXAMPLES / "night.ofc", EXAMPLES / "twenty-deals.ofc"]
    holds("score", run("score", *season, "--format", "json").out)
    holds("compare", run("score", *season, "--compare", "ofc,chinese", "--format", "json").out)
    holds("stats", run("stats", *season, "--format", "json").out)


SESSIONS: Final = {
    "adjusted": (ADJUSTED,),
    "fouls": (FOULS,),
    "long": (LONG, "--deals", "none"),
    "noted": (NOTED,),
    "rounded": (NIGHT, "--stake", "0.333 EUR", "--round", "0.50"),
    "paid": (NIGHT + "paid: P -> Gus 2 EUR\n",),
    "rules of deals": (NIGHT.replace("deal 2\n", "deal 2\nrules: ofc\n"),),
    "in part": (NIGHT + "deal 3\nHero: QQ5\n", "--keep-going"),
    **{name: (log,) for name, log in MONEY.items()},
}


@each("session", SESSIONS.values())
def test_outputs_of_sessions(session: tuple[str, ...]) -> None:
    log, *options = session
    for form, name in {"json": "score", "jsonl": "score-jsonl"}.items():
        holds(name, run("score", "-", "--format", form, *options, stdin=log).out)


@pytest.mark.long
@given(st.data())
@settings(max_examples=8)
def test_outputs_of_random_sessions(data: st.DataObject) -> None:
    log = data.draw(logs())
    converted = run("convert", "-", "--to", "json", stdin=log)
    if converted.status == 0:
        holds("convert", converted.out)
        holds("convert-jsonl", run("convert", "-", "--to", "jsonl", stdin=log).out)
    scored = run("score", "-", "--format", "json", "--keep-going", stdin=log)
    if scored.out:
        holds("score", scored.out)


@given(
    st.dictionaries(st.sampled_from("ABCDE"), st.integers(-900, 900), min_size=2),
    st.sampled_from(["0.05", "5"]),
)
def test_outputs_of_totals(totals: dict[str, int], coin: str) -> None:
    last = next(reversed(totals))
    totals[last] -= sum(totals.values())
    texts = [f"{name}={Fraction(points, 100)}" for name, points in totals.items()]
    ran = run("settle", *texts, "--stake", "1 EUR", "--round", coin, "--format", "json")
    assert ran.status == 0, ran.err
    holds("settle", ran.out)


def test_outputs_of_boards() -> None:
    for boards in (["QQ5 / AA762 / 9TJQK"], ["QQ5 / AA762 / 9TJQK", "663 / KK943 / JJJ44"]):
        holds("explain", run("explain", *boards, "--format", "json").out)


def _printed() -> list[tuple[str, str]]:
    """The JSON on all pages of tests: what its schema is called, and its text."""
    found = []
    for case in (case for page in PAGES for case in parse(page.read_text(encoding="utf-8"))):
        words = shlex.split(case.line)
        form = next((word for word in words if word in ("json", "jsonl")), None)
        if form is None or case.status or "|" in words or "&&" in words or words[0] != "ofcscore":
            continue
        name = "compare" if "--compare" in words else words[1]
        found.append((name if form == "json" else f"{name}-jsonl", case.stdout))
    return found


def test_outputs_on_the_pages_of_tests() -> None:
    found = _printed()
    assert found
    for name, text in found:
        holds(name, text)
