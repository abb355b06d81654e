"""Boards that are surely meant as naturals, and claim none."""

from typing import Final

from ofcscore.diagnostics.problem import Problem
from ofcscore.game.board import BOARD_SIZE, Board
from ofcscore.game.cards import RANKS
from ofcscore.game.naturals import Naturals, best_natural
from ofcscore.game.spelling import find_kind, read_cards
from ofcscore.log.syntax import BoardSyntax, Text, in_their_line

_CARDS_OF: Final = {"dragon": " ".join(RANKS)}
"""The cards of the kinds that have the same ones always; those of others stand as `CARDS` in a hint."""


def unclaimed(syntax: BoardSyntax, player: str, naturals: Naturals) -> Problem | None:
    """Return the problem of a board that names a natural, or whose cards are one and stand in no rows.

    None for any other board, and where the rule set does not pay that natural.
    """
    if not naturals.hands or syntax.status is not None or not syntax.rows or any(syntax.labels):
        return None
    return _named(syntax, player, naturals) or _run_together(syntax, player, naturals)


def _named(syntax: BoardSyntax, player: str, naturals: Naturals) -> Problem | None:
    """Return the problem of a board that begins with the name of a natural: `dragon`, `six pairs AAKK...`."""
    first, *others = syntax.rows
    kinds = {hand.kind for hand in naturals.hands}
    words = first.text.split()
    count = next(
        (n for n in range(len(words), 0, -1) if find_kind(" ".join(words[:n]), naturals.own) in kinds), 0
    )
    if not count:
        return None
    name = " ".join(words[:count])
    cards = [" ".join(words[count:]), *(row.text for row in others)]
    if any(cards):
        line = _in_line(syntax.rows, f"claim {name}: {' / '.join(filter(None, cards))}")
        return Problem("claim-unreadable", first.place, "a natural is claimed", f"write `{line}`")
    line = _in_line(
        syntax.rows, f"claim {name}: {_CARDS_OF.get(find_kind(name, naturals.own) or '', 'CARDS')}"
    )
    hint = f"a natural is claimed with its cards: write `{line}`; else `foul` or `absent` in place of it"
    return Problem("board-empty", first.place, f"{player}'s board has no cards", hint)


def _run_together(syntax: BoardSyntax, player: str, naturals: Naturals) -> Problem | None:
    """The problem of thirteen cards that stand in no rows, where they may be a natural that is declared."""
    first, *others = syntax.rows
    read = read_cards(first.text)
    if others or not naturals.declared or read.faults or len(read.cards) != BOARD_SIZE:
        return None
    natural = best_natural(Board(player, None, None, cards=" ".join(read.codes)), naturals)
    if natural is None:
        return None
    claim = _in_line(syntax.rows, f"claim {natural.kind}: {first.text.strip()}")
    message = f"{player}'s board has no middle and bottom rows: {BOARD_SIZE} cards run together here"
    hint = f"if {natural.name} is claimed, write `{claim}`; if not, put a slash between its rows"
    return Problem("row-missing", first.place, message, hint)


def _in_line(rows: tuple[Text, ...], text: str) -> str:
    return in_their_line(rows, text) or text
