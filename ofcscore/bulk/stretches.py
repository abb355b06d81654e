"""Stretches: runs of canonical deals of a log with the same layout.

The first deal of a stretch defines the positions of its names, cards and empty lines. The following deals are
compared with it byte by byte. The first deal with other differences than its number and cards ends the
stretch. This module needs no numpy. `regular_deals` (with numpy) and `plain_deals` (without) read the cards
and score them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ofcscore.bulk.formats import Form
from ofcscore.game.board import ROWS, Board
from ofcscore.log.read.sources import LINE_LIMIT
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import Status, scales_of
from ofcscore.scoring.deal import Deal, Points, Table
from ofcscore.scoring.score import DealScore, score_deal
from ofcscore.scoring.score_lines import PairTotals
from ofcscore.session.money import UnbalancedError
from ofcscore.session.result import Standing
from ofcscore.session.totals import SumOfDeals

FEWEST: Final = 8
"""The fewest deals for which a stretch is faster than the reference path."""
PROVED_ONE_IN: Final = 1000
"""One of this many deals is scored again by the reference path as a check."""


class Shape(NamedTuple):
    """The layout of each deal in a stretch.

    `size` is the number of bytes, `lines` the number of lines with empty ones. `names` are the written names
    of the boards. `rows_at` are the byte offsets of the rows and `lines_at` their line numbers, both from the
    start of the deal.
    """

    size: int
    lines: int
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

Alike = Callable[[bytes, int, int, Shape, slice, int], int]
"""Return the number of deals with the layout of the first and with consecutive numbers.

The arguments are the data, the offset of the first deal, the most deals, the layout, the digits of the number
in a deal, and the first number.
"""


def irregular(form: Form, data: bytes, alike: Alike) -> bytes:
    """Return a piece of a log without the deals that differ from one before only in number and cards."""
    kept, at = [], 0
    for run in runs(form, data, form.behind(1, data), alike):
        kept.append(data[at : run.start + run.shape.size])
        at = run.end
    return b"".join([*kept, data[at:]])


def runs(form: Form, data: bytes, at: int | None, alike: Alike) -> Iterator[Stretch]:
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


def _run(form: Form, first: re.Match[bytes], alike: Alike) -> Stretch | None:
    """Return the run of deals that begins with a deal, None if too few have the same layout."""
    data, at, shape, number = first.string, first.start(), _shape(form, first), int(first[1])
    most = min((len(data) - at) // shape.size, 10 ** len(first[1]) - number)
    if most < FEWEST or shape.size > LINE_LIMIT:
        return None
    digits = slice(first.start(1) - at, first.end(1) - at)
    deals = alike(data, at, most, shape, digits, number)
    end = at + deals * shape.size
    if end < len(data) and not form.begins.match(data, end - 1):
        # The text after the last deal belongs to it too.
        deals -= 1
    return None if deals < FEWEST else Stretch(data, at, number, deals, shape)


def _shape(form: Form, deal: re.Match[bytes]) -> Shape:
    data, start = deal.string, deal.start()
    found = list(form.board.finditer(data, deal.end(1), deal.end()))
    return Shape(
        deal.end() - start,
        data.count(b"\n", start, deal.end()),
        tuple(board[1] for board in found),
        tuple((board.start(2) - start, board.start(3) - start, board.start(4) - start) for board in found),
        tuple(data.count(b"\n", start, board.start()) for board in found),
    )


# -- stretches scored ---------------------------------------------------------------------------------


class Figures(NamedTuple):
    """The figures of one deal, by seat; those of `pairs` by pair: its points and its scoop."""

    fouls: list[bool]
    royalties: list[int]
    pairs: list[tuple[Points, int]]


class ScoredStretch(ABC):
    """The scores of a stretch.

    `dealt` are the fantasyland cards by player for each deal index, from 0 to the deal after the stretch.
    """

    def __init__(
        self, stretch: Stretch, players: tuple[str, ...], table: Table, dealt: dict[int, dict[str, int]]
    ) -> None:
        self._stretch, self.players, self._table, self._dealt = stretch, players, table, dealt
        self._log = f"{table.log}/" if table.log else ""

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
        standings, exchanged = self._sums()
        there = [(deal, due) for deal, due in self._dealt.items() if deal < self.deals]
        for standing in standings:
            standing.fantasylands = sum(standing.person in due for _, due in there)
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

    @abstractmethod
    def totals(self) -> Iterator[tuple[str, tuple[Points, ...], Hashable]]:
        """Return the name, the points of the players and the kind of each deal.

        Deals of the same kind have the same fouls, scoops and players in fantasyland next.
        """

    @abstractmethod
    def _sums(self) -> tuple[list[Standing], Mapping[tuple[str, str], PairTotals]]:
        """Return the sums of each player and of each pair, for its first player."""

    @abstractmethod
    def _figures(self, deal: int) -> Figures:
        """Return the figures of one deal."""

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
            raise UnbalancedError(f"deal {name}: its score lines give {expects}, but its columns {finds}")
