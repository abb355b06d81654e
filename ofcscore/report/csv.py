"""The `csv` report: a row per deal and player, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

from ofcscore.game.board import ROWS
from ofcscore.problems.problem import show
from ofcscore.report.base import Report
from ofcscore.report.views import BoardView
from ofcscore.report.wording import figure
from ofcscore.scoring.boards import BoardScore
from ofcscore.scoring.deal import Points
from ofcscore.scoring.deals import DealScore
from ofcscore.scoring.lines import whole
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult, SideLine
from ofcscore.session.rounding import format_money

COLUMNS: Final = (
    "deal",
    "date",
    "rules",
    "player",
    "status",
    "top",
    "middle",
    "bottom",
    "top rank",
    "middle rank",
    "bottom rank",
    "top royalty",
    "middle royalty",
    "bottom royalty",
    "royalties",
    "foul",
    "natural",
    "fantasyland",
    "next fantasyland",
    "points",
    "money",
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\0", "＝", "＋", "－", "＠")


class CsvReport(Report):
    """`csv`: a row for each board, and for each adjustment or rake; the `points` of all rows are the totals.

    Text that a spreadsheet would take for a formula gets an apostrophe before it, unless `raw`.
    """

    def __init__(self, *, raw: bool = False) -> None:
        self.raw = raw

    def deal(self, result: DealResult) -> str:
        deal = result.deal
        start = [self._text(deal.name), self._text(deal.date or ""), self._text(deal.table.rules.name)]
        won = board_points(result.score)
        rows: list[Sequence[str | int]] = []
        for board in result.score.boards:
            points = figure(won.get(board.player, 0))
            rows.append([*start, self._text(board.player), *self._board(board), points, ""])
        rows += [self._side(line, start) for line in result.side]
        return csv_rows(rows)

    def _side(self, line: SideLine, start: Sequence[str | int]) -> list[str | int]:
        """An adjustment or rake, of the deal that `start` names."""
        blank = [""] * (len(COLUMNS) - len(start) - 4)
        points = "" if line.points is None else figure(line.points)
        money = "" if line.money is None else format_money(line.money, 0)
        return [*start, self._text(line.person), line.kind, *blank, points, money]

    def _board(self, board: BoardScore) -> list[str | int]:
        rows = BoardView(board).rows
        shown = (*(r.cards for r in rows), *(r.rank.name for r in rows), *(r.royalty for r in rows))
        stay = board.fantasyland
        return [
            board.status.value,
            *(shown or [""] * 9),
            board.royalties,
            self._text(board.foul or ""),
            "" if board.natural is None else board.natural.kind,
            "yes" if stay.was else "",
            (stay.cards or "yes") if stay.next else "",
        ]

    def _text(self, text: str) -> str:
        return safe_cell(text, raw=self.raw)

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        none = ("", "", "")
        return csv_rows([COLUMNS, *(self._side(line, none) for line in outcome.session.opening)]), ""


def board_rows(result: DealResult) -> list[dict[str, Any]]:
    """The boards of a deal as flat dicts, for data frames: None where a board has no such thing."""
    deal, won = result.deal, board_points(result.score)
    rows = []
    for board in result.score.boards:
        shown = BoardView(board).rows
        stay = board.fantasyland
        line: dict[str, Any] = {
            "number": result.number,
            "deal": deal.name,
            "date": deal.date,
            "rules": deal.table.rules.name,
            "player": board.player,
            "status": board.status.value,
        }
        line |= {row.label: shown[row].cards if shown else None for row in ROWS}
        line |= {f"{row.label}_rank": shown[row].rank.name if shown else None for row in ROWS}
        line |= {f"{row.label}_royalty": shown[row].royalty if shown else None for row in ROWS}
        line |= {
            "royalties": board.royalties,
            "foul": board.foul,
            "natural": None if board.natural is None else board.natural.kind,
            "fantasyland": stay.was,
            "next_fantasyland": stay.next,
            "next_cards": stay.cards,
            "points": won.get(board.player, 0),
        }
        rows.append(line)
    return rows


def board_points(score: DealScore) -> dict[str, Points]:
    """What each board won in all its pairs: people may have several boards."""
    won: dict[str, Points] = {}
    for exchange in score.exchanges:
        won[exchange.first] = whole(won.get(exchange.first, 0) + exchange.points)
        won[exchange.second] = whole(won.get(exchange.second, 0) - exchange.points)
    return won


def safe_cell(text: str, *, raw: bool = False) -> str:
    """User's text as a cell; what a spreadsheet would take for a formula gets an apostrophe, unless `raw`."""
    shown = show(text)
    return f"'{shown}" if shown.startswith(_FORMULA) and not raw else shown


def csv_rows(rows: Iterable[Sequence[str | int]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
