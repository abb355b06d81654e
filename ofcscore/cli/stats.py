"""`stats`: what logs say of their players."""

from collections.abc import Sequence

from ofcscore.cli.console import UsageError, did_you_mean
from ofcscore.cli.effects import IN_WORDS, STATISTICS, check_effects, check_words
from ofcscore.cli.score import format_of, logs_and_deals, report_logs, style_for
from ofcscore.cli.score_options import STATS, ScoreOptions
from ofcscore.cli.selection import Shown
from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.words import listed
from ofcscore.log.check.people import name_key, normal_name
from ofcscore.report.stats import StatsReport
from ofcscore.session.money import Outcome, SettleWay


def stats_logs(
    files: Sequence[str], options: ScoreOptions, players: Sequence[str], *, definitions: bool
) -> int:
    """`stats` for logs: of all players, or those named; the exit status."""
    chosen = format_of(options, STATS)
    if chosen not in STATS:
        raise UsageError(
            f"-o {show(options.output or '')}: stats are written as {listed(STATS)}; name it .txt, .md, .csv"
            " or .json, or say --format"
        )
    check_effects(options, chosen, STATISTICS)
    # As data the figures always have their definitions.
    if definitions and chosen not in IN_WORDS:
        raise UsageError(f"--definitions is for --format {listed(IN_WORDS)}, not {chosen}")
    logs, options, selection = logs_and_deals(files, options, chosen)
    named = [normal_name(player) for player in players]
    report = StatsReport(
        chosen, style_for(options), players=named, definitions=definitions, raw=options.csv_raw
    )

    def check(shown: Shown, outcome: Outcome) -> None:
        if not outcome.left_out:
            shown.check()
        if options.words:
            check_words(use.rules for use in outcome.session.rules)
        _check_players(named, outcome)

    return report_logs(logs, options, report, selection, SettleWay("none"), check)


def _check_players(players: Sequence[str], outcome: Outcome) -> None:
    """Raise `UsageError` for the first of these who does not play here."""
    there = [standing.person for standing in outcome.session.standings]
    for player in players:
        if name_key(player) not in map(name_key, there):
            several = [name.strip() for name in player.split(",")]
            if len(several) > 1:
                apart = " ".join(f"--player {show(name)}" for name in several if name)
                raise UsageError(f"--player names one player: write `{apart}`")
            hint = did_you_mean(player, there) or f"; there are {', '.join(map(show, there))}"
            raise UsageError(f"--player: nobody is called {show(player)}{hint}")
