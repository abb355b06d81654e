"""Deals and what a log settles around them: frozen values, read and checked."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Place
from ofcscore.game.board import Board
from ofcscore.rules.model import Rules

Points = int | Fraction
"""Points: whole, or a fraction where a pool is shared."""


class Currency(NamedTuple):
    """A currency as it is printed (`EUR`, `$`) and how many decimals its money has."""

    label: str
    digits: int


class Amount(NamedTuple):
    """A number that a log states: points, or money where `currency` was written beside it."""

    value: Fraction
    currency: Currency | None = None


class Expectation(NamedTuple):
    """One part of an `expect` line.

    A total has one name in `players` and the `kind` "total"; a pair has two names and "total", a row's
    label or the kind of a score line; a board has one name and "royalties", "foul", "fantasyland" or
    "natural". `value` is a number, True or False for a bare word (`foul`, `no foul`), or the
    natural's kind.
    """

    players: tuple[str, ...]
    kind: str
    value: Fraction | bool | str
    place: Place


class Adjustment(NamedTuple):
    """A payment outside the model: what each named person (or the house) receives, in one line."""

    shares: tuple[tuple[str, Amount], ...]
    place: Place


class Payment(NamedTuple):
    """A payment from one person to another; `amount` is in the unit of the totals it settles."""

    payer: str
    payee: str
    amount: int | Fraction


class Given(NamedTuple):
    """The points of each person in a deal of which nobody wrote the boards down; they sum to zero."""

    shares: tuple[tuple[str, Amount], ...]
    place: Place


class Paid(NamedTuple):
    """A payment that the log says was already made."""

    payer: str
    payee: str
    amount: Amount
    place: Place


class Table(NamedTuple):
    """The conditions at the table: the keys of a log's header, and for one deal its own over them.

    `people` maps the name of a board to its person where the two differ; `stake` is money per point,
    None where the log has no stake; `pair_stakes` is keyed by two people's names. `rounds` is a
    number, or "players" for a deal each. `double` is the card that doubles a pair, where the log names
    one. `file` is the log's name as given, `log` what it is called where several logs are one session, else
    empty; `title`, `date` and `notes` are what it says of itself.
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
        """Return the person who plays the board of this name."""
        return self.people.get(player, player)


class Facts(NamedTuple):
    """The facts stated for one deal (or, in a header, for the session) besides boards and table.

    `dealer`, `notes` and `title` are those of the one deal; a header's are its table's. `why_void` is the
    reason given for a void deal, empty without one.
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
    given: Given | None = None


NO_FACTS: Final = Facts()


class Header(NamedTuple):
    """The start of one log: its table and what its header states for the whole session."""

    table: Table
    facts: Facts = NO_FACTS


class Deal(NamedTuple):
    """One deal: its name, its boards in the order of the log, and the table that holds for it."""

    name: str
    boards: tuple[Board, ...]
    table: Table
    facts: Facts = NO_FACTS
    date: str | None = None
    line: int = 0
    source: str | None = None

    @property
    def called(self) -> str:
        """`7`, and where several logs are one session `2026-10/7`."""
        return f"{self.table.log}/{self.name}" if self.table.log else self.name

    @property
    def day(self) -> str | None:
        """Its date, or that of its log."""
        return self.date or self.table.date


HOUSE: Final = "house"
"""The name that adjustments and rake use for the house."""
