"""A deal that is not finished: what is entered of it, the draft that keeps that, and how it goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Final, NamedTuple, Self

from ofcscore.live.log import TextLog, as_bytes, board_line, boards_as_text, remark_of
from ofcscore.live.said import joined
from ofcscore.live.state import Past, Said, State, Work
from ofcscore.problems.problem import show

_FORM: Final = 1


class Entered(NamedTuple):
    """What is entered of a deal that is not in the log yet: as in `Work`, and in `State`."""

    name: str
    date: str | None
    keys: tuple[str, ...]
    boards: tuple[tuple[str, str], ...]
    todo: tuple[str, ...]
    rows: tuple[str, ...]
    seats: tuple[str, ...]
    away: tuple[str, ...]

    @classmethod
    def of(cls, state: State) -> Self | None:
        """What is entered at a table; None where that is nothing, and its log says who is dealt in."""
        work = state.aside or state.work
        rows = state.rows if state.work.index is None else ()
        as_read = (state.seats, state.away) == (state.log.seats, state.log.away)
        if work.index is not None or (as_read and not (work.keys or work.boards or rows)):
            return None
        away = tuple(sorted(state.away))
        return cls(work.name, work.date, work.keys, work.boards, work.todo, rows, state.seats, away)

    @property
    def is_begun(self) -> bool:
        """Whether anything of the deal itself is entered, and not only who is dealt in."""
        return bool(self.keys or self.boards or self.rows)


class Draft(NamedTuple):
    """What is entered of a deal, and the digests of the texts one of which its log has."""

    entered: Entered
    logs: tuple[str, ...]

    def is_within(self, other: Draft) -> bool:
        """Whether another draft says the same, for these logs and perhaps for more."""
        return self.entered == other.entered and {*self.logs} <= {*other.logs}

    def text(self) -> str:
        """The draft as it lies beside the log, with a digest of its own as its last line."""
        body = json.dumps(
            {"ofcscore draft": _FORM, "logs": self.logs, "deal": self.entered._asdict()},
            ensure_ascii=False,
            indent=1,
        )
        return f"{body}\n{digest(body)}\n"


def digest(text: str) -> str:
    return sha256(as_bytes(text)).hexdigest()


def read_draft(text: str) -> Draft | None:
    """The draft that a text is; None where it is none, is damaged, or is of another version."""
    body, _, check = text.rstrip("\n").rpartition("\n")
    if digest(body) != check:
        return None
    data = json.loads(body)
    if data["ofcscore draft"] != _FORM:
        return None
    name, date, keys, boards, *others = data["deal"].values()
    entered = Entered(name, date, tuple(keys), tuple(map(tuple, boards)), *map(tuple, others))
    return Draft(entered, tuple(data["logs"]))


def is_in(entered: Entered, log: TextLog) -> bool:
    """Whether a log has the deal, with all the boards that are entered."""
    boards = {(player, text.removesuffix(remark_of(text))) for player, text in entered.boards}
    deals = zip(log.names, log.syntaxes, strict=True)
    return any(name == entered.name and boards <= {*boards_as_text(deal)} for name, deal in deals)


def gone_on_with(state: State, entered: Entered) -> State:
    """The table at which a deal goes on, with what is entered of it there already at this start."""
    there = dict(entered.boards)
    more = {player: text for player, text in state.work.boards if player not in there}
    todo = tuple(player for player in entered.todo if player not in more)
    work = Work(entered.name, entered.date, entered.keys, (*entered.boards, *more.items()), todo)
    seats = tuple(dict.fromkeys((*state.seats, *entered.seats)))
    state = replace(state, seats=seats, away=frozenset(entered.away), rows=entered.rows)
    return with_past(state, work)


def with_past(state: State, work: Work) -> State:
    """The table with a deal in the making, the boards of which `undo` takes back one by one."""
    done = dict(work.boards)
    order = [name for name in state.seats if name in done or name in work.todo]
    past = []
    for at, (player, text) in enumerate(work.boards):
        had = {name for name, _ in work.boards[:at]}
        todo = tuple(name for name in order if name not in had)
        before = replace(work, boards=work.boards[:at], todo=todo).asking_first(player)
        past.append(Past(f"{state.style.text(player)}'s board: {text}", before, state.seats))
    return replace(state, work=work, past=tuple(past))


def goes_on_words(state: State, head: str = "") -> list[Said]:
    """What is there of the deal that goes on, and what to do where all of it is."""
    work = state.work
    there = joined([player for player, _ in work.boards], state.style)
    boards = "board" if len(work.boards) == 1 else "boards"
    whole = f"It has the {boards} of {there}." if there else "None of its boards is whole."
    whole += "".join(f" It has `{show(key)}`." for key in work.keys)
    head = head or f"Deal {show(work.name)} was not finished, and goes on here."
    said: list[Said] = ["", f"{head} {whole}"]
    if not work.todo:
        said.append("Nothing of it counts yet: `done` ends it as it is.")
    return said


def lines_of(entered: Entered) -> list[Said]:
    """What is entered of a deal, as lines that can be typed again."""
    return [f"  {show(line)}" for line in (*entered.keys, *(board_line(*board) for board in entered.boards))]
