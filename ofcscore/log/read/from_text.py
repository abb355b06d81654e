"""Text logs: canonical lines by one pattern, and from the first other line on by the reader of typed ones.

The reader, and with it the grammar, is imported when it is needed.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from ofcscore.diagnostics.collected import Problems
from ofcscore.game.board import Board
from ofcscore.log.read.sources import IgnoredColumns
from ofcscore.log.syntax import BoardSyntax, DealLine, LineSyntax, NumberedLine
from ofcscore.log.text.canonical import read_canonical


def read_text(
    lines: Iterable[NumberedLine], file: str, problems: Problems, ignored: IgnoredColumns | None = None
) -> Iterator[LineSyntax]:
    """Yield what the lines of a file say; one that cannot be read gives a diagnostic and an `Unread`."""
    rest = iter(lines)
    names: dict[str, None] = {}
    deal: DealLine | None = None
    begun = False
    for number, text in rest:
        value = read_canonical(file, number, text) if text else None
        if isinstance(value, Board):
            names[value.player] = None
            begun = True
        elif value is None and (text is None or text.strip(" \t")):
            from ofcscore.log.read.tables import Row, TableReading, as_lines
            from ofcscore.log.text.grids import Grid
            from ofcscore.log.text.reader import Reader

            def read_table(grid: Grid, begun: bool) -> Iterator[LineSyntax]:
                table = TableReading(file, "", problems, ignored, begun=begun)
                return as_lines(table.read(Row(line, cells) for line, cells in grid.rows))

            reader = Reader(file, problems, read_table=read_table, boards=True)
            reader.go_on(names, deal, begun=begun)
            yield from reader.lines(chain(((number, text),), rest))
            return
        elif isinstance(value, DealLine):
            deal, begun = value, True
        elif isinstance(value, BoardSyntax):
            assert value.name is not None
            names[value.name.text] = None
            begun = True
        yield value
