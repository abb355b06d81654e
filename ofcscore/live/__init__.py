"""Lines that people type at the table come in; what is said to them, and the log on disk, goes out.

`step` decides what a line does (with `starting`, `boards` and `commands`), `log` reads and changes texts,
`said` has the words for what they come to, `state` what is known, `file` and `terminal` the world outside.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from ofcscore.live.file import ChangedError, InUseError, LogFile, OvertakenError
from ofcscore.live.log import read_log
from ofcscore.live.starting import begin
from ofcscore.live.state import Asking, Reply, Save, State
from ofcscore.live.step import changed, last_words, lost_words, not_saved, prompt, saved, step, words
from ofcscore.live.terminal import Prompter, make_prompter
from ofcscore.problems.problem import Exit, Place, Problem, ProblemsError, show
from ofcscore.report.wording import Style

IN_USE: Final = "another `ofcscore live` has this log open"
OTHER_FORMS: Final = (".yaml", ".yml", ".json", ".jsonl", ".ndjson", ".csv")


def live(path: str) -> Exit:
    """Plays a session at the table into a log; the exit status. Raises `ProblemsError` where it cannot."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix in OTHER_FORMS:
        raise _refused(
            "live-form",
            path,
            f"live writes text logs, and this one's name ends in {suffix}",
            f"make it one: `ofcscore convert {show(path)} --to text -o NAME.ofc`",
            Exit.USAGE,
        )
    if path == "-":
        reason = "standard input is no file; boards are typed there, or piped"
        raise _refused("live-file", path, reason, "name the log: live FILE", Exit.USAGE)
    file = LogFile(path)
    try:
        text = file.open()
    except InUseError:
        hint = "one log is written at one table; quit the other first"
        raise _refused("live-in-use", path, IN_USE, hint, Exit.FILES) from None
    except OSError as error:
        reason = f"cannot be written here: {_reason(error)}"
        raise _refused("live-file", path, reason, None, Exit.FILES) from error
    try:
        style = Style.of(sys.stdout)
        return play(file, text, make_prompter(colour=style.colour), style, _today)
    finally:
        file.close()


def _refused(code: str, path: str, message: str, hint: str | None, status: Exit) -> ProblemsError:
    return ProblemsError([Problem(code, Place(path), message, hint, status=status)])


def _reason(error: OSError) -> str:
    """Why the system refused."""
    return error.strerror or type(error).__name__


def _today() -> str:
    from datetime import date

    return date.today().isoformat()


def play(file: LogFile, text: str, prompter: Prompter, style: Style, today: Callable[[], str]) -> Exit:
    """The conversation, until somebody quits or the input ends; the exit status."""
    reply = begin(file.path, text, style._replace(width=prompter.width), today())
    prompter.say(reply.said)
    broken_off = False
    state = reply.state
    while reply.leave is None:
        try:
            line = prompter.ask(prompt(state), partial(words, state))
        except EOFError:
            if not prompter.interactive or state.asking is not Asking.BOARD:
                return _end_of_input(file, prompter, state)
            line = "quit"
        except KeyboardInterrupt:
            if broken_off or not prompter.interactive:
                return _broken_off(file, prompter, state)
            broken_off = True
            prompter.say(("Ctrl-C once more quits; `help` says what else there is.",))
            state = replace(state, draft="", rows=())
            continue
        broken_off = False
        try:
            style = state.style._replace(width=prompter.width)
            reply = step(replace(state, today=today(), style=style), line)
            if reply.leave is Exit.OK:
                reply = _still_there(file, reply)
            prompter.say(reply.said)
            state = reply.state
            if reply.save is not None:
                state = _save(file, prompter, state, reply.save)
        except KeyboardInterrupt:
            return _broken_off(file, prompter, state)
    return reply.leave


def _broken_off(file: LogFile, prompter: Prompter, state: State) -> Exit:
    """Ctrl-C for good: what is lost is said, unless the file has it already."""
    if file.text is None or file.text == state.log.text:
        prompter.say(last_words(state))
    prompter.say(_gone(file, state))
    return Exit.INTERRUPTED


def _end_of_input(file: LogFile, prompter: Prompter, state: State) -> Exit:
    """What was not finished when the input ended is said, and is no success."""
    lost = last_words(state)
    prompter.say(lost)
    if state.asking is Asking.SAVE:
        return Exit.FILES
    gone = _gone(file, state)
    prompter.say(gone)
    if gone:
        return Exit.FILES
    if prompter.interactive or not lost:
        return Exit.OK
    return Exit.INPUT


def _still_there(file: LogFile, reply: Reply) -> Reply:
    """What is said at the end, unless deals that were on disk are so no more."""
    gone = _gone(file, reply.state)
    return replace(reply, said=gone, leave=Exit.FILES) if gone else reply


def _gone(file: LogFile, state: State) -> tuple[str, ...]:
    """Which deals another program took from the file since it was last written, in words."""
    if not state.log.syntaxes or not file.changed():
        return ()
    try:
        text = file.open()
    except InUseError:
        return ()
    except OSError as error:
        return (f"{show(file.path)} cannot be read any more: {_reason(error)}.",)
    return lost_words(state.log, read_log(file.path, text))


def _save(file: LogFile, prompter: Prompter, state: State, save: Save) -> State:
    """Writes what is to be saved, and only then says what came of it."""
    reply: Reply
    while True:
        try:
            file.save(save.text)
        except ChangedError as change:
            if isinstance(change, OvertakenError):
                save = replace(save, overtaken=True)
            try:
                text = file.open()
            except InUseError:
                reply = not_saved(state, save, IN_USE)
            except OSError as error:
                reply = not_saved(state, save, _reason(error))
            else:
                reply = changed(state, save, text)
                if text and reply.state.asking is Asking.SAVE:
                    file.distrust()
        except OSError as error:
            reply = not_saved(state, save, _reason(error))
        else:
            reply = saved(save)
        prompter.say(reply.said)
        state = reply.state
        if reply.save is None:
            return state
        save = reply.save
