"""Balances between evenings: debts carried over in a file, and the links by which people are paid."""

import csv
import io
import os
import re
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from ofcscore.cli.console import Ended, FileError, UsageError, tell
from ofcscore.diagnostics.problem import Exit, Place, Problem, Problems, show
from ofcscore.files.written import atomic_write
from ofcscore.log.amounts import parse_amount
from ofcscore.log.check.people import are_near, is_name, name_key, normal_name
from ofcscore.log.read.from_csv import CSV_LINE_LIMIT, split_cells, trimmed_cell
from ofcscore.log.read.sources import read_lines
from ofcscore.log.syntax import Line, Text
from ofcscore.log.vocabulary import one_of, tables
from ofcscore.report.wording import Style
from ofcscore.scoring.deal import Amount, Currency, Paid, Payment
from ofcscore.session.money import Outcome, format_money
from ofcscore.session.result import SessionResult

_COLUMNS: Final = ("date", "from", "to", "amount", "why")
_BETWEEN: Final = "; "


class Carried(NamedTuple):
    """The debts that a file of balances has, and the evenings that they are of.

    A debt is the payment that would clear it; `paid` are payments made since. `currency` is None where the
    file names none.
    """

    debts: tuple[Payment, ...] = ()
    paid: tuple[Payment, ...] = ()
    evenings: tuple[str, ...] = ()
    currency: Currency | None = None


def read_balances(path: str, problems: Problems) -> Carried:
    """Return what a file of balances says; one that is not there yet says nothing.

    A row says that `from` owes `to` an amount; with `paid` as its reason, that `from` has paid it.
    """
    debts: list[Payment] = []
    paid: list[Payment] = []
    evenings: dict[str, None] = {}
    currencies: dict[Currency, None] = {}
    for cells in _rows(path, _COLUMNS, problems, "amount"):
        amount = parse_amount(cells["amount"], problems) if "amount" in cells else None
        names = [cells.get("from"), cells.get("to")]
        people = [normal_name(name.text) for name in names if name is not None and is_name(name, problems)]
        why = cells["why"].text if "why" in cells else ""
        was_paid = _says_paid().match(why) is not None
        if not was_paid and _says_paid().search(why):
            at, what = cells["why"].place, "is this a debt, or a payment that was made?"
            problems.refuse("balance-unreadable", at, what, "write `paid`, or name the evening")
            continue
        evenings |= dict.fromkeys(() if was_paid else filter(None, why.split(_BETWEEN)))
        if amount is None or (not amount.value and not people):
            continue
        if len(people) != 2 or name_key(people[0]) == name_key(people[1]) or amount.value < 0:
            at = cells["amount"].place
            what = "this row does not say who owes whom how much"
            problems.refuse("balance-unreadable", at, what, "as in `2026-11-20,Ben,Ann,5.00,night.ofc`")
            continue
        if amount.currency is not None:
            currencies[amount.currency] = None
        payment = Payment(people[0], people[1], amount.value)
        (paid if was_paid else debts).append(payment)
    if len(currencies) > 1:
        problems.refuse("currency-mixed", Place(path), "these balances have several currencies", None)
    return Carried(tuple(debts), tuple(paid), tuple(evenings), next(iter(currencies), None))


@cache
def _says_paid() -> re.Pattern[str]:
    """Return the pattern of a reason that says that somebody has paid."""
    words = [word for group in tables()["keys"]["paid"].values() for word in group]
    return re.compile(rf"{one_of((*words, *tables()['money']['paid']))}(?![.\w])")


def read_handles(path: str, problems: Problems) -> Mapping[str, str]:
    """Return the link, or the name, by which each person is paid, by `name_key`."""
    found: dict[str, str] = {}
    for cells in _rows(path, ("name", "handle"), problems, "handle"):
        if "name" in cells and "handle" in cells:
            key, handle = name_key(normal_name(cells["name"].text)), cells["handle"].text
            if found.setdefault(key, handle) != handle:
                what = f"{cells['name'].text} has two handles"
                problems.refuse("balance-unreadable", cells["name"].place, what, "leave one of the two out")
    return found


