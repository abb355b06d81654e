"""The table while a session is played: what is entered, what is asked next, what each line typed does.

Pure: `step` takes a state and a line and returns the next state, what is said, and what is to be saved.
Whoever calls it does the reading and writing (`run` in this package) and tells the state how that went.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from ofcscore.admission import check_deal
from ofcscore.board import Deal
from ofcscore.cards import read_cards
from ofcscore.live.log import (
    Log,
    Written,
    board_line,
    boards_as_text,
    check_lines,
    last_date,
    marked,
    next_line,
    next_name,
    read_log,
    read_one_line,
    remark_of,
    with_boards,
    with_deal,
    with_deal_line,
    with_key_in_deal,
    with_key_in_header,
    with_player,
    without_last_deal,
)
from ofcscore.live.words import (
    HELP,
    board_lines,
    deal_lines,
    due_lines,
    joined,
    list_deals,
    running_lines,
    settle_lines,
    standing_lines,
)
from ofcscore.problems import Exit, Problem, format_problem, format_problems, show
from ofcscore.reading.check import HEADER_KEYS
from ofcscore.reading.near import near
from ofcscore.reading.syntax import (
    KEYS,
    STATUSES,
    BoardSyntax,
    DealLine,
    DealSyntax,
    Entry,
)
from ofcscore.report.wording import Style, wrap
from ofcscore.rules.files import default_name, shipped_names
from ofcscore.scoring import BoardScore, Scales, Status, score_board
from ofcscore.writing.notation import (
    board_text,
    deal_name,
    entry_text,
    name_at_head,
    name_in_list,
    place_rows,
    quoted,
)


class Asking(Enum):
    """What the next line answers."""

    PLAYERS = "players"
    RULES = "rules"
    STAKE = "stake"
    BOARD = "board"
    FOUL = "foul"
    QUIT = "quit"
    SAVE = "save"


@dataclass(frozen=True, slots=True)
class Work:
    """A deal in the making: the next one, or with `index` one of the log that is being edited.

    `boards` are the players and what stands behind their colons; `todo` has who is still asked.
    `mine` are those of `boards` that were entered here and now, in the order in which they were.
    """

    name: str
    date: str | None = None
    keys: tuple[str, ...] = ()
    boards: tuple[tuple[str, str], ...] = ()
    todo: tuple[str, ...] = ()
    index: int | None = None

    @property
    def head(self) -> str:
        date = f" {self.date}" if self.date is not None else ""
        return f"deal {deal_name(self.name)}{date}"

    def text_of(self, player: str) -> str | None:
        return dict(self.boards).get(player)


@dataclass(frozen=True, slots=True)
class Past:
    """What was done and how all was before it. `log` is None where the log stayed as it was."""

    what: str
    work: Work
    log: Log | None = None


@dataclass(frozen=True, slots=True)
class State:
    """All that is known at the table.

    `log` is what is on disk, or will be after a save. `aside` is the deal that waits while an older one is
    edited. `rows` are the rows typed so far of a board that comes a row a line; `draft` is the text that the
    next prompt has ready for editing; `held` is the board that awaits a yes. `away` are seats that are not
    dealt in. `unsaved` is what could not be written.
    """

    log: Log
    style: Style
    work: Work
    asking: Asking = Asking.BOARD
    aside: Work | None = None
    rows: tuple[str, ...] = ()
    draft: str = ""
    held: str = ""
    seats: tuple[str, ...] = ()
    away: frozenset[str] = frozenset()
    past: tuple[Past, ...] = ()
    header: tuple[str, ...] = ()
    unsaved: Save | None = None


@dataclass(frozen=True, slots=True)
class Save:
    """A text that the file is to hold, and what is so once it does: the state, and what is said."""

    text: str
    state: State
    said: tuple[str, ...]
    again: Callable[[State], Reply] | None = field(default=None, compare=False)
    """How to do the same in a log that was changed meanwhile; None where that makes no sense."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes of a line: the state as it is now, what is said, what is to be saved, or the end."""

    state: State
    said: tuple[str, ...] = ()
    save: Save | None = None
    leave: Exit | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked: the words, and text that is ready for editing."""

    words: str
    draft: str = ""


# -- the start -----------------------------------------------------------------------------------------


def begin(file: str, text: str, style: Style, today: str) -> Reply:
    """The table with a log as it was found; `leave` where the log has problems that must be mended first."""
    log = read_log(file, text)
    tail = ""
    said: list[str] = []
    if not _ends_whole(log):
        cut = _before_last_deal(log, text)
        head = read_log(file, cut)
        if not head.errors:
            tail, log = text[len(cut) :].replace("\0", ""), head
    if log.errors:
        listed = format_problems(log.problems)
        return Reply(_state(log, style, today), (listed, *_mend_words(file)), leave=Exit.INPUT)
    if log.syntaxes and log.syntaxes[0].name is None:
        log = read_log(file, with_deal_line(log))
    if log.problems:
        said.append(format_problems(log.problems))
    state = _state(log, style, today)
    if not log.syntaxes and not log.seats and not tail:
        return _begin_new(state, said)
    said += [*_hello(state), *_seat_words(state)]
    if tail:
        state, more = _go_on_with(state, tail)
        said += more
    return Reply(state, tuple(said))


def _mend_words(file: str) -> tuple[str, ...]:
    return (f"Mend {show(file)} first, and then start again.",)


def _state(log: Log, style: Style, today: str) -> State:
    seats = log.seats
    away: frozenset[str] = frozenset()
    if log.results and not log.open:
        playing = {b.player for b in log.results[-1].score.boards if b.status is not Status.ABSENT}
        away = frozenset(seats) - playing
        if len(seats) - len(away) < 2:
            away = frozenset()
    state = State(log, style, Work(""), seats=seats, away=away)
    return replace(state, work=next_work(state, today))


def next_work(state: State, today: str | None = None) -> Work:
    """The deal that comes next; the date stands where it is another than the last one written."""
    log = state.log
    date = today if today is not None else state.work.date or last_date(log)
    todo = tuple(name for name in state.seats if name not in state.away)
    return Work(next_name(log), date if date != last_date(log) else None, todo=todo)


def _begin_new(state: State, said: list[str]) -> Reply:
    """Asks for what the header of a new log lacks."""
    file = show(state.log.file)
    about = (
        f"{file} is a new log." if not state.log.text.strip() else f"{file} has no deals and no players yet."
    )
    hello = [*said, f"{about} Who plays, in the order of the seats?"]
    return Reply(replace(state, asking=Asking.PLAYERS), tuple(hello))


def _hello(state: State) -> list[str]:
    log = state.log
    file = show(log.file)
    if not log.results:
        return [f"{file} has no deals yet."]
    last = log.results[-1]
    deals = f"{len(log.results)} deals" if len(log.results) > 1 else "1 deal"
    lines = [f"{file} has {deals}, the last is deal {show(last.deal.name)}."]
    lines += ["", *standing_lines(log, state.style)]
    return lines


def _seat_words(state: State) -> list[str]:
    lines = []
    if state.away:
        names = joined([s for s in state.seats if s in state.away], state.style)
        one = next(iter(state.away))
        lines += wrap(
            f"Not in the last deal and so not dealt in: {names}. "
            f"`players + {name_in_list(one)}` brings a player back.",
            indent="  ",
        )
    return lines


def _ends_whole(log: Log) -> bool:
    """Whether the log's last deal is surely whole.

    A deal written here ends in a blank line, so one without is whole only if nothing is wrong with it and
    no player's board is missing. What is not whole was never confirmed.
    """
    text = log.text.replace("\r\n", "\n")
    if not log.syntaxes or (log.syntaxes[-1].name is None and len(log.syntaxes) == 1 and not log.errors):
        return True
    if "\0" in text:
        return False
    if not text.strip() or text.endswith("\n\n"):
        return True
    if log.errors:
        return False
    last = log.results[-1].deal if log.results else None
    if last is None or log.open or log.syntaxes[-1].name is None or last.name != log.syntaxes[-1].name.text:
        return True
    return not set(log.seats) - {b.player for b in last.boards} or bool(last.facts.void)


def _before_last_deal(log: Log, text: str) -> str:
    """The text before the last `deal` line."""
    if not log.syntaxes:
        return text
    lines = text.split("\n")
    return "".join(f"{line}\n" for line in lines[: log.syntaxes[-1].at.line.number - 1])


def _go_on_with(state: State, tail: str) -> tuple[State, list[str]]:
    """The deal that a log ends in the middle of, as far as it can be read, to be entered on from there."""
    lines = [line for line in tail.replace("\r", "").split("\n") if line.strip()]
    said: list[str] = []
    start = replace(state, past=())
    head, _ = read_one_line(state.log.file, lines[0])
    name = head.name.text if isinstance(head, DealLine) and head.name is not None else state.work.name
    date = head.date.text if isinstance(head, DealLine) and head.date is not None else None
    state = replace(state, work=replace(state.work, name=name, date=date))
    for line in lines[1:]:
        before = len(state.work.boards), state.work.keys
        reply = _board_or_key(state, line, quiet=True)
        taken = reply.state.asking is Asking.FOUL
        state = _keep_foul(reply.state).state if taken else reply.state
        if (len(state.work.boards), state.work.keys) == before and not state.rows:
            state = replace(state, draft=_without_name(state, line), asking=Asking.BOARD)
            break
    there = joined([player for player, _ in state.work.boards], state.style)
    whole = f"It has the boards of {there}." if there else "None of its boards is whole."
    said += ["", *wrap(f"The log ends in the middle of deal {show(name)}, which goes on here. {whole}")]
    if not state.work.todo:
        said += wrap("Nothing of it counts yet: `done` ends it as it is.")
    return replace(state, past=start.past), said


def _without_name(state: State, line: str) -> str:
    current = _current(state)
    head = f"{name_at_head(current)}:" if current is not None else ""
    return line.removeprefix(head).strip() if head else line.strip()


# -- what is asked -------------------------------------------------------------------------------------


def prompt(state: State) -> Prompt:
    """What the next line is asked with."""
    match state.asking:
        case Asking.PLAYERS:
            return Prompt("players> ", state.draft)
        case Asking.RULES:
            return Prompt(f"rules [{default_name()}]> ", state.draft)
        case Asking.STAKE:
            return Prompt("stake [none]> ", state.draft)
        case Asking.FOUL:
            return Prompt("keep it? [y/N/edit] ")
        case Asking.QUIT:
            return Prompt("quit all the same? [y/N] ")
        case Asking.SAVE:
            return Prompt("not on disk: retry, undo or quit> ")
        case Asking.BOARD:
            deal = f"deal {state.style.text(state.work.name)}"
            current = _current(state)
            if current is None:
                return Prompt(f"{deal}> ", state.draft)
            row = f" {_next_row(state)}" if state.rows else ""
            return Prompt(f"{deal}  {state.style.text(current)}{row}> ", state.draft)


def _current(state: State) -> str | None:
    return state.work.todo[0] if state.work.todo else None


def _next_row(state: State) -> str:
    item, _ = read_one_line("", " / ".join(state.rows))
    there = place_rows(item.labels) if isinstance(item, BoardSyntax) else []
    return next((label for row, label in enumerate(_ROW_NAMES) if row not in there), "")


_ROW_NAMES: Final = ("top", "middle", "bottom")


def words(state: State) -> tuple[str, ...]:
    """Words that may stand in the next line, for completion."""
    match state.asking:
        case Asking.PLAYERS | Asking.STAKE | Asking.QUIT:
            return ()
        case Asking.RULES:
            presets, options = shipped_names()
            return (*presets, *options)
        case Asking.FOUL:
            return ("yes", "no", "edit")
        case Asking.SAVE:
            return ("retry", "undo", "quit")
        case Asking.BOARD:
            names = tuple(f"{name_at_head(name)}:" for name in state.seats)
            plain = tuple(name_in_list(name) for name in state.seats)
            return (*names, *plain, *_BOARD_WORDS, *COMMANDS)


_BOARD_WORDS: Final = (*STATUSES, "flush", "(fantasyland)", "(foul)", "(fantasyland, foul)")


def _asking_words(state: State) -> tuple[str, ...]:
    """What is worth knowing before the next board is asked for."""
    current = _current(state)
    if current is None or state.work.index is not None:
        return ()
    cards = state.log.due.get(current)
    if cards is None:
        return ()
    return (f"{state.style.text(current)} is in fantasyland with {cards} cards.",)


# -- a line --------------------------------------------------------------------------------------------


def step(state: State, line: str, today: str | None = None) -> Reply:
    """What a line does. `today` is the date for the deal that comes after one that is finished."""
    state = replace(state, draft="")
    line = line.strip()
    match state.asking:
        case Asking.PLAYERS:
            return _players_answer(state, line)
        case Asking.RULES:
            return _rules_answer(state, line)
        case Asking.STAKE:
            return _stake_answer(state, line, today)
        case Asking.FOUL:
            return _foul_answer(state, line, today)
        case Asking.QUIT:
            return _quit_answer(state, line)
        case Asking.SAVE:
            return _save_answer(state, line)
        case Asking.BOARD:
            return _answer(state, line, today)


def _answer(state: State, line: str, today: str | None) -> Reply:
    if not line:
        if state.work.index is not None and state.work.todo and not state.rows:
            return _accepted(state, state.work.todo[0], None, (), today)
        return Reply(state, ("Type a board, or `help`.",))
    word = line.split()[0]
    rest = line[len(word) :].strip()
    name = word.lower()
    if name in COMMANDS and not rest.startswith(":"):
        if state.rows and name not in ("undo", "help"):
            state = replace(state, rows=())
        return _COMMANDS[name](state, rest, today)
    return _board_or_key(state, line, today=today)


def _board_or_key(state: State, line: str, *, quiet: bool = False, today: str | None = None) -> Reply:
    """A line that is no command: a key of the deal, a `deal` line, or a board."""
    item, problems = read_one_line(state.log.file, line)
    if item is None and not problems:
        return Reply(state)
    sound = not any(not p.warning for p in problems)
    if isinstance(item, Entry) or (not sound and _is_key_line(line)):
        return _key(state, line)
    if isinstance(item, DealLine) and sound and item.name is not None:
        return _rename(state, item)
    if isinstance(item, BoardSyntax) and item.name is not None and sound:
        return _named_board(state, item, line, quiet, today)
    current = _current(state)
    if current is None:
        return Reply(state, _nobody_left(state))
    if _is_wordy(line):
        meant = near(line, COMMANDS)
        hint = f"did you mean `{meant}`?" if meant else "`help` says what there is."
        return Reply(state, (f"There is no command `{show(line)}`; {hint}",))
    return _rows_or_board(state, current, line, quiet, today)


def _is_key_line(line: str) -> bool:
    word, colon, _ = line.partition(":")
    return bool(colon) and word.split(" ")[0].lower() in KEYS


def _is_wordy(line: str) -> bool:
    """Whether a line is one word that is nothing like cards."""
    return (
        re.fullmatch("[A-Za-z]{2,}", line) is not None
        and line.lower() not in STATUSES
        and not read_cards(line).cards
    )


def _nobody_left(state: State) -> tuple[str, ...]:
    if not state.seats:
        return ("Say whose board this is: `Ann: QQ5 / AA762 / 9TJQK`. `done` ends the deal.",)
    return ("All boards of this deal are there. `done` ends it, `edit Ann` changes one.",)


def _named_board(state: State, item: BoardSyntax, line: str, quiet: bool, today: str | None) -> Reply:
    """A board that says whose it is."""
    assert item.name is not None
    behind = line[line.find(":", item.name.column + item.name.width - 2) + 1 :].strip()
    player = item.name.text
    known = {*state.seats, *(player for player, _ in state.work.boards)}
    if player not in known:
        player = _full_name(state, player) or player
    if state.work.index is not None and player not in dict(state.work.boards):
        return Reply(state, (f"{show(player)} has no board in this deal.",))
    state = replace(state, rows=())
    work = state.work
    moved = (player, *(name for name in work.todo if name != player))
    return _rows_or_board(replace(state, work=replace(work, todo=moved)), player, behind, quiet, today, work)


def _full_name(state: State, name: str) -> str | None:
    """The player that a short name stands for, None where it is none."""
    lines = [Written(1, "deal 1"), Written(2, f"{name_at_head(name)}: absent")]
    _, _, problems = check_lines(state.log, lines)
    if any(p.code == "name-unknown" for p in problems):
        return None
    others = [seat for seat in state.seats if seat != name][:2]
    lines += [Written(3 + i, f"{name_at_head(seat)}: foul") for i, seat in enumerate(others)]
    _, deal, _ = check_lines(state.log, lines)
    return deal.boards[0].player if deal is not None else None


def _rows_or_board(
    state: State, player: str, text: str, quiet: bool, today: str | None, work: Work | None = None
) -> Reply:
    """A whole board, or some of its rows, the others to follow."""
    typed = (*state.rows, text)
    whole = " / ".join(typed)
    count = _sound_rows(whole)
    if count is not None and count < len(_ROW_NAMES):
        return Reply(replace(state, rows=typed))
    return _board(replace(state, rows=()), player, whole, quiet, today, work)


def _sound_rows(text: str) -> int | None:
    """How many rows a text has where all are sound and it is nothing but rows; else None."""
    item, problems = read_one_line("", f"X: {text}")
    if (
        problems
        or not isinstance(item, BoardSyntax)
        or item.status is not None
        or item.marks
        or not item.rows
    ):
        return None
    if len(item.rows) > len(_ROW_NAMES):
        return None
    for row, cards in zip(place_rows(item.labels), item.rows, strict=True):
        read = read_cards(cards.text)
        if read.faults or len(read.cards) != row.size:
            return None
    return len(item.rows) if len(set(place_rows(item.labels))) == len(item.rows) else None


def _board(
    state: State, player: str, text: str, quiet: bool, today: str | None, before: Work | None = None
) -> Reply:
    """A board checked at once: what is wrong with it, or what it is; a foul is asked about."""
    work = state.work
    others = replace(work, boards=tuple((n, t) for n, t in work.boards if n != player))
    syntax, deal, problems = _check(state, others, (player, text))
    wrong = [p for p in problems if not p.warning]
    if wrong or deal is None or syntax is None:
        listed = format_problems(wrong or problems)
        unknown = any(p.code == "name-unknown" for p in wrong)
        if unknown:
            hint = f"`players + {name_in_list(player)}` adds a player to the log."
            return Reply(replace(state, work=before or work), (listed, hint))
        return Reply(replace(state, draft=text), (listed,))
    board = syntax.boards[-1]
    value = deal.boards[-1]
    score = _score(state, deal, work)
    due = state.log.due if work.index is None else {}
    if (
        value.player in due
        and not value.fantasyland
        and score.status is not Status.ABSENT
        and _marks(state.log)
    ):
        board = marked(board, "fantasyland")
    final = board_text(board) + (remark_of(text) or "")
    said = [format_problem(p) for p in problems]
    said += [] if quiet else board_lines(score, state.style)
    if before is not None and work.index is None and player in dict(before.boards):
        said.append(f"This takes the place of {state.style.text(player)}'s board before.")
    if score.status is Status.FOUL and "foul" not in text.lower():
        said.append("This is a foul.")
        return Reply(replace(state, asking=Asking.FOUL, held=final), tuple(said))
    return _accepted(state, player, final, tuple(said), today)


def _score(state: State, deal: Deal, work: Work) -> BoardScore:
    board = deal.boards[-1]
    dealt = state.log.due.get(board.player) if work.index is None else None
    if work.index is not None:
        before = next((b for b in _result_boards(state.log, work.index) if b.player == board.player), None)
        dealt = 0 if before is not None and before.fantasyland.was else None
    if dealt is None and board.fantasyland:
        dealt = 0
    return score_board(board, Scales(deal.table.rules), dealt)


def _result_boards(log: Log, index: int) -> tuple[BoardScore, ...]:
    at = log.syntaxes[index].at.line.number
    return next((r.score.boards for r in log.results if r.deal.line == at), ())


def _marks(log: Log) -> bool:
    """Whether boards in fantasyland are marked: always, unless the log has some that are not."""
    return all(
        b.board.fantasyland
        for r in log.results
        for b in r.score.boards
        if b.fantasyland.was and b.status is not Status.ABSENT
    )


def _check(
    state: State, work: Work, board: tuple[str, str] | None = None, key: str | None = None
) -> tuple[DealSyntax | None, Deal | None, list[Problem]]:
    """A deal in the making with one board (the last) or one key more: how it reads, and what is wrong.

    Those who have no board yet stand there as fouled, which says nothing of any card.
    """
    number = _first_line(state, work)
    texts = [work.head, *work.keys, *([] if key is None else [key])]
    at_key = number + len(texts) - 1
    there = [player for player, _ in work.boards]
    missing = [s for s in (*work.todo, *state.seats) if s not in there and (board is None or s != board[0])]
    boards = [board_line(player, text) for player, text in work.boards]
    waiting = [board_line(player, "foul (0 aces)") for player in dict.fromkeys(missing)][:2]
    shown = [Written(number + i, text) for i, text in enumerate([*texts, *boards])]
    new = number + len(shown)
    unseen = [Written(new + 1 + i, text) for i, text in enumerate(waiting)]
    lines = [*shown, *unseen]
    if board is not None:
        lines.append(Written(new, board_line(*board)))
    syntax, deal, problems = check_lines(state.log, lines)
    if deal is not None:
        problems += [p for p in check_deal(deal) if p.code not in _WHOLE_DEAL]
    at = at_key if board is None else new
    found = [p for p in problems if p.code not in _WHOLE_DEAL]
    return syntax, deal, [p for p in found if p.place.line == at or not p.warning]


_WHOLE_DEAL: Final = frozenset(
    ("deal-players", "players-number", "bank-missing", "deal-repeated", "deal-name-repeated")
)
"""Problems of a deal as a whole, which are looked at when all boards are there."""


def _first_line(state: State, work: Work) -> int:
    if work.index is None:
        return next_line(state.log.text)
    return state.log.syntaxes[work.index].at.line.number


def _accepted(state: State, player: str, text: str | None, said: tuple[str, ...], today: str | None) -> Reply:
    """A board taken in (None: it stays as it was); the next is asked for, or the deal is finished."""
    work = state.work
    todo = tuple(name for name in work.todo if name != player)
    if text is None:
        after = replace(work, todo=todo)
    elif work.index is not None:
        boards = tuple((n, text if n == player else t) for n, t in work.boards)
        after = replace(work, boards=boards, todo=todo)
    else:
        boards = (*((n, t) for n, t in work.boards if n != player), (player, text))
        after = replace(work, boards=boards, todo=todo)
    past = state.past
    if text is not None and work.index is None:
        past = (*past, Past(f"{state.style.text(player)}'s board: {text}", work))
    state = replace(state, work=after, past=past, asking=Asking.BOARD, held="")
    if todo:
        return Reply(_with_draft(state), (*said, *_asking_words(state)))
    if work.index is None and (len(after.boards) < 2 or (state.log.open and not state.seats)):
        return Reply(state, said)
    return _finish(state, said, today)


def _with_draft(state: State) -> State:
    """While a deal is edited, the board asked for is ready for editing."""
    if state.work.index is None or not state.work.todo:
        return state
    return replace(state, draft=state.work.text_of(state.work.todo[0]) or "")


def _foul_answer(state: State, line: str, today: str | None) -> Reply:
    answer = line.lower()
    if answer in ("y", "yes"):
        return _keep_foul(state, today)
    back = replace(state, asking=Asking.BOARD, held="")
    if answer in ("e", "edit"):
        return Reply(replace(back, draft=state.held))
    if answer in ("", "n", "no"):
        return Reply(_with_draft(back), ("Enter the board again.",))
    if "/" in line or answer.split()[0] in (*STATUSES, "undo", "quit"):
        return step(back, line, today)
    return Reply(state, ("Answer y (it is a foul), n (enter it again) or edit.",))


def _keep_foul(state: State, today: str | None = None) -> Reply:
    return _accepted(replace(state, asking=Asking.BOARD), state.work.todo[0], state.held, (), today)


# -- the end of a deal ---------------------------------------------------------------------------------


def _finish(state: State, said: tuple[str, ...] = (), today: str | None = None) -> Reply:
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
        return Reply(state, (*said, format_problems(log.errors), *wrap(whole)))
    after = replace(
        state,
        log=log,
        seats=log.seats or state.seats,
        past=(*state.past, Past(f"deal {state.style.text(work.name)}", work, state.log)),
    )
    after = replace(after, work=next_work(after, today))
    told = [*_new_warnings(state.log, log), *_scored_words(log, len(log.results) - 1, state.style, work.name)]
    return Reply(
        state,
        said,
        Save(log.text, after, tuple(told), again=lambda now: _finish(now, (), today)),
    )


def _new_warnings(before: Log, log: Log) -> list[str]:
    known = {(p.code, p.message) for p in before.problems}
    return [format_problem(p) for p in log.problems if (p.code, p.message) not in known]


def _scored_words(log: Log, at: int, style: Style, name: str) -> list[str]:
    """A deal's score, how everybody stands after all deals, and who is due in fantasyland."""
    if not log.results or log.outcome is None or log.syntaxes[-1].name is None:
        return []
    result = log.results[at]
    if result.deal.name != name:
        return [f"Deal {show(name)} is void and counts for nothing."]
    return [
        "",
        *deal_lines(result, style),
        *running_lines(log.outcome, style),
        *due_lines(log.due, style),
        "",
    ]


