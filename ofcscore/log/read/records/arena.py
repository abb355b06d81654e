"""JSON lines of poker-arena: who sits where in a hand, and then its events, one at a time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO

from ofcscore.diagnostics.problem import Problems
from ofcscore.game.board import ROWS
from ofcscore.log.amounts import unmistakable
from ofcscore.log.read.records.hands import (
    Game,
    Hand,
    LeftOut,
    Rows,
    Seat,
    apart,
    dealt_of,
    game_called,
    missing,
    number_of,
    plain_name,
    row_of,
    text_of,
)
from ofcscore.log.read.records.objects import Object, Objects


@dataclass(slots=True)
class _Hand:
    """The hand that is being read: its events by player, and who has how many cards in fantasyland."""

    line: int
    name: str
    players: list[str]
    dealt: dict[str, int]
    shown: dict[str, Object] = field(default_factory=dict)
    scores: dict[str, Object] = field(default_factory=dict)

    def take(self, event: Object) -> None:
        """Take an event of a player; those that say nothing of the result are passed over."""
        seat = event.get("seat")
        if not isinstance(seat, int) or not 0 <= seat < len(self.players):
            return
        player = self.players[seat]
        match event.get("event"):
            case "showdown":
                self.shown[player] = event
            case "score":
                self.scores[player] = event
            case "fantasyland":
                self.dealt[player] = dealt_of(event.get("cards")) or 0

    def end(self, game: Game) -> Hand | LeftOut:
        """Return the hand, once all of its events are there."""
        if len(self.players) < 2:
            return LeftOut(self.line, self.name, "nobody else played")
        for player in self.players:
            shown = self.shown.get(player)
            why = "it has no showdown" if shown is None else missing(player, _rows(shown))
            if why is not None:
                return LeftOut(self.line, self.name, why)
        return Hand(self.line, self.name, game, tuple(map(self._seat, self.players)))

    def _seat(self, player: str) -> Seat:
        shown = self.shown[player]
        points = number_of(self.scores.get(player, {}).get("points"))
        return Seat(player, _rows(shown), self.dealt.get(player), points, tuple(_says(shown)))

    def due(self) -> dict[str, int]:
        """Return the number of cards of each player who is in fantasyland in the next hand."""
        cards = {player: dealt_of(shown.get("next_fantasyland")) for player, shown in self.shown.items()}
        return {player: count for player, count in cards.items() if count}


def read_hands(stream: BinaryIO, file: str, problems: Problems) -> Iterator[Hand | LeftOut]:
    """Yield the hands of a record in its order."""
    hand: _Hand | None = None
    game = game_called("arena", "")
    for line, found in Objects(stream, file, problems).read():
        if text_of(found, "game_id"):
            game = game_called("arena", text_of(found, "game_id"))
        seats, event = found.get("seats"), found.get("ev")
        name = plain_name(text_of(found, "hand"), f"line {line}")
        if isinstance(seats, list):
            if hand is not None:
                yield hand.end(game)
            names = apart([plain_name(seat if isinstance(seat, str) else "", "Player") for seat in seats])
            hand = _Hand(line, name, names, {} if hand is None else hand.due())
        elif isinstance(event, dict) and hand is not None and name == hand.name:
            hand.take(event)
    if hand is not None:
        yield hand.end(game)


def _rows(shown: Object) -> Rows:
    rows = (shown.get(row.label) for row in ROWS)
    top, middle, bottom = (row_of([*map(str, cards)]) if isinstance(cards, list) else "" for cards in rows)
    return top, middle, bottom


def _says(shown: Object) -> Iterator[str]:
    """Yield the results that a showdown states for a board: `top 9`, `foul`, `no fantasyland`.

    Royalties are left out unless the board is stated to be no foul: the record has them for fouls too.
    """
    royalties = shown.get("royalties")
    fouled = shown.get("fouled")
    if fouled is False and isinstance(royalties, Mapping):
        for row in ROWS:
            number = number_of(royalties.get(row.label))
            if number is not None:
                yield f"{row.label} {unmistakable(f'{number:f}')}"
    if isinstance(fouled, bool):
        yield "foul" if fouled else "no foul"
    if "next_fantasyland" in shown:
        cards = dealt_of(shown["next_fantasyland"])
        yield f"fantasyland {cards}" if cards else "no fantasyland"
