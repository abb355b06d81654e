"""Score a session, verify it, and collect the text of its deals for a report."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from ofcscore.cli.console import UsageError, did_you_mean
from ofcscore.diagnostics.problem import Problem, Problems, show
from ofcscore.files.disk import Spool
from ofcscore.report.views import Report, notes_on
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import Deal, Header
from ofcscore.scoring.deal_checks import check_jokers
from ofcscore.session.money import FEWEST, Outcome, Proof, SettleWay, outcome_of
from ofcscore.session.result import Dates, DealResult, SessionResult, is_of
from ofcscore.session.session import Session, run

if TYPE_CHECKING:
    from ofcscore.bulk.stretches import ScoredStretch
    from ofcscore.cli.balances import Balances
    from ofcscore.report.text import DealLines

_RANGE: Final = "([0-9]{1,9})-([0-9]{1,9})?"
_NUMBER: Final = "[0-9]{1,9}"
_LAST: Final = "last(?:[- ]?([1-9][0-9]{0,8}))?"
_ALONE: Final = ("all", "none")
NAMED_AT_MOST: Final = 6
"""The most deals that a message lists without shortening the list."""


class Named(NamedTuple):
    """One part of `--deals`: a name or a range of numbers, in all logs or in one log."""

    text: str
    log: str | None = None
    name: str = ""
    numbers: tuple[int, int | None] | None = None

    @classmethod
    def parse(cls, text: str) -> Named:
        """Parse `7`, `3-5`, `9-`, `2026-10/3-5` or `2026-10/` (all deals of a log)."""
        log, slash, rest = text.rpartition("/")
        numbers = None
        if match := re.fullmatch(_RANGE, rest):
            low, high = int(match[1]), int(match[2]) if match[2] else None
            if high is not None and low > high:
                raise UsageError(f"--deals: {text} runs backwards; did you mean {log}{slash}{high}-{low}?")
            numbers = low, high
        elif rest[:1] == "-" and re.fullmatch(_NUMBER, rest[1:]):
            count = rest[1:]
            ways = f"{log}{slash}1-{count} for deals 1 to {count}, or last-{count} for the last {count}"
            raise UsageError(f"--deals {text}: write {ways}")
        return cls(text, log if slash else None, rest, numbers)

    def has(self, deal: Deal, date: str | None) -> bool:
        """Return True if this part selects the deal; `date` is the last date stated before it."""
        if deal.name == self.text:
            return True
        if self.log is not None and not is_of(deal, date, self.log):
            return False
        if self.numbers is None:
            return deal.name == self.name or not self.name
        low, high = self.numbers
        is_number = re.fullmatch(_NUMBER, deal.name) is not None
        return is_number and low <= int(deal.name) <= (high or int(deal.name))


class Selection(NamedTuple):
    """The deals that a report shows: all of them, the last ones, and named ones."""

    everything: bool = False
    last: int = 0
    named: tuple[Named, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Selection:
        """Parse the value of `--deals`: `3,5-7,9-,2026-10/3,last-2`, `all` or `none`."""
        parts = [part.strip() for part in text.split(",")]
        if not all(parts):
            raise UsageError("--deals must be a list of deals such as 3,5-7,last, or all, or none")
        alone = next((part for part in parts if part in _ALONE), None)
        if alone is not None and len(parts) > 1:
            raise UsageError(f"--deals {text}: {alone} cannot be used with other deals")
        named, last = [], 0
        for part in parts:
            if match := re.fullmatch(_LAST, part):
                last = max(last, int(match[1] or 1))
            elif part not in _ALONE:
                named.append(Named.parse(part))
        return cls(alone == "all", last, tuple(named))


def few_deals(names: Sequence[str]) -> str:
    """Return `are deals 1, 2, 3`: the first deals of a session and the last."""
    if len(names) == 1:
        return f"is only deal {show(names[0])}"
    if len(names) > NAMED_AT_MOST:
        names = [*names[:3], "...", names[-1]]
    return f"are deals {', '.join(map(show, names))}"


# -- the run -------------------------------------------------------------------------------------------

Tick = Callable[[int], None]
_FROM_DEAL_TO_DEAL: Final = frozenset(
    ("fantasyland-due", "fantasyland-missed", "fantasyland-uncaused", "fantasyland-unmarked", "rounds-differ")
)
"""Warnings that may be wrong if a deal in between was skipped."""

_NOTES_KEPT: Final = 4096


class Scoring:
    """A session in progress, its checks, and the deals that its report shows.

    The text of the deals is written to `spool`. `deals` selects the deals to show, None for all. `count` is
    the number of deals shown so far.
    """

    def __init__(
        self, report: Report, spool: Spool, deals: Selection | None = None, tick: Tick = lambda deals: None
    ) -> None:
        self.report = report
        self.spool = spool
        self.deals = deals
        self.tick = tick
        self.session = Session()
        self.proof = Proof()
        self.count = 0
        self._last: deque[tuple[DealResult, bool]] = deque()
        self._unmet: tuple[Named, ...] = () if deals is None else deals.named
        self._names: list[str] = []
        self._summed: Rules | None = None
        """The rules of the last deals that were taken as a sum."""
        self._seats: tuple[tuple[str, ...], Rules] | None = None
        self._notes: dict[Hashable, str] = {}
        """The notes of each kind of deal of a stretch, while its players and rules stay the same."""
        self._has = deals is None or deals.everything
        """True if the selection includes the current deal."""

    def watch(self, items: Iterable[Header | Deal]) -> Iterator[Header | Deal]:
        """Yield the items; check each deal against the selection."""
        dates, named = Dates(), self._unmet
        for item in items:
            if named and isinstance(item, Deal):
                self._names = [*self._names[:NAMED_AT_MOST], item.called]
                date = dates.of(item)
                met = [one for one in named if one.has(item, date)]
                self._has = bool(met)
                self._unmet = tuple(one for one in self._unmet if one not in met)
            yield item

    def check_named(self) -> None:
        """Raise `UsageError` if the selection names a deal that the session does not have."""
        for one in sorted(self._unmet):
            part, numbers = one.text, one.text[0].isdecimal() and one.log is None
            hint = "" if numbers else did_you_mean(part, (*self._names, *_ALONE, "last"))
            hint = hint or f"; there {few_deals(self._names)} (or write all, none, last or last-2)"
            what = "are no deals" if one.numbers is not None else "is no deal"
            raise UsageError(f"--deals: there {what} {show(part)}{hint}")

    def take(self, result: DealResult) -> None:
        self._last.append((result, self._has))
        if len(self._last) > (self.deals.last if self.deals is not None else 0):
            result, shown = self._last.popleft()
            if shown:
                self._show(result)
            else:
                self.report.skip(result)

    def _show(self, result: DealResult) -> None:
        self.count += 1
        self.spool.write(self.report.deal(result))

    @property
    def takes_sums(self) -> bool:
        """Return True if the next deals may be passed to `take_sum` instead of one by one."""
        return self.deals is not None or self._lines() is not None

    def take_sum(self, scored: ScoredStretch) -> None:
        # Keep only the sum: a reference to `scored` would keep the deals' arrays in memory.
        added = scored.add_up()
        lines = self._lines() if self.deals is None else None
        if lines is not None:
            self.count += scored.deals
            self.spool.write("".join(self._lines_of(scored, lines)))
        self._summed = scored.rules
        self.session.add_sum(added)
        self.proof.add(added.exchanged)
        self.tick(scored.deals)

    @property
    def lacks_numpy(self) -> bool:
        """True if numpy would have scored deals faster but is not installed."""
        if self._summed is None or find_spec("numpy") is not None:
            return False
        from ofcscore.bulk.supported import arrays_suffice

        return arrays_suffice(self._summed)

    def _lines(self) -> DealLines | None:
        """Return the line renderer of a table report, None for other reports or before it exists."""
        from ofcscore.report.text import TableReport

        return self.report.lines if isinstance(self.report, TableReport) else None

    def _lines_of(self, scored: ScoredStretch, lines: DealLines) -> Iterator[str]:
        seats = scored.players, scored.rules
        if seats != self._seats or len(self._notes) > _NOTES_KEPT:
            self._seats, self._notes = seats, {}
        for deal, (name, points, kind) in enumerate(scored.totals()):
            if kind not in self._notes:
                self._notes[kind] = notes_on(scored.score(deal), lines.style)
            yield lines.figures(name, scored.players, points, self._notes[kind])

    def finish(self) -> None:
        """Show the last deals if the selection includes them."""
        for result, _ in self._last:
            self._show(result)


def report_session(
    items: Iterable[Header | Deal],
    scoring: Scoring,
    reading: Problems,
    *,
    way: SettleWay = FEWEST,
    keep_going: bool = False,
    balances: Balances | None = None,
) -> tuple[str, str, Outcome]:
    """Score a session and verify each deal; write the text of its deals to the spool.

    Return the text before the deals, the text after them, and the outcome. The outcome has the problems of
    reading and of scoring. With errors and without `keep_going`, both texts are empty and no money is
    calculated. Raise `UnbalancedError` if the calculated sums are inconsistent.
    """
    session, proof = scoring.session, scoring.proof
    for result in run(session, scoring.watch(items)):
        proof.deal(result)
        scoring.take(result)
        scoring.tick(1)
    scoring.finish()
    finished, certain, left_out = _finished(session, reading)
    found = (*reading.kept, *certain)
    if not (keep_going or all(problem.warning for problem in found)):
        return "", "", outcome_of(finished, SettleWay("none"), found, left_out)
    finished, carried = (finished, ()) if balances is None else balances.carry_into(finished)
    outcome = outcome_of(finished, way, found, left_out, carried=carried)
    proof.outcome(outcome)
    return *scoring.report.frame(outcome), outcome


def recorded(reading: Problems, session: Session) -> str:
    """Return a sentence that counts the results that match a room's record, empty without one."""
    stated = reading.recorded.total()
    if not stated:
        return ""
    met = sum(session.as_expected[file] for file in reading.recorded)
    match = "result matches" if stated == 1 else "results match"
    return f"{met:,} of {stated:,} {match} the room's record"


