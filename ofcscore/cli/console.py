"""Output, messages, progress and usage errors of the command line."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from types import FrameType
from typing import IO, TYPE_CHECKING, Any, Final, NoReturn, cast

from ofcscore.diagnostics import terminal
from ofcscore.diagnostics.problem import (
    Exit,
    Page,
    Problem,
    Problems,
    format_problems,
    listed,
    near,
    reason,
    show,
)
from ofcscore.diagnostics.terminal import ColorWhen
from ofcscore.files.disk import atomic_write, noted, opened_file, same_file

if TYPE_CHECKING:
    from ofcscore.report.wording import Style

NAME: Final = "ofcscore"
STDIN: Final = "-"
_STDIN_NUMBER: Final = 0
_STDOUT_NUMBER: Final = 1


class UsageError(Exception):
    """An invalid command line; the text is one short line for the user."""

    status = Exit.USAGE


class FileError(Exception):
    """A file that cannot be read or written; the text is one line for the user."""

    status = Exit.FILES


def missing_package(extra: str) -> UsageError:
    return UsageError(f"this needs a package that is not installed; run `pip install '{NAME}[{extra}]'`")


class Terminated(BaseException):
    """Raised when the process receives SIGTERM."""


class Ended(Exception):  # noqa: N818 - not an error
    """Raised to exit with `status` after all output has been printed."""

    def __init__(self, status: int) -> None:
        self.status = status


def raise_signals() -> None:
    """Make Ctrl-C and SIGTERM raise exceptions, so that cleanup code runs before exit."""

    def terminate(number: int, frame: FrameType | None) -> NoReturn:
        raise Terminated

    with suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, terminate)


def did_you_mean(word: str, words: Iterable[str], fallback: str = "") -> str:
    """Return `; did you mean X?` for the most similar word, `fallback` if none is similar."""
    found = near(word, words, 0.6)
    return f"; did you mean {found}?" if found else fallback


_COUNTERPARTS: Final = {"--format": "--to", "--to": "--format"}
"""Options with another name in some commands."""


def usage_words(error: Any) -> str:
    """Return typer's usage error as one line."""
    option = getattr(error, "option_name", None)
    context = getattr(error, "ctx", None)
    see = f"; see `{context.command_path} --help`" if context is not None else ""
    if type(error).__name__ == "NoSuchOption" and option is not None and context is not None:
        known = [name for p in context.command.get_params(context) for name in p.opts]
        if (other := _COUNTERPARTS.get(option)) is not None:
            return f"there is no option {option} here{f'; did you mean {other}?' if other in known else see}"
        return f"there is no option {show(option)}{did_you_mean(option, known) or see}"
    text = show(error.format_message()).rstrip(".")
    return f"{text[0].lower()}{text[1:]}{see}"


def choice(option: str, value: str, choices: Sequence[str]) -> str:
    """Return an option's value in lower case. Raise `UsageError` unless it is one of `choices`."""
    if value.lower() in choices:
        return value.lower()
    raise UsageError(f"{option} must be {listed(choices)}, not {show(value)}{did_you_mean(value, choices)}")


# -- messages and output -------------------------------------------------------------------------------

_color: ColorWhen = "auto"


def use_color(when: str) -> None:
    """Set the value of `--color` for all further output. Raise `UsageError` if it is unknown."""
    global _color
    _color = cast("ColorWhen", choice("--color", when, terminal.COLORS))


def print_message(text: str) -> None:
    """Print text to standard error, wrapped to the width of the terminal."""
    if terminal.has_edge(sys.stderr):
        text = "\n".join(terminal.fold_all(text.split("\n"), terminal.columns(sys.stderr)))
    write_error(f"{text}\n")


def print_error(fault: object) -> None:
    """Print an error on standard error after the program's name."""
    name = f"{NAME}:"
    if terminal.has_color(sys.stderr, _color):
        name = terminal.inked(name, terminal.RED, terminal.BOLD)
    print_message(f"{name} {fault}")


