"""Located syntax comes in; any form of a log goes out, a piece at a time.

Everything that a log says survives; only remarks are no part of the syntax and so are left out. `problems`
gets what a form has no way to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ofcscore.log.read.sources import Form
from ofcscore.problems.collected import Problems

if TYPE_CHECKING:
    from ofcscore.log.write.notation import Syntax


def write_syntax(syntaxes: Iterable[Syntax], form: Form, problems: Problems) -> Iterator[str]:
    """The text of one log in a form, in pieces."""
    if form == "text":
        from ofcscore.log.write.to_text import write_text as write
    elif form == "yaml":
        from ofcscore.log.write.to_yaml import write_yaml as write
    elif form == "json":
        from ofcscore.log.write.to_json import write_json as write
    elif form == "jsonl":
        from ofcscore.log.write.to_json import write_jsonl as write
    else:
        from ofcscore.log.write.to_csv import write_csv as write
    return write(syntaxes, problems)
