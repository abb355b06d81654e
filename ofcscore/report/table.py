"""The `table` report: what a player reads at the table, on a screen of any width.

Few deals are shown in full, many as a line each. What does not grow with the deals goes through
tabulate; lines that do are formatted here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ofcscore.game.board import ROWS
from ofcscore.problems.screen import USUAL, held, left, right, text_width, wrap
from ofcscore.problems.words import listed
from ofcscore.report.base import RunningReport
from ofcscore.report.layout import Rows, figures_width, fits, in_tables, in_words, layout
from ofcscore.report.views import (
    EVERYONE_FOULED,
    BoardView,
    DealView,
    PairView,
    RowView,
    SessionView,
    fit_pair,
    notes_on,
)
from ofcscore.report.wording import (
    FILE_STYLE,
    Style,
    average,
    person_money,
    points_words,
    rules_words,
    signed_money,
)
from ofcscore.scoring.deal import HOUSE, Points
from ofcscore.scoring.lines import signed
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult, Standing

if TYPE_CHECKING:
    from ofcscore.session.many import ManyDeals

FULL_AT_MOST: Final = 12
"""So many deals are shown in full unless asked otherwise; of more, each is a line."""
_LABEL: Final = 12
"""A deal's name has so many columns at most."""
_MOST_COLUMNS: Final = 6
"""For more people than that a deal's line names them, instead of a column each."""
_NOTES: Final = 24
"""Notes have so many columns at least; with less room they stand below the figures on a narrow screen."""
GRID_LABEL: Final = 18
"""The title of a line of a grid has so many columns at most."""


class Grid(NamedTuple):
    """A table: its title, a column for each name, and lines of a title and a cell for each.

    `about` stands before the title of a line that stands alone.
    """

    title: str
    about: str
    names: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]


def grid_lines(grid: Grid, style: Style) -> Iterator[str]:
    """A table as lines, its title above it where that is long."""
    title, *below = ("", grid.title) if text_width(grid.title) > GRID_LABEL else (grid.title,)
    for text in below:
        yield from map(style.bold, wrap(text, style.width, indent="  "))
    rows = [[title, *grid.names], *([text, *cells] for text, cells in grid.rows)]
    yield from _side_by_side(rows, style)


# -- a deal in full ------------------------------------------------------------------------------------


def full_deal(result: DealResult, style: Style, *, why: bool = False) -> list[str]:
    """One deal: every board, what each pair exchanged, with `why` line by line, the totals."""
    deal = DealView(result, style)
    notes = [line for note in deal.notes for line in style.lines(note, "  ")]
    lines = [style.bold(deal.title), *notes, "", *all_board_lines(deal.boards)]
    if deal.everyone_fouled:
        lines += [EVERYONE_FOULED, ""]
    elif deal.pairs:
        lines += [*_pair_lines(deal.pairs, why=why), ""]
    return [*lines, *deal.side, *style.lines(f"Total: {deal.totals}", "  ")]


def all_board_lines(boards: Sequence[BoardView]) -> Iterator[str]:
    """Every board of a deal with its name, an empty line behind each."""
    for board in boards:
        yield board.name
        yield from board_lines(board, boards)
        yield ""


def board_lines(board: BoardView, beside: Sequence[BoardView]) -> Iterator[str]:
    """The rows of a board with the names of their ranks and its royalties, in line with the boards beside."""
    style = board.style
    rows = [row for one in beside for row in one.rows]
    cards_width = max((text_width(style.cards(row.cards)) for row in rows), default=0)
    rank_width = max((text_width(row.words) for row in rows), default=0)
    label_width = max((6, *(text_width(row.label) for row in rows)))
    royalty_width = max((len(_royalty(row)) for row in rows), default=0)
    narrow = 6 + label_width + cards_width + rank_width + royalty_width > style.width
    for row in board.rows:
        start = f"  {left(row.label, label_width)}  "
        if narrow:
            yield f"{start}{style.cards(row.cards)}"
            below = " " * text_width(start)
            said = f"{row.words}, {held(_royalty(row).strip())}" if row.royalty else row.words
            yield from wrap(below + said, style.width, below)
        else:
            cards = left(style.cards(row.cards), cards_width)
            yield f"{start}{cards}  {left(row.words, rank_width)}{_royalty(row)}".rstrip()
    if board.cards is not None:
        yield f"  {style.cards(board.cards)}"
    words = board.words()
    if words is not None:
        yield from style.lines(f"  {words}", "    ")
    if board.fantasyland is not None:
        yield from style.lines(f"  {board.fantasyland}", "    ")


