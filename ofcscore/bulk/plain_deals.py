"""Stretches of a log without numpy: each kind of row and of pair is scored once by the reference scorer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from ofcscore.bulk import stretches as regular
from ofcscore.bulk.formats import Form
from ofcscore.bulk.pair_states import PairState
from ofcscore.bulk.stretches import Figures, Shape, Stretch
from ofcscore.bulk.supported import in_tables
from ofcscore.game.board import BOARD_SIZE, ROWS
from ofcscore.game.cards import DECK_MASK, weigh
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import compare, is_foul, next_fantasyland, scales_of
from ofcscore.scoring.deal import Points, Table
from ofcscore.scoring.score_lines import PairTotals, whole
from ofcscore.session.result import Standing

_NONE: Final = (0, 0, 0)
Sums = tuple[int, int, int]
"""The sums of the cards in top, middle and bottom."""


def states_suffice(rules: Rules) -> bool:
    """Return True if a pair's points depend only on its `PairState`."""
    return in_tables(rules) and not rules.points.scoop_all


def stretches(form: Form, data: bytes) -> Iterator[Stretch]:
    """Yield the stretches of a piece of a log, which begins and ends at the borders of deals.

    The text between stretches is skipped.
    """
    for run in regular.runs(form, data, 0, _alike):
        boards = _boards(run)
        whole_run, players, first, before = run._replace(boards=(boards,)), len(run.shape.names), 0, 0
        for deal in range(run.deals + 1):
            own = boards[deal * players : (deal + 1) * players]
            deck = _deck(*own[:1]) if own else 0
            # If its first board equals that of the deal before, a deal may be a repetition.
            if not own or deck == before or _deck(*own).bit_count() != BOARD_SIZE * players:
                if deal - first > regular.FEWEST:
                    yield whole_run.part(first, deal)
                first = deal + 1
            before = deck


def irregular(form: Form, data: bytes) -> bytes:
    """Return a piece of a log without the deals that differ from one before only in number and cards."""
    return regular.irregular(form, data, _alike)


def _deck(*boards: Sums) -> int:
    """Return a bit mask of the cards of boards, which has as many bits as cards if all differ."""
    cards = 0
    for top, middle, bottom in boards:
        cards |= top | middle | bottom
    return cards & DECK_MASK


def _alike(data: bytes, at: int, most: int, shape: Shape, digits: slice, number: int) -> int:
    """Return the number of deals with the layout of the first and with consecutive numbers."""
    pattern = _pattern(data[at : at + shape.size], shape, digits)
    for deal in range(most):
        match = pattern.match(data, at + deal * shape.size)
        if match is None or int(match[1]) != number + deal:
            return deal
    return most


def _pattern(deal: bytes, shape: Shape, digits: slice) -> re.Pattern[bytes]:
    """Return a pattern of deals with the layout of one: its number and any two signs for each card."""
    parts, at = [], 0
    places = [(digits.start, digits.stop, b"([0-9]{%d})" % (digits.stop - digits.start))]
    for rows_at in shape.rows_at:
        for row_at, row in zip(rows_at, ROWS, strict=True):
            places.append((row_at, row_at + 3 * row.size - 1, b" ".join([b".."] * row.size)))
    for start, stop, found in places:
        parts += [re.escape(deal[at:start]), found]
        at = stop
    return re.compile(b"".join([*parts, re.escape(deal[at:])]), re.DOTALL)


def _boards(run: Stretch) -> list[Sums]:
    """Return the sums of the boards of a run, 0 for those with an invalid card."""
    text, found = run.data[run.start : run.end].decode("latin-1"), []
    slices = [
        [slice(at, at + 3 * row.size - 1) for at, row in zip(rows_at, ROWS, strict=True)]
        for rows_at in run.shape.rows_at
    ]
    for start in range(0, len(text), run.shape.size):
        deal = text[start : start + run.shape.size]
        for top, middle, bottom in slices:
            try:
                found.append((weigh(deal[top]), weigh(deal[middle]), weigh(deal[bottom])))
            except KeyError:
                found.append(_NONE)
    return found


class _Pair(NamedTuple):
    """The score of a pair, from the side of its first board."""

    points: Points
    scoop: int
    totals: PairTotals


