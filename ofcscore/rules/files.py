"""Rule files: find and read them, with texts that apply under conditions.

Shipped files are read as package data, so they also work from a zipped wheel. They are never looked for in
the current folder.
"""

import pickle
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ofcscore.diagnostics.problem import Exit, Place, Problem, listed, show
from ofcscore.files.disk import package_data, package_text, read_plain
from ofcscore.files.yaml_nodes import Node, read_document
from ofcscore.game.cards import ROWS
from ofcscore.game.game_words import Words, fold
from ofcscore.game.naturals import KINDS
from ofcscore.game.ranks import CATEGORY_BY_KEY
from ofcscore.rules.setting_values import (
    HINTED_AT_MOST,
    MOST,
    NONE,
    Given,
    Path,
    Reading,
    Value,
    choice,
    entries,
    inner,
    is_inside,
    list_values,
    near_hint,
    normal,
    say_repeated,
    say_unknown_key,
    shown,
    whole,
)
from ofcscore.rules.settings import CHILDREN, DOUBTFUL, ROW_TABLES, called_natural, read_settings


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


SAVED: Final = "shipped.saved"
"""The parsed shipped files, which `grammars/build.py` saves in this package."""
LARGEST: Final = 256 * 1024
LONGEST_NAME: Final = 64
FOLDERS: Final = ("presets", "options")
_SHIPPED: Final = re.compile("[a-z0-9]+(?:-[a-z0-9]+)*")
_FILE: Final = rf"({_SHIPPED.pattern})\.yaml"
_SUFFIXES: Final = (".yaml", ".yml")
HEAD: Final = ("name", "title", "source", "extends")
_OF_SHIPPED: Final = ("family", "played", "differs")
"""Keys of shipped rule sets only, used to list them."""


class When(NamedTuple):
    """Settings of a layer that apply only if conditions hold to its left."""

    conditions: tuple[Condition, ...]
    given: Mapping[Path, Given]


class Addition(NamedTuple):
    """An amount added to the entries of a row table, of all categories or of one."""

    path: Path
    category: str | None
    amount: int


class RuleFile(NamedTuple):
    """The contents of one rule file.

    `file` is its name for messages, and `shipped` is True if it belongs to the package. `doubts` are settings
    that look wrong but are intended. `played` is the rank of a rule set among the most played ones, from 1,
    and `differs` is its difference from the other ones.
    """

    name: str
    file: str
    shipped: bool
    title: str = ""
    source: str = ""
    family: str = ""
    played: str = ""
    differs: str = ""
    extends: Node | None = None
    given: Mapping[Path, Given] = MappingProxyType({})
    requires: tuple[Condition, ...] = ()
    when: tuple[When, ...] = ()
    add: tuple[Addition, ...] = ()
    doubts: tuple[Path, ...] = ()
    words: Words = MappingProxyType({})

    @property
    def changed(self) -> set[Path]:
        conditional = {path for when in self.when for path in when.given}
        return {*self.given, *conditional, *(one.path for one in self.add)}


def shipped_text(name: str, folders: Sequence[str] | None = None) -> tuple[str, str] | None:
    """Return the text of a shipped rule set and its file name, or None."""
    for folder in (folders or FOLDERS) if _SHIPPED.fullmatch(name) else ():
        data = package_data("ofcscore.rules", f"{folder}/{name}.yaml")
        if data is not None:
            return data.decode("utf-8"), f"{name}.yaml"
    return None


def is_preset(name: str) -> bool:
    """Return True for the name of a shipped rule set that is not an option."""
    return shipped_text(name, FOLDERS[:1]) is not None


@lru_cache(maxsize=1)
def default_name() -> str:
    return (package_data("ofcscore.rules", "default.txt") or b"").decode("ascii").strip()


