"""The settings of a rule set: their keys, their values, and how two layers merge.

`SETTINGS` is the only list of keys. Reading, suggestions, merging, completeness checks, printing and the
digest use it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import listed
from ofcscore.files.yaml_nodes import Node
from ofcscore.game.cards import SUITS, Row
from ofcscore.game.naturals import KINDS
from ofcscore.rules.setting_values import (
    NONE,
    Given,
    Path,
    Reading,
    ReadValue,
    Value,
    categories_of,
    choice,
    inner,
    is_inside,
    is_none,
    list_values,
    mapping,
    merge_tables,
    normal,
    rank,
    read_table,
    say_unknown_key,
    shown,
    text_value,
    whole,
    yes_no,
)

DECIDES: Final = ("surrender", "natural", "moon", "foul", "rows")
"""The words that may decide a pair, in the usual order.

The moon comes before the foul, because fouled boards pay it too."""


class Setting(NamedTuple):
    """A setting: how to read its value and how to merge it over an earlier one.

    Without `merge` the new value replaces the earlier one. `default` is the value if a rule set does not set
    it, or None if it must. Default values are not part of a rule set's settings and its digest.
    """

    read: ReadValue
    merge: Callable[[Value | None, Given], Value] | None = None
    default: Value | None = None


_number_or_none: Final = whole(words=(NONE,))
_OF: Final = ("rows", "rows-and-royalties")
_points_or_factor: Final = mapping(
    {"points": whole(), "factor": whole(1, 99, words=("players",)), "of": choice(*_OF)}
)
_from_opponents: Final = mapping(
    {"points": whole(), "factor": whole(1, 99), "opponents": whole(2, 3), "fouls": choice("count", "not")}
)
_OTHERWISE: Final[Mapping[str, Value]] = {
    "points": None,
    "factor": None,
    "opponents": 2,
    "fouls": "count",
    "of": _OF[0],
}
"""The keys of a scoop, with their default values."""


def _bonus(read: ReadValue, node: Node, key: str, reading: Reading) -> Value | None:
    """Read a scoop: none, a number or {factor: N}; drop keys like `_OTHERWISE`."""
    if node.kind != "mapping":
        number = _number_or_none(node, key, reading)
        return NONE if number == 0 else number
    found = read(node, key, reading)
    if found is None:
        return None
    bonus = {word: found[word] for word, usual in _OTHERWISE.items() if found.get(word, usual) != usual}
    if ("points" in bonus) is ("factor" in bonus) or ("of" in bonus and "factor" not in bonus):
        reading.say(node, f"{key} must be either {{points: N}} or {{factor: N}}")
        return None
    if bonus.get("factor") == 1 or bonus.get("points") == 0:
        return NONE
    return bonus["points"] if [*bonus] == ["points"] else bonus


_scoop: Final = partial(_bonus, _points_or_factor)
_scoops: Final = mapping({"2": _scoop, "3": _scoop})


def _many(node: Node, key: str, reading: Reading) -> Value | None:
    found = _scoops(node, key, reading)
    return NONE if found == {} else found


def _or(word: str, read: ReadValue) -> ReadValue:
    return lambda node, key, reading: word if normal(node.text) == word else read(node, key, reading)


def _mapped(known: Mapping[str, ReadValue], otherwise: ReadValue, *needed: str) -> ReadValue:
    """Return a reader of mappings (all keys are needed by default) and of other nodes."""
    read = mapping(known, *(needed or known))
    return lambda node, key, reading: (read if node.kind == "mapping" else otherwise)(node, key, reading)


_WORST: Final = "add the highest card that is allowed: `middle: {low: {worst: T}}`"
# With `worst: any` no card is too high, and a pair is not a foul.
_middle: Final = _mapped(
    {"low": mapping({"worst": _or("any", rank)}, "worst")},
    text_value(
        lambda text: "high" if normal(text) == "high" else None,
        "high or {low: {worst: T}}",
        lambda text: _WORST if normal(text) == "low" else None,
    ),
)


def _ace_points(node: Node, key: str, reading: Reading) -> Value | None:
    numbers = list_values(whole(), node, key, reading, "[0, 1, 2, 6, 8]")
    if None in numbers:
        return None
    if len(numbers) != 5:
        reading.say(node, f"{key} needs five numbers, for 0 to 4 aces, but has {len(numbers)}")
        return None
    return numbers


def _suit_order(text: str) -> str | None:
    return text.lower() if sorted(text.lower()) == sorted(SUITS) else None


_suits: Final = _mapped(
    {
        "suits": text_value(_suit_order, "the four suits from best to worst, for example shcd"),
        "compare": choice("after", "before"),
    },
    text_value(lambda text: None, "none or {suits: shcd}, the best suit first"),
    "suits",
)


def _ties(node: Node, key: str, reading: Reading) -> Value | None:
    found = _suits(node, key, reading)
    return found and {word: value for word, value in found.items() if value != "after"}


def _one_card(text: str) -> str | None:
    # Most logs need no spelling of cards.
    from ofcscore.game.spelling import read_one_card

    return read_one_card(text)


_card: Final = text_value(_one_card, "none or one card with its suit, for example 5h")


def _decides(node: Node, key: str, reading: Reading) -> Value | None:
    words = list_values(choice(*DECIDES), node, key, reading, f"[{', '.join(DECIDES)}]")
    if None in words:
        return None
    for i, word in enumerate(words):
        if word in words[:i]:
            reading.say(node.items[i], f"{key} contains {word} twice")
            return None
    if not words or words[-1] != DECIDES[-1]:
        reading.say(node, f"{key} must end with {DECIDES[-1]}, which always decide")
        return None
    return words


def _row_needed(row: Row) -> ReadValue:
    categories = categories_of(row)
    one_of = choice("any", *categories, *(f"{word}-{OR_BETTER}" for word in categories))

    def read(node: Node, key: str, reading: Reading) -> Value | None:
        word = one_of(node, key, reading)
        return word and word.replace(f"-{OR_BETTER}", " or better")

    return read


def _own_name(text: str) -> str | None:
    from ofcscore.game.spelling import find_kind

    name = normal(text)
    return name if re.fullmatch(OWN_NAME, name) and find_kind(name) is None else None


OR_BETTER: Final = "or-better"
BY_ROWS: Final = "rows"
"""The kind of natural that a rule set defines by its rows."""
OWN_NAME: Final = "[a-z]+(-[a-z]+){0,4}"
_rows_needed: Final = {row.label: _row_needed(row) for row in Row}
_hand: Final = mapping(
    {
        "kind": choice(*KINDS, BY_ROWS),
        "name": text_value(_own_name, "a new name of letters a to z and hyphens"),
        **_rows_needed,
        "points": whole(),
        "to": rank,
    },
    *("kind", "points"),
)
_hand_change: Final = mapping({"points": whole(), "to": rank, "above": choice(*KINDS)})
_own_hand: Final = mapping({"kind": choice(BY_ROWS), **_rows_needed, "points": whole()}, "points")


def called_natural(hand: Mapping[str, Value]) -> str:
    return str(hand.get("name", hand["kind"]))


def _is_sound(hand: dict[str, Value], node: Node, reading: Reading) -> bool:
    """Return True if a natural's keys are valid; report others; drop `any` rows."""
    rows = [row.label for row in Row if hand.get(row.label, "any") != "any"]
    if "to" in hand and hand["kind"] != "small":
        reading.say(node, f"only the natural small has a highest rank (`to`), not {hand['kind']}")
        return False
    if hand["kind"] == BY_ROWS and ("name" not in hand or not rows):
        reading.say(node, "a natural of kind rows needs a name and a row", f"write for example `{_EXAMPLE}`")
        return False
    if hand["kind"] != BY_ROWS and not hand.keys().isdisjoint(("name", *_rows_needed)):
        what = f"only a natural of kind rows has a name and rows, not {hand['kind']}"
        reading.say(node, what, f"write for example `{_EXAMPLE}`")
        return False
    for label in _rows_needed.keys() - rows:
        hand.pop(label, None)
    return True


