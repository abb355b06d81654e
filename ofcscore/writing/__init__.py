"""Writing: located syntax to any form of a log, a piece at a time.

Everything that a log says survives; only remarks are no part of the syntax and so are left out. `problems`
gets what a form has no way to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, cast

from ofcscore.reading.sink import Problems
from ofcscore.reading.sources import Form

if TYPE_CHECKING:
    from ofcscore.writing.notation import Syntax

Writer = Callable[["Iterable[Syntax]", Problems], "Iterator[str]"]
_MODULES = {"text": "to_text", "yaml": "to_yaml", "json": "to_json", "jsonl": "to_json", "csv": "to_csv"}


def write_syntax(syntaxes: Iterable[Syntax], form: Form, problems: Problems) -> Iterator[str]:
    """The text of one log in a form, in pieces."""
    from importlib import import_module

    module = import_module(f"ofcscore.writing.{_MODULES[form]}")
    return cast(Writer, getattr(module, f"write_{form}"))(syntaxes, problems)
