"""A few seconds of coverage-guided fuzzing on each reader, from the kept corpus (`pytest -m fuzz`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.fuzz_readers import SUFFIXES, run


@pytest.mark.fuzz
@pytest.mark.parametrize("reader", SUFFIXES)
def test_a_few_seconds_find_nothing(reader: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris has no wheel for this Python")
    tried, found = run(reader, 8, tmp_path)
    assert found == []
    assert tried > 0
