"""The result of a session: final values for reports."""

import os
from collections.abc import Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Final, Literal, NamedTuple, Self

from ofcscore.game.board import ROWS
from ofcscore.log.read.sources import log_names
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import HOUSE, Currency, Deal, Paid, Points, Table
from ofcscore.scoring.score import DealScore, totals_words
from ofcscore.scoring.score_lines import PairTotals, signed, whole


class Night(NamedTuple):
    """Deals played together: the deals of one log, or of one date in a log."""

    file: str
    date: str | None = None
    title: str | None = None


class NightMark(NamedTuple):
    name: str
    before: int


class Nights:
    """Assign each deal of a session to a night, in order.

    `all` are the nights so far, and `begins` the numbers of deals before each.
    """

    def __init__(self) -> None:
        self.all: list[Night] = []
        self.begins: list[int] = []
        self._now = -1

    def of(self, deal: Deal, before: int) -> int:
        """Return the index in `all` of the night of a deal with this many deals before it."""
        file, date, title = deal.table.file, deal.date, deal.table.title
        now = self.all[self._now] if self.all else None
        if now is not None and file == now.file:
            if date is None or date == now.date:
                return self._now
            if now.date is None:
                self.all[self._now] = now._replace(date=date)
                return self._now
        night = Night(file, deal.day, title)
        if night not in self.all:
            self.all.append(night)
            self.begins.append(before)
        self._now = self.all.index(night)
        return self._now

    def names(self) -> list[str]:
        """Return the name of each night: its log, its date, or both."""
        files = [night.file for night in self.all]
        logs = log_names(dict.fromkeys(files))
        dated = "{date}" if len(logs) == 1 else "{log} {date}"
        return [
            logs[file] if date is None or files.count(file) == 1 else dated.format(log=logs[file], date=date)
            for file, date, _ in self.all
        ]


class Dates:
    """Assign to each deal of a session the last date that its log has stated so far."""

    def __init__(self) -> None:
        self._file: str | None = None
        self._date: str | None = None

    def of(self, deal: Deal) -> str | None:
        if deal.table.file != self._file:
            self._file, self._date = deal.table.file, None
        self._date = deal.day or self._date
        return self._date


def is_of(deal: Deal, date: str | None, log: str) -> bool:
    """Return True if `log` is a deal's log path (or its end), log name, date or month."""
    called, path = log.casefold(), deal.table.file.casefold().replace(os.sep, "/")
    return (
        any(one == called or one.endswith(f"/{called}") for one in (path, os.path.splitext(path)[0]))
        or deal.table.log.casefold() == called
        or (date is not None and (date == called or date.startswith(f"{called}-")))
    )


SAMPLES: Final = 2048
"""The most samples of a running total: twice as many as any chart shows."""


class SideLine(NamedTuple):
    """Points or money of a person outside the pairs: adjustment, rake, given points.

    Either `points` or `money` is None. `worth` is the amount in money, or None for points without a stake.
    """

    kind: Literal["adjust", "rake", "given"]
    person: str
    points: Points | None
    money: Fraction | None
    worth: Fraction | None


class DealResult(NamedTuple):
    """One deal of a session: its number from 1, its score, its adjustments and rake.

    `opening` are the adjustments in headers since the deal before.
    """

    number: int
    score: DealScore
    side: tuple[SideLine, ...] = ()
    opening: tuple[SideLine, ...] = ()

    def __repr__(self) -> str:
        return f"<DealResult {self.deal.name}: {totals_words(self.all_totals)}>"

    @property
    def deal(self) -> Deal:
        return self.score.deal

    @property
    def totals(self) -> dict[str, Points]:
        """Points of each person with a board, adjustments in points included."""
        totals = self.all_totals
        return {name: totals[name] for name in self.score.totals} if self.side else totals

    @property
    def all_totals(self) -> dict[str, Points]:
        """Points of each person with a board or an adjustment; they sum to zero."""
        totals = dict(self.score.totals)
        for line in self.side:
            if line.points is not None:
                totals[line.person] = whole(totals.get(line.person, 0) + line.points)
        return totals


