"""The parser saved with the package parses like one built from the grammar."""

from __future__ import annotations

from typing import Any

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput

from ofcscore.log.text import grammar
from ofcscore.log.vocabulary import ENGLISH
from tests.log.text.test_reading import TABLE

GRAMMAR = grammar._grammar()


def parse_with(lark: Lark, line: str) -> str:
    try:
        return str(lark.parse(line, "line").pretty())
    except UnexpectedInput as error:
        return f"{type(error).__name__} at {error.pos_in_stream}"


@pytest.mark.long
def test_saved_and_built_parser_make_the_same_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    data = grammar.save_parser()
    monkeypatch.setattr(grammar, "grammar_data", lambda name: data)
    saved, built = grammar._saved(GRAMMAR), grammar._built(GRAMMAR)
    assert saved is not None
    lines = {line for rows in TABLE.values() for typed in rows for line in typed.splitlines() if line.strip()}
    assert len(lines) > 500
    for line in lines:
        assert parse_with(saved, line) == parse_with(built, line)


@pytest.mark.parametrize("old", ["lark ", "named_board", "K_AMOUNT"])
def test_parser_saved_with_another_lark_or_grammar_is_not_loaded(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = grammar.save_parser()
    monkeypatch.setattr(grammar, "grammar_data", lambda name: data.replace(old.encode(), b"0", 1))
    assert grammar._saved(GRAMMAR) is None


def test_terminals_that_are_not_compiled_would_not_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long list of words is left out at first where none of them begins; the tokens are the same."""
    lark = grammar._built(GRAMMAR)
    lines = {line for rows in TABLE.values() for typed in rows for line in typed.splitlines() if line.strip()}
    monkeypatch.setattr(grammar, "_matches", lambda vocabulary: {})
    fewer = {line: parse_with(lark, line) for line in lines}
    matches: dict[str, Any] = {}
    monkeypatch.setattr(grammar, "_matches", lambda vocabulary: matches)
    monkeypatch.setitem(vars(ENGLISH), "first_words", {})
    assert fewer == {line: parse_with(lark, line) for line in lines}