def _finish_edit(state: State, said: tuple[str, ...]) -> Reply:
    work = state.work
    assert work.index is not None
    syntax = state.log.syntaxes[work.index]
    old = boards_as_text(syntax)
    changed = {
        i: text for i, ((_, text), (_, was)) in enumerate(zip(work.boards, old, strict=True)) if text != was
    }
    back = _end_edit(state)
    if not changed:
        return Reply(back, (*said, f"Deal {show(work.name)} stays as it was."))
    log = read_log(state.log.file, with_boards(state.log, work.index, changed))
    if log.errors:
        names = tuple(name for i, (name, _) in enumerate(work.boards) if i in changed)
        again = _with_draft(replace(state, work=replace(work, todo=names)))
        return Reply(
            again, (*said, format_problems(log.errors), "Change it, or `undo` leaves the deal as it was.")
        )
    after = _moved(back, log, f"the change of deal {state.style.text(work.name)}")
    at = next((i for i, r in enumerate(log.results) if r.deal.line == syntax.at.line.number), None)
    told = _new_warnings(state.log, log)
    if at is not None:
        told += _scored_words(log, at, state.style, work.name)
    if work.index < len(log.syntaxes) - 1:
        told.append("The deals after it are scored anew.")
    return Reply(state, said, Save(log.text, after, tuple(told)))


