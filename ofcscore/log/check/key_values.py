"""Interpret the keys of headers and deals: rules, stakes, players, payments, notes."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ofcscore.diagnostics.problem import Place, Problem, Problems, listed, meant
from ofcscore.game.cards import ROWS
from ofcscore.game.game_words import is_called, kind_called
from ofcscore.log.amounts import (
    NO_LABEL,
    decimal_signs,
    is_currency,
    is_stated,
    may_be_thousands,
    plain_number,
    read_amount,
    read_number,
    read_unit,
    shown_decimal,
    unmistakable,
)
from ofcscore.log.check.people import People
from ofcscore.log.keys import KEYS, NOT_VOID, ON, key_form
from ofcscore.log.syntax import Entry, Item, Part, Text
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import ANYBODY, HOUSE, Adjustment, Amount, Currency, Expectation, Facts, Paid

Reread = Callable[[], Iterable[Item]]
"""A function that yields all items of a log again."""
_WORD: Final = r"[^\W_]+"
_BETWEEN_NAMES: Final = r"[ \t]*[,&+/-][ \t]*|[ \t]+(?:and|und|et|y|e|vs\.?)[ \t]+"
_FEW_WORDS: Final = 3
"""The most words of a note with `paid` that is taken for a payment."""
_OTHER_KINDS = "rows royalties scoop scoop-all overall foul natural surrender aces moon double absent limit"
PAIR_KINDS: Final = ("total", *(row.label for row in ROWS), *_OTHER_KINDS.split())
BOARD_KINDS: Final = ("result", "royalties", "foul", "fantasyland", "natural", *(row.label for row in ROWS))
_FLAGS: Final = ("foul", "fantasyland", "natural")
_SAME_KIND: Final = {
    "royalty": "royalties",
    "mid": "middle",
    "bot": "bottom",
    "front": "top",
    "back": "bottom",
    "sweep": "scoop",
}
_Expected = tuple[str, Fraction | bool | str, Place]
"""The kind that is expected, its value and its position."""


class Known:
    """The context for reading the keys of a log.

    `stake` and `currency` come from the command line. `money` is the currency of the log, None until an
    amount names one. `rules` are the rules in play.
    """

    def __init__(
        self, problems: Problems, people: People, stake: Amount | None, currency: Currency | None
    ) -> None:
        self.problems = problems
        self.people = people
        self.stake = stake
        self.currency = currency
        self.begin_file()

    def begin_file(self, reread: Reread | None = None) -> None:
        """Reset the currency and players for a new log; `reread` yields all its items again."""
        self.people.begin_file()
        self.money: Currency | None = None
        self.rules: Rules | None = None
        self.of_header: tuple[Paid | Adjustment, ...] = ()
        """The payments and adjustments of the log's header."""
        self._signs: set[str] = set()
        self._reread = reread

    def refuse(self, code: str, at: Text, message: str, hint: str) -> None:
        self.problems.refuse(code, at.place, message, hint)

    def note_signs(self, entries: Iterable[Entry]) -> None:
        """Record the decimal sign (point or comma) used in these entries."""
        numbers = (part.number for entry in entries for part in entry.parts)
        self._signs |= {decimal_signs(number.text) for number in numbers if number is not None}

    @property
    def decimal(self) -> str | None:
        """The decimal sign that the amounts of this log use, None if unclear.

        If the entries so far do not show it, the rest of the log is read once.
        """
        if self._signs <= {""} and self._reread is not None:
            reread, self._reread = self._reread, None
            for item in reread():
                self.note_signs(item.entries)
        return shown_decimal(self._signs)

    def plain_numbers(self, entry: Entry) -> Entry:
        """Return an entry with its numbers normalized to a decimal point."""
        parts = []
        for part in entry.parts:
            if part.number is not None:
                # If the word also contains a currency, only the number changes.
                written = re.sub("[0-9][0-9.,]*", self._plain, part.number.text, count=1)
                part = part._replace(number=part.number._replace(text=written))
            parts.append(part)
        return entry._replace(parts=tuple(parts))

    def _plain(self, written: re.Match[str]) -> str:
        plain = plain_number(written[0], self._decimal_of(written[0]))
        return written[0] if plain is None else unmistakable(plain)

    def person(self, name: Text, *, house: bool = False) -> str | None:
        """Return the person that a name means; otherwise report an error and return None.

        `house` allows the name of the house.
        """
        found = self.people.mention(name, house=house)
        return None if found is None else self.people.person(found)

    def party(self, name: Text) -> str | None:
        """Return the payer or payee that a name means: a person or the house.

        If it is the house, record that the house takes part.
        """
        found = self.person(name, house=True)
        if found == HOUSE:
            self.people.house_takes_part(name)
        return found

    def number(self, part: Part, *, ratio: bool = False) -> Fraction | None:
        """Return a part's number; if it is invalid, report an error and return None."""
        number = part.number
        assert number is not None
        return read_number(number, self.problems, self._decimal_of(number.text), ratio=ratio)

    def _decimal_of(self, number: str) -> str | None:
        return self.decimal if may_be_thousands(number) else None

    def amount(self, part: Part, *, stake: bool = False) -> Amount | None:
        """Return a part's amount; if it is invalid, report an error and return None."""
        assert part.number is not None
        currency = self.money or self.currency or (self.stake.currency if self.stake is not None else None)
        amount = read_amount(part, self.problems, self._decimal_of(part.number.text), currency, stake=stake)
        if amount is not None and amount.currency and self.money and is_stated(amount.currency, self.money):
            return amount._replace(currency=self.money)
        return amount

    def same_currency(self, part: Part, amount: Amount) -> bool:
        """Return True if an amount is in the log's currency; otherwise report an error.

        After a player's name, an unknown currency is rejected. It may be a remark (`+5 bounty`) or the second
        half of a name (`Anna M +5`).
        """
        if amount.currency is None or amount.currency == NO_LABEL:
            return True
        label = amount.currency.label
        if self.money is None and (not part.names or self.currency is not None or is_currency(label)):
            self.money = amount.currency
        if self.money is not None and is_stated(amount.currency, self.money):
            return True
        at = part.unit or part.number
        assert at is not None
        name = _name_with(part)
        quoted = (
            f'put a name of several words in quotes: `"{name.text}"`' if name and at.text.isalpha() else None
        )
        code, what = "currency", f"`{at.text}` is not a known currency"
        hint = f"if it is one, write `currency: {at.text}` in the header; start a remark with `#`"
        if self.money is not None:
            code, hint = "currency-differs", "use one currency per log"
            what = f"the currency is {label} here, but {self.money.label} before"
        self.refuse(code, at, what, quoted or hint)
        return False

    def with_whole_names(self, entry: Entry, boards: Collection[str]) -> Entry:
        """Rejoin names of known players if their second half was read as a currency.

        `boards` are the names of the boards in the deal.
        """
        parts = []
        for part in entry.parts:
            name = _name_with(part)
            if name is not None and (name.text in boards or self.people.is_known(name.text)):
                part = part._replace(names=(*part.names[:-1], name), unit=None)
            parts.append(part)
        return entry._replace(parts=tuple(parts))

    def negative(self, part: Part, message: str) -> None:
        """Report a number that must be positive but is not."""
        assert part.number is not None
        minus = part.number.text.startswith("-")
        hint = "remove the minus sign" if minus else "write a number greater than 0"
        self.refuse("number-negative", part.number, message, hint)


