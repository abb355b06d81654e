"""The commands and their options, as typer reads them from a command line."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Final, NoReturn, cast

import typer
import typer.core

from ofcscore.cli.console import (
    NAME,
    STDIN,
    Ended,
    FileError,
    Progress,
    UsageError,
    choice,
    named_output,
    near,
    raise_signals,
    reason,
    say,
    tell,
    terminal_style,
    write,
)
from ofcscore.cli.score import Logs, check_bank, check_jobs, rules_named, score_logs, settle_way
from ofcscore.problems.problem import Exit, Problem, exit_status, show, show_lines

if TYPE_CHECKING:
    from ofcscore.log.read.sources import Form
    from ofcscore.rules.building import Loaded
    from ofcscore.rules.model import Rules
    from ofcscore.scoring.deals import DealScore


class _Group(typer.core.TyperGroup):
    """Commands whose misspelt names are answered in one line."""

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> object:  # type: ignore[override]
        if args[0] not in self.commands and not ctx.resilient_parsing:
            word = args[0]
            hint = near(word, self.commands)
            if not hint and os.path.exists(word):
                hint = f"; did you mean `{NAME} score {show(word)}`?"
            hint = hint or f"; the commands are {', '.join(self.commands)}"
            raise UsageError(f"there is no command {show(word)}{hint}")
        return super().resolve_command(ctx, args)


_SETTINGS: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 80}
app = typer.Typer(
    cls=_Group,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings=_SETTINGS,
    help="Score finished boards of open-face Chinese and Chinese poker, and say who owes whom.",
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
        help="table, plain, markdown, csv, json, jsonl, chat, html, svg or png; by default as -o FILE ends.",
        autocompletion=_complete(_formats),
    ),
]
OutputOption = Annotated[
    str | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Write to a file, whole or not at all; - is standard output."
    ),
]
SettleOption = Annotated[
    str,
    typer.Option(
        "--settle",
        metavar="WAY",
        help="Who pays whom: fewest payments, pairs (each by itself), bank=NAME (through one), none.",
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
    from ofcscore.log.read.sources import FORMS

    return FORMS


def _or_stdin(files: list[str] | None, context: typer.Context) -> list[str]:
    """The files named, or standard input; a terminal there is no log, and gets the help."""
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


@app.command("score")
def score_command(
    context: typer.Context,
    files: Files = None,
    rules: RulesOption = None,
    sets: SetOption = None,
    stake: StakeOption = None,
    currency: CurrencyOption = None,
    form: FromOption = None,
    format_: FormatOption = None,
    output: OutputOption = None,
    settle: SettleOption = "fewest",
    coin: CoinOption = None,
    deals: Annotated[
        str | None,
        typer.Option(
            "--deals", metavar="DEALS", help="Deals to show, in full: 3,5-7,last, or all or none. Sums stay."
        ),
    ] = None,
    running: Annotated[bool, typer.Option("--running", help="Show running totals behind each deal.")] = False,
    compare: Annotated[
        str | None,
        typer.Option(
            "--compare",
            metavar="RULES,RULES",
            help="The same boards under several rule sets, side by side.",
            autocompletion=_complete(_rule_names),
        ),
    ] = None,
    csv_raw: Annotated[
        bool,
        typer.Option("--csv-raw", help="Leave csv cells that a spreadsheet takes for formulas."),
    ] = False,
    template: Annotated[
        str | None, typer.Option("--template", metavar="FILE", help="A page of your own for html.")
    ] = None,
    chart: Annotated[bool, typer.Option("--chart", help="Draw the running totals below the report.")] = False,
    keep_going: KeepGoingOption = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            metavar="N",
            help="Parquet files: how many threads or workers. A log is scored by one process.",
        ),
    ] = None,
    engine: Annotated[
        str, typer.Option("--engine", metavar="ENGINE", help="Parquet files: threads, or dask.")
    ] = "threads",
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Parquet files: a Dask cluster that is there."),
    ] = None,
) -> int:
    """Score logs and say who owes whom. Several files are one session; - is standard input.

    Parquet files with a deal in each row are scored into Parquet files: deals.parquet -o scored.parquet.
    """
    if _are_tables(files or ()):
        _only_for_logs(context)
        return _score_tables(files or [], output, rules, sets or (), jobs, engine, scheduler)
    if scheduler is not None or engine != "threads":
        raise UsageError("--engine and --scheduler are for Parquet files")
    return score_logs(
        _or_stdin(files, context),
        rules,
        sets,
        stake,
        currency,
        form,
        format_,
        output,
        settle,
        coin,
        deals,
        running,
        compare,
        csv_raw,
        template,
        chart,
        keep_going,
        jobs,
    )


_TABLE: Final = ".parquet"
_FOR_TABLES: Final = frozenset(("files", "output", "rules", "sets", "jobs", "engine", "scheduler"))


def _are_tables(files: Sequence[str]) -> bool:
    """Whether the files named are Parquet files and no logs."""
    tables = [file for file in files if file.lower().endswith(_TABLE)]
    if tables and len(tables) < len(files):
        raise UsageError("logs and Parquet files are scored apart from each other")
    return bool(tables)


def _only_for_logs(context: typer.Context) -> None:
    """An option that says nothing to a Parquet file is a slip."""
    for param in context.command.params:
        given = context.params.get(param.name or "")
        if param.name not in _FOR_TABLES and given not in (None, [], ()) and given != param.default:
            raise UsageError(
                f"{param.opts[-1]} is for logs; Parquet files take --rules, --set, --jobs and -o"
            )


def _score_tables(
    files: Sequence[str],
    output: str | None,
    rules: str | None,
    sets: Sequence[str],
    jobs: int | None,
    engine: str,
    scheduler: str | None,
) -> int:
    """Parquet files scored into others; how many deals, and which errors, is told on standard error."""
    output = named_output(output, files)
    if output is None:
        raise UsageError("-o names the Parquet file to write, or a folder for several")
    check_jobs(jobs)
    cluster = choice("--engine", engine, ("threads", "dask")) == "dask" or scheduler is not None
    rule_set = rules_named(rules, sets)
    same = [*(["--rules", rules] if rules is not None else []), *(w for s in sets for w in ("--set", s))]
    progress = Progress()
    try:
        from ofcscore.cli.parquet import SlipError, run

        count = jobs or os.cpu_count() or 1
        lines, status = run(files, output, rule_set, count, cluster, scheduler, progress.tick, same)
    except ImportError as error:
        name = "dask" if error.name in ("distributed", "dask") else "bulk"
        raise UsageError(
            f"this needs a package that is not installed: `pip install {NAME}[{name}]`"
        ) from error
    except SlipError as slip:
        raise UsageError(str(slip)) from None
    finally:
        progress.clear()
    for line in lines:
        say(line)
    return status


@app.command("check")
def check_command(
    files: Annotated[list[str], typer.Argument(metavar="FILE|FOLDER...", show_default=False)],
    rules: RulesOption = None,
    sets: SetOption = None,
    form: FromOption = None,
    together: Annotated[
        bool, typer.Option("--together", help="The files are one session, as for score.")
    ] = False,
) -> int:
    """Check logs: problems, warnings, and everything they expect. Silent when all is well.

    Each file is checked by itself; a folder stands for all logs in it. Warnings fail a check too.
    """
    from ofcscore.cli.score_run import check_session

    named = _logs_named(files)
    problems: list[Problem] = []
    status = Exit.OK
    for group in [named] if together else [[file] for file in named]:
        logs = Logs(group, form, rules, sets, None, None)
        found = check_session(logs.items(), logs.reading)
        problems += logs.problems()
        problems += found
        status = max(status, logs.reading.status, exit_status(found))
    tell(problems)
    if problems:
        status = max(status, Exit.INPUT)
    return status


_LOGS: Final = (".ofc", ".txt", ".yaml", ".yml", ".json", ".jsonl", ".csv")


def _logs_named(names: Sequence[str]) -> list[str]:
    """The files named, and for a folder the logs in it and below it, sorted."""
    found: list[str] = []
    for name in names:
        if not os.path.isdir(name):
            found.append(name)
            continue
        logs = sorted(file for file in _files_in(name) if not _is_rule_file(file))
        if not logs:
            raise FileError(f"there are no logs in {show(name)}")
        found += logs
    return found


def _files_in(folder: str) -> Iterator[str]:
    """The files in a folder and below it that are named like logs; hidden ones are somebody else's."""
    for above, folders, files in os.walk(folder, onerror=_unreadable_folder):
        folders[:] = [name for name in folders if not _is_foreign(above, name)]
        for file in files:
            path = os.path.join(above, file)
            if file.startswith(".") or os.path.splitext(file)[1].lower() not in _LOGS:
                continue
            if os.path.exists(path) and not os.path.isfile(path):
                # It would be waited for, without end.
                say(f"{NAME}: {show(path)} is left out: it is a pipe or a device, and no file")
                continue
            yield path


