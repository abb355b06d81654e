"""Every figure of the statistics is computed a second time, from what `score` says as data."""

from __future__ import annotations

import random as random_module
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import sqrt
from pathlib import Path
from statistics import stdev
from typing import Any, Final

import pytest

import ofcscore
from ofcscore.cli.logs import logs_named
from ofcscore.game.board import ROWS
from ofcscore.game.spelling import rank
from ofcscore.scoring.deal import Deal, Points, Table
from ofcscore.session.estimates import Interval
from ofcscore.session.statistics import Met, Statistics, statistics
from tests.benchmarks.logs import as_text, deals
from tests.sessions import ADJUSTED, LONG, NIGHT
from tests.transcripts import EXAMPLES

LABELS: Final = [row.label for row in ROWS]


# -- the same from the data of `score` -----------------------------------------------------------------


class Second:
    """What a session comes to, deal by deal and the slow way, from the object of `score --format json`.

    `tables` has the table of each deal that was scored: who plays which board, the rule set, the stake;
    `openings` what headers adjusted right before it.
    """

    def __init__(
        self,
        data: dict[str, Any],
        tables: Sequence[Table],
        nights: Sequence[int],
        openings: Sequence[Mapping[str, Points]],
    ) -> None:
        self.data = data
        self.openings = openings
        self.deals: list[dict[str, Any]] = data["deals"]
        self.tables = tables
        self.nights = nights
        self.zipped = list(zip(self.deals, tables, nights, strict=True))

    def adjusted(self, deal: dict[str, Any], person: str) -> Fraction:
        return sum(
            (Fraction(s.get("points", 0)) for s in deal.get("side", ()) if s["player"] == person), Fraction(0)
        )

    def played(self, person: str) -> list[tuple[int, Fraction, dict[str, Any], Table]]:
        """The deals of a person: night, points without adjustments, the deal, its table."""
        return [
            (night, Fraction(deal["totals"][person]) - self.adjusted(deal, person), deal, table)
            for deal, table, night in self.zipped
            if person in deal["totals"]
        ]

    def boards(self, person: str) -> list[tuple[dict[str, Any], Table]]:
        return [
            (board, table)
            for deal, table, _ in self.zipped
            for board in deal["boards"]
            if table.person(board["player"]) == person and board["status"] != "absent"
        ]

    def pairs(self, deal: dict[str, Any], table: Table) -> Iterator[tuple[str, str, dict[str, Any]]]:
        for pair in deal["pairs"]:
            first, second = (table.person(name) for name in pair["players"])
            yield first, second, pair

    def met(self, person: str, other: str | None = None) -> dict[str, Any]:
        """Rows and scoops of somebody against everybody, or one other."""
        found: dict[str, Any] = {"pairs": 0, "scoops": 0, "scooped": 0}
        found |= {kind: [0, 0, 0] for kind in ("won", "lost", "tied")}
        for deal, table, _ in self.zipped:
            gone = {board["player"] for board in deal["boards"] if board["status"] == "absent"}
            for first, second, pair in self.pairs(deal, table):
                if person not in (first, second) or gone & set(pair["players"]):
                    continue
                if other is not None and other not in (first, second):
                    continue
                side = 1 if first == person else -1
                rows = {
                    line["row"]: side * Fraction(line["points"])
                    for line in pair["lines"]
                    if line["kind"] == "row"
                }
                found["pairs"] += 1
                found["scoops"] += len(rows) == 3 and all(points > 0 for points in rows.values())
                found["scooped"] += len(rows) == 3 and all(points < 0 for points in rows.values())
                for label, points in rows.items():
                    found["won" if points > 0 else "lost" if points else "tied"][LABELS.index(label)] += 1
        return found

    def running(self, person: str) -> list[tuple[Fraction, int]]:
        """The running total behind each change, and the place of its deal."""
        total = Fraction(0)
        all_: list[tuple[Fraction, int]] = []
        for place, deal in enumerate(self.deals):
            total += self.openings[place].get(person, 0)
            all_.append((total, place))
            adjusted = self.adjusted(deal, person)
            if person in deal["totals"]:
                total += Fraction(deal["totals"][person]) - adjusted
                all_.append((total, place))
            total += adjusted
            all_.append((total, place))
        return all_

    def fall(self, person: str) -> Fraction:
        totals = [Fraction(0), *(total for total, _ in self.running(person))]
        return max(totals[i] - low for i in range(len(totals)) for low in totals[i:])


