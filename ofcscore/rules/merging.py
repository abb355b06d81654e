"""The layers of a rule set merged left to right, and what is wrong with the whole.

A rule file gives settings (`settings.py`) and may say `extends:` (what it builds upon), `requires:` (what
must stand to its left, and why), `when:` (settings that depend on what stands to its left) and `add:`
(amounts added to royalties there).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ofcscore.diagnostics.problem import Exit, Place, Problem, show
from ofcscore.rules.checks import Nonsense, doubts, nonsense
from ofcscore.rules.files import Addition, RuleFile, default_name, holds
from ofcscore.rules.model import Rules, build
from ofcscore.rules.settings import DEFAULTS, OPTIONAL, ROW_TABLES, SETTINGS, ordered
from ofcscore.rules.values import Given, Path, Value, is_inside, numbers_of


class Change(NamedTuple):
    """The change of a setting by one layer: its value before and after, None if there was none."""

    path: Path
    before: Value | None
    after: Value | None


class Layer(NamedTuple):
    """One layer of a merged rule set: what it is, and what it changed of what stood to its left."""

    name: str
    title: str
    source: str
    changes: tuple[Change, ...]


class Loaded(NamedTuple):
    """A rule set with its history; `intended` are the settings whose doubts the files have answered."""

    rules: Rules
    layers: tuple[Layer, ...]
    origins: Mapping[Path, str]
    intended: tuple[Path, ...] = ()


class Term(NamedTuple):
    """One name in a sum and where it stands; problems with the name get `status`."""

    text: str
    place: Place
    status: Exit

    def replaced(self, name: str) -> str:
        """Return the line of a log with another name in place of this one, otherwise that name alone.

        Where no log names it, it is an argument: several words stand in quotes.
        """
        line, start = self.place.text, self.place.column - 1
        end = start + self.place.width
        if not self.place.file and " " in name:
            return f'"{name}"'
        if line is None or line[start:end].strip('"') != self.text:
            return name
        return f"{line[:start]}{name}{line[end:]}".strip()


class Step(NamedTuple):
    """A layer to be merged, the term that asked for it, and whether the sum itself names it."""

    file: RuleFile
    term: Term
    named: bool = True

    def told_at(self, place: Place) -> tuple[Place, Exit]:
        """Return the place and status of its faults; a shipped file's are reported where it is named."""
        return (self.term.place, self.term.status) if self.file.shipped else (place, Exit.USAGE)


