"""Messages, output and progress of the command line, and the errors of using it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from types import FrameType
from typing import IO, TYPE_CHECKING, Any, Final, NoReturn, cast

from ofcscore.diagnostics.problem import Exit, Page, Problem, Problems, format_problems, show
from ofcscore.diagnostics.screen import (
    BOLD,
    COLOURS,
    RED,
    ColourWhen,
    columns,
    fold_all,
    has_colour,
    has_edge,
    inked,
)
from ofcscore.diagnostics.words import listed, near, reason
from ofcscore.files.written import atomic_write, opened_file, same_file

if TYPE_CHECKING:
    from ofcscore.report.wording import Style

NAME: Final = "ofcscore"
STDIN: Final = "-"
_STDIN_NUMBER: Final = 0
_STDOUT_NUMBER: Final = 1


class UsageError(Exception):
    """A command line that cannot be meant so; the text is one short line for the user."""

    status = Exit.USAGE


class FileError(Exception):
    """A file that cannot be read or written; the text is one line for the user."""

    status = Exit.FILES


def lacking(extra: str) -> UsageError:
    return UsageError(f"this needs a package that is not installed: `pip install {NAME}[{extra}]`")


class Terminated(BaseException):
    """SIGTERM came."""


class Ended(Exception):  # noqa: N818 - nothing is wrong with the program: all was said
    """A run that has said everything and ends with `status`."""

    def __init__(self, status: int) -> None:
        self.status = status


def raise_signals() -> None:
    """Let Ctrl-C and SIGTERM raise, where something has to be said or put back before the end."""
    with suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, _terminate)


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise Terminated


def did_you_mean(word: str, words: Iterable[str], otherwise: str = "") -> str:
    """Return `; did you mean X?` for the word that is most like one, `otherwise` if none is."""
    found = near(word, words, 0.6)
    return f"; did you mean {found}?" if found else otherwise


_OTHERWISE: Final = {"--format": "--to", "--to": "--format"}
"""The names that an option of some commands has in others."""


def usage_words(error: Any) -> str:
    """Return a fault of usage that typer found, in one line."""
    option = getattr(error, "option_name", None)
    context = getattr(error, "ctx", None)
    see = f"; see `{context.command_path} --help`" if context is not None else ""
    if type(error).__name__ == "NoSuchOption" and option is not None and context is not None:
        known = [name for p in context.command.get_params(context) for name in p.opts]
        if option in _OTHERWISE:
            hint = f"; did you mean {_OTHERWISE[option]}?" if _OTHERWISE[option] in known else see
            return f"there is no option {option} here{hint}"
        return f"there is no option {show(option)}{did_you_mean(option, known) or see}"
    text = show(error.format_message()).rstrip(".")
    return f"{text[0].lower()}{text[1:]}{see}"


def choice(option: str, value: str, choices: Sequence[str]) -> str:
    """Return the value of an option, one of these in any case. Raises `UsageError` with the nearest."""
    if value.lower() in choices:
        return value.lower()
    raise UsageError(f"{option} is {listed(choices)}, not {show(value)}{did_you_mean(value, choices)}")


# -- messages and output -------------------------------------------------------------------------------

_colour: ColourWhen = "auto"


def use_colour(when: str) -> None:
    """Set whether what is printed from now on is in color, as `--color` says. Raises `UsageError`."""
    global _colour
    _colour = cast("ColourWhen", choice("--color", when, COLOURS))


def say(text: str) -> None:
    """Print a line on standard error, or several where it is too long."""
    if has_edge(sys.stderr):
        text = "\n".join(fold_all(text.split("\n"), columns(sys.stderr)))
    write_error(f"{text}\n")


def complain(fault: object) -> None:
    """Say on standard error why the program does not do what it was told."""
    name = f"{NAME}:"
    say(f"{inked(name, RED, BOLD) if has_colour(sys.stderr, _colour) else name} {fault}")


def write_error(text: str) -> None:
    """Text on standard error; where that is closed or full nobody reads it, and the run goes on."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        let_go(sys.stderr)


def let_go(stream: IO[str] | None) -> None:
    """Let go of a standard stream, so that closing it at the end says nothing more."""
    with suppress(OSError, ValueError, AttributeError):
        number = stream.fileno()  # type: ignore[union-attr]
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def tell(problems: Sequence[Problem]) -> None:
    """Problems and warnings on standard error."""
    if problems:
        sys.stdout.flush()
        width = columns(sys.stderr) if has_edge(sys.stderr) else None
        say(format_problems(problems, Page(width, has_colour(sys.stderr, _colour))))


