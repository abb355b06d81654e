"""Names of players: which can be names, which are the same, and which only look the same."""

from __future__ import annotations

import unicodedata
from typing import Final

from ofcscore.cards import describe_character
from ofcscore.problems import Problem
from ofcscore.reading.syntax import Text

NAME_LIMIT: Final = 64
# Joiners are part of words in several scripts, and of family emoji.
_JOINERS: Final = "\u200c\u200d"

_LOOK_ALIKES: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХЗаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονυ",
    "ABESIJKMHOPCTYX3aeopcyxijshdqwABEZHIKMNOPTYXovu",
)


def normal_name(text: str) -> str:
    """The name as it is compared and printed: composed letters, no blanks around it."""
    return text if text.isascii() and text == text.strip() else unicodedata.normalize("NFC", text).strip()


def look(name: str) -> str:
    """What a name looks like: letters of other scripts replaced by those of Latin that look the same."""
    return name.translate(_LOOK_ALIKES)


def name_problem(name: Text) -> Problem | None:
    """Why a text cannot be a player's name, None where it can."""
    text = name.text
    normal = normal_name(text)
    if not normal:
        return Problem("name-empty", name.place, "this name is empty", "every board has a player's name")
    if text.isascii() and text.isprintable():
        odd = None
    else:
        odd = next((i for i, c in enumerate(text) if _forbidden(c)), None)
    if odd is not None:
        character = text[odd]
        return Problem(
            "name-character",
            name.part(odd, odd + 1).place,
            f"{describe_character(character)} cannot be part of a name",
            "write an ordinary blank"
            if unicodedata.category(character) == "Zs"
            else "it cannot be seen; delete it",
        )
    if len(normal) > NAME_LIMIT:
        return Problem(
            "name-too-long",
            name.place,
            f"this name has {len(normal)} characters, at most {NAME_LIMIT} are read",
            "use a shorter name",
        )
    return None


def _forbidden(character: str) -> bool:
    if character in _JOINERS or character == " ":
        return False
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs") or character == "\u034f"


def odd_letters(name: str) -> str:
    """The letters of a name that only look like Latin ones, as a message shows them."""
    letters = dict.fromkeys(c for c in name if ord(c) in _LOOK_ALIKES)
    return ", ".join(describe_character(c) for c in letters)
