"""The `plain` report: short lines of the form `key: value`, to be searched, compared and read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.game.board import ROWS
from ofcscore.report.base import Report
from ofcscore.report.table import add_running
from ofcscore.report.wording import (
    FILE_STYLE,
    Style,
    board_name,
    board_words,
    count,
    deal_side_words,
    deal_title,
    everyone_fouled,
    fantasyland_words,
    left_out_sentence,
    other_words,
    pair_name,
    person_money,
    points_by_kind,
    points_by_row,
    points_words,
    row_views,
    rules_words,
    settlement_sentences,
    signed,
    stake_words,
    totals_words,
)
from ofcscore.scoring.boards import BoardScore
from ofcscore.scoring.deal import HOUSE, Points
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult, Standing

KINDS: Final = ("rows", "scoop", "royalties", "other")


class PlainReport(Report):
    """`plain`: every line says by itself which deal and which player it is about."""

    has_pairs = True

    def __init__(self, style: Style = FILE_STYLE, *, running: bool = False) -> None:
        self.style = style
        self.running = running
        self.sums: dict[str, Points] = {}

    def deal(self, result: DealResult) -> str:
        return "".join(f"{line}\n" for line in self._deal(result)) + "\n"

    @property
    def skips_many(self) -> bool:
        return not self.running

    def skip(self, result: DealResult) -> None:
        if self.running:
            add_running(self.sums, result)

    def _deal(self, result: DealResult) -> Iterator[str]:
        style = self.style
        yield deal_title(result.deal, style)
        deal = f"deal {style.text(result.deal.name)}"
        for board in result.score.boards:
            yield from _board(board, f"{deal}, {board_name(board, result.deal, style)}", style)
        for pair in result.score.pairs:
            rows = _named([row.label for row in ROWS], points_by_row(pair))
            *parts, total = points_by_kind(pair)
            yield f"{deal}, {pair_name(pair, style)}: {rows}; {_named(KINDS, parts)}; total {total}"
            yield from (f"{deal}, other: {words}" for words in other_words(pair, style))
        if everyone_fouled(result.score):
            yield f"{deal}: everyone fouled, no points change hands"
        for words in deal_side_words(result, style):
            yield f"{deal}: {words[0].lower()}{words[1:]}"
        yield f"{deal}, total: {totals_words(result, style)}"
        if self.running:
            add_running(self.sums, result)
            yield f"{deal}, so far: {points_words(self.sums, style)}"

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        style = self.style
        head = [f"rules: {rules_words(use.rules)}" for use in outcome.session.rules]
        head.append(f"stake: {stake_words(outcome)}")
        tail = [_standing(s, outcome, style) for s in outcome.session.standings]
        if outcome.session.with_house:
            points = signed(outcome.session.totals[HOUSE])
            tail.append(f"standing, the house: {points}{_money(outcome, HOUSE)}")
        tail += settlement_sentences(outcome, style)
        missing = left_out_sentence(outcome)
        if missing is not None:
            tail.append(missing)
        return "\n".join(head) + "\n\n", "\n".join(tail) + "\n"


def _named(names: Iterable[str], figures: Iterable[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, figures, strict=True))


def _board(board: BoardScore, who: str, style: Style) -> Iterator[str]:
    rows = row_views(board)
    for row in rows:
        royalty = f", royalty {row.royalty}" if row.royalty else ""
        yield f"{who}, {row.label}: {row.cards}, {row.rank.name}{royalty}"
    if not rows and board.board.cards is not None:
        yield f"{who}, cards: {board.board.cards}"
    words = board_words(board, style, "foul, ")
    if words is not None:
        yield f"{who}: {words}"
    if board.royalties:
        yield f"{who}, royalties: {board.royalties}"
    stay = fantasyland_words(board.fantasyland)
    if stay is not None:
        yield f"{who}: {stay}"


def _money(outcome: Outcome, name: str) -> str:
    money = person_money(name, outcome, label=True)
    return "" if money is None else f", {money}"


def _standing(s: Standing, outcome: Outcome, style: Style) -> str:
    points = f"{signed(s.points)}{_money(outcome, s.person)}"
    parts = (
        count(s.deals, "deal"),
        count(s.wins, "win"),
        count(s.fouls, "foul"),
        count(s.scoops, "scoop"),
        f"royalties {sum(s.royalties)}",
        count(s.fantasylands, "fantasyland"),
    )
    return f"standing, {style.text(s.person)}: {points}, {', '.join(parts)}"
