"""Sheets and chats as people keep them: extra rows, titles, keys, deal borders."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.command import run
from tests.loops import each
from tests.trials import Trial

ANA = "Qh Qd 5c,Ah Ad 7s 6c 2d,9h Ts Jd Qs Kc"
BEN = "6h 6d 2c,Kh Kd 9s 4c 3c,As 8s 5s 3s 2s"
"""Ana wins 5."""
ANA_2 = "8h 8c 4c,Ac As Th 7d 3s,Kd Kc 9d 9c 2d"
BEN_2 = "Jd 7h 5c,Qh Qc 8s 4h 3h,Js Jc Ts Td 3c"
"""Ana wins 9."""
ROWS = f"1,Ana,{ANA}\n1,Ben,{BEN}\n2,Ana,{ANA_2}\n2,Ben,{BEN_2}\n"
SHEET = f"Deal,Player,Top,Middle,Bottom\n{ROWS}"
DOTTED = "Date,Deal,Player,Top,Middle,Bottom\n" + "".join(f"07.11.2024,{row}\n" for row in ROWS.splitlines())
POINTS = f"Deal,Player,Top,Middle,Bottom,Points\n1,Ana,{ANA},5\n1,Ben,{BEN},-5\n2,Ana,{ANA_2},9\n2,Ben,{BEN_2},-9\n"  # noqa: E501
WIDE = (
    "game,Ana top,Ana middle,Ana bottom,Ben top,Ben middle,Ben bottom,result\n"
    f"1,{ANA},{BEN},{{}}\n2,{ANA_2},{BEN_2},{{}}\n"
)
SIDES = (
    ",Ana,Ben\nDeal 1,,\ntop,Qh Qd 5c,6h 6d 2c\nmiddle,Ah Ad 7s 6c 2d,Kh Kd 9s 4c 3c\n"
    "bottom,9h Ts Jd Qs Kc,As 8s 5s 3s 2s\npoints,5,-5\n"
)
SIDES_2 = (
    "Deal 2,,\ntop,8h 8c 4c,Jd 7h 5c\nmiddle,Ac As Th 7d 3s,Qh Qc 8s 4h 3h\n"
    "bottom,Kd Kc 9d 9c 2d,Js Jc Ts Td 3c\npoints,9,-9\n"
)


def cards(titles: str) -> str:
    rows = (row.replace(" ", ",") for row in ROWS.splitlines())
    return f"Deal,Player,{titles}\n" + "\n".join(rows) + "\n"


def numbered(*letters: str) -> str:
    return ",".join(
        f"{letter}{i}" for letter, count in zip(letters, (3, 5, 5), strict=True) for i in range(1, count + 1)
    )


@each(
    "text",
    [
        # Sums in rows that are no boards.
        POINTS + ",Ana,,,SUM,14\n,Ben,,,SUM,-14\n",
        POINTS + "Total,Ana,,,,14\nTotal,Ben,,,,-14\n",
        POINTS + "Razem,Ana,,,,14\nRazem,Ben,,,,-14\n",
        POINTS + ",,,,,\n,Ana,Summe,,,14\n,Ben,Summe,,,-14\n",
        POINTS + ",Total Ana,,,,14\n,Total Ben,,,,-14\n",
        POINTS + ",Ana Summe:,,,,14\n,Ben Summe:,,,,-14\n",
        POINTS + "Total,,,,,0\n",
        # Sums in other columns, and names below the first one without the word.
        POINTS + ",,Total,,Ana,14\n,,,,Ben,-14\n",
        POINTS + ",,,,,\nCelkem,Ana,,,14,\n,Ben,,,-14,\n",
        # A title with two meanings.
        POINTS.replace("Deal,Player,Top,Middle,Bottom,Points", "Hra,Hráč,Předek,Střed,Zadek,Body"),
        POINTS.replace("Deal,Player,Top,Middle,Bottom,Points", "Kolo,Hráč,Vrch,Body,Spodek,Body"),
        # Words in brackets behind cards.
        SHEET.replace("Qh Qd 5c", "Qh Qd 5c (FL next!)"),
        SHEET.replace("As Th 7d 3s", "As Th 7d 3s (lucky)"),
        # A void deal without boards.
        SHEET.replace("Bottom", "Bottom,Remark") + "3,,,,,void - a card was seen\n",
        SHEET.replace("Bottom", "Bottom,Remark") + "3,,,,,Misdeal!\n",
        # A result with the winner's name.
        WIDE.format("Ana +5", "Ana +9"),
        WIDE.format("Ben -5", "Ben -9"),
        WIDE.format('"Ana +5, Ben -5"', "Ana 9"),
        WIDE.format("Ana wins 5", "Ana wins 9"),
        WIDE.format("Ana +5", ""),
        # A card a cell.
        cards(numbered("F", "M", "B")),
        cards(numbered("T", "M", "B")),
        cards(numbered("O", "M", "U")),
        cards(numbered("V", "M", "H")),
        cards(numbered("Front ", "Middle ", "Back ")),
        cards(numbered("x", "y", "z")),
        cards(",".join(f"C{i}" for i in range(1, 14))),
        cards(",".join(f"karta {i}" for i in range(1, 14))),
        # The name of a deal in place of a title.
        f"Hand 1,Front,Middle,Back\nAna,{ANA}\nBen,{BEN}\nHand 2,Front,Middle,Back\nAna,{ANA_2}\nBen,{BEN_2}\n",  # noqa: E501
        f"Spiel 1,Vorne,Mitte,Hinten\nAna,{ANA}\nBen,{BEN}\n\nSpiel 2,Vorne,Mitte,Hinten\nAna,{ANA_2}\nBen,{BEN_2}\n",  # noqa: E501
        # Days before months.
        DOTTED.replace(",", ";"),
        DOTTED.replace("Date,Deal,Player,Top,Middle,Bottom", "Datum,Runde,Spieler,Oben,Mitte,Unten"),
        DOTTED.replace("07.11.2024,2", "21.11.2024,2"),
        DOTTED.replace("07.11.2024,1", "11/07/2024,1").replace("07.11.2024,2", "11/21/2024,2"),
        # Notes and places below.
        f"{SHEET}\nNote,good night\n",
        SIDES + SIDES_2 + "total,14,-14\n",
    ], few=9,
)  # fmt: skip
def test_sheets_that_are_read(trial: Trial, text: str) -> None:
    assert "Ben pays Ana 14 points." in trial.accepted(text, name="x.csv").out


@each(
    "text",
    [
        # The stake above, below and at the foot of a table.
        f"{SHEET}Stake,0.10 eur,,,\n",
        f"Deal,Player,Top,Middle,Bottom\nStake,0.10 eur,,,\n{ROWS}",
        f"Stake,0.10,EUR,,\n{SHEET}",
        f"{SHEET}\n,,,,\nStake,0.10,EUR\n",
        f"{SHEET}\n,,Stake,0.10 EUR,\n",
        f"{SHEET}\n10 cents a point,,,,\n".replace("10 cents", "0.10 EUR"),
        SHEET.replace(",", ";") + "Stake;0,10;EUR;;\n",
        SHEET.replace(",", ";") + "Einsatz;0,10 €;;;\n",
        SHEET.replace(",", ";") + "Stawka;0,10 EUR;;;\n",
        POINTS + "Stake,0.10 EUR,,,,\n,Ana,,,SUM,14\n,Ben,,,SUM,-14\n",
        # Money below points, which is checked.
        f"1 point = 0.10 euro,,\n{SIDES}{SIDES_2}total,14,-14\neuro,1.40,-1.40\n",
        f"1 point = 0.10 euro,,\n{SIDES}EUR,0.50,-0.50\n{SIDES_2}EUR,0.90,-0.90\n",
        f"1 point = 0.10 euro,,\n{SIDES}{SIDES_2}Total (EUR),1.40,-1.40\n",
        f"1 point = 0.10 euro,,\n{SIDES}{SIDES_2}geld,1.40,-1.40\n",
        f"{SIDES}{SIDES_2}cash,€1.40,-€1.40\nstake,0.10 EUR\n",
        # Money beside points in rows of sums.
        f"0.10 EUR / point\n{POINTS}Total,Ana,,,14,1.40 EUR\n,Ben,,,-14,-1.40 EUR\n",
        f"Valor do ponto,0.10 EUR\n{POINTS}",
        # The price of a point in each row.
        *(
            "".join(f"{row},{title if row.startswith('Deal') else 0.10}\n" for row in POINTS.splitlines())
            for title in ("EUR/pt", "€/Punkt", "EUR per point", "Stake (EUR)")
        ),
    ],
    few=5,
)
def test_a_stake_around_a_table(trial: Trial, text: str) -> None:
    out = trial.accepted(text, name="x.csv").out
    assert "Ben pays Ana 1.40 EUR." in out.replace("€1.40", "1.40 EUR")


def test_money_without_a_stake_is_a_note(trial: Trial) -> None:
    ran = trial.accepted(f"{SIDES}{SIDES_2}euro,1.40,-1.40\n", name="x.csv")
    assert "this row is money and is not checked" in ran.err
    assert "Ben pays Ana 14 points." in ran.out


@each(
    "text",
    [
        # Sums, results and money that are not right.
        POINTS + ",Ana,,,SUM,13\n,Ben,,,SUM,-13\n",
        POINTS + "Razem,Ana,,,,-14\nRazem,Ben,,,,14\n",
        POINTS + ",,Total,,Ana,14\n,,,,Ben,-13\n",
        POINTS + ",,,,Ana,14\n,,,,Ben,-14\n",
        f"0.10 EUR / point\n{POINTS}Total,Ana,,,14,1.50 EUR\n,Ben,,,-14,-1.50 EUR\n",
        WIDE.format("Ana +5", "Ben +9"),
        WIDE.format("Ana +5", "Zoe +9"),
        WIDE.format("Ana", "Ben"),
        f"1 point = 0.10 euro,,\n{SIDES}{SIDES_2}total,14,-14\neuro,1.50,-1.50\n",
        f"1 point = 0.10 euro,,\n{SIDES}{SIDES_2}euro,1.45,-1.45\n",
        # A remark beside points of several players is nobody's.
        "Deal,Ana,Ben,Points Ana,Points Ben,Mood\n1,,,5,-5,foul\n",
        # Words in brackets that are wrong or about money.
        SHEET.replace("6h 6d 2c", "6h 6d 2c (fantasy!)"),
        SHEET.replace("6h 6d 2c", "6h 6d 2c (pays 5)"),
        SHEET.replace("6h 6d 2c", "6h 6d 2c (void)"),
        # Prices of a point that differ.
        f"Deal,Player,Top,Middle,Bottom,$/pt\n1,Ana,{ANA},0.25\n1,Ben,{BEN},0.50\n",
        f"Stake,1 USD\nDeal,Player,Top,Middle,Bottom,$/pt\n1,Ana,{ANA},0.25\n1,Ben,{BEN},0.25\n",
        # Signs in place of cards without a word for a foul, and a doubtful word.
        f"Deal,Player,Top,Middle,Bottom,Note\n1,Ana,{ANA},\n1,Ben,X,X,X,\n",
        f"Deal,Player,Top,Middle,Bottom,Note\n1,Ana,{ANA},\n1,Ben,X,X,X,foul?\n",
        f"Deal,Player,Top,Middle,Bottom,Foul\n1,Ana,{ANA},no\n1,Ben,X,X,X,no\n",
        # A stake among deals, two stakes, one that cannot be read.
        SHEET.replace("2,Ana", "Stake,0.20 eur,,,\n2,Ana"),
        f"Stake,0.10 EUR\n{SHEET}Stake,0.20 EUR,,,\n",
        f"{SHEET}Stake,0.10 or 0.20,,,\n",
        f"{SHEET}Rake,1 EUR,,,\n",
        # Sums are no boards, and boards no sums.
        POINTS + "3,Total,,,,5\n3,Ben,,,,-5\n,Ana,,,SUM,14\n",
        # Cards whose row is not known: never without boards.
        cards(numbered("F", "M", "B")).replace("F1", "Points").replace("F2", "Zz"),
        cards(",".join(("U1", "U2", "U3", "U4", "U5", "M1", "M2", "M3", "M4", "M5", "O1", "O2", "O3"))),
        cards(",".join(("O1", "O2", "O3", "U1", "U2", "U3", "U4", "U5", "M1", "M2", "M3", "M4", "M5"))),
        cards(",".join(("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"))),
        # Dates of both orders.
        DOTTED.replace("07.11.2024,1", "21/11/2024,1").replace("07.11.2024,2", "11/25/2024,2").replace(
            "21/11/2024,1,Ben", "07/11/2024,1,Ben"
        ),
    ], few=6,
)  # fmt: skip
def test_sheets_that_ask(trial: Trial, text: str) -> None:
    trial.refused(text, name="x.csv")


def test_no_log_is_scored_without_its_cards(trial: Trial) -> None:
    text = cards(",".join("abcdefghijklm")).replace("m\n", "m,Points\n", 1)
    lines = [
        text.splitlines()[0],
        *(f"{line},{n}" for line, n in zip(text.splitlines()[1:], (5, -5, 9, -9), strict=True)),
    ]
    ran = trial.refused("\n".join(lines) + "\n", name="x.csv")
    assert "--ignore-column" not in ran.err
    ignored = [part for letter in "abcdefghijklm" for part in ("--ignore-column", letter)]
    assert "there are no boards" in trial.refused("\n".join(lines) + "\n", *ignored, name="x.csv").err


BOARDS = [
    {"player": "Ana", "top": "Qh Qd 5c", "middle": "Ah Ad 7s 6c 2d", "bottom": "9h Ts Jd Qs Kc"},
    {"playerName": "Ben", "topRow": "6h 6d 2c", "middle_row": "Kh Kd 9s 4c 3c", "bottomCards": "As 8s 5s 3s 2s"},  # noqa: E501
]  # fmt: skip


def data(**keys: object) -> str:
    return json.dumps({**keys, "currency": "EUR", "deals": [{"dealNumber": 1, "boards": BOARDS}]}, indent=1)


@each(
    "keys",
    [
        *({word: 0.25} for word in ("stakePerPoint", "stake_per_point", "pointValue", "perPoint")),
        *({word: 25} for word in ("stakeCents", "pointValueCents", "stakeInCents", "centsPerPoint")),
        *({word: 0.25} for word in ("stakeEur", "eurPerPoint", "einsatzProPunkt", "valorDelPunto", "stawka")),
    ],
)  # fmt: skip
def test_keys_of_several_words(trial: Trial, keys: dict[str, object]) -> None:
    out = trial.accepted(data(**keys, gameType="OFC Pineapple"), name="x.json").out
    assert "Ben pays Ana 1.25 EUR." in out


@each("word", ["maxStake", "stakeMin", "stakeUsdOrEur", "rakePerPoint"])
def test_keys_that_ask(trial: Trial, word: str) -> None:
    ran = trial.refused(data(**{word: 0.25}), name="x.json")
    assert "stake: 1" not in ran.err


A1, B1, C1 = (
    "Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc",
    "6h 6d 2c / Kh Kd 9s 4c 3c / As 8s 5s 3s 2s",
    "foul",
)
A2, B2 = "8h 8c 4c / Ac As Th 7d 3s / Kd Kc 9d 9c 2d", "Jd 7h 5c / Qh Qc 8s 4h 3h / Js Jc Ts Td 3c"


def chat(*said: tuple[str, str]) -> str:
    return "".join(f"13/11/2026, 20:{10 + i} - {who}: {text}\n" for i, (who, text) in enumerate(said))


START = (("Ana", "hi all"), ("Ben", "hi"))
FIRST, SECOND = (("Ana", A1), ("Ben", B1)), (("Ben", B2), ("Ana", A2))
THREE_LINES = (("Ben", B2.replace(" / ", "\n")), ("Ana", A2.replace(" / ", "\n")))


@each(
    "said",
    [
        (*FIRST, *SECOND),
        (*FIRST, *SECOND[::-1]),
        (*FIRST, ("Ben", "gg"), *SECOND),
        (*FIRST, *THREE_LINES),
        (("Ana", A1.replace(" / ", "\n")), ("Ben", B1.replace(" / ", "\n")), *THREE_LINES),
        (*FIRST, ("Ben", B2.split(" / ")[0]), ("Ben", B2.split(" / ")[1]), ("Ben", B2.split(" / ")[2]), SECOND[1]),  # noqa: E501
        (("Ana", "#1"), *FIRST, ("Ana", "#2"), *SECOND),
        (("Ana", f"game 1\nAna {A1}\nBen {B1}"), ("Ana", f"game 2\nAna {A2}\nBen {B2}")),
    ],
)  # fmt: skip
def test_chats_whose_messages_name_no_deal(trial: Trial, said: tuple[tuple[str, str], ...]) -> None:
    assert "Ben pays Ana 14 points." in trial.accepted(chat(*START, *said), name="x.txt").out


@pytest.mark.parametrize("first", ["fouled", "foul :(", "I fouled"])
def test_a_foul_may_begin_a_deal(trial: Trial, first: str) -> None:
    ran = trial.accepted(chat(*START, *FIRST, ("Ben", first), ("Ana", A2)), name="x.txt")
    assert "Ben pays Ana 14 points." in ran.out


@each(
    "said",
    [
        # Somebody has no board in the last deal, in the one above, or in the first.
        (*FIRST, ("Ben", B2)),
        (*FIRST, *SECOND, ("Ana", A1)),
        (("Ana", A1), ("Ben", B1), ("Ben", B2), ("Cid", A2)),
        (("Ana", A1), ("Ben", B1), ("Cid", A2), ("Ana", A2), ("Ben", B2), ("Ana", A1), ("Ben", B1), ("Cid", B2)),  # noqa: E501
        (("Ana", A1), ("Ana", A2), ("Ben", B1), ("Ben", B2)),
        # A second board may be the first one corrected.
        (*FIRST, ("Ana", A1.replace("5c", "5h")), ("Ben", B1)),
        (*FIRST, *SECOND, ("Ana", A2.replace("2d", "2h")), ("Ben", B2)),
        # Other messages name deals.
        (("Ana", "game 1"), *FIRST, *SECOND),
        (*FIRST, ("Ana", "void"), ("Ben", "that one does not count"), *SECOND),
    ],
)  # fmt: skip
def test_borders_that_ask(trial: Trial, said: tuple[tuple[str, str], ...]) -> None:
    trial.refused(chat(*START, *said), name="x.txt")


@pytest.mark.parametrize(
    "first", ["round 1 (pineapple 10p)", "Game 1 - pineapple, 10p a point", "hand 1: pineapple 10p"]
)
def test_what_is_said_with_the_first_deal_holds_on(trial: Trial, first: str) -> None:
    text = chat(*START, ("Ana", first), *FIRST, ("Ana", first.partition("1")[0] + "2"), *SECOND)
    ran = trial.accepted(text, name="x.txt")
    assert "Rules: ofc-pineapple" in ran.out
    assert "Ben pays Ana 1.40 GBP." in ran.out


def test_a_stake_of_a_later_deal_does_not_hold_for_all(trial: Trial) -> None:
    text = chat(*START, ("Ana", "game 1"), *FIRST, ("Ana", "game 2 (10p)"), *SECOND)
    assert "deal 1" in trial.refused(text, name="x.txt").err


@each(
    "line",
    [
        'Ana created group "Pusoy Cousins"',
        "Ana created group “Pineapple: 10c a point”",
        'Ana hat die Gruppe "Pusoy" erstellt',
        'Ana changed the subject from "Cards" to "Pineapple"',
    ],
)
def test_a_line_of_the_app_says_no_rules(trial: Trial, line: str) -> None:
    head = f"13/11/2026, 20:00 - Messages and calls are end-to-end encrypted.\n13/11/2026, 20:00 - {line}\n"
    ran = trial.accepted(head + chat(*START, *FIRST, *SECOND), name="x.txt")
    assert "Ben pays Ana 14 points." in ran.out


def messenger(*said: tuple[str, str], title: str = "Cards") -> str:
    messages = [
        {"sender_name": who, "timestamp_ms": 1764421200000 + i, "content": text.encode().decode("latin-1")}
        for i, (who, text) in enumerate(said)
    ]
    return json.dumps({"participants": [], "messages": messages[::-1], "title": title}, indent=2)


def telegram(*said: tuple[str, str], title: str = "Cards") -> str:
    made = {"id": 0, "type": "service", "date": "2026-11-13T20:00:00", "actor": "Ana", "text": ""}
    messages = [
        {
            "id": i,
            "type": "message",
            "date": f"2026-11-13T20:{10 + i}:00",
            "from": who,
            "text": [text[:3], text[3:]],
        }
        for i, (who, text) in enumerate(said)
    ]
    return json.dumps({"name": title, "type": "private_group", "messages": [made, *messages]})


GAMES = (("Ana", "game 1"), *FIRST, ("Ana", "game 2"), *SECOND)


@pytest.mark.parametrize("export", [messenger, telegram])
def test_exports_of_chats(trial: Trial, export: Callable[..., str]) -> None:
    for said in (GAMES, (*FIRST, *SECOND)):
        suits = tuple(
            (who, text.replace("h", "♥").replace("d", "♦")) if "/" in text else (who, text)
            for who, text in said
        )
        assert "Ben pays Ana 14 points." in trial.accepted(export(*suits), name="x.json").out
    ran = trial.accepted(export(*GAMES, title="Pineapple"), name="x.json")
    assert "Rules: ofc-pineapple" in ran.out
    ran = trial.accepted(export(("Ben", "pineapple, 10c a point"), *GAMES, title="OFC"), name="x.json")
    assert "Rules: ofc-pineapple" in ran.out
    trial.refused(export(*GAMES, ("Ben", "that last deal is void")), name="x.json")
    trial.refused(export(*GAMES)[:-40], name="x.json")


def test_deals_in_the_titles_of_aligned_columns(trial: Trial) -> None:
    rows = [
        ("Hand 1", "Front    Middle    Back"),
        ("Susan", "TT9      QQJ86     77442"),
        ("Joan", "432      JJK96     AAA88"),
        ("", ""),
    ]
    again = [("Hand 3", "Front    Middle    Back"), ("Susan", "J86      AK753     99944"), ("Joan", "misset")]
    text = "".join(f"{name:<10}{cells}".rstrip() + "\n" for name, cells in (*rows, *again))
    out = trial.accepted(text, name="x.txt").out
    assert "Deal 3" in out or "\n3 " in out
    assert "Joan" in out


A_ROWS, B_ROWS = ("J75", "22K87", "TT33A"), ("K96", "22Q87", "AAJJ6")
"""Ben wins 1 from Ana with his rows."""


def sides(head: str, *, turned: bool = False, labels: tuple[str, ...] = ("Top", "Mid", "Bot")) -> str:
    """Return boards of Ana and Ben side by side, Ben's on the left if `turned`."""
    boards = (B_ROWS, A_ROWS) if turned else (A_ROWS, B_ROWS)
    return f"{head}\n" + "".join(f"{','.join(row)}\n" for row in zip(labels, *boards, strict=True))


