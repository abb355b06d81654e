"""The command line: options, files and exit statuses; no rule and no sum of the game."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer
import typer.core

from ofcscore.problems import Exit, Place, Problem, exit_status, format_problems, show

if TYPE_CHECKING:
    from ofcscore.outcome import Outcome, SettleWay
    from ofcscore.report import Report
    from ofcscore.report.wording import Style
    from ofcscore.reporting import Selection

NAME: Final = "ofcscore"
TERMINATED: Final = 143
STDIN: Final = "-"


class UsageFault(Exception):
    """A command line that cannot be meant so; the text is one short line for the user."""


class _Terminated(BaseException):
    """SIGTERM came."""


def near(word: str, words: Iterable[str]) -> str:
    """`; did you mean X?` for the word that is most like one, empty where none is."""
    from difflib import get_close_matches

    found = get_close_matches(word, list(words), 1)
    return f"; did you mean {found[0]}?" if found else ""


class _Group(typer.core.TyperGroup):
    """Commands whose misspelt names are answered in one line."""

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> object:  # type: ignore[override]
        if args[0] not in self.commands and not ctx.resilient_parsing:
            word = args[0]
            hint = near(word, self.commands)
            if not hint and os.path.exists(word):
                hint = f"; did you mean `{NAME} score {show(word)}`?"
            hint = hint or f"; the commands are {', '.join(self.commands)}"
            raise UsageFault(f"there is no command {show(word)}{hint}")
        return super().resolve_command(ctx, args)


_SETTINGS: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 80}
app = typer.Typer(
    cls=_Group,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings=_SETTINGS,
    help="Scores finished boards of open-face Chinese and Chinese poker: rows, royalties, fouls, who owes whom.",
)
rules_app = typer.Typer(
    cls=_Group,
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings=_SETTINGS,
    help="Rule sets: list them, show one, compare two, check a file of your own.",
)


# -- options -------------------------------------------------------------------------------------------


def _complete(words: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    return lambda incomplete: [word for word in words() if word.startswith(incomplete)]


def _formats() -> Sequence[str]:
    from ofcscore.report import FORMATS

    return FORMATS


def _rule_names() -> Sequence[str]:
    from ofcscore.rules.files import shipped_names

    presets, options = shipped_names()
    return [*presets, *options]


Files = Annotated[list[str] | None, typer.Argument(metavar="FILE...", show_default=False)]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="RULES",
        help="Rule set instead of the log's own: a name, a file, or a sum such as `ofc + moon`.",
        autocompletion=_complete(_rule_names),
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="One setting of the rules, such as points.scoop=0."),
]
StakeOption = Annotated[
    str | None, typer.Option("--stake", metavar="AMOUNT", help="Money per point, such as `0.50 EUR`.")
]
CurrencyOption = Annotated[str | None, typer.Option("--currency", metavar="CODE", help="Currency of money.")]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FORM",
        help="Form of the logs: text, yaml, json, jsonl or csv. Told by the file's name by default.",
        autocompletion=_complete(lambda: _forms()),
    ),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="table, plain, markdown, csv, json, jsonl or chat.",
        autocompletion=_complete(_formats),
    ),
]
OutputOption = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write to a file, whole or not at all."),
]
SettleOption = Annotated[
    str,
    typer.Option(
        "--settle",
        metavar="WAY",
        help="Who pays whom: fewest payments, pairs (each pair by itself), bank=NAME (all through one), none.",
        autocompletion=_complete(lambda: ("fewest", "pairs", "bank=", "none")),
    ),
]
CoinOption = Annotated[
    str | None,
    typer.Option("--round", metavar="COIN", help="Smallest coin in which payments are made, such as 0.50."),
]
KeepGoingOption = Annotated[
    bool,
    typer.Option("--keep-going", help="Score what can be read of a log with problems (still exit 1)."),
]


def _forms() -> Sequence[str]:
    from ofcscore.reading import FORMS

    return FORMS


def _choice(option: str, value: str, choices: Sequence[str]) -> str:
    """The value of an option that has few; anything else is told the choices and the nearest."""
    if value in choices:
        return value
    listed = f"{', '.join(choices[:-1])} or {choices[-1]}"
    raise UsageFault(f"{option} is {listed}, not {show(value)}{near(value, choices)}")


def _settle_way(text: str, coin: str | None, currency: str | None = None) -> SettleWay:
    from ofcscore.outcome import WAYS, SettleWay

    smallest = _amount("--round", coin) if coin is not None else None
    if smallest is not None and smallest <= 0:
        raise UsageFault(f"--round is the smallest coin and must be more than 0, not {coin}")
    word, equals, name = text.partition("=")
    if word == "bank":
        if not name:
            raise UsageFault("--settle bank=NAME names the person through whom all is paid")
        return SettleWay("bank", name, smallest)
    if equals or word not in WAYS:
        raise UsageFault(
            f"--settle is fewest, pairs, bank=NAME or none, not {show(text)}{near(word, WAYS)}"
        )
    return SettleWay(word, None, smallest)


def _amount(option: str, text: str) -> Fraction:
    """The number of an option, by the rules of logs."""
    from ofcscore.reading.amounts import parse_amount

    amount, problems = parse_amount(text, option)
    if amount is None:
        _tell(problems)
        raise typer.Exit(Exit.USAGE)
    return amount.value


def _selection(text: str | None) -> Selection | None:
    if text is None:
        return None
    from ofcscore.reporting import Selection

    try:
        return Selection.parse(text)
    except ValueError as error:
        raise UsageFault(f"--deals: {error}") from None


# -- messages and output -------------------------------------------------------------------------------


def _say(text: str) -> None:
    """A line on standard error."""
    if sys.stderr is not None:
        print(text, file=sys.stderr)


def _tell(problems: Sequence[Problem]) -> None:
    """Problems and warnings on standard error."""
    if problems:
        sys.stdout.flush()
        _say(format_problems(problems))


def _style() -> Style:
    """What standard output can show."""
    from ofcscore.report.wording import Style

    out = sys.stdout
    colour = out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(out.encoding or "ascii", colour)


def _write(output: str | None, chunks: Iterable[str]) -> None:
    """Text to standard output, or to a file, whole or not at all."""
    if output is None:
        sys.stdout.writelines(chunks)
        sys.stdout.flush()
        return
    from ofcscore.output import write_whole

    try:
        write_whole(output, chunks)
    except OSError as error:
        raise _FileFault(f"cannot write {show(output)}: {_reason(error)}") from error


class _FileFault(Exception):
    """A file that cannot be written; the text is one line for the user."""


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def _not_an_input(output: str | None, files: Sequence[str]) -> None:
    if output is None:
        return
    from ofcscore.output import same_file

    for file in files:
        if file != STDIN and same_file(output, file):
            raise UsageFault(f"-o {show(output)} is the log {show(file)} itself")


def _or_stdin(files: list[str] | None, context: typer.Context) -> list[str]:
    """The files named, or standard input; a terminal there is no log, and gets the help."""
    if files:
        return files
    if sys.stdin is None or sys.stdin.isatty():
        _say(context.get_help())
        raise typer.Exit(Exit.USAGE)
    return [STDIN]


class _Progress:
    """A count of deals on standard error, when that is a terminal and the run is long."""

    def __init__(self) -> None:
        self.count = 0
        self.shown = False
        self.next = 0.0
        self.terminal = sys.stderr is not None and sys.stderr.isatty()

    def tick(self) -> None:
        self.count += 1
        if self.count % 1024 or not self.terminal:
            return
        from time import monotonic

        now = monotonic()
        if not self.next:
            self.next = now + 1
        elif now >= self.next:
            self.next = now + 0.25
            self.shown = True
            print(f"\r{self.count:,} deals", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print("\r" + " " * 24 + "\r", end="", file=sys.stderr, flush=True)


# -- commands ------------------------------------------------------------------------------------------


def _version(wanted: bool) -> None:
    if wanted:
        from ofcscore import __version__

        print(f"{NAME} {__version__}")
        raise typer.Exit()


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass
