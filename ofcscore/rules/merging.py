"""The layers of a rule set merged left to right, and what is wrong with the whole.

A rule file gives settings (`settings.py`) and may say `extends:` (what it builds upon), `requires:` (what
must stand to its left, and why), `when:` (settings that depend on what stands to its left) and `add:`
(amounts added to royalties there). The checks of the whole look at its settings alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Exit, Place, Problem, show
from ofcscore.game.board import Row
from ofcscore.game.cards import RANKS
from ofcscore.game.ranks import Category
from ofcscore.rules.cases import cases, filled, holds
from ofcscore.rules.files import Addition, RuleFile, default_name
from ofcscore.rules.model import Rules, build
from ofcscore.rules.settings import DECIDES, DEFAULTS, OPTIONAL, ROW_TABLES, SETTINGS, called_natural, ordered
from ofcscore.rules.values import NONE, Given, Path, Value, entries_of, is_inside, numbers_of, sorted_table


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
        """Return the log's line with another name, or without a line the name, quoted as an argument."""
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


class Nonsense(NamedTuple):
    """A sentence about settings that do not go together; the problem stands where the last was given."""

    paths: tuple[Path, ...]
    message: str
    hint: str | None = None


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
        failed = [asked for asked in file.requires if before and not holds(before, asked)]
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
    stack = _Stack(steps)
    problems += [refused for number in range(len(steps)) if (refused := stack.lay(number))]
    settings = stack.settings
    missing = _missing(set(settings))
    if missing:
        problems.append(_incomplete(steps, missing, settings))
        return None, problems
    below = [path for path in ROW_TABLES if any(n < 0 for n in numbers_of(settings.get(path, {})))]
    wrong = [Nonsense((path,), f"{path} would pay less than nothing") for path in below]
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


# -- what is wrong with the whole ------------------------------------------------------------------------

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
        # Where no pairs compare, fouls and the moon decide nothing.
        shared = [word for word in s["decides"] if word not in ("foul", "moon")]
        return f"[{', '.join(shared)}]" if how == "shared" else str(s[path])

    for case in cases("contradictions"):
        if case.is_of(s):
            yield Nonsense(case.of, case.text(s, quote), case.hint and filled(case.hint, quote))
    for check in (_royalties, _low_middle, _naturals, _aces, _fives):
        yield from check(s)


def _is_low(s: Settings) -> bool:
    return isinstance(s[_LOW], dict)


def _royalties(s: Settings) -> Iterator[Nonsense]:
    """Yield royalties where none are paid, or none is ever high enough."""
    paid_rows = [path for path in _ROYALTIES if s[path]]
    if paid_rows and s["compare"] not in ("everyone", "bank"):
        none_do = f"with `compare: {s['compare']}` none do"
        message = f"royalties are paid where two boards compare their rows, and {none_do}"
        yield Nonsense((*paid_rows, "compare"), message, "say `royalties: none`")
    for path in _ROYALTIES:
        if s["royalties.count"] == "winner-replaces" and 0 in numbers_of(s[path]):
            message = f"{path} pays 0, and with winner-replaces a row so won would pay nothing"
            yield Nonsense((path, "royalties.count"), message)
    stay = s.get("fantasyland.stay.royalty", NONE)
    if stay != NONE and all(number < stay for path in _ROYALTIES for number in (0, *numbers_of(s[path]))):
        message = f"no row pays a royalty of {stay}, so nobody would stay in fantasyland by it"
        yield Nonsense(("fantasyland.stay.royalty",), message)


def _low_middle(s: Settings) -> Iterator[Nonsense]:
    worst = s[_LOW]["low"]["worst"] if _is_low(s) else "any"
    for path in ("royalties.middle", "fantasyland.enter.middle", "fantasyland.stay.middle"):
        if worst != "any" and (found := _never_low(s.get(path, {}), worst)):
            message, hint = found
            yield Nonsense((path, _LOW), f"{path} {message}", hint)


