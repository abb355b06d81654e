"""Interpret the keys of headers and deals: rules, stakes, players, payments, notes."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ofcscore.diagnostics.problem import Problem, Problems
from ofcscore.diagnostics.suggestions import listed, meant
from ofcscore.game.board import ROWS
from ofcscore.game.game_words import is_called, kind_called
from ofcscore.log.amounts import (
    NO_LABEL,
    decimal_signs,
    is_currency,
    is_same,
    may_be_thousands,
    plain_number,
    read_amount,
    read_number,
    read_unit,
    shown_decimal,
    unmistakable,
)
from ofcscore.log.check.people import People
from ofcscore.log.keys import KEYS, OFF, ON, key_form
from ofcscore.log.syntax import Entry, Item, Part, Text
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import ANYBODY, HOUSE, Adjustment, Amount, Currency, Expectation, Facts, Paid

Reread = Callable[[], Iterable[Item]]
"""A function that yields all items of a log again."""


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
        self.money: Currency | None = None
        self.rules: Rules | None = None
        self._signs: set[str] = set()
        self._reread: Reread | None = None

    def begin_file(self, reread: Reread | None = None) -> None:
        """Reset the currency and players for a new log; `reread` yields all its items again."""
        self.people.begin_file()
        self.money = None
        self.rules = None
        self._signs = set()
        self._reread = reread

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
        return entry._replace(parts=tuple([self._plain_number(part) for part in entry.parts]))

    def _plain_number(self, part: Part) -> Part:
        number = part.number
        if number is None or {*".,"}.isdisjoint(number.text):
            return part
        # If the word also contains a currency, only the number changes.
        written = re.sub("[0-9][0-9.,]*", lambda m: self._plain(m[0]), number.text, count=1)
        return part._replace(number=number._replace(text=written))

    def _plain(self, written: str) -> str:
        plain = plain_number(written, self._decimal_of(written))
        return written if plain is None else unmistakable(plain)

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
        if amount is not None and amount.currency and self.money and is_same(amount.currency, self.money):
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
        if self.money is not None and is_same(amount.currency, self.money):
            return True
        at = part.unit or part.number
        assert at is not None
        name = _name_with(part)
        quoted = None if name is None else f'put a name of several words in quotes: `"{name.text}"`'
        code, what = "currency", f"`{at.text}` is not a known currency"
        hint = f"if it is one, write `currency: {at.text}` in the header; start a remark with `#`"
        if self.money is not None:
            code, what = (
                "currency-differs",
                f"this amount is in {label}, but earlier ones are in {self.money.label}",
            )
            hint = "use one currency per log"
        self.problems.refuse(code, at.place, what, quoted or hint)
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
        number = part.number
        assert number is not None
        hint = "remove the minus sign" if number.text.startswith("-") else "write a number greater than 0"
        self.problems.refuse("number-negative", number.place, message, hint)


def _name_with(part: Part) -> Text | None:
    """Return a part's last name joined with the unit after it, None if they are apart."""
    unit, number = part.unit, part.number
    if not part.names or unit is None or number is None or unit.column > number.column:
        return None
    name = part.names[-1]
    between = name.line.text[name.column + name.width - 1 : unit.column - 1]
    if name.line is not unit.line or between.strip(" \t"):
        return None
    width = unit.column + unit.width - name.column
    return Text(f"{name.text} {unit.text}", name.line, name.column, width)


class Keys:
    """The values of the keys of a header or a deal.

    `kept` are the positions of amounts that no option overrides.
    """

    def __init__(self) -> None:
        self.title = ""
        self.date: Text | None = None
        self.rules: Text | None = None
        self.stake: Amount | None = None
        self.stake_factor = 1
        """The factor by which a deal multiplies the stakes of its log."""
        self.factor_at: Text | None = None
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
        self.kept: list[Text] = []

    def keep(self, part: Part, is_money: bool = True) -> None:
        """Record an amount that no option overrides; without a currency it is points."""
        if is_money and part.number is not None:
            self.kept.append(part.number)

    def facts(self) -> Facts:
        """Return chips, adjustments, payments, expectations and whether the deal is void."""
        facts = Facts(tuple(self.chips), tuple(self.adjust), tuple(self.paid), tuple(self.expect))
        return facts._replace(void=self.void, why_void=self.why_void)


