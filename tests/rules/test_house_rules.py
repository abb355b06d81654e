"""Rules that tables were seen to play, each as a rule file of ten lines or fewer, with the score they had."""

from __future__ import annotations

import json
from pathlib import Path

from tests.command import run
from tests.loops import each

CASES = {
    "open-face: who settles first": (
        "name: stakes\ntitle: T\nsource: TonyBet\nextends: ofc + table-stakes\n",
        "players: Uno, Dos, Tres\ndealer: Tres\nchips: Uno 5, Dos 10, Tres 135\n"
        "Uno: 9h 8d 3c / 7s 7h 7d 7c 2d / Ks Kh Kd Kc 4d\nDos: foul\n"
        "Tres: 6h 5d 2c / Qs Qh 8c 5c 3d / As Ah 9c 6c 4h\n",
        {"Uno": 5, "Dos": -10, "Tres": 5},
    ),
    "Thailand: a derby multiplies by the number of players": (
        "name: derby\ntitle: T\nsource: a web app of 2026\nextends: chinese-simple\norder: at-least\n"
        "points: {scoop: {factor: players, of: rows-and-royalties}}\nfoul: {pays: 6}\n"
        "royalties: {top: {pair: {A: 2}}}\n",
        "Ann: As Ah 5c / 9s 9h 9d 4c 3d / Ks Kh Kd 7c 7d\nBen: Qs Jh 6c / 8s 8h Td 5d 2c / Js Jd 6h 6d 2h\n",
        {"Ann": 10, "Ben": -10},
    ),
    "two shot count three times": (
        "name: taipei\ntitle: T\nsource: a rules page of 2026\nextends: shisanshui\n"
        "points: {scoop: {factor: 2}, scoop_many: {2: {factor: 3}, 3: {factor: 4}}, scoop_all: none}\n"
        "foul: {pays: 6, royalties: unpaid}\n",
        "Gus: Qs Qh 5d / As Ah 9d 9c 3s / 8h Jh 6h 4h 2h\nHal: Kc Td 7c / 7s 7h Kd 6c 2s / 8s 8d 5c 5s Tc\n"
        "Ida: Ac Jd 3c / Ts Th 4d 8c 2d / Js Jc 6s 6d 2c\nJo: Kh Ks 7d / 9s 9h 3h 3d 5h / Qc Qd 4c 4s Ad\n",
        {"Gus": 19, "Hal": -24, "Ida": -12, "Jo": 17},
    ),
    "Pusoy: a tied row against the bank is a push": (
        "name: push\ntitle: T\nsource: the table\nextends: pusoy + bank\nbank_ties: push\n",
        "bank: Bea\nBea: Kh Qd 9c / 7s 7d 5c 4h 2s / Ts Th Jd 8c 3c\n"
        "Ari: Kd Qc 9s / 8s 8d 5h 4c 2d / 9h 9d Jc 8h 3s\n",
        {"Ari": 0, "Bea": 0},
    ),
    "Pusoy: the deuce is the highest card": (
        "name: deuce\ntitle: T\nsource: the table\nextends: chinese-simple + sweep-3\nranks: deuce-high\n",
        "Ann: 2h 8d 5c / 9s 9h Jd 6c 3s / Kh Ks Td 7h 4c\nBen: As Kd Qc / 8s 8h Jc 6d 3h / Qh Qs Tc 7s 4d\n",
        {"Ann": 6, "Ben": -6},
    ),
    "4-2 scoring with a lowball middle that cannot foul": (
        "name: lowball\ntitle: T\nsource: thebluetiki.com\nextends: chinese-simple\n"
        "middle: {low: {worst: any}}\npoints: {overall: 1, overall_by: rows}\n",
        "Ann: Jh Td 8c / 2h 3d 4c 5s 8h / Ks Kc Qs 6d 5c\nBen: Kh Qd 9c / 2d 2c 4h 7s 9h / Ad Ac Ts 7d 6c\n",
        {"Ann": -2, "Ben": 2},
    ),
    "Capsa Susun: flushes go by their suits first": (
        "name: capsa\ntitle: T\nsource: the table\nextends: chinese-simple\n"
        "ties: {suits: shcd, compare: before}\n",
        "An: 8c 7c 5d / Qs Qh Jd 6c 3s / Js 9s 8s 5s 4s\nBo: 8d 7h 4d / Qc Qd Tc 6d 3h / Ah Kh 9h 6h 5h\n",
        {"An": 3, "Bo": -3},
    ),
    "Pusoy: a natural by its rows, on top of them": (
        "name: locked\ntitle: T\nsource: the table\nextends: chinese-simple\n"
        "naturals:\n  pays: on-top\n  declared: auto\n  hands:\n"
        "    - {kind: rows, name: locked, middle: quads, bottom: straight-flush or better, points: 6}\n",
        "An: 2h 7d 5c / 8d 8h 8c 8s 3s / Kh Qh Jh Th 9h\nBo: Ac Jd Tc / Qs Qd Jc 6d 3h / 6s 6c 4h 7s 7c\n",
        {"An": 7, "Bo": -7},
    ),
}


@each("case", CASES)
def test_a_short_file_plays_what_tables_play(case: str, tmp_path: Path) -> None:
    rules, log, totals = CASES[case]
    assert rules.count("\n") <= 10
    (tmp_path / "house.yaml").write_text(rules, "utf-8")
    (tmp_path / "night.ofc").write_text(f"rules: ./house.yaml\n{log}", "utf-8")
    assert run("rules", "check", tmp_path / "house.yaml").status == 0
    ran = run("score", tmp_path / "night.ofc", "--format", "json")
    assert ran.status == 0, ran.err
    assert json.loads(ran.out)["totals"] == totals
