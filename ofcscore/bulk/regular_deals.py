"""Stretches of a log with numpy: their bytes as a table, scored as arrays."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from typing import Final

import numpy as np

from ofcscore.bulk import stretches
from ofcscore.bulk.stretches import Figures, SeatSums, Stretch
from ofcscore.bulk.tables import (
    NOT_THERE,
    SIGNS,
    WORD,
    WORDS,
    Boards,
    Int64,
    Words,
    boards_of_sums,
    cards_by_letters,
    entering,
    exchange,
    one_deck,
    rate,
    staying,
    sums_of_words,
    tables_of,
)
from ofcscore.game.cards import ROWS
from ofcscore.scoring.deal import Points
from ofcscore.scoring.score_lines import PairTotals

FIRST_LOOK: Final = 64
"""The number of deals that are compared first; more follow if all of them match."""
_ZERO: Final = np.uint8(ord("0"))


def read_boards(run: Stretch) -> tuple[Stretch, list[int]]:
    """As `stretches.read_boards`."""
    boards, players = _boards(run), len(run.shape.names)
    sound = one_deck(boards, players)
    first_boards = boards.deck[::players]
    sound[1:] &= first_boards[1:] != first_boards[:-1]
    return run._replace(boards=(*boards.rows, boards.deck)), np.flatnonzero(~sound).tolist()


def _boards(run: Stretch) -> Boards:
    words = _words(run.data, run.start, run.deals, run.shape.size)
    sums = []
    for row, rows_at in zip(ROWS, np.array(run.shape.rows_at).T, strict=True):
        found = ((words[:, rows_at + skip].ravel(), places) for skip, places in WORDS[row.size])
        sums.append(sums_of_words(found, cards_by_letters()))
    return boards_of_sums(sums)


def _words(data: bytes, at: int, deals: int, size: int) -> Words:
    """Return the 8-byte words that begin at each byte of deals, of shape (deals, words per deal)."""
    return np.ndarray((deals, size - WORD + 1), "<u8", data, at, (size, 1))


def alike(run: Stretch) -> int:
    """As `stretches.alike`."""
    data, at, number, most, shape, *_ = run
    fixed = np.full(shape.size, 0xFF, np.uint8)
    fixed[shape.digits] = 0
    for of_board in shape.rows_at:
        for row_at, row in zip(of_board, ROWS, strict=True):
            fixed[row_at::3][: row.size] = fixed[row_at + 1 :: 3][: row.size] = 0
    words, table = _words(data, at, most, shape.size), np.ndarray((most, shape.size), np.uint8, data, at)
    places = [*range(0, shape.size - WORD, WORD), shape.size - WORD]
    mask = _words(fixed.tobytes(), 0, 1, shape.size)[:, places]
    expected = words[0, places] & mask
    deals, step = 0, FIRST_LOOK
    while deals < most:
        some = slice(deals, deals + step)
        matches = (words[some, places] & mask == expected).all(axis=1)
        numbers = np.zeros(len(matches), np.int64)
        for digit in (table[some, shape.digits] - _ZERO).T:
            matches &= digit < 10
            numbers = numbers * 10 + digit
        matches &= numbers == np.arange(number + deals, number + deals + len(matches))
        same = len(matches) if matches.all() else int(np.argmin(matches))
        deals += same
        if same < len(matches):
            break
        step *= 8
    return deals


class ScoredStretch(stretches.ScoredStretch):
    """The scores of a stretch as arrays."""

    def _score_all(self, due: Mapping[str, int]) -> None:
        *rows, _ = self._stretch.boards
        self._tables = tables_of(self.rules)
        self._rated = rate(rows, self._tables)
        self._exchanged = exchange(self._rated, len(self.players), self._tables)
        self._dealt = self._fantasylands(due)

    @cached_property
    def _royalties(self) -> Int64:
        """Return the royalties that are paid, of shape (3, players, deals)."""
        royalties = np.zeros((len(ROWS), len(self.players), self._stretch.deals), np.int64)
        counts = self._rated.royalties != 0
        for row, at, table in zip(royalties, self._rated.places, self._tables.rows, strict=True):
            if table.royalty is not None:
                row += (table.royalty.take(at) * counts).reshape(-1, len(self.players)).T
        return royalties

    def _fantasylands(self, due: Mapping[str, int]) -> dict[int, dict[str, int]]:
        land = self._tables.rules.fantasyland
        if land is None:
            return {}
        players, count = self.players, len(self.players)
        enter, stay = entering(self._rated, self._tables), staying(self._rated, self._tables)
        # Boards are numbered across deals: the same player's next board is `count` positions later.
        cards_of = {players.index(player): cards for player, cards in due.items()}
        boards = np.flatnonzero((enter > 0) | (stay != NOT_THERE))
        numbers = zip(boards.tolist(), enter[boards].tolist(), stay[boards].tolist(), strict=True)
        for board, cards, extra in numbers:
            was = cards_of.get(board)
            if was is not None:
                if extra == NOT_THERE:
                    continue
                cards = extra + (was if land.stay_cards == "same" else land.cards)
            if cards:
                cards_of[board + count] = cards
        dealt: dict[int, dict[str, int]] = {}
        for board, cards in cards_of.items():
            deal, seat = divmod(board, count)
            dealt.setdefault(deal, {})[players[seat]] = cards
        return dealt

    def _seat_sums(self) -> Iterator[SeatSums]:
        fouls = self._rated.fouls.reshape(-1, len(self.players)).sum(axis=0).tolist()
        by_row = self._royalties.sum(axis=2).T.tolist()
        for own, fouled, royalties in zip(self._exchanged.points, fouls, by_row, strict=True):
            best, worst = ((int(own[deal]), int(deal)) for deal in (own.argmax(), own.argmin()))
            yield SeatSums(int(own.sum()), int((own > 0).sum()), fouled, royalties, best, worst)

    def _pair_sums(self) -> Iterator[tuple[PairTotals, int, int]]:
        # Apart from royalties, the payoff table has the points of each state.
        pays = self._tables.pays
        for (a, b), states in zip(self._pairs, self._exchanged.state, strict=True):
            times = np.bincount(states, minlength=len(pays.points))
            paid = self._royalties[:, a] - self._royalties[:, b]
            if not pays.foul_royalties:
                paid = paid[:, states < SIGNS]
            by_row = paid.sum(axis=1).tolist()
            more = PairTotals(*[*by_row, 0, 0, sum(by_row), sum(by_row)])
            won = PairTotals(*(times @ pays.totals).tolist()).plus(more)
            yield won, int(times @ (pays.scoops > 0)), int(times @ (pays.scoops < 0))

    def totals(self) -> Iterator[tuple[str, tuple[Points, ...], Hashable]]:
        count = len(self.players)
        fouls = self._rated.fouls.reshape(-1, count) @ (1 << np.arange(count))
        scoops = self._scoops(slice(None)) + 1
        kinds = (fouls + ((4 ** np.arange(len(scoops)) @ scoops) << 2 * count)).tolist()
        for deal, there in self._dealt.items():
            if deal:
                kinds[deal - 1] |= sum(1 << count + self.players.index(player) for player in there)
        names = map(self._name, range(self.deals))
        return zip(names, zip(*self._exchanged.points.tolist(), strict=True), kinds, strict=True)

    def _scoops(self, deals: slice | int) -> Int64:
        return self._tables.pays.scoops.take(self._exchanged.state[:, deals])

    def _figures(self, deal: int) -> Figures:
        of = slice(deal * len(self.players), (deal + 1) * len(self.players))
        paid, scoops = self._exchanged.paid[:, deal].tolist(), self._scoops(deal).tolist()
        return Figures(
            self._rated.fouls[of].tolist(),
            self._rated.royalties[of].tolist(),
            list(zip(paid, scoops, strict=True)),
        )
