"""The statistics of a season: players deal by deal, night by night, and against each other.

Figures are counts, points, and points a deal; `tally` makes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Final, Literal, NamedTuple

from ofcscore.game.board import ROWS
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import Deal, Points, Table
from ofcscore.scoring.lines import PairScore, whole
from ofcscore.scoring.score import DealScore
from ofcscore.session.result import DealResult, Nights, SessionResult, SideLine, stakes_of
from ofcscore.session.sums import Ledger

RESAMPLES: Final = 1000
"""So many seasons are made up of the nights of one."""
_BEYOND: Final = 25
"""So many of them lie below the interval, and so many above it."""
_SEED: Final = 13
_NORMAL: Final = 1.96
"""So many standard errors on both sides have 95 % of a normal distribution between them."""


class Play:
    """Deals and what they brought: their points, and the squares of these, summed up."""

    def __init__(self, deals: int = 0, points: Points = 0, squares: Points = 0) -> None:
        self.deals = deals
        self.points = points
        self.squares = squares

    def add(self, points: Points) -> None:
        """Count a deal."""
        self.deals += 1
        self.points = whole(self.points + points)
        self.squares = whole(self.squares + points * points)

    @property
    def mean(self) -> Fraction | None:
        """Points a deal; None without deals."""
        return Fraction(self.points) / self.deals if self.deals else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the points of a deal, as of a sample; None of fewer than two deals."""
        if self.deals < 2:
            return None
        return sqrt((self.squares - Fraction(self.points) ** 2 / self.deals) / (self.deals - 1))


class Interval(NamedTuple):
    """The 95 % interval of points a deal, and whether nights or deals were its sample."""

    low: float
    high: float
    by: Literal["nights", "deals"]


def interval(nights: Iterable[Play]) -> Interval | None:
    """Return the 95 % interval of points a deal of somebody who played on these nights.

    Deals of a night hang together, so whole nights are drawn again and again, as many as there are, and
    of the points a deal that come out the middle 95 % are taken. A single night says nothing about
    others: its deals are taken as independent, and the interval is 1.96 standard errors to both sides.
    None of fewer than two deals.
    """
    played = [night for night in nights if night.deals]
    if len(played) > 1:
        points, deals = [night.points for night in played], [night.deals for night in played]
        means = sorted(
            float(sum(map(points.__getitem__, drawn)) / sum(map(deals.__getitem__, drawn)))
            for drawn in _draws(len(played))
        )
        return Interval(means[_BEYOND], means[-1 - _BEYOND], "nights")
    for night in played:
        if night.mean is not None and night.deviation is not None:
            mean, error = float(night.mean), _NORMAL * night.deviation / sqrt(night.deals)
            return Interval(mean - error, mean + error, "deals")
    return None


@lru_cache(maxsize=8)
def _draws(nights: int) -> tuple[tuple[int, ...], ...]:
    """Which of so many nights are drawn each time: the same in every run and on every machine."""
    from random import Random

    random = Random(_SEED).random
    return tuple(tuple(int(random() * nights) for _ in range(nights)) for _ in range(RESAMPLES))


def _no_rows() -> list[int]:
    return [0 for _ in ROWS]


@dataclass(slots=True)
class Met:
    """The results against other boards: pairs, scoops either way, and by row those won, lost and tied.

    A row counts where it is compared, or paid for a foul: not beside a natural, a surrender or the moon.
    """

    pairs: int = 0
    scoops: int = 0
    scooped: int = 0
    won: list[int] = field(default_factory=_no_rows)
    lost: list[int] = field(default_factory=_no_rows)
    tied: list[int] = field(default_factory=_no_rows)

    def add(self, pair: PairScore, side: int) -> None:
        """Count a pair, from its first board's side where `side` is 1, else (-1) from the other's."""
        self.pairs += 1
        scoop = side * pair.exchange.scoop
        self.scoops += scoop > 0
        self.scooped += scoop < 0
        for line in pair.lines:
            if line.kind == "row" and line.row is not None:
                points = side * line.points
                counts = self.won if points > 0 else self.lost if points < 0 else self.tied
                counts[line.row] += 1


class NightTotal(NamedTuple):
    """The points that a night brought somebody, adjustments in; `night` is its place among all."""

    night: int
    name: str
    points: Points


