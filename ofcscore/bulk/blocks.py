"""Read a long log in blocks of whole deals, and score canonical deals by the vectorized path.

A stretch is a run of canonical deals with the same layout. Other deals use the reference path. This module
imports numpy only when a log is known to be long. Without numpy, or for rules that arrays do not support,
`stretches` scores them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cache, partial
from importlib.util import find_spec
from itertools import islice
from typing import BinaryIO, Final, Protocol, cast

from ofcscore import bulk
from ofcscore.bulk import stretches
from ofcscore.bulk.stretches import Form, ScoredStretch, Scorer, Stretch
from ofcscore.bulk.supported import arrays_suffice, states_suffice
from ofcscore.diagnostics.problem import Problems
from ofcscore.log.check.checker import Checker, Overrides, read_stream
from ofcscore.log.check.people import MOST_BOARDS
from ofcscore.log.keys import KEYS
from ofcscore.log.read.logs import read_text_log
from ofcscore.log.read.sources import LINE_LIMIT, Peeked, Source
from ofcscore.log.read.voids import find_voids
from ofcscore.log.syntax import DealSyntax, HeaderSyntax
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import Deal, Header
from ofcscore.scoring.deal_checks import check_deal
from ofcscore.session.session import Session

BLOCK: Final = 1 << 20
"""The number of bytes that are read at once."""
_IN_VAIN: Final = 3
"""The number of blocks without a stretch after which costly searches for stretches stop."""
_MOST_OF_A_DEAL: Final = 2048
_LONG_LINE: Final = re.compile(b"[^\n]{%d}" % LINE_LIMIT)


Items = Iterator[HeaderSyntax | DealSyntax]


# -- the reference readers ------------------------------------------------------------------------------


class PlainReader:
    """A reference reader that reads a text log piece by piece; subclasses read other formats.

    `looks_twice` is True if it reads the deals between stretches twice.
    """

    written = (
        rb"\n(?=(?:[Dd]eal|[Hh]and) [A-Za-z0-9_.-]+(?: [0-9-]+)?\n)",
        r"([^\n]+): TOP / MID / BOT\n",
        rf"(?:[Dd]eal|[Hh]and) NUMBER\n\n*(?:BOARD\n*){{2,{MOST_BOARDS}}}",
    )
    looks_twice = False

    def __init__(self, source: Source, problems: Problems) -> None:
        self.form = Form.of(*self.written)
        self._source = source
        self._problems = problems

    def read(self, stream: BinaryIO, before: int) -> Items:
        """Yield the items of a piece after `before` lines of the log, with the header if that is 0."""
        items = read_text_log(stream, self._source, self._problems, before)
        # Only the first piece has a header.
        return islice(items, 1 if before else 0, None)

    def rest(self, stream: BinaryIO, before: int) -> Items:
        return self.read(stream, before)

    def has_plain_header(self, data: bytes) -> bool:
        """Return True if the first piece of a log has only keys above its first deal.

        Other lines may explain names, marks or the order of rows, which all deals need.
        """
        text = b"\n" + data
        begins = self.form.begins.search(text)
        return all(map(_KEY_LINE.match, text[: begins.end() if begins else None].splitlines()))

    def stands_alone(self, data: bytes) -> bool:
        """Return True if a piece and the text after it can be parsed separately with the same result.

        That is False if the last line follows an empty line, because it may belong to the next deal.
        """
        return re.search(rb"\n[ \t\r]*\n[^\n/]*\n?\Z", data) is None or data.endswith(b"\n\n")

    def pass_over(self, deals: int) -> None:
        """Count deals that were read elsewhere. Deals of text logs need no count."""


_KEY_LINE: Final = re.compile(
    rb"(?:[ \t]*(?:#[^(]*)?|(?:%s):[^(]*)$" % "|".join(KEYS).encode(), re.IGNORECASE
)


class _ItemReader(PlainReader):
    """A reader for formats whose deals are numbered items."""

    def __init__(self, source: Source, problems: Problems) -> None:
        from ofcscore.log.read.from_yaml import YamlReading

        super().__init__(source, problems)
        self._reading = YamlReading(source.name, source.base, problems)

    def pass_over(self, deals: int) -> None:
        self._reading.deals += deals

    def has_plain_header(self, data: bytes) -> bool:
        return True

    def stands_alone(self, data: bytes) -> bool:
        return True


class _JsonLinesReader(_ItemReader):
    written = (
        rb"\n(?=\{)",
        r'"([^"\\\n]+)": \{"top": "TOP", "mid": "MID", "bot": "BOT"\}',
        rf'\{{"deal": "?NUMBER"?, "boards": \{{BOARD(?:, BOARD){{1,{MOST_BOARDS - 1}}}\}}\}}\n',
    )

    def read(self, stream: BinaryIO, before: int) -> Items:
        from ofcscore.log.read.from_yaml import JSONL_LINE_LIMIT, read_on
        from ofcscore.log.read.sources import read_lines

        lines = read_lines(stream, self._source.name, self._problems, JSONL_LINE_LIMIT, before)
        return read_on(self._reading, lines)


class _YamlReader(_ItemReader):
    written = (
        rb"\n(?=- (?:deal|hand): )",
        r"    ([A-Za-z0-9_\x80-\xff][A-Za-z0-9_. \x80-\xff-]*): +\{top: TOP, mid: MID, bot: BOT\}\n",
        rf"- (?:deal|hand): NUMBER\n  boards:\n(?:BOARD){{2,{MOST_BOARDS}}}\n*",
    )
    looks_twice = True

    def read(self, stream: BinaryIO, before: int) -> Items:
        from ofcscore.files.yaml_nodes import NodeReader
        from ofcscore.log.read.sources import read_pieces

        pieces = read_pieces(stream, self._source.name, before)
        return self._reading.session(NodeReader(pieces, self._source.name, first=before + 1))

    def rest(self, stream: BinaryIO, before: int) -> Items:
        """Yield the deals after `before` lines, reading the log again from its first line.

        The deals before have no problems, so no problem is reported twice.
        """
        if not before:
            yield from self.read(stream, 0)
            return
        with self._source.open() as again:
            for item in _YamlReader(self._source, self._problems).read(again, 0):
                if isinstance(item, DealSyntax) and item.at.line.number > before:
                    yield item

    def stands_alone(self, data: bytes) -> bool:
        """Return True if a piece is valid and has no syntax that links deals."""
        # A pipe cannot be read again.
        if not self._source.reopens or _FROM_DEAL_TO_DEAL.search(data):
            return False
        problems = Problems()
        for _ in _YamlReader(self._source, problems).read(io.BytesIO(data), 0):
            pass
        return not len(problems)


_FROM_DEAL_TO_DEAL: Final = re.compile(rb"(?:^|[\s:,\[{-])[&*!%]|\r|^(?:---|\.\.\.)", re.MULTILINE)
"""YAML syntax that links deals: anchors, aliases, tags and document markers."""


READERS: Final = {"text": PlainReader, "jsonl": _JsonLinesReader, "yaml": _YamlReader}


# -- a long log -----------------------------------------------------------------------------------------


class Taking(Protocol):
    """A session that accepts sums of deals, with its report."""

    session: Session

    @property
    def takes_sums(self) -> bool:
        """True if the next deals may be passed to `take_sum`."""

    def take_sum(self, scored: ScoredStretch) -> None:
        """Add the deals of a scored stretch to the session."""


def long_session(
    sources: Iterable[Source], reading: Problems, overrides: Overrides, taking: Taking
) -> Iterator[Header | Deal]:
    """Yield headers and deals in order; pass scored stretches to `taking` instead."""

    def read(name: str, checker: Checker, stream: BinaryIO, source: Source, problems: Problems) -> Items:
        return LongLog(stream, READERS[name](source, problems), checker, taking).read()

    return read_stream(
        sources,
        reading,
        overrides,
        lambda checker: {name: partial(read, name, checker) for name in READERS},
        partial(find_voids, pieces=_irregular),
    )


@cache
def quickest() -> Scorer:
    """Return the module that reads stretches: `stretches` itself if there is no numpy."""
    if find_spec("numpy") is None:
        return stretches
    from ofcscore.bulk import regular_deals

    return regular_deals


def _scorer_of(rules: Rules) -> Scorer | None:
    """Return the module that scores stretches under these rules, None if neither does."""
    if arrays_suffice(rules):
        return quickest()
    return stretches if states_suffice(rules) else None


def _irregular(stream: BinaryIO) -> Iterator[bytes]:
    """Yield a log in pieces, a long one without most of its canonical deals."""
    yield stream.read(bulk.LONG >> 2)
    forms = [Form.of(*reader.written) for reader in READERS.values()]
    while data := stream.read(BLOCK):
        form = next((form for form in forms if len(data) == BLOCK and form.behind(2, data)), None)
        if form is not None:
            data = stretches.irregular(form, data, quickest().alike)
        yield data


class LongLog:
    """An open log that passes stretches of deals to `taking`."""

    def __init__(self, stream: BinaryIO, reader: PlainReader, checker: Checker, taking: Taking) -> None:
        self._stream = stream
        self._form = reader.form
        self._reader = reader
        self._checker = checker
        self._taking = taking
        self._before = 0
        """The number of lines read so far."""
        self._carried = b""
        """The bytes read after the current block."""
        self._scorer: Scorer = stretches

    def read(self) -> Items:
        """Yield the located syntax of all deals that are not in a stretch; score stretches in order."""
        start = self._stream.read(bulk.LONG)
        first = self._form.behind(2, start) if len(start) == bulk.LONG else None
        head = start[:first]
        sound = first is not None and _is_clean(head) and self._reader.stands_alone(head)
        if not (sound and self._reader.has_plain_header(head)):
            yield from self._rest(start)
            return
        yield from self._plain(head)
        table = self._checker.table
        scorer = _scorer_of(table.rules) if table and self._taking.session.adds_up(table) else None
        if scorer is None:
            yield from self._rest(start[first:])
            return
        self._scorer = scorer
        in_vain = 0
        for data, whole in self._blocks(start[first:]):
            sound = whole and _is_clean(data)
            found = list(stretches.find_stretches(self._form, data, scorer)) if sound else []
            in_vain = 0 if found else in_vain + 1
            left = data
            if sound and not (self._reader.looks_twice and in_vain > _IN_VAIN):
                left = yield from self._block(data, found)
            if left:
                yield from self._rest(left)
                return

    def _blocks(self, data: bytes) -> Iterator[tuple[bytes, bool]]:
        """Yield blocks of the log, each ending before the last deal that begins in it.

        The flag is True if the block's last deal certainly ends in the block.
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
        """Return the offset of the last deal, 0 if there is only one."""
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
        """Yield deals outside stretches; return bytes that need the reference path from here on."""
        at = 0
        for whole in found:
            stretch, few = whole, 1
            # The first deal shows how the others are read, and only the last one affects later deals.
            while few < stretch.deals - 1:
                rest = stretch.part(few, stretch.deals)
                gap = block[at : rest.start]
                if not self._stands_alone(gap):
                    return block[at:]
                yield from self._plain(gap)
                at = rest.start
                inner = rest.part(0, rest.deals - 1)._replace(line=self._before + 1)
                if self._take(inner):
                    at = inner.end
                    break
                stretch, few = rest, 8 * few
        gap = block[at:]
        if self._carried and found and len(gap) == found[-1].shape.size:
            # The next block may go on with the stretch, and this deal will show how.
            self._carried = gap + self._carried
            return b""
        if not self._stands_alone(gap):
            return gap
        yield from self._plain(gap)
        return b""

    def _take(self, stretch: Stretch) -> bool:
        """Score a stretch and return True, or return False if its first deal needs the reference path."""
        checker, session = self._checker, self._taking.session
        table, before = checker.table, session.last
        if table is None or before is None or before.table is not table:
            return False
        players = tuple(board.player for board in before.boards)
        if len(players) != len(stretch.shape.names) or stretch.deal(-1, players, table) != before:
            return False
        if not session.adds_up(table) or session.unit.awaits_stake(table) or check_deal(before):
            return False
        deals = (stretch.deal(deal, players, table) for deal in range(stretch.deals))
        last = stretch.number + stretch.deals - 1
        if not (self._taking.takes_sums and checker.skip(stretch.number, last, deals)):
            return False
        self._taking.take_sum(self._scorer.ScoredStretch(stretch, players, table, session.fantasyland.due))
        self._reader.pass_over(stretch.deals)
        self._before += stretch.deals * stretch.shape.lines
        return True

    def _stands_alone(self, data: bytes) -> bool:
        """Return True if the reference path parses a piece alone as it does within its log."""
        return not data or (not _LONG_LINE.search(data) and self._reader.stands_alone(data))

    def _plain(self, data: bytes) -> Items:
        """Yield whole deals by the reference path, after the header if they are the first."""
        if data:
            yield from self._reader.read(io.BytesIO(data), self._before)
            self._before += data.count(b"\n")

    def _rest(self, data: bytes) -> Items:
        rest = io.BufferedReader(Peeked(data + self._carried, self._stream))
        return self._reader.rest(cast(BinaryIO, rest), self._before)


def _is_clean(data: bytes) -> bool:
    """Return True if bytes are valid text; invalid bytes are reported once for the whole log."""
    if b"\0" in data:
        return False
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False
