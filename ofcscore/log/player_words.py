"""The players' own words for rows and fouls, from the rule sets of a log."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ofcscore.game.game_words import Words
from ofcscore.log.syntax import FROM_LOG, NO_WORDS, OwnWords

if TYPE_CHECKING:
    from ofcscore.log.vocabulary import Vocabulary

_MOST_PARTS: Final = 30
"""The most parts of a sum of rule sets."""


def vocabulary_in(text: str, base: str, own: OwnWords = FROM_LOG, named: Iterable[str] = ()) -> Vocabulary:
    """Return the vocabulary of a log with this text.

    Rule sets are named in the text or before it (`named`). `base` is the folder for relative paths in the
    log.
    """
    from ofcscore.log.vocabulary import vocabulary_of

    vocabulary = vocabulary_of(text)
    words = own.found
    if own.rules is not None and not words:
        words = _words_of(own.rules, "", own.files)
    elif not words:
        words = _merged(_words_of(rules, base, own.files) for rules in (*named, *_named_in(text, vocabulary)))
    return vocabulary_of(text, words) if words else vocabulary


def _named_in(text: str, vocabulary: Vocabulary) -> list[str]:
    """Return the values of the `rules` key in lines of any format."""
    from ofcscore.log.vocabulary import has_any, one_of

    keys = [word for word, key in vocabulary.keys.items() if key == "rules"]
    if not has_any(keys, text):
        return []
    pattern = rf"(?m)(?<![^\W_])[\"']?{one_of(keys)}[\"']?[ \t]*[:=：][ \t]*[\"']?([^\"'\n#]+)"
    return [found.strip(" \t,}\r") for found in re.findall(pattern, text)]


def _merged(words: Iterable[Words]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for one in words:
        for key, names in one.items():
            found[key] = (*found.get(key, ()), *names)
    return found


@lru_cache(maxsize=32)
def _words_of(rules: str, base: str, files: bool) -> Words:
    """Return the words of a rule set, none if it is invalid, which is reported elsewhere."""
    from ofcscore.rules.files import shipped_text
    from ofcscore.rules.loading import load_rules

    parts = rules.lower().split("+")
    shipped = (shipped_text(part.strip()) for part in parts)
    if len(parts) > _MOST_PARTS or all(found and "\nwords:" not in found[0] for found in shipped):
        return NO_WORDS
    loaded, _ = load_rules(rules, base=base, rule_files=files)
    return NO_WORDS if loaded is None else loaded.words
