"""Load the words of the notation in every language from `words.toml`."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ofcscore.files.disk import package_text


@lru_cache(maxsize=1)
def tables() -> Mapping[str, Any]:
    """Return the tables of `words.toml`.

    Every value there is JSON on one line, which loads twenty times faster than TOML.
    """
    from json import JSONDecoder

    decode = JSONDecoder().raw_decode
    found: dict[str, Any] = {}
    table = found
    for line in package_text("ofcscore.log", "words.toml").splitlines():
        if line.startswith("["):
            table = found
            for name in line.strip("[]").split("."):
                table = table.setdefault(name, {})
        elif line and not line.startswith("#"):
            name, _, value = line.partition(" = ")
            table[name.strip('"')], _ = decode(value)
    return found
