"""CSV to located syntax: a spreadsheet with a row for each board, read a row at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ofcscore.game.board import ROWS, Row
from ofcscore.log.read.entries import plain_text, read_entry
from ofcscore.log.read.grouping import MOST_OF_A_DEAL, endless, endless_header
from ofcscore.log.read.lines import BadLine
from ofcscore.log.syntax import (
    ROW_LABELS,
    STATUSES,
    UNLABELLED,
    BoardSyntax,
    DealSyntax,
    Entry,
    HeaderSyntax,
    Line,
    Part,
    Text,
)
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from ofcscore.problems.words import ASCII_LOWER, listed, near

COLUMNS: Final = (
    "deal",
    "date",
    "player",
    "top",
    "mid",
    "bot",
    "status",
    "claim",
    "dealer",
    "note",
    "key",
    "value",
)
"""Every column, in the order in which they are written."""
_SHORT_LABELS: Final = ("top", "mid", "bot")
_ALSO: Final = {
    "hand": "deal",
    "name": "player",
    "notes": "note",
    **{label: _SHORT_LABELS[row] for label, row in ROW_LABELS.items()},
}
FORMULA: Final = re.compile("'*[=+@\t\r\uff1d\uff0b\uff20\uff0d-]")
"""How a cell begins that a spreadsheet takes for a formula, or that got an apostrophe against that."""
_GUARDED: Final = re.compile(f"'{FORMULA.pattern}")
_LITERAL: Final = frozenset(("deal", "player", "dealer", "note"))
"""Columns whose cells are text as it is (or all of it in quotes, which keeps the blanks at its ends)."""
_DELIMITERS: Final = ";\t,"
_QUOTED: Final = re.compile('"((?:[^"]|"")*)"')
_SEPARATOR_LINE: Final = re.compile("sep=(.)", re.DOTALL)
CSV_LINE_LIMIT: Final = 1 << 16
NAMES_KEPT: Final = 10_000
_STATUS_WORD: Final = re.compile("[0-9]+[ \t]*[Aa][Cc][Ee][Ss]?|[^ \t,;+()]+")
_ACES: Final = re.compile("[0-9]+[ \t]*aces?")
_MARKS: Final = ("foul", "fantasyland")


class _Fault(NamedTuple):
    """Why a line cannot be split into cells: from where on, and the words.

    `cells` are those before it; `open` says that it goes on below.
    """

    cells: list[Text]
    start: int
    message: str
    hint: str
    open: bool = False


def split_cells(line: Line, delimiter: str) -> list[Text] | _Fault:
    """The cells of one line (RFC 4180: a cell in quotes may hold delimiters, and quotes written twice)."""
    text = line.text
    cells = []
    if '"' not in text:
        column = 1
        for piece in text.split(delimiter):
            cells.append(Text(piece, line, column, len(piece)))
            column += len(piece) + 1
        return cells
    at = 0
    while True:
        if text[at : at + 1] == '"':
            match = _QUOTED.match(text, at)
            if match is None:
                return _Fault(
                    cells,
                    at,
                    "the quote that begins this cell is not closed on this line",
                    "a cell holds one line of text: take the line break out of it",
                    open=True,
                )
            cells.append(_quoted(line, match))
            at = match.end()
            if text[at : at + 1] not in ("", delimiter):
                return _Fault(
                    cells,
                    at,
                    "something follows the closing quote of this cell",
                    "a quote inside a cell in quotes is written twice",
                )
        else:
            end = text.find(delimiter, at)
            end = len(text) if end < 0 else end
            cells.append(Text(text[at:end], line, at + 1, end - at))
            at = end
        if at >= len(text):
            return cells
        at += 1


def _quoted(line: Line, match: re.Match[str]) -> Text:
    inner = match.group(1)
    column = match.start(1) + 1
    if '""' not in inner:
        return Text(inner, line, column, len(inner))
    kept = [m.start() for m in re.finditer('""|[^"]', inner)]
    places = tuple((line, column + start) for start in kept)
    return Text(inner.replace('""', '"'), line, column, len(inner), places)


def _trimmed(cell: Text) -> Text | None:
    """A cell without the blanks around it and the apostrophe against formulas; None where it is empty."""
    text = cell.text
    stripped = text.strip(" \t")
    if not stripped:
        return None
    if len(stripped) != len(text):
        start = len(text) - len(text.lstrip(" \t"))
        cell = cell.part(start, start + len(stripped))
    if stripped[0] == "'" and _GUARDED.match(stripped):
        cell = cell.part(1, len(stripped))
    return cell


Cells = dict[str, Text]


@dataclass(slots=True)
class _Columns:
    """Which column is which, as the first line says, and what parts the cells."""

    delimiter: str
    names: list[str | None]
    at: dict[str, Text]


@dataclass(slots=True)
class _Gathering:
    """The deal whose rows are being read."""

    at: Text
    name: Text | None
    date: Text | None
    boards: list[BoardSyntax] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    dealer: Text | None = None
    spoiled: bool = False
    apart: bool = False
    endless: bool = False

    def check_length(self, at: Text, problems: Problems) -> None:
        """One problem, and what was gathered is let go, when a deal goes on and on: memory is bounded."""
        if len(self.boards) + len(self.entries) > MOST_OF_A_DEAL:
            problems.add(endless(at, "this deal", "is the `deal` cell the same in all of these rows?"))
            self.endless = self.spoiled = True
            self.boards, self.entries = [], []

    def deal(self) -> DealSyntax:
        # Rows apart from their deal are told once, and not as a second deal of the name as well.
        name = None if self.apart else self.name
        return DealSyntax(self.at, name, self.date, tuple(self.boards), tuple(self.entries), self.spoiled)


def read_csv(
    lines: Iterable[Line | BadLine], file: str, base: str, problems: Problems
) -> Iterator[HeaderSyntax | DealSyntax]:
    """The header of a CSV file, and then its deals, one at a time."""
    return _Reader(file, base, problems).read(lines)


class _Reader:
    """Reads one file; what it keeps is the header, the deal being read, and names of deals."""

    def __init__(self, file: str, base: str, problems: Problems) -> None:
        self._file = file
        self._base = base
        self._problems = problems
        self._header: list[Entry] = []
        self._header_spoiled = self._header_endless = False
        self._deal: _Gathering | None = None
        self._closed: set[tuple[str, str]] = set()
        self._lost = False
        """Whether the row before could not be read, and so may have been of the deal before or behind it."""

    def read(self, lines: Iterable[Line | BadLine]) -> Iterator[HeaderSyntax | DealSyntax]:
        source = iter(lines)
        columns = _read_columns(source, self._problems)
        begun = False
        if columns is not None:
            for cells, whole in self._rows(source, columns):
                if not whole and "deal" not in cells:
                    self._spoil()
                    self._lost = True
                    continue
                finished, starts = self._place(cells)
                if starts and not begun:
                    begun = True
                    yield self._header_syntax()
                if finished is not None:
                    yield finished
                if whole:
                    self._take(cells)
                else:
                    self._spoil()
        if not begun:
            yield self._header_syntax(spoiled=columns is None)
        if self._deal is not None:
            yield self._deal.deal()

    def _header_syntax(self, *, spoiled: bool = False) -> HeaderSyntax:
        return HeaderSyntax(self._file, self._base, tuple(self._header), spoiled or self._header_spoiled)

    def _spoil(self) -> None:
        if self._deal is None:
            self._header_spoiled = True
        else:
            self._deal.spoiled = True

    def _rows(self, source: Iterator[Line | BadLine], columns: _Columns) -> Iterator[tuple[Cells, bool]]:
        """The cells of each row that are not empty, by column, and whether the row could be read."""
        names, delimiter = columns.names, columns.delimiter
        width = len(names)
        inside = False
        for line in source:
            if not isinstance(line, Line):
                yield {}, False
                continue
            cells = split_cells(line, delimiter)
            whole = True
            if inside and not (isinstance(cells, list) and len(cells) == width):
                # The rest of a cell with a line break in it: one slip is one problem.
                inside = line.text.count('"') % 2 == 0
                continue
            inside = False
            if not isinstance(cells, list):
                inside = cells.open
                self._add_fault(line, cells)
                cells = cells.cells
                whole = False
            row: Cells = {}
            stray: Text | None = None
            for index, cell in enumerate(cells):
                if cell.text and (trimmed := _trimmed(cell)) is not None:
                    name = names[index] if index < width else None
                    if name is None:
                        stray = stray or trimmed
                    else:
                        row[name] = plain_text(trimmed) if name in _LITERAL else trimmed
            if stray is not None:
                self._add_stray(stray, columns)
                whole = False
            if row or not whole:
                yield row, whole

    def _add_fault(self, line: Line, fault: _Fault) -> None:
        at = Text(line.text, line, 1, len(line.text)).part(fault.start, fault.start + 1)
        self._problems.add(Problem("csv-quote", at.place, fault.message, fault.hint))

    def _add_stray(self, cell: Text, columns: _Columns) -> None:
        comma = columns.delimiter
        self._problems.add(
            Problem(
                "csv-cell",
                cell.place,
                "this cell has no column: nothing stands above it in the first line",
                f"put a cell that has a `{comma}` in it in quotes"
                if comma != "\t"
                else "name the column in the first line",
            )
        )

    def _place(self, cells: Cells) -> tuple[DealSyntax | None, bool]:
        """The deal that ends before a row, and whether the row is a deal's, which is begun if it is new."""
        name, date = cells.get("deal"), cells.get("date")
        deal = self._deal
        if name is None:
            if deal is None and not _has_board(cells):
                return None, False
            if deal is None:
                self._deal = _Gathering(next(iter(cells.values())), None, date)
            return None, True
        if deal is not None:
            if deal.name is not None and deal.name.text == name.text and _same_date(deal.date, date):
                deal.date = deal.date or date
                return None, True
            if deal.name is None:
                self._problems.add(
                    Problem(
                        "board-before-deal",
                        deal.at.place,
                        f"this row names no deal, and others do (line {name.line.number})",
                        "write the deal's name in its `deal` cell",
                    )
                )
                deal.spoiled = True
            elif len(self._closed) < NAMES_KEPT:
                self._closed.add((deal.name.text, deal.date.text if deal.date else ""))
        self._deal = _Gathering(name, name, date, spoiled=self._lost)
        self._lost = False
        if (name.text, date.text if date else "") in self._closed:
            self._deal.spoiled = self._deal.apart = True
            self._problems.add(
                Problem(
                    "deal-apart",
                    name.place,
                    f"deal {name.text} was already there, and other deals stand between",
                    "put all the rows of a deal together, or give this deal another name",
                )
            )
        return (None if deal is None else deal.deal()), True

    def _take(self, cells: Cells) -> None:
        """Takes one row in."""
        self._lost = False
        before = self._problems.errors
        deal = self._deal
        key, value = cells.get("key"), cells.get("value")
        board = _has_board(cells)
        if key is None and value is not None:
            self._problems.add(
                Problem("csv-cell", value.place, "this value has no key beside it", "fill the `key` cell")
            )
        if deal is None:
            for column in ("date", "dealer", "note"):
                if (cell := cells.get(column)) is not None:
                    self._problems.add(
                        Problem(
                            "csv-cell",
                            cell.place,
                            f"this `{column}` belongs to no deal: the `deal` cell of its row is empty",
                            f"in the header it is a row with `{column}` as its key"
                            if column != "date"
                            else "dates are those of deals",
                        )
                    )
            if key is not None and (entry := read_entry(key, value, self._problems)) is not None:
                self._take_in_header(entry)
            self._header_spoiled = self._header_spoiled or self._problems.errors > before
            return
        if deal.endless:
            return
        if board:
            made = self._board(cells)
            if made is not None:
                deal.boards.append(made)
        if key is not None:
            if deal.name is not None and "deal" not in cells and not board:
                self._problems.add(
                    Problem(
                        "key-misplaced",
                        key.place,
                        f"this `{key.text}` names no deal and stands below the first one",
                        "write the deal's name in its `deal` cell, or put the row above all deals",
                    )
                )
            elif (entry := read_entry(key, value, self._problems)) is not None:
                deal.entries.append(entry)
        self._take_dealer(deal, cells.get("dealer"))
        if (note := cells.get("note")) is not None:
            deal.entries.append(Entry(note._replace(text="note"), (), (Part(words=(note,)),)))
        deal.spoiled = deal.spoiled or self._problems.errors > before
        deal.check_length(next(iter(cells.values())), self._problems)

    def _take_in_header(self, entry: Entry) -> None:
        """Takes an entry of the header, but for those of one that goes on and on."""
        if len(self._header) < MOST_OF_A_DEAL:
            self._header.append(entry)
        elif not self._header_endless:
            self._header_endless = self._header_spoiled = True
            self._problems.add(endless_header(entry.key))

    def _take_dealer(self, deal: _Gathering, dealer: Text | None) -> None:
        """The dealer of a deal may stand in every row of it."""
        if dealer is None:
            return
        if deal.dealer is None:
            deal.dealer = dealer
            deal.entries.append(Entry(dealer._replace(text="dealer"), (), (Part(names=(dealer,)),)))
        elif deal.dealer.text != dealer.text:
            self._problems.add(
                Problem(
                    "key-repeated",
                    dealer.place,
                    f"{dealer.text} is the dealer here, and {deal.dealer.text} in line "
                    f"{deal.dealer.line.number}",
                    "a deal has one dealer",
                )
            )

    def _board(self, cells: Cells) -> BoardSyntax | None:
        name = cells.get("player")
        at = name or next(cells[column] for column in _BOARD_CELLS if column in cells)
        rows = [cells.get(column) for column in _SHORT_LABELS]
        status_cell, claim = cells.get("status"), cells.get("claim")
        if status_cell is None and claim is None:
            top, mid, bot = rows
            if top is not None and mid is not None and bot is not None:
                return BoardSyntax(at, name, UNLABELLED, (top, mid, bot))
            return BoardSyntax(at, name, *_labelled(rows))
        status: Text | None = None
        marks: list[Text] = []
        for word in _status_words(status_cell):
            if word.text in _MARKS or _ACES.fullmatch(word.text):
                marks.append(word)
            elif word.text in STATUSES and status is None:
                status = word
            else:
                self._add_status(word)
                return None
        if status is None and not any(rows):
            foul = next((mark for mark in marks if mark.text == "foul"), None)
            if foul is not None:
                status = foul
                marks.remove(foul)
        if claim is not None:
            if status is not None and status.text != "claim":
                self._problems.add(
                    Problem("mark-misplaced", status.place, f"a claim and `{status.text}`", "leave one out")
                )
                return None
            return self._claim(at, name, status or claim, claim, rows, marks)
        if status is not None and status.text == "claim":
            self._problems.add(
                Problem(
                    "claim-unreadable",
                    status.place,
                    "this claim does not say of what",
                    "write its kind, such as dragon, in the `claim` cell",
                )
            )
            return None
        return BoardSyntax(at, name, *_labelled(rows), status, None, tuple(marks))

    def _claim(
        self,
        at: Text,
        name: Text | None,
        status: Text,
        claim: Text,
        rows: list[Text | None],
        marks: list[Text],
    ) -> BoardSyntax:
        """A claim, its thirteen cards in three rows or in one cell."""
        kind = claim._replace(text="-".join(claim.text.translate(ASCII_LOWER).split()))
        labels, cells = _labelled(rows)
        if len(cells) == 1:
            labels = (None,)
        return BoardSyntax(at, name, labels, cells, status._replace(text="claim"), kind, tuple(marks))

    def _add_status(self, word: Text) -> None:
        known = (*STATUSES, "fantasyland")
        if word.text in STATUSES:
            message, hint = f"`{word.text}` is a second status of this board", "leave one of the two out"
            self._problems.add(Problem("mark-misplaced", word.place, message, hint))
            return
        meant = near(word.text, known, 0.6)
        self._problems.add(
            Problem(
                "mark-unknown",
                word.place,
                f"`{word.text}` is no status of a board",
                f"did you mean `{meant}`?" if meant else f"write {listed(known)}, or nothing",
            )
        )


def board_of_cells(cells: Cells, problems: Problems) -> BoardSyntax | None:
    """The board that the cells of one row state, by column; None (and problems) where they clash."""
    return _Reader("", "", problems)._board(cells)


_BOARD_CELLS: Final = ("player", *_SHORT_LABELS, "status", "claim")


def _has_board(cells: Cells) -> bool:
    return any(column in cells for column in _BOARD_CELLS)


def _same_date(one: Text | None, other: Text | None) -> bool:
    """Whether two rows can be of one deal: the date may stand in one row of it alone."""
    return one is None or other is None or one.text == other.text


def _labelled(rows: list[Text | None]) -> tuple[tuple[Row | None, ...], tuple[Text, ...]]:
    """The rows that are there, and which ones they are."""
    if None not in rows:
        return UNLABELLED, tuple(row for row in rows if row is not None)
    there = [(row, cell) for row, cell in zip(ROWS, rows, strict=True) if cell is not None]
    return tuple(row for row, _ in there), tuple(cell for _, cell in there)


def _status_words(cell: Text | None) -> list[Text]:
    """The words of a `status` cell in lower case, brackets and commas between them left out."""
    if cell is None:
        return []
    pieces = [cell.part(match.start(), match.end()) for match in _STATUS_WORD.finditer(cell.text)]
    return [piece._replace(text=piece.text.translate(ASCII_LOWER)) for piece in pieces]


