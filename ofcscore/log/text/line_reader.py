"""Read a single line: by the grammar, then by special readings, else diagnose it."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from ofcscore.diagnostics.problem import Edit, Problems
from ofcscore.diagnostics.suggestions import near
from ofcscore.game.board import ROWS, Row
from ofcscore.log.syntax import BoardSyntax, DealLine, Entry, Line, LineSyntax, Text, Unread
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.game_terms import ask_about_terms, in_order, lines_of_terms
from ofcscore.log.text.line_readings import READINGS, legend_pattern, legend_word
from ofcscore.log.text.log_state import LogContext, first_read
from ofcscore.log.text.normalize import Normalized, normalize
from ofcscore.log.text.parser import Parsed, parse
from ofcscore.log.text.relevance import count_cards
from ofcscore.log.text.repairs import WORDS, diagnose, has_cards, house_rule, unreadable
from ofcscore.log.vocabulary import ENGLISH, NAME, Vocabulary, compiled, folded
from ofcscore.log.words import tables

_TALK: Final = tables()["talk"]
LONGEST: Final = 400
"""The longest line that special readings look at."""
_POINTS: Final = re.compile(r"[+−–-][0-9]")
STRUCK: Final = re.compile(r"[ \t>*_+•-]*(~{1,2})(?=\S)(.*?\S)\1([ \t]*:.*)?[ \t*_]*")
"""A struck-out line, perhaps in a list or a quotation: `- ~~Deal 2~~`."""
SHORT_BESIDE: Final = rf"(?m)^[ \t]*({NAME})[ \t]*\(({NAME})\)(?=[ \t]*:)"
"""A name and its short form before a board: `Rolf (RO): ...`."""


def _unless_quoted(name: str, match: re.Match[str]) -> str:
    return match[0] if match[0].startswith('"') else name


class LineReader(LogContext):
    """Reads one line at a time, with the state of the log from the lines above it."""

    def __init__(self, file: str, problems: Problems, vocabulary: Vocabulary = ENGLISH) -> None:
        super().__init__(problems, vocabulary)
        self.file = file
        self.initials: dict[str, str] = {}
        """The full name for each initial and lowercase short name."""
        self.remarks: list[Text] = []
        """The lines read as remarks, for a warning."""

    def normalized(self, line: Line, start: int = 0) -> Normalized:
        source = normalize(line, start, self.vocabulary, self.alphabets.get(line.number))
        for mark, status in self.legend.items():
            source = source.sub(legend_pattern(mark), legend_word(status))
        for mark in self.flush_marks:
            marked = compiled(rf"(?<=[2-9TJQKAtjqka0])[ \t]*{re.escape(mark)}(?=[ \t]*(?:$|[/|,;)\]]))")
            source = source.sub(marked, " flush")
        source = in_order(source, self.order) if self.order else source
        for short, name in self.short_names.items():
            before, _, after = name.partition(short)
            around = rf"(?<!{re.escape(before)})" if before else ""
            rest = re.escape(after.strip(" .")) or "(?!)"
            found = compiled(rf"\"[^\"]*\"|{around}(?<![\w'’-]){short}(?![\w'’-]|[ \t]+{rest}(?!\w))")
            source = source.sub(found, partial(_unless_quoted, f'"{name}"'))
        if not self.initials:
            return source
        return source.sub(compiled(SHORT_BESIDE), lambda m: m[1] if folded(m[2]) in self.initials else m[0])

    def readings(self, source: Normalized) -> list[LineSyntax] | None:
        """Parse a line that the grammar does not read, None if no reading is sure."""
        if len(source.text) > LONGEST:
            return None
        return first_read(READINGS, self, source)

    def read(self, line: Line, start: int = 0) -> list[LineSyntax]:
        """Parse a line alone; if that fails, report a diagnostic and return an `Unread`."""
        struck = STRUCK.fullmatch(line.text, start)
        if struck is not None:
            return [self.report_struck_out(line, start, struck)]
        source = self.normalized(line, start)
        parsed = parse(source, self.vocabulary)
        if parsed.sound:
            return [parsed.value]
        found = self.readings(source)
        return found if found is not None else [self.unread(source, parsed, start)]

    def unread(self, source: Normalized, parsed: Parsed, start: int = 0) -> LineSyntax:
        """Report a diagnostic for a line that has no reading."""

        head = folded(source.text.split()[0]) if source.text.strip() else ""

        def read(line: Line) -> tuple[Normalized, Parsed]:
            normal = self.normalized(line, start)
            found = parse(normal, self.vocabulary)
            # `Hank had to go` is not about the `bank`.
            is_name = (
                head in self.names and head not in folded(normal.text) and isinstance(found.value, Entry)
            )
            if is_name or self._loses_content(source, found):
                return normal, Parsed(None, False)
            heading = None if found.sound else heading_reader(self.vocabulary).read(normal)
            if heading is None or heading.unclear or not heading.certain or self.begun:
                return normal, found
            return normal, Parsed(heading.entries[0])

        found = house_rule(source) if parsed.key is None else None
        found = found or diagnose(source, parsed, read)
        board = parsed.value if isinstance(parsed.value, BoardSyntax) and not parsed.doubt else None
        if found is None and board is not None and has_cards(board):
            # Validation of the deal reports the wrong card or row.
            return board
        is_board = board is not None and (len(board.rows) == len(ROWS) or board.status is not None)
        if not self.begun and parsed.key is None and not is_board:
            terms = lines_of_terms(self, source)
            if terms or (found is not None and found.note and not found.fixes):
                self.problems.miss("terms")
            if len(terms) > 1 or (terms and found is None):
                return ask_about_terms(self, source)
        found = found or unreadable(source, parsed, self.vocabulary)
        self.problems.add(found.problem())
        if parsed.key:
            self.problems.miss(parsed.key)
        # Record keys and players, so that no check misses them.
        self.problems.miss(source.text.partition(":")[0].strip(' \t"'))
        for value in (*found.reads, parsed.value):
            if isinstance(value, Entry):
                self.problems.miss(value.key.text)
            elif isinstance(value, BoardSyntax) and value.name is not None:
                self.problems.miss(value.name.text)
        first = found.reads[0] if found.reads else None
        if found.code == "deal-line" or isinstance(first, DealLine):
            # Assign the lines below to the deal that the line means.
            return DealLine(source.at(0, len(source.text)), None, spoiled=True)
        return Unread(key=parsed.key is not None or isinstance(first, Entry))

    def _loses_content(self, source: Normalized, fixed: Parsed) -> bool:
        """Return True for a fix that turns cards, points or a player into a note."""
        if not isinstance(fixed.value, Entry) or fixed.value.key.text not in ("note", "title"):
            return False
        head = folded(source.text.partition(":")[0])
        if count_cards(source.text) >= Row.TOP.size or head in self.names or _POINTS.search(source.text):
            return True
        if near(head, ("note", "title"), 0.7) is not None:
            return False
        words = f" {' '.join(folded(word) for word in WORDS.findall(source.text))} "
        return any(f" {name} " in words for name in self.names)

    def report_struck_out(self, line: Line, start: int, struck: re.Match[str]) -> Unread:
        whole = Edit(line.file, line.number, start, len(line.text), struck[2] + (struck[3] or ""))
        note = f"delete it, or write `{whole.applied(line.text)}` if it counts"
        span = (start, len(line.text))
        self.report("line-unreadable", line, span, "this line is struck out", note)
        return Unread()

    def note_remark(self, line: Line, found: list[LineSyntax]) -> None:
        """Collect notes after a deal's name, a board or terms that may say more."""
        first = found[0] if found else None
        terms = isinstance(first, Entry) and first.key.text in ("rules", "stake")
        # Words after a foul are its reason.
        fouled = isinstance(first, BoardSyntax) and first.status is not None
        if fouled or not (terms or isinstance(first, DealLine | BoardSyntax)):
            return
        if self.vocabulary.shape("@key.note@~:").search(line.text):
            return
        known = {
            *self.vocabulary.fillers, *_TALK["openers"], *_TALK["in_remarks"], *_TALK["places"], *_TALK["before_place"],
            *(word for name in self.names for word in name.split()),
        }  # fmt: skip
        for value in found:
            if isinstance(value, Entry) and value.key.text == "note":
                note = value.parts[0].words[0]
                words = {folded(word) for word in re.findall(r"[^\W\d_]{3,}", note.text)}
                self.remarks += [note] if words - known else []