def _is_foreign(above: str, name: str) -> bool:
    """Whether a folder belongs to a program (`.git`, `.venv`; Python's by any name)."""
    return name.startswith(".") or os.path.exists(os.path.join(above, name, "pyvenv.cfg"))


def _unreadable_folder(error: OSError) -> NoReturn:
    raise FileError(f"cannot read {show(os.fsdecode(error.filename))}: {reason(error)}") from error


def _is_rule_file(path: str) -> bool:
    """Whether a YAML file is a rule set, which stands beside the logs that use it, and no log."""
    if os.path.splitext(path)[1].lower() not in (".yaml", ".yml"):
        return False
    try:
        with open(path, "rb") as file:
            start = file.read(1 << 16)
    except OSError:
        return False
    return not re.search(rb"""(?m)^(- )?["']?(deals|deal|hand|boards)["']?[ \t]*:""", start)


@app.command("fmt")
def fmt_command(
    context: typer.Context,
    files: Files = None,
    check: Annotated[bool, typer.Option("--check", help="Name the logs that would change; exit 1.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what would change.")] = False,
    in_place: Annotated[bool, typer.Option("-i", "--in-place", help="Write the logs anew.")] = False,
) -> int:
    """Write text logs in canonical notation, remarks and blank lines kept; problems leave a log alone."""
    from ofcscore.files.written import is_place

    if in_place and (check or diff):
        raise UsageError("--in-place writes the logs; --check and --diff leave them as they are")
    files = _or_stdin(files, context)
    if in_place and STDIN in files:
        raise UsageError("--in-place writes files, and - is standard input")
    for file in files if in_place else ():
        if not (is_place(file) or os.path.isdir(file)):
            raise UsageError(f"--in-place writes files, and {show(file)} is no ordinary file")
    return max(_format_log(file, check, diff, in_place) for file in files)


