"""The `chat` report: a few short lines to paste into a group chat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ofcscore.diagnostics.suggestions import listed
from ofcscore.report.views import BoardView, Report, SessionView
from ofcscore.report.wording import count, isolated, person, points_words, signed_money
from ofcscore.scoring.deal import HOUSE
from ofcscore.scoring.score_lines import signed
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult, SessionResult, Standing

_COUNTS: Final[tuple[tuple[str, str, Callable[[Standing], int]], ...]] = (
    ("royalties", "Most royalties", lambda s: sum(s.royalties)),
    ("scoop", "Scoops", lambda s: s.scoops),
    ("fantasyland", "Fantasylands", lambda s: s.fantasylands),
    ("foul", "Fouls", lambda s: s.fouls),
)
"""The highlights: key in the players' vocabulary, English title, and count."""
_NIGHTS: Final = 6
"""The largest number of nights for which each night gets a line."""


class ChatReport(Report):
    """`chat`: payments, results and highlights, without the deals."""

    best_row = (0, "")

    def skip(self, result: DealResult) -> None:
        score = result.score
        for board in score.boards:
            royalty = max(board.earned)
            if royalty > self.best_row[0]:
                rows = BoardView(board, self.style.of_rules(score.rules)).rows
                best = rows[board.earned.index(royalty)]
                self.best_row = (royalty, f"{self.style.text(board.player)}, {best.words}, royalty {royalty}")

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        text = "\n".join(self.lines(outcome)) + "\n"
        text = isolated(text) if self.style.signs else text
        if self.chart:
            from ofcscore.report.chart import render_chart_text

            text += "\n" + "".join(f"{line}\n" for line in render_chart_text(outcome.session, self.style))
        return "", text

    def lines(self, outcome: Outcome) -> list[str]:
        session, style = outcome.session, self.style
        view = SessionView(outcome, style)
        rules = listed([style.text(use.rules.name) for use in session.rules], "and")
        stake = view.stake if outcome.in_money else "points only"
        few = len(session.logs) <= _NIGHTS
        about = f"{count(session.deals, 'deal')}, {rules}, {stake}"
        first, *lines = [*([view.title] if view.title else []), about]
        notes = [*(view.notes if few else []), *([view.void] if view.void else [])]
        lines = [first, *filter(None, [view.left_out]), *view.settlement, *lines, *notes]
        people = sorted(session.totals, key=lambda name: (name == HOUSE, -session.totals[name]))
        lines.append(", ".join(self._result(name, outcome) for name in people))
        if few:
            lines += [f"{style.text(log.called)}: {points_words(log.totals, style)}" for log in view.logs]
        return [*lines, *self._highlights(session)]

    def _result(self, name: str, outcome: Outcome) -> str:
        text = f"{person(name, self.style)} {signed(outcome.session.totals[name])}"
        if outcome.in_money and outcome.money[name]:
            text += f" ({signed_money(outcome.money[name], outcome, label=True)})"
        return text

    def _highlights(self, session: SessionResult) -> list[str]:
        lines = []
        standings, style = session.standings, self.style.of_session(session)
        best = max((s for s in standings if s.best), key=lambda s: s.best or (0, ""), default=None)
        if best is not None and best.best is not None and session.deals > 1 and best.best[0] > 0:
            points, deal = best.best
            lines.append(f"Best deal: {style.text(best.person)}, {signed(points)} in deal {style.text(deal)}")
        if self.best_row[0]:
            lines.append(f"Best row: {self.best_row[1]}")
        for word, title, number in _COUNTS:
            most = max(map(number, standings), default=0)
            if most:
                names = [style.text(s.person) for s in standings if number(s) == most]
                each = " each" if len(names) > 1 else ""
                lines.append(f"{style.say(word, title)}: {listed(names, 'and')}, {most}{each}")
        return lines
