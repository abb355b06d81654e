"""Entry point of the command line: run a command, report errors, return the exit status."""

import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, Final

from ofcscore.cli import console
from ofcscore.cli.console import NAME, Ended, FileError, Terminated, UsageError
from ofcscore.cli.options import Options, is_parquet
from ofcscore.diagnostics.problem import Exit, ProblemsError, exit_status, reason, show
from ofcscore.files.disk import watch

_QUIET_ENDS: Final = {BrokenPipeError: Exit.OK, KeyboardInterrupt: Exit.INTERRUPTED, Terminated: 143}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, print its errors, and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    watch()
    console.use_color("auto")
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        console.raise_signals()
    try:
        if sys.stdout is None:
            raise FileError("cannot write standard output: it is closed")
        status = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return status
    except Ended as ended:
        return ended.status
    except (UsageError, FileError) as fault:
        console.print_error(fault)
        return fault.status
    except ProblemsError as error:
        console.print_problems(error.problems)
        return exit_status(error.problems)
    except (BrokenPipeError, KeyboardInterrupt, Terminated) as end:
        console.silence(sys.stdout)
        return _QUIET_ENDS[type(end)]
    except OSError as error:
        console.silence(sys.stdout)
        where = f" {show(os.fsdecode(error.filename))}" if error.filename else " standard output"
        console.print_error(f"cannot {'use' if error.filename else 'write'}{where}: {reason(error)}")
        return Exit.FILES
    except Exception as error:
        console.silence(sys.stdout)
        console.print_error(_internal_error(error))
        return Exit.FAULT


def _run(arguments: Sequence[str]) -> int:
    plain = simple_score(arguments)
    if plain is None:
        from ofcscore.cli.app import invoke

        return invoke(arguments)
    from ofcscore.cli.score import score_logs

    return score_logs(*plain)


_SIMPLE: Final = {"--rules": "rules", "--format": "format_", "--deals": "deals", "-o": "output"}


def simple_score(arguments: Sequence[str]) -> tuple[list[str], Options] | None:
    """Parse a plain `score LOG...` without typer, None if typer has to parse the command line.

    Importing typer takes half the time of scoring a short log. A test ensures that both parse the same.
    """
    if list(arguments[:1]) != ["score"] or _COMPLETION in os.environ:
        return None
    files: list[str] = []
    options: dict[str, Any] = {}
    rest = iter(arguments[1:])
    for word in rest:
        if word in _SIMPLE:
            field, word = _SIMPLE[word], next(rest, "--")
            options[field] = word
        else:
            files.append(word)
        if word.startswith("-") and word != "-":
            return None
        if is_parquet(word):
            return None
    return (files, Options(**options)) if files else None


_COMPLETION: Final = f"_{NAME.upper()}_COMPLETE"


def _internal_error(error: Exception) -> str:
    """Return the message for an unexpected exception, with the place of the last own frame."""
    from traceback import walk_tb

    frames = [(frame.f_globals.get("__name__", "?"), line) for frame, line in walk_tb(error.__traceback__)]
    own = [f" ({module}, line {line})" for module, line in frames if str(module).startswith("ofcscore")]
    where = own[-1] if own else ""
    text = show(str(error))[:400]
    return (
        f"this is a bug in {NAME}, not an error in your log: {type(error).__name__}: {text}{where}\n"
        "Nothing was scored. Please report this message, with the command and the log."
    )
