"""The parsed syntax of a log, with the position of every piece, before validation.

Text, YAML, JSON, JSON Lines and CSV all become a `HeaderSyntax` per file and then `DealSyntax` values.
`check` turns these into boards and deals.

The values are named tuples, not dataclasses like elsewhere: a long log makes many of them, and a frozen
dataclass takes three times as long to make. A board that a text log has in canonical notation is already a
`Board`, and is `located` on demand.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Edit, Fix, Place, Problem, keeps_all
from ofcscore.game.cards import Board, Row
from ofcscore.game.game_words import Words

_STRUCK: Final = r"(?:^|(?<=[\s:(,;|\"]))(~{1,2})(?=[^\s~])[^~]*[^\s~]\1(?=$|[\s.,;:)|\"])"
"""A part of a line between tildes, as notes and messengers strike it out."""


class Line(NamedTuple):
    """A line of a source: file name, line number from 1, text without the line end.

    The text is empty if there is no line to show: for an option or a very long line of JSON.
    """

    file: str
    number: int
    text: str

    @property
    def whole(self) -> "Text":
        """The text of the line with its position."""
        return Text(self.text, self, 1, len(self.text))

    @property
    def struck_out(self) -> list[tuple[int, int]]:
        """The spans between tildes, as notes and messengers strike words out."""
        return [match.span() for match in re.finditer(_STRUCK, self.text)] if "~" in self.text else []


NumberedLine = tuple[int, str | None]
"""The number of a line, from 1, and its text without the line end.

