"""The rule sets and the pairs of boards that `bulk` scores at once; importing this needs no numpy."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Self

from ofcscore.diagnostics.problem import listed
from ofcscore.game.cards import ROWS, Board, Row
from ofcscore.game.naturals import Naturals
from ofcscore.game.ranks import rank_text
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import BoardScore, RowValue, Status
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.score import score_pairs
from ofcscore.scoring.score_lines import PairScore

_IN_NO_TABLE: Final[tuple[tuple[str, Callable[[Rules], bool]], ...]] = (
    ("the bank", lambda rules: rules.compare == "bank"),
    ("the single winner", lambda rules: rules.compare == "single-winner"),
    ("the pool", lambda rules: rules.compare == "pool"),
    ("naturals that nobody needs to declare", lambda r: bool(r.naturals.hands) and not r.naturals.declared),
    ("the aces bet", lambda rules: bool(rules.aces)),
    ("the moon", lambda rules: rules.moon is not None),
    ("scoops that multiply royalties", lambda rules: _multiplies_royalties(rules)),
    ("table stakes", lambda rules: rules.table_stakes),
    ("fouls that multiply rows", lambda rules: bool(rules.foul.factor)),
    ("fouls that are refused", lambda rules: not rules.foul.allowed),
    ("the deuce as the highest card", lambda rules: rules.ranks.deuce_high),
    ("suits that break ties", lambda rules: bool(rules.ties)),
    ("scoops by how many are scooped", lambda rules: bool(rules.points.scoop_many)),
    ("scoops by the number of players", lambda rules: not rules.points.scoop.factor),
    ("fouls that are not scooped", lambda rules: not rules.points.scoop_all.fouls),
    ("naturals on top of the rows", lambda rules: rules.naturals.on_top),
    ("a card that doubles", lambda rules: rules.double is not None),
)
"""The rules that the tables do not support, each with a test for a rule set.

Declared naturals are not among them, because they change nothing in a deal without a declaration."""


def _multiplies_royalties(rules: Rules) -> bool:
    factors = (rules.points.scoop.factor, rules.points.scoop_all.factor)
    replaces = rules.royalties.count == "winner-replaces" and factors != (1, 1)
    return bool(rules.points.scoop.royalties) or replaces


def in_tables(rules: Rules) -> bool:
    """Return True if tables can score deals of valid and fouled boards under these rules."""
    return not any(is_asked(rules) for _, is_asked in _IN_NO_TABLE)


def states_suffice(rules: Rules) -> bool:
    """Return True if a pair's points depend only on its `PairState`."""
    return in_tables(rules) and not rules.points.scoop_all


def arrays_suffice(rules: Rules) -> bool:
    """Return True if a pair's points are those of its rows and fouls, and the royalties of both boards."""
    by_points = rules.points.overall and rules.points.overall_by == "points"
    return states_suffice(rules) and rules.royalties.count == "both" and not by_points


def reach(rules: Rules) -> str:
    """Describe for `rules show` which deals `ofcscore.bulk` can score at once."""
    if rules.table_stakes:
        return "no deals, because table stakes depend on the chips from earlier deals"
    outside = [name for name, is_asked in _IN_NO_TABLE if is_asked(rules)]
    if outside:
        return f"one deal at a time, because of {listed(outside, 'and')}"
    alone = ["absent", "foul by call"]
    alone += ["a claim"] if rules.naturals.hands else []
    alone += ["a surrender"] if rules.surrender != "none" else []
    joker = " if a card is a joker," if rules.jokers.number else ""
    return (
        "many deals at once; one at a time if suits are missing or symbols, if a card is written 10,"
        f"{joker} or if a board is {listed(alone, 'or')}"
    )


NO_ROYALTIES: Final = (0, 0, 0)


class PairState(NamedTuple):
    """A pair of boards under supported rules.

    `fouls` is 1 if the first board is a foul, plus 2 if the second is. `signs` are the winners of the rows: 1
    for the first board, -1 for the second, 0 for a tie. `first` and `second` are their royalties by row.
    """

    fouls: int
    signs: tuple[int, ...]
    first: tuple[int, ...] = NO_ROYALTIES
    second: tuple[int, ...] = NO_ROYALTIES

    @property
    def sweep(self) -> int:
        """The winner of all rows or against a foul: 1 (first), -1 (second) or 0 (none)."""
        if self.fouls:
            return (self.fouls == 2) - (self.fouls == 1)
        return self.signs[0] if len(set(self.signs)) == 1 else 0

    def with_royalty(self, row: Row, royalty: int) -> Self:
        """Return the state with a royalty of the first board in one row."""
        return self._replace(first=tuple(royalty if one is row else 0 for one in ROWS))

    def pair(self, rules: Rules, others: int = 1) -> PairScore:
        """Score the pair as two made-up boards, with `others` opponents."""
        first = _board("1", self.signs, bool(self.fouls & 1), self.first)
        second = _board("2", (0, 0, 0), bool(self.fouls & 2), self.second)
        loser = first if self.sweep < 0 else second
        more = [loser._replace(board=Board(f"other {n}", None, None)) for n in range(1, others)]
        # Deals with declared naturals are not scored from states.
        rules = rules._replace(naturals=Naturals())
        return score_pairs(Deal("", (), Table(rules)), (first, second, *more), rules)[0]


def _board(player: str, strengths: Sequence[int], foul: bool, royalties: Sequence[int]) -> BoardScore:
    """Return a board with these row strengths and royalties."""
    rank = rank_text("4 3 2")
    top, middle, bottom = (
        RowValue(rank, strength, royalty, None, None)
        for strength, royalty in zip(strengths, royalties, strict=True)
    )
    status = Status.FOUL if foul else Status.SET
    return BoardScore(Board(player, None, None), status, (top, middle, bottom), sum(royalties))
