"""Jokers in `live`: typed in any notation, shown as `*`, kept in a draft, limited by the deck."""

from __future__ import annotations

from tests.live.test_live import Night
from tests.loops import each

HEADER = "rules: ofc-kkpoker-joker\nplayers: Hero, Gus\n\n"


@each(
    "typed",
    [
        *("*AA / KKQQ2 / 34567", "*aa kkqq2 34567", "* A A / KKQQ2 / 34567", "JK1 A A / KKQQ2 / 34567"),
        *("X A A / KKQQ2 / 34567", "joker A A / KKQQ2 / 34567", "🃏AA / KKQQ2 / 34567"),
        "hero: X A A / KKQQ2 / 34567",
    ],
)
def test_a_board_with_a_joker_is_typed_in_any_spelling(typed: str) -> None:
    night = Night(HEADER)
    said = night.type(typed)
    assert said.splitlines()[0] == "  top     * A A      pair of aces                royalty 9"
    assert "  makes fantasyland, 16 cards in the next deal" in said
    assert night.asked == "deal 1  Gus> "
    night.type("663 / KK943 / JJJ44")
    assert "Hero: * A A / K K Q Q 2 / 3 4 5 6 7\n" in night.text


def test_a_board_row_by_row_keeps_its_jokers() -> None:
    night = Night(HEADER)
    night.type("*AA", "KKQQ2")
    said = night.type("3456*")
    assert "  top     * A A      pair of aces" in said
    assert "  bottom  3 4 5 6 *  straight to the seven" in said


def test_a_deck_has_two_jokers() -> None:
    night = Night(HEADER)
    night.type("**A / KKQQ2 / 34567")
    said = night.type("663 / KK943 / JJJ4*")
    assert "this deal has 3 jokers" in said
    assert night.asked == "deal 1  Gus> "


def test_a_flush_beside_a_joker_is_asked_about() -> None:
    night = Night(HEADER)
    said = night.type("KKQ / AA962 / K*T86")
    assert "This board is a foul. If the bottom was a flush, type `flush`." in said
    assert "no foul" not in night.type("flush")
    assert night.asked == "deal 1  Gus> "
