"""The columns that deals come in, and those that their scores go out in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pyarrow as pa

from ofcscore.bulk.one_by_one import CELLS
from ofcscore.rules.model import Rules

BOARDS: Final = "boards"
CARDS: Final = "cards"
PLAYERS: Final = "players"
BANK: Final = "bank"
SEAT_COLUMNS: Final = (*CELLS, "fantasyland", "person")

DEALS: Final = pa.schema(
    [
        ("deal", pa.int64()),
        (BOARDS, pa.list_(pa.struct([(name, pa.string()) for name in CELLS[:4]]))),
    ]
)
"""Deals as they are expected where nothing else is said: a list of boards each."""


def schema(rules: Rules, given: Any = DEALS) -> Any:
    """Return the columns that `score_batch` gives for a batch with the columns `given` (a pyarrow.Schema).

    `player`, `points`, `royalties`, `fouled` and `fantasyland_next` are lists with an entry a seat, in the
    order of the boards; all but the players are NULL where `error` has a code. `points` are whole numbers,
    or under a pool, which may share a point, text (`3/2`), and NULL for somebody absent.
    `fantasyland_next` is the number of cards of the fantasyland deal that is due, 0 for none. The other
    columns are carried. The metadata name the rule set and its digest.
    """
    given = given if isinstance(given, pa.Schema) else pa.schema(given)
    _check_columns(given)
    fields = [given.field("deal")] if "deal" in given.names else []
    if BOARDS in given.names:
        seat = _item(given.field(BOARDS).type)
        if "player" in [field.name for field in seat]:
            fields.append(pa.field("player", pa.list_(_named(seat.field("player").type))))
    points = pa.string() if rules.shares else pa.int64()
    fields += [
        pa.field("points", pa.list_(points)),
        pa.field("royalties", pa.list_(pa.int64())),
        pa.field("fouled", pa.list_(pa.bool_())),
        pa.field("fantasyland_next", pa.list_(pa.int32())),
        pa.field("error", pa.string()),
    ]
    own = {field.name for field in fields if field.name != "deal"}
    clash = next((name for name in given.names if name in own), None)
    if clash is not None:
        raise ValueError(f"the deals have a column {clash}, which is where scores go; give it another name")
    fields += [field for field in given if field.name not in ("deal", BOARDS, CARDS)]
    return pa.schema(fields, {"ofcscore.rules": rules.name, "ofcscore.digest": rules.digest})


def is_any(kind: Any, names: str) -> bool:
    """Return True if a type is one of these, each by its name in `pyarrow.types`."""
    return any(getattr(pa.types, f"is_{name}")(kind) for name in names.split())


def is_list(kind: Any) -> bool:
    return is_any(kind, "list large_list fixed_size_list list_view large_list_view")


def is_text(kind: Any) -> bool:
    """Return True if a column has texts or bytes that lie one behind the other."""
    return is_any(kind, "string large_string binary large_binary")


def _item(kind: Any) -> Any:
    """Return the type of a list's items, without a dictionary around it."""
    item = kind.value_type
    return item.value_type if pa.types.is_dictionary(item) else item


def _named(kind: Any) -> Any:
    """Return the type of players that go out: as they came, in a dictionary where that is of plain texts."""
    while pa.types.is_dictionary(kind) and not is_text(kind.value_type):
        kind = kind.value_type
    return kind


def _check_columns(given: Any) -> None:
    """Raise ValueError if a batch has not the columns of deals."""
    names = given.names
    check_once(names, "the deals have two columns")
    if BOARDS in names:
        kind = given.field(BOARDS).type
        if not is_list(kind) or not pa.types.is_struct(_item(kind)):
            raise ValueError(f"`boards` is a list of structs with player, top, mid and bot, not {kind}")
        seat = {field.name: field.type for field in _item(kind)}
        check_once([field.name for field in _item(kind)], "the structs in `boards` have two fields")
        missing = [n for n in CELLS[1:4] if n not in seat]
        if missing:
            raise ValueError(f"the structs in `boards` have no {' and no '.join(missing)}")
        for name in SEAT_COLUMNS:
            _check_kind(name, seat.get(name), _is_single, "a text")
        _check_kind("fantasyland", seat.get("fantasyland"), _is_number, "a number, or true and false")
    elif CARDS not in names:
        rows = "; rows of boards go through whole_deals" if "top" in names else ""
        raise ValueError(f"deals are a column `boards`, or `players` and `cards`{rows}")
    elif PLAYERS not in names:
        raise ValueError("`cards` need the number of `players` beside them")
    else:
        _check_kind(CARDS, given.field(CARDS).type, _is_bytes, "bytes, thirteen a player")
    for name, what in ((PLAYERS, "a number"), (BANK, "a player's name, or a seat from 1")):
        _check_kind(name, given.field(name).type if name in names else None, _is_single, what)


def check_once(names: Sequence[str], words: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{words} called {name}")
        seen.add(name)


def _check_kind(name: str, kind: Any, fits: Callable[[Any], bool], what: str) -> None:
    if kind is None:
        return
    inner = kind
    while pa.types.is_dictionary(inner) or isinstance(inner, pa.BaseExtensionType):
        inner = inner.value_type if pa.types.is_dictionary(inner) else inner.storage_type
    if not fits(inner):
        raise ValueError(f"`{name}` is {what}, not {kind}")


def _is_single(kind: Any) -> bool:
    """Return True if a column has one text in each place, or what people write as one."""
    return _is_number(kind) or _is_bytes(kind) or is_any(kind, "string large_string string_view")


def _is_number(kind: Any) -> bool:
    return is_any(kind, "integer floating decimal boolean null")


def _is_bytes(kind: Any) -> bool:
    return is_any(kind, "binary large_binary fixed_size_binary binary_view null")
