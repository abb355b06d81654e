"""The table: what is asked, and what each line typed does.

Pure: `step` takes a state and a line and returns the next state, what is said, and what is to be saved.
Whoever calls it does the reading and writing (`play` in this package) and tells the state how that went.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from ofcscore.game.spelling import read_cards
from ofcscore.live.boards import (
    accepted,
    board_begun,
    board_of,
    board_or_key,
    keep_foul,
    seat_at_head,
    stands_for_board,
)
from ofcscore.live.commands import COMMANDS, goodbye, what_is_lost
from ofcscore.live.log import TextLog, lost_deals, read_log, read_one_line
from ofcscore.live.said import HELP, running_lines
from ofcscore.live.starting import (
    PLAYERS_HELP,
    asked_for_players,
    players_answer,
    rules_answer,
    seats_answer,
    stake_answer,
)
from ofcscore.live.state import QUIT, ROW_NAMES, Asking, Prompt, Reply, Said, Save, State, Work
from ofcscore.log.syntax import STATUSES, BoardSyntax
from ofcscore.log.write.notation import name_at_head, name_in_list, place_rows
from ofcscore.problems.problem import Exit, show
from ofcscore.problems.words import listed, near
from ofcscore.report.wording import NAME_WIDTH
from ofcscore.rules.describe import as_lines, list_rules
from ofcscore.rules.files import default_name, shipped_names


@dataclass(frozen=True, slots=True)
class _Question:
    """What a line is asked with, what it does, what help says of it, the words that may stand in it."""

    asked: Callable[[State], str]
    answer: Callable[[State, str], Reply]
    help: Sequence[str]
    words: Callable[[State], Iterable[str]] = lambda state: ()
    drafts: bool = False
    """Whether a draft is ready for editing."""


def prompt(state: State) -> Prompt:
    """What the next line is asked with."""
    question = _QUESTIONS[state.asking]
    return Prompt(question.asked(state), state.draft if question.drafts else "")


def words(state: State) -> tuple[str, ...]:
    """Words that may stand in the next line, for completion."""
    return tuple(_QUESTIONS[state.asking].words(state))


def is_no_answer(state: State, line: str) -> bool:
    """Whether one of a few words is asked for, and a line is none of them, nor the beginning of one."""
    typed = line.strip().lower()
    found = typed and any(word.startswith(typed) for word in words(state))
    return state.asking in _BY_WORDS and not found


_BY_WORDS: Final = (Asking.FOUL, Asking.QUIT, Asking.SAVE)


def step(state: State, line: str) -> Reply:
    """What a line does."""
    question = _QUESTIONS[state.asking]
    typed = " ".join(line.lower().split())
    if typed in ("help", "?"):
        return Reply(state, tuple(question.help))
    if typed == "rules list" or (typed in ("list", "rules") and state.asking is Asking.RULES):
        return Reply(state, tuple(as_lines(list_rules(), state.style.width)))
    if state.asking in _OF_THE_HEADER:
        if typed in QUIT:
            return Reply(state, (), leave=Exit.OK)
        if typed == "undo" and state.header:
            return asked_for_players(state)
    return question.answer(replace(state, draft=""), line.strip())


_OF_THE_HEADER: Final = (Asking.PLAYERS, Asking.RULES, Asking.STAKE, Asking.SEATS)


def _board_asked(state: State) -> str:
    deal = f"deal {state.style.fit(state.work.name, NAME_WIDTH)}"
    current = state.current_player
    if current is None:
        return f"{deal}> "
    row = f" {_next_row(state)}" if state.rows else ""
    return f"{deal}  {state.style.fit(current, NAME_WIDTH)}{row}> "


def _next_row(state: State) -> str:
    item, _ = read_one_line("", " / ".join(state.rows))
    there = place_rows(item.labels) if isinstance(item, BoardSyntax) else []
    return next((label for row, label in enumerate(ROW_NAMES) if row not in there), "")


def _board_words(state: State) -> Iterable[str]:
    names = tuple(f"{name_at_head(name)}:" for name in state.seats)
    return (*names, *map(name_in_list, state.seats), *_BOARD_WORDS, *COMMANDS)


_BOARD_WORDS: Final = (*STATUSES, "flush", "(fantasyland)", "(foul)", "(fantasyland, foul)")


def _board_answer(state: State, line: str) -> Reply:
    if not line:
        current = state.current_player
        if current is not None and current in dict(state.work.boards) and not state.rows:
            return accepted(state, current, None)
        return Reply(state, ("Type a board, or `help`.",))
    word = line.split()[0]
    rest = line[len(word) :].strip()
    name = word.lower()
    if name in COMMANDS and not rest.startswith(":"):
        if state.rows and name not in ("undo", "help"):
            state = replace(state, rows=())
        reply = COMMANDS[name](state, rest)
        same = reply.state.work is state.work and reply.state.asking is Asking.BOARD
        return replace(reply, state=reply.state.with_draft()) if same and not reply.state.draft else reply
    if _is_wordy(line) and seat_at_head(state, line) is None:
        meant = near(line, COMMANDS)
        hint = f"did you mean `{meant}`?" if meant else "`help` says what there is."
        return Reply(state, (f"There is no command `{show(line)}`; {hint}",))
    return board_or_key(state, line)


def _is_wordy(line: str) -> bool:
    """Whether a line is one word that is nothing like cards."""
    return (
        re.fullmatch("[A-Za-z]{2,20}", line) is not None
        and not stands_for_board(line)
        and not read_cards(line).cards
    )


def _foul_answer(state: State, line: str) -> Reply:
    answer = line.lower()
    if answer in ("y", "yes"):
        return keep_foul(state)
    back = replace(state, asking=Asking.BOARD, held="", flushed="")
    if answer == "flush" and state.flushed:
        return board_of(back, state.work.todo[0], state.flushed)
    if answer in ("e", "edit"):
        return Reply(replace(back, draft=state.held))
    if answer in ("", "n", "no", "undo"):
        return Reply(back.with_draft(), ("Enter the board again.",))
    if board_begun(line) is not None or answer.split()[0] in (*STATUSES, *QUIT):
        return step(back, line)
    return Reply(
        state, ("Answer y (it is a foul), n (enter it again), edit, or flush (that was forgotten).",)
    )


def _quit_asked(state: State) -> str:
    return "quit? [y/N/drop] " if state.kept else "quit all the same? [y/N] "


def _quit_answer(state: State, line: str) -> Reply:
    answer = line.lower()
    if answer in ("y", "yes", *QUIT):
        return Reply(state, tuple(goodbye(state)), leave=Exit.OK)
    if answer == "drop":
        as_read = replace(state, aside=None, rows=(), seats=state.log.seats, away=state.log.away)
        return Reply(as_read.on_next_deal(), tuple(goodbye(state)), leave=Exit.OK)
    back = replace(state, asking=Asking.BOARD).with_draft()
    if answer in ("", "n", "no"):
        return Reply(back)
    return step(back, line)


def saved(save: Save) -> Reply:
    """What is so once a text is on disk."""
    return Reply(save.state, save.said)


def not_saved(state: State, save: Save, reason: str) -> Reply:
    """A text that could not be written: it is kept, and written when asked to."""
    file = show(state.log.file)
    said = f"Cannot write {file}: {show(reason)}. Nothing is lost yet: `retry` tries again."
    return Reply(replace(state, asking=Asking.SAVE, unsaved=save), (said,))


def _save_answer(state: State, line: str) -> Reply:
    save = state.unsaved
    assert save is not None
    answer = line.lower()
    if answer in ("", "retry", "r"):
        return Reply(state, (), save)
    if answer == "undo":
        asking = Asking.PLAYERS if state.header else Asking.BOARD
        back = replace(state, asking=asking, unsaved=None, header=())
        return Reply(back, ("It is not written. What was typed before is still there; `done` ends it.",))
    if answer in QUIT:
        new = save.text[len(state.log.text) :] if save.text.startswith(state.log.text) else ""
        lines = [f"  {show(text)}" for text in new.splitlines() if text]
        said = "The last change is not on disk" + (":" if lines else ".")
        return Reply(state, (said, *lines), leave=Exit.FILES)
    return Reply(state, ("The last change is not on disk yet: `retry`, `undo` or `quit`.",))


_RULES_HELP: Final = (
    "A name, or a sum of names with `+`. `rules list` has all of them, Enter takes the "
    "usual ones, undo asks for the players again.",
)
_STAKE_HELP: Final = (
    "What a point is worth: 0.50 EUR, or a number alone. Enter plays for points only, undo asks for the "
    "players again.",
)
_SEATS_HELP: Final = ("Enter writes these players to the log, n asks for them again.",)
_FOUL_HELP: Final = (
    "y keeps the board as the foul that it is, n asks for it again, edit has it ready for editing; flush "
    "says that a row without suits was one, where that would save it.",
)
_QUIT_HELP: Final = (
    "y or q quits, and boards that are in a draft are there again at the next start; drop quits and throws "
    "them away; Enter goes on.",
)
_SAVE_HELP: Final = (
    "retry writes it again, undo leaves it unwritten and goes on, quit shows it and ends without it.",
)
_QUESTIONS: Final = {
    Asking.PLAYERS: _Question(lambda state: "players> ", players_answer, PLAYERS_HELP, drafts=True),
    Asking.RULES: _Question(
        lambda state: f"rules [{default_name()}]> ",
        rules_answer,
        _RULES_HELP,
        lambda state: chain(*shipped_names()),
        drafts=True,
    ),
    Asking.STAKE: _Question(lambda state: "stake [none]> ", stake_answer, _STAKE_HELP, drafts=True),
    Asking.SEATS: _Question(lambda state: "right? [Y/n] ", seats_answer, _SEATS_HELP),
    Asking.BOARD: _Question(_board_asked, _board_answer, HELP, _board_words, drafts=True),
    Asking.FOUL: _Question(
        lambda state: f"keep it? [y/N/edit{'/flush' if state.flushed else ''}] ",
        _foul_answer,
        _FOUL_HELP,
        lambda state: ("yes", "no", "edit", "flush"),
    ),
    Asking.QUIT: _Question(_quit_asked, _quit_answer, _QUIT_HELP, lambda state: ("yes", "no", "drop")),
    Asking.SAVE: _Question(
        lambda state: "not on disk: retry, undo or quit> ",
        _save_answer,
        _SAVE_HELP,
        lambda state: ("retry", "undo", "quit"),
    ),
}


def changed(state: State, save: Save, text: str) -> Reply:
    """The file was changed by another program before a save: it is read again, and the deal goes on."""
    file = show(state.log.file)
    if save.overtaken and text == save.text:
        return saved(save)
    if not text and state.log.text:
        said = f"{file} is gone, or empty: `retry` writes all that was in it again."
        return Reply(replace(state, asking=Asking.SAVE, unsaved=save), (said,))
    log = read_log(state.log.file, text)
    if log.errors or log.header is None or (not log.seats and not state.seats):
        wrong: tuple[Said, ...] = (
            f"{file} was changed by another program, and nothing is written over that.",
            *log.errors,
            f"Mend {file}; then `retry` goes on.",
        )
        return Reply(replace(state, asking=Asking.SAVE, unsaved=save), wrong)
    told = [f"{file} was changed by another program and is read again.", *lost_words(state.log, log)]
    there = save.overtaken and _is_there(state.log.text, save.text, text)
    state = save.state if there else state
    seats = log.seats or state.seats
    now = replace(
        state,
        log=log,
        past=(),
        seats=seats,
        away=state.away & frozenset(seats),
        asking=Asking.BOARD,
        unsaved=None,
    )
    now = replace(now, work=_rebased(now, state), aside=None, header=())
    if there:
        standing = running_lines(log.outcome, state.style) if log.outcome is not None else []
        return Reply(now, (*told, "What was entered last is in it.", *standing, *now.due_words))
    if save.again is None:
        again = () if state.header else ("The last command was not done; give it again.",)
        return Reply(now, (*told, *again, *now.due_words))
    reply = save.again(now)
    return replace(reply, said=(*told, *reply.said))


def _is_there(before: str, wanted: str, text: str) -> bool:
    """Whether a text that somebody changed has what was to be put at its end."""
    new = wanted.removeprefix(before).strip()
    return wanted.startswith(before) and new in text and new not in before


def lost_words(before: TextLog, after: TextLog) -> tuple[str, ...]:
    """Which deals that were on disk are so no more, in words, the last of them with their lines."""
    lost = lost_deals(before, after)
    if not lost:
        return ()
    names = [show(name) for name, _ in lost]
    more = len(names) - _LOST_NAMED
    who = listed([*names[:_LOST_NAMED], *([f"{more} more"] if more > 0 else [])], "and")
    deals, are = ("Deal", "is") if len(names) == 1 else ("Deals", "are")
    lines = [f"  {show(line)}" for _, written in lost[-_LOST_SHOWN:] for line in written]
    return (f"{deals} {who} {are} no longer in {show(before.file)}:", *lines)


_LOST_NAMED: Final = 12
_LOST_SHOWN: Final = 3


def _rebased(now: State, before: State) -> Work:
    """The deal in the making in a log that is another than before: named anew where its name is taken."""
    fresh = now.next_work(now.today)
    work = before.aside or before.work
    if work.index is not None or before.header:
        return fresh
    taken = work.name in now.log.names
    todo = tuple(name for name in fresh.todo if name not in dict(work.boards))
    return replace(work, name=fresh.name if taken else work.name, date=fresh.date, todo=todo)


def last_words(state: State) -> tuple[str, ...]:
    """What is said when the input ends or is broken off."""
    if state.asking is Asking.SAVE:
        return ("The last change is not on disk.",)
    return what_is_lost(state)
