"""A long log in blocks of whole deals: stretches of canonical ones as columns, the rest the plain way.

Nothing here needs numpy, which is imported for those who score columns when a log is known to be long.
"""

from __future__ import annotations

import io
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, cast

import ofcscore.bulk as columns
from ofcscore.bulk.forms import FORMS, Form, Items, PlainReader
from ofcscore.bulk.session import SessionColumns, Taking
from ofcscore.diagnostics.collected import Problems
from ofcscore.log.check.checker import Checker, Overrides
from ofcscore.log.check.stream import read_stream
from ofcscore.log.read.lines import LINE_LIMIT
from ofcscore.log.read.logs import Reader
from ofcscore.log.read.sources import Peeked, Source
from ofcscore.log.syntax import DealSyntax, HeaderSyntax
from ofcscore.scoring.deal import Deal, Header

if TYPE_CHECKING:
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
