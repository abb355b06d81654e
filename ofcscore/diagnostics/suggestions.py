"""Words in messages: nearest matches, lists, and descriptions of characters."""

import unicodedata
from collections.abc import Iterable
from typing import Final

ASCII_LOWER: Final = {ord(upper): upper.lower() for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
"""The lower case of ASCII letters, for `str.translate`.

(`str.lower` would turn a Kelvin sign into a k.)
"""


def near(word: str, words: Iterable[str], cutoff: float = 0.7) -> str | None:
    """Return the most similar word in `words`, ignoring case, or None."""
    import difflib

    by_lower = {known.lower(): known for known in words}
    matches = difflib.get_close_matches(word.lower(), by_lower, 1, cutoff)
    return by_lower[matches[0]] if matches else None


def letters_apart(one: str, other: str, most: int) -> int | None:
    """Return the number of edits between two words, or None if it is more than `most`.

    An edit adds, removes or changes a letter, or swaps two neighbors.

    >>> letters_apart("Ben", "Benn", 2), letters_apart("Maria", "Mraia", 2), letters_apart("Ben", "Tom", 2)
    (1, 1, None)
    """
    if abs(len(one) - len(other)) > most:
        return None
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if same is None:
        return abs(len(one) - len(other))
    if most == 0:
        return None
    one, other = one[same:], other[same:]
    ways = [(one[1:], other), (one, other[1:]), (one[1:], other[1:])]
    if one[:2] == other[1::-1]:
        ways.append((one[2:], other[2:]))
    found = [apart for way in ways if (apart := letters_apart(*way, most - 1)) is not None]
    return 1 + min(found) if found else None


def meant(word: str, words: Iterable[str], otherwise: str) -> str:
    """Return a hint with the most similar word in `words`, or else `otherwise`."""
    found = near(word, words)
    return f"did you mean `{found}`?" if found else otherwise


def reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def listed(words: Iterable[str], last: str = "or") -> str:
    """Join words for a sentence.

    >>> listed(["top", "middle", "bottom"])
    'top, middle or bottom'
    """
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def describe_character(character: str) -> str:
    """Return a character for a message, with its name unless it is ASCII.

    >>> describe_character("К")
    'К (U+041A CYRILLIC CAPITAL LETTER KA)'
    """
    if " " < character < "\x7f":
        return character
    code = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "")
    label = f"{code} {name}".rstrip()
    shown = character if character.isprintable() and not unicodedata.combining(character) else ""
    return f"{shown} ({label})" if shown else label
