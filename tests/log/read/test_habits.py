"""Habits of typing names, rows, points and suits, each with the canonical board or a question."""

from __future__ import annotations

import json
from typing import Final

import pytest

from tests.loops import each
from tests.trials import Trial

ZOE: Final = "Qs 5c 2c / Ah Jc Th 8c 7d / Ts 9d 9s 6h 3h"
BEN: Final = "Ben: 99A / TTK73 / 222K3"
ANA: Final = "Q J 6 / K 6 5 4 2 / T T 7 6 3"


@each(
    "typed",
    [
        "Ana = Q J 6 / K 6 5 4 2 / T T 7 6 3",
        "Ana | QJ6 | K6542 | TT763",
        "Ana\t| top QJ6 | mid K6542 | bot TT763",
        "[Ana] QJ6 / K6542 / TT763",
        "[Ana]: QJ6 / K6542 / TT763",
        "Ana: Q J 6  K 6 5 4 2  T T 7 6 3",
        "Ana  Q J 6   K 6 5 4 2   T T 7 6 3",
        "Ana - 1: QJ6 / 2: K6542 / 3: TT763",
        "Ana: 1. Q-J-6 2. K-6-5-4-2 3. T-T-7-6-3",
        "Ana: bot - TT763 / mid - K6542 / top - QJ6",
        "Ana top - QJ6 / mid - K6542 / bot - TT763",
        "Ana: QJ6 / K6542 / TT763 => -10",
        "Ana: -> -10\ntop QJ6\nmid K6542\nbot TT763",
        "Ana: B - TT763 | M - K6542 | F - QJ6",
        "Ana -> T Q, J, 6 ; M K, 6, 5, 4, 2 ; B T, T, 7, 6, 3",
        "Ana:\nQ-J-6\nK-6-5-4-2\nT-T-7-6-3",
        "Ana:\ntop Q, J, 6\nmid K, 6, 5, 4, 2\nbot T, T, 7, 6, 3",
        "Ana:\nF Q-J-6\nM K-6-5-4-2\nB T-T-7-6-3",
        "Ana: Q-J-6 (queen high) / K-6-5-4-2 (K high) / T-T-7-6-3 [pair of 10s]",
        "Ana QJ6 (high card)   K6542 (high card)   TT763 (TT)",
    ],
)  # fmt: skip
def test_names_and_rows(trial: Trial, typed: str) -> None:
    read = trial.accepted(f"{typed}\n{BEN}\n", command=("fmt",), name="x.txt").out
    assert f"Ana: {ANA}\n" in read


@each("points", ["({})", "=> {}", "-> {}", ": {}", " {}"])
def test_points_behind_names_above_rows(trial: Trial, points: str) -> None:
    ana, ben = (f"{name} {points.format(won)}\n" for name, won in (("Ana", "-10"), ("Ben", "+10")))
    log = f"{ana}QJ6\nK6542\nTT763\n{ben}99A\nTTK73\n222K3\n"
    assert f"Ana: {ANA}\n" in trial.accepted(log, command=("fmt",), name="x.txt").out
    trial.accepted(log, name="x.txt")
    trial.refused(log.replace("10", "11"), name="x.txt")


@each(
    ("typed", "read"),
    [
        ("Zoë = SQ, C5, C2 / HA, CJ, HT, C8, D7 / ST, D9, S9, H6, H3", ZOE),
        ("Zoë SQ, C5, C2 / HA, CJ, HT, C8, D7 / ST, D9, S9, H6, H3", ZOE),
        ("Zoë:\nSQ, C5, C2\nHA, CJ, HT, C8, D7\nST, D9, S9, H6, H3", ZOE),
        ("Zoë: 833 AA942 Q10532 all diamonds", "8 3 3 / A A 9 4 2 / Qd Td 5d 3d 2d"),
        ("Zoë: Q-8-4 | T-7-5-5-4 | A-Q-7-4-3 all spades", "Q 8 4 / T 7 5 5 4 / As Qs 7s 4s 3s"),
    ],
)  # fmt: skip
def test_suits(trial: Trial, typed: str, read: str) -> None:
    assert f"Zoë: {read}\n" in trial.accepted(f"{typed}\nBen: foul\n", command=("fmt",), name="x.txt").out


def test_a_name_of_several_words_that_begins_several_lines(trial: Trial) -> None:
    deal = f"Mary Ann {ANA}\n{BEN.replace(':', '')}\n"
    read = trial.accepted(f"deal 1\n{deal}deal 2\n{deal}", command=("fmt",), name="x.txt").out
    assert read.count(f'"Mary Ann": {ANA}\n') == 2


