"""Read hands and sessions in JSON objects: `.hh` files of trackers, JSON Lines of poker-arena."""

import codecs
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, BinaryIO, Final

from ofcscore.diagnostics.problem import Place, Problems, listed, show
from ofcscore.game.cards import BOARD_SIZE, ROWS, Board
from ofcscore.log.amounts import (
    amount_part,
    currency_of,
    is_same,
    option_text,
    parse_amount,
    plain_number,
    unmistakable,
)
from ofcscore.log.canonical import read_canonical
from ofcscore.log.keys import RESERVED
from ofcscore.log.read.records.hands import (
    EVENING,
    Game,
    Hand,
    Seat,
    apart,
    dealt_of,
    game_called,
    missing,
    number_of,
    plain_name,
    read_fpdb,
    row_of,
    text_of,
    time_of,
    whole_hand,
)
from ofcscore.log.read.sources import Source
from ofcscore.log.syntax import (
    UNLABELLED,
    BoardSyntax,
    DealSyntax,
    Entry,
    HeaderSyntax,
    Item,
    Line,
    Part,
    Text,
    laid,
    located,
    unquote,
)

Object = dict[str, Any]
_PIECE: Final = 1 << 16
_LONGEST: Final = 1 << 20
"""The most characters of an object in a record."""
_IDLE: Final = 1 << 24
"""The number of characters without an object after which reading stops."""
_BETWEEN: Final = re.compile(r"[\s\x00\x1a\ufeff,\[\]]*")
_NEXT: Final = re.compile(r"(?:[\x00\x1a]\s*|\n)\{")
"""The start of the next object after an unclosed one."""
_UNSURE: Final = 4096
"""The distance from the end of the text within which an error may be mere truncation."""


# A number with too many digits to count anything is treated as missing.
_decode: Final = json.JSONDecoder(parse_float=Decimal, parse_int=lambda number: int(number[:40])).raw_decode


