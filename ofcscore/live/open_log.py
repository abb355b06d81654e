"""An open log: pass lines to the engine, and save each change before its output is shown.

The draft is a file beside the log. It holds the deal in progress until that deal is written to the log. While
the log is being saved, the draft has two versions: one for the old text of the log, one for the new text.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from hashlib import sha256
from itertools import count
from typing import Any, Final, NamedTuple, Self

from ofcscore.diagnostics.problem import Exit, Place, Problem, ProblemsError, listed, reason, show
from ofcscore.files.disk import (
    ChangedError,
    InUseError,
    LogFile,
    as_bytes,
    atomic_write,
    delete_durably,
    undisturbed,
)
from ofcscore.live.prompt import begin, seat_words, step, unsaved_work
from ofcscore.live.state import (
    Asking,
    Past,
    Reply,
    Said,
    State,
    TextLog,
    Work,
    board_line,
    boards_as_text,
    joined,
    read_log,
    remark_of,
    result_lines,
)
from ofcscore.log.read.sources import LOG_SUFFIXES, suffix_form
from ofcscore.report.wording import Style

IN_USE: Final = "another `ofcscore live` or `ofcscore host` has this log open"


class OpenLog:
    """An open log: its state, its file and its draft.

    Call `begin` once, then `type` for lines or `do` for actions, until `leave` is an exit status. `written`
    is False if the last change is not in the file. `noticed` reports a change of the file by another program.
    `fault` is the reason why the draft cannot be written. Raise `ProblemsError` if the log cannot be written;
    the message names `command`.
    """

    state: State
    leave: Exit | None

    def __init__(self, path: str, today: Callable[[], str], command: str = "live") -> None:
        self._text, self.file = _opened(path, command)
        self.today = today
        self.draft = DraftFile(path)
        self.written = True
        self.noticed: tuple[Said, ...] = ()
        self.fault = ""
        self._drafted: Logs = {}

    def begin(self, style: Style) -> list[Said]:
        """Read the log and resume the deal in its draft."""
        reply = begin(read_log(self.file.path, self._text), style, self.today())
        self.state, self.leave = reply.state, reply.leave
        if reply.leave is not None:
            return [*reply.said]
        said = self._go_on()
        return [*reply.said, *said, *seat_words(self.state)]

    def close(self) -> None:
        self.file.close()

    def type(self, line: str, width: int) -> list[Said]:
        """Process a typed line and save its changes; return the output for a screen of `width` columns."""
        return self.do(lambda state: step(state, line), width)

    def do(self, action: Callable[[State], Reply], width: int) -> list[Said]:
        """Run an action like a typed line: save its changes, then return the output."""
        self.written, self.noticed = True, ()
        style = self.state.style._replace(width=width)
        reply = action(replace(self.state, today=self.today(), style=style))
        if reply.leave is Exit.OK:
            lost = self._lost(reply.state)
            reply = replace(reply, said=lost, leave=Exit.FILES) if lost else reply
        self.state, self.leave = reply.state, reply.leave
        said = [*reply.said]
        if reply.after is not None:
            self._keep(reply.after)
            said += self._save(reply)
        return [*said, *self._keep()]

    def clear(self) -> None:
        self.state = replace(self.state, draft="", rows=())
        self._keep()

    def end_of_input(self, *, complete: bool) -> tuple[list[Said], Exit]:
        """Return a report of unsaved work and the exit status.

        With `complete`, an unfinished deal is an error.
        """
        if self.state.asking is Asking.SAVE:
            return ["The last change was not saved."], Exit.FILES
        words = unsaved_work(self.state)
        lost = self._lost(self.state)
        status = Exit.FILES if lost else Exit.INPUT if words and complete else Exit.OK
        # No report if the question whether to quit has shown it or the file contains the change.
        there = self.file.text not in (None, self.state.log.text)
        return [*(() if there or self.state.asking is Asking.QUIT else words), *lost], status

    def _lost(self, state: State) -> tuple[Said, ...]:
        if not state.log.syntaxes or not self.file.changed():
            return ()
        try:
            text = self.file.open()
        except InUseError:
            return ()
        except OSError as error:
            return (f"{show(self.file.path)} can no longer be read: {reason(error)}.",)
        return missing_deals(state.log, read_log(self.file.path, text))

    def _save(self, reply: Reply) -> list[Said]:
        said: list[Said] = []
        self.written = False
        # Save once more if the file was only touched, for example by a backup.
        touched = False
        while (after := reply.after) is not None:
            try:
                try:
                    self.file.save(after.log.text)
                    reply, self.written = Reply(after, reply.told), True
                except ChangedError:
                    text = self.file.open()
                    if text == reply.state.log.text and not touched:
                        touched = True
                        continue
                    reply = changed(reply, after, text)
                    self.noticed = reply.said[:1] if reply.state is not after else ()
                    if text and reply.state.asking is Asking.SAVE:
                        self.file.distrust()
            except InUseError:
                reply = not_saved(reply, IN_USE)
            except OSError as error:
                reply = not_saved(reply, reason(error))
            self.state = reply.state
            said += reply.said
        return said

    # -- the draft -------------------------------------------------------------------------------------

    def _go_on(self) -> list[Said]:
        """Resume the deal in the draft; remove or rename a draft that does not fit the log."""
        name = show(self.draft.path)
        try:
            logs = self.draft.read()
            if logs is None:
                what = f"{name} is damaged or was written by another version."
                return [f"{what} {self.draft.set_aside()}"]
            log = digest(self.state.log.text)
            entered = logs[log] if log in logs else next(filter(None, logs.values()), None)
            is_of_use = entered is not None and entered.is_begun and not entered.is_in(self.state.log)
            if entered is None or not (log in logs or is_of_use):
                self.draft.remove()
                return []
            if log not in logs:
                deal = show(entered.work.name)
                what = f"{name} has deal {deal} of another log, or of this log before a change."
                return [f"{what} {self.draft.set_aside()} It has these lines:", *entered.lines]
        except OSError as error:
            return [f"Cannot use {name}: {reason(error)}."]
        self._drafted = logs
        seats = tuple(dict.fromkeys((*self.state.seats, *entered.seats)))
        away, rows, work = frozenset(entered.away), entered.rows, entered.work
        self.state = replace(self.state, seats=seats, away=away, rows=rows, work=work)
        # `undo` removes the boards of the draft one by one.
        self.state = replace(self.state, past=_entered(self.state))
        self._keep()
        return resume_lines(self.state) if entered.is_begun else []

    def _keep(self, after: State | None = None) -> list[Said]:
        """Update the draft; before a change is saved, include the state `after` the change."""
        states = filter(None, (self.state, after))
        logs = {digest(state.log.text): Entered.of(state) for state in states}
        said: list[Said] = []
        try:
            if not any(logs.values()):
                logs = {}
                if self._drafted:
                    self.draft.remove()
            elif logs.items() <= self._drafted.items():
                logs = self._drafted
            else:
                self.draft.write(logs)
            self.fault = ""
        except OSError as error:
            if not self.fault:
                fault = f"Cannot write {show(self.draft.path)}: {reason(error)}."
                said = [f"{fault} Boards will not be saved before their deal ends."]
            self.fault, logs = reason(error), {}
        self._drafted = logs
        self.state = replace(self.state, kept=os.path.basename(self.draft.path) if logs else "")
        return said


def not_saved(reply: Reply, reason: str) -> Reply:
    """Keep a change that could not be saved, and ask if it should be tried again."""
    file = show(reply.state.log.file)
    said = f"Cannot write {file}: {show(reason)}. Nothing is lost yet. Type `retry` to try again."
    return Reply(replace(reply.state, asking=Asking.SAVE, unsaved=reply), (said,))


def changed(reply: Reply, after: State, text: str) -> Reply:
    """Reload a log that another program changed, and keep the deal in progress.

    `after` is the state that could not be saved, `text` the new text of the file.
    """
    state = reply.state
    file = show(state.log.file)
    if text == after.log.text:
        return Reply(after, reply.told)
    waits = replace(state, asking=Asking.SAVE, unsaved=reply)
    if not text and state.log.text:
        return Reply(waits, (f"{file} is now missing or empty. Type `retry` to write its content again.",))
    log = read_log(state.log.file, text)
    if log.errors or not (log.seats or state.seats):
        told = f"Another program changed {file} and left errors in it. Your last change was not written."
        return Reply(waits, (told, *log.errors, f"Correct {file}, then type `retry`."))
    said = [f"Another program changed {file}. It was read again.", *missing_deals(state.log, log)]
    added = state.log.added(after.log).strip()
    there = added != "" and added in text and added not in state.log.text
    before = after if there else state
    seats = log.seats or before.seats
    away = before.away & frozenset(seats)
    now = replace(before, log=log, undone=(), seats=seats, away=away, asking=Asking.BOARD)
    work, fresh = before.aside or before.work, now.next_work()
    name = fresh.name if before.header or work.name in log.names else work.name
    todo = tuple(name for name in fresh.todo if name not in dict(work.boards))
    work = replace(work, name=name, date=fresh.date, todo=todo)
    now = replace(now, work=work, aside=None, header=(), unsaved=None)
    now = replace(now, past=_entered(now))
    if there:
        results = result_lines(log, state.style)
        return Reply(now, (*said, "Your last change is in it.", *results, *now.due_words))
    if reply.again is not None:
        done = reply.again(now)
        return replace(done, said=(*said, *done.said))
    said += [] if state.header else ["The last command had no effect. Type it again."]
    return Reply(now, (*said, *now.due_words))


def missing_deals(before: TextLog, after: TextLog) -> tuple[str, ...]:
    """Return lines that list the deals missing from a changed log."""
    lost = {
        name: before.lines_of(index) for index, name in enumerate(before.names) if name not in after.names
    }
    if not lost:
        return ()
    deals, are = ("Deal", "is") if len(lost) == 1 else ("Deals", "are")
    head = f"{deals} {listed(map(show, lost), 'and')} {are} no longer in {show(before.file)}:"
    return (head, *(f"  {show(line)}" for lines in lost.values() for line in lines))


def _opened(path: str, command: str) -> tuple[str, LogFile]:
    """Open and lock a log; return its text and its file. Raise `ProblemsError` if that fails."""
    form, suffix = suffix_form(path)
    if suffix in LOG_SUFFIXES and form != "text":
        message = f"`{command}` needs a text log, but this is a {suffix} file"
        hint = f"convert it to a text log with `ofcscore convert {show(path)} --to text -o NAME.ofc`"
        raise _refused("live-form", path, message, hint, Exit.USAGE)
    if path in ("", "-"):
        message = "standard input cannot be the log" if path else "the file name is empty"
        if path and command == "live":
            message += ", because boards are read from it"
        hint = f"write the name of the log, for example `ofcscore {command} night.ofc`"
        raise _refused("live-file", path, message, hint, Exit.USAGE)
    file = LogFile(path)
    try:
        return file.open(), file
    except InUseError:
        hint = "quit the other program first, or use another log"
        raise _refused("live-in-use", path, IN_USE, hint, Exit.FILES) from None
    except OSError as error:
        message = f"cannot open this log for writing: {reason(error)}"
        raise _refused("live-file", path, message, None, Exit.FILES) from error


def _refused(code: str, path: str, message: str, hint: str | None, status: Exit) -> ProblemsError:
    return ProblemsError([Problem(code, Place(path), message, hint, status=status)])


# -- the draft -----------------------------------------------------------------------------------------

_FORM: Final = 2
_MOST: Final = 1 << 20


class Entered(NamedTuple):
    """The deal in progress, which is not in the log yet, and the players who are dealt in."""

    work: Work
    rows: tuple[str, ...]
    seats: tuple[str, ...]
    away: tuple[str, ...]

    @classmethod
    def of(cls, state: State) -> Self | None:
        """Return the deal in progress, None if a state has nothing beyond its log."""
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
        """Return True if the deal has boards, rows or keys."""
        return bool(self.work.keys or self.work.boards or self.rows)

    @property
    def lines(self) -> list[Said]:
        """The keys and boards as lines to type again."""
        boards = (board_line(*board) for board in self.work.boards)
        return [f"  {show(line)}" for line in (*self.work.keys, *boards)]

    def is_in(self, log: TextLog) -> bool:
        """Return True if a log has this deal with all its boards."""
        boards = {(player, text.removesuffix(remark_of(text))) for player, text in self.work.boards}
        deals = zip(log.names, log.syntaxes, strict=True)
        return any(name == self.work.name and boards <= {*boards_as_text(deal)} for name, deal in deals)


Logs = dict[str, Entered | None]
"""The deal in progress for each text that the log may have, by the text's digest."""