def sample_step(deals: int) -> int:
    """Return the number of deals per sample of a running total: 1, 2, 4, 8 ..."""
    return 1 << (deals // SAMPLES).bit_length()


class Samples:
    """A person's running total: pairs of a deal count and the total after it.

    In a long session at most one change is stored per `step` deals. The last total is always exact.
    """

    __slots__ = ("changes", "count")

    def __init__(self) -> None:
        self.changes: list[tuple[int, Points]] = [(0, 0)]
        self.count = 0

    @property
    def step(self) -> int:
        return sample_step(self.count)

    @property
    def last(self) -> Points:
        return self.changes[-1][1]

    def take(self, total: Points, count: int) -> None:
        self.count = count
        if total != self.last:
            self.changes.append((count, total))
            if len(self.changes) > 2 * SAMPLES:
                # Keep at most one change per step.
                self.changes = list(self._at_moments().items())

    def _at_moments(self) -> dict[int, Points]:
        """Return the totals at multiples of `step` and at the end, if they had changed."""
        step, count = self.step, self.count
        return {min(-(-at // step) * step, count): total for at, total in self.changes}

    def points(self) -> list[tuple[int, Points]]:
        """Return the vertices of the line of totals as pairs of a deal count and a total."""
        step = self.step
        points: list[tuple[int, Points]] = []
        for at, total in self._at_moments().items():
            before = (at - 1) // step * step
            if points and before > points[-1][0]:
                points.append((before, points[-1][1]))
            points.append((at, total))
        if points[-1][0] < self.count:
            points.append((self.count, self.last))
        return points


class Standing:
    """The results of one person in a session.

    `points` include adjustments. `royalties` are the royalties of the person's own boards by row. Each
    counts once, however many opponents paid it. `scoops` and `scooped` count opponents, fouled ones too.
    `fantasylands` is the number of deals in fantasyland. `best` and `worst` are the points and the name of
    a deal.
    """

    def __init__(self, person: str) -> None:
        self.person = person
        self.points: Points = 0
        self.deals = self.wins = self.fouls = self.scoops = self.scooped = 0
        self.royalties = [0 for _ in ROWS]
        self.fantasylands = self.naturals = 0
        self.best: tuple[Points, str] | None = None
        self.worst: tuple[Points, str] | None = None
        self.running = Samples()

    def __repr__(self) -> str:
        return f"<Standing: {self.person} {signed(self.points)} in {self.deals} deals>"

    def add(self, points: Points, deal: str) -> None:
        self.deals += 1
        self.wins += points > 0
        if self.best is None or points > self.best[0]:
            self.best = (points, deal)
        if self.worst is None or points < self.worst[0]:
            self.worst = (points, deal)

    def add_counts(self, later: Self) -> None:
        """Add the person's later results, except points and running total."""
        for count in ("deals", "wins", "fouls", "scoops", "scooped", "fantasylands", "naturals"):
            setattr(self, count, getattr(self, count) + getattr(later, count))
        self.royalties = [a + b for a, b in zip(self.royalties, later.royalties, strict=True)]
        # In a tie the earlier deal wins.
        self.best = max(filter(None, (self.best, later.best)), key=itemgetter(0), default=None)
        self.worst = min(filter(None, (self.worst, later.worst)), key=itemgetter(0), default=None)


class RuleSetUse(NamedTuple):
    rules: Rules
    deals: int


STAKES_NAMED: Final = 8
"""The most different stakes of single deals that a report lists."""


class DealStakes(NamedTuple):
    """The stakes of single deals that differ from their log's stake.

    `each` maps stakes to a table with them and their number of deals. Stakes beyond `STAKES_NAMED` share
    one key.
    """

    each: dict[object, tuple[Table, int]]

    @property
    def deals(self) -> int:
        return sum(number for _, number in self.each.values())

    def add(self, table: Table) -> None:
        stakes = table.stake, frozenset(table.pair_stakes.items())
        key = stakes if stakes in self.each or len(self.each) <= STAKES_NAMED else None
        known, number = self.each.get(key, (table, 0))
        self.each[key] = known, number + 1

    @property
    def listed(self) -> tuple[tuple[Table, int], ...]:
        """A table and a number of deals for each stake; empty if there are too many."""
        return tuple(self.each.values()) if len(self.each) <= STAKES_NAMED else ()


class LogTotals(NamedTuple):
    name: str
    table: Table
    deals: int
    totals: Mapping[str, Points]

    @property
    def called(self) -> str:
        """The log's name, with its title if it has one: `2026-10, Friday at Ana's`."""
        return f"{self.name}, {self.table.title}" if self.table.title else self.name


VOID_NAMED: Final = 1000
"""The number of void deals that a session lists by name. More are only counted."""


class VoidDeal(NamedTuple):
    """A void deal: its name, its log (empty if there is only one), and the reason."""

    name: str
    log: str
    why: str

    @property
    def called(self) -> str:
        """The name of the deal: `7`, or `2026-10/7` in a session of several logs."""
        return f"{self.log}/{self.name}" if self.log else self.name


class SessionResult(NamedTuple):
    """The result of a whole session.

    `totals` are points by person in the order of the seats, the house last. `money` is exact, before payments
    already made (`paid`). `pairs` has the points and money that the first of two people won from the second.
    `pair_totals` has these points by row and kind of line. `bets` are adjustments between two people, for the
    first of them. `tables` are the tables of the logs, and `deal_stakes` the stakes of single deals.
    `stake_digits` is the number of decimals that the stakes need, or None without a stake. If it is None and
    there is no `currency`, `money` is in points. `adjusted` are each person's adjustments, and `opening`
    those of headers only. `logs` are the logs with their totals, and `nights` the starts of the nights.
    `void` are the first `VOID_NAMED` void deals, and `voided` is the number of all of them.
    """

    rules: tuple[RuleSetUse, ...]
    tables: tuple[Table, ...]
    currency: Currency | None
    deals: int
    standings: tuple[Standing, ...]
    totals: Mapping[str, Points]
    money: Mapping[str, Fraction]
    pairs: Mapping[tuple[str, str], tuple[Points, Fraction]]
    pair_totals: Mapping[tuple[str, str], PairTotals]
    bets: Mapping[tuple[str, str], tuple[Points, Fraction]]
    adjusted: tuple[SideLine, ...]
    raked: Mapping[str, Fraction]
    paid: tuple[Paid, ...]
    chips: Mapping[str, Points]
    due: Mapping[str, int]
    stake_digits: int | None
    deal_stakes: DealStakes
    opening: tuple[SideLine, ...]
    logs: tuple[LogTotals, ...]
    nights: tuple[NightMark, ...]
    void: tuple[VoidDeal, ...]
    voided: int

    def __repr__(self) -> str:
        return f"<SessionResult: {self.deals} deals, {totals_words(self.totals)}>"

    @property
    def in_money(self) -> bool:
        return self.currency is not None or self.stake_digits is not None

    @property
    def with_house(self) -> bool:
        return HOUSE in self.totals and all(standing.person != HOUSE for standing in self.standings)
