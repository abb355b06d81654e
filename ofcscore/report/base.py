"""What every report can be asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod

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
    def notes_skipped(self) -> bool:
        """Whether it takes note of any deal that is not to be shown."""
        return False

    @abstractmethod
    def frame(self, outcome: Outcome) -> tuple[str, str]: ...
