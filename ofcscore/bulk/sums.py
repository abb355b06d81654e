"""Sums of the deals of a stretch, from their scores as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from ofcscore.bulk.forms import Form
from ofcscore.bulk.kernel import Rated, entering, exchange, rate, staying
from ofcscore.bulk.pays import SIGNS, pay_table
from ofcscore.bulk.ranks import Flags, Int64
from ofcscore.bulk.stretches import Stretch, stretches
from ofcscore.bulk.tables import NOT_THERE, Int16, Tables
from ofcscore.diagnostics.problem import Place
from ofcscore.game.board import ROWS
from ofcscore.rules.model import Rules
from ofcscore.scoring.admission import board_place
from ofcscore.scoring.boards import Status, scales_of
from ofcscore.scoring.deal import Table
from ofcscore.scoring.lines import PairTotals
from ofcscore.scoring.score import DealScore, score_deal
from ofcscore.session.money import UnbalancedError
from ofcscore.session.result import Standing
from ofcscore.session.sums import ManyDeals

PROVED_ONE_IN: Final = 1000
"""One deal in so many is scored again by its lines."""


class _Seat(NamedTuple):
    """The sums of a player's deals; `best` and `worst` are points and the first deal that has them."""

    points: int
    wins: int
    fouls: int
    best: tuple[int, int]
    worst: tuple[int, int]


class _Pair(NamedTuple):
    """The sum that the second of two players pays the first, and how often each of them scoops."""

    won: PairTotals
    scoops: int
    scooped: int


class Added(NamedTuple):
    """The deals of a stretch scored, and what they add up to by themselves.

    `points` has shape (players, deals), `paid` and `state` (pairs of players, deals): what the second pays
    the first, and where the two stand in the pay table. `royalties` has what counts of each row, of shape
    (3, players). `enter` and `stay` are the cards of the fantasyland deal that boards bring, a number for
    each board, as in `rated`.
    """

    stretch: Stretch
    tables: Tables
    rated: Rated
    points: Int64
    paid: Int64
    state: Int16
    royalties: Int64
    enter: Int64
    stay: Int64
    seats: Sequence[_Seat]
    pairs: Sequence[_Pair]


def add_up(stretch: Stretch, tables: Tables) -> Added:
    """Return the deals of a stretch by the tables of a rule set."""
    players = len(stretch.shape.names)
    rated = rate(stretch.boards.rows, tables)
    paid, state, points = exchange(rated, players, tables)
    royalties = _royalties(rated, tables, rated.royalties != 0, players)
    return Added(
        stretch,
        tables,
        rated,
        points,
        paid,
        state,
        royalties.sum(axis=2),
        entering(rated, tables),
        staying(rated, tables),
        list(_seats(points, rated.fouls)),
        list(_pairs(state, royalties, tables)),
    )


def _seats(points: Int64, fouls: Flags) -> Iterator[_Seat]:
    totals, wins = points.sum(axis=1).tolist(), (points > 0).sum(axis=1).tolist()
    fouls_of = fouls.reshape(-1, len(points)).sum(axis=0).tolist()
    for own, total, won, fouled in zip(points, totals, wins, fouls_of, strict=True):
        best, worst = int(own.argmax()), int(own.argmin())
        yield _Seat(total, won, fouled, (int(own[best]), best), (int(own[worst]), worst))


def _pairs(state: Int16, royalties: Int64, tables: Tables) -> Iterator[_Pair]:
    """Yield the totals of each pair of players.

    `state` has shape (pairs, deals), `royalties` (3, players, deals). Without royalties a state always pays
    the same, by the lines of its pair in the pay table.
    """
    by_state = _totals_by_state(tables.rules)
    by_first, by_second = tables.scoops > 0, tables.scoops < 0
    for (a, b), states in zip(combinations(range(royalties.shape[1]), 2), state, strict=True):
        times = np.bincount(states, minlength=_STATES)
        paid = royalties[:, a] - royalties[:, b]
        if not tables.foul_royalties:
            paid = paid[:, states < SIGNS]
        by_row = paid.sum(axis=1)
        more = [*by_row.tolist(), 0, 0, int(by_row.sum()), int(by_row.sum())]
        won = PairTotals(*(times @ by_state).tolist()).plus(PairTotals(*more))
        yield _Pair(won, int(times @ by_first), int(times @ by_second))


@lru_cache(maxsize=32)
def _totals_by_state(rules: Rules) -> Int64:
    """Return the totals of the lines of each pair of the pay table."""
    return np.array([pair.totals for pair in pay_table(rules).pairs], np.int64)


_STATES: Final = 4 * SIGNS
"""So many states two boards may be in: nobody a foul, the first, the second, or both."""


