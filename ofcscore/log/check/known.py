"""The context in which the keys of a log are read: its people, its currency, and the options."""

import re
from collections.abc import Callable, Collection, Iterable
from fractions import Fraction

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.amounts import (
    NO_LABEL,
    decimal_signs,
    is_currency,
    is_same,
    may_be_thousands,
    plain_number,
    read_amount,
    read_number,
    shown_decimal,
    unmistakable,
)
from ofcscore.log.check.people import People
from ofcscore.log.syntax import Entry, Item, Part, Text
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import HOUSE, Amount, Currency

Reread = Callable[[], Iterable[Item]]
"""Gives all items of a log once more."""


class Known:
    """The context in which the keys of a log are read.

    `stake` and `currency` are those of the options; `money` is the one currency of the log, once an amount
    has named it; `rules` are those that are played.
    """

    def __init__(
        self, problems: Problems, people: People, stake: Amount | None, currency: Currency | None
    ) -> None:
        self.problems = problems
        self.people = people
        self.stake = stake
        self.currency = currency
        self.money: Currency | None = None
        self.rules: Rules | None = None
        self._signs: set[str] = set()
        self._reread: Reread | None = None

    def begin_file(self, reread: Reread | None = None) -> None:
        """Begin a log, with a currency and players of its own; `reread` gives all of its items once more."""
        self.people.begin_file()
        self.money = None
        self.rules = None
        self._signs = set()
        self._reread = reread

    def note_signs(self, entries: Iterable[Entry]) -> None:
        """Note which sign stands before decimals in the amounts of these keys."""
        self._signs |= {
            decimal_signs(p.number.text) for e in entries for p in e.parts if p.number is not None
        }

    @property
    def decimal(self) -> str | None:
        """The sign before decimals that the amounts of this log show, None if none or both do.

        The rest of the log is read for it once, if nothing has shown it yet.
        """
        if self._signs <= {""} and self._reread is not None:
            reread, self._reread = self._reread, None
            for item in reread():
                self.note_signs(item.entries)
        return shown_decimal(self._signs)

    def plain_numbers(self, entry: Entry) -> Entry:
        """Return a key with its numbers as this program writes them: a point before decimals."""
        return entry._replace(parts=tuple([self._plain_number(part) for part in entry.parts]))

    def _plain_number(self, part: Part) -> Part:
        number = part.number
        if number is None or not re.search("[.,]", number.text):
            return part
        # With a currency in the same word the number alone is rewritten.
        written = re.sub("[0-9][0-9.,]*", lambda m: self._plain(m[0]), number.text, count=1)
        return part._replace(number=number._replace(text=written))

    def _plain(self, written: str) -> str:
        decimal = self.decimal if may_be_thousands(written) else None
        plain = plain_number(written, decimal)
        return written if plain is None else unmistakable(plain)

    def person(self, name: Text, *, house: bool = False) -> str | None:
        """Return the person a name means, or the house (`house`); None (and a problem) if nobody fits."""
        found = self.people.mention(name, house=house)
        return None if found is None else self.people.person(found)

    def party(self, name: Text) -> str | None:
        """Return the giver or the taker that a name means: a person, or the house, which then takes part."""
        found = self.person(name, house=True)
        if found == HOUSE:
            self.people.house_takes_part(name)
        return found

    def number(self, number: Text, *, ratio: bool = False) -> Fraction | None:
        """Return the number that a word is, None (and a problem) where it is none."""
        return read_number(number, self.problems, self._decimal_of(number), ratio=ratio)

    def _decimal_of(self, number: Text) -> str | None:
        return self.decimal if may_be_thousands(number.text) else None

    def amount(self, part: Part, *, stake: bool = False) -> Amount | None:
        """Return the amount of a part, None (and a problem) where it is none."""
        assert part.number is not None
        currency = self.money or self.currency or (self.stake.currency if self.stake is not None else None)
        amount = read_amount(part, self.problems, self._decimal_of(part.number), currency, stake=stake)
        if amount is not None and amount.currency and self.money and is_same(amount.currency, self.money):
            return amount._replace(currency=self.money)
        return amount

    def same_currency(self, part: Part, amount: Amount) -> bool:
        """Return True if an amount is in the currency of its log; else add a problem.

        What somebody gets (the part has names) is in a currency that is named before, or known everywhere:
        else the word may be a remark (`+5 bounty`), or half of a name (`Anna M +5`).
        """
        if amount.currency is None or amount.currency == NO_LABEL:
            return True
        label = amount.currency.label
        if self.money is None and (not part.names or self.currency is not None or is_currency(label)):
            self.money = amount.currency
        if self.money is not None and is_same(amount.currency, self.money):
            return True
        at = part.unit or part.number
        assert at is not None
        name = _name_with(part)
        if self.money is not None:
            what, hint = f"{label} here, and {self.money.label} before", "one log has one currency"
            self.problems.refuse("currency-differs", at.place, what, _in_quotes(name) or hint)
            return False
        what = f"is {at.text} a currency? Nothing before says so"
        hint = (
            _in_quotes(name)
            or f"if it is, write `currency: {at.text}` in the header; a remark begins with `#`"
        )
        self.problems.refuse("currency", at.place, what, hint)
        return False

    def with_whole_names(self, entry: Entry, boards: Collection[str]) -> Entry:
        """Return a key with the whole names of known people, where half of one was read as a currency.

        `boards` are the names of the boards in its deal.
        """
        return entry._replace(parts=tuple([self._with_whole_name(part, boards) for part in entry.parts]))

    def _with_whole_name(self, part: Part, boards: Collection[str]) -> Part:
        name = _name_with(part)
        if name is None or not (name.text in boards or self.people.is_known(name.text)):
            return part
        return part._replace(names=(*part.names[:-1], name), unit=None)

    def negative(self, number: Text, message: str) -> None:
        """Refuse a number that must be more than nothing and is not."""
        hint = "leave the sign out" if number.text.startswith("-") else "write more than 0"
        self.problems.refuse("number-negative", number.place, message, hint)


def _name_with(part: Part) -> Text | None:
    """Return the last name of a part with the word between it and the number; None where nothing is."""
    name, unit, number = part.names[-1] if part.names else None, part.unit, part.number
    if name is None or unit is None or number is None or unit.column > number.column:
        return None
    between = name.line.text[name.column + name.width - 1 : unit.column - 1]
    if name.line is not unit.line or between.strip(" \t"):
        return None
    width = unit.column + unit.width - name.column
    return Text(f"{name.text} {unit.text}", name.line, name.column, width)


def _in_quotes(name: Text | None) -> str | None:
    """Return how a name of several words is written, as a hint; None where there is none."""
    return None if name is None else f'a name of several words stands in quotes: `"{name.text}"`'
