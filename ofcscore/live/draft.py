"""The draft: a file beside the log that keeps what is entered of a deal until the deal is written.

A draft says what is entered for each text that the log may have: before and after a change is written.
"""

from __future__ import annotations

import errno
import json
import os
from contextlib import suppress
from dataclasses import asdict, replace
from hashlib import sha256
from itertools import count
from typing import Any, Final, NamedTuple, Self

from ofcscore.diagnostics.problem import show
from ofcscore.files.written import atomic_write, take_away, undisturbed
from ofcscore.live.log_file import as_bytes
from ofcscore.live.output import joined
from ofcscore.live.state import (
    Past,
    Said,
    State,
    TextLog,
    Work,
    board_line,
    boards_as_text,
    remark_of,
)

_FORM: Final = 2
_MOST: Final = 1 << 20
"""The maximal size of a draft in bytes."""


class Entered(NamedTuple):
    """The part of a deal that is entered and not in the log yet, and who is dealt in."""

    work: Work
    rows: tuple[str, ...]
    seats: tuple[str, ...]
    away: tuple[str, ...]

    @classmethod
    def of(cls, state: State) -> Self | None:
        """Return what is entered, None if that is nothing but what the log says."""
        work = state.aside or state.work
        rows = state.rows if state.work.index is None else ()
        as_read = (state.seats, state.away) == (state.log.seats, state.log.away)
        if work.index is not None or (as_read and not (work.keys or work.boards or rows)):
            return None
        return cls(work, rows, state.seats, tuple(sorted(state.away)))

    @classmethod
    def read(cls, data: dict[str, Any]) -> Self:
        name, date, keys, boards, todo, _ = data["work"].values()
        work = Work(name, date, tuple(keys), tuple(map(tuple, boards)), tuple(todo))
        return cls(work, *(tuple(data[key]) for key in ("rows", "seats", "away")))

    @property
    def is_begun(self) -> bool:
        """Return True if anything of the deal is entered, not only who is dealt in."""
        return bool(self.work.keys or self.work.boards or self.rows)

    @property
    def lines(self) -> list[Said]:
        """The keys and boards as lines that can be typed again."""
        boards = (board_line(*board) for board in self.work.boards)
        return [f"  {show(line)}" for line in (*self.work.keys, *boards)]

    def is_in(self, log: TextLog) -> bool:
        """Return True if a log has the deal with all boards that are entered."""
        boards = {(player, text.removesuffix(remark_of(text))) for player, text in self.work.boards}
        deals = zip(log.names, log.syntaxes, strict=True)
        return any(name == self.work.name and boards <= {*boards_as_text(deal)} for name, deal in deals)


class Draft(NamedTuple):
    """The entered parts by the digest of the log's text; `added` is the text being appended to the log."""

    logs: dict[str, Entered | None]
    added: str = ""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Read a draft; return None if it is damaged, or of another version."""
        body, _, check = text.rstrip("\n").rpartition("\n")
        if digest(body) != check:
            return None
        data = json.loads(body)
        if data["ofcscore draft"] != _FORM:
            return None
        logs = {log: Entered.read(entered) if entered else None for log, entered in data["logs"].items()}
        return cls(logs, data["added"])

    @property
    def text(self) -> str:
        """The draft as a file, with its own digest as the last line."""
        logs = {
            log: entered and {**entered._asdict(), "work": asdict(entered.work)}
            for log, entered in self.logs.items()
        }
        data = {"ofcscore draft": _FORM, "logs": logs, "added": self.added}
        body = json.dumps(data, ensure_ascii=False, indent=1)
        return f"{body}\n{digest(body)}\n"

    def log_of(self, text: str) -> str | None:
        """Return the text that a log had before it was cut off in the middle of an added deal."""
        for length in range(len(self.added)):
            if text.endswith(self.added[:length]) and digest(text[: len(text) - length]) in self.logs:
                return text[: len(text) - length]
        return None


def digest(text: str) -> str:
    return sha256(as_bytes(text)).hexdigest()


class DraftFile:
    """The file of a draft. Methods raise OSError."""

    def __init__(self, log: str) -> None:
        self.path = f"{os.path.realpath(log) if os.path.islink(log) else log}.draft"

    def read(self) -> str | None:
        if not os.path.lexists(self.path):
            return None
        if not os.path.isfile(self.path):
            raise OSError(errno.EINVAL, "it is no ordinary file", self.path)
        with open(self.path, "rb") as file:
            return file.read(_MOST).decode("utf-8", "surrogateescape")

    def write(self, text: str) -> None:
        with undisturbed():
            atomic_write(self.path, [as_bytes(text)])

    def remove(self) -> None:
        with suppress(FileNotFoundError), undisturbed():
            take_away(self.path)

    def set_aside(self) -> str:
        """Rename the file so that nothing is written over it; return the new name."""
        names = (f"{self.path}.old{number}" for number in count(1))
        free = next(name for name in names if not os.path.lexists(name))
        os.rename(self.path, free)
        return free


def gone_on_with(state: State, entered: Entered) -> State:
    """Go on with what is entered; `undo` takes the boards back one by one."""
    work = entered.work
    seats = tuple(dict.fromkeys((*state.seats, *entered.seats)))
    order = [name for name in seats if name in dict(work.boards) or name in work.todo]
    past = []
    for at, (player, text) in enumerate(work.boards):
        had = {name for name, _ in work.boards[:at]}
        todo = tuple(name for name in order if name not in had)
        before = replace(work, boards=work.boards[:at], todo=todo).asking_first(player)
        past.append(Past(f"{state.style.text(player)}'s board: {text}", state.log.text, before, seats))
    return replace(
        state, seats=seats, away=frozenset(entered.away), rows=entered.rows, work=work, past=tuple(past)
    )


def goes_on_words(state: State) -> list[Said]:
    """Say what is there of a deal that goes on."""
    work = state.work
    there = joined([player for player, _ in work.boards], state.style)
    boards = "board" if len(work.boards) == 1 else "boards"
    whole = f"It has the {boards} of {there}." if there else "None of its boards is whole."
    whole += "".join(f" It has `{show(key)}`." for key in work.keys)
    said: list[Said] = ["", f"Deal {show(work.name)} was not finished, and goes on here. {whole}"]
    if not work.todo:
        said.append("Nothing of it counts yet: `done` ends it as it is.")
    return [*said, *state.due_words]
