"""The text of the grammar, wherever the package is: wheel, zipped wheel, editable install, bare checkout."""

from __future__ import annotations

import os
from typing import Final

GRAMMAR = "ofcscore.lark"


class BrokenInstallation(Exception):  # noqa: N818 - it names a state of the installation
    """A file that belongs to the program is missing; the message says which."""


def load_grammar(name: str = GRAMMAR) -> str:
    """The text of a grammar file.

    It is looked for inside the package, where a wheel has it, and then beside the package, where a
    checkout has it; never in the current folder. Raises `BrokenInstallation` where neither has it.
    """
    import pkgutil

    try:
        data = pkgutil.get_data("ofcscore", f"grammars/{name}")
    except OSError:
        data = None
    if data is None:
        beside = os.path.join(os.path.dirname(os.path.realpath(__file__)), *_BESIDE, name)
        try:
            with open(beside, "rb") as file:
                data = file.read()
        except OSError:
            raise BrokenInstallation(f"the grammar file {name} is missing") from None
    return data.decode("utf-8")


_BESIDE: Final = (os.pardir, os.pardir, "grammars")
