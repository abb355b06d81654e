"""One pair to score lines: what two boards exchange, and why.

What decides a pair (`DECIDERS`, `COMPARISONS`) is asked in the order of the rule set, whose numbers all are.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from ofcscore.game.board import ROWS, Row
from ofcscore.game.cards import OF_A_RANK
from ofcscore.game.naturals import Natural
from ofcscore.game.speech import Reason, Speech, tell
from ofcscore.rules.model import Bonus, Rules
from ofcscore.scoring.boards import BoardScore, Status
from ofcscore.scoring.deal import Deal, Points
from ofcscore.scoring.lines import PairScore, ScoreLine, whole
from ofcscore.scoring.meeting import Meeting
from ofcscore.scoring.row_values import RowValue


def score_pairs(deal: Deal, boards: Sequence[BoardScore], rules: Rules) -> tuple[PairScore, ...]:
    """Return every pair of boards that compares, in board order."""
    meeting, deciders = Meeting(deal, boards, rules), _deciders(rules)
    pairs = []
    for a, b in meeting.pairs:
        lines = _pair_lines(a, b, meeting, deciders)
        pairs.append(PairScore(a.player, b.player, lines, _swept_by_claim(a, b)))
    return tuple(pairs)


def _swept_by_claim(a: BoardScore, b: BoardScore) -> int:
    """Return 1 if the second claims falsely against a set board, -1 if the first does, else 0."""
    first, second = (board.refused is not None for board in (a, b))
    return (second and a.status is Status.SET) - (first and b.status is Status.SET)


_Decider = Callable[[BoardScore, BoardScore, Meeting], list[ScoreLine] | None]
"""Gives the lines of a pair, or None where it is not what decides it."""


def _pair_lines(
    a: BoardScore, b: BoardScore, meeting: Meeting, deciders: Sequence[_Decider]
) -> tuple[ScoreLine, ...]:
    lines: list[ScoreLine] | None = None
    for decider in deciders:  # pragma: no branch - the last one always decides
        lines = decider(a, b, meeting)
        if lines is not None:
            break
    lines = lines or []
    if meeting.rules.naturals.on_top:
        lines += _natural(a, b, meeting) or []
    if meeting.card is not None:
        lines += _doubled(a, b, lines, meeting)
    if meeting.rules.aces:
        lines += _aces(a, b, meeting)
    return tuple(lines)


@lru_cache
def _deciders(rules: Rules) -> tuple[_Decider, ...]:
    """Return the functions that may decide a pair, in the order in which they are asked, rows last."""
    never = {
        "natural": not rules.naturals.hands or rules.naturals.on_top,
        "moon": rules.moon is None,
        "rows": True,
    }
    before = [DECIDERS[name] for name in rules.decides if not never.get(name)]
    return (*([_absent] if rules.absent else []), *before, COMPARISONS[rules.compare])


def _flat(
    kind: str, a: BoardScore, b: BoardScore, are: tuple[bool, bool], points: int, says: str, both: str = ""
) -> list[ScoreLine] | None:
    """Return a flat payment if one board of a pair is something (`are`); None if neither is.

    Two that are pay nothing; `both` is the reason then.
    """
    if are == (True, True):
        return [ScoreLine(kind, None, 0, both)] if both else []
    if are[0]:
        return [ScoreLine(kind, None, points, f"{a.player}{says}")]
    return [ScoreLine(kind, None, -points, f"{b.player}{says}")] if are[1] else None


def _absent(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine] | None:
    """Return an absent player's price, to each who plays; two who are absent exchange nothing."""
    are = a.status is Status.ABSENT, b.status is Status.ABSENT
    return _flat("absent", a, b, are, -meeting.rules.absent, " is absent")


def _surrender(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine] | None:
    """Surrender: a flat amount to each who has not surrendered, and nothing else."""
    are = a.status is Status.SURRENDER, b.status is Status.SURRENDER
    return _flat("surrender", a, b, are, -surrender_price(meeting.rules), " surrenders")


