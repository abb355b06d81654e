"""Options of `score`, and how each is spelled; no start waits for typer here."""

from typing import Final, NamedTuple


class ScoreOptions(NamedTuple):
    """All that a command line asks of `score` but the files, in the order of its help."""

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
    same: list[str] | None = None
    unit: str | None = None
    carry: str | None = None
    handles: str | None = None


def is_given(options: ScoreOptions, field: str) -> bool:
    """Return True if an option has another value than its default."""
    return getattr(options, field) not in (None, [], ScoreOptions._field_defaults[field])


RULES, MONEY, REPORT, OUTPUT, LONG = GROUPS = (
    "Rules",
    "Money",
    "Report",
    "Output",
    "Long logs and clusters",
)
"""The headings of a long help, in their order."""


class Option(NamedTuple):
    """Spelling and help of an option; `group` is its heading in a long help (one of `GROUPS`)."""

    names: tuple[str, ...]
    help: str
    metavar: str | None = None
    group: str | None = None


EXPLAINED: Final = ("table", "json")
"""The formats of `explain`."""
CHECKED: Final = ("table", "json")
"""The formats of `check`."""
SETTLED: Final = ("table", "json")
"""The formats of `settle`."""
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
}
"""The options of `score` by the field that has the value; other commands spell theirs in the same way."""
