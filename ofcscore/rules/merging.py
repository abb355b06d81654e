"""Merge the layers of a rule set from left to right, and check the result.

A rule file has settings (`settings.py`). It may also have `extends:` (the rule set below it), `requires:`
(conditions on the layers to its left), `when:` (settings that depend on these layers) and `add:` (amounts
added to their royalties). The checks look only at the merged settings.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Exit, Place, Problem, show
from ofcscore.game.cards import RANKS, Row
from ofcscore.game.ranks import Category
from ofcscore.rules.files import Addition, RuleFile, cases, default_name, filled, holds, is_preset
from ofcscore.rules.model import Rules, build
from ofcscore.rules.setting_values import (
    NONE,
    Given,
    Path,
    Value,
    entries_of,
    is_inside,
    numbers_of,
    sorted_table,
)
from ofcscore.rules.settings import DECIDES, DEFAULTS, OPTIONAL, ROW_TABLES, SETTINGS, called_natural, ordered


class Change(NamedTuple):
    path: Path
    before: Value | None
    after: Value | None


class Layer(NamedTuple):
    """One layer of a merged rule set, and its changes to the layers to its left."""

    name: str
    title: str
    source: str
    changes: tuple[Change, ...]


class Loaded(NamedTuple):
    """A rule set, its layers and the origins of its settings.

    `intended` are the settings whose doubts a rule file has answered.
    """

    rules: Rules
    layers: tuple[Layer, ...]
    origins: Mapping[Path, str]
    intended: tuple[Path, ...] = ()


class Term(NamedTuple):
    """One name in a sum and its place; problems with the name have this exit `status`."""

    text: str
    place: Place
    status: Exit

    def replaced(self, name: str) -> str:
        """Return the log's line with another name, or the name as an argument."""
        line, start = self.place.text, self.place.column - 1
        end = start + self.place.width
        if not self.place.file and " " in name:
            return f'"{name}"'
        if line is None or line[start:end].strip('"') != self.text:
            return name
        return f"{line[:start]}{name}{line[end:]}".strip()


class Step(NamedTuple):
    """A layer to merge, its term, and whether the sum itself names it."""

    file: RuleFile
    term: Term
    named: bool = True

    def reported_at(self, place: Place) -> tuple[Place, Exit]:
        """Return the place and status of its problems; a shipped file has its term's."""
        return (self.term.place, self.term.status) if self.file.shipped else (place, Exit.USAGE)


class Nonsense(NamedTuple):
    """A conflict between settings, reported at the place of the last one."""

    paths: tuple[Path, ...]
    message: str
    hint: str | None = None


