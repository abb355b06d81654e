"""Located syntax to the text notation, a piece for each header and deal."""

from collections.abc import Iterable, Iterator, Sequence

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.screen import text_width
from ofcscore.log.read.lines import LINE_LIMIT
from ofcscore.log.syntax import BoardSyntax, DealSyntax, HeaderSyntax, Item
from ofcscore.log.write.notation import (
    board_head,
    board_line,
    check_line,
    deal_line,
    entry_text,
    name_deals,
    sayings,
    split_entries,
)


def write_text(syntaxes: Iterable[Item], problems: Problems) -> Iterator[str]:
    """Yield a log in canonical notation; what cannot stand on one line is a problem, and is left out."""
    begun = False
    for syntax in name_deals(syntaxes):
        for entry in syntax.entries:
            check_line(entry, LINE_LIMIT, problems)
        if isinstance(syntax, HeaderSyntax):
            lines = [entry_text(entry) for entry in sayings(syntax.entries)]
        else:
            lines = _deal_lines(syntax)
        if not lines:
            continue
        blank = "\n" if begun else ""
        begun = True
        yield blank + "\n".join(lines) + "\n"


def _deal_lines(deal: DealSyntax) -> list[str]:
    if deal.name is None:
        # Without a `deal` line, a key above the boards would be the header's.
        return [*board_lines(deal.boards), *map(entry_text, sayings(deal.entries))]
    above, below = split_entries(deal)
    return [
        deal_line(deal.name.text, deal.date.text if deal.date is not None else None),
        *map(entry_text, above),
        *board_lines(deal.boards),
        *map(entry_text, below),
    ]


def board_lines(boards: Sequence[BoardSyntax]) -> list[str]:
    """Return the boards of a deal, a line each, their cards one below the other."""
    column = max((text_width(board_head(board)) for board in boards), default=0) + 1
    return [board_line(board, column) for board in boards]
