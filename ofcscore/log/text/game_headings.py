"""Parse headings without keys, and ways to score: `Pineapple, 50c a point`, `1-6 scoring`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from ofcscore.log.amounts import DOLLARS, is_currency, plain_number
from ofcscore.log.dates import days_meant
from ofcscore.log.syntax import Entry, Part, Text, entry
from ofcscore.log.text.normalize import PICTURE, Normalized, normalize_value
from ofcscore.log.vocabulary import ENGLISH, Vocabulary, all_words, compiled, folded, one_of
from ofcscore.log.words import tables
from ofcscore.rules.files import most_special, rule_set_names, shipped_names

_TERMS: Final = tables()["terms"]
_PER: Final = one_of((*tables()["money"]["per"], *_TERMS["for"], "bei"))
_POINT: Final = one_of(tables()["money"]["point"])
_KIND: Final = rf"(?:[ \t]*{one_of(_TERMS['methods'])})?"
_BOTH: Final = r"[ \t]?(?:[-–—]|(?ai:to))[ \t]?"
_MONTHS: Final = {form for name in all_words("months") for form in (name, name[:3])}
_NO_RANGE: Final = rf"(?![ \t]*[-–—./:,]?[0-9])(?![ \t]*(?:{one_of((*tables()['talk']['seated'], *_MONTHS))}|(?ai:[ap]m|h|uhr)(?![^\W_])))"
_ROYALTIES: Final = one_of(_TERMS["royalties"])
_WITHOUT: Final = one_of(_TERMS["without"])
_FANTASYLAND: Final = one_of(word for word, key in ENGLISH.statuses.items() if key == "fantasyland")
_A: Final = r"(?:(?ai:a|an|the|each|every|eine?n?|un[ae]?|le|el|il|o)[ \t]+)?"
_SCOOP: Final = one_of(_TERMS["scoop"])
_EXTRA: Final = one_of(_TERMS["extra"])
_ALL_THREE: Final = rf"(?:{_PER}[ \t]*|{one_of(_TERMS['if_won'])}[ \t]*)?{one_of(_TERMS['all_three'])}"
"""A win of all rows: `3 extra for all three`, `6 if you win all three`."""
_QUEENS: Final = (
    rf"(?:(?:{one_of(_TERMS['with'])}|(?ai:from|for|at|ab|a partir de|dès|da|is|are))[ \t]+|[:=][ \t]*)?"
    rf"(?:(?ai:QQ[ \t]*\+?)|{one_of(tables()['cards']['Q'])})(?![^\W_])(?:[ \t]+(?:(?ai:and|or|up|better|upwards?|on|in|the)|{one_of(all_words('rows.top'))}))*"
)
"""The pair that enters fantasyland: `fantasyland from QQ+`, `fantasyland with queens up`."""
METHODS: Final = (
    rf"(?P<range>(?<![0-9])(?:2{_BOTH}4(?P<two_four>)|1{_BOTH}6(?P<one_six>))){_NO_RANGE}{_KIND}"
    rf"|(?P<of_row>[0-9]{{1,2}})[ \t]*{_POINT}?[ \t]*{_PER}[ \t]*{_A}{one_of(_TERMS['row'])}"
    rf"|(?P<of_scoop>[0-9]{{1,2}})[ \t-]*(?:{_POINT}|{_EXTRA}|[ \t-])*(?:{_PER}[ \t]*{_A})?{_SCOOP}"
    rf"|(?P<all_of_scoop>3)[ \t]*(?:{_POINT}[ \t]*)?{_EXTRA}[ \t]*{_ALL_THREE}"
    rf"|6[ \t]*(?:{_POINT}[ \t]*)?{_ALL_THREE}(?P<all_of_one_six>)"
    rf"|{_SCOOP}(?:[ \t]+(?ai:bonus|is|of|pays))?[ \t]*[:=]?[ \t]*(?P<scoop>[0-9]{{1,2}})(?![0-9.,]*[0-9])(?:[ \t]*(?:{_POINT}|{_EXTRA}))*"
    rf"|{_WITHOUT}[ \t]*{_ROYALTIES}(?P<no_royalties>)|(?:{one_of(_TERMS['with'])}[ \t]+)?{_ROYALTIES}(?P<royalties>)"
    rf"|{_WITHOUT}[ \t]*{_SCOOP}(?P<no_scoop>)|{one_of(_TERMS['nothing_else'])}(?P<nothing_else>)"
    rf"|{_WITHOUT}[ \t]*{_FANTASYLAND}(?P<no_fantasyland>)|{one_of(_TERMS['with'])}[ \t]+{_FANTASYLAND}(?P<fantasyland>)"
    rf"|{_FANTASYLAND}[ \t]*{_QUEENS}(?P<fantasyland_from_queens>)"
)
"""The pattern of a way to score in words."""
_SCOOP_3: Final = tuple(_TERMS["scoop-3"])
"""Rule sets other than open-face that pay three points extra for a scoop."""
_NO_SCOOP: Final = tuple(_TERMS["no-scoop"])
"""Rule sets that pay one point per row and nothing extra for a scoop."""
_FROM_QUEENS: Final = tuple(_TERMS["from-queens"])
"""Rule sets whose lowest pair that enters fantasyland is queens."""
USUAL: Final[str] = _SCOOP_3[0]
"""The default rule set for ways to score."""
PLAIN: Final[str] = _NO_SCOOP[0]
"""The same rule set without royalties and without a scoop."""
JOINED: Final = "+ "
"""The prefix of ways to score whose rule set is named on another line."""


def method_of(match: re.Match[str]) -> str:
    """Return the way to score in a match of `METHODS`."""
    groups = match.groupdict().items()
    name, figure = next((name, text) for name, text in groups if text is not None and name != "range")
    name = name.rpartition("of_")[2]
    return f"{name} {int(figure)}" if figure else name


def rules_played(rules: str | None, methods: Mapping[str, str]) -> tuple[str, str]:
    """Return a rule set with options for ways to score, and an error text if unclear.

    `methods` maps each way to score to its typed text. If `rules` is None, the result is the ways alone,
    after `JOINED`.
    """
    if not methods:
        return rules or "", ""
    ways, typed = set(methods), " and ".join(f"`{text}`" for text in methods.values())
    scoops = {name for name in ways if name.startswith("scoop ")}
    scoops |= {"scoop 3"} if "one_six" in ways else set()
    ways |= {"no_royalties", "no_scoop"} if "nothing_else" in ways else set()
    scoops |= {"no_scoop"} & ways
    if len(scoops) + ("two_four" in ways) > 1:
        return "", f"{typed} are two different ways to score"
    if any(f"no_{way.removesuffix('_from_queens')}" in ways for way in ways):
        return "", f"{typed} contradict each other"
    if rules is None:
        return JOINED + ", ".join(methods), ""
    if any(name.startswith("row ") and name != "row 1" for name in ways):
        return "", f"no rule set scores {typed}"
    return _with_methods(rules, ways, next(iter(scoops), ""), typed)


def _with_methods(rules: str, ways: set[str], scoop: str, typed: str) -> tuple[str, str]:
    """Return a rule set with options for the ways to score, or why none fits."""
    unknown = "", f"no rule set combines `{rules}` with {typed}"
    open_face, options = rules.startswith("ofc"), []
    if "fantasyland_from_queens" in ways and rules not in _FROM_QUEENS:
        return unknown
    if scoop == "no_scoop" and "two_four" not in ways:
        return (PLAIN, "") if rules == PLAIN or (rules == USUAL and "no_royalties" in ways) else unknown
    if "no_royalties" in ways:
        if rules == USUAL:
            rules, scoop = PLAIN, scoop or ("" if "two_four" in ways else "scoop 3")
        elif rules != PLAIN:
            return unknown
    elif "royalties" in ways and rules == PLAIN:
        return unknown
    if "two_four" in ways:
        if not (open_face or rules in (*_SCOOP_3, *_NO_SCOOP)):
            return unknown
        options.append("two_four")
    elif scoop and not (scoop == "scoop 3" and (open_face or rules in _SCOOP_3)):
        if rules not in _NO_SCOOP or scoop not in ("scoop 1", "scoop 3"):
            return unknown
        options.append(scoop.replace("scoop ", "sweep-"))
    if "no_fantasyland" in ways and open_face:
        options.append("no_fantasyland")
    elif "fantasyland" in ways and not open_face:
        return unknown
    return " + ".join((rules, *(option.replace("_", "-") for option in options))), ""


def joined_methods(rules: str, methods: str) -> tuple[str, str]:
    """Combine the rule set of one line with the ways to score of another.

    Return the rule set, and an error text if they do not fit together.
    """
    if "+" in rules:
        return "", f"`{rules}` already has options"
    ways = methods.removeprefix(JOINED).split(", ")
    return rules_played(folded(rules), {name: name.replace("_", " ") for name in ways})


class Money(NamedTuple):
    """An amount: number, currency or None, `of_a_point` for a stake, and both spans."""

    number: str
    unit: str | None
    of_a_point: bool
    number_at: tuple[int, int]
    unit_at: tuple[int, int]

    def part(self, source: Normalized) -> Part:
        unit = None if self.unit is None else source.at(*self.unit_at, self.unit)
        return Part(number=source.at(*self.number_at, self.number), unit=unit)


class MoneyReader:
    """A parser of amounts in one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        money = vocabulary.money
        self._cents, self._pence = frozenset(money["cents"]), frozenset(money["pence"])
        self._currencies = vocabulary.currencies
        self._of_thousands = next(
            (unit for name, unit in _OF_THOUSANDS.items() if name in vocabulary.languages), None
        )
        # `OFC` in `OFC 0.25` is a game, not a currency.
        code = rf"(?!{one_of(tables()['talk']['rules'])})[A-Z]{{3}}(?![A-Za-z])"
        self.currency = f"(?:{vocabulary.currency}|P(?=[0-9])|{code})"
        self.pattern = vocabulary.shape(
            r"(?P<first>(?:(?:(?P<many>[1-9][0-9]{0,2})|[一每]|(?ai:a|one|each|every))~)?@money.point@~(?:=|:|[-–—](?=[ \t])|(?ai:is worth|are worth|costs|is|are|at|for)(?=[ \t])|(?=[0-9€$£]))~)?"
            rf"(?P<sign>{self.currency})?~(?P<number>(?<![0-9])@NUMBER@)(?P<thousand>[kK](?![^\W_]))?(?:-(?![0-9]))?"
            rf"(?:~(?P<unit>@CURRENCY@|@money.cents|money.pence@|{code}))?"
            r"(?P<per>[.]?(?:(?P<each>~/~|~@money.per@~)| )(?:(?ai:each|one|1)~)?@money.point@[.!]?)?"
        )

    def read(self, text: str, start: int = 0) -> tuple[Money | None, int]:
        """Return the amount at a position, None if unclear or absent, and its end."""
        match = self.pattern.match(text, start)
        if match is None:
            return None, start
        return self.of_match(match), match.end()

    def of_match(self, match: re.Match[str]) -> Money | None:
        units = [name for name in ("sign", "unit") if match[name]]
        units = units[1:] if _names_dollars(match) else units
        if len(units) > 1 or (match["per"] and not units and not match["each"]):
            # `5 points` may be points, or the points that an amount pays for.
            return None
        per = bool(match["per"] or match["first"])
        where = match.span(units[0]) if units else (match.end("number"), match.end("number"))
        unit = match[units[0]] if units else None
        spelled = folded(unit) if unit else ""
        if match["sign"] == "P":
            # `P5 per point`: pence come after their number.
            unit = "PHP"
        elif spelled in self._cents:
            unit = "c"
        elif spelled in self._pence:
            unit = spelled
        elif unit is not None:
            unit = unit if not unit[-1].isalpha() or unit.isupper() else self._currencies.get(spelled, unit)
        # Keep the number as typed: the log's decimal separator is not known yet.
        number = match["number"]
        if match["thousand"] and unit is None:
            unit = self._of_thousands
            if unit is None:
                return None
        if match["thousand"]:
            plain = plain_number(number)
            if plain is None:
                return None
            number = str(int(Decimal(plain) * 1000)) if Decimal(plain) * 1000 % 1 == 0 else number
        if match["many"] and match["many"] != "1":
            shared = _share(number, int(match["many"]))
            if shared is None:
                return None
            number = shared
        return Money(number, unit, per, match.span("number"), where)


