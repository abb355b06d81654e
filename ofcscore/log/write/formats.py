"""Write parsed logs in each format, in pieces of text.

The whole log is preserved except for remarks, which are not parsed. `problems` gets what a format cannot
express.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, pairwise
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.diagnostics.terminal import text_width
from ofcscore.files.yaml_nodes import LONGEST_SCALAR
from ofcscore.log.keys import COLUMNS, FREE_KEYS, KEYS
from ofcscore.log.read.cells import CSV_LINE_LIMIT, FORMULA
from ofcscore.log.read.from_yaml import JSONL_LINE_LIMIT
from ofcscore.log.read.sources import CONTROL, LINE_LIMIT, Form
from ofcscore.log.read.table_deals import NAMES_KEPT
from ofcscore.log.syntax import QUOTED, SHORT_LABELS, BoardSyntax, DealSyntax, Entry, HeaderSyntax, Item, Text
from ofcscore.log.write.notation import (
    board_head,
    board_line,
    board_text,
    cards_text,
    deal_line,
    deal_sayings,
    entry_text,
    is_void,
    key_text,
    marks_text,
    quoted,
    row_order,
    sayings,
    split_entries,
    value_text,
)

Cells = dict[str, str]


def name_deals(syntaxes: Iterable[Item], *, every: bool = False) -> Iterator[Item]:
    """Yield the items with unnamed deals numbered, except a lone deal without a date.

    `every` numbers that deal too.
    """
    for number, (syntax, behind) in enumerate(pairwise(chain(syntaxes, (None,)))):
        assert syntax is not None
        alone = number == 1 and behind is None and not every
        if isinstance(syntax, HeaderSyntax) or syntax.name is not None or (alone and syntax.date is None):
            yield syntax
        else:
            at = syntax.at
            yield syntax._replace(name=Text(str(number), at.line, at.column, at.width))


def check_line(entry: Entry, limit: int, form: str, problems: Problems) -> None:
    """Report a key that does not fit on one line, as text and YAML require."""
    line = entry_text(entry)
    broken = re.search(CONTROL, line)
    if broken is not None:
        why, hint = f"has the control character U+{ord(broken[0]):04X}", "remove it"
        if broken[0] == "\n":
            why, hint = "runs over several lines", "remove the line breaks"
    elif len(line) > limit:
        why, hint = f"is longer than {limit:,} characters", "shorten it"
    else:
        return
    message = f"this `{entry.key.text}` {why}, but {form} only allows one line of plain text"
    problems.refuse("unwritable", entry.key.place, message, hint)


# -- text ------------------------------------------------------------------------------------------------


def write_text(syntaxes: Iterable[Item], problems: Problems) -> Iterator[str]:
    """Yield a log in canonical notation; report and skip what does not fit on one line."""
    blank = ""
    for syntax in name_deals(syntaxes):
        for entry in syntax.entries:
            check_line(entry, LINE_LIMIT, "a text log", problems)
        if isinstance(syntax, HeaderSyntax):
            lines = [entry_text(entry) for entry in sayings(syntax.entries)]
        else:
            lines = _deal_lines(syntax)
        if lines:
            yield blank + "\n".join(lines) + "\n"
            blank = "\n"


def _deal_lines(deal: DealSyntax) -> list[str]:
    column = max((text_width(board_head(board)) for board in deal.boards), default=0) + 1
    boards = [board_line(board, column) for board in deal.boards]
    if deal.name is None:
        # Without a `deal` line, a key above the boards would be the header's.
        return [*boards, *map(entry_text, sayings(deal.entries))]
    above, below = split_entries(deal)
    head = deal_line(deal.name.text, deal.date.text if deal.date is not None else None)
    return [head, *map(entry_text, above), *boards, *map(entry_text, below)]


# -- a log as plain data, as YAML and JSON have it -------------------------------------------------------

Fields = dict[str, str | bool | list[str]]
Board = str | dict[str, str | bool]
Boards = dict[str, Board] | list[Board]


def deal_data(deal: DealSyntax, problems: Problems) -> tuple[Fields, Boards, Fields]:
    """Return a deal as name, date and keys above its boards, the boards, and keys below."""
    above, below = split_entries(deal)
    assert deal.name is not None
    start: Fields = {"deal": deal.name.text}
    if deal.date is not None:
        start["date"] = deal.date.text
    boards = _boards_data(deal.boards, problems)
    return start | _entries_data(above, problems), boards, _entries_data(below, problems)


def _entries_data(entries: Iterable[Entry], problems: Problems) -> Fields:
    """Return keys and their texts; a list if a key occurs more than once."""
    gathered: dict[str, list[Entry]] = {}
    for entry in _notes_in_order(list(entries)):
        gathered.setdefault(key_text(entry), []).append(entry)
    return {key: _values_data(same, problems) for key, same in gathered.items()}


def _notes_in_order(entries: list[Entry]) -> list[Entry]:
    """Return the entries; repeat a void deal's reason between two notes as a note.

    Notes are written as one block, so the order of the notes and the reason would be lost otherwise.
    """
    kinds = [entry.key.text for entry in entries]
    place = kinds.index("void") if "void" in kinds else 0
    void = entries[place] if entries else None
    if void is None or "note" not in kinds[:place] or "note" not in kinds[place:] or is_void(void):
        return entries
    why = void._replace(key=void.key._replace(text="note"))
    return [*entries[:place], why, *entries[place + 1 :], void]


def _values_data(entries: list[Entry], problems: Problems) -> str | bool | list[str]:
    """Return the value of a repeatable key, joined into one text if possible."""
    first = entries[0]
    if len(entries) == 1:
        return _value_data(first, problems)
    parts = tuple(part for entry in entries for part in entry.parts)
    if first.names or (KEYS[first.key.text].listed == "parts" and all(part.names for part in parts)):
        whole = value_text(first._replace(parts=parts))
        if len(whole) <= LONGEST_SCALAR:
            return whole
    return [str(_value_data(entry, problems)) for entry in entries]


def _value_data(entry: Entry, problems: Problems) -> str | bool:
    key = entry.key.text
    if key == "void" and is_void(entry):
        return True
    if key in FREE_KEYS:
        text = entry.parts[0].words[0].text
        text = quoted(text) if QUOTED.fullmatch(text) else text
        # In YAML, a number may mean yes.
        text = f"deal {text}" if key == "void" and text.isdecimal() else text
    elif KEYS[key].value == "one_name":
        text = _plain_name(entry.parts[0].names[0].text)
    else:
        text = value_text(entry)
    if len(text) > LONGEST_SCALAR:
        what = f"this `{key}` is longer than the {LONGEST_SCALAR:,} characters that YAML and JSON logs allow"
        problems.refuse("unwritable", entry.key.place, what, "shorten it")
    return text


def _plain_name(name: str) -> str:
    """Return a lone name, with quotes escaped if they would be taken for quoting."""
    return quoted(name) if name[:1] == name[-1:] == '"' else name


def _boards_data(boards: Iterable[BoardSyntax], problems: Problems) -> Boards:
    """Return boards by player, or a list if they are anonymous."""
    named: dict[str, Board] = {}
    anonymous: list[Board] = []
    for board in boards:
        if board.name is None:
            anonymous.append(_board_data(board))
        elif _plain_name(board.name.text) in named:
            two = f"{board.name.text} has two boards in this deal, but YAML and JSON logs allow one per name"
            problems.refuse("unwritable", board.name.place, two, "remove one of them")
        else:
            named[_plain_name(board.name.text)] = _board_data(board)
        if anonymous and named:
            both = "this deal has boards with and without a name, which YAML and JSON logs do not allow"
            problems.refuse("unwritable", board.at.place, both, "give every board a name")
    return named or anonymous


def _board_data(board: BoardSyntax) -> Board:
    """Return a board's rows and marks as a mapping, or the text after its colon."""
    rows = row_order(board)
    marks = [mark.text.split() for mark in board.marks]
    plain = board.claim is not None or (board.status is None and None not in dict(rows))
    flags = {word: number[0] if number else True for word, *number in marks}
    said = len(flags) == len(marks) and not flags.keys() - {"foul", "fantasyland"}
    if not plain or not said or not rows or len({row for row, _ in rows}) != len(rows):
        return board_text(board)
    claim = {} if board.claim is None else {"claim": board.claim.text}
    cards = {"cards" if row is None else SHORT_LABELS[row]: cards_text(row_.text) for row, row_ in rows}
    return claim | cards | flags


