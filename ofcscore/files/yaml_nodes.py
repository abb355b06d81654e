"""Parse YAML to nodes with places.

Every scalar is text, and no Python objects are constructed. This is the only module that imports yaml. It has
two entry points, both based on the parser's events. The C parser is used if it is installed.

- `read_document(text, file)` parses one small document, such as a rule set.
- `NodeReader(lines, file)` parses a log of any length and keeps only the current node in memory.

    reader = NodeReader(lines, "night.yaml")
    while reader.next_document():
        for key in reader.entries():    # each key, in the order of the file
            value = reader.read()       # or, for a list: for _ in reader.items(): reader.read()

Anchors, aliases, merge keys, tags, repeated keys, keys that are not text, more than 32 levels, and scalars of
more than 4,096 characters are problems with a place. After a syntax error or too many levels the reader
closes all open nodes. Loops over them then end normally, and the nodes read so far are kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count
from typing import Any, Final, Literal, NamedTuple, TypeVar

from ofcscore.diagnostics.problem import Exit, Place, Problem, show

# -- lines ---------------------------------------------------------------------------------------------

LONGEST_EXCERPT: Final = 4096
_MANY_CHARACTERS: Final = 20
_KEPT_LINES: Final = 4096
_PIECE: Final = 1 << 15

# The characters that a line of text must not contain: controls except tab, the line separators of other
# systems, byte order marks, and surrogates. They are code points so that the list is readable.
STAND_IN: Final = "\ufffd"
"""The replacement for a forbidden character in the text for the parser."""
_FORBIDDEN: Final = "[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]"
# JSON escapes a character above U+FFFF as two surrogates, which YAML does not support.
_SURROGATES: Final = r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
# The end of a piece of a line that may continue an escape or a line end in the next piece.
_HALF: Final = r"(\r|\\+(u([0-9a-fA-F]{0,3}|[dD][89abAB][0-9a-fA-F]{2}(\\(u[0-9a-fA-F]{0,3})?)?))?)\Z"
_UNCLOSED: Final = ("',' or ']'", "',' or '}'", "unexpected end of stream")
_OUT_OF_LINE: Final = (
    "this line is not aligned with the lines above it",
    "begin lines that belong together in the same column",
)
# A part of the parser's message, and our message and hint for it. The first part that occurs is used.
_REASONS: Final = (
    ("tab character", "there is a tab where spaces are needed", "begin the line with spaces instead of tabs"),
    (
        "mapping values are not allowed",
        "there is a second `: ` on the line, or the line is indented too far",
        "put a value that contains a colon in quotes",
    ),
    ("expected key", *_OUT_OF_LINE),
    ("expected '-' indicator", *_OUT_OF_LINE),
    ("block end", *_OUT_OF_LINE),
    ("',' or ']'", "a list that begins with [ is not closed", "close it with ]"),
    ("',' or '}'", "a mapping that begins with { is not closed", "close it with }"),
    ("unexpected end of stream", "a quotation mark is not closed", None),
    ("incompatible", "this version of YAML is not supported", "remove the %YAML line"),
    ("expected ':'", "a colon is missing after a key", None),
    ("escape code", "there is no character with this number", None),
    ("escape character", "YAML has no such escape", "put the text in single quotes"),
    ("expected alphabetic", "a value cannot begin with * or &", "put it in quotes"),
    ("undefined tag handle", "tags are not supported, because every value is text", "remove the tag"),
    ("expected <document start>", "there is text after the end of the document", None),
)
DEEPEST: Final = 32
LONGEST_SCALAR: Final = 4096
_LONE_SURROGATE: Final = "[\ud800-\udfff]"
Kind = Literal["text", "list", "mapping"]
T = TypeVar("T")
_VALUES: Final = ("text", "list", "mapping")
_CARDS: Final = "(?:(?:10|[2-9TtJjQqKkAa])[shdcSHDC]?){2,}"
"""Cards after a joker `*` at the start of a value.

