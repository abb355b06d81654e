"""Open logs from files, standard input or memory, and detect their format."""

import codecs
import errno
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import takewhile
from operator import and_
from typing import BinaryIO, Final, Literal, NamedTuple, cast

from ofcscore.diagnostics.problem import Exit, Place, Problem, Problems, describe_character, show
from ofcscore.files.yaml_nodes import CutShort
from ofcscore.log.keys import COLUMN_NAMES, KEYS
from ofcscore.log.syntax import FROM_LOG, SHORT_LABELS, Line, NumberedLine, OwnWords

Form = Literal["text", "yaml", "json", "jsonl", "csv", "hh", "arena", "fpdb"]
FORM_NAMES: Final[dict[Form, str]] = {
    "text": "a text log",
    "yaml": "YAML",
    "json": "JSON",
    "jsonl": "JSON Lines",
    "csv": "CSV",
    "hh": "a tracker's .hh record",
    "arena": "a poker-arena record",
    "fpdb": "a database of fpdb",
}
"""Every format and its name for messages."""
FORMS: Final[tuple[Form, ...]] = ("text", "yaml", "json", "jsonl", "csv")
"""The formats that logs are written in."""
RECORDS: Final[dict[Form, bytes]] = {
    "hh": rb"(?s)(?:\xef\xbb\xbf)?[\s\x00\x1a\[]*\{.*?\"handData\"\s*:\s*\{\s*(?:\"[^\"]*\"\s*:\s*\[|\})",
    "arena": rb"(?:\xef\xbb\xbf)?\s*\{(?=[^{}\n]*\"hand\"\s*:)[^{}\n]*\"seats\"\s*:\s*\[",
    "fpdb": rb"SQLite format 3\x00",
}
"""Formats of rooms and trackers, with the first bytes of each."""
_BEFORE_RECORD: Final = b"\xef\xbb\xbf\x00\x1a[ \t\n\r\f\v"
"""The bytes that may precede the first brace of a record."""
READ_FORMS: Final = (*FORMS, *RECORDS)
"""The formats that logs are read from."""
_SUFFIXES: Final[dict[Form, str]] = {
    "text": ".ofc .txt .md .org",
    "yaml": ".yaml .yml",
    "json": ".json",
    "jsonl": ".jsonl .ndjson",
    "csv": ".csv .tsv",
    "hh": ".hh",
}
BY_SUFFIX: Final = {suffix: form for form, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}
PACKED: Final[dict[str, Form]] = {".xlsx": "csv", ".xlsm": "csv", ".zip": "text"}
"""Suffixes of containers of a log, with the format inside."""
LOG_SUFFIXES: Final = frozenset((*BY_SUFFIX, ".db3", ".xlsx")) - {".md", ".org"}
"""Suffixes of logs in a folder.

`.md` is excluded because it may be a README; a database is recognized by its content.
"""
STANDARD_INPUT: Final = "-"
_PEEKED: Final = 1 << 16


class IgnoredColumns:
    """The titles of columns to ignore, and which of them the tables have."""

    def __init__(self, titles: Iterable[str]) -> None:
        self.titles = {" ".join(title.lower().strip(" :?").split()): title for title in titles}
        self.found: set[str] = set()

    def has(self, word: str) -> bool:
        if word in self.titles:
            self.found.add(word)
        return word in self.titles

    @property
    def unused(self) -> list[str]:
        """The titles that no table has."""
        return [title for word, title in self.titles.items() if word not in self.found]


