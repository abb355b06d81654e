"""Located syntax to the text notation, a piece for each header and deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ofcscore.log.read.lines import LINE_LIMIT
from ofcscore.log.syntax import BoardSyntax, DealSyntax, HeaderSyntax
from ofcscore.log.write.limits import check_line
from ofcscore.log.write.notation import (
    Syntax,
    board_text,
    deal_name,
    entry_text,
    name_at_head,
    name_deals,
    sayings,
    split_entries,
)
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import text_width


def write_text(syntaxes: Iterable[Syntax], problems: Problems) -> Iterator[str]:
    """A log in canonical notation: the header, and every deal behind a blank line.

    What cannot stand on one line is a problem, and is left out.
    """
    begun = False
    for syntax in name_deals(syntaxes):
        for entry in syntax.entries:
            check_line(entry, LINE_LIMIT, problems)
        lines = _header_lines(syntax) if isinstance(syntax, HeaderSyntax) else _deal_lines(syntax)
        if not lines:
            continue
        blank = "\n" if begun else ""
        begun = True
        yield blank + "\n".join(lines) + "\n"


def _header_lines(header: HeaderSyntax) -> list[str]:
    return [entry_text(entry) for entry in sayings(header.entries)]


def _deal_lines(deal: DealSyntax) -> list[str]:
    if deal.name is None:
        # Without a `deal` line, a key above the boards would be the header's.
        return [*board_lines(deal.boards), *map(entry_text, sayings(deal.entries))]
    above, below = split_entries(deal.entries)
    date = f" {deal.date.text}" if deal.date is not None else ""
    return [
        f"deal {deal_name(deal.name.text)}{date}",
        *map(entry_text, above),
        *board_lines(deal.boards),
        *map(entry_text, below),
    ]


def board_lines(boards: Iterable[BoardSyntax]) -> list[str]:
    """The boards of a deal, a line each, their cards one below the other."""
    heads = []
    bodies = []
    for board in boards:
        heads.append("" if board.name is None else f"{name_at_head(board.name.text)}:")
        bodies.append(board_text(board))
    widths = list(map(text_width, heads))
    column = max(widths, default=0) + 1
    return [
        f"{head}{' ' * (column - width)}{body}".rstrip() if head else body
        for head, width, body in zip(heads, widths, bodies, strict=True)
    ]
