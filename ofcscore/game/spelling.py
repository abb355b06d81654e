"""Parse cards, rows and the names of naturals in any spelling."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import ASCII_LOWER, describe_character, listed
from ofcscore.game.cards import (
    BOARD_SIZE,
    CARD,
    JOKER,
    RANK_TYPED,
    RANKS,
    SUIT_NAMES,
    SUIT_TYPED,
    SUITS,
    Row,
    weigh,
)
from ofcscore.game.jokers import MOST_JOKERS, Order, fillings
from ofcscore.game.naturals import KINDS
from ofcscore.game.ranks import USUAL, Rank, RankOrder


class CardAt(NamedTuple):
    """One card of a row: its canonical code (`Qh`, or `Q` without a suit) and its columns in the source.

    The code of every joker is `*`, and a joker has no suit.
    """

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
    """An error in the text of a row: problem code, columns, message and hint."""

    code: str
    start: int
    end: int
    message: str
    hint: str | None = None


class RowText(NamedTuple):
    """The parsed cards of one row.

    `cards` are in the order of the source. `word` is "flush" or a suit letter if such a word follows the
    cards, else None. `word_at` has the word's columns. `faults` are the errors in the text.
    """

    cards: tuple[CardAt, ...]
    word: str | None = None
    word_at: tuple[int, int] = (0, 0)
    faults: tuple[CardFault, ...] = ()

    @property
    def real(self) -> tuple[CardAt, ...]:
        return tuple([card for card in self.cards if card.code != JOKER])

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the cards, with the suit of a row such as `Kh 8 6 flush`."""
        stated = {card.suit for card in self.cards if card.suit}
        suit = self.word or ""
        if self.word == "flush":
            suit = stated.pop() if len(stated) == 1 else ""
        return tuple(
            card.code if card.suit or card.code == JOKER else card.code + suit for card in self.cards
        )

    @property
    def some_flush(self) -> bool:
        """True if the row is called a flush and some of its cards have no suit."""
        return self.word == "flush" and any(code in RANKS for code in self.codes)

    @property
    def text(self) -> str:
        """The canonical text of the row. It has `flush` only if suits are missing."""
        codes = (*self.codes, "flush") if self.some_flush else self.codes
        return " ".join(codes)


_SUIT_OF = {
    letter: suit
    for letters in (SUITS, SUITS.upper(), "♠♥♦♣", "♤♡♢♧")
    for letter, suit in zip(letters, SUITS, strict=True)
}
CANONICAL_ROW: Final = re.compile(f"[{RANKS}][{SUITS}](?: [{RANKS}][{SUITS}])*")
"""A row in canonical text whose cards all have a suit."""
_RANK_FIRST = re.compile(f"({RANK_TYPED})({SUIT_TYPED})?")
_SUIT_FIRST = re.compile(f"({SUIT_TYPED})({RANK_TYPED})")
_SUIT_START = re.compile(SUIT_TYPED)
_WORD = re.compile(r"(?:[Ss]traight|[Rr]oyal) [Ff]lush(?![^ \t,])|[^ \t,]+")
_SIGN = "[*🃏🂿🃟]\ufe0f?"
_JOKER = re.compile(f"(?:{_SIGN}|X|JK(?=1))(?:1(?!0))?")
"""A joker without spaces around it, as in `QQ*` or `KcX1Ac`."""
_JOKER_WORD = re.compile(f"(?:{_SIGN}|[Xx]|[Jj][Kk])1|Jk2?|[Jj][Oo][Kk][Ee][Rr][12]?|[Jj][Kk][Rr]")
_SECOND_JOKER = re.compile(f"(?:{_SIGN}|[Xx]|[Jj][Kk])2")
"""A second joker if every other word is one card, else a joker and a deuce."""
_ONE_CARD = f"{CARD}|{_JOKER.pattern}|{_JOKER_WORD.pattern}|{_SECOND_JOKER.pattern}"
ANY_CARD: Final = f"(?:{CARD}|{_JOKER.pattern})"
"""The pattern of a card or a joker."""
_CARDS_ALONE = re.compile(f"{ANY_CARD}+")
_SUIT_WORDS = {
    "flush": "flush",
    "suited": "flush",
    "straight flush": "flush",
    "royal flush": "flush",
    **{name: suit for suit, name in SUIT_NAMES.items()},
    **{name[:-1]: suit for suit, name in SUIT_NAMES.items()},
}
_RANK_LETTERS: Final = RANKS + RANKS.lower() + "0"
_MISTYPED: Final = "1lIoO0"
"""The first characters of a mistyped ten or other rank."""
LEGAL_RANKS: Final = "2 3 4 5 6 7 8 9 T (or 10) J Q K A"


