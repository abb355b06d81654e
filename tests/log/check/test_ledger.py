"""Ledgers that rooms export, to what each player won."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest

from ofcscore.log.check.ledger import read_ledger
from ofcscore.log.read.lines import read_lines
from ofcscore.problems.collected import Problems
from ofcscore.scoring.deal import Points


def read(text: str) -> tuple[dict[str, Points], list[str]]:
    problems = Problems()
    totals = read_ledger(read_lines(io.BytesIO(text.encode()), "night.csv", problems), None, problems)
    return totals, [f"{problem.code}:{problem.place.line}" for problem in problems.kept]


def test_the_words_that_the_description_names() -> None:
    """games.md 4: "PokerNow's words: player_nickname, buy_in, buy_out, stack, net"."""
    text = "player_nickname,buy_in,buy_out,stack,net\nAnn,10,0,14,4\nBob,10,6,0,-4\n"
    assert read(text) == ({"Ann": 4, "Bob": -4}, [])


@pytest.mark.parametrize(
    "text",
    [
        "name,net\nAnn,4\nBob,-4\n",
        "name;net\r\n\r\nAnn;4\r\nBob;'-4\r\n",
        "sep=;\nName;Net;What else\nAnn;4;x,y\nBob;-4;\n;;\n",
        '\ufeff"Player"\t"Buy in"\t"Cash-Out"\nAnn\t10\t14\nBob\t10\t6\n',
        "player,in,out,stack\nAnn,10,,14\nBob,10,,\nBob,,6\n",
        "player,in,net\nAnn,0,\nAnn,,4\nBob,4,-4\n",
    ],
)
def test_a_ledger_in_many_spellings(text: str) -> None:
    assert read(text) == ({"Ann": 4, "Bob": -4}, [])


def test_two_people_of_one_name_are_told_apart_by_their_ids() -> None:
    text = "player_nickname,player_id,net\nMike,x1,4\nMike,x2,-6\nMike,x1,1.5\nAnn,x3,0.5\n"
    assert read(text)[0] == {"Mike (x1)": Fraction(11, 2), "Mike (x2)": -6, "Ann": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", []),
        ("\n\n", []),
        ("name\nAnn\n", ["ledger-unreadable:1"]),
        ("net\n4\n", ["ledger-unreadable:1"]),
        ('name,net\n"Ann,4\nBob,-4\n', ["csv-quote:2"]),
        ("name,net\n,4\nBob,-4\n", ["ledger-unreadable:2"]),
        ("name,net\nAnn,four\nBob,-4\n", ["number-unreadable:2"]),
        ("name,net\nA\u202enn,4\nBob,-4\n", ["name-character:2"]),
        ("name,in,net\nAnn,4,4\nBob,-4\n", ["ledger-unreadable:2"]),
        ("name,net\nAnn,1e9\n", ["number-unreadable:2"]),
        ("name,net\nAnn,11,5\nBob,-11,5\n", ["ledger-unreadable:2", "ledger-unreadable:3"]),
        ("name;net\nAnn;4;4\nBob;-4\n", ["ledger-unreadable:2"]),
        ("name,net,net\nAnn,4,5\nBob,-4,-5\n", ["ledger-unreadable:1"]),
        ("name,net,Points\nAnn,4,5\nBob,-4,-5\n", ["ledger-unreadable:1"]),
        ("name,net\x00\n", ["not-text:1"]),
    ],
)
def test_what_is_wrong_with_a_ledger(text: str, problems: list[str]) -> None:
    assert read(text)[1] == problems


def test_amounts_that_contradict_are_shown_as_they_are_written() -> None:
    problems = Problems()
    text = "name,in,out,net\nAnn,20,31.5,12\n"
    read_ledger(read_lines(io.BytesIO(text.encode()), "night.csv", problems), None, problems)
    assert [problem.message for problem in problems.kept] == [
        "Ann is 12 by `net`, and 11.5 by buy_in and buy_out"
    ]
