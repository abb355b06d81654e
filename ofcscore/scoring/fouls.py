"""Which boards are fouls, and why, in words."""

from collections.abc import Iterator
from typing import Final

from ofcscore.game.board import Row
from ofcscore.game.speech import ENGLISH, Speech, tell
from ofcscore.scoring.row_values import Values

_ORDER: Final = ((Row.TOP, Row.MIDDLE), (Row.MIDDLE, Row.BOTTOM))
_ORDER_AROUND_A_LOW_MIDDLE: Final = ((Row.TOP, Row.BOTTOM),)


def is_foul(values: Values, *, strict: bool) -> bool:
    """Return True if three rows are a foul.

    Each row must be at least as good as the one above it; with `strict`, better. A low middle stands by
    itself.
    """
    top, middle, bottom = values
    least = int(strict)
    if middle.rank.low:
        return middle.fault is not None or bottom.strength - top.strength < least
    return middle.strength - top.strength < least or bottom.strength - middle.strength < least


def foul_reasons(values: Values, *, strict: bool, speech: Speech = ENGLISH) -> Iterator[str]:
    """Why three rows are a foul, in words; nothing where they are none."""
    fault = values[Row.MIDDLE].fault
    if fault is not None:
        yield tell(fault, speech)
    for upper, lower in _out_of_order(values, strict):
        x, y = values[upper].rank, values[lower].rank
        above, below = speech.row(upper), speech.row(lower)
        if values[upper].strength > values[lower].strength:
            yield f"{above} {speech.rank(x, y)} beats {below} {speech.rank(y, x)}"
        else:
            yield f"{above} and {below} are equal, and the {below} must be better"


def _out_of_order(values: Values, strict: bool) -> Iterator[tuple[Row, Row]]:
    """Yield the rows, each with the one below it, that are not in the order of their strength."""
    low = values[Row.MIDDLE].rank.low
    for upper, lower in _ORDER_AROUND_A_LOW_MIDDLE if low else _ORDER:
        over = values[upper].strength - values[lower].strength
        if over > 0 or (strict and not over):
            yield upper, lower
