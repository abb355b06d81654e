"""Bad inputs 52 to 64, YAML: every value is text, nothing is constructed, nothing is lost in silence."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Final

from tests.bad_inputs.test_numbers import memory_of
from tests.command import Ran
from tests.trials import BOTH, YAML, Trial

NAME: Final = "x.yaml"
BOMB: Final = "a: &a [x, x]\n" + "".join(
    f"{new}: &{new} [*{old}, *{old}, *{old}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def first_deal(ran: Ran) -> dict[str, Any]:
    deal: dict[str, Any] = json.loads(ran.out)["deals"][0]
    return deal


def test_053_every_value_is_text(trial: Trial) -> None:
    good = "boards:\n  No: {top: 224, mid: 99855, bot: 33367}\n  007: {top: 665, mid: 44872, bot: TTTJJ}\n"
    deal = first_deal(trial.accepted(good, "--format", "json", name=NAME))
    assert [board["player"] for board in deal["boards"]] == ["No", "007"]
    assert deal["boards"][0]["rows"]["top"]["cards"] == "2 2 4"


def test_054_aliases_of_aliases_take_no_memory(trial: Trial) -> None:
    trial.accepted(YAML, name=NAME)
    assert memory_of(partial(trial.refused, BOMB + YAML, name=NAME)) < 2_000_000


def test_056_nesting_takes_no_memory(trial: Trial) -> None:
    trial.accepted(YAML, name=NAME)
    assert memory_of(partial(trial.refused, "[" * 100_000, name=NAME)) < 4_000_000


def test_058_several_documents_are_several_deals(trial: Trial) -> None:
    ran = trial.accepted(f"---\n{YAML}---\n{YAML.replace('762', '763')}", "--format", "json", name=NAME)
    assert len(json.loads(ran.out)["deals"]) == 2


def test_063_text_in_a_block(trial: Trial) -> None:
    """The boards of a deal as lines of text (design 4: the text that would follow the colon)."""
    block = "boards: |\n" + "".join(f"  {line}\n" for line in BOTH.splitlines())
    assert trial.accepted(block, name=NAME).out == trial.accepted(YAML, name=NAME).out
