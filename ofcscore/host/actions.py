"""Actions of a phone: from the fields that it sends to a change of the state, by the engine of `live`."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Problem, show
from ofcscore.diagnostics.words import reason
from ofcscore.files.written import atomic_write
from ofcscore.live.boards import board_of, enter_key, key_on_disk
from ofcscore.live.commands import COMMANDS, edit_deal
from ofcscore.live.prompt import step
from ofcscore.live.state import ROW_NAMES, Asking, Reply, Said, State
from ofcscore.log.keys import KEYS
from ofcscore.log.write.notation import name_in_list
from ofcscore.rules.files import default_name, is_shipped_name
from ofcscore.rules.loading import load_layers
from ofcscore.rules.writing import QUESTIONS, answer_of, answered, asked, setting_of, written

Fields = Mapping[str, str]
"""The fields that a phone sends."""


class Tried(NamedTuple):
    """The outcome of an action: the engine's reply, True if it was done, and the answers that it asks for."""

    reply: Reply
    done: bool
    asks: tuple[str, ...] = ()


def _refused(state: State, *said: Said) -> Tried:
    return Tried(Reply(state, said), False)


# -- boards --------------------------------------------------------------------------------------------

_ANSWERS: Final = {"foul": "y", "flush": "flush"}


def at_board(state: State, fields: Fields) -> State | str:
    """Return the state in which a board can be entered, or the reason why it cannot.

    It is of the deal in the making, or of a deal of the log, which is then edited.
    """
    player, deal = fields.get("player", ""), fields.get("deal", "")
    if state.asking is not Asking.BOARD:
        return "No board can be entered now."
    if deal == state.work.name:
        known = player in (*state.seats, *dict(state.work.boards))
        return replace(state, rows=()) if known else f"There is no player {show(player)}."
    index = state.log.index_of(deal)
    if index is None:
        return f"Deal {show(deal)} is not there any more."
    at = edit_deal(state, index, player).state
    there = at.work.index is not None and at.current_player == player
    return at if there else f"{show(player)} has no board in deal {show(deal)}."


def enter_board(state: State, fields: Fields) -> Tried:
    """Enter a whole board of the next deal, or of one in the log."""
    at, text = at_board(state, fields), fields.get("board", "").strip()
    if isinstance(at, str):
        return _refused(state, at)
    if not text:
        return _refused(state, "There is no board.")
    player = fields["player"]
    reply, answer = board_of(at, player, text), fields.get("answer", "")
    if reply.state.asking is Asking.FOUL:
        asks = ("flush", "foul") if reply.state.flushed else ("foul",)
        kept = step(reply.state, _ANSWERS[answer if answer in asks else "foul"])
        if answer not in asks and not _is_there(at, kept, player):
            was = " Was it meant as a flush?" if reply.state.flushed else ""
            return Tried(Reply(state, (f"This is a foul.{was}",)), False, asks)
        reply = kept
    after = reply.state.work
    if _is_there(at, reply, player):
        # It was sent before, and the answer was lost.
        return Tried(Reply(state), True)
    if reply.state.rows:
        return _refused(state, f"That is no whole board: it has three rows, {', '.join(ROW_NAMES)}.")
    is_in = after.index is None and player in dict(after.boards) and player not in after.todo
    return Tried(reply, True) if reply.save is not None or is_in else _refused(state, *reply.said)


def _is_there(at: State, reply: Reply, player: str) -> bool:
    """Return True if the board is there already."""
    after = reply.state.work
    if reply.save is not None or after.index is not None:
        return False
    was = dict(at.work.boards).get(player)
    same = was is not None and player not in after.todo and was == dict(after.boards).get(player)
    return same or at.work.index is not None


# -- all else ------------------------------------------------------------------------------------------


def _by(command: str, field: str = "", before: str = "") -> Callable[[State, Fields], Tried]:
    """Return the action for a command of `live`, with the name in a field (`before` is its sign)."""

    def action(state: State, fields: Fields) -> Tried:
        named = name_in_list(fields.get(field, "").strip()) if field else ""
        return _compared(state, COMMANDS[command](state, f"{before}{named}"))

    return action


def _compared(state: State, reply: Reply) -> Tried:
    """Report a reply as done if it changed something and has no errors."""
    wrong = any(isinstance(one, Problem) and not one.warning for one in reply.said)
    same = replace(reply.state, draft="", asking=state.asking) == replace(state, draft="")
    done = reply.save is not None or not (same or wrong)
    return Tried(reply, done) if done else _refused(state, *reply.said)


def _void(state: State, fields: Fields) -> Tried:
    """Void a deal of the log, or end the next deal as a void one."""
    deal = fields.get("deal", "")
    if deal == state.work.name and state.work.boards:
        return _compared(state, COMMANDS["done"](enter_key(state, "void").state, ""))
    index = state.log.index_of(deal)
    if index is None:
        return _refused(state, "This deal is not in the log.")
    return _compared(state, key_on_disk(state, "void", "void", "void", index))


def _undo(state: State, fields: Fields) -> Tried:
    """Undo the last action, or a deal that could not be written."""
    state = replace(state, rows=())
    return _compared(state, step(state, "undo"))


