"""The command line: options, files and exit statuses; no rule and no sum of the game."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from fractions import Fraction
from types import FrameType
from typing import TYPE_CHECKING, Annotated, BinaryIO, Final, NoReturn, cast

import typer
import typer.core

from ofcscore.problems import Exit, Problem, ProblemsError, exit_status, format_problems, show

if TYPE_CHECKING:
    from ofcscore.board import Deal, Header
    from ofcscore.outcome import Outcome, SettleWay
    from ofcscore.parts import LogInParts
    from ofcscore.reading import Form, Source
    from ofcscore.report import Report
    from ofcscore.report.wording import Style
    from ofcscore.reporting import Selection
    from ofcscore.rules.loader import Loaded
    from ofcscore.rules.model import Rules

NAME: Final = "ofcscore"
TERMINATED: Final = 143
STDIN: Final = "-"


class UsageError(Exception):
    """A command line that cannot be meant so; the text is one short line for the user."""


class FileError(Exception):
    """A file that cannot be read or written; the text is one line for the user."""


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
    typer.Option("-o", "--output", metavar="FILE", help="Write to a file, whole or not at all."),
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
    from ofcscore.reading import FORMS

    return FORMS


def _choice(option: str, value: str, choices: Sequence[str]) -> str:
    """The value of an option that has few; anything else is told the choices and the nearest."""
    if value in choices:
        return value
    listed = f"{', '.join(choices[:-1])} or {choices[-1]}"
    raise UsageError(f"{option} is {listed}, not {show(value)}{near(value, choices)}")


def _settle_way(text: str, coin: str | None, currency: str | None = None) -> SettleWay:
    from ofcscore.outcome import WAYS, SettleWay

    smallest = _amount("--round", coin) if coin is not None else None
    if smallest is not None and smallest <= 0:
        raise UsageError(f"--round is the smallest coin and must be more than 0, not {coin}")
    word, equals, name = text.partition("=")
    if word == "bank":
        if not name:
            raise UsageError("--settle bank=NAME names the person through whom all is paid")
        return SettleWay("bank", name, smallest)
    if equals or word not in WAYS:
        raise UsageError(f"--settle is fewest, pairs, bank=NAME or none, not {show(text)}{near(word, WAYS)}")
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
        raise UsageError(f"--deals: {error}") from None


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


def _write(output: str | None, chunks: Iterable[str | bytes]) -> None:
    """Text to standard output, or to a file, whole or not at all."""
    if output is None:
        sys.stdout.writelines(chunk for chunk in chunks if isinstance(chunk, str))
        sys.stdout.flush()
        return
    from ofcscore.output import write_whole

    try:
        write_whole(output, chunks)
    except OSError as error:
        raise FileError(f"cannot write {show(output)}: {_reason(error)}") from error


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def _not_an_input(output: str | None, files: Sequence[str]) -> None:
    if output is None:
        return
    if not output:
        raise UsageError("-o needs the name of a file")
    from ofcscore.output import same_file

    for file in files:
        if file != STDIN and same_file(output, file):
            raise UsageError(f"-o {show(output)} is the log {show(file)} itself")


def _or_stdin(files: list[str] | None, context: typer.Context) -> list[str]:
    """The files named, or standard input; a terminal there is no log, and gets the help."""
    if files:
        return files
    if sys.stdin is None or sys.stdin.isatty():
        _say(context.get_help())
        raise typer.Exit(Exit.USAGE)
    return [STDIN]


class _Progress:
    """How far a long run has come, on standard error when that is a terminal; cleared away at its end."""

    def __init__(self, logs: Logs | None = None) -> None:
        self.logs = logs
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
        share = self.logs.share_read() if self.logs is not None else None
        if not share:
            return ""
        full = int(share * _BAR)
        left = int(seconds / share - seconds) + 1
        clock = f"{left} s" if left < 100 else f"{left // 60} min"
        return f"[{'#' * full}{'.' * (_BAR - full)}] {share:4.0%}, {clock} left, "

    def _show(self, text: str) -> None:
        print(f"\r{text:<{self.width}}", end="", file=sys.stderr, flush=True)
        self.width = len(text)

    def clear(self) -> None:
        if self.width:
            self._show("")
            print("\r", end="", file=sys.stderr, flush=True)


_BAR: Final = 24


class Logs:
    """The logs of one session as the command line names them, and the problems of reading them."""

    def __init__(
        self,
        files: Sequence[str],
        form: str | None,
        rules: str | None,
        sets: Sequence[str] | None,
        stake: str | None = None,
        currency: str | None = None,
    ) -> None:
        from ofcscore.reading import FORMS, Overrides, Problems

        self.files = files
        self.form = None if form is None else cast("Form", _choice("--from", form, FORMS))
        self.sets = tuple(sets or ())
        self.overrides = Overrides(rules, self.sets, stake, currency)
        self.reading = Problems()
        self.opened: list[BinaryIO] = []

    def items(self) -> Iterator[Header | Deal]:
        """Headers and deals as they are read."""
        from ofcscore.reading import file_source, read_stream

        sources = [self._watched(file_source(file, self.form)) for file in self.files]
        return read_stream(sources, self.reading, self.overrides)

    def _watched(self, source: Source) -> Source:
        """The source, whose stream is known when it is opened."""

        def opened() -> BinaryIO:
            stream = source.open()
            self.opened.append(stream)
            return stream

        return source._replace(open=opened) if sys.stderr is not None and sys.stderr.isatty() else source

    def in_parts(self, jobs: int) -> LogInParts | None:
        """The log as several processes score it; None where one is as good."""
        if jobs == 1 or len(self.files) != 1 or self.files[0] == STDIN:
            return None
        from ofcscore.parts import LogInParts
        from ofcscore.reading import file_source

        return LogInParts.cut(file_source(self.files[0], self.form), self.overrides, self.reading, jobs)

    def share_read(self) -> float | None:
        """How much of the logs has been read, from 0 to 1; None where that is not known."""
        try:
            total = sum(os.path.getsize(file) for file in self.files)
            done = sum(
                os.path.getsize(stream.name) if stream.closed else stream.tell() for stream in self.opened
            )
        except (OSError, ValueError, AttributeError):
            return None
        return min(done / total, 1.0) if total and self.opened else None

    def problems(self) -> Sequence[Problem]:
        return self.reading.kept


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
            help="How many processes, for a long text log; for Parquet files threads or workers.",
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
        return _score_tables(files or [], output, _load_rules(rules, sets or ()), jobs, engine, scheduler)
    if scheduler is not None or engine != "threads":
        raise UsageError("--engine and --scheduler are for Parquet files")
    _check_jobs(jobs)
    from ofcscore.report import make_report
    from ofcscore.report.wording import PLAIN

    chosen = _format(format_, output)
    way = _settle_way(settle, coin)
    selection = _selection(deals)
    files = _or_stdin(files, context)
    _not_an_input(output, files)
    logs = Logs(files, form, rules, sets, stake, currency)
    style = _style() if output is None else None
    if chosen in ("svg", "png"):
        _check_picture(chosen, output, compare)
    if chart and (chosen not in _WITH_CHART or compare is not None):
        raise UsageError(f"--chart draws below {', '.join(_WITH_CHART[:-1])} and {_WITH_CHART[-1]} alone")
    if compare is not None:
        if chosen == "html":
            raise UsageError("--compare has no html; use table, markdown, csv or json")
        return _compare(logs, compare, chosen, style, output, way, keep_going, csv_raw)
    if template is not None and chosen != "html":
        raise UsageError(f"--template is for --format html, not {chosen}")
    report = make_report(
        chosen,
        style or PLAIN,
        in_full=selection is not None,
        running=running,
        csv_raw=csv_raw,
        template=template,
    )
    below = style or PLAIN if chart else None
    return _score(logs, report, output, selection, way, keep_going, below, picture=chosen == "png", jobs=jobs)


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
    rules: Rules,
    jobs: int | None,
    engine: str,
    scheduler: str | None,
) -> int:
    """Parquet files scored into others; how many deals, and which errors, is told on standard error."""
    if output is None:
        raise UsageError("-o names the Parquet file to write, or a folder for several")
    _not_an_input(output, files)
    _check_jobs(jobs)
    cluster = _choice("--engine", engine, ("threads", "dask")) == "dask" or scheduler is not None
    progress = _Progress()
    try:
        from ofcscore.bulk.command import run

        lines, status = run(
            files, output, rules, jobs or os.cpu_count() or 1, cluster, scheduler, progress.tick
        )
    except ImportError as error:
        name = "dask" if error.name in ("distributed", "dask") else "bulk"
        raise UsageError(
            f"this needs a package that is not installed: `pip install {NAME}[{name}]`"
        ) from error
    finally:
        progress.clear()
    for line in lines:
        _say(line)
    return status


def _check_jobs(jobs: int | None) -> None:
    if jobs is not None and jobs < 1:
        raise UsageError(f"--jobs is how many at once, and at least 1, not {jobs}")


_WITH_CHART: Final = ("table", "plain", "chat")


def _check_picture(chosen: str, output: str | None, compare: str | None) -> None:
    """What a drawing needs: one rule set, and for a png its package and a place that is no terminal."""
    if compare is not None:
        raise UsageError(f"--compare has no {chosen}; use table, markdown, csv or json")
    if chosen == "svg":
        return
    from ofcscore.report.chart import MissingExtraError, need_picture

    try:
        need_picture()
    except MissingExtraError as missing:
        raise UsageError(str(missing)) from None
    if output is None and sys.stdout.isatty():
        raise UsageError("a png is nothing for a terminal; add `-o chart.png`")


def _format(name: str | None, output: str | None) -> str:
    """The format asked for, else the one that the output file's name says, else `table`."""
    from ofcscore.report import FORMATS, SUFFIXES

    if name is not None:
        return _choice("--format", name, FORMATS)
    suffix = os.path.splitext(output or "")[1].lower()
    return SUFFIXES.get(suffix, "table")


