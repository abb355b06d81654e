"""The `html` report: an offline page with the session, then the deals, folded.

The page is complete without its script, which adds search and copying. A long log shows its last
`FULL_AT_MOST` deals unless deals are selected. The templates get final values, do no sums, and escape text.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ofcscore.diagnostics.problem import listed, show, sort_problems
from ofcscore.files.disk import package_text
from ofcscore.game.cards import ROWS, SUIT_SIGNS
from ofcscore.report.chart import MIDDLE, NARROW, WIDE, chart_svg, moments, running_totals
from ofcscore.report.data import dumps
from ofcscore.report.stats import figures_of, sections
from ofcscore.report.text import ChatReport, standings
from ofcscore.report.views import DealView, PairView, Report, SessionView, scooped
from ofcscore.report.wording import (
    FILE_STYLE,
    Style,
    average,
    capital,
    count,
    isolated,
    money,
    person,
    person_money,
    real_minus,
    side_words,
    signed_money,
)
from ofcscore.rules.describe import royalty_table, sentences
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import Status
from ofcscore.scoring.deal import HOUSE
from ofcscore.scoring.score_lines import ScoreLine, signed
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult, SessionResult
from ofcscore.session.statistics import PairStatistics, PlayerStatistics, Statistics, Tally

if TYPE_CHECKING:
    from jinja2 import Template

Values = dict[str, Any]
FULL_AT_MOST: Final = 300
"""The most deals on the page unless deals are selected or all are shown."""
HEADS_AT_MOST: Final = 5
"""The most people with a column each in the deals, under a heading that stays."""
_MATRIX_AT_MOST: Final = 12
_CELLS_A_PAIR: Final = 8
"""A matrix that exceeds both limits (people, cells per pair) becomes a list."""
_PROBLEMS_SHOWN: Final = 50
_PLAYERS_AT_MOST: Final = 12
"""The most players with royalty bars and head-to-head figures."""


class HtmlReport(Report):
    """The `html` report: all deals with `in_full`, else the last of a long log."""

    has_pairs = True

    def __init__(self, style: Style = FILE_STYLE, **options: bool) -> None:
        super().__init__(FILE_STYLE._replace(own=style.own, handles=style.handles), **options)
        self.kept: deque[tuple[int, DealResult]] = deque(maxlen=None if self.in_full else FULL_AT_MOST)
        """The deals on the page, each with the number of its night from 1."""
        self.deals = 0
        self.dates: list[str] = []
        self.columns: dict[str, int] = {}
        """The column of each person, from 1."""
        self.tally = Tally()
        self.chat = ChatReport(self.style)

    def deal(self, result: DealResult) -> str:
        """Record a deal and return no text: the page is built at the end."""
        self.skip(result)
        self.deals += 1
        self.kept.append((self.tally.last + 1, result))
        for name in result.totals:
            self.columns.setdefault(name, len(self.columns) + 1)
        date = result.deal.day
        if date is not None and date not in self.dates[-1:]:
            self.dates = [*self.dates[:1], date]
        return ""

    def skip(self, result: DealResult) -> None:
        self.chat.skip(result)
        self.tally.deal(result)

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        return "".join(self.pieces(outcome)), ""

    def pieces(self, outcome: Outcome) -> Iterator[str]:
        return page_template().generate(self.values(outcome))

    def values(self, outcome: Outcome) -> Values:
        """Return the values of the template; each deal is built only when it is rendered."""
        session, style = outcome.session, self.style.of_session(outcome.session)
        view = SessionView(outcome, style)
        earlier = self.deals - len(self.kept)
        deals, players = count(session.deals, "deal"), count(len(session.standings), "player")
        stake = view.stake if outcome.in_money else "points only"
        found = self.tally.finish(session)
        nights = self._night_values(found, earlier + 1)
        begins = {night["first"]: night for night in nights}
        # JSON in the page, for the search of the script.
        index = dumps([_deal_entry(result, self.columns) for _, result in self.kept])
        return {
            "title": _title(session),
            "about": [*filter(None, (deals, " to ".join(self.dates), players, stake, view.void))],
            "log_notes": view.notes,
            **_money_values(view),
            **_problem_values(view),
            "standings": _standing_values(view),
            "chart": _chart_values(session),
            **_pairs_values(outcome),
            "outside": _outside(outcome),
            "rule_sets": [rule_values(use.rules, use.deals, style) for use in session.rules],
            "stats": _stats_values(found, outcome, style),
            "people": self.columns,
            "columns": list(self.columns) if len(self.columns) <= HEADS_AT_MOST else [],
            "nights": nights,
            "deals": (
                {**_deal_values(result, self.style), "number": number, "night": begins.get(number)}
                for number, (_, result) in enumerate(self.kept, earlier + 1)
            ),
            "shown": len(self.kept),
            "earlier": earlier,
            "index": index.replace("<", "\\u003c"),
            "script": _page_script(),
            "text": self.chat.lines(outcome),
        }

    def _night_values(self, found: Statistics, start: int) -> list[Values]:
        """Return the nights, empty if only one; `start` is the first deal on the page."""
        firsts: dict[int, int] = {}
        for number, (night, _) in enumerate(self.kept, start):
            firsts.setdefault(night, number)
        return [
            {
                "number": number,
                "of": night,
                "words": count(night.deals, "deal"),
                "first": firsts.get(number),
                "totals": {n: signed(night.totals[n]) for n in self.columns if n in night.totals},
            }
            for number, night in enumerate(found.nights if len(found.nights) > 1 else (), 1)
        ]


def notebook_html(outcome: Outcome) -> str:
    """Return an HTML table of the standings, best first, and a list of payments."""
    view = SessionView(outcome)
    (_, *head), *rows = standings(view, view.best_first)
    cells = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in (["", *head], *rows)]
    table = "\n".join(f"<tr>{row}</tr>" for row in cells)
    said = "\n".join(f"<li>{escape(text)}</li>" for text in view.settlement)
    return f"<table>\n{table}\n</table>\n<ul>\n{said}\n</ul>\n"


# -- the template --------------------------------------------------------------------------------------


@cache
def _page_script() -> Values:
    """Return the script of the page, and its digest for the content security policy."""
    text = _source("page.js")
    digest = b64encode(sha256(text.encode()).digest()).decode()
    return {"text": text, "digest": f"sha256-{digest}"}


@cache
def page_template() -> Template:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters |= {"minus": real_minus, "tone": _tone, "cards": _cards}
    return environment.get_template("page.html")


def _source(name: str) -> str:
    return package_text("ofcscore.report", f"templates/{name}")


def _tone(text: str) -> str:
    return "up" if text.startswith("+") else "down" if text.startswith("-") else "even"


def _shown(value: object) -> object:
    return isolated(show(value)) if type(value) is str else value


_TEXT_STYLE: Final = "\N{VARIATION SELECTOR-15}"
"""Follows a suit sign, so that browsers show it as text and not as an emoji."""


def _cards(text: str) -> list[Values]:
    """Return each card's printed rank, suit sign (empty if unknown), and if it is red."""
    return [
        {
            "rank": "10" if card[0] == "T" else card[0],
            "suit": SUIT_SIGNS[card[1]] + _TEXT_STYLE if len(card) == 2 else "",
            "red": card[1:] in ("h", "d"),
        }
        for card in text.split()
        if card != "flush"
    ]


