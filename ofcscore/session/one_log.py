"""One log of a session: what it agreed and expects, held against what it brings."""

from __future__ import annotations

from collections.abc import Mapping

from ofcscore.problems.problem import Place, Problem
from ofcscore.scoring.deal import Expectation, Points, Table
from ofcscore.scoring.lines import whole
from ofcscore.session.expectations import check_session_expectations


class OneLog:
    """One log of a session: what it agreed and expects, the totals before it, and how much was played.

    `before` are the totals, and `begun` the number of deals, that it begins with.
    """

    def __init__(
        self, table: Table, expect: tuple[Expectation, ...], before: dict[str, Points], begun: int
    ) -> None:
        self.table = table
        self.expect = expect
        self.before = before
        self.begun = begun
        self.mixed = False
        self.staked = False
        self.names_currency = False
        self.played = 0
        self.players = 0

    def totals(self, totals: Mapping[str, Points]) -> dict[str, Points]:
        """What the log alone brought, of totals up to its end."""
        return {name: whole(points - self.before.get(name, 0)) for name, points in totals.items()}

    def unmet(self, totals: Mapping[str, Points]) -> list[Problem]:
        """A problem for each total that the log expects and does not bring."""
        return check_session_expectations(self.expect, self.totals(totals))

    def rounds(self) -> list[Problem]:
        """A warning where another number of deals was played than agreed: fantasyland deals are extra."""
        rounds = self.table.rounds
        if rounds is None:
            return []
        agreed = self.players if isinstance(rounds, str) else rounds
        if self.played == agreed:
            return []
        return [
            Problem(
                "rounds-differ",
                Place(self.table.file),
                f"{_deals(agreed)} agreed and {_deals(self.played)} played, fantasyland deals not counted",
                None,
                warning=True,
            )
        ]


def _deals(count: int) -> str:
    return "1 deal was" if count == 1 else f"{count} deals were"
