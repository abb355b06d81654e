"""Stretches: runs of canonical deals of a log with the same layout, read as a table of bytes.

The first deal of a stretch defines the positions of its names, cards and empty lines. The following deals are
compared with it byte by byte. The first deal with other differences than its number and cards ends the
stretch. A stretch is scored as arrays and added up for a session.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

import numpy as np

from ofcscore.bulk.formats import Form
from ofcscore.bulk.kernel import (
    NO_BOARDS,
    WORDS,
    Boards,
    boards_of_sums,
    entering,
    exchange,
    one_deck,
    rate,
    staying,
    sums_of_words,
)
from ofcscore.bulk.tables import (
    NOT_THERE,
    SIGNS,
    Flags,
    Int64,
    Words,
    cards_by_letters,
    tables_of,
)
from ofcscore.game.board import ROWS, Board
from ofcscore.log.read.sources import LINE_LIMIT
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import Status, scales_of
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.score import DealScore, score_deal
from ofcscore.scoring.score_lines import PairTotals
from ofcscore.session.money import UnbalancedError
from ofcscore.session.result import Standing
from ofcscore.session.totals import SumOfDeals

FEWEST: Final = 8
"""The fewest deals for which a stretch is faster than the reference path."""
FIRST_LOOK: Final = 64
"""The number of deals that are compared first; more follow if all of them match."""
PROVED_ONE_IN: Final = 1000
"""One of this many deals is scored again by the reference path as a check."""
WORD: Final = 8
_ZERO: Final = np.uint8(ord("0"))


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

    They begin at `start` in `data`. `boards` has their cards, with the boards of each deal next to each
    other; before it is read, the cards may be invalid. `line` is their first line in the log, once the text
    before is read.
    """

    data: bytes
    start: int
    number: int
    deals: int
    shape: Shape
    boards: Boards = NO_BOARDS
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
            boards=Boards([row[of] for row in self.boards.rows], self.boards.deck[of]),
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


def stretches(form: Form, data: bytes) -> Iterator[Stretch]:
    """Yield the stretches of a piece of a log, which begins and ends at the borders of deals.

    The text between stretches is skipped.
    """
    for run in _runs(form, data, 0):
        boards, players = _boards(run), len(run.shape.names)
        sound = one_deck(boards, players)
        # If its first board equals that of the deal before, a deal may be a repetition.
        first_boards = boards.deck[::players]
        sound[1:] &= first_boards[1:] != first_boards[:-1]
        whole = run._replace(boards=boards)
        for before, after in pairwise([-1, *np.flatnonzero(~sound).tolist(), run.deals]):
            if after - before > FEWEST:
                yield whole.part(before + 1, after)


def irregular(form: Form, data: bytes) -> bytes:
    """Return a piece of a log without the deals that differ from one before only in number and cards."""
    kept, at = [], 0
    for run in _runs(form, data, form.behind(1, data)):
        kept.append(data[at : run.start + run.shape.size])
        at = run.end
    return b"".join([*kept, data[at:]])


def _runs(form: Form, data: bytes, at: int | None) -> Iterator[Stretch]:
    """Yield the runs of deals with the same layout from an offset where a deal begins, without boards."""
    passed = 1
    while at is not None and at < len(data):
        first = form.deal.match(data, at)
        run = None if first is None else _run(form, first)
        if run is not None:
            yield run
            at, passed = run.end, 1
        else:
            # Skip more deals after each failure, because a search at every deal costs too much.
            at, passed = form.behind(passed, data, at), min(2 * passed, 256)


