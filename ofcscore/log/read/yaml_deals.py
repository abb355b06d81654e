"""Read headers and deals in YAML: boards as a mapping, a list or text, and keys."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from typing import Final

from ofcscore.diagnostics.problem import Problems, listed, near
from ofcscore.files.yaml_nodes import Node
from ofcscore.game.cards import BOARD_SIZE, ROWS, Row
from ofcscore.game.spelling import read_cards
from ofcscore.log.amounts import amount_part
from ofcscore.log.dates import day_of
from ofcscore.log.keys import KEYS, NO, YES, key_form
from ofcscore.log.read.lines_to_deals import group_lines, joined
from ofcscore.log.read.yaml_layouts import (
    BOARD_ROLES,
    CARD_ROLES,
    Level,
    Shapes,
    Texts,
    field,
    is_null,
    roles,
)
from ofcscore.log.syntax import (
    DEAL_WORDS,
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
from ofcscore.log.text.keys_in_data import no_value, one_name, parse_value, read_key, read_pair, read_value
from ofcscore.log.vocabulary import folded

_CARDS: Final = r"((?:(?:10|[2-9TJQKA])[shdc]?[ ]?)+)"
_CANONICAL: Final = re.compile(f"{_CARDS} / {_CARDS} / {_CARDS}")
_SET: Final = frozenset(("set", "ok", "valid", "played", "active", "null", "~", "none", ""))
"""Statuses of a board that mean that it was set normally."""
_RANKS: Final = roles("rank")
_OF_BOARD: Final = (*ROW_LABELS, "status", "claim", "cards", "aces", "fantasyland", "foul")

Pair = tuple[Node, Node]
"""A key and its value."""


_OF_MONEY: Final = ("adjust", "paid", "stake", "rake")
"""Keys of a deal that move money and cannot be notes of a board."""
_A_NUMBER: Final = r"\W*[0-9]+(?:[.,][0-9]+)*(?:e[+-]?[0-9]+)?\W*(?:[^\W\d_]{1,4})?\.?"
_OTHERS: Final = (*DEAL_WORDS, "deals", "boards")
"""Words that may be in the place of a key."""
_AMOUNT: Final = {
    **dict.fromkeys(("amount", "value", "per point"), "number"),
    **dict.fromkeys(("currency", "unit"), "unit"),
}
"""The fields of an amount of money."""
_POINTS: Final = "[+-]?[0-9]{1,5}(?:[.][0-9]{1,2})?"


class YamlBoards:
    """Reads boards; errors go to `problems`, expected results to `entries`."""

    def __init__(self, shapes: Shapes, problems: Problems) -> None:
        self.shapes = shapes
        self.texts: Texts = shapes.texts
        self.problems = problems
        self.entries: list[Entry] = []
        self.noted: set[str] = set()
        """Fields kept as notes that were already reported."""

    def read(self, key: Node, value: Node) -> tuple[BoardSyntax, ...]:
        """Return the boards of a mapping, a list or a text, without invalid ones."""
        if value.kind == "text":
            return tuple(self._boards_of_text(key, value))
        boards: list[BoardSyntax] = []
        for named, item in value.entries or [(None, item) for item in value.items]:
            count = len(self.entries)
            at = self.texts.text(named or item)
            try:
                name, marks = self._name(at) if named is not None else (None, ())
                board = self._board(at, name, item)
                boards.append(board._replace(at=board.name or at, marks=(*marks, *board.marks)))
            except SyntaxFault as refused:
                del self.entries[count:]
                self.problems.add(refused.problem)
        return tuple(boards)

    def note(self, key: Node, value: Node, name: Text | None = None) -> Entry:
        """Return the note for an unknown field of a deal or a player, and report the field once."""
        word, text = self.texts.text(key), self.texts.text(value)
        words = re.findall(r"[^\W\d_]+", value.text)
        order = [row for one in words if (row := self.shapes.vocabulary.rows.get(folded(one))) is not None]
        if len(order) == len(words) > 1 and order != sorted(order):
            message = "boards are read from the top to the bottom, not in this order"
            raise fault("key-unreadable", text, message, "write every board as TOP / MIDDLE / BOTTOM")
        if key.text not in self.noted:
            self.noted.add(key.text)
            message = f"`{key.text}` is kept as a note and does not count"
            self.problems.warn("field-noted", word.place, message)
        of = f"{name.text}: " if name is not None else ""
        return entry("note", Part(words=(text.with_text(f"{of}{key.text}: {value.text}"),)))

    def _name(self, text: Text) -> tuple[Text, tuple[Text, ...]]:
        """Return a name and the marks in brackets after it."""
        if "(" in text.text and not text.text.startswith('"'):
            from ofcscore.log.text.normalize import Normalized, normalize_value
            from ofcscore.log.text.syntax_builder import parse

            source = normalize_value(text, self.shapes.vocabulary)
            head = Normalized(f"{source.text}:", (*source.columns, source.columns[-1]), *source[2:])
            read = parse(head, self.shapes.vocabulary)
            board = read.value if read.sound and isinstance(read.value, BoardSyntax) else None
            if board is not None and board.name and board.marks:
                return board.name, board.marks
        return one_name(text), ()

    def _boards_of_text(self, key: Node, value: Node) -> Iterator[BoardSyntax]:
        """Yield the boards in a text like a text log, with one or more lines per board."""
        text = self.texts.text(value)
        plain = {*":\n"}.isdisjoint(value.text)
        if plain and not value.text.strip():
            place, hint = self.texts.text(key).behind().place, "write one board per player"
            self.problems.refuse("key-empty", place, "`boards:` has no value", hint)
            return
        if plain and self.shapes.level(value) != Level.BOARD:
            message = f"`{key.text}` needs one board per player"
            hint = "write, for example, `boards: {Ann: foul}`"
            self.problems.refuse("yaml-shape", text.place, message, hint)
            return
        from ofcscore.log.text.reader import Reader

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
                    self._misplaced(said.key, "move it beside `boards:`")
            if isinstance(item, DealSyntax):
                is_line = not item.boards or item.at != item.boards[0].at
                if item.name is not None and item.at.text.strip() and is_line:
                    hint = "write one `boards:` per deal, and begin another deal with `- deal: 2`"
                    self._misplaced(item.at, hint)
                yield from item.boards

    def _board(self, at: Text, name: Text | None, value: Node) -> BoardSyntax:
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
        """Parse a text as a board after a name, or with its name in it."""
        from ofcscore.log.text.normalize import Normalized, normalize_value
        from ofcscore.log.text.reader import Reader
        from ofcscore.log.text.syntax_builder import parse

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
        """Return the rows of a list: one item per row, or thirteen cards in order."""
        if len(value.items) == BOARD_SIZE and self.shapes.level(value) == Level.BOARD:
            cards = [self._card(item) for item in value.items]
            return tuple(joined(cards[a:b], " ") for a, b in ((0, 3), (3, 8), (8, 13)))
        return tuple(self._row(item) for item in value.items)

    def _row(self, value: Node) -> Text:
        text = self.texts.text(value)
        if value.kind == "list" and value.items:
            text = joined([self._card(item) for item in value.items], " ")
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
            message, hint = "a row must be text with its cards", "write, for example, `top: Qh Qd 5c`"
            raise self.texts.fault(value, message, hint)
        suit = folded(said["suit"].text) if "suit" in said else ""
        rank = said["rank"]
        plain = _RANKS.get(folded(rank.text), rank.text)
        return rank.with_text(plain + self.shapes.vocabulary.suits.get(suit, suit))

    # --- a board as a mapping

    def _board_of_mapping(self, at: Text, name: Text | None, value: Node) -> BoardSyntax:
        labels: list[Row | None] = []
        rows: list[Text] = []
        empty: SyntaxFault | None = None
        board = BoardSyntax(at, name)
        words = [key.text for key, _ in value.entries]
        roles = [self.shapes.board_role(key) or "" for key, _ in value.entries]
        later: list[tuple[str, Node, Node]] = []
        for role, (key, item) in zip(roles, value.entries, strict=True):
            row = self.shapes.row(key, words)
            is_board = role == "board" and "claim" not in roles and self.shapes.level(item) != Level.ROW
            if row is not None or (role == "board" and not is_board):
                try:
                    rows.append(self._row(item))
                    labels.append(row)
                except SyntaxFault as refused:
                    if refused.problem.code != "row-empty" and not is_null(item):
                        raise
                    empty = empty or refused
            elif role == "name":
                board = board._replace(name=one_name(self.texts.scalar(key, item)))
            elif not is_board:
                later.append((role, key, item))
            elif not is_null(item) and (item.kind != "text" or item.text.strip()):
                board = board.joined(self._board(at, None, item)._replace(name=None))
        for role, key, item in later:
            board = board.joined(self._field(role, key, item, board.name))
        if board.claim is not None:
            board = board._replace(status=board.at._replace(text="claim"))
        if empty is not None and (rows or board.status is None):
            raise empty
        # Rows in order need no labels, and canonical boards are checked faster without them.
        order = UNLABELLED if labels == list(ROWS) else tuple(labels)
        board = board._replace(labels=(*board.labels, *order), rows=(*board.rows, *rows))
        if board.rows and board.status is not None and board.status.text == "foul":
            marks = sorted((*board.marks, board.status), key=lambda mark: (mark.line.number, mark.column))
            board = board._replace(status=None, marks=tuple(marks))
        return board

    def _field(self, role: str, key: Node, item: Node, name: Text | None) -> BoardSyntax:
        at = self.texts.text(key)
        nothing = BoardSyntax(at, None)
        if role == "":
            self._take_unknown(key, item, name)
        if role in ("", "ignored"):
            return nothing
        said = self.texts.scalar(key, item)
        meant = folded(said.text)
        if role in ("points", "status"):
            status = self.shapes.vocabulary.statuses.get(meant)
            if status is not None or meant in STATUSES:
                return _marked(nothing, said, status or meant)
            if meant in _SET:
                return nothing
        if role == "status":
            message = f"`{said.text}` is not a status of a board"
            raise self.texts.fault(said, message, f"write {listed(STATUSES)}")
        if role in ("points", "royalties"):
            if not is_null(item):
                self._expect(role, key, said, name)
        elif role == "note":
            self.entries.append(entry("note", Part(words=(said,))))
        elif role == "id":
            self.entries.append(self.note(key, item, name))
        elif role == "claim":
            return nothing._replace(claim=said._replace(text="-".join(meant.split())))
        elif role == "aces":
            if not re.fullmatch("[0-9]{1,9}", meant):
                raise self.texts.fault(said, f"`{said.text}` is not a number of aces")
            return nothing._replace(marks=(said._replace(text=f"{meant} aces"),))
        elif role == "fantasyland" and re.fullmatch("[1-9][0-9]+", meant):
            return nothing._replace(marks=(said._replace(text=f"{role} {meant}"),))
        elif role == "next" and name is not None and meant in (*YES, *NO, "0", "1"):
            no = () if meant in (*YES, "1") else (at.with_text("no"),)
            part = Part(words=(*no, at.with_text("fantasyland")))
            self.entries.append(entry("expect", part, names=(name,)))
        elif role != "next" and (meant in YES or meant == "1"):
            return _marked(nothing, at, role)
        elif meant not in NO and meant != "0" and not is_null(item):
            raise self.texts.fault(said, f"`{said.text}` is neither yes nor no")
        return nothing

    def _expect(self, role: str, key: Node, said: Text, name: Text | None) -> None:
        if name is None or not re.fullmatch("[+-]?[0-9]{1,9}(?:/[0-9]{1,9})?", said.text.strip()):
            raise self.texts.fault(said, f"`{key.text}` must be a number of points beside a player's name")
        total = entry("expect", Part(names=(name,), number=said.trimmed()))
        self.entries.append(total if role == "points" else _royalties(self.texts.text(key), total.parts[0]))

    def _take_unknown(self, key: Node, item: Node, name: Text | None) -> None:
        """Keep an unknown text as a note; report any other value. Raises `SyntaxFault`."""
        if is_null(item):
            return
        at, meant = self.texts.text(key), near(key.text, _OF_BOARD)
        of_deal = self.shapes.vocabulary.keys.get(field(key.text))
        if of_deal in _OF_MONEY:
            hint = f"`{of_deal}:` belongs in the deal, beside `boards:`"
            raise fault("label-unknown", at, f"`{key.text}` is not a row and may be money", hint)
        if meant or name is None or not is_remark(item) or self.shapes.level(item) is not None:
            hint = f"did you mean `{meant}:`?" if meant else "write rows as `top:`, `mid:` and `bot:`"
            raise fault("label-unknown", at, f"`{key.text}` is not a row", hint)
        self.entries.append(self.note(key, item, name))

    def _misplaced(self, at: Text, hint: str) -> None:
        self.problems.refuse("key-misplaced", at.place, f"`{at.text}` cannot be among the boards", hint)


def is_remark(value: Node) -> bool:
    """Return True for text that is not a number, yes or no."""
    words = value.text.strip().lower()
    is_word = value.kind == "text" and words and words not in (*YES, *NO)
    return bool(is_word) and re.fullmatch(_A_NUMBER, words) is None


def _royalties(key: Text, part: Part) -> Entry:
    return entry("expect", Part(words=(key.with_text("royalties"),), number=part.number), names=part.names)


def _marked(board: BoardSyntax, at: Text, word: str) -> BoardSyntax:
    """Return a board with a status; fantasyland is a mark beside its cards."""
    mark = at.with_text(word)
    return board._replace(marks=(mark,)) if word == "fantasyland" else board._replace(status=mark)


def _lines_of(text: Text) -> list[Text]:
    if "\n" not in text.text:
        return [text]
    return [text.part(*m.span()) for m in re.finditer("[^\n]+", text.text) if m[0].strip()]


class YamlKeys:
    """Reads keys and their values; errors go to `problems`."""

    def __init__(self, shapes: Shapes, problems: Problems) -> None:
        self.shapes = shapes
        self.vocabulary = shapes.vocabulary
        self.texts: Texts = shapes.texts
        self.problems = problems
        self._writes_zeros = False
        """True once a deal of the log has `void: 0`."""

    def entries(self, key: Node, value: Node, boards: Sequence[BoardSyntax]) -> list[Entry]:
        """Return the entries of a key; `boards` give the order for a list of points."""
        try:
            word, names = self._key(key)
            if word.text not in ("note", "title", "void") and is_null(value):
                return []
            if word.text == "void":
                value = self._void(key, value)
            elif word.text == "running" and value.kind == "text" and not re.search("[0-9]", value.text):
                # `evening: Thursday club` is not a total.
                word = word.with_text("note")
            unit = self.shapes.key_with_unit(key)[1] if word.text == "stake" else ""
            if unit and re.fullmatch("[0-9.,]+", value.text):
                value = value._replace(text=f"{value.text} {unit}")
            return self._in_order(word, value, boards) or self._said(word, names, value)
        except SyntaxFault:
            may_be_stake = any(self.vocabulary.keys.get(said) == "stake" for said in field(key.text).split())
            self.problems.miss("stake" if may_be_stake else near(key.text, KEYS) or key.text)
            raise

    def _void(self, key: Node, value: Node) -> Node:
        """Return the value of `void`; if a program writes 0 for no, 1 means yes."""
        number = "" if value.style else value.text
        empty = not (value.style or value.text) and value.line == key.line
        behind = (value.source or "").partition("#")[2] if empty else ""
        self._writes_zeros = self._writes_zeros or number == "0"
        if re.match("[ \t]*[0-9]", behind) or (number == "1" and not self._writes_zeros):
            what = "does this name a deal or mean yes?"
            hint = "write `void: true` in the deal that is void, or its name, for example `void: deal 1`"
            raise fault("void-unclear", self.texts.text(key), what, hint)
        word = {"0": "no", "1": "yes"}.get(number)
        return value._replace(text=word) if word else value

    def points_of_players(self, pairs: list[tuple[Node, Node]]) -> list[Entry]:
        """Remove and return the points of a deal without boards: `Ann: 5`, `Ben: -5`.

        They must sum to 0.
        """
        named = [
            (key, value)
            for key, value in pairs
            if re.fullmatch(_POINTS, value.text) and self.vocabulary.keys.get(field(key.text)) is None
        ]
        if len(named) < 2 or sum((Fraction(value.text) for _, value in named), Fraction(0)):
            return []
        pairs[:] = [pair for pair in pairs if pair not in named]
        word = self.texts.text(named[0][0]).with_text("expect")
        parts = [Part(names=(self._name(key),), number=self.texts.text(value)) for key, value in named]
        return [Entry(word, (), tuple(parts))]

    def _key(self, key: Node) -> tuple[Text, tuple[Text, ...]]:
        text = self.texts.text(key)
        word = self.vocabulary.keys.get(field(key.text)) or self.shapes.key_with_unit(key)[0]
        if word in KEYS and word is not None:
            return text.with_text(word), ()
        return read_key(text, _OTHERS, self.vocabulary)

    def royalties(self, key: Node, value: Node, boards: Sequence[BoardSyntax]) -> list[Entry]:
        """Return the royalties that a deal states for its players. Raises `SyntaxFault`."""
        word = self.texts.text(key).with_text("royalties")
        if value.kind == "mapping":
            numbers = ((self._name(who), self.texts.scalar(who, how)) for who, how in value.entries)
            parts = tuple(Part(names=(name,), number=number) for name, number in numbers)
        else:
            found = self._in_order(word, value, boards)
            if not found:
                raise self.texts.fault(word, f"`{key.text}` must be one number per player")
            parts = found[0].parts
        return [_royalties(word, part) for part in parts]

    def _in_order(self, key: Text, value: Node, boards: Sequence[BoardSyntax]) -> list[Entry]:
        """Return the points of a list with one number, or name and points, per board."""
        if key.text not in ("expect", "running", "royalties") or value.kind != "list" or not value.items:
            return []
        parts = [part for item in value.items if (part := self._points(item)) is not None]
        names = [board.name for board in boards if board.name is not None]
        are_numbers = all(re.fullmatch("[+-]?[0-9]+(?:/[0-9]+)?", item.text) for item in value.items)
        if are_numbers and len(names) == len(boards) == len(value.items):
            numbers = map(self.texts.text, value.items)
            parts = [Part(names=(name,), number=number) for name, number in zip(names, numbers, strict=True)]
        return [Entry(key, (), tuple(parts))] if len(parts) == len(value.items) else []

    def _points(self, item: Node) -> Part | None:
        """Return the points in `{player: Ana, score: 6}`, None for another item."""
        said = {BOARD_ROLES.get(field(key.text)): self.texts.text(value) for key, value in item.entries}
        if said.keys() == {"name", "points"}:
            return Part(names=(one_name(said["name"]),), number=said["points"])
        return None

    def _said(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        if value.kind == "list":
            return self._from_list(key, names, value)
        if value.kind == "mapping":
            return self._from_mapping(key, names, value)
        if value.style and not value.text.strip() and KEYS[key.text].bare:
            what = f"`{key.text}` must be yes, no or a reason, but is empty"
            raise fault("key-empty", self.texts.text(value), what, "remove the key if the answer is no")
        return [self._entry(key, names, self.texts.text(value))]

    def _entry(self, key: Text, names: tuple[Text, ...], value: Text) -> Entry:
        value = day_of(value) if key.text == "date" else value
        if key.text == "rules" and re.search("[^a-z0-9./+ \t-]", value.text):
            # Not imported for the name of a rule set.
            from ofcscore.log.text.game_headings import rules_entry

            found = rules_entry(value, self.vocabulary)
            if found is not None:
                return found._replace(key=key)
        return Entry(key, names, read_value(key, names, value, self.vocabulary))

    def _from_list(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        row = KEYS[key.text]
        if row.listed is None or (names and row.of != "parts"):
            raise _one_value(key, "a list")
        if row.value == "seats":
            return [Entry(key, (), tuple(part for item in value.items for part in self._seats(item)))]
        if row.listed == "sum":
            texts = [self._item(key, item) for item in value.items]
            if not texts:
                return [Entry(key, (), no_value(key.text, key))]
            named = texts[0]._replace(text=" + ".join(text.text for text in texts))
            return [Entry(key, (), (Part(words=(named,)),))]
        entries = []
        for item in value.items:
            if names:
                entries.append(self._entry(key, names, self._item(key, item)))
            elif item.kind == "list":
                raise self.texts.fault(item, "a list cannot contain a list here")
            else:
                entries += self._said(key, (), item)
        if names or row.listed == "parts":
            return [Entry(key, names, tuple(part for entry in entries for part in entry.parts))]
        return entries

    def _item(self, key: Text, item: Node) -> Text:
        if item.kind != "text":
            raise self.texts.fault(item, f"an item of `{key.text}` must be text")
        return self.texts.text(item)

    def _seats(self, item: Node) -> tuple[Part, ...]:
        """Return a seat in a list of players: a name, `Phil = P`, or a name with its aliases."""
        if item.kind == "text":
            text = self.texts.text(item)
            return parse_value("players", text) if "=" in text.text else (Part(names=(one_name(text),)),)
        roles = {BOARD_ROLES.get(field(key.text)): value for key, value in item.entries}
        if "name" in roles and roles.keys() <= {"name", "id"}:
            return (Part(names=(self._name(roles["name"]),)),)
        if item.kind == "mapping" and "name" not in roles:
            return tuple(self._seat(name, others) for name, others in item.entries)
        if item.kind == "mapping":
            other = next(
                key for key, _ in item.entries if BOARD_ROLES.get(field(key.text)) not in ("name", "id")
            )
            raise self.texts.fault(other, f"`{other.text}` cannot be said of a player here")
        raise self.texts.fault(item, "a player must be a name, not a list")

    def _seat(self, name: Node, others: Node) -> Part:
        if others.kind == "mapping":
            raise self.texts.fault(others, "after a player, write short names or boards")
        if others.kind == "text" and re.match("[-+]?[€$£]?[0-9]", others.text):
            raise self.texts.fault(others, f"`{others.text}` is not a short name of a player")
        found = [self._item(self.texts.text(name), other) for other in others.items]
        if others.text.strip():
            found.append(self.texts.text(others))
        return Part(names=(self._name(name), *map(one_name, found)))

    def _from_mapping(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        row = KEYS[key.text]
        if row.of == "parts":
            return self._expected(key, names, value)
        money = {_AMOUNT.get(field(word.text)): self.texts.text(said) for word, said in value.entries}
        if row.value == "amount" and not names and money.keys() <= {"number", "unit"} and "number" in money:
            return [Entry(key, (), (Part(number=money["number"], unit=money.get("unit")),))]
        if row.of is not None and not names:
            return [
                self._entry(key, read_pair(self.texts.text(who)), self.texts.scalar(who, amount))
                for who, amount in value.entries
            ]
        if row.value == "seats":
            return [Entry(key, (), tuple(self._seat(name, others) for name, others in value.entries))]
        if row.value in ("shares", "chips"):
            return [Entry(key, (), tuple(self._named(who, amount) for who, amount in value.entries))]
        if row.value == "words" and row.listed == "parts":
            texts = ((self.texts.scalar(*item), f"{item[0].text} {item[1].text}") for item in value.entries)
            return [Entry(key, (), (Part(words=(at._replace(text=text),)),)) for at, text in texts]
        if row.value == "payments":
            return [Entry(key, (), (self._payment(value),))]
        raise _one_value(key, "a mapping")

    def _named(self, who: Node, amount: Node) -> Part:
        text = self.texts.scalar(who, amount)
        part = amount_part(text) or parse_value("rake", text, vocabulary=self.vocabulary)[0]
        return part._replace(names=(self._name(who),))

    def _name(self, node: Node) -> Text:
        return one_name(self.texts.text(node))

    def _payment(self, value: Node) -> Part:
        said = {key.text.lower(): (key, node) for key, node in value.entries}
        if set(said) != {"from", "to", "amount"}:
            hint = f"or write, for example, {key_form('paid')}"
            raise self.texts.fault(value, "a payment needs `from`, `to` and `amount`", hint)
        part = self._named(*said["amount"])
        return part._replace(names=tuple(one_name(self.texts.scalar(*said[word])) for word in ("from", "to")))

    def _expected(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        """Read expected results as a mapping; the key may name a pair or a board."""
        if names:
            return [Entry(key, names, tuple(self._expected_part(what, how) for what, how in value.entries))]
        entries: list[Entry] = []
        totals: list[Part] = []
        for who, what in value.entries:
            at = self._name(who)
            of = read_pair(at) if "/" in at.text else (at,)
            if what.kind == "mapping":
                entries += self._expected(key, of, what)
            elif what.kind == "list":
                entries += self._from_list(key, of, what)
            elif len(of) == 1 and amount_part(self.texts.text(what)) is not None:
                totals.append(self._named(who, what))
            else:
                entries.append(self._entry(key, of, self.texts.text(what)))
        if totals:
            entries.insert(0, Entry(key, (), tuple(totals)))
        return entries

    def _expected_part(self, what: Node, how: Node) -> Part:
        word = self.texts.text(what)
        word = word._replace(text=word.text.lower())
        said = self.texts.scalar(what, how)
        if re.match("[+-]?[0-9]", said.text):
            return Part(words=(word,), number=said)
        if said.text.lower() in YES:
            return Part(words=(word,))
        if said.text.lower() in NO:
            return Part(words=(word._replace(text="no"), word))
        return Part(words=(word, said._replace(text="-".join(said.text.lower().split()))))


def _one_value(key: Text, kind: str) -> SyntaxFault:
    message, hint = f"`{key.text}` must be one value, not {kind}", f"write, for example, {key_form(key.text)}"
    return fault("yaml-shape", key, message, hint)
