"""Which option has an effect in which format; one without any is refused, with what would do."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ofcscore.cli.console import UsageError
from ofcscore.cli.score_options import OPTIONS, ScoreOptions, is_given
from ofcscore.cli.selection import Shown
from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.words import listed
from ofcscore.report.table import FULL_AT_MOST
from ofcscore.rules.model import Rules
from ofcscore.session.money import Outcome

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
    "settle": (*IN_WORDS, "json", "jsonl", "chat"),
    "coin": (*IN_WORDS, "json", "jsonl", "chat"),
    "csv_raw": ("csv",),
}
"""The same for `--compare`."""
COMPARED: Final = (*IN_WORDS, "csv", "json", "jsonl", "chat")
"""The formats of `--compare`."""
_INSTEAD: Final[Mapping[str, str]] = {
    "rules": "which names the rule sets: name it there",
}
"""The reasons to refuse an option beside `--compare`; all others show the session as a whole."""
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


def check_effects(
    options: ScoreOptions, chosen: str, effects: Mapping[str, tuple[str, ...]] = REPORTS
) -> None:
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
            beside = _INSTEAD.get(field, "which shows the session as a whole")
            raise UsageError(f"{name} has no effect beside --compare, {beside}")
        having, what = _HAVE_IT.get(field, ((), ""))
        if chosen in having:
            raise UsageError(f"{name} has no effect in {chosen}, which {what} without it")
        raise UsageError(f"{name} is for --format {listed(formats)}, not {chosen}")


def check_effects_late(options: ScoreOptions, shown: Shown, outcome: Outcome) -> None:
    """Check the same where it depends on the session: its deals, and those that are shown."""
    chosen, session = options.format_, outcome.session
    if outcome.left_out and not session.deals:
        # What is wrong with them is why nothing is shown.
        return
    none = f"none of {session.deals} deals" if session.deals > 1 else "no deal"
    if not outcome.left_out:
        shown.check()
    if options.full and session.deals <= FULL_AT_MOST:
        raise UsageError(f"--full has no effect: up to {FULL_AT_MOST} deals are in full without it")
    if options.why and not (shown.count and shown.report.has_pairs):
        raise UsageError(f"--why: {none} is shown in full; add --full, or --deals for those you mean")
    if options.running and not shown.count and (chosen != "table" or session.deals < _MANY):
        raise UsageError(f"--running stands behind deals, and {none} is shown; add --deals all")
    if options.words and not shown.count and chosen != "chat":
        raise UsageError(f"--words calls boards by them, and {none} is shown")
    if options.words:
        check_words(use.rules for use in session.rules)
    if chosen == "csv" and options.compare is None and not (shown.count or session.opening):
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
        lacking = (
            "which has no words of its players" if len(played) == 1 else "which have no words of players"
        )
        raise UsageError(f"--words has no effect on {names}, {lacking}")


_MANY: Final = 2
"""Of so many deals the table draws running totals, where no deal is shown too."""


_NUMBER: Final = re.compile("[0-9][0-9.,]*")
_UNIT: Final = re.compile("[A-Z]{3}|[a-z]{3,6}|[^ -~]")


def check_amounts(options: ScoreOptions, words: Sequence[str]) -> None:
    """Raise `UsageError` if the currency of an amount is a word of its own: `--stake 1 EUR`."""
    units = [word for word in words if _UNIT.fullmatch(word) and not os.path.exists(word)]
    for field in ("stake", "coin"):
        amount = getattr(options, field)
        if units and amount is not None and _NUMBER.fullmatch(amount):
            said = f'{OPTIONS[field].names[-1]} "{amount} {units[0]}"'
            raise UsageError(f"an amount with its currency stands in quotes: {said}")
