"""Tables of other shapes, as tables with a row for each board or each deal."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, zip_longest
from typing import Final

from ofcscore.game.board import ROWS
from ofcscore.log.read.cells import Row, count_cards, is_board, word_of
from ofcscore.log.read.grouping import joined
from ofcscore.log.read.table_columns import POINTS
from ofcscore.log.syntax import SHORT_LABELS, Text
from ofcscore.log.text.titles import has_rounds_across
from ofcscore.log.vocabulary import Vocabulary

_PLAYERS_AT_MOST: Final = 64
"""A sheet with a row for each player has no more."""
_LOOKED_AT: Final = 40


def reshaped(head: Sequence[Row], rows: Iterator[Row], vocabulary: Vocabulary) -> Iterator[Row]:
    """Yield the rows of a table: a column a deal is turned, and a row a row of a board is gathered.

    `head` are the first rows, and `rows` those below them.
    """
    filled = [at for at, row in enumerate(head) if row.filled and row.whole]
    for at in filled[:_LOOKED_AT]:
        above, titles, below = head[:at], head[at], head[at + 1 :]
        if has_rounds_across(titles.cells) and (turned := _turned(titles, below, vocabulary)):
            return chain(above, turned, rows)
        if (columns := _columns_of_rows(titles, below[:_LOOKED_AT], vocabulary)) is not None:
            return chain(above, _gathered(titles, chain(below, rows), columns, vocabulary))
    return chain(head, rows)


def _turned(titles: Row, below: Sequence[Row], vocabulary: Vocabulary) -> list[Row]:
    """Return the columns of a sheet with a row for each player as rows, none if it has other cells."""
    players = [row for row in below if row.filled]
    cells = [cell.text for row in players for cell in row.cells[1:] if cell is not None]
    if len(players) > _PLAYERS_AT_MOST or not all(row.cells[0] for row in players):
        return []
    if not all(POINTS.fullmatch(cell) or is_board(cell, vocabulary) for cell in cells):
        return []
    first, *rounds = zip_longest(titles.cells, *(row.cells for row in players))
    corner = Text("round", titles.line, 1, 1)
    return [Row(titles.line, [corner, *first[1:]]), *(Row(titles.line, cells) for cells in rounds)]


def _columns_of_rows(titles: Row, below: Sequence[Row], vocabulary: Vocabulary) -> tuple[int, int] | None:
    """Return the columns of the labels and of the cards, if each line has one row of a player's board."""
    kinds = ["" if cell is None else vocabulary.columns.get(word_of(cell.text)) for cell in titles.cells]
    if "player" not in kinds or not {*kinds}.isdisjoint(SHORT_LABELS):
        return None
    contents = [[cell.text for row in below if (cell := row.at(at)) is not None] for at in range(len(kinds))]
    rows = [{vocabulary.rows.get(word_of(cell)) for cell in cells} - {None} for cells in contents]
    cards = [at for at, cells in enumerate(contents) if any(count_cards(cell) > 2 for cell in cells)]
    single = [
        at for at, cells in enumerate(contents) if kinds[at] == "board" and any(map(count_cards, cells))
    ]
    labels = [at for at, found in enumerate(rows) if found == {*ROWS}]
    found = cards or single
    return (labels[0], found[0]) if len(labels) == len(found) == 1 else None


def _gathered(
    titles: Row, rows: Iterator[Row], columns: tuple[int, int], vocabulary: Vocabulary
) -> Iterator[Row]:
    """Yield a row for each board, of lines with one of its rows or cards each."""
    others = [at for at in range(len(titles.cells)) if at not in columns]
    words = [Text(word, titles.line, 1, 1) for word in (*SHORT_LABELS, "status")]
    yield Row(titles.line, [*(titles.cells[at] for at in others), *words])
    last: tuple[str, ...] = ()

    def board(row: Row) -> tuple[str, ...]:
        nonlocal last
        cells = [row.at(at) for at in others]
        if any(cells) or not row.filled:
            last = tuple(cell.text if cell else "" for cell in cells)
        return last

    for _, group in groupby(rows, key=board):
        lines = [*group]
        texts: dict[int, list[Text]] = {}
        for row in lines:
            label, cell = (row.at(at) for at in columns)
            place = vocabulary.rows.get(word_of(label.text)) if label is not None else None
            if cell is not None:
                texts.setdefault(len(ROWS) if place is None else ROWS.index(place), []).append(cell)
        own = [joined(texts[at], " ") if at in texts else None for at in range(len(ROWS) + 1)]
        cells = [next((cell for row in lines if (cell := row.at(at))), None) for at in others]
        yield Row(lines[0].line, [*cells, *own], whole=all(row.whole for row in lines))
