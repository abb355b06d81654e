"""The tables and worked cases of games 1 to 3 are each quoted by a test, a case or an example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.transcripts import ROOT

# Section -> rows of its tables and worked cases, in the words in which a test quotes them.
QUOTED = {
    "1.1": (
        "JK1 JK2 (DeepOFC), X1 X2 (giovinco), *1 *2 and Jk1 (victorywys), one bare X or Jk",
        "two jokers in one row take two cards of a straight flush",
    ),
    "1.2": (
        "most royalties, then strongest rows",
        "Never read `JK` in a ranks-only row as jack-king",
        "AA would be above the middle",
    ),
    "1.3": (
        "AAAA + JK | quads of aces, king kicker, all sources without five of a kind",
        "AAA + JK JK | AAAA K: second joker is the king",
        "As 9s 7s 2s + JK | any: flush A A 9 7 2; row: flush A K 9 7 2",
        "As 9s 2s + JK JK | any: A A A 9 2; row: A K Q 9 2",
        "middle A A A 2 JK under bottom K K K K A | AAAA would foul, becomes AAA22",
        "top A A JK over middle K K Q Q 2 | trips foul, pair AA with K (AA = 9 points, fantasyland 16)",
        "top A A JK over middle K K Q J 9 | fouled whatever it is",
        "top Ks X Kc / middle Kd Kh 6h Ad 4d / bottom 6d 5h 3h 3s 5c (two pair) | pair KK with an ace",
        "middle 7s 7h X 4c 3c under bottom 9 9 8 8 K | 777 fouls, becomes 7744",
        "top As X Ac over middle K K Q 6 4 | fouled (AA + anything beats KK)",
        "bottom 9 9 8 8 X | full house 99988",
        "5c 6c 7c 8c JK | straight flush to the 9, not a flush",
        "2 3 4 5 JK | straight 6-high, not the wheel",
        "JK JK + 2 7 9 of three suits | trips, 9 9 9 7 2",
        "JK JK A on top over quads in the middle and a better bottom | AAA, 22 points, fantasyland 17",
        "that program counts them as kings there",
    ),
    "2": (
        "cards on entering with QQ, KK, AA and trips",
        "enter with trips on top: 16 at PPPoker, 17 at Spartan, KKPoker",
        "a full house, or quads, in the middle only",
        "Points agree with `ofc-progressive` in every hand",
        "with two jokers, `copies: any`",
        "with all royalties: Martin +21, Ryan -17, John -4",
        "with the winner's royalties alone: +27, -21, -6",
        "absent, tournaments: 3 to each",
    ),
    "3.1": (
        "column B: trips on top 3, of aces 12",
        "Full house / quads / straight flush 2 / 8 / 10, quads of aces 32, steel wheel 14, royal 20",
        "Bottom quads / straight flush 4 / 5, quads of aces 16, steel wheel 7, royal 10",
        "column C: trips on top 6; 4 / 16 / 20; 8 / 10",
        "x2: a tied row spoils it",
        "x2 and x4 (x3 in the code of C), the foul 3 times on the Indonesian page",
        "the legal hand's own values x the scoop factor",
        "6 to each legal opponent, two fouls 0",
        "1 an ace, pooled: a player of four gets aces - 1",
        "false claim of a natural: fine 6",
        "Another list has eight naturals in this order",
        "This file (rows of A, naturals of B) loads and scores today",
        "A-2-3-4-5 is the second best straight, equal rows legal, royalty replaces the row's 1 point",
    ),
    "3.2": (
        "Taiwan and the Fujian rooms",
        "wen95266/sx `src/components/RulesBook.tsx`",
        "linguohua/shisanshui `server/tables/scorecalcurator.go`",
        "30 (one card short: 24)",
        "top trips 3, middle full house 2, quads 8, straight flush 10, bottom quads 4, straight flush 5",
        "extra by place: top trips +2, middle full house +1, quads +4, straight flush +5",
        "two jokers on top +19",
        "A PHP server: top trips 3; middle 2/4/6/10/15/20; bottom 1/2/3/5/8/10",
        "bank game, a fouled hand pays all, 3/2/4/8/5/10, specials 3 and 13",
        "pays the whole table",
        "home run only with four players",
        "off when a special is on the table",
        "special beats any ordinary hand, higher special wins its full value, equal 0",
        "the pair's total doubles when exactly one of two holds it",
        "spade > heart > club > diamond",
        "banker with stakes of his own",
        "the words by language",
    ),
    "3.3": (
        "top trips 3; middle full house 2, quads 8, straight flush 10, royal 20; bottom 4, 5, 10",
        "factors for royalty, scoop, naturals set by the table",
        "scoop 6 in all",
        "Sunday club pusoy: 1-6, no royalties",
        "Sunday club pusoy: an out-of-order hand is refused",
        "diamond > club > heart > spade",
        "Sweden, kinapoker 2-4",
        "Thai thirteen cards: order <= allowed, every pair compared",
    ),
}


@cache
def proving() -> str:
    """The text of all tests, cases and examples but this one, in one line without marks of comments."""
    return " ".join(" ".join(_plain(path) for path in _files()).split())


def _files() -> Iterator[Path]:
    for folder, pattern in (("tests", "**/test_*.py"), ("tests/cases", "*.yaml"), ("examples", "**/*.ofc")):
        yield from (path for path in sorted((ROOT / folder).glob(pattern)) if path != Path(__file__))


def _plain(path: Path) -> str:
    return re.sub(r"^\s*#", " ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("section", "quote"), [(section, quote) for section, quotes in QUOTED.items() for quote in quotes]
)
def test_a_test_quotes_it(section: str, quote: str) -> None:
    assert quote in proving(), f"games {section}: no test quotes it"
