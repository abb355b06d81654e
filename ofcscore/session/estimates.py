"""Points a deal, and how far they may be from what they would be in the long run."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Final, Literal, NamedTuple

from ofcscore.scoring.deal import Points
from ofcscore.scoring.lines import whole

RESAMPLES: Final = 1000
"""So many seasons are made up of the nights of one."""
_BEYOND: Final = 25
"""So many of them lie below the interval, and so many above it."""
_SEED: Final = 13
_NORMAL: Final = 1.96
"""So many standard errors on both sides have 95 % of a normal distribution between them."""


class Play:
    """Deals and what they brought: their points, and the squares of these, summed up."""

    def __init__(self, deals: int = 0, points: Points = 0, squares: Points = 0) -> None:
        self.deals = deals
        self.points = points
        self.squares = squares

    def add(self, points: Points) -> None:
        """Count a deal."""
        self.deals += 1
        self.points = whole(self.points + points)
        self.squares = whole(self.squares + points * points)

    @property
    def mean(self) -> Fraction | None:
        """Points a deal; None without deals."""
        return Fraction(self.points) / self.deals if self.deals else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the points of a deal, as of a sample; None of fewer than two deals."""
        if self.deals < 2:
            return None
        return sqrt((self.squares - Fraction(self.points) ** 2 / self.deals) / (self.deals - 1))


class Interval(NamedTuple):
    """The 95 % interval of points a deal, and whether nights or deals were its sample."""

    low: float
    high: float
    by: Literal["nights", "deals"]


def interval(nights: Iterable[Play]) -> Interval | None:
    """Return the 95 % interval of points a deal of somebody who played on these nights.

    Deals of a night hang together, so whole nights are drawn again and again, as many as there are, and
    of the points a deal that come out the middle 95 % are taken. A single night says nothing about
    others: its deals are taken as independent, and the interval is 1.96 standard errors to both sides.
    None of fewer than two deals.
    """
    played = [night for night in nights if night.deals]
    if len(played) > 1:
        points, deals = [night.points for night in played], [night.deals for night in played]
        means = sorted(
            float(sum(map(points.__getitem__, drawn)) / sum(map(deals.__getitem__, drawn)))
            for drawn in _draws(len(played))
        )
        return Interval(means[_BEYOND], means[-1 - _BEYOND], "nights")
    for night in played:
        if night.mean is not None and night.deviation is not None:
            mean, error = float(night.mean), _NORMAL * night.deviation / sqrt(night.deals)
            return Interval(mean - error, mean + error, "deals")
    return None


@lru_cache(maxsize=8)
def _draws(nights: int) -> tuple[tuple[int, ...], ...]:
    """Which of so many nights are drawn each time: the same in every run and on every machine."""
    from random import Random

    random = Random(_SEED).random
    return tuple(tuple(int(random() * nights) for _ in range(nights)) for _ in range(RESAMPLES))
