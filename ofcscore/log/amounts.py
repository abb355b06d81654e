"""Numbers, money and currencies as people write them: exact, and never through a float."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from ofcscore.log.syntax import Line, Part, Text
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Exit, Problem
from ofcscore.problems.words import describe_character
from ofcscore.scoring.deal import Amount, Currency

DIGITS: Final = {
    **dict.fromkeys(
        (
            *("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF"),
            *("UGX", "VND", "VUV", "XAF", "XOF", "XPF", "¥", "₩", "₫", "₲", "円"),
        ),
        0,
    ),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}
"""Decimals of a currency's money, where they are not two (ISO 4217)."""
USUAL_DIGITS: Final = 2
CODES: Final = {
    "€": "EUR", "Euro": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "₫": "VND", "₱": "PHP",
    "₩": "KRW", "₽": "RUB", "₹": "INR", "฿": "THB", "zł": "PLN", "Rp": "IDR",
}  # fmt: skip
"""The code of each sign and word that stands for one currency alone, as `$` and `¥` do not."""
_ISO: Final = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
    GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW
    KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD
    NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RMB RON RSD RUB RWF SAR SBD SCR SDG SEK
    SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS
    VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
"""
"""The codes of money that people play for (ISO 4217, and RMB)."""
UNIT_LIMIT: Final = 8

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,4})?")
_DIGITS_ALONE: Final = r"[+-]?[0-9]+(\.[0-9]*)?"
_RATIO: Final = "[+-]?[0-9]{1,9}/[1-9][0-9]{0,8}"
_WITH_UNIT: Final = r"([+-]?)([^0-9+.-]*)([+-]?)([0-9]+(?:\.[0-9]+)?)(.*)"
_NO_UNITS: Final = frozenset("exkmoilо")
"""Letters beside a number that are no currency: they make thousands of it, or stand for a digit."""
_CODE: Final = "[A-Za-z]{3}"
_LIKE_THOUSANDS: Final = r"[^0-9]*([1-9][0-9]{0,2}\.[0-9]{3})(?![0-9])[^0-9]*"


def currency_of(label: str) -> Currency:
    """The currency of a code or a symbol; codes in upper case, two decimals where nothing else is known."""
    if re.fullmatch(_CODE, label):
        label = label.upper()
    if label.endswith(".") and is_currency(label[:-1]):
        # It ends a sentence.
        return currency_of(label[:-1])
    return Currency(label, DIGITS.get(label, USUAL_DIGITS))


def is_currency(label: str) -> bool:
    """Whether a word names a currency wherever it stands; any other does where a stake, say, is in it."""
    return label.upper() in _ISO.split() or label in CODES or any(map(_is_sign, label))


def is_same(one: Currency, other: Currency) -> bool:
    """Whether two words name one currency: `€` and `EUR`."""
    return CODES.get(one.label, one.label) == CODES.get(other.label, other.label)


def read_unit(unit: Text, problems: Problems) -> Currency | None:
    """The currency that a word names, None (and a problem) where it names none."""
    label = unit.text
    odd = next((c for c in label if not (c.isalpha() or c == "." or _is_sign(c))), None)
    if odd is not None:
        why = f"{describe_character(odd)} is no part of a currency"
    elif not label.strip("."):
        why = "no currency is named"
    elif len(label) > UNIT_LIMIT:
        why = f"{label} is too long"
    else:
        return currency_of(label)
    problems.refuse("currency", unit.place, why, "write a code such as EUR, or a symbol such as €")
    return None


def _is_sign(character: str) -> bool:
    import unicodedata

    return unicodedata.category(character) in ("Sc", "Mn", "Mc")


def read_number(number: Text, problems: Problems, *, ratio: bool = False) -> Fraction | None:
    """The number that a word is (`ratio`: also `3/2`), None (and a problem) where it is none."""
    if _NUMBER.fullmatch(number.text) or (ratio and re.fullmatch(_RATIO, number.text)):
        return Fraction(number.text)
    problems.add(not_a_number(number))
    return None


def without_commas(text: str) -> str | None:
    """How a number with commas is written here, for a hint; None where none of it can be meant.

    >>> without_commas("5,000.00"), without_commas("1,50"), without_commas("1,000")
    ('write 5000.00', 'write 1.50', 'write 1000, or 1.000 where the comma is a decimal point')
    """
    plain = text.replace(",", "")
    if re.fullmatch(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}", text):
        return f"write {plain}, or {text.replace(',', '.')} where the comma is a decimal point"
    if re.fullmatch(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+([.][0-9]+)?", text):
        return f"write {plain}"
    if re.fullmatch(r"[+-]?[0-9]{1,3}([.][0-9]{3})*,[0-9]+|[+-]?[0-9]+,[0-9]+", text):
        return f"write {text.replace('.', '').replace(',', '.')}"
    return None


def not_a_number(number: Text) -> Problem:
    """Why a word is no number, and how it is written."""
    text, place = number.text, number.place
    shown = text if len(text) <= 24 else text[:20] + "..."
    whole, _, decimals = text.lstrip("+-").partition(".")
    if re.fullmatch(_DIGITS_ALONE, text) and len(whole) > 9:
        message = f"{shown} has too many digits"
        return Problem("number-too-long", place, message, "at most 9 before the point")
    if re.fullmatch(_DIGITS_ALONE, text) and len(decimals) > 4:
        message = f"{shown} has {len(decimals)} decimals, and at most 4 are read"
        return Problem("number-too-long", place, message, "round it to 4 decimals")
    strange, hint = _meant_number(text)
    why = f": {describe_character(strange)}" if strange is not None else ""
    return Problem("number-unreadable", place, f"{shown} is not a number that can be read{why}", hint)


_SLIPS: Final = (
    (r"([+-]?[0-9]+)\.", r"\1"),
    (r"([+-]?)(\.[0-9]{1,4})", r"\g<1>0\2"),
    ("([0-9]+)[.,][-–—]+", r"\1"),
    ("([+-]?[0-9]+)['’]([0-9]{1,2})", r"\1.\2"),
    ("([0-9]{1,6})[kK]", r"\g<1>000"),
)
"""What can be meant for one number alone, and that number."""


def _meant_number(text: str) -> tuple[str | None, str]:
    """The character that is in no number, where that is why it is none, and how it is written."""
    slips = (re.fullmatch(pattern, text) and re.sub(pattern, number, text) for pattern, number in _SLIPS)
    number = next(filter(None, slips), None)
    if number is not None:
        return None, f"write {number}"
    minus = next((minus for minus in "−–—" if minus in text), None)
    if minus is not None:
        return minus, f"write {text.replace(minus, '-')}"
    comma = without_commas(text)
    if comma is not None:
        return None, comma
    bare = re.sub("[_'’ ]", "", text)
    if bare != text and _NUMBER.fullmatch(bare):
        return None, f"write {bare}"
    foreign = next((c for c in text if c.isdigit() and not c.isascii()), None)
    if foreign is not None:
        return foreign, "write digits 0 to 9"
    return None, "write digits, at most 9, and at most 4 decimals, such as 12 or 0.50"


def read_amount(part: Part, problems: Problems) -> Amount | None:
    """The amount of a part, with its currency if one stands there; None (and a problem) where it is none."""
    number, unit = part.number, part.unit
    assert number is not None
    glued = _with_unit(number) if unit is None else None
    value, unit = glued or (read_number(number, problems), unit)
    if value is None or unit is None:
        return None if value is None else Amount(value)
    currency = read_unit(unit, problems)
    return None if currency is None else Amount(value, currency)


def add_doubt(number: Text, currency: Currency | None, problems: Problems) -> None:
    """Warns of an amount in which a point may be meant to part thousands: `Rp 5.000`."""
    match = re.fullmatch(_LIKE_THOUSANDS, number.text)
    if match is None or (currency is not None and currency.digits == 3):
        return
    written, thousands = match[1], match[1].replace(".", "")
    plain = written.rstrip("0").rstrip(".") if written.endswith("0") else f"{written}0"
    message = f"the point of {written} begins decimals, so that this is not {thousands}"
    hint = f"write {thousands} if that is meant, or else {plain}"
    problems.warn("number-thousands", number.place, message, hint)


def _with_unit(word: Text) -> tuple[Fraction, Text] | None:
    """The number and the currency of one word that has both (`€5`, `-5EUR`), None for any other."""
    match = re.fullmatch(_WITH_UNIT, word.text)
    if match is None:
        return None
    sign, before, second, figures, behind = match.groups()
    unit = before or behind
    if not unit or (before and behind) or (sign and second) or not _NUMBER.fullmatch(figures):
        return None
    if unit.lower() in _NO_UNITS or not all(c.isalpha() or _is_sign(c) for c in unit):
        return None
    return Fraction((sign or second) + figures), word.part(*match.span(2 if before else 5))


def amount_part(source: Text) -> Part | None:
    """An amount without the grammar: a number and at most one word beside it, None for anything else."""
    words = [source.part(m.start(), m.end()) for m in re.finditer("[^ \t]+", source.text)]
    numbers = [word for word in words if re.search("[0-9]", word.text)]
    if len(numbers) != 1 or len(words) > 2:
        return None
    others = [word for word in words if word is not numbers[0]]
    return Part(number=numbers[0], unit=others[0] if others else None)


def option_text(option: str, text: str) -> Text:
    """The value of an option as a located piece: problems name the option."""
    return Text(text, Line(option, 0, text), 0, len(text))


def parse_amount(source: Text, problems: Problems, currency: Currency | None = None) -> Amount | None:
    """The amount that an option has (`0.50 EUR`; else in this currency), by the rules of logs."""
    part = amount_part(source)
    if part is None:
        problems.add(not_a_number(source))
        return None
    amount = read_amount(part, problems)
    if amount is not None:
        add_doubt(source, amount.currency or currency, problems)
    return amount


def as_usage(problems: Sequence[Problem]) -> list[Problem]:
    """The problems as those of an option."""
    return [problem._replace(status=Exit.USAGE) for problem in problems]
