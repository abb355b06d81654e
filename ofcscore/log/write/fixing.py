"""Apply the fixes of a text log's problems, and tell how its lines are read."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from ofcscore.diagnostics.problem import Edit, Problem, Problems
from ofcscore.game.board import Board
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.logs import read_text
from ofcscore.log.read.sources import Source, numbered_lines
from ofcscore.log.syntax import BoardSyntax, DealLine, Entry, LineSyntax
from ofcscore.log.write.notation import board_head, board_text, deal_line, entry_text

_BOM = "\ufeff"


def fix_text(data: bytes, name: str, base: str) -> bytes:
    """Return a text log with each safe fix made that is the only one of its problem.

    A fix is made only if its problem is gone afterwards, and no other error is there that was not before.
    """
    errors = _errors(data, name, base)
    fixable = [p for p in errors if len(p.fixes) == 1 and p.fixes[0].safe]
    if not fixable:
        return data
    fixed = _applied(data, fixable)
    if _only_mends(errors, fixable, _errors(fixed, name, base)):
        return fixed
    # From the end, so that the lines above keep their numbers.
    for problem in reversed(fixable):
        fixed = _applied(data, [problem])
        left = _errors(fixed, name, base)
        if _only_mends(errors, [problem], left):
            data, errors = fixed, left
    return data


def _errors(data: bytes, name: str, base: str) -> list[Problem]:
    source = Source(name, partial(io.BytesIO, data), "text", base)
    return [problem for problem in read_session([source])[1] if not problem.warning]


def _only_mends(before: Sequence[Problem], fixed: Sequence[Problem], after: Sequence[Problem]) -> bool:
    """Return True if the errors after fixes are those before without the fixed ones."""
    return _marks(after) == _marks(before) - _marks(fixed)


def _marks(problems: Iterable[Problem]) -> Counter[tuple[str, str | None]]:
    """Return the codes and source lines of problems, which stay the same where other lines change."""
    return Counter((problem.code, problem.place.text) for problem in problems)


def _applied(data: bytes, problems: Iterable[Problem]) -> bytes:
    """Return a log with the fixes of problems made, one for each line."""
    edits: dict[int, Edit] = {}
    for problem in problems:
        for edit in problem.fixes[0].edits:
            edits.setdefault(edit.line, edit)
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    for number, edit in edits.items():
        line = lines[number - 1]
        start = _BOM if number == 1 and line.startswith(_BOM) else ""
        end = "\r" if line.endswith("\r") else ""
        fixed = edit.applied(line.removeprefix(start).removesuffix(end))
        lines[number - 1] = f"{start}{fixed}{end}".replace("\n", f"{end}\n")
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def unusual_lines(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the number of each line that is not written canonically, and how it is read."""
    with source.opened() as stream:
        texts: dict[int, str] = {}

        def lines() -> Iterator[tuple[int, str | None]]:
            for number, text in numbered_lines(stream, source.name, Problems()):
                texts[number] = text or ""
                yield number, text

        read: dict[int, list[str]] = {}
        for value in read_text(lines(), source.name, Problems()):
            found = _canonical(value)
            if found is not None:
                read.setdefault(found[0], []).append(found[1])
    for number, parts in read.items():
        typed = "".join(texts[number].split())
        canonical = "".join("".join(parts).split())
        if typed != canonical and not typed.startswith(f"{canonical}#"):
            yield number, "; ".join(parts)


def _canonical(value: LineSyntax) -> tuple[int, str] | None:
    """Return the number of a line, and what it says in canonical notation; None for one that says nothing."""
    if isinstance(value, BoardSyntax):
        return value.at.line.number, f"{board_head(value)} {board_text(value)}".strip()
    if isinstance(value, Entry):
        return value.key.line.number, entry_text(value)
    if isinstance(value, DealLine) and value.name is not None:
        void = f"; {entry_text(value.void)}" if value.void is not None else ""
        date = value.date.text if value.date is not None else None
        return value.at.line.number, deal_line(value.name.text, date) + void
    # A board that is a value already was written canonically.
    assert not isinstance(value, Board) or value.source is not None
    return None
