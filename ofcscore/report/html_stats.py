"""What a session says of its players as values for the `html` page: tables of figures, and their bars."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from ofcscore.game.board import ROWS
from ofcscore.problems.problem import show
from ofcscore.report.figures import NIGHTS, PLAYERS, Section, figure_title
from ofcscore.report.html_template import Values
from ofcscore.report.wording import FILE_STYLE, Style, average
from ofcscore.session.estimates import Interval
from ofcscore.session.money import Outcome
from ofcscore.session.statistics import PairStatistics, PlayerStatistics, Statistics

_PLAYERS_AT_MOST: Final = 12
"""Of more players nobody compares bars side by side, and they have too many pairs."""


def stats_values(found: Statistics, outcome: Outcome, style: Style = FILE_STYLE) -> Values | None:
    """The figures of all players, and of no crowd royalties by row and head to head; None without deals."""
    if not found.deals:
        return None
    few = len(found.players) <= _PLAYERS_AT_MOST
    sections = [one for one in PLAYERS if one.title != NIGHTS or len(found.nights) > 1]
    style = style.of_session(outcome.session)
    tables = [_table(section, found.players, outcome, style) for section in sections]
    return {
        "names": [own.person for own in found.players],
        "tables": [table for table in tables if table["rows"]],
        "royalties": _royalties(found.players) if few else [],
        "pairs": _pairs(found.pairs) if few else [],
    }


def _table(section: Section, players: Sequence[PlayerStatistics], outcome: Outcome, style: Style) -> Values:
    """A table of figures, those left out that are rare and that nobody has."""
    rows = [
        {
            "label": figure_title(figure, style),
            "definition": figure.definition,
            "cells": [figure.text(own, outcome, show) for own in players],
        }
        for figure in section.figures
        if not figure.rare or any(figure.values(own)[0] for own in players)
    ]
    return {"title": section.title, "rows": rows}


def _royalties(players: Sequence[PlayerStatistics]) -> list[Values]:
    """Royalties a deal by row; `width` is that of a bar in percent. None where nobody has any."""
    means = [[Fraction(own.royalties[row], own.all.deals or 1) for row in ROWS] for own in players]
    most = max((mean for own in means for mean in own), default=Fraction(0))
    if not most:
        return []
    return [
        {
            "player": own.person,
            "rows": [
                {"text": average(mean, 1, 2).lstrip("+"), "width": round(float(100 * mean / most), 1)}
                for mean in own_means
            ],
        }
        for own, own_means in zip(players, means, strict=True)
    ]


def _pairs(pairs: Sequence[PairStatistics]) -> list[Values]:
    """Points a deal of two head to head, with their interval; `at`, `low`, `high`, `zero` in percent."""
    met = [(pair, pair.all.mean, pair.interval) for pair in pairs]
    told = [(pair, mean, where) for pair, mean, where in met if mean is not None and where is not None]
    ends = [0.0, *(end for _, _, where in told for end in (where.low, where.high))]
    low, size = min(ends), (max(ends) - min(ends)) or 1.0

    def place(points: float) -> float:
        return round(100 * (points - low) / size, 1)

    return [
        {
            "first": pair.first,
            "second": pair.second,
            "text": average(mean, 1, 2),
            "interval": _interval(where),
            "at": place(float(mean)),
            "low": place(where.low),
            "high": place(where.high),
            "zero": place(0.0),
        }
        for pair, mean, where in told
    ]


def _interval(where: Interval) -> str:
    return " to ".join(average(Fraction(end), 1, 2) for end in (where.low, where.high))