def gather(entries: Sequence[Entry], known: Known, *, in_deal: bool, boards: Collection[str] = ()) -> Keys:
    """Read the keys of a deal or a header, and report each invalid one.

    `boards` are the names of the boards in the deal.
    """
    keys = Keys()
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
                known.problems.refuse("key-repeated", entry.key.place, stated, "remove one of the two")
                continue
        errors = known.problems.errors
        _read(known.with_whole_names(entry, boards), keys, known)
        if known.problems.errors > errors:
            known.problems.miss(key)
    _check_kept(keys, known)
    for entry in entries:
        if entry.key.text in ("note", "title"):
            _check_remark(entry, keys, known, frozenset(boards), in_deal=in_deal)
    return keys


def _read(entry: Entry, keys: Keys, known: Known) -> None:
    part = entry.parts[0] if entry.parts else Part()
    match entry.key.text:
        case "date":
            keys.date = part.words[0]
        case "rules":
            keys.rules = part.words[0]
        case "bank":
            keys.bank = known.person(part.names[0])
        case "dealer":
            keys.dealer = known.person(part.names[0])
        case "players":
            keys.players = known.people.list_players(entry.parts)
        case "expect":
            keys.expect.extend(read_expected(entry, known))
        case "running":
            kinds = {"total": "running", "money": "running money", "owed": "owed"}
            keys.expect.extend(one._replace(kind=kinds[one.kind]) for one in read_expected(entry, known))
        case key:
            _READERS[key](entry, keys, known)


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
    known.problems.refuse("key-misplaced", entry.key.place, where, hint)
    known.problems.miss(key)
    return False


def _check_kept(keys: Keys, known: Known) -> None:
    """Report amounts in the log whose currency differs from the one in the options."""
    named = known.currency or (known.stake.currency if known.stake is not None else None)
    if named is None or known.money is None or named == known.money:
        return
    what = f"this amount is in {known.money.label}, but the options use {named.label}"
    hint = "the options replace only the stake; score this log in its own currency"
    for at in keys.kept:
        known.problems.refuse("currency-differs", at.place, what, hint)


def _title(entry: Entry, keys: Keys, known: Known) -> None:
    title = entry.parts[0].words[0]
    if title.text and not any(map(str.isprintable, "".join(title.text.split()))):
        what, hint = "`title:` has no value", f"write, for example, {key_form('title')}"
        known.problems.refuse("key-empty", title.place, what, hint)
    keys.title = title.text.strip()


def _stake(entry: Entry, keys: Keys, known: Known) -> None:
    part = entry.parts[0]
    if part.words and entry.names:
        what, hint = "the stake of two players must be an amount", "write, for example, `stake Hero/Gus: 2`"
        known.problems.refuse("number-unreadable", part.words[0].place, what, hint)
        return
    if part.words:
        keys.factor_at = part.words[0]
        keys.stake_factor = int(keys.factor_at.text.strip("x"))
        return
    if part.number is None:
        return
    amount = known.amount(part, stake=True)
    if amount is None:
        return
    problem = stake_problem(amount, part.number)
    if problem is not None and not (problem.warning and known.stake is not None):
        known.problems.add(problem)
    if (problem is not None and not problem.warning) or not known.same_currency(part, amount):
        return
    if not entry.names:
        keys.stake = Amount(amount.value) if amount.currency == NO_LABEL else amount
        return
    keys.keep(part, known.currency is None)
    pair = _pair(entry, keys, known)
    if pair is not None:
        keys.pair_stakes[pair] = amount.value


