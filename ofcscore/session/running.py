"""State that goes from deal to deal besides fantasyland: chips, bankrolls, the dealer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from ofcscore.diagnostics.problem import Problem
from ofcscore.game.board import Stated
from ofcscore.rules.model import Rules
from ofcscore.scoring.admission import board_place, deal_place
from ofcscore.scoring.deal import HOUSE, Amount, Deal, Points, Table
from ofcscore.scoring.deals import DealScore
from ofcscore.scoring.limits import apply_limits, points_of_chips
from ofcscore.scoring.lines import whole


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
        """Chips in front of a person from now on."""
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
            person = deal.table.person(board.player)
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
        if person not in self.chips and person not in self._unpriced and not bought:
            hint = f"say how many before the first deal, as in `chips: {person} 100`"
            return f"table stakes need {person}'s chips", hint
        in_points = "write all chips in points, without a currency"
        if person in self._unpriced or any(points_of_chips(amount, table) is None for amount in bought):
            return (
                f"{person}'s chips are in money, and no stake of all players says how many points that is",
                in_points,
            )
        prices = {self._bought_at, *(table.stake for amount in bought if amount.currency is not None)}
        prices.discard(None)
        if prices and (prices != {table.stake} or table.pair_stakes):
            return (
                f"{person}'s chips are in money, and the stake is not the one they were bought at",
                in_points,
            )
        return None

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

    def lets_play_on(self, table: Table) -> bool:
        """Return True if nobody is out, or can be after a deal at this table, and no chips are counted."""
        return not self._broke and not bankroll_of(table) and not table.rules.table_stakes

    def name_dealer(self, dealer: str | None) -> None:
        """Take in who a log or a deal says the dealer is, if it does."""
        if dealer is not None:
            self.button, self._is_assumed = dealer, False

    @property
    def dealer(self) -> str | None:
        """The dealer of the next deal; None if no log names one."""
        return None if self._is_assumed else self.button

    def move_dealer(self, seats: Sequence[str], deals: int) -> None:
        """Move the dealer one seat to the left for each of so many deals.

        Fantasyland deals are not among them, unless a house rule has it.
        """
        if self.button in seats:
            self.button = seats[(seats.index(self.button) + deals) % len(seats)]


def moves_button(rules: Rules) -> bool:
    """Return True if the dealer moves after a fantasyland deal too."""
    return rules.fantasyland is not None and rules.fantasyland.moves_button


def bankroll_of(table: Table) -> Points:
    """Return the most that each may lose at a table; 0 if there is no limit."""
    return table.bankroll if table.bankroll is not None else table.rules.bankroll
