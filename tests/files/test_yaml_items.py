"""A plain item of a list is the node that the reader of YAML gives, and a list is cut where it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ofcscore.files.yaml_items import CutList, plain_item
from ofcscore.files.yaml_lines import CutShort
from ofcscore.files.yaml_nodes import Node, NodeReader
from ofcscore.problems.problem import Place, Problem

ITEM = """\
- deal: 17   # the last
  boards:
    Hero: {top: Qh Qd 5c, mid: "Ah Ad 7s 6c 2d", 'bot': 9h Ts Jd Qs Kc}

    "Phil H.": {status: foul}
  # a remark
  expect: Hero +20, Gus -20
  adjust:
    Hero: -5
  empty: {}
"""


def by_reader(text: str, number: int) -> tuple[Node, list[Problem]]:
    reader = NodeReader(text.splitlines(keepends=True), "f.yaml", first=number)
    assert reader.next_document()
    node = reader.read()
    return node, reader.problems


def test_a_plain_item() -> None:
    node = plain_item(ITEM.splitlines(keepends=True), 5)
    assert node is not None
    assert by_reader(ITEM, 5) == (Node("list", "", (node,), (), 5, 1, 1, "- deal: 17   # the last"), [])


_PLAIN = "1|-5|+5|Hero|Jos\u00e9|Qh Qd 5c|10\u2660|a.b|...|---|a - b|x,|a, b|a:b|a#b|~|null|a?|=|<<"
_ODD = "|- a|?|? a|a: b|a #b|#b|&a|&a b|*a|!t b|>|@|%|`|[a, b]|a: b: c|\u00a0|\"a\" b|'a|\"a\\n\"|'a''b'"
_QUOTED = """"a"|"a # b"|'a: b'|""|''"""
_BRACES = "{}|{ }|{a: 1}|{a: 1, b: 2}|{a: 1,}|{'a': \"b\"}|{a: -1}"
_ODD_BRACES = (
    "{a: 1, a: 2}|{a: 1 b: 2}|{a, b: 1}|{a: }|{a:1}|{a: - 1}|{a: {b: 1}}|{a: 1} b|{a: b: c}|{,}|{a: 1|{: 1}"
)
_scalars = st.one_of(
    [st.sampled_from(some.split("|")) for some in (_PLAIN, _PLAIN, _QUOTED, _BRACES, _ODD, _ODD_BRACES)]
)
_lines = st.builds(
    lambda indent, key, colon, value, end: f"{' ' * indent}{key}{colon}{value}{end}",
    st.sampled_from((2, 2, 2, 4, 4, 3, 0, 1, 6)),
    _scalars | st.sampled_from(("a", "b", "c", "boards")),
    st.sampled_from((": ", ": ", ": ", ":  ", " : ", ":", "")),
    _scalars,
    st.sampled_from(("\n", "\n", "\n", " \n", "\r\n", " # x\n", "\t\n", "\n\n", "\n# y\n", "\n  # y\n")),
)


@given(
    st.sampled_from(("- ", "- ", "-  ", "  - ", "- - ", "-\t", "- &a ", "")),
    st.lists(_lines, min_size=1, max_size=5),
)
@example("- ", ["  a: 1\n", "    b: 2\n"])
@example("- ", ["  a: 1\n", "  b:\n"])
@example("- ", ["  a:\n", "    b: 2\n", "   c: 3\n"])
@example("- ", ["  a:\n", "  b:\n", "    c: 3\n"])
@example("- ", ["  a: 1\n", "  - b\n"])
def test_an_item_is_the_one_of_the_reader_of_yaml_or_not_plain(dash: str, lines: list[str]) -> None:
    """Every place, width and spelling, or nothing."""
    text = dash + "".join(lines).lstrip(" ")
    node = plain_item(text.splitlines(keepends=True), 3)
    if node is not None:
        assert by_reader(text, 3) == (
            Node("list", "", (node,), (), 3, node.column - len(dash.lstrip(" ")), 1, node.source),
            [],
        )


def test_a_line_that_is_long_is_not_plain() -> None:
    assert plain_item([f"- a: {'b' * 900}\n"], 1) is not None
    assert plain_item([f"- a: {'b' * 1000}\n"], 1) is None


def test_what_stands_far_in_is_not_plain() -> None:
    """So that it is nested no deeper than what is read."""
    lines = [f"{'- ' if depth == 0 else '  '}{' ' * depth}a:\n" for depth in range(40)]
    assert plain_item([*lines, f"{' ' * 42}b: 1\n"], 1) is None


def cut(text: str) -> tuple[list[str], list[tuple[int, str]], str]:
    """The lines before a list, its items, and what is left of the text behind those."""
    found = CutList(text.splitlines(keepends=True), "deals")
    items = [(number, "".join(lines)) for number, lines in found.items()]
    return found.head, items, "".join(found.rest()) if found.left else ""


def test_items_are_cut() -> None:
    before = "---\nrules: ofc\nplayers:\n- A\n- B\ndeals: # here\n"
    head, items, left = cut(f"{before}\n# one\n- deal: 1\n  x: |\n    - a\n\n- deal: 2\n# two\n")
    assert "".join(head) == before
    assert items == [(7, "\n# one\n- deal: 1\n  x: |\n    - a\n\n"), (13, "- deal: 2\n# two\n")]
    assert left == ""


@pytest.mark.parametrize(
    "end", ["note: x\n", "...\n", "---\n", "- deal: 3", "-\n", " - deal: 3\n", "]\n", "\ufeff\n"]
)
def test_what_ends_a_list_is_left_with_the_item_before_it(end: str) -> None:
    """Blank lines stand for the items that were cut, so that every line keeps its number."""
    text = "# a\n  - deal: 1\n    b: c\n  - deal: 2\n"
    assert cut(text + end) == ([], [(1, "# a\n  - deal: 1\n    b: c\n")], f"\n\n\n  - deal: 2\n{end}")


@pytest.mark.parametrize(
    "text", ["", "a: b\n", "deals: []\n", "deals:\nnote: x\n", "%YAML 1.1\n---\n- a\n", "[a]\n- b\n"]
)
def test_what_is_no_list_is_left_as_it_is(text: str) -> None:
    head, items, left = cut(text)
    assert ("".join(head), items) == ("deals:\n" if text.startswith("deals:\n") else "", [])
    assert left == text or not text


def test_an_item_without_an_end_is_left() -> None:
    def pieces() -> Iterator[str]:
        yield "- a: |\n"
        for _ in range(5_000):
            yield "    b\n"
        raise AssertionError("the item is held whole")

    found = CutList(pieces(), "deals")
    assert list(found.items()) == []
    assert found.left


def test_bytes_that_are_no_text_end_the_cutting() -> None:
    fault = Problem("not-utf8", Place("f.yaml"), "no text")

    def pieces() -> Iterator[str]:
        yield from ("- a\n", "- b\n", "  c\n")
        raise CutShort(fault)

    found = CutList(pieces(), "deals")
    assert list(found.items()) == [(1, ["- a\n"])]
    rest = found.rest()
    assert [next(rest), next(rest), next(rest)] == ["\n", "- b\n", "  c\n"]
    with pytest.raises(CutShort):
        next(rest)
