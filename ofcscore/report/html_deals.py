"""The deals of an `html` page as values for its templates."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.words import listed
from ofcscore.files.reading import package_text
from ofcscore.game.board import ROWS, Row
from ofcscore.game.cards import SUIT_SIGNS
from ofcscore.report.views import BoardView, DealView, PairView
from ofcscore.report.wording import FILE_STYLE, Style, isolated, real_minus
from ofcscore.scoring.boards import Status
from ofcscore.scoring.lines import signed
from ofcscore.session.result import DealResult

if TYPE_CHECKING:
    from jinja2 import Template


Values = dict[str, Any]
_FOLDER: Final = "templates"


class AsItIs(str):
    """Text that goes into the page as it is: its maker has escaped every name in it."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


@cache
def page_script() -> Values:
    """Return the script of the page, and the `digest` by which the page allows this one and no other."""
    text = _source("page.js")
    digest = b64encode(sha256(text.encode()).digest()).decode()
    return {"text": AsItIs(text), "digest": f"sha256-{digest}"}


@cache
def page_template() -> Template:
    """Return the template of the page."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters["minus"] = real_minus
    environment.filters["tone"] = _tone
    return environment.get_template("page.html")


def _source(name: str) -> str:
    return package_text("ofcscore.report", f"{_FOLDER}/{name}")


def _tone(text: str) -> str:
    """Return the color of signed points or money: won, lost or neither."""
    return "up" if text.startswith("+") else "down" if text.startswith("-") else "even"


def _shown(value: object) -> object:
    """Remove from a text what reorders it: marks, and names beside figures."""
    return isolated(show(value)) if type(value) is str else value


_TEXT_STYLE: Final = "\N{VARIATION SELECTOR-15}"
"""Behind a suit: as a letter, not as a coloured picture."""
_RED: Final = ("h", "d")
_FOUL, _LAND, _SCOOP, _NATURAL = 1, 2, 4, 8
"""The bits for foul, fantasyland, scoop and natural that the page's script searches for."""


def deal_entry(result: DealResult, columns: Mapping[str, int]) -> list[str | float]:
    """Return a deal for the search of the page: its name and date, and three numbers for each person.

    They are the person's column, points, and a bit for each of foul, fantasyland, scoop and natural.
    """
    marks: Counter[str] = Counter()
    person = result.deal.table.person
    for board in result.score.boards:
        marks[person(board.player)] |= (
            _FOUL * (board.status is Status.FOUL)
            | _LAND * (board.fantasyland.was or board.fantasyland.next)
            | _NATURAL * (board.natural is not None)
        )
    for exchange in result.score.exchanges:
        if exchange.scoop:
            marks[person(exchange.first if exchange.scoop > 0 else exchange.second)] |= _SCOOP
    entry: list[str | float] = [" ".join(filter(None, (result.deal.name, result.deal.date)))]
    for name, points in result.totals.items():
        entry += columns[name], points if isinstance(points, int) else float(points), marks[name]
    return entry


def deal_values(
    result: DealResult, number: int, columns: Mapping[str, int], style: Style = FILE_STYLE
) -> Values:
    """Return one deal: what words, figures and cards a page makes of it.

    `columns` has the place of each person beside the others, from 1. `bare` is what a deal is called in its
    `log`, which has a name where it is one of several.
    """
    deal, view = result.deal, DealView(result, style)
    return {
        "id": f"deal-{number}",
        "name": deal.called,
        "log": deal.table.log,
        "bare": deal.name,
        "title": deal.facts.title,
        "date": deal.date,
        "totals": [
            {"player": name, "points": signed(points), "column": columns[name]}
            for name, points in result.totals.items()
        ],
        "notes": _deal_notes(result, view),
        "said": deal.facts.notes,
        "boards": [_board_values(board) for board in view.boards],
        "everyone_fouled": view.everyone_fouled,
        "pairs": [_pair_values(pair) for pair in view.pairs],
        "side": view.side,
    }


def _deal_notes(result: DealResult, deal: DealView) -> list[Values]:
    """Return the notes in the heading of a deal, each with its kind."""
    notes: list[Values] = []
    for view in deal.boards:
        if view.verb is not None:
            kind = "good" if view.score.natural is not None else "foul"
            notes.append({"kind": kind, "text": f"{show(view.score.player)} {view.verb}"})
    scooped: dict[str, list[str]] = {}
    fouled = {b.player for b in result.score.boards if b.status is Status.FOUL}
    for exchange in result.score.exchanges:
        if exchange.scoop:
            ends = (exchange.first, exchange.second)
            winner, loser = ends if exchange.scoop > 0 else ends[::-1]
            if loser not in fouled:
                scooped.setdefault(winner, []).append(show(loser))
    scoops = deal.style.of_rules(result.score.rules).say("scoop", "scoops")
    notes += [
        {"kind": "good", "text": f"{show(winner)} {scoops} {listed(losers, 'and')}"}
        for winner, losers in scooped.items()
    ]
    for board in result.score.boards:
        how = _IN_LAND.get((board.fantasyland.was, board.fantasyland.next))
        if how is not None:
            notes.append({"kind": "land", "text": f"{show(board.player)} {how} fantasyland"})
    if any(line.kind == "adjust" for line in result.side):
        notes.append({"kind": "side", "text": "adjusted"})
    return notes


_IN_LAND: Final = {(True, True): "stays in", (True, False): "in", (False, True): "makes"}
"""The word before `fantasyland` in a note, by whether the player was there and is there next."""


def _board_values(view: BoardView) -> Values:
    board = view.score
    rows = [
        {
            "label": row.label,
            "cards": _row_cards(row.cards),
            "flush": row.cards.endswith(" flush"),
            "rank": row.words,
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
        "cards": [] if view.cards is None else _row_cards(view.cards),
        "royalties": board.royalties,
    }


def _row_cards(text: str) -> list[Values]:
    """Return the cards of a row: rank as printed on a card, suit sign (empty if left out), whether red."""
    return [
        {
            "rank": "10" if card[0] == "T" else card[0],
            "suit": SUIT_SIGNS[card[1]] + _TEXT_STYLE if len(card) == 2 else "",
            "red": card[1:] in _RED,
        }
        for card in text.split()
        if card != "flush"
    ]


_KIND_WORDS: Final = {"scoop-all": "scoop of all", "limit": "chips"}
"""Kinds of score lines that are called otherwise on the page."""


def _pair_values(view: PairView) -> Values:
    pair, style = view.score, view.style
    return {
        "first": pair.first,
        "second": pair.second,
        "points": signed(pair.points),
        "rows": [{"label": style.say(row.label), "points": signed(pair.row(row))} for row in ROWS],
        "by_row": any(line.row is not None for line in pair.lines),
        "lines": [
            {
                "kind": line.kind,
                "row": None if line.row is None else style.say(line.row.label),
                "what": _what(line.kind, line.row, style),
                "note": style.tell(line.why),
                "points": signed(line.points),
            }
            for line in pair.lines
        ],
    }


def _what(kind: str, row: Row | None, style: Style) -> str:
    if kind == "row" and row is not None:
        return style.say(row.label)
    return style.say(kind, _KIND_WORDS.get(kind, kind))
