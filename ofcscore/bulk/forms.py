"""How canonical deals stand in the bytes of a log, form by form, and how the plain way reads the others."""

import io
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import BinaryIO, Final, NamedTuple, Self

from ofcscore.diagnostics.problem import Problems
from ofcscore.game.board import ROWS
from ofcscore.game.cards import RANKS, SUITS
from ofcscore.log.check.people import MOST_BOARDS
from ofcscore.log.read.logs import read_text_log
from ofcscore.log.read.sources import Source
from ofcscore.log.syntax import DealSyntax, HeaderSyntax

Items = Iterator[HeaderSyntax | DealSyntax]


class Form(NamedTuple):
    """How canonical deals are written in one form of log.

    `begins` is the end of a line behind which a deal begins, whatever stands before it. `board` is a
    board with its name and its rows, `deal` a deal of such boards with its number.
    """

    begins: re.Pattern[bytes]
    board: re.Pattern[bytes]
    deal: re.Pattern[bytes]

    @classmethod
    @cache
    def of(cls, begins: bytes, board: str, deal: str) -> Self:
        """Compile patterns with words for the parts of a board and of a deal."""
        for word, row in zip(("TOP", "MID", "BOT"), ROWS, strict=True):
            board = board.replace(word, f"({' '.join([f'[{RANKS}][{SUITS}]'] * row.size)})")
        deal = deal.replace("NUMBER", "([1-9][0-9]{0,15})").replace("BOARD", re.sub("[()]", "", board))
        return cls(re.compile(begins), re.compile(board.encode()), re.compile(deal.encode()))


class PlainReader:
    """Reads one log piece by piece, the plain way: a text log, unless a class below says otherwise.

    `looks_twice` says that it reads what lies between stretches twice.
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
        """Yield the items behind so many lines of the log, with its header if nothing comes before."""
        items = read_text_log(stream, self._source, self._problems, before)
        # A header stands before the first line alone.
        return islice(items, 1 if before else 0, None)

    def rest(self, stream: BinaryIO, before: int) -> Items:
        """Return all that comes behind so many lines."""
        return self.read(stream, before)

    def stands_alone(self, data: bytes) -> bool:
        """Return True if a piece, and what follows it, reads by itself as it reads in its log.

        It does not where the last line stands behind a blank one: it may be meant for the deal below.
        """
        return re.search(rb"\n[ \t\r]*\n[^\n/]*\n?\Z", data) is None or data.endswith(b"\n\n")

    def pass_over(self, deals: int) -> None:
        """Take note of so many deals that were read elsewhere; those of text begin by their lines."""


class _ItemReader(PlainReader):
    """Reads a form whose deals are items, which are counted."""

    def __init__(self, source: Source, problems: Problems) -> None:
        from ofcscore.log.read.from_yaml import YamlReading

        super().__init__(source, problems)
        self._reading = YamlReading(source.name, source.base, problems)

    def pass_over(self, deals: int) -> None:
        self._reading.deals += deals

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
        """Yield the deals behind so many lines, read from the first line on, which holds for them too.

        Nothing was wrong with them up to here, so that nothing is told twice.
        """
        if not before:
            yield from self.read(stream, 0)
            return
        with self._source.open() as again:
            for item in _YamlReader(self._source, self._problems).read(again, 0):
                if isinstance(item, DealSyntax) and item.at.line.number > before:
                    yield item

    def stands_alone(self, data: bytes) -> bool:
        """Return True if a piece is sound, and uses nothing that holds from one deal to another."""
        # What a pipe said is not there to be read again.
        if not self._source.reopens or _FROM_DEAL_TO_DEAL.search(data):
            return False
        problems = Problems()
        for _ in _YamlReader(self._source, problems).read(io.BytesIO(data), 0):
            pass
        return not len(problems)


_FROM_DEAL_TO_DEAL: Final = re.compile(rb"(?:^|[\s:,\[{-])[&*!%]|\r|^(?:---|\.\.\.)", re.MULTILINE)
"""The bytes that name a part of a log, refer to one, or begin another document."""


READERS: Final = {"text": PlainReader, "jsonl": _JsonLinesReader, "yaml": _YamlReader}
