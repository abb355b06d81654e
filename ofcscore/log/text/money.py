"""Amounts as people write them: which number, which currency, and whether a point is worth it."""

import re
from typing import Final, NamedTuple

from ofcscore.log.vocabulary import Vocabulary, folded, one_of

NUMBER: Final = r"[0-9](?:[0-9]|[.,'’](?=[0-9]))*"


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
        unit = f"(?:{vocabulary.currency}|{one_of((*self._cents, *self._pence))}|[A-Z]{{3}}(?![A-Za-z]))"
        point = one_of(money["point"])
        per = rf"(?:(?P<each>[ \t]*/[ \t]*|[ \t]*{one_of(money['per'])}[ \t]*)|[ \t]+)(?:(?ai:each|one|1)[ \t]*)?{point}[.!]?"
        before = rf"(?:(?P<first>(?:(?:1|一|(?ai:a|one|each|every))[ \t]*)?{point}[ \t]*(?:=|:|(?ai:is worth|are worth|costs|is|are|at|for)(?=[ \t])|(?=[0-9€$£]))[ \t]*)?)"
        self.pattern = re.compile(
            rf"{before}(?P<sign>{unit})?[ \t]*(?P<number>(?<![0-9]){NUMBER})(?:-(?![0-9]))?"
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
        return Money(number, unit, per, match.span("number"), where, bool(units))
