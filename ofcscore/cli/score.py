"""`score` and `stats`: check the options, score the logs, write the reports."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from itertools import chain
from time import monotonic
from typing import Final

from ofcscore.cli import console
from ofcscore.cli.console import NAME, STDIN, Ended, Progress, UsageError
from ofcscore.cli.logs import Logs, logs_named, may_write
from ofcscore.cli.options import (
    IN_WORDS,
    STATISTICS,
    STATS,
    Options,
    check_effects,
    check_effects_late,
    check_words,
)
from ofcscore.cli.reporting import Scoring, Selection, compare_rules, recorded, report_session
from ofcscore.diagnostics.problem import Exit, Problems, exit_status, listed, show
from ofcscore.files.disk import Spool
from ofcscore.log.amounts import as_usage, is_same, option_text, parse_amount
from ofcscore.log.check.people import name_key, normal_name
from ofcscore.report import FORMATS, SUFFIXES, make_report
from ofcscore.report.views import Report
from ofcscore.report.wording import FILE_STYLE, Style
from ofcscore.scoring.deal import Amount
from ofcscore.session.money import WAYS, Outcome, SettleWay


def score_logs(files: Sequence[str], options: Options) -> int:
    chosen = format_of(options, FORMATS) or "table"
    way = settle_way(options.settle, options.coin)
    check_effects(options, chosen)
    logs, options, shown = logs_and_deals(files, options, chosen)
    if options.carry is not None and (options.compare is not None or way.way == "none"):
        beside = "--compare" if options.compare is not None else "--settle none"
        raise UsageError(f"--carry cannot be used with {beside}, which shows no payments")
    if options.compare is not None:
        return _compare(logs, options, way)
    if chosen == "png" and find_spec("resvg_py") is None:
        raise console.missing_package("png")
    if chosen == "png" and options.output is None and sys.stdout.isatty():
        raise UsageError("refusing to write a PNG to a terminal; add `-o chart.png`")
    report = make_report(
        chosen,
        style_for(options),
        in_full=options.full or shown is not None,
        running=options.running,
        why=options.why,
        chart=options.chart,
        csv_raw=options.csv_raw,
    )

    def check(scoring: Scoring, outcome: Outcome) -> None:
        check_way(way, options.coin, outcome)
        check_effects_late(options, scoring, outcome)

    none_shown = shown == Selection() and chosen in _SUMMED_UP
    lines = shown is None and chosen == "table" and not options.full
    by_sums = (none_shown or lines) and not (options.running or options.chart)
    return report_logs(logs, options, report, shown, way, check, by_sums=by_sums)


_SUMMED_UP: Final = ("table", "markdown", "csv", "json", "jsonl")
"""Formats that need only sums of the deals that they do not show.

