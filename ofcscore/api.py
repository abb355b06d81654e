"""The Python API: logs read and scored in memory; what cannot be is raised as `ProblemsError`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ofcscore.problems.problem import Problem, ProblemsError
from ofcscore.scoring.deal import Deal, Header, Payment, Points, Table
from ofcscore.scoring.lines import PairScore
from ofcscore.session.money import Outcome, SettleWay, Way, outcome_of
from ofcscore.session.proof import Proof
from ofcscore.session.result import DealResult, SessionResult
from ofcscore.session.session import score_session

if TYPE_CHECKING:
    from ofcscore.log.check.checker import Overrides
    from ofcscore.log.read.sources import Form, Source
    from ofcscore.rules.model import Rules

Path = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Log:
    """A session as it was read: headers and deals in order, and what looked odd on the way."""

    items: tuple[Header | Deal, ...]
    warnings: tuple[Problem, ...] = ()

    @property
    def deals(self) -> tuple[Deal, ...]:
        return tuple(item for item in self.items if isinstance(item, Deal))


@dataclass(frozen=True, slots=True)
class Result:
    """A scored session: its deals with every pair and line, and what it comes to."""

    deals: tuple[DealResult, ...]
    outcome: Outcome

    @property
    def session(self) -> SessionResult:
        """Standings, pairs of people, adjustments: everything but the money that changes hands."""
        return self.outcome.session

    @property
    def pairs(self) -> tuple[PairScore, ...]:
        """The pairs of all deals in order; each has its `lines` and its `points`."""
        return tuple(pair for result in self.deals for pair in result.score.pairs)

    @property
    def totals(self) -> Mapping[str, Points]:
        """Points by person, adjustments included."""
        return self.session.totals

    @property
    def money(self) -> Mapping[str, Fraction]:
        """Money by person, in whole coins."""
        return self.outcome.money

    @property
    def payments(self) -> tuple[Payment, ...]:
        """Who pays whom how much money."""
        return self.outcome.payments

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return self.outcome.warnings


def read(
    *paths: Path,
    form: Form | None = None,
    rules: str | None = None,
    stake: str | None = None,
    rule_files: bool = True,
) -> Log:
    """One log, or several as one session. `rules` and `stake` (`0.50 EUR`) replace those of the logs.

    A log may name a rule file: a plain file whose name ends in .yaml or .yml. With `rule_files` False none
    is read, whoever names it. Raises ProblemsError with every problem found.
    """
    from ofcscore.log.check.checker import Overrides
    from ofcscore.log.read.sources import file_sources
    from ofcscore.problems.collected import Problems

    problems = Problems()
    sources = file_sources(paths, form, problems)
    _raise(problems.kept)
    return _read(sources, Overrides(rules, (), stake, None, rule_files))


def read_text(
    text: str,
    form: Form | None = "text",
    *,
    rules: str | None = None,
    stake: str | None = None,
    rule_files: bool = True,
) -> Log:
    """A log in memory; with `form` None it is told by its first lines. Else as `read` does.

    Rule files that it names are looked for from the current folder.
    """
    from ofcscore.log.check.checker import Overrides
    from ofcscore.log.read.sources import text_source

    return _read([text_source(text, form)], Overrides(rules, (), stake, None, rule_files))


def _read(sources: Iterable[Source], overrides: Overrides) -> Log:
    from ofcscore.log.check.stream import read_session

    items, problems = read_session(sources, overrides)
    _raise(problems)
    return Log(items, problems)


def _raise(problems: Sequence[Problem]) -> None:
    if any(not problem.warning for problem in problems):
        raise ProblemsError(problems)


def load_rules(text: str, *, base: Path | None = None, rule_files: bool = True) -> Rules:
    """The rule set of a name, a file, or a sum such as `ofc + moon`; paths are relative to `base`.

    With `rule_files` False no file is read. Raises ProblemsError.
    """
    from ofcscore.rules.loading import load_rules as load

    rules, problems = load(text, base=base, rule_files=rule_files)
    if rules is None:
        raise ProblemsError(problems)
    return rules


def score(
    session: Log | Iterable[Header | Deal],
    rules: str | Rules | None = None,
    *,
    settle: Way = "fewest",
    bank: str | None = None,
    coin: Fraction | None = None,
    rule_files: bool = True,
) -> Result:
    """A session scored and settled; `rules` (a name or a rule set) replaces those of the log.

    `settle` is a way of paying (with `bank`, all through one person) and `coin` the smallest coin paid.
    With `rule_files` False no file is read for `rules`. Raises ProblemsError where a deal cannot be scored
    or an `expect` line does not hold.
    """
    items: Iterable[Header | Deal]
    items, warnings = (session.items, session.warnings) if isinstance(session, Log) else (session, ())
    if rules is not None:
        items = _under(items, load_rules(rules, rule_files=rule_files) if isinstance(rules, str) else rules)
    deals, result, problems = score_session(items)
    _raise(problems)
    proof = Proof()
    for deal in deals:
        proof.deal(deal)
    outcome = outcome_of(result, SettleWay(settle, bank, coin), (*warnings, *problems))
    proof.outcome(outcome)
    return Result(deals, outcome)


def _under(items: Iterable[Header | Deal], rules: Rules) -> Iterable[Header | Deal]:
    """The same items under one rule set; a table that many deals share is still one."""
    tables: dict[int, tuple[Table, Table]] = {}
    for item in items:
        table = tables.get(id(item.table))
        if table is None:
            table = tables[id(item.table)] = (item.table, item.table._replace(rules=rules))
        yield item._replace(table=table[1])
