"""One model for tables of any source: rows of cells to header entries, boards and deals.

The header row may stand below titles and settings. Its words decide the layout: a row a board, a row a
deal with columns for each player, a column a player with a row for each row of the board, or a column a card.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, groupby, islice
from typing import Final, NamedTuple

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.words import ASCII_LOWER, listed, meant, near
from ofcscore.game.board import ROWS
from ofcscore.game.spelling import ANY_CARD, CANONICAL_ROW, read_cards
from ofcscore.log.amounts import plain_number
from ofcscore.log.dates import days_meant
from ofcscore.log.keys import BOARD_COLUMNS, COLUMN_NAMES, COLUMNS, KEYS, OFF, ON
from ofcscore.log.own_words import vocabulary_in
from ofcscore.log.read.grouping import MOST_OF_A_DEAL, GatheredDeal, GatheredHeader
from ofcscore.log.read.sources import IgnoredColumns
from ofcscore.log.syntax import (
    FROM_LOG,
    SHORT_LABELS,
    STATUSES,
    UNLABELLED,
    BoardSyntax,
    DealLine,
    Entry,
    HeaderSyntax,
    Item,
    Line,
    LineSyntax,
    OwnWords,
    Part,
    SyntaxFault,
    Text,
)
from ofcscore.log.text.headings import entry, heading_reader
from ofcscore.log.text.normalize import normalize_value
from ofcscore.log.text.parser import parse
from ofcscore.log.text.reader import Reader, read_board_value
from ofcscore.log.text.titles import another_figure, is_round, is_sum, is_sum_of_one, points_of
from ofcscore.log.text.values import plain_text, read_entry
from ofcscore.log.vocabulary import ENGLISH, Vocabulary, folded, one_of, tables

NAMES_KEPT: Final = 10_000
_HEAD: Final = 200
"""So many rows are looked at before the first is read."""
_LITERAL: Final = frozenset(("deal", "player", "dealer", "note"))
"""Columns whose cells are text as it is (or all of it in quotes, which keeps the blanks at its ends)."""
_BEFORE_ROWS: Final = {1: ("player",), 2: ("deal", "player"), 3: ("deal", "date", "player")}
"""The columns before those of a board, by their number, if no row names the columns."""
_NOTHING: Final = re.compile("[-–—]+")
_UNCLEAR: Final = re.compile(r"[-–—xXfF0?]|\([xXfF]\)")
"""Signs in place of a board that may mean a foul as well as somebody absent."""
_MARKED_DEAL: Final = re.compile(r"[0-9]+[ \t]*[^\w \t.]|[0-9]+[ \t]+[^0-9 \t]")
"""The name of a deal with more behind it."""
_BESIDE_TITLES: Final = re.compile(
    r"(?ai:player[ _](?=name))|[ _]*(?ai:\([0-9][^()]*\)|#|no\.?|nr\.?|number|name|row|cards?|nummer|id)$"
)
"""Words of a title beside the one that says what is in its column: `hand #`, `top row`, `middle (5)`."""
_ROW_SIZES: Final = (3, 5, 5)
_BOARD_SIZE: Final = 13
_NEARLY_A_BOARD: Final = 11
_NUMBER: Final = re.compile(
    r"(?P<sign>[+−–-]?)[ \t]*(?P<number>[0-9][0-9.,'’]*)(?:[ \t]*(?ai:points?|pts?|p)\.?)?"
)
_NUMBERED: Final = re.compile(r"(?P<label>[^\W\d_]*)[ _.#-]*(?P<number>[0-9]{1,2})")
_INITIALS: Final = {"t": "top", "f": "top", "m": "mid", "b": "bot"}
_CARD_WORDS: Final = frozenset(("", "c", "card", "karte", "carta", "carte"))
_BY_PLAYER: Final = frozenset(
    (
        *SHORT_LABELS,
        "board",
        "status",
        "result",
        "royalties",
        "running",
        "foul",
        "fantasyland",
        "absent",
        "adjust",
    )
)
"""Kinds of columns that may stand once for each player: `Ana top`, `Ana points`."""
_OF_PLAYERS: Final = _BY_PLAYER | {"surrender"}
_BOARD_KINDS: Final = (
    *SHORT_LABELS,
    "board",
    "status",
    "claim",
    "foul",
    "fantasyland",
    "absent",
    "surrender",
)
POINTS: Final = re.compile("[+\u2212–-]?[0-9]{1,5}(?:[.,/][0-9]{1,2})?")
_FACTOR: Final = re.compile(r"(?:[x×*][ \t]*)?([0-9]{1,2})(?:\.0+)?(?:[ \t]*[x×*])?")
Cells = dict[str, Text]
"""The cells of a board that are not empty, by the kind of their column."""


class Row(NamedTuple):
    """A row of a table: its cells, None for empty ones; `whole` if all of them could be read."""

    line: Line
    cells: Sequence[Text | None]
    whole: bool = True

    @property
    def filled(self) -> list[Text]:
        return [cell for cell in self.cells if cell is not None]


class Column(NamedTuple):
    """A column: the kind of its cells, the player it belongs to if each has some, and its title."""

    kind: str
    player: Text | None = None
    title: Text | None = None


class _Layout(NamedTuple):
    columns: tuple[Column | None, ...]
    labels: int | None = None
    """The column with the labels of rows, if a column is a player."""
    start: int = 0
    """The first row below the titles of the columns."""
    row_is_deal: bool = False


class _Rows(GatheredDeal):
    """The open deal; `called` is the text of its `deal` cells, `once` has the cells that it states once."""

    called: Text | None = None

    def __init__(self, at: Text, name: Text | None, date: Text | None, *, spoiled: bool = False) -> None:
        super().__init__(at, name, date, spoiled=spoiled)
        self.once: dict[str, Text] = {}


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

    def read(self, rows: Iterable[Row]) -> Iterator[Item]:
        """Yield the header of the table, and then its deals, one at a time."""
        source = iter(rows)
        head = list(islice(source, _HEAD))
        text = "\n".join(row.line.text for row in head)
        self._vocabulary = vocabulary_in(text, self._base, self._own)
        self._reader.vocabulary = self._vocabulary
        self._heading = re.compile(
            rf"[ \t#=*–—-]*{one_of(self._vocabulary.deals)}[ \t]*(?:#|(?ai:no|nr)\.?)?[ \t]*"
            r"([0-9]{1,6})[ \t.:=*–—-]*"
        )
        self._totals = {word for word, key in self._vocabulary.keys.items() if key == "running"}
        layout = self._find_layout(head)
        if layout is None:
            self._header.spoiled = True
            yield self._header.syntax()
            return
        self.width = len(layout.columns)
        rows = self._parted(chain(head[layout.start :], source), layout)
        boards = (found for row in rows for found in self._cells_of(row, layout))
        last = (found for _ in (0,) for found in self._end_block())
        for cells, whole, new in chain(boards, last):
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

    def _parted(self, rows: Iterator[Row], layout: _Layout) -> Iterator[Row]:
        """Yield rows; between groups of the same players, which blank rows part, a deal begins."""
        kinds = [None if column is None else column.kind for column in layout.columns]
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
            names = [folded(name.text) for row in held if (name := _at(row, at)) is not None]
            self._begins = len(names) > 1 and sorted(names) == sorted(last)
            yield from chain(held, members)
            last = names

    # --- titles of columns

    def _find_layout(self, head: Sequence[Row]) -> _Layout | None:
        """Return the layout by the titles of the columns; rows above those are settings and titles."""
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
                if not any(column is not None and column.title for column in layout.columns):
                    # Rows of the same shape, such as fouls, need no titles either.
                    while above and len(above[-1].filled) > 1 and not self._is_setting(above[-1]):
                        layout = layout._replace(start=head.index(above.pop()))
                for other in above:
                    self._take_above(other)
                return layout
            above.append(row)
        if first is not None:
            columns = ("deal", "player", *SHORT_LABELS)
            line = self.comma.join(columns) if self.comma != "\t" else "`, `".join(columns)
            tabs = ", with tabs between," if self.comma == "\t" else ""
            hint = f"write `{line}`{tabs} above the boards, one board a row"
            self._problems.refuse("csv-header", first.place, "no row names the columns of boards", hint)
        return None

    def _kind(self, word: str, below: Sequence[str]) -> str | None:
        """Return the kind of a column by its title, and by its cells if the title has several meanings."""
        kinds = self._vocabulary.columns
        kind = kinds.get(word) or kinds.get(_BESIDE_TITLES.sub("", word, count=1))
        if kind in ("deal", "rules", "index", "player", "board") and word in _several_meanings(
            self._vocabulary
        ):
            if any(_cards_in(cell) >= _NEARLY_A_BOARD for cell in below):
                return "board"
            numbers = all(re.search("[0-9]", cell) for cell in below if cell)
            return (
                kind
                if kind == "player"
                else "deal"
                if numbers
                else "rules"
                if word in _rules_words(self._vocabulary)
                else kind
            )
        return kind

    def _layout(self, head: Sequence[Row], at: int) -> _Layout | None:
        row = head[at]
        below = [
            other
            for other in head[at + 1 :]
            if len(other.filled) > 1 or (other.filled and self._deal_heading(other) is None)
        ][:6]
        count = max(len(row.cells), *(len(other.cells) for other in below)) if below else len(row.cells)
        titles = [*row.cells, *[None] * (count - len(row.cells))]
        contents = [
            [cell.text if (cell := _at(other, i)) is not None else "" for other in below]
            for i in range(count)
        ]
        words = ["" if cell is None else _word(cell.text) for cell in titles]
        kinds = [
            self._kind(word, content) if word else None for word, content in zip(words, contents, strict=True)
        ]
        across = self._by_labels(titles, words, contents, at + 1)
        if across is not None:
            return across
        by_player = self._by_player(titles, kinds, below, contents, head, at)
        if by_player is not None:
            return by_player
        known = [kind for kind in kinds if kind is not None]
        cards = self._card_columns(words, kinds, contents)
        filled = len(row.filled)
        of_boards = {*known} & {*BOARD_COLUMNS, "board", "key", "value"}
        if cards is None and not (of_boards and (2 * len(known) > filled or len(known) > 2) and (filled > 1)):
            return self._without_titles(head, at)
        columns: list[Column | None] = []
        for i, (title, kind) in enumerate(zip(titles, kinds, strict=True)):
            if cards is not None and i in cards:
                columns.append(Column(cards[i], None, title))
            elif title is None:
                columns.append(None)
            else:
                columns.append(Column(kind or "", None, title))
        if not self._check_columns(columns, words, contents, cards or {}):
            return None
        if self._has_running_totals(columns, contents):
            return None
        while columns and columns[-1] is None and row.cells[len(columns) - 1 :] in ([], [None], ()):
            columns.pop()
        return _Layout(
            tuple(
                columns[: max(len(row.cells), 1 + max((i for i, c in enumerate(columns) if c), default=0))]
            ),
            None,
            at + 1,
        )

    def _check_columns(
        self, columns: list[Column | None], words: list[str], contents: list[list[str]], cards: dict[int, str]
    ) -> bool:
        """Refuse columns that are there twice, misspelled or missing; settle what numbers count."""
        seen: dict[str, Text] = {}
        before = self._problems.errors
        kinds = {column.kind for column in columns if column is not None}
        for i, column in enumerate(columns):
            if column is None or i in cards:
                continue
            title = column.title
            assert title is not None
            word = words[i]
            if self._ignored.has(word):
                columns[i] = Column("ignored", None, title)
                continue
            if column.kind == "index":
                again = len([cell for cell in contents[i] if cell]) > 1 and (
                    len({*contents[i]} - {""}) < len([cell for cell in contents[i] if cell])
                )
                columns[i] = Column("deal" if again and "deal" not in kinds else "ignored", None, title)
                continue
            if column.kind == "":
                likely = near(word, COLUMN_NAMES, 0.75)
                cells = [cell for cell in contents[i] if cell]
                rows = (
                    cells
                    and all(_is_row(cell) for cell in cells)
                    and any(_cards_in(cell) > 2 for cell in cells)
                )
                names = (
                    "player" not in kinds and not kinds & {"key"} and any(map(str.isalpha, "".join(cells)))
                )
                if likely or rows or names:
                    hint = meant(title.text, COLUMN_NAMES, f"columns are {listed(COLUMNS, 'and')}")
                    self._problems.refuse(
                        "csv-column", title.place, f"`{title.text}` is no column of a log", hint
                    )
                continue
            if column.kind == "result" and "result" in seen and word in self._totals:
                columns[i] = Column("running", None, title)
                continue
            if column.kind in seen and column.kind != "note":
                other = seen[column.kind]
                message = f"there is already a column `{column.kind}` (column {other.column} of this line)"
                self._problems.refuse("csv-column", title.place, message, "leave one of the two out")
            seen.setdefault(column.kind, title)
        missing = [row.label for row, label in zip(ROWS, SHORT_LABELS, strict=True) if label not in kinds]
        if self._problems.errors == before and 0 < len(missing) < len(SHORT_LABELS) and "board" not in kinds:
            last = next(column.title for column in reversed(columns) if column is not None and column.title)
            message = f"there is no column for the {listed(missing, 'and')} row"
            hint = "name a column for each row, such as `top`, `mid` and `bot`"
            self._problems.refuse("csv-header", last.behind().place, message, hint)
        return self._problems.errors == before

    def _card_columns(
        self, words: Sequence[str], kinds: Sequence[str | None], contents: Sequence[Sequence[str]]
    ) -> dict[int, str] | None:
        """Return the rows of columns with a card each: `T1`, `card 1`, or a title over several columns."""
        sizes = dict(zip(SHORT_LABELS, _ROW_SIZES, strict=True))
        single = [
            any(cells) and all(not cell or _cards_in(cell) == 1 for cell in cells) for cells in contents
        ]
        found: dict[int, str] = {}
        numbered: list[int] = []
        last: str | None = None
        for i, word in enumerate(words):
            match = _NUMBERED.fullmatch(word)
            label = match["label"] if match else ""
            row = _INITIALS.get(label) or self._vocabulary.columns.get(label)
            if match and single[i] and row in sizes:
                found[i] = row
            elif match and single[i] and label in _CARD_WORDS:
                numbered.append(i)
            elif single[i] and (kinds[i] in sizes or (not word and last is not None)):
                found[i] = last = kinds[i] or last or ""
                continue
            last = None
        if len(numbered) == _BOARD_SIZE and not found:
            found = dict(
                zip(numbered, (label for label, size in sizes.items() for _ in range(size)), strict=True)
            )
        counts = tuple([*found.values()].count(label) for label in SHORT_LABELS)
        return found if counts == _ROW_SIZES else None

    def _by_labels(
        self,
        titles: Sequence[Text | None],
        words: Sequence[str],
        contents: Sequence[Sequence[str]],
        start: int,
    ) -> _Layout | None:
        """Return the layout of a table with a column a player and a row for each row of the board."""
        labels = next(
            (
                i
                for i, cells in enumerate(contents)
                if {self._vocabulary.rows.get(_word(cell)) for cell in cells[:3]} == {*ROWS}
            ),
            None,
        )
        if labels is None:
            return None
        columns: list[Column | None] = []
        for i, (title, word) in enumerate(zip(titles, words, strict=True)):
            if title is None or i == labels:
                columns.append(None)
            elif i < labels:
                kind = self._kind(word, contents[i])
                columns.append(Column(kind or "", None, title))
            else:
                columns.append(Column("row", title, title))
        if not any(column is not None and column.kind == "row" for column in columns):
            return None
        return _Layout(tuple(columns), labels, start)

    def _by_player(
        self,
        titles: Sequence[Text | None],
        kinds: Sequence[str | None],
        below: Sequence[Row],
        contents: Sequence[Sequence[str]],
        head: Sequence[Row],
        at: int,
    ) -> _Layout | None:
        """Return the layout of a table with a row a deal and columns for each player."""
        columns: list[Column | None] = []
        start = at + 1
        of_points = _is_sheet(titles, kinds, contents)
        second = below[0] if below else None
        parts = [self._vocabulary.columns.get(_word(cell.text)) for cell in second.filled] if second else []
        if (
            second is not None
            and len(parts) >= 2
            and all(parts)
            and parts.count("top") + parts.count("board") + parts.count("result") > 1
        ):
            # The titles are two rows: names above, and below each the rows of the board.
            player: Text | None = None
            start = head.index(second) + 1
            for i, title in enumerate(titles):
                under = _at(second, i)
                kind = self._vocabulary.columns.get(_word(under.text)) if under is not None else None
                player = title if title is not None and kinds[i] is None else player
                if kind in _BY_PLAYER and player is not None:
                    columns.append(Column(kind, player, under))
                else:
                    own = kinds[i] or kind
                    columns.append(Column(own, None, title or under) if own else None)
        else:
            for i, title in enumerate(titles):
                named = self._named_part(title) if title is not None and kinds[i] is None else None
                if title is None:
                    columns.append(None)
                elif kinds[i] is not None:
                    columns.append(Column(kinds[i] or "", None, title))
                elif named is not None:
                    columns.append(Column(named[1], named[0], title))
                elif of_points:
                    columns.append(Column("result", title, title))
                elif any(cell and self._is_board(cell) for cell in contents[i]) or (
                    any(contents[i]) and all(not cell or _UNCLEAR.fullmatch(cell) for cell in contents[i])
                ):
                    columns.append(Column("board", title, title))
                else:
                    columns.append(Column("", None, title))
        self._give_to_left(columns)
        players = {
            column.player.text for column in columns if column is not None and column.player is not None
        }
        with_boards = {
            column.player.text
            for column in columns
            if column is not None
            and column.player is not None
            and (of_points or column.kind in (*SHORT_LABELS, "board"))
        }
        if (
            len(players) < 2
            or players != with_boards
            or any(
                c is not None and c.kind in ("player", *SHORT_LABELS, "board") and c.player is None
                for c in columns
            )
        ):
            return None
        if of_points and self._has_other_figures(columns, contents):
            return None
        for i, column in enumerate(columns):
            if column is not None and column.kind == "index":
                columns[i] = column._replace(
                    kind="ignored" if any(c is not None and c.kind == "deal" for c in columns) else "deal"
                )
            if (
                column is not None
                and column.title is not None
                and self._ignored.has(_word(column.title.text))
            ):
                columns[i] = Column("ignored", None, column.title)
        return _Layout(tuple(columns), None, start, row_is_deal=True)

    @staticmethod
    def _give_to_left(columns: list[Column | None]) -> None:
        """Give columns behind each player's board, such as `points`, to the player on their left."""
        boards = [column for column in columns if column is not None and column.kind == "board"]
        kinds = [column.kind for column in columns if column is not None and column.player is None]
        player: Text | None = None
        for i, column in enumerate(columns):
            if column is None:
                continue
            player = column.player or player
            if column.kind in _OF_PLAYERS and kinds.count(column.kind) == len(boards) > 1:
                columns[i] = column._replace(player=player)

    def _named_part(self, title: Text) -> tuple[Text, str] | None:
        """Return the player and the kind of a column such as `Ana top` or `points Ana`."""
        match = re.fullmatch(
            r"(?P<a>.+?)(?:[ \t]*[-–—:/][ \t]*|[ \t]+)[(\[]?(?P<b>[^ \t()\[\]]+)[)\]]?", title.text
        )
        if match is None:
            return None
        for name, kind in (("a", "b"), ("b", "a")):
            found = self._vocabulary.columns.get(_word(match[kind]))
            if found in _BY_PLAYER:
                return title.part(*match.span(name)), found
        return None

    def _is_board(self, cell: str) -> bool:
        return _cards_in(cell) >= _NEARLY_A_BOARD or folded(cell).strip("()") in self._vocabulary.statuses

    def _without_titles(self, head: Sequence[Row], at: int) -> _Layout | None:
        """Return the layout of rows of boards above which no titles stand, None if this row has no board."""
        row = head[at]
        counts = [0 if cell is None or not _is_row(cell.text) else _cards_in(cell.text) for cell in row.cells]
        for before in range(len(counts)):
            cell = row.cells[before]
            whole = cell is not None and _cards_in(cell.text) >= _NEARLY_A_BOARD
            cards = counts[before : before + _BOARD_SIZE] == [1] * _BOARD_SIZE
            if not (tuple(counts[before : before + 3]) == _ROW_SIZES or whole or cards):
                continue
            if before not in _BEFORE_ROWS or (whole and before == 1 and len(row.filled) > 2):
                return None
            kinds = ["board"] if whole else [*SHORT_LABELS]
            if cards:
                kinds = [
                    label for label, size in zip(SHORT_LABELS, _ROW_SIZES, strict=True) for _ in range(size)
                ]
            return _Layout(
                tuple(Column(kind) for kind in (*_BEFORE_ROWS[before], *kinds, "status")), None, at
            )
        return None

    # --- rows above the titles

    def _is_setting(self, row: Row) -> bool:
        return _word(row.filled[0].text) in self._vocabulary.keys

    def _take_above(self, row: Row) -> None:
        """Take in a row of settings or words above the titles of the columns."""
        cells = row.filled
        at = 0
        while at < len(cells):
            cell = cells[at]
            word = self._vocabulary.keys.get(_word(cell.text))
            if word is not None and at + 1 < len(cells):
                end = at + 2
                while (
                    word == "players"
                    and end < len(cells)
                    and _word(cells[end].text) not in self._vocabulary.keys
                ):
                    end += 1
                value = cells[at + 1] if end == at + 2 else _joined(cells[at + 1 : end], ", ")
                self._take_key(cell._replace(text=_word(cell.text)), value)
                at = end
                continue
            if not self._take_words(cell):
                return
            at += 1

    def _take_key(self, key: Text, value: Text) -> None:
        found = self._entry(key, value)
        if found is None:
            self._header.spoiled = True
        else:
            self._header.take(found, self._problems)

    def _entry(self, key: Text, value: Text | None) -> Entry | None:
        """Return a key and its value; rule sets and days may be written as in headings."""
        word = self._vocabulary.keys.get(_word(key.text))
        if value is not None and word == "rules":
            return self._rules(value)
        if value is not None and word == "date":
            return entry("date", Part(words=(_day(value),)))
        return read_entry(key, value, self._problems, self._vocabulary)

    def _rules(self, value: Text) -> Entry:
        found = heading_reader(self._vocabulary).read(normalize_value(value, self._vocabulary))
        if found is not None and [e.key.text for e in found.entries] == ["rules"]:
            return found.entries[0]
        return entry("rules", Part(words=(value,)))

    def _take_words(self, cell: Text) -> bool:
        """Take in a cell above the titles that is a setting, a heading or a title."""
        source = normalize_value(cell, self._vocabulary)
        parsed = parse(source, self._vocabulary)
        values: Sequence[LineSyntax] | None = None
        if parsed.sound and isinstance(parsed.value, Entry):
            values = [parsed.value]
        else:
            found = heading_reader(self._vocabulary).read(source)
            if found is not None and not found.unclear:
                values = found.entries
            elif found is None and (title := self._reader.title(source)) is not None:
                values = [title]
        if values is None:
            self._header.spoiled = True
            message = "this row stands above the titles of the columns, and is no setting, heading or title"
            hint = "write a key and its value side by side, such as `stake` and `0.50 EUR`, or delete it"
            self._problems.refuse("csv-header", cell.place, message, hint)
            return False
        self._reader.said_something = True
        for value in values:
            assert isinstance(value, Entry)
            self._header.take(value, self._problems)
        return True

    # --- rows of boards

    def _cells_of(self, row: Row, layout: _Layout) -> Iterator[tuple[Cells, bool, bool]]:
        """Yield the cells of each board of a row, whether they could be read, and whether a deal begins."""
        if not row.filled and row.whole:
            return
        if row.whole and (yield from self._take_special(row, layout)):
            return
        whole = row.whole
        stray = next((cell for cell in row.cells[len(layout.columns) :] if cell is not None), None)
        common: Cells = {}
        own: dict[str, Cells] = {}
        joined: dict[tuple[str, str], list[Text]] = {}
        for i, (cell, column) in enumerate(zip(row.cells, layout.columns, strict=False)):
            if cell is None or (i == layout.labels):
                continue
            if column is None:
                stray = stray or cell
                continue
            if column.kind == "ignored":
                continue
            if column.kind == "":
                whole = self._take_unknown(i, column, cell, common) and whole
                continue
            name = "" if column.player is None else column.player.text
            cells = (
                common
                if column.player is None
                else own.setdefault(name, {"player": _placed(column.player, cell)})
            )
            text = plain_text(cell) if column.kind in _LITERAL else cell
            kind = column.kind
            if kind == "result" and _is_void(cell.text):
                common["void"] = cell._replace(text="yes", cells=None)
                continue
            if kind == "result" and folded(cell.text) in self._vocabulary.statuses:
                kind = "status"
            if kind in SHORT_LABELS:
                joined.setdefault((name, kind), []).append(text)
            elif kind in cells:
                cells[kind] = _joined([cells[kind], text], "; ")
            else:
                cells[kind] = text
        for (name, kind), texts in joined.items():
            (own[name] if name else common)[kind] = texts[0] if len(texts) == 1 else _joined(texts, " ")
        if stray is not None:
            whole = False
            message = "this cell has no column: nothing stands above it in the first line"
            hint = f"put a cell that has a `{self.comma}` in it in quotes"
            hint = hint if self.comma != "\t" else "name the column in the first line"
            self._problems.refuse("csv-cell", stray.place, message, hint)
        if layout.labels is not None:
            yield from self._take_row_of_block(row, layout, own, common, whole=whole)
        elif layout.row_is_deal:
            new = "deal" not in common
            for kind in _OF_PLAYERS & common.keys():
                if _number(common.pop(kind)).text.strip("+-0."):
                    self._refuse_unowned(row, layout, kind)
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

    def _has_running_totals(
        self, columns: Sequence[Column | None], contents: Sequence[Sequence[str]]
    ) -> bool:
        """Return True (and add a problem) if several deals have totals, and neither boards nor points."""
        there = [column for column in columns if column is not None]
        deals = {text for i, c in enumerate(columns) if c and c.kind == "deal" for text in contents[i]} - {""}
        total = next((c.title for c in there if c.kind == "result" and c.title and is_sum(c.title)), None)
        if total is None or len(deals) < 2 or {c.kind for c in there} & {*_BOARD_KINDS}:
            return False
        message = f"are the numbers below `{total.text}` running totals?"
        hint = "if they are, leave only the last of each player; if not, call the column `Points`"
        self._problems.refuse("csv-column", total.place, message, hint)
        return True

    def _has_other_figures(self, columns: Sequence[Column | None], contents: Sequence[Sequence[str]]) -> bool:
        """Return True (and add a problem) if columns of a sheet of points have sums of others."""
        names = {i: column.player for i, column in enumerate(columns) if column and column.player}
        count = max(map(len, contents), default=0)
        rows = [{i: points_of(contents[i][row]) for i in names} for row in range(count)]
        totals = next((name for name in names.values() if is_sum_of_one(name)), None)
        figure = another_figure(names, rows)
        if totals is not None:
            message = f"are the numbers below `{totals.text}` running totals?"
        elif figure is not None:
            message = f"is `{figure[0].text}` a player, or another figure of {figure[1].text}?"
        else:
            return False
        hint = "leave the columns out that are no points of a single round; write each player's name alone"
        self._problems.refuse("csv-column", (totals or figure[0]).place, message, hint)  # type: ignore[index]
        return True

    def _refuse_unowned(self, row: Row, layout: _Layout, kind: str) -> None:
        pairs = zip(row.cells, layout.columns, strict=False)
        where = next(cell for cell, column in pairs if cell and column and column[:2] == (kind, None))
        message = "this belongs to no player: no name stands above it"
        hint = "add the name to its title, such as `Ana points`"
        self._problems.refuse("csv-cell", where.place, message, hint)

    def _take_row_of_block(
        self, row: Row, layout: _Layout, own: dict[str, Cells], common: Cells, *, whole: bool
    ) -> Iterator[tuple[Cells, bool, bool]]:
        """Take in a row of boards side by side; yield the boards above if it begins the next deal."""
        assert layout.labels is not None
        label = _at(row, layout.labels)
        which = self._vocabulary.rows.get(_word(label.text)) if label is not None else None
        kind = (
            SHORT_LABELS[which]
            if which is not None
            else self._vocabulary.columns.get(_word(label.text))
            if label
            else None
        )
        if kind not in _BY_PLAYER:
            where = label or row.filled[0]
            self._problems.refuse(
                "csv-cell",
                where.place,
                "this row is no row of the boards",
                "begin it with `top`, `mid` or `bot`",
            )
            self._spoil()
            return
        again = any(kind in cells for cells in self._block.values())
        if again or "deal" in common:
            yield from self._end_block(whole=whole)
        players = [column for column in layout.columns if column is not None and column.kind == "row"]
        for i, column in enumerate(players):
            assert column.player is not None
            cells = own.get(column.player.text)
            if cells is None or "row" not in cells:
                continue
            self._block.setdefault(i, {"player": own[column.player.text]["player"]})[kind] = cells["row"]
        if self._block and common:
            first = self._block[min(self._block)]
            self._block[min(self._block)] = common | first

    def _end_block(self, *, whole: bool = True) -> Iterator[tuple[Cells, bool, bool]]:
        """Yield the boards of a block with a column a player; with the first of them a deal begins."""
        block, self._block = self._block, {}
        for number, cells in enumerate(block.values()):
            yield cells, whole, number == 0

    def _take_special(self, row: Row, layout: _Layout) -> Generator[tuple[Cells, bool, bool], None, bool]:
        """Take in a row that is none of a board: totals, a setting, titles, a heading of a deal.

        Yield the boards above it first, and return False for a row of boards.
        """
        cells = row.filled
        words = [_word(cell.text) for cell in cells]
        kinds = [self._vocabulary.columns.get(word) for word in words]
        if len(cells) > 1 and all(kinds):
            titles = [column.title for column in layout.columns if column is not None and column.title]
            if words == [_word(title.text) for title in titles]:
                self._totals_below = False
                return True
            if kinds in (["player", "result"], ["player", "running"]):
                # A table of totals stands below.
                self._totals_below = True
                return True
        self._totals_below = self._totals_below and len(cells) == 2 and not self._is_board(cells[1].text)
        if self._totals_below:
            yield from self._end_block()
            self._take_running([Part(names=(plain_text(cells[0]),), number=_number(cells[1]))])
            return True
        of_points = layout.row_is_deal and kinds[0] == "result" and len(cells) > 1
        is_totals = words[0] in self._totals or (layout.row_is_deal and is_sum(cells[0]))
        if (is_totals or of_points) and not any(
            _cards_in(c.text) > 2 for c in cells[1:] if not _NUMBER.fullmatch(c.text)
        ):
            yield from self._end_block()
            self._take_totals(row, layout)
            return True
        if len(cells) > 1:
            return False
        at = row.cells.index(cells[0])
        column = layout.columns[at] if at < len(layout.columns) else None
        if at and (column is None or column.kind not in ("deal", "player", "")):
            return False
        deal = self._deal_heading(row)
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
        found = [parsed.value] if sure else self._reader.readings(source)
        entries = [value for value in found or () if isinstance(value, Entry)]
        if not entries or len(entries) < len(found or ()):
            return False
        if self._deal is not None and not all(
            KEYS[value.key.text].closing or KEYS[value.key.text].anywhere for value in entries
        ):
            return False
        for value in entries:
            if self._deal is None:
                self._header.take(value, self._problems)
            else:
                self._deal.entries.append(value)
        return True

    def _deal_heading(self, row: Row) -> Text | None:
        cell = row.filled[0]
        match = self._heading.fullmatch(cell.text)
        return cell.part(*match.span(1)) if match is not None else None

    def _take_totals(self, row: Row, layout: _Layout) -> None:
        """Take in a row of totals: what the players have won up to here."""
        parts: list[Part] = []
        name: Text | None = None
        for i, cell in enumerate(row.cells):
            if cell is None or cell is row.filled[0]:
                continue
            column = layout.columns[i] if i < len(layout.columns) else None
            if column is not None and column.kind == "player":
                name = plain_text(cell)
            elif (
                column is not None
                and column.kind != "ignored"
                and (column.player is not None or name is not None)
            ):
                if column.kind in ("result", "running", "board", "row"):
                    player = column.player or name
                    assert player is not None
                    parts.append(Part(names=(_placed(player, cell),), number=_number(cell)))
                else:
                    self._refuse_total(cell)
            elif _number(cell).text.strip("+-0.") or column is None:
                self._refuse_total(cell)
        if parts:
            self._take_running(parts)

    def _take_running(self, parts: Sequence[Part]) -> None:
        """Take in what players have won up to here, as an expectation."""
        found = entry("running", *parts)
        if self._deal is not None:
            self._deal.entries.append(found)
        else:
            self._header.take(found, self._problems)

    def _refuse_total(self, cell: Text) -> None:
        message = "this total belongs to no player's points, and cannot be checked"
        self._problems.refuse(
            "csv-cell", cell.place, message, "put it in the column of the points, or delete it"
        )
        self._spoil()

    def _take_unknown(self, at: int, column: Column, cell: Text, cells: Cells) -> bool:
        """Keep a cell of an unknown column as a note; return False and refuse it if it may be money."""
        title = column.title
        assert title is not None
        if re.search("[0-9]", cell.text) or _word(title.text) in self._vocabulary.keys:
            if at not in self._told:
                message = f"`{title.text}` is no column of a log, and may move points or money"
                hint = (
                    "call it `result` if these points are to be checked, `adjust` if they are to be added,"
                    f" or leave it out with `--ignore-column {_shell(title.text)}`"
                )
                self._problems.refuse("csv-column", title.place, message, hint)
                self._told.add(at)
            return False
        if at not in self._told:
            self._told.add(at)
            message = f"`{title.text}` is no column of a log: its cells are kept as notes"
            self._problems.warn(
                "csv-column",
                title.place,
                message,
                f"leave it out with `--ignore-column {_shell(title.text)}`",
            )
        text = cell._replace(text=f"{title.text}: {cell.text}", cells=None)
        cells["note"] = _joined([cells["note"], text], "; ") if "note" in cells else text
        return True

    # --- deals

    def _spoil(self) -> None:
        (self._deal or self._header).spoiled = True

    def _place(self, cells: Cells, *, new: bool = False) -> None:
        """Begin the deal of a row, unless it is the deal of the row before."""
        deal, name, date = self._deal, cells.get("deal"), cells.get("date")
        if name is not None:
            match = None if name.text.isdigit() else self._heading.fullmatch(name.text)
            if match is None and _MARKED_DEAL.match(name.text):
                name = self._marked_deal(name)
            name = name.part(*match.span(1)) if match is not None else name
        if date is not None:
            date = cells["date"] = _day(date)
        if name is None:
            new = new or bool(date and deal and deal.date and date.text != deal.date.text)
            if (new and (deal is None or deal.called is None)) or (deal is None and _has_board(cells)):
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
                self._behind = []
                return
            if len(self._closed) < NAMES_KEPT:
                self._closed.add((deal.called.text, deal.date.text if deal.date else ""))
        if self._numbered and _has_points_alone(cells) and not is_round(name) and not self._behind:
            message = f"is `{name.text}` one more round?"
            hint = "call a round by its number, and a row of sums `Total`; leave out any other row"
            self._problems.refuse("csv-cell", name.place, message, hint)
        self._numbered = self._numbered or is_round(name)
        self._deal = _Rows(name, name, date, spoiled=self._lost)
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
            message = "this value has no key beside it"
            self._problems.refuse("csv-cell", cells["value"].place, message, "fill the `key` cell")
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
                hint = f"in the header it is a row with `{column}` as its key"
                self._problems.refuse("csv-cell", cells[column].place, message, hint)
        if "key" in cells:
            found = self._entry(cells["key"], cells.get("value"))
            if found is not None:
                self._header.take(found, self._problems)

    def _take_in_deal(self, cells: Cells, deal: _Rows) -> None:
        has_board = _has_board(cells) and not _has_points_alone(cells)
        board = board_of_cells(cells, self._problems, self._vocabulary) if has_board else None
        if board is not None:
            deal.boards.append(board)
        key = cells.get("key")
        if key is not None and deal.called is not None and "deal" not in cells and not has_board:
            message = f"this `{key.text}` names no deal and stands below the first one"
            hint = "write the deal's name in its `deal` cell, or put the row above all deals"
            self._problems.refuse("key-misplaced", key.place, message, hint)
        elif key is not None:
            found = self._entry(key, cells.get("value"))
            deal.entries += [found] if found is not None else []
        for kind in ("dealer", "rules", "stake", "factor"):
            if kind in cells:
                self._take_once(deal, kind, cells[kind])
        is_void = any(known.key.text == "void" and not known.parts for known in deal.entries)
        if "void" in cells and folded(cells["void"].text) not in OFF and not is_void:
            word = cells["void"]._replace(text="void", cells=None)
            deal.entries.append(
                Entry(word, (), () if folded(cells["void"].text) in ON else (Part(words=(cells["void"],)),))
            )
        if "note" in cells:
            deal.entries.append(entry("note", Part(words=(cells["note"],))))
        self._take_figures(deal, cells)
        at = next(iter(cells.values()))
        if deal.too_long:
            deal.let_go(at, "is the `deal` cell the same in all of these rows?", self._problems)

    def _take_once(self, deal: _Rows, kind: str, cell: Text) -> None:
        """Take in what holds for a deal, and may stand in every row of it."""
        other = deal.once.setdefault(kind, cell)
        if other is not cell:
            if other.text != cell.text:
                if kind == "dealer":
                    message = f"{cell.text} is the dealer here, and {other.text} in line {other.line.number}"
                else:
                    message = f"`{cell.text}` stands here, and `{other.text}` in line {other.line.number}"
                self._problems.refuse(
                    "key-repeated",
                    cell.place,
                    message,
                    f"a deal has one {'dealer' if kind == 'dealer' else kind}",
                )
            return
        if kind == "dealer":
            deal.entries.append(entry("dealer", Part(names=(cell,))))
        elif kind == "rules":
            deal.entries.append(self._rules(cell))
        elif kind == "stake" and not self._is_factor(cell):
            found = read_entry(
                cell._replace(text="stake", cells=None), cell, self._problems, self._vocabulary
            )
            deal.entries += [found] if found is not None else []
        else:
            match = _FACTOR.fullmatch(cell.text)
            number = (
                int(match[1]) if match else 2 if folded(cell.text) in self._vocabulary.money["double"] else 0
            )
            if not 0 < number <= 10:
                message = f"`{cell.text}` is no factor of the stake"
                self._problems.refuse(
                    "number-unreadable", cell.place, message, "write a whole number, such as 2"
                )
            elif number > 1:
                deal.entries.append(
                    entry("stake", Part(words=(cell._replace(text=f"x{number}", cells=None),)))
                )

    def _is_factor(self, cell: Text) -> bool:
        """Return True for a stake that is a multiple of the usual one: `x2`, `double`."""
        marked = _FACTOR.fullmatch(cell.text) is not None and re.search("[x×*]", cell.text) is not None
        return marked or folded(cell.text) in self._vocabulary.money["double"]

    def _take_figures(self, deal: _Rows, cells: Cells) -> None:
        """Take in the points beside a board, which are checked, or added."""
        name = cells.get("player")
        for kind in ("result", "royalties", "running", "adjust"):
            cell = cells.get(kind)
            if cell is None or _NOTHING.fullmatch(cell.text):
                continue
            if name is None:
                message = "these points belong to no player"
                self._problems.refuse("csv-cell", cell.place, message, "name the player in the row")
            elif kind in ("running", "adjust"):
                part = Part(names=(_placed(name, cell),), number=_number(cell))
                same = next((i for i, e in enumerate(deal.entries) if e.key.text == kind), None)
                if same is not None:
                    own = deal.entries[same]
                    deal.entries[same] = own._replace(parts=(*own.parts, part))
                else:
                    deal.entries.append(Entry(cell._replace(text=kind, cells=None), (), (part,)))
            elif kind == "result" and _has_points_alone(cells):
                part = Part(names=(_placed(name, cell),), number=_number(cell))
                deal.entries.append(Entry(cell._replace(text="expect", cells=None), (), (part,)))
            else:
                word = cell._replace(text=kind, cells=None)
                deal.entries.append(
                    Entry(
                        cell._replace(text="expect", cells=None),
                        (name,),
                        (Part(words=(word,), number=_number(cell)),),
                    )
                )


