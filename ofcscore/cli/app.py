"""The typer app: commands, their options and their help."""

import os
import sys
from collections import UserDict
from collections.abc import Callable, Sequence
from functools import cache
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, Final, cast, get_type_hints

import typer
import typer.core

from ofcscore.cli import console
from ofcscore.cli.console import NAME, STDIN, Ended, UsageError
from ofcscore.cli.options import GROUPS, OPTIONS, Options, check_amounts, is_given, is_parquet
from ofcscore.diagnostics.problem import Exit, exit_status, listed, show
from ofcscore.diagnostics.terminal import columns
from ofcscore.files.disk import is_replaceable, package_text


class _Commands(UserDict[str, Any]):
    """The commands of a group. Each is built when it is needed, because all take a tenth of a start."""

    def __getitem__(self, name: str) -> object:
        return self.data[name]()


_RULES: Final = "rules"
_COMMANDS: Final = {NAME: _Commands(), _RULES: _Commands()}
_SUMMARIES: Final[dict[str, dict[str, str]]] = {NAME: {}, _RULES: {}}
"""The commands of each group, and the first lines of their help."""


class _Group(typer.core.TyperGroup):
    """A command group that suggests the nearest command for an unknown name."""

    def __init__(self, *, name: str, **others: Any) -> None:
        super().__init__(name=name, **others)
        self.commands: Any = _COMMANDS[name]

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        return [*self.commands]

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> object:  # type: ignore[override]
        if args[0] not in self.commands and not ctx.resilient_parsing:
            word = args[0]
            otherwise = f"; the commands are {', '.join(self.commands)}"
            if os.path.exists(word):
                otherwise = f"; did you mean `{NAME} score {show(word)}`?"
            hint = console.did_you_mean(word, self.commands, otherwise)
            raise UsageError(f"there is no command {show(word)}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """List the commands, each with the first line of its help."""
        with formatter.section("Commands"):
            formatter.write_dl([*_SUMMARIES[str(self.name)].items()])


class _Command(typer.core.TyperCommand):
    """A command whose help groups long lists of options and ends with examples."""

    def format_options(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """List arguments and options, grouped under headings if there are many options."""
        parameters = self.get_params(ctx)
        groups: dict[str, list[object]] = {}
        for parameter in cast("list[Any]", parameters):
            group = parameter.rich_help_panel if len(parameters) > _FEW else None
            if parameter.param_type_name == "argument":
                group = "Arguments"
            if parameter.help:
                groups.setdefault(group or "Options", []).append(parameter.get_help_record(ctx))
        for group in ("Arguments", *GROUPS[:-1], "Options", GROUPS[-1]):
            if group in groups:
                with formatter.section(group):
                    formatter.write_dl(groups[group])

    def format_epilog(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write the command's lines from `examples.txt`, wrapped with a hanging indent."""
        from textwrap import wrap

        lines = package_text("ofcscore.cli", "examples.txt").splitlines()
        width = formatter.width - 4
        with formatter.section("Examples"):
            for line in lines:
                if f"{line} ".startswith(f"{ctx.command_path} "):
                    parts = wrap(line, width, subsequent_indent="    ", break_on_hyphens=False)
                    formatter.write("".join(f"  {part}\n" for part in parts))


_FEW: Final = 12
"""The most options that a help lists without group headings."""
_LEAST: Final = 52
"""Typer formats help for at least this many columns unless it is given a width."""


_GROUP: Final[dict[str, Any]] = {
    "cls": _Group,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "no_args_is_help": True,
    "context_settings": {"help_option_names": ["-h", "--help"], "max_content_width": 80},
}
app = typer.Typer(
    **_GROUP,
    name=NAME,
    help="Score finished boards of open-face Chinese and Chinese poker, and show who pays whom.",
)


# -- options ------------------------------------------------------------------------------------------

Files = Annotated[list[str] | None, typer.Argument(metavar="FILE...", show_default=False)]
File = Annotated[str, typer.Argument(metavar="FILE", show_default=False)]
_SCORE: Final = [*OPTIONS][: [*OPTIONS].index("same")]


def _command(name: str, *fields: str, group: str = NAME) -> Callable[[Callable[..., int]], None]:
    """Return a decorator that adds a command to `group`, with these options and `--color`.

    `fields` are fields of `Options`: each becomes an option of the command, and the function gets all of them
    as `options`.
    """

    def add(command: Callable[..., int]) -> None:
        _add(group, name, command.__doc__, lambda: _build(name, _with_options(name, command, fields)))

    return add


def _add(group: str, name: str, text: str | None, build: Callable[[], object]) -> None:
    _COMMANDS[group][name] = cache(build)
    _SUMMARIES[group][name] = (text or "").partition("\n")[0]


def _build(name: str, command: Callable[..., int]) -> object:
    """Return typer's command for a function."""
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, cls=_Command)(command)
    return typer.main.get_command(alone)


