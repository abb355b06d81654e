"""`settle`: read totals from arguments and ledgers, and show who pays whom."""

import os
import re
import shlex
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from ofcscore.cli.balances import Balances
from ofcscore.cli.console import NAME, UsageError, choice, print_lines, print_message, print_problems, write
from ofcscore.cli.options import ANSWERS, Options
from ofcscore.cli.score import check_way, settle_way, style_for
from ofcscore.diagnostics.problem import Exit, Place, Problem, Problems, exit_status, listed, show
from ofcscore.files.disk import same_file
from ofcscore.log.amounts import (
    as_usage,
    decimal_signs,
    option_text,
    parse_amount,
    read_number,
    read_unit,
    shown_decimal,
)
from ofcscore.log.check.ledger import UnknownLabelError, add_up, read_ledger
from ofcscore.log.check.ledger_columns import LedgerRow
from ofcscore.log.check.people import is_name, normal_name
from ofcscore.log.read.cells import CSV_LINE_LIMIT
from ofcscore.log.read.sources import file_source, read_lines, suffix_form, unreadable
from ofcscore.log.vocabulary import folded
from ofcscore.log.words import tables
from ofcscore.report.data import dumps, settle_data
from ofcscore.report.views import SessionView
from ofcscore.scoring.deal import Points
from ofcscore.scoring.score_lines import whole
from ofcscore.session.money import Outcome, SettleWay, format_money, is_decimal, outcome_of, payments_settle
from ofcscore.session.session import Session


def settle_texts(texts: Sequence[str], options: Options) -> int:
    chosen = choice("--format", options.format_ or "table", ANSWERS)
    way = settle_way(options.settle, options.coin)
    if way.way == "none":
        raise UsageError("`settle` has nothing to show with --settle none; remove it")
    if way.way == "pairs":
        raise UsageError("--settle pairs needs a log: totals do not show who won from whom")
    if options.unit not in (None, "whole", "cents"):
        raise UsageError(f"--unit must be whole or cents, not {show(options.unit)}")
    if options.unit == "cents" and options.stake is not None:
        raise UsageError("--unit cents and --stake cannot be used together; remove one of them")
    stake = "0.01" if options.unit == "cents" else options.stake
    totals = totals_of(texts, options.same or ())
    is_asked = options.unit is None
    problems = [problem for problem in totals.problems if is_asked or problem.code != "ledger-unit"]
    if options.stake is not None and not totals.cents and not problems:
        message = "these amounts have decimals, but `--stake` treats them as points"
        hint = "remove `--stake` if they are money"
        problems.append(Problem("ledger-unit", Place(""), message, hint, warning=True))
    found = None
    _check_units(totals, options)
    ledgers = [text for text in texts if is_ledger(text)]
    balances = None if options.carry is None else Balances(options.carry, ledgers)
    if exit_status(problems) == Exit.OK:
        currency = options.currency or totals.unit or None
        found, more = settle_totals(totals.points, stake, currency, way, balances)
        problems += more
    print_problems(problems)
    if found is None:
        return exit_status(problems)
    check_way(way, options.coin, found)
    if chosen == "json":
        write(None, [dumps(settle_data(found)), "\n"])
    else:
        style = style_for(options)
        sentences = SessionView(found, style).settlement
        print_lines(line for text in sentences for line in style.lines(text, "  "))
    if balances is not None:
        print_message(balances.write(found))
    return Exit.OK


_TOTALS_FORM: Final = "write each total as a name, an equals sign and the points"


def _check_units(totals: "Totals", options: Options) -> None:
    if totals.unit and options.stake is not None:
        money = f"the ledger's amounts are money ({totals.unit}), not points"
        raise UsageError(f"--stake has no effect, because {money}; remove it")
    if options.unit == "cents" and (totals.unit or not totals.cents):
        what = f"are in {totals.unit}" if totals.unit else "have decimals"
        raise UsageError(f"--unit cents does not fit, because the ledger's amounts {what}; remove it")
    if totals.unit and options.currency is not None and _label(options.currency) != _label(totals.unit):
        what = f"but the ledger's amounts are in {totals.unit}"
        raise UsageError(f"--currency is {show(options.currency)}, {what}; remove it")


