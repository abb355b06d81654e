"""Enter a deal: check and score each board and key, then the whole deal."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Problem, listed, near, show
from ofcscore.game.cards import SUITS, Row, Stated
from ofcscore.game.spelling import read_cards
from ofcscore.live.state import (
    EDITING,
    ROW_NAMES,
    Asking,
    Reply,
    Said,
    State,
    TextLog,
    Work,
    board_line,
    deal_lines,
    gap,
    read_line,
    read_log,
    remark_of,
    result_lines,
    unquoted,
    with_deal,
    with_only_fix,
)
from ofcscore.log.keys import KEYS, RESERVED
from ofcscore.log.read.voids import NO_VOIDS
from ofcscore.log.syntax import BoardSyntax, DealLine, DealSyntax, Entry, Text, Unread
from ofcscore.log.write.notation import board_text, entry_text, name_in_list, place_rows
from ofcscore.report.text import board_lines
from ofcscore.report.views import BoardView
from ofcscore.scoring.boards import BoardScore, Status, scales_of, score_board
from ofcscore.scoring.deal import Deal
from ofcscore.scoring.deal_checks import check_deal
from ofcscore.session.checks import saving_flushes

# -- checking ------------------------------------------------------------------------------------------


class Judged(NamedTuple):
    """The deal in progress after a check; None for parts that are invalid.

    `score` is the score of the last board.
    """

    syntax: DealSyntax | None
    deal: Deal | None
    problems: tuple[Problem, ...]
    score: BoardScore | None = None

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(p for p in self.problems if not p.warning)


def judge(state: State, player: str, text: str) -> Judged:
    """Check and score a player's board, which replaces an earlier one in this deal."""
    work = state.work
    others = replace(work, boards=tuple((n, t) for n, t in work.boards if n != player))
    found = check(state, others, (player, text))
    if found.deal is None or found.errors:
        return found
    board, rules = found.deal.boards[-1], found.deal.table.rules
    dealt = state.due.get(board.player)
    if work.index is not None and (result := state.log.result_of(work.index)) is not None:
        was = any(b.player == board.player and b.fantasyland.was for b in result.score.boards)
        dealt = 0 if was else None
    if dealt is None and board.fantasyland and rules.fantasyland is not None:
        dealt = 0
    return found._replace(score=score_board(board, scales_of(rules), dealt))


def check(state: State, work: Work, board: tuple[str, str] | None = None, key: str | None = None) -> Judged:
    """Check a deal with one more board or one more key.

    If the deal has fewer than two boards, fouled boards without cards fill it up to two.
    """
    number = _first_line(state, work)
    # With its `void` key the deal's boards would not be checked.
    keys = [text for text in work.keys if text.partition(":")[0] != "void"]
    texts = [work.head, *keys, *([] if key is None else [key])]
    there = [player for player, _ in work.boards]
    missing = [s for s in (*work.todo, *state.seats) if s not in there and (board is None or s != board[0])]
    boards = [board_line(player, text) for player, text in work.boards]
    lacking = max(0, 2 - sum(not text.startswith("absent") for _, text in work.boards))
    waiting = [board_line(player, "foul (0 aces)") for player in dict.fromkeys(missing)][:lacking]
    new = number + len(texts) + len(boards)
    numbered = [*enumerate([*texts, *boards], number), *enumerate(waiting, new + 1)]
    if board is not None:
        numbered.append((new, board_line(*board)))
    syntax, deal, problems = state.log.check_lines(numbered)
    if deal is not None:
        problems += check_deal(deal)
    at = number + len(texts) - 1 if board is None else new
    found = [p for p in problems if p.code not in _WHOLE_DEAL]
    if deal is None and all(p.warning for p in found):
        return Judged(syntax, None, tuple(problems))
    return Judged(syntax, deal, tuple(p for p in found if p.place.line == at or not p.warning))


_WHOLE_DEAL: Final = frozenset(
    ("deal-players", "players-number", "bank-missing", "deal-repeated", "deal-name-repeated")
)
"""Codes of problems that only a complete deal can have."""


def _first_line(state: State, work: Work) -> int:
    """Return the line number of a deal's first line; for a new deal, the one it would get."""
    if work.index is None:
        return (state.log.text + gap(state.log.text)).count("\n") + 1
    return state.log.syntaxes[work.index].at.line.number


