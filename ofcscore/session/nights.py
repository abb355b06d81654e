"""The nights of a session, and how its logs are called: never by a path of the machine they lie on."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from ofcscore.scoring.deal import Deal


class Night(NamedTuple):
    """Deals that were played together: those of a log, and of a log with several dates those of one date."""

    file: str
    date: str | None = None


class Nights:
    """Says of each deal of a session in turn which night it is of; `all` are those up to there."""

    def __init__(self) -> None:
        self.all: list[Night] = []
        self._now = -1

    def of(self, deal: Deal) -> int:
        """The place of the deal's night among `all`."""
        file, date = deal.table.file, deal.date
        now = self.all[self._now] if self.all else None
        if now is None or file != now.file:
            self._now = self._place(Night(file, date))
        elif date is not None and date != now.date:
            if now.date is None:
                self.all[self._now] = Night(file, date)
            else:
                self._now = self._place(Night(file, date))
        return self._now

    def _place(self, night: Night) -> int:
        if night not in self.all:
            self.all.append(night)
        return self.all.index(night)

    def names(self) -> list[str]:
        """What each night is called: by its log, by its date in the only log, by both in one of several."""
        logs = log_names(dict.fromkeys(night.file for night in self.all))
        files = [night.file for night in self.all]
        names = []
        for night in self.all:
            if night.date is None or files.count(night.file) == 1:
                names.append(logs[night.file])
            else:
                names.append(night.date if len(logs) == 1 else f"{logs[night.file]} {night.date}")
        return names


def log_names(files: Iterable[str]) -> dict[str, str]:
    """What the logs of a session are called by: their files without folder and suffix.

    Of two with the same name as much of the folders is told as tells them apart, or else the suffix.

    >>> list(log_names(["season/2026-09.ofc", "season/2026-10.ofc"]).values())
    ['2026-09', '2026-10']
    >>> list(log_names(["ana/night.ofc", "ben/night.ofc", "ben/night.yaml"]).values())
    ['ana/night', 'ben/night.ofc', 'night.yaml']
    """
    ways = {file: _ways(file) for file in files}
    names = {}
    for file, own in ways.items():
        others = {way for other, theirs in ways.items() if other != file for way in theirs}
        names[file] = next((way for way in own if way not in others), file)
    return names


def _ways(file: str) -> list[str]:
    """What a log may be called, the shortest first."""
    path = file.strip("<>").replace(os.sep, "/")
    without = os.path.splitext(path)[0]
    return [*_endings(without), *_endings(path)]


def _endings(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[-count:]) for count in range(1, len(parts) + 1)]