class _Stack:
    """The merged layers: their settings, and the origin of each last value."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.settings: dict[Path, Value] = {}
        self.origins: dict[Path, tuple[int, Place]] = {}
        self.layers: list[Layer] = []

    def add_layer(self, number: int) -> Problem | None:
        """Merge a layer on top; return a problem if its requirements are not met."""
        before, step = dict(self.settings), self.steps[number]
        file = step.file
        failed = [asked for asked in file.requires if before and not holds(before, asked)]
        if failed:
            left = " + ".join(layer.name for layer in self.layers)
            message = f"`{show(file.name)}` does not fit `{show(left)}`: {failed[0].because}"
            return Problem("rules-sense", step.term.place, message, status=step.term.status)
        met = [when.given for when in file.when if all(holds(before, one) for one in when.conditions)]
        for path, given in chain.from_iterable(part.items() for part in (file.given, *met)):
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
        """Return the problem of a conflict, at the last layer that set a part of it."""
        origins = [self.origins[path] for path in found.paths if path in self.origins]
        number, where = max(origins, key=lambda origin: origin[0])
        place, status = self.steps[number].reported_at(where)
        code = "rules-doubt" if warning else "rules-sense"
        return Problem(code, place, found.message, found.hint, warning, status)


def merge(steps: Sequence[Step], problems: list[Problem]) -> tuple[Loaded | None, list[Problem]]:
    stack = _Stack(steps)
    problems += [refused for number in range(len(steps)) if (refused := stack.add_layer(number))]
    settings = stack.settings
    missing = _missing(set(settings))
    if missing:
        problems.append(_incomplete(steps, missing, settings))
        return None, problems
    below = [path for path in ROW_TABLES if any(n < 0 for n in numbers_of(settings.get(path, {})))]
    wrong = [Nonsense((path,), f"{path} would pay a negative number") for path in below]
    # A shipped rule set by itself is checked by a test.
    is_checked = len(steps) == 1 and steps[0].file.shipped
    problems += [stack.blame(found) for found in (*wrong, *([] if is_checked else nonsense(settings)))]
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
    """Return True if a rule file says that a doubtful setting is intended.

    This must be the last file of the user's that changes the setting, or a later one. A shipped option after
    it does not withdraw the answer.
    """
    own = (step.file for step in steps)
    changing = [i for i, file in enumerate(own) if not file.shipped and file.changed & {*found.paths}]
    later = steps[max(changing, default=0) :]
    return any(path in step.file.doubts for step in later for path in found.paths)


def is_whole(steps: Sequence[Step]) -> bool:
    return not _missing({path for step in steps for path in step.file.given})


def _missing(given: set[Path]) -> list[Path]:
    return [
        path
        for path in SETTINGS
        if path not in given
        and path not in DEFAULTS
        and not any(group in given and is_inside(path, group) for group in OPTIONAL)
    ]


def _give(settings: dict[Path, Value], path: Path, given: Given) -> None:
    """Merge one value; a group that is `none` and its settings replace each other."""
    group, _, word = path.partition(".")
    if group in OPTIONAL:
        gone = [other for other in settings if other == group or (not word and is_inside(other, group))]
        for other in gone:
            del settings[other]
    merge = SETTINGS[path].merge if path in SETTINGS else None
    settings[path] = given.value if merge is None else merge(settings.get(path), given)
    if settings[path] == DEFAULTS.get(path):
        del settings[path]


def _added(table: Mapping[str, Value], addition: Addition) -> dict[str, Value]:
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
    first = steps[0]
    listed = ", ".join(missing[:4])
    more = f" and {len(missing) - 4} more settings" if len(missing) > 4 else ""
    usual = default_name()
    if first.file.shipped and not is_preset(first.file.name):
        message = f"`{show(first.file.name)}` is an option, so it needs a rule set before it"
        hint = f"write `{first.term.replaced(f'{usual} + {show(first.term.text)}')}`"
        return Problem("rules-missing", first.term.place, message, hint, status=first.term.status)
    partly = {_root(path) for path in missing} & {_root(path) for path in settings}
    blamed = next((s for s in reversed(steps) if any(_root(p) in partly for p in s.file.given)), first)
    place, status = blamed.reported_at(Place(blamed.file.file))
    whole = f"{usual} + {show(blamed.term.text)}"
    line, above = blamed.term.replaced(whole), blamed.term.place
    instead = f"write `{line}` in {show(above.file)}" if line != whole and above.file else f"use `{whole}`"
    hint = f"begin the file with `extends: {usual}`, or {instead}"
    name = show(" + ".join(step.file.name for step in steps if step.named))
    message = f"`{name}` does not define {listed}{more}"
    # A preset lacks only settings of a group that it sets to `none`.
    needs_base = bool(more) and not first.file.shipped
    return Problem("rules-missing", place, message, hint if needs_base else None, status=status)


def _root(path: Path) -> str:
    return path.partition(".")[0]


Settings = Mapping[Path, Value]
_ROYALTIES: Final = tuple(f"royalties.{row.label}" for row in Row)
_LOW: Final = "middle"
_HANDS: Final = "naturals.hands"
_FIVES: Final = "joker.five-of-a-kind"
_FIVE: Final = Category.FIVE_OF_A_KIND.key
_ROYAL: Final = Category.ROYAL_FLUSH.key


def nonsense(settings: Settings) -> Iterator[Nonsense]:
    s = {**DEFAULTS, **settings}

    def quote(path: Path, how: str) -> str:
        if how == "all":
            return f"[{', '.join(DECIDES)}]"
        # If no pairs are compared, fouls and the moon decide nothing.
        shared = [word for word in s["decides"] if word not in ("foul", "moon")]
        return f"[{', '.join(shared)}]" if how == "shared" else str(s[path])

    for case in cases("contradictions"):
        if case.is_of(s):
            yield Nonsense(case.of, case.text(s, quote), case.hint and filled(case.hint, quote))
    for check in (_royalties, _low_middle, _naturals):
        yield from check(s)
    aces = s["aces"]["pooled"] if isinstance(s["aces"], dict) else s["aces"]
    if aces != NONE and len(set(aces)) == 1:
        yield Nonsense(("aces",), "every number of aces is worth the same, so the bet never pays")
    for path in ROW_TABLES if s[_FIVES] == NONE else ():
        if _FIVE in s.get(path, {}):
            message = f"{path} lists {_FIVE}, but these rules do not have it"
            hint = "to add it, write `joker: {copies: any, five-of-a-kind: above-royal}`"
            yield Nonsense((_FIVES, path), message, hint)


def _royalties(s: Settings) -> Iterator[Nonsense]:
    paid_rows = [path for path in _ROYALTIES if s[path]]
    if paid_rows and s["compare"] not in ("everyone", "bank"):
        none_do = f"with `compare: {s['compare']}` none do"
        message = f"royalties are paid when two boards compare their rows, but {none_do}"
        yield Nonsense((*paid_rows, "compare"), message, "write `royalties: none`")
    for path in _ROYALTIES:
        if s["royalties.count"] == "winner-replaces" and 0 in numbers_of(s[path]):
            message = f"{path} pays 0, but with winner-replaces such a row would win nothing"
            yield Nonsense((path, "royalties.count"), message)
    stay = s.get("fantasyland.stay.royalty", NONE)
    if stay != NONE and all(number < stay for path in _ROYALTIES for number in (0, *numbers_of(s[path]))):
        message = f"no row pays a royalty of {stay}, so nobody could stay in fantasyland with it"
        yield Nonsense(("fantasyland.stay.royalty",), message)


def _low_middle(s: Settings) -> Iterator[Nonsense]:
    worst = s[_LOW]["low"]["worst"] if s[_LOW] != "high" else "any"
    for path in ("royalties.middle", "fantasyland.enter.middle", "fantasyland.stay.middle"):
        if worst != "any" and (found := _never_low(s.get(path, {}), worst)):
            message, hint = found
            yield Nonsense((path, _LOW), f"{path} {message}", hint)


def _never_low(table: Mapping[str, Value], worst: str) -> tuple[str, str | None] | None:
    for category, number in table.items():
        if category != Category.HIGH_CARD.key:
            hint = "write `others: none` in the table to remove the categories that it does not list"
            return f"lists {category}, but a low middle with one is a foul", hint
        if isinstance(number, dict) and all(RANKS.index(ranks[0]) > RANKS.index(worst) for ranks in number):
            return "lists only ranks above the highest card of a low middle", None
    return None


def _naturals(s: Settings) -> Iterator[Nonsense]:
    # Options may list a natural without points, which the rule set must then have.
    hands, names = s[_HANDS], [called_natural(hand) for hand in s[_HANDS]]
    for hand, kind in zip(hands, names, strict=True):
        if "points" not in hand:
            message = f"the natural {kind} has no points"
            in_file = f"write `naturals: {{{kind}: {{points: N, above: KIND}}}}` in a file"
            yield Nonsense((_HANDS,), message, f"{in_file}, or `--set naturals.{kind}.points=N`")
    for hand, kind in zip(hands, names, strict=True):
        if "above" in hand:
            others = ", ".join(name for name in names if name != kind)
            hint = f"the naturals are {others}" if others else None
            yield Nonsense((_HANDS,), f"{kind} ranks above {hand['above']}, which is not in the list", hint)
    if any(hand["kind"] == "small" and "to" not in hand for hand in hands):
        hint = "write `{kind: small, to: 8, points: N}`"
        yield Nonsense((_HANDS,), "the natural small needs its highest rank", hint)


def doubts(settings: Settings) -> Iterator[Nonsense]:
    """Yield settings that look wrong: better rows paid less, naturals out of order."""
    five = settings.get(_FIVES)
    for row, path in zip(Row, _ROYALTIES, strict=True):
        drop = _drop(settings[path], row is Row.MIDDLE and settings[_LOW] != "high", five)
        if drop is not None:
            yield Nonsense((path,), f"{path} pays {drop}")
    for path in ROW_TABLES if five else ():
        table = settings.get(path, {})
        worse = [word for word in (Category.QUADS.key, Category.STRAIGHT_FLUSH.key) if word in table]
        if worse and _FIVE not in table:
            lists, better = ("pays for", "for ") if path in _ROYALTIES else ("lists", "")
            yield Nonsense((path,), f"{path} {lists} {worse[0]} but not {better}the better {_FIVE}")
    # The order of naturals matters only if the higher of two wins.
    hands = settings[_HANDS] if settings["naturals.between"] == "higher" else []
    for lower, higher in pairwise(hands):
        if lower["points"] > higher["points"]:
            first, second = (f"{called_natural(hand)} ({hand['points']})" for hand in (lower, higher))
            message = f"naturals are listed from low to high, but {first} pays more than {second} after it"
            yield Nonsense((_HANDS,), message)


def _drop(table: Mapping[str, Value], low: bool, five: str | None) -> str | None:
    """Describe the first row that pays less than a weaker one; None if there is none.

    `five` is the place of five of a kind.
    """
    table = sorted_table(table)
    if five == "below-royal" and _ROYAL in table:
        table[_ROYAL] = table.pop(_ROYAL)
    for (category, ranks, n), (better, better_ranks, m) in pairwise(entries_of(table, low=low)):
        overlap = ranks.startswith(better_ranks) or better_ranks.startswith(ranks)
        if m < n and not (category == better and overlap):
            row, worse = f"{better} {better_ranks}".rstrip(), f"{category} {ranks}".rstrip()
            return f"{m} for {row} and {n} for the weaker {worse}"
    return None