Running totals and charts need every deal.
"""


def logs_and_deals(
    files: Sequence[str], options: Options, chosen: str
) -> tuple[Logs, Options, Selection | None]:
    """Return the logs, the options with format and output set, and the deals to show.

    Raise `UsageError` or `FileError` if the output cannot be written.
    """
    shown = None if options.deals is None else Selection.parse(options.deals)
    files = logs_named(files, options.output)
    output = console.named_output(options.output, files)
    may_write(output, force=options.force)
    suffix = os.path.splitext(output or "")[1].lower()
    if suffix and suffix not in SUFFIXES and options.format_ is None and not options.force:
        endings = "use .txt, .html, .csv or another ending from --help, or add --format"
        raise UsageError(f"-o {show(output or '')}: {show(suffix)} is not the ending of a format; {endings}")
    options = options.replaced(format_=chosen, output=output)
    return Logs(files, options), options, shown


def style_for(options: Options) -> Style:
    """Return the report style, with `--handles` and `--words`, for the output."""
    style = console.terminal_style() if options.output is None else FILE_STYLE
    if options.handles is not None:
        from ofcscore.cli.balances import with_handles

        style = with_handles(style, options.handles)
    return style._replace(own=options.words)


def settle_way(text: str, coin: str | None) -> SettleWay:
    """Parse the values of `--settle` and `--round`. Raise `UsageError` if they are invalid."""
    smallest = None if coin is None else _coin(coin).value
    if smallest is not None and smallest <= 0:
        raise UsageError(f"--round must be more than 0, not {coin}")
    word, equals, name = text.partition("=")
    word = word.lower()
    if word == "bank":
        if not name:
            raise UsageError("--settle bank=NAME needs the name of the player that all payments go through")
        return SettleWay("bank", normal_name(name), smallest)
    if equals or word not in WAYS:
        hint = console.did_you_mean(word, WAYS)
        raise UsageError(f"--settle must be fewest, pairs, bank=NAME or none, not {show(text)}{hint}")
    if word == "none" and smallest is not None:
        raise UsageError("--round has no effect with --settle none, which shows no payments")
    return SettleWay(word, None, smallest)


def _coin(text: str) -> Amount:
    problems = Problems()
    amount = parse_amount(option_text("--round", text), problems)
    if amount is None:
        console.print_problems(as_usage(problems.kept))
        raise Ended(Exit.USAGE)
    return amount


def format_of(options: Options, formats: Sequence[str]) -> str | None:
    """Return the format from `--format` or from the output's suffix, None for an unknown suffix.

    Without format and suffix it is `table`.
    """
    if options.format_ is not None:
        return console.choice(
            "--format", SUFFIXES.get(f".{options.format_.lower()}", options.format_), formats
        )
    suffix = os.path.splitext(options.output or "")[1].lower()
    return SUFFIXES.get(suffix) if suffix else "table"


def report_logs(
    logs: Logs,
    options: Options,
    report: Report,
    selection: Selection | None,
    way: SettleWay,
    check: Callable[[Scoring, Outcome], None],
    *,
    by_sums: bool = False,
) -> int:
    """Score the logs, write the report, and return the exit status.

    `check` is called before the report is written and may raise `UsageError`. `by_sums` allows the vectorized
    path.
    """
    balances = None
    if options.carry is not None:
        from ofcscore.cli.balances import Balances

        balances = Balances(options.carry, [file for file in logs.files if file != STDIN])
    progress = Progress(logs.share_read)
    begun = monotonic()
    with Spool() as spool:
        scoring = Scoring(report, spool, selection, progress.tick)
        items = logs.items(scoring if by_sums else None)
        head, tail, outcome = report_session(
            items, scoring, logs.reading, way=way, keep_going=options.keep_going, balances=balances
        )
        progress.clear()
        status = max(logs.reading.status, exit_status(outcome.problems))
        if head or tail:
            check(scoring, outcome)
        # Warnings come first, so that a screen ends with who pays whom.
        console.print_problems(outcome.problems)
        if record := recorded(logs.reading, scoring.session):
            console.print_message(record)
        if monotonic() - begun > _LONG_WAIT and scoring.lacks_numpy:
            console.print_message(f"{NAME}: to score long logs faster, run `pip install '{NAME}[bulk]'`")
        if (head or tail) and (outcome.session.deals or status == Exit.OK):
            _write_report(options, chain([head], spool.chunks(), [tail]))
            if balances is not None and status == Exit.OK:
                console.print_message(balances.write(outcome))
    return status


_LONG_WAIT: Final = 3.0
"""The seconds after which a run without numpy suggests to install it."""


def _write_report(options: Options, chunks: Iterable[str]) -> None:
    """Write a report; wrap and color tables and chat texts that are printed on a screen."""
    output = options.output
    if options.format_ == "png":
        from ofcscore.report.chart import picture

        console.write_file(output, [picture("".join(chunks))])
    elif output is None and options.format_ in ("table", "chat"):
        console.write(None, console.on_screen(chunks))
    else:
        console.write_file(output, chunks)


def check_way(way: SettleWay, coin: str | None, outcome: Outcome) -> None:
    """Raise `UsageError` if the bank is no player or the coin is in another currency."""
    named, money = _coin(coin).currency if coin is not None else None, outcome.session.currency
    if named is not None and (money is None or not is_same(named, money)):
        here = f"the stake is in {money.label}" if money else "the stake has no currency"
        raise UsageError(f"--round {show(coin or '')}: {here}; write only the number, such as 0.50")
    if way.bank is not None and outcome.way.bank not in outcome.session.totals:
        names = [show(name) for name in outcome.session.totals]
        hint = console.did_you_mean(way.bank, names, f"; the players are {', '.join(names)}")
        raise UsageError(f"--settle bank={show(way.bank)}: no player has this name{hint}")


def _compare(logs: Logs, options: Options, way: SettleWay) -> int:
    from ofcscore.cli.rules import rules_named
    from ofcscore.report.compare import comparison

    assert options.compare is not None
    assert options.format_ is not None
    names = [name.strip() for name in options.compare.split(",")]
    rule_sets = [rules_named(name, options.sets) for name in names if name]
    if len(rule_sets) < 2:
        raise UsageError("--compare needs two or more rule sets, with commas between them")
    progress = Progress(logs.share_read)
    compared = compare_rules(logs.items(), rule_sets, way, progress.tick)
    progress.clear()
    found = list(logs.reading.kept)
    for _, outcome in compared:
        found += [p for p in outcome.problems if p not in found]
    status = max(exit_status(found), logs.reading.status)
    check_way(way, options.coin, compared[0][1])
    console.print_problems(found)
    if status == Exit.OK or (options.keep_going and compared[0][1].session.deals):
        text = comparison(compared, options.format_, style_for(options), csv_raw=options.csv_raw)
        _write_report(options, text)
    return status


# -- statistics ----------------------------------------------------------------------------------------


def stats_logs(files: Sequence[str], options: Options) -> int:
    from ofcscore.report.stats import StatsReport

    chosen = format_of(options, STATS)
    if chosen not in STATS:
        hint = f"stats are written as {listed(STATS)}; use .txt, .md, .csv or .json, or add --format"
        raise UsageError(f"-o {show(options.output or '')}: {hint}")
    check_effects(options, chosen, STATISTICS)
    # CSV and JSON always include the definitions.
    if options.definitions and chosen not in IN_WORDS:
        raise UsageError(f"--definitions is for --format {listed(IN_WORDS)}, not {chosen}")
    logs, options, selection = logs_and_deals(files, options, chosen)
    named = [normal_name(player) for player in options.players or ()]
    report = StatsReport(
        chosen, style_for(options), players=named, definitions=options.definitions, csv_raw=options.csv_raw
    )

    def check(scoring: Scoring, outcome: Outcome) -> None:
        if not outcome.left_out:
            scoring.check_named()
        if options.words:
            check_words(use.rules for use in outcome.session.rules)
        _check_players(named, outcome)

    return report_logs(logs, options, report, selection, SettleWay("none"), check)


def _check_players(players: Sequence[str], outcome: Outcome) -> None:
    there = [standing.person for standing in outcome.session.standings]
    for player in players:
        if name_key(player) not in map(name_key, there):
            several = [name.strip() for name in player.split(",")]
            if len(several) > 1:
                separate = " ".join(f"--player {show(name)}" for name in several if name)
                raise UsageError(f"--player takes one name; write `{separate}`")
            hint = console.did_you_mean(player, there, f"; the players are {', '.join(map(show, there))}")
            raise UsageError(f"--player: no player has the name {show(player)}{hint}")