@lru_cache(maxsize=512)
def read_cards(text: str) -> RowText:
    """Parse the cards of one row in any spelling.

    Columns count from the start of `text`. Text that is not a card becomes a fault with its columns, and the
    other cards are kept. Nothing is raised.

    >>> read_cards("Q♥, qd 5").text
    'Qh Qd 5'
    >>> read_cards("A T 8 5 2 hearts").text
    'Ah Th 8h 5h 2h'
    >>> read_cards("Kh X1 Ah").text, read_cards("KKJk").text
    ('Kh * Ah', 'K K J K')
    """
    cards: list[CardAt] = []
    faults: list[CardFault] = []
    word: str | None = None
    word_at = (0, 0)
    early: tuple[int, int] | None = None
    words = list(_WORD.finditer(text))
    for match in words:
        chunk, start = match.group(), match.start()
        named = _SUIT_WORDS.get(chunk.translate(ASCII_LOWER))
        five = len(cards) == Row.BOTTOM.size and all(card.code in RANKS for card in cards)
        if named is None and five and match is words[-1] and _SUIT_START.fullmatch(chunk):
            named = _SUIT_OF[chunk[0]]
        if named is not None:
            if word is not None and (word == "flush") is (named == "flush"):
                message = f"{chunk} is a second word for the suit of this row"
                faults.append(CardFault("suit-word", start, match.end(), message))
            # A row may be called `flush`, `hearts` or `hearts flush`.
            both = word is not None and early is None
            word = word if named == "flush" and word is not None else named
            word_at = (word_at[0], match.end()) if both else match.span()
            continue
        if word is not None and early is None and cards and cards[0].start < word_at[0]:
            early = word_at
        if _JOKER_WORD.fullmatch(chunk) or (_SECOND_JOKER.fullmatch(chunk) and _one_card_each(words)):
            cards.append(CardAt(JOKER, start, match.end()))
        else:
            _read_word(chunk, start, cards, faults)
    if early is not None:
        row = f"{text[: early[0]]}{text[early[1] :]} {text[slice(*early)]}"
        hint = f"write it at the end of the row: `{' '.join(row.split())}`"
        message = f"`{text[slice(*early)]}` stands between the cards of the row"
        faults.append(CardFault("suit-word", *early, message, hint))
    read = RowText(tuple(cards), word, word_at, tuple(faults))
    # More X than there are jokers are unknown cards.
    unknown = [card for card in cards if text[card.start] == "X"]
    return _without(read, text, unknown) if len(unknown) > MOST_JOKERS else read


def _one_card_each(words: Sequence[re.Match[str]]) -> bool:
    written = [word.group() for word in words if word.group().translate(ASCII_LOWER) not in _SUIT_WORDS]
    return len(written) > 1 and all(re.fullmatch(_ONE_CARD, word) for word in written)


def refuse_jokers(row: RowText, text: str) -> RowText:
    """Return the row for rules without jokers: every joker becomes a fault."""
    return _without(row, text, [card for card in row.cards if card.code == JOKER])


