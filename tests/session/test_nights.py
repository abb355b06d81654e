"""Which deals are a night, and how nights are called."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import ofcscore
from ofcscore.scoring.deal import Deal, Table
from ofcscore.session.nights import Nights

RULES = ofcscore.load_rules("ofc")


@pytest.mark.parametrize(
    ("deals", "places", "names"),
    [
        ([("x/a.ofc", None), ("x/a.ofc", None)], [0, 0], ["a"]),
        ([("a.ofc", "11-20"), ("a.ofc", None)], [0, 0], ["a"]),
        # The first date of a log says when it began.
        ([("a.ofc", None), ("a.ofc", "11-20"), ("a.ofc", None)], [0, 0, 0], ["a"]),
        ([("a.ofc", "11-20"), ("a.ofc", None), ("a.ofc", "11-27")], [0, 0, 1], ["11-20", "11-27"]),
        ([("a.ofc", "11-20"), ("b.ofc", "11-20"), ("b.ofc", None)], [0, 1, 1], ["a", "b"]),
        (
            [("a.ofc", None), ("b.ofc", "11-20"), ("b.ofc", "11-27"), ("b.ofc", "11-20")],
            [0, 1, 2, 1],
            ["a", "b 11-20", "b 11-27"],
        ),
        ([("<stdin>", None)], [0], ["stdin"]),
    ],
)
def test_a_night_is_a_log_or_one_of_its_dates(
    deals: Sequence[tuple[str, str | None]], places: Sequence[int], names: Sequence[str]
) -> None:
    nights = Nights()
    found = [nights.of(Deal("1", (), Table(RULES, file), date=date)) for file, date in deals]
    assert (found, nights.names()) == (places, names)
