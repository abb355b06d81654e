"""The `html` report: one page that needs no network and no script, from the values of the JSON report.

Templates get plain finished values and do no sums; what they print is made safe and escaped, in a
template of one's own too. These are the values:

| name | what it is |
|---|---|
| `title`, `about` | the log's name; a list of short facts: deals, dates, people, stake |
| `report` | the JSON report without its deals: `rules`, `stake`, `totals`, `money`, `payments` ... |
| `settled`, `payments` | whether payments were asked for; `from`, `to`, `amount` in words |
| `payment_notes` | sentences about them: already paid, odd coins, rounding |
| `left_out`, `problems`, `warnings` | a sentence or none; lists of `message`, `place`, `hint` |
| `standings` | best first: `place`, `player`, `points`, `money` (none where points are points), `deals` |
| `figures` | all else that is counted: `names`, and `rows` of `label` and `cells` (`value`, `deal`) |
| `chart` | `wide`, `middle`, `narrow` SVG, `words`, `names`, `rows` of `deals` and `totals`; or none |
| `matrix` | `names`, and `rows` of `player` and `cells` (`points`, `money`; none for oneself); or none |
| `pairs` | in place of a matrix of few cells: `first`, `second`, `points`, `money` of who met; or none |
| `outside` | adjustments, rake, chips, and who is due in fantasyland, as sentences |
| `lines` | a row a deal: `names`, `rows` of `id`, `name`, `date`, `totals`, `words`; none for few deals |
| `deals` | the deals in full, see `_deal_values`; `data` of each is the deal's JSON |
| `shown`, `hidden`, `unlisted` | how many deals are in full, not in full, not even a row |
| `rule_sets` | `name`, `title`, `source`, `digest`, `deals`, `sentences`, `unused`, `royalties` |
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ofcscore.files.plain import read_plain
from ofcscore.game.board import ROWS, Row
from ofcscore.game.cards import SUIT_SIGNS
from ofcscore.problems.problem import Exit, Place, Problem, ProblemsError, show, sort_problems
from ofcscore.problems.words import listed
from ofcscore.report.chart import MIDDLE, NARROW, WIDE, chart_words, inline_chart, moments, running_totals
from ofcscore.report.json import deal_data, head_data, standings_data, tail_data
from ofcscore.report.wording import (
    PLAIN,
    MoneyWords,
    board_words,
    capital,
    count,
    everyone_fouled,
    fantasyland_words,
    left_out_sentence,
    money,
    payment_sentence,
    person,
    row_views,
    settlement_sentences,
    side_words,
    signed,
    signed_money,
    stake_words,
)
from ofcscore.rules.describe import royalty_table, sentences
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import HOUSE, Points
from ofcscore.scoring.lines import PairScore
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult, SessionResult, Standing

if TYPE_CHECKING:
    from jinja2 import Environment, Template

Values = dict[str, Any]
Source = str | tuple[str, str, Callable[[], bool]] | None
"""A template's text, or that with its file and whether it is still so; None where there is none."""
Sources = Callable[[str], Source]

FULL_AT_MOST: Final = 200
"""So many deals, the last ones, are shown with their boards."""
ROWS_AT_MOST: Final = 5_000
"""So many deals, the last ones, have a row of their own: a page of more is no page."""
COLUMNS_AT_MOST: Final = 12
"""For more people than that a deal's row names them, instead of a column each."""
_CELLS_A_PAIR: Final = 8
"""A matrix of more people than that, and of more cells for each two who met, is a list instead."""
_PROBLEMS_SHOWN: Final = 50
_PAGE: Final = "page.html"
_OWN: Final = "ofcscore/"
_LARGEST: Final = 16 << 20
"""So many bytes a template of one's own has at most, pictures and type in it."""
_PLAIN_NAME: Final = re.compile(
    r"[A-Za-z0-9_][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*\.(html?|xml|svg|css|js|j2|jinja2?|tpl|tmpl|inc)"
)
"""What a template may be called that another names: no folder, nothing hidden, no other kind of text."""
_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_TEXT_STYLE: Final = "︎"
"""Behind a suit: as a letter, not as a coloured picture."""
_RED: Final = "hd"
_MINUS: Final = re.compile("(?<![^ (])-(?=[0-9])")


