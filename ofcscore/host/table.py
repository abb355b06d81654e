"""The table that all phones share: one log, its version, and a wake-up call for each phone."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Final

from ofcscore.diagnostics.problem import Problem, show
from ofcscore.host.actions import ACTIONS, Fields, Tried, at_board, enter_board
from ofcscore.host.shown import Data, board_data, deal_data, done_words, table_data, texts
from ofcscore.live.boards import judge
from ofcscore.live.open_log import OpenLog
from ofcscore.live.state import Asking, Reply, Said, State
from ofcscore.report.views import BoardView
from ofcscore.report.wording import FILE_STYLE

_WIDTH: Final = 80
_HEARTBEAT: Final = 15.0
"""Seconds between signs of life to a phone."""
_NOTICES: Final = 6
MOST_PHONES: Final = 120
"""The maximal number of streams at once."""


@dataclass(eq=False, slots=True)
class Phone:
    """A page that is open: the player whose board it enters (empty if none), and its wake-up call."""

    player: str
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False


class Table:
    """One log on many phones. Actions come one at a time, and each is on disk before it is shown."""

    def __init__(self, log: OpenLog) -> None:
        self.log = log
        self.phones: set[Phone] = set()
        self._start = token_hex(4)
        self._changes = 0
        self._notices: list[Data] = []
        self._trouble: list[str] = []
        self._shared: Data = {}
        self._changed()

    @property
    def version(self) -> str:
        """An identifier of the present state."""
        return f"{self._start}-{self._changes}"

    def deal(self, name: str) -> Data | None:
        return deal_data(self.log.state, name)

    # -- what phones ask for ---------------------------------------------------------------------------

    def act(self, fields: Fields) -> Data:
        """Do what a phone asks for; return whether it is done and on disk, or why not."""
        name = fields.get("do", "")
        action = ACTIONS.get(name)
        if action is None:
            return {"done": False, "said": ["There is no such command."]}
        # A board says which deal it is of; all else is meant for the table as it was seen.
        if name != "board" and fields.get("seen") != self.version:
            return {
                "done": False,
                "said": ["Somebody was quicker. Look again, and press again if you still want to."],
            }
        before = self.log.state
        tried: list[Tried] = []

        def acted(state: State) -> Reply:
            tried.append(action(state, fields))
            return tried[-1].reply

        said = self.log.do(acted, _WIDTH)
        done = tried[0].done and self.log.written
        waits = self._look_for_trouble(said[len(tried[0].reply.said) :])
        if self.log.noticed:
            self._notice("", " ".join(texts(self.log.noticed)))
        now = self.log.state
        if done and (now.work is not before.work or now.log is not before.log):
            self._notice(fields.get("as", ""), done_words(name, fields, before))
        self._changed()
        told = texts(one for one in said if not (done and isinstance(one, str)))
        if waits and tried[0].done:
            told = [*self._trouble, *(told if done else [])]
        return {"done": done, "saved": done and not waits, "asks": tried[0].asks, "said": told}

    def look(self, fields: Fields) -> Data:
        """Check and score a board without changing anything."""
        at, tried = at_board(self.log.state, fields), enter_board(self.log.state, fields)
        player, text = fields.get("player", ""), fields.get("board", "")
        judged = None if isinstance(at, str) else judge(at, player, text)
        if judged is None or judged.score is None:
            return {"done": False, "asks": (), "said": texts(tried.reply.said), "board": None}
        said = texts(judged.problems if tried.done else tried.reply.said)
        board = board_data(BoardView(judged.score, FILE_STYLE))
        return {"done": tried.done, "asks": tried.asks, "said": said, "board": board}

    def _look_for_trouble(self, said: Sequence[Said]) -> bool:
        """Return True if an entry is not on disk; note that, and what keeps a deal open, for all phones."""
        state, problems = self.log.state, texts(one for one in said if isinstance(one, Problem))
        if state.asking is Asking.SAVE:
            # What was tried meanwhile says nothing of it.
            self._trouble = texts(said) or self._trouble
            return True
        if self.log.fault:
            draft = show(os.path.basename(self.log.draft.path))
            self._trouble = [
                f"{draft} cannot be written: {self.log.fault}. The last board is not on disk yet."
            ]
            return True
        whole = state.work.boards and not state.work.todo
        self._trouble = [*problems, "All boards are there, and the deal is not scored yet."] if whole else []
        return False

    # -- what phones are told --------------------------------------------------------------------------

    def _notice(self, who: str, what: str) -> None:
        self._notices.append({"who": show(who), "what": what})
        del self._notices[:-_NOTICES]

    def _changed(self) -> None:
        """Send the new state to every phone."""
        self._changes += 1
        self._shared = {"version": self.version, **table_data(self.log.state)}
        self._call()

    def _call(self) -> None:
        """Wake every phone."""
        for phone in self.phones:
            phone.changed.set()

    def data(self, player: str = "") -> Data:
        """Return what a phone shows that enters this player's board."""
        return {
            **self._shared,
            "notices": self._notices,
            "trouble": self._trouble,
            "phones": Counter(phone.player for phone in self.phones),
            "mine": dict(self.log.state.work.boards).get(player),
        }

    async def stream(self, role: str, player: str) -> AsyncIterator[str]:
        """Yield the state for one phone as events, now and after each change."""
        phone = Phone(player)
        self.phones.add(phone)
        self._call()
        try:
            while not phone.over:
                phone.changed.clear()
                data = {"role": role, **self.data(player)}
                yield f"retry: 1000\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
                try:
                    await asyncio.wait_for(phone.changed.wait(), _HEARTBEAT)
                except TimeoutError:
                    yield "event: beat\ndata:\n\n"
        finally:
            self.phones.discard(phone)
            self._call()

    def send_away(self) -> None:
        """End the streams of all phones, which connect again if they may."""
        for phone in self.phones:
            phone.over = True
        self._call()
