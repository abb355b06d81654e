"""Score one deal: its pairs, the score lines of each pair, and the totals."""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple

from ofcscore.game.cards import JOKER, OF_A_RANK, RANKS, ROWS, Row, Stated, cards_told, suit_order
from ofcscore.game.game_words import Reason, Speech, tell
from ofcscore.game.naturals import Natural
from ofcscore.game.ranks import STRAIGHTS, Category
from ofcscore.rules.model import Bonus, Rules
from ofcscore.scoring.boards import BoardScore, RowValue, Scales, Status, compare, score_board
from ofcscore.scoring.deal import Amount, Deal, Points, Table
from ofcscore.scoring.score_lines import Exchange, PairScore, ScoreLine, signed, whole


class Meeting:
    """The boards of a deal that are in play, and the pairs that compare."""

    def __init__(self, deal: Deal, boards: Sequence[BoardScore], rules: Rules) -> None:
        self.rules = rules
        self.playing = [board for board in boards if board.status is not Status.ABSENT]
        self.card = deal.table.double or rules.double
        paying = boards if rules.absent else self.playing
        self.pairs: Sequence[tuple[BoardScore, BoardScore]] = [*combinations(paying, 2)]
        bank = deal.table.bank if rules.compare == "bank" else None
        self.banks: Collection[str] = ()
        if deal.table.people or bank is not None:
            person = {b.player: deal.table.person(b.player) for b in paying}
            self.banks = {player for player in person if person[player] == bank}
            self.pairs = [
                (a, b)
                for a, b in self.pairs
                if person[a.player] != person[b.player]
                and (bank is None or a.player in self.banks or b.player in self.banks)
            ]

    def signs(self, a: BoardScore, b: BoardScore) -> tuple[int, ...]:
        """Return the winner of top, middle and bottom: 1 for `a`, -1 for `b`, 0 for a tie.

        A foul loses every row to a set board. If the rules say so, suits break ties, or the bank wins them.
        """
        if Status.FOUL in (a.status, b.status) or a.values is None or b.values is None:
            side = (b.status is Status.FOUL) - (a.status is Status.FOUL)
            return (side,) * len(ROWS)
        signs: tuple[int, ...] = compare(a.values, b.values)
        if self.rules.suits_first:
            signs = tuple([self.by_flushes(a, b, row) or signs[row] for row in ROWS])
        if 0 in signs and (self.banks or self.rules.ties):
            bank = (a.player in self.banks) - (b.player in self.banks) if self.rules.bank_wins_ties else 0
            return tuple([signs[row] or self.by_suits(a, b, row) or bank for row in ROWS])
        return signs

    def by_flushes(self, a: BoardScore, b: BoardScore, row: Row) -> int:
        """Compare flushes by suit before rank, if the rules do: 1 for `a`, -1 for `b`.

        Return 0 for other rows. Straight flushes compare by ranks first.
        """
        if not self.rules.suits_first or a.values is None or b.values is None:
            return 0
        are_flushes = a.values[row].rank.category is b.values[row].rank.category is Category.FLUSH
        return self.by_suits(a, b, row) if are_flushes else 0

    def scoop(self, signs: Sequence[int]) -> int:
        """Return 1 if the first player scoops, -1 if the second does, else 0."""
        won, lost = signs.count(1), signs.count(-1)
        enough = len(ROWS) - self.rules.points.tied_scoop
        return (won >= enough and not lost) - (lost >= enough and not won)

    def by_suits(self, a: BoardScore, b: BoardScore, row: Row) -> int:
        """Compare two rows of equal ranks by suits: 1 for `a`, -1 for `b`, 0 for neither."""
        x, y = self._suits(a, row), self._suits(b, row)
        return 0 if x is None or y is None else (x < y) - (x > y)

    def _suits(self, board: BoardScore, row: Row) -> tuple[int, ...] | None:
        rows = board.board.rows
        if rows is None or board.values is None or not self.rules.ties:
            return None
        rank, ranks = board.values[row].rank, self.rules.ranks.letters
        if rank.category in STRAIGHTS:
            # The highest card of A-2-3-4-5 is the five, unless the rules rank it just below A-K-Q-J-T.
            low = self.rules.ranks.wheel == "low" and rank.is_wheel
            ranks = RANKS[-1] + RANKS[:-1] if low else RANKS
        jokers = iter(board.values[row].jokers)
        cards = [next(jokers, code) if code == JOKER else code for code in rows[row].split()]
        return suit_order(" ".join(cards), self.rules.ties, ranks)

    def _wins(self, side_of: Callable[[BoardScore, BoardScore], int | None]) -> dict[str, list[bool]]:
        """Return a flag per compared opponent for each player: True for a win.

        `side_of` returns the winner of a pair, or None for a pair that does not count.
        """
        wins: dict[str, list[bool]] = {b.player: [] for b in self.playing}
        for a, b in self.pairs:
            side = side_of(a, b)
            if side is not None:
                wins[a.player].append(side == 1)
                wins[b.player].append(side == -1)
        return wins

    @cached_property
    def scoops_all(self) -> frozenset[str]:
        """The players who scoop all their opponents, if there are enough opponents.

        Nobody does if a board is a natural or, under some rules, a foul. A pair that is decided by shooting
        the moon does not count.
        """
        every, statuses = self.rules.points.scoop_all, {board.status for board in self.playing}
        if Status.NATURAL in statuses or (not every.fouls and Status.FOUL in statuses):
            return frozenset()
        return frozenset(p for p, all_ in self.scooped.items() if len(all_) >= every.opponents and all(all_))

    @cached_property
    def scooped(self) -> dict[str, list[bool]]:
        """For each player, a flag per compared opponent: True for a scoop."""

        def side_of(a: BoardScore, b: BoardScore) -> int | None:
            if Status.ABSENT in (a.status, b.status) or self._paid_by_moon(a, b):
                return None
            gone = {a.status, b.status} & {Status.SURRENDER, Status.NATURAL}
            return 0 if gone else self.scoop(self.signs(a, b))

        return self._wins(side_of)

    def on_the_moon(self, board: BoardScore) -> bool:
        moon = self.rules.moon
        if moon is None or board.status is not Status.SET or board.values is None:
            return False
        rank = board.values[Row.BOTTOM].rank
        return rank.category is Category.HIGH_CARD and self.rules.ranks.place(rank.ranks[0]) <= moon.highest

    def _paid_by_moon(self, a: BoardScore, b: BoardScore) -> bool:
        if not (self.on_the_moon(a) or self.on_the_moon(b)):
            return False
        before = self.rules.decides[: self.rules.decides.index("moon")]
        return not ("foul" in before and Status.FOUL in (a.status, b.status))

    @cached_property
    def single(self) -> str | None:
        def side_of(a: BoardScore, b: BoardScore) -> int | None:
            compared = {a.status, b.status} <= {Status.SET, Status.FOUL}
            return _won_more(self.signs(a, b)) if compared else None

        return next((p for p, wins in self._wins(side_of).items() if wins and all(wins)), None)

    @cached_property
    def best(self) -> tuple[frozenset[str], ...]:
        """The players with the best top, middle and bottom, for a pool; a foul wins nothing."""
        best = []
        for row in ROWS:
            strengths = {
                b.player: (b.values[row].strength, [-place for place in self._suits(b, row) or ()])
                for b in self.playing
                if b.status is Status.SET and b.values is not None
            }
            top = max(strengths.values(), default=None)
            best.append(frozenset(p for p, s in strengths.items() if s == top))
        return tuple(best)


