"""Points of several players in a message of a chat: `+2 me, Pete -13, Chema +11`, `overall Ana +5, Ben -5`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ofcscore.log.syntax import Entry, Part, Text, entry
from ofcscore.log.text.block import Item, Items
from ofcscore.log.text.context import LogContext
from ofcscore.log.vocabulary import compiled, folded, one_of
from ofcscore.log.words import tables

_POINTS: Final = r"(?:[+–−-]?[0-9]{1,5})(?![0-9]|[.,:][0-9]|[^\W\d_])"
_TALK: Final = tables()["talk"]
_ONESELF: Final = (*_TALK["oneself"], *_TALK["me"], "ja", "ik", "jag")
_HAS: Final = one_of((*_TALK["is"], *_TALK["received"], *_TALK["wins"], "am"))
_SIGNED: Final = re.compile("[+–−-][0-9]")
_UNSURE: Final = (
    r"[0-9?€$£%]|(?<![^\W_])@statuses|money.paid|money.owes|money.double|money.void|talk.moves|talk.corrects|"
    "key.adjust|key.paid@"
)
"""Figures and words beside points that may say more than what a deal came to, or the session."""
_UP_TO: Final = r"(?<![^\W_])(?:@talk.after@ )?(?:@deals@~#?(?P<a>[0-9]{1,4})|#?(?P<b>[0-9]{1,4}) @deals|deal_lists|talk.deals@)"


def totals_told(log: LogContext, item: Item, items: Items, at: int) -> Entry | None:
    """Return the points of several players, which are held against the deal and the session up to it.

    Each may stand on a line of one message.
    """
    shares = _shares(log, item)
    beside = (
        (*_lines(log, items[: at - 1][::-1], item), *_lines(log, items[at:], item))
        if len(shares) == 1
        else ()
    )
    names = [folded(name.text) for name, _ in (*shares, *beside)]
    if len(set(names)) < max(2, len(names)):
        return None
    return entry("running", *(Part(names=(name,), number=number) for name, number in shares))


def _lines(log: LogContext, items: Items, below: Item) -> Iterator[tuple[Text, Text]]:
    """Yield the points of the lines next to one, as long as each has those of one player."""
    for item in items:
        found = _shares(log, item) if item is not None else []
        if len(found) != 1 or item is None or abs(item.line.number - below.line.number) != 1:
            return
        below = item
        yield found[0]


def _shares(log: LogContext, item: Item) -> list[tuple[Text, Text]]:
    """Return players and their points, none if the text says more than that."""
    source, sender = item.source, item.message and item.message.sender
    if not log.begun or source is None or _SIGNED.search(source.text) is None:
        return []
    people = {**dict.fromkeys(_ONESELF, sender), **log.short_names, **log.names}
    whole = {folded(called): name for called, name in people.items() if name is not None}
    names = one_of(whole)
    share = compiled(
        rf"(?<![^\W_])\"?(?P<name>{names})\"?(?:[ \t]+{_HAS})?[ \t]*[:=(]?[ \t]*(?P<points>{_POINTS})"
        rf"|(?<![^\W_])(?P<points_first>{_POINTS})[ \t]+\"?(?P<name_behind>{names})\"?"
    )
    up_to = log.vocabulary.shape(_UP_TO)
    rest = share.sub(" ", source.text)
    told = [int(match["a"] or match["b"]) for match in up_to.finditer(rest)]
    if any(number != log.deals for number in told) or log.vocabulary.shape(_UNSURE).search(
        up_to.sub(" ", rest)
    ):
        return []
    found = []
    for match in share.finditer(source.text):
        name, points = ("name", "points") if match["name"] else ("name_behind", "points_first")
        at = source.at(*match.span(name))._replace(text=whole[folded(match[name])], cells=None)
        found.append((at, source.at(*match.span(points), re.sub("[–−]", "-", match[points]))))
    return found
