"""The lines of a text of YAML as its parser gets them, without what has no place in a text."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.diagnostics.problem import Exit, Place, Problem

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
