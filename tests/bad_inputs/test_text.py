"""The text notation and its bytes."""

from __future__ import annotations

import gzip
from functools import partial

import pytest

from ofcscore.log.text import grammar
from tests.bad_inputs.test_numbers import memory_of
from tests.command import run
from tests.transcripts import TESTS, parse
from tests.trials import BOTH, DEAL, GUS, YAML, Trial


def test_the_packed_log_is_a_log_whoever_packs_it() -> None:
    """Python 3.13 writes another byte into the head of what it packs, for the system that did it."""
    page = TESTS / "bad_inputs" / "067-files-that-are-no-text.txt"
    packed = parse(page.read_text(encoding="utf-8"))[0].files["x.ofc"]
    assert gzip.decompress(packed).decode() == BOTH


def test_long_lines_take_no_memory(trial: Trial) -> None:
    trial.accepted(DEAL.removesuffix("\n"))
    trial.accepted(YAML.removesuffix("\n"), name="x.yaml")
    endless = f"{BOTH}#{'x' * 10_000_000}".encode()
    path = trial.folder / "endless.ofc"
    path.write_bytes(endless)
    assert memory_of(partial(run, "score", path)) < 2_000_000


def test_files_missing_from_the_installation(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        grammar.parser.cache_clear()
        patch.setattr(grammar, "GRAMMAR", "none.lark")
        ran = trial.refused("Hero: foul\n" + GUS, status=2)
        assert ran.err == (
            "x.ofc: error[broken-installation]: broken installation: the grammar file none.lark is missing\n"
            "  help: reinstall ofcscore\n"
        )
    grammar.parser.cache_clear()
