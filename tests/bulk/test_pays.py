"""The payoff table agrees with the score lines, or the rule set has no payoff table."""

import pytest

pytest.importorskip("numpy")

from ofcscore.bulk.supported import arrays_suffice
from ofcscore.bulk.tables import pay_table
from tests.loops import each
from tests.scoring.test_score import SETS, rules_of


@each(
    ("rules", "won", "lost", "royalties"),
    [
        ("ofc", 6, 6, 1),
        ("ofc-27", 6, 6, 1),
        ("ofc-2013", 6, 6, 0),
        ("chinese", 6, 6, 1),
        ("ofc | foul.pays=nothing", 6, 0, 0),
        ("ofc | foul.pays=8", 6, 8, 1),
        ("ofc | foul.pays=4", 6, 4, 1),
        ("ofc | points.row=2", 9, 9, 1),
        ("ofc | points.scoop={factor: 2}", 6, 6, 1),
        ("ofc + two-four", 4, 4, 1),
    ],
)
def test_rule_sets_with_a_pay_table(rules: str, won: int, lost: int, royalties: int) -> None:
    """The table has the points for winning three rows and for a foul, with scoop and royalties."""
    name, _, sets = rules.partition(" | ")
    set_ = rules_of(name, *SETS.findall(sets))
    assert arrays_suffice(set_)
    pays = pay_table(set_)
    assert (pays.points[26], pays.points[2 * 27], pays.foul_royalties) == (won, lost, royalties)
    assert (pays.points[0], pays.points[27], pays.points[3 * 27]) == (-won, -lost, 0)


@each(
    ("rules", "sets"),
    [
        ("ofc + bank", ()),
        ("ofc + single-winner", ()),
        ("ofc", ("royalties.count=winner-replaces",)),
        ("ofc", ("royalties.count=winner-adds",)),
        ("ofc", ("points.scoop_all=3",)),
        ("ofc + overall-point", ()),
        ("chinese-pagat", ("royalties.count=both", "naturals.declared=auto")),
        ("ofc + aces-bet", ()),
        ("ofc + moon", ()),
    ],
)
def test_rule_sets_that_need_the_lines(rules: str, sets: tuple[str, ...]) -> None:
    assert not arrays_suffice(rules_of(rules, *sets))
