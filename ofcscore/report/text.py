"""The reports as text: `table` for a terminal of any width, `markdown`, and `chat`.

In a table, a few deals are shown in full, many as one line each. Tables that do not grow with the number of
deals use the package tabulate. The lines of deals are formatted here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from ofcscore.diagnostics.problem import listed, show
from ofcscore.diagnostics.terminal import USUAL, keep_together, left, right, text_width, wrap
from ofcscore.game.cards import ROWS
from ofcscore.report.views import (
    EVERYONE_FOULED,
    BoardView,
    DealView,
    PairFigures,
    PairView,
    Report,
    RowView,
    SessionView,
    notes_on,
)
from ofcscore.report.wording import (
    FILE_STYLE,
    Style,
    count,
    isolated,
    person,
    person_money,
    points_words,
    signed_money,
)
from ofcscore.scoring.boards import Status
from ofcscore.scoring.deal import HOUSE, Points
from ofcscore.scoring.score_lines import signed
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult, SessionResult, Standing

Rows = Sequence[Sequence[str]]
"""A heading row, then data rows. The first cell of each is its name."""


def layout(rows: Rows) -> list[str]:
    """Return rows as lines: names left, figures right, two spaces between columns."""
    from tabulate import tabulate

    sides = ["left", *["right"] * (len(rows[0]) - 1)]
    text = tabulate(rows, tablefmt="plain", colalign=sides, disable_numparse=True)
    return [line.rstrip() for line in text.splitlines()]


def figures_width(rows: Rows) -> int:
    return sum(2 + max(map(text_width, column)) for column in list(zip(*rows, strict=True))[1:])


def fits(rows: Rows, width: int) -> bool:
    return max(text_width(row[0]) for row in rows) + figures_width(rows) <= width


def in_tables(rows: Rows, width: int) -> Iterator[Rows]:
    """Yield the rows as tables that fit the width; only the first keeps the title."""
    begun, at = 1, 1
    for at in range(2, len(rows[0])):
        if not fits([[row[0], *row[begun : at + 1]] for row in rows], width):
            yield [[row[0], *row[begun:at]] for row in rows]
            begun = at
            rows = [["", *rows[0][1:]], *rows[1:]]
    yield [[row[0], *row[begun:]] for row in rows]


FULL_AT_MOST: Final = 3
"""The most deals shown in full by default. More deals get one line each."""
_HELD_BACK: Final = 12
"""The most deals held back to find the people who get a column."""
_LABEL: Final = 12
"""The most columns for the name of a deal."""
_MOST_COLUMNS: Final = 6
"""The most people with a column each. With more, the line of a deal names them."""
_NOTES: Final = 24
"""The least width of notes. With less, narrow screens show them below figures."""
GRID_LABEL: Final = 18
"""The most columns for a table's title beside its columns. A longer one goes above."""


def grid_lines(rows: Rows, style: Style) -> Iterator[str]:
    """Yield rows as lines; columns that do not fit continue in a table below."""
    (title, *names), *others = rows
    if text_width(title) > GRID_LABEL:
        yield from map(style.bold, wrap(title, style.width, indent="  "))
        rows = [["", *names], *others]
    for number, table in enumerate(in_tables(rows, style.width)):
        head, *rest = layout(table)
        yield from ("", style.bold(head)) if number else (style.bold(head),)
        yield from rest


# -- a deal in full ------------------------------------------------------------------------------------


def all_board_lines(boards: Sequence[BoardView]) -> Iterator[str]:
    for board in boards:
        yield board.name
        yield from board_lines(board, boards)
        yield ""


def board_lines(board: BoardView, beside: Sequence[BoardView]) -> Iterator[str]:
    """Yield a board's rows, ranks and royalties, aligned with those in `beside`."""
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
            said = f"{row.words}, {keep_together(_royalty(row).strip())}" if row.royalty else row.words
            yield from wrap(below + said, style.width, below)
        else:
            cards = left(style.cards(row.cards), cards_width)
            yield f"{start}{cards}  {left(row.words, rank_width)}{_royalty(row)}".rstrip()
    if board.cards is not None:
        yield f"  {style.cards(board.cards)}"
    for words in filter(None, (board.words(), board.fantasyland)):
        yield from style.lines(f"  {words}", "    ")


