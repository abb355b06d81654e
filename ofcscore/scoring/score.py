"""One deal to score lines: what each pair of boards exchanges, and why.

A score is a list of lines, each with a reason and points, and every total is nothing but their sum.
All numbers come from the rule set.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple

from ofcscore.game.board import ROWS, Board, Row, Stated
from ofcscore.game.cards import FLUSHES, RANK_BITS, RANK_MASK, SUIT_SHIFT
from ofcscore.game.naturals import Natural, best_natural, claimed_natural, compare_ties
from ofcscore.game.ranks import Category, Rank, rank_of_key, rank_word
from ofcscore.rules.model import ROYALTY_BITS, Fantasyland, Rules
from ofcscore.scoring.deal import Deal, Points

FLUSH_BIT: Final = 1 << RANK_BITS
# The places in the code of a row: the rows that enter fantasyland add up below the royalties.
_ROYALTY_SHIFT: Final = len(ROWS).bit_length()
_ROW_SHIFT: Final = _ROYALTY_SHIFT + ROYALTY_BITS
_STRENGTH_SHIFT: Final = _ROW_SHIFT + len(ROWS).bit_length()
_ENTERING: Final = (1 << _ROYALTY_SHIFT) - 1
_COUNTS: Final = (1 << _ROW_SHIFT) - 1
ALL_ROWS: Final = len(ROWS)


class Status(Enum):
    """What became of a board in a deal."""

    SET = "set"
    FOUL = "foul"
    SURRENDER = "surrender"
    ABSENT = "absent"
    NATURAL = "natural"


# Looked up once: the members of an enum are slow to reach on the path of every board.
_SET: Final = Status.SET
_FOUL: Final = Status.FOUL
_ABSENT: Final = Status.ABSENT
_NATURAL: Final = Status.NATURAL
_SURRENDER: Final = Status.SURRENDER
_TOP, _MIDDLE, _BOTTOM = ROWS
_CARDS: Final = Stated.CARDS
_CLAIM: Final = Stated.CLAIM
# What a named tuple's own constructor does, at half the cost: a long log makes millions.
_made: Final = tuple.__new__


NOBODY_DEALT: Final[Mapping[str, int]] = MappingProxyType({})


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


class _Codes(dict[int, int]):
    """What the sums without score lines need of a row value, as one number, by the same keys.

    From above: the strength, which row it is, the royalty, and whether the row enters fantasyland. So rows of
    one kind compare as their strengths do, and those of a board are in order where their strengths are.
    `ranks` has the rank of each code.
    """

    def __init__(self, of: _Values) -> None:
        self.of = of
        self.ranks: dict[int, Rank] = {}

    def __missing__(self, key: int) -> int:
        rank, strength, royalty, enter, _, _ = self.of[key]
        above = strength << _STRENGTH_SHIFT | self.of.row << _ROW_SHIFT
        code = self[key] = above | royalty << _ROYALTY_SHIFT | (enter is not None)
        self.ranks[code] = rank
        return code


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

    __slots__ = (
        "codes",
        "digest",
        "land",
        "naturals",
        "prices",
        "ranks",
        "rules",
        "strict",
        "tables",
        "unusual",
    )

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.digest = rules.digest
        self.strict = rules.order == "strict"
        self.unusual = self.strict or rules.middle.low
        self.land = rules.fantasyland
        self.prices = plain_prices(rules)
        # Those to be looked for in every board: none where naturals are declared.
        self.naturals = () if rules.naturals.declared else rules.naturals.hands
        self.tables = (
            _Values(rules, Row.TOP),
            _Values(rules, Row.MIDDLE),
            _Values(rules, Row.BOTTOM),
        )
        top, middle, bottom = self.tables
        self.codes = (_Codes(top), _Codes(middle), _Codes(bottom))
        self.ranks = [codes.ranks for codes in self.codes]

    def values(self, sums: tuple[int, int, int]) -> tuple[RowValue, RowValue, RowValue]:
        """The values of top, middle and bottom from their sums."""
        top, middle, bottom = self.tables
        t, m, b = sums
        return (
            top[t & RANK_MASK],
            middle[m & RANK_MASK | FLUSH_BIT if m >> SUIT_SHIFT in FLUSHES else m & RANK_MASK],
            bottom[b & RANK_MASK | FLUSH_BIT if b >> SUIT_SHIFT in FLUSHES else b & RANK_MASK],
        )


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

    A named tuple because a long log makes millions, and a frozen dataclass takes four times as long.
    """

    board: Board
    status: Status
    values: tuple[RowValue, RowValue, RowValue] | None
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
    def aces(self) -> int | None:
        """How many aces the board has, None where nobody knows."""
        if self.board.cards is not None:
            return self.board.cards.count("A")
        if self.board.rows is not None:
            return sum(row.count("A") for row in self.board.rows)
        return self.board.aces


def foul_reasons(values: tuple[RowValue, RowValue, RowValue], *, strict: bool) -> tuple[str, ...]:
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


def _is_foul(values: tuple[RowValue, RowValue, RowValue], scales: Scales) -> bool:
    """Whether rows are a foul (rules 2): those that `foul_reasons` has a reason for."""
    (_, x, _, _, _, _), (rank, y, _, _, _, fault), (_, z, _, _, _, _) = values
    if not scales.unusual:
        return not x <= y <= z
    if rank.low:
        return fault is not None or x > z
    return not x < y < z