def check_factor(keys: Keys, stake: object, problems: Problems) -> None:
    """Report a stake factor such as `x2` if there is no stake to multiply."""
    if keys.factor_at is not None and not stake:
        what = f"`{keys.factor_at.text}` multiplies the stake, but no stake is set before it"
        hint = "write one above, for example `stake: 0.50 EUR`"
        problems.refuse("stake-missing", keys.factor_at.place, what, hint)


def stake_problem(amount: Amount, written: Text) -> Problem | None:
    """Return a stake's diagnostic: an error if negative, a warning if 0, else None."""
    place = written.place
    if amount.value < 0 or "-" in written.text:
        return Problem("number-negative", place, "a stake cannot be negative", "remove the minus sign")
    if amount.value == 0:
        nothing = "with a stake of 0, nobody owes anything"
        return Problem("stake-zero", place, nothing, "remove the line to count points", warning=True)
    return None


def _pair(entry: Entry, keys: Keys, known: Known) -> frozenset[str] | None:
    """Return the two players of a pair stake; if invalid, report an error, return None."""
    names = entry.names
    if len(names) != 2:
        what = "a pair stake needs two players"
        known.problems.refuse(
            "key-unreadable", names[0].place, what, "write, for example, `stake Hero/Gus: 2`"
        )
        return None
    first, second = (known.person(name) for name in names)
    if first is None or second is None:
        return None
    pair = frozenset((first, second))
    if first == second:
        what = f"{first} cannot have a stake against {first}"
        known.problems.refuse("pair-of-one", names[1].place, what, "name two different players")
    elif pair in keys.pair_stakes:
        what = f"the stake of {first} and {second} is already set"
        known.problems.refuse("key-repeated", entry.key.place, what, "remove one of the two")
    else:
        return pair
    return None


def _currency(entry: Entry, keys: Keys, known: Known) -> None:
    part = entry.parts[0]
    assert part.unit is not None
    currency = read_unit(part.unit, known.problems)
    if currency is not None:
        known.same_currency(part, Amount(Fraction(0), currency))


def _bankroll(entry: Entry, keys: Keys, known: Known) -> None:
    part = entry.parts[0]
    if part.unit is not None:
        what = "a bankroll is in points and has no currency"
        known.problems.refuse("key-unreadable", part.unit.place, what, "write only the number")
        return
    value = known.number(part)
    if value is not None and value <= 0:
        known.negative(part, "a bankroll must be greater than 0")
    else:
        keys.bankroll = value


def _rake(entry: Entry, keys: Keys, known: Known) -> None:
    part = entry.parts[0]
    amount = known.amount(part)
    if amount is None:
        return
    if amount.value < 0:
        known.negative(part, "a rake cannot be negative")
    elif known.same_currency(part, amount):
        keys.keep(part)
        keys.rake = amount
        if amount.value:
            known.people.house_takes_part(entry.key)


def _rounds(entry: Entry, keys: Keys, known: Known) -> None:
    number = entry.parts[0].number
    if number is None:
        keys.rounds = "players"
        return
    value = known.number(entry.parts[0])
    if value is None:
        return
    if value.denominator != 1 or value < 1:
        what = "the number of rounds must be a whole number of at least 1"
        hint = "write, for example, `rounds: 12`, or `rounds: players` for one deal per player"
        known.problems.refuse("number-unreadable", number.place, what, hint)
    else:
        keys.rounds = int(value)


def _cards(entry: Entry, keys: Keys, known: Known) -> None:
    from ofcscore.game.spelling import read_one_card
    from ofcscore.log.words import tables

    words = entry.parts[0].words[0]
    what, _, card = words.text.strip().partition(" ")
    if words.text.strip().lower() in ("en", *tables()["alphabets"]):
        return
    keys.double = read_one_card(card) if what == "double" else None
    if keys.double is None:
        message = f"`{words.text.strip()}` is not a doubling card or a card alphabet"
        known.problems.refuse(
            "key-unreadable", words.place, message, f"write, for example, {key_form('cards')}"
        )