def _label(unit: str) -> str:
    """Return the code of a currency: EUR for `€`."""
    codes = (code for code, words in tables()["currencies"].items() if folded(unit) in words)
    return "USD" if unit == "$" else next(codes, unit.upper())


class Totals(NamedTuple):
    """Points or money per player, the currency of the ledgers ("" for none), and problems.

    `cents` is True if all amounts could be numbers of cents.
    """

    points: dict[str, Points]
    unit: str
    problems: tuple[Problem, ...]
    cents: bool = True


def totals_of(texts: Sequence[str], same: Sequence[str] = ()) -> Totals:
    """Read totals from texts such as `Ann=-25` and from ledgers.

    Problems in a ledger have exit status 1, others 2. `same` has the values of `--same`. Raise `UsageError`
    if one of them names an unknown player.
    """
    problems = Problems()
    _check_files(texts, problems)
    as_written = all(is_ledger(text) or re.search("=[^,;]*$", text) for text in texts)
    meant = None if as_written else totals_meant(texts)
    if meant is not None:
        form = Problem("total-unreadable", Place(""), _TOTALS_FORM, f"write `{meant}`", status=Exit.USAGE)
        return Totals({}, "", (form,))
    amounts = (text.rpartition("=")[2] for text in texts if not is_ledger(text))
    decimal = shown_decimal(map(decimal_signs, amounts))
    sources = [
        ledger_of(text, problems) if is_ledger(text) else _total_of(text, decimal, problems) for text in texts
    ]
    totals: dict[str, Points] = {}
    if not problems.errors:
        try:
            totals = {name: whole(won) for name, won in add_up(sources, same, problems).items()}
        except UnknownLabelError as error:
            raise UsageError(f"--same: {error}") from error
    off = sum(totals.values(), Fraction(0))
    units = sorted({_label(row.unit): row.unit for rows in sources for row in rows if row.unit}.values())
    if len(units) > 1:
        message = f"these ledgers are in more than one currency: {listed(units, 'and')}"
        problems.refuse("currency-mixed", Place(texts[0]), message, "settle each currency by itself")
    found = [*problems.kept]
    if not problems.errors and off:
        amount = format_money(abs(Fraction(off)), 0)
        sign = "+" if off > 0 else "-"
        message = f"these totals sum to {sign}{amount}, not to 0"
        hint = "correct the wrong total, or add the missing player"
        found.append(Problem("totals-unbalanced", Place(""), message, hint))
    cents = all(row.cents for rows in sources for row in rows)
    return Totals(totals, units[0] if units else "", tuple(found), cents)


def _check_files(texts: Sequence[str], problems: Problems) -> None:
    """Reject a ledger that is named twice; warn about two ledgers with the same content."""
    seen: dict[bytes, str] = {}
    for at, text in enumerate(texts):
        if not is_ledger(text) or not os.path.isfile(text):
            continue
        again = next((one for one in texts[:at] if is_ledger(one) and same_file(one, text)), None)
        if again is not None:
            message = "this file is named twice" if again == text else f"this is the same file as {again}"
            hint = "name it only once, otherwise its amounts count twice"
            problems.add(Problem("file-twice", Place(text), message, hint, status=Exit.FILES))
            continue
        try:
            with open(text, "rb") as file:
                content = file.read()
        except OSError:
            continue
        first = seen.setdefault(content, text)
        if first != text:
            message = f"this file has the same content as {first}, and both count"
            hint = "if it is a copy, name only one of them"
            problems.warn("file-twice", Place(text), message, hint)


def _total_of(text: str, decimal: str | None, problems: Problems) -> list[LedgerRow]:
    """Parse a total such as `Ann=-25`; return an empty list and add a problem if it is invalid."""
    found = Problems()
    rows: list[LedgerRow] = []
    name, equals, number = text.rpartition("=")
    if not equals or not name.strip():
        message = f"{text} is not a name and points"
        found.refuse("total-unreadable", Place(""), message, "write a total such as Ann=-25")
    elif "=" in name:
        each = totals_meant([text]) or "each total separately, for example Ann=-25 Bob=25"
        found.refuse("total-unreadable", Place(""), f"{text} is more than one total", f"write {each}")
    else:
        named = option_text("", name)
        written = option_text("", number.strip())
        value = read_number(written, found, decimal, ratio=True)
        if is_name(named, found) and value is not None:
            rows.append(LedgerRow(named._replace(text=normal_name(name)), "", value))
    problems.extend(problem._replace(place=Place("")) for problem in as_usage(found.kept))
    return rows


