"""Read the messages of a group chat: boards, keys, doubtful messages and talk."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from ofcscore.diagnostics.problem import Place, listed
from ofcscore.game.cards import BOARD_SIZE, Row
from ofcscore.game.spelling import read_cards
from ofcscore.log.card_alphabets import choose
from ofcscore.log.keys import KEYS
from ofcscore.log.syntax import BoardSyntax, DealLine, Entry, Line, LineSyntax, Part, Text, Unread, entry
from ofcscore.log.text.board_lines import board_with_tail
from ofcscore.log.text.chat_proposals import stated_terms
from ofcscore.log.text.chat_stamps import (
    Finder,
    Message,
    filled,
    finder_of,
    is_titled,
    may_be_name,
    message_of,
    without_marks,
)
from ofcscore.log.text.deal_headings import match_of_deal, number_in, numbered_deal
from ofcscore.log.text.game_terms import lines_of_terms, without_note
from ofcscore.log.text.line_reader import LineReader
from ofcscore.log.text.neighboring_lines import Item, Items, first_filled, name_above
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.relevance import Context, Weight, count_cards, laughs, weigh
from ofcscore.log.text.remarks import is_talk, listed_texts, why_foul
from ofcscore.log.text.result_lines import debts_in_message, in_first_person, points_in_message
from ofcscore.log.text.syntax_builder import is_whole, parse
from ofcscore.log.vocabulary import CARDS, ENGLISH, Vocabulary, folded
from ofcscore.log.words import tables
from ofcscore.scoring.deal import ANYBODY

_TALK: Final = tables()["talk"]
_AFTER_NAME: Final = re.compile(r"(?<=: ).*")
_ME_TOO: Final = ENGLISH.shape("~@talk.me_too@[ \\t.:!,)]*")
NTH: Final = (
    r"~(?:[^\W\d_]{1,3} )?(?P<nth>@talk.ordinals|talk.nexts|talk.relative@)(?:~@deals@| (?:1|one))?[ \t.:!)]*"
)
"""A deal without its number: `second`, `next hand`, `last 1`."""
_LONGEST_ANSWER: Final = 6
"""The most words of a message that denies what stands above it."""
_SHORT_NAME: Final = re.compile(rf"(?!{CARDS}$)[^\W\d_a-z][^\W\d_]+")
_COLON: Final = re.compile("[^:]{0,40}[:=]")
_SURELY_KEYS: Final = ("rules", "void", "date", "stake", "players", "currency")
_QUESTION_MARKS: Final = ("?", "？", "¿", "🤔")
_OF_OTHERS: Final = r"~(?:(?P<pronoun>@talk.somebody_else@)|@talk.slang@)(?![^\W_])(?P<rest>.*)"
"""The beginning of a message that may be slang, or about another player."""


def _may_be_about_others(text: str, vocabulary: Vocabulary) -> bool:
    """Return True for `he fouled`, `dead right`, `dead 😂` and `busted, see you`, which state no foul of one's own."""
    match = vocabulary.shape(_OF_OTHERS).fullmatch(text)
    if match is None or (match["pronoun"] and "es" in vocabulary.languages):
        return False
    rest = match["rest"].strip(" \t.!")
    if match["pronoun"]:
        return vocabulary.says("FOUL", rest)
    return rest != "" and folded(rest) not in _TALK["after_slang"] and count_cards(rest) < len(Row)


def _moves_money(value: LineSyntax) -> bool:
    if isinstance(value, BoardSyntax):
        return value.status is not None and not value.rows
    return isinstance(value, Entry) and value.key.text in ("paid", "adjust", "void")


def _is_setting(value: LineSyntax) -> bool:
    if not isinstance(value, Entry):
        return False
    return value.key.text == "rules" or (value.key.text == "stake" and value.parts[0].number is not None)


