"""The values of rows by one rule set: strength, royalty, fantasyland."""

from typing import Final, NamedTuple

from ofcscore.game.board import Row
from ofcscore.game.cards import FLUSHES, RANK_BITS, RANK_MASK, SUIT_SHIFT
from ofcscore.game.jokers import MOST_JOKERS
from ofcscore.game.ranks import Category, Rank, rank_of_key, rank_word
from ofcscore.game.speech import Reason, Speech
from ofcscore.rules.model import Rules

FLUSH_BIT: Final = 1 << RANK_BITS


class RowValue(NamedTuple):
    """The value of one row by one rule set.

    `strength` is compared (the greater is the better, in a low middle too); `royalty` is 0 where the
    row earns none; `enter` and `stay` are the extra fantasyland cards, None where the row does not
    qualify; `fault` says why a low middle does not stand; `jokers` are the cards that its jokers are, and
    `by_jokers` is whether the royalty is for two of them.
    """

    rank: Rank
    strength: int
    royalty: int
    enter: int | None
    stay: int | None
    fault: Reason | None = None
    jokers: tuple[str, ...] = ()
    by_jokers: bool = False


Values = tuple[RowValue, RowValue, RowValue]
"""The values of top, middle and bottom of a board."""


def compare(a: Values, b: Values) -> tuple[int, int, int]:
    """Which of two boards has the better top, middle and bottom: 1 the first, -1 the second, 0 neither."""
    (top, middle, bottom), (top2, middle2, bottom2) = a, b
    return (
        (top.strength > top2.strength) - (top.strength < top2.strength),
        (middle.strength > middle2.strength) - (middle.strength < middle2.strength),
        (bottom.strength > bottom2.strength) - (bottom.strength < bottom2.strength),
    )


class _Values(dict[int, RowValue]):
    """Row values by rank sum and flush, filled by the plain evaluator when a new one is met."""

    def __init__(self, rules: Rules, row: Row) -> None:
        self.rules = rules
        self.row = row

    def __missing__(self, key: int) -> RowValue:
        low = self.row is Row.MIDDLE and self.rules.middle.low
        rank = rank_of_key(key & RANK_MASK, self.row.size, bool(key & FLUSH_BIT), low, self.rules.ranks)
        value = self[key] = row_value(rank, self.row, self.rules)
        return value


def row_value(rank: Rank, row: Row, rules: Rules, jokers: tuple[str, ...] = ()) -> RowValue:
    """Return the value of a row of this rank; `jokers` are the cards that its jokers are."""
    two = rules.royalties.two_jokers
    by_jokers = two > 0 and row is Row.TOP and len(jokers) == MOST_JOKERS
    royalty = two if by_jokers else rules.royalties.tables[row].value(rank) or 0
    enter = stay = None
    land = rules.fantasyland
    if land is not None:
        enter = land.enter[row].value(rank)
        stay = land.stay[row].value(rank)
        if stay is None and land.stay_royalty and royalty >= land.stay_royalty:
            stay = 0
    fault: Reason | None = None
    if rank.low and rules.middle.worst:
        if rank.category is not Category.HIGH_CARD:
            fault = (_not_low, rank)
        elif rank.ranks[0] > rules.middle.worst:
            fault = (_too_high, rank.ranks[0], rules.middle.worst)
    return RowValue(rank, rank.strength, royalty, enter, stay, fault, jokers, by_jokers)


def _not_low(speech: Speech, rank: Rank) -> str:
    middle = speech.row(Row.MIDDLE)
    return f"the {middle} is a {speech.rank(rank)}, and a low {middle} has none"


def _too_high(speech: Speech, highest: int, worst: int) -> str:
    is_, worst_ = rank_word(highest), rank_word(worst)
    return f"the {speech.row(Row.MIDDLE)} is {is_} high, and {worst_} high is the worst allowed"


class Scales:
    """The row values of one rule set, memoised; make one and keep it while scoring (`scales.scales_of`)."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.strict = rules.order == "strict"
        self.finds_naturals = bool(rules.naturals.hands) and not rules.naturals.declared
        """True if naturals count that nobody declares."""
        self.tables = (
            _Values(rules, Row.TOP),
            _Values(rules, Row.MIDDLE),
            _Values(rules, Row.BOTTOM),
        )

    def values(self, sums: tuple[int, int, int]) -> Values:
        """Return the values of top, middle and bottom from their sums."""
        top, middle, bottom = self.tables
        return top[sums[0] & RANK_MASK], middle[_key(sums[1])], bottom[_key(sums[2])]


def _key(row_sum: int) -> int:
    """Return the key of a value of five cards: their ranks, and whether they are a flush."""
    ranks = row_sum & RANK_MASK
    return ranks | FLUSH_BIT if row_sum >> SUIT_SHIFT in FLUSHES else ranks
