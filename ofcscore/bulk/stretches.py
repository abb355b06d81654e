"""Canonical deals of a log as a table of bytes, as long as each takes as many bytes as the one before.

The first deal of a stretch says where its names, cards and blank lines stand; what follows is compared with
it byte by byte, and the first deal that differs in more than its number and its cards ends the stretch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ofcscore.bulk.forms import Form
from ofcscore.bulk.kernel import Boards, boards_of_codes, one_deck
from ofcscore.bulk.tables import cards_by_code, codes_by_letters
from ofcscore.game.board import BOARD_SIZE, ROWS, Board
from ofcscore.log.read.sources import LINE_LIMIT
from ofcscore.scoring.deal import Deal, Table

FEWEST: Final = 8
"""Fewer deals than that are read one at a time at less cost."""
FIRST_LOOK: Final = 64
"""So many deals are compared at first, and more where all of them are alike."""
_ZERO: Final = ord("0")
_LETTERS: Final = tuple(
    np.array([3 * card + letter for card in range(row.size) for letter in (0, 1)]) for row in ROWS
)
"""The offsets of the letters of its cards in the text of a row, by row."""


class Shape(NamedTuple):
    """How each deal of a stretch is written.

    `size` is its bytes and `lines` its lines, blank ones included. `names` are those of its boards as they
    are written, `rows_at` the bytes where their rows begin and `lines_at` the lines that they are in, both
    from the start of the deal.
    """

    size: int
    lines: int
    names: tuple[bytes, ...]
    rows_at: tuple[tuple[int, int, int], ...]
    lines_at: tuple[int, ...]


class Stretch(NamedTuple):
    """Deals of the same seats, whose names count up from `number`, each sound and in one shape.

    They begin at `start` in `data`, and in the log in line `line`, once what stands before them is read.
    `boards` has their cards, those of each deal side by side.
    """

    data: bytes
    start: int
    number: int
    deals: int
    shape: Shape
    boards: Boards
    line: int = 0

    @property
    def end(self) -> int:
        return self.start + self.deals * self.shape.size

    def part(self, first: int, last: int) -> Stretch:
        """Return the deals from one number, which counts from 0, up to another."""
        of = slice(first * len(self.shape.names), last * len(self.shape.names))
        top, middle, bottom = (row[of] for row in self.boards.rows)
        return self._replace(
            start=self.start + first * self.shape.size,
            line=self.line + first * self.shape.lines,
            number=self.number + first,
            deals=last - first,
            boards=Boards((top, middle, bottom), self.boards.deck[of]),
        )

    def board(self, deal: int, seat: int, player: str) -> Board:
        """Return a board as the plain way reads it."""
        begins = self.start + deal * self.shape.size
        top, middle, bottom = (
            self.data[begins + at : begins + at + 3 * row.size - 1].decode()
            for at, row in zip(self.shape.rows_at[seat], ROWS, strict=True)
        )
        line = self.line + deal * self.shape.lines + self.shape.lines_at[seat]
        source = self._line_at(begins + self.shape.rows_at[seat][0])
        return Board.of(player, top, middle, bottom, line=line, source=source)

    def _line_at(self, at: int) -> str:
        """Return the line that a byte is in, without its end."""
        return self.data[self.data.rfind(b"\n", 0, at) + 1 : self.data.index(b"\n", at)].decode()

    @property
    def first_deal(self) -> bytes:
        return self.data[self.start : self.start + self.shape.size]

    def deal(self, deal: int, players: tuple[str, ...], table: Table) -> Deal:
        """Return a deal as the plain way reads it."""
        begins = self.start + deal * self.shape.size
        source = self._line_at(begins)
        boards = tuple(self.board(deal, seat, player) for seat, player in enumerate(players))
        line = self.line + deal * self.shape.lines
        return Deal(str(self.number + deal), boards, table, line=line, source=source)


def stretches(form: Form, data: bytes) -> Iterator[Stretch]:
    """Yield the stretches of a piece of a log, which begins with a deal and ends behind one.

    What lies between them is not looked at.
    """
    at = 0
    passed = 1
    while at < len(data):
        stretch = _stretch(form, data, at)
        if stretch is not None:
            yield stretch
            at = stretch.end
            passed = 1
            continue
        at = _behind(form, data, at, passed)
        # Where many deals are otherwise, it is not asked of each of them.
        passed = min(2 * passed, 256)


def _behind(form: Form, data: bytes, at: int, deals: int) -> int:
    """Return the offset at which so many deals end, or the piece does."""
    for _ in range(deals):
        following = form.begins.search(data, at)
        if following is None:
            return len(data)
        at = following.end()
    return at


def _stretch(form: Form, data: bytes, at: int) -> Stretch | None:
    """Return the stretch that begins at a byte, None where there are not enough deals of one shape."""
    first = form.deal.match(data, at)
    if first is None:
        return None
    shape = _shape(form, first)
    digits = first.end(1) - first.start(1)
    number = int(first[1])
    most = min((len(data) - at) // shape.size, 10**digits - number)
    if most < FEWEST or shape.size > LINE_LIMIT:
        return None
    # Bytes of shape (deals, bytes of a deal).
    table = np.frombuffer(data, np.uint8, most * shape.size, at).reshape(most, shape.size)
    deals = _alike(table, shape, first.start(1) - at, digits, number)
    if data[at + deals * shape.size :][:1] and not form.begins.match(data, at + deals * shape.size - 1):
        # Something follows that is of the last deal too.
        deals -= 1
    if deals < FEWEST:
        return None
    boards = _boards(table[:deals], shape)
    players = len(shape.names)
    sound = _many(one_deck(boards, players) & ~_repeated(boards, players))
    if sound < FEWEST:
        return None
    stretch = Stretch(data, at, number, deals, shape, boards)
    return stretch if sound == deals else stretch.part(0, sound)


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


def _card_bytes(shape: Shape) -> NDArray[np.intp]:
    """Return the offsets of the letters of the cards in a deal, one board behind the other."""
    at = [
        row_at + letters
        for rows_at in shape.rows_at
        for row_at, letters in zip(rows_at, _LETTERS, strict=True)
    ]
    return np.concatenate(at)


def _alike(table: NDArray[np.uint8], shape: Shape, digits_at: int, digits: int, number: int) -> int:
    """Return how many deals are written as the first, whatever their cards, with numbers that count up."""
    fixed = np.ones(shape.size, np.bool_)
    fixed[digits_at : digits_at + digits] = False
    fixed[_card_bytes(shape)] = False
    at = np.flatnonzero(fixed)
    deals, step = 0, FIRST_LOOK
    while deals < len(table):
        some = table[deals : deals + step]
        alike = (some[:, at] == table[0, at]).all(axis=1)
        numbers = np.arange(number + deals, number + deals + len(some))
        for place in range(digits_at + digits - 1, digits_at - 1, -1):
            numbers, digit = np.divmod(numbers, 10)
            alike &= some[:, place] == digit + _ZERO
        same = _many(alike)
        deals += same
        if same < len(some):
            break
        step *= 8
    return deals


def _many(flags: NDArray[np.bool_]) -> int:
    """Return how many flags are set before the first that is not."""
    return len(flags) if flags.all() else int(np.argmin(flags))


def _boards(table: NDArray[np.uint8], shape: Shape) -> Boards:
    letters = table.take(_card_bytes(shape), axis=1).view("<u2")
    codes = codes_by_letters().take(letters).reshape(-1, BOARD_SIZE)
    return boards_of_codes(np.ascontiguousarray(codes.T), cards_by_code())


def _repeated(boards: Boards, players: int) -> NDArray[np.bool_]:
    """Which deals may be the one before once more: the first boards have the same cards."""
    first = boards.deck[::players]
    repeated = np.zeros(len(first), np.bool_)
    repeated[1:] = first[1:] == first[:-1]
    return repeated
