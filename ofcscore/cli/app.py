"""The commands and their options, as typer reads them from a command line."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, Final, cast, get_type_hints

import typer
import typer.core

from ofcscore.cli.console import (
    NAME,
    STDIN,
    Ended,
    UsageError,
    did_you_mean,
    lacking,
    print_lines,
    raise_signals,
    say,
    tell,
    terminal_style,
    usage_words,
    use_colour,
    write,
    write_file,
)
from ofcscore.cli.options import GROUPS, OPTIONS, Options, check_amounts, is_given, is_parquet
from ofcscore.diagnostics.problem import Exit, exit_status, show
from ofcscore.diagnostics.screen import columns
from ofcscore.diagnostics.words import listed
from ofcscore.files.written import is_replaceable


class _Group(typer.core.TyperGroup):
    """Commands whose misspelt names are answered in one line."""

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> object:  # type: ignore[override]
        if args[0] not in self.commands and not ctx.resilient_parsing:
            word = args[0]
            otherwise = f"; the commands are {', '.join(self.commands)}"
            if os.path.exists(word):
                otherwise = f"; did you mean `{NAME} score {show(word)}`?"
            hint = did_you_mean(word, self.commands, otherwise)
            raise UsageError(f"there is no command {show(word)}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """List the commands, each with its whole first sentence."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, command.get_short_help_str(_WHOLE)) for name, command in self.commands.items()]
            )


_WHOLE: Final = 500
"""More characters than any first sentence has."""


class _Command(typer.core.TyperCommand):
    """A command whose help has groups of options, and examples at its end."""

    def format_options(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """List arguments and options; the options of a long help under the headings of their groups."""
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
        """Write the command's lines of `examples.txt`; one that is too wide goes on further in."""
        from textwrap import wrap

        from ofcscore.files.reading import package_text

        lines = package_text("ofcscore.cli", "examples.txt").splitlines()
        width = formatter.width - 4
        with formatter.section("Examples"):
            for line in lines:
                if f"{line} ".startswith(f"{ctx.command_path} "):
                    parts = wrap(line, width, subsequent_indent="    ", break_on_hyphens=False)
                    formatter.write("".join(f"  {part}\n" for part in parts))


_FEW: Final = 12
"""So many options need no groups."""
_LEAST: Final = 52
"""On fewer columns help is not made to fit, unless its width is set."""


_GROUP: Final[dict[str, Any]] = {
    "cls": _Group,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "no_args_is_help": True,
    "context_settings": {"help_option_names": ["-h", "--help"], "max_content_width": 80},
}
app = typer.Typer(
    **_GROUP, help="Score finished boards of open-face Chinese and Chinese poker, and say who pays whom."
)
rules_app = typer.Typer(
    **{**_GROUP, "no_args_is_help": False},
    invoke_without_command=True,
    help="Find your rule set; list, show, compare, check and make them.",
)


# -- options ------------------------------------------------------------------------------------------

Files = Annotated[list[str] | None, typer.Argument(metavar="FILE...", show_default=False)]
File = Annotated[str, typer.Argument(metavar="FILE", show_default=False)]
_TYPES: Final[dict[str, Any]] = {**get_type_hints(Options), "color": str}
_SCORE: Final = Options._fields[: Options._fields.index("same")]


def _command(
    name: str, *fields: str, group: typer.Typer = app, **helps: str
) -> Callable[[Callable[..., int]], None]:
    """Add a command of that name, with `--color`, which holds for all that it prints.

    What it takes as its `options` is, field by field, a parameter of its own; `helps` has the help of those
    that say something else here.
    """

    def add(command: Callable[..., int]) -> None:
        def called(color: str, **given: Any) -> int:
            use_colour(color)
            if fields:
                given["options"] = Options(**{field: given.pop(field) for field in fields})
            return command(**given)

        types = get_type_hints(command, include_extras=True)
        parameters = [
            parameter.replace(annotation=types[own], kind=Parameter.KEYWORD_ONLY)
            for own, parameter in signature(command).parameters.items()
            if own != "options"
        ]
        for field in (*fields, "color"):
            names, help_, metavar, panel = OPTIONS[field]
            option = typer.Option(
                *names, metavar=metavar, help=helps.get(field, help_), rich_help_panel=panel
            )
            parameters.append(
                Parameter(
                    field,
                    Parameter.KEYWORD_ONLY,
                    default=Options._field_defaults.get(field, "auto"),
                    annotation=Annotated[_TYPES[field], option],
                )
            )
        called.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        called.__doc__ = command.__doc__
        group.command(name, cls=_Command)(called)

    return add


def _or_stdin(files: list[str] | None, context: typer.Context) -> list[str]:
    """Return the files named, or standard input; on a terminal show the help instead."""
    if files:
        return files
    if sys.stdin is None or sys.stdin.isatty():
        say(context.get_help())
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
    """Score logs and say who pays whom.

    Several files are one session, in order; a folder stands for the logs in it, - for standard input.
    Parquet files with a deal a row are scored into Parquet files: deals.parquet -o scored.parquet.
    """
    check_amounts(options, files or ())
    if files and any(map(is_parquet, files)):
        if not all(map(is_parquet, files)):
            raise UsageError("logs and Parquet files are scored apart from each other")
        try:
            from ofcscore.cli.parquet import score_tables
        except ImportError as error:
            raise lacking("bulk") from error
        return score_tables(files, options)
    if any(is_given(options, field) for field in ("jobs", "engine", "scheduler")):
        raise UsageError("--jobs, --engine and --scheduler are for Parquet files")
    from ofcscore.cli.score import score_logs

    return score_logs(_or_stdin(files, context), options)


@_command(
    *("check", "together", "fix", "verbose", "rules", "sets", "form", "ignored", "format_"),
    format_="json prints all with places and fixes, for editors.",
)
def check_command(
    options: Options,
    files: Annotated[list[str], typer.Argument(metavar="FILE|FOLDER...", show_default=False)],
) -> int:
    """Check logs for errors and wrong totals; silent when all is well.

    Each file is checked by itself; a folder stands for all logs in it. A warning fails the check, unless
    it is about talk in a chat or about what a room's record leaves out.
    """
    from ofcscore.cli.check import check_logs

    return check_logs(files, options)


@_command("fmt", "check", "diff", "in_place")
def fmt_command(context: typer.Context, options: Options, files: Files = None) -> int:
    """Rewrite a text log or a pasted chat in the canonical notation.

    Comments and blank lines are kept. A log with errors is left alone.
    """
    from ofcscore.log.read.sources import is_packed

    if options.in_place and (options.check or options.diff):
        raise UsageError("--in-place writes the logs; --check and --diff leave them as they are")
    files = _or_stdin(files, context)
    if options.in_place and STDIN in files:
        raise UsageError("--in-place writes files, and - is standard input")
    for file in files if options.in_place else ():
        if is_packed(file):
            raise UsageError(f"--in-place writes text files, and {show(file)} is none")
        if not (is_replaceable(file) or os.path.isdir(file)):
            raise UsageError(f"--in-place writes files, and {show(file)} is no ordinary file")
    from ofcscore.cli.convert import format_file

    return max(format_file(file, options) for file in files)


@_command("convert", "to", "output", "form", "ignored", "force")
def convert_command(options: Options, file: File) -> int:
    """Convert a log to text, YAML, JSON, JSON Lines or CSV.

    Every form says the same and scores the same.
    """
    from ofcscore.cli.convert import convert_file

    return convert_file(file, options)


@_command("explain", "rules", "sets", "words", "format_", format_="table (the default) or json.")
def explain_command(
    options: Options,
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT...",
            help="One board or two; a deal of a log and a pair of players; a row of a Parquet file; a word of"
            " the game; a rule set; a message's code. `words` and `codes` list all of those.",
        ),
    ],
) -> int:
    """Explain a board, every point of a deal, a word or a message.

    A board is written as in a log, with or without a name. Several logs are one session:
    'season/*.ofc:2026-10/7' is deal 7 of the log with that name or date.
    """
    from ofcscore.cli.explain import explain_text

    return explain_text(what, options)


