"""The base class of reports, and views of deals and sessions as text."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import listed, show
from ofcscore.diagnostics.terminal import text_width
from ofcscore.game.cards import JOKER, ROWS
from ofcscore.game.naturals import Natural
from ofcscore.game.ranks import Rank
from ofcscore.log.check.people import name_key
from ofcscore.report.wording import (
    FILE_STYLE,
    NO_STAKE,
    Style,
    capital,
    count,
    log_words,
    money,
    person,
    rules_words,
    side_words,
    signed_money,
    stakes_words,
)
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import Payment, Points
from ofcscore.scoring.score import DealScore
from ofcscore.scoring.score_lines import Exchange, PairScore, PairTotals, ScoreLine, signed, whole
from ofcscore.session.money import Outcome, format_money
from ofcscore.session.result import DealResult, LogTotals, Standing


class Report(ABC):
    """Base class of reports.

    `deal` returns the text of each deal in turn. At the end `frame` returns the texts before and after the
    deals. `in_full` shows every deal in full. `running` adds running totals. `why` adds every score line
    under its pair. `chart` adds a chart of the running totals. `csv_raw` does not escape cells that a
    spreadsheet would read as formulas.
    """

    def __init__(
        self,
        style: Style = FILE_STYLE,
        *,
        in_full: bool = False,
        running: bool = False,
        why: bool = False,
        chart: bool = False,
        csv_raw: bool = False,
    ) -> None:
        self.style = style
        self.in_full, self.running, self.why, self.chart, self.csv_raw = in_full, running, why, chart, csv_raw
        self.sums: dict[str, Points] = {}

    @property
    def has_pairs(self) -> bool:
        """True if deals are shown with the points of each pair."""
        return False

    def deal(self, result: DealResult) -> str:
        """Return the text of a deal, empty if the report only records it."""
        self.skip(result)
        return ""

    def skip(self, result: DealResult) -> None:
        """Record a deal that is not shown."""
        if self.running:
            self.so_far(result)

    @abstractmethod
    def frame(self, outcome: Outcome) -> tuple[str, str]: ...

    def so_far(self, result: DealResult) -> Mapping[str, Points]:
        """Add a deal and the header adjustments before it; return the running totals."""
        opening = ((line.person, line.points) for line in result.opening)
        for name, points in (*opening, *result.all_totals.items()):
            if points is not None:
                self.sums[name] = whole(self.sums.get(name, 0) + points)
        return self.sums


EVERYONE_FOULED: Final = "Everyone fouled: no points change hands."
_VERBS: Final = {"foul": "fouls", "surrender": "surrenders", "natural": "has a natural"}
"""Verbs for boards with a foul, a surrender or a natural, by status."""
_FOUL_OR_ABSENT: Final = (Status.FOUL, Status.ABSENT)
_ORDINARY_KINDS: Final = frozenset(("row", "royalty", "scoop", "scoop-all"))
"""Kinds of score lines with a column of their own. All others count as `other`."""


class RowView(NamedTuple):
    """A board's row; `words` names the rank, `jokers` the cards that jokers represent."""

    label: str
    cards: str
    rank: Rank
    royalty: int
    words: str
    jokers: tuple[str, ...] = ()


class BoardView(NamedTuple):
    """One board; `owner` is the person if the board has another name, else None."""

    score: BoardScore
    style: Style = FILE_STYLE
    owner: str | None = None

    @property
    def name(self) -> str:
        """The board's name, with the owner if there is one: `Ann`, or `A2 (Ann)`."""
        name = self.style.text(self.score.player)
        return name if self.owner is None else f"{name} ({self.style.text(self.owner)})"

    @property
    def rows(self) -> list[RowView]:
        """The rows, empty if unknown. Their royalty is 0 unless the board is simply set."""
        score = self.score
        if score.board.rows is None or score.values is None:
            return []
        counts, speech = score.status is Status.SET, self.style.speech
        # In a natural, jokers can represent other cards than in the rows alone.
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
        """The cards of a board without rows; None if it has rows or they are unknown."""
        score = self.score
        return score.board.cards if score.board.rows is None or score.values is None else None

    @property
    def verb(self) -> str | None:
        """The verb for a foul, a surrender or a natural (`fouls`), None for other boards."""
        if self.score.natural is not None:
            return f"has {self._natural(self.score.natural)}"
        became = self.score.status.value
        own = self.style.speech.words.get(became)
        return f"has {self.style.text(own[0])}" if own else _VERBS.get(became)

    def _natural(self, natural: Natural) -> str:
        return self.style.text(self.style.speech.natural(natural))

    def words(self, foul: str = "foul: ") -> str | None:
        """Return the status in words, None if simply set. `foul` precedes its reason."""
        score = self.score
        match score.status:
            case Status.FOUL:
                foul = "" if score.values is None else foul.replace("foul", self.style.say("foul"))
                reason = self.style.text(score.foul_in(self.style.speech) or "foul")
                return self.style.red(foul + reason)
            case Status.SURRENDER:
                return "surrenders"
            case Status.ABSENT:
                return "not in this deal"
            case _ if score.natural is not None:
                worth = self.style.counted(score.natural.points, "point")
                return f"{self._natural(score.natural)}, a {self.style.say('natural')} worth {worth}"
            case _:
                return None

    @property
    def fantasyland(self) -> str | None:
        stay = self.score.fantasyland
        if stay.next:
            cards = f", {stay.cards} cards in the next deal" if stay.cards else ""
            return ("stays in fantasyland" if stay.was else "makes fantasyland") + cards
        return "was in fantasyland and leaves it" if stay.was else None