def end_with(problems: Problems) -> None:
    """Print problems and end the run if there are any."""
    if problems.kept:
        tell(problems.kept)
        raise Ended(Exit.INPUT)


def terminal_style() -> Style:
    from ofcscore.report.wording import Style

    return Style.of(sys.stdout, _colour)


def on_screen(chunks: Iterable[str]) -> Iterable[str]:
    """Text as standard output shows it to people: no line beyond its edge, what is won and lost in colour."""
    style = terminal_style()
    if not has_edge(sys.stdout):
        return map(style.painted, chunks) if style.colour else chunks
    lines = fold_all(_lines_of(chunks), style.width)
    return (f"{style.painted(line)}\n" for line in lines)


def _lines_of(chunks: Iterable[str]) -> Iterator[str]:
    rest = ""
    for chunk in chunks:
        *lines, rest = f"{rest}{chunk}".split("\n")
        yield from lines
    if rest:
        yield rest


def write(output: str | None, chunks: Iterable[str | bytes]) -> None:
    """Text to standard output, or to a file, whole or not at all; to none that was read meanwhile."""
    if output is None:
        sys.stdout.writelines(chunk for chunk in chunks if isinstance(chunk, str))
        sys.stdout.flush()
        return
    from ofcscore.files.reading import noted

    refuse_to_overwrite(output, noted(), "the rule set")
    try:
        atomic_write(output, chunks)
    except OSError as error:
        raise FileError(f"cannot write {show(output)}: {reason(error)}") from error


def write_file(output: str | None, chunks: Iterable[str | bytes]) -> None:
    """Write text to a file, or to standard output, which is UTF-8 wherever it is no terminal."""
    if output is not None or sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        write(output, chunks)
        return
    sys.stdout.flush()
    data = (chunk.encode("utf-8") if isinstance(chunk, str) else chunk for chunk in chunks)
    sys.stdout.buffer.writelines(data)
    sys.stdout.buffer.flush()


def print_lines(lines: Iterable[str]) -> int:
    """Lines to standard output; the exit status of having written them."""
    write(None, on_screen(f"{line}\n" for line in lines))
    return Exit.OK


def named_output(output: str | None, files: Sequence[str]) -> str | None:
    """Return the file to write to, None for standard output, which `-` and `/dev/stdout` are too.

    It is none of the logs. (What else is read is known when it is written.) Raises `UsageError`.
    """
    if output is None or output == "-":
        return None
    if not output:
        raise UsageError("-o needs the name of a file")
    refuse_to_overwrite(output, files, "the log")
    return None if opened_file(output) == _STDOUT_NUMBER else output


def refuse_to_overwrite(output: str, files: Iterable[str], what: str) -> None:
    """Raise `UsageError` if the file to be written is one of those that are read."""
    for file in files:
        if file == STDIN:
            if sys.stdin is not None and same_file(output, _STDIN_NUMBER):
                raise UsageError(f"-o {show(output)} is {what} on standard input itself")
        elif same_file(output, file):
            raise UsageError(f"-o {show(output)} is {what} {show(file)} itself")


class Progress:
    """How far a long run has come, on standard error when that is a terminal; cleared away at its end."""

    def __init__(self, share: Callable[[], float | None] | None = None) -> None:
        self.share = share
        self.count = 0
        self.width = 0
        self.begun = 0.0
        self.next = 0.0
        self.terminal = sys.stderr is not None and sys.stderr.isatty()

    def tick(self, deals: int = 1) -> None:
        self.count += deals
        if (deals == 1 and self.count % 1024) or not self.terminal:
            return
        from time import monotonic

        now = monotonic()
        if not self.next:
            self.begun, self.next = now, now + 1
        elif now >= self.next:
            self.next = now + 0.25
            self._show(f"{self._bar(now - self.begun)}{self.count:,} deals")

    def _bar(self, seconds: float) -> str:
        share = self.share() if self.share is not None else None
        if not share:
            return ""
        left = int(seconds / share - seconds) + 1
        clock = f"{left} s" if left < 100 else f"{left // 60} min"
        room = min(_BAR, columns(sys.stderr) - _FIGURES)
        full = int(share * room)
        bar = f"[{'#' * full}{'.' * (room - full)}] " if room > 0 else ""
        return f"{bar}{share:4.0%}, {clock} left, "

    def _show(self, text: str) -> None:
        write_error(f"\r{text:<{self.width}}")
        self.width = len(text)

    def clear(self) -> None:
        if self.width:
            self._show("")
            write_error("\r")


_BAR: Final = 24
_FIGURES: Final = 43
"""Columns of the figures behind the bar, which a narrow screen shows without it."""