_TOTAL: Final = "([^ \t,;:=]*[^ \t,;:=0-9.+-][^ \t,;:=]*)(?:[ \t]*[:=][ \t]*|[ \t]+)([+-]?[0-9][0-9.]*)"
"""A name and points with an equals sign, a colon or a space between them."""
_BETWEEN: Final = "(?:[ \t]*[,;]+[ \t]*|[ \t]+)"


def totals_meant(texts: Sequence[str]) -> str | None:
    """Return totals with other separators in the standard notation, None if they are no totals.

    >>> totals_meant(["Ana", "-25", "Ben", "25"]), totals_meant(["Ana:-25,", "Ben=25"]), totals_meant(["Ana"])
    ('Ana=-25 Ben=25', 'Ana=-25 Ben=25', None)
    """
    text = " ".join(texts).strip()
    if re.fullmatch(f"{_TOTAL}(?:{_BETWEEN}{_TOTAL})*{_BETWEEN}?", text) is None:
        return None
    return " ".join(f"{name}={points}" for name, points in re.findall(_TOTAL, text))


def refuse_totals_apart(arguments: Sequence[str]) -> None:
    """Raise `UsageError` for totals such as `Ann -25`, where `-25` looks like an option."""
    options = next((at for at, word in enumerate(arguments) if word.startswith("--")), len(arguments))
    meant = totals_meant(arguments[:options])
    if meant is not None:
        line = shlex.join([NAME, "settle", *meant.split(), *arguments[options:]])
        raise UsageError(f"{_TOTALS_FORM}: `{show(line)}`")


def is_ledger(text: str) -> bool:
    """Return True if a text is the name of a ledger file and not a total."""
    return suffix_form(text)[0] == "csv" or ("=" not in text and os.path.isfile(text))


def ledger_of(file: str, problems: Problems) -> list[LedgerRow]:
    before = problems.errors
    source = file_source(file)
    rows: list[LedgerRow] = []
    try:
        with source.open() as stream:
            lines = read_lines(stream, source.name, problems, CSV_LINE_LIMIT)
            rows = read_ledger(lines, problems)
    except OSError as error:
        problems.add(unreadable(source, error))
    if not rows and problems.errors == before:
        problems.refuse("ledger-unreadable", Place(source.name), "this ledger has no players")
    return rows


def settle_totals(
    totals: Mapping[str, Points],
    stake: str | None,
    currency: str | None,
    way: SettleWay,
    balances: Balances | None = None,
) -> tuple[Outcome | None, list[Problem]]:
    """Settle totals; return the outcome (None if there are errors) and the problems found.

    `totals` are points, or money if they are decimal fractions. Whole points and thirds of a point become
    money only with a stake or a currency.
    """
    problems = Problems()
    unit = None if currency is None else read_unit(option_text("--currency", currency), problems)
    amount = (
        None if stake is None else parse_amount(option_text("--stake", stake), problems, unit, stake=True)
    )
    if amount is not None and amount.value < 0:
        message = "a stake cannot be negative"
        problems.refuse("stake-negative", Place("--stake"), message, "remove the minus sign")
    if problems.errors:
        return None, as_usage(problems.kept)
    factor = amount.value if amount is not None else None
    broken = [points for points in totals.values() if isinstance(points, Fraction)]
    if factor is None and (unit is not None or (broken and all(map(is_decimal, broken)))):
        factor = Fraction(1)
    money = {name: Fraction(points) * (1 if factor is None else factor) for name, points in totals.items()}
    currency_ = unit or (amount.currency if amount is not None else None)
    session = Session().finish()._replace(currency=currency_, totals=totals, money=money)
    session, carried = (session, ()) if balances is None else balances.carry_into(session)
    outcome = outcome_of(session, way, stake=factor, carried=carried)
    payments_settle(outcome)
    return outcome, list(problems.kept)
