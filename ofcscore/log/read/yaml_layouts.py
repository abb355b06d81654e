"""Recognize the shapes of deals in YAML and JSON, from cards to whole deals."""

import re
from collections.abc import Callable, Iterable
from enum import IntEnum
from functools import lru_cache
from typing import Final

from ofcscore.diagnostics.problem import near
from ofcscore.files.yaml_nodes import STAND_IN, Node
from ofcscore.game.cards import BOARD_SIZE, Row
from ofcscore.game.spelling import read_cards
from ofcscore.log.card_alphabets import Alphabet, translated
from ofcscore.log.keys import KEYS
from ofcscore.log.syntax import INITIALS, Line, SyntaxFault, Text, fault
from ofcscore.log.vocabulary import Vocabulary, folded, has_any, one_of
from ofcscore.log.words import tables


class Texts:
    """The scalars of one log.

    `source` returns the line of a number, None if it is no longer known.
    """

    def __init__(
        self, file: str, source: Callable[[int], str | None], alphabet: Alphabet | None = None
    ) -> None:
        self.file = file
        self.source = source
        self.alphabet = alphabet

    def scalar(self, key: Node, value: Node) -> Text:
        if value.kind != "text":
            kind = "a list" if value.kind == "list" else "a mapping"
            raise self.fault(value, f"`{key.text}` must be one value, not {kind}")
        return self.text(value)

    def fault(self, at: Node | Text, message: str, hint: str | None = None) -> SyntaxFault:
        """Return the exception for a value of the wrong shape."""
        return fault("yaml-shape", at if isinstance(at, Text) else self.text(at), message, hint)

    def text(self, node: Node) -> Text:
        """Return a node as text with its position; cards are in this program's notation."""
        piece = self._typed(node)
        return piece.with_text(translated(self.alphabet, piece.text))

    def _typed(self, node: Node) -> Text:
        text, column, source = node.text, node.column, node.source or ""
        line = Line(self.file, node.line, source)
        if node.kind != "text":
            return Text("", line, column, 1)
        if source.startswith(text, column - 1) and not node.style:
            return Text(text, line, column, len(text) or 1)
        if source.startswith(text, column) and node.style in ("'", '"'):
            return Text(text, line, column + 1, len(text) or 1)
        return Text(text, line, column, node.width, self._cells(node))

    def _cells(self, node: Node) -> tuple[tuple[Line, int], ...] | None:
        """Return the position of each character of an escaped or multi-line scalar.

        Folding only removes and adds spaces, so all other characters are found in order.
        """
        number, at = node.line, node.column - 1 + len(node.style)
        if node.style in ("|", ">"):
            number, at = number + 1, 0
        line = Line(self.file, number, node.source or "") if number == node.line else self._line(number)
        cells: list[tuple[Line, int]] = []
        for character in node.text:
            while line is not None:
                rest = line.text[at:]
                escape = node.style == '"' and rest[:1] == "\\" and rest.strip() != "\\"
                if character == "\n" and not escape:
                    step = 0
                elif character in " \t" and (not rest.strip() or rest[0] in " \t"):
                    step = 1 if rest[:1] == character else 0
                elif not rest.strip() or (node.style == '"' and rest.strip() == "\\"):
                    number += 1
                    line = self._line(number)
                    at = len(line.text) - len(line.text.lstrip(" \t")) if line is not None else 0
                    continue
                elif escape:
                    step = {"x": 4, "u": 6, "U": 10}.get(rest[1:2], 2)
                elif character in (rest[0], STAND_IN):
                    step = 2 if node.style == "'" and rest.startswith("''") else 1
                elif rest[0] in " \t":
                    at += 1
                    continue
                else:
                    return None
                cells.append((line, at + 1))
                at += step
                break
            else:
                return None
            if character == "\n" and node.style == "|":
                number, at = number + 1, 0
                line = self._line(number)
        return tuple(cells) or None

    def _line(self, number: int) -> Line | None:
        text = self.source(number)
        return None if text is None else Line(self.file, number, text)


class Level(IntEnum):
    """The content of a node: a card, a row, a player's board or a deal's boards."""

    CARD = 0
    ROW = 1
    BOARD = 2
    DEAL = 3
    SESSION = 4


def roles(of: str) -> dict[str, str]:
    """Return the meaning of each field by its lower-case words."""
    return {word: role for role, words in tables()["fields"][of].items() for word in words}