def _with_options(name: str, command: Callable[..., int], fields: Sequence[str]) -> Callable[..., int]:
    """Return a function with a parameter for each option, as typer needs it."""
    lines = package_text("ofcscore.cli", "options.txt").splitlines()
    helps = {option: text for option, _, text in (line.partition(": ") for line in lines)}

    def called(color: str, **given: Any) -> int:
        console.use_color(color)
        if fields:
            given["options"] = Options(**{field: given.pop(field) for field in fields})
        return command(**given)

    types = get_type_hints(command, include_extras=True)
    parameters = [
        parameter.replace(annotation=types[own], kind=Parameter.KEYWORD_ONLY)
        for own, parameter in signature(command).parameters.items()
        if own != "options"
    ]
    option_types: dict[str, Any] = get_type_hints(Options)
    for field in (*fields, "color"):
        option = OPTIONS[field]
        text = helps.get(f"{name} {option.names[-1]}", helps[option.names[-1]])
        info = typer.Option(*option.names, metavar=option.metavar, help=text, rich_help_panel=option.group)
        typed: Any = Annotated[option_types[field], info]
        parameters.append(Parameter(field, Parameter.KEYWORD_ONLY, default=option.default, annotation=typed))
    called.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    called.__doc__ = command.__doc__
    return called


def _or_stdin(files: list[str] | None, context: typer.Context) -> list[str]:
    """Return the files, or standard input if there are none; on a terminal show the help."""
    if files:
        return files
    if sys.stdin is None or sys.stdin.isatty():
        console.print_message(context.get_help())
        raise Ended(Exit.USAGE)
    return [STDIN]


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


@_command("score", *_SCORE)
def score_command(context: typer.Context, options: Options, files: Files = None) -> int:
    """Score logs and show who pays whom.

    Several files are one session, in the order given. A folder means all logs in it; - means standard input.
    Parquet files have one deal per row; write their scores with deals.parquet -o scored.parquet.
    """
    check_amounts(options, files or ())
    if files and any(map(is_parquet, files)):
        if not all(map(is_parquet, files)):
            raise UsageError("cannot score logs and Parquet files together; run the command once for each")
        try:
            from ofcscore.cli.parquet import score_tables
        except ImportError as error:
            raise console.missing_package("bulk") from error
        return score_tables(files, options)
    if any(is_given(options, field) for field in ("jobs", "engine", "scheduler")):
        raise UsageError("--jobs, --engine and --scheduler are for Parquet files")
    from ofcscore.cli.score import score_logs

    return score_logs(_or_stdin(files, context), options)


@_command(
    *("check", "together", "fix", "verbose", "rules", "sets", "form", "ignored", "format_"),
)
def check_command(
    options: Options,
    files: Annotated[list[str], typer.Argument(metavar="FILE|FOLDER...", show_default=False)],
) -> int:
    """Check logs for errors and wrong totals.

    Prints nothing if all is well. Each file is checked by itself; a folder means all logs in it. Warnings
    fail the check too, except those about chat lines and about details that a poker room does not record.
    """
    from ofcscore.cli.convert import check_logs

    return check_logs(files, options)


