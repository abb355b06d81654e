"""Find the columns and layout of a table, and reshape tables of other layouts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice, repeat, zip_longest
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Problems, listed, meant, near
from ofcscore.game.cards import ROWS
from ofcscore.log.keys import BOARD_COLUMNS, COLUMN_NAMES, COLUMNS
from ofcscore.log.read.cells import (
    NEARLY_A_BOARD,
    Row,
    amount_of,
    ask_about_names,
    count_cards,
    has_digit,
    has_rounds_across,
    is_board,
    is_row,
    is_sum,
    points_of,
    running_total_question,
    title_of,
    unit_of,
    word_of,
)
from ofcscore.log.read.sources import IgnoredColumns
from ofcscore.log.read.table_deals import BOARD_KINDS, name_and_marks
from ofcscore.log.syntax import SHORT_LABELS, Text
from ofcscore.log.text.keys_in_data import plain_text
from ofcscore.log.text.relevance import Context, weigh
from ofcscore.log.vocabulary import Vocabulary, folded
from ofcscore.log.words import tables

_BEFORE_ROWS: Final = {1: ("player",), 2: ("deal", "player"), 3: ("deal", "date", "player")}
"""The columns before those of a board, by their number, if there are no titles."""
_UNCLEAR: Final = re.compile(r"[-–—xXfF0?]|\([xXfF]\)")
"""Signs in place of a board that may mean a foul or an absence."""
_BESIDE_TITLES: Final = re.compile(
    r"(?ai:player[ _](?=name))|[ _]*(?ai:\([0-9][^()]*\)|#|no\.?|nr\.?|number|name|row|cards?|nummer|id)$"
)
"""Words of a title that add nothing to its kind: `hand #`, `top row`, `middle (5)`."""
_ROW_SIZES: Final = (3, 5, 5)
_LABELS_OF_CARDS: Final = ["top"] * 3 + ["mid"] * 5 + ["bot"] * 5
"""The row labels of thirteen cards in order."""
_BOARD_SIZE: Final = 13
_NUMBERED: Final = re.compile(r"(?P<label>[^\W\d_]*)[ _.#-]*(?P<number>[0-9]{1,2})")
_NAME_AND_KIND: Final = re.compile(r"(.+?)(?:[ \t]*[-–—:/][ \t]*|[ \t]+)[(\[]?([^ \t()\[\]]+)[)\]]?")
_INITIALS: Final = {"t": "top", "f": "top", "m": "mid", "b": "bot"}
_CARD_WORDS: Final = frozenset(("", "c", "card", "karte", "carta", "carte"))
_CARDS_OF_BOARD: Final = (*SHORT_LABELS, "board")
_FIGURES: Final = ("result", "money", "royalties", "running", "adjust")
BY_PLAYER: Final = frozenset((*_CARDS_OF_BOARD, *_FIGURES, "status", "foul", "fantasyland", "absent"))
"""Kinds of columns that may occur once per player: `Ana top`, `Ana points`."""
OF_PLAYERS: Final = BY_PLAYER | {"surrender"}
_PLAYERS_AT_MOST: Final = 64
"""The most players of a sheet with a row per player."""
_LOOKED_AT: Final = 40
_TOTAL: Final = "@key.running|all.ledger.sum@~:?"
_TOTAL_OF: Final = f"{_TOTAL} (?P<behind>.+)|(?P<before>.+) {_TOTAL}"
"""A player's name beside a word for a total: `Total Ana`."""
_UNIT: Final = "@CURRENCY@|[$]|@money.cents|money.pence@"
_PRICE: Final = f"(?P<unit>{_UNIT})~(?:/~(?:@money.per@ )?|@money.per@ )@money.point@[.]?"
_POINTS: Final = re.compile("[+\u2212–-]?[0-9]{1,5}(?:[.,/][0-9]{1,2})?")


@dataclass(slots=True)
class Column:
    """A column: its kind, its player if it belongs to one, and its title.

    The kind is "" for an unknown title and "none" for no title; `below` are the first cells.
    """

    kind: str
    player: Text | None = None
    title: Text | None = None
    below: Sequence[str] = ()

    @property
    def cells(self) -> list[str]:
        """The cells below that are not empty."""
        return [cell for cell in self.below if cell]

    @property
    def is_known(self) -> bool:
        return self.kind not in ("", "none")

    @property
    def word(self) -> str:
        return "" if self.title is None else word_of(self.title.text)


NO_COLUMN: Final = Column("none")
"""A column without a title."""


