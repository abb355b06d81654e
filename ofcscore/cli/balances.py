"""Balances between evenings: a file of debts to carry over, and a file of payment handles."""

import csv
import io
import os
import re
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import product
from typing import Final

from ofcscore.cli.console import FileError, UsageError, exit_on_problems, print_problems
from ofcscore.diagnostics.problem import Place, Problems, show
from ofcscore.files.disk import atomic_write
from ofcscore.log.amounts import parse_amount
from ofcscore.log.check.people import are_near, is_name, name_key, normal_name
from ofcscore.log.read.cells import CSV_LINE_LIMIT, split_cells, trimmed_cell
from ofcscore.log.read.sources import read_lines
from ofcscore.log.syntax import Line, Text
from ofcscore.log.vocabulary import ENGLISH, folded
from ofcscore.report.wording import Style
from ofcscore.scoring.deal import Amount, Currency, Paid, Payment
from ofcscore.session.money import Outcome, format_money
from ofcscore.session.result import SessionResult

_COLUMNS: Final = ("date", "from", "to", "amount", "why")
_BETWEEN: Final = "; "


class Balances:
    """The file of `--carry`: read earlier debts, add them to an outcome, write the rest.

    A row states that `from` owes `to` an amount, or has paid it if the `why` cell is `paid`. A missing file
    counts as empty. `debts` are the payments still owed for `evenings`; `paid` are payments made since then.
    Raise `Ended` if the file has errors.
    """

    def __init__(self, path: str, evenings: Sequence[str]) -> None:
        self.path = path
        self.debts: list[Payment] = []
        self.paid: list[Payment] = []
        self.evenings: dict[str, None] = {}
        self._currencies: dict[Currency, None] = {}
        problems = Problems()
        for cells in _rows(path, _COLUMNS, problems, "amount"):
            self._read(cells, problems)
        if len(self._currencies) > 1:
            problems.refuse("currency-mixed", Place(path), "these balances are in more than one currency")
        self.currency = next(iter(self._currencies), None)
        new = dict.fromkeys(_beside(path, evening) for evening in evenings)
        again = next((name for name in new if name in self.evenings), None)
        if again is not None:
            what = f"the balances in {show(path)} already include {show(again)}"
            raise FileError(f"{what}; if this is a different evening, rename its file")
        self.evenings |= new
        exit_on_problems(problems)

    def _read(self, cells: Mapping[str, Text], problems: Problems) -> None:
        amount = parse_amount(cells["amount"], problems) if "amount" in cells else None
        names = [cells.get("from"), cells.get("to")]
        people = [normal_name(name.text) for name in names if name is not None and is_name(name, problems)]
        why = cells["why"].text if "why" in cells else ""
        was_paid, evenings = _says_paid(why), [*filter(None, why.split(_BETWEEN))]
        if not was_paid and not all(map(self._is_evening, evenings)):
            at, what = cells["why"].place, "this row may be a debt or a payment"
            hint = "write `paid` for a full payment, or the evening's log for a debt, for example `night.ofc`"
            problems.refuse("balance-unreadable", at, what, hint)
            return
        self.evenings |= dict.fromkeys(() if was_paid else evenings)
        if amount is None or (not amount.value and not people):
            return
        if len(people) != 2 or name_key(people[0]) == name_key(people[1]) or amount.value < 0:
            at = cells["amount"].place
            what = "this row does not show who owes whom how much"
            hint = "write a row such as `2026-11-20,Ben,Ann,5.00,night.ofc`: here Ben owes Ann 5.00"
            problems.refuse("balance-unreadable", at, what, hint)
            return
        if amount.currency is not None:
            self._currencies[amount.currency] = None
        (self.paid if was_paid else self.debts).append(Payment(people[0], people[1], amount.value))

    def _is_evening(self, reason: str) -> bool:
        """Return True for a reason of a debt: a log, or only words of an evening such as `Friday 20.11.`."""
        if os.path.exists(os.path.join(os.path.dirname(self.path), reason)):
            return True
        words = {*re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", folded(reason))}
        of_evenings = ENGLISH.words_of(
            "fillers|months|all.weekdays|short-days.all|money.debts|ledger.evening"
        )
        is_file = re.search(r"\.[A-Za-z][A-Za-z0-9]{0,7}$", reason) and not ENGLISH.says(
            _NO_DEBT, f"{reason} "
        )
        return bool(is_file) or ("?" not in reason and words <= of_evenings)

    def carry_into(self, session: SessionResult) -> tuple[SessionResult, tuple[Payment, ...]]:
        """Return the session with the later payments added, and the debts carried over.

        Raise `UsageError` if the currencies differ.
        """
        currency, own = session.currency, self.currency
        if own is not None and (currency is None or currency.label != own.label):
            here = f"is in {currency.label}" if currency is not None else "has no currency"
            what = f"its amounts are in {own.label}, but this session {here}"
            raise UsageError(f"--carry {show(self.path)}: {what}")
        if own is None and currency is not None and (self.debts or self.paid):
            what = f"its amounts have no currency, but this session is in {currency.label}"
            raise UsageError(f"--carry {show(self.path)}: {what}")
        self._warn_of_similar_names(session)
        called = {name_key(name): name for name in session.totals}

        def named(p: Payment) -> Payment:
            payer, payee = (called.get(name_key(name), name) for name in (p.payer, p.payee))
            return p._replace(payer=payer, payee=payee)

        made = [
            Paid(p.payer, p.payee, Amount(Fraction(p.amount), currency), Place(self.path))
            for p in map(named, self.paid)
        ]
        return session._replace(paid=(*session.paid, *made)), tuple(map(named, self.debts))

    def _warn_of_similar_names(self, session: SessionResult) -> None:
        """Warn about a name in the balances that looks like a misspelled player."""
        here = {name_key(name): name for name in session.totals}
        there = {name_key(name): name for p in self.debts for name in (p.payer, p.payee)}
        found = Problems()
        for old, new in product(there, here):
            if old not in here and new not in there and are_near(old, new):
                missing = f"{there[old]} from the balances is absent"
                what = f"{here[new]} is new and {missing}: are they the same player?"
                hint = f"if they are, write {here[new]} in the balances too"
                found.warn("name-near", Place(self.path), what, hint)
        print_problems(found.kept)

    def write(self, outcome: Outcome) -> str:
        """Replace the file by the payments still owed; return a sentence that names the file."""
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(_COLUMNS)
        why = _BETWEEN.join(self.evenings)
        currency = outcome.session.currency
        unit = f" {currency.label}" if currency is not None else ""
        today = date.today().isoformat()
        for p in outcome.payments:
            table.writerow((today, p.payer, p.payee, f"{format_money(p.amount, outcome.digits)}{unit}", why))
        if not outcome.payments and why:
            table.writerow((today, "", "", "0", why))
        atomic_write(self.path, [out.getvalue()])
        return f"The remaining balances are in {show(self.path)}."


def _beside(path: str, evening: str) -> str:
    """Return a file's path relative to the folder of the balances."""
    if not os.path.exists(evening):
        return evening
    return os.path.relpath(os.path.realpath(evening), os.path.dirname(os.path.realpath(path)))


_NO_DEBT: Final = "money.paid|key.paid|money.void|talk.settled"


def _says_paid(reason: str) -> bool:
    """Return True for a reason that is only a word for paying and how: `paid in cash`."""
    how = "(?:[ \t,(]+@talk.in_cash|talk.ways|talk.by_way_of|talk.with_settled@)*"
    return ENGLISH.shape(rf"@all.money.paid|all.keys.paid@{how}[ \t.!)]*").fullmatch(reason) is not None


def _rows(path: str, columns: Sequence[str], problems: Problems, needed: str) -> list[dict[str, Text]]:
    try:
        with open(path, "rb") as stream:
            lines = [*read_lines(stream, path, problems, CSV_LINE_LIMIT)]
    except FileNotFoundError:
        if needed == "amount":
            return []
        raise FileError(f"cannot read {show(path)}: there is no such file") from None
    except OSError as error:
        raise FileError(f"cannot read {show(path)}: {error.strerror}") from error
    rows: list[dict[str, Text]] = []
    head: list[str] | None = None
    for line in (line for line in lines if isinstance(line, Line) and line.text.strip()):
        split = split_cells(line, ",")
        if split.fault is not None:
            problems.add(split.fault)
            continue
        cells = [trimmed_cell(cell) for cell in split.cells]
        at = Place(path, line.number, 1, 1, line.text)
        if head is None:
            head = ["" if cell is None else cell.text.lower() for cell in cells]
            if not {needed, columns[1]} <= {*head} or not {*head} <= {*columns}:
                what, hint = "this file has the wrong columns", f"make the first line `{','.join(columns)}`"
                problems.refuse("balance-unreadable", at, what, hint)
                return []
        elif len(cells) > len(head):
            what = "this row has more cells than there are columns"
            problems.refuse("balance-unreadable", at, what, f"the columns are `{','.join(head)}`")
        else:
            rows.append({name: cell for name, cell in zip(head, cells, strict=False) if cell is not None})
    return rows


def with_handles(style: Style, path: str) -> Style:
    """Return the style with a file's payment handles; if the file has errors, print them and exit."""
    problems = Problems()
    handles: dict[str, str] = {}
    for cells in _rows(path, ("name", "handle"), problems, "handle"):
        if "name" in cells and "handle" in cells:
            key, handle = name_key(normal_name(cells["name"].text)), cells["handle"].text
            if handles.setdefault(key, handle) != handle:
                what = f"{cells['name'].text} has two handles"
                problems.refuse("balance-unreadable", cells["name"].place, what, "remove one of the two rows")
    exit_on_problems(problems)
    return style._replace(handles=handles)
