"""The boards of a deal in YAML: as a mapping of players, as a list, or as text."""

import re
from collections.abc import Iterator
from functools import reduce
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.diagnostics.words import listed, near
from ofcscore.files.yaml_nodes import Node
from ofcscore.game.board import BOARD_SIZE, ROWS, Row
from ofcscore.game.spelling import read_cards
from ofcscore.log.keys import NO, YES
from ofcscore.log.read.grouping import group_lines, joined
from ofcscore.log.read.yaml_shapes import CARD_ROLES, Level, Shapes, Texts, field, is_null
from ofcscore.log.syntax import (
    ROW_LABELS,
    STATUSES,
    UNLABELLED,
    BoardSyntax,
    DealSyntax,
    Entry,
    Part,
    SyntaxFault,
    Text,
    entry,
    fault,
)
from ofcscore.log.text.values import one_name
from ofcscore.log.vocabulary import folded

_CARDS: Final = r"((?:(?:10|[2-9TJQKA])[shdc]?[ ]?)+)"
_CANONICAL: Final = re.compile(f"{_CARDS} / {_CARDS} / {_CARDS}")
_SET: Final = frozenset(("set", "ok", "valid", "played", "active", "null", "~", "none", ""))
"""Statuses of a board that is simply set."""
_NAMES_OF_RANKS = "ace two three four five six seven eight nine ten jack queen king"
_RANKS: Final = {
    **dict(zip(_NAMES_OF_RANKS.split(), "A23456789TJQK", strict=True)),
    "1": "A",
    "11": "J",
    "12": "Q",
    "13": "K",
    "14": "A",
}
"""Ranks that are said by a name or a number beside a suit."""
_OF_BOARD: Final = (*ROW_LABELS, "status", "claim", "cards", "aces", "fantasyland", "foul")

Pair = tuple[Node, Node]
"""A key and its value."""


_OF_MONEY: Final = ("adjust", "paid", "stake", "rake")
"""The keys of a deal that move money, and so are no notes of a board."""