def _chips(entry: Entry, keys: Keys, known: Known) -> None:
    for part in entry.parts:
        amount = known.amount(part)
        if amount is not None and amount.value < 0:
            known.negative(part, "a number of chips cannot be negative")
            amount = None
        if amount is not None and not known.same_currency(part, amount):
            amount = None
        people = known.people.seats
        if part.names:
            person = known.person(part.names[0])
            people = () if person is None else (person,)
        elif not people:
            what = "without a `players:` line, chips need the names of their owners"
            known.problems.refuse(
                "key-unreadable", entry.key.place, what, "write, for example, `chips: Hero 100, Gus 80`"
            )
        if amount is not None:
            keys.chips += [(person, amount) for person in people]
            keys.keep(part, amount.currency is not None)


def _adjust(entry: Entry, keys: Keys, known: Known) -> None:
    shares: list[tuple[str, Amount]] = []
    for part in entry.parts:
        amount = known.amount(part)
        person = known.party(part.names[0])
        if amount is not None and person is not None and known.same_currency(part, amount):
            shares.append((person, amount))
            keys.keep(part, amount.currency is not None)
    if len(shares) == len(entry.parts) and _is_balanced(shares, entry, known):
        adjustment = Adjustment(tuple(shares), entry.key.place)
        _warn_if_repeated(adjustment, keys.adjust, known)
        keys.adjust.append(adjustment)


def _is_balanced(shares: Sequence[tuple[str, Amount]], entry: Entry, known: Known) -> bool:
    sums: dict[Currency | None, Fraction] = {}
    for _, amount in shares:
        sums[amount.currency] = sums.get(amount.currency, Fraction(0)) + amount.value
    missing = [_signed(-total, currency) for currency, total in sums.items() if total]
    if not missing:
        return True
    sums_to = listed((_signed(total, currency) for currency, total in sums.items() if total), "and")
    house = ", ".join(f"{HOUSE} {amount}" for amount in missing)
    rule = "points and money must each sum to 0" if len(sums) > 1 else "they must sum to 0"
    message = f"these shares sum to {sums_to}, not to 0"
    hint = f"{rule}; if the house gets or pays the rest, add `{house}`"
    known.problems.refuse("adjust-unbalanced", entry.key.place, message, hint)
    return False


def _signed(value: Fraction, currency: Currency | None) -> str:
    """Return a signed amount with at most four decimals: `+0.0001 EUR`."""
    if currency == NO_LABEL:
        return f"{_signed(value * 100, None)}c"
    text = unmistakable(f"{Decimal(value.numerator) / value.denominator:+f}")
    return f"{text} {currency.label}" if currency is not None else text


def _paid(entry: Entry, keys: Keys, known: Known) -> None:
    for part in entry.parts:
        amount = known.amount(part)
        payer, payee = (known.party(name) for name in part.names)
        if amount is None or payer is None or payee is None:
            continue
        if payer == payee:
            what = f"this payment is from {payer} to {payer}"
            known.problems.refuse("paid-to-self", part.names[1].place, what, "name the player who was paid")
        elif amount.value <= 0:
            known.negative(part, "a payment must be greater than 0")
        elif known.same_currency(part, amount):
            keys.keep(part)
            payment = Paid(payer, payee, amount, part.names[0].place)
            _warn_if_repeated(payment, keys.paid, known)
            keys.paid.append(payment)


def _warn_if_repeated(movement: Paid | Adjustment, before: Sequence[Paid | Adjustment], known: Known) -> None:
    same = next((one for one in before if one._replace(place=movement.place) == movement), None)
    if same is not None:
        message = f"line {same.place.line} already says the same, and both count"
        known.problems.warn(
            "money-repeated", movement.place, message, "if it was written down twice, remove one"
        )


def _note(entry: Entry, keys: Keys, known: Known) -> None:
    text = entry.parts[0].words[0].text
    if text.strip():
        keys.notes.append(text)


