"""One board by one rule set: its rows, foul or not, its royalties, and fantasyland."""

from enum import Enum
from typing import Final, NamedTuple

from ofcscore.game.board import Board, Stated
from ofcscore.game.jokers import claimed_natural, filled, refuse_any_claim
from ofcscore.game.naturals import Natural, best_natural
from ofcscore.game.ranks import Rank
from ofcscore.game.speech import ENGLISH, Speech
from ofcscore.rules.model import Rules
from ofcscore.scoring.fouls import foul_reasons, is_foul
from ofcscore.scoring.row_values import Scales, Values


class Status(Enum):
    """The outcome of a board in a deal."""

    SET = "set"
    FOUL = "foul"
    SURRENDER = "surrender"
    ABSENT = "absent"
    NATURAL = "natural"


class Stay(NamedTuple):
    """Fantasyland of one board: if the player was there, with how many cards, and next time.

    `cards` is how many cards the next deal brings, None where the player is not there next.
    """

    was: bool = False
    next: bool = False
    cards: int | None = None


NO_FANTASYLAND: Final = Stay()
_WAS_THERE: Final = Stay(was=True)


class BoardScore(NamedTuple):
    """One board, ranked and judged: nothing that depends on another board.

    `royalties` are those that count: 0 for any board but one that is set. `refused` says why the natural that
    the board claims is none, where that has its price.
    """

    board: Board
    status: Status
    values: Values | None
    royalties: int
    natural: Natural | None = None
    fantasyland: Stay = NO_FANTASYLAND
    strict: bool = False
    refused: str | None = None

    @property
    def player(self) -> str:
        return self.board.player

    @property
    def foul(self) -> str | None:
        """Why the board is a foul, in words; None where it is none."""
        return self.foul_said(ENGLISH)

    def foul_said(self, speech: Speech) -> str | None:
        """Why the board is a foul, in the words of the players; None where it is none."""
        if self.status is not Status.FOUL:
            return None
        if self.refused is not None:
            return f"a false claim: {speech.sentence(self.refused)}"
        foul = speech.say("foul", "fouled")
        if self.values is None:
            return f"{foul} (cards not shown)"
        reasons = "; ".join(foul_reasons(self.values, strict=self.strict, speech=speech))
        return reasons or f"ruled a {speech.say('foul')} at the table"

    @property
    def earned(self) -> tuple[int, int, int]:
        """The royalties of each row that count."""
        if self.status is not Status.SET or self.values is None:
            return 0, 0, 0
        top, middle, bottom = self.values
        return top.royalty, middle.royalty, bottom.royalty

    @property
    def aces(self) -> int | None:
        """How many aces the board has, those that its jokers are among them; None where nobody knows."""
        cards = self.cards
        return self.board.aces if cards is None else cards.count("A")

    @property
    def jokers(self) -> tuple[str, ...]:
        """The cards that the jokers of the board are, from top to bottom."""
        if self.natural is not None and self.natural.jokers:
            return self.natural.jokers
        return tuple(card for value in self.values or () for card in value.jokers)

    @property
    def cards(self) -> str | None:
        """The thirteen cards, each joker as the card that it is; None where they are not known."""
        board = filled(self.board, self.jokers)
        return board.cards if board.rows is None else " ".join(board.rows)


def score_board(board: Board, scales: Scales, dealt: int | None = None) -> BoardScore:
    """Return the score of one board by one rule set.

    `dealt` is how many cards the player got in fantasyland, None when not there (0 where the log marks
    fantasyland and the number is not known).
    """
    rules, strict = scales.rules, scales.strict
    stay = NO_FANTASYLAND if dealt is None else _WAS_THERE
    values = None if board.sums is None else scales.values(board.sums)
    natural = None
    if board.stated is Stated.CARDS:
        if scales.finds_naturals:
            jokers = [card for value in values or () for card in value.jokers]
            ranks = legal_ranks(values, strict)
            natural = best_natural(filled(board, jokers), rules.naturals, rules.ranks, ranks)
    elif board.stated is Stated.CLAIM:
        claim = board, rules.naturals, rules.ranks, rules.jokers.copies, legal_ranks(values, strict)
        natural = claimed_natural(*claim)
        if natural is None and rules.false_claim is not None:
            return BoardScore(board, Status.FOUL, values, 0, None, stay, strict, refuse_any_claim(*claim))
    else:
        return BoardScore(board, Status(board.stated.value), values, 0, None, stay, strict)
    # One that is paid on top of the rows leaves them to be compared; a foul has none.
    if values is None or (natural is not None and not rules.naturals.on_top):
        return BoardScore(board, Status.NATURAL, values, 0, natural, stay, strict)
    if is_foul(values, strict=strict):
        return BoardScore(board, Status.FOUL, values, 0, None, stay, strict)
    top, middle, bottom = values
    royalties = top.royalty + middle.royalty + bottom.royalty
    return BoardScore(board, Status.SET, values, royalties, natural, _stay(values, rules, dealt), strict)


def legal_ranks(values: Values | None, strict: bool) -> tuple[Rank, ...]:
    """Return the ranks of three rows that are no foul, none for other boards."""
    return () if values is None or is_foul(values, strict=strict) else tuple(v.rank for v in values)


def _stay(values: Values, rules: Rules, dealt: int | None) -> Stay:
    """Entering, where a row does, and staying: the largest number of extra cards counts."""
    land = rules.fantasyland
    if land is None:
        return NO_FANTASYLAND if dealt is None else _WAS_THERE
    top, middle, bottom = values
    if dealt is None:
        if top.enter is middle.enter is bottom.enter is None:
            return NO_FANTASYLAND
        both = top.enter is not None and middle.enter is not None
        extra = max(value.enter for value in values if value.enter is not None)
        return Stay(False, True, land.cards + extra + (land.together if both else 0))
    if top.stay is middle.stay is bottom.stay is None:
        return _WAS_THERE
    base = dealt if land.stay_cards == "same" and dealt else land.cards
    return Stay(True, True, base + max(value.stay for value in values if value.stay is not None))
