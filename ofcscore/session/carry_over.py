"""State carried from deal to deal: fantasyland, chips, bankrolls, the dealer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Final

from ofcscore.diagnostics.problem import Place, Problem, Problems, listed
from ofcscore.game.cards import Board, Stated
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import HOUSE, Amount, Deal, Points, Table
from ofcscore.scoring.deal_checks import board_place, deal_place
from ofcscore.scoring.score import NOBODY_DEALT, DealScore, apply_limits, points_of_chips
from ofcscore.scoring.score_lines import whole

PENDING: Final = 50
"""The most warnings about boards without a mark before the first mark of a log."""


class Fantasyland:
    """Track who is `due` in fantasyland next, with cards; warn about marks that differ."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self.due: dict[str, int] = {}
        self._qualified: frozenset[str] = frozenset()
        self._met: set[str] = set()
        self._missed: dict[str, int] = {}
        self._marks_used = False
        self._unmarked: list[Problem] = []

    def begin_log(self) -> None:
        # Each log may or may not use marks.
        self._marks_used = False
        self._unmarked.clear()

    def before(self, deal: Deal) -> Mapping[str, int]:
        """Return the players in fantasyland in this deal, with their cards."""
        if deal.table.rules.fantasyland is None:
            for board in filter(attrgetter("fantasyland"), deal.boards):
                name = deal.table.rules.name
                what = f"{board.player}'s board is marked fantasyland, but {name} has no fantasyland"
                hint = "remove the mark, or name open-face rules, such as `rules: ofc`"
                self._problems.warn("fantasyland-unknown", board_place(deal, board), what, hint)
            return NOBODY_DEALT
        due, present = self.due, _present(deal)
        dealt: dict[str, int] = {}
        for board in deal.boards:
            player = board.player
            cards = due.get(player)
            if player not in present:
                continue
            if board.fantasyland:
                self._marks_used = True
                cards = self._missed.get(player) if cards is None else cards
                dealt[player] = cards or board.dealt
                if board.dealt not in (0, cards):
                    self._check_cards(deal, board, cards)
                if cards is None and player in self._met:
                    what = f"{player} is marked for fantasyland but did not earn it in the deal before"
                    hint = "check the deal before, or remove the mark"
                    self._problems.warn("fantasyland-uncaused", board_place(deal, board), what, hint)
            elif cards is not None:
                dealt[player] = cards
                if len(self._unmarked) < PENDING:
                    what = f"{player} is in fantasyland with {cards} cards, but this board has no mark"
                    hint = "write `(fantasyland)` after the board"
                    place = board_place(deal, board)
                    self._unmarked.append(Problem("fantasyland-unmarked", place, what, hint, warning=True))
        if self._marks_used:
            self._problems.extend(self._unmarked)
            self._unmarked.clear()
        for player in sorted((self._qualified | due.keys()) - present):
            whose = listed(sorted(due), "and")
            what = f"{player} played the deal before, but has no board in {whose}'s fantasyland deal"
            if player in due:
                what = f"{player} earned fantasyland but has no board in deal {deal.name}"
            hint = "add the board, or ignore this if the player left"
            self._problems.warn("fantasyland-missed", deal_place(deal), what, hint)
        # A player who missed the fantasyland deal may play it later, so a later mark needs no other cause.
        self._missed |= due
        for player in present & self._missed.keys():
            del self._missed[player]
        self._met |= present
        self._met -= self._missed.keys()
        return dealt

    def _check_cards(self, deal: Deal, board: Board, due: int | None) -> None:
        land = deal.table.rules.fantasyland
        assert land is not None
        if due is not None:
            expected = f"{due} were due"
            hint = f"if the board that earned them is right, write `(fantasyland {due})`"
        elif not land.cards <= board.dealt <= land.most:
            several = f" to {land.most}" if land.most > land.cards else ""
            expected = f"these rules deal {land.cards}{several}"
            hint = "correct the number, or name the rule set that you played"
        else:
            return
        got = f"{board.player} got {board.dealt} fantasyland cards in deal {deal.name}"
        self._problems.warn("fantasyland-cards", board_place(deal, board), f"{got}, but {expected}", hint)

    def after(self, deal: Deal, due: dict[str, int]) -> None:
        """Set who is due next; a deal under rules without fantasyland changes nothing."""
        if deal.table.rules.fantasyland is None:
            return
        self.due = due
        self._qualified = _present(deal) if due else frozenset()

    def pass_unmarked(self, deals: Iterable[tuple[Deal, dict[str, int]]]) -> None:
        """Check deals without marks, each with its players in fantasyland."""
        for deal, due in deals:
            if not self._marks_used and len(self._unmarked) >= PENDING:
                break
            self.due = due
            self.before(deal)

    def end(self, place: Place) -> None:
        for player, cards in self.due.items():
            what = f"{player} is still due a fantasyland deal with {cards} cards"
            hint = "play it, or ignore this if you stopped early"
            self._problems.warn("fantasyland-due", place, what, hint)


def _present(deal: Deal) -> frozenset[str]:
    return frozenset([board.player for board in deal.boards if board.stated is not Stated.ABSENT])


