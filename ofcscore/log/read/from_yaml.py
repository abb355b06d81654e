"""Parse YAML and JSON into the same headers and deals as text, one deal at a time.

Every scalar is text, parsed by the same grammar rules as in a text log.
"""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final

from ofcscore.diagnostics.problem import Exit, Problem, Problems, near
from ofcscore.files.yaml_nodes import Node, NodeReader, YamlLines
from ofcscore.log.dates import day_of
from ofcscore.log.keys import KEYS, NO, YES
from ofcscore.log.read.lines_to_deals import MOST_OF_A_DEAL, GatheredDeal, GatheredHeader
from ofcscore.log.read.yaml_deals import Pair, YamlBoards, YamlKeys, is_remark
from ofcscore.log.read.yaml_layouts import WRAPPERS, Level, Shapes, Texts, field, is_null
from ofcscore.log.syntax import (
    DEAL_WORDS,
    FROM_LOG,
    BoardSyntax,
    DealSyntax,
    Entry,
    HeaderSyntax,
    Item,
    Line,
    OwnWords,
    Part,
    SyntaxFault,
    Text,
    entry,
    fault,
)
from ofcscore.log.text.keys_in_data import one_name
from ofcscore.log.vocabulary import ENGLISH, Vocabulary, folded, vocabulary_in

_HELD: Final = 1000
"""The most deals to hold back until the keys after them have been read."""
_KEYS: Final = (*KEYS, *DEAL_WORDS, "deals", "boards")
JSONL_LINE_LIMIT: Final = 1 << 20
_WORDS: Final = (
    ("Expecting ','", "a comma is missing here, or a bracket or quote before it is not closed"),
    ("Expecting ':'", "a colon is missing after this key"),
    ("property name", "a key in double quotes is missing here"),
    ("Expecting value", "a value is missing here"),
    ("Extra data", "there is more text after the end of the deal"),
    ("Unterminated", "this text is not closed"),
    ("control character", "write a tab in JSON text as `\\t`"),
    ("escape", "this escape is not valid in JSON"),
    ("comma", "there is nothing after this comma"),
)
"""Parts of the parser's messages, each with the message to show; first match wins."""
_LISTED: Final = r"[^\s,;&](?:[^,;&]*[^\s,;&])?"
"""A name in a list: `Ann, Bob`."""


def vocabulary_at(start: bytes, base: str = "", own: OwnWords = FROM_LOG) -> Vocabulary:
    """Return the vocabulary of a log that begins with these bytes, JSON unescaped.

    `base` is its folder, `own` is the source of the players' own words.
    """
    text = start.decode("utf-8", "replace")
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), text)
    # The words of `einsatzProPunkt` and `einsatz_pro_punkt` show the language, too.
    text = re.sub("(?<=[a-z])(?=[A-Z])|(?<=[a-z])_(?=[a-z])", " ", text)
    return vocabulary_in(text, base, own)


