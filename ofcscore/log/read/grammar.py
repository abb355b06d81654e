"""The tables that lark makes of the grammar, as plain JSON that nothing is run from."""

from typing import Any, Final

from ofcscore.log.grammar import BrokenInstallation, load_grammar, read_file

__all__ = ["BrokenInstallation", "first_line", "load_grammar", "load_tables"]
TABLES: Final = "ofcscore.json"


def load_tables(grammar: str, version: str) -> tuple[dict[str, Any], dict[int, Any]] | None:
    """The tables that this version of lark makes of a grammar, as its `memo_serialize` gives them.

    None where they are of another grammar or another version, changed, or missing: then the parser is
    built from the grammar, which takes longer and gives the same.
    """
    data = read_file(TABLES)
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
