"""The `table` report: what a player reads at the table, in 80 columns.

Few deals are shown in full, many as a line each. What does not grow with the deals goes through
tabulate; lines that do are formatted here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from ofcscore.game.board import ROWS
from ofcscore.problems.problem import text_width
from ofcscore.problems.words import listed
from ofcscore.report.base import Report
from ofcscore.report.wording import (
    NAME_WIDTH,
    PLAIN,
    WIDTH,
    MoneyWords,
    Style,
    average,
    board_name,
    board_words,
    deal_title,
    everyone_fouled,
    fantasyland_words,
    left,
    left_out_sentence,
    notes_on,
    other_words,
    person,
    right,
    row_views,
    rules_words,
    settlement_sentences,
    side_words,
    signed,
    signed_money,
    stake_words,
    totals_words,
    wrap,
)
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import HOUSE, Points
from ofcscore.scoring.deals import DealScore
from ofcscore.scoring.lines import PairScore
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult, Standing

FULL_AT_MOST: Final = 12
"""So many deals are shown in full unless asked otherwise; of more, each is a line."""
_MOST_COLUMNS: Final = 6
"""For more people than that a deal's line names them, instead of a column each."""


def layout(rows: Sequence[Sequence[str]], align: str) -> list[str]:
    """Formatted cells as lines, columns two blanks apart; `align` has l or r for each column."""
    from tabulate import tabulate

    sides = ["left" if side == "l" else "right" for side in align]
    text = tabulate(rows, tablefmt="plain", colalign=sides, disable_numparse=True)
    return [line.rstrip() for line in text.splitlines()]


# -- a deal in full ------------------------------------------------------------------------------------


def full_deal(result: DealResult, style: Style = PLAIN) -> list[str]:
    """One deal: every board, what each pair exchanged, the totals."""
    score = result.score
    lines = [style.bold(deal_title(result.deal, style)), ""]
    lines += board_lines(score, style)
    if everyone_fouled(score):
        lines += ["Everyone fouled: no points change hands.", ""]
    elif score.pairs:
        lines += [*_pair_lines(score.pairs, style), ""]
    lines += side_words(result.side, MoneyWords(result.deal.table.currency), style)
    lines += wrap(f"Total: {totals_words(result, style)}")
    return lines


def board_lines(score: DealScore, style: Style) -> Iterator[str]:
    """Every board of a deal with the names of its ranks and its royalties, an empty line behind each."""
    widths = _board_widths(score.boards, style)
    for board in score.boards:
        yield board_name(board, score.deal, style)
        yield from _board_lines(board, widths, style)
        yield ""


def _board_widths(boards: Sequence[BoardScore], style: Style) -> tuple[int, int]:
    """Columns of the cards and of the ranks' names in a deal."""
    cards = [text_width(style.cards(text)) for b in boards for text in b.board.rows or ()]
    names = [len(value.rank.name) for b in boards for value in b.values or ()]
    return max(cards, default=0), max(names, default=0)


def _board_lines(board: BoardScore, widths: tuple[int, int], style: Style) -> Iterator[str]:
    rows = row_views(board)
    for row in rows:
        royalty = f"royalty {row.royalty}" if row.royalty else ""
        cards = left(style.cards(row.cards), widths[0])
        yield f"  {row.label:<6}  {cards}  {row.rank.name:<{widths[1]}}  {royalty}".rstrip()
    if not rows and board.board.cards is not None:
        yield f"  {style.cards(board.board.cards)}"
    words = board_words(board, style)
    if words is not None:
        if board.status is Status.FOUL and board.values is not None:
            words = f"foul: {words}"
        yield from wrap(f"  {words}", indent="    ")
    stay = fantasyland_words(board.fantasyland)
    if stay is not None:
        yield f"  {stay}"