class Borders:
    """The boards of the open deal, and the players of the deals before it."""

    def __init__(self) -> None:
        self._boards: dict[str, list[str]] = {}
        """The cards of each player in the open deal, by lowercase name."""
        self._players: dict[str, Text] = {}
        """The players of the first deal, filled when the second one begins."""
        self._last = ""
        self._number = 1
        self.is_over = False
        """True if the messages name the deals, or if a question was asked."""
        self._at: dict[str, Text] = {}

    def is_next(self, sender: str | None, value: LineSyntax | None) -> bool:
        """Return True for a top row from a sender whose board is complete."""
        cards = self._boards.get(folded(sender or ""), ())
        return isinstance(value, BoardSyntax) and len(cards) == BOARD_SIZE and _is_top(value)

    def before(self, board: BoardSyntax, log: LineReader) -> list[DealLine]:
        """Record a board; return the deal line to insert before it, or an empty list."""
        # A comment such as `#1` may also name a deal.
        if self.is_over or log.deals != (self._number if self._players else 0):
            return []
        cards = [card.code for row in board.rows for card in read_cards(row.text).cards]
        if board.name is None:
            self._boards.setdefault(self._last, []).extend(cards)
            return []
        name = folded(board.name.text)
        begun: list[DealLine] = []
        is_first = _is_top(board) or not board.rows
        is_next = is_first and len(self._boards.get(name, ())) == BOARD_SIZE
        begins = is_next or is_whole(board) or board.status is not None
        if name in self._boards and begins and len(self._boards) > 1:
            if (Counter(self._boards[name]) & Counter(cards)).total() >= 10:
                what = f"does this board correct {board.name.text}'s board above?"
                self._ask(board.at, what, "delete the board that does not count", log)
                return []
            if not self._is_complete(board.at, log):
                return []
            self._number += 1
            self._players = self._players or dict(self._at)
            self._boards, self._at = {}, {}
            begun = [DealLine(board.at, board.at.with_text(str(self._number)), None)]
        elif self._players and name not in self._players:
            what = f"{board.name.text} had no board in the previous deal"
            self._ask(board.at, what, self._hint(), log)
            return []
        self._last = name
        self._boards.setdefault(name, []).extend(cards)
        self._at.setdefault(name, board.name)
        return begun

    def end(self, log: LineReader) -> None:
        """Ask about players without a board in the last deal."""
        if not self.is_over and self._players and self._at:
            self._is_complete([*self._at.values()][-1], log)

    def _is_complete(self, at: Text, log: LineReader) -> bool:
        missing = [who.text for name, who in self._players.items() if name not in self._boards]
        if missing:
            what = f"{missing[0]} has no board in the deal above, but had one before"
            self._ask(at, what, self._hint(), log)
        return not missing

    def _hint(self) -> str:
        return f"write a line such as `deal {self._number + 1}` before the first board of each deal"

    def _ask(self, at: Text, what: str, hint: str, log: LineReader) -> None:
        self.is_over = True
        log.problems.refuse("deal-line", at.place, what, hint)


def _is_top(board: BoardSyntax) -> bool:
    return len(board.rows) == 1 and len(read_cards(board.rows[0].text).cards) == Row.TOP.size


