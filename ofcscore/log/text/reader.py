"""Read the lines of a text log that are not canonical: normalize, parse, and diagnose what is left."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Edit, Place, Problems
from ofcscore.game.board import BOARD_SIZE, Board, Row
from ofcscore.game.speech import Words
from ofcscore.game.spelling import read_cards
from ofcscore.log.canonical import read_board
from ofcscore.log.keys import KEYS
from ofcscore.log.own_words import vocabulary_in
from ofcscore.log.syntax import (
    BOARD_FORM,
    FROM_LOG,
    INITIALS,
    SHORT_LABELS,
    BoardSyntax,
    DealLine,
    Entry,
    Line,
    LineSyntax,
    NumberedLine,
    OwnWords,
    Part,
    Text,
    Unread,
    entry,
    fault,
)
from ofcscore.log.text.chat import (
    Layout,
    Message,
    is_chat,
    is_titled,
    may_be_name,
    message_of,
    says_nothing,
    without_marks,
)
from ofcscore.log.text.context import LogContext, person
from ofcscore.log.text.deal_lines import match_of_deal, numbered_deal, numbered_item
from ofcscore.log.text.grids import Grid, find_grids
from ofcscore.log.text.headings import heading_reader
from ofcscore.log.text.normalize import Normalized, normalize, normalize_value
from ofcscore.log.text.parser import Parsed, is_whole, parse, sizes
from ofcscore.log.text.readings import (
    READINGS,
    legend_pattern,
    legend_word,
)
from ofcscore.log.text.remarks import listed_lines, remark, title, warn_of_remarks
from ofcscore.log.text.repairs import (
    MORE_THAN_WORDS,
    WORDS,
    Diagnostic,
    diagnose,
    has_cards,
    house_rule,
    unreadable,
)
from ofcscore.log.text.talk import Context, Weight, count_cards, laughs, weigher
from ofcscore.log.vocabulary import CARDS, ENGLISH, NAME, Vocabulary, folded, one_of, tables

_TALK: Final = tables()["talk"]
_FIRST_PERSON: Final = re.compile(
    r"(?<![^\W_])(?:(?:I(?:['’]ve)?|^i)(?=[ \t])|(?ai:me|myself|ich|mir|yo|io|eu)(?![^\W_]))"
)
_LONGEST: Final = 400
"""Longer lines are read by the grammar alone."""
BLOCK: Final = 8_000
"""As many lines of a log are looked at together."""
NOTHING: Final = re.compile(
    r"[ \t]*(?:([-=_*~—–])\1{2,}|`{3}[a-z]*|(?=.*---)[ \t|:+-]+"
    r"|(\[)?[0-9]{1,2}:[0-9]{2}(?: ?[AaPp][Mm]| Uhr)?(?(2)\]))?[ \t]*"
)
"""A line across, the fence around a text, or a time alone, which say nothing."""
_QUOTED: Final = re.compile(r'(?m)^"[^"\n]*"[ \t]*[,;|\t].*$|("(?:[^"\n]|"")*")')
"""A name or a saying in quotes, of which no word tells the language; a row of a table may have all in quotes."""
_STRUCK: Final = re.compile(r"[ \t]*(~{1,2})(?=\S)(.*?\S)\1([ \t]*:.*)?[ \t]*")
_COMMENT_DEAL: Final = re.compile(
    r"[ \t]*#+[ \t]*(?:(?:(?P<word>[^\W\d_]+)[ \t]*)?#?(?P<number>[0-9]{1,4})"
    rf"|(?P<ordinal>(?ai:[0-9]{{1,4}}(?:st|nd|rd|th))|{one_of(_TALK['ordinals'])})[ \t]+(?P<noun>[^\W\d_]+))"
    r"[ \t]*[:.)-]*[ \t]*"
)
_SAYS_VOID: Final = re.compile(rf"(?<![^\W_]){one_of(tables()['money']['void'])}")
_HEADS: Final = re.compile(r"[ \t]*(?:#+[ \t]*(?P<word>[^\W\d_]+)[ \t]*#?|#)[0-9]{1,4}(?![0-9])")
"""A comment that begins as the heading of a deal does: `## Deal 2`, `#2`."""
_POINTS_OF_ONE: Final = re.compile(r"[^:=0-9]*[^\W\d][:= \t]+[+-]?[0-9]{1,6}(?:[.,][0-9]{1,2})?")
"""A name and points: `Ana +14`."""
_NUMBER_FIRST: Final = re.compile(r"^(?=[0-9]{1,4}[ \t:(–-])")
_START: Final = re.compile("^")
_VOID: Final = re.compile(rf"(?<![^\W_]){one_of((*tables()['money']['void'], *_TALK['redeals']))}")
"""Words that say that a deal does not count."""
_ORG_TITLE: Final = re.compile(r"#\+(?ai:title):[ \t]*(.*[^ \t])[ \t]*")
_BARE_NUMBER: Final = re.compile(
    r"[ \t]*(?:([-=*_~–—])\1*[ \t]*)?[#(\[]?[HhRrGgMmРр]?(?P<number>[0-9]{1,4})(?:st|nd|rd|th)?[.):\]]*"
    r"[ \t]*[-=*_~–—]*[ \t]*"
)
_SHORT_BESIDE: Final = re.compile(rf"(?m)^[ \t]*({NAME})[ \t]*\(({NAME})\)(?=[ \t]*:)")
"""A name and a short one, before a board: `Rolf (RO): ...`."""
_INITIAL_ROW: Final = re.compile(r"(?ai:([tfmb123]))(?:[ \t]*[:.)=-][ \t]*|[ \t]+)([^/:]+)")
_ORDER: Final = {**INITIALS, "1": Row.TOP, "2": Row.MIDDLE, "3": Row.BOTTOM}
"""The labels of one character, where the rows below one another have 3, 5 and 5 cards."""


_FEW_WORDS: Final = 8
"""A longer comment explains something."""


class _Item(NamedTuple):
    """A line of a block with what the parser finds in it; blank lines and comments have no reading."""

    line: Line
    source: Normalized | None
    parsed: Parsed | None
    message: Message | None = None
    """The message that the line is, of a chat."""
    grid: Grid | None = None
    """The table that begins with the line."""
    board: Board | None = None
    """The board that the line is, where it is canonical."""

    @property
    def value(self) -> DealLine | Entry | BoardSyntax | None:
        return self.parsed.value if self.parsed is not None else None

    @property
    def is_sound(self) -> bool:
        return self.parsed is not None and self.parsed.sound and self.parsed.value is not None


ReadTable = Callable[[Grid, bool, Words], Iterator[LineSyntax]]
"""A reader of tables as lines of a log; the flag is True if something stands above the table."""


class Reader(LogContext):
    """Reads the lines of one log, with what the log as a whole says about its names and words."""

    def __init__(
        self,
        file: str,
        problems: Problems,
        vocabulary: Vocabulary = ENGLISH,
        read_table: ReadTable | None = None,
        *,
        boards: bool = False,
        own: OwnWords = FROM_LOG,
        rules: Iterable[str] = (),
    ) -> None:
        super().__init__(problems, vocabulary)
        self._own, self._rules = own, rules
        self.read_table = read_table
        self.boards = boards
        """True if canonical lines are to be boards, which are checked faster than their syntax."""
        self.file = file
        self._before: set[str] = set()
        """The players of the canonical lines above those that are read here, in small letters."""
        self._sender: str | None = None
        """The sender whom the next line goes on with."""
        self._layout = Layout()
        self._messages: dict[int, Message] = {}
        """The messages that begin on lines without a stamp, by the numbers of their lines."""
        self._quoted = False
        """True inside a message of several lines that stands in quotes."""
        self._rows_of: str | None = None
        """The sender of a board whose next row may follow."""
        self._listed: set[str] = set()
        """The names that `players` lists, in small letters."""
        self._known: set[str] = set()
        """Senders, listed players and those with a board up to here, in small letters."""
        self._initials: dict[str, str] = {}
        """Single letters, in small letters, and the players that they stand for."""
        self._talk: list[Line] = []
        self._remarks: list[Line] = []
        """The lines that are remarks, which a warning lists."""
        self._may: list[tuple[Line, int]] = []
        """The messages that may matter: their lines, and where they start."""

    def go_on(
        self,
        names: Iterable[str],
        deal: DealLine | None,
        *,
        begun: bool,
        in_deal: Iterable[str] | None = None,
    ) -> None:
        """Take over behind canonical lines with these names of players and this last deal.

        `in_deal` are the players with a board in it, all of them if that is not said.
        """
        self.names = {folded(name): name for name in names}
        self.begun = self.said_something = begun
        if deal is not None:
            self._follow(deal)
        self._before = set(self.names)
        self.in_deal = set(self.names) if in_deal is None else set(map(folded, in_deal))

    # --- one line

    def normalized(self, line: Line, start: int = 0) -> Normalized:
        source = normalize(line, start, self.vocabulary)
        for mark, status in self.legend.items():
            source = source.sub(legend_pattern(mark), legend_word(status))
        return source.sub(_SHORT_BESIDE, self._without_short) if self._initials else source

    def _without_short(self, match: re.Match[str]) -> str:
        return match[1] if folded(match[2]) in self._initials else match[0]

    def readings(self, source: Normalized) -> list[LineSyntax] | None:
        """Return what a line says that the grammar alone does not read, None where that is not sure."""
        if len(source.text) > _LONGEST:
            return None
        for reading in READINGS:
            found = reading(self, source)
            if found is not None:
                return found
        return None

    def read(self, line: Line, start: int = 0) -> list[LineSyntax]:
        """Return what a line says by itself; one that cannot be read gives a diagnostic and an `Unread`."""
        struck = _STRUCK.fullmatch(line.text, start)
        if struck is not None:
            return [self._struck_out(line, start, struck)]
        source = self.normalized(line, start)
        parsed = parse(source, self.vocabulary)
        if parsed.sound:
            return [parsed.value]
        found = self.readings(source)
        return found if found is not None else [self.unread(source, parsed, start)]

    def unread(self, source: Normalized, parsed: Parsed, start: int = 0) -> LineSyntax:
        """Diagnose a line that has no reading."""

        def read(line: Line) -> tuple[Normalized, Parsed]:
            normal = self.normalized(line, start)
            found = parse(normal, self.vocabulary)
            heading = None if found.sound else heading_reader(self.vocabulary).read(normal)
            if heading is None or heading.unclear or not heading.certain or self.begun:
                return normal, found
            return normal, Parsed(heading.entries[0])

        found = house_rule(source) if parsed.key is None else None
        found = found or diagnose(source, parsed, read)
        if (
            found is None
            and isinstance(parsed.value, BoardSyntax)
            and not parsed.doubt
            and has_cards(parsed.value)
        ):
            # Which card or row is wrong is told where the deal is validated.
            return parsed.value
        found = found or unreadable(source, parsed, self.vocabulary)
        self.problems.add(found.problem())
        if parsed.key:
            self.problems.miss(parsed.key)
        self._note_unread(source, (*found.reads, parsed.value))
        first = found.reads[0] if found.reads else None
        if found.code == "deal-line" or isinstance(first, DealLine):
            # The lines below belong to the deal that is meant.
            return DealLine(source.at(0, len(source.text)), None, spoiled=True)
        return Unread(key=parsed.key is not None or isinstance(first, Entry))

    def _note_unread(self, source: Normalized, values: Iterable[LineSyntax]) -> None:
        """Note the keys and the players that a line may be about, so that nobody misses them twice."""
        head = source.text.partition(":")[0].strip(' \t"')
        self.problems.miss(head)
        for value in values:
            if isinstance(value, Entry):
                self.problems.miss(value.key.text)
            elif isinstance(value, BoardSyntax) and value.name is not None:
                self.problems.miss(value.name.text)

    def _struck_out(self, line: Line, start: int, struck: re.Match[str]) -> Unread:
        whole = Edit(line.file, line.number, start, len(line.text), struck[2] + (struck[3] or ""))
        note = f"leave it out, or write `{whole.applied(line.text)}` if it counts"
        span = (start, len(line.text))
        self.problems.add(
            Diagnostic("line-unreadable", line, span, "this line is struck out", (), note).problem()
        )
        return Unread()

    # --- a whole log

    def lines(self, lines: Iterable[NumberedLine]) -> Iterator[LineSyntax]:
        """Yield what the lines of a log say."""
        rest = iter(lines)
        while block := list(islice(rest, BLOCK)):
            yield from self._block(block)
        self._refuse_marks()
        self._report_talk()
        warn_of_remarks(self.problems, self._remarks)

    def _block(self, block: list[NumberedLine]) -> Iterator[LineSyntax]:
        text = "\n".join(line for _, line in block if line is not None)
        unquoted = _QUOTED.sub(lambda match: "" if match[1] else match[0], text)
        self.vocabulary = vocabulary_in(unquoted, os.path.dirname(self.file), self._own, self._rules)
        if self.is_chat is None:
            self.is_chat = is_chat(text)
        if self.is_chat:
            self._messages = self._layout.messages(
                [Line(self.file, number, line) for number, line in block if line is not None]
            )
        self._look_ahead(text)
        grids = {} if self.is_chat or self.read_table is None else self._grids(block)
        inside = {index for start, grid in grids.items() for index in range(start, grid.end)}
        items = self._with_row_labels(
            [
                _Item(Line(self.file, number, line or ""), None, None, None, grids.get(index))
                if index in inside
                else self._item(number, line)
                for index, (number, line) in enumerate(block)
            ]
        )
        items = items if self.is_chat else self._with_totals(items)
        for item in items:
            if item is not None and item.is_sound:
                self.meet(item.value)
        self._find_initials(items)
        at = 0
        while at < len(items):
            item = items[at]
            at += 1
            if item is None:
                yield Unread()
                continue
            if item.grid is not None:
                assert self.read_table is not None
                begun, words = self.begun or self.said_something, self.vocabulary.words
                for value in self.read_table(item.grid, begun, words):
                    self._follow(value)
                    self.meet(value)
                    yield value
                at = item.grid.end
                continue
            if item.source is None:
                if item.line.text.lstrip(" \t\ufeff").startswith("#"):
                    yield from self._comment(item.line, items, at)
                else:
                    yield None
                continue
            for value in self._values(item, items, at):
                if isinstance(value, BoardSyntax) and value.name is not None:
                    if (
                        self.boards
                        and item.board is not None
                        and folded(value.name.text) not in self._initials
                        and folded(value.name.text) not in self.marks
                    ):
                        self._follow(value)
                        yield item.board
                        continue
                    full = self._initials.get(folded(value.name.text))
                    value = (
                        value
                        if full is None
                        else value._replace(name=value.name._replace(text=full, cells=None))
                    )
                    assert value.name is not None
                    mark = self.marks.pop(folded(value.name.text), None)
                    if mark is not None and value.rows and not value.marks:
                        value = value._replace(marks=(mark,))
                self._follow(value)
                yield value

    def _grids(self, block: list[NumberedLine]) -> dict[int, Grid]:
        """Return the tables of a block, by the index of the first line of each."""
        lines = [None if text is None else Line(self.file, number, text) for number, text in block]
        return find_grids(lines, self.vocabulary)

    def _look_ahead(self, text: str) -> None:
        """Note what single lines cannot tell: marks that are explained, and the sign between thousands."""
        statuses = one_of(self.vocabulary.statuses)
        for match in re.finditer(
            rf"(?m)^[ \t]*(?:[(\[]([^\s=:()\[\]]{{1,3}})[)\]][ \t]*[=:]|([^\s=:()\[\]]{{1,3}})[ \t]*(?:=|(?ai:means)))[ \t]*({statuses})[ \t.!]*$",
            text,
        ):
            self.legend[match[1] or match[2]] = self.vocabulary.statuses[folded(match[3])]
        for match in _SHORT_BESIDE.finditer(text):
            short, name = match[2], match[1].strip()
            if (
                folded(short) not in self.vocabulary.statuses
                and short not in self.legend
                and _shortens(short, name)
            ):
                self._initials.setdefault(folded(short), name)

    @property
    def _legend_of_sign(self) -> re.Pattern[str]:
        """A line that says what a sign means, which may look like a bullet: `* = fantasyland`."""
        return re.compile(
            rf"[ \t]*([^\s\w()\[\]]{{1,3}})[ \t]*(?:[=:]|(?ai:means))[ \t]*(?:{one_of(self.vocabulary.statuses)})[ \t.!]*"
        )

    def _with_row_labels(self, items: list[_Item | None]) -> list[_Item | None]:
        """Return the lines with labels for `T`, `M` and `B` before rows of 3, 5 and 5 cards, each on its line."""
        for at in range(len(items) - 2):
            three = [item for item in items[at : at + 3] if item is not None and item.source is not None]
            found = [_INITIAL_ROW.fullmatch(item.source.text) for item in three if item.source is not None]
            rows = {_ORDER[match[1].lower()]: len(read_cards(match[2]).cards) for match in found if match}
            if len(rows) != 3 or any(count != row.size for row, count in rows.items()):
                continue
            for place, item in enumerate(three, at):
                assert item.source is not None
                source = item.source.sub(
                    _INITIAL_ROW, lambda m: f"{SHORT_LABELS[_ORDER[m[1].lower()]]}: {m[2]}"
                )
                items[place] = item._replace(source=source, parsed=parse(source, self.vocabulary))
        return items

    def _with_totals(self, items: list[_Item | None]) -> list[_Item | None]:
        """Return the lines of a block of totals with their key: a heading such as `Total`, and points below."""
        words = [word for word, key in self.vocabulary.keys.items() if key == "running"]
        for at, item in enumerate(items):
            if item is None or item.source is None or folded(item.source.text.rstrip(" :")) not in words:
                continue
            totals: list[_Item] = []
            for below in items[at + 1 :]:
                if below is None or below.source is None or not _POINTS_OF_ONE.fullmatch(below.source.text):
                    break
                source = below.source.sub(_START, "running: ")
                totals.append(below._replace(source=source, parsed=parse(source, self.vocabulary)))
            if len(totals) > 1 and all(total.is_sound for total in totals):
                items[at : at + 1 + len(totals)] = [_Item(item.line._replace(text=""), None, None), *totals]
        return items

    def _find_initials(self, items: list[_Item | None]) -> None:
        """Note the single letters that stand for a player: one name begins so, and never has a board beside them.

        One that `players` lists stands for whom it says there.
        """
        groups: list[set[str]] = [self._before]
        for item in items:
            value = item.value if item is not None else None
            if item is None or item.source is None or isinstance(value, DealLine):
                groups.append(set())
            elif isinstance(value, BoardSyntax) and value.name is not None:
                groups[-1].add(folded(value.name.text))
        full: dict[str, str] = {}
        for letter in (name for name in {*self.names} - self._listed if len(name) == 1 and name.isalpha()):
            begun = [name for name in self.names if len(name) > 1 and name.startswith(letter)]
            if len(begun) == 1 and not any({letter, begun[0]} <= group for group in groups):
                full[letter] = begun[0]
        for letter, name in full.items():
            whole = [group for group in groups if name in group]
            short = [{full.get(other, other) for other in group} for group in groups if letter in group]
            # The same people play before and behind: else two people may stand in one deal of blank lines.
            if not whole or all(any(len(one & other) > 1 for other in whole) for one in short):
                self._initials[letter] = self.names[name]

    def _item(self, number: int, text: str | None) -> _Item | None:
        if text is None:
            return None
        line = Line(self.file, number, text)
        if NOTHING.fullmatch(text) or text.lstrip(" \t\ufeff").startswith("#"):
            return _Item(line, None, None)
        canonical = read_board(line) if self.vocabulary is ENGLISH and not self.is_chat else None
        if canonical is not None:
            board, syntax = canonical
            source = Normalized(text, tuple(range(len(text) + 1)), line)
            return _Item(line, source, Parsed(syntax), board=board)
        message = self._message(line) if self.is_chat else None
        if message is not None:
            if message.start >= len(message.line.text.rstrip()):
                return _Item(line._replace(text=""), None, None)
            line = message.line
        source = self.normalized(line, message.start if message else 0)
        if message is not None and line.text.startswith("#", message.start):
            self._weigh_comment(line, message.start)
        if not source.text or (self.is_chat and says_nothing(line.text[message.start if message else 0 :])):
            return _Item(line._replace(text=""), None, None)
        return _Item(line, source, parse(source, self.vocabulary), message)

    def _message(self, line: Line) -> Message | None:
        """Return the message that a line of a chat is; one without a stamp goes on with the one above."""
        line = without_marks(line)
        found = self._messages.get(line.number) or message_of(line)
        if found is None:
            if not line.text.strip():
                return None
            found = Message(line, 0, self._sender)
        else:
            self._sender, self._quoted = found.sender, False
            if found.sender is not None:
                self.names.setdefault(folded(found.sender), found.sender)
                self._known.add(folded(found.sender))
        return self._unquoted(found._replace(line=line))

    def _unquoted(self, message: Message) -> Message:
        """Return a line of a message of several lines without the quotes around the message."""
        text = message.line.text.rstrip()
        if self._quoted and text.endswith('"'):
            self._quoted = False
            return message._replace(line=message.line._replace(text=text[:-1]))
        if message.sender is not None and text.startswith('"', message.start) and text.count('"') == 1:
            self._quoted = True
            return message._replace(start=message.start + 1)
        return message

    def meet(self, value: LineSyntax) -> None:
        """Note the names that a line surely has."""
        if (
            isinstance(value, BoardSyntax)
            and value.name is not None
            and (is_whole(value) or value.status is not None or not value.rows)
        ):
            self.names.setdefault(folded(value.name.text), value.name.text)
        elif isinstance(value, Entry) and value.key.text == "players":
            for part in value.parts:
                for name in part.names:
                    self.names.setdefault(folded(name.text), name.text)
                    self._listed.add(folded(name.text))
                    self._known.add(folded(name.text))

    def _follow(self, value: LineSyntax) -> None:
        """Note where in the log the next line stands."""
        if isinstance(value, DealLine):
            number = re.search("[0-9]{1,9}", value.name.text) if value.name is not None else None
            self.deals = int(number[0]) if number else self.deals + 1
            self.begun = True
            self.in_deal = set()
            self._refuse_marks(value.at.line.number)
        elif isinstance(value, BoardSyntax):
            self.begun = True
            if value.name is not None:
                self.last_name, self.last_at = folded(value.name.text), value.name
                self._known.add(self.last_name)
                self.in_deal.add(self.last_name)
        self.said_something = True

    def _refuse_marks(self, before: int | None = None) -> None:
        """Report the marks of players, said above this line, whose board did not follow."""
        for name, mark in [*self.marks.items()]:
            if before is None or mark.line.number < before:
                del self.marks[name]
                what = f"{self.names.get(name, name)} has no board in this deal, of which this line tells"
                self.problems.refuse(
                    "mark-misplaced", mark.place, what, "write `(fantasyland)` behind a board"
                )

    def _comment(self, line: Line, items: list[_Item | None], at: int) -> Iterator[LineSyntax]:
        """Yield the deal that a comment such as `# deal 2` begins above an uncommented board."""
        titled = _ORG_TITLE.fullmatch(line.text)
        if titled is not None and not self.begun:
            whole = Text(line.text, line, 1, len(line.text))
            yield entry("title", Part(words=(whole.part(*titled.span(1)),)))
            return
        found = self._read_heading(line, items, at) if self._is_above_lines(items, at) else []
        for value in found:
            self._follow(value)
            yield value
        if found:
            return
        if self._is_above_lines(items, at) and _VOID.search(line.text):
            message = "a line with `#` is a comment: does the deal below count?"
            note = "if it does not, write `void` below its boards; else take the word out of the comment"
            span = (0, len(line.text))
            self.problems.add(Diagnostic("void-unclear", line, span, message, (), note).problem())
            yield Unread()
        elif not _is_left_out(items, at - 1):
            self._weigh_comment(line, 0)

    def _read_heading(self, line: Line, items: list[_Item | None], at: int) -> list[LineSyntax]:
        """Return what a line behind `#` says that is the heading of the boards below, nothing if it is a comment.

        A number behind blanks may be one of a sentence; that is a heading only if it can be read as one.
        """
        match = _COMMENT_DEAL.fullmatch(line.text)
        if match is not None:
            if (match["word"] or match["noun"] or "").lower() not in {"", *self.vocabulary.deals}:
                return []
            whole = Normalized(line.text, tuple(range(len(line.text) + 1)), line)
            deal = numbered_deal(whole, match.span("number" if match["number"] else "ordinal"))
            return [deal] if self._begins_boards(items, at) else []
        source = self.normalized(line, len(line.text) - len(line.text.lstrip("\ufeff# \t")))
        source = source.sub(_NUMBER_FIRST, "deal ")
        if not source.text or len(source.text) > _LONGEST:
            return []
        parsed = parse(source, self.vocabulary)
        found: list[LineSyntax] = [parsed.value] if parsed.sound else self.readings(source) or []
        first = found[0] if found else None
        if isinstance(first, DealLine) and first.name is not None and first.name.text.isdecimal():
            return found if len(found) > 1 or self._begins_boards(items, at) else []
        begun = _HEADS.match(line.text)
        heads = begun is not None and (begun["word"] or "#").lower() in {"#", *self.vocabulary.deals}
        return [self.unread(source, parsed)] if heads and self._begins_boards(items, at) else []

    @staticmethod
    def _is_above_lines(items: list[_Item | None], at: int) -> bool:
        """Return True if the next line that is not blank is no comment."""
        below = (
            item for item in items[at:] if item is None or item.source or item.grid or item.line.text.strip()
        )
        first = next(below, None)
        return (
            first is not None
            and (first.grid is not None or first.source is not None)
            and not (first.is_sound and isinstance(first.value, Entry | DealLine))
        )

    def _values(self, item: _Item, items: list[_Item | None], at: int) -> list[LineSyntax]:
        """Return what a line says, by itself and by the lines around it."""
        source, parsed = item.source, item.parsed
        assert source is not None
        assert parsed is not None
        struck = _STRUCK.fullmatch(item.line.text)
        if struck is not None:
            return [self._struck_out(item.line, 0, struck)]
        if item.message is not None:
            return self._sent(item, items, at)
        number = _BARE_NUMBER.fullmatch(source.text)
        if number is not None and not re.fullmatch("[ \t]*[0-9]{3}[ \t]*", source.text):
            follows = int(number["number"]) == self.deals + 1
            if follows and self._begins_boards(items, at):
                return [numbered_deal(source, number.span("number"))]
        legend = self._legend_of_sign.fullmatch(item.line.text)
        if legend is not None and legend[1] in self.legend:
            return []
        if re.sub('"[^"]*"', "", item.line.text).count("~~") % 2 and not NOTHING.fullmatch(item.line.text):
            note = "leave the lines out that do not count; a deal that is void has `void` below its boards"
            span = (0, len(item.line.text))
            message = "does this line strike the next ones out?"
            self.problems.add(Diagnostic("line-unreadable", item.line, span, message, (), note).problem())
            return [Unread()]
        self._warn_of_remark(item)
        listed = numbered_item(self, source)
        if listed is not None:
            return listed
        player = self._player_above(parsed.value, items, at) if parsed.sound else None
        if player is not None:
            return [player]
        if parsed.sound:
            return [] if self._heads_talk(parsed.value, items, at) else [parsed.value]
        found = self.readings(source)
        if found is not None:
            if self._has_unknown_note(item.line, found):
                self._remarks.append(item.line)
            return found
        name = self._bare_name(item, items, at) or self._name_and_top(source, items, at)
        if name is not None:
            return [name]
        said = title(self, source) or remark(self, source) or self._greeting(source, items, at)
        if said is None:
            return [self.unread(source, parsed)]
        if said.key.text == "note":
            self._remarks.append(item.line)
        return [said]

    def _has_unknown_note(self, line: Line, found: list[LineSyntax]) -> bool:
        """Return True if words behind a deal's name or a board are kept as a note, and may say more.

        Behind a foul they say why.
        """
        first = found[0] if found else None
        if not isinstance(first, DealLine | BoardSyntax) or (isinstance(first, BoardSyntax) and first.status):
            return False
        if re.search(
            one_of(word for word, key in self.vocabulary.keys.items() if key == "note") + "[ \t]*:", line.text
        ):
            return False
        known = {
            *self.vocabulary.fillers, *_TALK["openers"], *_TALK["in_remarks"], *_TALK["places"], *_TALK["before_place"],
            *(word for name in self.names for word in name.split()),
        }  # fmt: skip
        notes = [value for value in found if isinstance(value, Entry) and value.key.text == "note"]
        said = [
            folded(word) for note in notes for word in re.findall(r"[^\W\d_]+", note.parts[0].words[0].text)
        ]
        return any(len(word) > 2 and word not in known for word in said)

    def _greeting(self, source: Normalized, items: list[_Item | None], at: int) -> Entry | None:
        """Return the note that a greeting above the boards is, or a signature below: `Hi Ana`, `Cheers, Ben`.

        A name alone is one below a remark.
        """
        words = [folded(word) for word in WORDS.findall(source.text)]
        named = [word for word in words if word not in _TALK["openers"]]
        people = {word for name in self.names for word in name.split()}
        if not words or not people.issuperset(named) or re.search(MORE_THAN_WORDS, source.text):
            return None
        below = any(
            item is None or item.grid or (item.is_sound and item.value is not None) for item in items[at:]
        )
        greets = len(named) < len(words)
        stands_apart = (greets and not self.begun) or ((greets or bool(self._remarks)) and not below)
        return entry("note", Part(words=(source.at(0, len(source.text)),))) if stands_apart else None

    def _warn_of_remark(self, item: _Item) -> None:
        """Warn of a comment behind a deal's line or a board that may say that it is void, or a foul."""
        source, value = item.source, item.value
        if source is None or not item.is_sound or not isinstance(value, DealLine | BoardSyntax):
            return
        end = source.columns[len(source.text) - 1] + 1 if source.text else 0
        at = item.line.text.find("#", end)
        if at < 0:
            return
        word = folded(item.line.text[at:].strip("# \t.!:()-"))
        bare = isinstance(value, BoardSyntax) and value.status is None and not value.marks
        if bare and self.vocabulary.statuses.get(word) == "foul":
            help = "if it is meant, write `(foul)` behind the cards"
            self._warn_of_comment(item.line, at, "that the board is a foul", help)
        else:
            self._weigh_comment(item.line, at)

    def _weigh_comment(self, line: Line, at: int) -> None:
        """Warn of a comment below a board that says that a deal is void, or who paid or owes whom, as a line does."""
        said = line.text[at:].strip("# \t")
        if not (self.begun or self.is_chat) or len(said.split()) > _FEW_WORDS:
            return
        if _SAYS_VOID.search(said):
            help = "if one is, put a line `void` below its boards"
            self._warn_of_comment(line, at, "that a deal is void", help)
            return
        weight = weigher(self.vocabulary).weigh(
            said, Context(frozenset(self.names), False, False, False, note=True)
        )
        if isinstance(weight, Weight) and weight.pays and ":" not in said:
            self._warn_of_comment(line, at, weight.what, weight.help)

    def _warn_of_comment(self, line: Line, at: int, what: str, help: str) -> None:
        place = Place(line.file, line.number, at + 1, len(line.text) - at, line.text)
        message = f"a comment changes nothing, and this one may say {what}"
        self.problems.warn("note-unread", place, message, help)

    def _sent(self, item: _Item, items: list[_Item | None], at: int) -> list[LineSyntax]:
        """Return what a message says: a line of a log by itself, or behind its sender's name."""
        message, source, parsed = item.message, item.source, item.parsed
        assert message is not None
        assert source is not None
        assert parsed is not None
        value = parsed.value if parsed.sound else None
        own = isinstance(value, BoardSyntax) and value.name is None
        if value is not None and not own and self._may_be_said(value):
            if isinstance(value, BoardSyntax) and value.name is not None and message.sender is not None:
                said, quoted = folded(value.name.text), '"' in source.text[:2]
                if said in _TALK["oneself"] and said not in self._known and not quoted:
                    return [value._replace(name=value.name._replace(text=message.sender, cells=None))]
                if self._asks_whose(message, value, source):
                    return [Unread()]
            self._rows_of = None
            return [value]
        sender = message.sender
        if own and self._laughs(item, items, at):
            return self._weigh(item)
        if sender is not None:
            row = own and isinstance(value, BoardSyntax) and 0 < len(value.rows) < 3
            if row and sender == self._rows_of:
                return [value]
            signed = parse(message.signed(self.vocabulary), self.vocabulary)
            board = signed.value
            above = items[at - 2] if own and at > 1 and message.start == 0 else None
            if above is not None and isinstance(value, BoardSyntax) and self._may_name(above, sender):
                return [self._of_nobody(source)]
            if isinstance(board, BoardSyntax) and (own or signed.sound):
                whole = is_whole(board) or board.status is not None or row or bool(board.marks and board.rows)
                if whole and (signed.sound or row):
                    self._rows_of = sender if row else None
                    return [board]
            if isinstance(board, BoardSyntax) and (_looks_like_board(board) or own):
                return [self.unread(message.signed(self.vocabulary), signed, message.start)]
            numbered = self._numbered_board(message, source)
            if numbered is not None:
                return numbered
        elif own and value is not None:
            if isinstance(value, BoardSyntax) and is_whole(value):
                return [self._of_nobody(source)]
            return [value]
        found = self.readings(self._in_first_person(source, message))
        if found is not None and all(map(self._may_be_said, found)):
            if self._has_unknown_note(message.line, found):
                self._remarks.append(message.line)
            return found
        return self._weigh(item)

    def _laughs(self, item: _Item, items: list[_Item | None], at: int) -> bool:
        """Return True for laughter that could be a row of three, if no other row stands beside it."""
        message, value = item.message, item.value
        assert message is not None
        if not laughs(message.line.text[message.start :]) or not isinstance(value, BoardSyntax):
            return False
        if len(value.rows) != 1 or len(read_cards(value.rows[0].text).cards) != Row.TOP.size:
            return True
        of_sender = (
            other.value
            for other in items[at:]
            if other is not None and other.message is not None and other.message.sender == message.sender
        )
        below = next(of_sender, None)
        goes_on = isinstance(below, BoardSyntax) and below.name is None and len(below.rows) == 1
        return not goes_on and (message.sender is None or self._rows_of != message.sender)

    def _numbered_board(self, message: Message, source: Normalized) -> list[LineSyntax] | None:
        """Return the sender's board behind the name of this deal, or of the next: `Deal 1: 33A / ...`."""
        match = match_of_deal(self, source)
        start = (
            None
            if match is None
            else match.end("number") + len(match["rest"]) - len(match["rest"].lstrip(" \t:.)–—-"))
        )
        if match is None or start is None or start >= len(source.text):
            return None
        board = parse(message._replace(start=source.columns[start]).signed(self.vocabulary), self.vocabulary)
        if not (board.sound and isinstance(board.value, BoardSyntax) and is_whole(board.value)):
            return None
        ahead = int(match["number"]) - self.deals
        if ahead not in (0, 1):
            return None
        deal = [numbered_deal(source, match.span("number"))] if ahead else []
        return [*deal, board.value]

    def _may_be_said(self, value: LineSyntax) -> bool:
        """Return False for a line that people say in talk too: a key without its colon, of unknown names."""
        if not isinstance(value, Entry):
            return True
        names = [name.text for part in value.parts for name in part.names]
        colon = re.match(r"[^:]{0,40}[:=]", value.key.line.text[value.key.column - 1 :]) is not None
        if value.key.text in ("note", "title", "cards") or (
            KEYS[value.key.text].where == "header" and self.begun
        ):
            return colon
        known = all(folded(name) in self.names or folded(name) in self.in_deal for name in names)
        return (
            ((colon or bool(KEYS[value.key.text].value == "amount")) and known)
            or (known and bool(names))
            or value.key.text in ("rules", "void", "date", "stake", "players", "currency")
        )

    def _asks_whose(self, message: Message, board: BoardSyntax, source: Normalized) -> bool:
        """Report a board behind a word that may be no name (`here: 663 / KK943 / 88844`), and return True."""
        name = board.name
        if name is None or message.sender is None or folded(name.text) in self._known:
            return False
        said = folded(name.text)
        if not (said in _TALK["before_board"] or name.text[:1].islower()) or '"' in source.text[:2]:
            return False
        what = f"`{name.text}` is no player up to here, and {message.sender} wrote it before a board"
        note = f"if the board is {message.sender}'s, delete the word; if `{name.text}` is a player, put the name in quotes"
        span = (name.column - 1, name.column - 1 + name.width)
        self.problems.add(Diagnostic("name-unknown", message.line, span, what, (), note).problem())
        return True

    def _may_name(self, above: _Item, sender: str) -> bool:
        """Return True for a line of the sender above a board that may be the name of another player."""
        message = above.message
        if message is None or message.sender != sender or above.is_sound:
            return False
        said = message.line.text[message.start :].strip()
        return may_be_name(said) and is_titled(said) and folded(said) != folded(sender)

    def _of_nobody(self, source: Normalized) -> Unread:
        """Report a board of a chat whose player is not known."""
        span = source.span(0, len(source.text))
        what = "whose board is this? No line of the chat says so for sure"
        note = "write the player's name before it, as in `Ann: ...`"
        self.problems.add(Diagnostic("name-missing", source.line, span, what, (), note).problem())
        return Unread()

    def _in_first_person(self, source: Normalized, message: Message) -> Normalized:
        """Return a message with its sender's name in the place of `I` and `me`."""
        if message.sender is None or "i" in self.names or "me" in self.names:
            return source
        name = message.sender if re.fullmatch(NAME, message.sender) else f'"{message.sender}"'
        return source.sub(_FIRST_PERSON, name.replace("\\", ""))

    def _weigh(self, item: _Item) -> list[LineSyntax]:
        """Report a message that surely matters; note one that may, and count the others."""
        message, source = item.message, item.source
        assert message is not None
        assert source is not None
        names = frozenset((*self.names, *self.in_deal))
        has_board = message.sender is not None and folded(message.sender) in self.in_deal
        context = Context(names, has_board, not self.in_deal and not self.begun, message.sender is None)
        text = message.line.text[message.start :]
        weight = weigher(self.vocabulary).weigh(text, context)
        if isinstance(weight, Weight):
            span = source.span(0, len(source.text))
            self.problems.add(
                Diagnostic(
                    weight.code,
                    message.line,
                    span,
                    f"this message may say {weight.what}",
                    (),
                    f"{weight.help}; if it is talk, put `#` before the line",
                ).problem()
            )
        elif weight:
            self._may.append((message.line, message.start + len(text) - len(text.lstrip())))
        else:
            self._talk.append(message.line)
        return []

    def _report_talk(self) -> None:
        """Warn of the messages that may matter, and count the others."""
        count = len(self._talk)
        others = (
            f"{count} {'line' if count == 1 else 'lines'} of this chat {'is' if count == 1 else 'are'} talk"
        )
        if self._may:
            many = (
                "1 line of this chat may matter, and is"
                if len(self._may) == 1
                else f"{len(self._may)} lines of this chat may matter, and are"
            )
            message = f"{many} left out: {listed_lines(self._may)}" + (f"; {others}" if count else "")
            line, start = self._may[0]
            place = Place(line.file, line.number, start + 1, len(line.text[start:].rstrip()), line.text)
            help = "write as lines of a log those that count: a board, a key such as `stake: 1`, or `deal 1`"
            self.problems.warn("chat-lines", place, message, help)
        elif count:
            line = self._talk[0]
            self.problems.warn("chat-lines", Place(self.file), f"{others}, and left out")

    def _begins_boards(self, items: list[_Item | None], at: int) -> bool:
        """Return True if the next line that is not blank is a board, a row or a name."""
        for item in items[at:]:
            if item is None:
                return False
            if item.grid is not None:
                return True
            if item.source is None:
                if item.line.text.strip():
                    return False
                continue
            return isinstance(item.value, BoardSyntax) or self._looks_like_name(item)
        return False

    def _looks_like_name(self, item: _Item) -> bool:
        """Return True for a line of a few words that are no board, no key and no label."""
        if item.source is None or item.is_sound:
            return False
        text = item.source.text.rstrip(" :")
        words = folded(text)
        known = (
            self.vocabulary.rows,
            self.vocabulary.statuses,
            self.vocabulary.keys,
            self.vocabulary.deals,
            self.vocabulary.fillers,
        )
        if not text or any(words in table for table in known) or re.fullmatch(CARDS, text):
            return False
        if re.search(r"[\d/|;:=+()\[\]]", text) or len(text.split()) > 4 or len(text) > 40:
            return False
        return heading_reader(self.vocabulary).read(item.source) is None and any(map(str.isalpha, text))

    def _bare_name(self, item: _Item, items: list[_Item | None], at: int) -> BoardSyntax | None:
        """Return the name that stands alone above the rows of its board, as another player's does."""
        if not self._looks_like_name(item) or not self._has_one_board(items, at):
            return None
        others = [
            index
            for index, other in enumerate(items)
            if index != at - 1 and other is not None and self._looks_like_name(other)
        ]
        if not any(self._has_one_board(items, index + 1) for index in others):
            return None
        assert item.source is not None
        text = item.source.text.rstrip(" :")
        name = person(item.source, 0, len(text))
        self.names.setdefault(folded(name.text), name.text)
        return BoardSyntax(name, name)

    def _player_above(self, value: LineSyntax, items: list[_Item | None], at: int) -> BoardSyntax | None:
        """Return the name in a line such as `Player: Ana` above the rows of one board."""
        if not isinstance(value, Entry) or value.key.text != "players" or len(value.parts) != 1:
            return None
        names = value.parts[0].names
        below = next((item for item in items[at:] if item is None or item.source is not None), None)
        if len(names) != 1 or below is None or not self._has_one_board(items, at):
            return None
        return BoardSyntax(names[0], names[0])

    def _name_and_top(self, source: Normalized, items: list[_Item | None], at: int) -> BoardSyntax | None:
        """Return a name and a top row, where two rows of five cards stand on the lines below."""
        below = [item.value if item is not None else None for item in items[at : at + 2]]
        bare = [
            isinstance(value, BoardSyntax) and value.name is None and sizes(value.rows) == (Row.MIDDLE.size,)
            for value in below
        ]
        match = re.match(rf"{NAME}(?=[ \t]+)", source.text)
        if bare != [True, True] or match is None:
            return None
        parsed = parse(source.sub(re.compile(rf"^{NAME}(?=[ \t])"), r"\g<0>:"), self.vocabulary)
        board = parsed.value
        whole = parsed.sound and isinstance(board, BoardSyntax) and sizes(board.rows) == (Row.TOP.size,)
        return board if whole and isinstance(board, BoardSyntax) else None

    def _has_one_board(self, items: list[_Item | None], at: int) -> bool:
        """Return True if exactly one nameless board stands between here and the next name or heading."""
        rows = 0
        status = False
        for item in items[at:]:
            if item is None:
                return False
            if item.source is None:
                if item.line.text.strip() or not (rows or status):
                    continue
                break
            value = item.value
            if (
                not isinstance(value, BoardSyntax)
                or value.name is not None
                or not (item.is_sound or value.rows)
            ):
                break
            if not item.is_sound and self._looks_like_name(item):
                break
            rows += len(value.rows)
            status = status or value.status is not None
        return (rows == 3) != status and (rows in (0, 3))

    def _heads_talk(self, value: LineSyntax, items: list[_Item | None], at: int) -> bool:
        """Return True for the name of a player, with a colon, above a line that is no part of a board."""
        if (
            not isinstance(value, BoardSyntax)
            or value.name is None
            or value.rows
            or value.status
            or value.marks
        ):
            return False
        below = next((item for item in items[at:] if item is None or item.source is not None), None)
        return (
            below is not None
            and folded(value.name.text) in self.names
            and not (below.is_sound and isinstance(below.value, BoardSyntax))
        )


