"""Parse exported group chats: timestamps, senders and messages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ofcscore.game.cards import BOARD_SIZE
from ofcscore.log.syntax import Line, Text
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.relevance import count_cards, laughs
from ofcscore.log.vocabulary import CARDS, ENGLISH, NAME, Vocabulary, all_words, compiled, folded, one_of
from ofcscore.log.words import tables

_CHAT: Final = tables()["chat"]
_MONTH: Final = r"[^\W\d_]{3,10}\.?"
_KNOWN: Final = rf"(?:{'|'.join({word[:3] for word in all_words('months')})})[^\W\d_]*\.?"
"""A known month, required beside a day without a year."""
_YEAR: Final = r"(?:\d\d){1,2}(?:[ \t]*г\.?)?"
_DEALS: Final = "|".join(all_words("deals"))
_DATE: Final = (
    rf"(?:[^\W\d_]{{2,10}}\.?,?[ \t]+)?(?:\d{{1,4}}[./-]\d{{1,2}}[./-]{_YEAR}|\d{{1,2}}[./-]\d{{1,2}}\.?"
    rf"|(?:\d{{4}}[年년.][ \t]*)?\d{{1,2}}[月월.][ \t]*\d{{1,2}}[日일.]"
    rf"|\d{{1,2}}\.?(?:[ \t]de)?[ \t-](?:{_MONTH}(?:[ \t]de)?[ \t-]{_YEAR}|{_KNOWN})"
    rf"|{_MONTH}[ \t]\d{{1,2}},[ \t]\d{{4}}|{_KNOWN}[ \t]\d{{1,2}})"
)
_TIME: Final = rf"(?:{one_of(all_words('talk.half_days'))}[ \t]*)?\d{{1,2}}[:.h]\d\d(?:[:.]\d\d)?(?:[ \t]*[ap]\.?[ \t]?m\.?|[ \t]*uhr)?"
_AT: Final = rf"[,،]?[ \tt]+(?:{one_of(all_words('talk.at', 'talk.at_beside_day'))}[ \t]+)?"
_DAY: Final = one_of((*_CHAT["days"], *(word for word in all_words("weekdays") if len(word) > 2)))
_ON: Final = rf"(?i)(?:{_DATE}|{_DAY}),?"
_WHEN: Final = rf"(?:(?:{_DATE}|{_DAY}){_AT}{_TIME}|{_TIME},?[ \t]+{_DATE}|{_TIME})"
_CLOCK: Final = re.compile(r"\d[:.hH]\d\d")
"""A time, as in every timestamp. The slow patterns skip lines without one."""
_STAMP: Final = rf"(?i)[ \t]*(?!(?:{_DEALS})[ \t])(?:\[{_WHEN}(?:[ \t]*\|[^\]]*)?\]|{_WHEN}[ \t]*[-–—,][ \t]|{_WHEN}[ \t])[ \t]*(?=\S)"
_KEYS: Final = "|".join(map(re.escape, all_words("keys")))
_AMOUNT: Final = re.compile(r"[ \t]*\d{1,2}\.\d\d[ \t]*[-–—,]?[ \t]*")
"""A time without a date, or an amount if no sender follows: `0.25 USD a point`."""
_HEADED: Final = (
    rf"(?i)[ \t]*(?!(?:{_DEALS}|{_KEYS})[ \t])([^:\[\]\t]*[^:\[\], \t—–])"
    rf"(?:,?[ \t]+(?:\[{_WHEN}\]:?|—[ \t]+{_WHEN})|[ \t]+{_DATE}{_AT}{_TIME}"
    rf"|(?:[ \t]{{2,}}|\t)\d{{1,2}}:\d\d(?:[ \t]*[ap]m)?)[ \t]*"
)
"""A sender and a time alone, above the message."""
_EDITED: Final = "|".join(map(re.escape, _CHAT["edited"]))
_BESIDE: Final = (
    rf"(?i)[ \t]*(?!(?:{_DEALS}|{_KEYS})[ \t])(?:(?:\[{_WHEN}\]|{_DATE}{_AT}{_TIME})[ \t]+(?P<after>[^:/\t]+?)(?:[ \t]+\(pinned\))?"
    rf"|(?P<before>[^:/\d\t]+?),?[ \t]+{_WHEN}(?:,?[ \t]+\(?(?:{_EDITED})\)?)?)[ \t]*"
)
"""Perhaps a sender's name and a time; other lines of the chat must confirm it."""
_BOXED: Final = rf"(?i)[ \t]*\[([^\[\]\t]+)\][ \t]*\[{_WHEN}\][ \t]*(?=\S)"
"""A sender and a time, each in brackets, before the message."""
_TIME_ALONE: Final = rf"(?i)[ \t—–]*\[?{_WHEN}\]?(?:[ \t]*\({one_of(_CHAT['alone'])}[^()]*\))?[ \t]*"
"""A message's time on a line of its own."""
_TURNS: Final = "\u200e\u200f\u202a-\u202c\u2066-\u2069"
_SENDER: Final = (
    rf"[~ \t{_TURNS}]*(?:<[@+%&~ ]?(?P<nick>[^<>\t]{{1,63}})>[ \t]+"
    rf"|(?:From[ \t]+)?(?P<name>[^:\t]{{0,63}}?[^: \t{_TURNS}])(?:[ \t]+(?i:to[ \t]+(?:everyone|me))\b[^:\t]*)?"
    rf"[ \t{_TURNS}]*(?::(?:[ \t]+|$)|\t[ \t]*))"
)
"""A sender before a colon or in angle brackets: `<Ana>`."""
_MARKS: Final = (
    rf"(?i)(?<=[^ \t])[ \t]+(?:\((?:{_EDITED})\)|<[^<>\d]*(?:{_EDITED}|{'|'.join(_CHAT['omitted'])})[^<>\d]*>"
    rf"|<(?:{'|'.join(_CHAT['attached'])})[^<>]*>)[ \t]*$"
)
"""Notes that apps add after messages: edited, attached, omitted."""
_SYSTEM: Final = (
    rf"(?i)[ \t]*(?:[\[{{]?[ \t]*(?:in reply to[^\]:0-9]{{1,60}}|{one_of((*_CHAT['alone'], *_CHAT['deleted']))})[ \t]*[\]}}]?"
    rf"|\[in reply to[^\]]*\]|(?::[\w+-]+:[ \t]*)+\d*|{one_of(_CHAT['reacted'])}[ \t]*[“\"«„].*[”\"»“])[ \t.]*"
)
"""Text by the app: media placeholders, reply headers, reactions, deletions."""
_ENCRYPTED: Final = one_of(_CHAT["encrypted"])
"""The words of an encryption notice, whose sender may be the group's name."""
_OF_GROUP: Final = rf"[^:\"“„«\t]{{1,60}}?[ \t{_TURNS}]{one_of(_CHAT['of_group'])}"
"""The app's words about a group after a timestamp: `Ana created group "Cards"`."""
_RESERVED: Final = frozenset((*ENGLISH.keys, *ENGLISH.rows, "deal", "hand"))


