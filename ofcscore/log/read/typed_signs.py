"""Signs as they were typed -> the plain ones that they look like: blanks, quotes, wide letters, pictures.

Each function takes a piece of a source and gives one that says the same; the piece itself, where there is
nothing to rewrite.
"""

import re
from collections.abc import Callable
from typing import Final

from ofcscore.game.cards import CARD
from ofcscore.log.read.pieces import joined, replaced, split, sub
from ofcscore.log.syntax import QUOTED, UNSEEN, Text

_BLANKS: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_ODD_BLANKS: Final = f"[{_BLANKS}]|[{UNSEEN}]+"
_LIKE_ASCII: Final = {"：": ":", "﹕": ":", "∶": ":", "／": "/", "⁄": "/", "∕": "/", "（": "(", "）": ")"} | {
    "，": ",", "；": ";", "｜": "|", "│": "|", "－": "-", "＋": "+", "＝": "=", "＃": "#", "．": "."
}  # fmt: skip
_WIDE_SIGN: Final = "[" + "".join(_LIKE_ASCII) + "]"
_WIDE: Final = "[０-９Ａ-Ｚａ-ｚ]"
_WORD: Final = r"[^\s,/|;():\"]+(?!\s*:)"
CARD_WORD: Final = f"(?:{CARD})+"
OPEN_QUOTES: Final = "“”„‟«»‹›＂"
"""Quotes of every kind that open or close a name."""
_QUOTES: Final = (
    f'[{OPEN_QUOTES}]([^{OPEN_QUOTES}"]+)[{OPEN_QUOTES}]'
    "|(?<![^ \t,/=+>])['‘‚‛]([^'’‘\"]+)['’‘](?![^ \t:,/=+])"
)
_PICTURES: Final = (
    "(?:[\U0001f300-\U0001faff\u2600-\u2604\u2607-\u265f\u2668-\u2762\u2768-\u27bf][\ufe0f\u200d]*)+"
)
EMOJI: Final = f"{_PICTURES}(?=[ \t]*[:(\\[—–])|(?<=[ \t]){_PICTURES}[ \t]*$"
"""Pictures behind a name, or at the end of a line, that say nothing: none that may be meant as a suit."""
_TO: Final = (
    r"(?<=[ \t])(?:[Tt][Oo]|pa(?:id|ys)|g(?:ave|ives)|[=–—-]{1,2}>|>)"
    rf"(?=[ \t]+(?:{QUOTED.pattern}|[^\s,0-9+-][^\s,]*)[ \t]+[^\s,]?[0-9])"
)
"""What stands between two names with an amount behind them."""
_QUOTED_HEAD: Final = rf"(?:{_QUOTES}|<([^<>\"]+)>)(?=[ \t:：(（=–—-])"


def seen(source: Text) -> Text:
    """A name, a key or a word with blanks for whatever looks like one, and without what is not seen."""
    if source.text.isascii():
        return source
    return sub(_ODD_BLANKS, lambda odd: " " if odd[0].isspace() else "", source)


def row(source: Text) -> Text:
    """The cards of a row: wide letters, figures and blanks as what they look like."""
    return source if source.text.isascii() else sub(_WORD, _narrow, seen(source))


def _narrow(match: re.Match[str]) -> str:
    """A word of cards in plain letters; any other word as it is."""
    word = match.group()
    plain = re.sub(_WIDE, lambda wide: chr(ord(wide.group()) - 0xFEE0), word)
    return plain if plain != word and re.fullmatch(CARD_WORD, plain) else word


def plain_signs(source: Text) -> Text:
    """A line with plain signs for those that look like them, outside quotes."""
    if source.text.isascii():
        return source
    return outside_quotes(
        source, lambda piece: sub(_WORD, _narrow, sub(_WIDE_SIGN, lambda sign: _LIKE_ASCII[sign[0]], piece))
    )


def value(source: Text) -> Text:
    """The value of a key, with straight quotes round the names in it."""
    return plain_signs(straight_quotes(seen(source), names=True))


def payments(source: Text) -> Text:
    """The value of `paid` with an arrow for the word between who pays and who is paid: `Ann to Bob 20`."""
    return sub(_TO, lambda _: "->", source)


def straight_quotes(source: Text, *, names: bool) -> Text:
    """A line with straight quotes round the name at its head, or round any of the `names` of a key."""
    if names:
        return outside_quotes(source, lambda piece: sub(_QUOTES, _straight, piece))
    match = re.match(_QUOTED_HEAD, source.text)
    return source if match is None else replaced(source, [(*match.span(), _straight(match))])


def _straight(match: re.Match[str]) -> str:
    return f'"{match[match.lastindex or 1]}"'


def outside_quotes(source: Text, change: Callable[[Text], Text]) -> Text:
    """A piece with what stands outside of quotes changed."""
    pieces = split(QUOTED, source)
    pieces[::2] = map(change, pieces[::2])
    return joined(pieces)
