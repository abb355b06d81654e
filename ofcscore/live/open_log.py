"""A log that is open at a table: what is typed goes through the engine, and is on disk before it is shown.

The draft, a file beside the log, keeps what is entered of a deal until the deal is written. It says what is
entered for each text that the log may have: before and after a change is written.
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

from ofcscore.diagnostics.problem import Exit, Place, Problem, ProblemsError, show
from ofcscore.diagnostics.words import listed, reason
from ofcscore.files.written import (
    ChangedError,
    InUseError,
    LogFile,
    as_bytes,
    atomic_write,
    delete_durably,
    undisturbed,
)
from ofcscore.live.output import joined, result_lines
from ofcscore.live.prompt import begin, seat_words, step, what_is_lost
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
    read_log,
    remark_of,
)
from ofcscore.log.read.sources import LOG_SUFFIXES, suffix_form
from ofcscore.report.wording import Style

IN_USE: Final = "another `ofcscore live` or `ofcscore host` has this log open"


class OpenLog:
    """A log that is open at a table: its state, its file and its draft.

    Call `begin` once, then give lines to `type`, or actions to `do`, until `leave` is the exit status.
    `written` is False if the last change is not in the file, `noticed` says what another program did to the
    file, `fault` why the draft cannot be written. Raise `ProblemsError` if the log cannot be written here;
    `command` is named in it.
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
        """Read the log, and go on with the draft beside it."""
        reply = begin(read_log(self.file.path, self._text), style, self.today())
        self.state, self.leave = reply.state, reply.leave
        if reply.leave is not None:
            return [*reply.said]
        said = self._go_on()
        return [*reply.said, *said, *seat_words(self.state)]

    def close(self) -> None:
        self.file.close()

    def type(self, line: str, width: int) -> list[Said]:
        """Take a line; return the output for a screen with this many columns. Changes are saved first."""
        return self.do(lambda state: step(state, line), width)

    def do(self, action: Callable[[State], Reply], width: int) -> list[Said]:
        """Take an action, like a line that is typed."""
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
        """Say what is unfinished, an error if it has to be `complete`; return the exit status."""
        if self.state.asking is Asking.SAVE:
            return ["The last change is not on disk."], Exit.FILES
        words = what_is_lost(self.state)
        lost = self._lost(self.state)
        status = Exit.FILES if lost else Exit.INPUT if words and complete else Exit.OK
        # The question whether to quit has shown it already, or the file has it.
        there = self.file.text not in (None, self.state.log.text)
        words = () if there or self.state.asking is Asking.QUIT else words
        return [*words, *lost], status

    def _lost(self, state: State) -> tuple[Said, ...]:
        if not state.log.syntaxes or not self.file.changed():
            return ()
        try:
            text = self.file.open()
        except InUseError:
            return ()
        except OSError as error:
            return (f"{show(self.file.path)} cannot be read any more: {reason(error)}.",)
        return lost_words(state.log, read_log(self.file.path, text))

    def _save(self, reply: Reply) -> list[Said]:
        said: list[Said] = []
        self.written = False
        while (after := reply.after) is not None:
            try:
                try:
                    self.file.save(after.log.text)
                    reply, self.written = Reply(after, reply.told), True
                except ChangedError:
                    text = self.file.open()
                    reply = changed(reply, after, text)
                    self.noticed = reply.said[:1]
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
        """Go on with what the draft has of this log; remove or set aside one that is of no use."""
        name = show(self.draft.path)
        try:
            logs = self.draft.read()
            if logs is None:
                aside = show(self.draft.set_aside())
                return [
                    f"{name} is damaged, or no draft of this version. It is not used, and is now {aside}."
                ]
            log = digest(self.state.log.text)
            entered = logs[log] if log in logs else next(filter(None, logs.values()), None)
            is_of_use = entered is not None and entered.is_begun and not entered.is_in(self.state.log)
            if entered is None or not (log in logs or is_of_use):
                self.draft.remove()
                return []
            if log not in logs:
                aside = show(self.draft.set_aside())
                deal = show(entered.work.name)
                told = f"{name} has deal {deal} of this log as it was before, or of another log."
                return [f"{told} It is not used, and is now {aside}. This was entered:", *entered.lines]
        except OSError as error:
            return [f"{name} cannot be used: {reason(error)}."]
        self._drafted = logs
        self.state = gone_on_with(self.state, entered)
        self._keep()
        return goes_on_words(self.state) if entered.is_begun else []

    def _keep(self, after: State | None = None) -> list[Said]:
        """Bring the draft up to date, before a change is saved also for the state after it."""
        states = filter(None, (self.state, after))
        logs = {digest(state.log.text): Entered.of(state) for state in states}
        said: list[Said] = []
        nothing = not any(logs.values())
        try:
            if nothing and self._drafted:
                self.draft.remove()
            elif not nothing and not logs.items() <= self._drafted.items():
                self.draft.write(logs)
            elif not nothing:
                logs = self._drafted
            self.fault = ""
        except OSError as error:
            nothing = True
            if not self.fault:
                fault = f"{show(self.draft.path)} cannot be written: {reason(error)}."
                said = [f"{fault} Boards are on disk when their deal is."]
            self.fault = reason(error)
        self._drafted = {} if nothing else logs
        self.state = replace(self.state, kept="" if nothing else os.path.basename(self.draft.path))
        return said