def _score(
    logs: Logs,
    report: Report,
    output: str | None,
    selection: Selection | None,
    way: SettleWay,
    keep_going: bool,
    chart: Style | None = None,
    *,
    picture: bool = False,
    jobs: int | None = None,
) -> int:
    """Scores and writes; `chart` draws the running totals below, with `picture` the report is a drawing."""
    from ofcscore.output import Spool
    from ofcscore.reporting import report_session

    progress = _Progress(logs)
    # The last deal is known at the end alone, and what runs on in such reports is not handed over.
    alone = selection is not None and selection.last
    parts = None if jobs is None or alone else logs.in_parts(jobs)
    with Spool() as spool:
        head, tail, outcome = report_session(
            logs.items(),
            report,
            spool,
            logs.reading,
            deals=selection,
            way=way,
            keep_going=keep_going,
            tick=progress.tick,
            parts=parts,
        )
        progress.clear()
        status = max(logs.reading.status, exit_status(outcome.problems))
        if head or tail:
            _check_bank(way, outcome)
            if outcome.session.deals:
                if chart is not None:
                    tail += _chart(outcome, chart)
                if picture:
                    _write_picture(output, head)
                else:
                    _write(output, _all(head, spool.chunks(), tail))
    _tell(outcome.problems)
    return status


def _chart(outcome: Outcome, style: Style) -> str:
    """The running totals as they are drawn in a terminal."""
    from ofcscore.report.chart import render_chart_text

    return "\n" + "".join(f"{line}\n" for line in render_chart_text(outcome.session, style))


def _write_picture(output: str | None, svg: str) -> None:
    """A drawing as a png."""
    from ofcscore.report.chart import picture

    if output is not None:
        _write(output, [picture(svg)])
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(picture(svg))


def _all(head: str, body: Iterable[str], tail: str) -> Iterable[str]:
    yield head
    yield from body
    yield tail


def _check_bank(way: SettleWay, outcome: Outcome) -> None:
    """Paying through somebody who was never there is a slip of the pen."""
    if way.bank is not None and way.bank not in outcome.session.totals:
        names = [show(name) for name in outcome.session.totals]
        hint = near(way.bank, names) or f"; there are {', '.join(names)}"
        raise UsageError(f"--settle bank={show(way.bank)}: nobody has that name{hint}")


def _compare(
    logs: Logs,
    names: str,
    format_: str,
    style: Style | None,
    output: str | None,
    way: SettleWay,
    keep_going: bool,
    csv_raw: bool,
) -> int:
    """The same session under several rule sets: totals, fouls, and who would owe whom."""
    from ofcscore.report.compare import comparison
    from ofcscore.report.wording import PLAIN
    from ofcscore.reporting import compare_rules

    rule_sets = [_load_rules(name.strip(), logs.sets) for name in names.split(",")]
    if len(rule_sets) < 2:
        raise UsageError("--compare names two rule sets or more, with a comma between them")
    progress = _Progress()
    compared = compare_rules(logs.items(), rule_sets, way, progress.tick)
    progress.clear()
    found = list(logs.problems())
    for _, outcome in compared:
        found += [p for p in outcome.problems if p not in found]
    status = max(exit_status(found), logs.reading.status)
    _check_bank(way, compared[0][1])
    if status == Exit.OK or (keep_going and compared[0][1].session.deals):
        _write(output, comparison(compared, format_, style or PLAIN, csv_raw=csv_raw))
    _tell(found)
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
    from ofcscore.reporting import check_session

    named = _logs_named(files)
    problems: list[Problem] = []
    status = Exit.OK
    for group in [named] if together else [[file] for file in named]:
        logs = Logs(group, form, rules, sets, None, None)
        found = check_session(logs.items(), logs.reading)
        problems += logs.problems()
        problems += found
        status = max(status, logs.reading.status, exit_status(found))
    _tell(problems)
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
        inside = [
            os.path.join(folder, file)
            for folder, _, files in os.walk(name)
            for file in files
            if not file.startswith(".") and os.path.splitext(file)[1].lower() in _LOGS
        ]
        logs = sorted(file for file in inside if not _is_rule_file(file))
        if not logs:
            raise FileError(f"there are no logs in {show(name)}")
        found += logs
    return found


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
    if in_place and (check or diff):
        raise UsageError("--in-place writes the logs; --check and --diff leave them as they are")
    files = _or_stdin(files, context)
    if in_place and STDIN in files:
        raise UsageError("--in-place writes files, and - is standard input")
    return max(_format_log(file, check, diff, in_place) for file in files)