@dataclass(frozen=True, slots=True)
class _Line:
    """What a deal's row needs, kept while it is not known which deals the page shows."""

    number: int
    name: str
    date: str | None
    totals: Mapping[str, Points]
    notes: Mapping[str, str]


class HtmlReport:
    """`html`: the session first, then every deal folded; of a long log the last deals.

    `template` is one's own: a file, or a folder with a `page.html`. Raises `ProblemsError` where it
    cannot be read or used.
    """

    has_pairs = True

    def __init__(self, template: str | None = None) -> None:
        self.template = _own_template(template) if template is not None else _shipped().get_template(_PAGE)
        self.where = template
        self.full: deque[DealResult] = deque(maxlen=FULL_AT_MOST)
        self.lines: deque[_Line] = deque(maxlen=ROWS_AT_MOST)
        self.seen = 0
        self.dates: list[str] = []

    def deal(self, result: DealResult) -> str:
        """Nothing yet: what stands first on the page comes from the end of the session."""
        self.seen += 1
        self.full.append(result)
        date = result.deal.date
        self.lines.append(_Line(self.seen, result.deal.name, date, result.all_totals, _line_notes(result)))
        if date is not None and date not in self.dates[-1:]:
            self.dates = [*self.dates[:1], date]
        return ""

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        """The whole page, and nothing behind it."""
        return "".join(self.pieces(outcome)), ""

    def pieces(self, outcome: Outcome) -> Iterator[str]:
        """The page, piece by piece."""
        values = self.values(outcome)
        if self.where is None:
            return self.template.generate(values)
        return _guarded(self.template, values, self.where)

    def values(self, outcome: Outcome) -> Values:
        """What a template gets; the deals are made one at a time, as the template asks for them."""
        shown = len(self.full)
        return {
            "title": _title(outcome.session),
            "about": _about(outcome, self.dates),
            "report": {**head_data(outcome), **tail_data(outcome), "standings": standings_data(outcome)},
            **_money_values(outcome),
            **_problem_values(outcome),
            "standings": _standing_values(outcome),
            "figures": _figure_values(outcome),
            "chart": _chart_values(outcome.session),
            **_pairs_values(outcome),
            "outside": _outside(outcome),
            "lines": None if shown == self.seen else _line_values(self.lines, self.seen - shown, outcome),
            "deals": (_deal_values(r, self.seen - shown + i) for i, r in enumerate(self.full, 1)),
            "shown": shown,
            "hidden": self.seen - shown,
            "unlisted": self.seen - len(self.lines),
            "rule_sets": [_rule_values(use.rules, use.deals) for use in outcome.session.rules],
        }


def render_html(outcome: Outcome, deals: Iterable[DealResult], template: str | None = None) -> Iterator[str]:
    """The page of a session, piece by piece. Raises as `HtmlReport` does."""
    report = HtmlReport(template)
    for result in deals:
        report.deal(result)
    return report.pieces(outcome)


# -- templates -----------------------------------------------------------------------------------------


@cache
def _shipped() -> Environment:
    return _environment(None)