def _several_meanings(vocabulary: Vocabulary) -> frozenset[str]:
    return frozenset(
        (*vocabulary.deals, "name", "player", *(w for w, k in vocabulary.columns.items() if k == "board"))
    )


def _rules_words(vocabulary: Vocabulary) -> frozenset[str]:
    return frozenset(word for word, key in vocabulary.keys.items() if key == "rules")


def _word(text: str) -> str:
    return folded(text.strip(" \t*_:")).rstrip(":")


def _at(row: Row, column: int) -> Text | None:
    return row.cells[column] if column < len(row.cells) else None


def _shell(text: str) -> str:
    return text if re.fullmatch(r"[\w.-]+", text) else f"'{text}'" if "'" not in text else f'"{text}"'


def _cards_in(text: str) -> int:
    """Return how many cards a cell has, in any grouping."""
    words = re.split(r"[ \t/|;,:_–—-]+", text)
    return sum(len(read_cards(word).cards) for word in words if re.fullmatch(f"(?:{ANY_CARD})+", word))


def _is_row(text: str) -> bool:
    """Return True for a cell of cards alone, five at most."""
    read = read_cards(text)
    return bool(read.cards) and not read.faults and len(read.cards) <= 5


def _day(text: Text) -> Text:
    days = days_meant(text.text)
    return text._replace(text=days[0], cells=None) if len(days) == 1 and days[0] != text.text else text


