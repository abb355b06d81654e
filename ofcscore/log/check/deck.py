"""Check one deal against one deck: repeated cards and impossible decks."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ofcscore.diagnostics.problem import Problem
from ofcscore.diagnostics.suggestions import listed
from ofcscore.game.board import ROWS, Board, Row
from ofcscore.game.cards import JOKER, OF_A_RANK, RANKS, SUITS
from ofcscore.game.ranks import rank_word
from ofcscore.game.spelling import CardAt, RowText, read_cards
from ofcscore.log.check.people import whence
from ofcscore.log.syntax import Line, Text

_Ranks = frozenset[str]


class RowRead(NamedTuple):
    """One row as read.

    `player` is the owner; `row` is None for the thirteen cards of a claim.
    """

    player: str
    row: Row | None
    text: Text
    cards: RowText

    @property
    def whose(self) -> str:
        """The row's owner and name: `Hero's top row`."""
        return f"{self.player}'s {self.row.label} row" if self.row is not None else f"{self.player}'s claim"

    def at(self, card: CardAt) -> Text:
        return self.text.part(card.start, card.end)

    def in_word(self, card: CardAt) -> bool:
        """Return True if a card is part of a word that is not cards: the `As` of `Ash`."""
        before = re.split(r"[ \t,]", self.text.text[: card.start])[-1]
        start, word = card.start - len(before), re.split(r"[ \t,]", before + self.text.text[card.start :])[0]
        return any(start <= fault.start < start + len(word) for fault in self.cards.faults)

    @property
    def plain(self) -> bool:
        """True for a five-card row without suits and without a word such as `flush`."""
        of_five = self.row is not None and self.row.size == 5
        return of_five and self.cards.word is None and not any(card.suit for card in self.cards.cards)

    @property
    def ranks(self) -> _Ranks:
        return frozenset(card.rank for card in self.cards.real)

    @property
    def distinct(self) -> bool:
        """True if no two cards have the same rank; only then can a row be of one suit."""
        return len(self.ranks) == len(self.cards.real)


_Stated = tuple[str, RowRead, CardAt]
"""A card's code, its row and its position there."""


def rows_of(board: Board) -> Iterator[RowRead]:
    """Yield the rows of a board; claimed cards without rows are one row."""
    rows = [*zip(ROWS, board.rows, strict=True)] if board.rows is not None else [(None, board.cards or "")]
    for row, text in rows:
        yield RowRead(board.player, row, Text(text, Line("", 0, ""), 1, len(text)), read_cards(text))


def check_deck(
    rows: Sequence[RowRead], hidden_aces: int = 0, jokers: int = 0, *, whole: bool = True
) -> list[Problem]:
    """Return the errors of rows that one deck cannot have.

    A card may not occur twice, a rank five times, a joker too often, and each flush needs a suit.

    `hidden_aces` are the aces of boards whose cards were not shown, and `jokers` is the number of jokers in
    the deck. One mistake gives one error. A deal that is not `whole` is only searched for repeated cards.
    """
    problems = _repeated(rows, jokers)
    if problems or not whole or any(row.cards.faults for row in rows):
        return problems
    return _too_many(rows, hidden_aces) or _too_many_jokers(rows, jokers) or _impossible(rows)


def _too_many_jokers(rows: Sequence[RowRead], jokers: int) -> list[Problem]:
    found = [row.at(card) for row in rows for card in row.cards.cards if card.code == JOKER]
    if len(found) <= jokers:
        return []
    what = f"this deal has {len(found)} jokers, but these rules play with {jokers}"
    hint = "to play with two, add `--set jokers=2`" if jokers == 1 else "correct one of them"
    return [Problem("deck-impossible", found[jokers].place, what, hint)]


def _repeated(rows: Sequence[RowRead], jokers: int) -> list[Problem]:
    first: dict[str, _Stated] = {}
    repeats: dict[tuple[int, int], list[tuple[_Stated, _Stated]]] = {}
    boards: Counter[tuple[str, str]] = Counter()
    for row in rows:
        for code, card in zip(row.cards.codes, row.cards.cards, strict=True):
            if row.in_word(card):
                continue
            typed = row.at(card).text
            here = (typed if code == JOKER else code, row, card)
            # The two jokers differ at most in their numbers.
            numbered = code == JOKER and typed[-1:] in ("1", "2")
            same = JOKER + typed[-1] if numbered else code
            before = first.setdefault(same, here) if len(same) == 2 else here
            if before is not here:
                repeats.setdefault((id(row), id(before[1])), []).append((here, before))
                boards[row.player, before[1].player] += 1
    copies = {copy: of for (copy, of), count in reversed(boards.items()) if count >= 10}
    problems = []
    told = set()
    for group in repeats.values():
        (_, row, card), (_, other, earlier) = group[0]
        at, copy = row.at(card), row.player
        of = copies.get(copy, copy)
        if copy in told:
            continue
        if of == copy:
            codes = list(dict.fromkeys(code for (code, _, _), _ in group))
            verb = "is" if len(codes) == 1 else "are"
            where = whence(other.at(earlier), at)
            message = f"{listed(codes, 'and')} {verb} already in {other.whose} ({where})"
            one = f"one {codes[0]}: correct one of the two" if len(codes) == 1 else "each of them once"
            hint = f"one deck has {one}" + (f"; write a joker as `{JOKER}`" if jokers else "")
        else:
            told.add(copy)
            message = f"{copy}'s board has the same cards as {of}'s board (line {other.text.line.number})"
            hint = "if a board was written down twice, remove one"
        problems.append(Problem("card-repeated", at.place, message, hint))
    return problems


def _too_many(rows: Sequence[RowRead], hidden_aces: int) -> list[Problem]:
    counts: Counter[str] = Counter({"A": hidden_aces})
    totals = counts + Counter(card.rank for row in rows for card in row.cards.real)
    problems = []
    for row, card in ((one, card) for one in rows for card in one.cards.real):
        counts[card.rank] += 1
        if counts[card.rank] == OF_A_RANK + 1:
            hidden = hidden_aces if card.rank == "A" else 0
            named = f" ({hidden} of them in boards without cards)" if hidden else ""
            word = rank_word(RANKS.index(card.rank) + 2)
            several = word + ("es" if word.endswith("x") else "s")
            message = f"this deal has {totals[card.rank]} {several}{named}, but a deck has four"
            problems.append(Problem("deck-impossible", row.at(card).place, message, "correct one of them"))
    return problems


def _impossible(rows: Sequence[RowRead]) -> list[Problem]:
    """Return an error for the first row without suits that the deck cannot have."""
    flushes = [row for row in rows if row.cards.some_flush and row.distinct]
    plain = [row for row in rows if row.plain and row.distinct]
    stated = [code for row in rows for code in row.cards.codes if len(code) == 2]
    if not (flushes or plain) or _fits(flushes, plain, stated):
        return []
    for count, row in enumerate(flushes, 1):
        if not _fits(flushes[:count], [], stated):
            message = f"{row.whose} cannot be a flush: no suit has all of its ranks left in this deal"
            hint = "write the suits or correct a card"
            return [Problem("deck-impossible", row.text.place, message, hint)]
    # All flushes fit, so one of the other rows does not.
    row = next(row for n, row in enumerate(plain, 1) if not _fits(flushes, plain[:n], stated))
    message = f"{row.whose} must be a flush: the deck has no other suits left for its cards"
    hint = "write `flush` after it or write the suits"
    return [Problem("deck-impossible", row.text.place, message, hint)]


def _fits(flushes: Sequence[RowRead], plain: Sequence[RowRead], stated: Sequence[str]) -> bool:
    """Return True if each of `flushes` can have one suit while none of `plain` has to.

    No rank may occur more than four times. Then each card without a suit gets a suit of its own, whatever the
    others take, and only these rows matter.
    """
    held = Counter(code[0] for code in stated) + Counter(rank for row in flushes for rank in row.ranks)
    left = {rank: OF_A_RANK - held[rank] for rank in RANKS}
    taken = tuple(frozenset(code[0] for code in stated if code[1] == suit) for suit in SUITS)
    return _suits_found([row.ranks for row in flushes], _knots([row.ranks for row in plain], left), taken)


def _knots(plain: Sequence[_Ranks], left: Mapping[str, int]) -> list[_Ranks]:
    """Return the ranks of each group of `plain` rows that may be forced into one suit.

    `left` maps each rank to the number of its cards that neither have a suit nor are in a flush. Rows that
    share a rank form a group. Whichever suits the flushes have, one of three cases applies:

    - If the deck has more cards of some rank than the group needs, each row gets two suits. The rows of
      that rank choose last, from two cards, and so do the rows that share another rank with them.
    - Otherwise the group uses all remaining cards of its ranks. If one suit is left in all of them, and
      they are more than four per row (fewer with jokers), some row gets only cards of that suit.
    - In every other case each row gets two suits. Proof: remove rows one at a time so that the others stay
      connected. Each removed row can take two suits, one of which is the suit the others must avoid.
    """
    groups: list[tuple[int, _Ranks]] = []
    for row in plain:
        near = [group for group in groups if group[1] & row]
        groups = [group for group in groups if group not in near]
        most = len(row) - 1 + sum(most for most, _ in near)
        groups.append((most, row.union(*(ranks for _, ranks in near))))
    holders = Counter(rank for row in plain for rank in row)
    return [
        ranks
        for most, ranks in groups
        if len(ranks) > most and all(holders[rank] == left[rank] for rank in ranks)
    ]


def _suits_found(flushes: Sequence[_Ranks], knots: Sequence[_Ranks], taken: Sequence[_Ranks]) -> bool:
    """Return True if each flush finds a suit and no suit is left in all ranks of a knot."""
    if not flushes:
        return all(suit & ranks for ranks in knots for suit in taken)
    row, rest = flushes[0], flushes[1:]
    return any(
        _suits_found(rest, knots, (*taken[:at], suit | row, *taken[at + 1 :]))
        for at, suit in enumerate(taken)
        # Two suits with the same cards taken are equivalent for the rest of the search.
        if not suit & row and suit not in taken[:at]
    )
