"""How the value of a setting is read: words, whole numbers, ranks, lists and mappings of them.

A value is plain data in one canonical spelling, so that equal settings are equal data.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from ofcscore.diagnostics.problem import Exit, Place, Problem
from ofcscore.diagnostics.words import listed, near
from ofcscore.files.yaml_nodes import Node
from ofcscore.game.cards import RANKS

Path = str
"""The name of a setting, or of a group of them: `points.scoop`, empty for the whole file."""
Value = Any
"""Plain data: str, int, dict, list."""

NONE: Final = "none"
MOST: Final = 999_999_999
MOST_LISTED: Final = 40
"""A hint lists no more keys than that."""
HINTED_AT_MOST: Final = 100
"""After so many problems what an unknown key may mean is not looked for: it takes long, and is not shown."""
_NUMBER: Final = re.compile(r"[-+]?[0-9]{1,9}(\.[0-9]{1,4})?")


class Reading:
    """The reading of one rule file: where problems go. `deep` merges tables by rank (one key is set)."""

    def __init__(self, file: str, problems: list[Problem], *, deep: bool = False) -> None:
        self.file = file
        self.problems = problems
        self.deep = deep

    def say(self, node: Node, message: str, hint: str | None = None, code: str = "rules-value") -> None:
        """Record a problem at a node."""
        place = node.place(self.file) if node.line else Place(self.file)
        self.problems.append(Problem(code, place, message, hint, status=Exit.USAGE))


class Given(NamedTuple):
    """One value that a layer gives a setting, and where it stands."""

    value: Value
    place: Place
    deep: bool = False


ReadValue = Callable[[Node, str, Reading], Value | None]
"""A node and the key that it stands behind to a value, or to None where a problem was said."""


def inner(path: Path, word: str) -> Path:
    """Return the path of a key inside a group."""
    return f"{path}.{word}" if path else word


def is_inside(path: Path, group: Path) -> bool:
    return not group or path.startswith(f"{group}.")


def normal(word: str) -> str:
    """Return a key or a word in its one spelling: `scoop-all` for `Scoop_all` and `scoop all`."""
    return "-".join(word.lower().replace("_", " ").split())


def say_repeated(node: Node, reading: Reading) -> None:
    """Refuse each key that is in its mapping twice, in two spellings."""
    first: dict[str, Node] = {}
    for name, value in node.entries:
        there = first.setdefault(normal(name.text), name)
        if there is not name:
            message = f"`{name.text}` is in line {there.line} already, as `{there.text}`"
            reading.say(name, message, "keep one of the two", "rules-key")
        say_repeated(value, reading)
    for item in node.items:
        say_repeated(item, reading)


_ALSO: Final = {
    **dict.fromkeys(("base", "based-on", "from", "parent", "preset", "inherits"), "extends"),
    **dict.fromkeys(("set", "three-of-a-kind"), "trips"),
    **dict.fromkeys(("sweep", "bonus"), "scoop"),
    "four-of-a-kind": "quads",
    "boat": "full-house",
    "all": "everyone",
}
"""The words of rule files by other names that people give them."""


def near_hint(word: str, known: Iterable[str], otherwise: str | None = None) -> str | None:
    """Return a hint that names the known word nearest to one that is not known, or `otherwise`."""
    spellings = {normal(k): k for k in known}
    also = _ALSO.get(normal(word))
    found = also if also in spellings else near(normal(word)[:64], spellings, 0.6)
    return f"did you mean `{spellings[found]}`?" if found else otherwise


def say_unknown_key(
    name: Node, known: Iterable[str], owner: str, reading: Reading, hint: str | None = None
) -> None:
    """Refuse a key that nobody knows; without a hint of its own it names the nearest, or all."""
    known = list(known)
    where = f" of {owner}" if owner else ""
    everything = f"settings{where}: {', '.join(known)}" if 0 < len(known) <= MOST_LISTED else None
    hint = hint or near_hint(name.text, known, everything)
    reading.say(name, f"`{name.text}` is no setting{where}", hint, "rules-key")


def shown(node: Node) -> str:
    """Return a value as a message quotes it."""
    if node.kind == "text":
        text = node.text if len(node.text) <= 40 else node.text[:37] + "..."
        return f"`{text}`" if text else "nothing"
    return f"a {node.kind}"


def is_none(node: Node) -> bool:
    return node.kind == "text" and normal(node.text) == NONE


WORDS: Final[set[str]] = set()
"""The words that values can be, whatever the setting."""


def choice(*words: str) -> ReadValue:
    """Read one of some words."""
    WORDS.update(words)

    def read(node: Node, key: str, reading: Reading) -> str | None:
        text = normal(node.text)
        if node.kind == "text" and text in words:
            return text
        hint = near_hint(text, words) if node.kind == "text" else None
        reading.say(node, f"{key} is {listed(words)}, not {shown(node)}", hint)
        return None

    return read


def whole(least: int = 0, most: int = MOST, *, words: tuple[str, ...] = ()) -> ReadValue:
    """Read a whole number, or one of some words."""
    WORDS.update(words)
    known = "".join(f"{word}, " for word in words[:-1]) + f"{words[-1]} or " if words else ""

    def read(node: Node, key: str, reading: Reading) -> int | str | None:
        text = node.text if node.kind == "text" else ""
        hint = None
        if normal(text) in words:
            return normal(text)
        if not _NUMBER.fullmatch(text):
            wanted, found = "a whole number", shown(node)
            hint = near_hint(text, words) if words and text else None
        elif "." in text:
            wanted, found = "a whole number", text
        elif least <= int(text) <= most:
            return int(text)
        else:
            wanted, found = f"at least {least}" if int(text) < least else f"at most {most}", text
        reading.say(node, f"{key} is {known}{wanted}, not {found}", hint)
        return None

    return read


def yes_no(node: Node, key: str, reading: Reading) -> str | None:
    words = {"yes": "yes", "true": "yes", "on": "yes", "no": "no", "false": "no", "off": "no", "none": "no"}
    if node.kind == "text" and normal(node.text) in words:
        return words[normal(node.text)]
    reading.say(node, f"{key} is yes or no, not {shown(node)}")
    return None


def rank(node: Node, key: str, reading: Reading) -> str | None:
    text = rank_key(node.text)
    if node.kind == "text" and len(text) == 1 and text in RANKS:
        return text
    reading.say(node, f"{key} is one rank, 2 to 9, T, J, Q, K or A, not {shown(node)}")
    return None


def rank_key(text: str) -> str:
    """Return ranks in one spelling: `T` for 10, capitals."""
    return text.replace("10", "T").upper()


def list_items(node: Node, key: str, reading: Reading, example: str = "") -> tuple[Node, ...] | None:
    """Return the items of a list; the example is for who wrote none."""
    such = f" such as {example}" if example else ""
    if node.kind == "list":
        return node.items
    reading.say(node, f"{key} is a list{such}, not {shown(node)}")
    return None


def mapping(known: Mapping[str, ReadValue], *needed: str) -> ReadValue:
    """Read a mapping with these keys, of which some are needed."""

    def read(node: Node, key: str, reading: Reading) -> dict[str, Value] | None:
        if node.kind != "mapping":
            example = f"{{{': ..., '.join(known)}: ...}}"
            reading.say(node, f"{key} is a mapping such as {example}, not {shown(node)}")
            return None
        found: dict[str, Value] = {}
        faults = len(reading.problems)
        for name, value in node.entries:
            word = normal(name.text)
            if word not in known:
                say_unknown_key(name, known, key, reading)
                continue
            found[word] = known[word](value, f"{key}.{word}", reading)
        if len(reading.problems) > faults:
            return None
        missing = next((name for name in needed if name not in found), None)
        if missing is not None:
            reading.say(node, f"{key} needs {missing} too", code="rules-missing")
            return None
        return found

    return read
