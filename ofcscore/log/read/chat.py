"""Read a group chat of an evening, as phones export it: the lines of a log among talk."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.log.read import typed, typed_signs
from ofcscore.log.read.from_text import NOTHING, read_line, read_sound
from ofcscore.log.read.stamps import Sent, without_stamp
from ofcscore.log.read.talk import (
    Context,
    Weight,
    begun_deal,
    has_key,
    looks_like_board,
    own_foul,
    payment,
    weigh,
    with_sender,
)
from ofcscore.log.read.typed_rows import SIZES
from ofcscore.log.syntax import (
    BoardSyntax,
    DealLine,
    Entry,
    Line,
    LineSyntax,
    NumberedLine,
    Text,
    Unread,
    mended,
)
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Place, Problem

_NUMBER: Final = re.compile("[0-9]+")
_DIGITS: Final = 9
"""Of so many digits a deal's number is at most."""
_SHOWN: Final = 200
"""How many lines a warning lists."""
_WIDTH: Final = 60
"""How much of each line it shows."""
_BEFORE_BOARDS: Final = frozenset(
    (
        "edit",
        "here",
        "me",
        "mine",
        "my",
        "ok",
        "okay",
        "oops",
        "so",
        "sorry",
        "this",
        "typo",
        "update",
        "wait",
    )
)
"""Words that people write before a board of their own, in small letters."""
_QUOTES: Final = f'"{typed_signs.OPEN_QUOTES}'


class _Chat:
    """The state of a chat up to a line: its players, its senders, and who has a board in the open deal."""

    def __init__(self) -> None:
        self.deals = 0
        """The number of the deal that was begun last."""
        self.sentences: dict[str, int] = {}
        """The payments that were read from sentences, each with its line."""
        self._listed = False
        """True if `players:` lists the players."""
        self._players: set[str] = set()
        self._called: dict[str, str] = {}
        self._senders: set[str] = set()
        self._played = False
        """True below the first board."""
        self._boards: dict[str, int] = {}
        """The players with a board in the open deal, each with its line."""

    def take(self, value: LineSyntax) -> None:
        """Take in a line of the log: a board, the names of players, or the end of the deal before it."""
        if isinstance(value, DealLine):
            self._boards = {}
            number = _NUMBER.search(value.name.text) if value.name is not None else None
            self.deals = int(number[0][:_DIGITS]) if number else self.deals + 1
        self._played = self._played or isinstance(value, BoardSyntax)
        if isinstance(value, BoardSyntax) and value.name is not None:
            name = self._who(value.name.text)
            self._players.add(name)
            self._boards.setdefault(name, value.at.line.number)
        elif isinstance(value, Entry) and value.key.text == "players":
            self._listed = True
            for part in value.parts:
                name, *others = (_plain_name(name.text) for name in part.names)
                self._players.add(name)
                self._called.update(dict.fromkeys(others, name))

    def hear(self, sent: Sent) -> None:
        """Take in the sender of a message."""
        self._senders.add(_plain_name(_writer(sent)))

    def knows(self, name: str) -> bool:
        """Return True for the name of a player up to here, or of somebody who sent a message."""
        who = self._who(name)
        return who in self._players or who in self._senders

    def has_board(self, sent: Sent) -> bool:
        """Return True if the sender has a board in the open deal."""
        return self._who(_writer(sent)) in self._boards

    def context(self, sent: Sent, *, system: bool) -> Context:
        """Return what weighing a message needs to know."""
        sender = None if sent.sender is None else _writer(sent)
        signs = sent.sender is not None and sent.sender.line == sent.message.line
        above = not self._played
        return Context(self.knows, sender, signs, self.has_board(sent), above, system)

    def asks_whose(self, sent: Sent, value: LineSyntax, problems: Problems) -> bool:
        """Refuse a board behind a word that may be no name (`here: 663 / KK943 / 88844`), and return True.

        A name in quotes is one, and so is a known name. Another one with a capital may be the sender's own
        board, if the sender played before and has none in this deal. Unlisted players are refused elsewhere.
        """
        name = value.name if isinstance(value, BoardSyntax) else None
        if name is None or sent.sender is None or self.knows(name.text) or _is_quoted(name):
            return False
        who = self._who(_writer(sent))
        own = self._boards.get(who)
        small = name.text[:1].islower() or name.text.lower() in _BEFORE_BOARDS
        if not small and (own is not None or self._listed or who not in self._players):
            return False
        problems.refuse(*_whose(sent, name, own))
        self._boards.setdefault(who, name.line.number)
        return True

    def _who(self, name: str) -> str:
        """Return the player of a name, or of a short one."""
        plain = _plain_name(name)
        return self._called.get(plain, plain)


