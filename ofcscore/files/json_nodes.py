"""A line of JSON as located nodes, where it says nothing that the reader of YAML would have a word about."""

import json
import re
from typing import Any, Final

from ofcscore.files.yaml_nodes import DEEPEST, Node

LONGEST_PLAIN_LINE: Final = 1000
"""In a line of this length no key and no text can be too long."""
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_WORDS: Final = {None: "null", True: "true", False: "false"}


class _Unquoted(str):
    """A number as it is written."""

    __slots__ = ()


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs) or "" in found:
        raise ValueError("a key stands twice in a mapping, or is empty")
    return found


_decode: Final = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_Unquoted, parse_float=_Unquoted, parse_constant=_Unquoted
).decode


def json_mapping(line: str, number: int) -> Node | None:
    """The mapping that a line of this number holds; None for any other line, sound or not."""
    if (
        len(line) > LONGEST_PLAIN_LINE
        or not line.isprintable()
        or line.count("{") + line.count("[") > DEEPEST
    ):
        return None
    if "\\" in line and _SURROGATE.search(line):
        return None
    try:
        value = _decode(line)
    except ValueError:
        return None
    return _Places(line, number).node(value) if isinstance(value, dict) else None


class _Places:
    """Gives the values of a sound line their places: each begins at the next mark of its kind."""

    __slots__ = ("at", "line", "number", "plain")

    def __init__(self, line: str, number: int) -> None:
        self.line, self.number, self.plain, self.at = line, number, "\\" not in line, 0

    def node(self, value: Any) -> Node:
        """The next value of the line as a node."""
        line, number = self.line, self.number
        if type(value) is str:
            start = line.index('"', self.at)
            self.at = end = start + len(value) + 2 if self.plain else _end_of_quoted(line, start)
            return Node("text", value, (), (), number, start + 1, end - start, line, '"')
        if isinstance(value, dict):
            start = self.at = line.index("{", self.at) + 1
            entries = tuple([(self.node(key), self.node(item)) for key, item in value.items()])
            return Node("mapping", "", (), entries, number, start, 1, line)
        if isinstance(value, list):
            start = self.at = line.index("[", self.at) + 1
            return Node("list", "", tuple([self.node(item) for item in value]), (), number, start, 1, line)
        text = _WORDS.get(value) or value
        start = line.index(text, self.at)
        self.at = start + len(text)
        return Node("text", text, (), (), number, start + 1, len(text), line)


def _end_of_quoted(line: str, start: int) -> int:
    match = _QUOTED.match(line, start)
    assert match is not None
    return match.end()
