"""Boards, deals and what a log settles around them: frozen values, read and checked.

Nothing here reads files, scores or prints.
"""

from collections.abc import Mapping
from enum import Enum, IntEnum
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from ofcscore.game.cards import weigh

if TYPE_CHECKING:
    from ofcscore.problems.problem import Place
    from ofcscore.rules.model import Rules

Points = int | Fraction
"""Points: whole, or a fraction where a pool is shared."""


class Row(IntEnum):
    """The three rows of a board, in the order in which they are written."""

    TOP = 0
    MIDDLE = 1
    BOTTOM = 2

    @property
    def label(self) -> str:
        return self.name.lower()

    @property
    def size(self) -> int:
        """How many cards the row has."""
        return 3 if self is Row.TOP else 5


ROWS: Final = (Row.TOP, Row.MIDDLE, Row.BOTTOM)
BOARD_SIZE: Final = 13


class Stated(Enum):
    """What the log says of a player in a deal."""

    CARDS = "cards"
    FOUL = "foul"
    SURRENDER = "surrender"
    ABSENT = "absent"
    CLAIM = "claim"


class Board(NamedTuple):
    """One player's board as the log states it.

    `rows` are the canonical texts of top, middle and bottom and `sums` their `cards.weigh` sums, both
    None without rows. `stated` is FOUL for a board that the table ruled a foul (with or without
    rows); `aces` is how many aces a fouled board without cards had. A claim has its natural's kind in
    `claim` and its thirteen cards, canonical, in `cards` (its rows too when they were set out).
    `line` and `source` are where the board begins in its log and that whole line, for messages.
    """

    player: str
    rows: tuple[str, str, str] | None
    sums: tuple[int, int, int] | None
    stated: Stated = Stated.CARDS
    fantasyland: bool = False
    aces: int | None = None
    claim: str | None = None
    cards: str | None = None
    line: int = 0
    source: str | None = None

    @classmethod
    def of(cls, player: str, top: str, middle: str, bottom: str) -> "Board":
        """A board from three rows in canonical text."""
        return cls(player, (top, middle, bottom), (weigh(top), weigh(middle), weigh(bottom)))


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
    place: "Place"


class Adjustment(NamedTuple):
    """A payment outside the model: what each named person (or the house) receives, in one line."""

    shares: tuple[tuple[str, Amount], ...]
    place: "Place"


class Payment(NamedTuple):
    """A payment from one person to another; `amount` is in the unit of the totals it settles."""

    payer: str
    payee: str
    amount: int | Fraction


class Paid(NamedTuple):
    """A payment that the log says was already made."""

    payer: str
    payee: str
    amount: Amount
    place: "Place"


_NO_STAKES: Final[Mapping[frozenset[str], Fraction]] = MappingProxyType({})
_NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})


class Table(NamedTuple):
    """What holds at the table: the keys of a log's header, and for one deal its own keys over them.

    `people` maps the name of a board to its person where the two differ; `stake` is money per point,
    None where the log has no stake; `pair_stakes` is keyed by two people's names. `rounds` is a
    number, or "players" for a deal each. `file` is the log's name as given.
    """

    rules: "Rules"
    file: str = ""
    stake: Fraction | None = None
    pair_stakes: Mapping[frozenset[str], Fraction] = _NO_STAKES
    currency: Currency | None = None
    players: tuple[str, ...] = ()
    people: Mapping[str, str] = _NO_NAMES
    bank: str | None = None
    dealer: str | None = None
    bankroll: Fraction | None = None
    rake: Amount | None = None
    rounds: int | str | None = None


class Facts(NamedTuple):
    """What is stated for one deal (or, in a header, for the session) besides boards and table."""

    chips: tuple[tuple[str, Amount], ...] = ()
    adjust: tuple[Adjustment, ...] = ()
    paid: tuple[Paid, ...] = ()
    expect: tuple[Expectation, ...] = ()
    notes: tuple[str, ...] = ()
    void: bool = False
    dealer: str | None = None


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


HOUSE: Final = "house"
"""The name that adjustments and rake use for the house."""
