"""Hands of any record format: players, boards and results."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from itertools import count
from typing import Any, Final, NamedTuple

from ofcscore.diagnostics.suggestions import listed
from ofcscore.files.disk import package_text
from ofcscore.game.board import BOARD_SIZE, ROWS
from ofcscore.rules.files import shipped_names

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