def _end_edit(state: State) -> State:
    """The deal that waited while another was edited goes on."""
    return replace(
        state, work=state.aside or next_work(state), aside=None, rows=(), draft="", asking=Asking.BOARD
    )


def _moved(state: State, log: Log, what: str) -> State:
    """The state with another log, the deal in the making kept."""
    past = (*state.past, Past(what, state.work, state.log))
    seats = log.seats or state.seats
    return replace(state, log=log, past=past, seats=seats)


# -- keys ----------------------------------------------------------------------------------------------

_LOOK_BACK: Final = ("note", "adjust", "paid", "void")
"""Keys that, between two deals, are about the deal before."""


def _key(state: State, line: str) -> Reply:
    """A key of the deal in the making, or of the last one where it looks back and nothing is entered yet."""
    item, problems = read_one_line(state.log.file, line)
    if not isinstance(item, Entry):
        return Reply(replace(state, draft=line), (format_problems(problems),))
    key = item.key.text
    if key == "players":
        return Reply(state, ("`players + NAME` adds a player, `players - NAME` leaves one out.",))
    if key in HEADER_KEYS:
        return Reply(state, (f"`{key}` stands before the first deal: change it in {show(state.log.file)}.",))
    if state.work.index is not None:
        return Reply(state, ("Finish editing first, or `undo` leaves the deal as it was.",))
    text = entry_text(item) + remark_of(line.partition(":")[2])
    if key in _LOOK_BACK and not state.work.boards and not state.rows:
        return _key_on_disk(state, key, text, line)
    _, _, wrong = _check(state, state.work, key=text)
    errors = [p for p in wrong if not p.warning]
    if errors:
        return Reply(replace(state, draft=line), (format_problems(errors),))
    past = (*state.past, Past(f"`{text}`", state.work))
    state = replace(state, work=replace(state.work, keys=(*state.work.keys, text)), past=past)
    return Reply(state, (*map(format_problem, wrong), f"For deal {show(state.work.name)}: {show(text)}"))


