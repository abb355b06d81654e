"""JSON Schemas of all JSON outputs, from `schemas.toml`, which is read when it is first asked for."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from ofcscore.files.reading import package_text
from ofcscore.report.json import Data

_TYPES: Final = frozenset(("string", "integer", "boolean", "object", "array"))
_PART: Final = "#/$defs/"


def outputs() -> dict[str, str]:
    """Return the outputs that have a schema, by their names, and what each is."""
    return {name: table["description"] for name, table in _tables()["outputs"].items()}


def schema(name: str) -> Data:
    """Return the JSON Schema (draft 2020-12) of an output, with all the parts that it is made of."""
    tables = _tables()
    made = _schema(tables["outputs"][name], tables)
    parts: dict[str, Any] = {}
    open_ = list(_parts(made))
    for part in open_:
        if part not in parts:
            parts[part] = _schema(tables[part], tables)
            open_ += _parts(parts[part])
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name}
    return {**head, **made, "$defs": dict(sorted(parts.items()))}


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Any]:
    return tomllib.loads(package_text("ofcscore.report", "schemas.toml"))


def _schema(short: Any, tables: Mapping[str, Any]) -> Any:
    """Return a schema from its short forms, which `schemas.toml` tells."""
    if isinstance(short, str):
        name, may_be_null = short.removesuffix("?"), short.endswith("?")
        if name in _TYPES:
            return {"type": [name, "null"] if may_be_null else name}
        part = {"$ref": _PART + name}
        return {"anyOf": [part, {"type": "null"}]} if may_be_null else part
    if isinstance(short, list):
        return {"type": "array", "items": _schema(short[0], tables)}
    if isinstance(short, bool):
        return short
    full: Data = {key: value for key, value in short.items() if key not in ("all", "properties")}
    for key in ("additionalProperties", "propertyNames"):
        if key in full:
            full[key] = _schema(full[key], tables)
    if "anyOf" in full:
        full["anyOf"] = [_schema(one, tables) for one in full["anyOf"]]
    properties = _properties(short, tables)
    if properties:
        full["type"] = "object"
        full["properties"] = {key.removesuffix("?"): _schema(one, tables) for key, one in properties.items()}
        full["required"] = [key for key in properties if not key.endswith("?")]
    return full


def _properties(short: Mapping[str, Any], tables: Mapping[str, Any]) -> Data:
    """Return the properties of a part, and of those that it joins: of two of one name the later one's."""
    joined: Data = {}
    for part in short.get("all", ()):
        joined |= _properties(tables[part], tables)
    return {**joined, **short.get("properties", {})}


def _parts(made: Any) -> Iterator[str]:
    """Yield the names of the parts that a schema refers to."""
    if isinstance(made, list):
        for one in made:
            yield from _parts(one)
    elif isinstance(made, dict):
        for key, value in made.items():
            if key == "$ref":
                yield value.removeprefix(_PART)
            else:
                yield from _parts(value)