class Message(NamedTuple):
    """A message: line, start of the text, sender, and span of the sender's name."""

    line: Line
    start: int
    sender: str | None
    at: tuple[int, int] = (0, 0)

    @property
    def text(self) -> str:
        return self.line.text[self.start :]

    @property
    def body(self) -> Text:
        """The text with its position, without spaces before it."""
        return self.line.whole.part(len(self.line.text) - len(self.text.lstrip()))

    def signed(self, source: Normalized, vocabulary: Vocabulary) -> Normalized:
        """Return the text with the sender's name and a colon before it, like a board."""
        name = re.sub(r"[\"“”„‟«»]", "", self.sender or "").strip()
        marks = name.removeprefix(re.sub(r"(?:[ \t]*[(\[][^()\[\]]*[)\]])+$", "", name))
        marks = marks if re.search(vocabulary.patterns["FANTASYLAND"], marks) else ""
        name = name.removesuffix(marks)
        name = name if re.fullmatch(NAME, name) and name.lower() not in _RESERVED else f'"{name}"'
        head = f"{name}{marks}: "
        start, end = self.at if self.at[1] > self.at[0] else (self.start, self.start + 1)
        columns = tuple(min(start + i, end - 1) for i in range(len(head)))
        return Normalized(head + source.text, columns + source.columns, self.line)