def digest(text: str) -> str:
    return sha256(as_bytes(text)).hexdigest()


class DraftFile:
    """A draft saved on disk. The methods raise OSError if reading or writing fails."""

    def __init__(self, log: str) -> None:
        self.path = f"{os.path.realpath(log) if os.path.islink(log) else log}.draft"

    def read(self) -> Logs | None:
        """Return the content: empty without a file, None if it is damaged or from another version."""
        if not os.path.lexists(self.path):
            return {}
        if not os.path.isfile(self.path):
            raise OSError(errno.EINVAL, "it is not a regular file", self.path)
        with open(self.path, "rb") as file:
            text = file.read(_MOST).decode("utf-8", "surrogateescape")
        body, _, check = text.rstrip("\n").rpartition("\n")
        if digest(body) != check:
            return None
        data = json.loads(body)
        if data["ofcscore draft"] != _FORM:
            return None
        return {log: Entered.read(entered) if entered else None for log, entered in data["logs"].items()}

    def write(self, logs: Logs) -> None:
        """Write the draft; its last line is the digest of the other lines."""
        data = {log: one and {**one._asdict(), "work": asdict(one.work)} for log, one in logs.items()}
        body = json.dumps({"ofcscore draft": _FORM, "logs": data}, ensure_ascii=False, indent=1)
        with undisturbed():
            atomic_write(self.path, [as_bytes(f"{body}\n{digest(body)}\n")])

    def remove(self) -> None:
        with suppress(FileNotFoundError), undisturbed():
            delete_durably(self.path)

    def set_aside(self) -> str:
        """Rename the file to keep it from being overwritten; return a sentence with its new name."""
        names = (f"{self.path}.old{number}" for number in count(1))
        free = next(name for name in names if not os.path.lexists(name))
        os.rename(self.path, free)
        return f"It was not used; its name is now {show(free)}."


