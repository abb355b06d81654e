"""The state of a log up to a line: what its words, players and marks mean, and how far it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps

from ofcscore.diagnostics.problem import Problems
from ofcscore.game.board import Row
from ofcscore.log.alphabets import Alphabet
from ofcscore.log.syntax import Line, LineSyntax, Text
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.repairs import Diagnostic
from ofcscore.log.vocabulary import CARDS, Vocabulary, folded


class LogContext:
    """The state of a log up to a line: its words, players and marks, and how far it is."""

    def __init__(self, problems: Problems, vocabulary: Vocabulary) -> None:
        self.problems = problems
        self.vocabulary = vocabulary
        self.names: dict[str, str] = {}
        """The names of players, in small letters, as they were written first."""
        self.called: dict[str, tuple[str, ...]] = {}
        """All names of each listed player who has several, by each of them, in small letters."""
        self.legend: dict[str, str] = {}
        """Marks that the log explains, such as `(f)`, and the status that each stands for."""
        self.deals = 0
        """The number of the last deal."""
        self.boards_of_line: dict[int, set[tuple[str, ...]]] = {}
        """The rows of the boards of the last lines that have several, by the numbers of the lines."""
        self.deal_at = -1
        """The number of the line with which the last deal begins."""
        self.begun = False
        """True if a deal or a board has been read."""
        self.said_something = False
        """True if a line has been read."""
        self.is_chat: bool | None = None
        self.last_name = ""
        """The name before the board above, in small letters."""
        self.last_at: Text | None = None
        """That name where it stands."""
        self.marks: dict[str, Text] = {}
        """The mark of a player's board that a line above the boards of a deal tells, by the name in small letters."""
        self.in_deal: dict[str, str] = {}
        """The players with a board in the open deal, in small letters, and the status of each board."""
        self.lacks_suits = False
        """True if a board of the open deal has a row that may be a flush, and does not say so."""
        self.seat = 0
        """The number of the seat that the last board of the deal was said to have."""
        self.known: set[str] = set()
        """Senders, listed players and those with a board up to here, in small letters."""
        self.order: list[Row] | None = None
        """The rows of each board as the log says that they are written, None if from the top to the bottom."""
        self.alphabets: dict[int, Alphabet] = {}
        """The letters of cards that the sender of a message has, by the numbers of its lines."""
        self.short_names: dict[str, str] = {}
        """The words of names that only one sender of a chat has, and the whole names."""
        self.by_line = False
        """True if lines are read one by one, each of the open deal."""
        self.titled = False
        """True if the log has a title."""
        self.text = ""
        """The lines that are looked at together."""

    def begins_a_line(self, name: str) -> bool:
        """Return True if a line, or a cell, begins with this name, alone or before cards, a colon or a status."""
        behind = self.vocabulary.shape(
            rf"[*_]*~(?:$|[:(\[=–—|;>-])|[*_]* (?:{CARDS}(?![^\W_])|[♠♥♦♣]|@statuses@)"
        )
        heads = re.finditer(rf"(?im)(?:^[^\w\n=]*|\|[ \t]*){re.escape(name)}(?![^\W_])", self.text)
        return any(behind.match(self.text[head.end() :].partition("\n")[0]) for head in heads)

    def report(self, code: str, line: Line, span: tuple[int, int], message: str, note: str) -> None:
        """Add an error that no edit mends."""
        self.problems.add(Diagnostic(code, line, span, message, (), note).problem())


Reading = Callable[[LogContext, Normalized], list[LineSyntax] | None]
"""Returns what a line says, None if it does not say that."""
Shaped = Callable[[LogContext, Normalized, re.Match[str]], list[LineSyntax] | None]


def shaped(*shapes: str) -> Callable[[Shaped], Reading]:
    """Make a reading of lines of one of these shapes (see `Vocabulary.shape`): the function takes the match."""

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


def shortens(short: str, name: str) -> bool:
    """Return True for letters of a name, in their order, that begin as it does: `RO` of `Rolf`."""
    letters = iter(folded(name))
    return folded(short)[0] == folded(name)[0] and all(letter in letters for letter in folded(short))


def person(source: Normalized, start: int, end: int) -> Text:
    """Return the name that stands there, without its quotes."""
    quoted = end - start > 2 and source.text[start] == '"' == source.text[end - 1]
    return source.at(start + quoted, end - quoted)
