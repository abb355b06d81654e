"""Rule sets as rule files: the merged settings of a sum, written out as YAML."""

from collections.abc import Mapping

from ofcscore.rules.building import nested
from ofcscore.rules.files import read_shipped
from ofcscore.rules.merging import Loaded
from ofcscore.rules.values import NONE, Value


def flow(value: Value | None) -> str:
    """A value as one line of YAML; `none` for what is not there."""
    if value is None or value in ({}, NONE):
        return NONE
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(inner) for inner in value) + "]"
    return str(value)


def dump_rules(loaded: Loaded) -> str:
    """The merged rule set as a rule file of its own, which loads to the same digest."""
    import json

    rules = loaded.rules
    # A file of one's own has a name of its own.
    name = "" if read_shipped(rules.name) else rules.name
    lines = [
        f"{key}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in (("name", name), ("title", rules.title), ("source", rules.source))
        if value
    ]
    _dump(nested(loaded.rules.settings), "", lines)
    if loaded.intended:
        lines.append(f"doubts: {flow(dict.fromkeys(loaded.intended, 'intended'))}")
    if rules.words:
        lines.append("words:")
        lines += [f"  {word}: {json.dumps(names, ensure_ascii=False)}" for word, names in rules.words.items()]
    return "\n".join(lines) + "\n"


def _dump(mapping: Mapping[str, Value], indent: str, lines: list[str]) -> None:
    for key, value in mapping.items():
        line = f"{indent}{key}: {flow(value)}" if value != [] else f"{indent}{key}: []"
        if len(line) <= 110 or not value:
            lines.append(line)
            continue
        lines.append(f"{indent}{key}:")
        if isinstance(value, dict):
            _dump(value, indent + "  ", lines)
        else:
            lines += [f"{indent}  - {flow(inner)}" for inner in value]
