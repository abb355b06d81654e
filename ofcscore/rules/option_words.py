"""One option in words: what it changes, what it asks for, and which rule sets it goes on top of."""

from collections.abc import Iterator, Mapping

from ofcscore.problems.problem import Problem
from ofcscore.problems.words import listed
from ofcscore.rules.describe import diff_rules
from ofcscore.rules.dump import flow
from ofcscore.rules.files import Condition, RuleFile, default_name, shipped_names
from ofcscore.rules.loading import load_layers
from ofcscore.rules.merging import Loaded
from ofcscore.rules.parts import Part, Table, pairs
from ofcscore.rules.values import Given, Path


def show_option(file: RuleFile, name: str) -> list[Part]:
    """An option for a person; `name` is what it is called in a sum of rule sets."""
    on = {preset: load_layers(f"{preset} + {name}") for preset in (default_name(), *shipped_names()[0])}
    base = next((preset for preset, (loaded, _) in on.items() if loaded and loaded.layers[-1].changes), None)
    example = f"{base or default_name()} + {name}"
    parts: list[Part] = [file.name]
    parts += [f"  {text}" for text in (file.title, file.source and f"source: {file.source}") if text]
    parts += [f"  an option: it goes on top of a rule set, as in `{example}`"]
    added = [
        (".".join(filter(None, (one.path, one.category))), f"{one.amount:+} to what is there")
        for one in file.add
    ]
    if file.given or added:
        parts += ["", "It sets", _given(file.given), pairs(added)]
    for when in file.when:
        where = listed(map(_condition, when.conditions), "and")
        parts += ["", f"Where {where} it sets", _given(when.given)]
    parts += ["", "It asks for"]
    parts += [f"  {_condition(asked.condition)}; otherwise {asked.because}" for asked in file.requires]
    parts += [f"  {sentence}" for sentence in _goes_on(on)]
    merged, alone = load_layers(example)[0], load_layers(base or default_name())[0]
    return [*parts, "", *diff_rules(alone, merged)] if merged is not None and alone is not None else parts


def _goes_on(on: Mapping[str, tuple[Loaded | None, list[Problem]]]) -> Iterator[str]:
    """On which rule sets an option goes, with the problems of those on which it does not."""
    goes = [preset for preset, (loaded, _) in on.items() if loaded is not None]
    refused = sorted(on.keys() - goes)
    if not refused:
        yield "nothing: it goes on every rule set"
    elif not goes:
        problem = on[refused[0]][1][0]
        yield f"more than itself: {problem.message}" + (f" ({problem.hint})" if problem.hint else "")
    elif len(refused) * 2 <= len(on):
        yield f"a rule set other than {listed(refused)}"
    else:
        yield f"one of {listed(sorted(goes))}"


def _given(given: Mapping[Path, Given]) -> Table:
    return pairs((path, flow(one.value)) for path, one in given.items())


def _condition(condition: Condition) -> str:
    """`compare is everyone`, `fantasyland is there`."""
    words = ["there" if word == "any" else word for word in condition.words]
    return f"{condition.path} is {listed(words)}"
