"""Hands as a record has them, whatever its form: who sat there, what lay before whom, what came out."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from itertools import count
from typing import Any, Final, NamedTuple

from ofcscore.diagnostics.words import listed
from ofcscore.files.reading import package_text
from ofcscore.game.board import BOARD_SIZE, ROWS
from ofcscore.rules.files import shipped_names

Rows = tuple[str, str, str]
EVENING: Final = timedelta(hours=6)
"""A gap of this length ends an evening."""


class Game(NamedTuple):
    """The game of a hand: the table's `title`, the `rules`, and the worth of a point.

    `rules` is a rule set, and `guess` what the record calls it where nothing says that it is this one.
    `stake` is written as in a log, a number with its currency where the record has one; empty for none.
    """

    title: str = ""
    rules: str = ""
    guess: str | None = None
    stake: str = ""


class Seat(NamedTuple):
    """One player of a hand; cards are spelled as in a log, as far as they are cards.

    `fantasyland` is None outside of it, else how many cards were dealt, 0 where that is not known. `points`
    is what the record says the hand brought, in points, `says` what else it says of the board (`top 9`,
    `no foul`). `due` and `won` are chips: what the points are worth, and what the player got.
    """

    name: str
    rows: Rows
    fantasyland: int | None = None
    points: Decimal | None = None
    says: tuple[str, ...] = ()
    due: Decimal | None = None
    won: Decimal | None = None


class Hand(NamedTuple):
    """One whole hand: the line (of a database, the row) where it stands, and when it was played."""

    line: int
    name: str
    game: Game
    seats: tuple[Seat, ...]
    when: datetime | None = None


class LeftOut(NamedTuple):
    """A hand that cannot be scored, and why."""

    line: int
    name: str
    why: str


_CARD: Final = re.compile("(10|[2-9TJQKAtjqka])([shdcSHDC])[0-9]?")
_JOKER: Final = re.compile(r"(?:\*|[Xx]|[Jj][Kk])[0-9]{0,2}")
_SPELLED: Final = re.compile(r"[2-9TJQKA][shdc]|\*")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,4})?")
_DECIMALS: Final = re.compile(r"[+-]?[0-9]{1,9}\.[0-9]{1,30}")
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs")
_LONGEST_NAME: Final = 60


def dealt_of(cards: object) -> int | None:
    """Return how many cards somebody was dealt in fantasyland: a board, and what is left over of it."""
    return cards if isinstance(cards, int) and BOARD_SIZE <= cards <= 2 * BOARD_SIZE else None


def row_of(cards: list[str]) -> str:
    """Return the cards of a row as a log spells them: no street behind them, the ten as `T`.

    Others as they are.

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
    """Return a message about cards that a board lacks, None if it is whole."""
    cards = [row.split() for row in rows]
    hidden = next((card for row in cards for card in row if not _SPELLED.fullmatch(card)), None)
    if hidden is not None:
        return f"{name} has `{hidden[:8]}`, which is no card"
    counts = [len(row) for row in cards]
    if any(size < row.size for size, row in zip(counts, ROWS, strict=True)):
        total = sum(counts)
        if total >= BOARD_SIZE:
            return f"the rows of {name} have {listed(list(map(str, counts)), 'and')} cards"
        return f"{name} has {total} card{'' if total == 1 else 's'}" if total else f"{name} has no cards"
    return None


def whole_hand(
    line: int, name: str, game: Game, seats: tuple[Seat, ...], when: datetime | None, why: str | None = None
) -> Hand | LeftOut:
    """Return the hand, or why it cannot be scored: for want of others, for what is said, or of a card."""
    if len(seats) < 2:
        why = "nobody else played"
    why = why or next(filter(None, (missing(seat.name, seat.rows) for seat in seats)), None)
    return Hand(line, name, game, seats, when) if why is None else LeftOut(line, name, why)


def plain_name(*names: str) -> str:
    """Return the first of these of which something can be seen, as a log can have it.

    The last of them for none.

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
    """Return the names of a hand; a second player of the same name has a number behind it.

    >>> apart(["Bob", "Bob", "Bob (2)"])
    ['Bob', 'Bob (3)', 'Bob (2)']
    """
    told: list[str] = []
    for at, name in enumerate(names):
        others = (f"{name} ({number})" for number in count(at + 1))
        told.append(name if name not in told else next(o for o in others if o not in {*names, *told}))
    return told


def number_of(value: object) -> Decimal | None:
    """Return a number of a record, written as one or as text; None for anything else, and for the endless."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, str)):
        return None
    text = str(value).strip()
    if _DECIMALS.fullmatch(text):
        text = text.rstrip("0").rstrip(".")
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def text_of(mapping: Mapping[str, object], key: str) -> str:
    """Return the text, or the number as text, under a key; empty for anything else."""
    value = mapping.get(key)
    known = isinstance(value, (str, int, Decimal)) and not isinstance(value, bool)
    return str(value).strip() if known else ""


_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?.*)?")
_MILLISECONDS: Final = 100_000_000_000
"""A time from here on counts thousandths of seconds, and not seconds."""


def time_of(value: object) -> datetime | None:
    """When something was: `2026-11-20T21:04:00`, as the clock there had it, or seconds since 1970 in UTC."""
    try:
        if isinstance(value, str) and (iso := _ISO.fullmatch(value.strip())):
            return datetime(*(int(part or 0) for part in iso.groups()))  # type: ignore[arg-type]
        number = (
            Decimal(value) if isinstance(value, (int, str, Decimal)) and not isinstance(value, bool) else None
        )
        if number is None or not number.is_finite() or number <= 0:
            return None
        seconds = float(number) / (1000 if number >= _MILLISECONDS else 1)
        return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)
    except (ValueError, ArithmeticError, OSError):
        return None


@lru_cache(maxsize=1)
def _games() -> dict[str, Any]:
    return tomllib.loads(package_text("ofcscore.log.read.records", "games.toml"))


def game_called(room: str, name: str, title: str = "", stake: str = "") -> Game:
    """Return a room's game by its name there, which is kept where the rule set is a guess."""
    games, called = _games(), name.lower()
    known: str | None = games["rooms"].get(room.lower(), {}).get(called) or games["games"].get(called)
    if known is not None:
        return Game(title, known, None, stake)
    if called in shipped_names()[0]:
        return Game(title, called, None, stake)
    likely = (rules for word, rules in games["likely"].items() if word in called)
    return Game(title, next(likely, games["unknown"]), name, stake)
