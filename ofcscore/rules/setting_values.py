"""Read the values of settings: words, numbers, ranks, lists, mappings, row tables.

Values are plain data in a canonical spelling, so that equal settings are equal data.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ofcscore.diagnostics.problem import Exit, Place, Problem, listed, near
from ofcscore.files.yaml_nodes import Node
from ofcscore.game.cards import RANKS, Row
from ofcscore.game.ranks import CATEGORY_BY_KEY, Category

Path = str
"""The name of a setting or a group: `points.scoop`; empty for the whole file."""
Value = Any

NONE: Final = "none"
MOST: Final = 999_999_999
MOST_LISTED: Final = 12
HINTED_AT_MOST: Final = 100
"""After this many problems, unknown keys get no suggestion, to save time."""
_NUMBER: Final = re.compile(r"[-+]?[0-9]{1,9}(\.[0-9]{1,4})?")
OTHERS: Final = "others"
"""In a row table, `others: none` clears the categories that it does not list."""
CLEARED: Final = {OTHERS: NONE}


class Reading:
    """The context of reading one rule file, with its problems.

    `deep` is True for a `--set` option: it changes single ranks of a table.
    """

    def __init__(self, file: str, problems: list[Problem], *, deep: bool = False) -> None:
        self.file = file
        self.problems = problems
        self.deep = deep

    def place(self, node: Node) -> Place:
        """Return the place of a node, without line and column for a `--set` option."""
        return Place(self.file) if self.deep else node.place(self.file)

    def say(self, node: Node, message: str, hint: str | None = None, code: str = "rules-value") -> None:
        self.problems.append(Problem(code, self.place(node), message, hint, status=Exit.USAGE))


class Given(NamedTuple):
    """A value that a layer gives a setting, and its place."""

    value: Value
    place: Place
    deep: bool = False


ReadValue = Callable[[Node, str, Reading], Value | None]
"""Reads the value of a node under a key; returns None after reporting a problem."""


def inner(path: Path, word: str) -> Path:
    return f"{path}.{word}" if path else word


def is_inside(path: Path, group: Path) -> bool:
    return not group or path.startswith(f"{group}.")


def normal(word: str) -> str:
    """Normalize a key or a word: `scoop-all` for `Scoop_all` and `scoop all`."""
    return "-".join(word.lower().replace("_", " ").split())


def say_repeated(node: Node, reading: Reading) -> None:
    first: dict[str, Node] = {}
    for name, value in node.entries:
        there = first.setdefault(normal(name.text), name)
        if there is not name:
            message = f"`{name.text}` already appears in line {there.line} as `{there.text}`"
            reading.say(name, message, "remove one of the two", "rules-key")
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
"""Other names that people use for the words of rule files."""


def near_hint(word: str, known: Iterable[str], otherwise: str | None = None) -> str | None:
    spellings = {normal(k): k for k in known}
    also = _ALSO.get(normal(word))
    found = also if also in spellings else near(normal(word)[:64], spellings, 0.6)
    return f"did you mean `{spellings[found]}`?" if found else otherwise


def say_unknown_key(
    name: Node, known: Iterable[str], owner: str, reading: Reading, hint: str | None = None
) -> None:
    """Report an unknown key, with `hint`, the nearest key, or a few known ones."""
    known = list(known) if len(reading.problems) <= HINTED_AT_MOST else []
    where = f" of {owner}" if owner else ""
    if len(known) > MOST_LISTED:
        otherwise = "`ofcscore explain settings` lists all settings" if owner != "words" else None
    else:
        otherwise = f"settings{where}: {', '.join(known)}" if known else None
    hint = hint or near_hint(name.text, known, otherwise)
    reading.say(name, f"`{name.text}` is not a setting{where}", hint, "rules-key")


def shown(node: Node) -> str:
    """Return a value for a message: quoted text, or the kind of node."""
    if node.kind != "text":
        return f"a {node.kind}"
    text = node.text if len(node.text) <= 40 else node.text[:37] + "..."
    return f"`{text}`" if text else "nothing"


def is_none(node: Node) -> bool:
    return node.kind == "text" and normal(node.text) == NONE


def text_value(
    read: Callable[[str], Value | None], wanted: str, hint: Callable[[str], str | None] = lambda text: None
) -> ReadValue:
    """Return a reader of texts for which `read` has a value; others must be `wanted`."""

    def read_node(node: Node, key: str, reading: Reading) -> Value | None:
        value = read(node.text)
        if value is None:
            reading.say(node, f"{key} must be {wanted}, not {shown(node)}", hint(node.text))
        return value

    return read_node


def choice(*words: str) -> ReadValue:
    spellings = {normal(word): word for word in words}
    return text_value(
        lambda text: spellings.get(normal(text)), listed(words), lambda text: near_hint(text, words)
    )


def whole(least: int = 0, most: int = MOST, *, words: tuple[str, ...] = ()) -> ReadValue:
    known = listed((*words, ""))

    def read(node: Node, key: str, reading: Reading) -> int | str | None:
        text = node.text
        wanted, found, hint = "a whole number", text, None
        if normal(text) in words:
            return normal(text)
        if not _NUMBER.fullmatch(text):
            found, hint = shown(node), near_hint(text, words)
        elif "." not in text:
            if least <= int(text) <= most:
                return int(text)
            wanted = f"at least {least}" if int(text) < least else f"at most {most}"
        reading.say(node, f"{key} must be {known}{wanted}, not {found}", hint)
        return None

    return read


_YES_NO: Final = dict.fromkeys(("yes", "true", "on"), "yes") | dict.fromkeys(
    ("no", "false", "off", NONE), "no"
)
yes_no: Final = text_value(lambda text: _YES_NO.get(normal(text)), "yes or no")
_ONE_RANK: Final = {rank: rank for rank in RANKS}
rank: Final = text_value(lambda text: _ONE_RANK.get(rank_key(text)), "one rank, 2 to 9, T, J, Q, K or A")


def rank_key(text: str) -> str:
    return text.replace("10", "T").upper()


def list_values(read: ReadValue, node: Node, key: str, reading: Reading, example: str = "") -> list[Value]:
    """Return a list's values, None for invalid ones; `example` is shown for other nodes."""
    if node.kind == "list":
        return [read(item, key, reading) for item in node.items]
    such_as = f", for example {example}" if example else ""
    reading.say(node, f"{key} must be a list{such_as}, not {shown(node)}")
    return [None]


