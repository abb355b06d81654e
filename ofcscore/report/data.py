"""The reports as data: `json`, `jsonl` and `csv`, and the schemas of all JSON output."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from ofcscore.diagnostics.problem import Problem, show, sort_problems
from ofcscore.files.disk import package_text
from ofcscore.game.cards import ROWS
from ofcscore.log.read.cells import FORMULA
from ofcscore.report.views import BoardView, Report
from ofcscore.report.wording import figure
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import BoardScore
from ofcscore.scoring.deal import Deal, Payment, Points, Table
from ofcscore.scoring.score import DealScore
from ofcscore.scoring.score_lines import PairScore, whole
from ofcscore.session.money import CENTS, Outcome, format_money
from ofcscore.session.result import DealResult, SideLine, stake_between

SCHEMA: Final = 1
Data = dict[str, Any]


def _filled(**data: Any) -> Data:
    """Return the arguments as a dict, without empty values."""
    return {key: value for key, value in data.items() if value}


def points_data(points: Mapping[str, Points]) -> Data:
    return {name: figure(number) for name, number in points.items()}


def rules_data(rules: Rules) -> Data:
    return {"name": rules.name, "digest": rules.digest}


def board_data(board: BoardScore) -> Data:
    """Return a board as data. A foul has royalties 0. `rows` is None without cards."""
    rows = {
        row.label: {
            "cards": row.cards,
            "rank": row.rank.name,
            "category": row.rank.category.key,
            "royalty": row.royalty,
            **({"jokers": [*row.jokers]} if row.jokers else {}),
        }
        for row in BoardView(board).rows
    }
    foul, natural, stay = board.foul, board.natural, board.fantasyland
    return {
        "player": board.player,
        "status": board.status.value,
        "foul": None if foul is None else {"reason": foul},
        "rows": rows or None,
        "royalties": board.royalties,
        "natural": None if natural is None else {"kind": natural.kind, "points": natural.points},
        "fantasyland": {"was": stay.was, "next": stay.next, "cards": stay.cards if stay.next else None},
    }


def pair_data(pair: PairScore) -> Data:
    """Return a pair from the first player's side. Points by row include royalties."""
    return {
        "players": [pair.first, pair.second],
        "points": figure(pair.points),
        "rows": {row.label: figure(pair.row(row)) for row in ROWS},
        "lines": [
            {
                "kind": line.kind,
                "row": None if line.row is None else line.row.label,
                "points": figure(line.points),
                "note": line.note,
            }
            for line in pair.lines
        ],
    }


def _side_data(line: SideLine) -> Data:
    data: Data = {"kind": line.kind, "player": line.person}
    if line.points is not None:
        return {**data, "points": figure(line.points)}
    return {**data, "money": format_money(line.money or Fraction(0), 0)}


def deal_data(result: DealResult) -> Data:
    """Return a deal: boards, pairs in board order, and totals with adjustments."""
    deal = result.deal
    return {
        "name": deal.name,
        **_filled(night=deal.table.log, title=deal.facts.title, date=deal.day),
        "rules": deal.table.rules.name,
        **_filled(notes=[*deal.facts.notes]),
        "boards": [board_data(board) for board in result.score.boards],
        "pairs": [pair_data(pair) for pair in result.score.pairs],
        **_filled(side=[*map(_side_data, result.side)]),
        "totals": points_data(result.totals),
    }


def logs_data(tables: Sequence[Table]) -> Data:
    """Return the title, date and notes of each log, or {} if no log has any."""
    if not any(table.title or table.date or table.notes for table in tables):
        return {}
    return {
        "logs": [
            {"title": table.title or None, "date": table.date, **_filled(notes=[*table.notes])}
            for table in tables
        ]
    }


def head_data(outcome: Outcome) -> Data:
    """Return the data before the deals. `rules` is the first of several `rule_sets`."""
    session = outcome.session
    own, several = session.deal_stakes, session.rules if len(session.rules) > 1 else ()
    return {
        "schema": SCHEMA,
        "rules": rules_data(session.rules[0].rules) if session.rules else None,
        "stake": _stake(outcome.stake, outcome) if outcome.in_money else "1",
        "currency": currency_data(outcome),
        **logs_data(session.tables),
        **_filled(
            rule_sets=[{**rules_data(use.rules), "deals": use.deals} for use in several],
            stakes=[stake for table in session.tables for stake in _pair_stakes(table, outcome)],
            deal_stakes=[
                {
                    "stake": _stake(table.stake, outcome),
                    "deals": deals,
                    **_filled(stakes=_pair_stakes(table, outcome)),
                }
                for table, deals in own.listed
            ]
            or ([{"deals": own.deals}] if own.deals else []),
        ),
    }