def _without(row: RowText, text: str, jokers: Sequence[CardAt]) -> RowText:
    """Return the row with one fault in place of each run of these jokers."""
    runs: list[tuple[int, int]] = []
    for card in jokers:
        start = runs.pop()[0] if runs and runs[-1][1] == card.start else card.start
        runs.append((start, card.end))
    more = (_unreadable_joker(text[start:end], start, end, len(row.cards)) for start, end in runs)
    faults = sorted((*row.faults, *more), key=lambda fault: fault.start)
    return row._replace(cards=tuple(c for c in row.cards if c not in jokers), faults=tuple(faults))


def ask_about_jokers(row: RowText) -> RowText:
    """Return the row for rules with jokers: an ambiguous `JK` becomes a fault."""
    for at, (jack, king) in enumerate(pairwise(row.cards)):
        if (jack.code, king.code) == ("J", "K") and jack.end == king.start:
            codes = [card.code for card in row.cards]
            joker, both = " ".join([*codes[:at], JOKER, *codes[at + 2 :]]), " ".join(codes)
            message = "this could be a joker, or a jack and a king"
            hint = f"write `{joker}` for a joker, or `{both}` for a jack and a king"
            fault = CardFault("joker-unclear", jack.start, king.end, message, hint)
            return row._replace(faults=(*row.faults, fault))
    return row


def _read_word(chunk: str, start: int, cards: list[CardAt], faults: list[CardFault]) -> None:
    suit_first = _SUIT_FIRST.match(chunk) is not None
    pattern = _SUIT_FIRST if suit_first else _RANK_FIRST
    at = 0
    alone = _CARDS_ALONE.fullmatch(chunk) is not None
    while at < len(chunk):
        joker = _JOKER.match(chunk, at)
        if joker is not None and (alone or chunk[at] not in "XJ"):
            cards.append(CardAt(JOKER, start + at, start + joker.end()))
            at = joker.end()
            continue
        match = pattern.match(chunk, at)
        if match is None:
            end = _resume(chunk, at, pattern)
            faults.append(_fault(chunk, at, end, start))
            at = end
            continue
        rank, suit = (match.group(2), match.group(1)) if suit_first else match.group(1, 2)
        code = ("T" if rank == "10" else rank.upper()) + (_SUIT_OF[suit[0]] if suit else "")
        cards.append(CardAt(code, start + at, start + match.end()))
        at = match.end()


def _resume(chunk: str, at: int, pattern: re.Pattern[str]) -> int:
    """Return the index of the next card with a suit after a fault, or of the end.

    A rank without a suit may be part of the mistyped card itself (`1O`, `11h`, `l0h`).
    """
    for end in range(at + 1, len(chunk)):
        match = pattern.match(chunk, end)
        if match and match.group(2) and chunk[end - 1] not in _MISTYPED:
            return end
    return len(chunk)


_FULL: Final = frozenset((*(row.size for row in Row), BOARD_SIZE))
"""The numbers of cards that leave no room for another one."""


def _unreadable_joker(text: str, start: int, end: int, cards: int = 0) -> CardFault:
    """Return a fault for jokers or unknown cards under rules without jokers.

    `cards` is the number of cards in the row, with each joker as one.
    """
    if set(text) <= {"?", "x", "X"}:
        message = f"{text} is an unknown card, but scoring needs every card"
        hint = "write the card, or write `foul` if the board was mucked"
        return CardFault("card-unknown", start, end, message, hint)
    hint = "to play with two jokers, add `+ jokers` to the rules, for example `rules: ofc + jokers`"
    if text.upper() == "JK" and cards not in _FULL:
        hint += "; for a jack and a king, write `J K`"
    return CardFault("card-joker", start, end, f"{text} is a joker, but these rules don't use jokers", hint)


def _fault(chunk: str, at: int, end: int, start: int) -> CardFault:
    text = chunk[at:end]
    where = (start + at, start + end)
    if set(text) <= {"?", "x", "X"}:
        return _unreadable_joker(text, *where)
    mistyped = _mistyped_card(chunk, at, text)
    if mistyped is not None:
        return CardFault("card-unreadable", *where, *mistyped)
    message = f"{describe_character(text[0])} cannot be part of a card"
    hint = f"ranks are {LEGAL_RANKS}; suits are s h d c or ♠ ♥ ♦ ♣"
    if text[0] in "$&%":
        hint = f"suits are s h d c or ♠ ♥ ♦ ♣, not `{text[0]}`; `#` begins a comment"
    return CardFault("card-unreadable", where[0], where[0] + 1, message, hint)