_BEHIND_WORD: Final = re.compile(r"[*_~]*[ \t]*((?:[(\[][^()\[\]]*[)\]][ \t]*)*)[:,;：，=→–—>-]*[ \t]*")
"""Marks and signs between a name and the board behind it."""


def _whose(sent: Sent, name: Text, own: int | None) -> tuple[str, Place, str, str]:
    """What is asked of a board behind a word that may be no name; its sender's `own` is on that line."""
    message, word, writer = sent.message, name.text, _writer(sent)
    end = message.text.index(word) + len(word) if word in message.text else 0
    behind = _BEHIND_WORD.match(message.text, end)
    assert behind is not None
    head, marks = message.part(0, behind.end()), f"{behind[1].strip()} ".lstrip()
    own_line, other_line = mended(head, marks), mended(head, f'"{word}": {marks}')
    what = f"`{word}` is no player up to here, and {writer} wrote it before a board"
    instead = "," if own is None else f" in place of the one in line {own}, delete that one and"
    hint = f"if the board is {writer}'s{instead} write `{own_line}`; if `{word}` is a player, `{other_line}`"
    return "name-unknown", name.place, what, hint


def _is_quoted(name: Text) -> bool:
    return any(sign in name.line.text[max(name.column - 2, 0) : name.column] for sign in _QUOTES)


def _plain_name(name: str) -> str:
    return name.strip(' \t"').lower()


def _writer(sent: Sent) -> str:
    """Who sent a message, without quotes and marks; `somebody` where that is not said."""
    if sent.sender is None:
        return "somebody"
    return typed.name(sent.sender)[0].text.strip(f" \t{_QUOTES}")


def read_chat(lines: Iterable[NumberedLine], file: str, problems: Problems) -> Iterator[LineSyntax]:
    """Yield what each line of a chat says.

    A message that is no line of a log is an error if it surely matters. One warning lists those that may
    matter. The others are counted.
    """
    talk = 0
    may: list[Text] = []
    headed: Text | None = None
    above: Text | None = None
    begun: str | None = None
    """The sender of a board whose next row may follow."""
    alone = False
    """True below a name alone, whose board follows."""
    chat = _Chat()
    for number, text in lines:
        if text is None:
            yield Unread()
            continue
        if NOTHING.fullmatch(text) or text.lstrip(" \t\ufeff").startswith("#"):
            continue
        line = Line(file, number, text)
        whole = Text(text, line, 1, len(text))
        stamped = without_stamp(whole)
        # A message goes on in the lines below its stamp; rows and a board below a name have another owner.
        sent = stamped or Sent(whole, headed)
        headed = None if sent.message.text else sent.sender
        if headed is not None:
            above = headed
            continue
        if stamped is not None:
            above = stamped.sender
        elif sent.sender is None and not alone:
            signed = read_sound(whole)
            if isinstance(signed, BoardSyntax) and signed.name is None and not _is_row(whole, signed):
                sent = sent._replace(sender=above)
        if sent.sender is not None:
            chat.hear(sent)
        value, row = _log_line(sent, above, begun, chat, problems)
        if value is not None:
            begun = sent.sender.text if row and sent.sender is not None else None
            alone = isinstance(value, BoardSyntax) and not value.rows and value.status is None
            chat.take(value)
            yield value
            continue
        sent = sent._replace(sender=sent.sender or above)
        if _COMMENT.match(sent.message.text):
            continue
        weight = weigh(sent.message, chat.context(sent, system=sent.sender is None))
        if isinstance(weight, Weight):
            problems.refuse(weight.code, sent.message.trimmed().place, weight.message, weight.hint)
        elif weight:
            may.append(sent.message)
        else:
            talk += 1
    _report(may, talk, file, problems)


