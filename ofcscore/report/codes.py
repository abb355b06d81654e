"""The text of `explain CODE` and `explain codes`, taken from the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ofcscore.diagnostics.catalogue import Code
from ofcscore.report.wording import Style


def code_lines(name: str, code: Code, style: Style) -> Iterator[str]:
    """Meaning, remedy and example of a problem's code."""
    yield name
    yield from style.lines(f"  {code.meaning}", "  ")
    yield ""
    yield "What to do"
    yield from style.lines(f"  {code.remedy}", "  ")
    if code.example:
        yield ""
        yield "For example"
        yield from (f"  {line}" for line in code.example.splitlines())


def list_lines(codes: Mapping[str, Code], style: Style) -> Iterator[str]:
    """Every code with its meaning, in the order of the alphabet; below it where there is no room beside."""
    width = max(map(len, codes)) + 2
    beside = width + _LEAST <= style.width
    indent = " " * (width if beside else 2)
    for name in sorted(codes):
        first, *more = style.lines(indent + codes[name].meaning, indent)
        if beside:
            yield name + first[len(name) :]
        else:
            yield from (name, first)
        yield from more


_LEAST: Final = 40
"""Columns of a meaning beside its code."""