def _key_on_disk(state: State, key: str, text: str, line: str) -> Reply:
    log = state.log
    if log.syntaxes:
        new = with_key_in_deal(log, len(log.syntaxes) - 1, text)
        last = log.syntaxes[-1].name
        where = f"deal {show(last.text)}" if last is not None else "the deal"
    elif key == "void":
        return Reply(state, ("There is no deal yet that could be void.",))
    else:
        new, where = with_key_in_header(log, text), "the session"
    read = read_log(log.file, new)
    if read.errors:
        return Reply(replace(state, draft=line), (format_problems(read.errors),))
    after = _moved(state, read, f"`{text}`")
    told = [*_new_warnings(log, read), f"Written to {where}: {show(text)}"]
    if key in ("adjust", "void") and read.outcome is not None:
        told += [*running_lines(read.outcome, state.style), *due_lines(read.due, state.style)]
    return Reply(state, (), Save(read.text, after, tuple(told)))


def _rename(state: State, item: DealLine) -> Reply:
    """A `deal` line names the deal in the making."""
    assert item.name is not None
    if state.work.index is not None:
        return Reply(state, ("Finish editing first, or `undo` leaves the deal as it was.",))
    name = item.name.text
    if any(s.name is not None and s.name.text == name for s in state.log.syntaxes):
        return Reply(state, (f"There is already a deal {show(name)}; `edit {show(name)}` changes it.",))
    date = item.date.text if item.date is not None else state.work.date
    work = replace(state.work, name=name, date=date)
    past = (*state.past, Past(f"the name of deal {show(name)}", state.work))
    return Reply(replace(state, work=work, past=past))


