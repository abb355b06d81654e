"""CSV as spreadsheets write it, and all its errors with exact places."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.diagnostics.problem import format_problem
from ofcscore.game.cards import Stated
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.cells import split_cells
from ofcscore.log.read.sources import Source, text_source
from ofcscore.log.syntax import Line
from ofcscore.log.write.formats import literal_cell
from ofcscore.scoring.deal import Deal, Header
from tests.log.write.test_round import convert, logs, plain
from tests.loops import each

A, B = "Qh Qd 5c,Ah Ad 7s 6c 2d,9h Ts Jd Qs Kc", "6h 6d 2c,Kh Kd 9s 4c 3c,As Th 8h 5h 2h"
H = "deal,player,top,mid,bot,status,claim,dealer,note,key,value\n"
HERO, GUS = f"1,Hero,{A},,,,,,\n", f"1,Gus,{B},,,,,,\n"
TEXT = "deal 1\nHero: {}\nGus: {}\n".format(A.replace(",", " / "), B.replace(",", " / "))


def read(data: str | bytes) -> tuple[list[Header | Deal], list[str]]:
    """Return items without places, and diagnostics as shown to users."""
    raw = data if isinstance(data, bytes) else data.encode()
    items, problems = read_session([Source("night.csv", lambda: io.BytesIO(raw))])
    return [plain(item) for item in items], [format_problem(problem) for problem in problems]


def same_as_text(data: str | bytes, text: str) -> None:
    items, problems = read_session([text_source(text)])
    assert [p for p in problems if not p.warning] == []
    assert read(data) == ([plain(item) for item in items], [])


SPREADSHEETS = {
    "plain": H + HERO + GUS,
    "columns in any order and any case": "Bot,MID,Top,PLAYER,Deal\n"
    + "\n".join(
        f"{','.join(reversed(board.split(',')))},{name},1" for name, board in (("Hero", A), ("Gus", B))
    ),
    "long names": f"hand,name,front,middle,back\n1,Hero,{A}\n1,Gus,{B}\n",
    "a byte order mark": "\ufeff" + H + HERO + GUS,
    "semicolons": (H + HERO + GUS).replace(",", ";"),
    "tabs": (H + HERO + GUS).replace(",", "\t"),
    "Excel's line": "sep=;\r\n" + (H + HERO + GUS).replace(",", ";"),
    "CRLF": (H + HERO + GUS).replace("\n", "\r\n"),
    "every cell in quotes": re.sub("[^,\n]+", r'"\g<0>"', H + HERO + GUS),
    "no end of line": (H + HERO + GUS).rstrip("\n"),
    "blank rows": "\n,,,,\n" + H + ",,,,,,,,,,\n" + HERO + "\n" + GUS + ",,\n",
    "rows cut short": f"{H}1,Hero,{A}\n1,Gus,{B}\n",
    "blanks around cells": f"deal , player , top,mid,bot\n 1 , Hero , {A.replace(',', ' , ')} \n1,Gus,{B}\n",
    "the deal in its first row alone": H + HERO + GUS.replace("1,", ",", 1),
    "cards in other spellings": f'{H}1,Hero,"Q♥,Q♦,5♣",AhAd7s6c2d,9h10sJdQsKc\n1,Gus,{B}\n',
    "columns without a name and without a cell": f"deal,player,top,mid,bot,,\n1,Hero,{A},,\n1,Gus,{B},,\n",
}


@each("name", SPREADSHEETS)
def test_a_spreadsheet_reads_like_text(name: str) -> None:
    same_as_text(SPREADSHEETS[name], TEXT)


KEYS = {
    "header keys": (
        f'{H}{"," * 9}rules,ofc-pineapple\n{"," * 9}players,"Hero, Gus"\n{HERO}{GUS}',
        "rules: ofc-pineapple\nplayers: Hero, Gus\n" + TEXT,
    ),
    "keys of a deal": (
        f'{H}1{"," * 9}stake,2 EUR\n{HERO}{GUS}1{"," * 9}expect Hero/Gus,"-2, top +2"\n1{"," * 9}void,\n',
        TEXT.replace("1\n", "1\nstake: 2 EUR\n", 1) + "expect Hero/Gus: -2, top +2\nvoid\n",
    ),
    "an apostrophe against formulas": (
        f"{H}1,'=Hero,{A},,,'+Ann,'@x,,\n1,'+Ann,{B},,,,,,\n1{',' * 9}expect '+Ann/'=Hero,'-2\n".replace(
            "expect '+Ann/'=Hero", "expect +Ann/=Hero"
        ),
        TEXT.replace("deal 1\n", 'deal 1\ndealer: "+Ann"\nnote: @x\n')
        .replace("Hero", '"=Hero"')
        .replace("Gus", '"+Ann"')
        + 'expect "+Ann"/"=Hero": -2\n',
    ),
    "notes as they are": (
        H
        + HERO.replace(",,,,,,\n", ',,,,"say ""hi"" # 5",,\n')
        + GUS.replace(",,,,,,\n", ',,,,"  "" x""",,\n'),
        TEXT + 'note: "say ""hi"" # 5"\nnote: " x"\n',
    ),
    "the dealer in every row": (
        H + HERO.replace(",,,,,,\n", ",,,Gus,,,\n") + GUS.replace(",,,,,,\n", ",,,Gus,,,\n"),
        TEXT.replace("deal 1\n", "deal 1\ndealer: Gus\n"),
    ),
    "no deal column: keys before the boards are the header's": (
        f"player,top,mid,bot,key,value\n,,,,stake,2\nHero,{A},,\nGus,{B},,\n,,,,dealer,Gus\n",
        "stake: 2\n" + TEXT.removeprefix("deal 1\n") + "dealer: Gus\n",
    ),
    "no players": (
        f"top,mid,bot\n{A}\n{B}\n",
        "{}\n{}\n".format(A.replace(",", " / "), B.replace(",", " / ")),
    ),
}