The text is None if it cannot be used; the error is already reported.
"""


class Text(NamedTuple):
    """A piece of a source: its text, line, column from 1 and width in the source.

    `cells` has the position of each character if a YAML scalar has escapes or several lines.
    """

    text: str
    line: Line
    column: int
    width: int
    cells: tuple[tuple[Line, int], ...] | None = None

    def part(self, start: int, end: int | None = None) -> "Text":
        """Return the piece from `start` to `end`, counted in characters of `text`."""
        end = len(self.text) if end is None else end
        text = self.text[start:end]
        if self.cells is None:
            return Text(text, self.line, self.column + start, end - start)
        line, column = self.cells[min(start, len(self.cells) - 1)]
        last, last_column = self.cells[min(max(end - 1, start), len(self.cells) - 1)]
        width = last_column - column + 1 if last.number == line.number else len(text)
        return Text(text, line, column, max(width, 1), self.cells[start:end] or None)

    def with_text(self, text: str) -> "Text":
        """Return another text at the same position."""
        return self if text == self.text else self._replace(text=text, cells=None)

    def trimmed(self) -> "Text":
        """Return the piece without outer spaces; unchanged if it has only spaces."""
        words = self.text.strip(" \t")
        start = self.text.index(words)
        return self.part(start, start + len(words)) if words else self

    def behind(self) -> "Text":
        """Return the empty piece right after this one."""
        if self.cells is None:
            return Text("", self.line, self.column + self.width, 1)
        line, column = self.cells[-1]
        return Text("", line, column + 1, 1)

    @property
    def is_quoted(self) -> bool:
        """True if the text is in quotes in its line."""
        return '"' in self.line.text[max(self.column - 2, 0) : self.column]

    @property
    def span(self) -> tuple[int, int]:
        """The columns of the piece in its line, from 0, the end exclusive."""
        return self.column - 1, self.column - 1 + self.width

    @property
    def place(self) -> Place:
        line = self.line
        return Place(line.file, line.number, self.column, max(self.width, 1), line.text or None)


class Part(NamedTuple):
    """A comma-separated part of a key's value: names, words, a number and its unit.

    `number` is the word that should be a number, as written; `unit` is the currency beside it.
    """

    names: tuple[Text, ...] = ()
    words: tuple[Text, ...] = ()
    number: Text | None = None
    unit: Text | None = None


class Entry(NamedTuple):
    """A key of a header or a deal in lower case, the names before its colon, the parts."""

    key: Text
    names: tuple[Text, ...] = ()
    parts: tuple[Part, ...] = ()
    told: bool = False
    """True for a note whose meaning was already reported."""
    doubt: Problem | None = None
    """The error about a note that may be more, unless results in the log confirm the score."""


UNLABELLED: Final = (None, None, None)


class BoardSyntax(NamedTuple):
    """One board as written, starting at `at`; `name` is None if it is anonymous.

    `rows` are the cards of each row, and `labels` name the rows (None: the next one). `status` is `foul`,
    `surrender`, `absent` or `claim`, `claim` is the claimed natural, and `marks` are the words in brackets.
    `spoiled` is True if part of the board could not be read.
    """

    at: Text
    name: Text | None
    labels: tuple[Row | None, ...] = ()
    rows: tuple[Text, ...] = ()
    status: Text | None = None
    claim: Text | None = None
    marks: tuple[Text, ...] = ()
    spoiled: bool = False

    def joined(self, more: "BoardSyntax") -> "BoardSyntax":
        """Return this board joined with what comes after it or on the lines below."""
        return self._replace(
            labels=self.labels + more.labels,
            rows=self.rows + more.rows,
            status=self.status or more.status,
            claim=self.claim or more.claim,
            marks=self.marks + more.marks,
            spoiled=self.spoiled or more.spoiled,
        )


def laid(line: Line, pieces: Sequence[str]) -> list[Text]:
    """Return consecutive pieces of a line with their positions."""
    columns = accumulate(map(len, pieces), initial=1)
    return [Text(piece, line, column, len(piece)) for piece, column in zip(pieces, columns, strict=False)]


def located(board: BoardSyntax | Board, file: str) -> BoardSyntax:
    """Return a board with the position of each piece.

    A canonical board is alone on its line.
    """
    if isinstance(board, BoardSyntax):
        return board
    assert board.source is not None
    line = Line(file, board.line, board.source)
    name, _, top, _, middle, _, bottom = laid(line, re.split("(: | / )", board.source))
    return BoardSyntax(name, name, UNLABELLED, (top, middle, bottom))


class DealLine(NamedTuple):
    """The line that begins a deal; `spoiled` if it was recognized but is invalid.

    `void` is the key that makes the deal void, if the line has one: `deal 3 void (misdeal)`.
    """

    at: Text
    name: Text | None
    date: Text | None = None
    spoiled: bool = False
    void: Entry | None = None


class HeaderSyntax(NamedTuple):
    """The header of one file; `base` is the folder for its relative paths."""

    file: str
    base: str
    entries: tuple[Entry, ...] = ()
    spoiled: bool = False


class DealSyntax(NamedTuple):
    """One deal as written; `spoiled` is True if an error has been reported in it.

    `date` is beside the name or in a `date` key among the `entries`. The `written` boards are already parsed
    if they are in canonical notation.
    """

    at: Text
    name: Text | None
    date: Text | None
    written: tuple[BoardSyntax | Board, ...]
    entries: tuple[Entry, ...] = ()
    spoiled: bool = False

    @property
    def boards(self) -> tuple[BoardSyntax, ...]:
        """The boards with the position of each piece."""
        return tuple([located(board, self.at.line.file) for board in self.written])


Item = HeaderSyntax | DealSyntax
"""A header or a deal: a log has one header and then its deals."""

ROW_LABELS: Final = {
    **dict.fromkeys(("top", "front", "head"), Row.TOP),
    **dict.fromkeys(("mid", "middle"), Row.MIDDLE),
    **dict.fromkeys(("bot", "bottom", "back"), Row.BOTTOM),
}
"""Every label of a row in lower case."""
INITIALS: Final = {"t": Row.TOP, "f": Row.TOP, "m": Row.MIDDLE, "b": Row.BOTTOM}
"""The initials of row labels in lower case; a lone one may also be a name."""
SHORT_LABELS: Final = ("top", "mid", "bot")
"""The labels of rows as they are written, by `Row`."""

BOARD_FORM: Final = "write boards as `NAME: TOP / MIDDLE / BOTTOM`, with 3, 5 and 5 cards"
"""How to write a board, for help lines."""
DEAL_WORDS: Final = ("deal", "hand")
UNSEEN: Final = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
"""Invisible characters without meaning."""
WORDS_FOR_BOARDS: Final = ("foul", "surrender", "absent")
"""The words in place of a board."""
STATUSES: Final = (*WORDS_FOR_BOARDS, "claim")


class Unread(NamedTuple):
    """A line that could not be read; its error is already reported.

    `key` is True if it was surely a key.
    """

    key: bool = False


class Correction(NamedTuple):
    """A line that makes a row of a player's last board a flush."""

    name: Text
    row: Row
    word: Text