# -- commands ------------------------------------------------------------------------------------------


def _undo(state: State, rest: str, today: str | None) -> Reply:
    if state.rows:
        return Reply(replace(state, rows=state.rows[:-1]), (f"Took back the row {show(state.rows[-1])}.",))
    if state.work.index is not None:
        name = show(state.work.name)
        return Reply(_end_edit(state), (f"Deal {name} stays as it was.",))
    if state.past:
        past = state.past[-1]
        if past.log is None:
            back = replace(state, work=past.work, past=state.past[:-1])
            return Reply(back, (f"Took back {show(past.what)}", *_asking_words(back)))
        return _undo_saved(state, past)
    if not state.log.syntaxes:
        return Reply(state, ("There is nothing to take back.",))
    log = read_log(state.log.file, without_last_deal(state.log))
    last = state.log.syntaxes[-1].name
    past = Past(f"deal {last.text if last is not None else ''}", next_work(replace(state, log=log)), log)
    return _undo_saved(state, past)


def _undo_saved(state: State, past: Past) -> Reply:
    """The log as it was before the last change."""
    assert past.log is not None
    log = past.log
    is_deal = len(log.syntaxes) < len(state.log.syntaxes)
    said = [f"Took back {show(past.what)}" + (":" if is_deal else ".")]
    if is_deal:
        boards = boards_as_text(state.log.syntaxes[-1])
        said += [f"  {show(board_line(name, text))}" for name, text in boards]
    seats = log.seats or state.seats
    back = replace(state, log=log, past=state.past[:-1], seats=seats, away=state.away & frozenset(seats))
    work = state.work
    if is_deal:
        work = next_work(back, past.work.date or last_date(log))
        work = replace(work, name=past.work.name or work.name, keys=past.work.keys)
    else:
        work = replace(work, todo=tuple(name for name in work.todo if name in seats or log.open))
    back = replace(back, work=work)
    if log.outcome is not None:
        said += [*running_lines(log.outcome, state.style), *due_lines(log.due, state.style)]
    return Reply(state, (), Save(log.text, back, tuple(said)))


