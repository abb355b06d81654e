"""Any input gives a result or diagnostics, in time and memory linear in its size.

Each input is read, scored, settled and proved (`fuzz/tries.py`).
"""

from __future__ import annotations

import gc
import time
import timeit
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ofcscore.log.read.sources import Form
from tests.fuzz.tries import on_reader, read_log, read_rules
from tests.log.write.test_round import convert, logs
from tests.strategies import (
    broken_csv,
    broken_jsonl,
    broken_logs,
    broken_yaml,
    damaged,
    deals,
    rule_texts,
    spelled_text,
    yaml_text,
)

ROOT = Path(__file__).resolve().parent.parent.parent.parent
WHOLE = {
    form: st.builds(convert, logs(), st.just("text"), st.just(form)).flatmap(damaged)
    for form in ("yaml", "json", "jsonl", "csv")
}
"""Logs with any of their keys, and slips in them."""
BROKEN: dict[Form, SearchStrategy[str]] = {
    "text": broken_logs() | deals().flatmap(spelled_text).flatmap(damaged),
    "yaml": broken_yaml() | deals().map(yaml_text).flatmap(damaged) | WHOLE["yaml"],
    "json": broken_yaml() | WHOLE["json"],
    "csv": broken_csv() | WHOLE["csv"],
    "jsonl": broken_jsonl() | WHOLE["jsonl"],
}
EXAMPLES = {
    form: [path.read_text("utf-8") for path in sorted((ROOT / "examples").rglob(f"*.{suffix}"))]
    for form, suffix in (("text", "ofc"), ("yaml", "json"), ("csv", "csv"), ("jsonl", "jsonl"))
}


def tried(text: str, form: Form) -> None:
    """Every problem stands in the text or right behind it."""
    problems = read_log(text.encode("utf-8", "surrogatepass"), form)
    lines = text.split("\n")
    for problem in problems:
        place = problem.place
        assert place.line <= len(lines) + 1
        if 0 < place.line <= len(lines):
            assert 0 <= place.column <= len(lines[place.line - 1]) + 2


@pytest.mark.parametrize("form", BROKEN)
@given(data=st.data())
def test_any_log_gives_a_result_or_problems(form: Form, data: st.DataObject) -> None:
    tried(data.draw(BROKEN[form]), form)


def test_a_control_character_in_a_list_that_is_not_closed() -> None:
    tried("[stake: 1\n- \x07", "yaml")


@pytest.mark.long
@pytest.mark.parametrize("form", EXAMPLES)
@settings(max_examples=12)
@given(data=st.data())
def test_any_example_with_slips_gives_a_result_or_problems(form: str, data: st.DataObject) -> None:
    on_reader(form)(data.draw(st.sampled_from(EXAMPLES[form]).flatmap(damaged)).encode("utf-8"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=rule_texts() | rule_texts().flatmap(damaged) | broken_yaml())
def test_any_rule_set_gives_a_score_or_problems(text: str, tmp_path: Path) -> None:
    read_rules(text.encode("utf-8", "surrogatepass"), tmp_path)


DEAL = "deal {n}\nHero: QQ5 / AA762 / 9TJQK\nGus: 663 / KK943 / JJJ44\n"
GROWING = (
    ("text", "", DEAL),
    ("text", "", "Hero: Q / X\n"),
    ("text", "", "deal\n"),
    ("text", "", "rules: ofc\n"),
    ("text", "", "note: a\n"),
    ("text", "", "expect: Hero +5, Gus -5\n"),
    ("text", "", "P{n}: QQ5 / AA762 / 9TJQK\n"),
    ("text", "", '"'),
    ("text", "", "((/:"),
    ("text", "", "Q{n}: foul\ndeal {n}\n"),
    ("yaml", "", "- deal: {n}\n  boards: {{Hero: QQ5 / AA762 / 9TJQK, Gus: foul}}\n"),
    ("yaml", "", "k{n}: x\n"),
    ("yaml", "players:\n", "- P{n} = Q{n}\n"),
    ("yaml", "", "[] "),
    ("yaml", "", "{{"),
    ("yaml", "- deal: 1\n  boards:\n", "    P{n}: foul\n"),
    ("yaml", "note: |\n", "  a\n"),
    ("csv", "deal,player,top,mid,bot\n", "{n},Hero,QQ5,AA762,9TJQK\n{n},Gus,663,KK943,JJJ44\n"),
    ("csv", "deal,player,top,mid,bot\n", "1,P{n},QQ5,AA762,9TJQK\n"),
    ("csv", "deal,player,top,mid,bot\n", '"'),
    ("csv", "deal,player,top,mid,bot\n", ",,,\n"),
    ("jsonl", "", '{{"deal": "{n}", "boards": {{"Hero": "foul", "Gus": "foul"}}}}\n'),
    ("jsonl", "", "[[\n"),
    ("rules", "", "k{n}: 1\n"),
    ("rules", "naturals: {hands: [", "{{kind: dragon, points: {n}}}, "),
)
"""The reader, the beginning, and the repeated part (with its number)."""


def cost(form: str, text: str) -> tuple[float, int]:
    """Return the CPU seconds (the least of three times) and the most bytes for an input."""
    data, try_one = text.encode(), on_reader(form)
    try_one(data)
    gc.collect()
    gc.disable()
    try:
        seconds = min(timeit.repeat(lambda: try_one(data), time.process_time, repeat=3, number=1))
    finally:
        gc.enable()
    tracemalloc.start()
    try_one(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return seconds, peak


@pytest.mark.long
@pytest.mark.parametrize(("form", "start", "again"), GROWING)
def test_cost_grows_no_faster_than_the_input(form: str, start: str, again: str) -> None:
    """Eight times the input takes at most about twelve times as long, not 64 times."""
    small, large = (start + "".join(again.format(n=i) for i in range(1, n + 1)) for n in (12, 96))
    (seconds, peak), (many_seconds, many_peak) = cost(form, small), cost(form, large)
    assert many_seconds < 16 * seconds + 0.1
    assert many_peak < 12 * peak + 200_000
