"""Rewrite text logs: canonical notation for `fmt`, fixed errors for `check --fix`.

Order, remarks and blank lines are kept. The notation is that of `write_text`, whose output does not change.
Rows on their own lines are joined into one line unless a remark is between them.
"""

import io
import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import BinaryIO, Final, Literal, NamedTuple

from ofcscore.diagnostics.problem import Edit, Problem, Problems
from ofcscore.diagnostics.terminal import text_width
from ofcscore.log.check.checker import Checker, doubts_of, read_session
from ofcscore.log.check.key_values import Reread
from ofcscore.log.keys import FREE_KEYS
from ofcscore.log.read.lines_to_deals import group_lines
from ofcscore.log.read.logs import read_text
from ofcscore.log.read.sources import LINE_LIMIT, Source, numbered_lines
from ofcscore.log.read.voids import NO_VOIDS, Voids
from ofcscore.log.syntax import BoardSyntax, DealLine, DealSyntax, Entry, Item, Line, LineSyntax, NumberedLine
from ofcscore.log.text.normalize import masked_numbers
from ofcscore.log.write.notation import (
    board_head,
    board_line,
    board_text,
    deal_line,
    entry_text,
    marks_text,
    place_rows,
    rows_text,
)

_BOM: Final = "\ufeff"
_QUOTED: Final = r'(?:"[^"]*(?:"|\Z))+'
_SAID: Final = f'(?:{_QUOTED}|[^"#]|(?<=[^ \t])#)*'
_WORD: Final = f'(?<![^ \t]){_QUOTED}|(?<=[^ \t])["#]'
_SAID_FREELY: Final = f'(?:{_WORD}|[^"#:])*(?::(?:{_QUOTED})?)?(?:{_WORD}|[^"#])*'
"""The part of a line before a remark; quotes count only at the start of a word."""


class _Output(NamedTuple):
    """A line of the result: `start` begins a deal, `line` is any other line with content."""

    kind: Literal["start", "line", "remark", "blank"]
    text: str = ""


def format_text(
    stream: BinaryIO,
    file: str,
    base: str,
    problems: Problems,
    reread: Reread | None = None,
    voids: Voids = NO_VOIDS,
) -> Iterator[str]:
    """Yield the lines of a log in canonical notation, valid only without errors.

    Each line includes its end. The log is checked at the same time, as before scoring. `base` is the folder
    for its relative paths, `voids` are the void deals that it names.
    """
    taken: deque[Line] = deque()

    def lines() -> Iterator[NumberedLine]:
        for number, text in numbered_lines(stream, file, problems):
            if text is not None:
                taken.append(Line(file, number, text))
            yield number, text

    syntaxes = group_lines(read_text(lines(), file, problems), file, base, problems)
    return _space(_items(checked(syntaxes, problems, reread, voids), taken))


def checked(
    syntaxes: Iterable[Item], problems: Problems, reread: Reread | None = None, voids: Voids = NO_VOIDS
) -> Iterator[Item]:
    """Check the items of a log while yielding them.

    `reread` yields all items of the log again, `voids` are the void deals that it names.
    """
    checker = Checker(problems)
    for syntax in syntaxes:
        # Nothing is scored here, so no result confirms them.
        problems.extend(doubts_of(syntax.entries))
        if isinstance(syntax, DealSyntax):
            checker.deal(syntax)
            yield checker.spelled(syntax)
        else:
            checker.header(syntax, reread, voids)
            yield checker.spelled_header(syntax)
    checker.finish()


def _items(syntaxes: Iterable[Item], taken: deque[Line]) -> Iterator[_Output]:
    """Yield the output for all lines; each item takes the lines before the next item."""
    headed = False
    for syntax, behind in pairwise(chain(syntaxes, (None,))):
        assert syntax is not None
        lines = _before(taken, behind.at.line.number) if isinstance(behind, DealSyntax) else taken
        yield from _lay_out(syntax, lines, headed)
        headed = headed or bool(syntax.entries)


def _before(taken: deque[Line], number: int) -> deque[Line]:
    lines: deque[Line] = deque()
    while taken and taken[0].number < number:
        lines.append(taken.popleft())
    return lines


