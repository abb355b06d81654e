"""The statistics of a session in the making.

A report gives every deal of a session to a `Tally`, in order (`tally.deal(result)`), and at the end takes
`tally.finish(session)`. What is kept meanwhile grows with nights and players alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import Deal, Points
from ofcscore.scoring.deals import DealScore
from ofcscore.scoring.lines import whole
from ofcscore.session.nights import Nights
from ofcscore.session.result import DealResult, SessionResult, SideLine, stakes_of
from ofcscore.session.statistics import (
    Group,
    Met,
    NightStatistics,
    NightTotal,
    PairStatistics,
    Play,
    PlayerStatistics,
    Statistics,
    interval,
)
from ofcscore.session.sums import Ledger


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
