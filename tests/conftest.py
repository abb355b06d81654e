"""Settings of all tests: a time limit, hypothesis without deadlines, a plain terminal of 80 columns."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.trials import trial

__all__ = ["trial"]


# A slow machine is no failure of the program, so nothing is judged by the clock of one example.
settings.register_profile(
    "default",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    # Other examples for each commit: what these miss, those of another meet.
    max_examples=20,
)
settings.register_profile("ci", parent=settings.get_profile("default"), max_examples=100)
settings.register_profile("thorough", parent=settings.get_profile("default"), max_examples=2_000)
settings.register_profile(
    "repeatable", parent=settings.get_profile("default"), derandomize=True, database=None, max_examples=15
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


LIMIT: Final = 180
"""Seconds that a test may take, some twenty times what the slowest does: one that hangs fails."""
LIMITS: Final = {"browser": 600, "long": 1_200, "fuzz": 0}
"""Those of tests with a mark of their own; 0 is no limit."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    # The collector walks through all tests less often: few runs of the program make as much. Objects are not
    # frozen, as older versions of hypothesis look for references to random generators.
    gc.set_threshold(200_000)
    if config.option.hypothesis_seed is None and "HYPOTHESIS_PROFILE" not in os.environ:
        config.option.hypothesis_seed = _seed()
    config.addinivalue_line("markers", "timeout: the time limit, of pytest-timeout; each test gets its own")


def _seed() -> str | None:
    """Return the seed of random tests: the same for everybody, another for each commit.

    Return None, for other examples in each run, if the commit is unknown.
    """
    if shutil.which("git") is None:
        return None
    asked = subprocess.run(
        ["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=Path(__file__).parent
    )
    return str(int(asked.stdout[:8], 16)) if asked.returncode == 0 else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Gives every test that is to run its limit: a signal, as that ends a test alone, in any process."""
    for item in items:
        marks = [LIMITS[mark.name] for mark in item.iter_markers() if mark.name in LIMITS]
        item.add_marker(pytest.mark.timeout(min(marks, default=LIMIT), method="signal"))


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe without color, whatever the terminal or CI that runs the tests says."""
    monkeypatch.setenv("NO_COLOR", "1")
    for name in ("COLUMNS", "FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)