def _royalty(row: RowView) -> str:
    return f"  royalty {row.royalty}" if row.royalty else ""


def _pair_lines(pairs: Sequence[PairView], *, why: bool) -> list[str]:
    """Two tables: the pairs row by row, and kind by kind; then what is behind them, `why` all of it."""
    style = pairs[0].style
    say = style.say
    sides = ["Row by row, royalties in", *(say(row.label) for row in ROWS)]
    rows = [sides, *(["", *pair.by_row] for pair in pairs)]
    heads = ["Pair by pair", say("row", "rows"), say("scoop"), "royalties", "other", "total"]
    kinds = [heads, *(["", *pair.by_kind] for pair in pairs)]
    room = style.width - len("  rows  scoop  royalties  other  total")
    if room < _LEAST_NAME:
        room = style.width - figures_width(rows)
    names = [pair.fit(room) for pair in pairs]
    tables = [*_pair_table(rows, names, pairs), "", *_pair_table(kinds, names, pairs)]
    if why:
        return [*tables, *(line for pair in pairs for line in ("", *every_line(pair)))]
    others = [line for pair in pairs for text in pair.others for line in style.lines(text, "  ")]
    return [*tables, *([""] if others else []), *others]


_LEAST_NAME: Final = 20
"""Two names have so many columns at least; with less they stand above their figures."""


def _pair_table(rows: Rows, names: Sequence[str], pairs: Sequence[PairView]) -> Iterable[str]:
    """Rows of figures with the names of their pairs; in words where they do not fit beside each other.

    A title that alone is too wide stands above.
    """
    width, (heading, *figures) = pairs[0].style.width, rows
    table = [heading, *([name, *row[1:]] for name, row in zip(names, figures, strict=True))]
    if fits(table, width):
        return layout(table)
    below = [["", *heading[1:]], *table[1:]]
    if fits(below, width):
        return [*wrap(heading[0], width), *layout(below)]
    whole = [[pair.fit(width), *row[1:]] for pair, row in zip(pairs, figures, strict=True)]
    return in_words([heading, *whole], width)


def every_line(pair: PairView) -> Iterator[str]:
    """Every line of a pair with its reason, and the sum."""
    style, total = pair.style, signed(pair.score.points)
    yield style.bold(pair.name)
    lines = pair.lines
    kinds = max(map(text_width, ("total", *(line.what for line in lines))))
    figures = max(map(len, (total, *(line.points for line in lines))))
    for line in lines:
        start = f"  {left(line.what, kinds)}  {line.points:>{figures}}  "
        room = style.width - text_width(start)
        if room < _LEAST_NOTE:
            yield start.rstrip()
            yield from wrap(f"    {line.note}", style.width, "    ") if line.note else ()
            continue
        first_line, *more = wrap(line.note, room)
        yield f"{start}{first_line}".rstrip()
        yield from (" " * text_width(start) + text for text in more)
    yield f"  {left('total', kinds)}  {total:>{figures}}"


_LEAST_NOTE: Final = 24
"""Reasons have so many columns at least, or stand below what they are the reasons for."""


# -- many deals, a line each ---------------------------------------------------------------------------


