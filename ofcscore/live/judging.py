"""Boards and keys of a deal in the making, checked and scored before they are taken in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from ofcscore.live.log import board_line, next_line
from ofcscore.live.said import used_up
from ofcscore.live.state import Said, State, Work
from ofcscore.log.syntax import DealSyntax
from ofcscore.problems.problem import Problem
from ofcscore.scoring.admission import check_deal
from ofcscore.scoring.boards import BoardScore, score_board
from ofcscore.scoring.deal import Deal
from ofcscore.scoring.scales import scales_of


class Judged(NamedTuple):
    """A deal in the making: its syntax, its value, its last board's score; None for what cannot be had."""

    syntax: DealSyntax | None
    deal: Deal | None
    problems: tuple[Problem, ...]
    score: BoardScore | None = None

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(p for p in self.problems if not p.warning)

    def said(self, player: str) -> tuple[Said, ...]:
        """What is wrong with it, and who else has what it has too often."""
        return (*(self.errors or self.problems), *used_up(self.syntax, player))


def judge(state: State, player: str, text: str) -> Judged:
    """A player's board, in place of the one that may be there, checked and scored by itself."""
    work = state.work
    others = replace(work, boards=tuple((n, t) for n, t in work.boards if n != player))
    found = check(state, others, (player, text))
    if found.deal is None or found.errors:
        return found
    return found._replace(score=_score_of(state, found.deal, work))


def due_in(state: State, deal: Deal) -> Mapping[str, int]:
    """Who is in fantasyland in the deal in the making: nobody where its rules have none (rules 12)."""
    edited = state.work.index is not None
    return {} if edited or deal.table.rules.fantasyland is None else state.log.due


def _score_of(state: State, deal: Deal, work: Work) -> BoardScore:
    """What the last board of a deal is, by itself."""
    board = deal.boards[-1]
    dealt = due_in(state, deal).get(board.player)
    if work.index is not None:
        result = state.log.result_of(work.index)
        boards = () if result is None else result.score.boards
        before = next((b for b in boards if b.player == board.player), None)
        dealt = 0 if before is not None and before.fantasyland.was else None
    if dealt is None and board.fantasyland and deal.table.rules.fantasyland is not None:
        dealt = 0
    return score_board(board, scales_of(deal.table.rules), dealt)


def check(state: State, work: Work, board: tuple[str, str] | None = None, key: str | None = None) -> Judged:
    """A deal in the making with one board (the last) or one key more: how it reads, and what is wrong.

    Until two play, some of those who have no board yet stand there as fouled, which says nothing of any card.
    """
    number = _first_line(state, work)
    # A void deal's boards are not looked at, and here they are.
    keys = [text for text in work.keys if not _VOID.match(text)]
    texts = [work.head, *keys, *([] if key is None else [key])]
    at_key = number + len(texts) - 1
    there = [player for player, _ in work.boards]
    missing = [s for s in (*work.todo, *state.seats) if s not in there and (board is None or s != board[0])]
    boards = [board_line(player, text) for player, text in work.boards]
    lacking = max(0, 2 - sum(not text.startswith("absent") for _, text in work.boards))
    waiting = [board_line(player, "foul (0 aces)") for player in dict.fromkeys(missing)][:lacking]
    new = number + len(texts) + len(boards)
    numbered = [*enumerate([*texts, *boards], number), *enumerate(waiting, new + 1)]
    if board is not None:
        numbered.append((new, board_line(*board)))
    syntax, deal, problems = state.log.check_lines(numbered)
    if deal is not None:
        problems += check_deal(deal)
    at = at_key if board is None else new
    found = [p for p in problems if p.code not in _WHOLE_DEAL]
    if deal is None and all(p.warning for p in found):
        return Judged(syntax, None, tuple(problems))
    return Judged(syntax, deal, tuple(p for p in found if p.place.line == at or not p.warning))


_VOID: Final = re.compile("[Vv]oid[ \t]*(:|$)")
_WHOLE_DEAL: Final = frozenset(
    ("deal-players", "players-number", "bank-missing", "deal-repeated", "deal-name-repeated")
)
"""Problems of a deal as a whole, which are looked at when all boards are there."""


def next_number(state: State) -> int:
    """The number of the line that is typed now, roughly where it will stand."""
    work = state.work
    return _first_line(state, work) + 1 + len(work.keys) + len(work.boards)


def _first_line(state: State, work: Work) -> int:
    if work.index is None:
        return next_line(state.log.text)
    return state.log.syntaxes[work.index].at.line.number
