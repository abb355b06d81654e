"""What `explain CODE` prints of the catalogue of problems."""

from __future__ import annotations

from collections.abc import Iterator

from ofcscore.catalogue import Code
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
