"""Any fpdb database becomes an ordinary log and stays unchanged."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ofcscore.diagnostics.problem import Exit, Problem, Problems
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import file_source, text_source
from ofcscore.log.write.formats import WRITERS
from ofcscore.scoring.deal import Deal, Header
from ofcscore.session.session import score_session
from tests.log.read.records.tables import ANA, BEN
from tests.loops import each

EXAMPLE = Path(__file__).parents[4] / "examples" / "records" / "captured.db3"
HANDS = """
CREATE TABLE HttpOFCHands (id INTEGER PRIMARY KEY, site, siteHandNo, tableName, startTime, variant,
    pineapple, deuceToSeven, rounds, validationStatus, rawJson);
CREATE TABLE HttpOFCPlayers (id INTEGER PRIMARY KEY, ofcHandId, playerName, seatNo, startStack, points,
    collected, topCards, middleCards, bottomCards);
"""
ROUNDS = "CREATE TABLE HttpOFCRounds (id INTEGER PRIMARY KEY, ofcHandId, roundNo, playerName, dealt);"
START = "2026-11-20T21:00:00"


class Database:
    """A database of fpdb that a test fills."""

    def __init__(self, path: Path, tables: str = HANDS + ROUNDS) -> None:
        self.path = path
        self._hands = 0
        with closing(sqlite3.connect(path)) as database:
            database.executescript(tables)

    def hand(
        self, table: object = "T", start: object = START, variant: object = "ofcp", **more: object
    ) -> int:
        """Add a hand of Ana and Ben, who swap boards each time."""
        self._hands += 1
        said = {"siteHandNo": str(self._hands), "site": "Room", "tableName": table, "startTime": start}
        key = self.add("HttpOFCHands", **{**said, "variant": variant, "validationStatus": "valid", **more})
        boards = (ANA, BEN) if self._hands % 2 else (BEN, ANA)
        for seat, (name, board, points) in enumerate(zip(("Ana", "Ben"), boards, (15.0, -15.0), strict=True)):
            self.player(key, name, board, seat, points if self._hands % 2 else -points)
        return key

    def player(
        self, hand: int, name: object, board: str, seat: int = 0, points: object = 0, **more: object
    ) -> None:
        top, middle, bottom = board.split("/")
        rows = {"topCards": top, "middleCards": middle, "bottomCards": bottom}
        said = {"ofcHandId": hand, "playerName": name, "seatNo": seat, "points": points}
        self.add("HttpOFCPlayers", **{**said, **rows, **more})

    def add(self, table: str, **values: object) -> int:
        with closing(sqlite3.connect(self.path)) as database, database:
            marks = ", ".join("?" * len(values))
            added = database.execute(
                f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values())
            )
            return added.lastrowid or 0

    def read(self) -> tuple[list[Deal], list[Problem]]:
        return read(self.path)


def read(path: Path) -> tuple[list[Deal], list[Problem]]:
    items, problems = read_session([file_source(path)])
    return [item for item in items if isinstance(item, Deal)], list(problems)


def as_text(path: Path) -> str:
    problems = Problems()
    return "".join(WRITERS["text"](read_syntax(file_source(path), problems), problems))


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "fpdb.db3")


def test_the_tables_that_the_description_names(database: Database) -> None:
    """ "Cards as `Qh 6s`, the ten as `10h`"."""
    key = database.hand(tableName="Table 7", pineapple=1, deuceToSeven=0, rounds=9, rawJson="{}")
    text = as_text(database.path)
    assert text.startswith("title: Room, Table 7\ndate: 2026-11-20\nrules: ofc-pineapple\n\ndeal 1\n")
    assert f"Ana: {ANA}\nBen: {BEN}\nexpect: Ana +15, Ben -15\n" in text
    database.player(
        key, "Cid", "10h 9s 8s / 10c 9c 7c 6c 4h / 2d 3d 4d 6d 8c".replace("10h", "10D"), 3, startStack=5.5
    )
    assert "Cid: Td 9s 8s / Tc 9c 7c 6c 4h" in as_text(database.path)


def test_a_board_as_the_room_sends_it(database: Database) -> None:
    """ "One seat of the wire form: `41;42;8;20;21;0;1;29;32;33;34;12;13-3-5-5` is Qd Qh 4c /
    7c 7d 2c 2d 9d / Tc Td Th 5c 5d"."""
    key = database.add("HttpOFCHands", site="Room", siteHandNo="1", variant="ofcp")
    database.player(key, "Ana", "41;42;8;20;21;0;1;29;32;33;34;12;13-3-5-5 / / ")
    database.player(key, "Ben", "Ks 9c 3h / As Ad 8h 6c 4d / Jh Jd 9s 9h 2h", 1)
    assert "Ana: Qd Qh 4c / 7c 7d 2c 2d 9d / Tc Td Th 5c 5d\n" in as_text(database.path)


