"""Checks of a merged rule set: settings that make no sense, and settings that only look wrong.

`CONSTRAINTS` is the one table of what does not go together. A constraint looks at the settings alone, knows
no rule set by name, and gives a sentence with the settings that it is about.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from ofcscore.game.board import Row
from ofcscore.game.cards import RANKS
from ofcscore.game.ranks import Category
from ofcscore.rules.model import DECIDES
from ofcscore.rules.row_tables import entries_of, numbers_of, sorted_table
from ofcscore.rules.settings import DEFAULTS, ROW_TABLES, called_natural
from ofcscore.rules.values import NONE, Path, Value

Settings = Mapping[Path, Value]


class Nonsense(NamedTuple):
    """A sentence about settings that do not go together; the problem stands where the last was given."""

    paths: tuple[Path, ...]
    message: str
    hint: str | None = None


class Constraint(NamedTuple):
    """Settings that do not go together: when, in words, and what to do.

    `broken` gives True, or the words for each case that the sentence has in braces. The sentence and the hint
    may name settings too.
    """

    paths: tuple[Path, ...]
    broken: Callable[[Settings], bool | Iterable[Mapping[str, Value]]]
    says: str
    hint: str | None = None

    def found(self, settings: Settings) -> Iterator[Nonsense]:
        """Yield what the settings break, once for each case."""
        broken = self.broken(settings)
        named = {path.replace(".", "_").replace("-", "_"): value for path, value in settings.items()}
        for case in ({},) if broken is True else broken or ():
            words = {**named, **case}
            paths = case.get("paths", self.paths)
            hint = case["hint"] if "hint" in case else self.hint and self.hint.format_map(words)
            yield Nonsense(paths, self.says.format_map(words), hint)


def _is_low(s: Settings) -> bool:
    return isinstance(s[_LOW], dict)


def _is_off(s: Settings, path: Path) -> bool:
    """Return True for a setting that pays nothing, or is not there."""
    return s.get(path, NONE) in (NONE, 0)


def _pairs_compare(s: Settings) -> bool:
    return s["compare"] in ("everyone", "bank")


def _paid_rows(s: Settings) -> list[Path]:
    return [path for path in _ROYALTIES if s[path]]


def _decides_without(name: str) -> Callable[[Settings], list[dict[str, Value]]]:
    """Return the case of a decision that is never met where no pairs compare."""

    def broken(s: Settings) -> list[dict[str, Value]]:
        if _pairs_compare(s) or name not in s["decides"]:
            return []
        return [{"kept": ", ".join(d for d in s["decides"] if d not in ("foul", "moon"))}]

    return broken


def _in_a_low_middle(path: Path) -> Callable[[Settings], list[dict[str, Value]]]:
    """Return the first row of a table that a low middle with a worst highest card never is."""

    def broken(s: Settings) -> list[dict[str, Value]]:
        if not _is_low(s) or s[_LOW]["low"]["worst"] == "any":
            return []
        worst = RANKS.index(s[_LOW]["low"]["worst"])
        for category, number in (s.get(path) or {}).items():
            if category != Category.HIGH_CARD.key:
                hint = "`others: none` in the table leaves out what it does not name"
                return [{"says": f"names {category}, and a low middle with one is a foul", "hint": hint}]
            if isinstance(number, dict) and all(RANKS.index(ranks[0]) > worst for ranks in number):
                says = "names only ranks above the worst that a low middle may have"
                return [{"says": says, "hint": None}]
        return []

    return broken


def _without_points(s: Settings) -> list[dict[str, Value]]:
    return [{"kind": called_natural(hand)} for hand in s[_HANDS] if "points" not in hand]


def _above_nothing(s: Settings) -> list[dict[str, Value]]:
    found = []
    for hand in s[_HANDS]:
        if "above" in hand:
            others = [name for other in s[_HANDS] if (name := called_natural(other)) != called_natural(hand)]
            hint = f"the naturals are {', '.join(others)}" if others else None
            found.append({"kind": called_natural(hand), "above": hand["above"], "hint": hint})
    return found


def _aces(s: Settings) -> list[int] | None:
    bet = s["aces"]["pooled"] if isinstance(s["aces"], dict) else s["aces"]
    return None if bet == NONE else bet


def _multiplies_nothing(name: str, of: Callable[[Settings], Iterable[object]]) -> Callable[[Settings], bool]:
    path = f"factors.{name}"
    return lambda s: s.get(path, DEFAULTS[path]) != 1 and not any(of(s))


_ROWS: Final = tuple(row.label for row in Row)
_ROYALTIES: Final = tuple(f"royalties.{row}" for row in _ROWS)
_ENTER: Final = tuple(f"fantasyland.enter.{row}" for row in _ROWS)
_LOW: Final = "middle"
_HANDS: Final = "naturals.hands"
_NONE_DO: Final = "with `compare: {compare}` none do"
_QUADS: Final = Category.QUADS.key
_STRAIGHT_FLUSH: Final = Category.STRAIGHT_FLUSH.key
_FIVE: Final = Category.FIVE_OF_A_KIND.key
_ROYAL: Final = Category.ROYAL_FLUSH.key
_FIVES: Final = "joker.five-of-a-kind"

CONSTRAINTS: Final[Sequence[Constraint]] = (
    *(
        Constraint(
            (f"factors.{name}",),
            _multiplies_nothing(name, of),
            f"factors.{name} multiplies {what}, and there are none",
        )
        for name, what, of in (
            ("royalties", "royalties", lambda s: [s[path] for path in _ROYALTIES]),
            # A scoop that is a factor itself has no points to multiply.
            (
                "scoop",
                "scoops in points",
                lambda s: [_number(s[f"points.{key}"]) for key in ("scoop", "scoop_all")],
            ),
            ("naturals", "naturals", lambda s: s[_HANDS]),
        )
    ),
    Constraint(
        ("players.min", "players.max"),
        lambda s: s["players.min"] > s["players.max"],
        "players.min is {players_min} and players.max only {players_max}",
    ),
    # Pool and single winner compare no pairs: what is paid between two boards cannot apply.
    Constraint(
        ("pool.sweep", "compare"),
        lambda s: s["pool.sweep"] != NONE and s["compare"] != "pool",
        "pool.sweep has no pool to be paid from",
        "say `compare: pool`",
    ),
    Constraint(
        ("decides", "compare"),
        lambda s: _pairs_compare(s) and "foul" not in s["decides"],
        "decides leaves out foul, and with `compare: {compare}` a foul has its price",
        f"say `decides: [{', '.join(DECIDES)}]`",
    ),
    *(
        Constraint(
            (path, "compare"),
            lambda s, path=path: not _pairs_compare(s) and not _is_off(s, path),  # type: ignore[misc]
            f"{path} is paid between two boards that compare their rows, and {_NONE_DO}",
        )
        for path in ("points.scoop", "points.scoop_all", "points.overall")
    ),
    Constraint(
        ("compare",),
        lambda s: [{"paths": (*_paid_rows(s), "compare")}] if _paid_rows(s) and not _pairs_compare(s) else [],
        f"royalties are paid where two boards compare their rows, and {_NONE_DO}",
        "say `royalties: none`",
    ),
    *(
        Constraint(
            ("decides", "compare"),
            _decides_without(name),
            f"with `compare: {{compare}}` {why}",
            "say `decides: [{kept}]`",
        )
        for name, why in (("foul", "a foul simply wins nothing"), ("moon", "nobody is paid for the moon"))
    ),
    *(
        Constraint(
            (path, "decides"),
            lambda s, name=name, there=there: there(s) and name not in s["decides"],  # type: ignore[misc]
            f"{path.partition('.')[0]} is set, but decides leaves out {name}, so it would never be paid",
        )
        for name, path, there in (
            ("surrender", "surrender", lambda s: s["surrender"] != NONE),
            ("natural", _HANDS, lambda s: bool(s[_HANDS])),
            ("moon", "moon.points", lambda s: "moon.points" in s),
        )
    ),
    Constraint(
        ("moon.points", _LOW),
        lambda s: "moon.points" in s and _is_low(s),
        "shooting the moon makes no sense with a low middle: the moon pays for setting thirteen weak cards "
        "in order, and a low middle needs them anyway",
    ),
    Constraint(
        ("ranks", _LOW),
        lambda s: _is_low(s) and s.get("ranks", DEFAULTS["ranks"]) != DEFAULTS["ranks"],
        "a low middle is deuce-to-seven, in which the deuce is the best card, and with `ranks: deuce-high` "
        "it is the highest",
    ),
    *(
        Constraint((path, _LOW), _in_a_low_middle(path), f"{path} {{says}}")
        for path in ("royalties.middle", "fantasyland.enter.middle", "fantasyland.stay.middle")
    ),
    *(
        Constraint(
            (path, "royalties.count"),
            lambda s, path=path: s["royalties.count"] == "winner-replaces" and 0 in numbers_of(s[path]),  # type: ignore[misc]
            f"{path} pays 0, and with winner-replaces a row so won would pay nothing",
        )
        for path in _ROYALTIES
    ),
    Constraint(
        ("fantasyland.stay.royalty",),
        lambda s: (
            s.get("fantasyland.stay.royalty", NONE) != NONE
            and max((n for path in _ROYALTIES for n in numbers_of(s[path])), default=0)
            < s["fantasyland.stay.royalty"]
        ),
        "no row pays a royalty of {fantasyland_stay_royalty}, so nobody would stay in fantasyland by it",
    ),
    Constraint(
        ("fantasyland.enter.together", "fantasyland.enter.middle"),
        lambda s: not _is_off(s, "fantasyland.enter.together") and not s["fantasyland.enter.middle"],
        "fantasyland.enter.together is for a top and a middle that both qualify, and no middle does",
    ),
    Constraint(
        _ENTER,
        lambda s: _ENTER[0] in s and not any(s[path] for path in _ENTER),
        "nobody can ever enter fantasyland",
        "say `fantasyland: none`",
    ),
    # Naturals need points (002 names none for no pictures), `small` its highest rank.
    Constraint(
        (_HANDS,),
        _without_points,
        "the natural {kind} has no points, and no source says what it is worth",
        "say `naturals: {{{kind}: {{points: N, above: KIND}}}}` in a file, "
        "or `--set naturals.{kind}.points=N`",
    ),
    Constraint((_HANDS,), _above_nothing, "{kind} stands above {above}, which is not there"),
    Constraint(
        (_HANDS,),
        lambda s: any(hand["kind"] == "small" and "to" not in hand for hand in s[_HANDS]),
        "small needs its highest rank",
        "say `{{kind: small, to: 8, points: N}}`",
    ),
    Constraint(
        ("aces", "compare"),
        lambda s: isinstance(s["aces"], dict) and s["compare"] == "bank",
        "all share in pooled aces, and with a bank only pairs with it pay",
    ),
    Constraint(
        ("aces",),
        lambda s: len(set(_aces(s) or (0, 1))) == 1,
        "every number of aces is worth the same, so the bet never pays",
    ),
    Constraint(
        ("bankroll",),
        lambda s: s["bankroll"] == 0,
        "with a bankroll of 0 everybody would be out at once",
        "say `none`",
    ),
    Constraint(
        ("naturals.false-claim", _HANDS),
        lambda s: s.get("naturals.false-claim", NONE) != NONE and not s[_HANDS],
        "false claims are fined, and no natural can be claimed",
    ),
    *(
        Constraint(
            ("jokers", path),
            lambda s, path=path: path in s and "jokers" not in s,  # type: ignore[misc]
            f"{path} is set, and the deck has no jokers",
            "say `jokers: 2`",
        )
        for path in ("joker.copies", _FIVES, "joker.two-on-top")
    ),
    Constraint(
        ("jokers", "joker.two-on-top"),
        lambda s: "joker.two-on-top" in s and s.get("jokers") == 1,
        "joker.two-on-top is set, and the deck has one joker",
        "say `jokers: 2`",
    ),
    # Five of a kind comes from jokers that may repeat cards of their row alone.
    Constraint(
        ("joker.copies", _FIVES),
        lambda s: (
            [{"copies": s.get("joker.copies", DEFAULTS["joker.copies"])}]
            if _FIVES in s and s.get("joker.copies", DEFAULTS["joker.copies"]) != "any"
            else []
        ),
        "with `copies: {copies}` no row is ever five of a kind: no joker is a card that its row has",
        "say `joker: {{copies: any}}`",
    ),
    *(
        Constraint(
            (_FIVES, path),
            lambda s, path=path: _FIVES not in s and _FIVE in s.get(path, {}),  # type: ignore[misc]
            f"{path} names {_FIVE}, and by these rules no row is one",
            "`joker: {{copies: any, five-of-a-kind: above-royal}}` makes it one",
        )
        for path in ROW_TABLES
    ),
)
"""All combinations that make no sense, in the order in which they are told."""


def _number(bonus: Value) -> int:
    """Return the points of a bonus, 0 for one that is none or a factor."""
    points = bonus.get("points", 0) if isinstance(bonus, dict) else bonus
    return 0 if points == NONE else int(points)


DOUBTFUL: Final = (*ROW_TABLES, _HANDS)
"""The settings that `doubts` speaks of."""


def nonsense(settings: Settings) -> list[Nonsense]:
    """Everything in merged settings that makes no sense."""
    return [found for constraint in CONSTRAINTS for found in constraint.found(settings)]


def doubts(settings: Settings) -> list[Nonsense]:
    """Return what only looks wrong: a better row that is paid less, naturals out of their order."""
    found = []
    for row in _ROWS:
        path = f"royalties.{row}"
        low = row == Row.MIDDLE.label and _is_low(settings)
        drop = _drop(settings[path], low, settings.get("joker.five-of-a-kind"))
        if drop is not None:
            found.append(Nonsense((path,), f"royalties.{row} pays {drop}"))
    for path in ROW_TABLES if "joker.five-of-a-kind" in settings else ():
        table = settings.get(path, {})
        worse = [word for word in (_QUADS, _STRAIGHT_FLUSH) if word in table]
        if worse and _FIVE not in table:
            names = "pays for" if path.startswith("royalties") else "names"
            found.append(Nonsense((path,), f"{path} {names} {worse[0]}, and not the better {_FIVE}"))
    # Only where the higher of two wins does their order matter.
    higher_wins = settings["naturals.between"] == "higher"
    hands = settings["naturals.hands"] if higher_wins else []
    for lower, higher in pairwise(hands):
        less, more = called_natural(lower), called_natural(higher)
        if lower["points"] > higher["points"]:
            found.append(
                Nonsense(
                    ("naturals.hands",),
                    f"naturals are listed from low to high, and {more} ({higher['points']}) "
                    f"stands above {less} ({lower['points']})",
                )
            )
    return found


def _drop(table: Mapping[str, Any], low: bool, five: str | None) -> str | None:
    """Return the first better row that is paid less than a worse one, in words.

    `five` places five of a kind.
    """
    table = sorted_table(table)
    if five == "below-royal" and _ROYAL in table:
        table[_ROYAL] = table.pop(_ROYAL)
    entries = entries_of(table, low=low)
    for (category, ranks, n), (better, better_ranks, m) in pairwise(entries):
        if m >= n or (
            category == better and (ranks.startswith(better_ranks) or better_ranks.startswith(ranks))
        ):
            continue
        return f"{m} for {_entry(better, better_ranks)} and {n} for the weaker {_entry(category, ranks)}"
    return None


def _entry(category: str, ranks: str) -> str:
    return f"{category} {ranks}" if ranks else category