class Conversation:
    """The messages of one chat and their senders."""

    def __init__(self, log: LineReader) -> None:
        self.log = log
        self._sender: str | None = None
        """The sender of the current message, for its following lines."""
        self._find: Finder | None = None
        """The function that finds names outside timestamps, chosen by the first block."""
        self._messages: dict[int, Message] = {}
        """The messages by line number."""
        self._senders: dict[str, None] = {}
        self._quoted = False
        """True inside a message of several lines in quotes."""
        self._rows_of: str | None = None
        """The sender of an incomplete board whose next row may follow."""
        self._below_name: tuple[str | None, int] = (None, 0)
        """The sender of a name above a board, and the number of rows still to come."""
        self.borders_of = Borders()
        self._talk: list[Message] = []
        """The talk of the open deal."""
        self._past_deals: list[tuple[frozenset[str], list[Message]]] = []
        """The players with a board in each deal, and the deal's talk."""
        self._moved = False
        """True below a payment, a foul or a void deal, which an answer may deny."""
        self._doubtful: list[Text] = []
        """The texts of messages that may matter."""
        self._payments: dict[tuple[frozenset[str], int], Message] = {}
        """The first message of each payment, by the pair of players and the deal."""

    def begin(self, lines: Sequence[Line]) -> None:
        """Find the messages in a block of lines, with their senders' card letters."""
        blocks = filled(lines)
        self._find = self._find or finder_of(blocks)
        heads = {message.line.number: message for message in self._find(blocks)}
        typed = (line for line in lines if not line.text.lstrip(" \t\ufeff").startswith("#"))
        found = (self._message(without_marks(line), heads.get(line.number)) for line in typed)
        self._messages = {message.line.number: message for message in found if message is not None}
        vocabulary = self.log.vocabulary
        of_sender = defaultdict[str | None, list[Message]](list)
        for message in self._messages.values():
            of_sender[message.sender].append(message)
        self._senders |= dict.fromkeys(filter(None, of_sender))
        self.log.short_names = _short_names([*self._senders], vocabulary)
        for messages in of_sender.values() if vocabulary.alphabet is None else ():
            text = "\n".join(message.text for message in messages)
            alphabet = choose(text, vocabulary.languages).alphabet
            if alphabet is not None:
                self.log.alphabets |= {message.line.number: alphabet for message in messages}

    def message(self, line: Line) -> Message | None:
        """Return the message on a line, or None. Lines without a timestamp continue one."""
        return self._messages.get(line.number)

    def _message(self, line: Line, found: Message | None) -> Message | None:
        found = found or message_of(line)
        if found is None:
            return self._unquoted(Message(line, 0, self._sender)) if line.text.strip() else None
        self._sender, self._quoted = found.sender, False
        if found.sender is not None:
            self.log.names.setdefault(folded(found.sender), found.sender)
            self.log.known.add(folded(found.sender))
        return self._unquoted(found._replace(line=line))

    def _unquoted(self, message: Message) -> Message:
        """Remove the quotes around a message of several lines from one of its lines."""
        text = message.line.text.rstrip()
        if self._quoted and text.endswith('"'):
            self._quoted = False
            return message._replace(line=message.line._replace(text=text[:-1]))
        if message.sender is not None and text.startswith('"', message.start) and text.count('"') == 1:
            self._quoted = True
            return message._replace(start=message.start + 1)
        return message

    # --- reading messages

    def read(self, item: Item, items: Items, at: int) -> list[LineSyntax]:
        """Parse a message as a log line; a question states no payment, foul or void deal."""
        message, source = item.message, item.source
        assert message is not None
        assert source is not None
        found = self._statement(item, message, source, items, at)
        is_question = any(mark in item.line.text[message.start :] for mark in _QUESTION_MARKS)
        moves = any(map(_moves_money, found))
        if moves and is_question:
            return self._weigh(message, source, items, at)
        self._moved = moves or (self._moved and not found)
        return self._once(found, message)

    def _once(self, found: list[LineSyntax], message: Message) -> list[LineSyntax]:
        """Ask about a payment between players of whom the other has told one, perhaps with another amount."""
        payments = (value for value in found if isinstance(value, Entry) and value.key.text == "paid")
        for part in (part for payment in payments for part in payment.parts):
            key = frozenset(folded(name.text) for name in part.names), self.log.deals
            before = self._payments.setdefault(key, message)
            if before.sender != message.sender:
                what = f"is this the payment of line {before.line.number}, or one more?"
                hint = "delete one of the two if it is the same; otherwise write their sum in one message"
                self.log.problems.refuse("money-repeated", message.body.place, what, hint)
                return [Unread()]
        return found

    def _statement(
        self, item: Item, message: Message, source: Normalized, items: Items, at: int
    ) -> list[LineSyntax]:
        if _may_be_about_others(message.text, self.log.vocabulary):
            return self._weigh(message, source, items, at)
        value = item.value if item.is_sound else None
        own = isinstance(value, BoardSyntax) and value.name is None
        if (below := self._below_a_name(item, message, items, at)) is not None:
            return below
        if value is not None and not own and self._is_log_line(value):
            return [self._with_known_player(message, value, source)]
        if own and self._laughs(message, item.value, items, at):
            return self._weigh(message, source, items, at)
        if (foul := self._foul_of_sender(message, source)) is not None:
            return [] if self._marks_rows_below(foul, message, items, at) else [foul]
        if message.sender is not None:
            signed = self._board_of_sender(message, source, item.value, items, at, own=own)
            if signed is not None:
                return signed
        elif own and value is not None:
            is_board = isinstance(value, BoardSyntax) and is_whole(value)
            return [self._report_unknown_player(source)] if is_board else [value]
        if (deal := self._nth_deal(source, items, at)) is not None:
            return [deal]
        stated = stated_terms(self.log, source, message, items, at)
        results = points_in_message(self.log, item, items, at) or debts_in_message(self.log, item, items, at)
        if results is not None:
            return results
        found = self.log.readings(in_first_person(self.log, item) if stated is source else stated)
        kept = without_note(found) if found else found
        first = next(iter(kept or ()), None)
        again = not isinstance(first, DealLine) and any(map(self._repeats_status, kept or ()))
        heads = self._heads_boards(source, items, at)
        if kept is None and heads:
            kept = found = self._deal_with_own_foul(message, source)
        if heads and kept:
            # Words after a deal's name are talk.
            kept = [one for one in kept if not (isinstance(one, Entry) and one.key.text == "note")]
        if found is not None and kept is not None and not again and all(map(self._is_log_line, kept)):
            self.log.note_remark(message.line, found)
            first = next(iter(kept), None)
            if not isinstance(first, DealLine) or first.void is not None or self.log.begun:
                return kept
            # Rules and a stake after the first deal's name apply to the following deals too.
            return sorted(kept, key=lambda value: not _is_setting(value))
        return self._weigh(message, source, items, at, heads=heads is not None)

    def _below_a_name(self, item: Item, message: Message, items: Items, at: int) -> list[LineSyntax] | None:
        """Return a player's name above a board's rows in messages, or the next such row."""
        board, (sender, rows) = item.value, self._below_name
        self._below_name = (None, 0)
        if isinstance(board, BoardSyntax) and board.name is None and item.is_sound:
            if message.sender != sender or not 0 < len(board.rows) <= rows:
                return None
            self._below_name = sender, rows - len(board.rows)
            return [board]
        heads = ":" in item.text or folded(item.text) in self.log.names
        goes_on = heads and self._below(message, items, at) is not None
        found = name_above(items, at, self.log.vocabulary) if goes_on else None
        if found is not None:
            self._below_name = message.sender, len(Row)
        return found

    def _foul_of_sender(self, message: Message, source: Normalized) -> LineSyntax | None:
        """Return the foul in a sender's message about nothing else: `foul for me`.

        If the sender has a board already, return an `expect` entry instead.
        """
        vocabulary, sender = self.log.vocabulary, folded(message.sender or "")
        foul = rf"(?<![^\W_\u2e80-\uffff]){vocabulary.status_pattern('foul')}"
        text = folded(source.text).rstrip(" :;()")
        head = re.match(rf".*?{foul}[^,.!;…]*", text)
        tail = text[head.end() :].strip(" ,.!;…") if head else ""
        if head and is_talk(self.log, tail, whole=False) and not vocabulary.says("talk.jokes", tail):
            text = head[0]
        rest, count = re.subn(foul, " ", text)
        rest = vocabulary.shape(r"(?<![^\W_])@talk.own_foul@(?![^\W_])").sub(" ", rest)
        others = {*re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", rest)}
        others -= vocabulary.words_of("talk.own_foul|talk.behind_foul") - self.log.names.keys()
        has_board = sender in self.log.in_deal
        if not sender or (has_board and not self.borders_of.is_over) or count != 1:
            return None
        if others or re.search(r"[?\d/|:;+=]", rest):
            return None
        board = parse(message.signed(source, vocabulary).sub(_AFTER_NAME, "foul"), vocabulary).value
        if has_board and isinstance(board, BoardSyntax) and board.status and board.name:
            return entry("expect", Part(words=(board.status,)), names=(board.name,))
        return board

    def _marks_rows_below(self, foul: LineSyntax, message: Message, items: Items, at: int) -> bool:
        """Return True and keep the mark for a foul above the rows of the same message."""
        below = self._below(message, items, at)
        rows = below.value if below is not None and below.is_sound else None
        if not isinstance(rows, BoardSyntax) or rows.name is not None or not rows.rows:
            return False
        if not isinstance(foul, BoardSyntax) or foul.name is None or foul.status is None:
            return False
        self.log.marks[folded(foul.name.text)] = foul.status
        return True

    def _below(self, message: Message, items: Items, at: int) -> Item | None:
        """Return the next filled line if it has the same sender."""
        below = first_filled(items[at:])
        same = below is not None and below.message is not None and below.message.sender == message.sender
        return below if same else None

    def _deal_with_own_foul(self, message: Message, source: Normalized) -> list[LineSyntax] | None:
        """Return a deal and its sender's foul: `hand 2. I fouled`."""
        match, rest = self._named_deal(source)
        if match is None:
            return None
        in_deal, self.log.in_deal = self.log.in_deal, {}
        foul = self._foul_of_sender(message, rest)
        self.log.in_deal = in_deal
        return None if foul is None else [numbered_deal(source, match.span("number")), foul]

    def _named_deal(self, source: Normalized) -> tuple[re.Match[str] | None, Normalized]:
        """Match the deal's number at the start of a message, and return the text after it."""
        match = match_of_deal(self.log, source)
        if match is None:
            return None, source
        start = match.end("number") + len(match["rest"]) - len(match["rest"].lstrip(" \t:.,)–—-"))
        return match, source.cut(start, len(source.text))

    def _nth_deal(self, source: Normalized, items: Items, at: int) -> DealLine | None:
        """Return the deal that an ordinal begins: `second`, `die zweite`.

        It must come before a second board of a player. `last` may be about the deal above, unless all
        players of that deal have another board below.
        """
        match, below = self.log.vocabulary.shape(NTH).fullmatch(source.text), first_filled(items[at:])
        if match is None or below is None or not isinstance(below.value, BoardSyntax):
            return None
        (owners, _), last = self._owners_below(items, at), folded(match["nth"]) in _TALK["relative"]
        is_second_board = owners[:1] and owners[0] in self.log.in_deal
        if not is_second_board or (last and not self.log.in_deal.keys() <= {*owners}):
            return None
        named = source.at(*match.span("nth"), str((self.log.deals or 1) + 1))
        return DealLine(source.whole, named, None)

    def _owners_below(self, items: Items, at: int) -> tuple[list[str], str]:
        """Return the players of the boards above the next deal heading, and its number."""
        owners: list[str] = []
        for item in items[at:]:
            if item is None or item.source is None or item.message is None:
                continue
            if (other := match_of_deal(self.log, item.source)) is not None:
                return owners, other["number"]
            name = item.value.name if isinstance(item.value, BoardSyntax) else None
            if isinstance(item.value, BoardSyntax) or count_cards(item.text) >= BOARD_SIZE:
                owners.append(folded(name.text if name else item.message.sender or ""))
        return owners, ""

    def _heads_boards(self, source: Normalized, items: Items, at: int) -> bool | None:
        """Return True for a heading of a new deal, if its boards follow.

        If the open deal has boards, one of them must be a second board of a player. If none is, the
        line may be talk about a later deal: return False. Return None for anything else.
        """
        match = match_of_deal(self.log, source)
        if match is None or not match["number"].isdecimal() or int(match["number"]) <= self.log.deals:
            return None
        (owners, next_number), before = self._owners_below(items, at), self.log.in_deal.keys()
        if next_number == match["number"] or not owners:
            return None
        if before.isdisjoint(owners) and before:
            return False if len(before) > 1 else None
        return True

    def borders(self, value: LineSyntax) -> list[DealLine]:
        """Return the deal line to insert before a board that begins a deal in a chat."""
        begun: list[DealLine] = []
        if isinstance(value, DealLine):
            self._rows_of = None
            self.borders_of.is_over = True
        elif isinstance(value, BoardSyntax):
            begun = self.borders_of.before(value, self.log)
        if begun or isinstance(value, DealLine):
            self._end_deal()
        return begun

    def _end_deal(self) -> None:
        self._past_deals.append((frozenset(self.log.in_deal), self._talk))
        self._talk = []

    def _with_known_player(self, message: Message, value: LineSyntax, source: Normalized) -> LineSyntax:
        """Return a line about a named player, with the sender's name for `me`."""
        name, sender = value.name if isinstance(value, BoardSyntax) else None, message.sender
        is_new = name is not None and folded(name.text) not in self.log.known and '"' not in source.text[:2]
        if isinstance(value, BoardSyntax) and name is not None and is_new and sender is not None:
            word = folded(name.text)
            if word in _TALK["oneself"]:
                return value._replace(name=name.with_text(sender))
            if word in _TALK["before_board"] or name.text[:1].islower():
                # `here: 663 / KK943 / 88844`
                what = f"{sender} wrote `{name.text}` before a board, but it is not a known player"
                note = f"if the board is {sender}'s, delete the word; if `{name.text}` is a player, put it in quotes"
                self.log.problems.refuse("name-unknown", name.place, what, note)
                return Unread()
        self._rows_of = None
        return value

    def _repeats_status(self, value: LineSyntax) -> bool:
        if not isinstance(value, BoardSyntax) or value.status is None or value.name is None:
            return False
        return folded(value.name.text) in self.log.in_deal and self.borders_of.is_over

    def _board_of_sender(
        self, message: Message, source: Normalized, value: LineSyntax, items: Items, at: int, *, own: bool
    ) -> list[LineSyntax] | None:
        """Parse a message as the board or the row of its sender, None if it is neither."""
        sender, vocabulary = message.sender, self.log.vocabulary
        row = own and isinstance(value, BoardSyntax) and 0 < len(value.rows) < 3
        if row and sender == self._rows_of and not self.borders_of.is_next(sender, value):
            return [value]
        source_signed = message.signed(source, vocabulary)
        signed = parse(source_signed, vocabulary)
        board = signed.value
        tailed = None if signed.sound else board_with_tail(self.log, source_signed)
        if tailed is not None and not any(map(self._repeats_status, tailed)):
            return tailed
        above = items[at - 2] if own and at > 1 and message.start == 0 else None
        other = above.message if above is not None and not above.is_sound else None
        name = other.text.strip() if other is not None and other.sender == sender else ""
        if name and may_be_name(name) and is_titled(name) and folded(name) != folded(sender or ""):
            # The line above may be another player's name.
            return [self._report_unknown_player(source)]
        if isinstance(board, BoardSyntax) and (own or signed.sound):
            whole = is_whole(board) or board.status is not None or row or bool(board.marks and board.rows)
            if whole and (signed.sound or row):
                self._rows_of = sender if row else None
                return [board]
        if isinstance(board, BoardSyntax) and (own or _looks_like_board(board)):
            return [self.log.unread(source_signed, signed, message.start)]
        return self._numbered_board(message, source)

    def _laughs(self, message: Message, value: LineSyntax, items: Items, at: int) -> bool:
        """Return True for laughter that looks like cards, unless it is a row of a board."""
        if not laughs(message.text) or not isinstance(value, BoardSyntax):
            return False
        if not _is_top(value):
            return True
        others = (other for other in items[at:] if other is not None and other.message is not None)
        of_sender = (one.value for one in others if one.message and one.message.sender == message.sender)
        below = next(of_sender, None)
        goes_on = isinstance(below, BoardSyntax) and below.name is None and len(below.rows) == 1
        return not goes_on and (message.sender is None or self._rows_of != message.sender)

    def _numbered_board(self, message: Message, source: Normalized) -> list[LineSyntax] | None:
        """Return the sender's board after this or the next deal's name: `Deal 1: 33A ...`."""
        match, rest = self._named_deal(source)
        if match is None or not rest.text:
            return None
        vocabulary = self.log.vocabulary
        board = parse(message.signed(rest, vocabulary), vocabulary)
        if not (board.sound and isinstance(board.value, BoardSyntax) and is_whole(board.value)):
            return None
        ahead = number_in(self.log, match) - self.log.deals
        if ahead not in (0, 1):
            return None
        deal = [numbered_deal(source, match.span("number"))] if ahead else []
        return [*deal, board.value]

    def _is_log_line(self, value: LineSyntax) -> bool:
        """Return False for what may be talk: an entry or a foul without a colon, or with unknown players."""
        if isinstance(value, BoardSyntax) and value.status is not None and not value.rows and value.name:
            # `Battery dead`, `Mist tot`
            name = folded(value.name.text)
            colon = ":" in value.name.line.text[value.name.span[1] :]
            if colon or name in {*map(folded, self._senders), *self.log.in_deal}:
                return True
            return len(re.findall(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", folded(self.log.text))) > 1
        if not isinstance(value, Entry):
            return True
        key, log = value.key, self.log
        names = [name.text for part in value.parts for name in part.names]
        colon = _COLON.match(key.line.text, key.column - 1) is not None
        if key.text in ("note", "title", "cards") or (KEYS[key.text].where == "header" and log.begun):
            return colon
        known = all(folded(name) in {*log.names, *log.in_deal, ANYBODY} for name in names)
        has_value = colon or KEYS[key.text].value == "amount" or bool(names)
        return (known and has_value) or key.text in _SURELY_KEYS

    def _report_unknown_player(self, source: Normalized) -> Unread:
        what = "it is unclear whose board this is"
        note = "write the player's name before the board, for example `Ann: QQ5 / AA762 / 9TJQK`"
        self.log.report("name-missing", source.line, source.span(0, len(source.text)), what, note)
        return Unread()

    # --- talk

    def _weigh(
        self, message: Message, source: Normalized, items: Items, at: int, *, heads: bool = False
    ) -> list[LineSyntax]:
        """Report a message that surely matters; collect one that may matter, or talk.

        `heads` is True if the message names a deal whose boards follow.
        """
        log = self.log
        names = frozenset((*log.names, *log.in_deal, *map(folded, log.short_names)))
        has_board = message.sender is not None and folded(message.sender) in log.in_deal
        above, system = not log.in_deal and not log.begun, message.sender is None
        context = Context(names, above, False, has_board, system, in_chat=True, lacks_suits=log.lacks_suits)
        weight = weigh(message.text, context, log.vocabulary)
        if isinstance(weight, Weight) and weight.code == "chat-foul" and message.sender is not None:
            told = why_foul(log, source, message.sender)
            if told is not None and len(told) > 1:
                return told
        answers = len(message.text.split()) <= _LONGEST_ANSWER
        if self._moved and answers and log.vocabulary.says("talk.denies|talk.disputes", folded(message.text)):
            weight = weight or True
        above_it = items[at - 2] if at > 1 else None
        above_fouls = above_it is not None and log.vocabulary.says("FOUL", above_it.text)
        if above_fouls and _ME_TOO.fullmatch(message.text):
            weight = Weight("chat-foul", "that a board was fouled", "write a foul as `Ann: foul`")
        if heads and not isinstance(weight, Weight):
            help = "write the deal's name on a line of its own"
            weight = Weight("chat-unread", "more than the name of a deal", help)
        if isinstance(weight, Weight):
            span = source.span(0, len(source.text))
            lines = lines_of_terms(log, source) if context.above and weight.code == "chat-unread" else []
            if len(lines) > 1:
                what = "which rules are played and what a point is worth"
                shown = listed([f"`{line}`" for line in lines], "and")
                weight = weight._replace(what=what, help=f"write {shown} on separate lines")
            elif lines:
                key = lines[0].partition(":")[0]
                weight = weight._replace(help=f"write the {key} as `{lines[0]}`")
            note = f"{weight.help}; if it is just chat, start the line with `#`"
            log.report(weight.code, message.line, span, f"this message may say {weight.what}", note)
            self.borders_of.is_over = True
            if heads:
                return [DealLine(source.whole, None, spoiled=True)]
        elif weight and (message.sender is None or not log.vocabulary.says("FOUL", message.text)):
            self._doubtful.append(message.body.trimmed())
        else:
            self._talk.append(message)
        return []

    def report_talk(self) -> None:
        """Report fouls of players without a board in the deal; warn about other messages that may matter.

        Other talk of such players may matter too. The rest is counted.
        """
        self.borders_of.end(self.log)
        self._end_deal()
        players = frozenset[str]().union(*(boards for boards, _ in self._past_deals))
        talk = 0
        for boards, messages in self._past_deals:
            for message in messages:
                said, sender = message.text.strip(" \t.!"), folded(message.sender or "")
                of_foul = self.log.vocabulary.says("FOUL", said) or folded(said) in _TALK["foul_marks"]
                missing = bool(boards) and sender in players - boards
                if of_foul and missing:
                    hint = f"write `{self.log.names.get(sender, sender)}: foul`, or put `#` before the line"
                    what = "this message may say that a board was fouled"
                    self.log.problems.refuse("chat-foul", message.body.place, what, hint)
                elif of_foul or missing:
                    self._doubtful.append(message.body)
                else:
                    talk += 1
        self._doubtful.sort(key=lambda text: text.line.number)
        problems, may = self.log.problems, len(self._doubtful)
        if may:
            skipped = f"{_skipped(may, 'chat line')} but may affect the score"
            others = f"; {_skipped(talk, 'other line')} as talk" if talk else ""
            what = f"{skipped}: {listed_texts(self._doubtful)}{others}"
            which = "it" if may == 1 else "one of these lines"
            entries = "a board, a key such as `stake: 1`, or `deal 1`"
            help = f"if {which} affects the score, rewrite it as {entries}"
            problems.warn("chat-lines", self._doubtful[0].place, what, help)
        elif talk:
            problems.warn("chat-lines", Place(self.log.file), f"{_skipped(talk, 'chat line')} as talk")


def _short_names(senders: Sequence[str], vocabulary: Vocabulary) -> dict[str, str]:
    """Return the full name for each word that is part of one sender's name only."""
    counts = Counter(word for name in senders for word in {*folded(name).split()})
    meaning = vocabulary.words_of("keys|rows|statuses|deals|cards|fillers|money.per")
    full = [name for name in senders if " " in name and '"' not in name]
    known = {word for word, count in counts.items() if count > 1} | meaning
    short = ((word, name) for name in full for word in name.split() if _SHORT_NAME.fullmatch(word))
    return {word: name for word, name in short if folded(word) not in known}


def _skipped(count: int, lines: str) -> str:
    return f"{count} {lines}{' was' if count == 1 else 's were'} skipped"


def _looks_like_board(board: BoardSyntax) -> bool:
    """Return True for three groups with nearly as many cards as the rows of a board."""
    if len(board.rows) != 3:
        return False
    counts = [len(read_cards(row.text).cards) for row in board.rows]
    return sum(abs(count - size) < 2 for count, size in zip(counts, (3, 5, 5), strict=True)) > 1