def read_typed(state: State, line: str) -> tuple[object, list[Problem]]:
    """Parse a line of the deal in progress, with the line number it would get in the log."""
    work = state.work
    number = _first_line(state, work) + 1 + len(work.keys) + len(work.boards)
    return read_line(state.log.file, line, number, state.known)


def _used_up(syntax: DealSyntax | None, player: str) -> list[str]:
    """Return lines that name the holders of a rank that occurs more than four times."""
    ranks: dict[str, Counter[str]] = defaultdict(Counter)
    for board in syntax.boards if syntax is not None else ():
        for card in (card for row in board.rows for card in read_cards(row.text).cards):
            ranks[card.rank][board.name.text if board.name is not None else player] += 1
    lines = []
    for rank, owners in ranks.items():
        others = [f"{show(n)} has {' '.join([rank] * cards)}" for n, cards in owners.items() if n != player]
        if others and owners.total() > len(SUITS):
            lines.append(f"  {listed(others, 'and')}")
    return lines


# -- boards --------------------------------------------------------------------------------------------


def board_or_key(state: State, line: str) -> Reply:
    """Enter a key of the deal, a `deal` line, a player's name, or a board."""
    alone = state.called(unquoted(line.rstrip(" :")), state.known)
    if alone is not None and (":" in line or not stands_for_board(line)):
        return board_of(state, alone, "")
    current = state.current_player
    item, problems = read_typed(state, line)
    if item is None:
        return Reply(state, tuple(problems))
    sound = all(p.warning for p in problems)
    key, colon, _ = line.partition(":")
    if isinstance(item, Entry) or (not sound and colon and key.split(" ")[0].lower() in KEYS):
        return enter_key(state, line)
    if isinstance(item, DealLine) and sound and item.name is not None:
        if item.void is not None:
            why = "".join(f" ({part.words[0].text})" for part in item.void.parts)
            return enter_key(state, f"void: deal {name_in_list(item.name.text)}{why}")
        return _rename(state, item)
    if isinstance(item, BoardSyntax) and item.name is not None and sound:
        name = item.name.text
        player = state.called(name, state.known)
        if player is None and ":" not in line and not read_cards(name).faults:
            return _rows_or_board(state, current or name, line)
        behind = line[item.name.column - 1 + item.name.width :]
        return board_of(state, player or name, re.sub("^[\\s*_~`\"”’':：=–—-]+", "", behind))
    named = None if isinstance(item, BoardSyntax) else _new_name(state, line)
    if named is not None:
        return board_of(state, *named)
    if isinstance(item, Unread):
        head = line.split(maxsplit=1)[0]
        known = state.called(head.removesuffix(":"), state.known) is not None
        if known or (head.endswith(":") and any(problem.fixes for problem in problems)):
            return state.asked_again(line, problems)
    if current is not None:
        return _rows_or_board(state, current, line)
    hint = "This deal has all its boards. Type `done` to end it, or for example `edit Ann` to change a board."
    if not state.seats:
        hint = "Begin with the player's name, for example `ann QQ5 AA762 9TJQK`. Type `done` to end the deal."
    return Reply(state, (hint,))


def _new_name(state: State, line: str) -> tuple[str, str] | None:
    """Split a line into an unknown player's name and the board after it, None if it has no board."""
    word, _, rest = line.partition(" ")
    read = read_cards(word)
    board = board_begun(rest.strip())
    if board is None or not word.isalpha() or word.lower() in RESERVED or not read.faults:
        return None
    is_whole = not board.rows or sound_rows(rest) == len(ROW_NAMES)
    return (word, rest.strip()) if is_whole or not read.cards or near(word, state.seats) else None


def board_begun(text: str) -> BoardSyntax | None:
    """Parse a board or its first rows, or a word such as `foul`; None for other text."""
    item = _board_alone(text)
    few = item is not None and item.rows and len(read_cards(item.rows[0].text).cards) < Row.TOP.size
    return None if few else item


def stands_for_board(text: str) -> bool:
    """Return True if a text is a word that replaces a board, such as `busted` or `sat out`."""
    board = board_begun(text)
    return board is not None and board.status is not None and not board.rows


def _board_alone(text: str) -> BoardSyntax | None:
    item, problems = read_line("", f"X: {text}")
    return item if text and isinstance(item, BoardSyntax) and not problems else None


