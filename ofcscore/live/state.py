"""What is known at the table: the log, the deal in the making, what is asked; frozen values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from ofcscore.live.log import Change, TextLog, change_back
from ofcscore.log.check.names import name_key
from ofcscore.log.write.notation import deal_line
from ofcscore.problems.problem import Exit, Problem
from ofcscore.report.wording import Style


class Asking(Enum):
    """What the next line answers."""

    PLAYERS = "players"
    RULES = "rules"
    STAKE = "stake"
    SEATS = "seats"
    BOARD = "board"
    FOUL = "foul"
    QUIT = "quit"
    SAVE = "save"


Said = str | Problem
"""One thing that is said: a line as long as it needs to be, or a problem."""


@dataclass(frozen=True, slots=True)
class Work:
    """A deal in the making: the next one, or with `index` one of the log that is being edited.

    `boards` are the players and what stands behind their colons; `todo` has who is still asked.
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
        """The deal, for which this player's board is asked next."""
        return replace(self, todo=(player, *self.without(player).todo))

    def without(self, player: str) -> Work:
        """The deal, for which this player's board is not asked any more."""
        return replace(self, todo=tuple(name for name in self.todo if name != player))


@dataclass(frozen=True, slots=True)
class Past:
    """What was done and how all was before it. `change` is None where the log stayed as it was.

    A log of thousands of deals, read and scored, is large, so what is kept of one is how its text comes back.
    """

    what: str
    work: Work
    seats: tuple[str, ...]
    change: Change | None = None


@dataclass(frozen=True, slots=True)
class State:
    """All that is known at the table.

    `log` is what is on disk, or will be after a save. `today` is the date for the deal that comes after one
    that is finished. `aside` is the deal that waits while an older one is edited. `rows` are the rows typed
    so far of a board that comes a row a line; `draft` is the text that the next prompt has ready for editing.
    `held` is the board that awaits a yes, `flushed` the same where a flush was forgotten. `away` are seats
    that are not dealt in. `past` is what was done, `undone` what was taken back of it, each with how it is
    there again. `unsaved` is what could not be written. `kept` is the name of the draft that has what is
    entered, empty without one.
    """

    log: TextLog
    style: Style
    work: Work
    today: str
    asking: Asking = Asking.BOARD
    aside: Work | None = None
    rows: tuple[str, ...] = ()
    draft: str = ""
    held: str = ""
    flushed: str = ""
    seats: tuple[str, ...] = ()
    away: frozenset[str] = frozenset()
    past: tuple[Past, ...] = ()
    undone: tuple[tuple[Past, Past], ...] = ()
    header: tuple[str, ...] = ()
    unsaved: Save | None = None
    kept: str = ""

    @property
    def current_player(self) -> str | None:
        return self.work.todo[0] if self.work.todo else None

    def called(self, name: str, among: Collection[str]) -> str | None:
        """Who is meant by a name in any case, or by a short name; None where that is none of these."""
        if name in among:
            return name
        same = [player for player in among if name_key(player) == name_key(name)]
        if len(same) == 1:
            return same[0]
        full = self.log.short_names.get(name)
        return full if full in among else None

    @property
    def due_words(self) -> tuple[str, ...]:
        """What is worth knowing before the next board is asked for."""
        current = self.current_player
        if current is None or self.work.index is not None:
            return ()
        cards = self.log.due.get(current)
        if cards is None or not self.log.has_fantasyland(self.work.head, self.work.keys):
            return ()
        return (f"{self.style.text(current)} is in fantasyland with {cards} cards.",)

    def next_work(self, date: str | None = None) -> Work:
        """The deal that comes next; its date stands where it is another than the last one written.

        Without a `date` it has that of the deal in the making.
        """
        log = self.log
        date = date or self.work.date or log.last_date
        todo = tuple(name for name in self.seats if name not in self.away)
        return Work(log.next_name, date if date != log.last_date else None, todo=todo)

    def on_next_deal(self) -> State:
        """The state with the next deal in the making, of today."""
        return replace(self, work=self.next_work(self.today))

    def end_edit(self) -> State:
        """The deal that waited while another was edited goes on."""
        work = self.aside or self.next_work()
        return replace(self, work=work, aside=None, rows=(), draft="", asking=Asking.BOARD)

    def with_draft(self) -> State:
        """While a deal is edited, the board asked for is ready for editing."""
        if self.work.index is None or not self.work.todo:
            return self
        return replace(self, draft=dict(self.work.boards).get(self.work.todo[0], ""))

    def did(self, what: str, change: Change | None = None) -> State:
        """The state in which something is to be done, which `undo` takes back."""
        return replace(self, past=(*self.past, Past(what, self.work, self.seats, change)), undone=())

    def moved(self, log: TextLog, what: str) -> State:
        """The state with another log, the deal in the making kept."""
        done = self.did(what, change_back(self.log.text, log.text))
        # Where anybody plays, who was let in has a seat before there is a board of theirs.
        let_in = self.seats if log.anybody_plays else ()
        return replace(done, log=log, seats=tuple(dict.fromkeys((*let_in, *log.seats))))

    def asked_again(self, line: str, problems: Sequence[Problem]) -> Reply:
        """What is wrong with a line, which is ready for editing."""
        return Reply(replace(self, draft=line), tuple(problems))


@dataclass(frozen=True, slots=True)
class Save:
    """What is so once the file holds the text of another log: the state with that log, and what is said."""

    state: State
    said: tuple[Said, ...]
    again: Callable[[State], Reply] | None = field(default=None, compare=False)
    """How to do the same in a log that was changed meanwhile; None where that makes no sense."""
    overtaken: bool = False
    """Whether it was written once, to a file that became another at the same time."""

    @property
    def text(self) -> str:
        """The text that the file is to hold."""
        return self.state.log.text


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes of a line: the state as it is now, what is said, what is to be saved, or the end."""

    state: State
    said: tuple[Said, ...] = ()
    save: Save | None = None
    leave: Exit | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked: the words, and text that is ready for editing."""

    words: str
    draft: str = ""


ROW_NAMES: Final = ("top", "middle", "bottom")
QUIT: Final = ("quit", "q", "exit")
"""Words that end it all."""
EDITING: Final = ("Finish editing first, or `undo` leaves the deal as it was.",)
"""What is said to what has to wait while a deal is edited."""


def unquoted(text: str) -> str:
    """A name without the quotes round it, where those in it are doubled."""
    return text[1:-1].replace('""', '"') if len(text) > 1 and text[0] == text[-1] == '"' else text
