"""A long text log scored in parts by several processes, with the same result to the byte as by one.

The log is cut before `deal` lines. This process scores the first part as ever; others each score one of
the parts behind it, from what they take for granted at its beginning: the header and the first deals, and
a stretch of deals right before the part, from which they learn who is in fantasyland. In the order of the
log every part is then taken in if what it took for granted is what the parts before it really came to. A
part of which that is not so is scored here after all, so nothing but time is lost by a wrong guess.
"""

from __future__ import annotations

import codecs
import copyreg
import io
import itertools
import os
import pickle
import re
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from multiprocessing import get_all_start_methods, get_context
from types import MappingProxyType
from typing import Any, BinaryIO, Final, NamedTuple, cast

from ofcscore.cli.score_run import Scoring
from ofcscore.files.written import Spool
from ofcscore.game.board import Deal, Header, Points
from ofcscore.log.check.checker import CheckedPart, Checker, Overrides
from ofcscore.log.read.from_text import read_text_and_deals
from ofcscore.log.read.grouping import group_lines_and_deals
from ofcscore.log.read.lines import read_lines_and_deals
from ofcscore.log.read.logs import form_problem
from ofcscore.log.read.sources import Source, file_source, guess_form, peek
from ofcscore.log.syntax import HeaderSyntax
from ofcscore.problems.collected import Problems
from ofcscore.report import Report
from ofcscore.session.session import SessionPart, run

SMALLEST: Final = 1 << 22
"""Bytes of a part below which another process costs more than it gains."""
WARM_UP: Final = 1 << 14
"""Bytes of deals before a part from which its process learns what runs on into it."""
_PIECE: Final = 1 << 20
_DEAL: Final = re.compile(
    rb"\n(?=(?:[Dd]eal|[Hh]and) [A-Za-z0-9_.-]{1,64}(?: [0-9]{4}-[0-9]{2}-[0-9]{2})?\r?\n)"
)
_DEALS: Final = (b"\ndeal ", b"\nhand ", b"\nDeal ", b"\nHand ")


class Cut(NamedTuple):
    """A place before a `deal` line: its byte, and how many lines and deals come before it."""

    at: int
    lines: int
    deals: int


class Part(NamedTuple):
    """A stretch of a log for one process."""

    head: Cut
    warm: Cut
    start: Cut
    end: int


class Scored(NamedTuple):
    """What a process made of its part; `report` is the report's state, which must not have changed."""

    session: SessionPart
    checked: CheckedPart
    problems: Problems
    exchanged: dict[tuple[str, str], Points] | None
    report: bytes


# -- cutting -------------------------------------------------------------------------------------------


