"""Located syntax to JSON, a deal on each line, and to JSON Lines."""

import json
from collections.abc import Iterable, Iterator

from ofcscore.log.read.from_jsonl import JSONL_LINE_LIMIT
from ofcscore.log.syntax import DealSyntax, HeaderSyntax
from ofcscore.log.write.data import deal_data, header_data
from ofcscore.log.write.notation import Syntax, name_deals
from ofcscore.problems.collected import Problems


def write_json(syntaxes: Iterable[Syntax], problems: Problems) -> Iterator[str]:
    """A log as one object: the keys of its header, and `deals`."""
    yield "{"
    comma = ""
    in_deals = False
    for syntax in name_deals(syntaxes, every=True):
        if isinstance(syntax, HeaderSyntax):
            for key, value in header_data(syntax, problems).items():
                yield f"{comma}\n  {_dump(key)}: {_dump(value)}"
                comma = ","
            continue
        if not in_deals:
            yield f'{comma}\n  "deals": ['
            comma = ""
            in_deals = True
        yield f"{comma}\n    {_deal(syntax, problems)}"
        comma = ","
    yield "\n  ]\n}\n" if in_deals else "\n}\n"


def write_jsonl(syntaxes: Iterable[Syntax], problems: Problems) -> Iterator[str]:
    """A log as JSON Lines: the header's keys where it has some, and a line for each deal."""
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
    """JSON in which everything that can be seen stands as it is, and the rest as escapes."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)
