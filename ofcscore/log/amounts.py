"""Parse numbers, money and currencies exactly, never as floats."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ofcscore.diagnostics.problem import ASCII_LOWER, Exit, Problem, Problems, describe_character
from ofcscore.log.syntax import Line, Part, Text, mended
from ofcscore.log.words import tables
from ofcscore.scoring.deal import Amount, Currency

_NO_DECIMALS: Final = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF ¥ ₩ ₫ ₲ 円"
_THREE_DECIMALS: Final = "BHD IQD JOD KWD LYD OMR TND"
DIGITS: Final = {**dict.fromkeys(_NO_DECIMALS.split(), 0), **dict.fromkeys(_THREE_DECIMALS.split(), 3)}
"""The number of decimals of a currency if it is not two (ISO 4217)."""
USUAL_DIGITS: Final = 2
CODES: Final = {
    "€": "EUR", "Euro": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "₫": "VND", "₱": "PHP",
    "₩": "KRW", "₽": "RUB", "₹": "INR", "฿": "THB", "zł": "PLN", "Rp": "IDR",
}  # fmt: skip
"""The code of each sign or word for a single currency, unlike `$` and `¥`."""
DOLLARS: Final = ("USD", "CAD", "AUD", "NZD", "SGD", "HKD")
"""The currencies that are written with the sign `$`."""
_ISO: Final = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
    GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW
    KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD
    NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RMB RON RSD RUB RWF SAR SBD SCR SDG SEK
    SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS
    VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
"""
"""The codes of currencies that people play for (ISO 4217 and RMB)."""

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,4})?")
_NO_UNITS: Final = frozenset("exkmoilо")
"""Letters beside a number that are not a currency: a factor or a digit."""
_THREE: Final = "[^0-9]*0*([1-9][0-9]{0,2})([.,])([0-9]{3})[^0-9]*"
"""Three digits after one separator: thousands or decimals."""
_GROUPED: Final = "[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+(?:[.][0-9]+)?|(?:[.][0-9]{3})+(?:,[0-9]+)?)"
"""Thousands with one separator, and decimals after the other."""
_COMMA: Final = "([0-9]+),([0-9]{1,4})"
_PENCE: Final = ("p", "pence", "penny", "pennies")
"""Words for a hundredth of a pound; a lone `p` may mean points."""
_TIMES: Final = "x k m mil mio rb ribu jt juta lakh thousand 万 萬 千 만 천"
"""Signs after a number that multiply it; they are never a currency."""
_COINS: Final = "dime dimes nickel nickels quarter quarters jiao mao 角 毛"
"""Coins that are not a hundredth of a currency."""
NO_LABEL: Final = Currency("", USUAL_DIGITS)
"""Money without a stated currency."""
_A_POINT: Final = "(.*[^ \t/])[ \t]*(?:/[ \t]*|[ \t](?:a|per)[ \t]+)(?:points?|pts?|units?)[.!]?[ \t]*"


def without_point(text: Text) -> Text:
    """Return the amount of a stake without the words after it: `0.50 EUR a point`."""
    point = re.fullmatch(_A_POINT, text.text.translate(ASCII_LOWER))
    return text if point is None else text.part(0, point.end(1))


def decimal_signs(number: str) -> str:
    """Return the decimal sign of an amount, "" if it shows none.

    >>> [decimal_signs(number) for number in ("0.50", "1.000,50", "1,000,000", "1.000", "0,125", "12")]
    ['.', ',', '.', '', ',', '']
    """
    figures = re.sub("[^0-9.,]", "", number).strip(".,")
    signs = re.sub("[0-9]", "", figures)
    if not signs or re.fullmatch(_THREE, figures):
        return ""
    if len({*signs}) == 1 and len(signs) > 1:
        return "," if signs[0] == "." else "."
    return signs[-1]