They are not the name of a YAML alias.
"""
_PLAIN: Final = r"(?:[^ \t,\[\]{}]|[ \t]+(?!#))*"
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


def _one_escape(match: re.Match[str]) -> str:
    """Convert two surrogate escapes to the single YAML escape of the character."""
    backslashes, high, low = match.groups()
    point = 0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00
    return f"{backslashes}\\U{point:08x}"


class CutShort(Exception):  # noqa: N818 - not an error of the program: the source has no more text
    """Raised by the lines of a source where it stops being text.

    `problem` has the reason.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class YamlLines:
    """The text of a source, in pieces for the parser.

    The lines from `at` on are kept for excerpts. `strange` is the number of forbidden characters so far that
    have a problem.
    """

    def __init__(self, lines: Iterable[str], file: str, status: Exit, first: int) -> None:
        self.file = file
        self.status = status
        self.problems: list[Problem] = []
        self.strange = 0
        self.at = first
        """The current line of the reader."""
        self.number = first - 1
        """The last line that the parser has got."""
        self._lines = iter(lines)
        self._kept: dict[int, str] = {}
        self._oldest = first
        self._whole = True
        self._held = ""
        self._cut: CutShort | None = None

    def read(self, size: int = -1) -> str:
        """Return the next lines for the parser, which passes a `size` to ignore."""
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
            # The text before is parsed first, so that problems are in the order of the file.
            raise self._cut
        return text

    def line(self, number: int) -> str | None:
        """Return a line for an excerpt; None if it is too long or not kept."""
        if not self._oldest <= number <= self.number:
            return None
        text = self.text(number)
        return text if len(text) <= LONGEST_EXCERPT else None

    def text(self, number: int) -> str:
        """Return the part of a line that is read and kept so far, however long."""
        return self._kept.get(number, "")

    def _pieces(self) -> Iterator[str]:
        """Yield lines, or pieces that do not end inside an escape or a line end."""
        for line in self._lines:
            whole = self._held + line
            half = None if whole.endswith("\n") else re.search(_HALF, whole[-64:])
            self._held = half.group() if half else ""
            yield whole.removesuffix(self._held)
        if self._held:
            rest, self._held = self._held, ""
            yield rest

    def _clean(self, line: str) -> str:
        """Return a line, or a piece of one, for the parser; report and replace forbidden characters."""
        before = "" if self._whole else self._kept.get(self.number, "")
        if self._whole:
            self.number += 1
        self._whole = line.endswith("\n")
        if self.number == 1 and not before:
            line = line.removeprefix("\ufeff")
        body = line.removesuffix("\n").removesuffix("\r")
        ending = line[len(body) :]
        if body:
            # A very long line may come in pieces. Only its start is needed for excerpts.
            self._kept[self.number] = (before + body)[: LONGEST_EXCERPT + 1]
        if "\\u" in body:
            body = re.sub(_SURROGATES, _one_escape, body)
        match = None if body.isprintable() else re.search(_FORBIDDEN, body)
        if match is not None and self.strange < _MANY_CHARACTERS:
            self.strange += 1
            place = Place(self.file, self.number, match.start() + 1, 1, self.line(self.number))
            message, hint = f"the character U+{ord(match.group()):04X} is not allowed in text", "delete it"
            if match.group() == "\r":
                message = "a carriage return alone does not end a line"
                hint = "save the file with LF or CRLF line ends"
            self.problems.append(Problem("yaml-character", place, message, hint, status=self.status))
        # Keep the rest of the line, so that the whole file is read.
        return (re.sub(_FORBIDDEN, STAND_IN, body) if match else body) + ending


def split_lines(text: str) -> list[str]:
    """Return the lines of a text with their line ends. Only LF and CRLF end a line."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


# -- nodes ---------------------------------------------------------------------------------------------


def words(reason: str, character: str) -> tuple[str, str | None]:
    """Return the message and the hint for a parser error at a character."""
    if character and ("cannot start any token" in reason or "found character" in reason):
        if character == "\t":
            return _REASONS[0][1:]
        return f"a value cannot begin with {character}", "put it in quotes"
    for part, message, hint in _REASONS:
        if part in reason:
            return message, hint
    return f"this is not valid YAML ({reason})" if reason else "this is not valid YAML", None


class Node(NamedTuple):
    """One value of a YAML text.

    `text` is the text of a scalar, without quotes and escapes, and empty for a key without a value. `items`
    are the items of a list. `entries` are the keys and values of a mapping in order, without repeated keys.
    `line` and `column` count from 1. `width` is the number of columns on the first line, and `source` is
    that line. `style` is `|` or `>` for a block scalar (whose text begins on the next line), the quotation
    mark of a quoted scalar, else empty. A node that does not come from a file has no line.
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


