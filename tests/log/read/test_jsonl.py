"""JSON Lines: a sound line is read by `json`, any other by the reader of YAML, and nobody sees which."""

from __future__ import annotations

import json
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ofcscore.files import yaml_nodes
from ofcscore.files.json_nodes import LONGEST_PLAIN_LINE, json_mapping
from ofcscore.files.yaml_nodes import DEEPEST, read_document
from ofcscore.log.check.stream import read_session
from ofcscore.log.read import from_jsonl
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import text_source
from ofcscore.log.syntax import DealSyntax, HeaderSyntax
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from tests import strategies

_WORDS = (
    "deal",
    "boards",
    "Hero",
    "Gus",
    "top",
    "mid",
    "bot",
    "note",
    "Ah Kh Qh",
    "Jos\u00e9",
    'a"b',
    "\\",
    "\U0001f31e",
    "<<",
)
_words = st.sampled_from(_WORDS) | st.text(max_size=8)
_values = st.recursive(
    _words | st.integers() | st.floats() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_words, inner, max_size=4),
)


@given(
    st.dictionaries(_words, _values, max_size=5),
    st.booleans(),
    st.sampled_from(((", ", ": "), (",", ":"), (" , ", " : "), (",  ", ":   "))),
)
@example({"a": "b" * LONGEST_PLAIN_LINE}, False, (", ", ": "))
@example({"a": "\ud83c"}, True, (", ", ": "))
@example({"a\\": '"', "b": "\\\\"}, True, (",", ":"))
def test_a_mapping_of_json_is_the_one_of_yaml(
    value: dict[str, object], escaped: bool, separators: tuple[str, str]
) -> None:
    """Every place, width and spelling, or nothing."""
    line = json.dumps(value, ensure_ascii=escaped, separators=separators)
    node = json_mapping(line, 1)
    if node is not None:
        assert (node, []) == read_document(line, "f.jsonl")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1",
        '["a"]',
        '{"a": 1',
        '{"a": 1, "a": 2}',
        '{"": 1}',
        '{"a": "\\ud83c\\udf1e"}',
        '{"a":\t1}',
        f'{{"a": {"[" * DEEPEST}{"]" * DEEPEST}}}',
        f'{{"a": "{"b" * LONGEST_PLAIN_LINE}"}}',
    ],
)
def test_a_line_that_is_left_to_the_reader_of_yaml(line: str) -> None:
    assert json_mapping(line, 1) is None


@pytest.mark.parametrize("number", ["0", "-1", "1.50", "1e5", "-0.0E+2", "NaN", "-Infinity", "true", "null"])
def test_a_number_is_kept_as_it_is_written(number: str) -> None:
    node = json_mapping(f'{{"a": {number}}}', 7)
    assert node is not None
    ((_, value),) = node.entries
    assert (value.text, value.style, value.line, value.column, value.width) == (number, "", 7, 7, len(number))


Read = tuple[list[HeaderSyntax | DealSyntax], tuple[Problem, ...], object]


def read(text: str) -> Read:
    problems = Problems()
    syntax = list(read_syntax(text_source(text, "jsonl"), problems))
    return syntax, problems.kept, read_session([text_source(text, "jsonl")])


def located(text: str) -> Read:
    """What is read where each line goes to the reader of YAML."""
    with patch.object(from_jsonl, "json_mapping", lambda line, number: None):
        return read(text)


@st.composite
def json_lines(draw: DrawFn) -> str:
    """Deals a line each, with keys, marks and slips in them, and a line or two that is hurt."""
    lines = [
        draw(st.sampled_from(('{"rules": "ofc", "stake": "1 EUR"}', '{"stakes": 1}', "", '{"Deals": []}')))
    ]
    for number in range(1, draw(st.integers(2, 5))):
        deal = draw(strategies.deals(("Hero", "Gus", "Jos\u00e9", "\U0001f31e", "top", 'Phil "x"')))
        rows = [[strategies.canonical_row(row) for row in board] for board in deal.boards]
        boards: dict[str, object] = {
            player: dict(zip(("top", "mid", "bot"), row, strict=True))
            for player, row in zip(deal.players, rows, strict=True)
        }
        odd: list[tuple[str, object]] = [
            (
                "boards",
                {
                    **boards,
                    "Ann": draw(st.sampled_from(("foul", {"top": "Zh Qd 5c"}, {"claim": "x"}, 1, []))),
                },
            ),
            ("boards", [" / ".join(row) for row in rows]),
            ("boards", "\n".join(f"Ann: {' / '.join(row)}" for row in rows)),
            ("note", draw(st.sampled_from(("x\ty", "sp\u00e4t", ["a", "b"], None, True, 1.50, {"a": 1})))),
            ("adjust", {"Hero": "+5", "Gus": draw(st.sampled_from((-5, "x", 1e400)))}),
            ("expect", {"Hero": draw(st.sampled_from((4, "royalties 7", "a, b")))}),
            ("hand", "1"),
            ("stakes", 1),
        ]
        said: dict[str, object] = {"deal": number, "date": "2026-11-20", "boards": boards}
        said |= dict(draw(st.lists(st.sampled_from(odd), max_size=2)))
        line = json.dumps(said, ensure_ascii=draw(st.booleans()))
        lines.append(draw(strategies.damaged(line)) if draw(st.integers(0, 5)) == 0 else line)
    return "\n".join(lines)


@given(json_lines())
def test_lines_read_by_json_are_those_of_the_reader_of_yaml(text: str) -> None:
    assert read(text) == located(text)


@given(strategies.broken_jsonl())
def test_broken_lines_say_the_same_either_way(text: str) -> None:
    assert read(text) == located(text)


def test_fault_11_a_sound_line_of_json_needs_no_parser_of_yaml() -> None:
    boards = {
        "Hero": {"top": "Qh Qd 5c", "mid": "Ah Ad 7s 6c 2d", "bot": "9h Ts Jd Qs Kc"},
        "Jos\u00e9": "foul",
    }
    text = "".join(json.dumps({"deal": n, "note": "x", "boards": boards}) + "\n" for n in range(1, 9))
    with patch.object(yaml_nodes.NodeReader, "__init__", side_effect=AssertionError):
        syntax, problems, _ = read(text)
    assert len(syntax) == 9
    assert not problems
