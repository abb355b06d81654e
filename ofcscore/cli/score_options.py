"""What `score` can be asked for, and how each option is spelled; no start waits for typer here."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ofcscore.problems.screen import COLOURS


class ScoreOptions(NamedTuple):
    """All that a command line asks of `score` but the files, in the order of its help."""

    rules: str | None = None
    sets: list[str] | None = None
    stake: str | None = None
    currency: str | None = None
    form: str | None = None
    format_: str | None = None
    output: str | None = None
    force: bool = False
    settle: str = "fewest"
    coin: str | None = None
    deals: str | None = None
    running: bool = False
    words: bool = False
    why: bool = False
    compare: str | None = None
    csv_raw: bool = False
    template: str | None = None
    chart: bool = False
    keep_going: bool = False
    jobs: int | None = None
    engine: str = "threads"
    scheduler: str | None = None
    same: list[str] | None = None


def is_given(options: ScoreOptions, field: str) -> bool:
    """Whether an option is there, with another value than it has without."""
    return getattr(options, field) not in (None, [], ScoreOptions._field_defaults[field])


class Option(NamedTuple):
    """How an option is spelled, what its help says, and which words complete it.

    The `words` are those, or the name of what finds them in `completion`.
    """

    names: tuple[str, ...]
    help: str
    metavar: str | None = None
    words: str | Sequence[str] = ()


EXPLAINED: Final = ("table", "json")
"""The formats of `explain`."""
SETTLED: Final = ("table", "plain", "json")
"""The formats of `settle`."""
STATS: Final = ("table", "plain", "markdown", "csv", "json")
"""The formats of `stats`."""


OPTIONS: Final = {
    "rules": Option(
        ("--rules",),
        "Rule set instead of the log's own: a name, a file, or a sum such as `ofc + moon`.",
        "RULES",
        "rule_sums",
    ),
    "sets": Option(("--set",), "One setting of the rules, such as points.scoop=0.", "KEY=VALUE", "settings"),
    "stake": Option(("--stake",), "Money per point, such as `0.50 EUR`.", "AMOUNT"),
    "currency": Option(("--currency",), "Currency of money.", "CODE"),
    "form": Option(
        ("--from",),
        "Form of the logs: text, yaml, json, jsonl, csv, hh, arena or fpdb. Told by their names and content.",
        "FORM",
        "forms",
    ),
    "format_": Option(
        ("--format",),
        "table, plain, markdown (md), csv, json, jsonl, chat, html, svg or png; by default as -o FILE ends.",
        "FORMAT",
        "formats",
    ),
    "output": Option(
        ("-o", "--output"), "Write to a file, whole or not at all; - is standard output.", "FILE"
    ),
    "force": Option(("--force",), "Let -o replace a file that is a log or a rule set."),
    "settle": Option(
        ("--settle",),
        "Who pays whom: fewest payments, pairs (each by itself), bank=NAME (through one), none.",
        "WAY",
        "ways",
    ),
    "coin": Option(("--round",), "Smallest coin in which payments are made, such as 0.50.", "COIN"),
    "deals": Option(
        ("--deals",), "Deals to show, in full: 3,5-7,9-,last-2, or all or none.", "DEALS", "deals"
    ),
    "running": Option(("--running",), "Show running totals behind each deal."),
    "words": Option(("--words",), "Call rows, ranks, naturals and fouls as the players do, in their words."),
    "why": Option(("--why",), "Show every score line under its pair, with its reason."),
    "compare": Option(
        ("--compare",), "The same boards under several rule sets, side by side.", "RULES,RULES", "rule_sums"
    ),
    "csv_raw": Option(("--csv-raw",), "Leave csv cells that a spreadsheet takes for formulas."),
    "template": Option(("--template",), "A page of your own for html.", "FILE"),
    "color": Option(("--color",), "Colour: auto (on a terminal), always or never.", "WHEN", COLOURS),
    "chart": Option(("--chart",), "Draw the running totals below the report."),
    "keep_going": Option(("--keep-going",), "Score what can be read of a log with problems (still exit 1)."),
    "jobs": Option(
        ("--jobs",), "How many threads score a long log or Parquet files, or how many workers.", "N"
    ),
    "engine": Option(("--engine",), "Parquet files: threads, or dask.", "ENGINE"),
    "scheduler": Option(("--scheduler",), "Parquet files: a Dask cluster that is there.", "ADDRESS"),
    "same": Option(
        ("--same",),
        "Names, or names with ids, of one player in a ledger: `Mike (x1)=Mike (x2)`.",
        "NAME=NAME",
    ),
}
"""The options of `score` by the field that has the value; other commands spell theirs in the same way."""
