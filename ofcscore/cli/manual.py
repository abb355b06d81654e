"""The manual page, made of the help of the commands, for `man`."""

import re
from collections.abc import Iterator
from typing import Any, Final

from ofcscore import __version__
from ofcscore.cli.console import NAME

STATUS: Final = {
    "0": "scored; a foul is a result",
    "1": "the input has errors, or an expected result does not hold",
    "2": "wrong option, rule set or command line",
    "3": "a file cannot be read or written",
    "70": "a fault of the program",
    "130": "interrupted",
}
"""What each exit status means."""


def manual(context: Any) -> Iterator[str]:
    """The page in the notation of troff; `context` is that of the whole program."""
    command = context.command
    summary = _escaped(command.help.rstrip("."))
    yield f'.TH {NAME.upper()} 1 "" "{NAME} {__version__}" "User Commands"'
    yield from (".SH NAME", f"{NAME} \\- {summary[0].lower()}{summary[1:]}")
    yield from (".SH SYNOPSIS", f".B {NAME}", ".I COMMAND", "[OPTIONS] [ARGUMENTS]")
    yield from (".SH OPTIONS", *_options(context))
    yield from (".SH COMMANDS", *_commands(context))
    yield ".SH EXIT STATUS"
    for status, meaning in STATUS.items():
        yield from (".TP", f".B {status}", f"{meaning}.")


def _commands(context: Any) -> Iterator[str]:
    """Each command with its usage, what it does and its options; those of a group by themselves."""
    for name, command in context.command.commands.items():
        inner = type(context)(command, info_name=name, parent=context)
        if hasattr(command, "commands"):
            yield from _commands(inner)
            continue
        usage = " ".join(command.collect_usage_pieces(inner))
        yield from (".SS " + _escaped(f"{inner.command_path} {usage}"), *_paragraphs(command.help or ""))
        yield from _options(inner)


def _options(context: Any) -> Iterator[str]:
    """The options of a command, and those of its arguments that say what they are; help is told of once."""
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        once = parameter.name != "help" or context.parent is None
        if record is not None and record[1] and once:
            yield from (".TP", ".B " + _escaped(record[0]), _escaped(record[1]))


def _paragraphs(text: str) -> Iterator[str]:
    for at, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        yield from (*([".PP"] if at else []), _escaped(" ".join(paragraph.split())))


def _escaped(text: str) -> str:
    """Text that troff shows as it stands."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\`")
    return f"\\&{text}" if text[:1] in (".", "'") else text