def _name_with(part: Part) -> Text | None:
    """Return a part's last name joined with the unit after it, None if they are apart."""
    unit, number = part.unit, part.number
    name = part.names[-1] if part.names else None
    if name is None or unit is None or number is None or unit.column > number.column or name.text == ANYBODY:
        return None
    between = name.line.text[name.column + name.width - 1 : unit.column - 1]
    if name.line is not unit.line or between.strip(" \t"):
        return None
    width = unit.column + unit.width - name.column
    return Text(f"{name.text} {unit.text}", name.line, name.column, width)


class Keys:
    """The values of the keys of a header or a deal, which its methods read one by one."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self.title = ""
        self.date: Text | None = None
        self.rules: Text | None = None
        self.stake: Amount | None = None
        self.stake_factor = 1
        """The factor by which a deal multiplies the stakes of its log."""
        self._factor_at: Text | None = None
        self.pair_stakes: dict[frozenset[str], Fraction] = {}
        self.players: tuple[str, ...] = ()
        self.bank: str | None = None
        self.dealer: str | None = None
        self.bankroll: Fraction | None = None
        self.rake: Amount | None = None
        self.rounds: int | str | None = None
        self.double: str | None = None
        self.chips: list[tuple[str, Amount]] = []
        self.adjust: list[Adjustment] = []
        self.paid: list[Paid] = []
        self.expect: list[Expectation] = []
        self.notes: list[str] = []
        self.void = False
        self.why_void = ""
        self._kept: list[Text] = []
        """The amounts that no option overrides."""

    def facts(self) -> Facts:
        """Return chips, adjustments, payments, expectations and whether the deal is void."""
        facts = Facts(tuple(self.chips), tuple(self.adjust), tuple(self.paid), tuple(self.expect))
        return facts._replace(void=self.void, why_void=self.why_void)

    def check_factor(self, stake: object) -> None:
        """Report a stake factor such as `x2` if there is no stake to multiply."""
        if self._factor_at is not None and not stake:
            what = f"`{self._factor_at.text}` multiplies the stake, but no stake is set before it"
            hint = "write one above, for example `stake: 0.50 EUR`"
            self._known.refuse("stake-missing", self._factor_at, what, hint)

    def check_currency(self) -> None:
        """Report amounts in the log whose currency differs from the one in the options."""
        known = self._known
        named = known.currency or (known.stake.currency if known.stake is not None else None)
        if named is None or known.money is None or named == known.money:
            return
        what = f"this amount is in {known.money.label}, but the options use {named.label}"
        hint = "the options replace only the stake; score this log in its own currency"
        for at in self._kept:
            known.refuse("currency-differs", at, what, hint)

    def read(self, entry: Entry) -> None:
        """Read an entry, with the method of its key unless its value is a text or a person."""
        key = entry.key.text
        if key in ("date", "rules"):
            setattr(self, key, entry.parts[0].words[0])
        elif key in ("bank", "dealer"):
            setattr(self, key, self._known.person(entry.parts[0].names[0]))
        else:
            getattr(self, f"_{key}")(entry)

    def _keep(self, part: Part, is_money: bool = True) -> None:
        """Record an amount that no option overrides; without a currency it is points."""
        if is_money and part.number is not None:
            self._kept.append(part.number)

    def _players(self, entry: Entry) -> None:
        self.players = self._known.people.list_players(entry.parts)

    def _expect(self, entry: Entry) -> None:
        self.expect.extend(read_expected(entry, self._known))

    def _running(self, entry: Entry) -> None:
        kinds = {"total": "running", "money": "running money", "owed": "owed"}
        self.expect.extend(one._replace(kind=kinds[one.kind]) for one in read_expected(entry, self._known))

    def _title(self, entry: Entry) -> None:
        title = entry.parts[0].words[0]
        if title.text and not any(map(str.isprintable, "".join(title.text.split()))):
            hint = f"write, for example, {key_form('title')}"
            self._known.refuse("key-empty", title, "`title:` has no value", hint)
        self.title = title.text.strip()

    def _stake(self, entry: Entry) -> None:
        part, known = entry.parts[0], self._known
        if part.words and entry.names:
            what = "the stake of two players must be an amount"
            hint = "write, for example, `stake Hero/Gus: 2`"
            known.refuse("number-unreadable", part.words[0], what, hint)
        elif part.words:
            self._factor_at = part.words[0]
            self.stake_factor = int(part.words[0].text.strip("x"))
        amount = known.amount(part, stake=True) if part.number is not None else None
        if amount is None or part.number is None:
            return
        problem = stake_problem(amount, part.number)
        if problem is not None and not (problem.warning and known.stake is not None):
            known.problems.add(problem)
        if (problem is not None and not problem.warning) or not known.same_currency(part, amount):
            return
        if not entry.names:
            self.stake = Amount(amount.value) if amount.currency == NO_LABEL else amount
            return
        self._keep(part, known.currency is None)
        pair = self._pair(entry)
        if pair is not None:
            self.pair_stakes[pair] = amount.value

    def _pair(self, entry: Entry) -> frozenset[str] | None:
        """Return the two players of a pair stake; if invalid, report an error, return None."""
        names, known = entry.names, self._known
        if len(names) != 2:
            hint = "write, for example, `stake Hero/Gus: 2`"
            known.refuse("key-unreadable", names[0], "a pair stake needs two players", hint)
            return None
        first, second = map(known.person, names)
        if first is None or second is None:
            return None
        pair = frozenset((first, second))
        if first == second:
            what = f"{first} cannot have a stake against {first}"
            known.refuse("pair-of-one", names[1], what, "name two different players")
        elif pair in self.pair_stakes:
            what = f"the stake of {first} and {second} is already set"
            known.refuse("key-repeated", entry.key, what, "remove one of the two")
        else:
            return pair
        return None

    def _currency(self, entry: Entry) -> None:
        part = entry.parts[0]
        assert part.unit is not None
        currency = read_unit(part.unit, self._known.problems)
        if currency is not None:
            self._known.same_currency(part, Amount(Fraction(0), currency))

    def _bankroll(self, entry: Entry) -> None:
        part = entry.parts[0]
        if part.unit is not None:
            what = "a bankroll is in points and has no currency"
            self._known.refuse("key-unreadable", part.unit, what, "write only the number")
            return
        value = self._known.number(part)
        if value is not None and value <= 0:
            self._known.negative(part, "a bankroll must be greater than 0")
        else:
            self.bankroll = value

    def _rake(self, entry: Entry) -> None:
        part, known = entry.parts[0], self._known
        amount = known.amount(part)
        if amount is not None and amount.value < 0:
            known.negative(part, "a rake cannot be negative")
        elif amount is not None and known.same_currency(part, amount):
            self._keep(part)
            self.rake = amount
            if amount.value:
                known.people.house_takes_part(entry.key)

    def _rounds(self, entry: Entry) -> None:
        number = entry.parts[0].number
        value = self._known.number(entry.parts[0]) if number is not None else None
        if number is None:
            self.rounds = "players"
        elif value is not None and (value.denominator != 1 or value < 1):
            what = "the number of rounds must be a whole number of at least 1"
            hint = "write, for example, `rounds: 12`, or `rounds: players` for one deal per player"
            self._known.refuse("number-unreadable", number, what, hint)
        elif value is not None:
            self.rounds = int(value)

    def _cards(self, entry: Entry) -> None:
        from ofcscore.game.spelling import read_one_card
        from ofcscore.log.words import tables

        words = entry.parts[0].words[0]
        said = words.text.strip()
        what, _, card = said.partition(" ")
        if said.lower() in ("en", *tables()["alphabets"]):
            return
        self.double = read_one_card(card) if what == "double" else None
        if self.double is None:
            message, hint = f"`{said}` is not a doubling card or a card alphabet", key_form("cards")
            self._known.refuse("key-unreadable", words, message, f"write, for example, {hint}")

    def _chips(self, entry: Entry) -> None:
        known = self._known
        for part in entry.parts:
            amount = known.amount(part)
            if amount is not None and amount.value < 0:
                known.negative(part, "a number of chips cannot be negative")
                amount = None
            elif amount is not None and not known.same_currency(part, amount):
                amount = None
            people = known.people.seats
            if part.names:
                person = known.person(part.names[0])
                people = () if person is None else (person,)
            elif not people:
                what = "without a `players:` line, chips need the names of their owners"
                hint = "write, for example, `chips: Hero 100, Gus 80`"
                known.refuse("key-unreadable", entry.key, what, hint)
            if amount is not None:
                self.chips += [(person, amount) for person in people]
                self._keep(part, amount.currency is not None)

    def _adjust(self, entry: Entry) -> None:
        shares: list[tuple[str, Amount]] = []
        for part in entry.parts:
            amount = self._known.amount(part)
            person = self._known.party(part.names[0])
            if amount is not None and person is not None and self._known.same_currency(part, amount):
                shares.append((person, amount))
                self._keep(part, amount.currency is not None)
        if len(shares) == len(entry.parts) and self._is_balanced(shares, entry):
            adjustment = Adjustment(tuple(shares), entry.key.place)
            self._warn_if_repeated(adjustment, self.adjust)
            self.adjust.append(adjustment)

    def _is_balanced(self, shares: Sequence[tuple[str, Amount]], entry: Entry) -> bool:
        sums: dict[Currency | None, Fraction] = {}
        for _, amount in shares:
            sums[amount.currency] = sums.get(amount.currency, Fraction(0)) + amount.value
        off = [(total, currency) for currency, total in sums.items() if total]
        if off:
            house = ", ".join(f"{HOUSE} {_signed(-total, currency)}" for total, currency in off)
            rule = "points and money must each sum to 0" if len(sums) > 1 else "they must sum to 0"
            message = f"these shares sum to {listed((_signed(*one) for one in off), 'and')}, not to 0"
            hint = f"{rule}; if the house gets or pays the rest, add `{house}`"
            self._known.refuse("adjust-unbalanced", entry.key, message, hint)
        return not off

    def _paid(self, entry: Entry) -> None:
        known = self._known
        for part in entry.parts:
            amount = known.amount(part)
            payer, payee = map(known.party, part.names)
            if amount is None or payer is None or payee is None:
                continue
            if payer == payee:
                what = f"this payment is from {payer} to {payer}"
                known.refuse("paid-to-self", part.names[1], what, "name the player who was paid")
            elif amount.value <= 0:
                known.negative(part, "a payment must be greater than 0")
            elif known.same_currency(part, amount):
                self._keep(part)
                payment = Paid(payer, payee, amount, part.names[0].place)
                self._warn_if_repeated(payment, self.paid)
                self.paid.append(payment)

    def _warn_if_repeated(self, movement: Paid | Adjustment, before: Sequence[Paid | Adjustment]) -> None:
        stated = (*before, *self._known.of_header)
        same = next((one for one in stated if one._replace(place=movement.place) == movement), None)
        if same is not None:
            message = f"line {same.place.line} already says the same, and both count"
            hint = "if it was written down twice, remove one"
            self._known.problems.warn("money-repeated", movement.place, message, hint)

    def _note(self, entry: Entry) -> None:
        text = entry.parts[0].words[0].text
        if text.strip():
            self.notes.append(text)

    def _void(self, entry: Entry) -> None:
        word = entry.parts[0].words[0].text if entry.parts else "yes"
        said = word.strip().lower()
        self.void = not said or said not in NOT_VOID
        if self.void and said and said not in ON:
            self.why_void = word.strip()
            if word not in self.notes:
                self.notes.append(word)


def gather(entries: Sequence[Entry], known: Known, *, in_deal: bool, boards: Collection[str] = ()) -> Keys:
    """Read the keys of a deal or a header, and report each invalid one.

    `boards` are the names of the boards in the deal.
    """
    keys = Keys(known)
    first: dict[str, Entry] = {}
    known.note_signs(entries)
    # Read `players` first: the other keys name people.
    for entry in sorted(entries, key=lambda e: e.key.text != "players"):
        key = entry.key.text
        if not _may_stand(entry, known, in_deal):
            continue
        if KEYS[key].once and not entry.names:
            before = first.setdefault(key, entry)
            if before is not entry:
                stated = f"`{key}` is already set (line {before.key.line.number})"
                known.refuse("key-repeated", entry.key, stated, "remove one of the two")
                continue
        errors = known.problems.errors
        keys.read(known.with_whole_names(entry, boards))
        if known.problems.errors > errors:
            known.problems.miss(key)
    keys.check_currency()
    for entry in entries:
        said = entry.parts[0].words[0] if entry.key.text == "void" and entry.parts else None
        if said is not None and _are_names(said.text, known, boards):
            what = f"`void: {said.text.strip()}` may mean only a part of this deal"
            known.refuse("void-unclear", said, what, "if the whole deal does not count, write `void` alone")
        if entry.key.text in ("note", "title") and not entry.told:
            _check_remark(entry, keys, known, frozenset(boards), in_deal=in_deal)
    if not in_deal:
        known.of_header = (*keys.adjust, *keys.paid)
    return keys


def _are_names(text: str, known: Known, boards: Collection[str]) -> bool:
    """Return True if a text only names players."""
    names = known.people.names | {board.lower() for board in boards}
    text = text.strip(' \t.!()"').lower()
    return text in names or names.issuperset(re.split(_BETWEEN_NAMES, text))


def _may_stand(entry: Entry, known: Known, in_deal: bool) -> bool:
    key = entry.key.text
    pair = key == "expect" and entry.names
    if in_deal and KEYS[key].where == "header":
        where, hint = f"`{key}` applies to the whole log", "move it before the first deal"
    elif not in_deal and (KEYS[key].where == "deal" or pair):
        what = "`expect` for a pair or a board" if pair else f"`{key}`"
        where, hint = f"{what} belongs to one deal", "move it after that deal's `deal` line"
    else:
        return True
    known.refuse("key-misplaced", entry.key, where, hint)
    known.problems.miss(key)
    return False


def stake_problem(amount: Amount, written: Text) -> Problem | None:
    """Return a stake's diagnostic: an error if negative, a warning if 0, else None."""
    place = written.place
    if amount.value < 0 or "-" in written.text:
        return Problem("number-negative", place, "a stake cannot be negative", "remove the minus sign")
    if amount.value == 0:
        nothing = "with a stake of 0, nobody owes anything"
        return Problem("stake-zero", place, nothing, "remove the line to count points", warning=True)
    return None


