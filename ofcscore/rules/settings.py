"""The settings that a rule set has: their keys, what values they take, how two layers of them merge.

A value is plain data (a word, a whole number, a mapping, a list), in one canonical spelling, so that
equal settings are equal data. `SETTINGS` is the one list of all keys; reading, near matches, merging,
completeness, printing and the digest all go by it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from ofcscore.files.yaml_nodes import Node
from ofcscore.game.board import Row
from ofcscore.game.cards import RANKS
from ofcscore.game.naturals import KINDS
from ofcscore.game.ranks import CATEGORY_BY_KEY, Category
from ofcscore.problems.problem import Exit, Place, Problem
from ofcscore.problems.words import listed, near
from ofcscore.rules.model import DECIDES

Path = tuple[str, ...]
Value = Any
"""Plain data: str, int, dict, list."""

NONE: Final = "none"
MOST: Final = 999_999_999
HINTED_AT_MOST: Final = 100
"""After so many problems what an unknown key may mean is not looked for: it takes long, and is not shown."""
_NUMBER: Final = re.compile(r"[-+]?[0-9]{1,9}(\.[0-9]{1,4})?")
_RANK_KEY: Final = re.compile("([2-9TtJjQqKkAa]|10)+")


class Reading:
    """The reading of one rule file: where problems go. `deep` merges tables by rank (one key is set)."""

    def __init__(
        self,
        file: str,
        problems: list[Problem] | None = None,
        status: Exit = Exit.USAGE,
        *,
        deep: bool = False,
    ) -> None:
        self.file = file
        self.problems: list[Problem] = [] if problems is None else problems
        self.status = status
        self.deep = deep

    def say(
        self, node: Node, code: str, message: str, hint: str | None = None, *, warning: bool = False
    ) -> None:
        """Records a problem at a node."""
        place = node.place(self.file) if node.line else Place(self.file)
        self.problems.append(Problem(code, place, message, hint, warning, self.status))


class Given(NamedTuple):
    """One value that a layer gives a setting, and where it stands."""

    value: Value
    place: Place
    deep: bool = False


ReadValue = Callable[[Node, str, Reading], Value | None]
Merge = Callable[[Value | None, Given], Value]


def _replace(before: Value | None, given: Given) -> Value:
    return given.value


class Setting(NamedTuple):
    """One setting: how its value is read (None: a problem was said) and merges over an earlier one.

    `clear` is the value that `none` for its whole group gives it, None where that leaves it alone.
    """

    read: ReadValue
    merge: Merge = _replace
    clear: Value | None = None


def normal(word: str) -> str:
    """A key or a word in the one spelling that is compared: hyphens for underscores."""
    return word.replace("_", "-")


def near_hint(word: str, known: Iterable[str], otherwise: str | None = None) -> str | None:
    """A hint that names the known word nearest to one that is not known, or `otherwise`."""
    spellings = {normal(k): k for k in known}
    found = near(normal(word)[:64], spellings, 0.6)
    return f"did you mean `{spellings[found]}`?" if found else otherwise


def shown(node: Node) -> str:
    """A value as a message quotes it."""
    if node.kind == "text":
        text = node.text if len(node.text) <= 40 else node.text[:37] + "..."
        return f"`{text}`" if text else "nothing"
    return f"a {node.kind}"


def choice(*words: str) -> ReadValue:
    """Reads one of some words."""

    def read(node: Node, key: str, reading: Reading) -> str | None:
        text = normal(node.text)
        if node.kind == "text" and text in words:
            return text
        hint = near_hint(text, words) if node.kind == "text" else None
        reading.say(node, "rules-value", f"{key} is {listed(words)}, not {shown(node)}", hint)
        return None

    return read


def whole(least: int = 0, most: int = MOST, *, words: tuple[str, ...] = ()) -> ReadValue:
    """Reads a whole number, or one of some words."""

    def read(node: Node, key: str, reading: Reading) -> int | str | None:
        text = node.text if node.kind == "text" else ""
        if normal(text) in words:
            return normal(text)
        known = "".join(f"{word}, " for word in words[:-1]) + f"{words[-1]} or " if words else ""
        hint = None
        if _NUMBER.fullmatch(text):
            if "." in text:
                problem = f"{key} is {known}a whole number, not {text}"
            elif int(text) < least:
                problem = f"{key} is {known}at least {least}, not {text}"
            elif int(text) > most:
                problem = f"{key} is {known}at most {most}, not {text}"
            else:
                return int(text)
        else:
            problem = f"{key} is {known}a whole number, not {shown(node)}"
            hint = near_hint(text, words) if words and text else None
        reading.say(node, "rules-value", problem, hint)
        return None

    return read


def _yes_no(node: Node, key: str, reading: Reading) -> str | None:
    words = {"yes": "yes", "true": "yes", "on": "yes", "no": "no", "false": "no", "off": "no", "none": "no"}
    if node.kind == "text" and node.text in words:
        return words[node.text]
    reading.say(node, "rules-value", f"{key} is yes or no, not {shown(node)}")
    return None


def _rank(node: Node, key: str, reading: Reading) -> str | None:
    text = "T" if node.text == "10" else node.text.upper()
    if node.kind == "text" and len(text) == 1 and text in RANKS:
        return text
    reading.say(node, "rules-value", f"{key} is one rank, 2 to 9, T, J, Q, K or A, not {shown(node)}")
    return None


def fields(
    node: Node, key: str, reading: Reading, known: Mapping[str, ReadValue], needed: Iterable[str] = ()
) -> dict[str, Value] | None:
    """Reads a mapping with these keys, of which some are needed."""
    if node.kind != "mapping":
        reading.say(
            node,
            "rules-value",
            f"{key} is a mapping such as {{{': ..., '.join(known)}: ...}}, not {shown(node)}",
        )
        return None
    found: dict[str, Value] = {}
    faults = len(reading.problems)
    for name, value in node.entries:
        word = normal(name.text)
        if word not in known:
            reading.say(name, *unknown_key(name.text, known, key))
            continue
        read = known[word](value, f"{key}.{word}", reading)
        if read is not None:
            found[word] = read
    if len(reading.problems) > faults:
        return None
    for name_needed in needed:
        if name_needed not in found:
            reading.say(node, "rules-missing", f"{key} needs {name_needed} too")
            return None
    return found


def unknown_key(word: str, known: Iterable[str], owner: str) -> tuple[str, str, str | None]:
    """Code, message and hint for a key that nobody knows."""
    known = list(known)
    where = f" of {owner}" if owner else ""
    everything = f"settings{where}: {', '.join(known)}" if 0 < len(known) <= 24 else None
    return "rules-key", f"`{word}` is no setting{where}", near_hint(word, known, everything)


def _bonus(node: Node, key: str, reading: Reading) -> Value | None:
    """A scoop: a number, {points: N} or {factor: N}; canonical a number, {factor: N} or none."""
    if node.kind != "mapping":
        number = whole(words=(NONE,))(node, key, reading)
        return NONE if number == 0 else number
    found = fields(node, key, reading, {"points": whole(), "factor": whole(1, 99)})
    if found is None:
        return None
    if len(found) != 1:
        reading.say(node, "rules-value", f"{key} is either {{points: N}} or {{factor: N}}")
        return None
    if "factor" in found:
        return found if found["factor"] != 1 else NONE
    return found["points"] or NONE


def _middle(node: Node, key: str, reading: Reading) -> Value | None:
    if node.kind == "text" and node.text == "high":
        return "high"
    if node.kind == "mapping":

        def low(inner: Node, name: str, reading: Reading) -> Value | None:
            return fields(inner, name, reading, {"worst": _rank}, ("worst",))

        return fields(node, key, reading, {"low": low}, ("low",))
    hint = "the worst highest card is part of it: `middle: {low: {worst: T}}`" if node.text == "low" else None
    reading.say(node, "rules-value", f"{key} is high or {{low: {{worst: T}}}}, not {shown(node)}", hint)
    return None


_SIZES: Final = {
    Category.TWO_PAIR: 3,
    Category.STRAIGHT: 1,
    Category.FLUSH: 5,
    Category.FULL_HOUSE: 2,
    Category.QUADS: 2,
    Category.STRAIGHT_FLUSH: 1,
    Category.ROYAL_FLUSH: 1,
}
_THREE_CARDS: Final = (Category.HIGH_CARD, Category.PAIR, Category.TRIPS)


def _rank_count(category: Category, size: int) -> int:
    """How many ranks tell rows of a category apart: of a pair in five cards the pair and three kickers."""
    by_size = {Category.HIGH_CARD: size, Category.PAIR: size - 1, Category.TRIPS: size - 2}
    return by_size.get(category, _SIZES.get(category, 0))


def rank_key(text: str) -> str:
    """Leading ranks in one spelling: `T` for 10, capitals."""
    return text.replace("10", "T").upper()


def _rank_fault(text: str, category: Category, row: Row) -> tuple[str, str | None] | None:
    """What is wrong with leading ranks, in words, with a hint or none."""
    if not _RANK_KEY.fullmatch(text):
        return f"`{text}` is no rank", "ranks are 2 to 9, T (or 10), J, Q, K and A, such as `Q` or `75432`"
    ranks = rank_key(text)
    name = category.key
    most = _rank_count(category, row.size)
    if len(ranks) > most:
        s = "" if most == 1 else "s"
        return (
            f"`{text}` has {len(ranks)} ranks, and a {name} in the {row.label} row has {most} rank{s}",
            None,
        )
    if len(set(ranks)) < len(ranks):
        groups = {Category.PAIR: "Q", Category.TRIPS: "Q", Category.QUADS: "Q", Category.TWO_PAIR: "QJ"}
        hint = f"a {name} is named by its rank once: `{groups[category]}`" if category in groups else None
        return f"`{text}` names a rank twice", hint
    start, end = {
        Category.HIGH_CARD: (0, 5),
        Category.FLUSH: (0, 5),
        Category.PAIR: (1, 4),
        Category.TRIPS: (1, 3),
        Category.TWO_PAIR: (0, 2),
    }.get(category, (0, 1))
    falling = "".join(sorted(ranks[start:end], key=RANKS.index, reverse=True))
    if falling != ranks[start:end]:
        return f"`{text}` is not from high to low", f"write `{ranks[:start]}{falling}{ranks[end:]}`"
    lowest = {Category.STRAIGHT: "5", Category.STRAIGHT_FLUSH: "5", Category.ROYAL_FLUSH: "A"}.get(category)
    if lowest is not None and RANKS.index(ranks) < RANKS.index(lowest):
        return f"no {name} is {ranks} high", None
    return None


OTHERS: Final = "others"
"""In a row table, `others: none` clears the categories that the table does not name."""


def row_table(row: Row) -> Setting:
    """A row table: category -> number, or category -> leading ranks -> number; `none` clears either."""
    legal = [c.key for c in (_THREE_CARDS if row is Row.TOP else tuple(Category))]

    def read(node: Node, key: str, reading: Reading) -> Value | None:
        if node.kind == "text" and node.text == NONE:
            return {OTHERS: NONE}
        if node.kind != "mapping":
            reading.say(
                node, "rules-value", f"{key} is none or a mapping such as {{trips: 3}}, not {shown(node)}"
            )
            return None
        table: dict[str, Value] = {}
        for name, value in node.entries:
            word = normal(name.text)
            if word == OTHERS:
                if choice(NONE)(value, f"{key}.{OTHERS}", reading):
                    table[OTHERS] = NONE
                continue
            if word not in legal:
                if word in CATEGORY_BY_KEY:
                    reading.say(
                        name,
                        "rules-key",
                        f"three cards make no {word}",
                        "on top there are high-card, pair and trips",
                    )
                else:
                    reading.say(
                        name,
                        "rules-key",
                        f"`{name.text}` is no kind of row",
                        near_hint(word, legal, f"kinds of rows: {', '.join(legal)}"),
                    )
                continue
            number = _entry(value, f"{key}.{word}", CATEGORY_BY_KEY[word], row, reading)
            if number is not None:
                table[word] = number
        return table

    def merge(before: Value | None, given: Given) -> Value:
        new = dict(given.value)
        old = {} if before in (None, NONE) or OTHERS in new else dict(before or {})
        new.pop(OTHERS, None)
        for word, number in new.items():
            if given.deep and isinstance(number, dict):
                number = _merged_ranks(old.get(word, {}), number)
            elif isinstance(number, dict):
                number = {ranks: n for ranks, n in number.items() if n != NONE}
            if number == NONE or number == {}:
                old.pop(word, None)
            else:
                old[word] = number
        return sorted_table(old)

    return Setting(read, merge, clear={OTHERS: NONE})


def _merged_ranks(old: Value, new: Mapping[str, Value]) -> Value:
    before = dict.fromkeys(RANKS, old) if isinstance(old, int) else dict(old)
    before.update(new)
    return {ranks: n for ranks, n in before.items() if n != NONE}


def sorted_table(table: Mapping[str, Value]) -> dict[str, Value]:
    """A row table in the order of strength."""
    ordered: dict[str, Value] = {}
    for category in Category:
        number = table.get(category.key)
        if isinstance(number, dict):
            ordered[category.key] = dict(
                sorted(number.items(), key=lambda item: [RANKS.index(r) for r in item[0]])
            )
        elif number is not None:
            ordered[category.key] = number
    return ordered


def _entry(node: Node, key: str, category: Category, row: Row, reading: Reading) -> Value | None:
    if node.kind != "mapping":
        return whole(words=(NONE,))(node, key, reading)
    numbers: dict[str, Value] = {}
    for name, value in node.entries:
        fault = _rank_fault(name.text, category, row)
        if fault is not None:
            reading.say(name, "rules-key", *fault)
            continue
        ranks = rank_key(name.text)
        if ranks in numbers:
            reading.say(name, "rules-key", f"`{name.text}` is there twice")
            continue
        number = whole(words=(NONE,))(value, f"{key}.{ranks}", reading)
        if number is not None:
            numbers[ranks] = number
    return numbers


def _items(node: Node, key: str, reading: Reading, example: str) -> tuple[Node, ...] | None:
    if node.kind == "list":
        return node.items
    reading.say(node, "rules-value", f"{key} is a list such as {example}, not {shown(node)}")
    return None


def _aces(node: Node, key: str, reading: Reading) -> Value | None:
    """The aces bet: points for 0, 1, 2, 3 and 4 aces."""
    if node.kind == "text" and node.text == NONE:
        return NONE
    items = _items(node, key, reading, "[0, 1, 2, 6, 8]")
    if items is None:
        return None
    numbers = [whole()(item, key, reading) for item in items]
    if None in numbers:
        return None
    if len(numbers) != 5:
        reading.say(
            node, "rules-value", f"{key} needs five numbers, for 0 to 4 aces, and there are {len(numbers)}"
        )
        return None
    return numbers


def _decides(node: Node, key: str, reading: Reading) -> Value | None:
    items = _items(node, key, reading, f"[{', '.join(DECIDES)}]")
    if items is None:
        return None
    words = [choice(*DECIDES)(item, key, reading) for item in items]
    if None in words:
        return None
    for i, word in enumerate(words):
        if word in words[:i]:
            reading.say(items[i], "rules-value", f"{key} names {word} twice")
            return None
    if not words or words[-1] != DECIDES[-1]:
        reading.say(node, "rules-value", f"{key} ends with {DECIDES[-1]}, which always decide")
        return None
    return words


_HAND_FIELDS: Final[Mapping[str, ReadValue]] = {
    "kind": choice(*KINDS),
    "points": whole(),
    "to": _rank,
}


def _hand_fault(found: Mapping[str, Value], node: Node, key: str, reading: Reading) -> bool:
    if "to" in found and found["kind"] != "small":
        reading.say(node, "rules-value", f"only small has a highest rank (`to`), not {found['kind']}")
        return True
    return False


def _hands(node: Node, key: str, reading: Reading) -> Value | None:
    """The list of naturals, ascending."""
    if node.kind == "text" and node.text == NONE:
        return []
    items = _items(node, key, reading, "[{kind: six-pairs, points: 3}]")
    if items is None:
        return None
    hands: list[dict[str, Value]] = []
    faults = len(reading.problems)
    for item in items:
        found = fields(item, key, reading, _HAND_FIELDS, ("kind", "points"))
        if found is None or _hand_fault(found, item, key, reading):
            continue
        if any(hand["kind"] == found["kind"] for hand in hands):
            reading.say(item, "rules-value", f"{found['kind']} is there twice")
            continue
        hands.append(found)
    return hands if len(reading.problems) == faults else None


def read_hand_change(node: Node, kind: str, reading: Reading) -> Value | None:
    """`naturals.KIND`: `none`, or points, highest rank and place of one natural, as far as they are given."""
    if node.kind == "text" and node.text == NONE:
        return {kind: NONE}
    if node.kind == "text" and node.text:
        points = whole(words=(NONE,))(node, f"naturals.{kind}", reading)
        return None if points is None else {kind: {"points": points}}
    if node.kind == "text":
        return {kind: {}}
    known: dict[str, ReadValue] = {"points": whole(), "to": _rank, "above": choice(*KINDS)}
    found = fields(node, f"naturals.{kind}", reading, known)
    if found is None or _hand_fault({"kind": kind, **found}, node, kind, reading):
        return None
    return {kind: found}


def _merge_hands(before: Value | None, given: Given) -> Value:
    """A list replaces the naturals, a mapping changes those that it names (adds those not there yet).

    A new natural stands above the one named in `above`, else above those that are worth no more.
    """
    if isinstance(given.value, list):
        return given.value
    hands = [dict(hand) for hand in before or []]
    for kind, change in given.value.items():
        old = next((hand for hand in hands if hand["kind"] == kind), None)
        if change == NONE:
            hands = [hand for hand in hands if hand is not old]
            continue
        new = {**(old or {"kind": kind}), **{k: v for k, v in change.items() if k != "above"}}
        above = change.get("above")
        if old is not None and above is None and "points" in old:
            hands[hands.index(old)] = new
            continue
        if old is not None:
            hands.remove(old)
        at = next((i + 1 for i, hand in enumerate(hands) if hand["kind"] == above), None)
        if at is None:
            worth = [i for i, hand in enumerate(hands) if hand.get("points", 0) <= new.get("points", 0)]
            at = worth[-1] + 1 if worth else 0
            if above is not None:
                new["above"] = above
        hands.insert(at, new)
    return hands


_THREE_ROWS: Final = tuple((row.label, row) for row in Row)

SETTINGS: Final[Mapping[Path, Setting]] = {
    ("players", "min"): Setting(whole(2, 4)),
    ("players", "max"): Setting(whole(2, 4)),
    ("players", "more"): Setting(choice("warning", "problem")),
    ("wheel",): Setting(choice("low", "second")),
    ("middle",): Setting(_middle),
    ("order",): Setting(choice("at-least", "strict")),
    ("points", "row"): Setting(whole()),
    ("points", "scoop"): Setting(_bonus),
    ("points", "scoop_all"): Setting(_bonus),
    ("points", "overall"): Setting(whole()),
    ("points", "overall_by"): Setting(choice("rows", "points")),
    ("foul", "pays"): Setting(whole(words=("lost-rows", "nothing"))),
    ("foul", "royalties"): Setting(choice("paid", "unpaid")),
    ("royalties", "count"): Setting(choice("both", "winner-replaces", "winner-adds")),
    **{("royalties", label): row_table(row) for label, row in _THREE_ROWS},
    ("compare",): Setting(choice("everyone", "bank", "single-winner", "pool")),
    ("pool", "sweep"): Setting(whole(words=(NONE,))),
    ("naturals", "between"): Setting(choice("higher", "difference", "equal-cancel")),
    ("naturals", "declared"): Setting(choice("declared", "auto")),
    ("naturals", "hands"): Setting(_hands, _merge_hands),
    ("surrender",): Setting(whole(words=(NONE, "two-rows"))),
    ("aces",): Setting(_aces),
    ("moon", "points"): Setting(whole()),
    ("moon", "highest"): Setting(_rank),
    ("fantasyland", "cards"): Setting(whole(13, 52)),
    **{("fantasyland", "enter", label): row_table(row) for label, row in _THREE_ROWS},
    ("fantasyland", "enter", "together"): Setting(whole(0, 39, words=(NONE,)), clear=NONE),
    **{("fantasyland", "stay", label): row_table(row) for label, row in _THREE_ROWS},
    ("fantasyland", "stay", "royalty"): Setting(whole(words=(NONE,)), clear=NONE),
    ("fantasyland", "stay", "cards"): Setting(choice("base", "same")),
    ("bankroll",): Setting(whole(words=(NONE,))),
    ("table-stakes",): Setting(_yes_no),
    ("decides",): Setting(_decides),
}
"""Every setting by its path, in the order in which rule sets are written."""

OPTIONAL: Final[frozenset[Path]] = frozenset({("fantasyland",), ("moon",)})
"""Groups that a rule set may do without, said by `none`."""

CLEARABLE: Final[frozenset[Path]] = frozenset(
    {("royalties",), ("fantasyland", "enter"), ("fantasyland", "stay")}
)
"""Groups for which `none` clears the tables."""

CHILDREN: Final[Mapping[Path, tuple[str, ...]]] = {
    prefix: tuple(
        dict.fromkeys(p[len(prefix)] for p in SETTINGS if p[: len(prefix)] == prefix and len(p) > len(prefix))
    )
    for prefix in {p[:i] for p in SETTINGS for i in range(len(p))}
}
"""The keys inside each group, `()` being the whole file."""


def dotted(path: Path) -> str:
    """`points.scoop` for a path."""
    return ".".join(path)


def read_settings(
    entries: Iterable[tuple[Node, Node]], reading: Reading, others: Iterable[str] = (), prefix: Path = ()
) -> dict[Path, Given]:
    """The settings that a mapping gives, partial or not; what is wrong in it is said in `reading`.

    `others` are keys that a file has besides its settings, for near matches.
    """
    given: dict[Path, Given] = {}
    known = {normal(word): word for word in CHILDREN[prefix]}
    for name, node in entries:
        word = known.get(normal(name.text))
        if word is not None:
            _read_setting(node, (*prefix, word), reading, given)
        elif prefix == ("naturals",) and normal(name.text) in KINDS:
            change = read_hand_change(node, normal(name.text), reading)
            if change is not None:
                path = ("naturals", "hands")
                before = given.get(path)
                if before is not None and isinstance(before.value, dict):
                    change = {**before.value, **change}
                elif before is not None:
                    reading.say(name, "rules-key", f"{name.text} belongs into `hands`, which are listed too")
                    continue
                given[path] = Given(change, node.place(reading.file), reading.deep)
        else:
            words = [*CHILDREN[prefix], *others, *(KINDS if prefix == ("naturals",) else ())]
            if len(reading.problems) > HINTED_AT_MOST:
                words = []
            reading.say(name, *unknown_key(name.text, words, dotted(prefix)))
    return given


def _read_setting(node: Node, path: Path, reading: Reading, given: dict[Path, Given]) -> None:
    place = node.place(reading.file)
    setting = SETTINGS.get(path)
    if setting is not None:
        value = setting.read(node, dotted(path), reading)
        if value is not None:
            given[path] = Given(value, place, reading.deep)
        return
    if node.kind == "text" and node.text == NONE and path in OPTIONAL:
        given[path] = Given(NONE, place)
        return
    if node.kind == "text" and node.text == NONE and path in CLEARABLE:
        for inner, part in SETTINGS.items():
            if inner[: len(path)] == path and part.clear is not None:
                given[inner] = Given(part.clear, place)
        return
    if path == ("naturals",) and (node.kind == "list" or node.text == NONE):
        _read_setting(node, ("naturals", "hands"), reading, given)
        return
    if node.kind != "mapping":
        none = "none or " if path in OPTIONAL | CLEARABLE else ""
        keys = ", ".join(CHILDREN[path])
        reading.say(node, "rules-value", f"{dotted(path)} is {none}a mapping of {keys}, not {shown(node)}")
        return
    given.update(read_settings(node.entries, reading, prefix=path))
