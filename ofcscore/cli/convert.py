"""`fmt` and `convert`: logs rewritten, whole and only without problems."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, cast

from ofcscore.files.written import Spool
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import BY_SUFFIX, Form, Source, guess_form, peek, unreadable
from ofcscore.log.write import write_syntax
from ofcscore.log.write.formatting import checked, format_text, split_remark
from ofcscore.log.write.notation import FREE_KEYS
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import show

FORM_NAMES: Final[dict[Form, str]] = {
    "text": "a text log",
    "yaml": "YAML",
    "json": "JSON",
    "jsonl": "JSON Lines",
    "csv": "CSV",
}
Tick = Callable[[], None]


class OtherFormError(Exception):
    """A log is in another form than the one that can be formatted; `form` says in which."""

    def __init__(self, form: Form) -> None:
        super().__init__(form)
        self.form = form


def convert_log(source: Source, form: Form, spool: Spool, problems: Problems) -> bool:
    """Writes a log in a form to the spool; True where remarks had to be left out.

    With problems, what the spool has is worth nothing.
    """
    watched = _Watched(source)
    for piece in write_syntax(checked(read_syntax(watched.source, problems), problems), form, problems):
        spool.write(piece)
    return watched.remarks


def format_log(source: Source, spool: Spool, problems: Problems) -> bool:
    """Writes a text log in canonical notation to the spool; True where that changes it.

    With problems, what the spool has is worth nothing. Raises `OtherFormError`.
    """
    import hashlib

    try:
        raw = source.open()
    except OSError as error:
        problems.add(unreadable(source, error))
        return False
    before, after = hashlib.sha256(), hashlib.sha256()
    try:
        start, stream = peek(raw)
        guess = guess_form(source, start)
        if guess.form != "text":
            raise OtherFormError(guess.form)
        tapped = cast(BinaryIO, _Tapped(stream, before.update))
        for piece in format_text(tapped, source.name, source.base, problems):
            after.update(piece.encode("utf-8"))
            spool.write(piece)
    except OSError as error:
        problems.add(unreadable(source, error))
    finally:
        if source.name != "<stdin>":
            raw.close()
    return before.digest() != after.digest()


def diff_lines(name: str, before: bytes, after: Iterable[str]) -> Iterator[str]:
    """What formatting changes in a log, as a unified diff. The name is cleaned: it is for a person."""
    import difflib

    old = before.decode("utf-8").splitlines(keepends=True)
    new = "".join(after).splitlines(keepends=True)
    for line in difflib.unified_diff(old, new, show(name), f"{show(name)} (formatted)"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def form_of(output: str) -> Form | None:
    """The form that the name of a file asks for."""
    return BY_SUFFIX.get(os.path.splitext(output)[1].lower())


class _Tapped:
    """A stream whose lines are shown to somebody else as they are read."""

    def __init__(self, stream: BinaryIO, tap: Callable[[bytes], object]) -> None:
        self._stream = stream
        self._tap = tap

    def readline(self, limit: int = -1) -> bytes:
        line = self._stream.readline(limit)
        self._tap(line)
        return line

    def read1(self, size: int = -1) -> bytes:
        """A piece that is a line, so that a reader by pieces passes by here too."""
        return self.readline(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@dataclass(slots=True)
class _Watched:
    """A source that is watched for remarks, which are no part of what a log says."""

    watched: Source
    remarks: bool = False

    @property
    def source(self) -> Source:
        form = self.watched.form or form_of(self.watched.name)
        if form in ("json", "jsonl", "csv"):
            return self.watched

        def look(line: bytes) -> None:
            if not self.remarks and b"#" in line:
                self.remarks = _has_remark(line.decode("utf-8", "replace"), form)

        def open_tapped() -> BinaryIO:
            return cast(BinaryIO, _Tapped(self.watched.open(), look))

        return Source(self.watched.name, open_tapped, self.watched.form, self.watched.base)


def _has_remark(line: str, form: Form | None) -> bool:
    """Whether a line has a remark; where it may be YAML, one behind a value is not looked for."""
    text = line.strip(" \t\r\n")
    if form != "text":
        return text.startswith("#")
    key = text.partition(":")[0].strip(" \t").lower()
    return bool(split_remark(text, free=key in FREE_KEYS)[1])