_FEW_WORDS: Final = 3
"""The most words of a note with `paid` that is taken for a payment."""


def _check_remark(entry: Entry, keys: Keys, known: Known, boards: frozenset[str], *, in_deal: bool) -> None:
    """Warn about a note or title that may be about points or money.

    A note of a foul is compared with the boards of its deal after scoring.
    """
    from ofcscore.log.text.relevance import Context, Weight, says_foul, says_payment, weigh
    from ofcscore.log.vocabulary import ENGLISH

    note, kind = entry.parts[0].words[0], entry.key.text
    is_title = kind == "title"
    if is_title and (note.place == entry.key.place or not any(map(str.isalpha, note.text))):
        # Headings without a key are checked more strictly elsewhere.
        return
    names = known.people.names | {name.lower() for name in boards}
    weight = weigh(note.text, Context(names, above=is_title and not in_deal, note=True))
    fouled = is_title and isinstance(weight, Weight) and weight.code == "chat-foul"
    short = len(note.text.split()) <= _FEW_WORDS and ENGLISH.says("all.money.paid|talk.settled", note.text)
    # A foul in another language: `Tom hat gefoult`.
    fouls_elsewhere = ENGLISH.says("all.status.foul", note.text) and not ENGLISH.says("FOUL", note.text)
    if says_payment(note.text):
        hint = f"if this is a payment that was made, write `paid: {note.text.strip()}`"
        known.problems.warn("note-unread", note.place, f"a {kind} is not a payment", hint)
    elif (
        isinstance(weight, Weight)
        and not (weight.code == "chat-foul" and (is_title or (in_deal and says_foul(note.text))))
        and not (weight.kind == "void" and keys.void)
        and not (weight.kind == "rules" and keys.rules is not None)
    ):
        message = f"this {kind} is ignored, but it may say {weight.what}"
        known.problems.warn("note-unread", note.place, message, weight.help)
    elif weight is True or fouled or short or fouls_elsewhere or _blunders(note.text, boards):
        message = f"this {kind} is ignored, but it may be about points or money"
        hint = "to make it count, write for example `paid: Ann -> Bob 5` or `adjust: Ann +5, Bob -5`"
        known.problems.warn("note-unread", note.place, message, hint)


def _blunders(text: str, boards: Collection[str]) -> bool:
    """Return True if a text may say that a player without a board fouled: `Cid blew it`."""
    from ofcscore.log.vocabulary import ENGLISH, folded

    words = re.findall(r"[^\W_]+", folded(text))
    said = f" {' '.join(words)} "
    return ENGLISH.says("talk.blunders", said) and not any(f" {folded(name)} " in said for name in boards)


def _void(entry: Entry, keys: Keys, known: Known) -> None:
    word = entry.parts[0].words[0].text if entry.parts else "yes"
    said = word.strip().lower()
    # Programs that write every key of a deal have other words for "no".
    if said and said in (*OFF, "none", "null", "~"):
        return
    keys.void = True
    if said and said not in ON:
        keys.why_void = word.strip()
        if word not in keys.notes:
            keys.notes.append(word)


_READERS: Final[Mapping[str, Callable[[Entry, Keys, Known], None]]] = {
    "title": _title,
    "stake": _stake,
    "currency": _currency,
    "cards": _cards,
    "chips": _chips,
    "bankroll": _bankroll,
    "rake": _rake,
    "rounds": _rounds,
    "adjust": _adjust,
    "paid": _paid,
    "note": _note,
    "void": _void,
}


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
_Expected = tuple[str, Fraction | bool | str, Text]
"""The kind that is expected, its value and its position."""