_OF_THOUSANDS: Final = {"vi": "VND", "id": "IDR"}
"""The currencies of languages in which amounts are thousands: `10k`."""


def _worth(money: Money) -> Fraction | None:
    """Return an amount in its whole currency, None if its number is unclear."""
    plain = plain_number(money.number)
    return None if plain is None else Fraction(plain) / (100 if money.unit == "c" else 1)


def _names_dollars(match: re.Match[str]) -> bool:
    """Return True for dollars with their code: `$0.25 CAD`."""
    return match["sign"] == "$" and match["unit"] in DOLLARS


def _share(number: str, points: int) -> str | None:
    """Return the value of one of several points, None unless its decimals are finite."""
    plain = plain_number(number)
    if plain is None:
        return None
    share = Fraction(plain) / points
    finite = 10**12 % share.denominator == 0
    return format(Decimal(share.numerator) / share.denominator, "f") if finite else None


_SEPARATOR: Final = (
    rf"(?:[ \t,;:.!–—|/()\[\]·•+&*@=\U0001f0cf{PICTURE}\ufe0f\u200d]|~(?![ \t]*[0-9€$£])|-(?![0-9€$£]))+"
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’.-]*[^\W\d_]+)*")


_MOST_OF_BLINDS: Final = 4
"""The most small blinds in a big blind."""