def board_of(state: State, player: str, text: str) -> Reply:
    """Enter a player's board; if `text` is empty, ask for it next."""
    there = {*state.seats, *(name for name, _ in state.work.boards)}
    if player not in there:
        player = state.log.short_names.get(player, player)
    if state.work.index is not None and player not in dict(state.work.boards):
        return Reply(state, (f"{show(player)} has no board in this deal.",))
    if not text:
        return asked_first(state, player)
    now = replace(state, rows=(), work=state.work.asking_first(player))
    return _rows_or_board(now, player, text, state.work)


def asked_first(state: State, player: str) -> Reply:
    """Ask for a player's board next, and offer an existing one for editing."""
    draft = dict(state.work.boards).get(player, "")
    now = replace(state, rows=(), work=state.work.asking_first(player), draft=draft)
    return Reply(now, now.due_words)


def _rows_or_board(state: State, player: str, text: str, work: Work | None = None) -> Reply:
    """Enter a whole board, or some of its rows before the other rows follow."""
    typed = (*state.rows, text)
    whole = " / ".join(typed)
    count = sound_rows(whole)
    if count is not None and count < len(ROW_NAMES):
        return Reply(replace(state, rows=typed))
    return _board(replace(state, rows=()), player, whole, work)


def sound_rows(text: str) -> int | None:
    """Return the number of rows if all of them have the right size, otherwise None."""
    item = _board_alone(text)
    if item is None or item.status is not None or item.marks or not 0 < len(item.rows) <= len(ROW_NAMES):
        return None
    places = place_rows(item.labels)
    reads = [read_cards(row.text) for row in item.rows]
    sound = all(not r.faults and len(r.cards) == row.size for r, row in zip(reads, places, strict=True))
    return len(places) if sound and len(set(places)) == len(places) else None


def _board(state: State, player: str, text: str, before: Work | None = None) -> Reply:
    """Check a board; report its errors, or accept it. Ask for confirmation of an unmarked foul.

    `before` is the deal before this player was asked for, to restore if the player is unknown.
    """
    work = state.work
    judged = judge(state, player, text)
    syntax, deal, _, score = judged
    if score is None or deal is None or syntax is None:
        told: tuple[Said, ...] = (*(judged.errors or judged.problems), *_used_up(syntax, player))
        if any(p.code == "name-unknown" for p in judged.errors):
            hint = f"To add this player to the log, type `players + {name_in_list(player)}`."
            return Reply(replace(state, work=before or work), (*told, hint))
        head = board_line(player, "")
        offered = with_only_fix(head + text, judged.errors)
        draft = offered.removeprefix(head) if offered.startswith(head) else text
        return Reply(replace(state, draft=draft), told)
    board, value = syntax.boards[-1], deal.boards[-1]
    in_fantasyland = value.player in state.due and score.status is not Status.ABSENT
    if in_fantasyland and not value.fantasyland and _marks(state.log):
        board = _marked(board, "fantasyland")
    final = board_text(board) + remark_of(text)
    shown = BoardView(score, state.style.of_rules(deal.table.rules))
    said: list[Said] = [*judged.problems, *board_lines(shown, [shown])]
    if before is not None and work.index is None and player in dict(before.boards):
        said.append(f"This replaces {state.style.text(player)}'s earlier board.")
    if state.seats and state.log.anybody_plays and player not in (*state.seats, *dict(work.boards)):
        other = near(player, [seat for seat in state.seats if seat not in dict(work.boards)])
        said.append(f"{state.style.text(player)} is a new player.")
        if other:
            named = state.style.text(other)
            said.append(f"Did you mean {named}? Then type `undo` and enter the board again.")
    stated = value.stated is Stated.FOUL or "foul" in board_text(board)
    if score.status is not Status.FOUL or stated:
        return accepted(state, player, final, tuple(said))
    rows, flush_board = saving_flushes(value, deal, scales_of(deal.table.rules)), ""
    if rows:
        labels = [f"the {row.label}" for row in rows]
        were = f"{labels[0]} was a flush" if len(rows) == 1 else f"{listed(labels, 'and')} were flushes"
        said.append(f"This board is a foul. If {were}, type `flush`.")
        placed = zip(place_rows(board.labels), board.rows, strict=True)
        as_flushes = tuple(t._replace(text=f"{t.text} flush") if row in rows else t for row, t in placed)
        flush_board = board_text(board._replace(rows=as_flushes))
        # Mark a confirmed foul, so that the log gets no warning about a missing flush.
        final = board_text(_marked(board, "foul")) + remark_of(text)
    else:
        said.append("This board is a foul.")
    return Reply(replace(state, asking=Asking.FOUL, foul_board=final, flush_board=flush_board), tuple(said))