def currency_data(outcome: Outcome) -> str | None:
    currency = outcome.session.currency
    return None if currency is None else currency.label


def _stake(stake: Fraction | None, outcome: Outcome) -> str | None:
    """Return the money per point as text, or None if there is no common stake."""
    return None if stake is None else format_money(stake, outcome.digits)


def _pair_stakes(table: Table, outcome: Outcome) -> list[Data]:
    return [
        {"players": sorted(pair), "stake": format_money(stake, outcome.digits)}
        for pair, stake in table.pair_stakes.items()
    ]


def money_data(outcome: Outcome) -> Data:
    """Return money, rounding, payments made, debts carried over and payments due."""

    def payments(each: Iterable[Payment]) -> list[Data]:
        return [
            {"from": p.payer, "to": p.payee, "amount": format_money(p.amount, outcome.digits)} for p in each
        ]

    return {
        "money": {name: format_money(amount, outcome.digits) for name, amount in outcome.money.items()},
        **_filled(
            rounding=_rounding_data(outcome), paid=payments(outcome.paid), carried=payments(outcome.carried)
        ),
        "payments": payments(outcome.payments),
    }


def settle_data(outcome: Outcome) -> Data:
    return {"schema": SCHEMA, "currency": currency_data(outcome), **money_data(outcome)}


def _rounding_data(outcome: Outcome) -> Data:
    """Return the rounding of money and payments (`--round`) that changed an amount.

    Both round every amount down, then give the missing coins to the largest remainders.
    """
    moved = {name: outcome.money[name] - exact for name, exact in outcome.exact.items()}
    steps = {"money": (outcome.cent, moved), "payments": (outcome.way.coin, outcome.rounding)}
    return {
        step: {
            "mode": "largest-remainder",
            "unit": format_money(unit, outcome.digits),
            "moved": {name: format_money(by, outcome.digits) for name, by in amounts.items() if by},
        }
        for step, (unit, amounts) in steps.items()
        if unit is not None and any(amounts.values())
    }


def diagnostics_json(problems: Iterable[Problem]) -> str:
    """Return diagnostics as JSON. Columns count from 1, and `end` is exclusive."""
    found = [_diagnostic(problem) for problem in sort_problems(problems)]
    counts = Counter(one["severity"] for one in found)
    data = {"schema": SCHEMA, "errors": counts["error"], "warnings": counts["warning"], "diagnostics": found}
    return f"{dumps(data)}\n"


def _diagnostic(problem: Problem) -> Data:
    file, line, column, width, _ = problem.place
    fixes = []
    for fix in problem.fixes:
        edits = [
            {**_span(edit.file, edit.line, edit.start + 1, edit.end + 1), "text": edit.text}
            for edit in fix.edits
        ]
        fixes.append({"title": fix.title, "safe": fix.safe, "edits": edits})
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        "help": problem.hint,
        "span": _span(file, line, column, column + width) if line and column else _span(file, line, 0, 0),
        "fixes": fixes,
    }


def _span(file: str, line: int, start: int, end: int) -> Data:
    return {"file": file, "line": line or None, "start": start or None, "end": end or None}


def _problem_data(problem: Problem) -> Data:
    return {"code": problem.code, "message": problem.message, "place": str(problem.place)}


def tail_data(outcome: Outcome) -> Data:
    """Return the data after the deals, from void deals and totals to warnings."""
    session = outcome.session
    logs = session.logs if len(session.logs) > 1 else ()
    void = [{"name": d.name, **_filled(night=d.log), "reason": d.why or None} for d in session.void]
    return {
        **_filled(void=void, side=[*map(_side_data, session.opening)]),
        "totals": points_data(session.totals),
        **_filled(nights=[{"name": n.name, "deals": n.deals, "totals": points_data(n.totals)} for n in logs]),
        **money_data(outcome),
        **problems_data(outcome),
    }


def problems_data(outcome: Outcome) -> Data:
    """Return the warnings, and any errors with the number of deals not scored."""
    data = {"warnings": [_problem_data(p) for p in outcome.warnings]}
    problems = [_problem_data(p) for p in outcome.problems if not p.warning]
    if problems or outcome.left_out:
        return {**data, "problems": problems, "left_out": outcome.left_out}
    return data


def session_data(deals: Iterable[DealResult], outcome: Outcome) -> Data:
    return {**head_data(outcome), "deals": [deal_data(deal) for deal in deals], **tail_data(outcome)}


