"""Every number that `stats` says is computed a second time, from what `score` says as data."""

from __future__ import annotations

import json
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
from ofcscore.game.cards import ROWS
from ofcscore.report.stats import PLAYERS
from ofcscore.report.wording import figure
from ofcscore.scoring.deal import Deal, Points, Table
from ofcscore.session.money import format_money
from ofcscore.session.statistics import Interval
from tests.benchmarks.logs import as_text, deals
from tests.command import run
from tests.loops import each
from tests.sessions import ADJUSTED, LONG, NIGHT
from tests.transcripts import EXAMPLES

LABELS: Final = [row.label for row in ROWS]


# -- the same from the data of `score` -----------------------------------------------------------------


class Second:
    """Compute the statistics of a session deal by deal from the output of `score --format json`.

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
        self.in_money = data["currency"] is not None or any(table.stake is not None for table in tables)
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
                swept = side * self.claimed_falsely(deal, pair)
                found["scoops"] += swept > 0 or (len(rows) == 3 and min(rows.values()) > 0)
                found["scooped"] += swept < 0 or (len(rows) == 3 and max(rows.values()) < 0)
                for label, points in rows.items():
                    found["won" if points > 0 else "lost" if points else "tied"][LABELS.index(label)] += 1
        return found

    @staticmethod
    def claimed_falsely(deal: dict[str, Any], pair: dict[str, Any]) -> int:
        """Return 1 if the second claims falsely against a set board, -1 if the first does, else 0."""
        boards = [next(b for b in deal["boards"] if b["player"] == name) for name in pair["players"]]
        first, second = (bool(b["foul"]) and "false claim" in b["foul"]["reason"] for b in boards)
        return (second and boards[0]["status"] == "set") - (first and boards[1]["status"] == "set")

    def running(self, person: str) -> list[tuple[Fraction, int]]:
        """The running total behind each change, and the place of its deal."""
        total = Fraction(0)
        all_: list[tuple[Fraction, int]] = []
        for place, deal in enumerate(self.deals):
            adjusted = self.adjusted(deal, person)
            played = Fraction(deal["totals"].get(person, adjusted)) - adjusted
            beside = [one for one in deal.get("side", ()) if one["player"] == person and "points" in one]
            for moves, points in (
                (person in self.openings[place], self.openings[place].get(person, 0)),
                (person in deal["totals"], played),
                (beside, adjusted),
            ):
                if moves:
                    total += points
                    all_.append((total, place))
        return all_

    def money(self, zipped: Sequence[tuple[dict[str, Any], Table, int]], person: str) -> dict[str, Any]:
        """Deals, points and money of somebody in some deals."""
        points, money = [], Fraction(0)
        for deal, table, _ in zipped:
            if person in deal["totals"]:
                points.append(Fraction(deal["totals"][person]) - self.adjusted(deal, person))
            money += sum(worth for one, _, worth in self.worth(deal, table) if one == person)
        told = _spread(points)
        return {**told, "points": sum(points, Fraction(0)), "money": self.told(money)}

    def worth(self, deal: dict[str, Any], table: Table) -> Iterator[tuple[str, str, Fraction]]:
        """Return the money that each player won from each other in a deal."""
        for first, second, pair in self.pairs(deal, table):
            stake = table.pair_stakes.get(frozenset((first, second)), table.stake) or 0
            yield first, second, Fraction(pair["points"]) * stake
            yield second, first, -Fraction(pair["points"]) * stake

    def told(self, money: Fraction) -> str | None:
        """Money as data; None where there is none in the session."""
        digits = max((len(one.partition(".")[2]) for one in self.data["money"].values()), default=0)
        return format_money(money, digits) if self.in_money else None

    def pair(self, first: str, other: str) -> dict[str, Any]:
        """All figures of two people, from the first one's side."""
        played, money = [], Fraction(0)
        for deal, table, night in self.zipped:
            both = [(a, p) for a, b, p in self.pairs(deal, table) if {a, b} == {first, other}]
            if both:
                played.append(
                    (
                        night,
                        sum(
                            ((1 if a == first else -1) * Fraction(p["points"]) for a, p in both), Fraction(0)
                        ),
                    )
                )
            money += sum(worth for a, b, worth in self.worth(deal, table) if (a, b) == (first, other))
        points = [p for _, p in played]
        told = {"points": sum(points, Fraction(0)), "money": self.told(money)}
        return {**told, **_spread(points), **_interval(played), **_meetings(self.met(first, other))}

    def player(self, person: str, nights: Sequence[str]) -> dict[str, Any]:
        """All figures of somebody by the keys of the statistics."""
        played = self.played(person)
        points = [p for _, p, _, _ in played]
        signs = [(p > 0) - (p < 0) for p in points]
        boards = self.boards(person)
        stays = [(board["fantasyland"]["was"], board["fantasyland"]["next"]) for board, _ in boards]
        royalties = [
            sum(b["rows"][label]["royalty"] for b, _ in boards if b["rows"] and b["status"] == "set")
            for label in LABELS
        ]
        total = Fraction(self.data["totals"][person])
        fouls = sum(board["foul"] is not None for board, _ in boards)
        there, made, kept = (
            sum(was for was, _ in stays),
            stays.count((False, True)),
            stays.count((True, True)),
        )
        told = {
            "points": total,
            "adjusted": total - sum(points),
            "money": self.told(self._money(person)),
            "deals_won": signs.count(1),
            "deals_won_share": _per(signs.count(1), len(signs)),
            "deals_lost": signs.count(-1),
            "boards": len(boards),
            "fouls": fouls,
            "fouls_share": _per(fouls, len(boards)),
            "naturals": sum(board["natural"] is not None for board, _ in boards),
            "all_royalties_a_deal": _per(sum(royalties), len(points)),
            "fantasyland_boards": there,
            "fantasyland_made": made,
            "fantasyland_made_share": _per(made, len(boards) - there),
            "fantasyland_kept": kept,
            "fantasyland_kept_share": _per(kept, there),
        }
        for label, earned in zip(LABELS, royalties, strict=True):
            told[f"{label}_royalties_a_deal"] = _per(earned, len(points))
        told |= _spread(points) | _interval([(night, p) for night, p, _, _ in played])
        return told | _meetings(self.met(person)) | self.by_night(person, nights)

    def _money(self, person: str) -> Fraction:
        worths = (one for deal, table, _ in self.zipped for one in self.worth(deal, table))
        return sum((worth for one, _, worth in worths if one == person), Fraction(0))

    def by_night(self, person: str, nights: Sequence[str]) -> dict[str, Any]:
        """Nights won, best and worst."""
        totals = {night: Fraction(0) for night, _, _, _ in self.played(person)}
        before = Fraction(0)
        for total, place in self.running(person):
            night = self.nights[place]
            if night in totals or total != before:
                totals[night] = totals.get(night, Fraction(0)) + total - before
            before = total
        told: dict[str, Any] = {
            "nights": len(totals),
            "nights_won": sum(points > 0 for points in totals.values()),
        }
        told["nights_won_share"] = _per(told["nights_won"], len(totals))
        for what, choose in (("best", max), ("worst", min)):
            of = choose(sorted(totals), key=lambda night: totals[night])
            told |= {f"{what}_night": nights[of], f"{what}_night_points": totals[of]}
        return told


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


def _interval(played: Sequence[tuple[int, Fraction]]) -> dict[str, Any]:
    found = interval(played)
    return (
        {"low": None, "high": None, "interval_by": None}
        if found is None
        else {"low": found.low, "high": found.high, "interval_by": found.by}
    )


def _per(part: Fraction | int, number: int) -> float | None:
    return float(part / number) if number else None


def _spread(points: Sequence[Fraction]) -> dict[str, Any]:
    return {"deals": len(points), "points_a_deal": _per(sum(points, Fraction(0)), len(points))}


def _meetings(met: dict[str, Any]) -> dict[str, Any]:
    """Rows and scoops by the keys of the statistics."""
    told = {
        f"{label}_rows_{kind}": met[kind][at]
        for at, label in enumerate(LABELS)
        for kind in ("won", "lost", "tied")
    }
    told |= {key: met[key] for key in ("pairs", "scoops", "scooped")}
    return told | {f"{key}_share": _per(met[key], met["pairs"]) for key in ("scoops", "scooped")}


def _agree(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Holds the figures of somebody against the second way; numbers are rounded to four decimals."""
    assert found.keys() == wanted.keys()
    for key, value in wanted.items():
        if isinstance(value, Fraction):
            value = figure(value)
        assert found[key] == (pytest.approx(value, abs=1e-4) if isinstance(value, float) else value), key


def hold(said: dict[str, Any], second: Second) -> None:
    """Holds everything that `stats --format json` says against the second way."""
    assert said["deals"] == len(second.deals) == sum(night["deals"] for night in said["nights"])
    nights = range(len(said["nights"]))
    assert [night["first"] for night in said["nights"]] == [second.nights.index(n) + 1 for n in nights]
    assert [night["deals"] for night in said["nights"]] == [second.nights.count(n) for n in nights]
    totals = {name: points for name, points in second.data["totals"].items() if name != "house"}
    assert {one["player"]: one["points"] for one in said["players"]} == {
        name: points for name, points in totals.items() if second.played(name) or points
    }
    for player in said["players"]:
        names = [night["name"] for night in said["nights"]]
        _agree(player, {"player": player["player"], **second.player(player["player"], names)})
    for pair in said["pairs"]:
        _agree(pair, {"players": pair["players"], **second.pair(*pair["players"])})


# -- sessions ------------------------------------------------------------------------------------------


def _held(*files: Path) -> dict[str, Any]:
    result = ofcscore.score(ofcscore.read(*files))
    ran = run("stats", *files, "--format", "json")
    assert ran.status == 0, ran.err
    said: dict[str, Any] = json.loads(ran.out)
    deals_ = [one.deal for one in result.deals]
    openings = [
        {line.person: line.points for line in one.opening if line.points is not None} for one in result.deals
    ]
    tables = [deal.table for deal in deals_]
    hold(said, Second(result.to_dict(), tables, _nights(deals_), openings))
    return said


def _nights(deals_: Sequence[Deal]) -> list[int]:
    """The place of each deal's night: a log, and in it the last date stated, or the first to come."""
    keys: list[tuple[str, str | None]] = []
    for file, one_log in groupby(deals_, lambda deal: deal.table.file):
        stated = [deal.day for deal in one_log]
        date = next((date for date in stated if date is not None), None)
        for own in stated:
            date = own or date
            keys.append((file, date))
    places = list(dict.fromkeys(keys))
    return [places.index(key) for key in keys]


LOGS: Final = [Path(log) for log in logs_named([str(EXAMPLES)])]


@pytest.mark.long
@each("path", LOGS)
def test_an_example(path: Path) -> None:
    _held(path)


@pytest.mark.parametrize("text", [NIGHT, LONG, ADJUSTED])
def test_a_night(text: str, tmp_path: Path) -> None:
    log = tmp_path / "night.ofc"
    log.write_text(text, encoding="utf-8")
    _held(log)


def test_the_season() -> None:
    said = _held(*sorted((EXAMPLES / "season").glob("*.ofc")))
    assert [night["name"] for night in said["nights"]] == ["2026-09", "2026-10", "2026-11"]


RULES: Final = (
    *("ofc", "ofc-pineapple", "ofc-27", "ofc + pool", "chinese", "ofc-headshot", "ofc + bank", "ofc-kkpoker"),
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
            boards.insert(0, "stake: 5 EUR")
        lines += [first, *boards]
    return "\n".join([*head, *lines, ""])


@pytest.mark.long
@each("seed", range(24))
def test_a_random_season(seed: int, tmp_path: Path) -> None:
    random = random_module.Random(seed)
    paths = [tmp_path / f"{night}.ofc" for night in range(random.randint(1, 4))]
    double = random.random() < 0.3
    for path in paths:
        path.write_text(_random_log(random, double=double), encoding="utf-8")
    _held(*paths)


# -- for people ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_every_figure_is_defined(form: str) -> None:
    """Of a night in fantasyland with naturals and adjustments nothing rare is left out."""
    ran = run("stats", EXAMPLES / "night.ofc", "--format", form, "--definitions")
    for section in PLAYERS:
        for one in section.figures:
            assert one.definition
    without = run("stats", EXAMPLES / "night.ofc", "--format", form)
    assert len(without.out) < len(ran.out)


def test_json_defines_every_number() -> None:
    said = json.loads(run("stats", EXAMPLES / "night.ofc", "--format", "json").out)
    assert said["definitions"].keys() == said["players"][0].keys() - {"player"}


@each("name", ["", "=Ana", "Ana|<b>", "A" * 60])
def test_names_are_text(name: str, tmp_path: Path) -> None:
    log = tmp_path / "night.ofc"
    log.write_text(NIGHT.replace("Gus", f'"{name}"' if name else "Gus"), encoding="utf-8")
    for form in ("table", "markdown", "csv"):
        ran = run("stats", log, "--format", form)
        assert ran.status == 0
        assert "<b>" not in ran.out or form != "markdown"
        if form == "table":
            assert max(map(len, ran.out.splitlines())) <= 80
        if form == "csv":
            assert ",=Ana" not in ran.out


def test_figures_of_some_deals_and_players() -> None:
    files = sorted((EXAMPLES / "season").glob("*.ofc"))
    said = json.loads(run("stats", *files, "--deals", "last-7", "--format", "json").out)
    alone = json.loads(run("stats", files[-1], "--format", "json").out)
    for key in ("deals", "points", "deals_won", "scoops", "top_royalties_a_deal"):
        assert {one["player"]: one[key] for one in said["players"]} == {
            one["player"]: one[key] for one in alone["players"]
        }
    some = json.loads(run("stats", *files, "--player", "ana", "--player", "Ben", "--format", "json").out)
    assert [one["player"] for one in some["players"]] == ["Ana", "Ben"]
    assert ["Cid", "Dora"] not in [one["players"] for one in some["pairs"]]


@each(
    ("arguments", "words"),
    [
        (["--player", "Anna"], "--player: no player has the name Anna; did you mean Ana?"),
        (
            ["--player", "Xavier"],
            "--player: no player has the name Xavier; the players are Ana, Ben, Phil H.",
        ),
        (["--deals", "99"], "--deals: there is no deal 99"),
        (["--format", "html"], "--format must be table, markdown, csv or json, not html"),
        (["-o", "stats.html"], "-o stats.html: stats are written as table, markdown, csv or json"),
        (["--csv-raw"], "--csv-raw is for --format csv, not table"),
        (["--definitions", "--format", "json"], "--definitions is for --format table or markdown, not json"),
        (["--definitions", "--format", "csv"], "--definitions is for --format table or markdown, not csv"),
        (["--currency", "USD", "--format", "csv"], "--currency is for --format table, markdown or json"),
    ],
)
def test_what_has_no_effect_is_refused(arguments: list[str], words: str) -> None:
    ran = run("stats", EXAMPLES / "night.ofc", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1
