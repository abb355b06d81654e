"""Read comments: headings of deals behind a hash, greetings, and warnings about words that may matter."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from ofcscore.diagnostics.problem import Place
from ofcscore.log.syntax import BoardSyntax, DealLine, Entry, Line, LineSyntax, Part, Unread, entry, note
from ofcscore.log.text.board_lines import is_above_boards
from ofcscore.log.text.deal_headings import number_named, numbered_deal
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.line_reader import LONGEST, STRUCK, LineReader
from ofcscore.log.text.log_state import LogContext
from ofcscore.log.text.neighboring_lines import Item, Items, first_filled, is_above_lines, is_commented_out
from ofcscore.log.text.normalize import Normalized, normalize
from ofcscore.log.text.relevance import Context, Weight, weigh
from ofcscore.log.text.repairs import MORE_THAN_WORDS, WORDS
from ofcscore.log.text.syntax_builder import lacks_suit, parse
from ofcscore.log.vocabulary import CARDS, ENGLISH, folded
from ofcscore.log.words import tables
from ofcscore.rules.files import default_name

_TALK: Final = tables()["talk"]

_COMMENT_DEAL: Final = (
    r"~#+~(?:(?:(?P<word>[^\W\d_]+)~)?#?(?P<number>[0-9]{1,4})"
    r"|(?P<ordinal>(?ai:[0-9]{1,4}(?:st|nd|rd|th))|@talk.ordinals@) (?P<noun>[^\W\d_]+)"
    r"|(?P<before>[^\W\d_]+) (?P<name>@talk.cardinals@|[A-Z](?![^\W_])))~[:.)-]*~"
)
_NEXT_DEALS: Final = (
    r"(?<![^\W_])@deals|talk.deals@(?:[ \t.:#№-]|(?ai:no|nr|num)\.?)*(?P<number>[0-9]{1,3}|[IVX]{2,4}|@talk.cardinals@)(?![^\W_])",
    r"(?<![^\W_])(?P<number>[0-9]{1,3}|@talk.ordinals@)(?:st|nd|rd|th|[.ºª])?~@deals@",
    r"^~#+~(?:(?ai:no|nr|num|d)\.?|№)?~(?P<number>[0-9]{1,3}|[IVX]{2,4})(?:st|nd|rd|th)?~[.):]*~$",
    r"^~#+~(?:[^\W\d_]+ ){1,2}#?(?P<number>[0-9]{1,3}|[IVX]{2,4}|@talk.cardinals@|@talk.ordinals@)~[.):]*~$",
    r"^~#+~(?P<number>[0-9]{1,3}|@talk.ordinals@)(?:st|nd|rd|th|[.ºª])? [^\W\d_]+~[.):]*~$",
    r"^~#+~(?P<number>@talk.ordinals@)~[.):]*~$",
)
_HEADS: Final = r"~(?:#+~@deals@~#?|#)[0-9]{1,4}(?![0-9])"
"""A comment that starts like the heading of a deal: `## Deal 2`, `#2`."""
_FEW_WORDS: Final = 8
"""The word limit of comments that may matter; longer ones are explanations."""
_FEWER_WORDS: Final = 5
"""The word limit of comments that may be about anything but a void deal, a foul, points or a stake."""
_NUMBER_FIRST: Final = re.compile(r"^(?=[0-9]{1,4}[ \t:(–-])")
_COUNT: Final = re.compile(r"[0-9]{1,4}[ \t]+[^\W\d_]")
"""A number and a word, which may be a count: `5 minutes break`."""
_ORG_TITLE: Final = r"#\+(?ai:title):~(.*[^ \t])~"


class Comments:
    """The comments of a log."""

    def __init__(self, log: LineReader) -> None:
        self._log = log
        self._titles: list[tuple[Line, str]] = []
        """The comments above the deals that name a game or a stake, each with the key that they stand for."""

    def heading(self, line: Line, items: Items, at: int) -> tuple[list[LineSyntax], bool]:
        """Return the deal line in a comment above a board, such as `# deal 2`, and True if nothing is left to ask.

        That is so for a title of org-mode, and for a comment that was refused.
        """
        titled = ENGLISH.shape(_ORG_TITLE).fullmatch(line.text)
        if titled is not None and not self._log.begun:
            return [entry("title", Part(words=(line.whole.part(*titled.span(1)),)))], True
        is_above = is_above_lines(items, at)
        shapes = (ENGLISH.shape(_COMMENT_DEAL).fullmatch, self._log.vocabulary.shape(_HEADS).match)
        is_heading = not is_above and any(matches(line.text) for matches in shapes)
        heads_void = is_heading and _is_above_void(items, at)
        found = self._read_heading(line, items, at) if is_above or heads_void else []
        if heads_void and not self._is_next(found):
            message = "which deal is void, the deal of this comment or the deal above it?"
            note = f"write the name of the void deal after the word: `void: {max(self._log.deals, 1)}`"
            return [self._ask("void-unclear", line, message, note)], True
        struck = STRUCK.fullmatch(line.text.lstrip("\ufeff# \t")) if found else None
        if struck is not None:
            return [self._log.report_struck_out(line, 0, struck)], True
        return found, False

    def weigh(self, line: Line, items: Items, at: int, *, heads: bool) -> Unread | None:
        """Ask or warn about a comment that may matter; `heads` is True for the heading of a deal."""
        # The rest after a heading is a comment: `## Deal 2 ## void`.
        comment = line.text.lstrip("\ufeff# \t").partition("#")[2] if heads else line.text
        if is_above_lines(items, at) and ENGLISH.says("all.money.void|talk.redeals", comment):
            return self._ask(
                "void-unclear",
                line,
                "does the deal below count? This comment may say that it is void, but comments are not scored",
                "if it does not, write `void` below its boards; if it does, remove the word from the comment",
            )
        if not heads and self._may_begin_deal(line, items, at):
            return self.ask_for_deal(line, "if not, remove the number from the comment")
        if not heads and not is_commented_out(items, at - 1) and not self._keep_title(line):
            around = (*items[max(at - 2, 0) : at - 1], *items[at : at + 1])
            explains = any(one is not None and one.line.text.lstrip().startswith("#") for one in around)
            # Several lines above the deals explain the log.
            if self._log.begun or not explains:
                self.weigh_words(line, 0)
        return None

    def _keep_title(self, line: Line) -> bool:
        """Return True and keep a comment above the deals that names a game or a stake: `# Pineapple at Kim's`."""
        if self._log.begun or self._log.is_chat or len(line.text.split()) > _FEW_WORDS or ":" in line.text:
            return False
        source = self._log.normalized(line, len(line.text) - len(line.text.lstrip("\ufeff# \t")))
        found = heading_reader(self._log.vocabulary).read(source, loose=True) if source.text else None
        for entry_ in found.entries if found is not None and not found.unclear else ():
            words = [word.text for part in entry_.parts for word in part.words]
            if entry_.key.text in ("rules", "stake") and words != [default_name()]:
                self._titles.append((line, entry_.key.text))
        return found is not None and not found.unclear and found.certain

    def warn_of_titles(self, stated: Collection[str]) -> None:
        """Warn about comments that name a game or a stake that no line states; `stated` are the log's keys."""
        for line, key in self._titles:
            if key not in stated:
                what = "which game is played" if key == "rules" else "what a point is worth"
                self._warn(line, 0, what, "remove the `#` if it counts")

    def ask_for_deal(self, line: Line, otherwise: str) -> Unread:
        """Ask whether a comment or a divider between boards begins a deal."""
        message = "does a new deal begin here? This line is not the heading of a deal"
        note = f"if it does, write `deal {max(self._log.deals, 1) + 1}`; {otherwise}"
        return self._ask("deal-line", line, message, note)

    def _ask(self, code: str, line: Line, message: str, note: str) -> Unread:
        self._log.report(code, line, (0, len(line.text)), message, note)
        return Unread()

    def _may_begin_deal(self, line: Line, items: Items, at: int) -> bool:
        """Return True for a comment with the next deal's number between boards: `# Friday, hand 2`."""
        if len(self._log.in_deal) < 2 or not is_above_boards(self._log, items, at):
            return False
        found = (self._log.vocabulary.shape(shape).search(line.text) for shape in _NEXT_DEALS)
        following = max(self._log.deals, 1) + 1
        return any(match is not None and number_named(match["number"]) == following for match in found)

    def _is_next(self, found: Sequence[LineSyntax]) -> bool:
        first = found[0] if found else None
        name = first.name if isinstance(first, DealLine) else None
        return name is not None and number_named(name.text) == self._log.deals + 1

    def _read_heading(self, line: Line, items: Items, at: int) -> list[LineSyntax]:
        """Parse a comment as the heading of the boards below, empty if it is not one.

        A number after other words may be part of a sentence, so the whole line must parse as a heading.
        """
        match = ENGLISH.shape(_COMMENT_DEAL).fullmatch(line.text)
        if match is not None:
            noun = match["word"] or match["noun"] or match["before"] or ""
            if noun.lower() not in {"", *self._log.vocabulary.deals}:
                return []
            whole = Normalized(line.text, tuple(range(len(line.text) + 1)), line)
            group = next(name for name in ("number", "ordinal", "name") if match[name])
            deal = numbered_deal(whole, match.span(group))
            return [deal] if is_above_boards(self._log, items, at) or _is_above_void(items, at) else []
        source = self._log.normalized(line, len(line.text) - len(line.text.lstrip("\ufeff# \t")))
        may_count = _COUNT.match(source.text) is not None
        source = source.sub(_NUMBER_FIRST, "deal ")
        if not source.text or len(source.text) > LONGEST:
            return []
        parsed = parse(source, self._log.vocabulary)
        found: list[LineSyntax] = [parsed.value] if parsed.sound else self._log.readings(source) or []
        first = found[0] if found else None
        if isinstance(first, DealLine) and first.name is not None and first.name.text.isdecimal():
            is_above = is_above_boards(self._log, items, at) or _is_above_void(items, at)
            is_heading = (len(found) > 1 or is_above) and (not may_count or self._is_next(found))
            if is_heading:
                self._log.note_remark(line, found)
            return found if is_heading else []
        if self._log.begun and not self._log.in_deal:
            # The line above is the heading.
            return []
        heads = self._log.vocabulary.shape(_HEADS).match(line.text) is not None
        return [self._log.unread(source, parsed)] if heads and is_above_boards(self._log, items, at) else []

    def warn_of_remark(self, item: Item) -> None:
        """Warn about a comment after a deal line or a board that may change its score."""
        source, value = item.source, item.value
        if source is None or not item.is_sound or not isinstance(value, DealLine | BoardSyntax):
            return
        end = source.columns[len(source.text) - 1] + 1 if source.text else 0
        at = item.line.text.find("#", end)
        if at < 0:
            return
        word = folded(item.line.text[at:].strip("# \t.!:()-"))
        rows = value.rows if isinstance(value, BoardSyntax) and not (value.status or value.marks) else ()
        if rows and self._log.vocabulary.statuses.get(word) == "foul":
            help = "if it is, write `(foul)` after the cards"
            self._warn(item.line, at, "that the board is a foul", help)
        elif any(lacks_suit(row.text) for row in rows) and self._log.vocabulary.says("suits", word):
            self._warn(item.line, at, "that a row is a flush", "if it is, write `flush` after its cards")
        else:
            self.weigh_words(item.line, at)

    def weigh_words(self, line: Line, at: int) -> None:
        """Warn if a comment may void a deal, or state a foul, a debt, points or another stake."""
        comment = line.text[at:].strip("# \t")
        words, vocabulary = comment.split(), self._log.vocabulary
        if len(words) > _FEW_WORDS:
            return
        if ENGLISH.says("all.money.void", comment):
            self._warn(line, at, "that a deal is void", "if the deal is void, write `void` below its boards")
            return
        # An amount of a point, as in `from here 2 EUR a point`.
        money = heading_reader(vocabulary).money
        amounts = map(money.of_match, money.pattern.finditer(comment)) if self._log.begun else ()
        of_point = any(amount is not None and amount.of_a_point for amount in amounts)
        if of_point or vocabulary.says("money.double|money.triple", comment):
            help = (
                "if it is, write the stake below the `deal` line, for example `stake: x2` or `stake: 1 EUR`"
            )
            self._warn(line, at, "that the stake is another one", help)
            return
        is_whole_line = not line.text[:at].strip("\ufeff# \t")
        if is_whole_line and ":" in comment and parse(normalize(Line("", 1, comment)), vocabulary).sound:
            # A line that is commented out.
            return
        weight = weigh(comment, Context(frozenset(self._log.names), note=True), vocabulary)
        # A longer comment, or one about cards, explains the deal.
        tells = any(word[0].isalpha() and not re.fullmatch(CARDS, word) for word in words)
        if isinstance(weight, Weight) and (weight.kind == "points" or weight.code == "chat-foul"):
            self._warn(line, at, weight.what, weight.help)
        elif weight and tells and len(words) <= _FEWER_WORDS and ":" not in comment:
            help = "write what counts on a line of its own, without the `#`"
            self._warn(line, at, "something about points, a foul or money", help)

    def _warn(self, line: Line, at: int, what: str, help: str) -> None:
        place = Place(line.file, line.number, at + 1, len(line.text) - at, line.text)
        message = f"comments change nothing, but this one may say {what}"
        self._log.problems.warn("note-unread", place, message, help)