def _plain(text: str) -> str:
    """Replace invisible characters in a text by spaces."""
    return re.sub(f"[\ufeff\u202f\u00a0{_TURNS}]", " ", text)


def without_marks(line: Line) -> Line:
    """Remove an app's notes and Russian smileys (`)))`) from the end of a line."""
    text = _plain(line.text).rstrip()
    if text[-1:] not in ("(", ")", ">"):
        return line
    smile = re.fullmatch(r"([^()]*\w)(?:\(+|\)+)", text)
    marks = compiled(_MARKS).search(text) if smile is None else None
    end = smile.end(1) if smile else marks.start() if marks else len(line.text)
    return line._replace(text=line.text[:end])


def message_of(line: Line) -> Message | None:
    """Return the message on a line with a timestamp, None for any other line.

    If `start` is the end of the line, the message is on the lines below.
    """
    if _CLOCK.search(line.text) is None:
        return None
    text = _plain(line.text)
    headed = re.fullmatch(_HEADED, text)
    if headed is not None and headed[1].strip() and not re.fullmatch(_ON, headed[1].strip()):
        return Message(line, len(text), headed[1].strip(), headed.span(1))
    stamp = None if _is_time(text) else re.match(_STAMP, text)
    if stamp is None:
        boxed = re.match(_BOXED, text)
        return None if boxed is None else Message(line, boxed.end(), boxed[1].strip(), boxed.span(1))
    if compiled(_OF_GROUP).match(text, stamp.end()):
        return Message(line, len(text), None)
    sender = compiled(_SENDER).match(text, stamp.end())
    if sender is None:
        return None if _AMOUNT.fullmatch(stamp[0]) else Message(line, stamp.end(), None)
    called = "nick" if sender["nick"] else "name"
    tabbed = "\t" in sender[0] and not stamp[0].endswith("\t")
    if sender[called].strip().lower() in _RESERVED or tabbed:
        by_app = compiled(_ENCRYPTED).search(text) is not None
        return Message(line, sender.end() if by_app else stamp.end(), None)
    return Message(line, sender.end(), sender[called].strip(), sender.span(called))


def is_chat(text: str) -> bool:
    """Return True if the first lines of a text look like chat messages.

    Their senders come from timestamps or from the layout of the lines.
    """
    lines = [Line("", number, line.strip("\r")) for number, line in enumerate(text.split("\n")[:400])]
    found = map(message_of, lines)
    senders = (message for message in found if message is not None and message.sender is not None)
    first = next(senders, None)
    if first is not None and (first.text or next(senders, None) is not None):
        return True
    lines = filled(lines)
    is_timed = sum(_is_time(line.text) for line in lines) > 1
    return is_timed or len({message.line.number for message in finder_of(lines)(lines)}) > 1


def is_app_line(text: str, chat: str) -> bool:
    """Return True for a line by the app: a time, a placeholder, a reply header, a quotation from the chat."""
    text = _plain(text).strip()
    is_rule = text != "" and not text.strip("—–-")
    if text.startswith(">"):
        return _plain(chat).count(text.lstrip("> \t").rstrip(".…")) > 1
    return is_rule or _is_time(text) or compiled(_SYSTEM).fullmatch(text) is not None


def is_encryption_notice(text: str) -> bool:
    """Return True for the app's notice that messages are encrypted."""
    return re.search(_ENCRYPTED, text, re.IGNORECASE) is not None