def _read_columns(source: Iterator[Line | BadLine], problems: Problems) -> _Columns | None:
    """What the first line says of the columns, None (and problems) where it cannot be used."""
    delimiter = ""
    for line in source:
        if not isinstance(line, Line):
            return None
        match = _SEPARATOR_LINE.fullmatch(line.text.translate(ASCII_LOWER))
        if match is not None and not delimiter:
            # A line of Excel's that says what parts the cells.
            delimiter = match.group(1)
        elif line.text.strip(" \t,;"):
            break
    else:
        return None
    delimiter = delimiter or next((d for d in _DELIMITERS if d in line.text), ",")
    cells = split_cells(line, delimiter)
    if not isinstance(cells, list):
        at = Text(line.text, line, 1, len(line.text)).part(cells.start, cells.start + 1)
        problems.add(Problem("csv-quote", at.place, cells.message, cells.hint))
        return None
    return _name_columns(cells, delimiter, problems)


def _name_columns(cells: list[Text], delimiter: str, problems: Problems) -> _Columns | None:
    names: list[str | None] = []
    at: dict[str, Text] = {}
    before = problems.errors
    unknown = []
    for cell in cells:
        trimmed = _trimmed(cell)
        if trimmed is None:
            names.append(None)
            continue
        word = " ".join(trimmed.text.translate(ASCII_LOWER).split()).rstrip(":")
        name = _ALSO.get(word, word)
        if name not in COLUMNS:
            unknown.append(trimmed)
        elif name in at:
            problems.add(
                Problem(
                    "csv-column",
                    trimmed.place,
                    f"there is already a column `{name}` (column {at[name].column} of this line)",
                    "leave one of the two out",
                )
            )
        else:
            at[name] = trimmed
        names.append(name)
    if not at and problems.errors == before:
        problems.add(
            Problem(
                "csv-header",
                cells[0].place,
                "the first line names no column",
                f"write `{delimiter.join(('deal', 'player', *_SHORT_LABELS))}` above the boards",
            )
        )
        return None
    for cell in unknown:
        meant = near(cell.text, (*COLUMNS, *_ALSO))
        hint = f"did you mean `{meant}`?" if meant else f"columns are {listed(COLUMNS, 'and')}"
        problems.add(Problem("csv-column", cell.place, f"`{cell.text}` is no column of a log", hint))
    missing = [ROW_LABELS[label].label for label in _SHORT_LABELS if label not in at]
    if problems.errors == before and missing and len(missing) < len(_SHORT_LABELS):
        problems.add(
            Problem(
                "csv-header",
                cells[-1].behind().place,
                f"there is no column for the {listed(missing, 'and')} row",
                f"write `{delimiter.join(('deal', 'player', *_SHORT_LABELS))}` above the boards",
            )
        )
    return _Columns(delimiter, names, at) if problems.errors == before else None
