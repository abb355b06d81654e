"""The `csv` report: one row per board of a deal, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from ofcscore.diagnostics.problem import show
from ofcscore.game.board import ROWS
from ofcscore.log.read.cells import FORMULA
from ofcscore.report.views import BoardView, Report
from ofcscore.report.wording import figure
from ofcscore.scoring.deal import Deal, Points, Table
from ofcscore.scoring.score import DealScore
from ofcscore.scoring.score_lines import whole
from ofcscore.session.money import CENTS, Outcome, format_money
from ofcscore.session.result import DealResult, SideLine
from ofcscore.session.totals import stake_between

COLUMNS: Final = (
    *("deal", "date", "rules", "player", "status"),
    *(f"{row.label}{of_it}" for of_it in ("", " rank", " royalty") for row in ROWS),
    *("royalties", "foul", "natural", "fantasyland", "next fantasyland"),
    *("points", "money", "note", "title", "night"),
)
_FIGURES: Final = frozenset(("points", "money"))
"""Number columns, which may start with a sign and are not formulas."""
Cells = Mapping[str, Any]
"""A row by column name. Missing columns are empty."""


class CsvReport(Report):
    """`csv`: one row per board, adjustment, rake and void deal.

    The `points` of all rows sum to the totals. `money` sums to the amounts before rounding for payment.
    A cell that a spreadsheet would read as a formula starts with an apostrophe, unless `csv_raw` is set.
    """

    def deal(self, result: DealResult) -> str:
        deal = result.deal
        start = {"deal": deal.name, "date": deal.day, "rules": deal.table.rules.name, **_names(deal)}
        rows = [self._board(row) for row in board_rows(result)]
        rows += [self._row({**start, **_side(line, _digits(deal.table))}) for line in result.side]
        return csv_rows(rows)

    def _board(self, row: Cells) -> list[str | int]:
        cells = {name.replace("_", " "): value for name, value in row.items()}
        there = "yes" if row["fantasyland"] else None
        next_ = (row["next_cards"] or "yes") if row["next_fantasyland"] else None
        return self._row({**cells, "fantasyland": there, "next fantasyland": next_})

    def _row(self, cells: Cells) -> list[str | int]:
        return [self._cell(column, cells.get(column)) for column in COLUMNS]

    def _cell(self, column: str, value: Any) -> str | int:
        if column == "points" and value is not None:
            return figure(value)
        is_number = column in _FIGURES or isinstance(value, int)
        return value if is_number else safe_cell(value or "", raw=self.csv_raw)

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        opening = [self._row(_side(line, outcome.digits)) for line in outcome.session.opening]
        void = [
            self._row({"deal": d.name, "night": d.log or None, "status": "void", "note": d.why or None})
            for d in outcome.session.void
        ]
        return csv_rows([COLUMNS, *opening]), csv_rows(void)


def _side(line: SideLine, digits: int) -> Cells:
    money = None if line.worth is None else format_money(line.worth, digits)
    return {"player": line.person, "status": line.kind, "points": line.points, "money": money}


def board_rows(result: DealResult) -> list[dict[str, Any]]:
    """Return a deal's boards as dicts. `money` is exact text, or None without a stake."""
    deal, table, digits = result.deal, result.deal.table, _digits(result.deal.table)
    has_stakes = table.stake is not None or bool(table.pair_stakes)
    won, money = _won(result.score)
    rows = []
    for board in result.score.boards:
        shown, stay = BoardView(board).rows, board.fantasyland
        rows.append(
            {
                "number": result.number,
                "deal": deal.name,
                "date": deal.day,
                "rules": table.rules.name,
                "player": board.player,
                "status": board.status.value,
                **{row.label: shown[row].cards if shown else None for row in ROWS},
                **{f"{row.label}_rank": shown[row].rank.name if shown else None for row in ROWS},
                **{f"{row.label}_royalty": shown[row].royalty if shown else None for row in ROWS},
                "royalties": board.royalties,
                "foul": board.foul,
                "natural": None if board.natural is None else board.natural.kind,
                "fantasyland": stay.was,
                "next_fantasyland": stay.next,
                "next_cards": stay.cards,
                "points": won.get(board.player, 0),
                "money": format_money(money.get(board.player, 0), digits) if has_stakes else None,
                "note": "; ".join((*table.notes, *deal.facts.notes)) or None,
                **_names(deal),
            }
        )
    return rows


def _names(deal: Deal) -> Cells:
    """Return the joined titles of log and deal, and the log's name if one of several."""
    title = ", ".join(filter(None, (deal.table.title, deal.facts.title)))
    return {"title": title or None, "night": deal.table.log or None}


def _won(score: DealScore) -> tuple[dict[str, Points], dict[str, Points]]:
    """Return the points and the money of each board, at the stake of each pair."""
    table = score.deal.table
    won: dict[str, Points] = {}
    money: dict[str, Points] = {}
    for first, second, points, _ in score.exchanges:
        stake = stake_between(table, (table.person(first), table.person(second))) or 0
        for sums, amount in ((won, points), (money, points * stake)):
            sums[first] = whole(sums.get(first, 0) + amount)
            sums[second] = whole(sums.get(second, 0) - amount)
    return won, money


def _digits(table: Table) -> int:
    """Return a table's money decimals. The session's are unknown before its end."""
    if table.currency is not None:
        return table.currency.digits
    stakes = (table.stake or Fraction(0), *table.pair_stakes.values())
    return CENTS if any(stake.denominator != 1 for stake in stakes) else 0


def safe_cell(text: str, *, raw: bool = False) -> str:
    """Return text as a cell, with an apostrophe before a formula unless `raw`."""
    shown = show(text)
    return f"'{shown}" if FORMULA.match(shown) and not raw else shown


def csv_rows(rows: Iterable[Sequence[str | int]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
