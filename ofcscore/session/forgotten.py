"""Fouls that may be none, and boards that may be fouls: a word was forgotten, or is where it counts not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from ofcscore.diagnostics.problem import Problem, show
from ofcscore.diagnostics.words import ASCII_LOWER, listed
from ofcscore.game.board import ROWS, Board, Row, Stated
from ofcscore.game.cards import FLUSH_COUNT, JOKER, RANKS
from ofcscore.log.check.checker import ranks_fit
from ofcscore.scoring.admission import board_place, deal_place
from ofcscore.scoring.boards import BoardScore, Status, score_board
from ofcscore.scoring.deal import Deal
from ofcscore.scoring.deals import DealScore
from ofcscore.scoring.row_values import Scales

_WITHOUT_SUITS: Final = {len("Q Q 5"), len("A A 7 6 2"), len("A 8 6 4 2 flush")}
"""How long rows in canonical text are that state no suit."""
_TYPED_RANKS: Final = {"10": "T", **{rank.lower(): rank for rank in RANKS}}
_TYPED_CARD: Final = f"({'|'.join(_TYPED_RANKS)}|(?:[*x🃏🂿🃟]\ufe0f?|jk)[12]?|joker[12]?|jkr)"
_FIVE_TYPED: Final = f"(?<![0-9a-z])(?={'[ ,]*'.join([_TYPED_CARD] * FLUSH_COUNT)}(?![0-9a-z]))"
"""The pattern of five cards without suits, or jokers, side by side in a line in lower case."""
_TRIED: Final = ((Row.BOTTOM,), (Row.MIDDLE,), (Row.MIDDLE, Row.BOTTOM))


def forgotten_flushes(score: DealScore, scales: Scales) -> Iterator[Problem]:
    """Yield a warning for each board of a deal that nobody called a foul and that a flush would save."""
    for board in score.boards:
        if board.status is not Status.FOUL or board.board.stated is not Stated.CARDS:
            continue
        if board.board.rows is None or not any(map(_bare, board.board.rows)):
            continue
        saving = next((rows for rows in _TRIED if _saves(rows, board, score.deal, scales)), None)
        if saving is not None:
            yield _problem(saving, board.board, score.deal)


def noted_fouls(score: DealScore) -> Iterator[Problem]:
    """Yield a warning for each note of a deal that says of a foul and that no board bears out."""
    if not score.deal.facts.notes:
        return
    from ofcscore.log.text.talk import says_foul

    person = score.deal.table.person
    for note in filter(says_foul, score.deal.facts.notes):
        words = f" {' '.join(re.findall(_WORD, note.casefold()))} "
        named = [
            board
            for board in score.boards
            if any(f" {name.casefold()} " in words for name in (board.player, person(board.player)))
        ]
        if any(board.status is Status.FOUL for board in named or score.boards):
            continue
        none = f"the board of {named[0].player} is no foul" if named else "no board of it is a foul"
        what = f"deal {score.deal.name} notes `{show(note)}`, and {none}"
        hint = "if one was, write `(foul)` behind its cards, or `foul` in place of them"
        yield Problem("note-foul", deal_place(score.deal), what, hint, warning=True)


_WORD: Final = r"[^\W_]+"


def _saves(rows: tuple[Row, ...], score: BoardScore, deal: Deal, scales: Scales) -> bool:
    """Return True if flushes in these rows, all without suits, fit the deck and prevent the foul."""
    board = score.board
    if board.rows is None or not all(_bare(board.rows[row]) for row in rows):
        return False
    flushed = _with_flushes(board, rows)
    if score_board(flushed, scales).status is Status.FOUL:
        return False
    boards = [flushed if other is board else other for other in deal.boards]
    texts = [text for other in boards for text in other.rows or ()]
    if len(texts) == len(ROWS) * len(boards) and {*map(len, texts)} <= _WITHOUT_SUITS and ranks_fit(texts):
        return True
    from ofcscore.log.check.deck import check_deck, rows_of

    aces, jokers = sum(b.aces or 0 for b in boards), deal.table.rules.jokers.number
    return not check_deck(list(chain.from_iterable(map(rows_of, boards))), aces, jokers)


def _bare(row: str) -> bool:
    """Return True if a row has five ranks or jokers, no suit, and no rank twice."""
    if len(row) != len("A 8 6 4 2"):
        return False
    ranks = row.replace(JOKER, "").split()
    return len(set(ranks)) == len(ranks)


def _with_flushes(board: Board, rows: tuple[Row, ...]) -> Board:
    assert board.rows is not None
    top, middle, bottom = (
        f"{text} flush" if row in rows else text for row, text in zip(ROWS, board.rows, strict=True)
    )
    return Board.of(board.player, top, middle, bottom)


def _problem(rows: tuple[Row, ...], board: Board, deal: Deal) -> Problem:
    assert board.rows is not None
    place, line = board_place(deal, board), board.source or ""
    spans = [span for row in rows if (span := _typed(line, board.rows[row])) is not None]
    written = "`, `".join(f"{board.rows[row]} flush" for row in rows)
    if len(spans) == len(rows):
        column, end = min(spans)[0], max(spans)[1]
        place = place._replace(column=column + 1, width=end - column)
        for _, end in sorted(spans, reverse=True):
            line = f"{line[:end]} flush{line[end:]}"
        # A tab that parts cells cannot be shown to be pasted.
        written = line.strip() if "\t" not in line else written
    names = listed([row.label for row in rows], "and")
    were = f"{names} was a flush" if len(rows) == 1 else f"{names} were flushes"
    return Problem(
        "flush-forgotten",
        place,
        f"{board.player}'s board is a foul, and would be none if the {were}",
        f"if the {were}, write `{written}`; if it was a foul, write `(foul)` behind the cards",
        warning=True,
    )


def _typed(line: str, row: str) -> tuple[int, int] | None:
    """Return the span of a row without suits in its line; None unless it is there exactly once."""
    cards = row.split()
    found = [
        (match.start(1), match.end(FLUSH_COUNT))
        for match in re.finditer(_FIVE_TYPED, line.translate(ASCII_LOWER))
        if [_TYPED_RANKS.get(card, JOKER) for card in match.groups()] == cards
    ]
    return found[0] if len(found) == 1 else None