def with_letters(ten: str) -> str:
    """Return a mistyped ten and name its letters: `1O (with the letter O)`."""
    letters = [c for c in ten if c in "lIoO"]
    if not letters:
        return ten
    return f"{ten} (with the letter{'s' if len(letters) > 1 else ''} {listed(letters, 'and')})"


def _mistyped_card(chunk: str, at: int, text: str) -> tuple[str, str] | None:
    before = chunk[at - 1] if at > 0 else ""
    if text[0] in _SUIT_OF and before in _SUIT_OF:
        hint = f"write one suit only: `{chunk[:at][-2:]}`"
        return f"{text[0]} is a second suit for the card before it", hint
    if re.match("[1lI|][0oO](?![a-z])|[1lI|][0oO][shdc]|[oO0]([shdcSHDC]|(?![A-Za-z0-9.]))", text):
        suit = re.match("[1lI|]?[0oO]([shdcSHDC])?$", text)
        meant = "10" + (suit.group(1) if suit and suit.group(1) else "")
        return f"{with_letters(text)} is not a card", f"did you mean {meant}?"
    # After ranks without suits (`QQL`) a letter is more likely a rank.
    may_be_suit = chunk[:at] in ("10", before) or any(sign in _SUIT_OF for sign in chunk[:at])
    if before and before in _RANK_LETTERS and may_be_suit and re.fullmatch("[A-Za-z]", text):
        return f"{text} is not a suit", "suits are s h d c or ♠ ♥ ♦ ♣; they may be omitted"
    if text.lower() == "fl":
        hint = "write `flush` after the cards, or `(FL)` after the board"
        return f"`{text}` could mean a flush or fantasyland", hint
    if text[0].isascii() and text[0].isalnum():
        return f"{text} is not a card", f"ranks are {LEGAL_RANKS}"
    return None


def rank(text: str, *, low: bool = False, wheel: str = "low") -> Rank:
    """Return the rank of a row of three or five cards, in any spelling.

    A joker becomes the best card that the row does not have. With `low` the rank is deuce-to-seven low.
    `wheel` is the place of A-2-3-4-5 among straights: `low` or `second`. Raises ValueError with the reason if
    the text is not a valid row.

    >>> rank("Qh Qd 5c") < rank("Qs Qc 6d 5h 4s")
    True
    """
    if not isinstance(text, str):
        raise TypeError(f"rank needs the text of a row, such as 'Qh Qd 5c', not {type(text).__name__}")
    if wheel not in ("low", "second"):
        raise ValueError(f"wheel must be 'low' or 'second', not {wheel!r}")
    order = RankOrder("second") if wheel == "second" else USUAL
    row = read_cards(text)
    if row.faults:
        raise ValueError(row.faults[0].message)
    codes = row.codes
    if len(codes) not in (3, 5):
        raise ValueError(f"a row has 3 or 5 cards, but this one has {len(codes)}")
    if low and len(codes) == 3:
        raise ValueError("only a row of 5 cards can be ranked low")
    stated = [code for code in codes if len(code) == 2]
    real = [code for code in codes if code != JOKER]
    if len(set(stated)) < len(stated) or any(n > 4 for n in Counter(code[0] for code in real).values()):
        raise ValueError("a card is repeated")
    if len(codes) - len(real) > MOST_JOKERS:
        raise ValueError("a deck has at most two jokers")
    bare = [card for card in row.real if not card.suit]
    if len(codes) == 5 and 0 < len(bare) < len(real) and row.word in (None, "flush"):
        raise ValueError("only some of the five cards have suits; write the suits of all cards or of none")
    if len(codes) == 5 and row.word is not None:
        if len({code[1] for code in stated}) > 1:
            raise ValueError("the row is called a flush, but its cards have different suits")
        if len({code[0] for code in real}) < len(real):
            raise ValueError("the row is called a flush, but two of its cards have the same rank")
    place = Row.TOP if len(codes) == Row.TOP.size else Row.BOTTOM
    return fillings(weigh(row.text), place, "row", Order(low, order))[0].rank