ONE_SIDE = sides("Hand 1,Ana,Ben")
H, ONE_ROWS = (
    "Hand,Name,Top,Mid,Bot,Pts\n",
    f"1,Ana,{','.join(A_ROWS)},-1\n,Ben,{','.join(B_ROWS)},1\n",
)


def beside(title: str, ana: str, ben: str, above: str = "", *, points: str = "Pts,-1,1") -> str:
    """Return a sheet of two boards with points and one more column."""
    name, *won = points.split(",")
    rows = zip(("Ana", "Ben"), (A_ROWS, B_ROWS), won, (ana, ben), strict=True)
    cells = [f"1;{who};{';'.join(board)};{point};{cell}\n" for who, board, point, cell in rows]
    return f"{above}Deal;Player;Top;Mid;Bot;{name};{title}\n{''.join(cells)}"


@each(
    ("text", "paid"),
    [
        # Names stand again above each deal, in any order, and more people join.
        (f"{ONE_SIDE},,\n{sides('Hand 2,Ben,Ana', turned=True)}Total,2,-2\n", "2 points"),
        (f"{ONE_SIDE}Points,-1,1\n{sides('Hand 2,Ana,Ben')}Points,-1,1\nTotal,-2,2\n", "2 points"),
        (f"{sides(',Ana,Ben')}{sides(',Ben,Ana', turned=True)}", "2 points"),
        (f"{sides('Row,Ana,Ben')}{sides('Row,Ana,Ben')}", "2 points"),
        (f"Ponto,R$ 0\\,50,\n,,\n{sides('Mão 1,Ana,Ben', labels=('Topo', 'Meio', 'Fundo'))}", "0.50 R$"),
        (f"{sides('Runde 1,Ana,Ben', labels=('oben', 'mitte', 'unten'))}", "1 point"),
        (f"stake,0.50 EUR,\n{ONE_SIDE}{sides('hand #2,Ana,Ben')}euro,-1.00,1.00\n", "1.00 EUR"),
        (f"Ставка,10 руб,\n{sides('Раздача 1,Ana,Ben', labels=('верх', 'середина', 'низ'))}", "10.00 RUB"),
        # A word for totals above them.
        (f"{H}{ONE_ROWS}TOTAL,,,,,\n,Ana,,,,-1\n,Ben,,,,1\n", "1 point"),
        (f"{H}{ONE_ROWS}\nGesamt,,,,,\n,Ana,,,,-1\n,Ben,,,,1\n", "1 point"),
        (f"{H}{ONE_ROWS}Totals\nAna,-1\nBen,1\n", "1 point"),
        (beside("€", "-0,50", "0,50") + "Total;;;;;;\n;Ana;;;;-1;-0,50\n;Ben;;;;1;0,50\n", "€0.50"),
        (beside("Stand €", "9,50", "-9,50", "Einsatz;0,50 EUR\n"), "0.50 EUR"),
        (f"{H}{ONE_ROWS},,,,,\nИтого,,,,,\n,Ana,,,,-1\n,Ben,,,,1\n", "1 point"),
        # Results in money are checked, and with points they state the stake.
        (beside("R$", "-0,50", "0,50", "aposta;0,50 BRL\n"), "0.50 BRL"),
        (beside("Dinheiro", "-0,50", "0,50", "aposta;0,50 BRL\n"), "0.50 BRL"),
        (beside("Geld", "-0,50", "+0,50", "Einsatz;0,50 EUR\n"), "0.50 EUR"),
        (beside("Money", "-$0.50", "$0.50", "stake;0.50 USD\n"), "0.50 USD"),
        (beside("Importe (€)", "-0,50", "0,50", "apuesta;0,50 EUR\n"), "0.50 EUR"),
        (beside("Euro", "-0,50", "0,50"), "0.50 EUR"),
        (beside("€", "-0,25", "0,25"), "€0.25"),
        (beside("руб", "-10", "10"), "10.00 RUB"),
        (beside("Betrag (€)", "-0,50", "0,50"), "€0.50"),
    ],
    few=8,
)
def test_sheets_with_more_rows_and_columns(trial: Trial, text: str, paid: str) -> None:
    text = text.replace("R$ 0\\,50", '"R$ 0,50"')
    assert f"Ana pays Ben {paid}." in trial.accepted(text, name="x.csv").out