def _format_log(file: str, check: bool, diff: bool, in_place: bool) -> int:
    """One log formatted; its exit status."""
    from ofcscore.cli.convert import FORM_NAMES, OtherFormError, diff_lines, format_log
    from ofcscore.files.written import Spool, write_whole
    from ofcscore.log.read.sources import Source, file_source
    from ofcscore.problems.collected import Problems

    source = file_source(file)
    before = b""
    if diff:
        import io

        with suppress(OSError):
            with source.open() as stream:
                before = stream.read()
            source = Source(source.name, lambda: io.BytesIO(before), None, source.base)
    problems = Problems()
    with Spool() as spool:
        try:
            changed = format_log(source, spool, problems)
        except OtherFormError as other:
            raise UsageError(
                f"fmt is for text logs, and {show(file)} is {FORM_NAMES[other.form]}; "
                f"`{NAME} convert {show(file)} --to text` writes one"
            ) from None
        if problems.errors:
            tell(problems.kept)
            return problems.status
        if diff and changed:
            _write_log(None, diff_lines(source.name, before, spool.chunks()))
        if check and changed and not diff:
            print(show(file))
        if in_place and changed:
            try:
                write_whole(file, spool.chunks(), spare_links=True)
            except OSError as error:
                raise FileError(f"cannot write {show(file)}: {reason(error)}") from error
        if not (check or diff or in_place):
            _write_log(None, spool.chunks())
    return Exit.INPUT if check and changed else Exit.OK


def _write_log(output: str | None, chunks: Iterable[str]) -> None:
    """A log to a file, or to standard output, which is UTF-8 wherever it is no terminal.

    On a terminal it is cleaned: what a log may hold is somebody else's, and remarks may hold anything.
    """
    if output is not None or sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        write(output, chunks if output is not None else map(show_lines, chunks))
        return
    sys.stdout.flush()
    sys.stdout.buffer.writelines(chunk.encode("utf-8") for chunk in chunks)
    sys.stdout.buffer.flush()


