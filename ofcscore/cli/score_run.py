"""A session from its items to a report that is known to be good: scored, proved, and held back till then."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from ofcscore.cli.selection import Shown
from ofcscore.diagnostics.problem import Problem, Problems
from ofcscore.rules.model import Rules
from ofcscore.scoring.admission import check_jokers
from ofcscore.scoring.deal import Deal, Header, Payment
from ofcscore.session.money import FEWEST, Outcome, Proof, SettleWay, outcome_of
from ofcscore.session.result import SessionResult
from ofcscore.session.session import Session, run

if TYPE_CHECKING:
    from ofcscore.cli.balances import Balances
    from ofcscore.session.sums import ManyDeals

Tick = Callable[[int], None]
"""Is told how many deals come."""
_FROM_DEAL_TO_DEAL: Final = frozenset(
    ("fantasyland-due", "fantasyland-missed", "fantasyland-uncaused", "fantasyland-unmarked", "rounds-differ")
)
"""Warnings that nobody can be sure of where a deal in between was left out."""


class Scoring:
    """A session that is being scored, its proof, and what is shown."""

    def __init__(self, shown: Shown, tick: Tick = lambda deals: None) -> None:
        self.shown = shown
        self.tick = tick
        self.session = Session()
        self.proof = Proof()

    def take_many(self, many: "ManyDeals") -> bool:
        """Take deals that were scored elsewhere, and return True; do nothing if they must come one by one."""
        if not self.shown.take_many(many):
            return False
        self.session.add_many(many)
        self.proof.add(many.exchanged)
        self.tick(many.deals)
        return True


def report_session(
    items: Iterable[Header | Deal],
    scoring: Scoring,
    reading: Problems,
    *,
    way: SettleWay = FEWEST,
    keep_going: bool = False,
    balances: "Balances | None" = None,
) -> tuple[str, str, Outcome]:
    """Score a session, every deal proved; what the deals are reported as goes to the spool as they come.

    Returns the text before the deals, the text behind them, and the outcome; its `problems` are those of
    `reading` and those of scoring. With problems and without `keep_going` there is no report: both texts are
    empty, and no money is worked out. Raises `UnbalancedError` where the program's own sums do not come out.
    """
    session, proof, shown = scoring.session, scoring.proof, scoring.shown
    for result in run(session, shown.watch(items)):
        proof.deal(result)
        shown.take(result)
        scoring.tick(1)
    shown.finish()
    finished, certain, left_out = _finished(session, reading)
    found = (*reading.kept, *certain)
    failed = any(not problem.warning for problem in found)
    if failed and not keep_going:
        return "", "", outcome_of(finished, SettleWay("none"), found, left_out)
    carried: tuple[Payment, ...] = ()
    if balances is not None:
        finished, carried = balances.into(finished)
    outcome = outcome_of(finished, way, found, left_out, carried=carried)
    proof.outcome(outcome)
    return *shown.report.frame(outcome), outcome


def recorded(reading: Problems, session: Session) -> str | None:
    """How many results came out as the records of rooms have them; None where there is no such record."""
    stated = reading.recorded.total()
    if not stated:
        return None
    met = sum(session.as_expected[file] for file in reading.recorded)
    return f"{met:,} of {stated:,} results as recorded"


def _finished(session: Session, reading: Problems) -> tuple[SessionResult, list[Problem], int]:
    """Return the result of a session, its problems, and how many deals were left out.

    The problems are those that hold whatever stands in the deals that were.
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
    """All that scoring a session finds wrong or odd; `reading` has the problems of reading its items."""
    for _ in run(session, items):
        tick(1)
    return _finished(session, reading)[1]


def _under(rules: Rules, item: Header | Deal) -> Header | Deal:
    """Return an item as it is under another rule set; `expect` lines do not hold there and are left out."""
    facts = item.facts._replace(expect=()) if item.facts.expect else item.facts
    return item._replace(table=item.table._replace(rules=rules), facts=facts)


def compare_rules(
    items: Iterable[Header | Deal], rule_sets: Iterable[Rules], way: SettleWay, tick: Tick
) -> tuple[tuple[Rules, Outcome], ...]:
    """Return a session under several rule sets, every sum proved.

    Each outcome has the problems of its rules.
    """
    runs = [(rules, Session(), Proof()) for rules in rule_sets]
    for item in items:
        for rules, session, proof in runs:
            changed = _under(rules, item)
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
