"""Parse lines with the Lark grammar. No other module imports lark.

Importing lark and loading a parser that it saved takes longer than everything else that a line of a log needs.
So lark makes the tables of the parser when the package is built, and this module follows them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from io import StringIO
from typing import Any, Final, NamedTuple, Self

from ofcscore.files.disk import BrokenInstallation, grammar_data
from ofcscore.log.vocabulary import Vocabulary, compiled

SAVED: Final = "reader.saved"
GRAMMAR: Final = "reader.lark"
"""The file names of the parser saved by `grammars/build.py`, and of its grammar."""
STARTS: Final = ("line", "keyless", "board")
"""The rules of the grammar that a text may be parsed as."""
_END: Final = "$END"
"""Lark's name of the end of the text."""


_SIGNS: Final = " \t<>-–—=,;|/*_"
"""Signs that may stand before the first word of a terminal."""


class NotParsedError(Exception):
    """Raised if a line does not parse, with the position and the valid tokens there."""

    def __init__(self, at: int, expected: Iterable[str]) -> None:
        self.at, self.expected = at, frozenset(expected)


class Token(str):
    """A piece of a text: the name of its terminal, and where it starts and ends."""

    type: str
    start_pos: int
    end_pos: int

    @classmethod
    def of(cls, name: str, start: int, end: int, text: str) -> Self:
        token = cls(text)
        token.type, token.start_pos, token.end_pos = name, start, end
        return token


class Rule(NamedTuple):
    """A rule of the grammar: its name or alias, the rule to go on with, and what becomes of each symbol.

    `uses` has `drop`, `keep` or `splice` per symbol. If `unwraps`, a single child stands for the rule.
    """

    name: str
    origin: str
    uses: list[str]
    unwraps: bool


class Node(NamedTuple):
    """A rule that was found in a text, with its children."""

    rule: Rule
    children: list[Node | Token]


class Tables(NamedTuple):
    """The LALR tables of a grammar.

    `terminals` has the pattern of each terminal by name, in the order in which the lexer tries them. A state
    maps the name of a symbol to the next state, or to -1 minus the index of a rule that ends there. `starts`
    has the first and the last state of each start rule.
    """

    terminals: dict[str, str]
    ignored: list[str]
    rules: list[Rule]
    states: list[dict[str, int]]
    starts: dict[str, tuple[int, int]]
    tried: dict[int, list[str]]
    """The terminals that the lexer tries in a state, filled when a state is first met."""


def parse_text(text: str, start: str, vocabulary: Vocabulary, builder: object) -> Any:
    """Parse a text and return what the builder makes of it. Raises NotParsedError.

    The builder has a method for each rule, which gets the list of its children.
    """
    return _value(parse_tree(text, start, vocabulary, tables()), builder)


def _value(node: Node | Token, builder: object) -> Any:
    if isinstance(node, Token):
        return node
    return getattr(builder, node.rule.name)([_value(child, builder) for child in node.children])


def parse_tree(text: str, start: str, vocabulary: Vocabulary, tables: Tables) -> Node | Token:
    """Parse a text. Raises NotParsedError."""
    first, last = tables.starts[start]
    states, at = [first], 0
    nodes: list[Node | Token] = []
    while True:
        token = _next_token(text, at, states[-1], vocabulary, tables)
        name, at = token.type, token.end_pos
        if name in tables.ignored:
            continue
        while (action := tables.states[states[-1]].get(name)) is None or action < 0:
            if action is None:
                expected = filter(str.isupper, tables.states[states[-1]])
                raise NotParsedError(token.start_pos, expected)
            rule = tables.rules[-1 - action]
            size = len(rule.uses)
            node = _node(rule, nodes[len(nodes) - size :])
            del states[len(states) - size :], nodes[len(nodes) - size :]
            states.append(tables.states[states[-1]][rule.origin])
            nodes.append(node)
            if name == _END and states[-1] == last:
                return node
        states.append(action)
        nodes.append(token)


def _node(rule: Rule, found: list[Any]) -> Node | Token:
    children: list[Node | Token] = []
    for use, child in zip(rule.uses, found, strict=True):
        if use != "drop":
            children += child.children if use == "splice" else [child]
    return children[0] if rule.unwraps and len(children) == 1 else Node(rule, children)


