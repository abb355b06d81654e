"""The pay table: what pairs of set and fouled boards exchange by a rule set, taken from the score lines."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from ofcscore.diagnostics.words import listed
from ofcscore.game.board import ROWS, Board, Row
from ofcscore.game.naturals import Naturals
from ofcscore.game.ranks import rank_text
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import BoardScore, RowValue, Status
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.lines import PairScore
from ofcscore.scoring.score import score_pairs

SIGNS: Final = 27
"""Three rows lost, tied or won: 9 * top + 3 * middle + bottom."""


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
"""The rules that need more than the rows of a pair, fouls, royalties, who scoops everybody and who is ahead.

Naturals that are to be declared change nothing as long as nobody declares one."""


def _multiplies_royalties(rules: Rules) -> bool:
    factors = (rules.points.scoop.factor, rules.points.scoop_all.factor)
    if rules.points.scoop.royalties:
        return True
    return rules.royalties.count == "winner-replaces" and factors != (1, 1)


def in_tables(rules: Rules) -> bool:
    """Return True if deals of set and fouled boards are scored from tables under these rules."""
    return not any(is_asked(rules) for _, is_asked in _IN_NO_TABLE)


def reach(rules: Rules) -> str:
    """Return how `ofcscore.bulk` scores by a rule set, in words for `rules show`."""
    if rules.table_stakes:
        return "no deal by itself: table stakes need the chips, which go from deal to deal"
    outside = [name for name, is_asked in _IN_NO_TABLE if is_asked(rules)]
    if outside:
        return f"one deal at a time, because of {listed(outside, 'and')}"
    alone = ["absent", "foul by call"]
    alone += ["a claim"] if rules.naturals.hands else []
    alone += ["a surrender"] if rules.surrender != "none" else []
    joker = " a card is a joker," if rules.jokers.number else ""
    return (
        f"many deals at once; one at a time where suits are left out or signs, 10 stands for T,{joker} "
        f"or a board is {listed(alone, 'or')}"
    )


class Pays(NamedTuple):
    """The points that the second board of a pair pays the first by their state, without royalties.

    A state is `SIGNS` times the fouls (1 the first board's, 2 the second's), and the three signs.
    `scoops` has 1 where the lines say that the first wins all three rows, -1 where the second does, else 0;
    `sweeps` has so who wins them, whatever a foul pays. `foul_royalties` is 1 where a set board's royalties
    are paid by a fouled one too, else 0.
    Last comes what depends on more than the state: `scoop_all` is paid besides where the one who sweeps does
    so against everybody, `ahead` to the one who is ahead when all else is counted. `pairs` are the lines that
    all this was taken from, of boards that are made up.
    """

    points: tuple[int, ...]
    scoops: tuple[int, ...]
    foul_royalties: int
    sweeps: tuple[int, ...]
    scoop_all: tuple[int, ...]
    ahead: tuple[int, ...]
    pairs: tuple[PairScore, ...]


@lru_cache(maxsize=32)
def pay_table(rules: Rules) -> Pays:
    """Return the pay table of a rule set that is `in_tables`."""
    by_points = rules.points.overall and rules.points.overall_by == "points"
    counted = rules._replace(points=rules.points._replace(overall=0)) if by_points else rules
    states = [_State(f, signs) for f, signs in product(range(4), product((-1, 0, 1), repeat=len(ROWS)))]
    pairs = [state.pair(counted) for state in states]
    sweeps = [state.sweep for state in states]
    points = [int(pair.points) for pair in pairs]
    scoop_all = [0] * len(states)
    if rules.points.scoop_all:
        for at, state in enumerate(states):
            if state.sweep:
                all_others = state.pair(counted, others=rules.points.scoop_all.opponents)
                scoop_all[at] = int(all_others.points) - points[at]
    fouled = _State(2, (0,) * len(ROWS))
    # Another number than the row's own price, which it may stand for.
    with_royalty = fouled.pair(counted, royalty=rules.points.row + 1)
    ahead = [0] * len(states)
    if by_points:
        # With rows that are worth so much, who wins them is ahead.
        much = rules._replace(points=rules.points._replace(row=_MUCH))
        after_foul = any(line.kind == "overall" for line in fouled.pair(much).lines)
        decided = (True, after_foul, after_foul, False)
        ahead = [rules.points.overall * decided[state.fouls] for state in states]
    return Pays(
        tuple(points),
        tuple(pair.exchange.scoop for pair in pairs),
        int(with_royalty.points != fouled.pair(counted).points),
        tuple(sweeps),
        tuple(scoop_all),
        tuple(ahead),
        tuple(pairs),
    )


_MUCH: Final = 1 << 20
"""More than anything else that is paid."""


@lru_cache(maxsize=32)
def pays_of(rules: Rules) -> Pays | None:
    """Return the pay table of a rule set where it says all that pairs exchange, None where it does not."""
    if not in_tables(rules) or rules.royalties.count != "both":
        return None
    pays = pay_table(rules)
    return None if any(pays.scoop_all) or any(pays.ahead) else pays


def won_royalty(rules: Rules, row: Row, royalty: int) -> int:
    """Return the points that a royalty adds for the winner of its row, without the overall point."""
    rules = rules._replace(points=rules.points._replace(overall=0))
    state = _State(0, tuple(int(one is row) for one in ROWS))
    return int(state.pair(rules, row, royalty).points - state.pair(rules).points)


class _State(NamedTuple):
    """Two boards that are made up: whose are fouls (1 the first, 2 the second), and who wins the rows."""

    fouls: int
    signs: tuple[int, ...]

    @property
    def sweep(self) -> int:
        """The winner of all three rows, or of a foul against a set board: 1, -1 or 0 for nobody."""
        if self.fouls:
            return (self.fouls == 2) - (self.fouls == 1)
        return self.signs[0] if len(set(self.signs)) == 1 else 0

    def pair(self, rules: Rules, row: Row = Row.TOP, royalty: int = 0, others: int = 1) -> PairScore:
        """Return their pair if the first has this royalty, and the loser is there so many times."""
        first = _board("1", self.signs, bool(self.fouls & 1), row, royalty)
        second = _board("2", (0,) * len(ROWS), bool(self.fouls & 2), row, 0)
        loser = first if self.sweep < 0 else second
        more = [loser._replace(board=Board(f"other {n}", None, None)) for n in range(1, others)]
        # Nobody declares a natural in a deal that is scored from tables.
        rules = rules._replace(naturals=Naturals())
        return score_pairs(Deal("", (), Table(rules)), (first, second, *more), rules)[0]


def _board(player: str, strengths: Sequence[int], foul: bool, row: Row, royalty: int) -> BoardScore:
    """Return a board whose rows have these strengths, and one of them a royalty."""
    rank = rank_text("4 3 2")
    top, middle, bottom = (
        RowValue(rank, strength, royalty if one is row else 0, None, None)
        for one, strength in zip(ROWS, strengths, strict=True)
    )
    status = Status.FOUL if foul else Status.SET
    return BoardScore(Board(player, None, None), status, (top, middle, bottom), royalty)