LineSyntax = DealLine | Entry | Board | BoardSyntax | Correction | Unread | None
"""The value of one line of a log; None for a blank line or a remark."""


class SyntaxFault(Exception):  # noqa: N818 - it carries a problem, which is what people read
    """Raised while parsing; `problem` is the error."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def fault(code: str, at: Text, message: str, hint: str | None = None) -> SyntaxFault:
    """Return the exception for a piece that cannot be read."""
    return SyntaxFault(Problem(code, at.place, message, hint))


QUOTED: Final = re.compile('"(?:[^"]|"")*"')
"""A text in quotes, with quotes inside doubled."""


def unquote(text: Text) -> Text:
    """Return the text inside quotes, with doubled quotes reduced to one."""
    inner = text.part(1, len(text.text) - 1)
    if '""' not in inner.text:
        return inner
    cells = inner.cells or tuple((inner.line, inner.column + i) for i in range(len(inner.text)))
    kept = [match.start() for match in re.finditer('""|[^"]', inner.text)]
    return inner._replace(text=inner.text.replace('""', '"'), cells=tuple(cells[i] for i in kept))


def spans(text: str, between: str | re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each part of a text between matches of a pattern."""
    at = 0
    for match in re.finditer(between, text):
        yield at, match.start()
        at = match.end()
    yield at, len(text)


def lowered(text: Text) -> Text:
    """Return the same piece in lower case."""
    return text._replace(text=text.text.lower())


def mended(piece: Text, text: str) -> str:
    """Return the line of a piece with another text in its place."""
    return re.sub(f"[{UNSEEN}]", "", in_their_line((piece,), text) or text).strip()


def in_their_line(rows: tuple[Text, ...], text: str) -> str | None:
    """Return the line of rows with a text in their place; None if on several lines."""
    first, last = rows[0], rows[-1]
    if first.line != last.line or not first.line.text:
        return None
    whole = first.line.text.replace("\t", " ")
    return f"{whole[: first.column - 1]}{text}{whole[last.column - 1 + last.width :]}".strip()


def fix_rows(rows: tuple[Text, ...], text: str) -> Fix | None:
    """Return the fix that replaces rows by a text; None if they are on several lines."""
    shown = in_their_line(rows, text)
    if shown is None:
        return None
    first, last = rows[0], rows[-1]
    start, end = first.span[0], last.span[1]
    edit = Edit(first.line.file, first.line.number, start, end, text)
    return Fix(f"write `{shown}`", (edit,), keeps_all(first.line.text[start:end], text))


NO_WORDS: Final[Words] = MappingProxyType({})


class OwnWords(NamedTuple):
    """The source of the players' own words: `found` already, or from a rule set.

    The rule set is that of an option (`rules`), otherwise those that the log names. Rule files are only read
    if `files` is True.
    """

    rules: str | None = None
    files: bool = True
    found: Words = NO_WORDS


FROM_LOG: Final = OwnWords()
"""Words of the rule sets that the log names."""


def entry(key: str, *parts: Part, names: tuple[Text, ...] = ()) -> Entry:
    """Return an entry at the position of its first part."""
    part = parts[0]
    at = (*part.words, *part.names, *((part.number,) if part.number else ()))[0]
    return Entry(at.with_text(key), names, parts)


def note(text: Text) -> Entry:
    """Return a note."""
    return entry("note", Part(words=(text,)))


def told_note(text: Text) -> Entry:
    """Return a note that changes nothing, or whose meaning is reported."""
    return note(text)._replace(told=True)


def expected(name: Text, word: Text, number: Text | None = None) -> Entry:
    """Return the expectation of a player's status, result, royalties or row."""
    return entry("expect", Part(words=(word,), number=number), names=(name,))
