"""`expect` lines held against what was scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from ofcscore.diagnostics.problem import Problem
from ofcscore.diagnostics.words import listed
from ofcscore.game.board import ROWS
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import Expectation, Points
from ofcscore.scoring.deals import DealScore
from ofcscore.scoring.lines import PairScore, signed, whole
from ofcscore.session.result import DealResult

_LABELS: Final = tuple(row.label for row in ROWS)


def check_expectations(
    expected: Sequence[Expectation], result: DealResult, running: Mapping[str, Points]
) -> list[Problem]:
    """Return a problem for each part of a deal's `expect` lines that does not hold.

    `running` are the totals of its log up to and with this deal.
    """
    problems = []
    capped = _capped(expected, result.totals)
    for part in expected:
        found = running.get(part.players[0], 0) if part.kind == "running" else _found(part, result)
        if found is None:
            who = " and ".join(part.players)
            what = "did not play against each other" if len(part.players) == 2 else "does not play in it"
            problems.append(Problem("expect-failed", part.place, f"deal {result.deal.name}: {who} {what}"))
        elif found != part.value:
            problem = _unexpected(part, found, f"deal {result.deal.name}: ")
            problems.append(problem._replace(hint=capped) if part.kind == "total" else problem)
    return problems


def tell_session_totals(
    expected: Sequence[Expectation], unmet: Sequence[Problem], totals: Mapping[str, Points]
) -> list[Problem]:
    """Return the failed expectations of a deal; those that hold for the session so far say so."""
    lines = {part.place.line for part in expected}
    for part in expected:
        if part.kind != "total" or len(part.players) != 1 or totals.get(part.players[0]) != part.value:
            lines.discard(part.place.line)
    found = []
    for problem in unmet:
        text = problem.place.text
        if problem.place.line in lines:
            hint = "these are the totals of the session up to here"
            hint += f"; if it ends here, write `{text.strip()}` above the first deal" if text else ""
            problem = problem._replace(hint=hint)
        found.append(problem)
    return found


def _capped(expected: Sequence[Expectation], totals: Mapping[str, Points]) -> str | None:
    """Return a hint if the expected totals look like the found ones with losses capped, else None.

    That is so where a room lets nobody lose more chips than lie before him.
    """
    wanted = {part.players[0]: Fraction(part.value) for part in expected if part.kind == "total"}
    if wanted.keys() != totals.keys() or sum(wanted.values(), Fraction(0)):
        return None
    for name, share in wanted.items():
        low, high = sorted((totals[name], 0))
        if not low <= share <= high:
            return None
    short = [f"{name} at {-share}" for name, share in wanted.items() if 0 > share > totals[name]]
    return f"it looks capped: {listed(short, 'and')}" if short else None


def check_session_expectations(
    expected: Sequence[Expectation], totals: Mapping[str, Points]
) -> list[Problem]:
    """Return a problem for each total that a log's header expects otherwise."""
    problems = []
    for part in expected:
        found = totals.get(part.players[0])
        if found is None:
            problems.append(
                Problem("expect-failed", part.place, f"the session has no total for {part.players[0]}")
            )
        elif found != part.value:
            problems.append(_unexpected(part, found, "the session: "))
    return problems


def _unexpected(part: Expectation, found: Fraction | int | bool | str, where: str) -> Problem:
    who = "/".join(part.players)
    what = "" if part.kind in ("total", "result", "running") else f" {part.kind}"
    if isinstance(part.value, bool) or isinstance(found, bool | str):
        wanted = _flag(part.kind, part.value)
        message = f"{where}{who}: expected {wanted}, found {_flag(part.kind, found)}"
    else:
        assert not isinstance(part.value, str)
        # Points go from one to another and have a sign; what a board has is counted.
        counted = len(part.players) == 1 and part.kind not in ("total", "result", "running")
        wanted, shown = (str(n) if counted else signed(n) for n in (part.value, found))
        message = f"{where}{who}{what}: expected {wanted}, found {shown}"
        if not counted:
            message += f", a difference of {abs(part.value - found)}"
    return Problem("expect-failed", part.place, message)


def _flag(kind: str, value: object) -> str:
    if value is True:
        return kind
    return f"{kind} {value}" if value else f"no {kind}"


def _found(part: Expectation, result: DealResult) -> Fraction | int | bool | str | None:
    """Return the value in the deal for an expectation; None if there is nothing to compare."""
    if len(part.players) == 2:
        return _found_pair(part, result.score)
    name = part.players[0]
    if part.kind == "total":
        # Who is not in the deal has what was adjusted, and else nothing.
        return result.all_totals.get(name, None if part.value else 0)
    people = result.deal.table.people
    board = next((b for b in result.score.boards if name in (b.player, people.get(b.player))), None)
    if board is None:
        return None
    if part.kind == "result":
        # Points beside a board are its royalties or what the deal came to.
        total = result.all_totals.get(people.get(board.player, board.player), 0)
        return board.royalties if part.value == board.royalties else total
    return _found_board(part, board)


def _found_board(part: Expectation, board: BoardScore) -> int | bool | str:
    match part.kind:
        case "royalties":
            return board.royalties
        case "foul":
            return board.status is Status.FOUL
        case "fantasyland":
            if isinstance(part.value, bool):
                return board.fantasyland.next
            return board.fantasyland.cards or 0
        case "natural":
            return board.natural.kind if board.natural is not None else False
    if board.status is not Status.SET or board.values is None:
        return 0  # A row of a foul earns nothing, whatever it is.
    return board.values[_LABELS.index(part.kind)].royalty


def _found_pair(part: Expectation, score: DealScore) -> Points | None:
    person = score.deal.table.person
    total: Points = 0
    found = False
    for pair in score.pairs:
        names = (pair.first, pair.second)
        persons = (person(pair.first), person(pair.second))
        if part.players in (names, persons):
            sign = 1
        elif part.players in (names[::-1], persons[::-1]):
            sign = -1
        else:
            continue
        found = True
        total += sign * pair_part(pair, part.kind)
    return whole(total) if found else None


_LINES_OF: Final = {"royalties": "royalty", "rows": "row"}
"""The kind of score lines that an expected sum is of, where that is called otherwise."""


def pair_part(pair: PairScore, kind: str) -> Points:
    """Return one part of a pair from its first player's side: `total`, a row's label, or a kind of lines."""
    if kind == "total":
        return pair.points
    for row in ROWS:
        if row.label == kind:
            return pair.row(row)
    return pair.kind(_LINES_OF.get(kind, kind))