def _won_more(signs: Sequence[int]) -> int:
    """Return 1 if the first player wins two rows or more, -1 if the second does, else 0."""
    return (signs.count(1) > 1) - (signs.count(-1) > 1)


def score_pairs(deal: Deal, boards: Sequence[BoardScore], rules: Rules) -> tuple[PairScore, ...]:
    meeting, deciders = Meeting(deal, boards, rules), _deciders(rules)
    between_set = deciders if rules.moon is not None else deciders[-1:]
    pairs = []
    for a, b in meeting.pairs:
        lines: list[ScoreLine] | None = None
        are_set = a.status is b.status is Status.SET
        for decider in between_set if are_set else deciders:  # pragma: no branch - the last always decides
            lines = decider(a, b, meeting)
            if lines is not None:
                break
        lines = lines or []
        if rules.naturals.on_top:
            lines += _natural(a, b, meeting) or []
        if meeting.card is not None:
            lines += _doubled(a, b, lines, meeting)
        if rules.aces:
            lines += _aces(a, b, meeting)
        swept = 0
        if not are_set:
            # A false claim against a set board.
            first, second = a.refused is not None, b.refused is not None
            swept = (second and a.status is Status.SET) - (first and b.status is Status.SET)
        pairs.append(PairScore(a.board.player, b.board.player, tuple(lines), swept))
    return tuple(pairs)