def _never_low(table: Mapping[str, Value], worst: str) -> tuple[str, str | None] | None:
    """Return what is wrong with a table that has rows which a low middle never is, and a hint; else None."""
    for category, number in table.items():
        if category != Category.HIGH_CARD.key:
            hint = "`others: none` in the table leaves out what it does not name"
            return f"names {category}, and a low middle with one is a foul", hint
        if isinstance(number, dict) and all(RANKS.index(ranks[0]) > RANKS.index(worst) for ranks in number):
            return "names only ranks above the worst that a low middle may have", None
    return None


def _naturals(s: Settings) -> Iterator[Nonsense]:
    # Naturals need points (002 names none for no pictures), `small` its highest rank.
    hands, names = s[_HANDS], [called_natural(hand) for hand in s[_HANDS]]
    for hand, kind in zip(hands, names, strict=True):
        if "points" not in hand:
            message = f"the natural {kind} has no points, and no source says what it is worth"
            in_file = f"say `naturals: {{{kind}: {{points: N, above: KIND}}}}` in a file"
            yield Nonsense((_HANDS,), message, f"{in_file}, or `--set naturals.{kind}.points=N`")
    for hand, kind in zip(hands, names, strict=True):
        if "above" in hand:
            others = ", ".join(name for name in names if name != kind)
            hint = f"the naturals are {others}" if others else None
            yield Nonsense((_HANDS,), f"{kind} stands above {hand['above']}, which is not there", hint)
    if any(hand["kind"] == "small" and "to" not in hand for hand in hands):
        yield Nonsense((_HANDS,), "small needs its highest rank", "say `{kind: small, to: 8, points: N}`")


def _aces(s: Settings) -> Iterator[Nonsense]:
    numbers = s["aces"]["pooled"] if isinstance(s["aces"], dict) else s["aces"]
    if numbers != NONE and len(set(numbers)) == 1:
        yield Nonsense(("aces",), "every number of aces is worth the same, so the bet never pays")


def _fives(s: Settings) -> Iterator[Nonsense]:
    for path in ROW_TABLES if s[_FIVES] == NONE else ():
        if _FIVE in s.get(path, {}):
            message = f"{path} names {_FIVE}, and by these rules no row is one"
            hint = "`joker: {copies: any, five-of-a-kind: above-royal}` makes it one"
            yield Nonsense((_FIVES, path), message, hint)


def doubts(settings: Settings) -> Iterator[Nonsense]:
    """Yield what only looks wrong: a better row that is paid less, naturals out of their order."""
    five = settings.get(_FIVES)
    for row, path in zip(Row, _ROYALTIES, strict=True):
        drop = _drop(settings[path], row is Row.MIDDLE and _is_low(settings), five)
        if drop is not None:
            yield Nonsense((path,), f"{path} pays {drop}")
    for path in ROW_TABLES if five else ():
        table = settings.get(path, {})
        worse = [word for word in (Category.QUADS.key, Category.STRAIGHT_FLUSH.key) if word in table]
        if worse and _FIVE not in table:
            names = "pays for" if path in _ROYALTIES else "names"
            yield Nonsense((path,), f"{path} {names} {worse[0]}, and not the better {_FIVE}")
    # Only where the higher of two wins does their order matter.
    hands = settings[_HANDS] if settings["naturals.between"] == "higher" else []
    for lower, higher in pairwise(hands):
        if lower["points"] > higher["points"]:
            less, more = (f"{called_natural(hand)} ({hand['points']})" for hand in (lower, higher))
            message = f"naturals are listed from low to high, and {more} stands above {less}"
            yield Nonsense((_HANDS,), message)


def _drop(table: Mapping[str, Value], low: bool, five: str | None) -> str | None:
    """Return the first better row that is paid less than a worse one; `five` places five of a kind."""
    table = sorted_table(table)
    if five == "below-royal" and _ROYAL in table:
        table[_ROYAL] = table.pop(_ROYAL)
    for (category, ranks, n), (better, better_ranks, m) in pairwise(entries_of(table, low=low)):
        overlap = ranks.startswith(better_ranks) or better_ranks.startswith(ranks)
        if m < n and not (category == better and overlap):
            worse = f"{category} {ranks}".rstrip()
            return f"{m} for {f'{better} {better_ranks}'.rstrip()} and {n} for the weaker {worse}"
    return None