@each("name", KEYS)
def test_keys_and_other_cells(name: str) -> None:
    data, text = KEYS[name]
    same_as_text(data, text)


STATUSES = {
    "foul": "foul",
    "Foul (1 ace)": "foul (1 ace)",
    "foul, 0 aces": "foul (0 aces)",
    "surrender": "surrender",
    "absent": "absent",
    "foul (fantasyland)": "foul (fantasyland)",
}


@each("cell", STATUSES)
def test_status_without_cards(cell: str) -> None:
    same_as_text(f'{H}{HERO}{GUS}1,P,,,,"{cell}",,,,,\n', TEXT + f"P: {STATUSES[cell]}\n")


@each("cell", ["foul", "fantasyland", "(fantasyland)", "foul; fantasyland"])
def test_status_beside_cards(cell: str) -> None:
    marks = ", ".join(re.findall("[a-z]+", cell))
    same_as_text(f"{H}{HERO}1,Gus,{B},{cell},,,,,\n", TEXT.rstrip("\n") + f" ({marks})\n")


def test_claims() -> None:
    cards = B.replace(",", " ")
    same_as_text(f"{H}{HERO}1,Gus,{cards},,,,Dragon,,,,\n", _gus(f"claim dragon: {cards}"))
    same_as_text(
        f"{H}{HERO}1,Gus,{B},claim (fantasyland),six pairs,,,,\n",
        _gus(f"claim six-pairs: {B.replace(',', ' / ')} (fantasyland)"),
    )


def _gus(board: str) -> str:
    return TEXT.partition("Gus")[0] + f"Gus: {board}\n"


def test_a_date_may_stand_in_one_row_of_its_deal() -> None:
    rows = "".join(f"1,2026-11-{day},Hero,{A}\n1,,Gus,{B}\n" for day in (20, 21))
    data = f"deal,date,player,top,mid,bot\n{rows}"
    text = TEXT.replace("deal 1\n", "deal 1 2026-11-20\n")
    items, _ = read(data)
    assert [item.date for item in items if isinstance(item, Deal)] == ["2026-11-20", "2026-11-21"]
    assert items[1] == plain(read_session([text_source(text)])[0][1])


