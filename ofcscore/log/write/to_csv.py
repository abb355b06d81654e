"""Located syntax to CSV: a row for each board, and a row for each key that has no column of its own."""

import csv
import io
from collections.abc import Iterable, Iterator

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.keys import COLUMNS, FREE_KEYS
from ofcscore.log.read.from_csv import CSV_LINE_LIMIT, FORMULA
from ofcscore.log.read.tables import NAMES_KEPT
from ofcscore.log.syntax import QUOTED, SHORT_LABELS, BoardSyntax, DealSyntax, Entry, HeaderSyntax, Item
from ofcscore.log.write.notation import (
    cards_text,
    check_line,
    deal_sayings,
    key_text,
    marks_text,
    name_deals,
    quoted,
    row_order,
    sayings,
    value_text,
)


def write_csv(syntaxes: Iterable[Item], problems: Problems) -> Iterator[str]:
    """Yield a log as CSV, the columns named in the first line.

    A cell that a spreadsheet would take for a formula begins with an apostrophe, which reading takes off.
    """
    yield _rows([dict(zip(COLUMNS, COLUMNS, strict=True))])
    names: set[tuple[str, str]] = set()
    last: tuple[str, str] | None = None
    for syntax in name_deals(syntaxes):
        for entry in syntax.entries:
            check_line(entry, CSV_LINE_LIMIT // 2, problems)
        if isinstance(syntax, HeaderSyntax):
            yield _rows([_key_row(entry) for entry in sayings(syntax.entries)])
            continue
        if syntax.name is not None:
            name = (syntax.name.text, syntax.date.text if syntax.date is not None else "")
            # Rows that follow each other are one deal where the date stands in some of them alone, too.
            follows = last is not None and name[0] == last[0] and (not name[1] or not last[1])
            if follows or name == last or name in names:
                message = (
                    f"there is another deal {name[0]} in this log, and rows of one name are one deal in CSV"
                )
                hint = "give every deal a name of its own"
                problems.refuse("unwritable", syntax.name.place, message, hint)
            last = name
            if len(names) < NAMES_KEPT:
                names.add(name)
        yield _rows(_deal_rows(syntax))


Cells = dict[str, str]


def _deal_rows(deal: DealSyntax) -> list[Cells]:
    of: Cells = {}
    if deal.name is not None:
        of["deal"] = literal_cell(deal.name.text)
    if deal.date is not None:
        of["date"] = deal.date.text
    rows = [of | _board_cells(board) for board in deal.boards]
    entries = deal_sayings(deal)
    if rows:
        entries = _take_cells(rows[0], entries)
    return rows + [of | _key_row(entry) for entry in entries]


def _take_cells(row: Cells, entries: list[Entry]) -> list[Entry]:
    """Put dealer and note into a row, where there is one of them; the keys that are left."""
    kinds = [entry.key.text for entry in entries]
    if kinds.count("dealer") == 1:
        dealer = entries[kinds.index("dealer")]
        row["dealer"] = literal_cell(dealer.parts[0].names[0].text)
    # Why a deal is void is a note too, and their order stays.
    if kinds.count("note") == 1 and "void" not in kinds:
        note = entries[kinds.index("note")]
        row["note"] = literal_cell(note.parts[0].words[0].text)
    return [entry for entry in entries if entry.key.text not in row]


def _board_cells(board: BoardSyntax) -> Cells:
    cells: Cells = {}
    if board.name is not None:
        cells["player"] = literal_cell(board.name.text)
    for row, cards in row_order(board):
        cells[SHORT_LABELS[row or 0]] = cards_text(cards.text)
    marks = marks_text(board.marks)
    cells["status"] = marks
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
    """Return a text as it is, in quotes where it has blanks at its ends or stands in quotes itself."""
    return quoted(text) if not text or text != text.strip(" \t") or QUOTED.fullmatch(text) else text


def _guarded(cell: str) -> str:
    return f"'{cell}" if FORMULA.match(cell) else cell


def _rows(rows: list[Cells]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([_guarded(row.get(column, "")) for column in COLUMNS] for row in rows)
    return text.getvalue()
