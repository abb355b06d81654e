"""Find the text of the grammar in a wheel, a zipped wheel, an editable install or a bare checkout.

The current folder, temporary folders and caches are never looked at.
"""

import os
from contextlib import suppress
from typing import Final

_BESIDE: Final = os.path.join(os.pardir, os.pardir, "grammars")


class BrokenInstallation(Exception):  # noqa: N818 - it names a state of the installation
    """A file that belongs to the program is missing; the message says which."""


def load_grammar(name: str) -> str:
    """Return the text of a grammar file.

    It is looked for inside the package, where a wheel has it, and then beside the package, where a
    checkout has it. Raises `BrokenInstallation` where neither has it.
    """
    data = read_file(name)
    if data is None:
        raise BrokenInstallation(f"the grammar file {name} is missing")
    return data.decode("utf-8")


def read_file(name: str) -> bytes | None:
    """Return the bytes of a file of the folder of grammars, None where it is missing."""
    import pkgutil

    with suppress(OSError):
        data = pkgutil.get_data("ofcscore", f"grammars/{name}")
        if data is not None:
            return data
    beside = os.path.join(os.path.dirname(os.path.realpath(__file__)), _BESIDE, name)
    with suppress(OSError), open(beside, "rb") as file:
        return file.read()
    return None
