"""Where the problems of a run are collected while a log streams by."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from ofcscore.problems.problem import KEPT_AT_MOST, Exit, Place, Problem

_HEADS: Final = (r'[ \t*"]*([^\s:;,."*]+)', r'[ \t*"]*([^:"*]+?)["*]*[ \t]*:')
"""The first word of a line, and all before its colon, without quotes and marks of bold letters."""


class Problems:
    """Collects problems: the first thousand of a kind are kept, all of them are counted.

    A log of any length may have something wrong in every line, and memory must not grow with it. Problems
    come nearly in the order of the log, so the first ones are those that are shown.
    """

    __slots__ = ("_kept", "errors", "left_out", "recorded", "status", "unread", "warnings")

    def __init__(self) -> None:
        self._kept: list[Problem] = []
        self.errors = 0
        self.warnings = 0
        self.left_out = 0
        """How many deals were left out because something in them could not be read or cannot exist."""
        self.recorded: Counter[str] = Counter()
        """How many results the records of rooms state, by their files."""
        self.unread: set[str] = set()
        """The keys of which a value could not be read."""
        self.status = Exit.OK

    def add(self, problem: Problem) -> None:
        """Takes one problem in."""
        if problem.warning:
            self.warnings += 1
            count = self.warnings
        else:
            self.errors += 1
            count = self.errors
            self.status = max(self.status, problem.status)
        if count <= KEPT_AT_MOST:
            self._kept.append(problem)

    def refuse(self, code: str, place: Place, message: str, hint: str | None = None) -> None:
        """Takes in a problem for which what it is about cannot be used."""
        self.add(Problem(code, place, message, hint))

    def warn(self, code: str, place: Place, message: str, hint: str | None = None) -> None:
        """Takes in a warning."""
        self.add(Problem(code, place, message, hint, warning=True))

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.add(problem)

    def are_about(self, key: str) -> bool:
        """Whether a key is unread, or an error stands in a line that begins so, or its hint writes one."""
        begins = re.compile(rf"[ \t]*(?ai:{key.removesuffix('s')})")
        told = re.compile(rf"`(?ai:{key})")
        errors = (problem for problem in self._kept if not problem.warning)
        return key in self.unread or any(
            begins.match(p.place.text or "") or told.search(p.hint or "") for p in errors
        )

    @property
    def line_heads(self) -> frozenset[str]:
        """What the lines begin with in which errors stand: their first word, and all before a colon."""
        texts = {p.place.text for p in self._kept if not p.warning and p.place.text}
        found = (re.match(pattern, text) for text in texts for pattern in _HEADS)
        return frozenset(match[1] for match in found if match is not None)

    @property
    def kept(self) -> tuple[Problem, ...]:
        """The problems that were kept, in the order in which they were found."""
        return tuple(self._kept)

    def __len__(self) -> int:
        return self.errors + self.warnings
