"""Headings without a key: `Pineapple, 50c a point`, `OFC Friday 20.11.2026`, `十三水 一注5元`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from ofcscore.log.amounts import plain_number
from ofcscore.log.dates import days_meant
from ofcscore.log.syntax import Entry, Part, Text, entry
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.vocabulary import NUMBER, Vocabulary, folded, one_of, tables
from ofcscore.rules.files import rule_set_names, shipped_names


class Money(NamedTuple):
    """An amount: a plain number, its currency or None, whether a point is worth it, and where both stand."""

    number: str
    unit: str | None
    of_a_point: bool
    number_at: tuple[int, int]
    unit_at: tuple[int, int]
    stated: bool
    """True if a unit of money stands beside the number."""


class MoneyReader:
    """Finds amounts in texts of one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        money = vocabulary.money
        self._cents = frozenset(money["cents"])
        self._pence = frozenset(money["pence"])
        self._currencies = vocabulary.currencies
        # `OFC 0.25` names a game, and no currency.
        code = rf"(?!{one_of(tables()['talk']['rules'])})[A-Z]{{3}}(?![A-Za-z])"
        unit = f"(?:{vocabulary.currency}|{one_of((*self._cents, *self._pence))}|{code})"
        point = one_of(money["point"])
        per = rf"(?:(?P<each>[ \t]*/[ \t]*|[ \t]*{one_of(money['per'])}[ \t]*)|[ \t]+)(?:(?ai:each|one|1)[ \t]*)?{point}[.!]?"
        before = rf"(?:(?P<first>(?:(?:(?P<many>[1-9][0-9]{{0,2}})|[一每]|(?ai:a|one|each|every))[ \t]*)?{point}[ \t]*(?:=|:|(?ai:is worth|are worth|costs|is|are|at|for)(?=[ \t])|(?=[0-9€$£]))[ \t]*)?)"
        self.pattern = re.compile(
            rf"{before}(?P<sign>{vocabulary.currency}|{code})?[ \t]*(?P<number>(?<![0-9]){NUMBER})(?:-(?![0-9]))?"
            rf"(?:[ \t]*(?P<unit>{unit}))?(?P<per>{per})?"
        )

    def read(self, text: str, start: int = 0) -> tuple[Money | None, int]:
        """Return the amount at a place of a text and where it ends; None for one that has two readings."""
        match = self.pattern.match(text, start)
        if match is None:
            return None, start
        return self.of_match(match), match.end()

    def of_match(self, match: re.Match[str]) -> Money | None:
        units = [name for name in ("sign", "unit") if match[name]]
        if len(units) > 1 or (match["per"] and not units and not match["each"]):
            # `5 points` are points, or what a point is worth.
            return None
        per = bool(match["per"] or match["first"])
        where = match.span(units[0]) if units else (match.end("number"), match.end("number"))
        unit = match[units[0]] if units else None
        said = folded(unit) if unit else ""
        if said in self._cents:
            unit = "c"
        elif said in self._pence:
            unit = said
        elif unit is not None:
            unit = unit if not unit[-1].isalpha() or unit.isupper() else self._currencies.get(said, unit)
        # As typed: which sign stands before decimals is known only when the whole log is.
        number = match["number"]
        if match["many"] and match["many"] != "1":
            shared = _share(number, int(match["many"]))
            if shared is None:
                return None
            number = shared
        return Money(number, unit, per, match.span("number"), where, bool(units))


def _share(number: str, points: int) -> str | None:
    """Return what one of several points is worth, None where that has no end: `10 points = 1 EUR`."""
    plain = plain_number(number)
    if plain is None:
        return None
    share = Fraction(plain) / points
    return (
        format(Decimal(share.numerator) / share.denominator, "f") if 10**12 % share.denominator == 0 else None
    )


_SEPARATOR: Final = r"(?:[ \t,;:.!–—|/()\[\]·•+&~*@=]|-(?![0-9€$£]))+"


class Heading(NamedTuple):
    """The entries that a heading states; `unclear` says why it has to ask."""

    entries: tuple[Entry, ...]
    unclear: str = ""
    certain: bool = True
    """True if it states a rule set or a stake, and not a date or fillers alone."""
    twice: tuple[int, int] | None = None
    """The span of a currency that is stated a second time, which has to be asked about."""


