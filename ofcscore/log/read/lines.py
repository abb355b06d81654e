"""Bytes to lines: UTF-8 decoded strictly, one line at a time, and everything that is no text named."""

import codecs
import re
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO, Final

from ofcscore.diagnostics.problem import Place, Problem, Problems, show
from ofcscore.diagnostics.words import describe_character
from ofcscore.files.yaml_lines import CutShort
from ofcscore.log.syntax import Line, NumberedLine

LINE_LIMIT: Final = 4096
_BYTES_LIMIT: Final = 4 * LINE_LIMIT + 2
_SKIPPED_AT_MOST: Final = 1 << 26
_BOM: Final = b"\xef\xbb\xbf"
_UTF16: Final = {b"\xff\xfe": "UTF-16 (little-endian)", b"\xfe\xff": "UTF-16 (big-endian)"}
PARQUET: Final = b"PAR1"
"""The first bytes of a Parquet file."""
_ZIP: Final = b"PK\x03\x04"
_MAGIC: Final = {
    b"\x1f\x8b": "a gzip archive",
    _ZIP: "a zip archive or an office document",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    PARQUET: "a Parquet file",
}
CONTROL: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
"""A character that is no part of a line of plain text."""
_BREAKS: Final = {
    "\r": "a carriage return alone",
    "\x85": "U+0085 NEXT LINE",
    "\x0b": "a vertical tab",
    "\x0c": "a form feed",
    **{sign: describe_character(sign) for sign in "\u2028\u2029\x1c\x1d\x1e"},
}
"""Characters that some programs take for the end of a line, each with its name."""


def read_lines(
    stream: BinaryIO, file: str, problems: Problems, limit: int = LINE_LIMIT, before: int = 0
) -> Iterator[Line | None]:
    """Yield the lines of a stream as `numbered_lines` gives them, None for each that cannot be used."""
    for number, text in numbered_lines(stream, file, problems, limit, before):
        yield None if text is None else Line(file, number, text)


def numbered_lines(
    stream: BinaryIO, file: str, problems: Problems, limit: int = LINE_LIMIT, before: int = 0
) -> Iterator[NumberedLine]:
    """Yield the lines of a stream, each with its number.

    A byte order mark is skipped, CRLF is LF. A line is found too long without being read whole. Bytes that
    are no text at all end the reading with one problem. `limit` is how many characters a line may have,
    `before` how many lines of the file come before these.
    """
    bytes_limit = 4 * limit + 2
    bad_bytes = False
    for number, raw in enumerate(iter(partial(stream.readline, bytes_limit), b""), before + 1):
        if number == 1:
            name = not_text(raw)
            if name is not None:
                problems.add(name_problem(file, name))
                yield number, None
                return
            raw = raw.removeprefix(_BOM)
        # A byte that is no text is not printable either.
        text = raw.decode("utf-8", "surrogateescape").removesuffix("\n")
        if text.isprintable() and len(text) <= limit:
            yield number, text
            continue
        if b"\x00" in raw:
            problems.add(_nul(file, number))
            yield number, None
            return
        if len(raw) > limit:
            ended = raw.endswith(b"\n")
            length = len(raw.rstrip(b"\r\n").decode("utf-8", "ignore"))
            if length > limit or (not ended and len(raw) == bytes_limit):
                problems.add(_too_long(file, number, raw, limit))
                if not ended and not _skip_line(stream):
                    return
                yield number, None
                continue
        try:
            text = raw.decode().removesuffix("\n").removesuffix("\r")
        except UnicodeDecodeError as error:
            # One slip, a wrong encoding, is one problem however many lines it touches.
            if not bad_bytes:
                problems.add(_bad_byte(file, number, raw, error))
            bad_bytes = True
            yield number, None
            continue
        problem = _control(file, number, text)
        if problem is not None:
            problems.add(problem)
            problems.miss(text.partition(":")[0].strip())
        yield number, text if problem is None else None


