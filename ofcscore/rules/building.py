"""Rule sets from their names: files found, layers merged left to right, the whole checked and built.

`load_rules("ofc + moon + ./house.yaml")` is the way in. A rule file gives settings (`settings.py`) and
may say `extends:` (what it builds upon), `requires:` (what must stand to its left, and why), `when:`
(settings that depend on what stands to its left) and `add:` (amounts added to royalties there). No rule
set is known here by name: all of them are files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ofcscore.files.yaml_nodes import Node, read_document, text_node
from ofcscore.game.board import Row
from ofcscore.game.cards import RANKS
from ofcscore.game.naturals import NaturalHand, Naturals
from ofcscore.game.ranks import CATEGORY_BY_KEY, Category
from ofcscore.problems.problem import Exit, Place, Problem, show
from ofcscore.rules.checks import Nonsense, doubts, nonsense
from ofcscore.rules.files import (
    RuleFile,
    default_name,
    has_file_name,
    holds,
    is_shipped_name,
    read_own,
    read_shipped,
    read_text,
    shipped_names,
)
from ofcscore.rules.model import (
    Bonus,
    Fantasyland,
    FoulPrice,
    Middle,
    Moon,
    Players,
    PointValues,
    RowTable,
    RowTables,
    Royalties,
    Rules,
)
from ofcscore.rules.settings import (
    NONE,
    OPTIONAL,
    SETTINGS,
    Given,
    Path,
    Reading,
    Value,
    dotted,
    near_hint,
    read_settings,
)

MOST_FILES: Final = 32


class Change(NamedTuple):
    """What one layer changed: a setting's value before and after, None where there was none."""

    path: Path
    before: Value | None
    after: Value | None


class Layer(NamedTuple):
    """One layer of a merged rule set: what it is, and what it changed of what stood to its left."""

    name: str
    title: str
    source: str
    shipped: bool
    changes: tuple[Change, ...]


class Loaded(NamedTuple):
    """A rule set with its history: the layers, and which of them gave each setting last."""

    rules: Rules
    layers: tuple[Layer, ...]
    origins: Mapping[Path, str]


class _Term(NamedTuple):
    """One name in a sum and where it stands; problems with the name get `status`."""

    text: str
    place: Place
    status: Exit


class _Step(NamedTuple):
    """A layer to be merged, the term that asked for it, and whether the sum itself names it."""

    file: RuleFile
    term: _Term
    named: bool = True


class _Search:
    """The search for the files of a sum: problems, how many files were read, and whether any may be."""

    def __init__(self, *, rule_files: bool = True) -> None:
        self.problems: list[Problem] = []
        self.files = 0
        self.rule_files = rule_files

    def say(self, term: _Term, code: str, message: str, hint: str | None = None) -> None:
        self.problems.append(Problem(code, term.place, message, hint, status=term.status))


def load_rules(
    text: str,
    *,
    base: str | os.PathLike[str] | None = None,
    place: Place | None = None,
    sets: Sequence[str] = (),
    rule_files: bool = True,
) -> tuple[Rules | None, list[Problem]]:
    """The rule set that a sum of names and files stands for, None where it cannot be had; its problems.

    `text` is like `ofc`, `chinese + moon` or `ofc + ./house.yaml`; paths are relative to `base` (a folder;
    None is the current one). `place` is where the text stands in a log, None for an option: faults of
    naming are then the log's (exit status 1), else, like all faults inside rule files, 2. `sets` are
    settings such as `points.scoop=0`, applied last. Without `rule_files` shipped names alone are known, and
    the disk is not looked at. Warnings come along with the rules.

    >>> load_rules("ofc")[0].name
    'ofc'
    """
    loaded, problems = load_layers(text, base=base, place=place, sets=sets, rule_files=rule_files)
    return loaded.rules if loaded else None, problems


