"""YAML as located nodes: every scalar is text, every node knows its place, nothing is ever constructed.

The one module that imports yaml. Two ways in, both over the parser's events (the C parser where it is
there, the pure one else):

- `read_document(text, file)` for one small document (a rule set): its whole tree and its problems.
- `NodeReader(lines, file)` for logs of any length: a pull reader that holds only the node being read.

    reader = NodeReader(lines, "night.yaml")
    while reader.next_document():
        if reader.kind == "mapping":
            for key in reader.entries():            # each key, in the order of the file
                if key.text == "deals" and reader.kind == "list":
                    for _ in reader.items():
                        deal = reader.read()        # the whole node of one deal
                else:
                    value = reader.read()
    reader.problems

Anchors, aliases, merge keys, tags, repeated keys, keys that are no text, nesting past 32 and scalars past
4,096 characters are problems, each with its place. After one that ends the reading (a mistake of
syntax, nesting) everything open is closed, so that loops end by themselves and what was read stays.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from ofcscore.problems.problem import Exit, Place, Problem, show

DEEPEST: Final = 32
LONGEST_SCALAR: Final = 4096
LONGEST_EXCERPT: Final = 4096
LONGEST_PLAIN_LINE: Final = 1000
"""In a line of this length no key and no text can be too long."""
_MANY_CHARACTERS: Final = 20
_KEPT_LINES: Final = 4096

Kind = Literal["text", "list", "mapping"]


class Node(NamedTuple):
    """One value of a YAML text.

    `text` is that of a scalar, as written but for quotes and escapes (empty for `key:` with nothing
    behind it); `items` are a list's, `entries` a mapping's keys and values in order, repeated keys left
    out. `line` and `column` count from 1, `width` is in columns on the first line, `source` is that line.
    `style` is `|` or `>` for a block scalar (its first line is the one after `line`), a quotation mark
    for a quoted one, else empty.
    """

    kind: Kind
    text: str
    items: tuple[Node, ...]
    entries: tuple[tuple[Node, Node], ...]
    line: int
    column: int
    width: int
    source: str | None = None
    style: str = ""

    def place(self, file: str) -> Place:
        """Where the node stands, for a problem."""
        return Place(file, self.line, self.column, self.width, self.source)

    def get(self, key: str) -> Node | None:
        """The value of a mapping's key, None where there is none."""
        return next((value for name, value in self.entries if name.text == key), None)


def text_node(text: str, like: Node | None = None) -> Node:
    """A scalar that stands in no file, or where `like` stands."""
    if like is None:
        return Node("text", text, (), (), 0, 0, 1)
    return like._replace(kind="text", text=text, items=(), entries=())


