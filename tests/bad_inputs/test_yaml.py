"""YAML: every value is text, nothing is constructed, nothing is lost in silence."""

from __future__ import annotations

from functools import partial
from typing import Final

from tests.bad_inputs.test_numbers import memory_of
from tests.trials import YAML, Trial

NAME: Final = "x.yaml"
BOMB: Final = "a: &a [x, x]\n" + "".join(
    f"{new}: &{new} [*{old}, *{old}, *{old}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def test_aliases_of_aliases_take_no_memory(trial: Trial) -> None:
    trial.refused(BOMB + YAML, name=NAME)  # so that nothing is read for the first time
    assert memory_of(partial(trial.refused, BOMB + YAML, name=NAME)) < 2_000_000


def test_nesting_takes_no_memory(trial: Trial) -> None:
    trial.accepted(YAML, name=NAME)
    assert memory_of(partial(trial.refused, "[" * 100_000, name=NAME)) < 4_000_000
