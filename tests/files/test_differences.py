"""A unified diff of texts that come line by line is the one of the whole texts."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.files import differences
from ofcscore.files.differences import COMPARED, Differences
from ofcscore.files.written import Spool

_HEAD = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n")


def diff(pairs: Iterable[tuple[list[str], list[str]]]) -> str:
    """The diff of two texts of which so many lines come at a time."""
    with Spool() as spool:
        found = Differences("a", "b", spool)
        for old, new in pairs:
            for line in old:
                found.add_old(line)
            for line in new:
                found.add_new(line)
        found.finish()
        return "".join(spool.chunks())


def whole(old: list[str], new: list[str]) -> str:
    lines = difflib.unified_diff(old, new, "a", "b")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def applied(told: str, old: list[str]) -> list[str]:
    """What a diff makes of a text; each line that it names must stand where it says."""
    new: list[str] = []
    at = 0
    lines = told.splitlines(keepends=True)
    assert not told or lines[:2] == ["--- a\n", "+++ b\n"]
    for line in lines[2:]:
        head = _HEAD.fullmatch(line)
        if head is not None:
            start = int(head[1]) - (head[2] != "0")
            new += old[at:start]
            at = start
            assert len(new) == int(head[3]) - (head[4] != "0")
        else:
            if line[0] in " -":
                assert old[at] == line[1:]
                at += 1
            if line[0] in " +":
                new.append(line[1:])
    return new + old[at:]


_changes = st.tuples(
    st.lists(st.sampled_from("abcdefg"), max_size=6), st.sampled_from(("same", "same", "other", "both"))
)


@st.composite
def texts(draw: st.DrawFn) -> list[tuple[list[str], list[str]]]:
    """Pieces of two texts that are nearly the same."""
    pairs = []
    for letters, change in draw(st.lists(_changes, max_size=20)):
        lines = [f"{letter}\n" for letter in letters]
        other = [f"{letter}\n" for letter in draw(st.lists(st.sampled_from("abcxy"), max_size=4))]
        pairs.append((lines, lines if change == "same" else other if change == "other" else lines + other))
    return pairs


@given(texts())
def test_fault_11_the_diff_of_a_text_that_is_not_long_is_that_of_the_whole(
    pairs: list[tuple[list[str], list[str]]],
) -> None:
    old = [line for lines, _ in pairs for line in lines]
    new = [line for _, lines in pairs for line in lines]
    assert diff(pairs) == whole(old, new)


@given(texts(), st.integers(1, 9))
def test_fault_11_the_diff_of_a_long_text_makes_one_of_the_other(
    pairs: list[tuple[list[str], list[str]]], compared: int
) -> None:
    old = [line for lines, _ in pairs for line in lines]
    new = [line for _, lines in pairs for line in lines]
    with patch.object(differences, "COMPARED", compared):
        told = diff(pairs)
    assert applied(told, old) == new
    assert bool(told) == (old != new)


@pytest.mark.long
def test_fault_11_a_long_text_changed_here_and_there_has_the_diff_of_the_whole() -> None:
    old = [f"line {number}\n" for number in range(4 * COMPARED)]
    new = [line.upper() if number % 7 == 0 else line for number, line in enumerate(old)]
    new[5000:5000] = ["more\n"] * 9
    del new[100:120]
    # The first text comes somewhat ahead of the second.
    pairs: list[tuple[list[str], list[str]]] = [(old[:50], [])]
    pairs += [(old[at + 50 : at + 60], new[at : at + 10]) for at in range(0, len(old), 10)]
    assert diff(pairs) == whole(old, new)


def test_a_last_line_without_an_end() -> None:
    assert diff([(["a\n", "b"], ["a\n", "b\n"])]) == (
        "--- a\n+++ b\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"
    )
