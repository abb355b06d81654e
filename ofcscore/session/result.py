"""The result of a session: the sums of its deals, and the final values for reports."""

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Final, Literal, NamedTuple, Self

from ofcscore.game.cards import ROWS, Row
from ofcscore.log.read.sources import log_names
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import NO_FANTASYLAND, Status
from ofcscore.scoring.deal import HOUSE, Amount, Currency, Deal, Paid, Points, Table
from ofcscore.scoring.score import DealScore, totals_words
from ofcscore.scoring.score_lines import PairTotals, add_up, oriented, signed, whole


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


# -- the sums of deals -----------------------------------------------------------------------------------


class Ledger:
    """Convert points to money, table by table; points without a stake are worth 0."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._points: defaultdict[tuple[str, str], Points] = defaultdict(int)
        self._pairs: dict[tuple[str, str], tuple[Points, Fraction]] = {}
        self._money: defaultdict[str, Fraction] = defaultdict(Fraction)

    def of(self, table: Table) -> defaultdict[tuple[str, str], Points]:
        """Return the points by pair of people at a table; callers add to them."""
        if table is not self._table:
            self._flush()
            self._table = table
        return self._points

    def add_money(self, person: str, money: Fraction) -> None:
        self._money[person] += money

    def _flush(self) -> None:
        for (first, second), points in self._points.items():
            stake = None if self._table is None else stake_between(self._table, (first, second))
            money = Fraction(0) if stake is None else points * stake
            self.add_money(first, money)
            self.add_money(second, -money)
            self.add_pair(first, second, points, money)
        self._points.clear()

    def add_pair(self, first: str, second: str, points: Points, money: Fraction) -> None:
        people, side = oriented(first, second, self._pairs)
        won, worth = self._pairs.get(people, (0, Fraction(0)))
        self._pairs[people] = (whole(won + side * points), worth + side * money)

    def money(self) -> dict[str, Fraction]:
        self._flush()
        return dict(self._money)

    def pairs(self, *, in_money: bool = True) -> dict[tuple[str, str], tuple[Points, Fraction]]:
        """Return points and exact money (or the points again) by pair, for the first one."""
        self._flush()
        return {pair: (won[0], won[1] if in_money else Fraction(won[0])) for pair, won in self._pairs.items()}


def stake_between(table: Table, people: Collection[str]) -> Fraction | None:
    """Return the stake between people: the pair's own, the table's, or None."""
    return table.pair_stakes.get(frozenset(people), table.stake) if table.pair_stakes else table.stake


Adjusted = dict[tuple[str, str, bool], SideLine]
"""Sums outside the pairs, by kind, person, and whether they are in points."""


class SumOfDeals(NamedTuple):
    """The sum of deals after the last one, of the same table, with boards only."""

    deals: int
    standings: Sequence[Standing]
    """The results of each player in these deals, without running totals."""
    exchanged: Mapping[tuple[str, str], PairTotals]
    """The points that the first of each pair won from the second."""
    in_fantasyland: Iterable[tuple[Deal, dict[str, int]]]
    """The deals with players in fantasyland, each with these players and their cards."""
    played_there: int
    """The number of deals with players in fantasyland."""
    due: dict[str, int]
    """The players due in fantasyland next, with their cards."""


class Sums:
    """The sums of a session; `count` is the number of deals so far."""

    def __init__(self) -> None:
        self.count = 0
        self.standings: dict[str, Standing] = {}
        self.totals: dict[str, Points] = {}
        self.ledger, self.bets = Ledger(), Ledger()
        self._lines: defaultdict[tuple[str, str], defaultdict[tuple[str, Row | None], Points]] = defaultdict(
            lambda: defaultdict(int)
        )
        """Points by kind and row of score lines per pair, in both orders of its people."""
        self._many: dict[tuple[str, str], PairTotals] = {}
        """The points of each pair in deals that were added as a `SumOfDeals`, in both orders."""
        self.raked: defaultdict[str, Fraction] = defaultdict(Fraction)
        self.adjusted: Adjusted = {}
        self.paid: list[Paid] = []
        self.uses: dict[Rules, RuleSetUse] = {}
        self._sample_step = sample_step(0)
        self._moved: set[str] = set()
        """The people whose total may have changed since the last sample."""

    def use(self, rules: Rules, deals: int) -> None:
        before = self.uses.get(rules)
        if before is None:
            # A rule set may have two names.
            rules = next((known for known in self.uses if known.settings == rules.settings), rules)
            before = self.uses.get(rules, RuleSetUse(rules, 0))
        self.uses[rules] = RuleSetUse(before.rules, before.deals + deals)

    def standing(self, person: str) -> Standing:
        if person not in self.standings:
            self.standings[person] = Standing(person)
            self.totals.setdefault(person, 0)
        return self.standings[person]

    def adjust(
        self,
        shares: Sequence[tuple[str, Amount]],
        stake: Fraction | None,
        kind: Literal["adjust", "given"] = "adjust",
    ) -> list[SideLine]:
        """Add shares outside the pairs at `stake` per point; for two people, as a bet."""
        lines = []
        for person, amount in shares:
            if amount.currency is None:
                points = whole(amount.value)
                lines.append(SideLine(kind, person, points, None, None if stake is None else points * stake))
                self.totals[person] = whole(self.totals.get(person, 0) + points)
                if person != HOUSE:
                    self.standing(person)
                    self._moved.add(person)
            else:
                lines.append(SideLine(kind, person, None, amount.value, amount.value))
                self.totals.setdefault(person, 0)
            self.ledger.add_money(person, lines[-1].worth or Fraction(0))
            add_line(self.adjusted, lines[-1])
        people = list(dict.fromkeys(line.person for line in lines))
        if len(people) == 2 and HOUSE not in people:
            first, second = people
            own = [line for line in lines if line.person == first]
            won, worth = sum(line.points or 0 for line in own), sum(line.worth or 0 for line in own)
            self.bets.add_pair(first, second, won, Fraction(worth))
        return lines

    def rake(self, score: DealScore, rake: Amount) -> tuple[SideLine, ...]:
        """Pay rake to the house, shared equally by the players who are not absent."""
        table = score.deal.table
        playing = [b.player for b in score.boards if b.status is not Status.ABSENT]
        people = dict.fromkeys(map(table.person, playing)) if playing else dict.fromkeys(score.totals)
        share = rake.value / len(people)
        for person in people:
            self.raked[person] += share
            self.ledger.add_money(person, -share)
        self.ledger.add_money(HOUSE, rake.value)
        self.totals.setdefault(HOUSE, 0)
        paid = (SideLine("rake", person, None, -share, -share) for person in people)
        return *paid, SideLine("rake", HOUSE, None, rake.value, rake.value)

    def add(self, result: DealResult) -> dict[str, int]:
        """Add a deal; return the players due in fantasyland next, with their cards."""
        score, deal = result.score, result.score.deal
        called, standings, ledger = deal.called, self.standings, self.ledger.of(deal.table)
        for person, points in result.totals.items():
            self.standing(person).add(points, called)
            self.totals[person] = whole(self.totals[person] + score.totals[person])
        for pair, (first, second, points, scoop) in zip(score.pairs, score.between_people, strict=True):
            people = first, second
            ledger[people] += points
            sums = self._lines[people]
            for kind, row, worth, _ in pair.lines:
                sums[kind, row] += worth
            if scoop:
                winner, loser = people if scoop > 0 else (second, first)
                standings[winner].scoops += 1
                standings[loser].scooped += 1
        due: dict[str, int] = {}
        for board in score.boards:
            if board.status is Status.ABSENT:
                continue
            standing = standings[deal.table.person(board.player)]
            if board.fantasyland is not NO_FANTASYLAND:
                standing.fantasylands += board.fantasyland.was
                if board.fantasyland.cards is not None:
                    due[board.player] = board.fantasyland.cards
            standing.fouls += board.status is Status.FOUL
            standing.naturals += board.natural is not None
            if board.royalties:
                for place, earned in enumerate(board.earned):
                    standing.royalties[place] += earned
        self._moved.update(score.totals)
        if self.count % self._sample_step == 0:
            for person in self._moved:
                self.standings[person].running.take(self.totals[person], self.count)
            self._moved.clear()
            self._sample_step = sample_step(self.count)
        return due

    @property
    def pairs(self) -> dict[tuple[str, str], PairTotals]:
        """The points of each pair of people, from the side of the first in its first deal."""
        totals: dict[tuple[str, str], PairTotals] = {}
        for pair, lines in self._lines.items():
            people, side = oriented(*pair, totals)
            won = add_up((kind, row, points) for (kind, row), points in lines.items())
            won = won.plus(self._many.get(pair, PairTotals()))
            totals[people] = totals.get(people, PairTotals()).plus(won, side)
        return totals

    def add_sum(self, table: Table, more: SumOfDeals) -> None:
        """Add many deals of a table, without the running totals, which only charts need."""
        ledger = self.ledger.of(table)
        self.use(table.rules, more.deals)
        self.count += more.deals
        for later in more.standings:
            self.standings[later.person].add_counts(later)
            self.totals[later.person] = whole(self.totals[later.person] + later.points)
        for pair, won in more.exchanged.items():
            ledger[pair] += won.points
            # Pairs are in the order in which they first play.
            self._lines.setdefault(pair, defaultdict(int))
            self._many[pair] = self._many.get(pair, PairTotals()).plus(won)

    def sum_up(self) -> None:
        """Set the points and the last running totals of the standings."""
        for person, standing in self.standings.items():
            standing.points = self.totals[person]
            standing.running.take(standing.points, self.count)

    def in_points(
        self, money: Mapping[str, Fraction], pairs: Mapping[tuple[str, str], tuple[Points, Fraction]]
    ) -> dict[str, Fraction]:
        """Return money plus the points of pairs and adjustments, at 1 per point."""
        own = defaultdict(Fraction, money)
        for (first, second), (_, points) in pairs.items():
            own[first] += points
            own[second] -= points
        for line in self.adjusted.values():
            own[line.person] += line.points or 0
        return own


def add_line(adjusted: Adjusted, line: SideLine) -> None:
    key = (line.kind, line.person, line.points is not None)
    before = adjusted.get(key)
    if before is not None:
        points = None if line.points is None else whole(line.points + (before.points or 0))
        money = None if line.money is None else line.money + (before.money or 0)
        worth = line.worth if before.worth is None else before.worth + (line.worth or 0)
        line = SideLine(line.kind, line.person, points, money, worth)
    adjusted[key] = line
