"""Bad inputs 1 to 24, cards and rows: what the command line says, and what it must not call wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.command import Ran
from tests.refusals import BOTH, DEAL, GUS, HERO, Letter


def deal_of(ran: Ran) -> dict[str, Any]:
    """The first deal of a report in JSON."""
    deal: dict[str, Any] = json.loads(ran.out)["deals"][0]
    return deal


def test_001_card_twice_in_a_row(letter: Letter) -> None:
    ran = letter.refused("Hero: Qh Qh 5c / AA762 / 9TJK8\n" + GUS)
    assert "Qh is already in Hero's top row (column 7)" in ran.err


def test_002_card_on_two_boards(letter: Letter) -> None:
    ran = letter.refused("Hero: Jh Jd 5c / AA762 / 9TJQK\nGus: 6h 6d 3s / Kh Kd 9d 4c 3h / 8h 8d 8c Jd 4s\n")
    assert "x.ofc:2:43: error[card-repeated]: Jd is already in Hero's top row (line 1)" in ran.err
    copied = "Ah Ad 7s 6c 2d"
    ran = letter.refused(
        f"Hero: Jh Jd 5c / {copied} / 9h Ts Jc Qs Kc\nGus: 6h 6d 3s / {copied} / 8h 8d 8c 4c 4s\n"
    )
    assert ran.err.count("error") == 1, "a row of another player written down again is one slip"


def test_003_card_in_two_deals(letter: Letter) -> None:
    board = "Hero: Jh Jd 5c / AA762 / 9TJQK\n"
    again = "Hero: Jh Jd 5c / AA763 / 9TJQK\n"
    ran = letter.accepted(f"deal 1\n{board}{GUS}deal 2\n{again}{GUS}", command=("check",))
    assert ran.err == ""


def test_004_card_too_many(letter: Letter) -> None:
    assert "x.ofc:1:10: error[row-size]: Hero's top row has 4 cards, needs 3" in (
        letter.refused("Hero: JJ58 / AA762 / 9TJQK\n" + GUS).err
    )
    letter.refused("Hero: JJ5 / AA762 / 9TJQK8\n" + GUS)
    assert "hint: was the last 5 typed twice?" in letter.refused("Hero: JJ55 / AA762 / 9TJQK\n" + GUS).err


def test_005_card_too_few(letter: Letter) -> None:
    assert "Hero's middle row has 4 cards, needs 5" in (
        letter.refused("Hero: JJ5 / AA76 / 9TJQK\n" + GUS).err
    )
    assert "Hero's top row has 2 cards, needs 3" in letter.refused("Hero: JJ / AA762 / 9TJQK\n" + GUS).err


def test_006_row_missing_or_twice(letter: Letter) -> None:
    twice = "Hero:\n  top: JJ5\n  mid: AA762\n  mid: AA763\n  bot: 9TJQK\n"
    ran = letter.refused(twice + GUS)
    assert "x.ofc:4:8: error[row-repeated]: Hero's middle row is already there (line 3)" in ran.err
    assert "no bottom row" in letter.refused("Hero:\n  top: JJ5\n  mid: AA762\n" + GUS).err
    run_together = letter.refused("Hero: JJ5 / AA7629TJQK\n" + GUS)
    assert "put a slash between the rows: `A A 7 6 2 / 9 T J Q K`" in run_together.err
    letter.refused("Hero: JJ5 AA762 9TJQK\n" + GUS)
    letter.refused("Hero: JJ5 / AA762 / 9TJQK / 2\n" + GUS)


def test_007_rows_swapped(letter: Letter) -> None:
    for board in ("9TJQK / AA762 / JJ5", "AA762 / JJ5 / 9TJQK", "top: AA762 / mid: JJ5 / bot: 9TJQK"):
        assert "hint: rows swapped?" in letter.refused(f"Hero: {board}\n{GUS}").err


def test_008_ranks_that_are_none(letter: Letter) -> None:
    for card in ("1h", "11h", "Eh", "Zh", "1"):
        ran = letter.refused(f"Hero: Jh {card} 5c / AA762 / 9TJQK\n{GUS}")
        assert f"{card} is not a card" in ran.err
        assert "hint: ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A" in ran.err
    assert "did you mean 10h?" in letter.refused(f"Hero: Jh 0h 5c / AA762 / 9TJQK\n{GUS}").err


def test_009_ten_written_in_two_ways(letter: Letter) -> None:
    ran = letter.refused("Hero: 10h Th 5c / AA762 / 9KJQ9\n" + GUS)
    assert "Th is already in Hero's top row" in ran.err


def test_010_ten_mistyped(letter: Letter) -> None:
    for card in ("l0h", "Oh", "1Oh", "lOh", "Ioh", "oh"):
        assert "did you mean 10h?" in letter.refused(f"Hero: Jh {card} 5c / AA762 / 9TJQK\n{GUS}").err
    for card in ("1O", "l0", "IO"):
        assert "did you mean 10?" in letter.refused(f"Hero: J {card} 5 / AA762 / 9TJQK\n{GUS}").err


def test_011_suits_that_are_none_or_missing(letter: Letter) -> None:
    letter.refused("Hero: JhJd5z / AA762 / 9TJQK\n" + GUS)
    assert "h is a second suit for the card before it" in (
        letter.refused("Hero: Jhh Jd 5c / AA762 / 9TJQK\n" + GUS).err
    )
    ran = letter.refused("Hero: JJ5 / AhAd7 6s2s / 9TJQK\n" + GUS)
    assert "Hero's middle row states the suits of 4 of its 5 cards" in ran.err
    # The top never needs its suits (design 4).
    letter.accepted("Hero: JhJd5 / AA762 / 9TJQK\n" + GUS)


def test_012_rows_with_and_without_suits(letter: Letter) -> None:
    suited = "Hero: JJ5 / 9TJQK / Ah 8h 6h 4h 2h\n"
    deal = deal_of(letter.accepted(suited + GUS, "--format", "json"))
    assert deal["boards"][0]["rows"]["bottom"]["category"] == "flush"
    assert deal["boards"][0]["rows"]["middle"]["category"] == "straight"
    letter.refused("Hero: JJ5 / 9TJQK / Ah 8h 6h 4h 2\n" + GUS)


def test_013_letters_of_other_scripts(letter: Letter) -> None:
    for card, point in (
        ("A\u017f", "U+017F"),
        ("\u041ah", "U+041A"),
        ("\uff31h", "U+FF31"),
        ("\u212a", "U+212A"),
        ("A\u212a", "U+212A"),
        ("\u0661h", "U+0661"),
    ):
        assert point in letter.refused(f"Hero: J {card} 5c / AA762 / 9TJQK\n{GUS}").err


def test_014_signs_of_suits(letter: Letter) -> None:
    for queen in ("Q\u2665\ufe0f", "Q\u2665\ufe0e", "Q\u2661", "\u2665Q", "QH"):
        deal = deal_of(letter.accepted(f"Hero: {queen} Jd 5c / AA762 / 9TJ8K\n{GUS}", "--format", "json"))
        assert deal["boards"][0]["rows"]["top"]["cards"] == "Qh Jd 5c"
    for heart in ("\u2764", "\u2764\ufe0f"):
        ran = letter.refused(f"Hero: Q{heart} Jd 5c / AA762 / 9TJ8K\n{GUS}")
        assert "hint: hearts are h, \u2665 or \u2661" in ran.err


def test_015_joker(letter: Letter) -> None:
    for joker in ("Jk", "*", "joker"):
        assert "is a joker, and the deck has none" in (
            letter.refused(f"Hero: {joker} J 5 / AA762 / 9TJQK\n{GUS}").err
        )


def test_016_suits_that_no_deck_can_complete(letter: Letter) -> None:
    ran = letter.refused("Hero: 772 / AA763 / 9TJQK\nGus: 774 / KK943 / 88844\n")
    assert "this deal has 5 sevens, and a deck has four" in ran.err
    every_suit_has_one = "Gus: As Th 2 / 9d 9c 7s 7h 3d / 8c 8d 5s 5h Kd\n"
    ran = letter.refused("Hero: JJ5 / 44332 / A T 9 8 6 flush\n" + every_suit_has_one)
    assert "cannot be a flush: no suit has all of its cards left in this deal" in ran.err


def test_017_unknown_card(letter: Letter) -> None:
    for card in ("??", "?", "xx"):
        assert "is an unknown card" in letter.refused(f"Hero: {card} J 5 / AA762 / 9TJQK\n{GUS}").err


@pytest.mark.parametrize(
    ("rows", "ranks"),
    [
        ("2 3 4 / Q K A 2 3 / A 2 3 4 5", ["high card", "high card", "straight"]),
        ("Ah Kh Qh / A 9 5 2 2 / K K 3 3 2", ["high card", "pair", "two-pair"]),
    ],
)
def test_018_wheel_wrap_and_small_rows(rows: str, ranks: list[str], letter: Letter) -> None:
    """The wheel is a straight to the five, a wrap is nothing, and three cards make no straight or flush."""
    gus = "Gus: 6 6 7 / T T 9 7 8 / J J J 8 8\n"
    board = deal_of(letter.accepted(f"Hero: {rows}\n{gus}", "--format", "json"))["boards"][0]
    found = [board["rows"][row]["category"].replace("-", " ") for row in ("top", "middle", "bottom")]
    assert found == [rank.replace("-", " ") for rank in ranks]
    if "straight" in ranks:
        assert board["rows"]["bottom"]["rank"] == "straight to the five"


def test_019_kickers_across_rows(letter: Letter) -> None:
    foul = letter.accepted(None, "QQ7 / QQ654 / AAA22", command=("explain",))
    assert "foul: top pair of queens with a 7 beats middle pair of queens with a 6" in foul.out
    legal = letter.accepted(None, "QQ7 / QQ982 / AAA22", command=("explain",))
    assert "No foul." in legal.out


def test_020_equal_middle_and_bottom(letter: Letter) -> None:
    assert "No foul." in letter.accepted(None, "JJ7 / AA982 / AA982", command=("explain",)).out
    strict = letter.accepted(None, "JJ7 / AA982 / AA982", "--rules", "chinese", command=("explain",))
    assert "foul" in strict.out.splitlines()[4]


def test_021_everyone_fouls(letter: Letter) -> None:
    boards = "Hero: AAA / KK943 / 55423\nGus: QQ5 / 77642 / 9TJQ8\n"
    ran = letter.accepted(boards)
    assert "Everyone fouled: no points change hands.\n" in ran.out
    assert "Total: Hero 0, Gus 0\n" in ran.out
    assert "Nobody owes anybody anything.\n" in ran.out


@pytest.mark.parametrize(
    ("middle", "reason"),
    [
        ("J 9 7 6 2", "the middle is jack high"),
        ("5 5 7 6 2", "the middle is a pair of fives"),
        ("2 3 4 5 6", "the middle is a straight to the six"),
        ("A 2 3 4 5", "the middle is ace high"),
        ("Th 8h 6h 4h 2h", "the middle is a ten-high flush"),
    ],
)
def test_022_low_middles_that_are_none(middle: str, reason: str, letter: Letter) -> None:
    gus = "Gus: 3 3 6 / 9 7 4 3 2 / K K 8 8 9\n"
    ran = letter.accepted(
        f"Hero: Q Q 5 / {middle} / A A K T 7\n{gus}", "--rules", "ofc-27", "--format", "json"
    )
    foul = deal_of(ran)["boards"][0]["foul"]
    assert foul is not None
    assert reason in foul["reason"]


def test_023_royal_flush_over_straight_flush(letter: Letter) -> None:
    boards = "Hero: AAK / AhKhQhJhTh / 9s8s7s6s5s\nGus: 663 / KK943 / 8 8 4 4 2\n"
    deal = deal_of(letter.accepted(boards, "--format", "json"))
    hero = deal["boards"][0]
    assert hero["foul"]["reason"] == "middle royal flush beats bottom straight flush to the nine"
    assert hero["royalties"] == 0
    assert deal["totals"]["Hero"] < 0


def test_024_more_boards_than_the_deck_serves(letter: Letter) -> None:
    five = (
        "A: 2s 2h 3d / 4s 4h 5d 6s 7h / 8s 8h 9d 9s T1\n".replace("T1", "Th")
        + "B: 2d 2c 3s / 4d 4c 5s 6h 7d / 8d 8c 9h 9c Ts\n"
        + "C: 3h 3c 5h / 5c 6d 6c 7s 7c / Td Tc Js Jh Jd\n"
        + "D: Jc Qs Qh / Qd Qc Ks Kh Kd / Kc As Ah Ad Ac\n"
        + "E: foul\n"
    )
    ran = letter.refused(five)
    assert "deal 1 has 5 boards of 13 cards, and a deck has cards for 4" in ran.err
    assert BOTH == HERO + GUS
    letter.accepted(DEAL)