class NodeReader:
    """A reader of the nodes of a YAML stream, one at a time.

    `lines` are the lines of the source with their line ends, and may raise `CutShort`. Problems get the exit
    status `status`. `first` is the number of the first line. `kind` is the kind of the next node: "text",
    "list", "mapping", or None at the end of a list, a mapping, a document or the stream.
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
        """True if the reader stopped before the end of the source."""
        self.go_on()
        if self._next == "stream":
            self.go_on()

    @property
    def kind(self) -> Kind | None:
        """The kind of the next node; None at the end of what is being read."""
        return "text" if self._next == "alias" else self._next if self._next in _VALUES else None  # type: ignore[return-value]

    def next_document(self) -> bool:
        """Go to the next document and return True; return False at the end of the stream."""
        while self._next not in ("document", "stream-end"):
            if self.kind is not None:
                self.read()
            else:
                self.go_on()
        if self._next == "stream-end":
            return False
        self.go_on()
        return True

    def entries(self, *, stay: bool = False) -> Iterator[Node]:
        """Yield the keys of the next mapping, like `items`."""
        return self._each("mapping", partial(self._read_key, {}), stay=stay)

    def items(self, *, stay: bool = False) -> Iterator[int]:
        """Yield the number of each item of the next list, from 1.

        Values that the caller does not read are skipped. With `stay` do not go on at the end.
        """
        return self._each("list", count(1).__next__, stay=stay)

    def _each(self, kind: str, take: Callable[[], T | None], *, stay: bool) -> Iterator[T]:
        if self._next != kind:
            raise ValueError(f"a {self._next} comes next, not a {kind}")
        self.go_on()
        while self._next != "end":
            one, unread = take(), self._event
            if one is not None:
                yield one
            if self._event is unread and self._next != "end":
                self.read()
        if not stay:
            self.go_on()

    def read(self, *, stay: bool = False) -> Node:
        """Return the next node, or an empty text at the end.

        With `stay` do not go on to the next event.
        """
        event, kind = self._event, self._next
        if kind == "text":
            node = self._read_text(event)
        elif kind == "list":
            place = self._place(event)
            node = Node("list", "", tuple(self.read() for _ in self.items(stay=True)), (), *place[1:])
        elif kind == "mapping":
            place = self._place(event)
            pairs = tuple((key, self.read()) for key in self.entries(stay=True))
            node = Node("mapping", "", (), pairs, *place[1:])
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

    def _read_text(self, event: Any) -> Node:
        text, style, start, end = event.value, event.style or "", event.start_mark, event.end_mark
        line = start.line + self.first
        source = self.lines.line(line)
        end_column = end.column if end.line == start.line else len(source or "")
        width = max(end_column - start.column, 1)
        node = Node("text", text, (), (), line, start.column + 1, width, source, style)
        if len(text) > LONGEST_SCALAR:
            message = f"this text has {len(text)} characters, but at most {LONGEST_SCALAR} are allowed"
            self.report(node.place(self.file), "yaml-long", message, "shorten it")
        elif style == '"' and not text.isascii() and re.search(_LONE_SURROGATE, text):
            # The Python parser accepts them, but they cannot be printed.
            self.report(node.place(self.file), "yaml-character", "this escape is only half of a character")
        else:
            return node
        return node._replace(text="")

    def _read_key(self, first: dict[str, Node]) -> Node | None:
        """Return the next key of a mapping; None, with a problem, if it is invalid or repeated."""
        key = self.read()
        before = first.get(key.text)
        code, hint = "yaml-key", None
        if key.kind != "text":
            message, hint = "a key must be a word, not a list or a mapping", "use a single word as the key"
        elif not key.text and self.ended:
            return None
        elif not key.text:
            message = "this value has no key"
        elif key.text == "<<" and not key.style:
            code, hint = "yaml-feature", "write out the values"
            message = "merge keys (<<) are not supported"
        elif before is not None:
            at = f"on line {before.line}, column {before.column}"
            if before.line == key.line:
                at = f"in column {before.column} of this line"
            code, hint = "yaml-repeated-key", "remove one of the two"
            message = f"`{show(key.text)}` is already {at}"
        else:
            first[key.text] = key
            return key
        self.report(key.place(self.file), code, message, hint)
        return None

    def go_on(self) -> None:
        """Go to the next event. After a fatal error, close the open nodes."""
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
        """Take the next event, and report YAML features that are not supported."""
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
            # The text up to the furthest end of a plain value.
            place = self._place(event)
            plain = re.match(_PLAIN, (place.text or "")[place.column - 1 :])
            value = (plain and plain.group().rstrip()) or f"*{event.anchor}"
            cards = re.fullmatch(_CARDS, re.sub("[ \t]", "", value[1:].partition("/")[0]))
            hint = f"write '{value}'" if cards else "write out the value"
            self._refuse(event, f"aliases (*{event.anchor})", hint, "; a joker needs quotes" if cards else "")
        if kind in _VALUES:
            if event.anchor is not None:
                hint = "remove it, and write out each value"
                self._refuse(event, f"anchors (&{event.anchor})", hint)
            if event.tag is not None:
                tag = event.tag.replace("tag:yaml.org,2002:", "!!")
                self._refuse(event, f"tags ({tag})", "remove the tag", ", because every value is text")

    def _refuse(self, event: Any, what: str, hint: str, why: str = "") -> None:
        self.report(self._place(event), "yaml-feature", f"{what} are not supported{why}", hint)

    def _refuse_depth(self, place: Place) -> None:
        message = f"this is nested more than {DEEPEST} levels deep, which is the limit"
        self.report(place, "yaml-depth", message, "check for extra brackets or indentation")

    def _place(self, event: Any) -> Place:
        mark = event.start_mark
        line = mark.line + self.first
        return Place(self.file, line, mark.column + 1, 1, self.lines.line(line))

    def _fail(self, error: Exception) -> None:
        self.ended = True
        reason = str(getattr(error, "problem", None) or getattr(error, "reason", ""))
        mark = getattr(error, "problem_mark", None)
        if any(part in reason for part in _UNCLOSED):
            # The place where it was opened is more helpful than the end of the file.
            mark = getattr(error, "context_mark", None) or mark
        line = mark.line + self.first if mark is not None else self.lines.at
        last = self.problems[-1] if self.problems else None
        if last is not None and (last.code, last.place.line) == ("yaml-feature", line):
            # The error is a consequence of that problem, for example a board that begins with an alias.
            return
        column = mark.column + 1 if mark is not None else 1
        source = self.lines.line(line)
        if "nesting depth" in reason:
            # The parser has its own limit, and reads up to it before it returns the first bracket.
            opened = [bracket.end() for bracket in re.finditer(r"[\[{]", self.lines.text(line))]
            passed = opened[DEEPEST - len(self._open) :]
            self._refuse_depth(Place(self.file, line, passed[0] if passed else column, 1, source))
            return
        if source is None and line > self.first:
            # At the end of the file, put the caret after the last line.
            line = max(self.lines.number, self.first)
            source = self.lines.line(line)
            column = len(source or "") + 1
        character = (source or "")[column - 1 : column]
        message, hint = words(reason, character)
        self.report(Place(self.file, line, column, 1, source), "yaml-syntax", message, hint)


def read_document(text: str, file: str, status: Exit = Exit.INPUT) -> tuple[Node | None, list[Problem]]:
    """Return the root node of a text (None if it is empty), and the problems."""
    reader = NodeReader(split_lines(text), file, status)
    root = reader.read() if reader.next_document() else None
    if root is None or not reader.next_document():
        return root, reader.problems
    node = reader.read()
    if not reader.ended:
        # The place is the `---` before the second document.
        number = node.line
        while number > 1 and not reader.lines.text(number).startswith("---"):
            number -= 1
        place, what = node.place(file), "this starts"
        if reader.lines.text(number).startswith("---"):
            place, what = Place(file, number, 1, 3, reader.lines.line(number)), "`---` starts"
        message = f"{what} a second document, but only one is allowed"
        reader.report(place, "yaml-documents", message, "remove it, or move the rest to a file of its own")
    return root, reader.problems