def cut_log(path: str, jobs: int, smallest: int = SMALLEST, warm_up: int = WARM_UP) -> list[Part]:
    """The parts behind the first, at most one for each further process; none where the log is no such log.

    Raises OSError.
    """
    size = os.path.getsize(path)
    count = min(jobs, size // max(smallest, 1))
    if count < 2:
        return []
    with open(path, "rb") as file:
        head = _deal_line(file, min(warm_up, size // count // 2))
        starts = [_deal_line(file, size * part // count) for part in range(1, count)]
        warm = [_deal_line(file, size * part // count - warm_up) for part in range(1, count)]
        places = [place for place in (head, *starts, *warm) if place is not None]
        if len(places) < 2 * count - 1:
            return []
        cuts = _count(file, sorted(set(places)))
    if cuts is None:
        return []
    at = [cuts[place] for place in places]
    first, begins, before = at[0], at[1:count], at[count:]
    ends = [*(cut.at for cut in begins[1:]), size]
    parts = [Part(first, *three) for three in zip(before, begins, ends, strict=True)]
    if any(not part.head.at <= part.warm.at < part.start.at < part.end for part in parts):
        return []
    return parts


def _deal_line(file: BinaryIO, near: int) -> int | None:
    """The first byte of the first canonical `deal` line behind a byte; None where none is near."""
    file.seek(max(near, 0))
    match = _DEAL.search(file.read(_PIECE))
    return None if match is None else max(near, 0) + match.end()


def _count(file: BinaryIO, wanted: list[int]) -> dict[int, Cut] | None:
    """Lines and deals before each byte; None where the file is not text throughout."""
    file.seek(0)
    decode = codecs.getincrementaldecoder("utf-8")().decode
    cuts = {}
    at = lines = deals = 0
    tail = b"\n"
    places = iter([*wanted, None])
    place = next(places)
    while True:
        size = _PIECE if place is None else min(_PIECE, place - at)
        piece = file.read(size)
        if not piece:
            break
        try:
            decode(piece)
        except UnicodeDecodeError:
            return None
        if b"\0" in piece or (len(piece) == _PIECE and b"\n" not in piece):
            return None
        at += len(piece)
        lines += piece.count(b"\n")
        joined = tail + piece
        deals += sum([joined.count(word) for word in _DEALS])
        tail = joined[-5:]
        while place is not None and at == place:
            cuts[place] = Cut(at, lines, deals)
            place = next(places)
    return cuts


# -- one part ------------------------------------------------------------------------------------------


class _Slice(io.RawIOBase):
    """Some of the bytes of a file."""

    def __init__(self, path: str, start: int, end: int) -> None:
        self._file = open(path, "rb")  # noqa: SIM115 - closed by close
        self._file.seek(start)
        self._left = end - start

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        piece = self._file.read(min(len(buffer), self._left))
        buffer[: len(piece)] = piece
        self._left -= len(piece)
        return len(piece)

    def close(self) -> None:
        self._file.close()
        super().close()


def _read(
    source: Source, start: int, end: int, lines: int, checker: Checker, problems: Problems
) -> Iterator[Header | Deal]:
    """The checked items of a stretch of a log; the header where it begins with the log."""
    with io.BufferedReader(cast(Any, _Slice(source.name, start, end))) as stream:
        read = read_text_and_deals(
            read_lines_and_deals(cast(BinaryIO, stream), source.name, problems, lines), problems
        )
        for item in group_lines_and_deals(read, source.name, source.base, problems):
            checked: Header | Deal | None
            if isinstance(item, list):
                yield from checker.whole(item)
                continue
            if isinstance(item, HeaderSyntax):
                checked = checker.header(item) if start == 0 else None
            else:
                checked = checker.deal(item)
            if checked is not None:
                yield checked


def _state(report: Report) -> bytes:
    """All that a report remembers, in a form that compares."""
    memory = io.BytesIO()
    pickler = pickle.Pickler(memory)
    # Equal states are equal bytes, whichever values happen to be one object.
    pickler.fast = True
    pickler.dump(report)
    return memory.getvalue()


def _score(
    source: Source,
    overrides: Overrides,
    part: Part,
    report: Report,
    deals: Any,
    spool: Spool,
    tick: Callable[[], None] | None = None,
) -> Scored:
    """One part, scored from what it takes for granted; the text of its deals goes to the spool."""
    aside = Problems()
    checker = Checker(aside, overrides)
    with Spool() as unused:
        scoring = Scoring(report, unused, deals)
        scoring.feed(_read(source, 0, part.head.at, 0, checker, aside))
    session = scoring.session
    for _ in run(session, _read(source, part.warm.at, part.start.at, part.warm.lines, checker, aside)):
        pass
    problems = Problems()
    checker.begin_part(problems)
    session.begin_part(part.start.deals)
    before = _state(report)
    own = Scoring(report, spool, deals, tick, session)
    own.feed(_read(source, part.start.at, part.end, part.start.lines, checker, problems))
    after = _state(report)
    return Scored(
        session.end_part(),
        checker.end_part(),
        problems,
        own.proof.exchanged,
        before if after == before else b"",
    )


def _work(connection: Any, read: Sequence[Any], arguments: tuple[Any, ...]) -> None:
    """What a process does: scores its part and hands over what it came to.

    `read` are the ends at which others read: as long as one is open here, nobody's death is noticed.
    """
    for other in read:
        other.close()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    _share_mappings()
    path, form, overrides, part, report, deals = arguments
    # Whatever goes wrong here goes wrong again, and is told, where the part is scored after all.
    with suppress(Exception), Spool() as spool:
        connection.send(
            _score(file_source(path, form), overrides, part, report, deals, spool, _until_alone())
        )
        for piece in _pieces(spool.chunks()):
            connection.send(piece)
        connection.send("")
    connection.close()


def _until_alone() -> Callable[[], None]:
    """Something to do at each deal, which ends a process that nobody waits for any more."""
    parent, count = os.getppid(), itertools.count(1)

    def tick() -> None:
        if next(count) % _LOOK_AROUND == 0 and os.getppid() != parent:
            os._exit(1)

    return tick


_LOOK_AROUND: Final = 1024


def _pieces(chunks: Iterable[str]) -> Iterator[str]:
    """The same text in pieces that are worth sending."""
    held: list[str] = []
    size = 0
    for chunk in chunks:
        held.append(chunk)
        size += len(chunk)
        if size >= _PIECE:
            yield "".join(held)
            held, size = [], 0
    if size:
        yield "".join(held)


def _share_mappings() -> None:
    """Lets read-only mappings go from process to process."""
    copyreg.pickle(MappingProxyType, _taken_to_pieces)


def _taken_to_pieces(mapping: MappingProxyType[Any, Any]) -> tuple[Any, tuple[dict[Any, Any]]]:
    return MappingProxyType, (dict(mapping),)


# -- all parts -----------------------------------------------------------------------------------------


class LogInParts:
    """A log that several processes score; `cut` says whether there is anything to be gained by it."""

    def __init__(self, source: Source, overrides: Overrides, reading: Problems, parts: list[Part]) -> None:
        self.source = source
        self.overrides = overrides
        self.reading = reading
        self.parts = parts

    @classmethod
    def cut(
        cls,
        source: Source,
        overrides: Overrides,
        reading: Problems,
        jobs: int,
        smallest: int = SMALLEST,
        warm_up: int = WARM_UP,
    ) -> LogInParts | None:
        """The log in parts; None where it is not one long text log in a file."""
        if jobs < 2 or not os.path.isfile(source.name):
            return None
        try:
            with source.open() as stream:
                start = peek(stream)[0]
            guess = guess_form(source, start)
            if guess.form != "text" or not (guess.suffix or source.form):
                return None
            if form_problem(source, start, guess) is not None:
                return None
            parts = cut_log(source.name, jobs, smallest, warm_up)
        except OSError:
            return None
        return cls(source, overrides, reading, parts) if parts else None

    def score(self, scoring: Scoring) -> None:
        """Scores the log; the same as feeding it all to `scoring` here."""
        _share_mappings()
        report = scoring.shown.report
        try:
            fresh = pickle.dumps((report, scoring.shown.deals))
        except Exception:
            fresh = b""  # A report that cannot go to another process is made here alone.
        with ExitStack() as stack:
            waiting: list[Any] = []
            for part in self.parts if fresh else ():
                waiting.append(self._begin(stack, fresh, part, waiting))
            checker = Checker(self.reading, self.overrides)
            self._feed(scoring, checker, 0, self.parts[0].start.at, 0)
            for index, part in enumerate(self.parts):
                scored = _received(waiting[index]) if waiting else None
                if scored is None or not self._takes(scoring, checker, scored, waiting[index]):
                    self._feed(scoring, checker, part.start.at, part.end, part.start.lines)
            checker.finish()

    def _begin(self, stack: ExitStack, fresh: bytes, part: Part, before: Sequence[Any]) -> Any:
        """Begins a process for a part; where its result will come from. `before` are those of the others."""
        context: Any = get_context("fork" if "fork" in get_all_start_methods() else "spawn")
        here, there = context.Pipe(duplex=False)
        report, deals = pickle.loads(fresh)
        arguments = (self.source.name, self.source.form, self.overrides, part, report, deals)
        process = context.Process(target=_work, args=(there, (*before, here), arguments), daemon=True)
        process.start()
        there.close()
        stack.callback(process.join)
        stack.callback(process.terminate)
        stack.callback(here.close)
        return here

    def _feed(self, scoring: Scoring, checker: Checker, start: int, end: int, lines: int) -> None:
        scoring.feed(_read(self.source, start, end, lines, checker, self.reading))

    def _takes(self, scoring: Scoring, checker: Checker, scored: Scored, connection: Any) -> bool:
        """Takes a part in where it began as it had to, and was read as it would have been here."""
        if scored.report != _state(scoring.shown.report) or not scoring.session.fits(scored.session):
            return False
        with Spool() as text:
            if not _receive_text(connection, text) or not checker.absorb(scored.checked):
                return False
            scoring.session.absorb(scored.session)
            self.reading.absorb(scored.problems)
            scoring.proof.absorb(scored.exchanged)
            for piece in text.chunks():
                scoring.shown.spool.write(piece)
        return True


def _receive_text(connection: Any, spool: Spool) -> bool:
    """Puts what a process reports of its deals into a spool; False where it does not come whole."""
    try:
        while piece := connection.recv():
            spool.write(piece)
    except (EOFError, OSError, pickle.UnpicklingError):
        return False
    return True


def _received(connection: Any) -> Scored | None:
    """What a process came to, None where it came to nothing."""
    try:
        return cast(Scored, connection.recv())
    except (EOFError, OSError, pickle.UnpicklingError):
        return None