def not_saved(reply: Reply, reason: str) -> Reply:
    """Keep a change that could not be written, and ask whether to try again."""
    file = show(reply.state.log.file)
    said = f"Cannot write {file}: {show(reason)}. Nothing is lost yet: `retry` tries again."
    return Reply(replace(reply.state, asking=Asking.SAVE, unsaved=reply), (said,))


def changed(reply: Reply, after: State, text: str) -> Reply:
    """Read a file again that another program changed before (or while) it was written; keep the deal."""
    state = reply.state
    file = show(state.log.file)
    if text == after.log.text:
        return Reply(after, reply.told)
    waits = replace(state, asking=Asking.SAVE, unsaved=reply)
    if not text and state.log.text:
        return Reply(waits, (f"{file} is gone, or empty: `retry` writes all that was in it again.",))
    log = read_log(state.log.file, text)
    if log.errors or not (log.seats or state.seats):
        told = f"{file} was changed by another program, and nothing is written over that."
        return Reply(waits, (told, *log.errors, f"Mend {file}; then `retry` goes on."))
    said = [f"{file} was changed by another program and is read again.", *lost_words(state.log, log)]
    added = state.log.added(after.log).strip()
    there = added != "" and added in text and added not in state.log.text
    before = after if there else state
    seats = log.seats or before.seats
    away = before.away & frozenset(seats)
    now = replace(before, log=log, past=(), undone=(), seats=seats, away=away, asking=Asking.BOARD)
    now = replace(now, work=_renamed(now, before), aside=None, header=(), unsaved=None)
    if there:
        results = result_lines(log, state.style)
        return Reply(now, (*said, "What was entered last is in it.", *results, *now.due_words))
    if reply.again is not None:
        done = reply.again(now)
        return replace(done, said=(*said, *done.said))
    said += [] if state.header else ["The last command was not done; give it again."]
    return Reply(now, (*said, *now.due_words))


def _renamed(now: State, before: State) -> Work:
    fresh = now.next_work(now.today)
    work = before.aside or before.work
    if work.index is not None or before.header:
        return fresh
    taken = work.name in now.log.names
    todo = tuple(name for name in fresh.todo if name not in dict(work.boards))
    return replace(work, name=fresh.name if taken else work.name, date=fresh.date, todo=todo)