@each(
    "text",
    [
        # Names twice, figures and cards in place of names, and labels without their names.
        f"{ONE_SIDE}{sides('Hand 2,Ana,Ana')}",
        f"{ONE_SIDE}Hand 2,1,-1\n",
        f"{ONE_SIDE}Hand 2,J75,K96\n",
        f"{ONE_SIDE}Hand 2,-,€1\n",
        f"{ONE_SIDE}{sides('Hand 1,Ben,Ana', turned=True)}Total,2,-2\n",
        f"{ONE_SIDE}{sides(',Ana,Cid')}",
        f"{ONE_SIDE}{sides('Hand 2,Ben,Ana', turned=True)}Total,-2,2\n",
        f"{ONE_SIDE}{sides('Hand 2,Ben,Ana')}Total,-2,2\n",
        # Totals that are not right, or of nobody.
        f"{H}{ONE_ROWS}TOTAL,,,,,\n,Ana,,,,1\n,Ben,,,,-1\n",
        f"{H}{ONE_ROWS}TOTAL,,,,,\n,,,,,-1\n",
        f"{H}{ONE_ROWS}TOTAL,,,,,\n,Zoe,,,,1\n",
        # Money that differs from the points, is no result, or has no stake.
        beside("R$", "-0,50", "0,75", "aposta;0,50 BRL\n"),
        beside("R$", "0,50", "-0,50", "aposta;0,50 BRL\n"),
        beside("Buy-in (€)", "10", "10", "Einsatz;0,50 EUR\n"),
        beside("bezahlt €", "0,50", "0", "Einsatz;0,50 EUR\n"),
        beside("Euro", "-0,50", "0,75"),
        beside("Euro", "0,50", "-0,50"),
        beside("Euro", "-0,50", "0,50", points="Note,,"),
        beside("Rake €", "0,10", "0,10"),
    ],
)
def test_more_rows_and_columns_that_ask(trial: Trial, text: str) -> None:
    trial.refused(text, name="x.csv")


