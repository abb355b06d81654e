"""Records of any length take constant memory and linear time."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from ofcscore.log.read.records.hands import _DEALT, _QUERY
from tests.log.read.records.tables import ANA, BEN, file_of, player, record
from tests.memory import most_memory
from tests.test_memory import A_DEAL_AT_MOST, boards


def hh(path: Path, hands: int) -> Path:
    """A record of three players with some hundred different deals, repeated."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(hands):
            rows = {name: " / ".join(board.values()) for name, board in boards(number).items()}
            players = [player(name, board, 0) for name, board in rows.items()]
            file.write(file_of(record(f"{number}-1", *players, rules="ofc")) + "\n\x1a\n")
    return path


def fpdb(path: Path, hands: int) -> Path:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "CREATE TABLE HttpOFCHands (id INTEGER PRIMARY KEY AUTOINCREMENT, site TEXT, siteHandNo TEXT,"
            " tableName TEXT, startTime TEXT, variant TEXT, pineapple INTEGER, deuceToSeven INTEGER,"
            " validationStatus TEXT)"
        )
        database.execute(
            "CREATE TABLE HttpOFCPlayers (id INTEGER PRIMARY KEY AUTOINCREMENT, ofcHandId INTEGER,"
            " playerName TEXT, seatNo INTEGER, points REAL, topCards TEXT, middleCards TEXT,"
            " bottomCards TEXT)"
        )
        for number in range(1, hands + 1):
            values = (number, "Room", str(number), f"T{number % 3}", f"2026-11-{number % 28 + 1:02}", "ofc")
            database.execute("INSERT INTO HttpOFCHands VALUES (?, ?, ?, ?, ?, ?, 0, 0, 'valid')", values)
            for seat, (name, rows) in enumerate(boards(number).items()):
                database.execute(
                    "INSERT INTO HttpOFCPlayers VALUES (NULL, ?, ?, ?, 0, ?, ?, ?)",
                    (number, name, seat, *rows.values()),
                )
    return path


def arena(path: Path, hands: int) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for number in range(hands):
            rows = boards(number)
            lines: list[object] = [{"hand": number, "seats": list(rows)}]
            for seat, row in enumerate(rows.values()):
                cards = {label: row[short].split() for label, short in LABELS.items()}
                lines.append({"hand": number, "ev": {"event": "showdown", "seat": seat, **cards}})
                lines.append({"hand": number, "ev": {"event": "score", "seat": seat, "points": 0}})
            file.writelines(f"{json.dumps(line)}\n" for line in lines)
    return path


LABELS = {"top": "top", "middle": "mid", "bottom": "bot"}
FORMS = {"hh": hh, "fpdb": fpdb, "arena": arena}


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the system says what a process had at most")
@pytest.mark.parametrize("form", FORMS)
def test_memory_does_not_grow_with_a_record(tmp_path: Path, form: str) -> None:
    counts = (4_000, 16_000)
    # Most results of the made-up room are wrong; fpdb has none.
    status = 0 if form == "fpdb" else 1
    files = [FORMS[form](tmp_path / f"{count}.rec", count) for count in counts]
    most = [most_memory("check", file, status=status) for file in files]
    assert most[1] - most[0] < (counts[1] - counts[0]) * A_DEAL_AT_MOST


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the system says what a process had at most")
def test_memory_does_not_grow_with_a_folder_of_a_thousand_files(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "all").mkdir()
    for number in range(1000):
        swapped = (ANA, BEN) if number % 2 else (BEN, ANA)
        text = file_of(record(str(number), *map(player, ("Ana", "Ben"), swapped)))
        (tmp_path / "all" / f"{number:04}.hh").write_text(text, "utf-8")
    (tmp_path / "one" / "1.hh").write_text(text, "utf-8")
    one, every = (most_memory("score", tmp_path / name, "--deals", "none") for name in ("one", "all"))
    assert every - one < 1000 * 8 * A_DEAL_AT_MOST


_ANCHOR: Final = """
import re
line = "Ana: Qh Qd 5c / 9h 9d 8c 8s 2d / Ah Kh Jh 9h 3h"
parts = re.compile(r"([A-Z][a-z]+): ([^/]+) / ([^/]+) / (.+)$")
for _ in range(500_000):
    [row.split() for row in parts.match(line).groups()[1:]]
"""
"""The time to split half a million boards, about half a CPU second."""


def processor(run: Callable[[], object]) -> float:
    """Return the CPU seconds of the processes that ``run`` starts."""
    before = os.times().children_user
    run()
    return os.times().children_user - before


@pytest.mark.long
def test_a_hand_of_a_record_takes_as_long_as_some_hundreds_of_plain_boards(tmp_path: Path) -> None:
    """So 100,000 hands settle within a minute: 10,000 take 7 to 8 times the anchor."""
    path = hh(tmp_path / "long.hh", 10_000)

    def anchor() -> float:
        return processor(lambda: subprocess.run([sys.executable, "-c", _ANCHOR], check=True))

    before = anchor()
    taken = processor(lambda: most_memory("score", path, "--deals", "none", "--keep-going", status=1))
    assert taken < 14 * max(before, anchor())


def test_a_database_is_searched_and_not_read_again_for_each_hand(tmp_path: Path) -> None:
    """The tables of fpdb have no index for the hand of a player."""
    path = fpdb(tmp_path / "one.db", 1)
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE HttpOFCRounds (ofcHandId INTEGER, playerName TEXT, dealt TEXT)")
        for dealt, rounds in (("NULL", ""), ("r.dealt", _DEALT)):
            plan = database.execute(
                "EXPLAIN QUERY PLAN " + _QUERY.format(evening=0.25, dealt=dealt, rounds=rounds)
            )
            joined = [step for *_, step in plan if "LEFT-JOIN" in step or " p " in f"{step} "]
            assert joined
            assert all(step.startswith(("SEARCH", "MATERIALIZE")) for step in joined)
