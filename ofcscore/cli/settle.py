"""Totals alone, as `settle` is given them, to who owes whom."""

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction

from ofcscore.cli.console import UsageError, choice, on_screen, tell, terminal_style, write
from ofcscore.cli.score import check_bank, settle_way
from ofcscore.cli.score_options import SETTLED, ScoreOptions
from ofcscore.log.amounts import as_usage, option_text, parse_amount, read_number, read_unit
from ofcscore.log.check.ledger import read_ledger
from ofcscore.log.check.names import is_name, normal_name
from ofcscore.log.read.from_csv import CSV_LINE_LIMIT
from ofcscore.log.read.lines import read_lines
from ofcscore.log.read.sources import file_source, suffix_form, unreadable
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Exit, Place, Problem, exit_status
from ofcscore.report.payments import settle_report
from ofcscore.scoring.deal import Points
from ofcscore.scoring.lines import whole
from ofcscore.session.money import Outcome, SettleWay, outcome_of
from ofcscore.session.proof import payments_settle
from ofcscore.session.result import SessionResult
from ofcscore.session.rounding import format_money


def settle_texts(texts: Sequence[str], options: ScoreOptions) -> int:
    """`settle`: tells who owes whom; the exit status."""
    chosen = choice("--format", options.format_ or "table", SETTLED)
    way = settle_way(options.settle, options.coin)
    if way.way == "none":
        raise UsageError("--settle none leaves nothing to say of totals; it is for score")
    if way.way == "pairs":
        raise UsageError("--settle pairs needs the deals; totals alone do not say who won from whom")
    points, problems = totals_of(texts)
    if problems:
        tell(problems)
        return exit_status(problems)
    found, problems = settle_totals(points, options.stake, options.currency, way)
    if found is None:
        tell(problems)
        return exit_status(problems)
    check_bank(way, found)
    report = settle_report(found, chosen, terminal_style())
    write(None, report if chosen == "json" else on_screen(report))
    return Exit.OK


def totals_of(texts: Sequence[str]) -> tuple[dict[str, Points], list[Problem]]:
    """The totals that texts such as `Ann=-25` name, or ledgers have, and the problems with them.

    Those of a ledger have exit status 1, the others 2.
    """
    totals: dict[str, Points] = {}
    problems = Problems()
    told: list[Problem] = []
    for text in texts:
        if is_ledger(text):
            of_file, found = ledger_of(text)
            told += found
            for person, won in of_file.items():
                if person in totals:
                    _refuse_second(person, problems)
                totals[person] = won
            continue
        name, equals, number = text.rpartition("=")
        if not equals or not name.strip():
            message = f"{text} does not say who has how many points"
            problems.refuse("total-unreadable", Place(""), message, "write Ann=-25")
            continue
        is_name(option_text("", name), problems)
        value = read_number(option_text("", number.strip()), problems, ratio=True)
        person = normal_name(name)
        if person in totals:
            _refuse_second(person, problems)
        elif value is not None:
            totals[person] = whole(value)
    told += (problem._replace(place=Place("")) for problem in as_usage(problems.kept))
    off = sum(totals.values(), Fraction(0))
    if not told and off:
        told.append(_unbalanced(whole(off)))
    return totals, told


def _refuse_second(person: str, problems: Problems) -> None:
    problems.refuse("total-repeated", Place(""), f"{person} has two totals", "add them up")


def is_ledger(text: str) -> bool:
    """Whether a text names a spreadsheet of totals, and is no total."""
    return suffix_form(text)[0] == "csv" or ("=" not in text and os.path.isfile(text))


def ledger_of(file: str) -> tuple[dict[str, Points], list[Problem]]:
    """The totals of a ledger, and what is wrong with it."""
    problems = Problems()
    source = file_source(file)
    totals: dict[str, Points] = {}
    try:
        with source.open() as stream:
            totals = read_ledger(read_lines(stream, source.name, problems, CSV_LINE_LIMIT), problems)
    except OSError as error:
        problems.add(unreadable(source, error))
    if not totals and not problems.errors:
        problems.refuse("ledger-unreadable", Place(source.name), "nobody stands in this ledger")
    return totals, list(problems.kept)


def _unbalanced(off: Points) -> Problem:
    """Totals that do not sum to zero, and by how much."""
    amount = format_money(abs(Fraction(off)), 0)
    side = "more was won than lost" if off > 0 else "more was lost than won"
    message = f"these totals sum to {'+' if off > 0 else '-'}{amount}, not to 0: {side}, by {amount}"
    return Problem("totals-unbalanced", Place(""), message, "one of them is wrong, or somebody is missing")


def settle_totals(
    totals: Mapping[str, Points], stake: str | None, currency: str | None, way: SettleWay
) -> tuple[Outcome | None, list[Problem]]:
    """Who owes whom, or the problems with the stake and the currency.

    Totals with decimals are money already; without a stake and a currency all others are only points.
    """
    problems = Problems()
    amount = None if stake is None else parse_amount(option_text("--stake", stake), problems)
    if amount is not None and amount.value < 0:
        problems.refuse("stake-negative", Place("--stake"), "a stake is not negative")
    unit = None if currency is None else read_unit(option_text("--currency", currency), problems)
    if problems.errors:
        return None, as_usage(problems.kept)
    factor = amount.value if amount is not None else None
    if factor is None and (unit is not None or any(isinstance(p, Fraction) for p in totals.values())):
        factor = Fraction(1)
    money = {name: Fraction(points) * (1 if factor is None else factor) for name, points in totals.items()}
    session = SessionResult(
        rules=(),
        tables=(),
        currency=unit or (amount.currency if amount is not None else None),
        deals=0,
        standings=(),
        totals=totals,
        money=money,
        pairs={},
        adjusted=(),
        raked={},
        paid=(),
        chips={},
        due={},
    )
    outcome = outcome_of(session, way, stake=factor)
    payments_settle(outcome)
    return outcome, []
