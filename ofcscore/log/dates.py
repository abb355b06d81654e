"""Parse dates of logs and deals, and suggest what ambiguous dates may mean."""

import re
from functools import cache
from typing import Final

from ofcscore.diagnostics.problem import Problems, listed
from ofcscore.log.syntax import Text, in_their_line
from ofcscore.log.words import tables

_FIGURES: Final = "([0-9]{1,4})([./ -]+)([0-9]{1,2})([./ -]+)([0-9]{1,4})[.]?"
_ORDINAL: Final = "(?<=[0-9])(?:st|nd|rd|th|er|º|ª)"
_DATE: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def days_meant(text: str) -> list[str]:
    """Return the days that a date may mean, in canonical form.

    >>> days_meant("20.11.2026"), days_meant("Nov 20, 2026"), days_meant("11/12/26")
    (['2026-11-20'], ['2026-11-20'], ['2026-12-11', '2026-11-12'])
    """
    said = re.sub(_ORDINAL, "", _clock().sub("", text.lower().strip("()[],")))
    said = _short_day().sub("", said)
    said = re.sub("[年月]", "/", said).replace("日", "")
    months = _months()
    plain = re.sub(r"[ .,-]*([^\W\d_]+)[ .,-]*", lambda found: months.get(found[1], found[0]), said)
    is_first = re.match("/[0-9]+/[0-9]", plain) is not None
    plain = plain.strip("/ ")
    figures = re.fullmatch(_FIGURES, plain.replace(",", "/"))
    if figures is None:
        return []
    first, sign, second, between, third = figures.groups()
    if len(first) > 2:
        orders = [(first, second, third)]
    elif is_first:
        orders = [(third, first, second)]
    elif plain != said or sign == "." == between:
        orders = [(third, second, first)]
    else:
        orders = [(third, second, first), (third, first, second)]
        if len(third) <= 2 and "-" in sign:
            orders.append((first, second, third))
    return list(dict.fromkeys(day for day in (calendar_day(*order) for order in orders) if day))


@cache
def _clock() -> re.Pattern[str]:
    """Return the pattern of the time and zone after a date, as in mails."""
    from ofcscore.log.vocabulary import ENGLISH

    return ENGLISH.shape(
        r"(?:,|(?: @talk.at|talk.at_beside_day@)?) [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?"
        r"(?:~(?:[ap]\.?m\.?|@talk.oclock@))?(?:~(?:utc|gmt|[a-z]{1,2}s?t|[+-][0-9]{4}))*~$"
    )


@cache
def _short_day() -> re.Pattern[str]:
    """Return the pattern of a short weekday before a day of a month: `ven. 21 nov. 2025`."""
    short = "|".join(tables()["short-days"]["all"])
    return re.compile(rf"^(?:{short})\.?,?[ ]+(?=[0-9]{{1,2}}(?:[./-][0-9]|\.?[ ]+(?:de[ ]+)?[^\W\d_]))")


@cache
def _months() -> dict[str, str]:
    """Return the words of dates: months as numbers between slashes, weekdays as ""."""
    weekdays = (day for days in tables()["weekdays"].values() for day in days)
    found = dict.fromkeys((*weekdays, "de", "of", "del"), "")
    for names in tables()["months"].values():
        for number, name in enumerate(names, 1):
            for form in (name, name[:3], name[:4], name[:5]):
                found.setdefault(form, f"/{number}/")
    return found


def is_day_first(text: str) -> bool | None:
    """Return True if dates have the day first, False for the month, None if unknown.

    >>> is_day_first("07.11.2024 21.11.2024"), is_day_first("11/30/24"), is_day_first("07.11.2024")
    (True, False, None)
    """
    found = re.findall(r"(?<![0-9./-])([0-9]{1,2})([./])([0-9]{1,2})\2(?:[0-9]{2}){1,2}(?![0-9])", text)
    numbers = ((int(first), int(second)) for first, _, second in found)
    orders = {first > 12 for first, second in numbers if (first > 12) != (second > 12)}
    return orders.pop() if len(orders) == 1 else None


def day_of(text: Text, *, day_first: bool | None = None) -> Text:
    """Return a date normalized; unchanged if it is invalid or ambiguous.

    `day_first` is the order of digits in the rest of the log, None if unknown.
    """
    days = days_meant(text.text)
    if len(days) == 2 and day_first is not None:
        days = days[:1] if day_first else days[1:]
    return text.with_text(days[0]) if len(days) == 1 and days[0] != text.text else text


def calendar_day(year: str, month: str, day: str) -> str | None:
    """Return the ISO date of these numbers, None if there is no such day."""
    from datetime import date

    whole = int(year) + (2000 if len(year) <= 2 else 0)
    try:
        return date(whole, int(month), int(day)).isoformat()
    except ValueError:
        return None


def read_date(date: Text | None, problems: Problems, name: Text | None = None) -> str | None:
    """Return a date as written; if it is invalid, report it and return None.

    If the date may be part of a deal's name, `name` is the rest of that name.
    """
    if date is None:
        return None
    if _DATE.fullmatch(date.text) and calendar_day(*date.text.split("-")):
        return date.text
    days = days_meant(date.text)
    months = tables()["months"]["en"] if days else ()
    parts = (day.split("-") for day in days)
    meant = [f"{int(day)} {months[int(month) - 1].capitalize()} {year}" for year, month, day in parts]
    in_lines = ((day, in_their_line((date,), day)) for day in days)
    lines = [f"`{day if line is None or len(line) > 60 else line}`" for day, line in in_lines]
    if len(days) == 2 and re.search("[0-9]{4}", date.text):
        places = (problem.place for problem in problems.kept if problem.code == "date")
        told = {(at.text or "")[at.column - 1 : at.column - 1 + at.width] for at in places if at.column}
        if date.text not in told:
            help = f"if it is {meant[1]}, write {lines[1]}"
            problems.warn("date", date.place, f"{date.text} is read as {meant[0]}", help)
        return days[0]
    if len(days) > 1:
        message, hint = f"could be {listed(meant)}", f"write {' or '.join(lines)}"
    elif days:
        message, hint = "is not in the format 2026-11-20", f"write {lines[0]}"
    else:
        message, hint = "is not a valid date", "write year, month and day, for example 2026-11-20"
        between = name.line.text[name.column - 1 + name.width : date.column - 1] if name is not None else ""
        if name is not None and name.line == date.line and between.isspace():
            in_quotes = f'if it is part of the name, write `deal "{name.text} {date.text}"`'
            hint = in_quotes if date.text.isalpha() else f"{hint}; {in_quotes}"
    problems.refuse("date", date.place, f"{date.text} {message}", hint)
    return None
