"""A group chat of an evening, as phones export it: the lines of a log among all that was said."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ofcscore.log.read import typed, typed_signs
from ofcscore.log.read.from_text import NOTHING, read_line, read_sound
from ofcscore.log.read.grouping import MOST_OF_A_DEAL
from ofcscore.log.read.lines import NumberedLine
from ofcscore.log.read.stamps import Sent, without_stamp
from ofcscore.log.read.talk import looks_like_board, meant_line
from ofcscore.log.read.typed_rows import SIZES
from ofcscore.log.syntax import BoardSyntax, DealLine, Entry, Line, LineSyntax, Text, Unread, mended
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Place

_NUMBER: Final = re.compile("[0-9]+")
_DIGITS: Final = 9
"""Of so many digits a deal's number is at most."""
_SHOWN: Final = 40
"""How many stretches of lines a warning names."""
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
_ONESELF: Final = frozenset(("i", "i've", "ive", "me", "we"))
"""Words before `fouled` of who says it of oneself."""
_SIGHS: Final = frozenset(("ah", "argh", "damn", "fuck", "haha", "oh", "oops", "shit", "sorry", "ugh"))
"""The same of who says it alone."""
_DENIALS: Final = re.compile("no|not|nobody|never|.*n't")
_FEW_WORDS: Final = 3
"""Of how many words a foul may be said."""


class _Remark(NamedTuple):
    """What may be the word for a player's foul: who wrote it, and what is to be written for it."""

    sent: Sent
    player: str
    foul: str
    surely: bool = False
    """Whether it says that somebody plays, even where nothing else does."""
    below: bool = False
    """Whether it stands below a board of theirs."""

    def problem(self) -> tuple[str, Place, str, str]:
        """What is in doubt, for a player without a board, or with one that was a foul."""
        said, writer = self.sent.message, _writer(self.sent)
        if self.below:
            what = f"{self.player} has a board in this deal, and wrote `{said.text.strip()}` below it"
            return "chat-foul", said.place, what, "if that is a foul, write `(foul)` behind the board's cards"
        wrote = "wrote" if writer == self.player else f"{writer} wrote"
        what = f"{self.player} has no board in this deal, and {wrote} `{said.text.strip()}`"
        hint = f"if that is a foul, write `{mended(said.trimmed(), self.foul)}`"
        return "chat-foul", said.place, what, hint


class _Remarks:
    """Who has a board in each deal, and what those without one say, which may be the word for a foul."""

    def __init__(self) -> None:
        self.deals = 0
        """The number of the deal that was begun last."""
        self._listed = False
        """Whether the players are listed."""
        self._players: set[str] = set()
        self._called: dict[str, str] = {}
        self._senders: set[str] = set()
        self._boards: dict[str, int] = {}
        """Who has a board in this deal, and on which line."""
        self._said: dict[str, _Remark] = {}
        self._doubts: list[tuple[str, _Remark]] = []

    def take(self, value: LineSyntax) -> None:
        """A line of the log: a board, the names of players, or the end of the deal before it."""
        if isinstance(value, DealLine):
            self._end_deal()
            number = _NUMBER.search(value.name.text) if value.name is not None else None
            self.deals = int(number[0][:_DIGITS]) if number else self.deals + 1
        elif isinstance(value, BoardSyntax) and value.name is not None:
            self._boards.setdefault(self._who(value.name.text), value.at.line.number)
        elif isinstance(value, Entry) and value.key.text == "players":
            self._listed = True
            for part in value.parts:
                name, *others = (_plain_name(name.text) for name in part.names)
                self._players.add(name)
                self._called.update(dict.fromkeys(others, name))

    def hear(self, sent: Sent) -> None:
        """Somebody sent a message."""
        self._senders.add(_plain_name(_writer(sent)))

    def knows(self, name: str) -> bool:
        """Whether somebody is called so: a player up to here, or who sent a message."""
        who = self._who(name)
        return who in self._players or who in self._boards or who in self._senders

    def asks_whose(self, sent: Sent, value: LineSyntax, problems: Problems) -> bool:
        """Whether the word before a board that somebody sent may be no name, which is then told.

        `here: 663 / KK943 / 88844` may be the sender's own board. A name in quotes is one, and so is that of
        somebody known. Of the others, those with a capital are where the sender has a board already, or
        has not played yet: then the board is somebody else's. Who is not listed is told of elsewhere.
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

    def remark(self, sent: Sent) -> None:
        """A line that is no part of the log."""
        message, other = sent.message, _foul_of_another(sent)
        if sent.sender is None:
            if other is not None:
                self._said[self._who(other.player)] = other
            return
        name = _writer(sent)
        who = self._who(name)
        of_oneself = other is not None and _is_own(other.player) and not self.knows(other.player)
        if of_oneself or _says_foul(message, alone=True):
            if who in self._boards:
                self._doubts.append((name, _Remark(sent, name, "", surely=True, below=True)))
            else:
                foul = "foul" if sent.sender.line == message.line else f"{_as_head(name)}: foul"
                self._said[who] = _Remark(sent, name, foul, surely=not of_oneself)
        elif other is not None:
            self._said[self._who(other.player)] = other
        elif _says_foul(message, alone=False):
            self._said[who] = _Remark(sent, name, "foul", surely=True)
        elif len(message.text.split()) <= _FEW_WORDS and any(map(str.isalpha, message.text)):
            self._said.setdefault(who, _Remark(sent, name, "foul"))

    def tell(self, problems: Problems) -> None:
        """Warns, at the end of the chat, of what was said of those who are players of the log."""
        self._end_deal()
        for name, remark in self._doubts:
            if remark.surely or name in self._players:
                problems.warn(*remark.problem())

    def _who(self, name: str) -> str:
        """The player of a name, or of a short one."""
        plain = _plain_name(name)
        return self._called.get(plain, plain)

    def _end_deal(self) -> None:
        if self._boards and len(self._doubts) < MOST_OF_A_DEAL:
            self._doubts += [(name, said) for name, said in self._said.items() if name not in self._boards]
        self._players.update(self._boards)
        self._boards, self._said = {}, {}


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


def _says_foul(message: Text, *, alone: bool) -> bool:
    """Whether a message is the word for a foul, in brackets perhaps, or begins with it: `foul again`."""
    word = message.trimmed()
    inner = re.fullmatch(r"[(\[](.*)[)\]]" if alone else r"(\S*[^\s,;:.!…])[,;:.!…]*(?:\s.*)?", word.text)
    word = word.part(*inner.span(1)) if inner else word
    return typed.is_word_for_board(word) and typed.status(word).text == "foul"


def _is_own(words: str) -> bool:
    """Whether what stands before `fouled` says that it is one's own: `I`, `damn I`, `ugh`."""
    said = re.sub(r"\boh,?[ \t]+no\b", "oh", words.lower().replace("’", "'")).split()
    if any(map(_DENIALS.fullmatch, said)):
        return False
    return bool(_ONESELF.intersection(said)) or _SIGHS.issuperset(word.strip(",.!") for word in said)


