"""Names of deals: which can be names, and which are there twice."""

import re
from typing import Final

from ofcscore.log.check.names import NAME_LIMIT, is_name, normal_name
from ofcscore.log.syntax import DealSyntax, Text
from ofcscore.problems.collected import Problems

NAMES_KEPT: Final = 10_000
RUNS_KEPT: Final = 100
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,16}")


class DealNames:
    """The names of the deals of a log, in memory that does not grow with it.

    Numbers that count up are kept as runs; of other names the first ten thousand are watched.
    """

    def __init__(self) -> None:
        self._runs: list[list[int]] = []
        self._others: set[tuple[str, str]] = set()

    def read(self, syntax: DealSyntax, problems: Problems) -> str:
        """The name of a deal; a problem where it can be none, a warning where it was there."""
        if syntax.name is None:
            return "1"
        name = syntax.name.text
        date = syntax.date.text if syntax.date is not None else ""
        if not date and _NUMBER.fullmatch(name):
            new = self._add_number(int(name))
            return name if new else self._repeated(syntax.name, problems)
        if not is_name(syntax.name, problems):
            return normal_name(name)[:NAME_LIMIT]
        return name if self._add(name, date) else self._repeated(syntax.name, problems)

    def _repeated(self, name: Text, problems: Problems) -> str:
        """The name of a deal that was there; a warning of it."""
        again = f"there is already a deal {name.text} in this log"
        problems.warn("deal-name-repeated", name.place, again, "give every deal a name of its own")
        return name.text

    def _add_number(self, number: int) -> bool:
        """Takes a number in; False where it is there already."""
        there, run = self._find(number, number)
        if there:
            return False
        if run is None:
            return self._add(str(number), "")
        self._go_on(run, number, number)
        return True

    def _add(self, name: str, date: str) -> bool:
        """Takes a name in; False where the same name with the same date is there already."""
        if (name, date) in self._others:
            return False
        if len(self._others) < NAMES_KEPT:
            self._others.add((name, date))
        return True

    def run_for(self, first: int, last: int) -> list[int] | None:
        """The run that numbers from one to another go on with, an empty one where they begin one.

        None where one of them may be there already, or there are too many runs.
        """
        there, run = self._find(first, last)
        return run if _NUMBER.fullmatch(str(last)) and not there else None

    def count_up(self, first: int, last: int) -> None:
        """Takes in numbers that count up, which `run_for` has a run for."""
        _, run = self._find(first, last)
        self._go_on(run or [], first, last)

    def _find(self, first: int, last: int) -> tuple[bool, list[int] | None]:
        """Whether one of these numbers is there already, and the run that they go on with.

        The run is empty where they begin one, None where there are too many.
        """
        before: list[int] | None = [] if len(self._runs) < RUNS_KEPT else None
        for run in self._runs:
            low, high = run
            if first <= high and low <= last:
                return True, None
            if high + 1 == first:
                before = run
        return False, before

    def _go_on(self, run: list[int], first: int, last: int) -> None:
        if run:
            run[1] = last
        else:
            self._runs.append([first, last])
