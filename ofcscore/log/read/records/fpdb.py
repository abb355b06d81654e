"""Read the open-face hands of an fpdb-3 SQLite database, opened read-only."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from ofcscore.diagnostics.problem import Exit, Place, Problem, Problems
from ofcscore.game.cards import RANKS
from ofcscore.log.read.records.hands import (
    EVENING,
    Hand,
    Rows,
    Seat,
    apart,
    dealt_of,
    game_called,
    number_of,
    plain_name,
    row_of,
    time_of,
    whole_hand,
)

if TYPE_CHECKING:
    import sqlite3

_WAIT: Final = 1.0
"""The seconds to wait for another program that writes."""
_QUERY: Final = """
WITH apart AS (
    SELECT id, site, tableName, startTime,
        julianday(startTime) - julianday(lag(startTime) OVER seat) > {evening} AS later
    FROM HttpOFCHands WINDOW seat AS (PARTITION BY site, tableName ORDER BY startTime, id)
), evenings AS (
    SELECT id, site, tableName, startTime,
        sum(coalesce(later, 0)) OVER (PARTITION BY site, tableName ORDER BY startTime, id) AS evening
    FROM apart
), begun AS (
    SELECT id, min(startTime) OVER (PARTITION BY site, tableName, evening) AS begin FROM evenings
)
SELECT h.id, h.siteHandNo, h.site, h.tableName, h.startTime, h.variant, h.pineapple, h.deuceToSeven,
    h.validationStatus, p.playerName, p.points, p.topCards, p.middleCards, p.bottomCards, {dealt}
FROM begun JOIN HttpOFCHands AS h USING (id) LEFT JOIN (
    -- A table of its own by the limit, which SQLite makes an index for; fpdb's has none by its hand.
    SELECT id, ofcHandId, playerName, seatNo, points, topCards, middleCards, bottomCards
    FROM HttpOFCPlayers LIMIT -1
) AS p ON p.ofcHandId = h.id {rounds}
ORDER BY begun.begin, h.site, h.tableName, h.startTime, h.id, p.seatNo, p.id
"""
"""Selects one row per player, with the hands of a table and evening together."""
_DEALT: Final = """
LEFT JOIN (
    SELECT ofcHandId, playerName, max(length(dealt) - length(replace(dealt, ' ', '')) + 1) AS dealt
    FROM HttpOFCRounds GROUP BY ofcHandId, playerName
) AS r ON r.ofcHandId = h.id AND r.playerName = p.playerName
"""
"""The most cards that each player was dealt at once."""
_JOURNAL: Final = 18
"""The offset of the write version in the file header: 2 means a `-wal` file."""
_WIRE: Final = re.compile("((?:[0-9]{1,2};)*[0-9]{1,2})-([0-9])-([0-9])-([0-9])")
_WIRE_SUITS: Final = "cdhs"


def read_fpdb(stream: BinaryIO, file: str, problems: Problems) -> Iterator[Hand]:
    """Yield the hands of a database, table by table.

    `stream` is the open file; SQLite opens the file again.
    """
    import sqlite3

    try:
        if not os.path.isfile(file):
            raise _Unreadable("a database cannot be read from standard input", "name the file")
        with closing(sqlite3.connect(_uri(file, stream), uri=True, timeout=_WAIT)) as database:
            database.text_factory = lambda text: text.decode("utf-8", "replace")
            yield from _hands(database)
        return
    except (sqlite3.Error, UnicodeDecodeError) as error:
        message, hint = f"this database cannot be read: {error}", "check that it is complete and from fpdb"
        if "locked" in str(error):
            message = "another program is writing to this database"
            hint = "close that program or use a copy"
    except _Unreadable as error:
        message, hint = error.args
    problems.add(Problem("record-unreadable", Place(file), message, hint, status=Exit.FILES))


class _Unreadable(Exception):  # noqa: N818 - it carries a message and its help
    """Raised for a source that is not a database of fpdb."""


def _uri(file: str, stream: BinaryIO) -> str:
    """Return the read-only URI of a file, whatever characters its name has."""
    start = stream.read(_JOURNAL + 1)
    # Without a journal, SQLite would create one; `immutable` avoids that.
    closed = start[_JOURNAL:] == b"\2" and not os.path.exists(f"{file}-wal")
    return f"{Path(file).absolute().as_uri()}?mode=ro{'&immutable=1' if closed else ''}"


def _hands(database: sqlite3.Connection) -> Iterator[Hand]:
    database.execute("PRAGMA trusted_schema = OFF")
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"HttpOFCHands", "HttpOFCPlayers"} <= tables:
        hint = "choose a database with the table `HttpOFCHands`"
        raise _Unreadable("this database has no open-face hands of fpdb", hint)
    evening = EVENING / timedelta(days=1)
    dealt, join = ("r.dealt", _DEALT) if "HttpOFCRounds" in tables else ("NULL", "")
    rows = database.execute(_QUERY.format(evening=evening, dealt=dealt, rounds=join))
    for _, group in groupby(rows, key=lambda row: row[0]):
        yield _hand(list(group))


def _hand(rows: list[tuple[Any, ...]]) -> Hand:
    line, number, site, table, start, variant, pineapple, low, valid, *_ = rows[0]
    name = plain_name(_text(number), f"row {line}")
    players = [row[9:] for row in rows if row[9] is not None]
    names = apart([plain_name(_text(player[0]), "Player") for player in players])
    points = [number_of(player[1]) for player in players]
    # An unsettled hand is stored as one without winnings.
    settled = any(points)
    seats = tuple(
        Seat(name, _rows(*player[2:5]), dealt_of(player[5]), won if settled else None)
        for name, player, won in zip(names, players, points, strict=True)
    )
    title = ", ".join(filter(None, (plain_name(_text(site), ""), plain_name(_text(table), ""))))
    called = _text(variant) or ("ofcp_27" if low else "ofcp" if pineapple else "")
    why = "fpdb marks it as invalid" if _text(valid) == "invalid" else None
    game = game_called(_text(site), called, title)
    return whole_hand(Hand(line, name, game, seats, time_of(start), why))


def _text(value: object) -> str:
    return str(value).strip() if isinstance(value, (str, int, float)) else ""


def _rows(top: object, middle: object, bottom: object) -> Rows:
    """Return the rows of a board; `top` may have all, as card numbers and then row sizes.

    >>> _rows("41;42;8;20;21;0;1;29;32;33;34;12;13-3-5-5", None, None)
    ('Qd Qh 4c', '7c 7d 2c 2d 9d', 'Tc Td Th 5c 5d')
    """
    wire = _WIRE.fullmatch(_text(top))
    numbers = [int(number) for number in wire[1].split(";")] if wire is not None else []
    if wire is None or max(numbers) >= len(RANKS) * len(_WIRE_SUITS):
        first, second, third = (row_of(_text(cards).split()) for cards in (top, middle, bottom))
        return first, second, third
    cards = [RANKS[number // 4] + _WIRE_SUITS[number % 4] for number in numbers]
    top, middle, bottom = (int(count) for count in wire.group(2, 3, 4))
    ends = (0, top, top + middle, top + middle + bottom)
    first, second, third = (" ".join(cards[a:b]) for a, b in pairwise(ends))
    return first, second, third
