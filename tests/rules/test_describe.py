"""Rule sets in words: shown, compared, written out again."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

from ofcscore.bulk.supported import reach
from ofcscore.game.cards import Row
from ofcscore.game.spelling import rank
from ofcscore.rules.describe import (
    Table,
    as_lines,
    diff_rules,
    dump_rules,
    first_rules,
    flow,
    list_rules,
    royalty_table,
    sentences,
    show_rules,
)
from ofcscore.rules.files import RuleFile, most_played, presets_by_family, shipped_names
from ofcscore.rules.loading import check_file, load_layers
from ofcscore.rules.merging import Loaded
from ofcscore.rules.settings import SETTINGS
from tests.loops import each, table

PRESETS, OPTIONS = shipped_names()
SUMS = (
    *PRESETS,
    "ofc + moon + aces-bet + surrender + bankroll-100 + table-stakes",
    "ofc + pool",
    "ofc + single-winner",
    "chinese-pagat + bank + overall-point + double-triple",
    "ofc + two-four + stay-on-ten",
    "ofc + low-middle + progressive",
    "chinese-singapore + small-to-ten + dragon-26 + sweep-3",
)


def loaded(text: str, *sets: str) -> Loaded:
    found, problems = load_layers(text, sets=sets)
    assert not problems, problems
    assert found is not None
    return found


def test_all_rule_sets_are_listed_with_their_titles() -> None:
    lines = as_lines(list_rules())
    for name in (*PRESETS, *OPTIONS):
        assert sum(line.startswith(f"  {name} ") for line in lines) == 1
    width = 2 + max(map(len, PRESETS)) + 2
    assert f"{'  ofc-27':{width}}Pineapple open-face with a deuce-to-seven middle" in lines
    # One line each, but for two long titles.
    assert len(lines) == len(PRESETS) + len(OPTIONS) + 7 + 2


def test_the_rule_sets_that_most_people_play_have_a_line_each() -> None:
    lines = as_lines(first_rules())
    played = most_played()
    assert [rules.played for rules in played] == ["1", "2", "3", "4", "5"]
    assert [line.split()[0] for line in lines[1:6]] == [rules.name for rules in played]
    assert max(map(len, lines)) <= 80
    families = presets_by_family()
    assert "" not in families
    assert sorted(rules.name for members in families.values() for rules in members) == [*PRESETS]


@each("rules", most_played())
def test_what_tells_a_rule_set_apart_is_in_it(rules: RuleFile) -> None:
    land = loaded(rules.name).rules.fantasyland
    assert land is not None
    top = land.enter[Row.TOP]
    cards = {
        land.cards + extra
        for row in ("Q Q 2", "K K 2", "A A 2", "2 2 2")
        if (extra := top.value(rank(row))) is not None
    }
    assert {int(number) for number in re.findall("[0-9]+", rules.differs) if 10 < int(number) < 20} == cards


@each("text", SUMS)
def test_everything_fits_in_eighty_columns(text: str) -> None:
    one = loaded(text)
    for parts in (show_rules(one, reach(one.rules)), diff_rules(one, loaded("chinese-hawaiian"))):
        assert max(map(len, as_lines(parts))) <= 80


@each("text", SUMS)
def test_every_setting_is_spoken_of(text: str) -> None:
    """But for those that cannot matter: points of pairs where none compare, claims where no natural is."""
    one = loaded(text)
    spoken = {path for sentence in sentences(one.rules.settings) for path in sentence.paths}
    silent = set(one.rules.settings) - spoken
    if one.rules.compare in ("pool", "single-winner"):
        silent = {path for path in silent if path.partition(".")[0] not in ("points", "foul")}
    allowed = {"naturals.between", "naturals.declared", "naturals.pays", "pool.sweep", "royalties.count"}
    assert silent <= allowed
    assert all(path in SETTINGS or path in one.rules.settings for path in spoken)


def words(text: str, *sets: str) -> dict[str, str]:
    return {sentence.topic: sentence.text for sentence in sentences(loaded(text, *sets).rules.settings)}


@each(("text", "topic", "said"), table("words"))
def test_words(text: str, topic: str, said: str) -> None:
    assert words(text)[topic] == said


def test_words_of_what_no_preset_says() -> None:
    assert words("ofc", "wheel=second")["straights"] == "A-2-3-4-5 is the second-highest straight"
    assert words("ofc", "foul.pays=nothing")["foul"] == "neither wins nor loses anything"
    assert words("chinese-pagat", "naturals.declared=auto")["claims"].startswith("naturals count")
    assert words("ofc", "fantasyland.stay=none")["to stay"].startswith("nobody")
    assert words("ofc", "players.max=2")["players"] == "2; more players are not allowed"
    assert words("ofc-27 + jokers", "joker.copies=board")["jokers"] == (
        "2 in the deck; each makes the board as good as possible without a foul, and can be any card that is "
        "not in its board"
    )


def test_royalty_table() -> None:
    table = royalty_table(loaded("ofc").rules.settings)
    assert table.header == ("  royalties", "top", "middle", "bottom")
    assert table.rows == (
        ("  pair 6 to A", "1 to 9", "", ""),
        ("  trips 2 to A", "10 to 22", "", ""),
        ("  trips", "", "2", ""),
        ("  straight", "", "4", "2"),
        ("  flush", "", "8", "4"),
        ("  full house", "", "12", "6"),
        ("  quads", "", "20", "10"),
        ("  straight flush", "", "30", "15"),
        ("  royal flush", "", "50", "25"),
    )


def test_royalty_table_of_a_low_middle_goes_from_high_to_low() -> None:
    rows = royalty_table(loaded("ofc-27").rules.settings).rows
    assert [(row[0].strip(), row[2]) for row in rows if row[2]] == [
        ("high card 9", "1"),
        ("high card 8", "2"),
        ("high card 7", "4"),
        ("high card 7-5-4-3-2", "8"),
    ]


def test_a_foul_at_a_price_pays_no_royalties_that_replace_the_price_of_rows() -> None:
    """A won row pays them instead of its point, and such a foul loses no rows."""
    both = [loaded(name, "foul.pays=6") for name in ("chinese-pagat", "chinese")]
    said = [s.text for one in both for s in sentences(one.rules.settings) if s.topic == "foul"]
    assert said == [
        "pays 6 and no royalties; two fouls pay nothing",
        "pays 6 and the other's royalties; two fouls pay nothing",
    ]


def test_what_layers_changed_is_shown() -> None:
    lines = as_lines(show_rules(loaded("ofc + pineapple + sweep-3"), "many deals at once"))
    at = lines.index("pineapple: Pineapple, fantasyland with 14 cards")
    assert lines[at + 1 : at + 4] == [
        "  players.max        4 -> 3",
        "  players.more       problem -> warning",
        "  fantasyland.cards  13 -> 14",
    ]
    at = lines.index("sweep-3: Three extra points for winning all three rows")
    assert lines[at + 1] == "  changes nothing here"
    (scoop,) = [line for line in lines if line.startswith("  scoop  ")]
    assert scoop.endswith("sweep-3")


def test_show_says_that_no_set_is_special() -> None:
    assert as_lines(show_rules(loaded("ofc-27"), "many deals at once"))[-3:] == [
        "You can write a rule file of your own. Begin it with",
        "  extends: ofc-27",
        "then write the settings that differ. Use it by its path: `rules: ./house.yaml`.",
    ]


def test_diff_of_equal_sets() -> None:
    lines = as_lines(diff_rules(loaded("ofc + pineapple"), loaded("ofc-pineapple")))
    digest = loaded("ofc-pineapple").rules.digest
    assert lines == [f"ofc + pineapple and ofc-pineapple have the same settings (digest {digest})"]


def test_diff_shows_settings_that_no_sentence_speaks_of() -> None:
    (table,) = diff_rules(loaded("ofc"), loaded("ofc", "limits.first=dealer"))
    assert isinstance(table, Table)
    assert table.rows == (("limits.first", "left-of-dealer", "dealer"),)


def test_diff_shows_only_what_differs() -> None:
    (table,) = diff_rules(loaded("ofc"), loaded("ofc-flat-trips"))
    assert isinstance(table, Table)
    assert table.header == ("", "ofc", "ofc-flat-trips")
    assert table.rows == (("top trips", "2 to A 10 to 22", "20"),)


@each(("a", "b"), list(combinations(PRESETS, 2)))
def test_sets_that_differ_have_a_diff(a: str, b: str) -> None:
    (table,) = diff_rules(loaded(a), loaded(b))
    assert isinstance(table, Table)
    assert table.rows
    assert all(row[1] != row[2] for row in table.rows)


def test_a_dump_answers_the_doubts_that_were_answered(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    text = (
        "name: house\nextends: chinese-pagat\nroyalties: {top: {trips: {2: 3, 3: 2}}}\n"
        "doubts: {royalties.top: intended}\n"
    )
    path.write_text(text, encoding="utf-8")
    one, problems = check_file(str(path))
    assert one is not None
    assert not problems
    path.write_text(dump_rules(one), encoding="utf-8")
    assert "doubts: {royalties.top: intended}\n" in path.read_text("utf-8")
    assert check_file(str(path))[1] == []


@each("text", SUMS)
def test_a_dump_is_a_rule_file_of_the_same_digest(text: str, tmp_path: Path) -> None:
    one = loaded(text)
    path = tmp_path / "house.yaml"
    path.write_text(dump_rules(one), encoding="utf-8")
    again, problems = check_file(str(path))
    assert not problems, problems
    assert again is not None
    assert again.rules.digest == one.rules.digest
    assert again.rules.settings == one.rules.settings


@each(
    ("value", "text"),
    [
        (None, "none"),
        ({}, "none"),
        ("none", "none"),
        ([], "[]"),
        (3, "3"),
        ({"factor": 2}, "{factor: 2}"),
        ([{"kind": "dragon", "points": 13}], "[{kind: dragon, points: 13}]"),
    ],
)
def test_flow(value: object, text: str) -> None:
    assert flow(value) == text


def test_a_table_keeps_long_words_whole() -> None:
    table = Table("t", ("", ""), (("  a.very.long.key.that.stays.whole", "words " * 20),))
    lines = table.lines(60)
    assert lines[0] == "t"
    assert lines[1].startswith("  a.very.long.key.that.stays.whole  words")
    assert max(map(len, lines)) <= 60


def test_a_table_is_wider_than_asked_where_its_words_are() -> None:
    """A long name is not cut, because nobody could find the file then."""
    path = f"./{'h' * 90}.yaml"
    lines = Table("", ("", "ofc", path), (("scoop", "none", "some words"),)).lines()
    assert lines == ["scoop", "  ofc: none", f"  {path}:", "    some words"]


def test_a_row_is_stacked_where_its_columns_would_be_too_narrow() -> None:
    text = "winning all three rows pays some points more"
    lines = Table("", ("", "ofc", "chinese"), (("scoop", text, text),)).lines(40)
    assert lines == [
        "scoop",
        "  ofc: winning all three rows pays some",
        "    points more",
        "  chinese: winning all three rows pays",
        "    some points more",
    ]
