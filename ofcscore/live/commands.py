"""Commands at the table: undo and redo, editing and showing deals, players, keys, quitting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ofcscore.diagnostics.problem import Exit, Problems, show
from ofcscore.diagnostics.words import listed
from ofcscore.live.boards import asked_first, enter_key, finish, new_warnings
from ofcscore.live.output import (
    HELP,
    deal_lines,
    goodbye,
    joined,
    list_deals,
    result_lines,
    settle_lines,
    standing_lines,
)
from ofcscore.live.state import (
    EDITING,
    QUIT,
    Asking,
    Past,
    Reply,
    Save,
    State,
    TextLog,
    Work,
    board_line,
    boards_as_text,
    read_log,
    unquoted,
)
from ofcscore.log.amounts import option_text
from ofcscore.log.check.people import is_name, name_key, normal_name
from ofcscore.log.keys import KEYS
from ofcscore.log.text.values import one_name
from ofcscore.log.write.notation import entry_text, free_text, name_in_list, value_text
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
    log, back = _at(state, past)
    back = replace(back, past=state.past[:-1], undone=(*state.undone, state.point(past.what, past.board)))
    if log is state.log:
        return Reply(back, (f"Took back {show(past.told)}", *back.due_words))
    if log.errors:
        return Reply(state, (*log.errors, f"{show(past.what)} stays."))
    said = [f"Took back {show(past.what)}."]
    if len(log.syntaxes) < len(state.log.syntaxes):
        last = state.log.syntaxes[-1]
        lines = (
            *(board_line(*board) for board in boards_as_text(last)),
            *map(entry_text if last.boards else value_text, last.entries),
        )
        said = [f"Took back {show(past.what)}:", *(f"  {show(line)}" for line in lines)]
        back = replace(back, work=replace(back.work, boards=(), todo=back.dealt_in))
    return Reply(state, (), Save(back, (*said, *result_lines(log, state.style))))


def _at(state: State, point: Past) -> tuple[TextLog, State]:
    """Return the log and the state at a point. The log has errors if a rule file was changed since."""
    log = state.log if point.text == state.log.text else read_log(state.log.file, point.text)
    away = state.away & frozenset(point.seats)
    return log, replace(state, log=log, work=point.work, seats=point.seats, away=away)


def _last_deal(state: State) -> Past | None:
    """Return the point before the last deal of the log."""
    if not state.log.syntaxes:
        return None
    name, last = state.log.names[-1], state.log.syntaxes[-1]
    # The points of a deal without boards are its whole.
    keys = tuple(map(entry_text, last.entries)) if last.boards else ()
    work = Work(name, last.date.text if last.date is not None else None, keys, todo=state.dealt_in)
    return Past(f"deal {name}", state.log.without_last_deal(), work, state.seats)


def _redo(state: State) -> Reply:
    if state.work.index is not None:
        return Reply(state, EDITING)
    if not state.undone or state.rows:
        return Reply(state, ("There is nothing to do again: `redo` is for what `undo` took back last.",))
    *undone, then = state.undone
    said = f"There again: {show(then.told)}"
    log, again = _at(state, then)
    again = replace(again, past=(*state.past, state.point(then.what, then.board)), undone=tuple(undone))
    if log is state.log:
        return Reply(again, (said, *again.due_words))
    if log.errors:
        return Reply(state, log.errors)
    return Reply(state, (), Save(again, (said, *result_lines(log, state.style), *again.due_words)))


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
    void = f"Deal {show(state.log.names[index])} is void and counts for nothing."
    return Reply(state, (void, *boards, *keys))


def _deal_called(log: TextLog, text: str) -> tuple[int | None, str]:
    """Return the deal that `3`, `3 Hero` or `Hero` means (the last by default), and the player."""
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
            # The whole text is the remark, whatever signs are in it.
            line = f"{key}: {free_text(rest)}"
        elif KEYS[key].bare and not rest:
            line = key
        elif ":" in rest and KEYS[key].of is not None:
            line = f"{key} {rest}"
        return enter_key(state, line)

    return command


def _done(state: State) -> Reply:
    work = state.work
    alone = ("void", "expect") if not work.boards else ("void",)
    if work.index is None and len(work.boards) < 2 and not any(key.startswith(alone) for key in work.keys):
        return Reply(state, (f"Deal {show(work.name)} has fewer than two boards; nothing is written.",))
    return finish(replace(state, work=replace(work, todo=())))


def _points(state: State, text: str) -> Reply:
    """End the deal with its points alone, as they were written down: `points Ann +5, Bob -5`."""
    if state.work.index is not None:
        return Reply(state, EDITING)
    if state.work.boards or state.rows:
        return Reply(state, (f"Deal {show(state.work.name)} has boards, which give its points.",))
    if not text:
        return Reply(state, ("Write the points of all players: `points Ann +5, Bob -5`.",))
    told = enter_key(state, f"expect: {text}")
    if told.state.work.keys == state.work.keys:
        return told
    ended = _done(told.state)
    return ended if ended.save is not None else Reply(state, ended.said)


def _quit(state: State) -> Reply:
    lost = what_is_lost(state)
    if not lost:
        return Reply(state, tuple(goodbye(state.log, state.style)), leave=Exit.OK)
    return Reply(replace(state, asking=Asking.QUIT), lost)


def what_is_lost(state: State) -> tuple[str, ...]:
    """Say what would be lost by quitting now, and what is in the draft but not in the log."""
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


def _players(state: State, rest: str) -> Reply:
    """List who is dealt in; `+ NAME` deals a player in, `- NAME` leaves one out from now on."""
    sign, typed = rest[:1], unquoted(rest[1:].strip())
    if sign not in ("+", "-") or not typed:
        there = joined(state.dealt_in, state.style) or "nobody yet"
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
    """Return a command that takes nothing behind it."""
    return lambda state, rest: (
        Reply(state, (f"`{word}` stands alone, without `{show(rest)}`.",)) if rest else does(state)
    )


def _says(lines: Callable[[TextLog, Style], Sequence[str]]) -> Command:
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
    "points": _points,
    "done": _alone("done", _done),
    "help": _says(lambda log, style: HELP.splitlines()),
    **{word: _alone(word, _quit) for word in QUIT},
}
