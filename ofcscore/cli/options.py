"""Options of the commands: names, help texts, and the formats in which each has an effect.

This module imports neither typer nor the reports, so that the program starts fast.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ofcscore.cli.console import UsageError
from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.suggestions import listed

if TYPE_CHECKING:
    from ofcscore.cli.reporting import Scoring
    from ofcscore.rules.model import Rules
    from ofcscore.session.money import Outcome


RULES, MONEY, REPORT, OUTPUT, LONG = GROUPS = ("Rules", "Money", "Report", "Output", "Long logs and clusters")
"""The headings of a long help, in order."""
ANSWERS: Final = ("table", "json")
"""The formats of `check`, `explain` and `settle`."""
STATS: Final = ("table", "markdown", "csv", "json")
"""The formats of `stats`."""


class Option(NamedTuple):
    """An option. `usage` has its names and metavar (`-o --output FILE`); `group` is one of `GROUPS`."""

    usage: str
    help: str
    group: str | None
    default: object

    @property
    def names(self) -> list[str]:
        return [word for word in self.usage.split() if word.startswith("-")]

    @property
    def metavar(self) -> str | None:
        return next((word for word in self.usage.split() if not word.startswith("-")), None)


def _option(usage: str, text: str, group: str | None = None, *, default: object = None) -> Any:
    return Option(usage, text, group, default)


def _flag(usage: str, text: str, group: str | None = None) -> Any:
    return _option(usage, text, group, default=False)


class Options(SimpleNamespace):
    """The values of the options of all commands.

    The class attributes describe the options; those of `score` come first, as in its help. Raises TypeError
    for an unknown option.
    """

    def __init__(self, **given: Any) -> None:
        if unknown := given.keys() - OPTIONS.keys():
            raise TypeError(f"unknown options: {', '.join(sorted(unknown))}")
        super().__init__(**{name: option.default for name, option in OPTIONS.items()} | given)

    def replaced(self, **others: Any) -> Options:
        """Return these options with other values."""
        return Options(**{**vars(self), **others})

    rules: str | None = _option(
        "--rules RULES",
        "Rule set to use instead of the log's: a name, a file, or a sum such as `ofc + moon`.",
        RULES,
    )
    sets: list[str] | None = _option(
        "--set KEY=VALUE", "Change one rule setting, such as points.scoop=0.", RULES
    )
    stake: str | None = _option("--stake AMOUNT", "Money per point, such as `0.50 EUR`.", MONEY)
    currency: str | None = _option("--currency CODE", "Currency of the amounts, such as EUR.", MONEY)
    form: str | None = _option(
        "--from FORMAT",
        "Format of the logs, instead of guessing it: text, yaml, json, jsonl, csv, hh, arena or fpdb.",
    )
    ignored: list[str] | None = _option(
        "--ignore-column NAME", "Ignore the table column with this title; may be repeated."
    )
    format_: str | None = _option(
        "--format FORMAT",
        "table, markdown (md), csv, json, jsonl, chat, html, svg or png; by default from the ending of"
        " -o FILE.",
        OUTPUT,
    )
    output: str | None = _option("-o --output FILE", "Write to this file instead of the screen.", OUTPUT)
    force: bool = _flag("--force", "Allow -o to replace a log or a rule set.", OUTPUT)
    settle: str = _option(
        "--settle WAY",
        "Who pays whom: fewest (fewest payments), pairs (each pair settles by itself), bank=NAME (all"
        " payments go through one player) or none.",
        MONEY,
        default="fewest",
    )
    coin: str | None = _option(
        "--round AMOUNT", "Round payments to multiples of this amount, such as 0.50.", MONEY
    )
    deals: str | None = _option(
        "--deals DEALS", "Deals to show in full: 3,5-7,9-,last-2, all or none.", REPORT
    )
    full: bool = _flag("--full", "Show all deals in full, even if there are more than 3.", REPORT)
    running: bool = _flag("--running", "Show running totals after each deal.", REPORT)
    words: bool = _flag("--words", "Use the rule set's local words for rows, ranks and fouls.", REPORT)
    why: bool = _flag("--why", "Show the reason for every point.", REPORT)
    compare: str | None = _option(
        "--compare RULES,RULES", "Score the same boards under several rule sets.", RULES
    )
    csv_raw: bool = _flag(
        "--csv-raw", "Do not escape CSV cells that a spreadsheet may run as formulas.", OUTPUT
    )
    chart: bool = _flag("--chart", "Draw the running totals.", REPORT)
    keep_going: bool = _flag(
        "--keep-going", "Score the readable deals of a log with errors (still exits with 1)."
    )
    jobs: int | None = _option("--jobs N", "For Parquet files: number of threads or cluster workers.", LONG)
    engine: str = _option("--engine ENGINE", "For Parquet files: threads or dask.", LONG, default="threads")
    scheduler: str | None = _option(
        "--scheduler ADDRESS", "For Parquet files: address of a Dask cluster.", LONG
    )
    carry: str | None = _option(
        "--carry FILE.csv", "Add earlier debts from this file, and save the new debts in it.", MONEY
    )
    handles: str | None = _option(
        "--handles FILE.csv", "Show payment links from this table (columns: name, handle).", MONEY
    )
    same: list[str] | None = _option(
        "--same NAME=NAME",
        "Names (or names with ids) that are one player in a ledger: `Mike (x1)=Mike (x2)`.",
        MONEY,
    )
    unit: str | None = _option(
        "--unit UNIT", "Unit of the ledger's amounts: whole (such as euros) or cents.", MONEY
    )
    together: bool = _flag("--together", "Check the files as one session, as score does.")
    fix: bool = _flag("--fix", "Apply all safe fixes; keep the original as FILE.orig.")
    verbose: bool = _flag("--verbose", "Show how lines in other notations are read.")
    check: bool = _flag("--check", "List the logs that would change, and exit with 1 if there are any.")
    diff: bool = _flag("--diff", "Show the changes without making them.")
    in_place: bool = _flag("-i --in-place", "Change the files instead of printing the result.")
    to: str | None = _option(
        "--to FORMAT",
        "Format to write: text, yaml, json, jsonl or csv; by default from the ending of -o FILE.",
    )
    players: list[str] | None = _option("--player NAME", "Show only this player; may be repeated.")
    definitions: bool = _flag("--definitions", "Explain how each figure is calculated.")
    lan: bool = _flag("--lan", "Let phones on the local network join.")
    port: int = _option("--port PORT", "Port to listen on; 0 means any free port.", default=8765)
    yaml: bool = _flag("--yaml", "Print the complete rule set as a rule file.")
    everything: bool = _flag("--all", "Also show the rules that are not in use.")
    color: str = _option(
        "--color WHEN", "Color: auto (on a terminal), always or never.", OUTPUT, default="auto"
    )


OPTIONS: Final[Mapping[str, Option]] = {
    name: option for name, option in vars(Options).items() if isinstance(option, Option)
}
"""The option for each field of `Options`."""


def is_parquet(file: str) -> bool:
    return file.lower().endswith(".parquet")


def is_given(options: Options, name: str) -> bool:
    """Return True if an option has another value than its default."""
    return getattr(options, name) not in (None, [], OPTIONS[name].default)


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
    for name, formats in effects.items():
        if not is_given(options, name) or chosen in formats:
            continue
        option = OPTIONS[name].names[-1]
        if not formats:
            reason = (
                "add the rule set to --compare instead"
                if name == "rules"
                else "a comparison shows only the whole session"
            )
            raise UsageError(f"{option} has no effect with --compare; {reason}")
        having, what = _HAVE_IT.get(name, ((), ""))
        if chosen in having:
            raise UsageError(f"{option} has no effect in {chosen}, which always {what}; remove it")
        raise UsageError(f"{option} is for --format {listed(formats)}, not {chosen}")


def check_effects_late(options: Options, scoring: Scoring, outcome: Outcome) -> None:
    """Raise `UsageError` for an option without effect on this session's deals."""
    from ofcscore.report.text import FULL_AT_MOST

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


_NUMBER: Final = "[0-9][0-9.,]*"
_UNIT: Final = "[A-Z]{3}|[a-z]{3,6}|[^ -~]"


def check_amounts(options: Options, words: Sequence[str]) -> None:
    """Raise `UsageError` for an amount and currency without quotes, as in `--stake 1 EUR`."""
    units = [word for word in words if re.fullmatch(_UNIT, word) and not os.path.exists(word)]
    for name in ("stake", "coin"):
        amount = getattr(options, name)
        if units and amount is not None and re.fullmatch(_NUMBER, amount):
            quoted = f'{OPTIONS[name].names[-1]} "{amount} {units[0]}"'
            raise UsageError(f"put the amount and its currency in quotes: {quoted}")
