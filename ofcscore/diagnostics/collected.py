"""The problems of a run, collected while a log streams by."""

from collections import Counter
from collections.abc import Iterable

from ofcscore.diagnostics.problem import KEPT_AT_MOST, Exit, Place, Problem


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
        """The keys, and the players, of lines and values that could not be read: the first thousand."""
        self.status = Exit.OK

    def add(self, problem: Problem) -> None:
        """Take one problem in."""
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
        """Take in a problem for which what it is about cannot be used."""
        self.add(Problem(code, place, message, hint))

    def warn(self, code: str, place: Place, message: str, hint: str | None = None) -> None:
        """Take in a warning."""
        self.add(Problem(code, place, message, hint, warning=True))

    def miss(self, subject: str) -> None:
        """Note the key, or the player, that an unreadable line or value is about."""
        if len(self.unread) < KEPT_AT_MOST:
            self.unread.add(subject)

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.add(problem)

    @property
    def kept(self) -> tuple[Problem, ...]:
        """The problems that were kept, in the order in which they were found."""
        return tuple(self._kept)

    def __len__(self) -> int:
        return self.errors + self.warnings