class YamlReading:
    """Reads one log in YAML; errors of the YAML itself are reported as they occur."""

    def __init__(self, file: str, base: str, problems: Problems, vocabulary: Vocabulary = ENGLISH) -> None:
        self.file = file
        self.base = base
        self.problems = problems
        self.lines = YamlLines((), file, Exit.INPUT, 1)
        """The lines of the source that is being read."""
        self.texts = Texts(file, lambda number: self.lines.line(number), vocabulary.alphabet)
        self.shapes = Shapes(self.texts, vocabulary)
        self.keys = YamlKeys(self.shapes, problems)
        self.boards = YamlBoards(self.shapes, problems)
        self.names: set[str] = set()
        """The players of earlier deals in lower case."""
        self.deals = 0
        self.header_done = False
        self._boards: list[Node] = []
        """Boards that are not in a deal."""

    # --- the shapes of a session

    def session(self, reader: NodeReader, *, last: bool = True) -> Iterator[Item]:
        """Yield the items of a reader's documents, which continue earlier ones.

        `last` is False if lines of the same log follow, which may have more boards of the last deal.
        """
        self.lines = reader.lines
        while reader.next_document():
            kind = reader.kind
            if kind == "list":
                for deal in self._deal_list(reader, self._boards):
                    yield from self.begin([])
                    yield deal
            elif kind == "mapping":
                yield from self._document(reader)
            elif kind == "text":
                node = reader.read()
                self._hand_on()
                if node.text or node.style:
                    message = "a log must be a mapping with `deals` or a list of deals"
                    hint = "if this is a text log, rename it to end in .ofc or .txt"
                    self._say("yaml-shape", node, message, hint)
        self._hand_on()
        if last:
            yield from self.end()

    def end(self) -> Iterator[Item]:
        """Yield the deals of boards outside a deal, and the header if there was none."""
        yield from self.begin([])
        groups: dict[str, list[Node]] = {}
        for board in self._boards:
            named = next((v for k, v in board.entries if self.shapes.names_deal(k, v)), None)
            others = tuple(pair for pair in board.entries if pair[1] is not named)
            name = named.text if named is not None else ""
            groups.setdefault(name, []).append(board._replace(entries=others))
        self._boards = []
        for name, items in groups.items():
            yield from self._deal_of(_list_of(items), self._errors(), name or None)

    def begin(self, entries: list[Entry], *, spoiled: bool = False) -> Iterator[HeaderSyntax]:
        """Yield the header unless it was already yielded; report keys of the session that come later."""
        if self.header_done and entries:
            message = "this document has keys of the session but is not the first"
            hint = "write keys of the session in the first document"
            self.problems.refuse("key-misplaced", entries[0].key.place, message, hint)
        if not self.header_done:
            self.header_done = True
            header = GatheredHeader(self.file, self.base)
            header.spoiled = spoiled
            for said in entries:
                header.take(said, self.problems)
            yield header.syntax()

    def _deal_list(self, reader: NodeReader, boards: list[Node]) -> Iterator[DealSyntax]:
        before = self._errors()
        of_boards = False
        for number in reader.items():
            node = reader.read(stay=True)
            of_boards = of_boards or (number == 1 and self.shapes.level(node) == Level.BOARD)
            if of_boards:
                boards.append(node)
            else:
                yield from self._deal_of(node, before)
            # Later errors do not belong to this deal.
            reader.go_on()
            before = self._errors()

    def _document(self, reader: NodeReader) -> Iterator[Item]:
        """Yield the items of a mapping: a session with `deals`, or a `_mapping`."""
        before = sound = self._errors()
        pairs: list[Pair] = []
        lost: set[Node] = set()
        held: list[DealSyntax] = []
        deals = spoiled = False
        for key in self._fields(reader):
            boards: list[Node] = []
            if self._has_deals(key, reader):
                spoiled = spoiled or self._errors() != sound
                for deal in self._deals_under(key, reader, boards):
                    held.append(deal)
                    if len(held) == _HELD and not self.header_done:
                        yield from self._begin_with(pairs, lost, spoiled=spoiled)
                        pairs, lost = [], set()
                    if self.header_done:
                        yield from held
                        held = []
                deals = deals or not boards
                if boards:
                    value = boards[0]
                    if len(boards) > 1 or value.kind != "mapping" or self.shapes.level(value) != Level.DEAL:
                        value = _list_of(boards)
                    pairs.append((key, value))
                sound = self._errors()
                continue
            value = reader.read()
            if self._errors() != sound or reader.ended:
                # Keys that the YAML lost are not also reported as missing.
                lost.add(key)
            sound = self._errors()
            # `rounds: 12` may be a key, but a word for deals may also precede the boards of one.
            is_pair = self.shapes.key(key) is not None or "\n" in value.text.strip()
            if self.shapes.lists_deals(key) and not is_pair:
                deals = True
                message, hint = f"`{key.text}` must be a list of deals", "begin each with `- deal: 1`"
                self._say("yaml-shape", key, message, hint)
            elif deals and self.header_done:
                message = f"`{key.text}` comes after `deals`"
                self._say("key-misplaced", key, message, "write keys of the session before `deals`")
            else:
                pairs.append((key, value))
        self._hand_on()
        if deals:
            yield from self._begin_with(pairs, lost, spoiled=spoiled)
            yield from held
        else:
            yield from self._mapping(pairs, lost, before)

    def _fields(self, reader: NodeReader) -> Iterator[Node]:
        """Yield the keys of a mapping; flatten mappings such as `session`."""
        for key in reader.entries():
            if reader.kind == "mapping" and field(key.text) in WRAPPERS:
                yield from self._fields(reader)
            else:
                yield key

    def _has_deals(self, key: Node, reader: NodeReader) -> bool:
        if self.shapes.lists_deals(key) and reader.kind in ("list", "mapping"):
            return True
        number = self.shapes.number_of_deal(key)
        return number is not None and (reader.kind != "text" or key.text.strip("0123456789 ") != "")

    def _deals_under(self, key: Node, reader: NodeReader, boards: list[Node]) -> Iterator[DealSyntax]:
        """Yield the deals below a key such as `deals` or `deal 1`; append boards of one."""
        is_list = self.shapes.lists_deals(key)
        if is_list and reader.kind == "list":
            yield from self._deal_list(reader, boards)
            return
        before = self._errors()
        node = reader.read(stay=True)
        if is_list and self.shapes.level(node) == Level.DEAL:
            boards.append(node)
        else:
            for name, deal in node.entries if is_list else ((key, node),):
                number = self.shapes.number_of_deal(name)
                yield from self._deal_of(deal, before, number or (name.text if is_list else None))
        reader.go_on()

    def _begin_with(self, pairs: Sequence[Pair], lost: Set[Node], *, spoiled: bool) -> Iterator[HeaderSyntax]:
        before = self._errors()
        entries = self._keys([pair for pair in pairs if pair[0] not in lost], ())
        yield from self.begin(entries, spoiled=spoiled or bool(lost) or self._errors() != before)

    def _mapping(self, pairs: Sequence[Pair], lost: Set[Node], before: int) -> Iterator[Item]:
        """Yield the items of a mapping without deals; `lost` are keys with incomplete values."""
        roles = [self.shapes.deal_role(*pair) for pair in pairs]
        if pairs and self.shapes.level(_mapping_of(pairs)) == Level.BOARD and "boards" not in roles:
            self._boards.append(_mapping_of(pairs))
            return
        start = next((at for at, role in enumerate(roles) if role in ("deal", "boards", "player")), None)
        if start is None:
            yield from self._begin_with(pairs, lost, spoiled=self._errors() != before)
            return
        header: list[Pair] = []
        deal: list[Pair] = []
        for at, (pair, role) in enumerate(zip(pairs, roles, strict=True)):
            key = self.shapes.key(pair[0]) if role == "key" else None
            above = at < start and key not in (None, "expect")
            header_key = key is not None and KEYS[key].where == "header"
            (header if not self.header_done and (above or header_key) else deal).append(pair)
        yield from self._begin_with(header, lost, spoiled=False)
        if lost and lost.isdisjoint([key for key, _ in deal]):
            # Errors in the header do not spoil the deal.
            before = self._errors()
        yield from self._deal_of(_mapping_of(deal), before)

    # --- a deal

    def _deal_of(self, node: Node, before: int, named: str | None = None) -> Iterator[DealSyntax]:
        """Yield a deal; `before` is the number of errors before it."""
        self.deals += 1
        at = self.texts.text(node)
        if self._errors() != before:
            # Keys that the YAML lost are not also reported as missing.
            yield DealSyntax(at, at._replace(text=str(self.deals)), None, (), (), spoiled=True)
            return
        self.boards.entries = []
        pairs = node.entries
        if node.kind != "mapping" or self.shapes.level(node) == Level.BOARD:
            is_empty = node.kind == "list" and not node.items
            if is_empty or (node.kind == "text" and {*":\n"}.isdisjoint(node.text)):
                hint = "write `- deal: 1` and below it `boards:`"
                self._say("yaml-shape", node, "a deal must be a mapping with `boards`", hint)
                return
            boards_node = _list_of([node]) if node.kind == "mapping" else node
            pairs = ((Node("text", "boards", (), (), *node[4:8]), boards_node),)
        self.shapes.levels.clear()
        deal = _Deal()
        for key, value in pairs:
            try:
                self._take(deal, key, value)
            except SyntaxFault as refused:
                self.problems.add(refused.problem)
        boards, statuses = deal.boards, self._statuses(deal)
        if boards is not None:
            deal.keys += deal.players
        else:
            # The players may be right under the deal if all its other fields are keys.
            players = self._players(deal)
            boards = self.boards.read(node, node._replace(entries=tuple(players))) if players else ()
        boards = _with_statuses(self._seated(deal, boards), statuses)
        self.names.update(board.name.text.lower() for board in boards if board.name is not None)
        at = self.texts.text(deal.named or (pairs[0][0] if pairs and pairs[0][0].line else node))
        made = GatheredDeal(at, deal.name or at.with_text(named or str(self.deals)), deal.date)
        made.boards = [*boards]
        points = [] if boards else self.keys.points_of_players(deal.keys)
        made.entries = [*points, *self._keys(deal.keys, boards), *self.boards.entries]
        if made.too_long:
            said = [*(board.at for board in boards), *(said.key for said in made.entries)]
            hint = "if another deal begins before it, write `- deal: 2`"
            made.let_go(said[MOST_OF_A_DEAL], hint, self.problems)
        made.spoiled = self._errors() != before
        yield made.syntax()

    def _take(self, deal: "_Deal", key: Node, value: Node) -> None:
        role = self.shapes.deal_role(key, value)
        is_word = field(key.text) in self.shapes.vocabulary.deals
        is_name = role == "deal" or (role is None and is_word)
        if is_name and deal.named is None:
            deal.named, deal.name = key, self._said(key, value)
        elif is_name and is_word and deal.named is not None:
            message = f"`{deal.named.text}` is already set"
            raise fault("key-repeated", self.texts.text(key), message, "remove one of the two")
        elif role == "key" and self.shapes.key(key) == "date":
            said = self._said(key, value)
            deal.date = None if said is None else day_of(said)
        elif role == "boards" and deal.boards is None:
            deal.boards = self.boards.read(key, value)
        else:
            (deal.players if role == "player" else deal.keys).append((key, value))

    def _said(self, key: Node, value: Node) -> Text | None:
        text = self.texts.scalar(key, value)
        return text if text.text.strip() and not is_null(value) else None

    def _players(self, deal: "_Deal") -> list[Pair]:
        """Return the players right under a deal, in order; keep keys and other fields."""
        keys: list[Pair] = []
        players = dict(deal.players)
        for key, value in deal.keys:
            if self.shapes.deal_role(key, value) is not None or near(key.text, _KEYS):
                keys.append((key, value))
            elif self._is_known(key) or is_null(value) or (len(deal.players) == 1 and not _is_small(key)):
                # With a single board, there must be another player.
                players[key] = value
            elif players and (not _is_small(key) or any(map(_is_small, players))):
                message = f"`{key.text}` is not a key, and no board comes after it"
                hint = "if it is a player, write the board, `foul` or `absent`; write a remark as `note`"
                self._say("key-unknown", key, message, hint)
            else:
                keys.append((key, value))
        deal.keys = keys
        in_order = sorted(players.items(), key=lambda pair: (pair[0].line, pair[0].column))
        return in_order if deal.players else []

    def _is_known(self, key: Node) -> bool:
        return one_name(self.texts.text(key)).text.lower() in self.names

    def _statuses(self, deal: "_Deal") -> list[tuple[Text, str]]:
        """Remove and return the players' names that are values of a status: `foul: [Ann, Bob]`."""
        found: list[tuple[Text, str]] = []
        own = (board.name.text for board in deal.boards or () if board.name is not None)
        known = {*self.names, *map(folded, own), *(folded(key.text) for key, _ in deal.players + deal.keys)}
        for key, value in [*deal.keys]:
            word = field(key.text)
            status = self.shapes.vocabulary.statuses.get(word.removesuffix("s"))
            items = value.items if value.kind == "list" else (value,)
            if status is None or any(not is_remark(item) for item in items):
                continue
            texts = map(self.texts.text, items)
            names = [
                one_name(text.part(*m.span())) for text in texts for m in re.finditer(_LISTED, text.text)
            ]
            if known.issuperset(folded(name.text) for name in names):
                found += ((name, status) for name in names)
                deal.keys.remove((key, value))
        return found

    def _seated(self, deal: "_Deal", boards: tuple[BoardSyntax, ...]) -> tuple[BoardSyntax, ...]:
        """Return boards with the names that the deal lists separately, in order."""
        lists = (pair for pair in deal.keys if pair[1].kind == "list")
        listed = next((pair for pair in lists if self.shapes.key(pair[0]) == "players"), None)
        if listed is None or any(item.kind != "text" for item in listed[1].items):
            return boards
        names = [one_name(self.texts.text(item)) for item in listed[1].items]
        own = {board.name.text.lower() for board in boards if board.name is not None}
        if not own and len(names) == len(boards):
            boards = tuple(b._replace(name=name, at=name) for b, name in zip(boards, names, strict=True))
        elif own != {name.text.lower() for name in names}:
            return boards
        deal.keys.remove(listed)
        return boards

    # --- keys

    def _keys(self, pairs: Sequence[Pair], boards: Sequence[BoardSyntax]) -> list[Entry]:
        """Return the entries of keys; `boards` are the boards of their deal."""
        entries: list[Entry] = []
        for key, value in pairs:
            role = self.shapes.deal_role(key, value)
            try:
                if role in ("factor", "double"):
                    entries += self._factor(key, value)
                elif role == "royalties":
                    entries += self.keys.royalties(key, value, boards)
                elif role in ("id", "deal") and value.kind == "text":
                    entries.append(self.boards.note(key, value))
                elif role == "key" or not self._is_remark(key, value):
                    entries += self.keys.entries(key, value, boards)
                elif not is_null(value):
                    entries.append(self.boards.note(key, value))
            except SyntaxFault as refused:
                self.problems.add(refused.problem)
        return entries

    def _factor(self, key: Node, value: Node) -> list[Entry]:
        """Return the stake of a deal that counts several times. Raises `SyntaxFault`."""
        text = self.texts.scalar(key, value)
        number = text.text.strip("x ")
        words = "2" if field(key.text) in self.shapes.vocabulary.money["double"] else number
        if is_null(value) or words in ("1", "1.0") or text.text.lower() in NO:
            return []
        is_said = words == number or text.text.lower() in YES
        if not is_said or not re.fullmatch("[2-9]|[1-9][0-9]", words):
            message = f"`{key.text}` must be a whole number of times the stake"
            raise self.texts.fault(text, message, "write, for example, `multiplier: 2`")
        return [entry("stake", Part(words=(text.with_text(f"x{words}"),)))]

    def _is_remark(self, key: Node, value: Node) -> bool:
        """Return True for an unknown field whose text is not a lone number or a board."""
        if is_null(value):
            return True
        is_key = any(near(word, _KEYS) is not None for word in (key.text, key.text.split(" ")[0]))
        if not any(map(str.isalpha, key.text)) or is_key or self._is_known(key):
            return False
        return is_remark(value) and self.shapes.level(value) is None

    # --- places and problems

    def _say(self, code: str, at: Node, message: str, hint: str) -> None:
        self.problems.refuse(code, self.texts.text(at).place, message, hint)

    def _hand_on(self) -> None:
        self.problems.extend(self.lines.problems)
        self.lines.problems.clear()

    def _errors(self) -> int:
        """Return the number of errors, except about characters, which are reported ahead."""
        self._hand_on()
        return self.problems.errors - self.lines.strange