def plain_number(text: str, decimal: str | None = None) -> str | None:
    """Return a number with a decimal point, None if it is invalid or ambiguous.

    `decimal` is the decimal sign of other amounts of the log, None if unknown.

    >>> plain_number("1.000,50"), plain_number("-0,5"), plain_number("1.000"), plain_number("1.000", ",")
    ('1000.50', '-0.5', None, '1000')
    """
    sign, figures = (text[0], text[1:]) if text[:1] in ("+", "-") else ("", text)
    if re.fullmatch(_THREE, figures):
        if decimal is None:
            return None
        plain = figures.replace("," if decimal == "." else ".", "").replace(decimal, ".")
    elif re.fullmatch(_GROUPED, figures):
        thousands = re.sub("[0-9]", "", figures)[0]
        plain = figures.replace(thousands, "").replace(",", ".")
    else:
        plain = re.sub(_COMMA, r"\1.\2", figures) if re.fullmatch(_COMMA, figures) else figures
    return sign + plain if _NUMBER.fullmatch(sign + plain) else None


def shown_decimal(signs: Iterable[str]) -> str | None:
    """Return the decimal sign that all `decimal_signs` agree on, otherwise None."""
    shown = {*signs} - {""}
    return shown.pop() if len(shown) == 1 else None


def may_be_thousands(number: str) -> bool:
    """Return True if three digits after one separator make a number ambiguous."""
    return re.fullmatch(_THREE, number) is not None


def unmistakable(text: str) -> str:
    """Return a number with a fourth decimal if its three could be read as thousands.

    >>> unmistakable("1.125"), unmistakable("0.125")
    ('1.1250', '0.125')
    """
    return f"{text}0" if re.fullmatch(_THREE, text) else text


def currency_of(label: str) -> Currency:
    """Return the currency of a code or a symbol.

    Codes are in upper case. The number of decimals is two if unknown.
    """
    if re.fullmatch("[A-Za-z]{3}", label):
        label = label.upper()
    if label.endswith(".") and is_currency(label[:-1]):
        # It ends a sentence.
        return currency_of(label[:-1])
    return Currency(label, DIGITS.get(label, USUAL_DIGITS))


def is_currency(label: str) -> bool:
    """Return True if a word names a currency in any context, not only in a stake."""
    return label.upper() in _ISO.split() or label in CODES or any(map(_is_sign, label))


def is_same(one: Currency, other: Currency) -> bool:
    """Return True if two words name one currency: `€` and `EUR`, `$` and `USD`."""
    labels = {CODES.get(currency.label, currency.label) for currency in (one, other)}
    return len(labels) == 1 or labels == {"$", "USD"}


def is_stated(unit: Currency, stated: Currency) -> bool:
    """Return True if a word means the currency that its log states: `€` and `EUR`, `$` and `NZD`."""
    return is_same(unit, stated) or (unit.label == "$" and stated.label in DOLLARS)


def _is_hundredth(word: str) -> bool:
    """Return True for a hundredth of the log's currency: `c`, `¢`, `groszy`."""
    return word == "¢" or (not is_currency(word) and word in tables()["money"]["cents"])


def read_unit(unit: Text, problems: Problems) -> Currency | None:
    """Return the currency that a word names; if invalid, report it and return None."""
    label, word = unit.text, unit.text.lower()
    odd = next((c for c in label if not (c.isalpha() or c == "." or _is_sign(c))), None)
    hint = "write a code such as EUR, or a symbol such as €"
    if word in _TIMES.split():
        why = f"`{label}` is not a currency, but after a number it may be a factor"
        hint = "write the whole amount, such as 1000; for double stakes, write `stake x2` on the deal's line"
    elif word == "p":
        why = "`p` may mean points or pence"
        hint = "write only the number for points, or GBP after it for pence"
    elif word in (*_PENCE, *_COINS.split()) or _is_hundredth(word):
        why, hint = f"`{label}` is not a currency", "write the code of the currency, such as EUR"
    elif odd is not None:
        why = f"{describe_character(odd)} cannot be part of a currency"
    elif not label.strip("."):
        why = "the name of the currency is missing"
    elif len(label) > 8:
        why = f"{label} is too long"
    else:
        return currency_of(label)
    problems.refuse("currency", unit.place, why, hint)
    return None


