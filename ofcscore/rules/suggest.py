"""Suggest rule sets and settings for words that name none."""

import re
from collections.abc import Collection, Iterable
from typing import Final

from ofcscore.rules.files import rule_set_names, title_of
from ofcscore.rules.settings import called

_LONGEST: Final = 64
_LIKE: Final = 0.75
_AS_LIKE: Final = 0.05
"""A second rule set is suggested if it is like the text by so much less than the first one."""
_SETTING: Final = re.compile("([a-z_]+(?:[ .-][a-z_]+)*)[ \t]*[:=]?[ \t]*(-?[0-9]{1,9})")


def suggest(text: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the one or two of these rule sets whose name, title or alias is most like a text.

    >>> suggest("ofc pinapple", ["ofc", "ofc-pineapple"]), suggest("canasta", ["ofc", "ofc-pineapple"])
    (('ofc-pineapple',), ())
    """
    from difflib import SequenceMatcher

    text = _plain(text)
    known = _called(names)
    if text in known:
        return (known[text],)
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(text)
    likeness: dict[str, float] = {}
    for word, name in known.items():
        matcher.set_seq1(word)
        if _figures(word) == _figures(text) and matcher.quick_ratio() >= _LIKE:
            likeness[name] = max(likeness.get(name, 0), matcher.ratio())
    best = max(likeness.values(), default=0)
    found = [name for name, like in likeness.items() if like >= max(best - _AS_LIKE, _LIKE)]
    return tuple(sorted(found, key=likeness.__getitem__, reverse=True)[:2])


def suggest_sum(text: str, presets: Collection[str], options: Collection[str]) -> tuple[str, ...]:
    """Return a preset and the options that are named behind it without a `+`; none if some word is left.

    >>> suggest_sum("pineapple, no fantasyland", ["ofc-pineapple"], ["moon", "no-fantasyland"])
    ('ofc-pineapple', 'no-fantasyland')
    """
    words = re.findall(r"[^\s,;&]+", _plain(text))
    known = _called(presets)
    for end in range(len(words) - 1, 0, -1):
        preset = known.get(" ".join(words[:end]))
        if preset is not None:
            added = _options_in(words[end:], _called(options))
            return (preset, *added) if added else ()
    return ()


def _options_in(words: list[str], known: dict[str, str]) -> tuple[str, ...]:
    """Return the options that words name one behind the other; none if some word is no part of one."""
    for end in range(len(words), 0, -1):
        option = known.get(" ".join(words[:end]))
        others = _options_in(words[end:], known)
        if option is not None and (others or end == len(words)):
            return (option, *others)
    return ()


def suggest_settings(text: str) -> tuple[str, ...]:
    """Return the settings that a word and a number may be, as `--set` takes them: `scoop 4`.

    >>> suggest_settings("foul pays 6"), suggest_settings("points.row=2"), suggest_settings("stake 2")
    (('foul.pays=6',), ('points.row=2',), ())
    """
    match = _SETTING.fullmatch(text.strip().lower())
    if match is None:
        return ()
    path = re.sub("[ \t]+", ".", match[1])
    return tuple(f"{known}={match[2]}" for known in called(path))


def _plain(text: str) -> str:
    return " ".join(re.sub("[-_]", " ", text[:_LONGEST]).casefold().split())


def _figures(text: str) -> str:
    """Return the digits of a text: `2-4` is never like `2-7`."""
    return "".join(sorted(filter(str.isdecimal, text)))


def _called(names: Iterable[str]) -> dict[str, str]:
    """Return all that these rule sets are called, each with its name."""
    names = [*names]
    aliases = {_plain(word): name for word, name in rule_set_names().items() if name in names}
    titles = {_plain(title_of(name)): name for name in names}
    short = {title.partition(",")[0]: name for title, name in titles.items()}
    return {**short, **titles, **aliases, **{_plain(name): name for name in names}}
