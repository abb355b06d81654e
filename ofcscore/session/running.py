"""State that goes from deal to deal: fantasyland, chips, bankrolls, the dealer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from ofcscore.diagnostics.problem import Place, Problem, Problems
from ofcscore.game.board import Board, Stated
from ofcscore.rules.model import Rules
from ofcscore.scoring.admission import board_place, deal_place
from ofcscore.scoring.deal import HOUSE, Amount, Deal, Points, Table
from ofcscore.scoring.lines import whole
from ofcscore.scoring.score import NOBODY_DEALT, DealScore, apply_limits, points_of_chips

PENDING: Final = 50
"""So many boards without a mark are told of, once a log is known to use marks."""


class Fantasyland:
    """The players `due` in the next deal, with their cards; reports odd marks to the session's problems."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self.due: dict[str, int] = {}
        self._qualified: frozenset[str] = frozenset()
        self._met: set[str] = set()
        self._missed: dict[str, int] = {}
        self._marks_used = False
        self._unmarked: list[Problem] = []

    def begin_log(self) -> None:
        # One log may use marks and another none.
        self._marks_used = False
        self._unmarked.clear()

    def before(self, deal: Deal) -> Mapping[str, int]:
        """Return who is in fantasyland in this deal, with how many cards; warn about odd marks."""
        marked = [board for board in deal.boards if board.fantasyland]
        if deal.table.rules.fantasyland is None:
            for board in marked:
                what = f"{board.player} is marked for fantasyland, and these rules have none"
                self._problems.warn("fantasyland-unknown", board_place(deal, board), what)
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
                dealt[player] = cards or board.dealt
                if board.dealt not in (0, cards):
                    self._check_cards(deal, board, cards)
                if cards is None and player in self._met:
                    what = f"{player} is marked for fantasyland without having made it in the deal before"
                    self._problems.warn("fantasyland-uncaused", board_place(deal, board), what)
            elif cards is not None:
                dealt[player] = cards
                if len(self._unmarked) < PENDING:
                    what = f"{player} is in fantasyland with {cards} cards, and this log marks others"
                    hint = "add `(fantasyland)` behind the board"
                    place = board_place(deal, board)
                    self._unmarked.append(Problem("fantasyland-unmarked", place, what, hint, warning=True))
        if self._marks_used:
            self._problems.extend(self._unmarked)
            self._unmarked.clear()
        for player in sorted((self._qualified | due.keys()) - present):
            what = f"{player} misses the fantasyland deal of {', '.join(sorted(due))}"
            if player in due:
                what = f"{player} was due in fantasyland and is not in deal {deal.name}"
            self._problems.warn("fantasyland-missed", deal_place(deal), what)
        self._meet(present)
        # Who missed the deal may be marked in a later one without another cause, like somebody new.
        self._missed |= {player: cards for player, cards in due.items() if player not in present}
        self._met -= self._missed.keys()
        return dealt

    def _check_cards(self, deal: Deal, board: Board, due: int | None) -> None:
        """Warn of a mark with another number of cards than was due, or than the rules ever deal."""
        land = deal.table.rules.fantasyland
        assert land is not None
        if due is not None:
            said, hint = f"{due} were due", f"`(fantasyland {due})`, if the board that made it is right"
        elif not land.cards <= board.dealt <= land.most:
            several = f" to {land.most}" if land.most > land.cards else ""
            said, hint = f"these rules deal {land.cards}{several}", "was another rule set played?"
        else:
            return
        got = f"{board.player} got {board.dealt} fantasyland cards in deal {deal.name}"
        self._problems.warn("fantasyland-cards", board_place(deal, board), f"{got}, and {said}", hint)

    def _meet(self, players: frozenset[str]) -> None:
        self._met |= players
        if self._missed:
            for player in players & self._missed.keys():
                del self._missed[player]

    def after(self, deal: Deal, due: dict[str, int]) -> None:
        """Set who is due next; a deal under rules without fantasyland changes nothing."""
        if deal.table.rules.fantasyland is None:
            return
        self.due = due
        self._qualified = _present(deal) if due else frozenset()

    def pass_unmarked(self, deals: Iterable[tuple[Deal, dict[str, int]]]) -> None:
        """Take note of deals without marks, each with the players in fantasyland there and their cards."""
        for deal, due in deals:
            if not self._marks_used and len(self._unmarked) >= PENDING:
                break
            self.due = due
            self.before(deal)

    def end(self, place: Place) -> None:
        """Tell, at the end of the session, who is still due."""
        for player, cards in self.due.items():
            what = f"{player} is still due a fantasyland deal with {cards} cards"
            hint = "play it, or ignore this if you stopped early"
            self._problems.warn("fantasyland-due", place, what, hint)


