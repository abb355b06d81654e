"""Options of the commands: names, and the formats in which each has an effect.

This module imports neither typer nor the reports, so that the program starts fast.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ofcscore.cli.console import UsageError
from ofcscore.diagnostics.problem import listed, show

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
    """An option. `usage` has its names and metavar (`-o --output FILE`); `group` is one of `GROUPS`.

    Its help is in `options.txt`, after the name of a command where it has another one there.
    """

    usage: str
    group: str | None = None
    default: object = None

    @property
    def names(self) -> list[str]:
        return [word for word in self.usage.split() if word.startswith("-")]

    @property
    def metavar(self) -> str | None:
        return next((word for word in self.usage.split() if not word.startswith("-")), None)


_option: Any = Option


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

    rules: str | None = _option("--rules RULES", RULES)
    sets: list[str] | None = _option("--set KEY=VALUE", RULES)
    stake: str | None = _option("--stake AMOUNT", MONEY)
    currency: str | None = _option("--currency CODE", MONEY)
    form: str | None = _option("--from FORMAT")
    ignored: list[str] | None = _option("--ignore-column NAME")
    format_: str | None = _option("--format FORMAT", OUTPUT)
    output: str | None = _option("-o --output FILE", OUTPUT)
    force: bool = _option("--force", OUTPUT, default=False)
    settle: str = _option("--settle WAY", MONEY, default="fewest")
    coin: str | None = _option("--round AMOUNT", MONEY)
    deals: str | None = _option("--deals DEALS", REPORT)
    full: bool = _option("--full", REPORT, default=False)
    running: bool = _option("--running", REPORT, default=False)
    words: bool = _option("--words", REPORT, default=False)
    why: bool = _option("--why", REPORT, default=False)
    compare: str | None = _option("--compare RULES,RULES", RULES)
    csv_raw: bool = _option("--csv-raw", OUTPUT, default=False)
    chart: bool = _option("--chart", REPORT, default=False)
    keep_going: bool = _option("--keep-going", default=False)
    jobs: int | None = _option("--jobs N", LONG)
    engine: str = _option("--engine ENGINE", LONG, default="threads")
    scheduler: str | None = _option("--scheduler ADDRESS", LONG)
    carry: str | None = _option("--carry FILE.csv", MONEY)
    handles: str | None = _option("--handles FILE.csv", MONEY)
    same: list[str] | None = _option("--same NAME=NAME", MONEY)
    unit: str | None = _option("--unit UNIT", MONEY)
    together: bool = _option("--together", default=False)
    fix: bool = _option("--fix", default=False)
    verbose: bool = _option("--verbose", default=False)
    check: bool = _option("--check", default=False)
    diff: bool = _option("--diff", default=False)
    in_place: bool = _option("-i --in-place", default=False)
    to: str | None = _option("--to FORMAT")
    players: list[str] | None = _option("--player NAME")
    definitions: bool = _option("--definitions", default=False)
    lan: bool = _option("--lan", default=False)
    port: int = _option("--port PORT", default=8765)
    yaml: bool = _option("--yaml", default=False)
    everything: bool = _option("--all", default=False)
    color: str = _option("--color WHEN", OUTPUT, default="auto")


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
