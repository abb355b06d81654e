"""The table that all phones share: its log, the phones' actions, and the data that they show."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from secrets import token_hex
from typing import Any, Final, NamedTuple

from ofcscore.diagnostics.problem import Problem, reason, show
from ofcscore.files.disk import atomic_write
from ofcscore.live.deal_entry import board_of, enter_key, judge, key_on_disk
from ofcscore.live.open_log import OpenLog
from ofcscore.live.prompt import COMMANDS, edit_deal, step
from ofcscore.live.state import ROW_NAMES, Asking, Reply, Said, State, due_lines
from ofcscore.log.keys import KEYS
from ofcscore.log.write.notation import name_in_list
from ofcscore.report.views import EVERYONE_FOULED, BoardView, DealView, SessionView
from ofcscore.report.wording import FILE_STYLE, figure, person_money
from ofcscore.rules.describe import QUESTIONS, answer_of, asked, changed, written
from ofcscore.rules.files import (
    default_name,
    is_shipped_name,
    most_played,
    presets_by_family,
    shipped_names,
    title_of,
)
from ofcscore.rules.loading import load_layers
from ofcscore.scoring.score_lines import signed
from ofcscore.session.result import DealResult

Fields = Mapping[str, str]


class Tried(NamedTuple):
    """The result of an action: the engine's reply, True if it was done, and the possible answers.

    `asks` is empty unless the phone must first answer a question.
    """

    reply: Reply
    done: bool
    asks: tuple[str, ...] = ()


def _refused(state: State, *said: Said) -> Tried:
    return Tried(Reply(state, said), False)


# -- boards --------------------------------------------------------------------------------------------

_ANSWERS: Final = {"foul": "y", "flush": "flush"}


def at_board(state: State, fields: Fields) -> State | str:
    """Return the state for entering a board of a new or older deal, or an error message."""
    player, deal = fields.get("player", ""), fields.get("deal", "")
    if state.asking is not Asking.BOARD:
        return "No board can be entered now."
    if deal == state.work.name:
        known = player in (*state.seats, *dict(state.work.boards))
        return replace(state, rows=()) if known else f"There is no player {show(player)}."
    index = state.log.index_of(deal)
    if index is None:
        return f"There is no longer a deal {show(deal)}."
    at = edit_deal(state, index, player).state
    there = at.work.index is not None and at.current_player == player
    return at if there else f"{show(player)} has no board in deal {show(deal)}."


def enter_board(state: State, fields: Fields) -> Tried:
    """Enter a whole board of the deal in progress or of a deal in the log."""
    at, text = at_board(state, fields), fields.get("board", "").strip()
    if isinstance(at, str):
        return _refused(state, at)
    if not text:
        return _refused(state, "There is no board.")
    player = fields["player"]
    reply, answer = board_of(at, player, text), fields.get("answer", "")
    if reply.state.asking is Asking.FOUL:
        asks = ("flush", "foul") if reply.state.flush_board else ("foul",)
        kept = step(reply.state, _ANSWERS[answer if answer in asks else "foul"])
        if answer not in asks and not _is_there(at, kept, player):
            question = " Was a row a flush?" if reply.state.flush_board else ""
            return Tried(Reply(state, (f"This board is a foul.{question}",)), False, asks)
        reply = kept
    after = reply.state.work
    if _is_there(at, reply, player):
        # The phone sent the board before, but the response was lost.
        return Tried(Reply(state), True)
    if reply.state.rows:
        return _refused(state, f"This board is not complete. It needs three rows: {', '.join(ROW_NAMES)}.")
    is_in = after.index is None and player in dict(after.boards) and player not in after.todo
    return Tried(reply, True) if reply.after is not None or is_in else _refused(state, *reply.said)


def _is_there(at: State, reply: Reply, player: str) -> bool:
    after = reply.state.work
    if reply.after is not None or after.index is not None:
        return False
    was = dict(at.work.boards).get(player)
    same = was is not None and player not in after.todo and was == dict(after.boards).get(player)
    return same or at.work.index is not None


# -- all else ------------------------------------------------------------------------------------------


def _by(command: str, field: str = "", before: str = "") -> Callable[[State, Fields], Tried]:
    """Return the action that runs a command of `live`.

    Its argument is the name in `field`, after the sign `before`.
    """

    def action(state: State, fields: Fields) -> Tried:
        named = name_in_list(fields.get(field, "").strip()) if field else ""
        return _compared(state, COMMANDS[command](state, f"{before}{named}"))

    return action


def _compared(state: State, reply: Reply) -> Tried:
    """Mark a reply as done if it changed something and has no errors."""
    wrong = any(isinstance(one, Problem) and not one.warning for one in reply.said)
    same = replace(reply.state, draft="", asking=state.asking) == replace(state, draft="")
    done = reply.after is not None or not (same or wrong)
    return Tried(reply, done) if done else _refused(state, *reply.said)


def _void(state: State, fields: Fields) -> Tried:
    """Void a deal of the log, or end the deal in progress as void."""
    deal = fields.get("deal", "")
    if deal == state.work.name and state.work.boards:
        return _compared(state, COMMANDS["done"](enter_key(state, "void").state, ""))
    index = state.log.index_of(deal)
    if index is None:
        return _refused(state, "This deal is not in the log.")
    return _compared(state, key_on_disk(state, "void", "void", "void", index))


def _undo(state: State, fields: Fields) -> Tried:
    """Undo the last action, or discard a change that could not be saved."""
    state = replace(state, rows=())
    return _compared(state, step(state, "undo"))


def _retry(state: State, fields: Fields) -> Tried:
    """Try to save an unsaved change again, or to end a deal that has all boards."""
    if state.asking is Asking.SAVE:
        return Tried(step(state, "retry"), True)
    is_whole = state.work.boards and not state.work.todo
    return _compared(state, step(state, "done")) if is_whole else Tried(Reply(state), True)


_AMOUNT: Final = re.compile("[0-9]{1,9}([.][0-9]{1,2})?")
"""An amount with at most two decimals, because three digits after a point may be thousands."""
_BETWEEN: Final = {
    "adjust": "adjust: {to} +{amount}, {from} -{amount}",
    "paid": "paid: {from} -> {to} {amount}",
}


def _points(state: State, fields: Fields) -> Tried:
    """End the deal with points instead of boards.

    If exactly one player has no points, they are calculated from the others.
    """
    points: dict[str, str] = {}
    for name in state.seats:
        number = _with_point(fields.get(f"points:{name}", "").strip().replace("−", "-").removeprefix("+"))
        if number and not _AMOUNT.fullmatch(number.removeprefix("-")):
            return _refused(state, f"Write the points of {show(name)} as a number, for example 5 or -2.")
        points[name] = number
    missing = [name for name, number in points.items() if not number]
    lacks = -sum(Fraction(number) for number in points.values() if number)
    if lacks and len(missing) == 1:
        points[missing[0]] = f"{float(lacks):g}"
    written = [f"{name_in_list(name)} {Decimal(number):+f}" for name, number in points.items() if number]
    return _compared(state, COMMANDS["points"](state, ", ".join(written)))


def _with_point(amount: str) -> str:
    """Replace a decimal comma by a point, as in `2,50 EUR` but not in `1,000`."""
    return re.sub("(?<=[0-9]),(?=[0-9]{1,2}(?![0-9,.]))", ".", amount.strip())


def _key(state: State, fields: Fields) -> Tried:
    """Add a key such as a note, a side bet, a payment or the dealer to the new or the last deal."""
    key, text = fields.get("key", ""), fields.get("text", "").strip()
    if key in _BETWEEN:
        amount = _with_point(fields.get("amount", ""))
        names = {name: fields.get(name, "") for name in ("from", "to")}
        if not _AMOUNT.fullmatch(amount):
            return _refused(state, "Write the amount as a number, for example 5 or 2.50.")
        if not all(names.values()) or names["from"] == names["to"]:
            return _refused(state, "Choose two different players: who pays and who receives.")
        written = {name: name_in_list(who) for name, who in names.items()}
        return _compared(state, enter_key(state, _BETWEEN[key].format(**written, amount=amount)))
    if key not in KEYS or key == "players" or not (text or KEYS[key].bare):
        return _refused(state, "There is nothing to write.")
    if key == "rules" and _names_a_file(text):
        return _refused(state, _NO_FILE)
    name = name_in_list(text) if key == "dealer" else text
    return _compared(state, COMMANDS[key](state, name))


_NO_FILE: Final = "A phone cannot choose a rule file. The host can write its name into the log."


def _names_a_file(rules: str) -> bool:
    """Return True if rules name a file, which phones must not be able to read."""
    return not all(is_shipped_name(part.strip()) for part in rules.split("+"))


def _house_rules(state: State, fields: Fields) -> tuple[str, str]:
    """Write a rule file from a phone's answers; return the log's rules and an error message."""
    base = fields.get("rules", "").strip() or default_name()
    given = {one.path: text for one in QUESTIONS if (text := fields.get(f"house:{one.path}", "").strip())}
    loaded, _ = load_layers(base)
    if not given or loaded is None:
        return fields.get("rules", ""), ""
    answers: dict[str, str] = {}
    for question in asked(loaded):
        if question.path in given:
            value, problems = changed(given[question.path], question, loaded, base, answers)
            error = next((problem for problem in problems if not problem.warning), None)
            if error is not None:
                return "", f"{question.asks} {error.message}"
            answers |= {question.path: value} if value else {}
    stem = os.path.splitext(state.log.file)[0]
    path, file = f"{stem}-rules.yaml", f"{os.path.basename(stem)}-rules.yaml"
    if os.path.lexists(path):
        return "", f"{show(file)} already exists. Ask the host to set the rules in the log."
    name = f"our-{'-'.join(re.findall('[a-z0-9]+', os.path.basename(stem).lower())) or 'house'}"
    try:
        atomic_write(path, [written(name, "House rules", " + ".join(loaded.rules.layers), answers)])
    except OSError as error:
        return "", f"Cannot write {show(file)}: {reason(error)}"
    return f"./{file}", ""


def _start(state: State, fields: Fields) -> Tried:
    """Write the header of a new log: players, rules and stake."""
    if state.asking is not Asking.PLAYERS:
        return _refused(state, "The log already has players.")
    if _names_a_file(fields.get("rules", "")):
        return _refused(state, _NO_FILE)
    rules, wrong = _house_rules(state, fields)
    if wrong:
        return _refused(state, wrong)
    fields = {**fields, "rules": rules}
    reply = Reply(state)
    for asking in (Asking.PLAYERS, Asking.RULES, Asking.STAKE):
        if reply.state.asking is asking:
            answer = fields.get(asking.value, "").strip()
            reply = step(reply.state, _with_point(answer) if asking is Asking.STAKE else answer)
            if reply.state.asking is asking and reply.after is None:
                return _refused(state, *reply.said)
    return _compared(state, reply)


ACTIONS: Final[Mapping[str, tuple[Callable[[State, Fields], Tried], str]]] = {
    "board": (enter_board, "entered {player}'s board"),
    "undo": (_undo, "undid {undone}"),
    "redo": (_by("redo"), "redid the last change"),
    "done": (_by("done"), "ended deal {deal}"),
    "void": (_void, "voided deal {named}"),
    "join": (_by("players", "player", "+ "), "added {player}"),
    "leave": (_by("players", "player", "- "), "removed {player} from the next deals"),
    "key": (_key, "saved: {key}"),
    "points": (_points, "entered the points of deal {deal}"),
    "start": (_start, "entered the players"),
    "retry": (_retry, "tried to save again"),
}
"""The actions of phones, each with the template of its notice to the others (see `done_words`)."""


def done_words(name: str, fields: Fields, before: State) -> str:
    """Return a sentence part for all phones that describes a finished action."""
    player, key, named = (show(fields.get(field, "")) for field in ("player", "key", "deal"))
    deal, undone = show(before.work.name), show(before.undoes or "the unsaved change")
    if name == "board" and named != deal:
        return f"changed {player}'s board in deal {named}"
    if name == "board" and player == show(fields.get("as", "")):
        return "entered the board"
    return ACTIONS[name][1].format(player=player, key=key, named=named, deal=deal, undone=undone)


Data = dict[str, Any]
_WIDTH: Final = 80
_HEARTBEAT: Final = 15.0
"""The maximum seconds between events that are sent to a phone."""
_NOTICES: Final = 6
_QUICKER: Final = "Another phone changed the table first. Look at it, then try again if you still want to."
MOST_PHONES: Final = 120


@dataclass(eq=False, slots=True)
class Phone:
    """An open page: the player whose board it enters (empty if none), and its change event."""

    player: str
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False


# -- the table ------------------------------------------------------------------------------------------


class Table:
    """One log on many phones. Actions run one at a time; each is saved before it is shown."""

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
        return f"{self._start}-{self._changes}"

    def deal(self, name: str) -> Data | None:
        return deal_data(self.log.state, name)

    # -- what phones ask for ---------------------------------------------------------------------------

    def act(self, fields: Fields) -> Data:
        """Run a phone's action; return if it was done and saved, and messages for the phone."""
        name = fields.get("do", "")
        if name not in ACTIONS:
            return {"done": False, "said": ["There is no such command."]}
        # A board names its deal; other actions are valid only for the version that the phone shows.
        if name != "board" and fields.get("seen") != self.version:
            return {"done": False, "said": [_QUICKER]}
        before = self.log.state
        tried: list[Tried] = []

        def acted(state: State) -> Reply:
            tried.append(ACTIONS[name][0](state, fields))
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
        """Check and score a board without entering it."""
        at, tried = at_board(self.log.state, fields), enter_board(self.log.state, fields)
        player, text = fields.get("player", ""), fields.get("board", "")
        judged = None if isinstance(at, str) else judge(at, player, text)
        if judged is None or judged.score is None:
            return {"done": False, "asks": (), "said": texts(tried.reply.said), "board": None}
        said = texts(judged.problems if tried.done else tried.reply.said)
        board = board_data(BoardView(judged.score, FILE_STYLE))
        return {"done": tried.done, "asks": tried.asks, "said": said, "board": board}

    def _look_for_trouble(self, said: Sequence[Said]) -> bool:
        """Return True if a change is not saved; collect the warnings for all phones.

        They also include the errors that keep a complete deal from being scored.
        """
        state, problems = self.log.state, texts(one for one in said if isinstance(one, Problem))
        if state.asking is Asking.SAVE:
            # Other actions do not repeat the reason, so keep it.
            self._trouble = texts(said) or self._trouble
            return True
        if self.log.fault:
            draft, fault = show(os.path.basename(self.log.draft.path)), self.log.fault
            self._trouble = [f"Cannot write {draft}: {fault}. The last board is not saved yet."]
            return True
        whole = state.work.boards and not state.work.todo
        self._trouble = [*problems, "All boards are in, but the deal is not scored yet."] if whole else []
        return False

    # -- what phones are told --------------------------------------------------------------------------

    def _notice(self, who: str, what: str) -> None:
        self._notices.append({"who": show(who), "what": what})
        del self._notices[:-_NOTICES]

    def _changed(self) -> None:
        self._changes += 1
        self._shared = {"version": self.version, **table_data(self.log.state)}
        self._call()

    def _call(self) -> None:
        for phone in self.phones:
            phone.changed.set()

    def data(self, player: str = "") -> Data:
        """Return the data for a phone that enters this player's board."""
        return {
            **self._shared,
            "notices": self._notices,
            "trouble": self._trouble,
            "phones": Counter(phone.player for phone in self.phones),
            "mine": dict(self.log.state.work.boards).get(player),
        }

    async def stream(self, role: str, player: str) -> AsyncIterator[str]:
        """Yield server-sent events with the data for one phone, now and after each change."""
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
        """Close the streams of all phones; those with a valid secret reconnect."""
        for phone in self.phones:
            phone.over = True
        self._call()


