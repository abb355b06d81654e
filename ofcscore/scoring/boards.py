"""One board by one rule set: what its rows are worth, whether it is a foul, and fantasyland."""

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from ofcscore.game.board import Board, Row, Stated
from ofcscore.game.cards import FLUSHES, RANK_BITS, RANK_MASK, SUIT_SHIFT
from ofcscore.game.naturals import Natural, best_natural
from ofcscore.game.ranks import Category, Rank, rank_of_key, rank_word
from ofcscore.rules.model import Rules

FLUSH_BIT: Final = 1 << RANK_BITS


class Status(Enum):
    """What became of a board in a deal."""

    SET = "set"
    FOUL = "foul"
    SURRENDER = "surrender"
    ABSENT = "absent"
    NATURAL = "natural"


class RowValue(NamedTuple):
    """What one row is worth by one rule set.

    `strength` is compared (the greater is the better, in a low middle too); `royalty` is 0 where the
    row earns none; `enter` and `stay` are the extra fantasyland cards, None where the row does not
    qualify; `fault` says why a low middle does not stand.
    """

    rank: Rank
    strength: int
    royalty: int
    enter: int | None
    stay: int | None
    fault: str | None = None


Values = tuple[RowValue, RowValue, RowValue]
"""What top, middle and bottom of a board are worth."""


class _Values(dict[int, RowValue]):
    """Row values by rank sum and flush, filled by the plain evaluator when a new one is met."""

    def __init__(self, rules: Rules, row: Row) -> None:
        self.rules = rules
        self.row = row

    def __missing__(self, key: int) -> RowValue:
        low = self.row is Row.MIDDLE and self.rules.middle.low
        rank = rank_of_key(key & RANK_MASK, self.row.size, bool(key & FLUSH_BIT), low, self.rules.wheel)
        value = self[key] = _row_value(rank, self.row, self.rules)
        return value


def _row_value(rank: Rank, row: Row, rules: Rules) -> RowValue:
    royalty = rules.royalties.tables[row].value(rank) or 0
    enter = stay = None
    land = rules.fantasyland
    if land is not None:
        enter = land.enter[row].value(rank)
        stay = land.stay[row].value(rank)
        if stay is None and land.stay_royalty and royalty >= land.stay_royalty:
            stay = 0
    fault = None
    if rank.low:
        if rank.category is not Category.HIGH_CARD:
            fault = f"the middle is a {rank.name}, and a low middle has none"
        elif rank.ranks[0] > rules.middle.worst:
            worst = rank_word(rules.middle.worst)
            fault = f"the middle is {rank_word(rank.ranks[0])} high, and {worst} high is the worst allowed"
    return RowValue(rank, rank.strength, royalty, enter, stay, fault)


