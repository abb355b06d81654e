"""What a rule set does not allow in a deal, and what it needs to know and is not told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ofcscore.game.board import Board, Stated
from ofcscore.game.naturals import refuse_claim
from ofcscore.problems.problem import Place, Problem
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import Deal


def board_place(deal: Deal, board: Board) -> Place:
    """Where a board begins in its log."""
    source = board.source
    return Place(deal.table.file, board.line, 1 if source else 0, len(source or ""), source)


def deal_place(deal: Deal) -> Place:
    """Where a deal begins in its log."""
    source = deal.source
    return Place(deal.table.file, deal.line, 1 if source else 0, len(source or ""), source)


def check_deal(deal: Deal) -> list[Problem]:
    """What the rule set does not allow in a deal, and what it needs to know and is not told."""
    rules = deal.table.rules
    playing = [b for b in deal.boards if b.stated is not Stated.ABSENT]
    problems: list[Problem] = []
    if not rules.players.min <= len(playing) <= rules.players.max:
        problems.append(_players_problem(deal, len(playing), rules))
    if rules.compare == "bank":
        problems += _bank_problem(deal, playing)
    for board in playing:
        if board.stated is not Stated.CARDS:
            problems += _board_problems(board, board_place(deal, board), rules)
    return problems


def _board_problems(board: Board, place: Place, rules: Rules) -> Iterator[Problem]:
    """What a rule set says to a board that is more, or less, than its cards."""
    if board.stated is Stated.SURRENDER and rules.surrender == "none":
        what = f"{board.player} surrenders, and rule set {rules.name} has no surrender"
        yield Problem("surrender-unknown", place, what, f"add it: `rules: {rules.name} + surrender`")
    if board.stated is Stated.CLAIM:
        reason = refuse_claim(board, rules.naturals)
        if reason is not None:
            yield Problem("claim-false", place, f"{board.player}'s claim does not stand: {reason}")
    if rules.aces and board.cards is None and board.rows is None and board.aces is None:
        what = f"the aces bet needs to know how many aces {board.player} had"
        yield Problem("aces-unknown", place, what, f"write `{board.stated.value} (2 aces)`, or the cards")


def _players_problem(deal: Deal, playing: int, rules: Rules) -> Problem:
    few = playing < rules.players.min
    limit = f"at least {rules.players.min}" if few else f"at most {rules.players.max}"
    return Problem(
        "players-number",
        deal_place(deal),
        f"deal {deal.name} has {playing} players, and rule set {rules.name} is for {limit}",
        warning=not few and rules.players.more == "warning",
    )


def _bank_problem(deal: Deal, playing: Sequence[Board]) -> list[Problem]:
    bank = deal.table.bank
    place = deal_place(deal)
    if bank is None:
        what = f"rule set {deal.table.rules.name} plays against a bank, and nobody is named as the bank"
        return [
            Problem("bank-missing", place, what, f"add `bank: {playing[0].player if playing else 'NAME'}`")
        ]
    if all(deal.table.person(b.player) != bank for b in playing):
        return [Problem("bank-missing", place, f"the bank, {bank}, is not in deal {deal.name}")]
    return []
