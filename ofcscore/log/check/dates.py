"""Dates of logs and deals: days of the calendar, year first; of others, which day they may mean."""

import re
from typing import Final

from ofcscore.log.dates import calendar_day, days_meant
from ofcscore.log.syntax import Text, in_their_line
from ofcscore.problems.collected import Problems

_DATE: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONG: Final = 60
"""From how many letters on a line is not shown as a whole."""


def read_date(date: Text | None, problems: Problems, name: Text | None = None) -> str | None:
    """A date as written, None (and a problem) where it is no day; it may be meant as a part of the `name`."""
    if date is None:
        return None
    if _DATE.fullmatch(date.text) and calendar_day(*date.text.split("-")):
        return date.text
    problems.refuse("date", date.place, f"{date.text} is no date", _hint(date, name))
    return None


def _hint(date: Text, name: Text | None) -> str:
    meant = [_in_its_line(date, day) for day in days_meant(date.text)]
    if len(meant) > 1:
        return f"which day is it? Write {' or '.join(meant)}"
    if meant:
        return f"write {meant[0]}"
    said = "write year, month and day, as in 2026-11-20"
    if name is None or not _stand_together(name, date):
        return said
    in_quotes = f'a name of several words goes in quotes: write `deal "{name.text} {date.text}"`'
    return in_quotes if date.text.isalpha() else f"{said}; {in_quotes}"


def _stand_together(name: Text, date: Text) -> bool:
    """Return True if only blanks stand between a deal's name and the date behind it."""
    between = name.line.text[name.column - 1 + name.width : date.column - 1]
    return name.line == date.line and between.isspace()


def _in_its_line(date: Text, day: str) -> str:
    """A day in the place of a date in its line; the day alone where the line is long."""
    line = in_their_line((date,), day)
    return f"`{day if line is None or len(line) > _LONG else line}`"