_Decider = Callable[[BoardScore, BoardScore, Meeting], list[ScoreLine] | None]
"""A function that returns a pair's score lines, or None if it does not decide."""


@lru_cache
def _deciders(rules: Rules) -> tuple[_Decider, ...]:
    """Return the functions that can decide a pair in order, rows last."""
    never = {
        "natural": not rules.naturals.hands or rules.naturals.on_top,
        "moon": rules.moon is None,
        "rows": True,
    }
    before = [DECIDERS[name] for name in rules.decides if not never.get(name)]
    return (*([_absent] if rules.absent else []), *before, COMPARISONS[rules.compare])


def _flat(
    kind: str,
    a: BoardScore,
    b: BoardScore,
    is_one: Callable[[BoardScore], bool],
    points: int,
    what: str,
    both: str = "",
) -> list[ScoreLine] | None:
    """Return the lines of a flat payment to the one board that `is_one`.

    If both are, nothing is paid: return a line with the note `both`, or no line if that is empty. If neither
    is, return None. `what` is the note after the player's name.
    """
    first, second = is_one(a), is_one(b)
    if first and second:
        return [ScoreLine(kind, None, 0, both)] if both else []
    if first:
        return [ScoreLine(kind, None, points, f"{a.player}{what}")]
    return [ScoreLine(kind, None, -points, f"{b.player}{what}")] if second else None


def _absent(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine] | None:
    price = meeting.rules.absent
    return _flat("absent", a, b, lambda board: board.status is Status.ABSENT, -price, " is absent")


def _surrender(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine] | None:
    if Status.SURRENDER not in (a.status, b.status):
        return None
    rules = meeting.rules
    price = 0 if rules.surrender == "none" else rules.surrender
    if price == "two-rows":
        price = rules.points.row + rules.points.overall
    return _flat("surrender", a, b, lambda board: board.status is Status.SURRENDER, -price, " surrenders")


def _natural(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine] | None:
    """Return the payment for a natural; the rule `between` compares two."""
    x, y = a.natural, b.natural
    if x is not None and y is not None:
        between = meeting.rules.naturals.between
        if between == "higher":
            ahead = ((x.order, x.tie) > (y.order, y.tie)) - ((x.order, x.tie) < (y.order, y.tie))
        else:
            ahead = (x.points > y.points) - (x.points < y.points)
        if ahead == 0:
            return [ScoreLine("natural", None, 0, (_equal_naturals, x, y))]
        win, lose = (x, y) if ahead == 1 else (y, x)
        points = win.points - (lose.points if between == "difference" else 0)
        return [ScoreLine("natural", None, ahead * points, (_better_natural, win, lose))]
    for side, natural in ((1, x), (-1, y)):
        if natural is not None:
            return [ScoreLine("natural", None, side * natural.points, (Speech.natural, natural))]
    # A false claim pays each other player a fine and nothing else.
    fine, what, both = meeting.rules.false_claim or 0, "'s claim is false", "both claims are false"
    return _flat("natural", a, b, lambda board: board.refused is not None, -fine, what, both)


def _equal_naturals(speech: Speech, x: Natural, y: Natural) -> str:
    return f"{speech.natural(x)} against {speech.natural(y)}: nobody is ahead"


def _better_natural(speech: Speech, win: Natural, lose: Natural) -> str:
    return f"{speech.natural(win)} beats {speech.natural(lose)}"


def _foul(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine] | None:
    if Status.FOUL not in (a.status, b.status):
        return None
    if a.status is b.status:
        return [ScoreLine("foul", None, 0, (Speech.fouled, "both"))]
    side, fouled = (-1, a) if a.status is Status.FOUL else (1, b)
    price, reason = meeting.rules.foul, (Speech.fouled, fouled.player)
    if price.pays == "nothing":
        return [ScoreLine("foul", None, 0, reason)]
    if price.pays == "lost-rows":
        return _won_lines(a, b, meeting, reason)
    royalties = _royalty_lines(a, b, meeting.signs(a, b), meeting.rules) if price.royalties else []
    return [ScoreLine("foul", None, side * price.pays, reason), *royalties]


