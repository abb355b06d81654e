"""Score one board: row values, foul, royalties, natural and fantasyland."""

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from ofcscore.game.cards import FLUSHES, RANK_BITS, RANK_MASK, ROWS, SUIT_SHIFT, Board, Row, Stated
from ofcscore.game.game_words import ENGLISH, Reason, Speech, tell
from ofcscore.game.jokers import MOST_JOKERS, Filling, Order, fill_board, fillings, has_jokers
from ofcscore.game.naturals import Natural, best_natural, claimed_natural, filled, refuse_claim
from ofcscore.game.ranks import Category, Rank, rank_word, ranks_of_sum
from ofcscore.rules.model import Rules

FLUSH_BIT: Final = 1 << RANK_BITS


class RowValue(NamedTuple):
    """The value of one row under one rule set.

    A greater `strength` is better, in a low middle too. `royalty` is 0 if the row earns none. `enter` and
    `stay` are the numbers of extra fantasyland cards, None if the row does not qualify. `fault` is the reason
    why a low middle is not low enough. `jokers` are the cards that its jokers represent. `by_jokers` is True
    if the royalty is paid for two jokers.
    """

    rank: Rank
    strength: int
    royalty: int
    enter: int | None
    stay: int | None
    fault: Reason | None = None
    jokers: tuple[str, ...] = ()
    by_jokers: bool = False


Values = tuple[RowValue, RowValue, RowValue]


def compare(a: Values, b: Values) -> tuple[int, int, int]:
    """Return the winner of top, middle and bottom: 1 for `a`, -1 for `b`, 0 for a tie."""
    top, middle, bottom = a[0].strength, a[1].strength, a[2].strength
    top2, middle2, bottom2 = b[0].strength, b[1].strength, b[2].strength
    return (
        (top > top2) - (top < top2),
        (middle > middle2) - (middle < middle2),
        (bottom > bottom2) - (bottom < bottom2),
    )


class _RowValues(dict[int, RowValue]):
    """A cache of row values by rank sum and flush. A missing value is computed."""

    def __init__(self, rules: Rules, row: Row) -> None:
        self.rules = rules
        self.row = row
        self.order = Order(row is Row.MIDDLE and rules.middle.low, rules.ranks, rules.jokers.five)

    def __missing__(self, key: int) -> RowValue:
        rank = self.order.rank(ranks_of_sum(key, self.row.size), flush=bool(key & FLUSH_BIT))
        value = self[key] = row_value(rank, self.row, self.rules)
        return value


def row_value(rank: Rank, row: Row, rules: Rules, jokers: tuple[str, ...] = ()) -> RowValue:
    two = rules.royalties.two_jokers
    by_jokers = two > 0 and row is Row.TOP and len(jokers) == MOST_JOKERS
    royalty = two if by_jokers else rules.royalties.tables[row].value(rank) or 0
    enter = stay = None
    land = rules.fantasyland
    if land is not None:
        enter = land.enter[row].value(rank)
        stay = land.stay[row].value(rank)
        if stay is None and land.stay_royalty and royalty >= land.stay_royalty:
            stay = 0
    fault: Reason | None = None
    if rank.low and rules.middle.worst:
        if rank.category is not Category.HIGH_CARD:
            fault = (_not_low, rank)
        elif rank.ranks[0] > rules.middle.worst:
            fault = (_too_high, rank.ranks[0], rules.middle.worst)
    return RowValue(rank, rank.strength, royalty, enter, stay, fault, jokers, by_jokers)


def _not_low(speech: Speech, rank: Rank) -> str:
    middle = speech.row(Row.MIDDLE)
    return f"the {middle} is not low: {speech.rank(rank)}"


def _too_high(speech: Speech, highest: int, worst: int) -> str:
    high, limit = rank_word(highest), rank_word(worst)
    return f"the {speech.row(Row.MIDDLE)} is {high} high, but the worst allowed is {limit} high"


