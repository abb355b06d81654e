"""Checks of a scored deal: `expect` lines, missing flushes, and notes about fouls."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import ASCII_LOWER, Problem, listed, show
from ofcscore.game.cards import FLUSH_COUNT, JOKER, RANKS, ROWS, Board, Row, Stated
from ofcscore.game.ranks import Category
from ofcscore.log.check.checker import ranks_fit
from ofcscore.scoring.boards import Scales, Status, score_board
from ofcscore.scoring.deal import ANYBODY, Currency, Deal, Expectation, Facts, Payment, Points
from ofcscore.scoring.deal_checks import board_place, deal_place
from ofcscore.scoring.score import DealScore
from ofcscore.scoring.score_lines import PairScore, signed, whole, written
from ofcscore.session.result import DealResult
from ofcscore.session.settlement import settle

_LABELS: Final = tuple(row.label for row in ROWS)


class Told(NamedTuple):
    """The results that people may tell besides points: `points` in the log's own stake, and `left` in money.

    A deal for double stakes counts twice in `points`. `left` is what is still owed after the payments so far.
    `factor` is the stake of this deal in stakes of the log.
    """

    points: Mapping[str, Points]
    left: Mapping[str, Fraction]
    factor: Fraction


def as_scored(
    expected: Sequence[Expectation], result: DealResult, running: Mapping[str, Points], told: Told
) -> list[Expectation]:
    """Return expectations in points of their deals, if all of a line hold in another way that people tell.

    In a deal for double stakes `Ana +12, Ben -12` are 6 points, and `Ana owes Ben 9` may be what is left.
    """
    lines: dict[int, list[Expectation]] = {}
    for part in expected:
        lines.setdefault(part.place.line, []).append(part)
    kept: list[Expectation] = []
    for parts in lines.values():
        if not all(part.kind in _OF_POINTS and len(part.players) == 1 for part in parts):
            kept += parts
            continue
        ways = [_ways(part, result, running, told) for part in parts]
        values = tuple(part.value for part in parts)
        # All parts of a line are told in the same way.
        met = values in zip(*((way.in_own_stake, way.of_deal, way.left) for way in ways), strict=True)
        kept += [
            part._replace(value=way.scored) if met else part for way, part in zip(ways, parts, strict=True)
        ]
    return kept


class _Ways(NamedTuple):
    """A value as it is scored, and the ways in which people tell it.

    They tell it in the log's own stake, of the deal alone in that stake, or as what is left after payments.
    """

    scored: Fraction
    in_own_stake: Fraction
    of_deal: Fraction
    left: Fraction


def _own_stake(result: DealResult, told: Told) -> Fraction:
    """Return the stake of the log, without the multiple of a deal."""
    return Fraction(result.deal.table.stake or 0) / told.factor


def _ways(part: Expectation, result: DealResult, running: Mapping[str, Points], told: Told) -> _Ways:
    """Return the value of an expectation about one player."""
    name, stake = part.players[0], _own_stake(result, told)
    points = Fraction(result.all_totals.get(name, 0))
    in_own_stake = points * told.factor
    if part.kind == "money":
        return _Ways(*[in_own_stake * stake] * 4)
    so_far, own = Fraction(running.get(name, 0)), Fraction(told.points.get(name, 0))
    if part.kind == "running money":
        left = told.left.get(name, Fraction(0))
        return _Ways(own * stake, own * stake, left, left)
    if part.kind == "running":
        alone = so_far if told.factor == 1 else in_own_stake
        return _Ways(so_far, own, alone, alone)
    return _Ways(points, in_own_stake, in_own_stake, in_own_stake)


def check_expectations(
    expected: Sequence[Expectation], result: DealResult, running: Mapping[str, Points], told: Told
) -> list[Problem]:
    """Return the failed expectations; `running` are its log's totals with this deal."""
    problems = _unmet_amounts(expected, result, told)
    # A line of totals that are not of this deal may have those of the session.
    not_running = {
        part.place.line
        for part in expected
        if part.kind != "total" or len(part.players) != 1 or running.get(part.players[0]) != part.value
    }
    expected = [part for part in expected if part.kind != "owed"]
    capped = _capped(expected, result.totals)
    # `Total` may mean the total of the deal or of the session, with or without the bets of the deal.
    others = {part.place.line for part in expected if _of_deal(part, result) != part.value}
    totals = [part for part in expected if part.kind in _OF_DEAL and len(part.players) == 1]
    differ = {part.place.line for part in totals if result.score.totals.get(part.players[0]) != part.value}
    of_cards = {part.place.line for part in totals} - differ
    for part in expected:
        as_total = part in totals and part.place.line in of_cards
        if as_total or (part.kind in _RUNNING and part.place.line not in others):
            continue
        up_to = Fraction(running.get(part.players[0], 0))
        if part.kind == "running money":
            up_to = Fraction(told.points.get(part.players[0], 0)) * _own_stake(result, told)
        found = up_to if part.kind in _RUNNING else _found(part, result)
        if found is None:
            who = " and ".join(part.players)
            what = "did not play against each other" if len(part.players) == 2 else "is not in this deal"
            problems.append(Problem("expect-failed", part.place, f"deal {result.deal.name}: {who} {what}"))
        elif found != part.value:
            problem = _unexpected(part, found, f"deal {result.deal.name}: ")
            if part.kind == "running" and (alone := _of_deal(part, result)) != found:
                who = f"deal {result.deal.name}: {part.players[0]}"
                has = f"{signed(alone)} in this deal and {signed(Fraction(found))} so far"
                wanted = signed(Fraction(part.value))
                problem = problem._replace(message=f"{who}: expected {wanted}, but has {has}")
            hint = capped if part.kind == "total" else _as_debt(part, expected, result.deal.table.currency)
            # The help of a line is shown once.
            is_first = not problems or problems[-1].place.line != part.place.line
            problems.append(problem._replace(hint=hint or (problem.hint if is_first else None)))
    for i, problem in enumerate(problems):
        if problem.place.line not in not_running:
            text, hint = problem.place.text, "these are the totals of the session up to here"
            hint += f"; if it ends here, write `{text.strip()}` before the first deal" if text else ""
            problems[i] = problem._replace(hint=hint)
    return problems


