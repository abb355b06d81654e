"""Mutants that no test can tell from the original: module, the line as it is, as it was changed, and why."""

from __future__ import annotations

from typing import Final

EQUIVALENT: Final[dict[tuple[str, str, str], str]] = {}
