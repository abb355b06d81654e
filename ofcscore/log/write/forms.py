"""The writers of logs by form: located syntax to the text of the log, in pieces."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from ofcscore.diagnostics.collected import Problems
from ofcscore.log.read.sources import Form
from ofcscore.log.syntax import Item
from ofcscore.log.write.to_csv import write_csv
from ofcscore.log.write.to_json import write_json, write_jsonl
from ofcscore.log.write.to_text import write_text
from ofcscore.log.write.to_yaml import write_yaml

WRITERS: Final[Mapping[Form, Callable[[Iterable[Item], Problems], Iterator[str]]]] = {
    "text": write_text,
    "yaml": write_yaml,
    "json": write_json,
    "jsonl": write_jsonl,
    "csv": write_csv,
}
"""By the form to write."""