def load_layers(
    text: str,
    *,
    base: str | os.PathLike[str] | None = None,
    place: Place | None = None,
    sets: Sequence[str] = (),
    rule_files: bool = True,
) -> tuple[Loaded | None, list[Problem]]:
    """As `load_rules`, with what each layer changed and which one gave each setting."""
    if not sets:
        kept = _load_shipped(text)
        # What is wrong with the names is said again where they stand.
        if kept is not None and (place is None or not kept[1]):
            return kept[0], list(kept[1])
    folder = os.fspath(base) if base is not None else ""
    search = _Search(rule_files=rule_files)
    status = Exit.USAGE if place is None else Exit.INPUT
    terms = _terms(text, place or Place(""), status, search)
    steps = _steps(terms, folder, (), search)
    for setting in sets:
        step = _set_step(setting, search.problems)
        if step is not None:
            steps.append(step)
    if any(not p.warning for p in search.problems):
        return None, search.problems
    return _merge(steps, search.problems)


def check_file(path: str) -> tuple[Loaded | None, list[Problem]]:
    """The problems of one rule file, and its rule set where it states or extends everything.

    A file that does not is an option: it is read, and no more can be said of it alone.
    """
    text, fault = read_text(path)
    if text is None:
        return None, [Problem("rules-file", Place(path), f"{show(path)} {fault}", status=Exit.FILES)]
    search = _Search()
    name = f"./{path}" if is_shipped_name(path) else path
    steps = _steps([_Term(name, Place(path), Exit.USAGE)], "", (), search)
    if search.problems or not _is_whole(steps):
        return None, search.problems
    return _merge(steps, search.problems)


@lru_cache(maxsize=256)
def _load_shipped(text: str) -> tuple[Loaded | None, tuple[Problem, ...]] | None:
    """A sum of shipped names alone, kept for the next log; None where a file takes part."""
    parts = [part.strip() for part in text.split("+")]
    if not all(part and is_shipped_name(part) and read_shipped(part) for part in parts):
        return None
    search = _Search()
    terms = _terms(text, Place(""), Exit.USAGE, search)
    steps = _steps(terms, "", (), search)
    loaded, problems = (None, search.problems) if search.problems else _merge(steps, [])
    return loaded, tuple(problems)


_TERM: Final = re.compile(r'[ \t]*("[^"]*"|[^+]*?)[ \t]*(\+|\Z)')


def _terms(text: str, place: Place, status: Exit, search: _Search) -> list[_Term]:
    """The names of a sum, each with its own place where the text stands in a log's line."""
    start = place.column - 1
    inside = place.text is not None and place.text[start : start + len(text)] == text
    terms: list[_Term] = []
    for match in _TERM.finditer(text):  # pragma: no branch - the last term has no + behind it
        name, plus = match.groups()
        where = place
        if inside:
            where = place._replace(column=place.column + match.start(1), width=max(len(name), 1))
        term = _Term(name.strip('"'), where, status)
        if term.text:
            terms.append(term)
        elif plus or terms:
            side = "before" if plus else "behind"
            search.say(term, "rules-sum", f"there is a + with no rule set {side} it", _sum_hint())
        else:
            search.say(term, "rules-sum", "no rule set is named", f"the usual one is `{default_name()}`")
        if not plus:
            break
    return terms


def _sum_hint() -> str:
    return f"write `{default_name()} + ./house.yaml`"


