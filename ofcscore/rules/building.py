"""The values that settings mean: `Rules` from complete settings."""

from collections.abc import Mapping

from ofcscore.game.board import Row
from ofcscore.game.cards import RANKS
from ofcscore.game.jokers import Jokers
from ofcscore.game.naturals import NaturalHand, Naturals, RowNeeded
from ofcscore.game.ranks import CATEGORY_BY_KEY, RankOrder
from ofcscore.game.speech import Words
from ofcscore.rules.model import (
    Bonus,
    Fantasyland,
    FoulPrice,
    Middle,
    Moon,
    Players,
    PointValues,
    RowTable,
    RowTables,
    Royalties,
    Rules,
)
from ofcscore.rules.settings import DEFAULTS, OPTIONAL, SETTINGS, called_natural
from ofcscore.rules.values import NONE, Path, Value, is_inside


def build(
    settings: Mapping[Path, Value],
    *,
    name: str,
    title: str,
    source: str,
    layers: tuple[str, ...],
    words: Words,
) -> Rules:
    """Build the rule set that complete settings mean, with the words of its players.

    What a table counts several times (`factors`) is worth as much from here on.
    """
    s = {**DEFAULTS, **settings}
    scoop, natural = s["factors.scoop"], s["factors.naturals"]
    return Rules(
        name=name,
        title=title,
        source=source,
        players=Players(s["players.min"], s["players.max"], s["players.more"]),
        ranks=RankOrder(s["wheel"], s["ranks"] == "deuce-high"),
        middle=_middle(s["middle"]),
        order=s["order"],
        points=PointValues(
            s["points.row"],
            _bonus(s["points.scoop"], scoop),
            _bonus(s["points.scoop_all"], scoop),
            s["points.overall"],
            s["points.overall_by"],
            _scoop_many(s["points.scoop_many"], scoop),
            s["points.scoop_when"] == "none-lost",
        ),
        foul=_foul_price(s["foul.pays"], s["foul.royalties"] == "paid", s["foul.allowed"] == "yes"),
        royalties=_royalties(s),
        ties="" if s["ties"] == NONE else s["ties"]["suits"],
        suits_first=s["ties"] != NONE and "compare" in s["ties"],
        double=None if s["cards.double"] == NONE else s["cards.double"],
        compare=s["compare"],
        bank_wins_ties=s["bank_ties"] == "bank",
        pool_sweep=_number(s["pool.sweep"]),
        naturals=Naturals(
            tuple(
                NaturalHand(
                    called_natural(hand),
                    hand["points"] * natural,
                    _rank(hand["to"]) if "to" in hand else 0,
                    tuple(_needed(hand.get(row.label)) for row in Row) if "name" in hand else (),
                )
                for hand in s["naturals.hands"]
            ),
            s["naturals.between"],
            s["naturals.declared"] == "declared",
            s["naturals.pays"] == "on-top",
        ),
        surrender=s["surrender"],
        absent=_number(s["absent"]),
        false_claim=None if s["naturals.false-claim"] == NONE else s["naturals.false-claim"],
        aces=_aces(s["aces"]),
        aces_pooled=isinstance(s["aces"], dict),
        moon=None if "moon" in s else Moon(s["moon.points"], _rank(s["moon.highest"])),
        fantasyland=None if "fantasyland" in s else _fantasyland(s),
        bankroll=_number(s["bankroll"]),
        table_stakes=s["table-stakes"] == "yes",
        limits_first=s["limits.first"],
        limits_by=s["limits.by"],
        decides=tuple(s["decides"]),
        jokers=Jokers(_number(s["jokers"]), s["joker.copies"], s["joker.five-of-a-kind"]),
        settings=settings,
        layers=layers,
        words=words,
    )


def _fantasyland(s: Mapping[Path, Value]) -> Fantasyland:
    return Fantasyland(
        s["fantasyland.cards"],
        _tables(s, "fantasyland.enter"),
        _tables(s, "fantasyland.stay"),
        _number(s["fantasyland.enter.together"]),
        _number(s["fantasyland.stay.royalty"]) * s["factors.royalties"],
        s["fantasyland.stay.cards"],
        s["fantasyland.button"] == "moves",
    )


def _needed(value: Value | None) -> RowNeeded | None:
    """Return what a natural needs of a row, None for any row."""
    if value is None:
        return None
    word, _, better = value.partition(" ")
    return RowNeeded(CATEGORY_BY_KEY[word], bool(better))


def _number(value: Value) -> int:
    return 0 if value == NONE else value


def _aces(value: Value) -> tuple[int, ...]:
    numbers = value["pooled"] if isinstance(value, dict) else value
    return () if numbers == NONE else tuple(numbers)


def _rank(rank: str) -> int:
    return RANKS.index(rank) + 2


def _middle(value: Value) -> Middle:
    if value == "high":
        return Middle()
    worst = value["low"]["worst"]
    return Middle(True, 0 if worst == "any" else _rank(worst))


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


def _scoop_many(value: Value, times: int) -> tuple[tuple[int, Bonus], ...]:
    return () if value == NONE else tuple((int(n), _bonus(value[n], times)) for n in sorted(value))


def _foul_price(pays: Value, royalties: bool, allowed: bool) -> FoulPrice:
    if isinstance(pays, dict):
        return FoulPrice("lost-rows", royalties, pays["factor"], allowed)
    return FoulPrice(pays, royalties, allowed=allowed)


def _royalties(settings: Mapping[Path, Value]) -> Royalties:
    times, jokers = settings["factors.royalties"], _number(settings["joker.two-on-top"])
    tables = _tables(settings, "royalties", times)
    return Royalties(settings["royalties.count"], tables, jokers * times)


def _tables(settings: Mapping[Path, Value], group: Path, times: int = 1) -> RowTables:
    top, middle, bottom = (_table(settings[f"{group}.{row.label}"], times) for row in Row)
    return (top, middle, bottom)


def _table(value: Mapping[str, Value], times: int) -> RowTable:
    return RowTable(tuple((CATEGORY_BY_KEY[word], _entry(number, times)) for word, number in value.items()))


def _entry(number: Value, times: int) -> int | tuple[tuple[tuple[int, ...], int], ...]:
    if isinstance(number, dict):
        return tuple((tuple(map(_rank, ranks)), n * times) for ranks, n in number.items())
    return int(number) * times


def ordered(paths: set[Path]) -> list[Path]:
    """Return paths in the order in which rule sets are written."""
    order = {path: i for i, path in enumerate(SETTINGS)}
    first = {group: min(i for path, i in order.items() if is_inside(path, group)) for group in OPTIONAL}
    return sorted(paths, key=lambda path: (order.get(path, first.get(path, 0)), len(path)))
