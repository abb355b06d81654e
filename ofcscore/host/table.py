"""The table that all phones share: one log, its version, what each phone shows, and a wake-up call for it."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from secrets import token_hex
from typing import Any, Final

from ofcscore.diagnostics.problem import Problem, show
from ofcscore.host.actions import ACTIONS, Fields, Tried, at_board, enter_board
from ofcscore.live.boards import judge
from ofcscore.live.open_log import OpenLog
from ofcscore.live.output import due_lines
from ofcscore.live.state import Asking, Reply, Said, State, boards_as_text
from ofcscore.log.write.notation import entry_text
from ofcscore.report.views import EVERYONE_FOULED, BoardView, DealView, SessionView
from ofcscore.report.wording import FILE_STYLE, figure, person_money
from ofcscore.rules.files import default_name, most_played, presets_by_family, shipped_names, title_of
from ofcscore.rules.loading import load_layers
from ofcscore.rules.writing import QUESTIONS, answer_of, asked
from ofcscore.scoring.lines import signed
from ofcscore.session.result import DealResult

Data = dict[str, Any]
_WIDTH: Final = 80
_HEARTBEAT: Final = 15.0
"""Seconds between signs of life to a phone."""
_NOTICES: Final = 6
_QUICKER: Final = "Somebody was quicker. Look again, and press again if you still want to."
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
            return {"done": False, "said": [_QUICKER]}
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
            draft, fault = show(os.path.basename(self.log.draft.path)), self.log.fault
            self._trouble = [f"{draft} cannot be written: {fault}. The last board is not on disk yet."]
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


# -- what phones show ----------------------------------------------------------------------------------


def table_data(state: State) -> Data:
    """Return what every phone shows. Of boards that are not in the log, only the players are named."""
    log, work = state.log, state.work
    there = dict(work.boards)
    style = FILE_STYLE._replace(handles=state.style.handles)
    outcome, rules = log.outcome, log.header.table.rules if log.header is not None else None
    due = log.due if log.header is not None and log.has_fantasyland(work.head, work.keys) else {}
    seats = [
        {"name": name, "dealt": name not in state.away, "in": name in there, "due": due.get(name)}
        for name in dict.fromkeys((*state.seats, *there))
    ]
    return {
        "file": show(os.path.basename(log.file)),
        "asking": state.asking.value,
        "rules": "" if rules is None else show(rules.title or rules.name),
        "stake": "" if outcome is None else SessionView(outcome).stake,
        "void": "" if outcome is None else SessionView(outcome).void or "",
        "jokers": 0 if rules is None else rules.jokers.number,
        "surrender": rules is not None and rules.surrender != "none",
        "claims": [hand.kind for hand in rules.naturals.hands] if rules and rules.naturals.declared else [],
        "deal": {"name": work.name, "keys": [show(key) for key in work.keys]},
        "seats": seats,
        "undo": _undo_words(state),
        "redo": bool(state.undone),
        # A new log is asked for its header.
        "start": {**_rules_data(), "players": state.draft} if state.asking is Asking.PLAYERS else None,
        "last": deal_data(state, log.names[-1]) if log.syntaxes else None,
        "deals": _deals(state),
        "standings": [
            {"name": show(name), "points": signed(points), "money": person_money(name, outcome)}
            for name, points in outcome.session.totals.items()
        ]
        if outcome is not None
        else [],
        "payments": SessionView(outcome, style).settlement if outcome is not None and log.results else [],
        "due": due_lines(due, FILE_STYLE),
    }


@cache
def _rules_data() -> Data:
    """Return the rule sets by family, the most played first, and the options, with their titles.

    `answers` is what each rule set answers to the questions about house rules.
    """
    groups = {"Most played": most_played()}
    for family, members in presets_by_family().items():
        groups[family] = [rules for rules in members if not rules.played]
    return {
        "families": [
            {"name": family, "rules": [{"name": rules.name, "title": rules.title} for rules in members]}
            for family, members in groups.items()
            if members
        ],
        "options": [{"name": name, "title": title_of(name)} for name in shipped_names()[1]],
        "questions": [{"name": one.path, "asks": one.asks} for one in QUESTIONS],
        "answers": {name: _answers(name) for name in shipped_names()[0]},
        "usual": default_name(),
    }


def _answers(name: str) -> dict[str, str]:
    loaded, _ = load_layers(name)
    assert loaded is not None
    return {one.path: answer_of(one, loaded) for one in asked(loaded)}


_DEALS: Final = 100


def _deals(state: State) -> list[Data]:
    """Return the last deals with their totals."""
    results = {result.deal.line: result for result in state.log.results}
    return [
        {"name": name, "totals": _totals(results.get(syntax.at.line.number))}
        for name, syntax in [*zip(state.log.names, state.log.syntaxes, strict=True)][-_DEALS:]
    ]


def _totals(result: DealResult | None) -> list[Data]:
    if result is None:
        return []
    return [{"name": show(name), "points": signed(points)} for name, points in result.totals.items()]


def _undo_words(state: State) -> str | None:
    """Name what `undo` would take back, without cards that are hidden yet; None if there is nothing."""
    if state.past:
        return show(state.past[-1].what)
    return f"deal {show(state.log.names[-1])}" if state.log.syntaxes else None


_TOLD: Final = {
    "board": "entered {player}'s board",
    "redo": "redid what was undone",
    "done": "ended deal {deal}",
    "points": "entered the points of deal {deal}",
    "join": "added {player}",
    "leave": "let {player} sit out",
    "key": "saved: {key}",
    "start": "entered the players",
    "retry": "tried to save again",
    "void": "voided deal {voided}",
}


def done_words(name: str, fields: Mapping[str, str], before: State) -> str:
    """Say what somebody did, for all phones."""
    said = {word: show(fields.get(word, "")) for word in ("player", "key")}
    deal = fields.get("deal", "")
    if name == "undo":
        return f"undid {_undo_words(before) or 'what was not saved'}"
    if name == "board" and deal != before.work.name:
        return f"changed {said['player']}'s board in deal {show(deal)}"
    if name == "board" and said["player"] == show(fields.get("as", "")):
        return "entered the board"
    return _TOLD[name].format(**said, deal=show(before.work.name), voided=show(deal))


def deal_data(state: State, name: str) -> Data | None:
    """Return a deal of the log with its boards, score lines and totals; None if there is no such deal."""
    index = state.log.index_of(name)
    if index is None:
        return None
    syntax, result = state.log.syntaxes[index], state.log.result_of(index)
    written = [{"name": player, "text": text} for player, text in boards_as_text(syntax)]
    keys = [show(entry_text(entry)) for entry in syntax.entries]
    data: Data = {"name": name, "written": written, "keys": keys}
    if result is None:
        return {**data, "title": f"Deal {show(name)} is void and counts for nothing.", "boards": []}
    deal = DealView(result, FILE_STYLE)
    return {
        **data,
        "title": deal.title,
        "boards": [board_data(board) for board in deal.boards],
        "pairs": [
            {
                "name": pair.name,
                "points": signed(pair.score.points),
                "lines": [line._asdict() for line in pair.lines],
            }
            for pair in deal.pairs
        ],
        "side": [*([EVERYONE_FOULED] if deal.everyone_fouled else []), *deal.side],
        "totals": _totals(result),
    }


def board_data(board: BoardView) -> Data:
    """Return a board: its rows in words with their royalties, its foul and fantasyland."""
    return {
        "name": board.name,
        "player": board.score.player,
        "rows": [
            {"label": row.label, "cards": row.cards, "words": row.words, "royalty": figure(row.royalty)}
            for row in board.rows
        ],
        "cards": board.cards,
        "words": board.words(),
        "foul": board.score.status.value == "foul",
        "fantasyland": board.fantasyland,
    }


def texts(said: Iterable[Said]) -> list[str]:
    """Return output as sentences for a phone: problems without their place in the file."""
    lines: list[str] = []
    for one in said:
        if isinstance(one, Problem):
            lines += [_LINE.sub("", show(one.message)), show(one.hint or "")]
        else:
            lines.append(one.strip())
    return [line for line in lines if line]


_LINE: Final = re.compile(" [(]line [0-9]+[)]")
