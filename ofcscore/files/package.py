"""The files that come with the program, in a wheel, a zipped wheel, an editable install or a bare checkout.

The current folder, temporary folders and caches are never looked at.
"""

import os
from contextlib import suppress


class BrokenInstallation(Exception):  # noqa: N818 - it names a state of the installation
    """A file that belongs to the program is missing; the message says which."""


def package_text(package: str, name: str) -> str:
    """Return the text of a file beside the modules of a package; raises `BrokenInstallation` without it."""
    data = package_data(package, name)
    if data is None:
        raise BrokenInstallation(f"the file {name} is missing")
    return data.decode("utf-8")


def package_data(package: str, name: str) -> bytes | None:
    """Return the bytes of a file beside the modules of a package, None where it is missing.

    `importlib.resources` would take a tenth of a start.
    """
    import pkgutil

    with suppress(OSError):
        return pkgutil.get_data(package, name)
    return None


def grammar_data(name: str) -> bytes | None:
    """Return the bytes of a file of the folder of grammars, None where it is missing.

    It is looked for inside the package, where a wheel has it, and then beside the package, where a
    checkout has it.
    """
    data = package_data("ofcscore", f"grammars/{name}")
    if data is not None:
        return data
    here = os.path.dirname(os.path.realpath(__file__))
    beside = os.path.join(here, os.pardir, os.pardir, "grammars", name)
    with suppress(OSError), open(beside, "rb") as file:
        return file.read()
    return None
