"""Naturals, special hands of thirteen cards: tests, tie keys, and false claims."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from typing import Final, Literal, NamedTuple

from ofcscore.diagnostics.problem import listed
from ofcscore.game.cards import BOARD_SIZE, DECK, JOKER, RANKS, ROWS, SUIT_NAMES, SUITS, Board, Row
from ofcscore.game.ranks import ACE, RANK_WORDS, USUAL, Category, Rank, RankOrder, rank_high

_Card = tuple[int, str]
"""The rank and the suit of a card. The suit is empty if it is not stated."""


class Thirteen:
    """The thirteen cards of a board, with the counts that most tests need.

    `counts` has the number of cards per rank, deuce to ace. `suits` has the number of cards with a stated
    suit per suit, in the order of `SUITS`. `rows` are the rows of the board, None for a claim without rows.
    `order` is the order of ranks. `ranks` are the ranks of the rows, empty unless the board is legal.
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

    @cached_property
    def groups(self) -> list[list[_Card]]:
        """The cards of bottom, middle and top; one group for a claim without rows.

        The cards of a row that is called a flush but has no suits get a suit that no other row has. They
        share one suit, but it is unknown whether other rows have that suit too.
        """
        if self.rows is None:
            return [[_read(code, "") for code in self.text.split()]]
        return [
            [
                _read(code, row.label if self.rows[row].endswith("flush") else "")
                for code in self.rows[row].removesuffix(" flush").split()
            ]
            for row in reversed(ROWS)
        ]


def _read(code: str, suit: str) -> _Card:
    return RANKS.index(code[0]) + 2, code[1:] or suit


_FLUSH_SHAPES: Final = ([0, 0, 0, 13], [0, 0, 3, 10], [0, 0, 5, 8], [0, 3, 5, 5])
Key = tuple[int, ...] | None
WhyNot = Callable[[Thirteen], str]
_Run = tuple[int, ...]
"""The ranks of cards in sequence, from 0 for a deuce to 12 for an ace."""


def _runs(size: int, highest: Sequence[int]) -> dict[_Run, int]:
    """Return the runs of `size` cards with these highest ranks, and the value of each."""
    values = sorted(highest, reverse=True)
    runs = [tuple(sorted((rank - 2 - k) % len(RANKS) for k in range(size))) for rank in highest]
    return dict(zip(runs, values, strict=True))


_FIVES: Final = {
    "low": _runs(Row.BOTTOM.size, range(ACE, 4, -1)),
    "second": _runs(Row.BOTTOM.size, (ACE, 5, *range(ACE - 1, 5, -1))),
}
"""The runs of five cards for each place of A-2-3-4-5."""
_THREES: Final = _runs(Row.TOP.size, range(ACE, 2, -1))
_RowTest = Callable[[Sequence[_Card], RankOrder], int | None]
"""A function of a row and the order of ranks.

It returns the row's value if the row is of the tested kind (for example a straight), else None.
"""


def straight(row: Sequence[_Card], order: RankOrder) -> int | None:
    """Return the value of a straight, A-2-3 the lowest of three (our reading), or None."""
    run = tuple(sorted(rank - 2 for rank, _ in row))
    return _FIVES[order.wheel].get(run) or _THREES.get(run)


def flush(row: Sequence[_Card], order: RankOrder) -> int | None:
    """Return the strength of cards of one known suit (three by ranks), or None."""
    ranks = tuple(rank for rank, _ in row)
    return rank_high(ranks, flush=True, order=order).strength if _is_of_one_suit(row) else None


def _is_of_one_suit(row: Sequence[_Card]) -> bool:
    suits = {suit for _, suit in row}
    return len(suits) == 1 and "" not in suits


def straight_flush(row: Sequence[_Card], order: RankOrder) -> int | None:
    return straight(row, order) if _is_of_one_suit(row) else None