def entries(node: Node, key: str, example: str, reading: Reading) -> Sequence[tuple[Node, Node]]:
    """Return the entries of a mapping; report any other node, with an example."""
    if node.kind != "mapping":
        reading.say(node, f"{key} must be a mapping, for example {example}, not {shown(node)}")
    return node.entries


def mapping(known: Mapping[str, ReadValue], *needed: str) -> ReadValue:
    def read(node: Node, key: str, reading: Reading) -> dict[str, Value] | None:
        found: dict[str, Value] = {}
        faults = len(reading.problems)
        for name, value in entries(node, key, f"{{{': ..., '.join(known)}: ...}}", reading):
            word = normal(name.text)
            if word in known:
                found[word] = known[word](value, f"{key}.{word}", reading)
            else:
                say_unknown_key(name, known, key, reading)
        if len(reading.problems) > faults:
            return None
        for missing in needed:
            if missing not in found:
                reading.say(node, f"{key} needs {missing} too", code="rules-missing")
                return None
        return found

    return read


_THREE_CARDS: Final = (Category.HIGH_CARD, Category.PAIR, Category.TRIPS)


class _Leading(NamedTuple):
    """The notation of the leading ranks of a category.

    `implied` is the number of cards in a row minus the number of its ranks. For example, a pair in five cards
    has four ranks: the pair and three kickers. `falling` are the ranks from high to low. `once` is an example
    of a group's rank written once. `lowest` is the lowest possible rank.
    """

    implied: int
    falling: slice = slice(0)
    once: str = ""
    lowest: str = "2"


_LEADING: Final[Mapping[Category, _Leading]] = {
    Category.HIGH_CARD: _Leading(0, slice(0, 5)),
    Category.PAIR: _Leading(1, slice(1, 4), once="Q"),
    Category.TWO_PAIR: _Leading(2, slice(0, 2), once="QJ"),
    Category.TRIPS: _Leading(2, slice(1, 3), once="Q"),
    Category.STRAIGHT: _Leading(4, lowest="5"),
    Category.FLUSH: _Leading(0, slice(0, 5)),
    Category.FULL_HOUSE: _Leading(3),
    Category.QUADS: _Leading(3, once="Q"),
    Category.STRAIGHT_FLUSH: _Leading(4, lowest="5"),
    Category.ROYAL_FLUSH: _Leading(4, lowest="A"),
    Category.FIVE_OF_A_KIND: _Leading(4, once="Q"),
}


def _places(ranks: str) -> list[int]:
    return [RANKS.index(rank) for rank in ranks]


def _rank_fault(text: str, category: Category, row: Row) -> tuple[str, str | None] | None:
    ranks = rank_key(text)
    if not ranks or ranks.strip(RANKS):
        hint: str | None = "ranks are 2 to 9, T (or 10), J, Q, K, A; for example `Q` or `75432`"
        return f"`{text}` is not a rank", hint
    name, leading = category.key, _LEADING[category]
    most = row.size - leading.implied
    if len(ranks) > most:
        s = "" if most == 1 else "s"
        has = f"{name} in the {row.label} row has at most {most} rank{s}"
        return f"`{text}` has {len(ranks)} ranks, but {has}", None
    if len(set(ranks)) < len(ranks):
        hint = f"write the rank of {name} once, for example `{leading.once}`" if leading.once else None
        return f"`{text}` names a rank twice", hint
    part = ranks[leading.falling]
    falling = "".join(sorted(part, key=RANKS.index, reverse=True))
    if falling != part:
        start, end, _ = leading.falling.indices(len(ranks))
        hint = f"write `{ranks[:start]}{falling}{ranks[end:]}`"
        return f"the ranks of `{text}` are not from high to low", hint
    if _places(ranks) < _places(leading.lowest):
        return f"no {name} is {ranks} high", None
    return None


