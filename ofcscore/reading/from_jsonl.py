"""JSON Lines to located syntax: a deal a line, and the first line may be the header."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.reading.from_yaml import YamlReading, join_surrogates
from ofcscore.reading.lines import BadLine
from ofcscore.reading.sink import Problems
from ofcscore.reading.syntax import DealSyntax, HeaderSyntax, Line

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
        reading = YamlReading(join_surrogates([line.text]), file, base, problems, line.number)
        reading.deals, reading.header_done = deals, header_done
        yield from reading.session()
        deals, header_done = reading.deals, reading.header_done
    if not header_done:
        yield HeaderSyntax(file, base)