def _marked(board: BoardSyntax, word: str) -> BoardSyntax:
    return board._replace(marks=(*board.marks, Text(word, board.at.line, 1, len(word))))


def _marks(log: TextLog) -> bool:
    """Return True if all fantasyland boards of the log are marked."""
    boards = (b for r in log.results for b in r.score.boards)
    return all(b.board.fantasyland for b in boards if b.fantasyland.was and b.status is not Status.ABSENT)


def accepted(state: State, player: str, text: str | None, said: tuple[Said, ...] = ()) -> Reply:
    """Add a board to the deal, then ask for the next one or finish the deal.

    If `text` is None, the player's board stays as it is.
    """
    work = state.work
    after = work.without(player)
    if text is not None and work.index is not None:
        after = replace(after, boards=tuple((n, text if n == player else t) for n, t in work.boards))
    elif text is not None:
        after = replace(after, boards=(*((n, t) for n, t in work.boards if n != player), (player, text)))
        # After `undo`, do not ask for a player who is new.
        was = state if player in state.seats else replace(state, work=work.without(player))
        state = was.did(f"{state.style.text(player)}'s board", text)
        state = replace(state, away=state.away - {player})
    state = replace(state, work=after, asking=Asking.BOARD, foul_board="", flush_board="")
    if after.todo:
        return Reply(state.with_draft(), (*said, *state.due_words))
    if work.index is None and (len(after.boards) < 2 or (state.log.anybody_plays and not state.seats)):
        return Reply(state, said)
    return finish(state, said)


# -- the deal ------------------------------------------------------------------------------------------


def finish(state: State, said: tuple[Said, ...] = ()) -> Reply:
    if state.work.index is not None:
        return _finish_edit(state, said)
    work = state.work
    order = {name: i for i, name in enumerate(state.seats)}
    boards = sorted(work.boards, key=lambda board: order.get(board[0], len(order)))
    lines = [work.head, *work.keys, *(board_line(player, text) for player, text in boards)]
    log = read_log(state.log.file, with_deal(state.log.text, lines))
    if log.errors:
        what = f"Deal {show(work.name)} cannot be scored yet."
        ways = "Type `edit NAME` to change a board, `undo` to remove the last one, or `done` to try again."
        return Reply(state, (*said, *log.errors, f"{what} {ways}"))
    after = state.moved(log, f"deal {state.style.text(work.name)}").on_next_deal()
    told = (*new_warnings(state.log, log), *_scored(state, log, len(log.syntaxes) - 1))
    return Reply(state, said, after, told, again=finish)


def new_warnings(before: TextLog, log: TextLog) -> list[Said]:
    known = {(p.code, p.message) for p in before.problems}
    return [p for p in log.problems if (p.code, p.message) not in known]


def _scored(state: State, log: TextLog, index: int) -> Iterable[str]:
    result = log.result_of(index)
    if result is None:
        return (f"Deal {show(log.names[index])} is void and does not count.",)
    return ("", *deal_lines(result, state.style), *result_lines(log, state.style), "")


def _finish_edit(state: State, said: tuple[Said, ...]) -> Reply:
    work = state.work
    assert work.index is not None
    both = enumerate(zip(work.boards, state.log.deal(work.index).boards, strict=True))
    changed = {at: text for at, ((_, text), (_, was)) in both if text != was}
    back = state.end_edit()
    if not changed:
        return Reply(back, (*said, f"Deal {show(work.name)} was not changed."))
    log = read_log(state.log.file, state.log.with_boards(work.index, changed))
    if log.errors:
        names = tuple(name for i, (name, _) in enumerate(work.boards) if i in changed)
        again = replace(state, work=replace(work, todo=names)).with_draft()
        return Reply(again, (*said, *log.errors, "Change it, or type `undo` to keep the deal unchanged."))
    if not state.log.differs_only_in(log, work.index, changed):
        more = f"Deal {show(work.name)} has a line that is more than a board, so it cannot be edited here."
        return Reply(back, (*said, f"{more} Change it in {show(log.file)}."))
    after = back.moved(log, f"the change of deal {state.style.text(work.name)}")
    told = new_warnings(state.log, log)
    if log.result_of(work.index) is not None:
        told += _scored(state, log, work.index)
    if work.index < len(log.syntaxes) - 1:
        told.append("The later deals were scored again.")

    def unchanged(now: State) -> Reply:
        name = show(work.name)
        return Reply(now, (f"Deal {name} was not changed. Type `edit {name}` to change it.",))

    return Reply(state, said, after, tuple(told), again=unchanged)


