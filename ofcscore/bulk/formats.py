"""The layout of canonical deals in each log format, and reference readers for all other deals."""

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
    """The patterns of canonical deals in one log format.

    `begins` matches the end of a line after which a deal begins. `board` matches a board with its name and
    rows, `deal` a deal with its number and boards.
    """

    begins: re.Pattern[bytes]
    board: re.Pattern[bytes]
    deal: re.Pattern[bytes]

    @classmethod
    @cache
    def of(cls, begins: bytes, board: str, deal: str) -> Self:
        """Compile patterns with placeholders such as `TOP` and `BOARD`."""
        for word, row in zip(("TOP", "MID", "BOT"), ROWS, strict=True):
            board = board.replace(word, f"({' '.join([f'[{RANKS}][{SUITS}]'] * row.size)})")
        deal = deal.replace("NUMBER", "([1-9][0-9]{0,15})").replace("BOARD", re.sub("[()]", "", board))
        return cls(re.compile(begins), re.compile(board.encode()), re.compile(deal.encode()))

    def behind(self, deals: int, data: bytes, at: int = 0) -> int | None:
        """Return the offset where the `deals`-th deal after `at` begins, None if there are fewer."""
        found = next(islice(self.begins.finditer(data, at), deals - 1, None), None)
        return None if found is None else found.end()


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

    def stands_alone(self, data: bytes) -> bool:
        """Return True if a piece and the text after it can be parsed separately with the same result.

        That is False if the last line follows an empty line, because it may belong to the next deal.
        """
        return re.search(rb"\n[ \t\r]*\n[^\n/]*\n?\Z", data) is None or data.endswith(b"\n\n")

    def pass_over(self, deals: int) -> None:
        """Count deals that were read elsewhere. Deals of text logs need no count."""


class _ItemReader(PlainReader):
    """A reader for formats whose deals are numbered items."""

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
