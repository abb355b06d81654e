"""Read one log in any format: its header, then its deals."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import BinaryIO, Final

from ofcscore.diagnostics.problem import Exit, Place, Problem, Problems
from ofcscore.files.disk import BrokenInstallation
from ofcscore.game.cards import Board
from ofcscore.game.game_words import Words
from ofcscore.log.canonical import read_canonical
from ofcscore.log.read.lines_to_deals import group_lines
from ofcscore.log.read.sources import (
    FORM_NAMES,
    FORMS,
    RECORDS,
    IgnoredColumns,
    Source,
    form_problem,
    guess_form,
    is_chat_export,
    is_report,
    not_text,
    numbered_lines,
    peek,
    read_lines,
    read_pieces,
    report_change,
    unreadable,
)
from ofcscore.log.syntax import (
    BOARD_FORM,
    FROM_LOG,
    BoardSyntax,
    DealLine,
    DealSyntax,
    Entry,
    Item,
    Line,
    LineSyntax,
    NumberedLine,
    OwnWords,
    Unread,
    located,
)

Reader = Callable[[BinaryIO, Source, Problems], Iterator[Item]]
"""A reader of an open log in one format."""
Readers = Mapping[str, Reader]
"""Readers by format."""
_NO_READERS: Final[Readers] = MappingProxyType({})
_MESSAGES: Final = 3
"""The most errors about a file that is not a log."""
_LOOKED_AT: Final = 200
_CARDS: Final = r"(?ai:\b(?:10|[2-9TJQKA][shdc]?)+\b)"
_NEARLY_A_BOARD: Final = 12


def read_text(
    lines: Iterable[NumberedLine],
    file: str,
    problems: Problems,
    ignored: IgnoredColumns | None = None,
    own: OwnWords = FROM_LOG,
) -> Iterator[LineSyntax]:
    """Yield the parsed lines of a file; an invalid one gives a diagnostic and `Unread`.

    `own` is the source of the players' own words.
    """
    rest = iter(lines)
    rules: list[str] = []
    stated: set[str] = set()
    """The keys of the canonical lines."""
    names: dict[str, None] = {}
    in_deal: list[str] = []
    deal: DealLine | None = None
    last: Board | BoardSyntax | None = None
    above: NumberedLine = (0, None)
    for line in rest:
        number, text = line
        value = read_canonical(file, number, text) if text else None
        if isinstance(value, Board):
            names[value.player] = None
            in_deal.append(value.player)
            last = value
        elif value is None and (text is None or text.strip(" \t")):
            from ofcscore.log.text.reader import Reader
            from ofcscore.log.text.text_tables import Grid

            def read_table(grid: Grid, begun: bool, words: Words) -> Iterator[LineSyntax]:
                from ofcscore.log.read.cells import Row
                from ofcscore.log.read.table_deals import as_lines
                from ofcscore.log.read.tables import TableReading

                table = TableReading(file, "", problems, ignored, begun=begun, own=OwnWords(found=words))
                return as_lines(table.read(Row(line, cells) for line, cells in grid.rows))

            reader = Reader(file, problems, read_table=read_table, boards=True, own=own, rules=rules)
            begun = bool(names) or deal is not None
            board = located(last, file) if isinstance(last, Board) else last
            at = None if board is None else board.name
            reader.go_on(names, deal, begun=begun, in_deal=in_deal, last=at, stated=stated)
            is_below_blank = above[1] is not None and not above[1].strip(" \t")
            yield from reader.lines(chain((above,) if is_below_blank else (), (line,), rest))
            return
        elif isinstance(value, DealLine):
            deal, last = value, None
            in_deal.clear()
        elif isinstance(value, BoardSyntax):
            assert value.name is not None
            names[value.name.text] = None
            in_deal.append(value.name.text)
            last = value
        elif isinstance(value, Entry):
            stated.add(value.key.text)
            if value.key.text == "rules":
                rules.append(value.parts[0].words[0].text)
        above = line
        yield value


def read_text_log(stream: BinaryIO, source: Source, problems: Problems, before: int = 0) -> Iterator[Item]:
    """Yield the items of an open text log; `before` is the number of lines already read."""
    lines = numbered_lines(stream, source.name, problems, before=before)
    read = read_text(lines, source.name, problems, own=source.own)
    return group_lines(read, source.name, source.base, problems)


def read_syntax(source: Source, problems: Problems, readers: Readers = _NO_READERS) -> Iterator[Item]:
    """Yield the header and deals of one log.

    `readers` replace the usual readers of their formats.
    """
    try:
        with source.opened() as stream, report_change(stream, source, problems):
            yield from _read_open(source, stream, problems, readers)
    except OSError as error:
        problems.add(unreadable(source, error))
    except BrokenInstallation as error:
        what, hint = f"broken installation: {error}", "reinstall ofcscore"
        problems.add(Problem("broken-installation", Place(source.name), what, hint, status=Exit.USAGE))


def rereading(source: Source) -> Callable[[], Iterator[Item]] | None:
    """Return a function that reads a log again, None if it can be read only once."""
    return (lambda: read_syntax(source, Problems())) if source.reopens else None


def _read_open(source: Source, raw: BinaryIO, problems: Problems, readers: Readers) -> Iterator[Item]:
    start, stream = peek(raw)
    guess = guess_form(source, start)
    mismatch = form_problem(source, start, guess)
    if mismatch is not None and guess.suffix == ".txt" and guess.looks is not None and not is_report(start):
        # Anything pasted into a note is saved as `.txt`.
        guess, mismatch = guess._replace(form=guess.looks, suffix=""), None
    if mismatch is not None:
        problems.add(mismatch)
        return
    before = problems.errors
    deals = False
    note = getattr(raw, "note", None)
    if note is not None:
        problems.warn("form-assumed", Place(source.name), note, "save the other sheets as CSV to score them")
    for item in _items(guess.form, stream, start, source, problems, readers):
        deals = deals or isinstance(item, DealSyntax)
        yield item
    if not deals and problems.errors == before:
        hint = None if guess.form in RECORDS else BOARD_FORM
        problems.refuse("no-deals", Place(source.name), "there is no deal in this log", hint)
    told = problems.errors == before or guess.suffix or source.form is not None or guess.form in RECORDS
    if not told and not_text(source.name, start) is None:
        what = f"read as {FORM_NAMES[guess.form]} because of its first line"
        hint = f"to choose another format, use `--from`: {', '.join(FORMS)}"
        problems.warn("form-assumed", Place(source.name), what, hint)


def _while_a_log(
    lines: Iterator[LineSyntax], start: bytes, source: Source, problems: Problems
) -> Iterator[LineSyntax]:
    """Yield the lines of a text log; stop after a few errors if it is not like a log."""
    before = problems.errors
    for line in lines:
        yield line
        # Any first line may be a title.
        is_title = isinstance(line, Entry) and line.key.text == "title"
        if line is not None and not isinstance(line, Unread) and not is_title:
            break
        if problems.errors - before >= _MESSAGES:
            if not _looks_like_a_log(start, source.name):
                problems.refuse("no-deals", Place(source.name), "this does not look like a log", BOARD_FORM)
                return
            break
    yield from lines


def _looks_like_a_log(start: bytes, file: str) -> bool:
    """Return True if one of the first lines is valid or nearly a board."""
    from ofcscore.log.text.normalize import normalize
    from ofcscore.log.text.syntax_builder import parse
    from ofcscore.log.vocabulary import ENGLISH

    texts = start.decode("utf-8", "replace").splitlines()[:_LOOKED_AT]
    return any(
        sum(len(cards) for cards in re.findall(_CARDS, text)) >= _NEARLY_A_BOARD
        or ((read := parse(normalize(Line(file, number, text)), ENGLISH)).sound and read.value is not None)
        for number, text in enumerate(texts, 1)
    )


def _items(
    form: str, stream: BinaryIO, start: bytes, source: Source, problems: Problems, readers: Readers
) -> Iterator[Item]:
    """Return the items of an open log of a format; `start` are its first bytes."""
    if form in readers:
        return readers[form](stream, source, problems)
    exported = form == "json" and is_chat_export(start)
    if form == "text" or exported:
        numbered = numbered_lines(stream, source.name, problems)
        if exported:
            from ofcscore.log.read.chat_exports import export_lines

            numbered = export_lines(stream, source.name, problems)
        read = read_text(numbered, source.name, problems, source.ignored, source.own)
        return group_lines(_while_a_log(read, start, source, problems), source.name, source.base, problems)
    if form == "csv":
        from ofcscore.log.read.cells import CSV_LINE_LIMIT
        from ofcscore.log.read.tables import TableReading

        lines = read_lines(stream, source.name, problems, CSV_LINE_LIMIT)
        table = TableReading(source.name, source.base, problems, source.ignored, own=source.own)
        return table.read_lines(lines)
    if form in RECORDS:
        from ofcscore.log.read.records.objects import read_record

        problem = not_text(source.name, start)
        if problem is not None:
            problems.add(problem)
            return iter(())
        return read_record(form, stream, source, problems)
    from ofcscore.files.yaml_nodes import NodeReader
    from ofcscore.log.read.from_yaml import YamlReading, vocabulary_at

    reading = YamlReading(source.name, source.base, problems, vocabulary_at(start, source.base, source.own))
    if form == "jsonl":
        from ofcscore.log.read.from_yaml import JSONL_LINE_LIMIT, read_on

        return read_on(reading, read_lines(stream, source.name, problems, JSONL_LINE_LIMIT))
    return reading.session(NodeReader(read_pieces(stream, source.name), source.name))
