"""Ledgers exported by rooms, and what each player won."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.check.ledger import add_up, read_ledger
from ofcscore.log.read.sources import read_lines
from ofcscore.scoring.deal import Points
from tests.command import run
from tests.loops import each


def read(text: str, *same: str) -> tuple[Mapping[str, Points], list[str]]:
    problems = Problems()
    rows = read_ledger(read_lines(io.BytesIO(text.encode()), "night.csv", problems), problems)
    totals = add_up([rows], same, problems)
    return totals, [f"{problem.code}:{problem.place.line}" for problem in problems.kept]


def test_the_words_that_the_description_names() -> None:
    """ "PokerNow's words: player_nickname, buy_in, buy_out, stack, net"."""
    text = "player_nickname,buy_in,buy_out,stack,net\nAnn,10,0,14,4\nBob,10,6,0,-4\n"
    assert read(text) == ({"Ann": 4, "Bob": -4}, [])


@each(
    "text",
    [
        "name,net\nAnn,4\nBob,-4\n",
        "name;net\r\n\r\nAnn;4\r\nBob;'-4\r\n",
        "sep=;\nName;Net;What else\nAnn;4;x,y\nBob;-4;\n;;\n",
        '\ufeff"Player"\t"Buy in"\t"Cash-Out"\nAnn\t10\t14\nBob\t10\t6\n',
        "player,in,out,stack\nAnn,10,,14\nBob,10,,\nBob,,6\n",
        "player,in,net\nAnn,0,\nAnn,,4\nBob,4,-4\n",
        # amounts as people type them
        "name,net\nAnn,$4.00\nBob,-$4.00\n",
        "Player Name,P/L\nAnn,4\nBob,(4)\n",
        "Spieler;Gewinn\nAnn;4,00 €\nBob;-4,00 €\n",
        'who,buy-in,cash-out\nAnn,"$1,000.00","$1,004.00"\nBob,$4,\n',
        "name,net\nAnn,+4 EUR\nBob,\u22124 EUR\n",
        "name,net\nAnn,4 points\nBob,-4 pts\n",
        "name,net,vpip\nAnn,4,25%\nBob,-4,31%\n",
        # sums and rows without anybody
        "name,in,out\nAnn,10,14\nBob,10,6\nTotal,20,20\n",
        "name,net,status\nAnn,4,ok\nBob,-4,ok\n,$0.00,ok\n",
        "name,net\nAnn,4\nBob,-4\nSumme,0\n",
        # several buy-ins, and how many there were
        "name,buy-in 1,buy-in 2,out\nAnn,5,5,14\nBob,10,,6\n",
        "name,buy in,rebuy,out\nAnn,5,5,14\nBob,10,,6\n",
        "name,rebuys,net\nAnn,2,4\nBob,0,-4\n",
        "date,player_nickname,total_net,total_buy_in,total_buy_out,total_stack,total_sessions\n"
        "2026-02-14,Ann,4,10,14,0,6\n2026-02-14,Bob,-4,10,0,6,3\n",
        # sheets of points
        "Round,Ann,Bob\n1,5,-5\n2,-1,1\n",
        "Date;Ann;Bob;Total\n20.11.2026;5,5;-5,5;0\n21.11.2026;-1,5;1,5;0\nTotal;4;-4;0\n",
        ",Ann,Bob\n1,5,-5\n2,-1,1\n",
        "Round,Player,Points\n1,Ann,5\n1,Bob,-5\n2,Ann,-1\n2,Bob,1\n",
        "| Player | Result |\n|--------|-------:|\n| Ann | 4 |\n| Bob | -4 |\n",
        # lists of names and amounts, and titles above
        "Ann 4\nBob -4\n",
        "Friday game\n\n* Ann: +4.00 €\n* Bob: (4.00 €)\nThanks all!\n",
        "Ann,4\nBob,-4\nTotal,0\n",
        "Date,Player,Amount\n2026-11-01,Ann,5\n2026-11-01,Bob,-5\n2026-11-08,Ann,-1\n2026-11-08,Bob,1\n",
        "Player,Starting chips,Ending chips\nAnn,10,14\nBob,10,6\n",
        "1. Ann = 4,00\n2) Bob = -4,00\n",
        "Ann +5, Bob -5\nAnn -1, Bob 1\n",
        "Date: 20.11.2026\nAnn 4\nBob -4\n",
        "Date,20.11.2026\nname,net\nAnn,4\nBob,-4\n",
        "Poker night\n,,\nname,net,\nAnn,4,\nBob,-4,\n",
        # titles with a number, in a line of their own
        "Night 3\nAnn +4\nBob -4\n",
        "Poker at Ben's, Nov 20\nname,net\nAnn,4\nBob,-4\n",
        "20 Nov 2026\nname,net\nAnn,4\nBob,-4\n",
        "Club ID,384920,\nname,net,\nAnn,4,\nBob,-4,\n",
        # rows that say what the amount is
        "Who,What,Amount\nAnn,Buy-in,10\nBob,Buy-in,10\nAnn,Cash out,14\nBob,Cash out,6\n",
        "name,in,out\nAnn,-10,14\nBob,-10,6\n",
        "name,won,lost\nAnn,5,1\nBob,1,5\n",
        "name,owes,gets\nAnn,,4\nBob,4,\n",
        "name,in,out,won,lost\nAnn,10,14,4,\nBob,10,6,,4\n",
        "name,net\nAnn,4\nBob,4-\n",
        "name,net\nAnn,5\nBob,-5\n\nname,net\nAnn,-1\nBob,1\n",
        "* **Ann** +4\n* **Bob** -4\n",
        "| name | net |\n|---|---|\n| Ann | 4 |\n| Bob | -4 |\n| **Total** | **0** |\n",
        "Poker @ Bob's, Sat 21 Nov\n\nAnn +4\nBob -4\n",
        "Buy ins:\nAnn 10\nBob 10\n\nCash outs:\nAnn 14\nBob 6\n",
        "name,stack,result\nAnn,14,4\nBob,6,-4\n",
        "name,paid in,paid out\nAnn,10,14\nBob,10,6\n",
        "Round,Ann,Bob\nTotal,4,-4\n1,5,-5\n2,-1,1\n",
        "name,net\nAnn,4.-\nBob,-4.-\n",
        # sheets with a date, notes and people who sat out
        "Date,Round,Ann,Bob\n20.11.2026,1,5,-5\n20.11.2026,2,-1,1\n",
        "Round,Date,Ann,Bob,Winner\n1,20.11.2026,5,-5,Ann\n2,20.11.2026,-1,1,Bob\n",
        "Rd,Ann,Bob,Cid\n1,5,-5,sat out\n2,-1,1,-\n",
        "Round,Ann,Bob\n1,3,-3\nSubtotal,3,-3\n2,1,-1\n",
        "Round,Player,Points\n1,Ann,5\n1,Bob,-5\n2,Ann,-1\n2,Bob,1\nTotal,Ann,4\nTotal,Bob,-4\n",
    ],
)
def test_a_ledger_in_many_spellings(text: str) -> None:
    totals, told = read(text)
    assert (told, {name: won for name, won in totals.items() if won}) == ([], {"Ann": 4, "Bob": -4})


@pytest.mark.parametrize(
    "text", ["name,net\nAnn,(+4)\nBob,(-4)\n", "Ann (+4)\nBob (-$4.00)\n", "name,net\nAnn,4\nBob,(4-)\n"]
)
def test_a_sign_in_brackets_says_what_the_amount_is(text: str) -> None:
    """Brackets alone are a minus, as in bookkeeping; `(-4)` is not a plus."""
    assert read(text)[0] == {"Ann": 4, "Bob": -4}


def test_surnames_tell_people_apart() -> None:
    text = "Name,Surname,Net\nAnn,Smith,10\nAnn,Jones,-4\nBen,Brown,-6\n"
    assert read(text) == ({"Ann Smith": 10, "Ann Jones": -4, "Ben Brown": -6}, [])


MIKES = "player_nickname,player_id,net\nMike,x1,4\nMike,x2,-6\nmike,x1,1.5\nAnn,x3,0.5\n"


@each(
    ("text", "same", "totals", "problems"),
    [
        # An id is one person, and the last name is shown.
        ("name,id,net\nOld Ned,p1,-9\nNew Ned,p1,4\nOla,p2,5\n", [], {"New Ned": -5, "Ola": 5}, ["names:3"]),
        *(
            (
                f"name,{title},net\nOld Ned,p1,-9\nNew Ned,p1,4\nOla,p2,5\n",
                [],
                {"New Ned": -5, "Ola": 5},
                ["names:3"],
            )
            for title in ("memberId", "PlayerID", "uid", "Spieler-ID", "ID Jugador", "Konto", "email")
        ),
        ("name,id,net\nNed,p1,-9\nned,p1,4\nNed,,5\n", [], {"Ned": 0}, []),
        # A name with several ids asks; both answers work as they are printed.
        (MIKES, [], None, ["ids:3"]),
        (MIKES, ["Mike (x1)=Mike (x2)"], {"Mike": Fraction(-1, 2), "Ann": Fraction(1, 2)}, []),
        (
            MIKES,
            ["Mike (x1)", "Mike (x2)"],
            {"Mike (x1)": Fraction(11, 2), "Mike (x2)": -6, "Ann": Fraction(1, 2)},
            [],
        ),
        ("name,id,net\nA=B,1,4\nA=B,2,-4\n", ["A=B (1)=A=B (2)"], {"A=B": 0}, []),
        ("name,id,net\nOld,1,4\nNew,1,-4\nOld,2,0\n", [], None, ["ids:4", "names:3"]),
        # Without ids, case and blanks make no other name.
        ("name,net\nMary  Ann,4\nmary ann,-6\nBob,2\n", [], {"Mary Ann": -2, "Bob": 2}, []),
        ("name,net\nAnn,4\nAnna,-6\nBob,2\n", ["anna=Ann"], {"Anna": -2, "Bob": 2}, []),
    ],
)
def test_people_of_a_ledger(
    text: str, same: list[str], totals: Mapping[str, Points] | None, problems: list[str]
) -> None:
    found, told = read(text, *same)
    assert sorted(told) == [f"ledger-{problem}" for problem in problems]
    assert totals is None or found == totals


def settle(tmp_path: Path, text: str, *options: str) -> tuple[int, list[str], str]:
    (tmp_path / "ledger.csv").write_text(text)
    ran = run("settle", tmp_path / "ledger.csv", "--format", "json", *options)
    paid = json.loads(ran.out)["payments"] if ran.out else []
    return ran.status, [f"{p['from']} {p['to']} {p['amount']}" for p in paid], ran.err


def test_nobody_pays_himself_under_another_name(tmp_path: Path) -> None:
    text = "player_nickname,player_id,buy_in,buy_out,net\nOld Ned,p1,100,0,-100\nNew Ned,p1,50,150,100\n"
    assert settle(tmp_path, text)[:2] == (0, [])


def test_the_option_that_is_printed_joins_ids(tmp_path: Path) -> None:
    status, _, told = settle(tmp_path, MIKES)
    same, *each = re.findall('--same "([^"]+)"', told)
    assert status == 1
    assert settle(tmp_path, MIKES, "--same", same)[:2] == (0, ["Mike Ann 0.50"])
    own = settle(tmp_path, MIKES, *(word for one in each for word in ("--same", one)))
    assert own[:2] == (0, ["Mike (x2) Mike (x1) 5.50", "Mike (x2) Ann 0.50"])
    assert settle(tmp_path, MIKES, "--same", "Mike (x1)=Mick")[0] == 2


ESCROW = (
    "name,buy_in,buy_out,stack,nit_escrow,{}\nAl,2500,2000,0,500,{}\nBo,2500,,5000,0,{}\nCy,2500,,0,0,{}\n"
)


def test_an_unknown_column_of_money(tmp_path: Path) -> None:
    status, paid, told = settle(tmp_path, ESCROW.format("net", "0", "2500", "-2500"))
    assert (status, paid) == (0, ["Cy Bo 2500"])
    assert "Al is 0 by `net` but -500 by buy_in, buy_out and stack" in told
    status, _, told = settle(tmp_path, ESCROW.format("remark", "", "", ""))
    assert (status, "error[ledger-column]" in told) == (1, True)


@each(
    ("head", "cell", "code"),
    [
        ("fee", "5", "ledger-column:2"),
        ("fee", "$5", "ledger-column:2"),
        ("fee", "0", None),
        ("hands", "31", None),
    ],
)
def test_columns_that_settle_does_not_know(head: str, cell: str, code: str | None) -> None:
    for net in ("net", "buy_in,buy_out"):
        cells = "5" if net == "net" else "0,5"
        totals, told = read(f"name,{net},{head}\nAnn,{cells},{cell}\n")
        assert told == ([code] if code else [])
        assert totals == ({} if code and net != "net" else {"Ann": 5})


NO_ROUNDS = ("At the break", "Paid", "Money", "EUR", "at 0.50", "To pay", "Last week", "After 2")
"""Labels of rows that are not rounds."""
FIGURES = ("Ann cum,Bob cum", "Ann total,Bob total", "Ann.1,Bob.1", "Ann €,Bob €", "A,B", "Sum Ann,Sum Bob")
"""Titles of columns that are not players."""


@each(
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
        ("name,net\n~~Ann~~,4\n~~Bob~~,-4\n", ["name-character:2", "name-character:3"]),
        ("name,in,out,net\nAnn,4,0,4\nBob,,,-4\n", ["ledger-unreadable:2"]),
        ("name,net\nAnn,1e9\n", ["number-unreadable:2"]),
        ("name,net\nAnn,11,5\nBob,-11,5\n", ["ledger-unreadable:2", "ledger-unreadable:3"]),
        ("name;in;out\nAnn;2.500;0\nBob;1.000;0\n", ["number-thousands:2", "number-thousands:3"]),
        ("name;in;out\nAnn;2.500;3,50\nBob;1.000;0\n", []),
        ("name;net\nAnn;4;4\nBob;-4\n", ["ledger-unreadable:2"]),
        ("name,net,net\nAnn,4,5\nBob,-4,-5\n", ["ledger-unreadable:1"]),
        ("name,net,Points\nAnn,4,5\nBob,-4,-5\n", ["ledger-unreadable:1"]),
        ("name,net\x00\n", ["not-text:1"]),
        ("name,net\nAnn,$4\nBob,-4 €\nBob,$4 €\n", ["number-unreadable:4"]),
        ("name,in,out\nAnn,$4,4 €\n", ["currency-mixed:2"]),
        ("name,net\nAnn,4\nBob,-4\nTotal,1\n", ["ledger-unreadable:4"]),
        ("name,buy-in,rebuys bought\nAnn,4,2\n", ["ledger-column:2"]),
        ("name,in,out,won,lost\nAnn,10,14,4,0\nBob,10,6,0,5\n", ["ledger-unreadable:3"]),
        ("name,net,lost\nAnn,4,1\nBob,-4,1\n", ["ledger-column:2"]),
        ("Ann won 5\nBob lost 5\n", ["ledger-unreadable:1"]),
        ("Ann 5\nBob -5\nBob owes 3\n", ["ledger-unreadable:3"]),
        ("Ann: in 20, out 24\nBob: in 24, out 20\n", ["ledger-unreadable:1"]),
        # Nothing beside a table that may move money is dropped in silence.
        ("Ann 5\nBob -5\nBob owes Ann five\n", ["ledger-unreadable:3"]),
        ("Ann 5\nBob -5\nBob gave it to Ann\n", ["ledger-unreadable:3"]),
        ("Bob owes Ann\nAnn 5\nBob -5\n", ["ledger-column:1"]),
        ("Ann,5\nBob,-5\n\nname,net\nCid,5\nDan,-5\n", ["ledger-unreadable:1", "ledger-unreadable:2"]),
        ("Ann 5\nname,net\nCid,5\nDan,-5\n", ["ledger-unreadable:1"]),
        ("Player,1,2\nAnn,5,-2\nann,-5,2\n", ["ledger-unreadable:3"]),
        ("Round,Ann,Ann\n1,5,-5\n", ["ledger-unreadable:1"]),
        ("Buy-in 20 EUR\nname,net\nAnn,4\nBob,-4\n", ["ledger-column:1"]),
        ("Hand,Ann total,Bob total\n1,5,-5\n2,4,-4\n", ["ledger-unreadable:1"]),
        ("Round,Ann,Bob\n1,5,-4\n", ["totals-unbalanced:2"]),
        # A row that is no round, or a round twice.
        *((f"Round,Ann,Bob\n1,5,-5\n{row},1,-1\n", ["ledger-unreadable:3"]) for row in NO_ROUNDS),
        *(
            (f"Round,Player,Points\n1,Ann,5\n1,Bob,-5\n{row},Ann,1\n", ["ledger-unreadable:4"])
            for row in NO_ROUNDS
        ),
        ("Round,Ann,Bob\n1,5,-5\n2,1,-1\n2,1,-1\n", ["ledger-unreadable:4"]),
        ("Round,Player,Points\n1,Ann,5\n1,Bob,-5\n1,Ann,5\n", ["ledger-unreadable:4", "totals-unbalanced:2"]),
        (
            "Round,Player,Points\n1,Ann,5\n1,Bob,-4\n2,Ann,-1\n2,Bob,0\n",
            ["totals-unbalanced:2", "totals-unbalanced:4"],
        ),
        ("Round,Ann,Bob\n1,5,-5\nBob already paid Ann 5,,\n", ["ledger-unreadable:3"]),
        ("Round,Ann,Bob,Notes\n1,5,-5,\n2,1,-1,counts double\n", ["ledger-unreadable:3"]),
        ("Round,Player,Points,Multiplier\n1,Ann,5,2\n1,Bob,-5,2\n", ["ledger-unreadable:1"]),
        # Columns, titles and headings of running totals.
        *((f"Round,Ann,Bob,{own}\n1,5,-5,5,-5\n2,1,-1,6,-6\n", ["ledger-unreadable:1"]) for own in FIGURES),
        ("Running totals\nRound,Ann,Bob\n1,5,-5\n2,8,-8\n", ["ledger-unreadable:1"]),
        ("Round,Player,Total\n1,Ann,5\n1,Bob,-5\n2,Ann,1\n2,Bob,-1\n", ["ledger-unreadable:1"]),
        # Lines of a list that say more than a name and an amount.
        ("Ann +5 +7 -2\nBob -5 -7 +2\n", ["ledger-unreadable:1"]),
        ("Ann 5\nBob -5\nAnn total 5\n", ["ledger-unreadable:3"]),
        ("Ann 5, now 20\nBob -5, now -20\n", ["ledger-unreadable:1", "ledger-unreadable:2"]),
        ("Round 1: Ann +5, Bob -5\nRound 2: Ann -1, Bob +1\n", ["ledger-unreadable:1"]),
        ("R1 Ann +5, Bob -5\nR2 Ann -1, Bob +1\n", ["ledger-unreadable:1"]),
        ("Tonight\nAnn 5\nBob -5\nSeason\nAnn 9\nBob -9\n", ["ledger-unreadable:5"]),
        ("0.50 a point\nAnn 12\nBob -12\n", ["ledger-unreadable:1"]),
        # Rows and cells of a ledger that are no player's result.
        ("name,net\nAnn,5\nBob,-5\nTotal won,5\n", ["ledger-unreadable:4"]),
        ("name,net\nAnn,5\nBob,-5\nWinners,5\n", ["ledger-unreadable:4"]),
        ("name,net\nAnn,5\nBob,-5\nBob has paid Ann,\n", ["ledger-unreadable:4"]),
        ("name,net,,\nAnn,5,Cid,5\nBob,-5,Dee,-5\n", ["ledger-unreadable:2", "ledger-unreadable:3"]),
        ("name,net\nAnn,5 paid\nBob,-5\n", ["number-unreadable:2"]),
        ("name,net,status\nAnn,5,\nBob,-5,paid\n", ["ledger-column:3"]),
        ("name,in,out\nAnn,10,14\nBob,-10,6\n", ["ledger-unreadable:3"]),
        ("name,in,out\nAnn,10,14\nBob,10,-6\n", ["ledger-unreadable:3"]),
        ("name,net (cents)\nAnn,400\nBob,-400\n", ["ledger-unreadable:1"]),
        ("name,in,out (chips)\nAnn,10,14\n", ["ledger-unreadable:1"]),
        ("name,in (EUR),out ($)\nAnn,10,14\n", ["currency-mixed:2"]),
        # Two parts of a table, of which one may sum up the other.
        *(
            (
                f"name,net\nAnn,5\nBob,-5\n{between}\nAnn,5\nBob,-5\n",
                ["ledger-unreadable:5", "ledger-unreadable:6"],
            )
            for between in ("Recap", "Corrected:,", "Last week:", "Total,0")
        ),
        # Units in words, and letters that are no currency.
        *(
            (f"name,net ({unit})\nAnn,4\nBob,-4\n", ["ledger-unreadable:1"])
            for unit in ("k", "x100", "pence")
        ),
        ("All amounts in cents\nname,net\nAnn,400\nBob,-400\n", ["ledger-unreadable:1"]),
        ("Ann 400\nBob -400\n(in cents)\n", ["ledger-unreadable:3"]),
        ("name,net\nAnn,1O\nBob,-1O\n", ["number-unreadable:2", "number-unreadable:3"]),
        # Titles of rounds that are spans.
        *(
            (f"Round,Ann,Bob\n1,5,-5\n2,-2,2\n{of},3,-3\n", ["ledger-unreadable:4"])
            for of in ("1-2", "2026", "Rounds 2")
        ),
        ("Date,Ann,Bob\n6 Nov,5,-5\n13 Nov,-2,2\nNov 2026,3,-3\n", ["ledger-unreadable:4"]),
        ("name,Night 1,Night 2,2025\nAnn,5,-3,2\nBob,-5,3,-2\n", ["ledger-unreadable:1"]),
        ("name,in,out\nAnn,10,14\nAnn rebuy,10,\n", ["ledger-unreadable:3"]),
        ("name,net\nJosé,5\nJose,-5\n", ["name-near:3"]),
        ("name,net\nAnn,50\nBob,-50\nAnna,20\nBob,-20\n", ["name-near:4"]),
        ("name,net\nAnn,50\nBob,-50\nAnna,20\nCid,-20\n", []),
        ("name,net\nAnn,50\nAnna,-50\nAnna,20\nBob,-20\n", []),
        ("Round,Player,Points\n1,Jon,5\n1,Ben,-5\n2,John,-4\n2,Ben,4\n", ["name-near:4"]),
        ("Round,Ann,Bob\n1,5,-5\nTotal,4,-4\n", ["ledger-unreadable:1", "ledger-unreadable:1"]),
    ],
    few=26,
)
def test_what_is_wrong_with_a_ledger(text: str, problems: list[str]) -> None:
    assert read(text)[1] == problems


def test_amounts_that_contradict_are_shown_as_they_are_written() -> None:
    problems = Problems()
    text = "name,in,out,net\nAnn,20,31.5,12\n"
    read_ledger(read_lines(io.BytesIO(text.encode()), "night.csv", problems), problems)
    assert [problem.message for problem in problems.kept] == [
        "Ann is 12 by `net` but 11.5 by buy_in and buy_out"
    ]


def test_cents_are_asked_about_and_said(tmp_path: Path) -> None:
    text = "name,id,net\nAnn,a,2500\nBob,b,-2500\n"
    status, paid, told = settle(tmp_path, text)
    assert (status, paid, "warning[ledger-unit]" in told) == (0, ["Bob Ann 2500"], True)
    assert settle(tmp_path, text, "--unit", "cents")[:2] == (0, ["Bob Ann 25.00"])
    assert settle(tmp_path, text, "--unit", "dimes")[0] == 2
    assert settle(tmp_path, text, "--unit", "cents", "--stake", "2")[0] == 2


@each(
    ("text", "options"),
    [
        ("name,net\nAnn,$4\nBob,-$4\n", ("--stake", "0.50 EUR")),
        ("name,net\nAnn,$4\nBob,-$4\n", ("--currency", "EUR")),
        ("name,net\nAnn,$4\nBob,-$4\n", ("--unit", "cents")),
        ("name,in,out\nAnn,20.00,35.00\nBob,20.00,5.00\n", ("--unit", "cents")),
    ],
)
def test_options_that_the_amounts_contradict(tmp_path: Path, text: str, options: tuple[str, str]) -> None:
    assert settle(tmp_path, text, *options)[:2] == (2, [])
    assert settle(tmp_path, text)[0] == 0


def test_ledgers_that_do_not_go_together(tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("Round,Ann,Bob\n1,5,-5\n")
    status, _, told = settle(tmp_path, "name,net\nAnn,$4\nBob,-$4\n", str(other))
    assert (status, "error[currency-mixed]" in told) == (1, True)
    session = "player_nickname,player_id,session_start_at,net\nAnn,a,20:00,{0}\nBob,b,20:00,-{0}\n"
    other.write_text(session.format(4))
    status, _, told = settle(tmp_path, session.format(5), str(other))
    assert (status, "error[file-twice]: Ann has this session" in told) == (1, True)


def test_a_ledger_counts_once(tmp_path: Path) -> None:
    text = "name,net\nAnn,4\nBob,-4\n"
    status, _, told = settle(tmp_path, text, str(tmp_path / "." / "ledger.csv"))
    assert (status, "error[file-twice]" in told) == (3, True)
    (tmp_path / "copy.csv").write_text(text)
    status, paid, told = settle(tmp_path, text, str(tmp_path / "copy.csv"))
    assert (status, paid, "warning[file-twice]" in told) == (0, ["Bob Ann 8"], True)


def test_a_name_of_another_evening_that_may_be_the_same(tmp_path: Path) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    first.write_text("name,net\nJohn,5\nBen,-5\n")
    second.write_text("name,net\nJon,-5\nBen,5\n")
    ran = run("settle", first, second)
    assert ran.out == "Jon pays John 5 points.\n"
    assert "warning[name-near]: Jon is new, and John" in ran.err
    assert run("settle", first, second, "--same", "John=Jon").out == "Nobody owes anybody anything.\n"
    assert run("settle", first, second, "--same", "John", "--same", "Jon").err == ""
    # Both play in one of the evenings.
    second.write_text("name,net\nJon,-5\nJohn,5\n")
    assert run("settle", first, second).err == ""


def test_ledgers_of_several_evenings_add_up(tmp_path: Path) -> None:
    (tmp_path / "first.csv").write_text("name,net\nAnn,$4\nBob,-$4\n")
    status, paid, _ = settle(tmp_path, "name,net\nAnn,-1\nCid,1\n", str(tmp_path / "first.csv"))
    assert (status, paid) == (0, ["Bob Ann 3.00", "Bob Cid 1.00"])
    (tmp_path / "first.csv").write_text("name,net\nAnn,4 EUR\nBob,-4 EUR\n")
    assert settle(tmp_path, "name,net\nAnn,$1\nCid,-$1\n", str(tmp_path / "first.csv"))[0] == 1


@pytest.mark.parametrize(
    "name", ["Bob (void)", "Bob paid", "Bob (paid)", "Bob - settled", "Bob ✅", "Bob [done]", "Bob: erledigt"]
)
@pytest.mark.parametrize("form", ["name,net\nAnn,15\n{},-15\n", "Round,Ann,{}\n1,5,-5\n2,7,-7\n"])
def test_a_name_with_a_status_behind_it_is_asked_about(tmp_path: Path, name: str, form: str) -> None:
    status, paid, told = settle(tmp_path, form.format(name))
    assert (status, paid, told.count("error[ledger-unreadable]")) == (1, [], 1)
    assert settle(tmp_path, form.format("Bob (host)"))[0] == 0


_TWICE = {
    "name,net\nAnn,15\nBob,-15\n": "",
    "name,net\nAnn,15\nBob,-15": "\n\nname,net\n",
    "date,name,in,out\n2026-11-20,Ann,20,35\n2026-11-20,Bob,20,5\n": "",
}


@pytest.mark.parametrize(("table", "between"), _TWICE.items())
def test_the_rows_of_an_evening_that_stand_there_twice_are_asked_about(
    tmp_path: Path, table: str, between: str
) -> None:
    rows = table.partition("\n")[2]
    status, paid, told = settle(tmp_path, f"{table}{between}{rows}")
    assert (status, paid, told.count("error[ledger-unreadable]")) == (1, [], 1)
    other = rows.replace("15", "14").replace("11-20", "11-27").replace("35", "34").replace(",5", ",6")
    assert settle(tmp_path, f"{table}{between}{other}")[0] == 0


@each(
    ("title", "word"),
    [("void", "yes"), ("paid", "yes"), ("counts", "no"), ("Zählt", "nein"), ("double", "x")],
)
def test_a_column_that_may_say_which_rounds_count_is_asked_about(
    tmp_path: Path, title: str, word: str
) -> None:
    status, paid, told = settle(tmp_path, f"Round,Ana,Ben,{title}\n1,5,-5,\n2,3,-3,{word}\n")
    assert (status, paid, told.count("error[ledger-unreadable]")) == (1, [], 1)