@lru_cache(maxsize=1)
def _parser() -> tuple[Any, dict[type, str], type[Exception]]:
    """The parser class, what each class of events is, and the parser's exception."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    kinds: dict[type, str] = {
        yaml.ScalarEvent: "text",
        yaml.SequenceStartEvent: "list",
        yaml.MappingStartEvent: "mapping",
        yaml.SequenceEndEvent: "end",
        yaml.MappingEndEvent: "end",
        yaml.AliasEvent: "alias",
        yaml.DocumentStartEvent: "document",
        yaml.DocumentEndEvent: "document-end",
        yaml.StreamStartEvent: "stream",
        yaml.StreamEndEvent: "stream-end",
    }
    return loader, kinds, yaml.YAMLError


# Every character that is no part of a line of text, by code point so that the list can be read:
# controls but tab, the line separators of other systems, byte order marks, surrogates.
_FORBIDDEN: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
# JSON escapes a character past U+FFFF as two surrogates, which YAML does not know.
_SURROGATES: Final = re.compile(
    r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
)
# What a piece of a line may end in that means something else together with the next.
_HALF: Final = re.compile(
    r"(\r|\\+(u([0-9a-fA-F]{0,3}|[dD][89abAB][0-9a-fA-F]{2}(\\(u[0-9a-fA-F]{0,3})?)?))?)\Z"
)
_LINE_END: Final = re.compile("\r?\n")


def _one_escape(match: re.Match[str]) -> str:
    """Two surrogate escapes as the one escape that YAML has for the character."""
    backslashes, high, low = match.groups()
    point = 0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00
    return f"{backslashes}\\U{point:08x}"


_PIECE: Final = 1 << 15


class _Lines:
    """The lines of a source in pieces, as the parser reads them, the last ones kept for excerpts."""

    def __init__(self, lines: Iterable[str], reader: NodeReader) -> None:
        self.lines = iter(lines)
        # No circle: nobody looks for circles while a log is read, and each line of JSON Lines has a reader.
        self.reader = weakref.proxy(reader)
        self.number = reader.first - 1
        self.whole = True
        self.kept: dict[int, str] = {}
        # Lines not looked at yet: the numbers of the first one and of the one behind the last, their text.
        self.unsplit: list[tuple[int, int, str]] = []
        self.oldest = reader.first
        self.held = ""
        self.cut: CutShort | None = None

    def _pieces(self) -> Iterator[str]:
        """The lines as they come, but that no piece of a line ends within an escape or a line end."""
        for line in self.lines:
            if not self.held and line.endswith("\n"):
                yield line
                continue
            whole = self.held + line
            half = None if whole.endswith("\n") else _HALF.search(whole, max(len(whole) - 64, 0))
            self.held = half.group() if half else ""
            yield whole[: len(whole) - len(self.held)]
        if self.held:
            rest, self.held = self.held, ""
            yield rest

    def read(self, size: int = -1) -> str:
        """The next lines for the parser, which takes more or fewer than `size` characters alike."""
        pieces: list[str] = []
        room = _PIECE
        try:
            for piece in self._pieces():
                pieces.append(piece)
                room -= len(piece)
                if room <= 0:
                    break
        except CutShort as cut:
            self.cut = cut
        if self.number - self.oldest > _KEPT_LINES and self.reader.line > self.oldest:
            self.oldest = self.reader.line
            self.unsplit = [lines for lines in self.unsplit if lines[1] > self.oldest]
            for number in [n for n in self.kept if n < self.oldest]:
                del self.kept[number]
        text = "".join(pieces)
        if pieces and not self._is_plain(text):
            text = "".join([s if self._is_plain(s) else self._clean(s) for s in split_lines(text)])
        if not text and self.cut is not None:
            # What comes before is parsed first, so that problems come in their order.
            raise self.cut
        return text

    def _is_plain(self, piece: str) -> bool:
        """Whether it is whole lines in which nothing is strange, or an escape of JSON's; keeps them if so."""
        if not self.whole or not piece.endswith("\n") or "\\u" in piece:
            return False
        if not piece.replace("\n", "").isprintable() and not _LINE_END.sub("", piece).isprintable():
            return False
        first = self.number + 1
        self.number += piece.count("\n")
        if first == self.number:
            self.kept[first] = piece[:-1].removesuffix("\r")
        else:
            self.unsplit.append((first, self.number + 1, piece))
        return True

    def _clean(self, line: str) -> str:
        """A line (or a piece of one) as the parser gets it; what it must not get is a problem."""
        before = "" if self.whole else self.kept[self.number]
        if self.whole:
            self.number += 1
        self.whole = line.endswith("\n")
        if self.number == 1 and not before:
            line = line.removeprefix("\ufeff")
        body = line.removesuffix("\n")
        body = body.removesuffix("\r")
        ending = line[len(body) :]
        # A line longer than what is shown may come in pieces; what it is kept for is its excerpt.
        self.kept[self.number] = (before + body)[: LONGEST_EXCERPT + 1] if before else body
        if "\\u" in body:
            body = _SURROGATES.sub(_one_escape, body)
        match = _FORBIDDEN.search(body)
        if match is None:
            return body + ending
        if self.reader.strange < _MANY_CHARACTERS:
            self.reader.strange += 1
            place = Place(self.reader.file, self.number, match.start() + 1, 1, self.line(self.number))
            code = f"U+{ord(match.group()):04X}"
            if match.group() == "\r":
                message, hint = "a carriage return alone ends no line", "save the file with LF or CRLF"
            else:
                message, hint = f"the character {code} has no place in a text", None
            self.reader.report(place, "yaml-character", message, hint)
        # The line goes on, so that the rest of the file is read too.
        return _FORBIDDEN.sub("\ufffd", body) + ending

    def line(self, number: int) -> str | None:
        """A line for an excerpt; None where it is too long to be shown, or gone."""
        text = self.kept.get(number)
        if text is None:
            lines = next((lines for lines in self.unsplit if lines[0] <= number < lines[1]), None)
            if lines is None:
                return None
            self.unsplit.remove(lines)
            first, _, piece = lines
            for count, line in enumerate(piece.split("\n")[:-1], first):
                self.kept[count] = line.removesuffix("\r")
            text = self.kept[number]
        return text if len(text) <= LONGEST_EXCERPT else None


