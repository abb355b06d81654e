"""Rule files: where they are found, and what one of them says.

A shipped file is found beside this module by the loader that imported it, so that a folder, a wheel
and a zipped wheel do alike; the current folder is never looked at for it.
"""

import pickle
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ofcscore.diagnostics.problem import Exit, Place, Problem, show
from ofcscore.diagnostics.words import listed
from ofcscore.files.reading import package_data, package_text, read_plain
from ofcscore.files.yaml_nodes import Node, read_document
from ofcscore.game.board import ROWS
from ofcscore.game.naturals import KINDS
from ofcscore.game.ranks import CATEGORY_BY_KEY
from ofcscore.game.speech import Words, fold
from ofcscore.rules.cases import Condition
from ofcscore.rules.settings import CHILDREN, DOUBTFUL, ROW_TABLES, read_settings
from ofcscore.rules.values import (
    HINTED_AT_MOST,
    MOST,
    Given,
    Path,
    Reading,
    choice,
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

SAVED: Final = "shipped.saved"
"""The shipped files in the folder of this module, as `grammars/build.py` saves them."""
LARGEST: Final = 256 * 1024
LONGEST_NAME: Final = 64
FOLDERS: Final = ("presets", "options")
_SHIPPED: Final = re.compile("[a-z0-9]+(?:-[a-z0-9]+)*")
_FILE: Final = re.compile(rf"({_SHIPPED.pattern})\.yaml")
_SUFFIXES: Final = (".yaml", ".yml")
HEAD: Final = ("name", "title", "source", "extends")
_OF_SHIPPED: Final = ("family", "played", "differs")
"""Keys that only shipped rule sets have, for lists of them."""


class When(NamedTuple):
    """Settings that a layer gives only where all conditions hold to its left."""

    conditions: tuple[Condition, ...]
    given: Mapping[Path, Given]


class Addition(NamedTuple):
    """An amount added to the entries of a row table: all of them, or one category's."""

    path: Path
    category: str | None
    amount: int


class RuleFile(NamedTuple):
    """One rule file as read. `file` is its name for messages, `shipped` whether it belongs to the package.

    `doubts` are the settings in which it means what only looks wrong. `played` is the place of a rule set
    among the most played ones, 1 for the first, and `differs` tells it from the others of those.
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
    """Return the text of a shipped rule set and the file's name for messages, None if there is none."""
    for folder in (folders or FOLDERS) if _SHIPPED.fullmatch(name) else ():
        data = package_data("ofcscore.rules", f"{folder}/{name}.yaml")
        if data is not None:
            return data.decode("utf-8"), f"{name}.yaml"
    return None


def is_preset(name: str) -> bool:
    """Return True for the name of a shipped rule set that is no option; the options are not looked at."""
    return shipped_text(name, FOLDERS[:1]) is not None


@lru_cache(maxsize=1)
def default_name() -> str:
    """Return the name of the rule set for logs that name none."""
    return (package_data("ofcscore.rules", "default.txt") or b"").decode("ascii").strip()


@lru_cache(maxsize=1)
def shipped_names() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of all presets and of all options, sorted."""
    from importlib.resources import files

    here = files(__package__)
    presets, options = (
        sorted(found[1] for file in (here / folder).iterdir() if (found := _FILE.fullmatch(file.name)))
        for folder in FOLDERS
    )
    return tuple(presets), tuple(options)


@lru_cache(maxsize=1)
def rule_set_names() -> Mapping[str, str]:
    """Return everything that a rule set is called, in small letters, and the name of its file."""
    import tomllib

    aliases = tomllib.loads(package_text("ofcscore.rules", "aliases.toml"))["aliases"]
    presets, _ = shipped_names()
    called = {word: name for name, words in aliases.items() for word in words}
    return called | {name.replace("-", " "): name for name in presets} | {name: name for name in presets}


def most_special(names: Iterable[str]) -> set[str]:
    """Return rule sets without those that another's names include: `ofc` beside `ofc-pineapple`."""
    sets, called = {*names}, rule_set_names()

    def includes(one: str, other: str) -> bool:
        wide = [f" {word} " for word, name in called.items() if name == other]
        return any(word in f" {title} " for title, name in called.items() if name == one for word in wide)

    related = ((one, other) for one in sets for other in sets if one != other)
    # `Chinese poker` is a part of `open face Chinese poker`, and another game.
    kin = [(one, other) for one, other in related if one.split("-")[0] == other.split("-")[0]]
    return sets - {other for one, other in kin if includes(one, other) and not includes(other, one)}


def is_shipped_name(text: str) -> bool:
    """Return True if a term of a sum is a shipped name: no slash, and no YAML file's suffix."""
    return "/" not in text and "\\" not in text and not text.endswith(_SUFFIXES)


@lru_cache(maxsize=128)
def read_shipped(name: str) -> tuple[RuleFile, tuple[Problem, ...]] | None:
    """Return a shipped rule file as read and its problems; None where there is none of that name."""
    found = shipped_text(name)
    return read_rule_text(*found, name, shipped=True) if found is not None else None


def _shipped_document(text: str, file: str) -> tuple[Node | None, list[Problem]]:
    """Return the document of a shipped file, as saved when the package was built where it is of this text."""
    saved = _saved_documents().get(text)
    return (pickle.loads(saved), []) if saved is not None else read_document(text, file, Exit.USAGE)


@lru_cache(maxsize=1)
def _saved_documents() -> Mapping[str, bytes]:
    data = package_data("ofcscore.rules", SAVED)
    kind, documents = pickle.loads(data) if data is not None else (None, {})
    return documents if kind == _KIND_OF_NODE else {}


def save_shipped() -> bytes:
    """Return the shipped rule files as YAML nodes, so that no start with them takes a YAML parser."""
    names = (name for names in shipped_names() for name in names)
    texts = [found for name in names if (found := shipped_text(name)) is not None]
    documents = {text: pickle.dumps(read_document(text, file, Exit.USAGE)[0]) for text, file in texts}
    return pickle.dumps((_KIND_OF_NODE, documents))


_KIND_OF_NODE: Final = (Node.__module__, Node._fields)


@lru_cache(maxsize=1)
def presets_by_family() -> Mapping[str, Sequence[RuleFile]]:
    """Return the shipped rule sets by family, the most played ones first."""
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
    """Return the text of a rule file on disk, or what stands against reading it, in words."""
    try:
        data = read_plain(path, LARGEST)
    except OSError as error:
        reason = error.strerror or "no such name"
        return None, f"cannot be read: {reason[:1].lower()}{reason[1:]}"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None, "is UTF-16, not UTF-8"
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return None, f"is not valid UTF-8 at byte {error.start + 1} (line {line})"


def read_own(text: str, file: str, name: str) -> tuple[RuleFile, tuple[Problem, ...]]:
    """As `read_rule_text`; a file that many lines of a log name, however they spell it, is read once."""
    rules, problems = _read_once(text, file, "")
    return rules._replace(name=rules.name or show(name)), problems


def has_file_name(path: str) -> bool:
    """Return True if a path ends like that of a rule file; others are not even looked for."""
    return path.lower().endswith(_SUFFIXES)


def _no_rule_set(root: Node | None, file: str, problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems of a file in which nothing is a setting: they say nothing of what is in it.

    A log that somebody sent may name any file, and what is in it is nobody's business: no line of it is
    quoted, and no word.
    """
    # The message about a depth quotes nothing.
    unread = {"yaml-syntax": "this cannot be read as YAML", "yaml-depth": None}
    said = [
        p._replace(place=p.place._replace(text=None), message=unread[p.code] or p.message)
        for p in problems
        if p.code in unread
    ]
    is_mapping, hint = root is not None and root.kind == "mapping", None
    if said and not is_mapping:
        return said
    if root is None or (is_mapping and not (root.entries or problems)):
        message = "the rule file says nothing"
    elif not is_mapping:
        message = f"a rule file is a mapping of settings, not a {root.kind}"
    else:
        message = "this is no rule set: none of its keys is a setting"
        found = (near_hint(key.text, _TOP) for key, _ in root.entries[:HINTED_AT_MOST])
        hint = next((hint for hint in found if hint), "a rule file of one's own begins with `extends: ofc`")
    return [*said, Problem("rules-value", Place(file), message, hint, status=Exit.USAGE)]


def read_rule_text(
    text: str, file: str, name: str, *, shipped: bool = False
) -> tuple[RuleFile, tuple[Problem, ...]]:
    """Return the contents of a rule file with every problem in it. `name` is for a file that states none.

    Texts are cleaned: wherever they are printed, they can do no harm there.
    """
    root, problems = _shipped_document(text, file) if shipped else read_document(text, file, Exit.USAGE)
    name = show(name)
    keys = {normal(key.text) for key, _ in root.entries} if root is not None else set()
    # A file that says nothing but what it is called is one too.
    if root is None or (keys.isdisjoint(_TOP) and not (keys and keys.issubset(HEAD))):
        return RuleFile(name, file, shipped), tuple(_no_rule_set(root, file, problems))
    reading = Reading(file, problems)
    say_repeated(root, reading)
    said: dict[str, Any] = {"name": name}
    settings: list[tuple[Node, Node]] = []
    for key, node in root.entries:
        word = normal(key.text)
        if word in HEAD or (shipped and word in _OF_SHIPPED):
            wrong = _head_fault(node, word, shipped)
            if wrong is None:
                said[word] = node if word == "extends" else show(" ".join(node.text.split()))
            else:
                reading.say(node, wrong)
        elif word in BLOCKS:
            said[word] = BLOCKS[word](node, word, reading)
        else:
            settings.append((key, node))
    given = read_settings(settings, reading, (*HEAD, *BLOCKS))
    return RuleFile(file=file, shipped=shipped, given=given, **said), tuple(problems)


_read_once: Final = lru_cache(maxsize=16)(read_rule_text)


def _head_fault(node: Node, word: str, shipped: bool) -> str | None:
    """Return what is wrong with a name, a title, a source, or `extends`, in words; None if nothing is."""
    if word == "extends":
        there = node.kind == "text" and node.text
        return None if there else f"extends is a rule set's name or file, not {shown(node)}"
    if node.kind != "text":
        return f"{word} is a text, not {shown(node)}"
    if word != "name":
        return None
    if not 0 < len(node.text) <= LONGEST_NAME:
        return f"name has 1 to {LONGEST_NAME} characters"
    if show(node.text) != node.text:
        return "the name has characters that cannot be printed"
    if not shipped and shipped_text(node.text) is not None:
        return f"{node.text} is the name of a shipped rule set"
    return None


def _setting_path(name: Node, reading: Reading) -> Path | None:
    """Return the path that a dotted key names: a setting, a group, a category of a table or a natural."""
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


def _conditions(entries: Iterable[tuple[Node, Node]], reading: Reading) -> tuple[Condition, ...]:
    conditions = []
    for name, node in entries:
        path = _setting_path(name, reading)
        if path is None:
            continue
        nodes = _items(node)
        if nodes and all(n.kind == "text" and n.text for n in nodes):
            conditions.append(Condition(path, tuple(normal(n.text) for n in nodes)))
        else:
            reading.say(node, f"{path} is any, none or a word of the setting here")
    return tuple(conditions)


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if node.kind == "list" else (node,)


def _requirement(node: Node, key: str, reading: Reading) -> Condition | None:
    because = node.get("because")
    conditions = _conditions((e for e in node.entries if e[0].text != "because"), reading)
    if because is None or because.kind != "text" or len(conditions) != 1:
        reading.say(node, f"{key} is a list of {{SETTING: any, because: the reason}}")
        return None
    return conditions[0]._replace(because=because.text)


def _when(node: Node, key: str, reading: Reading) -> When | None:
    condition, then = node.get("if"), node.get("then")
    if condition is None or then is None or condition.kind != "mapping" or then.kind != "mapping":
        reading.say(node, f"{key} is a list of {{if: {{SETTING: WORD}}, then: {{settings}}}}")
        return None
    for name, _ in node.entries:
        if name.text not in ("if", "then"):
            say_unknown_key(name, ("if", "then"), key, reading)
    return When(_conditions(condition.entries, reading), read_settings(then.entries, reading))


def _additions(node: Node, path: Path, reading: Reading) -> Iterator[Addition]:
    """Yield what is added to the row tables at a path or inside it."""
    if path in ROW_TABLES and node.kind == "text":
        amount = _amount(node, path, reading)
        if amount is not None:
            yield Addition(path, None, amount)
        return
    if node.kind != "mapping":
        reading.say(node, f"add names a row table and a number, not {shown(node)}")
        return
    groups = {normal(word): word for word in CHILDREN.get(path, ()) if _has_tables(inner(path, word))}
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


def _has_tables(path: Path) -> bool:
    return any(table == path or is_inside(table, path) for table in ROW_TABLES)


_amount: Final = whole(-MOST)
"""Reads what is added to royalties."""


def _intended(node: Node, key: str, reading: Reading) -> Iterator[Path]:
    """Yield the settings of which a file says that what looks wrong in them is intended."""
    if node.kind != "mapping":
        example = f"{{{DOUBTFUL[0]}: intended}}"
        reading.say(node, f"{key} is a mapping such as {example}, not {shown(node)}")
        return
    for name, value in node.entries:
        path = _setting_path(name, reading)
        if path is None or choice("intended")(value, f"{key}.{name.text}", reading) is None:
            continue
        if path in DOUBTFUL:
            yield path
        else:
            hint = f"only of {listed(DOUBTFUL, 'and')}"
            reading.say(name, f"nothing is ever doubted of {path}", hint, "rules-key")


LONGEST_WORD: Final = 40
WORD_KEYS: Final = (
    *(row.label for row in ROWS),
    *("row", "point", "foul", "scoop", "scoop-all", "natural", "double"),
    *CATEGORY_BY_KEY,
    *KINDS,
)


def read_words(node: Node, key: str, reading: Reading) -> dict[str, tuple[str, ...]]:
    """Read the words of the players, `words:` in a rule file.

    Each key is a word of the program. Of several names for it the first is written, and all are read.
    """
    if node.kind != "mapping":
        reading.say(node, f"{key} is a mapping such as {{foul: binh lủng}}, not {shown(node)}")
        return {}
    found: dict[str, tuple[str, ...]] = {}
    names: dict[str, str] = {}
    for name, value in node.entries:
        word = normal(name.text)
        if word not in WORD_KEYS:
            say_unknown_key(name, WORD_KEYS, key, reading)
            continue
        texts = tuple(text for item in _items(value) if (text := _text(item, f"{key}.{word}", reading)))
        for text in texts:
            other = names.setdefault(fold(text), word)
            if other != word and word in KINDS and other in KINDS:
                reading.say(value, f"{text} is the word for {other} too")
        if texts:
            found[word] = texts
    return found


def _text(node: Node, key: str, reading: Reading) -> str | None:
    text = " ".join(unicodedata.normalize("NFC", node.text).split()) if node.kind == "text" else ""
    if 0 < len(text) <= LONGEST_WORD and show(text) == text and not set(text) & set(':"#/()'):
        return text
    most = f"of at most {LONGEST_WORD} characters"
    reading.say(node, f"{key} is a word or a few, {most}, not {shown(node)}")
    return None


BLOCKS: Final[Mapping[str, Callable[[Node, str, Reading], Any]]] = {
    "requires": lambda *block: tuple(filter(None, list_values(_requirement, *block))),
    "when": lambda *block: tuple(filter(None, list_values(_when, *block))),
    "add": lambda node, _, reading: tuple(_additions(node, "", reading)),
    "doubts": lambda *block: tuple(_intended(*block)),
    "words": read_words,
}
"""The readers of what a file says besides its head and its settings, by key."""
_TOP: Final = (*(normal(key) for key in CHILDREN[""]), "extends", *BLOCKS)
"""The keys of which a rule set has one at least; a name and a title have files of many kinds."""
