"""Find deals named by number: `#2 and #3`, `the 2nd`, `deals two, three`, `II`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from ofcscore.log.vocabulary import all_words, folded, one_of
from ofcscore.log.words import tables

_ROMAN: Final = {"II": "2", "III": "3", "IV": "4", "VI": "6", "VII": "7", "VIII": "8", "IX": "9"}
"""Roman numerals of two or more letters; a single letter may be a deal's name."""
_DIGITS: Final = "〇一二三四五六七八九"
_CHINESE: Final = re.compile(
    f"^[ \\t]*第?([{_DIGITS[1:]}])(?:局目|局|把|手|副|盘|盤|回)?(?=$|[\\s,，、:：(（])"
)
"""A Chinese number that names a deal: `第二局`."""
_ORDINAL: Final = r"(?:(?:st|nd|rd|th|ère|er|ème|eme|ste|-[яйа])(?![^\W_])|[.ºª])"
_IS: Final = "(?ai:both|is|are|was|were|void|mis-?deal)"


class NamedDeals(NamedTuple):
    """The deals that a text names, and the text after the names.

    `also` is True if they add to other deals that are not named.
    """

    names: tuple[str, ...]
    why: str
    also: bool


@lru_cache(8)
def _patterns(phrases: tuple[str, ...] = ()) -> tuple[re.Pattern[str], ...]:
    """Return the patterns that `named_deals` applies, in order.

    They match the words before a deal, a deal, the words after its number, those between deals, and the rest.
    `phrases` are the deal names that a text may only name as a whole: `night one`.
    """
    talk = tables()["talk"]
    deals = one_of((*all_words("deals", "deal-lists"), *talk["deals"]))
    number = "(?ai:number|nummer|no|nr)"
    also = one_of(talk["also"])
    before = one_of((*talk["before_number"], *all_words("money.void"), *talk["also"]))
    word = rf"(?:{deals}|{number}(?=[ \t.#]*[0-9]))(?:[ \t]+{number})?"
    end = r"(?=[ \t]|[.,;:&+()\[\]!–—]*(?:[ \t]|$)|[,;:&+()\[\]–—])"
    joins = rf"(?:{one_of((*talk['and'], *talk['also']))}[ \t]+)*"
    return (
        re.compile(rf"[ \t]*(?P<words>(?:{before}[ \t,:]+)*)"),
        re.compile(
            rf"[(\[]?(?:(?P<word>{word})[ \t.]*(?:#[ \t]*)?|#[ \t]*)?"
            rf'(?:"?(?P<phrase>{one_of(phrases)})"?(?![^\W_])|"(?P<quoted>[^"]+)"|(?P<figures>[0-9]{{1,4}})(?P<ordinal>{_ORDINAL}?){end}'
            r'|(?P<name>[^\W_][^ \t"#:,;()\[\]]*))[)\]]?'
        ),
        re.compile(rf"[ \t]*(?:{deals}|(?ai:one)(?![^\W_]))"),
        re.compile(
            rf"[ \t]*(?:[,;&+]|{one_of(talk['and'])}(?=[ \t]))[ \t]*(?P<words>{joins})"
            rf"|[ \t]+(?=(?:{deals}[ \t]*)?#?[0-9])(?=[^0-9])"
        ),
        re.compile(
            rf"(?P<words>(?:[ \t,]*{also})*)"
            rf"(?:[.!]*[ \t]*(?:[,;:([–—-]|(?={_IS})|$)[ \t]*(?P<why>.*))"
        ),
    )


@cache
def _numbers(table: str) -> Mapping[str, str]:
    return {
        word: number
        for number, words in tables()["talk"][table].items()
        for word in words
        if number.isdecimal()
    }


def named_deals(
    text: str, names: Collection[str] = (), *, bare: bool = True, in_order: bool = True
) -> NamedDeals | None:
    """Return the deals that a text names, None if it names none or says more.

    `names` are the log's deal names that are not numbers. A number in words alone names a deal only
    if `bare`, and `2nd` only if the log's deals are numbered `in_order`.

    >>> named_deals("the 2nd and deal 3, a card was seen")[0]
    ('2', '3')
    """
    text = _CHINESE.sub(lambda match: str(_DIGITS.index(match[1])), text, count=1)
    phrases = tuple(name for name in names if re.search(r'[ \t"#:,;()\[\]]', name))
    of_lead, of_deal, of_unit, of_join, of_tail = _patterns(phrases)
    known = {folded(name): name for name in names}
    lead = of_lead.match(text)
    assert lead is not None
    joins, found, at, end = lead["words"], [], lead.end(), 0
    while match := of_deal.match(text, at):
        name, ordinal = _name_of(match, known, bare=bare)
        if name is None or (ordinal and not in_order):
            break
        found.append(name)
        counts = ordinal or match["ordinal"]
        after = of_unit.match(text, match.end()) if counts else None
        end = after.end() if after else match.end()
        between = of_join.match(text, end)
        if between is None:
            break
        joins += between["words"] or ""
        at = between.end()
    tail = of_tail.fullmatch(text, end) if found else None
    if tail is None:
        return None
    also = re.search(one_of(tables()["talk"]["also"]), joins + tail["words"]) is not None
    return NamedDeals(tuple(found), tail["why"], also)


def number_named(name: str) -> int | None:
    """Return the number of the only deal that a text names, or None.

    None is returned too if the text says more than that.

    >>> number_named("Deal 2"), number_named("two"), number_named("２."), number_named("2b")
    (2, 2, 2, None)
    """
    plain = "".join(str(unicodedata.digit(sign, sign)) for sign in name.strip(" \t.!:"))
    found = named_deals(plain.removesuffix(".0"))
    number = found.names[0] if found is not None and len(found.names) == 1 and not found.why else ""
    return int(number) if number.isdecimal() else None


def _name_of(match: re.Match[str], known: Mapping[str, str], *, bare: bool) -> tuple[str | None, bool]:
    """Return the deal's name in a match, or None, and True for an ordinal: `2nd`."""
    word = (match["phrase"] or match["quoted"] or match["name"] or match["figures"]).rstrip(".")
    small = folded(word)
    if small in known:
        return known[small], False
    if match["figures"]:
        return match["figures"].lstrip("0") or "0", match["ordinal"] not in ("", ".")
    if match["quoted"]:
        return word if match["word"] or word.isdecimal() else None, False
    ordinal = _numbers("ordinals").get(small)
    if ordinal is not None:
        return ordinal, True
    number = _ROMAN.get(word) or (_numbers("cardinals").get(small) if bare or match["word"] else None)
    return number or (word if match["word"] else None), False
