"""Small sessions that several tests print, settle and check."""

from __future__ import annotations

from typing import Final

NIGHT: Final = """\
rules: ofc-pineapple
stake: 0.50 EUR
players: Hero, Gus, "Phil H." = P

deal 1 2026-11-20
Hero: QQ5 / AA762 / 9TJQK
Gus: 6h6d2c / KhKd9s4c3c / AhTh8h5h2h
P: foul
expect: Hero +20, Gus +6, P -26

deal 2
Hero: (fantasyland) 772 / 99855 / AAKK3
Gus: 663 / TT943 / JJJ44
P: Q84 / QQ87T / 222KK
adjust: Gus +5, Hero -5
"""
"""A night: a foul without cards, fantasyland, an adjustment."""

FOULS: Final = """\
deal 1
Ann: AAA / KK943 / 55423
Bob: QQ5 / 77642 / 9TJQK
"""

LONG: Final = "rules: ofc\nstake: 1 EUR\nplayers: Ann, Bob\n" + "".join(
    f"deal {n}\nAnn: 66{2 + n % 3} / KK943 / JJJ44\nBob: 885 / AAQ32 / {'T9876' if n % 2 else 'TT998'}\n"
    for n in range(1, 15)
)
"""Fourteen deals of two, more than are shown in full."""

ADJUSTED: Final = """\
rules: ofc
stake: 2 EUR
players: Ann, Bob, Cat
adjust: Ann -5, house +5
adjust: Cat +1.50 EUR, Bob -1.50 EUR

deal 1
Ann: AK7 / QQ943 / KK862
Bob: QT5 / TT754 / JJ973
Cat: absent
adjust: Cat -2, Bob +2

deal 2
Ann: AK7 / QQ943 / KK862
Bob: QT5 / TT853 / JJ974
adjust: Cat -1, house +1
"""
"""Adjustments before the first deal, and in deals that somebody is absent from, or not named in."""