def read_one_card(text: str) -> str | None:
    """Return the canonical text of one card with a suit; None for anything else.

    >>> read_one_card("10♥"), read_one_card("5h 6h")
    ('Th', None)
    """
    row = read_cards(text)
    return row.codes[0] if not row.faults and [*map(len, row.codes)] == [len("Th")] else None


# Other names of naturals, as `_fold` normalizes them.
_ALIASES: Final = {
    "dragon": ("complete straight", "thirteen straight"),
    "six-pairs": ("six half pair",),
    "five-pairs-triplet": (
        *("five pair one triplet", "five pair trip"),
        *("five pair three kind", "five pair one three kind"),
    ),
    "four-triplets": ("four trip", "four three kind"),
    "three-quads": ("three four kind",),
    "one-suit": (
        *("suit", "complete suit", "same suit", "thirteen one suit"),
        *("complete straight one suit", "dragon one suit"),
    ),
    "one-colour": ("colour", "same colour", "thirteen one colour"),
    "five-consecutive-pairs": ("five pair sequence", "five pair row"),
    "twelve-pictures": ("picture",),
    "twelve-royals": ("royal",),
    "no-pictures": ("hand without picture",),
}
_NAME: Final = re.compile("[A-Za-z0-9 _-]+")
_NAME_WORD: Final = re.compile("[a-z]+|[0-9]+")
_SMALL_WORDS: Final = frozenset({"a", "all", "an", "and", "are", "card", "in", "of", "the"})
_SAME_WORD: Final = {
    "1": "one",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "12": "twelve",
    "13": "thirteen",
    "color": "colour",
    "quad": "four kind",
    "flushe": "flush",
}


def _fold(name: str) -> str:
    """Normalize a name: drop small words and plurals, and write numbers as words."""
    if not _NAME.fullmatch(name):
        return ""
    words = (word.removesuffix("s") for word in _NAME_WORD.findall(name.lower()))
    return " ".join(_SAME_WORD.get(word, word) for word in words if word not in _SMALL_WORDS)


_KIND_BY_NAME: Final = {_fold(kind): kind for kind in KINDS} | {
    name: kind for kind, names in _ALIASES.items() for name in names
}


def begins_with_joker(text: str) -> bool:
    """Return True if the first word of a board is a joker of its top row, not a name.

    This is so if exactly the other cards of the top row follow it, or of the whole board if it has no `/`.

    >>> begins_with_joker("X A A / KKQQ2 / 34567"), begins_with_joker("X AAK / KKQQ2 / 34567")
    (True, False)
    >>> begins_with_joker("* Ana: (FL) / KKQQ2 / 34567")
    False
    """
    word, _, after = text.strip().partition(" ")
    joker = word.upper() == "X" or any(one.fullmatch(word) for one in (_JOKER, _JOKER_WORD, _SECOND_JOKER))
    row, parted, _ = after.partition("/")
    read = read_cards(row)
    others = (Row.TOP.size if parted else BOARD_SIZE) - 1
    return joker and not read.faults and len(read.cards) == others


def find_kind(text: str, own: Iterable[str] = ()) -> str | None:
    """Return the kind of natural with this name, in any spelling, or None.

    `own` are kinds that a rule set defines itself.

    >>> find_kind("Five pairs and a triplet"), find_kind("complete-straight"), find_kind("ONE-COLOR")
    ('five-pairs-triplet', 'dragon', 'one-colour')
    """
    folded = _fold(text)
    return next((kind for kind in own if folded and _fold(kind) == folded), None) or _KIND_BY_NAME.get(folded)
