"""Output of `live`: scores of deals, standings, payments and help, wrapped for a screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final, TextIO

from ofcscore.diagnostics.problem import Page, Problem, format_problems, show
from ofcscore.diagnostics.suggestions import listed
from ofcscore.diagnostics.terminal import fold, left, right, text_width
from ofcscore.files.reading import package_text
from ofcscore.game.board import ROWS
from ofcscore.live.state import Said, TextLog
from ofcscore.report.table import DealLines, all_board_lines, standings_lines
from ofcscore.report.views import EVERYONE_FOULED, DealView, PairView, SessionView
from ofcscore.report.wording import Style, count, person, person_money
from ofcscore.scoring.deal import Points
from ofcscore.scoring.score_lines import signed
from ofcscore.session.result import DealResult

_DEALS_SHOWN: Final = 12
_KINDS: Final = {"royalty": "royalties", "scoop-all": "scoop of all", "limit": "limit of the chips"}


def _pair_reasons(pair: PairView) -> str:
    """Return the sums of a pair's score lines: `top +1, middle +1, bottom -1, royalties +7`."""
    sums: dict[str, Points] = {}
    for line in pair.score.lines:
        row = line.row if line.kind == "row" else None
        label = row.label if row is not None else line.kind
        sums[label] = sums.get(label, 0) + line.points
    rows = {row.label for row in ROWS}
    return ", ".join(
        f"{pair.style.say(label, _KINDS.get(label))} {signed(points)}"
        for label, points in sums.items()
        if points or label in rows
    )


def deal_lines(result: DealResult, style: Style, *, boards: bool = False, of: str | None = None) -> list[str]:
    """Return a deal's score: the boards if `boards` is set, the pairs, and the totals.

    `of` limits boards and pairs to one player.
    """
    deal = DealView(result, style)
    lines = [style.bold(deal.title)]
    if boards:
        lines += all_board_lines([board for board in deal.boards if of in (None, board.score.player)])
    if deal.everyone_fouled:
        lines.append(f"  {EVERYONE_FOULED}")
    elif pairs := [pair for pair in deal.pairs if of in (None, pair.score.first, pair.score.second)]:
        names = [pair.figures.fit(min(30, style.width - 8)) for pair in pairs]
        width = max(map(text_width, names))
        points = [signed(pair.score.points) for pair in pairs]
        room = max(map(len, points))
        for name, number, pair in zip(names, points, pairs, strict=True):
            lines.append(f"  {left(name, width)}  {right(number, room)}  {_pair_reasons(pair)}".rstrip())
    return [*lines, *(f"  {line}" for line in deal.side), f"  Total: {deal.totals}"]


def due_lines(due: Mapping[str, int], style: Style) -> list[str]:
    names = [f"{style.text(name)} with {count(cards, 'card')}" for name, cards in due.items()]
    return [f"Fantasyland in the next deal: {listed(names, 'and')}."] if names else []


def result_lines(log: TextLog, style: Style) -> list[str]:
    """Return all players' points and money so far, and who is in fantasyland next."""
    parts = []
    for name, points in log.outcome.session.totals.items():
        money = person_money(name, log.outcome, label=True)
        parts.append(f"{person(name, style)} {signed(points)}" + (f" ({money})" if money else ""))
    return [*([f"So far: {', '.join(parts)}"] if parts else []), *due_lines(log.due, style)]


def standing_lines(log: TextLog, style: Style) -> list[str]:
    if not log.results:
        return ["No deal has been scored yet."]
    view = SessionView(log.outcome, style)
    void = style.lines(view.void, "  ") if view.void else []
    return [*standings_lines(view), *void, *due_lines(log.due, style)]


def settle_lines(log: TextLog, style: Style) -> list[str]:
    return SessionView(log.outcome, style).settlement


def list_deals(log: TextLog, style: Style) -> list[str]:
    if not log.results:
        return ["No deal has been scored yet."]
    shown = log.results[-_DEALS_SHOWN:]
    lines = DealLines(shown, style)
    more = len(log.results) - len(shown)
    head = [f"The last {len(shown)} of {len(log.results)} deals:"] if more else []
    void = SessionView(log.outcome, style).void
    below = style.lines(void, "  ") if void else []
    return [*head, style.bold(lines.heading()), *(lines.line(r).rstrip("\n") for r in shown), *below]


def goodbye(log: TextLog, style: Style) -> list[str]:
    if not log.results:
        return []
    deals = f"{len(log.results)} deals are" if len(log.results) > 1 else "1 deal is"
    return [f"{deals} in {show(log.file)}.", *due_lines(log.due, style)]


def joined(names: Iterable[str], style: Style) -> str:
    return listed([style.text(name) for name in names], "and")


HELP: Final = package_text("ofcscore.live", "help.txt").rstrip()


# -- the screen ----------------------------------------------------------------------------------------

_NARROW: Final = 60
"""On a screen with fewer columns, diagnostics are shown without the file name."""


def write_output(out: TextIO, said: Iterable[Said], width: int, *, color: bool) -> None:
    """Write lines wrapped to `width` columns, in the stream's encoding."""
    style = Style(out.encoding or "ascii", color)
    out.writelines(
        style.painted(line.encode(style.encoding, "backslashreplace").decode(style.encoding)) + "\n"
        for line in wrapped_lines(said, width, color=color)
    )
    out.flush()


def wrapped_lines(said: Iterable[Said], width: int, *, color: bool = False) -> list[str]:
    """Return lines and diagnostics as text wrapped to `width` columns."""
    texts: list[str] = []
    for _, group in groupby(said, type):
        together = list(group)
        texts += [one for one in together if isinstance(one, str)]
        problems = [one for one in together if isinstance(one, Problem)]
        if width < _NARROW:
            problems = [p._replace(place=p.place._replace(file="")) for p in problems]
        texts += [format_problems(problems, Page(width, color))] if problems else []
    return [line for text in texts for part in text.split("\n") for line in fold(part.rstrip(), width)]