def _environment(own: Sources | None) -> Environment:
    """One's own templates, then the shipped ones (always there as `ofcscore/page.html` too).

    They run in a sandbox, so that a template which somebody sends is only a template.
    """
    from jinja2 import ChoiceLoader, FunctionLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    sources: list[Sources] = [_shipped_source] if own is None else [own, _shipped_source]
    environment = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([FunctionLoader(source) for source in sources]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters["minus"] = real_minus
    return environment


def _shipped_source(name: str) -> Source:
    """The text of a shipped template, looked for among their names alone."""
    from importlib.resources import files

    bare = name.removeprefix(_OWN)
    shipped = files("ofcscore.report").joinpath("templates").iterdir()
    return next((one.read_text(encoding="utf-8") for one in shipped if one.name == bare), None)


def _own_sources(folder: Path, name: str, text: str) -> Sources:
    """Where the text of one's own template is, and what stands beside it under a template's plain name.

    What a template names may be somebody else's wish: a path, a link, a pipe or another kind of file would
    put what is nobody's business into the page.
    """

    def source(wanted: str) -> Source:
        where = folder / wanted
        if wanted == name:
            return text, str(where), lambda: True
        if not _PLAIN_NAME.fullmatch(wanted):
            return None
        try:
            return read_plain(where, _LARGEST, follow=False).decode("utf-8"), str(where), lambda: True
        except OSError:
            return None

    return source


def _shown(value: object) -> object:
    """Every text that a template prints, without controls and marks that reorder what is read."""
    return show(value) if type(value) is str else value


def real_minus(text: object) -> str:
    """Text whose numbers have a real minus sign, as wide as the plus; other hyphens stay.

    >>> real_minus("Jean-Luc -5")
    'Jean-Luc −5'
    """
    return _MINUS.sub("−", str(text))


def _own_template(where: str) -> Template:
    from jinja2 import TemplateError

    path = Path(where)
    folder, name = (path, _PAGE) if os.path.isdir(where) else (path.parent, path.name)
    try:
        text = read_plain(folder / name, _LARGEST).decode("utf-8")
        return _environment(_own_sources(folder, name, text)).get_template(name)
    except UnicodeDecodeError:
        raise _fault(where, "the template is not in UTF-8") from None
    except OSError as error:
        reason = error.strerror or "there is no such file"
        fault = Problem(
            "template-file", Place(where), f"cannot read the template: {reason}", status=Exit.FILES
        )
        raise ProblemsError([fault]) from None
    except TemplateError as error:
        raise _template_fault(error, where) from None


def _guarded(template: Template, values: Values, where: str) -> Iterator[str]:
    """The page by one's own template, whose faults are told as such.

    What it says itself, and what it says is safe, has no controls either: a page may be shown on a terminal.
    """
    try:
        for piece in template.generate(values):
            yield _CONTROLS.sub(lambda control: show(control.group()), piece)
    except Exception as error:
        # A template may fail in as many ways as a program; whatever it is, it is the template's.
        raise _template_fault(error, where) from error


def _template_fault(error: Exception, where: str) -> ProblemsError:
    """What is wrong with a template, and in which of its lines."""
    from jinja2 import TemplateNotFound, TemplateSyntaxError

    if isinstance(error, TemplateSyntaxError):
        return _fault(where, error.message or "it cannot be read as a template", error.lineno)
    if isinstance(error, RecursionError):
        return _fault(where, "the template includes itself without end")
    if isinstance(error, TemplateNotFound):
        return _fault(where, f"there is no template {error.name} to extend or include")
    return _fault(where, f"the template fails: {error}", _line_of(error, Path(where).name))


def _fault(where: str, message: str, line: int = 0) -> ProblemsError:
    return ProblemsError([Problem("template-invalid", Place(where, line), message, status=Exit.USAGE)])


def _line_of(error: BaseException, name: str) -> int:
    """The last line of the template that a traceback has; 0 where it has none."""
    line = 0
    trace = error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename).name in (name, _PAGE):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


class _Drawing(str):
    """An SVG that goes into the page as it is: chart.py has escaped every name in it."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


# -- the session ---------------------------------------------------------------------------------------


def _title(session: SessionResult) -> str:
    """The name of the log without folders, which are nobody else's business."""
    names = list(dict.fromkeys(Path(table.file).stem for table in session.tables))
    names = [name for name in names if name not in ("", "-") and name[0] + name[-1] != "<>"]
    if not names:
        return "Chinese poker"
    return listed(names, "and") if len(names) < 4 else f"{names[0]} and {len(names) - 1} more logs"


