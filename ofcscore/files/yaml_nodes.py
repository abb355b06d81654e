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
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

from ofcscore.diagnostics.problem import Exit, Place, Problem, show

# -- lines ---------------------------------------------------------------------------------------------

LONGEST_EXCERPT: Final = 4096
_MANY_CHARACTERS: Final = 20
_KEPT_LINES: Final = 4096
_PIECE: Final = 1 << 15

# Every character that is no part of a line of text, by code point so that the list can be read:
# controls but tab, the line separators of other systems, byte order marks, surrogates.
STAND_IN: Final = "\ufffd"
"""The character that the parser gets for one that has no place in a text."""
_FORBIDDEN: Final = "[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]"
# JSON escapes a character past U+FFFF as two surrogates, which YAML does not know.
_SURROGATES: Final = r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
# What a piece of a line may end in that means something else together with the next.
_HALF: Final = r"(\r|\\+(u([0-9a-fA-F]{0,3}|[dD][89abAB][0-9a-fA-F]{2}(\\(u[0-9a-fA-F]{0,3})?)?))?)\Z"


def _one_escape(match: re.Match[str]) -> str:
    """Two surrogate escapes as the one escape that YAML has for the character."""
    backslashes, high, low = match.groups()
    point = 0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00
    return f"{backslashes}\\U{point:08x}"


class CutShort(Exception):  # noqa: N818 - no fault of the program: the source has no more text to give
    """Raised by the lines of a source from where on it is no text; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class YamlLines:
    """A source in pieces, as the parser asks for them; the lines from `at` on are kept for excerpts.

    `strange` says of how many characters there are problems, which are told ahead of what they stand in.
    """

    def __init__(self, lines: Iterable[str], file: str, status: Exit, first: int) -> None:
        self.file = file
        self.status = status
        self.problems: list[Problem] = []
        self.strange = 0
        self.at = first
        """The line that the reader has come to."""
        self.number = first - 1
        """The last line that was asked for."""
        self._lines = iter(lines)
        self._kept: dict[int, str] = {}
        self._oldest = first
        self._whole = True
        self._held = ""
        self._cut: CutShort | None = None

    def read(self, size: int = -1) -> str:
        """Return the next lines for the parser, which takes more or fewer than `size` characters alike."""
        pieces: list[str] = []
        room = _PIECE
        try:
            for piece in self._pieces():
                pieces.append(piece)
                room -= len(piece)
                if room <= 0:
                    break
        except CutShort as cut:
            self._cut = cut
        if self.number - self._oldest > _KEPT_LINES and self.at > self._oldest:
            self._oldest = self.at
            self._kept = {number: line for number, line in self._kept.items() if number >= self.at}
        text = "".join([self._clean(line) for line in split_lines("".join(pieces))])
        if not text and self._cut is not None:
            # What comes before is parsed first, so that problems come in their order.
            raise self._cut
        return text

    def line(self, number: int) -> str | None:
        """Return a line for an excerpt; None where it is too long to be shown, gone, or not there yet."""
        if not self._oldest <= number <= self.number:
            return None
        text = self.text(number)
        return text if len(text) <= LONGEST_EXCERPT else None

    def text(self, number: int) -> str:
        """As much of a line as was read so far and is kept, however long."""
        return self._kept.get(number, "")

    def _pieces(self) -> Iterator[str]:
        """Yield the lines as they come, but that no piece of a line ends within an escape or a line end."""
        for line in self._lines:
            if not self._held and line.endswith("\n"):
                yield line
                continue
            whole = self._held + line
            half = None if whole.endswith("\n") else re.search(_HALF, whole[-64:])
            self._held = half.group() if half else ""
            yield whole[: len(whole) - len(self._held)]
        if self._held:
            rest, self._held = self._held, ""
            yield rest

    def _clean(self, line: str) -> str:
        """Return a line (or a piece of one) as the parser gets it; what it must not get is a problem."""
        before = "" if self._whole else self._kept.get(self.number, "")
        if self._whole:
            self.number += 1
        self._whole = line.endswith("\n")
        if self.number == 1 and not before:
            line = line.removeprefix("\ufeff")
        body = line.removesuffix("\n").removesuffix("\r")
        ending = line[len(body) :]
        if body:
            # A line longer than what is shown may come in pieces; what it is kept for is its excerpt.
            self._kept[self.number] = (before + body)[: LONGEST_EXCERPT + 1]
        if "\\u" in body:
            body = re.sub(_SURROGATES, _one_escape, body)
        match = None if body.isprintable() else re.search(_FORBIDDEN, body)
        if match is None:
            return body + ending
        if self.strange < _MANY_CHARACTERS:
            self.strange += 1
            place = Place(self.file, self.number, match.start() + 1, 1, self.line(self.number))
            message, hint = f"the character U+{ord(match.group()):04X} has no place in a text", None
            if match.group() == "\r":
                message, hint = "a carriage return alone ends no line", "save the file with LF or CRLF"
            self.problems.append(Problem("yaml-character", place, message, hint, status=self.status))
        # The line goes on, so that the rest of the file is read too.
        return re.sub(_FORBIDDEN, STAND_IN, body) + ending


def split_lines(text: str) -> list[str]:
    """Return the lines of a text with their endings; only LF and CRLF end a line."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


