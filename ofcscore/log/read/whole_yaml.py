"""Whole deals of a YAML log at a glance: canonical deals are read from their text, and never parsed as YAML.

Nearly all deals of a long log are like that, and parsing them would take most of its time. The YAML parser
says where a deal begins (`NodeReader.take`); what is known then makes the rest certain:

- The first line is `- deal: 17` alone, so that the deal is an item of a list in block style, in the column
  of the dash, and a mapping in the column of `deal`.
- `boards:` stands in that column again, and the boards below it, all in one column, each on one line and
  closed there. Nothing in them is a quote left open, an anchor, a tag or a remark; they say to any reader
  of YAML what they say to the patterns here.
- But for blank lines, a dash in the column of the first comes next, and so the next item of that list.
  What was known of this deal is now known of that one.

The least bit otherwise, and a deal is left to the parser, and with it the question where the next begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Final

from ofcscore.log.check.boards import is_one_deck, whole_board
from ofcscore.log.read.whole import WholeDeal
from ofcscore.log.syntax import DealSyntax

_END: Final = "\r?\n"
_NAME: Final = "[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}"
_FIVE: Final = "([^\n]{14})"
_WORTH: Final = 1 << 13
"""In a log shorter than that, the patterns cost more time than they save."""
_made: Final = tuple.__new__


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """The lines before the boards of a deal, a board, and what stands behind the boards."""
    return (
        re.compile(
            f'(( {{0,16}})- (?:deal|hand): ("?)([A-Za-z0-9][A-Za-z0-9_.-]{{0,63}})\\3){_END}'
            f"\\2  boards:{_END}(?=\\2   ( {{0,16}})[^ ])"
        ),
        re.compile(
            f'(( *)({_NAME}|"{_NAME}"): {{1,64}}'
            f"\\{{top: ([^\n]{{8}}), mid(?:dle)?: {_FIVE}, bot(?:tom)?: {_FIVE}\\}}){_END}"
        ),
        re.compile(f"(?:{_END}){{0,3}}(?=( *)- (?:deal|hand): )"),
    )


class WholeYamlDeals:
    """Recognises the canonical deals of one log.

    `apart(lines, number)` gives the syntax of a deal from its lines, of which the first has that number.
    """

    def __init__(self, file: str, apart: Callable[[str, int], DealSyntax]) -> None:
        self._file = file
        self._apart = apart
        self._names: dict[str, str] = {}
        self._worth = False

    def deal(self, text: str, start: int, number: int) -> tuple[WholeDeal, int] | None:
        """The deal at `start` in a text, on line `number`, and where it ends; None if it is none of these."""
        if not self._worth:
            if len(text) - start < _WORTH:
                return None
            self._worth = True
        first, next_board, behind = _patterns()
        begins = first.match(text, start)
        if begins is None:
            return None
        head, indent, _, name, deeper = begins.groups()
        column = indent + "   " + deeper
        names = self._names
        boards = []
        used = 0
        line = number + 1
        at = begins.end()
        while (match := next_board.match(text, at)) is not None:
            source, before, written, top, middle, bottom = match.groups()
            player = names.get(written)
            if player is None:
                player = names[written] = written.strip('"')
            line += 1
            made = whole_board(player, (top, middle, bottom), line, source)
            if made is None or before != column:
                return None
            boards.append(made[0])
            used += made[1]
            at = match.end()
        follows = behind.match(text, at)
        if follows is None or follows[1] != indent or len(boards) < 2 or not is_one_deck(used, len(boards)):
            return None
        end = follows.end()
        apart = partial(self._apart, text[start:end], number)
        deal = _made(WholeDeal, (self._file, number, head, name, tuple(boards), apart))
        return deal, end
