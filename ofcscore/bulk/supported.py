"""The rule sets whose deals the vectorized path can score; importing this needs no numpy and no reader."""

from collections.abc import Callable
from typing import Final

from ofcscore.diagnostics.suggestions import listed
from ofcscore.rules.model import Rules

_IN_NO_TABLE: Final[tuple[tuple[str, Callable[[Rules], bool]], ...]] = (
    ("the bank", lambda rules: rules.compare == "bank"),
    ("the single winner", lambda rules: rules.compare == "single-winner"),
    ("the pool", lambda rules: rules.compare == "pool"),
    ("naturals that nobody needs to declare", lambda r: bool(r.naturals.hands) and not r.naturals.declared),
    ("the aces bet", lambda rules: bool(rules.aces)),
    ("the moon", lambda rules: rules.moon is not None),
    ("scoops that multiply royalties", lambda rules: _multiplies_royalties(rules)),
    ("table stakes", lambda rules: rules.table_stakes),
    ("fouls that multiply rows", lambda rules: bool(rules.foul.factor)),
    ("fouls that are refused", lambda rules: not rules.foul.allowed),
    ("the deuce as the highest card", lambda rules: rules.ranks.deuce_high),
    ("suits that break ties", lambda rules: bool(rules.ties)),
    ("scoops by how many are scooped", lambda rules: bool(rules.points.scoop_many)),
    ("scoops by the number of players", lambda rules: not rules.points.scoop.factor),
    ("fouls that are not scooped", lambda rules: not rules.points.scoop_all.fouls),
    ("naturals on top of the rows", lambda rules: rules.naturals.on_top),
    ("a card that doubles", lambda rules: rules.double is not None),
)
"""The rules that the tables do not support, each with a test for a rule set.

Declared naturals are not among them, because they change nothing in a deal without a declaration."""


def _multiplies_royalties(rules: Rules) -> bool:
    factors = (rules.points.scoop.factor, rules.points.scoop_all.factor)
    replaces = rules.royalties.count == "winner-replaces" and factors != (1, 1)
    return bool(rules.points.scoop.royalties) or replaces


def in_tables(rules: Rules) -> bool:
    """Return True if tables can score deals of valid and fouled boards under these rules."""
    return not any(is_asked(rules) for _, is_asked in _IN_NO_TABLE)


def reach(rules: Rules) -> str:
    """Describe for `rules show` which deals `ofcscore.bulk` can score at once."""
    if rules.table_stakes:
        return "no deals, because table stakes depend on the chips from earlier deals"
    outside = [name for name, is_asked in _IN_NO_TABLE if is_asked(rules)]
    if outside:
        return f"one deal at a time, because of {listed(outside, 'and')}"
    alone = ["absent", "foul by call"]
    alone += ["a claim"] if rules.naturals.hands else []
    alone += ["a surrender"] if rules.surrender != "none" else []
    joker = " if a card is a joker," if rules.jokers.number else ""
    return (
        "many deals at once; one at a time if suits are missing or symbols, if a card is written 10,"
        f"{joker} or if a board is {listed(alone, 'or')}"
    )