def _format_log(file: str, check: bool, diff: bool, in_place: bool) -> int:
    """One log formatted; its exit status."""
    from ofcscore.converting import FORM_NAMES, OtherFormError, diff_lines, format_log
    from ofcscore.output import Spool, write_whole
    from ofcscore.reading import Problems, Source, file_source

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
            _tell(problems.kept)
            return problems.status
        if diff and changed:
            _write_log(None, diff_lines(source.name, before, spool.chunks()))
        if check and changed and not diff:
            print(show(file))
        if in_place and changed:
            try:
                write_whole(file, spool.chunks(), spare_links=True)
            except OSError as error:
                raise FileError(f"cannot write {show(file)}: {_reason(error)}") from error
        if not (check or diff or in_place):
            _write_log(None, spool.chunks())
    return Exit.INPUT if check and changed else Exit.OK


def _write_log(output: str | None, chunks: Iterable[str]) -> None:
    """A log to a file, or to standard output, which is UTF-8 wherever it is no terminal."""
    if output is not None or sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        _write(output, chunks)
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
    from ofcscore.converting import convert_log, form_of
    from ofcscore.output import Spool
    from ofcscore.reading import FORMS, Problems, file_source

    if to is None and output is None:
        raise UsageError(f"--to says the form to write: {', '.join(FORMS)}")
    wanted = form_of(output) if to is None and output is not None else _choice("--to", to or "", FORMS)
    if wanted is None:
        raise UsageError(f"--to says the form to write: {', '.join(FORMS)}; {show(output or '')} does not")
    _not_an_input(output, [file])
    source = file_source(file, None if form is None else cast("Form", _choice("--from", form, FORMS)))
    problems = Problems()
    with Spool() as spool:
        remarks = convert_log(source, cast("Form", wanted), spool, problems)
        if problems.errors:
            _tell(problems.kept)
            return problems.status
        _write_log(output, spool.chunks())
    if remarks:
        _say(f"{NAME}: the remarks of {show(file)} are left out: they are no part of its deals")
    return Exit.OK


