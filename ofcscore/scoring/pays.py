"""What the tables of the bulk kernel can say of a rule set; in a module without numpy and pyarrow."""

from __future__ import annotations

from ofcscore.game.naturals import Naturals
from ofcscore.rules.model import Rules
from ofcscore.scoring.score import plain_prices


def in_tables(rules: Rules) -> bool:
    """Whether deals of set and fouled boards are scored from tables under these rules.

    It is so where the pairs exchange what `plain_prices` knows, with royalties that count for both or for
    the winner of a row. Naturals that are to be declared change nothing as long as nobody declares one: such
    a deal is scored by itself.
    """
    if rules.table_stakes:
        return False
    naturals = Naturals() if rules.naturals.declared else rules.naturals
    royalties = rules.royalties._replace(count="both")
    return plain_prices(rules._replace(naturals=naturals, royalties=royalties)) is not None


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