def categories_of(row: Row) -> list[str]:
    return [c.key for c in (_THREE_CARDS if row is Row.TOP else Category)]


def read_table(row: Row, node: Node, key: str, reading: Reading) -> Value | None:
    if is_none(node):
        return CLEARED
    if node.kind != "mapping":
        reading.say(node, f"{key} must be none or a mapping, for example {{trips: 3}}, not {shown(node)}")
        return None
    legal = categories_of(row)
    table: dict[str, Value] = {}
    for name, value in node.entries:
        word = normal(name.text)
        if word == OTHERS:
            table[word] = choice(NONE)(value, f"{key}.{OTHERS}", reading)
        elif word in legal:
            table[word] = _read_entry(value, f"{key}.{word}", CATEGORY_BY_KEY[word], row, reading)
        elif word in CATEGORY_BY_KEY:
            on_top = "the top row can be high-card, pair or trips"
            reading.say(name, f"the top row cannot be {word}", on_top, "rules-key")
        else:
            known = near_hint(word, legal, f"categories: {', '.join(legal)}")
            hint = _by_ranks(name, value, legal) or known
            reading.say(name, f"`{name.text}` is not a category of rows", hint, "rules-key")
    return {word: number for word, number in table.items() if number is not None}


def _by_ranks(name: Node, value: Node, legal: Sequence[str]) -> str | None:
    """Return a hint if a category is written as cards: `pair: {Q: 7}` for `QQ: 7`."""
    cards = rank_key(name.text)
    kind = _OF_A_RANK.get(len(cards)) if len(set(cards)) == 1 and cards[0] in RANKS else None
    inside = f"{kind}: {{{cards[:1]}: {value.text or '...'}}}"
    return f"write the rank inside: `{inside}`" if kind in legal else None


_OF_A_RANK: Final = {2: Category.PAIR.key, 3: Category.TRIPS.key, 4: Category.QUADS.key}
_read_number: Final = whole(words=(NONE,))


def _read_entry(node: Node, key: str, category: Category, row: Row, reading: Reading) -> Value | None:
    if node.kind != "mapping":
        return _read_number(node, key, reading)
    numbers: dict[str, Value] = {}
    for name, value in node.entries:
        ranks = rank_key(name.text)
        fault = _rank_fault(name.text, category, row)
        if fault is None and ranks in numbers:
            fault = f"`{name.text}` appears twice", None
        if fault is not None:
            reading.say(name, *fault, "rules-key")
        elif (number := _read_number(value, f"{key}.{ranks}", reading)) is not None:
            numbers[ranks] = number
    return numbers


def merge_tables(before: Value | None, given: Given) -> Value:
    """Merge a table over an earlier one by category, or by rank for a `--set` option."""
    new = dict(given.value)
    old = {} if before in (None, NONE) or OTHERS in new else dict(before or {})
    new.pop(OTHERS, None)
    for word, number in new.items():
        if isinstance(number, dict):
            there = old.get(word, {}) if given.deep else {}
            ranked = dict.fromkeys(RANKS, there) if isinstance(there, int) else there
            number = {ranks: n for ranks, n in {**ranked, **number}.items() if n != NONE}
        old[word] = number
    return sorted_table({word: number for word, number in old.items() if number not in (NONE, {})})


def sorted_table(table: Mapping[str, Value]) -> dict[str, Value]:
    def by_ranks(number: Value) -> Value:
        ranked = isinstance(number, dict)
        return dict(sorted(number.items(), key=lambda item: _places(item[0]))) if ranked else number

    return {word: by_ranks(table[word]) for word in sorted(table, key=CATEGORY_BY_KEY.__getitem__)}


def numbers_of(table: Mapping[str, Value]) -> list[int]:
    return [number for _, _, number in entries_of(table)]


def entries_of(table: Mapping[str, Value], *, low: bool = False) -> Iterator[tuple[str, str, int]]:
    """Yield category, leading ranks (empty for all) and number, from weak to strong rows.

    In a `low` row the lower ranks are stronger.
    """
    for word, number in table.items():
        ranked = list(number.items()) if isinstance(number, dict) else [("", number)]
        for ranks, n in reversed(ranked) if low else ranked:
            yield word, ranks, n