def _edit(state: State, rest: str, today: str | None) -> Reply:
    if state.work.index is not None:
        return Reply(state, ("Finish editing first, or `undo` leaves the deal as it was.",))
    wanted = _unquoted(rest)
    here = dict(state.work.boards)
    if not rest and here:
        wanted = state.work.boards[-1][0]
    player = _player_called(state, wanted, here)
    if player is not None and (not rest or player in here):
        todo = (player, *(name for name in state.work.todo if name != player))
        work = replace(state.work, todo=todo)
        return Reply(replace(state, work=work, draft=here[player]))
    if not state.log.syntaxes:
        return Reply(state, ("There is no deal yet to edit.",))
    index, name = _deal_called(state.log, rest)
    if index is None:
        return Reply(state, (f"There is no deal {show(rest)}; `deals` lists them.",))
    syntax = state.log.syntaxes[index]
    boards = tuple(
        (player or f"Player {i + 1}", text) for i, (player, text) in enumerate(boards_as_text(syntax))
    )
    chosen = tuple(player for player, _ in boards)
    if name:
        one = _player_called(state, _unquoted(name), dict(boards))
        if one is None:
            return Reply(state, (f"{show(name)} has no board in that deal.",))
        chosen = (one,)
    if not chosen:
        return Reply(state, ("That deal has no boards.",))
    title = syntax.name.text if syntax.name is not None else "1"
    date = syntax.date.text if syntax.date is not None else None
    keys = tuple(entry_text(entry) for entry in syntax.entries)
    work = Work(title, date, keys, boards, chosen, index)
    state = _with_draft(replace(state, aside=state.work, work=work))
    return Reply(state, ("Enter keeps a board as it is; `undo` leaves the whole deal as it was.",))


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _player_called(state: State, name: str, boards: Mapping[str, str]) -> str | None:
    """Whose board is meant by a name in any case."""
    if name in boards:
        return name
    same = [player for player in boards if player.casefold() == name.casefold()]
    if len(same) == 1:
        return same[0]
    full = _full_name(state, name) if name and not state.log.open else None
    return full if full in boards else None


def _deal_called(log: Log, text: str) -> tuple[int | None, str]:
    """Which deal `3`, `3 Hero` or `Hero` means (the last without a name), and whose board."""
    names = [s.name.text if s.name is not None else "1" for s in log.syntaxes]
    if not text:
        return len(names) - 1, ""
    if text in names:
        return len(names) - 1 - names[::-1].index(text), ""
    word, _, rest = text.partition(" ")
    if word in names:
        return len(names) - 1 - names[::-1].index(word), rest.strip()
    last = {name for name, _ in boards_as_text(log.syntaxes[-1])}
    if any(name is not None and name.casefold() == _unquoted(text).casefold() for name in last):
        return len(names) - 1, text
    return None, ""


def _score_command(state: State, rest: str, today: str | None) -> Reply:
    return Reply(state, tuple(standing_lines(state.log, state.style)))


def _settle(state: State, rest: str, today: str | None) -> Reply:
    return Reply(state, tuple(settle_lines(state.log, state.style)))


def _deals(state: State, rest: str, today: str | None) -> Reply:
    return Reply(state, tuple(list_deals(state.log, state.style)))


def _help(state: State, rest: str, today: str | None) -> Reply:
    return Reply(state, tuple(HELP))


def _sugar(key: str) -> Callable[[State, str, str | None], Reply]:
    """A key without its colon: `note TEXT`."""

    def command(state: State, rest: str, today: str | None) -> Reply:
        if key == "note" and '"' in rest:
            return _key(state, f"note: {quoted(rest)}" if not rest.startswith('"') else f"note: {rest}")
        if key == "void":
            return _key(state, f"void: {rest}" if rest else "void")
        if ":" in rest and key in ("stake", "expect"):
            return _key(state, f"{key} {rest}")
        return _key(state, f"{key}: {rest}")

    return command


