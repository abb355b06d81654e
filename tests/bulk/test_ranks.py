"""Row tables agree with the reference evaluator for all rows and all built-in rule sets."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Literal

import pytest

from ofcscore.bulk.tables import FLUSH, NOT_THERE, ranked, tables_of
from ofcscore.game.cards import RANK_WEIGHTS, ROWS, Row
from ofcscore.game.ranks import RankOrder, rank_high, rank_low
from ofcscore.rules.files import shipped_names
from ofcscore.rules.loading import load_rules
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import FLUSH_BIT, scales_of
from tests.daily import some
from tests.loops import each

PRESETS, _ = shipped_names()
SUMS = (
    *("ofc + low-middle", "ofc-27 + progressive", "ofc-progressive + stay-on-ten", "chinese + higher-middle"),
    *("ofc-27 + stay-without-middle", "ofc-27 + no-fantasyland"),
)


@cache
def every_row(size: int) -> dict[tuple[tuple[int, ...], bool], int]:
    """Return the key of each row by its ranks (2 to 14) and a flag for flushes."""
    found = {}
    for places in combinations_with_replacement(range(13), size):
        if size == 5 and places[0] == places[4]:
            continue
        key = sum(RANK_WEIGHTS[place] for place in places)
        ranks = tuple(place + 2 for place in places)
        found[ranks, False] = key
        if size == 5 and len(set(places)) == size:
            found[ranks, True] = key + FLUSH
    return found


@each("wheel", ["low", "second"])
@each("low", [False, True])
@each("size", [3, 5])
def test_rows_are_ranked_as_the_plain_evaluator_ranks_them(
    size: int, low: bool, wheel: Literal["low", "second"]
) -> None:
    if low and size == 3:
        return
    rows = ranked(size, low, wheel)
    at = {key: row for row, key in enumerate(rows.keys.tolist())}
    every = every_row(size)
    assert sorted(at) == sorted(every.values())
    for (ranks, flush), key in every.items():
        plain = rank_low(ranks, flush=flush) if low else rank_high(ranks, flush=flush, order=RankOrder(wheel))
        row = at[key]
        found = tuple(rank for rank in rows.ranks[:, row].tolist() if rank)
        assert (rows.category[row], found, rows.strength[row]) == (
            plain.category,
            plain.ranks,
            plain.strength,
        )


def check(rules: Rules, row: Row) -> None:
    """Compare the table of a row with the reference scorer."""
    table = tables_of(rules).rows[row]
    land = rules.fantasyland
    scale = scales_of(rules).tables[row]
    strengths = {}
    for (_, flush), key in every_row(row.size).items():
        plain = scale[key - FLUSH | FLUSH_BIT if flush else key]
        at = table.places[key]
        strengths[plain.strength] = table.order[at]
        assert plain.royalty == (0 if table.royalty is None else table.royalty[at])
        assert (plain.fault is not None) == (table.faulty is not None and table.faulty[at])
        enter = 0 if plain.enter is None or land is None else land.cards + plain.enter
        assert enter == (0 if table.enter is None else table.enter[at])
        stay = NOT_THERE if plain.stay is None else plain.stay
        assert stay == (NOT_THERE if table.stay is None else table.stay[at])
    orders = [strengths[strength] for strength in sorted(strengths)]
    assert orders == sorted(set(orders))


@pytest.mark.long
@each("name", some(6, of=[*SUMS, *PRESETS]))
def test_rows_are_worth_what_the_plain_scorer_says(name: str) -> None:
    rules, _ = load_rules(name)
    assert rules is not None
    for row in ROWS:
        check(rules, row)
