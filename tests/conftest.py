"""What every test shares: hypothesis without deadlines, and a plain terminal of 80 columns."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.refusals import letter

__all__ = ["letter"]

# A slow machine is no failure of the program, so nothing is judged by the clock of one example.
settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("thorough", parent=settings.get_profile("default"), max_examples=2_000)
settings.register_profile(
    "repeatable", parent=settings.get_profile("default"), derandomize=True, database=None, max_examples=15
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """80 columns, no colour, whatever the terminal or CI that runs the tests says."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)
