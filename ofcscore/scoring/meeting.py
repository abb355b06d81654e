"""The boards of one deal side by side: who meets whom, who wins which row, and who beats everybody."""

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import combinations

from ofcscore.game.board import ROWS, Row, cards_told
from ofcscore.game.cards import JOKER, RANKS, suit_order
from ofcscore.game.ranks import STRAIGHTS, Category
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import Deal
from ofcscore.scoring.row_values import compare


class Meeting:
    """The boards of a deal that play, and the pairs of them that compare, in board order."""

    def __init__(self, deal: Deal, boards: Sequence[BoardScore], rules: Rules) -> None:
        self.rules = rules
        self.playing = [board for board in boards if board.status is not Status.ABSENT]
        self.card = deal.table.double or rules.double
        paying = boards if rules.absent else self.playing
        self.pairs: Sequence[tuple[BoardScore, BoardScore]] = [*combinations(paying, 2)]
        bank = deal.table.bank if rules.compare == "bank" else None
        self.banks: Collection[str] = ()
        if deal.table.people or bank is not None:
            person = {b.player: deal.table.person(b.player) for b in paying}
            self.banks = {player for player in person if person[player] == bank}
            self.pairs = [
                (a, b)
                for a, b in self.pairs
                if person[a.player] != person[b.player]
                and (bank is None or a.player in self.banks or b.player in self.banks)
            ]

    def signs(self, a: BoardScore, b: BoardScore) -> tuple[int, ...]:
        """Return who wins top, middle and bottom: 1 the first, -1 the second, 0 nobody.

        A foul loses every row to a set board; a tied row goes by its suits where they count, else
        it is the bank's.
        """
        if Status.FOUL in (a.status, b.status) or a.values is None or b.values is None:
            side = (b.status is Status.FOUL) - (a.status is Status.FOUL)
            return (side,) * len(ROWS)
        signs: tuple[int, ...] = compare(a.values, b.values)
        if self.rules.suits_first:
            signs = tuple([self.by_flushes(a, b, row) or signs[row] for row in ROWS])
        if 0 in signs and (self.banks or self.rules.ties):
            return tuple([sign or self._tied(a, b, row) for row, sign in zip(ROWS, signs, strict=True)])
        return signs

    def by_flushes(self, a: BoardScore, b: BoardScore, row: Row) -> int:
        """Return who has the flush of the better suit: 1 the first, -1 the second, 0 nobody.

        Some tables look at the suits of two flushes before their ranks; of straight flushes ranks come first.
        """
        values = (a.values, b.values) if self.rules.suits_first else ()
        flushes = [value is not None and value[row].rank.category is Category.FLUSH for value in values]
        return self.by_suits(a, b, row) if flushes and all(flushes) else 0

    def _tied(self, a: BoardScore, b: BoardScore, row: Row) -> int:
        """Return who wins a row of equal ranks: 1 the first, -1 the second, 0 nobody."""
        by_suits = self.by_suits(a, b, row)
        if by_suits or not self.rules.bank_wins_ties:
            return by_suits
        return (a.player in self.banks) - (b.player in self.banks)

    def scoop(self, signs: Sequence[int]) -> int:
        """Return who scoops by these signs: 1 the first, -1 the second, 0 nobody."""
        won, lost = signs.count(1), signs.count(-1)
        enough = len(ROWS) - self.rules.points.tied_scoop
        return (won >= enough and not lost) - (lost >= enough and not won)

    def by_suits(self, a: BoardScore, b: BoardScore, row: Row) -> int:
        """Return who has the better suits in a row of equal ranks: 1 the first, -1 the second, 0 nobody."""
        x, y = self._suits(a, row), self._suits(b, row)
        return 0 if x is None or y is None else (x < y) - (x > y)

    def _suits(self, board: BoardScore, row: Row) -> tuple[int, ...] | None:
        rows = board.board.rows
        if rows is None or board.values is None or not self.rules.ties:
            return None
        rank, ranks = board.values[row].rank, self.rules.ranks.letters
        if rank.category in STRAIGHTS:
            # The five leads A-2-3-4-5, unless its place is that of the ace.
            low = self.rules.ranks.wheel == "low" and rank.is_wheel
            ranks = RANKS[-1] + RANKS[:-1] if low else RANKS
        jokers = iter(board.values[row].jokers)
        cards = [next(jokers, code) if code == JOKER else code for code in rows[row].split()]
        return suit_order(" ".join(cards), self.rules.ties, ranks)

    def doubled_by(self, a: BoardScore, b: BoardScore) -> BoardScore | None:
        """Return the one board of the two that holds the card that doubles; None if both or neither do."""
        if self.card is None:
            return None
        held = [board for board in (a, b) if self.card in cards_told(board.board)]
        return held[0] if len(held) == 1 else None

    @cached_property
    def scoops_all(self) -> frozenset[str]:
        """The players who scoop all opponents, if these are enough; any natural cancels it.

        A house rule has it that nobody does where one fouls.
        A pair that the moon pays is not compared, and is no opponent for either of the two.
        """
        if any(board.status is Status.NATURAL for board in self.playing):
            return frozenset()
        every = self.rules.points.scoop_all
        if not every.fouls and any(board.status is Status.FOUL for board in self.playing):
            return frozenset()
        return frozenset(p for p, all_ in self._scooped.items() if len(all_) >= every.opponents and all(all_))

    def opponents_scooped(self, player: str) -> int:
        """Return how many opponents a player scoops."""
        return sum(self._scooped[player])

    @cached_property
    def _scooped(self) -> dict[str, list[bool]]:
        """For each player a flag for each opponent who is compared: True where that one is scooped."""
        scooped: dict[str, list[bool]] = {b.player: [] for b in self.playing}
        for a, b in self.pairs:
            if Status.ABSENT in (a.status, b.status) or self._paid_by_moon(a, b):
                continue
            gone = Status.SURRENDER in (a.status, b.status) or Status.NATURAL in (a.status, b.status)
            scoop = 0 if gone else self.scoop(self.signs(a, b))
            scooped[a.player].append(scoop == 1)
            scooped[b.player].append(scoop == -1)
        return scooped

    def on_the_moon(self, board: BoardScore) -> bool:
        """Return True if a board shoots the moon."""
        moon = self.rules.moon
        if moon is None or board.status is not Status.SET or board.values is None:
            return False
        rank = board.values[Row.BOTTOM].rank
        return rank.category is Category.HIGH_CARD and self.rules.ranks.place(rank.ranks[0]) <= moon.highest

    def _paid_by_moon(self, a: BoardScore, b: BoardScore) -> bool:
        """Return True if the moon decides a pair, and nothing before it."""
        if not (self.on_the_moon(a) or self.on_the_moon(b)):
            return False
        before = self.rules.decides[: self.rules.decides.index("moon")]
        return not ("foul" in before and Status.FOUL in (a.status, b.status))

    @cached_property
    def single(self) -> str | None:
        """The player who beats every opponent on at least two rows; None if nobody does."""
        compared = [b.player for b in self.playing if b.status in (Status.SET, Status.FOUL)]
        beaten: dict[str, list[bool]] = {player: [] for player in compared}
        for a, b in self.pairs:
            if a.player in beaten and b.player in beaten:
                signs = self.signs(a, b)
                beaten[a.player].append(signs.count(1) > 1)
                beaten[b.player].append(signs.count(-1) > 1)
        return next((p for p, wins in beaten.items() if wins and all(wins)), None)

    @cached_property
    def best(self) -> tuple[frozenset[str], ...]:
        """The players with the best top, middle and bottom (pool); a foul wins nothing."""
        best = []
        for row in ROWS:
            strengths = {
                b.player: (b.values[row].strength, [-place for place in self._suits(b, row) or ()])
                for b in self.playing
                if b.status is Status.SET and b.values is not None
            }
            top = max(strengths.values(), default=None)
            best.append(frozenset(p for p, s in strengths.items() if s == top))
        return tuple(best)
