"""A long list of YAML in block style, cut at its items; and a plain item as a located node.

    deals:
    - deal: 1                                    an item: its lines, up to the next dash in this column
      boards:
        Hero: {top: Qh Qd 5c, mid: Ah Ad 7s 6c 2d, bot: 9h Ts Jd Qs Kc}

An item is read as a document of its own. What ends the list, or is no item when it is read alone, is for
who reads a stream: `rest` has the file again, and blank lines where items were given out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.files.yaml_lines import CutShort
from ofcscore.files.yaml_nodes import DEEPEST, LONGEST_PLAIN_LINE, Node

_MOST_LINES: Final = 1000
"""How many lines an item may have, or what stands before the list, to be cut."""
_BLANK: Final = re.compile("[ \t]*(?:#.*)?\r?\n")
_DASH: Final = re.compile("( *)- ")


class CutList:
    """A file whose last part is a list in block style: that of `key`, or the whole document."""

    def __init__(self, pieces: Iterable[str], key: str) -> None:
        self.head: list[str] = []
        """The lines before the list, known once the first item is there."""
        self._key = re.compile(f"{key}: *(?:#.*)?\r?\n")
        self._pieces = iter(pieces)
        self._held: list[str] = []
        self._given = 0
        self._ended = False
        self._cut_short: CutShort | None = None

    def items(self) -> Iterator[tuple[int, list[str]]]:
        """The number of the first line of each item, and its lines, remarks before it among them."""
        dash = self._find_list()
        if dash is None:
            return
        inside = len(dash) - 1
        for line in self._lines():
            if line.startswith(dash):
                item = self._held[:-1]
                yield len(self.head) + self._given + 1, item
                del self._held[: len(item)]
                self._given += len(item)
            elif len(self._held) > _MOST_LINES or not (line[:inside].isspace() or _BLANK.fullmatch(line)):
                return
        if self._ended:
            yield len(self.head) + self._given + 1, self._held
            self._given += len(self._held)
            self._held = []

    @property
    def left(self) -> bool:
        """Whether there is anything in the file that no item has, or in an item that was not taken."""
        return bool(self._held) or not self._ended

    def rest(self) -> Iterator[str]:
        """The file with blank lines for the items that were given out and taken: those another followed."""
        yield from self.head
        if self._given:
            yield "\n" * self._given
        yield from self._held
        if self._cut_short is not None:
            raise self._cut_short
        yield from self._pieces

    def _find_list(self) -> str | None:
        """Reads up to the list's first line; the blanks and the dash that its items begin with."""
        keyed = False
        for line in self._lines():
            match = _DASH.match(line)
            if match is not None and (keyed or all(map(_BLANK.fullmatch, self._held[:-1]))):
                return match.group()
            if line.startswith("%") or len(self._held) > _MOST_LINES:
                return None
            if keyed and not _BLANK.fullmatch(line):
                return None
            if self._key.fullmatch(line):
                keyed = True
                self.head = self._held
                self._held = []
        return None

    def _lines(self) -> Iterator[str]:
        """The next lines; they end at the end of the file, and where a line is none as a whole."""
        try:
            for piece in self._pieces:
                self._held.append(piece)
                if piece[-1:] != "\n":
                    return
                yield piece
        except CutShort as cut:
            self._cut_short = cut
            return
        self._ended = True


# Every sign but those that mean something in YAML: letters of any script, digits, and . + / _ besides.
_LETTER: Final = "[^ !-*,:-@[-^`{-~-]"
_PLAIN: Final = f"-?{_LETTER}(?:(?:{_LETTER}|[ ()-])*(?:{_LETTER}|[()-]))?"
_QUOTED: Final = r"""\"[^"\\]*\"|'[^']*'"""
_LISTED: Final = _PLAIN.replace("()", "(),")
"""The same with commas, which mean something in braces only."""
_PAIR: Final = re.compile(rf" *({_PLAIN}|{_QUOTED}): +({_PLAIN}|{_QUOTED}) *(?:,|\Z)")
_LINE: Final = re.compile(
    rf"( *(?:- +)?)({_PLAIN}|{_QUOTED}):(?: +(?:({_LISTED}|{_QUOTED})|\{{([^{{}}\[\]]*)\}}))? *(?: #.*)?"
)


class _Odd(Exception):  # noqa: N818 - no fault: it is read in another way
    """Something that is not plain."""


def plain_item(lines: list[str], number: int) -> Node | None:
    """The mapping of an item whose first line has this number; None where it is not all plain.

    Plain are keys with a word behind them, a mapping of words in braces, or more keys further in.
    """
    rows: list[_Row] = []
    try:
        for at, line in enumerate(lines, number):
            if not _BLANK.fullmatch(line):
                rows.append(_row(line[:-1].removesuffix("\r"), at, first=not rows))
        node, end = _mapping(rows, 0)
    except _Odd:
        return None
    return node if end == len(rows) else None


_Row = tuple[int, Node, Node | None]


def _row(line: str, number: int, *, first: bool) -> _Row:
    """The column of a key, the key, and its value; None where that stands on the next lines."""
    match = _LINE.fullmatch(line) if len(line) <= LONGEST_PLAIN_LINE and line.isprintable() else None
    # No deeper than what is read by the columns in which keys can stand.
    if match is None or ("-" in match[1]) != first or len(match[1]) > DEEPEST - 4:
        raise _Odd
    key = _scalar(line, number, *match.span(2))
    column = key.column
    if match[3] is not None:
        return column, key, _scalar(line, number, *match.span(3))
    if match[4] is None:
        return column, key, None
    at, end = match.span(4)
    braces = at
    pairs = []
    while at < end:
        pair = _PAIR.match(line, at, end)
        if pair is None:
            raise _Odd
        pairs.append((_scalar(line, number, *pair.span(1)), _scalar(line, number, *pair.span(2))))
        at = pair.end()
    return column, key, _node_of(pairs, number, braces, line)


def _mapping(rows: list[_Row], at: int) -> tuple[Node, int]:
    """The mapping that begins with a row, and the number of the first row behind it."""
    column, first, _ = rows[at]
    pairs = []
    while at < len(rows) and rows[at][0] == column:
        _, key, value = rows[at]
        at += 1
        if value is None:
            if at == len(rows) or rows[at][0] <= column:
                raise _Odd
            value, at = _mapping(rows, at)
        pairs.append((key, value))
    return _node_of(pairs, first.line, column, first.source or ""), at


def _node_of(pairs: list[tuple[Node, Node]], line: int, column: int, source: str) -> Node:
    keys = {key.text for key, _ in pairs}
    if len(keys) < len(pairs) or "" in keys:
        raise _Odd
    return Node("mapping", "", (), tuple(pairs), line, column, 1, source)


def _scalar(line: str, number: int, start: int, end: int) -> Node:
    if line[start] in "\"'":
        return Node(
            "text", line[start + 1 : end - 1], (), (), number, start + 1, end - start, line, line[start]
        )
    return Node("text", line[start:end], (), (), number, start + 1, end - start, line)
