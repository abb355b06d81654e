"""Statistics of a season: players by deal, by night, and against each other.

A report gives each deal of a session to a `Tally`, in order (`tally.deal(result)`), then calls
`tally.finish(session)`. Memory grows with nights and players, not with deals. Figures are counts, points, and
points per deal.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Final, Literal, NamedTuple

from ofcscore.game.cards import ROWS
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import Points
from ofcscore.scoring.score import DealScore
from ofcscore.scoring.score_lines import PairScore, oriented, whole
from ofcscore.session.result import DealResult, Ledger, Nights, SessionResult

RESAMPLES: Final = 1000
"""The number of bootstrap resamples of the nights."""
_BEYOND: Final = 25
"""The number of resamples below the interval, and also above it: 2.5 % each."""
_SEED: Final = 13
_NORMAL: Final = 1.96
"""The standard errors to each side that cover 95 % of a normal distribution."""


@dataclass(slots=True)
class Play:
    """The number of deals, the sum of their points, and the sum of the squared points."""

    deals: int = 0
    points: Points = 0
    squares: Points = 0

    def add(self, points: Points) -> None:
        self.deals += 1
        self.points = whole(self.points + points)
        self.squares = whole(self.squares + points * points)

    @property
    def mean(self) -> Fraction | None:
        return Fraction(self.points) / self.deals if self.deals else None

    @property
    def deviation(self) -> float | None:
        """The sample standard deviation per deal; None with fewer than two deals."""
        if self.deals < 2:
            return None
        return sqrt((self.squares - Fraction(self.points) ** 2 / self.deals) / (self.deals - 1))


class Interval(NamedTuple):
    """The 95 % confidence interval of points per deal; `by` is the unit of its sample."""

    low: float
    high: float
    by: Literal["nights", "deals"]


def interval(nights: Mapping[int, Play]) -> Interval | None:
    """Return the 95 % confidence interval of a player's points per deal.

    Deals of one night are not independent, so whole nights are resampled (bootstrap), and the interval is the
    middle 95 % of the resampled means. The deals of a single night are treated as independent: the interval
    is the mean plus or minus 1.96 standard errors. Return None with fewer than two deals.
    """
    played = [nights[night] for night in sorted(nights)]
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
    from random import Random

    random = Random(_SEED).random
    return tuple(tuple(int(random() * nights) for _ in range(nights)) for _ in range(RESAMPLES))


def _by_row() -> list[int]:
    return [0 for _ in ROWS]


@dataclass(slots=True)
class Met:
    """Results against other boards: pairs, scoops, and rows won, lost and tied.

    A row counts if it is compared or paid for a foul, but not next to a natural, a surrender or the moon.
    """

    pairs: int = 0
    scoops: int = 0
    scooped: int = 0
    won: list[int] = field(default_factory=_by_row)
    lost: list[int] = field(default_factory=_by_row)
    tied: list[int] = field(default_factory=_by_row)

    def add(self, pair: PairScore, side: int) -> None:
        self.pairs += 1
        scoop = side * pair.exchange.scoop
        self.scoops += scoop > 0
        self.scooped += scoop < 0
        for line in pair.lines:
            if line.kind == "row" and line.row is not None:
                points = side * line.points
                counts = self.won if points > 0 else self.lost if points < 0 else self.tied
                counts[line.row] += 1


@dataclass(slots=True, kw_only=True)
class _Played:
    """The deals of a person or of two people; `money` is None without money."""

    all: Play = field(default_factory=Play)
    met: Met = field(default_factory=Met)
    nights: defaultdict[int, Play] = field(default_factory=lambda: defaultdict(Play))
    interval: Interval | None = None
    money: Fraction | None = None

    def add(self, points: Points, night: int) -> None:
        self.all.add(points)
        self.nights[night].add(points)


class NightTotal(NamedTuple):
    night: int
    name: str
    points: Points


@dataclass(slots=True)
class PlayerStatistics(_Played):
    """The statistics of one person in a session.

    `adjusted` are adjustments in points, also by the night's index. `won` and `lost` count deals. `boards`,
    `fouls` and `naturals` count played boards; `royalties` are their royalties by row. `entered` counts
    boards that earned fantasyland, `kept` boards that stayed in it, and `there` boards played in it.
    """

    person: str
    adjusted: Points = 0
    won: int = 0
    lost: int = 0
    boards: int = 0
    fouls: int = 0
    naturals: int = 0
    royalties: list[int] = field(default_factory=_by_row)
    there: int = 0
    entered: int = 0
    kept: int = 0
    adjusted_by_night: dict[int, Points] = field(default_factory=dict)
    night_totals: tuple[NightTotal, ...] = ()

    @property
    def points(self) -> Points:
        return whole(self.all.points + self.adjusted)

    @property
    def boards_outside(self) -> int:
        return self.boards - self.there

    @property
    def nights_won(self) -> int:
        return sum(total.points > 0 for total in self.night_totals)

    @property
    def best_night(self) -> NightTotal | None:
        """The night with the most points, the first in a tie; None without nights."""
        return max(self.night_totals, key=lambda total: total.points, default=None)

    @property
    def worst_night(self) -> NightTotal | None:
        return min(self.night_totals, key=lambda total: total.points, default=None)

    def add_deal(self, points: Points, night: int) -> None:
        self.add(points, night)
        self.won += points > 0
        self.lost += points < 0

    def adjust(self, points: Points, night: int) -> None:
        self.adjusted = whole(self.adjusted + points)
        self.adjusted_by_night[night] = whole(self.adjusted_by_night.get(night, 0) + points)

    def add_board(self, board: BoardScore) -> None:
        stay = board.fantasyland
        self.boards += 1
        self.there += stay.was
        self.entered += stay.next and not stay.was
        self.kept += stay.next and stay.was
        self.naturals += board.natural is not None
        self.royalties = [before + more for before, more in zip(self.royalties, board.earned, strict=True)]
        self.fouls += board.status is Status.FOUL

    def sum_up(self, names: list[str]) -> None:
        self.interval, adjusted = interval(self.nights), self.adjusted_by_night
        self.night_totals = tuple(
            NightTotal(at, names[at], whole(self.nights[at].points + adjusted.get(at, 0)))
            for at in sorted(self.nights.keys() | adjusted.keys())
            if names
        )


@dataclass(slots=True)
class PairStatistics(_Played):
    first: str
    second: str

    @property
    def points(self) -> Points:
        return self.all.points


class NightStatistics(NamedTuple):
    name: str
    title: str | None
    date: str | None
    first: int
    deals: int
    totals: Mapping[str, Points]


class Statistics(NamedTuple):
    deals: int
    nights: tuple[NightStatistics, ...]
    players: tuple[PlayerStatistics, ...]
    pairs: tuple[PairStatistics, ...]


class Tally:
    """Collect the deals of a session in order, and compute their statistics."""

    def __init__(self) -> None:
        self._deals = 0
        self._nights = Nights()
        self._played: Counter[int] = Counter()
        self.last = 0
        """The night of the last deal."""
        self._players: dict[str, PlayerStatistics] = {}
        self._pairs: dict[tuple[str, str], PairStatistics] = {}
        self._ledger = Ledger()

    def deal(self, result: DealResult) -> None:
        score, table = result.score, result.deal.table
        night = self.last = self._nights.of(result.deal, self._deals)
        self._deals += 1
        self._played[night] += 1
        playing = [board for board in score.boards if board.status is not Status.ABSENT]
        given: dict[str, Points] = {}
        for line in (*result.opening, *result.side):
            if line.kind == "given":
                given[line.person] = line.points or 0
                self._ledger.add_money(line.person, line.worth or Fraction(0))
            elif line.points is not None:
                self._player(line.person).adjust(line.points, night)
        for person, points in score.totals.items():
            self._player(person).add_deal(whole(points + given.get(person, 0)), night)
        for board in playing:
            self._player(table.person(board.player)).add_board(board)
        self._meet(score, night, {board.player for board in playing})

    def _player(self, person: str) -> PlayerStatistics:
        if person not in self._players:
            self._players[person] = PlayerStatistics(person)
        return self._players[person]

    def _meet(self, score: DealScore, night: int, playing: set[str]) -> None:
        table = score.deal.table
        ledger = self._ledger.of(table)
        exchanged: defaultdict[tuple[str, str], Points] = defaultdict(int)
        for first, second, points, _ in score.between_people:
            pair, side = self._pair(first, second)
            exchanged[pair.first, pair.second] += side * points
        for key, points in exchanged.items():
            ledger[key] += points
            self._pairs[key].add(points, night)
        for boards in score.pairs:
            if playing.issuperset((boards.first, boards.second)):
                first, second = table.person(boards.first), table.person(boards.second)
                pair, side = self._pair(first, second)
                pair.met.add(boards, side)
                self._player(first).met.add(boards, 1)
                self._player(second).met.add(boards, -1)

    def _pair(self, first: str, second: str) -> tuple[PairStatistics, int]:
        """Return two people's statistics, and 1 if in this order there, otherwise -1."""
        people, side = oriented(first, second, self._pairs)
        if people not in self._pairs:
            self._pairs[people] = PairStatistics(*people)
        return self._pairs[people], side

    def finish(self, session: SessionResult) -> Statistics:
        """Return the statistics of the collected deals: all deals of the session, or some."""
        names = self._nights.names()
        people = []
        for standing in session.standings:
            own = self._player(standing.person)
            if self._deals == session.deals and standing.points != own.points:
                # Headers after the last deal may have adjustments too.
                own.adjust(whole(standing.points - own.points), self.last)
            own.sum_up(names)
            if own.all.deals or own.adjusted_by_night:
                people.append(own)
        for pair in self._pairs.values():
            pair.interval = interval(pair.nights)
        if session.in_money:
            money, by_pair = self._ledger.money(), self._ledger.pairs()
            for own in people:
                own.money = money.get(own.person, Fraction(0))
            for key, pair in self._pairs.items():
                pair.money = by_pair[key][1]
        totals: list[dict[str, Points]] = [{} for _ in names]
        for own in people:
            for total in own.night_totals:
                totals[total.night][own.person] = total.points
        nights = [
            NightStatistics(
                name, night.title, night.date, self._nights.begins[at] + 1, self._played[at], totals[at]
            )
            for at, (name, night) in enumerate(zip(names, self._nights.all, strict=True))
        ]
        return Statistics(self._deals, tuple(nights), tuple(people), tuple(self._pairs.values()))
