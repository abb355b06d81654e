"""The deals of an `html` page as values for its templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ofcscore.game.board import ROWS, Row
from ofcscore.game.cards import SUIT_SIGNS
from ofcscore.problems.problem import show
from ofcscore.problems.words import listed
from ofcscore.report.html_template import Values
from ofcscore.report.json import deal_data
from ofcscore.report.views import BoardView, DealView, board_views
from ofcscore.report.wording import (
    FILE_STYLE,
    points_words,
)
from ofcscore.scoring.boards import Status
from ofcscore.scoring.deal import Points
from ofcscore.scoring.lines import PairScore, signed
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult

COLUMNS_AT_MOST: Final = 12
"""For more people than that a deal's row names them, instead of a column each."""
_TEXT_STYLE: Final = "\N{VARIATION SELECTOR-15}"
"""Behind a suit: as a letter, not as a coloured picture."""
_RED: Final = "hd"


@dataclass(frozen=True, slots=True)
class DealRow:
    """What a deal's row needs, kept while it is not known which deals the page shows."""

    number: int
    name: str
    date: str | None
    totals: Mapping[str, Points]
    notes: Mapping[str, str]


def line_notes(result: DealResult) -> dict[str, str]:
    """What is worth a word of each person in a deal's row."""
    notes: dict[str, list[str]] = {}
    for board in result.score.boards:
        words = notes.setdefault(result.deal.table.person(board.player), [])
        if board.status is Status.NATURAL and board.natural is not None:
            words.append(board.natural.name)
        elif board.status in (Status.FOUL, Status.SURRENDER):
            words.append(board.status.value)
        if board.fantasyland.was:
            words.append("in fantasyland")
        if board.fantasyland.next:
            words.append("to fantasyland")
    return {name: ", ".join(words) for name, words in notes.items() if words}


def line_values(lines: Iterable[DealRow], hidden: int, outcome: Outcome) -> Values:
    """Rows of deals; those shown in full have the `id` of their place on the page."""
    names = [s.person for s in outcome.session.standings]
    columns = names if len(names) <= COLUMNS_AT_MOST else []

    def rows() -> Iterator[Values]:
        for line in lines:
            cells = [
                (signed(line.totals[name]) if name in line.totals else "", line.notes.get(name, ""))
                for name in columns
            ]
            yield {
                "id": _deal_id(line.number) if line.number > hidden else None,
                "name": line.name,
                "date": line.date,
                "totals": cells,
                "words": "" if columns else points_words(line.totals, FILE_STYLE),
            }

    return {"names": columns, "rows": rows()}


def _deal_id(number: int) -> str:
    return f"deal-{number}"


def deal_values(result: DealResult, number: int, columns: Mapping[str, int]) -> Values:
    """One deal: `data` is its JSON, the rest is what words, figures and cards a page makes of it.

    `columns` has the place of each person beside the others, from 1.
    """
    deal, view = result.deal, DealView(result, FILE_STYLE)
    return {
        "id": _deal_id(number),
        "name": deal.name,
        "date": deal.date,
        "data": deal_data(result),
        "totals": [
            {"player": name, "points": signed(points), "column": columns[name]}
            for name, points in result.totals.items()
        ],
        "notes": _deal_notes(result),
        "said": deal.facts.notes,
        "boards": [_board_values(board) for board in view.boards],
        "everyone_fouled": view.everyone_fouled,
        "pairs": [_pair_values(pair) for pair in result.score.pairs],
        "side": view.side,
    }


def _deal_notes(result: DealResult) -> list[Values]:
    """What is worth a word in the deal's heading, each with its kind."""
    notes: list[Values] = []
    for view in board_views(result.score):
        if view.verb is not None:
            kind = "good" if view.score.status is Status.NATURAL else "foul"
            notes.append({"kind": kind, "text": f"{show(view.score.player)} {view.verb}"})
    scooped: dict[str, list[str]] = {}
    fouled = {b.player for b in result.score.boards if b.status is Status.FOUL}
    for exchange in result.score.exchanges:
        if exchange.scoop:
            ends = (exchange.first, exchange.second)
            winner, loser = ends if exchange.scoop > 0 else ends[::-1]
            if loser not in fouled:
                scooped.setdefault(winner, []).append(show(loser))
    notes += [
        {"kind": "good", "text": f"{show(winner)} scoops {listed(losers, 'and')}"}
        for winner, losers in scooped.items()
    ]
    for board in result.score.boards:
        if board.fantasyland.was:
            where = "stays in" if board.fantasyland.next else "in"
            notes.append({"kind": "land", "text": f"{show(board.player)} {where} fantasyland"})
        elif board.fantasyland.next:
            notes.append({"kind": "land", "text": f"{show(board.player)} makes fantasyland"})
    if any(line.kind == "adjust" for line in result.side):
        notes.append({"kind": "side", "text": "adjusted"})
    return notes


def _board_values(view: BoardView) -> Values:
    board = view.score
    rows = [
        {
            "label": row.label,
            "cards": _card_values(row.cards),
            "flush": row.cards.endswith(" flush"),
            "rank": row.rank.name,
            "royalty": row.royalty,
        }
        for row in view.rows
    ]
    return {
        "player": board.player,
        "person": board.player if view.owner is None else view.owner,
        "status": board.status.value,
        "words": view.words(foul=""),
        "fantasyland": view.fantasyland,
        "rows": rows,
        "cards": [] if view.cards is None else _card_values(view.cards),
        "royalties": board.royalties,
    }


def _card_values(text: str) -> list[Values]:
    """The cards of a row: rank as it is printed on a card, suit sign (empty where left out), whether red."""
    return [
        {
            "rank": "10" if card[0] == "T" else card[0],
            "suit": SUIT_SIGNS[card[1]] + _TEXT_STYLE if len(card) == 2 else "",
            "red": card[1:] in _RED and len(card) == 2,
        }
        for card in text.split()
        if card != "flush"
    ]


_KIND_WORDS: Final = {"scoop-all": "scoop of all", "limit": "chips"}
"""Kinds of score lines that are called otherwise on the page."""


def _pair_values(pair: PairScore) -> Values:
    return {
        "first": pair.first,
        "second": pair.second,
        "points": signed(pair.points),
        "rows": [{"label": row.label, "points": signed(pair.row(row))} for row in ROWS],
        "by_row": any(line.row is not None for line in pair.lines),
        "lines": [
            {
                "kind": line.kind,
                "row": None if line.row is None else line.row.label,
                "what": _what(line.kind, line.row),
                "note": line.note,
                "points": signed(line.points),
            }
            for line in pair.lines
        ],
    }


def _what(kind: str, row: Row | None) -> str:
    if kind == "row" and row is not None:
        return row.label
    return _KIND_WORDS.get(kind, kind)