def _run(form: Form, first: re.Match[bytes]) -> Stretch | None:
    """Return the run of deals that begins with a deal, None if too few have the same layout."""
    data, at, shape, number = first.string, first.start(), _shape(form, first), int(first[1])
    most = min((len(data) - at) // shape.size, 10 ** len(first[1]) - number)
    if most < FEWEST or shape.size > LINE_LIMIT:
        return None
    digits = slice(first.start(1) - at, first.end(1) - at)
    deals = _alike(data, at, most, shape, digits, number)
    end = at + deals * shape.size
    if end < len(data) and not form.begins.match(data, end - 1):
        # The text after the last deal belongs to it too.
        deals -= 1
    return None if deals < FEWEST else Stretch(data, at, number, deals, shape)


def _boards(run: Stretch) -> Boards:
    words = _words(run.data, run.start, run.deals, run.shape.size)
    sums = []
    for row, rows_at in zip(ROWS, np.array(run.shape.rows_at).T, strict=True):
        found = ((words[:, rows_at + skip].ravel(), places) for skip, places in WORDS[row.size])
        sums.append(sums_of_words(found, cards_by_letters()))
    return boards_of_sums(sums)


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


def _words(data: bytes, at: int, deals: int, size: int) -> Words:
    """Return the 8-byte words that begin at each byte of deals, of shape (deals, words per deal)."""
    return np.ndarray((deals, size - WORD + 1), "<u8", data, at, (size, 1))


def _alike(data: bytes, at: int, most: int, shape: Shape, digits: slice, number: int) -> int:
    """Return the number of deals with the layout of the first and with consecutive numbers."""
    fixed = np.full(shape.size, 0xFF, np.uint8)
    fixed[digits] = 0
    for of_board in shape.rows_at:
        for row_at, row in zip(of_board, ROWS, strict=True):
            fixed[row_at::3][: row.size] = fixed[row_at + 1 :: 3][: row.size] = 0
    words, table = _words(data, at, most, shape.size), np.ndarray((most, shape.size), np.uint8, data, at)
    places = [*range(0, shape.size - WORD, WORD), shape.size - WORD]
    mask = _words(fixed.tobytes(), 0, 1, shape.size)[:, places]
    expected = words[0, places] & mask
    deals, step = 0, FIRST_LOOK
    while deals < most:
        some = slice(deals, deals + step)
        alike = (words[some, places] & mask == expected).all(axis=1)
        numbers = np.zeros(len(alike), np.int64)
        for digit in (table[some, digits] - _ZERO).T:
            alike &= digit < 10
            numbers = numbers * 10 + digit
        alike &= numbers == np.arange(number + deals, number + deals + len(alike))
        same = _many(alike)
        deals += same
        if same < len(alike):
            break
        step *= 8
    return deals


def _many(flags: Flags) -> int:
    """Return the number of leading flags that are True."""
    return len(flags) if flags.all() else int(np.argmin(flags))


# -- stretches scored ---------------------------------------------------------------------------------


class ScoredStretch:
    """The scores of a stretch as arrays.

    `due` are the fantasyland cards by player in the first deal. `_dealt` are the fantasyland cards by player
    for each deal index, from 0 to the deal after the stretch.
    """

    def __init__(
        self, stretch: Stretch, players: tuple[str, ...], table: Table, due: Mapping[str, int]
    ) -> None:
        self._stretch, self.players, self._table = stretch, players, table
        self._tables = tables_of(table.rules)
        self._log = f"{table.log}/" if table.log else ""
        self._rated = rate(stretch.boards.rows, self._tables)
        self._exchanged = exchange(self._rated, len(players), self._tables)
        self._dealt = self._fantasylands(due)

    @property
    def deals(self) -> int:
        return self._stretch.deals

    def add_up(self) -> SumOfDeals:
        """Return the sum of the deals for a session.

        Raise `UnbalancedError` if a checked deal has another result on the reference path.
        """
        stretch, royalties = self._stretch, self._royalties()
        standings = self._standings(royalties.sum(axis=2))
        for deal in range(-stretch.number % PROVED_ONE_IN, stretch.deals, PROVED_ONE_IN):
            self._prove(deal)
        there = [(deal, due) for deal, due in self._dealt.items() if deal < stretch.deals]
        return SumOfDeals(
            stretch.deals,
            standings,
            dict(self._pairs(standings, royalties)),
            ((self._deal(deal), due) for deal, due in there),
            len(there),
            self._dealt.get(stretch.deals, {}),
        )

    def _deal(self, deal: int) -> Deal:
        return self._stretch.deal(deal, self.players, self._table)

    def score(self, deal: int) -> DealScore:
        return score_deal(self._deal(deal), scales_of(self._table.rules), self._dealt.get(deal, {}))

    def _royalties(self) -> Int64:
        """Return the royalties that are paid, of shape (3, players, deals)."""
        royalties = np.zeros((len(ROWS), len(self.players), self._stretch.deals), np.int64)
        counts = self._rated.royalties != 0
        for row, at, table in zip(royalties, self._rated.places, self._tables.rows, strict=True):
            if table.royalty is not None:
                row += (table.royalty.take(at) * counts).reshape(-1, len(self.players)).T
        return royalties

    def _fantasylands(self, due: Mapping[str, int]) -> dict[int, dict[str, int]]:
        land = self._table.rules.fantasyland
        if land is None:
            return {}
        count = len(self.players)
        enter, stay = entering(self._rated, self._tables), staying(self._rated, self._tables)
        # Boards are numbered across deals: the same player's next board is `count` positions later.
        cards_of = {self.players.index(player): cards for player, cards in due.items()}
        boards = np.flatnonzero((enter > 0) | (stay != NOT_THERE))
        numbers = zip(boards.tolist(), enter[boards].tolist(), stay[boards].tolist(), strict=True)
        for board, cards, extra in numbers:
            was = cards_of.get(board)
            if was is not None:
                if extra == NOT_THERE:
                    continue
                cards = extra + (was if land.stay_cards == "same" else land.cards)
            if cards:
                cards_of[board + count] = cards
        dealt: dict[int, dict[str, int]] = {}
        for board, cards in cards_of.items():
            deal, seat = divmod(board, count)
            dealt.setdefault(deal, {})[self.players[seat]] = cards
        return dealt

    def _standings(self, royalties: Int64) -> list[Standing]:
        """Return the statistics of each player; `royalties` has shape (3, players)."""
        number, deals, points = self._stretch.number, self._stretch.deals, self._exchanged.points
        fouls = self._rated.fouls.reshape(-1, len(points)).sum(axis=0).tolist()
        standings = []
        for at, (player, own) in enumerate(zip(self.players, points, strict=True)):
            did = Standing(player)
            best, worst = int(own.argmax()), int(own.argmin())
            did.points, did.deals = int(own.sum()), deals
            did.wins, did.fouls = int((own > 0).sum()), fouls[at]
            did.best = (int(own[best]), f"{self._log}{number + best}")
            did.worst = (int(own[worst]), f"{self._log}{number + worst}")
            did.royalties = royalties[:, at].tolist()
            did.fantasylands = sum(player in there for deal, there in self._dealt.items() if deal < deals)
            standings.append(did)
        return standings

    def _pairs(
        self, standings: Sequence[Standing], royalties: Int64
    ) -> Iterator[tuple[tuple[str, str], PairTotals]]:
        """Yield the totals of each pair, and add its scoops to the standings.

        `royalties` has shape (3, players, deals). Apart from royalties, the payoff table has the points of
        each state.
        """
        pays = self._tables.pays
        by_first, by_second = pays.scoops > 0, pays.scoops < 0
        for (a, b), states in zip(combinations(range(len(standings)), 2), self._exchanged.state, strict=True):
            times = np.bincount(states, minlength=len(pays.points))
            paid = royalties[:, a] - royalties[:, b]
            if not pays.foul_royalties:
                paid = paid[:, states < SIGNS]
            by_row = paid.sum(axis=1).tolist()
            more = PairTotals(*[*by_row, 0, 0, sum(by_row), sum(by_row)])
            scoops, scooped = int(times @ by_first), int(times @ by_second)
            first, second = standings[a], standings[b]
            first.scoops, second.scooped = first.scoops + scoops, second.scooped + scoops
            second.scoops, first.scooped = second.scoops + scooped, first.scooped + scooped
            yield (first.person, second.person), PairTotals(*(times @ pays.totals).tolist()).plus(more)

    @property
    def rules(self) -> Rules:
        return self._table.rules

    def totals(self) -> Iterator[tuple[str, tuple[int, ...], int]]:
        """Return the name, the points of the players and the kind of each deal.

        Deals of the same kind have the same fouls, scoops and players in fantasyland next.
        """
        count = len(self.players)
        fouls = self._rated.fouls.reshape(-1, count) @ (1 << np.arange(count))
        scoops = self._scoops(slice(None)) + 1
        kinds = (fouls + ((4 ** np.arange(len(scoops)) @ scoops) << 2 * count)).tolist()
        for deal, there in self._dealt.items():
            if deal:
                kinds[deal - 1] |= sum(1 << count + self.players.index(player) for player in there)
        first = self._stretch.number
        names = [f"{self._log}{deal}" for deal in range(first, first + self.deals)]
        return zip(names, zip(*self._exchanged.points.tolist(), strict=True), kinds, strict=True)

    def _scoops(self, deals: slice | int) -> Int64:
        return self._tables.pays.scoops.take(self._exchanged.state[:, deals])

    def _prove(self, number: int) -> None:
        """Compare a deal with the reference path; raise `UnbalancedError` if they differ."""
        score = self.score(number)
        boards = score.boards
        expected = (
            [board.status is Status.FOUL for board in boards],
            [board.royalties for board in boards],
            [(pair.points, pair.exchange.scoop) for pair in score.pairs],
            {b.player: b.fantasyland.cards for b in boards if b.fantasyland.cards is not None},
        )
        of = slice(number * len(boards), (number + 1) * len(boards))
        paid, scoops = self._exchanged.paid[:, number].tolist(), self._scoops(number).tolist()
        found = (
            self._rated.fouls[of].tolist(),
            self._rated.royalties[of].tolist(),
            list(zip(paid, scoops, strict=True)),
            self._dealt.get(number + 1, {}),
        )
        if expected != found:
            name = score.deal.name
            raise UnbalancedError(f"deal {name}: its score lines give {expected}, but its columns {found}")