_EXAMPLE: Final = "{kind: rows, name: locked, middle: quads, bottom: straight-flush, points: 6}"


def _hands(node: Node, key: str, reading: Reading) -> Value | None:
    if is_none(node):
        return []
    faults = len(reading.problems)
    hands = list_values(_hand, node, key, reading, "[{kind: six-pairs, points: 3}]")
    names: set[str] = set()
    for item, hand in zip(node.items, hands, strict=False):
        if hand is not None and _is_sound(hand, item, reading):
            name = called_natural(hand)
            if name in names:
                reading.say(item, f"{name} appears twice")
            names.add(name)
    return hands if len(reading.problems) == faults else None


def _read_hand(node: Node, name: str, reading: Reading) -> Value | None:
    key = f"naturals.{name}"
    if name not in KINDS:
        own = _own_hand(node, key, reading)
        hand = {"kind": BY_ROWS, "name": name, **(own or {})}
        return hand if own is not None and _is_sound(hand, node, reading) else None
    if node.kind == "text":
        points = _number_or_none(node, key, reading) if node.text else {}
        return {"points": points} if isinstance(points, int) else points
    change = _hand_change(node, key, reading)
    return change if change is not None and _is_sound({"kind": name, **change}, node, reading) else None


def _merge_hands(before: Value | None, given: Given) -> Value:
    """Merge naturals: a list replaces them, and a mapping changes or adds some.

    A new natural ranks above the one named in `above`, otherwise above all that pay no more.
    """
    if isinstance(given.value, list):
        return given.value
    hands = [dict(hand) for hand in before or []]
    for name, change in given.value.items():
        old = next((hand for hand in hands if called_natural(hand) == name), {"kind": name})
        others = [hand for hand in hands if hand is not old]
        if change == NONE:
            hands = others
            continue
        new = {**old, **change}
        below = [i for i, hand in enumerate(others) if called_natural(hand) == change.get("above")]
        if below:
            del new["above"]
        elif "points" in old and "above" not in change:
            below = [hands.index(old) - 1]
        else:
            below = [i for i, hand in enumerate(others) if hand.get("points", 0) <= new.get("points", 0)]
        at = max(below, default=-1) + 1
        hands = [*others[:at], new, *others[at:]]
    return hands