class Running:
    """Chips and dealer before the next deal, and the players who are out of the game."""

    def __init__(self) -> None:
        self.button: str | None = None
        """The dealer of the next deal, named or assumed."""
        self._is_assumed = False
        self.chips: dict[str, Points] = {}
        # The stake at which chips were bought with money, and the people whose chips had no stake.
        self._bought_at: Fraction | None = None
        self._unpriced: set[str] = set()
        self._broke: dict[str, str] = {}

    def add_chips(self, person: str, amount: Amount, table: Table) -> None:
        points = points_of_chips(amount, table)
        if points is None:
            self._unpriced.add(person)
            return
        if amount.currency is not None:
            self._bought_at = table.stake
        self.chips[person] = whole(self.chips.get(person, 0) + points)

    def check(self, deal: Deal) -> Iterator[Problem]:
        """Yield a problem for each player who is out of the game or has no usable chips."""
        table_stakes = deal.table.rules.table_stakes
        for board in deal.boards if self._broke or table_stakes else ():
            person = deal.table.person(board.player)
            if board.stated is Stated.ABSENT:
                continue
            if person in self._broke:
                what = f"{person} lost the whole bankroll {self._broke[person]} and is out"
                hint = "remove the player's board, or remove the bankroll from the rules"
                yield Problem("player-out", board_place(deal, board), what, hint)
            if table_stakes and (wrong := self._wrong_chips(person, deal)):
                yield Problem("chips-missing", board_place(deal, board), *wrong)

    def _wrong_chips(self, person: str, deal: Deal) -> tuple[str, str] | None:
        """Return why a person's chips have no value in points, and a help; else None."""
        table = deal.table
        bought = [amount for name, amount in deal.facts.chips if name == person]
        if person not in self.chips and person not in self._unpriced and not bought:
            hint = f"write how many before the first deal, for example `chips: {person} 100`"
            return f"these rules use table stakes, but {person} has no chips", hint
        prices = {self._bought_at, *(table.stake for amount in bought if amount.currency is not None)}
        prices.discard(None)
        if person in self._unpriced or any(points_of_chips(amount, table) is None for amount in bought):
            why = "there is no common stake to convert them to points"
        elif prices and (prices != {table.stake} or table.pair_stakes):
            why = "the stake has changed since they were bought"
        else:
            return None
        return f"{person}'s chips are in money, but {why}", "write all chips in points, without a currency"

    def limit(self, score: DealScore) -> tuple[DealScore, list[Problem]]:
        """Apply table stakes to a deal: nobody wins or loses more than their chips.

        If no log names the dealer, or the dealer has left, the first seat is assumed to deal. From there the
        button moves on. Return also a warning if the result depends on the assumed dealer.
        """
        stacks = {person: self.chips.get(person, 0) for person in score.totals}
        seats = list(dict.fromkeys((*score.deal.table.players, *score.totals)))
        if self.dealer is None and self.button not in seats:
            self.button, self._is_assumed = seats[0], True
        dealer = score.deal.facts.dealer or self.button
        from_each = [seats[at:] + seats[:at] for at in range(len(seats))]
        who = dealer if dealer in seats else seats[0]
        first = seats.index(who) + (score.rules.limits_first == "left-of-dealer")
        limited = apply_limits(score, stacks, from_each[first % len(seats)])
        problems = []
        assumed = dealer not in seats or (self._is_assumed and score.deal.facts.dealer is None)
        ways = (apply_limits(score, stacks, others).totals for others in from_each)
        if assumed and any(totals != limited.totals for totals in ways):
            what = f"the order of payment depends on the dealer, but none is named; {who} is assumed"
            hint = f"write `dealer: {who}` in this deal, or the name of whoever had the button"
            problems.append(Problem("dealer-assumed", deal_place(score.deal), what, hint, warning=True))
        for person, points in limited.totals.items():
            self.chips[person] = whole(self.chips.get(person, 0) + points)
        return limited, problems

    def find_broke(
        self, people: Iterable[str], totals: Mapping[str, Points], table: Table, when: str
    ) -> None:
        """Record which of these people have lost the whole bankroll, adjustments included."""
        bankroll = bankroll_of(table)
        for person in people if bankroll else ():
            if totals[person] <= -bankroll and person != HOUSE:
                self._broke.setdefault(person, when)

    def name_dealer(self, dealer: str | None) -> None:
        if dealer is not None:
            self.button, self._is_assumed = dealer, False

    @property
    def dealer(self) -> str | None:
        """The dealer of the next deal; None if no log names one."""
        return None if self._is_assumed else self.button

    def move_dealer(self, rules: Rules, seats: Sequence[str], deals: int, played: int) -> None:
        """Move the button one seat for each deal.

        `played` counts the deals outside fantasyland; only some house rules move the button in the others.
        """
        if self.button in seats:
            land = rules.fantasyland
            moves = deals if land is not None and land.moves_button else played
            self.button = seats[(seats.index(self.button) + moves) % len(seats)]


def bankroll_of(table: Table) -> Points:
    """Return the most points that each may lose at a table; 0 if there is no limit."""
    return table.bankroll if table.bankroll is not None else table.rules.bankroll