def _lay_out(syntax: Item, lines: deque[Line], headed: bool) -> Iterator[_Output]:
    """Yield the output of the header or of one deal."""
    said: defaultdict[int, list[Entry]] = defaultdict(list)
    for entry in syntax.entries:
        said[entry.key.line.number].append(entry)
    boards: defaultdict[int, list[BoardSyntax]] = defaultdict(list)
    start = column = 0
    name = date = None
    if isinstance(syntax, DealSyntax):
        for board in syntax.boards:
            boards[board.at.line.number].append(board)
        name, date = syntax.name, syntax.date
        start = syntax.at.line.number if name is not None or headed else 0
        column = _column(syntax.boards, {line.number: line for line in lines})
    above = _marked_dealers(said, boards, {line.number for line in lines})
    while lines:
        line = lines.popleft()
        here = boards[line.number]
        head = name if line.number == start else None
        kind: Literal["start", "line"] = "start" if line.number == start else "line"
        block = [line, *_before(lines, max(map(max, map(line_numbers, here))) + 1)] if here else [line]
        entries = [entry for taken in block for entry in said[taken.number]]
        if here and head is None:
            yield from (_Output(kind, entry_text(entry)) for entry in above)
            kind, above = ("line", []) if above else (kind, above)
        if len(here) == 1 and not said[line.number] and head is None and _has_remarks(block):
            yield from _block(here[0], block, kind)
            yield from (_Output("line", entry_text(entry)) for entry in entries)
            continue
        written = [entry_text(entry) for entry in above] if here else []
        above = [] if here else above
        written += [board_line(board, column) for board in here]
        written += [entry_text(entry) for entry in entries if name is None or entry.key.text != "date"]
        free, behind = bool(entries) and entries[-1].key.text in FREE_KEYS, 0
        if head is not None:
            written.insert(0, deal_line(head.text, date.text if date is not None else None))
            # A number sign before the name (`Hand #12`) does not begin a remark.
            last = date if date is not None and date.line == line else head
            free, behind = False, last.column + last.width - 1 if last.line == line else 0
        if written or entries:
            remark = _remark_of(block[-1], behind, free=free)
            yield from _with_remark(kind, written, remark, line if len(block) == 1 else None)
        else:
            text = line.text.strip(" \t")
            # Chat lines that are not part of the log become remarks.
            yield _Output("remark", text if text[0] == "#" else f"# {text}") if text else _Output("blank")
    yield from (_Output("line", entry_text(entry)) for entry in above)


def _marked_dealers(
    said: dict[int, list[Entry]], boards: dict[int, list[BoardSyntax]], lines: set[int]
) -> list[Entry]:
    """Take the dealers who are marked on a board's line, as `dealer` is only read above the boards.

    The board may be the first one below a header with these `lines`.
    """
    marked = {number for number in said if number in boards or number not in lines}
    taken = [entry for number in marked for entry in said[number] if entry.key.text == "dealer"]
    for number in marked:
        said[number] = [entry for entry in said[number] if entry.key.text != "dealer"]
    return taken


def _column(boards: Iterable[BoardSyntax], lines: dict[int, Line]) -> int:
    """Return the column at which the boards of a deal on one line each begin."""
    widest = 0
    for board in boards:
        numbers = line_numbers(board)
        block = [lines[n] for n in range(min(numbers), max(numbers) + 1) if n in lines]
        if not _has_remarks(block):
            widest = max(widest, text_width(board_head(board)))
    return widest + 1


def line_numbers(board: BoardSyntax) -> set[int]:
    status = [board.status] if board.status is not None else []
    return {piece.line.number for piece in (board.at, *board.rows, *board.marks, *status)}


def _has_remarks(block: list[Line]) -> bool:
    """Return True if a board on several lines has a remark before its last line."""
    return any(split_remark(line.text)[1] for line in block[:-1])