def interval(played: Sequence[tuple[int, Fraction]]) -> Interval | None:
    """The interval of points by night, each resample summed up by itself."""
    nights = [
        [float(points) for _, points in deals_] for _, deals_ in groupby(sorted(played), lambda one: one[0])
    ]
    if len(nights) < 2:
        points = [float(p) for _, p in played]
        if len(points) < 2:
            return None
        mean, error = sum(points) / len(points), 1.96 * stdev(points) / sqrt(len(points))
        return Interval(mean - error, mean + error, "deals")
    random, means = random_module.Random(13), []
    for _ in range(1000):
        drawn = [nights[int(random.random() * len(nights))] for _ in nights]
        all_ = [points for night in drawn for points in night]
        means.append(sum(all_) / len(all_))
    means.sort()
    return Interval(float(means[25]), float(means[974]), "nights")


def _agree(found: Interval | None, wanted: Interval | None) -> None:
    if found is None or wanted is None:
        assert found == wanted
    else:
        assert found.by == wanted.by
        assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high))


def _met(met: Met) -> dict[str, Any]:
    return {name: getattr(met, name) for name in Met.__slots__}


def _longest(signs: Sequence[int], side: int) -> int:
    return max((len([*run]) for sign, run in groupby(signs) if sign == side), default=0)


def hold(found: Statistics, second: Second) -> None:
    """Holds every figure against the second way."""
    assert found.deals == len(second.deals) == sum(night.deals for night in found.nights)
    assert [night.first for night in found.nights] == [
        second.nights.index(n) + 1 for n in range(len(found.nights))
    ]
    points_of_all = {
        name: Fraction(points) for name, points in second.data["totals"].items() if name != "house"
    }
    assert {one.person: one.points for one in found.players} == points_of_all
    for player in found.players:
        _hold_player(player.person, found, second)
    for pair in found.pairs:
        played = []
        for deal, table, night in second.zipped:
            both = [(a, p) for a, b, p in second.pairs(deal, table) if {a, b} == {pair.first, pair.second}]
            if both:
                won = sum((1 if a == pair.first else -1) * Fraction(p["points"]) for a, p in both)
                played.append((night, Fraction(won)))
        assert (pair.all.deals, pair.all.points) == (len(played), sum(points for _, points in played))
        assert _met(pair.met) == second.met(pair.first, pair.second)
        _agree(pair.interval, interval(played))
    for groups, key in (
        (found.rules, lambda table: table.rules.digest),
        (found.stakes, lambda table: (table.stake, tuple(table.pair_stakes.items()))),
    ):
        assert sum(group.deals for group in groups) == found.deals
        for group in groups:
            mine = {
                person: [p for _, p, _, table in second.played(person) if key(table) == key(group.table)]
                for person in points_of_all
            }
            assert {name: (play.deals, play.points) for name, play in group.players.items()} == {
                name: (len(points), sum(points)) for name, points in mine.items() if points
            }


def _hold_player(person: str, found: Statistics, second: Second) -> None:
    own = next(player for player in found.players if player.person == person)
    played = second.played(person)
    points = [p for _, p, _, _ in played]
    signs = [(p > 0) - (p < 0) for p in points]
    assert (own.all.deals, own.all.points) == (len(points), sum(points))
    assert own.all.mean == (sum(points) / len(points) if points else None)
    deviation = stdev(map(float, points)) if len(points) > 1 else None
    assert own.all.deviation == (None if deviation is None else pytest.approx(deviation))
    assert (own.won, own.lost) == (signs.count(1), signs.count(-1))
    assert (own.longest_won, own.longest_lost) == (_longest(signs, 1), _longest(signs, -1))
    assert own.fall.points == second.fall(person)
    inside = [
        any(
            b["fantasyland"]["was"] and t.person(b["player"]) == person and b["status"] != "absent"
            for b in d["boards"]
        )
        for _, _, d, t in played
    ]
    assert (own.inside.deals, own.inside.points) == (
        sum(inside),
        sum(p for p, i in zip(points, inside, strict=True) if i),
    )
    assert (own.outside.deals, own.outside.points) == (
        len(points) - sum(inside),
        sum(p for p, i in zip(points, inside, strict=True) if not i),
    )
    boards = second.boards(person)
    assert own.boards == len(boards)
    assert own.fouls == sum(board["foul"] is not None for board, _ in boards)
    assert own.naturals == sum(board["natural"] is not None for board, _ in boards)
    assert own.royalties == [
        sum(b["rows"][label]["royalty"] for b, _ in boards if b["rows"] and b["status"] == "set")
        for label in LABELS
    ]
    assert own.royalties_lost == sum(_would_earn(b, table) for b, table in boards if b["foul"] and b["rows"])
    stays = [(board["fantasyland"]["was"], board["fantasyland"]["next"]) for board, _ in boards]
    assert own.there == sum(was for was, _ in stays)
    assert (own.entered, own.kept) == (stays.count((False, True)), stays.count((True, True)))
    assert _met(own.met) == second.met(person)
    _agree(own.interval, interval([(night, p) for night, p, _, _ in played]))
    totals: dict[int, Fraction] = {}
    before = Fraction(0)
    for total, place in second.running(person):
        night = second.nights[place]
        totals[night] = totals.get(night, Fraction(0)) + total - before
        before = total
    there = {night for night, _, _, _ in played}
    told = {total.night: total.points for total in own.night_totals}
    assert told == {night: points for night, points in totals.items() if night in there or night in told}
    assert own.nights_won == sum(points > 0 for points in told.values())
    if told:
        assert own.best_night is not None
        assert own.worst_night is not None
        assert own.best_night.points == max(told.values())
        assert own.worst_night.points == min(told.values())


