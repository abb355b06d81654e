"""The rows of a board as people part them: by slashes, strokes, hyphens, labels or blanks alone.

Every function is pure, and never changes a card. `typed` reads what stands around the rows.
"""

import re
from collections.abc import Sequence
from typing import Final

from ofcscore.game.board import BOARD_SIZE, Row
from ofcscore.game.cards import RANK_TYPED, SUIT_TYPED
from ofcscore.game.spelling import ANY_CARD, RowText, read_cards
from ofcscore.log.read.pieces import Piece, joined, lower, replaced, split
from ofcscore.log.syntax import INITIALS, ROW_LABELS, SHORT_LABELS, Text
from ofcscore.problems.words import ASCII_LOWER

SUIT_WORD: Final = "(?:straight |royal )?flush|suited|(?:spade|heart|diamond|club)s?(?:[ \t]+flush)?"
_SUIT_FIRST: Final = f"(?:(?![a-z]){SUIT_TYPED}(?:{RANK_TYPED}))"
_ROW: Final = re.compile(
    f"(?:{_SUIT_FIRST}(?:[ \t,]*{_SUIT_FIRST}){{0,4}}"
    f"|{ANY_CARD}(?:[ \t,]*{ANY_CARD}){{0,4}}(?:[ \t,]+(?:{SUIT_WORD}|{SUIT_TYPED}))?)"
)
LABEL: Final = rf"(?:{'|'.join(ROW_LABELS)})[ \t]*:[ \t]*"
_INITIAL: Final = rf"(?<![^ \t/|;,])([{''.join(INITIALS)}])(?=[ \t]*:)"
_BEFORE_LABEL: Final = rf"(?<=[^ \t/|;,:–—-])(?:[ \t]*,[ \t]*|[ \t]+)(?={LABEL})"
LABELLED: Final = f"(?:{LABEL})?{_ROW.pattern}"
PARTED: Final = re.compile(
    r"(?:(?<![ \t])[ \t]+)?[/|;\\][ \t]*|(?<![ \t])(?:[ \t]+[-–—]+[ \t]+|[ \t]*\t[ \t]*)"
)
"""What parts rows; blanks before it are looked at once, from where they begin."""
_ONE_WORD: Final = f"({ANY_CARD}+(?:[ \t,]+(?ai:{SUIT_WORD}))?)"
_WORDS: Final = rf"{_ONE_WORD}[ \t,]+{_ONE_WORD}[ \t,]+{_ONE_WORD}"
_JOINED: Final = re.compile(r"(?<=[^ \t])[ \t]*[-–—,._~]+[ \t]*(?=[^ \t])")
"""What else parts three rows of 3, 5 and 5 cards, in whatever order."""
_BRACKETED: Final = r"\[([^\[\]]+)\][ \t,/|;]*" * 3
_NUMBERED: Final = r"1[.)][ \t]*(.+?)[ \t,/|;]+2[.)][ \t]*(.+?)[ \t,/|;]+3[.)][ \t]*(.+)"
SIZES: Final = (3, 5, 5)
_SURELY: Final = 2
"""Of three words, how many have as many cards as their row: one card may be missing, or be there twice."""
FEWEST: Final = 3


def is_row(text: str) -> bool:
    """Whether a text is a row of at most five cards, all with their rank first, or with a suit's sign."""
    return _ROW.fullmatch(text.translate(ASCII_LOWER)) is not None


def _with_labels(source: Text) -> Text:
    """Rows with their labels where the initials of all three stand in place of them: `f: 864 / m: ...`."""
    initials = [*re.finditer(_INITIAL, lower(source))]
    if sorted(INITIALS[initial[1]] for initial in initials) != [*Row]:
        return source
    return replaced(source, [(*found.span(1), SHORT_LABELS[INITIALS[found[1]]]) for found in initials])


def rows(source: Text) -> Text:
    """The rows of a board, parted by slashes: `663 | KK943 | AT852`, or words of nearly 3, 5 and 5 cards."""
    source = _with_labels(source)
    labels = re.finditer(_BEFORE_LABEL, lower(source))
    parts = split(PARTED, replaced(source, [(*match.span(), " / ") for match in labels]))[::2]
    bracketed = re.fullmatch(_BRACKETED, source.text) or re.fullmatch(_NUMBERED, source.text)
    parts = [source.part(*bracketed.span(n)) for n in (1, 2, 3)] if bracketed else parts
    if len(parts) == 1:
        words = re.fullmatch(_WORDS, source.text)
        by_words = [source.part(*words.span(n)) for n in (1, 2, 3)] if words else parts
        parts = next((some for some in (split(_JOINED, source)[::2], by_words) if _are_rows(some)), by_words)
        read = [read_cards(part.text) for part in parts]
        right = sum(len(row.cards) == size for row, size in zip(read, SIZES, strict=False))
        if not _are_rows(parts) and right < _SURELY:
            return source
        if parts is by_words and not _is_sure_of_suits(read):
            return source
    elif not all(re.match(LABEL, lower(part)) for part in parts) and (
        len(parts) != len(SIZES) or min(len(read_cards(part.text).cards) for part in parts) < FEWEST
    ):
        return source
    pieces: list[Piece] = [parts[0]]
    for part in parts[1:]:
        pieces += ((" / ", part.part(0, 1)), part)
    return joined(pieces)


def _are_rows(parts: Sequence[Text]) -> bool:
    """Return True if parts are three rows of 3, 5 and 5 cards, in whatever order."""
    sizes = [len(read_cards(part.text).cards) if is_row(part.text) else 0 for part in parts]
    return sorted(sizes) == sorted(SIZES)


def _is_sure_of_suits(rows: Sequence[RowText]) -> bool:
    """Whether each word for a suit, behind rows that blanks alone part, can be said of one row only.

    It cannot where the row before it is no flush, where the next one may be it as well, or where all cards
    may be of one suit, which is a natural.
    """
    *others, last = rows
    ranks = {card.code[0] for row in rows for card in row.cards}
    if last.word and not any(row.word for row in others) and len(ranks) == BOARD_SIZE:
        return False
    return all(
        not row.word
        or (may_be_flush(row) and (following is None or following.word or not may_be_flush(following)))
        for row, following in zip(rows, [*rows[1:], None], strict=True)
    )


def may_be_flush(row: RowText) -> bool:
    """Whether the cards of a row may all be of one suit, and are no top row."""
    ranks = [card.code[0] for card in row.real]
    suits = {card.suit for card in row.real} - {""}
    return len(row.cards) > FEWEST and len(set(ranks)) == len(ranks) and len(suits) <= 1
