"""What is known of a log while its keys are read: its people, its currency, and what the options say."""

from fractions import Fraction

from ofcscore.game.speech import Words
from ofcscore.log.amounts import add_doubt, is_same, read_amount, read_number
from ofcscore.log.check.people import People
from ofcscore.log.syntax import Part, Text
from ofcscore.problems.collected import Problems
from ofcscore.scoring.deal import HOUSE, Amount, Currency


class Known:
    """What the keys of a log are read with.

    `stake` and `currency` are those of the options; `money` is the one currency of the log, once an amount
    has named it; `players` are those of its header, `words` what they call things.
    """

    def __init__(
        self, problems: Problems, people: People, stake: Amount | None, currency: Currency | None
    ) -> None:
        self.problems = problems
        self.people = people
        self.stake = stake
        self.currency = currency
        self.money: Currency | None = None
        self.players: tuple[str, ...] = ()
        self.words: Words = {}

    def begin_file(self) -> None:
        """A new log, with a currency and players of its own."""
        self.people.begin_file()
        self.money = None
        self.players = ()
        self.words = {}

    def person(self, name: Text, *, house: bool = False) -> str | None:
        """Who is meant by a name, None (and a problem) where it can be nobody; `house`: the house, too."""
        found = self.people.mention(name, house=house)
        return None if found is None else self.people.person(found)

    def party(self, name: Text) -> str | None:
        """Who gives or takes something: a person, or the house, which then takes part."""
        found = self.person(name, house=True)
        if found == HOUSE:
            self.people.house_takes_part(name)
        return found

    def number(self, number: Text, *, ratio: bool = False) -> Fraction | None:
        """The number that a word is, None (and a problem) where it is none."""
        return read_number(number, self.problems, ratio=ratio)

    def amount(self, part: Part) -> Amount | None:
        """The amount of a part, None (and a problem) where it is none."""
        amount = read_amount(part, self.problems)
        if amount is not None and part.number is not None:
            add_doubt(part.number, amount.currency or self.money or self.currency, self.problems)
        if amount is not None and amount.currency and self.money and is_same(amount.currency, self.money):
            return amount._replace(currency=self.money)
        return amount

    def same_currency(self, part: Part, amount: Amount) -> bool:
        """Whether an amount is in the currency of its log; a problem where it is in another."""
        if amount.currency is None:
            return True
        if self.money is None:
            self.money = amount.currency
        if is_same(amount.currency, self.money):
            return True
        at = part.unit or part.number
        assert at is not None
        here = f"{amount.currency.label} here, and {self.money.label} before"
        self.problems.refuse("currency-differs", at.place, here, "one log has one currency")
        return False

    def negative(self, number: Text, message: str) -> None:
        """A problem: a number that must be more than nothing is not."""
        hint = "leave the sign out" if number.text.startswith("-") else "write more than 0"
        self.problems.refuse("number-negative", number.place, message, hint)
