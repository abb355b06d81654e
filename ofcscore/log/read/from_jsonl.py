"""JSON Lines to located syntax: a deal a line, and the first line may be the header."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.log.read.from_yaml import YamlReading
from ofcscore.log.read.lines import BadLine
from ofcscore.log.syntax import DealSyntax, HeaderSyntax, Line, Text
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem

JSONL_LINE_LIMIT: Final = 1 << 20


def read_jsonl(
    lines: Iterable[Line | BadLine], file: str, base: str, problems: Problems
) -> Iterator[HeaderSyntax | DealSyntax]:
    """The header of a log, and then its deals; a line that cannot be read spoils only itself."""
    deals = 0
    header_done = False
    for line in lines:
        if not isinstance(line, Line) or not line.text.strip(" \t"):
            continue
        fault = json_fault(line)
        if fault is not None:
            problems.add(fault)
            deals += 1
            if not header_done:
                header_done = True
                yield HeaderSyntax(file, base, spoiled=True)
            continue
        reading = YamlReading([line.text], file, base, problems, line.number)
        reading.deals, reading.header_done = deals, header_done
        yield from reading.session()
        deals, header_done = reading.deals, reading.header_done
    if not header_done:
        yield HeaderSyntax(file, base)


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
"""What the parser says, and what a person is told; the first that is in the parser's words counts."""


def json_fault(line: Line) -> Problem | None:
    """The problem of a line that is no JSON, None where it is."""
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