def _is_left_out(items: Sequence[_Item | None], at: int) -> bool:
    """Return True for a comment of several lines that has a board: a deal that somebody left out."""
    block = [
        [*takewhile(lambda item: item is not None and item.source is None and "#" in item.line.text, part)]
        for part in (items[at::-1], items[at:])
    ]
    return any(
        item is not None and count_cards(item.line.text) >= BOARD_SIZE for part in block for item in part
    )


def _shortens(short: str, name: str) -> bool:
    """Return True for two letters or more of a name, in their order, that begin as it does: `RO` of `Rolf`."""
    letters = iter(folded(name))
    return (
        len(short) > 1
        and folded(short)[0] == folded(name)[0]
        and all(letter in letters for letter in folded(short))
    )


def _looks_like_board(board: BoardSyntax) -> bool:
    """Return True for three groups of cards nearly as many as rows have, though some are unreadable."""
    if len(board.rows) != 3:
        return False
    counts = [len(read_cards(row.text).cards) for row in board.rows]
    return sum(abs(count - size) < 2 for count, size in zip(counts, (3, 5, 5), strict=True)) > 1


def read_board_value(value: Text, vocabulary: Vocabulary = ENGLISH) -> BoardSyntax:
    """Return the board that a value of YAML, or a cell, is. Raises `SyntaxFault`."""
    source = normalize_value(value, vocabulary)
    parsed = parse(source, vocabulary, "board")
    board = parsed.value
    if isinstance(board, BoardSyntax) and not parsed.doubt:
        return board._replace(spoiled=False)
    raise fault("line-unreadable", source.at(*parsed.at), "the board cannot be read on from here", BOARD_FORM)
