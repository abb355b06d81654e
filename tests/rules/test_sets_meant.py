"""Rule sets that somebody may have meant by other words: the one or two that fit, each as a line to paste."""

from __future__ import annotations

from ofcscore.rules.files import shipped_names, title_of
from ofcscore.rules.loading import suggest
from tests.command import run
from tests.loops import each

PRESETS, OPTIONS = shipped_names()
NOTHING = "`ofcscore rules list` shows all names; a rule file needs a slash: `./house.yaml`"


@each(
    ("typed", "hint"),
    [
        (
            "2 to 7 Pineaple",
            "did you mean `rules: ofc-27` (Pineapple open-face with a deuce-to-seven middle)?",
        ),
        (
            "ofc pinapple",
            "did you mean `rules: ofc-pineapple` (Pineapple open-face, fantasyland with 14 cards)?",
        ),
        ("ofc + moom + surrender", "did you mean `rules: ofc + moon + surrender`"),
        ("ofc no fantasyland", "did you mean `rules: ofc + no-fantasyland`?"),
        ("ofc + surrender moon", "write `rules: ofc + surrender + moon`"),
        ("chinese 2-4 scoring", "did you mean `rules: chinese + two-four`?"),
        ("ofc 2-4", NOTHING),
        ("Taiwanese", NOTHING),
        ("our own", NOTHING),
        ("ofc without royalties", NOTHING),
        (
            "ofc-pineapple + points.scoop=4",
            "remove it here, and use `--set points.scoop=4` on the command line,",
        ),
    ],
)
def test_what_is_suggested(typed: str, hint: str) -> None:
    """Nothing else of the line changes, and no other game is suggested."""
    ran = run("check", "-", "--from", "text", stdin=f"rules: {typed}\nAnn: foul\nBen: foul\n".encode())
    assert f"  help: {hint}" in ran.err


@each("typed", ["xyz", "", "?", "the of", "ofc" * 500])
def test_what_is_like_nothing_is_not_guessed(typed: str) -> None:
    assert suggest(typed, PRESETS) == ()


@each("name", [*PRESETS, *OPTIONS])
def test_a_title_or_a_slip_finds_its_rule_set(name: str) -> None:
    names = PRESETS if name in PRESETS else OPTIONS
    assert suggest(name.upper(), names) == (name,)
    assert suggest(name.replace("-", " "), names) == (name,)
    assert name in suggest(f"{name}x", names)
    assert name in suggest(title_of(name), names)


def test_a_sum_is_put_in_order_and_loses_nothing() -> None:
    log = b"rules: moon + ofc + surrender\nAnn: foul\nBen: foul\n"
    assert "write it first: `ofc + moon + surrender`" in run("check", "-", stdin=log).err
