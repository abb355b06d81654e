"""New names that are nearly those of players who are missing: one player, perhaps, written in two ways."""

import re
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.problem import Problem
from ofcscore.diagnostics.words import letters_apart
from ofcscore.log.syntax import Text, mended

COMPARED: Final = 500
"""A new name is held against so many players of a session, those who came first."""
_ONE_LETTER_FROM: Final = 3
_TWO_LETTERS_FROM: Final = 5
"""How many letters two names need that are told to be one, or two, letters apart: Al is not Ed."""
_FAR: Final = 3
_SHORTEST: Final = 3
"""A name that begins as another does is short for it from so many letters: Al is not Alexander."""
_MOST_LISTED: Final = 9
_PLAIN: Final = re.compile("[A-Za-z][A-Za-z0-9._]*")


class _Doubt(NamedTuple):
    """The place of a new name, the name it is near, and the place where that was met first."""

    name: Text
    other: str
    where: Text


class Newcomers:
    """The players whose names are new in a session, and nearly those of others.

    It is known at the end that two such names never played in one deal; until then they may be two players.
    """

    def __init__(self) -> None:
        self._new: dict[str, Text] = {}
        self._doubts: dict[str, _Doubt] = {}

    def add(self, player: str, name: Text) -> None:
        """A player has a board whom no board and no `players` key named before."""
        self._new[player] = name

    def play(self, players: Collection[str], seen: Mapping[str, Text]) -> None:
        """A deal with these boards; `seen` has where everybody's first board is."""
        if not self._new and not self._doubts:
            return
        for player in [p for p, doubt in self._doubts.items() if p in players and doubt.other in players]:
            del self._doubts[player]
        for player, name in self._new.items():
            missing = [other for _, other in zip(range(COMPARED), seen, strict=False) if other not in players]
            # Names that differ in nothing but capital letters are told as such.
            near = min(((_apart(player, other), other) for other in missing), default=(_FAR, ""))
            if 0 < near[0] < _FAR:
                self._doubts[player] = _Doubt(name, near[1], seen[near[1]])
        self._new.clear()

    def warn(self, seen: Collection[str], problems: Problems) -> None:
        """The end of the session: a warning for each new name that may be somebody else's."""
        names = ", ".join(seen) if len(seen) <= _MOST_LISTED and all(map(_PLAIN.fullmatch, seen)) else ""
        for player, (name, other, where) in self._doubts.items():
            line = f"line {where.line.number}"
            if where.line.file != name.line.file:
                line += f" of {where.line.file}"
            one = other if "\t" in name.line.text else mended(name, other)
            two = f"write `players: {names}` above the deals" if names else "name both in `players:`"
            message = f"{player} is new, and {other} ({line}) is missing from this deal: are they one player?"
            hint = f"if they are one, write `{one}`; if they are two, {two}"
            people = (player, other)
            problems.add(Problem("name-near", name.place, message, hint, warning=True, people=people))


def _is_short_for(short: str, name: str) -> bool:
    """Return True if one name may be the other in short: `Tom`, `Kramer`, `TK` or `Tom K.` for Tom Kramer.

    Both are in small letters.
    """
    words = name.replace(".", " ").split()
    initials = "".join(word[0] for word in words)
    begins = len(short) >= _SHORTEST and name.startswith(short) and not name[len(short) :].isdecimal()
    return short != name and (begins or short in words or (len(words) > 1 and short == initials))


def _apart(one: str, other: str) -> int:
    """How many letters two names are apart; `_FAR` where they are surely two."""
    one, other = one.lower().rstrip("."), other.lower().rstrip(".")
    if min(len(one), len(other)) == 1 and one[:1] == other[:1] and one.isalpha() and other.isalpha():
        # An initial may stand for its name.
        return 1
    if _is_short_for(*sorted((one, other), key=len)):
        return 1
    if re.findall("[0-9]+", one) != re.findall("[0-9]+", other):
        return _FAR
    most = (max(len(one), len(other)) >= _ONE_LETTER_FROM) + (min(len(one), len(other)) >= _TWO_LETTERS_FROM)
    apart = letters_apart(one, other, most)
    return _FAR if apart is None else apart
