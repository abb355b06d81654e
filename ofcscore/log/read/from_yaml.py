"""YAML and JSON to located syntax: the same header and deals as in text, a deal at a time.

Every scalar is text, and is read by the productions of the text notation that read the same value there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ofcscore.files.yaml_nodes import Node, NodeReader
from ofcscore.game.board import ROWS, Row
from ofcscore.log.read.from_text import canonical_rows, parse, read_line
from ofcscore.log.read.grouping import MOST_OF_A_DEAL, endless, endless_header, group_lines
from ofcscore.log.read.yaml_keys import YamlKeys
from ofcscore.log.read.yaml_texts import NO, YES, Shape, Texts, problem_at
from ofcscore.log.syntax import (
    DEAL_WORDS,
    ROW_LABELS,
    STATUSES,
    UNLABELLED,
    BoardSyntax,
    DealSyntax,
    Entry,
    HeaderSyntax,
    SyntaxFault,
    Text,
)
from ofcscore.problems.collected import Problems
from ofcscore.problems.words import listed, near

_BOARD_KEYS: Final = ("status", "claim", "cards", "aces", "fantasyland", "foul")


def read_yaml(
    lines: Iterable[str], file: str, base: str, problems: Problems
) -> Iterator[HeaderSyntax | DealSyntax]:
    """The header of a log, and then its deals; `lines` are the text with line ends."""
    return YamlReading(lines, file, base, problems).session()


class YamlReading:
    """One log in YAML. Problems of the YAML itself are handed on as they turn up."""

    def __init__(
        self, lines: Iterable[str], file: str, base: str, problems: Problems, first: int = 1
    ) -> None:
        self.file = file
        self.base = base
        self.problems = problems
        self.reader = NodeReader(lines, file, first=first)
        self.texts = Texts(file, self.reader)
        self.keys = YamlKeys(self.texts, problems)
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
                        self.texts.text(node),
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
                entries = self.keys.entries(_without(pairs, lost))
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
                    "yaml-shape",
                    self.texts.text(key),
                    "`deals` is a list of deals",
                    "begin each with `- deal: 1`",
                )
            elif listed_deals:
                self._say(
                    "key-misplaced",
                    self.texts.text(key),
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
            entries = self.keys.entries(_without(pairs, lost))
            if self.header_done and pairs:
                self._say(
                    "key-misplaced",
                    self.texts.text(pairs[0][0]),
                    "this document has no boards, and is not the first",
                    "keys of the session come in the first document",
                )
            yield from self._begin(entries, spoiled=self._errors() != before)
            return
        start = 0
        if not self.header_done:
            start = next(i for i, word in enumerate(words) if word in ("boards", *DEAL_WORDS))
            yield from self._begin(self.keys.entries(_without(pairs[:start], lost)))
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
            at = self.texts.text(node)
            return DealSyntax(at, at._replace(text=str(self.deals)), None, (), (), spoiled=True)
        if node.kind != "mapping":
            self._say(
                "yaml-shape",
                self.texts.text(node),
                "a deal is a mapping with `boards`",
                "write `- deal: 1` and below it `boards:`",
            )
            return None
        at = self.texts.text(node.entries[0][0]) if node.entries else self.texts.text(node)
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
                        self.texts.text(key),
                        f"`{named.text}` is already stated",
                        "leave one of the two out",
                    )
                    continue
                named = key
                at = self.texts.text(key)
                name = self._said(key, value)
            elif word == "date":
                date = self._said(key, value)
            elif word == "boards":
                boards = self._boards(key, value)
            else:
                pairs.append((key, value))
        if name is None:
            name = at._replace(text=str(self.deals))
        entries = self.keys.entries(pairs)
        said = [*(board.at for board in boards), *(entry.key for entry in entries)]
        if len(said) > MOST_OF_A_DEAL:
            hint = "did another deal, `- deal: 2`, begin before it?"
            self.problems.add(endless(said[MOST_OF_A_DEAL], "this deal", hint))
            return DealSyntax(at, name, date, (), (), spoiled=True)
        return DealSyntax(at, name, date, boards, tuple(entries), self._errors() != before)

    def _said(self, key: Node, value: Node) -> Text | None:
        """The name or the date of a deal, None (and perhaps a problem) where there is none."""
        try:
            text = self.texts.scalar(key, value)
        except Shape as fault:
            self.problems.add(fault.problem)
            return None
        return text if text.text.strip() else None

    def _boards(self, key: Node, value: Node) -> tuple[BoardSyntax, ...]:
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
            self._say(
                "key-empty",
                self.texts.text(key).behind(),
                "nothing stands behind `boards:`",
                "write a board for each player",
            )
        return tuple(boards)

    def _collect(self, boards: list[BoardSyntax], at: Text, value: Node, *, named: bool) -> None:
        try:
            board = self._board(at, value)
        except (SyntaxFault, Shape) as fault:
            self.problems.add(fault.problem)
            return
        boards.append(board._replace(at=at, name=at if named else None))

    def _boards_of_text(self, value: Node) -> Iterator[BoardSyntax]:
        """The boards of a text that has them as a text log has, a line or more for each."""
        lines = (read_line(line, self.problems) for line in _lines_of(self.texts.text(value)))
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
            text = self.texts.text(value)
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
        text = self.texts.text(value)
        if value.kind != "text":
            raise Shape(problem_at("yaml-shape", text, "a row is text: its cards", "write `top: Qh Qd 5c`"))
        stripped = text.text.strip()
        if not stripped:
            raise Shape(problem_at("row-empty", text, "this row has no cards", "write the cards of the row"))
        start = text.text.index(stripped)
        return text.part(start, start + len(stripped)) if stripped != text.text else text

    def _board_mapping(self, at: Text, value: Node) -> BoardSyntax:
        labels: list[Row | None] = []
        rows: list[Text] = []
        marks: list[Text] = []
        status = claim = None
        for key, item in value.entries:
            word = key.text.lower()
            where = self.texts.text(key)
            row = ROW_LABELS.get(word)
            if row is not None:
                labels.append(row)
                rows.append(self._row(item))
            elif word == "cards":
                labels.append(None)
                rows.append(self._row(item))
            elif word == "claim":
                claim = self.texts.scalar(key, item)
                claim = claim._replace(text="-".join(claim.text.lower().split()))
                status = where._replace(text="claim")
            elif word == "status":
                said = self.texts.scalar(key, item)
                said = said._replace(text=said.text.lower())
                if said.text not in (*STATUSES, "set"):
                    raise Shape(
                        problem_at(
                            "yaml-shape",
                            said,
                            f"`{said.text}` is no status of a board",
                            f"it may be {listed(STATUSES)}",
                        )
                    )
                status = said if said.text != "set" else None
            elif word == "aces":
                said = self.texts.scalar(key, item)
                marks.append(
                    said._replace(text=f"{said.text} aces")
                    if re.fullmatch("[0-9]{1,9}", said.text)
                    else self._bad_flag(said, "a number of aces")
                )
            elif word in ("fantasyland", "foul"):
                said = self.texts.scalar(key, item)
                if said.text.lower() in YES:
                    marks.append(where._replace(text=word))
                elif said.text.lower() not in NO:
                    self._bad_flag(said, "yes or no")
            else:
                meant = near(key.text, (*ROW_LABELS, *_BOARD_KEYS))
                raise Shape(
                    problem_at(
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
        raise Shape(problem_at("yaml-shape", said, f"{wanted} is expected here, not {said.text}", None))

    # --- places and problems

    def _say(self, code: str, at: Text, message: str, hint: str | None) -> None:
        self.problems.add(problem_at(code, at, message, hint))

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
    rows = canonical_rows(text)
    if rows is not None:
        return BoardSyntax(rows[0], None, UNLABELLED, rows)
    board: Any = parse("board", text)
    value: BoardSyntax = board
    return value
