"""Parse tables of any source into header entries, boards and deals.

The header row may be below titles and settings. Its words decide the layout: one row per board, one row per
deal with columns per player, one column per player with a row per row of the board, or one column per card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, groupby, islice, repeat
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.amounts import unmistakable
from ofcscore.log.card_alphabets import ask_for_letters, translated
from ofcscore.log.keys import TICKS
from ofcscore.log.read.cells import (
    Row,
    amount_of,
    first_line,
    has_digit,
    is_sum,
    number_of,
    read_cell,
    split_cells,
    taken_out,
    title_of,
    trimmed_cell,
    unit_of,
    word_of,
)
from ofcscore.log.read.lines_to_deals import MOST_OF_A_DEAL, GatheredDeal, joined
from ofcscore.log.read.sources import IgnoredColumns
from ofcscore.log.read.table_columns import (
    BY_PLAYER,
    OF_PLAYERS,
    Column,
    ColumnReader,
    Layout,
    is_void,
    left_out,
    turned,
)
from ofcscore.log.read.table_deals import (
    BOARD_KINDS,
    NOTHING,
    Cells,
    TableDeals,
    placed,
    points_and_status,
    settings_of,
    stake_of,
)
from ofcscore.log.syntax import (
    FROM_LOG,
    SHORT_LABELS,
    STATUSES,
    Entry,
    Item,
    Line,
    LineSyntax,
    OwnWords,
    Part,
    Text,
    entry,
)
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.keys_in_data import plain_text
from ofcscore.log.text.normalize import normalize_value
from ofcscore.log.text.remarks import title
from ofcscore.log.text.syntax_builder import parse
from ofcscore.log.vocabulary import ENGLISH, folded, one_of, vocabulary_in
from ofcscore.log.words import tables

_HEAD: Final = 200
"""The number of rows to inspect before the first one is parsed."""
_LITERAL: Final = frozenset(("deal", "player", "dealer", "note"))
"""Columns of plain text; quotes around all of it keep outer spaces."""
_SHEET: Final = re.compile(rf"{one_of(tables()['talk']['sheets'])}[ \t]*[0-9]{{1,3}}")
"""The default name of a sheet in a program."""
_FOUL: Final = r"\(?(?P<foul>@FOUL@)~[-–—,;:.!()]+~(?P<why>[^?]*[^\W_][^?]*)"
"""A remark that begins with a foul: `foul - trips on top`."""
_NOWHERE: Final = Line("", 0, "")
_OF_TOTALS: Final = {"player", "result", "running", "money", "none"}
"""The kinds of columns of a table of totals below boards."""
_BESIDE_TOTALS: Final = ("royalties", "date", "rules", "price", "note", "dealer", "ignored")
"""The kinds of columns whose cells in a row of totals are no totals."""
_MONEY_KEYS: Final = ("stake", "rules", "currency", "rake")
"""Keys in rows among boards that must not be skipped."""


class TableReading:
    """Parses one table; keeps the header, the open deal and names of deals."""

    def __init__(
        self,
        file: str,
        base: str,
        problems: Problems,
        ignored: IgnoredColumns | None = None,
        begun: bool = False,
        own: OwnWords = FROM_LOG,
    ) -> None:
        self._problems, self._base, self._own = problems, base, own
        self._deals = TableDeals(file, base, problems)
        self._deals.reader.begun = begun
        self._ignored = ignored or IgnoredColumns(())
        self._vocabulary = ENGLISH
        self._comma = "|"
        self._width: int | None = None
        self._told: set[Text | None] = set()
        """The unknown titles that were reported."""
        self._block: dict[str, Cells] = {}
        """The boards of one or more lines, by player if each player has columns."""
        self._block_begins = self._block_broken = False
        """True if these boards begin a deal, and if one of their lines has an error."""
        self._totals_below = False
        self._closed: list[Item] = []
        """The header and the deals that are complete."""
        self._begins = False
        """True if a blank row separates the next board from the deal above."""
        self._money_of_deals = False
        """True if an earlier deal has a row of money of its own."""
        self._money_in: GatheredDeal | None = None
        self._has_boards = True
        """False if all columns of players have points only."""
        self._worth: Fraction | None = None
        """The money that a point is worth in all deals."""
        self._players: set[str] = set()

    def read_lines(self, lines: Iterable[Line | None]) -> Iterator[Item]:
        """Yield the header and the deals of a file with delimiters, one at a time."""
        source = iter(lines)
        first = first_line(source)
        if first is None:
            return self.read(())
        line, self._comma, below = first
        return self.read(self._rows(chain((line,), below, source)))

    def _rows(self, source: Iterator[Line | None]) -> Iterator[Row]:
        inside = begun = False
        first = ""
        for line in source:
            if not isinstance(line, Line):
                yield Row(_NOWHERE, (), whole=False)
                continue
            split = split_cells(line, self._comma)
            if inside and (split.fault is not None or len(split.cells) != self._width):
                # The rest of a cell with a line break: report one mistake once.
                inside = line.text.count('"') % 2 == 0
                continue
            inside = split.open
            fault = split.fault or (taken_out(line, self._comma, first) if begun else None)
            first = line.text.lstrip() if begun and not first else first
            begun = begun or not line.text.lstrip().startswith("#")
            if fault is not None:
                self._problems.add(fault)
            yield Row(line, [trimmed_cell(cell) for cell in split.cells], whole=fault is None)

    def _in_plain_cards(self, row: Row) -> Row:
        alphabet = self._vocabulary.alphabet
        if alphabet is None:
            return row
        cells = [cell and cell.with_text(translated(alphabet, cell.text)) for cell in row.cells]
        return row._replace(cells=cells)

    def read(self, rows: Iterable[Row]) -> Iterator[Item]:
        """Yield the header of the table and then its deals, one at a time."""
        source = iter(rows)
        head = list(islice(source, _HEAD))
        text = "\n".join(row.line.text for row in head)
        shown = "\n".join(cell.text for row in head for cell in row.filled)
        vocabulary = self._vocabulary = vocabulary_in(shown, self._base, self._own)
        self._columns = ColumnReader(self._problems, vocabulary, self._ignored, self._comma)
        dots = self._comma == ";" or bool(vocabulary.languages)
        self._deals.begin(text, vocabulary, dots_mean_day_first=dots)
        ask_for_letters(self._problems, vocabulary.unclear, [row.line for row in head])
        plain = map(self._in_plain_cards, source)
        source = turned([*map(self._in_plain_cards, head)], plain, vocabulary)
        head = list(islice(source, _HEAD))
        if len(head) == len(head[0].cells if head else ()) == 1 and head[0].filled:
            # A heading above tables is alone in its row.
            self._take_above(head[0])
            yield self._deals.header.syntax()
            return
        found = self._columns.find(head)
        if found is None:
            self._deals.header.spoiled = True
            yield self._deals.header.syntax()
            return
        layout, above = found
        headings = [row for row in above if len(row.filled) == 1 and self._columns.deal_heading(row)]
        for row in above:
            if row not in headings:
                self._take_above(row)
        self._width = len(layout.columns)
        players = [column.player.text for column in layout.columns if column.player is not None]
        self._deals.reader.names.update({folded(name): name for name in players})
        self._has_boards = any(column.kind in (*BOARD_KINDS, "row") for column in layout.columns)
        body, more = head[layout.start :], list(islice(source, 1))
        if layout.keys is None:
            body = self._without_settings(body, layout, whole=not more)
        of_voids = (cell for row in body for column, cell in layout.pairs(row) if column.kind == "void")
        self._deals.has_ticks = any(cell.text.strip("\ufe0f") in TICKS for cell in of_voids)
        kinds = {column.kind for column in layout.columns}
        of_totals = "player" in kinds <= _OF_TOTALS and not kinds.isdisjoint(("result", "running"))
        self._totals_below = self._deals.reader.begun and of_totals
        if self._totals_below:
            money = next((column.title for column in layout.columns if column.kind == "money"), None)
            if money is not None:
                message = f"`{money.text}` is money and is not checked"
                self._problems.warn("csv-column", money.place, message, left_out(money))
        elif not {"stake", "factor"} & kinds:
            price = self._columns.price_of(body, layout)
            if price is not None and stake_of(self._deals.header.entries) is None:
                self._deals.take_key(*price)
            if not any(said.key.text == "stake" for said in self._deals.header.entries):
                self._take_worth(body, layout)
            self._worth = stake_of(self._deals.header.entries)
        if layout.side_by_side:
            self._take_corner(layout.columns[layout.labels or 0].title)
        for row in self._parted(chain(headings, body, more, source), layout):
            layout = self._take_row(row, layout)
            yield from self._closed
            self._closed.clear()
        self._end_block()
        yield from self._closed
        yield (self._deals.deal or self._deals.header).syntax()

    def _without_settings(self, rows: Sequence[Row], layout: Layout, *, whole: bool) -> list[Row]:
        """Read the settings above and below the boards; return the other rows.

        `whole` is False if the table continues below. Settings between boards are kept.
        """
        found = [settings_of(row, self._vocabulary) for row in rows]
        others = [
            at
            for at, row in enumerate(rows)
            if not found[at]
            and (not row.whole or row.filled)
            and (row.has_cards or not any(map(self._columns.is_total, row.filled)))
            and not self._is_money(row.filled, layout)
        ] or [len(rows)]
        last = others[-1] if whole else len(rows)
        out = [at for at, said in enumerate(found) if said and not others[0] < at < last]
        self._deals.take_entries(said for at in out for said in found[at])
        return [row for at, row in enumerate(rows) if at not in out]

    def _take_worth(self, rows: Sequence[Row], layout: Layout) -> None:
        """Compute the stake from columns of points and money; report it if impossible."""
        kinds = [(column.kind, column.player and column.player.text) for column in layout.columns]
        money = {at: ("result", player) for at, (kind, player) in enumerate(kinds) if kind == "money"}
        title = layout.columns[min(money)].title if money else None
        if title is None:
            return
        columns = [(at, kinds.index(points)) for at, points in money.items() if points in kinds]
        pairs = [[row.at(at) for at in pair] for row in rows for pair in columns]
        told = [[amount_of(cell) for cell in pair if cell] for pair in pairs]
        worth = [won[0] / won[1] for won in told if len(won) > 1 and won[0] and won[1]]
        number = f"{float(worth[0]):.12g}" if len({*worth}) == 1 < len(worth) else "0"
        if Fraction(number) > 0 and Fraction(number) == worth[0]:
            unit = self._columns.currency.search(title.text)
            said = title.with_text(f"{unmistakable(number)} {unit[0] if unit else ''}".strip())
            self._deals.take_key(title.with_text("stake"), said)
            return
        self._told |= {layout.columns[at].title for at in money}
        message = f"`{title.text}` is money, but the worth of a point is missing"
        hint = f"write `stake` and the worth of a point above the titles, or {left_out(title)}"
        self._problems.refuse("csv-column", title.place, message, hint)

    def _take_row(self, row: Row, layout: Layout) -> Layout:
        """Read a row below the titles; return the layout of the next one."""
        titled = self._columns.titles_of_block(row, layout)
        if titled is not None:
            self._totals_below = False
            self._end_block()
            if row.cells[0] is not None and (deal := self._columns.deal_heading(row)) is not None:
                self._put({"deal": deal}, new=True)
            elif titled.side_by_side:
                self._take_corner(row.at(titled.labels or 0))
            return titled
        special = None if not row.whole or layout.has_key(row) else self._special(row, layout)
        if special is not None:
            self._end_block()
        if (row.filled or not row.whole) and (special is None or special() is False):
            self._take_boards(row, layout)
        return layout

    def _take_corner(self, corner: Text | None) -> None:
        """Read the cell between the players' names and the row labels: `deal 2 x2`; ask if it may matter."""
        match = None if corner is None else self._vocabulary.deal_line.match(corner.text)
        if corner is not None and match is not None:
            self._put({"deal": corner.part(match.end())}, new=True)
        elif corner is not None and self._columns.may_matter(corner):
            message = f"`{corner.text}` may change what the boards below count"
            self._deals.refuse(corner, message, "write it above the column titles, or leave this cell empty")

    def _put(self, cells: Cells, *, whole: bool = True, new: bool = False) -> None:
        """Add a board or a deal's cells to its deal; `new` begins one, `whole` is False after an error."""
        if not whole and "deal" not in cells:
            self._deals.lose()
            return
        before = self._deals.deal
        self._players |= {folded(cells["player"].text)} if "player" in cells else set()
        self._deals.place(cells, new=new)
        if self._deals.deal is not before:
            self._closed.append((before or self._deals.header).syntax())
        if whole:
            self._deals.take(cells)
        else:
            self._deals.spoil()

    def _parted(self, rows: Iterator[Row], layout: Layout) -> Iterator[Row]:
        """Yield rows; a blank row between two groups of the same players begins a deal."""
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
            names = [folded(name.text) for row in held if (name := row.at(at)) is not None]
            names = [name for name, _ in groupby(names)]
            self._begins = len(names) > 1 and sorted(names) == sorted(last)
            yield from chain(held, members)
            last = names

    def _take_above(self, row: Row) -> None:
        """Read a row above the column titles: settings or free text."""
        cells = row.filled
        keys = [self._vocabulary.keys.get(word_of(cell.text)) for cell in cells]
        of_one = keys[0] in (None, "stake") and len(keys) > 1 and not any(keys[1:])
        if of_one and (terms := settings_of(row, self._vocabulary)):
            self._deals.take_entries(terms)
            return
        at = 0
        while at < len(cells):
            cell, end = cells[at], at + 1
            if keys[at] is None or end == len(cells):
                if not self._take_words(cell):
                    return
            else:
                end += 1
                while keys[at] == "players" and end < len(cells) and keys[end] is None:
                    end += 1
                value = joined(cells[at + 1 : end], ", ")
                self._deals.take_key(cell._replace(text=word_of(cell.text)), value)
            at = end

    def _take_words(self, cell: Text) -> bool:
        """Read a cell above the titles; return True if it is a setting, heading or title."""
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
            elif found is None and (said := title(self._deals.reader, source)) is not None:
                values = [said]
            elif found is None:
                read = self._deals.reader.readings(source) or ()
                values = read if read and all(isinstance(one, Entry) for one in read) else None
        if values is None:
            self._deals.header.spoiled = True
            message = "this row above the column titles is not a setting, a heading or a title"
            hint = "write a key and its value side by side, such as `stake` and `0.50 EUR`, or remove it"
            self._problems.refuse("csv-header", cell.place, message, hint)
            return False
        self._deals.reader.has_read_line = True
        self._deals.take_entries(value for value in values if isinstance(value, Entry))
        return True

    def _take_boards(self, row: Row, layout: Layout) -> None:
        """Read a row with a board, with a part of one, or with the boards of several players."""
        whole = row.whole
        label = self._label_of(row, layout)
        if label == "":
            at = row.at(layout.labels or 0) or row.filled[0]
            hint = "begin the row with `top`, `mid` or `bot`"
            self._deals.refuse(at, "this row is not a row of the boards", hint)
            return
        no_cards = layout.labels is None and not (layout.row_is_deal or row.has_cards)
        stray = next((cell for cell in row.cells[len(layout.columns) :] if cell is not None), None)
        common: Cells = {}
        own: dict[str, Cells] = {}
        for cell, column in zip(chain(row.cells, repeat(None)), layout.columns, strict=False):
            name = column.player if cell is None and column.kind == "row" and label in SHORT_LABELS else None
            if name is not None and self._columns.marks_of(name):
                # `Cid (foul)` above empty cells is a board.
                own.setdefault(name.text, {"player": placed(name, row.filled[0])})
            if cell is None or column.kind in ("label", "ignored"):
                continue
            if column.kind == "none":
                stray = stray or cell
                continue
            # `Fouled!` is only a status.
            said = folded(cell.text.strip(" \t.!()*:;"))
            is_status = self._vocabulary.statuses.get(said) in STATUSES and not is_void(said)
            if column.kind == "" and not (is_status and no_cards):
                whole = self._take_unknown(column, cell, common) and whole
                continue
            cells = common
            if column.player is not None:
                cells = own.setdefault(column.player.text, {"player": placed(column.player, cell)})
            text = plain_text(cell) if column.kind in _LITERAL else cell
            kind = label if label and column.kind == "row" else column.kind
            if kind == "result" and is_void(cell.text):
                common["void"] = cell.with_text("yes")
                continue
            names_winner = layout.row_is_deal and kind == "result" and column.player is None
            if kind == "result" and (scored := points_and_status(text, self._vocabulary)) is not None:
                text = scored[0]
                _add(cells, "status", scored[1], " ")
            is_remark = kind == "note" and not layout.side_by_side
            foul = self._vocabulary.shape(_FOUL).fullmatch(text.text) if is_remark and no_cards else None
            if is_status and (is_remark or kind in ("result", "royalties", "")):
                text, kind = text.with_text(said), "status"
            elif foul is not None:
                _add(cells, "status", text.part(*foul.span("foul")), " ")
                text = text.part(*foul.span("why"))
            elif kind == "price":
                if amount_of(cell) != self._worth:
                    message = "this price of a point is not that of the other rows"
                    hint = "correct it, or name the column `stake` if each deal has its own"
                    self._deals.refuse(cell, message, hint)
                continue
            elif names_winner and any(map(str.isalpha, cell.text)):
                kind = "expect"
            elif kind == "money" or (kind in ("result", "running") and self._columns.is_money(cell.text)):
                running = column.title and self._vocabulary.columns.get(title_of(column.title)) == "running"
                amount = None if running else amount_of(cell)
                if amount is not None and self._worth:
                    cells["money"] = cell.with_text(f"{float(amount / self._worth):.12g}")
                elif column.title is not None and not NOTHING.fullmatch(cell.text):
                    self._keep_as_note(column.title, cell, cells, "is money and is not checked", "told")
                continue
            _add(cells, kind, text, " " if kind in SHORT_LABELS else "; ")
        if stray is not None:
            whole = False
            message = "this cell has no column title above it"
            hint = f"put a cell that contains a `{self._comma}` in quotes"
            hint = "write a title for the column in the first line" if self._comma == "\t" else hint
            self._problems.refuse("csv-cell", stray.place, message, hint)
        for kind in OF_PLAYERS & common.keys() if layout.row_is_deal else ():
            cell = common.pop(kind)
            if number_of(cell).text.strip("+-0."):
                message = "this column does not name a player"
                hint = "add the name to its title, for example `Ana points`"
                self._problems.refuse("csv-cell", cell.place, message, hint)
                whole = False
        if own or not layout.side_by_side:
            if own or common or not whole:
                self._gather(label, own, common, whole=whole)
            if label is None:
                self._end_block()
        elif self._block:
            self._add_common(common)

    def _label_of(self, row: Row, layout: Layout) -> str | None:
        """Return the kind of cells of a line with one row of boards, "" if unknown; None for other lines."""
        if layout.labels is None:
            return None
        label = row.at(layout.labels)
        if label is not None:
            # The labels of rows are words for columns, too.
            kind = self._vocabulary.columns.get(word_of(label.text))
            return kind if kind in BY_PLAYER else "" if layout.side_by_side else "status"
        cells = [cell.text for column, cell in layout.pairs(row) if column.kind == "row"]
        return "status" if all(word_of(cell) in self._vocabulary.statuses for cell in cells) else ""

    def _gather(self, label: str | None, own: dict[str, Cells], common: Cells, *, whole: bool) -> None:
        """Add the boards of players with columns of their `own`, or one board, to those of the lines above.

        Another deal or player, other figures, or the same row of boards side by side begin new boards.
        """
        first = next(iter(self._block.values()), {})
        others = {"deal", "date"} if own else {*common} - {label}
        is_other = any(
            common[kind].text != first[kind].text for kind in others & common.keys() & first.keys()
        )
        if is_other or self._begins or (own and any(label in cells for cells in self._block.values())):
            self._end_block()
        if not self._block:
            self._block_begins, self._begins = self._begins or bool(own), False
        self._block_broken = self._block_broken or not (whole or (own and label))
        for player, cells in (own or {"": common}).items():
            board = self._block.setdefault(player, cells)
            for kind, cell in cells.items() if board is not cells else ():
                if kind == label:
                    _add(board, kind, cell, " ")
                else:
                    board.setdefault(kind, cell)
        if own:
            self._add_common(common)

    def _add_common(self, common: Cells) -> None:
        """Add a row's cells of the whole deal to those of its block; report one that differs."""
        first = next(iter(self._block.values()))
        for kind, cell in common.items():
            said = first.setdefault(kind, cell)
            if said.text == cell.text:
                continue
            if kind in ("note", "told"):
                _add(first, kind, cell, " ")
            else:
                message = f"`{cell.text}` here contradicts {said.text} in line {said.line.number}"
                self._deals.refuse(cell, message, "write the same in each row of a deal")

    def _end_block(self) -> None:
        """Add the gathered boards to their deal; the first may begin it."""
        block, self._block = self._block, {}
        whole, self._block_broken = not self._block_broken, False
        first = next(iter(block.values()), {})
        deal = {kind: cell for kind, cell in first.items() if kind == "deal"}
        for cells in block.values():
            self._put(deal | cells, whole=whole, new=cells is first and self._block_begins)

    def _special(self, row: Row, layout: Layout) -> Callable[[], bool | None] | None:
        """Return the handler of a row outside boards, None for a board.

        The handler is called after the boards above were read. It returns False if the row is a board after
        all.
        """
        cells, totals = row.filled, self._columns.totals
        words = [word_of(cell.text) for cell in cells]
        kinds = [self._vocabulary.columns.get(word) for word in words]
        if (len(cells) == 1 and words[0] in totals) or kinds in (["player", "result"], ["player", "running"]):
            # Rows of totals come below.
            self._totals_below = True
            return lambda: None
        known = self._players | {folded(column.player.text) for column in layout.columns if column.player}
        of_player = self._columns.total_of_player(row, known, below=self._totals_below)
        if of_player is not None:
            self._totals_below = True
            return lambda: self._take_total_of_player(*of_player)
        filled = [(column.kind, cell) for column, cell in layout.pairs(row)]
        owes = any(kind != "note" and self._vocabulary.says("money.owes", cell.text) for kind, cell in filled)
        if owes and not row.has_cards and {*words}.isdisjoint(self._vocabulary.statuses):
            return lambda: self._take_settlement(cells)
        points = next((cell for kind, cell in filled if kind in ("result", "running")), None)
        is_total = len(cells) == 2 and not self._columns.is_board(cells[1].text)
        is_total = is_total or {kind for kind, _ in filled} <= {"player", "result", "running", "money"}
        self._totals_below = self._totals_below and is_total and len(cells) > 1
        if self._totals_below:
            points = points or cells[1]
            no_points = is_sum(cells[0]) and not number_of(points).text.strip("+-0.")
            return lambda: None if no_points else self._take_running([(plain_text(cells[0]), points)])
        if self._is_money(cells, layout):
            return lambda: self._take_money(row, layout)
        of_points = layout.row_is_deal and kinds[0] == "result" and len(cells) > 1
        total = cells[0] if of_points else self._columns.sum_of(row, layout)
        others = [cell for cell in cells if read_cell(cell).number is None]
        if total is not None and not row._replace(cells=others).has_cards:
            # The word may also be above the totals of the others.
            self._totals_below = any(kind == "player" for kind, _ in filled)
            return lambda: self._take_totals(row, layout, total)
        who = next((cell for kind, cell in filled if kind == "player"), None)
        if who is not None and word_of(who.text) in totals and {*BOARD_KINDS}.isdisjoint(dict(filled)):
            hint = "write the player's name or remove the row"
            return lambda: self._deals.refuse(who, f"is `{who.text}` a player or a sum?", hint)
        if self._vocabulary.keys.get(words[0]) in _MONEY_KEYS and layout.keys is None and not row.has_cards:
            message = "this row is among the deals but is not a board"
            hint = "if it applies to all deals, move it above the column titles"
            return lambda: self._deals.refuse(cells[0], message, hint)
        if len(cells) > 1 or (row.cells[0] is None and filled[0][0] not in ("deal", "player", "")):
            return None
        deal = self._columns.deal_heading(row)
        if deal is not None:
            return lambda: self._put({"deal": deal}, new=True)
        is_word = re.fullmatch(r"[\w.#-]+", cells[0].text) or words[0] in self._vocabulary.columns
        return None if is_word else lambda: self._deals.take_line(cells[0])

    def _take_total_of_player(self, name: Text, points: Text, money: Sequence[Text]) -> None:
        self._take_running([(placed(name, points), points)])
        for cell in money:
            self._check_money(cell, [(name, cell)])

    def _take_settlement(self, cells: Sequence[Text]) -> None:
        """Read a row about who owes whom: `Joe pays Maya,£17.00`."""
        if not self._deals.take_line(joined(cells, " ")):
            message, hint = "this row is about money, but cannot be read", "write `paid:` lines, or remove it"
            self._deals.refuse(cells[0], message, hint)

    def _take_running(self, points: Iterable[tuple[Text, Text]], key: str = "running") -> None:
        """Add the points of players, so far or of a deal."""
        parts = [Part(names=(name,), number=number_of(cell)) for name, cell in points]
        if parts:
            self._deals.take_entries([entry(key, *parts)])

    def _is_money(self, cells: Sequence[Text], layout: Layout) -> bool:
        """Return True for amounts after a word for money: `euro | -0.25 | 8.50`."""
        if len(cells) < 2 or not (layout.row_is_deal or layout.side_by_side):
            return False
        word = word_of(cells[0].text)
        units = (f"1 {word}", f"1 {unit_of(cells[0])}")
        says = word in self._vocabulary.money["amounts"] or any(map(self._columns.is_money, units))
        return says and all(amount_of(cell) is not None for cell in cells[1:])

    def _take_money(self, row: Row, layout: Layout) -> None:
        """Read a row of money: the worth of the points so far or of the points of a deal."""
        title = row.filled[0]
        deal = self._deals.deal
        if deal is not None and deal is not self._money_in:
            self._money_of_deals = self._money_in is not None
            self._money_in = deal
        named = [(column.player, cell) for column, cell in layout.pairs(row)[1:]]
        self._check_money(title, [(player, cell) for player, cell in named if player is not None])
        if any(player is None and amount_of(cell) for player, cell in named):
            hint = "move it to the column of a player or remove it"
            self._deals.refuse(title, "this amount is not in the column of a player", hint)

    def _check_money(self, title: Text, amounts: Sequence[tuple[Text, Text]]) -> None:
        """Convert money to expected points by the stake; warn if the stake is unknown."""
        stake = stake_of(self._deals.header.entries)
        if not amounts:
            return
        if stake is None and not self._has_boards:
            hint = "write `stake` and the worth of a point above the titles, or remove the row"
            self._deals.refuse(title, "this row is money, but the worth of a point is missing", hint)
            return
        if stake is None or self._deals.factored:
            message = "this row is money and is not checked: the table has no single stake"
            hint = "remove it, or write the stake above the titles"
            self._problems.warn("csv-column", title.place, message, hint)
            return
        points = []
        for player, cell in amounts:
            number = (amount_of(cell) or Fraction(0)) / stake
            if number.denominator == 1:
                points.append((placed(player, cell), cell.with_text(str(number))))
                continue
            message = f"at {float(stake):g} per point, this is not a whole number of points"
            self._deals.refuse(cell, message, "correct it or remove the row")
        self._take_running(points, "expect" if self._money_of_deals else "running")

    def _take_totals(self, row: Row, layout: Layout, total: Text) -> None:
        """Read a row of totals: the players' points so far."""
        points: list[tuple[Text, Text]] = []
        money: list[tuple[Text, Text]] = []
        name: Text | None = None
        for column, cell in layout.pairs(row):
            if (
                cell is total
                or column.kind in _BESIDE_TOTALS
                or (column.kind == "" and not has_digit(cell.text))
            ):
                continue
            if column.kind == "money" or self._columns.is_money(cell.text):
                player = column.player or name
                money += [(player, cell)] if player is not None and amount_of(cell) is not None else []
                continue
            player = None if column.kind == "none" else column.player or name
            if column.kind == "player":
                name = plain_text(cell)
            elif player is not None and column.kind in ("result", "running", "board", "row"):
                points.append((placed(player, cell), cell))
            elif player is not None or column.kind == "none" or number_of(cell).text.strip("+-0."):
                message = "this total is not in the column of a player's points"
                self._deals.refuse(cell, message, "move it to the column of the points or remove it")
        self._take_running(points)
        if not points:
            self._check_money(total, money)

    def _take_unknown(self, column: Column, cell: Text, cells: Cells) -> bool:
        """Keep an unknown column's cell as a note; if it may be money, report it, return False."""
        title = column.title
        assert title is not None
        if not has_digit(cell.text) and word_of(title.text) not in self._vocabulary.keys:
            self._keep_as_note(title, cell, cells, "is not a column of a log")
            return True
        if title not in self._told:
            self._told.add(title)
            message = f"`{title.text}` is not a column of a log, but it may be about points or money"
            hint = "rename it to `result` to check these points, to `adjust` to add them"
            self._problems.refuse("csv-column", title.place, message, f"{hint}, or {left_out(title)}")
        return False

    def _keep_as_note(self, title: Text, cell: Text, cells: Cells, why: str, kind: str = "note") -> None:
        """Keep a cell as a note, and warn about its column once."""
        if title not in self._told:
            self._told.add(title)
            message = f"`{title.text}` {why}: its cells are kept as notes"
            self._problems.warn("csv-column", title.place, message, left_out(title))
        _add(cells, kind, cell.with_text(f"{title.text}: {cell.text}"), "; ")


def _add(cells: Cells, kind: str, text: Text, between: str) -> None:
    cells[kind] = joined([cells[kind], text], between) if kind in cells else text
