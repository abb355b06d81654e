"""The boards of a deal in YAML: as a mapping of players, as a list, or as text."""

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final

from ofcscore.files.yaml_nodes import Node
from ofcscore.game.board import ROWS, Row
from ofcscore.log.keys import KEYS, NO, YES
from ofcscore.log.mending import mended_board
from ofcscore.log.read import typed, typed_signs
from ofcscore.log.read.from_text import read_board, read_line
from ofcscore.log.read.grouping import group_lines
from ofcscore.log.read.pieces import joined
from ofcscore.log.read.typed_rows import is_row
from ofcscore.log.read.yaml_texts import Texts
from ofcscore.log.syntax import (
    DEAL_WORDS,
    ROW_LABELS,
    STATUSES,
    UNLABELLED,
    BoardSyntax,
    DealSyntax,
    Line,
    SyntaxFault,
    Text,
    fault,
)
from ofcscore.problems.collected import Problems
from ofcscore.problems.words import listed, near

_BOARD_KEYS: Final = ("status", "claim", "cards", "aces", "fantasyland", "foul")
_OF_BOARD: Final = frozenset((*ROW_LABELS, *_BOARD_KEYS))
_NO_PLAYERS: Final = frozenset((*KEYS, *ROW_LABELS, *DEAL_WORDS, "deals", "boards"))

Pair = tuple[Node, Node]
"""A key and its value."""


