"""Score lines (a reason and its points), and the exchange between two boards."""

from collections import defaultdict
from collections.abc import Container, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from ofcscore.game.cards import ROWS, Row
from ofcscore.game.game_words import Reason, tell
from ofcscore.scoring.deal import Points


def whole(points: Points) -> Points:
    if isinstance(points, int) or points.denominator != 1:
        return points
    return int(points)


_HUNDREDTH: Final = Fraction("0.01")


def written(points: Points) -> str:
    """Format points: `20`, `-1.5`, or `5/3` if two decimals cannot express them."""
    if points.denominator == 1:
        return str(points)
    decimal = Decimal(points.numerator) / points.denominator
    exact = (points / _HUNDREDTH).denominator == 1 and points == Fraction(decimal)
    return f"{decimal:f}" if exact else str(points)


def signed(points: Points) -> str:
    """Format points with a sign: `+20`, `0`, `-1.5`."""
    return f"+{written(points)}" if points > 0 else written(points)


class ScoreLine(NamedTuple):
    """A reason and its points, from the side of the first of a pair.

    Lines are compared by kind, row, points and the text of the reason.
    """

    kind: str
    row: Row | None
    points: Points
    why: Reason

    @property
    def note(self) -> str:
        return tell(self.why)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScoreLine) and (*self[:-1], self.note) == (*other[:-1], other.note)

    def __hash__(self) -> int:
        return hash((*self[:-1], self.note))

    def negated(self) -> "ScoreLine":
        return ScoreLine(self.kind, self.row, -self.points, self.why)


class PairTotals(NamedTuple):
    """The points of a pair, from the side of its first player.

    `top`, `middle` and `bottom` include royalties; `rows` does not.
    """

    top: Points = 0
    middle: Points = 0
    bottom: Points = 0
    rows: Points = 0
    scoops: Points = 0
    royalties: Points = 0
    points: Points = 0

    @property
    def other(self) -> Points:
        """The points of all other kinds: naturals, flat foul payments, side bets."""
        return whole(self.points - self.rows - self.scoops - self.royalties)

    def plus(self, other: "PairTotals", side: int = 1) -> "PairTotals":
        """Add `other`, or with `side` -1 subtract it (the second player's side)."""
        return PairTotals(*[whole(a + side * b) for a, b in zip(self, other, strict=True)])


def add_up(sums: Iterable[tuple[str, Row | None, Points]]) -> PairTotals:
    """Return the totals of score lines, given as tuples of kind, row and points."""
    by_row: list[Points] = [0, 0, 0]
    of: defaultdict[str, Points] = defaultdict(int)
    for kind, row, worth in sums:
        of[kind] += worth
        if row is not None:
            by_row[row] += worth
    kinds = (of["row"], of["scoop"] + of["scoop-all"], of["royalty"], sum(of.values()))
    return PairTotals(*map(whole, (*by_row, *kinds)))


class PairScore(NamedTuple):
    """The score lines between two boards, from the first one's side.

    `swept` is 1 if the first board wins all rows because the second is a false claim, and -1 if it is the
    other way round. Such a pair has no lines for rows.
    """

    first: str
    second: str
    lines: tuple[ScoreLine, ...]
    swept: int = 0

    @property
    def exchange(self) -> "Exchange":
        points: Points = 0
        won = lost = 0
        for kind, _, worth, _ in self.lines:
            points += worth
            if kind == "row":
                won += worth > 0
                lost += worth < 0
        scoop = self.swept or (won == len(ROWS)) - (lost == len(ROWS))
        return Exchange(self.first, self.second, whole(points), scoop)

    @property
    def points(self) -> Points:
        return whole(sum(line.points for line in self.lines))

    def __repr__(self) -> str:
        return f"<PairScore: {self.first} against {self.second} {signed(self.points)}>"

    def row(self, row: Row) -> Points:
        """Return the points of one row, including royalties."""
        return whole(sum(line.points for line in self.lines if line.row is row))

    def kind(self, *kinds: str) -> Points:
        """Return the points of the lines of these kinds."""
        return whole(sum(line.points for line in self.lines if line.kind in kinds))

    @property
    def totals(self) -> PairTotals:
        """The points by row and by kind of score line."""
        return add_up((line.kind, line.row, line.points) for line in self.lines)


def oriented(first: str, second: str, known: Container[tuple[str, str]]) -> tuple[tuple[str, str], int]:
    """Return a pair in the order of `known`, and -1 if that swaps the two, else 1."""
    return ((second, first), -1) if (second, first) in known else ((first, second), 1)


class Exchange(NamedTuple):
    """The sum of the points between two boards, from the first one's side.

    `scoop` is 1 if the first board wins all three rows, -1 if the second does, else 0.
    """

    first: str
    second: str
    points: Points
    scoop: int
