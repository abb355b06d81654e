"""The text notation and its bytes."""

from __future__ import annotations

from functools import partial

import pytest

from ofcscore.log.text import grammar
from tests.bad_inputs.test_numbers import memory_of
from tests.command import run
from tests.trials import BOTH, DEAL, GUS, YAML, Trial


def test_long_lines_take_no_memory(trial: Trial) -> None:
    trial.accepted(DEAL.removesuffix("\n"))
    trial.accepted(YAML.removesuffix("\n"), name="x.yaml")
    endless = f"{BOTH}#{'x' * 10_000_000}".encode()
    path = trial.folder / "endless.ofc"
    path.write_bytes(endless)
    assert memory_of(partial(run, "score", path)) < 2_000_000


def test_files_missing_from_the_installation(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        grammar.tables.cache_clear()
        patch.setattr(grammar, "GRAMMAR", "none.lark")
        ran = trial.refused("Hero: foul\n" + GUS, status=2)
        assert ran.err == (
            "x.ofc: error[broken-installation]: broken installation: the grammar file none.lark is missing\n"
            "  help: reinstall ofcscore\n"
        )
    grammar.tables.cache_clear()