@_command("fmt", "check", "diff", "in_place")
def fmt_command(context: typer.Context, options: Options, files: Files = None) -> int:
    """Format a text log or a pasted chat in the standard notation.

    Comments and blank lines are kept. A log with errors is not changed.
    """
    from ofcscore.log.read.sources import is_packed

    if options.in_place and (options.check or options.diff):
        raise UsageError("--in-place changes files, but --check and --diff change none; remove one of them")
    files = _or_stdin(files, context)
    if options.in_place and STDIN in files:
        raise UsageError("--in-place needs a file; standard input (-) cannot be written to")
    for file in files if options.in_place else ():
        if is_packed(file):
            raise UsageError(f"--in-place needs a text file, but {show(file)} is not one")
        if not (is_replaceable(file) or os.path.isdir(file)):
            raise UsageError(f"--in-place needs a regular file, but {show(file)} is not one")
    from ofcscore.cli.convert import format_file

    return max(format_file(file, options) for file in files)


@_command("convert", "to", "output", "form", "ignored", "force")
def convert_command(options: Options, file: File) -> int:
    """Convert a log to text, YAML, JSON, JSON Lines or CSV.

    A log gets the same score in every format.
    """
    from ofcscore.cli.convert import convert_file

    return convert_file(file, options)


@_command("explain", "rules", "sets", "words", "format_")
def explain_command(
    options: Options,
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT...",
            help="One or two boards; a deal of a log, with or without a pair of players; a row of a Parquet"
            " file; a poker term; a rule set; or the code of a message. `words` lists all terms, `codes` all"
            " codes.",
        ),
    ],
) -> int:
    """Explain a board, the points of a deal, a poker term or a message.

    Write a board as in a log, with or without a name. Several logs are one session:
    'season/*.ofc:2026-10/7' is deal 7 of the log with the name or date 2026-10.
    """
    from ofcscore.cli.explain import explain_text

    return explain_text(what, options)


@_command(
    *("stats", "players", "definitions", "rules", "sets", "stake", "currency", "form", "ignored", "format_"),
    *("output", "force", "deals", "words", "csv_raw", "keep_going"),
)
def stats_command(context: typer.Context, options: Options, files: Files = None) -> int:
    """Show each player's results: overall, per night and head to head.

    Averages have 95% confidence intervals.
    """
    from ofcscore.cli.score import stats_logs

    return stats_logs(_or_stdin(files, context), options)


@_command(
    *("settle", "stake", "currency", "settle", "coin", "format_", "same", "unit", "carry", "handles"),
)
def settle_command(
    options: Options,
    totals: Annotated[list[str], typer.Argument(metavar="NAME=POINTS...|LEDGER.csv", show_default=False)],
) -> int:
    """Show who pays whom, from totals or from a ledger.

    A ledger is a table of buy-ins and cash-outs, or of points per round. Several ledgers are added up.
    """
    from ofcscore.cli.settle import settle_texts

    check_amounts(options, totals)
    return settle_texts(totals, options)


@_command("live", "words")
def live_command(options: Options, file: File) -> int:
    """Enter boards at the table and see the score after every deal.

    Each board is saved to disk before the next prompt. Type `help` for the list of commands.
    """
    from ofcscore.live.terminal import live

    console.raise_signals()
    return live(file, console.terminal_style()._replace(own=options.words))


_LAST_PORT: Final = 65_535


@_command("host", "lan", "port", "handles")
def host_command(options: Options, file: File) -> int:
    """Let all players enter their boards on their phones, into one log.

    Needs extra packages: pip install 'ofcscore[host]'. Press Ctrl-C to stop.
    """
    from ofcscore.cli.score import style_for

    if not 0 <= options.port <= _LAST_PORT:
        raise UsageError(f"--port must be from 0 to {_LAST_PORT}, not {options.port}")
    style = style_for(options)
    console.raise_signals()
    try:
        from ofcscore.host.server import host
    except ModuleNotFoundError as error:
        raise console.missing_package("host") from error
    return host(file, style, port=options.port, lan=options.lan)


def schema_command(
    output: Annotated[str | None, typer.Argument(metavar="OUTPUT", show_default=False)] = None,
) -> int:
    """Print the JSON Schema of a JSON output.

    Without OUTPUT, list the outputs.
    """
    import json

    from ofcscore.report.data import outputs, schema

    known = outputs()
    if output is None:
        width = max(map(len, known))
        return console.print_lines(f"{name:<{width}}  {description}" for name, description in known.items())
    if output not in known:
        hint = console.did_you_mean(output, known, f"; the outputs are {listed([*known], 'and')}")
        raise UsageError(f"there is no JSON output {show(output)}{hint}")
    console.write(None, [f"{json.dumps(schema(output), indent=2)}\n"])
    return Exit.OK


