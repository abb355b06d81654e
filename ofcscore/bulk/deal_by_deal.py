"""The reference path for single deals: rules that tables do not support, and invalid deals."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Place, Problem, Problems, sort_problems
from ofcscore.game.cards import RANKS, SUITS, Board
from ofcscore.game.spelling import CANONICAL_ROW, read_cards
from ofcscore.log.check.checker import canonical_boards
from ofcscore.log.check.people import MOST_BOARDS, check_players
from ofcscore.log.check.rows import check_boards
from ofcscore.log.read.cells import CSV_LINE_LIMIT
from ofcscore.log.read.table_deals import board_of_cells
from ofcscore.log.syntax import UNLABELLED, BoardSyntax, DealSyntax, Line, Text
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import Scales, Status
from ofcscore.scoring.deal import NO_FACTS, Deal, Points, Table
from ofcscore.scoring.deal_checks import check_deal
from ofcscore.scoring.score import DealScore, score_deal
from ofcscore.scoring.score_lines import whole

CELLS: Final = ("player", "top", "mid", "bot", "status", "claim")
"""The cells that state a board, named as the columns of a spreadsheet."""
DECK: Final = len(RANKS) * len(SUITS)
"""The number of cards in a deck, the most that a player can get."""
NO_NUMBER: Final = 1 << 62
"""A placeholder for an invalid number of fantasyland cards: negative, fractional or infinite."""
MOST_LOOKED_AT: Final = 4_096
"""The most boards of one deal that are read, including those of absent players."""


class SeatCells(NamedTuple):
    """One board as cells of a table; text that is not UTF-8 stays bytes.

    `dealt` is the number of fantasyland cards: 0 if unknown, None outside fantasyland. `person` is the player
    of the board if that is another name.
    """

    player: str | bytes | None = None
    top: str | bytes | None = None
    mid: str | bytes | None = None
    bot: str | bytes | None = None
    status: str | bytes | None = None
    claim: str | bytes | None = None
    dealt: int | None = None
    person: str | None = None


def text_of(cell: str | bytes | None) -> str | None:
    return cell.decode("utf-8", "backslashreplace") if isinstance(cell, bytes) else cell


class DealCells(NamedTuple):
    """One deal as cells of a table; `seats` is None if it has no boards.

    `players` is the stated number of boards: None if blank, -1 if there is no column. `bank` is a name, or a
    seat number from 1. `left_out` is the number of boards after `MOST_LOOKED_AT`; such a deal is invalid.
    """

    seats: Sequence[SeatCells] | None
    players: int | None = -1
    bank: str | int | None = None
    left_out: int = 0


class SeatScore(NamedTuple):
    """The score of one seat; `points` is None for an absent player."""

    points: int | str | None
    royalties: int
    fouled: bool
    next: int


def score_cells(cells: DealCells, scales: Scales) -> tuple[SeatScore, ...] | str:
    """Score a deal; return the scores of its seats, or the code of its first problem."""
    score, problems = explain_cells(cells, scales, Place(""))
    if score is None:
        return next(p for p in sort_problems(problems) if not p.warning).code
    totals: dict[str, Points] = {
        b.player: 0 for b in score.boards if b.status is not Status.ABSENT or score.rules.absent
    }
    for first, second, paid, _ in score.exchanges:
        totals[first] += paid
        totals[second] -= paid
    shared = scales.rules.shares
    return tuple(
        SeatScore(
            None if total is None else str(whole(total)) if shared else int(total),
            board.royalties,
            board.status is Status.FOUL,
            board.fantasyland.cards or 0,
        )
        for board, total in ((board, totals.get(board.player)) for board in score.boards)
    )


def explain_cells(
    cells: DealCells, scales: Scales, place: Place, deal_name: str = "1"
) -> tuple[DealScore | None, tuple[Problem, ...]]:
    """Score a deal; return its score (None if invalid) and its problems, located at `place`."""
    problems = Problems()
    deal = _read(cells, scales.rules, place, deal_name, problems)
    if deal is not None:
        problems.extend(check_deal(deal))
        if scales.rules.table_stakes:
            what = "table stakes need the players' chips, which depend on earlier deals"
            problems.refuse("chips-missing", place, what, "score a log of the session instead")
    if deal is None or problems.errors:
        return None, problems.kept
    dealt = {
        board.player: seat.dealt or board.dealt
        for board, seat in zip(deal.boards, cells.seats or (), strict=True)
        if seat.dealt is not None or board.fantasyland
    }
    return score_deal(deal, scales, dealt), problems.kept


def _read(cells: DealCells, rules: Rules, place: Place, deal_name: str, problems: Problems) -> Deal | None:
    """Return the deal in a row, or None and its problems if it is unreadable or impossible."""
    seats = cells.seats or ()
    count = len(seats) + cells.left_out
    if cells.players != -1 and (cells.seats is None or cells.players != count):
        stated = "no number of players" if cells.players is None else f"{cells.players} players"
        what = f"the row states {stated}, but it has {count} boards"
        problems.refuse("boards-number", place, what, "check if a board is missing or the deal was split")
        return None
    if cells.left_out:
        what = f"the row has {count:,} boards, but a deck has cards for only {MOST_BOARDS}"
        problems.refuse("deal-players", place, what, "check if the row combines several deals")
        return None
    names = _names(seats, place, problems)
    for name, seat in zip(names, seats, strict=True):
        if seat.dealt is not None and seat.dealt > DECK:
            what = f"{name} has {seat.dealt} fantasyland cards, but a deck has only {DECK}"
            if seat.dealt == NO_NUMBER:
                what = f"the fantasyland cell of {name} is not a number of cards"
            problems.refuse("mark-unknown", place, what, "write the number of cards dealt, usually 13 or 14")
    boards = None if problems.errors else _simple(seats, names)
    if boards is None:
        boards = _checked(seats, names, place, deal_name, problems, rules.jokers.number)
    if problems.errors:
        return None
    people = {name: seat.person for seat, name in zip(seats, names, strict=True) if seat.person is not None}
    bank = cells.bank
    if isinstance(bank, int):
        bank = names[bank - 1] if 0 < bank <= len(names) else None
    if bank is not None:
        bank = people.get(bank, bank)
    return Deal(deal_name, boards, Table(rules, place.file, people=people, bank=bank), NO_FACTS)


def _simple(seats: Sequence[SeatCells], names: Sequence[str]) -> tuple[Board, ...] | None:
    """Return the boards of a deal if all cards have rank and suit, in any notation, otherwise None."""
    if not 2 <= len(names) <= MOST_BOARDS or len(set(names)) != len(names):
        return None
    syntax = []
    for seat in seats:
        if seat.status or seat.claim:
            return None
        top, mid, bot = _spelled(seat.top), _spelled(seat.mid), _spelled(seat.bot)
        if top is None or mid is None or bot is None:
            return None
        syntax.append(BoardSyntax(top, None, UNLABELLED, (top, mid, bot)))
    return canonical_boards(syntax, names)


_NOWHERE: Final = Line("", 0, "")


def _spelled(cell: str | bytes | None) -> Text | None:
    """Return a row in canonical notation, None unless all its cards have rank and suit."""
    if not isinstance(cell, str) or len(cell) > CSV_LINE_LIMIT:
        return None
    if CANONICAL_ROW.fullmatch(cell) is None:
        row = read_cards(cell)
        if row.faults or row.word is not None or any(len(code) < 2 for code in row.codes):
            return None
        cell = row.text
    return Text(cell, _NOWHERE, 0, 0)


def _checked(
    seats: Sequence[SeatCells],
    names: Sequence[str],
    place: Place,
    deal_name: str,
    problems: Problems,
    jokers: int,
) -> tuple[Board, ...]:
    """Parse the boards of a deal like the boards of a log, and add their problems."""
    boards, players = [], []
    for number, (seat, name) in enumerate(zip(seats, names, strict=True), 1):
        board = _board_of(seat, name, place.file, number, problems)
        if board is not None:
            boards.append(board)
            players.append(name)
    whole = not problems.errors
    if len(boards) == len(seats):
        at = boards[0].at if boards else Text("", Line(place.file, place.line, ""), 1, 0)
        players = check_players(DealSyntax(at, None, None, tuple(boards)), players, deal_name, problems)
    known = [(board, player) for board, player in zip(boards, players, strict=True) if player]
    named, players = [board for board, _ in known], [player for _, player in known]
    return check_boards(named, players, problems, jokers, whole=whole)


def _names(seats: Sequence[SeatCells], place: Place, problems: Problems) -> list[str]:
    """Return the players' names; Player 1, Player 2 ... if no board has a name."""
    names = [text_of(seat.player) for seat in seats]
    if any(names) and not all(names):
        at = next(i for i, name in enumerate(names, 1) if not name)
        what = f"board {at} has no player name, but other boards of the deal do"
        problems.refuse("name-missing", place, what, "name every player, or none")
    return [name or f"Player {i}" for i, name in enumerate(names, 1)]


def _board_of(seat: SeatCells, name: str, file: str, number: int, problems: Problems) -> BoardSyntax | None:
    """Return a board from its cells, positioned on a made-up line that messages can show."""
    texts: dict[str, str] = {"player": name}
    written = (seat.top, seat.mid, seat.bot, seat.status, seat.claim)
    for column, cell in zip(CELLS[1:], written, strict=True):
        if isinstance(cell, bytes):
            what = f"the {column} cell of board {number} is not UTF-8"
            problems.refuse("not-utf8", Place(file, number), what, "write the file anew as UTF-8")
            return None
        if cell and len(cell) > CSV_LINE_LIMIT:
            what = f"the {column} cell of board {number} has {len(cell)} characters"
            problems.refuse("line-too-long", Place(file, number), what, "a row is a few cards")
            return None
        if cell and (stripped := cell.strip(" \t")):
            texts[column] = stripped
    line = Line(file, number, f"{name}: " + " / ".join(list(texts.values())[1:]))
    column_at = 1
    placed = {}
    for column, text in texts.items():
        placed[column] = Text(text, line, column_at, len(text))
        column_at += len(text) + (2 if column == "player" else 3)
    return board_of_cells(placed, problems)