def _is_time(text: str) -> bool:
    # `5.50` alone may be an amount.
    text = _plain(text).strip()
    amount = re.fullmatch(r"\d{1,2}\.\d\d", text)
    return _CLOCK.search(text) is not None and re.fullmatch(_TIME_ALONE, text) is not None and not amount


# --- chats whose senders are found by the layout of several lines

_STATUSES: Final = frozenset(map(folded, all_words("status")))
_MEANT: Final = "status fillers weekdays keys talk.openers talk.before_board chat.alone chat.days"
_NO_NAMES: Final = frozenset(map(folded, all_words(*_MEANT.split())))
_NO_NAME: Final = rf"(?i)(?!\+\d[\d ()-]{{6,}}$)[^\w]*(?:(?:{_DEALS})(?:[ \t]*#?\d.*)?|.*[/|;=+“”\"<>{{}}*].*|.*(?<!\S)\d.*|.*[:?!]|.*\s.*[^\W\d_]{2}\.|\W*|.{{41,}}|(?:\S+\s+){{4}}.*)"
_PICTURES: Final = re.compile(r"(?:[ \t]*:[\w-]+:)+$")
"""Status emoji after a name, written as words: `:palm_tree:`."""
_TALK: Final = frozenset(all_words("talk.openers", "talk.oneself"))
Finder = Callable[[Sequence[Line]], Iterable[Message]]
"""A function that finds the senders' names outside timestamps, for example above a time."""


def finder_of(lines: Sequence[Line]) -> Finder:
    """Return the function that finds the senders, chosen by the first timestamp."""
    for at, line in enumerate(lines):
        sent = message_of(line)
        if sent is not None and sent.sender is not None:
            return _no_messages
        if _is_time(line.text):
            below = sum(_is_time(a.text) and may_be_name(b.text) for a, b in pairwise(lines))
            return _above_times if len(_names_of_times(lines)) + (at == 1) > below else _around_times
        if _CLOCK.search(line.text) and re.fullmatch(_BESIDE, _plain(line.text)) and _beside_times(lines):
            return _beside_times
        if sent is not None and sent.start < len(line.text):
            return _first_words if line.text[:1].isdigit() else _no_messages
    return _without_times


def filled(lines: Iterable[Line]) -> list[Line]:
    return [line for line in lines if _plain(line.text).strip(" \t—–-=")]


def _no_messages(lines: Sequence[Line]) -> Iterable[Message]:
    return ()


def may_be_name(text: str) -> bool:
    """Return True for a few words without a known meaning."""
    name = _name_in(text)
    return folded(name) not in _NO_NAMES and compiled(_NO_NAME).fullmatch(name) is None


def _name_in(text: str) -> str:
    return _PICTURES.sub("", _plain(text).strip())


def is_titled(text: str) -> bool:
    return not any(word[0].islower() for word in text.split())


def _head(line: Line, name: str) -> Message:
    start = line.text.find(name)
    return Message(line, len(line.text), name, (start, start + len(name)))


def _names_of_times(lines: Sequence[Line]) -> list[tuple[Line, Line]]:
    return [(a, b) for a, b in pairwise(lines) if _is_time(b.text) and may_be_name(a.text)]


def _above_times(lines: Sequence[Line]) -> Iterator[Message]:
    """Yield the names above times that have the most common format.

    A line above a time in another format may be part of a message.
    """
    found = [(line, time, _name_in(line.text), _plain(time.text)) for line, time in _names_of_times(lines)]
    forms = [
        (re.match(r"[ \t]+\d", time) is not None, time.rstrip()[-1:].isalpha(), "[" in time)
        for *_, time in found
    ]
    counts = Counter(name for _, _, name, _ in found)
    usual = Counter(forms).most_common(1)
    for (line, time, name, _), form in zip(found, forms, strict=True):
        if form == usual[0][0]:
            apart = form[0] or time.number - line.number > 1
            sure = apart or counts[name] > 1 or is_titled(name) or not is_titled(found[0][2])
            yield _head(line, name) if sure else Message(line, 0, None)