@app.command("convert")
def convert_command(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)],
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORM",
            help="Form to write: text, yaml, json, jsonl or csv. Told by the name after -o by default.",
            autocompletion=_complete(_forms),
        ),
    ] = None,
    output: OutputOption = None,
    form: FromOption = None,
) -> int:
    """Write a log in another form; every form says the same and gives the same scores."""
    from ofcscore.cli.convert import convert_log, form_of
    from ofcscore.files.written import Spool
    from ofcscore.log.read.sources import FORMS, file_source
    from ofcscore.problems.collected import Problems

    output = named_output(output, [file])
    if to is None and output is None:
        raise UsageError(f"--to says the form to write: {', '.join(FORMS)}")
    wanted = form_of(output) if to is None and output is not None else choice("--to", to or "", FORMS)
    if wanted is None:
        raise UsageError(f"--to says the form to write: {', '.join(FORMS)}; {show(output or '')} does not")
    source = file_source(file, None if form is None else cast("Form", choice("--from", form, FORMS)))
    problems = Problems()
    with Spool() as spool:
        remarks = convert_log(source, cast("Form", wanted), spool, problems)
        if problems.errors:
            tell(problems.kept)
            return problems.status
        _write_log(output, spool.chunks())
    if remarks:
        say(f"{NAME}: the remarks of {show(file)} are left out: they are no part of its deals")
    return Exit.OK


@app.command("explain")
def explain_command(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="BOARD [BOARD] | CODE | FILE:ROW",
            help="Boards as in a log, a problem's code (`codes` lists them), or a deal of a Parquet file.",
        ),
    ],
    rules: RulesOption = None,
    sets: SetOption = None,
    format_: FormatOption = None,
) -> int:
    """Explain a board, every score line between two boards, or what a problem's code means.

    A board is written as in a log: "QQ5 / AA762 / 9TJQK", a name before it or not.
    """
    code = _as_code(what[0]) if len(what) == 1 else None
    if code is not None:
        return _explain_code(code)
    row = _ROW_OF_TABLE.fullmatch(what[0]) if len(what) == 1 else None
    if len(what) > 2:
        raise UsageError(f"explain takes one board or two, not {len(what)}; put each in quotes")
    from ofcscore.report.explain import explain_data, explain_lines
    from ofcscore.report.json import dumps

    chosen = choice("--format", format_ or "table", ("table", "json"))
    rule_set = rules_named(rules, sets or ())
    if row is not None:
        score, problems = _deal_of_row(row[1], row[2], rule_set)
    else:
        from ofcscore.cli.explain import explain

        explained = explain(what, rule_set)
        score, problems = explained.score, explained.problems
    if score is not None and chosen == "json":
        write(None, [dumps(explain_data(score, rule_set)), "\n"])
    elif score is not None:
        write(None, (f"{line}\n" for line in explain_lines(score, rule_set, terminal_style())))
    tell(problems)
    return Exit.INPUT if score is None else Exit.OK


_ROW_OF_TABLE: Final = re.compile(r"(.+\.[Pp][Aa][Rr][Qq][Uu][Ee][Tt])(?::([0-9]{1,12}))?", re.DOTALL)


def _deal_of_row(file: str, row: str | None, rules: Rules) -> tuple[DealScore | None, Sequence[Problem]]:
    """The deal in a row of a Parquet file scored, or what is wrong with it."""
    if row is None:
        raise UsageError(f"which deal? Write its row behind the file: {show(file)}:31")
    try:
        from ofcscore.cli.parquet import explain
    except ImportError as error:
        raise UsageError(f"this needs a package that is not installed: `pip install {NAME}[bulk]`") from error
    return explain(file, int(row), rules)


_ALL_CODES: Final = "codes"
_CODE: Final = re.compile(r"(?:(?:error|warning)\[)?([A-Za-z8][A-Za-z8]*(?:[-_ ][A-Za-z8]+)*)\]?:?")


def _as_code(text: str) -> str | None:
    """The problem's code that an argument is, misspelt or not; None where it is a board."""
    from ofcscore.log.syntax import STATUSES
    from ofcscore.problems.catalogue import codes

    match = _CODE.fullmatch(text.strip())
    if match is None or match[1].lower() in STATUSES:
        return None
    code = re.sub("[_ ]", "-", match[1].lower())
    known = code in codes() or code == _ALL_CODES
    return code if known or "-" in match[1] or near(code, codes()) else None


def _explain_code(code: str) -> int:
    """What a problem's code means; the list of them for `codes`."""
    from ofcscore.problems.catalogue import codes
    from ofcscore.report.codes import code_lines, list_lines

    if code == _ALL_CODES:
        return _print_lines(list_lines(codes()))
    if code not in codes():
        raise UsageError(f"there is no problem called {code}{near(code, codes())}")
    write(None, (f"{line}\n" for line in code_lines(code, codes()[code])))
    return Exit.OK


