"""Whole deals at a glance: those that stand in canonical text from one `deal` line to the next.

Nearly all deals of a long log are like that. They come out as the boards that line by line reading and
checking would make of them, at a third of the cost; whatever is the least bit otherwise is left to that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, cached_property
from typing import BinaryIO, Final, NamedTuple

from ofcscore.board import Board, Stated
from ofcscore.cards import WEIGHTS
from ofcscore.reading.boards import is_one_deck, two_cards
from ofcscore.reading.syntax import RESERVED, DealSyntax, Line

_END: Final = "\r?\n"
_DEAL: Final = "(?:[Dd]eal|[Hh]and) [A-Za-z0-9_.-]{1,64}"
_THREE: Final = "(([^\n]{6})([^\n]{2}))"
_FIVE: Final = "(([^\n]{6})([^\n]{6})([^\n]{2}))"
_BOARD: Final = f"(([A-Za-z0-9_][A-Za-z0-9_.-]{{0,63}}): {_THREE} / {_FIVE} / {_FIVE}){_END}"
_GROUPS: Final = _BOARD.count("(")
_LONGEST: Final = 1 << 10
"""More bytes than any whole deal and the line behind it can have."""
_STARTS: Final = ("deal ", "hand ", "Deal ", "Hand ")
_PIECE: Final = 1 << 16
_CARDS: Final = Stated.CARDS
_made: Final = tuple.__new__


@cache
def _whole() -> re.Pattern[str]:
    """The pattern of a whole deal and what must stand behind it; made when a second deal is met."""
    return re.compile(
        f"((?:[Dd]eal|[Hh]and) ([A-Za-z0-9_.-]{{1,64}})){_END}"
        f"{_BOARD}{_BOARD}(?:{_BOARD})?(?:{_BOARD})?(?:{_END}){{0,3}}"
        f"(?={_DEAL}(?: [0-9-]{{1,16}})?{_END})"
    )


class WholeDeal(NamedTuple):
    """A deal that was recognised as a whole: its `deal` line, its name, its boards; no date and no keys.

    The boards bear the names that stand in the log. `apart` has its syntax where that is not that of its
    lines, as long as the deal is the last one that was read.
    """

    line: Line
    name: str
    boards: tuple[Board, ...]
    apart: Callable[[], DealSyntax] | None = None


class WholeDeals:
    """A stream that is read by lines, and by whole deals where they stand."""

    def __init__(self, stream: BinaryIO) -> None:
        self._read = getattr(stream, "read1", stream.read)
        self._data = b""
        self._text = ""
        self._at = 0
        self._ended = False
        self._names: set[str] = set()

    # Both are made when a deal comes behind the first line, which is not looked at like this.
    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return _whole()

    @cached_property
    def _pairs(self) -> dict[str, int]:
        return two_cards()

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

    def deal(self, file: str, number: int) -> tuple[WholeDeal, int] | None:
        """The deal that begins here, on line `number`, and how many lines it takes; None if there is none."""
        while len(self._text) - self._at < _LONGEST and not self._ended:
            self._more()
        if not self._text.startswith(_STARTS, self._at):
            return None
        match = self._pattern.match(self._text, self._at)
        if match is None:
            return None
        groups = match.groups()
        pairs, weights, names = self._pairs, WEIGHTS, self._names
        boards = []
        used = 0
        line = number
        try:
            for i in range(2, len(groups), _GROUPS):
                source, player, top, a, b, middle, c, d, e, bottom, f, g, h = groups[i : i + _GROUPS]
                if source is None:
                    break
                if player not in names:
                    if player.lower() in RESERVED:
                        return None
                    names.add(player)
                line += 1
                x = pairs[a] + weights[b]
                y = pairs[c] + pairs[d] + weights[e]
                z = pairs[f] + pairs[g] + weights[h]
                used += x + y + z
                boards.append(
                    _made(
                        Board,
                        (
                            player,
                            (top, middle, bottom),
                            (x, y, z),
                            _CARDS,
                            False,
                            None,
                            None,
                            None,
                            line,
                            source,
                        ),
                    )
                )
        except KeyError:
            return None
        if not is_one_deck(used, len(boards)):
            return None
        self._at = match.end()
        lines = self._text.count("\n", match.start(), match.end())
        deal = _made(WholeDeal, (_made(Line, (file, number, groups[0])), groups[1], tuple(boards), None))
        return deal, lines
