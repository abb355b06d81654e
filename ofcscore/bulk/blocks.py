"""A long log in blocks of whole deals: stretches of canonical ones as columns, the rest the plain way.

Nothing here needs numpy, which is imported for those who score columns when a log is known to be long.
"""

from __future__ import annotations

import io
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol, cast

import ofcscore.bulk as columns
from ofcscore.bulk.forms import FORMS, Form, Items, PlainReader, form_called
from ofcscore.diagnostics.problem import Problems
from ofcscore.log.check.checker import IN_ORDER, Checker, Overrides, read_stream
from ofcscore.log.read.sources import LINE_LIMIT, Peeked, Source
from ofcscore.log.syntax import DealSyntax, HeaderSyntax
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.session import Session
from ofcscore.session.sums import ManyDeals

if TYPE_CHECKING:
    from ofcscore.bulk.stretches import Shape, Stretch

BLOCK: Final = 1 << 19
"""So many bytes are read at once."""
_IN_VAIN: Final = 3
"""After so many blocks without a stretch none is looked for where that costs much."""
_MOST_OF_A_DEAL: Final = 2048
_LONG_LINE: Final = re.compile(b"[^\n]{%d}" % LINE_LIMIT)


class Taking(Protocol):
    """A part of the session that takes many deals at once."""

    session: Session

    def take_many(self, many: ManyDeals) -> bool:
        """Take deals, and return True; do nothing if they must come one by one."""


def long_session(
    sources: Iterable[Source], reading: Problems, overrides: Overrides, taking: Taking
) -> Iterator[Header | Deal]:
    """Yield the headers and deals of logs that a session has to score, without those taken at their turn."""

    def read(name: str, checker: Checker, stream: BinaryIO, source: Source, problems: Problems) -> Items:
        form = form_called(name)
        return LongLog(stream, form, form.reader(source, problems), checker, taking).read()

    return read_stream(
        sources, reading, overrides, lambda checker: {name: partial(read, name, checker) for name in FORMS}
    )


