"""The thirteen cards of a board, and how they are set as three straights or three flushes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from typing import Final

from ofcscore.diagnostics.words import listed
from ofcscore.game.board import BOARD_SIZE, ROWS, Board, Row
from ofcscore.game.cards import JOKER, RANKS, SUITS
from ofcscore.game.ranks import ACE, USUAL, Rank, RankOrder, rank_high

_Card = tuple[int, str]
"""A card's rank and its suit, empty where it is left out."""


class Thirteen:
    """The thirteen cards of a board, with what most tests ask counted beforehand.

    `counts` is how many cards of each rank there are, deuce to ace, and `suits` how many are known to
    be of each suit, in the order of `SUITS`. `rows` are the rows as set, None for cards not set out.
    `order` is that of ranks, and `ranks` are those of the rows of a legal board, none for any other.
    """

    def __init__(self, board: Board, order: RankOrder = USUAL, ranks: Sequence[Rank] = ()) -> None:
        self.ranks = ranks
        self.rows = board.rows
        self.order = order
        text = board.cards or "" if board.rows is None else " ".join(board.rows)
        self.text = text.replace(" flush", "") if "flush" in text else text
        self.counts = [self.text.count(rank) for rank in RANKS]
        self.suits = [self.text.count(suit) for suit in SUITS]

    @property
    def suits_left_out(self) -> bool:
        return sum(self.suits) < sum(self.counts)

    @property
    def cards(self) -> list[_Card]:
        return [_read(code, "") for code in self.text.split() if code != JOKER]

    @property
    def may_be_flushes(self) -> bool:
        """True if three flushes are possible, by the suits or, if they are left out, by words."""
        if self.suits_left_out:
            return self.rows is not None and any("flush" in row for row in self.rows)
        return sorted(self.suits) in _FLUSH_SHAPES

    @cached_property
    def groups(self) -> list[list[_Card]]:
        """The cards of bottom, middle and top; cards that are not set out are one group.

        Cards that are only called a flush get a suit of their own: they are of one suit, and nobody
        knows whether other cards are of it too.
        """
        if self.rows is None:
            return [[_read(code, "") for code in self.text.split()]]
        groups = []
        for row in reversed(ROWS):
            codes = self.rows[row].removesuffix(" flush").split()
            called = row.label if self.rows[row].endswith("flush") else ""
            groups.append([_read(code, called) for code in codes])
        return groups


def _read(code: str, suit: str) -> _Card:
    return RANKS.index(code[0]) + 2, code[1:] or suit


_FLUSH_SHAPES: Final = ([0, 0, 0, 13], [0, 0, 3, 10], [0, 0, 5, 8], [0, 3, 5, 5])
Key = tuple[int, ...] | None
TIED: Final[tuple[int, ...]] = ()
"""The tie key of a kind whose holders tie."""
WhyNot = Callable[[Thirteen], str]


# Straights and flushes: as the rows are set where they fit, else the best of all ways to set them.


_Run = tuple[int, ...]
"""Cards in sequence, by the places of their ranks from 0 (the deuce) up; the ace is below the deuce too."""


def _runs(size: int, highest: Sequence[int]) -> dict[_Run, int]:
    """Return each run of so many cards, given by their highest ranks, with its value."""
    values = sorted(highest, reverse=True)
    runs = [tuple(sorted((rank - 2 - k) % len(RANKS) for k in range(size))) for rank in highest]
    return dict(zip(runs, values, strict=True))


_FIVES: Final = {
    "low": _runs(Row.BOTTOM.size, range(ACE, 4, -1)),
    "second": _runs(Row.BOTTOM.size, (ACE, 5, *range(ACE - 1, 5, -1))),
}
"""Runs of five by the place of A-2-3-4-5."""
_THREES: Final = _runs(Row.TOP.size, range(ACE, 2, -1))
_RowTest = Callable[[Sequence[_Card], RankOrder], int | None]
"""The value of a row of three or five cards that is of the wanted kind, None for one that is not.

The second argument is the order of ranks.
"""


def straight(row: Sequence[_Card], order: RankOrder) -> int | None:
    """Return the place of cards in sequence among straights, the greater the better.

    A-2-3 is the lowest of three cards in any case (a reading: `wheel` is about A-2-3-4-5).
    """
    run = tuple(sorted(rank - 2 for rank, _ in row))
    return _FIVES[order.wheel].get(run) or _THREES.get(run)


def flush(row: Sequence[_Card], order: RankOrder) -> int | None:
    """Return the strength of cards of one known suit: three compare by ranks, five as ranked rows do."""
    if not _is_of_one_suit(row):
        return None
    return rank_high(tuple(rank for rank, _ in row), flush=True, order=order).strength


def _is_of_one_suit(row: Sequence[_Card]) -> bool:
    suits = {suit for _, suit in row}
    return len(suits) == 1 and "" not in suits


def straight_flush(row: Sequence[_Card], order: RankOrder) -> int | None:
    """Return the place of cards in sequence and of one known suit among straights."""
    return straight(row, order) if _is_of_one_suit(row) else None


def three_straights(cards: Thirteen) -> Key:
    best = _best_straights(cards.counts, _FIVES[cards.order.wheel])
    return None if best is None else _as_set(cards, straight) or best