def _would_earn(board: dict[str, Any], table: Table) -> int:
    """The royalties that a fouled board would have: its rows ranked by themselves."""
    rules, royalties = table.rules, 0
    for row in ROWS:
        told = board["rows"][row.label]
        cards = told["cards"].split()
        jokers = iter(told.get("jokers", ()))
        filled = " ".join(next(jokers) if card == "*" else card for card in cards)
        low = rules.middle.low and row is ROWS[1]
        royalties += rules.royalties.tables[row].value(rank(filled, low=low, wheel=rules.wheel)) or 0
    return royalties


# -- sessions ------------------------------------------------------------------------------------------


def _held(result: ofcscore.Result) -> Statistics:
    found = statistics(result.deals, result.session)
    deals_ = [one.deal for one in result.deals]
    openings = [{line.person: line.points or 0 for line in one.opening} for one in result.deals]
    tables = [deal.table for deal in deals_]
    hold(found, Second(result.to_dict(), tables, _nights(deals_), openings))
    return found


def _nights(deals_: Sequence[Deal]) -> list[int]:
    """The place of each deal's night: a log, and in it the last date stated, or the first to come."""
    keys: list[tuple[str, str | None]] = []
    for file, one_log in groupby(deals_, lambda deal: deal.table.file):
        stated = [deal.date for deal in one_log]
        date = next((date for date in stated if date is not None), None)
        for own in stated:
            date = own or date
            keys.append((file, date))
    places = list(dict.fromkeys(keys))
    return [places.index(key) for key in keys]


LOGS: Final = [Path(log) for log in logs_named([str(EXAMPLES)])]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_example(path: Path) -> None:
    _held(ofcscore.score(ofcscore.read(path)))


@pytest.mark.parametrize("text", [NIGHT, LONG, ADJUSTED])
def test_a_night(text: str) -> None:
    _held(ofcscore.score(ofcscore.read_text(text)))


def test_the_season() -> None:
    found = _held(ofcscore.score(ofcscore.read(*sorted((EXAMPLES / "season").glob("*.ofc")))))
    assert [night.name for night in found.nights] == ["2026-09", "2026-10", "2026-11"]


RULES: Final = (
    "ofc",
    "ofc-pineapple",
    "ofc-27",
    "ofc + pool",
    "chinese",
    "ofc-headshot",
    "ofc + bank",
    "ofc-kkpoker",
)


def _random_log(random: random_module.Random, *, double: bool) -> str:
    """A log with whatever stands in logs; with `double` Ann has the first two boards of each deal."""
    rules = random.choice(RULES)
    players = random.randint(3, 4)
    people = (["Ann"] if double else ["Hero", "Villain"]) + ["Carol", "Dave"][: players - 2]
    head = [f"rules: {rules}", f"stake: {random.choice(('0.50', '1', '2'))} EUR"]
    named = ["Ann = Hero + Villain", *people[1:]] if double else people
    head.append(f"players: {', '.join(named)}")
    if "bank" in rules:
        head.append(f"bank: {people[0]}")
    if random.random() < 0.3:
        head.append(f"adjust: {people[0]} +3, {people[1]} -3")
    lines = []
    made = deals(random.randint(2, 9), players=players, seed=random.randrange(1000))
    for number, piece in enumerate(as_text(made), 1):
        first, *boards = piece.strip().splitlines()
        if random.random() < 0.2 and number > 1:
            first += f" 2026-11-{number + 10}"
        chance = random.random()
        if chance < 0.2:
            boards[-1] = boards[-1].split(":")[0] + random.choice((": absent", ": foul"))
        if random.random() < 0.3:
            boards.append(f"adjust: {people[0]} +5, {people[1]} -4, house -1")
        elif random.random() < 0.2 and number > 1:
            boards.append("void")
        if random.random() < 0.2:
            boards.append("stake: 5 EUR")
        lines += [first, *boards]
    return "\n".join([*head, *lines, ""])


@pytest.mark.parametrize("seed", range(24))
def test_a_random_season(seed: int, tmp_path: Path) -> None:
    random = random_module.Random(seed)
    paths = [tmp_path / f"{night}.ofc" for night in range(random.randint(1, 4))]
    double = random.random() < 0.3
    for path in paths:
        path.write_text(_random_log(random, double=double), encoding="utf-8")
    _held(ofcscore.score(ofcscore.read(*paths)))