HEAD: Final = "Deal,Player,Board,Points\n"
ROW_ANA: Final = "QhQd5c / AhAd7s6c2d / 9hTsJdQsKc"
ROW_BEN: Final = "6h6d2c / KhKd9s4c3c / As8s5s3s2s"


@each(
    "sheet",
    [
        f"{HEAD}1,Ana,{ROW_ANA},5\n1,Ben,{ROW_BEN},(5)\n",
        f"Hand,Name,Hand,Result\n1,Ana,{ROW_ANA},5\n1,Ben,{ROW_BEN},-5\n".replace(
            "Hand,Result", "Board,Result"
        ),
        f"#,Player,Board,Points\n1,Ana,{ROW_ANA},5\n,Ben,{ROW_BEN},-5\n2,Ana,{ROW_ANA},5\n,Ben,{ROW_BEN},-5\n",
        f"{HEAD}1,Ana,{ROW_ANA},5\n1,Ben,{ROW_BEN},-5\n2,Ana,{ROW_ANA},5\n2,Ben,{ROW_BEN},-5\nTotal,Ana,,10\n,Ben,,-10\n",
        f"Game,Player,Board,Points\n1,Ana,{ROW_ANA},5\n1,Ben,{ROW_BEN},-5\nSum,Ana,,5\nSum,Ben,,-5\n",
        f"rules,ofc,,,\nstake,£0.25,,,\n{HEAD.strip()},Amount\n1,Ana,{ROW_ANA},5,£1.25\n1,Ben,{ROW_BEN},(5),(£1.25)\n",
        "Deal;Ana;Ben\n1;♡Q♢Q♧5 / ♡A♢A♤7♧6♢2 / ♡9♤T♢J♤Q♧K;♡6♢6♧2 / ♡K♢K♤9♧4♧3 / ♤A♤8♤5♤3♤2\n",
    ],
)
def test_sheets_of_boards(trial: Trial, sheet: str) -> None:
    trial.accepted(sheet, name="x.csv")


