"""`stats`: what logs say of their players."""

import os
from collections.abc import Sequence

from ofcscore.cli.console import UsageError, choice, did_you_mean, named_output
from ofcscore.cli.effects import check_stats_effects, check_words
from ofcscore.cli.logs import Logs, logs_named
from ofcscore.cli.replacing import may_write
from ofcscore.cli.score import report_logs, style_for
from ofcscore.cli.score_options import STATS, ScoreOptions
from ofcscore.cli.selection import Selection, Shown
from ofcscore.log.check.names import normal_name
from ofcscore.problems.problem import show
from ofcscore.problems.words import listed
from ofcscore.report import SUFFIXES
from ofcscore.report.stats import StatsReport
from ofcscore.session.money import Outcome, SettleWay


def stats_logs(
    files: Sequence[str], options: ScoreOptions, players: Sequence[str] = (), *, definitions: bool = False
) -> int:
    """`stats` for logs: of all players, or those named; the exit status."""
    chosen = _format(options.format_, options.output)
    check_stats_effects(options, chosen, definitions=definitions)
    selection = None if options.deals is None else Selection.parse(options.deals)
    named = [normal_name(player) for player in players]
    files = logs_named(files, options.output)
    output = named_output(options.output, files)
    may_write(output, force=options.force)
    options = options._replace(format_=chosen, output=output)
    report = StatsReport(
        chosen,
        style_for(output)._replace(own=options.words),
        players=named,
        definitions=definitions,
        raw=options.csv_raw,
    )

    def check(shown: Shown, outcome: Outcome) -> None:
        if not outcome.left_out:
            shown.check()
        if options.words:
            check_words(use.rules for use in outcome.session.rules)
        _check_players(named, outcome)

    return report_logs(Logs(files, options), options, report, selection, SettleWay("none"), check)


def _format(name: str | None, output: str | None) -> str:
    """The format asked for, else the one that the output file's name says, else `table`."""
    if name is not None:
        return choice("--format", SUFFIXES.get(f".{name.lower()}", name), STATS)
    suffix = os.path.splitext(output or "")[1].lower()
    chosen = SUFFIXES.get(suffix, "" if suffix else "table")
    if chosen not in STATS:
        raise UsageError(
            f"-o {show(output or '')}: stats are written as {listed(STATS)}; name it .txt, .md, .csv"
            " or .json, or say --format"
        )
    return chosen


def _check_players(players: Sequence[str], outcome: Outcome) -> None:
    """Raises `UsageError` for the first of these who does not play here."""
    there = [standing.person for standing in outcome.session.standings]
    for player in players:
        if player.casefold() not in map(str.casefold, there):
            several = [name.strip() for name in player.split(",")]
            if len(several) > 1:
                apart = " ".join(f"--player {show(name)}" for name in several if name)
                raise UsageError(f"--player names one player: write `{apart}`")
            hint = did_you_mean(player, there) or f"; there are {', '.join(map(show, there))}"
            raise UsageError(f"--player: nobody is called {show(player)}{hint}")
