"""The writers of logs by form: located syntax to the text of the log, in pieces."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.screen import text_width
from ofcscore.log.read.from_jsonl import JSONL_LINE_LIMIT
from ofcscore.log.read.lines import LINE_LIMIT
from ofcscore.log.read.sources import Form
from ofcscore.log.syntax import BoardSyntax, DealSyntax, HeaderSyntax, Item
from ofcscore.log.write.data import deal_data, header_data
from ofcscore.log.write.notation import (
    board_head,
    board_line,
    check_line,
    deal_line,
    entry_text,
    name_deals,
    sayings,
    split_entries,
)
from ofcscore.log.write.to_csv import write_csv
from ofcscore.log.write.to_yaml import write_yaml


def write_text(syntaxes: Iterable[Item], problems: Problems) -> Iterator[str]:
    """Yield a log in canonical notation; what cannot stand on one line is a problem, and is left out."""
    begun = False
    for syntax in name_deals(syntaxes):
        for entry in syntax.entries:
            check_line(entry, LINE_LIMIT, problems)
        if isinstance(syntax, HeaderSyntax):
            lines = [entry_text(entry) for entry in sayings(syntax.entries)]
        else:
            lines = _deal_lines(syntax)
        if not lines:
            continue
        blank = "\n" if begun else ""
        begun = True
        yield blank + "\n".join(lines) + "\n"


def _deal_lines(deal: DealSyntax) -> list[str]:
    if deal.name is None:
        # Without a `deal` line, a key above the boards would be the header's.
        return [*board_lines(deal.boards), *map(entry_text, sayings(deal.entries))]
    above, below = split_entries(deal)
    return [
        deal_line(deal.name.text, deal.date.text if deal.date is not None else None),
        *map(entry_text, above),
        *board_lines(deal.boards),
        *map(entry_text, below),
    ]


def board_lines(boards: Sequence[BoardSyntax]) -> list[str]:
    """Return the boards of a deal, a line each, their cards one below the other."""
    column = max((text_width(board_head(board)) for board in boards), default=0) + 1
    return [board_line(board, column) for board in boards]


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


WRITERS: Final[Mapping[Form, Callable[[Iterable[Item], Problems], Iterator[str]]]] = {
    "text": write_text,
    "yaml": write_yaml,
    "json": write_json,
    "jsonl": write_jsonl,
    "csv": write_csv,
}
"""By the form to write."""
