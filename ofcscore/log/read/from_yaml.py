"""YAML and JSON to located syntax: the same header and deals as in text, a deal at a time.

Every scalar is text, and is read by the productions of the text notation that read the same value there.
"""

from collections.abc import Iterator, Sequence, Set
from typing import Final

from ofcscore.files.yaml_lines import YamlLines
from ofcscore.files.yaml_nodes import Node, NodeReader
from ofcscore.log.read.grouping import MOST_OF_A_DEAL, GatheredHeader, endless
from ofcscore.log.read.yaml_boards import YamlBoards
from ofcscore.log.read.yaml_keys import YamlKeys
from ofcscore.log.read.yaml_texts import Texts
from ofcscore.log.syntax import (
    DEAL_WORDS,
    BoardSyntax,
    DealSyntax,
    Entry,
    HeaderSyntax,
    Item,
    SyntaxFault,
    Text,
)
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Exit

_BEGIN_A_DEAL: Final = frozenset(("boards", *DEAL_WORDS))
_LIST_DEALS: Final = frozenset(f"{word}s" for word in DEAL_WORDS)


class YamlReading:
    """One log in YAML. Problems of the YAML itself are handed on as they turn up."""

    def __init__(self, file: str, base: str, problems: Problems) -> None:
        self.file = file
        self.base = base
        self.problems = problems
        self.lines = YamlLines((), file, Exit.INPUT, 1)
        """Those of what is being read."""
        self.texts = Texts(file, lambda number: self.lines.line(number))
        self.keys = YamlKeys(self.texts, problems)
        self.boards = YamlBoards(self.texts, problems)
        self.deals = 0
        self.header_done = False

    # --- the shapes of a session

    def session(self, reader: NodeReader) -> Iterator[Item]:
        """What the documents of a reader say, which go on where those before them ended."""
        self.lines = reader.lines
        while reader.next_document():
            kind = reader.kind
            if kind == "list":
                yield from self.begin([])
                yield from self._deal_list(reader)
            elif kind == "mapping":
                yield from self._document(reader)
            elif kind == "text":
                node = reader.read()
                self._hand_on()
                if node.text or node.style:
                    message = "a log is a mapping with `deals`, or a list of deals"
                    hint = "is this a text log? Its name ends in .ofc or .txt"
                    self._say("yaml-shape", node, message, hint)
        self._hand_on()
        yield from self.begin([])

    def begin(self, entries: list[Entry], *, spoiled: bool = False) -> Iterator[HeaderSyntax]:
        """The header, where there was none yet."""
        if not self.header_done:
            self.header_done = True
            header = GatheredHeader(self.file, self.base)
            header.spoiled = spoiled
            for entry in entries:
                header.take(entry, self.problems)
            yield header.syntax()

    def _deal_list(self, reader: NodeReader) -> Iterator[DealSyntax]:
        before = self._errors()
        for _ in reader.items():
            deal = self._deal_of(reader.read(stay=True), before)
            if deal is not None:
                yield deal
            # What is wrong from here on is no fault of this deal.
            reader.go_on()
            before = self._errors()

    def _document(self, reader: NodeReader) -> Iterator[Item]:
        """A document that is a mapping: a session with `deals`, or what `_mapping` says."""
        before = sound = self._errors()
        pairs: list[tuple[Node, Node]] = []
        lost: set[Node] = set()
        listed_deals = False
        for key in reader.entries():
            word = key.text.lower()
            if word in _LIST_DEALS and reader.kind == "list":
                listed_deals = True
                yield from self.begin(self._header(pairs, lost), spoiled=self._errors() != before)
                yield from self._deal_list(reader)
                pairs = []
                sound = self._errors()
                continue
            value = reader.read()
            if self._errors() != sound or reader.ended:
                # What the YAML lost is not told again as something missing.
                lost.add(key)
            sound = self._errors()
            if word in _LIST_DEALS:
                listed_deals = True
                self._say("yaml-shape", key, f"`{word}` is a list of deals", "begin each with `- deal: 1`")
            elif listed_deals:
                message = f"`{key.text}` stands behind `deals`"
                self._say("key-misplaced", key, message, "keys of the session come before `deals`")
            else:
                pairs.append((key, value))
        self._hand_on()
        if not listed_deals:
            yield from self._mapping(pairs, lost, before)

    def _mapping(self, pairs: Sequence[tuple[Node, Node]], lost: Set[Node], before: int) -> Iterator[Item]:
        """A mapping without a list of deals: one deal with its header, or the header of what follows.

        `lost` are the keys of whose values something is missing, `before` how many errors there were before.
        """
        start = next((at for at, (key, _) in enumerate(pairs) if key.text.lower() in _BEGIN_A_DEAL), None)
        if start is None:
            start = next((at for at, pair in enumerate(pairs) if self.boards.is_board(*pair)), None)
        if start is None:
            entries = self._header(pairs, lost)
            if self.header_done and pairs:
                message = "this document has no boards, and is not the first"
                hint = "keys of the session come in the first document"
                self._say("key-misplaced", pairs[0][0], message, hint)
            yield from self.begin(entries, spoiled=self._errors() != before)
            return
        if self.header_done:
            start = 0
        else:
            yield from self.begin(self._header(pairs[:start], lost))
            if lost and lost.isdisjoint([key for key, _ in pairs[start:]]):
                # What is wrong with the header spoils nothing of the deal.
                before = self._errors()
        first = pairs[start][0]
        deal = self._deal_of(first._replace(kind="mapping", entries=tuple(pairs[start:])), before)
        if deal is not None:  # pragma: no branch - what is a mapping is a deal
            yield deal

    def _header(self, pairs: Sequence[tuple[Node, Node]], lost: Set[Node]) -> list[Entry]:
        return self.keys.entries([pair for pair in pairs if pair[0] not in lost])

    # --- a deal

    def _deal_of(self, node: Node, before: int) -> DealSyntax | None:
        """A deal; `before` is how many errors there were when its reading began."""
        self.deals += 1
        if self._errors() != before:
            # What the YAML lost is not told again as something missing.
            at = self.texts.text(node)
            return DealSyntax(at, at._replace(text=str(self.deals)), None, (), (), spoiled=True)
        if node.kind != "mapping":
            hint = "write `- deal: 1` and below it `boards:`"
            self._say("yaml-shape", node, "a deal is a mapping with `boards`", hint)
            return None
        name: Text | None = None
        date: Text | None = None
        boards: tuple[BoardSyntax, ...] | None = None
        pairs: list[tuple[Node, Node]] = []
        named: Node | None = None
        for key, value in node.entries:
            word = key.text.lower()
            if word in DEAL_WORDS:
                if named is None:
                    named = key
                    name = self._said(key, value)
                else:
                    message = f"`{named.text}` is already stated"
                    self._say("key-repeated", key, message, "leave one of the two out")
            elif word == "date":
                date = self._said(key, value)
            elif word == "boards":
                boards = self.boards.read(key, value)
            else:
                pairs.append((key, value))
        if boards is None:
            # The players may stand right under the deal, where all else there is a key.
            players, pairs = self.boards.apart(pairs)
            under = node._replace(entries=tuple(players))
            boards = self.boards.read(node, under) if players else ()
        at = self.texts.text(named or (node.entries[0][0] if node.entries else node))
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
        except SyntaxFault as refused:
            self.problems.add(refused.problem)
            return None
        return text if text.text.strip() else None

    # --- places and problems

    def _say(self, code: str, at: Node, message: str, hint: str) -> None:
        self.problems.refuse(code, self.texts.text(at).place, message, hint)

    def _hand_on(self) -> None:
        self.problems.extend(self.lines.problems)
        self.lines.problems.clear()

    def _errors(self) -> int:
        """The errors so far, but for those of characters, which are told ahead of what they stand in."""
        self._hand_on()
        return self.problems.errors - self.lines.strange
