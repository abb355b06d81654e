"""`explain WORD` and `rules show OPTION`: poker terms and options in a rule set."""

from __future__ import annotations

from pathlib import Path

import pytest

from ofcscore.rules.describe import find_word, sentences, words
from ofcscore.rules.files import shipped_names
from ofcscore.rules.loading import load_layers, load_rules
from tests.command import run
from tests.loops import each

PRESETS, OPTIONS = shipped_names()


def test_every_topic_of_a_rule_set_is_a_word_or_belongs_to_one() -> None:
    topics = {topic for word in words().values() for topic in word.topics}
    for preset in PRESETS:
        rules, _ = load_rules(preset)
        assert rules is not None
        for said in sentences(rules.settings):
            assert find_word(said.topic, rules) is not None
            topics.discard(said.topic)
    rules, _ = load_rules("ofc + pool")
    assert rules is not None
    assert topics - {said.topic for said in sentences(rules.settings)} == set()


@each("name", sorted(words()))
def test_every_word_says_what_it_means_in_80_columns(name: str) -> None:
    ran = run("explain", name)
    assert (ran.status, ran.err) == (0, "")
    word = words()[name]
    assert ran.out.startswith(f"{word.name}\n  {word.means[:20]}")
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_word_is_explained_as_the_rule_set_has_it() -> None:
    assert "winning all three rows pays 3 extra" in run("explain", "scoop").out
    out = run("explain", "scoop", "--rules", "chinese-malayan").out
    assert "In chinese-malayan\n" in out
    assert "winning all three rows pays nothing extra" in out
    assert "pays 8 extra" in run("explain", "scoop", "--set", "points.scoop=8").out
    assert "no royalties for it" in run("explain", "flush", "--rules", "chinese-simple").out
    assert "  In ofc-headshot\n" not in run("explain", "headshot", "--rules", "ofc").out
    assert "In ofc-headshot\n" in run("explain", "headshot").out


def test_words_by_their_other_names() -> None:
    for one, other in (
        ("foul", "FOULED"),
        ("royalty", "royalties"),
        ("scoop", "sweep"),
        ("fantasyland", "FL"),
    ):
        assert run("explain", one) == run("explain", other)
    assert run("explain", "full", "house") == run("explain", "full house") == run("explain", "full-house")


def test_words_name_the_options_that_change_them() -> None:
    out = run("explain", "moon").out
    assert "  moon  not played\n" in out
    assert "  moon  Shooting the moon, 20 points for a jack-high bottom\n" in out


def test_all_words() -> None:
    out = run("explain", "words").out
    assert [line for line in out.splitlines() if line.startswith("scoop  ")]


def test_a_rule_set_is_explained_as_rules_show_does() -> None:
    for name in ("ofc", "ofc-27", "ofc + moon", "sweep-1"):
        assert run("explain", name) == run("rules", "show", name)


@each(
    ("arguments", "words"),
    [
        (["scop"], "there is no term scop; did you mean scoop?"),
        (["fantasylnd"], "did you mean fantasyland?"),
        (["ofc", "--rules", "ofc"], "--rules has no effect on a rule set"),
        (["scoop", "--format", "json"], "--format has no effect on a term"),
        (["words", "--rules", "ofc"], "--rules has no effect on a list of words"),
    ],
)
def test_what_is_no_word(arguments: list[str], words: str) -> None:
    ran = run("explain", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err


# -- options


@each("name", OPTIONS)
def test_an_option_alone_says_what_it_changes_and_asks_for(name: str) -> None:
    ran = run("rules", "show", name)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{name}\n")
    assert "t sets\n" in ran.out
    assert "\nRequirements\n" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_what_an_option_asks_for_is_true() -> None:
    for name in ("pineapple", "moon", "dragon-26"):
        said = run("rules", "show", name).out.partition("Requirements\n")[2].partition("\n\n")[0]
        asked = set(" ".join(said.split()).replace("- ", "-").replace(",", "").split())
        for preset in PRESETS:
            goes = load_layers(f"{preset} + {name}")[0] is not None
            assert goes != ((preset in asked) is ("a rule set other than" in said))


def test_an_option_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.yaml").write_text("title: Eight for a scoop\npoints: {scoop: 8}\n", encoding="utf-8")
    out = run("rules", "show", "./house.yaml").out
    assert "  Eight for a scoop\n" in out
    assert "  points.scoop  8\n" in out
    assert "winning all three rows pays 8 extra" in out


def test_an_option_states_not_everything() -> None:
    ran = run("rules", "show", "surrender", "--yaml")
    assert ran.status == 2
    assert "rules-missing" in ran.err
