"""Messages of a chat that read as talk, and are surely lines of a log with a slip in them.

Each function here says None, or no, of real talk.
"""

import re
from collections.abc import Callable
from typing import Final

from ofcscore.log.keys import KEYS
from ofcscore.log.mending import void_deal
from ofcscore.log.read.from_text import read_line, read_sound
from ofcscore.log.read.pieces import joined, lower, replaced
from ofcscore.log.read.slips import worth_of_a_point
from ofcscore.log.read.stamps import without_stamp
from ofcscore.log.syntax import DealLine, Entry, LineSyntax, Text, Unread, mended
from ofcscore.problems.collected import Problems
from ofcscore.rules.files import shipped_names

_BETWEEN_ROWS: Final = re.compile(r"[/|;\\]")
_BRACKETS: Final = re.compile(r"\([^()]*\)")
_NO_CARD: Final = re.compile(r"[\W_]")
_SUIT_LETTERS: Final = re.compile("[shdc]")
_DIGIT: Final = re.compile("[0-9]")
_LENGTHS: Final = ((3, 6), (5, 10), (5, 10))
"""How many letters and figures the rows of a board have, without suits and with them."""
_SURELY: Final = 2
"""So many of three rows have as many letters as they should: one may have a slip."""


def looks_like_board(text: str) -> bool:
    """Whether a text is in three pieces that look like the rows of a board, though no cards are read in them.

    >>> looks_like_board("DD2 / BB653 / 99422"), looks_like_board("yes / maybe / never")
    (True, False)
    """
    rows = _BETWEEN_ROWS.split(_BRACKETS.sub("", text.partition(":")[2] or text))
    bare = [_NO_CARD.sub("", row).replace("10", "T") for row in rows]
    if len(bare) != len(_LENGTHS) or not any(map(_DIGIT.search, bare)):
        return False
    if not all(_DIGIT.search(row) or _SUIT_LETTERS.sub("", row).isupper() for row in bare):
        return False
    return sum(len(row) in lengths for row, lengths in zip(bare, _LENGTHS, strict=True)) >= _SURELY


def meant_line(
    message: Text, signed: Text, deals: int, is_player: Callable[[str], bool], problems: Problems
) -> LineSyntax:
    """What a message is that lacks a colon, or has more words than a deal's line; None for any other.

    `signed` is the message behind its sender's name, `deals` the number of the deal that was begun last, and
    `is_player` says of a name whether somebody of the chat is called so. Its problem is told.
    """
    value = _deal_and_words(message, deals, problems)
    if value is not None:
        return value
    if _is_without_colon(message, deals, is_player):
        at = message.trimmed()
        key = at.part(0, len(at.text.split()[0]))
        place, hint = key.behind().place, f"write `{mended(key, f'{key.text.lower()}:')}`"
        problems.refuse("colon-missing", place, f"`{key.text}` needs a colon", hint)
        return Unread(key=True)
    worth = worth_of_a_point(message.text.strip())
    if worth is None:
        return _slip(message, signed, is_player, problems)
    at = message.trimmed()
    hint = f"if that is what a point is worth, write `{mended(at, f'stake: {worth}')}`; talk begins with `#`"
    problems.refuse("line-unreadable", at.place, "this line is no board, no key and no `deal` line", hint)
    return Unread(key=True)


def _slip(message: Text, signed: Text, is_player: Callable[[str], bool], problems: Problems) -> LineSyntax:
    """What a message is that in a log would be told to be a key that moves money, as a line says to paste.

    `ruels: chinese`, `Ben paid Ana 5`, and `paid Ana 5` from Ben; None for any other. Each has a colon or an
    amount, or is but a few words; to read a line takes time, and most of a chat is talk.
    """
    if len(message.text.split()) > _FEW_WORDS and _OF_MONEY.search(message.text) is None:
        return None
    colon = signed.text[: len(signed.text) - len(message.text)].rfind(": ")
    for said in (message, replaced(signed, [(colon, colon + 1, "")])) if colon > 0 else (message,):
        told = Problems()
        read_line(said, told)
        for problem in told.kept:
            for line in problem.lines:
                written = Text(line, message.line, 1, len(line))
                sent = without_stamp(written)
                entry = read_sound(written if sent is None else sent.message)
                if isinstance(entry, Entry) and _moves_money(entry, message, is_player):
                    problems.add(problem)
                    return Unread(key=True)
    return None


def _begins_with_a_preset(text: str) -> bool:
    return text.lower().partition("+")[0].strip() in shipped_names()[0]


def _moves_money(entry: Entry, message: Text, is_player: Callable[[str], bool]) -> bool:
    """Whether the key that a message may be changes what anybody has; of names somebody is known."""
    key, names = entry.key.text, [name.text for part in entry.parts for name in part.names]
    if key == "rules":
        return _begins_with_a_preset(entry.parts[0].words[0].text)
    if key == "void":
        return len(message.text.split()) <= _FEW_WORDS
    if key == "stake":
        return True
    return KEYS[key].pays and any(map(is_player, names))


_OF_MONEY: Final = re.compile("[0-9:：]")
"""What a message of many words has that may be a key: an amount, or a colon."""
_FEW_WORDS: Final = 3
"""Of how many words a message may be a key without either, such as one that says a deal is void."""
_DEAL: Final = re.compile(r"[ \t]*(deal|hand)[ \t]+#?[ \t]*([0-9]{1,4})(?=[ \t(,;:–—-])[ \t:]*([^ \t].*)")


def _deal_and_words(message: Text, deals: int, problems: Problems) -> DealLine | None:
    """The deal that a message begins with more words than a name, None for any other.

    A deal that was begun before is talked of: `Deal 2 was sick`.
    """
    match = _DEAL.fullmatch(lower(message))
    if match is None or int(match[2]) <= deals:
        return None
    at, words = message.trimmed(), message.text[match.start(3) :].strip()
    line = mended(at, f"{match[1]} {match[2]}  # {words}")
    hint = void_deal(match[1], match[2], words) or f"write `{line}`"
    what = f"`{at.text}` may begin a deal, whose line has a name, and perhaps a date, and nothing else"
    hint = f"if a deal begins here, {hint}; if it is talk, put `#` before the line"
    problems.refuse("deal-line", at.place, what, hint)
    return DealLine(at, None, spoiled=True)


_FIRST_WORD: Final = re.compile("[ \t]*([A-Za-z]+)[ \t]+([^ \t:].*)")


def _is_without_colon(message: Text, deals: int, is_player: Callable[[str], bool]) -> bool:
    """Whether a message is a key, and behind it, without a colon, what fits this key and nothing else."""
    match = _FIRST_WORD.fullmatch(message.text)
    key = match[1].lower() if match else ""
    if match is None or key not in KEYS:
        return False
    if key == "rules":
        return _begins_with_a_preset(match[2])
    if KEYS[key].value == "words" or (deals and KEYS[key].where == "header"):
        return False
    value = message.part(*match.span(2))
    entry = read_sound(joined(((f"{key}: ", message.part(0, match.start(2))), value)))
    if not isinstance(entry, Entry):
        return False
    names = [name.text for part in entry.parts for name in part.names]
    if key == "players":
        return len(names) > 1 and not any(name[0].islower() for name in names)
    if key == "currency":
        return value.text.isupper()
    return not names or any(map(is_player, names))
