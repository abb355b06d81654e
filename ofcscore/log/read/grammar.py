"""The text of the grammar and its tables, wherever the package is.

In a wheel, a zipped wheel, an editable install, a bare checkout; never in the current folder, a temporary
folder or a cache. The grammar is the definition. Its tables are what lark makes of it, as plain JSON that
nothing is run from: they are read in a tenth of the time, and only where they are made of this very grammar
by this very lark.
"""

import os
from contextlib import suppress
from typing import Any, Final

GRAMMAR = "ofcscore.lark"
TABLES: Final = "ofcscore.json"
_BESIDE: Final = os.path.join(os.pardir, os.pardir, os.pardir, "grammars")


class BrokenInstallation(Exception):  # noqa: N818 - it names a state of the installation
    """A file that belongs to the program is missing; the message says which."""


def load_grammar(name: str = GRAMMAR) -> str:
    """The text of a grammar file.

    It is looked for inside the package, where a wheel has it, and then beside the package, where a
    checkout has it. Raises `BrokenInstallation` where neither has it.
    """
    data = _read(name)
    if data is None:
        raise BrokenInstallation(f"the grammar file {name} is missing")
    return data.decode("utf-8")


def load_tables(grammar: str, version: str) -> tuple[dict[str, Any], dict[int, Any]] | None:
    """The tables that this version of lark makes of a grammar, as its `memo_serialize` gives them.

    None where they are of another grammar or another version, changed, or missing: then the parser is
    built from the grammar, which takes longer and gives the same.
    """
    data = _read(TABLES)
    stated, _, rest = (data or b"").partition(b"\n")
    if stated != first_line(grammar, version, rest):
        return None
    import json

    read = json.loads(b"{" + rest)
    states = read["data"]["parser"]["parser"]
    states["tokens"] = _numbered(states["tokens"])
    states["states"] = {state: _numbered(next_) for state, next_ in _numbered(states["states"]).items()}
    return read["data"], _numbered(read["memo"])


def first_line(grammar: str, version: str, rest: bytes) -> bytes:
    """How a file of tables begins: the lark that made them, and a digest of the grammar and of the rest."""
    from hashlib import sha256

    digest = sha256(grammar.encode("utf-8") + rest).hexdigest()
    return f'{{"lark": "{version}", "sha256": "{digest}",'.encode()


def _numbered(table: dict[str, Any]) -> dict[int, Any]:
    """The table with the numbers that JSON writes as texts."""
    return {int(key): value for key, value in table.items()}


def _read(name: str) -> bytes | None:
    """The bytes of a file of the folder of grammars, None where it is missing."""
    import pkgutil

    with suppress(OSError):
        data = pkgutil.get_data("ofcscore", f"grammars/{name}")
        if data is not None:
            return data
    beside = os.path.join(os.path.dirname(os.path.realpath(__file__)), _BESIDE, name)
    with suppress(OSError), open(beside, "rb") as file:
        return file.read()
    return None
