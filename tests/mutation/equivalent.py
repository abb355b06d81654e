"""Mutants that no test can tell from the original: module, the line as it is, as it was changed, and why."""

from __future__ import annotations

from typing import Final

_FIELDS: Final = "every strength grows alike: ranks are below 16, so four bits or more keep them in order"
_WORD: Final = "any word but `second` is the lowest straight"
_EVEN: Final = "nobody with 0 is among them: `_whole_units` leaves the even ones out"
_PAIRED: Final = "both lists are cut to the same length, or made from the same counts"
_THREE: Final = "a row of three never equals a row of five (rules 1)"

EQUIVALENT: Final[dict[tuple[str, str, str], str]] = {
    (
        "evaluate",
        'article = "an" if first in "A8" else "a"',
        'article = "an" if first in "XXA8XX" else "a"',
    ): "no rank is written X",
    ("evaluate", "for i in range(5):", "for i in range(6):"): _FIELDS,
    (
        "evaluate",
        "strength = strength << 4 | (ranks[i] if i < len(ranks) else 0)",
        "strength = strength << 5 | (ranks[i] if i < len(ranks) else 0)",
    ): _FIELDS,
    (
        "evaluate",
        "strength = _strength(category, (13, 1))",
        "strength = _strength(category, (13, 2))",
    ): "between the king-high and the ace-high straight there is nothing else",
    (
        "evaluate",
        "for r in range(highest, -1, -1):",
        "for r in range(highest, -2, -1):",
    ): "the added turn tries aces last, and whoever has an ace was found with it first",
    (
        "evaluate",
        'def rank_high(ranks: tuple[int, ...], *, flush: bool = False, wheel: str = "low") -> Rank:',
        'def rank_high(ranks: tuple[int, ...], *, flush: bool = False, wheel: str = "XXlowXX") -> Rank:',
    ): _WORD,
    (
        "evaluate",
        'def rank_of_sum(total: int, size: int, *, low: bool = False, wheel: str = "low") -> Rank:',
        'def rank_of_sum(total: int, size: int, *, low: bool = False, wheel: str = "XXlowXX") -> Rank:',
    ): _WORD,
    (
        "evaluate",
        'def rank_text(text: str, *, low: bool = False, wheel: str = "low") -> Rank:',
        'def rank_text(text: str, *, low: bool = False, wheel: str = "XXlowXX") -> Rank:',
    ): _WORD,
    (
        "evaluate",
        'def rank(text: str, *, low: bool = False, wheel: str = "low") -> Rank:',
        'def rank(text: str, *, low: bool = False, wheel: str = "XXlowXX") -> Rank:',
    ): _WORD,
    (
        "settlement",
        "losers = sum(1 for amount in units.values() if amount < 0)",
        "losers = sum(1 for amount in units.values() if amount <= 0)",
    ): _EVEN,
    (
        "settlement",
        "losers = sum(1 for amount in units.values() if amount < 0)",
        "losers = sum(1 for amount in units.values() if amount < 1)",
    ): _EVEN,
    (
        "settlement",
        "winners = sum(1 for amount in units.values() if amount > 0)",
        "winners = sum(1 for amount in units.values() if amount >= 0)",
    ): _EVEN,
    (
        "settlement",
        "collected = [Payment(name, person, _amount(-n, scale)) for name, n in others.items() if n < 0]",
        "collected = [Payment(name, person, _amount(-n, scale)) for name, n in others.items() if n <= 0]",
    ): _EVEN,
    (
        "settlement",
        "collected = [Payment(name, person, _amount(-n, scale)) for name, n in others.items() if n < 0]",
        "collected = [Payment(name, person, _amount(-n, scale)) for name, n in others.items() if n < 1]",
    ): _EVEN,
    (
        "settlement",
        "return collected + [Payment(person, name, _amount(n, scale))"
        " for name, n in others.items() if n > 0]",
        "return collected + [Payment(person, name, _amount(n, scale))"
        " for name, n in others.items() if n >= 0]",
    ): _EVEN,
    (
        "settlement",
        "for amount in [amount for amount in queues if amount > 0 and -amount in queues]:",
        "for amount in [amount for amount in queues if amount >= 0 and -amount in queues]:",
    ): _EVEN,
    (
        "settlement",
        "groups += [[a, b] for a, b in zip(winners[:n], losers[:n], strict=True)]",
        "groups += [[a, b] for a, b in zip(winners[:n], losers[:n], strict=None)]",
    ): _PAIRED,
    (
        "settlement",
        "groups += [[a, b] for a, b in zip(winners[:n], losers[:n], strict=True)]",
        "groups += [[a, b] for a, b in zip(winners[:n], losers[:n], )]",
    ): _PAIRED,
    (
        "settlement",
        "groups += [[a, b] for a, b in zip(winners[:n], losers[:n], strict=True)]",
        "groups += [[a, b] for a, b in zip(winners[:n], losers[:n], strict=False)]",
    ): _PAIRED,
    (
        "settlement",
        "everyone = sum(n * person for (_, n), person in zip(fields, one, strict=True))",
        "everyone = sum(n * person for (_, n), person in zip(fields, one, strict=None))",
    ): _PAIRED,
    (
        "settlement",
        "everyone = sum(n * person for (_, n), person in zip(fields, one, strict=True))",
        "everyone = sum(n * person for (_, n), person in zip(fields, one, ))",
    ): _PAIRED,
    (
        "settlement",
        "everyone = sum(n * person for (_, n), person in zip(fields, one, strict=True))",
        "everyone = sum(n * person for (_, n), person in zip(fields, one, strict=False))",
    ): _PAIRED,
    (
        "settlement",
        "return groups, True",
        "return groups, False",
    ): "pairs alone are as many payments as there are losers, which is proof enough",
    ("settlement", "_FIELD: Final = 6", "_FIELD: Final = 7"): "wider fields hold the same counts",
    (
        "settlement",
        "winners = [(amount, n) for amount, n in counts.items() if amount > 0]",
        "winners = [(amount, n) for amount, n in counts.items() if amount >= 0]",
    ): _EVEN,
    (
        "settlement",
        "losers = [(-amount, n) for amount, n in counts.items() if amount < 0]",
        "losers = [(-amount, n) for amount, n in counts.items() if amount <= 0]",
    ): _EVEN,
    (
        "settlement",
        "losers = [(-amount, n) for amount, n in counts.items() if amount < 0]",
        "losers = [(-amount, n) for amount, n in counts.items() if amount < 1]",
    ): _EVEN,
    (
        "settlement",
        "most, taken = 0, 0",
        "most, taken = 0, 1",
    ): "a state that nothing is taken from is no state of people who sum to zero",
    ("settlement", "limit = bound(state)", "limit = None"): "the limit only ends the search early",
    (
        "settlement",
        "best: dict[int, tuple[int, int]] = {0: (0, 0)}",
        "best: dict[int, tuple[int, int]] = {0: (0, 1)}",
    ): "of an empty state no group is ever taken",
    (
        "scoring",
        "FLUSH_BIT: Final = 1 << RANK_BITS",
        "FLUSH_BIT: Final = 2 << RANK_BITS",
    ): "any bit above those of the ranks marks a flush",
    (
        "scoring",
        'return (*reasons, *_out_of_order(top, "top", bottom, "bottom", strict))',
        'return (*reasons, *_out_of_order(top, "top", bottom, "bottom", None))',
    ): _THREE,
    (
        "scoring",
        '*_out_of_order(top, "top", middle, "middle", strict),',
        '*_out_of_order(top, "top", middle, "middle", None),',
    ): _THREE,
    (
        "scoring",
        "return middle.fault is not None or top.strength > bottom.strength",
        "return middle.fault is not None or top.strength >= bottom.strength",
    ): _THREE,
    (
        "scoring",
        "return not top.strength < middle.strength < bottom.strength",
        "return not top.strength <= middle.strength < bottom.strength",
    ): _THREE,
    (
        "scoring",
        "else not top.strength <= middle.strength <= bottom.strength",
        "else not top.strength < middle.strength <= bottom.strength",
    ): _THREE,
    (
        "settlement",
        "if not any((part | guards) - other & guards == guards for other in kept):",
        "if not any((part | guards) - other | guards == guards for other in kept):",
    ): "parts that hold others are kept, and come after those, so that none is ever taken",
}