def _foul_of_another(sent: Sent) -> _Remark | None:
    """What a message says of somebody's foul, and nothing else: `Cid fouled`."""
    text = sent.message.text.strip()
    for blank in re.finditer("[ \t]+", text):
        word = sent.message.trimmed().part(blank.end(), len(text))
        if typed.is_word_for_board(word) and typed.status(word).text.startswith("foul"):
            name = text[: blank.start()].strip('"')
            return _Remark(sent, name, f"{_as_head(name)}: {word.text}")
    return None


def _as_head(name: str) -> str:
    """A name as it is typed before a colon."""
    return name if re.fullmatch(typed.NAME, name) else f'"{name}"'


def read_chat(lines: Iterable[NumberedLine], file: str, problems: Problems) -> Iterator[LineSyntax]:
    """What each line of a chat says; those that are no part of a log are told in one warning."""
    apart: list[tuple[int, int]] = []
    first: Line | None = None
    count = 0
    headed: Text | None = None
    above: Text | None = None
    begun: str | None = None
    remarks = _Remarks()
    for number, text in lines:
        if text is None:
            yield Unread()
            continue
        if NOTHING.fullmatch(text) or text.lstrip(" \t\ufeff").startswith("#"):
            continue
        line = Line(file, number, text)
        whole = Text(text, line, 1, len(text))
        sent = without_stamp(whole) or Sent(whole, headed)
        headed = None if sent.message.text else sent.sender
        if headed is not None:
            continue
        above = sent.sender or above
        if sent.sender is not None:
            remarks.hear(sent)
        value, row = _log_line(sent, begun, remarks, problems)
        if value is not None:
            begun = sent.sender.text if row and sent.sender is not None else None
            remarks.take(value)
            yield value
            continue
        # What has no stamp goes on with the message above it.
        remarks.remark(sent if sent.sender is not None else sent._replace(sender=above))
        first = first or line
        count += 1
        if apart and apart[-1][1] == number - 1:
            apart[-1] = (apart[-1][0], number)
        elif len(apart) <= _SHOWN:
            apart.append((number, number))
    if first is not None:
        remarks.tell(problems)
        problems.warn("chat-lines", Place(first.file, first.number, 0, 1, first.text), *_told(count, apart))


def _log_line(
    sent: Sent, begun: str | None, remarks: _Remarks, problems: Problems
) -> tuple[LineSyntax, bool]:
    """The line of a log that a message is, None where it is none, and whether it is one row alone.

    It is one by itself, or behind its sender's name. A row of the sender who has `begun` a board, with the
    row in the line of the log before, is the next one of that board.
    """
    value = read_sound(sent.message)
    row = _is_row(sent.message, value)
    if row and sent.sender is not None and sent.sender.text == begun:
        sent = Sent(sent.message)
    if _is_whole(value, signed=sent.sender is not None):
        return Unread() if remarks.asks_whose(sent, value, problems) else value, row
    signed = read_sound(sent.signed)
    if isinstance(signed, BoardSyntax) and (signed.rows or signed.status):
        return signed, row
    if typed.is_meant(sent.message) or looks_like_board(sent.message.text):
        alone = typed.begins_with_name(sent.message) or typed.begins_with_key(sent.message)
        return read_line(sent.message if alone else sent.signed, problems), row
    return meant_line(sent.message, sent.signed, remarks.deals, remarks.knows, problems), False


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


def _told(count: int, apart: list[tuple[int, int]]) -> tuple[str, str]:
    """How many lines were left out, and which."""
    numbers = [f"{a}" if a == b else f"{a}-{b}" for a, b in apart[:_SHOWN]]
    more = " and more" if len(apart) > _SHOWN else ""
    lines, are = ("line", "is") if count == 1 else ("lines", "are")
    message = f"{count} {lines} of this chat {are} no part of the log: {', '.join(numbers)}{more}"
    return message, "a line of a log is a board, a key such as `stake: 1`, or `deal 1`"
