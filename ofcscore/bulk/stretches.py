"""Stretches: runs of canonical deals of a log with the same layout, and their scores without numpy.

The first deal of a stretch defines the positions of its names, cards and empty lines. The following deals are
compared with it byte by byte. The first deal with other differences than its number and cards ends the
stretch. Here each kind of row and of pair is scored once by the reference scorer. `regular_deals` does the
same with numpy: it has functions of the same names, and its `ScoredStretch` extends the one here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice, pairwise
from typing import Any, Final, NamedTuple, Protocol, Self

from ofcscore.bulk.supported import NO_ROYALTIES, PairState
from ofcscore.game.cards import BOARD_SIZE, DECK_MASK, RANKS, ROWS, SUITS, Board, weigh
from ofcscore.log.read.sources import LINE_LIMIT
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import Status, compare, is_foul, next_fantasyland, scales_of
from ofcscore.scoring.deal import Deal, Points, Table
from ofcscore.scoring.score import DealScore, score_deal
from ofcscore.scoring.score_lines import PairTotals, whole
from ofcscore.session.money import UnbalancedError
from ofcscore.session.result import Standing, SumOfDeals

FEWEST: Final = 8
"""The fewest deals for which a stretch is faster than the reference path."""
PROVED_ONE_IN: Final = 1000
"""One of this many deals is scored again by the reference path as a check."""
Sums = tuple[int, int, int]
"""The sums of the cards in top, middle and bottom."""


class Form(NamedTuple):
    """The patterns of canonical deals in one log format.

    `begins` matches the end of a line after which a deal begins. `board` matches a board with its name and
    rows, `deal` a deal with its number and boards.
    """

    begins: re.Pattern[bytes]
    board: re.Pattern[bytes]
    deal: re.Pattern[bytes]

    @classmethod
    @cache
    def of(cls, begins: bytes, board: str, deal: str) -> Self:
        """Compile patterns with placeholders such as `TOP` and `BOARD`."""
        for word, row in zip(("TOP", "MID", "BOT"), ROWS, strict=True):
            board = board.replace(word, f"({' '.join([f'[{RANKS}][{SUITS}]'] * row.size)})")
        deal = deal.replace("NUMBER", "([1-9][0-9]{0,15})").replace("BOARD", re.sub("[()]", "", board))
        return cls(re.compile(begins), re.compile(board.encode()), re.compile(deal.encode()))

    def behind(self, deals: int, data: bytes, at: int = 0) -> int | None:
        """Return the offset where the `deals`-th deal after `at` begins, None if there are fewer."""
        found = next(islice(self.begins.finditer(data, at), deals - 1, None), None)
        return None if found is None else found.end()


class Shape(NamedTuple):
    """The layout of each deal in a stretch.

    `size` is the number of bytes, `lines` the number of lines with empty ones. `names` are the written names
    of the boards. `digits` are the byte offsets of the deal's number, `rows_at` those of the rows and
    `lines_at` their line numbers, all from the start of the deal.
    """

    size: int
    lines: int
    digits: slice
    names: tuple[bytes, ...]
    rows_at: tuple[tuple[int, int, int], ...]
    lines_at: tuple[int, ...]


class Stretch(NamedTuple):
    """Valid deals with the same layout and seats, numbered consecutively from `number`.

    They begin at `start` in `data`. `boards` has columns of their cards, with the boards of each deal next to
    each other; before it is read, the cards may be invalid. `line` is their first line in the log, once the
    text before is read.
    """

    data: bytes
    start: int
    number: int
    deals: int
    shape: Shape
    boards: tuple[Any, ...] = ()
    line: int = 0

    @property
    def end(self) -> int:
        return self.start + self.deals * self.shape.size

    def part(self, first: int, last: int) -> Stretch:
        """Return the deals with indices from `first` (from 0) to `last` (exclusive)."""
        of = slice(first * len(self.shape.names), last * len(self.shape.names))
        return self._replace(
            start=self.start + first * self.shape.size,
            line=self.line + first * self.shape.lines,
            number=self.number + first,
            deals=last - first,
            boards=tuple([column[of] for column in self.boards]),
        )

    def deal(self, deal: int, players: tuple[str, ...], table: Table) -> Deal:
        """Return a deal exactly as the deal-by-deal reader returns it."""
        shape = self.shape
        begins = self.start + deal * shape.size
        line = self.line + deal * shape.lines
        boards = []
        for player, rows_at, line_at in zip(players, shape.rows_at, shape.lines_at, strict=True):
            top, middle, bottom = (
                self.data[begins + at : begins + at + 3 * row.size - 1].decode()
                for at, row in zip(rows_at, ROWS, strict=True)
            )
            source = self._line_at(begins + rows_at[0])
            boards.append(Board.of(player, top, middle, bottom, line=line + line_at, source=source))
        name = str(self.number + deal)
        return Deal(name, tuple(boards), table, line=line, source=self._line_at(begins))

    def _line_at(self, at: int) -> str:
        """Return the line that contains a byte offset, without its line end."""
        return self.data[self.data.rfind(b"\n", 0, at) + 1 : self.data.index(b"\n", at)].decode()


# -- stretches in the bytes of a log ------------------------------------------------------------------


def alike(run: Stretch) -> int:
    """Return how many deals of a possible run have the layout of the first and consecutive numbers."""
    pattern = _pattern(run)
    for deal in range(run.deals):
        match = pattern.match(run.data, run.start + deal * run.shape.size)
        if match is None or int(match[1]) != run.number + deal:
            return deal
    return run.deals


def _pattern(run: Stretch) -> re.Pattern[bytes]:
    """Return a pattern of deals with the layout of the first: its number, any two signs for each card."""
    deal, digits = run.data[run.start : run.start + run.shape.size], run.shape.digits
    parts, at = [], 0
    places = [(digits.start, digits.stop, b"([0-9]{%d})" % (digits.stop - digits.start))]
    for rows_at in run.shape.rows_at:
        for row_at, row in zip(rows_at, ROWS, strict=True):
            places.append((row_at, row_at + 3 * row.size - 1, b" ".join([b".."] * row.size)))
    for start, stop, found in places:
        parts += [re.escape(deal[at:start]), found]
        at = stop
    return re.compile(b"".join([*parts, re.escape(deal[at:])]), re.DOTALL)


def read_boards(run: Stretch) -> tuple[Stretch, list[int]]:
    """Return a run with its boards, and the indices of deals that need the reference path.

    They have an invalid or repeated card. A deal whose first board equals that of the deal before is one too,
    because it may be a repetition.
    """
    boards, players, before, unsound = _boards(run), len(run.shape.names), 0, []
    for deal in range(run.deals):
        own = boards[deal * players : (deal + 1) * players]
        deck = _deck(*own[:1])
        if deck == before or _deck(*own).bit_count() != BOARD_SIZE * players:
            unsound.append(deal)
        before = deck
    return run._replace(boards=(boards,)), unsound


def _deck(*boards: Sums) -> int:
    """Return a bit mask of the cards of boards, which has as many bits as cards if all differ."""
    cards = 0
    for top, middle, bottom in boards:
        cards |= top | middle | bottom
    return cards & DECK_MASK


def _boards(run: Stretch) -> list[Sums]:
    """Return the sums of the boards of a run, 0 for those with an invalid card."""
    text, found = run.data[run.start : run.end].decode("latin-1"), []
    slices = [
        [slice(at, at + 3 * row.size - 1) for at, row in zip(rows_at, ROWS, strict=True)]
        for rows_at in run.shape.rows_at
    ]
    for start in range(0, len(text), run.shape.size):
        deal = text[start : start + run.shape.size]
        for top, middle, bottom in slices:
            try:
                found.append((weigh(deal[top]), weigh(deal[middle]), weigh(deal[bottom])))
            except KeyError:
                found.append((0, 0, 0))
    return found


class Scorer(Protocol):
    """A module that reads and scores stretches: this one, or `regular_deals` with numpy."""

    @property
    def ScoredStretch(self) -> type[ScoredStretch]: ...  # noqa: N802 - it is the class of the module

    def alike(self, run: Stretch, /) -> int: ...

    def read_boards(self, run: Stretch, /) -> tuple[Stretch, list[int]]: ...


def find_stretches(form: Form, data: bytes, scorer: Scorer) -> Iterator[Stretch]:
    """Yield the stretches of a piece of a log, which begins and ends at the borders of deals.

    The text between stretches is skipped.
    """
    for run in _runs(form, data, 0, scorer.alike):
        whole_run, unsound = scorer.read_boards(run)
        for before, after in pairwise([-1, *unsound, run.deals]):
            if after - before > FEWEST:
                yield whole_run.part(before + 1, after)


def irregular(form: Form, data: bytes, alike: Callable[[Stretch], int]) -> bytes:
    """Return a piece of a log without the deals that differ from one before only in number and cards."""
    kept, at = [], 0
    for run in _runs(form, data, form.behind(1, data), alike):
        kept.append(data[at : run.start + run.shape.size])
        at = run.end
    return b"".join([*kept, data[at:]])


def _runs(form: Form, data: bytes, at: int | None, alike: Callable[[Stretch], int]) -> Iterator[Stretch]:
    """Yield the runs of deals with the same layout from an offset where a deal begins, without boards."""
    passed = 1
    while at is not None and at < len(data):
        first = form.deal.match(data, at)
        run = None if first is None else _run(form, first, alike)
        if run is not None:
            yield run
            at, passed = run.end, 1
        else:
            # Skip more deals after each failure, because a search at every deal costs too much.
            at, passed = form.behind(passed, data, at), min(2 * passed, 256)


def _run(form: Form, first: re.Match[bytes], alike: Callable[[Stretch], int]) -> Stretch | None:
    """Return the run of deals that begins with a deal, None if too few have the same layout."""
    data, at, shape, number = first.string, first.start(), _shape(form, first), int(first[1])
    run = Stretch(data, at, number, min((len(data) - at) // shape.size, 10 ** len(first[1]) - number), shape)
    if run.deals < FEWEST or shape.size > LINE_LIMIT:
        return None
    run = run._replace(deals=alike(run))
    if run.end < len(data) and not form.begins.match(data, run.end - 1):
        # The text after the last deal belongs to it too.
        run = run._replace(deals=run.deals - 1)
    return None if run.deals < FEWEST else run


def _shape(form: Form, deal: re.Match[bytes]) -> Shape:
    data, start = deal.string, deal.start()
    found = list(form.board.finditer(data, deal.end(1), deal.end()))
    return Shape(
        deal.end() - start,
        data.count(b"\n", start, deal.end()),
        slice(deal.start(1) - start, deal.end(1) - start),
        tuple(board[1] for board in found),
        tuple((board.start(2) - start, board.start(3) - start, board.start(4) - start) for board in found),
        tuple(data.count(b"\n", start, board.start()) for board in found),
    )


# -- stretches scored ---------------------------------------------------------------------------------


class Figures(NamedTuple):
    """The figures that check a deal: fouls and royalties by seat, points and scoop by pair."""

    fouls: list[bool]
    royalties: list[int]
    pairs: list[tuple[Points, int]]


class _Pair(NamedTuple):
    """The score of a pair, from the side of its first board."""

    points: Points
    scoop: int
    totals: PairTotals


class _Pairs(dict[PairState, _Pair]):
    """A cache of scored pairs. A missing one is scored."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __missing__(self, state: PairState) -> _Pair:
        score = state.pair(self.rules)
        found = self[state] = _Pair(score.points, score.exchange.scoop, score.totals)
        return found


