"""JSON objects that stand one after another in a file, on a line each or over many, whatever lies between."""

import codecs
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, BinaryIO, Final

from ofcscore.diagnostics.problem import Place, Problems

Object = dict[str, Any]
_PIECE: Final = 1 << 16
_LONGEST: Final = 1 << 20
"""An object of more characters is none of a record."""
_IDLE: Final = 1 << 24
"""The number of characters without an object after which no more is read."""
_BETWEEN: Final = re.compile(r"[\s\x00\x1a\ufeff,\[\]]*")
_NEXT: Final = re.compile(r"(?:[\x00\x1a]\s*|\n)\{")
"""The start of the next object, behind one that has no end."""
_UNSURE: Final = 4096
"""A fault so near to the end of what has been read may be but the end of it."""


def _endless(number: str) -> int:
    """Return a whole number; one of more digits than anything is counted in is as good as none."""
    return int(number[:40])


_decode: Final = json.JSONDecoder(parse_float=Decimal, parse_int=_endless).raw_decode


class Objects:
    """The objects of a file; of its text what is not used up is `_text` from `_at` on, in line `_line`."""

    def __init__(self, stream: BinaryIO, file: str, problems: Problems) -> None:
        self._stream = stream
        self._file = file
        self._problems = problems
        self._read = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._text = ""
        self._at = 0
        self._line = 1
        self._ended = False
        self._idle = 0
        """How much was read since the last object."""

    def read(self) -> Iterator[tuple[int, Object]]:
        """Each object with the line where it begins; for what is none a problem, and it goes on behind it."""
        while self._is_there():
            line = self._line
            try:
                found, end = _decode(self._text, self._at)
            except RecursionError:
                self._refuse("this object is nested too deep")
            except ValueError as error:
                near = len(self._text) - getattr(error, "pos", 0) < _UNSURE
                if not self._ended and near and len(self._text) - self._at < _LONGEST:
                    self._go_on_reading()
                    continue
                cut = self._ended and near and _NEXT.search(self._text, self._at + 1) is None
                self._refuse("the file ends in the middle of a hand" if cut else "this is no JSON object")
            else:
                self._pass(end)
                self._idle = 0
                if isinstance(found, dict):
                    yield line, found
                else:
                    place = Place(self._file, line)
                    self._problems.refuse("record-unreadable", place, "this is no JSON object")

    def _is_there(self) -> bool:
        """Skip the characters between objects, and return True if anything is left."""
        while True:
            match = _BETWEEN.match(self._text, self._at)
            assert match is not None
            self._pass(match.end())
            if self._at < len(self._text) or self._ended:
                return self._at < len(self._text)
            self._go_on_reading()

    def _pass(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def _go_on_reading(self) -> None:
        piece = self._stream.read(_PIECE)
        self._idle += len(piece)
        if self._idle > _IDLE:
            hint = "is this a record?"
            self._problems.refuse("record-unreadable", Place(self._file, self._line), "no hand follows", hint)
            piece = b""
        self._ended = not piece
        self._text = self._text[self._at :] + self._read(piece, not piece)
        self._at = 0

    def _refuse(self, message: str) -> None:
        """Refuse what stands here; reading goes on at the next object, however far that is."""
        hint = "the other hands are read"
        self._problems.refuse("record-unreadable", Place(self._file, self._line), message, hint)
        self._problems.left_out += 1
        start = self._at + 1
        while (found := _NEXT.search(self._text, start)) is None:
            self._pass(len(self._text) - (0 if self._ended else 1))
            if self._ended:
                return
            self._go_on_reading()
            start = self._at
        self._pass(found.end() - 1)