def _steps(
    terms: Sequence[_Term], folder: str, chain: tuple[tuple[str, str], ...], search: _Search
) -> list[_Step]:
    """The layers of a sum in the order of merging; `chain` has identity and name of the files above."""
    steps: list[_Step] = []
    seen: dict[str, str] = {}
    for number, term in enumerate(terms):
        found = _find(term, folder, chain, search)
        if found is None:
            continue
        file, identity, inner = found
        if identity in seen:
            search.say(
                term, "rules-twice", f"{show(term.text)} is named twice in {_sum(terms)}", "leave one out"
            )
            continue
        seen[identity] = term.text
        under: list[_Step] = []
        if file.extends is not None:
            node = file.extends
            place = node.place(file.file)
            lower = _terms(node.text, place, Exit.USAGE, search)
            under = _steps(lower, inner, (*chain, (identity, term.text)), search)
        own = [*under, _Step(file, term, named=not chain)]
        if steps and _is_whole(own):
            before = " + ".join(t.text for t in terms[:number])
            hint = f"write it first: `{show(term.text)} + {show(before)}`"
            search.say(
                term,
                "rules-whole",
                f"{show(term.text)} states every setting, so nothing of {show(before)} would be left",
                "name one of the two" if _is_whole(steps) else hint,
            )
        steps += own
    return steps


def _sum(terms: Sequence[_Term]) -> str:
    return show(" + ".join(term.text for term in terms))


def _is_whole(steps: Sequence[_Step]) -> bool:
    given = {path for step in steps for path in step.file.given}
    return not _missing(given)


def _missing(given: set[Path]) -> list[Path]:
    """The settings that nobody stated; none are asked of a group that a rule set does without."""
    return [
        path
        for path in SETTINGS
        if path not in given
        and not any(path[:i] in given and path[:i] in OPTIONAL for i in range(1, len(path)))
    ]


def _find(
    term: _Term, folder: str, chain: tuple[tuple[str, str], ...], search: _Search
) -> tuple[RuleFile, str, str] | None:
    """The file of a term, its identity, and the folder that its own paths are relative to."""
    name = term.text
    via = _chain(chain, name)
    if "://" in name:
        search.say(
            term,
            "rules-unknown",
            f"{show(name)} is an address, and rule sets are read from files alone{via}",
            "save it beside the log and write `./house.yaml`",
        )
        return None
    if is_shipped_name(name):
        shipped = read_shipped(name)
        if shipped is None:
            search.say(
                term,
                "rules-unknown",
                f"there is no rule set `{show(name)}`{via}",
                _name_hint(name, folder if search.rule_files else None),
            )
            return None
        file, problems = shipped
        search.problems += problems
        identity, inner = f"shipped {name}", folder
    elif not search.rule_files:
        search.say(
            term,
            "rules-file",
            f"{show(name)} is a file, and no rule files are read here{via}",
            f"name rule sets that come with the program, such as `{default_name()}`",
        )
        return None
    elif not has_file_name(name):
        search.say(
            term,
            "rules-file",
            f"{show(name)} is not read: the name of a rule file ends in .yaml or .yml{via}",
            "such as `./house.yaml`; what comes with the program has no slash",
        )
        return None
    else:
        home = os.path.expanduser(name) if name.startswith("~/") else name
        path = os.path.normpath(os.path.join(folder, home))
        # No file system has a name with a NUL in it, and asking raises.
        identity = path if "\0" in path else os.path.realpath(path)
        inner = os.path.dirname(path)
        if identity not in {known for known, _ in chain}:
            search.files += 1
            text, fault = read_text(path) if search.files <= MOST_FILES else (None, "is one file too many")
            if text is None:
                search.say(term, "rules-file", f"{show(name)} {fault}{via}")
                return None
            file, faults = read_own(text, path, name)
            search.problems += faults
    if identity in {known for known, _ in chain}:
        search.say(
            term, "rules-cycle", f"{show(name)} extends itself{via}", "leave the `extends:` out of one"
        )
        return None
    return file, identity, inner


def _chain(chain: tuple[tuple[str, str], ...], name: str) -> str:
    """` (a.yaml -> b.yaml -> name)` for a name that another file extends."""
    return f" ({show(' -> '.join([*(known for _, known in chain), name]))})" if chain else ""


