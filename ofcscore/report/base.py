"""What every report can be asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ofcscore.session.many import ManyDeals
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult


class Report(ABC):
    """One report in the making.

    `deal` returns the text of each deal in turn, and `frame`, when all is known, the text that goes before
    the deals and the text behind them. `has_pairs` is whether the next deal's score lines are printed.
    """

    @property
    def has_pairs(self) -> bool:
        return False

    @abstractmethod
    def deal(self, result: DealResult) -> str: ...

    def skip(self, result: DealResult) -> None:  # noqa: B027 - most reports have nothing to note
        """Takes note of a deal that is not to be shown."""

    @property
    def skips_many(self) -> bool:
        """Whether `skip_many` does for many deals at once what `skip` does for each."""
        return True

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
        return ""

    @abstractmethod
    def frame(self, outcome: Outcome) -> tuple[str, str]: ...
