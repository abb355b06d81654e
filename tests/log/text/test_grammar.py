"""The tables saved with the package are those of lark, and lines are parsed by them as by lark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput
from lark.lexer import Lexer

from ofcscore.log.text import grammar
from ofcscore.log.text.grammar import Node, NotParsedError
from ofcscore.log.vocabulary import ENGLISH
from tests.log.text.test_reading import TABLE

GRAMMAR = grammar._grammar()
MADE = grammar._loaded(grammar._made(GRAMMAR))
LINES = sorted(
    {line for rows in TABLE.values() for typed in rows for line in typed.splitlines() if line.strip()}
)


class SameTokens(Lexer):
    """Lark's parser with our tokens."""

    __future_interface__ = 1

    def __init__(self, conf: Any) -> None:
        self.ignored = conf.ignore

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        text, at = lexer_state.text, 0
        text = text if isinstance(text, str) else text.text
        accepts = {frozenset(filter(str.isupper, state)): i for i, state in enumerate(MADE.states)}
        while at < len(text):
            names = parser_state.parse_conf.states[parser_state.position]
            state = accepts[frozenset(filter(str.isupper, names))]
            try:
                token = grammar._next_token(text, at, state, ENGLISH, MADE)
            except NotParsedError as error:
                raise UnexpectedCharacters(text, at, 1, at + 1, allowed=set(error.expected)) from None  # type: ignore[no-untyped-call]
            at = token.end_pos
            if token.type not in self.ignored:
                yield Token(token.type, str(token), token.start_pos)


def by_lark(lark: Lark, line: str) -> str:
    def shown(tree: Any) -> str:
        return (
            f"{tree.data}({', '.join(map(shown, tree.children))})"
            if isinstance(tree, Tree)
            else repr(str(tree))
        )

    try:
        return shown(lark.parse(line, "line"))
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        at = error.pos_in_stream if token is None else len(line) if token.type == "$END" else token.start_pos
        expected = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
        return f"{at}: {sorted(expected)}"


def by_tables(line: str, tables: grammar.Tables) -> str:
    def shown(node: Any) -> str:
        return (
            f"{node.rule.name}({', '.join(map(shown, node.children))})"
            if isinstance(node, Node)
            else repr(str(node))
        )

    try:
        return shown(grammar.parse_tree(line, "line", ENGLISH, tables))
    except NotParsedError as error:
        return f"{error.at}: {sorted(error.expected)}"


@pytest.mark.long
def test_lines_are_parsed_as_lark_parses_them(monkeypatch: pytest.MonkeyPatch) -> None:
    data = grammar.save_parser()
    monkeypatch.setattr(grammar, "grammar_data", lambda name: data)
    saved = grammar._saved(GRAMMAR)
    assert saved is not None
    lark = Lark(GRAMMAR, parser="lalr", lexer=SameTokens, start=[*grammar.STARTS], maybe_placeholders=False)
    assert len(LINES) > 500
    for line in LINES:
        assert by_tables(line, MADE) == by_tables(line, saved) == by_lark(lark, line)


@pytest.mark.parametrize("old", ["named_board", "K_AMOUNT"])
def test_tables_of_another_grammar_are_not_loaded(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = grammar.save_parser()
    monkeypatch.setattr(grammar, "grammar_data", lambda name: data.replace(old.encode(), b"0", 1))
    assert grammar._saved(GRAMMAR) is None


def test_terminals_that_are_not_compiled_would_not_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long list of words is left out at first where none of them begins; the tokens are the same."""
    monkeypatch.setattr(grammar, "_matches", lambda vocabulary: {})
    fewer = {line: by_tables(line, MADE) for line in LINES}
    matches: dict[str, Any] = {}
    monkeypatch.setattr(grammar, "_matches", lambda vocabulary: matches)
    monkeypatch.setitem(vars(ENGLISH), "first_words", {})
    assert fewer == {line: by_tables(line, MADE) for line in LINES}