def _entered(state: State) -> tuple[Past, ...]:
    """Return the points to which `undo` goes back: before each key and board of the deal in progress."""
    work, text, seats = state.work, state.log.text, state.seats
    todo = [name for name in seats if name in dict(work.boards) or name in work.todo]
    past = []
    for at, key in enumerate(work.keys):
        before = replace(work, keys=work.keys[:at], boards=(), todo=tuple(todo))
        past.append(Past(f"`{key}`", text, before, seats))
    for at, (player, board) in enumerate(work.boards):
        before = replace(work, boards=work.boards[:at], todo=tuple(todo))
        before = before.asking_first(player) if player in seats else before
        past.append(Past(f"{state.style.text(player)}'s board", text, before, seats, board))
        todo = [name for name in todo if name != player]
    return tuple(past)


def resume_lines(state: State) -> list[Said]:
    work = state.work
    there = joined([player for player, _ in work.boards], state.style)
    boards = "board" if len(work.boards) == 1 else "boards"
    whole = f"It has the {boards} of {there}." if there else "It has no complete board yet."
    whole += "".join(f" It has `{show(key)}`." for key in work.keys)
    said: list[Said] = ["", f"Deal {show(work.name)} is not finished; continue here. {whole}"]
    if not work.todo:
        said.append("It does not count yet. Type `done` to end it.")
    return [*said, *state.due_words]