class Scales:
    """The cached row values of one rule set. Use `scales_of` to get them.

    Jokers become the best cards that avoid a foul: first in the bottom, then in the middle, then on top.
    This also earns the most royalties if better rows never pay less. If a joker may not repeat a card of its
    board, all possible boards are compared. If every choice is a foul, the foul with the best bottom and the
    weakest other rows is used.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.strict = rules.order == "strict"
        self.jokers = rules.jokers.number
        self.finds_naturals = bool(rules.naturals.hands) and not rules.naturals.declared
        """True if naturals count without a claim."""
        self.tables = _RowValues(rules, Row.TOP), _RowValues(rules, Row.MIDDLE), _RowValues(rules, Row.BOTTOM)

    def values(self, sums: tuple[int, int, int]) -> Values:
        if self.jokers and has_jokers(sums):
            return self._with_jokers(sums)
        top, middle, bottom = self.tables
        return top[sums[0] & RANK_MASK], middle[_key(sums[1])], bottom[_key(sums[2])]

    def choices(self, sums: tuple[int, int, int], row: Row) -> list[RowValue]:
        found = fillings(sums[row], row, self.rules.jokers.copies, self.tables[row].order)
        return [row_value(filling.rank, row, self.rules, filling.cards) for filling in found]

    def _with_jokers(self, sums: tuple[int, int, int]) -> Values:
        if self.rules.jokers.copies == "board":
            made = [self._filled(board) for board in fill_board(sums, [table.order for table in self.tables])]
            legal = [values for values in made if not is_foul(values, strict=self.strict)]
            if not legal:
                return max(made, key=lambda fill: (fill[2].strength, -fill[1].strength, -fill[0].strength))
            most = max(sum(value.royalty for value in values) for values in legal)
            best = [values for values in legal if sum(value.royalty for value in values) == most]
            return max(best, key=lambda fill: [value.strength for value in reversed(fill)])
        tops, middles, (bottom, *_) = (self.choices(sums, row) for row in ROWS)
        middle = middles[0] if self.rules.middle.low else self._under(middles, bottom)
        return self._under(tops, bottom if self.rules.middle.low else middle), middle, bottom

    def _under(self, choices: Sequence[RowValue], below: RowValue) -> RowValue:
        """Return the best choice that is legal above the row below, or the weakest."""
        most = below.strength - self.strict
        return next((value for value in choices if value.strength <= most), choices[-1])

    def _filled(self, board: Sequence[Filling]) -> Values:
        top, middle, bottom = (
            row_value(filling.rank, row, self.rules, filling.cards)
            for filling, row in zip(board, ROWS, strict=True)
        )
        return top, middle, bottom


scales_of: Final = lru_cache(Scales)
"""Return the cached scales of a rule set."""


def _key(row_sum: int) -> int:
    ranks = row_sum & RANK_MASK
    return ranks | FLUSH_BIT if row_sum >> SUIT_SHIFT in FLUSHES else ranks


def is_foul(values: Values, *, strict: bool) -> bool:
    """Return True if a row beats the row below it or, with `strict`, equals it.

    A low middle is a foul if it is not low enough. Top and bottom are then compared with each other.
    """
    top, middle, bottom = values
    least = int(strict)
    if middle.rank.low:
        return middle.fault is not None or bottom.strength - top.strength < least
    return middle.strength - top.strength < least or bottom.strength - middle.strength < least


def foul_reasons(values: Values, *, strict: bool, speech: Speech = ENGLISH) -> Iterator[str]:
    """Yield in words why three rows make a foul; yield nothing for a legal board."""
    top, middle, bottom = ROWS
    fault, low = values[middle].fault, values[middle].rank.low
    if fault is not None:
        yield tell(fault, speech)
    for upper, lower in ((top, bottom),) if low else ((top, middle), (middle, bottom)):
        x, y = values[upper].rank, values[lower].rank
        above, below = speech.row(upper), speech.row(lower)
        if x.strength > y.strength:
            yield f"{above} {speech.rank(x, y)} beats {below} {speech.rank(y, x)}"
        elif strict and x.strength == y.strength:
            yield f"{above} and {below} are equal, but the {below} must be better"


class Unreached(NamedTuple):
    """A better value that the jokers of a row could make, and why they may not."""

    value: RowValue
    because: Reason


def unreached(values: Values, sums: tuple[int, int, int], row: Row, scales: Scales) -> Unreached | None:
    """Return a better value that the jokers of a row may not make, or None."""
    best = scales.choices(sums, row)[0] if has_jokers(sums) else values[row]
    if best.strength <= values[row].strength:
        return None
    below = Row.BOTTOM if row is Row.MIDDLE or scales.rules.middle.low else Row.MIDDLE
    over = best.strength - values[below].strength
    if row is Row.BOTTOM or over < 0:
        return Unreached(best, "needs a card that is on the board")
    return Unreached(best, (_over, over, below))


def _over(speech: Speech, over: int, below: Row) -> str:
    return f"would {'be above' if over else 'equal'} the {speech.row(below)}"


class Status(Enum):
    """The status of a board in a deal: set, a foul, a natural and so on."""

    SET = "set"
    FOUL = "foul"
    SURRENDER = "surrender"
    ABSENT = "absent"
    NATURAL = "natural"


class Stay(NamedTuple):
    """A flag for fantasyland in this deal, and one for the next deal.

    `cards` is the number of fantasyland cards in the next deal, None if the player will not be there.
    """

    was: bool = False
    next: bool = False
    cards: int | None = None


NO_FANTASYLAND: Final = Stay()
_WAS_THERE: Final = Stay(was=True)


class BoardScore(NamedTuple):
    """The score of one board, without anything that depends on other boards.

    `royalties` are the points that count: 0 unless `status` is SET. `refused` is the reason why a claim is
    false, under rules that fine false claims.
    """

    board: Board
    status: Status
    values: Values | None
    royalties: int
    natural: Natural | None = None
    fantasyland: Stay = NO_FANTASYLAND
    strict: bool = False
    refused: str | None = None

    @property
    def player(self) -> str:
        return self.board.player

    @property
    def foul(self) -> str | None:
        """The reason why the board is a foul, in words; None if it is not a foul."""
        return self.foul_in(ENGLISH)

    def foul_in(self, speech: Speech) -> str | None:
        """Return the reason for a foul in the players' words; None for other boards."""
        if self.status is not Status.FOUL:
            return None
        if self.refused is not None:
            return f"a false claim: {speech.sentence(self.refused)}"
        foul = speech.say("foul", "fouled")
        if self.values is None:
            return f"{foul} (cards not shown)"
        reasons = "; ".join(foul_reasons(self.values, strict=self.strict, speech=speech))
        return reasons or f"ruled a {speech.say('foul')} at the table"

    @property
    def earned(self) -> tuple[int, int, int]:
        """The royalties of each row, 0 unless they count."""
        if self.status is not Status.SET or self.values is None:
            return 0, 0, 0
        top, middle, bottom = self.values
        return top.royalty, middle.royalty, bottom.royalty

    @property
    def aces(self) -> int | None:
        """The number of aces, including jokers that represent an ace; None if unknown."""
        cards = self.cards
        return self.board.aces if cards is None else cards.count("A")

    @property
    def jokers(self) -> tuple[str, ...]:
        """The cards that the jokers of the board represent, from top to bottom."""
        if self.natural is not None and self.natural.jokers:
            return self.natural.jokers
        return tuple(card for value in self.values or () for card in value.jokers)

    @property
    def cards(self) -> str | None:
        """The thirteen cards, with the cards that jokers represent; None if unknown."""
        board = filled(self.board, self.jokers)
        return board.cards if board.rows is None else " ".join(board.rows)


