"""Tables as people keep them, with the equivalent text log or the error code."""

from __future__ import annotations

from pathlib import Path

from tests.command import run
from tests.loops import each

A, B = ("J75", "22K87", "TT33A"), ("K96", "22Q87", "AAJJ6")
A_CELLS, B_CELLS = ",".join(A), ",".join(B)
A_BOARD, B_BOARD = " / ".join(A), " / ".join(B)
A_CARDS = ["Jd", "7c", "5c", "2d", "2s", "Kd", "8d", "7s", "Tc", "Th", "3d", "3h", "Ad"]
B_CARDS = ["Ks", "9h", "6d", "2c", "2h", "Qc", "8s", "7h", "Ac", "As", "Jh", "Js", "6c"]
ONE = f"deal 1\nAna: {A_BOARD}\nBen: {B_BOARD}\n"
TWO = f"{ONE}deal 2\nAna: {B_BOARD}\nBen: {A_BOARD}\n"
NAMELESS = ONE.removeprefix("deal 1\n")
H = "Deal,Player,Top,Mid,Bot"
ROWS = f"1,Ana,{A_CELLS}\n1,Ben,{B_CELLS}\n"
BLOCK, OTHER_BLOCK = (
    "".join(f"{','.join(cells)}\n" for cells in zip(("Top", "Mid", "Bot"), *boards, strict=True))
    for boards in ((A, B), (B, A))
)
BLOCK = f",Ana,Ben\n{BLOCK}"
SINGLE_CARDS = f"Ana,{','.join(A_CARDS)}\nBen,{','.join(B_CARDS)}\n"


def single(title: str) -> str:
    """Return two boards with one more titled column and empty cells."""
    return f"{H},{title}\n1,Ana,{A_CELLS},@\n1,Ben,{B_CELLS},@\n"


