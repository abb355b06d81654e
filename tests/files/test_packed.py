"""Workbooks and zipped chats are read as the text in them; what is too large or damaged is refused."""

from __future__ import annotations

import zipfile
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import pytest

from ofcscore.files.archives import MOST_BYTES, open_packed
from tests.command import run
from tests.loops import each

CHAT = "[20.11.26, 20:01:02] Ana: QQ5 / AA762 / 9TJQK\n[20.11.26, 20:01:09] Ben: 662 / KK943 / JJJ44\n"
NIGHT = [
    ("deal", "player", "top", "mid", "bot"),
    (1, "Ana", "QQ5", "AA762", "9TJQK"),
    (1.0, "Ben", 662, "KK943", "JJJ44"),
]
WON = "Ana +3, Ben -3"


def archive(path: Path, **members: str | bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in members.items():
            made.writestr(name.replace("__", "."), text)
    return path


@pytest.mark.parametrize("name", ["_chat__txt", "WhatsApp Chat with OFC__txt"])
def test_a_zipped_chat_is_read(name: str, tmp_path: Path) -> None:
    path = archive(tmp_path / "Chat.ZIP", **{name: CHAT})
    ran = run("score", path, "--format", "chat")
    assert (ran.status, WON in ran.out) == (0, True), ran.err


def test_the_chat_goes_before_other_texts(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", _chat__txt=CHAT, readme__txt="hello")
    assert open_packed(str(path)).read() == CHAT.encode()


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"a__jpg": b""}, "this archive has no _chat.txt"),
        ({"a__txt": "", "b__txt": ""}, "this archive has 2 text files"),
        ({"_chat__txt": b"\n" * (MOST_BYTES + 1)}, "larger than 64 MB"),
    ],
)
def test_archives_that_are_refused(members: dict[str, str | bytes], words: str, tmp_path: Path) -> None:
    ran = run("score", archive(tmp_path / "a.zip", **members))
    assert (ran.status, ran.out) == (3, "")
    assert words in ran.err


@each("name", ["a.zip", "a.xlsx"])
@each("data", [b"", b"PK\x03\x04", b"no archive at all"])
def test_what_is_no_archive_is_refused(data: bytes, name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    ran = run("score", tmp_path / name)
    assert (ran.status, ran.out) == (3, "")
    assert "cannot be read: this" in ran.err


def test_nothing_is_written_back_to_an_archive(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", _chat__txt=CHAT)
    before = path.read_bytes()
    assert "--in-place needs a text file" in run("fmt", "-i", path).err
    assert path.read_bytes() == before


def test_a_folder_without_logs_says_which_endings_it_looks_for(tmp_path: Path) -> None:
    (tmp_path / "night.doc").write_text("x", encoding="utf-8")
    ran = run("score", tmp_path)
    assert ran.status == 3
    assert "logs end in .csv, .db3, .hh," in ran.err


# -- workbooks -----------------------------------------------------------------------------------------


def workbook(path: Path, *sheets: list[tuple[Any, ...]]) -> Path:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, 1):
        sheet = book.create_sheet(f"Night {number}")
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def test_a_workbook_is_read_as_its_csv(tmp_path: Path) -> None:
    ran = run("score", workbook(tmp_path / "night.xlsx", NIGHT, []), "--format", "chat")
    assert (ran.status, WON in ran.out, "sheet" in ran.err) == (0, True, False), ran.err


def test_a_place_is_that_of_the_sheet(tmp_path: Path) -> None:
    rows = [*NIGHT, (), (2, "Ana", "QQ", "AA762", "9TJQK"), (2, "Ben", "foul")]
    ran = run("score", workbook(tmp_path / "night.xlsx", rows))
    assert ran.status == 1
    assert "night.xlsx:5:" in ran.err


def test_other_sheets_are_told_of(tmp_path: Path) -> None:
    ran = run("score", workbook(tmp_path / "night.xlsx", NIGHT, NIGHT), "--format", "chat")
    assert ran.status == 0
    assert "only the first sheet, `Night 1`, is read" in ran.err


def test_cells_are_as_typed(tmp_path: Path) -> None:
    row = (
        1,
        2.5,
        0.1,
        1e21,
        datetime(2026, 11, 20),
        date(2026, 11, 21),
        datetime(2026, 11, 20, 20, 1),
        time(9, 30),
    )
    path = workbook(tmp_path / "a.xlsx", [row, ("a\nb", None, "x,y", None, None)])
    assert open_packed(str(path)).read().decode() == (
        '1,2.5,0.1,1000000000000000000000,2026-11-20,2026-11-21,2026-11-20 20:01:00,09:30:00\na b,,"x,y"\n'
    )


def test_a_formula_without_a_result_is_refused(tmp_path: Path) -> None:
    ran = run("score", workbook(tmp_path / "a.xlsx", [*NIGHT, (2, "=B2")]))
    assert ran.status == 3
    assert "the formula in B4 has no result" in ran.err


def test_a_far_cell_costs_no_time(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.cell(1_048_576, 16_384, "x")
    book.save(tmp_path / "a.xlsx")
    assert "too long" in run("score", tmp_path / "a.xlsx").err


def test_a_workbook_is_a_ledger(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [("player", "buy-in", "cash-out"), ("Ann", 20, 45), ("Bob", 40, 15)])
    ran = run("settle", path)
    assert (ran.status, ran.out) == (0, "Bob pays Ann 25 points.\n"), ran.err


def test_without_its_package_csv_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = workbook(tmp_path / "a.xlsx", NIGHT)
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    ran = run("score", path)
    assert ran.status == 3
    assert "save it as CSV, or run `pip install 'ofcscore[excel]'`" in ran.err


# -- no logs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"user{n}:$6$ab{n}$cd:19000:0:99999:7:::\n" for n in range(50)),
        "".join(f"daemon{n}:x:{n}:{n}:daemon:/usr/sbin:/usr/sbin/nologin\n" for n in range(50)),
        "import os\nimport sys\nprint(os)\nprint(sys)\n",
    ],
)
def test_a_file_that_is_no_log_gets_three_messages(text: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text(text, encoding="utf-8")
    ran = run("score", tmp_path / "x")
    assert ran.status == 1
    assert "this does not look like a log" in ran.err
    assert ran.err.count("error[") == 4


def test_a_log_that_begins_badly_is_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "x.ofc").write_text("fnord 7\n" * 4 + "Ana: QQ5 / AA762 / 9TJQK\n", encoding="utf-8")
    assert run("score", tmp_path / "x.ofc").err.count("error[") == 4