def three_straights(cards: Thirteen) -> Key:
    """Return the values of the rows as set, or of the best three straights, or None."""
    fives = _FIVES[cards.order.wheel]
    for bottom, high in fives.items():
        if not all(map(cards.counts.__getitem__, bottom)):
            continue
        rest = _without(cards.counts, bottom)
        for middle, second in fives.items():
            if second <= high and all(map(rest.__getitem__, middle)):
                left = _without(rest, middle)
                top = _THREES.get(tuple(place for place, n in enumerate(left) for _ in range(n)))
                if top is not None:
                    return _as_set(cards, straight) or (high, second, top)
    return None


def _without(counts: Sequence[int], run: _Run) -> list[int]:
    return [n - (place in run) for place, n in enumerate(counts)]


def _as_set(cards: Thirteen, value_of: _RowTest) -> Key:
    """Return the values of bottom, middle and top as set; None if a row has no value."""
    values = [value_of(row, cards.order) for row in cards.groups if cards.rows]
    fit = tuple(value for value in values if value is not None)
    return fit if len(fit) == len(ROWS) else None


def _best_rows(cards: Thirteen, value_of: _RowTest) -> Key:
    """Return the values of the rows as set, or of the best one-suit rows, or None.

    Only cards of one suit are combined, best bottom first, so few of the 72,072 settings are tried.
    """
    may_be_flushes = sorted(cards.suits) in _FLUSH_SHAPES
    if cards.suits_left_out:
        may_be_flushes = any("flush" in row for row in cards.rows or ())
    as_set = _as_set(cards, value_of) if may_be_flushes else None
    if as_set is not None or not may_be_flushes:
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
    # Rows of equal value have equal ranks, so the first setting is also the best.
    for (bottom, used), (middle, more) in combinations(fives, 2):
        if not used & more:
            left = [card for place, card in enumerate(every) if place not in used | more]
            top = value_of(left, cards.order)
            if top is not None:
                return bottom, middle, top
    return None


def could_be_suits(fits: Callable[[Sequence[int]], bool]) -> Callable[[Thirteen], bool]:
    """Return a test: True if some choice of the missing suits passes `fits`."""

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


def could_be_straight_flushes(cards: Thirteen) -> bool:
    """Return True if some choice of the missing suits makes three straight flushes."""
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
    nouns = noun + ("es" if noun.endswith("h") else "s")

    def why_not(cards: Thirteen) -> str:
        if cards.rows is None:
            return f"the cards cannot be set as three {nouns}"
        labels = [row.label for row in reversed(ROWS)]
        groups = zip(labels, cards.groups, strict=True)
        wrong = [label for label, group in groups if value_of(group, cards.order) is None]
        are_not = f"are not {nouns}" if len(wrong) > 1 else f"is not a {noun}"
        return f"{_rows(wrong)} {are_not}, and the cards cannot be set as three {nouns}"

    return why_not


def _rows(labels: Sequence[str]) -> str:
    return f"the {listed(reversed(labels), 'and')} row{'s' if len(labels) > 1 else ''}"


def left_out(what: str, cards: Thirteen) -> str:
    rows = [(row.label, cards.rows[row].split()) for row in reversed(ROWS)] if cards.rows is not None else []
    bare = [label for label, codes in rows if codes[-1] != "flush" and any(code in RANKS for code in codes)]
    where = f" of {_rows(bare)}" if bare else ""
    return f"the suits{where} are missing, and without them {what} cannot be checked"


class RowNeeded(NamedTuple):
    """The category that a natural needs in a row, or with `better` a higher one."""

    category: Category
    better: bool = False

    def fits(self, rank: Rank) -> bool:
        return rank.category is self.category or (self.better and rank.category > self.category)

    @property
    def words(self) -> str:
        return self.category.key.replace("-", " ") + (" or better" if self.better else "")