def _signed(value: Fraction, currency: Currency | None) -> str:
    if currency == NO_LABEL:
        return f"{_signed(value * 100, None)}c"
    text = unmistakable(f"{Decimal(value.numerator) / value.denominator:+f}")
    return f"{text} {currency.label}" if currency is not None else text


def _check_remark(entry: Entry, keys: Keys, known: Known, boards: frozenset[str], *, in_deal: bool) -> None:
    """Warn about a note or title that may be about points or money.

    A note of a foul is compared with the boards of its deal after scoring.
    """
    from ofcscore.log.text.relevance import Context, Weight, denies_foul, says_foul, says_payment, weigh
    from ofcscore.log.vocabulary import ENGLISH

    note, kind = entry.parts[0].words[0], entry.key.text
    is_title = kind == "title"
    if is_title and (note.place == entry.key.place or not any(map(str.isalpha, note.text))):
        # Headings without a key are checked more strictly elsewhere.
        return
    names = known.people.names | {name.lower() for name in boards}
    weight = weigh(note.text, Context(names, above=is_title and not in_deal, note=True))
    sure = weight if isinstance(weight, Weight) else None
    is_foul = sure is not None and sure.code == "chat-foul"
    short = len(note.text.split()) <= _FEW_WORDS and ENGLISH.says("all.money.paid|talk.settled", note.text)
    # A foul in another language: `Tom hat gefoult`.
    fouls_elsewhere = ENGLISH.says("all.status.foul", note.text) and not ENGLISH.says("FOUL", note.text)
    if says_payment(note.text):
        what = f"a {kind} is not a payment"
        hint = f"if this is a payment that was made, write `paid: {note.text.strip()}`"
    elif (
        sure is not None
        and not (is_foul and (is_title or (in_deal and (says_foul(note.text) or denies_foul(note.text)))))
        and not (sure.kind == "void" and keys.void)
        and not (sure.kind == "rules" and keys.rules is not None)
    ):
        what, hint = f"this {kind} is ignored, but it may say {sure.what}", sure.help
    elif weight is True or (is_title and is_foul) or short or fouls_elsewhere or _blunders(note.text, boards):
        what = f"this {kind} is ignored, but it may be about points or money"
        hint = "to make it count, write for example `paid: Ann -> Bob 5` or `adjust: Ann +5, Bob -5`"
    else:
        return
    known.problems.warn("note-unread", note.place, what, hint)


