"""The interface of all reports, and the base of those that can show running totals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ofcscore.report.wording import FILE_STYLE, Style
from ofcscore.scoring.deal import Points
from ofcscore.scoring.lines import whole
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult

if TYPE_CHECKING:
    from ofcscore.session.sums import ManyDeals


class Report(ABC):
    """One report in the making.

    `deal` returns the text of each deal in turn, and `frame`, when all is known, the text that goes before
    the deals and the text behind them. `has_pairs` is whether deals are
    shown with what each pair exchanged.
    """

    @property
    def has_pairs(self) -> bool:
        return False

    def deal(self, result: DealResult) -> str:
        """Return the text of a deal; nothing where it is only taken note of."""
        self.skip(result)
        return ""

    def skip(self, result: DealResult) -> None:  # noqa: B027 - most reports have nothing to note
        """Take note of a deal that is not to be shown."""

    @property
    def sums_suffice(self) -> bool:
        """Return True if the report needs nothing of deals that are not shown but what they add up to."""
        return False

    @property
    def shows_lines(self) -> bool:
        """Return True if deals are lines, which `lines_of` may give of many at once."""
        return False

    def lines_of(self, many: ManyDeals) -> str | None:
        """Return the text of many deals at once; None if they are to come deal by deal."""
        return None

    @abstractmethod
    def frame(self, outcome: Outcome) -> tuple[str, str]: ...


class RunningReport(Report):
    """A report that can show behind each deal what everybody has so far, where it is asked to (`running`).

    `why` is whether the score lines of a pair are shown too.
    """

    def __init__(self, style: Style = FILE_STYLE, *, running: bool = False, why: bool = False) -> None:
        self.style = style
        self.running = running
        self.why = why
        self.sums: dict[str, Points] = {}

    def skip(self, result: DealResult) -> None:
        if self.running:
            self.so_far(result)

    @property
    def sums_suffice(self) -> bool:
        return not self.running

    def so_far(self, result: DealResult) -> Mapping[str, Points]:
        """Return the running totals with the next deal in, and the adjustments of headers before it."""
        opening = [(line.person, line.points) for line in result.opening]
        for name, points in (*opening, *result.all_totals.items()):
            if points is not None:
                self.sums[name] = whole(self.sums.get(name, 0) + points)
        return self.sums
