"""The nights of a session, and what its logs and their deals are called by who asks for one."""

import os
from typing import NamedTuple

from ofcscore.log.read.sources import log_names
from ofcscore.scoring.deal import Deal


class Night(NamedTuple):
    """Deals that were played together: those of a log, and of a log with several dates those of one date."""

    file: str
    date: str | None = None
    title: str | None = None


class NightMark(NamedTuple):
    """The start of a night: its name, and the number of deals of the session before it."""

    name: str
    before: int


class Nights:
    """Says of each deal of a session in turn which night it is of; `all` are those up to there."""

    def __init__(self) -> None:
        self.all: list[Night] = []
        self._now = -1

    def of(self, deal: Deal) -> int:
        """Return the place of the deal's night among `all`."""
        file, date, title = deal.table.file, deal.date, deal.table.title
        now = self.all[self._now] if self.all else None
        if now is None or file != now.file:
            self._now = self._place(Night(file, deal.day, title))
        elif date is not None and date != now.date:
            if now.date is None:
                self.all[self._now] = now._replace(date=date)
            else:
                self._now = self._place(Night(file, date, title))
        return self._now

    def _place(self, night: Night) -> int:
        if night not in self.all:
            self.all.append(night)
        return self.all.index(night)

    def names(self) -> list[str]:
        """Return the name of each night: its log, its date in the only log, or both in one of several."""
        logs = log_names(dict.fromkeys(night.file for night in self.all))
        files = [night.file for night in self.all]
        names = []
        for night in self.all:
            if night.date is None or files.count(night.file) == 1:
                names.append(logs[night.file])
            else:
                names.append(night.date if len(logs) == 1 else f"{logs[night.file]} {night.date}")
        return names


class Dates:
    """Says of each deal of a session in turn the last date that its log stated up to there."""

    def __init__(self) -> None:
        self._file: str | None = None
        self._date: str | None = None

    def of(self, deal: Deal) -> str | None:
        if deal.table.file != self._file:
            self._file, self._date = deal.table.file, None
        self._date = deal.day or self._date
        return self._date


def is_of(deal: Deal, date: str | None, log: str) -> bool:
    """Return True if `log` names the log of a deal, or its date.

    It may be the path or the end of it, with its suffix or not, or the deal's `date` or the month of it.
    """
    called, path = log.casefold(), deal.table.file.casefold().replace(os.sep, "/")
    if any(one == called or one.endswith(f"/{called}") for one in (path, os.path.splitext(path)[0])):
        return True
    if deal.table.log.casefold() == called:
        return True
    return date is not None and (date == called or date.startswith(f"{called}-"))