WRONG: dict[str, tuple[str | bytes, str]] = {
    "a repeated card": (H + HERO + GUS.replace("As Th", "Kc Th"), "night.csv:3:31: error[card-repeated]: "),
    "a card in a cell with quotes": (
        H + HERO + GUS.replace("Kh Kd 9s 4c 3c", '"Kh, Kz, 9s 4c 3c"'),
        "night.csv:3:22: error[card-unreadable]: ",
    ),
    "a row short of a card": (
        H + HERO + GUS.replace("6h 6d 2c", "6h 6d"),
        "night.csv:3:12: error[row-size]: Gus's top row has 2 cards but needs 3",
    ),
    "a row that is not there": (
        H + HERO + GUS.replace("6h 6d 2c", ""),
        "night.csv:3:37: error[row-missing]: Gus's board has no top row",
    ),
    "an unknown column": (
        (H + HERO + GUS).replace("mid", "mdi"),
        "night.csv:1:17: error[csv-column]: `mdi` is not a column of a log",
    ),
    "a column that is there twice": (
        (H + HERO + GUS).replace("status", "hand"),
        "night.csv:1:25: error[csv-column]: there is already a column `deal` (column 1 of this line)",
    ),
    "a column that is missing": (
        f"deal,player,top,mid\n1,Hero,{A.rpartition(',')[0]}\n",
        "night.csv:1:20: error[csv-header]: there is no column for the bottom row",
    ),
    "no names of columns": (
        "1,Hero,,,,foul\n1,Gus,,,,foul\n",
        "night.csv:1:1: error[csv-header]: no row has titles for the columns of boards",
    ),
    "a line break in a cell": (
        H + HERO + f'1,Gus,{B},,,,"two\nlines",,\n' + HERO.replace("1,", "2,") + GUS.replace("1,", "2,"),
        "night.csv:3:49: error[csv-quote]: this cell begins with a quote that is not closed on this line",
    ),
    "a quote that is not closed above the columns": (
        f'"deal,player\n{H}{HERO}{GUS}',
        "night.csv:1:1: error[csv-quote]: this cell begins with a quote that is not closed on this line",
    ),
    "a title below a deal": (
        H + HERO + GUS + "Friday\n" + HERO.replace("1,", "2,", 1) + GUS.replace("1,", "2,", 1),
        "night.csv:4:1: error[deal-players]: deal Friday has no boards",
    ),
    "talk below a deal": (
        H + HERO + GUS + "see you tomorrow\n",
        "night.csv:4:1: error[deal-players]: deal see you tomorrow has no boards",
    ),
    "deals named like lines of talk": (
        H + "".join(name + row[1:] for name in ("1 - so", "#1 late") for row in (HERO, GUS)),
        "night.csv:4:1: warning[deal-repeated]: deals 1 - so and #1 late are identical",
    ),
    "something behind a quote": (
        H + HERO + GUS.replace("Gus", '"Gus"x'),
        "night.csv:3:8: error[csv-quote]: there is text after the closing quote of this cell",
    ),
    "a cell too many": (
        H + HERO.replace(",,\n", ",,,oops\n") + GUS,
        "night.csv:2:53: error[csv-cell]: this cell has no column title above it",
    ),
    "a deal in two places": (
        H + HERO + GUS + "2,A,,,,foul,,,,,\n2,B,,,,foul,,,,,\n1,C,,,,foul,,,,,\n1,D,,,,foul,,,,,\n",
        "night.csv:6:1: error[deal-apart]: the rows of deal 1 are apart: another deal is between them",
    ),
    "a value without its key": (
        H + HERO + GUS + "1,,,,,,,,,,5\n",
        "night.csv:4:12: error[csv-cell]: this value has no key beside it",
    ),
    "a key without its value": (
        H + HERO + GUS + "1,,,,,,,,,stake,\n",
        "night.csv:4:16: error[key-empty]: `stake:` has no value",
    ),
    "an unknown key": (
        H + HERO + GUS + "1,,,,,,,,,steak,5\n",
        "night.csv:4:11: error[key-unknown]: unknown key `steak`",
    ),
    "a header key below": (
        H + HERO + GUS + ",,,,,,,,,stake,5\n",
        "night.csv:4:10: error[key-misplaced]: this `stake` has no deal name but is below the first deal",
    ),
    "a number that is none": (
        H + HERO + GUS + '1,,,,,,,,,expect,"Hero +3, Gus x3"\n',
        "night.csv:4:28: error[name-unknown]: Gus x has no board in any deal",
    ),
    "an unknown status": (
        H + HERO + GUS + "1,P,,,,fuol,,,,,\n",
        "night.csv:4:8: error[mark-unknown]: `fuol` is not a status of a board",
    ),
    "two statuses": (
        H + HERO + GUS + "1,P,,,,absent surrender,,,,,\n",
        "night.csv:4:15: error[mark-misplaced]: `surrender` is a second status of this board",
    ),
    "a claim and a foul": (
        H + HERO + GUS.replace(",,,,,,\n", ",surrender,dragon,,,,\n"),
        "night.csv:3:46: error[mark-misplaced]: ",
    ),
    "a claim without its kind": (
        H + HERO + GUS.replace(",,,,,,\n", ",claim,,,,,\n"),
        "night.csv:3:46: error[claim-unreadable]: this claim does not name a natural",
    ),
    "an unknown kind": (
        H + HERO + GUS.replace(",,,,,,\n", ",,dargon,,,,\n"),
        "night.csv:3:47: error[claim-unknown]: `dargon` is not a natural",
    ),
    "two dealers": (
        H + HERO.replace(",,,,,,\n", ",,,Gus,,,\n") + GUS.replace(",,,,,,\n", ",,,Hero,,,\n"),
        "night.csv:3:48: error[key-repeated]: Hero is the dealer here, but Gus in line 2",
    ),
    "a note of no deal": (H + ",,,,,,,,hello,,\n" + HERO + GUS, "night.csv:2:9: error[csv-cell]: "),
    "a board above the first deal": (
        H + HERO.replace("1,", ",") + HERO + GUS,
        "night.csv:2:2: error[board-before-deal]: this row has no deal name, but others have one (line 3)",
    ),
    "a name with a mark that is not seen": (
        H + HERO + GUS.replace("Gus", "G\u202eus"),
        "night.csv:3:4: error[name-character]: ",
    ),
    "bytes that are no UTF-8": (
        (H + HERO + GUS).encode().replace(b"Gus", b"G\xfcs"),
        "night.csv:3:4: error[not-utf8]: ",
    ),
}


