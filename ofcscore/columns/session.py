"""A session of long logs: deals go as columns where the plain way would say the same."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, Protocol

from ofcscore.columns.blocks import LongLog, Scorer
from ofcscore.log.check.checker import Checker, Overrides
from ofcscore.log.read.logs import read_syntax, read_text_log
from ofcscore.log.read.sources import Source
from ofcscore.log.syntax import UNLABELLED, BoardSyntax, DealSyntax, HeaderSyntax
from ofcscore.problems.collected import Problems
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import Deal, Header
from ofcscore.scoring.pays import in_tables
from ofcscore.session.many import ManyDeals
from ofcscore.session.session import Session

if TYPE_CHECKING:
    from ofcscore.columns.stretches import Stretch
    from ofcscore.columns.sums import Added


class Taking(Protocol):
    """Who takes many deals of a session at once."""

    session: Session

    def can_take(self, many: ManyDeals) -> bool:
        """Whether these deals can be taken at once."""

    def take_many(self, many: ManyDeals) -> None:
        """Takes them in."""


class SessionColumns:
    """Scores stretches of one log of a session as columns, for `taking` to take."""

    def __init__(self, checker: Checker, taking: Taking) -> None:
        self._checker = checker
        self._taking = taking
        self._written: dict[bytes, str | None] = {}
        """How the name of a board reads that is written so, None where that is no canonical board."""

    def scorer(self) -> Scorer | None:
        """What scores the stretches of a block; None where the log cannot be scored as columns."""
        rules = self._rules()
        if rules is None:
            return None
        from ofcscore.columns.sums import score_block
        from ofcscore.columns.tables import tables_of

        return partial(score_block, tables_of(rules))

    def without(self, added: Added, deals: int) -> Added | None:
        """A stretch without so many of its first deals; None where nothing is left."""
        from ofcscore.columns.sums import add_up

        stretch = added.stretch
        if deals >= stretch.deals:
            return None
        return add_up(stretch.part(deals, stretch.deals), added.tables)

    def take(self, added: Added) -> bool:
        """Takes a stretch in and returns True; or neither, where its first deal needs the plain way."""
        from ofcscore.columns.sums import many_deals

        table, session, stretch = self._checker.table, self._taking.session, added.stretch
        players = self._players(stretch)
        if table is None or players is None or not session.takes_many(table, players):
            return False
        first, last = stretch.number, stretch.number + stretch.deals - 1
        if not self._checker.takes_many(first, last, stretch.deal(0, players, table).boards):
            return False
        many = many_deals(added, players, table, session.fantasyland.due)
        if not self._taking.can_take(many):
            return False
        self._checker.pass_many(first, last, stretch.deal(stretch.deals - 1, players, table).boards)
        self._taking.take_many(many)
        return True

    def _rules(self) -> Rules | None:
        """The rule set of the log where tables say all that is paid by it."""
        table = self._checker.table
        if table is None or not in_tables(table.rules):
            return None
        rules = table.rules
        # A row that is worth nothing is won in the pay table, and not by its line.
        return rules if rules.royalties.count == "both" or rules.points.row > 0 else None

    def _players(self, stretch: Stretch) -> tuple[str, ...] | None:
        """The players of a stretch; None where one of them has had no board in this log."""
        players = []
        for seat, written in enumerate(stretch.shape.names):
            if written not in self._written:
                self._written[written] = _name(stretch, seat)
            name = self._written[written]
            player = None if name is None else self._checker.known_player(name)
            if player is None:
                return None
            players.append(player)
        return tuple(players) if len(set(players)) == len(players) else None


def _name(stretch: Stretch, seat: int) -> str | None:
    """The name of a board as its line reads by the plain way; None where there is more than a board in it."""
    problems = Problems()
    line = b"deal 1\n" + stretch.line_of(0, seat) + b"\n"
    items = list(read_text_log(io.BytesIO(line), Source("", io.BytesIO), problems))
    deal = items[-1]
    if len(items) != 2 or len(problems) or not isinstance(deal, DealSyntax) or deal.entries:
        return None
    match deal.boards:
        case (BoardSyntax(name=name, status=None, marks=(), labels=labels, spoiled=False),) if (
            name is not None and labels == UNLABELLED
        ):
            return name.text
    return None


def long_session(
    sources: Iterable[Source], reading: Problems, overrides: Overrides, taking: Taking, jobs: int = 1
) -> Iterator[Header | Deal]:
    """The headers and deals of logs for a session to score, but for those that are taken at their turn.

    `jobs` is how many threads read and score blocks.
    """
    checker = Checker(reading, overrides)

    def read_log(stream: BinaryIO, source: Source, problems: Problems) -> Iterator[HeaderSyntax | DealSyntax]:
        return LongLog(stream, source, problems, SessionColumns(checker, taking), jobs).read()

    for source in sources:
        for item in read_syntax(source, reading, read_log):
            checked = checker.deal(item) if isinstance(item, DealSyntax) else checker.header(item)
            if checked is not None:
                yield checked
    checker.finish()
