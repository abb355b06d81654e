"""The session, its players and the rules of an `html` page as values for its templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

from ofcscore.diagnostics.problem import show, sort_problems
from ofcscore.diagnostics.words import listed
from ofcscore.game.board import ROWS
from ofcscore.report.chart import chart_words, moments, running_totals
from ofcscore.report.chart_svg import MIDDLE, NARROW, WIDE, chart_svg
from ofcscore.report.figures import Section, figure_title, sections
from ofcscore.report.html_deals import AsItIs, Values
from ofcscore.report.json import head_data, standings_data, tail_data
from ofcscore.report.views import SessionView
from ofcscore.report.wording import (
    FILE_STYLE,
    Style,
    average,
    capital,
    count,
    money,
    person,
    person_money,
    side_words,
    signed_money,
)
from ofcscore.rules.describe import royalty_table, sentences
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import HOUSE
from ofcscore.scoring.lines import signed
from ofcscore.session.money import Outcome
from ofcscore.session.result import SessionResult
from ofcscore.session.statistics import PairStatistics, PlayerStatistics, Statistics

_MATRIX_AT_MOST: Final = 12
_CELLS_A_PAIR: Final = 8
"""A matrix of more people than that, and of more cells for each two who met, is a list instead."""
_PROBLEMS_SHOWN: Final = 50


def session_values(outcome: Outcome, dates: list[str], style: Style) -> Values:
    """Return all that a template gets but the deals, and how many of them there are."""
    style = style.of_session(outcome.session)
    view = SessionView(outcome, style)
    return {
        "title": _title(outcome.session),
        "about": _about(view, dates),
        "log_notes": view.notes,
        "report": {**head_data(outcome), **tail_data(outcome), "standings": standings_data(outcome)},
        **_money_values(view),
        **_problem_values(view),
        "standings": _standing_values(view),
        "chart": _chart_values(outcome.session),
        **_pairs_values(outcome),
        "outside": _outside(outcome),
        "rule_sets": [rule_values(use.rules, use.deals, style) for use in outcome.session.rules],
    }


def _title(session: SessionResult) -> str:
    """Return the page's title: titles of the logs, or file names without folders, which are private."""
    names = list(dict.fromkeys(table.title or Path(table.file).stem for table in session.tables))
    names = [name for name in names if name not in ("", "-") and name[0] + name[-1] != "<>"]
    if not names:
        return "Chinese poker"
    return listed(names, "and") if len(names) < 4 else f"{names[0]} and {len(names) - 1} more logs"


def _about(view: SessionView, dates: list[str]) -> list[str]:
    session = view.outcome.session
    facts = [count(session.deals, "deal")]
    if dates:
        facts.append(dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}")
    facts.append(count(len(session.standings), "player"))
    facts.append(view.stake if view.outcome.in_money else "points only")
    facts += [view.void] if view.void else []
    return facts


def _money_values(view: SessionView) -> Values:
    outcome, style = view
    sentences = [*map(view.payment, outcome.payments)]
    return {
        "settled": outcome.way.way != "none",
        "payments": [
            {
                "from": capital(person(p.payer, style)),
                "to": person(p.payee, style),
                "amount": money(p.amount, outcome, style),
                "text": sentence.removesuffix("."),
                "doubt": view.doubt(p),
                "link": view.pay_link(p),
            }
            for p, sentence in zip(outcome.payments, sentences, strict=True)
        ],
        "payment_notes": [*view.payment_notes, *(s for s in view.payments if s not in sentences)],
    }


def _problem_values(view: SessionView) -> Values:
    """Return the problems and warnings; file names lose their folders, which are private."""
    outcome = view.outcome
    values: Values = {"left_out": view.left_out}
    files = {p.place.file for p in outcome.problems} | {table.file for table in outcome.session.tables}
    bare = {show(file): show(Path(file).name) for file in sorted(files, key=len, reverse=True) if file}

    def told(text: str | None) -> str | None:
        for file, name in bare.items():
            text = text and text.replace(file, name)
        return text

    for key, warning in (("problems", False), ("warnings", True)):
        found = sort_problems(p for p in outcome.problems if p.warning is warning)
        values[key] = [
            {"message": told(p.message), "place": told(str(p.place)), "hint": told(p.hint)}
            for p in found[:_PROBLEMS_SHOWN]
        ]
        values[f"more_{key}"] = max(len(found) - _PROBLEMS_SHOWN, 0)
    return values


def _standing_values(view: SessionView) -> list[Values]:
    """Best first, equal points share a place; the house, where it took part, has none."""
    outcome, people = view.outcome, view.best_first
    points = [s.points for s in people]

    def standing(place: str, player: str, name: str, deals: int | str) -> Values:
        shown = {"place": place, "player": player, "points": signed(outcome.session.totals[name])}
        return {**shown, "money": person_money(name, outcome), "deals": deals}

    rows = [standing(str(points.index(s.points) + 1), s.person, s.person, s.deals) for s in people]
    return [*rows, standing("", "the house", HOUSE, "")] if outcome.session.with_house else rows


def night_values(
    statistics: Statistics, firsts: Mapping[int, int], columns: Mapping[str, int]
) -> list[Values]:
    """Return the nights of a session of several, with what everybody of the columns won in them.

    `firsts` has the number of the first deal that the page has of each.
    """
    if len(statistics.nights) < 2:
        return []
    return [
        {
            "number": number,
            "name": night.name,
            "title": night.title,
            "date": night.date,
            "deals": night.deals,
            "words": count(night.deals, "deal"),
            "points": {name: signed(points) for name, points in night.totals.items()},
            "first": firsts.get(number),
            "totals": [
                {"player": name, "points": signed(night.totals[name]), "column": column}
                for name, column in columns.items()
                if name in night.totals
            ],
        }
        for number, night in enumerate(statistics.nights, 1)
    ]