# -- the session ---------------------------------------------------------------------------------------


def _title(session: SessionResult) -> str:
    # Only the names of files, because folders are private.
    names = list(dict.fromkeys(table.title or Path(table.file).stem for table in session.tables))
    names = [name for name in names if name not in ("", "-") and name[0] + name[-1] != "<>"]
    if not names:
        return "Chinese poker"
    return listed(names, "and") if len(names) < 4 else f"{names[0]} and {len(names) - 1} more logs"


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
    """Return errors and warnings, with file names but not their private folders."""
    outcome = view.outcome
    values: Values = {"left_out": view.left_out}
    files = {p.place.file for p in outcome.problems} | {table.file for table in outcome.session.tables}
    bare = {show(file): show(Path(file).name) for file in sorted(files, key=len, reverse=True) if file}

    def told(text: str) -> str:
        for file, name in bare.items():
            text = text.replace(file, name)
        return text

    for key, warning in (("problems", False), ("warnings", True)):
        found = sort_problems(p for p in outcome.problems if p.warning is warning)
        values[key] = [
            {"message": told(p.message), "place": told(str(p.place)), "hint": told(p.hint or "")}
            for p in found[:_PROBLEMS_SHOWN]
        ]
        values[f"more_{key}"] = max(len(found) - _PROBLEMS_SHOWN, 0)
    return values