@_command(
    *("stats", "players", "definitions", "rules", "sets", "stake", "currency", "form", "ignored", "format_"),
    *("output", "force", "deals", "words", "csv_raw", "keep_going"),
    deals="Deals to count: 3,5-7,9-,last-2.",
    format_="table, markdown (md), csv or json; by default as -o FILE ends.",
)
def stats_command(context: typer.Context, options: Options, files: Files = None) -> int:
    """Show how players did: by night and head to head.

    Averages come with their 95 % intervals.
    """
    from ofcscore.cli.score import stats_logs

    return stats_logs(_or_stdin(files, context), options)


@_command(
    *("settle", "stake", "currency", "settle", "coin", "format_", "same", "unit", "carry", "handles"),
    settle="Who pays whom: fewest payments, bank=NAME (through one).",
    format_="table (the default) or json.",
)
def settle_command(
    options: Options,
    totals: Annotated[list[str], typer.Argument(metavar="NAME=POINTS...|LEDGER.csv", show_default=False)],
) -> int:
    """Say who pays whom, from totals alone or from a ledger.

    A ledger is a table of buy-ins and cash-outs, or of points by round. Several are added up.
    """
    from ofcscore.cli.settle import settle_texts

    check_amounts(options, totals)
    return settle_texts(totals, options)


@_command("live", "words")
def live_command(options: Options, file: File) -> int:
    """Enter boards at the table and see the score after every deal.

    Every board is on disk before the next one is asked for. `help` lists what can be typed.
    """
    from ofcscore.live.terminal import live

    raise_signals()
    return live(file, terminal_style()._replace(own=options.words))


_LAST_PORT: Final = 65_535


