"""A long log in blocks of whole deals: stretches of canonical ones as columns, the rest the plain way.

Nothing here needs numpy, which is imported for those who score columns when a log is known to be long.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, Protocol, cast

import ofcscore.bulk as columns
from ofcscore.bulk.forms import FORMS, Form, Items, PlainReader
from ofcscore.bulk.pays import pays_of
from ofcscore.diagnostics.problem import Place, Problems
from ofcscore.log.check.checker import IN_ORDER, Checker, Overrides, read_stream
from ofcscore.log.check.deal_names import DealCards, as_one
from ofcscore.log.read.logs import Reader
from ofcscore.log.read.sources import LINE_LIMIT, Peeked, Source
from ofcscore.log.syntax import DealSyntax, HeaderSyntax
from ofcscore.scoring.admission import deal_place
from ofcscore.scoring.deal import Deal, Header, Table
from ofcscore.session.session import Session
from ofcscore.session.sums import ManyDeals

if TYPE_CHECKING:
    from ofcscore.bulk.stretches import Shape, Stretch
    from ofcscore.bulk.sums import Added

BLOCK: Final = 1 << 19
"""So many bytes are read at once."""
_IN_VAIN: Final = 3
"""After so many blocks without a stretch none is looked for where that costs much."""
_LONG_LINE: Final = re.compile(b"[^\n]{%d}" % LINE_LIMIT)


class _Piece(NamedTuple):
    """A piece of a log that begins with a line, and how many lines come before it."""

    data: bytes
    before: int

    @property
    def behind(self) -> int:
        """How many lines come before what follows it."""
        return self.before + self.data.count(b"\n")


class LongLog:
    """An open log, whose deals are scored by `columns` where they can be."""

    def __init__(self, stream: BinaryIO, form: Form, reader: PlainReader, columns: SessionColumns) -> None:
        self._stream = stream
        self._form = form
        self._reader = reader
        self._columns = columns
        self._carried = b""
        """The bytes read behind the block at hand."""

    def read(self) -> Items:
        """Yield the located syntax of what is not scored as columns; what is, is scored at its turn."""
        start = self._stream.read(columns.LONG)
        first = self._form.first_deal_ends(start) if len(start) == columns.LONG else None
        if first is None or not _is_clean(start[:first]) or not self._reader.stands_alone(start[:first]):
            yield from self._rest(_Piece(start, 0))
            return
        deal = _Piece(start[:first], 0)
        yield from self._plain(deal)
        score = self._columns.scorer()
        if score is None:
            yield from self._rest(_Piece(start[first:], deal.behind))
            return
        before, in_vain = deal.behind, 0
        for data, whole in self._blocks(start[first:]):
            scored = score(data) if whole and _is_clean(data) else None
            left = _Piece(data, before)
            in_vain = 0 if scored else in_vain + 1
            if scored is not None and not (self._form.looks_twice and in_vain > _IN_VAIN):
                left = yield from self._block(left, scored)
            if left.data:
                yield from self._rest(left)
                return
            before = left.before

    def _blocks(self, data: bytes) -> Iterator[tuple[bytes, bool]]:
        """Yield the log from the start of a deal on, each block up to the last deal that begins in it.

        With each comes whether its last deal is known not to go on behind it.
        """
        while True:
            end = self._form.last_deal(data)
            if end:
                self._carried = data[end:]
                yield data[:end], True
                data = self._carried
            more = self._stream.read(BLOCK)
            data += more
            if not more or len(data) > 2 * BLOCK:
                self._carried = b""
                yield data, not more
                return

    def _block(
        self, block: _Piece, scored: Sequence[Added]
    ) -> Generator[HeaderSyntax | DealSyntax, None, _Piece]:
        """One block; returns what must go the plain way to the end of the log: nearly always nothing."""
        at, before = 0, block.before
        for added in scored:
            left: Added | None = added
            few = 1
            while left is not None:
                gap = _Piece(block.data[at : left.stretch.start], before)
                if not self._stands_alone(gap.data):
                    return _Piece(block.data[at:], before)
                yield from self._plain(gap)
                at, before = left.stretch.start, gap.behind
                if self._columns.take(left, before + 1):
                    self._reader.pass_over(left.stretch.deals)
                    at = left.stretch.end
                    before += left.stretch.deals * left.stretch.shape.lines
                    break
                left = self._columns.without(left, few)
                few *= 8
        gap = _Piece(block.data[at:], before)
        if not self._stands_alone(gap.data):
            return gap
        yield from self._plain(gap)
        return _Piece(b"", gap.behind)

    def _stands_alone(self, data: bytes) -> bool:
        """Return True if the reference path reads a piece by itself as it reads it in its log."""
        return not data or (not _LONG_LINE.search(data) and self._reader.stands_alone(data))

    def _plain(self, piece: _Piece) -> Items:
        """Whole deals by the plain way, and the header that stands before the first."""
        return self._reader.read(io.BytesIO(piece.data), piece.before) if piece.data else iter(())

    def _rest(self, piece: _Piece) -> Items:
        """Return all that comes from here on by the plain way."""
        read = piece.data + self._carried
        rest = io.BufferedReader(Peeked(read, self._stream))
        return self._reader.rest(cast(BinaryIO, rest), piece.before)


def _is_clean(data: bytes) -> bool:
    """Return True if bytes are text; others are one problem, however many they are."""
    if b"\0" in data:
        return False
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False


def long_session(
    sources: Iterable[Source], reading: Problems, overrides: Overrides, taking: Taking
) -> Iterator[Header | Deal]:
    """Yield the headers and deals of logs that a session has to score, without those taken at their turn."""

    def reader(name: str, checker: Checker) -> Reader:
        def read(stream: BinaryIO, source: Source, problems: Problems) -> Items:
            form = FORMS[name]()
            columns = SessionColumns(form, checker, taking)
            return LongLog(stream, form, form.reader(source, problems), columns).read()

        return read

    return read_stream(
        sources, reading, overrides, lambda checker: {name: reader(name, checker) for name in FORMS}
    )


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
