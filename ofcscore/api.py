"""The Python API: logs read and scored in memory; what cannot be is raised as `ProblemsError`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any, Final

from ofcscore.diagnostics.problem import Place, Problem, Problems, ProblemsError
from ofcscore.game.board import Board, Row
from ofcscore.game.ranks import Category, Rank
from ofcscore.game.spelling import rank
from ofcscore.rules.model import Rules
from ofcscore.scoring.admission import check_jokers
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import Currency, Deal, Header, Payment, Points, Table
from ofcscore.scoring.lines import PairScore, ScoreLine
from ofcscore.scoring.score import DealScore, totals_words
from ofcscore.session.money import WAYS, Outcome, Proof, SettleWay, Way, outcome_of
from ofcscore.session.result import DealResult, SessionResult, Standing
from ofcscore.session.session import score_session
from ofcscore.session.settlement import settle

if TYPE_CHECKING:
    from ofcscore.log.check.checker import Overrides
    from ofcscore.log.read.sources import Form, Source

__all__ = ["Log", "Result", "load_rules", "rank", "read", "read_text", "score", "settle"]
__all__ += ["Board", "BoardScore", "Category", "Currency", "Deal", "DealResult", "DealScore", "Header"]
__all__ += ["PairScore", "Payment", "Place", "Problem", "ProblemsError", "Rank", "Row", "Rules", "ScoreLine"]
__all__ += ["SessionResult", "Standing", "Status", "Table"]

Path = str | os.PathLike[str]


@dataclass(frozen=True, slots=True, repr=False)
class Log:
    """A session as it was read: headers and deals in order, and what looked odd on the way.

    Its length is that of its deals, which it gives one by one.
    """

    items: tuple[Header | Deal, ...]
    warnings: tuple[Problem, ...] = ()

    @property
    def deals(self) -> tuple[Deal, ...]:
        return tuple(item for item in self.items if isinstance(item, Deal))

    def __len__(self) -> int:
        return len(self.deals)

    def __iter__(self) -> Iterator[Deal]:
        return iter(self.deals)

    def __repr__(self) -> str:
        players = dict.fromkeys(board.player for deal in self.deals for board in deal.boards)
        return f"<Log: {len(self)} deals of {', '.join(players) or 'nobody'}>"


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """A scored session: its deals with every pair and line, and what it comes to.

    Its length is that of its deals, which it gives one by one.
    """

    deals: tuple[DealResult, ...]
    outcome: Outcome

    def __len__(self) -> int:
        return len(self.deals)

    def __iter__(self) -> Iterator[DealResult]:
        return iter(self.deals)

    def __repr__(self) -> str:
        return f"<Result: {len(self)} deals, {totals_words(self.totals)}>"

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
        """The payments of money that settle the session."""
        return self.outcome.payments

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standing of each person, in the order of the seats."""
        return self.session.standings

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return self.outcome.warnings

    def to_dict(self) -> dict[str, Any]:
        """Return what `score --format json` prints: numbers as they are there, money as text."""
        from ofcscore.report.json import session_data

        return session_data(self.deals, self.outcome)

    def to_json(self) -> str:
        """Return the report of `score --format json`: one object, a deal a line."""
        return self._report("json")

    def to_html(self) -> str:
        """Return the page of `score --format html`, which needs no network and no script."""
        return self._report("html")

    def rows(self) -> list[dict[str, Any]]:
        """Return a flat dict for each board of each deal, as a data frame takes them.

        `points` are a whole number or a fraction, None is what a board does not have.
        """
        from ofcscore.report.csv import board_rows

        return [row for deal in self.deals for row in board_rows(deal)]

    def _repr_html_(self) -> str:
        """Return points, money and payments for a notebook."""
        from ofcscore.report.html import notebook_html

        return notebook_html(self.outcome)

    def _report(self, format_: str) -> str:
        from ofcscore.report import make_report

        report = make_report(format_, in_full=True)
        deals = [report.deal(deal) for deal in self.deals]
        head, tail = report.frame(self.outcome)
        return "".join([head, *deals, tail])


def read(
    *paths: Path,
    form: Form | None = None,
    rules: str | None = None,
    stake: str | None = None,
    rule_files: bool = True,
) -> Log:
    """Return one log, or several as one session. `rules` and `stake` (`0.50 EUR`) replace those of the logs.

    A log may name a rule file: a plain file whose name ends in .yaml or .yml. With `rule_files` False none
    is read, whoever names it. Raises ProblemsError with every problem found.
    """
    from ofcscore.log.read.sources import file_sources

    overrides = _overrides(form, rules, stake, rule_files)
    problems = Problems()
    sources = file_sources(paths, form, problems)
    _raise(problems.kept)
    return _read(sources, overrides)


def read_text(
    text: str,
    form: Form | None = "text",
    *,
    rules: str | None = None,
    stake: str | None = None,
    rule_files: bool = True,
) -> Log:
    """Return a log in memory; with `form` None it is told by its first lines. Else as `read` does.

    Rule files that it names are looked for from the current folder.
    """
    from ofcscore.log.read.sources import text_source

    _must_be(str, text, "read_text takes the text of a log")
    overrides = _overrides(form, rules, stake, rule_files)
    return _read([text_source(text, form)], overrides)


def _read(sources: Iterable[Source], overrides: Overrides) -> Log:
    from ofcscore.log.check.checker import read_session

    items, problems = read_session(sources, overrides)
    _raise(problems)
    return Log(items, problems)