class CutShort(Exception):  # noqa: N818 - no fault of the program: the source has no more text to give
    """Raised by the lines of a source from where on it is no text; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _Ended(Exception):  # noqa: N818 - no fault of the program: the text cannot be read any further
    """The text cannot be read any further; the problem is already recorded."""


class NodeReader:
    """Nodes of a YAML stream, one at a time.

    `lines` are the lines of the source with their endings (a text file, or a text's lines); they may raise
    `CutShort`. Problems get the exit status `status`. `first` is the number of the first line, `depth` how
    many lists and mappings they stand in, `strange` how many characters were told of before. `kind` is what
    comes next: "text", "list", "mapping", or None at the end of what is being read.
    """

    def __init__(
        self,
        lines: Iterable[str],
        file: str,
        status: Exit = Exit.INPUT,
        *,
        first: int = 1,
        depth: int = 0,
        strange: int = 0,
    ) -> None:
        self.file = file
        self.first = first
        self.status = status
        self.problems: list[Problem] = []
        self.line = 0
        # How many of the problems are about characters: told as lines are fetched, ahead of their nodes.
        self.strange = strange
        self._lines = _Lines(lines, self)
        loader, self._kinds, self._error = _parser()
        self._open: list[str] = []
        self._deepest = DEEPEST - depth
        self._event: Any = None
        self._next = ""
        self._ended = False
        try:
            self._parser = loader(self._lines)
        except self._error as error:
            self._fail(error)
        except CutShort as cut:
            self._ended = True
            self.problems.append(cut.problem)
        self._advance()
        if self._next == "stream":
            self._advance()

    @property
    def kind(self) -> Kind | None:
        """What the next node is, None where a list, a mapping, a document or the stream ends."""
        return "text" if self._next == "alias" else self._next if self._next in _VALUES else None  # type: ignore[return-value]

    @property
    def ended(self) -> bool:
        """Whether the reading was given up before the end of the source."""
        return self._ended

    def source(self, number: int) -> str | None:
        """A line of the source, of those read last; None where it is gone, or too long to be shown."""
        return self._lines.line(number)

    def next_document(self) -> bool:
        """Goes to the next document that holds anything; False at the end."""
        while self._next not in ("document", "stream-end"):
            if self.kind is not None:
                self.read()
            else:
                self._advance()
        if self._next == "stream-end":
            return False
        self._advance()
        return True

    def entries(self) -> Iterator[Node]:
        """The keys of the mapping that comes next; the value of each is read before the next key.

        A value that the caller does not read is skipped.
        """
        first: dict[str, Node] = {}
        self._enter("mapping")
        while self._next != "end":
            key = self._read_key(first)
            unread = self._event
            if key is not None:
                yield key
            if self._event is unread and self._next != "end":
                self.read()
        self._advance()

    def items(self) -> Iterator[int]:
        """Once for each item of the list that comes next, counted from 1; each is read in between.

        An item that the caller does not read is skipped.
        """
        number = 0
        self._enter("list")
        while self._next != "end":
            number += 1
            unread = self._event
            yield number
            if self._event is unread and self._next != "end":
                self.read()
        self._advance()

    def read(self, *, stay: bool = False) -> Node:
        """The whole next node; an empty text where the source ended before it.

        To `stay` is not to look what comes behind it: `go_on` does that.
        """
        event, kind = self._event, self._next
        if kind == "text":
            text = event.value
            node = self._node("text", event, text=text, style=event.style or "")
            if len(text) > LONGEST_SCALAR:
                self.report(
                    node.place(self.file),
                    "yaml-long",
                    f"a text of {len(text)} characters is too long, at most {LONGEST_SCALAR} are read",
                )
                node = node._replace(text="")
            if node.style == '"' and not text.isascii() and _LONE_SURROGATE.search(text):
                # The pure parser lets them through, and nothing could print them.
                self.report(node.place(self.file), "yaml-character", "half a character is escaped here")
                node = node._replace(text="")
            if not stay:
                self._advance()
            return node
        if kind == "mapping":
            node = self._node("mapping", event)
            first: dict[str, Node] = {}
            entries = []
            self._advance()
            while self._next != "end":
                key = self._read_key(first)
                value = self.read()
                if key is not None:
                    entries.append((key, value))
            if not stay:
                self._advance()
            return node._replace(entries=tuple(entries))
        if kind == "list":
            node = self._node("list", event)
            items = []
            self._advance()
            while self._next != "end":
                items.append(self.read())
            if not stay:
                self._advance()
            return node._replace(items=tuple(items))
        if kind == "alias" and not stay:
            self._advance()
        return Node("text", "", (), (), max(self.line, 1), 1, 1, self._lines.line(self.line))

    def go_on(self) -> None:
        """Goes on behind a node that was read to stay."""
        self._advance()

    def report(
        self, place: Place, code: str, message: str, hint: str | None = None, *, warning: bool = False
    ) -> None:
        """Records a problem of this source."""
        self.problems.append(Problem(code, place, message, hint, warning, self.status))

    def _enter(self, kind: str) -> None:
        if self._next != kind:
            raise ValueError(f"a {self._next} comes next, not a {kind}")
        self._advance()

    def _node(self, kind: Kind, event: Any, *, text: str = "", style: str = "") -> Node:
        start, end = event.start_mark, event.end_mark
        line = start.line + self.first
        source = self._lines.line(line)
        if kind != "text":
            width = 1
        elif end.line == start.line:
            width = max(end.column - start.column, 1)
        else:
            width = max(len(source or "") - start.column, 1)
        return Node(kind, text, (), (), line, start.column + 1, width, source, style)

    def _read_key(self, first: dict[str, Node]) -> Node | None:
        """The next key of a mapping, None (and a problem) where it cannot be one or is there already."""
        key = self.read()
        if key.kind != "text":
            self.report(key.place(self.file), "yaml-key", "a key is one word here, not a list or a mapping")
            return None
        if not key.text:
            if not self._ended:
                self.report(key.place(self.file), "yaml-key", "there is a value without a key")
            return None
        if key.text == "<<" and not key.style:
            self.report(
                key.place(self.file),
                "yaml-feature",
                "merge keys (<<) are not read",
                "write out what is to be the same",
            )
            return None
        before = first.setdefault(key.text, key)
        if before is not key:
            at = (
                f"in column {before.column} of this line"
                if before.line == key.line
                else f"on line {before.line}"
            )
            self.report(
                key.place(self.file),
                "yaml-repeated-key",
                f"`{show(key.text)}` is already {at}, column {before.column}"
                if before.line != key.line
                else f"`{show(key.text)}` is already {at}",
                "keep one of the two",
            )
            return None
        return key

    def _advance(self) -> None:
        """Goes to the next event; past the end of what can be read, closes what is open."""
        if not self._ended:
            try:
                self._take()
            except self._error as error:
                self._fail(error)
            except CutShort as cut:
                self._ended = True
                self.problems.append(cut.problem)
            except _Ended:
                self._ended = True
            else:
                return
        self._event = object()
        if self._open:
            self._open.pop()
            self._next = "end"
        else:
            self._next = "stream-end"

    def _take(self) -> None:
        event = self._parser.get_event()
        kind = self._kinds[type(event)]
        self._event = event
        self._next = kind
        self.line = event.start_mark.line + self.first
        if kind == "text":
            if event.anchor is None and event.tag is None:
                return
        elif kind == "end":
            self._open.pop()
            return
        elif kind == "list" or kind == "mapping":
            self._open.append(kind)
            if len(self._open) > self._deepest:
                self.report(
                    self._place(event),
                    "yaml-depth",
                    f"this is nested more than {DEEPEST} deep, and no log or rule set is",
                )
                self._open.pop()
                raise _Ended
            if event.anchor is None and event.tag is None:
                return
        elif kind == "alias":
            self.report(
                self._place(event),
                "yaml-feature",
                f"aliases (*{event.anchor}) are not read",
                "write out what is to be the same",
            )
            return
        else:
            return
        if event.anchor is not None:
            self.report(
                self._place(event),
                "yaml-feature",
                f"anchors (&{event.anchor}) are not read",
                "leave it out, and write out what is to be the same",
            )
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.report(
                self._place(event),
                "yaml-feature",
                f"tags ({tag}) are not read: every value is text",
                "leave it out",
            )

    def _place(self, event: Any) -> Place:
        mark = event.start_mark
        return Place(
            self.file, mark.line + self.first, mark.column + 1, 1, self._lines.line(mark.line + self.first)
        )

    def _fail(self, error: Exception) -> None:
        """Records what the parser could not read, in words."""
        self._ended = True
        reason = str(getattr(error, "problem", None) or getattr(error, "reason", ""))
        mark = getattr(error, "problem_mark", None)
        if any(part in reason for part in _UNCLOSED):
            # Where it was opened says more than where the file ends.
            mark = getattr(error, "context_mark", None) or mark
        line = mark.line + self.first if mark is not None else max(self.line, 1)
        column = mark.column + 1 if mark is not None else 1
        source = self._lines.line(line)
        if source is None and line > self.first:
            # At the end of the file the caret goes behind the last line.
            line = max(self._lines.number, self.first)
            source = self._lines.line(line)
            column = len(source or "") + 1
        character = (source or "")[column - 1 : column]
        message, hint = _words(reason, character)
        self.report(Place(self.file, line, column, 1, source), "yaml-syntax", message, hint)


_VALUES: Final = ("text", "list", "mapping")

_UNCLOSED: Final = ("',' or ']'", "',' or '}'", "unexpected end of stream")

# What the parser says, and what a person is told. The first that is in the parser's words counts.
_REASONS: Final = (
    (
        "tab character",
        "a tab stands where spaces are needed",
        "use spaces, not tabs, at the start of a line",
    ),
    (
        "mapping values are not allowed",
        "there is a second `: ` on the line, or the line is indented too far",
        "put a value that has a colon in it in quotes",
    ),
    (
        "expected key",
        "this line does not line up with those above it",
        "what belongs together begins in one column",
    ),
    (
        "expected '-' indicator",
        "this line does not line up with those above it",
        "what belongs together begins in one column",
    ),
    (
        "block end",
        "this line does not line up with those above it",
        "what belongs together begins in one column",
    ),
    ("',' or ']'", "a list that begins with [ is not closed", "close it with ]"),
    ("',' or '}'", "a mapping that begins with { is not closed", "close it with }"),
    ("unexpected end of stream", "a quotation mark is not closed", None),
    ("incompatible", "this is no version of YAML that is read", "leave the %YAML line out"),
    ("expected ':'", "a colon is missing behind a key", None),
    ("escape code", "no character has this number", None),
    ("escape character", "this is no escape that YAML knows", "put the text in single quotes"),
    ("undefined tag handle", "tags are not read: every value is text", "leave it out"),
    ("expected <document start>", "something follows behind the end of the document", None),
)


def _words(reason: str, character: str) -> tuple[str, str | None]:
    if "cannot start any token" in reason or "found character" in reason:
        if character == "\t":
            return _REASONS[0][1:]
        if character:
            return f"a value cannot begin with {character}", "put it in quotes"
    for part, message, hint in _REASONS:
        if part in reason:
            return message, hint
    return f"this cannot be read as YAML ({reason})" if reason else "this cannot be read as YAML", None


def split_lines(text: str) -> list[str]:
    """The lines of a text with their endings; only LF and CRLF end a line."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def read_document(text: str, file: str, status: Exit = Exit.INPUT) -> tuple[Node | None, list[Problem]]:
    """The one document of a small text: its root node, or None where there is none, and its problems.

    A second document is a problem.
    """
    reader = NodeReader(split_lines(text), file, status)
    root: Node | None = None
    while reader.next_document():
        node = reader.read()
        if root is None:
            root = node
        elif not reader.ended:
            reader.report(node.place(file), "yaml-documents", "there is a second document in the file")
            break
    return root, reader.problems