def read_expected(entry: Entry, known: Known) -> Iterator[Expectation]:
    """Yield the expectations of an `expect` line; report those that cannot be read."""
    if not entry.names:
        yield from _totals(entry.parts, known)
        return
    names = [known.people.mention(name) for name in entry.names]
    players = tuple(name for name in names if name is not None)
    if len(players) == 2 and players[0] == players[1]:
        what = f"{players[0]} cannot play against {players[0]}"
        known.problems.refuse("pair-of-one", entry.names[1].place, what, "name two different players")
        return
    for part in entry.parts:
        read = _expected(part, len(entry.names) == 2, known)
        if read is not None and len(players) == len(entry.names):
            kind, value, at = read
            yield Expectation(players, kind, value, at.place)


def _totals(parts: Sequence[Part], known: Known) -> Iterator[Expectation]:
    for part in parts:
        name = part.names[0]
        if name.text == ANYBODY and part.unit is not None and not known.people.is_known(ANYBODY):
            amount = known.amount(part)
            if amount is not None and known.same_currency(part, amount):
                yield Expectation((), "owed", amount.value, name.place)
            continue
        person = known.person(name, house=True)
        if part.unit is not None:
            amount = known.amount(part)
            if person is not None and amount is not None and known.same_currency(part, amount):
                yield Expectation((person,), "money", amount.value, name.place)
            continue
        total = known.number(part, ratio=True)
        if person is not None and total is not None:
            yield Expectation((person,), "total", total, name.place)


def _expected(part: Part, pair: bool, known: Known) -> _Expected | None:
    """Return the expectation for a pair or board; if invalid, report it, return None."""
    words = list(part.words)
    at = words[0] if words else part.number
    assert at is not None
    denied = bool(words) and words[0].text == "no"
    if denied:
        words = words[1:]
    kinds = PAIR_KINDS if pair else BOARD_KINDS
    words = _in_own_words(words, kinds, known)
    kind = _SAME_KIND.get(words[0].text, words[0].text) if words else "total"
    if kind == "total" and not pair:
        what = "the kind of result expected of this board is missing"
        hint = (
            f"for a total, write `expect: Hero {at.text}`"
            if part.number is not None
            else "for example `no foul`"
        )
        known.problems.refuse("expect-unreadable", at.place, what, hint)
        return None
    if kind not in kinds:
        word = words[0] if words else at
        what = f"`{word.text}` is not a result of {'a pair' if pair else 'a board'}"
        glued = re.fullmatch("([a-z-]*[a-z])([+-][0-9.]+)", word.text)
        hint = meant(glued[1] if glued else word.text, kinds, f"use {listed(kinds)}")
        if glued and _SAME_KIND.get(glued[1], glued[1]) in kinds:
            hint = f"put a space before the sign: `{glued[1]} {glued[2]}`"
        known.problems.refuse("expect-unreadable", word.place, what, hint)
        return None
    if part.number is not None:
        value = known.number(part, ratio=True)
        if len(words) > 1 or denied:
            hint = f"write `no {kind}`" if denied and kind in _FLAGS else f"write, for example, `{kind} 3`"
            known.problems.refuse("expect-unreadable", at.place, "there are too many words here", hint)
            return None
        return None if value is None else (kind, value, at)
    if kind == "natural" and not pair and not denied:
        return _natural(words, at, known)
    flag = not pair and kind in _FLAGS
    if flag and len(words) == 1:
        return kind, not denied, at
    after = (words[0] if flag else words[-1] if words else at).behind().place
    what = f"a {'comma' if flag else 'number'} is missing after `{kind}`"
    hint = (
        f"write `{kind}, {words[1].text}`" if flag else f"write, for example, `{kind} {'+' if pair else ''}3`"
    )
    known.problems.refuse("expect-unreadable", after, what, hint)
    return None


def _in_own_words(words: list[Text], kinds: Sequence[str], known: Known) -> list[Text]:
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
        return "natural", True, at
    from ofcscore.log.check.rows import natural_kind

    name = " ".join(word.text for word in words[1:])
    called = known.rules and kind_called(name, known.rules.words)
    naturals = known.rules.naturals if known.rules is not None else None
    kind = called or natural_kind(name, words[1].place, known.problems, naturals)
    return None if kind is None else ("natural", kind, at)