def _retry(state: State, fields: Fields) -> Tried:
    """Write again what could not be written, and score a deal that has all boards."""
    if state.asking is Asking.SAVE:
        return Tried(step(state, "retry"), True)
    is_whole = state.work.boards and not state.work.todo
    return _compared(state, step(state, "done")) if is_whole else Tried(Reply(state), True)


_AMOUNT: Final = re.compile("[0-9]{1,9}([.][0-9]{1,2})?")
"""An amount; three digits behind a point or a comma may be thousands."""
_BETWEEN: Final = {
    "adjust": "adjust: {to} +{amount}, {from} -{amount}",
    "paid": "paid: {from} -> {to} {amount}",
}


def _points(state: State, fields: Fields) -> Tried:
    """End the deal with the points of each player alone; of one who is left out, what the others lack."""
    points: dict[str, str] = {}
    for name in state.seats:
        number = _with_point(fields.get(f"points:{name}", "").strip().replace("−", "-").removeprefix("+"))
        if number and not _AMOUNT.fullmatch(number.removeprefix("-")):
            return _refused(state, f"Write the points of {show(name)} as a number, such as 5 or -2.")
        points[name] = number
    missing = [name for name, number in points.items() if not number]
    lacks = -sum(Fraction(number) for number in points.values() if number)
    if lacks and len(missing) == 1:
        points[missing[0]] = f"{float(lacks):g}"
    written = [f"{name_in_list(name)} {Decimal(number):+f}" for name, number in points.items() if number]
    return _compared(state, COMMANDS["points"](state, ", ".join(written)))


def _with_point(amount: str) -> str:
    """Write a decimal comma as a point: `2,50 EUR`, but not `1,000`."""
    return re.sub("(?<=[0-9]),(?=[0-9]{1,2}(?![0-9,.]))", ".", amount.strip())


def _key(state: State, fields: Fields) -> Tried:
    """Add a key to the next deal or the last one: a note, a side bet, a payment, the dealer."""
    key, text = fields.get("key", ""), fields.get("text", "").strip()
    if key in _BETWEEN:
        amount = _with_point(fields.get("amount", ""))
        names = {name: fields.get(name, "") for name in ("from", "to")}
        if not _AMOUNT.fullmatch(amount):
            return _refused(state, "Write the amount as a number, such as 5 or 2,50.")
        if not all(names.values()) or names["from"] == names["to"]:
            return _refused(state, "Choose two players: who gives, and who gets.")
        written = {name: name_in_list(who) for name, who in names.items()}
        return _compared(state, enter_key(state, _BETWEEN[key].format(**written, amount=amount)))
    if key not in KEYS or key == "players" or not (text or KEYS[key].bare):
        return _refused(state, "There is nothing to write.")
    if key == "rules" and _names_a_file(text):
        return _refused(state, _NO_FILE)
    name = name_in_list(text) if key == "dealer" else text
    return _compared(state, COMMANDS[key](state, name))


_NO_FILE: Final = "Rules of your own are a file of the host, who writes its name into the log."


def _names_a_file(rules: str) -> bool:
    """Return True if rules name a file, whose content a phone would be shown."""
    return not all(is_shipped_name(part.strip()) for part in rules.split("+"))


def _house_rules(state: State, fields: Fields) -> tuple[str, str]:
    """Write the rule file of a phone's answers beside the log; return its name in the log, and what is wrong.

    Without an answer the rules are those that the phone names.
    """
    base = fields.get("rules", "").strip() or default_name()
    given = {one.path: text for one in QUESTIONS if (text := fields.get(f"house:{one.path}", "").strip())}
    loaded, _ = load_layers(base)
    if not given or loaded is None:
        return fields.get("rules", ""), ""
    answers: dict[str, str] = {}
    for question in asked(loaded):
        answer = given.get(question.path, "")
        if answer and answer != answer_of(question, loaded):
            answers[question.path] = setting_of(question, answer, loaded)
            problems = [problem for problem in answered(base, answers)[1] if not problem.warning]
            if problems:
                return "", f"{question.asks} {problems[0].message}"
    stem = os.path.splitext(state.log.file)[0]
    file = f"{stem}-rules.yaml"
    if os.path.lexists(file):
        return "", f"{show(os.path.basename(file))} is there already: the host chooses the rules of this log."
    name = f"our-{'-'.join(re.findall('[a-z0-9]+', os.path.basename(stem).lower())) or 'house'}"
    try:
        atomic_write(file, [written(name, "House rules", " + ".join(loaded.rules.layers), answers)])
    except OSError as error:
        return "", f"{show(os.path.basename(file))} cannot be written: {reason(error)}"
    return f"./{os.path.basename(file)}", ""


def _start(state: State, fields: Fields) -> Tried:
    """Write the header of a new log: players, rules and stake."""
    if state.asking is not Asking.PLAYERS:
        return _refused(state, "The log has its players already.")
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
            if reply.state.asking is asking and reply.save is None:
                return _refused(state, *reply.said)
    return _compared(state, reply)


ACTIONS: Final[Mapping[str, Callable[[State, Fields], Tried]]] = {
    "board": enter_board,
    "undo": _undo,
    "redo": _by("redo"),
    "done": _by("done"),
    "void": _void,
    "join": _by("players", "player", "+ "),
    "leave": _by("players", "player", "- "),
    "key": _key,
    "points": _points,
    "start": _start,
    "retry": _retry,
}