def _about(outcome: Outcome, dates: list[str]) -> list[str]:
    session = outcome.session
    facts = [count(session.deals, "deal")]
    if dates:
        facts.append(dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}")
    facts.append(count(len(session.standings), "player"))
    facts.append(stake_words(outcome) if outcome.in_money else "points only")
    return facts


def _money_values(outcome: Outcome) -> Values:
    sentences = {payment_sentence(p, outcome, PLAIN) for p in outcome.payments}
    return {
        "settled": outcome.way.way != "none",
        "payments": [
            {
                "from": capital(person(p.payer, PLAIN)),
                "to": person(p.payee, PLAIN),
                "amount": money(p.amount, outcome),
            }
            for p in outcome.payments
        ],
        "payment_notes": [s for s in settlement_sentences(outcome, PLAIN) if s not in sentences],
    }


def _problem_values(outcome: Outcome) -> Values:
    def values(warning: bool) -> list[Values]:
        found = sort_problems(p for p in outcome.problems if p.warning is warning)
        return [
            {"message": p.message, "place": str(p.place), "hint": p.hint} for p in found[:_PROBLEMS_SHOWN]
        ]

    counts = [sum(1 for p in outcome.problems if p.warning is warning) for warning in (False, True)]
    return {
        "left_out": left_out_sentence(outcome),
        "problems": values(False),
        "warnings": values(True),
        "more_problems": max(counts[0] - _PROBLEMS_SHOWN, 0),
        "more_warnings": max(counts[1] - _PROBLEMS_SHOWN, 0),
    }


def _best_first(outcome: Outcome) -> list[Standing]:
    return sorted(outcome.session.standings, key=lambda s: -s.points)


def _person_money(name: str, outcome: Outcome) -> str | None:
    return signed_money(outcome.money.get(name, Fraction(0)), outcome) if outcome.in_money else None


def _standing_values(outcome: Outcome) -> list[Values]:
    """Best first, equal points share a place; the house, where it took part, has none."""
    standings: list[Values] = []
    for i, s in enumerate(_best_first(outcome)):
        tied = i > 0 and standings[-1]["points"] == signed(s.points)
        standings.append(
            {
                "place": standings[-1]["place"] if tied else str(i + 1),
                "player": s.person,
                "points": signed(s.points),
                "money": _person_money(s.person, outcome),
                "deals": s.deals,
            }
        )
    if outcome.session.with_house:
        standings.append(
            {
                "place": "",
                "player": "the house",
                "points": signed(outcome.session.totals[HOUSE]),
                "money": _person_money(HOUSE, outcome),
                "deals": "",
            }
        )
    return standings


def _figure_values(outcome: Outcome) -> Values:
    people = _best_first(outcome)
    counts: list[tuple[str, list[str]]] = [
        ("deals", [str(s.deals) for s in people]),
        ("deals won", [str(s.wins) for s in people]),
        ("points a deal", [_a_deal(s) for s in people]),
        ("fouls", [str(s.fouls) for s in people]),
        ("scoops made", [str(s.scoops) for s in people]),
        ("scoops suffered", [str(s.scooped) for s in people]),
        *((f"royalties, {row.label}", [str(s.royalties[row]) for s in people]) for row in ROWS),
        ("fantasylands", [str(s.fantasylands) for s in people]),
    ]
    if any(s.naturals for s in people):
        counts.append(("naturals", [str(s.naturals) for s in people]))
    rows = [
        {"label": label, "cells": [{"value": value, "deal": None} for value in values]}
        for label, values in counts
    ]
    rows.append({"label": "best deal", "cells": [_extreme(s.best) for s in people]})
    rows.append({"label": "worst deal", "cells": [_extreme(s.worst) for s in people]})
    return {"names": [s.person for s in people], "rows": rows}