def test_the_example_scores_as_its_text() -> None:
    before = EXAMPLE.read_bytes()
    items, problems = read_session([file_source(EXAMPLE)])
    assert problems == ()
    results, session, found = score_session(items)
    assert found == ()
    again, of_text, _ = score_session(read_session([text_source(as_text(EXAMPLE), "text")])[0])
    assert session.totals == of_text.totals
    assert [one.score.pairs for one in results] == [one.score.pairs for one in again]
    assert EXAMPLE.read_bytes() == before
    assert list(EXAMPLE.parent.glob("captured.db3-*")) == []


def test_the_hands_of_a_table_stand_together(database: Database) -> None:
    for table, hour, minute in (
        ("B", 21, 0),
        ("A", 20, 0),
        ("B", 20, 30),
        ("A", 21, 1),
        ("A", 14, 0),
        ("A", 13, 59),
    ):
        database.hand(table, f"2026-11-20 {hour}:{minute:02}:00")
    deals, problems = database.read()
    assert [deal.name for deal in deals] == ["6", "5", "2", "4", "3", "1"]
    assert [deal.facts.title for deal in deals] == ["", "", "", "", "Room, B", ""]
    assert {problem.code for problem in problems} == {"deal-repeated"}, "the boards are the same again"


def test_fantasyland_by_the_cards_that_were_dealt_at_once(database: Database) -> None:
    key = database.hand()
    for dealt, player in (("2c " * 14, "Ana"), ("2c 3c", "Ana"), ("2c " * 5, "Ben")):
        database.add("HttpOFCRounds", ofcHandId=key, roundNo=1, playerName=player, dealt=dealt.strip())
    ((deal,), _) = database.read()
    assert [(board.fantasyland, board.dealt) for board in deal.boards] == [(True, 14), (False, 0)]


def test_a_database_without_rounds(tmp_path: Path) -> None:
    database = Database(tmp_path / "old.db", HANDS)
    database.hand()
    assert len(database.read()[0]) == 1


@pytest.mark.parametrize(
    ("said", "rules"),
    [
        ({"variant": "ofc"}, "ofc"),
        ({"variant": "ofcp_27"}, "ofc-27"),
        ({"variant": None, "pineapple": 1, "deuceToSeven": 1}, "ofc-27"),
        ({"variant": None, "pineapple": 1}, "ofc-pineapple"),
        ({"variant": "razz"}, "ofc-pineapple + stay-without-middle"),
    ],
)
def test_rules_by_the_variant(database: Database, said: dict[str, object], rules: str) -> None:
    database.hand(**said)
    assert f"rules: {rules}\n" in as_text(database.path)


def test_points_that_were_not_settled_are_no_result(database: Database) -> None:
    key = database.add("HttpOFCHands", site="Room", siteHandNo="1", variant="ofcp")
    database.player(key, "Ana", ANA, points=0.0)
    database.player(key, "Ben", BEN, 1, points=0.0)
    assert "expect" not in as_text(database.path)


# -- what is left out, broken and hostile ------------------------------------------------------------------


def _alone(database: Database) -> None:
    database.player(database.add("HttpOFCHands", siteHandNo="8"), "Ana", ANA)


def _empty(database: Database) -> None:
    database.player(database.hand(siteHandNo="8"), "Cid", "//", 2)


def _invalid(database: Database) -> None:
    database.hand(siteHandNo="8", validationStatus="invalid")


def _hidden(database: Database) -> None:
    database.player(database.hand(siteHandNo="8"), "Cid", "-- 2c / 3c / 4c", 2)


@pytest.mark.parametrize(
    ("add", "why"),
    [
        (_alone, "nobody else played"),
        (_empty, "Cid has no cards"),
        (_invalid, "fpdb marks it as invalid"),
        (_hidden, "Cid has `--`, which is not a card"),
    ],
)
def test_a_hand_without_an_end_is_left_out_and_named(
    database: Database, add: Callable[[Database], None], why: str
) -> None:
    database.hand()
    add(database)
    deals, problems = database.read()
    assert [deal.name for deal in deals] == ["1"]
    assert [(p.code, p.message) for p in problems] == [("record-hands", f"1 hand is skipped: 8 ({why})")]


