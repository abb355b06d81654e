"""Which boards are fouls, and why, in words (rules 2)."""

from collections.abc import Iterator
from typing import Final

from ofcscore.game.board import Row
from ofcscore.scoring.row_values import Values

_ORDER: Final = ((Row.TOP, Row.MIDDLE), (Row.MIDDLE, Row.BOTTOM))
_ORDER_AROUND_A_LOW_MIDDLE: Final = ((Row.TOP, Row.BOTTOM),)


def is_foul(values: Values, *, strict: bool) -> bool:
    """Whether three rows are a foul.

    Each row must be at least as good as the one above it; with `strict`, better. A low middle stands by
    itself.
    """
    top, middle, bottom = values
    least = int(strict)
    if middle.rank.low:
        return middle.fault is not None or bottom.strength - top.strength < least
    return middle.strength - top.strength < least or bottom.strength - middle.strength < least


def foul_reasons(values: Values, *, strict: bool) -> Iterator[str]:
    """Why three rows are a foul, in words; nothing where they are none."""
    fault = values[Row.MIDDLE].fault
    if fault is not None:
        yield fault
    for upper, lower in _out_of_order(values, strict):
        x, y = values[upper], values[lower]
        if x.strength > y.strength:
            better, worse = x.rank.name_against(y.rank), y.rank.name_against(x.rank)
            yield f"{upper.label} {better} beats {lower.label} {worse}"
        else:
            yield f"{upper.label} and {lower.label} are equal, and the {lower.label} must be better"


def _out_of_order(values: Values, strict: bool) -> Iterator[tuple[Row, Row]]:
    """The rows, each with the one below it, that are not in the order of their strength."""
    low = values[Row.MIDDLE].rank.low
    for upper, lower in _ORDER_AROUND_A_LOW_MIDDLE if low else _ORDER:
        over = values[upper].strength - values[lower].strength
        if over > 0 or (strict and not over):
            yield upper, lower