class Doubts:
    """Errors about lines of a log that are remarks if results in the log confirm the score.

    Then nobody's points are missing. Results of all players of a deal, perhaps but one, confirm the deal.
    Totals so far confirm all deals above. A line above the deals needs results that confirm each deal, and an
    amount of money that holds if the log has a stake.
    """

    def __init__(self) -> None:
        self._open: list[Problem] = []
        self._of_header: list[Problem] = []
        self._remarks: list[Problem] = []
        self._deals = self._unconfirmed = 0
        """The number of deals, and of those that no result confirms."""
        self._unpriced = 0
        """The number of deals whose stake no amount of money confirms."""

    def begin(self, doubts: Sequence[Problem]) -> None:
        """Begin a log with the doubts of its header."""
        self._of_header = [*doubts]
        self._deals = self._unconfirmed = self._unpriced = 0

    def add(self, doubts: Sequence[Problem], deals: int = 1) -> None:
        """Add the doubts of the next deals; `deals` is their number without void ones."""
        self._open += doubts
        self._deals += deals
        self._unconfirmed += deals
        self._unpriced += deals

    def confirm(self, facts: Facts, result: DealResult, running: Mapping[str, Points]) -> None:
        """Use the results of the last deal, which all hold."""
        if _tells_money(facts.expect, running, ("running money", "owed")):
            self._unpriced = 0
        elif _tells_money(facts.expect, result.all_totals, ("money",)):
            self._unpriced -= 1
        told = [part for part in facts.expect if part.kind in _OF_POINTS and len(part.players) == 1]
        of_deal = {part.players[0] for part in told if _of_deal(part, result) == part.value}
        up_to = {
            part.players[0]
            for part in told
            if part.kind in _RUNNING and _in_unit(part, running.get(part.players[0], 0), result) == part.value
        }
        if len(running.keys() - up_to) <= 1:
            self._confirm(len(self._open))
            self._unconfirmed = 0
        elif len(result.score.totals.keys() - of_deal) <= 1:
            self._confirm(len(facts.doubts))
            self._unconfirmed -= 1

    def _confirm(self, count: int) -> None:
        """Take the last of the doubts for remarks."""
        first = len(self._open) - count
        self._remarks += self._open[first:]
        del self._open[first:]

    def end(self, *, confirmed: bool, has_stake: bool) -> list[Problem]:
        """Return the problems of the log, and forget them.

        The log is `confirmed` if its header tells the totals.
        """
        self._confirm(len(self._open) if confirmed else 0)
        confirmed = self._deals > 0 and (confirmed or not self._unconfirmed)
        if confirmed and not (has_stake and self._unpriced):
            self._remarks = [*self._of_header, *self._remarks]
        else:
            self._open += self._of_header
        problems, self._open, self._of_header = self._open, [], []
        if self._remarks:
            problems.append(_confirmed_remarks(self._remarks))
        self._remarks = []
        return problems