def score_board(board: Board, scales: Scales, dealt: int | None = None) -> BoardScore:
    """One board by one rule set.

    `dealt` is how many cards the player got in fantasyland, None when not there (0 where the log marks
    fantasyland and the number is not known).
    """
    return _score_boards((board,), scales, {board.player: dealt})[0]


def _score_boards(
    boards: Sequence[Board], scales: Scales, dealt: Mapping[str, int | None]
) -> tuple[BoardScore, ...]:
    """Boards by one rule set.

    Values are unpacked whole: a long log has millions of them, and a field by its name takes as long as
    five by their places.
    """
    scored = []
    top_of, middle_of, bottom_of = scales.tables
    naturals, land, strict = scales.naturals, scales.land, scales.strict
    stay, was = NO_FANTASYLAND, None
    for board in boards:
        player, _, sums, stated, _, _, _, _, _, _ = board
        if dealt:
            was = dealt.get(player)
            stay = NO_FANTASYLAND if was is None else _WAS_THERE
        if naturals or stated is not _CARDS or sums is None:
            said = _said(board, scales, stay)
            if said is not None:
                scored.append(said)
                continue
        t, m, b = sums  # type: ignore[misc]
        values = top, middle, bottom = (
            top_of[t & RANK_MASK],
            middle_of[m & RANK_MASK | FLUSH_BIT if m >> SUIT_SHIFT in FLUSHES else m & RANK_MASK],
            bottom_of[b & RANK_MASK | FLUSH_BIT if b >> SUIT_SHIFT in FLUSHES else b & RANK_MASK],
        )
        if _is_foul(values, scales):
            scored.append(_made(BoardScore, (board, _FOUL, values, 0, None, stay, strict)))
            continue
        royalties = top.royalty + middle.royalty + bottom.royalty
        there = stay
        if was is not None or not top.enter is middle.enter is bottom.enter is None:
            there = _fantasyland(values, land, was)
        scored.append(_made(BoardScore, (board, _SET, values, royalties, None, there, strict)))
    return tuple(scored)


def _said(board: Board, scales: Scales, stay: Stay) -> BoardScore | None:
    """A board that is what the log says, or a natural; None where its rows are to be judged."""
    values = scales.values(board.sums) if board.sums is not None else None
    if board.stated is _CLAIM:
        natural = claimed_natural(board, scales.rules.naturals, scales.rules.wheel)
    elif board.stated is not _CARDS:
        return BoardScore(board, Status(board.stated.value), values, 0, None, stay, scales.strict)
    else:
        natural = best_natural(board, scales.rules.naturals, scales.rules.wheel)
    if natural is None and values is not None:
        return None
    return BoardScore(board, Status.NATURAL, values, 0, natural, stay, scales.strict)


def _fantasyland(
    values: tuple[RowValue, RowValue, RowValue], land: Fantasyland | None, dealt: int | None
) -> Stay:
    """Entering, where a row does, and staying (rules 8): the largest number of extra cards counts."""
    if dealt is None and land is not None:
        extra = [v.enter for v in values if v.enter is not None]
        both = values[0].enter is not None and values[1].enter is not None
        return Stay(False, True, land.cards + max(extra) + (land.together if both else 0))
    extra = [v.stay for v in values if v.stay is not None]
    if land is None or not extra:
        return _WAS_THERE
    base = dealt if land.stay_cards == "same" and dealt else land.cards
    return Stay(True, True, base + max(extra))


class _ScoreLine(NamedTuple):
    kind: str
    row: Row | None
    points: Points
    why: "str | tuple[Callable[..., str], *tuple[object, ...]]"


class ScoreLine(_ScoreLine):
    """One reason and its points, from the first player's side of the pair.

    Two lines are equal where they say the same; `why` is the reason in words, or what makes them.
    """

    __slots__ = ()

    @property
    def note(self) -> str:
        """The reason in words, which are put together only for who reads them."""
        if isinstance(self.why, str):
            return self.why
        words, *of = self.why
        return words(*of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScoreLine) and self._said() == other._said()

    def __hash__(self) -> int:
        return hash(self._said())

    def _said(self) -> tuple[str, Row | None, Points, str]:
        return self.kind, self.row, self.points, self.note

    def negated(self) -> "ScoreLine":
        return self._replace(points=-self.points)


_BOTH_FOULED: Final = ScoreLine("foul", None, 0, "both fouled")


class _PairScore(NamedTuple):
    first: str
    second: str
    lines: tuple[ScoreLine, ...]


class PairScore(_PairScore):
    """What two boards exchange: score lines from the first one's side, and nothing else."""

    @cached_property
    def points(self) -> Points:
        return whole(sum(line.points for line in self.lines))

    def row(self, row: Row) -> Points:
        """What the pair exchanged in one row, royalties in."""
        return whole(sum(line.points for line in self.lines if line.row is row))

    def kind(self, *kinds: str) -> Points:
        """The sum of the lines of these kinds."""
        return whole(sum(line.points for line in self.lines if line.kind in kinds))


