"""Whole deals at a glance: those that stand in canonical text from one `deal` line to the next.

Nearly all deals of a long log are like that. They come out as the boards that line by line reading and
checking would make of them, at a third of the cost; whatever is the least bit otherwise is left to that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import accumulate, repeat
from operator import add
from typing import BinaryIO, Final, NamedTuple

from ofcscore.game.board import Board, Stated
from ofcscore.game.cards import WEIGHTS
from ofcscore.log.check.boards import is_one_deck, two_cards
from ofcscore.log.syntax import RESERVED, DealSyntax, Line

_END: Final = "\r?\n"
_DEAL: Final = "(?:[Dd]eal|[Hh]and) [A-Za-z0-9_.-]{1,64}"
_THREE: Final = "(([^\n]{6})([^\n]{2}))"
_FIVE: Final = "(([^\n]{6})([^\n]{6})([^\n]{2}))"
_BOARD: Final = f"(([A-Za-z0-9_][A-Za-z0-9_.-]{{0,63}}): {_THREE} / {_FIVE} / {_FIVE}){_END}"
_GROUPS: Final = _BOARD.count("(")
_BOARDS: Final[tuple[int, ...]] = (2, 3, 4)
_LONGEST: Final = 1 << 10
"""More bytes than any whole deal and the line behind it can have."""
_STARTS: Final = ("deal ", "hand ", "Deal ", "Hand ")
_PIECE: Final = 1 << 16
_MOST_TOGETHER: Final = 1 << 5
"""More would be gone from the processor's cache before they are scored."""
_made: Final = tuple.__new__


@cache
def _whole(boards: int) -> re.Pattern[str]:
    """The pattern of a whole deal of so many boards and what must stand behind it."""
    return re.compile(
        f"((?:[Dd]eal|[Hh]and) ([A-Za-z0-9_.-]{{1,64}})){_END}{_BOARD * boards}((?:{_END}){{0,3}})"
        f"(?={_DEAL}(?: [0-9-]{{1,16}})?{_END})"
    )


class WholeDeal(NamedTuple):
    """A deal that was recognised as a whole: its `deal` line, its name, its boards; no date and no keys.

    The boards bear the names that stand in the log. `apart` has its syntax where that is not that of its
    lines, as long as the deal is the last one that was read.
    """

    file: str
    number: int
    source: str
    name: str
    boards: tuple[Board, ...]
    apart: Callable[[], DealSyntax] | None = None

    @property
    def line(self) -> Line:
        return Line(self.file, self.number, self.source)


class WholeDeals:
    """A stream that is read by lines, and by whole deals where they stand.

    Deals of as many boards that follow each other are read together, column by column, which takes half the
    time; more and more of them as long as they turn out to be sound.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._read = getattr(stream, "read1", stream.read)
        self._data = b""
        self._text = ""
        self._at = 0
        self._ended = False
        self._names: dict[str, str] = {}
        self._boards = _BOARDS
        self._together = 1

    def readline(self, limit: int) -> bytes:
        """The next line with its end, or as many bytes of it; nothing at the end of the stream."""
        while True:
            at = self._at
            end = self._data.find(b"\n", at, at + limit) + 1 or at + limit
            if end <= len(self._data) or self._ended:
                raw = self._data[at:end]
                self._at = at + len(raw)
                return raw
            self._more()

    def _more(self) -> None:
        piece = self._read(_PIECE)
        self._ended = not piece
        self._data = self._data[self._at :] + piece
        # Every byte is a character here, so that positions agree; what is matched is ASCII.
        self._text = self._data.decode("latin-1")
        self._at = 0

    def deals(self, file: str, number: int) -> tuple[list[WholeDeal], int]:
        """Deals that stand here, from line `number` on, and how many lines they take; none where none is."""
        while len(self._text) - self._at < _LONGEST and not self._ended:
            self._more()
        if not self._text.startswith(_STARTS, self._at):
            return [], 0
        for boards in self._boards:
            found, ends = self._matches(_whole(boards))
            if found:
                # Most likely the next one has as many.
                self._boards = (boards, *(n for n in _BOARDS if n != boards))
                deals, lines = self._deals(found, boards, file, number)
                if not deals and len(found) > 1:
                    # One of them is not sound: up to there, one at a time.
                    self._together, ends = 1, ends[:1]
                    deals, lines = self._deals(found[:1], boards, file, number)
                if deals:
                    self._at = ends[-1]
                return deals, lines
        return [], 0

    def _matches(self, pattern: re.Pattern[str]) -> tuple[list[tuple[str, ...]], list[int]]:
        """The groups of the deals from here on that match, up to `together`, and where each ends."""
        text, end = self._text, self._at
        found: list[tuple[str, ...]] = []
        ends: list[int] = []
        while len(found) < self._together and (match := pattern.match(text, end)) is not None:
            found.append(match.groups())
            end = match.end()
            ends.append(end)
        return found, ends

    def _deals(
        self, found: Sequence[tuple[str, ...]], boards: int, file: str, number: int
    ) -> tuple[list[WholeDeal], int]:
        """Deals from the groups that matched, and how many lines they take; none if one is not sound."""
        firsts, names, *columns, blanks = zip(*found, strict=True)
        # What follows is done to whole columns by what is made for that.
        lines = [1 + boards + blank.count("\n") for blank in blanks]
        *starts, end = accumulate(lines, initial=number)
        seats: list[Iterable[Board]] = []
        used: Iterable[int] = repeat(0)
        pair, card = two_cards().__getitem__, WEIGHTS.__getitem__
        try:
            for seat in range(boards):
                sources, players, tops, a, b, middles, c, d, e, bottoms, f, g, h = columns[
                    seat * _GROUPS : (seat + 1) * _GROUPS
                ]
                if not self._know(players):
                    return [], 0
                x = [*map(add, map(pair, a), map(card, b))]
                y = [*map(add, map(add, map(pair, c), map(pair, d)), map(card, e))]
                z = [*map(add, map(add, map(pair, f), map(pair, g)), map(card, h))]
                used = [*map(add, used, map(add, map(add, x, y), z))]
                fields = zip(
                    map(self._names.__getitem__, players),
                    zip(tops, middles, bottoms, strict=True),
                    zip(x, y, z, strict=True),
                    repeat(Stated.CARDS),
                    repeat(False),
                    repeat(None),
                    repeat(None),
                    repeat(None),
                    [start + seat + 1 for start in starts],
                    sources,
                )
                seats.append(map(partial(_made, Board), fields))
        except KeyError:
            return [], 0
        if not all(map(is_one_deck, used, repeat(boards))):
            return [], 0
        self._together = min(2 * self._together, _MOST_TOGETHER)
        made = [
            _made(WholeDeal, (file, start, first, name, dealt, None))
            for first, name, dealt, start in zip(firsts, names, zip(*seats, strict=True), starts, strict=True)
        ]
        return made, end - number

    def _know(self, players: Iterable[str]) -> bool:
        """Whether these can be names of players; each is the same text from now on, and found at once."""
        for player in set(players).difference(self._names):
            if player.lower() in RESERVED:
                return False
            self._names[player] = player
        return True