class Source(NamedTuple):
    """One log: its name as given, how to open it, its format if known, its folder.

    `base` is the folder for relative paths in the log; "" is the current one. `reopens` is True if `open`
    gives the same bytes each time. `own` is the source of the players' own words.
    """

    name: str
    open: Callable[[], BinaryIO]
    form: Form | None = None
    base: str = ""
    reopens: bool = True
    ignored: IgnoredColumns | None = None
    own: OwnWords = FROM_LOG

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Yield the open log and close it afterwards; standard input stays open."""
        stream = self.open()
        try:
            yield stream
        finally:
            if self.name != "<stdin>":
                stream.close()


def file_source(path: str | os.PathLike[str], form: Form | None = None) -> Source:
    """Return a file, or standard input for `-`."""
    name = os.fsdecode(path)
    if name == STANDARD_INPUT:
        return Source("<stdin>", _standard_input, form, reopens=False)
    form = form or PACKED.get(os.path.splitext(name)[1].lower())
    # A pipe, for example, can only be read once.
    reopens = os.path.isfile(name)
    return Source(name, lambda: _open(name), form, os.path.dirname(name), reopens)


def is_packed(name: str) -> bool:
    """Return True for a workbook or an archive, which is never written to."""
    return os.path.splitext(name)[1].lower() in PACKED


def _open(name: str) -> BinaryIO:
    try:
        if is_packed(name):
            from ofcscore.files.archives import open_packed

            return open_packed(name)
        return open(name, "rb")
    except ValueError:
        raise FileNotFoundError(errno.ENOENT, "no such name", name) from None


def file_sources(
    paths: Iterable[str | os.PathLike[str]], form: Form | None, problems: Problems
) -> list[Source]:
    """Return the logs of one session.

    A file that is named twice, by any path, is reported and skipped.
    """
    found: dict[object, str] = {}
    sources = []
    for path in paths:
        source = file_source(path, form)
        identity = _identity(path)
        if identity not in found:
            found[identity] = source.name
            sources.append(source)
            continue
        first = found[identity]
        message = "this file is named twice" if first == source.name else f"this is the same file as {first}"
        hint = "name it once; otherwise its deals would count twice"
        problems.add(Problem("file-twice", Place(source.name), message, hint, status=Exit.FILES))
    return sources


def _identity(path: str | os.PathLike[str]) -> object:
    """Return an identity shared by all names of a file, such as links."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return os.fspath(path)
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else os.fspath(path)


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    return sys.stdin.buffer


def text_source(text: str, form: Form | None = "text", name: str = "<text>", base: str = "") -> Source:
    data = text.encode("utf-8", "surrogatepass")
    return Source(name, lambda: io.BytesIO(data), form, base)


def unreadable(source: Source, error: OSError) -> Problem:
    reason = error.strerror or str(error)
    message = f"cannot be read: {reason[:1].lower()}{reason[1:]}"
    return Problem("file-unreadable", Place(source.name), message, status=Exit.FILES)


@contextmanager
def report_change(stream: BinaryIO, source: Source, problems: Problems) -> Iterator[None]:
    """Report an open file that is written to while it is read."""
    before = _file_state(stream)
    yield
    after = _file_state(stream)
    if before is None or after is None or before == after:
        return
    (size, _), (now, _) = before, after
    did = "this file was changed"
    if now != size:
        did = f"this file {'grew' if now > size else 'shrank'} from {size:,} to {now:,} bytes"
    message, hint = f"{did} while it was read", "run this again when no program writes to it"
    problems.add(Problem("file-changed", Place(source.name), message, hint, status=Exit.FILES))