def _moon(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine] | None:
    """Return the payment for shooting the moon, instead of rows and royalties."""
    points = 0 if meeting.rules.moon is None else meeting.rules.moon.points
    return _flat("moon", a, b, meeting.on_the_moon, points, " shoots the moon", "both shoot the moon")


def _won_lines(
    a: BoardScore, b: BoardScore, meeting: Meeting, reason: Reason | None = None
) -> list[ScoreLine]:
    """Compare two boards row by row: rows, royalties, scoops and the overall point.

    `reason` is the note of a foul. If the rules have a factor for fouls, it multiplies the lost rows, and
    there is no scoop and no overall point.
    """
    rules, signs = meeting.rules, meeting.signs(a, b)
    points = rules.points
    lines = [
        ScoreLine("row", row, sign * points.row, reason or (_row_note, a, b, row, sign, meeting))
        for row, sign in zip(ROWS, signs, strict=True)
    ]
    if reason is None or rules.foul.royalties:
        if rules.royalties.count == "winner-replaces":
            lines = [_replaced(row, lines[row], a, b, signs[row]) for row in ROWS]
        lines += _royalty_lines(a, b, signs, rules)
    if reason is not None and rules.foul.factor:
        more = (rules.foul.factor - 1) * sum(line.points for line in lines if line.kind == "row")
        times = (_times, reason, rules.foul.factor)
        return [*lines, *([ScoreLine("foul", None, more, times)] if more else ())]
    side = meeting.scoop(signs)
    if side:
        winner = a if side == 1 else b
        scoop, note = points.scoop, "wins all three rows" if all(signs) else "loses no row"
        if points.scoop_many:
            count = sum(meeting.scooped[winner.player])
            for least, bonus in points.scoop_many:
                scoop, note = (bonus, f"scoops {count} opponents") if count >= least else (scoop, note)
        if scoop:
            won = _bonus_points(scoop, side, lines, len(meeting.playing))
            lines.append(ScoreLine("scoop", None, won, f"{winner.player} {note}"))
        if points.scoop_all and winner.player in meeting.scoops_all:
            paid, note = scoop.factor or len(meeting.playing), "wins all three rows against everyone"
            won = _bonus_points(points.scoop_all, side, lines, len(meeting.playing), paid)
            lines.append(ScoreLine("scoop-all", None, won, f"{winner.player} {note}"))
    if points.overall:
        side, note = _won_more(signs), "wins more rows"
        if points.overall_by == "points":
            ahead = sum(line.points for line in lines)
            side, note = (ahead > 0) - (ahead < 0), "is ahead"
        if side:
            player = (a if side == 1 else b).player
            lines.append(ScoreLine("overall", None, side * points.overall, f"{player} {note}"))
    return lines


def _row_note(speech: Speech, a: BoardScore, b: BoardScore, row: Row, sign: int, meeting: Meeting) -> str:
    if a.values is None or b.values is None:
        return ""
    x, y = a.values[row].rank, b.values[row].rank
    if meeting.by_flushes(a, b, row):
        return f"{(a if sign == 1 else b).player} has the flush of the better suit"
    if x != y:
        win, lose = (x, y) if x > y else (y, x)
        return f"{speech.rank(win, lose)} beats {speech.rank(lose, win)}"
    if not sign:
        return f"both {speech.rank(x)}, a tie"
    if meeting.by_suits(a, b, row):
        return f"both {speech.rank(x)}, and {(a if sign == 1 else b).player} has the better suits"
    return f"both {speech.rank(x)}, a tie goes to the bank"


def _times(speech: Speech, reason: Reason, factor: int) -> str:
    return f"{tell(reason, speech)}: the rows {factor} times"


def _replaced(row: Row, line: ScoreLine, a: BoardScore, b: BoardScore, sign: int) -> ScoreLine:
    """Return a row's line with the winner's royalty as points, if there is one."""
    values = (a if sign == 1 else b).values
    if not sign or values is None or not values[row].royalty:
        return line
    value = values[row]
    return ScoreLine("row", row, sign * value.royalty, (_replaced_note, line.why, value, row))


def _replaced_note(speech: Speech, reason: Reason, value: RowValue, row: Row) -> str:
    pays = f"{_earning(speech, value)} {speech.where(row)} pays {value.royalty}"
    return f"{tell(reason, speech)}, and {pays}"