def _is_above_void(items: Items, at: int) -> bool:
    below = first_filled(items[at:])
    value = below.value if below is not None and below.is_sound else None
    return isinstance(value, Entry) and value.key.text == "void"


def greeting(log: LogContext, source: Normalized, items: Items, at: int) -> Entry | None:
    """Return a note for a greeting or a signature: `Hi Ana`, `Cheers, Ben`.

    A name alone is a signature only below a remark or at the end of a log.
    """
    words = [folded(word) for word in WORDS.findall(source.text)]
    words = [word for word in words if not (log.mails and word in _TALK["kisses"])]
    named = [word for word in words if word not in _TALK["openers"] and word not in _TALK["closings"]]
    people = {word for name in (*log.names, folded(log.mails)) for word in WORDS.findall(name)}
    if not words or not people.issuperset(named) or re.search(MORE_THAN_WORDS, source.text):
        return None
    below = any(item is None or item.grid or item.is_sound for item in items[at:])
    greets = len(named) < len(words)
    signs = log.has_read_line and not log.begun and not is_above_boards(log, items, at)
    # A player without a board in the open deal may be about to get one.
    waiting = {word for name in log.names if name not in log.in_deal for word in name.split()}
    have_boards = bool(log.in_deal) and not log.is_chat and waiting.isdisjoint(named)
    stands_apart = signs or (greets and not log.begun)
    stands_apart = stands_apart or (not below and (greets or have_boards or bool(log.remarks)))
    return note(source.whole) if stands_apart else None