class Layout(NamedTuple):
    columns: tuple[Column, ...]
    start: int = 0
    """The first row below the column titles."""
    row_is_deal: bool = False
    labels: int | None = None
    """The column of row labels, if a line has one row of boards."""

    @property
    def side_by_side(self) -> bool:
        """True if each player has a column, and each line has a row of all boards."""
        return self.labels is not None and any(column.player for column in self.columns)

    @property
    def keys(self) -> int | None:
        """The column of keys beside values, None if there is none."""
        return next((at for at, column in enumerate(self.columns) if column.kind == "key"), None)

    def has_key(self, row: Row) -> bool:
        """Return True for a row without cells, or with a key of a deal or a header in its column."""
        return not row.filled or (self.keys is not None and row.at(self.keys) is not None)

    def pairs(self, row: Row) -> list[tuple[Column, Text]]:
        """Return the cells of a row that are not empty, each with its column."""
        columns = chain(self.columns, repeat(NO_COLUMN))
        return [(column, cell) for column, cell in zip(columns, row.cells, strict=False) if cell is not None]


class ColumnReader:
    """Reads the titles of one table in the words of its log."""

    def __init__(
        self, problems: Problems, vocabulary: Vocabulary, ignored: IgnoredColumns, comma: str
    ) -> None:
        self._problems, self._vocabulary, self._ignored, self.comma = problems, vocabulary, ignored, comma
        self.currency = re.compile(rf"\$|(?<![^\W_]){vocabulary.currency}")
        self.totals = {word for word, key in vocabulary.keys.items() if key == "running"}

    def find(self, head: Sequence[Row]) -> tuple[Layout, list[Row]] | None:
        """Return the layout and the rows above the titles; None if there are no titles."""
        first: Text | None = None
        above: list[Row] = []
        for at, row in enumerate(head):
            if not row.whole:
                return None
            if not row.filled:
                continue
            first = first or row.filled[0]
            before = self._problems.errors
            layout = self._layout(head, at)
            if self._problems.errors > before:
                return None
            if layout is not None:
                if not any(column.title for column in layout.columns):
                    # Rows of the same shape, such as fouls, need no titles either.
                    keys = self._vocabulary.keys
                    while above and above[-1].filled[1:] and word_of(above[-1].filled[0].text) not in keys:
                        layout = layout._replace(start=head.index(above.pop()))
                return layout, above
            above.append(row)
        if first is not None:
            tabs = " with tabs between the columns" if self.comma == "\t" else ""
            line = ("`, `" if tabs else self.comma).join(("deal", "player", *SHORT_LABELS))
            message = "no row has titles for the columns of boards"
            hint = f"write `{line}`{tabs} above the boards, with one board per row"
            titles = [
                [(cell.text, self._kind(word_of(cell.text), ())) for cell in row.filled] for row in above
            ]
            most = max(titles, key=lambda row: sum(kind is not None for _, kind in row))
            unknown = [f"`{text}`" for text, kind in most if kind is None]
            if 0 < len(unknown) < len(most) and not has_digit("".join(unknown)):
                hint = f"unknown titles: {listed(unknown, 'and')}; {hint}"
            self._problems.refuse("csv-header", first.place, message, hint)
        return None

    def _kind(self, word: str, below: Sequence[str]) -> str | None:
        """Return a column's kind by its title, or by its cells if the title is ambiguous."""
        kinds = self._vocabulary.columns
        kind = kinds.get(word) or kinds.get(_BESIDE_TITLES.sub("", word, count=1))
        several = word in (*self._vocabulary.deals, "name", "player") or kinds.get(word) == "board"
        if kind not in ("deal", "rules", "index", "player", "board") or not several:
            return kind
        if _has_boards(below):
            return "board"
        if kind == "player":
            return kind
        sums = tables()["ledger"]["sum"]
        if all(has_digit(cell) for cell in below if cell and folded(cell) not in sums):
            return "deal"
        return "rules" if self._vocabulary.keys.get(word) == "rules" else kind

    def _layout(self, head: Sequence[Row], at: int) -> Layout | None:
        below = islice(self._rows_below(head, at), 6)
        cells = zip_longest(head[at].cells, *(row.cells for row in below))
        columns = [self._column(title, under) for title, *under in cells]
        self._name_by_cells(columns)
        self._separate(columns)
        layouts = (self._by_line, self._by_labels, self._by_player, self._by_board, self._without_titles)
        found = next(filter(None, (layout(columns, head, at) for layout in layouts)), None)
        if found is not None and found.start > at:
            self._ask_of_empty_columns(columns, found)
        return found

    def _ask_of_empty_columns(self, columns: Sequence[Column], layout: Layout) -> None:
        """Report titles above empty cells that may be about points or money: `stake | 0.50 EUR`."""
        pairs = [*zip(columns, layout.columns, strict=False)]
        people = {cell for column, found in pairs if found.kind == "player" for cell in column.cells}
        people |= {column.player.text for column in layout.columns if column.player is not None}
        before = ""
        keys = {*self._vocabulary.keys, *self._vocabulary.words_of("money.paid|money.owes")}
        for column, found in pairs:
            title = None if column.cells or self._ignored.has(column.word) else column.title
            is_unknown = found.kind in ("", "row") and column.word not in keys
            if title is not None and is_unknown and not self.marks_of(title):
                key = f"{before}: " if before in self._vocabulary.keys else ""
                if self.may_matter(title.with_text(f"{key}{title.text}"), people):
                    message = f"`{title.text}` has no cells below it, but it may be about points or money"
                    hint = f"if it counts, write it above the column titles; otherwise {left_out(title)}"
                    self._refuse(title, message, hint)
            before = "" if title is None else column.word

    def marks_of(self, name: Text) -> list[Text]:
        """Return the marks behind a name in a title: `Cid (foul)`."""
        return name_and_marks(name, self._vocabulary)[1]

    def may_matter(self, title: Text, people: Iterable[str] = ()) -> bool:
        """Return True for a title that may be about points, money, rules or a foul."""
        names = frozenset(folded(name) for name in people)
        return bool(weigh(title.text, Context(names, above=True, note=True), self._vocabulary))

    def _rows_below(self, head: Sequence[Row], at: int) -> Iterator[Row]:
        """Yield the rows below one, without deal headings."""
        rows = (row for row in head[at + 1 :] if row.filled)
        return (row for row in rows if len(row.filled) > 1 or self.deal_heading(row) is None)

    def _by_line(self, columns: list[Column], head: Sequence[Row], at: int) -> Layout | None:
        """Return the layout of a table with a line per row or per card of a board."""
        kinds = [self._vocabulary.columns.get(column.word) for column in columns]
        if "player" not in kinds or not {*kinds}.isdisjoint(SHORT_LABELS):
            return None
        below = head[at + 1 :][:_LOOKED_AT]
        contents = [[cell.text for row in below if (cell := row.at(i))] for i in range(len(columns))]
        rows = [{self._vocabulary.rows.get(word_of(cell)) for cell in cells} - {None} for cells in contents]
        most = [max(map(count_cards, cells), default=0) for cells in contents]
        cards = [i for i, count in enumerate(most) if count > 2]
        cards = cards or [i for i, count in enumerate(most) if count and kinds[i] == "board"]
        labels = [i for i, found in enumerate(rows) if found == {*ROWS}]
        if not len(labels) == len(cards) == 1:
            return None
        columns[labels[0]].kind, columns[cards[0]].kind = "label", "row"
        layout = self._by_board(columns, head, at)
        return layout and layout._replace(labels=labels[0])

    def _column(self, title: Text | None, cells: Sequence[Text | None]) -> Column:
        column = Column("none", None, title, ["" if cell is None else cell.text for cell in cells])
        if title is not None:
            column.kind = (self._kind(column.word, column.below) if column.word else None) or ""
        return column

    def _by_board(self, columns: list[Column], head: Sequence[Row], at: int) -> Layout | None:
        """Return the layout of a table with one row per board."""
        row = head[at]
        known = [column.kind for column in columns if column.is_known]
        cards = self._card_columns(columns)
        filled = len(row.filled)
        of_boards = {*known} & {*BOARD_COLUMNS, "board", "key", "value"}
        titled = of_boards and filled > 1 and (2 * len(known) > filled or len(known) > 2)
        if cards is None and "label" not in known and not titled:
            return None
        for i, kind in (cards or {}).items():
            columns[i].kind = kind
        named = self._names_deal(row) and columns[0].kind == ""
        if named:
            # The name of a deal is in the place of a title above players.
            columns[0].kind = "player"
        self._check_columns(columns, cards or {})
        while columns and columns[-1].kind == "none" and row.cells[len(columns) - 1 :] in ([], [None], ()):
            columns.pop()
        last = max((i for i, column in enumerate(columns) if column.kind != "none"), default=0)
        return Layout(tuple(columns[: max(len(row.cells), last + 1)]), at + 1 - named)

    def _name_by_cells(self, columns: list[Column]) -> None:
        """Set column kinds by the cells: numbered rows, names without a title, money."""
        for column in columns:
            if column.title is not None and self._is_of_money(column.title):
                column.kind = "money"
            elif column.title is not None and self.unit_of_price(column.title):
                column.kind = "price"
        kinds = {column.kind for column in columns}
        unclear = [column for column in columns if column.kind in ("", "deal")]
        of_boards = [column for column in unclear if _has_boards(column.below)]
        if len(of_boards) == 1 and "player" in kinds and not kinds & {*_CARDS_OF_BOARD}:
            # `Board` may be the name of a deal, or its cards.
            of_boards[0].kind = "board"
        boards = [i for i, column in enumerate(columns) if column.kind in _CARDS_OF_BOARD]
        for i in range(len(columns) - 2) if not boards else ():
            three = columns[i : i + 3]
            titles = [_NUMBERED.fullmatch(column.word) for column in three]
            sizes = {*zip(*(map(count_cards, column.below) for column in three), strict=True)} - {(0, 0, 0)}
            if sizes == {_ROW_SIZES} and [match and match["number"] for match in titles] == ["1", "2", "3"]:
                for column, label in zip(three, SHORT_LABELS, strict=True):
                    column.kind = label
        if len(boards) in (1, 3) and not {"player", "key"} & kinds:
            nameless = [column for column in columns[: boards[0]] if column.kind == "none" and column.cells]
            if len(nameless) == 1 and any(map(str.isalpha, "".join(nameless[0].below))):
                nameless[0].kind = "player"

    def _separate(self, columns: Sequence[Column]) -> None:
        """Give one of two columns of a row its other meaning: beside `Střed`, `Body` is the points."""
        kinds = [column.kind for column in columns]
        for label in SHORT_LABELS:
            twice = [column for column in columns if column.kind == label]
            meanings = ((column, self._vocabulary.column_kinds(column.word)) for column in twice)
            others = [(column, kind) for column, found in meanings for kind in found if kind not in kinds]
            if len(others) > 1:
                others = [one for one in others if all(map(_POINTS.fullmatch, one[0].cells))]
            if len(others) == 1 < len(twice):
                others[0][0].kind = others[0][1]

    def unit_of_price(self, title: Text) -> str:
        """Return the unit of a title of the worth of a point, else "": `Rate (EUR/pt)`, `Stake (EUR)`."""
        prices = map(self._vocabulary.shape(_PRICE).fullmatch, (title.text, unit_of(title)))
        match = next(filter(None, prices), None)
        if match is not None:
            return match["unit"]
        unit = unit_of(title) if self._vocabulary.columns.get(title_of(title)) == "stake" else ""
        return unit if self.is_money(f"1 {unit}") or folded(unit) in self._vocabulary.money["cents"] else ""

    def price_of(self, rows: Sequence[Row], layout: Layout) -> tuple[Text, Text] | None:
        """Return the key and the value of a stake in a column of the worth of a point: `$/pt`."""
        at, title = next(((i, c.title) for i, c in enumerate(layout.columns) if c.kind == "price"), (0, None))
        first = next((cell for row in rows if (cell := row.at(at)) is not None), None)
        if title is None or first is None:
            return None
        price = first.text if self.is_money(first.text) else f"{first.text} {self.unit_of_price(title)}"
        return title.with_text("stake"), first.with_text(price)

    def _is_of_money(self, title: Text) -> bool:
        """Return True for a title of results in money: `R$`, `Euro`, `Points (EUR)`."""
        said, unit = title_of(title), unit_of(title)
        if self.currency.fullmatch(title.text.strip(" ()[]:")) or said in self._vocabulary.money["amounts"]:
            return True
        is_result = self._vocabulary.columns.get(said) in ("result", "running")
        return (is_result or said in tables()["ledger"]["net"]) and self.is_money(f"1 {unit}")

    def _check_columns(self, columns: list[Column], cards: Mapping[int, str]) -> None:
        """Report columns that are repeated, misspelled or missing, and unclear numbers."""
        seen: dict[str, Text] = {}
        before = self._problems.errors
        kinds = {column.kind for column in columns}
        for i, column in enumerate(columns):
            kind, title, below = column.kind, column.title, column.below
            if title is None or i in cards:
                continue
            word, cells = column.word, column.cells
            if self._ignored.has(word):
                column.kind = "ignored"
                continue
            if kind == "index":
                # Numbers, perhaps only in the first row, for each board of its deal.
                lowest = max((at for at, cell in enumerate(below) if cell), default=0)
                again = len({*cells}) < len(cells) or not all(below[:lowest])
                column.kind = "deal" if again and "deal" not in kinds else "ignored"
                continue
            if kind == "adjust" and word not in ("adjust", "adjustment", "adjustments"):
                message = f"are the numbers below `{title.text}` points or money?"
                hint = "if they are points to add, rename it to `adjust`; write money as `paid: Ann -> Bob 5`"
                self._refuse(title, message, f"{hint}, and {left_out(title)}")
            if kind == "" and self._is_of_cards(column):
                hint = "name them by rows: `top 1` to `top 3`, `mid 1` to `mid 5` and `bot 1` to `bot 5`"
                self._refuse(title, f"the row of the cards below `{title.text}` is unclear", hint)
                return
            if kind == "":
                likely = near(word, COLUMN_NAMES, 0.75)
                rows = all(map(is_row, cells)) and any(count_cards(cell) > 2 for cell in cells)
                names = not kinds & {"player", "key"} and any(map(str.isalpha, "".join(cells)))
                if likely or rows or names:
                    hint = meant(title.text, COLUMN_NAMES, f"use {listed(COLUMNS)}")
                    self._refuse(title, f"`{title.text}` is not a column of a log", hint)
                continue
            if kind == "result" and "result" in seen and word in self.totals:
                column.kind = "running"
                continue
            names_ranks = kind in SHORT_LABELS and {*map(folded, cells)} <= self._vocabulary.ranks.keys()
            if kind in seen and not names_ranks and kind not in ("note", "ignored", "money"):
                message = f"there is already a column `{kind}` (column {seen[kind].column} of this line)"
                self._refuse(title, message, "remove one of the two")
            seen.setdefault(kind, title)
        left_of_cards = [c.title for c in columns if c.kind == "ignored" and self._is_of_cards(c)]
        left = next(filter(None, left_of_cards), None)
        if left is not None and not {*BOARD_KINDS} & {column.kind for column in columns} and not cards:
            hint = "name the columns of the cards by rows, for example `top 1`, instead of ignoring them"
            self._refuse(left, f"without the cards below `{left.text}` there are no boards", hint)
        missing = [row.label for row, label in zip(ROWS, SHORT_LABELS, strict=True) if label not in kinds]
        if self._problems.errors == before and 0 < len(missing) < len(SHORT_LABELS) and "board" not in kinds:
            last = next(column.title for column in reversed(columns) if column.title)
            message = f"there is no column for the {listed(missing, 'and')} row"
            hint = "add a column per row: `top`, `mid` and `bot`"
            self._problems.refuse("csv-header", last.behind().place, message, hint)
        if self._problems.errors == before:
            self._ask_of_running_totals(columns)

    def _is_of_cards(self, column: Column) -> bool:
        """Return True for a column of cards with suits."""
        suits = re.search("[2-9TJQKAtjqka0][shdc♠♥♦♣]|[♠♥♦♣]", " ".join(column.below))
        return suits is not None and self._has_single_cards(column)

    def _refuse(self, title: Text, message: str, hint: str) -> None:
        self._problems.refuse("csv-column", title.place, message, hint)

    def _card_columns(self, columns: Sequence[Column]) -> dict[int, str] | None:
        """Return the rows of columns with one card each: `T1`, `card 1`, or a wide title."""
        found: dict[int, str] = {}
        wide: dict[int, str] = {}
        """The columns below a title over several columns."""
        numbered: list[int] = []
        single = [i for i, column in enumerate(columns) if self._has_single_cards(column)]
        for i in single:
            column = columns[i]
            match = _NUMBERED.fullmatch(column.word)
            label = match["label"] if match else ""
            row = _INITIALS.get(label) or self._vocabulary.columns.get(label)
            if match and row in SHORT_LABELS:
                found[i] = row or ""
            elif match and label in _CARD_WORDS:
                numbered.append(i)
            elif column.kind in SHORT_LABELS or (not column.word and i - 1 in wide):
                found[i] = wide[i] = column.kind if column.is_known else wide[i - 1]
        if len(numbered) == _BOARD_SIZE and not found:
            found = dict(zip(numbered, _LABELS_OF_CARDS, strict=True))
        if tuple(map([*found.values()].count, SHORT_LABELS)) == _ROW_SIZES:
            return found
        # Thirteen adjacent columns may have any titles.
        cards = [i for i in single if columns[i].kind in ("", "none")]
        if len(cards) != _BOARD_SIZE or cards[-1] - cards[0] != _BOARD_SIZE - 1:
            return None
        numbers = [match.groups() for i in cards if (match := _NUMBERED.fullmatch(columns[i].word))]
        groups = [(label, sum(1 for _ in group)) for label, group in groupby(label for label, _ in numbers)]
        labels = [label for label, _ in groups]
        middle = [_INITIALS.get(label) == "mid" for label in labels]
        in_rows = [size for _, size in groups] == [*_ROW_SIZES] and len({*labels}) == len(labels)
        counted = len(groups) == 1 and [int(number) for _, number in numbers] == [*range(1, _BOARD_SIZE + 1)]
        is_plain = counted or not any(columns[i].word for i in cards)
        is_plain = is_plain or (in_rows and middle in ([False, True, False], [False] * 3))
        return dict(zip(cards, _LABELS_OF_CARDS, strict=True)) if is_plain else None

    def _has_single_cards(self, column: Column) -> bool:
        """Return True for one card per cell, or a word such as `foul` for the board."""
        words = self._vocabulary.statuses
        cells = [cell for cell in column.cells if folded(cell).strip("()") not in words]
        return bool(cells) and all(count_cards(cell) == 1 for cell in cells)

    def _by_labels(self, columns: Sequence[Column], head: Sequence[Row], at: int) -> Layout | None:
        """Return the layout of a table with a column per player and row labels."""
        rows = [{self._vocabulary.rows.get(word_of(cell)) for cell in column.below[:3]} for column in columns]
        labels = rows.index({*ROWS}) if {*ROWS} in rows else len(columns)
        players = [column.title for column in columns[labels + 1 :]]
        if not any(players):
            return None
        named = self._names_deal(head[at])
        corner = None if named else head[at].at(labels)
        found = (*columns[:labels], Column("label", None, corner), *_columns_of_players(players))
        return Layout(found, at + 1 - named, labels=labels)

    def sum_of(self, row: Row, layout: Layout) -> Text | None:
        """Return the word for sums that begins a row or names its deal, None for another row."""
        if not row.filled or not row.whole:
            return None
        first, of_deal = row.filled[0], (cell for column, cell in layout.pairs(row) if column.kind == "deal")
        if word_of(first.text) in self.totals or (layout.row_is_deal and is_sum(first)):
            return first
        return next(filter(self.is_total, of_deal), None)

    def is_total(self, cell: Text) -> bool:
        return word_of(cell.text) in self.totals or is_sum(cell)

    def total_of_player(
        self, row: Row, known: Collection[str], *, below: bool
    ) -> tuple[Text, Text, list[Text]] | None:
        """Return the name, the points and the money of a row of totals, whatever their columns.

        `known` are the players' names. A row `below` other totals needs no word for a total.
        """
        names: list[Text] = []
        points: list[Text] = []
        money: list[Text] = []
        is_total = below
        for cell in row.filled:
            match = self._vocabulary.shape(_TOTAL_OF).fullmatch(cell.text)
            name = plain_text(cell) if match is None else cell.part(*match.span(match.lastgroup or 0))
            if folded(name.text) in known:
                names.append(name)
                is_total = is_total or match is not None
            elif self.is_money(cell.text):
                money.append(cell)
            elif amount_of(cell) is not None:
                points.append(cell)
            elif self.is_total(cell):
                is_total = True
            else:
                return None
        is_one = len(names) == len(points) == 1 and len(money) < 2
        return (names[0], points[0], money) if is_one and is_total and row.whole else None

    def titles_of_block(self, row: Row, layout: Layout) -> Layout | None:
        """Return the layout below repeated names, or names after a deal: `Hand 2 | Ben | Ana`."""
        labels = layout.labels
        if labels is None or not layout.side_by_side or not row.filled or not row.whole:
            words = [word_of(cell.text) for cell in row.filled if row.whole]
            titles = [column.word for column in layout.columns if column.title is not None]
            again = len(words) > 1 and words[1:] == titles[1:]
            return layout if again and (words[0] == titles[0] or self._names_deal(row)) else None
        names_at = row.cells[labels + 1 :]
        names = [folded(title.text) for title in names_at if title is not None]
        known = {folded(column.player.text) for column in layout.columns if column.player is not None}
        named = self._names_deal(row)
        if len(names) > len({*names}) or not (names if named else {*names} == known):
            return None
        if any(has_digit(name) or count_cards(name) > 1 or self._kind(name, ()) for name in {*names} - known):
            return None
        return layout._replace(columns=(*layout.columns[: labels + 1], *_columns_of_players(names_at)))

    def _by_player(self, columns: Sequence[Column], head: Sequence[Row], at: int) -> Layout | None:
        """Return the layout of a table with a row per deal and columns per player."""
        start = at + 1
        of_points = _is_sheet(columns)
        second = next(iter(self._rows_below(head, at)), None)
        parts = [self._vocabulary.columns.get(word_of(cell.text)) for cell in second.filled] if second else []
        several = parts.count("top") + parts.count("board") + parts.count("result") > 1
        if second is not None and all(parts) and several:
            start = head.index(second) + 1
            found = [*self._with_titles_below(columns, second)]
        else:
            found = [self._player_column(column, of_points) for column in columns]
        self._give_to_left(found)
        owned = [(column.kind, column.player.text) for column in found if column.player is not None]
        players = {player for _, player in owned}
        with_boards = {player for kind, player in owned if of_points or kind in _CARDS_OF_BOARD}
        unowned = any(c.kind in ("player", *_CARDS_OF_BOARD) and c.player is None for c in found)
        if len(players) < 2 or players != with_boards or unowned:
            return None
        if of_points and self._has_other_figures(found):
            return None
        for i, column in enumerate(found):
            if column.kind == "index":
                has_deal = any(other.kind == "deal" for other in found)
                found[i] = replace(column, kind="ignored" if has_deal else "deal")
            if column.title is not None and self._ignored.has(column.word):
                found[i] = Column("ignored", None, column.title)
        return Layout(tuple(found), start, row_is_deal=True)

    def _with_titles_below(self, columns: Sequence[Column], second: Row) -> Iterator[Column]:
        """Yield the columns of two title rows: player names above, board rows below."""
        player: Text | None = None
        for i, column in enumerate(columns):
            under = second.at(i)
            kind = self._vocabulary.columns.get(word_of(under.text)) if under is not None else None
            player = column.title if column.kind == "" else player
            if kind in BY_PLAYER and player is not None:
                yield Column(kind or "", player, under)
            else:
                own = column.kind if column.is_known else kind
                yield Column(own, None, column.title or under) if own else NO_COLUMN

    def _player_column(self, column: Column, of_points: bool) -> Column:
        """Return a column of a table with one row per deal: `Ana top`, `points Ana`, or a name alone."""
        title = column.title
        if title is None or column.is_known:
            return column
        match = _NAME_AND_KIND.fullmatch(title.text)
        pieces = [] if match is None else [title.part(*match.span(1)), title.part(*match.span(2))]
        for name, part in (pieces, pieces[::-1]) if pieces else ():
            kind = (
                "money" if self._is_of_money(part) else self._vocabulary.columns.get(word_of(part.text), "")
            )
            if kind in BY_PLAYER:
                return replace(column, kind=kind, player=name)
        unclear = bool(column.cells) and all(map(_UNCLEAR.fullmatch, column.cells))
        if not of_points and not unclear and not any(map(self.is_board, column.cells)):
            return column
        return replace(column, kind="result" if of_points else "board", player=title)

    @staticmethod
    def _give_to_left(columns: list[Column]) -> None:
        """Assign columns after a player's board, such as `points`, to that player."""
        boards = sum(column.kind == "board" for column in columns)
        kinds = [column.kind for column in columns if column.player is None]
        player: Text | None = None
        for i, column in enumerate(columns):
            player = column.player or player
            if column.kind in OF_PLAYERS and kinds.count(column.kind) == boards > 1:
                columns[i] = replace(column, player=player)

    def is_board(self, cell: str) -> bool:
        return is_board(cell, self._vocabulary)

    def is_money(self, cell: str) -> bool:
        """Return True for an amount with a currency: `-$4`, `2,50 €`."""
        return has_digit(cell) and self.currency.search(cell) is not None

    def _without_titles(self, _: list[Column], head: Sequence[Row], at: int) -> Layout | None:
        """Return the layout of board rows without titles, None if this row has no board."""
        row = head[at]
        counts = [count_cards(cell.text) if cell and is_row(cell.text) else 0 for cell in row.cells]
        for before, cell in enumerate(row.cells):
            whole = cell is not None and count_cards(cell.text) >= NEARLY_A_BOARD
            cards = counts[before : before + _BOARD_SIZE] == [1] * _BOARD_SIZE
            if not (tuple(counts[before : before + 3]) == _ROW_SIZES or whole or cards):
                continue
            if before not in _BEFORE_ROWS or (whole and before == 1 and len(row.filled) > 2):
                return None
            kinds = _LABELS_OF_CARDS if cards else ["board"] if whole else SHORT_LABELS
            return Layout(tuple(Column(kind) for kind in (*_BEFORE_ROWS[before], *kinds, "status")), at)
        return None

    def _ask_of_running_totals(self, columns: Sequence[Column]) -> None:
        """Report deals with totals but without boards and points."""
        deals = {text for column in columns if column.kind == "deal" for text in column.below} - {""}
        total = next((c.title for c in columns if c.kind == "result" and is_sum(c.title)), None)
        if total is not None and len(deals) > 1 and not {c.kind for c in columns} & {*BOARD_KINDS, "row"}:
            self._refuse(total, *running_total_question(total))

    def _has_other_figures(self, columns: Sequence[Column]) -> bool:
        """Report columns that sum up others in a sheet of points; return True if so."""
        names = {i: column.player for i, column in enumerate(columns) if column.player}
        points = ([points_of(cell) for cell in columns[i].below] for i in names)
        rows = [dict(zip(names, row, strict=True)) for row in zip(*points, strict=True)]
        hint = "remove the columns that are not points of a single round; title each column with only a name"
        question = ask_about_names(names, rows, hint, hint)
        if question is not None:
            self._refuse(*question)
        return question is not None

    def _names_deal(self, row: Row) -> bool:
        """Return True for a row that begins with the name of a deal."""
        return row.cells[0] is not None and self.deal_heading(row) is not None

    def deal_heading(self, row: Row) -> Text | None:
        cell = row.filled[0]
        match = self._vocabulary.deal_heading.fullmatch(cell.text)
        return cell.part(*match.span(1)) if match is not None else None