WRONG = (None, -1, 10**18, 5.5, float("inf"), b"\xff\x00", "x" * 5000, "\x1b[2J\u202e", "")


@each("value", WRONG, few=2)
@each("column", ["site", "siteHandNo", "tableName", "startTime", "variant", "validationStatus"])
def test_wrong_types_in_a_hand(tmp_path: Path, column: str, value: object) -> None:
    database = Database(tmp_path / "fpdb.db3")
    database.hand(**{column: value})
    deals, problems = database.read()
    assert len(deals) == 1
    assert {problem.code for problem in problems} <= {"record-rules", "note-unread"}


@each("value", WRONG, few=2)
@each("column", ["playerName", "seatNo", "points", "topCards", "startStack"])
def test_wrong_types_in_a_player(tmp_path: Path, column: str, value: object) -> None:
    database = Database(tmp_path / "fpdb.db3")
    database.hand()
    key = database.hand()
    database.player(key, "Cid", "Ts 8c 7s / 3c 3s 4h 4s 6d / Kh Kd Qc Qh 7c", 2, **{column: value})
    deals, problems = database.read()
    assert deals[0].name == "1"
    assert {problem.code for problem in problems} <= {"record-hands", "record-rake"}


def test_bytes_that_are_no_text(database: Database) -> None:
    key = database.hand()
    with closing(sqlite3.connect(database.path)) as open_, open_:
        open_.execute("UPDATE HttpOFCPlayers SET playerName = CAST(x'FF41' AS TEXT) WHERE seatNo = 1")
    ((deal,), _) = database.read()
    assert [board.player for board in deal.boards] == ["Ana", "\ufffdA"]
    assert key == 1


@pytest.mark.parametrize(
    "tables",
    [
        "CREATE TABLE Hands (id);",
        "CREATE TABLE HttpOFCHands (id); CREATE TABLE HttpOFCPlayers (id);",
        "CREATE TABLE HttpOFCPlayers (id); CREATE VIEW HttpOFCHands AS WITH RECURSIVE n(id) AS "
        "(SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n;",
    ],
)
def test_a_database_of_another_program(tmp_path: Path, tables: str) -> None:
    deals, problems = Database(tmp_path / "other.db", tables).read()
    assert deals == []
    assert [(p.code, p.status) for p in problems] == [("record-unreadable", Exit.FILES)]


def test_a_database_that_another_program_writes_to(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ofcscore.log.read.records.hands._WAIT", 0.01)
    database.hand()
    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        deals, problems = database.read()
    assert deals == []
    assert [(p.message, p.hint) for p in problems] == [
        ("another program is writing to this database", "close that program or use a copy")
    ]


@pytest.mark.parametrize("name", [b"\xff\xfe.db3", b"a?b#c%20d&mode=rw.db3", b"new\nline.db3"])
def test_a_file_of_any_name(database: Database, name: bytes) -> None:
    path = database.path.with_name(os.fsdecode(name))
    database.hand()
    database.path.rename(path)
    assert len(read(path)[0]) == 1
    assert len(read(Path(f"/{path}"))[0]) == 1


def test_a_database_with_a_journal_of_its_own_is_only_read(database: Database) -> None:
    with closing(sqlite3.connect(database.path)) as writing:
        writing.execute("PRAGMA journal_mode = WAL")
    database.hand()
    assert len(database.read()[0]) == 1
    assert os.listdir(database.path.parent) == ["fpdb.db3"]
    with closing(sqlite3.connect(database.path)) as writing:
        writing.execute("PRAGMA wal_autocheckpoint = 0")
        writing.execute("UPDATE HttpOFCPlayers SET playerName = 'Zoe' WHERE seatNo = 1")
        writing.commit()
        assert [board.player for board in database.read()[0][0].boards] == ["Ana", "Zoe"]


def test_a_database_that_is_damaged(tmp_path: Path) -> None:
    """A database cut anywhere or with changed bytes is read or reported."""
    whole, chance, path = EXAMPLE.read_bytes(), random.Random(1), tmp_path / "broken.db3"
    cuts = [whole[:end] for end in range(16, len(whole), 499)]
    for _ in range(60):
        changed = bytearray(whole)
        for _ in range(20):
            changed[chance.randrange(16, len(whole))] = chance.randrange(256)
        cuts.append(bytes(changed))
    for data in cuts:
        path.write_bytes(data)
        deals, problems = read(path)
        assert deals or problems


def test_items_are_headers_and_deals() -> None:
    items, _ = read_session([file_source(EXAMPLE)])
    assert [type(item) for item in items] == [Header, Deal, Deal]