class Exchange(NamedTuple):
    """What two boards exchange as one number, from the first one's side.

    `scoop` is 1 where the first wins all three rows, -1 where the second does, else 0.
    """

    first: str
    second: str
    points: Points
    scoop: int


Mark = tuple[str, Status, tuple[int, int, int], Stay]
"""A board of which there is something to count: player, status, royalties by row, fantasyland."""
_NO_ROYALTIES: Final = (0, 0, 0)
_Coded = tuple[str, int, int, int, int]
"""A set board by its player, the codes of its rows and its royalties; one that is fouled has code 0."""


class _DealScore(NamedTuple):
    deal: Deal
    scales: Scales
    dealt: Mapping[str, int]
    totals: dict[str, Points]
    exchanged: Sequence[tuple[str, str, Points, int]]
    marks: Sequence[Mark]
    coded: Sequence[_Coded]
    judged: tuple[BoardScore, ...] | None
    limited: tuple[PairScore, ...] | None


class DealScore(_DealScore):
    """One deal scored: boards in the order of the log, and what every pair that compared exchanged.

    `totals` are points of each person of the deal from its pairs, in board order (adjustments not in).
    `exchanged` has the fields of the `exchanges`, and `marks` has the boards that are fouled, have royalties
    or to do with fantasyland, or are naturals (others may be there as well). Everything else is made when
    somebody asks: of the codes of the rows (`coded`), or of what is `judged` and `limited` already.
    """

    @property
    def rules(self) -> Rules:
        return self.scales.rules

    @cached_property
    def boards(self) -> tuple[BoardScore, ...]:
        """Every board, ranked and judged."""
        if self.judged is not None:
            return self.judged
        return _score_boards(self.deal.boards, self.scales, self.dealt)

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """What every pair that compared exchanged."""
        return tuple([Exchange(*exchanged) for exchanged in self.exchanged])

    @property
    def pairs(self) -> tuple[PairScore, ...]:
        """Every pair that compared (rules 4) with its score lines, in board order."""
        if self.limited is not None:
            return self.limited
        # What `cached_property` does, without the lock that it takes before Python 3.12.
        kept = self.__dict__
        if "pairs" not in kept:
            kept["pairs"] = _plain_pairs(self.coded, self.scales)
        made: tuple[PairScore, ...] = kept["pairs"]
        return made


def with_pairs(score: DealScore, pairs: tuple[PairScore, ...]) -> DealScore:
    """The same deal scored as these pairs say."""
    return _with_pairs(score.deal, score.scales, score.dealt, score.boards, pairs)


def _with_pairs(
    deal: Deal,
    scales: Scales,
    dealt: Mapping[str, int],
    boards: tuple[BoardScore, ...],
    pairs: tuple[PairScore, ...],
) -> DealScore:
    exchanges = tuple(_exchange(pair) for pair in pairs)
    totals = _totals(deal, boards, exchanges)
    marks = [(b.player, b.status, _earned(b), b.fantasyland) for b in boards if b.status is not _ABSENT]
    return DealScore(deal, scales, dealt, totals, exchanges, marks, (), boards, pairs)


def _earned(board: BoardScore) -> tuple[int, int, int]:
    """The royalties of each row of a board."""
    if board.status is not _SET or board.values is None:
        return _NO_ROYALTIES
    top, middle, bottom = board.values
    return top.royalty, middle.royalty, bottom.royalty


def _exchange(pair: PairScore) -> Exchange:
    won = {(line.points > 0) - (line.points < 0) for line in pair.lines if line.kind == "row"}
    rows = sum(1 for line in pair.lines if line.kind == "row")
    scoop = won.pop() if len(won) == 1 and rows == len(ROWS) else 0
    return Exchange(pair.first, pair.second, pair.points, scoop)


def _totals(deal: Deal, boards: Sequence[BoardScore], exchanges: Sequence[Exchange]) -> dict[str, Points]:
    people = deal.table.people
    totals: dict[str, Points] = {
        people.get(b.player, b.player): 0 for b in boards if b.status is not Status.ABSENT
    }
    for first, second, points, _ in exchanges:
        totals[people.get(first, first)] += points
        totals[people.get(second, second)] -= points
    return totals


class _Prices(NamedTuple):
    """What a plain rule set pays: a row, a scoop, a foul, and whether a foul pays royalties and rows."""

    row: int
    scoop: int
    foul: int
    royalties: bool
    rows: int


def plain_prices(rules: Rules) -> _Prices | None:
    """The prices of a rule set whose pairs exchange rows, a scoop, royalties and foul prices alone.

    None for any other, whose points are only in the score lines.
    """
    plain = (
        rules.compare == "everyone"
        and rules.royalties.count == "both"
        and rules.points.scoop.factor == 1
        and not rules.points.scoop_all
        and not rules.points.overall
        and not rules.naturals.hands
        and not rules.aces
        and rules.moon is None
    )
    if not plain:
        return None
    row, scoop, pays = rules.points.row, rules.points.scoop.points, rules.foul.pays
    lost_rows = pays == "lost-rows"
    foul = pays if isinstance(pays, int) else len(ROWS) * row + scoop if lost_rows else 0
    return _Prices(row, scoop, foul, rules.foul.royalties and pays != "nothing", int(lost_rows))