def _raise(problems: Sequence[Problem]) -> None:
    if any(not problem.warning for problem in problems):
        raise ProblemsError(problems)


def load_rules(text: str, *, base: Path | None = None, rule_files: bool = True) -> Rules:
    """Return the rule set of a name, a file, or a sum such as `ofc + moon`; paths are relative to `base`.

    With `rule_files` False no file is read. Raises ProblemsError.
    """
    from ofcscore.rules.loading import load_rules as load

    _must_be(str, text, "load_rules takes the name of a rule set, a file, or a sum such as `ofc + moon`")
    rules, problems = load(text, base=base, rule_files=rule_files)
    if rules is None:
        raise ProblemsError(problems)
    return rules


def _must_be(kind: type | tuple[type, ...], given: object, taken: str) -> None:
    if not isinstance(given, kind):
        raise TypeError(f"{taken}; not {type(given).__name__}")


def _overrides(form: str | None, rules: str | None, stake: str | None, rule_files: bool) -> Overrides:
    """Return what replaces the keys of logs.

    Raises ValueError for a form that there is none of, as `ofcscore --from` refuses it, and TypeError for
    rules and a stake that are no text as in a log.
    """
    from ofcscore.log.check.checker import Overrides
    from ofcscore.log.read.sources import FORM_NAMES

    if form is not None and not (isinstance(form, str) and form in FORM_NAMES):
        raise ValueError(f"form is None or one of {', '.join(FORM_NAMES)}; not {form!r}")
    text = (str, type(None))
    _must_be(text, rules, "rules is the name of a rule set, a file, or a sum such as `ofc + moon`")
    _must_be(text, stake, "stake is a text, such as '0.50 EUR'")
    return Overrides(rules, (), stake, None, rule_files)


def _settle_way(settle: Way, bank: str | None, coin: Fraction | None) -> SettleWay:
    """How people settle; raises ValueError for a way that is none, and for a bank missing or in vain."""
    if settle not in WAYS:
        raise ValueError(f"settle is one of {', '.join(WAYS)}; not {settle!r}")
    if settle == "bank" and bank is None:
        raise ValueError("settle='bank' takes the person through whom all is paid: bank='Ann'")
    if settle != "bank" and bank is not None:
        raise ValueError(f"bank={bank!r} is for settle='bank', and settle is {settle!r}")
    if not isinstance(coin, Rational | None):
        raise TypeError(f"coin is a Fraction, such as Fraction('0.50'); not {type(coin).__name__}")
    return SettleWay(settle, bank, coin)


def score(
    session: Log | Path | Iterable[Header | Deal],
    rules: str | Rules | None = None,
    *,
    settle: Way = "fewest",
    bank: str | None = None,
    coin: Fraction | None = None,
    rule_files: bool = True,
) -> Result:
    """Return a session scored and settled: a `Log`, or the path of one.

    `rules` (a name or a rule set) replaces its own.

    `settle` is a way of paying (with `bank`, all through one person) and `coin` the smallest coin paid.
    With `rule_files` False no file is read for `rules`. Raises ProblemsError where a deal cannot be scored
    or an `expect` line does not hold, TypeError for what is no session, rule set or coin, and ValueError for
    a way of paying that there is none of.
    """
    way = _settle_way(settle, bank, coin)
    if isinstance(session, str) and "\n" in session:
        raise TypeError("score takes the path of a log; ofcscore.read_text reads the text of one")
    if isinstance(session, (str, os.PathLike)):
        session = read(session, rule_files=rule_files)
    given, warnings = (session.items, session.warnings) if isinstance(session, Log) else (session, ())
    items = _sound(given)
    if rules is not None:
        given_rules = rules if isinstance(rules, Rules) else load_rules(rules, rule_files=rule_files)
        items = tuple(_under(items, given_rules))
    _raise([problem for item in items if isinstance(item, Deal) for problem in check_jokers(item)])
    deals, result, problems = score_session(items)
    _raise(problems)
    proof = Proof()
    for deal in deals:
        proof.deal(deal)
    if settle == "bank" and not (isinstance(bank, str) and bank in result.totals):
        raise ValueError(f"bank={bank!r}: nobody has that name; there are {', '.join(result.totals)}")
    outcome = outcome_of(result, way, (*warnings, *problems))
    proof.outcome(outcome)
    return Result(deals, outcome)


_SESSION: Final = "score takes what ofcscore.read or read_text gives, the path of a log, or headers and deals"


def _sound(items: object) -> tuple[Header | Deal, ...]:
    """Return the items of a session; raises TypeError for anything else."""
    found = tuple(items) if isinstance(items, Iterable) else (items,)
    for item in found:
        _must_be((Header, Deal), item, _SESSION)
        _must_be(Table, item.table, "headers and deals are at a Table")
        for board in item.boards if isinstance(item, Deal) else ():
            _must_be(Board, board, "the boards of a deal are each a Board")
    return found


def _under(items: Iterable[Header | Deal], rules: Rules) -> Iterable[Header | Deal]:
    """Yield the same items under one rule set; a table that many deals share is still one."""
    tables: dict[int, tuple[Table, Table]] = {}
    for item in items:
        if id(item.table) not in tables:
            tables[id(item.table)] = item.table, item.table._replace(rules=rules)
        yield item._replace(table=tables[id(item.table)][1])