# -- nodes ---------------------------------------------------------------------------------------------

_UNCLOSED: Final = ("',' or ']'", "',' or '}'", "unexpected end of stream")

_OUT_OF_LINE: Final = (
    "this line does not line up with those above it",
    "what belongs together begins in one column",
)
# What the parser says, and what a person is told. The first that is in the parser's words counts.
_REASONS: Final = (
    ("tab character", "a tab stands where spaces are needed", "use spaces, not tabs, at the start of a line"),
    (
        "mapping values are not allowed",
        "there is a second `: ` on the line, or the line is indented too far",
        "put a value that has a colon in it in quotes",
    ),
    ("expected key", *_OUT_OF_LINE),
    ("expected '-' indicator", *_OUT_OF_LINE),
    ("block end", *_OUT_OF_LINE),
    ("',' or ']'", "a list that begins with [ is not closed", "close it with ]"),
    ("',' or '}'", "a mapping that begins with { is not closed", "close it with }"),
    ("unexpected end of stream", "a quotation mark is not closed", None),
    ("incompatible", "this is no version of YAML that is read", "leave the %YAML line out"),
    ("expected ':'", "a colon is missing behind a key", None),
    ("escape code", "no character has this number", None),
    ("escape character", "this is no escape that YAML knows", "put the text in single quotes"),
    ("expected alphabetic", "a value cannot begin with * or &", "put it in quotes"),
    ("undefined tag handle", "tags are not read: every value is text", "leave it out"),
    ("expected <document start>", "something follows behind the end of the document", None),
)


def words(reason: str, character: str) -> tuple[str, str | None]:
    """Return the message and the hint of a fault at a character, by the reason that the parser gives."""
    if "cannot start any token" in reason or "found character" in reason:
        if character == "\t":
            return _REASONS[0][1:]
        if character:
            return f"a value cannot begin with {character}", "put it in quotes"
    for part, message, hint in _REASONS:
        if part in reason:
            return message, hint
    return f"this cannot be read as YAML ({reason})" if reason else "this cannot be read as YAML", None


DEEPEST: Final = 32
LONGEST_SCALAR: Final = 4096

_LONE_SURROGATE: Final = "[\ud800-\udfff]"

Kind = Literal["text", "list", "mapping"]
_VALUES: Final = ("text", "list", "mapping")
_CARDS: Final = "(?:(?:10|[2-9TtJjQqKkAa])[shdcSHDC]?){2,}"
"""The cards behind a joker, `*`, at the start of a value, which are no name of an alias."""
_PLAIN: Final = r"(?:[^ \t,\[\]{}]|[ \t]+(?!#))*"


class Node(NamedTuple):
    """One value of a YAML text.

    `text` is that of a scalar, as written but for quotes and escapes (empty for `key:` with nothing
    behind it); `items` are a list's, `entries` a mapping's keys and values in order, repeated keys left
    out. `line` and `column` count from 1, `width` is in columns on the first line, `source` is that line.
    `style` is `|` or `>` for a block scalar (its first line is the one after `line`), a quotation mark
    for a quoted one, else empty. A node that stands in no file has no line.
    """

    kind: Kind
    text: str = ""
    items: tuple[Node, ...] = ()
    entries: tuple[tuple[Node, Node], ...] = ()
    line: int = 0
    column: int = 0
    width: int = 1
    source: str | None = None
    style: str = ""

    def place(self, file: str) -> Place:
        return Place(file, self.line, self.column, self.width, self.source)

    def get(self, key: str) -> Node | None:
        return next((value for name, value in self.entries if name.text == key), None)


_KINDS: Final = {
    "ScalarEvent": "text",
    "SequenceStartEvent": "list",
    "MappingStartEvent": "mapping",
    "SequenceEndEvent": "end",
    "MappingEndEvent": "end",
    "AliasEvent": "alias",
    "DocumentStartEvent": "document",
    "DocumentEndEvent": "document-end",
    "StreamStartEvent": "stream",
    "StreamEndEvent": "stream-end",
}


