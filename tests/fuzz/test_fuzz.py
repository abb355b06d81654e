"""A few seconds of coverage-guided fuzzing on each reader, from the kept corpus (`pytest -m fuzz`)."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numpy")

from tests.command import Ran
from tests.fuzz import fuzz_columns
from tests.fuzz.fuzz_readers import SUFFIXES, run


@pytest.mark.fuzz
@pytest.mark.parametrize("reader", SUFFIXES)
def test_a_few_seconds_find_nothing(reader: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris has no wheel for this Python")
    tried, found = run(reader, 8, tmp_path)
    assert found == []
    assert tried > 0


@pytest.mark.fuzz
def test_a_few_seconds_of_seasons_find_nothing(tmp_path: Path) -> None:
    tried, found = fuzz_columns.fuzz(20, 1, tmp_path)
    assert found == []
    assert "seasons" in tried


@pytest.mark.long
def test_seasons_are_odd_and_follow_from_their_numbers(tmp_path: Path) -> None:
    seasons = [fuzz_columns.season(3, number) for number in range(12)]
    assert seasons == [fuzz_columns.season(3, number) for number in range(12)]
    assert len({log for season in seasons for log in season.logs.values()}) > 12
    fuzz_columns.keep(seasons[0], tmp_path / "kept", "-1\n+2")
    assert fuzz_columns.again(tmp_path / "kept") == ""


@pytest.mark.long
def test_a_season_that_differs_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = fuzz_columns.season(3, 0)
    answers = iter((Ran("a\n", "", 0), Ran("b\n", "", 0)))
    monkeypatch.setattr(fuzz_columns, "answer", lambda *_, **__: next(answers))
    assert fuzz_columns.compare(made, tmp_path).splitlines()[3:] == ["-b", "+a"]