class YamlBoards:
    """Reads boards; what cannot be read goes to `problems`, what is expected of them to `entries`."""

    def __init__(self, shapes: Shapes, problems: Problems) -> None:
        self.shapes = shapes
        self.texts: Texts = shapes.texts
        self.problems = problems
        self.entries: list[Entry] = []
        self.noted: set[str] = set()
        """Fields that are kept as notes, and were named."""

    def read(self, key: Node, value: Node) -> tuple[BoardSyntax, ...]:
        boards: list[BoardSyntax] = []
        if value.kind == "mapping":
            for name, board in value.entries:
                self._collect(boards, self.texts.text(name), board, named=True)
        elif value.kind == "list":
            for board in value.items:
                self._collect(boards, self.texts.text(board), board, named=False)
        elif re.search("[:\n]", value.text) or self.shapes.level(value) == Level.BOARD:
            boards += self._boards_of_text(value)
        elif value.text.strip():
            message, hint = f"`{key.text}` has a board for each player", "as in `boards: {Ann: foul}`"
            self.problems.refuse("yaml-shape", self.texts.text(value).place, message, hint)
        else:
            place, hint = self.texts.text(key).behind().place, "write a board for each player"
            self.problems.refuse("key-empty", place, "nothing stands behind `boards:`", hint)
        return tuple(boards)

    def note(self, key: Node, value: Node, *, of: str = "") -> Entry:
        """Return the note that a field is kept as, and name the field once."""
        word, text = self.texts.text(key), self.texts.text(value)
        if key.text not in self.noted:
            self.noted.add(key.text)
            message = f"`{key.text}` is kept as a note, and counts for nothing"
            self.problems.warn("field-noted", word.place, message)
        return entry("note", Part(words=(text._replace(text=f"{of}{key.text}: {value.text}", cells=None),)))

    def _collect(self, boards: list[BoardSyntax], at: Text, value: Node, *, named: bool) -> None:
        count = len(self.entries)
        try:
            name, marks = self._name(at) if named else (None, ())
            board = self._board(at, name, value)
        except SyntaxFault as refused:
            del self.entries[count:]
            self.problems.add(refused.problem)
            return
        boards.append(board._replace(at=board.name or at, marks=(*marks, *board.marks)))

    def _name(self, text: Text) -> tuple[Text, tuple[Text, ...]]:
        """Return a name, and the marks in brackets behind it."""
        if "(" in text.text and not text.text.startswith('"'):
            from ofcscore.log.text.normalize import Normalized, normalize_value
            from ofcscore.log.text.parser import parse

            source = normalize_value(text, self.shapes.vocabulary)
            head = Normalized(f"{source.text}:", (*source.columns, source.columns[-1]), *source[2:])
            read = parse(head, self.shapes.vocabulary)
            board = read.value if read.sound and isinstance(read.value, BoardSyntax) else None
            if board is not None and board.name and board.marks:
                return board.name, board.marks
        return one_name(text), ()

    def _boards_of_text(self, value: Node) -> Iterator[BoardSyntax]:
        """Yield the boards of a text that has them as a text log has, a line or more for each."""
        from ofcscore.log.text.reader import Reader

        text = self.texts.text(value)
        lines = [
            (line.line.number, line.line.text if line.line.text.strip() == line.text.strip() else line.text)
            for line in _lines_of(text)
        ]
        read = Reader(self.texts.file, self.problems, self.shapes.vocabulary).lines(lines)
        for item in group_lines(read, self.texts.file, "", self.problems):
            for said in item.entries:
                if said.key.text == "expect":
                    self.entries.append(said)
                else:
                    self._misplaced(said.key, "write it beside `boards:`")
            if not isinstance(item, DealSyntax):
                continue
            is_line = not item.boards or item.at != item.boards[0].at
            if item.name is not None and item.at.text.strip() and is_line:
                self._misplaced(item.at, "one deal has one `boards:`; begin another with `- deal: 2`")
            yield from item.boards

    def _board(self, at: Text, name: Text | None, value: Node) -> BoardSyntax:
        """Return the board that a value is. Raises `SyntaxFault`."""
        if value.kind == "text":
            if is_null(value) and name is not None:
                # Nothing was played.
                return BoardSyntax(at, name, status=self.texts.text(value)._replace(text="absent"))
            return self._board_of_text(at, name, value)
        if value.kind == "list":
            rows = self._rows(value)
            return BoardSyntax(at, name, (None,) * len(rows), rows)
        if len(value.entries) == 1 and name is None:
            key, board = value.entries[0]
            if self.shapes.board_role(key) is None and self.shapes.row(key) is None:
                own, marks = self._name(self.texts.text(key))
                return self._board(own, own, board)._replace(marks=marks)
        return self._board_of_mapping(at, name, value)

    def _board_of_text(self, at: Text, name: Text | None, value: Node) -> BoardSyntax:
        text = self.texts.text(value)
        if not text.text.strip():
            return BoardSyntax(at, name)
        match = _CANONICAL.fullmatch(text.text)
        if match is not None:
            return BoardSyntax(at, name, UNLABELLED, tuple(text.part(*match.span(i)) for i in (1, 2, 3)))
        from ofcscore.log.text.reader import read_board_value

        try:
            read = [read_board_value(line, self.shapes.vocabulary) for line in _lines_of(text)]
            return reduce(BoardSyntax.joined, read)._replace(name=name)
        except SyntaxFault:
            found = self._in_a_line(name, text)
            if found is None:
                raise
            return found

    def _in_a_line(self, name: Text | None, text: Text) -> BoardSyntax | None:
        """Return the board of a text as it is read behind a name in a line, or with its name in it."""
        from ofcscore.log.text.normalize import Normalized, normalize_value
        from ofcscore.log.text.parser import parse
        from ofcscore.log.text.reader import Reader

        source = normalize_value(text, self.shapes.vocabulary)
        if name is not None and source.columns:
            head = f'"{name.text}": ' if '"' not in name.text else "Player: "
            columns = (source.columns[0],) * len(head) + source.columns
            source = Normalized(head + source.text, columns, source.line, source.origin)
        parsed = parse(source, self.shapes.vocabulary)
        reader = Reader(self.texts.file, self.problems, self.shapes.vocabulary)
        found = [parsed.value] if parsed.sound else reader.readings(source) or []
        boards = [value for value in found if isinstance(value, BoardSyntax)]
        others = [value for value in found if isinstance(value, Entry)]
        if len(boards) != 1 or len(boards) + len(others) != len(found):
            return None
        own = name or boards[0].name
        self.entries += [other._replace(names=(own,) if other.names and own else ()) for other in others]
        return boards[0]._replace(name=own)

    def _rows(self, value: Node) -> tuple[Text, ...]:
        """Return the rows of a list: each an item, or all thirteen cards in order."""
        if len(value.items) == BOARD_SIZE and self.shapes.level(value) == Level.BOARD:
            cards = [self._card(item) for item in value.items]
            return tuple(joined(cards[a:b], " ") for a, b in ((0, 3), (3, 8), (8, 13)))
        return tuple(self._row(item) for item in value.items)

    def _row(self, value: Node) -> Text:
        text = self.texts.text(value)
        if value.kind == "list" and value.items:
            text = joined([self._card(item) for item in value.items], " ")
        elif value.kind != "text" and value.items:
            raise self._no_cards(value)
        if not text.text.strip():
            raise fault("row-empty", text, "this row has no cards", "write the cards of the row")
        start = len(text.text) - len(text.text.lstrip())
        row = text.part(start, len(text.text.rstrip())) if text.text.strip() != text.text else text
        if read_cards(row.text).faults:
            from ofcscore.log.text.reader import read_board_value

            try:
                board = read_board_value(row, self.shapes.vocabulary)
            except SyntaxFault:
                return row
            if len(board.rows) == 1 and not (board.status or board.marks):
                return board.rows[0]
        return row

    def _card(self, value: Node) -> Text:
        """Return one card: a text, or a mapping of its rank and its suit. Raises `SyntaxFault`."""
        if value.kind == "text":
            return self.texts.text(value)
        pairs = [pair for pair in value.entries if pair[1].kind == "text"]
        said = {CARD_ROLES.get(field(key.text)): self.texts.text(item) for key, item in pairs}
        if "rank" not in said or len(said) != len(value.entries) or None in said:
            raise self._no_cards(value)
        rank, suit = said["rank"], said.get("suit")
        words = folded(suit.text) if suit is not None else ""
        letter = self.shapes.vocabulary.suits.get(words, words)
        plain = _RANKS.get(folded(rank.text), rank.text)
        return rank._replace(text=plain + letter, cells=None)

    def _no_cards(self, value: Node) -> SyntaxFault:
        return self.texts.fault(value, "a row is text: its cards", "as in `top: Qh Qd 5c`")

    # --- a board as a mapping

    def _board_of_mapping(self, at: Text, name: Text | None, value: Node) -> BoardSyntax:
        labels: list[Row | None] = []
        rows: list[Text] = []
        empty: SyntaxFault | None = None
        board = BoardSyntax(at, name)
        later: list[tuple[str, Node, Node]] = []
        words = [key.text for key, _ in value.entries]
        claimed = any(self.shapes.board_role(key) == "claim" for key, _ in value.entries)
        for key, item in value.entries:
            role = self.shapes.board_role(key)
            row = self.shapes.row(key, words)
            whole = role == "board" and not claimed and self.shapes.level(item) != Level.ROW
            if row is not None or (role == "board" and not whole):
                try:
                    rows.append(self._row(item))
                    labels.append(row)
                except SyntaxFault as refused:
                    if refused.problem.code != "row-empty" and not is_null(item):
                        raise
                    empty = empty or refused
            elif role == "name":
                board = board._replace(name=one_name(self.texts.scalar(key, item)))
            elif whole:
                if not (is_null(item) or (item.kind == "text" and not item.text.strip())):
                    board = board.joined(self._board(at, None, item)._replace(name=None))
            else:
                later.append((role or "", key, item))
        for role, key, item in later:
            board = board.joined(self._field(role, key, item, board.name))
        if board.claim is not None:
            board = board._replace(status=board.at._replace(text="claim"))
        if empty is not None and (rows or board.status is None):
            raise empty
        if rows:
            # Rows in their order need no labels, and canonical boards are checked faster without.
            order = UNLABELLED if labels == list(ROWS) else tuple(labels)
            board = board._replace(labels=(*board.labels, *order), rows=(*board.rows, *rows))
        if board.rows and board.status is not None and board.status.text == "foul":
            marks = sorted((*board.marks, board.status), key=lambda mark: (mark.line.number, mark.column))
            board = board._replace(status=None, marks=tuple(marks))
        return board

    def _field(self, role: str, key: Node, item: Node, name: Text | None) -> BoardSyntax:
        """Return what a field of a board says besides its cards. Raises `SyntaxFault`."""
        at, nothing = self.texts.text(key), BoardSyntax(self.texts.text(key), None)
        if item.kind == "mapping" or item.kind == "list" or role == "":
            return self._unknown(key, item, name)
        said = self.texts.scalar(key, item)
        meant = folded(said.text)
        if role in ("points", "status"):
            status = self.shapes.vocabulary.statuses.get(meant)
            if status is not None or meant in STATUSES:
                return _marked(nothing, said, status or meant)
            if meant in _SET:
                return nothing
            if role == "status":
                message = f"`{said.text}` is no status of a board"
                raise self.texts.fault(said, message, f"it may be {listed(STATUSES)}")
        if role in ("points", "royalties"):
            return nothing if is_null(item) else self._expected(role, key, said, name)
        if role == "note":
            self.entries.append(entry("note", Part(words=(said,))))
        elif role == "id":
            self._kept(key, item, name)
        elif role == "claim":
            return nothing._replace(claim=said._replace(text="-".join(meant.split())))
        elif role == "aces":
            if not re.fullmatch("[0-9]{1,9}", meant):
                raise self.texts.fault(said, f"a number of aces is expected here, not {said.text}")
            return nothing._replace(marks=(said._replace(text=f"{meant} aces"),))
        elif role == "fantasyland" and re.fullmatch("[1-9][0-9]+", meant):
            return nothing._replace(marks=(said._replace(text=f"{role} {meant}"),))
        elif meant in YES or meant == "1":
            return _marked(nothing, at, role)
        elif meant not in NO and meant != "0" and not is_null(item):
            raise self.texts.fault(said, f"yes or no is expected here, not {said.text}")
        return nothing

    def _expected(self, role: str, key: Node, said: Text, name: Text | None) -> BoardSyntax:
        """Note the points, or the royalties, that a field says that a player had."""
        if name is None or not re.fullmatch("[+-]?[0-9]{1,9}(?:/[0-9]{1,9})?", said.text.strip()):
            raise self.texts.fault(said, f"`{key.text}` is a number of points beside a player's name")
        number = said.trimmed()
        if role == "points":
            self.entries.append(entry("expect", Part(names=(name,), number=number)))
        else:
            word = self.texts.text(key)._replace(text=role, cells=None)
            self.entries.append(entry("expect", Part(words=(word,), number=number), names=(name,)))
        return BoardSyntax(said, None)

    def _unknown(self, key: Node, item: Node, name: Text | None) -> BoardSyntax:
        """Keep an unknown text as a note; ask what anything else means. Raises `SyntaxFault`."""
        at = self.texts.text(key)
        if is_null(item):
            return BoardSyntax(at, None)
        meant = near(key.text, _OF_BOARD)
        of_deal = self.shapes.vocabulary.keys.get(field(key.text))
        if of_deal in _OF_MONEY:
            hint = f"`{of_deal}:` stands in its deal, beside `boards:`"
            raise fault("label-unknown", at, f"`{key.text}` is no row, and may be money", hint)
        if meant is None and name is not None and is_remark(item) and self.shapes.level(item) is None:
            return self._kept(key, item, name)
        hint = f"did you mean `{meant}:`?" if meant else "rows are `top:`, `mid:` and `bot:`"
        raise fault("label-unknown", at, f"`{key.text}` is no row", hint)

    def _kept(self, key: Node, item: Node, name: Text | None) -> BoardSyntax:
        self.entries.append(self.note(key, item, of=f"{name.text}: " if name else ""))
        return BoardSyntax(self.texts.text(key), None)

    def _misplaced(self, at: Text, hint: str) -> None:
        self.problems.refuse("key-misplaced", at.place, f"`{at.text}` stands among the boards", hint)


def is_remark(value: Node) -> bool:
    """Return True for text that is no number and neither yes nor no."""
    words = value.text.strip().lower()
    if value.kind != "text" or not words or words in (*YES, *NO):
        return False
    return (
        re.fullmatch(r"[^\w]*[0-9]+(?:[.,][0-9]+)*(?:[eE][+-]?[0-9]+)?[^\w]*(?:[^\W\d_]{1,4})?\.?", words)
        is None
    )


def _marked(board: BoardSyntax, at: Text, word: str) -> BoardSyntax:
    """Return a board with a status; fantasyland is a mark beside its cards."""
    mark = at._replace(text=word, cells=None)
    return board._replace(marks=(mark,)) if word == "fantasyland" else board._replace(status=mark)


def _lines_of(text: Text) -> list[Text]:
    """Return the lines of a text that are not blank."""
    if "\n" not in text.text:
        return [text]
    return [text.part(*m.span()) for m in re.finditer("[^\n]+", text.text) if m[0].strip()]
