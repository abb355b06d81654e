"""Which rule sets somebody may have meant by words: `Pineapple OFC`, `pineapple 2-7`."""

import re
from collections.abc import Iterable
from typing import Final

from ofcscore.problems.words import letters_apart, near
from ofcscore.rules.files import read_shipped
from ofcscore.rules.values import normal

_SAME: Final = (
    ("deuce[- ]?to[- ]?seven|2[- ]?(?:to[- ]?)?7", " 27 "),
    ("open[- ]?face", " ofc "),
)
"""What is one word here, however it is written."""
_EMPTY: Final = frozenset(
    ("poker", "rules", "game", "the", "a", "an", "and", "as", "it", "of", "on", "with", "in", "no")
)
_LONGEST: Final = 64
_IN_NAME, _IN_TITLE, _LEFT_OVER = 4, 2, -1
"""What a word is worth that is in a name, in a title; and one of the name that nobody said."""


def sets_meant(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """The one or two of these rule sets that fit a text best, none where no word of it fits."""
    names = tuple(names)
    text = text.lower()[:_LONGEST]
    slips = [(letters_apart(normal(text), normal(name), 1 + (len(text) > 4)), name) for name in names]
    closest = min(((slip, name) for slip, name in slips if slip is not None), default=None)
    if closest is not None:
        return (closest[1],)
    words = _words(text)
    ranked = sorted(((_fit(words, name), name) for name in names), key=lambda found: -found[0])
    best = ranked[0][0] if ranked else 0
    if best > 0:
        good = [name for fit, name in ranked if fit >= best + _LEFT_OVER]
        return tuple(good if len(good) < 3 else [name for fit, name in ranked if fit == best][:2])
    spellings = {normal(name): name for name in names}
    found = near(normal(text), spellings, 0.6)
    return (spellings[found],) if found else ()


def title_of(name: str) -> str:
    """The title of a rule set that comes with the program."""
    found = read_shipped(name)
    return found[0].title if found is not None else ""


def _words(text: str) -> list[str]:
    text = text.lower()
    for pattern, word in _SAME:
        text = re.sub(pattern, word, text)
    return [word for word in dict.fromkeys(re.findall("[a-z0-9]+", text)) if word not in _EMPTY]


def _fit(words: list[str], name: str) -> int:
    """How well words fit the name and the title of a rule set; 0 where most of them do not."""
    of_name, of_title = _words(name), _words(title_of(name))
    worth = [_IN_NAME if _is_in(w, of_name) else _IN_TITLE if _is_in(w, of_title) else 0 for w in words]
    if 2 * sum(map(bool, worth)) < len(words):
        return 0
    return sum(worth) + _LEFT_OVER * sum(not _is_in(word, words) for word in of_name)


def _is_in(word: str, words: Iterable[str]) -> bool:
    most = (len(word) > 3) + (len(word) > 6)
    return any(letters_apart(word, other, most) is not None for other in words)