def _royalty(row: RowView) -> str:
    return f"  royalty {row.royalty}" if row.royalty else ""


def _pair_lines(pairs: Sequence[PairView], *, why: bool) -> list[str]:
    """Return tables, then reasons: for every line if `why`, else for `other` points."""
    style = pairs[0].style
    tables = pair_tables([pair.figures for pair in pairs], style)
    if why:
        return [*tables, *(line for pair in pairs for line in ("", *every_line(pair)))]
    others = [line for pair in pairs for text in pair.others for line in style.lines(text, "  ")]
    return [*tables, "", *others] if others else tables


def pair_tables(pairs: Sequence[PairFigures], style: Style) -> list[str]:
    """Return two tables of pairs: points per row, and per kind with the total."""
    by_row, by_kind = pair_rows(pairs, style)
    return [*_pair_table(by_row, pairs, style), "", *_pair_table(by_kind, pairs, style)]


def pair_rows(pairs: Sequence[PairFigures], style: Style) -> tuple[Rows, Rows]:
    say = style.say
    sides = ["Points per row (royalties included)", *(say(row.label) for row in ROWS)]
    heads = ["Points per pair", say("row", "rows"), say("scoop", "scoops"), "royalties", "other", "total"]
    by_row = [sides, *([pair.name, *pair.by_row] for pair in pairs)]
    by_kind = [heads, *([pair.name, *pair.by_kind] for pair in pairs)]
    if pairs[0].money is not None:
        money = ["money", *(pair.money or "" for pair in pairs)]
        by_kind = [[*row, cell] for row, cell in zip(by_kind, money, strict=True)]
    return by_row, by_kind


_LEAST_PAIR: Final = 14
"""The least width of a pair's name. With less, it goes above the figures."""
_MOST_PAIR: Final = 54


def _pair_table(rows: Rows, pairs: Sequence[PairFigures], style: Style) -> Iterator[str]:
    """Yield a table of pairs; titles and names that do not fit go above the figures."""
    (title, *heads), *figures = rows
    room = min(_MOST_PAIR, style.width - figures_width(rows))
    names = [pair.fit(max(room, _LEAST_PAIR)) for pair in pairs]
    table = [["", *heads], *([name, *row[1:]] for name, row in zip(names, figures, strict=True))]
    if text_width(title) <= room:
        table[0][0] = title
    else:
        yield from map(style.bold, wrap(title, style.width))
    if fits(table, style.width):
        head, *lines = layout(table)
        yield style.bold(head)
        yield from lines
        return
    in_money = heads[-1] == "money"
    head, *lines = layout([["", *(row[1:-1] if in_money else row[1:])] for row in table])
    yield style.bold(head)
    for pair, line in zip(pairs, lines, strict=True):
        money = f", {pair.money}" if in_money else ""
        yield pair.fit(style.width - len(money)) + money
        yield line


def every_line(pair: PairView) -> Iterator[str]:
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
"""The least width of reasons. With less, they go below their score line."""


# -- many deals, one line each -------------------------------------------------------------------------