def _block(board: BoardSyntax, block: list[Line], kind: Literal["start", "line"]) -> Iterator[_Output]:
    """Yield a board that keeps its lines, and the remarks among them."""
    alone = board.claim is not None and len(board.rows) == 1 and board.labels[0] is None
    rows = list(zip(place_rows(board.labels), board.rows, strict=True))
    for line in block:
        begins = line is block[0]
        pieces = [f"claim {board.claim.text}:"] if begins and board.claim is not None else []
        status = board.status if board.claim is None else None
        pieces += [status.text] if status is not None and status.line.number == line.number else []
        here = [(None if alone else row, cards) for row, cards in rows if cards.line.number == line.number]
        marks = [mark for mark in board.marks if mark.line.number == line.number]
        pieces += [rows_text(here, labelled=True)] if here else []
        pieces += [f"({marks_text(marks)})"] if marks else []
        body, remark = " ".join(pieces), _remark_of(line)
        if begins:
            yield from _with_remark(kind, [f"{board_head(board)} {body}".strip()], remark, line)
        elif pieces:
            yield from _with_remark("line", [f"  {body}"], remark, line)
        elif remark:
            # Not a "remark": it must not move away from its rows.
            yield _Output("line", f"  {remark}")


def _remark_of(line: Line, start: int = 0, *, free: bool = False) -> str:
    """Return the remark on a line after a position, outside of quotes or right after them."""
    return split_remark(line.text[start:].removeprefix('"') if start else line.text, free=free)[1]


def _with_remark(
    kind: Literal["start", "line"], texts: list[str], remark: str, line: Line | None
) -> Iterator[_Output]:
    """Yield a line with its remark, or the remark above it if both are too long.

    The remark keeps its column if `line` is its original line.
    """
    text, *others = texts or [""]
    column = 0 if line is None else text_width(line.text.rstrip(" \t").removesuffix(remark))
    gap = max(2, column - text_width(text))
    if remark and (not text or len(text) + gap + len(remark) > LINE_LIMIT):
        yield _Output("remark", remark)
    elif remark:
        text = f"{text}{' ' * gap}{remark}"
    if text:
        yield _Output(kind, text)
    for other in others:
        yield _Output("line", other)


def _space(items: Iterable[_Output]) -> Iterator[str]:
    """Yield the lines with at most one blank line in a row, and one above each deal."""
    begun = False
    blank = False
    held: list[str] = []
    # A final blank line flushes the remarks before it.
    for item in chain(items, (_Output("blank"),)):
        if item.kind == "remark":
            held.append(item.text)
            continue
        blank = blank or item.kind == "start" or (item.kind == "blank" and not held)
        if item.kind == "blank" and not held:
            continue
        if blank and begun:
            yield "\n"
        for remark in held:
            yield remark + "\n"
        begun = begun or bool(held)
        held.clear()
        blank = item.kind == "blank"
        if item.kind != "blank":
            yield item.text + "\n"
            begun = True


def split_remark(text: str, *, free: bool = False) -> tuple[str, str]:
    """Split a line into its content and the remark after it, "" if there is none.

    `free`: the line is a key with free text, where quotes count only at the start of a word.

    >>> split_remark('P: foul   # "so"')
    ('P: foul', '# "so"')
    >>> split_remark('"No #1": foul')
    ('"No #1": foul', '')
    """
    said = re.match(_SAID_FREELY if free else _SAID, masked_numbers(text))
    assert said is not None
    return text[: said.end()].rstrip(" \t"), text[said.end() :].rstrip(" \t")


# -- fixes and readings -----------------------------------------------------------------------------------


def fix_text(data: bytes, name: str, base: str) -> bytes:
    """Return a text log with each safe and unique fix applied.

    A fix is only applied if its error disappears and no new error occurs.
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
    """Return True if the fixes removed exactly the fixed errors."""
    # Other edits do not change an error's code and source line.
    was, mended, left = (
        Counter((error.code, error.place.text) for error in errors) for errors in (before, fixed, after)
    )
    return left == was - mended


def _applied(data: bytes, problems: Iterable[Problem]) -> bytes:
    """Return a log with the fixes applied, one per line."""
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
    """Yield the number of each non-canonical line and how it is read."""
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
    """Return a line's number and canonical notation, None if it has no content."""
    if isinstance(value, BoardSyntax):
        return value.at.line.number, f"{board_head(value)} {board_text(value)}".strip()
    if isinstance(value, Entry):
        return value.key.line.number, entry_text(value)
    if isinstance(value, DealLine) and value.name is not None:
        void = f"; {entry_text(value.void)}" if value.void is not None else ""
        date = value.date.text if value.date is not None else None
        return value.at.line.number, deal_line(value.name.text, date) + void
    # A parsed `Board` was already written canonically.
    return None
