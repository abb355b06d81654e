"""One deal against one deck: cards that are there twice, and decks that cannot exist."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from ofcscore.board import Row
from ofcscore.cards import RANKS, SUITS, CardAt, RowText
from ofcscore.evaluate import rank_word
from ofcscore.problems import Problem
from ofcscore.reading.near import listed
from ofcscore.reading.syntax import Text

OF_A_RANK: Final = len(SUITS)


class RowRead(NamedTuple):
    """One row as read: whose it is, which (None: the thirteen cards of a claim), where, its cards."""

    player: str
    row: Row | None
    text: Text
    cards: RowText

    @property
    def whose(self) -> str:
        """`Hero's top row`."""
        return f"{self.player}'s {self.row.label} row" if self.row is not None else f"{self.player}'s claim"

    def at(self, card: CardAt) -> Text:
        return self.text.part(card.start, card.end)

    @property
    def plain(self) -> bool:
        """Whether it is a five-card row without suits that is said to be no flush."""
        return (
            self.row is not None
            and self.row.size == 5
            and self.cards.word is None
            and not any(card.suit for card in self.cards.cards)
        )

    @property
    def some_flush(self) -> bool:
        """Whether the row is called a flush without saying of which suit."""
        return self.cards.word == "flush" and not all(card.suit for card in self.cards.cards)


class _Stated(NamedTuple):
    code: str
    row: RowRead
    card: CardAt


def check_deck(rows: Sequence[RowRead], hidden_aces: int = 0) -> list[Problem]:
    """What one deck cannot give: a card twice, a rank five times, a flush no suit is left for.

    `hidden_aces` are the aces of boards whose cards were not shown. One slip gives one problem.
    """
    problems = _repeated(rows)
    if problems or any(row.cards.faults for row in rows):
        return problems
    return _too_many(rows, hidden_aces) or _impossible(rows)


def _repeated(rows: Sequence[RowRead]) -> list[Problem]:
    first: dict[str, _Stated] = {}
    problems = []
    boards: dict[tuple[str, str], int] = Counter()
    found: list[tuple[RowRead, list[tuple[_Stated, _Stated]]]] = []
    for row in rows:
        repeats = []
        for code, card in zip(row.cards.codes, row.cards.cards, strict=True):
            if len(code) != 2:
                continue
            here = _Stated(code, row, card)
            before = first.setdefault(code, here)
            if before is not here:
                repeats.append((here, before))
                boards[row.player, before.row.player] += 1
        if repeats:
            found.append((row, repeats))
    copied: set[tuple[str, str]] = set()
    for row, repeats in found:
        whole = next((pair for pair in boards if pair[0] == row.player and boards[pair] >= 10), None)
        if whole is not None and whole[0] != whole[1]:
            if whole not in copied:
                copied.add(whole)
                here, before = repeats[0]
                problems.append(
                    Problem(
                        "card-repeated",
                        row.at(here.card).place,
                        f"{whole[0]}'s board has the cards of {whole[1]}'s board "
                        f"(line {before.row.text.line.number})",
                        "was a board written down twice?",
                    )
                )
            continue
        groups: dict[int, list[tuple[_Stated, _Stated]]] = {}
        for here, before in repeats:
            groups.setdefault(id(before.row), []).append((here, before))
        problems += [_repeat_problem(group) for group in groups.values()]
    return problems


def _repeat_problem(group: Sequence[tuple[_Stated, _Stated]]) -> Problem:
    here, before = group[0]
    codes = list(dict.fromkeys(stated.code for stated, _ in group))
    where = before.row.text.part(before.card.start, before.card.end)
    at = here.row.at(here.card)
    line = f"line {where.line.number}"
    if where.line.number == at.line.number:
        line = f"column {where.column}"
    verb = "is" if len(codes) == 1 else "are"
    one = f"one {codes[0]}; change one of the two" if len(codes) == 1 else "each of them once"
    return Problem(
        "card-repeated",
        at.place,
        f"{listed(codes, 'and')} {verb} already in {before.row.whose} ({line})",
        f"one deck has {one}",
    )


def _too_many(rows: Sequence[RowRead], hidden_aces: int) -> list[Problem]:
    counts: Counter[str] = Counter()
    problems = []
    room = dict.fromkeys(RANKS, OF_A_RANK)
    room["A"] -= hidden_aces
    for row in rows:
        for card in row.cards.cards:
            counts[card.rank] += 1
            if counts[card.rank] == room[card.rank] + 1:
                total = sum(c.rank == card.rank for r in rows for c in r.cards.cards)
                hidden = hidden_aces if card.rank == "A" else 0
                named = f" ({hidden} of them in boards without cards)" if hidden else ""
                problems.append(
                    Problem(
                        "deck-impossible",
                        row.at(card).place,
                        f"this deal has {total + hidden} {_plural(card.rank)}{named}, and a deck has four",
                        "change one of them",
                    )
                )
    return problems


def _plural(rank: str) -> str:
    word = rank_word(RANKS.index(rank) + 2)
    return word + ("es" if word.endswith("x") else "s")


def _impossible(rows: Sequence[RowRead]) -> list[Problem]:
    """The first row without suits that no deck could hold beside the rest of the deal."""
    flushes = [row for row in rows if row.some_flush]
    plain = [row for row in rows if row.plain]
    if not flushes and not plain:
        return []
    taken: dict[str, set[str]] = {suit: set() for suit in SUITS}
    for row in rows:
        for code in row.cards.codes:
            if len(code) == 2:
                taken[code[1]].add(code[0])
    if _fits(_ranks(flushes), _ranks(plain), taken):
        return []
    for count in range(1, len(flushes) + 1):
        if not _fits(_ranks(flushes[:count]), [], taken):
            row = flushes[count - 1]
            return [
                Problem(
                    "deck-impossible",
                    row.text.place,
                    f"{row.whose} cannot be a flush: no suit has all of its cards left in this deal",
                    "state the suits, or change a card",
                )
            ]
    # All flushes fit, so it is one of the others that does not.
    counts = range(1, len(plain) + 1)
    row = plain[next(n for n in counts if not _fits(_ranks(flushes), _ranks(plain[:n]), taken)) - 1]
    return [
        Problem(
            "deck-impossible",
            row.text.place,
            f"{row.whose} must be a flush: the deck has no other suits left for its cards",
            "add `flush` behind it, or state the suits",
        )
    ]


def _ranks(rows: Iterable[RowRead]) -> list[frozenset[str]]:
    """The ranks of rows that have five different ones; no other row can be a flush."""
    ranks = (frozenset(card.rank for card in row.cards.cards) for row in rows)
    return [five for five in ranks if len(five) == 5]


def _fits(
    flushes: Sequence[frozenset[str]], plain: Sequence[frozenset[str]], taken: dict[str, set[str]]
) -> bool:
    """Whether suits can be found so that each of `flushes` has one and none of `plain` has only one.

    No rank may be there more than four times; then each card without a suit finds one of its own,
    whatever the others take, and only these rows need a search.
    """
    if flushes:
        row, rest = flushes[0], flushes[1:]
        tried = []
        for suit in SUITS:
            # Two suits of which the same cards are taken are the same to the rest of the search.
            if taken[suit] & row or taken[suit] in tried:
                continue
            tried.append(taken[suit])
            if _fits(rest, plain, {**taken, suit: taken[suit] | row}):
                return True
        return False
    start = tuple("" for _ in plain)
    states = {start}
    for rank in RANKS:
        holders = [index for index, row in enumerate(plain) if rank in row]
        if not holders:
            continue
        free = [suit for suit in SUITS if rank not in taken[suit]]
        reached = set()
        for state in states:
            for suits in permutations(free, len(holders)):
                after = list(state)
                for index, suit in zip(holders, suits, strict=True):
                    after[index] = suit if after[index] in ("", suit) else "mixed"
                reached.add(tuple(after))
        states = _best(reached)
        if any(all(suit == "mixed" for suit in state) for state in states):
            return True
    return any(all(suit == "mixed" for suit in state) for state in states)


def _best(states: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """The states that leave most open: one that is mixed where another is not makes that one needless."""
    if len(states) < 64:
        return states
    best: list[tuple[str, ...]] = []
    for state in sorted(states, key=lambda s: -s.count("mixed")):
        if not any(all(b in ("mixed", a) for a, b in zip(state, other, strict=True)) for other in best):
            best.append(state)
    return set(best)
