"""The messages of a group chat, as phones and programs export it: stamps, senders, and what was sent."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ofcscore.log.syntax import Line
from ofcscore.log.text.normalize import Normalized, normalize
from ofcscore.log.vocabulary import ENGLISH, NAME, Vocabulary, tables

_MONTH: Final = r"[^\W\d_]{3,10}\.?"
_YEAR: Final = r"(?:\d\d){1,2}"
_DATE: Final = (
    rf"(?:[^\W\d_]{{2,10}}\.?,?[ \t]+)?(?:\d{{1,4}}[./-]\d{{1,2}}[./-]{_YEAR}|\d{{1,2}}[./-]\d{{1,2}}\.?"
    rf"|(?:\d{{4}}(?:年|[.][ \t]*))?\d{{1,2}}(?:月|[.][ \t]*)\d{{1,2}}[日.]"
    rf"|\d{{1,2}}\.?(?:[ \t]de)?[ \t-]{_MONTH}(?:(?:[ \t]de)?[ \t-]{_YEAR})?|{_MONTH}[ \t]\d{{1,2}},[ \t]\d{{4}})"
)
_HALF: Final = "(?:[上下]午|凌晨|早上|中午|晚上|午[前後]|오[전후])"
_TIME: Final = rf"(?:{_HALF}[ \t]*)?\d{{1,2}}[:.h]\d\d(?:[:.]\d\d)?(?:[ \t]*[ap]\.?[ \t]?m\.?|[ \t]*uhr)?"
_AT: Final = r"[,،]?[ \tt]+(?:(?:at|um|a|à|às|klo|kl\.?|в|о|lúc)[ \t]+)?"
_WHEN: Final = rf"(?:{_DATE}{_AT}{_TIME}|{_TIME},?[ \t]+{_DATE}|{_TIME})"
_DEALS: Final = "|".join(word for words in tables()["deals"].values() for word in words)
_CLOCK: Final = re.compile(r"\d[:.hH]\d\d")
"""A time, as every stamp has one: without it, none is looked for, nor are their patterns compiled."""
_STAMP: Final = (
    rf"(?i)[ \t]*(?!(?:{_DEALS})[ \t])(?:\[{_WHEN}\][ \t]*|{_WHEN}[ \t]*[-–—][ \t]+|{_WHEN}[ \t]+)(?=\S)"
)
_DAY: Final = "(?:today|yesterday|heute|gestern|hoy|ayer|aujourd['’]hui|hier|сегодня|вчера)"
_KEYS: Final = "|".join(
    re.escape(word) for by in tables()["keys"].values() for words in by.values() for word in words
)
_HEADED: Final = (
    rf"(?i)[ \t]*(?!(?:{_DEALS}|{_KEYS})[ \t])([^:\[\]\t]*[^:\[\], \t—–])"
    rf"(?:,?[ \t]+(?:\[{_WHEN}\]:?|—[ \t]+(?:{_DAY}{_AT}{_TIME}|{_WHEN}))|[ \t]+{_DATE}{_AT}{_TIME}"
    rf"|(?:[ \t]{{2,}}|\t)\d{{1,2}}:\d\d(?:[ \t]*[ap]m)?)[ \t]*"
)
"""A sender and a time alone, above the message."""
_TIME_ALONE: Final = rf"(?i)[ \t]*\[?(?:(?:{_DAY}|{_DATE}){_AT})?{_TIME}\]?[ \t]*"
"""The time of a message on a line of its own."""
_TURNS: Final = "\u200e\u200f\u202a-\u202c\u2066-\u2069"
_SENDER: Final = re.compile(
    rf"[~ \t{_TURNS}]*(?:<[@+%&~ ]?(?P<nick>[^<>\t]{{1,63}})>[ \t]+"
    rf"|(?P<name>[^:\t]{{0,63}}[^: \t{_TURNS}])[ \t{_TURNS}]*(?::(?:[ \t]+|$)|\t[ \t]*))"
)
"""A sender before a colon, or between brackets as in `<Ana>`."""
_EDITED: Final = re.compile(
    "(?<![ \t])[ \t]+\u200e?(?:<[^<>:/]*>|\\((?:edited|bearbeitet|editado|modifié|изменено)\\))[ \t]*$"
)
_REPLY: Final = re.compile(
    r"(?i)[ \t]*(?:\[[ \t]*(?:in reply to[^\]]*|photo|sticker|video|voice message|gif|file)[ \t]*\]|>.*)[ \t]*"
)
"""The placeholder that an app writes for a message, or the head of a reply."""
_DELETED: Final = re.compile(
    r"(?i)[ \t]*(?:this message was deleted|you deleted this message|diese nachricht wurde gelöscht"
    r"|du hast diese nachricht gelöscht|se eliminó este mensaje|ce message a été supprimé"
    r"|questo messaggio è stato eliminato|mensagem apagada|это сообщение удалено)\.?[ \t]*"
)
"""The words that an app leaves of a message that somebody took back."""
_RESERVED: Final = frozenset((*ENGLISH.keys, *ENGLISH.rows, "deal", "hand"))


class Message(NamedTuple):
    """A message: its line, where its text starts, who sent it, and where that name stands."""

    line: Line
    start: int
    sender: str | None
    at: tuple[int, int] = (0, 0)

    def signed(self, vocabulary: Vocabulary) -> Normalized:
        """Return the message behind its sender's name, as a board stands behind its player's."""
        source = normalize(self.line, self.start, vocabulary)
        name = re.sub(r"[\"“”„‟«»]", "", self.sender or "").strip()
        named = re.fullmatch(r"(.*?)((?:[ \t]*[(\[][^()\[\]]*[)\]])*)", name)
        marks = (
            named[2] if named is not None and re.search(vocabulary.patterns["FANTASYLAND"], named[2]) else ""
        )
        name = name.removesuffix(marks)
        name = name if re.fullmatch(NAME, name) and name.lower() not in _RESERVED else f'"{name}"'
        head = f"{name}{marks}: "
        start, end = self.at if self.at[1] > self.at[0] else (self.start, self.start + 1)
        columns = tuple(min(start + i, end - 1) for i in range(len(head)))
        return Normalized(head + source.text, columns + source.columns, self.line)


def message_of(line: Line) -> Message | None:
    """Return the message of a line with a stamp; one that starts behind its line heads the lines below."""
    if _CLOCK.search(line.text) is None:
        return None
    text = line.text.lstrip("\ufeff\u200e\u200f")
    skipped = len(line.text) - len(text)
    text = line.text[:skipped] + re.sub("[\u202f\u00a0]", " ", text)
    text = re.sub(f"[{_TURNS}]", " ", text)
    headed = re.fullmatch(_HEADED, text)
    if headed is not None and headed[1].strip():
        return Message(line, len(text), headed[1].strip(), headed.span(1))
    stamp = re.match(_STAMP, text)
    if stamp is None:
        return None
    edited = _EDITED.search(text, stamp.end())
    if edited:
        line = line._replace(text=line.text[: edited.start()])
        text = text[: edited.start()]
    sender = _SENDER.match(text, stamp.end())
    tabbed = sender is not None and "\t" in sender[0] and not stamp[0].endswith("\t")
    called = "nick" if sender is not None and sender["nick"] else "name"
    if sender is None or sender[called].strip().lower() in _RESERVED or tabbed:
        return Message(line, stamp.end(), None)
    return Message(line, sender.end(), sender[called].strip(), sender.span(called))


def is_chat(text: str) -> bool:
    """Return True if one of the first lines is stamped with a time and says who sent it."""
    heads = times = 0
    for line in text.split("\n")[:400]:
        message = message_of(Line("", 1, line.strip("\r"))) if line.strip() else None
        if message is not None and message.sender is not None:
            heads += 1
            if heads > 1 or message.start < len(line.strip("\r")):
                return True
        if _is_time(line.strip("\r")):
            times += 1
    return times > 1


def says_nothing(text: str) -> bool:
    """Return True for a line that an app wrote: a time alone, a picture's place, the head of a reply."""
    dashes = text.strip(" \t")
    return (
        (dashes != "" and not dashes.strip("—–-"))
        or _is_time(text)
        or any(pattern.fullmatch(text) is not None for pattern in (_REPLY, _DELETED))
    )


def _is_time(text: str) -> bool:
    return _CLOCK.search(text) is not None and re.fullmatch(_TIME_ALONE, text) is not None
