"""Convert the hands of a record to a log: its header and one deal per hand.

A hand without a stake has the stake of the log.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from decimal import Decimal
from typing import BinaryIO, Final

from ofcscore.diagnostics.problem import Place, Problems, show
from ofcscore.diagnostics.suggestions import listed
from ofcscore.game.board import Board
from ofcscore.log.amounts import amount_part, unmistakable
from ofcscore.log.canonical import read_canonical
from ofcscore.log.keys import RESERVED
from ofcscore.log.read.records.fpdb import read_fpdb
from ofcscore.log.read.records.hands import EVENING, Game, Hand, Seat, number_of
from ofcscore.log.read.records.objects import read_arena, read_hh
from ofcscore.log.read.sources import Source
from ofcscore.log.syntax import (
    UNLABELLED,
    BoardSyntax,
    DealSyntax,
    Entry,
    HeaderSyntax,
    Item,
    Line,
    Part,
    Text,
    laid,
    located,
    unquote,
)

_SHOWN: Final = 5
_GUESSES: Final = 20
"""The most names of unknown rules that are reported."""
_TOOK: Final = "points are scored without the room's share"
_TOLD: Final = {
    "apart": (
        "record-hands",
        "{hands} {are} skipped: {shown}",
        "a hand without all cards has no result; if it counts, write it in a log",
    ),
    "points": ("record-rake", "the room took {total:f} in points from {hands}: {shown}", _TOOK),
    "chips": ("record-rake", "the room took {total:f} in chips from {hands}: {shown}", _TOOK),
    "capped": (
        "record-capped",
        "a player paid less than the points in {hands}: {shown}",
        "players pay at most their chips, but all points are scored",
    ),
}
"""Kinds of hands to report once at the end: the code, the message and the help."""
_NAME: Final = re.compile("[A-Za-z_][A-Za-z0-9_.-]*")
_READERS: Final = {"hh": read_hh, "arena": read_arena, "fpdb": read_fpdb}
"""Each record format and the reader of its hands."""


def read_record(form: str, stream: BinaryIO, source: Source, problems: Problems) -> Iterator[Item]:
    """Yield the header of an open record and then a deal for each complete hand.

    Skipped hands are reported.
    """
    hands = _READERS[form](stream, source.name, problems)
    return _Log(source.name, problems).read(hands, source.base)


class _Log:
    """Makes one log; `_game` and `_date` are in its header."""

    def __init__(self, file: str, problems: Problems) -> None:
        self._file, self._problems = file, problems
        self._game = Game()
        self._table = ""
        self._date: str | None = None
        self._dated = False
        self._evening: str | None = None
        self._last: datetime | None = None
        self._guessed: dict[tuple[str, str], int] = {}
        self._told = {kind: _Counted() for kind in _TOLD}

    def read(self, hands: Iterable[Hand], base: str) -> Iterator[Item]:
        begun = False
        for hand in hands:
            if hand.why is not None:
                self._told["apart"].add(hand.line, f"{show(hand.name)} ({show(hand.why)})")
                continue
            if hand.when is not None:
                # A gap of hours begins a new evening.
                if self._last is None or abs(hand.when - self._last) > EVENING:
                    self._evening = hand.when.date().isoformat()
                self._last = hand.when
            game = hand.game
            if not begun:
                begun = True
                self._date = self._evening
                yield HeaderSyntax(self._file, base, tuple(self._changes(hand, self._date)))
                self._game = game
            if game.guess is not None and len(self._guessed) < _GUESSES:
                self._guessed.setdefault((game.guess, game.rules), hand.line)
            self._look_at_chips(hand)
            yield self._deal(hand)
        if not begun:
            yield HeaderSyntax(self._file, base)
        self._tell()

    def _deal(self, hand: Hand) -> DealSyntax:
        # After the first evening, the header's date no longer applies.
        self._dated = self._dated or self._evening != self._date
        date = self._evening if self._dated else None
        word, _, name, _, day = self._laid(hand.line, "deal", " ", hand.name, " ", date or "")
        boards = tuple([self._board(hand.line, seat) for seat in hand.seats])
        seated = {located(board, self._file).at: seat for board, seat in zip(boards, hand.seats, strict=True)}
        entries = (*self._changes(hand), *self._results(hand, seated))
        return DealSyntax(word, name, day if date is not None else None, boards, entries)

    def _changes(self, hand: Hand, date: str | None = None) -> Iterator[Entry]:
        """Yield a hand's new title, its date, and rules or a stake other than the log's."""
        game, of_log = hand.game, self._game
        said = {
            "title": game.title if game.title != self._table else "",
            "date": date,
            "rules": game.rules if game.rules != of_log.rules else "",
            "stake": game.stake if game.stake != of_log.stake else "",
        }
        self._table = game.title
        for key, words in said.items():
            if words:
                at, _, value = self._laid(hand.line, key, ": ", words)
                amount = amount_part(value) or Part(number=value) if key == "stake" else None
                yield Entry(at, (), (amount or Part(words=(value,)),))

    def _results(self, hand: Hand, seated: dict[Text, Seat]) -> Iterator[Entry]:
        """Yield the results that a record states, as `expect` at the player's board."""
        told = {at: seat.points for at, seat in seated.items() if seat.points is not None}
        settled = len(told) == len(seated)
        if settled or any(seat.says for seat in hand.seats):
            self._problems.recorded[self._file] += 1
        if settled:
            taken = -sum(told.values(), Decimal(0))
            # No room takes all lost chips: if nobody won anything, a result is wrong.
            if taken > 0 and max(told.values()) > 0:
                self._told["points"].add(hand.line, show(hand.name), taken)
                told = {at: points for at, points in told.items() if points < 0}
            words: list[str] = []
            for at, points in told.items():
                words += (f"{_head(at.text)} ", unmistakable(f"{points:+f}") if points else "0", ", ")
            key, _, *laid = self._laid(hand.line, "expect", ": ", *words[:-1])
            numbers = zip(told, laid[1::3], strict=True)
            yield Entry(key, (), tuple([Part(names=(at,), number=number) for at, number in numbers]))
        for at, seat in seated.items():
            if seat.says:
                yield self._says(hand.line, at, seat)

    def _says(self, line: int, at: Text, seat: Seat) -> Entry:
        """Return stated results of a board besides points: `top 9`, `foul`, `no foul`."""
        pieces = [piece for said in seat.says for piece in (*said.partition(" "), ", ")]
        key, _, _, _, *laid = self._laid(line, "expect", " ", _head(seat.name), ": ", *pieces[:-1])
        parts = []
        for first, last in zip(laid[::4], laid[2::4], strict=True):
            counted = number_of(last.text) is not None
            words = (first,) if counted or not last.text else (first, last)
            parts.append(Part(words=words, number=last if counted else None))
        return Entry(key, (at,), tuple(parts))

    def _board(self, line: int, seat: Seat) -> BoardSyntax | Board:
        head, (top, middle, bottom) = _head(seat.name), seat.rows
        words = [head, ": ", top, " / ", middle, " / ", bottom]
        if seat.fantasyland is None:
            known = read_canonical(self._file, line, "".join(words))
            if isinstance(known, Board):
                return known
        else:
            words += [" (", f"fantasyland {seat.fantasyland or ''}".strip(), ")"]
        laid = self._laid(line, *words)
        name = laid[0] if head == seat.name else unquote(laid[0])
        return BoardSyntax(name, name, UNLABELLED, (laid[2], laid[4], laid[6]), marks=tuple(laid[8:9]))

    def _laid(self, line: int, *pieces: str) -> list[Text]:
        return laid(Line(self._file, line, "".join(pieces).rstrip()), pieces)

    def _look_at_chips(self, hand: Hand) -> None:
        """Record players who got or lost less than the worth of their points."""
        paid = [(s.name, s.due, s.won) for s in hand.seats if s.due is not None and s.won is not None]
        if len(paid) < len(hand.seats):
            return
        taken = -sum((won for _, _, won in paid), Decimal(0))
        if taken > 0 and sum(due for _, due, _ in paid) == 0:
            self._told["chips"].add(hand.line, show(hand.name), taken)
        short = [name for name, due, won in paid if due < won <= 0]
        if short:
            self._told["capped"].add(hand.line, f"{show(hand.name)} ({listed([*map(show, short)], 'and')})")

    def _tell(self) -> None:
        for (called, rules), line in self._guessed.items():
            unknown = f"calls its rules `{show(called)}`, which ofcscore does not know"
            what = f"this record {unknown if called else 'does not name its rules'}, so `{rules}` is a guess"
            hint = "name the rules with `--rules NAME`"
            self._problems.warn("record-rules", Place(self._file, line), what, hint)
        for kind, (code, what, hint) in _TOLD.items():
            told = self._told[kind]
            if told.count:
                self._problems.warn(code, Place(self._file, told.line), told.said(what), hint)


class _Counted:
    """Hands of one kind: their number, first line, first names and `total` chips."""

    def __init__(self) -> None:
        self.count = self.line = 0
        self.total = Decimal(0)
        self._named: list[str] = []

    def add(self, line: int, named: str, chips: Decimal = Decimal(0)) -> None:
        self.line = self.line or line
        self.count += 1
        self.total += chips
        if self.count <= _SHOWN:
            self._named.append(named)

    def said(self, what: str) -> str:
        """Fill in a message of `_TOLD` for these hands."""
        hands, are = ("1 hand", "is") if self.count == 1 else (f"{self.count:,} hands", "are")
        more = self.count - len(self._named)
        shown = listed([*self._named, f"{more:,} more"] if more else self._named, "and")
        return what.format(hands=hands, are=are, shown=shown, total=self.total)


def _head(name: str) -> str:
    """Return a name for use before a colon, in quotes unless it is one plain word."""
    return name if _NAME.fullmatch(name) and name.lower() not in RESERVED else f'"{name}"'
