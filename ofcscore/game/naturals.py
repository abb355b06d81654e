"""Naturals: special hands of thirteen cards, each a test, a tie key and the words for why not (rules 5)."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Final, Literal, NamedTuple

from ofcscore.game.board import BOARD_SIZE, ROWS, Board, Row
from ofcscore.game.cards import RANKS, SUIT_NAMES, SUITS
from ofcscore.game.ranks import ACE, rank_high
from ofcscore.problems.words import listed


class NaturalHand(NamedTuple):
    """One natural that a rule set pays: its kind, its points, and the highest rank of a `small` one."""

    kind: str
    points: int
    highest: int = 0


class Naturals(NamedTuple):
    """The naturals in ascending order, what happens between two, and whether they are declared."""

    hands: tuple[NaturalHand, ...] = ()
    between: Literal["higher", "difference", "equal-cancel"] = "higher"
    declared: bool = True


class Natural(NamedTuple):
    """A natural that a board has: kind, points, place in the rule set's ascending list, tie key."""

    kind: str
    points: int
    order: int
    tie: tuple[int, ...]

    @property
    def name(self) -> str:
        """The natural in words: `three straights`."""
        return _TABLE[self.kind].words


def best_natural(board: Board, naturals: Naturals, wheel: str = "low") -> Natural | None:
    """The best natural that a board's thirteen cards make, None where they make none that the rule set pays.

    The best is what wins between two (rules 5): the higher in the rule set's order, or where points
    decide the one with more points. A board that claims a kind is asked for that kind alone. `wheel` is
    the place of A-2-3-4-5 where two tie, as in `rank_high`.
    """
    if board.rows is None and board.cards is None:
        return None
    cards = Thirteen(board, wheel)
    best: Natural | None = None
    for order, hand in enumerate(naturals.hands):
        if board.claim is not None and hand.kind != board.claim:
            continue
        if best is not None and naturals.between != "higher" and hand.points < best.points:
            continue
        tie = _kind(hand).tie_key(cards)
        if tie is not None:
            best = Natural(hand.kind, hand.points, order, tie)
    return best


def refuse_claim(board: Board, naturals: Naturals) -> str | None:
    """Why a board's claim is false, in words; None where it is true (rules 5)."""
    kind = board.claim
    if kind is None or kind not in _TABLE:
        return f"there is no natural called {kind}"
    hands = [hand for hand in naturals.hands if hand.kind == kind]
    if not hands:
        paid = [_TABLE[hand.kind].words for hand in naturals.hands]
        only = f" (it pays {listed(dict.fromkeys(paid), 'and')})" if paid else ""
        return f"this rule set pays no {_TABLE[kind].words if paid else 'naturals'}{only}"
    if board.rows is None and board.cards is None:
        return f"a claim of {_TABLE[kind].words} needs its {BOARD_SIZE} cards"
    cards = Thirteen(board)
    if sum(cards.counts) != BOARD_SIZE:
        return f"a natural has {BOARD_SIZE} cards, this claim has {sum(cards.counts)}"
    if any(_kind(hand).tie_key(cards) is not None for hand in hands):
        return None
    return _kind(hands[-1]).why_not(cards)


_Card = tuple[int, str]
"""A card's rank and its suit, empty where it is left out."""


class Thirteen:
    """The thirteen cards of a board, with what most tests ask counted beforehand.

    `counts` is how many cards of each rank there are, deuce to ace, and `suits` how many are known to
    be of each suit, in the order of `SUITS`. `rows` are the rows as set, None for cards not set out.
    `wheel` is the place of A-2-3-4-5 among straights: `low` or `second`.
    """

    def __init__(self, board: Board, wheel: str = "low") -> None:
        self.rows = board.rows
        self.wheel = wheel
        text = board.cards or "" if board.rows is None else " ".join(board.rows)
        self.text = text.replace(" flush", "") if "flush" in text else text
        self.counts = [self.text.count(rank) for rank in RANKS]
        self.suits = [self.text.count(suit) for suit in SUITS]

    @property
    def suits_left_out(self) -> bool:
        return sum(self.suits) < BOARD_SIZE

    @property
    def may_be_flushes(self) -> bool:
        """Whether three flushes can be: by the numbers of the suits or, with suits left out, by words."""
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
_Key = tuple[int, ...] | None
_TIED: Final[tuple[int, ...]] = ()
"""The tie key of a kind whose holders tie."""
_WhyNot = Callable[[Thirteen], str]


