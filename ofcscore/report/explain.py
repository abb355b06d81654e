"""Explanations of boards, pairs and logged deals, as text and as data."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ofcscore.diagnostics.problem import listed
from ofcscore.game.cards import ROWS, Row, Stated
from ofcscore.game.game_words import ENGLISH, Speech
from ofcscore.game.ranks import Rank
from ofcscore.report.data import SCHEMA, Data, board_data, deal_data, pair_data, rules_data
from ofcscore.report.text import all_board_lines, every_line
from ofcscore.report.views import EVERYONE_FOULED, DealView, PairView, board_views
from ofcscore.report.wording import Style, log_words, rules_words
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import BoardScore, Status, is_foul, scales_of, unreached
from ofcscore.scoring.deal import Deal, Header
from ofcscore.scoring.score import DealScore
from ofcscore.scoring.score_lines import PairScore
from ofcscore.session.result import DealResult
from ofcscore.session.session import Session


class Cause(NamedTuple):
    """The cause of a fantasyland: earlier deal, qualifying rows, number of cards."""

    deal: str
    rows: tuple[tuple[Rank, Row], ...]
    cards: int

    def had(self, speech: Speech = ENGLISH) -> list[str]:
        """Return the rows in words, for example `pair of queens on top`."""
        return [f"{speech.rank(rank)} {speech.where(row)}" for rank, row in self.rows]


class Told(NamedTuple):
    """A deal of a session, with the fantasylands in this deal and in the next.

    `was` has the cause for each player in fantasyland, or None if the log marks it without a cause.
    `due` has the cause for each player who is there next. `dealer` deals next, or is None if unknown.
    `result` is None if the deal is void or has errors.
    """

    deal: Deal
    result: DealResult | None
    was: Mapping[str, Cause | None]
    due: Mapping[str, Cause]
    dealer: str | None


def tell_deals(session: Session, items: Iterable[Header | Deal]) -> Iterator[Told]:
    """Add `items` to `session`, and yield each deal with its fantasylands."""
    causes: dict[str, Cause] = {}
    for item in items:
        if isinstance(item, Header):
            session.header(item)
            continue
        result = session.deal(item)
        was: dict[str, Cause | None] = {}
        if result is not None and item.table.rules.fantasyland is not None:
            boards = [board for board in result.score.boards if board.board.stated is not Stated.ABSENT]
            was = {board.player: causes.get(board.player) for board in boards if board.fantasyland.was}
            for board in boards:
                causes.pop(board.player, None)
                cause = _cause(item.name, board)
                if cause is not None:
                    causes[board.player] = cause
        due = {player: causes[player] for player in session.fantasyland.due}
        yield Told(item, result, was, due, session.running.dealer)


def _cause(deal: str, board: BoardScore) -> Cause | None:
    """Return why a board earns fantasyland, or None if it does not."""
    stay = board.fantasyland
    if not stay.next or board.values is None:
        return None
    had = [
        (value.rank, row)
        for row, value in zip(ROWS, board.values, strict=True)
        if (value.stay if stay.was else value.enter) is not None
    ]
    return Cause(deal, tuple(had), stay.cards or 0)


def explain_lines(score: DealScore, rules: Rules, style: Style) -> Iterator[str]:
    style = style.of_rules(rules)
    yield from all_board_lines(board_views(score, style))
    yield from joker_lines(score.boards, rules, style)
    if len(score.boards) == 1:
        yield from (*_verdict(score.boards[0], rules, style), "")
    for pair in score.pairs:
        yield from (*every_line(PairView(pair, style)), "")
    if len(score.boards) > 1 and not score.pairs:
        yield from ("No points change hands between these two.", "")
    yield from style.lines(f"Rules: {rules_words(rules)}", "  ")


def joker_lines(boards: Sequence[BoardScore], rules: Rules, style: Style) -> Iterator[str]:
    """Yield sentences on jokers and an empty line, or nothing without jokers."""
    said = [text for board in boards if board.jokers for text in _jokers(board, rules, style)]
    yield from (line for text in said for line in style.lines(text, "  "))
    yield from [""] if said else []


def _jokers(board: BoardScore, rules: Rules, style: Style) -> Iterator[str]:
    whose, sums = f"{style.text(board.player)}'s", board.board.sums
    if board.status is Status.NATURAL or board.values is None or sums is None:
        yield f"{whose} {_are('', board.jokers, style)}."
        return
    if board.status is Status.FOUL and is_foul(board.values, strict=board.strict):
        card, are = ("card", "joker is") if len(board.jokers) == 1 else ("cards", "jokers are")
        yield f"The board is a {style.say('foul')}, whatever {card} {whose} {are}."
        return
    scales, speech = scales_of(rules), style.speech
    for row, value in zip(ROWS, board.values, strict=True):
        if not value.jokers:
            continue
        held = unreached(board.values, sums, row, scales)
        more = ""
        if held is not None:
            more = f"; {style.text(speech.rank(held.value.rank, value.rank))} {style.tell(held.because)}"
        yield f"{whose} {_are(f' {style.text(speech.where(row))}', value.jokers, style)}{more}."


def _are(place: str, jokers: Sequence[str], style: Style) -> str:
    """Return `joker on top is K` or `jokers at the bottom are A and K`."""
    cards = listed([style.cards(card) for card in jokers], "and")
    return f"joker{place} is {cards}" if len(jokers) == 1 else f"jokers{place} are {cards}"


def _verdict(board: BoardScore, rules: Rules, style: Style) -> Iterator[str]:
    """Yield one summary line for a set board or a foul, otherwise nothing."""
    if board.status is Status.FOUL:
        yield f"A {style.say('foul')}: it loses to every legal board and gets no royalties."
    elif board.status is Status.SET:
        royalties = f"Royalties {board.royalties}." if board.royalties else "No royalties."
        stay = board.fantasyland
        nowhere = rules.fantasyland is not None and not stay.next and not stay.was
        yield f"No {style.say('foul')}. {royalties}{' No fantasyland.' if nowhere else ''}"


# -- a deal of a log -----------------------------------------------------------------------------------


class LoggedDeal(NamedTuple):
    """A deal of a log to explain: `told` has its fantasylands, `result` its score.

    `players` are the boards to show. `pairs` are the pairs to show.
    If the user named a player, each pair is seen from the side of the first player named.
    """

    told: Told
    result: DealResult
    players: Sequence[str]
    pairs: Sequence[PairScore]

    @property
    def rules(self) -> Rules:
        return self.result.deal.table.rules


def logged_lines(logged: LoggedDeal, style: Style) -> Iterator[str]:
    """Yield the lines of a logged deal: boards, pairs, totals and fantasyland."""
    style = style.of_rules(logged.rules)
    view = DealView(logged.result, style)
    deal = logged.result.deal
    line = f", line {deal.line}" if deal.line else ""
    yield from map(style.bold, style.lines(f"{view.title} of {style.text(deal.table.file)}{line}"))
    for note in filter(None, (log_words([deal.table], style), *view.notes)):
        yield from style.lines(note, "  ")
    yield ""
    shown = [board for board in view.boards if board.score.player in logged.players]
    yield from all_board_lines(shown)
    yield from joker_lines([board.score for board in shown], logged.rules, style)
    for pair in logged.pairs:
        yield from (*every_line(PairView(pair, style)), "")
    if view.everyone_fouled:
        yield from (EVERYONE_FOULED, "")
    elif not logged.pairs:
        yield from ("No points change hands here.", "")
    yield from view.side
    yield from style.lines(f"Total: {view.totals}", "  ")
    yield ""
    for text in _fantasyland(logged, style):
        yield from style.lines(text, "  ")
    if logged.told.dealer is not None:
        yield f"Next dealer: {style.text(logged.told.dealer)}"
    yield from style.lines(f"Rules: {rules_words(logged.rules)}", "  ")


def _fantasyland(logged: LoggedDeal, style: Style) -> Iterator[str]:
    """Yield who is in fantasyland in this deal and in the next one, and why."""
    if logged.rules.fantasyland is None:
        return
    for player, cause in logged.told.was.items():
        cards = _dealt(logged, player)
        reason = f"marked in the log{f' with {cards} cards' if cards else ''}"
        if cause is not None:
            reason = f"{_why(cause, style)} in deal {style.text(cause.deal)}"
        yield f"In fantasyland: {style.text(player)}, {reason}"
    if not logged.told.was:
        yield "In fantasyland: nobody"
    for player, cause in logged.told.due.items():
        when = "" if cause.deal == logged.result.deal.name else f" in deal {style.text(cause.deal)}"
        yield f"Due there next: {style.text(player)}, {_why(cause, style)}{when}"
    if not logged.told.due:
        yield "Due there next: nobody"


def _dealt(logged: LoggedDeal, player: str) -> int | None:
    """Return the number of fantasyland cards that the log states, or None."""
    return next(board.dealt for board in logged.told.deal.boards if board.player == player) or None


def _why(cause: Cause, style: Style) -> str:
    """Return a cause in words, for example `14 cards: pair of queens on top`."""
    return f"{cause.cards} cards: {listed(map(style.text, cause.had(style.speech)), 'and')}"


def logged_data(logged: LoggedDeal) -> Data:
    """Return a logged deal as data, with its log and the causes of fantasyland."""
    told = logged.told
    return {
        "schema": SCHEMA,
        "log": logged.result.deal.table.file,
        **deal_data(logged.result),
        "rules": rules_data(logged.rules),
        "pairs": [pair_data(pair) for pair in logged.pairs],
        "fantasyland": [
            data if data["cards"] else {**data, "cards": _dealt(logged, data["player"])}
            for data in _causes_data(told.was)
        ],
        "due": _causes_data(told.due),
        "dealer": told.dealer,
    }


def _causes_data(causes: Mapping[str, Cause | None] | Mapping[str, Cause]) -> list[Data]:
    return [
        {"player": player, "cards": cause and cause.cards, "deal": cause and cause.deal}
        | {"had": cause.had() if cause else []}
        for player, cause in causes.items()
    ]


def explain_data(score: DealScore, rules: Rules) -> Data:
    return {
        "schema": SCHEMA,
        "rules": rules_data(rules),
        "boards": [board_data(board) for board in score.boards],
        "pairs": [pair_data(pair) for pair in score.pairs],
    }