def _finished(session: Session, reading: Problems) -> tuple[SessionResult, list[Problem], int]:
    """Return the result of a session, its problems, and the number of skipped deals.

    Problems that a skipped deal could explain are omitted.
    """
    left_out = reading.left_out + len(session.left_out)
    finished = session.finish(complete=not left_out)
    doubtful = {*_FROM_DEAL_TO_DEAL} if left_out else set()
    doubtful |= {"stake-missing"} if "stake" in reading.unread else set()
    certain = [p for p in session.problems.kept if p.code not in doubtful]
    return finished, certain, left_out


def check_session(
    items: Iterable[Header | Deal], session: Session, reading: Problems, tick: Tick
) -> list[Problem]:
    """Score a session; return the problems that scoring finds.

    `reading` has the problems found in reading the items.
    """
    for _ in run(session, items):
        tick(1)
    return _finished(session, reading)[1]


def compare_rules(
    items: Iterable[Header | Deal], rule_sets: Iterable[Rules], way: SettleWay, tick: Tick
) -> tuple[tuple[Rules, Outcome], ...]:
    """Score a session under each rule set; return the outcomes with their problems."""
    runs = [(rules, Session(), Proof()) for rules in rule_sets]
    for item in items:
        # The `expect` lines do not apply to other rule sets.
        facts = item.facts._replace(expect=())
        for rules, session, proof in runs:
            changed = item._replace(table=item.table._replace(rules=rules), facts=facts)
            if isinstance(changed, Deal) and (refused := check_jokers(changed)):
                session.problems.extend(refused)
                session.left_out.append(changed.name)
                continue
            for result in run(session, [changed]):
                proof.deal(result)
        tick(1)
    compared = []
    for rules, session, proof in runs:
        outcome = outcome_of(session.finish(), way, session.problems.kept, len(session.left_out))
        proof.outcome(outcome)
        compared.append((rules, outcome))
    return tuple(compared)