@pytest.mark.parametrize(
    "sheet",
    [
        f"{HEAD}1,Ana,{ROW_ANA},(5)\n1,Ben,{ROW_BEN},5\n",
        f"{HEAD}1,Ana,{ROW_ANA},5\n1,Ben,{ROW_BEN},-5\nTotal,Ana,,6\n,Ben,,-6\n",
        f"rules,ofc,,,\nstake,£0.25,,,\n{HEAD.strip()},Amount\n1,Ana,{ROW_ANA},,(£1.25)\n1,Ben,{ROW_BEN},,£1.25\n",
    ],
)
def test_sheets_whose_points_are_others(trial: Trial, sheet: str) -> None:
    assert "expect-failed" in trial.refused(sheet, name="x.csv").err


BELOW_NAMES = """
             ANA              BEN
HAND 1
top          Qh Qd 5c         6h 6d 2c
mid          Ah Ad 7s 6c 2d   Kh Kd 9s 4c 3c
bot          9h Ts Jd Qs Kc   As 8s 5s 3s 2s
points       +5               -5

HAND 2
top          8h 8c 4c         Jd 7h 5c
mid          Ac As Th 7d 3s   Qh Qc 8s 4h 3h
bot          Kd Kc 9d 9c 2d   Js Jc Ts Td 3c
                              FOUL
points       +{0}             -{0}

TOTAL        +{1}             -{1}
"""


