"""What `explain CODE` and `explain codes` print of the catalogue, and the README's table of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ofcscore.problems.catalogue import Code
from ofcscore.report.wording import wrap


def code_lines(name: str, code: Code) -> Iterator[str]:
    """Meaning, remedy and example of a problem's code."""
    yield name
    yield from wrap(f"  {code.meaning}", indent="  ")
    yield ""
    yield "What to do"
    yield from wrap(f"  {code.remedy}", indent="  ")
    if code.example:
        yield ""
        yield "For example"
        yield from (f"  {line}" for line in code.example.splitlines())


def list_lines(codes: Mapping[str, Code]) -> Iterator[str]:
    """Every code with its meaning, in the order of the alphabet."""
    width = max(map(len, codes)) + 2
    for name in sorted(codes):
        first, *more = wrap(" " * width + codes[name].meaning, indent=" " * width)
        yield name + first[len(name) :]
        yield from more


def markdown_lines(codes: Mapping[str, Code]) -> Iterator[str]:
    """The same as a table in Markdown."""
    yield "| Code | What it means |"
    yield "| --- | --- |"
    for name in sorted(codes):
        meaning = codes[name].meaning.replace("|", "\\|")
        yield f"| `{name}` | {meaning} |"
