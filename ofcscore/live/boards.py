"""Boards and keys of a deal: checked as they are entered, and the deal finished when all are there."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ofcscore.game.board import Row, Stated
from ofcscore.game.spelling import read_cards
from ofcscore.live.judging import check, due_in, judge, next_number
from ofcscore.live.log import (
    TextLog,
    board_line,
    boards_as_text,
    marked,
    read_log,
    read_one_line,
    remark_of,
    with_deal,
)
from ofcscore.live.said import deal_lines, result_lines
from ofcscore.live.state import EDITING, ROW_NAMES, Asking, Reply, Said, Save, State, Work, unquoted
from ofcscore.log.keys import KEYS, RESERVED
from ofcscore.log.read.voids import NO_VOIDS
from ofcscore.log.syntax import BoardSyntax, DealLine, Entry
from ofcscore.log.write.notation import board_text, entry_text, name_in_list, place_rows
from ofcscore.problems.problem import show
from ofcscore.problems.words import near
from ofcscore.report.table import board_lines
from ofcscore.report.views import BoardView
from ofcscore.report.wording import Style
from ofcscore.scoring.boards import Status


def board_or_key(state: State, line: str) -> Reply:
    """A line that is no command: a key of the deal, a `deal` line, or a board."""
    named = seat_at_head(state, line)
    if named is not None:
        return board_of(state, *named)
    current = state.current_player
    if current is not None and stands_for_board(line):
        return _rows_or_board(state, current, line)
    item, problems = read_one_line(state.log.file, line, next_number(state))
    if item is None:
        return Reply(state, tuple(problems))
    sound = not any(not p.warning for p in problems)
    if isinstance(item, Entry) or (not sound and _is_key_line(line)):
        return enter_key(state, line)
    if isinstance(item, DealLine) and sound and item.name is not None:
        if item.void is not None:
            why = "".join(f" ({part.words[0].text})" for part in item.void.parts)
            return enter_key(state, f"void: deal {name_in_list(item.name.text)}{why}")
        return _rename(state, item)
    if isinstance(item, BoardSyntax) and item.name is not None and sound:
        _, behind = _behind_name(line, item.name.column - 1 + item.name.width)
        return board_of(state, item.name.text, behind)
    named = _name_at_head(state, line)
    if named is not None:
        return board_of(state, *named)
    if current is None:
        return Reply(state, _nobody_left(state))
    return _rows_or_board(state, current, line)


def _name_at_head(state: State, line: str) -> tuple[str, str] | None:
    """A name that no seat has before a board, and the board; None where it may be a slip in a card."""
    word, _, behind = line.partition(" ")
    rest, read = behind.strip(), read_cards(word)
    board = board_begun(rest)
    if board is None or not word.isalpha() or word.lower() in RESERVED or not read.faults:
        return None
    is_whole = not board.rows or _sound_rows(rest) == len(ROW_NAMES)
    return (word, rest) if is_whole or not read.cards or near(word, state.seats) is not None else None


_BEHIND_NAME: Final = re.compile(r"[\s*_~`\"”’']*((?:\([^()]*\)\s*)*)[:：=–—-]*\s*")
"""What may stand between a name and its board: marks, which belong to the board, and signs."""


def _behind_name(line: str, at: int) -> tuple[bool, str]:
    """Whether a colon stands behind a name that ends there, and the board behind both."""
    match = _BEHIND_NAME.match(line, at)
    assert match is not None
    return ":" in match[0], f"{match[1]}{line[match.end() :]}".strip()


def seat_at_head(state: State, line: str) -> tuple[str, str] | None:
    """Whose board a line is that begins with a player's name, in any case, and what stands behind the name.

    None where it begins with none, or may go without: `A 7 7` is a row, even if somebody is called A.
    """
    quote = '"' if line.startswith('"') else ""
    names = sorted((*state.seats, *state.log.short_names), key=len, reverse=True)
    for name in names:
        head = line[: len(name) + 2 * len(quote)]
        player = state.called(unquoted(head), names)
        is_part = not quote and line[len(head) :][:1].isalnum()
        if player is None or is_part or head.casefold() != f"{quote}{name}{quote}".casefold():
            continue
        colon, rest = _behind_name(line, len(head))
        parted = colon and head.lower() not in RESERVED
        if parted or not rest or (_sound_rows(line) is None and board_begun(rest) is not None):
            return player, rest
    return None


def board_begun(text: str) -> BoardSyntax | None:
    """The board that a text is, or begins: a row of cards at least, or what stands in place of one."""
    item = _board_alone(text)
    few = item is not None and item.rows and len(read_cards(item.rows[0].text).cards) < Row.TOP.size
    return None if few else item


def stands_for_board(text: str) -> bool:
    """Whether a text is a word in place of a board: `busted`, `sat out`."""
    board = board_begun(text)
    return board is not None and board.status is not None and not board.rows


def _board_alone(text: str) -> BoardSyntax | None:
    """The board that a text is without fault; None where it is none."""
    item, problems = read_one_line("", f"X: {text}")
    return item if text and isinstance(item, BoardSyntax) and not problems else None


def _is_key_line(line: str) -> bool:
    word, colon, _ = line.partition(":")
    return bool(colon) and word.split(" ")[0].lower() in KEYS


def _nobody_left(state: State) -> tuple[str, ...]:
    if not state.seats:
        return ("Say whose board this is: `ann QQ5 AA762 9TJQK`. `done` ends the deal.",)
    return ("All boards of this deal are there. `done` ends it, `edit Ann` changes one.",)


def board_of(state: State, player: str, text: str) -> Reply:
    """A board that says whose it is; without one, the player is asked first."""
    known = {*state.seats, *(name for name, _ in state.work.boards)}
    if player not in known:
        player = state.log.short_names.get(player, player)
    if state.work.index is not None and player not in dict(state.work.boards):
        return Reply(state, (f"{show(player)} has no board in this deal.",))
    if not text and player not in known:
        return Reply(state, (f"There is no player {show(player)}.",))
    now = replace(state, rows=(), work=state.work.asking_first(player))
    return _rows_or_board(now, player, text, state.work) if text else asked_first(now, player)


def asked_first(state: State, player: str) -> Reply:
    """A player's board is asked for before the others'; one that is there already is ready for editing."""
    draft = dict(state.work.boards).get(player, "")
    now = replace(state, work=state.work.asking_first(player), draft=draft)
    return Reply(now, now.due_words)


def _rows_or_board(state: State, player: str, text: str, work: Work | None = None) -> Reply:
    """A whole board, or some of its rows, the others to follow."""
    typed = (*state.rows, text)
    whole = " / ".join(typed)
    count = _sound_rows(whole)
    if count is not None and count < len(ROW_NAMES):
        return Reply(replace(state, rows=typed))
    return _board(replace(state, rows=()), player, whole, work)


def _sound_rows(text: str) -> int | None:
    """How many rows a text has where all are sound and it is nothing but rows; else None."""
    item = _board_alone(text)
    if item is None or item.status is not None or item.marks or not 0 < len(item.rows) <= len(ROW_NAMES):
        return None
    places = place_rows(item.labels)
    reads = [read_cards(row.text) for row in item.rows]
    sound = all(not r.faults and len(r.cards) == row.size for r, row in zip(reads, places, strict=True))
    return len(places) if sound and len(set(places)) == len(places) else None


def _board(state: State, player: str, text: str, before: Work | None = None) -> Reply:
    """A board checked at once: what is wrong with it, or what it is; a foul is asked about."""
    work = state.work
    judged = judge(state, player, text)
    syntax, deal, problems, score = judged
    if score is None or deal is None or syntax is None:
        told = judged.said(player)
        if any(p.code == "name-unknown" for p in judged.errors):
            hint = f"`players + {name_in_list(player)}` adds a player to the log."
            return Reply(replace(state, work=before or work), (*told, hint))
        return Reply(replace(state, draft=text), told)
    board = syntax.boards[-1]
    value = deal.boards[-1]
    if (
        value.player in due_in(state, deal)
        and not value.fantasyland
        and score.status is not Status.ABSENT
        and _marks(state.log)
    ):
        board = marked(board, "fantasyland")
    final = board_text(board) + remark_of(text)
    shown = BoardView(score, state.style.of_rules(deal.table.rules))
    said: list[Said] = [*problems, *board_lines(shown, [shown])]
    if before is not None and work.index is None and player in dict(before.boards):
        said.append(f"This takes the place of {state.style.text(player)}'s board before.")
    if state.seats and state.log.anybody_plays and player not in (*state.seats, *dict(work.boards)):
        said.append(_newcomer(state, player))
    stated = value.stated is Stated.FOUL or "foul" in board_text(board)
    if score.status is Status.FOUL and not stated:
        rows, flushed = _saved_by_flush(state, player, board)
        were = f"the {rows[0]} was a flush" if len(rows) == 1 else "the middle and the bottom were flushes"
        said.append(f"This is a foul. If {were}, type `flush`." if flushed else "This is a foul.")
        # What was asked once is not asked again, of the log.
        held = board_text(marked(board, "foul")) + remark_of(text) if flushed else final
        return Reply(replace(state, asking=Asking.FOUL, held=held, flushed=flushed), tuple(said))
    return accepted(state, player, final, tuple(said))


def _newcomer(state: State, player: str) -> str:
    """What is said of a player who had no board before."""
    other = near(player, [seat for seat in state.seats if seat not in dict(state.work.boards)])
    doubt = f": is it {state.style.text(other)}? `undo` takes the board back" if other is not None else ""
    return f"{state.style.text(player)} is new here{doubt}."


def _saved_by_flush(state: State, player: str, board: BoardSyntax) -> tuple[list[str], str]:
    """The rows without suits that would save a foul if they were flushes, and the board so; else empty."""
    placed = [*zip(place_rows(board.labels), board.rows, strict=True)]
    for tried in ((Row.BOTTOM,), (Row.MIDDLE,), (Row.MIDDLE, Row.BOTTOM)):
        rows = tuple(t._replace(text=f"{t.text} flush") if row in tried else t for row, t in placed)
        text = board_text(board._replace(rows=rows))
        score = judge(state, player, text).score
        if score is not None and score.status is not Status.FOUL:
            return [row.label for row in tried], text
    return [], ""


def _marks(log: TextLog) -> bool:
    """Whether boards in fantasyland are marked: always, unless the log has some that are not."""
    return all(
        b.board.fantasyland
        for r in log.results
        for b in r.score.boards
        if b.fantasyland.was and b.status is not Status.ABSENT
    )


def accepted(state: State, player: str, text: str | None, said: tuple[Said, ...] = ()) -> Reply:
    """A board taken in (None: it stays as it was); the next is asked for, or the deal is finished."""
    work = state.work
    after = work.without(player)
    if text is not None and work.index is not None:
        after = replace(after, boards=tuple((n, text if n == player else t) for n, t in work.boards))
    elif text is not None:
        after = replace(after, boards=(*((n, t) for n, t in work.boards if n != player), (player, text)))
        state = state.did(f"{state.style.text(player)}'s board: {text}")
        state = replace(state, away=state.away - {player})
    state = replace(state, work=after, asking=Asking.BOARD, held="", flushed="")
    if after.todo:
        return Reply(state.with_draft(), (*said, *state.due_words))
    if work.index is None and (len(after.boards) < 2 or (state.log.anybody_plays and not state.seats)):
        return Reply(state, said)
    return finish(state, said)


def keep_foul(state: State) -> Reply:
    """The board that is held, as the foul that it is."""
    return accepted(replace(state, asking=Asking.BOARD), state.work.todo[0], state.held)


def finish(state: State, said: tuple[Said, ...] = ()) -> Reply:
    """The deal read and scored as it will stand in the log, and saved where nothing is wrong with it."""
    if state.work.index is not None:
        return _finish_edit(state, said)
    work = state.work
    order = {name: i for i, name in enumerate(state.seats)}
    boards = sorted(work.boards, key=lambda board: order.get(board[0], len(order)))
    lines = [work.head, *work.keys, *(board_line(player, text) for player, text in boards)]
    log = read_log(state.log.file, with_deal(state.log.text, lines))
    if log.errors:
        whole = f"Deal {show(work.name)} cannot be scored so: `edit NAME`, `note`, `undo` or `done` go on."
        return Reply(state, (*said, *log.errors, whole))
    after = state.moved(log, f"deal {state.style.text(work.name)}").on_next_deal()
    told = [*new_warnings(state.log, log), *_scored_words(log, len(log.syntaxes) - 1, state.style)]
    return Reply(state, said, Save(after, tuple(told), again=finish))


def new_warnings(before: TextLog, log: TextLog) -> list[Said]:
    known = {(p.code, p.message) for p in before.problems}
    return [p for p in log.problems if (p.code, p.message) not in known]


def _scored_words(log: TextLog, index: int, style: Style) -> list[str]:
    """A deal's score, how everybody stands after all deals, and who is due in fantasyland."""
    result = log.result_of(index)
    if log.outcome is None:
        return []
    if result is None:
        return [f"Deal {show(log.names[index])} is void and counts for nothing."]
    return ["", *deal_lines(result, style), *result_lines(log, style), ""]


