"""A deal as every report has it: its boards, its pairs and what lies beside them, in words."""

from itertools import islice
from typing import Final, NamedTuple

from ofcscore.game.board import ROWS
from ofcscore.game.cards import JOKER
from ofcscore.game.naturals import Natural
from ofcscore.game.ranks import Rank
from ofcscore.problems.words import listed
from ofcscore.report.wording import FILE_STYLE, Style, side_words
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deals import DealScore
from ofcscore.scoring.lines import PairScore, ScoreLine, signed
from ofcscore.session.result import DealResult

EVERYONE_FOULED: Final = "Everyone fouled: no points change hands."
_VERBS: Final = {"foul": "fouls", "surrender": "surrenders", "natural": "has a natural"}
"""What a player does whose board is so."""
_FOUL_OR_ABSENT: Final = (Status.FOUL, Status.ABSENT)
_ORDINARY_KINDS: Final = frozenset(("row", "royalty", "scoop", "scoop-all"))
"""Kinds of score lines that have a column of their own; all the rest is `other`."""


class RowView(NamedTuple):
    """A row of a board: its cards, what they are and in which words, the royalty that counts.

    `jokers` are the cards that its jokers are.
    """

    label: str
    cards: str
    rank: Rank
    royalty: int
    words: str
    jokers: tuple[str, ...] = ()


class BoardView(NamedTuple):
    """One board; `owner` is whose it is where a person has several."""

    score: BoardScore
    style: Style = FILE_STYLE
    owner: str | None = None

    @property
    def name(self) -> str:
        """`Ann`, or `A2 (Ann)`."""
        name = self.style.text(self.score.player)
        return name if self.owner is None else f"{name} ({self.style.text(self.owner)})"

    @property
    def rows(self) -> list[RowView]:
        """The rows, none where no rows were set; a board that is a foul has no royalties."""
        score = self.score
        if score.board.rows is None or score.values is None:
            return []
        counts, speech = score.status is Status.SET, self.style.speech
        # Those of a natural are other cards than the rows alone would make them.
        jokers = iter(score.jokers)
        return [
            RowView(
                self.style.text(speech.row(row)),
                cards,
                value.rank,
                value.royalty if counts else 0,
                self.style.text(speech.rank(value.rank)),
                tuple(islice(jokers, cards.count(JOKER))),
            )
            for row, cards, value in zip(ROWS, score.board.rows, score.values, strict=True)
        ]

    @property
    def cards(self) -> str | None:
        """The cards of a board without rows, None where they are not known."""
        score = self.score
        return score.board.cards if score.board.rows is None or score.values is None else None

    @property
    def verb(self) -> str | None:
        """What the player does whose board is no ordinary one: `fouls`; None where it is one."""
        if self.score.natural is not None:
            return f"has {self._natural(self.score.natural)}"
        became = self.score.status.value
        own = self.style.speech.words.get(became)
        return f"has {self.style.text(own[0])}" if own else _VERBS.get(became)

    def _natural(self, natural: Natural) -> str:
        return self.style.text(self.style.speech.natural(natural))

    def words(self, foul: str = "foul: ") -> str | None:
        """What became of a board that is not simply set, without its player; None where it is.

        `foul` stands before the reason of a foul whose cards are known.
        """
        score = self.score
        match score.status:
            case Status.FOUL:
                foul = foul.replace("foul", self.style.say("foul"))
                foul = "" if score.values is None else foul
                reason = self.style.text(score.foul_said(self.style.speech) or "foul")
                return self.style.red(foul + reason)
            case Status.SURRENDER:
                return "surrenders"
            case Status.ABSENT:
                return "not in this deal"
            case Status.NATURAL if score.natural is not None:
                worth = self.style.counted(score.natural.points, "point")
                return f"{self._natural(score.natural)}, a {self.style.say('natural')} worth {worth}"
            case _:
                return None

    @property
    def fantasyland(self) -> str | None:
        """Was there, stays, makes it; None where there is nothing to say."""
        stay = self.score.fantasyland
        if stay.next:
            cards = f", {stay.cards} cards in the next deal" if stay.cards else ""
            return ("stays in fantasyland" if stay.was else "makes fantasyland") + cards
        return "was in fantasyland and leaves it" if stay.was else None


class LineView(NamedTuple):
    """A score line: what it is (`top row`), its points with their sign, and its reason."""

    what: str
    points: str
    note: str

    @property
    def because(self) -> str:
        """The reason behind a comma; nothing where there is none."""
        return f", {self.note}" if self.note else ""


