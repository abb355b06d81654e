"""Names of deals: which can be names, which are there twice, and which are those of void deals."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.check.names import NAME_LIMIT, is_name, normal_name
from ofcscore.log.read.voids import NamedVoid, Voids, deal_name, is_void_line
from ofcscore.log.syntax import DealSyntax, Entry


@cache
def _otherwise() -> re.Pattern[str]:
    """Return the words of a reason that may name a deal, or say that less than a whole deal is void.

    Few logs have a void deal, so the table of words is read at the first one.
    """
    from ofcscore.log.vocabulary import one_of, tables

    deals = [word for words in tables()["deals"].values() for word in words]
    return re.compile(
        rf"(?<![^\W_]){one_of((*deals, *(f'{word}s' for word in deals), *tables()['talk']['not_a_deal']))}"
        r"|\?|^[ \t]*[0-9]+[ \t]*(?:[.,;&+–-]|(?ai:and|und)|$)"
    )


def _names_otherwise(reason: str) -> bool:
    return _otherwise().search(_void_words().sub("", reason)) is not None


@cache
def _void_words() -> re.Pattern[str]:
    """Return the words that say that a deal is void; some have a `not` in them."""
    from ofcscore.log.vocabulary import one_of, tables

    return re.compile(rf"(?<![^\W_]){one_of(tables()['money']['void'])}")


class VoidNames:
    """The void deals that the lines of one log name, and those of them that have been read."""

    def __init__(self, voids: Voids) -> None:
        self._voids = voids
        self._met: set[str] = set()
        self._nameless = False
        """True if the name of a deal could not be read."""

    def apart(self, entries: Sequence[Entry], problems: Problems) -> tuple[Entry, ...]:
        """Return the entries without those that name a void deal; refuse those that may mean another one."""
        for entry in entries:
            void = self._voids.of(entry)
            said = entry.parts[0].words[0] if entry.key.text == "void" and entry.parts else None
            if said is not None and _names_otherwise(said.text if void is None else void.why):
                what = f"`{said.text}` may name other deals than this one, or less than a deal"
                problems.refuse("void-unclear", said.place, what, "write `void` in each deal that is void")
            elif void is not None and void.name not in self._voids.named:
                # It stands in a part of a pipe that was not read ahead.
                self._refuse(void, problems)
        return self._voids.apart(entries) if entries else ()

    def read(self, syntax: DealSyntax, problems: Problems) -> NamedVoid | None:
        """Return what makes the deal void, None if no line names it."""
        self._nameless = self._nameless or (syntax.spoiled and syntax.name is None)
        name = deal_name(syntax)
        void = self._voids.named.get(name)
        if void is None or (is_void_line(syntax) and name in self._voids.lines):
            return void
        if name in self._met:
            what = f"this line names deal {name}, and two deals are called so"
            hint = "write `void` in the deal that is void, or give each deal a name of its own"
            problems.refuse("void-unclear", void.at.place, what, hint)
        self._met.add(name)
        return void

    def finish(self, problems: Problems) -> None:
        """Refuse names that no deal of the log has."""
        for name, void in self._voids.named.items():
            if name not in self._met and not self._nameless:
                self._refuse(void, problems)

    def _refuse(self, void: NamedVoid, problems: Problems) -> None:
        what = f"no deal of this log is called {void.name}"
        hint = "name the deal that is void, as in `void: deal 1`, or write `void` in it"
        problems.refuse("void-unclear", void.at.place, what, hint)


NAMES_KEPT: Final = 10_000
RUNS_KEPT: Final = 100
_NUMBER: Final = re.compile("0*(0|[1-9][0-9]{0,16})")


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
