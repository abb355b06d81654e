"""`.hh` files of open-face trackers: JSON objects one after another, with control characters between."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import BinaryIO, Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.game.board import BOARD_SIZE
from ofcscore.log.amounts import currency_of, is_same, option_text, parse_amount, plain_number, unmistakable
from ofcscore.log.read.records.hands import (
    Game,
    Hand,
    LeftOut,
    Seat,
    apart,
    dealt_of,
    game_called,
    number_of,
    plain_name,
    row_of,
    text_of,
    time_of,
    whole_hand,
)
from ofcscore.log.read.records.objects import Object, Objects

_PRICE: Final = re.compile("([$€£])?[ ]*([0-9]+(?:[.,][0-9]+)?)[ ]*([A-Za-z]{3}|[$€£])?")
_PLACES: Final = (("appName", ""), ("clubId", "club "), ("roomId", "room "))
"""The fields that identify the table, each with the word to put before it."""


def read_hands(stream: BinaryIO, file: str, problems: Problems) -> Iterator[Hand | LeftOut]:
    """Yield the hands of a file in its order."""
    for line, found in Objects(stream, file, problems).read():
        hands = found.get("handData")
        if not isinstance(hands, dict) or not hands:
            yield LeftOut(line, f"line {line}", "it has no `handData`")
            continue
        game, chips, when = _game(found), number_of(found.get("stakes")), time_of(found.get("endDateTime"))
        for id_, players in hands.items():
            name = plain_name(id_, f"line {line}")
            if isinstance(players, list) and all(isinstance(player, dict) for player in players):
                yield whole_hand(line, name, game, _seats(players, chips), when)
            else:
                yield LeftOut(line, name, "it is no list of players")


def _game(found: Object) -> Game:
    places = ((word, plain_name(text_of(found, key), "")) for key, word in _PLACES)
    title = ", ".join(f"{word}{name}" for word, name in places if name)
    return game_called(text_of(found, "appName"), text_of(found, "rules"), title, _stake(found))


def _stake(found: Object) -> str:
    """Return the worth of a point as in a log: chips, or money if the record prices a chip (`1USD`).

    A stake that is no number stays as it is written, so that the log reads it (`€0.50`), or asks (`0,50`).
    It is followed by the price if the two do not go together, so that the log asks.
    """
    said = plain_name(text_of(found, "stakes"), "")
    chips, price = number_of(plain_number(said) or said), _PRICE.fullmatch(text_of(found, "price"))
    unit = (price[1] or price[3] or "") if price is not None else ""
    if chips is not None and chips <= 0:
        return ""
    if price is None or not unit:
        return said if chips is None else unmistakable(f"{chips:f}")
    worth = number_of(price[2])
    if chips is None:
        return said if not said or _fits(said, worth, unit) else f"{said} x {price[0]}"
    if worth is None:
        return f"{said} x {price[0]}"
    amount = unmistakable(f"{(chips * worth).normalize():f}")
    return f"{amount} {unit.upper()}" if worth else unmistakable(f"{chips:f}")


def _fits(said: str, worth: Decimal | None, unit: str) -> bool:
    """Return True if a stake that is no number of chips goes with the price of a chip.

    Money goes only with a price of 1 in its currency; anything else goes with any price.
    """
    money = parse_amount(option_text("stakes", said), Problems())
    if money is None or money.currency is None:
        return True
    return worth == 1 and is_same(money.currency, currency_of(unit))


def _seats(players: list[Object], chips: Decimal | None) -> tuple[Seat, ...]:
    """Return the seats of a hand in their order."""
    players = sorted(players, key=lambda player: number_of(player.get("orderIndex")) or Decimal(0))
    names = apart([plain_name(text_of(p, "playerName"), text_of(p, "playerId"), "Player") for p in players])
    return tuple(_seat(player, name, chips) for player, name in zip(players, names, strict=True))


def _seat(player: Object, name: str, chips: Decimal | None) -> Seat:
    rows = [row_of(row.split()) for row in text_of(player, "rows").split("/")]
    top, middle, *bottom = [*rows, "", ""]
    points, won = number_of(player.get("result")), number_of(player.get("win"))
    dead = text_of(player, "dead").split()
    # Who was shown no card that is left over was dealt a number that nobody knows: 0.
    dealt = dealt_of(BOARD_SIZE + len(dead)) if dead else None
    return Seat(
        name,
        (top, middle, " ".join(bottom).strip()),
        fantasyland=dealt or 0 if player.get("inFantasy") is True else None,
        points=points,
        due=points * chips if points is not None and chips is not None else None,
        won=won,
    )