def _next_token(text: str, at: int, state: int, vocabulary: Vocabulary, tables: Tables) -> Token:
    """Return the token at a position, an empty one at the end. Raises NotParsedError.

    Each terminal is compiled when it is first needed, because all of them would take most of the time for a
    short log.
    """
    if at == len(text):
        return Token.of(_END, at, at, "")
    matches, words = _matches(vocabulary), vocabulary.first_words
    rest = text[at:].lower().lstrip(_SIGNS)
    if state not in tables.tried:
        tables.tried[state] = [
            name for name in tables.terminals if name in tables.states[state] or name in tables.ignored
        ]
    for name in tables.tried[state]:
        if name not in matches:
            if name in words and not rest.startswith(words[name]):
                continue
            matches[name] = compiled(_filled(tables.terminals[name], vocabulary)).match
        if found := matches[name](text, at):
            return Token.of(name, *found.span(), found[0])
    raise NotParsedError(at, filter(str.isupper, tables.states[state]))


@lru_cache(maxsize=8)
def _matches(vocabulary: Vocabulary) -> dict[str, Callable[[str, int], re.Match[str] | None]]:
    """Return the cache of a vocabulary's compiled terminals, filled by the lexer."""
    return {}


def _filled(pattern: str, vocabulary: Vocabulary) -> str:
    """Replace placeholders such as `@LABELS@` in a terminal by the vocabulary's words."""
    return re.sub("@([A-Z_]+)@", lambda named: vocabulary.patterns[named[1]], pattern)


@lru_cache(maxsize=1)
def tables() -> Tables:
    """Return the saved tables, or make them if the saved ones do not fit the grammar."""
    grammar = _grammar()
    return _saved(grammar) or _loaded(_made(grammar))


def _grammar() -> str:
    data = grammar_data(GRAMMAR)
    if data is None:
        raise BrokenInstallation(f"the grammar file {GRAMMAR} is missing")
    return data.decode("utf-8")


def _saved(grammar: str) -> Tables | None:
    """Return the saved tables, None if they are of another grammar."""
    data = grammar_data(SAVED)
    stamp = _stamp(grammar)
    return _loaded(data[len(stamp) :].decode()) if data is not None and data.startswith(stamp) else None


def _loaded(text: str) -> Tables:
    terminals, ignored, rules, states, starts = json.loads(text)
    return Tables(terminals, ignored, [Rule(*rule) for rule in rules], states, starts, {})


def _stamp(grammar: str) -> bytes:
    return f"{__name__}\n{grammar}\n".encode()


def save_parser() -> bytes:
    """Return the tables as bytes to save; loading takes a hundredth of the time of making them."""
    grammar = _grammar()
    return _stamp(grammar) + _made(grammar).encode()


def _made(grammar: str) -> str:
    """Return the tables of a grammar as JSON, made from those that lark writes for other programs."""
    from lark import Lark
    from lark.tools.serialize import serialize

    file = StringIO()
    serialize(Lark(grammar, parser="lalr", start=[*STARTS], maybe_placeholders=False), file)  # type: ignore[no-untyped-call]
    written = json.loads(file.getvalue())
    lexer, parser = written["data"]["parser"]["lexer_conf"], written["data"]["parser"]["parser"]

    def listed(values: list[dict[str, int]]) -> list[Any]:
        return [written["memo"][str(value["@"])] for value in values]

    places = [value["@"] for value in written["data"]["rules"]]
    terminals = sorted(listed(lexer["terminals"]), key=lambda terminal: -terminal["priority"])
    numbers = {state: number for number, state in enumerate(parser["states"])}

    def action(kind: int, goal: Any) -> int:
        return -1 - places.index(goal["@"]) if kind else numbers[str(goal)]

    return json.dumps(
        [
            {terminal["name"]: _regex(terminal["pattern"]) for terminal in terminals},
            lexer["ignore"],
            [_rule(rule) for rule in listed(written["data"]["rules"])],
            [
                {parser["tokens"][token]: action(*step) for token, step in steps.items()}
                for steps in parser["states"].values()
            ],
            {
                start: [numbers[str(parser[key][start])] for key in ("start_states", "end_states")]
                for start in STARTS
            },
        ]
    )


def _regex(pattern: dict[str, Any]) -> str:
    return re.escape(pattern["value"]) if pattern["__type__"] == "PatternStr" else str(pattern["value"])


def _rule(rule: dict[str, Any]) -> Rule:
    name = rule["origin"]["name"]
    uses = [
        "drop"
        if symbol.get("filter_out")
        else "splice"
        if symbol["__type__"] == "NonTerminal" and symbol["name"].startswith("_")
        else "keep"
        for symbol in rule["expansion"]
    ]
    return Rule(rule["alias"] or name, name, uses, rule["options"]["expand1"] and not rule["alias"])
