"""The tables of the grammar: those of this very grammar, no other than a parser built of it, never needed.

`UPDATE=1 pytest tests/log/read/test_parser_tables.py` writes them anew, by the lark that is installed. That
is due where the grammar has changed, and worth its while where a newer lark is what people get: with another
lark than theirs the program takes longer to begin, and so what is said of them here is skipped.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lark
import lark.lexer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark.grammar import Rule
from lark.lexer import TerminalDef

from ofcscore.log.check.stream import read_session
from ofcscore.log.read import builder, grammar
from ofcscore.log.read.builder import STARTS, build_parser, parse
from ofcscore.log.read.grammar import first_line, load_grammar, load_tables
from ofcscore.log.read.sources import text_source
from ofcscore.log.syntax import Line, SyntaxFault, Text
from tests.strategies import broken_logs, damaged, deals, spelled_text
from tests.transcripts import files_of_pages

ROOT = Path(__file__).resolve().parent.parent.parent.parent
FILE = ROOT / "grammars" / grammar.TABLES
HERE = Path(__file__).relative_to(ROOT)
DUE = f"the tables are of another grammar: `UPDATE=1 pytest {HERE}` writes them anew"
LOG = "stake: 0.50 EUR # a remark\nHero: QQ5 / AA762 / 9TJQK\nGus: 663 / KK943 / JJJ44 (foull)\n"
# What stands behind a colon, right and wrong.
VALUES = (
    *("Hero/Gus", "Hero / ", '"Phil H."/Gus', "Hero +20, Gus -20", "Hero 1,50", "7-5", "Hero=H, Gus", "a = "),
    *("0.50 EUR", "EUR 2 EUR", "EUR", "12", "players", "Ann -> Bob 20", "Ann → Bob 20, ", "top +2, foul"),
    *("claim dragon: A 2 3", "foul", "(foul", "(2 aces)", "QQ5 / AA762 / 9TJQK", "“x”", '"', "#", "a#b", ""),
    *("ofc + moon", "./a.yaml", "٣ EUR", "nan", "Hero x: 1", "100", "Hero 100, Gus 80 EUR", "1e5", "-", " "),
)


@pytest.fixture(scope="module", autouse=True)
def _built_as_by_users() -> Iterator[None]:
    """Where interegular is installed, lark compares every two terminals, which takes eight seconds a parser.

    Users do not have it, and tests/log/read/test_grammar.py compares them once for all.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lark.lexer, "has_interegular", False)
        yield


def tables_of(text: str) -> str:
    """The file of tables of a grammar, the same whenever it is made.

    lark numbers states and terminals in the order of a set, so they are numbered here: states as they are
    reached from the start symbols, terminals by their names.
    """
    data, memo = build_parser(text).memo_serialize([TerminalDef, Rule])
    table = data["parser"]["parser"]
    names = sorted(table["tokens"].values())
    steps = {
        state: sorted((names.index(table["tokens"][token]), step) for token, step in actions.items())
        for state, actions in table["states"].items()
    }
    reached = [table["start_states"][start] for start in STARTS]
    for state in reached:
        reached += dict.fromkeys(to for _, (act, to) in steps[state] if act == 0 and to not in reached)
    assert sorted(reached) == sorted(steps)
    number = {state: index for index, state in enumerate(reached)}
    data["parser"]["parser"] = {
        "tokens": dict(enumerate(names)),
        "states": {
            number[state]: {token: (act, number[to] if act == 0 else to) for token, (act, to) in steps[state]}
            for state in reached
        },
        "start_states": {start: number[table["start_states"][start]] for start in STARTS},
        "end_states": {start: number[table["end_states"][start]] for start in STARTS},
    }
    whole = json.dumps({"data": data, "memo": memo}, separators=(",", ":"))
    # A state, a terminal or a rule to a line, so that changes can be read.
    rest = re.sub('},(?="[0-9]+":)', "},\n", whole.removeprefix("{")) + "\n"
    return first_line(text, lark.__version__, rest.encode()).decode() + "\n" + rest


@pytest.fixture(scope="module", autouse=True)
def written(_built_as_by_users: None) -> None:
    """The file, written anew where that is asked for."""
    if os.environ.get("UPDATE"):
        FILE.write_text(tables_of(load_grammar()), encoding="utf-8")


@pytest.fixture
def this_lark() -> None:
    made_by = json.loads(FILE.read_bytes())["lark"]
    if made_by != lark.__version__:
        pytest.skip(f"the tables are those of lark {made_by}; with this one the parser is built")


@pytest.fixture
def anew() -> Iterator[None]:
    """The parser is made anew, before and behind."""
    builder._parser.cache_clear()
    yield
    builder._parser.cache_clear()


# -- what the file says -------------------------------------------------------------------------------


