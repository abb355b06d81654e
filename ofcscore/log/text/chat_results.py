"""Parse points and debts of several players in a chat message: `+2 me, Pete -13`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from ofcscore.log.syntax import LineSyntax, Part, Text, entry
from ofcscore.log.text.log_state import LogContext
from ofcscore.log.text.neighboring_lines import Item, Items
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.result_lines import balances_of_debts, debts_in
from ofcscore.log.vocabulary import ENGLISH, NAME, compiled, folded, one_of
from ofcscore.log.words import tables

_POINTS: Final = r"(?:[+–−-]?[0-9]{1,5})(?![0-9]|[.,:][0-9]|[^\W\d_])"
_T = TypeVar("_T")
_TALK: Final = tables()["talk"]
_ONESELF: Final = (*_TALK["oneself"], *_TALK["me"], "ja", "ik", "jag")
_HAS: Final = one_of((*_TALK["is"], *_TALK["received"], *_TALK["wins"], "am"))
_FOR: Final = one_of(tables()["terms"]["for"])
_FIRST_PERSON: Final = ENGLISH.shape(
    r"(?<![^\W_])(?:(?:I(?:['’]ve|['’]m(?= in ))?|^i)(?=[ \t])|@talk.me@(?![^\W_]))"
)
_SIGNED: Final = re.compile("[+–−-][0-9]")
_UNSURE: Final = (
    r"[0-9?€$£%]|(?<![^\W_])@statuses|money.paid|money.owes|money.double|money.void|talk.moves|talk.corrects|talk.to_add|"
    "key.adjust|key.paid@"
)
"""Numbers and words that make the points beside them uncertain."""
_UP_TO: Final = r"(?<![^\W_])(?:@talk.after@ )?(?:@deals@~#?(?P<a>[0-9]{1,4})|#?(?P<b>[0-9]{1,4}) @deals|deal_lists|talk.deals@)"


def in_first_person(log: LogContext, item: Item) -> Normalized:
    """Replace `I` and `me` in a message by its sender's name."""
    source, sender = item.source, item.message and item.message.sender
    assert source is not None
    if sender is None or "i" in log.names or "me" in log.names:
        return source
    name = sender if re.fullmatch(NAME, sender) else f'"{sender}"'
    return source.sub(_FIRST_PERSON, name.replace("\\", ""))


def points_in_message(log: LogContext, item: Item, items: Items, at: int) -> list[LineSyntax] | None:
    """Return the points of several players, to compare with the deal and the session.

    Each player may be on a separate line of the message.
    """
    shares = _shares(log, item)
    single = len(shares) == 1
    above, below = items[: at - 1][::-1], items[at:]
    beside = [line for near in (above, below) for line in _near(log, near, item, _shares) if single]
    names = [folded(name.text) for name, _ in (*shares, *(line[0] for line in beside))]
    if len(set(names)) < max(2, len(names)) or any(len(line) > 1 for line in beside):
        return None
    return [entry("running", *(Part(names=(name,), number=number) for name, number in shares))]


def debts_in_message(log: LogContext, item: Item, items: Items, at: int) -> list[LineSyntax] | None:
    """Return each player's balance from debts, to compare with the session.

    For example `Pete owes Al 12 € and me 1 €`. The last of several lines returns the sums of all.
    """
    debts = _debts(log, item)
    if not debts or any(_near(log, items[at:], item, _debts)):
        return [] if debts else None
    above = (debt for line in _near(log, items[: at - 1][::-1], item, _debts) for debt in line)
    *_, last = balances_of_debts(log, dict(enumerate((*above, *debts)))).values() or (None,)
    return None if last is None or last.value is None else [last.value]


def _near(
    log: LogContext, items: Items, below: Item, read: Callable[[LogContext, Item], list[_T]]
) -> Iterator[list[_T]]:
    """Yield what `read` finds on adjacent lines, up to the first without a result."""
    for item in items:
        found = read(log, item) if item is not None else []
        if not found or item is None or abs(item.line.number - below.line.number) != 1:
            return
        below = item
        yield found


def _debts(log: LogContext, item: Item) -> list[Item]:
    """Return a message that states debts, in the third person; empty for any other."""
    if not log.begun or item.source is None or item.message is None:
        return []
    rewritten = Item(item.line, in_first_person(log, item))
    return [rewritten] if debts_in(log, rewritten) else []


def _shares(log: LogContext, item: Item) -> list[tuple[Text, Text]]:
    """Return players and their points, empty if the text says more."""
    source, sender = item.source, item.message and item.message.sender
    if not log.begun or source is None or _SIGNED.search(source.text) is None:
        return []
    people = {**dict.fromkeys(_ONESELF, sender), **log.short_names, **log.names}
    whole = {folded(called): name for called, name in people.items() if name is not None}
    names = one_of(whole)
    share = compiled(
        rf"(?<![^\W_])\"?(?P<name>{names})\"?(?:[ \t]+{_HAS})?[ \t]*[:=(]?[ \t]*(?P<points>{_POINTS})"
        rf"|(?<![^\W_])(?P<points_first>{_POINTS})[ \t]+(?:{_FOR}[ \t]+)?\"?(?P<name_after>{names})\"?"
    )
    up_to = log.vocabulary.shape(_UP_TO)
    rest = share.sub(" ", source.text)
    deals = [int(match["a"] or match["b"]) for match in up_to.finditer(rest)]
    unsure = log.vocabulary.shape(_UNSURE).search(up_to.sub(" ", rest))
    if unsure or any(number != log.deals for number in deals):
        return []
    found = []
    for match in share.finditer(source.text):
        name, points = ("name", "points") if match["name"] else ("name_after", "points_first")
        at = source.at(*match.span(name)).with_text(whole[folded(match[name])])
        found.append((at, source.at(*match.span(points), re.sub("[–−]", "-", match[points]))))
    return found