def _standing_values(view: SessionView) -> list[tuple[str, str, str, str | None]]:
    """Return place (shared by ties, empty for the house), player, points and money."""
    totals, points = view.outcome.session.totals, [s.points for s in view.best_first]
    rows = [(str(points.index(s.points) + 1), s.person, s.person) for s in view.best_first]
    rows += [("", "the house", HOUSE)] if view.outcome.session.with_house else []
    return [
        (place, player, signed(totals[name]), person_money(name, view.outcome))
        for place, player, name in rows
    ]


def _chart_values(session: SessionResult) -> Values | None:
    lines = running_totals(session)
    if not lines or not session.deals:
        return None
    at = moments(lines)
    return {
        "drawings": [chart_svg(lines, frame, session.nights) for frame in (WIDE, MIDDLE, NARROW)],
        "names": [line.person for line in lines],
        "rows": [(deals, [signed(line.after(deals)) for line in lines]) for deals in at],
        "all": len(at) == session.deals,
    }


def _pairs_values(outcome: Outcome) -> Values:
    """Return the winnings of each pair: a matrix, or a list if it would be sparse."""
    pairs = outcome.session.pairs
    names = [s.person for s in outcome.session.standings]
    cells: dict[tuple[str, str], Values] = {}
    for (a, b), (points, won) in pairs.items():
        for ends, side in (((a, b), 1), ((b, a), -1)):
            money = signed_money(side * won, outcome) if outcome.in_money else None
            cells[ends] = {"points": signed(side * points), "money": money}
    if len(names) ** 2 > max(_MATRIX_AT_MOST**2, _CELLS_A_PAIR * len(pairs)):
        met = [{"first": a, "second": b, **cells[a, b]} for a, b in pairs]
        return {"matrix": None, "pairs": met}
    rows = [{"player": name, "cells": [cells.get((name, other)) for other in names]} for name in names]
    return {"matrix": {"names": names, "rows": rows} if pairs else None, "pairs": None}


def _outside(outcome: Outcome) -> list[str]:
    """Return lines on adjustments, rake, chips and fantasyland deals still due."""
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
"""The texts of options that a rule set does not use."""
_LEFT_OUT: Final = "decided by"
"""The topic that the page omits, because only authors of rule sets need it."""


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


# -- statistics ----------------------------------------------------------------------------------------


def _stats_values(found: Statistics, outcome: Outcome, style: Style) -> Values | None:
    """Return the statistics, None without deals; large groups get only tables."""
    if not found.deals:
        return None
    few = len(found.players) <= _PLAYERS_AT_MOST
    tables = [
        (section.title, rows)
        for section in sections(len(found.nights))
        if (rows := figures_of(section.figures, found.players, outcome, style))
    ]
    return {
        "names": [own.person for own in found.players],
        "tables": tables,
        "royalties": _royalties(found.players) if few else [],
        "pairs": _heads_up(found.pairs) if few else [],
    }


def _royalties(players: Sequence[PlayerStatistics]) -> list[Values]:
    """Return royalties per deal by row, and bar widths in percent; empty if all are 0."""
    means = [[Fraction(own.royalties[row], own.all.deals or 1) for row in ROWS] for own in players]
    most = max((mean for own in means for mean in own), default=Fraction(0))
    if not most:
        return []
    bars = []
    for own, own_means in zip(players, means, strict=True):
        rows = [(average(mean).lstrip("+"), round(float(100 * mean / most), 1)) for mean in own_means]
        bars.append({"player": own.person, "rows": rows})
    return bars