def score_deal(deal: Deal, scales: Scales, dealt: Mapping[str, int] = NOBODY_DEALT) -> DealScore:
    """One deal by one rule set.

    `dealt` has the boards that are in fantasyland and their number of cards (0: not known).
    """
    sums = None if deal[2].people else plain_sums(deal[1], scales, dealt)
    if sums is None:
        return _score_with_lines(deal, scales, dealt)
    return with_sums(deal, scales, dealt, sums)


Sums = tuple[dict[str, Points], Sequence[tuple[str, str, Points, int]], Sequence[Mark], Sequence[_Coded]]
"""Totals, exchanges, marks and codes of a deal, as a `DealScore` has them."""


def with_sums(deal: Deal, scales: Scales, dealt: Mapping[str, int], sums: Sums) -> DealScore:
    """A deal scored as these sums say."""
    totals, exchanged, marks, coded = sums
    return _made(DealScore, (deal, scales, dealt, totals, exchanged, marks, coded, None, None))


def plain_sums(boards: Sequence[Board], scales: Scales, dealt: Mapping[str, int]) -> Sums | None:
    """What boards of different people exchange under a plain rule set, without a score line.

    None under any other, and where a board is not simply its cards. The sums are the same as those of
    `score_pairs`, which a test holds.
    """
    prices = scales.prices
    if prices is None:
        return None
    row, scoop, foul, paid, rows = prices
    top_of, middle_of, bottom_of = scales.codes
    usual, shift = not scales.unusual, _ROYALTY_SHIFT
    stay, was = NO_FANTASYLAND, None
    totals: dict[str, Points] = {}
    coded: list[_Coded] = []
    marks: list[Mark] = []
    for board in boards:
        player, sums = board[0], board[2]
        if board[3] is not _CARDS or sums is None:
            return None
        if dealt:
            was = dealt.get(player)
            stay = NO_FANTASYLAND if was is None else _WAS_THERE
        totals[player] = 0
        t, m, b = sums
        x = top_of[t & RANK_MASK]
        y = middle_of[m & RANK_MASK | FLUSH_BIT if m >> SUIT_SHIFT in FLUSHES else m & RANK_MASK]
        z = bottom_of[b & RANK_MASK | FLUSH_BIT if b >> SUIT_SHIFT in FLUSHES else b & RANK_MASK]
        if not x <= y <= z if usual else _is_foul(scales.values(sums), scales):
            coded.append((player, 0, 0, 0, 0))
            marks.append((player, _FOUL, _NO_ROYALTIES, stay))
            continue
        if was is None and not (x | y | z) & _COUNTS:
            coded.append((player, x, y, z, 0))
        else:
            p, q, r = x & _COUNTS, y & _COUNTS, z & _COUNTS
            counts = p + q + r
            coded.append((player, x, y, z, counts >> shift))
            there = stay
            if counts & _ENTERING or was is not None:
                there = _fantasyland(scales.values(sums), scales.land, was)
            marks.append((player, _SET, (p >> shift, q >> shift, r >> shift), there))
    exchanged = []
    for (first, a, b, c, ours), (second, x, y, z, theirs) in combinations(coded, 2):
        scooped = points = 0
        if c and z:
            # Three times the same in full: signs by subtraction take four times as long.
            if a > x:
                won = 1
            elif a < x:
                won = -1
            else:
                won = 0
            if b > y:
                won += 1
            elif b < y:
                won -= 1
            if c > z:
                won += 1
            elif c < z:
                won -= 1
            points = won * row + ours - theirs
            if won == ALL_ROWS:
                scooped, points = 1, points + scoop
            elif won == -ALL_ROWS:
                scooped, points = -1, points - scoop
        elif c:
            scooped, points = rows, foul + ours if paid else foul
        elif z:
            scooped, points = -rows, -foul - theirs if paid else -foul
        exchanged.append((first, second, points, scooped))
        totals[first] += points
        totals[second] -= points
    return totals, exchanged, marks, coded


def _score_with_lines(deal: Deal, scales: Scales, dealt: Mapping[str, int]) -> DealScore:
    """One deal by any rule set, from its score lines."""
    boards = _score_boards(deal.boards, scales, dealt)
    return _with_pairs(deal, scales, dealt, boards, score_pairs(deal, boards, scales.rules))