def test_the_tables_are_of_this_grammar() -> None:
    stated, _, rest = FILE.read_bytes().partition(b"\n")
    made_by = json.loads(FILE.read_bytes())["lark"]
    assert stated == first_line(load_grammar(), made_by, rest), DUE


@pytest.mark.usefixtures("this_lark")
def test_the_tables_are_what_lark_makes_of_it() -> None:
    """Rules, terminals, options, and every step of every state."""

    def compared(text: str) -> list[str]:
        # Pythons differ in how wide they call a pattern that has no end.
        return re.sub('(?<="_width":\\[)([0-9]+),[0-9]{10,}', r"\1,*", text).splitlines()[1:]

    same = compared(FILE.read_text(encoding="utf-8")) == compared(tables_of(load_grammar()))
    assert same, DUE


@pytest.mark.usefixtures("this_lark", "anew")
def test_nothing_is_built_where_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Performance 1: to make tables of the grammar takes longer than to import lark."""
    monkeypatch.setattr("lark.Lark.__init__", None)
    assert len(read_session([text_source(LOG.replace("foull", "foul"))])[0]) == 2


# -- how they are read --------------------------------------------------------------------------------

CHANGED: dict[str, Callable[[bytes], bytes | None]] = {
    "missing": lambda data: None,
    "empty": lambda data: b"",
    "of another lark": lambda data: data.replace(b'{"lark": "', b'{"lark": "9', 1),
    "cut": lambda data: data[: len(data) // 2],
    "their first line alone": lambda data: data.partition(b"\n")[0],
    "changed in one place": lambda data: data.replace(b'"AMOUNT"', b'"COUNT"', 1),
    "no JSON": lambda data: b"start: x\n",
    "no text": lambda data: b"\xff\xfe\x00",
    "a pickle": lambda data: b"cos\nsystem\n(S'touch planted'\ntR.",
}


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize("change", CHANGED)
def test_without_them_the_grammar_is_read(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(name: str) -> bytes | None:
        return CHANGED[change](FILE.read_bytes()) if name == grammar.TABLES else read(name)

    expected = read_session([text_source(LOG)])
    assert [problem.code for problem in expected[1]] == ["mark-unknown"]
    read = grammar._read
    monkeypatch.setattr(grammar, "_read", changed)
    builder._parser.cache_clear()
    assert load_tables(load_grammar(), lark.__version__) is None
    assert read_session([text_source(LOG)]) == expected


def test_they_are_not_those_of_another_grammar() -> None:
    assert load_tables(load_grammar() + "\n", lark.__version__) is None


# -- that they are as good as the grammar -------------------------------------------------------------


@pytest.fixture(scope="module")
def parsers() -> tuple[Any, Any]:
    """Parser and builder by the tables, and of the grammar."""
    make = builder._parser.__wrapped__
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builder, "load_tables", lambda *_: None)
        built = make()
    return make(), built


def assert_same(parsers: tuple[Any, Any], start: str, text: str) -> None:
    """Both give the same value, or refuse the text with the same problem."""
    said = []
    for pair in parsers:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(builder, "_parser", lambda pair=pair: pair)
            try:
                said.append(parse(start, Text(text, Line("night.ofc", 1, text), 1, len(text))))
            except SyntaxFault as fault:
                said.append(fault.problem)
    assert said[0] == said[1]


@pytest.mark.usefixtures("this_lark")
@settings(max_examples=100)
@given(log=broken_logs() | deals().flatmap(spelled_text).flatmap(damaged) | st.text(max_size=60))
def test_any_line_is_read_or_refused_the_same(parsers: tuple[Any, Any], log: str) -> None:
    for line in log.splitlines():
        assert_same(parsers, "line", line)


@pytest.mark.usefixtures("this_lark")
@given(start=st.sampled_from(STARTS), pieces=st.lists(st.sampled_from(VALUES), min_size=1, max_size=3))
def test_any_value_is_read_or_refused_the_same(
    parsers: tuple[Any, Any], start: str, pieces: list[str]
) -> None:
    assert_same(parsers, start, " ".join(pieces))


@pytest.mark.usefixtures("this_lark")
def test_every_line_of_the_examples_is_read_the_same(parsers: tuple[Any, Any]) -> None:
    """And every line of the logs of which problems are told."""
    logs = [path.read_bytes() for path in (ROOT / "examples").rglob("*.ofc")]
    logs += [content for path, content in files_of_pages() if path.suffix == ".ofc"]
    texts = [log.decode("utf-8", "replace") for log in logs]
    lines = dict.fromkeys(line for text in texts for line in text.splitlines()[:200])
    assert len(lines) > 300
    for line in lines:
        assert_same(parsers, "line", line)


@pytest.mark.usefixtures("this_lark")
@pytest.mark.parametrize("start", STARTS)
def test_every_value_is_read_the_same_from_every_start(parsers: tuple[Any, Any], start: str) -> None:
    for value in VALUES:
        assert_same(parsers, start, value)