def _a_deal(s: Standing) -> str:
    """Points a deal to two decimals, halves away from zero."""
    if not s.deals:
        return "0"
    hundredths = int(abs(Fraction(s.points)) / s.deals * 100 + Fraction(1, 2))
    return (
        signed(0)
        if not hundredths
        else f"{'-' if s.points < 0 else '+'}{hundredths // 100}.{hundredths % 100:02}"
    )


def _extreme(deal: tuple[Points, str] | None) -> Values:
    """The points of a person's best or worst deal, and its name."""
    return {"value": "", "deal": None} if deal is None else {"value": signed(deal[0]), "deal": deal[1]}


def _chart_values(session: SessionResult) -> Values | None:
    lines = running_totals(session)
    if not lines or not session.deals:
        return None
    at = moments(lines)
    return {
        "wide": _Drawing(inline_chart(lines, WIDE)),
        "middle": _Drawing(inline_chart(lines, MIDDLE)),
        "narrow": _Drawing(inline_chart(lines, NARROW)),
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
    """Who won how much from whom: a matrix, or where that would be nearly empty a line for each two who met.

    So a page grows with the pairs that met, and not with the square of the people.
    """
    pairs = outcome.session.pairs
    names = [s.person for s in outcome.session.standings]
    if len(names) ** 2 > max(COLUMNS_AT_MOST**2, _CELLS_A_PAIR * len(pairs)):
        return {"matrix": None, "pairs": [_pair_line(*pair, outcome) for pair in pairs] or None}
    return {"matrix": _matrix_values(names, outcome) if pairs else None, "pairs": None}


def _pair_line(first: str, second: str, outcome: Outcome) -> Values:
    return {"first": first, "second": second, **(_matrix_cell(first, second, outcome) or {})}


def _matrix_values(names: Sequence[str], outcome: Outcome) -> Values:
    """Who won how much from whom, from the side of each row's person."""
    rows = []
    for name in names:
        cells = [None if name == other else _matrix_cell(name, other, outcome) for other in names]
        rows.append({"player": name, "cells": cells})
    return {"names": names, "rows": rows}


def _matrix_cell(name: str, other: str, outcome: Outcome) -> Values | None:
    pairs = outcome.session.pairs
    if (name, other) in pairs:
        points, won = pairs[name, other]
    elif (other, name) in pairs:
        points, won = pairs[other, name]
        points, won = -points, -won
    else:
        return None
    return {"points": signed(points), "money": signed_money(won, outcome) if outcome.in_money else None}


def _outside(outcome: Outcome) -> list[str]:
    """What is not in the pairs: adjustments, rake, chips, and who is due in fantasyland."""
    session = outcome.session
    words = MoneyWords(session.currency)
    lines = side_words(session.adjusted, words, PLAIN)
    if session.raked:
        shares = [f"{show(name)} {money(share, outcome)}" for name, share in session.raked.items()]
        lines.append(f"Rake paid to the house: {', '.join(shares)}")
    if session.chips:
        lines.append(f"Chips now: {', '.join(f'{show(n)} {c}' for n, c in session.chips.items())}")
    for name, cards in session.due.items():
        lines.append(f"{show(name)} is still due a fantasyland deal with {cards} cards")
    return lines


# -- deals ---------------------------------------------------------------------------------------------


def _line_notes(result: DealResult) -> dict[str, str]:
    """What is worth a word of each person in a deal's row."""
    people = result.deal.table.people
    notes: dict[str, list[str]] = {}
    for board in result.score.boards:
        words = notes.setdefault(people.get(board.player, board.player), [])
        if board.status is Status.NATURAL and board.natural is not None:
            words.append(board.natural.name)
        elif board.status in (Status.FOUL, Status.SURRENDER):
            words.append(board.status.value)
        if board.fantasyland.was:
            words.append("in fantasyland")
        if board.fantasyland.next:
            words.append("to fantasyland")
    return {name: ", ".join(words) for name, words in notes.items() if words}


def _line_values(lines: Iterable[_Line], hidden: int, outcome: Outcome) -> Values:
    """Rows of deals; those shown in full have the `id` of their place on the page."""
    names = [s.person for s in outcome.session.standings]
    columns = names if len(names) <= COLUMNS_AT_MOST else []

    def rows() -> Iterator[Values]:
        for line in lines:
            cells = [
                (signed(line.totals[name]) if name in line.totals else "", line.notes.get(name, ""))
                for name in columns
            ]
            words = (
                ""
                if columns
                else ", ".join(
                    f"{'the house' if name == HOUSE else name} {signed(p)}" for name, p in line.totals.items()
                )
            )
            yield {
                "id": _deal_id(line.number) if line.number > hidden else None,
                "name": line.name,
                "date": line.date,
                "totals": cells,
                "words": words,
            }

    return {"names": columns, "rows": rows()}


def _deal_id(number: int) -> str:
    return f"deal-{number}"


def _deal_values(result: DealResult, number: int) -> Values:
    """One deal: `data` is its JSON, the rest is what words, figures and cards a page makes of it."""
    deal, score = result.deal, result.score
    return {
        "id": _deal_id(number),
        "name": deal.name,
        "date": deal.date,
        "data": deal_data(result),
        "totals": [{"player": name, "points": signed(points)} for name, points in result.totals.items()],
        "notes": _deal_notes(result),
        "said": deal.facts.notes,
        "boards": [_board_values(board, deal.table.people) for board in score.boards],
        "everyone_fouled": everyone_fouled(score),
        "pairs": [_pair_values(pair) for pair in score.pairs],
        "side": side_words(result.side, MoneyWords(deal.table.currency), PLAIN),
    }


def _deal_notes(result: DealResult) -> list[Values]:
    """What is worth a word in the deal's heading, each with its kind."""
    notes: list[Values] = []
    for board in result.score.boards:
        name = show(board.player)
        if board.status is Status.FOUL:
            notes.append({"kind": "foul", "text": f"{name} fouls"})
        elif board.status is Status.SURRENDER:
            notes.append({"kind": "foul", "text": f"{name} surrenders"})
        elif board.status is Status.NATURAL and board.natural is not None:
            notes.append({"kind": "good", "text": f"{name} has {board.natural.name}"})
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


def _board_values(board: BoardScore, people: Mapping[str, str]) -> Values:
    rows = [
        {
            "label": row.label,
            "cards": _card_values(row.cards),
            "flush": row.cards.endswith(" flush"),
            "rank": row.rank.name,
            "royalty": row.royalty,
        }
        for row in row_views(board)
    ]
    return {
        "player": board.player,
        "person": people.get(board.player, board.player),
        "status": board.status.value,
        "words": board_words(board, PLAIN),
        "fantasyland": fantasyland_words(board.fantasyland),
        "rows": rows,
        "cards": _card_values(board.board.cards) if not rows and board.board.cards is not None else [],
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


_KIND_WORDS: Final = {
    "royalty": "royalty",
    "scoop": "scoop",
    "scoop-all": "scoop of all",
    "overall": "overall",
    "foul": "foul",
    "natural": "natural",
    "surrender": "surrender",
    "aces": "aces",
    "moon": "moon",
    "limit": "chips",
}


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


# -- rules ---------------------------------------------------------------------------------------------


_UNUSED: Final = frozenset({"none", "not played"})
"""What a rule set says of what it does without."""
_LEFT_OUT: Final = "decided by"
"""What only those who write rule sets ask about."""


def _rule_values(rules: Rules, deals: int) -> Values:
    said = [s for s in sentences(rules.settings) if s.topic != _LEFT_OUT]
    royalties = royalty_table(rules.settings).rows
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
