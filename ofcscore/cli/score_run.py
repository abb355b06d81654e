"""A session from its items to a report that is known to be good: scored, proved, and held back till then."""

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from ofcscore.cli.console import UsageError
from ofcscore.files.written import Spool
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from ofcscore.report.base import Report
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.money import FEWEST, Outcome, SettleWay, outcome_of
from ofcscore.session.proof import Proof
from ofcscore.session.result import DealResult
from ofcscore.session.session import Session, run

if TYPE_CHECKING:
    from ofcscore.session.many import ManyDeals

Tick = Callable[[int], None]
_RANGE: Final = re.compile("([0-9]{1,9})-([0-9]{1,9})")
_NUMBER: Final = re.compile("[0-9]{1,9}")
_FROM_DEAL_TO_DEAL: Final = frozenset(
    ("fantasyland-due", "fantasyland-missed", "fantasyland-uncaused", "fantasyland-unmarked", "rounds-differ")
)
"""Warnings that nobody can be sure of where a deal in between was left out."""


class Selection(NamedTuple):
    """Which deals a report shows: those of these names, or whose names are numbers in these ranges."""

    everything: bool = False
    last: bool = False
    names: frozenset[str] = frozenset()
    ranges: tuple[tuple[int, int], ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Selection":
        """The deals that `3,5-7,last` names; `all` and `none` are words too."""
        parts = [part.strip() for part in text.split(",")]
        if not all(parts):
            raise UsageError("--deals: name deals as in 3,5-7,last, or all or none")
        ranges = []
        for part in parts:
            match = _RANGE.fullmatch(part)
            if match:
                low, high = int(match[1]), int(match[2])
                if low > high:
                    raise UsageError(f"--deals: {part} runs backwards: did you mean {high}-{low}?")
                ranges.append((low, high))
        return cls("all" in parts, "last" in parts, frozenset(parts) - {"all", "none", "last"}, tuple(ranges))

    def has(self, name: str) -> bool:
        if self.everything or name in self.names:
            return True
        if not self.ranges or not _NUMBER.fullmatch(name):
            return False
        return any(low <= int(name) <= high for low, high in self.ranges)


class Shown:
    """The deals that a report shows: its text of them goes to a spool, and it is told which it skips.

    `deals` says which they are, None that they are all shown.
    """

    def __init__(self, report: Report, spool: Spool, deals: Selection | None = None) -> None:
        self.report = report
        self.spool = spool
        self.deals = deals
        self._last: DealResult | None = None

    def wants(self, result: DealResult) -> bool:
        """Whether a deal is, or may be, shown."""
        return self.deals is None or self.deals.last or self.deals.has(result.deal.name)

    def take(self, result: DealResult) -> None:
        """The next deal of the session."""
        if self._last is not None:
            self.report.skip(self._last)
            self._last = None
        if self.deals is None or self.deals.has(result.deal.name):
            self.spool.write(self.report.deal(result))
        elif self.deals.last:
            self._last = result
        else:
            self.report.skip(result)

    @property
    def shows_all(self) -> bool:
        return self.deals is None

    @property
    def takes_many(self) -> bool:
        """Whether many deals may be taken at once, none of them shown, or all of them alike."""
        if self.shows_all:
            return self.report.shows_many
        return self.deals == Selection() and self.report.skips_many

    def take_many(self, many: "ManyDeals") -> None:
        """The next deals of the session."""
        if self.shows_all:
            self.spool.write(self.report.show_many(many))
        else:
            self.report.skip_many(many)

    def finish(self) -> None:
        """The last deal, where that is asked for."""
        if self._last is not None:
            self.spool.write(self.report.deal(self._last))


class Scoring:
    """A session that is being scored, its proof, and what is shown; `tick` is told how many deals come."""

    def __init__(self, shown: Shown, tick: Tick | None = None) -> None:
        self.shown = shown
        self.tick = tick
        self.session = Session()
        self.proof = Proof()

    def can_take(self, many: "ManyDeals") -> bool:
        """Whether these deals can be taken at once."""
        return not self.shown.shows_all or self.shown.report.can_show(many)

    def take_many(self, many: "ManyDeals") -> None:
        """Many deals that were scored elsewhere, which `can_take` holds for."""
        self.session.add_many(many)
        self.proof.add(many.exchanged)
        self.shown.take_many(many)
        if self.tick is not None:
            self.tick(many.deals)


def report_session(
    items: Iterable[Header | Deal],
    scoring: Scoring,
    reading: Problems,
    *,
    way: SettleWay = FEWEST,
    keep_going: bool = False,
) -> tuple[str, str, Outcome]:
    """Scores a session, every deal proved; what the deals are reported as goes to the spool as they come.

    Returns the text before the deals, the text behind them, and the outcome; its `problems` are those of
    `reading` and those of scoring. With problems and without
    `keep_going` there is no report: both texts are empty, and no money is worked out.
    Raises `UnbalancedError` where the program's own sums do not come out.
    """
    session, proof, shown = scoring.session, scoring.proof, scoring.shown
    for result in run(session, items):
        proof.deal(result, lines=shown.report.has_pairs and shown.wants(result))
        shown.take(result)
        if scoring.tick is not None:
            scoring.tick(1)
    shown.finish()
    left_out = reading.left_out + len(session.left_out)
    finished = session.finish(complete=not left_out)
    found = (*reading.kept, *_certain(session.problems, left_out))
    failed = any(not problem.warning for problem in found)
    if failed and not keep_going:
        return "", "", outcome_of(finished, SettleWay("none"), found, left_out)
    outcome = outcome_of(finished, way, found, left_out)
    proof.outcome(outcome)
    return *shown.report.frame(outcome), outcome


def _certain(problems: Iterable[Problem], left_out: int) -> list[Problem]:
    """The problems that hold whatever stands in the deals that were left out."""
    return [p for p in problems if not left_out or p.code not in _FROM_DEAL_TO_DEAL]


def check_session(
    items: Iterable[Header | Deal], reading: Problems, tick: Tick | None = None
) -> list[Problem]:
    """All that scoring a session finds wrong or odd: what rules do not allow, expectations, fantasyland.

    `reading` has the problems of reading the items.
    """
    session = Session()
    for _ in run(session, items):
        if tick is not None:
            tick(1)
    left_out = reading.left_out + len(session.left_out)
    session.finish(complete=not left_out)
    return _certain(session.problems, left_out)


def _under(rules: Rules, item: Header | Deal) -> Header | Deal:
    """An item as it is under another rule set; `expect` lines do not hold there and are left out."""
    facts = item.facts._replace(expect=()) if item.facts.expect else item.facts
    return item._replace(table=item.table._replace(rules=rules), facts=facts)


def compare_rules(
    items: Iterable[Header | Deal], rule_sets: Iterable[Rules], way: SettleWay, tick: Tick | None = None
) -> tuple[tuple[Rules, Outcome], ...]:
    """A session scored under several rule sets side by side, every sum proved.

    What a rule set has against the session is in its outcome's `problems`.
    """
    runs = [(rules, Session(), Proof()) for rules in rule_sets]
    for item in items:
        for rules, session, proof in runs:
            changed = _under(rules, item)
            if isinstance(changed, Header):
                session.header(changed)
                continue
            result = session.deal(changed)
            if result is not None:
                proof.deal(result, lines=False)
        if tick is not None:
            tick(1)
    compared = []
    for rules, session, proof in runs:
        outcome = outcome_of(session.finish(), way, session.problems, len(session.left_out))
        proof.outcome(outcome)
        compared.append((rules, outcome))
    return tuple(compared)