def _number(cell: Text) -> Text:
    """Return the number of a cell as the rest of the program reads it, or the cell if it is none."""
    match = _NUMBER.fullmatch(cell.text)
    plain = plain_number(match["number"].replace("’", "").replace("'", "")) if match else None
    if match is None or plain is None:
        return cell
    sign = "-" if match["sign"] in ("−", "–", "-") and match["sign"] else match["sign"]
    text = sign + (plain.rstrip("0").rstrip(".") if "." in plain else plain)
    return cell._replace(text=text, cells=None) if text != cell.text else cell


def _placed(name: Text, cell: Text) -> Text:
    """Return a name in the place of the cell that says something of the player."""
    return Text(name.text, cell.line, cell.column, cell.width)


def _joined(texts: Sequence[Text], between: str) -> Text:
    """Return several cells of a line as one text, each character in its place."""
    places: list[tuple[Line, int]] = []
    for text in texts:
        if places:
            places += [places[-1]] * len(between)
        places += text.cells or [
            (text.line, text.column + min(i, max(text.width - 1, 0))) for i in range(len(text.text))
        ]
    first, last = texts[0], texts[-1]
    width = max(last.column + last.width - first.column, 1)
    return Text(between.join(text.text for text in texts), first.line, first.column, width, tuple(places))


