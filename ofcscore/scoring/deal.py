"""Deals, headers, and the terms and payments of a log, after all checks."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Place, Problem
from ofcscore.game.cards import Board
from ofcscore.rules.model import Rules

Points = int | Fraction
"""Points: an integer, or a fraction if a pool is shared."""


class Currency(NamedTuple):
    """A currency: its printed label (`EUR`, `$`) and the number of its decimals."""

    label: str
    digits: int


class Amount(NamedTuple):
    """A number in a log: money if it has a `currency`, else points."""

    value: Fraction
    currency: Currency | None = None


class Expectation(NamedTuple):
    """One part of an `expect` line.

    A total has one name in `players` and the `kind` "total". A pair has two names, and its kind is "total", a
    row label or the kind of a score line. A board has one name, and its kind is "royalties", "foul",
    "fantasyland" or "natural". `value` is a number, the kind of a natural, or True or False for a single word
    (`foul`, `no foul`).
    """

    players: tuple[str, ...]
    kind: str
    value: Fraction | bool | str
    place: Place


class Adjustment(NamedTuple):
    """An `adjust` line, or the points of a deal without boards, which sum to zero."""

    shares: tuple[tuple[str, Amount], ...]
    place: Place


class Payment(NamedTuple):
    """A payment between two people, in the unit of the totals that it settles."""

    payer: str
    payee: str
    amount: int | Fraction


class Paid(NamedTuple):
    """A payment that was already made, according to the log."""

    payer: str
    payee: str
    amount: Amount
    place: Place


class Table(NamedTuple):
    """The terms of play: the keys of a log's header, overridden by the keys of a deal.

    `people` maps the name of a board to its person if the two differ. `stake` is money per point, None if
    there is no stake. `pair_stakes` has the names of two people as keys. `rounds` is a number, or "players"
    for one deal per player. `double` is the card that doubles a pair. `file` is the file name of the log as
    given. `log` is the log's short name if a session has several logs, else empty. `title`, `date` and
    `notes` come from the header.
    """

    rules: Rules
    file: str = ""
    stake: Fraction | None = None
    pair_stakes: Mapping[frozenset[str], Fraction] = MappingProxyType({})
    currency: Currency | None = None
    players: tuple[str, ...] = ()
    people: Mapping[str, str] = MappingProxyType({})
    bank: str | None = None
    dealer: str | None = None
    bankroll: Fraction | None = None
    rake: Amount | None = None
    rounds: int | str | None = None
    double: str | None = None
    log: str = ""
    title: str = ""
    date: str | None = None
    notes: tuple[str, ...] = ()

    def person(self, player: str) -> str:
        """Return the person who plays the board with this name."""
        return self.people.get(player, player)


class Facts(NamedTuple):
    """The statements about one deal or session, except boards and terms.

    `dealer`, `notes` and `title` belong to a deal; a header has them in its table. `why_void` is the
    reason for a void deal, or empty. `given` are the points of a deal without boards.
    """

    chips: tuple[tuple[str, Amount], ...] = ()
    adjust: tuple[Adjustment, ...] = ()
    paid: tuple[Paid, ...] = ()
    expect: tuple[Expectation, ...] = ()
    notes: tuple[str, ...] = ()
    void: bool = False
    dealer: str | None = None
    title: str = ""
    why_void: str = ""
    given: Adjustment | None = None
    doubts: tuple[Problem, ...] = ()
    """Errors about lines that may be more than remarks, unless results in the log confirm the score."""


NO_FACTS: Final = Facts()


class Header(NamedTuple):
    """The header of one log: its table, and its statements about the whole session."""

    table: Table
    facts: Facts = NO_FACTS


class Deal(NamedTuple):
    """One deal: its name, its boards in the order of the log, and its table."""

    name: str
    boards: tuple[Board, ...]
    table: Table
    facts: Facts = NO_FACTS
    date: str | None = None
    line: int = 0
    source: str | None = None

    @property
    def called(self) -> str:
        """The deal's name, for example `7`, or `2026-10/7` with several logs."""
        return f"{self.table.log}/{self.name}" if self.table.log else self.name

    @property
    def day(self) -> str | None:
        """The date of the deal, or of its log."""
        return self.date or self.table.date


HOUSE: Final = "house"
"""The name of the house in adjustments and rake."""
ANYBODY: Final = "anybody"
"""The name for an amount in a `running` line that one of the players must have or owe."""
