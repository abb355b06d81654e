"""The rule set in words on the page is what `rules show` says, for every rule set that ships."""

from __future__ import annotations

import pytest

from ofcscore.report.html import rule_values
from ofcscore.rules.describe import Table, show_rules
from ofcscore.rules.files import shipped_names
from ofcscore.rules.loading import load_layers
from tests.loops import each

PRESETS, _ = shipped_names()
SUMS = (
    *("ofc + moon", "chinese-pagat + aces-bet + surrender", "chinese-malayan"),
    *("ofc + table-stakes + bankroll-100", "ofc + pool", "ofc-27-progressive"),
    *("chinese-pagat + double-triple", "ofc + no-fantasyland", "chinese-singapore + small-to-ten"),
    "ofc + stay-on-ten",
)


@each("name", [*PRESETS, *SUMS])
def test_the_page_says_what_rules_show_says(name: str) -> None:
    loaded, problems = load_layers(name)
    assert loaded is not None, problems
    said, *tables = [part for part in show_rules(loaded, "") if isinstance(part, Table)]
    shown = {row[0].strip(): row[1] for row in said.rows}
    values = rule_values(loaded.rules, 1)
    topics = {s["topic"]: s["text"] for s in values["sentences"]}
    assert topics.items() <= shown.items()
    assert shown.keys() - topics.keys() - set(values["unused"]) == {"decided by", "in bulk"}
    royalties = [(f"  {row['rank']}", *row["cells"]) for row in values["royalties"]]
    assert royalties == (list(tables[0].rows) if royalties else [])
    assert bool(royalties) == any(
        loaded.rules.settings[f"royalties.{row}"] for row in ("top", "middle", "bottom")
    )


@pytest.mark.parametrize(
    ("name", "setting"), [("ofc + pool", "pool.sweep"), ("ofc", "fantasyland.stay.royalty")]
)
def test_0_and_none_are_said_alike(name: str, setting: str) -> None:
    pages = []
    for value in ("none", "0"):
        loaded, problems = load_layers(name, sets=[f"{setting}={value}"])
        assert loaded is not None, problems
        pages.append(rule_values(loaded.rules, 1) | {"name": "", "title": "", "digest": ""})
    assert pages[0] == pages[1]
