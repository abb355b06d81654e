"""The start: a new log is asked for its header, and one that is there goes on where it ends."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ofcscore.game.board import ROWS
from ofcscore.live.boards import board_or_key, keep_foul
from ofcscore.live.log import TextLog, board_line, read_log, read_one_line, remark_of
from ofcscore.live.said import joined, standing_lines
from ofcscore.live.state import Asking, Reply, Said, Save, State, Work
from ofcscore.live.unfinished import goes_on_words, with_past
from ofcscore.log.mending import AND, names_apart
from ofcscore.log.syntax import QUOTED, BoardSyntax, DealLine, Entry
from ofcscore.log.write.notation import entry_text, name_at_head, name_in_list
from ofcscore.problems.problem import Exit, show
from ofcscore.report.wording import Style, count
from ofcscore.rules.files import default_name


def begin(file: str, text: str, style: Style, today: str) -> Reply:
    """The table with a log as it was found; `leave` where the log has problems that must be mended first."""
    # A power cut may leave a tail of zeros, which nobody ever wrote.
    text = text.rstrip("\0")
    log = read_log(file, text)
    unfinished = None if _ends_whole(log) else _unfinished(log, style, today)
    if unfinished is not None:
        log = unfinished.log
    if log.errors:
        said: tuple[Said, ...] = (*log.problems, f"Mend {show(file)} first, and then start again.")
        return Reply(_state(log, style, today), said, leave=Exit.INPUT)
    if log.syntaxes and log.syntaxes[0].name is None:
        log = read_log(file, log.with_deal_line())
    told: list[Said] = [*log.problems]
    state = unfinished or _state(log, style, today)
    if not log.syntaxes and not log.seats and unfinished is None:
        return _begin_new(state, told)
    told += _hello(state)
    if unfinished is not None:
        name = show(unfinished.work.name)
        head = f"The log ends in the middle of deal {name}, which goes on here."
        told += goes_on_words(unfinished, head)
    return Reply(state, tuple(told))


def _state(log: TextLog, style: Style, today: str) -> State:
    return State(log, style, Work(""), today, seats=log.seats, away=log.away).on_next_deal()


def _begin_new(state: State, said: list[Said]) -> Reply:
    """Asks for what the header of a new log lacks."""
    about = "has no deals and no players yet" if state.log.text.strip() else "is a new log"
    hello = f"{show(state.log.file)} {about}. Who plays, in the order of the seats?"
    return Reply(replace(state, asking=Asking.PLAYERS), (*said, hello))


def _hello(state: State) -> list[str]:
    log, file = state.log, show(state.log.file)
    if not log.results:
        void = count(len(log.syntaxes), "void deal")
        return [f"{file} has {void if log.syntaxes else 'no deals yet'}."]
    deals, last = count(len(log.results), "deal"), show(log.results[-1].deal.name)
    return [f"{file} has {deals}, the last is deal {last}.", "", *standing_lines(log, state.style)]


def seat_words(state: State) -> list[str]:
    """Who is not dealt in, and how that ends; nothing where everybody is."""
    away = [seat for seat in state.seats if seat in state.away]
    if not away:
        return []
    back = f"(`players + {name_in_list(away[0])}` brings a player back)"
    return [f"Not dealt in: {joined(away, state.style)} {back}."]


def _ends_whole(log: TextLog) -> bool:
    """Whether the log's last deal is surely whole.

    A deal written here ends in a blank line, so one without is whole only if nothing is wrong with it and
    no player's board is missing. What is not whole was never confirmed.
    """
    text = log.text.replace("\r\n", "\n")
    if not text.strip() or text.endswith("\n\n"):
        return True
    if log.errors:
        return False
    last = log.results[-1].deal if log.results else None
    name = log.syntaxes[-1].name if log.syntaxes else None
    if last is None or log.anybody_plays or name is None or last.name != name.text:
        return True
    return not set(log.seats) - {board.player for board in last.boards}


def _unfinished(log: TextLog, style: Style, today: str) -> State | None:
    """The state in which a log that ends in the middle of a deal is gone on with.

    None unless the end is, letter by letter, the beginning of a deal as it is written here: anything else
    is somebody's own work, and stays as it is.
    """
    cut = _before_last_deal(log)
    head = read_log(log.file, cut)
    tail = log.text[len(cut) :].replace("\r\n", "\n")
    lines = tail.rstrip("\n").split("\n")
    if head.errors or head.header is None or not head.seats or not tail:
        return None
    state, written = _with_head(_state(head, style, today), lines[0]), lines[0]
    for number, line in enumerate(lines[1:], 2):
        after = _with_line(state, line)
        if after is None:
            if number < len(lines) or tail.endswith("\n") or not _may_be_cut(log.file, line):
                return None
            state = replace(state, draft=_without_name(state, line))
            written = f"{written}\n{line}"
            break
        work = state.work
        state = replace(after, past=())
        new = after.work.boards[-1:] if after.work.keys == work.keys else ()
        written += "".join(f"\n{board_line(*board)}" for board in new) or f"\n{after.work.keys[-1]}"
    return with_past(state, state.work) if written.startswith(tail.rstrip("\n")) else None


def _may_be_cut(file: str, line: str) -> bool:
    """Whether a line may be the beginning of a board: no key, and no remark."""
    item, problems = read_one_line(file, line)
    return not isinstance(item, Entry) and (item is not None or bool(problems))


def _before_last_deal(log: TextLog) -> str:
    """The text before the last `deal` line, which may itself be cut off."""
    text = log.text
    whole, blank, last = text.rpartition("\n\n" if "\r\n" not in text else "\n\r\n")
    if "deal".startswith(last[:4]) and last.strip():
        return whole + blank
    if not log.syntaxes:
        return text
    lines = text.split("\n")
    return "".join(f"{line}\n" for line in lines[: log.syntaxes[-1].at.line.number - 1])


def _with_head(state: State, line: str) -> State:
    """The deal in the making with its `deal` line, as far as that is whole."""
    head, _ = read_one_line(state.log.file, line)
    work = state.work
    if isinstance(head, DealLine) and head.name is not None:
        date = head.date.text if head.date is not None else None
        whole = date is None or _DATE.fullmatch(date) is not None
        if head.name.text not in state.log.names and whole:
            work = replace(work, name=head.name.text, date=date)
    return replace(state, work=work)


def _with_line(state: State, line: str) -> State | None:
    """The deal in the making with one more of its lines, None where that cannot be read."""
    item, problems = read_one_line(state.log.file, line)
    work = state.work
    if isinstance(item, Entry) and not problems:
        # A deal that is written here has its keys above its boards.
        return None if work.boards else replace(state, work=replace(work, keys=(*work.keys, line)))
    after = board_or_key(state, line).state
    if after.asking is Asking.FOUL:
        after = keep_foul(after).state
    after = replace(after, asking=Asking.BOARD)
    return after if len(after.work.boards) > len(work.boards) and not after.rows else None


_DATE: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _without_name(state: State, line: str) -> str:
    current = state.current_player
    head = f"{name_at_head(current)}:" if current is not None else ""
    return line.removeprefix(head).strip()


def players_answer(state: State, line: str) -> Reply:
    if not line:
        return Reply(state, PLAYERS_HELP)
    item, _ = read_one_line(state.log.file, line)
    if isinstance(item, BoardSyntax) and len(item.rows) == len(ROWS):
        told = "This is a board, and comes later. Who plays? The names alone."
        return Reply(replace(state, draft=line), (told,))
    text = f"players: {', '.join(map(_seat_text, _seat_parts(line)))}"
    read = _with_header(state, (text, *state.header))
    if read.errors:
        return state.asked_again(line, read.errors)
    if len(read.seats) < 2:
        return Reply(replace(state, draft=line), ("A deal needs at least two players.",))
    seats = [*read.seats]
    for short, name in read.short_names.items():
        seats[seats.index(name)] += f" ({short})"
    who = f"{count(len(seats), 'player')}: {joined(seats, state.style)}."
    return _ask_further(replace(state, header=(text,)), (who,))


PLAYERS_HELP: Final = (
    "Names in the order of the seats, commas or blanks between them, such as: Ann, Bob, Phil H. = P",
)


def asked_for_players(state: State) -> Reply:
    """All that was answered is forgotten; the players are there for editing."""
    players = next((line for line in state.header if line.startswith("players:")), "")
    draft = players.removeprefix("players:").strip()
    again = replace(state, header=(), asking=Asking.PLAYERS, draft=draft)
    return Reply(again, ("Who plays, in the order of the seats?",))


_FURTHER: Final = (
    ("rules", Asking.RULES, "Which rules? A name, or a sum of names with `+`; Enter takes the usual ones."),
    ("stake", Asking.STAKE, "What is a point worth? Such as 0.50 EUR; Enter for points only."),
)
"""What is asked, once there are players, where the log does not say it."""


def _ask_further(state: State, said: tuple[str, ...] = ()) -> Reply:
    there = {entry.key.text for entry in state.log.header_syntax.entries}
    there |= {line.partition(":")[0] for line in state.header}
    for key, asking, words in _FURTHER:
        if key not in there:
            return Reply(replace(state, asking=asking), (*said, words))
    return Reply(replace(state, asking=Asking.SEATS), said) if said else _new_header(state)


def seats_answer(state: State, line: str) -> Reply:
    return _new_header(state) if line.lower() in ("", "y", "yes") else asked_for_players(state)


def _seat_parts(line: str) -> list[str]:
    """The seats that an answer names, between commas or blanks; what is in quotes is one name."""
    if '"' in line and line.count('"') % 2 == 0 and "=" not in line:
        names = [found.group() for found in re.finditer(rf'{QUOTED.pattern}|[^\s,;&/|"]+', line)]
        return [name for name in names if not re.fullmatch(AND, name)]
    if '"' in line:
        return [part.strip() for part in line.split(",") if part.strip()]
    if "," not in line and "=" not in line:
        return names_apart(line)
    parts = (re.split(_AND, part.strip()) for part in line.split(","))
    return [seat for part in parts for seat in part if seat]


_AND: Final = rf"(?:^|[ \t]+){AND}[ \t]+"
"""Between the last two of several names; a name with such a word in it stands in quotes."""


def _seat_text(part: str) -> str:
    """One seat as it stands in a list: names of several words get their quotes."""
    person, equals, others = part.partition("=")
    if not equals:
        return _list_name(part)
    return f"{_list_name(person)} = {' + '.join(map(_list_name, others.split('+')))}"


def _list_name(text: str) -> str:
    text = text.strip()
    return text if text[:1] == '"' else name_in_list(text)


def _with_header(state: State, lines: Iterable[str]) -> TextLog:
    """The log with these lines as (the rest of) its header, and a blank line behind it."""
    text = state.log.text.rstrip("\r\n")
    above = f"{text}\n" if text.strip() else ""
    return read_log(state.log.file, above + "".join(f"{line}\n" for line in lines) + "\n")


def rules_answer(state: State, line: str) -> Reply:
    # A hint shows the whole line, which can be pasted as it stands.
    header = (f"rules: {line.removeprefix('rules:').strip() or default_name()}", *state.header)
    read = _with_header(state, header)
    if read.errors:
        return state.asked_again(line, read.errors)
    reply = _ask_further(replace(state, header=header))
    return replace(reply, said=(*read.problems, *reply.said))


def stake_answer(state: State, line: str) -> Reply:
    if line.lower() in ("", "none", "no"):
        return _new_header(state)
    text = f"stake: {line}"
    read = _with_header(state, (text, *state.header))
    if read.errors:
        return state.asked_again(line, read.errors)
    stake = next(entry for entry in read.header_syntax.entries if entry.key.text == "stake")
    return _new_header(replace(state, header=(entry_text(stake) + remark_of(text), *state.header)))


_HEADER: Final = ("rules", "stake", "players")
"""The keys of a new log in their order."""


def _new_header(state: State) -> Reply:
    header = sorted(state.header, key=lambda line: _HEADER.index(line.partition(":")[0]))
    log = _with_header(state, header)
    after = replace(state, log=log, seats=log.seats, asking=Asking.BOARD, header=()).on_next_deal()
    said = (
        f"{show(log.file)} is there. Enter a board as QQ5 AA762 9TJQK; `help` says what else there is.",
        *after.due_words,
    )
    return Reply(state, (), Save(after, said))
