"""What the deals of a stretch add up to, from their scores as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from ofcscore.columns.forms import Form
from ofcscore.columns.kernel import Rated, entering, exchange, rate, staying
from ofcscore.columns.pays import SIGNS, pay_table
from ofcscore.columns.ranks import Flags, Int64
from ofcscore.columns.stretches import Stretch, stretches
from ofcscore.columns.tables import NOT_THERE, Int16, Tables
from ofcscore.game.board import ROWS
from ofcscore.problems.problem import Place
from ofcscore.scoring.admission import board_place
from ofcscore.scoring.boards import Status
from ofcscore.scoring.deal import Table
from ofcscore.scoring.deals import DealScore, score_deal
from ofcscore.scoring.lines import PairTotals
from ofcscore.scoring.scales import scales_of
from ofcscore.session.estimates import Play
from ofcscore.session.many import Course, Details, ManyDeals, Meeting
from ofcscore.session.proof import UnbalancedError
from ofcscore.session.result import Standing

PROVED_ONE_IN: Final = 1000
"""One deal in so many is scored again by its lines."""


class _Seat(NamedTuple):
    """What a player's deals add up to; `best` and `worst` are points and the first deal that has them."""

    wins: int
    fouls: int
    best: tuple[int, int]
    worst: tuple[int, int]


class _Pair(NamedTuple):
    """What the second of two players pays the first in all, and how often each of them scoops."""

    won: PairTotals
    scoops: int
    scooped: int


class Added(NamedTuple):
    """The deals of a stretch scored, and what they add up to by themselves.

    `points` has shape (players, deals), `paid` and `state` (pairs of players, deals): what the second pays
    the first, and where the two stand in the pay table. `totals` are the points added up deal by
    deal. `royalties` has what counts of each row, of shape (3, players). `enter` and `stay` are the cards of
    the fantasyland deal that boards bring, a number for each board, as in `rated`. `highest_royalty` is that
    of a row, and the first deal that has it.
    """

    stretch: Stretch
    tables: Tables
    rated: Rated
    points: Int64
    paid: Int64
    state: Int16
    totals: Int64
    royalties: Int64
    enter: Int64
    stay: Int64
    seats: Sequence[_Seat]
    pairs: Sequence[_Pair]
    highest_royalty: tuple[int, int]


def add_up(stretch: Stretch, tables: Tables) -> Added:
    """The deals of a stretch by the tables of a rule set."""
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
        points.cumsum(axis=1),
        royalties.sum(axis=2),
        entering(rated, tables),
        staying(rated, tables),
        list(_seats(points, rated.fouls)),
        list(_pairs(state, royalties, tables)),
        _highest_royalty(rated, tables, players),
    )


def _seats(points: Int64, fouls: Flags) -> Iterator[_Seat]:
    wins = (points > 0).sum(axis=1).tolist()
    fouls_of = fouls.reshape(-1, len(points)).sum(axis=0).tolist()
    for own, won, fouled in zip(points, wins, fouls_of, strict=True):
        best, worst = int(own.argmax()), int(own.argmin())
        yield _Seat(won, fouled, (int(own[best]), best), (int(own[worst]), worst))


def _pairs(state: Int16, royalties: Int64, tables: Tables) -> Iterator[_Pair]:
    """Yield the totals of each pair of players.

    `state` has shape (pairs, deals), `royalties` (3, players, deals). Without royalties a state always pays
    the same, by the lines of its pair in the pay table.
    """
    by_state = np.array([pair.totals for pair in pay_table(tables.rules).pairs], np.int64)
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


