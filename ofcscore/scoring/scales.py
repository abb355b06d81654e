"""The scales of a rule set: what rows are worth as they stand, and with jokers as what those become."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ofcscore.game.board import ROWS, Row
from ofcscore.game.jokers import Filling, Order, fill_board, fillings, has_jokers
from ofcscore.game.speech import Reason, Speech
from ofcscore.rules.model import Rules
from ofcscore.scoring.fouls import is_foul
from ofcscore.scoring.row_values import RowValue, Scales, Values, row_value


@lru_cache
def scales_of(rules: Rules) -> Scales:
    """Return the scales of a rule set, the same ones each time."""
    return JokerScales(rules) if rules.jokers.number else Scales(rules)


class JokerScales(Scales):
    """The row values of a rule set with jokers, each of which is the best card that makes no foul.

    It is so for the bottom first, then for the middle, then for the top. That is the board with the most
    royalties too, as long as a better row is paid no less; where a joker may be no card of its board, all
    boards are looked through for it. A board that fouls whatever its jokers are has the least foul there is.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.orders = [
            Order(row is Row.MIDDLE and rules.middle.low, rules.ranks, rules.jokers.five) for row in ROWS
        ]

    def values(self, sums: tuple[int, int, int]) -> Values:
        if not has_jokers(sums):
            return super().values(sums)
        if self.rules.jokers.copies == "board":
            made = [self._values(filled) for filled in fill_board(sums, self.orders)]
            legal = [values for values in made if not is_foul(values, strict=self.strict)]
            return max(legal, key=_worth) if legal else max(made, key=_least_foul)
        return self._bottom_first(sums)

    def choices(self, sums: tuple[int, int, int], row: Row) -> list[RowValue]:
        """Return the values that a row can have by itself, best first."""
        found = fillings(sums[row], row, self.rules.jokers.copies, self.orders[row])
        return [self._value(filling, row) for filling in found]

    def _bottom_first(self, sums: tuple[int, int, int]) -> Values:
        tops, middles, bottoms = (self.choices(sums, row) for row in ROWS)
        bottom = bottoms[0]
        if self.rules.middle.low:
            return self._under(tops, bottom), middles[0], bottom
        middle = self._under(middles, bottom)
        return self._under(tops, middle), middle, bottom

    def _under(self, choices: Sequence[RowValue], below: RowValue) -> RowValue:
        """Return the best of a row's choices that is legal over the row below it.

        The weakest where none is.
        """
        most = below.strength - self.strict
        return next((value for value in choices if value.strength <= most), choices[-1])

    def _values(self, filled: Sequence[Filling]) -> Values:
        top, middle, bottom = (self._value(one, row) for one, row in zip(filled, ROWS, strict=True))
        return top, middle, bottom

    def _value(self, filling: Filling, row: Row) -> RowValue:
        return row_value(filling.rank, row, self.rules, filling.cards)


def _worth(values: Values) -> tuple[int, ...]:
    """Return what orders boards: royalties first, then bottom, middle and top."""
    top, middle, bottom = values
    return sum(value.royalty for value in values), bottom.strength, middle.strength, top.strength


def _least_foul(values: Values) -> tuple[int, ...]:
    """Return the best bottom, and over it the weakest rows."""
    top, middle, bottom = values
    return bottom.strength, -middle.strength, -top.strength


class Held(NamedTuple):
    """The value that jokers would make of a row by itself, and why they are no such cards, in words."""

    value: RowValue
    because: Reason


def held_back(values: Values, sums: tuple[int, int, int], row: Row, scales: Scales) -> Held | None:
    """Return the better value that a row's jokers were kept from; None if they have their best."""
    if not isinstance(scales, JokerScales):
        return None
    best = scales.choices(sums, row)[0]
    if best.strength <= values[row].strength:
        return None
    below = Row.BOTTOM if row is Row.MIDDLE or scales.rules.middle.low else Row.MIDDLE
    over = best.strength - values[below].strength
    if row is Row.BOTTOM or over < 0:
        return Held(best, "needs a card that is on the board")
    return Held(best, (_over, over, below))


def _over(speech: Speech, over: int, below: Row) -> str:
    return f"would {'be above' if over else 'equal'} the {speech.row(below)}"