def _row_tables(group: Path) -> dict[Path, Setting]:
    return {f"{group}.{row.label}": Setting(partial(read_table, row), merge_tables) for row in Row}


SETTINGS: Final[Mapping[Path, Setting]] = {
    "players.min": Setting(whole(2, 4)),
    "players.max": Setting(whole(2, 4)),
    "players.more": Setting(choice("warning", "problem")),
    "wheel": Setting(choice("low", "second")),
    "ranks": Setting(choice("ace-high", "deuce-high"), default="ace-high"),
    "middle": Setting(_middle),
    "order": Setting(choice("at-least", "strict")),
    "points.row": Setting(whole()),
    "points.scoop": Setting(_scoop),
    "points.scoop_all": Setting(partial(_bonus, _from_opponents)),
    "points.scoop_many": Setting(_or(NONE, _many), default=NONE),
    "points.scoop_when": Setting(choice("all-won", "none-lost"), default="all-won"),
    "points.overall": Setting(whole()),
    "points.overall_by": Setting(choice("rows", "points")),
    "foul.pays": Setting(_mapped({"factor": whole(1, 99)}, whole(words=("lost-rows", "nothing")))),
    "foul.royalties": Setting(choice("paid", "unpaid")),
    "foul.allowed": Setting(yes_no, default="yes"),
    "royalties.count": Setting(choice("both", "winner-replaces", "winner-adds")),
    **_row_tables("royalties"),
    "factors.royalties": Setting(whole(1, 100), default=1),
    "factors.scoop": Setting(whole(1, 100), default=1),
    "factors.naturals": Setting(whole(1, 100), default=1),
    "ties": Setting(_or(NONE, _ties), default=NONE),
    "cards.double": Setting(_or(NONE, _card), default=NONE),
    "compare": Setting(choice("everyone", "bank", "single-winner", "pool")),
    "bank_ties": Setting(choice("bank", "push"), default="bank"),
    "pool.sweep": Setting(_number_or_none),
    "naturals.between": Setting(choice("higher", "difference", "equal-cancel")),
    "naturals.declared": Setting(choice("declared", "auto")),
    "naturals.false-claim": Setting(_number_or_none, default=NONE),
    "naturals.pays": Setting(choice("instead", "on-top"), default="instead"),
    "naturals.hands": Setting(_hands, _merge_hands),
    "surrender": Setting(whole(words=(NONE, "two-rows"))),
    "absent": Setting(_number_or_none, default=NONE),
    "aces": Setting(_or(NONE, _mapped({"pooled": _ace_points}, _ace_points))),
    "moon.points": Setting(whole()),
    "moon.highest": Setting(rank),
    "fantasyland.cards": Setting(whole(13, 52)),
    **_row_tables("fantasyland.enter"),
    "fantasyland.enter.together": Setting(whole(0, 39, words=(NONE,))),
    **_row_tables("fantasyland.stay"),
    "fantasyland.stay.royalty": Setting(_number_or_none),
    "fantasyland.stay.cards": Setting(choice("base", "same")),
    "fantasyland.button": Setting(choice("stays", "moves"), default="stays"),
    "bankroll": Setting(_number_or_none),
    "table-stakes": Setting(yes_no),
    "limits.first": Setting(choice("dealer", "left-of-dealer"), default="dealer"),
    "limits.by": Setting(choice("start", "running"), default="start"),
    "decides": Setting(_decides),
    "jokers": Setting(whole(1, 2, words=(NONE,)), default=NONE),
    "joker.copies": Setting(choice("row", "any", "board"), default="row"),
    "joker.five-of-a-kind": Setting(choice("none", "below-royal", "above-royal"), default=NONE),
    "joker.two-on-top": Setting(whole(1, words=(NONE,)), default=NONE),
}
"""All settings by path, in the order in which rule files are written."""