def _has_boards(cells: Sequence[str]) -> bool:
    return any(count_cards(cell) >= NEARLY_A_BOARD for cell in cells)


def _columns_of_players(titles: Sequence[Text | None]) -> list[Column]:
    return [NO_COLUMN if title is None else Column("row", title, title) for title in titles]


def left_out(title: Text) -> str:
    """Return the help that ignores a column."""
    text = title.text
    shell = text if re.fullmatch(r"[\w.-]+", text) else f"'{text}'" if "'" not in text else f'"{text}"'
    return f"ignore it with `--ignore-column {shell}`"


def is_void(text: str) -> bool:
    """Return True for a word that means that a deal does not count."""
    said = folded(text)
    return said == "no deal" or said in tables()["money"]["void"]


def _is_sheet(columns: Sequence[Column]) -> bool:
    """Return True for one row per deal with a column of points per player."""
    named = [column for column in columns if column.kind == ""]
    return (
        len(named) > 1
        and columns[0].kind in ("deal", "date", "index")
        and {column.kind for column in columns[1:]} <= {"", "none", "result", "running", "date", "note"}
        and all(_POINTS.fullmatch(cell) or is_void(cell) for column in named for cell in column.cells)
        and all(column.cells for column in named)
    )


def turned(head: Sequence[Row], rows: Iterator[Row], vocabulary: Vocabulary) -> Iterator[Row]:
    """Yield the rows of a table; a sheet with a row per player becomes one with a row per round.

    `head` are the first rows and `rows` those below them.
    """
    filled = [at for at, row in enumerate(head) if row.filled and row.whole]
    for at in filled[:_LOOKED_AT]:
        titles, players = head[at], [row for row in head[at + 1 :] if row.filled]
        if not has_rounds_across(titles.cells) or not all(row.cells[0] for row in players):
            continue
        cells = (cell.text for row in players for cell in row.cells[1:] if cell is not None)
        is_sheet = all(_POINTS.fullmatch(cell) or is_board(cell, vocabulary) for cell in cells)
        if is_sheet and 0 < len(players) <= _PLAYERS_AT_MOST:
            first, *rounds = zip_longest(titles.cells, *(row.cells for row in players))
            corner = Text("round", titles.line, 1, 1)
            sheet = ([corner, *first[1:]], *rounds)
            return chain(head[:at], (Row(titles.line, cells) for cells in sheet), rows)
    return chain(head, rows)
