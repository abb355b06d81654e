"""Names of rows, ranks, naturals and fouls, in English or the players' words."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from ofcscore.game.cards import Row
from ofcscore.game.naturals import KINDS, Natural, kind_words
from ofcscore.game.ranks import Category, Rank, rank_letter

Words = Mapping[str, tuple[str, ...]]
"""The players' own words by key of the program; output uses the first."""


class Speech(NamedTuple):
    """The players' own words for output. Keys without a word are written in English."""

    words: Words = MappingProxyType({})

    def say(self, word: str, text: str | None = None) -> str:
        """Return the players' word for a key; if there is none, `text` or else the key."""
        found = self.words.get(word)
        return found[0] if found else text or word

    def row(self, row: Row) -> str:
        return self.say(row.label)

    def where(self, row: Row) -> str:
        """Return the row's place in a sentence, for example `on top` or `in 头道`."""
        return f"in {self.row(row)}" if row.label in self.words else row.where

    def rank(self, rank: Rank, other: Rank | None = None) -> str:
        """Return for example `pair of kings`, with kickers that decide against `other`."""
        key = _KEYS[rank.category]
        if key not in self.words:
            return rank.name if other is None else rank.name_against(other)
        ranks = rank.ranks[: _RANKS_IN_NAME.get(rank.category, 1)]
        kickers = () if other is None else rank.kickers_against(other)
        return f"{self.say(key)} {' '.join(map(rank_letter, (*ranks, *kickers)))}"

    def natural(self, natural: Natural) -> str:
        return self.say(natural.kind, natural.name)

    def fouled(self, player: str) -> str:
        """Return for example `Ann fouled` or `Ann: 倒牌`."""
        return f"{player}: {self.say('foul')}" if "foul" in self.words else f"{player} fouled"

    def sentence(self, text: str) -> str:
        """Replace the names of naturals in a sentence with the players' words."""
        if not self.words:
            return text
        return re.sub(_KINDS, lambda found: self.say(_KIND_OF[found[0]], found[0]), text)


ENGLISH: Final = Speech()
_KEYS: Final = {category: category.key for category in Category} | {
    Category.ROYAL_FLUSH: Category.STRAIGHT_FLUSH.key
}
"""The key of each category. A royal flush has the key of a straight flush."""
_RANKS_IN_NAME: Final = {Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2}
"""The number of ranks in the name of a row, if it is more than one."""

_KIND_OF: Final = {words: kind for kind in KINDS for words in (kind.replace("-", " "), kind_words(kind))}
_KINDS: Final = rf"\b(?:{'|'.join(sorted(_KIND_OF, key=len, reverse=True))})\b"

Reason = str | tuple[Callable[..., str], *tuple[object, ...]]
"""A text, or a function and its arguments after the `Speech`."""


def tell(reason: Reason, speech: Speech = ENGLISH) -> str:
    """Build the text of a reason in the players' words, once somebody reads it."""
    if isinstance(reason, str):
        return reason
    build, *arguments = reason
    return build(speech, *arguments)


def fold(text: str) -> str:
    return "-".join(unicodedata.normalize("NFC", text).lower().replace("-", " ").split())


def kind_called(name: str, words: Words) -> str | None:
    return next((key for key in KINDS if is_called(name, key, words)), None)


def is_called(name: str, key: str, words: Words) -> bool:
    """Return True if a name is one of the players' words for a key.

    >>> is_called("Binh Lủng!", "foul", {"foul": ("binh lủng",)})
    True
    """
    folded = fold(name).rstrip(".!")
    return any(fold(text) == folded for text in words.get(key, ()))