def test_a_sheet_with_the_names_above_all_deals(trial: Trial) -> None:
    assert "BEN pays ANA 14 points." in trial.accepted(BELOW_NAMES.format(9, 14)).out
    numbered = re.sub(r"HAND ([12])\ntop {9}", r"#\1  top      ", BELOW_NAMES.format(9, 14))
    assert "BEN pays ANA 14 points." in trial.accepted(numbered).out
    assert "ANA: Qh Qd 5c" in trial.accepted(numbered, command=("fmt",)).out
    assert "[expect-failed]" in trial.refused(BELOW_NAMES.format(8, 14)).err


FOULED = "8c 8d 8s,Tc Td Ac 3c 5d,Kh Kd Jc 9s 6s"


@each(
    "sheet",
    [
        f"Deal,Player,Top,Middle,Bottom,Points\n1,Ana,{ANA},+15\n1,Ben,{FOULED},-15 (foul)\n",
        f"Deal,Player,Top,Middle,Bottom,Points,Royalties\n1,Ana,{ANA},15,9\n1,Ben,{FOULED},-15,foul\n",
        # A remark beside a row without cards.
        *(
            f"Deal,Player,Top,Middle,Bottom,Points,{title}\n1,Ana,{ANA},15,\n1,Ben,{cells},-15,{remark}\n"
            for title, cells, remark in (
                ("Note", ",,", "fouled :("),
                ("Obs", ",,", "queimou"),
                ("Pozn.", "X,X,X", "faul"),
                ("Bem.", "-,-,-", "verbrannt (Drilling oben)"),
                ("Status", "n/a,n/a,n/a", "foul"),
                ("Anything", ",,", "fouled"),
                ("Foul", "x,x,x", "x"),
                ("Note", "foul,x,x", "bad luck"),
            )
        ),
        ",Ana,Ben\n"
        + "".join(
            f"{label},{ana},{ben}\n"
            for label, ana, ben in zip(
                ("top", "middle", "bottom"), ANA.split(","), FOULED.split(","), strict=True
            )
        )
        + "points,+15,-15 (fouled!)\n",
    ],
)
def test_a_foul_beside_points(trial: Trial, sheet: str) -> None:
    assert "Ben pays Ana 15 points." in trial.accepted(sheet, name="x.csv").out
    assert "[expect-failed]" in trial.refused(sheet.replace("15", "14"), name="x.csv").err


