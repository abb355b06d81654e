"""The sums of a session's deals: points, money, and counts per person."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from ofcscore.game.board import Row
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import NO_FANTASYLAND, Status
from ofcscore.scoring.deal import HOUSE, Amount, Deal, Paid, Points, Table
from ofcscore.scoring.score import DealScore
from ofcscore.scoring.score_lines import PairTotals, add_up, oriented, whole
from ofcscore.session.result import DealResult, RuleSetUse, SideLine, Standing, sample_step


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
