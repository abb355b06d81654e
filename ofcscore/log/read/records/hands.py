"""Hands of any record format, and hands in files of fpdb."""

from __future__ import annotations

import os
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from itertools import count, groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from ofcscore.diagnostics.problem import Exit, Place, Problem, Problems, listed
from ofcscore.files.disk import package_text
from ofcscore.game.cards import BOARD_SIZE, RANKS, ROWS
from ofcscore.rules.files import shipped_names

if TYPE_CHECKING:
    import sqlite3


Rows = tuple[str, str, str]
EVENING: Final = timedelta(hours=6)
"""The least gap between two evenings."""
_CARD: Final = re.compile("(10|[2-9TJQKAtjqka])([shdcSHDC])[0-9]?")
_JOKER: Final = re.compile(r"(?:\*|[Xx]|[Jj][Kk])[0-9]{0,2}")
_SPELLED: Final = re.compile(r"[2-9TJQKA][shdc]|\*")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,4})?")
_DECIMALS: Final = re.compile(r"[+-]?[0-9]{1,9}\.[0-9]{1,30}")
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs")
_LONGEST_NAME: Final = 60
_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?.*)?")
_MILLISECONDS: Final = 100_000_000_000
"""Times from here on are in milliseconds, smaller ones in seconds."""


class Game(NamedTuple):
    """The game of a hand: the table's `title`, the `rules` and the worth of a point.

    `rules` is a rule set. `guess` is the record's name for it if the rule set is a guess. `stake` is written
    as in a log, a number with a currency if known; it is empty if unknown.
    """

    title: str = ""
    rules: str = ""
    guess: str | None = None
    stake: str = ""


class Seat(NamedTuple):
    """One player of a hand; cards are spelled as in a log if they are valid.

    `fantasyland` is None outside of it, otherwise the number of dealt cards, 0 if unknown. `points` is the
    stated result in points, and `says` the other stated results (`top 9`, `no foul`). `due` and `won` are
    chips: the worth of the points, and what the player really got.
    """

    name: str
    rows: Rows
    fantasyland: int | None = None
    points: Decimal | None = None
    says: tuple[str, ...] = ()
    due: Decimal | None = None
    won: Decimal | None = None


class Hand(NamedTuple):
    """A hand: its line (in a database, its row) and the time when it was played.

    `why` is the reason why it cannot be scored, None for a complete hand.
    """

    line: int
    name: str
    game: Game = Game()
    seats: tuple[Seat, ...] = ()
    when: datetime | None = None
    why: str | None = None


def dealt_of(cards: object) -> int | None:
    """Return the number of cards dealt in fantasyland: a board and the unused cards."""
    return cards if isinstance(cards, int) and BOARD_SIZE <= cards <= 2 * BOARD_SIZE else None


def row_of(cards: list[str]) -> str:
    """Return the cards of a row spelled as in a log: no street number, ten as `T`.

    Invalid cards stay as they are.

    >>> row_of(["Qs0", "10d2", "X"])
    'Qs Td *'
    """
    return " ".join(map(_card, cards))


def _card(text: str) -> str:
    card = _CARD.fullmatch(text)
    if card is not None:
        return ("T" if card[1] == "10" else card[1].upper()) + card[2].lower()
    return "*" if _JOKER.fullmatch(text) else text


def missing(name: str, rows: Rows) -> str | None:
    """Return a message about missing cards of a board, None if it is complete."""
    cards = [row.split() for row in rows]
    hidden = next((card for row in cards for card in row if not _SPELLED.fullmatch(card)), None)
    if hidden is not None:
        return f"{name} has `{hidden[:8]}`, which is not a card"
    counts = [len(row) for row in cards]
    if any(size < row.size for size, row in zip(counts, ROWS, strict=True)):
        total = sum(counts)
        if total >= BOARD_SIZE:
            return f"the rows of {name} have {listed(list(map(str, counts)), 'and')} cards"
        return f"{name} has {total} card{'' if total == 1 else 's'}" if total else f"{name} has no cards"
    return None


def whole_hand(hand: Hand) -> Hand:
    """Return the hand with the reason why it cannot be scored, if there is one."""
    lacking = (missing(seat.name, seat.rows) for seat in hand.seats)
    alone = "nobody else played" if len(hand.seats) < 2 else None
    return hand._replace(why=alone or hand.why or next(filter(None, lacking), None))


def plain_name(*names: str) -> str:
    """Return the first name with visible characters, normalized; else the last one.

    >>> plain_name("  Bob\\u202e \\n the 1st "), plain_name("\\u200b", "17"), plain_name("", "Player")
    ('Bob the 1st', '17', 'Player')
    """
    for name in names:
        whole = unicodedata.normalize("NFC", name[: 4 * _LONGEST_NAME])
        seen = "".join(" " if unicodedata.category(c) in _UNSEEN else c for c in whole)
        words = " ".join(seen.replace('"', "'").split())[:_LONGEST_NAME].strip()
        if words:
            return words
    return names[-1]


def apart(names: list[str]) -> list[str]:
    """Return the names of a hand; number a second player of the same name.

    >>> apart(["Bob", "Bob", "Bob (2)"])
    ['Bob', 'Bob (3)', 'Bob (2)']
    """
    told: list[str] = []
    for at, name in enumerate(names):
        others = (f"{name} ({number})" for number in count(at + 1))
        told.append(name if name not in told else next(o for o in others if o not in {*names, *told}))
    return told


def number_of(value: object) -> Decimal | None:
    """Return a finite number from a record, written as number or text; otherwise None."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, str)):
        return None
    text = str(value).strip()
    if _DECIMALS.fullmatch(text):
        text = text.rstrip("0").rstrip(".")
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def text_of(mapping: Mapping[str, object], key: str) -> str:
    """Return the text under a key, a number as text, "" for anything else."""
    value = mapping.get(key)
    known = isinstance(value, (str, int, Decimal)) and not isinstance(value, bool)
    return str(value).strip() if known else ""


def time_of(value: object) -> datetime | None:
    """Parse a time: ISO format as the local clock had it, or seconds since 1970 in UTC."""
    try:
        if isinstance(value, str) and (iso := _ISO.fullmatch(value.strip())):
            return datetime(*(int(part or 0) for part in iso.groups()))  # type: ignore[arg-type]
        if isinstance(value, bool) or not isinstance(value, (int, str, Decimal)):
            return None
        number = Decimal(value)
        if not number.is_finite() or number <= 0:
            return None
        seconds = float(number) / (1000 if number >= _MILLISECONDS else 1)
        return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)
    except (ValueError, ArithmeticError, OSError):
        return None


@lru_cache(maxsize=1)
def _games() -> dict[str, Any]:
    return tomllib.loads(package_text("ofcscore.log.read.records", "games.toml"))


def game_called(room: str, name: str, title: str = "", stake: str = "") -> Game:
    """Return a room's game by its name there; the name is kept if the rules are a guess."""
    games, called = _games(), name.lower()
    known: str | None = games["rooms"].get(room.lower(), {}).get(called) or games["games"].get(called)
    if known is not None or called in shipped_names()[0]:
        return Game(title, known or called, None, stake)
    likely = (rules for word, rules in games["likely"].items() if word in called)
    return Game(title, next(likely, games["unknown"]), name, stake)


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