class YamlBoards:
    """Reads boards; what cannot be read goes to `problems`."""

    def __init__(self, texts: Texts, problems: Problems) -> None:
        self.texts = texts
        self.problems = problems
        self._names: set[str] = set()

    def read(self, key: Node, value: Node) -> tuple[BoardSyntax, ...]:
        boards: list[BoardSyntax] = []
        if value.kind == "mapping":
            for name, board in value.entries:
                self._collect(boards, self.texts.text(name), board, named=True)
        elif value.kind == "list":
            for board in value.items:
                self._collect(boards, self.texts.text(board), board, named=False)
        elif value.text.strip():
            boards += self._boards_of_text(value)
        else:
            place, hint = self.texts.text(key).behind().place, "write a board for each player"
            self.problems.refuse("key-empty", place, "nothing stands behind `boards:`", hint)
        self._names.update(board.name.text.lower() for board in boards if board.name is not None)
        return tuple(boards)

    def apart(self, pairs: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
        """The players who stand right under a deal, and its keys; a problem for what is surely neither."""
        boards = [self.is_board(*pair) for pair in pairs]
        players: list[Pair] = []
        keys: list[Pair] = []
        for pair, board in zip(pairs, boards, strict=True):
            key = pair[0]
            slip = None if self._is_known(key) else _meant_key(key.text)
            if slip is not None:
                message = f"`{key.text}` is no key, and no player up to here"
                hint = f"did you mean `{slip}`? If it is a player, put the boards under `boards:`"
                self.problems.refuse("key-unknown", self.texts.text(key).place, message, hint)
                continue
            unknown = not board and not _is_key(key) and near(key.text, _NO_PLAYERS) is None
            # Beside one board alone there has to be another player.
            if board or self._is_known(key) or (unknown and sum(boards) == 1 and not key.text[:1].islower()):
                players.append(pair)
            elif unknown and any(boards):
                message = f"`{key.text}` is no key, and no board stands behind it"
                hint = "if it is a player, write the board, `foul` or `absent`; a remark is a `note`"
                self.problems.refuse("key-unknown", self.texts.text(key).place, message, hint)
            else:
                keys.append(pair)
        return players, keys

    def _is_known(self, key: Node) -> bool:
        """Whether a key is the name of a player who has a board in a deal before."""
        return not _is_key(key) and typed.name(self.texts.text(key))[0].text.lower() in self._names

    def is_board(self, key: Node, value: Node) -> bool:
        """Whether a key and its value are a player with a board, and nothing else."""
        if _is_key(key):
            return False
        if value.kind == "mapping":
            return bool(value.entries) and all(row.text.lower() in _OF_BOARD for row, _ in value.entries)
        if value.kind != "text":
            return False
        if mended_board(value.text.lstrip(" \t:")) is not None:
            # Its thirteen cards are there, whatever stands between them.
            return True
        try:
            board = read_board(self.texts.text(value))
        except SyntaxFault:
            return False
        return board.status is not None or [is_row(row.text) for row in board.rows] == [True] * len(ROWS)

    def _collect(self, boards: list[BoardSyntax], at: Text, value: Node, *, named: bool) -> None:
        try:
            board = self._board(at, value)
        except SyntaxFault as refused:
            self.problems.add(refused.problem)
            return
        name, marks = typed.name(at) if named else (None, ())
        boards.append(board._replace(at=name or at, name=name, marks=(*marks, *board.marks)))

    def _boards_of_text(self, value: Node) -> Iterator[BoardSyntax]:
        """The boards of a text that has them as a text log has, a line or more for each."""
        lines = (read_line(line, self.problems) for line in _lines_of(self.texts.text(value)))
        for item in group_lines(lines, self.texts.file, "", self.problems):
            for entry in item.entries:
                self._misplaced(entry.key, "write it beside `boards:`")
            if not isinstance(item, DealSyntax):
                continue
            if item.name is not None:
                self._misplaced(item.at, "one deal has one `boards:`; begin another with `- deal: 2`")
            yield from item.boards

    def _board(self, at: Text, value: Node) -> BoardSyntax:
        if value.kind == "text":
            text = self.texts.text(value)
            if not text.text.strip():
                return BoardSyntax(at, None)
            return reduce(BoardSyntax.joined, map(read_board, _lines_of(text)))
        if value.kind == "list":
            rows = tuple(self._row(item) for item in value.items)
            return BoardSyntax(at, None, (None,) * len(rows), rows)
        return self._board_of_mapping(at, value)

    def _row(self, value: Node) -> Text:
        text = self.texts.text(value)
        if value.kind == "list" and value.items and all(item.kind == "text" for item in value.items):
            cards = [self.texts.text(item) for item in value.items]
            text = joined([piece for card in cards for piece in (card, (" ", card.behind()))])
        elif value.kind != "text":
            raise fault("yaml-shape", text, "a row is text: its cards", "as in `top: Qh Qd 5c`")
        stripped = text.text.strip()
        if not stripped:
            raise fault("row-empty", text, "this row has no cards", "write the cards of the row")
        start = text.text.index(stripped)
        return typed_signs.row(text.part(start, start + len(stripped)) if stripped != text.text else text)

    def _board_of_mapping(self, at: Text, value: Node) -> BoardSyntax:
        labels: list[Row | None] = []
        rows: list[Text] = []
        marks: list[Text] = []
        status = claim = None
        for key, item in value.entries:
            word = typed.mark(self.texts.text(key)).text.lower()
            if word in ROW_LABELS or word == "cards":
                labels.append(ROW_LABELS.get(word))
                rows.append(self._row(item))
                continue
            where = self.texts.text(key)
            if word not in _BOARD_KEYS:
                raise _no_row(where)
            said = self.texts.scalar(key, item)
            meant = said.text.lower()
            if word == "claim":
                claim = said._replace(text="-".join(meant.split()))
                status = where._replace(text="claim")
            elif word == "status":
                status = _status(typed.word(said._replace(text=meant)))
            elif word == "aces":
                if not re.fullmatch("[0-9]{1,9}", meant):
                    raise _unfit(said, "a number of aces")
                marks.append(said._replace(text=f"{meant} aces"))
            elif word == "fantasyland" and re.fullmatch("[1-9][0-9]+", meant):
                marks.append(said._replace(text=f"{word} {meant}"))
            elif meant in YES:
                marks.append(where._replace(text=word))
            elif meant not in NO:
                raise _unfit(said, "yes or no")
        if rows and status is not None and status.text == "foul":
            marks.append(status)
            status = None
        # Rows in their order need no labels, and canonical boards are checked faster without.
        order = UNLABELLED if labels == list(ROWS) else tuple(labels)
        return BoardSyntax(at, None, order, tuple(rows), status, claim, tuple(marks))

    def _misplaced(self, at: Text, hint: str) -> None:
        self.problems.refuse("key-misplaced", at.place, f"`{at.text}` stands among the boards", hint)


def _meant_key(text: str) -> str | None:
    """The key that words are which begin with a slip of it, and go on with names: `epect Ben`."""
    word, _, names = text.partition(" ")
    meant = near(word, [key for key in KEYS if KEYS[key].of is not None])
    return f"{meant} {names}" if names and meant not in (None, word) else None


def _is_key(key: Node) -> bool:
    """Whether a key begins with a word that is none of a player."""
    word = key.text.split(" ", 1)[0]
    return typed.key(Text(word, Line("", 1, word), 1, len(word))).text.lower() in _NO_PLAYERS


def _no_row(at: Text) -> SyntaxFault:
    meant = near(at.text, (*ROW_LABELS, *_BOARD_KEYS))
    hint = f"did you mean `{meant}:`?" if meant else "rows are `top:`, `mid:` and `bot:`"
    return fault("label-unknown", at, f"`{at.text}` is no row", hint)


def _unfit(said: Text, wanted: str) -> SyntaxFault:
    return fault("yaml-shape", said, f"{wanted} is expected here, not {said.text}")


def _status(said: Text) -> Text | None:
    """What a board's status says, None for a board that is simply set."""
    if said.text in STATUSES:
        return said
    if said.text == "set":
        return None
    message = f"`{said.text}` is no status of a board"
    raise fault("yaml-shape", said, message, f"it may be {listed(STATUSES)}")


def _lines_of(text: Text) -> list[Text]:
    """The lines of a text that are not blank."""
    if "\n" not in text.text:
        return [text]
    return [text.part(m.start(), m.end()) for m in re.finditer("[^\n]+", text.text) if m.group().strip()]
