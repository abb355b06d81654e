"""YAML and JSON to located syntax: the same header and deals as in text, a deal at a time.

Every scalar is text, and is read by the productions of the text notation that read the same value there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ofcscore.files.yaml_nodes import Node, NodeReader
from ofcscore.game.board import ROWS, Row
from ofcscore.log.amounts import amount_part
from ofcscore.log.keys import one_name, read_pair, read_value
from ofcscore.log.read.from_text import SyntaxFault, key_form, parse, parts_of, read_line
from ofcscore.log.read.grouping import MOST_OF_A_DEAL, endless, endless_header, group_lines
from ofcscore.log.syntax import (
    DEAL_WORDS,
    KEYS,
    ROW_LABELS,
    STATUSES,
    UNLABELLED,
    BoardSyntax,
    DealSyntax,
    Entry,
    HeaderSyntax,
    Line,
    Part,
    Text,
)
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from ofcscore.problems.words import listed, near

_LISTS: Final = frozenset(("adjust", "paid", "note", "expect"))
"""Keys that may be there several times in text, and so may be lists."""
_NAMED_AMOUNTS: Final = frozenset(("adjust", "chips"))
_CANONICAL: Final = re.compile('([^/()#:"\n]{8}) / ([^/()#:"\n]{14}) / ([^/()#:"\n]{14})')
_BOARD_KEYS: Final = ("status", "claim", "cards", "aces", "fantasyland", "foul")
_YES: Final = ("yes", "true", "y", "on")
_NO: Final = ("no", "false", "n", "off", "")


def read_yaml(
    lines: Iterable[str], file: str, base: str, problems: Problems
) -> Iterator[HeaderSyntax | DealSyntax]:
    """The header of a log, and then its deals; `lines` are the text with line ends."""
    return YamlReading(lines, file, base, problems).session()


class _Shape(Exception):  # noqa: N818 - it carries a problem
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class YamlReading:
    """One log in YAML. Problems of the YAML itself are handed on as they turn up."""

    def __init__(
        self, lines: Iterable[str], file: str, base: str, problems: Problems, first: int = 1
    ) -> None:
        self.file = file
        self.base = base
        self.problems = problems
        self.reader = NodeReader(lines, file, first=first)
        self.deals = 0
        self.header_done = False

    # --- the shapes of a session

    def session(self) -> Iterator[HeaderSyntax | DealSyntax]:
        while self.reader.next_document():
            kind = self.reader.kind
            if kind == "list":
                yield from self._begin([])
                yield from self._deal_list()
            elif kind == "mapping":
                yield from self._document()
            elif kind == "text":
                node = self.reader.read()
                self._hand_on()
                if node.text or node.style:
                    self._say(
                        "yaml-shape",
                        self._text(node),
                        "a log is a mapping with `deals`, or a list of deals",
                        "is this a text log? Its name ends in .ofc or .txt",
                    )
        self._hand_on()
        yield from self._begin([])

    def _begin(self, entries: list[Entry], *, spoiled: bool = False) -> Iterator[HeaderSyntax]:
        if not self.header_done:
            self.header_done = True
            if len(entries) > MOST_OF_A_DEAL:
                self.problems.add(endless_header(entries[MOST_OF_A_DEAL].key))
                spoiled = True
            yield HeaderSyntax(self.file, self.base, tuple(entries[:MOST_OF_A_DEAL]), spoiled)

    def _deal_list(self) -> Iterator[DealSyntax]:
        before = self._errors()
        for _ in self.reader.items():
            deal = self._deal_of(self.reader.read(stay=True), before)
            if deal is not None:
                yield deal
            # What is wrong from here on is no fault of this deal.
            self.reader.go_on()
            before = self._errors()

    def _document(self) -> Iterator[HeaderSyntax | DealSyntax]:
        """A document: a session with `deals`, one deal, or the header of the documents behind it."""
        before = self._errors()
        pairs: list[tuple[Node, Node]] = []
        lost: set[int] = set()
        listed_deals = False
        sound = self._errors()
        for key in self.reader.entries():
            word = key.text.lower()
            if word == "deals" and self.reader.kind == "list":
                listed_deals = True
                entries = self._entries(_without(pairs, lost))
                yield from self._begin(entries, spoiled=self._errors() != before)
                pairs = []
                lost = set()
                yield from self._deal_list()
                before = sound = self._errors()
                continue
            value = self.reader.read()
            if self._errors() != sound or self.reader.ended:
                # What the YAML lost is not told again as something missing.
                lost.add(len(pairs))
            sound = self._errors()
            if word == "deals":
                listed_deals = True
                self._say(
                    "yaml-shape", self._text(key), "`deals` is a list of deals", "begin each with `- deal: 1`"
                )
            elif listed_deals:
                self._say(
                    "key-misplaced",
                    self._text(key),
                    f"`{key.text}` stands behind `deals`",
                    "keys of the session come before `deals`",
                )
            else:
                pairs.append((key, value))
        self._hand_on()
        if listed_deals:
            return
        words = [key.text.lower() for key, _ in pairs]
        if not any(word in ("boards", *DEAL_WORDS) for word in words):
            entries = self._entries(_without(pairs, lost))
            if self.header_done and pairs:
                self._say(
                    "key-misplaced",
                    self._text(pairs[0][0]),
                    "this document has no boards, and is not the first",
                    "keys of the session come in the first document",
                )
            yield from self._begin(entries, spoiled=self._errors() != before)
            return
        start = 0
        if not self.header_done:
            start = next(i for i, word in enumerate(words) if word in ("boards", *DEAL_WORDS))
            yield from self._begin(self._entries(_without(pairs[:start], lost)))
            if lost and all(number < start for number in lost):
                # What is wrong with the header spoils nothing of the deal.
                before = self._errors()
        deal = self._deal_of(Node("mapping", "", (), tuple(pairs[start:]), *_where(pairs[start][0])), before)
        if deal is not None:  # pragma: no branch - what is a mapping is a deal
            yield deal

    # --- a deal

    def _deal_of(self, node: Node, before: int) -> DealSyntax | None:
        """A deal; `before` is how many errors there were when its reading began."""
        self.deals += 1
        if self._errors() != before:
            # What the YAML lost is not told again as something missing.
            at = self._text(node)
            return DealSyntax(at, at._replace(text=str(self.deals)), None, (), (), spoiled=True)
        if node.kind != "mapping":
            self._say(
                "yaml-shape",
                self._text(node),
                "a deal is a mapping with `boards`",
                "write `- deal: 1` and below it `boards:`",
            )
            return None
        at = self._text(node.entries[0][0]) if node.entries else self._text(node)
        name: Text | None = None
        date: Text | None = None
        boards: tuple[BoardSyntax, ...] = ()
        pairs: list[tuple[Node, Node]] = []
        named: Node | None = None
        for key, value in node.entries:
            word = key.text.lower()
            if word in DEAL_WORDS:
                if named is not None:
                    self._say(
                        "key-repeated",
                        self._text(key),
                        f"`{named.text}` is already stated",
                        "leave one of the two out",
                    )
                    continue
                named = key
                at = self._text(key)
                name = self._said(key, value)
            elif word == "date":
                date = self._said(key, value)
            elif word == "boards":
                boards = self._boards(key, value)
            else:
                pairs.append((key, value))
        if name is None:
            name = at._replace(text=str(self.deals))
        entries = self._entries(pairs)
        said = [*(board.at for board in boards), *(entry.key for entry in entries)]
        if len(said) > MOST_OF_A_DEAL:
            hint = "did another deal, `- deal: 2`, begin before it?"
            self.problems.add(endless(said[MOST_OF_A_DEAL], "this deal", hint))
            return DealSyntax(at, name, date, (), (), spoiled=True)
        return DealSyntax(at, name, date, boards, tuple(entries), self._errors() != before)

    def _said(self, key: Node, value: Node) -> Text | None:
        """The name or the date of a deal, None (and perhaps a problem) where there is none."""
        try:
            text = self._scalar(key, value)
        except _Shape as fault:
            self.problems.add(fault.problem)
            return None
        return text if text.text.strip() else None

    def _boards(self, key: Node, value: Node) -> tuple[BoardSyntax, ...]:
        boards: list[BoardSyntax] = []
        if value.kind == "mapping":
            for name, board in value.entries:
                self._collect(boards, self._text(name), board, named=True)
        elif value.kind == "list":
            for board in value.items:
                self._collect(boards, self._text(board), board, named=False)
        elif value.text.strip():
            boards += self._boards_of_text(value)
        else:
            self._say(
                "key-empty",
                self._text(key).behind(),
                "nothing stands behind `boards:`",
                "write a board for each player",
            )
        return tuple(boards)

    def _collect(self, boards: list[BoardSyntax], at: Text, value: Node, *, named: bool) -> None:
        try:
            board = self._board(at, value)
        except (SyntaxFault, _Shape) as fault:
            self.problems.add(fault.problem)
            return
        boards.append(board._replace(at=at, name=at if named else None))

    def _boards_of_text(self, value: Node) -> Iterator[BoardSyntax]:
        """The boards of a text that has them as a text log has, a line or more for each."""
        lines = (read_line(line, self.problems) for line in _lines_of(self._text(value)))
        for item in group_lines(lines, self.file, self.base, self.problems):
            for entry in item.entries:
                self._say(
                    "key-misplaced",
                    entry.key,
                    f"`{entry.key.text}` stands among the boards",
                    "write it beside `boards:`",
                )
            if not isinstance(item, DealSyntax):
                continue
            if item.name is not None:
                self._say(
                    "key-misplaced",
                    item.at,
                    f"`{item.at.text}` stands among the boards",
                    "one deal has one `boards:`; begin another with `- deal: 2`",
                )
            yield from item.boards

    def _board(self, at: Text, value: Node) -> BoardSyntax:
        if value.kind == "text":
            text = self._text(value)
            if not text.text.strip():
                return BoardSyntax(at, None)
            lines = _lines_of(text)
            board = _board_text(lines[0])
            for line in lines[1:]:
                more = _board_text(line)
                board = board._replace(
                    labels=board.labels + more.labels,
                    rows=board.rows + more.rows,
                    marks=board.marks + more.marks,
                    status=board.status or more.status,
                    claim=board.claim or more.claim,
                )
            return board
        if value.kind == "list":
            rows = tuple(self._row(item) for item in value.items)
            return BoardSyntax(at, None, (None,) * len(rows), rows)
        return self._board_mapping(at, value)

    def _row(self, value: Node) -> Text:
        text = self._text(value)
        if value.kind != "text":
            raise _Shape(
                self._problem("yaml-shape", text, "a row is text: its cards", "write `top: Qh Qd 5c`")
            )
        stripped = text.text.strip()
        if not stripped:
            raise _Shape(
                self._problem("row-empty", text, "this row has no cards", "write the cards of the row")
            )
        start = text.text.index(stripped)
        return text.part(start, start + len(stripped)) if stripped != text.text else text

    def _board_mapping(self, at: Text, value: Node) -> BoardSyntax:
        labels: list[Row | None] = []
        rows: list[Text] = []
        marks: list[Text] = []
        status = claim = None
        for key, item in value.entries:
            word = key.text.lower()
            where = self._text(key)
            row = ROW_LABELS.get(word)
            if row is not None:
                labels.append(row)
                rows.append(self._row(item))
            elif word == "cards":
                labels.append(None)
                rows.append(self._row(item))
            elif word == "claim":
                claim = self._scalar(key, item)
                claim = claim._replace(text="-".join(claim.text.lower().split()))
                status = where._replace(text="claim")
            elif word == "status":
                said = self._scalar(key, item)
                said = said._replace(text=said.text.lower())
                if said.text not in (*STATUSES, "set"):
                    raise _Shape(
                        self._problem(
                            "yaml-shape",
                            said,
                            f"`{said.text}` is no status of a board",
                            f"it may be {listed(STATUSES)}",
                        )
                    )
                status = said if said.text != "set" else None
            elif word == "aces":
                said = self._scalar(key, item)
                marks.append(
                    said._replace(text=f"{said.text} aces")
                    if re.fullmatch("[0-9]{1,9}", said.text)
                    else self._bad_flag(said, "a number of aces")
                )
            elif word in ("fantasyland", "foul"):
                said = self._scalar(key, item)
                if said.text.lower() in _YES:
                    marks.append(where._replace(text=word))
                elif said.text.lower() not in _NO:
                    self._bad_flag(said, "yes or no")
            else:
                meant = near(key.text, (*ROW_LABELS, *_BOARD_KEYS))
                raise _Shape(
                    self._problem(
                        "label-unknown",
                        where,
                        f"`{key.text}` is no row",
                        f"did you mean `{meant}:`?" if meant else "rows are `top:`, `mid:` and `bot:`",
                    )
                )
        if rows and status is not None and status.text == "foul":
            marks.append(status)
            status = None
        # Rows in their order need no labels, and canonical boards are checked faster without.
        order = UNLABELLED if labels == list(ROWS) else tuple(labels)
        return BoardSyntax(at, None, order, tuple(rows), status, claim, tuple(marks))

    def _bad_flag(self, said: Text, wanted: str) -> Text:
        raise _Shape(self._problem("yaml-shape", said, f"{wanted} is expected here, not {said.text}", None))

    # --- keys

    def _entries(self, pairs: Iterable[tuple[Node, Node]]) -> list[Entry]:
        entries: list[Entry] = []
        for key, value in pairs:
            try:
                entries += self._entry(key, value)
            except (SyntaxFault, _Shape) as fault:
                self.problems.add(fault.problem)
        return entries

    def _entry(self, key: Node, value: Node) -> list[Entry]:
        """What a key and its value say: one entry, or one for each item of a list."""
        at = self._text(key)
        match = re.match("[^ \t/]+", at.text)
        word = match.group().lower() if match else ""
        if word not in KEYS:
            raise _Shape(self._unknown(at, word))
        of = at.text[match.end() :] if match else ""
        name = at.part(0, len(word))._replace(text=word)
        names: tuple[Text, ...] = ()
        if of.strip():
            if word not in ("stake", "expect"):
                raise _Shape(self._unknown(at, word))
            names = read_pair(at.part(len(word), len(at.text)))
        if value.kind == "text":
            return [Entry(name, names, read_value(name, names, self._text(value)))]
        if value.kind == "list":
            return self._from_list(name, names, value)
        return self._from_mapping(name, names, value)

    def _unknown(self, at: Text, word: str) -> Problem:
        meant = near(word, (*KEYS, *DEAL_WORDS, "deals", "boards", "date"))
        return self._problem(
            "key-unknown",
            at,
            f"`{at.text}` is no key",
            f"did you mean `{meant}`?" if meant else f"keys are {listed(KEYS)}",
        )

    def _from_list(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        if key.text == "players":
            return [Entry(key, (), tuple(part for item in value.items for part in self._seats(item)))]
        if key.text == "rules":
            texts = [self._item(key, item) for item in value.items]
            if not texts:
                raise _Shape(
                    self._problem(
                        "key-empty", key, "nothing stands behind `rules:`", f"write {key_form('rules')}"
                    )
                )
            return [
                Entry(key, (), (Part(words=(texts[0]._replace(text=" + ".join(t.text for t in texts)),)),))
            ]
        if key.text == "chips":
            parts = [
                part for item in value.items for entry in self._each(key, names, item) for part in entry.parts
            ]
            return [Entry(key, names, tuple(parts))]
        if key.text in _LISTS or (key.text == "stake" and not names):
            if key.text == "expect" and names:
                parts = [
                    part for item in value.items for part in read_value(key, names, self._item(key, item))
                ]
                return [Entry(key, names, tuple(parts))]
            if key.text == "paid":
                return [
                    Entry(
                        key,
                        (),
                        tuple(
                            p for item in value.items for e in self._each(key, names, item) for p in e.parts
                        ),
                    )
                ]
            return [entry for item in value.items for entry in self._each(key, names, item)]
        raise _Shape(
            self._problem(
                "yaml-shape", key, f"`{key.text}` is one value, not a list", f"write {key_form(key.text)}"
            )
        )

    def _each(self, key: Text, names: tuple[Text, ...], item: Node) -> list[Entry]:
        if item.kind == "text":
            return [Entry(key, names, read_value(key, names, self._text(item)))]
        if item.kind == "mapping":
            return self._from_mapping(key, names, item)
        raise _Shape(
            self._problem("yaml-shape", self._text(item), "a list in a list has no meaning here", None)
        )

    def _item(self, key: Text, item: Node) -> Text:
        if item.kind != "text":
            raise _Shape(
                self._problem("yaml-shape", self._text(item), f"an item of `{key.text}` is text", None)
            )
        return self._text(item)

    def _seats(self, item: Node) -> tuple[Part, ...]:
        """A seat of a list of players: a name, `Phil = P`, or a mapping of a name to its others."""
        if item.kind == "text":
            text = self._text(item)
            value: Any = parse("seat", text) if "=" in text.text else Part(names=(one_name(text),))
            return (value,)
        if item.kind == "mapping":
            return tuple(self._seat(name, others) for name, others in item.entries)
        raise _Shape(self._problem("yaml-shape", self._text(item), "a player is a name, not a list", None))

    def _seat(self, name: Node, others: Node) -> Part:
        if others.kind == "list":
            found = [self._item(self._text(name), other) for other in others.items]
        elif others.kind == "text":
            found = [self._text(others)] if others.text.strip() else []
        else:
            raise _Shape(
                self._problem(
                    "yaml-shape", self._text(others), "behind a player stand short names or boards", None
                )
            )
        return Part(names=(self._text(name), *found))

    def _from_mapping(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        if key.text == "players":
            return [Entry(key, (), tuple(self._seat(name, others) for name, others in value.entries))]
        if key.text == "stake" and not names:
            return [
                Entry(key, read_pair(self._text(who)), read_value(key, names, self._scalar(who, amount)))
                for who, amount in value.entries
            ]
        if key.text in _NAMED_AMOUNTS:
            return [Entry(key, (), tuple(self._named(who, amount) for who, amount in value.entries))]
        if key.text == "paid":
            return [Entry(key, (), (self._payment(value),))]
        if key.text == "expect":
            return self._expected(key, names, value)
        raise _Shape(
            self._problem(
                "yaml-shape", key, f"`{key.text}` is one value, not a mapping", f"write {key_form(key.text)}"
            )
        )

    def _named(self, who: Node, amount: Node) -> Part:
        text = self._scalar(who, amount)
        part = amount_part(text)
        if part is None:
            (part,) = parts_of(parse("amount", text))
        return part._replace(names=(self._text(who),))

    def _payment(self, value: Node) -> Part:
        said = {key.text.lower(): (key, node) for key, node in value.entries}
        if set(said) != {"from", "to", "amount"}:
            raise _Shape(
                self._problem(
                    "yaml-shape",
                    self._text(value),
                    "a payment has `from`, `to` and `amount`",
                    f"or write {key_form('paid')}",
                )
            )
        part = self._named(*said["amount"])
        return part._replace(names=(self._scalar(*said["from"]), self._scalar(*said["to"])))

    def _expected(self, key: Text, names: tuple[Text, ...], value: Node) -> list[Entry]:
        """Expectations as a mapping: of a pair or a board where the key names them, else of anybody."""
        if names:
            return [Entry(key, names, tuple(self._expected_part(what, how) for what, how in value.entries))]
        entries: list[Entry] = []
        totals: list[Part] = []
        for who, what in value.entries:
            at = self._text(who)
            of = read_pair(at) if "/" in at.text else (at,)
            if what.kind == "mapping":
                entries += self._expected(key, of, what)
            elif what.kind == "list":
                entries += self._from_list(key, of, what)
            elif len(of) == 1 and amount_part(self._text(what)) is not None:
                totals.append(self._named(who, what))
            else:
                entries.append(Entry(key, of, read_value(key, of, self._text(what))))
        if totals:
            entries.insert(0, Entry(key, (), tuple(totals)))
        return entries

    def _expected_part(self, what: Node, how: Node) -> Part:
        word = self._text(what)
        word = word._replace(text=word.text.lower())
        said = self._scalar(what, how)
        if re.match("[+-]?[0-9]", said.text):
            return Part(words=(word,), number=said)
        if said.text.lower() in _YES:
            return Part(words=(word,))
        if said.text.lower() in _NO:
            return Part(words=(word._replace(text="no"), word))
        return Part(words=(word, said._replace(text="-".join(said.text.lower().split()))))

    # --- places and problems

    def _scalar(self, key: Node, value: Node) -> Text:
        if value.kind != "text":
            kind = "a list" if value.kind == "list" else "a mapping"
            raise _Shape(
                self._problem("yaml-shape", self._text(value), f"`{key.text}` is one value, not {kind}", None)
            )
        return self._text(value)

    def _text(self, node: Node) -> Text:
        """A node as a located piece."""
        kind, text, _, _, number, column, _, source, style = node
        source = source or ""
        line = Line(self.file, number, source)
        if kind != "text":
            return Text("", line, column, 1)
        if not style and source.startswith(text, column - 1):
            return Text(text, line, column, len(text) or 1)
        if style in ("'", '"') and source.startswith(text, column):
            return Text(text, line, column + 1, len(text) or 1)
        return Text(text, line, column, node.width, self._cells(node))

    def _cells(self, node: Node) -> tuple[tuple[Line, int], ...] | None:
        """The place of every character of a scalar with escapes or on several lines.

        Folding drops and makes blanks alone, so that everything else is found again in order.
        """
        number, at = node.line, node.column - 1
        if node.style in ("|", ">"):
            number, at = number + 1, 0
        elif node.style:
            at += 1
        line = self._line(number)
        cells: list[tuple[Line, int]] = []
        for character in node.text:
            while line is not None:
                rest = line.text[at:]
                escape = node.style == '"' and rest[:1] == "\\" and rest.strip() != "\\"
                if character == "\n" and not escape:
                    cells.append((line, at + 1))
                    if node.style == "|":
                        number, at = number + 1, 0
                        line = self._line(number)
                    break
                if character in " \t" and (not rest.strip() or rest[0] in " \t"):
                    cells.append((line, at + 1))
                    at += 1 if rest[:1] == character else 0
                    break
                if not rest.strip() or (node.style == '"' and rest.strip() == "\\"):
                    number += 1
                    line = self._line(number)
                    at = len(line.text) - len(line.text.lstrip(" \t")) if line is not None else 0
                elif escape:
                    cells.append((line, at + 1))
                    at += {"x": 4, "u": 6, "U": 10}.get(rest[1:2], 2)
                    break
                elif rest[0] == character:
                    cells.append((line, at + 1))
                    at += 2 if node.style == "'" and rest.startswith("''") else 1
                    break
                elif rest[0] in " \t":
                    at += 1
                else:
                    return None
            else:
                return None
        return tuple(cells) or None

    def _line(self, number: int) -> Line | None:
        text = self.reader.source(number)
        return None if text is None else Line(self.file, number, text)

    def _problem(self, code: str, at: Text, message: str, hint: str | None) -> Problem:
        return Problem(code, at.place, message, hint)

    def _say(self, code: str, at: Text, message: str, hint: str | None) -> None:
        self.problems.add(self._problem(code, at, message, hint))

    def _hand_on(self) -> None:
        self.problems.extend(self.reader.problems)
        self.reader.problems.clear()

    def _errors(self) -> int:
        """The errors so far, but for those of characters, which are told ahead of what they stand in."""
        self._hand_on()
        return self.problems.errors - self.reader.strange


def _without(pairs: list[tuple[Node, Node]], lost: set[int]) -> list[tuple[Node, Node]]:
    """The pairs but for those of these numbers."""
    return [pair for number, pair in enumerate(pairs) if number not in lost]


def _where(node: Node) -> tuple[int, int, int, str | None]:
    return node.line, node.column, node.width, node.source


def _lines_of(text: Text) -> list[Text]:
    """The lines of a text that are not blank."""
    if "\n" not in text.text:
        return [text]
    return [text.part(m.start(), m.end()) for m in re.finditer("[^\n]+", text.text) if m.group().strip()]


def _board_text(text: Text) -> BoardSyntax:
    """What stands behind the colon of a board. Raises `SyntaxFault`."""
    match = _CANONICAL.fullmatch(text.text)
    if match is not None and not any(row[0] == " " or row[-1] == " " for row in match.groups()):
        rows = tuple(text.part(*match.span(group)) for group in (1, 2, 3))
        if all(_is_cards(row.text) for row in rows):
            return BoardSyntax(rows[0], None, UNLABELLED, rows)
    board: Any = parse("board", text)
    value: BoardSyntax = board
    return value


_CARDS: Final = re.compile("[2-9TJQKA][shdc](?: [2-9TJQKA][shdc])*")


def _is_cards(text: str) -> bool:
    return _CARDS.fullmatch(text) is not None