def _is_day(match: re.Match[str], *, weekday: bool, opens: bool) -> bool:
    """Return True for a day and month, not blinds: `11/14`, `28/11`, `8.11.`.

    Without words, only a line above the boards has a day: below, the numbers may count deals.
    """
    first, second = int(match["first"]), int(match["second"])
    if not (opens or any(map(str.isalpha, match.string))):
        return False
    if match["sign"] == ".":
        return 0 < first <= 31 and 0 < second <= 12 and (match[0].endswith(".") or weekday)
    is_day = 0 < min(first, second) <= 12 and max(first, second) <= 31
    blinds = first < second <= _MOST_OF_BLINDS * first and second % first == 0
    return is_day and not blinds and (weekday or len(match[0]) > len("1/2"))


class Heading(NamedTuple):
    """The entries of a heading. If `unclear` is not empty, it is a question to ask."""

    entries: tuple[Entry, ...]
    unclear: str = ""
    certain: bool = True
    """True if the heading states rules or a stake, not only a date or filler words."""
    twice: tuple[int, int] | None = None
    """The span of a currency stated a second time, which needs a question."""
    left: tuple[str, ...] = ()
    """The words without a known meaning."""
    talk: str = ""
    """The words in `left` and the filler words between them."""
    places: bool = False
    """True if the heading says where or when the game was played."""
    bare: bool = False
    """True for an amount that nothing calls a stake: neither a key nor `a point`."""