def _plain_pairs(coded: Sequence[_Coded], scales: Scales) -> tuple[PairScore, ...]:
    """The score lines of a deal under a plain rule set, the same as those of `score_pairs`."""
    assert scales.prices is not None  # or there were no codes
    row, scoop, foul, paid, rows = scales.prices
    tops, middles, bottoms = scales.ranks
    sides = [(board, *(_royalties(board, scales) if board[-1] else _NOTHING)) for board in coded]
    pairs = []
    for ((first, a, b, c, _), ours, _), ((second, x, y, z, _), _, theirs) in combinations(sides, 2):
        if c and z:
            top = 1 if a > x else -1 if a < x else 0
            middle = 1 if b > y else -1 if b < y else 0
            bottom = 1 if c > z else -1 if c < z else 0
            lines: _Lines = (
                _made(ScoreLine, ("row", _TOP, top * row, (_codes_note, tops, a, x, top))),
                _made(ScoreLine, ("row", _MIDDLE, middle * row, (_codes_note, middles, b, y, middle))),
                _made(ScoreLine, ("row", _BOTTOM, bottom * row, (_codes_note, bottoms, c, z, bottom))),
            )
            if ours or theirs:
                lines += ours + theirs
            if scoop and top == middle == bottom != 0:
                lines += _scoop_line(first if top == 1 else second, top * scoop)
        elif c or z:
            sign, winner, loser = (1, first, second) if c else (-1, second, first)
            lines = _foul_lines(loser, sign * row, ROWS) if rows else _foul_lines(loser, sign * foul)
            if paid:
                lines += ours if c else theirs
            if rows and scoop:
                lines += _scoop_line(winner, sign * scoop)
        else:
            lines = (_BOTH_FOULED,)
        pairs.append(_made(PairScore, (first, second, lines)))
    return tuple(pairs)


_Lines = tuple[ScoreLine, ...]
_NOTHING: Final[tuple[_Lines, _Lines]] = ((), ())


def _royalties(coded: _Coded, scales: Scales) -> tuple[_Lines, _Lines]:
    """The royalties of one board as score lines, where it is the first of a pair and where the second."""
    player, *codes, _ = coded
    ours: _Lines = ()
    theirs: _Lines = ()
    for row, code in enumerate(codes):
        royalty = (code & _COUNTS) >> _ROYALTY_SHIFT
        if royalty:
            why = (_royalty_note, player, scales.ranks[row][code], ROWS[row])
            ours += (_made(ScoreLine, ("royalty", ROWS[row], royalty, why)),)
            theirs += (_made(ScoreLine, ("royalty", ROWS[row], -royalty, why)),)
    return ours, theirs


@lru_cache
def _foul_lines(loser: str, points: int, rows: tuple[Row, ...] = ()) -> _Lines:
    """What a foul alone pays under a plain rule set: one price, or that of a lost row in each of `rows`."""
    why = f"{loser} fouled"
    return tuple(ScoreLine("row", row, points, why) for row in rows) or (
        ScoreLine("foul", None, points, why),
    )


@lru_cache
def _scoop_line(winner: str, points: int) -> _Lines:
    return (ScoreLine("scoop", None, points, (_scoop_note, winner)),)


def whole(points: Points) -> Points:
    """Points as an int where they are whole."""
    if isinstance(points, Fraction) and points.denominator == 1:
        return int(points)
    return points


def score_pairs(deal: Deal, boards: Sequence[BoardScore], rules: Rules) -> tuple[PairScore, ...]:
    """Every pair of boards that compares (rules 4), in board order."""
    context = _Context(deal, boards, rules)
    return tuple([_made(PairScore, (a[0][0], b[0][0], _pair_lines(a, b, context))) for a, b in context.pairs])


_WON_ALL: Final = (1,) * ALL_ROWS
_LOST_ALL: Final = (-1,) * ALL_ROWS
_WON_NONE: Final = (0,) * ALL_ROWS