def _pair_lines(pairs: Sequence[PairScore], style: Style) -> list[str]:
    """Two tables: the pairs row by row, and the pairs part by part."""
    room = WIDTH - len("  rows  scoop  royalties  other  total")
    names = pair_names(pairs, style, room)
    title = max((*names, "Row by row, royalties in"), key=text_width)
    width = text_width(title)
    by_row = [[left("Row by row, royalties in", width), *(row.label for row in ROWS)]]
    by_part = [["Pair by pair", "rows", "scoop", "royalties", "other", "total"]]
    for name, pair in zip(names, pairs, strict=True):
        by_row.append([name, *(signed(pair.row(row)) for row in ROWS)])
        by_part.append([name, *(signed(points) for points in pair_parts(pair))])
    others = [line for pair in pairs for text in other_words(pair, style) for line in wrap(text, indent="  ")]
    return [*layout(by_row, "lrrr"), "", *layout(by_part, "lrrrrr"), *([""] if others else []), *others]


def pair_parts(pair: PairScore) -> tuple[Points, Points, Points, Points, Points]:
    """A pair's points for rows, scoops, royalties, all else, and in all."""
    rows = pair.kind("row")
    scoop = pair.kind("scoop", "scoop-all")
    royalties = pair.kind("royalty")
    return rows, scoop, royalties, pair.points - rows - scoop - royalties, pair.points


def pair_names(pairs: Sequence[PairScore], style: Style, room: int) -> list[str]:
    """`Hero from Gus` for each pair, names cut where two do not fit into so many columns."""
    joined = " from "
    each = (room - len(joined)) // 2
    return [f"{style.fit(p.first, each)}{joined}{style.fit(p.second, each)}" for p in pairs]


# -- many deals, a line each ---------------------------------------------------------------------------


