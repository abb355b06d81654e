"""Which deals of a session a report shows, as `--deals` names them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ofcscore.cli.console import UsageError, did_you_mean
from ofcscore.files.written import Spool
from ofcscore.problems.problem import show
from ofcscore.report.base import Report
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.result import DealResult

if TYPE_CHECKING:
    from ofcscore.session.many import ManyDeals

_RANGE: Final = re.compile("([0-9]{1,9})-([0-9]{1,9})?")
_NUMBER: Final = re.compile("[0-9]{1,9}")
_LAST: Final = re.compile("last(?:[- ]?([1-9][0-9]{0,8}))?")
_ALONE: Final = ("all", "none")
NAMED_AT_MOST: Final = 6
"""So many deals are named in a message, and the last one."""


class Selection(NamedTuple):
    """Which deals a report shows: all, the last ones, those of these names, or numbered in these ranges."""

    everything: bool = False
    last: int = 0
    names: frozenset[str] = frozenset()
    ranges: tuple[tuple[int, int | None], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Selection:
        """The deals that `3,5-7,9-,last-2` names; `all` and `none` are words too."""
        parts = [part.strip() for part in text.split(",")]
        if not all(parts):
            raise UsageError("--deals: name deals as in 3,5-7,last, or all or none")
        alone = next((part for part in parts if part in _ALONE), None)
        if alone is not None and len(parts) > 1:
            raise UsageError(f"--deals {text}: {alone} stands alone")
        names, ranges, last = set[str](), [], 0
        for part in parts:
            if match := _RANGE.fullmatch(part):
                ranges.append(_range(part, *match.groups()))
            elif match := _LAST.fullmatch(part):
                last = max(last, int(match[1] or 1))
            elif part[0] == "-" and _NUMBER.fullmatch(part[1:]):
                count = part[1:]
                raise UsageError(
                    f"--deals {part}: write 1-{count} for the first {count}, last-{count} for the last"
                )
            elif part not in _ALONE:
                names.add(part)
        return cls(alone == "all", last, frozenset(names), tuple(ranges))

    def has(self, name: str) -> bool:
        return self.everything or name in self.names or any(_is_in(name, one) for one in self.ranges)


def _range(part: str, first: str, last: str | None) -> tuple[int, int | None]:
    low, high = int(first), None if last is None else int(last)
    if high is not None and low > high:
        raise UsageError(f"--deals: {part} runs backwards: did you mean {high}-{low}?")
    return low, high


def _is_in(name: str, numbers: tuple[int, int | None]) -> bool:
    low, high = numbers
    return bool(_NUMBER.fullmatch(name)) and low <= int(name) and (high is None or int(name) <= high)


class Shown:
    """The deals that a report shows: its text of them goes to a spool, and it is told which it skips.

    `deals` says which they are, None that they are all shown; `count` is how many were.
    """

    def __init__(self, report: Report, spool: Spool, deals: Selection | None = None) -> None:
        self.report = report
        self.spool = spool
        self.deals = deals
        self.count = 0
        self._last: deque[DealResult] = deque()
        self._unmet: dict[str, Selection] = {} if deals is None else _parts(deals)
        self._names: list[str] = []

    def watch(self, items: Iterable[Header | Deal]) -> Iterable[Header | Deal]:
        """The items of the session, whose deals are held against the names that were asked for."""
        return self._watched(items) if self._unmet else items

    def _watched(self, items: Iterable[Header | Deal]) -> Iterator[Header | Deal]:
        for item in items:
            if isinstance(item, Deal):
                self._names = [*self._names[:NAMED_AT_MOST], item.name]
                self._unmet = {part: one for part, one in self._unmet.items() if not one.has(item.name)}
            yield item

    def check(self) -> None:
        """Raises `UsageError` where deals were asked for that the session does not have."""
        for part in sorted(self._unmet):
            hint = "" if part[0].isdecimal() else did_you_mean(part, (*self._names, *_ALONE, "last"))
            hint = hint or f"; there {few_deals(self._names)}, and all, none, last and last-2 are words too"
            what = "are no deals" if "-" in part and part[0].isdecimal() else "is no deal"
            raise UsageError(f"--deals: there {what} {show(part)}{hint}")

    def wants(self, result: DealResult) -> bool:
        """Whether a deal is, or may be, shown."""
        return self.deals is None or self.deals.last > 0 or self.deals.has(result.deal.name)

    def take(self, result: DealResult) -> None:
        """The next deal of the session."""
        if self.deals is None or not self.deals.last:
            self._settle(result)
            return
        self._last.append(result)
        if len(self._last) > self.deals.last:
            self._settle(self._last.popleft())

    def _settle(self, result: DealResult) -> None:
        """Shows a deal, or has it skipped."""
        if self.deals is None or self.deals.has(result.deal.name):
            self._show(result)
        else:
            self.report.skip(result)

    def _show(self, result: DealResult) -> None:
        self.count += 1
        self.spool.write(self.report.deal(result))

    @property
    def shows_all(self) -> bool:
        return self.deals is None

    @property
    def takes_many(self) -> bool:
        """Whether many deals may be taken at once, none of them shown, or all of them alike."""
        if self.shows_all:
            return self.report.shows_many
        return self.deals == Selection() and self.report.skips_many

    def take_many(self, many: ManyDeals) -> None:
        """The next deals of the session."""
        if self.shows_all:
            self.count += many.deals
            self.spool.write(self.report.show_many(many))
        else:
            self.report.skip_many(many)

    def finish(self) -> None:
        """The last deals, where those are asked for."""
        for result in self._last:
            self._show(result)


def _parts(deals: Selection) -> dict[str, Selection]:
    """What was asked for by name or number, each by itself."""
    parts = {name: Selection(names=frozenset((name,))) for name in deals.names}
    for low, high in deals.ranges:
        parts[f"{low}-{'' if high is None else high}"] = Selection(ranges=((low, high),))
    return parts


def few_deals(names: Sequence[str]) -> str:
    """`are deals 1, 2, 3`: the first deals of a session and the last."""
    if len(names) > NAMED_AT_MOST:
        names = [*names[:3], "...", names[-1]]
    return (
        f"are deals {', '.join(map(show, names))}" if len(names) != 1 else f"is deal {show(names[0])} alone"
    )
