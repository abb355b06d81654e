"""Sums of the stretches of a session add up to those of the whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ofcscore.log.check.stream import read_session
from ofcscore.log.read.sources import text_source
from ofcscore.session.result import SAMPLES, DealResult, Standing
from ofcscore.session.session import score_session
from ofcscore.session.sums import Sums
from tests.benchmarks.logs import as_text, deals
from tests.sessions import LONG, NIGHT


def summed(results: tuple[DealResult, ...], begun: int = 0) -> Sums:
    """The deals of a stretch added up."""
    sums = Sums(begun)
    for result in results:
        sums.count += 1
        sums.use(result.deal.table.rules, 1)
        sums.take_stakes(result.deal.table)
        sums.add(result)
    sums.sum_up()
    return sums


def told(sums: Sums) -> list[object]:
    """All that sums say, people in an order of their own."""
    slots = [name for name in vars(Standing("")) if name != "running"]
    people = sorted(sums.standings.values(), key=lambda standing: standing.person)
    return [
        sums.count,
        sums.totals,
        sums.ledger.money(),
        sums.ledger.pairs(),
        sums.uses,
        sums.stake_digits,
        [[*(getattr(s, name) for name in slots), s.running.points(), s.running.step] for s in people],
    ]


def very_long() -> str:
    """More deals than there are moments of a running total."""
    return "".join(as_text(deals(SAMPLES + 90, players=3, seed=1)))


@pytest.mark.parametrize("log", [lambda: NIGHT, lambda: LONG, very_long], ids=["night", "long", "very-long"])
def test_sums_add_up_like_numbers(log: Callable[[], str]) -> None:
    items, _ = read_session([text_source(log())])
    results = score_session(items)[0]
    whole = told(summed(results))
    for share in (0, 0.3, 0.5, 1):
        cut = int(len(results) * share)
        sums = summed(results[:cut])
        sums += summed(results[cut:], cut)
        assert told(sums) == whole, share
