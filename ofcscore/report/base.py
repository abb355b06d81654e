"""What every report can be asked for."""

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
    from ofcscore.session.many import ManyDeals


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
        """The text of a deal; nothing where it is only taken note of."""
        self.skip(result)
        return ""

    def skip(self, result: DealResult) -> None:  # noqa: B027 - most reports have nothing to note
        """Takes note of a deal that is not to be shown."""

    def skip_many(self, many: ManyDeals) -> None:  # noqa: B027 - most reports have nothing to note
        """Takes note of many deals that are not to be shown."""

    @property
    def shows_many(self) -> bool:
        """Whether many deals may be shown at once."""
        return False

    def can_show(self, many: ManyDeals) -> bool:
        """Whether `show_many` gives now what `deal` gives for each of them."""
        return self.shows_many

    def show_many(self, many: ManyDeals) -> str:
        """The text of many deals."""
        self.skip_many(many)
        return ""

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

    def so_far(self, result: DealResult) -> Mapping[str, Points]:
        """The running totals with the next deal in, and the adjustments of headers before it."""
        opening = [(line.person, line.points) for line in result.opening]
        for name, points in (*opening, *result.all_totals.items()):
            if points is not None:
                self.sums[name] = whole(self.sums.get(name, 0) + points)
        return self.sums