def _chart_values(session: SessionResult) -> Values | None:
    lines = running_totals(session)
    if not lines or not session.deals:
        return None
    at = moments(lines)
    return {
        "wide": AsItIs(chart_svg(lines, WIDE, session.nights)),
        "middle": AsItIs(chart_svg(lines, MIDDLE, session.nights)),
        "narrow": AsItIs(chart_svg(lines, NARROW, session.nights)),
        "words": chart_words(lines),
        "names": [line.person for line in lines],
        "rows": [
            {
                "deals": deals,
                "totals": [None if (t := line.after(deals)) is None else signed(t) for line in lines],
            }
            for deals in at
        ],
        "all": len(at) == session.deals,
    }


def _pairs_values(outcome: Outcome) -> Values:
    """Return who won how much from whom: a matrix, or a list of pairs if it would be nearly empty.

    So a page grows with the pairs that met, and not with the square of the people.
    """
    pairs = outcome.session.pairs
    names = [s.person for s in outcome.session.standings]
    cells: dict[tuple[str, str], Values] = {}
    for (a, b), (points, won) in pairs.items():
        for ends, side in (((a, b), 1), ((b, a), -1)):
            money = signed_money(side * won, outcome) if outcome.in_money else None
            cells[ends] = {"points": signed(side * points), "money": money}
    if len(names) ** 2 > max(_MATRIX_AT_MOST**2, _CELLS_A_PAIR * len(pairs)):
        met = [{"first": a, "second": b, **cells[a, b]} for a, b in pairs]
        return {"matrix": None, "pairs": met or None}
    rows = [{"player": name, "cells": [cells.get((name, other)) for other in names]} for name in names]
    return {"matrix": {"names": names, "rows": rows} if pairs else None, "pairs": None}


def _outside(outcome: Outcome) -> list[str]:
    """Return lines on what is outside the pairs: adjustments, rake, chips, fantasyland still due."""
    session = outcome.session
    lines = side_words(session.adjusted, session.currency, FILE_STYLE)
    if session.raked:
        shares = [f"{show(name)} {money(share, outcome)}" for name, share in session.raked.items()]
        lines.append(f"Rake paid to the house: {', '.join(shares)}")
    if session.chips:
        lines.append(f"Chips now: {', '.join(f'{show(n)} {c}' for n, c in session.chips.items())}")
    for name, cards in session.due.items():
        lines.append(f"{show(name)} is still due a fantasyland deal with {cards} cards")
    return lines


_UNUSED: Final = frozenset({"none", "not played"})
"""The texts that rule sets have for an option they do without."""
_LEFT_OUT: Final = "decided by"
"""The topic that the page leaves out: only authors of rule sets ask about it."""


def rule_values(rules: Rules, deals: int, style: Style = FILE_STYLE) -> Values:
    said = [s for s in sentences(rules.settings) if s.topic != _LEFT_OUT]
    royalties = royalty_table(rules.settings, style.of_rules(rules).speech).rows
    return {
        "name": rules.name,
        "title": rules.title,
        "source": rules.source,
        "digest": rules.digest,
        "deals": deals,
        "sentences": [{"topic": s.topic, "text": s.text} for s in said if s.text not in _UNUSED],
        "unused": [s.topic for s in said if s.text in _UNUSED],
        "royalties": [{"rank": row[0].strip(), "cells": row[1:]} for row in royalties],
    }


# -- what a session says of its players -----------------------------------------------------------------

_PLAYERS_AT_MOST: Final = 12
"""Of more players nobody compares bars side by side, and they have too many pairs."""


def stats_values(found: Statistics, outcome: Outcome, style: Style) -> Values | None:
    """Return the figures of all players, and of no crowd royalties by row and head to head.

    None without deals.
    """
    if not found.deals:
        return None
    few = len(found.players) <= _PLAYERS_AT_MOST
    style = style.of_session(outcome.session)
    tables = [_table(one, found.players, outcome, style) for one in sections(len(found.nights))]
    return {
        "names": [own.person for own in found.players],
        "tables": [table for table in tables if table["rows"]],
        "royalties": _royalties(found.players) if few else [],
        "pairs": _pairs(found.pairs) if few else [],
    }


def _table(section: Section, players: Sequence[PlayerStatistics], outcome: Outcome, style: Style) -> Values:
    """Return a table of figures, but for those that nobody has anything to say in."""
    rows = [
        {
            "label": figure_title(figure, style),
            "definition": figure.definition,
            "cells": [figure.text(own, outcome, show) for own in players],
        }
        for figure in section.figures
        if figure.is_said_of(players)
    ]
    return {"title": section.title, "rows": rows}


def _royalties(players: Sequence[PlayerStatistics]) -> list[Values]:
    """Return royalties a deal by row; `width` is that of a bar in percent. None where nobody has any."""
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
            "interval": " to ".join(average(Fraction(end), 1, 2) for end in (where.low, where.high)),
            "at": place(float(mean)),
            "low": place(where.low),
            "high": place(where.high),
            "zero": place(0.0),
        }
        for pair, mean, where in told
    ]