@each("name", WRONG)
def test_what_is_wrong_is_told_once_with_its_place(name: str) -> None:
    data, expected = WRONG[name]
    _, problems = read(data)
    assert [problem.partition("\n")[0][: len(expected)] for problem in problems] == [expected]


@each(
    ("status", "hint"),
    [
        ("fuol", "did you mean `foul`?"),
        ("abs", "did you mean `absent`?"),
        ("surr", "did you mean `surrender`?"),
        ("set", "write foul, surrender, absent, claim or fantasyland, or leave the cell empty"),
        ("ok", "write foul, surrender, absent, claim or fantasyland, or leave the cell empty"),
    ],
)
def test_a_board_is_called_nothing_that_it_may_not_be(status: str, hint: str) -> None:
    """A board that was set is not absent: its player pays for that."""
    (problem,) = read(f"{H}{HERO}1,Gus,{B},{status},,,,,\n")[1]
    assert problem.endswith(f"help: {hint}")


def test_a_line_break_in_a_cell_spoils_its_deal_alone() -> None:
    items, problems = read(WRONG["a line break in a cell"][0])
    assert len(problems) == 1
    assert [item.name for item in items if isinstance(item, Deal)] == ["2"]


def test_an_empty_file_and_a_header_alone() -> None:
    for text in ("", H, "\n\n"):
        _, problems = read(text)
        assert [p.partition("\n")[0] for p in problems] == [
            "night.csv: error[no-deals]: there is no deal in this log"
        ]


def test_fouls_keep_their_boards() -> None:
    items, _ = read(f"{H}{HERO}1,Gus,{B},foul,,,,,\n")
    deal = items[1]
    assert isinstance(deal, Deal)
    assert deal.boards[1].stated is Stated.FOUL
    assert deal.boards[1].rows is not None


# --- laws

_CELLS = st.text(st.sampled_from("ab \";,\t=+-'1"), max_size=8)


@given(st.lists(_CELLS, min_size=1, max_size=6), st.sampled_from(",;\t"))
def test_cells_are_those_of_the_csv_module(cells: list[str], delimiter: str) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="").writerow(cells)
    line = Line("x.csv", 1, out.getvalue())
    found = split_cells(line, delimiter)
    assert found.fault is None
    assert [cell.text for cell in found.cells] == cells
    for cell in found.cells:
        for index, character in enumerate(cell.text):
            at = cell.part(index, index + 1)
            assert line.text[at.column - 1] == character


@given(st.text(st.sampled_from('ab ",;'), max_size=16), st.sampled_from(",;"))
def test_any_line_is_split_as_the_csv_module_does_or_refused(text: str, delimiter: str) -> None:
    found = split_cells(Line("x.csv", 1, text), delimiter)
    try:
        expected = next(csv.reader([text], delimiter=delimiter, strict=True), [""])
    except csv.Error:
        assert found.fault is not None
    else:
        assert found.fault is None
        assert [cell.text for cell in found.cells] == (expected or [""])


@pytest.mark.long
@given(logs())
def test_no_cell_is_a_formula(text: str) -> None:
    """A cell that a spreadsheet would run as a formula begins with an apostrophe."""
    for row in csv.reader(io.StringIO(convert(text, "text", "csv"))):
        for cell in row:
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.text(max_size=12))
def test_literal_cells_keep_their_blanks(text: str) -> None:
    cell = literal_cell(text)
    assert cell == cell.strip(" \t")
    assert cell == text or (cell[0] == cell[-1] == '"' and cell[1:-1].replace('""', '"') == text)


@pytest.mark.long
def test_a_hundred_thousand_boards_take_seconds(tmp_path: Path) -> None:
    import time

    path = tmp_path / "big.csv"
    with path.open("w") as file:
        file.write(H)
        for number in range(50_000):
            file.write(HERO.replace("1,", f"{number},", 1) + GUS.replace("1,", f"{number},", 1))
    started = time.process_time()
    items, problems = read_session([Source(str(path), lambda: path.open("rb"))])
    assert time.process_time() - started < 30
    assert len(items) == 50_001
    assert not [problem for problem in problems if not problem.warning]
