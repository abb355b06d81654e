"""Names of players: which can be names, which are the same, and which only look the same."""

import re
import unicodedata
from typing import Final

from ofcscore.diagnostics.problem import Problem, Problems
from ofcscore.diagnostics.words import describe_character
from ofcscore.log.syntax import Text

NAME_LIMIT: Final = 64
# Joiners are part of words in several scripts, and of family emoji.
_JOINERS: Final = "\u200c\u200d"

# What stands in a name and is not seen: joiners, what chooses among forms of a letter, and fillers.
_UNSEEN: Final = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x200C, 0x200D, 0x16FE4),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
# What is a blank in one font and nothing in another, and no blank by its kind.
_FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
# Letters that are other letters in another width, another type or another place in the word.
_SAME_LETTERS: Final = frozenset(
    ("<wide", "<narrow", "<font", "<compat", "<initial", "<medial", "<final", "<isolated")
)

_LOOK_ALIKES: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХЗаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονυ",
    "ABESIJKMHOPCTYX3aeopcyxijshdqwABEZHIKMNOPTYXovu",
)


def normal_name(text: str) -> str:
    """Return the name as it is printed: composed letters, single blanks, none around it."""
    if text.isascii() and "  " not in text and text == text.strip():
        return text
    return re.sub(" {2,}", " ", unicodedata.normalize("NFC", text).strip())


def name_key(text: str) -> str:
    """Return what two spellings of one name share: names that differ in case alone are one player.

    >>> name_key("Mary  Ann") == name_key("mary ann "), name_key("Tom") == name_key("Tim")
    (True, False)
    """
    return unicodedata.normalize("NFC", normal_name(text).lower())


def looks(name: str) -> tuple[str, ...]:
    """Return the looks of a name: look-alikes replaced by letters of Latin, unseen characters dropped.

    Fillers are taken for blanks, and for nothing; so a name that has some may look like two others.
    """
    if name.isascii():
        return (" ".join(name.split()),)
    seen = "".join(c if c in _FILLERS else _seen(c) for c in name)
    ways = ("".join(way if c in _FILLERS else c for c in seen) for way in (" ", ""))
    return tuple(dict.fromkeys(unicodedata.normalize("NFC", " ".join(way.split())) for way in ways))


def _seen(character: str) -> str:
    """Return the letters that a character in a name looks like, "" if it cannot be seen."""
    if character in _UNSEEN or character in _FILLERS:
        return ""
    if unicodedata.decomposition(character).partition(">")[0] in _SAME_LETTERS:
        character = unicodedata.normalize("NFKC", character)
    return character.translate(_LOOK_ALIKES)


def is_name(name: Text, problems: Problems) -> bool:
    """Return True if a text can be a player's name; else add a problem."""
    problem = _name_problem(name)
    if problem is not None:
        problems.add(problem)
    return problem is None


def _name_problem(name: Text) -> Problem | None:
    text = name.text
    normal = normal_name(text)
    if not normal:
        return Problem("name-empty", name.place, "this name is empty", "every board has a player's name")
    plain = text.isascii() and text.isprintable()
    odd = None if plain else next((i for i, c in enumerate(text) if _forbidden(c)), None)
    if odd is not None:
        message = f"{describe_character(text[odd])} cannot be part of a name"
        blank = unicodedata.category(text[odd]) == "Zs"
        hint = "write an ordinary blank" if blank else "it cannot be seen; delete it"
        return Problem("name-character", name.part(odd, odd + 1).place, message, hint)
    if not any(looks(normal)):
        message = f"nothing of this name can be seen: {odd_letters(normal)}"
        return Problem("name-empty", name.place, message, "every board has a player's name")
    if len(normal) > NAME_LIMIT:
        message = f"this name has {len(normal)} characters, at most {NAME_LIMIT} are read"
        return Problem("name-too-long", name.place, message, "use a shorter name")
    return None


def _forbidden(character: str) -> bool:
    if character in _JOINERS or character == " ":
        return False
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs") or character == "\u034f"


def odd_letters(name: str) -> str:
    """Return the letters of a name that only look like others, or are not seen, as a message shows them."""
    letters = dict.fromkeys(c for c in name if _seen(c) != c)
    return ", ".join(map(describe_character, letters))
