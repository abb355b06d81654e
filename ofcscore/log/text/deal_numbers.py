"""Deals that words name by their numbers: `2`, `#2 and #3`, `the 2nd`, `deals two, three`, `II`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Final, NamedTuple

from ofcscore.log.vocabulary import all_words, folded, one_of
from ofcscore.log.words import tables

_ROMAN: Final = {"II": "2", "III": "3", "IV": "4", "VI": "6", "VII": "7", "VIII": "8", "IX": "9"}
"""Roman numerals; one letter alone is no number."""
_ORDINAL: Final = r"(?:(?:st|nd|rd|th|ère|er|ème|eme|ste|-[яйа])(?![^\W_])|[.ºª])"
_IS: Final = "(?ai:both|is|are|was|were|void|mis-?deal)"


class NamedDeals(NamedTuple):
    """The deals that words name: their names, where each stands, and why they are named.

    `also` is True if words say that these are more than others, which are not named.
    """

    names: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    why: str
    also: bool


class _Patterns(NamedTuple):
    lead: re.Pattern[str]
    deal: re.Pattern[str]
    behind: re.Pattern[str]
    between: re.Pattern[str]
    tail: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """Return the patterns, whose words are read at the first void deal."""
    talk = tables()["talk"]
    deals = one_of((*all_words("deals", "deal-lists"), *talk["deals"]))
    number = "(?ai:number|nummer|no|nr)"
    also = one_of(talk["also"])
    before = one_of((*talk["before_number"], *all_words("money.void"), *talk["also"]))
    word = rf"(?:{deals}|{number}(?=[ \t.#]*[0-9]))(?:[ \t]+{number})?"
    end = r"(?=[ \t]|[.,;:&+()\[\]!–—]*(?:[ \t]|$)|[,;:&+()\[\]–—])"
    joins = rf"(?:{one_of((*talk['and'], *talk['also']))}[ \t]+)*"
    return _Patterns(
        re.compile(rf"[ \t]*(?P<words>(?:{before}[ \t,:]+)*)"),
        re.compile(
            rf"[(\[]?(?:(?P<word>{word})[ \t.]*(?:#[ \t]*)?|#[ \t]*)?"
            rf'(?:"(?P<quoted>[^"]+)"|(?P<figures>[0-9]{{1,4}})(?P<ordinal>{_ORDINAL}?){end}'
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

    `names` are those of the log's deals that are no numbers. A number in words alone names a deal only if `bare`,
    and `2nd` only if deals are counted `in_order`.

    >>> named_deals("the 2nd and deal 3, a card was seen")[0]
    ('2', '3')
    """
    patterns = _patterns()
    known = {folded(name): name for name in names}
    lead = patterns.lead.match(text)
    assert lead is not None
    said = lead["words"]
    found: list[str] = []
    spans: list[tuple[int, int]] = []
    at, end = lead.end(), 0
    while match := patterns.deal.match(text, at):
        word = match["quoted"] or match["name"] or match["figures"]
        name = known.get(folded(word.rstrip(".")))
        ordinal = bool(match["ordinal"]) and match["ordinal"] != "."
        if name is None and match["figures"]:
            name = match["figures"].lstrip("0") or "0"
        elif name is None and not match["quoted"]:
            small = folded(word.rstrip("."))
            ordinal = small in _numbers("ordinals")
            name = _numbers("ordinals").get(small) or _ROMAN.get(word.rstrip("."))
            if name is None and (bare or match["word"]):
                name = _numbers("cardinals").get(small)
        if name is None and match["word"]:
            name = word.rstrip(".")
        if name is None or (ordinal and not in_order):
            break
        found.append(name)
        spans.append(match.span())
        behind = patterns.behind.match(text, match.end()) if ordinal or match["ordinal"] else None
        end = behind.end() if behind else match.end()
        between = patterns.between.match(text, end)
        if between is None:
            break
        said += between["words"] or ""
        at = between.end()
    tail = patterns.tail.fullmatch(text, end) if found else None
    if tail is None:
        return None
    also = re.search(one_of(tables()["talk"]["also"]), said + tail["words"]) is not None
    return NamedDeals(tuple(found), tuple(spans), tail["why"], also)
