"""Parse a normalized line with the grammar and the builder of syntax values."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ofcscore.log.syntax import BoardSyntax, DealLine, Entry
from ofcscore.log.text.grammar import NotParsedError, parse_text
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.syntax_builder import Builder
from ofcscore.log.vocabulary import Vocabulary, folded


class Parsed(NamedTuple):
    """The value of a line, `sound` if certain; `at` is the span that does not parse."""

    value: DealLine | Entry | BoardSyntax | None
    sound: bool = True
    at: tuple[int, int] = (0, 0)
    key: str | None = None
    expected: frozenset[str] = frozenset()
    """The tokens that would be valid at the start of that span."""
    doubt: bool = False
    """True if something other than the rows' cards and their number is uncertain."""
    wrong_rank: tuple[str, str] | None = None
    """The stated rank of a row and the rank of its cards, if they differ."""


@lru_cache(maxsize=8)
def _builder(vocabulary: Vocabulary) -> Builder:
    return Builder(vocabulary)


def parse(source: Normalized, vocabulary: Vocabulary, start: str = "line") -> Parsed:
    """Parse a line. Never raises."""
    if not source.text:
        return Parsed(None)
    if start == "line" and not vocabulary.may_begin_key(source.text):
        start = "keyless"
    builder = _builder(vocabulary)
    builder.source, builder.sound, builder.doubt = source, True, False
    builder.separators, builder.wrong_rank = [], None
    key = _head_key(source.text, vocabulary)
    try:
        value = parse_text(source.text, start, vocabulary, builder)
    except NotParsedError as error:
        return Parsed(None, False, (error.at, len(source.text)), key, error.expected)
    key = key if isinstance(value, Entry) else None
    return Parsed(value, builder.sound, key=key, doubt=builder.doubt, wrong_rank=builder.wrong_rank)


def _head_key(text: str, vocabulary: Vocabulary) -> str | None:
    """Return the key at the start of a line, None if its first words are not one."""
    head = text.partition(":")[0] if ":" in text else text.split()[0]
    return vocabulary.keys.get(folded(head)) or vocabulary.keys.get(folded(text.split()[0]))