class DealLines:
    """Formats deals as a line each: a column of points for each person, and what is worth a word.

    The columns are the people of the first deals; whoever comes later is named behind the columns.
    """

    def __init__(self, first: Sequence[DealResult], style: Style, *, running: bool) -> None:
        self.style = style
        self.running = running
        names = dict.fromkeys(name for result in first for name in result.totals)
        self.columns = list(names) if len(names) <= _MOST_COLUMNS else []
        self.sums: dict[str, Points] = dict.fromkeys(self.columns, 0)
        each = max(5, (WIDTH - 24) // max(len(self.columns), 1) - 2)
        self.widths = [max(6, text_width(style.fit(n, min(each, NAME_WIDTH)))) for n in self.columns]
        self.label = max(4, *(text_width(style.fit(r.deal.name, 12)) for r in first)) + 1
        self.notes_at = self.label + sum(width + 2 for width in self.widths) + 2
        self.figures = "".join([f"  %{width}s" for width in self.widths])

    def heading(self) -> str:
        cells = [
            right(self.style.fit(name, width), width)
            for name, width in zip(self.columns, self.widths, strict=True)
        ]
        return "  ".join([left("Deal", self.label), *cells]).rstrip()

    def line(self, result: DealResult) -> str:
        score, side = result.score, result.side
        totals = result.all_totals if side else score.totals
        name = score.deal.name
        usual = len(name) < self.label and name.isascii() and name.isalnum()
        text = name.ljust(self.label) if usual else self._label(name)
        behind = notes_on(score, self.style)
        everyone = list(totals) == self.columns
        if everyone:
            text += self.figures % tuple([f"+{p}" if p > 0 else p for p in totals.values()])
        else:
            cells = [signed(totals[person]) if person in totals else "" for person in self.columns]
            text += self.figures % tuple(cells)
        if side or not everyone:
            behind = self._behind(result, behind)
        text = self._with_notes(text, behind) if behind else text.rstrip()
        if self.running:
            text += "\n" + self._running(result)
        return f"{text}\n"

    def _label(self, name: str) -> str:
        return left(self.style.fit(name, 12), self.label)

    def _behind(self, result: DealResult, notes: str) -> str:
        """The people who have no column, then the notes, then that there was an adjustment."""
        style = self.style
        totals = result.all_totals
        words = [
            f"{person(name, style)} {signed(p)}" for name, p in totals.items() if name not in self.columns
        ]
        words.append(notes)
        if any(side.kind == "adjust" for side in result.side):
            words.append("adjusted")
        return ", ".join(filter(None, words))

    def _with_notes(self, figures: str, notes: str) -> str:
        return f"{figures}  {_wrapped(notes, self.notes_at)}"

    def _running(self, result: DealResult) -> str:
        add_running(self.sums, result)
        cells = [
            f"{signed(self.sums[n]):>{width}}" for n, width in zip(self.columns, self.widths, strict=True)
        ]
        return "  ".join([" " * self.label, *cells, "so far"])


# The same few notes come again and again.
@lru_cache(maxsize=1024)
def _wrapped(notes: str, indent: int) -> str:
    """Notes in lines as long as there is room, all but the first indented."""
    return f"\n{' ' * indent}".join(wrap(notes, max(WIDTH - indent, 24)))


def add_running(sums: dict[str, Points], result: DealResult) -> None:
    """Adds a deal's points to running totals, and the adjustments of headers before it."""
    for line in result.opening:
        if line.points is not None:
            sums[line.person] = sums.get(line.person, 0) + line.points
    for name, points in result.all_totals.items():
        sums[name] = sums.get(name, 0) + points


# -- the session ---------------------------------------------------------------------------------------


def heading_lines(outcome: Outcome, style: Style) -> list[str]:
    """The rule sets with their digests, and the stake."""
    session = outcome.session
    lines = []
    for use in session.rules:
        deals = f", {use.deals} of {session.deals} deals" if len(session.rules) > 1 else ""
        lines += wrap(f"Rules: {rules_words(use.rules)}{deals}", indent="  ")
    lines += wrap(f"Stake: {stake_words(outcome)}", indent="  ")
    banks = dict.fromkeys(style.text(table.bank) for table in session.tables if table.bank is not None)
    if banks:
        lines.append(f"Bank: {listed(list(banks), 'and')}")
    return lines


def standings_lines(outcome: Outcome, style: Style) -> list[str]:
    """The standings as a table, best first; the house last where it took part."""
    session = outcome.session
    head = ["points", "money", "deals", "fouls", "scoops", "royalties", "fantasylands"]
    if not outcome.in_money:
        head.remove("money")
    people = sorted(session.standings, key=lambda s: -s.points)
    room = max(8, WIDTH - sum(max(len(h), 7) + 2 for h in head))
    rows = [["Standings", *head]]
    for s in people:
        cells = standing_cells(s, outcome)
        if not outcome.in_money:
            del cells[1]
        rows.append([style.fit(s.person, max(room, NAME_WIDTH)), *cells])
    if session.with_house:
        house = ["the house", signed(session.totals[HOUSE])]
        if outcome.in_money:
            house.append(signed_money(outcome.money[HOUSE], outcome))
        rows.append([*house, *[""] * (len(head) + 1 - len(house))])
    return layout(rows, "l" + "r" * len(head))


def standing_cells(s: Standing, outcome: Outcome) -> list[str]:
    """Points, money, deals, fouls, scoops, royalties and fantasylands of one person, as text."""
    return [
        signed(s.points),
        signed_money(outcome.money.get(s.person, Fraction(0)), outcome),
        str(s.deals),
        str(s.fouls),
        str(s.scoops),
        str(sum(s.royalties)),
        str(s.fantasylands),
    ]


def detail_lines(outcome: Outcome, style: Style) -> list[str]:
    """What a session of several deals has besides its standings: three small tables."""
    people = sorted(outcome.session.standings, key=lambda s: -s.points)
    names = {s.person: style.fit(s.person, NAME_WIDTH) for s in people}
    naturals = any(s.naturals for s in people)
    deals = [["Deal by deal", "a deal", "wins", "best", "worst", "scooped", *(["naturals"] * naturals)]]
    royalties = [["Royalties", *(row.label for row in ROWS), "a deal"]]
    for s in people:
        own = [average(s.points, s.deals), str(s.wins), _extreme(s.best, style), _extreme(s.worst, style)]
        own += [str(s.scooped), *([str(s.naturals)] * naturals)]
        deals.append([names[s.person], *own])
        by_row = [str(points) for points in s.royalties]
        royalties.append([names[s.person], *by_row, average(sum(s.royalties), s.deals).lstrip("+")])
    lines = [*_titled(layout(deals, "l" + "r" * (len(deals[0]) - 1)), style)]
    if any(sum(s.royalties) for s in people):
        lines += ["", *_titled(layout(royalties, "lrrrr"), style)]
    if len(outcome.session.pairs) > 1:
        lines += ["", *_titled(_session_pairs(outcome, style), style)]
    return lines


def _titled(lines: list[str], style: Style) -> list[str]:
    return [style.bold(lines[0]), *lines[1:]]


def _extreme(deal: tuple[Points, str] | None, style: Style) -> str:
    """Points of a best or worst deal and its name: `+20 in 1`."""
    return "" if deal is None else f"{signed(deal[0])} in {style.fit(deal[1], 8)}"


def _session_pairs(outcome: Outcome, style: Style) -> list[str]:
    """What each two people won from each other."""
    rows = [["Pair by pair", "points", *(["money"] * outcome.in_money)]]
    for (first, second), (points, money) in outcome.session.pairs.items():
        cells = [signed(points)]
        if outcome.in_money:
            cells.append(signed_money(money, outcome))
        rows.append([f"{style.fit(first, 24)} from {style.fit(second, 24)}", *cells])
    return layout(rows, "l" + "r" * (len(rows[0]) - 1))


class TableReport(Report):
    """`table`: deals in full or a line each, standings, and who owes whom in sentences."""

    def __init__(self, style: Style = PLAIN, *, in_full: bool = False, running: bool = False) -> None:
        self.style = style
        self.in_full = in_full
        self.running = running
        self.first: list[DealResult] = []
        self.lines: DealLines | None = None
        self.sums: dict[str, Points] = {}

    @property
    def has_pairs(self) -> bool:
        return self.in_full or self.lines is None

    def deal(self, result: DealResult) -> str:
        """The text of a deal; nothing while it is not known whether there are many."""
        if self.in_full:
            return self._full(result)
        if self.lines is not None:
            return self.lines.line(result)
        self.first.append(result)
        if len(self.first) <= FULL_AT_MOST:
            return ""
        return self._begin_lines()

    @property
    def notes_skipped(self) -> bool:
        return self.running

    def skip(self, result: DealResult) -> None:
        if self.running:
            add_running(self.sums, result)

    def _full(self, result: DealResult) -> str:
        lines = full_deal(result, self.style)
        if self.running:
            add_running(self.sums, result)
            so_far = ", ".join(
                f"{person(name, self.style)} {signed(points)}" for name, points in self.sums.items()
            )
            lines += wrap(f"So far: {so_far}")
        return "\n".join(lines) + "\n\n\n"

    def _begin_lines(self) -> str:
        self.lines = DealLines(self.first, self.style, running=self.running)
        text = "".join(map(self.lines.line, self.first))
        self.first = []
        return f"{self.style.bold(self.lines.heading())}\n{text}"

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        """The text before the deals and the text behind them."""
        style = self.style
        deals = "".join(map(self._full, self.first))
        if self.lines is not None:
            deals = "\n"
        tail = standings_lines(outcome, style)
        tail[0] = style.bold(tail[0])
        if outcome.session.deals > 1:
            tail += ["", *detail_lines(outcome, style)]
        if self.running and outcome.session.deals > 1:
            from ofcscore.report.chart import running_totals, spark_lines

            lines = spark_lines(running_totals(outcome.session), style, WIDTH)
            tail += ["", style.bold("Running totals"), *lines]
        money = settlement_sentences(outcome, style)
        if money:
            tail += ["", *(line for text in money for line in wrap(text))]
        missing = left_out_sentence(outcome)
        if missing is not None:
            tail += ["", *wrap(missing)]
        head = "\n".join(heading_lines(outcome, style)) + "\n\n"
        return head, deals + "\n".join(tail) + "\n"
