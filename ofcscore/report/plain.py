"""The `plain` report: short lines of the form `key: value`, to be searched, compared and read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.game.board import ROWS
from ofcscore.report.base import RunningReport
from ofcscore.report.views import BoardView, DealView, SessionView
from ofcscore.report.wording import Style, count, person_money, points_words, rules_words
from ofcscore.scoring.deal import HOUSE
from ofcscore.scoring.lines import signed
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult, Standing

_KINDS: Final = (("row", "rows"), ("scoop", "scoop"), ("royalties", "royalties"), ("other", "other"))
"""What a pair exchanges by kind: the key among the words, and what it is called without them."""


class PlainReport(RunningReport):
    """`plain`: every line says by itself which deal and which player it is about."""

    has_pairs = True

    def deal(self, result: DealResult) -> str:
        return "".join(f"{line}\n" for line in self._deal(result)) + "\n"

    def _deal(self, result: DealResult) -> Iterator[str]:
        view = DealView(result, self.style)
        yield view.title
        deal = f"deal {self.style.text(result.deal.called)}"
        yield from (f"{deal}, {note[0].lower()}{note[1:]}" for note in view.notes)
        for board in view.boards:
            yield from _board(board, f"{deal}, {board.name}")
        for pair in view.pairs:
            say = pair.style.say
            rows = _named([say(row.label) for row in ROWS], pair.by_row)
            *kinds, total = pair.by_kind
            by_kind = _named([say(*kind) for kind in _KINDS], kinds)
            yield f"{deal}, {pair.name}: {rows}; {by_kind}; total {total}"
            if self.why:
                yield from (
                    f"{deal}, {pair.name}, {line.what}: {line.points}{line.because}" for line in pair.lines
                )
            else:
                yield from (f"{deal}, other: {words}" for words in pair.others)
        if view.everyone_fouled:
            yield f"{deal}: everyone fouled, no points change hands"
        for words in view.side:
            yield f"{deal}: {words[0].lower()}{words[1:]}"
        yield f"{deal}, total: {view.totals}"
        if self.running:
            yield f"{deal}, so far: {points_words(self.so_far(result), self.style)}"

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        style = self.style
        view = SessionView(outcome, style)
        tail = [f"night {style.text(log.called)}: {points_words(log.totals, style)}" for log in view.logs]
        tail += [_standing(s, outcome, style) for s in outcome.session.standings]
        if outcome.session.with_house:
            points = signed(outcome.session.totals[HOUSE])
            tail.append(f"standing, the house: {points}{_money(outcome, HOUSE)}")
        tail += [*view.settlement, *([view.left_out] if view.left_out else [])]
        return "\n".join(head_lines(view)) + "\n\n", "\n".join(tail) + "\n"


def head_lines(view: SessionView) -> Iterator[str]:
    """What the logs say of themselves, the rule sets, and the stake."""
    yield from [f"title: {view.title}"] if view.title else ()
    yield from (f"n{note[1:]}" for note in view.notes)
    yield from (f"rules: {rules_words(use.rules)}" for use in view.outcome.session.rules)
    yield f"stake: {view.stake}"


def _named(names: Iterable[str], figures: Iterable[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, figures, strict=True))


def _board(board: BoardView, who: str) -> Iterator[str]:
    for row in board.rows:
        royalty = f", royalty {row.royalty}" if row.royalty else ""
        yield f"{who}, {row.label}: {row.cards}, {row.words}{royalty}"
    if board.cards is not None:
        yield f"{who}, cards: {board.cards}"
    words = board.words(foul="foul, ")
    if words is not None:
        yield f"{who}: {words}"
    if board.score.royalties:
        yield f"{who}, royalties: {board.score.royalties}"
    if board.fantasyland is not None:
        yield f"{who}: {board.fantasyland}"


def _money(outcome: Outcome, name: str) -> str:
    money = person_money(name, outcome, label=True)
    return "" if money is None else f", {money}"


def _standing(s: Standing, outcome: Outcome, style: Style) -> str:
    style = style.of_session(outcome.session)
    points = f"{signed(s.points)}{_money(outcome, s.person)}"
    parts = (
        count(s.deals, "deal"),
        count(s.wins, "win"),
        style.counted(s.fouls, "foul"),
        style.counted(s.scoops, "scoop"),
        f"royalties {sum(s.royalties)}",
        count(s.fantasylands, "fantasyland"),
    )
    return f"standing, {style.text(s.person)}: {points}, {', '.join(parts)}"
