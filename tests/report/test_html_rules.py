"""The rule set in words on the page is what `rules show` says, for every rule set that ships."""

from __future__ import annotations

import pytest

from ofcscore.report.rule_words import royalties, rule_sentences, settings_of
from ofcscore.rules.building import digest, load_layers
from ofcscore.rules.describe import royalty_table, sentences
from ofcscore.rules.files import shipped_names

PRESETS, _ = shipped_names()
SUMS = (
    "ofc + moon",
    "chinese-pagat + aces-bet + surrender",
    "chinese-malayan",
    "ofc + table-stakes + bankroll-100",
    "ofc + pool",
    "ofc-27-progressive",
    "chinese-pagat + double-triple",
    "ofc + no-fantasyland",
    "chinese-singapore + small-to-ten",
    "ofc + stay-on-ten",
)


@pytest.mark.parametrize("name", [*PRESETS, *SUMS])
def test_settings_from_finished_rules_say_the_same(name: str) -> None:
    loaded, problems = load_layers(name)
    assert loaded is not None, problems
    settings = settings_of(loaded.rules)
    said = {(s.topic, s.text) for s in sentences(loaded.settings)}
    assert {(s.topic, s.text) for s in sentences(settings)} == said
    assert {(s.topic, s.text) for s in rule_sentences(loaded.rules)} <= said
    assert royalties(loaded.rules) == royalty_table(loaded.settings)


def test_settings_from_finished_rules_have_the_same_digest() -> None:
    """Where nothing is said in two ways (`none` and 0), the settings are the same to the letter."""
    loaded, _ = load_layers("chinese")
    assert loaded is not None
    assert digest(settings_of(loaded.rules)) == loaded.rules.digest