class NaturalHand(NamedTuple):
    """A natural that a rule set pays: kind, points, and highest rank of `small`.

    `rows` is empty unless the rule set itself defines the natural. It then has the need of top, middle and
    bottom, or None if any row will do.
    """

    kind: str
    points: int
    highest: int = 0
    rows: tuple[RowNeeded | None, ...] = ()


class Naturals(NamedTuple):
    """The naturals of a rule set in ascending order, and how they are paid.

    `between` is the rule for two naturals against each other. `declared` is True if naturals count only when
    claimed. `on_top` is True if they are paid in addition to the rows, not instead of them.
    """

    hands: tuple[NaturalHand, ...] = ()
    between: Literal["higher", "difference", "equal-cancel"] = "higher"
    declared: bool = True
    on_top: bool = False

    @property
    def own(self) -> tuple[str, ...]:
        return tuple(hand.kind for hand in self.hands if hand.rows)


class Natural(NamedTuple):
    """A natural on a board: kind, points, place in the rules, tie key, cards of its jokers."""

    kind: str
    points: int
    order: int
    tie: tuple[int, ...]
    jokers: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return kind_words(self.kind)


def kind_words(kind: str) -> str:
    return _WORDS.get(kind, kind.replace("-", " "))


_WORDS: Final = {
    "five-pairs-triplet": "five pairs and a triplet",
    "one-suit": "thirteen of one suit",
    "one-colour": "thirteen of one colour",
    "small": "small cards",
    "big": "big cards",
    "no-pictures": "hand without pictures",
}
_SINGULAR: Final = ("dragon", "no-pictures")


def _with_article(kind: str) -> str:
    return f"{'a ' if kind in _SINGULAR else ''}{kind_words(kind)}"


def best_natural(
    board: Board, naturals: Naturals, order: RankOrder = USUAL, ranks: Sequence[Rank] = ()
) -> Natural | None:
    """Return the best natural of a board that the rule set pays, or None.

    The best natural is the highest in the rule set's order, or the one with the most points if points decide.
    If the board claims a kind, only this kind counts. `order` is the order of ranks for ties. `ranks` are the
    ranks of the rows, empty unless the board is legal.
    """
    if board.rows is None and board.cards is None:
        return None
    cards = Thirteen(board, order, ranks)
    best: Natural | None = None
    for place, hand in enumerate(naturals.hands):
        if board.claim is not None and hand.kind != board.claim:
            continue
        if best is not None and naturals.between != "higher" and hand.points < best.points:
            continue
        tie = _tie_key(hand, cards)
        if tie is not None:
            best = Natural(hand.kind, hand.points, place, tie)
    return best


def filled(board: Board, cards: Sequence[str]) -> Board:
    """Return the board with its jokers replaced by these cards, in order."""
    if not cards:
        return board
    left = iter(cards)

    def text(row: str) -> str:
        return " ".join(next(left) if code == JOKER else code for code in row.split())

    if board.rows is None:
        return board._replace(cards=text(board.cards or ""))
    top, middle, bottom = map(text, board.rows)
    return board._replace(rows=(top, middle, bottom), cards=board.cards and f"{top} {middle} {bottom}")


def claimed_natural(
    board: Board, naturals: Naturals, order: RankOrder, copies: str, ranks: Sequence[Rank] = ()
) -> Natural | None:
    """Return the best natural of the claimed kind, with any jokers, or None."""
    rows = [row.split() for row in board.rows or (board.cards or "",)]
    kept = [[] if copies == "any" else row for row in rows]
    places = [at for at, row in enumerate(rows) for code in row if code == JOKER]
    if not places or board.claim in naturals.own:
        # A natural that is defined by rows uses the ranks of the rows, which already include the jokers.
        return best_natural(board, naturals, order, ranks)
    best: Natural | None = None
    for cards in product((*RANKS, *DECK), repeat=len(places)):
        dealt = [*zip(cards, places, strict=True)]
        if copies != "any" and (len(set(dealt)) < len(dealt) or any(card in kept[at] for card, at in dealt)):
            continue
        natural = best_natural(filled(board, cards), naturals, order)
        if natural is not None and (best is None or natural.tie > best.tie):
            best = natural._replace(jokers=cards)
    return best


