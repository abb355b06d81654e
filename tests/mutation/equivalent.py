"""Mutants that no test can tell from the original: module, the line as it is, as it was changed, and why."""

from __future__ import annotations

from typing import Final

_EVEN: Final = "nobody with 0 is among them: `_whole_units` leaves the even ones out"

EQUIVALENT: Final[dict[tuple[str, str, str], str]] = {
    (
        "session/settlement",
        "collected = [Payment(name, person, _amount(-n, scale)) for name, n in others.items() if n < 0]",
        "collected = [Payment(name, person, _amount(-n, scale)) for name, n in others.items() if n <= 0]",
    ): _EVEN,
    (
        "session/settlement",
        "collected = [Payment(name, person, _amount(-n, scale)) for name, n in others.items() if n < 0]",
        "collected = [Payment(name, person, _amount(-n, scale)) for name, n in others.items() if n < 1]",
    ): _EVEN,
    (
        "session/settlement",
        "return collected + [Payment(person, name, _amount(n, scale))"
        " for name, n in others.items() if n > 0]",
        "return collected + [Payment(person, name, _amount(n, scale))"
        " for name, n in others.items() if n >= 0]",
    ): _EVEN,
    (
        "session/settlement",
        "for amount in [amount for amount in queues if amount > 0 and -amount in queues]:",
        "for amount in [amount for amount in queues if amount >= 0 and -amount in queues]:",
    ): _EVEN,
    ("session/settlement", "_FIELD: Final = 6", "_FIELD: Final = 7"): "wider fields hold the same counts",
    (
        "session/settlement",
        "losers = [(units[name], seat[name], name) for name in group if units[name] < 0]",
        "losers = [(units[name], seat[name], name) for name in group if units[name] <= 0]",
    ): _EVEN,
    (
        "session/settlement",
        "losers = [(units[name], seat[name], name) for name in group if units[name] < 0]",
        "losers = [(units[name], seat[name], name) for name in group if units[name] < 1]",
    ): _EVEN,
    (
        "session/settlement",
        "winners = [(-units[name], seat[name], name) for name in group if units[name] > 0]",
        "winners = [(-units[name], seat[name], name) for name in group if units[name] >= 0]",
    ): _EVEN,
    (
        "session/settlement",
        "if guarded - smaller & guards == guards:",
        "if guarded - smaller | guards == guards:",
    ): "parts that hold others are kept, and come after those, so that none is ever taken",
    (
        "session/settlement",
        "return ((state & -state).bit_length() - 1) // _FIELD",
        "return ((state | -state).bit_length() - 1) // _FIELD",
    ): "both have the length of the lowest bit: `state | -state` is minus what `state & -state` is",
    (
        "scoring/boards",
        "FLUSH_BIT: Final = 1 << RANK_BITS",
        "FLUSH_BIT: Final = 2 << RANK_BITS",
    ): "any bit above those of the ranks marks a flush",
    **{
        ("scoring/score", f"{name} = {type_}", f"{name} = None"): "a type, which only annotations name"
        for name, type_ in (
            ("_Decider", "Callable[[BoardScore, BoardScore, Meeting], list[ScoreLine] | None]"),
        )
    },
}