class Scales:
    """The row values of one rule set, memoised; make one and keep it while scoring."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.tables = (
            _Values(rules, Row.TOP),
            _Values(rules, Row.MIDDLE),
            _Values(rules, Row.BOTTOM),
        )

    def values(self, sums: tuple[int, int, int]) -> Values:
        """The values of top, middle and bottom from their sums."""
        top, middle, bottom = self.tables
        t, m, b = sums
        return top[t & RANK_MASK], middle[_key(m)], bottom[_key(b)]


def _key(total: int) -> int:
    """What the value of five cards depends on: their ranks, and whether they are a flush."""
    ranks = total & RANK_MASK
    return ranks | FLUSH_BIT if total >> SUIT_SHIFT in FLUSHES else ranks


@lru_cache
def scales_of(rules: Rules) -> Scales:
    """The scales of a rule set, the same ones each time."""
    return Scales(rules)


class Stay(NamedTuple):
    """Fantasyland of one board: was the player there, with how many cards, and next time?

    `cards` is how many cards the next deal brings, None where the player is not there next.
    """

    was: bool = False
    next: bool = False
    cards: int | None = None


NO_FANTASYLAND: Final = Stay()
_WAS_THERE: Final = Stay(was=True)


class BoardScore(NamedTuple):
    """One board, ranked and judged: nothing that depends on another board.

    `royalties` are those that count: 0 for any board but one that is set.
    """

    board: Board
    status: Status
    values: Values | None
    royalties: int
    natural: Natural | None = None
    fantasyland: Stay = NO_FANTASYLAND
    strict: bool = False

    @property
    def player(self) -> str:
        return self.board.player

    @property
    def foul(self) -> str | None:
        """Why the board is a foul, in words; None where it is none."""
        if self.status is not Status.FOUL:
            return None
        if self.values is None:
            return "fouled, cards not shown"
        reasons = foul_reasons(self.values, strict=self.strict)
        return "; ".join(reasons) if reasons else "ruled a foul at the table"

    @property
    def earned(self) -> tuple[int, int, int]:
        """The royalties of each row that count."""
        if self.status is not Status.SET or self.values is None:
            return 0, 0, 0
        top, middle, bottom = self.values
        return top.royalty, middle.royalty, bottom.royalty

    @property
    def aces(self) -> int | None:
        """How many aces the board has, None where nobody knows."""
        if self.board.cards is not None:
            return self.board.cards.count("A")
        if self.board.rows is not None:
            return sum(row.count("A") for row in self.board.rows)
        return self.board.aces


def foul_reasons(values: Values, *, strict: bool) -> tuple[str, ...]:
    """Why three rows are a foul, in words (rules 2); empty where they are none.

    Each row must be at least as good as the one above it; with `strict`, better.
    """
    top, middle, bottom = values
    if middle.rank.low:
        reasons = [middle.fault] if middle.fault else []
        return (*reasons, *_out_of_order(top, "top", bottom, "bottom", strict))
    return (
        *_out_of_order(top, "top", middle, "middle", strict),
        *_out_of_order(middle, "middle", bottom, "bottom", strict),
    )


def _out_of_order(
    upper: RowValue, upper_label: str, lower: RowValue, lower_label: str, strict: bool
) -> tuple[str, ...]:
    if upper.strength > lower.strength:
        return (
            f"{upper_label} {upper.rank.name_against(lower.rank)} beats "
            f"{lower_label} {lower.rank.name_against(upper.rank)}",
        )
    if strict and upper.strength == lower.strength:
        return (f"{upper_label} and {lower_label} are equal, and the {lower_label} must be better",)
    return ()


def score_board(board: Board, scales: Scales, dealt: int | None = None) -> BoardScore:
    """One board by one rule set.

    `dealt` is how many cards the player got in fantasyland, None when not there (0 where the log marks
    fantasyland and the number is not known).
    """
    rules = scales.rules
    strict = rules.order == "strict"
    stay = NO_FANTASYLAND if dealt is None else _WAS_THERE
    values = None if board.sums is None else scales.values(board.sums)
    natural = None
    claims = board.stated is Stated.CLAIM
    if board.stated is not Stated.CARDS and not claims:
        return BoardScore(board, Status(board.stated.value), values, 0, None, stay, strict)
    if claims or (rules.naturals.hands and not rules.naturals.declared):
        natural = best_natural(board, rules.naturals, rules.wheel)
    if natural is not None or values is None:
        return BoardScore(board, Status.NATURAL, values, 0, natural, stay, strict)
    if foul_reasons(values, strict=strict):
        return BoardScore(board, Status.FOUL, values, 0, None, stay, strict)
    top, middle, bottom = values
    royalties = top.royalty + middle.royalty + bottom.royalty
    return BoardScore(board, Status.SET, values, royalties, None, _stay(values, rules, dealt), strict)


def _stay(values: Values, rules: Rules, dealt: int | None) -> Stay:
    """Entering, where a row does, and staying (rules 8): the largest number of extra cards counts."""
    land = rules.fantasyland
    if dealt is None:
        extra = [v.enter for v in values if v.enter is not None]
        if land is None or not extra:
            return NO_FANTASYLAND
        both = values[Row.TOP].enter is not None and values[Row.MIDDLE].enter is not None
        return Stay(False, True, land.cards + max(extra) + (land.together if both else 0))
    extra = [v.stay for v in values if v.stay is not None]
    if land is None or not extra:
        return _WAS_THERE
    base = dealt if land.stay_cards == "same" and dealt else land.cards
    return Stay(True, True, base + max(extra))
