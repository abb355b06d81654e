"""Cards: every spelling of them read, one canonical spelling and one integer for each row.

A row travels through the program as its canonical text (`Qh Qd 5c`, `A T 8 5 2 flush`) and the sum of
its cards' weights. The sum alone says which ranks the row has, whether it is a flush, and which cards
of the deck it uses, so that ranking a row and finding a repeated card need no look at the text again.
"""

import re
import unicodedata
from typing import Final, NamedTuple

from ofcscore.problems.words import ASCII_LOWER

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
SUIT_NAMES: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

# Each multiset of three ranks, and each of five, has a sum of its own (a three-card sum may equal a
# five-card one). 52 cards weigh at most 4,129,580, so 24 bits hold any deal without a carry.
RANK_WEIGHTS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
RANK_BITS: Final = 24
RANK_MASK: Final = (1 << RANK_BITS) - 1
DECK_MASK: Final = ((1 << 52) - 1) << RANK_BITS
SUIT_SHIFT: Final = RANK_BITS + 52
FLUSH_COUNT: Final = 5
# Above the deck: three bits a suit that count its cards in a row, and a fifth "suit" for a row that is
# called a flush without saying of which suit.
UNNAMED_FLUSH: Final = FLUSH_COUNT << (SUIT_SHIFT + 12)
FLUSHES: Final = frozenset(FLUSH_COUNT << shift for shift in (0, 3, 6, 9, 12))


def _weights() -> dict[str, int]:
    weights = {}
    for r, rank in enumerate(RANKS):
        weights[rank] = RANK_WEIGHTS[r]
        for s, suit in enumerate(SUITS):
            one_hot = 1 << (RANK_BITS + r * 4 + s)
            weights[rank + suit] = RANK_WEIGHTS[r] | one_hot | 1 << (SUIT_SHIFT + 3 * s)
    weights["flush"] = UNNAMED_FLUSH
    return weights


WEIGHTS: Final = _weights()
"""Canonical card (`Qh`, `Q`) or the word `flush` -> its weight in a row's sum."""


def weigh(text: str) -> int:
    """The sum of the weights of a row in canonical text.

    >>> weigh("Qh Qd 5c") & RANK_MASK == weigh("5 Q Q")
    True
    """
    return sum(map(WEIGHTS.__getitem__, text.split()))


def is_flush(total: int) -> bool:
    """Whether a five-card row of this sum is all of one suit."""
    return total >> SUIT_SHIFT in FLUSHES


class CardAt(NamedTuple):
    """One card of a row as it was written: canonical code (`Qh`, or `Q` without a suit) and columns."""

    code: str
    start: int
    end: int

    @property
    def rank(self) -> str:
        return self.code[0]

    @property
    def suit(self) -> str:
        return self.code[1:]


class CardFault(NamedTuple):
    """What cannot be read in a row: a problem code, the columns, the words, and a hint or none."""

    code: str
    start: int
    end: int
    message: str
    hint: str | None = None


class RowText(NamedTuple):
    """The cards of one row as read.

    `cards` keep the order and the columns of the source; `word` is the `flush` or suit word behind
    them (`"flush"`, or a suit letter) with its columns in `word_at`; `faults` are what was not a card.
    """

    cards: tuple[CardAt, ...]
    word: str | None = None
    word_at: tuple[int, int] = (0, 0)
    faults: tuple[CardFault, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """The cards, with the suit that a suit word gives to those without one."""
        if self.word is None or self.word == "flush":
            return tuple(card.code for card in self.cards)
        return tuple(card.code if card.suit else card.code + self.word for card in self.cards)

    @property
    def text(self) -> str:
        """Canonical text: `flush` stays only where the suits are not stated."""
        codes = self.codes
        if self.word == "flush" and not all(len(code) == 2 for code in codes):
            codes = (*codes, "flush")
        return " ".join(codes)


_SUIT_OF = {
    **{letter: letter for letter in SUITS},
    **{letter.upper(): letter for letter in SUITS},
    **dict(zip("♠♥♦♣", SUITS, strict=True)),
    **dict(zip("♤♡♢♧", SUITS, strict=True)),
}
_RANK = "10|[2-9TtJjQqKkAa]"
_SUIT = "[shdcSHDC♠♥♦♣♤♡♢♧][\ufe0e\ufe0f]?"
_RANK_FIRST = re.compile(f"({_RANK})({_SUIT})?")
_SUIT_FIRST = re.compile(f"({_SUIT})({_RANK})")
_SUIT_START = re.compile(_SUIT)
_WORD = re.compile(r"[^ \t,]+")
_SUIT_WORDS = {
    "flush": "flush",
    "suited": "flush",
    **{name: suit for suit, name in SUIT_NAMES.items()},
    **{name[:-1]: suit for suit, name in SUIT_NAMES.items()},
}
_RANK_LETTERS: Final = RANKS + RANKS.lower() + "0"
LEGAL_RANKS: Final = "2 3 4 5 6 7 8 9 T (or 10) J Q K A"


def _canonical_rank(text: str) -> str:
    return "T" if text == "10" else text.upper()


def describe_character(character: str) -> str:
    """A character as a message shows it: itself when plain ASCII, else with its code point and name.

    >>> describe_character("К")
    'К (U+041A CYRILLIC CAPITAL LETTER KA)'
    """
    if " " < character < "\x7f":
        return character
    code = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "")
    label = f"{code} {name}".rstrip()
    shown = character if character.isprintable() and not unicodedata.combining(character) else ""
    return f"{shown} ({label})" if shown else label