def can_be_judged(board: Board, naturals: Naturals) -> bool:
    """Return True if a claim names a paid kind and its cards decide it."""
    known = board.rows is not None or board.cards is not None
    paid = any(hand.kind == board.claim for hand in naturals.hands)
    cards = Thirteen(board)
    whole = sum(cards.counts) + cards.text.count(JOKER) == BOARD_SIZE
    return paid and known and whole and not suits_may_help(cards, board.claim, naturals)


def suits_may_help(cards: Thirteen, claim: str | None, naturals: Naturals) -> bool:
    """Return True if missing suits may make a claim true; jokers always may (our reading)."""
    own = next((hand for hand in naturals.hands if hand.kind == claim and hand.rows), None)
    kind = _TABLE.get(claim or "") if own is None else _of_rows(own)
    if kind is None or kind.could_be is None or not cards.suits_left_out:
        return False
    return JOKER in cards.text or kind.could_be(cards)


def refuse_claim(
    board: Board,
    naturals: Naturals,
    order: RankOrder = USUAL,
    copies: str = "row",
    ranks: Sequence[Rank] = (),
) -> str | None:
    """Return why a claim is false, whatever its jokers are; None if it is true."""
    kind = board.claim
    if kind is None or (kind not in _TABLE and kind not in naturals.own):
        return f"there is no natural called {kind}"
    hands = [hand for hand in naturals.hands if hand.kind == kind]
    if not hands:
        paid = [kind_words(hand.kind) for hand in naturals.hands]
        only = f" (it pays {listed(dict.fromkeys(paid), 'and')})" if paid else ""
        return f"this rule set does not pay {_with_article(kind) if paid else 'naturals'}{only}"
    if board.rows is None and board.cards is None:
        return f"a claim of {_with_article(kind)} needs {BOARD_SIZE} cards"
    cards = Thirteen(board, ranks=ranks)
    known = sum(cards.counts)
    if known == BOARD_SIZE and any(_tie_key(hand, cards) is not None for hand in hands):
        return None
    joker = JOKER in (board.cards or "")
    if joker and claimed_natural(board, naturals, order, copies, ranks) is not None:
        return None
    if known != BOARD_SIZE and not joker:
        return f"a natural has {BOARD_SIZE} cards, but this claim has {known}"
    if suits_may_help(cards, kind, naturals):
        return left_out(_with_article(kind), cards)
    if joker:
        return f"the cards do not make {_with_article(kind)}, whatever the jokers are"
    refused = _kind(hands[-1])
    if refused.could_be is not None and cards.suits_left_out:
        return f"the cards do not make {_with_article(kind)}, whatever the suits are"
    return refused.why_not(cards)


class _Kind(NamedTuple):
    """A kind of natural: its test, and a function for why cards fail it.

    The test returns the tie key, True if two such naturals always tie, or a false value. `could_be` tests
    whether the missing suits of cards could make the kind; it is None if suits do not matter.
    """

    test: Callable[[Thirteen], Key | bool]
    why_not: WhyNot
    could_be: Callable[[Thirteen], bool] | None = None


def _kind(hand: NaturalHand) -> _Kind:
    if hand.rows:
        return _of_rows(hand)
    return _small(hand.highest) if hand.kind == _SMALL else _TABLE[hand.kind]


def _tie_key(hand: NaturalHand, cards: Thirteen) -> Key:
    found = _kind(hand).test(cards)
    return () if found is True else found or None


