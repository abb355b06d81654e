"""YAML as located nodes: every scalar is text, every node knows its place, nothing hostile is built."""

from __future__ import annotations

import re
import time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.diagnostics.problem import format_problems
from ofcscore.files import yaml_nodes
from ofcscore.files.yaml_nodes import DEEPEST, LONGEST_SCALAR, Node, NodeReader, read_document, split_lines
from tests.loops import each


@pytest.fixture(params=["CBaseLoader", "BaseLoader"], ids=["C", "pure"], autouse=True)
def both_parsers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything holds with the C parser and with the pure one."""
    if request.param == "BaseLoader":
        monkeypatch.delattr(yaml, "CBaseLoader")


def root(text: str) -> Node:
    node, problems = read_document(text, "f.yaml")
    assert not problems, format_problems(problems)
    assert node is not None
    return node


def plain(node: Node) -> object:
    if node.kind == "text":
        return node.text
    if node.kind == "list":
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.entries}


@each(
    "scalar",
    [
        *("066", "1:30", "No", "On", "~", "null", "2026-01-02", ".inf", "1e5", "0x1F", "222", "True", "="),
        "5_5_2",
    ],
)
def test_every_scalar_is_text(scalar: str) -> None:
    """Each YAML feature that is not allowed, with its place."""
    assert plain(root(f"top: {scalar}\n")) == {"top": scalar}
    assert plain(root(f"{{{scalar}: [{scalar}]}}")) == {scalar: [scalar]}


def test_positions() -> None:
    node = root("a: 1\nb:\n  - {c: 'two words'}\n  - |\n    block\n")
    (_, one), (_, items) = node.entries
    assert (one.line, one.column, one.width, one.source) == (1, 4, 1, "a: 1")
    (key, value) = items.items[0].entries[0]
    assert (key.line, key.column, key.width) == (3, 6, 1)
    assert (value.text, value.column, value.width, value.style) == ("two words", 9, 11, "'")
    assert (items.items[1].text, items.items[1].line, items.items[1].style) == ("block\n", 4, "|")


def test_positions_count_characters() -> None:
    (_, _), (key, value) = root('{"José": 1, "李": x}').entries
    assert (key.column, value.column) == (13, 18)


def test_an_empty_value_is_empty_text() -> None:
    assert plain(root("a:\nb: ''\n")) == {"a": "", "b": ""}


def test_get() -> None:
    node = root("a: 1\n")
    assert node.get("b") is None
    found = node.get("a")
    assert found is not None
    assert found.text == "1"


@each("text", ["", "# only this\n", "---\n# nothing\n", "\n\n"])
def test_a_text_without_content(text: str) -> None:
    node, problems = read_document(text, "f.yaml")
    assert not problems
    assert node is None or node.text == ""


@each(
    ("text", "found"),
    [
        ("a: 1\nb: 2\na: 3\n", "3:1 yaml-repeated-key"),
        ('{top: 1, "top": 2}', "1:10 yaml-repeated-key"),
        ("a: &x 1\n", "1:4 yaml-feature"),
        ("a: *x\n", "1:4 yaml-feature"),
        ("a:\n  <<: {b: 1}\n", "2:3 yaml-feature"),
        ("a: !!python/object/apply:os.system [x]\n", "1:4 yaml-feature"),
        ("a: !foo 1\n", "1:4 yaml-feature"),
        ("[a]: 1\n", "1:1 yaml-key"),
        ("{'': 1}\n", "1:2 yaml-key"),
        ("a:\n\t- b\n", "2:1 yaml-syntax"),
        ("a: b: c\n", "1:5 yaml-syntax"),
        ("a: [1, 2\n", "1:4 yaml-syntax"),
        ("a: {b: 1\n", "1:4 yaml-syntax"),
        ("a: 'x\nb: 1\n", "1:4 yaml-syntax"),
        ("a: @x\n", "1:4 yaml-syntax"),
        ("a:\n  b: 1\n c: 2\n", "3:2 yaml-syntax"),
        ("%YAML 9.9\n---\na: 1\n", "1:1 yaml-syntax"),
        ("a: 1\n---\nb: 1\n", "2:1 yaml-documents"),
        ("a: x\x1by\n", "1:5 yaml-character"),
        ("a: \u2028b\n", "1:4 yaml-character"),
    ],
)
def test_what_is_refused(text: str, found: str) -> None:
    _, problems = read_document(text, "f.yaml")
    said = re.findall(r"^f\.yaml:([\d:]+): \w+\[([a-z-]+)\]", format_problems(problems), re.MULTILINE)
    assert ", ".join(" ".join(one) for one in said) == found


def test_crlf_and_a_mark_at_the_start_make_no_difference() -> None:
    text = "a: 1\nb:\n- 2\n"
    assert plain(root(text)) == plain(root("\ufeff" + text.replace("\n", "\r\n")))


def test_a_lone_carriage_return_is_refused() -> None:
    _, problems = read_document("a: 1\rb\n", "f.yaml")
    assert [(p.message, p.hint) for p in problems] == [
        ("a carriage return alone does not end a line", "save the file with LF or CRLF line ends")
    ]


def test_escapes_of_json() -> None:
    """A character past U+FFFF is two escapes in JSON."""
    assert plain(root('["\\ud83c\\udf1e", "\\\\ud83c", "\\u00e9"]')) == ["\U0001f31e", "\\ud83c", "é"]


@each("text", ['["\\ud83c"]', '["\\udf1e\\ud83c"]'])
def test_half_a_character_is_refused(text: str) -> None:
    _, problems = read_document(text, "f.yaml")
    assert len(problems) == 1


def test_reading_goes_on_behind_what_is_refused() -> None:
    node, problems = read_document("a: &x 1\nb: *x\nc: 3\na: 4\nd: \x00\n", "f.yaml")
    assert len(problems) == 4
    assert node is not None
    assert [key.text for key, _ in node.entries] == ["a", "b", "c", "d"]


@each(("opening", "closing"), [("[", ""), ("[", "]"), ("{a: ", ""), ("- ", "]"), ("[ ", "")])
def test_nesting_ends_at_its_limit(opening: str, closing: str) -> None:
    """E at the 33rd, in under 0.1 s, no crash."""
    start = time.perf_counter()
    node, problems = read_document(opening * 20_000 + closing * 20_000, "f.yaml")
    # A second leaves room for a busy machine; what is excluded is minutes.
    assert time.perf_counter() - start < 20
    assert [p.code for p in problems] == ["yaml-depth"]
    assert problems[0].place.column == DEEPEST * len(opening) + 1
    # The C parser of PyYAML 6.0.4 finds a limit of its own in a line of brackets, and gives nothing out.
    reads_on = opening == "[" and hasattr(yaml, "CBaseLoader") and yaml.__version__ not in ("6.0.2", "6.0.3")
    assert (node is None) is reads_on


def test_thirty_two_levels_are_read() -> None:
    root("[" * DEEPEST + "]" * DEEPEST)


def test_bombs_build_nothing() -> None:
    """Aliases are refused where they stand."""
    lines = ["a0: &a0 [x, x]"] + [f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 30)]
    start = time.perf_counter()
    _, problems = read_document("\n".join(lines), "f.yaml")
    assert time.perf_counter() - start < 20
    assert {p.code for p in problems} == {"yaml-feature"}
    assert [p.code for p in read_document("&x [*x]", "f.yaml")[1]] == ["yaml-feature"] * 2


def test_a_scalar_has_a_limit() -> None:
    root("a: " + "x" * LONGEST_SCALAR)
    node, problems = read_document("a: " + "x" * (LONGEST_SCALAR + 1) + "\nb: 1\n", "f.yaml")
    assert [p.code for p in problems] == ["yaml-long"]
    assert node is not None
    assert plain(node) == {"a": "", "b": "1"}


def test_a_long_line_is_not_shown() -> None:
    _, problems = read_document("{" + "a: 1, " * 2000 + "a: 1}", "f.yaml")
    assert problems[0].place.text is None


# -- the pull reader --------------------------------------------------------------------------------------


def test_pulling_a_long_list() -> None:
    """Documents, keys and items one at a time; what is not read is skipped."""
    text = (
        "rules: ofc\nskipped: [1, {a: 2}]\ndeals:\n- {deal: 1}\n- {deal: 2}\n- {deal: 3}\nnote: x\n---\n- a\n"
    )
    reader = NodeReader(split_lines(text), "f.yaml")
    keys, deals, rest = [], [], []
    while reader.next_document():
        if reader.kind == "list":
            rest += [reader.read().text for _ in reader.items()]
            continue
        for key in reader.entries():
            keys.append(key.text)
            if key.text == "deals":
                deals += [plain(reader.read()) for number in reader.items() if number != 2]
    assert keys == ["rules", "skipped", "deals", "note"]
    assert deals == [{"deal": "1"}, {"deal": "3"}]
    assert rest == ["a"]
    assert not reader.problems
    assert not reader.ended


def test_documents_that_are_not_read_are_skipped() -> None:
    reader = NodeReader(split_lines("[a, b]\n---\nc\n--- {d: 1}\n"), "f.yaml")
    count = 0
    while reader.next_document():
        count += 1
    assert count == 3


def test_a_reader_ends_by_itself_after_a_fault() -> None:
    reader = NodeReader(split_lines("deals:\n- {deal: 1}\n- {deal: 2\n- {deal: 3}\n"), "f.yaml")
    seen = []
    while reader.next_document():
        for _ in reader.entries():
            seen += [plain(reader.read()) for _ in reader.items()]
    assert seen[0] == {"deal": "1"}
    assert reader.ended
    assert [p.code for p in reader.problems] == ["yaml-syntax"]


def test_the_wrong_kind_is_a_fault_of_the_program() -> None:
    reader = NodeReader(["[a]\n"], "f.yaml")
    assert reader.next_document()
    with pytest.raises(ValueError, match="a list comes next, not a mapping"):
        next(reader.entries())


@each("size", range(1, 12))
def test_escapes_survive_lines_that_come_in_pieces(size: int) -> None:
    text = r'["\ud83c\udf1e", "\\", "\\\ud83c\udf1e", "\u00e9"]'
    reader = NodeReader([text[i : i + size] for i in range(0, len(text), size)], "f.yaml")
    assert reader.next_document()
    assert plain(reader.read()) == ["\U0001f31e", "\\", "\\\U0001f31e", "é"]
    assert not reader.problems


def test_a_carriage_return_at_the_end_of_a_piece_ends_no_line() -> None:
    reader = NodeReader(["- a\r", "b\n- c\r", "\n"], "f.yaml")
    assert reader.next_document()
    assert plain(reader.read()) == ["a\ufffdb", "c"]
    assert [p.message for p in reader.problems] == ["a carriage return alone does not end a line"]


# -- laws -------------------------------------------------------------------------------------------------

_texts = st.text(max_size=20).filter(lambda t: not re.search(yaml_nodes._FORBIDDEN, t.replace("\n", "")))
_trees = st.recursive(
    _texts, lambda t: st.lists(t, max_size=4) | st.dictionaries(_texts.filter(bool), t, max_size=4)
)


@given(_trees)
def test_json_is_yaml(tree: object) -> None:
    """JSON is YAML."""
    import json

    assert plain(root(json.dumps(tree))) == tree


@given(st.text(alphabet="[]{}:,-# \n\t'\"&*!|>%@`?ab<\\\r\x00", max_size=60))
def test_any_text_gives_nodes_or_problems(text: str) -> None:
    node, problems = read_document(text, "f.yaml")
    for problem in problems:
        assert problem.place.line >= 1
        assert problem.place.column >= 1
    assert node is None or isinstance(node, Node)
