"""Checks of a merged rule set: settings that make no sense, and settings that only look wrong.

Each check looks at the settings alone, knows no rule set by name, and gives a sentence with the
settings that it is about.
"""

from collections.abc import Callable, Iterator, Mapping
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


Check = Callable[[Settings], Iterator[Nonsense]]
_ROWS: Final = tuple(row.label for row in Row)
_LOW: Final = "middle"


def _is_low(settings: Settings) -> bool:
    return isinstance(settings[_LOW], dict)


def _players(settings: Settings) -> Iterator[Nonsense]:
    least, most = "players.min", "players.max"
    if settings[least] > settings[most]:
        yield Nonsense(
            (least, most), f"players.min is {settings[least]} and players.max only {settings[most]}"
        )


def _compare(settings: Settings) -> Iterator[Nonsense]:
    """Pool and single winner compare no pairs (rules 4): what is paid between two boards cannot apply."""
    word = settings["compare"]
    if settings["pool.sweep"] != NONE and word != "pool":
        yield Nonsense(
            ("pool.sweep", "compare"), "pool.sweep has no pool to be paid from", "say `compare: pool`"
        )
    if word in ("everyone", "bank"):
        if "foul" not in settings["decides"]:
            priced = f"decides leaves out foul, and with `compare: {word}` a foul has its price"
            yield Nonsense(("decides", "compare"), priced, f"say `decides: [{', '.join(DECIDES)}]`")
        return
    for path in ("points.scoop", "points.scoop_all", "points.overall"):
        if settings[path] not in (NONE, 0):
            never = f"{path} is paid between two boards that compare their rows"
            yield Nonsense((path, "compare"), f"{never}, and with `compare: {word}` none do")
    paid = [f"royalties.{row}" for row in _ROWS if settings[f"royalties.{row}"]]
    if paid:
        never = f"royalties are paid where two boards compare their rows, and with `compare: {word}` none do"
        yield Nonsense((*paid, "compare"), never, "say `royalties: none`")
    for name in ("foul", "moon"):
        if name in settings["decides"]:
            kept = ", ".join(d for d in settings["decides"] if d not in ("foul", "moon"))
            why = "a foul simply wins nothing" if name == "foul" else "nobody is paid for the moon"
            yield Nonsense(
                ("decides", "compare"), f"with `compare: {word}` {why}", f"say `decides: [{kept}]`"
            )


def _decided(settings: Settings) -> Iterator[Nonsense]:
    """Yield what is paid but not asked for in `decides`."""
    paid = {
        "surrender": ("surrender", settings["surrender"] != NONE),
        "natural": ("naturals.hands", bool(settings["naturals.hands"])),
        "moon": ("moon.points", "moon.points" in settings),
    }
    for name, (path, there) in paid.items():
        if there and name not in settings["decides"]:
            yield Nonsense(
                (path, "decides"),
                f"{path.partition('.')[0]} is set, but decides leaves out {name}, so it would never be paid",
            )


def _moon(settings: Settings) -> Iterator[Nonsense]:
    if "moon.points" in settings and _is_low(settings):
        yield Nonsense(
            ("moon.points", _LOW),
            "shooting the moon makes no sense with a low middle: the moon pays for setting thirteen weak "
            "cards in order, and a low middle needs them anyway",
        )


def _low_middle(settings: Settings) -> Iterator[Nonsense]:
    """Yield a low middle that stands has no pair, straight or flush (rules 2)."""
    if not _is_low(settings):
        return
    if settings.get("ranks", DEFAULTS["ranks"]) != DEFAULTS["ranks"]:
        low = "a low middle is deuce-to-seven, in which the deuce is the best card"
        yield Nonsense(("ranks", _LOW), f"{low}, and with `ranks: deuce-high` it is the highest")
    if settings[_LOW]["low"]["worst"] == "any":
        return
    worst = RANKS.index(settings[_LOW]["low"]["worst"])
    for path in ("royalties.middle", "fantasyland.enter.middle", "fantasyland.stay.middle"):
        table = settings.get(path) or {}
        for category, number in table.items():
            if category != Category.HIGH_CARD.key:
                foul = f"{path} names {category}, and a low middle with one is a foul"
                hint = "`others: none` in the table leaves out what it does not name"
                yield Nonsense((path, _LOW), foul, hint)
                break
            if isinstance(number, dict) and all(RANKS.index(ranks[0]) > worst for ranks in number):
                yield Nonsense(
                    (path, _LOW), f"{path} names only ranks above the worst that a low middle may have"
                )


def _royalties(settings: Settings) -> Iterator[Nonsense]:
    if settings["royalties.count"] == "winner-replaces":
        for row in _ROWS:
            if 0 in numbers_of(settings[f"royalties.{row}"]):
                yield Nonsense(
                    (f"royalties.{row}", "royalties.count"),
                    f"royalties.{row} pays 0, and with winner-replaces a row so won would pay nothing",
                )


def _stay_royalty(settings: Settings) -> Iterator[Nonsense]:
    path = "fantasyland.stay.royalty"
    least = settings.get(path, NONE)
    if least == NONE:
        return
    best = max((n for row in _ROWS for n in numbers_of(settings[f"royalties.{row}"])), default=0)
    if best < least:
        yield Nonsense(
            (path,), f"no row pays a royalty of {least}, so nobody would stay in fantasyland by it"
        )