@dataclass(slots=True)
class PlayerStatistics:
    """The statistics of one person in a session.

    `all` are the deals with their points, of which `inside` are those played in fantasyland and `outside`
    the others; `adjusted` are points beside them. `won` and `lost` count deals. `boards` are those that were
    played, `fouls` and `naturals` among them; `royalties` are what they earned by row, `royalties_lost` what
    fouls would have earned. `entered` and `kept` count boards that made, and kept, fantasyland, `there` those
    played in it. `nights` has all nights, each with its deals. `money` is that of the deals, None where
    points are only points.
    """

    person: str
    all: Play = field(default_factory=Play)
    inside: Play = field(default_factory=Play)
    outside: Play = field(default_factory=Play)
    adjusted: Points = 0
    won: int = 0
    lost: int = 0
    boards: int = 0
    fouls: int = 0
    naturals: int = 0
    met: Met = field(default_factory=Met)
    royalties: list[int] = field(default_factory=_no_rows)
    royalties_lost: int = 0
    there: int = 0
    entered: int = 0
    kept: int = 0
    nights: list[Play] = field(default_factory=list)
    interval: Interval | None = None
    money: Fraction | None = None
    night_totals: tuple[NightTotal, ...] = ()

    @property
    def points(self) -> Points:
        """All points, adjustments in."""
        return whole(self.all.points + self.adjusted)

    @property
    def boards_outside(self) -> int:
        """Boards played, but for those in fantasyland."""
        return self.boards - self.there

    @property
    def nights_won(self) -> int:
        return sum(total.points > 0 for total in self.night_totals)

    @property
    def best_night(self) -> NightTotal | None:
        """The first of those that brought most; None without nights."""
        return max(self.night_totals, key=lambda total: total.points, default=None)

    @property
    def worst_night(self) -> NightTotal | None:
        return min(self.night_totals, key=lambda total: total.points, default=None)


@dataclass(slots=True)
class PairStatistics:
    """Two people head to head, from the first one's side; `money` is None where points are only points."""

    first: str
    second: str
    all: Play = field(default_factory=Play)
    met: Met = field(default_factory=Met)
    nights: list[Play] = field(default_factory=list)
    interval: Interval | None = None
    money: Fraction | None = None

    @property
    def points(self) -> Points:
        return self.all.points


class Own(NamedTuple):
    """Some deals of a person, and the money of their points, None where these are only points."""

    all: Play
    money: Fraction | None

    @property
    def points(self) -> Points:
        return self.all.points


@dataclass(slots=True)
class Group:
    """The deals of one rule set, or of one stake, which is that of `table`, and what they brought whom."""

    table: Table
    deals: int = 0
    players: dict[str, Play] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)

    def own(self, *, in_money: bool) -> dict[str, Own]:
        """Return the deals of each player, with their money if `in_money`."""
        money = self.ledger.money()
        worth = {name: money.get(name, Fraction(0)) if in_money else None for name in self.players}
        return {name: Own(play, worth[name]) for name, play in self.players.items()}

    def add(self, score: DealScore) -> None:
        """Count a deal."""
        self.deals += 1
        for person, points in score.totals.items():
            self.players.setdefault(person, Play()).add(points)
        ledger = self.ledger.of(score.deal.table)
        for first, second, points, _ in score.between_people:
            ledger[first, second] += points


class NightStatistics(NamedTuple):
    """One night: what it and its log are called, its deals, and the first of them in the session (from 1).

    `totals` are points by person, adjustments in.
    """

    name: str
    title: str | None
    date: str | None
    first: int
    deals: int
    totals: Mapping[str, Points]


class Statistics(NamedTuple):
    """The statistics of a session; `rules` and `stakes` have the deals of each rule set and each stake."""

    deals: int
    nights: tuple[NightStatistics, ...]
    players: tuple[PlayerStatistics, ...]
    pairs: tuple[PairStatistics, ...]
    rules: tuple[Group, ...]
    stakes: tuple[Group, ...]


@dataclass(slots=True)
class _Player:
    """A person's figures in the making."""

    figures: PlayerStatistics
    moved: bool = False
    adjusted: dict[int, Points] = field(default_factory=dict)
    """Points beside the deals, by night."""

    def play(self, points: Points, night: int, *, inside: bool) -> None:
        """Take the points of a deal."""
        own = self.figures
        for play in (own.all, own.inside if inside else own.outside, _of_night(own.nights, night)):
            play.add(points)
        own.won += points > 0
        own.lost += points < 0
        self.moved = True

    def adjust(self, points: Points, night: int) -> None:
        """Take points beside a deal."""
        self.figures.adjusted = whole(self.figures.adjusted + points)
        self.adjusted[night] = whole(self.adjusted.get(night, 0) + points)
        self.moved = True

    def board(self, board: BoardScore) -> None:
        """Count a board that was played."""
        own, stay = self.figures, board.fantasyland
        own.boards += 1
        own.there += stay.was
        own.entered += stay.next and not stay.was
        own.kept += stay.next and stay.was
        own.naturals += board.natural is not None
        own.royalties = [all_ + more for all_, more in zip(own.royalties, board.earned, strict=True)]
        if board.status is Status.FOUL:
            own.fouls += 1
            own.royalties_lost += sum(value.royalty for value in board.values or ())


