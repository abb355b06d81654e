"""JSON Lines to located syntax: a deal a line, and the first line may be the header."""

from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.diagnostics.problem import Problem
from ofcscore.files.yaml_nodes import NodeReader
from ofcscore.log.read.from_yaml import YamlReading
from ofcscore.log.syntax import Item, Line, Text

JSONL_LINE_LIMIT: Final = 1 << 20


def read_on(reading: YamlReading, lines: Iterable[Line | None]) -> Iterator[Item]:
    """Yield the items of the lines of a log; one that is no JSON gives a diagnostic and no item."""
    for line in lines:
        if not isinstance(line, Line) or not line.text.strip(" \t"):
            continue
        fault = json_fault(line)
        if fault is None:
            yield from reading.session(NodeReader([line.text], reading.file, first=line.number), last=False)
        else:
            reading.problems.add(fault)
            reading.deals += 1
            yield from reading.begin([], spoiled=True)
    yield from reading.end()


_WORDS: Final = (
    ("Expecting ','", "a comma is missing here, or something before it is not closed"),
    ("Expecting ':'", "a colon is missing behind this key"),
    ("property name", "a key in double quotes is expected here"),
    ("Expecting value", "a value is missing here"),
    ("Extra data", "something follows the end of the deal"),
    ("Unterminated", "this text is not closed"),
    ("control character", "a tab cannot stand in a text of JSON as it is"),
    ("escape", "this is no escape that JSON knows"),
    ("comma", "this comma has nothing behind it"),
)
"""Parts of the parser's messages, each with the message to show; the first match counts."""


def json_fault(line: Line) -> Problem | None:
    """Return the problem of a line that is no JSON, None where it is."""
    import json

    try:
        json.loads(line.text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        message = next((words for part, words in _WORDS if part in error.msg), "this line is not JSON")
        at = Text(line.text, line, error.pos + 1, 1)
        hint = "a deal stands on one line; if it runs over several, say `--from json`"
        return Problem("json-syntax", at.place, message, hint)
    except RecursionError:
        # Nested too deep: what reads YAML says so, and where.
        return None
    return None