class PairView(NamedTuple):
    """What two boards exchange, from the first one's side."""

    score: PairScore
    style: Style

    @property
    def name(self) -> str:
        """`Ann from Bob`: whose points they are, and from whom."""
        return f"{self.style.text(self.score.first)} from {self.style.text(self.score.second)}"

    def fit(self, width: int) -> str:
        """The same, names cut where two do not fit into so many columns."""
        return fit_pair(self.score.first, self.score.second, width, self.style)

    @property
    def by_row(self) -> list[str]:
        """Points in top, middle and bottom, royalties in."""
        return [signed(self.score.row(row)) for row in ROWS]

    @property
    def by_kind(self) -> list[str]:
        """Points for rows, scoops, royalties, all else, and in all."""
        pair = self.score
        rows, scoop, royalties = pair.kind("row"), pair.kind("scoop", "scoop-all"), pair.kind("royalty")
        other = pair.points - rows - scoop - royalties
        return [signed(points) for points in (rows, scoop, royalties, other, pair.points)]

    @property
    def lines(self) -> list[LineView]:
        """Every line with its reason."""
        return [
            LineView(self._what(line), signed(line.points), self.style.tell(line.why))
            for line in self.score.lines
        ]

    def _what(self, line: ScoreLine) -> str:
        """`top row`, `top royalty`, `scoop`."""
        if line.row is None:
            return self.style.say(line.kind, line.kind.replace("-", " "))
        label = self.style.say(line.row.label)
        # Their word for a row says that it is one.
        own = line.kind == "row" and line.row.label in self.style.speech.words
        return label if own else f"{label} {line.kind}"

    @property
    def others(self) -> list[str]:
        """What is behind the points for all else: `Ann from Bob +4, six pairs`."""
        return [
            f"{self.name} {signed(line.points)}, {self.style.tell(line.why)}"
            for line in self.score.lines
            if line.points and line.kind not in _ORDINARY_KINDS
        ]


def fit_pair(first: str, second: str, width: int, style: Style) -> str:
    """`Ann from Bob` in so many columns, names cut where they are longer than their halves."""
    each = (width - len(" from ")) // 2
    return f"{style.fit(first, each)} from {style.fit(second, each)}"


def board_views(score: DealScore, style: Style = FILE_STYLE) -> list[BoardView]:
    """The boards of a deal."""
    owners = [score.deal.table.person(board.player) for board in score.boards]
    return [
        BoardView(board, style, None if owner == board.player else owner)
        for board, owner in zip(score.boards, owners, strict=True)
    ]


class DealView(NamedTuple):
    """One deal of a session."""

    result: DealResult
    style: Style

    @property
    def title(self) -> str:
        """`Deal 1, Friday, 2026-11-20`."""
        deal = self.result.deal
        said = [self.style.text(text) for text in (deal.facts.title, deal.date) if text]
        return ", ".join([f"Deal {self.style.text(deal.called)}", *said])

    @property
    def notes(self) -> list[str]:
        """What the log remarks on the deal: `Note: first fantasyland`."""
        return [f"Note: {self.style.text(note)}" for note in self.result.deal.facts.notes]

    @property
    def boards(self) -> list[BoardView]:
        return board_views(self.result.score, self.style.of_rules(self.result.score.rules))

    @property
    def pairs(self) -> list[PairView]:
        style = self.style.of_rules(self.result.score.rules)
        return [PairView(pair, style) for pair in self.result.score.pairs]

    @property
    def everyone_fouled(self) -> bool:
        return everyone_fouled(self.result.score)

    @property
    def side(self) -> list[str]:
        """The adjustments and the rake."""
        return side_words(self.result.side, self.result.deal.table.currency, self.style)

    @property
    def totals(self) -> str:
        """`Hero +20, Gus +6, Phil H. -26`: those who played, one of whom may go by the name of the house."""
        totals = self.result.totals.items()
        return ", ".join(f"{self.style.text(name)} {signed(points)}" for name, points in totals)


def everyone_fouled(score: DealScore) -> bool:
    """Whether all who played fouled and so nothing changes hands."""
    if any(board.status not in _FOUL_OR_ABSENT for board in score.boards):
        return False
    return not any(exchange.points for exchange in score.exchanges)


def notes_on(score: DealScore, style: Style) -> str:
    """What is worth a word where a deal is a line: fouls, naturals, surrenders, fantasyland."""
    names: dict[str, list[str]] = {}
    style = style.of_rules(score.rules)
    for board in [b for b in score.boards if b.status is not Status.SET or b.fantasyland.next]:
        name, verb = style.text(board.player), BoardView(board, style).verb
        if verb is not None:
            names.setdefault(verb, []).append(name)
        if board.fantasyland.next:
            names.setdefault("to fantasyland", []).append(name)
    if not names:
        return ""
    if everyone_fouled(score):
        return "everyone fouls"
    said = {verb: f"{listed(who, 'and')} {_verb(verb, len(who))}" for verb, who in names.items()}
    return ", ".join([style.red(words) if verb == "fouls" else words for verb, words in said.items()])


def _verb(verb: str, people: int) -> str:
    """`fouls` for one, `foul` for more."""
    if people == 1:
        return verb
    return {"fouls": "foul", "surrenders": "surrender"}.get(verb, verb.replace("has ", "have "))