def _is_sign(character: str) -> bool:
    return unicodedata.category(character) in ("Sc", "Mn", "Mc")


def read_number(
    number: Text, problems: Problems, decimal: str | None = None, *, ratio: bool = False
) -> Fraction | None:
    """Return the number of a word; if it is invalid, report an error and return None.

    `decimal` is the decimal sign of other amounts of the log. `ratio` also allows `3/2`.
    """
    plain = plain_number(number.text, decimal)
    if plain is not None:
        return Fraction(plain)
    if ratio and re.fullmatch("[+-]?[0-9]{1,9}/[1-9][0-9]{0,8}", number.text):
        return Fraction(number.text)
    problems.add(_thousands(number) or not_a_number(number))
    return None


def _thousands(number: Text) -> Problem | None:
    """Return the error for an ambiguous separator before three digits, otherwise None."""
    match = re.fullmatch(_THREE, number.text)
    if match is None:
        return None
    whole, separator, three = match.groups()
    written = whole + separator + three
    large = whole + three
    small = unmistakable(f"{whole}.{three}")
    texts = (number.text.replace(written, plain) for plain in (large, small))
    lines = [mended(number, text) if number.line.number else text for text in texts]
    name = "point" if separator == "." else "comma"
    message = f"{written} is {large} if the {name} marks thousands, and {small} if it marks decimals"
    hint = f"write `{lines[0]}`, or write `{lines[1]}`"
    return Problem("number-thousands", number.place, message, hint)


def not_a_number(number: Text) -> Problem:
    """Return the error for an invalid number, with how to write it."""
    text, place = number.text, number.place
    shown = text if len(text) <= 24 else text[:20] + "..."
    whole, _, decimals = text.lstrip("+-").partition(".")
    is_long = re.fullmatch(r"[+-]?[0-9]+(\.[0-9]*)?", text) is not None
    if is_long and len(whole) > 9:
        message = f"{shown} has too many digits"
        return Problem("number-too-long", place, message, "write at most 9 digits before the point")
    if is_long and len(decimals) > 4:
        message = f"{shown} has {len(decimals)} decimals, but at most 4 are allowed"
        is_least = 0 < abs(Fraction(text)) < Fraction("0.0001")
        hint = "use at most 4 decimals, or a smaller unit" if is_least else "round it to 4 decimals"
        return Problem("number-too-long", place, message, hint)
    strange, hint = _meant_number(text)
    why = f": {describe_character(strange)}" if strange is not None else ""
    return Problem("number-unreadable", place, f"{shown} is not a valid number{why}", hint)


_SLIPS: Final = (
    (r"([+-]?[0-9]+)\.", r"\1"),
    (r"([+-]?)(\.[0-9]{1,4})", r"\g<1>0\2"),
    ("([0-9]+)[.,][-–—]+", r"\1"),
    ("([+-]?[0-9]+)['’]([0-9]{1,2})", r"\1.\2"),
    ("([0-9]{1,6})[kK]", r"\g<1>000"),
)
"""The patterns of mistakes with a single meaning, and the number that is meant."""


def _meant_number(text: str) -> tuple[str | None, str]:
    """Return the invalid character of a number, if any, and how to write the number."""
    for pattern, number in _SLIPS:
        if re.fullmatch(pattern, text):
            return None, f"write {re.sub(pattern, number, text)}"
    minus = next((minus for minus in "−–—" if minus in text), None)
    if minus is not None:
        return minus, f"write {text.replace(minus, '-')}"
    bare = re.sub("[_'’ ]", "", text)
    if bare != text and _NUMBER.fullmatch(bare):
        return None, f"write {bare}"
    foreign = next((c for c in text if c.isdigit() and not c.isascii()), None)
    if foreign is not None:
        return foreign, "write digits 0 to 9"
    return None, "write at most 9 digits and at most 4 decimals, such as 12 or 0.50"


