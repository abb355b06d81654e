"""Which rule sets somebody may have meant by words: `Pineapple OFC`, `pineapple 2-7`."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from ofcscore.problems.words import letters_apart, near
from ofcscore.rules.files import default_name, title_of
from ofcscore.rules.settings import called
from ofcscore.rules.values import normal

_SAME: Final = (
    ("deuce[- ]?to[- ]?seven|2[- ]?(?:to[- ]?)?7", " 27 "),
    ("open[- ]?face", " ofc "),
    ("(?<![a-z])(?:without|w/o)(?![a-z])", " no "),
    ("(?<![a-z])fl(?![a-z])", " fantasyland "),
)
"""What is one word here, however it is written."""
_EMPTY: Final = frozenset(
    ("poker", "rules", "game", "the", "a", "an", "and", "as", "it", "of", "on", "with", "in", "plus")
) | {"own", "its", "our", "my", "your"}
_NO: Final = "no"
_SETTING: Final = re.compile("([a-z_]+(?:[ .-][a-z_]+)*)[ \t]*[:=]?[ \t]*(-?[0-9]{1,9})")
_LONGEST: Final = 64
_IN_NAME, _IN_TITLE, _LEFT_OVER = 4, 2, -1
"""What a word is worth that is in a name, in a title; and one of the name that nobody said."""
_STEM: Final = 6
"""How many letters a word has at least of which another is a form: `taiwan`, `taiwanese`."""


def sets_meant(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """The one or two of these rule sets that fit a text best, none where no word of it fits.

    What denies something is like no set but one that denies something too, and the other way round.
    """
    text = text.lower()[:_LONGEST]
    words = _words(text)
    if _NO in words:
        names = tuple(name for name in names if _NO in _words(f"{name} {title_of(name)}"))
    else:
        names = tuple(name for name in names if text.startswith(_NO) or _words(name)[0] != _NO)
    slips = [(letters_apart(normal(text), normal(name), 1 + (len(text) > 4)), name) for name in names]
    closest = min(((slip, name) for slip, name in slips if slip is not None), default=None)
    if closest is not None:
        return (closest[1],)
    ranked = sorted(((_fit(words, name), name) for name in names), key=lambda found: -found[0])
    best = ranked[0][0] if ranked else 0
    if best > 0:
        good = [name for fit, name in ranked if fit >= best + _LEFT_OVER]
        return tuple(good if len(good) < 3 else [name for fit, name in ranked if fit == best][:2])
    spellings = {normal(name): name for name in names}
    found = near(normal(text), spellings, 0.6)
    return (spellings[found],) if found else ()


def sum_meant(text: str, presets: Iterable[str], options: Iterable[str], *, alone: bool) -> tuple[str, ...]:
    """A preset and options that are named behind it, without a `+` or in words; none where one is not sure.

    Before what denies something a preset may have another name, `pineapple, no fantasyland`; or none, where
    the text surely stands `alone`.
    """
    presets, options = tuple(presets), tuple(options)
    exact = {tuple(_words(name)): name for name in presets}
    words = _words(text[:_LONGEST])
    cuts = [(words[:end], words[end:]) for end in range(len(words))]
    sure = [(exact[tuple(head)], rest) for head, rest in reversed(cuts) if tuple(head) in exact]
    loose = [(head, rest) for head, rest in cuts[0 if alone else 1 : 2] if rest[0] == _NO]
    meant = [(sets_meant(head[0], presets) if head else (default_name(),), rest) for head, rest in loose]
    sure += [(found[0], rest) for found, rest in meant if len(found) == 1]
    sums = ((preset, *added) for preset, rest in sure if (added := _options_in(rest, options)))
    return next(sums, ())


def _options_in(words: list[str], options: tuple[str, ...]) -> tuple[str, ...]:
    """The options that words name one behind the other; none where some word is no part of one."""
    for end in range(len(words), 0, -1):
        option = _option(words[:end], options)
        if option is None:
            continue
        others = _options_in(words[end:], options)
        if others or end == len(words):
            return (option, *others)
    return ()


def _option(said: list[str], options: tuple[str, ...]) -> str | None:
    """The option that words name: its name, or two words or more that its title alone begins with."""
    found = [
        name
        for name in options
        if said == _words(name) or (len(said) > 1 and said == _words(title_of(name))[: len(said)])
    ]
    return found[0] if len(found) == 1 else None


def settings_meant(text: str) -> tuple[str, ...]:
    """The settings that a word and a number may be, as `--set` takes them: `scoop 4`.

    >>> settings_meant("foul pays 6"), settings_meant("points.row=2"), settings_meant("stake 2")
    (('foul.pays=6',), ('points.row=2',), ())
    """
    match = _SETTING.fullmatch(text.strip().lower())
    if match is None:
        return ()
    path = re.sub("[ \t]+", ".", match[1])
    return tuple(f"{known}={match[2]}" for known in called(path))


@lru_cache(maxsize=1024)
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
    return any(_is_form(word, other) or letters_apart(word, other, most) is not None for other in words)


def _is_form(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    return len(short) >= _STEM and long.startswith(short)