def _tells_money(expected: Sequence[Expectation], totals: Mapping[str, Points], kinds: Sequence[str]) -> bool:
    """Return True if all who won or lost, perhaps but one, have an amount of one of these kinds."""
    named = {name for part in expected if part.kind in kinds for name in part.players}
    return bool(named) and len({name for name, total in totals.items() if total} - named) <= 1


def _confirmed_remarks(doubts: Sequence[Problem]) -> Problem:
    """Return the warning about lines that are remarks, as the results in the log hold without them."""
    spans = [slice(one.place.column - 1, one.place.column - 1 + one.place.width) for one in doubts]
    lines = [
        f"line {one.place.line} `{(one.place.text or '')[span].strip()[:60]}`"
        for one, span in zip(doubts, spans, strict=True)
    ]
    remarks = "a remark" if len(lines) == 1 else "remarks"
    what = f"read as {remarks}, because the results hold: {', '.join(lines)}"
    hint = "if one is about money, write it as a log line, for example `paid: Ann -> Bob 5`"
    return Problem("note-unread", doubts[0].place, what, hint, warning=True)


def of_deal_alone(
    expected: Sequence[Expectation], result: DealResult, running: Mapping[str, Points]
) -> list[Problem]:
    """Return a warning about totals below a deal that hold for it alone, not for the session so far."""
    parts = [part for part in expected if part.kind in _RUNNING]
    so_far = [_in_unit(part, running.get(part.players[0], 0), result) for part in parts]
    differ = [(part, total) for part, total in zip(parts, so_far, strict=True) if total != part.value]
    if not differ or any(_of_deal(part, result) != part.value for part in parts):
        return []
    from ofcscore.log.write.notation import name_in_list

    currency = result.deal.table.currency
    units = {"running money": f" {currency.label}"} if currency is not None else {}
    (part, total), deal = differ[0], f"deal {result.deal.name}"
    unit = units.get(part.kind, "")
    what = f"{part.players[0]}: {signed(Fraction(part.value))}{unit} is the result of {deal} alone"
    what += f"; the total is {signed(Fraction(total))}{unit}"
    shares = (
        f"{name_in_list(one.players[0])} {signed(_of_deal(one, result))}{units.get(one.kind, '')}"
        for one in parts
    )
    hint = f"if it is of {deal}, write `expect: {', '.join(shares)}`; otherwise correct it"
    if result.deal.facts.given is not None:
        hint = f"delete it if it only repeats the points of {deal}; otherwise correct it"
    return [Problem("expect-last-deal", part.place, what, hint, warning=True)]


def _unmet_amounts(expected: Sequence[Expectation], result: DealResult, told: Told) -> list[Problem]:
    """Return a problem for each amount that is neither a balance nor a payment of its players."""
    owed = [part for part in expected if part.kind == "owed"]
    if not owed:
        return []
    stake = _own_stake(result, told)
    won = _due({name: Fraction(points) * stake for name, points in told.points.items()})
    left = _due(told.left)
    problems = []
    for part in owed:
        payer, payee = part.players[0], part.players[-1]
        # `Ben paid Ana 4, still owes her 2`
        is_left = any(
            paid.place.line == part.place.line and paid.place.column < part.place.column
            for paid in result.deal.facts.paid
        )
        amounts = {
            Fraction(one.amount)
            for one in (left if is_left else (*won, *left))
            if payer in (ANYBODY, one.payer) and payee in (ANYBODY, one.payee)
        }
        if (Fraction(part.value) if len(part.players) > 1 else abs(Fraction(part.value))) not in amounts:
            owes = "nobody owes" if payer == ANYBODY else f"{payer} does not owe"
            whom = "" if payee == ANYBODY else f" {payee}"
            owes = "nobody has won or owes" if payer == payee else owes
            what = f"deal {result.deal.name}: {owes}{whom} this amount so far"
            hint = "correct it; if it is paid in addition, write it as `paid:` or `adjust:`"
            problems.append(Problem("expect-failed", part.place, what, hint))
    return problems


