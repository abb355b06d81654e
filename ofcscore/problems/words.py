"""Words: near matches of what somebody may have meant, lists of them, and letters without their case."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

ASCII_LOWER: Final = {ord(upper): upper.lower() for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
"""Small letters for capitals of ASCII alone, for `str.translate`: `str.lower` makes a k of a Kelvin sign."""


def near(word: str, words: Iterable[str], cutoff: float = 0.7) -> str | None:
    """The one of `words` that is most like `word` in any case, None where none is like it."""
    import difflib

    by_lower = {known.lower(): known for known in words}
    matches = difflib.get_close_matches(word.lower(), by_lower, 1, cutoff)
    return by_lower[matches[0]] if matches else None


def listed(words: Iterable[str], last: str = "or") -> str:
    """Words in a sentence.

    >>> listed(["top", "middle", "bottom"])
    'top, middle or bottom'
    """
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