@lru_cache(maxsize=1)
def shipped_names() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of all presets and of all options, sorted."""
    from importlib.resources import files

    here = files(__package__)
    presets, options = (
        sorted(found[1] for file in (here / folder).iterdir() if (found := re.fullmatch(_FILE, file.name)))
        for folder in FOLDERS
    )
    return tuple(presets), tuple(options)


@lru_cache(maxsize=1)
def rule_set_names() -> Mapping[str, str]:
    import tomllib

    aliases = tomllib.loads(package_text("ofcscore.rules", "aliases.toml"))["aliases"]
    presets, _ = shipped_names()
    called = {word: name for name, words in aliases.items() for word in words}
    return called | {name.replace("-", " "): name for name in presets} | {name: name for name in presets}


def most_special(names: Iterable[str]) -> set[str]:
    """Remove rule sets whose names are part of another's: `ofc` in `ofc-pineapple`."""
    sets, called = {*names}, rule_set_names()

    def includes(one: str, other: str) -> bool:
        wide = [f" {word} " for word, name in called.items() if name == other]
        return any(word in f" {title} " for title, name in called.items() if name == one for word in wide)

    related = ((one, other) for one in sets for other in sets if one != other)
    # `Chinese poker` is a part of `open face Chinese poker`, but another game.
    kin = [(one, other) for one, other in related if one.split("-")[0] == other.split("-")[0]]
    return sets - {other for one, other in kin if includes(one, other) and not includes(other, one)}


def is_shipped_name(text: str) -> bool:
    """Return True if a term has neither a slash nor the suffix of a YAML file."""
    return "/" not in text and "\\" not in text and not text.endswith(_SUFFIXES)


@lru_cache(maxsize=128)
def read_shipped(name: str) -> tuple[RuleFile, tuple[Problem, ...]] | None:
    """Return a shipped rule file and its problems, or None if there is no such file."""
    found = shipped_text(name)
    return read_rule_text(*found, name, shipped=True) if found is not None else None


@lru_cache(maxsize=1)
def _saved_documents() -> Mapping[str, bytes]:
    data = package_data("ofcscore.rules", SAVED)
    kind, documents = pickle.loads(data) if data is not None else (None, {})
    return documents if kind == _KIND_OF_NODE else {}


def save_shipped() -> bytes:
    """Serialize the parsed shipped files, so that loading them needs no YAML parser."""
    names = (name for names in shipped_names() for name in names)
    texts = [found for name in names if (found := shipped_text(name)) is not None]
    documents = {text: pickle.dumps(read_document(text, file, Exit.USAGE)[0]) for text, file in texts}
    return pickle.dumps((_KIND_OF_NODE, documents))


_KIND_OF_NODE: Final = (Node.__module__, Node._fields)


@lru_cache(maxsize=1)
def presets_by_family() -> Mapping[str, Sequence[RuleFile]]:
    """Return the shipped rule sets by family, the most played first."""
    found = [read[0] for name in shipped_names()[0] if (read := read_shipped(name)) is not None]
    families: dict[str, list[RuleFile]] = {}
    for rules in sorted(found, key=lambda rules: (not rules.played, rules.played, rules.family, rules.name)):
        families.setdefault(rules.family, []).append(rules)
    return families


def most_played() -> list[RuleFile]:
    found = [rules for family in presets_by_family().values() for rules in family if rules.played]
    return sorted(found, key=lambda rules: rules.played)


def title_of(name: str) -> str:
    found = read_shipped(name)
    return found[0].title if found is not None else ""


def read_text(path: str) -> tuple[str | None, str | None]:
    """Read a rule file; return its text and None, or None and the error message."""
    try:
        data = read_plain(path, LARGEST)
    except OSError as error:
        reason = error.strerror or "invalid name"
        return None, f"cannot be read: {reason[:1].lower()}{reason[1:]}"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None, "is UTF-16, not UTF-8"
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return None, f"is not valid UTF-8 at byte {error.start + 1} (line {line})"


def read_own(text: str, file: str, name: str) -> tuple[RuleFile, tuple[Problem, ...]]:
    """Like `read_rule_text`, but cached: a log may name a file in many lines."""
    rules, problems = _read_once(text, file, "")
    return rules._replace(name=rules.name or show(name)), problems


def has_file_name(path: str) -> bool:
    return path.lower().endswith(_SUFFIXES)