# -- keys ----------------------------------------------------------------------------------------------

_FOR_LAST_DEAL: Final = ("note", "adjust", "paid", "void")
"""Keys that belong to the previous deal if they are typed between two deals."""


def _with_seats_names(state: State, item: Entry, line: str) -> str:
    """Replace player names in a key's line by their spelling in the log."""
    names = [*item.names, *(name for part in item.parts for name in part.names)]
    for name in sorted(names, key=lambda name: -name.column):
        player = state.called(name.text, (*state.seats, *state.log.short_names))
        before, behind = line[: name.column - 1], line[name.column - 1 :]
        if player is not None and behind.startswith(name.text) and not before.endswith('"'):
            line = f"{before}{name_in_list(player)}{behind[len(name.text) :]}"
    return line


def enter_key(state: State, line: str) -> Reply:
    """Add a key to the deal in progress, or to the last deal between two deals (`_FOR_LAST_DEAL`)."""
    item, problems = read_typed(state, line)
    if not isinstance(item, Entry):
        return state.asked_again(line, problems)
    named = _with_seats_names(state, item, line)
    if named != line:
        return enter_key(state, named)
    key = item.key.text
    if key == "players":
        return Reply(state, ("Type `players + NAME` to add a player, `players - NAME` to remove one.",))
    if KEYS[key].where == "header":
        return Reply(state, (f"`{key}` belongs before the first deal. Change it in {show(state.log.file)}.",))
    if state.work.index is not None:
        return Reply(state, EDITING)
    if key == "date":
        errors = check(state, replace(state.work, date=None), key=entry_text(item)).errors
        if errors:
            return state.asked_again(line, errors)
        return _rename(state, DealLine(item.key, None, item.parts[0].words[0]))
    text = entry_text(item) + remark_of(line, key)
    voids = [show(void.name) for void in NO_VOIDS.of(item)]
    of_session = key == "title" and not state.log.syntaxes
    if (key in _FOR_LAST_DEAL or of_session) and not state.work.boards and not state.rows:
        told = " ".join(f"Deal {name} is void." for name in voids)
        return key_on_disk(state, key, text, line, told=told)
    checked = check(state, state.work, key=text)
    if checked.errors:
        return state.asked_again(line, checked.errors)
    state = replace(state.did(f"`{text}`"), work=replace(state.work, keys=(*state.work.keys, text)))
    if key == "void":
        names = voids or [show(state.work.name)]
        return Reply(state, tuple(f"Deal {name} will be void. Type `done` to end it." for name in names))
    told = f"Added to deal {show(state.work.name)}: {show(text)}"
    if key == "expect" and not state.work.boards:
        told = f"{told}. Without boards these points count. Type `done` to end the deal."
    return Reply(state, (*checked.problems, told))


def key_on_disk(state: State, key: str, text: str, line: str, index: int = -1, *, told: str = "") -> Reply:
    """Add a key to a deal of the log, by default the last one, or to the header of a log without deals.

    `told` replaces the confirmation that the key was written.
    """
    log = state.log
    if key == "void" and not log.syntaxes:
        return Reply(state, ("There is no deal yet.",))
    where = f"deal {show(log.names[index])}" if log.syntaxes else "the session"
    read = read_log(log.file, log.with_key(text, index))
    if read.errors:
        return state.asked_again(line, read.errors)
    after = state.moved(read, f"`{text}`")
    words = [*new_warnings(log, read), told or f"Written to {where}: {show(text)}"]
    if key in ("adjust", "void"):
        words += result_lines(read, state.style)
    return Reply(state, (), after, tuple(words))


def _rename(state: State, item: DealLine) -> Reply:
    if state.work.index is not None:
        return Reply(state, EDITING)
    name = item.name.text if item.name is not None else state.work.name
    if name in state.log.names:
        there = f"There is already a deal {show(name)}."
        return Reply(state, (f"{there} To change it, type `edit {show(name)}`.",))
    date = item.date.text if item.date is not None else state.work.date
    work = replace(state.work, name=name, date=date)
    errors = check(state, work).errors
    if errors:
        return state.asked_again(item.at.line.text, errors)
    what = "name" if item.name is not None else "date"
    return Reply(replace(state.did(f"the {what} of deal {show(name)}"), work=work))
