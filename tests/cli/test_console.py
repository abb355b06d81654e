"""The progress line appears only on a terminal and is removed at the end of a run."""

from __future__ import annotations

import io
import sys
import time

import pytest

from ofcscore.cli.console import Progress


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _shown(text: str) -> str:
    """Return the last line of a terminal after text with carriage returns."""
    line = ""
    for piece in text.split("\r"):
        line = piece + line[len(piece) :]
    return line


def _terminal(monkeypatch: pytest.MonkeyPatch) -> _Terminal:
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    return terminal


def _clock(monkeypatch: pytest.MonkeyPatch, *seconds: float) -> None:
    times = iter(seconds)
    monkeypatch.setattr(time, "monotonic", lambda: next(times))


def test_a_long_run_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is shown for one second, the clock is read every 1,024 deals, the rest is estimated."""
    terminal = _terminal(monkeypatch)
    shares = iter((0.25, 0.5, 0.999))
    progress = Progress(lambda: next(shares))
    _clock(monkeypatch, 10.0, 10.9, 12.0, 12.1, 14.0, 700.0)
    seen = []
    for _ in range(6 * 1024):
        progress.tick()
        seen.append(terminal.getvalue())
    assert seen[3 * 1024 - 2] == "", "nothing in the first second"
    assert _shown(seen[3 * 1024 - 1]) == "[######..................]  25%, 7 s left, 3,072 deals"
    assert seen[4 * 1024 - 1] == seen[3 * 1024 - 1], "at most four times a second"
    assert _shown(seen[5 * 1024 - 1]) == "[############............]  50%, 5 s left, 5,120 deals"
    assert _shown(seen[-1]).startswith("[#######################.] 100%, 1 s left, 6,144 deals")
    progress.clear()
    assert _shown(terminal.getvalue()).strip() == ""
    assert terminal.getvalue().endswith("\r"), "what comes next begins at the edge"


def test_minutes_are_said_as_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _terminal(monkeypatch)
    progress = Progress(lambda: 0.01)
    _clock(monkeypatch, 0.0, 2.0)
    progress.tick(1024)
    progress.tick(1024)
    assert _shown(terminal.getvalue()) == "[........................]   1%, 3 min left, 2,048 deals"


@pytest.mark.parametrize("share", [None, lambda: None])
def test_where_nobody_knows_how_long_it_is_the_deals_are_counted(
    share: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = _terminal(monkeypatch)
    progress = Progress(share)  # type: ignore[arg-type]
    _clock(monkeypatch, 0.0, 2.0)
    progress.tick(500)
    progress.tick(500)
    assert _shown(terminal.getvalue()) == "1,000 deals"


def test_where_no_terminal_is_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    progress = Progress()
    for _ in range(5000):
        progress.tick()
    progress.clear()
    assert stream.getvalue() == ""