CARD_ROLES: Final = roles("card")
BOARD_ROLES: Final = roles("board")
DEAL_ROLES: Final = roles("deal")
WRAPPERS: Final = frozenset(roles("log"))
"""Fields whose mapping is read as if its fields were beside it."""
_ROLES_OF_COLUMNS: Final = {
    "player": "name",
    "result": "points",
    **{kind: kind for kind in ("board", "status", "note", "royalties", "ignored")},
}
"""The meaning of board fields that are also column titles."""
_NUMBERED: Final = re.compile(r"(.*?)[ #.]*([0-9]{1,6})")
_PLAIN_ROW: Final = re.compile(r"(?:(?:10|[2-9TJQKA])[shdc]?[ ,]*)+(?: flush)?")


def field(key: str) -> str:
    """Normalize a key for lookup: `roundNumber` and `round_number` are `round number`."""
    return folded(re.sub("(?<=[a-z0-9])(?=[A-Z])", " ", key).replace("_", " ").replace("-", " "))


@lru_cache(maxsize=8)
def _with_unit(vocabulary: Vocabulary) -> re.Pattern[str]:
    """Match a key before or after a unit of money: `stake cents`, `in eur stake`."""
    others = one_of((*vocabulary.money["cents"], *vocabulary.money["pence"]))
    unit = rf"(?:in )?((?i:{vocabulary.currency})|{others})"
    return re.compile(rf"(?P<a>.+?) {unit}|{unit} (?P<b>.+)")


def is_null(node: Node) -> bool:
    """Return True for a plain `null` or `~`."""
    return node.kind == "text" and not node.style and node.text.lower() in ("null", "~")


