"""The days of the calendar that people mean by dates in other orders."""

import re
from typing import Final

_FIGURES: Final = "([0-9]{1,4})([./ -]+)([0-9]{1,2})([./ -]+)([0-9]{1,4})[.]?"
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = f"[ .,-]*({'|'.join(_MONTHS)})[a-z]*[ .,-]*"
_ORDINAL: Final = "(?<=[0-9])(?:st|nd|rd|th)"
_CENTURY: Final = 2000
_SHORT: Final = 2
"""A year of so many figures, or fewer, is one of this century."""


def days_meant(text: str) -> list[str]:
    """The days that a date may mean, in canonical form.

    >>> days_meant("20.11.2026"), days_meant("Nov 20, 2026"), days_meant("11/12/26")
    (['2026-11-20'], ['2026-11-20'], ['2026-12-11', '2026-11-12'])
    """
    said = re.sub(_ORDINAL, "", text.lower().strip("()[],"))
    plain = re.sub(_MONTH, lambda found: f"/{_MONTHS.index(found[1]) + 1}/", said).strip("/")
    figures = re.fullmatch(_FIGURES, plain.replace(",", "/"))
    if figures is None:
        return []
    first, sign, second, _, third = figures.groups()
    if len(first) > _SHORT:
        orders = [(first, second, third)]
    elif re.match(_MONTH, said):
        orders = [(third, first, second)]
    elif plain != said:
        orders = [(third, second, first)]
    else:
        orders = [(third, second, first), (third, first, second)]
        if len(third) <= _SHORT and "-" in sign:
            orders.append((first, second, third))
    return list(dict.fromkeys(day for day in (calendar_day(*order) for order in orders) if day))


def calendar_day(year: str, month: str, day: str) -> str | None:
    """The day of the calendar, None where there is none of these figures."""
    from datetime import date

    whole = int(year) + (_CENTURY if len(year) <= _SHORT else 0)
    try:
        return date(whole, int(month), int(day)).isoformat()
    except ValueError:
        return None
