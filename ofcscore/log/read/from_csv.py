"""CSV to located syntax: a spreadsheet with a row for each board, read a row at a time."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from typing import Final, NamedTuple

from ofcscore.game.board import ROWS
from ofcscore.game.spelling import read_cards
from ofcscore.log.keys import BOARD_COLUMNS, COLUMN_NAMES, COLUMNS
from ofcscore.log.mending import denied
from ofcscore.log.read import typed, typed_signs
from ofcscore.log.read.entries import plain_text, read_entry
from ofcscore.log.read.grouping import GatheredDeal, GatheredHeader
from ofcscore.log.read.typed_rows import SIZES, is_row, rows_in_cells
from ofcscore.log.syntax import (
    QUOTED,
    ROW_LABELS,
    SHORT_LABELS,
    STATUSES,
    UNLABELLED,
    BoardSyntax,
    Entry,
    Item,
    Line,
    Part,
    Text,
    unquote,
)
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from ofcscore.problems.words import ASCII_LOWER, listed, meant, near

FORMULA: Final = re.compile("'*[=+@\t\r\uff1d\uff0b\uff20\uff0d-]")
"""How a cell begins that a spreadsheet takes for a formula, or that got an apostrophe against that."""
_GUARDED: Final = re.compile(f"'{FORMULA.pattern}")
_LITERAL: Final = frozenset(("deal", "player", "dealer", "note"))
"""Columns whose cells are text as it is (or all of it in quotes, which keeps the blanks at its ends)."""
_BEFORE_ROWS: Final = {1: ("player",), 2: ("deal", "player"), 3: ("deal", "date", "player")}
"""What stands before the rows of a board, by how many cells do, where no line names the columns."""
_DELIMITERS: Final = ";\t,"
_SEPARATOR_LINE: Final = re.compile("sep=(.)", re.DOTALL)
CSV_LINE_LIMIT: Final = 1 << 16
NAMES_KEPT: Final = 10_000
_STATUS_WORD: Final = re.compile(
    r"[0-9]+[ \t]*[Aa][Cc][Ee][Ss]?|[Ff]antasyland[ \t]+[0-9]+(?![^ \t,;+()\[\]])|[^ \t,;+()\[\]]+"
)
_STATUS_ITEM: Final = re.compile(
    r"[^ \t,;+()\[\]](?:[^,;+()\[\]]*[^ \t,;+()\[\]])?(?:[ \t]*,[ \t]*[0-9]+(?=[ \t]*(?:[,;+()\[\]]|$)))?"
)
_NOTHING: Final = re.compile("[-–—]+")
"""What a cell has in it that is left empty."""
_MARK: Final = re.compile("foul|fantasyland(?:[ \t]+[0-9]+)?|[0-9]+[ \t]*aces?")

Cells = dict[str, Text]
"""The cells of a row that are not empty, by column."""


class _Split(NamedTuple):
    """The cells of a line, as far as they can be told; `open` says that the last one goes on below."""

    cells: list[Text]
    fault: Problem | None = None
    open: bool = False


def split_cells(line: Line, delimiter: str) -> _Split:
    """The cells of one line (RFC 4180: a cell in quotes may hold delimiters, and quotes written twice)."""
    text = line.text
    whole = Text(text, line, 1, len(text))
    cells: list[Text] = []
    at = 0

    def fault(message: str, hint: str) -> Problem:
        return Problem("csv-quote", whole.part(at, at + 1).place, message, hint)

    while True:
        quoted = QUOTED.match(text, at)
        if quoted is not None:
            cells.append(unquote(whole.part(*quoted.span())))
            at = quoted.end()
            if text[at : at + 1] not in ("", delimiter):
                message = "something follows the closing quote of this cell"
                return _Split(cells, fault(message, "a quote inside a cell in quotes is written twice"))
        elif text[at : at + 1] == '"':
            message = "the quote that begins this cell is not closed on this line"
            hint = "a cell holds one line of text: take the line break out of it"
            return _Split(cells, fault(message, hint), open=True)
        else:
            end = text.find(delimiter, at)
            end = len(text) if end < 0 else end
            cells.append(whole.part(at, end))
            at = end
        if at >= len(text):
            return _Split(cells)
        at += 1


def trimmed_cell(cell: Text) -> Text | None:
    """A cell without the blanks around it and the apostrophe against formulas; None where it is empty."""
    words = cell.text.strip(" \t")
    if not words:
        return None
    if words != cell.text:
        cell = cell.trimmed()
    return cell.part(1) if _GUARDED.match(cell.text) else cell


class _Rows(GatheredDeal):
    """The deal whose rows are being read; `called` is what its `deal` cells say, `dealer` who deals it."""

    called: Text | None = None
    dealer: Text | None = None


class CsvReading:
    """Reads one file; what it keeps is the header, the deal being read, and names of deals."""

    def __init__(self, file: str, base: str, problems: Problems) -> None:
        self._problems = problems
        self._header = GatheredHeader(file, base)
        self._deal: _Rows | None = None
        self._closed: set[tuple[str, str]] = set()
        self._lost = False
        """Whether the row before could not be read, and so may have been of the deal before or behind it."""

    def read(self, lines: Iterable[Line | None]) -> Iterator[Item]:
        """The header of the file, and then its deals, one at a time."""
        source = iter(lines)
        first = first_row(source, self._problems)
        names: list[str | None] | None = None
        delimiter = ""
        if first is not None:
            line, delimiter, heads = first
            names = _columns_by_cells(heads)
            if names is not None:
                # The line names no columns, and is a row that is still to be read.
                source = chain((line,), source)
            else:
                names = _name_columns(heads, delimiter, self._problems)
        if names is None:
            self._header.spoiled = True
        for cells, whole in () if names is None else self._rows(source, delimiter, names):
            if not whole and "deal" not in cells:
                self._spoil()
                self._lost = True
                continue
            before = self._deal
            self._place(cells)
            if self._deal is not before:
                yield self._header.syntax() if before is None else before.syntax()
            if whole:
                self._take(cells)
            else:
                self._spoil()
        yield self._header.syntax() if self._deal is None else self._deal.syntax()

    def _spoil(self) -> None:
        (self._deal or self._header).spoiled = True

    def _rows(
        self, source: Iterator[Line | None], delimiter: str, names: list[str | None]
    ) -> Iterator[tuple[Cells, bool]]:
        """The cells of each row, and whether the row could be read; a column without a name is None."""
        inside = False
        for line in source:
            if not isinstance(line, Line):
                yield {}, False
                continue
            split = split_cells(line, delimiter)
            if inside and (split.fault is not None or len(split.cells) != len(names)):
                # The rest of a cell with a line break in it: one slip is one problem.
                inside = line.text.count('"') % 2 == 0
                continue
            inside = split.open
            if split.fault is not None:
                self._problems.add(split.fault)
            row: Cells = {}
            stray: Text | None = None
            for cell, name in zip(split.cells, chain(names, repeat(None)), strict=False):
                trimmed = trimmed_cell(cell)
                if trimmed is None:
                    continue
                if name is None:
                    stray = stray or trimmed
                else:
                    row[name] = plain_text(trimmed) if name in _LITERAL else trimmed
            if stray is not None:
                self._refuse_stray(stray, delimiter)
            whole = split.fault is None and stray is None
            if row or not whole:
                yield row, whole

    def _refuse_stray(self, cell: Text, comma: str) -> None:
        message = "this cell has no column: nothing stands above it in the first line"
        hint = f"put a cell that has a `{comma}` in it in quotes"
        hint = hint if comma != "\t" else "name the column in the first line"
        self._problems.refuse("csv-cell", cell.place, message, hint)

    def _place(self, cells: Cells) -> None:
        """Begins the deal of a row, where that is not the deal of the row before."""
        deal, name, date = self._deal, cells.get("deal"), cells.get("date")
        if name is None:
            if deal is None and _has_board(cells):
                self._deal = _Rows(next(iter(cells.values())), None, date)
            return
        if deal is not None and deal.called is None:
            message = f"this row names no deal, and others do (line {name.line.number})"
            hint = "write the deal's name in its `deal` cell"
            self._problems.refuse("board-before-deal", deal.at.place, message, hint)
            deal.spoiled = True
        elif deal is not None and deal.called is not None:
            # The date may stand in one row of a deal alone.
            if deal.called.text == name.text and (
                deal.date is None or date is None or deal.date.text == date.text
            ):
                deal.date = deal.date or date
                return
            if len(self._closed) < NAMES_KEPT:
                self._closed.add((deal.called.text, deal.date.text if deal.date else ""))
        self._deal = _Rows(name, name, date, spoiled=self._lost)
        self._deal.called = name
        self._lost = False
        if (name.text, date.text if date else "") in self._closed:
            # Rows apart from their deal are told once, and not as a second deal of the name as well.
            self._deal.name = None
            self._deal.spoiled = True
            message = f"deal {name.text} was already there, and other deals stand between"
            hint = "put all the rows of a deal together, or give this deal another name"
            self._problems.refuse("deal-apart", name.place, message, hint)

    def _take(self, cells: Cells) -> None:
        """Takes one row in."""
        self._lost = False
        before = self._problems.errors
        if "value" in cells and "key" not in cells:
            message = "this value has no key beside it"
            self._problems.refuse("csv-cell", cells["value"].place, message, "fill the `key` cell")
        if self._deal is None:
            self._take_in_header(cells)
        elif not self._deal.endless:
            self._take_in_deal(cells, self._deal)
        if self._problems.errors > before:
            self._spoil()

    def _take_in_header(self, cells: Cells) -> None:
        for column in ("date", "dealer", "note"):
            if column in cells:
                message = f"this `{column}` belongs to no deal: the `deal` cell of its row is empty"
                hint = f"in the header it is a row with `{column}` as its key"
                self._problems.refuse("csv-cell", cells[column].place, message, hint)
        if "key" in cells:
            entry = read_entry(cells["key"], cells.get("value"), self._problems)
            if entry is not None:
                self._header.take(entry, self._problems)

    def _take_in_deal(self, cells: Cells, deal: _Rows) -> None:
        has_board = _has_board(cells)
        board = board_of_cells(cells, self._problems) if has_board else None
        if board is not None:
            deal.boards.append(board)
        key, note = cells.get("key"), cells.get("note")
        if key is not None and deal.called is not None and "deal" not in cells and not has_board:
            message = f"this `{key.text}` names no deal and stands below the first one"
            hint = "write the deal's name in its `deal` cell, or put the row above all deals"
            self._problems.refuse("key-misplaced", key.place, message, hint)
        elif key is not None:
            entry = read_entry(key, cells.get("value"), self._problems)
            deal.entries += [entry] if entry is not None else []
        self._take_dealer(deal, cells.get("dealer"))
        if note is not None:
            deal.entries.append(Entry(note._replace(text="note"), (), (Part(words=(note,)),)))
        at = next(iter(cells.values()))
        if deal.too_long:
            deal.let_go(at, "is the `deal` cell the same in all of these rows?", self._problems)

    def _take_dealer(self, deal: _Rows, dealer: Text | None) -> None:
        """The dealer of a deal may stand in every row of it."""
        if dealer is None:
            return
        if deal.dealer is None:
            deal.dealer = dealer
            deal.entries.append(Entry(dealer._replace(text="dealer"), (), (Part(names=(dealer,)),)))
        elif deal.dealer.text != dealer.text:
            other = f"{deal.dealer.text} in line {deal.dealer.line.number}"
            message = f"{dealer.text} is the dealer here, and {other}"
            self._problems.refuse("key-repeated", dealer.place, message, "a deal has one dealer")


def _has_board(cells: Cells) -> bool:
    return any(column in cells for column in BOARD_COLUMNS)


def board_of_cells(cells: Cells, problems: Problems) -> BoardSyntax | None:
    """The board that the cells of one row state, by column; None (and problems) where they clash."""
    name = cells.get("player")
    marks: list[Text] = []
    if name is not None:
        name, marks[:] = typed.name(name)
        cells = {column: cell for column, cell in cells.items() if not _NOTHING.fullmatch(cell.text)}
        cells = _with_status(cells)
    claim = cells.get("claim")
    at = name or next(cells[column] for column in BOARD_COLUMNS if column in cells)
    there = {row: typed_signs.row(cells[SHORT_LABELS[row]]) for row in ROWS if SHORT_LABELS[row] in cells}
    rows = rows_in_cells([*there.values()]) or tuple(there.values())
    labels = UNLABELLED if len(rows) == len(ROWS) else tuple(there)
    status: Text | None = None
    for word in _status_words(cells.get("status")):
        if _MARK.fullmatch(word.text):
            marks.append(word)
        elif word.text in STATUSES and status is None:
            status = word
        else:
            _refuse_status(word, problems)
            return None
    foul = next((mark for mark in marks if mark.text == "foul"), None)
    if status is None and not rows and foul is not None:
        status = foul
        marks.remove(foul)
    if claim is None:
        if status is not None and status.text == "claim":
            hint = "write its kind, such as dragon, in the `claim` cell"
            problems.refuse("claim-unreadable", status.place, "this claim does not say of what", hint)
            return None
        return BoardSyntax(at, name, labels, rows, status, None, tuple(marks))
    if status is not None and status.text != "claim":
        problems.refuse("mark-misplaced", status.place, f"a claim and `{status.text}`", "leave one out")
        return None
    kind = claim._replace(text="-".join(claim.text.translate(ASCII_LOWER).split()))
    claimed = (status or claim)._replace(text="claim")
    # Its thirteen cards may stand in one cell.
    return BoardSyntax(at, name, labels if len(rows) != 1 else (None,), rows, claimed, kind, tuple(marks))


def _with_status(cells: Cells) -> Cells:
    """The cells of a row with the word that stands in place of its cards, `foul`, in the `status` cell."""
    labels = [label for label in SHORT_LABELS if label in cells]
    words = {cells[label].text for label in labels}
    if "status" in cells or len(words) != 1 or not typed.is_word_for_board(cells[labels[0]]):
        return cells
    others = {column: cell for column, cell in cells.items() if column not in labels}
    return {**others, "status": cells[labels[0]]}


def _status_words(cell: Text | None) -> list[Text]:
    """The words of a `status` cell in lower case, brackets and commas between them left out."""
    if cell is None:
        return []
    cell = typed.status(cell)
    words: list[Text] = []
    for match in _STATUS_ITEM.finditer(cell.text):
        item = cell.part(*match.span())
        said = typed.word(item)
        pieces = [item.part(*found.span()) for found in _STATUS_WORD.finditer(item.text)]
        words += [said] if said is not item else pieces
    return [word._replace(text=word.text.translate(ASCII_LOWER)) for word in words]


def _refuse_status(word: Text, problems: Problems) -> None:
    if word.text in STATUSES:
        message = f"`{word.text}` is a second status of this board"
        problems.refuse("mark-misplaced", word.place, message, "leave one of the two out")
        return
    known = (*STATUSES, "fantasyland")
    # A board that was `set` is not absent, and what denies a status or doubts it is no slip of it.
    alike = [one for one in known if one[0] == word.text[0].lower()]
    known_word = None if denied(word.text) or "?" in word.text else near(word.text, alike, 0.6)
    hint = f"did you mean `{known_word}`?" if known_word else f"write {listed(known)}, or nothing"
    problems.refuse("mark-unknown", word.place, f"`{word.text}` is no status of a board", hint)


def first_row(source: Iterator[Line | None], problems: Problems) -> tuple[Line, str, list[Text]] | None:
    """The first line with anything in it, what parts its cells, and the cells; None where it is of no use."""
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
    split = split_cells(line, delimiter)
    if split.fault is not None:
        problems.add(split.fault)
        return None
    return line, delimiter, split.cells


def _columns_by_cells(cells: list[Text]) -> list[str | None] | None:
    """The columns of a row that has a board in it, by what stands in its cells; None where it has none."""
    counts = [len(read_cards(cell.text).cards) if is_row(cell.text.strip()) else 0 for cell in cells]
    before = next((at for at in range(len(cells)) if tuple(counts[at : at + len(SIZES)]) == SIZES), -1)
    return [*_BEFORE_ROWS[before], *SHORT_LABELS, "status"] if before in _BEFORE_ROWS else None


def _is_heading(cell: Text) -> bool:
    """Whether a cell of a first line is words of another language: letters, and no cards."""
    text = cell.text.strip()
    return text.replace(" ", "").isalpha() and not is_row(text)


def _name_columns(cells: list[Text], delimiter: str, problems: Problems) -> list[str | None] | None:
    """The column that each cell of the first line names; None (and problems) where they cannot be used."""
    names: list[str | None] = []
    at: dict[str, Text] = {}
    before = problems.errors
    unknown = []
    for cell in cells:
        trimmed = trimmed_cell(cell)
        if trimmed is None:
            names.append(None)
            continue
        word = " ".join(trimmed.text.translate(ASCII_LOWER).split()).rstrip(":")
        name = COLUMN_NAMES.get(word, word)
        if name not in COLUMNS:
            unknown.append(trimmed)
        elif name in at:
            message = f"there is already a column `{name}` (column {at[name].column} of this line)"
            problems.refuse("csv-column", trimmed.place, message, "leave one of the two out")
        else:
            at[name] = trimmed
        names.append(name)
    columns = ("deal", "player", *SHORT_LABELS)
    # Tabs cannot be shown to be pasted.
    line = delimiter.join(columns) if delimiter != "\t" else "`, `".join(columns)
    tabs = ", with tabs between," if delimiter == "\t" else ""
    example = f"write `{line}`{tabs} above the boards, one board a row"
    of_boards = not at.keys().isdisjoint((*BOARD_COLUMNS, "key", "value"))
    if problems.errors == before and not of_boards and (unknown or not at):
        if len(cells) == len(columns) and all(map(_is_heading, cells)):
            example = f"write `{line}` in place of this line"
        message = f"the first line names no column{' of a board' if at else ''}"
        problems.refuse("csv-header", cells[0].place, message, example)
        return None
    for cell in unknown:
        hint = meant(cell.text, COLUMN_NAMES, f"columns are {listed(COLUMNS, 'and')}")
        problems.refuse("csv-column", cell.place, f"`{cell.text}` is no column of a log", hint)
    missing = [ROW_LABELS[label].label for label in SHORT_LABELS if label not in at]
    if problems.errors == before and missing and len(missing) < len(SHORT_LABELS):
        message = f"there is no column for the {listed(missing, 'and')} row"
        problems.refuse("csv-header", cells[-1].behind().place, message, example)
    return names if problems.errors == before else None