def read_cards(text: str) -> RowText:
    """The cards of one row in any spelling, with columns counted from the start of `text`.

    Never raises: what cannot be read is a fault with its columns, and the cards around it are kept.

    >>> read_cards("Q♥, qd 5").text
    'Qh Qd 5'
    >>> read_cards("A T 8 5 2 hearts").text
    'Ah Th 8h 5h 2h'
    """
    cards: list[CardAt] = []
    faults: list[CardFault] = []
    word: str | None = None
    word_at = (0, 0)
    early: tuple[int, int] | None = None
    for match in _WORD.finditer(text):
        chunk, start = match.group(), match.start()
        named = _SUIT_WORDS.get(chunk.translate(ASCII_LOWER))
        if named is not None:
            if word is not None:
                faults.append(
                    CardFault("suit-word", start, match.end(), f"{chunk} follows another such word", None)
                )
            word, word_at = named, match.span()
            continue
        if chunk == "Jk" or chunk.translate(ASCII_LOWER) in ("joker", "jkr"):
            faults.append(_joker(chunk, start, match.end()))
            continue
        if word is not None and early is None:
            early = word_at
        _read_word(chunk, start, cards, faults)
    if early is not None:
        hint = "put it at the end of the row: `A T 8 5 2 flush`"
        faults.append(
            CardFault(
                "suit-word", early[0], early[1], "the word for the suit stands before the last card", hint
            )
        )
    return RowText(tuple(cards), word, word_at, tuple(faults))


def _read_word(chunk: str, start: int, cards: list[CardAt], faults: list[CardFault]) -> None:
    suit_first = _SUIT_START.match(chunk) is not None and _SUIT_FIRST.match(chunk) is not None
    pattern = _SUIT_FIRST if suit_first else _RANK_FIRST
    at = 0
    while at < len(chunk):
        match = pattern.match(chunk, at)
        if match is None:
            end = _resume(chunk, at, pattern)
            faults.append(_fault(chunk, at, end, start))
            at = end
            continue
        rank, suit = (match.group(2), match.group(1)) if suit_first else match.group(1, 2)
        code = _canonical_rank(rank) + (_SUIT_OF[suit[0]] if suit else "")
        cards.append(CardAt(code, start + match.start(), start + match.end()))
        at = match.end()


def _resume(chunk: str, at: int, pattern: re.Pattern[str]) -> int:
    """Where reading goes on behind what is no card: at the next card that states its suit, or the end.

    A bare rank may be part of the slip itself (`1O`, `11h`, `l0h`), so only a rank right behind a
    suit, or one with a suit of its own, is taken for a card again.
    """
    for end in range(at + 1, len(chunk)):
        match = pattern.match(chunk, end)
        if match and match.group(2) and (chunk[end - 1] in _SUIT_OF or not _slip(chunk[at:end])):
            return end
    return len(chunk)


def _slip(text: str) -> bool:
    """Whether text looks like the start of a mistyped ten or other rank rather than a card of its own."""
    return text[-1] in "1lIoO0"


def _joker(text: str, start: int, end: int) -> CardFault:
    return CardFault(
        "card-joker", start, end, f"{text} is a joker, and the deck has none", "a jack and a king are `J K`"
    )


def _fault(chunk: str, at: int, end: int, start: int) -> CardFault:
    text = chunk[at:end]
    first = text[0]
    where = (start + at, start + end)
    if text.startswith("*"):
        return _joker(text, *where)
    if set(text) <= {"?", "x", "X"}:
        return CardFault(
            "card-unknown",
            *where,
            f"{text} is an unknown card, and scoring needs every card",
            "write the card, or `foul` for a board that was mucked",
        )
    if first in _SUIT_OF and at > 0 and chunk[at - 1] in _SUIT_OF:
        return CardFault(
            "card-unreadable",
            *where,
            f"{first} is a second suit for the card before it",
            f"leave one out: `{chunk[:at][-2:]}`",
        )
    ten = re.match("[1lI|][0oO]|[oO0]([shdcSHDC]|(?![A-Za-z0-9]))", text)
    if ten:
        suit = re.match("[1lI|]?[0oO]([shdcSHDC])?$", text)
        meant = "10" + (suit.group(1) if suit and suit.group(1) else "")
        return CardFault("card-unreadable", *where, f"{text} is not a card", f"did you mean {meant}?")
    if at > 0 and len(text) == 1 and text.isascii() and text.isalpha() and chunk[at - 1] in _RANK_LETTERS:
        return CardFault(
            "card-unreadable", *where, f"{text} is no suit", "suits are s h d c or ♠ ♥ ♦ ♣, or left out"
        )
    if first in "10" or (first.isascii() and first.isalnum()):
        return CardFault("card-unreadable", *where, f"{text} is not a card", f"ranks are {LEGAL_RANKS}")
    return CardFault(
        "card-unreadable",
        start + at,
        start + at + 1,
        f"{describe_character(first)} is no part of a card",
        "hearts are h, ♥ or ♡" if first in "❤🖤💛" else f"ranks are {LEGAL_RANKS}; suits s h d c or ♠ ♥ ♦ ♣",
    )