def _due(money: Mapping[str, Fraction]) -> list[Payment]:
    """Return the payments that settle these balances, and each balance as a payment with anybody."""
    balances = [
        Payment(ANYBODY, name, amount) if amount > 0 else Payment(name, ANYBODY, -amount)
        for name, amount in money.items()
    ]
    return [*settle(money), *balances]


def _as_debt(part: Expectation, expected: Sequence[Expectation], currency: Currency | None) -> str | None:
    """Suggest writing a debt of two players as `paid` or `adjust`, else return None."""
    same = [one for one in expected if one.place.line == part.place.line]
    if part.kind != "running money" or len(same) != 2 or Fraction(sum(Fraction(one.value) for one in same)):
        return None
    from ofcscore.log.write.notation import name_in_list

    owes, gets = sorted(same, key=lambda one: Fraction(one.value))
    payer, payee = (name_in_list(one.players[0]) for one in (owes, gets))
    amount = written(Fraction(gets.value))
    unit = f" {currency.label}" if currency else ""
    paid = f"if it was paid, write `paid: {payer} -> {payee} {amount}{unit}`"
    # Without a currency after the number, `adjust` counts points.
    owed = f"; if it is owed in addition, write `adjust: {payee} +{amount}{unit}, {payer} -{amount}{unit}`"
    return paid + (owed if unit else "")


_OF_DEAL: Final = ("total", "running")
_RUNNING: Final = ("running", "running money")
"""Kinds of expectations about a deal's totals, or about the session's totals up to that deal."""
OF_SESSION: Final = (*_RUNNING, "owed")
"""Kinds of expectations that other deals may decide."""
_OF_POINTS: Final = ("total", "result", "money", *_RUNNING)
"""Kinds of expectations about points won or lost, or their worth in money."""


def _in_unit(part: Expectation, points: Points, result: DealResult) -> Fraction:
    in_money = part.kind in ("money", "running money")
    return Fraction(points) * (result.deal.table.stake or 0) if in_money else Fraction(points)


def _of_deal(part: Expectation, result: DealResult) -> Fraction:
    return _in_unit(part, result.all_totals.get(part.players[0], 0), result)


def _capped(expected: Sequence[Expectation], totals: Mapping[str, Points]) -> str | None:
    """Return a hint if the expected totals look capped (table stakes), otherwise None."""
    wanted = {part.players[0]: Fraction(part.value) for part in expected if part.kind == "total"}
    if wanted.keys() != totals.keys() or sum(wanted.values(), Fraction(0)):
        return None
    if any(not min(totals[name], 0) <= share <= max(totals[name], 0) for name, share in wanted.items()):
        return None
    short = [f"{name} at {-share}" for name, share in wanted.items() if 0 > share > totals[name]]
    return f"these totals look capped: {listed(short, 'and')}" if short else None


def check_session_expectations(
    expected: Sequence[Expectation], totals: Mapping[str, Points]
) -> list[Problem]:
    problems = []
    for part in expected:
        found = totals.get(part.players[0])
        if found is None:
            what = f"the session has no total for {part.players[0]}"
            problems.append(Problem("expect-failed", part.place, what))
        elif found != part.value:
            problems.append(_unexpected(part, found, "the session: "))
    return problems


def _unexpected(part: Expectation, found: Fraction | int | bool | str, where: str) -> Problem:
    who = "/".join(part.players)
    what = "" if part.kind in _OF_POINTS else f" {part.kind}"
    if isinstance(part.value, bool) or isinstance(found, bool | str):
        wanted = _flag(part.kind, part.value)
        message = f"{where}{who}: expected {wanted}, found {_flag(part.kind, found)}"
    else:
        assert not isinstance(part.value, str)
        # Points won or lost have a sign, but the royalties of a board have none.
        counted = len(part.players) == 1 and part.kind not in _OF_POINTS
        wanted, shown = (str(n) if counted else signed(n) for n in (part.value, found))
        message = f"{where}{who}{what}: expected {wanted}, found {shown}"
        if not counted:
            way = "more" if found > part.value else "less"
            apart = written(abs(part.value - found))
            message = f"{where}{who}{what}: expected {wanted}, but the score is {shown} ({apart} {way})"
    hint = "check the boards, the rules and the expected score"
    if part.kind == "foul" and part.value is True:
        hint = "if it was a foul, write `(foul)` after its cards, otherwise remove this"
    return Problem("expect-failed", part.place, message, hint)