class LineView(NamedTuple):
    """A score line as text: its kind (`top row`), signed points and reason."""

    what: str
    points: str
    note: str


class PairFigures(NamedTuple):
    """Points between two players in a deal or session, from the first one's side."""

    first: str
    second: str
    totals: PairTotals
    style: Style
    money: str | None = None

    @property
    def name(self) -> str:
        """The name of the pair, first the player whose points are shown: `Ann vs Bob`."""
        return f"{self.style.text(self.first)} vs {self.style.text(self.second)}"

    def fit(self, width: int) -> str:
        """Return the name of the pair in at most `width` columns, shortened if needed."""
        room = width - len(" vs ")
        second = text_width(self.style.text(self.second))
        first = self.style.fit(self.first, max(room // 2, room - second))
        return f"{first} vs {self.style.fit(self.second, room - text_width(first))}"

    @property
    def by_row(self) -> list[str]:
        """Points of the top, middle and bottom rows, royalties included."""
        return [signed(points) for points in self.totals[:3]]

    @property
    def by_kind(self) -> list[str]:
        """Points for rows, scoops, royalties and other lines, then the total."""
        won = self.totals
        return [signed(points) for points in (won.rows, won.scoops, won.royalties, won.other, won.points)]


class PairView(NamedTuple):
    """The score lines between two boards, from the first board's side."""

    score: PairScore
    style: Style

    @property
    def figures(self) -> PairFigures:
        return PairFigures(self.score.first, self.score.second, self.score.totals, self.style)

    @property
    def name(self) -> str:
        return self.figures.name

    @property
    def lines(self) -> list[LineView]:
        return [
            LineView(self._what(line), signed(line.points), self.style.tell(line.why))
            for line in self.score.lines
        ]

    def _what(self, line: ScoreLine) -> str:
        if line.row is None:
            return self.style.say(line.kind, line.kind.replace("-", " "))
        label = self.style.say(line.row.label)
        # The players' own word for a row already means a row.
        own = line.kind == "row" and line.row.label in self.style.speech.words
        return label if own else f"{label} {line.kind}"

    @property
    def others(self) -> list[str]:
        """The reasons for points in the column `other`: `Ann vs Bob +4, six pairs`."""
        return [
            f"{self.name} {signed(line.points)}, {self.style.tell(line.why)}"
            for line in self.score.lines
            if line.points and line.kind not in _ORDINARY_KINDS
        ]


def board_views(score: DealScore, style: Style = FILE_STYLE) -> list[BoardView]:
    owners = [score.deal.table.person(board.player) for board in score.boards]
    return [
        BoardView(board, style, None if owner == board.player else owner)
        for board, owner in zip(score.boards, owners, strict=True)
    ]


class DealView(NamedTuple):
    result: DealResult
    style: Style

    @property
    def title(self) -> str:
        """The number, title and date: `Deal 1, Friday, 2026-11-20`."""
        deal = self.result.deal
        said = [self.style.text(text) for text in (deal.facts.title, deal.date) if text]
        return ", ".join([f"Deal {self.style.text(deal.called)}", *said])

    @property
    def notes(self) -> list[str]:
        """The notes of the deal: `Note: first fantasyland`."""
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
        return side_words(self.result.side, self.result.deal.table.currency, self.style)

    @property
    def totals(self) -> str:
        """The points of everyone who played: `Hero +20, Gus +6, Phil H. -26`."""
        totals = self.result.totals.items()
        return ", ".join(f"{self.style.text(name)} {signed(points)}" for name, points in totals)


def everyone_fouled(score: DealScore) -> bool:
    """Return True if every player fouled and no points change hands."""
    if not score.boards or any(board.status not in _FOUL_OR_ABSENT for board in score.boards):
        return False
    return not any(exchange.points for exchange in score.exchanges)


def scooped(exchanges: Iterable[Exchange]) -> list[tuple[str, str]]:
    """Return the winner and the loser of each scoop."""
    ends = ((one.first, one.second, one.scoop) for one in exchanges if one.scoop)
    return [(first, second) if scoop > 0 else (second, first) for first, second, scoop in ends]


def notes_on(score: DealScore, style: Style) -> str:
    """Return short notes: fouls, surrenders, naturals, scoops, fantasyland."""
    names: dict[str, list[str]] = {}
    style = style.of_rules(score.rules)
    next_there = []
    for board in [b for b in score.boards if b.status is not Status.SET or b.fantasyland.next]:
        name, verb = style.text(board.player), BoardView(board, style).verb
        if verb is not None:
            names.setdefault(verb, []).append(name)
        if board.fantasyland.next:
            next_there.append(name)
    if names and everyone_fouled(score):
        return "everyone fouls"
    said = {verb: f"{listed(who, 'and')} {_verb(verb, len(who))}" for verb, who in names.items()}
    words = [style.red(text) if verb == "fouls" else text for verb, text in said.items()]
    if scoops := Counter(winner for winner, _ in scooped(score.between_people)):
        counts = ", ".join(f"{style.text(name)} {number}" for name, number in scoops.items())
        words.append(f"{style.say('scoop', 'scoops')}: {counts}")
    words += [f"{listed(next_there, 'and')} to fantasyland"] if next_there else []
    return "; ".join(words)


def _verb(verb: str, people: int) -> str:
    """Return the verb for a number of people: `fouls` for one, `foul` for more."""
    if people == 1:
        return verb
    return {"fouls": "foul", "surrenders": "surrender"}.get(verb, verb.replace("has ", "have "))


_OF_MONEY: Final = frozenset(
    (
        "currency-assumed",
        "dealer-assumed",
        "double-unknown",
        "fantasyland-cards",
        "flush-forgotten",
        "note-foul",
        "note-unread",
        "stake-missing",
    )
)
"""Codes of diagnostics that are repeated before the payments."""


class SessionView(NamedTuple):
    outcome: Outcome
    style: Style = FILE_STYLE

    @property
    def title(self) -> str:
        """The titles and dates of the logs; empty if they have none."""
        return log_words(self.outcome.session.tables, self.style)

    @property
    def notes(self) -> list[str]:
        """The notes, with the log's name if it has one: `Note: Ben brought wine`."""
        return [
            f"Note{f' of {self.style.text(table.log)}' if table.log else ''}: {self.style.text(note)}"
            for table in self.outcome.session.tables
            for note in table.notes
        ]

    @property
    def stake(self) -> str:
        """The stakes in words: `0.50 EUR a point`, or `none, points only`.

        The stakes of single pairs are included. If the logs have different stakes, each is listed with its
        logs. Stakes that deals state for themselves are listed with the number of deals.
        """
        logs: dict[str, list[str]] = {}
        for table in self.outcome.session.tables:
            logs.setdefault(stakes_words(table, self.outcome), []).append(show(table.log or table.file))
        said = [*logs] or [NO_STAKE]
        if len(logs) > 1:
            said = [f"{stakes} in {listed(files, 'and')}" for stakes, files in logs.items()]
        own = self._own_stakes
        return "; ".join([words for words in said if not (own and words.startswith(NO_STAKE))] + own)

    @property
    def _own_stakes(self) -> list[str]:
        """The stakes that deals state for themselves: `5.00 EUR a point in 1 deal`."""
        own = self.outcome.session.deal_stakes
        each = [
            f"{stakes_words(table, self.outcome)} in {count(deals, 'deal')}" for table, deals in own.listed
        ]
        return each or ([f"stakes of their own in {count(own.deals, 'deal')}"] if own.deals else [])

    @property
    def rules(self) -> list[str]:
        """The rule sets, with deal counts if several, and digests if names are equal."""
        uses = self.outcome.session.rules
        names = [use.rules.name for use in uses]
        return [
            rules_words(use.rules)
            + (f", digest {use.rules.digest}" if names.count(use.rules.name) > 1 else "")
            + (f", {use.deals} of {self.outcome.session.deals} deals" if len(uses) > 1 else "")
            for use in uses
        ]

    @property
    def pairs(self) -> list[PairFigures]:
        """The points of each pair of people, with money if points are worth money."""
        outcome, session = self.outcome, self.outcome.session
        style = self.style.of_session(session)
        pairs = session.pairs if outcome.in_money else {}
        worth = {pair: signed_money(won, outcome) for pair, (_, won) in pairs.items()}
        return [PairFigures(*pair, won, style, worth.get(pair)) for pair, won in session.pair_totals.items()]

    @property
    def logs(self) -> Sequence[LogTotals]:
        """The totals of each log if there are several, else empty."""
        logs = self.outcome.session.logs
        return logs if len(logs) > 1 else ()

    @property
    def best_first(self) -> list[Standing]:
        """All standings by points, highest first. Ties stay in seat order."""
        return sorted(self.outcome.session.standings, key=lambda s: -s.points)

    def payment(self, payment: Payment) -> str:
        """Return `Phil H. pays Hero 13.00 EUR.`, after a question if a name is in doubt."""
        payer, payee = person(payment.payer, self.style), person(payment.payee, self.style)
        amount = self.style.bold(money(payment.amount, self.outcome, self.style))
        doubt, link = self.doubt(payment), self.pay_link(payment)
        said = f"{payer} pays {payee} {amount}." + (f" {self.style.text(link)}" if link else "")
        return f"{doubt} If not: {said}" if doubt else capital(said)

    def pay_link(self, payment: Payment) -> str:
        """Return the link or name by which the payee is paid, empty if unknown."""
        pattern = self.style.handles.get(name_key(payment.payee), "") if self.style.handles else ""
        if not pattern:
            return ""
        from urllib.parse import quote

        amount = format_money(payment.amount, self.outcome.digits)
        note = next((table.title or table.log for table in self.outcome.session.tables), "") or "OFC"
        return pattern.replace("{amount}", amount).replace("{note}", quote(note))

    def doubt(self, payment: Payment) -> str:
        """Return `Are Benn and Ben the same person?` if a name is in doubt, else empty."""
        sides = (payment.payer, payment.payee)
        warned = [p.people for p in self.outcome.warnings if p.people]
        doubts = {people if people[0] in sides else people[::-1] for people in warned}
        text = self.style.text
        said = [f"{text(one)} and {text(other)}" for one, other in sorted(doubts) if one in sides]
        return f"Are {', or '.join(said)} the same person?" if said else ""

    @property
    def payment_notes(self) -> list[str]:
        """Sentences before the payments: adjustments, past payments, doubts, rounding."""
        outcome, style, session = self.outcome, self.style, self.outcome.session
        opening = side_words(session.opening, session.currency, style, " before the deals")
        lines = [f"{words}." for words in opening]
        for form, payments in (
            ("Already paid: {} to {}, {}.", outcome.paid),
            ("From earlier evenings: {} owes {} {}.", outcome.carried),
        ):
            for p in payments:
                people = person(p.payer, style), person(p.payee, style)
                lines.append(form.format(*people, money(p.amount, outcome)))
        own = self._own_stakes
        if outcome.way.way != "none":
            lines += [f"Some deals have their own stake: {'; '.join(own)}."] if own else []
            doubts = [style.text(p.message) for p in outcome.problems if p.code in _OF_MONEY]
            lines += [f"Please check: {text}." for text in doubts]
        if outcome.odd and outcome.cent is not None:
            coin = money(outcome.cent, outcome)
            who = listed([person(name, style) for name in outcome.odd], "and")
            each = "got the" if len(outcome.odd) == 1 else "each got an"
            lines.append(capital(f"{who} {each} odd {coin} that could not be split."))
        for name, amount in outcome.rounding.items():
            by = f"{money(abs(amount), outcome)} {'more' if amount > 0 else 'less'}"
            lines.append(capital(f"{person(name, style)} gets {by} by rounding."))
        return lines

    @property
    def void(self) -> str | None:
        """The void deals with their reasons, None if there are no void deals."""
        session, text = self.outcome.session, self.style.text
        if not session.voided:
            return None
        deals = [text(deal.called) + (f" ({text(deal.why)})" if deal.why else "") for deal in session.void]
        if session.voided > len(deals):
            deals.append(f"{session.voided - len(deals):,} more")
        return f"Void: {'deal' if session.voided == 1 else 'deals'} {', '.join(deals)}"

    @property
    def payments(self) -> list[str]:
        outcome = self.outcome
        if outcome.way.way == "none":
            return []
        if not outcome.payments:
            return ["Nobody owes anybody anything."]
        lines = [self.payment(payment) for payment in outcome.payments]
        if outcome.way.way == "fewest" and not outcome.minimal:
            lines.insert(0, "With so many people these may not be the fewest payments.")
        return lines

    @property
    def settlement(self) -> list[str]:
        """The notes on the payments, then the payments."""
        return [*self.payment_notes, *self.payments]

    @property
    def left_out(self) -> str | None:
        """A sentence about deals left out or errors in the log, None if there are none."""
        if self.outcome.left_out:
            verb = "is" if self.outcome.left_out == 1 else "are"
            return f"{count(self.outcome.left_out, 'deal')} {verb} left out because of problems."
        if any(not problem.warning for problem in self.outcome.problems):
            return "This log has problems, so this result may be wrong."
        return None