class _Pairs(dict[PairState, _Pair]):
    """A cache of scored pairs. A missing one is scored."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __missing__(self, state: PairState) -> _Pair:
        score = state.pair(self.rules)
        found = self[state] = _Pair(score.points, score.exchange.scoop, score.totals)
        return found


_pairs_of: Final = cache(_Pairs)


class _DealFigures(NamedTuple):
    """The points, fouls and royalties by row of each seat, and the states of the pairs."""

    points: tuple[Points, ...]
    fouls: tuple[bool, ...]
    royalties: tuple[tuple[int, ...], ...]
    states: tuple[PairState, ...]


class ScoredStretch(regular.ScoredStretch):
    """The scores of a stretch, deal by deal."""

    def __init__(
        self, stretch: Stretch, players: tuple[str, ...], table: Table, due: Mapping[str, int]
    ) -> None:
        plays_it = table.rules.fantasyland is not None
        super().__init__(stretch, players, table, {0: dict(due)} if due and plays_it else {})
        self._scales, self._paid = scales_of(table.rules), _pairs_of(table.rules)
        self._pairs = list(combinations(range(len(players)), 2))
        (boards,) = stretch.boards
        seats = len(players)
        self._scored = [self._score(deal, boards[deal * seats :][:seats]) for deal in range(stretch.deals)]

    def _score(self, deal: int, boards: Sequence[Sums]) -> _DealFigures:
        """Score one deal, and keep who is due in fantasyland in the next one."""
        scales, rules, dealt = self._scales, self.rules, self._dealt.get(deal, {})
        values, fouls, royalties = [], [], []
        for player, sums in zip(self.players, boards, strict=True):
            own = top, middle, bottom = scales.values(sums)
            foul = is_foul(own, strict=scales.strict)
            values.append(own)
            fouls.append(foul)
            royalties.append(_NONE if foul else (top.royalty, middle.royalty, bottom.royalty))
            if rules.fantasyland is not None and not foul:
                cards = next_fantasyland(own, rules, dealt.get(player)).cards
                if cards is not None:
                    self._dealt.setdefault(deal + 1, {})[player] = cards
        points: list[Points] = [0] * len(boards)
        states = []
        for a, b in self._pairs:
            signs = compare(values[a], values[b])
            state = PairState(fouls[a] + 2 * fouls[b], signs, royalties[a], royalties[b])
            states.append(state)
            paid = self._paid[state].points
            points[a] += paid
            points[b] -= paid
        return _DealFigures(tuple(points), tuple(fouls), tuple(royalties), tuple(states))

    def totals(self) -> Iterator[tuple[str, tuple[Points, ...], Hashable]]:
        for number, (points, fouls, _, states) in enumerate(self._scored):
            scoops = tuple([self._paid[state].scoop for state in states])
            kind = fouls, scoops, tuple(self._dealt.get(number + 1, ()))
            yield f"{self._log}{self._stretch.number + number}", points, kind

    def _figures(self, deal: int) -> Figures:
        _, fouls, royalties, states = self._scored[deal]
        paid = [self._paid[state] for state in states]
        return Figures(
            list(fouls), [sum(of_rows) for of_rows in royalties], [(pair.points, pair.scoop) for pair in paid]
        )

    def _sums(self) -> tuple[list[Standing], Mapping[tuple[str, str], PairTotals]]:
        columns = zip(*self._scored, strict=True)
        points, fouls, royalties, states = (list(zip(*column, strict=True)) for column in columns)
        standings = [
            self._standing(player, *own)
            for player, *own in zip(self.players, points, fouls, royalties, strict=True)
        ]
        exchanged = {}
        for (a, b), of_pair in zip(self._pairs, states, strict=True):
            sums: list[Points] = [0] * len(PairTotals._fields)
            first, second = standings[a], standings[b]
            for state, times in Counter(of_pair).items():
                pair = self._paid[state]
                sums = [total + times * more for total, more in zip(sums, pair.totals, strict=True)]
                winner, loser = (first, second) if pair.scoop > 0 else (second, first)
                winner.scoops += times * abs(pair.scoop)
                loser.scooped += times * abs(pair.scoop)
            exchanged[first.person, second.person] = PairTotals(*map(whole, sums))
        return standings, exchanged

    def _standing(
        self, player: str, points: Sequence[Points], fouls: Sequence[bool], royalties: Sequence[Sequence[int]]
    ) -> Standing:
        standing = Standing(player)
        standing.deals, standing.points, standing.fouls = self.deals, whole(sum(points)), sum(fouls)
        standing.wins = sum(won > 0 for won in points)
        for name, most in (("best", max(points)), ("worst", min(points))):
            setattr(standing, name, (most, f"{self._log}{self._stretch.number + points.index(most)}"))
        standing.royalties = [sum(of_row) for of_row in zip(*royalties, strict=True)]
        return standing