@app.command("explain")
def explain_command(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="BOARD [BOARD] | CODE",
            help="Boards as in a log, or a problem's code; `codes` lists them.",
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
    if row is not None:
        return _explain_row(row[1], int(row[2]), _load_rules(rules, sets or ()))
    if len(what) > 2:
        raise UsageError(f"explain takes one board or two, not {len(what)}; put each in quotes")
    from ofcscore.explaining import explain
    from ofcscore.report.data import dumps
    from ofcscore.report.explain import explain_data, explain_lines

    chosen = _choice("--format", format_ or "table", ("table", "json"))
    rule_set = _load_rules(rules, sets or ())
    explained = explain(what, rule_set)
    if explained.score is None:
        _tell(explained.problems)
        return Exit.INPUT
    if chosen == "json":
        _write(None, [dumps(explain_data(explained.score, rule_set)), "\n"])
    else:
        _write(None, (f"{line}\n" for line in explain_lines(explained.score, rule_set, _style())))
    _tell(explained.problems)
    return Exit.OK


_ROW_OF_TABLE: Final = re.compile(r"(.+\.parquet):([0-9]{1,12})", re.DOTALL)


def _explain_row(file: str, row: int, rules: Rules) -> int:
    """Every score line of a deal in a Parquet file, or what is wrong with it."""
    try:
        from ofcscore.bulk.command import explain
    except ImportError as error:
        raise UsageError(f"this needs a package that is not installed: `pip install {NAME}[bulk]`") from error
    score, problems = explain(file, row, rules)
    if score is not None:
        from ofcscore.report.explain import explain_lines

        _write(None, (f"{line}\n" for line in explain_lines(score, rules, _style())))
    _tell(problems)
    return exit_status(problems)


_ALL_CODES: Final = "codes"
_CODE: Final = re.compile(r"(?:(?:error|warning)\[)?([A-Za-z8][A-Za-z8]*(?:[-_ ][A-Za-z8]+)*)\]?:?")


def _as_code(text: str) -> str | None:
    """The problem's code that an argument is, misspelt or not; None where it is a board."""
    from ofcscore.catalogue import CODES
    from ofcscore.reading.syntax import STATUSES

    match = _CODE.fullmatch(text.strip())
    if match is None or match[1].lower() in STATUSES:
        return None
    code = re.sub("[_ ]", "-", match[1].lower())
    known = code in CODES or code == _ALL_CODES
    return code if known or "-" in match[1] or near(code, CODES) else None


def _explain_code(code: str) -> int:
    """What a problem's code means; the list of them for `codes`."""
    from ofcscore.catalogue import CODES
    from ofcscore.report.codes import code_lines, list_lines

    if code == _ALL_CODES:
        return _print_lines(list_lines(CODES))
    if code not in CODES:
        raise UsageError(f"there is no problem called {code}{near(code, CODES)}")
    _write(None, (f"{line}\n" for line in code_lines(code, CODES[code])))
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
    from ofcscore.settling import settle_totals, totals_of

    chosen = _choice("--format", format_ or "table", ("table", "plain", "json"))
    way = _settle_way(settle, coin)
    if way.way == "pairs":
        raise UsageError("--settle pairs needs the deals; totals alone do not say who won from whom")
    points, problems = totals_of(totals)
    if problems:
        _tell(problems)
        return exit_status(problems)
    found, problems = settle_totals(points, stake, currency, way)
    if found is None:
        _tell(problems)
        return exit_status(problems)
    _check_bank(way, found)
    from ofcscore.report.settle import settle_report

    _write(None, settle_report(found, chosen, _style()))
    return Exit.OK


@app.command("live")
def live_command(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)],
) -> int:
    """Enter boards at the table: scored at once, every deal on disk before the next, undo and edit."""
    from ofcscore.live import live

    gc.enable()
    _raise_signals()
    return live(file)


