"""The state of a table: the log as text, its scores as lines, and the deal in progress.

Each change of the log makes a new text from the old one, and the whole new text is parsed again.
"""

from __future__ import annotations

import io
import itertools
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Exit, Place, Problem, Problems, listed, show
from ofcscore.diagnostics.terminal import left, right, text_width
from ofcscore.files.disk import as_bytes
from ofcscore.game.cards import ROWS
from ofcscore.log.check.checker import Checker
from ofcscore.log.check.people import name_key
from ofcscore.log.keys import FREE_KEYS
from ofcscore.log.read.lines_to_deals import group_lines
from ofcscore.log.read.logs import read_text
from ofcscore.log.read.sources import numbered_lines
from ofcscore.log.read.voids import collect_voids, deal_name, is_void_line
from ofcscore.log.syntax import DealLine, DealSyntax, Entry, HeaderSyntax, Line, LineSyntax, NumberedLine
from ofcscore.log.vocabulary import vocabulary_of
from ofcscore.log.write.notation import board_text, deal_line, entry_text, name_at_head, name_in_list
from ofcscore.log.write.rewriting import line_numbers, split_remark
from ofcscore.report.text import DealLines, all_board_lines, standings_lines
from ofcscore.report.views import EVERYONE_FOULED, DealView, PairView, SessionView
from ofcscore.report.wording import Style, count, person, person_money
from ofcscore.scoring.boards import Status
from ofcscore.scoring.deal import Deal, Header, Points, Table
from ofcscore.scoring.score_lines import signed
from ofcscore.session.money import Outcome, Proof, outcome_of
from ofcscore.session.result import DealResult
from ofcscore.session.session import Session, run


