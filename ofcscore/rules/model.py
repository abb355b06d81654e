"""The model of a rule set: immutable values that are built from settings.

The numbers themselves are in the YAML files of this package.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ofcscore.game.cards import RANKS, Row
from ofcscore.game.jokers import Jokers
from ofcscore.game.naturals import NaturalHand, Naturals, RowNeeded
from ofcscore.game.ranks import CATEGORY_BY_KEY, Category, Rank, RankOrder
from ofcscore.rules.setting_values import NONE, Path, Value, entries_of
from ofcscore.rules.settings import DEFAULTS, called_natural


class RowTable(NamedTuple):
    """A table from hand ranks of a row to numbers.

    The key of an entry is a category and its leading ranks (2 to 14, grouped ranks first; empty for all). The
    longest match wins. A category never means "or better".
    """

    entries: Mapping[tuple[Category, tuple[int, ...]], int]

    def value(self, rank: Rank) -> int | None:
        """Return the number for a rank; None if the table does not list it."""
        keys = ((rank.category, rank.ranks[:size]) for size in range(len(rank.ranks), -1, -1))
        return next((self.entries[key] for key in keys if key in self.entries), None)


RowTables = tuple[RowTable, RowTable, RowTable]
"""The tables of top, middle and bottom."""


class Players(NamedTuple):
    """The number of players; `more` says if more than `max` is a warning or an error."""

    min: int
    max: int
    more: Literal["problem", "warning"] = "problem"


class Middle(NamedTuple):
    """The middle row: high, or deuce-to-seven low with a highest card (0: any)."""

    low: bool = False
    worst: int = 0


class Bonus(NamedTuple):
    """The bonus for a scoop: points, or a factor on the points of the rows.

    A scoop of all needs `opponents` or more. A factor of 0 means the number of players. With `royalties` the
    factor multiplies them too. Unless `fouls`, a fouled board prevents a scoop of all.
    """

    points: int = 0
    factor: int = 1
    opponents: int = 2
    royalties: bool = False
    fouls: bool = True

    def __bool__(self) -> bool:
        return self.points != 0 or self.factor != 1


class PointValues(NamedTuple):
    """Points for a row, for scoops and for the overall point.

    `overall_by` says who wins the overall point. `scoop_many` has the bonus per number of scooped opponents,
    in ascending order. With `tied_scoop`, two won rows and a tied one are a scoop.
    """

    row: int
    scoop: Bonus
    scoop_all: Bonus
    overall: int
    overall_by: Literal["rows", "points"]
    scoop_many: tuple[tuple[int, Bonus], ...] = ()
    tied_scoop: bool = False


class FoulPrice(NamedTuple):
    """The price of a foul against a legal board: `lost-rows`, `nothing`, or points.

    `royalties` says if the foul pays the other's royalties too. A `factor` other than 0 multiplies the lost
    rows and replaces the scoop bonus. Unless `allowed`, a board out of order is an error.
    """

    pays: int | Literal["lost-rows", "nothing"]
    royalties: bool
    factor: int = 0
    allowed: bool = True


class Royalties(NamedTuple):
    """Royalty tables by row and for two jokers on top, and whose royalties count.

    With `two_jokers` 0, two jokers on top earn the royalty of their row.
    """

    # The name hides a method of tuples, which is not used here.
    count: Literal["both", "winner-replaces", "winner-adds"]  # type: ignore[assignment]
    tables: RowTables
    two_jokers: int = 0


class Moon(NamedTuple):
    """Shooting the moon: points, and the highest card that the bottom may have."""

    points: int
    highest: int


class Fantasyland(NamedTuple):
    """The rules for entering fantasyland and staying there, and its number of cards.

    `enter` and `stay` give extra cards by row. `together` are extra cards if top and middle both qualify.
    `stay_royalty` is a royalty of one row that is enough to stay (0: none). `stay_cards` is `base` for the
    base number of cards, or `same` for the number dealt this time. With `moves_button` the dealer moves after
    a fantasyland deal too.
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
        extra = [number for table in (*self.enter, *self.stay) for number in table.entries.values()]
        return self.cards + max(extra, default=0) + self.together


class Rules(NamedTuple):
    """A complete rule set.

    `settings` are the settings that it was built from, and `layers` the names of its layers. `ties` are the
    suits from best to worst, or empty if tied rows stay tied. With `suits_first` flushes compare suits before
    ranks. `double` is the card that doubles a pair's points. `words` are the players' own words. `absent` and
    `false_claim` are prices to each other player; a `false_claim` of None costs nothing. `limits_first` is
    the seat that settles first under table stakes. `limits_by` says if payments are limited by the chips at
    the start of the deal or by those after each pair.
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
        """True if payments may be fractions of a point, because they are shared."""
        return self.compare == "pool" or self.aces_pooled

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that depend only on the settings, not on the name."""
        return _digest(self)

    def __hash__(self) -> int:
        # Caches are keyed by rule set, and a run has few of them.
        return hash(self.name)


@lru_cache(maxsize=64)
def _digest(rules: Rules) -> str:
    import json
    from hashlib import sha256

    text = json.dumps(nested(rules.settings), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:12]


