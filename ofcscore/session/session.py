"""A session: deals in order, with the state that is carried from one to the next.

Fantasyland, bankrolls, chips and the dealer carry over; points and money add up. `Session` takes headers
and deals one at a time and stores nothing per deal, so that it can score a log of any length.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal

from ofcscore.diagnostics.problem import Place, Problem, Problems
from ofcscore.log.amounts import NO_LABEL, is_same
from ofcscore.rules.loading import with_option
from ofcscore.scoring.boards import scales_of
from ofcscore.scoring.deal import (
    HOUSE,
    NO_FACTS,
    Adjustment,
    Currency,
    Deal,
    Facts,
    Header,
    Payment,
    Points,
    Table,
)
from ofcscore.scoring.deal_checks import check_deal, deal_place
from ofcscore.scoring.score import NOBODY_DEALT, DealScore, score_deal
from ofcscore.scoring.score_lines import whole
from ofcscore.session.carry_over import Fantasyland, Running, bankroll_of
from ofcscore.session.checks import (
    OF_SESSION,
    Doubts,
    Told,
    as_scored,
    check_expectations,
    check_notes,
    check_session_expectations,
    forgotten_flushes,
    of_deal_alone,
)
from ofcscore.session.money import decimals
from ofcscore.session.result import (
    VOID_NAMED,
    Adjusted,
    DealResult,
    DealStakes,
    LogTotals,
    NightMark,
    Nights,
    RuleSetUse,
    SessionResult,
    SideLine,
    SumOfDeals,
    Sums,
    VoidDeal,
    add_line,
    stake_between,
)
from ofcscore.session.settlement import after_paying


class OneLog:
    """One log of a session: its header, its number of deals, and the sums before it."""

    def __init__(self, header: Header, sums: Sums) -> None:
        self.header = header
        self.begun = sums.count
        self.played = 0
        self.players = 0
        self._before = dict(sums.totals)
        self._uses = dict(sums.uses)
        self._unused_bank: Problem | None = None
        self.totals_told = 0
        """The number of deals with totals below them."""
        self.of_deal: tuple[Deal | None, list[Problem]] = (None, [])
        """The last of these deals, and a warning if its totals are right for it alone."""

    def find_unused_bank(self, deal: Deal) -> None:
        """Keep a warning for the first deal with a bank of its own that its rules do not have."""
        if self._unused_bank is None and deal.table.bank not in (None, self.header.table.bank):
            self._unused_bank = _unused(deal.table, "bank", deal_place(deal))

    def totals(self, totals: Mapping[str, Points]) -> dict[str, Points]:
        return {name: whole(points - self._before.get(name, 0)) for name, points in totals.items()}

    def doubts(self, uses: Iterable[RuleSetUse]) -> Iterator[Problem]:
        """Warn if the number of deals was not agreed, or if a bank or chips are unused."""
        (table, facts), place = self.header, Place(self.header.table.file)
        agreed = self.players if isinstance(table.rounds, str) else table.rounds
        if agreed is not None and self.played != agreed:
            what = f"{_deals(agreed)} agreed, but {_deals(self.played)} played (without fantasyland deals)"
            hint = "correct the agreed number, or add the missing deals"
            yield Problem("rounds-differ", place, what, hint, warning=True)
        played = [use.rules for use in uses if use != self._uses.get(use.rules)]
        if self._unused_bank is not None:
            yield self._unused_bank
        if played and table.bank is not None and not any(rules.compare == "bank" for rules in played):
            yield _unused(table, "bank", place)
        if played and facts.chips and not any(rules.table_stakes for rules in played):
            yield _unused(table, "table-stakes", place)


def _unused(table: Table, option: str, place: Place) -> Problem:
    what = "the log states chips, but these rules do not use them"
    if option == "bank":
        what = f"{table.bank} is named as the bank, but these rules have no bank"
    hint = f"if you played with it, {with_option(table.rules, option)}; if not, delete the line"
    return Problem("key-unused", place, what, hint, warning=True)


def _deals(count: int) -> str:
    return "1 deal was" if count == 1 else f"{count} deals were"


class Unit:
    """The single currency of a session, and its stakes; reports conflicts.

    `digits` is the number of decimals that the stakes need, or None without a stake. `mixed` is True if the
    current log has money in another currency. Its deals are then not scored.
    """

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self.currency: Currency | None = None
        self.digits: int | None = None
        self.deal_stakes = DealStakes({})
        self.worthless: tuple[Place, str] | None = None
        """The place and description of the first points without a stake."""
        self.mixed = False
        self._table: Table | None = None
        self._has_money = False
        self._names_currency = False
        self._nameless: list[Place] = []
        """The logs that have money but name no currency."""

    @property
    def in_money(self) -> bool:
        return self.currency is not None or self.digits is not None

    def begin_log(self, table: Table) -> bool:
        """Begin the log of a table; return True if its money is in the session's currency."""
        self._table = table
        self.mixed = self._has_money = self._names_currency = False
        self._take_stakes(table)
        return self._agree(table, Place(table.file))

    def end_log(self) -> None:
        if self._table is not None and self._has_money and not self._names_currency:
            self._nameless.append(Place(self._table.file))
        self._table = None

    def awaits_stake(self, table: Table) -> bool:
        """Return True if points at this table would be the first without a stake."""
        return self.worthless is None and table.stake is None

    def agrees(self, deal: Deal) -> bool:
        """Return True if a deal's money is in the session's currency; report others once."""
        if self.mixed:
            return False
        return deal.table is self._table or self._agree(deal.table, deal_place(deal))

    def _agree(self, table: Table, place: Place) -> bool:
        rake = table.rake.currency if table.rake is not None else None
        agrees = self.take(table.currency, place) and self.take(rake, place)
        self.mixed = self._table is not None and not agrees
        return agrees

    def take(self, currency: Currency | None, place: Place) -> bool:
        """Return True for None or the session's currency; report any other currency."""
        if currency is None:
            return True
        if currency == NO_LABEL:
            self.digits = max(self.digits or 0, currency.digits)
            self._has_money = True
            return True
        self._names_currency = True
        if self.currency is None:
            self.currency = currency
        if is_same(currency, self.currency):
            return True
        what = f"this money is in {currency.label}, but earlier money is in {self.currency.label}"
        hint = "score the logs of each currency separately"
        self._problems.refuse("currency-mixed", place, what, hint)
        return False

    def add(self, score: DealScore) -> None:
        """Record stakes of a deal that differ from its log's, or points without one."""
        table = score.deal.table
        log = self._table
        usual = (None, {}) if log is None else (log.stake, log.pair_stakes)
        if (table.stake, table.pair_stakes) != usual:
            self._take_stakes(table)
            self.deal_stakes.add(table)
        if self.awaits_stake(table):
            self.worthless = _without_stake(score)

    def _take_stakes(self, table: Table) -> None:
        for stake in (table.stake, *table.pair_stakes.values()):
            if stake is not None:
                self.digits = max(self.digits or 0, decimals(stake))
                self._has_money = True

    def missing_stake(self) -> list[Problem]:
        """Return a problem if the session has money and also points without a stake."""
        if self.worthless is None or not self.in_money:
            return []
        place, points = self.worthless
        unit = f" {self.currency.label}" if self.currency is not None else ""
        what = f"this session has money, but {points} have no stake"
        hint = f"if a point is worth 1{unit}, write `stake: 1{unit}`; or settle points and money separately"
        return [Problem("stake-missing", place, what, hint)]

    def finish(self) -> None:
        """Report points without a stake, and logs without a currency."""
        self._problems.extend(self.missing_stake())
        unit = self.currency.label if self.currency is not None else ""
        for place in self._nameless if unit else ():
            message = f"this log names no currency, so its money is counted in {unit}, as in other logs"
            self._problems.warn("currency-assumed", place, message, f"write `currency: {unit}` in this log")


