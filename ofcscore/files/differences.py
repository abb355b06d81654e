"""What is different between two texts, as a unified diff, found while their lines come."""

from typing import Final

from ofcscore.files.written import Spool

COMPARED: Final = 2_000
"""How many lines of the second text are compared at a time."""
_CONTEXT: Final = 3


class Differences:
    """A unified diff of two texts whose lines come side by side; written to a spool, hunk by hunk.

    Texts of some two thousand lines are compared as a whole. Of longer ones a stretch is compared at a time,
    up to the last line that both have in it, and so memory does not grow with them.
    """

    def __init__(self, before: str, after: str, spool: Spool) -> None:
        self.spool = spool
        self._names = f"--- {before}\n+++ {after}\n"
        self._old: list[str] = []
        self._new: list[str] = []
        self._enough = COMPARED
        self._at_old = self._at_new = 0
        """How many lines of each were compared."""
        self._same: list[str] = []
        """The last lines that both have, not yet written."""
        self._hunk: Spool | None = None
        self._from_old = self._from_new = 0

    def add_old(self, line: str) -> None:
        """Takes a line of the first text, with its end."""
        self._old.append(line)

    def add_new(self, line: str) -> None:
        """Takes a line of the second text, of whose first text at least as much was added."""
        self._new.append(line)
        if len(self._new) >= self._enough:
            self._compare()
            self._enough = len(self._new) + COMPARED

    def finish(self) -> None:
        """Compares what is left: no more lines come."""
        self._compare(finish=True)
        self._end_hunk()

    def _compare(self, *, finish: bool = False) -> None:
        from difflib import SequenceMatcher

        steps = SequenceMatcher(None, self._old, self._new).get_opcodes()
        if not finish:
            # What stands behind the last line that both have may have its like in lines to come.
            last = max((n for n, step in enumerate(steps) if step[0] == "equal"), default=-1)
            if last >= 0 and 2 * steps[last][-1] >= len(self._new):
                del steps[last + 1 :]
        old_end = new_end = 0
        for step, old_start, old_end, new_start, new_end in steps:
            if step != "equal":
                self._change(self._old[old_start:old_end], self._new[new_start:new_end])
            self._at_old += old_end - old_start
            self._at_new += new_end - new_start
            if step == "equal":
                self._same += self._old[old_start:old_end]
                if len(self._same) > 2 * _CONTEXT:
                    self._end_hunk()
                if self._hunk is None:
                    del self._same[:-_CONTEXT]
        del self._old[:old_end], self._new[:new_end]

    def _change(self, old: list[str], new: list[str]) -> None:
        if self._hunk is None:
            self._hunk = Spool()
            self._from_old = self._at_old - len(self._same)
            self._from_new = self._at_new - len(self._same)
        self._write(" ", self._same)
        self._write("-", old)
        self._write("+", new)
        self._same.clear()

    def _write(self, mark: str, lines: list[str]) -> None:
        assert self._hunk is not None
        for line in lines:
            end = "" if line.endswith("\n") else "\n\\ No newline at end of file\n"
            self._hunk.write(f"{mark}{line}{end}")

    def _end_hunk(self) -> None:
        """Writes the hunk that is open, if one is, with the first of the lines behind it that both have."""
        if self._hunk is None:
            return
        self._write(" ", self._same[:_CONTEXT])
        behind = len(self._same[_CONTEXT:])
        old = _extent(self._from_old, self._at_old - behind)
        new = _extent(self._from_new, self._at_new - behind)
        self.spool.write(f"{self._names}@@ -{old} +{new} @@\n")
        self._names = ""
        for piece in self._hunk.chunks():
            self.spool.write(piece)
        self._hunk = None
        del self._same[:_CONTEXT]


def _extent(start: int, end: int) -> str:
    """Lines as a hunk's head gives them: the first, and how many; of none the one before them."""
    if end - start == 1:
        return str(end)
    return f"{start + 1 if end > start else start},{end - start}"