def _together(settings: Settings) -> Iterator[Nonsense]:
    path = "fantasyland.enter.together"
    if settings.get(path, NONE) not in (NONE, 0) and not settings["fantasyland.enter.middle"]:
        yield Nonsense(
            (path, "fantasyland.enter.middle"),
            "fantasyland.enter.together is for a top and a middle that both qualify, and no middle does",
        )


def _enter(settings: Settings) -> Iterator[Nonsense]:
    tables = [f"fantasyland.enter.{row}" for row in _ROWS]
    if tables[0] in settings and not any(settings[path] for path in tables):
        yield Nonsense(tuple(tables), "nobody can ever enter fantasyland", "say `fantasyland: none`")


def _hands(settings: Settings) -> Iterator[Nonsense]:
    """Naturals need points (002 names none for no pictures), `small` its highest rank."""
    path = "naturals.hands"
    kinds = [called_natural(hand) for hand in settings[path]]
    for hand in settings[path]:
        kind = called_natural(hand)
        if "points" not in hand:
            yield Nonsense(
                (path,),
                f"the natural {kind} has no points, and no source says what it is worth",
                f"say `naturals: {{{kind}: {{points: N, above: KIND}}}}` in a file, or "
                f"`--set naturals.{kind}.points=N`",
            )
        if "above" in hand:
            known = f"the naturals are {', '.join(k for k in kinds if k != kind)}" if len(kinds) > 1 else None
            yield Nonsense((path,), f"{kind} stands above {hand['above']}, which is not there", known)
        if kind == "small" and "to" not in hand:
            yield Nonsense((path,), "small needs its highest rank", "say `{kind: small, to: 8, points: N}`")


def _aces(settings: Settings) -> Iterator[Nonsense]:
    path = "aces"
    bet = settings[path]
    if isinstance(bet, dict):
        bet = bet["pooled"]
        if settings["compare"] == "bank":
            yield Nonsense(
                (path, "compare"), "all share in pooled aces, and with a bank only pairs with it pay"
            )
    if bet != NONE and len(set(bet)) == 1:
        yield Nonsense((path,), "every number of aces is worth the same, so the bet never pays")


def _bankroll(settings: Settings) -> Iterator[Nonsense]:
    if settings["bankroll"] == 0:
        yield Nonsense(("bankroll",), "with a bankroll of 0 everybody would be out at once", "say `none`")


def _false_claim(settings: Settings) -> Iterator[Nonsense]:
    path = "naturals.false-claim"
    if settings.get(path, NONE) != NONE and not settings["naturals.hands"]:
        yield Nonsense((path, "naturals.hands"), "false claims are fined, and no natural can be claimed")


def _jokers(settings: Settings) -> Iterator[Nonsense]:
    """Five of a kind comes from jokers that may repeat cards of their row alone."""
    five, copies = "joker.five-of-a-kind", settings.get("joker.copies", DEFAULTS["joker.copies"])
    for path in ("joker.copies", five, "joker.two-on-top"):
        if path in settings and "jokers" not in settings:
            yield Nonsense(("jokers", path), f"{path} is set, and the deck has no jokers", "say `jokers: 2`")
    if "joker.two-on-top" in settings and settings.get("jokers") == 1:
        one = "joker.two-on-top is set, and the deck has one joker"
        yield Nonsense(("jokers", "joker.two-on-top"), one, "say `jokers: 2`")
    if five in settings and copies != "any":
        never = f"with `copies: {copies}` no row is ever five of a kind: no joker is a card that its row has"
        yield Nonsense(("joker.copies", five), never, "say `joker: {copies: any}`")
    if five in settings:
        return
    for path in ROW_TABLES:
        if _FIVE in settings.get(path, {}):
            never = f"{path} names {_FIVE}, and by these rules no row is one"
            hint = "`joker: {copies: any, five-of-a-kind: above-royal}` makes it one"
            yield Nonsense((five, path), never, hint)


_QUADS: Final = Category.QUADS.key
_STRAIGHT_FLUSH: Final = Category.STRAIGHT_FLUSH.key
_FIVE: Final = Category.FIVE_OF_A_KIND.key
_ROYAL: Final = Category.ROYAL_FLUSH.key


def _factors(settings: Settings) -> Iterator[Nonsense]:
    """Yield the factors that multiply nothing; a scoop that is a factor itself has no points to multiply."""
    scoops = [settings[path] for path in ("points.scoop", "points.scoop_all")]
    for name, what, there in (
        ("royalties", "royalties", [settings[f"royalties.{row}"] for row in _ROWS]),
        ("scoop", "scoops in points", [_number(scoop) for scoop in scoops]),
        ("naturals", "naturals", settings["naturals.hands"]),
    ):
        path = f"factors.{name}"
        if settings.get(path, DEFAULTS[path]) != 1 and not any(there):
            yield Nonsense((path,), f"{path} multiplies {what}, and there are none")


def _number(bonus: Value) -> int:
    """Return the points of a bonus, 0 for one that is none or a factor."""
    points = bonus.get("points", 0) if isinstance(bonus, dict) else bonus
    return 0 if points == NONE else int(points)


CHECKS: Final[tuple[Check, ...]] = (
    _factors,
    _players,
    _compare,
    _decided,
    _moon,
    _low_middle,
    _royalties,
    _stay_royalty,
    _together,
    _enter,
    _hands,
    _aces,
    _bankroll,
    _false_claim,
    _jokers,
)


DOUBTFUL: Final = (*ROW_TABLES, "naturals.hands")
"""The settings that `doubts` speaks of."""


def nonsense(settings: Settings) -> list[Nonsense]:
    """Everything in merged settings that makes no sense."""
    return [found for check in CHECKS for found in check(settings)]


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