def _has_board(cells: Cells) -> bool:
    return any(column in cells for column in ("player", *_BOARD_KINDS))


def _has_points_alone(cells: Cells) -> bool:
    """Return True for a player whose points are there, and no board."""
    return {"player", "result"} <= cells.keys() and not any(column in cells for column in _BOARD_KINDS)


def _is_void(text: str) -> bool:
    """Return True for a word that says that a deal does not count."""
    return folded(text) in _void_words()


@cache
def _void_words() -> frozenset[str]:
    return frozenset(tables()["money"]["void"]) | {"no deal"}


def _is_sheet(
    titles: Sequence[Text | None], kinds: Sequence[str | None], contents: Sequence[Sequence[str]]
) -> bool:
    """Return True for a row a deal, with the points of a player in each column behind its name."""
    named = [i for i, title in enumerate(titles) if title is not None and kinds[i] is None]
    return (
        len(named) > 1
        and kinds[0] in ("deal", "date", "index")
        and {*kinds[1:]} <= {None, "result", "running", "date", "note"}
        and all(POINTS.fullmatch(cell) or _is_void(cell) for i in named for cell in contents[i] if cell)
        and all(any(contents[i]) for i in named)
    )


# --- boards


def board_of_cells(cells: Cells, problems: Problems, vocabulary: Vocabulary = ENGLISH) -> BoardSyntax | None:
    """Return the board that the cells of one row state, by column; None (and diagnostics) if they clash."""
    name = cells.get("player")
    marks: list[Text] = []
    if name is not None:
        name, marks[:] = _name_and_marks(name, vocabulary)
        cells = {column: cell for column, cell in cells.items() if not _NOTHING.fullmatch(cell.text)}
    at = name or next(cells[column] for column in ("player", *_BOARD_KINDS) if column in cells)
    labels: list[int | None] = []
    rows: list[Text] = []
    words: list[Text] = []
    for column in (*SHORT_LABELS, "board"):
        if column not in cells:
            continue
        found = _part_of_board(cells[column], vocabulary)
        if found.status is not None and found.status.text not in {word.text for word in words}:
            words.append(found.status)
        if found.claim is not None:
            return found._replace(at=at, name=name, marks=(*marks, *found.marks))
        words += found.marks
        own = SHORT_LABELS.index(column) if column != "board" else None
        rows += found.rows
        labels += [own] if len(found.rows) == 1 and own is not None else found.labels
    words += _status_words(cells.get("status"), vocabulary)
    for kind in ("foul", "fantasyland", "absent", "surrender"):
        if kind in cells:
            words += _flag(kind, cells[kind], vocabulary)
    status: Text | None = None
    for word in words:
        if _MARK.fullmatch(word.text):
            marks += [word] if word.text not in {mark.text for mark in marks} else []
        elif word.text in STATUSES and status is None:
            status = word
        else:
            _refuse_status(word, problems)
            return None
    foul = next((mark for mark in marks if mark.text == "foul"), None)
    if status is None and not rows and foul is not None:
        status = foul
        marks.remove(foul)
    whole = len(rows) == len(ROWS) and (labels == [0, 1, 2] or None in labels)
    order = (
        UNLABELLED
        if whole and labels in ([0, 1, 2], [None] * 3)
        else tuple(None if label is None else ROWS[label] for label in labels)
    )
    if (
        whole
        and None in labels
        and order != UNLABELLED
        and all(label in (None, i) for i, label in enumerate(labels))
    ):
        order = UNLABELLED
    claim = cells.get("claim")
    if claim is None:
        if status is not None and status.text == "claim":
            hint = "write its kind, such as dragon, in the `claim` cell"
            problems.refuse("claim-unreadable", status.place, "this claim does not say of what", hint)
            return None
        return BoardSyntax(at, name, order, tuple(rows), status, None, tuple(marks))
    if status is not None and status.text != "claim":
        problems.refuse("mark-misplaced", status.place, f"a claim and `{status.text}`", "leave one out")
        return None
    kind_of = claim._replace(text="-".join(claim.text.translate(ASCII_LOWER).split()))
    claimed = (status or claim)._replace(text="claim")
    # Its thirteen cards may stand in one cell.
    return BoardSyntax(
        at, name, order if len(rows) != 1 else (None,), tuple(rows), claimed, kind_of, tuple(marks)
    )