DEFAULTS: Final[Mapping[Path, Value]] = {
    path: setting.default for path, setting in SETTINGS.items() if setting.default is not None
}

ROW_TABLES: Final = tuple(path for path, setting in SETTINGS.items() if setting.merge is merge_tables)
DOUBTFUL: Final = (*ROW_TABLES, "naturals.hands")
"""The settings that may look wrong but be intended."""

OPTIONAL: Final[frozenset[Path]] = frozenset({"fantasyland", "moon"})
"""Groups that a rule set may set to `none`."""

CLEARABLE: Final[frozenset[Path]] = frozenset({"royalties", "fantasyland.enter", "fantasyland.stay"})
"""Groups for which `none` sets each of their settings that may be `none`."""


def _groups() -> dict[Path, tuple[str, ...]]:
    groups: dict[Path, dict[str, None]] = {}
    for path in SETTINGS:
        words = path.split(".")
        for i, word in enumerate(words):
            groups.setdefault(".".join(words[:i]), {})[word] = None
    return {group: tuple(keys) for group, keys in groups.items()}


CHILDREN: Final[Mapping[Path, tuple[str, ...]]] = _groups()


def read_settings(
    entries: Iterable[tuple[Node, Node]], reading: Reading, others: Iterable[str] = (), group: Path = ""
) -> dict[Path, Given]:
    """Read the settings of a mapping; `others` are further keys, only for suggestions."""
    given: dict[Path, Given] = {}
    known = {normal(word): word for word in CHILDREN[group]}
    for name, node in entries:
        word = known.get(normal(name.text))
        if word is not None:
            given |= _read_setting(node, inner(group, word), reading)
        elif group == "naturals" and (normal(name.text) in KINDS or _is_own_hand(name, node)):
            _change_hand(name, node, reading, given)
        else:
            words = [*CHILDREN[group], *others, *(KINDS if group == "naturals" else ())]
            hint = None if group else _in_its_group(name, node, reading)
            say_unknown_key(name, words, group, reading, hint)
    return given


