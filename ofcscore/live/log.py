"""A text log as a value: its text, what it says, what it comes to, and its text with one thing changed.

Every change of a log is a function from its text to a new text, which is read again whole. So what is
shown is always what anybody else would read from the file.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, NamedTuple

from ofcscore.game.board import Board
from ofcscore.log.check.checker import Checker
from ofcscore.log.keys import FREE_KEYS
from ofcscore.log.read.canonical import read_text
from ofcscore.log.read.grouping import group_lines
from ofcscore.log.read.lines import numbered_lines
from ofcscore.log.read.voids import collect_voids, deal_name, is_void_line
from ofcscore.log.syntax import BoardSyntax, DealSyntax, HeaderSyntax, LineSyntax, NumberedLine, Text, located
from ofcscore.log.write.formatting import line_numbers, split_remark
from ofcscore.log.write.notation import board_text, name_at_head, name_in_list
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from ofcscore.scoring.boards import Status
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.money import Outcome, outcome_of
from ofcscore.session.proof import Proof
from ofcscore.session.result import DealResult
from ofcscore.session.session import Session, run

_WHOLE_NUMBER: Final = re.compile("[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class TextLog:
    """One text log, read and scored.

    `syntaxes` are its deals as written and `results` those that were scored. `header` is None where the log
    has problems, and so is `outcome`. `due` has how many fantasyland cards each player gets in the next
    deal. `problems` leaves out what is only known to be wrong once the session is over.
    """

    file: str
    text: str
    header_syntax: HeaderSyntax
    syntaxes: tuple[DealSyntax, ...]
    header: Header | None
    results: tuple[DealResult, ...]
    outcome: Outcome | None
    due: Mapping[str, int]
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(p for p in self.problems if not p.warning)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names that boards are asked for, in the order of the seats."""
        if self.header is None:
            return ()
        table = self.header.table
        if not table.players:
            return tuple(dict.fromkeys(b.player for r in self.results for b in r.deal.boards))
        boards: dict[str, list[str]] = {}
        for board, person in table.people.items():
            boards.setdefault(person, []).append(board)
        return tuple(name for person in table.players for name in boards.get(person, [person]))

    @property
    def away(self) -> frozenset[str]:
        """Those of the seats who had no part in the last deal, but nobody where fewer than two had."""
        if not self.results or self.anybody_plays:
            return frozenset()
        there = {b.player for b in self.results[-1].score.boards if b.status is not Status.ABSENT}
        absent = frozenset(self.seats) - there
        return absent if len(self.seats) - len(absent) > 1 else frozenset()

    @property
    def names(self) -> list[str]:
        """The names of the deals; the one deal of a log may have none, and is called 1."""
        return [syntax.name.text if syntax.name is not None else "1" for syntax in self.syntaxes]

    def index_of(self, name: str) -> int | None:
        """Where the last deal of a name stands, None without one."""
        return {name: index for index, name in enumerate(self.names)}.get(name)

    def result_of(self, index: int) -> DealResult | None:
        """What a deal came to, None where it is void or has problems."""
        line = self.syntaxes[index].at.line.number
        return next((result for result in self.results if result.deal.line == line), None)

    @property
    def anybody_plays(self) -> bool:
        """Whether anybody may play, for want of a `players` key."""
        return self.header is None or not self.header.table.players

    @property
    def short_names(self) -> dict[str, str]:
        """The short names of the header and the players they stand for."""
        players = [entry for entry in self.header_syntax.entries if entry.key.text == "players"]
        parts = [part.names for entry in players for part in entry.parts if len(part.names) == 2]
        return {short.text: name.text for name, short in parts}

    @property
    def next_name(self) -> str:
        """The name of the next deal: one more than the last where that is a number."""
        names = [s.name.text for s in self.syntaxes if s.name is not None]
        if names and _WHOLE_NUMBER.fullmatch(names[-1]):
            return str(int(names[-1]) + 1)
        return next(name for name in map(str, count(len(self.syntaxes) + 1)) if name not in names)

    @property
    def last_date(self) -> str | None:
        """The last date that a deal of the log has."""
        return next((s.date.text for s in reversed(self.syntaxes) if s.date is not None), None)

    def check_lines(
        self, lines: Iterable[NumberedLine]
    ) -> tuple[DealSyntax | None, Deal | None, list[Problem]]:
        """The deal that lines are in a log with sound header: its syntax, its value, and its problems."""
        problems = Problems()
        said = read_text(lines, self.file, problems)
        syntaxes = [*group_lines(said, self.file, self.header_syntax.base, problems)]
        syntax = syntaxes[-1] if syntaxes else None
        if not isinstance(syntax, DealSyntax):
            return None, None, list(problems.kept)
        checker = Checker(problems)
        before = len(problems)
        checker.header(self.header_syntax)
        # What the header has to say was said when the log was read.
        header = len(problems) - before
        deal = checker.deal(syntax)
        kept = list(problems.kept)
        return syntax, deal, kept[:before] + kept[before + header :]

    def has_fantasyland(self, head: str, keys: Sequence[str]) -> bool:
        """Whether a deal that begins with these lines is played by rules that have a fantasyland."""
        seats = self.header.table.players if self.header is not None else ()
        boards = [board_line(seat, "foul (0 aces)") for seat in seats[:2]] or ["foul (0 aces)"] * 2
        _, deal, _ = self.check_lines(enumerate((head, *keys, *boards), 1))
        return deal is None or deal.table.rules.fantasyland is not None

    def without_last_deal(self) -> str:
        """The log without its last deal; remarks behind the deal stay."""
        lines = _split(self.text)
        syntax = self.syntaxes[-1]
        first, last = syntax.at.line.number - 1, last_line(syntax)
        while last < len(lines) and not lines[last].strip():
            last += 1
        return "".join(lines[:first] + lines[last:])

    def with_key(self, line: str, index: int = -1) -> str:
        """Return the log with one more key at the end of a deal, or of its header if it has no deal."""
        header = (entry.key.line.number for entry in self.header_syntax.entries)
        end = last_line(self.syntaxes[index]) if self.syntaxes else max(header, default=0)
        return _with_line_after(self.text, end, line)

    def with_boards(self, index: int, changed: Mapping[int, str]) -> str:
        """The log with boards of one deal written anew, by their place in the deal; their remarks stay."""
        lines = _split(self.text)
        end = line_end(self.text)
        for at, text in changed.items():
            board = self.syntaxes[index].boards[at]
            first, *others = sorted(line_numbers(board))
            name = board.name.text if board.name is not None else None
            remark = "" if remark_of(text) else remark_of(lines[first - 1].rstrip("\r\n"))
            lines[first - 1] = f"{board_line(name, text)}{remark}{end}"
            for number in others:
                lines[number - 1] = ""
        return "".join(lines)

    def with_player(self, name: str) -> str:
        """The log with one player more at the end of its `players` key."""
        entry = next(e for e in self.header_syntax.entries if e.key.text == "players")
        number = entry.key.line.number
        lines = _split(self.text)
        text = lines[number - 1].rstrip("\r\n")
        remark = remark_of(text)
        lines[number - 1] = (
            f"{text.removesuffix(remark).rstrip()}, {name_in_list(name)}{remark}{line_end(self.text)}"
        )
        return "".join(lines)

    def with_deal_line(self) -> str:
        """A log of one deal without a `deal` line, with such a line: only so can another deal follow."""
        return _with_line_after(self.text, self.syntaxes[0].at.line.number - 1, "deal 1")


