"""A session: deals in order, and what runs on from one to the next.

Fantasyland, bankrolls, chips and the dealer go from deal to deal; points and money add up. `Session`
takes headers and deals one at a time, so that a log of any length can be streamed through it, and
keeps nothing that grows with their number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from ofcscore.game.board import ROWS, Stated
from ofcscore.problems.problem import Place, Problem
from ofcscore.rules.model import Rules
from ofcscore.scoring.admission import board_place, check_deal, deal_place
from ofcscore.scoring.boards import BoardScore, Scales, Status, scales_of
from ofcscore.scoring.deal import (
    HOUSE,
    NO_FACTS,
    Amount,
    Currency,
    Deal,
    Expectation,
    Facts,
    Header,
    Paid,
    Points,
    Table,
)
from ofcscore.scoring.deals import NOBODY_DEALT, DealScore, score_deal
from ofcscore.scoring.limits import apply_limits, points_of_chips
from ofcscore.scoring.lines import whole
from ofcscore.session.expectations import check_expectations, check_session_expectations
from ofcscore.session.ledger import Ledger, stake_between
from ofcscore.session.result import (
    DealResult,
    DealStakes,
    RuleSetUse,
    SessionResult,
    SideLine,
    Standing,
    sample_step,
)
from ofcscore.session.settlement import decimals

PENDING: Final = 50


class Session:
    """Scores a session item by item; `problems` fills as it goes.

    `deal` returns None for a void deal and for one that has problems (`left_out` has its name).
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.left_out: list[str] = []
        self.standings: dict[str, Standing] = {}
        self.due: dict[str, int] = {}
        self._scales: dict[str, Scales] = {}
        self._uses: dict[str, int] = {}
        self._ledger = Ledger()
        self._totals: dict[str, Points] = {}
        self._raked: dict[str, Fraction] = {}
        self._adjusted: _Adjusted = {}
        self._opening: _Adjusted = {}
        self._opening_next: tuple[SideLine, ...] = ()
        self._paid: list[Paid] = []
        self._chips: dict[str, Points] = {}
        # Chips bought with money: at which stake they became points, and whose could not.
        self._bought_at: Fraction | None = None
        self._unpriced: frozenset[str] = frozenset()
        self._broke: dict[str, str] = {}
        self._currency: Currency | None = None
        self._stake_digits: int | None = None
        self._deal_stakes = DealStakes()
        self._worthless: tuple[Place, str] | None = None
        self._nameless: list[Place] = []
        self._tables: list[Table] = []
        self._log: _Log | None = None
        self._unmet: list[Problem] = []
        self._qualified: frozenset[str] = frozenset()
        self._met: set[str] = set()
        self._missed: dict[str, int] = {}
        self._marks_used = False
        self._unmarked: list[Problem] = []
        self._dealer: str | None = None
        self._count = 0
        self._sample_step = 1
        self._moved: set[str] = set()
        """Who may have another total than in the last sample."""

    def header(self, header: Header) -> None:
        """Begin one log of the session."""
        self._end_log()
        # One log may use marks and another none.
        self._marks_used = False
        self._unmarked.clear()
        table = header.table
        self._tables.append(table)
        self._log = _Log(table, header.facts.expect, dict(self._totals))
        self._dealer = table.dealer or self._dealer
        place = Place(table.file)
        self._take_stakes(table)
        agrees = self._agrees_with(table, place)
        for player in table.players:
            self._standing(player)
        opening = self._add_facts(header.facts, table, place) if agrees else ()
        for line in opening:
            _add_line(self._opening, line)
        self._opening_next += opening
        if bankroll := _bankroll(table):
            self._find_broke(self._totals, bankroll, "before the first deal")

    def _take_stakes(self, table: Table) -> None:
        """Keeps how many decimals the stakes of a table need."""
        for stake in (table.stake, *table.pair_stakes.values()):
            if stake is not None:
                self._stake_digits = max(self._stake_digits or 0, decimals(stake))
                if self._log is not None:
                    self._log.staked = True

    def _has_own_stakes(self, table: Table) -> bool:
        """Whether a deal at this table is played for other stakes than its log."""
        if self._log is None:
            return table.stake is not None or bool(table.pair_stakes)
        log = self._log.table
        return table is not log and (table.stake, table.pair_stakes) != (log.stake, log.pair_stakes)

    @property
    def _in_money(self) -> bool:
        return self._currency is not None or self._stake_digits is not None

    def missing_stake(self) -> list[Problem]:
        """The problem that there is money here, and there are points that nobody has a stake for."""
        if self._worthless is None or not self._in_money:
            return []
        place, points = self._worthless
        unit = f" {self._currency.label}" if self._currency is not None else ""
        return [
            Problem(
                "stake-missing",
                place,
                f"there is money in this session, and nobody says what {points} is worth",
                f"write `stake: 1{unit}` there if it is worth that much, or settle points and money apart",
            )
        ]

    def _agrees_with(self, table: Table, place: Place) -> bool:
        """Whether the money of a table is in the session's currency; told once a log where it is not.

        What is played for another currency counts for nothing: no sum is made over two of them.
        """
        log = self._log
        if log is not None and log.mixed:
            return False
        rake = table.rake.currency if table.rake is not None else None
        if self._use_currency(table.currency, place) and self._use_currency(rake, place):
            return True
        if log is not None:
            log.mixed = True
        return False

    def _use_currency(self, currency: Currency | None, place: Place) -> bool:
        """Whether a currency is that of the session; a problem where it is another."""
        if currency is None:
            return True
        if self._log is not None:
            self._log.names_currency = True
        if currency == self._currency:
            return True
        if self._currency is None:
            self._currency = currency
            return True
        self.problems.append(
            Problem(
                "currency-mixed",
                place,
                f"{currency.label} here cannot be added to {self._currency.label} before it",
                "score the logs of each currency by themselves",
            )
        )
        return False

    def _add_facts(self, facts: Facts, table: Table, place: Place) -> tuple[SideLine, ...]:
        """Count chips, adjustments and payments made; the adjustments come back as lines."""
        if facts is NO_FACTS:
            return ()
        for person, amount in facts.chips:
            if self._use_currency(amount.currency, place):
                self._add_chips(person, amount, table)
        for paid in facts.paid:
            if self._use_currency(paid.amount.currency, paid.place):
                self._paid.append(paid)
        side: list[SideLine] = []
        for adjustment in facts.adjust:
            # All of it or nothing, or the shares would not cancel out.
            currencies = [amount.currency for _, amount in adjustment.shares]
            if not all(self._use_currency(currency, adjustment.place) for currency in currencies):
                continue
            stake = stake_between(table, [person for person, _ in adjustment.shares])
            in_points = any(amount.currency is None and amount.value for _, amount in adjustment.shares)
            if stake is None and in_points and self._worthless is None:
                self._worthless = (adjustment.place, "a point of this adjustment")
            side += [self._adjust(person, amount, stake) for person, amount in adjustment.shares]
        return tuple(side)

    def _add_chips(self, person: str, amount: Amount, table: Table) -> None:
        """Chips in front of a person from now on."""
        points = points_of_chips(amount, table)
        if points is None:
            self._unpriced |= {person}
            return
        if amount.currency is not None:
            self._bought_at = table.stake
        self._chips[person] = whole(self._chips.get(person, 0) + points)

    def _adjust(self, person: str, amount: Amount, stake: Fraction | None) -> SideLine:
        in_points = amount.currency is None
        if in_points:
            points = whole(amount.value)
            line = SideLine("adjust", person, points, None)
            self._ledger.add_points(person, points, stake)
            self._totals[person] = whole(self._totals.get(person, 0) + points)
            if person != HOUSE:
                self._standing(person)
                self._moved.add(person)
        else:
            line = SideLine("adjust", person, None, amount.value)
            self._ledger.add_money(person, amount.value)
            self._totals.setdefault(person, 0)
        _add_line(self._adjusted, line)
        return line

    def _standing(self, person: str) -> Standing:
        standing = self.standings.get(person)
        if standing is None:
            standing = self.standings[person] = Standing(person)
            self._totals.setdefault(person, 0)
        return standing

    def scales(self, rules: Rules) -> Scales:
        """The scales of a rule set, made once a session."""
        scales = self._scales.get(rules.digest)
        if scales is None:
            scales = self._scales[rules.digest] = scales_of(rules)
            self._uses[rules.digest] = 0
        return scales

    def count(self, deal: Deal) -> None:
        """Score the next deal, of which nothing is wanted but what it adds to the session."""
        self.deal(deal)

    def deal(self, deal: Deal) -> DealResult | None:
        """Score the next deal; None for a void deal and for one with problems."""
        table, facts = deal.table, deal.facts
        stated = facts is not NO_FACTS
        if stated and facts.void:
            return None
        rules = table.rules
        scales = self.scales(rules)
        if not self._agrees_with(table, deal_place(deal)):
            self.left_out.append(deal.name)
            return None
        if not self._admit(deal, rules):
            return None
        self._count += 1
        self._uses[rules.digest] += 1
        dealt = self._fantasyland_before(deal, rules)
        score = score_deal(deal, scales, dealt)
        if self._has_own_stakes(table):
            self._take_stakes(table)
            self._deal_stakes = self._deal_stakes.with_deals(table)
        if self._worthless is None and table.stake is None:
            self._worthless = _without_stake(score)
        side = self._add_facts(facts, table, deal_place(deal)) if stated else ()
        if rules.table_stakes:
            score = self._limit(score)
        if table.rake is not None:
            side += self._rake(score, table.rake)
        result = DealResult(self._count, score, side, self._opening_next)
        self._opening_next = ()
        due = self._add_up(result)
        if due or self.due:
            self._fantasyland_after(deal, due)
        bankroll = _bankroll(table)
        if bankroll:
            self._find_broke(result.all_totals, bankroll, f"in deal {deal.name}")
        if stated and facts.expect:
            self.problems += check_expectations(facts.expect, result)
        log = self._log
        if log is not None:
            log.players = max(log.players, len(score.totals))
            if not dealt:
                log.played += 1
        if stated or self._dealer is not None:
            self._move_dealer(deal, stays=bool(dealt))
        return result

    def _admit(self, deal: Deal, rules: Rules) -> bool:
        """Whether a deal counts; what is wrong with it, or odd, goes to the problems."""
        found = check_deal(deal)
        if self._broke or rules.table_stakes:
            found += self._check_running(deal)
        self.problems += found
        if any(not p.warning for p in found):
            self.left_out.append(deal.name)
            return False
        return True

    # What runs from deal to deal -------------------------------------------------------------

    def _check_running(self, deal: Deal) -> list[Problem]:
        """Players who are out of the game (bankroll), or have no chips stated (table stakes)."""
        problems = []
        for board in deal.boards:
            if board.stated is Stated.ABSENT:
                continue
            person = deal.table.people.get(board.player, board.player)
            if person in self._broke:
                problems.append(
                    Problem(
                        "player-out",
                        board_place(deal, board),
                        f"{person} lost the whole bankroll {self._broke[person]} and is out",
                        "leave the player out, or take the bankroll out of the rules",
                    )
                )
            if deal.table.rules.table_stakes:
                wrong = self._wrong_chips(person, deal)
                if wrong is not None:
                    problems.append(Problem("chips-missing", board_place(deal, board), *wrong))
        return problems

    def _wrong_chips(self, person: str, deal: Deal) -> tuple[str, str] | None:
        """Why it is not known how many points a person's chips are, and what helps; None where it is."""
        table = deal.table
        bought = [amount for name, amount in deal.facts.chips if name == person]
        if person not in self._chips and person not in self._unpriced and not bought:
            return f"table stakes need {person}'s chips", f"add `chips: {person} 100` before the first deal"
        in_points = "write all chips in points, without a currency"
        if person in self._unpriced or any(points_of_chips(amount, table) is None for amount in bought):
            return (
                f"{person}'s chips are in money, and no stake of all players says how many points that is",
                in_points,
            )
        prices = {self._bought_at, *(table.stake for amount in bought if amount.currency is not None)} - {
            None
        }
        if prices and (prices != {table.stake} or table.pair_stakes):
            return (
                f"{person}'s chips are in money, and the stake is not the one they were bought at",
                in_points,
            )
        return None

    def _fantasyland_before(self, deal: Deal, rules: Rules) -> Mapping[str, int]:
        """Who is in fantasyland in this deal, with how many cards (rules 8), and what is odd about it."""
        marked = [board for board in deal.boards if board.fantasyland]
        if rules.fantasyland is None:
            for board in marked:
                self._warn(
                    "fantasyland-unknown",
                    board_place(deal, board),
                    f"{board.player} is marked for fantasyland, and these rules have none",
                )
            return NOBODY_DEALT
        due, present = self.due, _present(deal)
        if not due and not marked:
            self._meet(present)
            return NOBODY_DEALT
        dealt: dict[str, int] = {}
        for board in deal.boards:
            player = board.player
            if player not in present:
                continue
            cards = due.get(player)
            if board.fantasyland:
                self._marks_used = True
                cards = self._missed.get(player) if cards is None else cards
                dealt[player] = cards or 0
                if cards is None and player in self._met:
                    self._warn(
                        "fantasyland-uncaused",
                        board_place(deal, board),
                        f"{player} is marked for fantasyland without having made it in the deal before",
                    )
            elif cards is not None:
                dealt[player] = cards
                if len(self._unmarked) < PENDING:
                    self._unmarked.append(
                        Problem(
                            "fantasyland-unmarked",
                            board_place(deal, board),
                            f"{player} is in fantasyland with {cards} cards, and this log marks others",
                            "add `(fantasyland)` behind the board",
                            warning=True,
                        )
                    )
        if self._marks_used:
            self.problems += self._unmarked
            self._unmarked.clear()
        for player in sorted((self._qualified | due.keys()) - present):
            there = ", ".join(sorted(due))
            self._warn(
                "fantasyland-missed",
                deal_place(deal),
                f"{player} misses the fantasyland deal of {there}"
                if player not in due
                else f"{player} was due in fantasyland and is not in deal {deal.name}",
            )
        self._meet(present)
        # Who missed the deal may be marked in a later one without another cause, like somebody new.
        self._missed |= {player: cards for player, cards in due.items() if player not in present}
        self._met -= self._missed.keys()
        return dealt

    def _meet(self, players: frozenset[str]) -> None:
        self._met |= players
        for player in players & self._missed.keys():
            del self._missed[player]

    def _fantasyland_after(self, deal: Deal, due: dict[str, int]) -> None:
        """Who is due next; a deal under rules without fantasyland leaves those due who were (rules 12)."""
        if deal.table.rules.fantasyland is None:
            return
        self.due = due
        self._qualified = _present(deal) if due else frozenset()

    def _warn(self, code: str, place: Place, message: str, hint: str | None = None) -> None:
        self.problems.append(Problem(code, place, message, hint, warning=True))

    def _move_dealer(self, deal: Deal, *, stays: bool) -> None:
        """The dealer moves one seat to the left after each deal but a fantasyland deal (rules 8)."""
        dealer = deal.facts.dealer or self._dealer
        if dealer is None:
            return
        seats = deal.table.players or tuple(b.player for b in deal.boards)
        if dealer in seats and not stays:
            dealer = seats[(seats.index(dealer) + 1) % len(seats)]
        self._dealer = dealer

    def _limit(self, score: DealScore) -> DealScore:
        """Table stakes: nobody wins or loses more than the chips in front (rules 9)."""
        totals = score.totals
        stacks = {person: self._chips.get(person, 0) for person in totals}
        seats = list(dict.fromkeys((*score.deal.table.players, *totals)))
        dealer = score.deal.facts.dealer or self._dealer
        if dealer in seats:
            at = seats.index(dealer)
            seats = seats[at:] + seats[:at]
        limited = apply_limits(score, stacks, seats)
        for person, points in limited.totals.items():
            self._chips[person] = whole(self._chips.get(person, 0) + points)
        return limited

    def _rake(self, score: DealScore, rake: Amount) -> tuple[SideLine, ...]:
        """A fixed sum of money a deal, shared equally by its players, to the house (rules 6)."""
        people = list(score.totals)
        share = rake.value / len(people)
        for person in people:
            self._raked[person] = self._raked.get(person, Fraction(0)) + share
            self._ledger.add_money(person, -share)
        self._ledger.add_money(HOUSE, rake.value)
        self._totals.setdefault(HOUSE, 0)
        return (
            *(SideLine("rake", person, None, -share) for person in people),
            SideLine("rake", HOUSE, None, rake.value),
        )

    def _add_up(self, result: DealResult) -> dict[str, int]:
        """Adds a deal to the standings; returns who is due in fantasyland next, with how many cards."""
        score, totals = result.score, result.totals
        people = score.deal.table.people
        ledger = self._ledger.of(score.deal.table)
        for person in totals:
            self._standing(person)
        for first, second, points, scoop in score.exchanges:
            pair = (people.get(first, first), people.get(second, second))
            ledger[pair] = ledger.get(pair, 0) + points
            if scoop:
                winner, loser = pair if scoop > 0 else pair[::-1]
                self.standings[winner].scoops += 1
                self.standings[loser].scooped += 1
        due = self._add_boards(score.boards, people)
        for person, points in totals.items():
            self._totals[person] = whole(self._totals[person] + score.totals[person])
            self.standings[person].add(points, score.deal.name)
        self._moved.update(totals)
        if self._count % self._sample_step == 0:
            self._sample()
        return due

    def _add_boards(self, boards: Sequence[BoardScore], people: Mapping[str, str]) -> dict[str, int]:
        """Counts fouls, naturals, royalties and fantasylands; returns who is due there next."""
        due: dict[str, int] = {}
        for board in boards:
            if board.status is Status.ABSENT:
                continue
            standing = self.standings[people.get(board.player, board.player)]
            if board.fantasyland.cards is not None:
                due[board.player] = board.fantasyland.cards
            standing.fantasylands += board.fantasyland.was
            standing.fouls += board.status is Status.FOUL
            standing.naturals += board.status is Status.NATURAL
            if board.royalties:
                for row, royalty in zip(ROWS, board.earned, strict=True):
                    standing.royalties[row] += royalty
        return due

    def _find_broke(self, people: Iterable[str], bankroll: Points, when: str) -> None:
        """Who of these people has lost the whole bankroll, to whomever: adjustments spend it too."""
        for person in people:
            if self._totals[person] <= -bankroll and person != HOUSE:
                self._broke.setdefault(person, when)

    def _sample(self) -> None:
        """Takes the running totals down that changed, as they are after so many deals."""
        for person in self._moved:
            self.standings[person].running.take(self._totals[person], self._count)
        self._moved = set()
        self._sample_step = sample_step(self._count)

    def _sum_up(self) -> None:
        """Takes the points, and the last of every running total, into the standings."""
        for person, standing in self.standings.items():
            standing.points = self._totals[person]
            standing.running.take(standing.points, self._count)

    # The end ------------------------------------------------------------------------------------

    def _end_log(self) -> None:
        """What a log agreed and expected in its header is held against what it brought."""
        if self._log is None:
            return
        self.problems += self._log.rounds()
        if self._log.expect:
            self._unmet += self._log.unmet(self._totals)
        if self._log.staked and not self._log.names_currency:
            self._nameless.append(Place(self._log.table.file))
        self._log = None

    def _in_points(
        self, money: Mapping[str, Fraction], pairs: Mapping[tuple[str, str], tuple[Points, Fraction]]
    ) -> dict[str, Fraction]:
        """What everybody has where a point is 1: what is outside the points, the pairs, the adjustments."""
        own = dict(money)
        for (first, second), (_, points) in pairs.items():
            own[first] = own.get(first, Fraction(0)) + points
            own[second] = own.get(second, Fraction(0)) - points
        for line in self._adjusted.values():
            if line.points is not None:
                own[line.person] = own.get(line.person, Fraction(0)) + line.points
        return own

    def finish(self, *, complete: bool = True) -> SessionResult:
        """The result of all items; the last warnings and session expectations are in `problems`.

        Unless the session is `complete` (deals of its logs could not be read), nothing is expected of it.
        """
        self._end_log()
        self._sum_up()
        for player, cards in self.due.items():
            self._warn(
                "fantasyland-due",
                Place(self._tables[-1].file if self._tables else ""),
                f"{player} is still due a fantasyland deal with {cards} cards",
                "a session does not end while someone is due one",
            )
        self.problems += self.missing_stake()
        if self._currency is not None:
            unit = self._currency.label
            for place in self._nameless:
                message = f"this log names no currency, and its money is counted in {unit}, as in other logs"
                self._warn("currency-assumed", place, message, f"write `currency: {unit}` in it")
        money, pairs = self._ledger.money(), self._ledger.pairs()
        order = [name for name in self._totals if name != HOUSE]
        if HOUSE in self._totals or HOUSE in money:
            order.append(HOUSE)
        totals = {name: self._totals.get(name, 0) for name in order}
        if not self._in_money:
            # Points are settled in points: as the pairs have them, which the totals are held against.
            pairs = {pair: (points, Fraction(points)) for pair, (points, _) in pairs.items()}
            money = self._in_points(money, pairs)
        if complete:
            self.problems += self._unmet
        return SessionResult(
            rules=tuple(
                RuleSetUse(scales.rules, self._uses[digest]) for digest, scales in self._scales.items()
            ),
            tables=tuple(self._tables),
            currency=self._currency,
            deals=self._count,
            standings=tuple(self.standings.values()),
            totals=totals,
            money={name: money.get(name, Fraction(0)) for name in order},
            pairs=pairs,
            adjusted=tuple(self._adjusted.values()),
            raked=dict(self._raked),
            paid=tuple(self._paid),
            chips=dict(self._chips),
            due=dict(self.due),
            stake_digits=self._stake_digits,
            deal_stakes=self._deal_stakes,
            opening=tuple(self._opening.values()),
        )