def read_pieces(stream: BinaryIO, file: str, before: int = 0) -> Iterator[str]:
    """Yield the text of a stream in lines with their ends, and lines of any length in pieces.

    `before` is how many lines of the file come before these. Raises `CutShort` at bytes that are no text.
    """
    decode = codecs.getincrementaldecoder("utf-8")().decode
    number = before + 1
    columns = 0
    while raw := stream.readline(_BYTES_LIMIT):
        if number == 1 and not columns:
            name = not_text(raw)
            if name is not None:
                raise CutShort(name_problem(file, name))
            raw = raw.removeprefix(_BOM)
        ended = raw[-1:] == b"\n"
        try:
            text = decode(raw)
        except UnicodeDecodeError as error:
            raise CutShort(_bad_byte(file, number, raw, error, columns)) from None
        if "\0" in text:
            raise CutShort(_nul(file, number))
        yield text
        columns += len(text)
        if ended:
            number += 1
            columns = 0


def not_text(start: bytes) -> str | None:
    """Return the kind of a file by its first bytes, None if they may be text."""
    for magic, name in (_UTF16 | _MAGIC).items():
        if start.startswith(magic):
            return name
    return None


def name_problem(file: str, name: str) -> Problem:
    """Return the problem of a file that is something else than UTF-8 text."""
    if name.startswith("UTF-16"):
        return Problem("not-utf8", Place(file), f"this file is {name}", "save it as UTF-8")
    hint = "a log is a plain text file"
    if name == _MAGIC[_ZIP]:
        hint += "; save a spreadsheet as CSV"
    if name == _MAGIC[PARQUET]:
        table = show(file) if file.lower().endswith(".parquet") else "NAME.parquet"
        hint = f"`ofcscore score {table} -o SCORED.parquet` scores it, and says what is wrong with its deals"
    return Problem("not-text", Place(file), f"this is not text: it looks like {name}", hint)


def _too_long(file: str, number: int, raw: bytes, limit: int) -> Problem:
    place = Place(file, number, 1, 1, raw[:200].decode("utf-8", "replace"))
    message = f"this line is longer than {limit:,} characters"
    return Problem("line-too-long", place, message, "a line holds one board or one key; is this a log?")


def _skip_line(stream: BinaryIO) -> bool:
    """Skip the rest of a line; return False where it has no end that is worth waiting for."""
    skipped = 0
    while rest := stream.readline(_SKIPPED_AT_MOST >> 10):
        if rest.endswith(b"\n"):
            return True
        skipped += len(rest)
        if skipped >= _SKIPPED_AT_MOST:
            return False
    return True


def _nul(file: str, number: int) -> Problem:
    hint = "a log is a plain text file; save it as UTF-8 text"
    return Problem("not-text", Place(file, number), "this is not text: it has a NUL byte", hint)


def _bad_byte(file: str, number: int, raw: bytes, error: UnicodeDecodeError, columns: int = 0) -> Problem:
    before = error.object[: error.start].decode("utf-8", "ignore")
    shown = raw.rstrip(b"\r\n").decode("utf-8", "replace") if not columns else None
    place = Place(file, number, columns + len(before) + 1, 1, shown)
    byte = f"0x{error.object[error.start]:02X}"
    message = f"not valid UTF-8 at byte {error.start + 1} of line {number} (byte {byte})"
    hint = "save the file as UTF-8; it may be Latin-1 or a Windows code page"
    return Problem("not-utf8", place, message, hint)


def _control(file: str, number: int, text: str) -> Problem | None:
    """Return the first character of a line that has no place in a text, as a problem."""
    found = CONTROL.search(text)
    if found is None:
        return None
    place = Place(file, number, found.start() + 1, 1, text)
    if found[0] in _BREAKS:
        message = f"{_BREAKS[found[0]]} does not end a line"
        return Problem("line-break", place, message, "end lines with LF or CRLF")
    message = f"{describe_character(found[0])} is a control character, and a log is plain text"
    return Problem("control-character", place, message, "delete it")
