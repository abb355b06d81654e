"""Located syntax to JSON, a deal on each line, and to JSON Lines."""

import json
from collections.abc import Iterable, Iterator

from ofcscore.diagnostics.collected import Problems
from ofcscore.log.read.from_jsonl import JSONL_LINE_LIMIT
from ofcscore.log.syntax import DealSyntax, HeaderSyntax, Item
from ofcscore.log.write.data import deal_data, header_data
from ofcscore.log.write.notation import name_deals


def write_json(syntaxes: Iterable[Item], problems: Problems) -> Iterator[str]:
    """Yield a log as one object: the keys of its header, and `deals`."""
    yield "{"
    before, end = "\n  ", "\n}\n"
    for syntax in name_deals(syntaxes, every=True):
        if isinstance(syntax, HeaderSyntax):
            for key, value in header_data(syntax, problems).items():
                yield f"{before}{_dump(key)}: {_dump(value)}"
                before = ",\n  "
            before += '"deals": [\n    '
        else:
            yield before + _deal(syntax, problems)
            before, end = ",\n    ", "\n  ]\n}\n"
    yield end


def write_jsonl(syntaxes: Iterable[Item], problems: Problems) -> Iterator[str]:
    """Yield a log as JSON Lines: the header's keys where it has some, and a line for each deal."""
    for syntax in name_deals(syntaxes, every=True):
        if isinstance(syntax, DealSyntax):
            line, at = _deal(syntax, problems), syntax.at
        elif data := header_data(syntax, problems):
            line, at = _dump(data), syntax.entries[0].key
        else:
            continue
        if len(line) > JSONL_LINE_LIMIT:
            message = f"on one line this is longer than the {JSONL_LINE_LIMIT:,} characters of the other form"
            problems.refuse("unwritable", at.place, message, "shorten it, or write JSON")
        yield f"{line}\n"


def _deal(deal: DealSyntax, problems: Problems) -> str:
    above, boards, below = deal_data(deal, problems)
    return _dump({**above, "boards": boards, **below})


def _dump(value: object) -> str:
    """Return JSON in which everything that can be seen stands as it is, and the rest as escapes."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)