def surrender_price(rules: Rules) -> int:
    """Return what a surrender pays each opponent; `two-rows` is a row and the overall point."""
    if rules.surrender == "two-rows":
        return rules.points.row + rules.points.overall
    return 0 if rules.surrender == "none" else rules.surrender


def _natural(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine] | None:
    """Return the lines of naturals: flat against any other board; two meet as `between` says."""
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
    if x is not None:
        return [ScoreLine("natural", None, x.points, (Speech.natural, x))]
    if y is not None:
        return [ScoreLine("natural", None, -y.points, (Speech.natural, y))]
    # The fine for a claim that is false, to each other player and instead of everything else.
    fine, are = meeting.rules.false_claim or 0, (a.refused is not None, b.refused is not None)
    return _flat("natural", a, b, are, -fine, "'s claim is false", "both claims are false")


def _equal_naturals(speech: Speech, x: Natural, y: Natural) -> str:
    return f"{speech.natural(x)} against {speech.natural(y)}: nobody is ahead"


def _better_natural(speech: Speech, win: Natural, lose: Natural) -> str:
    return f"{speech.natural(win)} beats {speech.natural(lose)}"


def _foul(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine] | None:
    """Return a foul against a set board; two fouls exchange nothing."""
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
    """Shooting the moon: instead of that pair's rows and royalties; both on the moon: 0."""
    are = meeting.on_the_moon(a), meeting.on_the_moon(b)
    points = 0 if meeting.rules.moon is None else meeting.rules.moon.points
    return _flat("moon", a, b, are, points, " shoots the moon", "both shoot the moon")


def _won_lines(
    a: BoardScore, b: BoardScore, meeting: Meeting, reason: Reason | None = None
) -> list[ScoreLine]:
    """Two boards row by row: rows, royalties, scoops and the overall point; `reason` for a foul.

    A foul with a factor of its own pays that on its lost rows, and neither scoop nor overall point.
    """
    rules, signs = meeting.rules, meeting.signs(a, b)
    points = rules.points
    lines = []
    for row in ROWS:
        why = reason or (_row_note, a, b, row, signs[row], meeting)
        lines.append(ScoreLine("row", row, signs[row] * points.row, why))
    if reason is None or rules.foul.royalties:
        if rules.royalties.count == "winner-replaces":
            lines = [_replaced(row, lines[row], a, b, signs[row]) for row in ROWS]
        lines += _royalty_lines(a, b, signs, rules)
    if reason is not None and rules.foul.factor:
        more = (rules.foul.factor - 1) * _row_payments(lines)
        times = (_times, reason, rules.foul.factor)
        return [*lines, *([ScoreLine("foul", None, more, times)] if more else ())]
    side = meeting.scoop(signs)
    if side:
        winner = a if side == 1 else b
        scoop, note = points.scoop, "wins all three rows" if all(signs) else "loses no row"
        if points.scoop_many:
            count = meeting.opponents_scooped(winner.player)
            for least, bonus in points.scoop_many:
                scoop, note = (bonus, f"scoops {count} opponents") if count >= least else (scoop, note)
        if scoop:
            won = _bonus_points(scoop, side, lines, meeting)
            lines.append(ScoreLine("scoop", None, won, f"{winner.player} {note}"))
        if points.scoop_all and winner.player in meeting.scoops_all:
            lines.append(_scoop_all_line(winner, side, lines, scoop, meeting))
    if points.overall:
        lines += _overall_line(a, b, signs, lines, rules)
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
    return f"both {speech.rank(x)}, a tie is the bank's"


def _times(speech: Speech, reason: Reason, factor: int) -> str:
    return f"{tell(reason, speech)}: the rows {factor} times"


def _row_payments(lines: Sequence[ScoreLine]) -> Points:
    return sum([line.points for line in lines if line.kind == "row"])


def _replaced(row: Row, line: ScoreLine, a: BoardScore, b: BoardScore, sign: int) -> ScoreLine:
    """Return a row's line with the royalty that the winning row earns for points, where it earns one."""
    values = (a if sign == 1 else b).values
    if not sign or values is None or not values[row].royalty:
        return line
    value = values[row]
    return ScoreLine("row", row, sign * value.royalty, (_replaced_note, line.why, value, row))