def _without_stake(score: DealScore) -> tuple[Place, str] | None:
    """Where, and which, points changed hands between two who have no stake; None where none did."""
    deal = score.deal
    people, stakes = deal.table.people, deal.table.pair_stakes
    for first, second, points, _ in score.exchanges:
        pair = (people.get(first, first), people.get(second, second))
        if points and frozenset(pair) not in stakes:
            between = f" between {pair[0]} and {pair[1]}" if stakes else ""
            return deal_place(deal), f"a point{between} in deal {deal.name}"
    return None


_Adjusted = dict[tuple[str, bool], SideLine]
"""What each person received by adjustments, in points (True) and in money."""


def _add_line(adjusted: _Adjusted, line: SideLine) -> None:
    key = (line.person, line.points is not None)
    before = adjusted.get(key)
    if before is not None:
        line = line._replace(
            points=None if line.points is None else whole(line.points + (before.points or 0)),
            money=None if line.money is None else line.money + (before.money or 0),
        )
    adjusted[key] = line


def _bankroll(table: Table) -> Points:
    """The bankroll that each starts with at a table; 0 where none is played for."""
    return table.bankroll if table.bankroll is not None else table.rules.bankroll


def _present(deal: Deal) -> frozenset[str]:
    """Who has a board in a deal."""
    return frozenset([board.player for board in deal.boards if board.stated is not Stated.ABSENT])