class DealLines:
    """Formats deals as a line each: a column of points for each person, and what is worth a word.

    The columns are the people of the first deals; whoever comes later is named behind the columns.
    """

    def __init__(self, first: Sequence[DealResult], style: Style) -> None:
        self.style = style
        names = dict.fromkeys(name for result in first for name in result.totals)
        self.columns = list(names) if len(names) <= min(_MOST_COLUMNS, (style.width - 6) // 8) else []
        each = max(5, (style.width - 24) // max(len(self.columns), 1) - 2)
        self.label = max(4, *(text_width(style.fit(r.deal.called, _LABEL)) for r in first)) + 1
        least = min(6, max(4, (style.width - self.label) // max(len(self.columns), 1) - 2))
        self.widths = [
            max(least, text_width(style.fit(n, min(each, style.name_width)))) for n in self.columns
        ]
        self.row = "".join(["%s", *(f"  %{width}s" for width in self.widths)])
        """A line as far as its notes: a label that fills its column, and the points of each person."""
        notes_at = self.label + sum(width + 2 for width in self.widths) + 2
        self.room = style.width - notes_at
        self.below = f"\n{' ' * notes_at}"

    def heading(self) -> str:
        columns = zip(self.columns, self.widths, strict=True)
        names = [right(self.style.fit(name, width), width) for name, width in columns]
        return "  ".join([self._label("Deal"), *names]).rstrip()

    def line(self, result: DealResult, so_far: Mapping[str, Points] | None = None) -> str:
        """A deal's line, and below it what those of the columns have `so_far`, where that is asked for."""
        others = dict(result.all_totals)
        points = [signed(others.pop(name)) if name in others else "" for name in self.columns]
        text = self.row % (self._label(result.deal.called), *points)
        text = self._with_notes(text, self._notes(result, others))
        if so_far is not None:
            below = self.row % (self._label(""), *[signed(so_far.get(name, 0)) for name in self.columns])
            text += f"\n{below}  so far"
        return f"{text}\n"

    def many(self, many: ManyDeals) -> str:
        """Deals of the people of the columns, a line each."""
        behind: dict[int, str] = {}
        log = f"{many.table.log}/" if many.table.log else ""
        lines = []
        for deal, (points, kind) in enumerate(many.lines()):
            if kind not in behind:
                behind[kind] = notes_on(many.score(deal), self.style)
            name = self._label(f"{log}{many.first + deal}")
            text = self.row % (name, *[f"+{p}" if p > 0 else p for p in points])
            lines.append(self._with_notes(text, behind[kind]))
        return "\n".join([*lines, ""])

    def _label(self, name: str) -> str:
        """A deal's name in its column, which it fills."""
        if len(name) <= _LABEL and name.isascii() and name.isalnum():
            return name.ljust(self.label)
        return left(self.style.fit(name, _LABEL), self.label)

    def _with_notes(self, text: str, notes: str) -> str:
        """The figures of a line, and behind them notes, in as many lines as they need."""
        if not notes:
            return text.rstrip()
        longest = max(map(text_width, notes.split()))
        if self.room < longest or (self.room < _NOTES and self.style.width < USUAL):
            return "\n    ".join([text.rstrip(), *wrap(notes, self.style.width - 4)])
        return f"{text}  {self.below.join(wrap(notes, max(self.room, _NOTES)))}"

    def _notes(self, result: DealResult, others: Mapping[str, Points]) -> str:
        """The people who have no column, then what is worth a word, then that there was an adjustment."""
        said = notes_on(result.score, self.style)
        words = [points_words(others, self.style)] if others else []
        words += [said] if said else []
        words += ["adjusted"] if "adjust" in [side.kind for side in result.side] else []
        return ", ".join(words)


# -- the session ---------------------------------------------------------------------------------------


def heading_lines(view: SessionView) -> list[str]:
    """What the logs are called, the rule sets with their digests, and the stake."""
    style, session = view.style, view.outcome.session
    lines = [style.bold(line) for line in style.lines(view.title, "  ")] if view.title else []
    for note in view.notes:
        lines += style.lines(note, "  ")
    for use in session.rules:
        deals = f", {use.deals} of {session.deals} deals" if len(session.rules) > 1 else ""
        lines += style.lines(f"Rules: {rules_words(use.rules)}{deals}", "  ")
    lines += style.lines(f"Stake: {view.stake}", "  ")
    lines += style.lines(view.void, "  ") if view.void else []
    banks = dict.fromkeys(style.text(table.bank) for table in session.tables if table.bank is not None)
    if banks:
        lines += style.lines(f"Bank: {listed(list(banks), 'and')}", "  ")
    return lines


def standings_lines(view: SessionView) -> list[str]:
    """The standings as a table, best first; the house last where it took part."""
    outcome, style = view
    head = standings_head(outcome, style)
    room = max(style.name_width, style.width - sum(max(text_width(column), 7) + 2 for column in head))
    rows = standings_rows(outcome, view.best_first, lambda name: style.fit(name, room))
    return _titled([["Standings", *head], *rows], style)


def standings_head(outcome: Outcome, style: Style) -> list[str]:
    """What the standings have of each person; money only where points are not only points."""
    say = style.of_session(outcome.session).say
    money = ["money"] if outcome.in_money else []
    scoops = say("foul", "fouls"), say("scoop", "scoops")
    return [say("point", "points"), *money, "deals", *scoops, "royalties", "fantasylands"]


def standings_rows(
    outcome: Outcome, people: Iterable[Standing], name: Callable[[str], str]
) -> Iterator[list[str]]:
    """The cells of each person's standing, and of the house where it took part, which has no counts."""
    for s in people:
        counts = (s.deals, s.fouls, s.scoops, sum(s.royalties), s.fantasylands)
        yield [name(s.person), *_won(s.points, s.person, outcome), *map(str, counts)]
    if outcome.session.with_house:
        yield ["the house", *_won(outcome.session.totals[HOUSE], HOUSE, outcome), *[""] * 5]


def _won(points: Points, name: str, outcome: Outcome) -> list[str]:
    money = person_money(name, outcome)
    return [signed(points)] if money is None else [signed(points), money]


def detail_lines(view: SessionView) -> list[str]:
    """What a session of several deals has besides its standings: three small tables."""
    (outcome, style), people = view, view.best_first
    names = {s.person: style.fit(s.person, style.name_width) for s in people}
    naturals = any(s.naturals for s in people)
    say = style.of_session(outcome.session).say
    own = [say("natural", "naturals")] * naturals
    deals = [["Deal by deal", "a deal", "wins", "best", "worst", "scooped", *own]]
    royalties = [["Royalties", *(say(row.label) for row in ROWS), "a deal"]]
    for s in people:
        own = [average(s.points, s.deals), str(s.wins), _extreme(s.best, style), _extreme(s.worst, style)]
        own += [str(s.scooped), *([str(s.naturals)] * naturals)]
        deals.append([names[s.person], *own])
        by_row = [str(points) for points in s.royalties]
        royalties.append([names[s.person], *by_row, average(sum(s.royalties), s.deals).lstrip("+")])
    lines = _titled(deals, style)
    if any(sum(s.royalties) for s in people):
        lines += ["", *_titled(royalties, style)]
    if len(outcome.session.pairs) > 1:
        lines += ["", *_titled(_session_pairs(outcome, style), style)]
    return lines


def nights(view: SessionView, name: Callable[[str], str]) -> Grid:
    """What each log of a session of several brought everybody, by names as `name` shows them."""
    session = view.outcome.session
    people = ["the house" if one == HOUSE and session.with_house else name(one) for one in session.totals]
    rows = [
        (name(log.called), [signed(log.totals.get(one, 0)) for one in session.totals]) for log in view.logs
    ]
    return Grid("Night by night", "night ", people, rows)


def _titled(rows: Rows, style: Style) -> list[str]:
    """Rows in columns under a heading; where the screen is too narrow, the last columns below the first."""
    if not fits(rows, style.width):
        rows = [[style.fit(name, _NARROW_NAME), *cells] for name, *cells in rows]
    return list(_side_by_side(rows, style))


def _side_by_side(rows: Rows, style: Style) -> Iterator[str]:
    """Rows as lines: as many columns side by side as there is room for, the others below."""
    for number, table in enumerate(in_tables(rows, style.width)):
        head, *rest = layout(table)
        yield from ("", style.bold(head)) if number else (style.bold(head),)
        yield from rest


_NARROW_NAME: Final = 12
"""Columns of a name in a table that is too wide for the screen; a heading has no more."""


def _extreme(deal: tuple[Points, str] | None, style: Style) -> str:
    """Points of a best or worst deal and its name: `+20 in 1`."""
    return "" if deal is None else f"{signed(deal[0])} in {style.fit(deal[1], 10)}"


def _session_pairs(outcome: Outcome, style: Style) -> Rows:
    """What each two people won from each other."""
    points_head = style.of_session(outcome.session).say("point", "points")
    rows = [["Pair by pair", points_head, *(["money"] * outcome.in_money)]]
    for points, money in outcome.session.pairs.values():
        rows.append(["", signed(points), *([signed_money(money, outcome)] * outcome.in_money)])
    room = min(54, style.width - figures_width(rows))
    names = [fit_pair(first, second, room, style) for first, second in outcome.session.pairs]
    return [rows[0], *([name, *row[1:]] for name, row in zip(names, rows[1:], strict=True))]


class TableReport(RunningReport):
    """`table`: deals in full or a line each, standings, and who owes whom in sentences."""

    def __init__(
        self, style: Style = FILE_STYLE, *, in_full: bool = False, running: bool = False, why: bool = False
    ) -> None:
        super().__init__(style, running=running, why=why)
        self.in_full = in_full
        self.first: list[DealResult] = []
        self.lines: DealLines | None = None

    @property
    def has_pairs(self) -> bool:
        return self.in_full or self.lines is None

    def deal(self, result: DealResult) -> str:
        """The text of a deal; nothing while it is not known whether there are many."""
        if self.in_full:
            return self._full(result)
        if self.lines is not None:
            return self._line(self.lines, result)
        self.first.append(result)
        if len(self.first) <= FULL_AT_MOST:
            return ""
        self.lines = lines = DealLines(self.first, self.style)
        text = "".join(self._line(lines, one) for one in self.first)
        self.first = []
        return f"{self.style.bold(lines.heading())}\n{text}"

    @property
    def shows_many(self) -> bool:
        return not self.in_full and not self.running

    def can_show(self, many: ManyDeals) -> bool:
        return self.lines is not None and list(many.players) == self.lines.columns

    def show_many(self, many: ManyDeals) -> str:
        return self.lines.many(many) if self.lines is not None else ""

    def _full(self, result: DealResult) -> str:
        lines = full_deal(result, self.style, why=self.why)
        if self.running:
            lines += self.style.lines(f"So far: {points_words(self.so_far(result), self.style)}")
        return "\n".join(lines) + "\n\n\n"

    def _line(self, lines: DealLines, result: DealResult) -> str:
        return lines.line(result, self.so_far(result) if self.running else None)

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        """The text before the deals and the text behind them."""
        style = self.style
        view = SessionView(outcome, style)
        deals = "".join(map(self._full, self.first))
        if self.lines is not None:
            deals = "\n"
        tail = standings_lines(view)
        if view.logs:
            tail += ["", *grid_lines(nights(view, lambda name: style.fit(name, style.name_width)), style)]
        if outcome.session.deals > 1:
            tail += ["", *detail_lines(view)]
        if self.running and outcome.session.deals > 1:
            from ofcscore.report.chart import running_totals
            from ofcscore.report.chart_text import spark_lines

            lines = spark_lines(running_totals(outcome.session), style)
            tail += ["", style.bold("Running totals"), *lines]
        money = [line for text in view.settlement for line in style.lines(text, "  ")]
        tail += ["", *money] if money else []
        if view.left_out:
            tail += ["", *style.lines(view.left_out)]
        head = "\n".join(heading_lines(view)) + "\n\n"
        return head, deals + "\n".join(tail) + "\n"