def standings_data(outcome: Outcome) -> list[Data]:
    return [
        {
            "player": s.person,
            "points": figure(s.points),
            "money": format_money(outcome.money.get(s.person, Fraction(0)), outcome.digits),
            "deals": s.deals,
            "wins": s.wins,
            "fouls": s.fouls,
            "scoops": s.scoops,
            "scooped": s.scooped,
            "royalties": dict(zip((row.label for row in ROWS), s.royalties, strict=True)),
            "fantasylands": s.fantasylands,
            "naturals": s.naturals,
            "best": s.best and {"deal": s.best[1], "points": figure(s.best[0])},
            "worst": s.worst and {"deal": s.worst[1], "points": figure(s.worst[0])},
        }
        for s in outcome.session.standings
    ]


def dumps(data: Any) -> str:
    """Return one ASCII line of JSON, so that no name can control a terminal."""
    return json.dumps(data, allow_nan=False)


class JsonReport(Report):
    """`json`: one object, rendered deal by deal with one line for each."""

    has_pairs = True
    first = True

    def _deal(self, result: DealResult) -> str:
        data = deal_data(result)
        if self.running:
            data["running"] = points_data(self.so_far(result))
        return dumps(data)

    def deal(self, result: DealResult) -> str:
        comma = "" if self.first else ",\n"
        self.first = False
        return f"{comma}  {self._deal(result)}"

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        head, tail = (
            ",\n ".join(f"{dumps(key)}: {dumps(value)}" for key, value in data.items())
            for data in (head_data(outcome), tail_data(outcome))
        )
        begin, end = ("", "") if self.first else ("\n", "\n ")
        return f'{{{head},\n "deals": [{begin}', f"{end}],\n {tail}}}\n"


class JsonLinesReport(JsonReport):
    """`jsonl`: one object per deal, then one for the session."""

    def deal(self, result: DealResult) -> str:
        return f"{self._deal(result)}\n"

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        session = {**head_data(outcome), **tail_data(outcome)}
        return "", dumps(session) + "\n"


# -- CSV ------------------------------------------------------------------------------------------------

COLUMNS: Final = (
    *("deal", "date", "rules", "player", "status"),
    *(f"{row.label}{of_it}" for of_it in ("", " rank", " royalty") for row in ROWS),
    *("royalties", "foul", "natural", "fantasyland", "next fantasyland"),
    *("points", "money", "note", "title", "night"),
)
_FIGURES: Final = frozenset(("points", "money"))
"""Number columns, which may start with a sign and are not formulas."""
Cells = Mapping[str, Any]
"""A row by column name. Missing columns are empty."""


class CsvReport(Report):
    """`csv`: one row per board, adjustment, rake and void deal.

    The `points` of all rows sum to the totals. `money` sums to the amounts before rounding for payment.
    A cell that a spreadsheet would read as a formula starts with an apostrophe, unless `csv_raw` is set.
    """

    def deal(self, result: DealResult) -> str:
        deal = result.deal
        start = {"deal": deal.name, "date": deal.day, "rules": deal.table.rules.name, **_names(deal)}
        rows = [self._board(row) for row in board_rows(result)]
        rows += [self._row({**start, **_side(line, _digits(deal.table))}) for line in result.side]
        return csv_rows(rows)

    def _board(self, row: Cells) -> list[str | int]:
        cells = {name.replace("_", " "): value for name, value in row.items()}
        there = "yes" if row["fantasyland"] else None
        next_ = (row["next_cards"] or "yes") if row["next_fantasyland"] else None
        return self._row({**cells, "fantasyland": there, "next fantasyland": next_})

    def _row(self, cells: Cells) -> list[str | int]:
        return [self._cell(column, cells.get(column)) for column in COLUMNS]

    def _cell(self, column: str, value: Any) -> str | int:
        if column == "points" and value is not None:
            return figure(value)
        is_number = column in _FIGURES or isinstance(value, int)
        return value if is_number else safe_cell(value or "", raw=self.csv_raw)

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        opening = [self._row(_side(line, outcome.digits)) for line in outcome.session.opening]
        void = [
            self._row({"deal": d.name, "night": d.log or None, "status": "void", "note": d.why or None})
            for d in outcome.session.void
        ]
        return csv_rows([COLUMNS, *opening]), csv_rows(void)


def _side(line: SideLine, digits: int) -> Cells:
    money = None if line.worth is None else format_money(line.worth, digits)
    return {"player": line.person, "status": line.kind, "points": line.points, "money": money}


