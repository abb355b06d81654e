"""The writers of logs by form: located syntax to the text of the log, in pieces."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.diagnostics.screen import text_width
from ofcscore.log.read.from_yaml import JSONL_LINE_LIMIT
from ofcscore.log.read.sources import LINE_LIMIT, Form
from ofcscore.log.syntax import BoardSyntax, DealSyntax, HeaderSyntax, Item
from ofcscore.log.write.data import Board, Fields, Value, deal_data, header_data
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

_PLAIN_SIGNS: Final = frozenset(" _.,+/()=>'\"$€!?;-")
_TYPED: Final = re.compile(
    "[+-]?[0-9][0-9A-Fa-f_.:TtZzxXoOeE+-]*|[Yy]|[Nn]|[Yy][Ee][Ss]|[Nn][Oo]|[Oo][Nn]|[Oo][Ff][Ff]"
    "|[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Nn][Uu][Ll][Ll]"
)
"""Plain scalars that other programs would take for a number, a date, a truth value, or null."""
_WHOLE: Final = re.compile("0|[1-9][0-9]{0,8}")
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}


def write_yaml(syntaxes: Iterable[Item], problems: Problems) -> Iterator[str]:
    """Yield a log as one document: the keys of its header, and `deals`, with a blank line above each."""
    above = ""
    for syntax in name_deals(syntaxes, every=True):
        if isinstance(syntax, HeaderSyntax):
            header = [f"{line}\n" for line in _lines(header_data(syntax, problems))]
            yield "".join(header)
            above = "\ndeals:\n" if header else "deals:\n"
        else:
            opening, boards, closing = deal_data(syntax, problems)
            under = ["boards:", *(f"  {line}" for line in _board_lines(boards))] if boards else []
            yield f"{above}- " + "\n  ".join((*_lines(opening), *under, *_lines(closing))) + "\n"
            above = "\n"


def _lines(data: Fields) -> Iterator[str]:
    for key, value in data.items():
        name = yaml_scalar(key)
        if isinstance(value, list):
            yield f"{name}:"
            for item in value:
                yield f"  - {yaml_scalar(item)}"
        else:
            yield f"{name}: {_value(value)}"


def _value(value: Value) -> str:
    return "yes" if value is True else yaml_scalar(str(value))


def _board_lines(boards: dict[str, Board] | list[Board]) -> Iterator[str]:
    if isinstance(boards, list):
        for board in boards:
            yield f"- {_board(board)}"
        return
    heads = [f"{yaml_scalar(name)}:" for name in boards]
    column = max(map(text_width, heads)) + 1
    for head, board in zip(heads, boards.values(), strict=True):
        yield f"{head}{' ' * (column - text_width(head))}{_board(board)}"


def _board(board: Board) -> str:
    if isinstance(board, str):
        return yaml_scalar(board)
    pieces = [f"{key}: {'yes' if v is True else yaml_scalar(str(v), flow=True)}" for key, v in board.items()]
    return f"{{{', '.join(pieces)}}}"


def yaml_scalar(text: str, *, flow: bool = False) -> str:
    """Return a text as a scalar that every reader of YAML takes for this text (whole numbers may be numbers).

    >>> yaml_scalar("Qh Qd 5c"), yaml_scalar("No"), yaml_scalar("3"), yaml_scalar('"A"/B: x')
    ('Qh Qd 5c', '"No"', '3', '\\'"A"/B: x\\'')
    """
    if _is_plain(text) and not (flow and "," in text):
        return text
    if text.isprintable() and ('"' in text or "\\" in text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(map(_escaped, text)) + '"'


def _is_plain(text: str) -> bool:
    if not text or text[-1] == " " or not (text[0].isalnum() or text[0] == "_"):
        return False
    if not all(c.isalnum() or c in _PLAIN_SIGNS for c in text):
        return False
    return _TYPED.fullmatch(text) is None or _WHOLE.fullmatch(text) is not None


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


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