def _heads_up(pairs: Sequence[PairStatistics]) -> list[Values]:
    """Return the points per deal of each pair, and positions for bars in percent."""
    told = [
        (pair, mean, where)
        for pair in pairs
        if (mean := pair.all.mean) is not None and (where := pair.interval) is not None
    ]
    ends = [0.0, *(end for _, _, where in told for end in (where.low, where.high))]
    low, size = min(ends), (max(ends) - min(ends)) or 1.0

    def place(points: float) -> float:
        return round(100 * (points - low) / size, 1)

    return [
        {
            "first": pair.first,
            "second": pair.second,
            "text": average(mean),
            "interval": " to ".join(average(end) for end in (where.low, where.high)),
            "at": place(float(mean)),
            "low": place(where.low),
            "high": place(where.high),
            "zero": place(0.0),
        }
        for pair, mean, where in told
    ]


# -- the deals -----------------------------------------------------------------------------------------

_FOUL, _LAND, _SCOOP, _NATURAL = 1, 2, 4, 8
"""Bits for a foul, fantasyland, a scoop and a natural in a search entry."""


def _deal_entry(result: DealResult, columns: Mapping[str, int]) -> list[str | float]:
    """Return a search entry: name and date, then column, points, bits per person."""
    marks: Counter[str] = Counter()
    person = result.deal.table.person
    for board in result.score.boards:
        marks[person(board.player)] |= (
            _FOUL * (board.status is Status.FOUL)
            | _LAND * (board.fantasyland.was or board.fantasyland.next)
            | _NATURAL * (board.natural is not None)
        )
    for winner, _ in scooped(result.score.exchanges):
        marks[person(winner)] |= _SCOOP
    entry: list[str | float] = [" ".join(filter(None, (result.deal.name, result.deal.date)))]
    for name, points in result.totals.items():
        entry += columns[name], points if isinstance(points, int) else float(points), marks[name]
    return entry


def _deal_values(result: DealResult, style: Style) -> Values:
    view = DealView(result, style)
    return {
        "view": view,
        "totals": {name: signed(points) for name, points in result.totals.items()},
        "notes": _deal_notes(view),
        "pairs": [_pair_values(pair) for pair in view.pairs],
    }


_IN_LAND: Final = {(True, True): "stays in", (True, False): "in", (False, True): "makes"}
"""Words before `fantasyland`; the key is (in it in this deal, in it in the next)."""


def _deal_notes(deal: DealView) -> list[tuple[str, str]]:
    result = deal.result
    notes = []
    for view in deal.boards:
        if view.verb is not None:
            kind = "good" if view.score.natural is not None else "foul"
            notes.append((kind, f"{show(view.score.player)} {view.verb}"))
    losers_of: dict[str, list[str]] = {}
    fouled = {b.player for b in result.score.boards if b.status is Status.FOUL}
    for winner, loser in scooped(result.score.exchanges):
        if loser not in fouled:
            losers_of.setdefault(winner, []).append(show(loser))
    scoops = deal.style.of_rules(result.score.rules).say("scoop", "scoops")
    for winner, losers in losers_of.items():
        notes.append(("good", f"{show(winner)} {scoops} {listed(losers, 'and')}"))
    for board in result.score.boards:
        how = _IN_LAND.get((board.fantasyland.was, board.fantasyland.next))
        if how is not None:
            notes.append(("land", f"{show(board.player)} {how} fantasyland"))
    if any(line.kind == "adjust" for line in result.side):
        notes.append(("side", "adjusted"))
    return notes


def _pair_values(view: PairView) -> Values:
    pair = view.score
    rows = [(view.style.say(row.label), signed(pair.row(row))) for row in ROWS]
    return {
        "first": pair.first,
        "second": pair.second,
        "points": signed(pair.points),
        "rows": rows if any(line.row is not None for line in pair.lines) else [],
        "lines": [
            line._replace(what=_what(scored, view.style))
            for line, scored in zip(view.lines, pair.lines, strict=True)
        ],
    }


_KIND_WORDS: Final = {"scoop-all": "scoop of all", "limit": "chips"}
"""Kinds of score lines that have another name on the page."""


def _what(line: ScoreLine, style: Style) -> str:
    if line.kind == "row" and line.row is not None:
        return style.say(line.row.label)
    return style.say(line.kind, _KIND_WORDS.get(line.kind, line.kind))