def nested(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings by dotted paths as nested mappings, like a rule file."""
    root: dict[str, Any] = {}
    for path, value in settings.items():
        *groups, key = path.split(".")
        inner = root
        for group in groups:
            inner = inner.setdefault(group, {})
        inner[key] = value
    return root


def build(settings: Mapping[Path, Value], **head: Any) -> Rules:
    """Build a rule set from complete settings; multiply its `factors` into numbers.

    `head` are its name, title, source, layers and words.
    """
    s = {**DEFAULTS, **settings}
    scoop, royalty, natural = s["factors.scoop"], s["factors.royalties"], s["factors.naturals"]
    pays, aces, ties, many = s["foul.pays"], s["aces"], s["ties"], s["points.scoop_many"]
    middle = s["middle"]
    foul_factor = pays["factor"] if isinstance(pays, dict) else 0
    aces_pooled = isinstance(aces, dict)
    return Rules(
        players=Players(s["players.min"], s["players.max"], s["players.more"]),
        ranks=RankOrder(s["wheel"], s["ranks"] == "deuce-high"),
        middle=Middle() if middle == "high" else Middle(True, _rank(middle["low"]["worst"])),
        order=s["order"],
        points=PointValues(
            s["points.row"],
            _bonus(s["points.scoop"], scoop),
            _bonus(s["points.scoop_all"], scoop),
            s["points.overall"],
            s["points.overall_by"],
            () if many == NONE else tuple((int(n), _bonus(many[n], scoop)) for n in sorted(many)),
            s["points.scoop_when"] == "none-lost",
        ),
        foul=FoulPrice(
            "lost-rows" if foul_factor else pays,
            s["foul.royalties"] == "paid",
            foul_factor,
            s["foul.allowed"] == "yes",
        ),
        royalties=Royalties(
            s["royalties.count"], _tables(s, "royalties", royalty), _number(s["joker.two-on-top"]) * royalty
        ),
        ties="" if ties == NONE else ties["suits"],
        suits_first=ties != NONE and "compare" in ties,
        double=_or(None, s["cards.double"]),
        compare=s["compare"],
        bank_wins_ties=s["bank_ties"] == "bank",
        pool_sweep=_number(s["pool.sweep"]),
        naturals=Naturals(
            tuple(_natural(hand, natural) for hand in s["naturals.hands"]),
            s["naturals.between"],
            s["naturals.declared"] == "declared",
            s["naturals.pays"] == "on-top",
        ),
        surrender=s["surrender"],
        absent=_number(s["absent"]),
        false_claim=_or(None, s["naturals.false-claim"]),
        aces=tuple(_or((), aces["pooled"] if aces_pooled else aces)),
        aces_pooled=aces_pooled,
        moon=None if "moon" in s else Moon(s["moon.points"], _rank(s["moon.highest"])),
        fantasyland=None
        if "fantasyland" in s
        else Fantasyland(
            s["fantasyland.cards"],
            _tables(s, "fantasyland.enter"),
            _tables(s, "fantasyland.stay"),
            _number(s["fantasyland.enter.together"]),
            _number(s["fantasyland.stay.royalty"]) * royalty,
            s["fantasyland.stay.cards"],
            s["fantasyland.button"] == "moves",
        ),
        bankroll=_number(s["bankroll"]),
        table_stakes=s["table-stakes"] == "yes",
        limits_first=s["limits.first"],
        limits_by=s["limits.by"],
        decides=tuple(s["decides"]),
        jokers=Jokers(_number(s["jokers"]), s["joker.copies"], s["joker.five-of-a-kind"]),
        settings=settings,
        **head,
    )


def _or(otherwise: Value, value: Value) -> Value:
    return otherwise if value == NONE else value


def _number(value: Value) -> int:
    return int(_or(0, value))


def _rank(rank: str) -> int:
    return 0 if rank == "any" else RANKS.index(rank) + 2


def _bonus(value: Value, times: int) -> Bonus:
    if not isinstance(value, dict):
        return Bonus(points=_number(value) * times)
    factor = value.get("factor", 1)
    return Bonus(
        value.get("points", 0) * times,
        0 if factor == "players" else factor,
        value.get("opponents", 2),
        value.get("of") == "rows-and-royalties",
        value.get("fouls") != "not",
    )


def _natural(hand: Mapping[str, Value], times: int) -> NaturalHand:
    to = _rank(hand["to"]) if "to" in hand else 0
    needed = tuple(_needed(hand.get(row.label)) for row in Row) if "name" in hand else ()
    return NaturalHand(called_natural(hand), hand["points"] * times, to, needed)


def _needed(value: Value | None) -> RowNeeded | None:
    word, _, better = (value or "").partition(" ")
    return RowNeeded(CATEGORY_BY_KEY[word], bool(better)) if word else None


def _tables(settings: Mapping[Path, Value], group: Path, times: int = 1) -> RowTables:
    top, middle, bottom = (
        RowTable(
            {
                (CATEGORY_BY_KEY[word], tuple(map(_rank, ranks))): number * times
                for word, ranks, number in entries_of(settings[f"{group}.{row.label}"])
            }
        )
        for row in Row
    )
    return top, middle, bottom
