"""A long log in blocks of whole deals: stretches of canonical ones as columns, the rest the plain way.

Nothing here needs numpy, which is imported for those who score columns when a log is known to be long.
"""

from __future__ import annotations

import io
import re
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, Protocol, cast

from ofcscore import columns
from ofcscore.columns.forms import Form, Items, PlainReader
from ofcscore.log.read.lines import LINE_LIMIT
from ofcscore.log.read.sources import Peeked
from ofcscore.log.syntax import DealSyntax, HeaderSyntax

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ofcscore.columns.sums import Added

BLOCK: Final = 1 << 19
"""So many bytes are read at once."""
_OF_THREADS: Final = 4
"""Blocks are so many times as long where threads score them, which wait for each other within each."""
_TURN: Final = 0.0002
"""Seconds that a thread has Python for where another waits for it."""
_IN_VAIN: Final = 3
"""After so many blocks without a stretch none is looked for where that costs much."""
Scorer = Callable[[bytes, int], "Sequence[Added]"]
"""Scores the stretches of a block of deals, which so many lines of the log come before, in any thread."""
_LONG_LINE: Final = re.compile(b"[^\n]{%d}" % LINE_LIMIT)


class Columns(Protocol):
    """Who scores deals of a log as columns, and knows which of them can be scored so."""

    def scorer(self) -> Scorer | None:
        """What scores the stretches of a block; None where the log cannot be scored as columns."""

    def take(self, added: Added) -> bool:
        """Takes a stretch in and returns True; or neither, where its first deal needs the plain way."""

    def without(self, added: Added, deals: int) -> Added | None:
        """A stretch without so many of its first deals; None where nothing is left."""


class _Block(NamedTuple):
    """A piece of a log that ends behind a deal, and how many lines come before it.

    `whole` is False where nobody knows whether its last deal goes on behind it.
    """

    data: bytes
    before: int
    whole: bool = True

    def from_(self, start: int) -> _Block:
        """What comes from a byte on, where a line begins."""
        return self._replace(data=self.data[start:], before=self.before + self.data.count(b"\n", 0, start))


class LongLog:
    """An open log, whose deals are scored by `columns` where they can be, in so many threads."""

    def __init__(
        self, stream: BinaryIO, form: Form, reader: PlainReader, columns: Columns, jobs: int
    ) -> None:
        self._stream = stream
        self._form = form
        self._reader = reader
        self._columns = columns
        self._jobs = jobs
        self._size = BLOCK if jobs == 1 else _OF_THREADS * BLOCK
        self._pending: deque[tuple[_Block, Future[Sequence[Added]] | None]] = deque()
        """The blocks behind the one that is looked at, which are scored meanwhile."""
        self._carried = b""
        """What was read behind the last of them."""

    def read(self) -> Items:
        """The located syntax of what is not scored as columns; what is, is scored at its turn."""
        start = self._stream.read(columns.LONG)
        log = _Block(start, 0)
        first = self._form.first_deal_ends(start) if len(start) == columns.LONG else None
        if first is None or not _is_clean(start[:first]) or not self._reader.stands_alone(start[:first]):
            yield from self._rest(log)
            return
        yield from self._plain(_Block(start[:first], 0))
        score = self._columns.scorer()
        if score is None:
            yield from self._rest(log.from_(first))
            return
        in_vain = 0
        for block, scored in self._scored(self._blocks(log.from_(first)), score):
            left = block
            in_vain = 0 if scored else in_vain + 1
            if scored is not None and not (self._form.looks_twice and in_vain > _IN_VAIN):
                left = yield from self._block(block, scored)
            if left.data:
                yield from self._rest(left)
                return

    def _blocks(self, block: _Block) -> Iterator[_Block]:
        """The log from the start of a deal on, each block up to the last deal that begins in it."""
        while True:
            end = self._form.last_deal(block.data)
            if end:
                following = block.from_(end)
                self._carried = following.data
                yield block._replace(data=block.data[:end])
                block = following
            more = self._stream.read(self._size)
            block = block._replace(data=block.data + more)
            if not more or len(block.data) > 2 * self._size:
                self._carried = b""
                yield block._replace(whole=not more)
                return

    def _scored(
        self, blocks: Iterator[_Block], score: Scorer
    ) -> Iterator[tuple[_Block, Sequence[Added] | None]]:
        """Blocks and their stretches; None for one that goes the plain way with all that comes behind it."""
        if self._jobs == 1:
            for block in blocks:
                yield block, score(block.data, block.before) if _is_fit(block) else None
            return
        from concurrent.futures import ThreadPoolExecutor

        with _taking_turns(), ThreadPoolExecutor(self._jobs) as pool:
            for block in blocks:
                scored = pool.submit(score, block.data, block.before) if _is_fit(block) else None
                self._pending.append((block, scored))
                if len(self._pending) > self._jobs:
                    yield self._oldest()
            while self._pending:
                yield self._oldest()

    def _oldest(self) -> tuple[_Block, Sequence[Added] | None]:
        block, scored = self._pending.popleft()
        return block, None if scored is None else scored.result()

    def _block(
        self, block: _Block, scored: Sequence[Added]
    ) -> Generator[HeaderSyntax | DealSyntax, None, _Block]:
        """One block; returns what must go the plain way to the end of the log: nearly always nothing."""
        at, before = 0, block.before
        for added in scored:
            left: Added | None = added
            few = 1
            while left is not None:
                start, line = left.stretch.start, left.stretch.line
                gap = _Block(block.data[at:start], before)
                if not self._stands_alone(gap.data):
                    return block._replace(data=block.data[at:], before=before)
                yield from self._plain(gap)
                at, before = start, line - 1
                if self._columns.take(left):
                    self._reader.pass_over(left.stretch.deals)
                    at = left.stretch.end
                    before += left.stretch.deals * left.stretch.shape.lines
                    break
                left = self._columns.without(left, few)
                few *= 8
        gap = _Block(block.data[at:], before)
        if not self._stands_alone(gap.data):
            return gap
        yield from self._plain(gap)
        return gap._replace(data=b"")

    def _stands_alone(self, data: bytes) -> bool:
        """Whether the plain way reads a piece by itself as it reads it in its log."""
        return not data or (not _LONG_LINE.search(data) and self._reader.stands_alone(data))

    def _plain(self, block: _Block) -> Items:
        """Whole deals by the plain way, and the header that stands before the first."""
        return self._reader.read(io.BytesIO(block.data), block.before) if block.data else iter(())

    def _rest(self, block: _Block) -> Items:
        """All that comes from here on by the plain way."""
        later = b"".join((*(later.data for later, _ in self._pending), self._carried))
        read = block.data + later if later else block.data
        rest = io.BufferedReader(Peeked(read, self._stream))
        return self._reader.rest(cast(BinaryIO, rest), block.before)


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


def _is_fit(block: _Block) -> bool:
    return block.whole and _is_clean(block.data)


def _is_clean(data: bytes) -> bool:
    """Whether bytes are text: one problem is told of those that are not, however many they are."""
    if b"\0" in data:
        return False
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False
