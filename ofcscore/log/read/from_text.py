"""A line of text to located syntax, by the grammar in `grammars/ofcscore.lark` or as it is surely meant."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from ofcscore.game.cards import CARDS_OF_ROWS
from ofcscore.log.read import typed, typed_signs
from ofcscore.log.read.entries import parse, parse_entry
from ofcscore.log.read.pieces import joined
from ofcscore.log.read.slips import NUMBER_ALONE, meant_deal, named_like_a_key, unread_line, vet
from ofcscore.log.read.typed_rows import is_row
from ofcscore.log.syntax import (
    POINTED,
    QUOTED,
    UNLABELLED,
    BoardSyntax,
    DealLine,
    Entry,
    Line,
    LineSyntax,
    SyntaxFault,
    Text,
    Unread,
)
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem

if TYPE_CHECKING:
    from ofcscore.log.read.stamps import Sent

_CANONICAL_ROWS: Final = re.compile(CARDS_OF_ROWS)
"""The three rows of a board of cards alone."""
NOTHING: Final = re.compile(
    r"[ \t]*(?:([-=_*~—–])\1{2,}|`{3}[a-z]*|(?=.*---)[ \t|:-]+"
    r"|(\[)?[0-9]{1,2}:[0-9]{2}(?: ?[AaPp][Mm]| Uhr)?(?(2)\]))?[ \t]*"
)
"""A line across, also of a table, the fence round a text in a chat, or a time alone, which say nothing."""
_DATE: Final = re.compile("[0-9]{4}-[0-9-]*")


def read_board(source: Text) -> BoardSyntax:
    """What stands behind the colon of a board. Raises `SyntaxFault`."""
    alone = _CANONICAL_ROWS.fullmatch(source.text)
    if alone is not None:
        rows = tuple(source.part(*alone.span(row)) for row in (1, 2, 3))
        return BoardSyntax(rows[0], None, UNLABELLED, rows)
    with suppress(SyntaxFault):
        value: BoardSyntax = parse("board", source)
        if _is_sound(value):
            return value
    said = typed.board(source)
    meant: BoardSyntax = parse("board", source if said.text == source.text else said)
    return meant


def read_by_grammar(line: Line, problems: Problems) -> LineSyntax:
    """What any line says, by the grammar."""
    if NOTHING.fullmatch(line.text):
        return None
    return read_line(Text(line.text, line, 1, len(line.text)), problems)


def read_heading(line: Line) -> DealLine | None:
    """Return the deal that a line behind `#` begins, None where it says more than that."""
    source = Text(line.text, line, 1, len(line.text))
    source = source.part(len(line.text) - len(line.text.lstrip("#"))).trimmed()
    if source.text[0].isdecimal():
        source = joined((("deal ", source.part(0, 1)), source))
    value = read_sound(source)
    return value if isinstance(value, DealLine) else None


def read_line(source: Text, problems: Problems) -> LineSyntax:
    """What a piece of text says that is a line of a log, and not blank."""
    value, problem = _parsed(source)
    if problem is not None or not _is_sound(value) or _hides(source, value):
        # Messages of a chat, which few logs are.
        from ofcscore.log.read.stamps import without_stamp

        sent = without_stamp(source)
        # A name and a time, as a chat has them above a message, head the log of a night too.
        sent = sent if sent is not None and sent.message.text else None
        struck = _struck_out(source if sent is None else sent.message)
        if struck is not None:
            problems.add(struck)
            return Unread()
        said = typed.line(source) if sent is None else _unstamped(sent)
        if said.text != source.text:
            source = said
            value, problem = _parsed(source)
    if problem is not None or (isinstance(value, Entry) and value.key.text == "rules"):
        named = named_like_a_key(source)
        if named is not None:
            problems.add(named)
            return Unread()
    read = problem is None and _is_sound(value) and NUMBER_ALONE.fullmatch(source.line.text) is None
    deal = None if read else meant_deal(source, problems)
    if deal is not None:
        return deal
    if problem is not None:
        return unread_line(problem, source, problems)
    return vet(value, source, problems) if isinstance(value, BoardSyntax) else value


def _struck_out(source: Text) -> Problem | None:
    """The problem that a line is crossed out, as in a chat: who did so may mean it, and somebody's money."""
    struck = re.fullmatch(r"[ \t]*(~{1,2})(?=\S)(.*?\S)\1([ \t]*:.*)?[ \t]*", source.text)
    if struck is None:
        return None
    hint = f"leave it out, or write `{struck[2]}{struck[3] or ''}` if it counts"
    return Problem("line-unreadable", source.trimmed().place, "this line is struck out", hint)


def _unstamped(sent: Sent) -> Text:
    """A message as a line of a log: as it is where it is one, else behind its sender's name."""
    value = read_sound(sent.message)
    whole = not isinstance(value, BoardSyntax) or value.name is not None
    return typed.line(sent.message if value is not None and whole else sent.signed)


def read_sound(source: Text) -> LineSyntax:
    """What a line surely says, as it is or as it was meant, None where that is not sure."""
    for said in (source, typed.line(source)) if source.text.strip() else ():
        value, problem = _parsed(said)
        if problem is None and value is not None and _is_sound(value) and not _hides(said, value):
            return value
    return None


def _parsed(source: Text) -> tuple[LineSyntax, Problem | None]:
    """What the grammar finds in a line, or why it finds nothing."""
    source = typed.void_number(source)
    void = typed.void_deal(source)
    if void is not None:
        return void, None
    try:
        return parse_entry(source) or parse("line", source), None
    except SyntaxFault as refused:
        return None, refused.problem


def _hides(source: Text, value: LineSyntax) -> bool:
    """Whether a board hides a name, or it or a name behind a key has odd blanks, unseen signs, or italics."""
    if isinstance(value, BoardSyntax):
        # The first cards of a board without a name may be one: `AJ QQ5 / AA762 / 9TJQK`.
        nameless = value.name is None and len(value.rows) >= len(UNLABELLED)
        if typed.is_emphasised(source) or (nameless and typed.is_named_board(source)):
            return True
    if source.text.isascii():
        return False
    if not isinstance(value, Entry):
        return typed_signs.seen(source).text != source.text
    names = (*value.names, *(name for part in value.parts for name in part.names))
    return any(typed_signs.seen(name).text != name.text for name in names)


def _is_sound(value: LineSyntax) -> bool:
    """Whether a line is surely what the grammar takes it for; a row of it may still have too few cards."""
    if isinstance(value, DealLine):
        dated = value.date is None or _DATE.fullmatch(value.date.text) is not None
        return dated and not (value.name is not None and _pointed(value.name))
    return not isinstance(value, BoardSyntax) or all(is_row(row.text) for row in value.rows)


def _pointed(name: Text) -> bool:
    """Whether a deal's name is a number with a point behind it, and not in quotes."""
    return POINTED.fullmatch(name.text) is not None and QUOTED.match(name.line.text, name.column - 1) is None
