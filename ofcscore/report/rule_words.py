"""A rule set in words, from its finished values: what `rules show` says, for a session's own report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ofcscore.game.board import ROWS
from ofcscore.game.cards import RANKS
from ofcscore.rules.describe import Sentence, Table, royalty_table, sentences
from ofcscore.rules.model import Bonus, RowTable, Rules
from ofcscore.rules.settings import NONE, Path, Value

_LEFT_OUT: Final = frozenset({"decided by"})
"""Topics that only those who write rule sets ask about."""


def rule_sentences(rules: Rules) -> list[Sentence]:
    """Every setting as a topic and a sentence, royalty tables aside."""
    return [said for said in sentences(settings_of(rules)) if said.topic not in _LEFT_OUT]


def royalties(rules: Rules) -> Table:
    """Royalties by rank of the row: top, middle, bottom; no rows where none are paid."""
    return royalty_table(settings_of(rules))


def settings_of(rules: Rules) -> Mapping[Path, Value]:
    """The settings that make a rule set, as its files would state them."""
    land = rules.fantasyland
    moon = rules.moon
    settings: dict[Path, Value] = {
        ("players", "min"): rules.players.min,
        ("players", "max"): rules.players.max,
        ("players", "more"): rules.players.more,
        ("wheel",): rules.wheel,
        ("middle",): {"low": {"worst": _rank(rules.middle.worst)}} if rules.middle.low else "high",
        ("order",): rules.order,
        ("points", "row"): rules.points.row,
        ("points", "scoop"): _bonus(rules.points.scoop),
        ("points", "scoop_all"): _bonus(rules.points.scoop_all),
        ("points", "overall"): rules.points.overall,
        ("points", "overall_by"): rules.points.overall_by,
        ("foul", "pays"): rules.foul.pays,
        ("foul", "royalties"): "paid" if rules.foul.royalties else "unpaid",
        ("royalties", "count"): rules.royalties.count,
        ("compare",): rules.compare,
        ("pool", "sweep"): rules.pool_sweep or NONE,
        ("naturals", "between"): rules.naturals.between,
        ("naturals", "declared"): "declared" if rules.naturals.declared else "auto",
        ("naturals", "hands"): [
            {
                "kind": hand.kind,
                "points": hand.points,
                **({"to": _rank(hand.highest)} if hand.highest else {}),
            }
            for hand in rules.naturals.hands
        ],
        ("surrender",): rules.surrender,
        ("aces",): list(rules.aces) or NONE,
        ("bankroll",): rules.bankroll or NONE,
        ("table-stakes",): "yes" if rules.table_stakes else "no",
        ("decides",): list(rules.decides),
    }
    for row in ROWS:
        settings["royalties", row.label] = _table(rules.royalties.tables[row])
    if moon is None:
        settings["moon",] = NONE
    else:
        settings["moon", "points"], settings["moon", "highest"] = moon.points, _rank(moon.highest)
    if land is None:
        settings["fantasyland",] = NONE
        return settings
    settings["fantasyland", "cards"] = land.cards
    for row in ROWS:
        settings["fantasyland", "enter", row.label] = _table(land.enter[row])
        settings["fantasyland", "stay", row.label] = _table(land.stay[row])
    settings["fantasyland", "enter", "together"] = land.together or NONE
    settings["fantasyland", "stay", "royalty"] = land.stay_royalty or NONE
    settings["fantasyland", "stay", "cards"] = land.stay_cards
    return settings


def _rank(rank: int) -> str:
    return RANKS[rank - 2]


def _bonus(bonus: Bonus) -> Value:
    return {"factor": bonus.factor} if bonus.factor != 1 else bonus.points or NONE


def _table(table: RowTable) -> Value:
    return {
        category.key: number
        if isinstance(number, int)
        else {"".join(map(_rank, ranks)): n for ranks, n in number}
        for category, number in table.entries
    }