def write_error(text: str) -> None:
    """Write text to standard error; ignore a closed or full stream."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def silence(stream: IO[str] | None) -> None:
    """Redirect a broken stream to /dev/null so that the program exits without a traceback."""
    with suppress(OSError, ValueError, AttributeError):
        number = stream.fileno()  # type: ignore[union-attr]
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def print_problems(problems: Sequence[Problem]) -> None:
    """Print diagnostics on standard error."""
    if problems:
        sys.stdout.flush()
        width = terminal.columns(sys.stderr) if terminal.has_edge(sys.stderr) else None
        print_message(format_problems(problems, Page(width, terminal.has_color(sys.stderr, _color))))


def exit_on_problems(problems: Problems) -> None:
    """If there are problems, print them and exit."""
    if problems.kept:
        print_problems(problems.kept)
        raise Ended(Exit.INPUT)


def terminal_style() -> Style:
    from ofcscore.report.wording import Style

    return Style.of(sys.stdout, _color)


def on_screen(chunks: Iterable[str]) -> Iterable[str]:
    """Return text wrapped to the terminal's width, with wins and losses in color."""
    style = terminal_style()
    if not terminal.has_edge(sys.stdout):
        return map(style.painted, chunks) if style.color else chunks
    folded = terminal.fold_all(_lines_of(chunks), style.width)
    return (f"{style.painted(line)}\n" for line in folded)


def _lines_of(chunks: Iterable[str]) -> Iterator[str]:
    rest = ""
    for chunk in chunks:
        *lines, rest = f"{rest}{chunk}".split("\n")
        yield from lines
    if rest:
        yield rest


def write(output: str | None, chunks: Iterable[str | bytes]) -> None:
    """Write text to standard output or, atomically, to a file.

    Raise `UsageError` if the file is one that this run has read.
    """
    if output is None:
        sys.stdout.writelines(chunk for chunk in chunks if isinstance(chunk, str))
        sys.stdout.flush()
        return
    refuse_to_overwrite(output, noted(), "the rule set")
    try:
        atomic_write(output, chunks)
    except OSError as error:
        raise FileError(f"cannot write {show(output)}: {reason(error)}") from error


def write_file(output: str | None, chunks: Iterable[str | bytes]) -> None:
    """Write text to a file or to standard output, as UTF-8 unless that is a terminal."""
    if output is not None or sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        write(output, chunks)
        return
    sys.stdout.flush()
    data = (chunk.encode("utf-8") if isinstance(chunk, str) else chunk for chunk in chunks)
    sys.stdout.buffer.writelines(data)
    sys.stdout.buffer.flush()


def print_lines(lines: Iterable[str]) -> int:
    """Print lines on standard output and return `Exit.OK`."""
    write(None, on_screen(f"{line}\n" for line in lines))
    return Exit.OK


def named_output(output: str | None, files: Sequence[str]) -> str | None:
    """Return the file to write, None for standard output (no `output`, `-`, `/dev/stdout`).

    Raise `UsageError` if it is one of the logs. Other files that are read are checked by `write`.
    """
    if output is None or output == "-":
        return None
    if not output:
        raise UsageError("-o needs a file name")
    refuse_to_overwrite(output, files, "the log")
    return None if opened_file(output) == _STDOUT_NUMBER else output


def refuse_to_overwrite(output: str, files: Iterable[str], what: str) -> None:
    """Raise `UsageError` if the output file is one of the input `files`.

    `what` is the kind of input that the message names, for example "the log".
    """
    for file in files:
        if file == STDIN:
            if sys.stdin is not None and same_file(output, _STDIN_NUMBER):
                raise UsageError(f"-o {show(output)} would overwrite {what} on standard input")
        elif same_file(output, file):
            raise UsageError(f"-o {show(output)} would overwrite {what} {show(file)}")


class Progress:
    """A progress line on standard error, shown only if that is a terminal."""

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
        time_left = f"{left} s" if left < 100 else f"{left // 60} min"
        room = min(_BAR, terminal.columns(sys.stderr) - _FIGURES)
        full = int(share * room)
        bar = f"[{'#' * full}{'.' * (room - full)}] " if room > 0 else ""
        return f"{bar}{share:4.0%}, {time_left} left, "

    def _show(self, text: str) -> None:
        write_error(f"\r{text:<{self.width}}")
        self.width = len(text)

    def clear(self) -> None:
        if self.width:
            self._show("")
            write_error("\r")


_BAR: Final = 24
_FIGURES: Final = 43
"""Columns for the figures after the bar; a narrow screen shows only the figures."""
