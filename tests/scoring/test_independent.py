"""The scores held against a scorer that shares nothing with the package but the cards.

Forty lines, from the rule pages alone: rows as sorted tuples, royalties as a list of tests.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import pytest

from ofcscore.game.cards import Board
from ofcscore.rules.loading import load_rules
from ofcscore.scoring.boards import Scales
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.score import score_deal
from tests.loops import each

Royalties = tuple[Callable[[int, list[int]], int], ...]
DECK_RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in DECK_RANKS for suit in "shdc"]


def strength(cards: list[str], deuce: bool = False) -> tuple[int, list[int]]:
    """The category and the ranks in the order of comparison; a high `deuce` is 15, but in straights."""
    numbers = ["--23456789TJQKA".index(card[0]) for card in cards]
    counts = Counter(15 if deuce and n == 2 else n for n in numbers)
    order = sorted(counts, key=lambda n: (counts[n], n), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len(cards) == 5 and len({card[1] for card in cards}) == 1
    spread = sorted(set(numbers))
    straight = len(spread) == 5 and (spread[-1] - spread[0] == 4 or spread == [2, 3, 4, 5, 14])
    if straight:
        order = [5] if spread == [2, 3, 4, 5, 14] else [spread[-1]]
    if straight and flush:
        return (9 if order == [14] else 8), order
    if shape[0] == 4:
        return 7, order
    if shape == [3, 2]:
        return 6, order
    if flush:
        return 5, order
    if straight:
        return 4, order
    if shape[0] == 3:
        return 3, order
    if shape[:2] == [2, 2]:
        return 2, order
    return (1 if shape[0] == 2 else 0), order


OFC: Royalties = (
    lambda c, o: o[0] - 5 if c == 1 and o[0] > 5 else o[0] + 8 if c == 3 else 0,
    lambda c, o: {3: 2, 4: 4, 5: 8, 6: 12, 7: 20, 8: 30, 9: 50}.get(c, 0),
    lambda c, o: {4: 2, 5: 4, 6: 6, 7: 10, 8: 15, 9: 25}.get(c, 0),
)
CHINESE: Royalties = (
    lambda c, o: 3 if c == 3 else 0,
    lambda c, o: {6: 2, 7: 6, 8: 10, 9: 20}.get(c, 0),
    lambda c, o: {7: 4, 8: 5, 9: 10}.get(c, 0),
)


def totals(boards: list[list[list[str]]], royalty: Royalties, strict: bool) -> list[int]:
    rows = [[strength(row) for row in board] for board in boards]
    foul = [not (t <= m <= b) or (strict and m == b) for t, m, b in rows]
    bonus = [
        0 if bad else sum(f(*row) for f, row in zip(royalty, board, strict=True))
        for board, bad in zip(rows, foul, strict=True)
    ]
    result = [0] * len(boards)
    for i, j in combinations(range(len(boards)), 2):
        if foul[i] and foul[j]:
            continue
        if foul[i] or foul[j]:
            won = -3 if foul[i] else 3
        else:
            won = sum((a > b) - (a < b) for a, b in zip(rows[i], rows[j], strict=True))
        points = won + (3 if won == 3 else -3 if won == -3 else 0) + bonus[i] - bonus[j]
        result[i] += points
        result[j] -= points
    return result


def arranged(rng: random.Random, cards: list[str]) -> list[list[str]]:
    """Thirteen cards in rows, mostly in a legal order with something in them."""
    by_suit = rng.random() < 0.5
    cards = sorted(cards, key=lambda c: (c[1], c[0]) if by_suit else (c[0], c[1]))
    if rng.random() < 0.4:
        rng.shuffle(cards)
    bottom, middle, top = sorted((cards[:5], cards[5:10], cards[10:]), key=len, reverse=True)
    if strength(middle) > strength(bottom) and rng.random() < 0.9:
        bottom, middle = middle, bottom
    return [top, middle, bottom]


@each(("preset", "royalty", "strict"), [("ofc", OFC, False), ("chinese", CHINESE, True)])
@each("deals", [150, pytest.param(1_000, marks=pytest.mark.long)])
@each("players", [2, 3, 4])
def test_random_deals_score_as_the_independent_scorer_says(
    preset: str,
    royalty: Royalties,
    strict: bool,
    players: int,
    deals: int,
) -> None:
    rules, problems = load_rules(preset)
    assert rules is not None
    assert not problems
    scales = Scales(rules)
    rng = random.Random(players)
    names = ["Ann", "Bob", "Cid", "Dan"][:players]
    for n in range(deals):
        deck = rng.sample(DECK, 52)
        boards = [arranged(rng, deck[13 * i : 13 * i + 13]) for i in range(players)]
        deal = Deal(
            str(n),
            tuple(Board.of(name, *map(" ".join, board)) for name, board in zip(names, boards, strict=True)),
            Table(rules),
        )
        assert list(score_deal(deal, scales).totals.values()) == totals(boards, royalty, strict), boards


MAU_BINH: Royalties = (
    lambda c, o: 0 if c != 3 else 12 if o[0] == 14 else 3,
    lambda c, o: {6: 2, 7: 32 if o[0] == 14 else 8, 8: 14 if o[0] == 5 else 10, 9: 20}.get(c, 0),
    lambda c, o: {7: 16 if o[0] == 14 else 4, 8: 7 if o[0] == 5 else 5, 9: 10}.get(c, 0),
)
WATER: Royalties = (
    lambda c, o: 3 if c == 3 else 0,
    lambda c, o: {6: 2, 7: 8, 8: 10, 9: 10}.get(c, 0),
    lambda c, o: {7: 4, 8: 5, 9: 5}.get(c, 0),
)
CAPSA: Royalties = (
    lambda c, o: 6 if c == 3 else 0,
    lambda c, o: {6: 4, 7: 16, 8: 20, 9: 20}.get(c, 0),
    lambda c, o: {7: 8, 8: 10, 9: 10}.get(c, 0),
)


def second(cards: list[str], deuce: bool = False) -> tuple[int, list[float]]:
    """The strength of a row where A-2-3-4-5 is the second straight."""
    category, order = strength(cards, deuce)
    return category, [13.5 if category in (4, 8) and order == [5] else n for n in order]


def suits(cards: list[str], best: str, ranks: str = DECK_RANKS) -> list[int]:
    """The suits of a row, of cards that come in groups first and high ones before low ones."""
    count = Counter(card[0] for card in cards)
    ranked = sorted(cards, key=lambda c: (-count[c[0]], -ranks.index(c[0]), best.index(c[1])))
    return [-best.index(card[1]) for card in ranked]


class Thirteen(NamedTuple):
    """A thirteen-card game: what its rows pay, from how many opponents all pay more, and by how much.

    With `spoiled` nobody beats all where somebody fouls, with `first` flushes go by suits before ranks, and
    a `deuce` is the highest card. `locked` is what two pair or better over a flush or better pays, in place
    of the rows or with `on_top` besides them.
    `two` is how many times the rows count where two or more are swept, 0 where that makes no difference.
    """

    rules: str
    royalty: Royalties
    sets: tuple[str, ...] = ()
    opponents: int = 2
    every: int = 4
    foul: int = 0
    ties: str = ""
    horse: str = ""
    pooled: bool = False
    two: int = 0
    by_players: bool = False
    tied: bool = False
    spoiled: bool = False
    first: bool = False
    deuce: bool = False
    locked: int = 0
    on_top: bool = False


def thirteen(boards: list[list[list[str]]], game: Thirteen) -> list[Fraction]:
    """Return the winnings under games 3: doubled, doubled again, by suits, with the horse card."""
    players = range(len(boards))
    rows = [[second(row, game.deuce) for row in board] for board in boards]
    foul = [not t <= m <= b for t, m, b in rows]

    def worth(i: int) -> list[int]:
        return [f(*strength(row)) or 1 for f, row in zip(game.royalty, boards[i], strict=True)]

    locked = [
        game.locked > 0 and not bad and middle[0] >= 2 and bottom[0] >= 5
        for bad, (_, middle, bottom) in zip(foul, rows, strict=True)
    ]
    apart = [one and not game.on_top for one in locked]

    def better_suits(i: int, j: int, at: int) -> int:
        straight = rows[i][at][0] in (4, 8, 9)
        ranks = DECK_RANKS if straight or not game.deuce else DECK_RANKS[1:] + "2"
        x, y = suits(boards[i][at], game.ties, ranks), suits(boards[j][at], game.ties, ranks)
        return (x > y) - (x < y)

    def signs(i: int, j: int) -> list[int]:
        if foul[i] or foul[j]:
            return [foul[j] - foul[i]] * 3
        found = [(a > b) - (a < b) for a, b in zip(rows[i], rows[j], strict=True)]
        for at in range(3) if game.ties else ():
            flushes = game.first and rows[i][at][0] == rows[j][at][0] == 5
            found[at] = (flushes and better_suits(i, j, at)) or found[at] or better_suits(i, j, at)
        return found

    def sweeps(i: int, j: int) -> bool:
        found = signs(i, j) if not (apart[i] or apart[j]) else []
        return found == [1, 1, 1] or (game.tied and sorted(found) == [0, 1, 1])

    swept = [sum(sweeps(i, j) for j in players if j != i) for i in players]
    home = [len(boards) > game.opponents and count == len(boards) - 1 for count in swept]
    if (game.spoiled and any(foul)) or any(apart):
        home = [False] * len(boards)
    result = [Fraction(0)] * len(boards)
    for i, j in combinations(players, 2):
        won = signs(i, j)
        paid = sum(s * (a if s > 0 else b) for s, a, b in zip(won, worth(i), worth(j), strict=True))
        if game.foul and foul[i] != foul[j]:
            paid *= game.foul
        elif sweeps(i, j) or sweeps(j, i):
            winner = i if sweeps(i, j) else j
            times = game.two if game.two and swept[winner] >= 2 else 2
            times = len(boards) if game.by_players else times
            paid *= game.every if home[winner] else times
        if apart[i] or apart[j]:
            paid = 0
        paid += game.locked * (locked[i] - locked[j])
        if game.horse and sum(any(game.horse in row for row in boards[k]) for k in (i, j)) == 1:
            paid *= 2
        aces = [sum(card[0] == "A" for row in boards[k] for card in row) for k in (i, j)]
        points = paid + (Fraction(aces[0] - aces[1], len(boards)) if game.pooled else 0)
        result[i] += points
        result[j] -= points
    return result


GAMES = [
    Thirteen("mau-binh", MAU_BINH, pooled=True),
    Thirteen("shisanshui", WATER, ("naturals=none", "cards.double=5h"), horse="5h", opponents=3),
    Thirteen("shisanshui", WATER, ("naturals=none", "ties={suits: shcd}"), ties="shcd", opponents=3),
    Thirteen("shisanshui-fujian", WATER, ("naturals=none", "cards.double=Ts"), horse="Ts"),
    Thirteen("shisanshui", WATER, ("naturals=none", "foul.pays={factor: 1}"), foul=1, opponents=3),
    Thirteen(
        "shisanshui", WATER, ("naturals=none", "points.scoop_many={2: {factor: 3}}"), two=3, opponents=3
    ),
    Thirteen(
        "shisanshui", WATER, ("naturals=none", "points.scoop={factor: players}"), by_players=True, opponents=3
    ),
    Thirteen("shisanshui", WATER, ("naturals=none", "points.scoop_when=none-lost"), tied=True, opponents=3),
    Thirteen("mau-binh", MAU_BINH, ("points.scoop_all={factor: 4, fouls: not}",), pooled=True, spoiled=True),
    Thirteen("capsa-susun", CAPSA, foul=3, ties="shcd"),
    Thirteen("capsa-susun", CAPSA, ("ties={suits: dchs}",), foul=3, ties="dchs"),
]


HANDS = "[{kind: rows, name: locked, middle: two-pair or better, bottom: flush or better, points: 6}]"
BASES = [
    Thirteen("mau-binh", MAU_BINH, pooled=True),
    Thirteen("shisanshui", WATER, opponents=3),
    Thirteen("shisanshui-fujian", WATER),
    Thirteen("capsa-susun", CAPSA, foul=3, ties="shcd"),
]
"""Games that the settings of `CHANGES` are put on."""
CHANGES: tuple[tuple[str, Callable[[Thirteen], Thirteen]], ...] = (
    ("points.scoop_many={2: {factor: 3}}", lambda game: game._replace(two=3)),
    ("points.scoop={factor: players}", lambda game: game._replace(by_players=True, two=0)),
    ("points.scoop_when=none-lost", lambda game: game._replace(tied=True)),
    ("points.scoop_all={factor: 4, fouls: not}", lambda game: game._replace(spoiled=True, opponents=2)),
    ("foul.pays={factor: 2}", lambda game: game._replace(foul=2)),
    ("ties={suits: dchs}", lambda game: game._replace(ties="dchs", first=False)),
    ("ties={suits: shcd, compare: before}", lambda game: game._replace(ties="shcd", first=True)),
    ("ranks=deuce-high", lambda game: game._replace(deuce=True)),
    ("cards.double=9h", lambda game: game._replace(horse="9h")),
    (f"naturals.hands={HANDS}", lambda game: game._replace(locked=6)),
    ("naturals.pays=on-top", lambda game: game._replace(on_top=True)),
)
"""Settings, and what each is to a game."""


def some_game(rng: random.Random) -> Thirteen:
    """A game with some of the settings of `CHANGES`."""
    game = rng.choice(BASES)
    sets = ["naturals={between: higher, declared: auto, false-claim: none, hands: []}"]
    for said, change in CHANGES:
        if rng.random() < 0.3 and not (game.by_players and "scoop_many" in said):
            sets.append(said)
            game = change(game)
    if game.by_players and any("scoop_many" in said for said in sets):
        sets.append("points.scoop_many=none")
    return game._replace(sets=tuple(sets))


@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 400), marks=pytest.mark.long)])
def test_sums_of_house_rules_score_as_the_independent_scorer_says(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        agrees(some_game(rng), rng.randint(2, 4), 50, rng)


@each("game", GAMES)
@each("players, deals", [(3, 20), *(pytest.param(n, 60, marks=pytest.mark.long) for n in (2, 3, 4))])
def test_thirteen_cards_score_as_the_independent_scorer_says(
    game: Thirteen, players: int, deals: int
) -> None:
    agrees(game, players, deals, random.Random(players))


def agrees(game: Thirteen, players: int, deals: int, rng: random.Random) -> None:
    rules, problems = load_rules(game.rules, sets=game.sets)
    assert rules is not None, (game.sets, problems)
    assert not [problem for problem in problems if not problem.warning]
    scales = Scales(rules)
    names = ["An", "Binh", "Chi", "Dung"][:players]
    for _ in range(deals):
        # Few ranks in play, so that rows tie and pay more often.
        cards = [card for card in DECK if players < 4 and card[0] not in "368"] or DECK
        deck = rng.sample(cards, 13 * players)
        boards = [arranged(rng, deck[13 * i : 13 * i + 13]) for i in range(players)]
        made = [Board.of(name, *map(" ".join, board)) for name, board in zip(names, boards, strict=True)]
        score = score_deal(Deal("1", tuple(made), Table(rules)), scales)
        assert list(score.totals.values()) == thirteen(boards, game), boards


def test_sums_without_lines_are_the_sums_of_the_lines() -> None:
    """`exchanges` takes a short cut under plain rule sets; the lines are the definition."""
    rng = random.Random(7)
    for preset in ("ofc", "ofc-27", "ofc-headshot", "ofc-2013", "chinese"):
        rules, _ = load_rules(preset)
        assert rules is not None
        scales = Scales(rules)
        for _ in range(60):
            deck = rng.sample(DECK, 52)
            boards = [arranged(rng, deck[13 * i : 13 * i + 13]) for i in range(3)]
            deal = Deal(
                "1",
                tuple(
                    Board.of(name, *map(" ".join, board)) for name, board in zip("ABC", boards, strict=True)
                ),
                Table(rules),
            )
            score = score_deal(deal, scales)
            assert [(e.first, e.second, e.points) for e in score.exchanges] == [
                (p.first, p.second, p.points) for p in score.pairs
            ]