def _without_stake(score: DealScore) -> tuple[Place, str] | None:
    deal, stakes = score.deal, score.deal.table.pair_stakes
    for first, second, points, _ in score.between_people:
        if points and frozenset((first, second)) not in stakes:
            between = f" between {first} and {second}" if stakes else ""
            return deal_place(deal), f"the points{between} in deal {deal.name}"
    return None


class Session:
    """Score a session; `left_out` are deals with errors, which are not scored."""

    def __init__(self) -> None:
        self.problems = Problems()
        self.left_out: list[str] = []
        self.as_expected: Counter[str] = Counter()
        """The number of deals per log that agree with their `expect` lines."""
        self.sums = Sums()
        self.running = Running()
        self.unit = Unit(self.problems)
        self.fantasyland = Fantasyland(self.problems)
        self.last: Deal | None = None
        """The last deal that was scored."""
        self._opening: Adjusted = {}
        self._opening_next: tuple[SideLine, ...] = ()
        self._tables: list[Table] = []
        self._logs: list[LogTotals] = []
        self._nights = Nights()
        self._log: OneLog | None = None
        self.unmet: list[Problem] = []
        """The failed expectations that a missing deal would make meaningless; `finish` reports them."""
        self._doubts = Doubts()
        self._multiplied: dict[str, Points] = {}
        """The further points of the log's players, in its own stake, of deals with a multiple of it."""
        self._void: list[VoidDeal] = []
        self._voided = 0

    def header(self, header: Header) -> None:
        self._end_log()
        self.fantasyland.begin_log()
        table = header.table
        self._tables.append(table)
        self._log = OneLog(header, self.sums)
        self._doubts.begin(header.facts.doubts)
        self.running.name_dealer(table.dealer)
        place = Place(table.file)
        agrees = self.unit.begin_log(table)
        for player in table.players:
            self.sums.standing(player)
        opening = self._add_facts(header.facts, table, place) if agrees else ()
        for line in opening:
            add_line(self._opening, line)
        self._opening_next += opening
        totals = self.sums.totals
        self.running.find_broke(totals, totals, table, "before the first deal")

    def _add_facts(self, facts: Facts, table: Table, place: Place) -> tuple[SideLine, ...]:
        for person, amount in facts.chips:
            if self.unit.take(amount.currency, place):
                self.running.add_chips(person, amount, table)
        for paid in facts.paid:
            if self.unit.take(paid.amount.currency, paid.place):
                self.sums.paid.append(paid)
        side: list[SideLine] = []
        for adjustment in facts.adjust:
            side += self._add_shares(adjustment, table, "adjust")
        if facts.given is not None:
            side += self._add_shares(facts.given, table, "given")
        return tuple(side)

    def _add_shares(
        self, shared: Adjustment, table: Table, kind: Literal["adjust", "given"]
    ) -> list[SideLine]:
        """Add the shares of an adjustment or of given points, and return their lines.

        With a share in another currency nothing is added, because the rest would not sum to zero.
        """
        currencies = [amount.currency for _, amount in shared.shares]
        if not all(self.unit.take(currency, shared.place) for currency in currencies):
            return []
        stake = stake_between(table, [person for person, _ in shared.shares])
        in_points = any(amount.currency is None and amount.value for _, amount in shared.shares)
        if stake is None and in_points and self.unit.worthless is None:
            what = "the points of this adjustment" if kind == "adjust" else "the points of this deal"
            self.unit.worthless = (shared.place, what)
        return self.sums.adjust(shared.shares, stake, kind)

    def deal(self, deal: Deal) -> DealResult | None:
        """Score the next deal; return None for a void deal or a deal with errors."""
        table, facts, given = deal.table, deal.facts, deal.facts.given
        if facts.void:
            self._doubts.add(facts.doubts, 0)
            self._voided += 1
            if len(self._void) < VOID_NAMED:
                self._void.append(VoidDeal(deal.name, table.log, facts.why_void))
            return None
        rules = table.rules
        if not self.unit.agrees(deal) or not self._admit(deal):
            self.sums.use(rules, 0)
            self.left_out.append(deal.name)
            return None
        self._nights.of(deal, self.sums.count)
        self.sums.count += 1
        self.sums.use(rules, 1)
        dealt = NOBODY_DEALT
        if given is None:
            scales, dealt = scales_of(rules), self.fantasyland.before(deal)
            score = score_deal(deal, scales, dealt)
            self.problems.extend(forgotten_flushes(score, scales))
        else:
            score = DealScore(deal, rules, (), (), (), {person: 0 for person, _ in given.shares})
        self.problems.extend(check_notes(score))
        self.unit.add(score)
        side = () if facts is NO_FACTS else self._add_facts(facts, table, deal_place(deal))
        if rules.table_stakes and given is None:
            score, doubts = self.running.limit(score)
            self.problems.extend(doubts)
        if self._log is not None and rules.compare != "bank":
            self._log.find_unused_bank(deal)
        if table.rake is not None:
            side += self.sums.rake(score, table.rake)
        result = DealResult(self.sums.count, score, side, self._opening_next)
        self.last = deal
        self._opening_next = ()
        self.fantasyland.after(deal, self.sums.add(result))
        factor = _factor(table, self._log.header[0].stake if self._log is not None else None)
        if factor != 1:
            for name, points in result.all_totals.items():
                self._multiplied[name] = self._multiplied.get(name, 0) + (factor - 1) * points
        self.running.find_broke(result.all_totals, self.sums.totals, table, f"in deal {deal.name}")
        log = self._log
        self._doubts.add(facts.doubts)
        if facts.expect:
            running = log.totals(self.sums.totals) if log is not None else self.sums.totals
            told = self._told(running, table)
            facts = facts._replace(expect=tuple(as_scored(facts.expect, result, running, told)))
            unmet = check_expectations(facts.expect, result, running, told)
            if log is not None and any(part.kind in OF_SESSION for part in facts.expect):
                log.totals_told += 1
                log.of_deal = deal, of_deal_alone(facts.expect, result, running)
            # Chips and totals so far depend on all deals before: a missing deal would make them meaningless.
            so_far = {part.place for part in facts.expect if part.kind in OF_SESSION}
            for problem in unmet:
                waits = rules.table_stakes or problem.place in so_far
                self.unmet.append(problem) if waits else self.problems.add(problem)
            self.as_expected[table.file] += not unmet
            if not unmet:
                self._doubts.confirm(facts, result, running)
        if log is not None:
            log.players = max(log.players, len(score.totals))
            log.played += not dealt
        self.running.name_dealer(facts.dealer)
        if self.running.button is not None:
            seats = table.players or [board.player for board in deal.boards] or [*score.totals]
            self.running.move_dealer(rules, seats, 1, 0 if dealt else 1)
        return result

    def _told(self, running: Mapping[str, Points], table: Table) -> Told:
        """Return the totals so far in the log's own stake, and what is left after the payments."""
        base = self._log.header[0].stake if self._log is not None else table.stake
        points = {name: total + self._multiplied.get(name, 0) for name, total in running.items()}
        money = {name: Fraction(total) * (base or 0) for name, total in points.items()}
        payments = [Payment(paid.payer, paid.payee, paid.amount.value) for paid in self.sums.paid]
        left = {name: Fraction(amount) for name, amount in after_paying(money, payments).items()}
        return Told(points, left, _factor(table, base))

    def adds_up(self, table: Table) -> bool:
        """Return True if `add_sum` can add deals at a table that state only boards."""
        limits = bankroll_of(table) or table.rules.table_stakes
        return table.rake is None and table.double is None and not table.people and not limits

    def add_sum(self, more: SumOfDeals) -> None:
        """Add many deals at the last deal's table, for which `adds_up` is True."""
        assert self.last is not None
        assert self._log is not None
        table, played = self.last.table, more.deals - more.played_there
        self.sums.add_sum(table, more)
        self.fantasyland.pass_unmarked(more.in_fantasyland)
        self.fantasyland.after(self.last, more.due)
        self._log.played += played
        self._doubts.add((), more.deals)
        seats = table.players or [board.player for board in self.last.boards]
        self.running.move_dealer(table.rules, seats, more.deals, played)

    def _admit(self, deal: Deal) -> bool:
        found = [] if deal.facts.given is not None else check_deal(deal)
        found += self.running.check(deal)
        self.problems.extend(found)
        return all(problem.warning for problem in found)

    def _end_log(self) -> None:
        log = self._log
        if log is None:
            return
        table, facts = log.header
        name, totals = table.log or str(len(self._logs) + 1), log.totals(self.sums.totals)
        self._logs.append(LogTotals(name, table, self.sums.count - log.begun, totals))
        self.problems.extend(log.doubts(self.sums.uses.values()))
        # Where each deal has its totals, the last ones are not those of the evening.
        deal, alone = log.of_deal
        self.unmet += alone if log.totals_told == 1 and deal is self.last else []
        unmet = check_session_expectations(facts.expect, totals)
        self.unmet += unmet
        told = {part.players[0] for part in facts.expect}
        confirmed = not unmet and len(totals.keys() - told) <= 1
        self.problems.extend(self._doubts.end(confirmed=confirmed, has_stake=table.stake is not None))
        self._multiplied = {}
        self.unit.end_log()
        self._log = None

    def finish(self, *, complete: bool = True) -> SessionResult:
        """Return the result of the session, and add the last warnings to `problems`.

        Expectations of the session are checked only if it is `complete`: all its deals could be read.
        """
        self._end_log()
        if not self.sums.uses:
            # All deals are void.
            for table in self._tables:
                self.sums.use(table.rules, 0)
        self.sums.sum_up()
        self.fantasyland.end(Place(self._tables[-1].file if self._tables else ""))
        self.unit.finish()
        in_money, money = self.unit.in_money, self.sums.ledger.money()
        pairs, bets = (ledger.pairs(in_money=in_money) for ledger in (self.sums.ledger, self.sums.bets))
        # The house is last.
        everybody = dict.fromkeys((*self.sums.totals, *([HOUSE] if HOUSE in money else ())))
        order = sorted(everybody, key=HOUSE.__eq__)
        totals = {name: self.sums.totals.get(name, 0) for name in order}
        if not in_money:
            # Without money, points are settled; taken from the pairs, they can be checked against the totals.
            money = self.sums.in_points(money, pairs)
        if complete:
            self.problems.extend(self.unmet)
        return SessionResult(
            rules=tuple(self.sums.uses.values()),
            tables=tuple(self._tables),
            currency=self.unit.currency,
            deals=self.sums.count,
            standings=tuple(self.sums.standings.values()),
            totals=totals,
            money={name: money.get(name, Fraction(0)) for name in order},
            pairs=pairs,
            pair_totals=self.sums.pairs,
            bets=bets,
            adjusted=tuple(self.sums.adjusted.values()),
            raked=dict(self.sums.raked),
            paid=tuple(self.sums.paid),
            chips=dict(self.running.chips),
            due=dict(self.fantasyland.due),
            stake_digits=self.unit.digits,
            deal_stakes=self.unit.deal_stakes,
            opening=tuple(self._opening.values()),
            logs=tuple(self._logs),
            nights=tuple(map(NightMark, self._nights.names(), self._nights.begins)),
            void=tuple(self._void),
            voided=self._voided,
        )


def score_session(
    items: Iterable[Header | Deal],
) -> tuple[tuple[DealResult, ...], SessionResult, tuple[Problem, ...]]:
    session = Session()
    results = tuple(run(session, items))
    return results, session.finish(), session.problems.kept


def run(session: Session, items: Iterable[Header | Deal]) -> Iterator[DealResult]:
    for item in items:
        if isinstance(item, Header):
            session.header(item)
        elif (result := session.deal(item)) is not None:
            yield result


def _factor(table: Table, base: Points | None) -> Fraction:
    """Return the stake of a deal in stakes of the log, 1 without stakes."""
    return Fraction(table.stake) / Fraction(base) if table.stake and base else Fraction(1)
