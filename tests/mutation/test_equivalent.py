"""The mutants that are explained are mutants of the code as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutation.equivalent import EQUIVALENT

PACKAGE = Path(__file__).resolve().parents[2] / "ofcscore"


@pytest.mark.parametrize("module", sorted({module for module, _, _ in EQUIVALENT}))
def test_explained_lines_are_in_the_module(module: str) -> None:
    lines = {line.strip() for line in (PACKAGE / f"{module}.py").read_text("utf-8").splitlines()}
    assert [before for name, before, _ in EQUIVALENT if name == module and before not in lines] == []
