"""Correct misspelled words of a line: `fould`, `midle`, `tonihgt`."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from ofcscore.diagnostics.suggestions import letters_apart
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.vocabulary import Vocabulary, all_words, folded

_LONG: Final = 6
_WORD: Final = re.compile(r"(?<![^\W_])[A-Za-z]{5,}(?![^\W_]|['’])")
"""A word that is long enough for one wrong letter not to make it another word."""
_Words = frozenset[tuple[str, object]]
"""Words with their meanings."""


def corrected(source: Normalized, vocabulary: Vocabulary, names: Collection[str]) -> Normalized | None:
    """Return a line with row labels and statuses for words that are one letter away, None without any.

    `names` are lowercase words of players' names, which stay.
    """
    return _with_words(source, _of_boards(vocabulary), vocabulary, names)


def corrected_terms(source: Normalized, vocabulary: Vocabulary, names: Collection[str]) -> Normalized | None:
    """Return a heading with fillers and words for royalties for words that are one letter away.

    A word before a colon may be a misspelled key.
    """
    if re.search("[:=]", source.text):
        return None
    return _with_words(source, _of_headings(vocabulary), vocabulary, names, _LONG)


@lru_cache(maxsize=8)
def _of_boards(vocabulary: Vocabulary) -> _Words:
    return frozenset((*vocabulary.rows.items(), *vocabulary.statuses.items()))


@lru_cache(maxsize=8)
def _of_headings(vocabulary: Vocabulary) -> _Words:
    royalties = dict.fromkeys(all_words("talk.royalties", "terms.royalties"), "royalties")
    return frozenset((*dict.fromkeys(vocabulary.fillers, "filler").items(), *royalties.items()))


def _with_words(
    source: Normalized, words: _Words, vocabulary: Vocabulary, names: Collection[str], fewest: int = 0
) -> Normalized | None:
    known = _known(vocabulary)
    typed = [(match, folded(match[0])) for match in _WORD.finditer(source.text)]
    long = [(match, word) for match, word in typed if len(word) >= fewest]
    unknown = [(match, word) for match, word in long if word not in known and word not in names]
    edits = [(*match.span(), meant) for match, word in unknown if (meant := _meant(word, words))]
    return source.edited(edits) if edits else None


@lru_cache(maxsize=8)
def _known(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that have a meaning of their own: `contre` is no `centre`."""
    tables = (vocabulary.keys, vocabulary.rows, vocabulary.statuses, vocabulary.deals, vocabulary.fillers)
    words = (word for table in (*tables, vocabulary.ranks, vocabulary.suits) for word in table)
    return frozenset((*words, *all_words("talk", "terms", "money")))


@lru_cache(maxsize=4096)
def _meant(typed: str, words: _Words) -> str | None:
    """Return the word of one meaning that is one letter away and begins alike, None without exactly one."""
    near = {
        word: meaning
        for word, meaning in words
        if word[0] == typed[0]
        and " " not in word
        and letters_apart(typed, word, 1) == 1
        # `fools` and `least` are words of their own.
        and (len(typed) >= _LONG or len(typed) != len(word))
    }
    return min(near) if len({*near.values()}) == 1 else None