def score_board(board: Board, scales: Scales, dealt: int | None = None) -> BoardScore:
    """Return the score of one board.

    `dealt` is the number of cards that the player got in fantasyland: None if the player was not there, 0 if
    the log marks fantasyland without a number.
    """
    rules, strict = scales.rules, scales.strict
    stay = NO_FANTASYLAND if dealt is None else _WAS_THERE
    values = None if board.sums is None else scales.values(board.sums)
    natural = None
    if board.stated is Stated.CARDS:
        if scales.finds_naturals:
            jokers = [card for value in values or () for card in value.jokers]
            ranks = legal_ranks(values, strict)
            natural = best_natural(filled(board, jokers), rules.naturals, rules.ranks, ranks)
    elif board.stated is Stated.CLAIM:
        claim = board, rules.naturals, rules.ranks, rules.jokers.copies, legal_ranks(values, strict)
        natural = claimed_natural(*claim)
        if natural is None and rules.false_claim is not None:
            return BoardScore(board, Status.FOUL, values, 0, None, stay, strict, refuse_claim(*claim))
    else:
        return BoardScore(board, Status(board.stated.value), values, 0, None, stay, strict)
    # If naturals are paid on top of the rows, the rows are still compared. A foul has no natural.
    if values is None or (natural is not None and not rules.naturals.on_top):
        return BoardScore(board, Status.NATURAL, values, 0, natural, stay, strict)
    if is_foul(values, strict=strict):
        return BoardScore(board, Status.FOUL, values, 0, None, stay, strict)
    top, middle, bottom = values
    royalties = top.royalty + middle.royalty + bottom.royalty
    return BoardScore(
        board, Status.SET, values, royalties, natural, next_fantasyland(values, rules, dealt), strict
    )


def legal_ranks(values: Values | None, strict: bool) -> tuple[Rank, ...]:
    return () if values is None or is_foul(values, strict=strict) else tuple(v.rank for v in values)


def next_fantasyland(values: Values, rules: Rules, dealt: int | None) -> Stay:
    """Return whether the player enters or stays; the most extra cards count."""
    land = rules.fantasyland
    if land is None:
        return NO_FANTASYLAND if dealt is None else _WAS_THERE
    top, middle, bottom = values
    if dealt is None:
        if top.enter is middle.enter is bottom.enter is None:
            return NO_FANTASYLAND
        both = top.enter is not None and middle.enter is not None
        extra = max(value.enter for value in values if value.enter is not None)
        return Stay(False, True, land.cards + extra + (land.together if both else 0))
    if top.stay is middle.stay is bottom.stay is None:
        return _WAS_THERE
    base = dealt if land.stay_cards == "same" and dealt else land.cards
    return Stay(True, True, base + max(value.stay for value in values if value.stay is not None))