def ordered(paths: Iterable[Path]) -> list[Path]:
    """Sort paths in the order in which rule files are written."""
    order = {path: i for i, path in enumerate(SETTINGS)}
    first = {group: min(i for path, i in order.items() if is_inside(path, group)) for group in OPTIONAL}
    return sorted(paths, key=lambda path: (order.get(path, first.get(path, 0)), len(path)))


def called(word: str) -> list[Path]:
    """Return the settings whose path ends in a word: `points.scoop` for `scoop`."""
    return [path for path in SETTINGS if "." in path and f".{normal(path)}".endswith(f".{normal(word)}")]


def _in_its_group(name: Node, value: Node, reading: Reading) -> str | None:
    written = []
    for path in called(name.text):
        valid = value.text if _value(value, SETTINGS[path]) is not None else None
        in_file = f"`{path.replace('.', ': {')}: {valid or '...'}{'}' * path.count('.')}`"
        # With `deep` it is a `--set` option.
        written.append(f"`--set {path}={valid or 'VALUE'}`" if reading.deep else in_file)
    return f"write {listed(written)}" if written else None


def _is_own_hand(name: Node, node: Node) -> bool:
    keys = {normal(key.text) for key, _ in node.entries} if node.kind == "mapping" else set()
    return re.fullmatch(OWN_NAME, normal(name.text)) is not None and not keys.isdisjoint(_rows_needed)


def _change_hand(name: Node, node: Node, reading: Reading, given: dict[Path, Given]) -> None:
    kind, path = normal(name.text), "naturals.hands"
    change = _read_hand(node, kind, reading)
    before = given[path].value if path in given else {}
    if change is not None and isinstance(before, list):
        reading.say(name, f"{name.text} belongs in the list `hands`", code="rules-key")
    elif change is not None:
        given[path] = Given({**before, kind: change}, reading.place(node), reading.deep)


def _read_setting(node: Node, path: Path, reading: Reading) -> dict[Path, Given]:
    place = reading.place(node)
    setting = SETTINGS.get(path)
    if setting is not None:
        value = setting.read(node, path, reading)
        return {} if value is None else {path: Given(value, place, reading.deep)}
    if is_none(node) and path in OPTIONAL:
        return {path: Given(NONE, place)}
    if is_none(node) and path in CLEARABLE:
        inside = {part: _value(node, one) for part, one in SETTINGS.items() if is_inside(part, path)}
        return {part: Given(value, place) for part, value in inside.items() if value is not None}
    if path == "naturals" and (node.kind == "list" or is_none(node)):
        return _read_setting(node, "naturals.hands", reading)
    if node.kind == "mapping":
        return read_settings(node.entries, reading, group=path)
    none = "none or " if path in OPTIONAL | CLEARABLE else ""
    message = f"{path} must be {none}a mapping of {', '.join(CHILDREN[path])}, not {shown(node)}"
    reading.say(node, message, _inside_hint(node, path))
    return {}


def _inside_hint(node: Node, path: Path) -> str | None:
    if _value(node, SETTINGS.get(f"{path}s")) is not None:
        return f"did you mean `{path}s`?"
    first = CHILDREN[path][0]
    fitting = [word for word in CHILDREN[path] if _value(node, SETTINGS.get(inner(path, word))) is not None]
    return f"write `{path.rpartition('.')[2]}: {{{first}: {node.text}}}`" if fitting == [first] else None


def _value(node: Node, setting: Setting | None) -> Value | None:
    return setting.read(node, "", Reading("", [])) if setting is not None and node.kind == "text" else None