def _file_state(stream: BinaryIO) -> tuple[int, int] | None:
    """Return the size of a file and its modification time, None if it is not a file."""
    try:
        found = os.fstat(stream.fileno())
    except OSError:
        return None
    return (found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None


class Guess(NamedTuple):
    """The format of a source, the reason, and the format that its content suggests."""

    form: Form
    suffix: str
    looks: Form | None


def suffix_form(name: str) -> tuple[Form | None, str]:
    """Return the format that a file's suffix implies, and the suffix."""
    suffix = os.path.splitext(name)[1].lower()
    return BY_SUFFIX.get(suffix), suffix


def guess_form(source: Source, start: bytes) -> Guess:
    """Return the format of a source by its suffix, otherwise by its first bytes."""
    by_suffix, suffix = suffix_form(source.name)
    patterns = RECORDS if start.lstrip(_BEFORE_RECORD)[:1] in (b"{", b"S") else {}
    record = next((form for form, pattern in patterns.items() if re.match(pattern, start)), None)
    if record is not None:
        return Guess(source.form or record, "", None)
    looks = look_at(start)
    form = source.form or by_suffix or looks or "text"
    pasted_cells = form == "text" and looks == "csv" and b"\t" in start
    if source.form is None and looks is not None and (pasted_cells or (form, looks) == ("json", "jsonl")):
        form = looks
    return Guess(form, suffix if by_suffix else "", looks)


_YAML_LINE: Final = (
    rb"(---[ \t]*$|%YAML|- |-$|\{(?![^:{}]+\}$)|\[(?![^\W_]|[\x80-\xff])"
    rb"|(?P<quote>[\"']?)(?:deals|boards)(?P=quote)[ \t]*:[ \t]*([\[{|>\"'#]|$)"
    rb"|[^ \t#:\"']+:[ \t]*(?:[{|>]|\[(?![^\[\]]*\][ \t]*\[)))"
)
_YAML_LIST: Final = (
    rb"\A\s*[\[{]"
    rb"|(?m:^)[ \t]*(?:- )?[\"']?(?:deals|hands|games|rounds|boards)[\"']?[ \t]*:[ \t]*(?:\r?(?m:$)|[\[{|>])"
)
"""A collection, or a list of deals or boards."""
_TEXT_LINE: Final = rb"(?i:deal|hand|round|game)[ \t]+(?:#[ \t]*)?[^ \t:#]|[^#]*[^#/:]/[ \t]*[^/]"
_BULLET_DEAL: Final = rb"[-*] (?i:deal|hand|round|game)[ \t]+#?[ \t]*[0-9]+[ \t]*[:.]?"
"""A deal line after a list bullet."""
_BULLET_ALONE: Final = rb"- (?![{\[\"'])[^:]+(?::[ \t]+[^ \t{\[|>].*)?$"
"""A few words after a bullet, or a key and its value."""
_BULLET_LINE: Final = (
    rb"- (?:\[[ xX]?\][ \t]+)?(?!(?i:note|deal|hand|date)[ \t]*:)[^:{\[]+:"
    rb"(?:[ \t]*[2-9TJQKA1tjqka][^:{\[/|; \t]*[ \t]*[/|; \t-]){2}"
)
"""A board after a list bullet."""
_TAB_ROW: Final = rb"[^\x00-\x1f:/{\[]+(?:\t[^\x00-\x1f:/]+){3,6}\t?"
"""A spreadsheet row with a board in it, as pasted."""
_DELIMITERS: Final = ",;\t"
_OF_CARDS: Final = frozenset((*SHORT_LABELS, "board"))
_OF_BOARDS: Final = _OF_CARDS | {"deal", "date", "player"}
"""The kinds of columns by which a table of boards is recognized in any language."""
_KEY_LINE: Final = rb"[\"']*(" + "|".join(KEYS).encode() + rb")(?![a-z0-9._-])[^:]*:[ \t]*(.*)"
"""A key of a log in lower case, and its value."""
_FREE: Final = frozenset((b"title", b"note", b"void"))
"""Keys whose value is free text."""
_BLOCK: Final = rb"[|>][0-9+-]{0,2}([ \t]+#.*)?"
"""The sign of a block scalar: the indented lines below are the value."""
_JSON_LINES: Final = rb"\s*\{[^\n]*\}[ \t\r]*\n\s*\{"
"""Two lines with one object each."""
_STRING: Final = rb"\"(?:[^\"\\]|\\.)*\""
_REPORT: Final = (
    rb"\{\"schema\": *[0-9]|deal,date,rules,player,status,top,"
    rb"|\{\"name\": *%(text)b(?:, *\"(?:night|title|date)\": *%(text)b)*"
    rb", *\"rules\": *%(text)b, *\"(?:notes|boards)\""
) % {b"text": _STRING}
_STAMPED: Final = rb"(?m)^[^\n:\"{]{0,96}[0-9][:.h][0-9]{2}"
"""A line whose first colon is part of a time."""
_MESSAGES: Final = rb"(?s)(?:\xef\xbb\xbf)?\s*\{.*\"messages\"\s*:\s*\[\s*\{"
_SENDERS: Final = rb"\"(?:sender_name|from|actor|author)\"\s*:"
_TITLES: Final = 12
_FEWEST_COMMAS: Final = 3
_ENTRY: Final = (
    rb"(?:- +)?(?!(?i:deal|hand|round|game)[ \t])(?:\"[^\"]*\"|'[^']*'|[^:\"']+):(?:[ \t]+(?!.*:[ \t]).*)?"
)
"""A line that is a YAML key and value, but not a deal line."""


def is_report(start: bytes) -> bool:
    """Return True if a file starts like a report of this program (json, jsonl, csv)."""
    start = start.removeprefix(b"\xef\xbb\xbf")
    return start.startswith((b"{", b"deal,")) and re.match(_REPORT, start) is not None


def is_chat(start: bytes) -> bool:
    """Return True if a text begins like a group chat, with messages of senders."""
    if re.search(_STAMPED, start) is None:
        return False
    from ofcscore.log.text.chat_stamps import is_chat

    return is_chat(start.decode("utf-8", "replace"))


def is_chat_export(start: bytes) -> bool:
    """Return True if a file starts like a JSON object of messages with senders."""
    return re.match(_MESSAGES, start) is not None and re.search(_SENDERS, start) is not None


def _is_item(pattern: bytes, line: bytes, following: bytes) -> bool:
    """Return True for a list item that ends with its line, unlike a YAML deal."""
    further_in = following.startswith((b" ", b"\t")) and following.strip() != b""
    return line.startswith(b"- ") and re.match(pattern, line) is not None and not further_in


def look_at(start: bytes) -> Form | None:
    """Return the format that the first lines look like, None if text and YAML both fit."""
    if is_chat(start):
        return "text"
    lines = start.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if _has_titles_below(lines):
        return "csv"
    first, below_key, opened, listed = True, False, False, False
    for raw, following in zip(lines, [*lines[1:], b""], strict=True):
        line = raw.strip(b" \t\r")
        if not line or line.startswith(b"#"):
            continue
        if below_key and raw[:1] in b" \t":
            # It may continue a YAML value.
            continue
        if not opened and (re.fullmatch(_BULLET_DEAL, line) or _is_item(_BULLET_LINE, line, following)):
            return "text"
        if line == b"---" or (not opened and _is_item(_BULLET_ALONE, line, following)):
            # A YAML document may begin here, or it is a horizontal rule.
            listed, first, opened = True, False, False
            continue
        key = re.match(_KEY_LINE, line.lower())
        below_key = key is not None
        opened = key is not None and not key[2]
        if first and key is None and not {*b",;\t="}.isdisjoint(raw):
            # Unstripped too: the delimiter may be a tab at the end of the line (`sep=`).
            row = raw.rstrip(b"\r")
            is_set = any(re.fullmatch(b"(?i:sep=.)", text) for text in (line, row))
            if re.fullmatch(_TAB_ROW, row) or is_set or _has_titles(row):
                return "csv"
        first = False
        if key is not None and key[1] in _FREE:
            if re.fullmatch(_BLOCK, key[2]) and following[:1] in (b" ", b"\t"):
                return "yaml"
        elif re.match(_YAML_LINE, line):
            if listed or line[:1] not in b"{[":
                return "yaml"
            return "jsonl" if re.match(_JSON_LINES, start) else "json"
        elif key is None and re.match(_TEXT_LINE, line):
            return "text"
    return "yaml" if listed else None


def _has_titles(row: bytes) -> bool:
    """Return True for a row with two adjacent titles of columns, unlike a list or an object."""
    text = row.decode("utf-8", "replace")
    if {*_DELIMITERS}.isdisjoint(text) or text.lstrip()[:1] in "{[":
        return False
    from ofcscore.log.vocabulary import vocabulary_of

    columns = vocabulary_of(text).columns
    for sign in _DELIMITERS:
        words = [cell.strip(' \t":').lower() for cell in text.split(sign)]
        kinds = [columns.get(word) for word in words]
        # `Oben, unten, Mitte` alone may be a title.
        known = _OF_BOARDS if _OF_CARDS & {*kinds} and (_OF_BOARDS - _OF_CARDS) & {*kinds} else frozenset()
        titles = [word in COLUMN_NAMES or kind in known for word, kind in zip(words, kinds, strict=True)]
        if any(map(and_, titles, titles[1:])):
            return True
    return False


def _has_titles_below(lines: list[bytes]) -> bool:
    """Return True if column titles follow rows of words with as many delimiters: `OFC night,,,,,`."""
    for sign in map(str.encode, _DELIMITERS):
        counts = [line.count(sign) for line in lines[:_TITLES]]
        same = [*takewhile(counts[0].__eq__, counts)]
        if counts[0] >= _FEWEST_COMMAS and any(map(_has_titles, lines[1 : len(same)])):
            return True
    return False


def _may_be_yaml(start: bytes) -> bool:
    """Return True if a seeming text log may be YAML: each line has a key or is indented."""
    lines = start.removeprefix(b"\xef\xbb\xbf").splitlines()
    # The last line may be cut.
    whole = lines if start.endswith(b"\n") else lines[:-1] or lines
    return all(
        line[:1] in (b" ", b"\t", b"#")
        or line == b"---"
        or (re.fullmatch(_ENTRY, line) and not _is_item(_BULLET_LINE, line, following))
        or (re.fullmatch(rb"[^:\"']+:[ \t]*", line) and following[:1] in (b" ", b"\t"))
        for line, following in zip(whole, [*whole[1:], b""], strict=True)
        if line.strip()
    )


_FAMILIES: Final[dict[Form, Form]] = {"json": "yaml", "jsonl": "yaml"}
"""Formats that share the reader of another format."""


def form_problem(source: Source, start: bytes, guess: Guess) -> Problem | None:
    """Return the error if a file's content contradicts its format, otherwise None."""
    if is_report(start):
        message, hint = "this is a report of ofcscore, not a log", "use the log that the report was made from"
        return Problem("form-mismatch", Place(source.name), message, hint)
    form, looks = guess.form, guess.looks
    if b"\x00" in start or source.form is not None or not guess.suffix or looks is None:
        return None
    if (
        form == "csv"
        or _FAMILIES.get(looks, looks) == _FAMILIES.get(form, form)
        or (form == "yaml" and _may_be_yaml(start))
        or (form == "text" and looks == "yaml" and not re.search(_YAML_LIST, start))
        # Its first object may lack a hand or have other fields first.
        or (form == "hh" and looks in ("json", "jsonl"))
    ):
        return None
    why = f"because its name ends in {guess.suffix}, but it looks like {FORM_NAMES[looks]}"
    stem, _ = os.path.splitext(os.path.basename(source.name))
    renamed = stem + _SUFFIXES.get(looks, "").partition(" ")[0]
    hint = f"rename it to {show(renamed)}, or add `--from {looks}`"
    message = f"this file was read as {FORM_NAMES[form]}, {why}"
    return Problem("form-mismatch", Place(source.name), message, hint)


class Peeked(io.RawIOBase):
    """A peeked stream from its beginning; `closes` makes it close the inner stream."""

    def __init__(self, start: bytes, rest: BinaryIO, *, closes: bool = False) -> None:
        self._start = memoryview(start)
        self._rest = rest
        self._closes = closes

    def close(self) -> None:
        if self._closes:
            self._rest.close()
        super().close()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        size = len(buffer)
        piece: bytes | memoryview
        if self._start:
            piece, self._start = self._start[:size], self._start[size:]
        else:
            read = getattr(self._rest, "read1", self._rest.read)
            piece = read(size) or b""
        buffer[: len(piece)] = piece
        return len(piece)


def peek(stream: BinaryIO) -> tuple[bytes, BinaryIO]:
    """Return the bytes available at once, and the stream from its beginning."""
    if hasattr(stream, "peek"):
        return bytes(stream.peek(_PEEKED)), stream
    buffered = io.BufferedReader(Peeked(b"", stream), _PEEKED)
    return buffered.peek(), cast(BinaryIO, buffered)


def log_names(files: Iterable[str]) -> dict[str, str]:
    """Return a short name per log file: without folder and suffix.

    Equal names keep as many folders as needed to differ, otherwise the suffix.

    >>> list(log_names(["season/2026-09.ofc", "season/2026-10.ofc"]).values())
    ['2026-09', '2026-10']
    >>> list(log_names(["ana/night.ofc", "ben/night.ofc", "ben/night.yaml"]).values())
    ['ana/night', 'ben/night.ofc', 'night.yaml']
    """
    ways = {file: _ways(file) for file in files}
    names = {}
    for file, own in ways.items():
        others = {way for other, theirs in ways.items() if other != file for way in theirs}
        names[file] = next((way for way in own if way not in others), file)
    return names


def _ways(file: str) -> list[str]:
    """Return candidates for a log's name, shortest first: without suffix, then with it."""
    path = file.strip("<>").replace(os.sep, "/")
    ways = (os.path.splitext(path)[0].split("/"), path.split("/"))
    return ["/".join(parts[-count:]) for parts in ways for count in range(1, len(parts) + 1)]


LINE_LIMIT: Final = 4096
_BYTES_LIMIT: Final = 4 * LINE_LIMIT + 2
_SKIPPED_AT_MOST: Final = 1 << 26
_BOM: Final = b"\xef\xbb\xbf"
PARQUET: Final = b"PAR1"
"""The first bytes of a Parquet file."""
_ZIP: Final = b"PK\x03\x04"
_MAGIC: Final = {
    b"\xff\xfe": "UTF-16 (little-endian)",
    b"\xfe\xff": "UTF-16 (big-endian)",
    b"\x1f\x8b": "a gzip archive",
    _ZIP: "a zip archive or an office document",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    PARQUET: "a Parquet file",
}
CONTROL: Final = "[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]"
"""A character that cannot be part of a line of plain text."""
_BREAKS: Final = {
    "\x85": "U+0085 NEXT LINE",
    "\x0b": "a vertical tab",
    "\x0c": "a form feed",
    **{sign: describe_character(sign) for sign in "\u2028\u2029\x1c\x1d\x1e"},
}
"""Characters that some programs treat as the end of a line, with their names."""


def read_lines(
    stream: BinaryIO, file: str, problems: Problems, limit: int = LINE_LIMIT, before: int = 0
) -> Iterator[Line | None]:
    """Yield the lines from `numbered_lines`, None for each unusable one."""
    for number, text in numbered_lines(stream, file, problems, limit, before):
        yield None if text is None else Line(file, number, text)


def numbered_lines(
    stream: BinaryIO, file: str, problems: Problems, limit: int = LINE_LIMIT, before: int = 0
) -> Iterator[NumberedLine]:
    """Yield the lines of a stream with their numbers.

    A byte order mark is skipped, and CRLF becomes LF. A line that is too long is not read whole. Bytes that
    are not text end the reading with one error. `limit` is the most characters of a line, and `before` the
    number of earlier lines of the file.
    """
    bytes_limit = 4 * limit + 2
    bad_bytes = False
    for number, raw in enumerate(iter(partial(stream.readline, bytes_limit), b""), before + 1):
        if number == 1:
            problem = not_text(file, raw)
            if problem is not None:
                problems.add(problem)
                yield number, None
                return
            raw = raw.removeprefix(_BOM)
        # A byte that is not text is not printable either.
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
            # A wrong encoding is one mistake, so it is reported once.
            if not bad_bytes:
                problems.add(_bad_byte(file, number, raw, error))
            bad_bytes = True
            yield number, None
            continue
        found = re.search(CONTROL, text)
        if found is not None:
            problems.add(_control(file, number, text, found))
            problems.miss(text.partition(":")[0].strip())
        yield number, text if found is None else None


def read_pieces(stream: BinaryIO, file: str, before: int = 0) -> Iterator[str]:
    """Yield a stream's text as lines with their ends; long lines come in pieces.

    `before` is the number of earlier lines of the file. Raises `CutShort` at bytes that are not text.
    """
    decode = codecs.getincrementaldecoder("utf-8")().decode
    number = before + 1
    columns = 0
    while raw := stream.readline(_BYTES_LIMIT):
        if number == 1 and not columns:
            problem = not_text(file, raw)
            if problem is not None:
                raise CutShort(problem)
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


def not_text(file: str, start: bytes) -> Problem | None:
    """Return the error for a file that is not UTF-8 text by its first bytes, otherwise None."""
    name = next((name for magic, name in _MAGIC.items() if start.startswith(magic)), None)
    if name is None:
        return None
    if name.startswith("UTF-16"):
        return Problem("not-utf8", Place(file), f"this file is {name}", "save it as UTF-8")
    hint = "use a plain text file"
    if name == _MAGIC[_ZIP]:
        hint += "; save a spreadsheet as CSV"
    if name == _MAGIC[PARQUET]:
        table = show(file) if file.lower().endswith(".parquet") else "NAME.parquet"
        hint = f"`ofcscore score {table} -o SCORED.parquet` scores it and reports errors in its deals"
    return Problem("not-text", Place(file), f"this is not text: it looks like {name}", hint)


def _too_long(file: str, number: int, raw: bytes, limit: int) -> Problem:
    place = Place(file, number, 1, 1, raw[:200].decode("utf-8", "replace"))
    hint = "write one board or one key per line, and check that this is a log"
    return Problem("line-too-long", place, f"this line is longer than {limit:,} characters", hint)


def _skip_line(stream: BinaryIO) -> bool:
    """Skip the rest of a line; return False if it is too long to wait for its end."""
    left = _SKIPPED_AT_MOST
    while left > 0 and (rest := stream.readline(_SKIPPED_AT_MOST >> 10)):
        if rest.endswith(b"\n"):
            return True
        left -= len(rest)
    return left > 0


def _nul(file: str, number: int) -> Problem:
    hint = "save the log as UTF-8 text"
    return Problem("not-text", Place(file, number), "this is not text: it has a NUL byte", hint)


def _bad_byte(file: str, number: int, raw: bytes, error: UnicodeDecodeError, columns: int = 0) -> Problem:
    before = error.object[: error.start].decode("utf-8", "ignore")
    shown = raw.rstrip(b"\r\n").decode("utf-8", "replace") if not columns else None
    place = Place(file, number, columns + len(before) + 1, 1, shown)
    byte = f"0x{error.object[error.start]:02X}"
    message = f"not valid UTF-8 at byte {error.start + 1} of line {number} (byte {byte})"
    hint = "save the file as UTF-8; it may be Latin-1 or a Windows code page"
    return Problem("not-utf8", place, message, hint)


def _control(file: str, number: int, text: str, found: re.Match[str]) -> Problem:
    place = Place(file, number, found.start() + 1, 1, text)
    if found[0] == "\r":
        message = "a carriage return alone does not end a line"
        return Problem("line-break", place, message, "save the file with LF or CRLF line ends")
    if found[0] in _BREAKS:
        message = f"there is an invisible character here: {_BREAKS[found[0]]}"
        return Problem("line-break", place, message, "delete it; if you meant a new line, press Enter there")
    message = f"{describe_character(found[0])} is a control character, but a log must be plain text"
    return Problem("control-character", place, message, "delete it")
