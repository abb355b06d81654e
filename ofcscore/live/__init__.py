"""Lines that people type at the table come in; what is said to them, and the log on disk, goes out.

The engine is pure: `step` decides what a line does (with `starting`, `boards`, `judging` and `commands`),
`log` reads and changes texts, `said` has the words for what they come to, `state` what is known, `unfinished`
a deal that goes on. `kept` keeps one log by it, in the files of `file`; `terminal` is where lines come from
and go to.
"""

from __future__ import annotations

from collections.abc import Sequence

from ofcscore.live.kept import KeptLog
from ofcscore.live.state import Asking, Said
from ofcscore.live.step import is_no_answer, prompt, words
from ofcscore.live.terminal import Prompter, make_prompter
from ofcscore.problems.problem import Exit, Problem, show
from ofcscore.report.wording import Style


def live(path: str, style: Style) -> Exit:
    """Plays a session at the table into a log; the exit status. Raises `ProblemsError` where it cannot."""
    log = KeptLog(path, today)
    try:
        return play(log, make_prompter(colour=style.colour), style)
    finally:
        log.close()


def today() -> str:
    """The date of today, as logs have it."""
    from datetime import date

    return date.today().isoformat()


def play(log: KeptLog, prompter: Prompter, style: Style) -> Exit:
    """The conversation, until somebody quits or the input ends; the exit status."""
    prompter.say(log.begin(style._replace(width=prompter.width)))
    broken_off = False
    while log.leave is None:
        try:
            line = prompter.ask(prompt(log.state), lambda: words(log.state))
        except EOFError:
            if not prompter.interactive or log.state.asking is not Asking.BOARD:
                said, status = log.end_of_input(complete=not prompter.interactive)
                prompter.say(said)
                return status
            line = "quit"
        except KeyboardInterrupt:
            if broken_off or not prompter.interactive:
                return _broken_off(log, prompter)
            broken_off = True
            prompter.say(("Ctrl-C once more quits; `help` says what else there is.",))
            log.clear()
            continue
        broken_off = False
        try:
            said = log.type(line, prompter.width)
            prompter.say((*said, *_not_taken(log, said, prompter)))
        except KeyboardInterrupt:
            return _broken_off(log, prompter)
    return log.leave


def _not_taken(log: KeptLog, said: Sequence[Said], prompter: Prompter) -> tuple[str, ...]:
    """Lines that were pasted behind one that was refused, or is asked about; they are not asked for any more.

    Boards without names among them would become the boards of others than was meant.
    """
    refused = any(isinstance(one, Problem) and not one.warning for one in said)
    if not prompter.pasted or not (refused or is_no_answer(log.state, prompter.pasted[0])):
        return ()
    rest, prompter.pasted = prompter.pasted, ()
    return ("What was pasted behind that is not taken:", *(f"  {show(line)}" for line in rest))


def _broken_off(log: KeptLog, prompter: Prompter) -> Exit:
    prompter.say(log.broken_off())
    return Exit.INTERRUPTED