class _Log:
    """One log of a session: what it agreed and expects, the totals before it, and how much was played."""

    def __init__(self, table: Table, expect: tuple[Expectation, ...], before: dict[str, Points]) -> None:
        self.table = table
        self.expect = expect
        self.before = before
        self.mixed = False
        self.staked = False
        self.names_currency = False
        self.played = 0
        self.players = 0

    def unmet(self, totals: Mapping[str, Points]) -> list[Problem]:
        """A problem for each total that the log expects and does not bring."""
        own = {name: points - self.before.get(name, 0) for name, points in totals.items()}
        return check_session_expectations(self.expect, own)

    def rounds(self) -> list[Problem]:
        """A warning where another number of deals was played than agreed: fantasyland deals are extra."""
        rounds = self.table.rounds
        if rounds is None:
            return []
        agreed = self.players if isinstance(rounds, str) else rounds
        if self.played == agreed:
            return []
        return [
            Problem(
                "rounds-differ",
                Place(self.table.file),
                f"{_deals(agreed)} agreed and {_deals(self.played)} played, fantasyland deals not counted",
                None,
                warning=True,
            )
        ]


def _deals(count: int) -> str:
    return "1 deal was" if count == 1 else f"{count} deals were"


def score_session(
    items: Iterable[Header | Deal],
) -> tuple[tuple[DealResult, ...], SessionResult, tuple[Problem, ...]]:
    """All deals of a session scored, the session's result, and the problems on the way."""
    session = Session()
    results = tuple(run(session, items))
    return results, session.finish(), tuple(session.problems)


def run(session: Session, items: Iterable[Header | Deal]) -> Iterator[DealResult]:
    """Feed items to a session; the scored deals come out one at a time."""
    for item in items:
        if isinstance(item, Header):
            session.header(item)
        else:
            result = session.deal(item)
            if result is not None:
                yield result