class _Context:
    """What a pair needs to know of its deal."""

    def __init__(self, deal: Deal, boards: Sequence[BoardScore], rules: Rules) -> None:
        self.rules = rules
        self.whoever_wins = rules.royalties.count == "both"
        self.aces = bool(rules.aces)
        self.replaces = rules.royalties.count == "winner-replaces"
        # A board's status by its place: by its name it takes three times as long.
        self.playing = [board for board in boards if board[1] is not _ABSENT]
        self.pairs: Sequence[tuple[BoardScore, BoardScore]] = [*combinations(self.playing, 2)]
        people, bank = deal.table.people, deal.table.bank if rules.compare == "bank" else None
        self.banks: Collection[str] = ()
        if people or bank is not None:
            person = {b.player: people.get(b.player, b.player) for b in self.playing}
            self.banks = {player for player in person if person[player] == bank}
            self.pairs = [
                (a, b)
                for a, b in self.pairs
                if person[a.player] != person[b.player]
                and (bank is None or a.player in self.banks or b.player in self.banks)
            ]
        there = [board[1] for board in boards]
        self.natural = _NATURAL in there
        self.deciders = _deciders(
            rules.decides,
            rules.compare,
            _SURRENDER in there,
            self.natural,
            _FOUL in there,
            rules.moon is not None,
        )

    def signs(self, a: BoardScore, b: BoardScore) -> tuple[int, ...]:
        """Who wins top, middle and bottom: 1 the first, -1 the second, 0 nobody.

        A foul loses every row to a set board (rules 2); a tied row is the bank's (rules 4).
        """
        one, status, ours, _, _, _, _ = a
        two, other, theirs, _, _, _, _ = b
        if status is _FOUL:
            return _WON_NONE if other is _FOUL else _LOST_ALL
        if other is _FOUL:
            return _WON_ALL
        if ours is None or theirs is None:
            return _WON_NONE
        tie = (one.player in self.banks) - (two.player in self.banks)
        (_, x, _, _, _, _), (_, y, _, _, _, _), (_, z, _, _, _, _) = ours
        (_, p, _, _, _, _), (_, q, _, _, _, _), (_, r, _, _, _, _) = theirs
        return ((x > p) - (x < p) or tie, (y > q) - (y < q) or tie, (z > r) - (z < r) or tie)

    @cached_property
    def scoops_all(self) -> frozenset[str]:
        """Who scoops all of two or more opponents (rules 3); any natural in the deal cancels it.

        A pair that the moon pays is not compared, and is no opponent for either of the two.
        """
        if self.natural:
            return frozenset()
        scooped: dict[str, list[bool]] = {b.player: [] for b in self.playing}
        for a, b in self.pairs:
            if self._paid_by_moon(a, b):
                continue
            gone = Status.SURRENDER in (a.status, b.status)
            signs = self.signs(a, b)
            scooped[a.player].append(signs.count(1) == ALL_ROWS and not gone)
            scooped[b.player].append(signs.count(-1) == ALL_ROWS and not gone)
        return frozenset(p for p, all_ in scooped.items() if len(all_) > 1 and all(all_))

    def _paid_by_moon(self, a: BoardScore, b: BoardScore) -> bool:
        """Whether the moon decides a pair, and nothing before it."""
        rules = self.rules
        if rules.moon is None or not any(_on_the_moon(board, rules.moon.highest) for board in (a, b)):
            return False
        before = rules.decides[: rules.decides.index("moon")]
        return not ("foul" in before and _FOUL in (a.status, b.status))

    @cached_property
    def single(self) -> str | None:
        """Who beats every opponent on at least two rows (rules 4), None where nobody does."""
        beaten: dict[str, list[bool]] = {b.player: [] for b in self.playing if b.status in (_SET, _FOUL)}
        for a, b in self.pairs:
            if a.player in beaten and b.player in beaten:
                signs = self.signs(a, b)
                beaten[a.player].append(signs.count(1) > 1)
                beaten[b.player].append(signs.count(-1) > 1)
        return next((p for p, wins in beaten.items() if wins and all(wins)), None)

    @cached_property
    def best(self) -> tuple[frozenset[str], ...]:
        """Who has the best top, middle and bottom (rules 4, pool); a foul wins nothing."""
        best = []
        for row in ROWS:
            strengths = {
                b.player: b.values[row].strength
                for b in self.playing
                if b.status is _SET and b.values is not None
            }
            top = max(strengths.values(), default=None)
            best.append(frozenset(p for p, s in strengths.items() if s == top))
        return tuple(best)


@cache
def _deciders(
    names: tuple[str, ...], compare: str, surrender: bool, natural: bool, foul: bool, moon: bool
) -> "tuple[_Decider, ...]":
    """What may decide a pair of a deal that has such boards; rows are compared as `compare` says."""
    there = {"surrender": surrender, "natural": natural, "foul": foul, "moon": moon, "rows": True}
    deciders = {**DECIDERS, "rows": COMPARISONS[compare]}
    return tuple([deciders[name] for name in names if there[name]])


def _pair_lines(a: BoardScore, b: BoardScore, context: _Context) -> tuple[ScoreLine, ...]:
    for decider in context.deciders:  # pragma: no branch - rows decide where nothing else does
        lines = decider(a, b, context)
        if lines is not None:
            break
    if context.aces:
        return (*(lines or ()), *_aces(a, b, context.rules))
    return lines or ()


def _one_sided(
    a: BoardScore,
    b: BoardScore,
    first: bool,
    lines: Callable[[BoardScore, BoardScore], list[ScoreLine]],
) -> tuple[ScoreLine, ...]:
    """Lines that `lines(winner, loser)` makes from the winner's side, turned to the first's side."""
    if first:
        return tuple(lines(a, b))
    return tuple(line.negated() for line in lines(b, a))


def _surrender(a: BoardScore, b: BoardScore, context: _Context) -> tuple[ScoreLine, ...] | None:
    """Surrender (rules 6): a flat amount to each who has not surrendered, and nothing else."""
    gone = (a.status is Status.SURRENDER, b.status is Status.SURRENDER)
    if gone == (False, False):
        return None
    if gone == (True, True):
        return ()
    price = surrender_price(context.rules)
    return _one_sided(
        a,
        b,
        gone[1],
        lambda winner, loser: [ScoreLine("surrender", None, price, f"{loser.player} surrenders")],
    )


def surrender_price(rules: Rules) -> int:
    """What a surrender pays each opponent; `two-rows` is one row and the overall point (rules 6)."""
    if rules.surrender == "two-rows":
        return rules.points.row + rules.points.overall
    return 0 if rules.surrender == "none" else rules.surrender


def _natural(a: BoardScore, b: BoardScore, context: _Context) -> tuple[ScoreLine, ...] | None:
    """Naturals (rules 5): flat against any other board; two meet as `between` says."""
    x, y = a.natural, b.natural
    if x is not None and y is not None:
        between = context.rules.naturals.between
        if between == "higher":
            ahead = (x.order > y.order) - (x.order < y.order) or compare_ties(x, y)
        else:
            ahead = (x.points > y.points) - (x.points < y.points)
        if ahead == 0:
            note = f"{x.name} against {y.name}: nobody is ahead"
            return (ScoreLine("natural", None, 0, note),)
        win, lose = (x, y) if ahead == 1 else (y, x)
        points = win.points - (lose.points if between == "difference" else 0)
        note = f"{win.name} beats {lose.name}"
        return (ScoreLine("natural", None, ahead * points, note),)
    if x is not None:
        return (ScoreLine("natural", None, x.points, x.name),)
    if y is not None:
        return (ScoreLine("natural", None, -y.points, y.name),)
    return None


