"""Read `expect` lines: the totals, the pair or the board that they are about."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from ofcscore.diagnostics.words import listed, meant
from ofcscore.game.board import ROWS
from ofcscore.game.speech import is_called, kind_called
from ofcscore.log.check.by_row import natural_kind
from ofcscore.log.check.known import Known
from ofcscore.log.syntax import Entry, Part, Text
from ofcscore.scoring.deal import Expectation

PAIR_KINDS: Final = (
    "total",
    *(row.label for row in ROWS),
    "rows",
    "royalties",
    "scoop",
    "scoop-all",
    "overall",
    "foul",
    "natural",
    "surrender",
    "aces",
    "moon",
    "double",
    "absent",
    "limit",
)
BOARD_KINDS: Final = ("result", "royalties", "foul", "fantasyland", "natural", *(row.label for row in ROWS))
_FLAGS: Final = ("foul", "fantasyland", "natural")
_SAME_KIND: Final = {
    "royalty": "royalties",
    "mid": "middle",
    "bot": "bottom",
    "front": "top",
    "back": "bottom",
    "sweep": "scoop",
}
_Expected = tuple[str, Fraction | bool | str, Text]
"""The kind that is expected, its value, and where that is said."""


def read_expected(entry: Entry, known: Known) -> Iterator[Expectation]:
    """Yield the expectations of an `expect` line; refuse those that cannot be read."""
    if not entry.names:
        yield from _totals(entry.parts, known)
        return
    names = [known.people.mention(name) for name in entry.names]
    players = tuple(name for name in names if name is not None)
    if len(players) == 2 and players[0] == players[1]:
        what = f"{players[0]} does not play {players[0]}"
        known.problems.refuse("pair-of-one", entry.names[1].place, what)
        return
    for part in entry.parts:
        read = _expected(part, len(entry.names) == 2, known)
        if read is not None and len(players) == len(entry.names):
            kind, value, at = read
            yield Expectation(players, kind, value, at.place)


def _totals(parts: Sequence[Part], known: Known) -> Iterator[Expectation]:
    for part in parts:
        name, number = part.names[0], part.number
        assert number is not None
        person = known.person(name, house=True)
        total = known.number(number, ratio=True)
        if part.unit is not None:
            known.problems.refuse("expect-unreadable", part.unit.place, "totals are expected in points")
        elif person is not None and total is not None:
            yield Expectation((person,), "total", total, name.place)


def _expected(part: Part, pair: bool, known: Known) -> _Expected | None:
    """Return the expectation of one part for a pair or a board, None (and a problem) if it is unreadable."""
    words = list(part.words)
    at = words[0] if words else part.number
    assert at is not None
    denied = bool(words) and words[0].text == "no"
    if denied:
        words = words[1:]
    kinds = PAIR_KINDS if pair else BOARD_KINDS
    words = _in_own_words(words, kinds, known)
    kind = _SAME_KIND.get(words[0].text, words[0].text) if words else "total"
    if kind == "total" and not pair:
        what = "what is expected of this board is missing"
        hint = f"a total is `expect: Hero {at.text}`" if part.number is not None else "as in `no foul`"
        known.problems.refuse("expect-unreadable", at.place, what, hint)
        return None
    if kind not in kinds:
        word = words[0] if words else at
        what = f"`{word.text}` is nothing that can be expected of {'a pair' if pair else 'a board'}"
        glued = re.fullmatch("([a-z-]*[a-z])([+-][0-9.]+)", word.text)
        hint = meant(glued[1] if glued else word.text, kinds, f"it may be {listed(kinds)}")
        if glued and _SAME_KIND.get(glued[1], glued[1]) in kinds:
            hint = f"a sign follows a blank: `{glued[1]} {glued[2]}`"
        known.problems.refuse("expect-unreadable", word.place, what, hint)
        return None
    if part.number is not None:
        value = known.number(part.number, ratio=True)
        if len(words) > 1 or denied:
            hint = f"write `no {kind}`" if denied and kind in _FLAGS else f"as in `{kind} 3`"
            known.problems.refuse("expect-unreadable", at.place, "a word too many stands here", hint)
            return None
        return None if value is None else (kind, value, at)
    if kind == "natural" and not pair and not denied:
        return _natural(words, at, known)
    flag = not pair and kind in _FLAGS
    if flag and len(words) == 1:
        return kind, not denied, at
    behind = (words[0] if flag else words[-1] if words else at).behind().place
    what = f"a {'comma' if flag else 'number'} is missing behind `{kind}`"
    hint = f"write `{kind}, {words[1].text}`" if flag else f"as in `{kind} {'+' if pair else ''}3`"
    known.problems.refuse("expect-unreadable", behind, what, hint)
    return None


def _in_own_words(words: list[Text], kinds: Sequence[str], known: Known) -> list[Text]:
    """Return words of which the first few, where the players call a kind so, are the kind."""
    own = known.rules.words if known.rules is not None else {}
    for count in range(len(words) if own else 0, 0, -1):
        name = " ".join(word.text for word in words[:count])
        kind = next((kind for kind in kinds if is_called(name, kind, own)), None)
        if kind is not None:
            return [words[0]._replace(text=kind), *words[count:]]
    return words


def _natural(words: Sequence[Text], at: Text, known: Known) -> _Expected | None:
    if len(words) == 1:
        return "natural", True, at
    name = " ".join(word.text for word in words[1:])
    called = known.rules and kind_called(name, known.rules.words)
    naturals = known.rules.naturals if known.rules is not None else None
    kind = called or natural_kind(name, words[1].place, known.problems, naturals)
    return None if kind is None else ("natural", kind, at)
