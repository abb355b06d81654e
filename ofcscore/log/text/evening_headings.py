"""Split a log of several evenings: headings after the first, and deal numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ofcscore.log.syntax import DealLine, Entry, LineSyntax, Text, note
from ofcscore.log.text.deal_headings import match_of_deal
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.game_terms import narrowing, undecorated
from ofcscore.log.text.line_reader import LineReader
from ofcscore.log.text.log_state import LogContext
from ofcscore.log.text.neighboring_lines import Items
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.remarks import is_harmless_beside_terms

Night = tuple[Text | None, Entry]
"""The heading of a later evening: its date, None without a year, and a note with its words."""


def night_heading(log: LogContext, source: Normalized) -> Night | None:
    """Return the heading of another evening: `Tuesday 11th November - at ours`."""
    source = undecorated(source)
    found = heading_reader(log.vocabulary).read(source, loose=True)
    if found is None or found.certain or found.unclear or not found.entries or log.is_chat:
        return None
    if not is_harmless_beside_terms(log, found.left, narrowing(log.vocabulary)):
        return None
    day = found.entries[0]
    date = day.parts[0].words[0] if day.key.text == "date" else None
    return date, note(source.whole)


class Nights:
    """The evenings of a log; their deals get continuous numbers, or dates."""

    def __init__(self, log: LineReader) -> None:
        self._log = log
        self._heading: Night | None = None
        """The heading of an evening whose first deal is still to come."""
        self._date: Text | None = None
        """The date of the evening, None for the first."""
        self._before = 0
        """The last number before the evening, if its deals restart at 1 without a date."""
        self.last = 0
        """The number of the last deal."""

    def begins(self, source: Normalized, items: Items, at: int) -> bool:
        """Return True for the heading of another evening above a deal, and store it."""
        log = self._log
        below = next((item for item in items[at:] if item is None or item.source or item.grid), None)
        if not log.begun or not log.deals or below is None:
            return False
        first = below.source or log.normalized(below.line)
        if not isinstance(below.value, DealLine) and match_of_deal(log, first) is None:
            return False
        heading = night_heading(log, source)
        self._heading = heading or self._heading
        return heading is not None

    def renumber(self, value: LineSyntax) -> Iterator[LineSyntax]:
        """Yield a line with its deal renumbered or dated; the heading follows as a note."""
        name = value.name if isinstance(value, DealLine) else None
        if not isinstance(value, DealLine) or name is None or not name.text.isdecimal():
            yield value
            return
        heading, self._heading = self._heading, None
        if heading is not None:
            anew = self._log.deals == 1 and heading[0] is None
            self._date, self._before = heading[0], self.last if anew else 0
        number = self._log.deals + self._before
        self.last = max(self.last, number)
        if self._before:
            value = value._replace(name=name.with_text(str(number)))
        yield value if self._date is None or value.date is not None else value._replace(date=self._date)
        if heading is not None:
            yield heading[1]