class _Stack:
    """The layers laid so far: their settings, and by which step and at which place each was given last."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.settings: dict[Path, Value] = {}
        self.origins: dict[Path, tuple[int, Place]] = {}
        self.layers: list[Layer] = []

    def lay(self, number: int) -> Problem | None:
        """Lay a layer on top of the others, or return the problem if it requires what is not there."""
        before, step = dict(self.settings), self.steps[number]
        file = step.file
        failed = [r for r in file.requires if before and not holds(before, r.condition)]
        if failed:
            left = " + ".join(layer.name for layer in self.layers)
            message = f"{show(file.name)} makes no sense on {show(left)}: {failed[0].because}"
            return Problem("rules-sense", step.term.place, message, status=step.term.status)
        for part in (
            file.given,
            *(w.given for w in file.when if all(holds(before, c) for c in w.conditions)),
        ):
            for path, given in part.items():
                _give(self.settings, path, given)
                self.origins[path] = number, given.place
        for addition in file.add:
            path, table = addition.path, self.settings.get(addition.path, {})
            if table:
                self.origins[path] = number, self.origins[path][1]
            self.settings[path] = _added(table, addition)
        changes = tuple(
            Change(path, before.get(path), self.settings.get(path))
            for path in ordered({*before, *self.settings})
            if before.get(path) != self.settings.get(path)
        )
        self.layers.append(Layer(file.name, file.title, file.source, changes))
        return None

    def blame(self, found: Nonsense, *, warning: bool = False) -> Problem:
        """Return the problem with settings, reported of the last layer that gave one of them."""
        origins = [self.origins[path] for path in found.paths if path in self.origins]
        number, where = max(origins, key=lambda origin: origin[0])
        place, status = self.steps[number].told_at(where)
        code = "rules-doubt" if warning else "rules-sense"
        return Problem(code, place, found.message, found.hint, warning, status)


def merge(steps: Sequence[Step], problems: list[Problem]) -> tuple[Loaded | None, list[Problem]]:
    """Return the layers merged left to right, checked and built."""
    stack = _Stack(steps)
    problems += [refused for number in range(len(steps)) if (refused := stack.lay(number))]
    settings = stack.settings
    missing = _missing(set(settings))
    if missing:
        problems.append(_incomplete(steps, missing, settings))
        return None, problems
    below = [path for path in ROW_TABLES if any(n < 0 for n in numbers_of(settings.get(path, {})))]
    wrong = [Nonsense((path,), f"{path} would pay less than nothing") for path in below]
    problems += [stack.blame(found) for found in (*wrong, *nonsense(settings))]
    if any(not p.warning for p in problems):
        return None, problems
    doubtful = [(found, _is_intended(found, steps)) for found in doubts(settings)]
    problems += [stack.blame(found, warning=True) for found, intended in doubtful if not intended]
    named = [step.file for step in steps if step.named]
    rules = build(
        settings,
        name=" + ".join(file.name for file in named),
        title=" + ".join(file.title or file.name for file in named),
        source="; ".join(dict.fromkeys(layer.source for layer in stack.layers if layer.source)),
        layers=tuple(layer.name for layer in stack.layers),
        words={word: names for step in steps for word, names in step.file.words.items()},
    )
    origins = {
        path: steps[number].file.name for path, (number, _) in stack.origins.items() if path in settings
    }
    answered = tuple(path for found, intended in doubtful if intended for path in found.paths)
    return Loaded(rules, tuple(stack.layers), origins, answered), problems


def _is_intended(found: Nonsense, steps: Sequence[Step]) -> bool:
    """Return True if a doubt is answered: by the last own file that gave one of its settings, or later.

    What an option that ships adds on top takes no answer back.
    """
    last = 0
    for i, (file, _, _) in enumerate(steps):
        if not file.shipped and not file.changed.isdisjoint(found.paths):
            last = i
    return any(path in step.file.doubts for step in steps[last:] for path in found.paths)


def is_whole(steps: Sequence[Step]) -> bool:
    given = {path for step in steps for path in step.file.given}
    return not _missing(given)


def _missing(given: set[Path]) -> list[Path]:
    """Return the settings that nobody stated; none are asked of a group that a rule set does without."""
    return [
        path
        for path in SETTINGS
        if path not in given
        and path not in DEFAULTS
        and not any(group in given and is_inside(path, group) for group in OPTIONAL)
    ]


def _give(settings: dict[Path, Value], path: Path, given: Given) -> None:
    """Put one given value over what is there; a group that is `none` and its settings replace each other."""
    if path in OPTIONAL:
        for part in [part for part in settings if is_inside(part, path)]:
            del settings[part]
        settings[path] = given.value
        return
    for group in OPTIONAL:
        if is_inside(path, group):
            settings.pop(group, None)
    merge = SETTINGS[path].merge
    settings[path] = given.value if merge is None else merge(settings.get(path), given)
    if settings[path] == DEFAULTS.get(path):
        del settings[path]


def _added(table: Mapping[str, Value], addition: Addition) -> dict[str, Value]:
    """Return a row table with an amount added to all its entries, or to one category's."""
    found: dict[str, Value] = {}
    for category, number in table.items():
        if addition.category not in (None, category):
            found[category] = number
        elif isinstance(number, dict):
            found[category] = {ranks: n + addition.amount for ranks, n in number.items()}
        else:
            found[category] = number + addition.amount
    return found


def _incomplete(steps: Sequence[Step], missing: Sequence[Path], settings: Mapping[Path, Value]) -> Problem:
    """Return the one problem of a rule set that does not state everything."""
    first = steps[0]
    listed = ", ".join(missing[:4])
    more = f" and {len(missing) - 4} more settings" if len(missing) > 4 else ""
    usual = default_name()
    if first.file.shipped and len(missing) > 4:
        message = f"{show(first.file.name)} is an option, and goes on top of a rule set"
        hint = f"write `{first.term.replaced(f'{usual} + {show(first.term.text)}')}`"
        return Problem("rules-missing", first.term.place, message, hint, status=first.term.status)
    partly = {_root(path) for path in missing} & {_root(path) for path in settings}
    blamed = next((s for s in reversed(steps) if any(_root(p) in partly for p in s.file.given)), first)
    place, status = blamed.told_at(Place(blamed.file.file))
    hint = f"begin it with `extends: {usual}`, or write `{usual} + {show(blamed.term.text)}`"
    name = show(" + ".join(step.file.name for step in steps if step.named))
    message = f"{name} does not state {listed}{more}"
    return Problem("rules-missing", place, message, hint if more else None, status=status)


def _root(path: Path) -> str:
    return path.partition(".")[0]