def _no_rule_set(root: Node | None, file: str, problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems of a file that is not a rule set, without quoting it.

    A log from somebody else may name any file on this computer, so no word of the file is shown.
    """
    # The message about the depth does not quote the file.
    unread = {"yaml-syntax": "this is not valid YAML", "yaml-depth": None}
    found = [
        p._replace(place=p.place._replace(text=None), message=unread[p.code] or p.message)
        for p in problems
        if p.code in unread
    ]
    hint, kind = None, "" if root is None else root.kind
    if found and kind != "mapping":
        return found
    if root is None or (kind == "mapping" and not (root.entries or problems)):
        message = "the rule file is empty"
    elif kind != "mapping":
        message = f"a rule file is a mapping of settings, not a {kind}"
    else:
        message = "this is not a rule set: none of its keys is a setting"
        hints = (near_hint(key.text, _TOP) for key, _ in root.entries[:HINTED_AT_MOST])
        hint = next((hint for hint in hints if hint), "begin a rule file with `extends: ofc`")
    return [*found, Problem("rules-value", Place(file), message, hint, status=Exit.USAGE)]


def read_rule_text(
    text: str, file: str, name: str, *, shipped: bool = False
) -> tuple[RuleFile, tuple[Problem, ...]]:
    """Parse a rule file; return its contents and problems. `name` is its default name.

    Control characters in its texts are escaped, so that they are safe to print.
    """
    saved = _saved_documents().get(text) if shipped else None
    root, problems = read_document(text, file, Exit.USAGE) if saved is None else (pickle.loads(saved), [])
    name = show(name)
    keys = {normal(key.text) for key, _ in root.entries} if root is not None else set()
    # A file with only a name and a title is a rule file too.
    if root is None or (keys.isdisjoint(_TOP) and not (keys and keys.issubset(HEAD))):
        return RuleFile(name, file, shipped), tuple(_no_rule_set(root, file, problems))
    reading = Reading(file, problems)
    say_repeated(root, reading)
    fields: dict[str, Any] = {"name": name}
    settings: list[tuple[Node, Node]] = []
    for key, node in root.entries:
        word = normal(key.text)
        if word in HEAD or (shipped and word in _OF_SHIPPED):
            wrong = _head_fault(node, word, shipped)
            if wrong is None:
                fields[word] = node if word == "extends" else show(" ".join(node.text.split()))
            else:
                reading.say(node, wrong)
        elif word in BLOCKS:
            fields[word] = BLOCKS[word](node, word, reading)
        else:
            settings.append((key, node))
    given = read_settings(settings, reading, (*HEAD, *BLOCKS))
    return RuleFile(file=file, shipped=shipped, given=given, **fields), tuple(problems)


_read_once: Final = lru_cache(maxsize=16)(read_rule_text)


def _head_fault(node: Node, word: str, shipped: bool) -> str | None:
    if word == "extends":
        there = node.kind == "text" and node.text
        return None if there else f"extends must be the name or file of a rule set, not {shown(node)}"
    if node.kind != "text":
        return f"{word} must be a text, not {shown(node)}"
    if word != "name":
        return None
    if not 0 < len(node.text) <= LONGEST_NAME:
        return f"name must have 1 to {LONGEST_NAME} characters"
    if show(node.text) != node.text:
        return "the name has characters that cannot be printed"
    if not shipped and shipped_text(node.text) is not None:
        return f"{node.text} is the name of a rule set that comes with the program"
    return None


def _setting_path(name: Node, reading: Reading) -> Path | None:
    """Return the path of a dotted key: a setting, group, category or natural; or None."""
    path: Path = ""
    words = name.text.split(".")
    for i, word in enumerate(words):
        known = {normal(key): key for key in CHILDREN.get(path, ())}
        last = KINDS if path == "naturals" else CATEGORY_BY_KEY if path in ROW_TABLES else ()
        if normal(word) in known:
            path = inner(path, known[normal(word)])
        elif normal(word) in last and i == len(words) - 1:
            path = inner(path, normal(word))
        else:
            say_unknown_key(name._replace(text=word), known.values() or list(CATEGORY_BY_KEY), path, reading)
            return None
    return path


def _conditions(given: Iterable[tuple[Node, Node]], reading: Reading) -> tuple[Condition, ...]:
    conditions = []
    for name, node in given:
        path, nodes = _setting_path(name, reading), _items(node)
        if path is not None and nodes and all(n.kind == "text" and n.text for n in nodes):
            conditions.append(Condition(path, tuple(normal(n.text) for n in nodes)))
        elif path is not None:
            reading.say(node, f"{path} must be any, none or a value of the setting here")
    return tuple(conditions)


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if node.kind == "list" else (node,)


def _requirement(node: Node, key: str, reading: Reading) -> Condition | None:
    because = node.get("because")
    conditions = _conditions((e for e in node.entries if e[0].text != "because"), reading)
    if because is None or because.kind != "text" or len(conditions) != 1:
        reading.say(node, f"{key} must be a list of {{SETTING: any, because: the reason}}")
        return None
    return conditions[0]._replace(because=because.text)


def _when(node: Node, key: str, reading: Reading) -> When | None:
    condition, then = node.get("if"), node.get("then")
    if condition is None or then is None or condition.kind != "mapping" or then.kind != "mapping":
        reading.say(node, f"{key} must be a list of {{if: {{SETTING: WORD}}, then: {{settings}}}}")
        return None
    for name, _ in node.entries:
        if name.text not in ("if", "then"):
            say_unknown_key(name, ("if", "then"), key, reading)
    return When(_conditions(condition.entries, reading), read_settings(then.entries, reading))


def _additions(node: Node, path: Path, reading: Reading) -> Iterator[Addition]:
    if path in ROW_TABLES and node.kind == "text":
        amount = _amount(node, path, reading)
        if amount is not None:
            yield Addition(path, None, amount)
        return
    if node.kind != "mapping":
        reading.say(node, f"add must contain a row table and a number, not {shown(node)}")
        return
    below = [
        word
        for word in CHILDREN.get(path, ())
        if any(table.startswith(inner(path, word)) for table in ROW_TABLES)
    ]
    groups = {normal(word): word for word in below}
    for name, value in node.entries:
        word = groups.get(normal(name.text))
        if path in ROW_TABLES:
            category = choice(*CATEGORY_BY_KEY)(name, path, reading)
            amount = _amount(value, f"{path}.{name.text}", reading)
            if category is not None and amount is not None:
                yield Addition(path, category, amount)
        elif word is not None:
            yield from _additions(value, inner(path, word), reading)
        else:
            hint = near_hint(name.text, groups.values())
            reading.say(name, f"`{name.text}` has no row table to add to", hint, "rules-key")


_amount: Final = whole(-MOST)
"""Reads an amount that is added to royalties."""


def _intended(node: Node, key: str, reading: Reading) -> Iterator[Path]:
    for name, value in entries(node, key, f"{{{DOUBTFUL[0]}: intended}}", reading):
        path = _setting_path(name, reading)
        if path is None or choice("intended")(value, f"{key}.{name.text}", reading) is None:
            continue
        if path in DOUBTFUL:
            yield path
        else:
            hint = f"use only {listed(DOUBTFUL, 'and')}"
            reading.say(name, f"{path} never has a doubt", hint, "rules-key")


LONGEST_WORD: Final = 40
WORD_KEYS: Final = (
    *(row.label for row in ROWS),
    *("row", "point", "foul", "scoop", "scoop-all", "natural", "double"),
    *CATEGORY_BY_KEY,
    *KINDS,
)


def read_words(node: Node, key: str, reading: Reading) -> dict[str, tuple[str, ...]]:
    """Read `words:` of a rule file, the players' own words.

    Each key is a word of the program. If it has several names, reports use the first, and logs may use any.
    """
    found: dict[str, tuple[str, ...]] = {}
    names: dict[str, str] = {}
    for name, value in entries(node, key, "{foul: binh lủng}", reading):
        word = normal(name.text)
        if word not in WORD_KEYS:
            say_unknown_key(name, WORD_KEYS, key, reading)
            continue
        texts = tuple(text for item in _items(value) if (text := _text(item, f"{key}.{word}", reading)))
        for text in texts:
            other = names.setdefault(fold(text), word)
            if other != word and word in KINDS and other in KINDS:
                reading.say(value, f"{text} is already the word for {other}")
        if texts:
            found[word] = texts
    return found


def _text(node: Node, key: str, reading: Reading) -> str | None:
    text = " ".join(unicodedata.normalize("NFC", node.text).split()) if node.kind == "text" else ""
    if 0 < len(text) <= LONGEST_WORD and show(text) == text and not set(text) & set(':"#/()'):
        return text
    wanted = f"one or a few words of at most {LONGEST_WORD} characters"
    reading.say(node, f"{key} must be {wanted}, not {shown(node)}")
    return None


BLOCKS: Final[Mapping[str, Callable[[Node, str, Reading], Any]]] = {
    "requires": lambda *block: tuple(filter(None, list_values(_requirement, *block))),
    "when": lambda *block: tuple(filter(None, list_values(_when, *block))),
    "add": lambda node, _, reading: tuple(_additions(node, "", reading)),
    "doubts": lambda *block: tuple(_intended(*block)),
    "words": read_words,
}
"""The readers of the blocks of a rule file, other than head and settings, by key."""
_TOP: Final = (*(normal(key) for key in CHILDREN[""]), "extends", *BLOCKS)
"""A rule file must have one of these keys; other files may have name and title."""
