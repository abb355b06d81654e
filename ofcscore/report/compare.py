"""`--compare`: the same boards under several rule sets, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from ofcscore.report.data import (
    SCHEMA,
    csv_rows,
    currency_data,
    dumps,
    logs_data,
    rules_data,
    safe_cell,
    standings_data,
    tail_data,
)
from ofcscore.report.text import MARKDOWN, Rows, escape, grid_lines, pipe_table
from ofcscore.report.views import SessionView
from ofcscore.report.wording import Style, count, figure, person_money, rules_words
from ofcscore.rules.model import Rules
from ofcscore.scoring.score_lines import signed
from ofcscore.session.money import Outcome, format_money
from ofcscore.session.result import Standing

Compared = tuple[Rules, Outcome]
Cell = Callable[[Standing, Outcome], str]


def comparison(
    compared: Sequence[Compared], form: str, style: Style, *, csv_raw: bool = False
) -> Iterator[str]:
    match form:
        case "json":
            yield dumps({"schema": SCHEMA, "compare": [_data(*one) for one in compared]}) + "\n"
        case "jsonl":
            yield from (dumps({"schema": SCHEMA, **_data(*one)}) + "\n" for one in compared)
        case "csv":
            yield csv_rows(_csv_rows(compared, raw=csv_raw))
        case "markdown":
            yield from (f"{line}\n" for line in _markdown(compared))
        case _:
            yield from (f"{line}\n" for line in _table(compared, style))


def _data(rules: Rules, outcome: Outcome) -> dict[str, object]:
    return {
        "rules": rules_data(rules),
        **logs_data(outcome.session.tables),
        "currency": currency_data(outcome),
        "standings": standings_data(outcome),
        **tail_data(outcome),
    }


def _csv_rows(compared: Sequence[Compared], *, raw: bool) -> Iterator[Sequence[str | int]]:
    yield ("rules", "digest", "player", "points", "money", "fouls")
    for rules, outcome in compared:
        for s in outcome.session.standings:
            money = format_money(outcome.money.get(s.person, Fraction(0)), outcome.digits)
            name, player = safe_cell(rules.name, raw=raw), safe_cell(s.person, raw=raw)
            yield name, rules.digest, player, figure(s.points), money, s.fouls


_BLOCKS: Final[tuple[tuple[str, Cell], ...]] = (
    ("Points", lambda s, outcome: signed(s.points)),
    ("Money", lambda s, outcome: person_money(s.person, outcome) or ""),
    ("Fouls", lambda s, outcome: str(s.fouls)),
)


def _grids(compared: Sequence[Compared], name: Callable[[str], str]) -> Iterator[Rows]:
    """Yield tables of people by rule sets. `name` formats the names of both."""
    names = [name(rules.name) for rules, _ in compared]
    in_money = compared[0][1].in_money
    for title, cell in [block for block in _BLOCKS if block[0] != "Money" or in_money]:
        columns = [{s.person: cell(s, outcome) for s in outcome.session.standings} for _, outcome in compared]
        rows = [[name(one), *(column.get(one, "") for column in columns)] for one in columns[0]]
        yield [[title, *names], *rows]


def _opening(compared: Sequence[Compared]) -> str:
    view = SessionView(compared[0][1])
    deals = count(view.outcome.session.deals, "deal")
    the_same = f"{view.title}: the same" if view.title else "The same"
    return f"{the_same} {deals} under {len(compared)} rule sets. Stake: {view.stake}"


def _table(compared: Sequence[Compared], style: Style) -> Iterator[str]:
    yield from style.lines(_opening(compared))
    for grid in _grids(compared, lambda name: style.fit(name, style.name_width)):
        yield ""
        yield from grid_lines(grid, style)
    for rules, outcome in compared:
        yield ""
        yield from style.lines(rules_words(rules), "  ")
        for text in SessionView(outcome, style).settlement:
            yield from style.lines(f"  {text}", "    ")


def _markdown(compared: Sequence[Compared]) -> Iterator[str]:
    yield escape(_opening(compared))
    for grid in _grids(compared, MARKDOWN.text):
        yield from ("", *pipe_table(grid))
    for rules, outcome in compared:
        yield from ("", escape(rules_words(rules)), "")
        yield from (f"- {text}" for text in SessionView(outcome, MARKDOWN).settlement)
