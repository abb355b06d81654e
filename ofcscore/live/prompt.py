"""The prompt: what is asked, and what each line that is typed does.

`step` takes a state and a line, and returns the next state, the output, and what is to be saved. Nothing
here reads or writes files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from ofcscore.diagnostics.problem import Exit, show
from ofcscore.diagnostics.words import listed, meant
from ofcscore.game.board import ROWS
from ofcscore.game.spelling import read_cards
from ofcscore.live.boards import accepted, board_begun, board_of, board_or_key, stands_for_board
from ofcscore.live.commands import COMMANDS
from ofcscore.live.output import HELP, goodbye, joined, result_lines, standing_lines
from ofcscore.live.state import (
    QUIT,
    ROW_NAMES,
    Asking,
    Reply,
    Said,
    Save,
    State,
    TextLog,
    Work,
    read_line,
    read_log,
    remark_of,
)
from ofcscore.log.syntax import QUOTED, STATUSES, BoardSyntax
from ofcscore.log.write.notation import entry_text, name_at_head, name_in_list, place_rows
from ofcscore.report.wording import NAME_WIDTH, Style, count
from ofcscore.rules.describe import as_lines, list_rules
from ofcscore.rules.files import default_name, shipped_names


@dataclass(frozen=True, slots=True)
class _Question:
    """A question: its prompt, the function that takes the answer, its help, and words to complete."""

    asked: Callable[[State], str]
    answer: Callable[[State, str], Reply]
    help: str
    words: Callable[[State], Iterable[str]] = lambda state: ()


def prompt(state: State) -> tuple[str, str]:
    return _QUESTIONS[state.asking].asked(state), state.draft


def words(state: State) -> tuple[str, ...]:
    return tuple(_QUESTIONS[state.asking].words(state))


def is_no_answer(state: State, line: str) -> bool:
    """Return True if one of a few words is asked for, and a line is not the beginning of any."""
    typed = line.strip().lower()
    found = typed and any(word.startswith(typed) for word in words(state))
    return state.asking in (Asking.FOUL, Asking.QUIT, Asking.SAVE) and not found


def step(state: State, line: str) -> Reply:
    question = _QUESTIONS[state.asking]
    typed = " ".join(line.lower().split())
    if typed in ("help", "?"):
        return Reply(state, tuple(question.help.splitlines()))
    if typed == "rules list" or (typed in ("list", "rules") and state.asking is Asking.RULES):
        return Reply(state, tuple(as_lines(list_rules(), state.style.width)))
    if state.asking in (Asking.PLAYERS, Asking.RULES, Asking.STAKE):
        if typed in QUIT:
            return Reply(state, (), leave=Exit.OK)
        if typed == "undo" and state.header:
            players = next((line for line in state.header if line.startswith("players:")), "")
            draft = players.removeprefix("players:").strip()
            again = replace(state, header=(), asking=Asking.PLAYERS, draft=draft)
            return Reply(again, (_HEADER["players"][1],))
    return question.answer(replace(state, draft=""), line.strip())


def _board_asked(state: State) -> str:
    deal = f"deal {state.style.fit(state.work.name, NAME_WIDTH)}"
    current = state.current_player
    if current is None:
        return f"{deal}> "
    row = ""
    if state.rows:
        item, _ = read_line("", " / ".join(state.rows))
        there = place_rows(item.labels) if isinstance(item, BoardSyntax) else []
        row = next((f" {label}" for row, label in enumerate(ROW_NAMES) if row not in there), " ")
    return f"{deal}  {state.style.fit(current, NAME_WIDTH)}{row}> "


def _board_words(state: State) -> Iterable[str]:
    names = (*(f"{name_at_head(name)}:" for name in state.seats), *map(name_in_list, state.seats))
    marks = ("flush", "(fantasyland)", "(foul)", "(fantasyland, foul)")
    return (*names, *STATUSES, *marks, *COMMANDS)


def _board_answer(state: State, line: str) -> Reply:
    if not line:
        current = state.current_player
        if current is not None and current in dict(state.work.boards) and not state.rows:
            return accepted(state, current, None)
        return Reply(state, ("Type a board, or `help`.",))
    word, *behind = line.split(maxsplit=1)
    name, rest = word.lower(), "".join(behind)
    if name in COMMANDS and not rest.startswith(":"):
        if state.rows and name not in ("undo", "help"):
            state = replace(state, rows=())
        reply = COMMANDS[name](state, rest)
        same = reply.state.work is state.work and reply.state.asking is Asking.BOARD
        return replace(reply, state=reply.state.with_draft()) if same and not reply.state.draft else reply
    is_word = re.fullmatch("[A-Za-z]{2,20}", line) and not (stands_for_board(line) or read_cards(line).cards)
    if is_word and state.called(line, state.known) is None:
        hint = meant(line, COMMANDS, "`help` says what there is.")
        return Reply(state, (f"There is no command `{show(line)}`; {hint}",))
    return board_or_key(state, line)


def _foul_answer(state: State, line: str) -> Reply:
    answer = line.lower()
    if answer in ("y", "yes"):
        return accepted(replace(state, asking=Asking.BOARD), state.work.todo[0], state.held)
    back = replace(state, asking=Asking.BOARD, held="", flushed="")
    if answer == "flush" and state.flushed:
        return board_of(back, state.work.todo[0], state.flushed)
    if answer in ("e", "edit"):
        return Reply(replace(back, draft=state.held))
    if answer in ("", "n", "no", "undo"):
        return Reply(back.with_draft(), ("Enter the board again.",))
    if board_begun(line) is not None or answer.split()[0] in (*STATUSES, *QUIT):
        return step(back, line)
    answers = "Answer y (it is a foul), n (enter it again), edit, or flush (that was forgotten)."
    return Reply(state, (answers,))


def _quit_answer(state: State, line: str) -> Reply:
    answer = line.lower()
    if answer in ("y", "yes", *QUIT):
        return Reply(state, tuple(goodbye(state.log, state.style)), leave=Exit.OK)
    if answer == "drop":
        as_read = replace(state, aside=None, rows=(), seats=state.log.seats, away=state.log.away)
        return Reply(as_read.on_next_deal(), tuple(goodbye(state.log, state.style)), leave=Exit.OK)
    back = replace(state, asking=Asking.BOARD).with_draft()
    if answer in ("", "n", "no"):
        return Reply(back)
    return step(back, line)


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


# -- the start -----------------------------------------------------------------------------------------


def begin(log: TextLog, style: Style, today: str) -> Reply:
    """Go on with a log where it ends, or ask for the header of a new one; leave if it has errors."""
    file = show(log.file)
    state = State(log, style, Work(""), today, seats=log.seats, away=log.away).on_next_deal()
    if log.errors:
        return Reply(state, (*log.problems, f"Mend {file} first, and then start again."), leave=Exit.INPUT)
    if log.syntaxes and log.syntaxes[0].name is None:
        state = replace(state, log=read_log(log.file, log.with_deal_line()))
    if not log.syntaxes and not log.seats:
        about = "has no deals and no players yet" if log.text.strip() else "is a new log"
        hello = [f"{file} {about}. Who plays, in the order of the seats?"]
        state = replace(state, asking=Asking.PLAYERS)
    elif not log.results:
        void = count(len(log.syntaxes), "void deal")
        hello = [f"{file} has {void if log.syntaxes else 'no deals yet'}."]
    else:
        deals, last = count(len(log.results), "deal"), show(log.results[-1].deal.name)
        hello = [f"{file} has {deals}, the last is deal {last}.", "", *standing_lines(log, style)]
    return Reply(state, (*log.problems, *hello))


def seat_words(state: State) -> list[str]:
    away = [seat for seat in state.seats if seat in state.away]
    if not away:
        return []
    back = f"(`players + {name_in_list(away[0])}` brings a player back)"
    return [f"Not dealt in: {joined(away, state.style)} {back}."]


_HEADER: Final = {
    "rules": (Asking.RULES, "Which rules? A name, or a sum of names with `+`; Enter takes the usual ones."),
    "stake": (Asking.STAKE, "What is a point worth? Such as 0.50 EUR; Enter for points only."),
    "players": (Asking.PLAYERS, "Who plays, in the order of the seats?"),
}
"""The keys of a new header in their order, and the questions for them. Players are asked for first."""
_PLAYERS_HELP: Final = (
    "Names in the order of the seats, commas or blanks between them, such as: Ann, Bob, Phil H. = P"
)


def _players_answer(state: State, line: str) -> Reply:
    if not line:
        return Reply(state, (_PLAYERS_HELP,))
    item, _ = read_line(state.log.file, line)
    if isinstance(item, BoardSyntax) and len(item.rows) == len(ROWS):
        told = "This is a board, and comes later. Who plays? The names alone."
        return Reply(replace(state, draft=line), (told,))
    return _header_answer(state, "players", _seats_text(line), line)


def _rules_answer(state: State, line: str) -> Reply:
    return _header_answer(state, "rules", line.removeprefix("rules:").strip() or default_name(), line)


def _stake_answer(state: State, line: str) -> Reply:
    none = line.lower() in ("", "none", "no")
    return _new_header(state) if none else _header_answer(state, "stake", line, line)


def _header_answer(state: State, key: str, value: str, line: str) -> Reply:
    """Take the value of a key of a new header, and ask for the next key that the header lacks."""
    text = f"{key}: {value}"
    read = _with_header(state, (text, *state.header))
    if read.errors:
        return state.asked_again(line, read.errors)
    if len(read.seats) < 2:
        return Reply(replace(state, draft=line), ("A deal needs at least two players.",))
    entries = {entry.key.text: entry for entry in read.header_syntax.entries}
    state = replace(state, header=(entry_text(entries[key]) + remark_of(text), *state.header))
    said: list[Said] = [*read.problems] if key == "rules" else []
    if key == "players":
        seats = [*read.seats]
        for short, name in read.short_names.items():
            seats[seats.index(name)] += f" ({short})"
        said.append(f"{count(len(seats), 'player')}: {joined(seats, state.style)}.")
    for missing, (asking, question) in _HEADER.items():
        if missing not in entries:
            return Reply(replace(state, asking=asking), (*said, question))
    return replace(_new_header(state), said=tuple(said))


_AND: Final = r"(?i:(?:^|\s+)(?:and|und|et|vs[.]?|&)\s+)"
"""A word between the last two of several names; a name with such a word in it goes in quotes."""
_QUOTED_OR: Final = rf"(?P<quoted>{QUOTED.pattern})|"


def _seats_text(line: str) -> str:
    """Write the names of an answer, between commas or blanks, as the value of `players`."""
    listed = re.sub(_QUOTED_OR + f"[,;]|{_AND}", lambda match: match["quoted"] or "\n", line)
    if "=" not in line and not re.search("[,;]", re.sub(QUOTED.pattern, "", line)):
        listed = re.sub(r"[&/|]", " ", listed)
        parts = [match[0] for match in re.finditer(_QUOTED_OR + r'[^\s"]+', listed)]
    else:
        parts = []
        for part in listed.split("\n"):
            apart = '"' in part and "=" not in part
            parts += [match[0] for match in re.finditer(_QUOTED_OR + r'[^\s"]+', part)] if apart else [part]
    return ", ".join(_seat_text(part.strip()) for part in parts if part.strip())


def _seat_text(part: str) -> str:
    person, equals, others = part.partition("=")
    boards = f" = {' + '.join(map(_list_name, others.split('+')))}" if equals else ""
    return _list_name(person) + boards


def _list_name(text: str) -> str:
    text = text.strip()
    return text if text[:1] == '"' else name_in_list(text)


def _with_header(state: State, lines: Iterable[str]) -> TextLog:
    text = state.log.text.rstrip("\r\n")
    above = f"{text}\n" if text.strip() else ""
    return read_log(state.log.file, above + "".join(f"{line}\n" for line in lines) + "\n")


def _new_header(state: State) -> Reply:
    header = sorted(state.header, key=lambda line: [*_HEADER].index(line.partition(":")[0]))
    log = _with_header(state, header)
    after = replace(state, log=log, seats=log.seats, asking=Asking.BOARD, header=()).on_next_deal()
    said = (
        f"{show(log.file)} is there. Enter a board as QQ5 AA762 9TJQK; `help` says what else there is.",
        *after.due_words,
    )
    return Reply(state, (), Save(after, said))


# -- saving --------------------------------------------------------------------------------------------


def not_saved(state: State, save: Save, reason: str) -> Reply:
    """Keep a change that could not be written, and ask whether to try again."""
    said = f"Cannot write {show(state.log.file)}: {show(reason)}. Nothing is lost yet: `retry` tries again."
    return Reply(replace(state, asking=Asking.SAVE, unsaved=save), (said,))


def changed(state: State, save: Save, text: str) -> Reply:
    """Read a file again that another program changed before (or while) it was written; keep the deal."""
    file = show(state.log.file)
    if text == save.text:
        return Reply(save.state, save.said)
    waits = replace(state, asking=Asking.SAVE, unsaved=save)
    if not text and state.log.text:
        return Reply(waits, (f"{file} is gone, or empty: `retry` writes all that was in it again.",))
    log = read_log(state.log.file, text)
    if log.errors or log.header is None or (not log.seats and not state.seats):
        told = f"{file} was changed by another program, and nothing is written over that."
        return Reply(waits, (told, *log.errors, f"Mend {file}; then `retry` goes on."))
    said = [f"{file} was changed by another program and is read again.", *lost_words(state.log, log)]
    added = save.text.removeprefix(state.log.text).strip() if save.text.startswith(state.log.text) else ""
    there = added != "" and added in text and added not in state.log.text
    before = save.state if there else state
    seats = log.seats or before.seats
    away = before.away & frozenset(seats)
    now = replace(before, log=log, past=(), undone=(), seats=seats, away=away, asking=Asking.BOARD)
    now = replace(now, work=_renamed(now, before), aside=None, header=(), unsaved=None)
    if there:
        results = result_lines(log, state.style)
        return Reply(now, (*said, "What was entered last is in it.", *results, *now.due_words))
    if save.again is None:
        again = () if state.header else ("The last command was not done; give it again.",)
        return Reply(now, (*said, *again, *now.due_words))
    reply = save.again(now)
    return replace(reply, said=(*said, *reply.said))


def _renamed(now: State, before: State) -> Work:
    fresh = now.next_work(now.today)
    work = before.aside or before.work
    if work.index is not None or before.header:
        return fresh
    taken = work.name in now.log.names
    todo = tuple(name for name in fresh.todo if name not in dict(work.boards))
    return replace(work, name=fresh.name if taken else work.name, date=fresh.date, todo=todo)


def lost_words(before: TextLog, after: TextLog) -> tuple[str, ...]:
    """Say which deals are no longer in a log, with their lines."""
    lost = {
        name: before.lines_of(index) for index, name in enumerate(before.names) if name not in after.names
    }
    if not lost:
        return ()
    deals, are = ("Deal", "is") if len(lost) == 1 else ("Deals", "are")
    head = f"{deals} {listed(map(show, lost), 'and')} {are} no longer in {show(before.file)}:"
    return (head, *(f"  {show(line)}" for lines in lost.values() for line in lines))


_QUESTIONS: Final = {
    Asking.PLAYERS: _Question(lambda state: "players> ", _players_answer, _PLAYERS_HELP),
    Asking.RULES: _Question(
        lambda state: f"rules [{default_name()}]> ",
        _rules_answer,
        "A name, or a sum of names with `+`. `rules list` has all of them, Enter takes the usual ones, undo "
        "asks for the players again.",
        lambda state: chain(*shipped_names()),
    ),
    Asking.STAKE: _Question(
        lambda state: "stake [none]> ",
        _stake_answer,
        "What a point is worth: 0.50 EUR, or a number alone. Enter plays for points only, undo asks for the "
        "players again.",
    ),
    Asking.BOARD: _Question(_board_asked, _board_answer, HELP, _board_words),
    Asking.FOUL: _Question(
        lambda state: f"keep it? [y/N/edit{'/flush' if state.flushed else ''}] ",
        _foul_answer,
        "y keeps the board as the foul that it is, n asks for it again, edit has it ready for editing; flush "
        "says that a row without suits was one, where that would save it.",
        lambda state: ("yes", "no", "edit", "flush"),
    ),
    Asking.QUIT: _Question(
        lambda state: "quit? [y/N/drop] " if state.kept else "quit all the same? [y/N] ",
        _quit_answer,
        "y or q quits, and boards that are in a draft are there again at the next start; drop quits and "
        "throws them away; Enter goes on.",
        lambda state: ("yes", "no", "drop"),
    ),
    Asking.SAVE: _Question(
        lambda state: "not on disk: retry, undo or quit> ",
        _save_answer,
        "retry writes it again, undo leaves it unwritten and goes on, quit shows it and ends without it.",
        lambda state: ("retry", "undo", "quit"),
    ),
}
