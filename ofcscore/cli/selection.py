"""Which deals of a session a report shows, as `--deals` names them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ofcscore.cli.console import UsageError, did_you_mean
from ofcscore.diagnostics.problem import show
from ofcscore.files.written import Spool
from ofcscore.report.views import Report
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.result import Dates, DealResult, is_of

if TYPE_CHECKING:
    from ofcscore.session.sums import ManyDeals

_RANGE: Final = "([0-9]{1,9})-([0-9]{1,9})?"
_NUMBER: Final = "[0-9]{1,9}"
_LAST: Final = "last(?:[- ]?([1-9][0-9]{0,8}))?"
_ALONE: Final = ("all", "none")
NAMED_AT_MOST: Final = 6
"""So many deals are named in a message, and the last one."""


class Named(NamedTuple):
    """Deals that are asked for: of this name or these numbers, of all logs or of those called so."""

    text: str
    log: str | None = None
    name: str = ""
    numbers: tuple[int, int | None] | None = None

    @classmethod
    def parse(cls, text: str) -> Named:
        """Return the deals that `7`, `3-5`, `9-`, `2026-10/3-5` or, all of a log, `2026-10/` names."""
        log, slash, rest = text.rpartition("/")
        numbers = None
        if match := re.fullmatch(_RANGE, rest):
            low, high = int(match[1]), int(match[2]) if match[2] else None
            if high is not None and low > high:
                raise UsageError(f"--deals: {text} runs backwards: did you mean {log}{slash}{high}-{low}?")
            numbers = low, high
        elif rest[:1] == "-" and re.fullmatch(_NUMBER, rest[1:]):
            count = rest[1:]
            raise UsageError(
                f"--deals {text}: write {log}{slash}1-{count} for the first {count},"
                f" last-{count} for the last"
            )
        return cls(text, log if slash else None, rest, numbers)

    def has(self, deal: Deal, date: str | None) -> bool:
        """Return True if a deal is meant; `date` is the last one that its log stated up to there."""
        if deal.name == self.text:
            return True
        if self.log is not None and not is_of(deal, date, self.log):
            return False
        if self.numbers is None:
            return deal.name == self.name or not self.name
        low, high = self.numbers
        return (
            bool(re.fullmatch(_NUMBER, deal.name))
            and low <= int(deal.name)
            and (not high or int(deal.name) <= high)
        )


class Selection(NamedTuple):
    """Which deals a report shows: all, the last ones, and those that are named."""

    everything: bool = False
    last: int = 0
    named: tuple[Named, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Selection:
        """Return the deals that `3,5-7,9-,2026-10/3,last-2` names; `all` and `none` are words too."""
        parts = [part.strip() for part in text.split(",")]
        if not all(parts):
            raise UsageError("--deals: name deals as in 3,5-7,last, or all or none")
        alone = next((part for part in parts if part in _ALONE), None)
        if alone is not None and len(parts) > 1:
            raise UsageError(f"--deals {text}: {alone} stands alone")
        named, last = [], 0
        for part in parts:
            if match := re.fullmatch(_LAST, part):
                last = max(last, int(match[1] or 1))
            elif part not in _ALONE:
                named.append(Named.parse(part))
        return cls(alone == "all", last, tuple(named))


class Shown:
    """The deals that a report shows: its text of them goes to a spool, and it is told which it skips.

    `deals` says which they are, None that they are all shown; `count` is how many were.
    """

    def __init__(self, report: Report, spool: Spool, deals: Selection | None = None) -> None:
        self.report = report
        self.spool = spool
        self.deals = deals
        self.count = 0
        self._last: deque[tuple[DealResult, bool]] = deque()
        self._unmet: tuple[Named, ...] = () if deals is None else deals.named
        self._names: list[str] = []
        self._has = deals is not None and deals.everything
        """True if the deal that is being scored is one of those asked for."""

    def watch(self, items: Iterable[Header | Deal]) -> Iterable[Header | Deal]:
        """Return the items of the session, whose deals are held against the names that were asked for."""
        return self._watched(items) if self._unmet else items

    def _watched(self, items: Iterable[Header | Deal]) -> Iterator[Header | Deal]:
        dates, named = Dates(), self._unmet
        for item in items:
            if isinstance(item, Deal):
                self._names = [*self._names[:NAMED_AT_MOST], item.called]
                date = dates.of(item)
                met = [one for one in named if one.has(item, date)]
                self._has = bool(met)
                self._unmet = tuple(one for one in self._unmet if one not in met)
            yield item

    def check(self) -> None:
        """Raise `UsageError` if deals were asked for that the session does not have."""
        for one in sorted(self._unmet):
            part, numbers = one.text, one.text[0].isdecimal() and one.log is None
            hint = "" if numbers else did_you_mean(part, (*self._names, *_ALONE, "last"))
            hint = hint or f"; there {few_deals(self._names)}, and all, none, last and last-2 are words too"
            what = "are no deals" if one.numbers is not None else "is no deal"
            raise UsageError(f"--deals: there {what} {show(part)}{hint}")

    def take(self, result: DealResult) -> None:
        """Take the next deal of the session."""
        shown = self.deals is None or self._has
        if self.deals is not None and self.deals.last:
            self._last.append((result, shown))
            if len(self._last) <= self.deals.last:
                return
            result, shown = self._last.popleft()
        if shown:
            self._show(result)
        else:
            self.report.skip(result)

    def _show(self, result: DealResult) -> None:
        self.count += 1
        self.spool.write(self.report.deal(result))

    @property
    def takes_many(self) -> bool:
        """Return True if many deals may be taken at once, all of them shown or none."""
        if self.deals is None:
            return self.report.shows_lines
        return self.report.sums_suffice and self.deals == Selection()

    def take_many(self, many: ManyDeals) -> bool:
        """Take the next deals, and return True; do nothing if they must come one by one."""
        if self.deals is None:
            text = self.report.lines_of(many)
            if text is None:
                return False
            self.count += many.deals
            self.spool.write(text)
        return True

    def finish(self) -> None:
        """Show the last deals, where those are asked for."""
        for result, _ in self._last:
            self._show(result)


def few_deals(names: Sequence[str]) -> str:
    """Return `are deals 1, 2, 3`: the first deals of a session and the last."""
    if len(names) > NAMED_AT_MOST:
        names = [*names[:3], "...", names[-1]]
    return (
        f"are deals {', '.join(map(show, names))}" if len(names) != 1 else f"is deal {show(names[0])} alone"
    )