def board_rows(result: DealResult) -> list[dict[str, Any]]:
    """Return a deal's boards as dicts. `money` is exact text, or None without a stake."""
    deal, table, digits = result.deal, result.deal.table, _digits(result.deal.table)
    has_stakes = table.stake is not None or bool(table.pair_stakes)
    won, money = _won(result.score)
    rows = []
    for board in result.score.boards:
        shown, stay = BoardView(board).rows, board.fantasyland
        rows.append(
            {
                "number": result.number,
                "deal": deal.name,
                "date": deal.day,
                "rules": table.rules.name,
                "player": board.player,
                "status": board.status.value,
                **{row.label: shown[row].cards if shown else None for row in ROWS},
                **{f"{row.label}_rank": shown[row].rank.name if shown else None for row in ROWS},
                **{f"{row.label}_royalty": shown[row].royalty if shown else None for row in ROWS},
                "royalties": board.royalties,
                "foul": board.foul,
                "natural": None if board.natural is None else board.natural.kind,
                "fantasyland": stay.was,
                "next_fantasyland": stay.next,
                "next_cards": stay.cards,
                "points": won.get(board.player, 0),
                "money": format_money(money.get(board.player, 0), digits) if has_stakes else None,
                "note": "; ".join((*table.notes, *deal.facts.notes)) or None,
                **_names(deal),
            }
        )
    return rows


def _names(deal: Deal) -> Cells:
    """Return the joined titles of log and deal, and the log's name if one of several."""
    title = ", ".join(filter(None, (deal.table.title, deal.facts.title)))
    return {"title": title or None, "night": deal.table.log or None}


def _won(score: DealScore) -> tuple[dict[str, Points], dict[str, Points]]:
    """Return the points and the money of each board, at the stake of each pair."""
    table = score.deal.table
    won: dict[str, Points] = {}
    money: dict[str, Points] = {}
    for first, second, points, _ in score.exchanges:
        stake = stake_between(table, (table.person(first), table.person(second))) or 0
        for sums, amount in ((won, points), (money, points * stake)):
            sums[first] = whole(sums.get(first, 0) + amount)
            sums[second] = whole(sums.get(second, 0) - amount)
    return won, money


def _digits(table: Table) -> int:
    """Return a table's money decimals. The session's are unknown before its end."""
    if table.currency is not None:
        return table.currency.digits
    stakes = (table.stake or Fraction(0), *table.pair_stakes.values())
    return CENTS if any(stake.denominator != 1 for stake in stakes) else 0


def safe_cell(text: str, *, raw: bool = False) -> str:
    """Return text as a cell, with an apostrophe before a formula unless `raw`."""
    shown = show(text)
    return f"'{shown}" if FORMULA.match(shown) and not raw else shown


def csv_rows(rows: Iterable[Sequence[str | int]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


# -- the schemas ---------------------------------------------------------------------------------------

_TYPES: Final = frozenset(("string", "integer", "boolean", "object", "array"))
_PART: Final = "#/$defs/"


def outputs() -> dict[str, str]:
    """Return the description of each output that has a schema, by name."""
    return {name: table["description"] for name, table in _tables()["outputs"].items()}


def schema(name: str) -> Data:
    """Return the JSON Schema (draft 2020-12) of an output, with the parts it uses."""
    tables = _tables()
    made = _schema(tables["outputs"][name])
    parts: dict[str, Any] = {}
    open_ = _parts(made)
    for part in open_:
        if part not in parts:
            parts[part] = _schema(tables[part])
            open_ += _parts(parts[part])
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name}
    return {**head, **made, "$defs": dict(sorted(parts.items()))}


@cache
def _tables() -> Mapping[str, Any]:
    import tomllib

    return tomllib.loads(package_text("ofcscore.report", "schemas.toml"))


def _schema(short: Any) -> Any:
    if isinstance(short, str):
        name, may_be_null = short.removesuffix("?"), short.endswith("?")
        if name in _TYPES:
            return {"type": [name, "null"] if may_be_null else name}
        part = {"$ref": _PART + name}
        return {"anyOf": [part, {"type": "null"}]} if may_be_null else part
    if isinstance(short, list):
        return {"type": "array", "items": _schema(short[0])}
    if isinstance(short, bool):
        return short
    full: Data = {key: value for key, value in short.items() if key not in ("all", "properties")}
    for key in full.keys() & {"additionalProperties", "propertyNames"}:
        full[key] = _schema(full[key])
    if "anyOf" in full:
        full["anyOf"] = [*map(_schema, full["anyOf"])]
    properties = _properties(short)
    if properties:
        full["type"] = "object"
        full["properties"] = {key.removesuffix("?"): _schema(one) for key, one in properties.items()}
        full["required"] = [key for key in properties if not key.endswith("?")]
    return full


def _properties(short: Mapping[str, Any]) -> Data:
    """Return the properties of a part and of the parts in `all`. The last one wins."""
    joined: Data = {}
    for part in short.get("all", ()):
        joined |= _properties(_tables()[part])
    return {**joined, **short.get("properties", {})}


def _parts(made: Any) -> list[str]:
    return re.findall(f'"{re.escape(_PART)}([^"]+)"', dumps(made))
