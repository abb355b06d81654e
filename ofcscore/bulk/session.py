"""Deals of a session taken as columns, where the plain way would say the same."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from ofcscore.bulk.forms import Form
from ofcscore.bulk.pays import pays_of
from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.problem import Place
from ofcscore.log.check.boards import IN_ORDER
from ofcscore.log.check.checker import Checker
from ofcscore.log.check.repeats import DealCards, as_one
from ofcscore.log.read.sources import Source
from ofcscore.log.syntax import DealSyntax
from ofcscore.scoring.admission import deal_place
from ofcscore.scoring.deal import Table
from ofcscore.session.session import Session
from ofcscore.session.sums import ManyDeals

if TYPE_CHECKING:
    from ofcscore.bulk.stretches import Shape, Stretch
    from ofcscore.bulk.sums import Added

Scorer = Callable[[bytes], "Sequence[Added]"]
"""Scores the stretches of a block of deals, in any thread."""


class Taking(Protocol):
    """A part of the session that takes many deals at once."""

    session: Session

    def take_many(self, many: ManyDeals) -> bool:
        """Take deals, and return True; do nothing if they must come one by one."""


class SessionColumns:
    """Scores stretches of one log of a session as columns, for `taking` to take."""

    def __init__(self, form: Form, checker: Checker, taking: Taking) -> None:
        self._form = form
        self._checker = checker
        self._taking = taking
        self._names: dict[Shape, tuple[str, ...] | None] = {}
        """The names of the boards of deals that are written so; None where there is more in them."""

    def scorer(self) -> Scorer | None:
        """Return the scorer of a block's stretches, None if the log cannot be scored as columns."""
        table = self._checker.table
        if table is None or pays_of(table.rules) is None or not self._taking.session.adds_up(table):
            return None
        from ofcscore.bulk.sums import score_block
        from ofcscore.bulk.tables import tables_of

        return partial(score_block, self._form, tables_of(table.rules))

    def without(self, added: Added, deals: int) -> Added | None:
        """Return a stretch without so many of its first deals; None where nothing is left."""
        from ofcscore.bulk.sums import add_up

        stretch = added.stretch
        if deals >= stretch.deals:
            return None
        return add_up(stretch.part(deals, stretch.deals), added.tables)

    def take(self, added: Added, line: int) -> bool:
        """Take a stretch in, which begins in this line of the log, and return True.

        Or does neither, where its first deal needs the plain way.
        """
        from ofcscore.bulk.sums import many_deals

        table, session = self._checker.table, self._taking.session
        stretch = added.stretch._replace(line=line)
        players = self._players(stretch)
        if table is None or players is None or not session.takes_many(table, players):
            return False
        first, last = stretch.number, stretch.number + stretch.deals - 1
        if not self._checker.takes_many(first, last, stretch.deal(0, players, table).boards):
            return False
        many = many_deals(added._replace(stretch=stretch), players, table, session.fantasyland.due)
        if not self._taking.take_many(many):
            return False
        last_boards = stretch.deal(stretch.deals - 1, players, table).boards
        self._checker.pass_many(first, last, last_boards, partial(_cards, stretch, players, table))
        return True

    def _players(self, stretch: Stretch) -> tuple[str, ...] | None:
        """Return the players of a stretch; None where one of them has had no board in this log."""
        shape = stretch.shape
        if shape not in self._names:
            self._names[shape] = _names(self._form, stretch)
        players = [self._checker.known_player(name) for name in self._names[shape] or ()]
        known = tuple(player for player in players if player is not None)
        return known if len(set(known)) == len(shape.names) else None


def _cards(stretch: Stretch, players: tuple[str, ...], table: Table, deals: int) -> Iterator[DealCards]:
    """Yield the boards of so many of the first deals, and where each deal stands."""
    from ofcscore.bulk.tables import SUM_MASK

    first = stretch.part(0, deals).boards
    top, middle, _ = (row & SUM_MASK for row in first.rows)
    boards = map(as_one, first.deck.tolist(), top.tolist(), middle.tolist())

    def place(deal: int) -> Place:
        return deal_place(stretch.deal(deal, players, table))

    for deal in range(deals):
        yield list(zip(players, boards, strict=False)), partial(place, deal)


def _names(form: Form, stretch: Stretch) -> tuple[str, ...] | None:
    """Return the names of the boards of a deal as the plain way reads it; None where there is more in it."""
    problems = Problems()
    reader = form.reader(Source("", io.BytesIO), problems)
    deal = list(reader.read(io.BytesIO(stretch.first_deal), 0))[-1]
    if len(problems) or not isinstance(deal, DealSyntax) or deal.entries or deal.date or deal.spoiled:
        return None
    names = []
    for board in deal.boards:
        if board.name is None or board.status or board.marks or board.spoiled or board.labels not in IN_ORDER:
            return None
        names.append(board.name.text)
    return tuple(names)
