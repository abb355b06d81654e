"""Located syntax to YAML that a person reads: a block for each deal, a line for each board."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.screen import text_width
from ofcscore.log.syntax import HeaderSyntax, Item
from ofcscore.log.write.data import Board, Mapping, Value, deal_data, header_data
from ofcscore.log.write.notation import name_deals

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


def _lines(data: Mapping) -> Iterator[str]:
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