def test_a_foul_above_rows_is_that_of_their_board(trial: Trial) -> None:
    log = "Ana: foul\nQ J 6\nT T 7 6 3\nK 6 5 4 2\nBen:\n9 9 A\nT T K 7 3\n2 2 2 K 3\n"
    ran = trial.accepted(log, "--format", "json", name="x.txt")
    assert [board["foul"] is not None for board in json.loads(ran.out)["deals"][0]["boards"]] == [True, False]


def test_words_behind_the_number_of_a_deal_are_asked_about_or_listed(trial: Trial) -> None:
    deal = f"Ana: {ANA}\n{BEN}\n"
    assert "is it void" in trial.refused(f"#1\n{deal}#2 no result\n{deal}", name="x.txt").err
    assert "`rain`" in trial.accepted(f"#1\n{deal}#2 rain\n{deal}", name="x.txt").err


def test_a_player_who_fouls_is_no_legend(trial: Trial) -> None:
    """`Ben = foul` explains a mark only if no player has that name."""
    deal = f"Ana = {ANA}\nBen = foul\n"
    log = f"{deal}\nAna = {ANA}\n{BEN.replace(':', ' =')}\n"
    assert "deal 2\n" in trial.accepted(log, command=("fmt",), name="x.txt").out


@each(
    "typed",
    [
        *("[foul] Ana: QJ6 / K6542 / TT763", "[void] QJ6 / K6542 / TT763"),
        *("[top] QJ6\n[mid] K6542\n[bot] TT763", "[note] Ben paid 5", "[Ben] +5"),
        *("Ana\nQ-J-6\nK-6-5-4-2\nT-T-7-6-3\nAna - 5-3-2", "rules - 2-4-6\nAna: QJ6 / K6542 / TT763"),
        *("stake - 1-2-3\nAna: QJ6 / K6542 / TT763", "Ana: QJ6 / K6542 / TT763\nResult - 3 2 5"),
        *("Ana: QJ6 / K6542 / TT763\nPoints | 4 | 5 | 6", "AKQ - 22345 - 33KKJ"),
        *("A K Q - 2 2 3 4 5 - 3 3 K K J", "J Q K flush - 22345", "Ana: K 6 5 4 2  T T 7 6 3  Q J 6"),
        *("Ana: QJ6 / K6542 / TT763\nAna = 5 4 3 / 2", "date: 3-4-5\nAna: QJ6 / K6542 / TT763"),
        "3-4-5\nAna: QJ6 / K6542 / TT763",
        # The description names other cards, or is another kind; a name that one line alone begins with.
        *("Ana: QJ6 (king high) / K6542 / TT763", "Ana: QJ6 / K6542 / TT763 (two pair)"),
        *("Mary Ann QJ6 / K6542 / TT763", "Mary Ann Front - QJ6 / Middle - K6542 / Back - TT763"),
        *("Ana: foul\nQJ6 / K6542 / TT763", "Ana:\nA: QJ6\nB: K6542\nC: TT763"),
        *("Ana:\nC: TT763\nB: K6542\nA: QJ6", "Ana: QJ6 (QJK) / K6542 / TT763"),
    ],
    few=9,
)
def test_other_lines_ask(trial: Trial, typed: str) -> None:
    trial.refused(f"{typed}\n{BEN}\n", name="x.txt")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Ana: Q J 6 on top, K 6 5 4 2 in the middle, T T 7 6 3 on the bottom.", f"Ana: {ANA}"),
        ("B - Ben, A - Ana\nA: QJ6 / K6542 / TT763", f"A: {ANA}"),
        ("ofc pineapple po 1 zł\nAna: QJ6 / K6542 / TT763", "stake: 1 PLN"),
    ],
)
def test_boards_and_headings_in_words(trial: Trial, typed: str, read: str) -> None:
    ben = BEN.replace("Ben", "B") if typed.startswith("B -") else BEN
    assert read in trial.accepted(f"{typed}\n{ben}\n", command=("fmt",), name="x.txt").out


def test_a_players_name_is_no_slip_of_a_key(trial: Trial) -> None:
    log = f"Hank: QJ6 / K6542 / TT763\n{BEN}\nHank had to go home after that one because his dog was sick.\n"
    assert "`bank" not in trial.refused(log, name="x.txt").err
