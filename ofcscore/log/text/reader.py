"""Read the noncanonical lines of a text log: normalize, parse, diagnose."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise, takewhile
from typing import Final

from ofcscore.diagnostics.problem import Edit, Problems
from ofcscore.game.cards import Board
from ofcscore.game.game_words import Words
from ofcscore.log.canonical import read_board
from ofcscore.log.card_alphabets import ask_for_letters
from ofcscore.log.keys import CORRECTIONS
from ofcscore.log.syntax import (
    BOARD_FORM,
    FROM_LOG,
    INITIALS,
    BoardSyntax,
    DealLine,
    Entry,
    Line,
    LineSyntax,
    NumberedLine,
    OwnWords,
    Text,
    Unread,
    fault,
    note,
)
from ofcscore.log.text import neighboring_lines as around
from ofcscore.log.text.board_lines import ask_if_legend, board_with_tail, is_above_boards
from ofcscore.log.text.chat_messages import NTH, Conversation
from ofcscore.log.text.chat_stamps import is_app_line, is_chat, is_encryption_notice
from ofcscore.log.text.comments import Comments, greeting
from ofcscore.log.text.deal_headings import (
    VOIDS,
    match_of_deal,
    numbered_deal,
    numbered_item,
    numbered_words,
    void_deal,
)
from ofcscore.log.text.evening_headings import Nights
from ofcscore.log.text.game_terms import common_order, corrected, corrected_terms, with_methods
from ofcscore.log.text.line_reader import SHORT_BESIDE, STRUCK, LineReader, rules_in_words, several_keys
from ofcscore.log.text.log_state import shortens
from ofcscore.log.text.money_lines import stated_writer, with_writer
from ofcscore.log.text.neighboring_lines import Item, Items
from ofcscore.log.text.normalize import Normalized, normalize_value
from ofcscore.log.text.relevance import count_cards
from ofcscore.log.text.remarks import (
    is_reason,
    remark,
    title,
    warn_of_remarks,
    without_amount,
)
from ofcscore.log.text.result_lines import with_results
from ofcscore.log.text.syntax_builder import Parsed, is_whole, lacks_suit, parse
from ofcscore.log.text.text_tables import Grid, find_grids
from ofcscore.log.vocabulary import ENGLISH, Vocabulary, compiled, folded, has_any, one_of, vocabulary_in
from ofcscore.log.words import tables

_TALK: Final = tables()["talk"]
BLOCK: Final = 8_000
"""The number of lines that are analyzed together."""
NOTHING: Final = re.compile(
    r"[ \t]*(?:([-=_*~—–])\1{2,}|>(?:[ \t]*>)*|`{3}[a-z]*|(?=.*---)[ \t|:+-]+"
    r"|(\[)?[0-9]{1,2}:[0-9]{2}(?: ?[AaPp][Mm]| Uhr)?(?(2)\]))?[ \t]*"
)
"""A horizontal line, a code fence or a time alone, all without meaning."""
_QUOTED: Final = re.compile(r'(?m)^"[^"\n]*"[ \t]*[,;|\t].*$|("(?:[^"\n]|"")*")')
"""Quoted text to ignore when detecting the language, or a table row to keep."""
_MAILS: Final = re.compile(r"(?m)([^\n,:;<>]+)<[^<>\s]+@[^<>\s]+>")
"""The name before an address in a mail header."""
_EDITED: Final = r"[(\[<]@chat.edited@[)\]>]~"
"""An app's mark of an edited message, on a line of its own."""
_IN_QUOTES: Final = re.compile('"(?:[^"]|"")*"')
_UNSURE: Final = re.compile(r"[❓❔⏳⌛👎☐□○]|\[[ \t]?\]")
_DOUBTS: Final = re.compile(rf"[❌✗✘✖❎🚫⛔]|{_UNSURE.pattern}")
_PAID_UP: Final = rf"[✅✔☑✓👍]|\[[xX✓]\]|(?<![^\W_]){one_of((*_TALK['settled'], *tables()['ledger']['settled'], *tables()['money']['paid']))}"
_OPEN_BOX: Final = r"[ \t>*•-]*(?:\[[ \t]?\]|[☐□○])"
"""An unchecked box before a line: a debt that is still owed."""
_OF_DEBTS: Final = "money.owes|money.paid|talk.settlement"
_FEWEST_CARDS: Final = 3
_FEW_WORDS: Final = 3
_BARE_NUMBER: Final = (
    r"(?!~[0-9]{3}~$)~(?:([-=*_~–—])\1*~)?[#(\[]?[DdHhRrGgMmРр]?(?P<number>[0-9]{1,4})(?:st|nd|rd|th|[ªº°])?[.):\]]*"
    r"~[-=*_~–—]*~"
)
_EXPLAINING: Final = ("=", "means", ")", "]")
_MARKS: Final = r"(?m)^~(?:[(\[]([^\s=:()\[\]]{1,3})[)\]]~[=:]|([^\s=:()\[\]]{1,3})~(?:=|(?ai:means)))~(@statuses@)[ \t.!]*$"
"""Lines that explain marks; each has one of the signs in `_EXPLAINING`."""
_FLUSH_MARKS: Final = r"(?m)^~[(\[]?(?P<mark>[^\w\s/|,;()\[\]]{1,2})[)\]]?~(?:=|(?ai:means))~(?:(?ai:a) )?@all.ranks.flush|all.suits.flush@[ \t.!]*$"
_LEGEND: Final = r"~[(\[]?([^\s=:()\[\]]{1,3})[)\]]?~(?:[=:]|(?ai:means))~@statuses@[ \t.!]*"
"""An explained mark, which may look like a bullet or a board: `F = foul`."""
_STATUS_AND_WHY: Final = r"(?P<status>@FOUL@|@ABSENT@)~[(,;:–—-]+~(?P<why>[^0-9=]*?)[)]?[ \t.!]*"
ReadTable = Callable[[Grid, bool, Words], Iterator[LineSyntax]]
"""A reader of a table as log lines; the flag is True if lines come before it."""