class HeadingReader:
    """Reads headings in one vocabulary: every word is of a rule set, a stake, a date, or says nothing."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._money = MoneyReader(vocabulary)
        names = rule_set_names()
        _, options = shipped_names()
        spelled = {spelling: option for option in options for spelling in (option, option.replace("-", " "))}
        self._numbers: dict[str, str] = {
            word: figure for figure, words in tables()["numbers"].items() for word in words
        }
        of_money = one_of((*vocabulary.currencies, *vocabulary.money["cents"], *vocabulary.money["pence"]))
        point = one_of(vocabulary.money["point"])
        # `quarter a point` is a quarter of whatever the money is.
        quarter = rf"{one_of(tables()['numbers']['0.25'])}(?=[ \t]+(?ai:a|per|each)[ \t]+{point})"
        self._counted = re.compile(
            # `one point five euro` may be 1.5.
            rf"(?<![^\W_])(?<![Pp]oint )(?:{one_of(self._numbers)}(?=[ \t]+(?![a-z](?![a-z])){of_money})|{quarter})"
        )
        self._names = names
        self._options = spelled
        self._fillers = vocabulary.fillers
        talk = tables()["talk"]
        name = r"[A-ZÀ-ÞĀ-ſА-Я][\w-]*"
        matter = one_of((*talk["house_rules"], *vocabulary.money["double"], *vocabulary.money["void"]))
        places = one_of(talk["places"])
        aside = (
            rf"{one_of(talk['before_place'])}[ \t]+(?!{matter}){name}(?:['’]s)?(?:[ \t]+{places})?|{name}['’]s[ \t]+{places}"
            rf"|{one_of(talk['series'])}[ \t]*(?:#|(?ai:no|nr)\.?)?[ \t]*[0-9]{{1,3}}(?![0-9.,]*[0-9])"
            rf"|(?:[2-9]|(?ai:two|three|four|five))[ \t-]*{one_of(talk['seated'])}|(?ai:heads[ -]?up)"
        )
        months = one_of(vocabulary.months)
        day = r"[0-9]{1,2}(?:st|nd|rd|th|\.)?"
        year = r"(?:[0-9]{4}|['’]?[0-9]{2})(?![0-9])"
        date = (
            r"[0-9]{4}[年./-][ ]?[0-9]{1,2}[月./-][ ]?[0-9]{1,2}日?|[0-9]{1,2}[./-][ ]?[0-9]{1,2}[./-][ ]?(?:[0-9]{4}|[0-9]{2})(?![0-9])"
            rf"|{day}[ \t]*(?:(?ai:of|de)[ \t]+)?{months}\.?(?:,?[ \t]+(?:(?ai:de)[ \t]+)?{year})?|{months}\.?[ \t]+{day}(?:,?[ \t]+{year})?"
        )
        self._pattern = re.compile(
            rf"(?P<stake>{one_of(word for word, key in vocabulary.keys.items() if key == 'stake')}[ \t]*[:=]?)|(?P<rules>{one_of(names)})|(?P<option>{one_of(spelled)})|(?P<date>{date})|(?P<aside>{aside})"
            rf"|(?P<filler>{one_of(self._fillers)})|(?P<separator>{_SEPARATOR})"
        )

    def read(self, source: Normalized) -> Heading | None:
        """Return what a line states as a heading, None where some word of it is no part of one."""
        source = source.sub(self._counted, self._in_figures)
        text, at = source.text, 0
        rules: list[tuple[int, int]] = []
        options: list[str] = []
        stakes: list[Part] = []
        dates: list[Text] = []
        keyed = named = False
        while at < len(text):
            match = self._pattern.match(text, at)
            parted = match is not None and match.lastgroup == "separator"
            money = None if parted else self._money.pattern.match(text, at)
            dated = match is not None and match.lastgroup in ("date", "aside")
            if (
                money is not None
                and not dated
                and (match is None or match.lastgroup != "rules" or money.end() > match.end())
            ):
                if money["sign"] and money["unit"]:
                    return Heading((), "the currency is stated twice", twice=money.span("unit"))
                amount = self._money.of_match(money)
                if amount is None and (money["unit"] or money["sign"] or money["per"] or money["first"]):
                    endless = money["many"] and plain_number(money["number"])
                    why = (
                        "gives a point that has no end in decimals" if endless else "can be read in two ways"
                    )
                    return Heading((), f"`{money[0].strip()}` {why}")
                if amount is None or not (amount.of_a_point or amount.stated or keyed):
                    return None
                keyed = False
                number = source.at(*amount.number_at, amount.number)
                unit = None if amount.unit is None else source.at(*amount.unit_at, amount.unit)
                stakes.append(Part(number=number, unit=unit))
                at = money.end()
                continue
            if match is None:
                return None
            keyed = match.lastgroup == "stake" or (keyed and match.lastgroup == "separator")
            named = named or match.lastgroup == "stake"
            if match.lastgroup == "rules":
                rules.append(match.span())
            elif match.lastgroup == "option":
                if not rules:
                    return None
                options.append(self._options[folded(match[0])])
            elif match.lastgroup == "date":
                dates.append(source.at(*match.span()))
            at = match.end()
        if keyed or (named and not stakes):
            return None
        if len({self._names[folded(text[a:b])] for a, b in rules}) > 1:
            return Heading((), "two rule sets are named")
        if len(stakes) > 1:
            return Heading((), "two stakes are named")
        return Heading(
            tuple(self._entries(source, rules, options, stakes, dates)), certain=bool(rules or stakes)
        )

    def _in_figures(self, match: re.Match[str]) -> str:
        return self._numbers[folded(match[0])]

    def _entries(
        self,
        source: Normalized,
        rules: list[tuple[int, int]],
        options: list[str],
        stakes: list[Part],
        dates: list[Text],
    ) -> Iterator[Entry]:
        if rules:
            start, end = rules[0]
            name = " + ".join((self._names[folded(source.text[start:end])], *options))
            yield entry("rules", Part(words=(source.at(start, end, name),)))
        for part in stakes:
            yield entry("stake", part)
        for date in dates[:1]:
            days = days_meant(date.text)
            if len(days) >= 1 and re.search("[0-9]{4}|[./-][0-9]{2}$", date.text):
                yield entry("date", Part(words=(date._replace(text=days[0]),)))
            else:
                yield entry("title", Part(words=(date,)))


@lru_cache(maxsize=8)
def heading_reader(vocabulary: Vocabulary) -> HeadingReader:
    """Return the reader of headings in a vocabulary, made once."""
    return HeadingReader(vocabulary)
