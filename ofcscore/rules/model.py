"""The one model of all rule sets: every setting of the rules as a frozen value.

Numbers of the game live in the YAML files beside this module; here are only their shapes.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from ofcscore.game.jokers import Jokers
from ofcscore.game.naturals import Naturals
from ofcscore.game.ranks import Category, Rank, RankOrder

DECIDES: Final = ("surrender", "natural", "moon", "foul", "rows")
"""The words that may decide a pair, in the usual order.

The moon comes before the foul, because fouled boards pay it too."""

RankTable = tuple[tuple[Category, int | tuple[tuple[tuple[int, ...], int], ...]], ...]


class RowTable(NamedTuple):
    """A number for some ranks of a row.

    An entry is a category with one number, or with numbers by leading ranks (2 to 14, grouped ranks
    first), of which the longest that matches wins. A category never means "or better".
    """

    entries: RankTable = ()

    def value(self, rank: Rank) -> int | None:
        """Return the number for a rank, None where the table does not list it."""
        for category, number in self.entries:
            if category is not rank.category:
                continue
            if isinstance(number, int):
                return number
            matches = [(len(ranks), value) for ranks, value in number if rank.ranks[: len(ranks)] == ranks]
            return max(matches)[1] if matches else None
        return None

    @property
    def numbers(self) -> list[int]:
        """All its numbers."""
        each = [((((), number),) if isinstance(number, int) else number) for _, number in self.entries]
        return [value for numbers in each for _, value in numbers]


RowTables = tuple[RowTable, RowTable, RowTable]
"""A table each for top, middle and bottom."""


class Players(NamedTuple):
    """How many players a deal is for; `more` is whether more than `max` is a warning or a problem."""

    min: int
    max: int
    more: Literal["problem", "warning"] = "problem"


class Middle(NamedTuple):
    """How the middle row compares: high, or deuce-to-seven low with a worst highest card (0: any cards)."""

    low: bool = False
    worst: int = 0


class Bonus(NamedTuple):
    """The bonus for a scoop: points, or a factor on the rows; one of all needs `opponents` or more.

    A factor of 0 is the number of players. `royalties` says that it multiplies them too. Without `fouls` a
    board that fouls is not scooped where all are to be.
    """

    points: int = 0
    factor: int = 1
    opponents: int = 2
    royalties: bool = False
    fouls: bool = True

    def __bool__(self) -> bool:
        return self.points != 0 or self.factor != 1


class PointValues(NamedTuple):
    """Points of a row, of scoops, and of the overall point, and who earns that one.

    `scoop_many` is what a scoop pays by how many opponents are scooped, from the fewest; `tied_scoop` says
    that two rows won and one tied are a scoop.
    """

    row: int
    scoop: Bonus
    scoop_all: Bonus
    overall: int
    overall_by: Literal["rows", "points"]
    scoop_many: tuple[tuple[int, Bonus], ...] = ()
    tied_scoop: bool = False


class FoulPrice(NamedTuple):
    """The price of a foul against a set board: `lost-rows`, `nothing`, or a number before royalties.

    A `factor` other than 0 multiplies the lost rows, and stands for the scoop and all that comes with it.
    Where none is `allowed`, cards that are out of order are refused, and set anew.
    """

    pays: int | Literal["lost-rows", "nothing"]
    royalties: bool
    factor: int = 0
    allowed: bool = True


class Royalties(NamedTuple):
    """Royalty tables by row, and when they count.

    `two_jokers` is what a top row with two jokers earns, whatever it is; 0 where it earns what it is.
    """

    # The name hides a method of tuples, which nobody needs here.
    count: Literal["both", "winner-replaces", "winner-adds"]  # type: ignore[assignment]
    tables: RowTables
    two_jokers: int = 0


class Moon(NamedTuple):
    """Shooting the moon: points, and the highest card that the bottom may have."""

    points: int
    highest: int


class Fantasyland(NamedTuple):
    """The rules of who enters fantasyland and stays, and with how many cards.

    `enter` and `stay` give extra cards by row. `together` is extra when the top and the middle
    both qualify. `stay_royalty` is the row royalty that stays by itself (0: none does).
    `stay_cards` is `base` for the base number again or `same` for the number dealt this time.
    `moves_button` says that the dealer moves after a fantasyland deal too.
    """

    cards: int
    enter: RowTables
    stay: RowTables
    together: int = 0
    stay_royalty: int = 0
    stay_cards: Literal["base", "same"] = "base"
    moves_button: bool = False

    @property
    def most(self) -> int:
        """The largest number of cards that a board brings."""
        extra = [number for table in (*self.enter, *self.stay) for number in table.numbers]
        return self.cards + max(extra, default=0) + self.together


class Rules(NamedTuple):
    """One rule set, whole: every setting has its value.

    `settings` is what it was built from, as its files would state it; `layers` are the names it was merged
    from. `ties` are the suits from the best one down, empty where tied rows stay tied, and with
    `suits_first` flushes go by their suits before their ranks; `double` is the card
    that doubles a pair, `words` what the players call things; `absent` and `false_claim` are what these pay
    each other player, None for no price. `limits_first` is the seat that settles first under table stakes,
    `limits_by` whether the chips at the start limit what is paid, or those after each pair.
    """

    name: str
    title: str
    source: str
    players: Players
    ranks: RankOrder
    middle: Middle
    order: Literal["at-least", "strict"]
    points: PointValues
    foul: FoulPrice
    royalties: Royalties
    ties: str
    suits_first: bool
    double: str | None
    compare: Literal["everyone", "bank", "single-winner", "pool"]
    bank_wins_ties: bool
    pool_sweep: int
    naturals: Naturals
    surrender: int | Literal["none", "two-rows"]
    absent: int
    false_claim: int | None
    aces: tuple[int, ...]
    aces_pooled: bool
    moon: Moon | None
    fantasyland: Fantasyland | None
    bankroll: int
    table_stakes: bool
    limits_first: Literal["dealer", "left-of-dealer"]
    limits_by: Literal["start", "running"]
    decides: tuple[str, ...]
    jokers: Jokers
    settings: Mapping[str, Any]
    layers: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]

    @property
    def shares(self) -> bool:
        """True if what is paid may be a fraction of a point, because it is shared."""
        return self.compare == "pool" or self.aces_pooled

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that are equal for equal settings, whatever the set is called."""
        return _digest(self)

    def __hash__(self) -> int:
        # Tables are memoised by rule set, of which a run has few.
        return hash(self.name)


@lru_cache(maxsize=64)
def _digest(rules: Rules) -> str:
    import json
    from hashlib import sha256

    text = json.dumps(nested(rules.settings), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:12]


def nested(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings by dotted paths as one mapping in the shape of a rule file, in their order."""
    root: dict[str, Any] = {}
    for path, value in settings.items():
        *groups, key = path.split(".")
        inner = root
        for group in groups:
            inner = inner.setdefault(group, {})
        inner[key] = value
    return root