@app.command("settle")
def settle_command(
    totals: Annotated[list[str], typer.Argument(metavar="NAME=POINTS...", show_default=False)],
    stake: StakeOption = None,
    currency: CurrencyOption = None,
    settle: SettleOption = "fewest",
    coin: CoinOption = None,
    format_: FormatOption = None,
) -> int:
    """Say who owes whom from totals alone: settle Ann=-25 Bob=-31 Cem=45 Dan=11."""
    from ofcscore.cli.settle import settle_totals, totals_of

    chosen = choice("--format", format_ or "table", ("table", "plain", "json"))
    way = settle_way(settle, coin)
    if way.way == "pairs":
        raise UsageError("--settle pairs needs the deals; totals alone do not say who won from whom")
    points, problems = totals_of(totals)
    if problems:
        tell(problems)
        return exit_status(problems)
    found, problems = settle_totals(points, stake, currency, way)
    if found is None:
        tell(problems)
        return exit_status(problems)
    check_bank(way, found)
    from ofcscore.report.payments import settle_report

    write(None, settle_report(found, chosen, terminal_style()))
    return Exit.OK


@app.command("live")
def live_command(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)],
) -> int:
    """Enter boards at the table: scored at once, every deal on disk before the next, undo and edit."""
    from ofcscore.live import live

    gc.enable()
    raise_signals()
    return live(file)


# -- rule sets -----------------------------------------------------------------------------------------


def _load_layers(text: str, sets: Sequence[str] = ()) -> Loaded:
    from ofcscore.rules.building import load_layers

    loaded, problems = load_layers(text, sets=tuple(sets))
    tell(problems)
    if loaded is None:
        raise Ended(max(exit_status(problems), Exit.USAGE))
    return loaded


RulesArgument = Annotated[
    str, typer.Argument(metavar="RULES", autocompletion=_complete(_rule_names), show_default=False)
]


@rules_app.command("list")
def rules_list() -> int:
    """List the rule sets and options that come with the program."""
    from ofcscore.rules.describe import as_lines, list_rules

    return _print_lines(as_lines(list_rules()))


@rules_app.command("show")
def rules_show(
    name: RulesArgument,
    sets: SetOption = None,
    yaml: Annotated[bool, typer.Option("--yaml", help="As a rule file that states everything.")] = False,
) -> int:
    """Show a rule set, a sum of them or a file: every setting in words, and where it came from."""
    from ofcscore.rules.describe import as_lines, dump_rules, show_rules
    from ofcscore.scoring.pays import reach

    loaded = _load_layers(name, sets or ())
    if yaml:
        write(None, [dump_rules(loaded)])
        return Exit.OK
    return _print_lines(as_lines(show_rules(loaded, reach(loaded.rules))))


@rules_app.command("diff")
def rules_diff(first: RulesArgument, second: RulesArgument) -> int:
    """Show how two rule sets differ."""
    from ofcscore.rules.describe import as_lines, diff_rules

    return _print_lines(as_lines(diff_rules(_load_layers(first), _load_layers(second))))


@rules_app.command("check")
def rules_check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", show_default=False)],
) -> int:
    """Check rule files of your own. Silent when all is well."""
    from ofcscore.rules.building import check_file

    problems = [problem for file in files for problem in check_file(file)[1]]
    tell(problems)
    return exit_status(problems)


app.add_typer(rules_app, name="rules")


def _print_lines(lines: Iterable[str]) -> int:
    write(None, (f"{line}\n" for line in lines))
    return Exit.OK


# -- the run -------------------------------------------------------------------------------------------


def invoke(arguments: Sequence[str]) -> int:
    """Runs one command; faults of usage that typer finds become ours."""
    command = typer.main.get_command(app)
    try:
        status = command.main(list(arguments), prog_name=NAME, standalone_mode=False)
    except _TYPER_USAGE as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            say(error.format_message())
            return Exit.USAGE
        raise UsageError(_usage_words(error)) from None
    except typer.Abort:
        return Exit.INTERRUPTED
    return int(status or 0)


# The base of all faults of usage has no public name in all the versions of typer that are allowed.
_TYPER_USAGE: Final = cast("type[typer.BadParameter]", typer.BadParameter.__bases__[0])


def _usage_words(error: typer.BadParameter) -> str:
    """A fault of usage that typer found, in one line."""
    option = getattr(error, "option_name", None)
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoSuchOption" and option is not None and context is not None:
        known = [name for p in context.command.get_params(context) for name in p.opts]
        return f"there is no option {show(option)}{near(option, known) or _see_help(context)}"
    text = show(error.format_message()).rstrip(".")
    return f"{text[0].lower()}{text[1:]}{_see_help(context)}"


def _see_help(context: typer.Context | None) -> str:
    return f"; see `{context.command_path} --help`" if context is not None else ""