def _foul(a: BoardScore, b: BoardScore, context: _Context) -> tuple[ScoreLine, ...] | None:
    """A foul against a set board (rules 2); two fouls exchange nothing."""
    fouls = (a.status is _FOUL, b.status is _FOUL)
    if fouls == (False, False):
        return None
    if fouls == (True, True):
        return (_BOTH_FOULED,)
    price = context.rules.foul
    if price.pays == "nothing":
        return (ScoreLine("foul", None, 0, f"{(a if fouls[0] else b).player} fouled"),)

    def lines(winner: BoardScore, loser: BoardScore) -> list[ScoreLine]:
        if price.pays == "lost-rows":
            return _won_lines(winner, loser, _WON_ALL, context, f"{loser.player} fouled")
        assert isinstance(price.pays, int)
        foul = ScoreLine("foul", None, price.pays, f"{loser.player} fouled")
        return [foul, *(_royalty_lines(winner, 1, _WON_ALL, context) if price.royalties else ())]

    return _one_sided(a, b, fouls[1], lines)


def _moon(a: BoardScore, b: BoardScore, context: _Context) -> tuple[ScoreLine, ...] | None:
    """Shooting the moon (rules 6): instead of that pair's rows and royalties; both on the moon: 0."""
    moon = context.rules.moon
    assert moon is not None  # or nobody would be asked
    there = (_on_the_moon(a, moon.highest), _on_the_moon(b, moon.highest))
    if there == (False, False):
        return None
    if there == (True, True):
        return (ScoreLine("moon", None, 0, "both shoot the moon"),)
    return _one_sided(
        a,
        b,
        there[0],
        lambda winner, loser: [ScoreLine("moon", None, moon.points, f"{winner.player} shoots the moon")],
    )


def _on_the_moon(score: BoardScore, highest: int) -> bool:
    if score.status is not Status.SET or score.values is None:
        return False
    rank = score.values[Row.BOTTOM].rank
    return rank.category is Category.HIGH_CARD and rank.ranks[0] <= highest


def _each_row(a: BoardScore, b: BoardScore, context: _Context) -> tuple[ScoreLine, ...]:
    """Two set boards row by row (rules 3)."""
    return tuple(_won_lines(a, b, context.signs(a, b), context, None))


def _won_lines(
    a: BoardScore, b: BoardScore, signs: tuple[int, ...], context: _Context, reason: str | None
) -> list[ScoreLine]:
    """Rows, royalties, scoops and the overall point, from the first's side; `reason` for a foul."""
    rules = context.rules
    price, (scoop, factor), scoop_all, overall, _ = rules.points
    _, _, ours, earned, _, _, _ = a
    _, _, theirs, owed, _, _, _ = b
    top, middle, bottom = signs
    why: tuple[object, object, object] = (reason, reason, reason)
    if reason is None and ours is not None and theirs is not None:
        (x, _, _, _, _, _), (y, _, _, _, _, _), (z, _, _, _, _, _) = ours
        (p, _, _, _, _, _), (q, _, _, _, _, _), (r, _, _, _, _, _) = theirs
        why = (_row_note, x, p, top), (_row_note, y, q, middle), (_row_note, z, r, bottom)
    lines = [
        _made(ScoreLine, ("row", _TOP, top * price, why[0])),
        _made(ScoreLine, ("row", _MIDDLE, middle * price, why[1])),
        _made(ScoreLine, ("row", _BOTTOM, bottom * price, why[2])),
    ]
    if context.replaces and (reason is None or rules.foul.royalties):
        lines = [_replaced(row, lines[row], a, b, signs[row]) for row in ROWS]
    if earned and (reason is None or rules.foul.royalties):
        lines += _royalty_lines(a, 1, signs, context)
    if owed:  # nothing to who fouled
        lines += _royalty_lines(b, -1, signs, context)
    if top == middle == bottom != 0:
        winner = a if top == 1 else b
        if scoop or factor != 1:
            points = top * scoop if factor == 1 else (factor - 1) * _row_payments(lines)
            lines.append(_made(ScoreLine, ("scoop", None, points, (_scoop_note, winner.player))))
        if scoop_all and winner.player in context.scoops_all:
            lines.append(_scoop_all_line(winner, top, lines, rules))
    if overall:
        lines += _overall_line(a, b, signs, lines, rules)
    return lines


def _codes_note(ranks: Mapping[int, Rank], x: int, y: int, sign: int) -> str:
    return _row_note(ranks[x], ranks[y], sign)


def _row_note(x: Rank, y: Rank, sign: int) -> str:
    if x > y:
        return f"{x.name_against(y)} beats {y.name_against(x)}"
    if x < y:
        return f"{y.name_against(x)} beats {x.name_against(y)}"
    return f"both {x.name}, a tie is the bank's" if sign else f"both {x.name}, a tie"


