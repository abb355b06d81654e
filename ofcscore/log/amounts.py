"""Numbers, money and currencies as people write them: exact, and never through a float."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from ofcscore.diagnostics.problem import Exit, Problem, Problems
from ofcscore.diagnostics.words import ASCII_LOWER, describe_character
from ofcscore.log.syntax import Line, Part, Text, mended
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
_WITH_UNIT: Final = r"([+-]?)([^0-9+.-]*)([+-]?)([0-9]+(?:[.,][0-9]+)*)(.*)"
_NO_UNITS: Final = frozenset("exkmoilо")
"""Letters beside a number that are no currency: they make thousands of it, or stand for a digit."""
_CODE: Final = "[A-Za-z]{3}"
_THREE: Final = re.compile("[^0-9]*0*([1-9][0-9]{0,2})([.,])([0-9]{3})[^0-9]*")
"""Three digits behind one separator: thousands or decimals."""
_GROUPED: Final = re.compile("[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+(?:[.][0-9]+)?|(?:[.][0-9]{3})+(?:,[0-9]+)?)")
"""Thousands apart by one sign, decimals behind the other."""
_COMMA: Final = re.compile("([0-9]+),([0-9]{1,4})")
HUNDREDTHS: Final = frozenset(("c", "ct", "cts", "cnt", "cent", "cents", "eurocent", "eurocents", "sen", "¢"))
"""Words for a hundredth of the log's currency."""
_PENCE: Final = frozenset(("p", "pence", "penny"))
"""Words for a hundredth of a pound; a `p` alone may mean points."""
_TIMES: Final = frozenset(("x", "k", "m", "mil", "mio"))
"""Signs behind a number that counts several times, or thousands; no currency is called so."""
NO_LABEL: Final = Currency("", USUAL_DIGITS)
"""Money of which nobody says the currency."""
_A_POINT: Final = re.compile(
    "(.*[^ \t/])[ \t]*(?:/[ \t]*|[ \t](?:a|per)[ \t]+)(?:points?|pts?|units?)[.!]?[ \t]*"
)


def without_point(text: Text) -> Text:
    """Return the amount of a stake without the words behind it: `0.50 EUR a point`."""
    point = _A_POINT.fullmatch(text.text.translate(ASCII_LOWER))
    return text if point is None else text.part(0, point.end(1))


def decimal_signs(number: str) -> str:
    """Return the sign before decimals that this amount shows, "" if it shows none.

    >>> [decimal_signs(number) for number in ("0.50", "1.000,50", "1,000,000", "1.000", "0,125", "12")]
    ['.', ',', '.', '', ',', '']
    """
    figures = re.sub("[^0-9.,]", "", number).strip(".,")
    signs = re.sub("[0-9]", "", figures)
    if not signs or _THREE.fullmatch(figures):
        return ""
    if len({*signs}) == 1 and len(signs) > 1:
        return "," if signs[0] == "." else "."
    return signs[-1]


def plain_number(text: str, decimal: str | None = None) -> str | None:
    """Return a number with a point before its decimals; None if it is none, or may be two.

    `decimal` is the sign before decimals in other amounts of the same log, None if they do not show it.

    >>> plain_number("1.000,50"), plain_number("-0,5"), plain_number("1.000"), plain_number("1.000", ",")
    ('1000.50', '-0.5', None, '1000')
    """
    sign, figures = (text[0], text[1:]) if text[:1] in ("+", "-") else ("", text)
    if _THREE.fullmatch(figures):
        if decimal is None:
            return None
        plain = figures.replace("," if decimal == "." else ".", "").replace(decimal, ".")
    elif _GROUPED.fullmatch(figures):
        thousands = re.sub("[0-9]", "", figures)[0]
        plain = figures.replace(thousands, "").replace(",", ".")
    else:
        plain = _COMMA.sub(r"\1.\2", figures) if _COMMA.fullmatch(figures) else figures
    return sign + plain if _NUMBER.fullmatch(sign + plain) else None


def shown_decimal(signs: Iterable[str]) -> str | None:
    """Return the sign before decimals that all of these (`decimal_signs`) agree on, None otherwise."""
    shown = {*signs} - {""}
    return shown.pop() if len(shown) == 1 else None


def may_be_thousands(number: str) -> bool:
    """Return True if a number has three digits behind one separator, so that it may be two numbers."""
    return _THREE.fullmatch(number) is not None


def unmistakable(text: str) -> str:
    """Return a number with a fourth decimal if its three may be read as thousands.

    >>> unmistakable("1.125"), unmistakable("0.125")
    ('1.1250', '0.125')
    """
    return f"{text}0" if _THREE.fullmatch(text) else text


def currency_of(label: str) -> Currency:
    """Return the currency of a code or a symbol.

    Codes in upper case, two decimals where nothing else is known.
    """
    if re.fullmatch(_CODE, label):
        label = label.upper()
    if label.endswith(".") and is_currency(label[:-1]):
        # It ends a sentence.
        return currency_of(label[:-1])
    return Currency(label, DIGITS.get(label, USUAL_DIGITS))


def is_currency(label: str) -> bool:
    """Return True if a word names a currency wherever it stands; any other does only in a stake, say."""
    return label.upper() in _ISO.split() or label in CODES or any(map(_is_sign, label))


