"""The state of a log up to a line: vocabulary, players, marks and the open deal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import wraps

from ofcscore.diagnostics.problem import Edit, Problems
from ofcscore.game.cards import Row
from ofcscore.log.card_alphabets import Alphabet
from ofcscore.log.syntax import Line, LineSyntax, Text
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.repairs import Diagnostic
from ofcscore.log.vocabulary import CARDS, Vocabulary, folded


class LogContext:
    """The state of a log up to a line: vocabulary, players, marks and the open deal."""

    def __init__(self, problems: Problems, vocabulary: Vocabulary) -> None:
        self.problems = problems
        self.vocabulary = vocabulary
        self.names: dict[str, str] = {}
        """Players' names as first written, by lowercase name."""
        self.called: dict[str, tuple[str, ...]] = {}
        """All names of each listed player with several names, by each lowercase name."""
        self.cells: set[str] = set()
        """The lowercase words of cells in tables, which may be players' names."""
        self.flush_marks: tuple[str, ...] = ()
        """The signs that a line explains as a flush: `* = flush`."""
        self.legend: dict[str, str] = {}
        """The marks that the log explains, such as `(f)`, and the status of each."""
        self.deals = 0
        """The number of the last deal."""
        self.boards_of_line: dict[int, set[tuple[str, ...]]] = {}
        """The rows of boards by line number, for the last two lines with several boards."""
        self.deal_at = -1
        """The number of the line on which the last deal begins."""
        self.begun = False
        """True if a deal or a board has been read."""
        self.has_read_line = False
        self.is_chat: bool | None = None
        self.last_name = ""
        """The lowercase name of the last named board."""
        self.last_at: Text | None = None
        """The same name with its source position."""
        self.marks: dict[str, Text] = {}
        """Marks stated above the boards of a deal, by lowercase name."""
        self.in_deal: dict[str, str] = {}
        """The status of each board in the open deal, empty if none, by lowercase name."""
        self.lacks_suits = False
        """True if a row of the open deal may be a flush, but does not say so."""
        self.told_by_board = False
        """True if a result stands below a board of the open deal."""
        self.seat = 0
        """The stated seat number of the deal's last board."""
        self.known: set[str] = set()
        """The lowercase names of senders, listed players and players with a board so far."""
        self.remarks: list[Text] = []
        """The lines read as remarks, for a warning."""
        self.order: list[Row] | None = None
        """The stated order of the rows in each board, None for top to bottom."""
        self.alphabets: dict[int, Alphabet] = {}
        """The card letters of a message's sender, by line number."""
        self.writer = ""
        """The player who is called `me` in boards: `me = Denise`."""
        self.oneself: tuple[str, ...] = ()
        """The words for that player with which lines begin."""
        self.mails = ""
        """The names beside the addresses of a mail."""
        self.short_names: dict[str, str] = {}
        """The full name for each word that occurs in only one sender's name."""
        self.by_line = False
        """True if lines are read one at a time, all in the open deal."""
        self.titled = False
        self.text = ""

    def begins_a_line(self, name: str) -> bool:
        """Return True if a line or a cell starts with this name, as a board's line would."""
        after = self.vocabulary.shape(
            rf"[*_]*~(?:$|[:(\[=–—|;>-])|[*_]* (?:{CARDS}(?![^\W_])|[♠♥♦♣]|@statuses@)"
        )
        heads = re.finditer(rf"(?im)(?:^[^\w\n=]*|\|[ \t]*){re.escape(name)}(?![^\W_])", self.text)
        return any(after.match(self.text[head.end() :].partition("\n")[0]) for head in heads)

    def report(
        self,
        code: str,
        line: Line,
        span: tuple[int, int],
        message: str,
        note: str = "",
        fixes: tuple[Edit, ...] = (),
    ) -> None:
        """Report an error with its fixes, or with a note if there are none."""
        self.problems.add(Diagnostic(code, line, span, message, fixes, note).problem())


Reading = Callable[[LogContext, Normalized], list[LineSyntax] | None]
"""A function that parses a line, or returns None if the line is something else."""
Shaped = Callable[[LogContext, Normalized, re.Match[str]], list[LineSyntax] | None]


def shaped(*shapes: str) -> Callable[[Shaped], Reading]:
    """Run a reading on lines that match a shape (see `Vocabulary.shape`).

    If the function returns None, the next shape is tried.
    """

    def reading_of(function: Shaped) -> Reading:
        @wraps(function)
        def read(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
            for shape in shapes:
                match = log.vocabulary.shape(shape).fullmatch(source.text)
                found = None if match is None else function(log, source, match)
                if found is not None:
                    return found
            return None

        return read

    return reading_of


def first_read(readings: Iterable[Reading], log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the values of the first reading that reads a line, None if none does."""
    found = (reading(log, source) for reading in readings)
    return next((values for values in found if values is not None), None)


def shortens(short: str, name: str) -> bool:
    """Return True if `short` has letters of a name in their order: `RO` of `Rolf`."""
    letters = iter(folded(name))
    return folded(short)[0] == folded(name)[0] and all(letter in letters for letter in folded(short))


def person(source: Normalized, start: int, end: int) -> Text:
    """Return the name at a span, without its quotes."""
    quoted = end - start > 2 and source.text[start] == '"' == source.text[end - 1]
    return source.at(start + quoted, end - quoted)
