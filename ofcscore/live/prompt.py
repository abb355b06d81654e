"""The prompt: commands, the questions that are asked, and their answers.

`step` takes a state and a typed line, and returns the next state, the output, and the change to save. This
module neither reads nor writes files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from ofcscore.diagnostics.problem import Exit, Problems, listed, meant, show
from ofcscore.files.disk import package_text
from ofcscore.game.cards import ROWS
from ofcscore.game.spelling import read_cards
from ofcscore.live import deal_entry
from ofcscore.live.state import (
    EDITING,
    QUIT,
    ROW_NAMES,
    Asking,
    Past,
    Reply,
    Said,
    State,
    TextLog,
    Work,
    board_line,
    boards_as_text,
    deal_lines,
    goodbye,
    joined,
    list_deals,
    read_line,
    read_log,
    remark_of,
    result_lines,
    settle_lines,
    standing_lines,
    unquoted,
)
from ofcscore.log.amounts import option_text
from ofcscore.log.check.people import is_name, name_key, normal_name
from ofcscore.log.keys import KEYS
from ofcscore.log.syntax import QUOTED, STATUSES, BoardSyntax
from ofcscore.log.text.keys_in_data import one_name
from ofcscore.log.write.notation import (
    entry_text,
    free_text,
    name_at_head,
    name_in_list,
    place_rows,
    value_text,
)
from ofcscore.report.wording import NAME_WIDTH, Style, count
from ofcscore.rules.describe import as_lines, list_rules
from ofcscore.rules.files import default_name, shipped_names

HELP: Final = package_text("ofcscore.live", "help.txt").rstrip()

# -- commands ------------------------------------------------------------------------------------------

Command = Callable[[State, str], Reply]


def _undo(state: State) -> Reply:
    if state.rows:
        return Reply(replace(state, rows=state.rows[:-1]), (f"Removed the row {show(state.rows[-1])}.",))
    if state.work.index is not None:
        return Reply(state.end_edit(), (f"Deal {show(state.work.name)} was not changed.",))
    past = state.past[-1] if state.past else _last_deal(state)
    if past is None:
        return Reply(state, ("There is nothing to undo.",))
    log, back = _at(state, past)
    back = replace(back, past=state.past[:-1], undone=(*state.undone, state.point(past.what, past.board)))
    if log is state.log:
        return Reply(back, (f"Undid {show(past.told)}", *back.due_words))
    if log.errors:
        return Reply(state, (*log.errors, f"Cannot undo {show(past.what)}."))
    said = [f"Undid {show(past.what)}."]
    if len(log.syntaxes) < len(state.log.syntaxes):
        last = state.log.syntaxes[-1]
        lines = (
            *(board_line(*board) for board in boards_as_text(last)),
            *map(entry_text if last.boards else value_text, last.entries),
        )
        said = [f"Undid {show(past.what)}:", *(f"  {show(line)}" for line in lines)]
        back = replace(back, work=replace(back.work, boards=(), todo=back.dealt_in))
    return Reply(state, (), back, (*said, *result_lines(log, state.style)), again=_nothing_undone)


def _nothing_undone(state: State) -> Reply:
    """Say what `undo` would reverse in a log that another program has changed."""
    then = f" The next `undo` undoes {show(state.undoes)}." if state.undoes else ""
    return Reply(state, (f"Nothing was undone.{then}",))


def _at(state: State, point: Past) -> tuple[TextLog, State]:
    """Return the log and the state at a point. The log may have errors if a rule file changed."""
    log = state.log if point.text == state.log.text else read_log(state.log.file, point.text)
    away = state.away & frozenset(point.seats)
    return log, replace(state, log=log, work=point.work, seats=point.seats, away=away)


def _last_deal(state: State) -> Past | None:
    """Return the point before the last deal of the log, None without deals."""
    if not state.log.syntaxes:
        return None
    last = state.log.deal(-1)
    # A deal without boards consists of its points, so its keys are removed with it.
    work = Work(last.name, last.date, last.keys if last.boards else (), todo=state.dealt_in)
    return Past(f"deal {last.name}", state.log.without_last_deal(), work, state.seats)


def _redo(state: State) -> Reply:
    if state.work.index is not None:
        return Reply(state, EDITING)
    if not state.undone or state.rows:
        return Reply(state, ("There is nothing to redo. `redo` reverses the last `undo`.",))
    *undone, then = state.undone
    said = f"Redid {show(then.told)}"
    log, again = _at(state, then)
    again = replace(again, past=(*state.past, state.point(then.what, then.board)), undone=tuple(undone))
    if log is state.log:
        return Reply(again, (said, *again.due_words))
    if log.errors:
        return Reply(state, log.errors)
    told = (said, *result_lines(log, state.style), *again.due_words)
    return Reply(state, (), again, told, again=_nothing_redone)


def _nothing_redone(state: State) -> Reply:
    return Reply(state, ("Nothing was redone. Type again what you had undone.",))


def _edit(state: State, rest: str) -> Reply:
    if state.work.index is not None:
        return Reply(state, EDITING)
    here = dict(state.work.boards)
    player = state.called(unquoted(rest), here) if rest else next(reversed(here), None)
    if player is not None:
        return deal_entry.asked_first(state, player)
    if not state.log.syntaxes:
        return Reply(state, ("There is no deal to edit yet.",))
    index, name = _deal_called(state.log, rest)
    if index is None:
        return Reply(state, (f"There is no deal {show(rest)}. Type `deals` to list the deals.",))
    return edit_deal(state, index, unquoted(name))


def edit_deal(state: State, index: int, name: str) -> Reply:
    work = state.log.deal(index)
    if name:
        one = state.called(name, dict(work.boards))
        if one is None:
            return Reply(state, (f"{show(name)} has no board in this deal.",))
        work = replace(work, todo=(one,))
    if not work.boards:
        return Reply(state, ("This deal has no boards.",))
    state = replace(state, aside=state.work, work=work).with_draft()
    return Reply(state, ("Press Enter to keep a board. Type `undo` to keep the whole deal unchanged.",))


def _show(state: State, rest: str) -> Reply:
    if not state.log.syntaxes:
        return Reply(state, ("There are no deals yet.",))
    index, name = _deal_called(state.log, rest)
    if index is None:
        return Reply(state, (f"There is no deal {show(rest)}. Type `deals` to list the deals.",))
    deal, result = state.log.deal(index), state.log.result_of(index)
    there = [b.player for b in result.deal.boards] if result is not None else []
    one = state.called(unquoted(name), there)
    if name and one is None:
        return Reply(state, (f"{show(name)} has no board in this deal.",))
    keys = [f"  {show(key)}" for key in deal.keys]
    if result is not None:
        return Reply(state, (*deal_lines(result, state.style, boards=True, of=one), *keys))
    boards = [f"  {show(board_line(*board))}" for board in deal.boards]
    return Reply(state, (f"Deal {show(deal.name)} is void and does not count.", *boards, *keys))


def _deal_called(log: TextLog, text: str) -> tuple[int | None, str]:
    """Parse `3`, `3 Hero` or `Hero`: return the deal's index (the last by default) and the player.

    The index is None if there is no such deal.
    """
    last = len(log.syntaxes) - 1
    if not text:
        return last, ""
    word, _, rest = text.partition(" ")
    for name, behind in ((unquoted(text), ""), (word, rest.strip())):
        index = log.index_of(name)
        if index is not None:
            return index, behind
    there = {name_key(name) for name, _ in boards_as_text(log.syntaxes[last]) if name is not None}
    return (last, text) if name_key(unquoted(text)) in there else (None, "")


def _key(key: str) -> Command:
    """Return the command for a key without its colon: `note TEXT`."""

    def command(state: State, rest: str) -> Reply:
        line = f"{key}: {rest}"
        if key in ("note", "title") and rest and not rest.startswith('"'):
            # Punctuation in the text must not be parsed.
            line = f"{key}: {free_text(rest)}"
        elif KEYS[key].bare and not rest:
            line = key
        elif ":" in rest and KEYS[key].of is not None:
            line = f"{key} {rest}"
        return deal_entry.enter_key(state, line)

    return command


def _done(state: State) -> Reply:
    work = state.work
    alone = ("void", "expect") if not work.boards else ("void",)
    if work.index is None and len(work.boards) < 2 and not any(key.startswith(alone) for key in work.keys):
        return Reply(state, (f"Deal {show(work.name)} has fewer than two boards. Nothing was written.",))
    return deal_entry.finish(replace(state, work=replace(work, todo=())))


def _points(state: State, text: str) -> Reply:
    """End the deal with points instead of boards: `points Ann +5, Bob -5`."""
    if state.work.index is not None:
        return Reply(state, EDITING)
    if state.work.boards or state.rows:
        return Reply(state, (f"Deal {show(state.work.name)} has boards, and its points come from them.",))
    if not text:
        return Reply(state, ("Write the points of all players, for example `points Ann +5, Bob -5`.",))
    told = deal_entry.enter_key(state, f"expect: {text}")
    if told.state.work.keys == state.work.keys:
        return told
    ended = _done(told.state)
    if ended.after is None:
        return Reply(state, ended.said)
    # One `undo` removes the deal and its points.
    past = (*state.past, state.point(ended.after.past[-1].what))
    return replace(ended, after=replace(ended.after, past=past))


def _quit(state: State) -> Reply:
    lost = unsaved_work(state)
    if not lost:
        return Reply(state, tuple(goodbye(state.log, state.style)), leave=Exit.OK)
    return Reply(replace(state, asking=Asking.QUIT), lost)


def unsaved_work(state: State) -> tuple[str, ...]:
    """Return sentences on work that quitting loses or that is only in the draft."""
    work = state.aside or state.work
    said = []
    if state.work.index is not None:
        said.append(f"Deal {show(state.work.name)} is being edited, and the change is not saved.")
    parts = [f"{state.style.text(player)}'s board" for player, _ in work.boards]
    parts += [f"`{show(key)}`" for key in work.keys]
    parts += ["the rows just typed"] if state.rows and state.work.index is None else []
    if parts:
        verb = "is" if len(parts) == 1 and not state.rows else "are"
        where = f"kept in {show(state.kept)} for the next start" if state.kept else "not saved"
        said.append(f"Deal {show(work.name)} is not finished: {listed(parts, 'and')} {verb} {where}.")
    return tuple(said)


def _players(state: State, rest: str) -> Reply:
    """List the players dealt in; `+ NAME` adds a player, `- NAME` removes one from now on."""
    sign, typed = rest[:1], unquoted(rest[1:].strip())
    if sign not in ("+", "-") or not typed:
        there = joined(state.dealt_in, state.style) or "no players yet"
        away = joined([s for s in state.seats if s in state.away], state.style)
        return Reply(state, (f"Dealt in: {there}." + (f" Not dealt in: {away}." if away else ""),))
    if state.work.index is not None:
        return Reply(state, EDITING)
    problems = Problems()
    written = one_name(option_text("", typed))
    is_name(written, problems)
    if problems.kept:
        return Reply(state, problems.kept)
    name = normal_name(written.text)
    seat = state.called(name, state.seats)
    if sign == "-":
        return _leave_out(state, seat, name)
    if seat is None:
        return _new_player(state, name)
    todo = tuple(
        s for s in state.seats if s in state.work.todo or (s == seat and seat not in dict(state.work.boards))
    )
    state = replace(state, away=state.away - {seat}, work=replace(state.work, todo=todo))
    return Reply(state, (f"{state.style.text(seat)} is dealt in.", *state.due_words))


def _leave_out(state: State, seat: str | None, name: str) -> Reply:
    if seat is None:
        return Reply(state, (f"There is no player {show(name)}.",))
    if seat in dict(state.work.boards):
        hint = "Type `undo` to remove it first."
        return Reply(state, (f"{state.style.text(seat)} already has a board in this deal. {hint}",))
    state = replace(state, away=state.away | {seat}, work=state.work.without(seat))
    back = f"To deal {state.style.text(seat)} in again, type `players + {name_in_list(seat)}`."
    said = [f"{state.style.text(seat)} is no longer dealt in. {back}"]
    if seat in state.log.due:
        said.append(f"{state.style.text(seat)} is in fantasyland in the next deal and would miss it.")
    if not state.work.todo and len(state.work.boards) > 1:
        return deal_entry.finish(state, tuple(said))
    return Reply(state, tuple(said))


def _new_player(state: State, name: str) -> Reply:
    what = f"adding {show(name)}"
    if state.log.anybody_plays:
        board = (state.work.head, *state.work.keys, board_line(name, "absent"))
        _, _, problems = state.log.check_lines(enumerate(board, 1))
        wrong = tuple(p for p in problems if p.code.startswith("name-") and not p.warning)
        if wrong:
            return Reply(state, wrong)
        work = replace(state.work, todo=(*state.work.todo, name))
        after = replace(state.did(what), seats=(*state.seats, name), work=work)
        return Reply(after, (f"{show(name)} is dealt in.",))
    log = read_log(state.log.file, state.log.with_player(name))
    if log.errors:
        return Reply(state, log.errors)
    after = state.moved(log, what)
    after = replace(after, work=replace(after.work, todo=(*after.work.todo, name)))
    told = [
        *deal_entry.new_warnings(state.log, log),
        f"{show(name)} is dealt in and was added to `players:` in the log.",
    ]
    return Reply(state, (), after, tuple(told))


def _alone(word: str, does: Callable[[State], Reply]) -> Command:
    """Return a command that takes no argument."""
    return lambda state, rest: (
        Reply(state, (f"Type only `{word}`, without `{show(rest)}`.",)) if rest else does(state)
    )


def _prints(lines: Callable[[TextLog, Style], Sequence[str]]) -> Command:
    return lambda state, rest: Reply(state, tuple(lines(state.log, state.style)))


COMMANDS: Final[Mapping[str, Command]] = {
    "undo": _alone("undo", _undo),
    "redo": _alone("redo", _redo),
    "edit": _edit,
    "show": _show,
    "score": _prints(standing_lines),
    "standings": _prints(standing_lines),
    "settle": _prints(settle_lines),
    "deals": _prints(list_deals),
    **{key: _key(key) for key in KEYS if key != "players"},
    "players": _players,
    "points": _points,
    "done": _alone("done", _done),
    "help": _prints(lambda log, style: HELP.splitlines()),
    **{word: _alone(word, _quit) for word in QUIT},
}


# -- questions -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Question:
    """A question: its prompt, the function for its answer, its help, and words for completion."""

    asked: Callable[[State], str]
    answer: Callable[[State, str], Reply]
    help: str
    words: Callable[[State], Iterable[str]] = lambda state: ()


def prompt(state: State) -> tuple[str, str]:
    return _QUESTIONS[state.asking].asked(state), state.draft


def words(state: State) -> tuple[str, ...]:
    return tuple(_QUESTIONS[state.asking].words(state))


def is_invalid_answer(state: State, line: str) -> bool:
    """Return True if the question takes only a few words and the line starts none of them."""
    few = state.asking in (Asking.FOUL, Asking.QUIT, Asking.SAVE)
    typed = line.strip().lower()
    return few and not (typed and any(word.startswith(typed) for word in words(state)))


def step(state: State, line: str) -> Reply:
    question = _QUESTIONS[state.asking]
    typed = " ".join(line.lower().split())
    if typed in ("help", "?"):
        return Reply(state, tuple(question.help.splitlines()))
    if typed == "rules list" or (typed in ("list", "rules") and state.asking is Asking.RULES):
        return Reply(state, tuple(as_lines(list_rules(), state.style.width)))
    if state.asking in _HEADER:
        if typed in QUIT:
            return Reply(state, (), leave=Exit.OK)
        if typed == "undo" and state.header:
            players = next((line for line in state.header if line.startswith("players:")), "")
            draft = players.removeprefix("players:").strip()
            again = replace(state, header=(), asking=Asking.PLAYERS, draft=draft)
            return Reply(again, (_HEADER[Asking.PLAYERS],))
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
            return deal_entry.accepted(state, current, None)
        return Reply(state, ("Type a board or `help`.",))
    word, *behind = line.split(maxsplit=1)
    name, rest = word.lower(), "".join(behind)
    if name in COMMANDS and not rest.startswith(":"):
        if state.rows and name not in ("undo", "help"):
            state = replace(state, rows=())
        reply = COMMANDS[name](state, rest)
        same = reply.state.work is state.work and reply.state.asking is Asking.BOARD
        return replace(reply, state=reply.state.with_draft()) if same and not reply.state.draft else reply
    is_word = re.fullmatch("[A-Za-z]{2,20}", line) and not (
        deal_entry.stands_for_board(line) or read_cards(line).cards
    )
    if is_word and state.called(line, state.known) is None:
        hint = meant(line, COMMANDS, "type `help` for the list.")
        return Reply(state, (f"There is no command `{show(line)}`; {hint}",))
    return deal_entry.board_or_key(state, line)


def _foul_answer(state: State, line: str) -> Reply:
    answer = line.lower()
    if answer in ("y", "yes"):
        return deal_entry.accepted(replace(state, asking=Asking.BOARD), state.work.todo[0], state.foul_board)
    back = replace(state, asking=Asking.BOARD, foul_board="", flush_board="")
    if answer == "flush" and state.flush_board:
        return deal_entry.board_of(back, state.work.todo[0], state.flush_board)
    if answer in ("e", "edit"):
        return Reply(replace(back, draft=state.foul_board))
    if answer in ("", "n", "no", "undo"):
        return Reply(back.with_draft(), ("Enter the board again.",))
    if deal_entry.board_begun(line) is not None or answer.split()[0] in (*STATUSES, *QUIT):
        return step(back, line)
    flush = ", or flush (a row was a flush)" if state.flush_board else ""
    edit = "edit (change it)" if flush else "or edit (change it)"
    return Reply(state, (f"Answer y (it is a foul), n (enter it again), {edit}{flush}.",))


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
    unsaved = state.unsaved
    assert unsaved is not None
    assert unsaved.after is not None
    answer = line.lower()
    if answer in ("", "retry", "r"):
        return replace(unsaved, state=state, said=())
    if answer == "undo":
        asking = Asking.PLAYERS if state.header else Asking.BOARD
        back = replace(state, asking=asking, unsaved=None, header=())
        begun = state.work.keys or state.work.boards
        hint = " Boards and keys typed before are still here. Type `done` to end the deal." if begun else ""
        return Reply(back, (f"The change was not written.{hint}",))
    if answer in QUIT:
        lines = [f"  {show(text)}" for text in state.log.added(unsaved.after.log).splitlines() if text]
        said = "The last change was not saved" + (":" if lines else ".")
        return Reply(state, (said, *lines), leave=Exit.FILES)
    return Reply(state, ("The last change is not saved yet. Type `retry`, `undo` or `quit`.",))


# -- the start -----------------------------------------------------------------------------------------


def begin(log: TextLog, style: Style, today: str) -> Reply:
    """Continue a log at its end, or ask for the header of a new log; leave if it has errors."""
    file = show(log.file)
    state = State(log, style, Work(""), today)
    if log.errors:
        return Reply(state, (*log.problems, f"Correct {file}, then start again."), leave=Exit.INPUT)
    state = replace(state, seats=log.seats, away=log.away).on_next_deal()
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
        hello = [f"{file} has {deals}; the last is deal {last}.", "", *standing_lines(log, style)]
    return Reply(state, (*log.problems, *hello))


def seat_words(state: State) -> list[str]:
    away = [seat for seat in state.seats if seat in state.away]
    if not away:
        return []
    back = f"To add a player again, type for example `players + {name_in_list(away[0])}`."
    return [f"Not dealt in: {joined(away, state.style)}. {back}"]


_HEADER: Final = {
    Asking.RULES: "Which rules? Type a name, or names joined by `+`. Press Enter for the default.",
    Asking.STAKE: "What is a point worth? For example 0.50 EUR. Press Enter for points only.",
    Asking.PLAYERS: "Who plays, in the order of the seats?",
}
"""Questions for the keys of a new header, in the order of the keys. Players are asked for first."""
_PLAYERS_HELP: Final = (
    "Type the names in the order of the seats, with commas or spaces between them. For example:"
    " Ann, Bob, Phil H. = P"
)


def _players_answer(state: State, line: str) -> Reply:
    if not line:
        return Reply(state, (_PLAYERS_HELP,))
    item, _ = read_line(state.log.file, line)
    if isinstance(item, BoardSyntax) and len(item.rows) == len(ROWS):
        told = "This is a board. First type only the names: who plays?"
        return Reply(replace(state, draft=line), (told,))
    return _header_answer(state, line, _seats_text(line))


def _rules_answer(state: State, line: str) -> Reply:
    return _header_answer(state, line, line.removeprefix("rules:").strip() or default_name())


def _stake_answer(state: State, line: str) -> Reply:
    return _new_header(state) if line.lower() in ("", "none", "no") else _header_answer(state, line, line)


def _header_answer(state: State, line: str, value: str) -> Reply:
    """Store the value of a key of a new header, and ask for the next missing key."""
    key = state.asking.value
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
    for asking, question in _HEADER.items():
        if asking.value not in entries:
            return Reply(replace(state, asking=asking), (*said, question))
    return replace(_new_header(state), said=tuple(said))


_AND: Final = r"(?i:(?:^|\s+)(?:and|und|et|vs[.]?|&)\s+)"
"""A word between the last two names of a list. A name that contains such a word needs quotes."""


def _seats_text(line: str) -> str:
    """Turn names separated by commas or spaces into the value of the `players` key."""
    apart = re.sub(f"({QUOTED.pattern})|[,;]|{_AND}", lambda match: match[1] or "\n", line)
    by_words = "=" not in line and not re.search("[,;]", re.sub(QUOTED.pattern, "", line))
    parts: list[str] = []
    for part in apart.split("\n"):
        is_one = "=" in part or not (by_words or '"' in part)
        parts += [part.strip()] if is_one else re.findall(rf'{QUOTED.pattern}|[^\s"&/|]+', part)
    return ", ".join(map(_seat_text, filter(None, parts)))


def _seat_text(part: str) -> str:
    """Quote the names of a seat where they need it: `Ann (x) = A1 + A2`."""
    if "=" not in part:
        return part if '"' in part else name_in_list(part)
    return re.sub(rf'{QUOTED.pattern}|[^=+"]+', _quoted_name, part).strip()


def _quoted_name(match: re.Match[str]) -> str:
    name = match[0].strip()
    return f" {name_in_list(name)} " if name and name[0] != '"' else match[0]


def _with_header(state: State, lines: Iterable[str]) -> TextLog:
    text = state.log.text.rstrip("\r\n")
    above = f"{text}\n" if text.strip() else ""
    return read_log(state.log.file, above + "".join(f"{line}\n" for line in lines) + "\n")


def _new_header(state: State) -> Reply:
    order = [asking.value for asking in _HEADER]
    log = _with_header(state, sorted(state.header, key=lambda line: order.index(line.partition(":")[0])))
    if log.errors:
        # For example, a rule file was deleted meanwhile.
        return Reply(state, log.errors)
    after = replace(state, log=log, seats=log.seats, asking=Asking.BOARD, header=()).on_next_deal()
    said = (
        f"{show(log.file)} was created. Enter a board, for example QQ5 AA762 9TJQK, or type `help`.",
        *after.due_words,
    )
    return Reply(state, (), after, said)


_QUESTIONS: Final = {
    Asking.PLAYERS: _Question(lambda state: "players> ", _players_answer, _PLAYERS_HELP),
    Asking.RULES: _Question(
        lambda state: f"rules [{default_name()}]> ",
        _rules_answer,
        "Type the name of a rule set, or names joined by `+`. Type `rules list` for all names. Press Enter "
        "for the default. Type undo to change the players.",
        lambda state: chain(*shipped_names()),
    ),
    Asking.STAKE: _Question(
        lambda state: "stake [none]> ",
        _stake_answer,
        "Type the value of a point, for example 0.50 EUR or 0.50. Press Enter to play for points only. Type "
        "undo to change the players.",
    ),
    Asking.BOARD: _Question(_board_asked, _board_answer, HELP, _board_words),
    Asking.FOUL: _Question(
        lambda state: f"keep it? [y/N/edit{'/flush' if state.flush_board else ''}] ",
        _foul_answer,
        "y keeps the board as a foul, n asks for the board again, edit lets you change it. flush means that "
        "a row without suits was a flush; it is offered if the board is then no foul.",
        lambda state: ("yes", "no", "edit", "flush"),
    ),
    Asking.QUIT: _Question(
        lambda state: "quit? [y/N/drop] " if state.kept else "quit anyway? [y/N] ",
        _quit_answer,
        "y or q quits; boards in the draft are restored at the next start. drop quits and deletes the draft. "
        "Enter continues.",
        lambda state: ("yes", "no", "drop"),
    ),
    Asking.SAVE: _Question(
        lambda state: "not saved: retry, undo or quit> ",
        _save_answer,
        "retry tries to save the change again, undo discards it, quit shows it and ends without saving.",
        lambda state: ("retry", "undo", "quit"),
    ),
}
