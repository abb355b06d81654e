"""Commands at the table: what goes back, what is edited, what is shown, who plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ofcscore.live.boards import asked_first, enter_key, finish, new_warnings
from ofcscore.live.log import Change, TextLog, board_line, boards_as_text, change_back, read_log
from ofcscore.live.said import (
    HELP,
    deal_lines,
    due_lines,
    joined,
    list_deals,
    result_lines,
    settle_lines,
    standing_lines,
)
from ofcscore.live.state import EDITING, QUIT, Asking, Past, Reply, Save, State, Work, unquoted
from ofcscore.log.amounts import option_text
from ofcscore.log.check.names import is_name, name_key, normal_name
from ofcscore.log.keys import KEYS
from ofcscore.log.read.typed_signs import seen
from ofcscore.log.write.notation import entry_text, free_text, name_in_list
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Exit, Problem, show
from ofcscore.problems.words import listed
from ofcscore.report.wording import Style

Command = Callable[[State, str], Reply]


def _undo(state: State) -> Reply:
    if state.rows:
        return Reply(replace(state, rows=state.rows[:-1]), (f"Took back the row {show(state.rows[-1])}.",))
    if state.work.index is not None:
        return Reply(state.end_edit(), (f"Deal {show(state.work.name)} stays as it was.",))
    past = state.past[-1] if state.past else _last_deal(state)
    if past is None:
        return Reply(state, ("There is nothing to take back.",))
    if past.change is None:
        back = replace(_taken_back(state, past), work=past.work)
        return Reply(back, (f"Took back {show(past.what)}", *back.due_words))
    log = read_log(state.log.file, past.change.of(state.log.text))
    if log.errors:
        # A rule set in a file may be another by now.
        return Reply(state, (*log.errors, f"{show(past.what)} stays."))
    return _undo_saved(state, past, log)


def _taken_back(state: State, past: Past, change: Change | None = None) -> State:
    """The state without what was done last, which `redo` does again, by a change where it changed the log."""
    again = Past(past.what, state.work, state.seats, change)
    seats, away = past.seats, state.away & frozenset(past.seats)
    undone = (*state.undone, (past, again))
    return replace(state, past=state.past[:-1], undone=undone, seats=seats, away=away)


def _last_deal(state: State) -> Past | None:
    """The last deal of the log as the last thing that was done, None without one."""
    if not state.log.syntaxes:
        return None
    log = read_log(state.log.file, state.log.without_last_deal())
    work = replace(state, log=log).next_work()
    change = change_back(log.text, state.log.text)
    return Past(f"deal {state.log.names[-1]}", work, log.seats or state.seats, change)


def _redo(state: State) -> Reply:
    if state.work.index is not None:
        return Reply(state, EDITING)
    if not state.undone or state.rows:
        return Reply(state, ("There is nothing to do again: `redo` is for what `undo` took back last.",))
    *undone, (past, then) = state.undone
    said = f"There again: {show(past.what)}"
    again = replace(state, work=then.work, seats=then.seats, past=(*state.past, past), undone=tuple(undone))
    if then.change is None:
        return Reply(again, (said, *again.due_words))
    log = read_log(state.log.file, then.change.of(state.log.text))
    if log.errors:
        return Reply(state, log.errors)
    again = replace(again, log=log)
    return Reply(state, (), Save(again, (said, *result_lines(log, state.style), *again.due_words)))


def _undo_saved(state: State, past: Past, log: TextLog) -> Reply:
    """The log as it was before the last change."""
    back = replace(_taken_back(state, past, change_back(state.log.text, log.text)), log=log)
    said = [f"Took back {show(past.what)}."]
    if len(log.syntaxes) < len(state.log.syntaxes):
        boards = boards_as_text(state.log.syntaxes[-1])
        said = [f"Took back {show(past.what)}:", *(f"  {show(board_line(*board))}" for board in boards)]
        work = back.next_work(past.work.date or log.last_date)
        work = replace(work, name=past.work.name, keys=past.work.keys)
    else:
        todo = (name for name in state.work.todo if name in past.seats or log.anybody_plays)
        work = replace(state.work, todo=tuple(todo))
    return Reply(state, (), Save(replace(back, work=work), (*said, *result_lines(log, state.style))))


def _edit(state: State, rest: str) -> Reply:
    if state.work.index is not None:
        return Reply(state, EDITING)
    wanted = unquoted(rest)
    here = dict(state.work.boards)
    if not rest and here:
        wanted = state.work.boards[-1][0]
    player = state.called(wanted, here)
    if player is not None and (not rest or player in here):
        return asked_first(state, player)
    if not state.log.syntaxes:
        return Reply(state, ("There is no deal yet to edit.",))
    index, name = _deal_called(state.log, rest)
    if index is None:
        return Reply(state, (f"There is no deal {show(rest)}; `deals` lists them.",))
    return edit_deal(state, index, unquoted(name))


def edit_deal(state: State, index: int, name: str) -> Reply:
    """A deal of the log board by board, or (where `name` has one) one board of it, ready for editing."""
    syntax = state.log.syntaxes[index]
    boards = tuple(
        (player or f"Player {i + 1}", text) for i, (player, text) in enumerate(boards_as_text(syntax))
    )
    chosen = tuple(player for player, _ in boards)
    if name:
        one = state.called(name, dict(boards))
        if one is None:
            return Reply(state, (f"{show(name)} has no board in that deal.",))
        chosen = (one,)
    if not chosen:
        return Reply(state, ("That deal has no boards.",))
    date = syntax.date.text if syntax.date is not None else None
    keys = tuple(entry_text(entry) for entry in syntax.entries)
    work = Work(state.log.names[index], date, keys, boards, chosen, index)
    state = replace(state, aside=state.work, work=work).with_draft()
    return Reply(state, ("Enter keeps a board as it is; `undo` leaves the whole deal as it was.",))


def _show(state: State, rest: str) -> Reply:
    if not state.log.syntaxes:
        return Reply(state, ("No deal is there yet.",))
    index, name = _deal_called(state.log, rest)
    if index is None:
        return Reply(state, (f"There is no deal {show(rest)}; `deals` lists them.",))
    syntax, result = state.log.syntaxes[index], state.log.result_of(index)
    there = [b.player for b in result.deal.boards] if result is not None else []
    one = state.called(unquoted(name), there)
    if name and one is None:
        return Reply(state, (f"{show(name)} has no board in that deal.",))
    keys = [f"  {show(entry_text(entry))}" for entry in syntax.entries]
    if result is not None:
        return Reply(state, (*deal_lines(result, state.style, boards=True, of=one), *keys))
    boards = [f"  {show(board_line(player, text))}" for player, text in boards_as_text(syntax)]
    return Reply(
        state, (f"Deal {show(state.log.names[index])} is void and counts for nothing.", *boards, *keys)
    )


def _deal_called(log: TextLog, text: str) -> tuple[int | None, str]:
    """Which deal `3`, `3 Hero` or `Hero` means (the last without a name), and whose board."""
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
    """A key without its colon: `note TEXT`."""

    def command(state: State, rest: str) -> Reply:
        if key in ("note", "title") and rest and not rest.startswith('"'):
            # What is said is a remark as a whole, whatever signs are in it.
            return enter_key(state, f"{key}: {free_text(rest)}")
        if KEYS[key].bare and not rest:
            return enter_key(state, key)
        if ":" in rest and KEYS[key].of is not None:
            return enter_key(state, f"{key} {rest}")
        return enter_key(state, f"{key}: {rest}")

    return command


def _done(state: State) -> Reply:
    work = state.work
    if work.index is None and len(work.boards) < 2 and not any(key.startswith("void") for key in work.keys):
        return Reply(state, (f"Deal {show(work.name)} has fewer than two boards; nothing is written.",))
    return finish(replace(state, work=replace(work, todo=())))


def _quit(state: State) -> Reply:
    lost = what_is_lost(state)
    if not lost:
        return Reply(state, tuple(goodbye(state)), leave=Exit.OK)
    return Reply(replace(state, asking=Asking.QUIT), lost)


def what_is_lost(state: State) -> tuple[str, ...]:
    """What would be lost by quitting now, in words, and what is not in the log but in the draft."""
    work = state.aside or state.work
    said = []
    if state.work.index is not None:
        said.append(f"Deal {show(state.work.name)} is being edited, and the change is not on disk.")
    parts = [f"{state.style.text(player)}'s board" for player, _ in work.boards]
    parts += [f"`{show(key)}`" for key in work.keys]
    parts += ["the rows just typed"] if state.rows and state.work.index is None else []
    if parts:
        verb = "is" if len(parts) == 1 and not state.rows else "are"
        where = f"kept in {show(state.kept)} for the next start" if state.kept else "not on disk"
        said.append(f"Deal {show(work.name)} is not finished: {listed(parts, 'and')} {verb} {where}.")
    return tuple(said)


def goodbye(state: State) -> list[str]:
    log = state.log
    if not log.results:
        return []
    deals = f"{len(log.results)} deals are" if len(log.results) > 1 else "1 deal is"
    return [f"{deals} in {show(log.file)}.", *due_lines(log.due, state.style)]


def _players(state: State, rest: str) -> Reply:
    """Who is dealt in; `+ NAME` lets somebody in, `- NAME` leaves somebody out from now on."""
    sign, typed = rest[:1], unquoted(rest[1:].strip())
    if sign not in ("+", "-") or not typed:
        there = joined([s for s in state.seats if s not in state.away], state.style) or "nobody yet"
        away = joined([s for s in state.seats if s in state.away], state.style)
        return Reply(state, (f"Dealt in: {there}." + (f" Not dealt in: {away}." if away else ""),))
    if state.work.index is not None:
        return Reply(state, EDITING)
    name, wrong = _name_of(typed)
    if wrong:
        return Reply(state, wrong)
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


def _name_of(typed: str) -> tuple[str, tuple[Problem, ...]]:
    """A name as the log would have it, with plain blanks and nothing unseen, and why it can be none."""
    problems = Problems()
    name = seen(option_text("", typed))
    is_name(name, problems)
    return normal_name(name.text), problems.kept


def _leave_out(state: State, seat: str | None, name: str) -> Reply:
    if seat is None:
        return Reply(state, (f"There is no player {show(name)}.",))
    if seat in dict(state.work.boards):
        return Reply(state, (f"{state.style.text(seat)} has a board in this deal; `undo` takes it back.",))
    state = replace(state, away=state.away | {seat}, work=state.work.without(seat))
    back = f"`players + {name_in_list(seat)}` undoes that."
    said = [f"{state.style.text(seat)} is not dealt in from here on; {back}"]
    if seat in state.log.due:
        said.append(f"{state.style.text(seat)} is due a fantasyland deal and would miss it.")
    if not state.work.todo and len(state.work.boards) > 1:
        return finish(state, tuple(said))
    return Reply(state, tuple(said))


def _new_player(state: State, name: str) -> Reply:
    what = f"{show(name)} as a player"
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
    told = [*new_warnings(state.log, log), f"{show(name)} is dealt in, and stands in `players:` of the log."]
    return Reply(state, (), Save(after, tuple(told)))


def _alone(word: str, does: Callable[[State], Reply]) -> Command:
    """A command with nothing behind it: what else was meant by `undo 3` nobody knows."""

    def command(state: State, rest: str) -> Reply:
        return Reply(state, (f"`{word}` stands alone, without `{show(rest)}`.",)) if rest else does(state)

    return command


def _says(lines: Callable[[TextLog, Style], Sequence[str]]) -> Command:
    """A command that only says something of the log."""
    return lambda state, rest: Reply(state, tuple(lines(state.log, state.style)))


COMMANDS: Final[Mapping[str, Command]] = {
    "undo": _alone("undo", _undo),
    "redo": _alone("redo", _redo),
    "edit": _edit,
    "show": _show,
    "score": _says(standing_lines),
    "standings": _says(standing_lines),
    "settle": _says(settle_lines),
    "deals": _says(list_deals),
    **{key: _key(key) for key in KEYS if key != "players"},
    "players": _players,
    "done": _alone("done", _done),
    "help": _says(lambda log, style: HELP),
    **{word: _alone(word, _quit) for word in QUIT},
}
"""What each word does at the table, with what stands behind it."""
