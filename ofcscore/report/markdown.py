"""The `markdown` report: the tables of the `table` report for a page or a forum."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ofcscore.game.board import ROWS
from ofcscore.problems.problem import show
from ofcscore.report.base import Report
from ofcscore.report.table import standings_head, standings_rows
from ofcscore.report.wording import (
    EVERYONE_FOULED,
    Style,
    board_name,
    board_words,
    deal_side_words,
    deal_title,
    everyone_fouled,
    fantasyland_words,
    left_out_sentence,
    other_words,
    pair_name,
    points_by_kind,
    points_by_row,
    row_views,
    rules_words,
    settlement_sentences,
    stake_words,
    totals_words,
)
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult

_SPECIAL: Final = re.compile(r"[\\`*_{}\[\]<>|~&$^#@]|:(?=//)|(?<=[Ww][Ww][Ww])\.")
_START: Final = re.compile(r"[-+=:]|[0-9]+[.)]")
_ENTITIES: Final = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "&#64;"}


def escape(text: str) -> str:
    """Text of the user's that Markdown, and HTML inside it, shows as it is written."""
    escaped = _SPECIAL.sub(lambda match: _ENTITIES.get(match[0], f"\\{match[0]}"), text)
    start = _START.match(text)
    if start:
        at = start.end() - 1
        escaped = f"{escaped[:at]}\\{escaped[at:]}"
    return escaped


class _Escaped(Style):
    """A style whose texts are escaped for Markdown."""

    def text(self, text: str) -> str:
        return escape(show(text))


STYLE: Final = _Escaped()


def pipe_table(rows: Sequence[Sequence[str]], align: str) -> Iterator[str]:
    """Cells as a Markdown table, the first row its head."""
    head, *body = rows
    yield f"| {' | '.join(head)} |"
    yield "|" + "|".join(" --- " if side == "l" else " ---: " for side in align) + "|"
    for row in body:
        yield f"| {' | '.join(row)} |"


class MarkdownReport(Report):
    """`markdown`: a heading a deal, tables, sentences."""

    has_pairs = True

    def deal(self, result: DealResult) -> str:
        return "\n".join(self._deal(result)) + "\n\n"

    def _deal(self, result: DealResult) -> Iterator[str]:
        score = result.score
        yield f"## {deal_title(result.deal, STYLE)}\n"
        rows = [["", *(row.label for row in ROWS), "royalties", ""]]
        rows += [[board_name(board, result.deal, STYLE), *_board(board)] for board in score.boards]
        yield from pipe_table(rows, "llllrl")
        yield ""
        if everyone_fouled(score):
            yield f"{EVERYONE_FOULED}\n"
        elif score.pairs:
            rows = [["", *(row.label for row in ROWS), "rows", "scoop", "royalties", "other", "total"]]
            for pair in score.pairs:
                rows.append([pair_name(pair, STYLE), *points_by_row(pair), *points_by_kind(pair)])
            yield from pipe_table(rows, "lrrrrrrrr")
            yield ""
            others = [words for pair in score.pairs for words in other_words(pair, STYLE)]
            if others:
                yield from (f"- {words}" for words in others)
                yield ""
        for words in deal_side_words(result, STYLE):
            yield f"{words}\n"
        yield f"Total: {totals_words(result, STYLE)}"

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        session = outcome.session
        head = [f"Rules: {escape(rules_words(use.rules))}  " for use in session.rules]
        head.append(f"Stake: {escape(stake_words(outcome))}")
        columns = standings_head(outcome)
        rows = [["", *columns], *standings_rows(outcome, session.standings, STYLE.text)]
        tail = ["## Standings\n", *pipe_table(rows, "l" + "r" * len(columns)), ""]
        tail += [f"- {text}" for text in settlement_sentences(outcome, STYLE)]
        missing = left_out_sentence(outcome)
        if missing is not None:
            tail += ["", f"**{escape(missing)}**"]
        return "\n".join(head) + "\n\n", "\n".join(tail) + "\n"


def _board(board: BoardScore) -> list[str]:
    words = [board_words(board, STYLE), fantasyland_words(board.fantasyland)]
    cells = [
        f"{Style.cards(STYLE, row.cards)}, {row.rank.name}" + (f" +{row.royalty}" if row.royalty else "")
        for row in row_views(board)
    ]
    if not cells:
        cells = ["" if board.board.cards is None else STYLE.cards(board.board.cards), "", ""]
    royalties = str(board.royalties) if board.status is Status.SET else ""
    return [*cells, royalties, "; ".join(filter(None, words))]