def _name_hint(name: str, folder: str | None) -> str:
    """What may be meant by a name that no shipped rule set has; `folder` is None where no file is."""
    presets, options = shipped_names()
    for suffix in (".yaml", ".yml"):
        if folder is not None and len(name) < 200 and os.path.isfile(os.path.join(folder, name + suffix)):
            return f"a file is named with a slash: `./{show(name)}{suffix}`"
    hint = near_hint(name, (*presets, *options))
    return hint or "`rules list` prints all of them; a file has a slash: `./house.yaml`"


def _set_step(setting: str, problems: list[Problem]) -> _Step | None:
    """A `--set KEY=VALUE` as a layer of its own."""
    file = f"--set {show(setting)}"
    term = _Term(setting, Place(file), Exit.USAGE)
    key, equals, value = setting.partition("=")
    words = key.strip().split(".")
    if not equals or not all(words):
        problems.append(
            Problem(
                "rules-set",
                Place(file),
                "a setting is written KEY=VALUE",
                "such as `--set points.scoop=0`",
                status=Exit.USAGE,
            )
        )
        return None
    root, faults = read_document(value, file, Exit.USAGE)
    reading = Reading(file, [p._replace(place=Place(file)) for p in faults], deep=True)
    node = _nowhere(root) if root is not None else text_node("")
    for word in reversed(words[1:]):
        node = Node("mapping", "", (), ((text_node(word), node),), 0, 0, 1)
    given = read_settings([(text_node(words[0]), node)], reading)
    problems += reading.problems
    return _Step(RuleFile(show(setting.replace(" ", "")), file, False, given=given), term)


def _nowhere(node: Node) -> Node:
    """The node without its lines, which are those of an option's value and say nothing."""
    return node._replace(
        line=0,
        source=None,
        items=tuple(map(_nowhere, node.items)),
        entries=tuple((_nowhere(key), _nowhere(value)) for key, value in node.entries),
    )


def _merge(steps: Sequence[_Step], problems: list[Problem]) -> tuple[Loaded | None, list[Problem]]:
    """The layers merged left to right, checked and built."""
    settings: dict[Path, Value] = {}
    origins: dict[Path, _Step] = {}
    places: dict[Path, Place] = {}
    layers: list[Layer] = []
    for step in steps:
        before = dict(settings)
        file = step.file
        failed = [r for r in file.requires if before and not holds(before, r.condition)]
        if failed:
            left = " + ".join(layer.name for layer in layers)
            problems.append(
                Problem(
                    "rules-sense",
                    step.term.place,
                    f"{show(file.name)} makes no sense on {show(left)}: {failed[0].because}",
                    status=step.term.status,
                )
            )
            continue
        parts = [file.given, *(w.given for w in file.when if all(holds(before, c) for c in w.conditions))]
        for part in parts:
            for path, given in part.items():
                _give(settings, path, given)
                origins[path] = step
                places[path] = given.place
        for addition in file.add:
            table = settings.get(addition.path, {})
            settings[addition.path] = {
                category: _plus(number, addition.amount) if addition.category in (None, category) else number
                for category, number in table.items()
            }
            if table:
                origins[addition.path] = step
        changes = tuple(
            Change(path, before.get(path), settings.get(path))
            for path in _ordered({*before, *settings})
            if before.get(path) != settings.get(path)
        )
        layers.append(Layer(file.name, file.title, file.source, file.shipped, changes))
    missing = _missing(set(settings))
    if missing:
        problems.append(_incomplete(steps, missing, settings))
        return None, problems
    last = {id(step): number for number, step in enumerate(steps)}

    def problem(found: Nonsense, warning: bool) -> Problem:
        known = [path for path in found.paths if path in origins]
        path = max(known, key=lambda p: last[id(origins[p])])
        step = origins[path]
        own = step.file.file.startswith("--set ")
        if step.file.shipped or path not in places:
            place, status = step.term.place, step.term.status
        else:
            place, status = places[path] if not own else Place(step.file.file), Exit.USAGE
        return Problem(
            "rules-doubt" if warning else "rules-sense", place, found.message, found.hint, warning, status
        )

    below = [path for path in SETTINGS if any(n < 0 for n in _all_numbers(settings.get(path)))]
    wrong = [Nonsense((path,), f"{dotted(path)} would pay less than nothing") for path in below]
    wrong += nonsense(settings)
    problems += [problem(found, warning=False) for found in wrong]
    if any(not p.warning for p in problems):
        return None, problems
    problems += [problem(found, warning=True) for found in doubts(settings)]
    named = [step.file for step in steps if step.named]
    rules = build(
        settings,
        name=" + ".join(file.name for file in named),
        title=" + ".join(file.title or file.name for file in named),
        source="; ".join(dict.fromkeys(layer.source for layer in layers if layer.source)),
        layers=tuple(layer.name for layer in layers),
    )
    given_by = {path: step.file.name for path, step in origins.items() if path in settings}
    return Loaded(rules, tuple(layers), given_by), problems