def _best_straights(counts: Sequence[int], fives: Mapping[_Run, int]) -> Key:
    """Return the values of bottom, middle and top of the best three straights of cards of these ranks."""
    for bottom, high in fives.items():
        if not all(map(counts.__getitem__, bottom)):
            continue
        rest = _without(counts, bottom)
        for middle, second in fives.items():
            if second <= high and all(map(rest.__getitem__, middle)):
                left = _without(rest, middle)
                top = _THREES.get(tuple(place for place, n in enumerate(left) for _ in range(n)))
                if top is not None:
                    return high, second, top
    return None


def _without(counts: Sequence[int], run: _Run) -> list[int]:
    return [n - (place in run) for place, n in enumerate(counts)]


def three_flushes(cards: Thirteen) -> Key:
    return _best_rows(cards, flush) if cards.may_be_flushes else None


def three_straight_flushes(cards: Thirteen) -> Key:
    return None if not cards.may_be_flushes or _best_rows(cards, straight_flush) is None else TIED


def _as_set(cards: Thirteen, value_of: _RowTest) -> Key:
    """Return the values of bottom, middle and top as they are set, None where one of them has none."""
    if cards.rows is None:
        return None
    values = [value_of(row, cards.order) for row in cards.groups]
    fit = tuple(value for value in values if value is not None)
    return fit if len(fit) == len(ROWS) else None


def _best_rows(cards: Thirteen, value_of: _RowTest) -> Key:
    """Return the values of bottom, middle and top as set, or else of the best rows of one suit each.

    Only cards of one suit are put together, best bottom first, so that few of the 72,072 ways are met.
    """
    as_set = _as_set(cards, value_of)
    if as_set is not None:
        return as_set
    every = [card for group in cards.groups for card in group]
    fives = []
    for suit in {suit for _, suit in every}:
        held = [place for place, card in enumerate(every) if card[1] == suit]
        for five in combinations(held, Row.BOTTOM.size):
            value = value_of([every[place] for place in five], cards.order)
            if value is not None:
                fives.append((value, frozenset(five)))
    fives.sort(key=lambda five: five[0], reverse=True)
    best: Key = None
    for i, (bottom, used) in enumerate(fives):
        if best is not None and bottom < best[0]:
            break
        for middle, more in fives[i + 1 :]:
            if best is not None and (bottom, middle) < best[:2]:
                break
            if used & more:
                continue
            left = [card for place, card in enumerate(every) if place not in used | more]
            top = value_of(left, cards.order)
            if top is not None and (best is None or (bottom, middle, top) > best):
                best = (bottom, middle, top)
    return best


# Suits that are left out: could a claim be true with some of them?


def could_be_suits(fits: Callable[[Sequence[int]], bool]) -> Callable[[Thirteen], bool]:
    """Return a test for cards that can have numbers of each suit which fit, no card twice."""

    def could_be(cards: Thirteen) -> bool:
        reached = {(0,) * len(SUITS)}
        for place in range(len(RANKS)):
            known = [SUITS.index(suit) for rank, suit in cards.cards if rank == place + 2 and suit]
            bare = cards.counts[place] - len(known)
            ways = list(combinations([i for i in range(len(SUITS)) if i not in known], bare))
            reached = {
                tuple(n + known.count(i) + (i in way) for i, n in enumerate(numbers))
                for numbers in reached
                for way in ways
            }
        return any(map(fits, reached))

    return could_be


could_be_flushes: Final = could_be_suits(lambda numbers: sorted(numbers) in _FLUSH_SHAPES)


def could_be_straight_flushes(cards: Thirteen) -> bool:
    """Return True if the cards can be three straight flushes with some suits, no card twice."""
    known = {(rank - 2, suit) for rank, suit in cards.cards if suit}
    for bottom, middle in combinations_with_replacement(_FIVES["low"], 2):
        rest = _without(_without(cards.counts, bottom), middle)
        top = tuple(place for place, n in enumerate(rest) for _ in range(n))
        if min(rest) < 0 or top not in _THREES:
            continue
        for suits in product(SUITS, repeat=len(ROWS)):
            runs = zip((bottom, middle, top), suits, strict=True)
            dealt = {(place, suit) for run, suit in runs for place in run}
            if len(dealt) == BOARD_SIZE and known <= dealt:
                return True
    return False


def why_not_rows(noun: str, value_of: _RowTest) -> WhyNot:
    """Return the words for rows that are not all straights, flushes or straight flushes."""
    nouns = noun + ("es" if noun.endswith("h") else "s")

    def why_not(cards: Thirteen) -> str:
        if cards.rows is None:
            return f"{BOARD_SIZE} cards cannot be set as three {nouns}"
        labels = [row.label for row in reversed(ROWS)]
        groups = zip(labels, cards.groups, strict=True)
        wrong = [label for label, group in groups if value_of(group, cards.order) is None]
        are_none = f"{_rows(wrong)} are no {nouns}" if len(wrong) > 1 else f"{_rows(wrong)} is no {noun}"
        return f"{are_none}, and no other way to set the cards gives three {nouns}"

    return why_not


def _rows(labels: Sequence[str]) -> str:
    """Return `the top and middle rows`, from labels in the order bottom, middle, top."""
    return f"the {listed(reversed(labels), 'and')} row{'s' if len(labels) > 1 else ''}"


def left_out(what: str, cards: Thirteen) -> str:
    """Say which rows leave out the suits that a claim needs."""
    rows = [(row.label, cards.rows[row].split()) for row in reversed(ROWS)] if cards.rows is not None else []
    bare = [label for label, codes in rows if codes[-1] != "flush" and any(code in RANKS for code in codes)]
    where = f" of {_rows(bare)}" if bare else ""
    return f"the suits{where} are left out, and {what} cannot be shown without them"