def _replaced_note(speech: Speech, reason: Reason, value: RowValue, row: Row) -> str:
    pays = f"{_earning(speech, value)} {speech.where(row)} pays {value.royalty}"
    return f"{tell(reason, speech)}, and {pays}"


def _royalty_lines(a: BoardScore, b: BoardScore, signs: Sequence[int], rules: Rules) -> list[ScoreLine]:
    """Return the royalties of both boards of a pair; a foul has none."""
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
    """Return in words what a row earns its royalty by."""
    return f"{speech.rank(value.rank)}{' with two jokers' if value.by_jokers else ''}"


def _bonus_points(bonus: Bonus, side: int, lines: Sequence[ScoreLine], meeting: Meeting) -> Points:
    """Return the points of a scoop on top of its rows, and of their royalties where these are multiplied."""
    if bonus.factor == 1:
        return side * bonus.points
    factor = bonus.factor or len(meeting.playing)
    counted = ("row", "royalty") if bonus.royalties else ("row",)
    return (factor - 1) * sum(line.points for line in lines if line.kind in counted)


def _scoop_all_line(
    winner: BoardScore, side: int, lines: Sequence[ScoreLine], scoop: Bonus, meeting: Meeting
) -> ScoreLine:
    """Return the scoop of everybody, over the scoop; factors multiply the row payments."""
    bonus = meeting.rules.points.scoop_all
    more = bonus.factor - (scoop.factor or len(meeting.playing))
    points = side * bonus.points if bonus.factor == 1 else more * _row_payments(lines)
    return ScoreLine("scoop-all", None, points, f"{winner.player} wins all three rows against everyone")


def _overall_line(
    a: BoardScore, b: BoardScore, signs: Sequence[int], lines: Sequence[ScoreLine], rules: Rules
) -> list[ScoreLine]:
    """Return the overall point, by rows won or by points so far."""
    if rules.points.overall_by == "rows":
        side = (signs.count(1) > 1) - (signs.count(-1) > 1)
        note = "wins more rows"
    else:
        points = sum(line.points for line in lines)
        side = (points > 0) - (points < 0)
        note = "is ahead"
    if side == 0:
        return []
    return [
        ScoreLine("overall", None, side * rules.points.overall, f"{(a if side == 1 else b).player} {note}")
    ]


def _single(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine]:
    """Return the lines of the single winner, whom each opponent pays."""
    if meeting.single not in (a.player, b.player):
        return []
    note = f"{meeting.single} beats everyone on at least two rows"
    side = 1 if meeting.single == a.player else -1
    return [ScoreLine("overall", None, side * meeting.rules.points.row, note)]


def _pool(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine]:
    """Return the pool as pair lines: a row's winner takes 1, or 1/k of a tie, from each loser."""
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
    tied = "" if winners == 1 else f", shared by {winners}"
    return f"{player} has the best {speech.row(row)}{tied}"


def _doubled(a: BoardScore, b: BoardScore, lines: Sequence[ScoreLine], meeting: Meeting) -> list[ScoreLine]:
    """Return a line that pays a pair once more if only one of the two has the card that doubles."""
    points = sum(line.points for line in lines)
    holder = meeting.doubled_by(a, b)
    if holder is None or not points:
        return []
    return [ScoreLine("double", None, points, f"{holder.player} has the {meeting.card}, which doubles")]


def _aces(a: BoardScore, b: BoardScore, meeting: Meeting) -> list[ScoreLine]:
    """Return the aces side bet: the difference, or a share of it, whatever else happened.

    More aces than the deck has, which jokers make, count as the four that it has (a reading).
    """
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
"""The functions that may decide a pair before its rows do, by their names in rule sets."""
COMPARISONS: Final[Mapping[str, _Decider]] = {
    "everyone": _won_lines,
    "bank": _won_lines,
    "single-winner": _single,
    "pool": _pool,
}
