"""One board or two, from the text of a command line to values that can be explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ofcscore.game.board import Board
from ofcscore.log.check.boards import check_boards
from ofcscore.log.read.from_text import parse, read_by_grammar
from ofcscore.log.syntax import BoardSyntax, Line, SyntaxFault, Text
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from ofcscore.rules.model import Rules
from ofcscore.scoring.admission import check_deal
from ofcscore.scoring.boards import scales_of
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.deals import DealScore, score_deal


@dataclass(frozen=True, slots=True)
class Explained:
    """Boards scored by themselves (one) or against each other (two), or the problems with them."""

    score: DealScore | None
    problems: tuple[Problem, ...]


def explain(texts: Sequence[str], rules: Rules) -> Explained:
    """Boards as they stand in a log behind the colon, with or without a name before it, by one rule set.

    The problems name the board by its number (`board 2`). With a bank, the first board is the bank's.
    """
    problems = Problems()
    found = [
        _read(text, f"board {i}" if len(texts) > 1 else "board", problems) for i, text in enumerate(texts, 1)
    ]
    syntax = [board for board in found if board is not None]
    if len(syntax) < len(found):
        return Explained(None, problems.kept)
    names = _names(syntax)
    boards = check_boards(syntax, names, problems)
    if problems.errors:
        return Explained(None, problems.kept)
    table = Table(rules, bank=names[0] if rules.compare == "bank" else None)
    deal = Deal("1", tuple(b._replace(source=None) for b in boards), table)
    refused = [p for p in check_deal(deal) if p.code != "players-number"]
    if any(not p.warning for p in refused):
        return Explained(None, (*problems.kept, *refused))
    return Explained(_scored(deal, boards, rules), (*problems.kept, *refused))


def _scored(deal: Deal, boards: Sequence[Board], rules: Rules) -> DealScore:
    marked = {board.player: 0 for board in boards if board.fantasyland}
    return score_deal(deal, scales_of(rules), marked)


def _read(text: str, label: str, problems: Problems) -> BoardSyntax | None:
    """One board, with or without a name; None where it cannot be read."""
    line = Line(label, 1, text)
    try:
        bare = parse("board", Text(text, line, 1, len(text)))
    except SyntaxFault as fault:
        aside = Problems()
        named = read_by_grammar(line, aside)
        if isinstance(named, BoardSyntax) and not aside.errors:
            return named
        problems.add(fault.problem)
        return None
    assert isinstance(bare, BoardSyntax)
    return bare


def _names(boards: Sequence[BoardSyntax]) -> list[str]:
    """The names given, or Player 1 and Player 2; of two equal names the second is told apart."""
    names: list[str] = []
    for i, board in enumerate(boards, 1):
        name = board.name.text if board.name is not None else f"Player {i}"
        names.append(name if name not in names else f"{name} (2)")
    return names
