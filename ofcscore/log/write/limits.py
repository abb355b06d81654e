"""What one form can hold and another cannot."""

from __future__ import annotations

import re
from typing import Final

from ofcscore.log.syntax import Entry, Text
from ofcscore.log.write.notation import entry_text
from ofcscore.problems.collected import Problems

_BREAKING: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")


def check_line(entry: Entry, limit: int, problems: Problems) -> None:
    """A problem where a key cannot stand on one line, as a text of YAML may not."""
    line = entry_text(entry)
    broken = _BREAKING.search(line)
    if broken is None and len(line) <= limit:
        return
    key = entry.key.text
    if broken is None:
        why, hint = f"is longer than {limit:,} characters", "shorten it"
    elif broken.group() == "\n":
        why, hint = "runs over several lines", "take the line breaks out"
    else:
        why = f"has the control character U+{ord(broken.group()):04X}"
        hint = "delete it"
    message = f"this `{key}` {why}, and the other form has one line of plain text for it"
    problems.refuse("unwritable", entry.key.place, message, hint)


def add_unwritable(at: Text, message: str, hint: str, problems: Problems) -> None:
    """A problem of something that the other form has no way to say."""
    problems.refuse("unwritable", at.place, message, hint)
