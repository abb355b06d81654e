"""The pay table: what pairs of set and fouled boards exchange by a rule set, taken from the score lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from ofcscore.game.board import ROWS, Board, Row
from ofcscore.game.naturals import Naturals
from ofcscore.game.ranks import rank_text
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.lines import Exchange
from ofcscore.scoring.row_values import RowValue
from ofcscore.scoring.score import score_pairs

SIGNS: Final = 27
"""Three rows lost, tied or won: 9 * top + 3 * middle + bottom."""


def in_tables(rules: Rules) -> bool:
    """Whether deals of set and fouled boards are scored from tables under these rules.

    It is so where pairs exchange rows, a scoop, foul prices, and royalties that count for both or for the
    winner of a row. Naturals that are to be declared change nothing as long as nobody declares one: such a
    deal is scored by itself.
    """
    return (
        rules.compare == "everyone"
        and rules.points.scoop.factor == 1
        and not rules.points.scoop_all
        and not rules.points.overall
        and (rules.naturals.declared or not rules.naturals.hands)
        and not rules.aces
        and rules.moon is None
        and not rules.table_stakes
    )


def reach(rules: Rules) -> str:
    """How `ofcscore.columns` scores by a rule set, in words for `rules show`."""
    if rules.table_stakes:
        return "no deal by itself: table stakes need the chips, which go from deal to deal"
    if not in_tables(rules):
        return "one by one: some of these payments are in no table"
    alone = ["absent", "foul by call"]
    alone += ["a claim"] if rules.naturals.hands else []
    alone += ["a surrender"] if rules.surrender != "none" else []
    return (
        "from tables; one by one where suits are left out or signs, 10 stands for T, "
        f"or a board is {', '.join(alone[:-1])} or {alone[-1]}"
    )


class Pays(NamedTuple):
    """What the second board of a pair pays the first by the state of the two, royalties not in.

    A state is `SIGNS` times the fouls (1 the first board's, 2 the second's), and the three signs.
    `scoops` has 1 where the first wins all three rows, -1 where the second does, else 0. `foul_royalties` is
    1 where a set board's royalties are paid by a fouled one too, else 0.
    """

    points: tuple[int, ...]
    scoops: tuple[int, ...]
    foul_royalties: int

    def exchange(self, a: BoardScore, b: BoardScore) -> Exchange:
        """What two boards that are set or fouled exchange where royalties count for both."""
        fouls = (a.status is Status.FOUL) + 2 * (b.status is Status.FOUL)
        state = SIGNS * fouls + SIGNS // 2
        if not fouls and a.values is not None and b.values is not None:
            (top, middle, bottom), (top2, middle2, bottom2) = a.values, b.values
            state += 9 * ((top.strength > top2.strength) - (top.strength < top2.strength))
            state += 3 * ((middle.strength > middle2.strength) - (middle.strength < middle2.strength))
            state += (bottom.strength > bottom2.strength) - (bottom.strength < bottom2.strength)
        points = self.points[state]
        if not fouls or self.foul_royalties:
            points += a.royalties - b.royalties
        return Exchange(a.player, b.player, points, self.scoops[state])


@lru_cache(maxsize=32)
def pay_table(rules: Rules) -> Pays:
    """The pay table of a rule set that is `in_tables`."""
    points, scoops = [], []
    for fouls, signs in product(range(4), product((-1, 0, 1), repeat=len(ROWS))):
        points.append(_exchanged(rules, fouls, signs))
        if fouls:
            lost_rows = rules.foul.pays == "lost-rows"
            scoops.append(((fouls == 2) - (fouls == 1)) * lost_rows)
        else:
            scoops.append(signs[0] if len(set(signs)) == 1 else 0)
    # Another number than the row's own price, which it may stand for.
    some = rules.points.row + 1
    tied = (0,) * len(ROWS)
    foul_royalties = _exchanged(rules, 2, tied, Row.TOP, some) != _exchanged(rules, 2, tied)
    return Pays(tuple(points), tuple(scoops), int(foul_royalties))


@lru_cache(maxsize=32)
def pays_of(rules: Rules) -> Pays | None:
    """The pay table of a rule set where it says all that pairs exchange, None where it does not."""
    return pay_table(rules) if in_tables(rules) and rules.royalties.count == "both" else None


def won_royalty(rules: Rules, row: Row, royalty: int) -> int:
    """What a royalty adds for the winner of its row."""
    signs = tuple(int(one is row) for one in ROWS)
    return _exchanged(rules, 0, signs, row, royalty) - _exchanged(rules, 0, signs)


def _exchanged(rules: Rules, fouls: int, signs: Sequence[int], row: Row = Row.TOP, royalty: int = 0) -> int:
    """What the second of two boards that are made up pays the first, who has this royalty."""
    boards = (
        _board("1", signs, bool(fouls & 1), row, royalty),
        _board("2", (0,) * len(ROWS), bool(fouls & 2), row, 0),
    )
    # Nobody declares a natural in a deal that is scored from tables.
    rules = rules._replace(naturals=Naturals())
    return sum(int(pair.points) for pair in score_pairs(Deal("", (), Table(rules)), boards, rules))


def _board(player: str, strengths: Sequence[int], foul: bool, row: Row, royalty: int) -> BoardScore:
    """A board whose rows have these strengths, and one of them a royalty."""
    rank = rank_text("4 3 2")
    top, middle, bottom = (
        RowValue(rank, strength, royalty if one is row else 0, None, None)
        for one, strength in zip(ROWS, strengths, strict=True)
    )
    status = Status.FOUL if foul else Status.SET
    return BoardScore(Board(player, None, None), status, (top, middle, bottom), royalty)