def _give(settings: dict[Path, Value], path: Path, given: Given) -> None:
    """Puts one given value over what is there; a group that is `none` and its settings replace each other."""
    if path in OPTIONAL:
        for inner in [p for p in settings if p[: len(path)] == path]:
            del settings[inner]
        settings[path] = given.value
        return
    for i in range(1, len(path)):
        if path[:i] in OPTIONAL:
            settings.pop(path[:i], None)
    settings[path] = SETTINGS[path].merge(settings.get(path), given)


def _plus(number: Value, amount: int) -> Value:
    if isinstance(number, dict):
        return {ranks: n + amount for ranks, n in number.items()}
    return number + amount


def _all_numbers(value: Value) -> list[int]:
    if isinstance(value, dict):
        return [n for inner in value.values() for n in _all_numbers(inner)]
    return [value] if isinstance(value, int) else []


def _ordered(paths: set[Path]) -> list[Path]:
    """Paths in the order in which rule sets are written."""
    order = {path: i for i, path in enumerate(SETTINGS)}
    first = {group: min(i for p, i in order.items() if p[: len(group)] == group) for group in OPTIONAL}
    return sorted(paths, key=lambda path: (order.get(path, first.get(path, 0)), len(path)))


def _incomplete(steps: Sequence[_Step], missing: Sequence[Path], settings: Mapping[Path, Value]) -> Problem:
    """The one problem of a rule set that does not state everything."""
    first = steps[0]
    listed = ", ".join(dotted(path) for path in missing[:4])
    more = f" and {len(missing) - 4} more settings" if len(missing) > 4 else ""
    usual = default_name()
    if first.file.shipped and len(missing) > 4:
        return Problem(
            "rules-missing",
            first.term.place,
            f"{show(first.file.name)} is an option, and goes on top of a rule set",
            f"write `{usual} + {show(first.term.text)}`",
            status=first.term.status,
        )
    partly = [path for path in missing if any(p[0] == path[0] for p in settings)]
    blamed = next(
        (s for s in reversed(steps) if any(p[0] == q[0] for p in s.file.given for q in partly)), first
    )
    place = blamed.term.place if blamed.file.shipped else Place(blamed.file.file)
    status = blamed.term.status if blamed.file.shipped else Exit.USAGE
    hint = None
    if len(missing) > 4:
        hint = f"begin it with `extends: {usual}`, or write `{usual} + {show(blamed.term.text)}`"
    name = show(" + ".join(step.file.name for step in steps if step.named))
    return Problem("rules-missing", place, f"{name} does not state {listed}{more}", hint, status=status)


def nested(settings: Mapping[Path, Value]) -> dict[str, Value]:
    """Merged settings as one mapping in the shape of a rule file, in its order."""
    root: dict[str, Value] = {}
    for path in _ordered(set(settings)):
        inner = root
        for key in path[:-1]:
            inner = inner.setdefault(key, {})
        inner[path[-1]] = settings[path]
    return root


