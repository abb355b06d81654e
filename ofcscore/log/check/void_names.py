"""Void deals that lines of a log name: each name belongs to exactly one deal."""

import re
from collections.abc import Sequence
from functools import cache

from ofcscore.diagnostics.collected import Problems
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
    return _otherwise().search(reason) is not None


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
                problems.refuse(
                    "void-unclear", said.place, what, "write `void: deal 1` for each deal that is void"
                )
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
