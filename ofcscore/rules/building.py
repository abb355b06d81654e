"""The values that settings mean: `Rules` from complete settings, and their digest."""

from __future__ import annotations

from collections.abc import Mapping

from ofcscore.game.board import Row
from ofcscore.game.cards import RANKS
from ofcscore.game.naturals import NaturalHand, Naturals
from ofcscore.game.ranks import CATEGORY_BY_KEY, Category
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
from ofcscore.rules.settings import NONE, OPTIONAL, SETTINGS, Path, Value


def build(
    settings: Mapping[Path, Value], *, name: str, title: str, source: str, layers: tuple[str, ...]
) -> Rules:
    """The rule set that complete settings mean."""
    get = settings.__getitem__
    middle = get(("middle",))
    return Rules(
        name=name,
        title=title,
        source=source,
        players=Players(get(("players", "min")), get(("players", "max")), get(("players", "more"))),
        wheel=get(("wheel",)),
        middle=Middle() if middle == "high" else Middle(True, _rank_number(middle["low"]["worst"])),
        order=get(("order",)),
        points=PointValues(
            get(("points", "row")),
            _bonus(get(("points", "scoop"))),
            _bonus(get(("points", "scoop_all"))),
            get(("points", "overall")),
            get(("points", "overall_by")),
        ),
        foul=FoulPrice(get(("foul", "pays")), get(("foul", "royalties")) == "paid"),
        royalties=Royalties(get(("royalties", "count")), _tables(settings, ("royalties",))),
        compare=get(("compare",)),
        pool_sweep=_number(get(("pool", "sweep"))),
        naturals=Naturals(
            tuple(
                NaturalHand(hand["kind"], hand["points"], _rank_number(hand["to"]) if "to" in hand else 0)
                for hand in get(("naturals", "hands"))
            ),
            get(("naturals", "between")),
            get(("naturals", "declared")) == "declared",
        ),
        surrender=get(("surrender",)),
        aces=() if get(("aces",)) == NONE else tuple(get(("aces",))),
        moon=None
        if ("moon",) in settings
        else Moon(get(("moon", "points")), _rank_number(get(("moon", "highest")))),
        fantasyland=_fantasyland(settings),
        bankroll=_number(get(("bankroll",))),
        table_stakes=get(("table-stakes",)) == "yes",
        decides=tuple(get(("decides",))),
        settings=settings,
        digest=digest(settings),
        layers=layers,
    )


def _fantasyland(settings: Mapping[Path, Value]) -> Fantasyland | None:
    land = ("fantasyland",)
    if land in settings:
        return None
    return Fantasyland(
        settings[*land, "cards"],
        _tables(settings, (*land, "enter")),
        _tables(settings, (*land, "stay")),
        _number(settings[*land, "enter", "together"]),
        _number(settings[*land, "stay", "royalty"]),
        settings[*land, "stay", "cards"],
    )


def _number(value: Value) -> int:
    return 0 if value == NONE else value


def _rank_number(rank: str) -> int:
    return RANKS.index(rank) + 2


def _bonus(value: Value) -> Bonus:
    if isinstance(value, dict):
        return Bonus(factor=value["factor"])
    return Bonus(points=_number(value))


def _tables(settings: Mapping[Path, Value], group: Path) -> RowTables:
    top, middle, bottom = (_table(settings[*group, row.label]) for row in Row)
    return (top, middle, bottom)


def _table(value: Mapping[str, Value]) -> RowTable:
    entries: list[tuple[Category, int | tuple[tuple[tuple[int, ...], int], ...]]] = []
    for word, number in value.items():
        if isinstance(number, dict):
            ranked = tuple((tuple(map(_rank_number, ranks)), n) for ranks, n in number.items())
            entries.append((CATEGORY_BY_KEY[word], ranked))
        else:
            entries.append((CATEGORY_BY_KEY[word], number))
    return RowTable(tuple(entries))


def ordered(paths: set[Path]) -> list[Path]:
    """Paths in the order in which rule sets are written."""
    order = {path: i for i, path in enumerate(SETTINGS)}
    first = {group: min(i for p, i in order.items() if p[: len(group)] == group) for group in OPTIONAL}
    return sorted(paths, key=lambda path: (order.get(path, first.get(path, 0)), len(path)))


def nested(settings: Mapping[Path, Value]) -> dict[str, Value]:
    """Merged settings as one mapping in the shape of a rule file, in its order."""
    root: dict[str, Value] = {}
    for path in ordered(set(settings)):
        inner = root
        for key in path[:-1]:
            inner = inner.setdefault(key, {})
        inner[path[-1]] = settings[path]
    return root


def digest(settings: Mapping[Path, Value]) -> str:
    """Twelve hexadecimal digits that are equal for equal settings, whatever the set is called."""
    from hashlib import sha256

    return sha256(_canonical_json(nested(settings)).encode("ascii")).hexdigest()[:12]


def _canonical_json(value: Value) -> str:
    """JSON with sorted keys and no blanks; settings are plain words and whole numbers.

    By hand, because importing json takes longer than loading a rule set.
    """
    if isinstance(value, dict):
        return "{" + ",".join(f'"{key}":{_canonical_json(value[key])}' for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_canonical_json, value)) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'
