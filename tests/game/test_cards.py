"""The one integer of a row: its ranks, whether it is a flush, and its cards of the deck."""

from __future__ import annotations

from ofcscore.game.cards import DECK_MASK, RANK_MASK, RANKS, SUITS, WEIGHTS, is_flush, weigh
from tests.loops import each
from tests.strategies import DECK


def test_sums_of_a_deal_prove_that_no_card_repeats() -> None:
    deck = sum(WEIGHTS[card] for card in DECK)
    assert (deck & DECK_MASK).bit_count() == 52
    assert deck & RANK_MASK == 4 * sum(WEIGHTS[rank] for rank in RANKS)


@each(
    ("row", "flush"),
    [
        *((" ".join(f"{rank}{suit}" for rank in "A852T"), True) for suit in SUITS),
        ("A T 8 5 2 flush", True),
        ("A T 8 5 2", False),
        ("Ah Th 8h 5h 2c", False),
        ("Ah Th 8h", False),
    ],
)
def test_flushes(row: str, flush: bool) -> None:
    assert is_flush(weigh(row)) is flush