_add(NAME, "schema", schema_command.__doc__, lambda: _build("schema", schema_command))


# -- rule sets -----------------------------------------------------------------------------------------

RulesArgument = Annotated[str, typer.Argument(metavar="RULES", show_default=False)]


rules_app = typer.Typer(
    **{**_GROUP, "no_args_is_help": False},
    name=_RULES,
    invoke_without_command=True,
    add_completion=False,
    help="Find, list, show, compare, check and create rule sets.",
)
_add(NAME, _RULES, rules_app.info.help, lambda: typer.main.get_command(rules_app))


@rules_app.callback()
def _rules(context: typer.Context) -> int:
    if context.invoked_subcommand is not None:
        return Exit.OK
    from ofcscore.cli.rules import page
    from ofcscore.rules.describe import first_rules

    return console.print_lines(page(first_rules()))


@_command("list", group=_RULES)
def rules_list() -> int:
    """List all rule sets and options that come with the program."""
    from ofcscore.cli.rules import page
    from ofcscore.rules.describe import list_rules

    return console.print_lines(page(list_rules()))


@_command("show", "sets", "words", "yaml", "everything", group=_RULES)
def rules_show(options: Options, name: RulesArgument) -> int:
    """Describe a rule set in words.

    RULES is the name of a rule set or an option, a sum such as 'ofc + moon', or a rule file.
    """
    from ofcscore.cli.rules import rules_file, rules_page

    if options.yaml:
        console.write_file(None, [rules_file(name, options)])
        return Exit.OK
    return console.print_lines(
        rules_page(name, options.sets, own=options.words, everything=options.everything)
    )


@_command("diff", group=_RULES)
def rules_diff(first: RulesArgument, second: RulesArgument) -> int:
    """Show how two rule sets differ."""
    from ofcscore.cli.rules import layers_named, page
    from ofcscore.rules.describe import diff_rules

    return console.print_lines(page(diff_rules(layers_named(first), layers_named(second))))


@_command("check", group=_RULES)
def rules_check(files: Annotated[list[str], typer.Argument(metavar="FILE...", show_default=False)]) -> int:
    """Check your own rule files.

    Prints nothing if all is well.
    """
    from ofcscore.rules.loading import check_file

    problems = [problem for file in files for problem in check_file(file)[1]]
    console.print_problems(problems)
    return exit_status(problems)


@_command("new", "force", group=_RULES)
def rules_new(options: Options, file: File) -> int:
    """Create a rule file by answering a dozen questions.

    Choose a rule set to start from, then say what your table plays differently. Enter keeps the answer in
    brackets. The file has only the differences. It is written after the last question.
    """
    from ofcscore.cli.rules import ask_for_rules

    def ask(question: str, default: str) -> str:
        try:
            return str(typer.prompt(question, default=default))
        except typer.Abort:
            raise UsageError("the input ended before the last question, so no file was written") from None

    return ask_for_rules(file, ask, force=options.force)


# -- the run -------------------------------------------------------------------------------------------


def invoke(arguments: Sequence[str]) -> int:
    """Run one command; re-raise usage errors of typer as `UsageError`."""
    command, width = typer.main.get_command(app), columns(sys.stdout)
    narrow = width if width < _LEAST else None
    try:
        status = command.main([*arguments], prog_name=NAME, standalone_mode=False, terminal_width=narrow)
    except _TYPER_USAGE as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            console.print_message(error.format_message())
            return Exit.USAGE
        if list(arguments[:1]) == ["settle"]:
            from ofcscore.cli.settle import refuse_totals_apart

            refuse_totals_apart(arguments[1:])
        raise UsageError(console.usage_words(error)) from None
    except typer.Abort:
        return Exit.INTERRUPTED
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            # Typer exits like this after a broken pipe; `main` must see the pipe error itself.
            raise end.__context__ from None
        raise
    return int(status or 0)


# Not all supported versions of typer have a public name for the base class of usage errors.
_TYPER_USAGE: Final = cast("type[typer.BadParameter]", typer.BadParameter.__bases__[0])