class Tally:
    """Takes the deals of a session in order, and says what they come to."""

    def __init__(self) -> None:
        self._deals = 0
        self._nights = Nights()
        self._first: list[int] = []
        self._played: list[int] = []
        self._last = 0
        """The night of the last deal."""
        self._players: dict[str, _Player] = {}
        self._pairs: dict[tuple[str, str], PairStatistics] = {}
        self._ledger = Ledger()
        self._rules: dict[str, Group] = {}
        self._stakes: dict[object, Group] = {}

    def deal(self, result: DealResult) -> None:
        """Take the next deal."""
        score, deal, table = result.score, result.deal, result.deal.table
        night = self._last = self._night(deal)
        self._adjust(result.opening, night)
        playing = [board for board in score.boards if board.status is not Status.ABSENT]
        there = {table.person(board.player) for board in playing if board.fantasyland.was}
        given = {line.person: line.points or 0 for line in result.side if line.kind == "given"}
        for line in result.side:
            if line.kind == "given":
                self._ledger.add_money(line.person, line.worth or Fraction(0))
        for person, points in score.totals.items():
            won = whole(points + given.get(person, 0))
            self._player(person).play(won, night, inside=person in there)
        for board in playing:
            self._player(table.person(board.player)).board(board)
        self._meet(score, night, {board.player for board in playing})
        self._adjust([line for line in result.side if line.kind != "given"], night)
        self._rules.setdefault(table.rules.digest, Group(table)).add(score)
        self._stakes.setdefault(stakes_of(table), Group(table)).add(score)

    def _night(self, deal: Deal) -> int:
        """Return the place of the night of the next deal."""
        night = self._nights.of(deal)
        if night == len(self._first):
            self._first.append(self._deals + 1)
            self._played.append(0)
        self._played[night] += 1
        self._deals += 1
        return night

    def _player(self, person: str) -> _Player:
        if person not in self._players:
            self._players[person] = _Player(PlayerStatistics(person))
        return self._players[person]

    def _adjust(self, lines: Iterable[SideLine], night: int) -> None:
        for line in lines:
            if line.points is not None:
                self._player(line.person).adjust(line.points, night)

    def _meet(self, score: DealScore, night: int, playing: set[str]) -> None:
        """Count what people exchanged, and the pairs of boards that both played."""
        table = score.deal.table
        ledger = self._ledger.of(table)
        exchanged: dict[tuple[str, str], Points] = {}
        for first, second, points, _ in score.between_people:
            pair, side = self._pair(first, second)
            key = (pair.first, pair.second)
            exchanged[key] = exchanged.get(key, 0) + side * points
            ledger[key] += side * points
        for key, points in exchanged.items():
            self._pairs[key].all.add(points)
            _of_night(self._pairs[key].nights, night).add(points)
        for boards in score.pairs:
            if not playing.issuperset((boards.first, boards.second)):
                continue
            first, second = table.person(boards.first), table.person(boards.second)
            pair, side = self._pair(first, second)
            pair.met.add(boards, side)
            self._met(first).add(boards, 1)
            self._met(second).add(boards, -1)

    def _met(self, person: str) -> Met:
        return self._player(person).figures.met

    def _pair(self, first: str, second: str) -> tuple[PairStatistics, int]:
        """Two people head to head, and 1 where they stand in this order, else -1."""
        if (second, first) in self._pairs:
            return self._pairs[second, first], -1
        if (first, second) not in self._pairs:
            self._pairs[first, second] = PairStatistics(first, second)
        return self._pairs[first, second], 1

    def finish(self, session: SessionResult) -> Statistics:
        """Return the statistics of the deals taken, which are all of this session or some."""
        names = self._nights.names()
        people = []
        for standing in session.standings:
            player = self._player(standing.person)
            if self._deals == session.deals and standing.points != player.figures.points:
                # Headers behind the last deal may adjust too.
                player.adjust(whole(standing.points - player.figures.points), self._last)
            _sum_up(player, names)
            if player.moved:
                people.append(player.figures)
        for pair in self._pairs.values():
            pair.interval = interval(pair.nights)
        if session.in_money:
            money, by_pair = self._ledger.money(), self._ledger.pairs()
            for own in people:
                own.money = money.get(own.person, Fraction(0))
            for key, pair in self._pairs.items():
                pair.money = by_pair[key][1]
        nights = [
            NightStatistics(name, night.title, night.date, first, played, _totals_of(place, people))
            for place, (name, night, first, played) in enumerate(
                zip(names, self._nights.all, self._first, self._played, strict=True)
            )
        ]
        return Statistics(
            self._deals,
            tuple(nights),
            tuple(people),
            tuple(self._pairs.values()),
            tuple(self._rules.values()),
            tuple(self._stakes.values()),
        )


def _of_night(nights: list[Play], night: int) -> Play:
    """Return the deals of a night among those of each night."""
    while len(nights) <= night:
        nights.append(Play())
    return nights[night]


def _sum_up(player: _Player, nights: list[str]) -> None:
    """Make what is known at the end alone; `nights` are the names of all of them."""
    own = player.figures
    if nights:
        _of_night(own.nights, len(nights) - 1)
    own.interval = interval(own.nights)
    played = {place for place, play in enumerate(own.nights) if play.deals}
    own.night_totals = tuple(
        NightTotal(place, nights[place], whole(own.nights[place].points + player.adjusted.get(place, 0)))
        for place in sorted(played | player.adjusted.keys())
        if nights
    )


def _totals_of(night: int, people: Iterable[PlayerStatistics]) -> dict[str, Points]:
    return {own.person: total.points for own in people for total in own.night_totals if total.night == night}
