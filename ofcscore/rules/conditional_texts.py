"""Texts about settings, with conditions and quoted values, as data."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from ofcscore.files.disk import package_text
from ofcscore.rules.setting_values import NONE, Path, Value, is_inside, normal
from ofcscore.rules.settings import called_natural


class Condition(NamedTuple):
    """A setting that must be one of these words; `because` is why a layer requires it."""

    path: Path
    words: tuple[str, ...]
    because: str = ""


def look_up(settings: Mapping[Path, Value], path: Path) -> Value | None:
    """Return the setting, category of a row table, or natural at a path, or None."""
    words = path.split(".")
    for i in range(len(words), 0, -1):
        found = settings.get(".".join(words[:i]))
        if found is not None:
            for key in words[i:]:
                found = found.get(key) if isinstance(found, Mapping) else None
            return found
    if words[0] == "naturals":
        hands = (hand for hand in settings.get("naturals.hands", []) if called_natural(hand) == words[1])
        return next(hands, None)
    return "any" if any(is_inside(given, path) for given in settings) else None


def holds(settings: Mapping[Path, Value], condition: Condition) -> bool:
    """Return True if a condition holds: `any` matches any value, `none` a missing one."""
    found = look_up(settings, condition.path)
    there = found not in (None, NONE, {}, [])
    # A list matches each of its words, and a mapping each of its keys.
    parts = [part for part in found if isinstance(part, str)] if isinstance(found, Mapping | list) else []
    matches = {"any" if there else NONE, str(found), *parts}
    return not set(map(normal, matches)).isdisjoint(condition.words)


class Case(NamedTuple):
    """A text, the settings that it is about, and its conditions.

    `also` are further parts of the text with their own conditions. `topic` is the topic of a sentence, and
    `hint` the help for a contradiction.
    """

    says: str
    of: tuple[Path, ...]
    conditions: tuple[Condition, ...]
    unless: tuple[Condition, ...]
    also: tuple["Case", ...]
    topic: str
    hint: str | None

    def is_of(self, settings: Mapping[Path, Value]) -> bool:
        hold = partial(holds, settings)
        return all(map(hold, self.conditions)) and not any(map(hold, self.unless))

    def text(self, settings: Mapping[Path, Value], quote: Callable[[Path, str], str]) -> str:
        """Return the text with the parts that hold; `quote` returns a setting in a style."""
        return filled(self.says + "".join(part.says for part in self.also if part.is_of(settings)), quote)


_QUOTED: Final = r"\{([a-z0-9_.-]+)(?:\|([a-z]+))?\}"


def filled(text: str, quote: Callable[[Path, str], str]) -> str:
    return re.sub(_QUOTED, lambda match: quote(match[1], match[2] or ""), text)


@lru_cache(maxsize=2)
def cases(name: str) -> tuple[Case, ...]:
    import tomllib

    return tuple(map(_case, tomllib.loads(package_text("ofcscore.rules", f"{name}.toml"))[name]))


def _case(entry: Mapping[str, Any]) -> Case:
    conditions, unless = (
        tuple(
            Condition(path, tuple(map(normal, words if isinstance(words, list) else [words])))
            for path, words in entry.get(key, {}).items()
        )
        for key in ("if", "unless")
    )
    of, also = tuple(entry.get("of", ())), tuple(map(_case, entry.get("also", ())))
    return Case(entry["says"], of, conditions, unless, also, entry.get("topic", ""), entry.get("hint"))
