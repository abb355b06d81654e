"""What `explain CODE` prints of the catalogue of problems."""

from __future__ import annotations

from collections.abc import Iterator

from ofcscore.catalogue import Code


def code_lines(name: str, code: Code) -> Iterator[str]:
    """Meaning, example and remedy of a problem's code."""
    raise NotImplementedError