class _Objects:
    """The objects of a file, whatever is between them.

    Each may be on one line or on several. `_text` from `_at` on is still unread, and begins in line `_line`.
    """

    def __init__(self, stream: BinaryIO, file: str, problems: Problems) -> None:
        self._stream, self._file, self._problems = stream, file, problems
        self._read = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._text, self._at, self._line, self._ended = "", 0, 1, False
        self._idle = 0
        """The number of characters since the last object."""

    def read(self) -> Iterator[tuple[int, Object]]:
        """Yield each object with its first line; report anything else and continue after it."""
        while self._is_there():
            line = self._line
            try:
                found, end = _decode(self._text, self._at)
            except RecursionError:
                self._refuse("this object is nested too deep")
            except ValueError as error:
                near = len(self._text) - getattr(error, "pos", 0) < _UNSURE
                if not self._ended and near and len(self._text) - self._at < _LONGEST:
                    self._go_on_reading()
                elif self._ended and near and _NEXT.search(self._text, self._at + 1) is None:
                    message = "this hand is cut off: the file ends before the hand does"
                    self._refuse(message, "export the record again; the other hands were read")
                else:
                    self._refuse("this is not a JSON object")
            else:
                self._pass(end)
                self._idle = 0
                if isinstance(found, dict):
                    yield line, found
                else:
                    place = Place(self._file, line)
                    self._problems.refuse("record-unreadable", place, "this is not a JSON object")

    def _is_there(self) -> bool:
        """Skip the characters between objects, and return True if anything is left."""
        while True:
            match = _BETWEEN.match(self._text, self._at)
            assert match is not None
            self._pass(match.end())
            if self._at < len(self._text) or self._ended:
                return self._at < len(self._text)
            self._go_on_reading()

    def _pass(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def _go_on_reading(self) -> None:
        piece = self._stream.read(_PIECE)
        self._idle += len(piece)
        if self._idle > _IDLE:
            place, hint = Place(self._file, self._line), "check that this is a record"
            self._problems.refuse("record-unreadable", place, "there are no more hands here", hint)
            piece = b""
        self._ended = not piece
        self._text = self._text[self._at :] + self._read(piece, not piece)
        self._at = 0

    def _refuse(self, message: str, hint: str = "the other hands are still read") -> None:
        """Report an error here; reading continues at the next object."""
        self._problems.refuse("record-unreadable", Place(self._file, self._line), message, hint)
        self._problems.left_out += 1
        start = self._at + 1
        while (found := _NEXT.search(self._text, start)) is None:
            self._pass(len(self._text) - (0 if self._ended else 1))
            if self._ended:
                return
            self._go_on_reading()
            start = self._at
        self._pass(found.end() - 1)


# -- `.hh` files: hands by their names, a list of players each ----------------------------------------

_PRICE: Final = re.compile("([$€£])?[ ]*([0-9]+(?:[.,][0-9]+)?)[ ]*([A-Za-z]{3}|[$€£])?")
_PLACES: Final = (("appName", ""), ("clubId", "club "), ("roomId", "room "))
"""The fields that identify the table, each with the word to put before it."""


def read_hh(stream: BinaryIO, file: str, problems: Problems) -> Iterator[Hand]:
    for line, found in _Objects(stream, file, problems).read():
        hands = found.get("handData")
        if not isinstance(hands, dict) or not hands:
            yield Hand(line, f"line {line}", why="it has no `handData`")
            continue
        places = ((word, plain_name(text_of(found, key), "")) for key, word in _PLACES)
        title = ", ".join(f"{word}{name}" for word, name in places if name)
        game = game_called(text_of(found, "appName"), text_of(found, "rules"), title, _stake(found))
        chips, when = number_of(found.get("stakes")), time_of(found.get("endDateTime"))
        for id_, players in hands.items():
            name = plain_name(id_, f"line {line}")
            if isinstance(players, list) and all(isinstance(player, dict) for player in players):
                yield whole_hand(Hand(line, name, game, tuple(_hh_seats(players, chips)), when))
            else:
                yield Hand(line, name, why="it is not a list of players")


def _stake(found: Object) -> str:
    """Return the value of a point: chips, or money if a chip has a cash value (`1USD`).

    A stake that is not a number is kept, so that the reader of logs parses it (`€0.50`) or reports it
    (`0,50`). If it contradicts the cash value, that is added, so that it is reported.
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
    """Return True if a stake that is not a number of chips fits the price of a chip.

    Money only fits a price of 1 in its currency; anything else fits any price.
    """
    money = parse_amount(option_text("stakes", said), Problems())
    if money is None or money.currency is None:
        return True
    return worth == 1 and is_same(money.currency, currency_of(unit))


def _hh_seats(players: list[Object], chips: Decimal | None) -> Iterator[Seat]:
    players = sorted(players, key=lambda player: number_of(player.get("orderIndex")) or Decimal(0))
    names = apart([plain_name(text_of(p, "playerName"), text_of(p, "playerId"), "Player") for p in players])
    for player, name in zip(players, names, strict=True):
        rows = [row_of(row.split()) for row in text_of(player, "rows").split("/")]
        top, middle, *bottom = [*rows, "", ""]
        points, won = number_of(player.get("result")), number_of(player.get("win"))
        dead = text_of(player, "dead").split()
        # 0: the number of dealt cards is unknown, because no unused card was shown.
        dealt = dealt_of(BOARD_SIZE + len(dead)) if dead else None
        fantasyland = dealt or 0 if player.get("inFantasy") is True else None
        due = points * chips if points is not None and chips is not None else None
        yield Seat(name, (top, middle, " ".join(bottom).strip()), fantasyland, points, (), due, won)


# -- poker-arena: who sits where in a hand, and then its events, one at a time ------------------------


class _Events:
    """The hand being read: events by player, and players' cards in fantasyland."""

    def __init__(self, line: int, name: str, players: list[str], dealt: dict[str, int]) -> None:
        self.line, self.name, self.players, self.dealt = line, name, players, dealt
        self.shown: dict[str, Object] = {}
        self.scores: dict[str, Object] = {}

    def take(self, event: Object) -> None:
        """Add an event of a player; events that do not affect the result are skipped."""
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

    def end(self, game: Game) -> Hand:
        """Return the hand once all of its events were added."""
        seats = tuple(map(self._seat, self.players))
        # A player without a showdown has no cards either.
        first = next((seat.name for seat in seats if missing(seat.name, seat.rows)), None)
        why = None if first is None or first in self.shown else "it has no showdown"
        return whole_hand(Hand(self.line, self.name, game, seats, None, why))

    def _seat(self, player: str) -> Seat:
        shown = self.shown.get(player, {})
        points = number_of(self.scores.get(player, {}).get("points"))
        cards = (shown.get(row.label) for row in ROWS)
        top, middle, bottom = (row_of([*map(str, row)]) if isinstance(row, list) else "" for row in cards)
        return Seat(player, (top, middle, bottom), self.dealt.get(player), points, tuple(_says(shown)))

    def due(self) -> dict[str, int]:
        """Return each player's number of cards in fantasyland in the next hand."""
        cards = {player: dealt_of(shown.get("next_fantasyland")) for player, shown in self.shown.items()}
        return {player: count for player, count in cards.items() if count}


def read_arena(stream: BinaryIO, file: str, problems: Problems) -> Iterator[Hand]:
    hand: _Events | None = None
    game = game_called("arena", "")
    for line, found in _Objects(stream, file, problems).read():
        if text_of(found, "game_id"):
            game = game_called("arena", text_of(found, "game_id"))
        seats, event = found.get("seats"), found.get("ev")
        name = plain_name(text_of(found, "hand"), f"line {line}")
        if isinstance(seats, list):
            if hand is not None:
                yield hand.end(game)
            names = apart([plain_name(seat if isinstance(seat, str) else "", "Player") for seat in seats])
            hand = _Events(line, name, names, {} if hand is None else hand.due())
        elif isinstance(event, dict) and hand is not None and name == hand.name:
            hand.take(event)
    if hand is not None:
        yield hand.end(game)


def _says(shown: Object) -> Iterator[str]:
    """Yield the results stated for a board: `top 9`, `foul`, `no fantasyland`.

    Royalties are skipped unless the board is stated not to be a foul: the record has them for fouls too.
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


_SHOWN: Final = 5
_GUESSES: Final = 20
"""The most names of unknown rules that are reported."""
_TOOK: Final = "points are scored without the room's share"
_TOLD: Final = {
    "apart": (
        "record-hands",
        "{hands} {are} skipped: {shown}",
        "a hand without all cards has no result; if it counts, write it in a log",
    ),
    "points": ("record-rake", "the room took {total:f} in points from {hands}: {shown}", _TOOK),
    "chips": ("record-rake", "the room took {total:f} in chips from {hands}: {shown}", _TOOK),
    "capped": (
        "record-capped",
        "a player paid less than the points in {hands}: {shown}",
        "players pay at most their chips, but all points are scored",
    ),
}
"""Kinds of hands to report once at the end: the code, the message and the help."""
_NAME: Final = re.compile("[A-Za-z_][A-Za-z0-9_.-]*")
_READERS: Final = {"hh": read_hh, "arena": read_arena, "fpdb": read_fpdb}
"""Each record format and the reader of its hands."""


def read_record(form: str, stream: BinaryIO, source: Source, problems: Problems) -> Iterator[Item]:
    """Yield the header of an open record and then a deal for each complete hand.

    Skipped hands are reported.
    """
    hands = _READERS[form](stream, source.name, problems)
    return _Log(source.name, problems).read(hands, source.base)


class _Log:
    """Makes one log; `_game` and `_date` are in its header."""

    def __init__(self, file: str, problems: Problems) -> None:
        self._file, self._problems = file, problems
        self._game = Game()
        self._table = ""
        self._date: str | None = None
        self._dated = False
        self._evening: str | None = None
        self._last: datetime | None = None
        self._guessed: dict[tuple[str, str], int] = {}
        self._told = {kind: _Counted() for kind in _TOLD}

    def read(self, hands: Iterable[Hand], base: str) -> Iterator[Item]:
        begun = False
        for hand in hands:
            if hand.why is not None:
                self._told["apart"].add(hand.line, f"{show(hand.name)} ({show(hand.why)})")
                continue
            if hand.when is not None:
                # A gap of hours begins a new evening.
                if self._last is None or abs(hand.when - self._last) > EVENING:
                    self._evening = hand.when.date().isoformat()
                self._last = hand.when
            game = hand.game
            if not begun:
                begun = True
                self._date = self._evening
                yield HeaderSyntax(self._file, base, tuple(self._changes(hand, self._date)))
                self._game = game
            if game.guess is not None and len(self._guessed) < _GUESSES:
                self._guessed.setdefault((game.guess, game.rules), hand.line)
            self._look_at_chips(hand)
            yield self._deal(hand)
        if not begun:
            yield HeaderSyntax(self._file, base)
        self._tell()

    def _deal(self, hand: Hand) -> DealSyntax:
        # After the first evening, the header's date no longer applies.
        self._dated = self._dated or self._evening != self._date
        date = self._evening if self._dated else None
        word, _, name, _, day = self._laid(hand.line, "deal", " ", hand.name, " ", date or "")
        boards = tuple([self._board(hand.line, seat) for seat in hand.seats])
        seated = {located(board, self._file).at: seat for board, seat in zip(boards, hand.seats, strict=True)}
        entries = (*self._changes(hand), *self._results(hand, seated))
        return DealSyntax(word, name, day if date is not None else None, boards, entries)

    def _changes(self, hand: Hand, date: str | None = None) -> Iterator[Entry]:
        """Yield a hand's new title, its date, and rules or a stake other than the log's."""
        game, of_log = hand.game, self._game
        said = {
            "title": game.title if game.title != self._table else "",
            "date": date,
            "rules": game.rules if game.rules != of_log.rules else "",
            "stake": game.stake if game.stake != of_log.stake else "",
        }
        self._table = game.title
        for key, words in said.items():
            if words:
                at, _, value = self._laid(hand.line, key, ": ", words)
                amount = amount_part(value) or Part(number=value) if key == "stake" else None
                yield Entry(at, (), (amount or Part(words=(value,)),))

    def _results(self, hand: Hand, seated: dict[Text, Seat]) -> Iterator[Entry]:
        """Yield the results that a record states, as `expect` at the player's board."""
        told = {at: seat.points for at, seat in seated.items() if seat.points is not None}
        settled = len(told) == len(seated)
        if settled or any(seat.says for seat in hand.seats):
            self._problems.recorded[self._file] += 1
        if settled:
            taken = -sum(told.values(), Decimal(0))
            # No room takes all lost chips: if nobody won anything, a result is wrong.
            if taken > 0 and max(told.values()) > 0:
                self._told["points"].add(hand.line, show(hand.name), taken)
                told = {at: points for at, points in told.items() if points < 0}
            words: list[str] = []
            for at, points in told.items():
                words += (f"{_head(at.text)} ", unmistakable(f"{points:+f}") if points else "0", ", ")
            key, _, *laid = self._laid(hand.line, "expect", ": ", *words[:-1])
            numbers = zip(told, laid[1::3], strict=True)
            yield Entry(key, (), tuple([Part(names=(at,), number=number) for at, number in numbers]))
        for at, seat in seated.items():
            if seat.says:
                yield self._says(hand.line, at, seat)

    def _says(self, line: int, at: Text, seat: Seat) -> Entry:
        """Return stated results of a board besides points: `top 9`, `foul`, `no foul`."""
        pieces = [piece for said in seat.says for piece in (*said.partition(" "), ", ")]
        key, _, _, _, *laid = self._laid(line, "expect", " ", _head(seat.name), ": ", *pieces[:-1])
        parts = []
        for first, last in zip(laid[::4], laid[2::4], strict=True):
            counted = number_of(last.text) is not None
            words = (first,) if counted or not last.text else (first, last)
            parts.append(Part(words=words, number=last if counted else None))
        return Entry(key, (at,), tuple(parts))

    def _board(self, line: int, seat: Seat) -> BoardSyntax | Board:
        head, (top, middle, bottom) = _head(seat.name), seat.rows
        words = [head, ": ", top, " / ", middle, " / ", bottom]
        if seat.fantasyland is None:
            known = read_canonical(self._file, line, "".join(words))
            if isinstance(known, Board):
                return known
        else:
            words += [" (", f"fantasyland {seat.fantasyland or ''}".strip(), ")"]
        laid = self._laid(line, *words)
        name = laid[0] if head == seat.name else unquote(laid[0])
        return BoardSyntax(name, name, UNLABELLED, (laid[2], laid[4], laid[6]), marks=tuple(laid[8:9]))

    def _laid(self, line: int, *pieces: str) -> list[Text]:
        return laid(Line(self._file, line, "".join(pieces).rstrip()), pieces)

    def _look_at_chips(self, hand: Hand) -> None:
        """Record players who got or lost less than the worth of their points."""
        paid = [(s.name, s.due, s.won) for s in hand.seats if s.due is not None and s.won is not None]
        if len(paid) < len(hand.seats):
            return
        taken = -sum((won for _, _, won in paid), Decimal(0))
        if taken > 0 and sum(due for _, due, _ in paid) == 0:
            self._told["chips"].add(hand.line, show(hand.name), taken)
        short = [name for name, due, won in paid if due < won <= 0]
        if short:
            self._told["capped"].add(hand.line, f"{show(hand.name)} ({listed([*map(show, short)], 'and')})")

    def _tell(self) -> None:
        for (called, rules), line in self._guessed.items():
            unknown = f"calls its rules `{show(called)}`, which ofcscore does not know"
            what = f"this record {unknown if called else 'does not name its rules'}, so `{rules}` is a guess"
            hint = "name the rules with `--rules NAME`"
            self._problems.warn("record-rules", Place(self._file, line), what, hint)
        for kind, (code, what, hint) in _TOLD.items():
            told = self._told[kind]
            if told.count:
                self._problems.warn(code, Place(self._file, told.line), told.said(what), hint)


class _Counted:
    """Hands of one kind: their number, first line, first names and `total` chips."""

    def __init__(self) -> None:
        self.count = self.line = 0
        self.total = Decimal(0)
        self._named: list[str] = []

    def add(self, line: int, named: str, chips: Decimal = Decimal(0)) -> None:
        self.line = self.line or line
        self.count += 1
        self.total += chips
        if self.count <= _SHOWN:
            self._named.append(named)

    def said(self, what: str) -> str:
        """Fill in a message of `_TOLD` for these hands."""
        hands, are = ("1 hand", "is") if self.count == 1 else (f"{self.count:,} hands", "are")
        more = self.count - len(self._named)
        shown = listed([*self._named, f"{more:,} more"] if more else self._named, "and")
        return what.format(hands=hands, are=are, shown=shown, total=self.total)


def _head(name: str) -> str:
    """Return a name for use before a colon, in quotes unless it is one plain word."""
    return name if _NAME.fullmatch(name) and name.lower() not in RESERVED else f'"{name}"'
