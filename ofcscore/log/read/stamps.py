"""A message of a chat without the stamp of its time, and who sent it where that is said."""

import re
from typing import Final, NamedTuple

from ofcscore.log.keys import KEYS
from ofcscore.log.read.pieces import joined, lower
from ofcscore.log.read.typed import NAME
from ofcscore.log.read.typed import name as typed_name
from ofcscore.log.read.typed_signs import OPEN_QUOTES, seen
from ofcscore.log.syntax import ALSO_DEALS, DEAL_WORDS, Line, Text

_YEAR: Final = "(?:[0-9]{2}){1,2}"
_DATE: Final = (
    f"(?:[0-9]{{1,4}}[./-][0-9]{{1,2}}[./-]{_YEAR}"
    "|(?:[0-9]{4}(?:年|[.][ \t]*))?[0-9]{1,2}(?:月|[.][ \t]*)[0-9]{1,2}[日.]"
    "|[a-z]{3,9}[.]?[ \t][0-9]{1,2},[ \t][0-9]{4})"
)
_MONTH: Final = r"[^\W0-9_]{3,10}[.]?"
_ANY_DATE: Final = (
    rf"(?:[^\W0-9_]{{2,10}}[.]?,?[ \t]+)?(?:{_DATE}|[0-9]{{1,2}}[./-][0-9]{{1,2}}[.]?"
    rf"|[0-9]{{1,2}}[.]?(?:[ \t]de)?[ \t-]{_MONTH}(?:(?:[ \t]de)?[ \t-]{_YEAR})?)"
)
"""A day, perhaps with its month in letters, without a year, or behind the name of its weekday."""
_HALF: Final = "(?:[上下]午|凌晨|早上|中午|晚上|午[前後]|오[전후])"
_TIME: Final = (
    f"(?:{_HALF}[ \t]*)?[0-9]{{1,2}}[:.][0-9]{{2}}(?:[:.][0-9]{{2}})?(?:[ \t]*[ap][.]?[ \t]?m[.]?|[ \t]*uhr)?"
)
_AT: Final = "(?:[,،]?[ \tt]+(?:(?:at|um|à|às|klo|kl[.]?|в|о|lúc)[ \t]+)?)"
_DATED: Final = f"{_DATE}{_AT}(?:{_TIME}|[0-9]{{1,2}}h[0-9]{{2}})"
_WHEN: Final = f"{_DATED}|{_TIME}(?:,?[ \t]+{_DATE})?"
_SAID_WHEN: Final = (
    f"(?!(?:{'|'.join((*DEAL_WORDS, *ALSO_DEALS))})[ \t])"
    f"(?:{_ANY_DATE}{_AT}{_TIME}|{_TIME},?[ \t]+{_ANY_DATE}|{_WHEN})"
)
"""When a message was sent, where signs around it say that it is that."""
_STAMP: Final = re.compile(
    rf"[ \t]*(?:\[{_SAID_WHEN}\][ \t]*|{_SAID_WHEN}[ \t]*[-–—][ \t]+|(?:{_WHEN})[ \t]+)(?=[^ \t])"
)
_DAY: Final = "(?:today|yesterday|heute|gestern|hoy|ayer|aujourd['’]hui|hier|сегодня|вчера)"
_HEAD: Final = rf"[ \t]*+(?!(?:{'|'.join((*DEAL_WORDS, *ALSO_DEALS, *KEYS))})[ \t])([^:\[\]]*[^:\[\], \t])"
_HEADED: Final = re.compile(
    rf"{_HEAD},?[ \t]+(?:\[{_SAID_WHEN}\]:?|—[ \t]+(?:{_DAY}{_AT}{_TIME}|{_SAID_WHEN}))[ \t]*"
)
"""Who sent what stands below, and when: `Ana, [20.11.26 22:13]`, `Ana — Today at 9:03 PM`."""
_HEADED_BARELY: Final = re.compile(rf"{_HEAD}(?:[ \t]+{_DATED}|(?:[ \t]{{2,}}|\t)(?=[^ \t.]*:){_TIME})[ \t]*")
"""The same without a sign between the two: `Ana 2026-11-20 21:05:11`, `Ana  9:03 PM`."""
_TURNS: Final = "\u202a-\u202c\u2066-\u2069"
_SENDER: Final = re.compile(f"[~ \t{_TURNS}]*([^:]{{0,63}}[^: \t{_TURNS}])[ \t{_TURNS}]*:(?:[ \t]+|$)")
_TABBED: Final = re.compile("([^\t]{0,63}[^ \t])[ ]*\t[ \t]*")
"""Who sent a message in a chat whose lines are cells: time, sender, message."""

_EDITED: Final = re.compile("(?<![ \t])[ \t]+\u200e?<[^<>:/]*>[ \t]*$")
"""What a phone writes behind a message that was changed: `<This message was edited>`."""


class Sent(NamedTuple):
    """A line of a chat without its stamp: what was sent, and who sent it where that is said."""

    message: Text
    sender: Text | None = None

    @property
    def signed(self) -> Text:
        """The message behind its sender's name, as a board stands behind its player's."""
        if self.sender is None:
            return self.message
        sender, marks = typed_name(self.sender)
        name = sender.text.strip(OPEN_QUOTES + '"')
        if re.fullmatch(NAME, name) is None:
            name = '"' + name.replace('"', "") + '"'
        # Who sent it may stand on the line above.
        place = sender if sender.line == self.message.line else self.message.part(0, 1)
        said = "".join(f"({mark.text}) " for mark in marks)
        return joined(((name, place), (f": {said}", place.behind()), self.message))


def has_senders(start: bytes) -> bool:
    """Whether one of the first lines of a text is stamped with a time and says who sent it.

    A name with a day and a time behind it, and no sign, may be the heading of a log; two of these are none.
    """
    heads = 0
    for line in start.decode("utf-8", "replace").split("\n"):
        text = line.strip("\r")
        source = Text(text, Line("", 1, text), 1, len(text))
        sent = without_stamp(source) if text.strip() else None
        if sent is not None and sent.sender is not None:
            heads += 1
            if heads > 1 or _HEADED_BARELY.fullmatch(lower(seen(source))) is None:
                return True
    return False


def without_stamp(source: Text) -> Sent | None:
    """A line of a chat, None for one that has no stamp."""
    source = seen(source)
    headed = _HEADED.fullmatch(lower(source)) or _HEADED_BARELY.fullmatch(lower(source))
    if headed is not None:
        return Sent(source.part(len(source.text)), source.part(*headed.span(1)))
    stamp = _STAMP.match(lower(source))
    if stamp is None:
        return None
    edited = _EDITED.search(source.text, stamp.end() + 1)
    message = source.part(stamp.end(), edited.start() if edited else None)
    tabbed = _TABBED.match(message.text) if source.text[: stamp.end()].endswith("\t") else None
    sender = tabbed or _SENDER.match(message.text)
    if sender is None:
        return Sent(message)
    return Sent(message.part(sender.end()), message.part(*sender.span(1)))