# -- YAML ------------------------------------------------------------------------------------------------

_PLAIN_SIGNS: Final = frozenset(" _.,+/()=>'\"$€!?;-")
_TYPED: Final = re.compile(
    "[+-]?[0-9][0-9A-Fa-f_.:TtZzxXoOeE+-]*|[Yy]|[Nn]|[Yy][Ee][Ss]|[Nn][Oo]|[Oo][Nn]|[Oo][Ff][Ff]"
    "|[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Nn][Uu][Ll][Ll]"
)
"""Plain scalars that other programs read as a number, a date, true, false or null."""
_WHOLE: Final = re.compile("0|[1-9][0-9]{0,8}")
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\r": "\\x0d"}


def write_yaml(syntaxes: Iterable[Item], problems: Problems) -> Iterator[str]:
    """Yield a log as one document: its header keys, then `deals` with blank lines between."""
    above = ""
    for syntax in name_deals(syntaxes, every=True):
        if isinstance(syntax, HeaderSyntax):
            header = [f"{line}\n" for line in _lines(_entries_data(sayings(syntax.entries), problems))]
            yield "".join(header)
            above = "\ndeals:\n" if header else "deals:\n"
        else:
            opening, boards, closing = deal_data(syntax, problems)
            under = ["boards:", *_board_lines(boards)] if boards else []
            yield f"{above}- " + "\n  ".join((*_lines(opening), *under, *_lines(closing))) + "\n"
            above = "\n"


