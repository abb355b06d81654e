"""A long log in blocks of whole deals: stretches of canonical ones as columns, the rest the plain way.

Nothing here needs numpy, which is imported for those who score columns when a log is known to be long.
"""

from __future__ import annotations

import io
import re
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, cast

from ofcscore import columns
from ofcscore.columns.forms import FORMS, Form, Items, PlainReader
from ofcscore.columns.session import Scorer, SessionColumns, Taking
from ofcscore.log.check.checker import Checker, Overrides
from ofcscore.log.check.stream import read_stream
from ofcscore.log.read.lines import LINE_LIMIT
from ofcscore.log.read.logs import Reader
from ofcscore.log.read.sources import Peeked, Source
from ofcscore.log.syntax import DealSyntax, HeaderSyntax
from ofcscore.problems.collected import Problems
from ofcscore.scoring.deal import Deal, Header

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ofcscore.columns.sums import Added

BLOCK: Final = 1 << 19
"""So many bytes are read at once."""
_OF_THREADS: Final = 8
"""Blocks are so many times as long where threads score them, which wait for each other within each."""
_TURN: Final = 0.0002
"""Seconds that a thread has Python for where another waits for it."""
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


_Block = tuple[bytes, "Sequence[Added] | None"]
"""Whole deals of a log, and their stretches; None for those that go the plain way with all that follows."""


class LongLog:
    """An open log, whose deals are scored by `columns` where they can be, in so many threads."""

    def __init__(
        self, stream: BinaryIO, form: Form, reader: PlainReader, columns: SessionColumns, jobs: int
    ) -> None:
        self._stream = stream
        self._form = form
        self._reader = reader
        self._columns = columns
        self._jobs = jobs
        self._size = BLOCK if jobs == 1 else _OF_THREADS * BLOCK
        self._pending: deque[tuple[bytes, Future[Sequence[Added]] | None]] = deque()
        """The blocks behind the one that is looked at, which are scored meanwhile."""
        self._carried = b""
        """What was read behind the last of them."""

    def read(self) -> Items:
        """The located syntax of what is not scored as columns; what is, is scored at its turn."""
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
        for data, scored in self._scored(self._blocks(start[first:]), score):
            left = _Piece(data, before)
            in_vain = 0 if scored else in_vain + 1
            if scored is not None and not (self._form.looks_twice and in_vain > _IN_VAIN):
                left = yield from self._block(left, scored)
            if left.data:
                yield from self._rest(left)
                return
            before = left.before

    def _blocks(self, data: bytes) -> Iterator[tuple[bytes, bool]]:
        """The log from the start of a deal on, each block up to the last deal that begins in it.

        With each comes whether its last deal is known not to go on behind it.
        """
        while True:
            end = self._form.last_deal(data)
            if end:
                self._carried = data[end:]
                yield data[:end], True
                data = self._carried
            more = self._stream.read(self._size)
            data += more
            if not more or len(data) > 2 * self._size:
                self._carried = b""
                yield data, not more
                return

    def _scored(self, blocks: Iterator[tuple[bytes, bool]], score: Scorer) -> Iterator[_Block]:
        if self._jobs == 1:
            for data, whole in blocks:
                yield data, score(data) if whole and _is_clean(data) else None
            return
        from concurrent.futures import ThreadPoolExecutor

        with _taking_turns(), ThreadPoolExecutor(self._jobs) as pool:
            for data, whole in blocks:
                scored = pool.submit(score, data) if whole and _is_clean(data) else None
                self._pending.append((data, scored))
                if len(self._pending) > self._jobs:
                    yield self._oldest()
            while self._pending:
                yield self._oldest()

    def _oldest(self) -> _Block:
        data, scored = self._pending.popleft()
        return data, None if scored is None else scored.result()

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
        """Whether the plain way reads a piece by itself as it reads it in its log."""
        return not data or (not _LONG_LINE.search(data) and self._reader.stands_alone(data))

    def _plain(self, piece: _Piece) -> Items:
        """Whole deals by the plain way, and the header that stands before the first."""
        return self._reader.read(io.BytesIO(piece.data), piece.before) if piece.data else iter(())

    def _rest(self, piece: _Piece) -> Items:
        """All that comes from here on by the plain way."""
        later = b"".join((*(later for later, _ in self._pending), self._carried))
        read = piece.data + later if later else piece.data
        rest = io.BufferedReader(Peeked(read, self._stream))
        return self._reader.rest(cast(BinaryIO, rest), piece.before)


@contextmanager
def _taking_turns() -> Iterator[None]:
    """Lets threads that wait for Python have it sooner.

    A thread leaves Python for a tenth of a millisecond at a time, and by itself would wait for 5 ms at each
    return: as long as the others take for a block.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(_TURN)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def _is_clean(data: bytes) -> bool:
    """Whether bytes are text: one problem is told of those that are not, however many they are."""
    if b"\0" in data:
        return False
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False


def long_session(
    sources: Iterable[Source], reading: Problems, overrides: Overrides, taking: Taking, jobs: int = 1
) -> Iterator[Header | Deal]:
    """The headers and deals of logs for a session to score, but for those that are taken at their turn."""

    def reader(name: str, checker: Checker) -> Reader:
        def read(stream: BinaryIO, source: Source, problems: Problems) -> Items:
            form = FORMS[name]()
            columns = SessionColumns(form, checker, taking)
            return LongLog(stream, form, form.reader(source, problems), columns, jobs).read()

        return read

    return read_stream(
        sources, reading, overrides, lambda checker: {name: reader(name, checker) for name in FORMS}
    )