_YES: Final = re.compile(r"[ \t]*[A-Za-z]{1,2}[ \t]*")
"""One or two letters: `ja` and `kk` are no cards."""
_COMMENT: Final = re.compile(r"[ \t]*#")


def _report(may: list[Text], talk: int, file: str, problems: Problems) -> None:
    """Warn of the messages that may matter, and count the others."""
    others = f"{talk} {'line' if talk == 1 else 'lines'} of this chat {'is' if talk == 1 else 'are'} talk"
    if may:
        shown = [f"{m.line.number} `{m.text.strip()[:_WIDTH]}`" for m in may[:_SHOWN]]
        more = f" and {len(may) - _SHOWN} more" if len(may) > _SHOWN else ""
        count = (
            "1 line of this chat may matter, and is"
            if len(may) == 1
            else f"{len(may)} lines of this chat may matter, and are"
        )
        message = f"{count} left out: {', '.join(shown)}{more}" + (f"; {others}" if talk else "")
        hint = "write as lines of a log those that count: a board, a key such as `stake: 1`, or `deal 1`"
        problems.warn("chat-lines", may[0].place, message, hint)
    elif talk:
        problems.add(Problem("chat-lines", Place(file), f"{others}, and left out", warning=True, note=True))


def _log_line(
    sent: Sent, above: Text | None, begun: str | None, chat: _Chat, problems: Problems
) -> tuple[LineSyntax, bool]:
    """Return the line of a log that a message is, None if it is none, and True if it is one row alone.

    It is one by itself, or behind its sender's name. A row of the sender who has `begun` a board, with the
    row in the line of the log before, is the next one of that board.
    """
    writer = sent.sender or above
    if writer is not None and not (chat.knows("me") or chat.knows("i")):
        sent = sent._replace(message=with_sender(sent.message, writer))
    if _YES.fullmatch(sent.message.text):
        return None, False
    value = read_sound(sent.message)
    row = _is_row(sent.message, value)
    if row and sent.sender is not None and sent.sender.text == begun:
        sent = Sent(sent.message)
    if _is_whole(value, signed=sent.sender is not None):
        return Unread() if chat.asks_whose(sent, value, problems) else value, row
    signed = read_sound(sent.signed)
    if isinstance(signed, BoardSyntax) and (signed.rows or signed.status):
        return signed, row
    said = sent._replace(sender=writer)
    if typed.is_meant(sent.message) or looks_like_board(sent.message.text) or has_key(sent.message):
        alone = typed.begins_with_name(sent.message) or typed.begins_with_key(sent.message)
        return read_line(sent.message if alone else sent.signed, problems), row
    return _sentence(said, chat, problems) or begun_deal(sent.message, chat.deals, problems), False


def _sentence(sent: Sent, chat: _Chat, problems: Problems) -> LineSyntax:
    """Return the line of a log that a sentence says: `I paid Dana 5`, `I fouled`; None for any other."""
    foul = own_foul(sent.message)
    if foul is not None and sent.sender is not None and not chat.has_board(sent):
        return read_sound(sent._replace(message=foul).signed)
    line = payment(sent.message, sent.sender, chat.knows)
    value = read_sound(line) if line is not None else None
    if line is None or value is None:
        return None
    first = chat.sentences.setdefault(line.text.lower(), sent.message.line.number)
    if first != sent.message.line.number:
        at = sent.message.trimmed()
        hint = f"if it was paid twice, write `{mended(at, line.text)}`; if not, put `#` before the line"
        problems.refuse("chat-unread", at.place, f"line {first} says the same payment", hint)
        return Unread(key=True)
    return value


def _is_row(message: Text, value: LineSyntax) -> bool:
    """Whether a message is one row of a board, or two, and says no name."""
    if isinstance(value, BoardSyntax):
        return value.name is None and 0 < len(value.rows) < len(SIZES)
    return value is None and typed.is_label_alone(message)


def _is_whole(value: LineSyntax, *, signed: bool) -> bool:
    """Whether a line says something by itself; of a board, whose it is, if somebody sent it."""
    if isinstance(value, DealLine):
        return value.name is not None and _NUMBER.search(value.name.text) is not None
    if isinstance(value, BoardSyntax):
        return value.name is not None if signed else bool(value.rows or value.status or value.name)
    return value is not None