class _Kind(NamedTuple):
    """A kind in words, the tie key of cards that are of it (None for cards that are not), and why not."""

    words: str
    tie_key: Callable[[Thirteen], _Key]
    why_not: _WhyNot


def _kind(hand: NaturalHand) -> _Kind:
    return _small(hand.highest) if hand.kind == _SMALL else _TABLE[hand.kind]


# Pairs, triplets and quads.


def _pairs(counts: list[int]) -> list[int]:
    """The ranks of all pairs, high to low; four of a kind counts as two pairs."""
    return [i + 2 for i in range(12, -1, -1) for _ in range(counts[i] // 2)]


def _six_pairs(cards: Thirteen) -> _Key:
    if cards.counts.count(1) > 1:
        return None
    pairs = _pairs(cards.counts)
    return tuple(pairs) if len(pairs) == 6 else None


def _no_six_pairs(cards: Thirteen) -> str:
    return _only(_pairs(cards.counts), 2, "pair", "")


def _five_pairs_triplet(cards: Thirteen) -> _Key:
    """A triplet and ten cards in pairs (a reading: four of a kind is two pairs here too)."""
    return _TIED if 1 not in cards.counts and cards.counts.count(3) == 1 else None


def _no_five_pairs_triplet(cards: Thirteen) -> str:
    if 3 not in cards.counts:
        return f"{BOARD_SIZE} cards have no triplet beside their pairs"
    highest = max(i for i, n in enumerate(cards.counts) if n == 3)
    others = [0 if i == highest else n for i, n in enumerate(cards.counts)]
    return _only(_pairs(others), 2, "pair", f" beside the triplet {RANKS[highest] * 3}")


def _four_triplets(cards: Thirteen) -> _Key:
    return _TIED if cards.counts.count(3) + cards.counts.count(4) == 4 else None


def _no_four_triplets(cards: Thirteen) -> str:
    return _only([i + 2 for i in range(12, -1, -1) if cards.counts[i] > 2], 3, "triplet", "")


def _three_quads(cards: Thirteen) -> _Key:
    return _TIED if cards.counts.count(4) == 3 else None


def _no_three_quads(cards: Thirteen) -> str:
    return _only([i + 2 for i in range(12, -1, -1) if cards.counts[i] == 4], 4, "quad", "")


_NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


def _only(ranks: list[int], size: int, noun: str, beside: str) -> str:
    """`13 cards have only five pairs: AA KK 99 55 22`."""
    found = f": {' '.join(RANKS[r - 2] * size for r in ranks)}" if ranks else ""
    only = "only " if ranks else ""
    plural = "" if len(ranks) == 1 else "s"
    return f"{BOARD_SIZE} cards have {only}{_NUMBERS[len(ranks)]} {noun}{plural}{beside}{found}"


# Straights and flushes: as the rows are set where they fit, else the best of all ways to set them.


_Run = tuple[int, ...]
"""Cards in sequence, by the places of their ranks from 0 (the deuce) up; the ace is below the deuce too."""


def _runs(size: int, highest: Sequence[int]) -> dict[_Run, int]:
    """Runs of so many cards from the best one down, given by their highest ranks, and their values."""
    values = sorted(highest, reverse=True)
    runs = [tuple(sorted((rank - 2 - k) % len(RANKS) for k in range(size))) for rank in highest]
    return dict(zip(runs, values, strict=True))


_FIVES: Final = {
    "low": _runs(Row.BOTTOM.size, range(ACE, 4, -1)),
    "second": _runs(Row.BOTTOM.size, (ACE, 5, *range(ACE - 1, 5, -1))),
}
"""Runs of five by the place of A-2-3-4-5."""
_THREES: Final = _runs(Row.TOP.size, range(ACE, 2, -1))


_RowTest = Callable[[Sequence[_Card], str], int | None]
"""The value of a row of three or five cards that is of the wanted kind, None for one that is not.

The second argument is the place of A-2-3-4-5: `low` or `second`.
"""


def _straight(row: Sequence[_Card], wheel: str) -> int | None:
    """The place of cards in sequence among straights, the greater the better.

    A-2-3 is the lowest of three cards in any case (a reading: `wheel` is about A-2-3-4-5).
    """
    run = tuple(sorted(rank - 2 for rank, _ in row))
    return _FIVES[wheel].get(run) or _THREES.get(run)


def _flush(row: Sequence[_Card], wheel: str) -> int | None:
    """The strength of cards of one known suit: three compare by ranks, five as ranked rows do."""
    suits = {suit for _, suit in row}
    if len(suits) > 1 or "" in suits:
        return None
    return rank_high(tuple(rank for rank, _ in row), flush=True, wheel=wheel).strength


def _straight_flush(row: Sequence[_Card], wheel: str) -> int | None:
    """The place of cards in sequence and of one known suit among straights."""
    return _straight(row, wheel) if _flush(row, wheel) is not None else None


def _three_straights(cards: Thirteen) -> _Key:
    best = _best_straights(cards.counts, _FIVES[cards.wheel])
    return None if best is None else _as_set(cards, _straight) or best


def _best_straights(counts: Sequence[int], fives: Mapping[_Run, int]) -> _Key:
    """The values of bottom, middle and top of the best way to set cards of these ranks as three straights."""
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


def _three_flushes(cards: Thirteen) -> _Key:
    return _best_rows(cards, _flush) if cards.may_be_flushes else None


def _three_straight_flushes(cards: Thirteen) -> _Key:
    return None if not cards.may_be_flushes or _best_rows(cards, _straight_flush) is None else _TIED


def _as_set(cards: Thirteen, value_of: _RowTest) -> _Key:
    """The values of bottom, middle and top as they are set, None where one of them has none."""
    if cards.rows is None:
        return None
    values = [value_of(row, cards.wheel) for row in cards.groups]
    fit = tuple(value for value in values if value is not None)
    return fit if len(fit) == len(ROWS) else None


def _best_rows(cards: Thirteen, value_of: _RowTest) -> _Key:
    """The values of bottom, middle and top as set or else of the best way to set rows of one suit each.

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
            value = value_of([every[place] for place in five], cards.wheel)
            if value is not None:
                fives.append((value, frozenset(five)))
    fives.sort(key=lambda five: five[0], reverse=True)
    best: _Key = None
    for i, (bottom, used) in enumerate(fives):
        if best is not None and bottom < best[0]:
            break
        for middle, more in fives[i + 1 :]:
            if best is not None and (bottom, middle) < best[:2]:
                break
            if used & more:
                continue
            left = [card for place, card in enumerate(every) if place not in used | more]
            top = value_of(left, cards.wheel)
            if top is not None and (best is None or (bottom, middle, top) > best):
                best = (bottom, middle, top)
    return best


def _why_not_rows(noun: str, value_of: _RowTest) -> _WhyNot:
    """The words for rows that are not all straights, flushes or straight flushes."""
    nouns = noun + ("es" if noun.endswith("h") else "s")

    def why_not(cards: Thirteen) -> str:
        if cards.rows is None:
            if value_of is not _straight and cards.suits_left_out:
                return _left_out(f"three {nouns}")
            return f"{BOARD_SIZE} cards cannot be set as three {nouns}"
        labels = [row.label for row in reversed(ROWS)]
        wrong: list[str] = []
        bare: list[str] = []
        for label, group in zip(labels, cards.groups, strict=True):
            if value_of(group, cards.wheel) is None:
                without_suits = value_of is not _straight and any(not suit for _, suit in group)
                (bare if without_suits else wrong).append(label)
        if not wrong:
            return _left_out(f"three {nouns}", f" of {_rows(bare)}")
        are_none = f"{_rows(wrong)} are no {nouns}" if len(wrong) > 1 else f"{_rows(wrong)} is no {noun}"
        return are_none if bare else f"{are_none}, and no other way to set the cards gives three {nouns}"

    return why_not


def _rows(labels: Sequence[str]) -> str:
    """`the top and middle rows`, from labels in the order bottom, middle, top."""
    return f"the {listed(reversed(labels), 'and')} row{'s' if len(labels) > 1 else ''}"


def _left_out(what: str, where: str = "") -> str:
    return f"the suits{where} are left out, and {what} cannot be shown without them"


# One of each rank, suits and colours, high and low cards.


def _dragon(cards: Thirteen) -> _Key:
    return _TIED if cards.counts == _ONE_EACH else None


def _no_dragon(cards: Thirteen) -> str:
    missing = [rank for rank, n in zip(RANKS, cards.counts, strict=True) if not n]
    return f"a dragon has one card of each rank, and these have no {listed(missing)}"


def _one_suit(cards: Thirteen) -> _Key:
    return _TIED if BOARD_SIZE in cards.suits else None


def _no_one_suit(cards: Thirteen) -> str:
    names = [SUIT_NAMES[suit] for suit in SUITS]
    held = [f"{n} {name if n > 1 else name[:-1]}" for n, name in zip(cards.suits, names, strict=True) if n]
    if len(held) < 2:
        return _left_out("thirteen of one suit")
    return f"the cards are of {_NUMBERS[len(held)]} suits: {listed(held, 'and')}"


def _colours(cards: Thirteen) -> tuple[int, int]:
    """How many cards are known to be black and to be red."""
    spades, hearts, diamonds, clubs = cards.suits
    return spades + clubs, hearts + diamonds


def _one_colour(cards: Thirteen) -> _Key:
    return _TIED if max(_colours(cards)) == BOARD_SIZE else None


def _twelve_of_one_colour(cards: Thirteen) -> _Key:
    """At least twelve (a reading: thirteen of one colour show it too)."""
    return _TIED if max(_colours(cards)) >= BOARD_SIZE - 1 else None


def _why_not_colour(words: str, others: int) -> _WhyNot:
    """The words for cards of which at most so many may be of another colour than the rest."""

    def why_not(cards: Thirteen) -> str:
        black, red = _colours(cards)
        if min(black, red) <= others:
            return _left_out(words)
        return f"the cards are {black} black and {red} red"

    return why_not


def _small(highest: int) -> _Kind:
    """Cards from the deuce to a rank that the rule set names."""

    def tie_key(cards: Thirteen) -> _Key:
        return None if any(cards.counts[highest - 1 :]) else _TIED

    def why_not(cards: Thirteen) -> str:
        above = [rank for rank in RANKS[highest - 1 :] if rank in cards.text]
        these = listed(above, "and") + (" (the ace is high)" if "A" in above else "")
        return f"small cards are {RANKS[0]} to {RANKS[highest - 2]}, and these have {these}"

    return _Kind("small cards", tie_key, why_not)


def _big(cards: Thirteen) -> _Key:
    return None if any(cards.counts[:_EIGHT]) else _TIED


def _not_big(cards: Thirteen) -> str:
    below = [rank for rank in RANKS[:_EIGHT] if rank in cards.text]
    return f"big cards are 8 to A, and these have {listed(below, 'and')}"


def _twelve_pictures(cards: Thirteen) -> _Key:
    return _TIED if sum(cards.counts[_PICTURES]) == BOARD_SIZE - 1 else None


def _no_twelve_pictures(cards: Thirteen) -> str:
    return f"only {sum(cards.counts[_PICTURES])} of the cards are pictures (J, Q, K)"


def _no_pictures(cards: Thirteen) -> _Key:
    return None if any(cards.counts[_PICTURES]) else _TIED


def _has_pictures(cards: Thirteen) -> str:
    pictures = [rank for rank in RANKS[_PICTURES] if rank in cards.text]
    return f"there are pictures among the cards: {listed(pictures, 'and')}"


_ONE_EACH: Final = [1] * BOARD_SIZE
_EIGHT: Final = RANKS.index("8")
_PICTURES: Final = slice(RANKS.index("J"), RANKS.index("A"))


_SMALL: Final = "small"
_TABLE: Final[Mapping[str, _Kind]] = {
    "six-pairs": _Kind("six pairs", _six_pairs, _no_six_pairs),
    "five-pairs-triplet": _Kind("five pairs and a triplet", _five_pairs_triplet, _no_five_pairs_triplet),
    "four-triplets": _Kind("four triplets", _four_triplets, _no_four_triplets),
    "three-straights": _Kind("three straights", _three_straights, _why_not_rows("straight", _straight)),
    "three-flushes": _Kind("three flushes", _three_flushes, _why_not_rows("flush", _flush)),
    "three-straight-flushes": _Kind(
        "three straight flushes", _three_straight_flushes, _why_not_rows("straight flush", _straight_flush)
    ),
    "three-quads": _Kind("three quads", _three_quads, _no_three_quads),
    "dragon": _Kind("dragon", _dragon, _no_dragon),
    "one-suit": _Kind("thirteen of one suit", _one_suit, _no_one_suit),
    "one-colour": _Kind("thirteen of one colour", _one_colour, _why_not_colour("thirteen of one colour", 0)),
    "twelve-of-one-colour": _Kind(
        "twelve of one colour", _twelve_of_one_colour, _why_not_colour("twelve of one colour", 1)
    ),
    _SMALL: _small(ACE),
    "big": _Kind("big cards", _big, _not_big),
    "twelve-pictures": _Kind("twelve pictures", _twelve_pictures, _no_twelve_pictures),
    "no-pictures": _Kind("hand without pictures", _no_pictures, _has_pictures),
}
KINDS: Final = tuple(_TABLE)
"""The kinds of naturals by the names that logs and rule sets use."""
