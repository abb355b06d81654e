"""Write rule files: a complete rule set, or one from answers to questions.

The questions are about the settings in which tables differ most. Their default answers are those of an
existing rule set.
"""

import tomllib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from ofcscore.diagnostics.problem import Problem
from ofcscore.files.disk import package_text
from ofcscore.game.cards import RANKS
from ofcscore.rules.conditional_texts import look_up
from ofcscore.rules.files import read_shipped
from ofcscore.rules.loading import load_layers
from ofcscore.rules.merging import Loaded
from ofcscore.rules.model import nested
from ofcscore.rules.setting_values import NONE, Path, Value, normal
from ofcscore.rules.settings import ordered


def flow(value: Value | None) -> str:
    """Return a value as one line of YAML; `none` for a missing value."""
    if value in (None, {}):
        return NONE
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(inner) for inner in value) + "]"
    return str(value)


def dump_rules(loaded: Loaded) -> str:
    import json

    rules = loaded.rules
    # A rule file may not have the name of a shipped rule set.
    name = "" if read_shipped(rules.name) else rules.name
    head = {"name": name, "title": rules.title, "source": rules.source}
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items() if value]
    _dump(nested({path: rules.settings[path] for path in ordered(rules.settings)}), "", lines)
    if loaded.intended:
        lines.append(f"doubts: {flow(dict.fromkeys(loaded.intended, 'intended'))}")
    if rules.words:
        lines.append("words:")
        lines += [f"  {word}: {json.dumps(names, ensure_ascii=False)}" for word, names in rules.words.items()]
    return "\n".join(lines) + "\n"


def _dump(mapping: Mapping[str, Value], indent: str, lines: list[str]) -> None:
    for key, value in mapping.items():
        line = f"{indent}{key}: {flow(value)}"
        if len(line) <= 110 or not value:
            lines.append(line)
            continue
        lines.append(f"{indent}{key}:")
        if isinstance(value, dict):
            _dump(value, indent + "  ", lines)
        else:
            lines += [f"{indent}  - {flow(inner)}" for inner in value]


class Question(NamedTuple):
    """A question about one setting.

    `words` map answers to values of a rule file. The question is asked only if the setting `group` exists.
    An answer is a value, the lowest entry of a table (`lowest`), or a table's numbers (`span`).
    """

    path: Path
    asks: str
    words: Mapping[str, str] = MappingProxyType({})
    group: Path = ""
    answer: Literal["value", "lowest", "span"] = "value"


QUESTIONS: Final = tuple(
    Question(**entry)
    for entry in tomllib.loads(package_text("ofcscore.rules", "questions.toml"))["questions"]
)
"""The settings in which tables differ most, in the order in which they are asked."""


def _from_pair(answer: str, there: Value | None) -> str:
    """Return the pairs from a lowest one up; pairs that enter already stay as is."""
    lowest = normal(answer).removeprefix("a-pair-of-").rstrip("s").upper().replace("10", "T")[:1]
    if lowest not in RANKS or not lowest:
        return answer
    pairs = there if isinstance(there, Mapping) else {}
    return flow({rank: pairs.get(rank, 0) for rank in RANKS[RANKS.index(lowest) :]})


def asked(loaded: Loaded) -> list[Question]:
    return [one for one in QUESTIONS if not one.group or one.group in loaded.rules.settings]


def answer_of(question: Question, loaded: Loaded) -> str:
    there = look_up(loaded.rules.settings, question.path)
    if isinstance(there, Mapping) and there and question.answer == "lowest":
        return str(min(there, key=RANKS.index)) * 2
    if isinstance(there, Mapping) and question.answer == "span":
        return f"{min(there.values())} to {max(there.values())}"
    text = flow(there)
    return next((word.replace("-", " ") for word, value in question.words.items() if value == text), text)


def setting_of(question: Question, answer: str, loaded: Loaded) -> str:
    if question.answer == "lowest":
        return _from_pair(answer, look_up(loaded.rules.settings, question.path))
    return question.words.get(normal(answer), answer.strip())


def changed(
    text: str, question: Question, loaded: Loaded, base: str, answers: Mapping[Path, str]
) -> tuple[str, list[Problem]]:
    """Return the setting for an answer, and its problems with the other answers.

    The setting is "" if the rule set already has it.
    """
    if text.strip() == answer_of(question, loaded):
        return "", []
    value = setting_of(question, text, loaded)
    sets = [f"{path}={one}" for path, one in {**answers, question.path: value}.items()]
    return value, load_layers(base, sets=sets)[1]


def written(name: str, title: str, base: str, answers: Mapping[Path, str]) -> str:
    groups = nested({path: value or NONE for path, value in answers.items()})
    lines = [f"name: {name}", f"title: {title}", "source: agreed at the table", f"extends: {base}"]
    return "\n".join([*lines, *(f"{key}: {flow(value)}" for key, value in groups.items())]) + "\n"