_MARK: Final = re.compile("foul|fantasyland(?:[ \t]+[0-9]+)?|[0-9]+[ \t]*aces?")


def _name_and_marks(name: Text, vocabulary: Vocabulary) -> tuple[Text, list[Text]]:
    """Return a name, and the marks in brackets behind it: `Ana (fl)`."""
    match = re.fullmatch(r"(.*[^ \t(])[ \t]*\(([^()]+)\)", name.text)
    if match is None:
        return name, []
    marks = _status_words(name.part(*match.span(2)), vocabulary)
    if not all(_MARK.fullmatch(mark.text) for mark in marks):
        return name, []
    return name.part(0, match.end(1)), marks


def _part_of_board(cell: Text, vocabulary: Vocabulary) -> BoardSyntax:
    """Return what a cell says of a board: a row, several, or a word in place of them."""
    as_typed = BoardSyntax(cell, None, (None,), (cell,))
    if CANONICAL_ROW.fullmatch(cell.text) is not None or not read_cards(cell.text).faults:
        return as_typed
    try:
        return read_board_value(cell, vocabulary)
    except SyntaxFault:
        # Which card is wrong is told where the deal is validated.
        return as_typed


def _status_words(cell: Text | None, vocabulary: Vocabulary) -> list[Text]:
    """Return the words for a status in a cell as they are written canonically, and others as they are."""
    if cell is None:
        return []
    found: list[Text] = []
    for match in vocabulary.status_cell.finditer(cell.text):
        word = cell.part(*match.span())
        said = folded(match[0])
        if match.lastgroup == "fantasyland":
            count = re.search("[0-9]+", said)
            said = f"fantasyland {count[0]}" if count else "fantasyland"
        elif match.lastgroup == "word":
            said = vocabulary.statuses.get(said, said)
        found.append(word._replace(text=said))
    return found


