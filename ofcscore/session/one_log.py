"""One log of a session: what it agreed and expects, held against what it brings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ofcscore.diagnostics.problem import Place, Problem
from ofcscore.scoring.deal import Header, Points
from ofcscore.scoring.lines import whole
from ofcscore.session.expectations import check_session_expectations
from ofcscore.session.result import RuleSetUse


class OneLog:
    """One log of a session: what it agreed and expects, the totals before it, and how much was played.

    `before` are the totals, `begun` the number of deals, and `uses` the rule sets, that it begins with.
    """

    def __init__(
        self, header: Header, before: dict[str, Points], begun: int, uses: Mapping[str, RuleSetUse]
    ) -> None:
        self.table = header.table
        self.expect = header.facts.expect
        self.chips = header.facts.chips
        self.before = before
        self.begun = begun
        self._uses = uses
        self.played = 0
        self.players = 0

    def totals(self, totals: Mapping[str, Points]) -> dict[str, Points]:
        """Return what this log alone brought, from the totals up to its end."""
        return {name: whole(points - self.before.get(name, 0)) for name, points in totals.items()}

    def unmet(self, totals: Mapping[str, Points]) -> list[Problem]:
        """Return a problem for each total that the log expects and does not bring."""
        return check_session_expectations(self.expect, self.totals(totals))

    def unused(self, uses: Iterable[RuleSetUse]) -> Iterator[Problem]:
        """Warnings of a bank and of chips that the rules of no deal know; `uses` are those up to its end."""
        before = self._uses
        played = [use.rules for use in uses if use != before.get(use.rules.digest)]
        if not played:
            return
        if self.table.bank is not None and not any(rules.compare == "bank" for rules in played):
            yield self._unused(f"{self.table.bank} is named as the bank, and these rules have none", "bank")
        if self.chips and not any(rules.table_stakes for rules in played):
            yield self._unused("chips are stated, and these rules limit nobody to them", "table-stakes")

    def _unused(self, what: str, option: str) -> Problem:
        hint = f"if it was played so, add it: `rules: {self.table.rules.name} + {option}`"
        return Problem("key-unused", Place(self.table.file), what, hint, warning=True)

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
