"""The grammar: strict, without recursion, in plain ASCII classes; found wherever the package is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark.lexer import PatternRE

from ofcscore.log.check.stream import read_session
from ofcscore.log.read import builder
from ofcscore.log.read.builder import STARTS
from ofcscore.log.read.grammar import BrokenInstallation, load_grammar
from ofcscore.log.read.sources import text_source


@pytest.fixture(scope="module")
def parser() -> Lark:
    with pytest.MonkeyPatch.context() as patch:
        # Else lark compares every two terminals, as below.
        patch.setattr("lark.lexer.has_interegular", False)
        return builder.build_parser(load_grammar())


@pytest.mark.long
def test_no_two_terminals_match_the_same_text() -> None:
    """Strict mode refuses them, wherever both may stand."""
    Lark(load_grammar(), parser="lalr", lexer="contextual", strict=True, start=list(STARTS))


def test_no_rule_comes_back_to_itself(parser: Lark) -> None:
    """So no tree is deep (bad inputs 2); lark's own helpers for `*` and `+` make no levels."""
    below: dict[str, set[str]] = {}
    for rule in parser.rules:
        origin = rule.origin.name
        names = {symbol.name for symbol in rule.expansion if not symbol.is_term}
        below.setdefault(origin, set()).update(names - ({origin} if origin.startswith("__") else set()))

    def reached(name: str, seen: frozenset[str]) -> set[str]:
        assert name not in seen, f"{name} comes back to itself"
        return {name}.union(*(reached(other, seen | {name}) for other in below.get(name, ())))

    for start in STARTS:
        reached(start, frozenset())


def test_no_flags_and_no_nested_repeats(parser: Lark) -> None:
    """`i` and `\\d` match letters and digits of other scripts; nested repeats take for ever."""
    for terminal in parser.terminals:
        if not isinstance(terminal.pattern, PatternRE):
            continue
        assert not terminal.pattern.flags, terminal.name
        assert not re.search(r"\\[dwsDWSbB]", terminal.pattern.value), terminal.name
        parsed: Any = re._parser.parse(terminal.pattern.value)
        assert not _repeats_inside(parsed, 0), terminal.name


def _repeats_inside(parsed: Any, depth: int) -> bool:
    """Whether a repeat stands inside a repeat."""
    for operation, argument in parsed:
        name = str(operation)
        inner: list[tuple[Any, int]] = []
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            inner = [(argument[2], depth + (argument[1] > 1))]
        elif name == "SUBPATTERN":
            inner = [(argument[-1], depth)]
        elif name == "BRANCH":
            inner = [(branch, depth) for branch in argument[1]]
        if any(deeper > 1 or _repeats_inside(part, deeper) for part, deeper in inner):
            return True
    return False


def test_the_grammar_of_the_checkout_is_the_one_that_is_read() -> None:
    beside = Path(__file__).resolve().parent.parent.parent.parent / "grammars" / "ofcscore.lark"
    assert load_grammar() == beside.read_text(encoding="utf-8")


def test_nothing_is_read_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bad input 87."""
    (tmp_path / "grammars").mkdir()
    (tmp_path / "grammars" / "planted.lark").write_text("line:", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BrokenInstallation, match=r"planted\.lark is missing"):
        load_grammar("planted.lark")


@pytest.mark.parametrize("form", ["text", "yaml"])
def test_a_broken_installation_is_a_problem(form: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bad input 73: exit 2, no traceback."""

    def missing() -> str:
        raise BrokenInstallation("the grammar file ofcscore.lark is missing")

    monkeypatch.setattr(builder, "load_grammar", missing)
    builder._parser.cache_clear()
    text = "Hero: foul\n" if form == "text" else "- boards: {Hero: foul, Gus: foul}\n"
    try:
        problems = read_session([text_source(text, form)])[1]
    finally:
        builder._parser.cache_clear()
    assert [(p.code, int(p.status)) for p in problems] == [("broken-installation", 2)]
    assert "broken installation" in problems[0].message


def test_a_canonical_log_needs_no_grammar() -> None:
    """Performance 1: neither lark nor the grammar is read for canonical lines."""
    import subprocess
    import sys

    code = (
        "import sys\n"
        "from ofcscore.log.check.stream import read_session\n"
        "from ofcscore.log.read.sources import text_source\n"
        "text = 'rules: ofc\\nstake: 0.50 EUR\\ndeal 1\\n"
        "Hero: Jh Jc 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\\n"
        "Gus: 6h 6d 2c / Kh Kd 9s 4c 3c / As Th 8h 5h 2h\\n'\n"
        "items, problems = read_session([text_source(text)])\n"
        "print(len(items), len(problems), 'lark' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2", "0", "False"]
