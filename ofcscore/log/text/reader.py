"""Read the lines of a text log that are not canonical: normalize, parse, and diagnose what is left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.problem import Edit, Place
from ofcscore.diagnostics.words import near
from ofcscore.game.board import Board, Row
from ofcscore.game.spelling import read_cards
from ofcscore.log.amounts import plain_number
from ofcscore.log.canonical import read_board
from ofcscore.log.keys import KEYS, key_form
from ofcscore.log.syntax import (
    BOARD_FORM,
    INITIALS,
    SHORT_LABELS,
    BoardSyntax,
    Correction,
    DealLine,
    Entry,
    Line,
    LineSyntax,
    NumberedLine,
    Part,
    Text,
    Unread,
    fault,
)
from ofcscore.log.text.chat import Message, is_chat, message_of, says_nothing
from ofcscore.log.text.grids import Grid, find_grids
from ofcscore.log.text.headings import entry, heading_reader
from ofcscore.log.text.money import NUMBER, MoneyReader
from ofcscore.log.text.normalize import Normalized, normalize, normalize_value
from ofcscore.log.text.parser import Parsed, is_whole, parse
from ofcscore.log.text.repairs import Diagnostic, diagnose
from ofcscore.log.text.talk import Context, Weight, weigher
from ofcscore.log.vocabulary import CARDS, ENGLISH, NAME, Vocabulary, folded, one_of, tables, vocabulary_of

_SHOWN: Final = 200
"""As many messages are listed in a warning."""
_WIDTH: Final = 60
"""As much of each is shown."""
_TALK: Final = tables()["talk"]
_FIRST_PERSON: Final = re.compile(
    r"(?<![^\W_])(?:I(?:['’]ve)?(?=[ \t])|(?ai:me|myself|ich|mir|yo|io|eu)(?![^\W_]))"
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
    r"[ \t]*#+[ \t]*(?:(?P<word>[^\W\d_]+)[ \t]*)?#?(?P<number>[0-9]{1,4})[ \t]*[:.)-]*[ \t]*"
)
_ORG_TITLE: Final = re.compile(r"#\+(?ai:title):[ \t]*(.*[^ \t])[ \t]*")
_BARE_NUMBER: Final = re.compile(
    r"[ \t]*(?:([-=*_~–—])\1*[ \t]*)?[#(\[]?(?P<number>[0-9]{1,4})[.):\]]*[ \t]*[-=*_~–—]*[ \t]*"
)
_CHINESE_DEAL: Final = re.compile(
    r"[ \t]*第[ \t]*(?P<number>[0-9]{1,4})[ \t]*(?:局|把|轮|盘|手|輪|盤)[ \t]*[:.]?[ \t]*(?P<rest>.*)"
)
_RESULT: Final = re.compile(
    r"(?P<board>.*?[^ \t=(+-])[ \t]*[/|,;]?[ \t]*(?:=>?[ \t]*)?[(\[]?[ \t]*(?P<royal>(?ai:royalt(?:y|ies)|bonus|roy)[ \t:=]*)?"
    r"(?P<points>[+-]?[0-9]{1,4})[ \t]*(?ai:points?|pts?|p|royalt(?:y|ies))?[ \t]*[)\]]?[ \t]*"
)
_INITIAL_ROW: Final = re.compile(r"(?ai:([tfmb]))[ \t]*[:.)=-][ \t]*([^/:]+)")
_COMMAS: Final = re.compile(r",[ \t]+(?=[^\W\d_])")
_BETWEEN_BOARDS: Final = re.compile(
    r"[ \t]+(?ai:vs|versus|v|gegen|contra|contre)\.?[ \t]+|[ \t]*;[ \t]*|[ \t]*\|\|[ \t]*"
)


_WORDS: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_MORE_THAN_WORDS: Final = "[0-9:=/+|;#?]"


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


ReadTable = Callable[[Grid, bool], Iterator[LineSyntax]]
"""A reader of tables as lines of a log; the flag is True if something stands above the table."""


class Reader:
    """Reads the lines of one log, with what the log as a whole says about its names and words."""

    def __init__(
        self,
        file: str,
        problems: Problems,
        vocabulary: Vocabulary = ENGLISH,
        read_table: ReadTable | None = None,
        *,
        boards: bool = False,
    ) -> None:
        self.read_table = read_table
        self.boards = boards
        """True if canonical lines are to be boards, which are checked faster than their syntax."""
        self.file = file
        self.problems = problems
        self.vocabulary = vocabulary
        self.names: dict[str, str] = {}
        """The names of players, in small letters, as they were written first."""
        self.legend: dict[str, str] = {}
        """Marks that the log explains, such as `(f)`, and the status that each stands for."""
        self.deals = 0
        """The number of the last deal."""
        self.begun = False
        """True if a deal or a board has been read."""
        self.said_something = False
        self.is_chat: bool | None = None
        self.last_name = ""
        """The name before the board above, in small letters."""
        self._sender: Message | None = None
        """The message that the next line goes on with."""
        self._boards: set[str] = set()
        """The players with a board in the open deal, in small letters."""
        self._rows_of: str | None = None
        """The sender of a board whose next row may follow."""
        self._known: set[str] = set()
        """Senders, listed players and those with a board up to here, in small letters."""
        self._initials: dict[str, str] = {}
        """Single letters, in small letters, and the players that they stand for."""
        self._talk: list[Line] = []
        self._may: list[tuple[Line, int]] = []
        """The messages that may matter: their lines, and where they start."""

    def go_on(self, names: Iterable[str], deal: DealLine | None, *, begun: bool) -> None:
        """Take over behind canonical lines with these names of players, of which the last deal was this one."""
        self.names = {folded(name): name for name in names}
        self.begun = self.said_something = begun
        if deal is not None:
            self._follow(deal)
        self._boards = set(self.names)

    # --- one line

    def normalized(self, line: Line, start: int = 0) -> Normalized:
        source = normalize(line, start, self.vocabulary)
        for mark, status in self.legend.items():
            source = source.sub(_legend_pattern(mark), _legend_word(status))
        return source

    def readings(self, source: Normalized) -> list[LineSyntax] | None:
        """Return what a line says that the grammar alone does not read, None where that is not sure."""
        if len(source.text) > _LONGEST:
            return None
        for reading in _READINGS:
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
            return normal, parse(normal, self.vocabulary)

        found = _house_rule(source) if parsed.key is None else None
        found = found or diagnose(source, parsed, read)
        if (
            found is None
            and isinstance(parsed.value, BoardSyntax)
            and not parsed.doubt
            and _has_cards(parsed.value)
        ):
            # Which card or row is wrong is told where the deal is validated.
            return parsed.value
        found = found or _unreadable(source, parsed, self.vocabulary)
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
        self._report_talk()

    def _block(self, block: list[NumberedLine]) -> Iterator[LineSyntax]:
        text = "\n".join(line for _, line in block if line is not None)
        self.vocabulary = vocabulary_of(_QUOTED.sub(lambda match: "" if match[1] else match[0], text))
        if self.is_chat is None:
            self.is_chat = is_chat(text)
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
        for item in items:
            if item is not None and item.is_sound:
                self._meet(item.value)
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
                for value in self.read_table(item.grid, self.begun or self.said_something):
                    self._follow(value)
                    self._meet(value)
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

    def _with_row_labels(self, items: list[_Item | None]) -> list[_Item | None]:
        """Return the lines with labels for `T`, `M` and `B` before rows of 3, 5 and 5 cards, each on its line."""
        for at in range(len(items) - 2):
            three = [item for item in items[at : at + 3] if item is not None and item.source is not None]
            found = [_INITIAL_ROW.fullmatch(item.source.text) for item in three if item.source is not None]
            rows = {INITIALS[match[1].lower()]: len(read_cards(match[2]).cards) for match in found if match}
            if len(rows) != 3 or any(count != row.size for row, count in rows.items()):
                continue
            for place, item in enumerate(three, at):
                assert item.source is not None
                source = item.source.sub(
                    _INITIAL_ROW, lambda m: f"{SHORT_LABELS[INITIALS[m[1].lower()]]}: {m[2]}"
                )
                items[place] = item._replace(source=source, parsed=parse(source, self.vocabulary))
        return items

    def _find_initials(self, items: list[_Item | None]) -> None:
        """Note the single letters that stand for a player: one name begins so, and never has a board beside them."""
        groups: list[set[str]] = [set(self._boards)]
        for item in items:
            value = item.value if item is not None else None
            if item is None or item.source is None or isinstance(value, DealLine):
                groups.append(set())
            elif isinstance(value, BoardSyntax) and value.name is not None:
                groups[-1].add(folded(value.name.text))
        full: dict[str, str] = {}
        for letter in (name for name in self.names if len(name) == 1 and name.isalpha()):
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
        if not source.text or (self.is_chat and says_nothing(line.text[message.start if message else 0 :])):
            return _Item(line._replace(text=""), None, None)
        return _Item(line, source, parse(source, self.vocabulary), message)

    def _message(self, line: Line) -> Message | None:
        """Return the message that a line of a chat is; one without a stamp goes on with the one above."""
        found = message_of(line)
        if found is not None:
            self._sender = found if found.sender is not None else None
            if found.sender is not None:
                self.names.setdefault(folded(found.sender), found.sender)
                self._known.add(folded(found.sender))
            return found
        if not line.text.strip():
            return None
        return Message(line, 0, self._sender.sender if self._sender else None)

    def _meet(self, value: LineSyntax) -> None:
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
                    self._known.add(folded(name.text))

    def _follow(self, value: LineSyntax) -> None:
        """Note where in the log the next line stands."""
        if isinstance(value, DealLine):
            number = re.search("[0-9]{1,9}", value.name.text) if value.name is not None else None
            self.deals = int(number[0]) if number else self.deals + 1
            self.begun = True
            self._boards = set()
        elif isinstance(value, BoardSyntax):
            self.begun = True
            if value.name is not None:
                self.last_name = folded(value.name.text)
                self._known.add(self.last_name)
                self._boards.add(self.last_name)
        self.said_something = True

    def _comment(self, line: Line, items: list[_Item | None], at: int) -> Iterator[LineSyntax]:
        """Yield the deal that a comment such as `# deal 2` begins above an uncommented board."""
        titled = _ORG_TITLE.fullmatch(line.text)
        if titled is not None and not self.begun:
            whole = Text(line.text, line, 1, len(line.text))
            yield entry("title", Part(words=(whole.part(*titled.span(1)),)))
            return
        match = _COMMENT_DEAL.fullmatch(line.text)
        if match is None or (match["word"] and match["word"].lower() not in self.vocabulary.deals):
            return
        below = next(
            (
                item
                for item in items[at:]
                if item is None or item.source is not None or item.line.text.strip()
            ),
            None,
        )
        if (
            below is not None
            and (below.source is not None or below.grid is not None)
            and self._begins_boards(items, at)
        ):
            value = self._deal(
                Normalized(line.text, tuple(range(len(line.text) + 1)), line), match.span("number")
            )
            self._follow(value)
            yield value

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
                return [self._deal(source, number.span("number"))]
        if parsed.sound:
            return [] if self._heads_talk(parsed.value, items, at) else [parsed.value]
        found = self.readings(source)
        if found is not None:
            return found
        name = self._bare_name(item, items, at)
        if name is not None:
            return [name]
        title = self.title(source)
        if title is not None:
            return [title]
        return [self.unread(source, parsed)]

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
        if sender is not None:
            row = own and isinstance(value, BoardSyntax) and 0 < len(value.rows) < 3
            if row and sender == self._rows_of:
                return [value]
            signed = parse(message.signed(self.vocabulary), self.vocabulary)
            board = signed.value
            if isinstance(board, BoardSyntax) and (own or signed.sound):
                whole = is_whole(board) or board.status is not None or row or bool(board.marks and board.rows)
                if whole and (signed.sound or row):
                    self._rows_of = sender if row else None
                    return [board]
            if isinstance(board, BoardSyntax) and (_looks_like_board(board) or own):
                return [self.unread(message.signed(self.vocabulary), signed, message.start)]
        elif own and value is not None:
            return [value]
        found = self.readings(self._in_first_person(source, message))
        if found is not None and all(map(self._may_be_said, found)):
            return found
        name = self._bare_name(item, items, at) if sender is None else None
        if name is not None:
            return [name]
        return self._weigh(item)

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
        known = all(folded(name) in self.names or folded(name) in self._boards for name in names)
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
        names = frozenset((*self.names, *self._boards))
        has_board = message.sender is not None and folded(message.sender) in self._boards
        context = Context(names, has_board, not self._boards and not self.begun, message.sender is None)
        text = message.line.text[message.start :]
        weight = weigher(self.vocabulary).weigh(text, context)
        if isinstance(weight, Weight):
            span = source.span(0, len(source.text))
            self.problems.add(
                Diagnostic(weight.code, message.line, span, weight.message, (), weight.help).problem()
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
            shown = [
                f"{line.number} `{line.text[start:].rstrip()[:_WIDTH]}`" for line, start in self._may[:_SHOWN]
            ]
            more = f" and {len(self._may) - _SHOWN} more" if len(self._may) > _SHOWN else ""
            many = (
                "1 line of this chat may matter, and is"
                if len(self._may) == 1
                else f"{len(self._may)} lines of this chat may matter, and are"
            )
            message = f"{many} left out: {', '.join(shown)}{more}" + (f"; {others}" if count else "")
            line, start = self._may[0]
            place = Place(line.file, line.number, start + 1, len(line.text[start:].rstrip()), line.text)
            help = "write as lines of a log those that count: a board, a key such as `stake: 1`, or `deal 1`"
            self.problems.warn("chat-lines", place, message, help)
        elif count:
            line = self._talk[0]
            self.problems.warn("chat-lines", Place(self.file), f"{others}, and left out")

    @staticmethod
    def _deal(source: Normalized, span: tuple[int, int]) -> DealLine:
        """Return the deal whose name stands there."""
        name = source.at(*span)
        return DealLine(source.at(0, len(source.text)), name)

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
        name = _person(item.source, 0, len(text))
        self.names.setdefault(folded(name.text), name.text)
        return BoardSyntax(name, name)

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

    def title(self, source: Normalized) -> Entry | None:
        """Return the title that the first line of a log is: plain words, of which none means anything."""
        if self.begun or self.said_something:
            return None
        words = _WORDS.findall(source.text)
        if not words or len(words) > 8 or re.search(_MORE_THAN_WORDS, source.text):
            return None
        vocabulary = self.vocabulary
        matter = {
            *vocabulary.keys,
            *vocabulary.statuses,
            *vocabulary.rows,
            *vocabulary.currencies,
            *(
                word
                for name in ("point", "paid", "owes", "void", "double", "cents")
                for word in vocabulary.money[name]
            ),
            *_TALK["denials"],
            *_TALK["house_rules"],
        }.difference(_TALK["in_titles"])
        if any(folded(word) in matter for word in words) or len(words) < 2:
            return None
        if any(len(word) > 3 and near(folded(word), list(KEYS), 0.85) for word in words):
            return None
        return entry("title", Part(words=(source.at(0, len(source.text)),)))


# --- readings of single lines

_PERSON: Final = rf'"[^"]+"|{NAME}(?:[ \t]+{NAME})*?'


def _person(source: Normalized, start: int, end: int) -> Text:
    """Return the name that stands there, without its quotes."""
    quoted = end - start > 2 and source.text[start] == '"' == source.text[end - 1]
    return source.at(start + quoted, end - quoted)


def _board(reader: Reader, source: Normalized, *, whole: bool = False) -> BoardSyntax | None:
    """Return the named board that a text is, None for anything else; `whole`: it has all its rows."""
    parsed = parse(source, reader.vocabulary)
    board = parsed.value
    if not parsed.sound or not isinstance(board, BoardSyntax) or board.name is None:
        return None
    return board if is_whole(board) or (board.status is not None and not whole) else None


def _heading(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return the keys that a heading stands for: `Pineapple, 50c a point`."""
    if source.text.rstrip()[-1:] in (":", "="):
        return None
    found = heading_reader(reader.vocabulary).read(source)
    if found is None:
        return None
    if found.twice is not None:
        note = "write it once, as in `stake: 0.50 EUR`"
        span = source.span(*found.twice)
        reader.problems.add(Diagnostic("currency", source.line, span, found.unclear, (), note).problem())
        return [Unread(key=True)]
    if found.unclear:
        span = source.span(0, len(source.text))
        note = "write `rules: NAME` and `stake: AMOUNT` on lines of their own"
        reader.problems.add(
            Diagnostic("line-unreadable", source.line, span, found.unclear, (), note).problem()
        )
        return [Unread(key=True)]
    if not found.entries or (reader.begun and not found.certain):
        return None if reader.begun else []
    return [*found.entries]