_pairs_of: Final = cache(_Pairs)


class SeatSums(NamedTuple):
    """The sums of a player; `best` and `worst` are the points and the index of a deal."""

    points: Points
    wins: int
    fouls: int
    royalties: list[int]
    best: tuple[Points, int]
    worst: tuple[Points, int]


class _ScoredDeal(NamedTuple):
    """The points, fouls and royalties by row of each seat, and the states of the pairs."""

    points: tuple[Points, ...]
    fouls: tuple[bool, ...]
    royalties: tuple[tuple[int, ...], ...]
    states: tuple[PairState, ...]


class ScoredStretch:
    """The scores of a stretch.

    `dealt` are the fantasyland cards by player for each deal index, from 0 to the deal after the stretch.
    """

    def __init__(
        self, stretch: Stretch, players: tuple[str, ...], table: Table, due: Mapping[str, int]
    ) -> None:
        self._stretch, self.players, self._table = stretch, players, table
        self._log = f"{table.log}/" if table.log else ""
        self._pairs = list(combinations(range(len(players)), 2))
        self._dealt: dict[int, dict[str, int]] = {}
        self._score_all(due)

    @property
    def deals(self) -> int:
        return self._stretch.deals

    @property
    def rules(self) -> Rules:
        return self._table.rules

    def add_up(self) -> SumOfDeals:
        """Return the sum of the deals for a session.

        Raise `UnbalancedError` if a checked deal has another result on the reference path.
        """
        for deal in range(-self._stretch.number % PROVED_ONE_IN, self.deals, PROVED_ONE_IN):
            self._prove(deal)
        there = [(deal, due) for deal, due in self._dealt.items() if deal < self.deals]
        standings, exchanged = [], {}
        for player, sums in zip(self.players, self._seat_sums(), strict=True):
            did = Standing(player)
            did.deals, did.points, did.wins = self.deals, sums.points, sums.wins
            did.fouls, did.royalties = sums.fouls, sums.royalties
            did.best, did.worst = ((won, self._name(deal)) for won, deal in (sums.best, sums.worst))
            did.fantasylands = sum(player in due for _, due in there)
            standings.append(did)
        for (a, b), (won, scoops, scooped) in zip(self._pairs, self._pair_sums(), strict=True):
            first, second = standings[a], standings[b]
            first.scoops, second.scooped = first.scoops + scoops, second.scooped + scoops
            second.scoops, first.scooped = second.scoops + scooped, first.scooped + scooped
            exchanged[first.person, second.person] = won
        return SumOfDeals(
            self.deals,
            standings,
            exchanged,
            ((self._deal(deal), due) for deal, due in there),
            len(there),
            self._dealt.get(self.deals, {}),
        )

    def score(self, deal: int) -> DealScore:
        """Return the score of a deal by the reference path."""
        return score_deal(self._deal(deal), scales_of(self.rules), self._dealt.get(deal, {}))

    def _score_all(self, due: Mapping[str, int]) -> None:
        """Score the deals; `due` are the fantasyland cards in the first one."""
        if due and self.rules.fantasyland is not None:
            self._dealt[0] = dict(due)
        self._scales, self._paid = scales_of(self.rules), _pairs_of(self.rules)
        (boards,), seats = self._stretch.boards, len(self.players)
        self._scored = [self._score(deal, boards[deal * seats :][:seats]) for deal in range(self.deals)]

    def _score(self, deal: int, boards: Sequence[Sums]) -> _ScoredDeal:
        """Score one deal, and keep who is due in fantasyland in the next one."""
        scales, rules, dealt = self._scales, self.rules, self._dealt.get(deal, {})
        values, fouls, royalties = [], [], []
        for player, sums in zip(self.players, boards, strict=True):
            own = top, middle, bottom = scales.values(sums)
            foul = is_foul(own, strict=scales.strict)
            values.append(own)
            fouls.append(foul)
            royalties.append(NO_ROYALTIES if foul else (top.royalty, middle.royalty, bottom.royalty))
            if rules.fantasyland is not None and not foul:
                cards = next_fantasyland(own, rules, dealt.get(player)).cards
                if cards is not None:
                    self._dealt.setdefault(deal + 1, {})[player] = cards
        points: list[Points] = [0] * len(boards)
        states = []
        for a, b in self._pairs:
            signs = compare(values[a], values[b])
            state = PairState(fouls[a] + 2 * fouls[b], signs, royalties[a], royalties[b])
            states.append(state)
            paid = self._paid[state].points
            points[a] += paid
            points[b] -= paid
        return _ScoredDeal(tuple(points), tuple(fouls), tuple(royalties), tuple(states))

    def totals(self) -> Iterator[tuple[str, tuple[Points, ...], Hashable]]:
        """Return the name, the points of the players and the kind of each deal.

        Deals of the same kind have the same fouls, scoops and players in fantasyland next.
        """
        for number, (points, fouls, _, states) in enumerate(self._scored):
            scoops = tuple([self._paid[state].scoop for state in states])
            kind = fouls, scoops, tuple(self._dealt.get(number + 1, ()))
            yield self._name(number), points, kind

    def _figures(self, deal: int) -> Figures:
        """Return the figures of one deal."""
        _, fouls, royalties, states = self._scored[deal]
        paid = [self._paid[state] for state in states]
        return Figures(
            list(fouls), [sum(of_rows) for of_rows in royalties], [(pair.points, pair.scoop) for pair in paid]
        )

    def _seat_sums(self) -> Iterator[SeatSums]:
        points, fouls, royalties, _ = zip(*self._scored, strict=True)
        for own, fouled, rows in zip(
            *(zip(*each, strict=True) for each in (points, fouls, royalties)), strict=True
        ):
            best, worst = ((most, own.index(most)) for most in (max(own), min(own)))
            wins, by_row = sum(won > 0 for won in own), [sum(row) for row in zip(*rows, strict=True)]
            yield SeatSums(whole(sum(own)), wins, sum(fouled), by_row, best, worst)

    def _pair_sums(self) -> Iterator[tuple[PairTotals, int, int]]:
        """Yield the totals of each pair, and how often its first and its second player scooped."""
        for states in zip(*(deal.states for deal in self._scored), strict=True):
            sums: list[Points] = [0] * len(PairTotals._fields)
            scoops: Counter[int] = Counter()
            for state, times in Counter(states).items():
                pair = self._paid[state]
                sums = [total + times * more for total, more in zip(sums, pair.totals, strict=True)]
                scoops[pair.scoop] += times
            yield PairTotals(*map(whole, sums)), scoops[1], scoops[-1]

    def _name(self, deal: int) -> str:
        return f"{self._log}{self._stretch.number + deal}"

    def _deal(self, deal: int) -> Deal:
        return self._stretch.deal(deal, self.players, self._table)

    def _prove(self, number: int) -> None:
        """Compare a deal with the reference path; raise `UnbalancedError` if they differ."""
        score = self.score(number)
        boards = score.boards
        expected = Figures(
            [board.status is Status.FOUL for board in boards],
            [board.royalties for board in boards],
            [(pair.points, pair.exchange.scoop) for pair in score.pairs],
        )
        due = {b.player: b.fantasyland.cards for b in boards if b.fantasyland.cards is not None}
        found, dealt = self._figures(number), self._dealt.get(number + 1, {})
        if (expected, due) != (found, dealt):
            name, expects, finds = score.deal.name, (*expected, due), (*found, dealt)
            raise UnbalancedError(f"deal {name}: its score lines give {expects}, but its sums {finds}")
