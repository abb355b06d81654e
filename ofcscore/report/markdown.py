"""The `markdown` report: the tables of the `table` report for a page or a forum."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ofcscore.diagnostics.problem import show
from ofcscore.game.board import ROWS
from ofcscore.report.table import Rows, nights, pair_rows, standings
from ofcscore.report.views import EVERYONE_FOULED, BoardView, DealView, PairView, Report, SessionView
from ofcscore.report.wording import Style, points_words
from ofcscore.scoring.boards import Status
from ofcscore.scoring.score_lines import signed
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult

_SPECIAL: Final = re.compile(r"[\\`*_{}\[\]<>|~&$^#@]|:(?=//)|(?<=[Ww][Ww][Ww])\.")
_START: Final = re.compile(r"[-+=:]|[0-9]+[.)]")
_ENTITIES: Final = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "&#64;"}


def escape(text: str) -> str:
    """Escape a user's text so that Markdown and HTML show it unchanged."""
    escaped = _SPECIAL.sub(lambda match: _ENTITIES.get(match[0], f"\\{match[0]}"), text)
    start = _START.match(text)
    if start:
        at = start.end() - 1
        escaped = f"{escaped[:at]}\\{escaped[at:]}"
    return escaped


class _Escaped(Style):
    """A style that escapes text for Markdown."""

    def text(self, text: str) -> str:
        return escape(show(text))


STYLE: Final = _Escaped()


def pipe_table(rows: Rows, align: str = "") -> Iterator[str]:
    """Yield a table; by default only the first column is aligned left."""
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    align = align or "l".ljust(len(rows[0]), "r")
    yield head
    yield "|" + "|".join(" --- " if side == "l" else " ---: " for side in align) + "|"
    yield from body


class MarkdownReport(Report):
    """`markdown`: payments, tables of the session, then tables for each deal."""

    has_pairs = True
    shown = 0

    def __init__(self, style: Style = STYLE, **options: bool) -> None:
        super().__init__(STYLE._replace(own=style.own, handles=style.handles), **options)

    def deal(self, result: DealResult) -> str:
        self.shown += 1
        return "\n".join(self._deal(result)) + "\n\n"

    def _deal(self, result: DealResult) -> Iterator[str]:
        deal = DealView(result, self.style)
        yield f"## {deal.title}\n"
        for note in deal.notes:
            yield f"{note}\n"
        say = self.style.of_rules(result.score.rules).say
        labels = [say(row.label) for row in ROWS]
        rows = [["", *labels, "royalties", ""]]
        rows += [[board.name, *_board(board)] for board in deal.boards]
        if deal.boards:
            yield from pipe_table(rows, "llllrl")
            yield ""
        if deal.everyone_fouled:
            yield f"{EVERYONE_FOULED}\n"
        elif deal.pairs:
            kinds = say("row", "rows"), say("scoop")
            rows = [["", *labels, *kinds, "royalties", "other", "total"]]
            rows += [[pair.name, *pair.figures.by_row, *pair.figures.by_kind] for pair in deal.pairs]
            yield from pipe_table(rows)
            yield ""
            reasons = [line for pair in deal.pairs for line in self._reasons(pair)]
            yield from (*reasons, "") if reasons else ()
        for words in deal.side:
            yield f"{words}\n"
        yield f"Total: {deal.totals}"
        if self.running:
            yield f"\nSo far: {points_words(self.so_far(result), self.style)}"

    def _reasons(self, pair: PairView) -> Iterator[str]:
        """Yield the reasons for a pair's points as list items. `why` adds every line."""
        if not self.why:
            yield from (f"- {words}" for words in pair.others)
            return
        yield f"- {pair.name} {signed(pair.score.points)}"
        for line in pair.lines:
            yield f"  - {line.what} {line.points}" + (f", {line.note}" if line.note else "")

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        session = outcome.session
        view = SessionView(outcome, self.style)
        head = [f"# {view.title}\n"] if view.title else []
        head += [f"**{escape(view.left_out)}**\n"] if view.left_out else []
        head += [*(f"- {text}" for text in view.settlement), ""] if view.settlement else []
        head += [f"{note}  " for note in view.notes]
        head += [f"Rules: {escape(rules)}  " for rules in view.rules]
        head += [f"Stake: {escape(view.stake)}", ""]
        # The names in `void` are already escaped.
        head += [view.void, ""] if view.void else []
        tables = [standings(view, session.standings)]
        # A single deal shows its own pair table.
        if view.pairs and (session.deals > 1 or not self.shown):
            tables += pair_rows(view.pairs, self.style.of_session(session))
        if view.logs:
            tables.append(nights(view, self.style.text))
        for rows in tables:
            head += [*pipe_table(rows), ""]
        return "\n".join(head) + "\n", ""


def _board(board: BoardView) -> list[str]:
    cells = [
        f"{STYLE.cards(row.cards)}, {row.words}" + (f" +{row.royalty}" if row.royalty else "")
        for row in board.rows
    ]
    if not cells:
        cells = ["" if board.cards is None else STYLE.cards(board.cards), "", ""]
    royalties = str(board.score.royalties) if board.score.status is Status.SET else ""
    return [*cells, royalties, "; ".join(filter(None, (board.words(), board.fantasyland)))]