class DealLines:
    """Formatter for one line per deal, with columns for people of the first deals."""

    def __init__(self, first: Sequence[DealResult], style: Style) -> None:
        self.style = style
        names = dict.fromkeys(name for result in first for name in result.totals)
        self.columns = list(names) if len(names) <= min(_MOST_COLUMNS, (style.width - 6) // 8) else []
        self.label = max(4, *(text_width(style.fit(r.deal.called, _LABEL)) for r in first)) + 1
        room = style.width - (24 if style.width >= USUAL else self.label)
        each = max(5, room // max(len(self.columns), 1) - 2)
        least = min(6, max(4, (style.width - self.label) // max(len(self.columns), 1) - 2))
        shortest = min(each, style.name_width)
        self.widths = [max(least, text_width(style.fit(name, shortest))) for name in self.columns]
        self.row = "".join(f"  %{width}s" for width in self.widths)
        """The format of the points per person."""
        notes_at = self.label + sum(width + 2 for width in self.widths) + 2
        self.room = style.width - notes_at
        self.below = f"\n{' ' * notes_at}"
        # Many deals have the same points and notes.
        self._behind = lru_cache(maxsize=1 << 13)(self._lay_out_row)
        self._laid_out = lru_cache(maxsize=1024)(self._lay_out)

    def heading(self) -> str:
        columns = zip(self.columns, self.widths, strict=True)
        names = [right(self.style.fit(name, width), width) for name, width in columns]
        return "  ".join([self._label("Deal"), *names]).rstrip()

    def line(self, result: DealResult, so_far: Mapping[str, Points] | None = None) -> str:
        """Return a deal's line, and below it the totals `so_far` unless these are None."""
        adjusted = "adjusted" if "adjust" in [side.kind for side in result.side] else ""
        notes = "; ".join(filter(None, (notes_on(result.score, self.style), adjusted)))
        totals = result.all_totals
        text = self.figures(result.deal.called, tuple(totals), tuple(totals.values()), notes)
        if so_far is not None:
            below = self.row % tuple(signed(so_far.get(name, 0)) for name in self.columns)
            text += f"{self._label('')}{below}  so far\n"
        return text

    def figures(self, name: str, people: tuple[str, ...], points: tuple[Points, ...], notes: str) -> str:
        """Return a deal's line: name, points, points of people without a column, notes."""
        label, behind = self._label(name), self._behind(people, points, notes)
        return (label.rstrip() if behind.startswith("\n") else label) + behind

    def _lay_out_row(self, people: tuple[str, ...], points: tuple[Points, ...], notes: str) -> str:
        """Return a deal's line without its name."""
        others = dict(zip(people, points, strict=True))
        row = self.row % tuple(signed(others.pop(one)) if one in others else "" for one in self.columns)
        if others:
            notes = "; ".join(filter(None, (points_words(others, self.style), notes)))
        behind = self._laid_out(notes)
        return (row if behind.startswith(" ") else row.rstrip()) + behind + "\n"

    def _label(self, name: str) -> str:
        """Return a deal's name, shortened or padded to its column."""
        if len(name) <= _LABEL and name.isascii() and name.isalnum():
            return name.ljust(self.label)
        return left(self.style.fit(name, _LABEL), self.label)

    def _lay_out(self, notes: str) -> str:
        """Return notes as text after the figures of a line, or as lines below it."""
        if not notes:
            return ""
        longest = max(map(text_width, notes.split()))
        if self.room < longest or (self.room < _NOTES and self.style.width < USUAL):
            return "\n    ".join(["", *wrap(notes, self.style.width - 4)])
        return f"  {self.below.join(wrap(notes, max(self.room, _NOTES)))}"


# -- the session ---------------------------------------------------------------------------------------


def heading_lines(view: SessionView) -> list[str]:
    """Return the title, notes, rule sets, stakes, void deals and bank."""
    style, session = view.style, view.outcome.session
    banks = dict.fromkeys(style.text(table.bank) for table in session.tables if table.bank is not None)
    facts = [*view.notes, *(f"Rules: {rules}" for rules in view.rules), f"Stake: {view.stake}"]
    facts += [view.void] if view.void else []
    facts += [f"Bank: {listed(list(banks), 'and')}"] if banks else []
    title = map(style.bold, style.lines(view.title, "  ")) if view.title else ()
    return [*title, *(line for fact in facts for line in style.lines(fact, "  "))]


def standings_lines(view: SessionView) -> list[str]:
    """Return the table of standings, best first, the house last if it took part."""
    style = view.style
    (title, *head), *others = standings(view, view.best_first)
    room = max(style.name_width, style.width - sum(max(text_width(column), 7) + 2 for column in head))
    rows = [[title, *head], *([style.fit(name, room), *cells] for name, *cells in others)]
    if not fits(rows, style.width):
        rows = [[style.fit(name, _NARROW_NAME), *cells] for name, *cells in rows]
    return list(grid_lines(rows, style))


def standings(view: SessionView, people: Iterable[Standing]) -> Rows:
    """Return one row per person, then the house (without counts) if it took part.

    There is a column for money if points are worth money.
    """
    outcome, style = view
    say = style.of_session(outcome.session).say
    money = ["money"] if outcome.in_money else []
    scoops = say("foul", "fouls"), say("scoop", "scoops")
    rows = [["Standings", say("point", "points"), *money, "deals", *scoops, "royalties", "fantasylands"]]

    def add(name: str, shown: str, points: Points, counts: Iterable[object]) -> None:
        won = filter(None, (signed(points), person_money(name, outcome)))
        rows.append([shown, *won, *map(str, counts)])

    for s in people:
        counts = (s.deals, s.fouls, s.scoops, sum(s.royalties), s.fantasylands)
        add(s.person, style.text(s.person), s.points, counts)
    if outcome.session.with_house:
        add(HOUSE, "the house", outcome.session.totals[HOUSE], [""] * 5)
    return rows


def nights(view: SessionView, name: Callable[[str], str]) -> Rows:
    """Return a table of each person's points in each log."""
    session = view.outcome.session
    people = ["the house" if one == HOUSE and session.with_house else name(one) for one in session.totals]
    rows = [
        [name(log.called), *(signed(log.totals.get(one, 0)) for one in session.totals)] for log in view.logs
    ]
    return [["Night by night", *people], *rows]


_NARROW_NAME: Final = 12
"""The most columns for a name in a table that is too wide for the screen."""


class TableReport(Report):
    """The `table` report: deals, then tables of the session, then payments."""

    shown_in_full = 0

    def __init__(self, style: Style = FILE_STYLE, **options: bool) -> None:
        super().__init__(style, **options)
        self.first: list[DealResult] = []
        self.lines: DealLines | None = None

    @property
    def has_pairs(self) -> bool:
        return self.in_full or (self.lines is None and len(self.first) <= FULL_AT_MOST)

    def deal(self, result: DealResult) -> str:
        """Return the text of a deal, empty while the first deals are held back."""
        if self.in_full:
            return self._full(result)
        if self.lines is not None:
            return self._line(self.lines, result)
        self.first.append(result)
        return self._first_lines() if len(self.first) > _HELD_BACK else ""

    def _first_lines(self) -> str:
        """Return the heading and the lines of the deals that were held back."""
        self.lines = lines = DealLines(self.first, self.style)
        text = "".join(self._line(lines, one) for one in self.first)
        self.first = []
        return f"{self.style.bold(lines.heading())}\n{text}"

    def _full(self, result: DealResult) -> str:
        self.shown_in_full += 1
        style = self.style
        deal = DealView(result, style)
        notes = [line for note in deal.notes for line in style.lines(note, "  ")]
        lines = [style.bold(deal.title), *notes, "", *all_board_lines(deal.boards)]
        if deal.everyone_fouled:
            lines += [EVERYONE_FOULED, ""]
        elif deal.pairs:
            lines += [*_pair_lines(deal.pairs, why=self.why), ""]
        lines += [*deal.side, *style.lines(f"Total: {deal.totals}", "  ")]
        if self.running:
            lines += style.lines(f"So far: {points_words(self.so_far(result), style)}")
        return "\n".join(lines) + "\n\n\n"

    def _line(self, lines: DealLines, result: DealResult) -> str:
        return lines.line(result, self.so_far(result) if self.running else None)

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        style = self.style
        view = SessionView(outcome, style)
        deals = ""
        if len(self.first) > FULL_AT_MOST:
            deals = self._first_lines()
        deals += "\n" if self.lines is not None else "".join(map(self._full, self.first))
        parts = []
        if self.running or self.chart:
            from ofcscore.report.chart import render_chart_text, running_totals, spark_lines

            if self.running and outcome.session.deals > 1:
                lines = spark_lines(running_totals(outcome.session), style)
                parts.append([style.bold("Running totals"), *lines])
            if self.chart:
                parts.append(render_chart_text(outcome.session, style))
        if view.logs:
            names = nights(view, lambda name: style.fit(name, style.name_width))
            parts.append(list(grid_lines(names, style)))
        # A single deal in full already has these tables.
        if view.pairs and (outcome.session.deals > 1 or not self.shown_in_full):
            parts.append(pair_tables(view.pairs, style.of_session(outcome.session)))
        parts.append(standings_lines(view))
        if view.left_out:
            parts.append(style.lines(view.left_out))
        parts.append([line for text in view.settlement for line in style.lines(text, "  ")])
        tail = "\n\n".join("\n".join(part) for part in parts if part)
        head = "\n".join(heading_lines(view)) + "\n\n"
        return head, f"{deals}{tail}\n"


# -- Markdown -------------------------------------------------------------------------------------------

_SPECIAL: Final = r"[\\`*_{}\[\]<>|~&$^#@]|:(?=//)|(?<=[Ww][Ww][Ww])\."
_START: Final = r"[-+=:]|[0-9]+[.)]"
_ENTITIES: Final = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "&#64;"}


def escape(text: str) -> str:
    """Escape a user's text so that Markdown and HTML show it unchanged."""
    escaped = re.sub(_SPECIAL, lambda match: _ENTITIES.get(match[0], f"\\{match[0]}"), text)
    start = re.match(_START, text)
    if start:
        at = start.end() - 1
        escaped = f"{escaped[:at]}\\{escaped[at:]}"
    return escaped


class _Escaped(Style):
    """A style that escapes text for Markdown."""

    def text(self, text: str) -> str:
        return escape(show(text))


MARKDOWN: Final = _Escaped()


def pipe_table(rows: Rows, align: str = "") -> Iterator[str]:
    """Yield a table; by default only the first column is aligned left."""
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    align = align or "l".ljust(len(rows[0]), "r")
    yield head
    yield "|" + "|".join(" --- " if side == "l" else " ---: " for side in align) + "|"
    yield from body


class MarkdownReport(Report):
    """`markdown`: payments, tables of the session, then tables for each deal."""

    has_pairs = True
    shown = 0

    def __init__(self, style: Style = MARKDOWN, **options: bool) -> None:
        super().__init__(MARKDOWN._replace(own=style.own, handles=style.handles), **options)

    def deal(self, result: DealResult) -> str:
        self.shown += 1
        return "\n".join(self._deal(result)) + "\n\n"

    def _deal(self, result: DealResult) -> Iterator[str]:
        deal = DealView(result, self.style)
        yield f"## {deal.title}\n"
        for note in deal.notes:
            yield f"{note}\n"
        say = self.style.of_rules(result.score.rules).say
        labels = [say(row.label) for row in ROWS]
        rows = [["", *labels, "royalties", ""]]
        rows += [[board.name, *_board(board)] for board in deal.boards]
        if deal.boards:
            yield from pipe_table(rows, "llllrl")
            yield ""
        if deal.everyone_fouled:
            yield f"{EVERYONE_FOULED}\n"
        elif deal.pairs:
            kinds = say("row", "rows"), say("scoop")
            rows = [["", *labels, *kinds, "royalties", "other", "total"]]
            rows += [[pair.name, *pair.figures.by_row, *pair.figures.by_kind] for pair in deal.pairs]
            yield from pipe_table(rows)
            yield ""
            reasons = [line for pair in deal.pairs for line in self._reasons(pair)]
            yield from (*reasons, "") if reasons else ()
        for words in deal.side:
            yield f"{words}\n"
        yield f"Total: {deal.totals}"
        if self.running:
            yield f"\nSo far: {points_words(self.so_far(result), self.style)}"

    def _reasons(self, pair: PairView) -> Iterator[str]:
        """Yield the reasons for a pair's points as list items. `why` adds every line."""
        if not self.why:
            yield from (f"- {words}" for words in pair.others)
            return
        yield f"- {pair.name} {signed(pair.score.points)}"
        for line in pair.lines:
            yield f"  - {line.what} {line.points}" + (f", {line.note}" if line.note else "")

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        session = outcome.session
        view = SessionView(outcome, self.style)
        head = [f"# {view.title}\n"] if view.title else []
        head += [f"**{escape(view.left_out)}**\n"] if view.left_out else []
        head += [*(f"- {text}" for text in view.settlement), ""] if view.settlement else []
        head += [f"{note}  " for note in view.notes]
        head += [f"Rules: {escape(rules)}  " for rules in view.rules]
        head += [f"Stake: {escape(view.stake)}", ""]
        # The names in `void` are already escaped.
        head += [view.void, ""] if view.void else []
        tables = [standings(view, session.standings)]
        # A single deal shows its own pair table.
        if view.pairs and (session.deals > 1 or not self.shown):
            tables += pair_rows(view.pairs, self.style.of_session(session))
        if view.logs:
            tables.append(nights(view, self.style.text))
        for rows in tables:
            head += [*pipe_table(rows), ""]
        return "\n".join(head) + "\n", ""


def _board(board: BoardView) -> list[str]:
    cells = [
        f"{MARKDOWN.cards(row.cards)}, {row.words}" + (f" +{row.royalty}" if row.royalty else "")
        for row in board.rows
    ]
    if not cells:
        cells = ["" if board.cards is None else MARKDOWN.cards(board.cards), "", ""]
    royalties = str(board.score.royalties) if board.score.status is Status.SET else ""
    return [*cells, royalties, "; ".join(filter(None, (board.words(), board.fantasyland)))]


# -- chat -----------------------------------------------------------------------------------------------

_COUNTS: Final[tuple[tuple[str, str, Callable[[Standing], int]], ...]] = (
    ("royalties", "Most royalties", lambda s: sum(s.royalties)),
    ("scoop", "Scoops", lambda s: s.scoops),
    ("fantasyland", "Fantasylands", lambda s: s.fantasylands),
    ("foul", "Fouls", lambda s: s.fouls),
)
"""The highlights: key in the players' vocabulary, English title, and count."""
_NIGHTS: Final = 6
"""The largest number of nights for which each night gets a line."""


class ChatReport(Report):
    """`chat`: payments, results and highlights, without the deals."""

    best_row = (0, "")

    def skip(self, result: DealResult) -> None:
        score = result.score
        for board in score.boards:
            royalty = max(board.earned)
            if royalty > self.best_row[0]:
                rows = BoardView(board, self.style.of_rules(score.rules)).rows
                best = rows[board.earned.index(royalty)]
                self.best_row = (royalty, f"{self.style.text(board.player)}, {best.words}, royalty {royalty}")

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        text = "\n".join(self.lines(outcome)) + "\n"
        text = isolated(text) if self.style.signs else text
        if self.chart:
            from ofcscore.report.chart import render_chart_text

            text += "\n" + "".join(f"{line}\n" for line in render_chart_text(outcome.session, self.style))
        return "", text

    def lines(self, outcome: Outcome) -> list[str]:
        session, style = outcome.session, self.style
        view = SessionView(outcome, style)
        rules = listed([style.text(use.rules.name) for use in session.rules], "and")
        stake = view.stake if outcome.in_money else "points only"
        few = len(session.logs) <= _NIGHTS
        about = f"{count(session.deals, 'deal')}, {rules}, {stake}"
        first, *lines = [*([view.title] if view.title else []), about]
        notes = [*(view.notes if few else []), *([view.void] if view.void else [])]
        lines = [first, *filter(None, [view.left_out]), *view.settlement, *lines, *notes]
        people = sorted(session.totals, key=lambda name: (name == HOUSE, -session.totals[name]))
        lines.append(", ".join(self._result(name, outcome) for name in people))
        if few:
            lines += [f"{style.text(log.called)}: {points_words(log.totals, style)}" for log in view.logs]
        return [*lines, *self._highlights(session)]

    def _result(self, name: str, outcome: Outcome) -> str:
        text = f"{person(name, self.style)} {signed(outcome.session.totals[name])}"
        if outcome.in_money and outcome.money[name]:
            text += f" ({signed_money(outcome.money[name], outcome, label=True)})"
        return text

    def _highlights(self, session: SessionResult) -> list[str]:
        lines = []
        standings, style = session.standings, self.style.of_session(session)
        best = max((s for s in standings if s.best), key=lambda s: s.best or (0, ""), default=None)
        if best is not None and best.best is not None and session.deals > 1 and best.best[0] > 0:
            points, deal = best.best
            lines.append(f"Best deal: {style.text(best.person)}, {signed(points)} in deal {style.text(deal)}")
        if self.best_row[0]:
            lines.append(f"Best row: {self.best_row[1]}")
        for word, title, number in _COUNTS:
            most = max(map(number, standings), default=0)
            if most:
                names = [style.text(s.person) for s in standings if number(s) == most]
                each = " each" if len(names) > 1 else ""
                lines.append(f"{style.say(word, title)}: {listed(names, 'and')}, {most}{each}")
        return lines