def is_same(one: Currency, other: Currency) -> bool:
    """Return True if two words name one currency: `€` and `EUR`, and in one log `$` and `USD`."""
    labels = {CODES.get(currency.label, currency.label) for currency in (one, other)}
    return len(labels) == 1 or labels == {"$", "USD"}


def read_unit(unit: Text, problems: Problems) -> Currency | None:
    """Return the currency that a word names, None (and a problem) where it names none."""
    label = unit.text
    if label.lower() in HUNDREDTHS | _PENCE | _TIMES:
        problems.add(_no_currency(unit))
        return None
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


def _no_currency(unit: Text) -> Problem:
    """Ask for the currency where a word for hundredths can be none."""
    if unit.text.lower() in _TIMES:
        message = f"`{unit.text}` is no currency, and behind a number it may be a factor"
        hint = "write the amount whole, such as 1000; double stakes are `stake x2` on a deal's line"
    elif unit.text.lower() == "p":
        message, hint = "`p` may mean points or pence", "write the number alone for points, or GBP behind it"
    else:
        message, hint = f"`{unit.text}` is no currency", "write the code of the currency, such as EUR"
    return Problem("currency", unit.place, message, hint)


def _is_sign(character: str) -> bool:
    import unicodedata

    return unicodedata.category(character) in ("Sc", "Mn", "Mc")


def read_number(
    number: Text, problems: Problems, decimal: str | None = None, *, ratio: bool = False
) -> Fraction | None:
    """Return the number that a word is (`ratio`: also `3/2`), None (and a problem) if it is none.

    `decimal` is the sign before decimals in other amounts of the same log.
    """
    plain = plain_number(number.text, decimal)
    if plain is not None:
        return Fraction(plain)
    if ratio and re.fullmatch(_RATIO, number.text):
        return Fraction(number.text)
    problems.add(_thousands(number) or not_a_number(number))
    return None


def _thousands(number: Text) -> Problem | None:
    """Ask if a separator before three digits marks thousands or decimals, None for other numbers."""
    match = _THREE.fullmatch(number.text)
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
"""The patterns of slips that can mean one number alone, and that number."""


def _meant_number(text: str) -> tuple[str | None, str]:
    """Return the character that is in no number, where that is why it is none, and how it is written."""
    slips = (re.fullmatch(pattern, text) and re.sub(pattern, number, text) for pattern, number in _SLIPS)
    number = next(filter(None, slips), None)
    if number is not None:
        return None, f"write {number}"
    minus = next((minus for minus in "−–—" if minus in text), None)
    if minus is not None:
        return minus, f"write {text.replace(minus, '-')}"
    bare = re.sub("[_'’ ]", "", text)
    if bare != text and _NUMBER.fullmatch(bare):
        return None, f"write {bare}"
    foreign = next((c for c in text if c.isdigit() and not c.isascii()), None)
    if foreign is not None:
        return foreign, "write digits 0 to 9"
    return None, "write digits, at most 9, and at most 4 decimals, such as 12 or 0.50"


def read_amount(
    part: Part,
    problems: Problems,
    decimal: str | None = None,
    currency: Currency | None = None,
    *,
    stake: bool = False,
) -> Amount | None:
    """Return the amount of a part, with its currency if one stands there; None (and a problem) if it is none.

    `currency` is that of the log, for hundredths (`50c`). Only in a `stake` is `20p` pence.
    """
    number, unit = part.number, part.unit
    assert number is not None
    if unit is None:
        number, unit = _split_unit(number)
    value = read_number(number, problems, decimal)
    if value is None or unit is None:
        return None if value is None else Amount(value)
    word = unit.text.lower()
    if word in _PENCE and (stake or word != "p"):
        return Amount(value / 100, currency_of("GBP"))
    if word in HUNDREDTHS and (currency is None or currency.digits):
        return Amount(value / 100, currency or NO_LABEL)
    named = read_unit(unit, problems)
    return None if named is None else Amount(value, named)


def _split_unit(word: Text) -> tuple[Text, Text | None]:
    """Split a word that has a number and a currency (`€5`, `-5EUR`); keep any other word whole."""
    match = re.fullmatch(_WITH_UNIT, word.text)
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
    """Read an amount without the grammar: a number and at most one word beside it; None for all else."""
    words = [source.part(m.start(), m.end()) for m in re.finditer("[^ \t]+", source.text)]
    numbers = [word for word in words if re.search("[0-9]", word.text)]
    if len(numbers) != 1 or len(words) > 2:
        return None
    others = [word for word in words if word is not numbers[0]]
    return Part(number=numbers[0], unit=others[0] if others else None)


def option_text(option: str, text: str) -> Text:
    """Return the value of an option as a located piece: problems name the option."""
    return Text(text, Line(option, 0, text), 0, len(text))


def parse_amount(
    source: Text, problems: Problems, currency: Currency | None = None, *, stake: bool = False
) -> Amount | None:
    """Return the amount that an option has (`0.50 EUR`; else in this currency), by the rules of logs."""
    part = amount_part(without_point(source) if stake else source)
    if part is None:
        problems.add(not_a_number(source))
        return None
    amount = read_amount(part, problems, None, currency, stake=stake)
    unnamed = amount is not None and amount.currency == NO_LABEL
    return Amount(amount.value) if amount is not None and unnamed else amount


def as_usage(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems as those of an option."""
    return [problem._replace(status=Exit.USAGE) for problem in problems]