def lost_words(before: TextLog, after: TextLog) -> tuple[str, ...]:
    """Say which deals are no longer in a log, with their lines."""
    lost = {
        name: before.lines_of(index) for index, name in enumerate(before.names) if name not in after.names
    }
    if not lost:
        return ()
    deals, are = ("Deal", "is") if len(lost) == 1 else ("Deals", "are")
    head = f"{deals} {listed(map(show, lost), 'and')} {are} no longer in {show(before.file)}:"
    return (head, *(f"  {show(line)}" for lines in lost.values() for line in lines))


def _opened(path: str, command: str) -> tuple[str, LogFile]:
    """Open a log that nobody else plays into. Raise `ProblemsError`."""
    form, suffix = suffix_form(path)
    if suffix in LOG_SUFFIXES and form != "text":
        message = f"{command} writes text logs, and this one's name ends in {suffix}"
        hint = f"make it one: `ofcscore convert {show(path)} --to text -o NAME.ofc`"
        raise _refused("live-form", path, message, hint, Exit.USAGE)
    if path in ("", "-"):
        message = "standard input is no file" if path else "this is no name of a file"
        if path and command == "live":
            message += "; boards are typed there, or piped"
        raise _refused("live-file", path, message, f"name the log: {command} FILE", Exit.USAGE)
    file = LogFile(path)
    try:
        return file.open(), file
    except InUseError:
        hint = "one log is written at one table; quit the other first"
        raise _refused("live-in-use", path, IN_USE, hint, Exit.FILES) from None
    except OSError as error:
        message = f"cannot be written here: {reason(error)}"
        raise _refused("live-file", path, message, None, Exit.FILES) from error


def _refused(code: str, path: str, message: str, hint: str | None, status: Exit) -> ProblemsError:
    return ProblemsError([Problem(code, Place(path), message, hint, status=status)])


# -- the draft -----------------------------------------------------------------------------------------

_FORM: Final = 2
_MOST: Final = 1 << 20


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


Logs = dict[str, Entered | None]
"""The boards that are entered, by the digest of the log's text."""


def digest(text: str) -> str:
    return sha256(as_bytes(text)).hexdigest()


class DraftFile:
    """The file of a draft. Methods raise OSError."""

    def __init__(self, log: str) -> None:
        self.path = f"{os.path.realpath(log) if os.path.islink(log) else log}.draft"

    def read(self) -> Logs | None:
        """Return what the draft has; nothing without a file, None if it is damaged or of another version."""
        if not os.path.lexists(self.path):
            return {}
        if not os.path.isfile(self.path):
            raise OSError(errno.EINVAL, "it is no ordinary file", self.path)
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
        """Write the draft, with its own digest as the last line."""
        data = {log: one and {**one._asdict(), "work": asdict(one.work)} for log, one in logs.items()}
        body = json.dumps({"ofcscore draft": _FORM, "logs": data}, ensure_ascii=False, indent=1)
        with undisturbed():
            atomic_write(self.path, [as_bytes(f"{body}\n{digest(body)}\n")])

    def remove(self) -> None:
        with suppress(FileNotFoundError), undisturbed():
            delete_durably(self.path)

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
        past.append(Past(f"{state.style.text(player)}'s board", state.log.text, before, seats, text))
    away, rows = frozenset(entered.away), entered.rows
    return replace(state, seats=seats, away=away, rows=rows, work=work, past=tuple(past))


def goes_on_words(state: State) -> list[Said]:
    work = state.work
    there = joined([player for player, _ in work.boards], state.style)
    boards = "board" if len(work.boards) == 1 else "boards"
    whole = f"It has the {boards} of {there}." if there else "None of its boards is whole."
    whole += "".join(f" It has `{show(key)}`." for key in work.keys)
    said: list[Said] = ["", f"Deal {show(work.name)} was not finished, and goes on here. {whole}"]
    if not work.todo:
        said.append("Nothing of it counts yet: `done` ends it as it is.")
    return [*said, *state.due_words]
