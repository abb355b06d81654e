"""How the deals of a stretch went for each player and each pair, from their points as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

import numpy as np

from ofcscore.columns.ranks import Int64
from ofcscore.columns.tables import Int16
from ofcscore.scoring.pays import SIGNS
from ofcscore.session.estimates import Play
from ofcscore.session.many import Course, Descent, Details, Meeting, Runs, Turn

_STATES: Final = 4 * SIGNS
"""So many states two boards may be in: nobody a foul, the first, the second, or both."""


def details(
    points: Int64,
    paid: Int64,
    state: Int16,
    royalties_lost: Int64,
    players: Sequence[str],
    dealt: Mapping[int, Mapping[str, int]],
) -> Details:
    """What statistics ask for: `points` has shape (players, deals), `paid` and `state` (pairs, deals)."""
    deals = points.shape[1]
    courses = []
    for player, own, lost in zip(players, points, royalties_lost.tolist(), strict=True):
        inside = [deal for deal, there in dealt.items() if deal < deals and player in there]
        courses.append(_course(own, inside, lost))
    meetings = {
        pair: Meeting(_play(of_pair), np.bincount(states, minlength=_STATES).tolist())
        for pair, of_pair, states in zip(combinations(players, 2), paid, state, strict=True)
    }
    return Details(courses, meetings)


def _play(points: Int64) -> Play:
    return Play(len(points), int(points.sum()), int((points * points).sum()))


def _course(points: Int64, inside: Sequence[int], royalties_lost: int) -> Course:
    outside = np.ones(len(points), np.bool_)
    outside[inside] = False
    total = points.cumsum()
    peak = np.maximum.accumulate(total)
    highest, lowest, until = int(total.max()), int(total.argmin()), int((peak - total).argmax())
    return Course(
        _play(points[~outside]),
        _play(points[outside]),
        int((points < 0).sum()),
        _runs(points),
        Turn(highest, _last(total, highest)),
        Turn(int(total[lowest]), lowest),
        Descent(int(peak[until] - total[until]), _last(total[: until + 1], int(peak[until])), until),
        royalties_lost,
    )


def _last(numbers: Int64, number: int) -> int:
    """Where a number stands last."""
    return int(np.flatnonzero(numbers == number)[-1])


def _runs(points: Int64) -> Runs:
    signs = np.sign(points)
    begins = np.flatnonzero(np.diff(signs, prepend=2))
    runs = np.diff(begins, append=len(signs)) * signs[begins]
    return Runs(int(runs[0]), int(runs[-1]), max(int(runs.max()), 0), max(-int(runs.min()), 0))