def _royalties(rated: Rated, tables: Tables, of: Flags, players: int) -> Int64:
    """The royalties that rows of these boards earn, of shape (3, players, deals)."""
    royalties = np.zeros((len(ROWS), players, len(of) // players), np.int64)
    for row, at, table in zip(royalties, rated.places, tables.rows, strict=True):
        if table.royalty is not None:
            row += (table.royalty.take(at) * of).reshape(-1, players).T
    return royalties


def score_block(form: Form, tables: Tables, data: bytes) -> list[Added]:
    """The stretches of a block of deals."""
    return [add_up(stretch, tables) for stretch in stretches(form, data)]


def many_deals(added: Added, players: tuple[str, ...], table: Table, due: Mapping[str, int]) -> ManyDeals:
    """The deals as a session takes them; `due` are those who are in fantasyland in the first of them.

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
        lambda moments: added.totals[:, np.array(moments) - 1].tolist(),
        dealt,
        lambda deal, player: _place(stretch, deal, players.index(player), table),
        score,
        lambda: _lines(added, players, dealt),
        added.highest_royalty,
        lambda: details(added.points, added.paid, added.state, _royalties_lost(added), players, dealt),
    )
    for deal in range(-stretch.number % PROVED_ONE_IN, stretch.deals, PROVED_ONE_IN):
        _prove(added, deal, many)
    return many


def _lines(
    added: Added, players: tuple[str, ...], dealt: Mapping[int, Mapping[str, int]]
) -> Iterable[tuple[Sequence[int], int]]:
    """The points of each deal, and a number for its fouls, who is in fantasyland next, and its scoops."""
    bits = 1 << np.arange(len(players))
    fouls = added.rated.fouls.reshape(-1, len(players)) @ bits
    scoops = added.tables.scoops.take(added.state).T + 1
    kinds = (fouls + ((scoops @ 4 ** np.arange(len(added.pairs))) << 2 * len(players))).tolist()
    for deal, there in dealt.items():
        if deal:
            kinds[deal - 1] |= sum(1 << len(players) + players.index(player) for player in there)
    return zip(added.points.T.tolist(), kinds, strict=True)


def _royalties_lost(added: Added) -> Int64:
    """What the fouled boards of each player would have earned."""
    by_row = _royalties(added.rated, added.tables, added.rated.fouls, len(added.points))
    return np.asarray(by_row.sum(axis=(0, 2)))


def _highest_royalty(rated: Rated, tables: Tables, players: int) -> tuple[int, int]:
    highest, first = 0, 0
    for at, table in zip(rated.places, tables.rows, strict=True):
        if table.royalty is None:
            continue
        royalties = np.where(rated.fouls, 0, table.royalty.take(at))
        board = int(royalties.argmax())
        # Of equal ones the first, by deals; within a deal its boards are looked through.
        found = (int(royalties[board]), -(board // players))
        highest, first = max((highest, first), found)
    return highest, -first


def _place(stretch: Stretch, deal: int, seat: int, table: Table) -> Place:
    of = stretch.deal(deal, ("",) * len(stretch.shape.names), table)
    return board_place(of, of.boards[seat])


def _dealt(added: Added, players: tuple[str, ...], due: Mapping[str, int]) -> dict[int, dict[str, int]]:
    """Who is in fantasyland in which deal, with how many cards; deals count from 0 up to the next one."""
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
        did.deals, did.wins, did.fouls = deals, seat.wins, seat.fouls
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
    """Holds a deal against its score lines; raises `UnbalancedError`."""
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


# -- how the deals went --------------------------------------------------------------------------------

_STATES: Final = 4 * SIGNS
"""So many states two boards may be in: nobody a foul, the first, the second, or both."""


def details(
    points: Int64,
    paid: Int64,
    state: Int16,
    royalties_lost: Int64,
    players: Sequence[str],
    dealt: Mapping[int, Mapping[str, int]],
) -> Details:
    """What statistics ask for: `points` has shape (players, deals), `paid` and `state` (pairs, deals)."""
    deals = points.shape[1]
    courses = []
    for player, own, lost in zip(players, points, royalties_lost.tolist(), strict=True):
        inside = [deal for deal, there in dealt.items() if deal < deals and player in there]
        courses.append(_course(own, inside, lost))
    meetings = {
        pair: Meeting(_play(of_pair), np.bincount(states, minlength=_STATES).tolist())
        for pair, of_pair, states in zip(combinations(players, 2), paid, state, strict=True)
    }
    return Details(courses, meetings)


def _play(points: Int64) -> Play:
    return Play(len(points), int(points.sum()), int((points * points).sum()))


def _course(points: Int64, inside: Sequence[int], royalties_lost: int) -> Course:
    outside = np.ones(len(points), np.bool_)
    outside[inside] = False
    lost = int((points < 0).sum())
    return Course(_play(points[~outside]), _play(points[outside]), lost, royalties_lost)