def _flag(kind: str, value: object) -> str:
    if value is True:
        return kind
    return f"{kind} {value}" if value else f"no {kind}"


def _found(part: Expectation, result: DealResult) -> Fraction | int | bool | str | None:
    if len(part.players) == 2:
        return _found_pair(part, result.score)
    name = part.players[0]
    if part.kind == "money":
        return _of_deal(part, result)
    if part.kind == "total":
        # A player without a board may still have an adjustment.
        return result.all_totals.get(name, None if part.value else 0)
    people = result.deal.table.people
    board = next((b for b in result.score.boards if name in (b.player, people.get(b.player))), None)
    if board is None:
        return None
    match part.kind:
        case "result":
            # A number after a board may be its royalties or the deal's total; a foul has no royalties.
            total = result.all_totals.get(people.get(board.player, board.player), 0)
            is_royalties = part.value == board.royalties and board.status is not Status.FOUL
            return board.royalties if is_royalties else total
        case "royalties":
            return board.royalties
        case "foul":
            return board.status is Status.FOUL
        case "fantasyland":
            return board.fantasyland.next if isinstance(part.value, bool) else board.fantasyland.cards or 0
        case "natural":
            return board.natural.kind if board.natural is not None else False
        case row:
            return board.earned[_LABELS.index(row)]


def _found_pair(part: Expectation, score: DealScore) -> Points | None:
    person = score.deal.table.person
    found = []
    for pair in score.pairs:
        names = ((pair.first, pair.second), (person(pair.first), person(pair.second)))
        for side, players in ((1, part.players), (-1, part.players[::-1])):
            if players in names:
                found.append(side * _pair_part(pair, part.kind))
    return whole(sum(found)) if found else None


_LINES_OF: Final = {"royalties": "royalty", "rows": "row"}
"""The kind of score lines for a kind of expectation, if their names differ."""


def _pair_part(pair: PairScore, kind: str) -> Points:
    """Return a pair's points for its first player: in total, of a row or of a kind."""
    if kind in _LABELS:
        return pair.row(ROWS[_LABELS.index(kind)])
    return pair.points if kind == "total" else pair.kind(_LINES_OF.get(kind, kind))


_WITHOUT_SUITS: Final = {len("Q Q 5"), len("A A 7 6 2"), len("A 8 6 4 2 flush")}
"""The lengths of rows without suits in canonical text."""
_TYPED_RANKS: Final = {"10": "T", **{rank.lower(): rank for rank in RANKS}}
_TYPED_CARD: Final = f"({'|'.join(_TYPED_RANKS)}|(?:[*x🃏🂿🃟]\ufe0f?|jk)[12]?|joker[12]?|jkr)"
_FIVE_TYPED: Final = f"(?<![0-9a-z])(?={'[ ,]*'.join([_TYPED_CARD] * FLUSH_COUNT)}(?![0-9a-z]))"
"""The pattern of five adjacent cards without suits in a lower-case line."""
_WORD: Final = r"[^\W_]+"
_TRIED: Final = ((Row.BOTTOM,), (Row.MIDDLE,), (Row.MIDDLE, Row.BOTTOM))


def forgotten_flushes(score: DealScore, scales: Scales) -> Iterator[Problem]:
    """Yield a warning for each unstated foul that a flush would have saved."""
    for board in score.boards:
        fouled = board.status is Status.FOUL and board.board.stated is Stated.CARDS
        if fouled and any(map(_is_without_suits, board.board.rows or ())):
            saving = saving_flushes(board.board, score.deal, scales)
            if saving:
                yield _problem(saving, board.board, score.deal)


