"""The page of JSON outputs: what each holds, part by part, of the schemas that the program prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ofcscore.report.schemas import outputs, schema

HEAD: Final = """\
# JSON

What each JSON output holds. `ofcscore schema score` prints the schema of one, of which this page is made.
Within a version keys may be added, and none is renamed. Money and shares of points are text, so that nothing
rounds them. A key with a `?` may be missing.
"""


def schemas_page() -> Iterator[str]:
    """Each output, then the parts that they are made of."""
    yield from HEAD.splitlines()
    parts: dict[str, Any] = {}
    for name in outputs():
        full = schema(name)
        parts |= full["$defs"]
        yield from ("", f"## {name}", *_part(full))
    for name in sorted(parts):
        yield from ("", f"## part {name}", *_part(parts[name]))


def _part(part: Mapping[str, Any]) -> Iterator[str]:
    """What a part is for, and its keys, or what it is where it has none."""
    if "description" in part:
        yield from ("", part["description"])
    properties = part.get("properties", {})
    if properties:
        yield from ("", "| key | holds |", "|---|---|")
        for key, held in properties.items():
            optional = "" if key in part["required"] else "?"
            yield f"| `{key}`{optional} | {_kind(held)} |"
        if "additionalProperties" in part:
            yield f"| any other | {_kind(part['additionalProperties'])} |"
    else:
        yield from ("", f"Holds {_kind(part)}.")


def _kind(held: Any) -> str:
    """What stands behind a key, in words."""
    match held:
        case False:
            return "nothing: it is never there"
        case {"$ref": str(target)}:
            name = target.rpartition("/")[2]
            return f"[{name}](#part-{name})"
        case {"const": value}:
            return f"`{str(value).lower()}`"
        case {"enum": list(values)}:
            return " or ".join(f"`{value}`" for value in values)
        case {"anyOf": list(ways)}:
            return " or ".join(map(_kind, ways))
        case {"type": "array", "items": items}:
            return f"a list of {_kind(items)}"
        case {"type": list(kinds)}:
            return " or ".join(kinds)
        case {"type": "object", "properties": dict(properties)}:
            return "; ".join(f"`{key}`: {_kind(value)}" for key, value in properties.items())
        case {"type": "object", "additionalProperties": values}:
            return f"by name {_kind(values)}"
        case {"type": str(kind), "pattern": pattern}:
            return f"{kind} like `{pattern}`"
        case {"type": str(kind)}:
            return kind
        case _:
            raise ValueError(f"no words for {held}")