class _Deal:
    def __init__(self) -> None:
        self.named: Node | None = None
        self.name: Text | None = None
        self.date: Text | None = None
        self.boards: tuple[BoardSyntax, ...] | None = None
        self.players: list[Pair] = []
        self.keys: list[Pair] = []


def _is_small(key: Node) -> bool:
    return key.text[:1].islower()


def _mapping_of(pairs: Sequence[Pair]) -> Node:
    return pairs[0][0]._replace(kind="mapping", text="", entries=tuple(pairs))


def _list_of(items: Sequence[Node]) -> Node:
    return items[0]._replace(kind="list", text="", entries=(), items=tuple(items))


def read_on(reading: YamlReading, lines: Iterable[Line | None]) -> Iterator[Item]:
    """Yield the items of a log's lines; invalid JSON gives a diagnostic and no item."""
    for line in lines:
        if not isinstance(line, Line) or not line.text.strip(" \t"):
            continue
        fault = json_fault(line)
        if fault is None:
            yield from reading.session(NodeReader([line.text], reading.file, first=line.number), last=False)
        else:
            reading.problems.add(fault)
            reading.deals += 1
            yield from reading.begin([], spoiled=True)
    yield from reading.end()


def json_fault(line: Line) -> Problem | None:
    """Return the error for a line that is not JSON, otherwise None."""
    import json

    try:
        json.loads(line.text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        message = next((words for part, words in _WORDS if part in error.msg), "this line is not JSON")
        at = Text(line.text, line, error.pos + 1, 1)
        hint = "write each deal on one line; if a deal has several lines, use `--from json`"
        return Problem("json-syntax", at.place, message, hint)
    except RecursionError:
        # Nested too deep: the YAML reader reports it and where.
        return None
    return None


def _with_statuses(
    boards: tuple[BoardSyntax, ...], statuses: Sequence[tuple[Text, str]]
) -> tuple[BoardSyntax, ...]:
    made = [*boards]
    for name, status in statuses:
        mark, folded_name = name.with_text(status), folded(name.text)
        names = [board.name and folded(board.name.text) for board in made]
        if folded_name in names:
            seat = names.index(folded_name)
            made[seat] = made[seat]._replace(marks=(*made[seat].marks, mark))
        else:
            made.append(BoardSyntax(name, name, status=mark))
    return tuple(made)
