"""Bad inputs 52 to 64, YAML: every value is text, nothing is constructed, nothing is lost in silence."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Final

from tests.bad_inputs.test_numbers import memory_of
from tests.command import Ran
from tests.refusals import BOTH, DEAL, YAML, Letter

NAME: Final = "x.yaml"
BOMB: Final = "a: &a [x, x]\n" + "".join(
    f"{new}: &{new} [*{old}, *{old}, *{old}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def first_deal(ran: Ran) -> dict[str, Any]:
    deal: dict[str, Any] = json.loads(ran.out)["deals"][0]
    return deal


def test_052_keys_that_are_there_twice(letter: Letter) -> None:
    for text in (
        'boards:\n  Hero: {top: JJ5, mid: AA762, bot: 9TJQK, "top": 663}\n  Gus: foul\n',
        "stake: 1\nstake: 2\n" + YAML,
        YAML + YAML,
        "boards:\n  Hero: JJ5 / AA762 / 9TJQK\n  Hero: 663 / KK943 / 88844\n",
        "stake: {Hero/Gus: 2, Gus/Hero: 3}\n" + YAML,
        "boards:\n  Hero: {top: JJ5, front: 663, mid: AA762, bot: 9TJQK}\n  Gus: foul\n",
    ):
        ran = letter.refused(text, name=NAME)
        assert "repeated" in ran.err
    letter.refused('{"boards": {"A": "foul", "A": "foul", "B": "foul"}}', name="x.json")
    letter.refused('{"boards": {"A": "foul", "A": "foul", "B": "foul"}}', name="x.jsonl")


def test_053_values_that_yaml_takes_for_something_else(letter: Letter) -> None:
    text = (
        "boards:\n  Hero: {top: 665, mid: 99822, bot: 23456}\n  Gus: {top: 2_2, mid: 1:30, bot: 2026-01-02}\n"
    )
    ran = letter.refused(text, name=NAME)
    for value in ("1:30", "026-01-02"):
        assert f"{value} is not a card" in ran.err
    assert "066 is not a card" in letter.refused(text.replace("2_2", "066"), name=NAME).err
    good = "boards:\n  No: {top: 224, mid: 99855, bot: 33367}\n  007: {top: 665, mid: 44872, bot: TTTJJ}\n"
    deal = first_deal(letter.accepted(good, "--format", "json", name=NAME))
    assert [board["player"] for board in deal["boards"]] == ["No", "007"]
    assert deal["boards"][0]["rows"]["top"]["cards"] == "2 2 4"


def test_054_anchors_aliases_and_merge_keys(letter: Letter) -> None:
    letter.accepted(YAML, name=NAME)
    for text in (BOMB + YAML, "note: &x [*x]\n" + YAML, "<<: {stake: 1}\n" + YAML, "note: *x\n" + YAML):
        ran = letter.refused(text, name=NAME, within=0.5)
        assert "error[yaml-feature]" in ran.err
        assert "are not read" in ran.err
    assert memory_of(partial(letter.refused, BOMB + YAML, name=NAME)) < 2_000_000


def test_055_tags(letter: Letter) -> None:
    for tag in (
        "!!python/object/apply:os.system ['touch planted']",
        "!!python/name:os.system",
        "!!binary aGk=",
        "!!set {a}",
        "!foo x",
        "!<tag:yaml.org,2002:str> x",
        "! x",
    ):
        ran = letter.refused(f"note: {tag}\n{YAML}", name=NAME)
        assert ran.err.count("error[") == 1
        assert "are not read: every value is text" in ran.err


def test_056_nesting(letter: Letter) -> None:
    letter.accepted(YAML, name=NAME)
    for text in (
        "note: " + "[" * 33 + "]" * 33 + "\n" + YAML,
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        "{a: " * 100_000,
        "- " * 100_000,
        "".join(" " * n + "- \n" for n in range(40)),
    ):
        ran = letter.refused(text, name=NAME, within=0.5)
        assert "nested more than 32 deep" in ran.err
        letter.refused(text, "--from", "json", name="x", within=0.5)
    assert memory_of(partial(letter.refused, "[" * 100_000, name=NAME)) < 4_000_000


def test_057_tabs_and_uneven_indentation(letter: Letter) -> None:
    ran = letter.refused("boards:\n\tHero: JJ5 / AA762 / 9TJQK\n", name=NAME)
    assert "hint: use spaces, not tabs, at the start of a line" in ran.err
    letter.refused("boards:\n  Hero: JJ5 / AA762 / 9TJQK\n   Gus: foul\n", name=NAME)
    letter.refused("boards:\n  Hero:\n    top: JJ5\n   mid: AA762\n", name=NAME)


def test_058_several_documents_and_none(letter: Letter) -> None:
    ran = letter.accepted(f"---\n{YAML}---\n{YAML.replace('762', '763')}", "--format", "json", name=NAME)
    assert len(json.loads(ran.out)["deals"]) == 2
    for text in ("", "# nothing\n", "---\n---\n", "deals: []\n", "stake: 1\n"):
        assert "error[no-deals]: there is no deal in this log" in letter.refused(text, name=NAME).err


def test_059_versions_of_yaml(letter: Letter) -> None:
    letter.accepted("%YAML 1.2\n---\n" + YAML, name=NAME)
    letter.accepted("%YAML 1.1\n---\n" + YAML, name=NAME)
    ran = letter.refused("%YAML 9.9\n---\n" + YAML, name=NAME)
    assert "this is no version of YAML that is read" in ran.err


def test_060_top_levels_that_are_no_log(letter: Letter) -> None:
    for text in ("- a\n- b\n", "hello\n", "42\n", "[[]]\n", "null\n", "deals: 3\n", "boards: 3\n"):
        letter.refused(text, name=NAME)
    for text in ("[]", "3", '"x"', "null", "{}"):
        letter.refused(text, name="x.json")
        letter.refused(text + "\n", name="x.jsonl")


def test_061_keys_that_are_no_text(letter: Letter) -> None:
    for key in ("? [a, b]\n", "? {a: b}\n", "~", "''"):
        text = f"{key}: c\n{YAML}"
        letter.refused(text, name=NAME)
    letter.refused(YAML.replace("Hero", "? [a]\n  "), name=NAME)


def test_062_unknown_keys(letter: Letter) -> None:
    for text, meant in (
        ("boards:\n  Hero: {top: JJ5, mid: AA762, botom: 9TJQK}\n  Gus: foul\n", "bottom:"),
        ("staek: 3\n" + YAML, "stake"),
        ("deals:\n- deal: 1\n  bords:\n    Hero: foul\n", "boards"),
        ("dels:\n- boards: {A: foul, B: foul}\n", "deals"),
    ):
        assert f"did you mean `{meant}`?" in letter.refused(text, name=NAME).err


def test_063_text_in_a_block(letter: Letter) -> None:
    """The boards of a deal as lines of text (design 4: the text that would follow the colon)."""
    block = "boards: |\n" + "".join(f"  {line}\n" for line in BOTH.splitlines())
    assert letter.accepted(block, name=NAME).out == letter.accepted(YAML, name=NAME).out
    ran = letter.refused(block.replace("88844", "8884X"), name=NAME)
    assert "x.yaml:3:26: error[card-unknown]" in ran.err
    rows = "boards:\n  Hero: |\n    top: JJ5\n    mid: AA762\n    bot: 9TJQZ\n  Gus: foul\n"
    assert "x.yaml:5:14: error[card-unreadable]" in letter.refused(rows, name=NAME).err
    letter.refused(block.replace("boards: |\n", "boards: |\n  stake: 3\n"), name=NAME)
    letter.refused(block.replace("boards: |\n", "boards: |\n  deal 1\n"), name=NAME)


def test_064_one_form_in_the_clothes_of_another(letter: Letter) -> None:
    for text, name in ((YAML, "x.txt"), (YAML, "x.ofc"), (BOTH, "x.yaml"), ('{"deals": []}', "x.ofc")):
        ran = letter.refused(text, name=name)
        assert "error[form-mismatch]" in ran.err
        assert "--from" in ran.err
    # Without a suffix the first line says it, and a problem says what was assumed.
    letter.accepted(YAML, name="x.log")
    letter.accepted(DEAL, name="log")
    ran = letter.refused(YAML.replace("663", "66Z"), name="log")
    assert "read as YAML, by its first line" in ran.err
    letter.accepted(YAML, "--from", "yaml", name="x.txt")
    letter.refused(BOTH, "--from", "yaml", name="x.ofc")