READ: dict[str, tuple[str, ...]] = {
    "a deal of double stakes beside its players": (
        f"stake,2\ndeal 1 x2{BLOCK}deal 2 void,Ana,Ben\n{OTHER_BLOCK}",
        f"stake: 2\n{ONE.replace('deal 1', 'deal 1{n}stake: x2')}{TWO.removeprefix(ONE)}void: void\n".format(
            n="\n"
        ),
    ),
    "the rate of a point, money and totals named as a deal": (
        "Date,Venue,Rate (EUR/pt),Deal,Player,Top,Mid,Bot,Points,EUR\n"
        + "".join(
            f"2025-01-24,Ruth's flat,0.25,{deal},{cells},{points},{money}\n"
            for deal, cells, points, money in (
                *((1, f"Ana,{A_CELLS}", -1, -0.25), (1, f"Ben,{B_CELLS}", 1, 0.25)),
                *(("Total", "Ana,,,", -1, -0.25), ("Total", "Ben,,,", 1, 0.25)),
            )
        ),
        f"stake: 0.25 EUR\n{ONE.replace('1', '1 2025-01-24', 1)}"
        + "note: Ruth's flat\n" * 2
        + "expect Ana: result -1\nexpect Ben: result 1\nrunning: Ana -1\nrunning: Ben 1\n",
    ),
    "a fouled player beside others": (
        BLOCK.replace("Ben\n", "Ben,Cid (foul)\n"),
        f"{NAMELESS}Cid: foul\n",
    ),
    **{
        f"a corner without a meaning, {word}": (f"{word}{BLOCK}", NAMELESS)
        for word in ("row", "player", "board", "names", "Friday game")
    },
    **{
        f"a title without a meaning above nothing, {title}": (single(title).replace("@", ""), ONE)
        for title in ("comment", "photo", "Column1", "Unnamed: 7", "Paid", "Ana's place")
    },
    "a deal a row": (f"Deal,Ana,Ben\n1,{A_BOARD},{B_BOARD}\n2,{B_BOARD},{A_BOARD}\n", TWO),
    "a deal a row without its name": (f"Ana,Ben\n{A_BOARD},{B_BOARD}\n{B_BOARD},{A_BOARD}\n", TWO),
    "a deal a row, with a foul and somebody absent": (
        f"Deal,Ana,Ben,Cid,Dee\n1,{A_BOARD},{B_BOARD},foul,\n",
        f"{ONE}Cid: foul\n",
    ),
    "a deal a row, with points": (
        f"Deal,Ana,Ana points,Ben,Ben points\n1,{A_BOARD},-1,{B_BOARD},1\n",
        f"{ONE}expect Ana: result -1\nexpect Ben: result 1\n",
    ),
    "titles in two rows": (
        f"Deal,Ana,,,Ben,,\n,Top,Mid,Bot,Top,Mid,Bot\n1,{A_CELLS},{B_CELLS}\n2,{B_CELLS},{A_CELLS}\n",
        TWO,
    ),
    "a row of each player a column": (
        f"Deal,Ana top,Ana mid,Ana bot,Ben top,Ben mid,Ben bot\n1,{A_CELLS},{B_CELLS}\n",
        ONE,
    ),
    "a column a player": (
        ",Ana,Ben\n"
        + "".join(f"{row},{a},{b}\n" for row, a, b in zip(("Top", "Mid", "Bot"), A, B, strict=True)),
        NAMELESS,
    ),
    "a column a player, several deals": (
        "Deal,Row,Ana,Ben\n"
        + "".join(
            f"{deal if row == 'Back' else ''},{row},{a},{b}\n"
            for deal, ana, ben in ((1, A, B), (2, B, A))
            for row, a, b in zip(("Back", "Middle", "Front"), reversed(ana), reversed(ben), strict=True)
        ),
        TWO,
    ),
    "a column a player, with totals below each deal": (
        f"{BLOCK}total,-1,1\n{OTHER_BLOCK}total,0,0\n",
        TWO.replace("deal 2", "running: Ana -1, Ben 1\ndeal 2") + "running: Ana 0, Ben 0\n",
    ),
    "a column a player, and a void deal below others": (
        f"{BLOCK}\n{OTHER_BLOCK}void: yes\n",
        TWO.replace("deal 2\n", "deal 2\nvoid\n"),
    ),
    "totals between deals": (
        f"Deal,Who,Board\n1,Ana,{A_BOARD}\n1,Ben,{B_BOARD}\nWho,Total\nAna,-1\nBen,1\n\n"
        f"Deal,Who,Board\n2,Ana,{B_BOARD}\n,Ben,{A_BOARD}\n",
        TWO.replace("deal 2", "running: Ana -1\nrunning: Ben 1\ndeal 2"),
    ),
    "a card a column": (f"Player,{','.join(f'c{i}' for i in range(1, 14))}\n{SINGLE_CARDS}", ""),
    "a card a column, below merged titles": (f"Player,Top,,,Middle,,,,,Bottom,,,,\n{SINGLE_CARDS}", ""),
    "a card a column, T1 to B5": (f"Player,T1,T2,T3,M1,M2,M3,M4,M5,B1,B2,B3,B4,B5\n{SINGLE_CARDS}", ""),
    "merged cells of the deal": (
        f"{H}\n1,Ana,{A_CELLS}\n,Ben,{B_CELLS}\n2,Ana,{B_CELLS}\n,Ben,{A_CELLS}\n",
        TWO,
    ),
    "settings above the titles": (
        f"Stake,0.50 EUR,Date,20.11.2026\nPlayers,Ana,Ben\nRules,Pineapple\n,,\n{H}\n{ROWS}",
        f"stake: 0.50 EUR\ndate: 2026-11-20\nplayers: Ana, Ben\nrules: ofc-pineapple\n{ONE}",
    ),
    "a heading above the titles": (
        f"OFC pineapple Friday,,,\n,,,\n{H}\n{ROWS}",
        f"rules: ofc-pineapple\n{ONE}",
    ),
    "German, with semicolons": (
        "Einsatz;0,25 €\n;\n"
        f"Spiel;Name;Oben;Mitte;Unten;Punkte\n1;Ana;{';'.join(A)};-1\n1;Ben;{';'.join(B)};+1\n",
        f"stake: 0.25 €\n{ONE}expect Ana: result -1\nexpect Ben: result +1\n",
    ),
    "Chinese": (f"局,玩家,头道,中道,尾道\n1,Ana,{A_CELLS}\n1,Ben,{B_CELLS}\n", ONE),
    "whole boards": (f"Hand,Who,Board\n1,Ana,{A_BOARD}\n1,Ben,{B_BOARD}\n", ONE),
    "no titles": (f"Ana,{A_BOARD}\nBen,{B_BOARD}\n", NAMELESS),
    "no titles, and a foul": (f"1,Cid,,,,foul\n{ROWS}", ONE.replace("1\n", "1\nCid: foul\n", 1)),
    "headings of deals between": (
        f"Player,Top,Mid,Bot\nDeal 1,,,\nAna,{A_CELLS}\nBen,{B_CELLS}\n"
        f"Deal 2,,,\nAna,{B_CELLS}\nBen,{A_CELLS}\n",
        TWO,
    ),
    "blank rows between deals": (
        f"Player,Top,Mid,Bot\nAna,{A_CELLS}\nBen,{B_CELLS}\n,,,\nAna,{B_CELLS}\nBen,{A_CELLS}\n",
        TWO,
    ),
    "the titles again": (f"{H}\n{ROWS}\n{H}\n2,Ana,{B_CELLS}\n2,Ben,{A_CELLS}\n", TWO),
    "totals below": (
        f"{H},Points\n1,Ana,{A_CELLS},-1\n1,Ben,{B_CELLS},1\n,,,,,\nTotal,Ana,,,,-1\nTotal,Ben,,,,1\n",
        f"{ONE}expect Ana: result -1\nexpect Ben: result 1\nrunning: Ana -1\nrunning: Ben 1\n",
    ),
    "totals below players": (
        f"Deal,Ana,Ben\n1,{A_BOARD},{B_BOARD}\nGesamt,-1,1\n",
        f"{ONE}running: Ana -1, Ben 1\n",
    ),
    "a factor of the stake": (
        "stake: 1\n" + single("Multiplier").replace("@", "2"),
        "stake: 1\n" + ONE.replace("1\n", "1\nstake: x2\n", 1),
    ),
    "a stake as a factor": (
        "stake: 1\n" + single("Stake").replace("@", "x2"),
        "stake: 1\n" + ONE.replace("1\n", "1\nstake: x2\n", 1),
    ),
    "Markdown with one dash a column": (
        "x.md",
        f"Pineapple 50c/pt\n\n|Player|Board|\n|-|-:|\n|Ana|{A_BOARD}|\n|Ben|{B_BOARD}|\n",
        f"rules: ofc-pineapple\nstake: 50 c\n{NAMELESS}",
    ),
    "points below a deal a row": (
        f"Deal,Ana,Ben\n1,{A_BOARD},{B_BOARD}\nPoints,-1,1\n",
        f"{ONE}running: Ana -1, Ben 1\n",
    ),
    "points to be added": (
        single("Adjust").replace("@", "5", 1).replace("@", "-5"),
        f"{ONE}adjust: Ana 5, Ben -5\n",
    ),
    "a column of fouls": (f"{single('Foul').replace('@', '')}1,Cid,,,,x\n", f"{ONE}Cid: foul\n"),
    "a foul in place of cards": (f"{H}\n{ROWS}1,Cid,FOUL,,\n", f"{ONE}Cid: foul\n"),
    "a number of the row": (f"#,Player,Top,Mid,Bot\n1,Ana,{A_CELLS}\n2,Ben,{B_CELLS}\n", NAMELESS),
    "words kept as notes": (
        single("Mood").replace("@", "happy", 1).replace("@", ""),
        ONE.replace("1\n", "1\nnote: Mood: happy\n", 1),
    ),
    "points behind each board": (
        f"Deal,Ana,Points,Ben,Points\n1,{A_BOARD},-1,{B_BOARD},1\n",
        f"{ONE}expect Ana: result -1\nexpect Ben: result 1\n",
    ),
    "words behind the name of a deal": (
        f"stake: 1\n{H}\n1 x2,Ana,{A_CELLS}\n1 x2,Ben,{B_CELLS}\n",
        "stake: 1\n" + ONE.replace("1\n", "1\nstake: x2\n", 1),
    ),
    "a date for each deal": (
        f"Date,Player,Top,Mid,Bot\n20.11.2026,Ana,{A_CELLS}\n20.11.2026,Ben,{B_CELLS}\n"
        f"21.11.2026,Ana,{B_CELLS}\n21.11.2026,Ben,{A_CELLS}\n",
        TWO.replace("deal 1", "deal 1 2026-11-20").replace("deal 2", "deal 2 2026-11-21"),
    ),
    "titles of two words": (
        f"Hand #,Seat,Player Name,Top row,Middle (5),Back cards\n1,1,Ana,{A_CELLS}\n1,2,Ben,{B_CELLS}\n",
        ONE,
    ),
    "a payment and a table of totals below": (
        f"{H}\n{ROWS},,,,\nBen paid Ana 5,,,,\n\nName,Total\nAna,-1\nBen,1\n",
        f"{ONE}paid: Ben -> Ana 5\nrunning: Ana -1\nrunning: Ben 1\n",
    ),
    "bars between cells": (f"{H}\n{ROWS}".replace(",", "|"), ONE),
    "points below a column a player": (
        "x.md",
        "| Row | Ana | Ben |\n|---|---|---|\n"
        + "".join(f"| {row} | {a} | {b} |\n" for row, a, b in zip(("Top", "Mid", "Bot"), A, B, strict=True))
        + "| Points | -1 | 1 |\n",
        f"{NAMELESS}expect Ana: result -1\nexpect Ben: result 1\n",
    ),
    "Markdown below headings of deals": (
        "x.md",
        "# Friday\n"
        + "".join(
            f"\n## Deal {deal}\n\n| Player | Top | Mid | Bot |\n|:--|--:|:-:|---|\n"
            f"| **Ana** | {' | '.join(a)} |\n| Ben | {' | '.join(b)} |\n"
            for deal, a, b in ((1, A, B), (2, B, A))
        )
        + "\nBen paid Ana 5\n",
        f"{TWO}paid: Ben -> Ana 5\n",
    ),
    "org": (
        "x.org",
        "#+TITLE: Friday\n\n"
        f"| Player | Board |\n|--------+-------|\n| Ana | {A_BOARD} |\n| Ben | {B_BOARD} |\n",
        f"title: Friday\n{NAMELESS}",
    ),
    "a box": (
        "x.txt",
        "┌─────┬─────┬─────┬─────┐\n│ Name │ Top │ Mid │ Bot │\n├─────┼─────┼─────┼─────┤\n"
        f"│ Ana │ {' │ '.join(A)} │\n│ Ben │ {' │ '.join(B)} │\n└─────┴─────┴─────┴─────┘\n",
        NAMELESS,
    ),
    "Markdown without bars at the ends": (
        "x.md",
        f"stake: 0.50\n\nPlayer | Top | Mid | Bot\n--- | --- | :-: | ---\n"
        f"Ana | {' | '.join(A)}\nBen | {' | '.join(B)}\n",
        f"stake: 0.50\n{NAMELESS}",
    ),
    "psql": (
        "x.txt",
        " deal | player | top | mid | bot\n------+--------+-----+-------+------\n"
        f"    1 | Ana    | {' | '.join(A)}\n    1 | Ben    | {' | '.join(B)}\n(2 rows)\n\nBen paid Ana 5\n",
        f"{ONE}paid: Ben -> Ana 5\n",
    ),
    "mysql": (
        "x.txt",
        "+------+-----+-----+-----+\n| name | top | mid | bot |\n+------+-----+-----+-----+\n"
        f"| Ana | {' | '.join(A)} |\n| Ben | {' | '.join(B)} |\n+------+-----+-----+-----+\n"
        "2 rows in set (0.00 sec)\n",
        NAMELESS,
    ),
    "a grid with a double rule": (
        "x.rst",
        "+--------+-----+-------+-------+\n| Player | Top | Mid   | Bot   |\n"
        "+========+=====+=======+=======+\n"
        f"| Ana    | {' | '.join(A)} |\n+--------+-----+-------+-------+\n| Ben    | {' | '.join(B)} |\n"
        "+--------+-----+-------+-------+\n",
        NAMELESS,
    ),
    "a simple table of reST": (
        "x.rst",
        "====== === ===== =====\nPlayer Top Mid   Bot\n====== === ===== =====\n"
        f"Ana    {' '.join(A)}\nBen    {' '.join(B)}\n====== === ===== =====\n",
        NAMELESS,
    ),
    "Jira": (
        "x.txt",
        f"||Deal||Player||Top||Mid||Bot||\n|1|Ana|{'|'.join(A)}|\n|1|Ben|{'|'.join(B)}|\n",
        ONE,
    ),
    "columns aligned, with a foul and a merged deal": (
        "x.txt",
        "Hand   Name   Front   Middle   Back    Score\n"
        "1      Ana    J75     22K87    TT33A   -1\n       Ben    K96     22Q87    AAJJ6   +1\n"
        "2      Ana    K96     22Q87    AAJJ6   +6\n       Ben    foul\n",
        f"{ONE}expect Ana: result -1\nexpect Ben: result +1\n"
        f"deal 2\nAna: {B_BOARD}\nBen: foul\nexpect Ana: result +6\n",
    ),
    "columns aligned below headings of deals, in fences": (
        "x.md",
        "".join(
            f"Deal {deal}\n```\n     top  middle  bottom\nAna  {'  '.join(a)}\nBen  {'  '.join(b)}\n```\n"
            for deal, a, b in ((1, A, B), (2, B, A))
        ),
        TWO,
    ),
    "names over columns, with a blank behind the labels": (
        "x.txt",
        "    Ana             Ben\ntop 7 5 J           K 9 6\n"
        "mid 2 2 K 8 7       2 2 Q 8 7\nbot T T 3 3 A       A A J J 6\n",
        "Ana: 7 5 J / 2 2 K 8 7 / T T 3 3 A\nBen: K 9 6 / 2 2 Q 8 7 / A A J J 6\n",
    ),
    "a box without a title above the names": (
        "x.txt",
        "Deal 1\n╭─────┬─────┬─────┬─────╮\n│     │ Top │ Mid │ Bot │\n├─────┼─────┼─────┼─────┤\n"
        f"│ Ana │ {' │ '.join(A)} │\n│ Ben │ {' │ '.join(B)} │\n╰─────┴─────┴─────┴─────╯\n",
        ONE,
    ),
    "a heading of Markdown with a stake": (
        "x.md",
        f"### Pineapple, $0.10/pt\n\n|Player|Board|\n|-|-|\n|Ana|{A_BOARD}|\n|Ben|{B_BOARD}|\n",
        f"rules: ofc-pineapple\nstake: 0.10 $\n{NAMELESS}",
    ),
    "a heading above headings of deals": (
        "x.txt",
        "# OFC $0.10 a point\n"
        + "".join(
            f"\n## Deal {deal}\n\n|Player|Board|\n|-|-|\n|Ana|{a}|\n|Ben|{b}|\n"
            for deal, a, b in ((1, A_BOARD, B_BOARD), (2, B_BOARD, A_BOARD))
        ),
        f"rules: ofc\nstake: 0.10 $\n{TWO}",
    ),
    "a note beside a row of several boards": (
        f"Row,Ana,Ben,Notes\nTop,{A[0]},{B[0]},\nMid,{A[1]},{B[1]},\nBot,{A[2]},{B[2]},\n",
        NAMELESS,
    ),
    "a comment above boards": ("x.txt", f"# OFC $0.10 a point\n{NAMELESS}", NAMELESS),
    "a question for a foul": (
        f"{single('Foul?').replace('@', 'N', 1).replace('@', 'n')}1,Cid,,,,Y\n",
        f"{ONE}Cid: foul\n",
    ),
    "a foul beside cards in a question": (
        single("Fouled?").replace("@", "no", 1).replace("@", "yes"),
        ONE.replace(B_BOARD, f"{B_BOARD} (foul)"),
    ),
    "a foul among the notes": (
        f"{single('Notes').replace('@', '', 1).replace('@', 'Fouled!')}1,Cid,,,,fouled\n",
        f"{ONE.replace(B_BOARD, f'{B_BOARD} (foul)')}Cid: foul\n",
    ),
    "a heading of a deal above the titles": (
        f"Deal 1,,,\nPlayer,Top,Mid,Bot\nAna,{A_CELLS}\nBen,{B_CELLS}\n,,,\n"
        f"Deal 2,,,\nPlayer,Top,Mid,Bot\nAna,{B_CELLS}\nBen,{A_CELLS}\n",
        TWO,
    ),
    "the name of a sheet": (f"Table 1,,,,\n{H}\n{ROWS}", ONE),
    "money beside boards": (
        single("Net").replace("@", "-$1", 1).replace("@", "$1"),
        f"{ONE}note: Net: -$1\nnote: Net: $1\n",
    ),
    "money beside points": (
        f"{H},Points,Won (€)\n1,Ana,{A_CELLS},-1,-0.5\n1,Ben,{B_CELLS},1,0.5\nTotal,Ana,,,,-1,-0.5\n",
        f"stake: 0.5 €\n{ONE}expect Ana: result -1\nexpect Ben: result 1\nrunning: Ana -1\n",
    ),
    "a column a deal": (
        f"OFC pineapple,,\nPlayer,Deal 1,Deal 2\nAna,{A_BOARD},{B_BOARD}\nBen,{B_BOARD},{A_BOARD}\n",
        f"rules: ofc-pineapple\n{TWO}",
    ),
    "a column a deal, with a foul and a gap": (
        "x.md",
        f"| Name | 1 | 2 |\n|--|--|--|\n| Ana | {A_BOARD} | {B_BOARD} |\n"
        f"| Ben | {B_BOARD} | {A_BOARD} |\n| Cid | foul | |\n",
        TWO.replace("deal 2", "Cid: foul\ndeal 2"),
    ),
    "answers to a form": (
        "Timestamp,Email address,What is your name?,Hand number,Top row,Middle row,Bottom row\n"
        f"11/20/2026 21:19:11,a1@b.c,Ana,1,{A_CELLS}\n11/20/2026 21:20:00,b2@b.c,Ben,1,{B_CELLS}\n",
        ONE,
    ),
    "a row a row of the board": (
        "deal,player,row,cards\n"
        + "".join(
            f"{deal},{name},{row},{cards}\n"
            for deal, ana, ben in ((1, A, B), (2, B, A))
            for name, board in (("Ana", ana), ("Ben", ben))
            for row, cards in zip(("top", "middle", "bottom"), board, strict=True)
        ),
        TWO,
    ),
    "a row a card": (
        "player,row,card\n"
        + "".join(
            f"{name},{row},{card}\n"
            for name, board in (("Ana", A_CARDS), ("Ben", B_CARDS))
            for row, card in zip(("top",) * 3 + ("mid",) * 5 + ("bot",) * 5, board, strict=True)
        ),
        "",
    ),
    "a row a row of the board, with merged names and a foul": (
        "x.md",
        "| Player | Row | Cards |\n|--|--|--|\n"
        + "".join(
            f"| {name if row == 'top' else ''} | {row} | {cards} |\n"
            for name, board in (("Ana", A), ("Ben", B))
            for row, cards in zip(("top", "middle", "bottom"), board, strict=True)
        )
        + "| Cid | | foul |\n",
        f"{NAMELESS}Cid: foul\n",
    ),
    "columns that say nothing of the game": (
        f"Hand,Time,Seat,Player,Top,Middle,Bottom\n1,21:11,1,Ana,{A_CELLS}\n1,21:11,2,Ben,{B_CELLS}\n",
        ONE,
    ),
    "numbered rows": (f"Deal,Player,Row 1,Row 2,Row 3\n1,Ana,{A_CELLS}\n1,Ben,{B_CELLS}\n", ONE),
    "names of ranks beside rows": (
        "Name,Top,Top hand,Middle,Middle hand,Bottom,Bottom hand\n"
        "Ana,J75,high card,22K87,pair,TT33A,two pair\nBen,K96,high card,22Q87,pair,AAJJ6,two pair\n",
        NAMELESS,
    ),
    "players without a title": (f",Top,Mid,Bot\nAna,{A_CELLS}\nBen,{B_CELLS}\n", NAMELESS),
    "discards": (single("Discards").replace("@", "4c 4d", 1).replace("@", "5s"), ONE),
    "columns aligned by blanks": (
        "x.txt",
        "rules: ofc\n\n         Ana              Ben\n"
        "Back     TT33A two pair   AAJJ6 two pair\n"
        "Middle   22K87 pair       22Q87 pair\nFront    J75              K96\n",
        f"rules: ofc\n{NAMELESS}",
    ),
}
"""The name of a file that is not `x.csv`, a table, and the same in text."""