def _lines(data: Fields) -> Iterator[str]:
    for key, value in data.items():
        name = yaml_scalar(key)
        if isinstance(value, list):
            yield from (f"{name}:", *(f"  - {yaml_scalar(item)}" for item in value))
        else:
            yield f"{name}: {yaml_scalar(value)}"


def _board_lines(boards: Boards) -> list[str]:
    if isinstance(boards, list):
        return [f"  - {_board(board)}" for board in boards]
    lines = {f"{yaml_scalar(name)}:": _board(board) for name, board in boards.items()}
    column = max(map(text_width, lines)) + 1
    return [f"  {head}{' ' * (column - text_width(head))}{board}" for head, board in lines.items()]


def _board(board: Board) -> str:
    if isinstance(board, str):
        return yaml_scalar(board)
    return f"{{{', '.join(f'{key}: {yaml_scalar(value, flow=True)}' for key, value in board.items())}}}"


def yaml_scalar(value: str | bool, *, flow: bool = False) -> str:
    """Return text as a YAML scalar, quoted where a reader would otherwise not return this text.

    Whole numbers may be read as numbers.

    >>> yaml_scalar("Qh Qd 5c"), yaml_scalar("No"), yaml_scalar("3"), yaml_scalar('"A"/B: x')
    ('Qh Qd 5c', '"No"', '3', '\\'"A"/B: x\\'')
    """
    text = "yes" if value is True else str(value)
    if value is True or (_is_plain(text) and not (flow and "," in text)):
        return text
    if text.isprintable() and ('"' in text or "\\" in text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(map(_escaped, text)) + '"'


def _is_plain(text: str) -> bool:
    signs = bool(text) and all(c.isalnum() or c in _PLAIN_SIGNS for c in text)
    if not signs or text[-1] == " " or not (text[0].isalnum() or text[0] == "_"):
        return False
    return _TYPED.fullmatch(text) is None or _WHOLE.fullmatch(text) is not None


def _escaped(character: str) -> str:
    if character in _ESCAPES or character.isprintable():
        return _ESCAPES.get(character, character)
    return character.encode("unicode_escape").decode()


# -- JSON ------------------------------------------------------------------------------------------------


def write_json(syntaxes: Iterable[Item], problems: Problems) -> Iterator[str]:
    """Yield a log as one object: the keys of its header, and `deals`."""
    yield "{"
    before, end = "\n  ", "\n}\n"
    for syntax in name_deals(syntaxes, every=True):
        if isinstance(syntax, HeaderSyntax):
            for key, value in _entries_data(sayings(syntax.entries), problems).items():
                yield f"{before}{_dump(key)}: {_dump(value)}"
                before = ",\n  "
            before += '"deals": [\n    '
        else:
            yield before + _deal(syntax, problems)
            before, end = ",\n    ", "\n  ]\n}\n"
    yield end


def write_jsonl(syntaxes: Iterable[Item], problems: Problems) -> Iterator[str]:
    """Yield a log as JSON Lines: one line for the header and one per deal.

    A header without keys has no line.
    """
    for syntax in name_deals(syntaxes, every=True):
        if isinstance(syntax, DealSyntax):
            line, at = _deal(syntax, problems), syntax.at
        elif data := _entries_data(sayings(syntax.entries), problems):
            line, at = _dump(data), syntax.entries[0].key
        else:
            continue
        if len(line) > JSONL_LINE_LIMIT:
            message = f"this exceeds the {JSONL_LINE_LIMIT:,} characters of a line of JSON Lines"
            problems.refuse("unwritable", at.place, message, "shorten it or convert to JSON")
        yield f"{line}\n"


def _deal(deal: DealSyntax, problems: Problems) -> str:
    above, boards, below = deal_data(deal, problems)
    return _dump({**above, "boards": boards, **below})


def _dump(value: object) -> str:
    """Return JSON with visible characters unescaped and all others escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)


# -- CSV: a row for each board, and for each key that has no column of its own ---------------------------


def write_csv(syntaxes: Iterable[Item], problems: Problems) -> Iterator[str]:
    """Yield a log as CSV with column names in the first line.

    A cell that a spreadsheet would take for a formula begins with an apostrophe, which the reader removes.
    """
    yield _rows([dict(zip(COLUMNS, COLUMNS, strict=True))])
    names: set[tuple[str, str]] = set()
    last: tuple[str, str] | None = None
    for syntax in name_deals(syntaxes):
        for entry in syntax.entries:
            check_line(entry, CSV_LINE_LIMIT // 2, "CSV", problems)
        if isinstance(syntax, HeaderSyntax):
            yield _rows([_key_row(entry) for entry in sayings(syntax.entries)])
            continue
        if syntax.name is not None:
            name = (syntax.name.text, syntax.date.text if syntax.date is not None else "")
            # Consecutive rows of one name are one deal, even if only some of them have the date.
            follows = last is not None and name[0] == last[0] and (not name[1] or not last[1])
            if follows or name == last or name in names:
                message = f"there is another deal {name[0]} in this log, but CSV joins rows of the same name"
                problems.refuse("unwritable", syntax.name.place, message, "give every deal its own name")
            last = name
            if len(names) < NAMES_KEPT:
                names.add(name)
        yield _rows(_deal_rows(syntax))


def _deal_rows(deal: DealSyntax) -> list[Cells]:
    of = {} if deal.name is None else {"deal": literal_cell(deal.name.text)}
    of |= {} if deal.date is None else {"date": deal.date.text}
    rows = [of | _board_cells(board) for board in deal.boards]
    entries = deal_sayings(deal)
    kinds = [entry.key.text for entry in entries]
    for key in ("dealer", "note") if rows else ():
        # The reason of a void deal is also a note, and their order is kept.
        if kinds.count(key) == 1 and not (key == "note" and "void" in kinds):
            part = entries[kinds.index(key)].parts[0]
            rows[0][key] = literal_cell((*part.names, *part.words)[0].text)
    return rows + [of | _key_row(entry) for entry in entries if not rows or entry.key.text not in rows[0]]


def _board_cells(board: BoardSyntax) -> Cells:
    cells: Cells = {}
    if board.name is not None:
        cells["player"] = literal_cell(board.name.text)
    for row, cards in row_order(board):
        cells[SHORT_LABELS[row or 0]] = cards_text(cards.text)
    cells["status"] = marks = marks_text(board.marks)
    if board.claim is not None:
        cells["claim"] = board.claim.text
    elif board.status is not None:
        cells["status"] = f"{board.status.text} ({marks})" if marks else board.status.text
    return cells


def _key_row(entry: Entry) -> Cells:
    key = entry.key.text
    plain = key in FREE_KEYS and entry.parts and value_text(entry)
    value = literal_cell(entry.parts[0].words[0].text) if plain else value_text(entry)
    return {"key": key_text(entry), "value": value}


def literal_cell(text: str) -> str:
    """Return a text, in quotes if it is quoted or has outer spaces."""
    return quoted(text) if not text or text != text.strip(" \t") or QUOTED.fullmatch(text) else text


def _rows(rows: list[Cells]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    # A row that begins with `#` may be commented out.
    quoting = csv.DictWriter(text, COLUMNS, lineterminator="\n", quoting=csv.QUOTE_ALL)
    for row in rows:
        cells = {name: f"'{cell}" if FORMULA.match(cell) else cell for name, cell in row.items()}
        (quoting if cells.get(COLUMNS[0], "").startswith("#") else writer).writerow(cells)
    return text.getvalue()


WRITERS: Final[Mapping[Form, Callable[[Iterable[Item], Problems], Iterator[str]]]] = {
    "text": write_text,
    "yaml": write_yaml,
    "json": write_json,
    "jsonl": write_jsonl,
    "csv": write_csv,
}
"""The writers by format."""