def digest(settings: Mapping[Path, Value]) -> str:
    """Twelve hexadecimal digits that are equal for equal settings, whatever the set is called."""
    from hashlib import sha256

    return sha256(_canonical_json(nested(settings)).encode("ascii")).hexdigest()[:12]


def _canonical_json(value: Value) -> str:
    """JSON with sorted keys and no blanks; settings are plain words and whole numbers.

    By hand, because importing json takes longer than loading a rule set.
    """
    if isinstance(value, dict):
        return "{" + ",".join(f'"{key}":{_canonical_json(value[key])}' for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_canonical_json, value)) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'


def build(
    settings: Mapping[Path, Value], *, name: str, title: str, source: str, layers: tuple[str, ...]
) -> Rules:
    """The rule set that complete settings mean."""
    get = settings.__getitem__
    middle = get(("middle",))
    land = ("fantasyland",)
    return Rules(
        name=name,
        title=title,
        source=source,
        players=Players(get(("players", "min")), get(("players", "max")), get(("players", "more"))),
        wheel=get(("wheel",)),
        middle=Middle() if middle == "high" else Middle(True, _rank_number(middle["low"]["worst"])),
        order=get(("order",)),
        points=PointValues(
            get(("points", "row")),
            _bonus(get(("points", "scoop"))),
            _bonus(get(("points", "scoop_all"))),
            get(("points", "overall")),
            get(("points", "overall_by")),
        ),
        foul=FoulPrice(get(("foul", "pays")), get(("foul", "royalties")) == "paid"),
        royalties=Royalties(get(("royalties", "count")), _tables(settings, ("royalties",))),
        compare=get(("compare",)),
        pool_sweep=_number(get(("pool", "sweep"))),
        naturals=Naturals(
            tuple(
                NaturalHand(hand["kind"], hand["points"], _rank_number(hand["to"]) if "to" in hand else 0)
                for hand in get(("naturals", "hands"))
            ),
            get(("naturals", "between")),
            get(("naturals", "declared")) == "declared",
        ),
        surrender=get(("surrender",)),
        aces=() if get(("aces",)) == NONE else tuple(get(("aces",))),
        moon=None
        if ("moon",) in settings
        else Moon(get(("moon", "points")), _rank_number(get(("moon", "highest")))),
        fantasyland=None
        if land in settings
        else Fantasyland(
            get((*land, "cards")),
            _tables(settings, (*land, "enter")),
            _tables(settings, (*land, "stay")),
            _number(get((*land, "enter", "together"))),
            _number(get((*land, "stay", "royalty"))),
            get((*land, "stay", "cards")),
        ),
        bankroll=_number(get(("bankroll",))),
        table_stakes=get(("table-stakes",)) == "yes",
        decides=tuple(get(("decides",))),
        settings=settings,
        digest=digest(settings),
        layers=layers,
    )


def _number(value: Value) -> int:
    return 0 if value == NONE else value


def _rank_number(rank: str) -> int:
    return RANKS.index(rank) + 2


def _bonus(value: Value) -> Bonus:
    if isinstance(value, dict):
        return Bonus(factor=value["factor"])
    return Bonus(points=_number(value))


def _tables(settings: Mapping[Path, Value], group: Path) -> RowTables:
    top, middle, bottom = (_table(settings[*group, row.label]) for row in Row)
    return (top, middle, bottom)


def _table(value: Mapping[str, Value]) -> RowTable:
    entries: list[tuple[Category, int | tuple[tuple[tuple[int, ...], int], ...]]] = []
    for word, number in value.items():
        if isinstance(number, dict):
            ranked = tuple((tuple(map(_rank_number, ranks)), n) for ranks, n in number.items())
            entries.append((CATEGORY_BY_KEY[word], ranked))
        else:
            entries.append((CATEGORY_BY_KEY[word], number))
    return RowTable(tuple(entries))