def _done(state: State, rest: str, today: str | None) -> Reply:
    work = state.work
    if work.index is None and len(work.boards) < 2 and not any(key.startswith("void") for key in work.keys):
        return Reply(state, (f"Deal {show(work.name)} has fewer than two boards; nothing is written.",))
    return _finish(replace(state, work=replace(work, todo=())), (), today)


def _quit(state: State, rest: str, today: str | None) -> Reply:
    lost = _lost(state)
    if not lost:
        return Reply(state, tuple(_goodbye(state)), leave=Exit.OK)
    return Reply(replace(state, asking=Asking.QUIT), lost)


def _lost(state: State) -> tuple[str, ...]:
    """What would be lost by quitting now, in words."""
    work = state.aside or state.work
    if state.work.index is not None:
        return (f"Deal {show(state.work.name)} is being edited, and the change is not on disk.",)
    parts = [f"{state.style.text(player)}'s board" for player, _ in work.boards]
    parts += [f"`{show(key)}`" for key in work.keys]
    parts += ["the rows just typed"] if state.rows else []
    if not parts:
        return ()
    verb = "is" if len(parts) == 1 and not state.rows else "are"
    return tuple(wrap(f"Deal {show(work.name)} is not finished: {_and(parts)} {verb} not on disk."))


def _and(parts: Iterable[str]) -> str:
    listed = list(parts)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]}"


def _goodbye(state: State) -> list[str]:
    log = state.log
    if not log.results:
        return []
    deals = f"{len(log.results)} deals are" if len(log.results) > 1 else "1 deal is"
    return [f"{deals} in {show(log.file)}.", *due_lines(log.due, state.style)]


def _quit_answer(state: State, line: str) -> Reply:
    answer = line.lower()
    if answer in ("y", "yes", "quit", "q"):
        return Reply(state, tuple(_goodbye(state)), leave=Exit.OK)
    back = _with_draft(replace(state, asking=Asking.BOARD))
    if answer in ("", "n", "no"):
        return Reply(back)
    return step(back, line)


def _players(state: State, rest: str, today: str | None) -> Reply:
    """Who is dealt in; `+ NAME` lets somebody in, `- NAME` leaves somebody out from now on."""
    sign, name = rest[:1], _unquoted(rest[1:].strip())
    if sign not in ("+", "-") or not name:
        there = joined([s for s in state.seats if s not in state.away], state.style) or "nobody yet"
        away = joined([s for s in state.seats if s in state.away], state.style)
        return Reply(state, tuple(wrap(f"Dealt in: {there}." + (f" Not dealt in: {away}." if away else ""))))
    if state.work.index is not None:
        return Reply(state, ("Finish editing first, or `undo` leaves the deal as it was.",))
    seat = _player_called(state, name, dict.fromkeys(state.seats, ""))
    if sign == "-":
        return _leave_out(state, seat, name)
    if seat is None:
        return _new_player(state, name)
    todo = tuple(
        s for s in state.seats if s in state.work.todo or (s == seat and seat not in dict(state.work.boards))
    )
    state = replace(state, away=state.away - {seat}, work=replace(state.work, todo=todo))
    return Reply(state, (f"{state.style.text(seat)} is dealt in.", *_asking_words(state)))


def _leave_out(state: State, seat: str | None, name: str) -> Reply:
    if seat is None:
        return Reply(state, (f"There is no player {show(name)}.",))
    if seat in dict(state.work.boards):
        return Reply(state, (f"{state.style.text(seat)} has a board in this deal; `undo` takes it back.",))
    todo = tuple(s for s in state.work.todo if s != seat)
    state = replace(state, away=state.away | {seat}, work=replace(state.work, todo=todo))
    back = f"`players + {name_in_list(seat)}` undoes that."
    said = [f"{state.style.text(seat)} is not dealt in from here on; {back}"]
    if seat in state.log.due:
        said.append(f"{state.style.text(seat)} is due a fantasyland deal and would miss it.")
    if not todo and len(state.work.boards) > 1:
        return _finish(state, tuple(said))
    return Reply(state, tuple(said))


def _new_player(state: State, name: str) -> Reply:
    if state.log.open:
        _, problems = read_one_line(state.log.file, f"adjust: {name_in_list(name)} 0")
        if problems:
            return Reply(state, (format_problems(problems),))
        seats = (*state.seats, name)
        work = replace(state.work, todo=(*state.work.todo, name))
        return Reply(replace(state, seats=seats, work=work), (f"{show(name)} is dealt in.",))
    log = read_log(state.log.file, with_player(state.log, name))
    if log.errors:
        return Reply(state, (format_problems(log.errors),))
    after = _moved(state, log, f"{show(name)} as a player")
    after = replace(after, work=replace(after.work, todo=(*after.work.todo, name)))
    told = [*_new_warnings(state.log, log), f"{show(name)} is dealt in, and stands in `players:` of the log."]
    return Reply(state, (), Save(log.text, after, tuple(told)))


_COMMANDS: Final[Mapping[str, Callable[[State, str, str | None], Reply]]] = {
    "undo": _undo,
    "edit": _edit,
    "score": _score_command,
    "standings": _score_command,
    "settle": _settle,
    "deals": _deals,
    **{key: _sugar(key) for key in KEYS if key != "players"},
    "players": _players,
    "done": _done,
    "help": _help,
    "?": _help,
    "quit": _quit,
    "exit": _quit,
}
COMMANDS: Final = tuple(_COMMANDS)


# -- a new log -----------------------------------------------------------------------------------------


def _players_answer(state: State, line: str) -> Reply:
    if line.lower() in ("quit", "exit"):
        return Reply(state, (), leave=Exit.OK)
    if line.lower() == "help" or not line:
        return Reply(state, ("Names with commas between, such as: Ann, Bob, Phil H. = P",))
    text = f"players: {', '.join(map(_seat_text, _seat_parts(line)))}"
    read, problems = _header_with(state, text)
    if problems or read is None:
        return Reply(replace(state, draft=line), (format_problems(problems),))
    if len(read.seats) < 2:
        return Reply(replace(state, draft=line), ("A deal needs at least two players.",))
    state = replace(state, header=(text,))
    keys = {entry.key.text for entry in state.log.header_syntax.entries}
    if "rules" not in keys:
        return Reply(
            replace(state, asking=Asking.RULES),
            ("Which rules? A name, or a sum of names with `+`; Enter takes the usual ones.",),
        )
    return _ask_stake(state, keys)