def check_notes(score: DealScore) -> Iterator[Problem]:
    """Yield a warning for each note about a foul or a flush that no board has."""
    if not score.deal.facts.notes:
        return
    from ofcscore.log.text.relevance import denies_foul, says_flush, says_foul

    deal, person = score.deal, score.deal.table.person
    for note in deal.facts.notes:
        words = f" {' '.join(re.findall(_WORD, note.casefold()))} "
        named = [
            board
            for board in score.boards
            if any(f" {name.casefold()} " in words for name in (board.player, person(board.player)))
        ]
        boards, noted = named or score.boards, f"deal {deal.name} has the note `{show(note)}`, but"
        if says_foul(note) and not any(board.status is Status.FOUL for board in boards):
            none = f"{named[0].player}'s board is not a foul" if named else "none of its boards is a foul"
            hint = "if a board was a foul, write `(foul)` after its cards, or `foul` instead of them"
            yield Problem("note-foul", deal_place(deal), f"{noted} {none}", hint, warning=True)
        fouled = next((board.player for board in boards if board.status is Status.FOUL), None)
        if fouled is not None and denies_foul(note):
            hint = "correct the board or the note"
            what = f"{noted} {fouled}'s board is a foul"
            yield Problem("note-foul", deal_place(deal), what, hint, warning=True)
        rows = [row for board in boards for row in board.board.rows or ()]
        if any(map(_is_without_suits, rows)) and says_flush(note) and not any(map(_is_flush, rows)):
            what = f"{noted} no row is marked as a flush"
            hint = "if a row was a flush, write `flush` after its cards"
            yield Problem("flush-forgotten", deal_place(deal), what, hint, warning=True)


def _is_flush(row: str) -> bool:
    from ofcscore.game.spelling import rank

    category = rank(row).category
    return category is Category.FLUSH or category >= Category.STRAIGHT_FLUSH


def saving_flushes(board: Board, deal: Deal, scales: Scales) -> tuple[Row, ...]:
    """Return the rows without suits that, as flushes, would save a foul; empty if none."""
    return next((rows for rows in _TRIED if _saves(rows, board, deal, scales)), ())


def _saves(rows: tuple[Row, ...], board: Board, deal: Deal, scales: Scales) -> bool:
    if board.rows is None or not all(_is_without_suits(board.rows[row]) for row in rows):
        return False
    texts = [f"{text} flush" if row in rows else text for row, text in zip(ROWS, board.rows, strict=True)]
    flushed = Board.of(board.player, *texts)
    if score_board(flushed, scales).status is Status.FOUL:
        return False
    boards = [flushed if other is board else other for other in deal.boards]
    texts = [text for other in boards for text in other.rows or ()]
    if len(texts) == len(ROWS) * len(boards) and {*map(len, texts)} <= _WITHOUT_SUITS and ranks_fit(texts):
        return True
    from ofcscore.log.check.rows import check_deck, rows_of

    aces, jokers = sum(b.aces or 0 for b in boards), deal.table.rules.jokers.number
    return not check_deck(list(chain.from_iterable(map(rows_of, boards))), aces, jokers)


def _is_without_suits(row: str) -> bool:
    """Return True if a row has five different ranks or jokers, and no suits."""
    if len(row) != len("A 8 6 4 2"):
        return False
    ranks = row.replace(JOKER, "").split()
    return len(set(ranks)) == len(ranks)


def _problem(rows: tuple[Row, ...], board: Board, deal: Deal) -> Problem:
    assert board.rows is not None
    place, line = board_place(deal, board), board.source or ""
    spans = [span for row in rows if (span := _typed(line, board.rows[row])) is not None]
    written = "`, `".join(f"{board.rows[row]} flush" for row in rows)
    if len(spans) == len(rows):
        column, end = min(spans)[0], max(spans)[1]
        place = place._replace(column=column + 1, width=end - column)
        for _, end in sorted(spans, reverse=True):
            line = f"{line[:end]} flush{line[end:]}"
        # A line with tabs between cells cannot be copied from a terminal.
        written = line.strip() if "\t" not in line else written
    names = listed([row.label for row in rows], "and")
    were = f"{names} was a flush" if len(rows) == 1 else f"{names} were flushes"
    what = f"{board.player}'s board is a foul unless the {were}"
    hint = f"if the {were}, write `{written}`; if it was a foul, write `(foul)` after the cards"
    return Problem("flush-forgotten", place, what, hint, warning=True)


def _typed(line: str, row: str) -> tuple[int, int] | None:
    """Return the span of a row in its line; None unless it occurs exactly once."""
    cards = row.split()
    found = [
        (match.start(1), match.end(FLUSH_COUNT))
        for match in re.finditer(_FIVE_TYPED, line.translate(ASCII_LOWER))
        if [_TYPED_RANKS.get(card, JOKER) for card in match.groups()] == cards
    ]
    return found[0] if len(found) == 1 else None
