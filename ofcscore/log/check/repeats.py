"""Deals that stand in two logs of one session, and so count twice."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.problem import Place
from ofcscore.diagnostics.words import listed
from ofcscore.game.board import BOARD_SIZE, Board
from ofcscore.game.cards import DECK_MASK, RANK_BITS, RANK_MASK

OF_A_LOG: Final = 5_000
"""So many deals of each log are watched, the first ones."""
IN_ALL: Final = 50_000
"""So many deals of all logs are remembered."""
_SHOWN: Final = 5


DealCards = tuple[Iterable[tuple[str, int]], Callable[[], Place]]
"""The players of a deal, the cards of each (`cards_of`; 0 for none), and where the deal stands."""


class _Deal(NamedTuple):
    file: str
    name: str


class _Found(NamedTuple):
    """Deals of one log that stand in another: where the first does, and the names in both."""

    place: Place
    here: list[str]
    there: list[str]


class Repeats:
    """The deals of the logs of a session so far, in memory that does not grow with them."""

    def __init__(self, files: int) -> None:
        self._several = files > 1
        self._file = ""
        self.watched = 0
        """How many of the next deals of this log are watched."""
        self._seen: dict[int, _Deal] = {}
        self._found: dict[tuple[str, str], _Found] = {}

    def begin_log(self, file: str) -> None:
        self._file = file
        self.watched = OF_A_LOG if self._several else 0

    def add(self, name: str, boards: Iterable[tuple[str, int]], place: Callable[[], Place]) -> None:
        """Take the next deal, of these boards and at this place (as in `DealCards`)."""
        self.watched -= 1
        cards = frozenset(board for board in boards if board[1])
        if not cards:
            return
        key = hash(cards)
        before = self._seen.get(key)
        if before is None:
            if len(self._seen) < IN_ALL:
                self._seen[key] = _Deal(self._file, name)
        elif before.file != self._file:
            pair = (self._file, before.file)
            found = self._found.get(pair)
            if found is None:
                found = self._found[pair] = _Found(place(), [], [])
            found.here.append(name)
            found.there.append(before.name)

    def warn(self, problems: Problems) -> None:
        """Warn, at the end of the session, of each two logs that have deals in common."""
        for (_, other), (place, here, there) in self._found.items():
            noun, verb, them = (
                ("deals", "are", "they count") if len(here) > 1 else ("deal", "is", "it counts")
            )
            called = "" if here == there else f", called {_names(there)} there"
            message = f"{noun} {_names(here)} of this log {verb} in {other} too{called}"
            hint = f"{them} twice: leave one of the two logs out, or write `void` in the {noun}"
            problems.warn("deal-in-two-logs", place, message, hint)


def _names(names: list[str]) -> str:
    """Return `1, 2 and 3`, `1 to 12`, and the first of many others."""
    first = int(names[0]) if names[0].isdecimal() else 0
    if len(names) > 2 and names == [str(first + i) for i in range(len(names))]:
        return f"{names[0]} to {names[-1]}"
    if len(names) > _SHOWN + 1:
        return listed([*names[:_SHOWN], f"{len(names) - _SHOWN} more"], "and")
    return listed(names, "and")


def cards_of(board: Board) -> int:
    """Return the rows of a board as one number, whatever order their cards have; 0 without cards."""
    if board.sums is None:
        return hash(board.cards) if board.cards else 0
    top, middle, _ = board.sums
    deck = (sum(board.sums) & DECK_MASK) >> RANK_BITS
    if deck.bit_count() < BOARD_SIZE:
        return hash(board.sums)
    return as_one(deck, top & RANK_MASK, middle & RANK_MASK)


def as_one(deck: int, top: int, middle: int) -> int:
    """Return a board as one number: a bit for each of its cards, and the sums of ranks of two rows."""
    return deck | (top | middle << RANK_BITS) << 52