# -- what phones show ----------------------------------------------------------------------------------


def table_data(state: State) -> Data:
    """Return the data that all phones share.

    Cards of the deal in progress stay hidden: only the players with boards are named.
    """
    log, work = state.log, state.work
    there = dict(work.boards)
    style = FILE_STYLE._replace(handles=state.style.handles)
    outcome, rules = log.outcome, log.table.rules
    session = SessionView(outcome, style)
    due = state.due
    seats = [
        {"name": name, "dealt": name not in state.away, "in": name in there, "due": due.get(name)}
        for name in dict.fromkeys((*state.seats, *there))
    ]
    return {
        "file": show(os.path.basename(log.file)),
        "asking": state.asking.value,
        "rules": show(rules.title or rules.name),
        "stake": session.stake,
        "void": session.void or "",
        "jokers": rules.jokers.number,
        "surrender": rules.surrender != "none",
        "claims": [hand.kind for hand in rules.naturals.hands] if rules.naturals.declared else [],
        "deal": {"name": work.name, "keys": [show(key) for key in work.keys]},
        "seats": seats,
        "undo": state.undoes and show(state.undoes),
        "redo": bool(state.undone),
        # The form for the header of a new log.
        "start": {**_rules_data(), "players": state.draft} if state.asking is Asking.PLAYERS else None,
        "last": deal_data(state, log.names[-1]) if log.syntaxes else None,
        "deals": _deals(state),
        "standings": [
            {"name": show(name), "points": signed(points), "money": person_money(name, outcome)}
            for name, points in outcome.session.totals.items()
        ],
        "payments": session.settlement if log.results else [],
        "due": due_lines(due, FILE_STYLE),
    }


