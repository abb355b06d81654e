"""Rule sets that somebody may have meant by other words: the one or two that fit, each as a line to paste."""

from __future__ import annotations

import re

import pytest

from ofcscore.rules.files import shipped_names, title_of
from ofcscore.rules.meant import sets_meant
from tests.command import run

PRESETS, OPTIONS = shipped_names()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Pineapple OFC", ["ofc-pineapple"]),
        ("pineapple 2-7", ["ofc-27", "ofc-27-progressive"]),
        ("2 to 7 Pineaple", ["ofc-27", "ofc-27-progressive"]),
        ("Deuce-to-Seven", ["ofc-27", "ofc-27-progressive"]),
        ("open-face chinese poker", ["ofc"]),
        ("classic ofc", ["ofc"]),
        ("Pineapple", ["ofc-pineapple"]),
        ("ofc_27", ["ofc-27"]),
        ("ultimate", ["ofc-ultimate"]),
        ("vietnamese", ["chinese-vietnamese"]),
        ("ofc + shooting the moon", ["ofc + moon"]),
        ("ofc + moom + surrender", ["ofc + moon + surrender"]),
        ("ofc + FL", ["ofc + pineapple", "ofc + progressive"]),
        ("ofc + nofantasyland", ["ofc + no-fantasyland"]),
    ],
)
def test_the_line_to_paste(typed: str, meant: list[str]) -> None:
    """Nothing else of the line changes, and each line that is shown names a rule set."""
    ran = run(
        "check", "--from", "text", "-", stdin=f"stake: 1\nrules: {typed}\nAnn: foul\nBen: foul\n".encode()
    )
    (hint,) = re.findall("  help: (did you mean .*)", ran.err)
    assert re.findall("`(.*?)`", hint) == [f"rules: {one}" for one in meant]
    for one in meant:
        title = title_of(one if one in PRESETS else one.split(" + ")[1])
        assert f"`rules: {one}` ({title})" in hint
        log = f"stake: 1\nrules: {one}\nAnn: foul\nBen: foul\n"
        assert run("check", "--from", "text", "-", stdin=log.encode()).status == 0


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ofc no fantasyland", "ofc + no-fantasyland"),
        ("ofc without fantasyland", "ofc + no-fantasyland"),
        ("OFC, no FL", "ofc + no-fantasyland"),
        ("ofc-pineapple, no fantasyland", "ofc-pineapple + no-fantasyland"),
        ("Pineapple, no FL", "ofc-pineapple + no-fantasyland"),
        ("ofc 2-4", "ofc + two-four"),
        ("chinese 2-4 scoring", "chinese + two-four"),
        ("ofc 2-4, no fantasyland", "ofc + two-four + no-fantasyland"),
        ("ofc two jokers", "ofc + jokers"),
    ],
)
def test_an_option_in_words(typed: str, meant: str) -> None:
    """`ofc no fantasyland` was to be a rule set with fantasyland, and `ofc 2-4` one with a low middle."""
    log = "rules: {}\nAnn: foul\nBen: foul\n"
    ran = run("check", "-", "--from", "text", stdin=log.format(typed).encode())
    assert f"  help: did you mean `rules: {meant}`?\n" in ran.err
    assert run("check", "-", "--from", "text", stdin=log.format(meant).encode()).status == 0
    said = run("check", "-", "--rules", typed, stdin=b"Ann: foul\nBen: foul\n")
    assert f'did you mean `"{meant}"`?' in said.err


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("no fantasyland", "did you mean `rules: ofc + no-fantasyland`?"),
        ("ofc + no FL", "did you mean `rules: ofc + no-fantasyland` (No fantasyland)?"),
        ("Taiwanese", "did you mean `rules: shisanshui` (Thirteen water as played in Taiwan)?"),
        ("our own", "`rules list` prints all of them; a file has a slash: `./house.yaml`"),
        ("ofc without royalties", "`rules list` prints all of them; a file has a slash: `./house.yaml`"),
        (
            "ofc-pineapple + points.scoop=4",
            "leave it out here, and say `--set points.scoop=4` on the command line;"
            " a rule file may say it too",
        ),
        (
            "ofc, foul pays 6",
            "name the rules alone, `rules: ofc`, and say `--set foul.pays=6` on the command line;"
            " a rule file may say it too",
        ),
        (
            "ofc, scoop 4",
            "name the rules alone, `rules: ofc`, and say `--set points.scoop=4` or"
            " `--set factors.scoop=4` on the command line; a rule file may say it too",
        ),
    ],
)
def test_no_other_game_is_guessed(typed: str, hint: str) -> None:
    ran = run("check", "-", "--from", "text", stdin=f"rules: {typed}\nAnn: foul\nBen: foul\n".encode())
    assert f"  help: {hint}\n" in ran.err


@pytest.mark.parametrize("typed", ["xyz", "", "?", "the of", "ofc" * 500])
def test_what_is_like_nothing_is_not_guessed(typed: str) -> None:
    assert len(sets_meant(typed, PRESETS)) <= 2
    if len(typed) < 6:
        assert sets_meant(typed, PRESETS) == ()


@pytest.mark.parametrize("name", [*PRESETS, *OPTIONS])
def test_a_title_or_a_slip_finds_its_rule_set(name: str) -> None:
    names = PRESETS if name in PRESETS else OPTIONS
    assert sets_meant(name.upper(), names) == (name,)
    assert sets_meant(name.replace("-", " "), names) == (name,)
    assert name in sets_meant(f"{name}x", names)
    assert sets_meant(title_of(name), names)


def test_a_sum_is_put_in_order_and_loses_nothing() -> None:
    log = b"rules: moon + ofc + surrender\nAnn: foul\nBen: foul\n"
    assert "write it first: `ofc + moon + surrender`" in run("check", "-", stdin=log).err