def _finish_edit(state: State, said: tuple[Said, ...]) -> Reply:
    work = state.work
    assert work.index is not None
    old = boards_as_text(state.log.syntaxes[work.index])
    changed = {
        i: text for i, ((_, text), (_, was)) in enumerate(zip(work.boards, old, strict=True)) if text != was
    }
    back = state.end_edit()
    if not changed:
        return Reply(back, (*said, f"Deal {show(work.name)} stays as it was."))
    log = read_log(state.log.file, state.log.with_boards(work.index, changed))
    if log.errors:
        names = tuple(name for i, (name, _) in enumerate(work.boards) if i in changed)
        again = replace(state, work=replace(work, todo=names)).with_draft()
        return Reply(again, (*said, *log.errors, "Change it, or `undo` leaves the deal as it was."))
    after = back.moved(log, f"the change of deal {state.style.text(work.name)}")
    told = new_warnings(state.log, log)
    if log.result_of(work.index) is not None:
        told += _scored_words(log, work.index, state.style)
    if work.index < len(log.syntaxes) - 1:
        told.append("The deals after it are scored anew.")
    return Reply(state, said, Save(after, tuple(told)))


_LOOK_BACK: Final = ("note", "adjust", "paid", "void")
"""Keys that, between two deals, are about the deal before."""