class HeadingReader:
    """A parser of headings: each word belongs to rules, a stake, a date, or is filler."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.money = MoneyReader(vocabulary)
        names, shape, name = rule_set_names(), vocabulary.shape, r"[A-ZÀ-ÞĀ-ſА-Я][\w-]*+"
        self._names = {name.replace("-", " "): meant for name, meant in names.items()}
        named = one_of(names).replace(r"[ \t]+", r"(?:,?[ \t]+|-)")
        options = shipped_names()[1]
        self._options = {option.replace("-", sign): option for option in options for sign in "- "}
        numbers, coins = tables()["numbers"], tables()["coins"]
        self._numbers = {word: figure for figure, words in numbers.items() for word in words} | coins
        self._counted = shape(
            # `one point five euro` may be 1.5, and the currency of `quarter a point` is not stated.
            rf"(?<![^\W_])(?<![Pp]oint\x20)(?:{one_of(self._numbers)}(?= (?![a-z](?![a-z]))@currencies|money.cents|money.pence@)"
            rf"|{one_of((*numbers['0.25'], *coins))}(?=~(?:/~|@money.per@ )@money.point@))"
        )
        # `dollar a point` means one dollar.
        self._one = shape(
            r"(?:^|(?<=[,;:(]))~(?=@currencies|money.cents|money.pence@ @money.per@ @money.point@)(?=[^\W\d_]{2})"
        )
        self._signs = compiled(vocabulary.currency)
        # `20 cents a point (USD)` has its currency after the unit.
        self._after_cents = shape(rf"~(?P<open>[(\[])?(?P<unit>{self.money.currency})(?(open)[)\]])")
        weekday = one_of(day for day in all_words("weekdays") if len(day) > 2)
        self._days = compiled(rf"(?<![^\W_]){weekday}")
        self._for = shape(rf"@terms.for@ {name}")
        matter = "@talk.house_rules|terms.narrows|money.double|money.void|keys|statuses|ranks|rows@"
        clock = r"(?:(?ai:at|um|ab|from|\@|à|a las|alle|às)~)?(?:[0-9]{1,2}(?:[:.][0-9]{2})?[ \t]?(?:(?ai:[ap]\.?m\.?)(?![a-z])|(?ai:uhr))|[0-9]{1,2}:[0-9]{2}(?![0-9])|(?:1[0-9]|2[0-3])h(?:[0-9]{2})?(?![\w]))"
        people = rf"(?:(?:~[,&+]~| @talk.joins@ | )?(?!{matter}|@months|all.weekdays|short-days.all@){name})+"
        aside = (
            rf"{clock}|@terms.asides@|(?:13|(?ai:thirteen))[ \t-]*@terms.cards@|(?:(?:@talk.oneself@ )?@talk.beside@|@talk.oneself@ @talk.joins@) {people}|@talk.before_place@ (?!{matter})(?:{name}(?: (?!{matter}|{named}){name})?|[^\W\d_]{{3,}}(?=['’]s)|(?!@money.point@|halves|doubles|stakes)[a-z]{{3,}}s(?![^\W_]))(?:['’]s)?(?: @talk.places@)?|{name}['’]s(?: @talk.places@|(?=~(?:[,;.)=–—-]|$)))"
            rf"|(?ai:in) (?![A-Z]{{2,}}(?![^\W_])|{matter}){name}|(?:{people} )?@talk.at_mine@|@talk.series@~(?:#|(?ai:no|nr)\.?)?~[0-9]{{1,3}}(?![0-9.,/-]*[0-9]| (?:(?ai:of|de) )?@months@)"
            rf"|(?:[2-9]|(?ai:two|three|four|five))[ \t-]*@talk.seated@|(?ai:heads[ -]?up)|@talk.denies@ {one_of(names)}(?=~(?:[,;.)]|$))"
        )
        day = r"[0-9]{1,2}(?:st|nd|rd|th|\.)?"
        # `20 Feb, 25c a point` has no year.
        year = r"(?:[0-9]{4}|['’]?[0-9]{2})(?![0-9.,]*[0-9])(?!~(?:@CURRENCY@|@money.cents|money.pence|currencies@|@money.point@))"
        date = (
            rf"{weekday}\.?,? (?:1[3-9]|2[0-9]|3[01])\.(?:0?[1-9]|1[0-2])(?![0-9.,]*[0-9])(?!~(?:@CURRENCY@|@money.per@[ \t]))"
            r"|(?:@short-days.all@\.?,? )?(?:[0-9]{4}[年./-][ ]?[0-9]{1,2}[月./-][ ]?[0-9]{1,2}日?|[0-9]{1,2}[./-][ ]?[0-9]{1,2}[./-][ ]?(?:[0-9]{4}|[0-9]{2})(?![0-9])"
            rf"|{day}~(?:(?ai:of|de) )?@months@\.?(?:,? (?:(?ai:de) )?{year})?|@months@\.? {day}(?:,? {year})?)"
        )
        # Days without a year; blinds look the same.
        figures = r"(?P<first>[0-9]{1,2})(?P<sign>[/.])(?P<second>[0-9]{1,2})(?:(?<=[.][0-9])\.|(?<=[.][0-9]{2})\.|(?<![.][0-9])(?<![.][0-9]{2}))(?![0-9/.]*[0-9])"
        self._kinds = {
            "stake": shape("@key.stake@~[:=]?"),
            "denied": shape(rf"@terms.without@ (?P<rules>{named})"),
            # `Sunday OFC 27/9` is on a day; its rules are not `ofc-27`.
            "rules": compiled(rf"{named}(?:(?<![0-9])|(?![/.][0-9]))"),
            # `no fantasyland` is a way to score, which another line may join to its rules.
            "option": compiled(one_of(name for name in self._options if name != "no fantasyland")),
            "method": compiled(METHODS),
            "date": shape(date),
            "day": compiled(figures),
            "aside": shape(aside),
            "filler": shape("@fillers@"),
            "separator": compiled(_SEPARATOR),
        }
        """The patterns of heading parts by kind, in the order in which they are tried."""

    def read(self, source: Normalized, *, loose: bool = False, opens: bool = False) -> Heading | None:
        """Return the entries of a heading, None if any word does not belong in one.

        If `loose` is True, such words are collected in `left` instead. `opens` is True before the first board.
        """
        source = source.sub(self._counted, lambda match: self._numbers[folded(match[0])])
        source = source.sub(self._one, "1 ")
        text, at = source.text, 0
        rules: dict[str, tuple[int, int]] = {}
        denied: set[str] = set()
        options: list[str] = []
        stakes: list[Part] = []
        dates: list[Text] = []
        methods: dict[str, str] = {}
        left: list[str] = []
        talk: list[str] = []
        keyed = named = places = bare = beside = False
        has_weekday = self._days.search(text) is not None
        settled = 0
        """The end of the last stake or way to score."""

        def ask(why: str, twice: tuple[int, int] | None = None) -> Heading:
            return Heading((), why, twice=twice, left=tuple(left))

        while at < len(text):
            kinds = ((kind, pattern.match(text, at)) for kind, pattern in self._kinds.items())
            kind, match = next(filter(itemgetter(1), kinds), (None, None))
            directly_after = settled > 0 and not text[settled:at].strip()
            whom = self._for.match(text, at) if directly_after else None
            if whom is not None:
                return ask(f"`{whom[0]}` may limit this to some players")
            money = None if kind == "separator" else self.money.pattern.match(text, at)
            is_longer = money is not None and (match is None or kind != "rules" or money.end() > match.end())
            if money is not None and is_longer and kind not in ("date", "aside", "day", "method"):
                if money["sign"] and money["unit"] and not _names_dollars(money):
                    return ask("the currency is stated twice", money.span("unit"))
                amount = self.money.of_match(money)
                if amount is None and (money["unit"] or money["sign"] or money["per"] or money["first"]):
                    endless = money["many"] and plain_number(money["number"])
                    why = "gives a point no exact decimal value" if endless else "can be read in two ways"
                    return ask(f"`{money[0].strip()}` {why}")
                is_signed = text[at - 1 : at] == "+"
                if amount is None or is_signed or not (amount.of_a_point or amount.unit or keyed):
                    return None
                bare = not (amount.of_a_point or keyed)
                if bare and left:
                    # `pizza 20 EUR` is not a stake.
                    return None
                keyed = False
                stake = amount.part(source)
                at, beside = money.end(), False
                after = self._after_cents.match(text, at) if amount.unit == "c" else None
                unit = after["unit"] if after is not None else ""
                known = unit and (is_currency(unit) or self._signs.fullmatch(unit))
                share = _share(amount.number, 100) if known else None
                if after is not None and share is not None:
                    number = source.at(*amount.number_at, share)
                    stake, at = Part(number=number, unit=source.at(*after.span("unit"))), after.end()
                same = self._in_brackets(text, at, amount)
                if same is not None:
                    stake, at = (same[0].part(source) if amount.unit in (None, "c") else stake), same[1]
                stakes.append(stake)
                settled = at
                continue
            word = _WORD.match(text, at) if match is None and loose else None
            if word is not None:
                if bare and directly_after:
                    return None
                if methods and directly_after:
                    return ask(f"`{word[0]}` may change the meaning of the words before it")
                left.append(word[0])
                talk.append(word[0])
                at, beside = word.end(), True
                continue
            if match is None:
                return None
            keyed = kind == "stake" or (keyed and kind == "separator")
            named = named or kind == "stake"
            at = match.end()
            if kind == "rules":
                rules.setdefault(self._rule_set(match[0]), match.span())
            elif kind == "denied":
                denied.add(self._rule_set(match["rules"]))
            elif kind == "filler":
                talk.append(match[0])
                if bare and directly_after:
                    # `50c a hand` is not a stake.
                    settled = at
            elif kind == "option":
                if not rules:
                    return None
                options.append(self._options[folded(match[0])])
            elif kind == "method":
                if beside and match["range"] is not None and match["range"] == match[0].strip():
                    # `Sunday 2-4` may be a time, and `games 1-6` may be deals.
                    return None
                methods[method_of(match)] = match[0].strip()
                settled = at
            elif kind == "date" or (kind == "day" and _is_day(match, weekday=has_weekday, opens=opens)):
                dates.append(source.at(*match.span()))
            elif kind == "day":
                return None
            places = places or kind in ("aside", "date", "day")
            beside = kind in ("aside", "date", "day", "filler") or (beside and not match[0].strip())
        if keyed or (named and not stakes):
            return None
        sets = most_special(rules) - denied
        if len(sets) > 1 or (denied and not sets):
            only_denies = "this line only says which rule set is not played"
            return ask("this line names two rule sets" if sets else only_denies)
        if len(stakes) > 1:
            return ask("this line names two stakes")
        if methods and not rules and not loose:
            return None
        played, unclear = rules_played(next(iter(sets), None), methods)
        if unclear:
            return ask(unclear)
        certain = bool(rules or stakes or methods)
        if 0 < len(left) < 4 and stakes and not (rules or methods):
            # `Badugi, 10c a point` may name another game; four words are a sentence.
            return None
        found: list[Entry] = []
        if played:
            start, end = next(iter(rules.values()), (0, len(text)))
            name = source.at(start, end, " + ".join((played, *options)))
            found.append(entry("rules", Part(words=(name,))))
        found += (entry("stake", part) for part in stakes)
        for date in dates[:1]:
            days = days_meant(date.text)
            if days and re.search("[0-9]{4}|[./-][0-9]{2}$", date.text):
                found.append(entry("date", Part(words=(date._replace(text=days[0]),))))
            else:
                # The day has no year.
                found.append(entry("title", Part(words=(date if certain else source.at(0, len(text)),))))
        places = places or has_weekday
        words = " ".join(talk)
        return Heading(tuple(found), certain=certain, left=tuple(left), talk=words, places=places, bare=bare)

    def _in_brackets(self, text: str, start: int, stake: Money) -> tuple[Money, int] | None:
        """Return the same amount in brackets and its end, None without one: `50c a point ($0.50)`."""
        opened, closed = (re.compile(rf"[ \t]*[{signs}][ \t]*") for signs in (r"(\[", r")\]"))
        before = opened.match(text, start)
        again, end = (None, start) if before is None else self.money.read(text, before.end())
        after = closed.match(text, end)
        if again is None or after is None or _worth(stake) is None or _worth(stake) != _worth(again):
            return None
        return (again, after.end()) if len({stake.unit, again.unit} - {None, "c"}) < 2 else None

    def _rule_set(self, name: str) -> str:
        return self._names[folded(re.sub("[,-][ \t]*", " ", name))]


heading_reader: Final = lru_cache(maxsize=8)(HeadingReader)


def rules_entry(value: Text, vocabulary: Vocabulary) -> Entry | None:
    """Return the rule set in a value such as `open-face Chinese, Pineapple`, otherwise None."""
    found = heading_reader(vocabulary).read(normalize_value(value, vocabulary))
    is_rules = found is not None and [one.key.text for one in found.entries] == ["rules"]
    return found.entries[0] if found is not None and is_rules and not found.unclear else None