class Reader(LineReader):
    """The reader of one log, with what the whole log shows about its names and words."""

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
        super().__init__(file, problems, vocabulary)
        self._own, self._rules = own, rules
        self.read_table = read_table
        self.boards = boards
        """True to return canonical lines as checked boards, which is faster."""
        self._above: frozenset[str] = frozenset()
        """The lowercase names of players when this reader goes on after canonical lines."""
        self._before: set[str] = set()
        """The lowercase names of players on canonical lines read before."""
        self._comments = Comments(self)
        self._stated: set[str] = set()
        self._chat = Conversation(self)
        self._nights = Nights(self)

    def go_on(
        self,
        names: Iterable[str],
        deal: DealLine | None,
        *,
        begun: bool,
        in_deal: Iterable[str] | None = None,
        last: Text | None = None,
        stated: Iterable[str] = (),
    ) -> None:
        """Continue after canonical lines with these player names and this last deal.

        `in_deal` are the players with a board in that deal, all of them if None, `last` is the last one's name,
        and `stated` are the keys above.
        """
        self._stated |= {*stated}
        self.names = {folded(name): name for name in names}
        self.begun = self.has_read_line = begun
        if deal is not None:
            self._advance(deal)
            self._nights.last = self.deals
        self._before = set(self.names)
        self._above = frozenset(self.names)
        self.by_line = in_deal is None
        self.in_deal = dict.fromkeys(self.names if in_deal is None else map(folded, in_deal), "")
        if last is not None:
            self.last_name, self.last_at = folded(last.text), last

    # --- whole logs

    def lines(self, lines: Iterable[NumberedLine]) -> Iterator[LineSyntax]:
        """Yield the parsed lines of a log."""
        values = self._lines(lines)
        yield from values if self.begun else with_methods(self, values, self._rules)

    def _lines(self, lines: Iterable[NumberedLine]) -> Iterator[LineSyntax]:
        rest = iter(lines)
        while block := list(islice(rest, BLOCK)):
            yield from self._block(block)
        self._report_unused_marks()
        self._chat.report_talk()
        self._comments.warn_of_titles(self._stated)
        warn_of_remarks(self.problems, self.remarks)

    def _block(self, block: list[NumberedLine]) -> Iterator[LineSyntax]:
        items = self._items(block)
        at = 0
        while at < len(items):
            item = items[at]
            at += 1
            if item is None:
                yield Unread()
            elif item.grid is not None:
                yield from self._table(item.grid)
                at = item.grid.end
            elif item.source is not None:
                yield from self._resolved(item, items, at)
            elif item.line.text.lstrip(" \t\ufeff").startswith("#"):
                yield from self._comment(item.line, items, at)
            elif around.stands_between_groups(items, at - 1, self.in_deal):
                yield self._comments.ask_for_deal(item.line, "if not, delete the line")
            else:
                yield None

    def _items(self, block: list[NumberedLine]) -> list[Item | None]:
        """Parse the lines of a block one by one, and learn the block's words and names."""
        self.text = text = "\n".join(line for _, line in block if line is not None)
        unquoted = _QUOTED.sub(lambda match: "" if match[1] else match[0], text)
        vocabulary = vocabulary_in(unquoted, os.path.dirname(self.file), self._own, self._rules)
        self.vocabulary = vocabulary
        lines = [Line(self.file, number, text or "") for number, text in block]
        ask_for_letters(self.problems, vocabulary.unclear, lines)
        if self.is_chat is None:
            self.is_chat = is_chat(text)
        if self.is_chat:
            self._chat.begin(lines)
        self._look_ahead(text)
        grids = {} if self.is_chat or self.read_table is None else find_grids(lines, vocabulary)
        cells = (cell for grid in grids.values() for _, row in grid.rows for cell in row)
        self.cells |= {folded(cell.text) for cell in cells if cell is not None and cell.text.isalpha()}
        inside = {index for start, grid in grids.items() for index in range(start, grid.end)}
        items = [
            None if text is None else Item(line, grid=grids.get(at)) if at in inside else self._item(line)
            for at, (line, (_, text)) in enumerate(zip(lines, block, strict=True))
        ]
        if self.is_chat:
            items = around.with_row_labels(items, vocabulary)
        else:
            items = around.without_royalties(self._without_reasons(items), vocabulary)
            items = around.without_words_behind_rows(self, items)
            items = around.with_row_labels(items, vocabulary)
            items = around.without_told_fouls(items, vocabulary)
            if not self.begun:
                items, names = around.with_names_above(items, vocabulary)
                if names is not None:
                    self._ask_whose_names(names)
        for item in items:
            if item is not None and item.is_sound:
                self.register_names(item.value)
            elif item is not None and item.source is not None and item.message is None:
                self._with_names((board_with_tail(self, item.source) or [])[:1])
        if not self.is_chat:
            for at, item in enumerate(items, 1):
                if item is not None and item.source is not None and not item.is_sound:
                    self._with_names(around.name_above(items, at, vocabulary) or [])
            items = with_results(self, with_writer(self, items))
        self.initials |= around.initials_in(items, self.names, self.called, self._before, vocabulary)
        return items

    def _without_reasons(self, items: list[Item | None]) -> list[Item | None]:
        """Remove the reason after a status below a name: `fouled (aces in the middle)`."""
        for at, (above, item) in enumerate(pairwise(items), 1):
            if above is None or item is None or item.source is None or item.is_sound:
                continue
            match = self.vocabulary.shape(_STATUS_AND_WHY).fullmatch(item.text)
            is_below_name = match is not None and around.looks_like_name(above, self.vocabulary)
            if match is not None and is_below_name and is_reason(self, match["why"]):
                items[at] = item.read_as(item.source.cut(0, match.end("status")), self.vocabulary)
        return items

    def _ask_whose_names(self, line: Line) -> None:
        """Ask whether words above unnamed boards are the players or a title."""
        words, end = line.text.strip(" \t.:"), len(line.text)
        lines = (f"players: {', '.join(words.split())}", f"title: {words}")
        fixes = tuple(Edit(line.file, line.number, 0, end, text) for text in lines)
        what = "are these the players in the order of the boards, or is this a title?"
        self.report("name-missing", line, (0, end), what, fixes=fixes)

    def _table(self, grid: Grid) -> Iterator[LineSyntax]:
        assert self.read_table is not None
        if grid.deal is not None:
            source = normalize_value(grid.deal, self.vocabulary)
            parsed = parse(source, self.vocabulary)
            found = [parsed.value] if parsed.sound and parsed.value is not None else self.readings(source)
            for heading in found or [self.unread(source, parsed)]:
                self._advance(heading)
                yield from self._nights.renumber(heading)
        begun, words = self.begun or self.has_read_line, self.vocabulary.words
        for value in self.read_table(grid, begun, words):
            if isinstance(value, BoardSyntax):
                value = self._with_mark(self._with_whole_name(value))
            self._advance(value)
            self.register_names(value)
            yield from self._nights.renumber(value)

    def _has_left(self, board: BoardSyntax, name: str) -> bool:
        """Return True for a player who has a board in the open deal and left after it: `Cid went home`."""
        if board.rows or board.status is None or board.status.text != "absent":
            return False
        typed = board.status.line.text[slice(*board.status.span)]
        called = self.called.get(name, (name,))
        return folded(typed) in _TALK["leaves"] and "" in (self.in_deal.get(one) for one in called)

    def _with_whole_name(self, board: BoardSyntax) -> BoardSyntax:
        """Return a board with its player's name in place of an initial."""
        full = None if board.name is None else self.initials.get(folded(board.name.text))
        return (
            board if board.name is None or full is None else board._replace(name=board.name.with_text(full))
        )

    def _with_mark(self, board: BoardSyntax) -> BoardSyntax:
        """Return a board with the mark of its player from the lines above, if it has none."""
        mark = None if board.name is None else self.marks.pop(folded(board.name.text), None)
        if mark is None or board.status is not None or board.marks:
            return board
        return board._replace(marks=(mark,))

    def _resolved(self, item: Item, items: Items, at: int) -> Iterator[LineSyntax | Board]:
        """Yield the values of a line, with full names and with marks from lines above."""
        for value in self._undoubted(item, self._values(item, items, at)):
            if isinstance(value, BoardSyntax) and value.name is not None:
                name = folded(value.name.text)
                if name not in self._above and (asked := ask_if_legend(self, value)) is not None:
                    yield asked
                    continue
                if name in CORRECTIONS and name not in self.known and not value.name.is_quoted:
                    yield self._ask_for_player(value.name)
                    continue
                has_more = name in self.initials or name in self.marks
                if self.boards and item.board is not None and not has_more:
                    self._advance(value)
                    yield item.board
                    continue
                value = self._with_mark(self._with_whole_name(value))
                if value.name is not None and self._has_left(value, folded(value.name.text)):
                    yield note(value.at)
                    continue
            for line in self._chat.borders(value) if self.is_chat else ():
                self._advance(line)
                yield line
            self._advance(value)
            yield from self._nights.renumber(value)

    def _undoubted(self, item: Item, values: list[LineSyntax]) -> list[LineSyntax]:
        """Return the values of a line, or ask about one with a sign that may take back what it says."""
        line = item.line
        entries = {value.key.text for value in values if isinstance(value, Entry)}
        begins_deal = any(isinstance(one, DealLine) for one in values)
        is_status = begins_deal or any(
            isinstance(one, BoardSyntax) and bool(one.status or one.marks) for one in values
        )
        if not (is_status or entries - {"note", "title"}):
            return values
        # Crosses mark fouls and void deals, too.
        doubts = _UNSURE if is_status or "void" in entries else _DOUBTS
        # A player may be called `"[]"`.
        text = _IN_QUOTES.sub(lambda quoted: "_" * len(quoted[0]), line.text)
        told = not is_status and entries <= {"running", "expect", "note"} and self._is_debt(text)
        box = re.match(_OPEN_BOX, text) if told and not self.vocabulary.says("money.paid", text) else None
        rest = text[box.end() :] if box is not None else text
        doubt = doubts.search(rest) if not text.isascii() or "[" in text else None
        note = "delete the sign if it counts, otherwise delete the line"
        what = "does this count? This sign may say that it does not"
        has_board = any(isinstance(one, BoardSyntax) for one in values)
        of_debt = not has_board and "paid" not in entries and bool(entries & {"running", "expect"})
        if doubt is None and of_debt and self._is_debt(line.text):
            doubt, note = compiled(_PAID_UP).search(line.text), "write `paid: Ann -> Bob 5` if it was paid"
            what = "was this debt paid? Then it is a payment"
        if doubt is None:
            return values
        self.report("line-unreadable", line, doubt.span(), what, note)
        return values if begins_deal else [Unread()]

    def _is_debt(self, text: str) -> bool:
        return self.vocabulary.says(_OF_DEBTS, text) or any(sign in text for sign in ("->", "=>", "→"))

    def _ask_for_player(self, word: Text) -> Unread:
        """Ask for the player of a board after a word such as `correction:` or `ok:`."""
        note = f'write the player\'s name before the board; if `{word.text}` is a player, write `"{word.text}": ...`'
        what = f"`{word.text}` looks like a remark before a board, not like a player"
        self.report("name-unknown", word.line, word.span, what, note)
        return Unread()

    def _look_ahead(self, text: str) -> None:
        """Learn from the whole text: explained marks, the order of rows, short names."""
        explained = self.vocabulary.shape(_MARKS).finditer(text) if has_any(_EXPLAINING, text) else ()
        for match in explained:
            mark = match[1] or match[2]
            # A player's name starts more than one line.
            lines = re.findall(rf"(?m)^[ \t]*(?:[*•-][ \t]+)?{re.escape(mark)}(?![^\W_])", text)
            # A foul of `Cid`, or of `c` beside `a` and `b`, may be a player's.
            alone = len(re.findall(rf"(?<![^\W_]){re.escape(mark)}(?![^\W_])", text)) < 2
            others = {*re.findall(r"(?m)^[ \t]*([^\W\d_])[ \t]*:", text.lower()), *self._above} - {*INITIALS}
            is_name = alone and mark.isalpha() and (len(mark) > 1 or any(len(one) == 1 for one in others))
            if len(lines) < 2 and not (
                is_name and folded(match[3]) in self.vocabulary.words_of("status.foul")
            ):
                self.legend[mark] = self.vocabulary.statuses[folded(match[3])]
        flushes = self.vocabulary.shape(_FLUSH_MARKS).finditer(text) if explained else ()
        self.flush_marks += tuple(match["mark"] for match in flushes)
        if not self.is_chat and not self.begun:
            self.order = common_order(self.vocabulary, text)
        for match in compiled(SHORT_BESIDE).finditer(text) if "(" in text else ():
            short, name = match[2], match[1].strip()
            is_mark = folded(short) in self.vocabulary.statuses or short in self.legend
            if not is_mark and len(short) > 1 and shortens(short, name):
                self.initials.setdefault(folded(short), name)
        self.mails = " ".join(_MAILS.findall(text))
        self.oneself = tuple(filter(self.begins_a_line, _TALK["writer"])) or self.oneself
        if self.oneself:
            self.writer = stated_writer(self) or self.writer

    def _item(self, line: Line) -> Item:
        text = line.text
        if NOTHING.fullmatch(text) or text.lstrip(" \t\ufeff").startswith("#"):
            return Item(line)
        plain = self.vocabulary is ENGLISH and not (self.is_chat or self.order or self.writer)
        canonical = read_board(line) if plain else None
        if canonical is not None:
            board, syntax = canonical
            source = Normalized(text, tuple(range(len(text) + 1)), line)
            return Item(line, source, Parsed(syntax), board=board)
        message = self._chat.message(line) if self.is_chat else None
        if message is not None:
            if message.start >= len(message.line.text.rstrip()):
                return Item(line).blank()
            line = message.line
        source = self.normalized(line, message.start if message else 0)
        if message is not None and line.text.startswith("#", message.start):
            self._comments.weigh_words(line, message.start)
        said = line.text[message.start if message else 0 :]
        edited = said[:1] in {*"([<"} and ENGLISH.shape(_EDITED).fullmatch(said) is not None
        typed = message is not None and message.sender is not None and 0 < message.at[1] <= message.start
        is_sent = typed and folded(said.strip(" .!")) in _TALK["sent_money"]
        if not source.text or edited or (self.is_chat and not is_sent and is_app_line(said, self.text)):
            return Item(line).blank()
        if message is not None and message.start and message.sender is None and is_encryption_notice(said):
            return Item(line).blank()
        parsed = parse(source, self.vocabulary)
        if not parsed.sound and not self.is_chat:
            # A misspelled label or status would be a name.
            fixed = corrected(source, self.vocabulary, self.names)
            again = parse(fixed, self.vocabulary) if fixed is not None else parsed
            is_status = fixed is not None and self._says_status(source, fixed)
            is_short = fixed is not None and len(fixed.text.split()) <= _FEW_WORDS
            says_status = isinstance(again.value, BoardSyntax) and (again.value.status or again.value.marks)
            if fixed is not None and (is_short if is_status else again.sound and not says_status):
                return Item(line, fixed, again)
        return Item(line, source, parsed, message)

    def _says_status(self, source: Normalized, fixed: Normalized) -> bool:
        """Return True if the word that a correction changes stands after a player's name: `Ann fould`.

        `Roger Foulds` is a name: the word has a capital, or nobody else is called Roger.
        """
        pairs = zip(source.text.split(), fixed.text.split(), strict=False)
        at = next((at for at, (typed, meant) in enumerate(pairs) if typed != meant), 0)
        name, word = " ".join(source.text.split()[:at]), source.text.split()[at]
        lines = re.findall(rf"(?mi)(?<![^\W_]){re.escape(name)}(?![^\W_])", self.text) if name else []
        is_known = folded(name) in self.names or len(lines) > 1
        return is_known and word.islower() and folded(self.text).count(word) == 1

    def register_names(self, value: LineSyntax) -> None:
        """Register the players' names of a line."""
        if isinstance(value, BoardSyntax) and value.name is not None:
            is_player = is_whole(value) or value.status is not None or not value.rows
            if is_player and value.name.text not in self.legend:
                self.names.setdefault(folded(value.name.text), value.name.text)
        elif isinstance(value, Entry) and value.key.text == "players":
            for part in value.parts:
                listed = tuple(folded(name.text) for name in part.names)
                self.called |= dict.fromkeys(listed, listed)
                self.known.update(listed)
                for name in part.names:
                    self.names.setdefault(folded(name.text), name.text)

    def _with_names(self, values: list[LineSyntax]) -> list[LineSyntax]:
        for value in values:
            self.register_names(value)
        return values

    def _advance(self, value: LineSyntax) -> None:
        if isinstance(value, DealLine):
            number = re.search("[0-9]{1,9}", value.name.text) if value.name is not None else None
            self.deals = int(number[0]) if number else self.deals + 1
            self.begun = True
            self.in_deal, self.deal_at = {}, value.at.line.number
            self.lacks_suits = self.told_by_board = False
            self._report_unused_marks(value.at.line.number)
        elif isinstance(value, BoardSyntax):
            self.begun = True
            if any(lacks_suit(row.text) for row in value.rows):
                self.lacks_suits = True
            if value.name is not None:
                self.last_name, self.last_at = folded(value.name.text), value.name
                self.known.add(self.last_name)
                self.in_deal[self.last_name] = value.status.text if value.status is not None else ""
        elif isinstance(value, Entry):
            self._stated.add(value.key.text)
            if value.key.text == "players":
                self.register_names(value)
            self.titled = self.titled or value.key.text == "title"
        self.has_read_line = True

    def _report_unused_marks(self, before: int | None = None) -> None:
        """Report marks above line `before` whose players have no board in the deal."""
        for name, mark in [*self.marks.items()]:
            if before is None or mark.line.number < before:
                del self.marks[name]
                what = f"this line is about {self.names.get(name, name)}, who has no board in this deal"
                hint = f"write `({mark.text})` after a board"
                self.problems.refuse("mark-misplaced", mark.place, what, hint)

    def _comment(self, line: Line, items: Items, at: int) -> Iterator[LineSyntax]:
        """Yield the deal line in a comment above a board; ask or warn about other comments that may matter."""
        found, is_done = self._comments.heading(line, items, at)
        if is_done:
            yield from found
            return
        for value in found:
            self._advance(value)
            yield from self._nights.renumber(value)
        asked = self._comments.weigh(line, items, at, heads=bool(found))
        if asked is not None:
            yield asked

    def _values(self, item: Item, items: Items, at: int) -> list[LineSyntax]:
        """Parse a line, alone and then together with the lines around it."""
        source, parsed = item.source, item.parsed
        assert source is not None
        assert parsed is not None
        if item.royalty is not None:
            if not item.is_sound:
                return [self.unread(source, parsed)]
            royalty: LineSyntax = around.expected_royalty(items, at, self.last_at)
            if royalty is None:
                whole = self.normalized(item.line)
                royalty = self.unread(whole, parse(whole, self.vocabulary))
            return [parsed.value, royalty]
        if item.words is not None and item.is_sound:
            return [parsed.value, item.words]
        if (struck := STRUCK.fullmatch(item.line.text)) is not None:
            return [self.report_struck_out(item.line, 0, struck)]
        heading = match_of_deal(self, source) if item.line.struck_out else None
        if heading is not None:
            note = "delete it if it does not count, otherwise remove the tildes"
            span = item.line.struck_out[0]
            self.report("line-unreadable", item.line, span, "this part is struck out", note)
            return [numbered_deal(source, heading.span("number"))]
        if item.message is not None:
            return self._chat.read(item, items, at)
        is_word = source.text[:2].isalpha()
        number = None if is_word else ENGLISH.shape(_BARE_NUMBER).fullmatch(source.text)
        if number is not None:
            follows = int(number["number"]) == self.deals + 1
            if follows and (is_above_boards(self, items, at) or self._is_above_void_words(items, at)):
                return [numbered_deal(source, number.span("number"))]
        below = around.first_filled(items[at:])
        value = below.value if below is not None and below.is_sound else None
        unnamed = isinstance(value, BoardSyntax) and value.name is None  # `2) Xander` above rows is a player
        may_head = not parsed.sound and not unnamed and is_above_boards(self, items, at)
        numbered = numbered_words(self, item, self.readings) if may_head else None
        if numbered is not None:
            return numbered
        if self.flush_marks and self.vocabulary.shape(_FLUSH_MARKS).fullmatch(item.line.text):
            return []
        legend = self.vocabulary.shape(_LEGEND).fullmatch(item.line.text) if self.legend else None
        if legend is not None and legend[1] in self.legend:
            return []
        if re.sub('"[^"]*"', "", item.line.text).count("~~") % 2 and not NOTHING.fullmatch(item.line.text):
            note = "delete lines that do not count; if a deal is void, write `void` below its boards"
            message = "does this line strike out the next lines?"
            self.report("line-unreadable", item.line, (0, len(item.line.text)), message, note)
            return [Unread()]
        self._comments.warn_of_remark(item)
        if (listed := numbered_item(self, source, items[at] if at < len(items) else None)) is not None:
            return listed
        player = around.player_above(parsed.value, items, at, self.vocabulary) if parsed.sound else None
        if player is not None:
            return [player]
        above = around.name_above(items, at, self.vocabulary)
        if above is not None and isinstance(above[0], BoardSyntax) and above[0].marks:
            return self._with_names(above)
        if parsed.sound and isinstance(parsed.value, Entry):
            return rules_in_words(self, source) or several_keys(self, source) or [parsed.value]
        if isinstance(parsed.value, BoardSyntax) and parsed.value.name and ". " in parsed.value.name.text:
            split = self._deal_and_board(item)
            if split is not None:
                return split
        if parsed.sound:
            is_talk = around.is_name_above_talk(parsed.value, items, at, self.names)
            return [] if is_talk else [parsed.value]
        if self._nights.begins(source, items, at):
            return []
        if above is not None and len(above) > 1:
            return self._with_names(above)
        if (nth := self._nth_deal(source, items, at)) is not None:
            return [nth]
        if not self.begun:
            source = corrected_terms(source, self.vocabulary, self.names) or source
        found = self._deal_and_board(item) or self.readings(source)
        if found is not None:
            self.note_remark(item.line, found)
            return self._without_repeated_fouls(found, items, at)
        if above is not None:
            return self._with_names(above)
        if (name := around.name_and_top(source, items, at, self.vocabulary)) is not None:
            return [name]
        below = around.first_filled(items[at:])
        is_number = below is not None and ENGLISH.shape(_BARE_NUMBER).fullmatch(below.text) is not None
        void = void_deal(self, source) if is_number or not is_above_boards(self, items, at) else None
        if void is not None:
            return void
        found_note = title(self, source) or remark(self, source)
        found_note = found_note or greeting(self, source, items, at)
        if found_note is None:
            told = without_amount(self, source)
            is_apart = below is None or not around.is_unnamed(below)
            typed = item.source or source
            return [self.unread(typed, parsed, is_apart=is_apart) if told is None else told]
        if found_note.key.text == "note":
            self.remarks.append(found_note.parts[0].words[0])
        return [found_note]

    def _nth_deal(self, source: Normalized, items: Items, at: int) -> DealLine | None:
        """Return the deal that words without a number begin: `last one` above a player's second board."""
        match = self.vocabulary.shape(NTH).fullmatch(source.text)
        if match is None or self.is_chat or not is_above_boards(self, items, at):
            return None
        place = next(place for place, item in enumerate(items[at:], at + 1) if item is None or item.source)
        below = items[place - 1]
        values = around.name_above(items, place, self.vocabulary) or (
            [below.value] if below is not None else []
        )
        names = [folded(one.name.text) for one in values if isinstance(one, BoardSyntax) and one.name]
        if not names or names[0] not in self.in_deal:
            return None
        named = source.at(*match.span("nth"), str(self.deals + 1))
        return DealLine(source.whole, named)

    def _deal_and_board(self, item: Item) -> list[LineSyntax] | None:
        """Return a deal and its first board in one line: `Second hand. Pete had QQ5 on top, ...`."""
        source = item.source
        match = match_of_deal(self, source) if source is not None and item.message is None else None
        if source is None or match is None or not match["rest"].strip():
            return None
        words = source.cut(*match.span("rest")).stripped(" \t.,:;–—-")
        if not words.text:
            return None
        rest = self.normalized(item.line, words.columns[0])
        parsed = parse(rest, self.vocabulary)
        board = parsed.value if parsed.sound else None
        boards = [board] if isinstance(board, BoardSyntax) else board_with_tail(self, rest)
        first = boards[0] if boards else None
        if not isinstance(first, BoardSyntax) or first.name is None or not is_whole(first):
            return None
        self.register_names(first)
        return [numbered_deal(source, match.span("number")), *(boards or ())]

    def _without_repeated_fouls(self, found: list[LineSyntax], items: Items, at: int) -> list[LineSyntax]:
        """Remove fouls from a heading if the player has a board or a foul below.

        For `Hand 2 (Ben fouled)`, Ben's board below gets the mark.
        """
        below = takewhile(lambda item: item is None or not isinstance(item.value, DealLine), items[at:])
        lacks_status: dict[str, bool] = {}
        for item in below:
            if item is not None and isinstance(item.value, BoardSyntax):
                name = item.value.name.text if item.value.name is not None else item.text.rstrip(" :")
                lacks_status[folded(name)] = item.value.status is None
        kept: list[LineSyntax] = []
        for value in found:
            is_foul = (
                isinstance(value, BoardSyntax) and value.status is not None and value.status.text == "foul"
            )
            if isinstance(found[0], DealLine) and is_foul and isinstance(value, BoardSyntax) and value.name:
                name = folded(value.name.text)
                if lacks_status.get(name) and value.status is not None:
                    self.marks[name] = value.status
                if name in lacks_status:
                    continue
            kept.append(value)
        return kept

    def _is_above_void_words(self, items: Items, at: int) -> bool:
        """Return True if the next line says without cards that a deal is void: `misdeal, 14 cards`."""
        below = around.first_filled(items[at:])
        text = below.text if below is not None and not isinstance(below.value, DealLine) else ""
        return self.vocabulary.says(VOIDS, text) and count_cards(text) < _FEWEST_CARDS


def read_board_value(value: Text, vocabulary: Vocabulary = ENGLISH) -> BoardSyntax:
    """Parse a YAML value or a cell as a board. Raises `SyntaxFault`."""
    if "~~" in value.text:
        hint = "delete it if it does not count; otherwise remove the tildes"
        raise fault("line-unreadable", value, "is this board struck out?", hint)
    source = normalize_value(value, vocabulary)
    parsed = parse(source, vocabulary, "board")
    board = parsed.value
    if isinstance(board, BoardSyntax) and not parsed.doubt:
        return board._replace(spoiled=False)
    raise fault("line-unreadable", source.at(*parsed.at), "the board cannot be read from here on", BOARD_FORM)