def _with_seats_names(state: State, item: Entry, line: str) -> str:
    """The line of a key with the names in it as the log has them, in whatever case they were typed."""
    names = [*item.names, *(name for part in item.parts for name in part.names)]
    for name in sorted(names, key=lambda name: -name.column):
        player = state.called(name.text, (*state.seats, *state.log.short_names))
        before, behind = line[: name.column - 1], line[name.column - 1 :]
        if player is not None and behind.startswith(name.text) and not before.endswith('"'):
            line = f"{before}{name_in_list(player)}{behind[len(name.text) :]}"
    return line


def enter_key(state: State, line: str) -> Reply:
    """A key of the deal in the making, or of the last one where it looks back and nothing is entered yet."""
    item, problems = read_one_line(state.log.file, line, next_number(state))
    if not isinstance(item, Entry):
        return state.asked_again(line, problems)
    named = _with_seats_names(state, item, line)
    if named != line:
        return enter_key(state, named)
    key = item.key.text
    if key == "players":
        return Reply(state, ("`players + NAME` adds a player, `players - NAME` leaves one out.",))
    if KEYS[key].where == "header":
        return Reply(state, (f"`{key}` stands before the first deal: change it in {show(state.log.file)}.",))
    if state.work.index is not None:
        return Reply(state, EDITING)
    if key == "date":
        return _rename(state, DealLine(item.key, None, item.parts[0].words[0]))
    text = entry_text(item) + remark_of(line, key)
    of_session = key == "title" and not state.log.syntaxes
    if (key in _LOOK_BACK or of_session) and not state.work.boards and not state.rows:
        void = NO_VOIDS.of(item)
        told = f"Deal {show(void.name)} is void." if void is not None else ""
        return key_on_disk(state, key, text, line, told=told)
    checked = check(state, state.work, key=text)
    if checked.errors:
        return state.asked_again(line, checked.errors)
    state = replace(state.did(f"`{text}`"), work=replace(state.work, keys=(*state.work.keys, text)))
    void = NO_VOIDS.of(item)
    if key == "void":
        which = state.work.name if void is None else void.name
        return Reply(state, (f"Deal {show(which)} will be void: `done` ends it.",))
    return Reply(state, (*checked.problems, f"For deal {show(state.work.name)}: {show(text)}"))