def _royalty_lines(a: BoardScore, b: BoardScore, signs: Sequence[int], rules: Rules) -> list[ScoreLine]:
    count, lines = rules.royalties.count, []
    for score, side in ((a, 1), (b, -1)):
        if not score.royalties or score.values is None or count == "winner-replaces":
            continue
        for row in ROWS:
            value = score.values[row]
            if value.royalty and (count == "both" or signs[row] == side):
                why = (_royalty_note, score.player, value, row)
                lines.append(ScoreLine("royalty", row, side * value.royalty, why))
    return lines


def _royalty_note(speech: Speech, player: str, value: RowValue, row: Row) -> str:
    return f"{player}'s {_earning(speech, value)} {speech.where(row)}"


def _earning(speech: Speech, value: RowValue) -> str:
    return f"{speech.rank(value.rank)}{' with two jokers' if value.by_jokers else ''}"


def _bonus_points(
    bonus: Bonus, side: int, lines: Sequence[ScoreLine], players: int, paid_times: int = 1
) -> Points:
    """Return the points of a scoop bonus.

    A factor multiplies the rows (and royalties, if they count), which are already paid `paid_times`.
    """
    if bonus.factor == 1:
        return side * bonus.points
    counted = ("row", "royalty") if bonus.royalties else ("row",)
    more = (bonus.factor or players) - paid_times
    return more * sum(line.points for line in lines if line.kind in counted)


def _single(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine]:
    side = (meeting.single == a.player) - (meeting.single == b.player)
    note = f"{meeting.single} beats everyone on at least two rows"
    return [ScoreLine("overall", None, side * meeting.rules.points.row, note)] if side else []


def _pool(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine]:
    """Return the lines of a pool; the winners of a row share its points."""
    lines = []
    for row in ROWS:
        best = meeting.best[row]
        side = (a.player in best) - (b.player in best)
        if side:
            share = whole(Fraction(meeting.rules.points.row, len(best)))
            winner = a if side == 1 else b
            lines.append(ScoreLine("row", row, side * share, (_best_row, winner.player, row, len(best))))
    sweep = meeting.rules.pool_sweep
    for side, player in ((1, a.player), (-1, b.player)):
        if sweep and all(best == {player} for best in meeting.best):
            lines.append(ScoreLine("scoop-all", None, side * sweep, f"{player} sweeps the pool"))
    return lines


def _best_row(speech: Speech, player: str, row: Row, winners: int) -> str:
    return f"{player} has the best {speech.row(row)}{'' if winners == 1 else f', shared by {winners}'}"


def _doubled(a: BoardScore, b: BoardScore, lines: Sequence[ScoreLine], meeting: Meeting) -> list[ScoreLine]:
    points = sum(line.points for line in lines)
    held = [board for board in (a, b) if meeting.card in cards_told(board.board)]
    if len(held) != 1 or not points:
        return []
    return [ScoreLine("double", None, points, f"{held[0].player} has the {meeting.card}, which doubles")]


def _aces(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine]:
    """Return the payment or share of the aces bet; five aces count as four (our reading)."""
    if a.aces is None or b.aces is None or a.aces == b.aces:
        return []
    rules = meeting.rules
    players = len(meeting.playing) if rules.aces_pooled else 1
    mine, theirs = (rules.aces[min(board.aces or 0, OF_A_RANK)] for board in (a, b))
    points = whole(Fraction(mine - theirs, players))
    pooled = f", shared by {players}" if rules.aces_pooled else ""
    return [ScoreLine("aces", None, points, f"aces: {a.player} {a.aces}, {b.player} {b.aces}{pooled}")]


DECIDERS: Final[Mapping[str, _Decider]] = {
    "surrender": _surrender,
    "natural": _natural,
    "foul": _foul,
    "moon": _moon,
}
"""The functions that can decide a pair before its rows, by name."""
COMPARISONS: Final[Mapping[str, _Decider]] = {
    "everyone": _won_lines,
    "bank": _won_lines,
    "single-winner": _single,
    "pool": _pool,
}


NOBODY_DEALT: Final[Mapping[str, int]] = MappingProxyType({})


