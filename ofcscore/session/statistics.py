"""What a season says of its players: how they did, deal by deal, night by night, and against each other.

A printer gives every deal of a session to a `Tally`, in order (`tally.deal(result)`), and at the end takes
`tally.finish(session)`: a `Statistics`, whose figures are counts, points, and points a deal. (Of a whole
session in memory: `statistics(deals, session)`.) What is kept meanwhile grows with nights and players alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from ofcscore.game.board import ROWS
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import Points, Table
from ofcscore.scoring.deals import DealScore
from ofcscore.scoring.lines import PairScore, whole
from ofcscore.session.estimates import Interval, Play, interval
from ofcscore.session.ledger import Ledger
from ofcscore.session.nights import Nights
from ofcscore.session.result import DealResult, SessionResult, SideLine, stakes_of

Where = tuple[int, str]
"""A deal: the place of its night among all, and what it is called."""


def _no_rows() -> list[int]:
    return [0 for _ in ROWS]


@dataclass(slots=True)
class Met:
    """What came of meeting other boards: pairs, those scooped, and by row those won, lost and tied.

    A row counts where it is compared, or paid for a foul: not beside a natural, a surrender or the moon.
    """

    pairs: int = 0
    scoops: int = 0
    scooped: int = 0
    won: list[int] = field(default_factory=_no_rows)
    lost: list[int] = field(default_factory=_no_rows)
    tied: list[int] = field(default_factory=_no_rows)

    def add(self, pair: PairScore, side: int) -> None:
        """Counts a pair, from its first board's side where `side` is 1, else (-1) from the other's."""
        self.pairs += 1
        scoop = side * pair.exchange.scoop
        self.scoops += scoop > 0
        self.scooped += scoop < 0
        for line in pair.lines:
            if line.kind == "row" and line.row is not None:
                points = side * line.points
                counts = self.won if points > 0 else self.lost if points < 0 else self.tied
                counts[line.row] += 1


class Fall(NamedTuple):
    """The deepest fall of a running total: so many points, behind one deal and up to another.

    A deal is named as its session names it (`2026-10/7`); `since` is None from the start on.
    """

    points: Points = 0
    since: str | None = None
    until: str | None = None


NO_FALL: Final = Fall()


class NightTotal(NamedTuple):
    """What a night, by its place among all and its name, brought somebody, adjustments in."""

    night: int
    name: str
    points: Points


@dataclass(slots=True)
class _Descent:
    """A running total, how high it was, and how deep it fell from there."""

    moved: bool = False
    total: Points = 0
    peak: Points = 0
    peak_at: Where | None = None
    deepest: Points = 0
    since: Where | None = None
    until: Where | None = None

    def move(self, points: Points, where: Where) -> None:
        self.moved = True
        self.total = whole(self.total + points)
        if self.total >= self.peak:
            self.peak, self.peak_at = self.total, where
        elif self.peak - self.total > self.deepest:
            self.deepest = whole(self.peak - self.total)
            self.since, self.until = self.peak_at, where


@dataclass(slots=True)
class PlayerStatistics:
    """What one person did in a session.

    `all` are the deals with their points, of which `inside` are those played in fantasyland and `outside`
    the others; `adjusted` are points beside them. `won` and `lost` count deals, `longest_won` and
    `longest_lost` such in a row. `boards` are those that were played, `fouls` and `naturals` among them;
    `royalties` are what they earned by row, `royalties_lost` what fouls would have earned. `entered` and
    `kept` count boards that made, and kept, fantasyland, `there` those played in it. `nights` has all
    nights, each with its deals. `money` is that of the deals, None where points are only points.
    """

    person: str
    all: Play = field(default_factory=Play)
    inside: Play = field(default_factory=Play)
    outside: Play = field(default_factory=Play)
    adjusted: Points = 0
    won: int = 0
    lost: int = 0
    longest_won: int = 0
    longest_lost: int = 0
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
    fall: Fall = NO_FALL
    night_totals: tuple[NightTotal, ...] = ()

    @property
    def points(self) -> Points:
        """All points, adjustments in."""
        return whole(self.all.points + self.adjusted)

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
        """What each player did in them."""
        money = self.ledger.money()
        worth = {name: money.get(name, Fraction(0)) if in_money else None for name in self.players}
        return {name: Own(play, worth[name]) for name, play in self.players.items()}

    def add(self, score: DealScore) -> None:
        """Counts a deal."""
        self.deals += 1
        for person, points in score.totals.items():
            self.players.setdefault(person, Play()).add(points)
        ledger = self.ledger.of(score.deal.table)
        for first, second, points, _ in score.between_people:
            ledger[first, second] = ledger.get((first, second), 0) + points


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


def statistics(deals: Iterable[DealResult], session: SessionResult) -> Statistics:
    """The statistics of a session in memory."""
    tally = Tally()
    for result in deals:
        tally.deal(result)
    return tally.finish(session)


@dataclass(slots=True)
class _Player:
    """A person's figures in the making, and what runs on from deal to deal."""

    figures: PlayerStatistics
    running: _Descent = field(default_factory=_Descent)
    streak: int = 0
    """Deals won in a row; those lost are negative."""
    adjusted: dict[int, Points] = field(default_factory=dict)
    """Points beside the deals, by night."""

    def play(self, points: Points, where: Where, *, inside: bool) -> None:
        """Takes the points of a deal."""
        own = self.figures
        for play in (own.all, own.inside if inside else own.outside, _of_night(own.nights, where[0])):
            play.add(points)
        side = (points > 0) - (points < 0)
        own.won += side > 0
        own.lost += side < 0
        self.streak = self.streak + side if self.streak * side > 0 else side
        own.longest_won = max(own.longest_won, self.streak)
        own.longest_lost = max(own.longest_lost, -self.streak)
        self.running.move(points, where)

    def adjust(self, points: Points, where: Where) -> None:
        """Takes points beside a deal."""
        self.figures.adjusted = whole(self.figures.adjusted + points)
        self.adjusted[where[0]] = whole(self.adjusted.get(where[0], 0) + points)
        self.running.move(points, where)

    def board(self, board: BoardScore) -> None:
        """Counts a board that was played."""
        own, stay = self.figures, board.fantasyland
        own.boards += 1
        own.there += stay.was
        own.entered += stay.next and not stay.was
        own.kept += stay.next and stay.was
        own.naturals += board.status is Status.NATURAL
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
        self._last: Where = (0, "")
        self._players: dict[str, _Player] = {}
        self._pairs: dict[tuple[str, str], PairStatistics] = {}
        self._ledger = Ledger()
        self._rules: dict[str, Group] = {}
        self._stakes: dict[object, Group] = {}

    def deal(self, result: DealResult) -> None:
        """Takes the next deal."""
        score, deal, table = result.score, result.deal, result.deal.table
        self._deals += 1
        night = self._nights.of(deal)
        if night == len(self._first):
            self._first.append(self._deals)
            self._played.append(0)
        self._played[night] += 1
        self._last = where = (night, deal.called)
        self._adjust(result.opening, where)
        playing = [board for board in score.boards if board.status is not Status.ABSENT]
        there = {table.person(board.player) for board in playing if board.fantasyland.was}
        for person, points in score.totals.items():
            self._player(person).play(points, where, inside=person in there)
        for board in playing:
            self._player(table.person(board.player)).board(board)
        self._meet(score, night, {board.player for board in playing})
        self._adjust(result.side, where)
        self._rules.setdefault(table.rules.digest, Group(table)).add(score)
        self._stakes.setdefault(stakes_of(table), Group(table)).add(score)

    def _player(self, person: str) -> _Player:
        if person not in self._players:
            self._players[person] = _Player(PlayerStatistics(person))
        return self._players[person]

    def _adjust(self, lines: Iterable[SideLine], where: Where) -> None:
        for line in lines:
            if line.points is not None:
                self._player(line.person).adjust(line.points, where)

    def _meet(self, score: DealScore, night: int, playing: set[str]) -> None:
        """Counts what people exchanged, and the pairs of boards that both played."""
        table = score.deal.table
        ledger = self._ledger.of(table)
        exchanged: dict[tuple[str, str], Points] = {}
        for first, second, points, _ in score.between_people:
            pair, side = self._pair(first, second)
            key = (pair.first, pair.second)
            exchanged[key] = exchanged.get(key, 0) + side * points
            ledger[key] = ledger.get(key, 0) + side * points
        for key, points in exchanged.items():
            self._pairs[key].all.add(points)
            _of_night(self._pairs[key].nights, night).add(points)
        for boards in score.pairs:
            if not playing.issuperset((boards.first, boards.second)):
                continue
            first, second = table.person(boards.first), table.person(boards.second)
            pair, side = self._pair(first, second)
            pair.met.add(boards, side)
            self._player(first).figures.met.add(boards, 1)
            self._player(second).figures.met.add(boards, -1)

    def _pair(self, first: str, second: str) -> tuple[PairStatistics, int]:
        """Two people head to head, and 1 where they stand in this order, else -1."""
        if (second, first) in self._pairs:
            return self._pairs[second, first], -1
        if (first, second) not in self._pairs:
            self._pairs[first, second] = PairStatistics(first, second)
        return self._pairs[first, second], 1

    def finish(self, session: SessionResult) -> Statistics:
        """The statistics of the deals taken, which are all of this session or some."""
        names = self._nights.names()
        people = []
        for standing in session.standings:
            player = self._player(standing.person)
            if self._deals == session.deals and standing.points != player.figures.points:
                # Headers behind the last deal may adjust too.
                player.adjust(whole(standing.points - player.figures.points), self._last)
            _sum_up(player, names)
            if player.running.moved:
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
    """The deals of a night among those of each night."""
    while len(nights) <= night:
        nights.append(Play())
    return nights[night]


def _sum_up(player: _Player, nights: list[str]) -> None:
    """Makes what is known at the end alone; `nights` are the names of all of them."""
    own, running = player.figures, player.running
    if nights:
        _of_night(own.nights, len(nights) - 1)
    own.interval = interval(own.nights)
    played = {place for place, play in enumerate(own.nights) if play.deals}
    own.night_totals = tuple(
        NightTotal(place, nights[place], whole(own.nights[place].points + player.adjusted.get(place, 0)))
        for place in sorted(played | player.adjusted.keys())
        if nights
    )
    since, until = (where and where[1] for where in (running.since, running.until))
    own.fall = Fall(running.deepest, since, until)


def _totals_of(night: int, people: Iterable[PlayerStatistics]) -> dict[str, Points]:
    return {own.person: total.points for own in people for total in own.night_totals if total.night == night}