def _legend(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return nothing for a line that explains a mark: `(f) = fantasyland`."""
    match = re.fullmatch(
        r"[(\[]?([^\s=:()\[\]]{1,12})[)\]]?[ \t]*(?:=|:|(?ai:means))[ \t]*(.+?)[ \t.!]*", source.text
    )
    if match is None or folded(match[2].strip("()")) not in reader.vocabulary.statuses:
        return None
    explained = match[1] in reader.legend or match[1] in ("foul", "fantasyland")
    return [] if explained else None


def _legend_pattern(mark: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![^\s:,/|;(\[])(?P<open>[(\[]?)[ \t]*{re.escape(mark)}[ \t]*(?P<close>[)\]]?)(?![^\s:,/|;)\].!])"
    )


def _legend_word(status: str) -> Callable[[re.Match[str]], str]:
    def word(match: re.Match[str]) -> str:
        marked = bool(match["open"]) == bool(match["close"]) and (
            match["open"] or re.search(CARDS + r"[ \t]*[/|;]", match.string)
        )
        explains = re.match(r"[ \t]*(?:=|(?ai:means))", match.string[match.end() :])
        return match[0] if explains else f"({status})" if marked else status

    return word


def _deal_heading(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return a deal's line with words behind it that can be read, or that say nothing about money."""
    words = one_of(reader.vocabulary.deals)
    text = source.text
    match = (
        _CHINESE_DEAL.fullmatch(text)
        or re.fullmatch(
            rf"[-=*_~–—<\[( \t]*{words}[ \t]*(?:(?ai:no|nr|num|n)[.°º]?[ \t]*|[#№:][ \t]*)?(?P<number>[0-9]{{1,4}})(?![0-9.][0-9])[.]?(?P<rest>(?:[^\w].*)?)",
            text,
        )
        or re.fullmatch(
            rf"[-=*_~–—<\[( \t]*(?P<number>[0-9]{{1,4}})(?:st|nd|rd|th|\.|º|ª|-я|-й)?[ \t]*{words}(?P<rest>(?:[^\w].*)?)",
            text,
        )
    )
    if match is None:
        return None
    if reader.is_chat and match["rest"].strip(" \t.:!)]") and int(match["number"]) <= reader.deals:
        return None
    deal = reader._deal(source, match.span("number"))
    start, end = match.span("rest")
    rest = text[start:end]
    left = len(rest) - len(rest.lstrip(" \t()[]>:.,;–—=*_~-"))
    said = rest[left:].rstrip(" \t]>:.,;–—=*_~-!")
    while said.count(")") > said.count("(") and said.endswith(")"):
        said = said[:-1].rstrip(" \t]>:.,;–—=*_~-!")
    if not said:
        return [deal]
    behind = _behind_deal(reader, source, start + left, start + left + len(said))
    return None if behind is None else [deal, *behind]


def _behind_deal(reader: Reader, source: Normalized, start: int, end: int) -> list[LineSyntax] | None:
    """Return what words behind a deal's name say: a date, a stake, a status, that it is void, or a note."""
    text = source.text[start:end]
    vocabulary, money = reader.vocabulary, reader.vocabulary.money
    void = re.fullmatch(
        rf"(?:[(\[]?[ \t]*)?(?ai:it |was |is |a )*(?P<void>{one_of(money['void'])})[ \t]*(?:[(\[,:–—-][ \t]*(?P<why>.*?)[)\]]?)?",
        text,
        re.DOTALL,
    )
    if void is not None:
        first, last = void.span("why" if void["why"] else "void")
        return [_void(source, start + first, start + last)]
    double = re.fullmatch(
        rf"(?:{one_of(money['double'])})(?:[ \t]+(?ai:stakes?|for this one|this one|this deal|for this deal|this round|points?|only|einsatz|für diese))*",
        text,
    )
    factor = re.fullmatch(
        r"(?ai:stakes?|einsatz|points?)?[ \t:]*(?:[x×*][ \t]*([2-9]|10)|([2-9]|10)[ \t]*[x×])(?:[ \t]+(?ai:stakes?))?",
        text,
    )
    if double or factor:
        number = "2" if double else (factor[1] or factor[2])  # type: ignore[index]
        return [entry("stake", Part(words=(source.at(start, end, f"x{number}"),)))]
    piece = source.cut(start, end)
    found = heading_reader(vocabulary).read(piece)
    if found is not None and not found.unclear:
        return [e for e in found.entries if e.key.text != "title"]
    named = _status_of_known(reader, piece)
    if named is not None:
        return named
    board = _board(reader, piece)
    if board is not None:
        return [board]
    parsed = parse(piece, vocabulary)
    if parsed.sound and isinstance(parsed.value, Entry):
        return [parsed.value]
    boards = _several_boards(reader, piece)
    if boards is not None:
        return boards
    matters = one_of(
        (
            *vocabulary.statuses,
            *(word for name in ("paid", "owes", "void", "double", "point") for word in money[name]),
            *("stake", "stakes"),
            *_TALK["house_rules"],
            *_TALK["not_counted"],
        )
    )
    if (
        re.search("[0-9]", text)
        or re.search(rf"(?<![^\W_]){matters}", text)
        or re.search(CARDS + "[ \t]*[/|;]", text)
    ):
        return None
    return [entry("note", Part(words=(source.at(start, end),)))]


def _void(source: Normalized, start: int, end: int) -> Entry:
    """Return the key that makes a deal void, with the words that say why."""
    words = source.at(start, end)
    return Entry(source.at(start, end)._replace(text="void", cells=None), (), (Part(words=(words,)),))


def _void_line(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return the deal that a line says is void: `misdeal!`, `void deal 1`, `deal 3 void (misdeal)`."""
    void = one_of(reader.vocabulary.money["void"])
    deals = one_of(reader.vocabulary.deals)
    text = source.text
    match = re.fullmatch(
        rf"(?ai:this |that |the )?{void}[ \t:,–—-]*(?:{deals}[ \t]*)?#?([0-9]{{1,4}})[ \t.!]*(?:[(\[].*)?",
        text,
    )
    if match is not None:
        name = source.at(match.start(1), len(text), f"deal {text[match.start(1) :]}")
        return [
            Entry(source.at(0, match.start(1))._replace(text="void", cells=None), (), (Part(words=(name,)),))
        ]
    return None


def _several_boards(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return the boards of a line that has several: `Ana Q82 88Q62 99944 vs Ben K65 TT337 A2345`."""
    for separator in (_BETWEEN_BOARDS, _COMMAS):
        found = _whole_boards(reader, _pieces(source, separator))
        if len(found) > 1:
            return found
    return None


def _whole_boards(reader: Reader, pieces: list[Normalized]) -> list[LineSyntax]:
    """Return the boards that pieces of a line are, none if one of them is anything else."""
    boards: list[LineSyntax] = []
    for piece in pieces:
        board = _board(reader, piece)
        if board is None:
            return []
        boards.append(board)
    return boards


def _pieces(source: Normalized, separator: re.Pattern[str]) -> list[Normalized]:
    """Return the pieces of a text between separators."""
    found, at = [], 0
    for match in [*separator.finditer(source.text), None]:
        end = match.start() if match else len(source.text)
        if source.text[at:end].strip():
            found.append(source.cut(at, end))
        at = match.end() if match else at
    return found


def _board_with_result(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return a board, and what is expected of it: `Ana: QQ5 / AA762 / 9TJQK (+6)`."""
    match = _RESULT.fullmatch(source.text)
    if match is None or not re.search(r"[+(=-]|(?ai:roy)", source.text[match.end("board") :]):
        return None
    board = _board(reader, source.cut(0, match.end("board")))
    if board is None or board.name is None:
        return None
    number = source.at(*match.span("points"))
    kind = "royalties" if match["royal"] or "roy" in source.text[match.end("points") :].lower() else "result"
    word = number._replace(text=kind, cells=None)
    return [board, entry("expect", Part(words=(word,), number=number), names=(board.name,))]


def _named_row(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return one row behind its player's name: `Ana top: QQ5`."""
    match = re.match(rf"(?P<name>{NAME})[ \t]+(?={one_of(reader.vocabulary.rows)}[ \t]*[:=–—-])", source.text)
    if match is None or re.fullmatch(CARDS, match["name"]):
        return None
    parsed = parse(source.cut(match.end(), len(source.text)), reader.vocabulary)
    row = parsed.value
    if not parsed.sound or not isinstance(row, BoardSyntax) or row.name is not None or len(row.rows) != 1:
        return None
    name = source.at(*match.span("name"))
    if reader.last_name == folded(name.text):
        return [row]
    return [row._replace(at=name, name=name)]


def _board_with_row_results(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return a board, and the royalties that stand beside its rows: `Ana: QQ5 (7) / AA762 / 9TJQK (2)`."""
    found = [*_ROW_RESULT.finditer(source.text)]
    if not found or source.text.count("/") != 2:
        return None
    rows = [source.text.count("/", 0, match.start()) for match in found]
    board = _board(reader, source.sub(_ROW_RESULT, ""), whole=True)
    if board is None or board.name is None or any(board.labels) or rows == [2]:
        return None
    parts = []
    for row, match in zip(rows, found, strict=True):
        number = source.at(*match.span("points" if match["points"] else "bracketed"))
        parts.append(Part(words=(number._replace(text=Row(row).label, cells=None),), number=number))
    return [board, entry("expect", *parts, names=(board.name,))]


_ROW_RESULT: Final = re.compile(
    r"[ \t]+[(\[]?(?:[+](?P<points>[0-9]{1,3})[)\]]?|(?<=[(\[])(?P<bracketed>[0-9]{1,3})[)\]])(?=[ \t]*(?:/|$))"
)
"""The royalty of a row behind its cards."""


def _next_fantasyland(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return a board whose player is said to go to fantasyland: `Ana QQ5 AA762 9TJQK -> FL!`."""
    match = re.fullmatch(
        rf"(?P<board>.*?)[ \t]*(?:[-=–—]*>|→)[ \t]*(?P<mark>{reader.vocabulary.patterns['IN_FL']})[ \t.!]*",
        source.text,
    )
    if match is None:
        return None
    board = _board(reader, source.cut(0, match.end("board")), whole=True)
    if board is None or board.name is None:
        return None
    word = source.at(*match.span("mark"), "fantasyland")
    return [board, entry("expect", Part(words=(word,)), names=(board.name,))]


def _board_of_dealer(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return a board whose player is marked as the dealer: `Ana (dealer): QQ5 / AA762 / 9TJQK`."""
    words = one_of((*(word for word, key in reader.vocabulary.keys.items() if key == "dealer"), "d"))
    mark = re.compile(rf"^(?P<name>[^:/()]+?)[ \t]*[(\[]{words}[)\]]")
    match = mark.match(source.text)
    if match is None:
        return None
    board = _board(reader, source.sub(mark, r"\g<name>"))
    if board is None or board.name is None:
        return None
    return [entry("dealer", Part(names=(board.name,))), board]


def _keys_in_one_line(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return the keys of a line whose first key is `rules`: `rules: pineapple, stake 1 EUR`."""
    keys = one_of(word for word, key in reader.vocabulary.keys.items() if key in ("rules", "stake"))
    match = re.match(rf"{keys}[ \t]*[:=][ \t]*", source.text)
    if match is None:
        return None
    text = re.sub(rf"(?<![^\W_]){keys}[ \t]*[:=]?[ \t]*", lambda m: " " * len(m[0]), source.text)
    found = heading_reader(reader.vocabulary).read(source._replace(text=text))
    if found is None or found.unclear or len(found.entries) < 2:
        return None
    return [*found.entries]


def _status_of_known(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return what is said of a player who is known: `Cid fouled`, `Cid not here yet`."""
    statuses = reader.vocabulary.statuses
    match = re.fullmatch(
        rf"[(\[]?[ \t]*(?P<name>[^:=<>()\[\]]*[^:=<>()\[\] \t,–—-])(?:[ \t]+(?ai:has|is|was|had|hat|ist|just))?"
        rf"(?:[ \t]*(?:[:=,–—-]+>?|<-+)[ \t]*|[ \t]+|[ \t]*(?=[(\[]))[(\[]?(?:(?ai:a)[ \t]+)?(?P<status>{one_of(statuses)})"
        r"(?P<rest>[^\w]*(?:(?ai:again|too|as well|wieder|auch|yet))?[^\w]*)",
        source.text,
    )
    if match is None:
        return None
    status, named = statuses[folded(match["status"])], match["name"].strip('" ')
    if status == "foul" and folded(named) in _TALK["nobody"]:
        return [entry("note", Part(words=(source.at(0, len(source.text)),)))]
    told = status == "foul" or (status == "absent" and reader.begun)
    # In a chat a name that nobody has may be anybody's.
    fouled = (
        told
        and not reader.is_chat
        and re.fullmatch(r"[^\W\d_a-z][\w'’-]*", named)
        and folded(named) not in (*reader.vocabulary.fillers, *_TALK["somebody"])
    )
    if status == "fantasyland" or not (folded(named) in reader.names or fouled):
        return None
    name = _person(source, *match.span("name"))
    return [BoardSyntax(name, name, status=source.at(*match.span("status"), status))]


def _totals(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return the totals that stand below boards without a key: `Ana +18, Ben -7, Cid -11`."""
    text = (
        re.sub(r"[ \t]*(?:=>|->|→)[ \t]*", "", source.text)
        if source.text.startswith(("=>", "->", "→"))
        else source.text
    )
    offset = len(source.text) - len(text)
    if not reader._boards:
        return None
    share = rf"(?P<name>{_PERSON})[ \t]*[:=]?[ \t]*(?P<points>[+-][0-9]{{1,5}}(?:[.,/][0-9]+)?)(?:[ \t]*(?ai:points?|pts?|p)(?![A-Za-z]))?"
    shares = [*re.finditer(share, text)]
    between = re.sub(share, "", text)
    if len(shares) < 2 or re.sub(r"(?ai:and|und|et|y)|[ \t,;/|&.!]", "", between):
        return None
    names = [match["name"].strip('" ') for match in shares]
    if any(folded(name) not in reader.names for name in names):
        return None
    if sum(int(re.sub("[.,/].*", "", match["points"])) for match in shares) != 0:
        return None
    parts = []
    for match in shares:
        start, end = match.span("name")
        parts.append(
            Part(
                names=(_person(source, offset + start, offset + end),),
                number=source.at(offset + match.start("points"), offset + match.end("points")),
            )
        )
    return [entry("expect", *parts)]


def _wins(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return what is expected where a line says who wins how much: `=> Ana wins 5`."""
    match = re.fullmatch(
        r"[=–—>→-]*[ \t]*(?P<name>[^:=<>()\[\]0-9]+?)[ \t]+(?ai:wins?|won|gewinnt|gana|gagne)[ \t]+(?:(?ai:by|with)[ \t]+)?[+]?(?P<points>[0-9]{1,4})[ \t]*(?ai:points?|pts?|p)?[ \t.!]*",
        source.text,
    )
    if match is None or not reader.begun or folded(match["name"].strip('" ')) not in reader.names:
        return None
    name = source.at(*match.span("name"))
    return [entry("expect", Part(names=(name,), number=source.at(*match.span("points"))))]


def _payment(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return a payment that a line says was made: `Ben paid Ana 5`, `Ben hat Ana 5 EUR gezahlt`."""
    money = reader.vocabulary.money
    amount = rf"(?P<sign>{reader.vocabulary.currency})?[ \t]*(?P<number>{NUMBER})(?:[ \t]*(?P<unit>{reader.vocabulary.currency}|{one_of((*money['cents'], *money['pence']))}))?"
    payer, payee = (f"(?P<{who}>{_PERSON})" for who in ("payer", "payee"))
    paid = one_of(money["paid"])
    to = r"(?:(?ai:to|an|à|a)[ \t]+)?"
    for shape in (
        rf"{payer}[ \t]+{paid}[ \t]+{to}{payee}[ \t]+{amount}[ \t.!]*",
        rf"{payer}[ \t]+{paid}[ \t]+{amount}[ \t]+(?ai:to|an|à|a)[ \t]+{payee}[ \t.!]*",
        rf"{payer}[ \t]+(?ai:hat|ha|a)[ \t]+{payee}[ \t]+{amount}[ \t]+(?ai:gezahlt|bezahlt|gegeben|überwiesen)[ \t.!]*",
    ):
        match = re.fullmatch(shape, source.text)
        if match is None:
            continue
        found = MoneyReader(reader.vocabulary).read(
            source.text, match.start("sign") if match["sign"] else match.start("number")
        )[0]
        people = [match[who].strip('"') for who in ("payer", "payee")]
        if found is None or any(folded(person) not in reader.names for person in people):
            return None
        texts = tuple(_person(source, *match.span(who)) for who in ("payer", "payee"))
        unit = None if found.unit is None else source.at(*found.unit_at, found.unit)
        return [entry("paid", Part(names=texts, number=source.at(*found.number_at, found.number), unit=unit))]
    return None


def _side_bet(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return the points that a bet beside the deals moves: `side bet: Cid owes Ana 10 points`."""
    keys = [word for word, key in reader.vocabulary.keys.items() if key == "adjust"]
    owes = one_of((*reader.vocabulary.money["owes"], *reader.vocabulary.money["paid"]))
    point = one_of(reader.vocabulary.money["point"])
    match = re.fullmatch(
        rf"{one_of(keys)}[ \t]*[:=][ \t]*(?P<payer>{_PERSON})[ \t]+{owes}[ \t]+(?P<payee>{_PERSON})[ \t]+"
        rf"(?P<number>[0-9]{{1,5}})[ \t]*{point}[ \t.!]*",
        source.text,
    )
    if match is None or any(folded(match[who].strip('"')) not in reader.names for who in ("payer", "payee")):
        return None
    number = match.span("number")
    parts = [
        Part(
            names=(_person(source, *match.span(who)),),
            number=source.at(*number, f"{sign}{match['number']}"),
        )
        for who, sign in (("payee", "+"), ("payer", "-"))
    ]
    return [entry("adjust", *parts)]


def _rake(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return the rake of a line such as `rake 0.60 € per deal`."""
    keys = one_of(word for word, key in reader.vocabulary.keys.items() if key == "rake")
    match = re.fullmatch(
        rf"{keys}[ \t]*[:=]?[ \t]*(?P<amount>.*?)[ \t]*(?:(?ai:per|a|each|pro|je|por|par)|/)[ \t]*{one_of(reader.vocabulary.deals)}[ \t.!]*",
        source.text,
    )
    if match is None:
        return None
    found, end = MoneyReader(reader.vocabulary).read(source.text, match.start("amount"))
    if found is None or end != match.end("amount") or found.of_a_point:
        return None
    unit = None if found.unit is None else source.at(*found.unit_at, found.unit)
    return [entry("rake", Part(number=source.at(*found.number_at, found.number), unit=unit))]


def _correction(reader: Reader, source: Normalized) -> list[LineSyntax] | None:
    """Return a correction that adds a flush to one row: `correction: Ben's bottom was a flush`."""
    keys = one_of(word for word, key in reader.vocabulary.keys.items() if key == "correction")
    labels = one_of(reader.vocabulary.rows)
    match = re.fullmatch(
        rf"{keys}[ \t]*[:,-][ \t]*(?P<name>[^:]+?)(?:['’]s?)?[ \t]+(?:(?ai:had an?|had)[ \t]+)?(?P<row>{labels})[ \t]+(?:(?ai:row|was|is|should be|should have been|really|actually|a|all)[ \t]+)*"
        rf"(?P<word>{reader.vocabulary.patterns['SUIT_WORD']})[ \t.!]*",
        source.text,
    )
    if match is None or folded(match["name"].strip('" ')) not in reader.names:
        return None
    row = reader.vocabulary.rows[folded(match["row"])]
    return [Correction(source.at(*match.span("name")), row, source.at(*match.span("word")))]


_READINGS: Final = (
    _correction,
    _legend,
    _heading,
    _deal_heading,
    _void_line,
    _several_boards,
    _named_row,
    _board_with_row_results,
    _board_with_result,
    _next_fantasyland,
    _board_of_dealer,
    _keys_in_one_line,
    _status_of_known,
    _totals,
    _wins,
    _payment,
    _side_bet,
    _rake,
)
"""The readings of lines that the grammar alone does not read, in the order in which they are tried."""


def _looks_like_board(board: BoardSyntax) -> bool:
    """Return True for three groups of cards nearly as many as rows have, though some are unreadable."""
    if len(board.rows) != 3:
        return False
    counts = [len(read_cards(row.text).cards) for row in board.rows]
    return sum(abs(count - size) < 2 for count, size in zip(counts, (3, 5, 5), strict=True)) > 1


def _has_cards(board: BoardSyntax) -> bool:
    """Return True for a board that is named, or has more cards than other words."""
    if board.name is not None or board.status is not None or board.marks:
        return True
    said = [word for row in board.rows for word in row.text.split()]
    readable = sum(not read_cards(word).faults for word in said)
    return any(read_cards(row.text).cards for row in board.rows) and 2 * readable >= len(said)


def _house_rule(source: Normalized) -> Diagnostic | None:
    """Return the diagnostic of words alone that may change the rules: `triple royalties tonight`."""
    words = _WORDS.findall(source.text)
    if re.search(_MORE_THAN_WORDS, source.text) or not any(
        folded(word) in _TALK["house_rules"] for word in words
    ):
        return None
    message = "this line may change the rules, and no rule set is named so"
    note = "`ofcscore explain settings` lists what rules can say; a title is `title: ...`; a comment begins with `#`"
    return Diagnostic("line-unreadable", source.line, source.span(0, len(source.text)), message, (), note)


def _unreadable(source: Normalized, parsed: Parsed, vocabulary: Vocabulary) -> Diagnostic:
    """Return the diagnostic of a line that no repair mends: where it, or its key, cannot be read on."""
    whole = source.span(0, len(source.text))
    if parsed.key is not None:
        key = parsed.key if parsed.key in KEYS else "expect"
        span = source.span(*parsed.at) if parsed.at != (0, 0) else whole
        ends = isinstance(parsed.value, Entry) or parsed.at[0] >= len(source.text.rstrip())
        if ends and re.fullmatch(r"[^:]*[:=]?[ \t]*", source.text):
            return Diagnostic(
                "key-empty",
                source.line,
                span,
                f"nothing stands behind `{key}:`",
                (),
                f"as in {key_form(key)}",
            )
        negative = re.search(r"[:=][ \t]*(-[0-9].*)", source.text) if key in ("stake", "rake") else None
        if negative is not None:
            span, message = source.span(*negative.span(1)), f"a {key} is never negative"
            return Diagnostic("number-negative", source.line, span, message, (), "leave the sign out")
        if parsed.expected & {"MONEY", "FIGURES", "FIGURE"} and not parsed.expected & {
            "LIST_NAME",
            "SHARE_NAME",
        }:
            return Diagnostic(
                "number-missing", source.line, span, "a number is missing here", (), f"as in {key_form(key)}"
            )
        parts = parsed.value.parts if isinstance(parsed.value, Entry) else ()
        if parts and parts[0].number is not None and plain_number(parts[0].number.text) is None:
            return _not_a_number(source, parts[0].number)
        return Diagnostic(
            "key-unreadable",
            source.line,
            span,
            f"the value of `{key}` cannot be read on from here",
            (),
            f"as in {key_form(key)}",
        )
    if re.fullmatch("(?ai:deal|hand)[: \t]*", source.text):
        return Diagnostic(
            "deal-line", source.line, whole, "this deal has no name", (), "write its number, as in `deal 1`"
        )
    if vocabulary.deal_line.match(source.text):
        message = "a `deal` line has a name, and perhaps a date, and nothing else"
        return Diagnostic(
            "deal-line", source.line, source.span(*parsed.at), message, (), "a comment begins with `#`"
        )
    span = source.span(*parsed.at) if parsed.at[0] else whole
    message = "can't read this line: not a board, a setting or a deal heading"
    return Diagnostic(
        "line-unreadable", source.line, span, message, (), f"{BOARD_FORM}; a comment begins with `#`"
    )


def _not_a_number(source: Normalized, number: Text) -> Diagnostic:
    from ofcscore.log.amounts import not_a_number

    problem = not_a_number(number)
    span = (number.column - 1, number.column - 1 + number.width)
    return Diagnostic(problem.code, source.line, span, problem.message, (), problem.hint)


def read_board_value(value: Text, vocabulary: Vocabulary = ENGLISH) -> BoardSyntax:
    """Return the board that a value of YAML, or a cell, is. Raises `SyntaxFault`."""
    source = normalize_value(value, vocabulary)
    parsed = parse(source, vocabulary, "board")
    board = parsed.value
    if isinstance(board, BoardSyntax) and not parsed.doubt:
        return board._replace(spoiled=False)
    raise fault("line-unreadable", source.at(*parsed.at), "the board cannot be read on from here", BOARD_FORM)