def test_a_row_about_the_settlement_is_checked(trial: Trial) -> None:
    sheet = f"stake,0.50 EUR\n{POINTS}total,Ana,,,,14\ntotal,Ben,,,,-14\n,,,,Ben pays Ana,7.00\n"
    assert "Ben pays Ana 7.00 EUR." in trial.accepted(sheet, name="x.csv").out
    assert "[expect-failed]" in trial.refused(sheet.replace("7.00", "8.00"), name="x.csv").err
    assert "is about money" in trial.refused(sheet.replace("7.00", "7.00 for the pizza"), name="x.csv").err


@each(
    ("row", "paid"),
    [
        ("1,Cid,foul,,,pays for the pizza", "Cid pays Ana 20 points."),
        ("1,Cid,absent,,,gets the beer", "Ben pays Ana 5 points."),
    ],
)
def test_a_note_beside_a_word_for_a_state_is_a_note(trial: Trial, row: str, paid: str) -> None:
    sheet = f"Deal,Player,Top,Middle,Bottom,Note\n1,Ana,{ANA},\n1,Ben,{BEN},\n"
    assert paid in trial.accepted(f"{sheet}{row}\n", name="x.csv").out
    assert "is about money" in trial.refused(f"{sheet},Cid,pays 5,,,for the pizza\n", name="x.csv").err