# -- rule sets -----------------------------------------------------------------------------------------


def _load_rules(text: str | None, sets: Sequence[str]) -> Rules:
    """A rule set of the command line; one with problems is told and ends the run."""
    from ofcscore.rules.files import default_name
    from ofcscore.rules.loader import load_rules

    rules, problems = load_rules(text or default_name(), sets=tuple(sets))
    _tell(problems)
    if rules is None:
        raise typer.Exit(max(exit_status(problems), Exit.USAGE))
    return rules


def _load_layers(text: str, sets: Sequence[str] = ()) -> Loaded:
    from ofcscore.rules.loader import load_layers

    loaded, problems = load_layers(text, sets=tuple(sets))
    _tell(problems)
    if loaded is None:
        raise typer.Exit(max(exit_status(problems), Exit.USAGE))
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

    loaded = _load_layers(name, sets or ())
    if yaml:
        _write(None, [dump_rules(loaded)])
        return Exit.OK
    return _print_lines(as_lines(show_rules(loaded)))


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
    from ofcscore.rules.loader import check_file

    problems = [problem for file in files for problem in check_file(file)[1]]
    _tell(problems)
    return exit_status(problems)


app.add_typer(rules_app, name="rules")


def _print_lines(lines: Iterable[str]) -> int:
    _write(None, (f"{line}\n" for line in lines))
    return Exit.OK


# -- the run -------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit status; nothing but KeyboardInterrupt's like gets out."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        _raise_signals()
    try:
        if sys.stdout is None:
            raise FileError("cannot write standard output: it is closed")
        status = _invoke(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return status
    except UsageError as fault:
        _say(f"{NAME}: {fault}")
        return Exit.USAGE
    except FileError as fault:
        _say(f"{NAME}: {fault}")
        return Exit.FILES
    except ProblemsError as error:
        _tell(error.problems)
        return exit_status(error.problems)
    except BrokenPipeError:
        _drop_output()
        return Exit.OK
    except OSError as error:
        _drop_output()
        where = f" {show(os.fsdecode(error.filename))}" if error.filename else " standard output"
        _say(f"{NAME}: cannot {'use' if error.filename else 'write'}{where}: {_reason(error)}")
        return Exit.FILES
    except KeyboardInterrupt:
        _drop_output()
        return Exit.INTERRUPTED
    except _Terminated:
        _drop_output()
        return TERMINATED
    except Exception as error:
        _drop_output()
        _say(_fault_words(error))
        return Exit.FAULT


def _invoke(arguments: Sequence[str]) -> int:
    """Runs one command; faults of usage that typer finds become ours."""
    command = typer.main.get_command(_needed(arguments))
    try:
        status = command.main(list(arguments), prog_name=NAME, standalone_mode=False)
    except _TYPER_USAGE as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            _say(error.format_message())
            return Exit.USAGE
        raise UsageError(_usage_words(error)) from None
    except typer.Abort:
        return Exit.INTERRUPTED
    return int(status or 0)


def _needed(arguments: Sequence[str]) -> typer.Typer:
    """The app, cut down to the command that is called: typer makes every option of every command it has."""
    chosen = [one for one in app.registered_commands if one.name in arguments[:1]]
    if not chosen:
        return app
    small = copy(app)
    small.registered_commands, small.registered_groups = chosen, []
    return small


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


def _fault_words(error: Exception) -> str:
    """One paragraph about a fault of the program's own, and what to report."""
    where = ""
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        module = frame.f_globals.get("__name__", "?")
        if str(module).startswith("ofcscore"):
            where = f" ({module}, line {trace.tb_lineno})"
        trace = trace.tb_next
    text = show(str(error))[:400]
    return (
        f"{NAME}: this is a fault of the program, not of your log: {type(error).__name__}: {text}{where}\n"
        "Nothing was scored. Please report this line, the command, and the log that it happens with."
    )


def _raise_signals() -> None:
    """Lets Ctrl-C and SIGTERM raise, where something has to be said or put back before the end."""
    with suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, _terminate)


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise _Terminated


def _drop_output() -> None:
    """Lets go of standard output, so that closing it at the end says nothing more."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