def key_on_disk(state: State, key: str, text: str, line: str, index: int = -1, *, told: str = "") -> Reply:
    """Add a key to a deal of the log, by default the last one, or to the header of a log without deals.

    `told` replaces the sentence that says where the key was written.
    """
    log, where = state.log, "the session"
    if log.syntaxes:
        name = log.syntaxes[index].name
        where = f"deal {show(name.text)}" if name is not None else "the deal"
    elif key == "void":
        return Reply(state, ("There is no deal yet that could be void.",))
    read = read_log(log.file, log.with_key(text, index))
    if read.errors:
        return state.asked_again(line, read.errors)
    after = state.moved(read, f"`{text}`")
    words = [*new_warnings(log, read), told or f"Written to {where}: {show(text)}"]
    if key in ("adjust", "void"):
        words += result_lines(read, state.style)
    return Reply(state, (), Save(after, tuple(words)))


def _rename(state: State, item: DealLine) -> Reply:
    """A `deal` line names the deal in the making, and may date it; a `date` dates it alone."""
    if state.work.index is not None:
        return Reply(state, EDITING)
    name = item.name.text if item.name is not None else state.work.name
    if name in state.log.names:
        return Reply(state, (f"There is already a deal {show(name)}; `edit {show(name)}` changes it.",))
    date = item.date.text if item.date is not None else state.work.date
    work = replace(state.work, name=name, date=date)
    errors = check(state, work).errors
    if errors:
        return state.asked_again(item.at.line.text, errors)
    what = "name" if item.name is not None else "date"
    return Reply(replace(state.did(f"the {what} of deal {show(name)}"), work=work))