def _ask_stake(state: State, keys: Iterable[str], today: str | None = None) -> Reply:
    if "stake" not in keys:
        return Reply(
            replace(state, asking=Asking.STAKE),
            ("What is a point worth? Such as 0.50 EUR; Enter for points only.",),
        )
    return _new_header(state, today)


def _seat_parts(line: str) -> list[str]:
    parts = [part.strip() for part in line.split(",") if part.strip()]
    if len(parts) == 1 and "=" not in line and '"' not in line:
        return line.split()
    return parts


def _seat_text(part: str) -> str:
    """One seat as it stands in a list: names of several words get their quotes."""
    person, equals, others = part.partition("=")
    if not equals:
        return _list_name(part)
    return f"{_list_name(person)} = {' + '.join(map(_list_name, others.split('+')))}"


def _list_name(text: str) -> str:
    text = text.strip()
    return text if text[:1] == '"' else name_in_list(text)


def _header_with(state: State, line: str) -> tuple[Log | None, list[Problem]]:
    """The log with one more line in the header in the making, and what is wrong with that line."""
    lines = [line] if state.asking is not Asking.PLAYERS else []
    header = (*lines, *state.header) if lines else (line,)
    log = read_log(state.log.file, _header_text(state, header))
    return log, [p for p in log.problems if not p.warning]


def _header_text(state: State, lines: Iterable[str]) -> str:
    """The log with these lines as (the rest of) its header, and a blank line behind it."""
    text = state.log.text.rstrip("\r\n")
    above = f"{text}\n" if text.strip() else ""
    return above + "".join(f"{line}\n" for line in lines) + "\n"


def _rules_answer(state: State, line: str) -> Reply:
    text = f"rules: {line or default_name()}"
    read, problems = _header_with(state, text)
    if problems or read is None:
        return Reply(replace(state, draft=line), (format_problems(problems),))
    warnings = tuple(format_problem(p) for p in read.problems)
    state = replace(state, header=(text, *state.header))
    reply = _ask_stake(state, {entry.key.text for entry in state.log.header_syntax.entries})
    return replace(reply, said=(*warnings, *reply.said))


def _stake_answer(state: State, line: str, today: str | None) -> Reply:
    if line.lower() in ("", "none", "no"):
        return _new_header(state, today)
    text = f"stake: {line}"
    _, problems = _header_with(state, text)
    if problems:
        return Reply(replace(state, draft=line), (format_problems(problems),))
    rules = [text for text in state.header if text.startswith("rules:")]
    others = [text for text in state.header if not text.startswith("rules:")]
    return _new_header(replace(state, header=(*rules, text, *others)), today)


def _new_header(state: State, today: str | None) -> Reply:
    log = read_log(state.log.file, _header_text(state, state.header))
    after = replace(state, log=log, seats=log.seats, asking=Asking.BOARD, header=())
    after = replace(after, work=next_work(after, today or state.work.date))
    said = (
        f"{show(log.file)} is there. Enter a board as QQ5 / AA762 / 9TJQK; `help` says what else there is.",
        *_asking_words(after),
    )
    return Reply(state, (), Save(log.text, after, tuple(line for text in said for line in wrap(text))))


# -- what comes of saving ------------------------------------------------------------------------------


def saved(save: Save) -> Reply:
    """What is so once a text is on disk."""
    return Reply(save.state, save.said)


def not_saved(state: State, save: Save, reason: str) -> Reply:
    """A text that could not be written: it is kept, and written when asked to."""
    file = show(state.log.file)
    said = wrap(f"Cannot write {file}: {show(reason)}. Nothing is lost yet: `retry` tries again.")
    return Reply(replace(state, asking=Asking.SAVE, unsaved=save), tuple(said))


def _save_answer(state: State, line: str) -> Reply:
    save = state.unsaved
    assert save is not None
    answer = line.lower()
    if answer in ("", "retry", "r"):
        return Reply(state, (), save)
    if answer == "undo":
        asking = Asking.BOARD if state.log.seats or not state.header else Asking.STAKE
        back = replace(state, asking=asking, unsaved=None)
        return Reply(
            back, ("It is not written. What was typed before it is still there; `done` ends the deal.",)
        )
    if answer in ("quit", "exit"):
        new = save.text[len(state.log.text) :] if save.text.startswith(state.log.text) else ""
        said = (
            ["This is not on disk:", *(f"  {show(text)}" for text in new.splitlines() if text)] if new else []
        )
        return Reply(state, (*said, "The last change is not on disk."), leave=Exit.FILES)
    return Reply(state, ("The last change is not on disk yet: `retry`, `undo` or `quit`.",))


def changed(state: State, save: Save, text: str, today: str | None = None) -> Reply:
    """The file was changed by another program before a save: it is read again, and the deal goes on."""
    file = show(state.log.file)
    log = read_log(state.log.file, text)
    if log.errors or log.header is None or (not log.seats and not state.seats):
        said = [
            *wrap(f"{file} was changed by another program, and nothing is written over that."),
            format_problems(log.errors),
            f"Mend {file}; then `retry` goes on.",
        ]
        return Reply(replace(state, asking=Asking.SAVE, unsaved=save), tuple(said))
    told = wrap(f"{file} was changed by another program and is read again.")
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
    fresh = next_work(now, today)
    if save.again is None:
        work = now.aside or now.work
        work = replace(work, name=fresh.name) if work.index is None else fresh
        now = replace(now, work=work, aside=None)
        return Reply(now, (*told, "The last command was not done; give it again.", *_asking_words(now)))
    now = replace(now, work=replace(now.work, name=fresh.name))
    reply = save.again(now)
    return replace(reply, said=(*told, *reply.said))


def last_words(state: State) -> tuple[str, ...]:
    """What is said when the input ends or is broken off."""
    if state.asking is Asking.SAVE:
        return ("The last change is not on disk.",)
    return _lost(state)
