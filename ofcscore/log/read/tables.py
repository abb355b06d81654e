"""One model for tables of any source: rows of cells to header entries, boards and deals.

The header row may stand below titles and settings. Its words decide the layout: a row a board, a row a
deal with columns for each player, a column a player with a row for each row of the board, or a column a card.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, groupby, islice
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.alphabets import translated
from ofcscore.log.amounts import plain_number, unmistakable
from ofcscore.log.dates import day_of, is_day_first
from ofcscore.log.keys import KEYS, OFF, ON
from ofcscore.log.own_words import vocabulary_in
from ofcscore.log.read.grouping import MOST_OF_A_DEAL, GatheredDeal, GatheredHeader, joined
from ofcscore.log.read.sheet_rows import (
    MONEY_KEYS,
    amount_of,
    has_cards,
    is_row_of_money,
    parted_settings,
    points_in,
    settings_of,
    stake_of,
    sum_cell,
)
from ofcscore.log.read.sources import IgnoredColumns
from ofcscore.log.read.table_columns import (
    BOARD_KINDS,
    BY_PLAYER,
    NOTHING,
    OF_PLAYERS,
    Cells,
    Column,
    ColumnReader,
    Layout,
    Row,
    board_of_cells,
    cell_at,
    has_board,
    has_digit,
    has_points_alone,
    is_void,
    left_out,
    word_of,
)
from ofcscore.log.read.table_shapes import reshaped
from ofcscore.log.syntax import (
    FROM_LOG,
    SHORT_LABELS,
    STATUSES,
    BoardSyntax,
    DealLine,
    Entry,
    HeaderSyntax,
    Item,
    LineSyntax,
    OwnWords,
    Part,
    Text,
    entry,
)
from ofcscore.log.text.card_letters import ask_for_letters
from ofcscore.log.text.headings import heading_reader
from ofcscore.log.text.normalize import normalize_value
from ofcscore.log.text.parser import parse
from ofcscore.log.text.reader import Reader
from ofcscore.log.text.remarks import title
from ofcscore.log.text.titles import is_round, is_sum
from ofcscore.log.text.values import plain_text, read_entry
from ofcscore.log.vocabulary import ENGLISH, folded, one_of
from ofcscore.log.words import tables

NAMES_KEPT: Final = 10_000
_HEAD: Final = 200
"""So many rows are looked at before the first is read."""
_LITERAL: Final = frozenset(("deal", "player", "dealer", "note"))
"""Columns whose cells are text as it is (or all of it in quotes, which keeps the blanks at its ends)."""
_MARKED_DEAL: Final = re.compile(r"[0-9]+[ \t]*[^\w \t.]|[0-9]+[ \t]+[^0-9 \t]")
"""The name of a deal with more behind it."""
_NUMBER: Final = re.compile(
    r"(?P<sign>[+−–-]?)[ \t]*(?P<number>[0-9][0-9.,'’]*)(?:[ \t]*(?ai:points?|pts?|p)\.?)?"
)
_SHEET: Final = re.compile(rf"{one_of(tables()['talk']['sheets'])}[ \t]*[0-9]{{1,3}}")
"""The name that a program gives to a sheet."""
_FACTOR: Final = re.compile(r"(?:[x×*][ \t]*)?([0-9]{1,2})(?:\.0+)?(?:[ \t]*[x×*])?")


class _Rows(GatheredDeal):
    """The open deal; `called` is the text of its `deal` cells."""

    called: Text | None = None


class TableReading:
    """Reads one table; keeps the header, the open deal, and names of deals."""

    def __init__(
        self,
        file: str,
        base: str,
        problems: Problems,
        ignored: IgnoredColumns | None = None,
        begun: bool = False,
        own: OwnWords = FROM_LOG,
    ) -> None:
        self._problems = problems
        self._base, self._own = base, own
        self._header = GatheredHeader(file, base)
        self._ignored = ignored or IgnoredColumns(())
        self.comma = "|"
        self._deal: _Rows | None = None
        self._closed: set[tuple[str, str]] = set()
        self._lost = False
        """True if the row before could not be read, and so may belong to the deal before or behind it."""
        self._vocabulary = ENGLISH
        self._reader = Reader(file, problems)
        self._reader.begun = begun
        self._told: set[int] = set()
        """The columns without a known title that were told of."""
        self._once: dict[str, Text] = {}
        """The cells that the open deal states once."""
        self._block: dict[int, Cells] = {}
        """The rows so far of the boards of a block with a column a player."""
        self._totals_below = False
        self._numbered = False
        """True if a deal is called by its number."""
        self._behind: list[Entry] = []
        """The entries that words behind the name of the next deal make."""
        self._begins = False
        """True if the next board begins a deal, because of a blank row above it."""
        self.width: int | None = None
        self._money_of_deals = False
        """True if a deal before the open one has a row of money of its own."""
        self._money_in: _Rows | None = None
        self._day_first: bool | None = None
        self._has_boards = True
        """False if all columns of players are of points."""
        self._worth: Fraction | None = None
        """The money that a point is worth in all deals."""
        self._factored = False
        """True if a deal has a stake of its own."""

    def _in_plain_cards(self, row: Row) -> Row:
        """Return a row with the letters and words of its cards in the codes of this program."""
        alphabet = self._vocabulary.alphabet
        if alphabet is None:
            return row
        found = ((cell, translated(alphabet, cell.text) if cell is not None else "") for cell in row.cells)
        return row._replace(
            cells=[
                cell if cell is None or cell.text == text else cell._replace(text=text, cells=None)
                for cell, text in found
            ]
        )

    def read(self, rows: Iterable[Row]) -> Iterator[Item]:
        """Yield the header of the table, and then its deals, one at a time."""
        source = iter(rows)
        head = list(islice(source, _HEAD))
        text = "\n".join(row.line.text for row in head)
        shown = "\n".join(cell.text for row in head for cell in row.cells if cell is not None)
        self._vocabulary = vocabulary_in(shown, self._base, self._own)
        self._day_first = is_day_first(text)
        self._reader.vocabulary = self._vocabulary
        ask_for_letters(self._problems, self._vocabulary, [row.line for row in head])
        source = map(self._in_plain_cards, chain(head, source))
        head = list(islice(source, _HEAD))
        self._columns = ColumnReader(self._problems, self._vocabulary, self._ignored, self.comma)
        source = reshaped(head, source, self._vocabulary)
        head = list(islice(source, _HEAD))
        if len(head) == len(head[0].cells if head else ()) == 1 and head[0].filled:
            # A heading above tables stands alone.
            self._take_above(head[0])
            yield self._header.syntax()
            return
        found = self._columns.find(head)
        if found is None:
            self._header.spoiled = True
            yield self._header.syntax()
            return
        layout, above = found
        headings = [row for row in above if len(row.filled) == 1 and self._columns.deal_heading(row)]
        for row in above:
            if row not in headings:
                self._take_above(row)
        self.width = len(layout.columns)
        players = [column.player.text for column in layout.columns if column.player is not None]
        self._reader.names.update({folded(name): name for name in players})
        self._has_boards = any(column.kind in (*BOARD_KINDS, "row") for column in layout.columns)
        body, more = head[layout.start :], list(islice(source, 1))
        if layout.keys is None:
            body = self._without_settings(body, layout, whole=not more)
        if not {"stake", "factor"} & {column.kind for column in layout.columns}:
            if not any(said.key.text == "stake" for said in self._header.entries):
                self._take_worth(body, layout)
            self._worth = stake_of(self._header.entries)
        rows = self._parted(chain(headings, body, more, source), layout)
        for cells, whole, new in self._boards(rows, layout):
            if not whole and "deal" not in cells:
                self._spoil()
                self._lost = True
                continue
            before = self._deal
            self._place(cells, new=new)
            if self._deal is not before:
                yield self._header.syntax() if before is None else before.syntax()
            if whole:
                self._take(cells)
            else:
                self._spoil()
        yield self._header.syntax() if self._deal is None else self._deal.syntax()

    def _without_settings(self, rows: Sequence[Row], layout: Layout, *, whole: bool) -> list[Row]:
        """Take in the settings above and below the boards, and return the other rows."""
        found, others = parted_settings(
            rows,
            lambda row: bool(settings_of(row, self._vocabulary)),
            lambda row: self._sum_of(row, layout) is not None or self._is_money(row.filled, layout),
            whole=whole,
        )
        for row in found:
            for said in settings_of(row, self._vocabulary):
                self._header.take(said, self._problems)
        return others

    def _take_worth(self, rows: Sequence[Row], layout: Layout) -> None:
        """Take in the stake that columns of points and of money state together, or ask for it."""
        kinds = [(column.kind, column.player and column.player.text) for column in layout.columns]
        money = {at: ("result", player) for at, (kind, player) in enumerate(kinds) if kind == "money"}
        title = layout.columns[min(money)].title if money else None
        if title is None:
            return
        columns = [(at, kinds.index(points)) for at, points in money.items() if points in kinds]
        pairs = [[cell_at(row, at) for at in pair] for row in rows for pair in columns]
        told = [[amount_of(cell) for cell in pair if cell] for pair in pairs]
        worth = [won[0] / won[1] for won in told if len(won) > 1 and won[0] and won[1]]
        number = f"{float(worth[0]):.12g}" if len({*worth}) == 1 < len(worth) else "0"
        if Fraction(number) > 0 and Fraction(number) == worth[0]:
            unit = self._columns.currency.search(title.text)
            said = title._replace(
                text=f"{unmistakable(number)} {unit[0] if unit else ''}".strip(), cells=None
            )
            found = self._entry(title._replace(text="stake", cells=None), said)
            self._take_entries([found] if found is not None else [])
            return
        self._told |= money.keys()
        message = f"`{title.text}` is money, and nobody says what a point is worth"
        hint = f"write `stake` and what a point is worth above the titles, or {left_out(title)}"
        self._problems.refuse("csv-column", title.place, message, hint)

    def _boards(self, rows: Iterable[Row], layout: Layout) -> Iterator[tuple[Cells, bool, bool]]:
        for row in rows:
            titled = self._columns.titles_of_block(row, layout)
            if titled is None:
                yield from self._cells_of(row, layout)
                continue
            layout, self._totals_below = titled, False
            yield from self._end_block()
            if row.cells[0] is not None and (deal := self._columns.deal_heading(row)) is not None:
                yield {"deal": deal}, True, True
        yield from self._end_block()

    def _parted(self, rows: Iterator[Row], layout: Layout) -> Iterator[Row]:
        """Yield rows; between groups of the same players, which blank rows part, a deal begins."""
        kinds = [column.kind for column in layout.columns]
        if "deal" in kinds or "player" not in kinds:
            yield from rows
            return
        at = kinds.index("player")
        last: list[str] = []
        for blank, group in groupby(rows, key=lambda row: not row.filled and row.whole):
            if blank:
                continue
            members = iter(group)
            held = [*islice(members, MOST_OF_A_DEAL)]
            names = [folded(name.text) for row in held if (name := cell_at(row, at)) is not None]
            self._begins = len(names) > 1 and sorted(names) == sorted(last)
            yield from chain(held, members)
            last = names

    def _take_above(self, row: Row) -> None:
        """Take in a row of settings or words above the titles of the columns."""
        cells = row.filled
        at = 0
        keys = [self._vocabulary.keys.get(word_of(cell.text)) for cell in cells]
        if keys[0] in (None, "stake") and len(keys) > 1 and not any(keys[1:]):
            terms = settings_of(row, self._vocabulary)
            self._take_entries(terms)
            at = len(cells) if terms else 0
        while at < len(cells):
            cell = cells[at]
            word = self._vocabulary.keys.get(word_of(cell.text))
            if word is None or at + 1 == len(cells):
                if not self._take_words(cell):
                    return
                at += 1
                continue
            behind = [word_of(other.text) in self._vocabulary.keys for other in cells[at + 2 :]]
            end = at + 2
            if word == "players":
                end += behind.index(True) if True in behind else len(behind)
            value = cells[at + 1] if end == at + 2 else joined(cells[at + 1 : end], ", ")
            found = self._entry(cell._replace(text=word_of(cell.text)), value)
            if found is None:
                self._header.spoiled = True
            else:
                self._header.take(found, self._problems)
            at = end

    def _entry(self, key: Text, value: Text | None) -> Entry | None:
        """Return a key and its value; rule sets and days may be written as in headings."""
        word = self._vocabulary.keys.get(word_of(key.text))
        if value is not None and word == "rules":
            return self._rules(value)
        if value is not None and word == "date":
            return entry("date", Part(words=(self._day_of(value),)))
        return read_entry(key, value, self._problems, self._vocabulary)

    def _day_of(self, date: Text) -> Text:
        """Return a date with the day and the month in the order that the table shows, or that dots have."""
        shown = self._day_first
        if shown is None and "." in date.text and (self.comma == ";" or self._vocabulary.languages):
            shown = True
        return day_of(date, day_first=shown)

    def _rules(self, value: Text) -> Entry:
        found = heading_reader(self._vocabulary).read(normalize_value(value, self._vocabulary))
        if found is not None and [e.key.text for e in found.entries] == ["rules"]:
            return found.entries[0]
        return entry("rules", Part(words=(value,)))

    def _take_words(self, cell: Text) -> bool:
        """Take in a cell above the titles that is a setting, a heading or a title."""
        if _SHEET.fullmatch(cell.text):
            return True
        source = normalize_value(cell, self._vocabulary)
        parsed = parse(source, self._vocabulary)
        values: Sequence[LineSyntax] | None = None
        if parsed.sound and isinstance(parsed.value, Entry):
            values = [parsed.value]
        else:
            found = heading_reader(self._vocabulary).read(source)
            if found is not None and not found.unclear:
                values = found.entries
            elif found is None and (said := title(self._reader, source)) is not None:
                values = [said]
        if values is None:
            self._header.spoiled = True
            message = "this row stands above the titles of the columns, and is no setting, heading or title"
            hint = "write a key and its value side by side, such as `stake` and `0.50 EUR`, or delete it"
            self._problems.refuse("csv-header", cell.place, message, hint)
            return False
        self._reader.said_something = True
        self._take_entries(value for value in values if isinstance(value, Entry))
        return True

    def _cells_of(self, row: Row, layout: Layout) -> Iterator[tuple[Cells, bool, bool]]:
        """Yield the cells of each board of a row, whether they could be read, and whether a deal begins."""
        if not row.filled and row.whole:
            return
        if row.whole and (yield from self._take_special(row, layout)):
            return
        whole = row.whole
        stray = next((cell for cell in row.cells[len(layout.columns) :] if cell is not None), None)
        common: Cells = {}
        own: dict[str, Cells] = {}
        of_rows: dict[tuple[str, str], list[Text]] = {}
        for i, (cell, column) in enumerate(zip(row.cells, layout.columns, strict=False)):
            if cell is None or (i == layout.labels):
                continue
            if column.kind == "none":
                stray = stray or cell
                continue
            if column.kind == "ignored":
                continue
            if column.kind == "":
                whole = self._take_unknown(i, column, cell, common) and whole
                continue
            name, cells = "", common
            if column.player is not None:
                name = column.player.text
                cells = own.setdefault(name, {"player": _placed(column.player, cell)})
            text = plain_text(cell) if column.kind in _LITERAL else cell
            kind = column.kind
            if kind == "result" and is_void(cell.text):
                common["void"] = cell._replace(text="yes", cells=None)
                continue
            names_winner = layout.row_is_deal and kind == "result" and column.player is None
            may_be_status = kind == "result" or (kind == "note" and layout.labels is None)
            if may_be_status and self._vocabulary.statuses.get(_words(cell)) in STATUSES:
                text, kind = text._replace(text=_words(cell), cells=None), "status"
            elif names_winner and any(map(str.isalpha, cell.text)):
                kind = "expect"
            elif kind == "money" or (kind in ("result", "running") and self._columns.is_money(cell.text)):
                running = column.title is not None and self._columns.is_running(column.title)
                amount = None if running else amount_of(cell)
                if amount is not None and self._worth:
                    cells["money"] = cell._replace(text=f"{float(amount / self._worth):.12g}", cells=None)
                elif not NOTHING.fullmatch(cell.text):
                    self._keep_as_note(i, column, cell, cells, "is money, which is not checked")
                continue
            if kind in SHORT_LABELS:
                of_rows.setdefault((name, kind), []).append(text)
            elif kind in cells:
                cells[kind] = joined([cells[kind], text], "; ")
            else:
                cells[kind] = text
        for (name, kind), texts in of_rows.items():
            (own[name] if name else common)[kind] = texts[0] if len(texts) == 1 else joined(texts, " ")
        if stray is not None:
            whole = False
            message = "this cell has no column: nothing stands above it in the first line"
            hint = f"put a cell that has a `{self.comma}` in it in quotes"
            self._refuse(stray, message, hint if self.comma != "\t" else "name the column in the first line")
        if layout.labels is not None:
            yield from self._take_row_of_block(row, layout, own, common, whole=whole)
        elif layout.row_is_deal:
            new = "deal" not in common
            for kind in OF_PLAYERS & common.keys():
                cell = common.pop(kind)
                if _number(cell).text.strip("+-0."):
                    hint = "add the name to its title, such as `Ana points`"
                    self._refuse(cell, "this belongs to no player: no name stands above it", hint)
                    whole = False
            for cells in own.values():
                yield common | cells, whole, new
                common = {kind: text for kind, text in common.items() if kind == "deal"}
                new = False
            if not own:
                yield common, whole, False
        elif common or not whole:
            new, self._begins = self._begins, False
            yield common, whole, new

    def _take_row_of_block(
        self, row: Row, layout: Layout, own: dict[str, Cells], common: Cells, *, whole: bool
    ) -> Iterator[tuple[Cells, bool, bool]]:
        """Take in a row of boards side by side; yield the boards above if it begins the next deal."""
        assert layout.labels is not None
        label = cell_at(row, layout.labels)
        # The labels of rows are words for columns, too.
        kind = self._vocabulary.columns.get(word_of(label.text)) if label is not None else None
        if kind not in BY_PLAYER:
            hint = "begin it with `top`, `mid` or `bot`"
            self._refuse(label or row.filled[0], "this row is no row of the boards", hint)
            self._spoil()
            return
        again = any(kind in cells for cells in self._block.values())
        if again or "deal" in common:
            yield from self._end_block(whole=whole)
        players = [column for column in layout.columns if column.kind == "row"]
        for i, column in enumerate(players):
            assert column.player is not None
            cells = own.get(column.player.text, {})
            if "row" in cells:
                self._block.setdefault(i, {"player": cells["player"]})[kind] = cells["row"]
        if self._block and common:
            first = min(self._block)
            self._block[first] = common | self._block[first]

    def _end_block(self, *, whole: bool = True) -> Iterator[tuple[Cells, bool, bool]]:
        """Yield the boards of a block with a column a player; with the first of them a deal begins."""
        block, self._block = self._block, {}
        for number, cells in enumerate(block.values()):
            yield cells, whole, number == 0

    def _take_special(self, row: Row, layout: Layout) -> Generator[tuple[Cells, bool, bool], None, bool]:
        """Take in a row that is none of a board: totals, a setting, titles, a heading of a deal.

        Yield the boards above it first, and return False for a row of boards.
        """
        cells = row.filled
        words = [word_of(cell.text) for cell in cells]
        kinds = [self._vocabulary.columns.get(word) for word in words]
        heads_totals = len(cells) == 1 and words[0] in self._columns.totals
        if heads_totals or kinds in (["player", "result"], ["player", "running"]):
            # Rows of totals stand below.
            self._totals_below = True
            return True
        filled = [(layout.column(at).kind, cell) for at, cell in enumerate(row.cells) if cell is not None]
        is_total = len(cells) == 2 and not self._columns.is_board(cells[1].text)
        is_total = is_total or {kind for kind, _ in filled} <= {"player", "result", "running", "money"}
        self._totals_below = self._totals_below and is_total and len(cells) > 1
        if self._totals_below:
            yield from self._end_block()
            points = next((cell for kind, cell in filled if kind in ("result", "running")), cells[1])
            self._take_running([Part(names=(plain_text(cells[0]),), number=_number(points))])
            return True
        if self._is_money(cells, layout):
            yield from self._end_block()
            self._take_money(row, layout)
            return True
        of_points = layout.row_is_deal and kinds[0] == "result" and len(cells) > 1
        total = cells[0] if of_points else self._sum_of(row, layout)
        if total is not None and not has_cards(
            row._replace(cells=[c for c in cells if not _NUMBER.fullmatch(c.text)])
        ):
            yield from self._end_block()
            self._take_totals(row, layout, total)
            # The word stands above the totals of the others, too.
            self._totals_below = any(kind == "player" for kind, _ in filled)
            return True
        who = next(
            (cell_at(row, at) for at, column in enumerate(layout.columns) if column.kind == "player"), None
        )
        if who is not None and word_of(who.text) in self._columns.totals and not self._has_board(row, layout):
            self._refuse(
                who, f"is `{who.text}` a player, or a sum?", "write the name of the player, or delete the row"
            )
            self._spoil()
            return True
        if self._vocabulary.keys.get(words[0]) in MONEY_KEYS and layout.keys is None and not has_cards(row):
            yield from self._end_block()
            hint = "if it holds for all deals, put it above the titles of the columns"
            self._refuse(cells[0], "this row stands among the deals, and is no board", hint)
            self._spoil()
            return True
        if len(cells) > 1:
            return False
        at = row.cells.index(cells[0])
        if at and layout.column(at).kind not in ("deal", "player", ""):
            return False
        deal = self._columns.deal_heading(row)
        if deal is not None:
            yield from self._end_block()
            yield {"deal": deal}, True, True
            return True
        if re.fullmatch(r"[\w.#-]+", cells[0].text) or words[0] in self._vocabulary.columns:
            return False
        yield from self._end_block()
        return self._take_line(cells[0])

    def _take_line(self, cell: Text) -> bool:
        """Take in a cell that stands alone in its row and is a line of a log: `Ben paid Ana 5`."""
        source = normalize_value(cell, self._vocabulary)
        parsed = parse(source, self._vocabulary)
        boards = () if self._deal is None else self._deal.boards
        names = [board.name.text for board in boards if isinstance(board, BoardSyntax) and board.name]
        self._reader.names.update({folded(name): name for name in names})
        self._reader.begun = self._deal is not None or self._reader.begun
        sure = parsed.sound and isinstance(parsed.value, Entry)
        found = [parsed.value] if sure else self._reader.readings(source) or []
        entries = [value for value in found if isinstance(value, Entry)]
        if not entries or len(entries) < len(found):
            return False
        keys = [KEYS[value.key.text] for value in entries]
        if self._deal is not None and not all(key.closing or key.anywhere for key in keys):
            return False
        self._take_entries(entries)
        return True

    def _sum_of(self, row: Row, layout: Layout) -> Text | None:
        """Return the word of a row of sums, None for another row."""
        cells = row.filled
        if not cells or not row.whole:
            return None
        if word_of(cells[0].text) in self._columns.totals or (layout.row_is_deal and is_sum(cells[0])):
            return cells[0]
        if layout.row_is_deal or layout.labels is not None or len(cells) < 3:
            return None
        total = sum_cell(row, self._columns.totals)
        kinds = [layout.column(at).kind for at, cell in enumerate(row.cells) if cell and cell is not total]
        numbers = [
            cell for cell in cells if _NUMBER.fullmatch(cell.text) or self._columns.is_money(cell.text)
        ]
        known = {*kinds} <= {"player", "result", "running", "money"} and "player" in kinds
        return total if known and len(numbers) == len(cells) - 2 else None

    @staticmethod
    def _has_board(row: Row, layout: Layout) -> bool:
        kinds = (layout.column(at).kind for at, cell in enumerate(row.cells) if cell is not None)
        return any(kind in BOARD_KINDS for kind in kinds)

    def _is_money(self, cells: Sequence[Text], layout: Layout) -> bool:
        by_player = layout.row_is_deal or layout.labels is not None
        return bool(cells) and by_player and is_row_of_money(cells, self._columns.is_money, self._vocabulary)

    def _take_money(self, row: Row, layout: Layout) -> None:
        """Take in a row of money: what the points up to here, or those of the deal, come to."""
        title, *_ = row.filled
        named = [
            (layout.column(at).player, cell)
            for at, cell in enumerate(row.cells)
            if cell and cell is not title
        ]
        deal = self._deal
        if deal is not None and deal is not self._money_in:
            self._money_of_deals = self._money_in is not None
            self._money_in = deal
        self._check_money(title, [(player, cell) for player, cell in named if player is not None])
        if any(player is None and amount_of(cell) for player, cell in named):
            hint = "put it in the column of a player, or delete it"
            self._refuse(title, "an amount of this row belongs to no player", hint)
            self._spoil()

    def _check_money(self, title: Text, amounts: Sequence[tuple[Text, Text]]) -> None:
        """Expect the points that amounts of money are by the stake of the table; warn if it is not known."""
        stake = stake_of(self._header.entries)
        if not amounts:
            return
        if stake is None and not self._has_boards:
            hint = "write `stake` and what a point is worth above the titles, or delete the row"
            self._refuse(title, "this row is money, and nobody says what a point is worth", hint)
            self._spoil()
            return
        if stake is None or self._factored:
            message = (
                "this row is money, which is not checked: no single stake stands above or below the table"
            )
            self._problems.warn(
                "csv-column", title.place, message, "delete it, or write the stake above the titles"
            )
            return
        parts = []
        for player, cell in amounts:
            points = points_in(amount_of(cell) or Fraction(0), stake)
            if points is None:
                hint = "correct it, or delete the row"
                self._refuse(cell, f"this is no whole number of points at {float(stake):g} a point", hint)
                self._spoil()
                continue
            parts.append(Part(names=(_placed(player, cell),), number=cell._replace(text=points, cells=None)))
        if parts:
            self._take_entries([entry("expect" if self._money_of_deals else "running", *parts)])

    def _take_totals(self, row: Row, layout: Layout, total: Text) -> None:
        """Take in a row of totals: what the players have won up to here."""
        parts: list[Part] = []
        money: list[tuple[Text, Text]] = []
        name: Text | None = None
        for i, cell in enumerate(row.cells):
            if cell is None or cell is total:
                continue
            column = layout.column(i)
            if column.kind == "money" or self._columns.is_money(cell.text):
                player = column.player or name
                money += [(player, cell)] if player is not None and amount_of(cell) is not None else []
                continue
            player = None if column.kind in ("ignored", "none") else column.player or name
            if column.kind == "player":
                name = plain_text(cell)
            elif player is not None and column.kind in ("result", "running", "board", "row"):
                parts.append(Part(names=(_placed(player, cell),), number=_number(cell)))
            elif player is not None or column.kind == "none" or _number(cell).text.strip("+-0."):
                hint = "put it in the column of the points, or delete it"
                self._refuse(cell, "this total belongs to no player's points, and cannot be checked", hint)
                self._spoil()
        if parts:
            self._take_running(parts)
        elif money:
            self._check_money(total, money)

    def _take_running(self, parts: Sequence[Part]) -> None:
        """Take in what players have won up to here, as an expectation."""
        self._take_entries([entry("running", *parts)])

    def _take_entries(self, entries: Iterable[Entry]) -> None:
        if self._deal is not None:
            self._deal.entries += entries
            return
        for said in entries:
            self._header.take(said, self._problems)

    def _take_unknown(self, at: int, column: Column, cell: Text, cells: Cells) -> bool:
        """Keep a cell of an unknown column as a note; return False and refuse it if it may be money."""
        title = column.title
        assert title is not None
        if not has_digit(cell.text) and word_of(title.text) not in self._vocabulary.keys:
            self._keep_as_note(at, column, cell, cells, "is no column of a log")
            return True
        if at not in self._told:
            self._told.add(at)
            message = f"`{title.text}` is no column of a log, and may move points or money"
            hint = "call it `result` if these points are to be checked, `adjust` if they are to be added"
            self._problems.refuse("csv-column", title.place, message, f"{hint}, or {left_out(title)}")
        return False

    def _keep_as_note(self, at: int, column: Column, cell: Text, cells: Cells, why: str) -> None:
        """Keep a cell as a note, and warn of its column once."""
        title = column.title
        assert title is not None
        if at not in self._told:
            self._told.add(at)
            message = f"`{title.text}` {why}: its cells are kept as notes"
            self._problems.warn("csv-column", title.place, message, left_out(title))
        text = cell._replace(text=f"{title.text}: {cell.text}", cells=None)
        cells["note"] = joined([cells["note"], text], "; ") if "note" in cells else text

    def _refuse(self, cell: Text, message: str, hint: str) -> None:
        self._problems.refuse("csv-cell", cell.place, message, hint)

    def _spoil(self) -> None:
        (self._deal or self._header).spoiled = True

    def _place(self, cells: Cells, *, new: bool = False) -> None:
        """Begin the deal of a row, unless it is the deal of the row before."""
        deal, name, date = self._deal, cells.get("deal"), cells.get("date")
        if name is not None:
            match = None if name.text.isdigit() else self._columns.heading.fullmatch(name.text)
            if match is None and _MARKED_DEAL.match(name.text):
                name = self._marked_deal(name)
            name = name.part(*match.span(1)) if match is not None else name
        if date is not None:
            date = cells["date"] = self._day_of(date)
        if name is None:
            new = new or bool(date and deal and deal.date and date.text != deal.date.text)
            if (new and (deal is None or deal.called is None)) or (deal is None and has_board(cells)):
                self._deal, self._once = _Rows(next(iter(cells.values())), None, date), {}
            return
        if deal is not None and deal.called is None:
            message = f"this row names no deal, and others do (line {name.line.number})"
            hint = "write the deal's name in its `deal` cell"
            self._problems.refuse("board-before-deal", deal.at.place, message, hint)
            deal.spoiled = True
        elif deal is not None and deal.called is not None:
            # The date may stand in one row of a deal alone.
            same_date = deal.date is None or date is None or deal.date.text == date.text
            if deal.called.text == name.text and same_date:
                deal.date = deal.date or date
                self._behind = []
                return
            if len(self._closed) < NAMES_KEPT:
                self._closed.add((deal.called.text, deal.date.text if deal.date else ""))
        if self._numbered and has_points_alone(cells) and not is_round(name) and not self._behind:
            hint = "call a round by its number, and a row of sums `Total`; leave out any other row"
            self._refuse(name, f"is `{name.text}` one more round?", hint)
        self._numbered = self._numbered or is_round(name)
        self._deal, self._once = _Rows(name, name, date, spoiled=self._lost), {}
        self._deal.called = name
        self._deal.entries += self._behind
        self._behind = []
        self._lost = False
        if (name.text, date.text if date else "") in self._closed:
            # Rows apart from their deal are told once, and not as a second deal of the name as well.
            self._deal.name = None
            self._deal.spoiled = True
            message = f"deal {name.text} was already there, and other deals stand between"
            hint = "put all the rows of a deal together, or give this deal another name"
            self._problems.refuse("deal-apart", name.place, message, hint)

    def _marked_deal(self, cell: Text) -> Text:
        """Return the name of a deal with words behind it, and keep what they say: `3 (void)`, `4 x2`."""
        line = Text(f"deal {cell.text}", cell.line, cell.column, cell.width)
        source = normalize_value(line, self._vocabulary)
        found: Sequence[LineSyntax] = self._reader.readings(source) or ()
        behind = [value for value in found[1:] if isinstance(value, Entry)]
        # Other words are a part of the name.
        self._behind = [] if all(value.key.text == "note" for value in behind) else behind
        if not self._behind or not isinstance(found[0], DealLine) or found[0].name is None:
            return cell
        return cell._replace(text=found[0].name.text, cells=None)

    def _take(self, cells: Cells) -> None:
        """Take in the cells of one board, or of a row without one."""
        self._lost = False
        before = self._problems.errors
        if "value" in cells and "key" not in cells:
            self._refuse(cells["value"], "this value has no key beside it", "fill the `key` cell")
        if self._deal is None:
            self._take_in_header(cells)
        elif not self._deal.endless:
            self._take_in_deal(cells, self._deal)
        if self._problems.errors > before:
            self._spoil()

    def _take_in_header(self, cells: Cells) -> None:
        for column in ("date", "dealer", "note", "rules", "stake", "factor", "void"):
            if column in cells:
                message = f"this `{column}` belongs to no deal: the `deal` cell of its row is empty"
                self._refuse(cells[column], message, f"in the header it is a row with `{column}` as its key")
        if "key" in cells:
            found = self._entry(cells["key"], cells.get("value"))
            if found is not None:
                self._header.take(found, self._problems)

    def _take_in_deal(self, cells: Cells, deal: _Rows) -> None:
        with_board = has_board(cells) and not has_points_alone(cells)
        board = board_of_cells(cells, self._problems, self._vocabulary) if with_board else None
        if board is not None:
            deal.boards.append(board)
        key = cells.get("key")
        if key is not None and deal.called is not None and "deal" not in cells and not with_board:
            message = f"this `{key.text}` names no deal and stands below the first one"
            hint = "write the deal's name in its `deal` cell, or put the row above all deals"
            self._problems.refuse("key-misplaced", key.place, message, hint)
        elif key is not None:
            found = self._entry(key, cells.get("value"))
            deal.entries += [found] if found is not None else []
        if "expect" in cells:
            deal.entries += self._expected(cells["expect"])
        for kind in ("dealer", "rules", "stake", "factor"):
            self._factored = self._factored or (kind in cells and kind in ("stake", "factor"))
            if kind in cells:
                self._take_once(deal, kind, cells[kind])
        is_void = any(known.key.text == "void" and not known.parts for known in deal.entries)
        word = cells.get("void")
        if word is not None and folded(word.text) not in OFF and not is_void:
            parts = () if folded(word.text) in ON else (Part(words=(word,)),)
            deal.entries.append(Entry(word._replace(text="void", cells=None), (), parts))
        if "note" in cells:
            deal.entries.append(entry("note", Part(words=(cells["note"],))))
        self._take_figures(deal, cells)
        at = next(iter(cells.values()))
        if deal.too_long:
            deal.let_go(at, "is the `deal` cell the same in all of these rows?", self._problems)

    def _expected(self, cell: Text) -> list[Entry]:
        """Return the points that a result with names in it says: `Aoife +6`, `Aoife wins 6`."""
        self._reader.begun = True
        found = self._reader.readings(normalize_value(cell, self._vocabulary)) or []
        entries = [value for value in found if isinstance(value, Entry) and value.key.text == "expect"]
        if entries and len(entries) == len(found):
            return entries
        said = read_entry(cell._replace(text="expect", cells=None), cell, self._problems, self._vocabulary)
        return [] if said is None else [said]

    def _take_once(self, deal: _Rows, kind: str, cell: Text) -> None:
        """Take in what holds for a deal, and may stand in every row of it."""
        other = self._once.setdefault(kind, cell)
        if other is not cell:
            if other.text != cell.text:
                here, there = f"`{cell.text}` stands here", f"`{other.text}`"
                if kind == "dealer":
                    here, there = f"{cell.text} is the dealer here", other.text
                message = f"{here}, and {there} in line {other.line.number}"
                self._problems.refuse("key-repeated", cell.place, message, f"a deal has one {kind}")
            return
        if kind == "dealer":
            deal.entries.append(entry("dealer", Part(names=(cell,))))
        elif kind == "rules":
            deal.entries.append(self._rules(cell))
        elif kind == "stake" and not self._is_factor(cell):
            key = cell._replace(text="stake", cells=None)
            found = read_entry(key, cell, self._problems, self._vocabulary)
            deal.entries += [found] if found is not None else []
        else:
            match = _FACTOR.fullmatch(cell.text)
            number = int(match[1]) if match else 2 if self._is_factor(cell) else 0
            if not 0 < number <= 10:
                message, hint = f"`{cell.text}` is no factor of the stake", "write a whole number, such as 2"
                self._problems.refuse("number-unreadable", cell.place, message, hint)
            elif number > 1:
                factor = cell._replace(text=f"x{number}", cells=None)
                deal.entries.append(entry("stake", Part(words=(factor,))))

    def _is_factor(self, cell: Text) -> bool:
        """Return True for a stake that is a multiple of the usual one: `x2`, `double`."""
        marked = _FACTOR.fullmatch(cell.text) is not None and not {*"x×*"}.isdisjoint(cell.text)
        return marked or folded(cell.text) in self._vocabulary.money["double"]

    def _take_figures(self, deal: _Rows, cells: Cells) -> None:
        """Take in the points beside a board, which are checked, or added."""
        name = cells.get("player")
        for kind in ("result", "money", "royalties", "running", "adjust"):
            cell = cells.get(kind)
            if cell is None or NOTHING.fullmatch(cell.text):
                continue
            if kind == "money":
                told = "result" in cells and _number(cells["result"]).text.lstrip("+") == cell.text
                if told or any(value.key.text == "stake" for value in deal.entries):
                    continue
                kind = "result"
            if name is None:
                self._refuse(cell, "these points belong to no player", "name the player in the row")
                continue
            part = Part(names=(_placed(name, cell),), number=_number(cell))
            same = next((i for i, e in enumerate(deal.entries) if e.key.text == kind), None)
            if kind in ("running", "adjust") and same is not None:
                own = deal.entries[same]
                deal.entries[same] = own._replace(parts=(*own.parts, part))
            elif kind in ("running", "adjust"):
                deal.entries.append(entry(kind, part))
            elif kind == "result" and has_points_alone(cells):
                deal.entries.append(entry("expect", part))
            else:
                part = Part(words=(cell._replace(text=kind, cells=None),), number=part.number)
                deal.entries.append(entry("expect", part, names=(name,)))


def _words(cell: Text) -> str:
    """Return the words of a cell that may be a status alone: `Fouled!`."""
    return folded(cell.text.strip(" \t.!()"))


def _number(cell: Text) -> Text:
    """Return the number of a cell as the rest of the program reads it, or the cell if it is none."""
    in_brackets = re.fullmatch(r"\([ \t]*([0-9].*?)[ \t]*\)", cell.text)
    match = _NUMBER.fullmatch(in_brackets[1] if in_brackets else cell.text)
    plain = plain_number(match["number"].replace("’", "").replace("'", "")) if match else None
    if match is None or plain is None:
        return cell
    sign = "-" if in_brackets or match["sign"] in ("−", "–") else match["sign"]
    text = sign + (plain.rstrip("0").rstrip(".") if "." in plain else plain)
    return cell._replace(text=text, cells=None) if text != cell.text else cell


def _placed(name: Text, cell: Text) -> Text:
    """Return a name in the place of the cell that says something of the player."""
    return Text(name.text, cell.line, cell.column, cell.width)


def as_lines(items: Iterable[Item]) -> Iterator[LineSyntax]:
    """Yield what a table says as the lines of a text log say it."""
    found = list(items)
    several = len(found) > 2
    for item in found:
        if isinstance(item, HeaderSyntax):
            yield from item.entries
            continue
        if item.name is not None or item.spoiled or several:
            yield DealLine(item.at, item.name, item.date, item.spoiled)
        closing = [value for value in item.entries if KEYS[value.key.text].closing]
        yield from (value for value in item.entries if value not in closing)
        yield from item.written
        yield from closing