def _flag(kind: str, cell: Text, vocabulary: Vocabulary) -> list[Text]:
    """Return the status that a cell of a column such as `Foul` says: `yes`, `x`, a number of cards."""
    said = folded(cell.text)
    if said in OFF:
        return []
    if said in ON:
        return [cell._replace(text=kind, cells=None)]
    if kind == "fantasyland" and re.fullmatch("1[3-7](?:[ \t]*cards?)?", said):
        return [cell._replace(text=f"fantasyland {said[:2]}", cells=None)]
    return _status_words(cell, vocabulary)


def _refuse_status(word: Text, problems: Problems) -> None:
    if word.text in STATUSES:
        message = f"`{word.text}` is a second status of this board"
        problems.refuse("mark-misplaced", word.place, message, "leave one of the two out")
        return
    known = (*STATUSES, "fantasyland")
    # A board that was `set` is not absent, and what doubts a status is no slip of it.
    alike = [one for one in known if one[0] == word.text[:1].lower()]
    known_word = None if "?" in word.text else near(word.text, alike, 0.6)
    hint = f"did you mean `{known_word}`?" if known_word else f"write {listed(known)}, or nothing"
    problems.refuse("mark-unknown", word.place, f"`{word.text}` is no status of a board", hint)


# --- tables in a text


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