class NodeReader:
    """Nodes of a YAML stream, one at a time.

    `lines` are the lines of the source with their endings (a text file, or a text's lines); they may raise
    `CutShort`. Problems get the exit status `status`. `first` is the number of the first line. `kind`
    is what comes next: "text", "list", "mapping", or None at the end of what is being read.
    """

    def __init__(self, lines: Iterable[str], file: str, status: Exit = Exit.INPUT, *, first: int = 1) -> None:
        import yaml

        self.file = file
        self.first = first
        self.status = status
        self.lines = YamlLines(lines, file, status, first)
        self.problems = self.lines.problems
        self._loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        self._error = yaml.YAMLError
        self._parser: Any = None
        self._open: list[str] = []
        self._event: Any = None
        self._next = ""
        self.ended = False
        """True if reading was given up before the end of the source."""
        self.go_on()
        if self._next == "stream":
            self.go_on()

    @property
    def kind(self) -> Kind | None:
        """The kind of the next node, None at the end of a list, a mapping, a document or the stream."""
        return "text" if self._next == "alias" else self._next if self._next in _VALUES else None  # type: ignore[return-value]

    def next_document(self) -> bool:
        """Go to the next document that holds anything; False at the end."""
        while self._next not in ("document", "stream-end"):
            if self.kind is not None:
                self.read()
            else:
                self.go_on()
        if self._next == "stream-end":
            return False
        self.go_on()
        return True

    def entries(self) -> Iterator[Node]:
        """Yield the keys of the mapping that comes next; a value that is not read is skipped."""
        self._enter("mapping")
        yield from self._keys()
        self.go_on()

    def _keys(self) -> Iterator[Node]:
        """Yield the keys up to the end of a mapping, each before its value."""
        first: dict[str, Node] = {}
        while self._next != "end":
            key = self._read_key(first)
            unread = self._event
            if key is not None:
                yield key
            if self._event is unread and self._next != "end":
                self.read()

    def items(self) -> Iterator[int]:
        """Once for each item of the list that comes next, counted from 1; one that is not read is skipped."""
        number = 0
        self._enter("list")
        while self._next != "end":
            number += 1
            unread = self._event
            yield number
            if self._event is unread and self._next != "end":
                self.read()
        self.go_on()

    def read(self, *, stay: bool = False) -> Node:
        """Return the whole next node, an empty text at the end; `stay` does not look at what follows."""
        event, kind = self._event, self._next
        if kind == "text":
            node = self._read_text(event)
        elif kind == "list" or kind == "mapping":
            node = self._read_inside(event, "list" if kind == "list" else "mapping")
        else:
            if kind == "alias" and not stay:
                self.go_on()
            line = self.lines.at
            return Node("text", line=line, column=1, source=self.lines.line(line))
        if not stay:
            self.go_on()
        return node

    def report(self, place: Place, code: str, message: str, hint: str | None = None) -> None:
        self.problems.append(Problem(code, place, message, hint, status=self.status))

    def _enter(self, kind: str) -> None:
        if self._next != kind:
            raise ValueError(f"a {self._next} comes next, not a {kind}")
        self.go_on()

    def _read_inside(self, event: Any, kind: Kind) -> Node:
        """Return the list or the mapping that begins here, up to the event that ends it."""
        place = self._place(event)
        items: list[Node] = []
        self.go_on()
        if kind == "mapping":
            return Node(kind, "", (), tuple((key, self.read()) for key in self._keys()), *place[1:])
        while self._next != "end":
            items.append(self.read())
        return Node(kind, "", tuple(items), (), *place[1:])

    def _read_text(self, event: Any) -> Node:
        text, style, start, end = event.value, event.style or "", event.start_mark, event.end_mark
        line = start.line + self.first
        source = self.lines.line(line)
        behind = end.column if end.line == start.line else len(source or "")
        width = max(behind - start.column, 1)
        node = Node("text", text, (), (), line, start.column + 1, width, source, style)
        if len(text) > LONGEST_SCALAR:
            message = f"a text of {len(text)} characters is too long, at most {LONGEST_SCALAR} are read"
            self.report(node.place(self.file), "yaml-long", message)
            return node._replace(text="")
        if style == '"' and not text.isascii() and re.search(_LONE_SURROGATE, text):
            # The pure parser lets them through, and nothing could print them.
            self.report(node.place(self.file), "yaml-character", "half a character is escaped here")
            return node._replace(text="")
        return node

    def _read_key(self, first: dict[str, Node]) -> Node | None:
        """Read the next key of a mapping, None (and a problem) where it is none or is there already."""
        key = self.read()
        if key.kind != "text":
            self.report(key.place(self.file), "yaml-key", "a key is one word here, not a list or a mapping")
            return None
        if not key.text:
            if not self.ended:
                self.report(key.place(self.file), "yaml-key", "there is a value without a key")
            return None
        if key.text == "<<" and not key.style:
            message, hint = "merge keys (<<) are not read", "write out what is to be the same"
            self.report(key.place(self.file), "yaml-feature", message, hint)
            return None
        before = first.setdefault(key.text, key)
        if before is not key:
            at = f"on line {before.line}, column {before.column}"
            if before.line == key.line:
                at = f"in column {before.column} of this line"
            message = f"`{show(key.text)}` is already {at}"
            self.report(key.place(self.file), "yaml-repeated-key", message, "keep one of the two")
            return None
        return key

    def go_on(self) -> None:
        """Go to the next event; past the end of what can be read, closes what is open."""
        if not self.ended:
            try:
                self._take()
            except self._error as error:
                self._fail(error)
            except CutShort as cut:
                self.ended = True
                self.problems.append(cut.problem)
        if self.ended:
            self._event = object()
            self._next = "end" if self._open else "stream-end"
            del self._open[-1:]

    def _take(self) -> None:
        """Take the next event; what is not read of YAML is a problem."""
        if self._parser is None:
            self._parser = self._loader(self.lines)
        event = self._event = self._parser.get_event()
        kind = self._next = _KINDS[type(event).__name__]
        self.lines.at = event.start_mark.line + self.first
        if kind == "end":
            self._open.pop()
        elif kind == "list" or kind == "mapping":
            self._open.append(kind)
            if len(self._open) > DEEPEST:
                self._refuse_depth(self._place(event))
                self._open.pop()
                self.ended = True
                return
        elif kind == "alias":
            value = self._behind(event) or f"*{event.anchor}"
            cards = re.fullmatch(_CARDS, re.sub("[ \t]", "", value[1:].partition("/")[0]))
            hint = f"write '{value}'" if cards else "write out what is to be the same"
            self._refuse(event, f"aliases (*{event.anchor})", hint, ": a joker needs quotes" if cards else "")
        if kind in _VALUES:
            if event.anchor is not None:
                hint = "leave it out, and write out what is to be the same"
                self._refuse(event, f"anchors (&{event.anchor})", hint)
            if event.tag is not None:
                tag = event.tag.replace("tag:yaml.org,2002:", "!!")
                self._refuse(event, f"tags ({tag})", "leave it out", ": every value is text")

    def _behind(self, event: Any) -> str:
        """Return the text of a line from the start of an event, as far as a plain value may go."""
        place = self._place(event)
        plain = re.match(_PLAIN, (place.text or "")[place.column - 1 :])
        return plain.group().rstrip() if plain else ""

    def _refuse(self, event: Any, what: str, hint: str, why: str = "") -> None:
        self.report(self._place(event), "yaml-feature", f"{what} are not read{why}", hint)

    def _refuse_depth(self, place: Place) -> None:
        message = f"this is nested more than {DEEPEST} deep, and no log or rule set is"
        self.report(place, "yaml-depth", message)

    def _place(self, event: Any) -> Place:
        mark = event.start_mark
        line = mark.line + self.first
        return Place(self.file, line, mark.column + 1, 1, self.lines.line(line))

    def _fail(self, error: Exception) -> None:
        self.ended = True
        reason = str(getattr(error, "problem", None) or getattr(error, "reason", ""))
        mark = getattr(error, "problem_mark", None)
        if any(part in reason for part in _UNCLOSED):
            # Where it was opened says more than where the file ends.
            mark = getattr(error, "context_mark", None) or mark
        line = mark.line + self.first if mark is not None else self.lines.at
        told = self.problems[-1] if self.problems else None
        if told is not None and (told.code, told.place.line) == ("yaml-feature", line):
            # It follows from what is not read there: a board, say, that begins with an alias.
            return
        column = mark.column + 1 if mark is not None else 1
        source = self.lines.line(line)
        if "nesting depth" in reason:
            # The parser has a limit of its own, and reads on to it before it gives a bracket out.
            opened = [bracket.end() for bracket in re.finditer(r"[\[{]", self.lines.text(line))]
            passed = opened[DEEPEST - len(self._open) :]
            self._refuse_depth(Place(self.file, line, passed[0] if passed else column, 1, source))
            return
        if source is None and line > self.first:
            # At the end of the file the caret goes behind the last line.
            line = max(self.lines.number, self.first)
            source = self.lines.line(line)
            column = len(source or "") + 1
        character = (source or "")[column - 1 : column]
        message, hint = words(reason, character)
        self.report(Place(self.file, line, column, 1, source), "yaml-syntax", message, hint)


def read_document(text: str, file: str, status: Exit = Exit.INPUT) -> tuple[Node | None, list[Problem]]:
    """Return the root node of the one document of a small text, None if there is none, and its problems."""
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