def _rows(path: str, columns: Sequence[str], problems: Problems, needed: str) -> list[dict[str, Text]]:
    """Return the rows of a CSV file with these columns, as far as they are filled."""
    try:
        with open(path, "rb") as stream:
            lines = [*read_lines(stream, path, problems, CSV_LINE_LIMIT)]
    except FileNotFoundError:
        if needed == "amount":
            return []
        raise FileError(f"{show(path)} is not there") from None
    except OSError as error:
        raise FileError(f"{show(path)} cannot be read: {error.strerror}") from error
    rows: list[dict[str, Text]] = []
    head: list[str] | None = None
    for line in (line for line in lines if isinstance(line, Line) and line.text.strip()):
        split = split_cells(line, ",")
        if split.fault is not None:
            problems.add(split.fault)
            continue
        cells = [trimmed_cell(cell) for cell in split.cells]
        if head is None:
            head = ["" if cell is None else cell.text.lower() for cell in cells]
            if not {needed, columns[1]} <= {*head} or not {*head} <= {*columns}:
                what, hint = "these are other columns", f"the first line is `{','.join(columns)}`"
                problems.add(Problem("balance-unreadable", Place(path, 1, 1, 1, line.text), what, hint))
                return []
            continue
        if len(cells) > len(head):
            what, hint = "this row has more cells than columns", f"the columns are `{','.join(head)}`"
            problems.refuse("balance-unreadable", Place(path, line.number, 1, 1, line.text), what, hint)
            continue
        rows.append({name: cell for name, cell in zip(head, cells, strict=False) if cell is not None})
    return rows


def balances_of(path: str, evenings: Sequence[str]) -> "Balances":
    """Return the balances that `--carry` names. Raises `Ended` for a file with problems."""
    balances = Balances(path, evenings)
    if balances.problems.kept:
        tell(balances.problems.kept)
        raise Ended(Exit.INPUT)
    return balances


def with_handles(style: Style, path: str) -> Style:
    """Return a style with the links that `--handles` names. Raises `Ended` for a file with problems."""
    problems = Problems()
    handles = read_handles(path, problems)
    if problems.kept:
        tell(problems.kept)
        raise Ended(Exit.INPUT)
    return style._replace(handles=handles)


def _beside(path: str, evening: str) -> str:
    """Return the name of a file as it is found from the folder of the balances."""
    if not os.path.exists(evening):
        return evening
    return os.path.relpath(os.path.realpath(evening), os.path.dirname(os.path.realpath(path)))


class Balances:
    """The file that `--carry` names: its debts go into an outcome, and what is left of it is written."""

    def __init__(self, path: str, evenings: Sequence[str]) -> None:
        self._path = path
        self._evenings = tuple(dict.fromkeys(_beside(path, evening) for evening in evenings))
        self.problems = Problems()
        self._carried = read_balances(path, self.problems)
        again = [name for name in self._evenings if name in self._carried.evenings]
        if again:
            what = f"{show(again[0])} is in the balances of {show(path)} already"
            raise FileError(f"{what}; if it is another evening, give its file a name of its own")

    def into(self, session: SessionResult) -> tuple[SessionResult, tuple[Payment, ...]]:
        """Return a session with the payments made since, and the debts, with names as the session has them.

        Raises `UsageError` for another currency.
        """
        currency = session.currency
        own = self._carried.currency
        if own is not None and (currency is None or currency.label != own.label):
            here = f"is in {currency.label}" if currency is not None else "has no currency"
            raise UsageError(f"--carry {show(self._path)}: its amounts are in {own.label}, and this {here}")
        if own is None and currency is not None and (self._carried.debts or self._carried.paid):
            what = f"its amounts have no currency, and this is in {currency.label}"
            raise UsageError(f"--carry {show(self._path)}: {what}")
        self._tell_near_names(session)
        called = {name_key(name): name for name in session.totals}

        def named(p: Payment) -> Payment:
            return p._replace(
                payer=called.get(name_key(p.payer), p.payer), payee=called.get(name_key(p.payee), p.payee)
            )

        place = Place(self._path)
        made = [
            Paid(p.payer, p.payee, Amount(Fraction(p.amount), currency), place)
            for p in map(named, self._carried.paid)
        ]
        debts = tuple(map(named, self._carried.debts))
        return session._replace(paid=(*session.paid, *made)), debts

    def _tell_near_names(self, session: SessionResult) -> None:
        """Warn of people of the balances who are nearly somebody of this evening."""
        here = {name_key(name): name for name in session.totals}
        there = {name_key(name): name for p in self._carried.debts for name in (p.payer, p.payee)}
        near = [(old, new) for old in there if old not in here for new in here if new not in there]
        found = Problems()
        for old, new in near:
            if are_near(old, new):
                what = (
                    f"{here[new]} is new, and {there[old]} of the balances is missing: are they one player?"
                )
                hint = "if they are one, write the name in the balances as it is here"
                found.warn("name-near", Place(self._path), what, hint)
        tell(found.kept)

    def write(self, outcome: Outcome) -> str:
        """Write the payments that are left, the whole file at once; return a sentence on it."""
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(_COLUMNS)
        why = _BETWEEN.join((*self._carried.evenings, *self._evenings))
        currency = outcome.session.currency
        unit = f" {currency.label}" if currency is not None else ""
        today = date.today().isoformat()
        for p in outcome.payments:
            table.writerow((today, p.payer, p.payee, f"{format_money(p.amount, outcome.digits)}{unit}", why))
        if not outcome.payments and why:
            table.writerow((today, "", "", "0", why))
        atomic_write(self._path, [out.getvalue()])
        return f"What is left is in {show(self._path)}."
