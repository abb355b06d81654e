"""Options of the commands: names, help texts, and the formats in which each has an effect.

This module imports neither typer nor the reports, so that the program starts fast.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ofcscore.cli.console import UsageError
from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.suggestions import listed

if TYPE_CHECKING:
    from ofcscore.cli.reporting import Scoring
    from ofcscore.rules.model import Rules
    from ofcscore.session.money import Outcome


class Options(NamedTuple):
    """The options of all commands; the options of `score` come first, as in its help."""

    rules: str | None = None
    sets: list[str] | None = None
    stake: str | None = None
    currency: str | None = None
    form: str | None = None
    ignored: list[str] | None = None
    format_: str | None = None
    output: str | None = None
    force: bool = False
    settle: str = "fewest"
    coin: str | None = None
    deals: str | None = None
    full: bool = False
    running: bool = False
    words: bool = False
    why: bool = False
    compare: str | None = None
    csv_raw: bool = False
    chart: bool = False
    keep_going: bool = False
    jobs: int | None = None
    engine: str = "threads"
    scheduler: str | None = None
    carry: str | None = None
    handles: str | None = None
    same: list[str] | None = None
    unit: str | None = None
    together: bool = False
    fix: bool = False
    verbose: bool = False
    check: bool = False
    diff: bool = False
    in_place: bool = False
    to: str | None = None
    players: list[str] | None = None
    definitions: bool = False
    lan: bool = False
    port: int = 8765
    yaml: bool = False
    everything: bool = False


def is_parquet(file: str) -> bool:
    return file.lower().endswith(".parquet")


def is_given(options: Options, field: str) -> bool:
    """Return True if an option has another value than its default."""
    return getattr(options, field) not in (None, [], Options._field_defaults[field])


RULES, MONEY, REPORT, OUTPUT, LONG = GROUPS = ("Rules", "Money", "Report", "Output", "Long logs and clusters")
"""The headings of a long help, in order."""


class Option(NamedTuple):
    """The names and the help text of an option; `group` is its heading, one of `GROUPS`."""

    names: tuple[str, ...]
    help: str
    metavar: str | None = None
    group: str | None = None


ANSWERS: Final = ("table", "json")
"""The formats of `check`, `explain` and `settle`."""
STATS: Final = ("table", "markdown", "csv", "json")
"""The formats of `stats`."""


OPTIONS: Final = {
    "rules": Option(
        ("--rules",),
        "Rule set to use instead of the log's: a name, a file, or a sum such as `ofc + moon`.",
        "RULES",
        RULES,
    ),
    "sets": Option(("--set",), "Change one rule setting, such as points.scoop=0.", "KEY=VALUE", RULES),
    "stake": Option(("--stake",), "Money per point, such as `0.50 EUR`.", "AMOUNT", group=MONEY),
    "currency": Option(("--currency",), "Currency of the amounts, such as EUR.", "CODE", group=MONEY),
    "form": Option(
        ("--from",),
        "Format of the logs, instead of guessing it: text, yaml, json, jsonl, csv, hh, arena or fpdb.",
        "FORMAT",
    ),
    "ignored": Option(
        ("--ignore-column",), "Ignore the table column with this title; may be repeated.", "NAME"
    ),
    "format_": Option(
        ("--format",),
        "table, markdown (md), csv, json, jsonl, chat, html, svg or png; by default from the ending of"
        " -o FILE.",
        "FORMAT",
        OUTPUT,
    ),
    "output": Option(("-o", "--output"), "Write to this file instead of the screen.", "FILE", group=OUTPUT),
    "force": Option(("--force",), "Allow -o to replace a log or a rule set.", group=OUTPUT),
    "settle": Option(
        ("--settle",),
        "Who pays whom: fewest (fewest payments), pairs (each pair settles by itself), bank=NAME (all"
        " payments go through one player) or none.",
        "WAY",
        MONEY,
    ),
    "coin": Option(
        ("--round",), "Round payments to multiples of this amount, such as 0.50.", "AMOUNT", group=MONEY
    ),
    "deals": Option(("--deals",), "Deals to show in full: 3,5-7,9-,last-2, all or none.", "DEALS", REPORT),
    "full": Option(("--full",), "Show all deals in full, even if there are more than 3.", group=REPORT),
    "running": Option(("--running",), "Show running totals after each deal.", group=REPORT),
    "words": Option(("--words",), "Use the rule set's local words for rows, ranks and fouls.", group=REPORT),
    "why": Option(("--why",), "Show the reason for every point.", group=REPORT),
    "compare": Option(("--compare",), "Score the same boards under several rule sets.", "RULES,RULES", RULES),
    "csv_raw": Option(
        ("--csv-raw",), "Do not escape CSV cells that a spreadsheet may run as formulas.", group=OUTPUT
    ),
    "color": Option(("--color",), "Color: auto (on a terminal), always or never.", "WHEN", OUTPUT),
    "chart": Option(("--chart",), "Draw the running totals.", group=REPORT),
    "keep_going": Option(
        ("--keep-going",), "Score the readable deals of a log with errors (still exits with 1)."
    ),
    "jobs": Option(("--jobs",), "For Parquet files: number of threads or cluster workers.", "N", group=LONG),
    "engine": Option(("--engine",), "For Parquet files: threads or dask.", "ENGINE", group=LONG),
    "scheduler": Option(
        ("--scheduler",), "For Parquet files: address of a Dask cluster.", "ADDRESS", group=LONG
    ),
    "same": Option(
        ("--same",),
        "Names (or names with ids) that are one player in a ledger: `Mike (x1)=Mike (x2)`.",
        "NAME=NAME",
        group=MONEY,
    ),
    "carry": Option(
        ("--carry",),
        "Add earlier debts from this file, and save the new debts in it.",
        "FILE.csv",
        group=MONEY,
    ),
    "handles": Option(
        ("--handles",), "Show payment links from this table (columns: name, handle).", "FILE.csv", group=MONEY
    ),
    "unit": Option(
        ("--unit",), "Unit of the ledger's amounts: whole (such as euros) or cents.", "UNIT", group=MONEY
    ),
    "together": Option(("--together",), "Check the files as one session, as score does."),
    "fix": Option(("--fix",), "Apply all safe fixes; keep the original as FILE.orig."),
    "verbose": Option(("--verbose",), "Show how lines in other notations are read."),
    "check": Option(("--check",), "List the logs that would change, and exit with 1 if there are any."),
    "diff": Option(("--diff",), "Show the changes without making them."),
    "in_place": Option(("-i", "--in-place"), "Change the files instead of printing the result."),
    "to": Option(
        ("--to",),
        "Format to write: text, yaml, json, jsonl or csv; by default from the ending of -o FILE.",
        "FORMAT",
    ),
    "players": Option(("--player",), "Show only this player; may be repeated.", "NAME"),
    "definitions": Option(("--definitions",), "Explain how each figure is calculated."),
    "lan": Option(("--lan",), "Let phones on the local network join."),
    "port": Option(("--port",), "Port to listen on; 0 means any free port.", "PORT"),
    "yaml": Option(("--yaml",), "Print the complete rule set as a rule file."),
    "everything": Option(("--all",), "Also show the rules that are not in use."),
}
"""The option for each field of `Options`."""


# -- effects -------------------------------------------------------------------------------------------

_MONEY: Final = ("table", "markdown", "json", "jsonl", "chat", "html")
_AMOUNTS: Final = ("table", "markdown", "csv", "json", "jsonl", "chat", "html")
IN_WORDS: Final = ("table", "markdown")

REPORTS: Final[Mapping[str, tuple[str, ...]]] = {
    "currency": _AMOUNTS,
    "settle": _MONEY,
    "coin": _MONEY,
    "deals": (*IN_WORDS, "csv", "json", "jsonl", "html"),
    "full": ("table",),
    "running": (*IN_WORDS, "json", "jsonl"),
    "why": IN_WORDS,
    "words": (*IN_WORDS, "chat", "html"),
    "csv_raw": ("csv",),
    "chart": ("table", "chat"),
}
"""The formats in which a report option has an effect; options not listed affect all formats."""
COMPARISONS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("rules", "deals", "full", "running", "why", "words", "chart"), ()),
    "settle": (*IN_WORDS, "json", "jsonl"),
    "coin": (*IN_WORDS, "json", "jsonl"),
    "csv_raw": ("csv",),
}
"""The same as `REPORTS`, for `--compare`."""
COMPARED: Final = (*IN_WORDS, "csv", "json", "jsonl")
_MANY: Final = 2
"""The fewest deals for which a table without deals has running totals."""
_HAVE_IT: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "running": (("html", "svg", "png"), "draws the running totals"),
    "why": (("json", "jsonl", "html"), "has every score line"),
    "full": (("markdown", "json", "jsonl", "html"), "has every deal in full"),
}
"""Formats that need no such option, and what they contain already."""

STATISTICS: Final[Mapping[str, tuple[str, ...]]] = {
    "currency": (*IN_WORDS, "json"),
    "csv_raw": ("csv",),
    "words": IN_WORDS,
}
"""The same as `REPORTS`, for `stats`."""


def check_effects(options: Options, chosen: str, effects: Mapping[str, tuple[str, ...]] = REPORTS) -> None:
    """Raise `UsageError` for the first option without effect in the chosen format."""
    if options.compare is not None:
        if chosen not in COMPARED:
            raise UsageError(f"--compare cannot write {chosen}; use {listed(COMPARED)}")
        effects = COMPARISONS
    if options.full and options.deals is not None:
        raise UsageError("--full and --deals cannot be used together; remove one of them")
    for field, formats in effects.items():
        if not is_given(options, field) or chosen in formats:
            continue
        name = OPTIONS[field].names[-1]
        if not formats:
            reason = (
                "add the rule set to --compare instead"
                if field == "rules"
                else "a comparison shows only the whole session"
            )
            raise UsageError(f"{name} has no effect with --compare; {reason}")
        having, what = _HAVE_IT.get(field, ((), ""))
        if chosen in having:
            raise UsageError(f"{name} has no effect in {chosen}, which always {what}; remove it")
        raise UsageError(f"{name} is for --format {listed(formats)}, not {chosen}")


def check_effects_late(options: Options, scoring: Scoring, outcome: Outcome) -> None:
    """Raise `UsageError` for an option without effect on this session's deals."""
    from ofcscore.report.table import FULL_AT_MOST

    chosen, session = options.format_, outcome.session
    if outcome.left_out and not session.deals:
        # The errors in the deals already explain why nothing is shown.
        return
    none = f"none of the {session.deals} deals" if session.deals > 1 else "no deal"
    if not outcome.left_out:
        scoring.check_named()
    if options.full and session.deals <= FULL_AT_MOST:
        raise UsageError(f"--full has no effect here: up to {FULL_AT_MOST} deals are always shown in full")
    if options.why and not (scoring.count and scoring.report.has_pairs):
        raise UsageError(f"--why has no effect, because {none} is shown in full; add --full or --deals")
    if options.running and not scoring.count and (chosen != "table" or session.deals < _MANY):
        raise UsageError(f"--running has no effect, because {none} is shown; add --deals all")
    if options.words and not scoring.count and chosen != "chat":
        raise UsageError(f"--words has no effect, because {none} is shown; add --deals all")
    if options.words:
        check_words(use.rules for use in session.rules)
    if chosen == "csv" and options.compare is None and not (scoring.count or session.opening):
        for field in ("stake", "currency"):
            if is_given(options, field):
                raise UsageError(f"--{field} has no effect, because {none} is shown; add --deals all")
    # Formats that show only points need no stake, unless the chips were bought with money.
    limited = any(use.rules.table_stakes for use in session.rules)
    if options.stake is not None and options.compare is None and chosen not in _AMOUNTS and not limited:
        raise UsageError(f"--stake is for --format {listed(_AMOUNTS)}, not {chosen}")


def check_words(rules: Iterable[Rules]) -> None:
    """Raise `UsageError` if none of the rule sets has local words."""
    played = list(rules)
    if played and not any(one.words for one in played):
        names = listed([show(one.name) for one in played], "and")
        have = "has" if len(played) == 1 else "have"
        raise UsageError(f"--words has no effect, because {names} {have} no local words")


_NUMBER: Final = re.compile("[0-9][0-9.,]*")
_UNIT: Final = re.compile("[A-Z]{3}|[a-z]{3,6}|[^ -~]")


def check_amounts(options: Options, words: Sequence[str]) -> None:
    """Raise `UsageError` for an amount and currency without quotes, as in `--stake 1 EUR`."""
    units = [word for word in words if _UNIT.fullmatch(word) and not os.path.exists(word)]
    for field in ("stake", "coin"):
        amount = getattr(options, field)
        if units and amount is not None and _NUMBER.fullmatch(amount):
            quoted = f'{OPTIONS[field].names[-1]} "{amount} {units[0]}"'
            raise UsageError(f"put the amount and its currency in quotes: {quoted}")
