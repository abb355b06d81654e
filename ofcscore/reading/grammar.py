"""The text of the grammar, wherever the package is: wheel, zipped wheel, editable install, bare checkout."""

from __future__ import annotations

import pkgutil
from pathlib import Path

GRAMMAR = "ofcscore.lark"


class BrokenInstallation(Exception):  # noqa: N818 - it names a state of the installation
    """A file that belongs to the program is missing; the message says which."""


def load_grammar(name: str = GRAMMAR) -> str:
    """The text of a grammar file.

    It is looked for inside the package, where a wheel has it, and then beside the package, where a
    checkout has it; never in the current folder. Raises `BrokenInstallation` where neither has it.
    """
    try:
        data = pkgutil.get_data("ofcscore", f"grammars/{name}")
    except OSError:
        data = None
    if data is None:
        beside = Path(__file__).resolve().parent.parent.parent / "grammars" / name
        try:
            data = beside.read_bytes()
        except OSError:
            raise BrokenInstallation(f"the grammar file {name} is missing") from None
    return data.decode("utf-8")