@cache
def _rules_data() -> Data:
    """Return rule sets by family, options, questions, and each rule set's answers."""
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
    results = {result.deal.line: result for result in state.log.results}
    return [
        {"name": name, "totals": _totals(results.get(syntax.at.line.number))}
        for name, syntax in [*zip(state.log.names, state.log.syntaxes, strict=True)][-_DEALS:]
    ]


def _totals(result: DealResult | None) -> list[Data]:
    if result is None:
        return []
    return [{"name": show(name), "points": signed(points)} for name, points in result.totals.items()]


def deal_data(state: State, name: str) -> Data | None:
    """Return a deal of the log with its boards, score lines and totals; None if there is no such deal."""
    index = state.log.index_of(name)
    if index is None:
        return None
    logged, result = state.log.deal(index), state.log.result_of(index)
    written = [{"name": player, "text": text} for player, text in logged.boards]
    data: Data = {"name": name, "written": written, "keys": [show(key) for key in logged.keys]}
    if result is None:
        return {**data, "title": f"Deal {show(name)} is void and does not count.", "boards": []}
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
    """Return the output as sentences for the phones, with no line numbers in diagnostics."""
    lines: list[str] = []
    for one in said:
        if isinstance(one, Problem):
            lines += [_LINE.sub("", show(one.message)), show(one.hint or "")]
        else:
            lines.append(one.strip())
    return [line for line in lines if line]


_LINE: Final = re.compile(" [(]line [0-9]+[)]")