def as_bytes(text: str) -> bytes:
    """The bytes of a text that was decoded with `surrogateescape`: what was no UTF-8 is so again."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def read_log(file: str, text: str) -> TextLog:
    """The log that a text is; what is wrong with it is in its `problems`."""
    problems = Problems()
    said = read_text(numbered_lines(io.BytesIO(as_bytes(text)), file, problems), file, problems)
    header_syntax, *grouped = group_lines(said, file, os.path.dirname(file), problems)
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
    found = (*problems.kept, *session.problems.kept, *session.unit.missing_stake())
    outcome = None
    if header is not None and all(p.warning for p in found):
        outcome = outcome_of(session.finish(), problems=found)
        proof = Proof()
        for result in results:
            proof.deal(result)
        proof.outcome(outcome)
    return TextLog(
        file,
        text,
        header_syntax,
        tuple(syntaxes),
        header,
        results,
        outcome,
        dict(session.fantasyland.due),
        found,
    )


# -- one deal in the making ----------------------------------------------------------------------------


def read_one_line(file: str, text: str, number: int = 1) -> tuple[LineSyntax, list[Problem]]:
    """What one line says by itself, and what is wrong with it; `number` is where it would stand."""
    problems = Problems()
    lines = [(number, line) for _, line in numbered_lines(io.BytesIO(as_bytes(text)), file, problems)]
    numbered = [p._replace(place=p.place._replace(line=number)) for p in problems.kept]
    if numbered:
        return None, numbered
    said = list(read_text(lines, file, problems))
    item = said[0] if said else None
    return (located(item, file) if isinstance(item, Board) else item), list(problems.kept)


def board_line(player: str | None, text: str) -> str:
    """The line of a board; its name is left out where it has none."""
    return text if player is None else f"{name_at_head(player)}: {text}"


def marked(board: BoardSyntax, word: str) -> BoardSyntax:
    """The board with one more mark in brackets."""
    return board._replace(marks=(*board.marks, Text(word, board.at.line, 1, len(word))))


def remark_of(line: str, key: str = "") -> str:
    """The remark behind a board, or behind what a key has, with the blanks before it; empty without one."""
    said, remark = split_remark(line, free=key in FREE_KEYS)
    return line[len(said) :] if remark else ""


# -- texts with one thing changed ----------------------------------------------------------------------


def line_end(text: str) -> str:
    """How the lines of a text end."""
    return "\r\n" if "\r\n" in text[: text.find("\n") + 1] else "\n"


def gap(text: str) -> str:
    """What a text lacks to end in a blank line."""
    end = line_end(text)
    if not text or text.endswith(end + end):
        return ""
    return end if text.endswith("\n") else end + end


def with_deal(text: str, lines: Iterable[str]) -> str:
    """A log with one deal more at its end, and a blank line behind it: a deal without one is not whole."""
    end = line_end(text)
    return text + gap(text) + "".join(f"{line}{end}" for line in lines) + end


def next_line(text: str) -> int:
    """The number of the line that `with_deal` would write first."""
    return (text + gap(text)).count("\n") + 1


def last_line(syntax: DealSyntax) -> int:
    """The number of the last line of a deal that says something."""
    boards = [max(line_numbers(board)) for board in syntax.boards]
    return max(syntax.at.line.number, *boards, *(entry.key.line.number for entry in syntax.entries))


def lost_deals(before: TextLog, after: TextLog) -> list[tuple[str, list[str]]]:
    """The deals of a log that another has none of the same name for: their names and their lines."""
    there = set(after.names)
    lines = _split(before.text)
    return [
        (name, [line.strip() for line in lines[syntax.at.line.number - 1 : last_line(syntax)]])
        for name, syntax in zip(before.names, before.syntaxes, strict=True)
        if name not in there
    ]


class Change(NamedTuple):
    """How another text is made of one: what stands from `start` to `stop` becomes `text`."""

    start: int
    stop: int
    text: str

    def of(self, text: str) -> str:
        """The other text."""
        return text[: self.start] + self.text + text[self.stop :]


def change_back(before: str, after: str) -> Change:
    """How a text is made again of what it became.

    >>> change_back("deal 1\\n", "deal 1\\ndeal 2\\n")
    Change(start=7, stop=14, text='')
    """
    start = _alike(before, after)
    behind = _alike(before[start:][::-1], after[start:][::-1])
    return Change(start, len(after) - behind, before[start : len(before) - behind])


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    characters = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in characters if a != b), min(len(one), len(other)))


def _split(text: str) -> list[str]:
    return re.findall("[^\n]*\n|[^\n]+", text)


def _with_line_after(text: str, number: int, line: str) -> str:
    lines = _split(text)
    end = line_end(text)
    if 0 < number <= len(lines) and not lines[number - 1].endswith("\n"):
        lines[number - 1] += end
    return "".join([*lines[:number], line + end, *lines[number:]])


def boards_as_text(syntax: DealSyntax) -> tuple[tuple[str | None, str], ...]:
    """The boards of a deal: the name as written (None: anonymous) and what stands behind the colon."""
    return tuple((b.name.text if b.name is not None else None, board_text(b)) for b in syntax.boards)