class DealScore(NamedTuple):
    """The score of one deal: its boards, and its pairs with their score lines.

    `exchanges` are the sums of the pairs. `totals` are the points of each person in board order, without
    adjustments.
    """

    deal: Deal
    rules: Rules
    boards: tuple[BoardScore, ...]
    pairs: tuple[PairScore, ...]
    exchanges: tuple[Exchange, ...]
    totals: dict[str, Points]

    def __repr__(self) -> str:
        return f"<DealScore {self.deal.name}: {totals_words(self.totals)}>"

    @property
    def between_people(self) -> tuple[Exchange, ...]:
        """The exchanges with the names of people instead of their boards."""
        if not self.deal.table.people:
            return self.exchanges
        person = self.deal.table.person
        return tuple(
            [Exchange(person(a), person(b), points, scoop) for a, b, points, scoop in self.exchanges]
        )


def totals_words(totals: Mapping[str, Points]) -> str:
    """Return everybody's points as text, for example `Ann +4, Bob -4`."""
    return ", ".join(f"{name} {signed(points)}" for name, points in totals.items())


def score_deal(deal: Deal, scales: Scales, dealt: Mapping[str, int] = NOBODY_DEALT) -> DealScore:
    """Score one deal; `dealt` maps boards in fantasyland to their cards, 0 if unknown."""
    rules = scales.rules
    boards = tuple([score_board(board, scales, dealt.get(board.player)) for board in deal.boards])
    return with_pairs(deal, rules, boards, score_pairs(deal, boards, rules))


def with_pairs(
    deal: Deal, rules: Rules, boards: tuple[BoardScore, ...], pairs: tuple[PairScore, ...]
) -> DealScore:
    people, all_pay = deal.table.people, deal.table.rules.absent
    pay = [board.player for board in deal.boards if all_pay or board.stated is not Stated.ABSENT]
    totals: dict[str, Points] = dict.fromkeys([people.get(player, player) for player in pay], 0)
    exchanges = tuple([pair.exchange for pair in pairs])
    for first, second, points, _ in exchanges:
        totals[people.get(first, first)] += points
        totals[people.get(second, second)] -= points
    return DealScore(deal, rules, boards, pairs, exchanges, totals)


def points_of_chips(amount: Amount, table: Table) -> Points | None:
    """Convert chips or money to points; None without a single stake for all."""
    if amount.currency is None:
        return whole(amount.value)
    if not table.stake or table.pair_stakes:
        return None
    return whole(amount.value / table.stake)


def apply_limits(score: DealScore, stacks: Mapping[str, Points], seats: Sequence[str]) -> DealScore:
    """Return the deal with a `limit` line for each payment that exceeds the chips.

    Naturals are paid first, then the other pairs in the order of `seats` and of a person's boards. Nobody
    pays or wins more than the rest of their limit, and each payment reduces both limits. With `limits.by:
    running` the limit is the number of chips at that moment.
    """
    people, person = score.deal.table.people, score.deal.table.person
    left = dict(stacks)
    running = score.rules.limits_by == "running"
    place = {person: i for i, person in enumerate(seats)}
    own = {board: i for i, board in enumerate(people, 1)}

    def order(item: tuple[int, PairScore]) -> tuple[bool, tuple[int, ...], tuple[int, ...]]:
        _, pair = item
        ends = sorted((place[person(name)], own.get(name, 0)) for name in (pair.first, pair.second))
        natural = any(line.kind == "natural" for line in pair.lines)
        seats_, boards = zip(*ends, strict=True)
        return not natural, seats_, boards

    limited = list(score.pairs)
    for i, pair in sorted(enumerate(score.pairs), key=order):
        first, second = person(pair.first), person(pair.second)
        due: Points = max(pair.points, -pair.points)
        paid: Points = min((due, left[first], left[second]))
        short = first if left[first] == paid else second
        loser, winner = (first, second) if pair.points < 0 else (second, first)
        left[loser] = whole(left[loser] - paid)
        left[winner] = whole(left[winner] + paid if running else left[winner] - paid)
        if paid != due:
            over = due - paid if pair.points < 0 else paid - due
            why = f" has only {paid} chips left" if running else f"'s {stacks[short]} chips are used up"
            note = f"{short}{why}: {paid} of {due} paid"
            limited[i] = pair._replace(lines=(*pair.lines, ScoreLine("limit", None, over, note)))
    return with_pairs(score.deal, score.rules, score.boards, tuple(limited))
