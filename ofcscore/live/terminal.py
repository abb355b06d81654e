"""Where lines come from and where what is said goes: a terminal with editing, or plain lines in a pipe."""

from __future__ import annotations

import io
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO

from ofcscore.live.state import Prompt, Said
from ofcscore.problems.problem import Page, Problem, format_problems, show
from ofcscore.problems.screen import LEAST, USUAL, fold
from ofcscore.report.wording import Style

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document


class Prompter(ABC):
    """Asks for lines, and says things. `ask` raises EOFError at the end, KeyboardInterrupt on Ctrl-C.

    `pasted` are lines that came with the last one, and answer what is asked next.
    """

    interactive: bool
    out: TextIO
    colour: bool = False
    pasted: Sequence[str] = ()

    @abstractmethod
    def ask(self, prompt: Prompt, words: Callable[[], Sequence[str]]) -> str: ...

    @property
    def width(self) -> int:
        """The columns of the screen, as far as lines go."""
        return USUAL

    def say(self, said: Iterable[Said]) -> None:
        write_said(self.out, said, self.width, colour=self.colour)


class PipePrompter(Prompter):
    """Lines from a stream that is no terminal; nothing is asked, and what is said is written out."""

    interactive = False

    def __init__(self, source: BinaryIO, out: TextIO) -> None:
        self.source = source
        self.out = out

    def ask(self, prompt: Prompt, words: Callable[[], Sequence[str]]) -> str:
        line = self.source.readline()
        if not line:
            raise EOFError
        return line.decode("utf-8", "surrogateescape").rstrip("\r\n")


class TerminalPrompter(Prompter):
    """A terminal: history, completion with Tab, and faulty lines ready for editing.

    Lines that are pasted together come as one text, and are asked for one after the other, as if typed.
    """

    interactive = True

    def __init__(self, out: TextIO, *, colour: bool) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.output import ColorDepth
        from prompt_toolkit.shortcuts import CompleteStyle

        self.out = out
        self.words: Callable[[], Sequence[str]] = tuple
        prompter = self

        class Words(Completer):
            def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
                start = word_start(document.text_before_cursor)
                begun = document.text_before_cursor[start:]
                for word in completions(prompter.words(), begun, at_start=not start):
                    yield Completion(word, start_position=-len(begun))

        self.session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            completer=Words(),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
            enable_open_in_editor=False,
            enable_suspend=True,
        )
        self.colour = colour

    @property
    def width(self) -> int:
        return max(LEAST, min(USUAL, self.session.output.get_size().columns))

    def ask(self, prompt: Prompt, words: Callable[[], Sequence[str]]) -> str:
        if self.pasted:
            line, *self.pasted = self.pasted
            self.say((f"{Style(colour=self.colour).bold(prompt.words)}{show(line)}",))
            return line
        self.words = words
        from prompt_toolkit.formatted_text import FormattedText

        message = FormattedText([("bold" if self.colour else "", prompt.words)])
        text = self.session.prompt(message, default=prompt.draft)
        # Enter ends a last line that was pasted with its end.
        line, *self.pasted = text.removesuffix("\n").split("\n")
        return line


def word_start(text: str) -> int:
    """Where the word that is being typed begins; a name in quotes is one word."""
    quote = text.rfind('"')
    if text.count('"') % 2:
        return quote
    at = max(text.rfind(sign) for sign in " /,(+") + 1
    return at - 1 if at and text[at - 1] == "(" else at


def completions(words: Iterable[str], begun: str, *, at_start: bool) -> list[str]:
    """The words that go on from what is begun, in any case; with a colon only at the start of a line."""
    fitting = [w for w in dict.fromkeys(words) if w.casefold().startswith(begun.casefold()) and begun]
    heads = [w for w in fitting if w.endswith(":")]
    if at_start and heads:
        names = {w.removesuffix(":") for w in heads}
        return [w for w in fitting if w not in names]
    return [w for w in fitting if not w.endswith(":")]


def make_prompter(*, colour: bool) -> Prompter:
    """The prompter for this run's standard streams."""
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        return TerminalPrompter(sys.stdout, colour=colour)
    source = sys.stdin.buffer if sys.stdin is not None else io.BytesIO()
    return PipePrompter(source, sys.stdout)


# -- lines on a screen ---------------------------------------------------------------------------------

_NARROW: Final = 60
"""Problems are told without their place in the file where a screen has fewer columns."""


def write_said(out: TextIO, said: Iterable[Said], width: int, *, colour: bool) -> None:
    """Writes what is said as lines of a screen of so many columns, whatever the stream can show."""
    style = Style(out.encoding or "ascii", colour)
    out.writelines(
        style.painted(line.encode(style.encoding, "backslashreplace").decode(style.encoding)) + "\n"
        for line in laid_out(said, width, colour=colour)
    )
    out.flush()


def laid_out(said: Iterable[Said], width: int, *, colour: bool = False) -> list[str]:
    """The lines of a screen of so many columns, in which no word is broken."""
    texts: list[str] = []
    for _, group in groupby(said, type):
        together = list(group)
        texts += [one for one in together if isinstance(one, str)]
        problems = [one for one in together if isinstance(one, Problem)]
        texts += [_told(problems, Page(width, colour))] if problems else []
    return [line for text in texts for part in text.split("\n") for line in fold(part.rstrip(), width)]


def _told(problems: list[Problem], page: Page) -> str:
    if page.width is not None and page.width < _NARROW:
        problems = [p._replace(place=p.place._replace(file="")) for p in problems]
    return format_problems(problems, page)