@_command("host", "lan", "port", "handles")
def host_command(options: Options, file: File) -> int:
    """Let every player enter boards on a phone, all on one log.

    Needs the extra `host`: pip install 'ofcscore[host]'. Ctrl-C ends it.
    """
    from ofcscore.host import host

    if not 0 <= options.port <= _LAST_PORT:
        raise UsageError(f"--port is 0 to {_LAST_PORT}, not {options.port}")
    style = terminal_style()
    if options.handles is not None:
        from ofcscore.cli.balances import with_handles

        style = with_handles(style, options.handles)
    raise_signals()
    try:
        return host(file, style, port=options.port, lan=options.lan)
    except ModuleNotFoundError as error:
        raise lacking("host") from error


@app.command("schema", cls=_Command)
def schema_command(
    output: Annotated[str | None, typer.Argument(metavar="OUTPUT", show_default=False)] = None,
) -> int:
    """Print the JSON Schema of a JSON output.

    Without a name, list the outputs.
    """
    from ofcscore.report.json import outputs, schema

    known = outputs()
    if output is None:
        width = max(map(len, known))
        return print_lines(f"{name:<{width}}  {what}" for name, what in known.items())
    if output not in known:
        hint = did_you_mean(output, known, f"; there are {listed([*known], 'and')}")
        raise UsageError(f"there is no JSON output {show(output)}{hint}")
    write(None, [f"{json.dumps(schema(output), indent=2)}\n"])
    return Exit.OK


# -- rule sets -----------------------------------------------------------------------------------------

RulesArgument = Annotated[str, typer.Argument(metavar="RULES", show_default=False)]


@rules_app.callback()
def _rules(context: typer.Context) -> int:
    if context.invoked_subcommand is not None:
        return Exit.OK
    from ofcscore.cli.rules import page
    from ofcscore.rules.describe import first_rules

    return print_lines(page(first_rules()))


@_command("list", group=rules_app)
def rules_list() -> int:
    """List all rule sets and options that come with the program."""
    from ofcscore.cli.rules import page
    from ofcscore.rules.describe import list_rules

    return print_lines(page(list_rules()))


@_command("show", "sets", "words", "yaml", "everything", group=rules_app)
def rules_show(options: Options, name: RulesArgument) -> int:
    """Show the rules of a rule set, in words.

    Takes the name of a rule set or an option, a sum of them, or a rule file.
    """
    from ofcscore.cli.rules import rules_file, rules_page

    if options.yaml:
        write_file(None, [rules_file(name, options)])
        return Exit.OK
    return print_lines(rules_page(name, options.sets, own=options.words, everything=options.everything))


@_command("diff", group=rules_app)
def rules_diff(first: RulesArgument, second: RulesArgument) -> int:
    """Show how two rule sets differ."""
    from ofcscore.cli.rules import layers_named, page
    from ofcscore.rules.describe import diff_rules

    return print_lines(page(diff_rules(layers_named(first), layers_named(second))))


@_command("check", group=rules_app)
def rules_check(files: Annotated[list[str], typer.Argument(metavar="FILE...", show_default=False)]) -> int:
    """Check rule files of your own; silent when all is well."""
    from ofcscore.rules.loading import check_file

    problems = [problem for file in files for problem in check_file(file)[1]]
    tell(problems)
    return exit_status(problems)


@_command("new", "force", group=rules_app, force="Replace a file that is there.")
def rules_new(options: Options, file: File) -> int:
    """Make a rule file by a dozen questions.

    They are about what tables do otherwise than a rule set. Enter keeps the answer in brackets. The file
    states what differs, and nothing is written before the end.
    """
    from ofcscore.cli.rules import ask_for_rules

    def ask(asks: str, before: str) -> str:
        try:
            return str(typer.prompt(asks, default=before))
        except typer.Abort:
            raise UsageError("the answers ended before the last question, and nothing is written") from None

    return ask_for_rules(file, ask, force=options.force)


app.add_typer(rules_app, name="rules")


# -- the run -------------------------------------------------------------------------------------------


def invoke(arguments: Sequence[str]) -> int:
    """Run one command; faults of usage that typer finds become ours."""
    command, width = typer.main.get_command(app), columns(sys.stdout)
    narrow = width if width < _LEAST else None
    try:
        status = command.main([*arguments], prog_name=NAME, standalone_mode=False, terminal_width=narrow)
    except _TYPER_USAGE as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            say(error.format_message())
            return Exit.USAGE
        if list(arguments[:1]) == ["settle"]:
            from ofcscore.cli.settle import refuse_totals_apart

            refuse_totals_apart(arguments[1:])
        raise UsageError(usage_words(error)) from None
    except typer.Abort:
        return Exit.INTERRUPTED
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            # So typer ends where the reader of a pipe has gone.
            raise end.__context__ from None
        raise
    return int(status or 0)


# The base of all faults of usage has no public name in all the versions of typer that are allowed.
_TYPER_USAGE: Final = cast("type[typer.BadParameter]", typer.BadParameter.__bases__[0])
