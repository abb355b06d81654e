"""The input and output columns of deals, and numpy views of their Arrow buffers.

Only deals that need the reference path are converted to Python objects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import combinations
from operator import is_
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ofcscore.bulk.deal_by_deal import (
    CELLS,
    DECK,
    MOST_LOOKED_AT,
    NO_NUMBER,
    DealCells,
    SeatCells,
    text_of,
)
from ofcscore.bulk.tables import (
    NOT_THERE,
    WORD,
    WORDS,
    Boards,
    Cards,
    Flags,
    Int64,
    Words,
    boards_of_codes,
    boards_of_sums,
    cards_by_text,
    sums_of_words,
)
from ofcscore.game.cards import BOARD_SIZE, JOKER, RANKS, ROWS, SUITS
from ofcscore.rules.model import Rules

BOARDS: Final = "boards"
CARDS: Final = "cards"
PLAYERS: Final = "players"
BANK: Final = "bank"
SEAT_COLUMNS: Final = (*CELLS, "fantasyland", "person")
ROW_CELLS: Final = CELLS[1:4]
LEFT_OUT: Final = -1
"""The board count of a deal that the vectorized path must skip."""

DEALS: Final = pa.schema(
    [("deal", pa.int64()), (BOARDS, pa.list_(pa.struct([(name, pa.string()) for name in CELLS[:4]])))]
)
"""The default columns of deals: one list of boards per deal."""


def schema(rules: Rules, given: Any = DEALS) -> Any:
    """Return the output columns of `score_batch` for the input columns `given` (a pyarrow.Schema).

    `player`, `points`, `royalties`, `fouled` and `fantasyland_next` are lists with one entry per seat, in the
    order of the boards. All of them except `player` are NULL if `error` has a code. `points` are integers, or
    text such as `3/2` under a pool, which may split points; an absent player has NULL. `fantasyland_next` is
    the number of cards in the next fantasyland deal, 0 for none. Other columns are copied. The metadata name
    the rule set and its digest.
    """
    given = given if isinstance(given, pa.Schema) else pa.schema(given)
    _check_columns(given)
    fields = [given.field("deal")] if "deal" in given.names else []
    if BOARDS in given.names:
        seat = _item(given.field(BOARDS).type)
        if "player" in [field.name for field in seat]:
            fields.append(pa.field("player", pa.list_(_named(seat.field("player").type))))
    points = pa.string() if rules.shares else pa.int64()
    kinds = {"points": points, "royalties": pa.int64(), "fouled": pa.bool_(), "fantasyland_next": pa.int32()}
    fields += [pa.field(name, pa.list_(kind)) for name, kind in kinds.items()]
    fields.append(pa.field("error", pa.string()))
    own = {field.name for field in fields if field.name != "deal"}
    clash = next((name for name in given.names if name in own), None)
    if clash is not None:
        raise ValueError(f"the deals have a column {clash}, but the scores need this name; rename the column")
    fields += [field for field in given if field.name not in ("deal", BOARDS, CARDS)]
    return pa.schema(fields, {"ofcscore.rules": rules.name, "ofcscore.digest": rules.digest})


def is_any(kind: Any, names: str) -> bool:
    """Return True if a type is one of `names`, separated by spaces, from `pyarrow.types`."""
    return any(getattr(pa.types, f"is_{name}")(kind) for name in names.split())


def is_list(kind: Any) -> bool:
    return is_any(kind, "list large_list fixed_size_list list_view large_list_view")


def is_text(kind: Any) -> bool:
    """Return True if a type stores texts or bytes one after another, without views."""
    return is_any(kind, "string large_string binary large_binary")


def _item(kind: Any) -> Any:
    """Return the item type of a list type, without a dictionary around the list."""
    item = kind.value_type
    return item.value_type if pa.types.is_dictionary(item) else item


def _named(kind: Any) -> Any:
    """Return the output type of player names: the input type, a dictionary only if it has plain texts."""
    while pa.types.is_dictionary(kind) and not is_text(kind.value_type):
        kind = kind.value_type
    return kind


def _check_columns(given: Any) -> None:
    """Raise ValueError if the columns of a batch do not describe deals."""
    names = given.names
    check_once(names, "the deals have two columns")
    if BOARDS in names:
        kind = given.field(BOARDS).type
        if not is_list(kind) or not pa.types.is_struct(_item(kind)):
            raise ValueError(f"`boards` must be a list of structs with player, top, mid and bot, not {kind}")
        seat = {field.name: field.type for field in _item(kind)}
        check_once([field.name for field in _item(kind)], "the structs in `boards` have two fields")
        missing = [n for n in ROW_CELLS if n not in seat]
        if missing:
            raise ValueError(f"the structs in `boards` have no {' and no '.join(missing)}")
        for name in SEAT_COLUMNS:
            _check_kind(name, seat.get(name), _SINGLE, "a text")
        _check_kind("fantasyland", seat.get("fantasyland"), _NUMBER, "a number, or true and false")
    elif CARDS not in names:
        hint = "; for one row per board, use whole_deals" if "top" in names else ""
        raise ValueError(f"deals need a column `boards`, or columns `players` and `cards`{hint}")
    elif PLAYERS not in names:
        raise ValueError("a column `cards` also needs a column `players` with the number of players")
    else:
        _check_kind(CARDS, given.field(CARDS).type, _BYTES, "bytes, 13 per player")
    for name, what in ((PLAYERS, "a number"), (BANK, "a player's name, or a seat from 1")):
        _check_kind(name, given.field(name).type if name in names else None, _SINGLE, what)


def check_once(names: Sequence[str], words: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{words} called {name}")
        seen.add(name)


def _check_kind(name: str, kind: Any, fits: str, what: str) -> None:
    """Raise ValueError if a column has the wrong type; None is a missing column, which is valid."""
    if kind is not None and not is_any(usual_type(kind), fits):
        raise ValueError(f"`{name}` must be {what}, not {kind}")


_NUMBER: Final = "integer floating decimal boolean null"
_BYTES: Final = "binary large_binary null"
_SINGLE: Final = f"string large_string {_NUMBER} {_BYTES}"
"""Types of `usual` columns, as in `is_any`."""


def usual(column: Any) -> Any:
    """Convert views, dictionaries and unusual list types to plain text, bytes, structs and lists."""
    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        return usual(column.storage)
    if pa.types.is_dictionary(kind):
        return pc.take(usual(column.dictionary), column.indices)
    if is_list(kind):
        values = column.flatten()
        plain = usual(values)
        if plain is values and is_any(kind, "list large_list"):
            return column
        lengths = np.asarray(pc.list_value_length(column).fill_null(0), np.int64)
        offsets = pa.array(np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)]))
        return pa.LargeListArray.from_arrays(offsets, plain, mask=column.is_null())
    if pa.types.is_struct(kind):
        # Flatten, because values under a NULL may be invalid, such as an index outside a dictionary.
        fields = column.flatten()
        converted = [usual(field) for field in fields]
        if all(map(is_, converted, fields)):
            return column
        return pa.StructArray.from_arrays(converted, [field.name for field in kind], mask=column.is_null())
    if pa.types.is_string_view(kind):
        return column.cast(pa.large_string())
    return column.cast(pa.large_binary()) if is_any(kind, "binary_view fixed_size_binary") else column


def usual_type(kind: Any) -> Any:
    return usual_type(kind.value_type) if pa.types.is_dictionary(kind) else usual(pa.nulls(0, kind)).type


# -- deals as numpy ------------------------------------------------------------------------------------


class Strings:
    """A column of text or bytes: `data`, and the offsets where each entry begins and ends."""

    def __init__(self, column: Any) -> None:
        wide = pa.types.is_large_string(column.type) or pa.types.is_large_binary(column.type)
        _, offsets, data = column.buffers()
        kind = np.int64 if wide else np.int32
        ends: NDArray[Any] = np.zeros(1, kind) if offsets is None else np.frombuffer(offsets, kind)
        ends = ends[column.offset : column.offset + len(column) + 1]
        self.start: NDArray[Any] = ends[:-1]
        self.end: NDArray[Any] = ends[1:]
        self.data = np.zeros(0, np.uint8) if data is None else np.frombuffer(data, np.uint8)
        if len(self.data) < 2 * WORD:
            self.spare()
        self.valid = _valid(column)
        self.longest = int(np.subtract(self.end, self.start).max(initial=0))
        self.even = not len(column) or self.end[-1] - self.start[0] == self.longest * len(column)

    @property
    def empty(self) -> Flags:
        """True for each text that is NULL or empty."""
        empty: Flags = self.end == self.start
        return empty if self.valid is None else empty | ~self.valid

    @property
    def words(self) -> Words:
        """A view of `data` as 8-byte little-endian words, one starting at each byte."""
        return np.ndarray((len(self.data) - WORD + 1,), "<u8", self.data, 0, (1,))

    def spare(self) -> None:
        """Extend `data` after the last text, so that a word may start at each of its bytes."""
        self.data = np.concatenate([self.data, np.zeros(2 * WORD, np.uint8)])

    def get(self, index: int) -> str | bytes | None:
        """Return one text, as bytes if it is not UTF-8; None for NULL."""
        if self.valid is not None and not self.valid[index]:
            return None
        found = self.raw(index)
        try:
            return found.decode("utf-8")
        except UnicodeDecodeError:
            return found

    def raw(self, index: int) -> bytes:
        return self.data[self.start[index] : self.end[index]].tobytes()


def _valid(column: Any) -> Flags | None:
    """Return which entries are not NULL, None if no entry is NULL."""
    return None if not column.null_count else np.asarray(column.is_valid(), np.bool_)


def _and(flags: Flags | None, more: Flags | None) -> Flags | None:
    return more if flags is None else flags if more is None else flags & more


_BLANKS: Final = np.uint64(0xFF << 16 | 0xFF << 40)
_TWO_BLANKS: Final = np.uint64(0x20 << 16 | 0x20 << 40)
_JOINED: Final = {3: ((0, (0, 2, 4)),), 5: ((0, (0, 2, 4, 6)), (2, (6,)))}
"""As `WORDS`, for rows without spaces."""


def _sums_of_rows(column: Strings, at: Int64, size: int, *, joined: bool) -> tuple[Cards, Flags | None]:
    """Return the sums of the cards in rows, and which rows are canonical (None: all).

    Cards have spaces between them (`Qh Qd 5c`), or none if `joined`. The sums of other rows are invalid.
    """
    length = 2 * size if joined else 3 * size - 1
    start = column.start[at]
    sound: Flags | None = None
    if not column.even or column.longest != length:
        sound = column.end[at] - start == length
        start = np.where(sound, start, 0)
    found = []
    for skip, places in (_JOINED if joined else WORDS)[size]:
        words = column.words[start + skip]
        if not joined:
            sound = _and(sound, words & _BLANKS == _TWO_BLANKS)
        found.append((words, places))
    return sums_of_words(found, cards_by_text(joined=joined)), sound


class Nested:
    """The layout `boards: list<struct<player, top, mid, bot>>`.

    `counts` is the number of boards per deal, `LEFT_OUT` if the vectorized path cannot score the deal.
    `offsets` are the first seats of the deals. `missing` are the deals that are NULL (None: no deal).
    `dealt_in` are the fantasyland cards per board, `NOT_THERE` outside fantasyland (None: nobody is there).
    """

    def __init__(self, boards: Any, players: Any | None, bank: Any | None) -> None:
        offsets = np.asarray(boards.offsets, np.int64)
        self.base = int(offsets[0])
        self.offsets = offsets - self.base
        seats = boards.values.slice(self.base, int(self.offsets[-1]))
        names = [field.name for field in seats.type]
        texts = [name for name in names if name in CELLS or name == "person"]
        columns = [seats.field(names.index(name)) for name in texts]
        # Player names may be numbers, for example.
        written = [column if is_text(column.type) else column.cast(pa.string()) for column in columns]
        self.columns = dict(zip(texts, map(Strings, written), strict=True))
        self.missing = None if not boards.null_count else ~np.asarray(boards.is_valid(), np.bool_)
        self.dealt_in = _dealt(seats.field(names.index("fantasyland"))) if "fantasyland" in names else None
        self.there = _valid(seats)
        self.players = None if players is None else _whole(players)
        self.bank = bank
        self.counts = np.diff(self.offsets)
        names_at = self.columns.get("player")
        self.named = names_at is not None and names_at.longest > 0
        self._leave_out()
        top = self.columns["top"]
        lengths = top.end[:100] - top.start[:100]
        self.joined = bool(np.count_nonzero(lengths == 6) > np.count_nonzero(lengths == 8))
        for name in ("player", "top") if self.joined else ("player",):
            if name in self.columns:
                self.columns[name].spare()

    def _leave_out(self) -> None:
        """Mark the deals with values that the vectorized path does not support."""
        odd = [] if self.there is None else [~self.there]
        if self.dealt_in is not None:
            odd.append(self.dealt_in > DECK)
        for name, column in self.columns.items():
            if name in ROW_CELLS:
                odd += [] if column.valid is None else [~column.valid]
            elif name != "player":
                odd.append(~column.empty)
            elif self.named:
                odd.append(column.empty)
        for flags in odd:
            self.counts[np.searchsorted(self.offsets, np.flatnonzero(flags), "right") - 1] = LEFT_OUT
        if self.missing is not None:
            self.counts[self.missing] = LEFT_OUT
        if self.players is not None:
            self.counts[self.players != self.counts] = LEFT_OUT

    def boards(self, rows: Int64, players: int) -> tuple[Boards, Flags | None]:
        """Return the boards of deals with `players` boards, and which deals are valid (None: all)."""
        at = boards_at(self.offsets, rows, players)
        sums = []
        good: Flags | None = None
        for row, name in zip(ROWS, ROW_CELLS, strict=True):
            total, sound = _sums_of_rows(self.columns[name], at, row.size, joined=self.joined)
            sums.append(total)
            good = _and(good, sound)
        whole = None if good is None else reduce(np.logical_and, [good[i::players] for i in range(players)])
        if self.named:
            prints = _print(self.columns["player"], at)
            names = combinations([prints[i::players] for i in range(players)], 2)
            whole = _and(whole, reduce(np.logical_and, [one != other for one, other in names]))
        return boards_of_sums(sums), whole

    def cells(self, row: int) -> DealCells:
        return _cells(self, row, range(self.offsets[row], self.offsets[row + 1]), self._seat)

    def _seat(self, index: int) -> SeatCells:
        if self.there is not None and not self.there[index]:
            return SeatCells()
        texts = {name: column.get(index) for name, column in self.columns.items()}
        person = text_of(texts.pop("person", None))
        dealt = None if self.dealt_in is None else int(self.dealt_in[index])
        return SeatCells(**texts, dealt=None if dealt == NOT_THERE else dealt, person=person or None)


def boards_at(offsets: Int64, rows: Int64, players: int) -> Int64:
    """Return the indices of the boards of deals with `players` boards each."""
    return np.add.outer(offsets[rows], np.arange(players)).ravel()


_FIRST_BYTES: Final = np.array([(1 << 8 * n) - 1 for n in range(WORD)] + [2**64 - 1], np.uint64)
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)


def _print(column: Strings, at: Int64) -> Words:
    """Return a hash for each name, from its first and last eight bytes.

    Deals in which two names have the same hash are checked by the reference path.
    """
    start, end = column.start[at], column.end[at]
    length = end - start
    long = column.longest > WORD
    mask = _FIRST_BYTES.take(np.minimum(length, WORD) if long else length)
    print_: Words = column.words[start] & mask
    if long:
        print_ += _MIX * (column.words[np.where(length > WORD, end - WORD, start)] & mask)
    return print_


def _dealt(column: Any) -> Int64 | None:
    """Return fantasyland cards from a column of numbers or booleans; None if there are none.

    True becomes 0 (unknown count). NULL, 0 and False become `NOT_THERE`, invalid numbers `NO_NUMBER`.
    """
    if pa.types.is_boolean(column.type):
        there = np.asarray(column.fill_null(False), np.bool_)
        return None if not there.any() else np.where(there, 0, NOT_THERE).astype(np.int64)
    cards = _whole(column, empty=0)
    there, wrong = cards > 0, cards < 0
    if not (there.any() or wrong.any()):
        return None
    dealt = np.where(there, cards, NOT_THERE)
    dealt[wrong] = NO_NUMBER
    return dealt


def _whole(column: Any, empty: int = LEFT_OUT - 1) -> Int64:
    """Return a column as integers, with `empty` in place of NULL.

    Values that are not integers become a number smaller than any valid player count.
    """
    types = pa.types
    none = LEFT_OUT - 1
    if types.is_float16(column.type) or types.is_decimal(column.type):
        # Arrow cannot round these types, or not all of them.
        column = column.cast(pa.float64())
    try:
        numbers = column.cast(pa.int64(), safe=False)
    except pa.ArrowInvalid:
        # A text column with values that are not numbers.
        return np.array([_number(value) for value in column.to_pylist()], np.int64)
    if types.is_floating(column.type):
        numbers = pc.if_else(pc.equal(column, pc.floor(column)), numbers, none)
    return np.asarray(numbers.fill_null(empty), np.int64)


def _number(value: object) -> int:
    text = value.decode("ascii", "replace") if isinstance(value, bytes) else value
    return int(text) if isinstance(text, str) and re.fullmatch("[0-9]{1,9}", text) else LEFT_OUT - 1


class Coded:
    """The layout `players` and `cards: binary`: 13 codes per player, each rank * 4 + suit.

    The codes 52 and 53 are jokers; their deals use the reference path. It has the attributes of `Nested`.
    """

    def __init__(self, cards: Any, players: Any, bank: Any | None) -> None:
        self.codes = Strings(cards)
        self.players = _whole(players)
        self.bank = bank
        self.dealt_in: Int64 | None = None
        valid = self.codes.valid
        self.missing = None if valid is None else ~valid
        length = (self.codes.end - self.codes.start).astype(np.int64)
        self.offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(-(-length // BOARD_SIZE))])
        self.counts = np.where(length == self.players * BOARD_SIZE, self.players, LEFT_OUT)
        if self.missing is not None:
            self.counts[self.missing] = LEFT_OUT

    def boards(self, rows: Int64, players: int) -> tuple[Boards, Flags | None]:
        size = players * BOARD_SIZE
        start = self.codes.start[rows]
        first, last = int(start[0]), int(start[-1]) + size
        if last - first == len(start) * size:
            codes = self.codes.data[first:last]
        else:
            codes = self.codes.data[np.add.outer(start, np.arange(size))]
        return boards_of_codes(codes.reshape(-1, BOARD_SIZE).T), None

    def cells(self, row: int) -> DealCells:
        codes = self.codes.raw(row)
        boards = range(0, len(codes), BOARD_SIZE)
        return _cells(self, row, boards, lambda at: _seat_cells(codes[at : at + BOARD_SIZE]))


def _cells(source: Nested | Coded, row: int, boards: range, seat: Callable[[int], SeatCells]) -> DealCells:
    """Return the cells of a deal; boards after `MOST_LOOKED_AT` are omitted and counted."""
    there = source.missing is None or not source.missing[row]
    looked_at = boards[:MOST_LOOKED_AT] if there else range(0)
    left_out = len(boards) - len(looked_at) if there else 0
    seats = [*map(seat, looked_at)] if there else None
    stated = None if source.players is None else int(source.players[row])
    players = -1 if stated is None else stated if stated >= 0 else None
    bank = None if source.bank is None else text_of(source.bank[row].as_py())
    if isinstance(bank, float) and bank.is_integer():
        bank = int(bank)
    # A bank is a name, or the number of a seat.
    bank = bank if bank is None or isinstance(bank, int) else str(bank)
    return DealCells(seats, players, bank, left_out)


_JOKERS: Final = {DECK: JOKER, DECK + 1: JOKER}


def _seat_cells(codes: bytes) -> SeatCells:
    """Return the cells of one board from card codes; an invalid code is written as `!` and its number."""
    cards = [_JOKERS.get(c) or (RANKS[c // 4] + SUITS[c % 4] if c < DECK else f"!{c}") for c in codes]
    top, mid, bot = (" ".join(row) for row in (cards[:3], cards[3:8], cards[8:]))
    return SeatCells(None, top, mid, bot)