def lines(text: str) -> list[str]:
    return [line.replace(" ", "") for line in text.splitlines() if line]


@each("name", READ)
def test_a_table_reads_like_text(name: str, tmp_path: Path) -> None:
    *named, table, text = READ[name]
    file = named[0] if named else "x.csv"
    (tmp_path / file).write_text(table, encoding="utf-8")
    converted = run("convert", tmp_path / file, "--to", "text")
    assert converted.status == 0, converted.err
    if not text:
        rows = [[*map(" ".join, (c[:3], c[3:8], c[8:]))] for c in (A_CARDS, B_CARDS)]
        text = f"Ana: {' / '.join(rows[0])}\nBen: {' / '.join(rows[1])}\n"
    assert sorted(lines(converted.out)) == sorted(lines(text))
    assert [line for line in lines(converted.out) if ":" not in line] == [
        line for line in lines(text) if ":" not in line
    ]


ASKS = {
    "numbers of an unknown column": (single("Bonus").replace("@", "2"), "csv-column"),
    "money": (single("Money").replace("@", "-1.50 €"), "csv-column"),
    "a key that is no column": (single("Paid").replace("@", "yes"), "csv-column"),
    "a number with an exponent": (f"{H}\n1,Ana,QQ5,AA762,8.88E+04\n1,Ben,{B_CELLS}\n", "card-unreadable"),
    "points that are not those": (single("Score").replace("@", "7"), "expect-failed"),
    "a dash in place of a board": (f"Deal,Ana,Ben,Cid\n1,{A_BOARD},{B_BOARD},-\n", "board-empty"),
    "half a point as a factor": (single("Multiplier").replace("@", "1.5"), "number-unreadable"),
    "two factors": (single("Multiplier").replace("@", "2", 1).replace("@", "3"), "key-repeated"),
    "a sentence with figures above": (
        f"we play for 5 or so,,\n{single('Note').replace('@', '')}",
        "csv-header",
    ),
    "points of nobody": (f"Deal,Ana,Ben,Total\n1,{A_BOARD},{B_BOARD},5\n", "csv-cell"),
    "names below an unknown title": (
        f"Deal,Chap,Top,Mid,Bot\n1,Ana,{A_CELLS}\n1,Ben,{B_CELLS}\n",
        "csv-column",
    ),
    "a deal below totals": (
        f"Who,Board\nAna,{A_BOARD}\nBen,{B_BOARD}\nWho,Total\nAna,-1\nBen,1\n\nAna,foul\nBen,{B_BOARD}\n",
        "player-repeated",
    ),
    "money without boards": ("Player,Net\nAna,-$4\nBen,$4\n", "board-empty"),
    "a foul of nobody": (f"Deal,Ana,Ben,Notes\n1,{A_BOARD},{B_BOARD},fouled\n", "csv-cell"),
    "a side bet": (single("Side bet").replace("@", "5", 1).replace("@", "-5"), "csv-column"),
    "a rank that the cards are not": (
        "Name,Top,Top hand,Middle,Middle hand,Bottom,Bottom hand\n"
        "Ana,J75,pair,22K87,pair,TT33A,two pair\nBen,K96,high card,22Q87,pair,AAJJ6,two pair\n",
        "card-unreadable",
    ),
    "numbered rows the other way round": (
        f"Deal,Player,Row 1,Row 2,Row 3\n1,Ana,{','.join(reversed(A))}\n1,Ben,{','.join(reversed(B))}\n",
        "csv-header",
    ),
    "a total of nobody": (f"{single('Points').replace('@', '')}Total,,,,,12\n", "csv-cell"),
    "a fouled player without a mark beside boards": (f"{BLOCK}".replace("Ben", "Ben,Cid foul"), "csv-column"),
    **{
        f"a title above nothing, {title}": (single(title).replace("@", ""), "csv-column")
        for title in (
            *("stake,0.50 EUR", "50c/pt", "1 pt = 50c", "stake: 0.50", "double stakes", "Ben paid Ana 5 €"),
            *("paid,Ben -> Ana 5", "rake,1", "rules,ofc-27", "no royalties", "Ben fouled", "start,Ana +5"),
            *("carry,Ben 5", "half", "practice"),
        )
    },
    **{
        f"a corner, {corner}": (f"{corner}{BLOCK}", "csv-cell")
        for corner in (
            *("x2", "double", "void", "1 €", "stake 1 €", "half", "practice", "not counted", "50c"),
            *("rules: ofc-pineapple", "OFC-27", "foul", "no royalties"),
        )
    },
}


@each("name", ASKS)
def test_a_table_asks_about_what_may_move_money(name: str, tmp_path: Path) -> None:
    table, code = ASKS[name]
    (tmp_path / "x.csv").write_text(table, encoding="utf-8")
    scored = run("score", tmp_path / "x.csv", "--rules", "ofc")
    assert scored.status == 1
    assert f"error[{code}]" in scored.err


def test_a_column_can_be_left_out(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(single("Bonus").replace("@", "2"), encoding="utf-8")
    for command in (("score", "--rules", "ofc"), ("check",), ("convert", "--to", "text")):
        assert run(*command, tmp_path / "x.csv", "--ignore-column", "bonus").status == 0
    (tmp_path / "y.csv").write_text(f"{H}\n{ROWS}", encoding="utf-8")
    assert run("check", tmp_path / "x.csv", tmp_path / "y.csv", "--ignore-column", "bonus").status == 0
    ran = run(
        "score", tmp_path / "x.csv", "--rules", "ofc", "--ignore-column", "Bonus", "--ignore-column", "Tip"
    )
    assert ran.status == 2
    assert "no table has a column Tip" in ran.err