class Shapes:
    """Classifies keys and values in the words of one log."""

    def __init__(self, texts: Texts, vocabulary: Vocabulary) -> None:
        self.levels: dict[int, tuple[Node, Level | None]] = {}
        self.texts = texts
        self.vocabulary = vocabulary
        self._deals = frozenset(vocabulary.deals)
        self._lists = vocabulary.deal_lists | {f"{word}s" for word in self._deals} - {"boards"}

    # --- keys

    def lists_deals(self, key: Node) -> bool:
        return field(key.text) in self._lists

    def names_deal(self, key: Node, value: Node) -> bool:
        """Return True if a key such as `round_number` and its value name a deal and are not cards."""
        word = field(key.text)
        is_deal = word in self._deals or re.sub(" (?:number|no|nr|index|name)$", "", word) in self._deals
        if value.kind != "text" or not is_deal:
            return False
        if word == "deal" and sum(map(str.isalnum, value.text)) < BOARD_SIZE:
            return True
        return re.fullmatch("#?[0-9]{1,6}", value.text.strip()) is not None or self.level(value) is None

    def number_of_deal(self, key: Node) -> str | None:
        """Return the number in a key such as `deal 1`, `round_2` or `3`, otherwise None."""
        match = _NUMBERED.fullmatch(field(key.text))
        return match[2] if match is not None and (not match[1] or match[1] in self._deals) else None

    def key(self, key: Node) -> str | None:
        """Return the log key that a node begins with, None if there is none."""
        said = folded(key.text)
        words = (field(key.text), said, said.split(" ")[0])
        known = next((known for word in words if (known := self.vocabulary.keys.get(word)) in KEYS), None)
        return known or self.key_with_unit(key)[0]

    def key_with_unit(self, key: Node) -> tuple[str | None, str]:
        """Return the key for an amount whose unit is one of its words: `stakeCents`."""
        text = field(key.text)
        if not has_any(self.vocabulary.words_of("key.stake"), text):
            return None, ""
        match = _with_unit(self.vocabulary).fullmatch(text)
        known = self.vocabulary.keys.get(match["a"] or match["b"]) if match is not None else None
        return ("stake", match[2] or match[3]) if match is not None and known == "stake" else (None, "")

    def row(self, key: Node, others: Iterable[str] = ()) -> Row | None:
        """Return the row that a board's key names; `others` are all keys of the board."""
        word = re.sub("^row |(?: row| hand| cards)$", "", field(key.text))
        if word in INITIALS and {INITIALS.get(field(other)) for other in others} >= set(Row):
            return INITIALS[word]
        if word in ("1", "2", "3"):
            return Row(int(word) - 1)
        return self.vocabulary.rows.get(word)

    def board_role(self, key: Node) -> str | None:
        """Return the role of a board's key other than a row; a status as its own word."""
        word = field(key.text)
        status = self.vocabulary.statuses.get(word.removeprefix("is "))
        if status is not None or word in BOARD_ROLES:
            return status or BOARD_ROLES[word]
        return None if word in DEAL_ROLES else _ROLES_OF_COLUMNS.get(self.vocabulary.columns.get(word, ""))

    def deal_role(self, key: Node, value: Node) -> str | None:
        """Return the role of a deal's key, None if it is unknown.

        It may also be `deal`, `player` or `key`.
        """
        word = field(key.text)
        role = DEAL_ROLES.get(word) or ("boards" if self.key(key) in ("players", "expect") else None)
        if role == "boards":
            return role if word == "boards" or self.level(value) == Level.DEAL else self._other(key, value)
        if word in self.vocabulary.money["double"]:
            return "double"
        role = role or self._other(key, value)
        unknown = role is None and near(key.text, (*KEYS, "boards", "deals", "hands")) is None
        return "boards" if unknown and self.level(value) == Level.DEAL else role

    def _other(self, key: Node, value: Node) -> str | None:
        is_number = self.vocabulary.columns.get(field(key.text)) == "index" and value.text.isdigit()
        if is_number or self.names_deal(key, value):
            is_rules = self.key(key) == "rules" and not re.fullmatch("#?[0-9]+", value.text)
            return "key" if is_rules else "deal"
        if self.key(key) is not None:
            return "key"
        if self.level(value) != Level.BOARD:
            return None
        # A board may also be below its player's name.
        keys = [key for key, _ in value.entries]
        is_named = keys and all(self.board_role(key) is None and self.row(key) is None for key in keys)
        return None if is_named else "player"

    # --- values

    def level(self, node: Node) -> Level | None:
        """Return the content level of a node, None if unknown."""
        if node.kind == "text":
            return self._level_of_text(node)
        if node.kind == "list":
            found = [level for item in node.items if (level := self.level(item)) is not None]
            if found and max(found) == Level.CARD and len(node.items) == BOARD_SIZE:
                return Level.BOARD
            return Level(min(max(found) + 1, Level.SESSION)) if found else None
        # Cached: each level asks twice, so the time would grow exponentially with the depth.
        known = self.levels.get(id(node))
        if known is None or known[0] is not node:
            known = self.levels[id(node)] = (node, self._level_of_mapping(node))
        return known[1]

    def _level_of_mapping(self, node: Node) -> Level | None:
        words = [key.text for key, _ in node.entries]
        if {CARD_ROLES.get(field(word)) for word in words} >= {"rank", "suit"}:
            return Level.CARD
        if any(self.row(key, words) is not None for key, _ in node.entries):
            return Level.BOARD
        roles = [self.board_role(key) for key, _ in node.entries]
        cards = {"board", "status", "claim", *self.vocabulary.statuses.values()}
        if ("name" in roles or None not in roles) and not cards.isdisjoint(roles):
            pairs = zip(roles, node.entries, strict=True)
            has_boards = any(role == "board" and self.level(pair[1]) == Level.DEAL for role, pair in pairs)
            return Level.DEAL if has_boards else Level.BOARD
        found = [self.deal_role(key, value) for key, value in node.entries]
        players = found.count("player")
        if "boards" in found or players > 1 or (players and found.count(None)):
            return Level.DEAL
        return Level.BOARD if players == 1 == len(found) else None

    def _level_of_text(self, node: Node) -> Level | None:
        words = translated(self.texts.alphabet, node.text.strip())
        if not words:
            return None
        lines = words.split("\n")
        if len(lines) == len(Row) and all(_PLAIN_ROW.fullmatch(line.strip()) for line in lines):
            return Level.BOARD
        if _PLAIN_ROW.fullmatch(words) is None:
            text = self.texts.text(node)
            first = [text.part(0, text.text.index("\n"))] if "\n" in words else []
            if any(map(self._is_board, (*first, text))):
                return Level.BOARD
        read = read_cards(words)
        if read.faults or not read.cards:
            return None
        count = len(read.cards)
        return Level.CARD if count == 1 else Level.BOARD if count == BOARD_SIZE else Level.ROW

    def _is_board(self, text: Text) -> bool:
        from ofcscore.log.text.reader import read_board_value
        from ofcscore.log.text.syntax_builder import is_whole

        try:
            board = read_board_value(text, self.vocabulary)
        except SyntaxFault:
            return False
        return board.status is not None or is_whole(board) or len(board.rows) == len(Row)