def read_amount(
    part: Part, problems: Problems, decimal: str | None, currency: Currency | None, *, stake: bool
) -> Amount | None:
    """Return the amount of a part; if it is invalid, report an error and return None.

    `currency` is that of the log, for hundredths (`50c`). Only in a `stake`, `20p` means pence.
    """
    number, unit = part.number, part.unit
    assert number is not None
    if unit is None:
        number, unit = _split_unit(number)
    value = read_number(number, problems, decimal)
    if value is None or unit is None:
        return None if value is None else Amount(value)
    if re.fullmatch("[oOlI]+", unit.text):
        meant = number.text + re.sub("[lI]", "1", re.sub("[oO]", "0", unit.text))
        message = f"`{unit.text}` looks like a digit, but is a letter"
        hint = f"if it is a digit, write `{meant}`; otherwise write a currency such as EUR"
        problems.refuse("number-unreadable", unit.place, message, hint)
        return None
    word = unit.text.lower()
    if word in _PENCE and (stake or word != "p"):
        return Amount(value / 100, currency_of("GBP"))
    if _is_hundredth(word) and (currency is None or currency.digits):
        if 0 < abs(value) < 1:
            # `0.50c` may be half a cent, or fifty.
            what = f"is this {number.text} of a cent, or {number.text} of the whole currency?"
            share = format(Decimal(value.numerator) / value.denominator / 100, "f")
            hint = f"write `{number.text}` for the whole currency, or `{share}`"
            problems.refuse("currency", unit.place, what, hint)
            return None
        return Amount(value / 100, currency or NO_LABEL)
    named = read_unit(unit, problems)
    return None if named is None else Amount(value, named)


def _split_unit(word: Text) -> tuple[Text, Text | None]:
    """Split a word of a number and a currency (`€5`, `-5EUR`); keep other words whole."""
    match = re.fullmatch(r"([+-]?)([^0-9+.-]*)([+-]?)([0-9]+(?:[.,][0-9]+)*)(.*)", word.text)
    if match is None:
        return word, None
    sign, before, second, figures, behind = match.groups()
    unit = before or behind
    if not unit or (before and behind) or (sign and second):
        return word, None
    if unit.lower() in _NO_UNITS or not all(c.isalpha() or _is_sign(c) for c in unit):
        return word, None
    number = word.part(*match.span(4))
    return number._replace(text=(sign or second) + figures), word.part(*match.span(2 if before else 5))


def amount_part(source: Text) -> Part | None:
    """Parse a number with at most one word beside it, without the grammar; else None."""
    words = [source.part(*m.span()) for m in re.finditer("[^ \t]+", source.text)]
    numbers = [word for word in words if re.search("[0-9]", word.text)]
    if len(numbers) != 1 or len(words) > 2:
        return None
    return Part(number=numbers[0], unit=next((word for word in words if word is not numbers[0]), None))


def option_text(option: str, text: str) -> Text:
    """Return an option's value as text whose diagnostics name the option."""
    return Text(text, Line(option, 0, text), 0, len(text))


def parse_amount(
    source: Text, problems: Problems, currency: Currency | None = None, *, stake: bool = False
) -> Amount | None:
    """Parse an option's amount (`0.50 EUR`) by the rules of logs.

    `currency` applies if the option has none.
    """
    part = amount_part(without_point(source) if stake else source)
    if part is None:
        problems.add(not_a_number(source))
        return None
    amount = read_amount(part, problems, None, currency, stake=stake)
    unnamed = amount is not None and amount.currency == NO_LABEL
    return Amount(amount.value) if amount is not None and unnamed else amount


def as_usage(problems: Sequence[Problem]) -> list[Problem]:
    """Return diagnostics as usage errors of an option."""
    return [problem._replace(status=Exit.USAGE) for problem in problems]