@dataclass(frozen=True, slots=True)
class TextLog:
    """One text log, read and scored.

    If the log has errors, `header` may be None and `outcome` includes no deals. `due` maps players to the
    number of their fantasyland cards in the next deal.
    """

    file: str
    text: str
    header_syntax: HeaderSyntax
    syntaxes: tuple[DealSyntax, ...]
    header: Header | None
    results: tuple[DealResult, ...]
    outcome: Outcome
    due: Mapping[str, int]
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(p for p in self.problems if not p.warning)

    @property
    def table(self) -> Table:
        """The table. The log must have no errors."""
        assert self.header is not None
        return self.header.table

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the boards, in the order of the seats."""
        table = self.table
        if not table.players:
            return tuple(dict.fromkeys(b.player for r in self.results for b in r.deal.boards))
        boards: dict[str, list[str]] = {}
        for board, owner in table.people.items():
            boards.setdefault(owner, []).append(board)
        return tuple(name for player in table.players for name in boards.get(player, [player]))

    @property
    def away(self) -> frozenset[str]:
        """The seats that sat out the last deal; empty if fewer than two played it."""
        if not self.results or self.anybody_plays:
            return frozenset()
        there = {b.player for b in self.results[-1].score.boards if b.status is not Status.ABSENT}
        return frozenset(self.seats) - there if len(there.intersection(self.seats)) > 1 else frozenset()

    @property
    def names(self) -> list[str]:
        """The names of the deals; a deal without a name is `1`."""
        return [syntax.name.text if syntax.name is not None else "1" for syntax in self.syntaxes]

    def index_of(self, name: str) -> int | None:
        return {name: index for index, name in enumerate(self.names)}.get(name)

    def deal(self, index: int) -> Work:
        """Return a deal of the log for editing; unnamed boards belong to Player 1, Player 2 ..."""
        syntax = self.syntaxes[index]
        boards = tuple(
            (name or f"Player {i}", text) for i, (name, text) in enumerate(boards_as_text(syntax), 1)
        )
        date = syntax.date.text if syntax.date is not None else None
        keys = tuple(map(entry_text, syntax.entries))
        return Work(self.names[index], date, keys, boards, tuple(name for name, _ in boards), index)

    def lines_of(self, index: int) -> list[str]:
        first = self.syntaxes[index].at.line.number - 1
        return [line.strip() for line in _split(self.text)[first : last_line(self.syntaxes[index])]]

    def result_of(self, index: int) -> DealResult | None:
        """Return the result of a deal, None if it is void or has errors."""
        line = self.syntaxes[index].at.line.number
        return next((result for result in self.results if result.deal.line == line), None)

    @property
    def anybody_plays(self) -> bool:
        """Return True if the log has no `players` key."""
        return not self.table.players

    @property
    def short_names(self) -> dict[str, str]:
        """The full names of players by their short names in the header."""
        players = [entry for entry in self.header_syntax.entries if entry.key.text == "players"]
        parts = [part.names for entry in players for part in entry.parts if len(part.names) == 2]
        return {short.text: name.text for name, short in parts}

    @property
    def next_name(self) -> str:
        """The name of the next deal: the last number plus 1, or else the first unused number."""
        names = self.names
        if names and re.fullmatch("[0-9]{1,9}", names[-1]):
            return str(int(names[-1]) + 1)
        return next(name for name in map(str, itertools.count(len(self.syntaxes) + 1)) if name not in names)

    @property
    def last_date(self) -> str | None:
        return next((s.date.text for s in reversed(self.syntaxes) if s.date is not None), None)

    def check_lines(
        self, lines: Iterable[NumberedLine]
    ) -> tuple[DealSyntax | None, Deal | None, list[Problem]]:
        """Parse and validate one deal under this header; return its syntax, value and problems."""
        problems = Problems()
        checker = Checker(problems)
        checker.header(self.header_syntax)
        # Problems of the header were already reported.
        known = len(problems)
        values = read_text(lines, self.file, problems)
        *_, syntax = (None, *group_lines(values, self.file, self.header_syntax.base, problems))
        if not isinstance(syntax, DealSyntax):
            return None, None, list(problems.kept[known:])
        deal = checker.deal(syntax)
        return syntax, deal, list(problems.kept[known:])

    def has_fantasyland(self, head: str, keys: Sequence[str]) -> bool:
        """Return True if the rules of a deal with this heading and these keys have fantasyland."""
        seats = self.table.players[:2] or (None, None)
        boards = [board_line(seat, "foul (0 aces)") for seat in seats]
        _, deal, _ = self.check_lines(enumerate((head, *keys, *boards), 1))
        return deal is None or deal.table.rules.fantasyland is not None

    def added(self, after: TextLog) -> str:
        """Return the text that `after` appends to this log, empty if it does not start with it."""
        return after.text[len(self.text) :] if after.text.startswith(self.text) else ""

    def without_last_deal(self) -> str:
        """Return the text without its last deal; comments after the deal stay."""
        lines = _split(self.text)
        first, last = self.syntaxes[-1].at.line.number - 1, last_line(self.syntaxes[-1])
        return "".join((*lines[:first], *itertools.dropwhile(str.isspace, lines[last:])))

    def with_key(self, line: str, index: int = -1) -> str:
        """Return the text with a key added to a deal, or to the header if there is no deal."""
        header = (entry.key.line.number for entry in self.header_syntax.entries)
        end = last_line(self.syntaxes[index]) if self.syntaxes else max(header, default=0)
        return _with_line_after(self.text, end, line)

    def with_boards(self, index: int, changed: Mapping[int, str]) -> str:
        """Return the text with boards of a deal replaced; comments stay.

        `changed` maps positions of boards to their new text. Two boards on one line get a line each.
        """
        lines = _split(self.text)
        end = line_end(self.text)
        boards = [*enumerate(boards_as_text(self.syntaxes[index]))]
        numbers = [sorted(line_numbers(board)) for board in self.syntaxes[index].boards]
        for first, *rest in {tuple(numbers[at]) for at in changed}:
            beside = [
                board_line(name, changed.get(other, text))
                for other, (name, text) in boards
                if first in numbers[other]
            ]
            remark = "" if remark_of(beside[-1]) else remark_of(lines[first - 1].rstrip("\r\n"))
            lines[first - 1] = f"{end.join(beside)}{remark}{end}"
            for number in rest:
                lines[number - 1] = ""
        return "".join(lines)

    def differs_only_in(self, other: TextLog, index: int, changed: Mapping[int, str]) -> bool:
        """Return True if another log differs from this one only in the changed boards of one deal."""

        def content(log: TextLog) -> list[Work]:
            works = [log.deal(at) for at in range(len(log.syntaxes))]
            boards = enumerate(works[index].boards)
            others = tuple((name, "" if at in changed else text) for at, (name, text) in boards)
            works[index] = replace(works[index], boards=others)
            return works

        return self.names == other.names and content(self) == content(other)

    def with_player(self, name: str) -> str:
        entry = next(e for e in self.header_syntax.entries if e.key.text == "players")
        at = entry.key.line.number - 1
        lines = _split(self.text)
        text = lines[at].rstrip("\r\n")
        remark = remark_of(text)
        players = text.removesuffix(remark).rstrip()
        lines[at] = f"{players}, {name_in_list(name)}{remark}{line_end(self.text)}"
        return "".join(lines)

    def with_deal_line(self) -> str:
        """Return the text with a `deal 1` line before an unnamed first deal."""
        return _with_line_after(self.text, self.syntaxes[0].at.line.number - 1, "deal 1")


def read_log(file: str, text: str) -> TextLog:
    problems = Problems()
    values = read_text(numbered_lines(io.BytesIO(as_bytes(text)), file, problems), file, problems)
    header_syntax, *grouped = group_lines(values, file, os.path.dirname(file), problems)
    assert isinstance(header_syntax, HeaderSyntax)
    syntaxes = [syntax for syntax in grouped if isinstance(syntax, DealSyntax)]
    checker = Checker(problems)
    voids = collect_voids(lambda: (header_syntax, *syntaxes))
    header, deals = checker.header(header_syntax, voids=voids), [*map(checker.deal, syntaxes)]
    items = [item for item in (header, *deals) if item is not None]
    if syntaxes:
        checker.finish()
    syntaxes = [s for s in syntaxes if not (is_void_line(s) and deal_name(s) in voids.lines)]
    session = Session()
    results = tuple(run(session, items))
    found = (*problems.kept, *session.problems.kept, *session.unit.missing_stake(), *session.unmet)
    sound = all(p.warning for p in found)
    outcome = outcome_of((session if sound else Session()).finish(), problems=found)
    proof = Proof()
    for result in results if sound else ():
        proof.deal(result)
    proof.outcome(outcome)
    due = dict(session.fantasyland.due)
    return TextLog(file, text, header_syntax, tuple(syntaxes), header, results, outcome, due, found)


def read_line(
    file: str, text: str, number: int = 1, names: Iterable[str] = ()
) -> tuple[LineSyntax, list[Problem]]:
    """Parse a single line with line number `number`; `names` are the known players."""
    from ofcscore.log.text.reader import Reader

    problems = Problems()
    lines = [line for _, line in numbered_lines(io.BytesIO(as_bytes(text)), file, problems)]
    if problems.kept or not lines or lines[0] is None or not lines[0].strip():
        return None, [p._replace(place=p.place._replace(line=number)) for p in problems.kept]
    reader = Reader(file, problems, vocabulary_of(lines[0]))
    reader.go_on(names, None, begun=True)
    value, *more = reader.read(Line(file, number, lines[0]))
    entry = more[0] if len(more) == 1 else None
    if isinstance(value, DealLine) and isinstance(entry, Entry) and entry.key.text == "void":
        value = value._replace(void=entry)
    elif more:
        value = None
        message, hint = "this is more than one board or key", "type each board and each key on its own line"
        problems.refuse("line-unreadable", Place(file, number, 1), message, hint)
    return value, list(problems.kept)


def with_only_fix(line: str, problems: Iterable[Problem]) -> str:
    """Return a line with its fix applied if it has exactly one error with one fix."""
    errors = [problem for problem in problems if not problem.warning]
    fixes = [fix for error in errors for fix in error.fixes]
    edits = fixes[0].edits if len(errors) == len(fixes) == 1 and errors[0].place.text == line else ()
    if all(edit.line == errors[0].place.line for edit in edits):
        for edit in sorted(edits, key=lambda edit: -edit.start):
            line = edit.applied(line)
    return line


def board_line(player: str | None, text: str) -> str:
    return text if player is None else f"{name_at_head(player)}: {text}"


def boards_as_text(syntax: DealSyntax) -> tuple[tuple[str | None, str], ...]:
    """Return the name (None if anonymous) and the text after the colon for each board of a deal."""
    return tuple((b.name.text if b.name is not None else None, board_text(b)) for b in syntax.boards)


def remark_of(line: str, key: str = "") -> str:
    """Return the comment at the end of a line, with the spaces before it."""
    before, remark = split_remark(line, free=key in FREE_KEYS)
    return line[len(before) :] if remark else ""


def line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text[: text.find("\n") + 1] else "\n"


def gap(text: str) -> str:
    """Return the line ends that a text needs to end with an empty line."""
    end = line_end(text)
    if not text or text.endswith(end + end):
        return ""
    return end if text.endswith("\n") else end + end


def with_deal(text: str, lines: Iterable[str]) -> str:
    """Return the text of a log with a deal added at its end, between empty lines."""
    end = line_end(text)
    return text + gap(text) + "".join(f"{line}{end}" for line in lines) + end


def last_line(syntax: DealSyntax) -> int:
    boards = [max(line_numbers(board)) for board in syntax.boards]
    return max(syntax.at.line.number, *boards, *(entry.key.line.number for entry in syntax.entries))


def _split(text: str) -> list[str]:
    return re.findall("[^\n]*\n|[^\n]+", text)


def _with_line_after(text: str, number: int, line: str) -> str:
    lines, end = _split(text), line_end(text)
    if 0 < number <= len(lines) and not lines[number - 1].endswith("\n"):
        lines[number - 1] += end
    return "".join([*lines[:number], line + end, *lines[number:]])


# -- its lines on a screen ------------------------------------------------------------------------------

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


# -- the table -----------------------------------------------------------------------------------------


class Asking(Enum):
    """The question that the next line answers."""

    PLAYERS = "players"
    RULES = "rules"
    STAKE = "stake"
    BOARD = "board"
    FOUL = "foul"
    QUIT = "quit"
    SAVE = "save"


Said = str | Problem
ROW_NAMES: Final = ("top", "middle", "bottom")
QUIT: Final = ("quit", "q", "exit")
EDITING: Final = ("Finish editing first, or type `undo` to keep the deal unchanged.",)


@dataclass(frozen=True, slots=True)
class Work:
    """A deal in progress: a new one, or the one at `index` of the log.

    `todo` lists the players whose boards are asked for next.
    """

    name: str
    date: str | None = None
    keys: tuple[str, ...] = ()
    boards: tuple[tuple[str, str], ...] = ()
    todo: tuple[str, ...] = ()
    index: int | None = None

    @property
    def head(self) -> str:
        return deal_line(self.name, self.date)

    def asking_first(self, player: str) -> Work:
        return replace(self, todo=(player, *self.without(player).todo))

    def without(self, player: str) -> Work:
        """Return the deal without this player in `todo`."""
        return replace(self, todo=tuple(name for name in self.todo if name != player))


class Past(NamedTuple):
    """A state that `undo` or `redo` restores, before or after the change named by `what`.

    `board` is shown only on the terminal, because phones must not reveal it.
    """

    what: str
    text: str
    work: Work
    seats: tuple[str, ...]
    board: str = ""

    @property
    def told(self) -> str:
        return f"{self.what}: {self.board}" if self.board else self.what


@dataclass(frozen=True, slots=True)
class State:
    """The state of a table.

    `log` is on disk, or will be after a save. `today` is the date for the next deal. `aside` is the next deal
    while an older deal is edited. `rows` are the first rows of a board that is typed row by row. `draft` is
    the text that the next prompt offers for editing. `foul_board` is a fouled board that needs confirmation,
    `flush_board` the same board with the flush that avoids the foul. `away` are seats that are not dealt in.
    `header` holds the answers for a new header. `unsaved` is a change that could not be written. `kept` is
    the name of the draft file, empty if there is no draft.
    """

    log: TextLog
    style: Style
    work: Work
    today: str
    asking: Asking = Asking.BOARD
    aside: Work | None = None
    rows: tuple[str, ...] = ()
    draft: str = ""
    foul_board: str = ""
    flush_board: str = ""
    seats: tuple[str, ...] = ()
    away: frozenset[str] = frozenset()
    past: tuple[Past, ...] = ()
    undone: tuple[Past, ...] = ()
    header: tuple[str, ...] = ()
    unsaved: Reply | None = None
    kept: str = ""

    @property
    def current_player(self) -> str | None:
        return self.work.todo[0] if self.work.todo else None

    @property
    def known(self) -> tuple[str, ...]:
        boards = (name for name, _ in self.work.boards)
        return tuple(dict.fromkeys((*self.seats, *self.log.short_names, *boards)))

    def called(self, name: str, among: Collection[str]) -> str | None:
        """Return the player with this name (in any case) or short name, None if there is none."""
        if name in among:
            return name
        same = [player for player in among if name_key(player) == name_key(name)]
        if len(same) == 1:
            return same[0]
        full = self.log.short_names.get(name)
        return full if full in among else None

    @property
    def due(self) -> Mapping[str, int]:
        """The fantasyland cards per player in the deal in progress, empty for an edited deal."""
        log, work = self.log, self.work
        if not log.due or work.index is not None or not log.has_fantasyland(work.head, work.keys):
            return {}
        return log.due

    @property
    def due_words(self) -> tuple[str, ...]:
        """A reminder if the player who is asked next is in fantasyland, otherwise empty."""
        current = self.current_player
        if current is None or (cards := self.due.get(current)) is None:
            return ()
        return (f"{self.style.text(current)} is in fantasyland with {cards} cards.",)

    @property
    def undoes(self) -> str | None:
        """The change that `undo` reverses, without cards; None if there is none."""
        if self.past:
            return self.past[-1].what
        return f"deal {self.log.names[-1]}" if self.log.syntaxes else None

    @property
    def dealt_in(self) -> tuple[str, ...]:
        return tuple(name for name in self.seats if name not in self.away)

    def next_work(self) -> Work:
        """Return a new deal; it has a date only if that differs from the last deal's date."""
        date = self.today if self.today != self.log.last_date else None
        return Work(self.log.next_name, date, todo=self.dealt_in)

    def on_next_deal(self) -> State:
        return replace(self, work=self.next_work())

    def end_edit(self) -> State:
        """Return to the new deal after another deal was edited."""
        work = self.aside or self.next_work()
        return replace(self, work=work, aside=None, rows=(), draft="", asking=Asking.BOARD)

    def with_draft(self) -> State:
        """Offer the next board of an edited deal for editing."""
        if self.work.index is None or not self.work.todo:
            return self
        return replace(self, draft=dict(self.work.boards).get(self.work.todo[0], ""))

    def point(self, what: str, board: str = "") -> Past:
        return Past(what, self.log.text, self.work, self.seats, board)

    def did(self, what: str, board: str = "") -> State:
        """Record the current state for `undo` before a change."""
        return replace(self, past=(*self.past, self.point(what, board)), undone=())

    def moved(self, log: TextLog, what: str) -> State:
        """Return the state with a changed log and the same deal in progress."""
        # Players who were added keep their seats if the log has no `players` key.
        let_in = self.seats if log.anybody_plays else ()
        return replace(self.did(what), log=log, seats=tuple(dict.fromkeys((*let_in, *log.seats))))

    def asked_again(self, line: str, problems: Sequence[Problem]) -> Reply:
        """Report a line's problems and offer the line for editing, fixed if there is only one fix."""
        return Reply(replace(self, draft=with_only_fix(line, problems)), tuple(problems))


@dataclass(frozen=True, slots=True)
class Reply:
    """The result of a typed line: the new state, the output, and an exit status to leave with.

    If the log changes, `after` is the state and `told` the output once the log is saved. If another program
    has changed the log meanwhile, `again` makes the same change in the new log, or explains why it cannot.
    """

    state: State
    said: tuple[Said, ...] = ()
    after: State | None = None
    told: tuple[Said, ...] = ()
    again: Callable[[State], Reply] | None = field(default=None, compare=False)
    leave: Exit | None = None


def unquoted(text: str) -> str:
    return text[1:-1].replace('""', '"') if len(text) > 1 and text[0] == text[-1] == '"' else text