def _row_payments(lines: Sequence[ScoreLine]) -> Points:
    return sum([line.points for line in lines if line.kind == "row"])


def _at(row: Row) -> str:
    return {Row.TOP: "on top", Row.MIDDLE: "in the middle", Row.BOTTOM: "at the bottom"}[row]


def _replaced(row: Row, line: ScoreLine, a: BoardScore, b: BoardScore, sign: int) -> ScoreLine:
    """A row's line whose points are the royalty that the winning row earns, where it earns one (rules 3)."""
    values = (a if sign == 1 else b).values
    if not sign or values is None or not values[row].royalty:
        return line
    rank, royalty = values[row].rank, values[row].royalty
    return ScoreLine("row", row, sign * royalty, f"{line.note}, and {rank.name} {_at(row)} pays {royalty}")


def _royalty_lines(
    score: BoardScore, side: int, signs: tuple[int, ...], context: _Context
) -> list[ScoreLine]:
    """Royalties of one board of the pair (rules 3); `side` is 1 for the first's, -1 for the second's."""
    if context.replaces or score.values is None:
        return []
    player, lines = score.player, []
    for row in ROWS:
        rank, _, royalty, _, _, _ = score.values[row]
        if royalty and (context.whoever_wins or signs[row] == side):
            lines.append(
                _made(ScoreLine, ("royalty", row, side * royalty, (_royalty_note, player, rank, row)))
            )
    return lines


def _royalty_note(player: str, rank: Rank, row: Row) -> str:
    return f"{player}'s {rank.name} {_at(row)}"


def _scoop_note(player: str) -> str:
    return f"{player} wins all three rows"


def _scoop_all_line(winner: BoardScore, side: int, lines: Sequence[ScoreLine], rules: Rules) -> ScoreLine:
    """The scoop of everybody (rules 3), over the scoop; factors multiply the row payments."""
    scoop, bonus = rules.points.scoop, rules.points.scoop_all
    more = bonus.factor - scoop.factor
    points = side * bonus.points if bonus.factor == 1 else more * _row_payments(lines)
    return ScoreLine("scoop-all", None, points, f"{winner.player} wins all three rows against everyone")


def _overall_line(
    a: BoardScore, b: BoardScore, signs: tuple[int, ...], lines: Sequence[ScoreLine], rules: Rules
) -> list[ScoreLine]:
    """The overall point (rules 3), by rows won or by points so far."""
    if rules.points.overall_by == "rows":
        side = (signs.count(1) > 1) - (signs.count(-1) > 1)
        note = "wins more rows"
    else:
        points = sum(line.points for line in lines)
        side = (points > 0) - (points < 0)
        note = "is ahead"
    if side == 0:
        return []
    return [
        ScoreLine("overall", None, side * rules.points.overall, f"{(a if side == 1 else b).player} {note}")
    ]


def _single(a: BoardScore, b: BoardScore, context: _Context) -> tuple[ScoreLine, ...]:
    """The single winner is paid by each opponent (rules 4)."""
    if context.single not in (a.player, b.player):
        return ()
    note = f"{context.single} beats everyone on at least two rows"
    side = 1 if context.single == a.player else -1
    return (ScoreLine("overall", None, side * context.rules.points.row, note),)


def _pool(a: BoardScore, b: BoardScore, context: _Context) -> tuple[ScoreLine, ...]:
    """The pool as pair lines (rules 4): a row's winner takes 1, or 1/k of a tie, from each loser."""
    lines = []
    for row in ROWS:
        best = context.best[row]
        side = (a.player in best) - (b.player in best)
        if side:
            share = whole(Fraction(context.rules.points.row, len(best)))
            winner = a if side == 1 else b
            tied = "" if len(best) == 1 else f", shared by {len(best)}"
            lines.append(
                ScoreLine("row", row, side * share, f"{winner.player} has the best {row.label}{tied}")
            )
    sweep = context.rules.pool_sweep
    for side, player in ((1, a.player), (-1, b.player)):
        if sweep and all(best == {player} for best in context.best):
            lines.append(ScoreLine("scoop-all", None, side * sweep, f"{player} sweeps the pool"))
    return tuple(lines)


def _aces(a: BoardScore, b: BoardScore, rules: Rules) -> tuple[ScoreLine, ...]:
    """The aces side bet (rules 6): the difference, whatever else happened."""
    if a.aces is None or b.aces is None or a.aces == b.aces:
        return ()
    points = rules.aces[a.aces] - rules.aces[b.aces]
    return (ScoreLine("aces", None, points, f"aces: {a.player} {a.aces}, {b.player} {b.aces}"),)


_Decider = Callable[[BoardScore, BoardScore, _Context], tuple[ScoreLine, ...] | None]
DECIDERS: Final[Mapping[str, _Decider]] = {
    "surrender": _surrender,
    "natural": _natural,
    "foul": _foul,
    "moon": _moon,
}
"""What may decide a pair before its rows do, by its name in rule sets."""
COMPARISONS: Final[Mapping[str, Callable[[BoardScore, BoardScore, _Context], tuple[ScoreLine, ...]]]] = {
    "everyone": _each_row,
    "bank": _each_row,
    "single-winner": _single,
    "pool": _pool,
}