def _around_times(lines: Sequence[Line]) -> Iterator[Message]:
    """Yield the names below times or above boards, wherever they occur again."""
    texts = [_plain(line.text).strip() for line in lines]
    names = {b for a, b in pairwise(texts) if _is_time(a) and not _is_time(b)} | {*texts[:1]}
    names = {*filter(may_be_name, names)}
    unsure: set[int] = set()
    for at, (over, name) in enumerate(pairwise(["", *texts[:-1]])):
        if not {name, over} & names and may_be_name(name) and _is_board(texts[at + 1 :]):
            if is_titled(name) and not (is_titled(over) and may_be_name(over)):
                names.add(name)
            else:
                unsure.add(at)
    for at, line in enumerate(lines):
        if texts[at] in names:
            yield _head(line, texts[at])
        elif re.fullmatch(one_of(_CHAT["sent"]), texts[at]):
            yield _head(line, texts[at].split()[0])
        elif at in unsure:
            yield Message(line, 0, None)


def _is_board(lines: Sequence[str]) -> bool:
    """Return True if the lines start with a board, on one or three lines, or a status."""
    cards, status = [count_cards(line) for line in lines[:3]], folded(lines[0]) in _STATUSES
    return status or cards[0] == BOARD_SIZE or (cards[0] > 2 and sum(cards) == BOARD_SIZE)


def _beside_times(lines: Sequence[Line]) -> list[Message]:
    """Return the names on lines with a time, if there is a message after each."""
    found = [(line, re.fullmatch(_BESIDE, _plain(line.text))) for line in lines if _CLOCK.search(line.text)]
    heads = [_head(line, match["before"] or match["after"]) for line, match in found if match is not None]
    heads = [head for head in heads if may_be_name(head.sender or "")]
    heads = [head for head in heads if is_titled(head.sender or "") or not is_titled(heads[0].sender or "")]
    apart = all(b.line.number - a.line.number > 1 for a, b in pairwise(heads))
    return heads if apart and len(heads) > 1 else []


def _first_words(lines: Sequence[Line]) -> Iterator[Message]:
    """Yield messages after a name that is also before a board: `21:14 Mei deal 1`."""
    sent = [message for line in lines if (message := message_of(line)) is not None and message.sender is None]
    texts = [message.text for message in sent]
    boards = [text for text in texts if '"' in text or count_cards(text) >= BOARD_SIZE]
    names = {match[1] for text in boards if (match := re.match(rf'(.+?)[ \t]+(?:"|{CARDS}(?!\w))', text))}
    for message, text in zip(sent, texts, strict=True):
        called = [name for name in names if may_be_name(name) and text.startswith(f"{name} ")]
        for name in sorted(called, key=len)[-1:]:
            start = message.start + len(name)
            yield Message(message.line, start + 1, name, (message.start, start))


def _without_times(lines: Sequence[Line]) -> list[Message]:
    """Return the messages of a chat without times, empty if it is no chat.

    Most lines must have a sender, and some must greet or laugh.
    """
    found: list[Message] = []
    for line in lines:
        match = compiled(_SENDER).match(line.text)
        if match is not None and match["name"] is not None:
            found.append(Message(line, match.end(), match["name"].strip(), match.span("name")))
    if not any(map(_greets, found)):
        return []
    found = [message for message in found if may_be_name(message.sender or "")]
    texts = [folded(message.text) for message in found]
    several = [name for name, count in Counter(message.sender for message in found).items() if count > 1]
    is_chat = (
        len(several) > 1
        and 2 * len(lines) < 3 * len(found)
        and any(map(_greets, found))
        and not any(re.fullmatch(r"[-+]?[\d.,]*", text) for text in texts)
        and any(count_cards(text) == BOARD_SIZE for text in texts)
    )
    return found if is_chat else []


def _greets(message: Message) -> bool:
    text = folded(message.text)
    return laughs(text) or text.split(" ")[0].rstrip(",.!") in _TALK