def _royalties(rated: Rated, tables: Tables, of: Flags, players: int) -> Int64:
    """Return the royalties that rows of these boards earn, of shape (3, players, deals)."""
    royalties = np.zeros((len(ROWS), players, len(of) // players), np.int64)
    for row, at, table in zip(royalties, rated.places, tables.rows, strict=True):
        if table.royalty is not None:
            row += (table.royalty.take(at) * of).reshape(-1, players).T
    return royalties


def score_block(form: Form, tables: Tables, data: bytes) -> list[Added]:
    """Return the stretches of a block of deals."""
    return [add_up(stretch, tables) for stretch in stretches(form, data)]


def many_deals(added: Added, players: tuple[str, ...], table: Table, due: Mapping[str, int]) -> ManyDeals:
    """Return the deals as a session takes them; `due` are those who are in fantasyland in the first of them.

    Raises `UnbalancedError` where a deal comes out otherwise by its lines.
    """
    stretch, scales = added.stretch, scales_of(table.rules)
    dealt = _dealt(added, players, due)

    def score(deal: int) -> DealScore:
        return score_deal(stretch.deal(deal, players, table), scales, dealt.get(deal, {}))

    many = ManyDeals(
        table,
        players,
        stretch.deals,
        stretch.number,
        _standings(added, players, dealt, table),
        {two: pair.won for two, pair in zip(combinations(players, 2), added.pairs, strict=True)},
        dealt,
        lambda deal, player: _place(stretch, deal, players.index(player), table),
        score,
        lambda: _lines(added, players, dealt),
    )
    for deal in range(-stretch.number % PROVED_ONE_IN, stretch.deals, PROVED_ONE_IN):
        _prove(added, deal, many)
    return many


def _lines(
    added: Added, players: tuple[str, ...], dealt: Mapping[int, Mapping[str, int]]
) -> Iterable[tuple[Sequence[int], int]]:
    """Yield the points of each deal, and a number for its fouls, fantasyland to come, and scoops."""
    bits = 1 << np.arange(len(players))
    fouls = added.rated.fouls.reshape(-1, len(players)) @ bits
    scoops = added.tables.scoops.take(added.state).T + 1
    kinds = (fouls + ((scoops @ 4 ** np.arange(len(added.pairs))) << 2 * len(players))).tolist()
    for deal, there in dealt.items():
        if deal:
            kinds[deal - 1] |= sum(1 << len(players) + players.index(player) for player in there)
    return zip(added.points.T.tolist(), kinds, strict=True)


def _place(stretch: Stretch, deal: int, seat: int, table: Table) -> Place:
    of = stretch.deal(deal, ("",) * len(stretch.shape.names), table)
    return board_place(of, of.boards[seat])


def _dealt(added: Added, players: tuple[str, ...], due: Mapping[str, int]) -> dict[int, dict[str, int]]:
    """Return the fantasyland cards of each player by deal, counted from 0 up to the one after the stretch."""
    land = added.tables.rules.fantasyland
    if land is None:
        return {}
    count, enter, stay = len(players), added.enter, added.stay
    # Boards are counted over all deals: that of the same player in the next deal is `count` further on.
    cards_of = {players.index(player): cards for player, cards in due.items()}
    boards = np.flatnonzero((enter > 0) | (stay != NOT_THERE))
    for board, cards, extra in zip(
        boards.tolist(), enter[boards].tolist(), stay[boards].tolist(), strict=True
    ):
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


def _standings(
    added: Added, players: tuple[str, ...], dealt: Mapping[int, Mapping[str, int]], table: Table
) -> list[Standing]:
    number, deals = added.stretch.number, added.stretch.deals
    log = f"{table.log}/" if table.log else ""
    standings = []
    for at, (player, seat) in enumerate(zip(players, added.seats, strict=True)):
        did = Standing(player)
        did.points, did.deals, did.wins, did.fouls = seat.points, deals, seat.wins, seat.fouls
        (best, best_deal), (worst, worst_deal) = seat.best, seat.worst
        did.best = (best, f"{log}{number + best_deal}")
        did.worst = (worst, f"{log}{number + worst_deal}")
        did.royalties = added.royalties[:, at].tolist()
        did.fantasylands = sum(player in there for deal, there in dealt.items() if deal < deals)
        standings.append(did)
    for (first, second), pair in zip(combinations(standings, 2), added.pairs, strict=True):
        first.scoops += pair.scoops
        second.scooped += pair.scoops
        second.scoops += pair.scooped
        first.scooped += pair.scooped
    return standings


def _prove(added: Added, number: int, many: ManyDeals) -> None:
    """Hold a deal against its score lines; raise `UnbalancedError`."""
    score = many.score(number)
    boards = score.boards
    due = {b.player: b.fantasyland.cards for b in boards if b.fantasyland.cards is not None}
    said = (
        [board.status is Status.FOUL for board in boards],
        [board.royalties for board in boards],
        [(pair.points, pair.exchange.scoop) for pair in score.pairs],
        due,
    )
    of = slice(number * len(boards), (number + 1) * len(boards))
    scoops = added.tables.scoops.take(added.state[:, number])
    found = (
        added.rated.fouls[of].tolist(),
        added.rated.royalties[of].tolist(),
        list(zip(added.paid[:, number].tolist(), scoops.tolist(), strict=True)),
        dict(many.dealt.get(number + 1, {})),
    )
    if said != found:
        name = score.deal.name
        raise UnbalancedError(f"deal {name}: its lines say {said}, and its columns {found}")