def _blunders(text: str, boards: Collection[str]) -> bool:
    """Return True if a text may say that a player without a board fouled: `Cid blew it`."""
    from ofcscore.log.vocabulary import ENGLISH, folded

    words = f" {' '.join(re.findall(_WORD, folded(text)))} "
    return ENGLISH.says("talk.blunders", words) and not any(f" {folded(name)} " in words for name in boards)


def read_expected(entry: Entry, known: Known) -> Iterator[Expectation]:
    """Yield the expectations of an `expect` line; report those that cannot be read."""
    if not entry.names:
        yield from _totals(entry.parts, known)
        return
    players = tuple(filter(None, map(known.people.mention, entry.names)))
    if len(players) == 2 and players[0] == players[1]:
        what = f"{players[0]} cannot play against {players[0]}"
        known.refuse("pair-of-one", entry.names[1], what, "name two different players")
        return
    for part in entry.parts:
        read = _expected(part, len(entry.names) == 2, known)
        if read is not None and len(players) == len(entry.names):
            yield Expectation(players, *read)


def _totals(parts: Sequence[Part], known: Known) -> Iterator[Expectation]:
    for part in parts:
        free = () if part.unit is None or known.people.is_known(ANYBODY) else (ANYBODY,)
        names = [name.text if name.text in free else known.person(name, house=True) for name in part.names]
        people, at = tuple(name for name in names if name is not None), part.names[0].place
        if part.unit is not None:
            amount, kind = known.amount(part), "owed" if len(names) > 1 or people == free else "money"
            if len(people) == len(names) and amount is not None and known.same_currency(part, amount):
                yield Expectation(people, kind, amount.value, at)
            continue
        total = known.number(part, ratio=True)
        if people and total is not None:
            yield Expectation(people, "total", total, at)


