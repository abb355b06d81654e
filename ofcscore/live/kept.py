"""A log that is played into: what is typed goes through the engine, and is on disk before it is told."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ofcscore.live.file import ChangedError, DraftFile, InUseError, LogFile, OvertakenError
from ofcscore.live.log import read_log
from ofcscore.live.starting import begin, seat_words
from ofcscore.live.state import Asking, Reply, Said, Save, State
from ofcscore.live.step import changed, last_words, lost_words, not_saved, saved, step
from ofcscore.live.unfinished import (
    Draft,
    Entered,
    digest,
    goes_on_words,
    gone_on_with,
    is_in,
    lines_of,
    read_draft,
)
from ofcscore.log.read.sources import LOG_SUFFIXES, suffix_form
from ofcscore.problems.problem import Exit, Place, Problem, ProblemsError, show
from ofcscore.problems.words import reason
from ofcscore.report.wording import Style

IN_USE: Final = "another `ofcscore live` or `ofcscore host` has this log open"


class KeptLog:
    """A log that is open for playing: its file and its draft, locked, and all that is known at the table.

    Whoever has lines (a terminal, a pipe) calls `begin` once and gives them to `type`, until `leave` is the
    exit status; who has no lines (phones) says by `do` what becomes of the state. `written` is whether what
    was to be saved last is in the file, `noticed` what another program did to that meanwhile, `fault` why the
    draft could not be written, empty where it could. `command` is what is named where the log cannot be
    played into, which raises `ProblemsError`.
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
        self._drafted: Draft | None = None

    def begin(self, style: Style) -> list[Said]:
        """What is said at the start."""
        reply = begin(self.file.path, self._text, style, self.today())
        self.state, self.leave = reply.state, reply.leave
        if reply.leave is not None:
            return [*reply.said]
        return [*reply.said, *self._go_on(), *seat_words(self.state)]

    def close(self) -> None:
        """Lets the file go; the draft of a deal that is not finished stays."""
        self.file.close()

    def type(self, line: str, width: int) -> list[Said]:
        """What a line comes to, said on a screen of so many columns; what is to be saved is saved first."""
        return self.do(lambda state: step(state, line), width)

    def do(self, action: Callable[[State], Reply], width: int) -> list[Said]:
        """What an action comes to, as of a line that is typed."""
        self.written, self.noticed = True, ()
        style = self.state.style._replace(width=width)
        reply = action(replace(self.state, today=self.today(), style=style))
        if reply.leave is Exit.OK:
            lost = self._lost(reply.state)
            reply = replace(reply, said=lost, leave=Exit.FILES) if lost else reply
        self.state, self.leave = reply.state, reply.leave
        said = [*reply.said]
        if reply.save is not None:
            if Entered.of(reply.save.state) is not None:
                self._keep(reply.save.state, self.state.log.text, reply.save.text)
            said += self._save(reply.save)
        return [*said, *self._keep(self.state, self.state.log.text)]

    def clear(self) -> None:
        """Forgets the line that was being typed, and the rows before it."""
        self.state = replace(self.state, draft="", rows=())
        self._keep(self.state, self.state.log.text)

    def broken_off(self) -> list[Said]:
        """What is said when all ends at once: what is lost, unless the file has it already."""
        lost = last_words(self.state) if self.file.text in (None, self.state.log.text) else ()
        return [*lost, *self._lost(self.state)]

    def end_of_input(self, *, complete: bool) -> tuple[list[Said], Exit]:
        """What was not finished when the input ended, and the exit status; `complete`: it had to be."""
        words = last_words(self.state)
        if self.state.asking is Asking.SAVE:
            return [*words], Exit.FILES
        lost = self._lost(self.state)
        status = Exit.FILES if lost else Exit.INPUT if words and complete else Exit.OK
        # The question whether to quit has said so already.
        words = () if self.state.asking is Asking.QUIT else words
        return [*words, *lost], status

    def _lost(self, state: State) -> tuple[Said, ...]:
        """Which deals another program took from the file since it was last written, in words."""
        if not state.log.syntaxes or not self.file.changed():
            return ()
        try:
            text = self.file.open()
        except InUseError:
            return ()
        except OSError as error:
            return (f"{show(self.file.path)} cannot be read any more: {reason(error)}.",)
        return lost_words(state.log, read_log(self.file.path, text))

    def _save(self, save: Save) -> list[Said]:
        """Writes what is to be saved; what came of it."""
        said: list[Said] = []
        self.written = False
        while True:
            try:
                self.file.save(save.text)
            except ChangedError as change:
                reply = self._changed(
                    replace(save, overtaken=True) if isinstance(change, OvertakenError) else save
                )
            except OSError as error:
                reply = not_saved(self.state, save, reason(error))
            else:
                reply = saved(save)
                self.written = True
            self.state = reply.state
            said += reply.said
            if reply.save is None:
                return said
            save = reply.save

    def _changed(self, save: Save) -> Reply:
        """What comes of a save before which another program changed the file."""
        try:
            text = self.file.open()
        except InUseError:
            return not_saved(self.state, save, IN_USE)
        except OSError as error:
            return not_saved(self.state, save, reason(error))
        reply = changed(self.state, save, text)
        self.noticed = reply.said[:1]
        if text and reply.state.asking is Asking.SAVE:
            self.file.distrust()
        return reply

    # -- the draft -------------------------------------------------------------------------------------

    def _go_on(self) -> list[Said]:
        """Takes in the draft that lies beside the log, or sets it aside where it is of no use here."""
        name = show(self.draft.path)
        try:
            text = self.draft.read()
            if text is None:
                return []
            draft = read_draft(text)
            if draft is not None and digest(self.state.log.text) in draft.logs:
                self._drafted = draft
                self.state = gone_on_with(self.state, draft.entered)
                self._keep(self.state, self.state.log.text)
                return [*goes_on_words(self.state), *self.state.due_words] if draft.entered.is_begun else []
            if draft is not None and (not draft.entered.is_begun or is_in(draft.entered, self.state.log)):
                self.draft.remove()
                return []
            aside = show(self.draft.set_aside())
        except OSError as error:
            return [f"{name} cannot be used: {reason(error)}."]
        if draft is None:
            return [f"{name} is damaged, or no draft of this version. It is not used, and is now {aside}."]
        deal = show(draft.entered.name)
        return [
            f"{name} has deal {deal} of this log as it was before, or of another log. It is not used, and is "
            f"now {aside}. This was entered:",
            *lines_of(draft.entered),
        ]

    def _keep(self, state: State, *texts: str) -> list[Said]:
        """Brings the draft up to what is entered, beside a log of one of these texts; what went wrong."""
        entered, before = Entered.of(state), self._drafted
        draft = Draft(entered, tuple(map(digest, texts))) if entered is not None else None
        if draft is not None and before is not None and draft.is_within(before):
            draft = before
        said: list[Said] = []
        try:
            if draft is None and before is not None:
                self.draft.remove()
            elif draft is not None and draft != before:
                self.draft.write(draft.text())
            self.fault = ""
        except OSError as error:
            draft = None
            if not self.fault:
                fault = f"{show(self.draft.path)} cannot be written: {reason(error)}."
                said = [f"{fault} Boards are on disk when their deal is."]
            self.fault = reason(error)
        self._drafted = draft
        self.state = replace(self.state, kept=os.path.basename(self.draft.path) if draft is not None else "")
        return said


def _opened(path: str, command: str) -> tuple[str, LogFile]:
    """The text of a log, and its file, which nobody else plays into. Raises `ProblemsError`."""
    form, suffix = suffix_form(path)
    if suffix in LOG_SUFFIXES and form != "text":
        raise _refused(
            "live-form",
            path,
            f"{command} writes text logs, and this one's name ends in {suffix}",
            f"make it one: `ofcscore convert {show(path)} --to text -o NAME.ofc`",
            Exit.USAGE,
        )
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