def _groups(counts: Sequence[int], size: int) -> list[int]:
    """Return the ranks of all groups, high to low; four of a kind is two groups of two."""
    return [i + 2 for i in range(12, -1, -1) for _ in range(counts[i] // size)]


def _six_pairs(cards: Thirteen) -> Key:
    if cards.counts.count(1) > 1:
        return None
    pairs = sorted(map(cards.order.place, _groups(cards.counts, 2)), reverse=True)
    return tuple(pairs) if len(pairs) == 6 else None


def _five_consecutive_pairs(cards: Thirteen) -> Key:
    """Test five pairs of ranks in sequence; an ace is high (our reading)."""
    highest = ((i + 2,) for i in range(len(RANKS) - 1, 3, -1) if min(cards.counts[i - 4 : i + 1]) > 1)
    return next(highest, None)


def _no_five_consecutive_pairs(cards: Thirteen) -> str:
    ranks = [*dict.fromkeys(_groups(cards.counts, 2))]
    if len(ranks) < 5:
        return _only(ranks, 2, "pair", " of different ranks")
    return f"no five of the pairs are in sequence: {' '.join(RANKS[r - 2] * 2 for r in ranks)}"


def _no_five_pairs_triplet(cards: Thirteen) -> str:
    if 3 not in cards.counts:
        return "the cards have no triplet beside the pairs"
    highest = max(i for i, n in enumerate(cards.counts) if n == 3)
    others = [0 if i == highest else n for i, n in enumerate(cards.counts)]
    return _only(_groups(others, 2), 2, "pair", f" beside the triplet {RANKS[highest] * 3}")


def _too_few(size: int, noun: str) -> WhyNot:
    return lambda cards: _only(_groups(cards.counts, size), size, noun, "")


_NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


def _only(ranks: list[int], size: int, noun: str, beside: str) -> str:
    """Return for example `the cards have only five pairs: AA KK 99 55 22`."""
    found = f": {' '.join(RANKS[r - 2] * size for r in ranks)}" if ranks else ""
    only = "only " if ranks else ""
    plural = "" if len(ranks) == 1 else "s"
    return f"the cards have {only}{_NUMBERS[len(ranks)]} {noun}{plural}{beside}{found}"


def _no_dragon(cards: Thirteen) -> str:
    missing = [word for word, n in zip(RANK_WORDS, cards.counts, strict=True) if not n]
    return f"a dragon has one card of each rank, but these cards have no {listed(missing)}"


def _no_one_suit(cards: Thirteen) -> str:
    names = [SUIT_NAMES[suit] for suit in SUITS]
    held = [f"{n} {name if n > 1 else name[:-1]}" for n, name in zip(cards.suits, names, strict=True) if n]
    return f"the cards have {_NUMBERS[len(held)]} suits: {listed(held, 'and')}"


def _of_suits(fits: Callable[[Sequence[int]], bool], why_not: WhyNot) -> _Kind:
    return _Kind(lambda cards: fits(cards.suits), why_not, could_be_suits(fits))


def _of_colour(least: int) -> _Kind:
    def colours(suits: Sequence[int]) -> tuple[int, int]:
        spades, hearts, diamonds, clubs = suits
        return spades + clubs, hearts + diamonds

    return _of_suits(
        lambda suits: max(colours(suits)) >= least,
        lambda cards: "the cards are {} black and {} red".format(*colours(cards.suits)),
    )


def _without_ranks(ranks: slice, but: str) -> _Kind:
    """Return a kind without cards of these ranks; `but` begins the message that lists them."""

    def why_not(cards: Thirteen) -> str:
        these = [rank for rank in RANKS[ranks] if rank in cards.text]
        return but + listed(these, "and") + (" (the ace is high)" if "A" in these else "")

    return _Kind(lambda cards: not any(cards.counts[ranks]), why_not)


def _small(highest: int) -> _Kind:
    but = f"small cards are {RANKS[0]} to {RANKS[highest - 2]}, but these include "
    return _without_ranks(slice(highest - 1, None), but)


def _of_rows(hand: NaturalHand) -> _Kind:
    words = kind_words(hand.kind)
    needs = [(row, need) for row, need in zip(ROWS, hand.rows, strict=True) if need is not None]

    def is_one(cards: Thirteen) -> bool:
        return bool(cards.ranks) and all(need.fits(cards.ranks[row]) for row, need in needs)

    def why_not(cards: Thirteen) -> str:
        if not cards.ranks:
            return f"{words} needs its cards in three rows that are not a foul"
        row, need = next((row, need) for row, need in needs if not need.fits(cards.ranks[row]))
        return f"{words} needs {need.words} {row.where}, but the row is {cards.ranks[row].name}"

    def could_be(cards: Thirteen) -> bool:
        return cards.rows is not None and all(_may_fit(cards.groups[2 - row], need) for row, need in needs)

    return _Kind(is_one, why_not, could_be)


def _may_fit(row: Sequence[_Card], need: RowNeeded) -> bool:
    """Return False if a row could be a flush by its missing suits, but a flush does not fit."""
    ranks, suits = tuple(rank for rank, _ in row), {suit for _, suit in row}
    bare = "" in suits and len(suits) <= 2 and len(ranks) == len({*ranks}) == Row.BOTTOM.size
    return not bare or need.fits(rank_high(ranks, flush=True))


def _too_few_of(ranks: slice, words: str) -> WhyNot:
    return lambda cards: f"only {sum(cards.counts[ranks])} of the cards are {words}"


_ONE_EACH: Final = [1] * BOARD_SIZE
_BELOW_EIGHT: Final = slice(RANKS.index("8"))
_ROYALS: Final = slice(RANKS.index("J"), len(RANKS))
_PICTURES: Final = slice(RANKS.index("J"), RANKS.index("A"))
_SMALL: Final = "small"
_TABLE: Final[Mapping[str, _Kind]] = {
    "six-pairs": _Kind(_six_pairs, _too_few(2, "pair")),
    "five-consecutive-pairs": _Kind(_five_consecutive_pairs, _no_five_consecutive_pairs),
    # Our reading: four of a kind counts as two pairs here too.
    "five-pairs-triplet": _Kind(
        lambda cards: 1 not in cards.counts and cards.counts.count(3) == 1, _no_five_pairs_triplet
    ),
    "four-triplets": _Kind(lambda cards: sum(n > 2 for n in cards.counts) == 4, _too_few(3, "triplet")),
    "three-straights": _Kind(three_straights, why_not_rows("straight", straight)),
    "three-flushes": _Kind(
        lambda cards: _best_rows(cards, flush),
        why_not_rows("flush", flush),
        could_be_suits(lambda suits: sorted(suits) in _FLUSH_SHAPES),
    ),
    "three-straight-flushes": _Kind(
        lambda cards: _best_rows(cards, straight_flush) is not None,
        why_not_rows("straight flush", straight_flush),
        could_be_straight_flushes,
    ),
    "three-quads": _Kind(lambda cards: cards.counts.count(4) == 3, _too_few(4, "quad")),
    "dragon": _Kind(lambda cards: cards.counts == _ONE_EACH, _no_dragon),
    "one-suit": _of_suits(lambda suits: BOARD_SIZE in suits, _no_one_suit),
    "one-colour": _of_colour(BOARD_SIZE),
    # Our reading: thirteen cards of one color count too.
    "twelve-of-one-colour": _of_colour(BOARD_SIZE - 1),
    _SMALL: _small(ACE),
    "big": _without_ranks(_BELOW_EIGHT, "big cards are 8 to A, but these include "),
    "twelve-pictures": _Kind(
        lambda cards: sum(cards.counts[_PICTURES]) == 12, _too_few_of(_PICTURES, "pictures (J, Q, K)")
    ),
    "twelve-royals": _Kind(
        lambda cards: sum(cards.counts[_ROYALS]) >= 12, _too_few_of(_ROYALS, "J, Q, K or A")
    ),
    "no-pictures": _without_ranks(_PICTURES, "the cards include pictures: "),
}
KINDS: Final = tuple(_TABLE)