def _expected(part: Part, pair: bool, known: Known) -> _Expected | None:
    at = part.words[0] if part.words else part.number
    assert at is not None
    denied = bool(part.words) and at.text == "no"
    kinds = PAIR_KINDS if pair else BOARD_KINDS
    words = _in_own_words(part.words[denied:], kinds, known)
    kind = _SAME_KIND.get(words[0].text, words[0].text) if words else "total"
    flag = not pair and kind in _FLAGS
    where = at
    if kind == "total" and not pair:
        what = "the kind of result expected of this board is missing"
        hint = "for example `no foul`"
        if part.number is not None:
            hint = f"for a total, write `expect: Hero {at.text}`"
    elif kind not in kinds:
        where = words[0] if words else at
        what = f"`{where.text}` is not a result of {'a pair' if pair else 'a board'}"
        glued = re.fullmatch("([a-z-]*[a-z])([+-][0-9.]+)", where.text)
        hint = meant(glued[1] if glued else where.text, kinds, f"use {listed(kinds)}")
        if glued and _SAME_KIND.get(glued[1], glued[1]) in kinds:
            hint = f"put a space before the sign: `{glued[1]} {glued[2]}`"
    elif part.number is not None:
        value = known.number(part, ratio=True)
        if len(words) <= 1 and not denied:
            return None if value is None else (kind, value, at.place)
        what = "there are too many words here"
        hint = f"write `no {kind}`" if denied and kind in _FLAGS else f"write, for example, `{kind} 3`"
    elif kind == "natural" and not pair and not denied:
        return _natural(words, at, known)
    elif flag and len(words) == 1:
        return kind, not denied, at.place
    else:
        where = (words[0] if flag else words[-1] if words else at).behind()
        what = f"a {'comma' if flag else 'number'} is missing after `{kind}`"
        hint = f"write, for example, `{kind} {'+' if pair else ''}3`"
        if flag:
            hint = f"write `{kind}, {words[1].text}`"
    known.refuse("expect-unreadable", where, what, hint)
    return None


def _in_own_words(words: Sequence[Text], kinds: Sequence[str], known: Known) -> Sequence[Text]:
    """Replace the players' own name for a kind at the start of `words` by the kind."""
    own = known.rules.words if known.rules is not None else {}
    for count in range(len(words) if own else 0, 0, -1):
        name = " ".join(word.text for word in words[:count])
        kind = next((kind for kind in kinds if is_called(name, kind, own)), None)
        if kind is not None:
            return [words[0]._replace(text=kind), *words[count:]]
    return words


def _natural(words: Sequence[Text], at: Text, known: Known) -> _Expected | None:
    if len(words) == 1:
        return "natural", True, at.place
    from ofcscore.log.check.rows import natural_kind

    name = " ".join(word.text for word in words[1:])
    called = known.rules and kind_called(name, known.rules.words)
    naturals = known.rules.naturals if known.rules is not None else None
    kind = called or natural_kind(name, words[1].place, known.problems, naturals)
    return None if kind is None else ("natural", kind, at.place)