def test_a_deal_is_void_if_the_remark_beside_each_of_its_boards_says_so(trial: Trial) -> None:
    titles = "Deal,Player,Front,Middle,Back,Remarks,Points\n"
    rows = f"{titles}1,Ana,QQ5,A9762,9TJQK,,\n1,Ben,663,KK943,88844,,\n"
    void = "2,Ana,QQ4,A9762,9TJQK,Void - card found on floor,0\n2,Ben,662,KK943,88844,{0},0\n"
    one = trial.accepted(rows, name="night.csv").out
    both = trial.accepted(rows + void.format("Void"), name="night.csv").out
    assert "Void: deal 2" in both
    assert one.splitlines()[-1] == both.splitlines()[-1]
    # A remark beside one board may be about that board.
    assert "expect-failed" in trial.refused(rows + void.format(""), name="night.csv").err


@each(
    "titles",
    [
        "Runde;Spieler;Oben;Mitte;Unten",
        "Mano;Jugador;Arriba;Medio;Abajo",
        "Donne,Joueur,Haut,Milieu,Bas",
        "Smazzata\tNome\tSopra\tMezzo\tSotto",
        "Ronde;Speler;Boven;Midden;Onder",
        "Rodada,Jogador,Topo,Meio,Fundo",
        "OFC;;;;\nRozdanie;Gracz;Góra;Środek;Dół",
    ],
)
def test_titles_in_any_language_make_a_table_of_a_text_file(tmp_path: Path, titles: str) -> None:
    sign = next(sign for sign in ";\t," if sign in titles)
    log = tmp_path / "night.txt"
    log.write_text(f"{titles}\n{ROWS.replace(',', sign)}")
    found = json.loads(run("score", "--format", "json", log).out)
    assert [deal["totals"] for deal in found["deals"]] == [{"Ana": 5, "Ben": -5}, {"Ana": 9, "Ben": -9}]


LINES = "".join(
    f"{name},{row},{cards},{points if row == 'bottom' else ''}\n"
    for name, board, points in (("Ana", ANA, 5), ("Ben", BEN, -5))
    for row, cards in zip(("top", "middle", "bottom"), board.split(","), strict=True)
)
"""Each line has one row of a board, and the last one its points."""


def test_a_table_with_a_line_per_row_has_points_and_settings(tmp_path: Path) -> None:
    log = tmp_path / "night.csv"
    titles = "Player,Row,Cards,Points"
    log.write_text(f"Stake,0.50 EUR,,\n{titles}\n{LINES}\n{LINES}Rules,ofc,,\n")
    found = json.loads(run("score", "--format", "json", log).out)
    assert [deal["totals"] for deal in found["deals"]] == 2 * [{"Ana": 5, "Ben": -5}]
    log.write_text(f"{titles}\n{LINES}".replace("Ts", "Ts,7,8"))
    assert "this cell has no column title above it" in run("score", log).err
