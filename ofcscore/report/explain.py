"""Explanations: one board rank by rank, a pair line by line, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from ofcscore.problems.problem import text_width
from ofcscore.report.json import Data, board_data, pair_data, rules_data
from ofcscore.report.table import all_board_lines
from ofcscore.report.views import PairView, board_views, pair_views
from ofcscore.report.wording import Style, left, rules_words, wrap
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deals import DealScore
from ofcscore.scoring.lines import signed


def explain_lines(score: DealScore, rules: Rules, style: Style) -> Iterator[str]:
    """One board, or two and every score line between them."""
    yield from all_board_lines(board_views(score, style))
    if len(score.boards) == 1:
        yield from _verdict(score.boards[0], rules)
        yield ""
    for pair in pair_views(score, style):
        yield from _pair(pair)
        yield ""
    if len(score.boards) > 1 and not score.pairs:
        yield "These two exchange nothing."
        yield ""
    yield from wrap(f"Rules: {rules_words(rules)}", indent="  ")


def _verdict(board: BoardScore, rules: Rules) -> Iterator[str]:
    """What the board is worth by itself, in sentences."""
    if board.status is Status.FOUL:
        yield "A foul: it loses to every board that is set, and collects no royalties."
    elif board.status is Status.SET:
        royalties = f"Royalties {board.royalties}." if board.royalties else "No royalties."
        stay = board.fantasyland
        nowhere = rules.fantasyland is not None and not stay.next and not stay.was
        yield f"No foul. {royalties}{' No fantasyland.' if nowhere else ''}"


def _pair(view: PairView) -> Iterator[str]:
    """Every line of a pair with its reason, and the sum."""
    pair, style = view.score, view.style
    yield style.bold(view.name)
    rows = []
    for line in pair.lines:
        what = f"{line.row.label} {line.kind}" if line.row is not None else line.kind.replace("-", " ")
        rows.append((what, signed(line.points), style.text(line.note)))
    kinds = max((text_width(what) for what, _, _ in rows), default=0)
    figures = max((len(points) for _, points, _ in (*rows, ("", signed(pair.points), ""))), default=0)
    kinds = max(kinds, len("total"))
    for what, points, note in rows:
        start = f"  {left(what, kinds)}  {points:>{figures}}  "
        first_line, *more = wrap(note, 80 - len(start)) or [""]
        yield f"{start}{first_line}".rstrip()
        yield from (" " * len(start) + text for text in more)
    yield f"  {left('total', kinds)}  {signed(pair.points):>{figures}}"


def explain_data(score: DealScore, rules: Rules) -> Data:
    """The same as data: boards and pairs as in a session's JSON."""
    return {
        "schema": 1,
        "rules": rules_data(rules),
        "boards": [board_data(board) for board in score.boards],
        "pairs": [pair_data(pair) for pair in score.pairs],
    }