class LongLog:
    """An open log, whose deals `taking` takes as columns where it can.

    `_before` is the number of lines that have been read.
    """

    def __init__(
        self, stream: BinaryIO, form: Form, reader: PlainReader, checker: Checker, taking: Taking
    ) -> None:
        self._stream = stream
        self._form = form
        self._reader = reader
        self._checker = checker
        self._taking = taking
        self._before = 0
        self._carried = b""
        """The bytes read behind the block at hand."""
        self._names: dict[Shape, tuple[str, ...]] = {}
        """The names of the boards of deals that are written so; none where there is more in them."""

    def read(self) -> Items:
        """Yield the located syntax of what is not taken as columns; what is, is taken at its turn."""
        start = self._stream.read(columns.LONG)
        first = self._first_deal_ends(start) if len(start) == columns.LONG else None
        if first is None or not _is_clean(start[:first]) or not self._reader.stands_alone(start[:first]):
            yield from self._rest(start)
            return
        yield from self._plain(start[:first])
        if not self._goes_as_columns():
            yield from self._rest(start[first:])
            return
        from ofcscore.bulk.stretches import stretches

        in_vain = 0
        for data, whole in self._blocks(start[first:]):
            sound = whole and _is_clean(data)
            found = list(stretches(self._form, data)) if sound else []
            in_vain = 0 if found else in_vain + 1
            left = data
            if sound and not (self._form.looks_twice and in_vain > _IN_VAIN):
                left = yield from self._block(data, found)
            if left:
                yield from self._rest(left)
                return

    def _first_deal_ends(self, start: bytes) -> int | None:
        """Return the offset at which the first deal of a log has ended, None if no other begins."""
        second = next(islice(self._form.begins.finditer(start), 1, None), None)
        return None if second is None else second.end()

    def _goes_as_columns(self) -> bool:
        table = self._checker.table
        if table is None or not self._taking.session.adds_up(table):
            return False
        from ofcscore.bulk.tables import states_suffice

        return states_suffice(table.rules)

    def _blocks(self, data: bytes) -> Iterator[tuple[bytes, bool]]:
        """Yield the log from the start of a deal on, each block up to the last deal that begins in it.

        With each comes whether its last deal is known not to go on behind it.
        """
        while True:
            end = self._last_deal(data)
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

    def _last_deal(self, data: bytes) -> int:
        """Return the offset at which the last deal begins, 0 if none begins behind the first."""
        looked_at = _MOST_OF_A_DEAL
        while True:
            start = max(0, len(data) - looked_at)
            ends = [found.end() for found in self._form.begins.finditer(data, start)]
            if ends or not start:
                return ends[-1] if ends else 0
            looked_at *= 16

    def _block(
        self, block: bytes, found: Sequence[Stretch]
    ) -> Generator[HeaderSyntax | DealSyntax, None, bytes]:
        """Yield what is not taken; return what goes the plain way with all that follows: seldom anything."""
        at = 0
        for whole in found:
            stretch: Stretch | None = whole
            few = 1
            while stretch is not None:
                gap = block[at : stretch.start]
                if not self._stands_alone(gap):
                    return block[at:]
                yield from self._plain(gap)
                at = stretch.start
                if self._take(stretch._replace(line=self._before + 1)):
                    at = stretch.end
                    break
                stretch = stretch.part(few, stretch.deals) if few < stretch.deals else None
                few *= 8
        gap = block[at:]
        if not self._stands_alone(gap):
            return gap
        yield from self._plain(gap)
        return b""

    def _take(self, stretch: Stretch) -> bool:
        """Have a stretch taken, and return True; do nothing if its first deal needs the plain way."""
        from ofcscore.bulk.stretches import ScoredStretch

        checker, session, table = self._checker, self._taking.session, self._checker.table
        players = self._players(stretch)
        if table is None or not players or not session.takes_many(table, players):
            return False
        if not checker.takes_many(stretch.number, stretch.last, stretch.deal(0, players, table).boards):
            return False
        scored = ScoredStretch(stretch, players, table, session.fantasyland.due)
        if not self._taking.take_many(scored.add_up()):
            return False
        last_boards = stretch.deal(stretch.deals - 1, players, table).boards
        cards = partial(stretch.cards, players, table)
        checker.pass_many(stretch.number, stretch.last, last_boards, cards)
        self._reader.pass_over(stretch.deals)
        self._before += stretch.deals * stretch.shape.lines
        return True

    def _players(self, stretch: Stretch) -> tuple[str, ...]:
        """Return the players of a stretch; nobody where one of them has had no board in this log."""
        shape = stretch.shape
        if shape not in self._names:
            self._names[shape] = self._names_of(stretch.first_deal)
        known = map(self._checker.known_player, self._names[shape])
        players = tuple(player for player in known if player is not None)
        return players if len(set(players)) == len(shape.names) else ()

    def _names_of(self, data: bytes) -> tuple[str, ...]:
        """Return the names of the boards of a deal, none where the plain way reads more in it."""
        problems = Problems()
        reader = self._form.reader(Source("", io.BytesIO), problems)
        deal = list(reader.read(io.BytesIO(data), 0))[-1]
        if len(problems) or not isinstance(deal, DealSyntax) or deal.entries or deal.date or deal.spoiled:
            return ()
        names = []
        for board in deal.boards:
            more = board.status or board.marks or board.spoiled or board.labels not in IN_ORDER
            if board.name is None or more:
                return ()
            names.append(board.name.text)
        return tuple(names)

    def _stands_alone(self, data: bytes) -> bool:
        """Return True if the reference path reads a piece by itself as it reads it in its log."""
        return not data or (not _LONG_LINE.search(data) and self._reader.stands_alone(data))

    def _plain(self, data: bytes) -> Items:
        """Yield whole deals by the plain way, and the header that stands before the first."""
        if data:
            yield from self._reader.read(io.BytesIO(data), self._before)
            self._before += data.count(b"\n")

    def _rest(self, data: bytes) -> Items:
        """Return all that comes from here on by the plain way."""
        rest = io.BufferedReader(Peeked(data + self._carried, self._stream))
        return self._reader.rest(cast(BinaryIO, rest), self._before)


def _is_clean(data: bytes) -> bool:
    """Return True if bytes are text; others are one problem, however many they are."""
    if b"\0" in data:
        return False
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False
