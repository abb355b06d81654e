"""Scoring at the table, while people play: `ofcscore live`, and the engine of `ofcscore host`.

`state` is the log as text and the deal that is entered. `boards` and `commands` change it, `prompt` asks
and hands each line to them, `output` shows results. `log_file` saves the log, `draft` the unfinished deal;
`terminal` is the screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from ofcscore.live.log_file import KeptLog
from ofcscore.live.prompt import is_no_answer, prompt, words
from ofcscore.live.state import Asking, Said
from ofcscore.live.terminal import PipePrompter, make_prompter
from ofcscore.problems.problem import Exit, Problem, show
from ofcscore.report.wording import Style


def live(path: str, style: Style) -> Exit:
    """Play a session into a log; return the exit status. Raise `ProblemsError` if it cannot be written."""
    log = KeptLog(path, today)
    try:
        return play(log, make_prompter(colour=style.colour), style)
    finally:
        log.close()


def today() -> str:
    from datetime import date

    return date.today().isoformat()


def play(log: KeptLog, prompter: PipePrompter, style: Style) -> Exit:
    """Ask for lines until somebody quits or the input ends; return the exit status."""
    prompter.say(log.begin(style._replace(width=prompter.width)))
    broken_off = False
    while log.leave is None:
        try:
            line = prompter.ask(*prompt(log.state), lambda: words(log.state))
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


def _not_taken(log: KeptLog, said: Sequence[Said], prompter: PipePrompter) -> tuple[str, ...]:
    """Drop lines that were pasted behind one that has an error or leads to a question.

    Boards without names among them would be taken as other players' boards.
    """
    refused = any(isinstance(one, Problem) and not one.warning for one in said)
    if not prompter.pasted or not (refused or is_no_answer(log.state, prompter.pasted[0])):
        return ()
    rest, prompter.pasted = prompter.pasted, ()
    return ("What was pasted behind that is not taken:", *(f"  {show(line)}" for line in rest))


def _broken_off(log: KeptLog, prompter: PipePrompter) -> Exit:
    prompter.say(log.broken_off())
    return Exit.INTERRUPTED
