"""Boards as written to boards as values, where they are sound as they stand, as nearly all are."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ofcscore.game.board import BOARD_SIZE, ROWS, Board
from ofcscore.game.cards import (
    DECK_MASK,
    FLUSH_COUNT,
    OF_A_RANK,
    RANK_MASK,
    RANKS,
    SUITS,
    WEIGHTS,
)
from ofcscore.game.speech import Words, is_called, kind_called
from ofcscore.log.syntax import UNLABELLED, BoardSyntax

IN_ORDER: Final = (UNLABELLED, ROWS)
_SIZES: Final = [row.size for row in ROWS]
_FIVE: Final = len("A K Q J 9")


def canonical_boards(
    boards: Sequence[BoardSyntax | Board], players: Sequence[str]
) -> tuple[Board, ...] | None:
    """Return the boards of a deal whose cards all state rank and suit, or rank alone.

    None for any other deal.

    They are sound as they stand: one sum over all cards proves that none is there twice, or the deck has
    enough of each rank.
    """
    made: list[Board] = []
    used = bare = 0
    for written, player in zip(boards, players, strict=True):
        board = written if isinstance(written, Board) else _plain_board(written, player)
        if board is None or board.sums is None:
            return None
        made.append(board if board.player == player else board._replace(player=player))
        top, middle, bottom = board.sums
        used += top + middle + bottom
        bare += top <= RANK_MASK
    if bare:
        fits = bare == len(made) and ranks_fit([row for board in made for row in board.rows or ()])
    else:
        fits = (used & DECK_MASK).bit_count() == BOARD_SIZE * len(made)
    return tuple(made) if fits else None


def ranks_fit(rows: Sequence[str]) -> bool:
    """Return True if one deck surely has these rows, all without suits: `Q Q 5`, `A 8 6 4 2 flush`.

    It has them if no rank is there five times, each flush has no pair and a suit of its own, and every other
    row has a pair, or a rank of which the deck has a card more, so that it need not be a flush.
    """
    text = "".join(rows)
    used_up = set()
    for rank in RANKS:
        count = text.count(rank)
        if count > OF_A_RANK:
            return False
        if count == OF_A_RANK:
            used_up.add(rank)
    for row in rows:
        if len(row) > _FIVE:
            if len(set(row[:_FIVE:2])) < FLUSH_COUNT:
                return False
        elif len(row) == _FIVE and len(used_up) >= FLUSH_COUNT:
            ranks = set(row[::2])
            if len(ranks) == FLUSH_COUNT and ranks <= used_up:
                return False
    return text.count("flush") <= len(SUITS)


def _plain_board(board: BoardSyntax, player: str) -> Board | None:
    """Return a board if all its cards state rank and suit, with a blank between them or none, else None."""
    if board.labels not in IN_ORDER or board.status is not None or board.marks:
        return None
    rows = [_codes(row.text) for row in board.rows]
    if [len(codes) for codes in rows] != _SIZES:
        return None
    if any(code not in WEIGHTS or len(code) != 2 for codes in rows for code in codes):
        return None
    top, middle, bottom = map(" ".join, rows)
    line = board.at.line
    return Board.of(player, top, middle, bottom, line=line.number, source=line.text)


def _codes(row: str) -> list[str]:
    """Return the cards of a row, with a blank between them or with none."""
    return row.split(" ") if " " in row else [row[at : at + 2] for at in range(0, len(row), 2)]


def in_own_words(boards: Iterable[BoardSyntax | Board], words: Words) -> Iterator[BoardSyntax | Board]:
    """Boards whose claims and fouls are called by the program's names, where the log has the players'."""
    for board in boards:
        if isinstance(board, Board):
            yield board
        elif board.claim is not None:
            kind = kind_called(board.claim.text, words)
            yield board if kind is None else board._replace(claim=board.claim._replace(text=kind))
        elif board.status is None and len(board.rows) == 1 and is_called(board.rows[0].text, "foul", words):
            yield board._replace(labels=(), rows=(), status=board.rows[0]._replace(text="foul"))
        elif board.status is None and len(board.rows) == 1:
            kind = kind_called(board.rows[0].text, words)
            yield board if kind is None else board._replace(rows=(board.rows[0]._replace(text=kind),))
        else:
            yield board
