"""Check a deal against its rule set: violations, and missing information."""

from collections.abc import Iterator, Sequence

from ofcscore.diagnostics.problem import Place, Problem, listed
from ofcscore.game.cards import JOKER, RANKS, ROWS, Board, Row, Stated, cards_told, is_flush
from ofcscore.game.naturals import can_be_judged, refuse_claim
from ofcscore.rules.loading import with_option
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import foul_reasons, legal_ranks, scales_of
from ofcscore.scoring.deal import Deal


def board_place(deal: Deal, board: Board | Deal) -> Place:
    source = board.source
    return Place(deal.table.file, board.line, 1 if source else 0, len(source or ""), source)


def deal_place(deal: Deal) -> Place:
    return board_place(deal, deal)


def check_deal(deal: Deal) -> list[Problem]:
    rules = deal.table.rules
    playing = [b for b in deal.boards if b.stated is not Stated.ABSENT]
    problems: list[Problem] = []
    if not rules.players.min <= len(playing) <= rules.players.max:
        few = len(playing) < rules.players.min
        limit = f"needs at least {rules.players.min}" if few else f"allows at most {rules.players.max}"
        what = f"deal {deal.name} has {len(playing)} players, but rule set `{rules.name}` {limit}"
        warning = not few and rules.players.more == "warning"
        problems.append(Problem("players-number", deal_place(deal), what, warning=warning))
    if rules.compare == "bank":
        problems += _missing_bank(deal, playing)
    for board in playing:
        if board.stated is not Stated.CARDS:
            problems += _board_problems(board, board_place(deal, board), rules)
    if rules.ties or rules.double is not None or deal.table.double is not None:
        problems += _needed_suits(deal, playing)
    if not rules.foul.allowed:
        problems += _out_of_order(deal, playing)
    return problems


def _missing_bank(deal: Deal, playing: Sequence[Board]) -> Iterator[Problem]:
    bank, place = deal.table.bank, deal_place(deal)
    if bank is None:
        what = f"rule set `{deal.table.rules.name}` plays against a bank, but the log names no bank"
        hint = f"add `bank: {playing[0].player if playing else 'NAME'}`"
        yield Problem("bank-missing", place, what, hint)
    elif all(deal.table.person(b.player) != bank for b in playing):
        yield Problem("bank-missing", place, f"the bank, {bank}, is not in deal {deal.name}")


def _out_of_order(deal: Deal, playing: Sequence[Board]) -> Iterator[Problem]:
    """Yield boards out of order under rules that forbid fouls; declared fouls pass."""
    scales = scales_of(deal.table.rules)
    for board in playing:
        if board.stated is Stated.CARDS and board.sums is not None:
            reasons = list(foul_reasons(scales.values(board.sums), strict=scales.strict))
            if reasons:
                why = listed(reasons, "and")
                what = f"{board.player}'s board is out of order, but these rules forbid setting a foul: {why}"
                hint = "correct the rows, or write `foul` if the board really was a foul"
                yield Problem("foul-refused", board_place(deal, board), what, hint)


def _needed_suits(deal: Deal, playing: Sequence[Board]) -> Iterator[Problem]:
    """Yield missing suits that decide a tied row or who has the card that doubles.

    If a board shows the card that doubles, no other board has it. A foul without cards may have had it.
    """
    rules, card = deal.table.rules, deal.table.double or deal.table.rules.double
    told = [cards_told(board) for board in playing]
    hidden = card is not None and not any(card in cards for cards in told)
    for board, cards in zip(playing, told, strict=True):
        what = ""
        if card is not None and hidden and card[0] in cards:
            what = f"the {card} doubles, but without suits it is unknown whether {board.player} has it"
        elif rules.ties:
            bare = (row for row in ROWS if _ties_bare(board, row, playing) or _flushes_bare(board, row, deal))
            tied = next(bare, None)
            if tied is not None:
                what = f"suits break ties, but {board.player}'s {tied.label} row lacks them"
        if what:
            hint = f"write the suits: `{card}`" if card is not None else "write the suits: `Qh Qd 5c`"
            yield Problem("suits-needed", board_place(deal, board), what, hint)
    for board, cards in zip(playing, told, strict=True):
        if hidden and board.stated is Stated.FOUL and not cards:
            what = f"the {card} doubles, and {board.player} may have had it, but the cards are not shown"
            hint = f"if so, write {board.player}'s cards and `(foul)` after them"
            yield Problem("double-unknown", board_place(deal, board), what, hint, warning=True)


def _ties_bare(board: Board, row: Row, playing: Sequence[Board]) -> bool:
    if board.rows is None or not any(card in RANKS for card in board.rows[row].split()):
        return False
    ranks = sorted(card[0] for card in board.rows[row].split())
    others = [b.rows[row] for b in playing if b is not board and b.rows is not None]
    return any(sorted(card[0] for card in other.split()) == ranks for other in others)


def _flushes_bare(board: Board, row: Row, deal: Deal) -> bool:
    if not deal.table.rules.suits_first or board.rows is None or not board.rows[row].endswith("flush"):
        return False
    others = [b.sums[row] for b in deal.boards if b is not board and b.sums is not None]
    return any(map(is_flush, others))


def _board_problems(board: Board, place: Place, rules: Rules) -> Iterator[Problem]:
    if board.stated is Stated.SURRENDER and rules.surrender == "none":
        what = f"{board.player} surrenders, but rule set `{rules.name}` has no surrender"
        hint = f"if you played with it, {with_option(rules, 'surrender')}"
        yield Problem("surrender-unknown", place, what, hint)
    if board.stated is Stated.CLAIM:
        scales = scales_of(rules)
        ranks = legal_ranks(board.sums and scales.values(board.sums), scales.strict)
        reason = refuse_claim(board, rules.naturals, rules.ranks, rules.jokers.copies, ranks)
        if reason is not None and not (
            rules.false_claim is not None and can_be_judged(board, rules.naturals)
        ):
            hint = "correct the cards or the claim, or write the board's three rows without a claim"
            yield Problem("claim-false", place, f"{board.player}'s claim is false: {reason}", hint)
    if rules.aces and board.cards is None and board.rows is None and board.aces is None:
        what = f"the aces bet is on, but the log doesn't show how many aces {board.player} had"
        hint = f"write the cards or the number of aces, for example `{board.stated.value} (2 aces)`"
        yield Problem("aces-unknown", place, what, hint)


def check_jokers(deal: Deal) -> list[Problem]:
    """Return a problem if a deal that other rules parsed has too many jokers."""
    rules = deal.table.rules
    left = rules.jokers.number
    for board in deal.boards:
        left -= cards_told(board).count(JOKER)
        if left < 0:
            what = f"deal {deal.name} has more jokers than rule set `{rules.name}`"
            hint = "to play with two, set `jokers: 2` in the rules"
            return [Problem("card-joker", board_place(deal, board), what, hint)]
    return []
