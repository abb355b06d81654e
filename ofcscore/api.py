"""The Python API: read and score logs.

Errors in logs and rule sets are raised as `ProblemsError`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any, Final

from ofcscore.diagnostics.problem import Place, Problem, Problems, ProblemsError
from ofcscore.game.cards import Board, Row
from ofcscore.game.ranks import Category, Rank
from ofcscore.game.spelling import rank
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import Currency, Deal, Header, Payment, Points, Table
from ofcscore.scoring.deal_checks import check_jokers
from ofcscore.scoring.score import DealScore, totals_words
from ofcscore.scoring.score_lines import PairScore, ScoreLine
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
    """A session after reading: headers and deals in order, and warnings.

    Its length is the number of deals. Iteration yields the deals.
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
    """A scored session: its deals with all pairs and score lines, and the outcome.

    Its length is the number of deals. Iteration yields the deals.
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
        """The standings, pairs and adjustments of the session, without the payments."""
        return self.outcome.session

    @property
    def pairs(self) -> tuple[PairScore, ...]:
        """The pairs of all deals in order. Each has `lines` and `points`."""
        return tuple(pair for result in self.deals for pair in result.score.pairs)

    @property
    def totals(self) -> Mapping[str, Points]:
        """The points of each person, including adjustments."""
        return self.session.totals

    @property
    def money(self) -> Mapping[str, Fraction]:
        """The money of each person, rounded to whole coins."""
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
        """Return the data that `score --format json` prints. Amounts of money are strings."""
        from ofcscore.report.data import session_data

        return session_data(self.deals, self.outcome)

    def to_json(self) -> str:
        """Return the report of `score --format json`: one object, with one line per deal."""
        return self._report("json")

    def to_html(self) -> str:
        """Return the page of `score --format html`. It needs no network and no scripts."""
        return self._report("html")

    def rows(self) -> list[dict[str, Any]]:
        """Return one flat dict per board of each deal, for a data frame.

        `points` is an integer or a fraction. A value that a board does not have is None.
        """
        from ofcscore.report.data import board_rows

        return [row for deal in self.deals for row in board_rows(deal)]

    def _repr_html_(self) -> str:
        """Return points, money and payments as HTML for a notebook."""
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
    """Read one log, or several logs as one session.

    `form` is the format of the logs; None guesses it. `rules` and `stake` (`0.50 EUR`) override those of the
    logs. A log may name a rule file, whose name ends in .yaml or .yml. If `rule_files` is False, no rule file
    is read. Raises ProblemsError with all problems.
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
    """Read a log from a string, like `read`.

    With `form` None the format is guessed from its first lines. Paths of rule files in the log are relative
    to the current folder.
    """
    from ofcscore.log.read.sources import text_source

    _must_be(str, text, "read_text needs the text of a log")
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
    """Load a rule set by its name, its file, or a combination such as `ofc + moon`.

    Paths are relative to `base`. If `rule_files` is False, no rule file is read. Raises ProblemsError.
    """
    from ofcscore.rules.loading import load_rules as load

    _must_be(
        str, text, "load_rules needs the name of a rule set, a file, or a combination such as `ofc + moon`"
    )
    rules, problems = load(text, base=base, rule_files=rule_files)
    if rules is None:
        raise ProblemsError(problems)
    return rules


def _must_be(kind: type | tuple[type, ...], given: object, message: str) -> None:
    if not isinstance(given, kind):
        raise TypeError(f"{message}, not {type(given).__name__}")


def _overrides(form: str | None, rules: str | None, stake: str | None, rule_files: bool) -> Overrides:
    """Return the values that override the keys of logs.

    Raises ValueError for an unknown format, and TypeError if `rules` or `stake` is not a string.
    """
    from ofcscore.log.check.checker import Overrides
    from ofcscore.log.read.sources import FORM_NAMES

    if form is not None and not (isinstance(form, str) and form in FORM_NAMES):
        raise ValueError(f"form must be None or one of {', '.join(FORM_NAMES)}, not {form!r}")
    text = (str, type(None))
    _must_be(
        text, rules, "rules must be the name of a rule set, a file, or a combination such as `ofc + moon`"
    )
    _must_be(text, stake, "stake must be a string such as '0.50 EUR'")
    return Overrides(rules, (), stake, None, rule_files)


def _settle_way(settle: Way, bank: str | None, coin: Fraction | None) -> SettleWay:
    """Return the way to settle.

    Raises ValueError for an unknown way, and for a missing or unused bank.
    """
    if settle not in WAYS:
        raise ValueError(f"settle must be one of {', '.join(WAYS)}, not {settle!r}")
    if settle == "bank" and bank is None:
        raise ValueError(
            "settle='bank' needs the person through whom all payments go, for example bank='Ann'"
        )
    if settle != "bank" and bank is not None:
        raise ValueError(f"bank={bank!r} needs settle='bank', but settle is {settle!r}")
    if not isinstance(coin, Rational | None):
        raise TypeError(f"coin must be a Fraction such as Fraction('0.50'), not {type(coin).__name__}")
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
    """Score and settle a session: a `Log`, the path to a log, or headers and deals.

    `rules` (a name or a rule set) overrides the rules of the session. `settle` is the settlement method; with
    "bank" all payments go through the player named `bank`. `coin` is the smallest unit of a payment. If
    `rule_files` is False, no rule file is read.

    Raises ProblemsError if a deal cannot be scored or an `expect` line fails, TypeError for an invalid
    session, rule set or coin, and ValueError for an unknown settlement method.
    """
    way = _settle_way(settle, bank, coin)
    if isinstance(session, str) and "\n" in session:
        raise TypeError("score needs the path of a log; use ofcscore.read_text for the text of a log")
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
        raise ValueError(f"bank={bank!r} is not a player; the players are {', '.join(result.totals)}")
    outcome = outcome_of(result, way, (*warnings, *problems))
    proof.outcome(outcome)
    return Result(deals, outcome)


_SESSION: Final = (
    "score needs the result of ofcscore.read or read_text, the path of a log, or headers and deals"
)


def _sound(items: object) -> tuple[Header | Deal, ...]:
    """Return the headers and deals of a session. Raises TypeError for anything else."""
    found = tuple(items) if isinstance(items, Iterable) else (items,)
    for item in found:
        _must_be((Header, Deal), item, _SESSION)
        _must_be(Table, item.table, "the table of a header or a deal must be a Table")
        for board in item.boards if isinstance(item, Deal) else ():
            _must_be(Board, board, "each board of a deal must be a Board")
    return found


def _under(items: Iterable[Header | Deal], rules: Rules) -> Iterable[Header | Deal]:
    """Yield the headers and deals with another rule set.

    Deals that share a table still share one.
    """
    tables: dict[int, tuple[Table, Table]] = {}
    for item in items:
        if id(item.table) not in tables:
            tables[id(item.table)] = item.table, item.table._replace(rules=rules)
        yield item._replace(table=tables[id(item.table)][1])
