"""Names of deals: which can be names, and which are there twice."""

import re
from typing import Final

from ofcscore.diagnostics.collected import Problems
from ofcscore.log.check.names import NAME_LIMIT, is_name, normal_name
from ofcscore.log.syntax import DealSyntax

NAMES_KEPT: Final = 10_000
RUNS_KEPT: Final = 100
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,16}")


class DealNames:
    """The names of the deals of a log, in memory that does not grow with it.

    Numbers that count up are kept as runs; of other names the first ten thousand are watched.
    """

    def __init__(self) -> None:
        self._runs: dict[int, int] = {}
        """The last number of each run -> its first."""
        self._others: set[tuple[str, str]] = set()

    def read(self, syntax: DealSyntax, problems: Problems, *, void: bool = False) -> str:
        """Return the name of a deal; refuse a name that is not valid or that a counted deal has already."""
        if syntax.name is None:
            return "1"
        name = syntax.name.text
        if syntax.spoiled and not syntax.written and not syntax.entries:
            # Nothing of it could be read, its name neither.
            return name
        if void:
            # It may be the first try of a deal that was written down again.
            valid = _NUMBER.fullmatch(name) is not None or is_name(syntax.name, problems)
            return name if valid else normal_name(name)[:NAME_LIMIT]
        date = syntax.date.text if syntax.date is not None else ""
        if not date and _NUMBER.fullmatch(name):
            is_new = self._add_number(int(name))
        elif is_name(syntax.name, problems):
            is_new = self._add(name, date)
        else:
            return normal_name(name)[:NAME_LIMIT]
        if not is_new:
            again = f"there is already a deal {name} in this log"
            hint = (
                f"write `void` below the first `deal {name}`, or below this one, if it does not count;"
                f" if both count, call this one `deal {_other_name(name)}`"
            )
            problems.refuse("deal-name-repeated", syntax.name.place, again, hint)
        return name

    def _add_number(self, number: int) -> bool:
        """Take a number in; False where it is there already."""
        if self._is_there(number, number):
            return False
        if not self._has_room(number):
            return self._add(str(number), "")
        self.count_up(number, number)
        return True

    def _add(self, name: str, date: str) -> bool:
        """Take a name in; False where the same name with the same date is there already."""
        if (name, date) in self._others:
            return False
        if len(self._others) < NAMES_KEPT:
            self._others.add((name, date))
        return True

    def takes(self, first: int, last: int) -> bool:
        """Return True if the numbers from `first` to `last` are all new, and can be kept as a run."""
        is_number = _NUMBER.fullmatch(str(last)) is not None
        return is_number and not self._is_there(first, last) and self._has_room(first)

    def count_up(self, first: int, last: int) -> None:
        """Take in numbers that count up, which `takes` holds for."""
        self._runs[last] = self._runs.pop(first - 1, first)

    def _is_there(self, first: int, last: int) -> bool:
        """Return True if a run has one of these numbers already."""
        return any(low <= last and first <= high for high, low in self._runs.items())

    def _has_room(self, first: int) -> bool:
        """Return True if a number continues a run, or may begin one."""
        return first - 1 in self._runs or len(self._runs) < RUNS_KEPT


def _other_name(name: str) -> str:
    """Return a name like this one, as a `deal` line has it."""
    other = f"{name}b"
    return other if re.fullmatch("[A-Za-z0-9_-]+", other) else f'"{other}"'
