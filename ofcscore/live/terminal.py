"""Run `live` on a terminal with line editing, or with lines from a pipe."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO

from ofcscore.diagnostics.problem import Exit, Page, Problem, format_problems, show
from ofcscore.diagnostics.terminal import LEAST, USUAL, fold
from ofcscore.live.open_log import OpenLog
from ofcscore.live.prompt import is_invalid_answer, prompt, words
from ofcscore.live.state import Asking, Said
from ofcscore.report.wording import Style

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document


class PipePrompter:
    """Read lines from a pipe; `ask` raises EOFError at the end.

    `pasted` holds lines that were pasted together with the last line and are not processed yet.
    """

    interactive = False
    width = USUAL
    color = False
    pasted: Sequence[str] = ()

    def __init__(self, source: BinaryIO, out: TextIO) -> None:
        self.source = source
        self.out = out

    def ask(self, words: str, draft: str, complete: Callable[[], Sequence[str]]) -> str:
        line = self.source.readline()
        if not line:
            raise EOFError
        return line.decode("utf-8", "surrogateescape").rstrip("\r\n")

    def say(self, said: Iterable[Said]) -> None:
        write_output(self.out, said, self.width, color=self.color)


class TerminalPrompter(PipePrompter):
    """Read lines from a terminal, with history and completion. Pasted lines are returned one at a time.

    Ctrl-C raises KeyboardInterrupt.
    """

    interactive = True

    def __init__(self, out: TextIO, *, color: bool) -> None:
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.output import ColorDepth
        from prompt_toolkit.shortcuts import CompleteStyle, PromptSession

        super().__init__(io.BytesIO(), out)
        self.complete: Callable[[], Sequence[str]] = tuple
        prompter = self

        class Words(Completer):
            def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
                begun, found = completions(prompter.complete(), document.text_before_cursor)
                for word in found:
                    yield Completion(word, start_position=-len(begun))

        self.session: PromptSession[str] = PromptSession(
            completer=Words(),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            color_depth=None if color else ColorDepth.DEPTH_1_BIT,
            enable_open_in_editor=False,
            enable_suspend=True,
        )
        self.color = color

    def ask(self, words: str, draft: str, complete: Callable[[], Sequence[str]]) -> str:
        from prompt_toolkit.formatted_text import FormattedText

        self.width = max(LEAST, min(USUAL, self.session.output.get_size().columns))
        if self.pasted:
            line, *self.pasted = self.pasted
            self.say((f"{Style(color=self.color).bold(words)}{show(line)}",))
            return line
        self.complete = complete
        message = FormattedText([("bold" if self.color else "", words)])
        text = self.session.prompt(message, default=draft)
        # If the pasted text ends with a newline, Enter adds no further line.
        line, *self.pasted = text.removesuffix("\n").split("\n")
        return line


def completions(words: Iterable[str], typed: str) -> tuple[str, list[str]]:
    """Return the incomplete word and its completions.

    Names are completed with a colon at the start of a line, without one elsewhere.
    """
    match = re.search(r'(?:"[^"]*|\(?[^\s/,(+"]*)$', typed)
    begun = match[0] if match is not None else ""
    fitting = [w for w in dict.fromkeys(words) if w.casefold().startswith(begun.casefold()) and begun]
    heads = {w for w in fitting if w.endswith(":")}
    if begun == typed:
        return begun, [w for w in fitting if f"{w}:" not in heads]
    return begun, [w for w in fitting if w not in heads]


# -- the conversation ----------------------------------------------------------------------------------


def live(path: str, style: Style) -> Exit:
    """Enter a session into a log; return the exit status.

    Raise `ProblemsError` if the log cannot be written.
    """
    with closing(OpenLog(path, today)) as log:
        if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
            return play(log, TerminalPrompter(sys.stdout, color=style.color), style)
        source = sys.stdin.buffer if sys.stdin is not None else io.BytesIO()
        return play(log, PipePrompter(source, sys.stdout), style)


def today() -> str:
    return date.today().isoformat()


def play(log: OpenLog, prompter: PipePrompter, style: Style) -> Exit:
    """Ask for lines until the user quits or the input ends; return the exit status."""
    prompter.say(log.begin(style._replace(width=prompter.width)))
    interrupted = False
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
            if interrupted or not prompter.interactive:
                return _interrupted(log, prompter)
            interrupted = True
            prompter.say(("Press Ctrl-C again to quit. Type `help` for help.",))
            log.clear()
            continue
        interrupted = False
        try:
            said = log.type(line, prompter.width)
            prompter.say((*said, *_drop_pasted(log, said, prompter)))
        except KeyboardInterrupt:
            return _interrupted(log, prompter)
    return log.leave


def _drop_pasted(log: OpenLog, said: Sequence[Said], prompter: PipePrompter) -> tuple[str, ...]:
    """Discard pasted lines after a line with an error or before a question; return a report.

    Otherwise boards without names could be entered for the wrong players.
    """
    refused = any(isinstance(one, Problem) and not one.warning for one in said)
    if not prompter.pasted or not (refused or is_invalid_answer(log.state, prompter.pasted[0])):
        return ()
    rest, prompter.pasted = prompter.pasted, ()
    return ("The other pasted lines were ignored:", *(f"  {show(line)}" for line in rest))


def _interrupted(log: OpenLog, prompter: PipePrompter) -> Exit:
    prompter.say(log.end_of_input(complete=False)[0])
    return Exit.INTERRUPTED


# -- the screen ----------------------------------------------------------------------------------------

_NARROW: Final = 60
"""On a screen with fewer columns, diagnostics are shown without the file name."""


def write_output(out: TextIO, said: Iterable[Said], width: int, *, color: bool) -> None:
    """Write lines wrapped to `width` columns, in the stream's encoding."""
    style = Style(out.encoding or "ascii", color)
    out.writelines(
        style.painted(line.encode(style.encoding, "backslashreplace").decode(style.encoding)) + "\n"
        for line in wrapped_lines(said, width, color=color)
    )
    out.flush()


def wrapped_lines(said: Iterable[Said], width: int, *, color: bool = False) -> list[str]:
    """Return lines and diagnostics as text wrapped to `width` columns."""
    texts: list[str] = []
    for _, group in groupby(said, type):
        together = list(group)
        texts += [one for one in together if isinstance(one, str)]
        problems = [one for one in together if isinstance(one, Problem)]
        if width < _NARROW:
            problems = [p._replace(place=p.place._replace(file="")) for p in problems]
        texts += [format_problems(problems, Page(width, color))] if problems else []
    return [line for text in texts for part in text.split("\n") for line in fold(part.rstrip(), width)]
