"""Options of the commands, how each is spelled, and in which format it has an effect.

No start waits for typer or for a report here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ofcscore.cli.console import UsageError
from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.words import listed

if TYPE_CHECKING:
    from ofcscore.cli.reporting import Scoring
    from ofcscore.rules.model import Rules
    from ofcscore.session.money import Outcome


class Options(NamedTuple):
    """All that a command line asks for but files: first what `score` takes, in the order of its help."""

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
"""The headings of a long help, in their order."""


class Option(NamedTuple):
    """Spelling and help of an option; `group` is its heading in a long help (one of `GROUPS`)."""

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
        "Rule set instead of the log's own: a name, a file, or a sum such as `ofc + moon`.",
        "RULES",
        RULES,
    ),
    "sets": Option(("--set",), "One setting of the rules, such as points.scoop=0.", "KEY=VALUE", RULES),
    "stake": Option(("--stake",), "Money per point, such as `0.50 EUR`.", "AMOUNT", group=MONEY),
    "currency": Option(("--currency",), "Currency of money.", "CODE", group=MONEY),
    "form": Option(
        ("--from",),
        "Form of the logs, if their names do not tell: text, yaml, json, jsonl, csv, hh, arena or fpdb.",
        "FORM",
    ),
    "ignored": Option(
        ("--ignore-column",), "A column of a table to leave out, by its title; may be repeated.", "NAME"
    ),
    "format_": Option(
        ("--format",),
        "table, markdown (md), csv, json, jsonl, chat, html, svg or png; by default as -o FILE ends.",
        "FORMAT",
        OUTPUT,
    ),
    "output": Option(("-o", "--output"), "Write to this file instead of the screen.", "FILE", group=OUTPUT),
    "force": Option(("--force",), "Let -o replace a file that is a log or a rule set.", group=OUTPUT),
    "settle": Option(
        ("--settle",),
        "Who pays whom: fewest payments, pairs (each pair by itself), bank=NAME (all through one) or none.",
        "WAY",
        MONEY,
    ),
    "coin": Option(("--round",), "Round payments to this coin, such as 0.50.", "COIN", group=MONEY),
    "deals": Option(("--deals",), "Deals to show, in full: 3,5-7,9-,last-2, all or none.", "DEALS", REPORT),
    "full": Option(("--full",), "Show more than 3 deals in full, not a line each.", group=REPORT),
    "running": Option(("--running",), "Show running totals behind each deal.", group=REPORT),
    "words": Option(("--words",), "Use the players' own words for rows, ranks and fouls.", group=REPORT),
    "why": Option(("--why",), "Show every score line with its reason.", group=REPORT),
    "compare": Option(("--compare",), "Score the same boards under several rule sets.", "RULES,RULES", RULES),
    "csv_raw": Option(
        ("--csv-raw",), "Do not escape csv cells that a spreadsheet takes for formulas.", group=OUTPUT
    ),
    "color": Option(("--color",), "Color: auto (on a terminal), always or never.", "WHEN", OUTPUT),
    "chart": Option(("--chart",), "Draw the running totals.", group=REPORT),
    "keep_going": Option(("--keep-going",), "Score what can be read of a log with errors (still exit 1)."),
    "jobs": Option(("--jobs",), "Parquet files: threads, or workers of a cluster.", "N", group=LONG),
    "engine": Option(("--engine",), "For Parquet files: threads, or dask.", "ENGINE", group=LONG),
    "scheduler": Option(
        ("--scheduler",), "For Parquet files: address of a Dask cluster.", "ADDRESS", group=LONG
    ),
    "same": Option(
        ("--same",),
        "Names, or names with ids, of one player in a ledger: `Mike (x1)=Mike (x2)`.",
        "NAME=NAME",
        group=MONEY,
    ),
    "carry": Option(
        ("--carry",), "Add the debts of earlier evenings, and write what is left.", "FILE.csv", group=MONEY
    ),
    "handles": Option(
        ("--handles",), "Name the link by which each is paid (name, handle).", "FILE.csv", group=MONEY
    ),
    "unit": Option(("--unit",), "The amounts of a ledger are whole, or cents.", "cents", group=MONEY),
    "together": Option(("--together",), "Check the files as one session, as score does."),
    "fix": Option(("--fix",), "Make each fix that loses nothing; keep the original as FILE.orig."),
    "verbose": Option(("--verbose",), "Show how lines in other words are read."),
    "check": Option(("--check",), "Name the logs that would change, and exit with 1."),
    "diff": Option(("--diff",), "Show what would change."),
    "in_place": Option(("-i", "--in-place"), "Write the files instead of the screen."),
    "to": Option(
        ("--to",), "Form to write: text, yaml, json, jsonl or csv; by default as -o FILE ends.", "FORM"
    ),
    "players": Option(("--player",), "Only this player; may be given more than once.", "NAME"),
    "definitions": Option(("--definitions",), "Explain how each figure is counted."),
    "lan": Option(("--lan",), "Let phones of the local network join."),
    "port": Option(("--port",), "Port to listen on; 0 for any free one.", "PORT"),
    "yaml": Option(("--yaml",), "Print a rule file that states everything."),
    "everything": Option(("--all",), "Also show what is not played."),
}
"""The options of the commands by the field that has the value."""


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
"""The formats in which an option of a report has an effect: all of them where it is not named here."""
COMPARISONS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("rules", "deals", "full", "running", "why", "words", "chart"), ()),
    "settle": (*IN_WORDS, "json", "jsonl"),
    "coin": (*IN_WORDS, "json", "jsonl"),
    "csv_raw": ("csv",),
}
"""The same for `--compare`."""
COMPARED: Final = (*IN_WORDS, "csv", "json", "jsonl")
_MANY: Final = 2
"""Of so many deals the table draws running totals, where no deal is shown too."""
_HAVE_IT: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "running": (("html", "svg", "png"), "draws the running totals"),
    "why": (("json", "jsonl", "html"), "has every score line"),
    "full": (("markdown", "json", "jsonl", "html"), "has every deal in full"),
}
"""The formats that have what an option asks for without it, and what it is."""

STATISTICS: Final[Mapping[str, tuple[str, ...]]] = {
    "currency": (*IN_WORDS, "json"),
    "csv_raw": ("csv",),
    "words": IN_WORDS,
}
"""The same for `stats`."""


def check_effects(options: Options, chosen: str, effects: Mapping[str, tuple[str, ...]] = REPORTS) -> None:
    """Raise `UsageError` for the first option that can have no effect in the format that was chosen."""
    if options.compare is not None:
        if chosen not in COMPARED:
            raise UsageError(f"--compare has no {chosen}; use {listed(COMPARED)}")
        effects = COMPARISONS
    if options.full and options.deals is not None:
        raise UsageError("--full shows every deal, --deals some in full: give one of the two")
    for field, formats in effects.items():
        if not is_given(options, field) or chosen in formats:
            continue
        name = OPTIONS[field].names[-1]
        if not formats:
            does = (
                "names the rule sets: name it there" if field == "rules" else "shows the session as a whole"
            )
            raise UsageError(f"{name} has no effect beside --compare, which {does}")
        having, what = _HAVE_IT.get(field, ((), ""))
        if chosen in having:
            raise UsageError(f"{name} has no effect in {chosen}, which {what} without it")
        raise UsageError(f"{name} is for --format {listed(formats)}, not {chosen}")


def check_effects_late(options: Options, scoring: Scoring, outcome: Outcome) -> None:
    """Check the same where it depends on the session: its deals, and those that are shown."""
    from ofcscore.report.table import FULL_AT_MOST

    chosen, session = options.format_, outcome.session
    if outcome.left_out and not session.deals:
        # What is wrong with them is why nothing is shown.
        return
    none = f"none of {session.deals} deals" if session.deals > 1 else "no deal"
    if not outcome.left_out:
        scoring.check_named()
    if options.full and session.deals <= FULL_AT_MOST:
        raise UsageError(f"--full has no effect: up to {FULL_AT_MOST} deals are in full without it")
    if options.why and not (scoring.count and scoring.report.has_pairs):
        raise UsageError(f"--why: {none} is shown in full; add --full, or --deals for those you mean")
    if options.running and not scoring.count and (chosen != "table" or session.deals < _MANY):
        raise UsageError(f"--running stands behind deals, and {none} is shown; add --deals all")
    if options.words and not scoring.count and chosen != "chat":
        raise UsageError(f"--words calls boards by them, and {none} is shown")
    if options.words:
        check_words(use.rules for use in session.rules)
    if chosen == "csv" and options.compare is None and not (scoring.count or session.opening):
        for field in ("stake", "currency"):
            if is_given(options, field):
                raise UsageError(f"--{field} is for the money of rows, and {none} is shown; add --deals all")
    # What shows points alone has no stake, but that of chips which were bought with money.
    limited = any(use.rules.table_stakes for use in session.rules)
    if options.stake is not None and options.compare is None and chosen not in _AMOUNTS and not limited:
        raise UsageError(f"--stake is for --format {listed(_AMOUNTS)}, not {chosen}")


def check_words(rules: Iterable[Rules]) -> None:
    """Raise `UsageError` if the words of players are asked for, and none of the rule sets has any."""
    played = list(rules)
    if played and not any(one.words for one in played):
        names = listed([show(one.name) for one in played], "and")
        lack = "has no words of its players" if len(played) == 1 else "have no words of players"
        raise UsageError(f"--words has no effect on {names}, which {lack}")


_NUMBER: Final = re.compile("[0-9][0-9.,]*")
_UNIT: Final = re.compile("[A-Z]{3}|[a-z]{3,6}|[^ -~]")


def check_amounts(options: Options, words: Sequence[str]) -> None:
    """Raise `UsageError` if the currency of an amount is a word of its own: `--stake 1 EUR`."""
    units = [word for word in words if _UNIT.fullmatch(word) and not os.path.exists(word)]
    for field in ("stake", "coin"):
        amount = getattr(options, field)
        if units and amount is not None and _NUMBER.fullmatch(amount):
            said = f'{OPTIONS[field].names[-1]} "{amount} {units[0]}"'
            raise UsageError(f"an amount with its currency stands in quotes: {said}")
