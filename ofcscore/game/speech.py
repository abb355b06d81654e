"""Names of rows, ranks, naturals and fouls in sentences: in English, or in the players' words."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from ofcscore.game.board import Row
from ofcscore.game.naturals import KINDS, Natural, kind_words
from ofcscore.game.ranks import Category, Rank, rank_letter

Words = Mapping[str, tuple[str, ...]]
"""Words of the program by their keys, each with its names in the players' own: first the one to write."""


class Speech(NamedTuple):
    """The words of a table; what has none there is said in English."""

    words: Words = MappingProxyType({})

    def say(self, word: str, text: str | None = None) -> str:
        """Return the players' word for a key; if they have none, `text`, or else the key."""
        found = self.words.get(word)
        return found[0] if found else text or word

    def row(self, row: Row) -> str:
        return self.say(row.label)

    def where(self, row: Row) -> str:
        """Return the row's place in a sentence: `on top`, or `in 头道`."""
        return f"in {self.row(row)}" if row.label in self.words else row.where

    def rank(self, rank: Rank, other: Rank | None = None) -> str:
        """Return `pair of kings`, or `对子 K`; beside another with the kickers that tell the two apart."""
        key = _KEYS[rank.category]
        if key not in self.words:
            return rank.name if other is None else rank.name_against(other)
        told = rank.ranks[: _TELLING.get(rank.category, 1)]
        kickers = () if other is None else rank.kickers_against(other)
        return f"{self.say(key)} {' '.join(map(rank_letter, (*told, *kickers)))}"

    def natural(self, natural: Natural) -> str:
        return self.say(natural.kind, natural.name)

    def fouled(self, player: str) -> str:
        """Return `Ann fouled`, or `Ann: 倒牌`."""
        return f"{player}: {self.say('foul')}" if "foul" in self.words else f"{player} fouled"

    def sentence(self, text: str) -> str:
        """Return a sentence with the naturals in it called as the players call them."""
        if not self.words:
            return text
        return re.sub(_KINDS, lambda found: self.say(_KIND_OF[found[0]], found[0]), text)


ENGLISH: Final = Speech()
_KEYS: Final = {category: category.key for category in Category} | {
    Category.ROYAL_FLUSH: Category.STRAIGHT_FLUSH.key
}
"""The words of rows; a royal flush has none of its own: it is the straight flush to the ace."""
_TELLING: Final = {Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2}
"""How many ranks a row is told by, where they are more than one."""

_KIND_OF: Final = {words: kind for kind in KINDS for words in (kind.replace("-", " "), kind_words(kind))}
_KINDS: Final = rf"\b(?:{'|'.join(sorted(_KIND_OF, key=len, reverse=True))})\b"

Reason = str | tuple[Callable[..., str], *tuple[object, ...]]
"""A reason in words, or what makes them: a function of the speech, and what else it takes."""


def tell(reason: Reason, speech: Speech = ENGLISH) -> str:
    """Return a reason in the words of the players: put together only for who reads it."""
    if isinstance(reason, str):
        return reason
    words, *of = reason
    return words(speech, *of)


def fold(text: str) -> str:
    """Return a name without what two spellings of it may differ in: capitals, and blanks for hyphens."""
    return "-".join(unicodedata.normalize("NFC", text).lower().replace("-", " ").split())


def kind_called(name: str, words: Words) -> str | None:
    """Return the kind of natural that the players call so, None where they call none so."""
    return next((key for key in KINDS if is_called(name, key, words)), None)


def is_called(name: str, key: str, words: Words) -> bool:
    """Return True if a name is among the players' words for a thing, which is given by its key.

    >>> is_called("Binh Lủng!", "foul", {"foul": ("binh lủng",)})
    True
    """
    folded = fold(name).rstrip(".!")
    return any(fold(text) == folded for text in words.get(key, ()))