def _present(deal: Deal) -> frozenset[str]:
    return frozenset([board.player for board in deal.boards if board.stated is not Stated.ABSENT])


class Running:
    """Chips and dealer as they are before the next deal, and who is out of the game."""

    def __init__(self) -> None:
        self.button: str | None = None
        """The dealer of the next deal, named or assumed."""
        self._is_assumed = False
        self.chips: dict[str, Points] = {}
        # Chips bought with money: at which stake they became points, and whose could not.
        self._bought_at: Fraction | None = None
        self._unpriced: frozenset[str] = frozenset()
        self._broke: dict[str, str] = {}

    def add_chips(self, person: str, amount: Amount, table: Table) -> None:
        points = points_of_chips(amount, table)
        if points is None:
            self._unpriced |= {person}
            return
        if amount.currency is not None:
            self._bought_at = table.stake
        self.chips[person] = whole(self.chips.get(person, 0) + points)

    def check(self, deal: Deal) -> list[Problem]:
        """Return players who are out of the game (bankroll), or have no chips stated (table stakes)."""
        problems: list[Problem] = []
        if not self._broke and not deal.table.rules.table_stakes:
            return problems
        for board in deal.boards:
            if board.stated is Stated.ABSENT:
                continue
            person, place = deal.table.person(board.player), board_place(deal, board)
            if person in self._broke:
                what = f"{person} lost the whole bankroll {self._broke[person]} and is out"
                hint = "leave the player out, or take the bankroll out of the rules"
                problems.append(Problem("player-out", place, what, hint))
            wrong = self._wrong_chips(person, deal) if deal.table.rules.table_stakes else None
            if wrong is not None:
                problems.append(Problem("chips-missing", place, *wrong))
        return problems

    def _wrong_chips(self, person: str, deal: Deal) -> tuple[str, str] | None:
        """Return why a person's chips have no value in points, and what helps; None if they have one."""
        table = deal.table
        bought = [amount for name, amount in deal.facts.chips if name == person]
        if person not in self.chips and person not in self._unpriced and not bought:
            hint = f"say how many before the first deal, as in `chips: {person} 100`"
            return f"table stakes need {person}'s chips", hint
        prices = {self._bought_at, *(table.stake for amount in bought if amount.currency is not None)}
        prices.discard(None)
        if person in self._unpriced or any(points_of_chips(amount, table) is None for amount in bought):
            why = "no stake of all players says how many points that is"
        elif prices and (prices != {table.stake} or table.pair_stakes):
            why = "the stake is not the one they were bought at"
        else:
            return None
        return f"{person}'s chips are in money, and {why}", "write all chips in points, without a currency"

    def limit(self, score: DealScore) -> tuple[DealScore, list[Problem]]:
        """Table stakes: nobody wins or loses more than the chips in front.

        Where no log says who the dealer is, the first seat has the first deal, and the button goes round; so
        it does where who would have it is gone. A warning comes with each deal that depends on it.
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
        if assumed and any(
            apply_limits(score, stacks, others).totals != limited.totals for others in from_each
        ):
            what = f"who is paid first goes by the dealer, and nobody says who that is; {who} is assumed"
            hint = f"if that is right, write `dealer: {who}` in the deal itself"
            problems.append(Problem("dealer-assumed", deal_place(score.deal), what, hint, warning=True))
        for person, points in limited.totals.items():
            self.chips[person] = whole(self.chips.get(person, 0) + points)
        return limited, problems

    def find_broke(
        self, people: Iterable[str], totals: Mapping[str, Points], bankroll: Points, when: str
    ) -> None:
        """Record which of these people have lost the whole bankroll; adjustments count as losses too."""
        for person in people:
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
        """Move the dealer a seat a deal: for those `played` outside fantasyland, or by a house rule all."""
        if self.button in seats:
            moves_always = rules.fantasyland is not None and rules.fantasyland.moves_button
            moves = deals if moves_always else played
            self.button = seats[(seats.index(self.button) + moves) % len(seats)]


def bankroll_of(table: Table) -> Points:
    """Return the most that each may lose at a table; 0 if there is no limit."""
    return table.bankroll if table.bankroll is not None else table.rules.bankroll
